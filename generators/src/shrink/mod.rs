//! Shrinking: from a scenario that fails to a small one that fails in the same way.
//!
//! It works on the scenario itself, not on the choices that made it, so there is one shrinker for every source and for scenarios that
//! nobody generated. It is greedy and deterministic: passes offer smaller scenarios, what still fails is kept, and it ends when no pass
//! offers anything that does. Every scenario offered is smaller by [`Size`], is one that a game can begin with, and has one outcome
//! ([`sane`](crate::sane)) if the first one had.

mod actions;
mod merge;
mod objects;
mod simplify;
mod size;
mod tidy;

pub use size::Size;

use crate::sane::sane;
use outofphase_adapter::Scenario;
use std::time::{Duration, Instant};

/// How long to try.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Scenarios to try at most.
    pub calls: u64,
    /// Time to take at most; where it runs out the result depends on the machine.
    pub time: Option<Duration>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { calls: 20_000, time: None }
    }
}

/// Shrinks a scenario for as long as `still_fails`.
#[must_use]
pub fn shrink(scenario: &Scenario, still_fails: &mut dyn FnMut(&Scenario) -> bool, budget: Budget) -> Scenario {
    let began = Instant::now();
    let mut shrinking = Shrinking::new(scenario.clone());
    let mut calls = 0;
    while calls < budget.calls && budget.time.is_none_or(|t| began.elapsed() < t) {
        let Some(offer) = shrinking.offer() else { break };
        calls += 1;
        let fails = still_fails(offer);
        shrinking.verdict(fails);
    }
    shrinking.into_best()
}

/// All that one round of passes offers for a scenario, the boldest first.
pub fn candidates(scenario: &Scenario) -> impl Iterator<Item = Scenario> + use<> {
    let scenario = scenario.clone();
    let mut shrinking = Shrinking::new(scenario);
    std::iter::from_fn(move || {
        let next = shrinking.offer().cloned();
        if next.is_some() {
            shrinking.verdict(false);
        }
        next
    })
}

type Pass = fn(&Scenario, &mut Vec<Scenario>);

/// The passes, boldest first.
const PASSES: &[Pass] = &[
    actions::tails,
    actions::chunks,
    objects::unnamed,
    objects::seats,
    objects::objects,
    objects::abilities,
    actions::pairs,
    merge::objects,
    simplify::effects,
    simplify::abilities,
    simplify::status,
    simplify::table,
    actions::announcements,
    actions::advances,
    simplify::seats,
    simplify::numbers,
    tidy_order,
    tidy_names,
];

fn tidy_order(s: &Scenario, out: &mut Vec<Scenario>) {
    out.push(tidy::reordered(s));
}

fn tidy_names(s: &Scenario, out: &mut Vec<Scenario>) {
    out.push(tidy::renamed(s));
}

/// A shrinking in progress: it offers one scenario at a time and is told whether that one fails.
///
/// For runners that want to hold the reins, such as proptest; [`shrink`] is the plain loop over it.
#[derive(Clone, Debug)]
pub struct Shrinking {
    best: Scenario,
    size: Size,
    keep_sane: bool,
    pass: usize,
    offers: Vec<Scenario>,
    /// The next of `offers`; the one before it is on offer.
    at: usize,
    filled: bool,
    progress: bool,
    done: bool,
}

impl Shrinking {
    /// Begins with a scenario that fails.
    #[must_use]
    pub fn new(best: Scenario) -> Shrinking {
        let size = Size::of(&best);
        let keep_sane = sane(&best).is_ok();
        Shrinking { best, size, keep_sane, pass: 0, offers: Vec::new(), at: 0, filled: false, progress: false, done: false }
    }

    /// The smallest scenario so far that fails.
    #[must_use]
    pub const fn best(&self) -> &Scenario {
        &self.best
    }

    /// The same, for good.
    #[must_use]
    pub fn into_best(self) -> Scenario {
        self.best
    }

    /// Whether anything smaller was accepted so far in this sweep or an earlier one.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// The next scenario to try, or `None` when nothing smaller is left.
    pub fn offer(&mut self) -> Option<&Scenario> {
        while !self.done {
            if !self.filled {
                self.fill();
            }
            if self.at < self.offers.len() {
                self.at += 1;
                return self.offers.get(self.at - 1);
            }
            self.filled = false;
            self.at = 0;
            self.pass += 1;
            if self.pass == PASSES.len() {
                self.pass = 0;
                self.done = !std::mem::take(&mut self.progress);
            }
        }
        None
    }

    /// The verdict on what [`offer`](Shrinking::offer) answered last: whether it fails too.
    pub fn verdict(&mut self, fails: bool) {
        if !fails || self.at == 0 || self.at > self.offers.len() {
            return;
        }
        self.best = self.offers.swap_remove(self.at - 1);
        self.size = Size::of(&self.best);
        self.progress = true;
        // The same pass goes on from the same place: what it offered before this was refused already.
        self.at -= 1;
        let at = self.at;
        self.fill();
        self.at = at.min(self.offers.len());
    }

    fn fill(&mut self) {
        self.offers.clear();
        let mut offers = std::mem::take(&mut self.offers);
        if let Some(pass) = PASSES.get(self.pass) {
            pass(&self.best, &mut offers);
        }
        for s in &mut offers {
            let mut play = std::mem::take(&mut s.play);
            s.setup.number_triggers(&mut play);
            s.play = play;
        }
        offers.retain(|s| Size::of(s) < self.size && s.setup.check().is_ok() && (!self.keep_sane || sane(s).is_ok()));
        self.offers = offers;
        self.at = 0;
        self.filled = true;
    }
}
