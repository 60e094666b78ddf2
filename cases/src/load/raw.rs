//! The second, strict reading of a file: each case within the names of its own board.

use super::sketch::Sketch;
use crate::phrases::{self, Kind};
use crate::registry::Registry;
use crate::{ExpectSubject, Fact};
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::{Action, Date, Obj, ObjectSpec, Options, PlayerSpec, Seat};
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

/// A file as read, with the place of each case in its list.
#[derive(Debug)]
pub(super) struct RawFile {
    pub(super) group: String,
    pub(super) cases: Vec<(usize, RawCase)>,
}

/// Reads a file, passing over the cases in `skip`. `at` tells which case was being read when an error came.
#[derive(Debug)]
pub(super) struct FileSeed<'a> {
    pub(super) sketches: &'a [Sketch],
    pub(super) skip: &'a HashSet<usize>,
    pub(super) at: &'a Cell<Option<usize>>,
}

const FILE_KEYS: &[&str] = &["group", "cases"];

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = RawFile;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<RawFile, D::Error> {
        d.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = RawFile;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a case file: `group:` and what its cases are about, then `cases:` and a list")
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<RawFile, M::Error> {
        let (mut group, mut cases) = (None, None);
        while let Some(key) = map.next_key::<OneOf<'_>>()? {
            let twice = match &*key.0 {
                "group" => group.replace(map.next_value::<String>()?).is_some(),
                _ => cases.replace(map.next_value_seed(CasesSeed(&self))?).is_some(),
            };
            if twice {
                return Err(de::Error::custom(format!("`{}` stands twice", key.0)));
            }
        }
        let group = group.ok_or_else(|| de::Error::missing_field("group"))?;
        let cases = cases.ok_or_else(|| de::Error::missing_field("cases"))?;
        Ok(RawFile { group, cases })
    }
}

/// A key of the file, checked where it stands.
struct OneOf<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for OneOf<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<OneOf<'de>, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = OneOf<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`group` or `cases`")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<OneOf<'de>, E> {
                if FILE_KEYS.contains(&v) { Ok(OneOf(v.to_owned().into())) } else { Err(E::unknown_field(v, FILE_KEYS)) }
            }
        }
        d.deserialize_str(V)
    }
}

struct CasesSeed<'a, 'b>(&'b FileSeed<'a>);

impl<'de> DeserializeSeed<'de> for CasesSeed<'_, '_> {
    type Value = Vec<(usize, RawCase)>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for CasesSeed<'_, '_> {
    type Value = Vec<(usize, RawCase)>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cases, each of which begins with `- id:`")
    }
    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Self::Value, S::Error> {
        let mut all = Vec::new();
        for (i, sketch) in self.0.sketches.iter().enumerate() {
            if self.0.skip.contains(&i) {
                seq.next_element::<IgnoredAny>()?;
                continue;
            }
            self.0.at.set(Some(i));
            if let Some(case) = seq.next_element_seed(CaseSeed(sketch))? {
                all.push((i, case));
            }
            self.0.at.set(None);
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(all)
    }
}

struct CaseSeed<'a>(&'a Sketch);

impl<'de> DeserializeSeed<'de> for CaseSeed<'_> {
    type Value = RawCase;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<RawCase, D::Error> {
        let seats = u8::try_from(self.0.seats.unwrap_or(2)).unwrap_or(u8::MAX);
        // YAML's own way to write an enum is a tag; ours is a key, at every depth.
        names::scope(&self.0.names, Some(seats), Style::Phrases, || serde_yaml::with::singleton_map_recursive::deserialize(d))
    }
}

/// A case as read, before it is looked at as a whole.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a case: a map with `id`, `clauses`, `why`, `board` and `play`")]
pub(super) struct RawCase {
    pub(super) id: String,
    pub(super) clauses: Clauses,
    #[serde(default)]
    pub(super) source: Option<String>,
    pub(super) why: String,
    #[serde(default)]
    pub(super) since: Option<Edition>,
    #[serde(default)]
    pub(super) until: Option<Edition>,
    #[serde(default)]
    pub(super) control: bool,
    #[serde(default)]
    pub(super) players: Players,
    #[serde(default)]
    pub(super) options: Options,
    #[serde(default)]
    pub(super) board: Board,
    pub(super) play: Vec<RawStep>,
}

/// A type that is read from a text by a function.
macro_rules! from_text {
    ($t:ident, $what:literal, $read:expr) => {
        impl<'de> Deserialize<'de> for $t {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<$t, D::Error> {
                struct V;
                impl Visitor<'_> for V {
                    type Value = $t;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_str<E: de::Error>(self, v: &str) -> Result<$t, E> {
                        $read(v).map($t).map_err(E::custom)
                    }
                }
                d.deserialize_str(V)
            }
        }
    };
}

