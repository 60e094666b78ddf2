//! The events that triggered abilities wait for (603).

use crate::{Filter, Step, Whose};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// What an event must happen to. Written `this`, `host`, or a description such as `another creature you control`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The permanent or card with the ability.
    This,
    /// What the source is attached to ("enchanted creature", "equipped creature").
    Host,
    /// Anything that matches.
    Any(Filter),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::This => f.write_str("this"),
            Subject::Host => f.write_str("host"),
            Subject::Any(filter) => filter.fmt(f),
        }
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Subject::This => s.serialize_str("this"),
            Subject::Host => s.serialize_str("host"),
            Subject::Any(f) => f.serialize(s),
        }
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Subject, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = Subject;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`this`, `host`, or a description such as `another creature you control`")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Subject, E> {
                match v {
                    "this" => Ok(Subject::This),
                    "host" => Ok(Subject::Host),
                    _ => Filter::parse(v).map(Subject::Any).map_err(E::custom),
                }
            }
            fn visit_map<M: de::MapAccess<'de>>(self, map: M) -> Result<Subject, M::Error> {
                Filter::deserialize(de::value::MapAccessDeserializer::new(map)).map(Subject::Any)
            }
        }
        d.deserialize_any(V)
    }
}

impl JsonSchema for Subject {
    fn schema_name() -> Cow<'static, str> {
        "Subject".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let filter = g.subschema_for::<Filter>();
        json_schema!({"anyOf": [{"enum": ["this", "host"]}, filter]})
    }
}

/// A trigger event. The kinds that look back in time (603.10) say so.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub enum Event {
    /// Enters the battlefield (603.6a).
    #[serde(rename = "enters")]
    Enters(Subject),
    /// Leaves the battlefield (603.6c). Looks back (603.10a).
    #[serde(rename = "leaves")]
    Leaves(Subject),
    /// Dies: goes from the battlefield to a graveyard (700.4). Looks back (603.10a).
    #[serde(rename = "dies")]
    Dies(Subject),
    /// Is put into a graveyard from anywhere (603.6c, last part): never a leaves-the-battlefield ability. `this` functions in the
    /// graveyard (113.6k); a description functions on the battlefield.
    #[serde(rename = "goes to a graveyard from anywhere")]
    ToGraveyard(Subject),
    /// Is put into exile from the battlefield. Looks back (603.10a).
    #[serde(rename = "is exiled")]
    Exiled(Subject),
    /// Returns from the battlefield to a hand. Looks back (603.10a).
    #[serde(rename = "returns to hand")]
    ToHand(Subject),
    /// A card leaves a graveyard; `whose` is whose graveyard. Looks back (603.10a) since 2015-07-17.
    #[serde(rename = "card leaves a graveyard")]
    LeavesGraveyard(Subject),
    /// A player sacrifices it. Looks back (603.10a).
    #[serde(rename = "is sacrificed")]
    Sacrificed(Subject),
    /// Phases out. Looks back (603.10b).
    #[serde(rename = "phases out")]
    PhasesOut(Subject),
    /// Phases in.
    #[serde(rename = "phases in")]
    PhasesIn(Subject),
    /// Is declared as an attacker (508.1).
    #[serde(rename = "attacks")]
    Attacks(Subject),
    /// Is declared as a blocker (509.1).
    #[serde(rename = "blocks")]
    Blocks(Subject),
    /// An attacker becomes blocked (509.3c).
    #[serde(rename = "becomes blocked")]
    BecomesBlocked(Subject),
    /// Deals combat damage (510.2).
    #[serde(rename = "deals combat damage")]
    DealsCombatDamage(Subject),
    /// Is dealt damage.
    #[serde(rename = "is dealt damage")]
    DealtDamage(Subject),
    /// Becomes tapped (603.2e: entering or phasing in tapped is not becoming tapped).
    #[serde(rename = "becomes tapped")]
    BecomesTapped(Subject),
    /// Becomes untapped.
    #[serde(rename = "becomes untapped")]
    BecomesUntapped(Subject),
    /// An attachment becomes attached (701.3); the subject is the attachment. Never by phasing (702.26j).
    #[serde(rename = "becomes attached")]
    BecomesAttached(Subject),
    /// An attachment becomes unattached; the subject is the attachment. Looks back (603.10c). Never by phasing (702.26j).
    #[serde(rename = "becomes unattached")]
    BecomesUnattached(Subject),
    /// You lose control of it. Looks back (603.10d).
    #[serde(rename = "you lose control of")]
    LoseControl(Subject),
    /// An opponent gains control of it from you. Looks back (603.10d) since 2025-06-06.
    #[serde(rename = "an opponent gains control of")]
    OpponentGains(Subject),
    /// Becomes the target of an announced effect (115).
    #[serde(rename = "becomes a target")]
    BecomesTarget(Subject),
    /// The beginning of a step or phase (703.1a): `{beginning of: {step: upkeep, whose: you}}`.
    #[serde(rename = "beginning of")]
    Beginning {
        /// The step.
        step: Step,
        /// In whose turn.
        #[serde(default, skip_serializing_if = "whose_any")]
        whose: Whose,
    },
    /// A player discards a card.
    #[serde(rename = "discards")]
    Discards(Whose),
    /// A player draws a card.
    #[serde(rename = "draws")]
    Draws(Whose),
    /// Day becomes night or night becomes day (731.1a).
    #[serde(rename = "day or night changes")]
    DayNightChanges(Whose),
    /// Transforms (701.27).
    #[serde(rename = "transforms")]
    Transforms(Subject),
    /// A player loses the game. Looks back (603.10f) since 2016-11-11.
    #[serde(rename = "a player loses")]
    PlayerLoses(Whose),
    /// A lore counter makes the number of lore counters reach this chapter (714.2b).
    #[serde(rename = "chapter")]
    Chapter(u8),
    /// Its controller rolls to visit and it is visited (701.52).
    #[serde(rename = "is visited")]
    Visited(Subject),
    /// This scheme is set in motion (701.32).
    #[serde(rename = "is set in motion")]
    SetInMotion(Subject),
    /// State trigger (603.8): you control nothing that matches.
    #[serde(rename = "you control no")]
    ControlNo(Filter),
}

