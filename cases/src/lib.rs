//! The hand-written conformance cases of outofphase as YAML, their loader, and the clause registry.

mod case;
mod fact;
mod happening;
pub mod registry;
pub mod rules_text;

pub use case::{Case, CaseStep, ExpectSubject, Expectation};
pub use fact::{Fact, Times};
pub use happening::Happening;
