//! The same configuration gives the same distribution, whatever makes the choices; and failures shrink to the same in every runner.
#![cfg(all(feature = "proptest", feature = "quickcheck", feature = "arbitrary"))]

use arbitrary::{Arbitrary, Unstructured};
use outofphase_adapter::{Action, Attached, Effect, Scenario, Type};
use outofphase_generators::front::{Anything, Case, scenarios};
use outofphase_generators::{Budget, Config, Families, Generator, Random, needs, shrink, static_features};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config as Proptest, RngAlgorithm, TestError, TestRng, TestRunner};
use quickcheck::Gen;
use std::collections::BTreeMap;

const N: u64 = 12_000;

fn random() -> impl FnMut(u64) -> Scenario {
    let mut generator = Generator::new(&Config::default());
    move |i| generator.scenario(&mut Random::nth(21, i))
}

fn proptest() -> impl FnMut(u64) -> Scenario {
    let mut runner = TestRunner::new_with_rng(Proptest::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = scenarios(&Config::default());
    move |_| strategy.new_tree(&mut runner).expect("generates").current()
}

fn quickcheck() -> impl FnMut(u64) -> Scenario {
    let mut g = Gen::from_size_and_seed(100, 7);
    move |_| <Case<Anything> as quickcheck::Arbitrary>::arbitrary(&mut g).scenario
}

fn bytes() -> impl FnMut(u64) -> Scenario {
    let mut buffer = vec![0; 8192];
    move |i| {
        let mut r = Random::nth(99, i);
        buffer.chunks_exact_mut(8).for_each(|c| c.copy_from_slice(&r.next_u64().to_le_bytes()));
        Case::<Anything>::arbitrary(&mut Unstructured::new(&buffer)).expect("never fails").scenario
    }
}

/// In how many scenarios each thing occurs.
fn frequencies(mut next: impl FnMut(u64) -> Scenario) -> BTreeMap<String, u64> {
    let mut n = BTreeMap::new();
    for i in 0..N {
        let s = next(i);
        let Families(bits) = static_features(&s);
        let families = (0..64).filter(|f| bits >> f & 1 == 1).map(|f| format!("family {f}"));
        let words = needs(&s).into_iter().map(|n| n.to_string());
        let sizes = [
            format!("{} objects", s.setup.objects.len()),
            format!("{} actions", s.play.len()),
            format!("first {}", s.play.first().map_or("nothing", Action::word)),
            format!("last {}", s.play.last().map_or("nothing", Action::word)),
        ];
        for what in families.chain(words).chain(sizes) {
            *n.entry(what).or_insert(0) += 1;
        }
    }
    n
}

#[test]
fn every_source_has_the_same_distribution() {
    let expected = frequencies(random());
    for (name, got) in [("proptest", frequencies(proptest())), ("quickcheck", frequencies(quickcheck())), ("bytes", frequencies(bytes()))] {
        let all: std::collections::BTreeSet<&String> = expected.keys().chain(got.keys()).collect();
        assert!(all.len() > 200);
        for what in all {
            let (a, b) = (*expected.get(what).unwrap_or(&0) as f64, *got.get(what).unwrap_or(&0) as f64);
            // Two binomials: the square of their distance over its variance is above 25 once in two million.
            let share = (a + b) / (2.0 * N as f64);
            let square = (a - b).powi(2) / (2.0 * N as f64 * share * (1.0 - share)).max(1.0);
            assert!(square < 25.0, "{what}: {a} with random numbers, {b} with {name}");
        }
    }
}

fn fails(s: &Scenario) -> bool {
    s.play.iter().filter_map(Action::effect).any(|e| match e {
        Effect::PhaseOut(w) => w
            .named()
            .iter()
            .any(|h| s.setup.objects.iter().any(|o| o.on == Some(Attached::Object(*h)) && o.card.types.has(Type::Equipment))),
        _ => false,
    })
}

#[test]
fn proptest_shrinks_by_the_scenario() {
    let mut runner = TestRunner::new_with_rng(
        Proptest { cases: 2000, max_shrink_iters: 100_000, failure_persistence: None, ..Proptest::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let result = runner.run(&scenarios(&Config::default()), |s| {
        proptest::prop_assert!(!fails(&s));
        Ok(())
    });
    let Err(TestError::Fail(_, small)) = result else { panic!("nothing failed") };
    assert!(fails(&small));
    assert_eq!((small.setup.objects.len(), small.play.len()), (2, 1), "{small:?}");
    assert_eq!(small, shrink(&small, &mut fails, Budget::default()));
}

#[test]
fn quickcheck_shrinks_by_the_scenario() {
    let mut g = Gen::from_size_and_seed(100, 3);
    let first = (0..5000).map(|_| <Case<Anything> as quickcheck::Arbitrary>::arbitrary(&mut g)).find(|c| fails(&c.scenario));
    let mut case = first.expect("one in a few hundred fails");
    // As quickcheck goes about it: the first smaller one that fails, again and again.
    while let Some(next) = quickcheck::Arbitrary::shrink(&case).find(|c| fails(&c.scenario)) {
        case = next;
    }
    assert_eq!((case.scenario.setup.objects.len(), case.scenario.play.len()), (2, 1), "{case:?}");
}

#[test]
fn few_bytes_make_a_short_scenario() {
    for n in [0usize, 1, 7, 20, 60] {
        let data = vec![0x5a; n];
        let s = Case::<Anything>::arbitrary(&mut Unstructured::new(&data)).expect("never fails").scenario;
        s.setup.check().unwrap_or_else(|e| panic!("{n} bytes: {e}"));
        assert!(s.play.len() + s.setup.objects.len() <= n / 2 + 1, "{n} bytes");
    }
}
