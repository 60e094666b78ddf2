//! Every edition compared with the next.

use std::sync::LazyLock;
use std::time::Instant;

use jiff::civil::{Date, date};
use outofphase_cases::rules_text::compare::{ClauseChange, Concern, Fate, Triage, mentions_phasing};
use outofphase_cases::rules_text::{ClauseNumber, Comparison, RulesText, compare};

use super::folder::editions;
use super::tables::{Table, phasing, phasing_rewordings, turn_based_actions, zone_changes};

/// The comparison of each edition with the next.
pub(crate) fn comparisons() -> &'static [(Date, Date, Comparison)] {
    static COMPARISONS: LazyLock<Vec<(Date, Date, Comparison)>> = LazyLock::new(|| {
        let start = Instant::now();
        let all: Vec<_> = editions().windows(2).map(|pair| (pair[0].date, pair[1].date, compare(&pair[0].rules, &pair[1].rules))).collect();
        eprintln!("{} pairs of editions compared in {:.1?}", all.len(), start.elapsed());
        all
    });
    &COMPARISONS
}

fn number(text: &str) -> ClauseNumber {
    text.parse().expect("a clause number")
}

/// The tables against every pair: each clause is found again under its new number, new ones are added, gone ones deleted.
fn assert_follows(table: &Table) {
    for (old, new, comparison) in comparisons().iter().filter(|(old, _, _)| table.covers(*old)) {
        for row in &table.rows {
            let (before, after) = (table.number_on(row, *old), table.number_on(row, *new));
            let told = format!("{} from {old} to {new}", row.name);
            match (before, after) {
                (Some(before), Some(after)) => {
                    let change = comparison.of_old(number(&before)).unwrap_or_else(|| panic!("{told}: {before} is not in the report"));
                    assert_eq!(change.new, Some(number(&after)), "{told}: {before}");
                    assert_eq!(change.is_renumbered(), before != after, "{told}");
                }
                (None, Some(after)) => {
                    let change = comparison.of_new(number(&after)).unwrap_or_else(|| panic!("{told}: {after} is not in the report"));
                    assert_eq!((change.fate, change.old), (Fate::Added, None), "{told}: {after}");
                }
                (Some(before), None) => {
                    let change = comparison.of_old(number(&before)).unwrap_or_else(|| panic!("{told}: {before} is not in the report"));
                    assert_eq!((change.fate, change.new), (Fate::Deleted, None), "{told}: {before}");
                }
                (None, None) => {}
            }
        }
    }
}

#[test]
fn phasing_is_followed_through_all_its_numbers() {
    assert_follows(&phasing());
}

#[test]
fn zone_changes_are_followed_through_the_split_of_2016() {
    assert_follows(&zone_changes());
    if let Some((_, _, split)) = comparisons().iter().find(|(_, new, _)| *new == date(2016, 11, 11)) {
        for part in ["603.10a", "603.10b", "603.10c", "603.10d", "603.10g"] {
            let change = split.of_new(number(part)).expect("it is in the report");
            assert_eq!(change.part_of, Some(number("603.6d")), "{part} was said before");
        }
        assert_eq!(split.of_new(number("603.10e")).expect("it is in the report").part_of, None, "spells were not spoken of");
    }
}

#[test]
fn turn_based_actions_are_followed_through_all_their_letters() {
    assert_follows(&turn_based_actions());
}

#[test]
fn no_phasing_clause_is_called_reworded_that_is_not() {
    let table = phasing();
    for (old, new, comparison) in comparisons() {
        for row in &table.rows {
            let (Some(before), Some(_)) = (table.number_on(row, *old), table.number_on(row, *new)) else { continue };
            let change = comparison.of_old(number(&before)).expect("checked elsewhere");
            let expected = phasing_rewordings(row.name).contains(new);
            assert_eq!(change.fate == Fate::Reworded, expected, "{} from {old} to {new}: {:?}", row.name, change.diff);
        }
    }
}

