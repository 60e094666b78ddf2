//! The reports of a run, as people and machines see them.

mod toy;

use outofphase_harness::adapter::Date;
use outofphase_harness::cases::registry::Lang;
use outofphase_harness::engine::InProcess;
use outofphase_harness::report::{CaseResult, Footer, Header, HumanOptions, Run, html, human, junit, markdown, ndjson};
use outofphase_harness::runner::{RunOptions, run_all};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use toy::cases::suite;
use toy::{Flaw, Toy};

const EDITION: Date = Date::constant(2026, 8, 7);

fn run(flaw: Flaw) -> Run {
    let source: Arc<dyn outofphase_harness::engine::EngineSource> = Arc::new(InProcess(move || Toy::with(flaw)));
    let options = RunOptions { jobs: 2, timeout: Duration::from_secs(5) };
    let mut results: Vec<CaseResult> = Vec::new();
    run_all(&source, &suite().into(), &options, &Arc::new(AtomicBool::new(false)), |mut r| {
        r.ms = 0.0;
        results.push(r);
    });
    let header = Header {
        suite: "0.1.0".into(),
        engine: "toy".into(),
        version: "1.0".into(),
        edition: EDITION,
        cases: results.len(),
        started: "2026-08-07T12:00:00Z".into(),
    };
    let footer = Footer::of(&results, results.len());
    Run { header, results, footer }
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn a_clean_run_is_a_line_a_clause_and_the_counts() {
    insta::assert_snapshot!(plain(&human(&run(Flaw::None), HumanOptions::default())));
}

#[test]
fn a_failure_is_explained_so_that_its_cause_can_be_read() {
    insta::assert_snapshot!(plain(&human(&run(Flaw::AttachmentsStay), HumanOptions::default())));
}

#[test]
fn skips_are_counted_by_need() {
    insta::assert_snapshot!(plain(&human(&run(Flaw::HidesPhased), HumanOptions::default())));
}

#[test]
fn verdicts_that_rest_on_a_failed_control_say_so() {
    insta::assert_snapshot!(plain(&human(&run(Flaw::PhaseOutDoesNothing), HumanOptions::default())));
}

#[test]
fn junit_has_a_suite_a_group_and_a_test_a_case() {
    insta::assert_snapshot!(junit(&[run(Flaw::AttachmentsStay)]));
}

#[test]
fn markdown_sums_up() {
    insta::assert_snapshot!(markdown(&run(Flaw::AttachmentsStay), Lang::En));
}

#[test]
fn summaries_come_in_the_language_asked_for() {
    let run = run(Flaw::AttachmentsStay);
    assert!(markdown(&run, Lang::Fr).contains("Auras, Équipements et Fortifications"));
    assert!(human(&run, HumanOptions { lang: Lang::Es, took: None }).contains("Cambio de fase"));
}

#[test]
fn the_page_needs_nothing_else_and_shows_each_board() {
    let page = html(&[run(Flaw::AttachmentsStay)], Lang::En);
    for outside in ["http://", "https://", "<script", "<link", "src=", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("<figure").count(), 2, "the start of the game, and the action after which it was wrong");
    assert_eq!(page.matches("</svg>").count(), 2);
    assert!(page.contains("seen phased in"));
}

#[test]
fn engines_stand_side_by_side_in_the_page() {
    let page = html(&[run(Flaw::None), run(Flaw::AttachmentsStay)], Lang::En);
    assert!(page.contains("✗ 1/1") && page.contains("title=\"1 passed, 0 failed, 0 skipped\""), "{page}");
}

#[test]
fn records_read_back_as_they_were_written() {
    let runs = [run(Flaw::AttachmentsStay), run(Flaw::HidesPhased)];
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), ndjson::write(&runs)).expect("written");
    assert_eq!(ndjson::read(file.path()).expect("records"), runs);
}

#[test]
fn a_run_that_was_killed_leaves_whole_lines_that_can_be_read() {
    let run = run(Flaw::AttachmentsStay);
    let text = ndjson::write(std::slice::from_ref(&run));
    let third = text.match_indices('\n').nth(2).expect("four lines").0;
    let file = tempfile::NamedTempFile::new().expect("a file");
    // Killed in the middle of the fourth line.
    std::fs::write(file.path(), &text[..third + 40]).expect("written");
    let read = ndjson::read(file.path()).expect("records");
    assert_eq!((read[0].results.len(), read[0].footer.counts.total(), read[0].footer.not_run), (2, 2, 4));
    // The same damage in the middle of a file is no accident.
    std::fs::write(file.path(), format!("{}\n{}", &text[..third + 40], &text[third + 1..])).expect("written");
    assert!(ndjson::read(file.path()).is_err_and(|e| e.to_string().contains("line 4")));
}

#[test]
fn a_record_is_one_line_with_the_keys_that_readers_rely_on() {
    let text = ndjson::write(&[run(Flaw::AttachmentsStay)]);
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((&lines[0]["type"], &lines[0]["engine"], &lines[0]["cases"]), (&"header".into(), &"toy".into(), &6.into()));
    let failed = &lines[2];
    assert_eq!(
        (&failed["type"], &failed["id"], &failed["verdict"]),
        (&"result".into(), &"equipment_follows_its_host".into(), &"fail".into())
    );
    assert_eq!(failed["clauses"][0], "phasing.indirect");
    assert_eq!(failed["after"], "A: bear phases out");
    assert_eq!(failed["mismatches"][0]["seen"], "phased in");
    assert_eq!(failed["board_before"]["objects"]["bear"]["phased"], "in");
    assert_eq!(failed["board_after"]["objects"]["bear"]["phased"], "out directly");
    let footer = lines.last().expect("a footer");
    assert_eq!(
        (&footer["type"], &footer["counts"]["fail"], &footer["by_clause"]["phasing.indirect"]["fail"]),
        (&"footer".into(), &1.into(), &1.into())
    );
}