/// The slug of a clause that is known.
#[derive(Debug)]
struct Slug(String);
from_text!(Slug, "the slug of a clause, such as `phasing.indirect`", slug);

fn slug(v: &str) -> Result<String, String> {
    let registry = Registry::builtin();
    if registry.clause(v).is_some() {
        return Ok(v.to_owned());
    }
    let near: Vec<String> = registry.suggest(v).into_iter().map(|s| format!("`{s}`")).collect();
    let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
    Err(format!(
        "no clause has the slug `{v}`{hint}\na clause goes by its slug, not by its number, which changes; docs/cases.md says where they are listed"
    ))
}

/// At least one clause, none twice.
#[derive(Debug)]
pub(super) struct Clauses(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for Clauses {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Clauses, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Clauses;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of clauses, such as `[phasing.indirect]`")
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Clauses, S::Error> {
                let mut all = Vec::new();
                while let Some(Slug(s)) = seq.next_element()? {
                    if all.contains(&s) {
                        return Err(de::Error::custom(format!("`{s}` is named twice")));
                    }
                    all.push(s);
                }
                if all.is_empty() {
                    let e = "`clauses` is empty\nname at least one clause that decides the case, such as `[phasing.indirect]`";
                    return Err(de::Error::custom(e));
                }
                Ok(Clauses(all))
            }
        }
        d.deserialize_seq(V)
    }
}

/// The date of an edition.
#[derive(Debug)]
pub(super) struct Edition(pub(super) Date);
from_text!(Edition, "the date of an edition, such as 2017-08-25", |v: &str| {
    let shape = v.len() == 10 && v.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    v.parse::<Date>().ok().filter(|_| shape).ok_or_else(|| {
        format!("`{v}` is no date\nan edition is named by the day on which it came into force: year-month-day, such as 2017-08-25")
    })
});

/// The players in turn order.
#[derive(Debug)]
pub(super) struct Players(pub(super) Vec<PlayerSpec>);

impl Default for Players {
    fn default() -> Players {
        Players(vec![PlayerSpec::default(); 2])
    }
}

/// A seat's letter that is the next one in turn order.
struct Next(usize);

impl<'de> DeserializeSeed<'de> for Next {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_str(self)
    }
}

impl Visitor<'_> for Next {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player: A, B, C or D")
    }
    fn visit_str<E: de::Error>(self, v: &str) -> Result<(), E> {
        let Some(seat) = u8::try_from(self.0).ok().filter(|n| usize::from(*n) < Seat::MAX).map(Seat) else {
            return Err(E::custom("too many players\na game has 2 to 4, named A, B, C and D in turn order"));
        };
        if Seat::from_letter(v) == Some(seat) {
            return Ok(());
        }
        Err(E::custom(format!("`{v}` where {seat} was expected\nplayers are named A, B, C and D, in turn order")))
    }
}

impl<'de> Deserialize<'de> for Players {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Players, D::Error> {
        struct V;
        fn enough<E: de::Error>(all: Vec<PlayerSpec>) -> Result<Players, E> {
            if all.len() < 2 {
                return Err(E::custom("a game has 2 to 4 players\nwrite `players: [A, B]`"));
            }
            Ok(Players(all))
        }
        impl<'de> Visitor<'de> for V {
            type Value = Players;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the players: `[A, B]`, or `{A: {life: 20, hand: 3, library: 5}, B: {}}`")
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Players, S::Error> {
                let mut all = Vec::new();
                while seq.next_element_seed(Next(all.len()))?.is_some() {
                    all.push(PlayerSpec::default());
                }
                enough(all)
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Players, M::Error> {
                let mut all = Vec::new();
                while map.next_key_seed(Next(all.len()))?.is_some() {
                    all.push(map.next_value::<Option<PlayerSpec>>()?.unwrap_or_default());
                }
                enough(all)
            }
        }
        d.deserialize_any(V)
    }
}

/// The cards and tokens, in the order of the file. Their names are those of the sketch, which was checked.
#[derive(Debug, Default)]
pub(super) struct Board(pub(super) Vec<ObjectSpec>);

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Board, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Board;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the board: names and what they are, such as `bear: {card: creature 2/2, of: A}`")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Board, M::Error> {
                let mut all: Vec<ObjectSpec> = Vec::new();
                while let Some(name) = map.next_key()? {
                    all.push(ObjectSpec { name, ..map.next_value()? });
                }
                Ok(Board(all))
            }
        }
        d.deserialize_map(V)
    }
}

