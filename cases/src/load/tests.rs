//! One clear error for each mistake that a person can make.

use super::*;
use crate::{CaseStep, ExpectSubject, Fact};
use std::fs;

const GOOD: &str = "\
group: a group
cases:
  - id: out_and_in
    clauses: [phasing.indirect]
    source: nowhere
    why: Because.
    since: 2009-07-10
    players: [A, B]
    board:
      sword: {card: equipment, of: B, on: bear}
      bear: {card: creature 2/2, of: A}
    play:
      - {by: A, phase out: [bear]}
      - expect: {bear: phased out directly, sword: \"phased out indirectly, on bear\"}
      - advance to: upkeep
        of: A
        expect:
          bear: [phased in, untapped]
          turn: upkeep of A
        happened: [bear phases in, upkeep begins]
";

fn errors(text: &str) -> Vec<LoadError> {
    CaseSet::read([("x.yaml", text)]).expect_err("the file is wrong")
}

/// The one error of the good file with one change in it.
fn complaint(from: &str, to: &str) -> LoadError {
    assert!(GOOD.contains(from), "{from:?} is not in the sample");
    let mut all = errors(&GOOD.replacen(from, to, 1));
    assert_eq!(all.len(), 1, "{from:?} -> {to:?}: {all:?}");
    all.remove(0)
}

#[test]
fn a_good_file_is_read_with_its_lines() {
    let set = CaseSet::read([("x.yaml", GOOD)]).unwrap_or_else(|e| panic!("{}", e[0]));
    let case = &set.cases[0];
    assert_eq!((case.id.as_str(), case.group.as_str(), case.line), ("out_and_in", "a group", 3));
    assert_eq!(case.setup.objects[0].name, "sword", "the order of the file is that of the handles");
    let lines: Vec<(String, u32)> = case.in_scope(|| {
        let expected = case.steps.iter().filter_map(|s| if let CaseStep::Expect(all) = s { Some(all) } else { None }).flatten();
        expected.map(|e| (e.subject.to_string(), e.line)).collect()
    });
    let told: Vec<(&str, u32)> = lines.iter().map(|(s, l)| (s.as_str(), *l)).collect();
    assert_eq!(told, [("bear", 14), ("sword", 14), ("bear", 18), ("turn", 19), ("happened", 20)]);
    let CaseStep::Expect(last) = &case.steps[3] else { panic!("{:?}", case.steps) };
    assert_eq!((last[2].subject, last[2].facts.len()), (ExpectSubject::Happened, 2));
    assert_eq!(last[0].facts, [Fact::PhasedIn, Fact::Untapped]);
}

/// From, to, line and column of the mistake, what is said of it.
type Mistake = (&'static str, &'static str, (u32, u32), &'static [&'static str]);

