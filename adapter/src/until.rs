//! The durations of continuous effects (611.2), and the permanents that they track.

use crate::{Obj, ids};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// The permanent that a duration tracks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    /// The source of the ability.
    This,
    /// A named permanent.
    Object(Obj),
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holder::This => f.write_str("this"),
            Holder::Object(o) => o.fmt(f),
        }
    }
}

impl Serialize for Holder {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Holder {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Holder, D::Error> {
        struct V;
        impl de::Visitor<'_> for V {
            type Value = Holder;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a permanent, or `this`")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Holder, E> {
                if v == "this" { Ok(Holder::This) } else { ids::lookup(v).map(Holder::Object) }
            }
        }
        d.deserialize_str(V)
    }
}

impl JsonSchema for Holder {
    fn schema_name() -> Cow<'static, str> {
        "Holder".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "The name of a permanent, or `this`.", "type": "string"})
    }
}

/// How long a continuous effect lasts (611.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum Until {
    /// Until end of turn: ends in the cleanup step with damage removal (514.2).
    #[default]
    #[serde(rename = "end of turn")]
    EndOfTurn,
    /// Until end of combat (511.3, 500.5a).
    #[serde(rename = "end of combat")]
    EndOfCombat,
    /// No duration (611.2a).
    #[serde(rename = "forever")]
    Forever,
    /// Until the controller's next turn begins (500.5).
    #[serde(rename = "your next turn")]
    YourNextTurn,
    /// Until the controller's next upkeep.
    #[serde(rename = "your next upkeep")]
    YourNextUpkeep,
    /// For as long as the effect's controller controls this (611.2b).
    #[serde(rename = "while you control")]
    WhileYouControl(Holder),
    /// For as long as this remains tapped (611.2b).
    #[serde(rename = "while tapped")]
    WhileTapped(Holder),
    /// For as long as this remains on the battlefield (611.2b).
    #[serde(rename = "while on the battlefield")]
    WhileOnBattlefield(Holder),
}

impl Until {
    /// The word of the duration, for [`Need::Until`](crate::Need::Until).
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Until::EndOfTurn => "end of turn",
            Until::EndOfCombat => "end of combat",
            Until::Forever => "forever",
            Until::YourNextTurn => "your next turn",
            Until::YourNextUpkeep => "your next upkeep",
            Until::WhileYouControl(_) => "while you control",
            Until::WhileTapped(_) => "while tapped",
            Until::WhileOnBattlefield(_) => "while on the battlefield",
        }
    }

    /// The permanent that it tracks.
    #[must_use]
    pub const fn holder(&self) -> Option<Holder> {
        match *self {
            Until::WhileYouControl(h) | Until::WhileTapped(h) | Until::WhileOnBattlefield(h) => Some(h),
            _ => None,
        }
    }
}
