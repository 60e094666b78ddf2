//! Filters: which permanents or cards a word is about.

use crate::card::no_type;
use crate::{Keyword, Seat, Type, Types, names};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// Whose permanents, seen from the controller of the ability or effect; or whose step.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// Anybody's.
    #[default]
    Any,
    /// The controller's own.
    You,
    /// Any opponent's (102.3).
    Opponents,
    /// That of the player to whom the source is attached (303.4, "enchanted player").
    Enchanted,
}

/// A description that permanents, or cards in another zone, match. The default matches every permanent.
///
/// Unless [`phased_out`](Filter::phased_out) is set it names no phased-out permanents, so it never reaches any (702.26b).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Filter {
    /// All of these types; none means any.
    pub types: Types,
    /// None of these types.
    pub not: Types,
    /// Who controls them (owns them, for cards outside the battlefield).
    pub whose: Whose,
    /// Not the source itself ("other").
    pub other: bool,
    /// Tokens only, or nontokens only.
    pub token: Option<bool>,
    /// Only tapped, or only untapped ones.
    pub tapped: Option<bool>,
    /// Only those with this keyword.
    pub with: Option<Keyword>,
    /// The phased-out ones, by name of their status: the one way to reach them (702.26b).
    pub phased_out: bool,
    /// The one player whose they are, whoever controls the source.
    pub of: Option<Seat>,
}

impl Filter {
    /// Every permanent.
    pub const ANY: Filter = Filter {
        types: Types::NONE,
        not: Types::NONE,
        whose: Whose::Any,
        other: false,
        token: None,
        tapped: None,
        with: None,
        phased_out: false,
        of: None,
    };

    /// Everything of one type; of a subtype, with the card type that goes with it (205.3).
    #[must_use]
    pub const fn of_type(t: Type) -> Filter {
        let types = match t.card_type() {
            Some(card) => Types::one(t).with(Types::one(card)),
            None => Types::one(t),
        };
        Filter { types, ..Filter::ANY }
    }

    /// The same, restricted to those of the source's controller.
    #[must_use]
    pub const fn yours(mut self) -> Filter {
        self.whose = Whose::You;
        self
    }

    /// The same, without the source itself.
    #[must_use]
    pub const fn others(mut self) -> Filter {
        self.other = true;
        self
    }

    /// Reads a phrase such as `other untapped creatures you control`.
    ///
    /// # Errors
    /// A sentence that says which word is wrong and what would be right.
    pub fn parse(text: &str) -> Result<Filter, String> {
        let mut f = Filter::ANY;
        let mut rest = text.trim();
        let whose = [(" you control", Whose::You), (" your opponents control", Whose::Opponents)];
        for (end, w) in whose {
            if let Some(r) = rest.strip_suffix(end) {
                (rest, f.whose) = (r, w);
            }
        }
        if let Some(r) = rest.strip_suffix(" enchanted player controls") {
            (rest, f.whose) = (r, Whose::Enchanted);
        }
        if let Some(r) = rest.strip_suffix(" controls")
            && let Some((r, seat)) = r.rsplit_once(' ')
            && let Some(seat) = Seat::from_letter(seat)
        {
            (rest, f.of) = (r, Some(seat));
        }
        if let Some((r, keyword)) = rest.split_once(" with ") {
            f.with = Some(Keyword::from_word(keyword).ok_or_else(|| format!("`{keyword}` is no keyword"))?);
            rest = r;
        }
        for word in rest.split_whitespace() {
            match word {
                "permanent" | "permanents" | "card" | "cards" => {}
                "other" | "another" => f.other = true,
                "token" | "tokens" => f.token = Some(true),
                "nontoken" => f.token = Some(false),
                "tapped" => f.tapped = Some(true),
                "untapped" => f.tapped = Some(false),
                "phased-out" => f.phased_out = true,
                _ => match (type_word(word), word.strip_prefix("non").and_then(type_word)) {
                    (Some(t), _) => f.types = f.types.with(Types::one(t)).with(t.card_type().map_or(Types::NONE, Types::one)),
                    (None, Some(t)) => f.not = f.not.with(Types::one(t)),
                    (None, None) => {
                        return Err(format!(
                            "{}; a description reads like `other untapped creatures with flying you control`, `nonbasic lands`, `phased-out permanents`",
                            no_type(word)
                        ));
                    }
                },
            }
        }
        Ok(f)
    }
}

