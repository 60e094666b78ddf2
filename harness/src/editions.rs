//! The editions that the suite tells apart: those with a known text, and those with a change of the rulebook.

use outofphase_adapter::Date;
use outofphase_cases::registry::{self, Clause, Registry};
use std::sync::LazyLock;

/// The days on which they came into force, oldest first.
pub static KNOWN: LazyLock<Vec<Date>> = LazyLock::new(|| {
    let mut all: Vec<Date> = registry::EDITIONS.to_vec();
    all.extend(outofphase_reference_engine::EDITIONS.iter().map(|e| e.date));
    all.sort_unstable();
    all.dedup();
    all
});

/// The newest one.
pub const NEWEST: Date = registry::NEWEST;

/// The one in force on a day; `None` before the first.
#[must_use]
pub fn in_force(day: Date) -> Option<Date> {
    KNOWN[..KNOWN.partition_point(|edition| *edition <= day)].last().copied()
}

/// What happened to the clauses of the registry between two days.
#[derive(Clone, Debug, Default)]
pub struct ClauseChanges {
    /// There on the later day only.
    pub added: Vec<&'static Clause>,
    /// There on the earlier day only.
    pub deleted: Vec<&'static Clause>,
    /// Another text.
    pub reworded: Vec<&'static Clause>,
    /// Another number.
    pub renumbered: Vec<&'static Clause>,
}

/// Compares the registry on two days.
#[must_use]
pub fn clause_changes(before: Date, now: Date) -> ClauseChanges {
    let mut changes = ClauseChanges::default();
    for clause in Registry::builtin() {
        match (clause.exists_on(before), clause.exists_on(now)) {
            (false, true) => changes.added.push(clause),
            (true, false) => changes.deleted.push(clause),
            _ => {}
        }
        let differ = |a: Option<&str>, b: Option<&str>| a.is_some() && b.is_some() && a != b;
        if differ(clause.hash_on(before), clause.hash_on(now)) {
            changes.reworded.push(clause);
        }
        if differ(clause.number_on(before), clause.number_on(now)) {
            changes.renumbered.push(clause);
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_whose_text_is_not_at_hand_counts_if_it_changed_the_rulebook() {
        let origins = Date::constant(2015, 7, 17);
        assert!(!registry::EDITIONS.contains(&origins));
        assert_eq!(in_force(Date::constant(2015, 12, 1)), Some(origins));
    }

    #[test]
    fn the_newest_is_the_last() {
        assert_eq!(KNOWN.last(), Some(&NEWEST));
        assert_eq!(NEWEST, outofphase_reference_engine::NEWEST);
    }
}
