//! A wrong engine is told as a wrong page of the rulebook, wherever that can be told.

use outofphase_cases::{Case, CaseSet};
use outofphase_harness::as_if;
use outofphase_harness::campaign::checker::Relations;
use outofphase_harness::campaign::{Checker, Oracles, Outcome, finding};
use outofphase_harness::report::CaseResult;
use outofphase_harness::runner::run_case;
use outofphase_reference_engine::{NEWEST, Origin, QUESTIONS, ReferenceEngine, Rulebook};

fn in_force() -> impl Iterator<Item = &'static Case> {
    CaseSet::builtin().cases.iter().filter(|c| c.in_force(NEWEST))
}

fn wrong(readings: &[(&str, &str)]) -> ReferenceEngine {
    let mut rules = Rulebook::newest();
    for (question, reading) in readings {
        rules.set(question, reading).expect("a reading");
    }
    ReferenceEngine::new(rules)
}

#[test]
fn an_engine_with_one_wrong_reading_fails_as_if_it_had_that_reading() {
    for q in QUESTIONS {
        for r in q.readings.iter().filter(|r| r.origin != Origin::Newest) {
            let mut engine = wrong(&[(q.name, r.name)]);
            let near = in_force().filter(|c| c.clauses.iter().any(|slug| slug == q.clause));
            let failed = near.map(|c| (c, run_case(&mut engine, c))).find(|(_, result)| !result.mismatches.is_empty());
            let Some((case, result)) = failed else { continue };
            let fits = as_if::of_case(case, &result.mismatches, NEWEST);
            let own = format!("{}={}", q.name, r.name);
            assert!(fits.iter().any(|a| a.to_string() == own), "{own} in {}: {fits:?}", case.id);
        }
    }
}

/// Other readings fail the case too, at another step or with something else to see.
#[test]
fn a_reading_that_fails_in_another_way_does_not_fit() {
    let case = in_force().find(|c| c.id == "watcher_of_attachments_sees_no_phasing").expect("a case");
    let result = run_case(&mut wrong(&[("attachments", "stay")]), case);
    let fits: Vec<String> = as_if::of_case(case, &result.mismatches, NEWEST).iter().map(ToString::to_string).collect();
    assert_eq!(fits, ["attachments=stay"]);
}

#[test]
fn three_wrong_readings_are_told_apart() {
    let readings = [("attachments", "stay"), ("phased_out_counted", "yes"), ("cleanup_phased_out", "stays")];
    let mut engine = wrong(&readings);
    let results: Vec<CaseResult> = in_force()
        .map(|case| {
            let mut result = run_case(&mut engine, case);
            as_if::add(&mut result, case, NEWEST);
            result
        })
        .collect();
    let likely: Vec<String> = as_if::likely(&results, 2).iter().map(|(a, _)| a.to_string()).collect();
    assert_eq!(likely, readings.map(|(q, r)| format!("{q}={r}")));
    assert!(results.iter().filter(|r| r.mismatches.is_empty()).all(|r| r.as_if.is_empty()), "what passed looks like nothing");
}

#[test]
fn a_finding_rests_on_the_clause_that_explains_it() {
    let case = in_force().find(|c| c.id == "battle_loses_defense_counters").expect("a case");
    let oracles = Oracles { properties: false, relations: Relations::None, ..Oracles::default() };
    let mut engine = wrong(&[("battles", "never")]);
    let mut checker = Checker::new(&mut engine, oracles, NEWEST);
    let scenario = case.scenario();
    let Outcome::Violated(v) = checker.check(&scenario) else { panic!("nothing was seen") };
    let signature = finding::signature(&v, &scenario);
    let found = checker.finding(v, scenario, signature, 1);
    assert_eq!(found.violation.clause, "combat.attacked-object-removed", "{found:?}");
    assert!(found.case.why.ends_with("As if battles=never."), "{}", found.case.why);
}
