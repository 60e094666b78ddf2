//! What a rules change does: which cases and which generated games come out otherwise.
//!
//! Two rulebooks are played against each other by the same [differential](crate::oracle::differential::first) comparison that finds faults in
//! engines. Each question on which they differ gets a shrunk game of its own.

mod game;
mod stands;
mod telling;

pub use game::{Game, Played, Search, search, seeds};
pub use stands::{Stands, stands};
pub use telling::{Told, tell};

use crate::runner::run_case;
use crate::verdict::Verdict;
use outofphase_adapter::Date;
use outofphase_cases::Case;
use outofphase_reference_engine::{EDITIONS, Origin, QUESTIONS, ReferenceEngine, Rulebook};
use serde::Serialize;

/// A question that two rulebooks answer differently.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The question.
    pub question: &'static str,
    /// What it asks.
    pub asks: &'static str,
    /// The slug of the clause that settles it.
    pub clause: &'static str,
    /// The slug of the clause that settled it before; another one if that was deleted.
    pub clause_before: &'static str,
    /// The older reading.
    pub before: &'static str,
    /// What the older reading says.
    pub before_says: &'static str,
    /// The newer reading.
    pub after: &'static str,
    /// What the newer reading says.
    pub after_says: &'static str,
    /// The date of the edition that changed it, if one did.
    pub since: Option<Date>,
    /// Whether the older text said anything: a reading that it left open gives no verdict.
    pub stated_before: bool,
}

/// The questions on which the rulebooks of two editions differ.
#[must_use]
pub fn changes(from: Date, to: Date) -> Vec<Change> {
    let (older, newer) = (Rulebook::edition(from), Rulebook::edition(to));
    let since = |question: &str, before: &str| {
        let made = |e: &&outofphase_reference_engine::Edition| e.changes.iter().any(|c| c.question == question && c.before == before);
        EDITIONS.iter().filter(|e| from < e.date && e.date <= to).find(made).map(|e| e.date)
    };
    let all = older.differences(&newer).filter_map(|(question, before, after)| {
        let change = change(question, before, after)?;
        Some(Change { since: since(question, before), ..change })
    });
    all.collect()
}

/// The questions to which a rulebook gives other answers than the newest edition: what if it were so?
#[must_use]
pub fn what_if(rules: &Rulebook) -> Vec<Change> {
    let newest = Rulebook::newest();
    let all = newest.differences(rules).filter_map(|(question, before, after)| change(question, before, after));
    // What a deleted clause settled long ago is not what this rests on.
    all.map(|c| Change { clause_before: c.clause, stated_before: true, ..c }).collect()
}

fn change(question: &str, before: &str, after: &str) -> Option<Change> {
    let q = QUESTIONS.iter().find(|q| q.name == question)?;
    let reading = |name: &str| q.readings.iter().find(|r| r.name == name);
    let (before, after) = (reading(before)?, reading(after)?);
    Some(Change {
        question: q.name,
        asks: q.asks.trim(),
        clause: q.clause,
        clause_before: q.older_clause.unwrap_or(q.clause),
        before: before.name,
        before_says: before.says,
        after: after.name,
        after_says: after.says,
        since: None,
        stated_before: before.origin != Origin::NotStated,
    })
}

impl Change {
    /// The newer rulebook with this one question answered as before.
    #[must_use]
    pub fn undone(&self, newer: &Rulebook) -> Rulebook {
        let mut older = *newer;
        older.set(self.question, self.before).expect("a change has a question and a reading of it");
        older
    }
}

/// A case whose fate differs between two editions.
#[derive(Clone, Debug, Serialize)]
pub struct CaseChange {
    /// The case.
    pub id: String,
    /// Its clauses.
    pub clauses: Vec<String>,
    /// What differs.
    pub what: CaseFate,
}

/// How a case differs between two editions.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseFate {
    /// It holds for both, and the reference engine fails it under one of the rulebooks.
    ChangesVerdict,
    /// It holds for the newer edition only.
    HoldsSince,
    /// It holds for the older edition only.
    HoldsUntil,
}

/// The cases that come out otherwise.
#[must_use]
pub fn cases(all: &[Case], from: (Date, &Rulebook), to: (Date, &Rulebook)) -> Vec<CaseChange> {
    let (mut old, mut new) = (ReferenceEngine::new(*from.1), ReferenceEngine::new(*to.1));
    let mut touched: Vec<CaseChange> = all
        .iter()
        .filter_map(|case| {
            let what = match (case.in_force(from.0), case.in_force(to.0)) {
                (false, false) => return None,
                (false, true) => CaseFate::HoldsSince,
                (true, false) => CaseFate::HoldsUntil,
                (true, true) => {
                    let verdicts = (run_case(&mut old, case).verdict, run_case(&mut new, case).verdict);
                    if (verdicts.0 == Verdict::Pass) == (verdicts.1 == Verdict::Pass) {
                        return None;
                    }
                    CaseFate::ChangesVerdict
                }
            };
            Some(CaseChange { id: case.id.clone(), clauses: case.clauses.clone(), what })
        })
        .collect();
    touched.sort_by_key(|c| c.what);
    touched
}
