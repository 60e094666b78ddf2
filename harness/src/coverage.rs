//! What the cases tell apart: readings of the rulebook, and the two sides of every change of an edition.
//!
//! A reading is told apart by the cases that the reference engine fails when it plays by it. So a wrong engine, an older edition and a gap of the
//! suite are seen by the same means.

use crate::editions::KNOWN;
use crate::runner::run_case;
use crate::verdict::Verdict;
use outofphase_adapter::Date;
use outofphase_cases::Case;
use outofphase_reference_engine::{Change, EDITIONS, Origin, QUESTIONS, ReferenceEngine, Rulebook};

/// A reading that the newest edition does not have, and the cases that fail by it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The question.
    pub question: &'static str,
    /// The reading.
    pub name: &'static str,
    /// The slug of the clause that settles the question.
    pub clause: &'static str,
    /// The ids of the cases of the newest edition that fail by it.
    pub failing: Vec<String>,
}

/// A change of an edition, and the cases that rest on either side of it.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The date of the edition.
    pub date: Date,
    /// The change.
    pub change: &'static Change,
    /// Whether the older text said anything. If it did not, no case may rest on that side.
    pub stated_before: bool,
    /// The ids of the cases that held just before and fail if the change is made too early.
    pub before: Vec<String>,
    /// The ids of the cases that hold on the date and fail if the change is not made.
    pub after: Vec<String>,
}

/// The cases in force on a day that fail by a rulebook, up to a number. Those that rest on `clause` are tried first.
#[must_use]
pub fn failing(cases: &[Case], on: Date, rules: Rulebook, clause: &str, at_most: usize) -> Vec<String> {
    let mut engine = ReferenceEngine::new(rules);
    let (near, far): (Vec<&Case>, Vec<&Case>) =
        cases.iter().filter(|c| c.in_force(on)).partition(|c| c.clauses.iter().any(|slug| slug == clause));
    let mut fails = |c: &&Case| run_case(&mut engine, c).verdict != Verdict::Pass;
    near.into_iter().chain(far).filter(|c| fails(c)).take(at_most).map(|c| c.id.clone()).collect()
}

/// Every reading that the newest edition does not have, with up to `at_most` cases that fail by it.
#[must_use]
pub fn readings(cases: &[Case], at_most: usize) -> Vec<Reading> {
    let newest = outofphase_reference_engine::NEWEST;
    let mut all = Vec::new();
    for q in QUESTIONS {
        for r in q.readings.iter().filter(|r| r.origin != Origin::Newest) {
            let failing = failing(cases, newest, with(Rulebook::newest(), q.name, r.name), q.clause, at_most);
            all.push(Reading { question: q.name, name: r.name, clause: q.clause, failing });
        }
    }
    all
}

/// Every change of every edition, with up to `at_most` cases for each side of it.
#[must_use]
pub fn changes(cases: &[Case], at_most: usize) -> Vec<Sides> {
    let mut all = Vec::new();
    for edition in EDITIONS {
        let eve = KNOWN.iter().rev().find(|d| **d < edition.date).copied();
        for change in edition.changes {
            let q = QUESTIONS.iter().find(|q| q.name == change.question).expect("a change names a question; a test holds it");
            let now = Rulebook::edition(edition.date);
            let settled = now.get(change.question).expect("a question of the rulebook");
            let undone = with(now, change.question, change.before);
            let before = eve.map_or_else(Vec::new, |eve| {
                failing(cases, eve, with(Rulebook::edition(eve), change.question, settled), q.clause, at_most)
            });
            all.push(Sides {
                date: edition.date,
                change,
                stated_before: q.readings.iter().all(|r| r.name != change.before || r.origin != Origin::NotStated),
                before,
                after: failing(cases, edition.date, undone, q.clause, at_most),
            });
        }
    }
    all
}

fn with(mut rules: Rulebook, question: &str, reading: &str) -> Rulebook {
    rules.set(question, reading).expect("a question and a reading of its own");
    rules
}
