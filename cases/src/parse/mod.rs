//! Reading facts from their phrases.

mod happening;

use crate::phrases::{self, Kind};
use crate::{ExpectSubject, Fact, Times};
use outofphase_adapter::{Attached, CounterKind, DayNight, Obj, Place, Seat, Step, Type};
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};

impl ExpectSubject {
    /// What kind of thing it is.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            ExpectSubject::Object(_) => Kind::Object,
            ExpectSubject::Player(_) => Kind::Player,
            ExpectSubject::Turn => Kind::Turn,
            ExpectSubject::Game => Kind::Game,
            ExpectSubject::Happened => Kind::Happened,
        }
    }
}

impl Fact {
    /// Reads one phrase about a thing of this kind. Names are those of the current [`names::scope`](outofphase_adapter::names::scope).
    ///
    /// # Errors
    /// What is wrong with the phrase; on the lines after the first, what could be said instead.
    pub fn parse(kind: Kind, phrase: &str) -> Result<Fact, String> {
        let phrase = phrase.trim();
        let fact = match kind {
            Kind::Object => object(phrase)?,
            Kind::Player => player(phrase),
            Kind::Turn => turn(phrase)?,
            Kind::Game => game(phrase),
            Kind::Happened => Some(happening::parse(phrase)?),
        };
        fact.ok_or_else(|| phrases::unknown(kind, phrase))
    }

    /// Reads several phrases that are joined by commas.
    ///
    /// # Errors
    /// As [`parse`](Fact::parse), for the first that is wrong.
    pub fn parse_all(kind: Kind, phrases: &str) -> Result<Vec<Fact>, String> {
        phrases.split(',').map(|p| Fact::parse(kind, p)).collect()
    }
}

fn name<'de, T: Deserialize<'de>>(word: &'de str) -> Result<T, String> {
    T::deserialize(StrDeserializer::<Error>::new(word)).map_err(|e| e.to_string())
}

fn seat(word: &str) -> Result<Seat, String> {
    name(word)
}

fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

fn object(p: &str) -> Result<Option<Fact>, String> {
    let fixed = match p {
        "phased in" => Fact::PhasedIn,
        "phased out" => Fact::PhasedOut,
        "phased out directly" => Fact::PhasedOutDirectly,
        "phased out indirectly" => Fact::PhasedOutIndirectly,
        "on the battlefield" => Fact::At(Place::Battlefield),
        "in graveyard" | "in the graveyard" => Fact::At(Place::Graveyard),
        "in exile" => Fact::At(Place::Exile),
        "in hand" => Fact::At(Place::Hand),
        "in library" | "in the library" => Fact::At(Place::Library),
        "in command" | "in the command zone" => Fact::At(Place::Command),
        "on the stack" => Fact::At(Place::Stack),
        "outside" => Fact::At(Place::Outside),
        "gone" => Fact::At(Place::Gone),
        "not on the battlefield" => Fact::NotOnBattlefield,
        "unattached" => Fact::Unattached,
        "tapped" => Fact::Tapped,
        "untapped" => Fact::Untapped,
        "undamaged" => Fact::Damage(0),
        "no counters" => Fact::NoCounters,
        "attacking" => Fact::Attacking,
        "attacking nothing any more" => Fact::AttackingNothingAnyMore,
        "not attacking" => Fact::NotAttacking,
        "blocking" => Fact::Blocking,
        "not blocking" => Fact::NotBlocking,
        "front face up" => Fact::FrontUp,
        "back face up" => Fact::BackUp,
        _ => return object_with(p),
    };
    Ok(Some(fixed))
}

/// Phrases with a name, a number or a word in them.
fn object_with(p: &str) -> Result<Option<Fact>, String> {
    if let Some(host) = p.strip_prefix("on ").or_else(|| p.strip_prefix("attached to ")) {
        return name::<Attached>(host).map(|h| Some(Fact::AttachedTo(h)));
    }
    if let Some(s) = p.strip_prefix("controlled by ") {
        return seat(s).map(|s| Some(Fact::ControlledBy(s)));
    }
    if let Some(s) = p.strip_prefix("protected by ") {
        return seat(s).map(|s| Some(Fact::ProtectedBy(s)));
    }
    if let Some(target) = p.strip_prefix("attacking ") {
        return name::<Attached>(target).map(|t| Some(Fact::AttackingWhat(t)));
    }
    if let Some(attacker) = p.strip_prefix("blocking ") {
        return name::<Obj>(attacker).map(|o| Some(Fact::BlockingWhat(o)));
    }
    if let Some(t) = p.strip_prefix("is no ") {
        return type_word(t).map(|t| Some(Fact::IsNo(t)));
    }
    if let Some(t) = p.strip_prefix("is a ").or_else(|| p.strip_prefix("is an ")) {
        return type_word(t).map(|t| Some(Fact::Is(t)));
    }
    if let Some(n) = p.strip_suffix(" damage").and_then(number) {
        return Ok(Some(Fact::Damage(n)));
    }
    if let Some(rest) = p.strip_suffix(" counters").or_else(|| p.strip_suffix(" counter")) {
        return counters(p, rest);
    }
    if p.contains("triggered") {
        return triggered(p);
    }
    Ok(p.split_once('/').and_then(|(power, toughness)| Some(Fact::Size(power.parse().ok()?, toughness.parse().ok()?))))
}

