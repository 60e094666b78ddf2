//! The suite at every edition, and what each change of an edition and each reading means to it.

use jiff::civil::Date;
use outofphase_cases::registry::Registry;
use outofphase_cases::{Case, CaseSet};
use outofphase_harness::Verdict;
use outofphase_harness::coverage;
use outofphase_harness::editions::KNOWN;
use outofphase_harness::runner::run_case;
use outofphase_reference_engine::{EDITIONS, Edition, NEWEST, ReferenceEngine, Rulebook};
use std::collections::HashMap;

fn cases() -> &'static [Case] {
    &CaseSet::builtin().cases
}

/// The days on which something happened to the rules that the suite is about, as found by hand in the texts: numbers, letters, demands.
const DAYS: &str = "
    2009-07-10 2011-02-04 2011-05-01 2011-07-15 2011-09-30 2012-06-01 2012-10-01 2015-01-23 2015-07-17 2016-01-22 2016-07-22 2016-08-26
    2016-09-30 2016-11-11 2017-04-28 2017-06-05 2017-07-08 2017-08-24 2017-08-25 2017-09-29 2018-01-19 2018-04-27 2019-06-14 2019-07-12
    2019-08-23 2019-10-04 2020-01-24 2020-07-03 2020-08-07 2021-02-15 2021-04-22 2021-06-18 2021-07-23 2021-09-24 2021-11-19 2022-06-10
    2022-09-08 2022-10-07 2022-11-18 2023-02-03 2023-04-14 2023-06-16 2024-03-08 2024-04-12 2024-06-07 2024-07-30 2024-09-20 2024-11-08
    2025-02-07 2025-04-04 2025-06-06 2025-09-19 2025-11-14 2026-02-27 2026-04-17 2026-06-19 2026-08-07";

/// A case is played once for each rulebook that some day has on which it holds.
#[test]
fn the_suite_passes_on_every_day_that_changed_something() {
    let days = DAYS.split_whitespace().map(|d| d.parse().expect("a date"));
    let days: Vec<Date> = days.chain(KNOWN.iter().copied()).chain(EDITIONS.iter().map(|e| e.date)).collect();
    let mut by_rulebook: HashMap<Rulebook, Vec<Date>> = HashMap::new();
    for day in days {
        by_rulebook.entry(Rulebook::edition(day)).or_default().push(day);
    }
    assert!(by_rulebook.len() >= EDITIONS.iter().filter(|e| !e.changes.is_empty()).count(), "each change makes a rulebook of its own");
    for (rules, days) in by_rulebook {
        let mut engine = ReferenceEngine::new(rules);
        let held: Vec<&Case> = cases().iter().filter(|c| days.iter().any(|d| c.in_force(*d))).collect();
        assert!(held.len() > 800, "{} on {}", held.len(), days[0]);
        for case in held {
            let result = run_case(&mut engine, case);
            assert_eq!(result.verdict, Verdict::Pass, "{} by the rules of {}: {:?}", case.id, days[0], result.mismatches);
        }
    }
}

#[test]
fn each_change_taken_out_of_its_edition_makes_a_case_fail() {
    for sides in coverage::changes(cases(), 1) {
        assert!(!sides.after.is_empty(), "no case notices that {} is missing from the edition of {}", sides.change.name, sides.date);
    }
}

#[test]
fn each_change_made_too_early_makes_a_case_fail_where_the_older_text_says_something() {
    // Before these, games had no such thing: no case can ask.
    const NEW_THINGS: [&str; 4] = ["sagas", "day-and-night", "attractions", "battles"];
    for sides in coverage::changes(cases(), 1).iter().filter(|s| s.stated_before) {
        let new = NEW_THINGS.contains(&sides.change.name);
        assert_eq!(sides.before.is_empty(), new, "{} before {}: {:?}", sides.change.name, sides.date, sides.before);
    }
}

#[test]
fn no_case_rests_on_what_an_older_text_left_open() {
    let open = coverage::changes(cases(), 0);
    for sides in open.iter().filter(|s| !s.stated_before) {
        let settled = Rulebook::edition(sides.date);
        let settled = settled.get(sides.change.question).expect("a question");
        // The last edition before each earlier change will do: a case that holds in some earlier edition holds in one of them.
        let before = |e: &Edition| KNOWN.iter().rev().find(|d| **d < e.date).copied();
        for eve in EDITIONS.iter().filter(|e| e.date <= sides.date).filter_map(before) {
            let mut rules = Rulebook::edition(eve);
            rules.set(sides.change.question, settled).expect("a reading");
            let failing = coverage::failing(cases(), eve, rules, "", 1);
            assert_eq!(failing, [""; 0], "{} on {eve}", sides.change.name);
        }
    }
}

#[test]
fn each_reading_that_the_newest_edition_does_not_have_fails_two_cases() {
    for reading in coverage::readings(cases(), 2) {
        assert!(reading.failing.len() == 2, "{}={} fails only {:?}", reading.question, reading.name, reading.failing);
    }
}

/// The rules that speak of phasing, and the clauses of the four sections, by their numbers in the newest edition. Those that no word of the
/// vocabulary reaches stand apart.
const NUMBERS: &str = "
    110.5 110.5b 502.1 506.4 506.4c 514.2 603.6c 603.10b 610.4 610.4a 610.4b 610.4c 610.4d 702.103g 703.4a 703.4b 703.4c
    702.26a 702.26b 702.26c 702.26d 702.26e 702.26f 702.26g 702.26h 702.26i 702.26j 702.26k 702.26m 702.26n 702.26p
    603.6 603.6a 603.6b 603.6c 603.6d 603.6e 603.10 603.10a 603.10b 603.10c 603.10d 603.10f
    703.1 703.1a 703.2 703.3 703.4d 703.4e 703.4f 703.4g 703.4h 703.4i 703.4j 703.4k 703.4m 703.4n 703.4p 703.4q";
const OUT_OF_REACH: &str = "708.5 722.3c 727.2 729.5 603.10e 603.10g";

#[test]
fn every_rule_that_names_phasing_and_every_letter_of_the_four_sections_has_two_cases() {
    let held: Vec<&Case> = cases().iter().filter(|c| c.in_force(NEWEST)).collect();
    for number in NUMBERS.split_whitespace() {
        let slugs: Vec<&str> = Registry::builtin().numbered(number, NEWEST).map(outofphase_cases::registry::Clause::slug).collect();
        assert!(!slugs.is_empty(), "the registry does not know {number}");
        let n = held.iter().filter(|c| c.clauses.iter().any(|s| slugs.contains(&s.as_str()))).count();
        assert!(n >= 2, "{number} has {n} cases");
    }
    for number in OUT_OF_REACH.split_whitespace() {
        assert!(Registry::builtin().numbered(number, NEWEST).next().is_some(), "the registry does not know {number}");
    }
}
