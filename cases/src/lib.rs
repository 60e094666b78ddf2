//! The hand-written conformance cases of outofphase as YAML, their loader, and the clause registry.

mod case;
mod check;
mod fact;
mod happening;
mod ledger;
mod load;
mod parse;
pub mod phrases;
pub mod registry;
pub mod rules_text;
mod schema;
mod yaml;

pub use case::{Case, CaseStep, ExpectSubject, Expectation};
pub use check::{Mismatch, MismatchKind, check};
pub use fact::{Fact, Times};
pub use happening::Happening;
pub use ledger::{Ledger, MOST_TRIGGERS};
pub use load::{CaseSet, LoadError, MOST_BYTES, Spot};
pub use schema::schema;
