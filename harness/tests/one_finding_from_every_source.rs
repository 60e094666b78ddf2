//! The same fault is found by proptest, quickcheck, libFuzzer's bytes, random numbers and enumeration; it shrinks to a case that fails on the
//! wrong engine and passes on the right one.

use arbitrary::{Arbitrary as _, Unstructured};
use outofphase_adapter::Scenario;
use outofphase_cases::CaseSet;
use outofphase_generators::front::{Anything, Case, scenarios};
use outofphase_generators::{Budget, Config, Exhaustive, Generator, Random, empty, shrink};
use outofphase_harness::Verdict;
use outofphase_harness::campaign::checker::{Checker, Oracles, Outcome, Relations};
use outofphase_harness::campaign::finding;
use outofphase_harness::runner::run_case;
use outofphase_reference_engine::{NEWEST, ReferenceEngine, Rulebook};
use proptest::test_runner::{Config as Proptest, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::RefCell;

/// An engine in which what phased out with its host does not come back with it.
fn wrong() -> ReferenceEngine {
    let mut rules = Rulebook::newest();
    rules.set("indirect_return", "never").expect("a question of the rulebook");
    ReferenceEngine::new(rules)
}

const ORACLE: &str = "phasing::attachments_share_their_hosts_status";
const PROPERTIES: Oracles = Oracles { properties: true, relations: Relations::None, differential: false, round_trips: 0 };

/// Whether the wrong engine breaks the property on it.
fn breaks(s: &Scenario) -> bool {
    thread_local! {
        static ENGINE: RefCell<ReferenceEngine> = RefCell::new(wrong());
    }
    ENGINE.with_borrow_mut(|e| Checker::new(e, PROPERTIES, NEWEST).still_violates(s, ORACLE))
}

fn by_proptest() -> Scenario {
    let mut runner = TestRunner::new_with_rng(
        Proptest { cases: 20_000, max_shrink_iters: 100_000, failure_persistence: None, ..Proptest::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let result = runner.run(&scenarios(&Config::default()), |s| {
        proptest::prop_assert!(!breaks(&s));
        Ok(())
    });
    match result {
        Err(TestError::Fail(_, s)) => s,
        other => panic!("proptest finds nothing: {other:?}"),
    }
}

fn by_quickcheck() -> Scenario {
    let mut g = quickcheck::Gen::from_size_and_seed(100, 5);
    let mut case = (0..20_000)
        .map(|_| <Case<Anything> as quickcheck::Arbitrary>::arbitrary(&mut g))
        .find(|c| breaks(&c.scenario))
        .expect("quickcheck finds it");
    while let Some(next) = quickcheck::Arbitrary::shrink(&case).find(|c| breaks(&c.scenario)) {
        case = next;
    }
    case.scenario
}

fn by_bytes() -> Scenario {
    let mut buffer = vec![0; 8192];
    let found = (0..20_000).find_map(|i| {
        let mut r = Random::nth(17, i);
        buffer.chunks_exact_mut(8).for_each(|c| c.copy_from_slice(&r.next_u64().to_le_bytes()));
        let s = Case::<Anything>::arbitrary(&mut Unstructured::new(&buffer)).expect("never fails").scenario;
        breaks(&s).then_some(s)
    });
    shrink(&found.expect("bytes find it"), &mut |s| breaks(s), Budget::default())
}

fn by_random_numbers() -> Scenario {
    let mut generator = Generator::new(&Config::default());
    let found = (0..20_000).map(|i| generator.scenario(&mut Random::nth(4, i))).find(breaks);
    shrink(&found.expect("random numbers find it"), &mut |s| breaks(s), Budget::default())
}

fn by_enumeration() -> Scenario {
    let (mut all, mut s) = (Exhaustive::new(&Config::exhaustive(2, 2)), empty());
    while all.next_into(&mut s) {
        if breaks(&s) {
            return s;
        }
    }
    panic!("enumeration finds nothing")
}

#[test]
fn every_source_finds_it_and_its_case_tells_right_from_wrong() {
    let sources: [(&str, fn() -> Scenario); 5] = [
        ("proptest", by_proptest),
        ("quickcheck", by_quickcheck),
        ("bytes", by_bytes),
        ("random numbers", by_random_numbers),
        ("enumeration", by_enumeration),
    ];
    for (name, find) in sources {
        let small = find();
        let size = (small.setup.objects.len(), small.play.len());
        assert!(size.0 <= 2 && size.1 <= 3, "{name}: {size:?}, {small:?}");
        let mut engine = wrong();
        let mut checker = Checker::new(&mut engine, PROPERTIES, NEWEST);
        let Outcome::Violated(v) = checker.check(&small) else { panic!("{name}: the shrunk scenario breaks nothing") };
        assert_eq!(v.oracle, ORACLE, "{name}");
        let signature = finding::signature(&v, &small);
        let found = checker.finding(v, small, signature, 1);
        assert!(!found.oracle_alone, "{name}: no case");
        let case = found.case;
        let set = CaseSet::read([("finding.yaml", case.to_yaml())]).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_eq!(run_case(&mut wrong(), &set.cases[0]).verdict, Verdict::Fail, "{name}: {}", case.to_yaml());
        assert_eq!(run_case(&mut ReferenceEngine::default(), &set.cases[0]).verdict, Verdict::Pass, "{name}: {}", case.to_yaml());
    }
}
