//! The comparison on made-up rules, which every kind of change happens to.

use jiff::civil::date;

use super::super::{Hint, parse};
use super::*;

const OLD: &[(&str, &str)] = &[
    ("702.23", "Floating"),
    ("702.23a", "Floating is a habit of boats. A boat that floats stays on the water until somebody pulls it out."),
    ("702.23b", "Anything tied to a floating boat floats along with it, whoever tied it there."),
    ("702.23c", "Corks float too. See rule 702.24b."),
    ("702.23d", "A boat that has been pulled ashore is no longer afloat and dries in the sun (see rule 702.23b)."),
    ("702.23e", "Floating twice is the same as floating once."),
    ("702.24", "Sinking"),
    ("702.24a", "Stones sink as soon as they touch the water, however flat they are."),
    ("702.24b", "Sinking twice is the same as sinking once."),
    ("704.5", "A list of what happens by itself:"),
    ("704.5a", "A sunken boat is lost. See rule 702.24a."),
    ("704.5b", "A lost boat is mourned by its owner, as told in rule 702.23."),
];

fn text(clauses: &[(&str, &str)]) -> RulesText {
    let text: String = clauses.iter().map(|(number, text)| format!("{number} {text}\n\n")).collect();
    parse(text.as_bytes(), &Hint { extract: true, ..Hint::default() }).expect("numbered clauses")
}

/// The old rules with some replaced; an empty text takes a clause away, an unknown number adds one.
fn changed(edits: &[(&'static str, &'static str, &'static str)]) -> Comparison {
    let mut new: Vec<(&str, &str)> = OLD.to_vec();
    for (old, number, text) in edits {
        let place = new.iter().position(|(number, _)| number == old);
        match (place, *number) {
            (Some(place), "") => drop(new.remove(place)),
            (Some(place), number) => new[place] = (number, if text.is_empty() { new[place].1 } else { text }),
            (None, number) => new.push((number, text)),
        }
    }
    new.sort_by_key(|(number, _)| number.parse::<ClauseNumber>().expect("a number"));
    compare(&text(OLD), &text(&new))
}

fn number(text: &str) -> ClauseNumber {
    text.parse().expect("a number")
}

fn of<'c>(comparison: &'c Comparison, old: &str) -> &'c ClauseChange {
    comparison.of_old(number(old)).expect("the older text has it")
}

fn reference(text: &str) -> Reference {
    Reference::Clause(number(text))
}

#[test]
fn the_same_text_is_unchanged() {
    let comparison = changed(&[]);
    assert_eq!(comparison.counts, Counts { unchanged: OLD.len(), ..Counts::default() });
    assert_eq!(comparison.touched().count(), 0);
}

#[test]
fn a_clause_in_between_moves_the_others_and_they_stay_themselves() {
    let comparison = changed(&[
        ("702.23e", "702.23f", ""),
        ("702.23d", "702.23e", ""),
        ("702.23c", "702.23d", ""),
        ("new", "702.23c", "Rubber ducks are boats for the purposes of bathing and nothing else."),
    ]);
    assert_eq!(comparison.counts, Counts { unchanged: 9, renumbered: 3, added: 1, ..Counts::default() });
    assert_eq!(of(&comparison, "702.23e").new, Some(number("702.23f")));
    let added = comparison.of_new(number("702.23c")).expect("the newer text has it");
    assert_eq!((added.fate, added.part_of), (Fate::Added, None));
    assert!(matches!(&added.diff[..], [DiffPart::Added(text)] if text.starts_with("Rubber ducks")));
}

#[test]
fn a_clause_that_is_moved_and_reworded_at_once_is_recognised() {
    let comparison = changed(&[
        ("702.23e", "", ""),
        ("702.23d", "702.23e", "A boat that was pulled ashore is no longer afloat and slowly dries in the sun (see rule 702.23b)."),
    ]);
    let change = of(&comparison, "702.23d");
    assert_eq!((change.fate, change.new), (Fate::Reworded, Some(number("702.23e"))));
    assert!(change.is_renumbered());
    assert_eq!(
        change.diff,
        [
            DiffPart::Kept("A boat that".to_owned()),
            DiffPart::Removed("has been".to_owned()),
            DiffPart::Added("was".to_owned()),
            DiffPart::Kept("pulled ashore is no longer afloat and".to_owned()),
            DiffPart::Added("slowly".to_owned()),
            DiffPart::Kept("dries in the sun (see rule 702.23b).".to_owned()),
        ]
    );
    assert_eq!(of(&comparison, "702.23e").fate, Fate::Deleted);
}

