//! Whether what is expected holds in a snapshot, and what was seen if it does not.

mod log;
mod object;

use crate::{ExpectSubject, Expectation, Fact, Ledger};
use outofphase_adapter::{LogEntry, Need, PlayerView, Seat, Snapshot};
use std::fmt;

/// A fact that does not hold, or that can't be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Whom or what it is about.
    pub subject: ExpectSubject,
    /// The fact.
    pub fact: Fact,
    /// The fact as a phrase.
    pub expected: String,
    /// What was seen instead, as a phrase where there is one.
    pub seen: String,
    /// Whether it is wrong or just not shown.
    pub kind: MismatchKind,
}

/// Whether a fact is wrong or can't be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MismatchKind {
    /// The engine shows otherwise.
    Wrong,
    /// The engine does not show what the fact rests on: a skip, never a failure.
    NotShown(Need),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            MismatchKind::Wrong => write!(f, "{}: expected {}, seen {}", self.subject, self.expected, self.seen),
            MismatchKind::NotShown(need) => write!(f, "{}: expected {}, but the engine can't tell ({need})", self.subject, self.expected),
        }
    }
}

/// What became of one fact.
enum Outcome {
    Holds,
    Wrong(String),
    NotShown(&'static str),
}

impl Outcome {
    fn of(holds: bool, seen: impl FnOnce() -> String) -> Outcome {
        if holds { Outcome::Holds } else { Outcome::Wrong(seen()) }
    }

    /// Compares what is expected with an observable that may not be shown.
    fn same<T: PartialEq>(expected: &T, shown: Option<T>, observable: &'static str, say: impl FnOnce(T) -> Fact) -> Outcome {
        match shown {
            None => Outcome::NotShown(observable),
            Some(v) if v == *expected => Outcome::Holds,
            Some(v) => Outcome::Wrong(say(v).to_string()),
        }
    }
}

/// All facts of an expectation that do not hold now. Run it within the scope of the case's names ([`Case::in_scope`](crate::Case::in_scope)).
///
/// `log` holds what happened since the game started or since the last expectation of [`ExpectSubject::Happened`]. Of an engine without an event
/// log no such expectation may be checked ([`Expectation::needs_log`]): an empty log says that nothing happened.
#[must_use]
pub fn check(exp: &Expectation, now: &Snapshot, ledger: &Ledger, log: &[LogEntry]) -> Vec<Mismatch> {
    if exp.subject == ExpectSubject::Happened {
        return log::check(exp, log);
    }
    let outcome = |fact: &Fact| match exp.subject {
        ExpectSubject::Object(o) => match now.objects.get(o.index()) {
            Some(view) => object::check(fact, o, view, ledger),
            None => Outcome::NotShown("place"),
        },
        ExpectSubject::Player(s) => match now.players.get(s.index()) {
            Some(view) => player(fact, s, view, ledger),
            None => Outcome::NotShown("life"),
        },
        _ => game(fact, now),
    };
    exp.facts.iter().filter_map(|fact| mismatch(exp.subject, fact, outcome(fact))).collect()
}

fn mismatch(subject: ExpectSubject, fact: &Fact, outcome: Outcome) -> Option<Mismatch> {
    let (seen, kind) = match outcome {
        Outcome::Holds => return None,
        Outcome::Wrong(seen) => (seen, MismatchKind::Wrong),
        Outcome::NotShown(what) => ("not shown".to_owned(), MismatchKind::NotShown(Need::Show(what.into()))),
    };
    Some(Mismatch { subject, fact: fact.clone(), expected: fact.to_string(), seen, kind })
}

fn player(fact: &Fact, seat: Seat, view: &PlayerView, ledger: &Ledger) -> Outcome {
    match fact {
        Fact::Life(n) => Outcome::same(n, ledger.life(seat), "life", Fact::Life),
        Fact::Hand(n) => Outcome::same(n, view.hand, "hand", Fact::Hand),
        Fact::Library(n) => Outcome::same(n, view.library, "library", Fact::Library),
        Fact::Graveyard(n) => Outcome::same(n, view.graveyard, "graveyard", Fact::Graveyard),
        Fact::Mana(n) => Outcome::same(n, view.mana, "mana", Fact::Mana),
        Fact::InGame(b) => Outcome::same(b, view.in_game, "in game", Fact::InGame),
        _ => Outcome::Wrong("a player, of whom that can't be said".into()),
    }
}

fn game(fact: &Fact, now: &Snapshot) -> Outcome {
    match fact {
        Fact::StepOf(step, of) => match (now.step, now.active) {
            (Some(s), Some(a)) => Outcome::of(s == *step && a == *of, || Fact::StepOf(s, a).to_string()),
            (Some(s), None) if s != *step => Outcome::Wrong(s.to_string()),
            (None, Some(a)) if a != *of => Outcome::Wrong(format!("{a}'s turn")),
            (None, _) => Outcome::NotShown("step"),
            (_, None) => Outcome::NotShown("active"),
        },
        Fact::DayNight(d) => Outcome::same(d, now.day_night, "day or night", Fact::DayNight),
        Fact::Stack(n) => Outcome::same(n, now.stack, "stack", Fact::Stack),
        _ => Outcome::Wrong("the game, of which that can't be said".into()),
    }
}

#[cfg(test)]
mod tests;
