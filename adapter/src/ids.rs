//! Seats and object handles: the two kinds of name that every other word refers to.

use crate::names;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// A player by place in the turn order, 0 to 3. Written `A` to `D`; A has the first turn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats that a game can have.
    pub const MAX: usize = 4;
    /// Seat 0.
    pub const A: Seat = Seat(0);
    /// Seat 1.
    pub const B: Seat = Seat(1);
    /// Seat 2.
    pub const C: Seat = Seat(2);
    /// Seat 3.
    pub const D: Seat = Seat(3);

    /// The seat as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The seat of a letter `A` to `D`.
    #[must_use]
    pub fn from_letter(text: &str) -> Option<Seat> {
        match text.as_bytes() {
            [c @ b'A'..=b'D'] => Some(Seat(c - b'A')),
            _ => None,
        }
    }

    /// The first `n` seats in turn order.
    pub fn first(n: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..n).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Seat, D::Error> {
        struct V;
        impl de::Visitor<'_> for V {
            type Value = Seat;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a player: A, B, C or D")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Seat, E> {
                let seat = Seat::from_letter(v).ok_or_else(|| E::custom(format!("`{v}` is no player; players are A, B, C and D")))?;
                match names::seats() {
                    Some(n) if seat.0 >= n => Err(E::custom(format!(
                        "player {seat} does not sit in this game of {n}; name {seat} under `players` or use another"
                    ))),
                    _ => Ok(seat),
                }
            }
        }
        d.deserialize_str(V)
    }
}

impl JsonSchema for Seat {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "A player, by place in the turn order.", "enum": ["A", "B", "C", "D"]})
    }
}

/// The handle of a card or token: an index into [`Setup::objects`](crate::Setup::objects).
///
/// It denotes the *physical* card or token across zones. That a card which changes zones becomes a new object (400.7) is tested by
/// consequences (counters gone, effects gone), never by handle. On the wire and in YAML it is the object's unique name, by way of
/// [`names::scope`]; without a scope it is written `#3`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Obj(pub u16);

impl Obj {
    /// The handle as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Obj {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match names::name_of(*self) {
            Some(name) => f.write_str(&name),
            None => write!(f, "#{}", self.0),
        }
    }
}

impl Serialize for Obj {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// Looks a word up as a handle, in the scope's names or as `#3`.
pub(crate) fn lookup<E: de::Error>(v: &str) -> Result<Obj, E> {
    if let Some(obj) = names::find(v) {
        return Ok(obj);
    }
    if let Some(i) = v.strip_prefix('#').and_then(|t| t.parse().ok())
        && names::count().is_none_or(|n| usize::from(i) < n)
    {
        return Ok(Obj(i));
    }
    Err(E::custom(names::unknown(v)))
}

impl<'de> Deserialize<'de> for Obj {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Obj, D::Error> {
        struct V;
        impl de::Visitor<'_> for V {
            type Value = Obj;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an object on the board")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Obj, E> {
                lookup(v)
            }
        }
        d.deserialize_str(V)
    }
}

impl JsonSchema for Obj {
    fn schema_name() -> Cow<'static, str> {
        "ObjectName".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "The name of an object of the setup.", "type": "string"})
    }
}

/// A player or an object: what an attachment is attached to (303.4, 301.5), or what a creature attacks (508.1b).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Attached {
    /// A player.
    Player(Seat),
    /// A permanent.
    Object(Obj),
}

impl fmt::Display for Attached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attached::Player(s) => s.fmt(f),
            Attached::Object(o) => o.fmt(f),
        }
    }
}

impl Serialize for Attached {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Attached {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Attached, D::Error> {
        struct V;
        impl de::Visitor<'_> for V {
            type Value = Attached;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an object or a player")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Attached, E> {
                match Seat::from_letter(v) {
                    Some(_) => Seat::deserialize(de::value::StrDeserializer::new(v)).map(Attached::Player),
                    None => lookup(v).map(Attached::Object),
                }
            }
        }
        d.deserialize_str(V)
    }
}

impl JsonSchema for Attached {
    fn schema_name() -> Cow<'static, str> {
        "ObjectOrPlayer".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "The name of an object of the setup, or a player A to D.", "type": "string"})
    }
}
