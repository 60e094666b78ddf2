//! Abilities: keywords, static abilities and triggered abilities, each with the clause it serves.

use crate::card::words;
use crate::{CounterKind, DayNight, Effect, Event, Filter, OneKey, Step, Types, Whose};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

words! {
    /// A keyword ability (702).
    pub enum Keyword ("a keyword") {
        /// 702.26.
        Phasing = "phasing",
        /// 702.9.
        Flying = "flying",
        /// 702.17.
        Reach = "reach",
        /// 702.10.
        Haste = "haste",
        /// 702.20.
        Vigilance = "vigilance",
        /// 702.12.
        Indestructible = "indestructible",
        /// 702.3.
        Defender = "defender",
        /// 702.7.
        FirstStrike = "first strike",
        /// 702.4.
        DoubleStrike = "double strike",
        /// 702.19.
        Trample = "trample",
        /// 702.2.
        Deathtouch = "deathtouch",
        /// 702.18: can't be a target.
        Shroud = "shroud",
        /// 702.103: an enchantment creature that is an Aura while it is attached by bestow.
        Bestow = "bestow",
        /// 702.145b: front face by day, back face by night.
        Daybound = "daybound",
    }
}

/// A static ability. `to` says what it applies to; an ability of a phased-out permanent applies to nothing (702.26b).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum Static {
    /// What matches gets +power/+toughness (613.4c).
    #[serde(rename = "anthem")]
    Anthem {
        /// What gets it.
        to: Filter,
        /// Added to power.
        #[serde(default)]
        power: i8,
        /// Added to toughness.
        #[serde(default)]
        toughness: i8,
    },
    /// What matches has an ability (613.1f).
    #[serde(rename = "grant")]
    Grant {
        /// What has it.
        to: Filter,
        /// The ability.
        ability: Box<Ability>,
    },
    /// What matches loses all abilities (613.1f).
    #[serde(rename = "lose all abilities")]
    LoseAbilities {
        /// What loses them.
        to: Filter,
    },
    /// What matches is also of these types (613.1d); with `power` and `toughness`, a creature of that size.
    #[serde(rename = "are also")]
    AreAlso {
        /// What is.
        to: Filter,
        /// The types added.
        types: Types,
        /// Base power, if it becomes a creature.
        #[serde(default)]
        power: i8,
        /// Base toughness, if it becomes a creature.
        #[serde(default)]
        toughness: i8,
    },
    /// Its power and toughness are the number of permanents that match (604.3).
    #[serde(rename = "size is the number of")]
    SizeIsNumber(Filter),
    /// What it is attached to gets +power/+toughness.
    #[serde(rename = "host gets")]
    HostGets {
        /// Added to power.
        #[serde(default)]
        power: i8,
        /// Added to toughness.
        #[serde(default)]
        toughness: i8,
    },
    /// What it is attached to has an ability.
    #[serde(rename = "host has")]
    HostHas(Box<Ability>),
    /// What it is attached to loses all abilities.
    #[serde(rename = "host loses all abilities")]
    HostLosesAbilities,
    /// You control what it is attached to (613.1b).
    #[serde(rename = "you control host")]
    YouControlHost,
    /// What it is attached to doesn't untap during its controller's untap step (502.3).
    #[serde(rename = "host doesn't untap")]
    HostDoesntUntap,
    /// What matches enters with counters (603.6d, 614.12). Without `to` it speaks of itself.
    #[serde(rename = "enters with")]
    EntersWith {
        /// What enters with them; itself if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Filter>,
        /// The kind of counter.
        counter: CounterKind,
        /// How many.
        n: u8,
    },
    /// What matches enters tapped (603.6d, 614.12). Without `to` it speaks of itself.
    #[serde(rename = "enters tapped")]
    EntersTapped {
        /// What enters tapped; itself if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Filter>,
    },
    /// These players skip this step (500.11, 614.10).
    #[serde(rename = "skip step")]
    SkipStep {
        /// Whose step.
        whose: Whose,
        /// The step.
        step: Step,
    },
    /// It doesn't untap during its controller's untap step (502.3).
    #[serde(rename = "doesn't untap")]
    DoesntUntap,
    /// You untap all permanents you control during each other player's untap step (502.3).
    #[serde(rename = "untap in each other player's untap step")]
    UntapInOthersUntapStep,
    /// You have no maximum hand size (402.2).
    #[serde(rename = "no maximum hand size")]
    NoMaximumHandSize,
    /// The maximum hand size of these players is changed by this much (402.2).
    #[serde(rename = "hand size")]
    HandSize {
        /// Whose.
        whose: Whose,
        /// Added to it.
        by: i8,
    },
    /// What matches can't phase out (101.2).
    #[serde(rename = "can't phase out")]
    CantPhaseOut {
        /// What can't.
        to: Filter,
    },
    /// What matches can't phase in (101.2); it reaches phased-out permanents, because it speaks of phasing in.
    #[serde(rename = "can't phase in")]
    CantPhaseIn {
        /// What can't.
        to: Filter,
    },
    /// What matches can't attack (508.1c).
    #[serde(rename = "can't attack")]
    CantAttack {
        /// What can't.
        to: Filter,
    },
    /// What matches can't block (509.1b).
    #[serde(rename = "can't block")]
    CantBlock {
        /// What can't.
        to: Filter,
    },
    /// You don't lose unspent mana as steps and phases end (500.5).
    #[serde(rename = "keep mana")]
    KeepMana,
    /// Damage isn't removed from it during cleanup steps (514.2).
    #[serde(rename = "damage stays")]
    DamageStays,
    /// Entering permanents that match don't cause abilities to trigger.
    #[serde(rename = "no enters triggers")]
    NoEntersTriggers {
        /// The permanents whose entering triggers nothing.
        to: Filter,
    },
    /// Abilities of your permanents that trigger on dying trigger one more time (603.2d).
    #[serde(rename = "dies triggers twice")]
    DiesTriggersTwice,
    /// If what matches would die, it is exiled instead (614.6).
    #[serde(rename = "exile instead of dying")]
    ExileInsteadOfDying {
        /// What is exiled.
        to: Filter,
    },
    /// Cards in graveyards lose all abilities.
    #[serde(rename = "graveyards lose abilities")]
    GraveyardsLoseAbilities,
    /// Players can't draw cards (101.2).
    #[serde(rename = "players can't draw")]
    CantDraw,
    /// If you would draw a card, draw two instead (614.5).
    #[serde(rename = "draw two instead")]
    DrawTwoInstead,
    /// If an effect would put counters on a permanent you control, it puts twice that many (614.16). A turn-based action is no effect (703.1).
    #[serde(rename = "effects put twice the counters")]
    EffectsDoubleCounters,
    /// The legend rule doesn't apply to permanents you control (704.5j).
    #[serde(rename = "no legend rule")]
    NoLegendRule,
}

