//! Actions: what a scenario does, one after the other.

use crate::{Attached, Effect, Obj, OneKey, Seat, Setup, Step};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// A creature and what it attacks (508.1b).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The attacking creature.
    pub attacker: Obj,
    /// The player, planeswalker or battle that it attacks.
    pub target: Attached,
}

/// A creature and the attacker that it blocks (509.1a).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The blocking creature.
    pub blocker: Obj,
    /// The attacker that it blocks.
    pub attacker: Obj,
}

/// An answer to a choice that the rules leave to a player, given before the action that asks for it. A scenario whose outcome would
/// depend on a choice carries the answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum Answer {
    /// The order in which one player's triggers go on the stack, by source: the last one resolves first (603.3b).
    #[serde(rename = "trigger order")]
    TriggerOrder(Vec<Obj>),
    /// What to discard (514.1).
    #[serde(rename = "discard")]
    Discard(Vec<Obj>),
    /// Which one to keep under the legend rule (704.5j).
    #[serde(rename = "keep")]
    Keep(Obj),
    /// How a creature assigns its combat damage (510.1c, 510.1d).
    #[serde(rename = "assign")]
    Assign {
        /// The creature that deals it.
        from: Obj,
        /// To whom, and how much.
        to: Vec<(Attached, u8)>,
    },
    /// The damage assignment order among the blockers of an attacker; asked for in editions up to 2024-09-20 (old 509.2).
    #[serde(rename = "damage order")]
    DamageOrder {
        /// The attacker.
        attacker: Obj,
        /// Its blockers, first to receive damage first.
        blockers: Vec<Obj>,
    },
    /// The defending player (507.1).
    #[serde(rename = "defending player")]
    DefendingPlayer(Seat),
    /// The result of the next die (706).
    #[serde(rename = "roll")]
    Roll(u8),
    /// The protector of a battle (310.8).
    #[serde(rename = "protector")]
    Protector {
        /// The battle.
        battle: Obj,
        /// Its protector.
        of: Seat,
    },
}

impl Answer {
    /// The word of the answer, for [`Need::Answer`](crate::Need::Answer).
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Answer::TriggerOrder(_) => "trigger order",
            Answer::Discard(_) => "discard",
            Answer::Keep(_) => "keep",
            Answer::Assign { .. } => "assign",
            Answer::DamageOrder { .. } => "damage order",
            Answer::DefendingPlayer(_) => "defending player",
            Answer::Roll(_) => "roll",
            Answer::Protector { .. } => "protector",
        }
    }
}

/// Something that happens in a scenario.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Action {
    /// An effect resolves as though an ability controlled by `by` had: `{by: A, phase out: [bear]}`.
    Resolve {
        /// Its controller.
        by: Seat,
        /// The effect.
        effect: Effect,
    },
    /// An effect is put on the stack with its targets and waits: `{by: A, announce: {destroy: [bear]}}` (601.2, 603.3).
    Announce {
        /// Its controller.
        by: Seat,
        /// The effect. Named objects are its targets.
        effect: Effect,
    },
    /// All players pass and the top object of the stack resolves: `{resolve top: true}` (608).
    ResolveTop,
    /// The game goes on until that step: `{advance to: upkeep, of: B}`. Always to a later moment. With nothing else said nobody attacks
    /// or blocks, and players discard blank cards first.
    Advance {
        /// The step. Its turn-based actions are done and what triggered has resolved.
        to: Step,
        /// Whose turn.
        of: Seat,
    },
    /// The active player moves to declare attackers and attacks: `{attack: {bear: B}}` (508.1).
    Attack(Vec<Attack>),
    /// The defending players move to declare blockers and block: `{block: {wall: bear}}` (509.1).
    Block(Vec<Block>),
    /// A player concedes and leaves the game: `{leave: B}` (104.3a, 800.4).
    Leave(Seat),
    /// An object from outside is there, without entering: `{put: [bear]}`. For engines that can; scenarios prefer
    /// [`Effect::PutOntoBattlefield`].
    Put(Obj),
    /// A player answers a choice that comes later: `{answer: {roll: 4}}`.
    Answer(Answer),
}

impl Action {
    /// The word of the action, for [`Need::Action`](crate::Need::Action); of a resolution, the word of its effect.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Action::Resolve { effect, .. } => effect.word(),
            Action::Announce { .. } => "announce",
            Action::ResolveTop => "resolve top",
            Action::Advance { .. } => "advance to",
            Action::Attack(_) => "attack",
            Action::Block(_) => "block",
            Action::Leave(_) => "leave",
            Action::Put(_) => "put",
            Action::Answer(_) => "answer",
        }
    }

    /// The effect, if it has one.
    #[must_use]
    pub const fn effect(&self) -> Option<&Effect> {
        match self {
            Action::Resolve { effect, .. } | Action::Announce { effect, .. } => Some(effect),
            _ => None,
        }
    }

    /// Words that start an action beside the effects' words.
    pub const WORDS: [&'static str; 8] = ["announce", "resolve top", "advance to", "attack", "block", "leave", "put", "answer"];
}

