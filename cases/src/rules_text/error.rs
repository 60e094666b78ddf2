//! Why a file could not be read as rules, and what to do about it.

use std::fmt;

use jiff::civil::Date;
use serde::Serialize;

use super::ClauseNumber;

/// Why a file could not be read as a Comprehensive Rules text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesTextError {
    /// Nothing in it.
    #[error("{file} is empty; was the download interrupted? {ADVICE}")]
    Empty {
        /// The file, as the caller named it.
        file: String,
    },
    /// Not a text file.
    #[error("{file} is {what}, not a text file; {ADVICE}")]
    NotText {
        /// The file, as the caller named it.
        file: String,
        /// What it seems to be.
        what: String,
    },
    /// A text without numbered rules.
    #[error("{file} has no numbered rules in it ({seen}); {ADVICE}")]
    NotRules {
        /// The file, as the caller named it.
        file: String,
        /// What was found instead.
        seen: String,
    },
    /// Rules, but not all of them.
    #[error("{file} is incomplete: {missing}. Recognised: {recognised}. {ADVICE_COMPLETE}")]
    Incomplete {
        /// The file, as the caller named it.
        file: String,
        /// What was recognised before it broke off.
        recognised: Recognised,
        /// What is not there.
        missing: String,
    },
}

const ADVICE: &str = "give the TXT version of the Comprehensive Rules";
const ADVICE_COMPLETE: &str =
    "Get the complete TXT version of the Comprehensive Rules, or, if an extract was meant, cut it to a single section.";

/// What a reader made out in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Recognised {
    /// How many numbered rules and clauses.
    pub clauses: usize,
    /// The first of them.
    pub first: Option<ClauseNumber>,
    /// The last of them.
    pub last: Option<ClauseNumber>,
    /// The date the text states for itself.
    pub effective: Option<Date>,
    /// How many glossary entries.
    pub glossary: usize,
}

impl fmt::Display for Recognised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} clause{}", self.clauses, if self.clauses == 1 { "" } else { "s" })?;
        if let (Some(first), Some(last)) = (self.first, self.last) {
            write!(f, " from {first} to {last}")?;
        }
        match self.effective {
            Some(date) => write!(f, ", effective {date}")?,
            None => write!(f, ", no effective date")?,
        }
        write!(f, ", {} glossary entries", self.glossary)
    }
}