/// A type word, singular or plural.
fn type_word(word: &str) -> Option<Type> {
    Type::from_word(word).or_else(|| word.strip_suffix('s').and_then(Type::from_word)).or_else(|| (word == "elves").then_some(Type::Elf))
}

fn plural(t: Type) -> Cow<'static, str> {
    match t {
        Type::Elf => "elves".into(),
        Type::Plains | Type::Equipment | Type::Basic | Type::Legendary | Type::World => t.word().into(),
        _ => format!("{}s", t.word()).into(),
    }
}

impl fmt::Display for Filter {
    /// A phrase that reads back as the same filter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<Cow<'static, str>> = Vec::new();
        if self.other {
            words.push("other".into());
        }
        if self.phased_out {
            words.push("phased-out".into());
        }
        match self.tapped {
            Some(true) => words.push("tapped".into()),
            Some(false) => words.push("untapped".into()),
            None => {}
        }
        if self.token == Some(false) {
            words.push("nontoken".into());
        }
        words.extend(self.not.iter().map(|t| format!("non{t}").into()));
        let implied = self.types.iter().filter_map(Type::card_type).fold(Types::NONE, |s, t| s.with(Types::one(t)));
        let types: Vec<Type> = self.types.iter().filter(|t| !implied.has(*t)).collect();
        for (i, t) in types.iter().enumerate() {
            let last = i + 1 == types.len() && self.token != Some(true);
            words.push(if last { plural(*t) } else { t.word().into() });
        }
        if self.token == Some(true) {
            words.push("tokens".into());
        } else if types.is_empty() || matches!(types.last(), Some(Type::Basic | Type::Legendary | Type::World)) {
            words.push("permanents".into());
        }
        f.write_str(&words.join(" "))?;
        if let Some(k) = self.with {
            write!(f, " with {k}")?;
        }
        match (self.of, self.whose) {
            (Some(seat), _) => write!(f, " {seat} controls"),
            (None, Whose::Any) => Ok(()),
            (None, Whose::You) => f.write_str(" you control"),
            (None, Whose::Opponents) => f.write_str(" your opponents control"),
            (None, Whose::Enchanted) => f.write_str(" enchanted player controls"),
        }
    }
}

/// The same with named fields, for programs.
#[derive(Serialize, Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    #[serde(rename = "type", skip_serializing_if = "is_none")]
    types: Types,
    #[serde(skip_serializing_if = "is_none")]
    not: Types,
    #[serde(skip_serializing_if = "is_any")]
    whose: Whose,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    other: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tapped: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<Keyword>,
    #[serde(rename = "phased out", skip_serializing_if = "std::ops::Not::not")]
    phased_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Seat>,
}

fn is_none(t: &Types) -> bool {
    *t == Types::NONE
}

fn is_any(w: &Whose) -> bool {
    *w == Whose::Any
}

impl Serialize for Filter {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if names::style() == names::Style::Phrases {
            return s.collect_str(self);
        }
        let Filter { types, not, whose, other, token, tapped, with, phased_out, of } = *self;
        Fields { types, not, whose, other, token, tapped, with, phased_out, of }.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Filter {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Filter, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = Filter;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a description such as `creatures you control`")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Filter, E> {
                Filter::parse(v).map_err(E::custom)
            }
            fn visit_map<M: de::MapAccess<'de>>(self, map: M) -> Result<Filter, M::Error> {
                let Fields { types, not, whose, other, token, tapped, with, phased_out, of } =
                    Fields::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(Filter { types, not, whose, other, token, tapped, with, phased_out, of })
            }
        }
        d.deserialize_any(V)
    }
}

impl JsonSchema for Filter {
    fn schema_name() -> Cow<'static, str> {
        "Filter".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let fields = Fields::json_schema(g);
        json_schema!({"anyOf": [
            {"description": "A phrase such as `other untapped creatures with flying you control`.", "type": "string"},
            fields
        ]})
    }
}
