//! Working out the registry's numbers and text hashes from dated rules texts.
//!
//! Starting from the latest number on record and the edition that gave it, a clause's older and newer numbers follow from
//! comparing each edition with the next. Summaries, names and the eras marked `within` stay as they were written.

use std::collections::HashMap;

use jiff::civil::{Date, date};

use super::clause::{Clause, Era, TextHash};
use super::editions::NEWEST;
use super::{Registry, edition_in_force};
use crate::rules_text::compare::Comparison;
use crate::rules_text::{ClauseNumber, RulesText, compare, fingerprint};

/// Editions of which only a copy converted from another format is at hand. It has lost a few clauses and the word
/// "Example" before some examples, so that what only it has or lacks is no change of the rules.
const CONVERTED: &[Date] = &[date(2011, 7, 15)];

/// What the dated texts say about one clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    /// The clause.
    pub slug: String,
    /// Its numbers.
    pub numbers: Vec<Era>,
    /// The hashes of its text.
    pub hashes: Vec<TextHash>,
}

/// Dated texts, compared each with the next.
#[derive(Debug)]
pub struct Upkeep<'a> {
    editions: Vec<(Date, &'a RulesText)>,
    /// The comparison of each edition with the next.
    steps: Vec<Step>,
    /// For a converted copy between two editions, the comparison of its neighbours.
    around: HashMap<usize, Step>,
}

/// Where clauses went from one edition to a later one.
#[derive(Debug)]
struct Step {
    forward: HashMap<ClauseNumber, ClauseNumber>,
    back: HashMap<ClauseNumber, ClauseNumber>,
}

impl Step {
    fn of(comparison: &Comparison) -> Self {
        let both = || comparison.clauses.iter().filter_map(|change| Some((change.old?, change.new?)));
        Self { forward: both().collect(), back: both().map(|(old, new)| (new, old)).collect() }
    }
}

impl<'a> Upkeep<'a> {
    /// Compares the texts in the order of their editions. Texts that have no edition are left out.
    pub fn new(texts: impl IntoIterator<Item = &'a RulesText>) -> Self {
        let mut texts: Vec<&RulesText> = texts.into_iter().filter(|text| text.edition().is_some()).collect();
        texts.sort_by_key(|text| text.edition());
        texts.dedup_by_key(|text| text.edition());
        let comparisons: Vec<Comparison> = texts.windows(2).map(|pair| compare(pair[0], pair[1])).collect();
        Self::of_compared(texts, &comparisons)
    }