/// A setup and a script, with nothing expected.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// The board.
    pub setup: Setup,
    /// What happens.
    pub play: Vec<Action>,
}

/// Lists that are written as maps, `{bear: B}`.
mod pairs {
    use super::{Attached, Attack, Block, Deserialize, Obj, Serializer, de, fmt};
    use serde::ser::SerializeMap;

    pub(crate) struct Pairs<T>(pub(crate) T);

    impl serde::Serialize for Pairs<&Vec<Attack>> {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            let mut map = s.serialize_map(Some(self.0.len()))?;
            self.0.iter().try_for_each(|a| map.serialize_entry(&a.attacker, &a.target))?;
            map.end()
        }
    }

    impl serde::Serialize for Pairs<&Vec<Block>> {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            let mut map = s.serialize_map(Some(self.0.len()))?;
            self.0.iter().try_for_each(|b| map.serialize_entry(&b.blocker, &b.attacker))?;
            map.end()
        }
    }

    struct V<T>(&'static str, std::marker::PhantomData<T>);

    impl<'de, T: Deserialize<'de>> de::Visitor<'de> for V<T> {
        type Value = Vec<(Obj, T)>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut all: Vec<(Obj, T)> = Vec::new();
            while let Some(obj) = map.next_key::<Obj>()? {
                if all.iter().any(|(o, _)| *o == obj) {
                    return Err(de::Error::custom(format!("`{obj}` stands twice")));
                }
                all.push((obj, map.next_value()?));
            }
            Ok(all)
        }
    }

    impl<'de> Deserialize<'de> for Pairs<Vec<Attack>> {
        fn deserialize<D: de::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            let all = d.deserialize_map(V::<Attached>("attackers and what they attack, such as `{bear: B}`", std::marker::PhantomData))?;
            Ok(Pairs(all.into_iter().map(|(attacker, target)| Attack { attacker, target }).collect()))
        }
    }

    impl<'de> Deserialize<'de> for Pairs<Vec<Block>> {
        fn deserialize<D: de::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            let all = d.deserialize_map(V::<Obj>("blockers and what they block, such as `{wall: bear}`", std::marker::PhantomData))?;
            Ok(Pairs(all.into_iter().map(|(blocker, attacker)| Block { blocker, attacker }).collect()))
        }
    }
}
pub(crate) use pairs::Pairs;

impl Action {
    /// Writes the action's entries into a map that may hold other keys as well.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Action::Resolve { by, effect } => {
                map.serialize_entry("by", by)?;
                // An effect is an externally tagged enum; its one entry joins ours.
                effect.serialize(Entry(map))?;
                Ok(())
            }
            Action::Announce { by, effect } => {
                map.serialize_entry("by", by)?;
                map.serialize_entry("announce", effect)
            }
            Action::ResolveTop => map.serialize_entry("resolve top", &true),
            Action::Advance { to, of } => {
                map.serialize_entry("advance to", to)?;
                map.serialize_entry("of", of)
            }
            Action::Attack(a) => map.serialize_entry("attack", &Pairs(a)),
            Action::Block(b) => map.serialize_entry("block", &Pairs(b)),
            Action::Leave(s) => map.serialize_entry("leave", s),
            Action::Put(o) => map.serialize_entry("put", o),
            Action::Answer(a) => map.serialize_entry("answer", a),
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        self.serialize_entries(&mut map)?;
        map.end()
    }
}

/// Collects the keys of an action out of a map that may hold others; see [`ActionKeys::take`].
#[derive(Debug, Default)]
pub(crate) struct ActionKeys {
    by: Option<Seat>,
    of: Option<Seat>,
    main: Option<Main>,
}

#[derive(Debug)]
enum Main {
    Effect(Effect),
    Announce(Effect),
    Advance(Step),
    Other(Action),
}