fn whose_any(w: &Whose) -> bool {
    *w == Whose::Any
}

impl Event {
    /// The word of the event, as in YAML and in [`Need::Event`](crate::Need::Event).
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Event::Enters(_) => "enters",
            Event::Leaves(_) => "leaves",
            Event::Dies(_) => "dies",
            Event::ToGraveyard(_) => "goes to a graveyard from anywhere",
            Event::Exiled(_) => "is exiled",
            Event::ToHand(_) => "returns to hand",
            Event::LeavesGraveyard(_) => "card leaves a graveyard",
            Event::Sacrificed(_) => "is sacrificed",
            Event::PhasesOut(_) => "phases out",
            Event::PhasesIn(_) => "phases in",
            Event::Attacks(_) => "attacks",
            Event::Blocks(_) => "blocks",
            Event::BecomesBlocked(_) => "becomes blocked",
            Event::DealsCombatDamage(_) => "deals combat damage",
            Event::DealtDamage(_) => "is dealt damage",
            Event::BecomesTapped(_) => "becomes tapped",
            Event::BecomesUntapped(_) => "becomes untapped",
            Event::BecomesAttached(_) => "becomes attached",
            Event::BecomesUnattached(_) => "becomes unattached",
            Event::LoseControl(_) => "you lose control of",
            Event::OpponentGains(_) => "an opponent gains control of",
            Event::BecomesTarget(_) => "becomes a target",
            Event::Beginning { .. } => "beginning of",
            Event::Discards(_) => "discards",
            Event::Draws(_) => "draws",
            Event::DayNightChanges(_) => "day or night changes",
            Event::Transforms(_) => "transforms",
            Event::PlayerLoses(_) => "a player loses",
            Event::Chapter(_) => "chapter",
            Event::Visited(_) => "is visited",
            Event::SetInMotion(_) => "is set in motion",
            Event::ControlNo(_) => "you control no",
        }
    }

    /// What the event must happen to, where it happens to an object.
    #[must_use]
    pub const fn subject(&self) -> Option<Subject> {
        match *self {
            Event::Enters(s)
            | Event::Leaves(s)
            | Event::Dies(s)
            | Event::ToGraveyard(s)
            | Event::Exiled(s)
            | Event::ToHand(s)
            | Event::LeavesGraveyard(s)
            | Event::Sacrificed(s)
            | Event::PhasesOut(s)
            | Event::PhasesIn(s)
            | Event::Attacks(s)
            | Event::Blocks(s)
            | Event::BecomesBlocked(s)
            | Event::DealsCombatDamage(s)
            | Event::DealtDamage(s)
            | Event::BecomesTapped(s)
            | Event::BecomesUntapped(s)
            | Event::BecomesAttached(s)
            | Event::BecomesUnattached(s)
            | Event::LoseControl(s)
            | Event::OpponentGains(s)
            | Event::BecomesTarget(s)
            | Event::Transforms(s)
            | Event::Visited(s)
            | Event::SetInMotion(s) => Some(s),
            _ => None,
        }
    }
}
