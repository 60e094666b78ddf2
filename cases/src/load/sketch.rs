//! The first, tolerant reading of a file: which cases there are, and the names that each may use.
//!
//! `{on: bear}` may stand before `bear` itself, so the names of a board are gathered before anything is read by name. What is wrong is
//! passed over here: the second reading reports it, with its place.

use super::LoadError;
use super::text::Text;
use outofphase_adapter::names::{RESERVED, is_valid};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What an expectation can be about beside cards, players and the vocabulary's reserved words.
const HAPPENED: &str = "happened";

/// What can be told of a case before it is read.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    pub(super) id: Option<String>,
    /// How many players sit in the game.
    pub(super) seats: Option<usize>,
    /// The names of the board, in order.
    pub(super) names: Vec<String>,
}

impl Sketch {
    /// A name of the board that can't be one. Asked first, because a card that can't be named is missed wherever it is named.
    pub(super) fn bad_name(&self, text: Text<'_>, within: std::ops::Range<usize>) -> Option<LoadError> {
        let (i, name) = self.names.iter().enumerate().find(|(i, n)| !is_valid(n) || *n == HAPPENED || self.names[..*i].contains(n))?;
        let board = text.key("board", within.clone()).unwrap_or(within.start);
        let first = text.key(name, board..within.end).unwrap_or(board);
        if self.names[..i].contains(name) {
            let column = text.place(first).1;
            let mut again = first;
            while let Some(next) = text.key(name, again + 1..within.end) {
                again = next;
                if text.place(next).1 == column {
                    break;
                }
            }
            let mut spot = text.spot_at(again, format!("two cards are named `{name}`"));
            spot.help = Some("every name on the board is unique, whoever owns the card".into());
            return Some(LoadError::Case(Box::new(spot)));
        }
        let mut spot = text.spot_at(first, format!("`{name}` can't be a name"));
        let lower = name.to_lowercase().replace(' ', "_");
        spot.help = Some(if RESERVED.contains(&name.as_str()) || name == HAPPENED {
            format!("cases say it of something else; the reserved words are `{}` and `{HAPPENED}`", RESERVED.join("`, `"))
        } else {
            spot.label = is_valid(&lower).then(|| format!("did you mean `{lower}`?"));
            "a name has lower-case letters, digits, `_` and `-`, begins with a letter and has at most 40 characters".into()
        });
        Some(LoadError::Case(Box::new(spot)))
    }
}

/// The sketches of a file's cases, in order.
#[derive(Debug, Default)]
pub(super) struct Sketches(pub(super) Vec<Sketch>);

/// Implements `Deserialize` for a type that makes of a list or map what it can and of all else nothing.
macro_rules! tolerant {
    ($t:ty { $($seq:item)? } { $($map:item)? }) => {
        impl<'de> Deserialize<'de> for $t {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                struct V;
                impl<'de> Visitor<'de> for V {
                    type Value = $t;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("anything")
                    }
                    tolerant!(@scalars);
                    $($seq)?
                    $($map)?
                }
                d.deserialize_any(V)
            }
        }
    };
    (@scalars) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_i128<E>(self, _: i128) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_u128<E>(self, _: u128) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_none<E>(self) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> { Ok(Self::Value::from(v)) }
    };
}

/// A text, if it is one.
#[derive(Default)]
struct Word(Option<String>);

impl From<&str> for Word {
    fn from(v: &str) -> Word {
        Word(Some(v.into()))
    }
}

tolerant!(Word {
    fn visit_seq<S: SeqAccess<'de>>(self, seq: S) -> Result<Word, S::Error> {
        IgnoredAny.visit_seq(seq).map(|_| Word::default())
    }
} {
    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Word, M::Error> {
        IgnoredAny.visit_map(map).map(|_| Word::default())
    }
});

/// The keys of a map, or the items of a list.
#[derive(Default)]
struct Names(Vec<String>);

impl From<&str> for Names {
    fn from(_: &str) -> Names {
        Names::default()
    }
}

tolerant!(Names {
    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Names, S::Error> {
        let mut all = Vec::new();
        while let Some(Word(w)) = seq.next_element()? {
            all.extend(w);
        }
        Ok(Names(all))
    }
} {
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Names, M::Error> {
        let mut all = Vec::new();
        while let Some(Word(w)) = map.next_key()? {
            all.extend(w);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(Names(all))
    }
});

impl From<&str> for Sketch {
    fn from(_: &str) -> Sketch {
        Sketch::default()
    }
}

tolerant!(Sketch {
    fn visit_seq<S: SeqAccess<'de>>(self, seq: S) -> Result<Sketch, S::Error> {
        IgnoredAny.visit_seq(seq).map(|_| Sketch::default())
    }
} {
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Sketch, M::Error> {
        let mut sketch = Sketch::default();
        while let Some(Word(key)) = map.next_key()? {
            match key.as_deref() {
                Some("id") => sketch.id = map.next_value::<Word>()?.0,
                Some("players") => sketch.seats = Some(map.next_value::<Names>()?.0.len()),
                Some("board") => sketch.names = map.next_value::<Names>()?.0,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(sketch)
    }
});

/// A list of sketches, or nothing.
#[derive(Default)]
struct List(Vec<Sketch>);

impl From<&str> for List {
    fn from(_: &str) -> List {
        List::default()
    }
}

tolerant!(List {
    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<List, S::Error> {
        let mut all = Vec::new();
        while let Some(sketch) = seq.next_element()? {
            all.push(sketch);
        }
        Ok(List(all))
    }
} {
    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<List, M::Error> {
        IgnoredAny.visit_map(map).map(|_| List::default())
    }
});

impl From<&str> for Sketches {
    fn from(_: &str) -> Sketches {
        Sketches::default()
    }
}

tolerant!(Sketches {
    fn visit_seq<S: SeqAccess<'de>>(self, seq: S) -> Result<Sketches, S::Error> {
        IgnoredAny.visit_seq(seq).map(|_| Sketches::default())
    }
} {
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Sketches, M::Error> {
        let mut all = Vec::new();
        while let Some(Word(key)) = map.next_key()? {
            if key.as_deref() == Some("cases") {
                all = map.next_value::<List>()?.0;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Sketches(all))
    }
});
