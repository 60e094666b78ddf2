//! Comprehensive Rules texts as data.

mod number;

pub use number::{ClauseNumber, NotAClauseNumber};
