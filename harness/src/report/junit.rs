//! JUnit XML, for CI systems.

use super::record::{CaseResult, Run};
use super::words;
use crate::verdict::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The runs as JUnit XML: a suite a group (and edition, if there are several), a test a case.
#[must_use]
pub fn junit(runs: &[Run]) -> String {
    let title = runs.first().map_or_else(String::new, |r| format!(" on {} {}", r.header.engine, r.header.version));
    let mut report = Report::new(format!("outofphase {}{title}", env!("CARGO_PKG_VERSION")));
    for run in runs {
        let mut suites: Vec<TestSuite> = Vec::new();
        for r in &run.results {
            let group = super::slug(&r.group);
            let name = if runs.len() > 1 { format!("{} {group}", run.header.edition) } else { group.clone() };
            let place = suites.iter().position(|s| s.name.as_str() == name).unwrap_or_else(|| {
                suites.push(TestSuite::new(&name));
                suites.len() - 1
            });
            suites[place].add_test_case(test_case(r, &group));
        }
        report.add_test_suites(suites);
    }
    report.to_string().expect("a report that is made of strings only can be written")
}

fn test_case(r: &CaseResult, group: &str) -> TestCase {
    let mut status = match r.verdict {
        Verdict::Pass => TestCaseStatus::success(),
        Verdict::Skip | Verdict::Xfail => TestCaseStatus::skipped(),
        Verdict::Fail | Verdict::Xpass => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Error | Verdict::Timeout => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if r.verdict != Verdict::Pass {
        let message = match (r.verdict, &r.reason) {
            (Verdict::Xfail, Some(reason)) => format!("failed as expected: {reason}"),
            _ => words::headline(r),
        };
        status.set_message(message).set_type(r.verdict.word()).set_description(super::plain_explanation(r));
    }
    let mut case = TestCase::new(&r.id, status);
    case.set_classname(format!("cases.{group}")).set_time(Duration::from_secs_f64(r.ms / 1000.0));
    case.add_property(("clauses", r.clauses.join(" ").as_str()));
    case
}
