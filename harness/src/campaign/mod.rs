//! Campaigns: scenarios by the million, checked by the [oracles](crate::oracle), and what is found shrunk to a case.

pub mod checker;

pub mod finding;
pub mod fuzz;
pub mod needs;
pub mod situations;
pub mod supply;

pub use checker::{Checker, Oracles, Outcome};
pub use finding::{Finding, Known};
pub use fuzz::{Campaign, Progress, Summary};
pub use needs::Needs;
pub use supply::Feed;