const MISTAKES: &[Mistake] = &[
    ("    why: Becau", "    wy: Becau", (6, 5), &["unknown key `wy`", "did you mean `why`?", "keys that can stand here"]),
    ("    why: Because.\n", "", (3, 5), &["`why` is missing", "one sentence"]),
    ("why: Because.", "why:", (6, 5), &["`why` is empty"]),
    ("group: a group\n", "", (1, 1), &["`group` is missing", "begins with `group:`"]),
    ("group: a group", "grup: a group", (1, 1), &["unknown key `grup`", "did you mean `group`?"]),
    ("clauses: [phasing.indirect]", "clauses: phasing.indirect", (4, 14), &["found the text", "expected a list of clauses"]),
    ("[phasing.indirect]", "[]", (4, 14), &["`clauses` is empty", "phasing.indirect"]),
    ("phasing.indirect", "phasing.indirekt", (4, 15), &["no clause has the slug", "did you mean `phasing.indirect`"]),
    ("phasing.indirect", "702.26g", (4, 15), &["no clause has the slug", "did you mean `phasing.indirect`", "not by its number"]),
    ("2009-07-10", "July 2009", (7, 12), &["`July 2009` is no date", "2017-08-25"]),
    ("2009-07-10", "2009-7-1", (7, 12), &["`2009-7-1` is no date"]),
    ("2009-07-10", "2009-07-10\n    until: 2009-07-10", (8, 5), &["is not after `since`"]),
    ("[A, B]", "[A, C]", (8, 18), &["`C` where B was expected"]),
    ("[A, B]", "[A]", (8, 14), &["2 to 4 players"]),
    ("[A, B]", "[A, B, C, D, E]", (8, 27), &["too many players"]),
    ("[A, B]", "{A: {lief: 3}, B: {}}", (8, 19), &["unknown key `lief`", "did you mean `life`?"]),
    ("of: B,", "of: C,", (10, 36), &["player C does not sit", "under `players`"]),
    ("on: bear}", "on: baer}", (10, 43), &["no object is named `baer`", "`bear`"]),
    ("on: bear}", "on: sword}", (10, 7), &["attached to `sword`, which is itself"]),
    ("card: creature 2/2, of: A", "card: creature 2/2, of: A, in: hand", (10, 7), &["not on the battlefield", "`on:` names"]),
    ("of: A}\n", "of: A}\n      cub: {card: creature 1/1, of: A, in: outside}\n", (12, 7), &["`cub`", "is a token", "`token: true`"]),
    ("bear: {card", "sword: {card", (11, 7), &["two cards are named `sword`"]),
    ("bear: {card", "Bear: {card", (11, 7), &["`Bear` can't be a name", "did you mean `bear`?", "lower-case"]),
    ("bear: {card", "turn: {card", (11, 7), &["`turn` can't be a name", "reserved"]),
    ("bear: {card", "happened: {card", (11, 7), &["`happened` can't be a name", "reserved"]),
    ("creature 2/2", "creatur 2/2", (11, 20), &["`creatur` is no type", "creature"]),
    ("creature 2/2", "creature", (11, 20), &["needs power and toughness"]),
    ("of: A}\n", "of: A, tapped: perhaps}\n", (11, 49), &["expected `true` or `false`"]),
    ("of: A}\n", "of: A, has: [phasin]}\n", (11, 47), &["no word that can stand here", "phasing"]),
    ("of: A}\n", "of: A, has: [{when: {dyes: this}}]}\n", (11, 55), &["`dyes` is no word", "did you mean `dies`?"]),
    ("of: A}\n", "of: A, has: [{when: {dies: this}, gain: 3}]}\n", (11, 68), &["`gain` is not for a case to say"]),
    ("phase out: [bear]", "phase owt: [bear]", (13, 9), &["`phase owt` is no word", "did you mean `phase out`?", "`attack`"]),
    ("phase out: [bear]", "phase out: [baer]", (13, 29), &["no object is named `baer`"]),
    ("{by: A, phase", "{by: C, phase", (13, 14), &["player C does not sit"]),
    ("{by: A, phase", "{phase", (13, 9), &["add `by: A`"]),
    ("phase out: [bear]", "phase out: [bear], tap: [bear]", (13, 9), &["second action in one step", "new list item"]),
    ("{by: A, phase out: [bear]}", "{illegal: true}", (13, 9), &["`illegal` needs an action"]),
    (
        "expect: {bear: phased out directly",
        "expect: {baer: phased out directly",
        (14, 18),
        &["no object is named `baer`", "did you mean `bear`?"],
    ),
    ("bear: phased out directly", "bear: phased owt", (14, 24), &["can't be said of a card", "did you mean `phased out`?", "`phased in`"]),
    ("bear: phased out directly", "bear: 2", (14, 24), &["found the number `2`", "a phrase about a card"]),
    ("bear: phased out directly, sword", "bear: phased in, bear", (14, 17), &["`bear` stands twice", "join"]),
    ("bear: phased out directly", "happened: bear phases oot", (14, 28), &["did you mean `bear phases out`?"]),
    ("bear: phased out directly", "sword: triggered, bear: phased out", (14, 17), &["`sword` stands twice"]),
    ("bear: phased out directly", "bear: triggered twice", (14, 18), &["`bear` has no triggered ability", "grants"]),
    ("turn: upkeep of A", "turn: upkep of A", (19, 17), &["no step is called `upkep`", "did you mean `upkeep`?"]),
    ("[bear phases in, ", "[bear phases oot, ", (20, 20), &["did you mean `bear phases out`?"]),
    ("\n    board:", "\n   board:", (9, 4), &["indented alike"]),
    ("why: Because.", "why: B's step: it is.", (6, 18), &["`: `", "in quotes"]),
    ("clauses: [phasing.indirect]", "clauses: [phasing.indirect", (5, 11), &["not closed"]),
];