#[test]
fn a_whole_rule_takes_its_clauses_along_and_references_follow_it() {
    let moved: Vec<_> = ["702.23", "702.23a", "702.23b", "702.23c", "702.23e"]
        .map(|old| (old, &*Box::leak(old.replace(".23", ".26").into_boxed_str()), ""))
        .to_vec();
    let mut edits = moved;
    edits.push(("702.23d", "702.26d", "A boat that has been pulled ashore is no longer afloat and dries in the sun (see rule 702.26b)."));
    edits.push(("704.5b", "704.5b", "A lost boat is mourned by its owner, as told in rule 702.26."));
    let comparison = changed(&edits);
    assert_eq!(comparison.counts, Counts { unchanged: 6, renumbered: 6, ..Counts::default() });
    let moved = |from: &str, to: &str| vec![ReferenceChange::Moved { from: reference(from), to: reference(to) }];
    assert_eq!(of(&comparison, "702.23d").references, moved("702.23b", "702.26b"));
    assert_eq!(of(&comparison, "704.5b").references, moved("702.23", "702.26"));
    assert_eq!(of(&comparison, "704.5b").fate, Fate::Unchanged, "a reference that follows its rule is no rewording");
}

#[test]
fn clauses_that_say_the_same_are_told_apart_by_their_rule() {
    let twins = [("702.1", "One"), ("702.1a", "Once is enough."), ("702.2", "Two"), ("702.2a", "Once is enough.")];
    let moved = [
        ("702.1", "Zero"),
        ("702.1a", "Never."),
        ("702.2", "One"),
        ("702.2a", "Once is enough."),
        ("702.3", "Two"),
        ("702.3a", "Once is enough."),
    ];
    let comparison = compare(&text(&twins), &text(&moved));
    for (old, new) in [("702.1", "702.2"), ("702.1a", "702.2a"), ("702.2", "702.3"), ("702.2a", "702.3a")] {
        assert_eq!(of(&comparison, old).new, Some(number(new)), "{old}");
    }
    // With nothing to tell where the rules went, clauses of equal words keep their numbers.
    let (bare, fewer) = ([twins[1], twins[3]], [twins[3]]);
    let comparison = compare(&text(&bare), &RulesText { extent: Extent::Whole, ..text(&fewer) });
    assert_eq!(of(&comparison, "702.2a").new, Some(number("702.2a")));
    assert_eq!(of(&comparison, "702.1a").fate, Fate::Deleted);
}

#[test]
fn what_became_of_each_reference_is_told() {
    let comparison = changed(&[
        ("702.24b", "", ""),
        ("702.24a", "702.24b", ""),
        ("new", "702.24a", "Feathers are blown about and need not be considered by anybody."),
        ("704.5b", "704.5b", "A lost boat is mourned by its owner, as told in rule 702.23 and rule 704.5a."),
    ]);
    let was_24a = ReferenceChange::Repointed { number: reference("702.24a"), was: Some(reference("702.24b")) };
    assert_eq!(of(&comparison, "704.5a").references, [was_24a]);
    assert_eq!(of(&comparison, "704.5b").references, [ReferenceChange::Added { to: reference("704.5a") }]);
    let was_24b = ReferenceChange::Repointed { number: reference("702.24b"), was: None };
    assert_eq!(of(&comparison, "702.23c").references, [was_24b]);
}

#[test]
fn a_clause_split_off_from_another_is_told_to_have_been_a_part_of_it() {
    let comparison = changed(&[
        ("702.23a", "702.23a", "Floating is a habit of boats."),
        ("new", "702.23f", "A boat that floats stays on the water until somebody pulls it out."),
    ]);
    let split = comparison.of_new(number("702.23f")).expect("it is there");
    let kept = of(&comparison, "702.23a");
    // One of the two halves is the clause itself, the other one a part of what it was.
    let (whole, part) =
        if split.old.is_some() { (split, comparison.of_new(number("702.23a")).expect("it is there")) } else { (kept, split) };
    assert_eq!((whole.fate, part.fate), (Fate::Reworded, Fate::Added));
}

#[test]
fn an_example_alone_is_reported_as_such() {
    let with = |example: &str| {
        let text = format!("702.1a Boats float.\nExample: {example}\n");
        parse(text.as_bytes(), &Hint::default()).expect("a clause")
    };
    let comparison = compare(&with("A boat floats."), &with("A cork floats."));
    assert_eq!((comparison.clauses[0].fate, comparison.clauses[0].examples_changed), (Fate::Unchanged, true));
    assert!(!comparison.clauses[0].is_untouched());
}

