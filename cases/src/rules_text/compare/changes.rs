//! From pairs of clauses to what became of each: its fate, its word diff, its cross-references.

use std::collections::{BTreeMap, HashMap, HashSet};

use similar::{Algorithm, ChangeTag};

use super::super::fold::plain;
use super::super::references::{Reference, references};
use super::super::wording::wording;
use super::super::{ClauseNumber, Extent, RulesClause, RulesText};
use super::matching::Pairs;
use super::{ClauseChange, DiffPart, Fate, ReferenceChange};

/// What became of every clause, in the newer text's order.
pub(super) fn changes(old: &RulesText, new: &RulesText, pairs: &Pairs) -> Vec<ClauseChange> {
    let (old_clauses, new_clauses) = (&old.clauses, &new.clauses);
    let moves = Moves::of(old_clauses, new_clauses, pairs);
    let mut before: BTreeMap<usize, Vec<ClauseChange>> = BTreeMap::new();
    for (index, clause) in old_clauses.iter().enumerate().filter(|(index, _)| pairs.new_of[*index].is_none()) {
        let place = place_of_deleted(index, pairs);
        let part_of = pairs.went_into[index].map(|whole| new_clauses[whole].number);
        before.entry(place).or_default().push(lone(clause, Fate::Deleted, part_of));
    }
    let mut changes = Vec::with_capacity(new_clauses.len());
    for (index, clause) in new_clauses.iter().enumerate() {
        changes.extend(before.remove(&index).unwrap_or_default());
        changes.push(match pairs.old_of[index] {
            None => lone(clause, Fate::Added, pairs.taken_from[index].map(|whole| old_clauses[whole].number)),
            Some(partner) => paired(&old_clauses[partner], clause, pairs.same_wording[partner], &moves),
        });
    }
    changes.extend(before.into_values().flatten());
    let (old_whole, new_whole) = (old.extent == Extent::Whole, new.extent == Extent::Whole);
    let covered = Covered::of(&changes);
    changes.retain(|change| match change.fate {
        Fate::Added => old_whole || covered.in_new(change.new),
        Fate::Deleted => new_whole || covered.in_old(change.old),
        _ => true,
    });
    changes
}

/// A deleted clause stands before the newer place of the next older clause that has one.
fn place_of_deleted(index: usize, pairs: &Pairs) -> usize {
    let previous = pairs.new_of[..index].iter().rev().find_map(|new| *new).map(|new| new + 1);
    previous.or_else(|| pairs.new_of[index..].iter().find_map(|new| *new)).unwrap_or(pairs.old_of.len())
}

fn lone(clause: &RulesClause, fate: Fate, part_of: Option<ClauseNumber>) -> ClauseChange {
    let text = plain(&clause.text);
    let (old, new, diff) = match fate {
        Fate::Deleted => (Some(clause.number), None, DiffPart::Removed(text)),
        _ => (None, Some(clause.number), DiffPart::Added(text)),
    };
    ClauseChange { fate, old, new, slugs: Vec::new(), diff: vec![diff], examples_changed: false, references: Vec::new(), part_of }
}

fn paired(old: &RulesClause, new: &RulesClause, same_wording: bool, moves: &Moves) -> ClauseChange {
    let fate = match (same_wording, old.number == new.number) {
        (true, true) => Fate::Unchanged,
        (true, false) => Fate::Renumbered,
        (false, _) => Fate::Reworded,
    };
    ClauseChange {
        fate,
        old: Some(old.number),
        new: Some(new.number),
        slugs: Vec::new(),
        diff: if same_wording { Vec::new() } else { word_diff(&old.text, &new.text) },
        examples_changed: examples(old) != examples(new),
        references: moves.of_references(&old.text, &new.text),
        part_of: None,
    }
}

fn examples(clause: &RulesClause) -> Vec<String> {
    clause.examples.iter().map(|example| wording(example)).collect()
}

