//! One scenario, all oracles: the comparison that fuzzing, shrinking, replay and CI share.

use super::finding::{self, Finding};
use crate::as_if;
use crate::oracle::{End, Report, Trace, Violation, differential, properties, relations, round_trips};
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::{Adapter, Date, Need, Scenario};
use outofphase_generators::sane;
use outofphase_reference_engine::{NEWEST, ReferenceEngine, Rulebook};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Which oracles look at a scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Oracles {
    /// Properties.
    pub properties: bool,
    /// Metamorphic relations: all of them, or one in turn for each scenario, or none.
    pub relations: Relations,
    /// The reference engine in lockstep.
    pub differential: bool,
    /// Every so many scenarios one is written and read again; 0 for none.
    pub round_trips: u32,
}

/// How many relations are checked on each scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Relations {
    /// None.
    None,
    /// One, by turns.
    #[default]
    OneInTurn,
    /// All.
    All,
}

impl Default for Oracles {
    fn default() -> Oracles {
        Oracles { properties: true, relations: Relations::OneInTurn, differential: true, round_trips: 0 }
    }
}

/// What came out of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything holds.
    Holds,
    /// Something does not.
    Violated(Violation),
    /// The engine lacks something.
    Unsupported(Need),
}

/// An engine with everything that is needed to check scenarios on it, kept from one to the next.
pub struct Checker<'a> {
    adapter: &'a mut dyn Adapter,
    reference: Option<ReferenceEngine>,
    edition: Date,
    oracles: Oracles,
    trace: Trace,
    right: Trace,
    room: relations::Room,
    report: Report,
    turn: usize,
    looked: u32,
}

impl std::fmt::Debug for Checker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checker").field("oracles", &self.oracles).finish_non_exhaustive()
    }
}

impl<'a> Checker<'a> {
    /// A checker for an engine that is meant to play by the edition in force on `edition`.
    pub fn new(adapter: &'a mut dyn Adapter, oracles: Oracles, edition: Date) -> Checker<'a> {
        Checker {
            adapter,
            reference: oracles.differential.then(|| ReferenceEngine::new(Rulebook::edition(edition))),
            edition,
            oracles,
            trace: Trace::default(),
            right: Trace::default(),
            room: relations::Room::default(),
            report: Report::new(),
            turn: 0,
            looked: 0,
        }
    }

    /// The trace of the scenario that was checked last.
    #[must_use]
    pub const fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Sets which relation comes next, so that a scenario can be checked again as it was.
    pub const fn set_turn(&mut self, turn: usize) {
        self.turn = turn;
    }

    /// Checks a scenario. A panic of the engine is a violation; the engine is then in an unknown state.
    pub fn check(&mut self, s: &Scenario) -> Outcome {
        match catch_unwind(AssertUnwindSafe(|| self.look(s))) {
            Ok(outcome) => outcome,
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(ToString::to_string).or_else(|| panic.downcast_ref::<String>().cloned());
                Outcome::Violated(Violation {
                    oracle: "engine::panics",
                    clause: "turn-based.automatic",
                    at: self.trace.did.len(),
                    object: None,
                    message: format!("the engine panicked: {}", text.unwrap_or_default()),
                })
            }
        }
    }