impl ActionKeys {
    /// Reads the value of `key`, which must be one of an action's.
    fn take<'de, M: de::MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let main = match key {
            "by" => {
                self.by = Some(map.next_value()?);
                return Ok(());
            }
            "of" => {
                self.of = Some(map.next_value()?);
                return Ok(());
            }
            _ if self.main.is_some() => {
                return Err(de::Error::custom(format!("`{key}` is a second action in one step; start a new list item with `-`")));
            }
            "announce" => Main::Announce(map.next_value()?),
            "advance to" => Main::Advance(map.next_value()?),
            "resolve top" => {
                map.next_value::<bool>()?;
                Main::Other(Action::ResolveTop)
            }
            "attack" => Main::Other(Action::Attack(map.next_value::<Pairs<Vec<Attack>>>()?.0)),
            "block" => Main::Other(Action::Block(map.next_value::<Pairs<Vec<Block>>>()?.0)),
            "leave" => Main::Other(Action::Leave(map.next_value()?)),
            "put" => Main::Other(Action::Put(map.next_value()?)),
            "answer" => Main::Other(Action::Answer(map.next_value()?)),
            _ => Main::Effect(OneKey::read(key, map).map_err(|e: M::Error| add_actions(e))?),
        };
        self.main = Some(main);
        Ok(())
    }

    fn finish<E: de::Error>(self) -> Result<Action, E> {
        let (by, of) = (self.by, self.of);
        let needs_by = || E::custom("whose effect is it? add `by: A`");
        let action = match self.main {
            None => return Err(E::custom("no action in this step; write for example `{by: A, phase out: [bear]}`")),
            Some(Main::Effect(effect)) => Action::Resolve { by: by.ok_or_else(needs_by)?, effect },
            Some(Main::Announce(effect)) => Action::Announce { by: by.ok_or_else(needs_by)?, effect },
            Some(Main::Advance(to)) => Action::Advance { to, of: of.ok_or_else(|| E::custom("in whose turn? add `of: B`"))? },
            Some(Main::Other(a)) => a,
        };
        if by.is_some() && !matches!(action, Action::Resolve { .. } | Action::Announce { .. }) {
            return Err(E::custom(format!("`by` says nothing beside `{}`; leave it out", action.word())));
        }
        if of.is_some() && !matches!(action, Action::Advance { .. }) {
            return Err(E::custom(format!("`of` says nothing beside `{}`; leave it out", action.word())));
        }
        Ok(action)
    }
}

fn add_actions<E: de::Error>(e: E) -> E {
    let text = e.to_string();
    if text.starts_with("unknown variant") {
        return E::custom(format!("{text}; or another action: {}", Action::WORDS.map(|w| format!("`{w}`")).join(", ")));
    }
    e
}

impl Action {
    /// Reads an action out of a map; a key for which `other` answers `true` (having read its value) is not the action's.
    ///
    /// # Errors
    /// Those of the deserializer, each with what would be right.
    pub fn read_from_map<'de, M: de::MapAccess<'de>>(
        mut map: M,
        mut other: impl FnMut(&str, &mut M) -> Result<bool, M::Error>,
    ) -> Result<Option<Action>, M::Error> {
        let mut keys = ActionKeys::default();
        let (mut any, mut others) = (false, false);
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            if other(&key, &mut map)? {
                others = true;
            } else {
                any = true;
                keys.take(&key, &mut map)?;
            }
        }
        if any || !others { keys.finish().map(Some) } else { Ok(None) }
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Action, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = Action;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an action such as `{by: A, phase out: [bear]}` or `{advance to: upkeep, of: B}`")
            }
            fn visit_map<M: de::MapAccess<'de>>(self, map: M) -> Result<Action, M::Error> {
                let action = Action::read_from_map(map, |_, _| Ok(false))?;
                action.ok_or_else(|| de::Error::custom("an empty action"))
            }
        }
        d.deserialize_map(V)
    }
}

impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let (seat, step, answer, effect) =
            (g.subschema_for::<Seat>(), g.subschema_for::<Step>(), g.subschema_for::<Answer>(), g.subschema_for::<Effect>());
        let target = g.subschema_for::<Attached>();
        let mut any: Vec<serde_json::Value> = Vec::new();
        // Each shape of an effect, with `by` beside it.
        let shapes = Effect::json_schema(g);
        for shape in shapes.get("oneOf").or_else(|| shapes.get("anyOf")).and_then(|v| v.as_array()).into_iter().flatten() {
            let mut shape = shape.clone();
            if let Some(words) = shape.get("enum").and_then(|v| v.as_array()).cloned() {
                for word in words {
                    any.push(serde_json::json!({"type": "object", "properties": {word.as_str().unwrap_or_default(): {"type": ["boolean", "null"]}, "by": seat}, "required": [word, "by"], "additionalProperties": false}));
                }
                continue;
            }
            if let Some(word) = shape.get("const").cloned() {
                any.push(serde_json::json!({"type": "object", "properties": {word.as_str().unwrap_or_default(): {"type": ["boolean", "null"]}, "by": seat}, "required": [word, "by"], "additionalProperties": false}));
                continue;
            }
            if let Some(p) = shape.get_mut("properties").and_then(|p| p.as_object_mut()) {
                p.insert("by".into(), serde_json::to_value(&seat).unwrap_or_default());
            }
            if let Some(r) = shape.get_mut("required").and_then(|p| p.as_array_mut()) {
                r.push("by".into());
            }
            any.push(shape);
        }
        let map_of = |v: &Schema| serde_json::json!({"type": "object", "additionalProperties": v});
        let mut one = |key: &str, value: serde_json::Value, more: &[(&str, &Schema)]| {
            let mut properties = serde_json::Map::new();
            let mut required = vec![key.to_owned()];
            properties.insert(key.into(), value);
            for (k, v) in more {
                properties.insert((*k).into(), serde_json::to_value(v).unwrap_or_default());
                required.push((*k).into());
            }
            any.push(serde_json::json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false}));
        };
        let value = |s: &Schema| serde_json::to_value(s).unwrap_or_default();
        one("announce", value(&effect), &[("by", &seat)]);
        one("resolve top", serde_json::json!({"const": true}), &[]);
        one("advance to", value(&step), &[("of", &seat)]);
        one("attack", map_of(&target), &[]);
        one("block", map_of(&target), &[]);
        one("leave", value(&seat), &[]);
        one("put", serde_json::json!({"type": "string"}), &[]);
        one("answer", value(&answer), &[]);
        json_schema!({"description": "One action of a scenario.", "anyOf": any})
    }
}