impl Static {
    /// The word of the ability, as in YAML and in [`Need::Ability`](crate::Need::Ability).
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Static::Anthem { .. } => "anthem",
            Static::Grant { .. } => "grant",
            Static::LoseAbilities { .. } => "lose all abilities",
            Static::AreAlso { .. } => "are also",
            Static::SizeIsNumber(_) => "size is the number of",
            Static::HostGets { .. } => "host gets",
            Static::HostHas(_) => "host has",
            Static::HostLosesAbilities => "host loses all abilities",
            Static::YouControlHost => "you control host",
            Static::HostDoesntUntap => "host doesn't untap",
            Static::EntersWith { .. } => "enters with",
            Static::EntersTapped { .. } => "enters tapped",
            Static::SkipStep { .. } => "skip step",
            Static::DoesntUntap => "doesn't untap",
            Static::UntapInOthersUntapStep => "untap in each other player's untap step",
            Static::NoMaximumHandSize => "no maximum hand size",
            Static::HandSize { .. } => "hand size",
            Static::CantPhaseOut { .. } => "can't phase out",
            Static::CantPhaseIn { .. } => "can't phase in",
            Static::CantAttack { .. } => "can't attack",
            Static::CantBlock { .. } => "can't block",
            Static::KeepMana => "keep mana",
            Static::DamageStays => "damage stays",
            Static::NoEntersTriggers { .. } => "no enters triggers",
            Static::DiesTriggersTwice => "dies triggers twice",
            Static::ExileInsteadOfDying { .. } => "exile instead of dying",
            Static::GraveyardsLoseAbilities => "graveyards lose abilities",
            Static::CantDraw => "players can't draw",
            Static::DrawTwoInstead => "draw two instead",
            Static::EffectsDoubleCounters => "effects put twice the counters",
            Static::NoLegendRule => "no legend rule",
        }
    }
}

