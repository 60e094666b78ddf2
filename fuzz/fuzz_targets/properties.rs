//! Properties and relations on the reference engine. To fuzz your own engine, put it in the place of `ReferenceEngine`.
#![no_main]
use libfuzzer_sys::fuzz_target;
use outofphase_generators::front::Case;
use outofphase_harness::campaign::checker::{Checker, Oracles, Outcome, Relations};
use outofphase_reference_engine::{NEWEST, ReferenceEngine};

fuzz_target!(|input: Case| {
    let mut engine = ReferenceEngine::default();
    let oracles = Oracles { properties: true, relations: Relations::All, differential: false, round_trips: 0 };
    let outcome = Checker::new(&mut engine, oracles, NEWEST).check(&input.scenario);
    assert!(!matches!(outcome, Outcome::Violated(_)), "{outcome:?}");
});
