//! A wrong engine told as a wrong page of the rulebook: the readings by which a game would come out as an engine showed it.
//!
//! A reading fits if the reference engine, playing by it and otherwise by the rules, shows what the engine showed. It is a hint where to
//! look in the engine, and never part of a verdict.

use crate::oracle::{Trace, differential};
use crate::report::{CaseResult, Mismatch};
use crate::runner::{quietly, run_case};
use outofphase_adapter::Date;
use outofphase_cases::Case;
use outofphase_reference_engine::{QUESTIONS, QuestionInfo, ReadingInfo, ReferenceEngine, Rulebook};
use std::collections::BTreeMap;
use std::fmt;

/// A reading that fits what an engine showed.
#[derive(Copy, Clone, Debug)]
pub struct AsIf {
    /// The question that the rules answer otherwise.
    pub question: &'static QuestionInfo,
    /// The answer that fits.
    pub reading: &'static ReadingInfo,
}

impl AsIf {
    /// The reading of that name, as [`Display`](fmt::Display) writes it.
    #[must_use]
    pub fn named(name: &str) -> Option<AsIf> {
        let (question, reading) = name.split_once('=')?;
        let question = QUESTIONS.iter().find(|q| q.name == question)?;
        Some(AsIf { question, reading: question.readings.iter().find(|r| r.name == reading)? })
    }

    /// The question and the answer that fits, in words.
    #[must_use]
    pub fn says(&self) -> String {
        format!("{} {}", self.question.asks.trim(), self.reading.says)
    }
}

/// `question=reading`, as `--rulebook` takes it.
impl fmt::Display for AsIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.question.name, self.reading.name)
    }
}

/// More readings than this say nothing any more.
const TELLING: usize = 3;

/// The readings, or none of them if there are so many that they say nothing.
#[must_use]
pub fn telling(all: &[AsIf]) -> &[AsIf] {
    if all.len() <= TELLING { all } else { &[] }
}

/// The readings, other than those of the edition's rulebook, by which the reference engine fails a case in the same way: first at the same
/// step, and there with everything that the engine showed. An engine that shows less may have less to show for it.
#[must_use]
pub fn of_case(case: &Case, seen: &[Mismatch], edition: Date) -> Vec<AsIf> {
    let first = |all: &[Mismatch]| all.first().map(|m| m.step);
    let Some(step) = first(seen) else { return Vec::new() };
    fitting(&Rulebook::edition(edition), |engine| {
        let shown = run_case(engine, case).mismatches;
        let there = |m: &Mismatch| shown.iter().any(|s| (s.step, &s.subject, &s.seen) == (m.step, &m.subject, &m.seen));
        first(&shown) == Some(step) && seen.iter().filter(|m| m.step == step).all(there)
    })
}

/// Notes the [telling] readings that fit a failed case.
pub fn add(result: &mut CaseResult, case: &Case, edition: Date) {
    result.as_if = telling(&of_case(case, &result.mismatches, edition)).iter().map(ToString::to_string).collect();
}

/// The readings that were noted.
pub fn noted(result: &CaseResult) -> impl Iterator<Item = AsIf> + '_ {
    result.as_if.iter().filter_map(|name| AsIf::named(name))
}

/// The readings, other than those of the rulebook, by which the reference engine shows the whole game as the engine did; none if the rules
/// themselves do.
#[must_use]
pub fn of_trace(seen: &Trace, rules: &Rulebook) -> Vec<AsIf> {
    let mut other = Trace::default();
    let scenario = seen.as_stopped();
    let mut same = |engine: &mut ReferenceEngine| {
        other.play(engine, &scenario);
        differential::first(seen, &other).is_none()
    };
    if same(&mut ReferenceEngine::new(*rules)) { Vec::new() } else { fitting(rules, same) }
}

/// The fewest readings that fit most of the failed cases: again and again the one that fits most of those still open, as long as it fits
/// so many. Each with how many cases it adds.
#[must_use]
pub fn likely<'a>(results: impl IntoIterator<Item = &'a CaseResult>, at_least: usize) -> Vec<(AsIf, usize)> {
    let mut open: Vec<&[String]> = results.into_iter().map(|r| r.as_if.as_slice()).filter(|a| !a.is_empty()).collect();
    let mut all = Vec::new();
    loop {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in open.iter().copied().flatten() {
            *counts.entry(name).or_default() += 1;
        }
        // Of those that fit as many, the first in the order of the alphabet.
        let Some((best, n)) = counts.into_iter().rev().max_by_key(|c| c.1).filter(|c| c.1 >= at_least.max(1)) else { return all };
        all.extend(AsIf::named(best).map(|a| (a, n)));
        open.retain(|names| names.iter().all(|name| name != best));
    }
}

fn fitting(rules: &Rulebook, mut fits: impl FnMut(&mut ReferenceEngine) -> bool) -> Vec<AsIf> {
    let mut all = Vec::new();
    for question in QUESTIONS {
        for reading in question.readings.iter().filter(|r| rules.get(question.name) != Some(r.name)) {
            let mut wrong = *rules;
            // A wrong rulebook may lead where no engine should go; then it fits nothing.
            let fit = wrong.set(question.name, reading.name).is_ok() && quietly(|| fits(&mut ReferenceEngine::new(wrong))).unwrap_or(false);
            if fit {
                all.push(AsIf { question, reading });
            }
        }
    }
    all
}
