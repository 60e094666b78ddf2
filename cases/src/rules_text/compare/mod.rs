//! Comparing two rules texts clause by clause.
//!
//! Clauses are paired by what they say, not by their numbers, so that a clause that was moved is the same clause still.

mod changes;
mod matching;
mod similarity;
mod triage;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use jiff::civil::Date;
use serde::Serialize;

use super::references::Reference;
use super::{ClauseNumber, Extent, RulesText};
use crate::registry::{NEWEST, Registry};

pub use triage::{Concern, Triage, mentions_phasing};

/// What became of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Same number, same wording.
    Unchanged,
    /// Another number, same wording.
    Renumbered,
    /// Another wording; the number may differ too.
    Reworded,
    /// Only the newer text has it.
    Added,
    /// Only the older text has it.
    Deleted,
}

/// A stretch of a word diff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "op", content = "text", rename_all = "kebab-case")]
pub enum DiffPart {
    /// In both.
    Kept(String),
    /// Only in the older text.
    Removed(String),
    /// Only in the newer text.
    Added(String),
}

/// What became of a cross-reference in a clause that both texts have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reference", rename_all = "kebab-case")]
pub enum ReferenceChange {
    /// It follows a rule to its new number.
    Moved {
        /// The number it had.
        from: Reference,
        /// The number it has.
        to: Reference,
    },
    /// It keeps a number under which there now stands another rule.
    Repointed {
        /// The number.
        number: Reference,
        /// Where the rule that used to stand there is now; `None` if it is deleted.
        was: Option<Reference>,
    },
    /// It was not there before.
    Added {
        /// The number.
        to: Reference,
    },
    /// It is no longer there.
    Dropped {
        /// The number.
        from: Reference,
    },
}

/// What became of one clause between two texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClauseChange {
    /// In a word.
    pub fate: Fate,
    /// The number in the older text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<ClauseNumber>,
    /// The number in the newer text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<ClauseNumber>,
    /// The registry's names for it.
    pub slugs: Vec<String>,
    /// The change of wording; the whole text of an added or deleted clause. Empty if the wording is the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diff: Vec<DiffPart>,
    /// Whether its examples differ.
    pub examples_changed: bool,
    /// What became of its cross-references.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<ReferenceChange>,
    /// For an added clause, the older clause that seems to have said this as a part of what it said; for a deleted one,
    /// the newer clause that seems to say it now. Told by shared words, so it is a hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<ClauseNumber>,
}

impl ClauseChange {
    /// Whether the number differs between the texts.
    pub fn is_renumbered(&self) -> bool {
        self.old.is_some() && self.new.is_some() && self.old != self.new
    }

    /// Whether it has the same number, wording, examples and cross-references in both texts.
    pub fn is_untouched(&self) -> bool {
        self.fate == Fate::Unchanged && !self.examples_changed && self.references.is_empty()
    }
}

/// How many clauses met each fate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Same number, same wording.
    pub unchanged: usize,
    /// Another number, same wording.
    pub renumbered: usize,
    /// Another wording.
    pub reworded: usize,
    /// Only in the newer text.
    pub added: usize,
    /// Only in the older text.
    pub deleted: usize,
}

/// One of the two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The edition, if the text or its reader knew it.
    pub edition: Option<Date>,
    /// All of the rules or a part.
    pub extent: Extent,
    /// How many clauses it has.
    pub clauses: usize,
}

/// Two rules texts, clause by clause.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The older text.
    pub old: Side,
    /// The newer text.
    pub new: Side,
    /// How many clauses met each fate.
    pub counts: Counts,
    /// Every clause of either text, in the newer text's order; deleted ones stand where they stood.
    pub clauses: Vec<ClauseChange>,
    /// Clauses that somebody who keeps the registry has to look at.
    pub triage: Vec<Triage>,
}

impl Comparison {
    /// What became of the clause with a number in the older text.
    pub fn of_old(&self, number: ClauseNumber) -> Option<&ClauseChange> {
        self.clauses.iter().find(|change| change.old == Some(number))
    }

    /// Where the clause with a number in the newer text came from.
    pub fn of_new(&self, number: ClauseNumber) -> Option<&ClauseChange> {
        self.clauses.iter().find(|change| change.new == Some(number))
    }

    /// What became of the clauses that the registry knows by a name. Several if a clause was split.
    pub fn of_slug<'a>(&'a self, slug: &'a str) -> impl Iterator<Item = &'a ClauseChange> {
        self.clauses.iter().filter(move |change| change.slugs.iter().any(|known| known == slug))
    }

    /// The changes that are not mere repetitions of the older text.
    pub fn touched(&self) -> impl Iterator<Item = &ClauseChange> {
        self.clauses.iter().filter(|change| !change.is_untouched())
    }
}

/// Compares two rules texts. If one of them is an extract, only what it covers is compared.
pub fn compare(old: &RulesText, new: &RulesText) -> Comparison {
    compare_with(old, new, Registry::builtin())
}

/// [`compare`] with another registry than the one that comes with the crate.
pub fn compare_with(old: &RulesText, new: &RulesText, registry: &Registry) -> Comparison {
    let pairs = matching::pair(&old.clauses, &new.clauses);
    let mut clauses = changes::changes(old, new, &pairs);
    let names = Names { old: slugs_by_number(registry, old.edition()), new: slugs_by_number(registry, new.edition()) };
    for change in &mut clauses {
        change.slugs = names.of(change, new.edition().is_some_and(|edition| edition <= NEWEST));
    }
    let mut counts = Counts::default();
    for change in &clauses {
        *match change.fate {
            Fate::Unchanged => &mut counts.unchanged,
            Fate::Renumbered => &mut counts.renumbered,
            Fate::Reworded => &mut counts.reworded,
            Fate::Added => &mut counts.added,
            Fate::Deleted => &mut counts.deleted,
        } += 1;
    }
    let triage = triage::triage(old, new, &clauses, registry);
    let side = |text: &RulesText| Side { edition: text.edition(), extent: text.extent, clauses: text.clauses.len() };
    Comparison { old: side(old), new: side(new), counts, clauses, triage }
}

type SlugsByNumber = HashMap<String, Vec<String>>;

struct Names {
    old: SlugsByNumber,
    new: SlugsByNumber,
}

impl Names {
    /// A clause keeps its names when it moves. A text newer than the registry can't name what it adds.
    fn of(&self, change: &ClauseChange, new_is_known: bool) -> Vec<String> {
        let of = |names: &SlugsByNumber, number: Option<ClauseNumber>| {
            number.and_then(|number| names.get(&number.to_string()).cloned()).unwrap_or_default()
        };
        let mut slugs = of(&self.old, change.old);
        if new_is_known {
            let also = of(&self.new, change.new);
            slugs.extend(also.into_iter().filter(|slug| !slugs.contains(slug)).collect::<Vec<_>>());
        }
        slugs
    }
}

fn slugs_by_number(registry: &Registry, edition: Option<Date>) -> SlugsByNumber {
    let day = edition.unwrap_or(NEWEST);
    let mut slugs = SlugsByNumber::new();
    for clause in registry {
        if let Some(number) = clause.number_on(day) {
            slugs.entry(number.to_owned()).or_default().push(clause.slug().to_owned());
        }
    }
    slugs
}