fn type_word(word: &str) -> Result<Type, String> {
    Type::from_word(word).ok_or_else(|| {
        let hint = phrases::nearest(word, Type::WORDS.iter().copied()).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        format!("`{word}` is no type{hint}\ntypes are {}", Type::WORDS.join(", "))
    })
}

fn counters(p: &str, rest: &str) -> Result<Option<Fact>, String> {
    let Some((n, kind)) = rest.split_once(' ') else { return Ok(None) };
    let n = match n {
        "no" => 0,
        _ => match number(n) {
            Some(n) => n,
            None => return Ok(None),
        },
    };
    match CounterKind::from_word(kind) {
        Some(kind) => Ok(Some(Fact::Counters(kind, n))),
        None => Err(format!("`{p}`: no counter is called `{kind}`\nkinds of counters are {}", CounterKind::WORDS.join(", "))),
    }
}

fn triggered(p: &str) -> Result<Option<Fact>, String> {
    let mut rest = p;
    let mut ability = None;
    if let Some((n, r)) = rest.strip_prefix("ability ").and_then(|r| r.split_once(' ')) {
        match number::<u8>(n) {
            Some(n) if n > 0 => ability = Some(n),
            _ => return Err(format!("`{p}`: abilities are counted from 1; write for example `ability 2 triggered once`")),
        }
        rest = r;
    }
    let mut of = None;
    if let Some((r, s)) = rest.rsplit_once(" for ") {
        of = Some(seat(s)?);
        rest = r;
    }
    let times = match rest {
        "triggered" => Times::Some,
        "not triggered" => Times::Exactly(0),
        "triggered once" => Times::Exactly(1),
        "triggered twice" => Times::Exactly(2),
        _ => match rest.strip_prefix("triggered ").and_then(|r| r.strip_suffix(" times")).and_then(number::<u8>) {
            Some(n) if n <= 9 => Times::Exactly(n),
            Some(n) => return Err(format!("`{p}`: {n} times can't be counted; each trigger of a case is counted up to 9")),
            None => return Ok(None),
        },
    };
    Ok(Some(Fact::Triggered { ability, times, of }))
}

fn player(p: &str) -> Option<Fact> {
    match p {
        "no mana" => return Some(Fact::Mana(0)),
        "in the game" => return Some(Fact::InGame(true)),
        "out of the game" => return Some(Fact::InGame(false)),
        _ => {}
    }
    let (word, n) = p.split_once(' ')?;
    Some(match word {
        "life" => Fact::Life(n.parse().ok()?),
        "hand" => Fact::Hand(number(n)?),
        "library" => Fact::Library(number(n)?),
        "graveyard" => Fact::Graveyard(number(n)?),
        "mana" => Fact::Mana(number(n)?),
        _ => return None,
    })
}

/// The step with this word.
pub(crate) fn step(word: &str) -> Option<Step> {
    Step::ALL.into_iter().find(|s| s.word() == word)
}

fn turn(p: &str) -> Result<Option<Fact>, String> {
    let Some((word, player)) = p.rsplit_once(" of ") else { return Ok(None) };
    let Some(step) = step(word) else {
        let hint = phrases::nearest(word, Step::ALL.iter().map(|s| s.word())).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        return Err(format!("no step is called `{word}`{hint}\nsteps are {}", Step::ALL.map(Step::word).join(", ")));
    };
    Ok(Some(Fact::StepOf(step, seat(player)?)))
}

fn game(p: &str) -> Option<Fact> {
    Some(match p {
        "day" => Fact::DayNight(Some(DayNight::Day)),
        "night" => Fact::DayNight(Some(DayNight::Night)),
        "neither day nor night" => Fact::DayNight(None),
        "stack empty" => Fact::Stack(0),
        _ => Fact::Stack(number(p.strip_suffix(" on the stack")?)?),
    })
}

#[cfg(test)]
mod tests;
