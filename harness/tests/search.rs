//! A search for every scenario up to a bound, shared out among engines.

mod toy;

use outofphase_generators::{Config, Exhaustive};
use outofphase_harness::campaign::checker::Relations;
use outofphase_harness::campaign::fuzz::{Campaign, Progress, Summary, run};
use outofphase_harness::campaign::{Feed, Oracles};
use outofphase_harness::engine::InProcess;
use outofphase_reference_engine::{ReferenceEngine, Rulebook};
use std::sync::atomic::Ordering;
use toy::{Flaw, Toy};

fn plan(jobs: usize, shard: (u64, u64)) -> Campaign {
    let oracles = Oracles { relations: Relations::None, ..Oracles::default() };
    Campaign { feed: Feed::All, config: Config::exhaustive(2, 1), count: None, jobs, shard, oracles, ..Campaign::default() }
}

fn search(plan: &Campaign) -> Summary {
    run(plan, &InProcess(ReferenceEngine::default), &Progress::default())
}

#[test]
fn each_scenario_comes_once_however_the_search_is_shared_out() {
    let all = Exhaustive::count(&Config::exhaustive(2, 1));
    for jobs in [1, 2, 5] {
        let s = search(&plan(jobs, (0, 1)));
        assert_eq!((s.tried, s.findings.len()), (all, 0), "{jobs} jobs");
        assert!((s.searched - 1.0).abs() < 1e-9, "{}", s.searched);
    }
    let shards: u64 = (0..3).map(|i| search(&plan(2, (i, 3))).tried).sum();
    assert_eq!(shards, all, "three shards of two engines each");
}

#[test]
fn a_search_that_was_stopped_says_how_far_it_came() {
    let progress = Progress::default();
    progress.stop.store(true, Ordering::Relaxed);
    let s = run(&plan(1, (0, 1)), &InProcess(ReferenceEngine::default), &progress);
    assert!(s.searched < 1.0 && s.tried == 0, "{} after {}", s.searched, s.tried);
}

#[test]
fn a_wrong_engine_is_found_by_the_first_scenarios_that_show_it() {
    let mut rules = Rulebook::newest();
    rules.set("attachments", "stay").expect("a reading");
    let s = run(&plan(2, (0, 1)), &InProcess(move || ReferenceEngine::new(rules)), &Progress::default());
    let first = s.findings.first().expect("a finding");
    assert!(first.as_if.iter().any(|a| a.to_string() == "attachments=stay"), "{first:?}");
    assert!(s.findings.iter().all(|f| f.scenario.setup.objects.len() <= 2 && f.scenario.play.len() <= 1));
    assert_eq!(s.tried, Exhaustive::count(&Config::exhaustive(2, 1)), "the search goes on after a finding");
}

#[test]
fn a_search_goes_on_with_a_fresh_engine_after_a_panic() {
    let s = run(&plan(1, (0, 1)), &InProcess(|| Toy::with(Flaw::PanicsOnDestroy)), &Progress::default());
    assert!(s.findings.iter().any(|f| f.violation.oracle == "engine::panics"), "{:?}", s.findings);
    assert_eq!(s.tried, Exhaustive::count(&Config::exhaustive(2, 1)));
}