#[test]
fn each_mistake_is_told_with_its_place_and_what_would_be_right() {
    let mut bad = Vec::new();
    for (from, to, place, told) in MISTAKES {
        let e = complaint(from, to);
        let text = e.to_string().replace("\n          ", " ");
        let spot = e.spot().unwrap_or_else(|| panic!("{text}"));
        if (spot.line, spot.column) != *place || !told.iter().all(|t| text.contains(t)) {
            bad.push(format!("{to:?} should be {place:?} {told:?}:\n{text}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
}

#[test]
fn a_tab_is_shown_as_one() {
    let e = complaint("    why: Because.", "\twhy: Because.");
    assert!(matches!(e, LoadError::Yaml(_)));
    assert!(e.to_string().contains("a tab as indentation") && e.to_string().contains("spaces"), "{e}");
    assert_eq!(e.spot().map(|s| (s.line, s.column)), Some((6, 1)));
}

#[test]
fn a_case_that_expects_nothing_is_an_error() {
    let text = GOOD.split("      - expect").next().expect("the sample expects something");
    let all = errors(text);
    assert!(all.len() == 1 && all[0].to_string().contains("`out_and_in` expects nothing"), "{all:?}");
}

#[test]
fn every_case_with_a_mistake_is_told_in_one_go() {
    let second = GOOD.split_once("cases:\n").expect("the sample has cases").1;
    let text =
        format!("{}{}{}", GOOD.replace("of: B,", "of: C,"), second.replace("phase out", "phase owt"), second.replace("out_and_in", "x"));
    let lines: Vec<u32> = errors(&text).iter().filter_map(|e| e.spot()).map(|s| s.line).collect();
    assert_eq!(lines, [10, 31]);
}

#[test]
fn the_same_id_in_two_files_is_told_with_both_places() {
    let all = CaseSet::read([("x.yaml", GOOD), ("y.yaml", GOOD)]).expect_err("the ids are the same");
    let text = all[0].to_string();
    assert!(all.len() == 1 && matches!(all[0], LoadError::DuplicateId { .. }));
    assert!(text.contains("x.yaml:3:5") && text.contains("y.yaml:3:5") && text.contains("unique"), "{text}");
}

#[test]
fn files_that_hold_no_cases_are_told() {
    for (text, told) in [
        ("", "the file is empty"),
        ("# nothing\n", "the file is empty"),
        ("- a\n- b\n", "expected a case file"),
        ("group: x\ncases: []\n", "the list of cases is empty"),
        ("group: x\ncases: {a: b}\n", "a list of cases"),
        ("group: x\ncases: [3]\n", "expected a case"),
        ("group: x\n---\ngroup: y\n", "second document"),
        ("group: *x\n", "refers to nothing"),
        ("a: @b\n", "put the text in quotes"),
        ("group: !tag x\ncases: !y [a]\n", ""),
        ("? [a]\n: b\n", ""),
        ("\u{0}", ""),
    ] {
        let all = errors(text);
        assert!(all.len() == 1 && all[0].to_string().contains(told), "{text:?}: {}", all[0]);
    }
}

#[test]
fn aliases_that_would_blow_up_are_refused_at_once() {
    let mut text = String::from("group: x\nbomb:\n  - &a0 {tap: [bear]}\n");
    for i in 1..30 {
        text += &format!("  - &a{i} {{in order: [*a{0}, *a{0}, *a{0}, *a{0}, *a{0}, *a{0}, *a{0}, *a{0}]}}\n", i - 1);
    }
    let case = GOOD.replace("group: a group\n", "");
    // Where no such thing can stand it is an unknown key; where it can, as an effect of effects, the reader stops.
    assert!(errors(&format!("{text}{case}"))[0].to_string().contains("unknown key `bomb`"));
    let anchors = text.lines().skip(2).map(|l| l.trim_start_matches([' ', '-'])).collect::<Vec<_>>().join(", ");
    let bomb = case.replacen("{by: A, phase out: [bear]}", &format!("{{by: A, in order: [{anchors}]}}"), 1);
    let all = errors(&format!("group: x\n{bomb}"));
    assert!(all.len() == 1 && all[0].to_string().contains("repeat each other without end"), "{}", all[0]);
    let deep = |n| format!("{}{{tap: [bear]}}{}", "{in order: [".repeat(n), "]}".repeat(n));
    let all = errors(&GOOD.replacen("phase out: [bear]", &format!("in order: [{}]", deep(200)), 1));
    assert!(all.len() == 1 && all[0].to_string().contains("nested too deep"), "{}", all[0]);
    let lists = format!("group: {}x{}\n", "[".repeat(9000), "]".repeat(9000));
    assert!(errors(&lists)[0].to_string().contains("found a list, expected a text"));
}

#[test]
fn too_many_triggers_are_told() {
    let many = "{when: {dies: this}}, ".repeat(17);
    let e = complaint("of: A}\n", &format!("of: A, has: [{many}]}}\n"));
    assert!(e.to_string().contains("17 triggered abilities; a case can have 16"), "{e}");
}

#[test]
fn folders_and_files_that_cannot_be_read_are_told() {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let told = |name: &str| CaseSet::load(dir.path().join(name)).expect_err("it is wrong").remove(0);
    assert!(matches!(told("nowhere"), LoadError::Missing { .. }));
    fs::create_dir(dir.path().join("empty")).expect("a folder");
    assert!(matches!(told("empty"), LoadError::NoFiles { .. }));
    fs::write(dir.path().join("big.yaml"), "#".repeat(5_000_000)).expect("a file");
    assert!(told("big.yaml").to_string().contains("at most 1000000"), "{}", told("big.yaml"));
    fs::write(dir.path().join("latin.yaml"), b"group: x\nwhy: caf\xe9\n").expect("a file");
    assert!(matches!(told("latin.yaml"), LoadError::NotUtf8 { line: 2, .. }));
}

#[test]
fn all_files_of_a_folder_are_checked_before_giving_up() {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).expect("a file");
    fs::create_dir(dir.path().join("deeper")).expect("a folder");
    write("a.yaml", &GOOD.replace("of: B,", "of: C,"));
    write("deeper/b.yml", &GOOD.replace("phasing.indirect", "phasing"));
    write("c.yaml", GOOD);
    write("notes.txt", "not a case file");
    assert_eq!(CaseSet::load(dir.path()).expect_err("two files are wrong").len(), 2);
    fs::remove_file(dir.path().join("a.yaml")).expect("it is there");
    fs::remove_file(dir.path().join("deeper/b.yml")).expect("it is there");
    assert_eq!(CaseSet::load(dir.path()).map(|s| s.cases.len()).ok(), Some(1));
    assert_eq!(CaseSet::load(dir.path().join("c.yaml")).map(|s| s.cases.len()).ok(), Some(1));
}

#[test]
fn the_cases_that_come_with_the_crate_are_good() {
    assert!(!CaseSet::builtin().cases.is_empty());
    for (name, text) in CaseSet::builtin_files() {
        assert!(!text.is_empty(), "{name}");
    }
}
