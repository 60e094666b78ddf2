//! Cards: a type line with its numbers, and the kinds of counter.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Declares a closed list of words with their spelling, and reads and writes them.
macro_rules! words {
    ($(#[$m:meta])* $vis:vis enum $name:ident ($what:literal) { $($(#[$vm:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$m])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        $vis enum $name { $($(#[$vm])* $variant,)* }

        impl $name {
            /// All of them, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word, as in YAML and on the wire.
            #[must_use]
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// The one with this word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                Self::WORDS.iter().position(|w| *w == word).map(|i| Self::ALL[i])
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                struct V;
                impl serde::de::Visitor<'_> for V {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_str<E: serde::de::Error>(self, v: &str) -> Result<$name, E> {
                        $name::from_word(v).ok_or_else(|| E::unknown_variant(v, $name::WORDS))
                    }
                }
                d.deserialize_str(V)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"description": $what, "enum": Self::WORDS})
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A supertype, card type or subtype (205), each one bit of [`Types`].
    #[allow(missing_docs, reason = "each is the rules' own word")]
    pub enum Type ("a supertype, card type or subtype") {
        Basic = "basic",
        Legendary = "legendary",
        World = "world",
        Artifact = "artifact",
        Battle = "battle",
        Creature = "creature",
        Enchantment = "enchantment",
        Land = "land",
        Planeswalker = "planeswalker",
        Scheme = "scheme",
        Aura = "aura",
        Equipment = "equipment",
        Fortification = "fortification",
        Attraction = "attraction",
        Saga = "saga",
        Siege = "siege",
        Plains = "plains",
        Island = "island",
        Swamp = "swamp",
        Mountain = "mountain",
        Forest = "forest",
        Elf = "elf",
        Spirit = "spirit",
        Zombie = "zombie",
    }
}

impl Type {
    /// The card type that a subtype belongs to (205.3b).
    #[must_use]
    pub const fn card_type(self) -> Option<Type> {
        Some(match self {
            Type::Equipment | Type::Fortification | Type::Attraction => Type::Artifact,
            Type::Aura | Type::Saga => Type::Enchantment,
            Type::Siege => Type::Battle,
            Type::Plains | Type::Island | Type::Swamp | Type::Mountain | Type::Forest => Type::Land,
            Type::Elf | Type::Spirit | Type::Zombie => Type::Creature,
            _ => return None,
        })
    }
}

/// A set of supertypes, card types and subtypes: a type line (205).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Types(pub u32);

impl Types {
    /// The empty set.
    pub const NONE: Types = Types(0);
    /// The card types that permanents have (110.4).
    pub const PERMANENT: Types = Types(
        1 << Type::Artifact as u32
            | 1 << Type::Battle as u32
            | 1 << Type::Creature as u32
            | 1 << Type::Enchantment as u32
            | 1 << Type::Land as u32
            | 1 << Type::Planeswalker as u32,
    );

    /// The set of one.
    #[must_use]
    pub const fn one(t: Type) -> Types {
        Types(1 << t as u32)
    }

    /// Whether `t` is in the set.
    #[must_use]
    pub const fn has(self, t: Type) -> bool {
        self.0 & (1 << t as u32) != 0
    }

    /// Whether all of `other` is in the set.
    #[must_use]
    pub const fn has_all(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is in the set.
    #[must_use]
    pub const fn has_any(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    #[must_use]
    pub const fn with(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// The difference.
    #[must_use]
    pub const fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    /// Without the subtypes whose card type is not in the set: a card type takes its subtypes along as it goes (205.1a).
    #[must_use]
    pub fn correlated(self) -> Types {
        self.iter().filter(|t| t.card_type().is_some_and(|c| !self.has(c))).fold(self, |s, t| s.without(Types::one(t)))
    }

    /// Its members, in the order of a printed type line.
    pub fn iter(self) -> impl Iterator<Item = Type> {
        Type::ALL.iter().copied().filter(move |t| self.has(*t))
    }

    /// Reads words separated by spaces, and adds the card type that a subtype implies: `equipment` is an artifact.
    ///
    /// # Errors
    /// The word that is no type.
    pub fn parse(text: &str) -> Result<Types, String> {
        let mut types = Types::NONE;
        for word in text.split_whitespace() {
            let t = Type::from_word(word).ok_or_else(|| word.to_owned())?;
            types = types.with(Types::one(t));
            if let Some(c) = t.card_type() {
                types = types.with(Types::one(c));
            }
        }
        Ok(types)
    }
}

impl fmt::Display for Types {
    /// The shortest phrase that reads back as the same set: card types that a subtype implies are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let implied = self.iter().filter_map(Type::card_type).fold(Types::NONE, |s, t| s.with(Types::one(t)));
        let mut first = true;
        for t in self.iter().filter(|t| !implied.has(*t)) {
            if !std::mem::take(&mut first) {
                f.write_str(" ")?;
            }
            f.write_str(t.word())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Types {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Types, D::Error> {
        d.deserialize_str(Phrase("types such as `legendary creature`", |v| Types::parse(v).map_err(|w| no_type(&w))))
    }
}

impl JsonSchema for Types {
    fn schema_name() -> Cow<'static, str> {
        "Types".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "Types separated by spaces, such as `legendary creature`.", "type": "string"})
    }
}

/// Reads a phrase where it stands, so that an error carries its place in the file.
struct Phrase<T>(&'static str, fn(&str) -> Result<T, String>);

impl<T> de::Visitor<'_> for Phrase<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
    fn visit_str<E: de::Error>(self, v: &str) -> Result<T, E> {
        (self.1)(v).map_err(E::custom)
    }
}

pub(crate) fn no_type(word: &str) -> String {
    format!("`{word}` is no type; types are {}", Type::WORDS.join(", "))
}

/// What a card is, without its abilities: a type line and its numbers. Written as one phrase: `legendary creature 2/2`, `planeswalker 4`,
/// `battle siege 5`, `equipment`, `attraction 4`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Card {
    /// The type line.
    pub types: Types,
    /// Power and toughness (208), of creatures.
    pub pt: Option<(i16, i16)>,
    /// Loyalty of a planeswalker (209), defense of a battle (210), or the lowest roll that visits an Attraction (701.52a).
    pub number: Option<u8>,
}

impl Card {
    /// A creature.
    #[must_use]
    pub const fn creature(power: i16, toughness: i16) -> Card {
        Card { types: Types::one(Type::Creature), pt: Some((power, toughness)), number: None }
    }

