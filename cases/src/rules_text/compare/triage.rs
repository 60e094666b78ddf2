//! Clauses that the registry does not know and whoever keeps it has to look at.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::super::fold::fold;
use super::super::references::Reference;
use super::super::{ClauseNumber, RulesClause, RulesText};
use super::{ClauseChange, Fate, ReferenceChange};
use crate::registry::{Kind, NEWEST, Registry};

/// Why a clause needs a look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "concern", rename_all = "kebab-case")]
pub enum Concern {
    /// It speaks of phasing and did not before.
    MentionsPhasing,
    /// It spoke of phasing and no longer does.
    NoLongerMentionsPhasing,
    /// It is new in one of the rules that the suite is about.
    NewAmongOurs,
    /// It is new beside clauses that the suite leans on: under the same rule or, if it is a rule itself, in the same section.
    NewBesideOurs,
    /// Its cross-reference to one of the suite's rules is another than before.
    ReferenceChanged {
        /// What became of the reference.
        change: ReferenceChange,
    },
}

/// A clause outside the registry that needs a look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Triage {
    /// Its number in the older text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<ClauseNumber>,
    /// Its number in the newer text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<ClauseNumber>,
    /// Why.
    #[serde(flatten)]
    pub concern: Concern,
}

/// The clauses without a slug that newly mention phasing, are new under a rule of which the suite knows a clause, or whose references to the
/// core changed.
pub(super) fn triage(old: &RulesText, new: &RulesText, changes: &[ClauseChange], registry: &Registry) -> Vec<Triage> {
    let (old_core, new_core) = (core(old, changes, registry, true), core(new, changes, registry, false));
    let (old_clauses, new_clauses) = (by_number(old), by_number(new));
    let known = changes.iter().filter(|change| !change.slugs.is_empty()).filter_map(|change| change.new);
    let known: HashSet<_> =
        known.flat_map(|number| [Some(family(number)), number.is_rule().then_some((number.section(), 0))]).flatten().collect();
    let mut triage = Vec::new();
    for change in changes.iter().filter(|change| change.slugs.is_empty()) {
        let mut add = |concern| triage.push(Triage { old: change.old, new: change.new, concern });
        let mentions = |clauses: &HashMap<ClauseNumber, &RulesClause>, number: Option<ClauseNumber>| {
            let clause = number.and_then(|number| clauses.get(&number));
            clause.is_some_and(|clause| mentions_phasing(&clause.text) || clause.examples.iter().any(|example| mentions_phasing(example)))
        };
        match (mentions(&old_clauses, change.old), mentions(&new_clauses, change.new)) {
            (false, true) => add(Concern::MentionsPhasing),
            (true, false) => add(Concern::NoLongerMentionsPhasing),
            _ => {}
        }
        let rule = change.new.and_then(ClauseNumber::parent);
        if change.fate == Fate::Added && rule.is_some_and(|rule| new_core.contains(&rule)) {
            add(Concern::NewAmongOurs);
        } else if change.fate == Fate::Added && change.new.is_some_and(|number| known.contains(&beside(number))) {
            add(Concern::NewBesideOurs);
        }
        for reference in &change.references {
            let ours = match reference {
                ReferenceChange::Moved { from, to } => points(&old_core, from) || points(&new_core, to),
                ReferenceChange::Repointed { number, .. } => points(&old_core, number) || points(&new_core, number),
                ReferenceChange::Added { to } => points(&new_core, to),
                ReferenceChange::Dropped { from } => points(&old_core, from),
            };
            if ours {
                add(Concern::ReferenceChanged { change: reference.clone() });
            }
        }
    }
    triage
}

/// The sections in which each rule is about a keyword of its own, whatever stands beside it.
const KEYWORDS: [u16; 2] = [701, 702];

/// The rule that a number belongs to.
fn family(number: ClauseNumber) -> (u16, u16) {
    (number.section(), number.rule())
}

/// The family in which a new number is looked at: that of its rule or, for a rule, its section, as rule 0.
fn beside(number: ClauseNumber) -> (u16, u16) {
    if number.is_rule() && !KEYWORDS.contains(&number.section()) { (number.section(), 0) } else { family(number) }
}

fn by_number(text: &RulesText) -> HashMap<ClauseNumber, &RulesClause> {
    text.clauses.iter().rev().map(|clause| (clause.number, clause)).collect()
}

fn points(core: &HashSet<ClauseNumber>, reference: &Reference) -> bool {
    matches!(reference, Reference::Clause(number) if core.contains(number))
}

/// The numbers of the core clauses in one of the texts, with the rules they belong to.
fn core(text: &RulesText, changes: &[ClauseChange], registry: &Registry, old: bool) -> HashSet<ClauseNumber> {
    let day = text.edition().map_or(NEWEST, |edition| edition.min(NEWEST));
    let is_core = |slug: &String| registry.clause(slug).is_some_and(|clause| clause.kind() == Kind::Core);
    let dated = registry.iter().filter(|clause| clause.kind() == Kind::Core).filter_map(|clause| clause.number_on(day)?.parse().ok());
    let paired =
        changes.iter().filter(|change| change.slugs.iter().any(is_core)).filter_map(|change| if old { change.old } else { change.new });
    let numbers: Vec<ClauseNumber> =
        if text.edition().is_some_and(|edition| edition <= NEWEST) { dated.collect() } else { paired.collect() };
    numbers.iter().flat_map(|number| [Some(*number), number.parent()]).flatten().collect()
}

/// Whether a text speaks of phasing: of permanents that phase in or out or are phased, not of a turn's phases.
pub fn mentions_phasing(text: &str) -> bool {
    if !["hase", "hasing", "HAS"].iter().any(|part| text.contains(part)) {
        return false;
    }
    let folded = fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().any(|(at, word)| match *word {
        "phased" | "phasing" => true,
        "phase" | "phases" => {
            let noun = at.checked_sub(1).is_some_and(|before| NOUN_BEFORE.contains(&words[before]));
            let out = words.get(at + 1) == Some(&"out");
            let into = words.get(at + 1) == Some(&"in");
            let relative = matches!(words.get(at + 2), Some(&("which" | "that" | "order" | "a" | "the")));
            out || (into && !noun && !relative)
        }
        _ => false,
    })
}

/// Words after which "phase" is a part of the turn.
const NOUN_BEFORE: &[&str] = &[
    "main",
    "combat",
    "beginning",
    "ending",
    "precombat",
    "postcombat",
    "a",
    "the",
    "this",
    "each",
    "any",
    "extra",
    "additional",
    "of",
    "next",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phasing_is_told_from_the_phases_of_a_turn() {
        for text in [
            "It phases out.",
            "a phased-in boat",
            "Phasing is rare",
            "All boats phase in",
            "as they would phase out",
            "it floats or phases in",
            "boats that phase out",
            "boats that phase in",
        ] {
            assert!(mentions_phasing(text), "{text}");
        }
        for text in [
            "the main phase in which it floats",
            "phases in a turn",
            "each phase or step",
            "a phase in order",
            "as phases in that turn end",
        ] {
            assert!(!mentions_phasing(text), "{text}");
        }
    }
}
