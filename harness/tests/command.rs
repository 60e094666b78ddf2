//! The `outofphase` command from outside: exit statuses, what is printed where, and what bad input gets.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn outofphase(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outofphase"));
    command.args(args).env_remove("SOURCE_DATE_EPOCH").env("RUST_BACKTRACE", "0");
    command
}

struct Done {
    status: i32,
    out: String,
    err: String,
}

fn run(args: &[&str]) -> Done {
    done(&outofphase(args).output().expect("the command runs"))
}

fn done(output: &Output) -> Done {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    Done { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Runs a command that the user got wrong: exit status 2, nothing on stdout, and an error that says these things.
fn mistake(args: &[&str], says: &[&str]) {
    let d = run(args);
    assert_eq!((d.status, d.out.as_str()), (2, ""), "{args:?}: {}", d.err);
    assert!(d.err.starts_with("error"), "{args:?}: {}", d.err);
    for word in says {
        assert!(d.err.contains(word), "{args:?} does not say `{word}`: {}", d.err);
    }
    assert!(!d.err.contains("panicked"), "{}", d.err);
}

const WRONG: [&str; 3] = ["run", "--rulebook", "attachments=stay"];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn path(dir: &Path, name: &str) -> String {
    dir.join(name).display().to_string()
}

#[test]
fn without_arguments_the_reference_engine_is_run_and_holds() {
    let d = run(&[]);
    assert_eq!(d.status, 0, "{}", d.out);
    let last = d.out.lines().last().unwrap_or_default();
    assert!(last.contains(" passed, 0 failed"), "{last}");
    assert!(d.out.contains("✓ 702.26g") && d.out.contains("reference-engine"));
    assert!(!d.out.contains('\u{1b}'), "colour only on a terminal");
}

#[test]
fn a_wrong_page_fails_cases_and_the_report_says_why() {
    let d = run(&WRONG);
    assert_eq!(d.status, 1);
    assert!(d.out.contains("FAIL") && d.out.contains("✗ 702.26g   phasing.indirect"), "{}", d.out);
    for word in ["expected", "seen", "after", "board before", "board after", "outofphase explain"] {
        assert!(d.out.contains(word), "{word}");
    }
}

#[test]
fn a_filter_is_any_of_id_clause_number_and_group() {
    let ids = |filter: &str| {
        let d = run(&["list", "--filter", filter]);
        assert_eq!(d.status, 0, "{}", d.err);
        d.out.lines().filter(|l| l.starts_with("  ")).count()
    };
    let all = run(&["list"]).out.lines().filter(|l| l.starts_with("  ")).count();
    for filter in ["702.26g", "phasing.indirect", "702.26", "opponents_equipment_waits_for_its_host"] {
        let n = ids(filter);
        assert!(0 < n && n < all, "{filter}: {n} of {all}");
    }
    assert!(ids("702.26g") < ids("702.26"));
}

#[test]
fn an_edition_has_its_own_cases_and_numbers() {
    let d = run(&["run", "--edition", "2017-07-08", "--filter", "phasing"]);
    assert_eq!(d.status, 0, "{}", d.out);
    assert!(d.out.contains("rules of 2017-07-08") && d.out.contains("702.25k") && d.out.contains("phasing.tokens-cease"), "{}", d.out);
    assert!(!run(&["run", "--filter", "phasing"]).out.contains("phasing.tokens-cease"));
}

#[test]
fn every_edition_holds_on_the_reference_engine() {
    let d = run(&["run", "--edition", "all"]);
    assert_eq!(d.status, 0, "{}", d.out);
    assert_eq!(d.out.lines().count(), outofphase_harness::editions::KNOWN.len(), "a line an edition");
}

#[test]
fn reports_are_views_of_the_records() {
    let dir = folder();
    let (ndjson, direct, again) = (path(dir.path(), "r.ndjson"), path(dir.path(), "direct.md"), path(dir.path(), "again.md"));
    let mut args: Vec<String> = WRONG.map(String::from).to_vec();
    args.extend(["--report".into(), format!("ndjson={ndjson}"), "--report".into(), format!("markdown={direct}")]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    assert_eq!(run(&args).status, 1);
    assert_eq!(run(&["report", &ndjson, "--report", &format!("markdown={again}")]).status, 1, "the status is the run's");
    let read = |p: &str| std::fs::read_to_string(p).expect("a report");
    assert_eq!(read(&direct), read(&again));
    let printed = run(&["report", &ndjson]);
    assert!(printed.out.lines().last().is_some_and(|l| l.contains("failed")));
}

#[test]
fn the_page_of_an_engine_wants_a_cause_for_each_failure() {
    let dir = folder();
    let (ndjson, causes) = (path(dir.path(), "r.ndjson"), path(dir.path(), "causes.yaml"));
    let mut args = WRONG.to_vec();
    let report = format!("ndjson={ndjson}");
    args.extend(["--filter", "opponents_equipment_waits_for_its_host", "--report", &report]);
    run(&args);
    let page = |cases: &str| {
        let cause = format!("{{title: Attachments stay, text: They do., clauses: [phasing.indirect], cases: [{cases}]}}");
        std::fs::write(&causes, format!("{{about: a rulebook, commands: cargo run, causes: [{cause}]}}")).expect("written");
        run(&["report", &ndjson, "--engine-page", &causes])
    };
    let whole = page("opponents_equipment_waits_for_its_host");
    assert_eq!((whole.status, whole.err.as_str()), (0, ""));
    assert!(whole.out.contains("### 1. Attachments stay") && whole.out.contains("```yaml\ngroup:"), "{}", whole.out);
    let stale = page("");
    assert_eq!((stale.status, stale.out.as_str()), (2, ""));
    assert!(stale.err.contains("no cause lists it") && stale.err.contains("none of its cases fails"), "{}", stale.err);
}

#[test]
fn two_runs_are_the_same_byte_for_byte_if_time_stands_still() {
    let dir = folder();
    let once = |name: &str, jobs: &str| {
        let file = path(dir.path(), name);
        let mut command = outofphase(&["run", "--jobs", jobs, "--rulebook", "attachments=stay", "--report", &format!("ndjson={file}")]);
        command.env("SOURCE_DATE_EPOCH", "1786060800").output().expect("the command runs");
        std::fs::read_to_string(file).expect("records")
    };
    let one = once("a", "1");
    assert!(one.contains("2026-08-07T00:00:00Z"), "{}", &one[..200]);
    assert_eq!(one, once("b", "4"));
}

#[test]
fn known_failures_can_be_blessed_and_then_hold() {
    let dir = folder();
    let known = path(dir.path(), "known.yaml");
    let with = |rulebook: &str, more: &[&str]| run(&[&["run", "--rulebook", rulebook, "--expect", &known], more].concat());
    assert_eq!(with("attachments=stay", &["--bless"]).status, 0);
    let text = std::fs::read_to_string(&known).expect("a file");
    assert!(text.contains("- id: ") && text.contains("reason: "), "{text}");
    let d = with("attachments=stay", &[]);
    assert_eq!(d.status, 0, "{}", d.out);
    assert!(d.out.contains("failed as expected"), "{}", d.out);
    // On the right engine they pass, and that fails the run.
    let d = with("attachments=follow", &[]);
    assert_eq!(d.status, 1);
    assert!(d.out.contains("UNEXPECTED PASS") && d.out.contains("passed against expectation"), "{}", d.out);
    std::fs::write(&known, "- {id: no_such_case, reason: none}").expect("written");
    mistake(&["run", "--expect", &known], &["no_such_case", "--bless"]);
}

#[test]
fn a_mistake_is_answered_with_what_would_be_right() {
    mistake(&["run", "--edition", "yesterday"], &["is no date", "2026-08-07"]);
    mistake(&["run", "--edition", "2001-01-01"], &["2009-07-10"]);
    mistake(&["run", "--filter", "no such thing anywhere"], &["no case matches"]);
    mistake(&["run", "--filter", "opponents_equipment_waits_for_its_hots"], &["did you mean opponents_equipment_waits_for_its_host"]);
    mistake(&["run", "--report", "pdf=x"], &["ndjson, junit, markdown, html"]);
    mistake(&["run", "--report", "html=/no/such/folder/x.html"], &["/no/such/folder/x.html"]);
    mistake(&["run", "--rulebook", "attachments=fly"], &["follow", "stay"]);
    mistake(&["run", "--rulebook", "atachments=stay"], &["did you mean attachments"]);
    mistake(&["run", "--expect", "no-such-file.yaml"], &["no-such-file.yaml"]);
    mistake(&["run", "--timeout", "soon"], &["number of seconds"]);
    mistake(&["run", "--lang", "de"], &["en, es and fr"]);
    mistake(&["explain", "no_such_case_at_all"], &["no case is called"]);
    mistake(&["explain", "the"], &["which one?"]);
    mistake(&["clauses", "702.999"], &["no clause"]);
    mistake(&["report", "no-such-file.ndjson"], &["no-such-file.ndjson"]);
    mistake(&["run", "--adapter", "x 'y"], &["quote"]);
    mistake(&["dance"], &["dance"]);
}

#[test]
fn every_mistake_of_every_case_file_is_told_at_once() {
    let dir = folder();
    let write = |name: &str, text: &[u8]| std::fs::write(dir.path().join(name), text).expect("written");
    write("a.yaml", b"group: g\ncases:\n  - id: x\n    claws: [phasing.indirect]\n");
    write("b.yaml", b"group: \xff\n");
    write("c.yaml", b"\tgroup: g\n");
    let cases = dir.path().display().to_string();
    mistake(&["run", "--cases", &cases], &["a.yaml", "b.yaml", "c.yaml", "claws", "UTF-8"]);
    mistake(&["lint", &cases], &["a.yaml", "b.yaml", "c.yaml"]);
    let empty = folder();
    mistake(&["lint", &empty.path().display().to_string()], &["no case file"]);
    mistake(&["lint", "no/such/folder"], &["no/such/folder"]);
}

#[test]
fn an_engine_that_never_works_has_its_own_status() {
    let d = run(&["run", "--adapter", "no-such-program-anywhere"]);
    assert_eq!((d.status, d.out.as_str()), (3, ""));
    assert!(d.err.contains("no-such-program-anywhere"), "{}", d.err);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = outofphase(&["list"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
    drop(child.stdout.take());
    let d = done(&child.wait_with_output().expect("it ends"));
    assert!(!d.err.contains("panicked"), "{}", d.err);
}

#[test]
fn a_case_is_explained_step_by_step() {
    let d = run(&["explain", "opponents_equipment_waits_for_its_host"]);
    assert_eq!(d.status, 0, "{}", d.err);
    for word in ["702.26g", "A: bear phases out", "└ sword", "✓ sword: phased out indirectly", "pass"] {
        assert!(d.out.contains(word), "{word}: {}", d.out);
    }
    let d = run(&["explain", "opponents_equipment_waits_for_its_host", "--rulebook", "attachments=stay"]);
    assert_eq!(d.status, 1);
    assert!(d.out.contains("✗ sword: phased out indirectly  seen: phased in"), "{}", d.out);
}

#[test]
fn coverage_fails_if_a_clause_has_no_case() {
    assert_eq!(run(&["coverage"]).status, 0);
    let d = run(&["coverage", "--filter", "702.26g"]);
    assert_eq!(d.status, 1);
    assert!(d.out.contains("✗ no case rests on 703.4n turn-based.discard"), "{}", d.out);
}

#[test]
fn strict_coverage_asks_for_clauses_changes_and_readings() {
    let d = run(&["coverage", "--strict"]);
    assert_eq!(d.status, 0, "{}", d.out);
    for held in ["clauses of all editions", "changes of editions", "readings that the newest edition"] {
        assert!(d.out.lines().any(|l| l.starts_with('✓') && l.contains(held)), "{held}: {}", d.out);
    }
    let d = run(&["coverage", "--strict", "--filter", "phasing.indirect"]);
    assert_eq!(d.status, 1);
    for gap in [
        "no case rests on 703.4n turn-based.discard",
        "no case rests on 703.4k turn-based.attacker-order",
        "no case fails if change-of-protector is taken out of the edition of 2026-08-07",
        "no case shows how it was before departed-controller, 2018-04-27",
        "only aura_under_a_ban_is_left_behind fails by the reading aura_falls_off=stays of sba.aura",
    ] {
        assert!(d.out.contains(&format!("✗ {gap}\n")), "{gap}: {}", d.out);
    }
    let dir = folder();
    let case = "group: g\ncases:\n  - id: x\n    clauses: [phasing.tokens-cease]\n    why: w\n    since: 2016-07-22\n    board:\n      bear: {card: creature 2/2, of: A}\n    play:\n      - expect: {bear: phased in}\n";
    std::fs::write(dir.path().join("x.yaml"), case).expect("written");
    let d = run(&["coverage", "--strict", "--cases", &dir.path().display().to_string()]);
    assert!(d.out.contains("x names phasing.tokens-cease, which the edition of 2017-08-25 does not have"), "{}", d.out);
}

#[test]
fn clauses_speak_three_languages() {
    for (lang, word) in [("en", "Phasing"), ("es", "Cambio de fase"), ("fr", "Déphasage")] {
        let d = run(&["clauses", "--lang", lang]);
        assert!(d.out.contains(word) && d.out.contains("702.26g"), "{lang}");
    }
}

#[test]
fn what_the_project_brings_along_is_without_mistakes() {
    let d = run(&["lint"]);
    assert_eq!(d.status, 0, "{}", d.err);
    assert_eq!(run(&["editions"]).status, 0);
    assert_eq!(run(&["editions", "--questions"]).status, 0);
    let schema = run(&["schema", "protocol"]);
    assert!(serde_json::from_str::<serde_json::Value>(&schema.out).is_ok());
}

#[test]
fn the_sample_in_the_readme_is_what_the_command_prints() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).expect("a readme");
    let (_, rest) = readme.split_once("```text\n$ cargo run --release -- ").expect("a sample");
    let (typed, rest) = rest.split_once('\n').expect("a command");
    let (sample, _) = rest.split_once("```").expect("its end");
    let args: Vec<&str> = typed.split(' ').collect();
    let printed = run(&args).out;
    let (printed, _time) = printed.trim_end().rsplit_once("  in ").expect("the counts, with the time");
    assert_eq!(sample.trim_end(), printed);
}