/// A condition of an intervening "if" clause (603.4), checked when the event happens and again on resolution.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum Condition {
    /// You control at least this many permanents that match.
    #[serde(rename = "you control")]
    YouControl {
        /// What is counted.
        all: Filter,
        /// How many are enough.
        at_least: u8,
    },
    /// You control none that match.
    #[serde(rename = "you control no")]
    YouControlNo(Filter),
    /// The source is tapped (`true`) or untapped (`false`).
    #[serde(rename = "this is tapped")]
    ThisIsTapped(bool),
    /// The source is on the battlefield.
    #[serde(rename = "this is on the battlefield")]
    ThisOnBattlefield,
    /// The source is in its owner's graveyard.
    #[serde(rename = "this is in the graveyard")]
    ThisInGraveyard,
    /// It is day, or it is night.
    #[serde(rename = "it is")]
    ItIs(DayNight),
}

/// A triggered ability: "EVENT: you gain N life", and optionally more.
///
/// N is a power of ten that differs from trigger to trigger ([`Setup::number_triggers`](crate::Setup::number_triggers)), so the life
/// totals are a ledger of what fired on any engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trigger {
    /// What it waits for.
    pub when: Event,
    /// "One or more": it triggers once for all objects of one event (603.2c).
    pub batch: bool,
    /// Intervening "if" (603.4).
    pub condition: Option<Condition>,
    /// What happens on resolution beside the gain of life. `this` is the source, `that` the object of the event.
    pub then: Option<Box<Effect>>,
    /// It functions only while its card is in a graveyard (113.6k).
    pub from_graveyard: bool,
    /// The life gained on resolution by its controller. 0 until the setup has numbered its triggers.
    pub gain: i64,
}

impl Trigger {
    /// A plain trigger on an event.
    #[must_use]
    pub const fn on(when: Event) -> Trigger {
        Trigger { when, batch: false, condition: None, then: None, from_graveyard: false, gain: 0 }
    }
}

/// An ability that a card can have. Written as a keyword (`phasing`), as a static ability (`{anthem: {...}}`), or as a trigger
/// (`{when: {dies: this}}`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ability {
    /// A keyword.
    Keyword(Keyword),
    /// A static ability.
    Static(Static),
    /// A triggered ability.
    Trigger(Trigger),
}

impl From<Keyword> for Ability {
    fn from(k: Keyword) -> Ability {
        Ability::Keyword(k)
    }
}

impl From<Static> for Ability {
    fn from(s: Static) -> Ability {
        Ability::Static(s)
    }
}

impl From<Trigger> for Ability {
    fn from(t: Trigger) -> Ability {
        Ability::Trigger(t)
    }
}

impl Ability {
    /// The word of the ability, for [`Need`](crate::Need); of a trigger, the word `trigger`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Ability::Keyword(k) => k.word(),
            Ability::Static(s) => s.word(),
            Ability::Trigger(_) => "trigger",
        }
    }

    /// The abilities that this one can grant, itself first.
    pub fn nested(&self) -> impl Iterator<Item = &Ability> {
        let inner = match self {
            Ability::Static(Static::Grant { ability, .. } | Static::HostHas(ability)) => Some(&**ability),
            _ => None,
        };
        std::iter::once(self).chain(inner)
    }

    /// The triggered abilities in this one, in the order in which [`Setup::number_triggers`](crate::Setup::number_triggers) numbers them:
    /// itself, those that it grants, those that its effect gives.
    #[must_use]
    pub fn triggers(&self) -> Vec<&Trigger> {
        match self {
            Ability::Trigger(t) => std::iter::once(t).chain(t.then.iter().flat_map(|e| e.triggers())).collect(),
            Ability::Static(Static::Grant { ability, .. } | Static::HostHas(ability)) => ability.triggers(),
            _ => Vec::new(),
        }
    }

    /// As [`triggers`](Ability::triggers), to change them.
    pub(crate) fn each_trigger_mut(&mut self, f: &mut impl FnMut(&mut Trigger)) {
        match self {
            Ability::Trigger(t) => {
                f(t);
                if let Some(effect) = &mut t.then {
                    effect.each_trigger_mut(f);
                }
            }
            Ability::Static(Static::Grant { ability, .. } | Static::HostHas(ability)) => ability.each_trigger_mut(f),
            _ => {}
        }
    }
}

