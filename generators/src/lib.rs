//! # outofphase-generators
//!
//! Random and exhaustive scenarios for the outofphase conformance suite: one generator, several sources of choices, one shrinker.

pub mod config;
pub mod family;
mod features;
mod generator;
mod model;
mod random;
mod renumber;
mod sane;
mod shrink;
mod source;
mod words;

pub use config::{Config, Span, Weights};
pub use family::{Families, Family};
pub use features::static_features;
pub use generator::{Generator, empty, generate, role};
pub use random::Random;
pub use sane::{Open, sane};
pub use shrink::{Budget, Shrinking, Size, candidates, shrink};
pub use source::Source;
pub use words::needs;