/// The clause of phasing that stood under 702.25k until August 2017, and one of the same number afterwards.
#[test]
fn slugs_follow_the_older_number_and_name_what_the_newer_text_adds() {
    let at = |day, clauses: &[(&str, &str)]| RulesText { effective: Some(day), ..text(clauses) };
    let old = at(date(2017, 7, 8), &[("702.25k", "Boats out of sight are lost."), ("702.25m", "Who skips the tide has none.")]);
    let new = at(date(2017, 8, 25), &[("702.25k", "Who skips the tide has none."), ("702.25p", "Ducks quack.")]);
    let comparison = compare(&old, &new);
    assert_eq!(of(&comparison, "702.25k").slugs, ["phasing.tokens-cease"]);
    assert_eq!(of(&comparison, "702.25m").slugs, ["phasing.skipped-untap-step"]);
    assert_eq!(comparison.of_slug("phasing.skipped-untap-step").count(), 1);
}

#[test]
fn a_text_newer_than_the_registry_is_named_by_the_older_one() {
    let newer = NEWEST.tomorrow().expect("there is a tomorrow");
    let at = |day, clauses: &[(&str, &str)]| RulesText { effective: Some(day), ..text(clauses) };
    let old = at(NEWEST, &[("702.26f", "Tides go out."), ("702.26g", "What is tied to a boat goes along with it.")]);
    let new = at(
        newer,
        &[
            ("702.26f", "Tides go out."),
            ("702.26g", "Moons wax."),
            ("702.26h", "What is tied to a boat goes along with it."),
            ("709.1", "Some boats phase out. See rule 702.26h."),
        ],
    );
    let comparison = compare(&old, &new);
    assert_eq!(of(&comparison, "702.26g").slugs, ["phasing.indirect"]);
    let added = comparison.of_new(number("702.26g")).expect("it is there");
    assert!(added.slugs.is_empty(), "a new clause is none of those that the registry knows: {:?}", added.slugs);
}

#[test]
fn what_the_registry_does_not_know_and_touches_phasing_is_for_triage() {
    let newer = NEWEST.tomorrow().expect("there is a tomorrow");
    let at = |day, clauses: &[(&str, &str)]| RulesText { effective: Some(day), ..text(clauses) };
    let old = at(
        NEWEST,
        &[
            ("702.26g", "What is tied to a boat goes along with it."),
            ("709.1", "Some cards are split down the middle, boats among them."),
            ("709.2", "Ropes are tied to boats, as is told in rule 702.26g at some length."),
            ("709.3", "Ropes that phase out are forgotten by everybody but their owner."),
        ],
    );
    let new = at(
        newer,
        &[
            ("702.26h", "What is tied to a boat goes along with it."),
            ("709.1", "Some cards are split down the middle, boats that phase out among them."),
            ("709.2", "Ropes are tied to boats, as is told in rule 702.26h at some length."),
            ("709.3", "Ropes that are lost are forgotten by everybody but their owner."),
            ("709.4", "In the main phase in which a boat arrives it is painted."),
        ],
    );
    let concerns: Vec<_> =
        compare(&old, &new).triage.into_iter().map(|triage| (triage.new.expect("all are there"), triage.concern)).collect();
    let change = ReferenceChange::Moved { from: reference("702.26g"), to: reference("702.26h") };
    assert_eq!(
        concerns,
        [
            (number("709.1"), Concern::MentionsPhasing),
            (number("709.2"), Concern::ReferenceChanged { change }),
            (number("709.3"), Concern::NoLongerMentionsPhasing),
        ]
    );
}

#[test]
fn an_extract_is_compared_with_what_it_covers_only() {
    let whole = RulesText { extent: Extent::Whole, ..text(OLD) };
    let extract = text(&OLD[..5]);
    let there = compare(&extract, &whole);
    assert_eq!(there.counts, Counts { unchanged: 5, added: 1, ..Counts::default() }, "702.23e is new to a text of 702.23");
    let back = compare(&whole, &extract);
    assert_eq!(back.counts, Counts { unchanged: 5, deleted: 1, ..Counts::default() });
}

#[test]
fn a_comparison_is_written_with_numbers_as_text() {
    let comparison = changed(&[("702.23e", "", ""), ("704.5a", "704.5a", "A sunken boat is lost for good. See rule 702.24a.")]);
    let json = serde_json::to_value(&comparison).expect("it can be written");
    let change = |fate: &str| json["clauses"].as_array().expect("a list").iter().find(|c| c["fate"] == fate).expect("it happened").clone();
    assert_eq!(change("deleted")["old"], "702.23e");
    assert_eq!(change("reworded")["diff"][1], serde_json::json!({"op": "removed", "text": "lost."}));
    assert_eq!(json["counts"]["deleted"], 1);
}