impl Serialize for Ability {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Ability::Keyword(k) => k.serialize(s),
            Ability::Static(t) => t.serialize(s),
            Ability::Trigger(t) => {
                let mut map = s.serialize_map(None)?;
                map.serialize_entry("when", &t.when)?;
                if t.batch {
                    map.serialize_entry("one or more", &true)?;
                }
                if let Some(c) = &t.condition {
                    map.serialize_entry("if", c)?;
                }
                if t.from_graveyard {
                    map.serialize_entry("from", "graveyard")?;
                }
                if let Some(e) = &t.then {
                    map.serialize_entry("then", e)?;
                }
                if t.gain != 0 {
                    map.serialize_entry("gain", &t.gain)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Ability {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Ability, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = Ability;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an ability: a keyword such as `phasing`, a static such as `{anthem: {…}}`, or a trigger `{when: {…}}`")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Ability, E> {
                if let Some(k) = Keyword::from_word(v) {
                    return Ok(Ability::Keyword(k));
                }
                if v == "enters tapped" {
                    return Ok(Ability::Static(Static::EntersTapped { to: None }));
                }
                let word: de::value::StrDeserializer<'_, E> = de::IntoDeserializer::into_deserializer(v);
                Static::deserialize(word).map(Ability::Static).map_err(|e| {
                    E::custom(format!("{e}; or a keyword: {}; or a trigger: `{{when: {{dies: this}}}}`", Keyword::WORDS.join(", ")))
                })
            }
            fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Ability, M::Error> {
                let mut ability: Option<Ability> = None;
                let (mut batch, mut condition, mut then, mut from_graveyard, mut gain) = (false, None, None, false, 0);
                let mut trigger_only = None;
                while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                    match &*key {
                        "when" => ability = Some(Trigger::on(map.next_value()?).into()),
                        "one or more" => batch = map.next_value()?,
                        "if" => condition = Some(map.next_value()?),
                        "then" => then = Some(Box::new(map.next_value()?)),
                        "gain" => gain = map.next_value()?,
                        "from" => {
                            let zone = map.next_value::<Cow<'de, str>>()?;
                            if zone != "graveyard" {
                                return Err(de::Error::custom(format!(
                                    "`from: {zone}`: an ability functions from the battlefield, or `from: graveyard`"
                                )));
                            }
                            from_graveyard = true;
                        }
                        _ if ability.is_some() => {
                            return Err(de::Error::custom(format!(
                                "`{key}` can't stand beside another ability; start a new list item with `-`"
                            )));
                        }
                        _ => {
                            ability = Some(Ability::Static(OneKey::read(&key, &mut map)?));
                            continue;
                        }
                    }
                    if key != "when" {
                        trigger_only = Some(key);
                    }
                }
                match (ability, trigger_only) {
                    (Some(Ability::Trigger(t)), _) => Ok(Ability::Trigger(Trigger { batch, condition, then, from_graveyard, gain, ..t })),
                    (Some(a), None) => Ok(a),
                    (_, Some(key)) => Err(de::Error::custom(format!("`{key}` needs a `when` beside it"))),
                    (None, None) => Err(de::Error::custom("an empty ability; write a keyword, a static or `{when: …}`")),
                }
            }
        }
        d.deserialize_any(V)
    }
}

impl JsonSchema for Ability {
    fn schema_name() -> Cow<'static, str> {
        "Ability".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let keyword = g.subschema_for::<Keyword>();
        let statics = g.subschema_for::<Static>();
        let event = g.subschema_for::<Event>();
        let condition = g.subschema_for::<Condition>();
        let effect = g.subschema_for::<Effect>();
        json_schema!({"anyOf": [
            keyword,
            statics,
            {"enum": ["enters tapped"]},
            {
                "description": "A triggered ability; its controller gains a distinct amount of life whenever it resolves.",
                "type": "object",
                "properties": {
                    "when": event,
                    "one or more": {"type": "boolean", "description": "Once for all objects of one event."},
                    "if": condition,
                    "from": {"enum": ["graveyard"]},
                    "then": effect,
                    "gain": {"type": "integer"}
                },
                "required": ["when"],
                "additionalProperties": false
            }
        ]})
    }
}
