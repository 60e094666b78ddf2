//! Expectations files are strict both ways.

mod toy;

use outofphase_harness::Verdict;
use outofphase_harness::expectations::{Expectations, ExpectationsError};
use outofphase_harness::report::CaseResult;
use outofphase_harness::runner::run_case;
use std::path::Path;
use toy::cases::suite;
use toy::{Flaw, Toy};

fn parse(text: &str) -> Result<Expectations, ExpectationsError> {
    Expectations::parse(Path::new("known.yaml"), text)
}

const KNOWN: &str = "- {id: equipment_follows_its_host, reason: attachments stay behind, link: https://example.org/7}";

fn results(flaw: Flaw, known: &Expectations) -> Vec<CaseResult> {
    let mut toy = Toy::with(flaw);
    let mut results: Vec<CaseResult> = suite().iter().map(|c| run_case(&mut toy, c)).collect();
    results.iter_mut().for_each(|r| known.apply(r));
    results
}

#[test]
fn a_known_failure_does_not_fail_the_run() {
    let results = results(Flaw::AttachmentsStay, &parse(KNOWN).expect("a list"));
    assert_eq!((results[1].verdict, results[1].reason.as_deref()), (Verdict::Xfail, Some("attachments stay behind")));
    assert!(!results.iter().any(|r| r.verdict.fails_the_run()));
}

#[test]
fn a_known_failure_that_passes_fails_the_run() {
    let results = results(Flaw::None, &parse(KNOWN).expect("a list"));
    assert_eq!(results[1].verdict, Verdict::Xpass);
    assert!(results[1].verdict.fails_the_run());
}

#[test]
fn an_entry_about_no_case_is_a_mistake() {
    let known = parse("- {id: no_such_case, reason: none}").expect("a list");
    let e = known.check_against(&suite()).expect_err("no such case");
    assert_eq!(
        e.to_string(),
        "the expectations file known.yaml lists no_such_case, which no case is called; take it out, or run with --bless"
    );
    assert!(parse(KNOWN).expect("a list").check_against(&suite()).is_ok());
}

#[test]
fn a_file_of_another_shape_is_a_mistake_that_shows_the_right_one() {
    for bad in ["id: x", "- {id: x}", "- {id: x, reason: y, since: 3}", "- x", "- {id: x, reason: a}\n- {id: x, reason: b}", "\t- x"] {
        let text = parse(bad).map(|_| ()).expect_err(bad).to_string();
        assert!(text.contains("known.yaml") && (text.contains("reason: attachments stay behind") || text.contains("twice")), "{text}");
    }
    assert_eq!(parse("# nothing yet\n").expect("an empty list").known(), []);
}

#[test]
fn blessing_takes_in_what_fails_and_out_what_passes() {
    let none = parse("").expect("an empty list");
    let blessed = none.blessed(&results(Flaw::AttachmentsStay, &none), &suite());
    let ids: Vec<&str> = blessed.known().iter().map(|k| k.id.as_str()).collect();
    assert_eq!(ids, ["equipment_follows_its_host"]);
    assert_eq!(blessed.known()[0].reason, "sword: expected phased out indirectly, seen phased in");
    // A second time nothing changes, and a reason that somebody wrote stays.
    let known = parse(KNOWN).expect("a list");
    assert_eq!(known.blessed(&results(Flaw::AttachmentsStay, &known), &suite()), known);
    // What passes goes, and so does what no case is called.
    assert_eq!(known.blessed(&results(Flaw::None, &known), &suite()).known(), []);
    let gone = parse("- {id: no_such_case, reason: none}").expect("a list");
    assert_eq!(gone.blessed(&[], &suite()).known(), []);
}

#[test]
fn a_blessed_file_reads_back() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("known.yaml");
    let none = Expectations::read_or_begin(&path).expect("not there yet");
    let blessed = none.blessed(&results(Flaw::AttachmentsStay, &none), &suite());
    blessed.write().expect("written");
    assert_eq!(Expectations::read(&path).expect("a list"), blessed);
}