    /// Reads a phrase such as `legendary creature 2/2`.
    ///
    /// # Errors
    /// A sentence that says which word is wrong and what would be right.
    pub fn parse(text: &str) -> Result<Card, String> {
        let mut card = Card::default();
        for word in text.split_whitespace() {
            if let Some((p, t)) = word.split_once('/') {
                let number = |s: &str| s.parse::<i16>().map_err(|_| format!("`{word}` is no power and toughness; write `2/3`"));
                card.pt = Some((number(p)?, number(t)?));
            } else if let Ok(n) = word.parse::<u8>() {
                card.number = Some(n);
            } else {
                card.types = card.types.with(Types::parse(word).map_err(|w| no_type(&w))?);
            }
        }
        if !card.types.has_any(Types::PERMANENT) && !card.types.has(Type::Scheme) {
            return Err(format!("`{text}` names no card type; write for example `creature 2/2`, `artifact` or `aura`"));
        }
        if card.types.has(Type::Creature) && card.pt.is_none() {
            return Err(format!("`{text}` needs power and toughness; write for example `{text} 2/2`"));
        }
        if card.number.is_none() && card.types.has_any(Types::one(Type::Planeswalker).with(Types::one(Type::Battle))) {
            return Err(format!("`{text}` needs its loyalty or defense; write for example `{text} 4`"));
        }
        Ok(card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.types.fmt(f)?;
        if let Some((p, t)) = self.pt {
            write!(f, " {p}/{t}")?;
        }
        if let Some(n) = self.number {
            write!(f, " {n}")?;
        }
        Ok(())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Card, D::Error> {
        d.deserialize_str(Phrase("a type line such as `creature 2/2`", Card::parse))
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A type line with its numbers, such as `creature 2/2`, `legendary creature 3/3`, `equipment`, `planeswalker 4`.",
            "type": "string"
        })
    }
}

words! {
    /// The kinds of counter (122) that the vocabulary has.
    pub enum CounterKind ("a kind of counter") {
        /// Adds 1 to power and toughness (122.1a).
        PlusOne = "+1/+1",
        /// Takes 1 from power and toughness (122.1a).
        MinusOne = "-1/-1",
        /// Loyalty of a planeswalker (306.5).
        Loyalty = "loyalty",
        /// Defense of a battle (310.4).
        Defense = "defense",
        /// Lore of a Saga (714).
        Lore = "lore",
        /// A counter with no rules meaning.
        Charge = "charge",
    }
}

/// Numbers of counters by kind.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Counters(pub [u8; CounterKind::ALL.len()]);

impl Counters {
    /// How many of a kind.
    #[must_use]
    pub const fn get(&self, kind: CounterKind) -> u8 {
        self.0[kind as usize]
    }

    /// Sets how many of a kind.
    pub const fn set(&mut self, kind: CounterKind, n: u8) {
        self.0[kind as usize] = n;
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|n| *n == 0)
    }

    /// The kinds that are there, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (CounterKind, u8)> + '_ {
        CounterKind::ALL.iter().map(|k| (*k, self.get(*k))).filter(|(_, n)| *n > 0)
    }
}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Counters {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Counters, D::Error> {
        let map = BTreeMap::<CounterKind, u8>::deserialize(d)?;
        let mut counters = Counters::default();
        for (kind, n) in map {
            counters.set(kind, n);
        }
        Ok(counters)
    }
}

impl JsonSchema for Counters {
    fn schema_name() -> Cow<'static, str> {
        "Counters".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let properties: serde_json::Map<String, serde_json::Value> = CounterKind::WORDS
            .iter()
            .map(|w| ((*w).to_owned(), serde_json::json!({"type": "integer", "minimum": 0, "maximum": 255})))
            .collect();
        json_schema!({
            "description": "Numbers of counters by kind.",
            "type": "object",
            "properties": properties,
            "additionalProperties": false
        })
    }
}