/// A serializer that adds an externally tagged enum to a map as one entry.
struct Entry<'a, M>(&'a mut M);

mod entry {
    use super::{Entry, SerializeMap};
    use serde::ser::{Error, Impossible, SerializeStructVariant, Serializer};
    use serde::{Serialize, ser};

    type Bad<M> = Impossible<(), <M as SerializeMap>::Error>;

    macro_rules! no {
        ($($f:ident($($t:ty),*) -> $r:ty;)*) => {$(
            fn $f(self, $(_: $t),*) -> Result<$r, M::Error> { Err(M::Error::custom("not an enum")) }
        )*};
    }

    /// Gathers the fields of a struct variant as a JSON object before they are added.
    pub(super) struct Fields<'a, M> {
        map: &'a mut M,
        variant: &'static str,
        fields: serde_json::Map<String, serde_json::Value>,
    }

    impl<M: SerializeMap> SerializeStructVariant for Fields<'_, M> {
        type Ok = ();
        type Error = M::Error;
        fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), M::Error> {
            self.fields.insert(key.to_owned(), serde_json::to_value(value).map_err(M::Error::custom)?);
            Ok(())
        }
        fn end(self) -> Result<(), M::Error> {
            self.map.serialize_entry(self.variant, &self.fields)
        }
    }

    impl<'a, M: SerializeMap> Serializer for Entry<'a, M> {
        type Ok = ();
        type Error = M::Error;
        type SerializeSeq = Bad<M>;
        type SerializeTuple = Bad<M>;
        type SerializeTupleStruct = Bad<M>;
        type SerializeTupleVariant = Bad<M>;
        type SerializeMap = Bad<M>;
        type SerializeStruct = Bad<M>;
        type SerializeStructVariant = Fields<'a, M>;

        fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), M::Error> {
            self.0.serialize_entry(variant, &true)
        }
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            variant: &'static str,
            value: &T,
        ) -> Result<(), M::Error> {
            self.0.serialize_entry(variant, value)
        }
        fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Fields<'a, M>, M::Error> {
            Ok(Fields { map: self.0, variant, fields: serde_json::Map::new() })
        }
        fn serialize_some<T: ?Sized + ser::Serialize>(self, v: &T) -> Result<(), M::Error> {
            v.serialize(self)
        }
        fn serialize_newtype_struct<T: ?Sized + ser::Serialize>(self, _: &'static str, v: &T) -> Result<(), M::Error> {
            v.serialize(self)
        }
        no! {
            serialize_bool(bool) -> (); serialize_i8(i8) -> (); serialize_i16(i16) -> (); serialize_i32(i32) -> ();
            serialize_i64(i64) -> (); serialize_u8(u8) -> (); serialize_u16(u16) -> (); serialize_u32(u32) -> ();
            serialize_u64(u64) -> (); serialize_f32(f32) -> (); serialize_f64(f64) -> (); serialize_char(char) -> ();
            serialize_str(&str) -> (); serialize_bytes(&[u8]) -> (); serialize_none() -> (); serialize_unit() -> ();
            serialize_unit_struct(&'static str) -> (); serialize_seq(Option<usize>) -> Bad<M>; serialize_tuple(usize) -> Bad<M>;
            serialize_tuple_struct(&'static str, usize) -> Bad<M>;
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Bad<M>;
            serialize_map(Option<usize>) -> Bad<M>; serialize_struct(&'static str, usize) -> Bad<M>;
        }
    }
}
