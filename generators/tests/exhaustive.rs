//! The odometer visits every scenario of a configuration, and each once.
#![cfg(feature = "exhaustive")]

use outofphase_adapter::{Action, Obj, Scenario};
use outofphase_generators::{Config, Exhaustive, Family, empty, sane};
use std::collections::{BTreeMap, HashSet};

fn all(config: &Config) -> Vec<Scenario> {
    let mut search = Exhaustive::new(config);
    let mut out = empty();
    let mut all = Vec::new();
    while search.next_into(&mut out) {
        all.push(out.clone());
    }
    assert_eq!(search.seen(), all.len() as u64);
    all
}

/// Names say nothing about what a scenario is.
fn plain(s: &Scenario) -> Scenario {
    let mut s = s.clone();
    s.setup.objects.iter_mut().for_each(|o| o.name.clear());
    s
}

fn small() -> [(&'static str, Config); 5] {
    [
        ("2 and 2", Config::exhaustive(2, 2)),
        ("3 and 1", Config::exhaustive(3, 1)),
        ("attachments", Config::exhaustive(3, 2).only(&[Family::Attachments, Family::PhasingEffects])),
        ("combat", Config::exhaustive(2, 3).only(&[Family::Combat, Family::PhasingEffects])),
        ("stack", Config::exhaustive(2, 3).only(&[Family::Stack, Family::PhasingEffects, Family::Durations])),
    ]
}

#[test]
fn every_scenario_comes_once() {
    for (name, config) in small() {
        let scenarios = all(&config);
        let distinct: HashSet<Scenario> = scenarios.iter().map(plain).collect();
        assert!(scenarios.len() > 500, "{name}: only {}", scenarios.len());
        assert_eq!(distinct.len(), scenarios.len(), "{name}: the same scenario twice");
        for s in &scenarios {
            s.setup.check().unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(sane(s), Ok(()), "{name}: {s:?}");
        }
    }
}

/// A form that is the same for scenarios that differ only in which object is which: the least of all renamings, by brute force.
fn canonical(s: &Scenario) -> String {
    let n = s.setup.objects.len();
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        orders = orders
            .iter()
            .flat_map(|o| (0..n).filter(|i| !o.contains(i)).map(|i| o.iter().copied().chain([i]).collect()).collect::<Vec<_>>())
            .collect();
    }
    orders.iter().map(|order| renamed(s, order)).min().unwrap_or_default()
}

/// The scenario written out with its objects in another order: by the names that handles have in print, and nothing of the crate.
fn renamed(s: &Scenario, order: &[usize]) -> String {
    let names: Vec<String> = (0..order.len()).map(|i| format!("o{}", order.iter().position(|j| *j == i).unwrap_or_default())).collect();
    outofphase_adapter::names::scope(&names, Some(4), outofphase_adapter::names::Style::Fields, || {
        let mut specs: Vec<(usize, String)> = s
            .setup
            .handles()
            .map(|o: Obj| {
                let mut spec = s.setup.object(o).clone();
                // Which trigger has which digit is a matter of order.
                let mut play = [];
                let mut alone = outofphase_adapter::Setup::new(2);
                alone.add(std::mem::replace(
                    &mut spec,
                    outofphase_adapter::ObjectSpec::new("x", outofphase_adapter::Card::default(), outofphase_adapter::Seat::A),
                ));
                alone.number_triggers(&mut play);
                (order.iter().position(|j| *j == o.index()).unwrap_or_default(), serde_json::to_string(&alone.objects[0]).expect("writes"))
            })
            .collect();
        specs.sort();
        let play: Vec<String> = s
            .play
            .iter()
            .map(|a| {
                let place = |o: Obj| order.iter().position(|j| *j == o.index());
                let mut a = a.clone();
                match &mut a {
                    Action::Attack(v) => v.sort_by_key(|a| place(a.attacker)),
                    Action::Block(v) => v.sort_by_key(|b| place(b.blocker)),
                    _ => {}
                }
                let text = serde_json::to_string(&a).expect("writes");
                // Lists of names have no order.
                let mut out = String::new();
                let mut rest = text.as_str();
                while let Some(i) = rest.find('[') {
                    let j = i + rest[i..].find(']').expect("closes");
                    let mut items: Vec<&str> = rest[i + 1..j].split(',').collect();
                    items.sort_unstable();
                    out += &rest[..=i];
                    out += &items.join(",");
                    rest = &rest[j..];
                }
                out + rest
            })
            .collect();
        format!("{specs:?} {play:?}")
    })
}

#[test]
fn scenarios_that_differ_only_in_which_object_is_which_come_once() {
    for (name, config) in small() {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let scenarios = all(&config);
        for (i, s) in scenarios.iter().enumerate() {
            if let Some(j) = seen.insert(canonical(s), i) {
                panic!("{name}: {j} and {i} are the same: {:#?}\n{s:#?}", scenarios[j]);
            }
        }
    }
}

/// Random choices of the same configuration find nothing that the search does not.
#[test]
fn nothing_is_left_out() {
    for (name, config) in small().into_iter().skip(1) {
        let found: HashSet<String> = all(&config).iter().map(canonical).collect();
        let mut generator = outofphase_generators::Generator::new(&config);
        let mut met = HashSet::new();
        for i in 0..6_000 {
            let s = generator.scenario(&mut outofphase_generators::Random::nth(2, i));
            let c = canonical(&s);
            assert!(found.contains(&c), "{name}: the search never came to {s:#?}");
            met.insert(c);
        }
        println!("{name}: {} of {} met", met.len(), found.len());
        assert!(met.len() > 300, "{name}");
    }
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let config = Config::exhaustive(2, 2);
    let whole = all(&config);
    for cut in [0, 1, 17, whole.len() / 2, whole.len() - 1] {
        let mut search = Exhaustive::new(&config);
        let mut out = empty();
        for _ in 0..cut {
            assert!(search.next_into(&mut out));
        }
        let text = search.position().to_string();
        let mut rest = Exhaustive::new(&config).resume(&text.parse().expect("a position reads back"));
        let mut n = cut;
        while rest.next_into(&mut out) {
            assert_eq!(out, whole[n], "after {cut}, scenario {n}");
            n += 1;
        }
        assert_eq!(n, whole.len(), "after {cut}");
    }
}

#[test]
fn shards_together_make_the_whole() {
    let config = Config::exhaustive(3, 1);
    let whole: HashSet<Scenario> = all(&config).into_iter().collect();
    let mut together = HashSet::new();
    for i in 0..3 {
        let mut search = Exhaustive::new(&config).shard(i, 3);
        let mut out = empty();
        while search.next_into(&mut out) {
            assert!(together.insert(out.clone()), "in two shards");
        }
    }
    assert_eq!(together, whole);
}

#[test]
fn progress_only_grows_and_ends_at_1() {
    let mut search = Exhaustive::new(&Config::exhaustive(2, 2));
    let mut out = empty();
    let mut last = 0.0;
    while search.next_into(&mut out) {
        let now = search.progress();
        assert!((last..=1.0).contains(&now), "{last} then {now}");
        last = now;
    }
    assert!((search.progress() - 1.0).abs() < f64::EPSILON);
    assert_eq!(search.seen(), Exhaustive::count(&Config::exhaustive(2, 2)));
}
