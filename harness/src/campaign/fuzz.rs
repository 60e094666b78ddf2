//! The campaign: make a scenario, check it, shrink what fails, keep it, go on.

use super::checker::{Checker, Oracles, Outcome};
use super::finding::{self, Finding, Known};
use super::needs::Needs;
use super::situations::{Situation, Table};
use super::supply::{Feed, Supply};
use crate::engine::EngineSource;
use outofphase_adapter::{Date, Need, Scenario};
use outofphase_generators::{Budget, Config, empty, shrink};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a campaign is to do.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The generator's configuration.
    pub config: Config,
    /// Where the scenarios come from.
    pub feed: Feed,
    /// This shard and how many there are: shard i of n takes the scenarios i, i + n, i + 2n..., of a search the boards.
    pub shard: (u64, u64),
    /// How many scenarios to try at most, over all shards.
    pub count: Option<u64>,
    /// How long to go on.
    pub time: Option<Duration>,
    /// Threads.
    pub jobs: usize,
    /// Which oracles look.
    pub oracles: Oracles,
    /// The edition by which the engine is meant to play.
    pub edition: Date,
    /// Where findings are written.
    pub findings: Option<PathBuf>,
    /// Signatures that are passed over.
    pub known: Known,
    /// What is known of what the engine lacks; the configuration's own wishes stand there, not here.
    pub needs: Needs,
    /// Stop at so many findings.
    pub most_findings: usize,
    /// How much to shrink.
    pub budget: Budget,
    /// Count situations as well.
    pub situations: bool,
}

impl Default for Campaign {
    fn default() -> Campaign {
        Campaign {
            config: Config::default(),
            feed: Feed::Random { seed: 1 },
            shard: (0, 1),
            count: Some(100_000),
            time: None,
            jobs: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            oracles: Oracles::default(),
            edition: outofphase_reference_engine::NEWEST,
            findings: None,
            known: Known::default(),
            needs: Needs::default(),
            most_findings: usize::MAX,
            budget: Budget::default(),
            situations: false,
        }
    }
}

/// How far a campaign is. Read from another thread while it runs.
#[derive(Debug, Default)]
pub struct Progress {
    /// Scenarios tried.
    pub tried: AtomicU64,
    /// Scenarios that needed something which the engine lacks.
    pub unsupported: AtomicU64,
    /// Findings so far.
    pub found: AtomicU64,
    /// Situations reached, of [`Situation::ALL`].
    pub reached: AtomicU64,
    /// How much of a search each worker has done, in millionths.
    pub searched: Mutex<Vec<u64>>,
    /// Set from outside to end it; what was found stays.
    pub stop: AtomicBool,
}

impl Progress {
    /// How much of a search is done, from 0 to 1; 0 if it is none.
    #[must_use]
    pub fn share(&self) -> f64 {
        let parts = self.searched.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        parts.iter().sum::<u64>() as f64 / 1e6 / parts.len().max(1) as f64
    }
}

/// What a campaign found.
#[derive(Debug, Default)]
pub struct Summary {
    /// Scenarios tried.
    pub tried: u64,
    /// Scenarios that needed something which the engine lacks, by need.
    pub unsupported: BTreeMap<Need, u64>,
    /// What is known now of what the engine lacks.
    pub needs: Needs,
    /// What was found, in the order of the scenarios.
    pub findings: Vec<Finding>,
    /// Failures that were passed over, because their signature is known or was found already.
    pub repeated: u64,
    /// How often each situation was reached.
    pub situations: Table,
    /// How much of a search was done, from 0 to 1.
    pub searched: f64,
    /// Time taken.
    pub took: Duration,
    /// An engine that could not be opened.
    pub broken: Option<String>,
}

struct Shared<'a> {
    campaign: &'a Campaign,
    progress: &'a Progress,
    next: AtomicU64,
    began: Instant,
    seen: Mutex<BTreeSet<String>>,
    /// Oracles with many findings: after so many shapes of one failure, more of it is passed over.
    by_oracle: Mutex<BTreeMap<&'static str, u32>>,
    needs: Mutex<Needs>,
    out: Mutex<Summary>,
}

/// After this many scenarios a worker tells which situations they reached.
const TOLD: u64 = 256;

/// After this many different signatures of one oracle the campaign passes over further ones.
const SHAPES: u32 = 6;

/// Runs a campaign on engines of a source.
#[must_use]
pub fn run(campaign: &Campaign, source: &dyn EngineSource, progress: &Progress) -> Summary {
    let shared = Shared {
        campaign,
        progress,
        next: AtomicU64::new(campaign.shard.0),
        began: Instant::now(),
        seen: Mutex::new(campaign.known.0.clone()),
        by_oracle: Mutex::default(),
        needs: Mutex::new(campaign.needs.clone()),
        out: Mutex::default(),
    };
    let jobs = campaign.jobs.max(1);
    lock(&progress.searched, |s| s.resize(jobs, 0));
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let shared = &shared;
            scope.spawn(move || worker(shared, source, job));
        }
    });
    let mut summary = lock(&shared.out, std::mem::take);
    summary.needs = lock(&shared.needs, std::mem::take);
    summary.findings.sort_by_key(|f| f.after);
    summary.tried = progress.tried.load(Ordering::Relaxed);
    summary.searched = progress.share();
    summary.took = shared.began.elapsed();
    summary
}

