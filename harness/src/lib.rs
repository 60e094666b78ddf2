//! Oracles, runner, reports, command line and test entry of the outofphase conformance suite.
//!
//! The author of an engine in Rust needs [`test_main`] and nothing else of this crate; its [module](test_entry) tells the five lines.
//! A program that wants to run cases itself finds the runner in [`runner`], what it answers in [`report`], and the engines in [`engine`].

pub mod adapter_check;
pub mod adapter_new;
pub mod as_if;
pub mod board;
pub mod campaign;
pub mod cli;
pub mod coverage;
pub mod editions;
pub mod engine;
pub mod expectations;
pub mod impact;
pub mod narrate;
pub mod oracle;
pub mod process;
pub mod reference;
pub mod report;
pub mod runner;
pub mod story;
pub mod test_entry;
mod verdict;

pub use outofphase_adapter as adapter;
pub use outofphase_cases as cases;
pub use test_entry::{TestSuite, test_main};
pub use verdict::{Counts, Verdict};

/// The page for authors of adapters, whose code has to compile.
#[cfg(doctest)]
#[doc = include_str!("../../docs/adapters.md")]
struct AdaptersPage;
