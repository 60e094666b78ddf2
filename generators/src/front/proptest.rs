//! A proptest strategy. Its values shrink by the scenario shrinker, not by the numbers that made them.

use crate::generator::Generator;
use crate::{Config, Random, Shrinking};
use outofphase_adapter::Scenario;
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Scenarios of a configuration, as a strategy.
#[derive(Clone, Debug)]
pub struct Scenarios {
    generator: Generator,
}

/// The strategy of a configuration.
#[must_use]
pub fn scenarios(config: &Config) -> Scenarios {
    Scenarios { generator: Generator::new(config) }
}

impl Strategy for Scenarios {
    type Tree = Tree;
    type Value = Scenario;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Scenarios> {
        let seed = runner.rng().next_u64();
        let first = self.generator.clone().scenario(&mut Random::new(seed));
        Ok(Tree { shrinking: Shrinking::new(first), offered: None })
    }
}

/// A scenario and its way to smaller ones.
#[derive(Clone, Debug)]
pub struct Tree {
    shrinking: Shrinking,
    offered: Option<Scenario>,
}

impl Tree {
    /// Offers the next one; where there is none, the best so far stands.
    fn next(&mut self) -> bool {
        self.offered = self.shrinking.offer().cloned();
        self.offered.is_some()
    }
}

impl ValueTree for Tree {
    type Value = Scenario;

    fn current(&self) -> Scenario {
        self.offered.clone().unwrap_or_else(|| self.shrinking.best().clone())
    }

    /// What is current fails.
    fn simplify(&mut self) -> bool {
        if self.offered.is_some() {
            self.shrinking.verdict(true);
        }
        self.next()
    }

    /// What is current passes.
    fn complicate(&mut self) -> bool {
        if self.offered.is_none() {
            return false;
        }
        self.shrinking.verdict(false);
        self.next()
    }
}
