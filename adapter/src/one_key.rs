//! Reading an enum whose tag is one key among others: `{by: A, phase out: [bear]}`.

use serde::de::{self, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, VariantAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// An enum access over a key that was read already and the value that follows it in `map`.
///
/// Serde's derive wants an externally tagged enum alone in its map. Here the tag may stand beside other keys, and errors still carry the
/// position in the file, because nothing is buffered.
pub struct OneKey<'a, M> {
    key: &'a str,
    map: &'a mut M,
}

impl<M> fmt::Debug for OneKey<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OneKey").field("key", &self.key).finish_non_exhaustive()
    }
}

impl<'a, M> OneKey<'a, M> {
    /// Reads a `T` whose tag is `key` and whose content is the next value of `map`.
    ///
    /// # Errors
    /// Those of `T`.
    pub fn read<'de, T>(key: &'a str, map: &'a mut M) -> Result<T, M::Error>
    where
        M: MapAccess<'de>,
        T: serde::Deserialize<'de>,
    {
        T::deserialize(OneKey { key, map })
    }
}

impl<'de, M: MapAccess<'de>> de::Deserializer<'de> for OneKey<'_, M> {
    type Error = M::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, M::Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, 'a, M: MapAccess<'de>> EnumAccess<'de> for OneKey<'a, M> {
    type Error = M::Error;
    type Variant = OneValue<'a, M>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, OneValue<'a, M>), M::Error> {
        let name: de::value::StrDeserializer<'_, M::Error> = self.key.into_deserializer();
        Ok((seed.deserialize(name)?, OneValue { map: self.map }))
    }
}

/// The value after the key of a [`OneKey`].
pub struct OneValue<'a, M> {
    map: &'a mut M,
}

impl<M> fmt::Debug for OneValue<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OneValue").finish_non_exhaustive()
    }
}

struct Through<V>(V, Shape);

enum Shape {
    Seq(usize),
    Map(&'static [&'static str]),
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Through<V> {
    type Value = V::Value;
    fn deserialize<D: de::Deserializer<'de>>(self, d: D) -> Result<V::Value, D::Error> {
        match self.1 {
            Shape::Seq(n) => d.deserialize_tuple(n, self.0),
            Shape::Map(fields) => d.deserialize_struct("", fields, self.0),
        }
    }
}

impl<'de, M: MapAccess<'de>> VariantAccess<'de> for OneValue<'_, M> {
    type Error = M::Error;

    fn unit_variant(self) -> Result<(), M::Error> {
        // `leave combat: true` and `leave combat:` both say that the word stands alone.
        self.map.next_value::<Alone>().map(drop)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, M::Error> {
        self.map.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, M::Error> {
        self.map.next_value_seed(Through(visitor, Shape::Seq(len)))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, M::Error> {
        self.map.next_value_seed(Through(visitor, Shape::Map(fields)))
    }
}

struct Alone(PhantomData<()>);

impl<'de> serde::Deserialize<'de> for Alone {
    fn deserialize<D: de::Deserializer<'de>>(d: D) -> Result<Alone, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = Alone;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`true` or nothing")
            }
            fn visit_bool<E: de::Error>(self, v: bool) -> Result<Alone, E> {
                if v { Ok(Alone(PhantomData)) } else { Err(E::custom("leave the line out instead of `false`")) }
            }
            fn visit_unit<E: de::Error>(self) -> Result<Alone, E> {
                Ok(Alone(PhantomData))
            }
        }
        d.deserialize_any(V)
    }
}
