//! Front ends: what makes the generator and the shrinker usable in other people's runners, each behind a feature.
//!
//! | feature | for | what it gives |
//! | --- | --- | --- |
//! | `proptest` | proptest | [`scenarios`], a strategy whose tree shrinks scenarios |
//! | `quickcheck` | quickcheck | [`Case`] is `Arbitrary`, with `shrink` |
//! | `arbitrary` | libFuzzer and its like | [`Case`] is `Arbitrary`, choice by choice from the bytes |
//! | `exhaustive` | exhaustive search | [`Exhaustive`](crate::Exhaustive) |
//!
//! All of them ask the one generator, so the same configuration gives the same distribution.

#[cfg(feature = "arbitrary")]
mod bytes;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;

#[cfg(feature = "arbitrary")]
pub use bytes::Bytes;
#[cfg(feature = "proptest")]
pub use proptest::{Scenarios, Tree, scenarios};

use crate::Config;
use outofphase_adapter::Scenario;
use std::marker::PhantomData;

/// Where a [`Case`] takes its configuration from, for runners that know only the type.
pub trait Configured: Clone + Send + 'static {
    /// The configuration.
    fn config() -> Config;
}

/// The default configuration.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Anything;

impl Configured for Anything {
    fn config() -> Config {
        Config::default()
    }
}

/// A generated scenario, for runners that choose by type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case<C = Anything> {
    /// The scenario.
    pub scenario: Scenario,
    config: PhantomData<C>,
}

impl<C> Case<C> {
    /// Wraps a scenario.
    #[must_use]
    pub const fn new(scenario: Scenario) -> Case<C> {
        Case { scenario, config: PhantomData }
    }
}
