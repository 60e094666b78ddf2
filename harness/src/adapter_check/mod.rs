//! A smoke test for the author of an adapter: a dozen steps that say one by one what works, what is unsupported, what is misunderstood,
//! and what to do next.
//!
//! The steps ask for things about which there is no doubt, so a step that goes wrong speaks of the adapter first and of the engine second.
//! They are positive controls too: a word that is accepted and does nothing is found here before it spoils a hundred cases.

mod steps;

use outofphase_adapter::{Adapter, Fault, Need};
use std::fmt;

/// What came out of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It works; with what is worth knowing.
    Works(String),
    /// The engine or the adapter has no such thing. What rests on it will be skipped.
    Unsupported(Need),
    /// It was accepted, and something else came of it.
    Misunderstood(String),
    /// Something went wrong that is no matter of rules.
    Broken(String),
}

impl Finding {
    /// Whether the adapter should be looked at.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Finding::Misunderstood(_) | Finding::Broken(_))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Works(note) if note.is_empty() => f.write_str("works"),
            Finding::Works(note) => write!(f, "works: {note}"),
            Finding::Unsupported(need) => write!(f, "unsupported: {need}"),
            Finding::Misunderstood(what) => write!(f, "misunderstood: {what}"),
            Finding::Broken(why) => write!(f, "broken: {why}"),
        }
    }
}

/// A step and what came out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The step's name.
    pub name: &'static str,
    /// Without it nearly everything is skipped.
    pub core: bool,
    /// What came out.
    pub finding: Finding,
    /// What to do about it, if there is something to do.
    pub todo: Option<&'static str>,
}

/// Plays the steps on an adapter, and tells each as it is done.
pub fn check(adapter: &mut dyn Adapter, mut each: impl FnMut(&Checked)) -> Vec<Checked> {
    let mut all = Vec::new();
    for step in steps::STEPS {
        let finding = match (step.play)(adapter) {
            Ok(note) => Finding::Works(note),
            Err(steps::Trouble::Wrong(what)) => Finding::Misunderstood(what),
            Err(steps::Trouble::Fault(Fault::Unsupported(need))) => Finding::Unsupported(need),
            Err(steps::Trouble::Fault(Fault::Illegal(why))) => Finding::Misunderstood(format!("it was refused as illegal: {why}")),
            Err(steps::Trouble::Fault(Fault::Broken(why))) => Finding::Broken(why),
        };
        let todo = match &finding {
            Finding::Works(_) => None,
            Finding::Unsupported(_) => Some(step.when_unsupported),
            Finding::Misunderstood(_) => Some(step.when_wrong),
            Finding::Broken(_) => Some("read the message and the end of standard error; an exception of the engine is answered as `error`"),
        };
        let checked = Checked { name: step.name, core: step.core, finding, todo };
        each(&checked);
        all.push(checked);
    }
    all
}

/// What the author should do next.
#[must_use]
pub fn next(all: &[Checked]) -> String {
    let first = |which: &dyn Fn(&&Checked) -> bool| all.iter().find(which);
    if let Some(c) = first(&|c| c.finding.is_wrong()) {
        return format!("look at `{}` first: {}", c.name, c.todo.unwrap_or_default());
    }
    if let Some(c) = first(&|c| c.core && c.todo.is_some()) {
        return format!("write `{}` next, for nearly all cases need it: {}", c.name, c.todo.unwrap_or_default());
    }
    match first(&|c| c.todo.is_some()) {
        Some(c) => format!("the core works: `outofphase run` will tell something. Then `{}`: {}", c.name, c.todo.unwrap_or_default()),
        None => "everything works: `outofphase run`".to_owned(),
    }
}
