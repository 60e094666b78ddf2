//! The page of an engine: written from records and root causes, which have to agree.

mod toy;

use outofphase_harness::adapter::Date;
use outofphase_harness::as_if;
use outofphase_harness::cases::registry::Lang;
use outofphase_harness::cases::{Case, CaseSet};
use outofphase_harness::report::{CaseResult, Causes, Footer, Header, PageError, Run, engine_page};
use outofphase_harness::runner::run_case;
use toy::cases::{case, suite};
use toy::{Flaw, Toy};

const CAUSES: &str = "
about: A toy, driven through its own trait.
commands: cargo test
causes:
  - title: What is attached stays behind
    text: A permanent phases out without what is attached to it.
    clauses: [phasing.indirect]
    cases: [equipment_follows_its_host]
";

const WITH_CAMPAIGN: &str = "
  - title: A sword goes out alone
    text: Seen with an empty board otherwise.
    clauses: [phasing.indirect]
    link: https://example.org/issues/8
    cases: [found_later]
";

fn play(flaw: Flaw, cases: &[Case]) -> Run {
    let mut toy = Toy::with(flaw);
    let play = |c: &Case| {
        let mut result = CaseResult { ms: 0.5, ..run_case(&mut toy, c) };
        as_if::add(&mut result, c, Date::constant(2026, 8, 7));
        result
    };
    let results: Vec<CaseResult> = cases.iter().map(play).collect();
    let header = Header {
        suite: "0.1.0".into(),
        engine: "toy".into(),
        version: "1.0".into(),
        edition: Date::constant(2026, 8, 7),
        cases: results.len(),
        started: "2026-08-07T12:00:00Z".into(),
    };
    let footer = Footer::of(&results, results.len());
    Run { header, results, footer }
}

fn set(cases: Vec<Case>) -> CaseSet {
    CaseSet { cases }
}

fn found_later() -> Case {
    case("found_later", "phasing.indirect", &["{by: A, phase out: [bear]}", "expect sword: phased out"])
}

fn page(runs: &[Run], causes: &str) -> Result<String, PageError> {
    let causes: Causes = serde_yaml::from_str(causes).expect("causes");
    engine_page(runs, &causes, &set(suite()), &set(vec![found_later()]), Lang::En)
}

fn complaints(runs: &[Run], causes: &str) -> String {
    page(runs, causes).expect_err("they do not agree").to_string()
}

#[test]
fn a_page_has_the_table_and_each_cause_with_its_shortest_case() {
    let runs = [play(Flaw::AttachmentsStay, &suite()), play(Flaw::AttachmentsStay, &[found_later()])];
    insta::assert_snapshot!(page(&runs, &format!("{CAUSES}{WITH_CAMPAIGN}")).expect("a page"));
}

#[test]
fn skips_stand_in_the_table_by_need() {
    let page = page(&[play(Flaw::HidesPhased, &suite())], "{about: a toy, commands: cargo test, causes: []}").expect("a page");
    assert!(page.contains("| 1 | 0 | 0 | 1 | show phased 1 |"), "{page}");
}

#[test]
fn how_long_it_took_and_what_was_expected_to_fail_change_nothing() {
    let runs = [play(Flaw::AttachmentsStay, &suite())];
    let mut later = runs.clone();
    for r in &mut later[0].results {
        r.ms *= 3.0;
        if r.verdict == outofphase_harness::Verdict::Fail {
            r.verdict = outofphase_harness::Verdict::Xfail;
        }
    }
    later[0].footer = Footer::of(&later[0].results, later[0].results.len());
    assert_eq!(page(&runs, CAUSES), page(&later, CAUSES));
}

#[test]
fn a_failure_without_a_cause_is_an_error() {
    let text = complaints(&[play(Flaw::AttachmentsStay, &suite())], "{about: a toy, commands: cargo test, causes: []}");
    assert!(
        text.contains("equipment_follows_its_host fails (sword: expected phased out indirectly, seen phased in), and no cause"),
        "{text}"
    );
}

#[test]
fn a_cause_whose_cases_all_pass_is_an_error() {
    let text = complaints(&[play(Flaw::None, &suite())], CAUSES);
    assert!(text.contains("“What is attached stays behind”: none of its cases fails"), "{text}");
    assert!(text.contains("lists equipment_follows_its_host, which passes"), "{text}");
}

#[test]
fn a_case_that_was_skipped_or_not_run_is_no_failure() {
    let text = complaints(&[play(Flaw::HidesPhased, &suite())], &format!("{CAUSES}{WITH_CAMPAIGN}"));
    assert!(text.contains("equipment_follows_its_host, which was skipped: needs show phased"), "{text}");
    assert!(text.contains("found_later, which is in none of the records"), "{text}");
}

#[test]
fn a_clause_that_nobody_knows_is_an_error_with_what_was_meant() {
    let causes = CAUSES.replace("phasing.indirect", "phasing.indirekt");
    let text = complaints(&[play(Flaw::AttachmentsStay, &suite())], &causes);
    assert!(text.contains("phasing.indirekt, which does not exist; did you mean phasing.indirect?"), "{text}");
}

#[test]
fn records_of_two_engines_or_of_half_a_run_make_no_page() {
    let one = play(Flaw::AttachmentsStay, &suite());
    let mut other = one.clone();
    other.header.version = "1.1".into();
    assert!(complaints(&[one.clone(), other], CAUSES).contains("toy 1.0 by the rules of 2026-08-07, then toy 1.1"));
    let mut half = one;
    half.footer.not_run = 3;
    assert!(complaints(&[half], CAUSES).contains("3 cases were not run"));
}
