//! What an adapter answers when it can't do as asked.

use crate::Step;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// Why an adapter did not do as asked. The three kinds have three different verdicts: skip, a matter for the case, and error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The engine, or the adapter, has no such thing. Becomes a skip that is counted by need.
    #[error("unsupported: {0}")]
    Unsupported(Need),
    /// The rules, as the engine plays them, do not allow it (an attack by a creature that can't attack). Cases may ask for exactly this.
    /// Nothing may have changed.
    #[error("illegal: {0}")]
    Illegal(String),
    /// Something went wrong that is no matter of rules. Becomes an error.
    #[error("broken: {0}")]
    Broken(String),
}

impl Fault {
    /// `Unsupported` for an ability word, such as `"anthem"`.
    pub fn no_ability(word: impl Into<Cow<'static, str>>) -> Fault {
        Fault::Unsupported(Need::Ability(word.into()))
    }

    /// `Unsupported` for an effect word, such as `"phase in"`.
    pub fn no_effect(word: impl Into<Cow<'static, str>>) -> Fault {
        Fault::Unsupported(Need::Effect(word.into()))
    }
}

/// What was needed and is not there: machine-readable, so that skips add up and generators steer round.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Need {
    /// A game with this many seats.
    Seats(u8),
    /// An ability, by its word ([`Ability::word`](crate::Ability::word)).
    Ability(Cow<'static, str>),
    /// A trigger event, by its word ([`Event::word`](crate::Event::word)).
    Event(Cow<'static, str>),
    /// An effect, by its word ([`Effect::word`](crate::Effect::word)).
    Effect(Cow<'static, str>),
    /// A duration, by its word ([`Until::word`](crate::Until::word)).
    Until(Cow<'static, str>),
    /// An action, by its word ([`Action::word`](crate::Action::word)).
    Action(Cow<'static, str>),
    /// An answer to a choice, by its word ([`Answer::word`](crate::Answer::word)).
    Answer(Cow<'static, str>),
    /// Something a setup can say: a starting place, damage, counters, a face, an option.
    Setup(Cow<'static, str>),
    /// To stop in this step.
    Stop(Step),
    /// To show this observable (`phased`, `direct`, `controller`...). Used by the suite itself for what a snapshot leaves `None`.
    Show(Cow<'static, str>),
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::Seats(n) => write!(f, "{n} seats"),
            Need::Ability(w) => write!(f, "ability {w}"),
            Need::Event(w) => write!(f, "event {w}"),
            Need::Effect(w) => write!(f, "effect {w}"),
            Need::Until(w) => write!(f, "until {w}"),
            Need::Action(w) => write!(f, "action {w}"),
            Need::Answer(w) => write!(f, "answer {w}"),
            Need::Setup(w) => write!(f, "setup {w}"),
            Need::Stop(s) => write!(f, "stop {s}"),
            Need::Show(w) => write!(f, "show {w}"),
        }
    }
}
