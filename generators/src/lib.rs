//! # outofphase-generators
//!
//! Random and exhaustive scenarios for the outofphase conformance suite: one generator, several sources of choices, one shrinker.

pub mod config;
#[cfg(feature = "exhaustive")]
mod exhaustive;
pub mod family;
mod features;
pub mod front;
mod generator;
mod model;
mod random;
mod renumber;
mod sane;
mod shrink;
mod sort;
mod source;
mod vary;
mod words;

pub use config::{Config, Span, Weights};
#[cfg(feature = "exhaustive")]
pub use exhaustive::{Exhaustive, Position};
pub use family::{Families, Family};
pub use features::static_features;
pub use generator::{Generator, empty, generate, role};
pub use random::Random;
pub use renumber::reseated;
pub use sane::{Open, sane};
pub use shrink::{Budget, Shrinking, Size, candidates, shrink};
pub use source::Source;
pub use vary::vary;
pub use words::needs;
