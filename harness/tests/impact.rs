//! What `outofphase impact` shows of editions: a game for each change, told and as a case; and where an engine stands.

use jiff::civil::date;
use outofphase_cases::CaseSet;
use outofphase_generators::Config;
use outofphase_harness::Verdict;
use outofphase_harness::adapter::Date;
use outofphase_harness::impact::{Change, Game, Search, changes, search, seeds, tell};
use outofphase_harness::runner::run_case;
use outofphase_reference_engine::{EDITIONS, NEWEST, OLDEST, ReferenceEngine, Rulebook};
use std::process::{Command, Output};

fn game(change: &Change, to: Date) -> Option<Game> {
    let seeds = seeds(&CaseSet::builtin().cases, change);
    search(change, &Rulebook::edition(to), to, &Search { config: Config::default(), seed: 1, count: 0 }, &seeds).0
}

/// Each pair of editions that separates best, the question that it is about, and how many permanents and actions its game may need.
const PAIRS: [(&str, &str, &str, usize, usize); 9] = [
    ("2017-07-08", "2017-08-25", "phased_out_tokens", 2, 2),
    ("2018-01-19", "2018-04-27", "departed_controller", 2, 5),
    ("2020-07-03", "2020-08-07", "phase_out_until", 2, 2),
    ("2015-01-23", "2016-07-22", "leaves_graveyard_look_back", 2, 2),
    ("2025-04-04", "2025-06-06", "opponent_gains_look_back", 1, 1),
    ("2021-07-23", "2021-09-24", "day_night_moment", 1, 2),
    ("2024-09-20", "2024-11-08", "damage_division", 3, 4),
    ("2025-04-04", "2025-06-06", "sagas", 1, 2),
    ("2026-06-19", "2026-08-07", "protector_and_combat", 2, 2),
];

#[test]
fn each_pair_that_separates_editions_has_a_small_game_that_holds_on_either_side() {
    for (from, to, question, permanents, actions) in PAIRS {
        let (from, to): (Date, Date) = (from.parse().expect("a date"), to.parse().expect("a date"));
        let all = changes(from, to);
        let change = all.iter().find(|c| c.question == question).unwrap_or_else(|| panic!("{from} to {to} does not change {question}"));
        let game = game(change, to).unwrap_or_else(|| panic!("no game shows {question}"));
        let told = tell(&game);
        assert!(game.permanents() <= permanents && game.actions() <= actions, "{question} needs {told:#?}");
        assert_ne!(told.before, told.after, "{question}");
        for (case, day, other) in [(&game.after, to, from), (&game.before, from, to)] {
            assert_eq!(case.in_force(day), !case.in_force(other), "{}: {:?} to {:?}", case.id, case.since, case.until);
            // What is written is what was found: it is read again and played by both rulebooks.
            let yaml = case.to_yaml();
            let read = CaseSet::read([("impact.yaml", yaml.as_str())]).unwrap_or_else(|e| panic!("{e:?}\n{yaml}"));
            let verdict = |on: Date| run_case(&mut ReferenceEngine::new(Rulebook::edition(on)), &read.cases[0]).verdict;
            assert_eq!((verdict(day), verdict(other)), (Verdict::Pass, Verdict::Fail), "{yaml}");
        }
    }
}

#[test]
fn every_change_of_every_edition_has_a_game_that_holds_wherever_it_says() {
    for change in changes(OLDEST, NEWEST) {
        let game = game(&change, NEWEST).unwrap_or_else(|| panic!("{} {:?}", change.question, change.since));
        for case in [&game.after, &game.before] {
            for day in EDITIONS.iter().map(|e| e.date).filter(|d| case.in_force(*d)) {
                let verdict = run_case(&mut ReferenceEngine::new(Rulebook::edition(day)), case).verdict;
                assert_eq!(verdict, Verdict::Pass, "{day}\n{}", case.to_yaml());
            }
        }
        assert!(change.since.is_some_and(|d| EDITIONS.iter().any(|e| e.date == d)), "{}", change.question);
    }
}

#[test]
fn a_game_is_the_same_every_time() {
    let all = changes(date(2017, 7, 8), date(2017, 8, 25));
    let again = || {
        let how = Search { config: Config::default(), seed: 7, count: 300 };
        let (game, played) = search(&all[0], &Rulebook::edition(date(2017, 8, 25)), date(2017, 8, 25), &how, &[]);
        let game = game.expect("three hundred generated games are enough");
        assert!(game.permanents() <= 2, "{}", game.after.to_yaml());
        (game.after.to_yaml(), played.otherwise, played.first)
    };
    assert_eq!(again(), again());
}