fn lock<T, R>(m: &Mutex<T>, f: impl FnOnce(&mut T) -> R) -> R {
    let mut guard = m.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    f(&mut guard)
}

fn worker(shared: &Shared<'_>, source: &dyn EngineSource, job: usize) {
    let c = shared.campaign;
    let mut config = c.config.clone();
    config.avoid.extend(c.needs.lacks.iter().cloned());
    let (shards, jobs) = (c.shard.1.max(1), c.jobs.max(1) as u64);
    let mut supply = Supply::new(&c.feed, config, (c.shard.0 * jobs + job as u64, shards * jobs));
    let mut scenario = empty();
    'engine: loop {
        let mut opened = match source.open() {
            Ok(opened) => opened,
            Err(why) => {
                lock(&shared.out, |o| o.broken = Some(why));
                shared.progress.stop.store(true, Ordering::Relaxed);
                return;
            }
        };
        let mut checker = Checker::new(&mut *opened.adapter, c.oracles, c.edition);
        let mut table = Table::default();
        let done = loop {
            let enough = c.time.is_some_and(|t| shared.began.elapsed() >= t)
                || shared.progress.stop.load(Ordering::Relaxed)
                || shared.progress.found.load(Ordering::Relaxed) >= c.most_findings as u64;
            if enough {
                note_search(shared, &supply, job);
                break true;
            }
            let Some(index) = supply.next_into(&shared.next, shards, &mut scenario).filter(|i| c.count.is_none_or(|n| *i < n)) else {
                note_search(shared, &supply, job);
                break true;
            };
            if index.is_multiple_of(64) {
                note_search(shared, &supply, job);
            }
            shared.progress.tried.fetch_add(1, Ordering::Relaxed);
            checker.set_turn(index as usize);
            match checker.check(&scenario) {
                Outcome::Holds => {
                    if shared.progress.unsupported.load(Ordering::Relaxed) > 0 {
                        lock(&shared.needs, |n| n.accepted(checker.trace()));
                    }
                    if c.situations {
                        table.count(checker.trace());
                        if table.scenarios == TOLD {
                            tell_situations(shared, &mut table);
                        }
                    }
                }
                Outcome::Unsupported(need) => {
                    shared.progress.unsupported.fetch_add(1, Ordering::Relaxed);
                    lock(&shared.out, |o| *o.unsupported.entry(need.clone()).or_default() += 1);
                    lock(&shared.needs, |n| {
                        n.accepted(checker.trace());
                        n.refused(&need);
                        // What the engine lacks is not generated again, whichever worker found out.
                        supply.avoid(&n.lacks);
                    });
                }
                Outcome::Violated(v) => {
                    let known = lock(&shared.by_oracle, |b| b.get(v.oracle).copied().unwrap_or(0)) >= SHAPES;
                    if known {
                        lock(&shared.out, |o| o.repeated += 1);
                        if v.oracle == "engine::panics" {
                            break false;
                        }
                        continue;
                    }
                    let panicked = v.oracle == "engine::panics" || v.oracle == "engine::breaks";
                    let small = shrink(&scenario, &mut |s| checker.still_violates(s, v.oracle), c.budget);
                    keep(shared, &mut checker, v, small, index);
                    if panicked {
                        break false;
                    }
                }
            }
        };
        tell_situations(shared, &mut table);
        if done {
            return;
        }
        continue 'engine;
    }
}

/// Adds what a worker has counted to what all have.
fn tell_situations(shared: &Shared<'_>, table: &mut Table) {
    let missed = lock(&shared.out, |o| {
        o.situations.add(&std::mem::take(table));
        o.situations.missed().count()
    });
    shared.progress.reached.store((Situation::ALL.len() - missed) as u64, Ordering::Relaxed);
}

fn note_search(shared: &Shared<'_>, supply: &Supply<'_>, job: usize) {
    if let Some(share) = supply.progress() {
        lock(&shared.progress.searched, |s| s[job] = (share * 1e6) as u64);
    }
}

/// Makes a finding of a shrunk failure and keeps it, unless its signature is known.
fn keep(shared: &Shared<'_>, checker: &mut Checker<'_>, v: crate::oracle::Violation, small: Scenario, index: u64) {
    let signature = finding::signature(&v, &small);
    let fresh = lock(&shared.seen, |s| s.insert(signature.clone()));
    if !fresh {
        lock(&shared.out, |o| o.repeated += 1);
        return;
    }
    lock(&shared.by_oracle, |b| *b.entry(v.oracle).or_default() += 1);
    let f = checker.finding(v, small, signature, index + 1);
    if let Some(folder) = &shared.campaign.findings
        && let Err(e) = finding::write(folder, &f)
    {
        lock(&shared.out, |o| o.broken = Some(format!("{}: {e}", folder.display())));
    }
    shared.progress.found.fetch_add(1, Ordering::Relaxed);
    lock(&shared.out, |o| o.findings.push(f));
}