/// One item of `play`.
#[derive(Debug)]
pub(super) struct RawStep {
    pub(super) action: Option<Action>,
    pub(super) illegal: bool,
    pub(super) expect: Option<Vec<(ExpectSubject, Vec<Fact>)>>,
    pub(super) happened: Option<Vec<Fact>>,
}

impl<'de> Deserialize<'de> for RawStep {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<RawStep, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = RawStep;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a step: an action such as `{by: A, phase out: [bear]}`, or `expect: {bear: phased out}`")
            }
            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<RawStep, M::Error> {
                let (mut illegal, mut expect, mut happened) = (None, None, None);
                let action = Action::read_from_map(map, |key, map| {
                    let twice = match key {
                        "illegal" => illegal.replace(map.next_value::<bool>()?).is_some(),
                        "expect" => expect.replace(map.next_value::<Expect>()?.0).is_some(),
                        "happened" => happened.replace(map.next_value_seed(Phrases(Kind::Happened))?).is_some(),
                        _ => return Ok(false),
                    };
                    if twice { Err(de::Error::custom(format!("`{key}` stands twice in one step"))) } else { Ok(true) }
                })?;
                if illegal.is_some() && action.is_none() {
                    return Err(de::Error::custom("`illegal` needs an action beside it\nwrite `{attack: {bear: B}, illegal: true}`"));
                }
                Ok(RawStep { action, illegal: illegal.unwrap_or_default(), expect, happened })
            }
        }
        d.deserialize_map(V)
    }
}

struct Expect(Vec<(ExpectSubject, Vec<Fact>)>);

/// The key of an expectation.
struct Subject(ExpectSubject);
from_text!(Subject, "a card, a player, `turn`, `game` or `happened`", subject);

fn subject(v: &str) -> Result<ExpectSubject, String> {
    let word = de::value::StrDeserializer::<de::value::Error>::new(v);
    match v {
        "turn" => Ok(ExpectSubject::Turn),
        "game" => Ok(ExpectSubject::Game),
        "happened" => Ok(ExpectSubject::Happened),
        _ if Seat::from_letter(v).is_some() => Seat::deserialize(word).map(ExpectSubject::Player).map_err(|e| e.to_string()),
        _ => Obj::deserialize(word)
            .map(ExpectSubject::Object)
            .map_err(|e| format!("{e}; beside those, players, `turn`, `game` and `happened` can stand here")),
    }
}

impl<'de> Deserialize<'de> for Expect {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Expect, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Expect;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("what is expected, such as `{bear: phased out, A: life 20}`")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Expect, M::Error> {
                let mut all: Vec<(ExpectSubject, Vec<Fact>)> = Vec::new();
                while let Some(Subject(subject)) = map.next_key()? {
                    if all.iter().any(|(s, _)| *s == subject) {
                        return Err(de::Error::custom(format!(
                            "`{subject}` stands twice\njoin what is expected of it: `{subject}: \"phased in, tapped\"`"
                        )));
                    }
                    all.push((subject, map.next_value_seed(Phrases(subject.kind()))?));
                }
                if all.is_empty() {
                    return Err(de::Error::custom("nothing is expected here\nwrite for example `expect: {bear: phased out}`"));
                }
                Ok(Expect(all))
            }
        }
        d.deserialize_map(V)
    }
}

/// Phrases of one kind: a text with commas, or a list.
struct Phrases(Kind);

impl<'de> DeserializeSeed<'de> for Phrases {
    type Value = Vec<Fact>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Vec<Fact>, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Phrases {
    type Value = Vec<Fact>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a phrase about {}, or a list of them\n{}", self.0.noun(), phrases::help(self.0))
    }
    fn visit_str<E: de::Error>(self, v: &str) -> Result<Vec<Fact>, E> {
        Fact::parse_all(self.0, v).map_err(E::custom)
    }
    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Vec<Fact>, S::Error> {
        let mut all = Vec::new();
        while let Some(facts) = seq.next_element_seed(OnePhrase(self.0))? {
            all.extend(facts);
        }
        if all.is_empty() {
            return Err(de::Error::custom(format!("an empty list says nothing\n{}", phrases::help(self.0))));
        }
        Ok(all)
    }
}

/// An item of a list of phrases, which is no list itself.
struct OnePhrase(Kind);

impl<'de> DeserializeSeed<'de> for OnePhrase {
    type Value = Vec<Fact>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Vec<Fact>, D::Error> {
        d.deserialize_str(self)
    }
}

impl Visitor<'_> for OnePhrase {
    type Value = Vec<Fact>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Phrases(self.0).expecting(f)
    }
    fn visit_str<E: de::Error>(self, v: &str) -> Result<Vec<Fact>, E> {
        Phrases(self.0).visit_str(v)
    }
}