    /// For texts in the order of their editions that have been compared already, each with the next.
    pub fn of_compared<'c>(texts: impl IntoIterator<Item = &'a RulesText>, comparisons: impl IntoIterator<Item = &'c Comparison>) -> Self {
        let editions: Vec<(Date, &RulesText)> = texts.into_iter().filter_map(|text| Some((text.edition()?, text))).collect();
        let steps = comparisons.into_iter().map(Step::of).collect();
        let converted = (1..editions.len().saturating_sub(1)).filter(|at| CONVERTED.contains(&editions[*at].0));
        let around = converted.map(|at| (at, Step::of(&compare(editions[at - 1].1, editions[at + 1].1)))).collect();
        Self { editions, steps, around }
    }

    /// What the texts say about every clause of a registry.
    pub fn findings(&self, registry: &Registry) -> Vec<Findings> {
        registry.iter().map(|clause| self.of(clause)).collect()
    }

    fn of(&self, clause: &Clause) -> Findings {
        let numbers = self.with_kept_eras(clause, self.eras(&self.numbers(clause)));
        let hashes = self.hashes(&numbers);
        Findings { slug: clause.slug().to_owned(), numbers, hashes }
    }

    /// The number of a clause in each edition.
    fn numbers(&self, clause: &Clause) -> Vec<Option<ClauseNumber>> {
        let mut numbers = vec![None; self.editions.len()];
        // A text that is newer than what was recorded may have another clause under the recorded number.
        let recorded = clause.numbers().last().map_or(NEWEST, |era| era.from);
        let last_known = clause.last_day().and_then(edition_in_force).unwrap_or(recorded);
        let Some(anchor) = self.editions.iter().rposition(|(edition, _)| *edition <= last_known) else { return numbers };
        let Some(number) = clause.latest().filter(|number| self.editions[anchor].1.clause(*number).is_some()) else { return numbers };
        numbers[anchor] = Some(number);
        for at in (0..anchor).rev() {
            numbers[at] = numbers[at + 1].and_then(|number| self.steps[at].back.get(&number).copied());
            if let (None, Some(around)) = (numbers[at], self.around.get(&at)) {
                // The converted copy lost the clause; it has the number its neighbours agree on.
                let before = numbers[at + 1].and_then(|number| around.back.get(&number).copied());
                numbers[at] = before.filter(|before| Some(*before) == numbers[at + 1]);
            }
            if let (None, Some(around)) = (numbers[at], at.checked_sub(1).and_then(|_| self.around.get(&(at + 1)))) {
                // The copy has the clause, too garbled to be recognised from before.
                numbers[at] = numbers.get(at + 2).copied().flatten().and_then(|number| around.back.get(&number).copied());
            }
        }
        if clause.last_day().is_none() {
            for at in anchor + 1..numbers.len() {
                numbers[at] = numbers[at - 1].and_then(|number| self.steps[at - 1].forward.get(&number).copied());
                if let (None, Some(around)) = (numbers[at], self.around.get(&at)) {
                    let after = numbers[at - 1].and_then(|number| around.forward.get(&number).copied());
                    numbers[at] = after.filter(|after| Some(*after) == numbers[at - 1]);
                }
                if let (None, Some(before), Some(around)) = (numbers[at], at.checked_sub(2), self.around.get(&(at - 1))) {
                    numbers[at] = numbers[before].and_then(|number| around.forward.get(&number).copied());
                }
            }
        }
        numbers
    }

    fn eras(&self, numbers: &[Option<ClauseNumber>]) -> Vec<Era> {
        let mut eras: Vec<Era> = Vec::new();
        let mut last = None;
        for ((edition, _), number) in self.editions.iter().zip(numbers) {
            if *number != last {
                if let Some(open) = eras.last_mut().filter(|era| era.to.is_none()) {
                    open.to = edition.yesterday().ok();
                }
                eras.extend(number.map(|number| Era { from: *edition, to: None, number: number.to_string(), within: false }));
                last = *number;
            }
        }
        eras
    }

    /// Eras in which the clause was a part of another are knowledge that no comparison gives. They are the start of its
    /// history: a comparison would take the whole of which it was a part for the clause.
    fn with_kept_eras(&self, clause: &Clause, mut eras: Vec<Era>) -> Vec<Era> {
        let kept: Vec<Era> = clause.numbers().iter().filter(|era| era.within).cloned().collect();
        let since = kept.first().map(|era| era.from);
        eras.retain(|era| since.is_none_or(|since| since <= era.from) && !kept.iter().any(|within| within.covers(era.from)));
        let mut all = kept;
        all.extend(eras);
        all
    }

    fn hashes(&self, numbers: &[Era]) -> Vec<TextHash> {
        let mut of_each: Vec<(Date, Option<String>)> = Vec::new();
        for (edition, text) in &self.editions {
            let number = numbers.iter().find(|era| era.covers(*edition)).and_then(|era| era.number.parse().ok());
            let clause = number.and_then(|number| text.clause(number));
            of_each.push((*edition, clause.map(|clause| fingerprint(&clause.text))));
        }
        for at in 1..of_each.len().saturating_sub(1) {
            if CONVERTED.contains(&of_each[at].0) && of_each[at - 1].1 == of_each[at + 1].1 {
                of_each[at].1 = of_each[at - 1].1.clone();
            }
        }
        let mut hashes: Vec<TextHash> = Vec::new();
        for (from, sha256) in of_each {
            if let Some(sha256) = sha256
                && hashes.last().is_none_or(|last| last.sha256 != sha256)
            {
                hashes.push(TextHash { from, sha256 });
            }
        }
        hashes
    }
}