    fn look(&mut self, s: &Scenario) -> Outcome {
        self.looked = self.looked.wrapping_add(1);
        if self.oracles.round_trips > 0
            && self.looked.is_multiple_of(self.oracles.round_trips)
            && let Some(v) = round_trips::first(s)
        {
            return Outcome::Violated(v);
        }
        self.trace.play(self.adapter, s);
        match &self.trace.end {
            End::Unsupported(need) => return Outcome::Unsupported(need.clone()),
            End::Broken(why) => {
                return Outcome::Violated(Violation {
                    oracle: "engine::breaks",
                    clause: "turn-based.automatic",
                    at: self.trace.did.len(),
                    object: None,
                    message: format!("the engine broke: {why}"),
                });
            }
            End::Complete | End::GameOver => {}
        }
        if self.oracles.properties {
            self.report.found.clear();
            for p in properties::all().filter(|p| self.edition >= properties::since(p.name)) {
                self.report.run(p, &self.trace);
            }
            // Where an engine stopped before a step's own actions, what these bring about is not there yet.
            let told = self.report.found.drain(..).filter(|v| v.at >= self.trace.did.len() || self.trace.comparable(v.at));
            if let Some(v) = told.min_by_key(|v| v.at) {
                return Outcome::Violated(v);
            }
        }
        if let Some(reference) = &mut self.reference {
            self.right.play(reference, &self.trace.as_stopped());
            if let Some(v) = differential::first(&self.trace, &self.right) {
                return Outcome::Violated(v);
            }
        }
        let all = relations::ALL.iter().filter(|r| self.edition >= properties::since(r.name));
        let chosen: Vec<&relations::Relation> = match self.oracles.relations {
            Relations::None => Vec::new(),
            Relations::All => all.collect(),
            Relations::OneInTurn => {
                let all: Vec<_> = all.collect();
                let one = all[self.turn % all.len().max(1)];
                self.turn += 1;
                vec![one]
            }
        };
        // Two games can be expected to agree only where nothing is left to chance or to choices that nobody made.
        let one_outcome = chosen.is_empty() || sane(s).is_ok();
        for r in chosen.into_iter().filter(|_| one_outcome) {
            if let Some(v) = r.check(self.adapter, &self.trace, &mut self.room) {
                return Outcome::Violated(v);
            }
        }
        Outcome::Holds
    }

    /// Makes a finding of a shrunk failure, with the message that belongs to the shrunk scenario. `after` is how many scenarios had been
    /// tried.
    pub fn finding(&mut self, v: Violation, scenario: Scenario, signature: String, after: u64) -> Finding {
        let (rules, mut v, mut as_if) = (Rulebook::edition(self.edition), v, Vec::new());
        if let Some(again) = names::of(&scenario.setup, Style::Phrases, || self.violation(&scenario, v.oracle)) {
            v = again;
            as_if = as_if::of_trace(&self.trace, &rules);
        }
        if let (Some(first), true) = (as_if.first(), v.oracle.starts_with("differential::"))
            && as_if.iter().all(|a| a.question.clause == first.question.clause)
        {
            v.clause = first.question.clause;
        }
        let shown = catch_unwind(AssertUnwindSafe(|| finding::case(self.adapter, &v, &scenario, &signature, rules))).unwrap_or(None);
        let oracle_alone = shown.is_none();
        let mut case = shown.unwrap_or_else(|| finding::script(&v, &scenario, &signature, rules));
        let telling: Vec<String> = as_if::telling(&as_if).iter().map(ToString::to_string).collect();
        if !telling.is_empty() {
            case.why = format!("{} As if {}.", case.why, telling.join(" or "));
        }
        Finding { violation: v, scenario, signature, case, oracle_alone, as_if, after }
    }

    /// Whether a scenario still violates that oracle.
    pub fn still_violates(&mut self, s: &Scenario, oracle: &str) -> bool {
        self.violation(s, oracle).is_some()
    }

    /// How a scenario violates that oracle, whatever else it violates.
    fn violation(&mut self, s: &Scenario, oracle: &str) -> Option<Violation> {
        if let Some(r) = relations::ALL.iter().find(|r| r.name == oracle) {
            let broken = catch_unwind(AssertUnwindSafe(|| {
                self.trace.play(self.adapter, s);
                let comparable = matches!(self.trace.end, End::Complete | End::GameOver) && sane(s).is_ok();
                comparable.then(|| r.check(self.adapter, &self.trace, &mut self.room)).flatten()
            }));
            return broken.unwrap_or(None);
        }
        if oracle.starts_with("round_trips::") {
            return round_trips::first(s).filter(|v| v.oracle == oracle);
        }
        if let Some(p) = properties::all().find(|p| p.name == oracle) {
            let broken = catch_unwind(AssertUnwindSafe(|| {
                self.trace.play(self.adapter, s);
                self.report.found.clear();
                self.report.run(p, &self.trace);
                let told = self.report.found.drain(..).filter(|v| v.at >= self.trace.did.len() || self.trace.comparable(v.at));
                told.min_by_key(|v| v.at)
            }));
            return broken.unwrap_or(None);
        }
        match self.check(s) {
            Outcome::Violated(v) if v.oracle == oracle => Some(v),
            _ => None,
        }
    }
}

/// The newest edition, for campaigns that name none.
pub const NEWEST_EDITION: Date = NEWEST;
