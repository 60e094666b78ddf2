//! What the registry records about numbers and texts is what the dated texts say.

use jiff::civil::date;
use outofphase_cases::registry::{EDITIONS, Registry, Upkeep};
use outofphase_cases::rules_text::{Hint, parse};

use super::comparing::comparisons;
use super::folder::editions;
use super::tables::{Table, phasing, turn_based_actions, zone_changes};

#[test]
fn numbers_and_hashes_are_those_of_the_texts() {
    if editions().is_empty() {
        return;
    }
    let texts = editions().iter().map(|edition| &edition.rules);
    let upkeep = Upkeep::of_compared(texts, comparisons().iter().map(|(_, _, comparison)| comparison));
    let mut differing = Vec::new();
    for found in upkeep.findings(Registry::builtin()) {
        let clause = Registry::builtin().clause(&found.slug).expect("findings are about the registry's clauses");
        if found.numbers != clause.numbers() || found.hashes != clause.hashes() {
            differing.push(format!("{}: {:?} {:?}", found.slug, found.numbers, found.hashes));
        }
        assert!(!clause.hashes().is_empty(), "{} has no hash", clause.slug());
    }
    assert!(
        differing.is_empty(),
        "the texts say otherwise; `cargo run -p outofphase-cases --example registry_upkeep -- FOLDER --write` records it:\n{}",
        differing.join("\n")
    );
}

/// Next quarter's text may have another clause under the number that is on record, and its own under a new one.
#[test]
fn a_clause_is_followed_into_a_text_that_is_newer_than_the_record() {
    let on = |day| editions().iter().find(|edition| edition.date == day);
    let (Some(ward), Some(newest)) = (on(date(2021, 4, 22)), on(date(2026, 8, 7))) else { return };
    let text = String::from_utf8(std::fs::read(&newest.path).expect("it was read before")).expect("UTF-8");
    let next = text
        .replace("August 7, 2026", "November 20, 2026")
        .replace("\n702.26p ", "\n702.26q ")
        .replace("\n702.26n ", "\n702.26n Boats that phase out stay dry until they phase in.\r\n\r\n702.26p ");
    let next = parse(next.as_bytes(), &Hint::default()).expect("a whole text");
    let upkeep = Upkeep::new([&ward.rules, &newest.rules, &next]);
    let findings = upkeep.findings(Registry::builtin());
    for (slug, numbers) in [
        ("phasing.skipped-untap-step", &["702.26m"][..]),
        ("phasing.departed-controller", &["702.26n", "702.26p"]),
        ("phasing.redundant", &["702.26p", "702.26q"]),
    ] {
        let found = findings.iter().find(|found| found.slug == slug).expect("a clause of the registry");
        let of_these: Vec<&str> = found.numbers.iter().map(|era| era.number.as_str()).collect();
        assert_eq!(of_these, numbers, "{slug}");
    }
}

/// This needs no texts: the tables were made by hand from them.
#[test]
fn core_numbers_are_those_of_the_tables() {
    for (table, slugs) in [(phasing(), PHASING), (zone_changes(), ZONE_CHANGES), (turn_based_actions(), TURN_BASED)] {
        assert_numbers(&table, slugs);
    }
}

fn assert_numbers(table: &Table, slugs: &[(&str, &str)]) {
    for (name, slug) in slugs {
        let row = table.rows.iter().find(|row| row.name == *name).expect("the table has it");
        let clause = Registry::builtin().clause(slug).expect("the registry has it");
        for edition in EDITIONS.into_iter().filter(|edition| table.covers(*edition)) {
            let era = clause.era_on(edition).filter(|era| !era.within);
            let expected = table.number_on(row, edition);
            if era.is_some() || clause.era_on(edition).is_none() {
                assert_eq!(era.map(|era| era.number.clone()), expected, "{slug} on {edition}");
            }
            assert!(expected.is_none() || clause.exists_on(edition), "{slug} on {edition}");
        }
    }
}

const PHASING: &[(&str, &str)] = &[
    ("702.26a", "phasing.untap-step-event"),
    ("702.26b", "phasing.treated-as-nonexistent"),
    ("702.26c", "phasing.phases-in"),
    ("702.26d", "phasing.no-zone-change"),
    ("702.26e", "phasing.not-in-affected-set"),
    ("702.26f", "phasing.durations-expire"),
    ("702.26g", "phasing.indirect"),
    ("702.26h", "phasing.direct-and-indirect"),
    ("702.26i", "phasing.returns-attached"),
    ("702.26j", "phasing.no-attach-triggers"),
    ("702.26k", "phasing.owner-leaves"),
    ("tokens", "phasing.tokens-cease"),
    ("702.26m", "phasing.skipped-untap-step"),
    ("702.26n", "phasing.departed-controller"),
    ("702.26p", "phasing.redundant"),
];

const ZONE_CHANGES: &[(&str, &str)] = &[
    ("603.6", "zone-change.finds-object"),
    ("603.6a", "zone-change.enters"),
    ("603.6b", "zone-change.continuous-effects"),
    ("603.6c", "zone-change.leaves"),
    ("603.6d", "zone-change.enters-with"),
    ("603.6e", "zone-change.aura-host-leaves"),
    ("603.10", "look-back.general"),
    ("603.10a", "look-back.zone-changes"),
    ("603.10b", "look-back.phases-out"),
    ("603.10c", "look-back.unattached"),
    ("603.10d", "look-back.control"),
    ("603.10e", "look-back.countered"),
    ("603.10f", "look-back.player-loses"),
    ("603.10g", "look-back.planeswalks"),
    ("603.11", "triggers.linked-static"),
];

const TURN_BASED: &[(&str, &str)] = &[
    ("703.4a", "turn-based.phasing"),
    ("703.4b", "turn-based.day-night"),
    ("703.4c", "turn-based.untap"),
    ("703.4d", "turn-based.draw"),
    ("703.4e", "turn-based.scheme"),
    ("703.4f", "turn-based.lore"),
    ("703.4g", "turn-based.attractions"),
    ("703.4h", "turn-based.defending-player"),
    ("703.4i", "turn-based.attackers"),
    ("703.4j", "turn-based.blockers"),
    ("attackers", "turn-based.attacker-order"),
    ("blockers", "turn-based.blocker-order"),
    ("703.4k", "turn-based.assign-damage"),
    ("703.4m", "turn-based.deal-damage"),
    ("703.4n", "turn-based.discard"),
    ("703.4p", "turn-based.damage-off"),
    ("703.4q", "turn-based.mana-empties"),
];
