//! Round trips: a scenario that is written, as a YAML case or as requests of the wire protocol, and read again is the same scenario.
//!
//! These look at the suite itself and not at an engine: what a campaign finds is worth something only if it survives being written down.

use super::Violation;
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::wire::{Op, Request, Start};
use outofphase_adapter::{Action, Scenario, Step};
use outofphase_cases::{Case, CaseSet, CaseStep, ExpectSubject, Expectation, Fact};

/// The first difference between a scenario and what comes back.
#[must_use]
pub fn first(s: &Scenario) -> Option<Violation> {
    let violation = |oracle, message| Violation { oracle, clause: "turn-based.automatic", at: 0, object: None, message };
    yaml(s)
        .map(|message| violation("round_trips::a_case_reads_back_from_yaml", message))
        .or_else(|| wire(s).map(|message| violation("round_trips::requests_read_back_from_the_wire", message)))
}

/// As a case file. One expectation stands at its end, because a case that expects nothing is a mistake.
fn yaml(s: &Scenario) -> Option<String> {
    let do_it = |a: &Action| CaseStep::Do { action: a.clone(), illegal: false };
    let expectation =
        Expectation { subject: ExpectSubject::Turn, facts: vec![Fact::StepOf(Step::FirstMain, outofphase_adapter::Seat::A)], line: 0 };
    let steps = s.play.iter().map(do_it).chain([CaseStep::Expect(vec![expectation])]).collect();
    let case = Case {
        group: "round trip".into(),
        clauses: vec!["phasing.untap-step-event".into()],
        why: "What is written is what is read.".into(),
        ..Case::new("round_trip", s.setup.clone(), steps)
    };
    let text = case.to_yaml();
    match CaseSet::read([("round_trip.yaml", &text)]) {
        Ok(set) => match set.cases.first().map(Case::scenario) {
            Some(back) if back == *s => None,
            back => Some(format!("{back:?} came back from\n{text}")),
        },
        Err(errors) => Some(format!("{}\n{text}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))),
    }
}

/// As request lines.
fn wire(s: &Scenario) -> Option<String> {
    names::of(&s.setup, Style::Fields, || {
        let ops = std::iter::once(Op::Start(Start::of(&s.setup))).chain(s.play.iter().map(Op::of));
        ops.enumerate().find_map(|(i, op)| {
            let request = Request { id: i as u64, op };
            let line = request.write();
            match Request::read(&line) {
                Ok(back) if back == request => None,
                Ok(back) => Some(format!("{back:?} came back from {line}")),
                Err(e) => Some(format!("{e}: {line}")),
            }
        })
    })
}
