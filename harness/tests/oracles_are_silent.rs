//! No oracle speaks where the rules are followed: a false alarm costs whoever gets it an afternoon.

use outofphase_cases::CaseSet;
use outofphase_harness::campaign::checker::Relations;
use outofphase_harness::campaign::{Checker, Oracles, Outcome};
use outofphase_reference_engine::{NEWEST, ReferenceEngine, Rulebook};

const EVERYTHING: Oracles = Oracles { properties: true, relations: Relations::All, differential: true, round_trips: 1 };

/// Hand-written cases hold what no generator would think of.
#[test]
fn every_case_is_a_scenario_that_no_oracle_objects_to() {
    let mut objections = Vec::new();
    for case in &CaseSet::builtin().cases {
        let on = case.until.and_then(|d| d.yesterday().ok()).unwrap_or(NEWEST);
        let mut engine = ReferenceEngine::new(Rulebook::edition(on));
        let outcome = case.in_scope(|| Checker::new(&mut engine, EVERYTHING, on).check(&case.scenario()));
        if !matches!(outcome, Outcome::Holds) {
            objections.push((case.id.clone(), outcome));
        }
    }
    assert!(objections.is_empty(), "{objections:#?}");
}
