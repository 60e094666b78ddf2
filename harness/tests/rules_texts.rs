//! `outofphase impact --old --new`, from outside: every pair of dated rules texts where those are at hand, and files that are none.
//!
//! The texts are not part of the project. They are looked for in `../shared/rules/cr` beside the checkout, or where the variable
//! OUTOFPHASE_RULES points; where there are none, the tests say so and pass.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The dated texts, oldest first.
fn texts() -> Vec<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rules/cr");
    let folder = std::env::var_os("OUTOFPHASE_RULES").map_or_else(beside, PathBuf::from);
    let Ok(listing) = std::fs::read_dir(&folder) else {
        eprintln!("no rules texts in {}: nothing was compared", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = listing.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    paths
}

fn text(day: &str) -> Option<PathBuf> {
    texts().into_iter().find(|p| p.display().to_string().ends_with(&format!("cr-{day}.txt")))
}

struct Done {
    status: i32,
    out: String,
    err: String,
}

fn impact(old: &Path, new: &Path, more: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outofphase"));
    let Output { status, stdout, stderr } =
        command.arg("impact").arg("--old").arg(old).arg("--new").arg(new).args(more).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Done { status: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
}

fn records(d: &Done) -> Vec<Value> {
    d.out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}"))).collect()
}

/// The days on which a clause of the phasing rule was reworded, and of which they speak. On all others its clauses only move.
const REWORDED: [(&str, &str); 4] = [
    ("2016-07-22", "phasing.treated-as-nonexistent"),
    ("2017-08-25", "phasing.no-zone-change"),
    ("2022-10-07", "phasing.no-zone-change"),
    ("2025-02-07", "phasing.owner-leaves"),
];

/// The pairs with an even or odd number, so that two cores share the work.
fn every_other_pair(odd: usize) {
    for pair in texts().windows(2).skip(odd).step_by(2) {
        let started = Instant::now();
        let d = impact(&pair[0], &pair[1], &["--ndjson"]);
        let name = format!("{} to {}", pair[0].display(), pair[1].display());
        assert!(d.status == 0 || d.status == 1, "{name}: {}", d.err);
        assert!(started.elapsed() < Duration::from_secs(30), "{name} took {:?}", started.elapsed());
        let records = records(&d);
        let footer = records.last().expect("a footer");
        assert_eq!((&records[0]["type"], &footer["type"]), (&"header".into(), &"footer".into()), "{name}");
        let changed = footer["ours"] != 0 || footer["triage"] != 0;
        assert_eq!(d.status, i32::from(changed), "{name}: {footer}");
        let day = records[0]["new"]["edition"].as_str().expect("a date").to_owned();
        for record in records.iter().filter(|r| r["type"] == "clause" && r["change"]["fate"] == "reworded") {
            for slug in record["change"]["slugs"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                let known = !slug.starts_with("phasing.") || REWORDED.contains(&(day.as_str(), slug));
                assert!(known, "{name}: {slug} is not reworded: {}", record["change"]["diff"]);
            }
        }
    }
}

#[test]
fn every_pair_is_compared_in_seconds() {
    every_other_pair(0);
}

#[test]
fn every_other_pair_is_compared_in_seconds_too() {
    every_other_pair(1);
}

#[test]
fn what_is_reworded_deleted_and_renumbered_is_told() {
    let (Some(old), Some(new)) = (text("2017-07-08"), text("2017-08-25")) else { return };
    let d = impact(&old, &new, &["--lang", "fr"]);
    assert_eq!(d.status, 1, "{}", d.err);
    for line in [
        "rules of 2017-07-08 (2216 clauses) to rules of 2017-08-25 (2230 clauses)",
        "deleted 702.25k  phasing.tokens-cease",
        "reworded 702.25d  phasing.no-zone-change",
        "702.25m -> 702.25k    phasing.skipped-untap-step",
        "5 cases rest on it: token_ceased_to_exist",
        "and the properties phasing::",
        "4 clauses of the suite's changed, 3 to look at",
        "? 508.7     is new beside clauses that the suite knows",
        "Un jeton hors phase",
    ] {
        assert!(d.out.contains(line), "{line}\n{}", d.out);
    }
}

#[test]
fn references_that_moved_are_told_apart_from_words_that_changed() {
    let (Some(old), Some(new)) = (text("2016-09-30"), text("2016-11-11")) else { return };
    let d = impact(&old, &new, &[]);
    for line in [
        "603.6b    zone-change.continuous-effects: its reference to 603.6e followed that to 603.6d",
        "603.6d seems to have said this before",
        "? 801.7a    refers to 603.10 and did not before",
        "8 clauses of the suite's changed, 1 to look at",
    ] {
        assert!(d.out.contains(line), "{line}\n{}", d.out);
    }
    assert!(!d.out.contains('{') || d.out.contains("{+"), "words, not records: {}", d.out);
}

/// Next quarter's text, as it might come: the suite can't know its numbers or clauses.
#[test]
fn a_text_newer_than_the_suite_is_followed() {
    let Some(old) = text("2026-08-07") else { return };
    let bytes = std::fs::read(&old).expect("a text");
    let now = String::from_utf8(bytes).expect("UTF-8");
    let line = |start: &str| now.lines().find(|l| l.starts_with(start)).unwrap_or_else(|| panic!("no {start}")).trim_end().to_owned();
    let (p, skipped, cleanup) = (line("702.26p "), line("702.26m "), line("703.4p "));
    let next = now
        .replace("August 7, 2026", "November 20, 2026")
        .replace(&p, &format!("{p}\r\n\r\n702.26q A boat that phases out stays dry."))
        .replace(&skipped, &format!("{skipped} Boats wait as well."))
        .replace(&cleanup, &format!("{cleanup}\r\n\r\n703.4z Twelfth, boats are counted."))
        .replace("\r\n\r\n703.4z", "\r\n\r\n703.4r");
    let dir = tempfile::tempdir().expect("a folder");
    let new = dir.path().join("next.txt");
    std::fs::write(&new, next).expect("written");
    let d = impact(&old, &new, &[]);
    assert_eq!(d.status, 1, "{}", d.err);
    for line in [
        "to rules of 2026-11-20",
        "reworded 702.26m  phasing.skipped-untap-step",
        "{+Boats wait as well.+}",
        "? 702.26q   speaks of phasing and did not before",
        "? 703.4r    is new in a rule that the suite is about",
    ] {
        assert!(d.out.contains(line), "{line}\n{}", d.out);
    }
}

#[test]
fn two_files_of_one_text_change_nothing() {
    let Some(newest) = text("2026-08-07") else { return };
    let d = impact(&newest, &newest, &[]);
    assert_eq!(d.status, 0, "{}", d.out);
    assert!(d.out.contains("0 clauses of the suite's changed, 0 to look at"), "{}", d.out);
}

#[test]
fn a_file_that_is_no_rules_text_is_answered_with_what_was_recognised() {
    let dir = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let part = "Magic: The Gathering Comprehensive Rules\n\nThese rules are effective as of August 7, 2026.\n\nContents\n1. Boats\n100. Sail\n101. Oar\n\n1. Boats\n\n100. Sail\n\n100.1. A boat floats.\n";
    let wrong: [(PathBuf, &[&str]); 5] = [
        (write("empty.txt", b""), &["empty.txt is empty", "download"]),
        (write("binary.txt", &[0x7f, b'E', b'L', b'F', 0, 0, 1, 0, 200, 0, 0, 0]), &["not a text file"]),
        (write("letter.txt", b"Dear judge,\n\nthe boats are out.\n"), &["no numbered rules", "Dear judge"]),
        (write("part.txt", part.as_bytes()), &["incomplete", "Recognised: 1 clause from 100.1 to 100.1, effective 2026-08-07"]),
        (dir.path().join("absent.txt"), &["absent.txt", "No such file"]),
    ];
    for (file, says) in &wrong {
        for (old, new) in [(file, &wrong[2].0), (&wrong[2].0, file)] {
            let d = impact(old, new, &[]);
            assert_eq!((d.status, d.out.as_str()), (2, ""), "{}: {}", file.display(), d.err);
            assert!(d.err.starts_with("error: ") && !d.err.contains("panicked"), "{}", d.err);
            if std::ptr::eq(old, file) {
                for word in *says {
                    assert!(d.err.contains(word), "{} does not say `{word}`: {}", file.display(), d.err);
                }
                let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
                assert_eq!(d.err.matches(name).count(), 1, "the file is named once: {}", d.err);
            }
        }
    }
}

#[test]
fn a_real_text_cut_short_is_refused() {
    let Some(newest) = text("2026-08-07") else { return };
    let bytes = std::fs::read(&newest).expect("a text");
    let dir = tempfile::tempdir().expect("a folder");
    let cut = dir.path().join("cut.txt");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("written");
    let d = impact(&cut, &newest, &[]);
    assert_eq!(d.status, 2, "{}", d.out);
    assert!(d.err.contains("incomplete") && d.err.contains("Recognised: "), "{}", d.err);
}
