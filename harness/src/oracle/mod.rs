//! Oracles: what must hold for every scenario, on any engine.
//!
//! A scenario is played once into a [`Trace`]; [`properties`] look at the trace, [`relations`] compare it with the trace of
//! a related scenario, and the [`differential`] oracle with the reference engine's. None but the last needs the reference engine.

pub mod differential;
pub mod facts;
pub mod properties;
pub mod relations;
pub mod round_trips;
mod show;
pub mod trace;
pub mod trials;

pub use trace::{Did, End, Trace};

use outofphase_adapter::Obj;

/// Something that should hold and does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The oracle's name, such as `phasing::attachments_share_their_hosts_status`.
    pub oracle: &'static str,
    /// The slug of the clause that it rests on.
    pub clause: &'static str,
    /// The index of the action after which it broke.
    pub at: usize,
    /// The object that it is about.
    pub object: Option<Obj>,
    /// What was expected and what was seen, in words.
    pub message: String,
}

impl Violation {
    /// What stays the same while a finding shrinks, and by which findings are told apart.
    #[must_use]
    pub fn signature(&self) -> &'static str {
        self.oracle
    }
}

/// A property: a name, a clause, and a function from a trace to violations.
#[derive(Copy, Clone)]
pub struct Property {
    /// Its name: family, two colons, a fact.
    pub name: &'static str,
    /// The slug of the clause.
    pub clause: &'static str,
    /// Looks for violations.
    pub check: fn(&Trace, &mut Report),
}

impl std::fmt::Debug for Property {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Where a property puts what it finds.
#[derive(Debug)]
pub struct Report {
    property: (&'static str, &'static str),
    /// What was found.
    pub found: Vec<Violation>,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub const fn new() -> Report {
        Report { property: ("", ""), found: Vec::new() }
    }

    /// Runs a property.
    pub fn run(&mut self, p: &Property, trace: &Trace) {
        self.property = (p.name, p.clause);
        (p.check)(trace, self);
    }

    /// Adds a violation after action `at`; the message is made only now.
    pub fn add(&mut self, at: usize, object: Option<Obj>, message: impl FnOnce() -> String) {
        self.found.push(Violation { oracle: self.property.0, clause: self.property.1, at, object, message: message() });
    }
}

impl Default for Report {
    fn default() -> Report {
        Report::new()
    }
}
