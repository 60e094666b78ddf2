//! Exit statuses, and the errors behind them.

use crate::expectations::ExpectationsError;
use crate::report::ndjson::ReadError;
use std::fmt;

/// How a command ended that could do its work.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Nothing failed.
    Clean,
    /// Something failed.
    Failed,
    /// The user stopped it.
    Interrupted,
}

impl Exit {
    /// The process's exit status.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Failed => 1,
            Exit::Interrupted => 130,
        }
    }
}

/// Why a command could not do its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CliError {
    /// The user's mistake: what was found, and what would be right.
    Mistake(String),
    /// Case files are wrong; each mistake is told in full, and begins with the word error.
    Cases(String),
    /// The engine could not even be asked for its name.
    NeverWorked(String),
}

impl CliError {
    /// The user's mistake.
    pub fn mistake(what: impl fmt::Display) -> CliError {
        CliError::Mistake(what.to_string())
    }

    /// The process's exit status.
    #[must_use]
    pub const fn status(&self) -> u8 {
        match self {
            CliError::Mistake(_) | CliError::Cases(_) => 2,
            CliError::NeverWorked(_) => 3,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Mistake(what) | CliError::Cases(what) => f.write_str(what),
            CliError::NeverWorked(why) => write!(f, "the engine never worked: {why}"),
        }
    }
}

impl std::error::Error for CliError {}

impl From<ExpectationsError> for CliError {
    fn from(e: ExpectationsError) -> CliError {
        CliError::mistake(e)
    }
}

impl From<ReadError> for CliError {
    fn from(e: ReadError) -> CliError {
        CliError::mistake(e)
    }
}