/// The differences between two texts in whole words.
fn word_diff(old: &str, new: &str) -> Vec<DiffPart> {
    let (old, new) = (plain(old), plain(new));
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_whitespace().collect(), new.split_whitespace().collect());
    let parts = similar::utils::diff_slices(Algorithm::Myers, &old, &new);
    let part = |(tag, words): (ChangeTag, &[&str])| match tag {
        ChangeTag::Equal => DiffPart::Kept(words.join(" ")),
        ChangeTag::Delete => DiffPart::Removed(words.join(" ")),
        ChangeTag::Insert => DiffPart::Added(words.join(" ")),
    };
    parts.into_iter().map(part).collect()
}

/// Where rules and sections of the older text are in the newer one.
struct Moves {
    clauses: HashMap<ClauseNumber, Option<ClauseNumber>>,
    sections: HashMap<u16, u16>,
}

impl Moves {
    fn of(old: &[RulesClause], new: &[RulesClause], pairs: &Pairs) -> Self {
        let mut clauses = HashMap::new();
        let mut votes: HashMap<u16, BTreeMap<u16, usize>> = HashMap::new();
        for (clause, partner) in old.iter().zip(&pairs.new_of) {
            let number = partner.map(|partner| new[partner].number);
            clauses.entry(clause.number).or_insert(number);
            if let Some(number) = number {
                *votes.entry(clause.number.section()).or_default().entry(number.section()).or_default() += 1;
            }
        }
        let most = |votes: BTreeMap<u16, usize>| votes.into_iter().max_by_key(|(_, votes)| *votes).map(|(section, _)| section);
        let sections = votes.into_iter().filter_map(|(section, votes)| Some((section, most(votes)?))).collect();
        Self { clauses, sections }
    }

    /// Where a reference's target is now. `None` if it is deleted; itself if the older text does not have it.
    fn image(&self, reference: Reference) -> Option<Reference> {
        match reference {
            Reference::Chapter(_) => Some(reference),
            Reference::Section(section) => Some(Reference::Section(*self.sections.get(&section).unwrap_or(&section))),
            Reference::Clause(number) => match self.clauses.get(&number) {
                Some(image) => image.map(Reference::Clause),
                None => Some(reference),
            },
        }
    }

    fn of_references(&self, old: &str, new: &str) -> Vec<ReferenceChange> {
        let (olds, mut news) = (references(old), references(new));
        let mut changes = Vec::new();
        let mut left = Vec::new();
        for from in olds {
            let image = self.image(from);
            match news.iter().position(|to| Some(*to) == image) {
                Some(place) => {
                    let to = news.remove(place);
                    if to != from {
                        changes.push(ReferenceChange::Moved { from, to });
                    }
                }
                None => left.push(from),
            }
        }
        for from in left {
            match news.iter().position(|to| *to == from) {
                Some(place) => {
                    news.remove(place);
                    changes.push(ReferenceChange::Repointed { number: from, was: self.image(from) });
                }
                None => changes.push(ReferenceChange::Dropped { from }),
            }
        }
        changes.extend(news.into_iter().map(|to| ReferenceChange::Added { to }));
        changes
    }
}

/// The rules that both texts cover, for when one of them is an extract.
struct Covered {
    old: HashSet<ClauseNumber>,
    new: HashSet<ClauseNumber>,
}

impl Covered {
    fn of(changes: &[ClauseChange]) -> Self {
        let rule = |number: ClauseNumber| number.parent().unwrap_or(number);
        let both = || changes.iter().filter_map(|change| Some((rule(change.old?), rule(change.new?))));
        Self { old: both().map(|(old, _)| old).collect(), new: both().map(|(_, new)| new).collect() }
    }

    fn in_old(&self, number: Option<ClauseNumber>) -> bool {
        number.is_some_and(|number| self.old.contains(&number.parent().unwrap_or(number)))
    }

    fn in_new(&self, number: Option<ClauseNumber>) -> bool {
        number.is_some_and(|number| self.new.contains(&number.parent().unwrap_or(number)))
    }
}