#[test]
fn every_clause_of_both_texts_is_accounted_for() {
    for (old, new, comparison) in comparisons() {
        let counts = comparison.counts;
        let paired = counts.unchanged + counts.renumbered + counts.reworded;
        let of_old = comparison.clauses.iter().filter(|change| change.old.is_some()).count();
        let of_new = comparison.clauses.iter().filter(|change| change.new.is_some()).count();
        assert_eq!((of_old, of_new), (paired + counts.deleted, paired + counts.added), "{old} to {new}");
        assert_eq!(of_old, comparison.old.clauses, "{old} to {new}");
        if old.year() > 2009 {
            assert_eq!(of_new, comparison.new.clauses, "{old} to {new}");
        } else {
            assert_eq!(of_new, 14, "only what the extract covers is compared: the rule's title and its clauses a to n");
        }
    }
}

#[test]
fn an_edition_compared_with_itself_shows_nothing() {
    for edition in editions().iter().step_by(20) {
        let comparison = compare(&edition.rules, &edition.rules);
        assert_eq!(comparison.touched().count(), 0, "{}", edition.date);
        assert!(comparison.triage.is_empty(), "{}", edition.date);
    }
}

#[test]
fn two_editions_of_neighbouring_years_are_compared_the_other_way_round() {
    let Some([old, new]) = editions().last_chunk::<2>() else { return };
    let (there, back) = (compare(&old.rules, &new.rules), compare(&new.rules, &old.rules));
    let pairs = |comparison: &Comparison| comparison.clauses.iter().filter_map(|c| Some((c.old?, c.new?))).collect::<Vec<_>>();
    let mut turned: Vec<_> = pairs(&back).into_iter().map(|(old, new)| (new, old)).collect();
    let mut straight = pairs(&there);
    turned.sort_unstable();
    straight.sort_unstable();
    assert_eq!(turned, straight);
}

#[test]
fn triage_lists_what_the_registry_does_not_know() {
    let told = |new: Date| -> Vec<String> {
        let found = comparisons().iter().find(|(_, day, _)| *day == new).map(|(_, _, comparison)| comparison.triage.as_slice());
        let tell = |triage: &Triage| {
            let number = triage.new.or(triage.old).expect("a clause of one of the texts");
            match &triage.concern {
                Concern::MentionsPhasing => format!("{number} mentions phasing"),
                Concern::NoLongerMentionsPhasing => format!("{number} no longer mentions phasing"),
                Concern::NewAmongOurs => format!("{number} is new among ours"),
                Concern::NewBesideOurs => format!("{number} is new beside ours"),
                Concern::ReferenceChanged { change } => format!("{number}: {change:?}"),
            }
        };
        found.unwrap_or_default().iter().map(tell).collect()
    };
    if editions().is_empty() {
        return;
    }
    assert_eq!(told(date(2017, 7, 8)), ["724.1b"; 0], "ending the turn is in the registry");
    assert_eq!(told(date(2016, 11, 11)), ["801.7a: Added { to: Clause(603.10) }"]);
    assert_eq!(told(date(2026, 8, 7)), ["122.1j is new beside ours"]);
    assert_eq!(told(date(2024, 4, 12)), [""; 0], "what is new elsewhere is left out");
}

#[test]
fn every_rule_that_came_to_name_phasing_is_noticed() {
    let mut found = Vec::new();
    for (pair, (_, new, comparison)) in editions().windows(2).zip(comparisons()).filter(|(pair, _)| pair[0].date.year() > 2009) {
        let names = |rules: &RulesText, number: Option<ClauseNumber>| {
            number.and_then(|number| rules.clause(number)).is_some_and(|clause| mentions_phasing(&clause.text))
        };
        let newly = |change: &&ClauseChange| names(&pair[1].rules, change.new) && !names(&pair[0].rules, change.old);
        let outside_702 = |change: &ClauseChange| {
            change.new.filter(|number| !change.slugs.iter().any(|slug| slug.starts_with("phasing.")) || number.section() != 702)
        };
        found.extend(comparison.clauses.iter().filter(newly).filter_map(outside_702).map(|number| format!("{new} {number}")));
    }
    let expected = [
        "2011-05-01 713.2",
        "2016-11-11 603.10b",
        "2019-07-12 702.102f",
        "2020-08-07 610.4",
        "2020-08-07 610.4a",
        "2020-08-07 610.4b",
        "2020-08-07 610.4c",
        "2021-11-19 703.4b",
        "2022-10-07 724.5",
        "2026-04-17 722.3c",
    ];
    assert!(editions().is_empty() || found == expected, "{found:?}");
}