fn impact(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_outofphase")).arg("impact").args(args).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[test]
fn the_change_to_tokens_is_told_in_words_and_as_yaml() {
    let (status, out, err) = impact(&["--from", "2017-07-08", "--to", "2017-08-25", "--count", "50"]);
    assert_eq!(status, 1, "{err}");
    for line in [
        "rules of 2017-07-08 to rules of 2017-08-25  1 change of outcome",
        "702.25k phasing.tokens-cease -> 702.25d phasing.no-zone-change",
        "    1. A: spirit phases out",
        "    before 2017-08-25  spirit: gone",
        "    since 2017-08-25   spirit: on the battlefield",
        "          - {by: A, phase out: [spirit]}",
        "  token_ceased_to_exist ",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let (_, spanish, _) = impact(&["--from", "2017-07-08", "--to", "2017-08-25", "--count", "0", "--lang", "es"]);
    assert!(spanish.contains("cambio de fase") || spanish.contains("fase"), "{spanish}");
    let (status, out, _) = impact(&["--from", "2018-06-08", "--to", "2018-07-13"]);
    assert_eq!((status, out.lines().count() < 6), (0, true), "{out}");
}

#[test]
fn records_of_an_impact_are_one_object_a_line() {
    let (status, out, _) = impact(&["--from", "2025-04-04", "--to", "2025-06-06", "--count", "50", "--ndjson"]);
    assert_eq!(status, 1);
    let records: Vec<serde_json::Value> = out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let kinds: Vec<&str> = records.iter().filter_map(|r| r["type"].as_str()).collect();
    assert_eq!((kinds[0], kinds[1], kinds[2], kinds[kinds.len() - 1]), ("header", "change", "change", "footer"));
    assert_eq!(records[1]["change"]["question"], "opponent_gains_look_back");
    assert_eq!((&records[1]["game"]["permanents"], &records[1]["generated"]["scenarios"]), (&1.into(), &50.into()));
    assert!(records[1]["game"]["yaml"].as_str().is_some_and(|y| y.contains("until: 2025-06-06")));
}

#[test]
fn a_proposal_is_played_though_no_edition_has_it() {
    let (status, out, _) = impact(&["--what-if", "lore=every main", "--count", "50"]);
    assert_eq!(status, 1);
    for line in ["what if lore=every main?", "    now    saga: ", "    if so  saga: ", "cases that come out otherwise"] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    assert_eq!(impact(&["--what-if", "lore=precombat main"]).0, 0, "it is so already");
    let (status, _, err) = impact(&["--what-if", "lore=never again"]);
    assert!(status == 2 && err.contains("every main"), "{err}");
}

#[test]
fn games_are_written_as_cases_that_hold() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().display().to_string();
    assert_eq!(impact(&["--from", "2026-02-27", "--to", "2026-08-07", "--count", "0", "--write", &folder]).0, 1);
    let written = CaseSet::load(dir.path()).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(written.cases.len() >= 5, "{:?}", written.cases.iter().map(|c| &c.id).collect::<Vec<_>>());
    for case in &written.cases {
        let on = case.until.and_then(|d| d.yesterday().ok()).unwrap_or(NEWEST);
        assert_eq!(run_case(&mut ReferenceEngine::new(Rulebook::edition(on)), case).verdict, Verdict::Pass, "{}", case.to_yaml());
    }
}

/// On which side of each change does the reference engine stand, served over the wire by the rules of a day?
fn sides(edition: &str, from: &str, more: &[&str]) -> (i32, Vec<(String, String)>) {
    let serve = format!("'{}' serve --edition {edition} {}", env!("CARGO_BIN_EXE_outofphase"), more.join(" "));
    let (status, out, err) = impact(&["--from", from, "--adapter", &serve, "--count", "0", "--ndjson"]);
    assert!(status < 2, "{err}");
    let records = out.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON")).filter(|r| r["type"] == "change");
    let side = |r: serde_json::Value| {
        let since = r["change"]["since"].as_str().expect("a date").to_owned();
        (since, r["engine"].as_str().map_or_else(|| r["engine"].to_string(), str::to_owned))
    };
    (status, records.map(side).collect())
}

#[test]
fn an_engine_stands_on_the_side_of_its_edition() {
    for edition in ["2012-10-01", "2018-06-08", "2021-09-24", "2026-08-07"] {
        let (status, sides) = sides(edition, "2009-07-10", &[]);
        assert_eq!(sides.len(), EDITIONS.iter().map(|e| e.changes.len()).sum::<usize>());
        for (since, side) in &sides {
            let right = match since.as_str() {
                since if since <= edition => "after",
                // That game is about battles, which rules before 2023-04-14 do not have.
                "2026-08-07" if edition < "2023-04-14" => "neither",
                _ => "before",
            };
            assert_eq!(side, right, "rules of {edition}, change of {since}");
        }
        assert_eq!(status, i32::from(edition != "2026-08-07"));
    }
}

#[test]
fn the_side_of_an_engine_is_told_by_the_number_of_its_day() {
    let serve = format!("'{}' serve --edition 2017-07-08", env!("CARGO_BIN_EXE_outofphase"));
    let (status, out, _) = impact(&["--from", "2017-07-08", "--to", "2017-08-25", "--adapter", &serve, "--count", "0"]);
    assert!(status == 1 && out.contains("reference-engine") && out.contains("✗ 702.25k  as before 2017-08-25"), "{out}");
    let (status, _, err) = impact(&["--adapter", "no-such-program-anywhere"]);
    assert!(status == 3 && err.contains("no-such-program-anywhere"), "{err}");
}

#[test]
fn a_mistake_is_answered_with_what_would_be_right() {
    for (args, says) in [
        (&["--from", "2020-01-01", "--to", "2019-01-01"][..], "swap them"),
        (&["--from", "2001-01-01"], "the first is 2009-07-10"),
        (&["--from", "2017-07-08", "--old", "x", "--new", "y"], "cannot be used with"),
        (&["--rulebook", "lore=never", "--from", "2017-07-08"], "--what-if 'lore=never'"),
        (&["--what-if", "lre=never"], "did you mean lore"),
        (&[], "which change?"),
    ] {
        let (status, out, err) = impact(args);
        assert!(status == 2 && out.is_empty() && err.contains(says), "{args:?}: {err}");
    }
}
