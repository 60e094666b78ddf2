//! Where a campaign's scenarios come from.

use outofphase_adapter::{Need, Scenario};
use outofphase_generators::{Config, Exhaustive, Generator, Random, vary};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// The scenarios of a campaign.
#[derive(Clone, Debug)]
pub enum Feed {
    /// Random ones: scenario i of a seed is the same on every shard.
    Random {
        /// The seed.
        seed: u64,
    },
    /// Random ones around given ones.
    Around {
        /// The seed.
        seed: u64,
        /// What is varied, in turn.
        given: Vec<Scenario>,
    },
    /// Every scenario of the configuration.
    All,
}

/// One worker's part of the scenarios.
pub(super) struct Supply<'a> {
    feed: &'a Feed,
    config: Config,
    generator: Generator,
    all: Option<Exhaustive>,
}

impl<'a> Supply<'a> {
    /// The part of worker `part.0` of `part.1`, over all shards. Random scenarios are shared out as they are asked for.
    pub(super) fn new(feed: &'a Feed, config: Config, part: (u64, u64)) -> Supply<'a> {
        let all = matches!(feed, Feed::All).then(|| Exhaustive::new(&config).shard(part.0, part.1));
        Supply { feed, generator: Generator::new(&config), config, all }
    }

    /// Writes the next scenario into `out` and answers its number: for random ones the next of `numbers`, counted in steps of `step`; of a
    /// search the number within this part. `None` when there are no more.
    pub(super) fn next_into(&mut self, numbers: &AtomicU64, step: u64, out: &mut Scenario) -> Option<u64> {
        if let Some(all) = &mut self.all {
            return all.next_into(out).then(|| all.seen() - 1);
        }
        let number = numbers.fetch_add(step, Ordering::Relaxed);
        match self.feed {
            Feed::Random { seed } => self.generator.generate(&mut Random::nth(*seed, number), out),
            Feed::Around { seed, given } => {
                let base = given.get((number % given.len().max(1) as u64) as usize)?;
                *out = vary(base, &self.config, &mut Random::nth(*seed, number));
            }
            Feed::All => return None,
        }
        Some(number)
    }

    /// Leaves out what an engine turned out to lack. A search stays as it began, or it would be none.
    pub(super) fn avoid(&mut self, lacks: &BTreeSet<Need>) {
        if self.all.is_none() && !lacks.is_subset(&self.config.avoid) {
            self.config.avoid.extend(lacks.iter().cloned());
            self.generator = Generator::new(&self.config);
        }
    }

    /// How much of a search is done, from 0 to 1.
    pub(super) fn progress(&self) -> Option<f64> {
        self.all.as_ref().map(Exhaustive::progress)
    }
}
