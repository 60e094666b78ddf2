//! What an effect is about: named objects, the objects of an ability, or all of a kind.

use crate::{Filter, Obj, ids, names};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// What an effect is about. Written as a name, a list of names, `this`, `that`, `host`, or `all creatures you control`.
///
/// Named objects are targets where the effect was announced first, and are found only in the zone where they were expected: a card that
/// left and came back is a new object (400.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// These, all at once.
    These(Vec<Obj>),
    /// All that match at the time, all at once.
    All(Filter),
    /// The source of the ability.
    This,
    /// The object that the trigger event happened to; in an effect whose parts come in order, what an earlier part was about.
    That,
    /// What the source is attached to.
    Host,
}

impl What {
    /// One object.
    #[must_use]
    pub fn one(obj: Obj) -> What {
        What::These(vec![obj])
    }

    /// The objects named, if it names them.
    #[must_use]
    pub fn named(&self) -> &[Obj] {
        match self {
            What::These(v) => v,
            _ => &[],
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::These(v) => {
                for (i, o) in v.iter().enumerate() {
                    match i {
                        0 => {}
                        _ if i + 1 == v.len() => f.write_str(" and ")?,
                        _ => f.write_str(", ")?,
                    }
                    o.fmt(f)?;
                }
                Ok(())
            }
            What::All(filter) => write!(f, "all {filter}"),
            What::This => f.write_str("this"),
            What::That => f.write_str("that"),
            What::Host => f.write_str("host"),
        }
    }
}

impl Serialize for What {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            What::These(v) => v.serialize(s),
            What::All(f) if names::style() == names::Style::Fields => {
                use serde::ser::SerializeMap;
                let mut map = s.serialize_map(Some(1))?;
                map.serialize_entry("all", f)?;
                map.end()
            }
            _ => s.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for What {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<What, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = What;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of names such as `[bear, sword]`, or `all creatures you control`, `this`, `that`, `host`")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<What, E> {
                match v {
                    "this" => Ok(What::This),
                    "that" => Ok(What::That),
                    "host" => Ok(What::Host),
                    _ => match v.strip_prefix("all ") {
                        Some(rest) => Filter::parse(rest).map(What::All).map_err(E::custom),
                        None => ids::lookup(v).map(What::one),
                    },
                }
            }
            fn visit_seq<S: de::SeqAccess<'de>>(self, mut seq: S) -> Result<What, S::Error> {
                let mut all = Vec::new();
                while let Some(o) = seq.next_element::<Obj>()? {
                    if all.contains(&o) {
                        return Err(de::Error::custom(format!("`{o}` is named twice")));
                    }
                    all.push(o);
                }
                Ok(What::These(all))
            }
            fn visit_map<M: de::MapAccess<'de>>(self, map: M) -> Result<What, M::Error> {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields)]
                struct All {
                    all: Filter,
                }
                All::deserialize(de::value::MapAccessDeserializer::new(map)).map(|a| What::All(a.all))
            }
        }
        d.deserialize_any(V)
    }
}

impl JsonSchema for What {
    fn schema_name() -> Cow<'static, str> {
        "What".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let filter = g.subschema_for::<Filter>();
        json_schema!({"anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "string", "description": "A name, `this`, `that`, `host`, or `all` and a description."},
            {"type": "object", "properties": {"all": filter}, "required": ["all"], "additionalProperties": false}
        ]})
    }
}
