//! Comprehensive Rules texts as data: reading them, and comparing two of them clause by clause.
//!
//! ```
//! use outofphase_cases::rules_text::{Hint, parse};
//!
//! let text = "702.26. Phasing\n\n702.26a First made-up words.\nExample: A made-up example.\n\n702.26b More words.\n";
//! let rules = parse(text.as_bytes(), &Hint::default())?;
//! assert_eq!(rules.clauses.len(), 3);
//! assert_eq!(rules.clause("702.26a".parse()?).map(|clause| clause.examples.len()), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compare;
mod date;
mod decode;
mod error;
mod fold;
mod join;
mod lines;
mod number;
mod parse;
mod reader;
mod references;
mod wording;

#[cfg(test)]
mod tests;

use std::path::Path;

use jiff::civil::Date;
use serde::Serialize;

pub use compare::{Comparison, compare};
pub use error::{Recognised, RulesTextError};
pub use number::{ClauseNumber, NotAClauseNumber};
pub use parse::parse;
pub use references::{Reference, references};
pub use wording::{fingerprint, wording};

/// What the caller knows about a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hint {
    /// What to call it in messages: its file name.
    pub name: Option<String>,
    /// The edition it is, for a text that does not say so.
    pub date: Option<Date>,
    /// Accept a text that is only a part of the rules. Without this, a part is accepted only if it stays within one
    /// section, so that a broken-off download is not taken for an extract.
    pub extract: bool,
}

impl Hint {
    /// The name of a file, and the date in it if there is one: `cr-2018-04-27.txt`, `MagicCompRules 20260819.txt`.
    pub fn from_path(path: &Path) -> Self {
        let date = path.file_name().and_then(|name| date::in_name(&name.to_string_lossy()));
        Self { name: Some(path.display().to_string()), date, extract: false }
    }
}

/// One numbered rule or clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesClause {
    /// Its number.
    pub number: ClauseNumber,
    /// What it says; for most rules of section 701 and 702 only a title. Lines that the file wraps are joined,
    /// paragraphs are kept apart by a line end.
    pub text: String,
    /// Its examples, without the word "Example".
    pub examples: Vec<String>,
    /// The line of the file on which it starts, counted from 1.
    pub line: usize,
}

/// One entry of the glossary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GlossaryEntry {
    /// The term, if the file keeps it apart from the definition.
    pub term: Option<String>,
    /// The definition.
    pub text: String,
}

/// Something odd that did not keep a text from being read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "oddity", rename_all = "kebab-case")]
pub enum Oddity {
    /// A number that was there before, or one that is lower than the number before it.
    OutOfOrder {
        /// The number.
        number: ClauseNumber,
        /// The line it stands on.
        line: usize,
    },
}

/// Whether a text is all of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// From the first rule to the glossary.
    Whole,
    /// A part of the rules.
    Extract,
}

/// A Comprehensive Rules text, or an extract from one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesText {
    /// The date on which it says it comes into force.
    pub effective: Option<Date>,
    /// The date its reader was told.
    pub hinted: Option<Date>,
    /// All of the rules or a part.
    pub extent: Extent,
    /// The sections by number, such as 702, with their titles.
    pub sections: Vec<(u16, String)>,
    /// The numbered rules and clauses, in the file's order.
    pub clauses: Vec<RulesClause>,
    /// The glossary.
    pub glossary: Vec<GlossaryEntry>,
    /// What was odd about the file.
    pub oddities: Vec<Oddity>,
}

impl RulesText {
    /// The edition: the date the text states or, failing that, the one its reader was told.
    pub fn edition(&self) -> Option<Date> {
        self.effective.or(self.hinted)
    }

    /// The clause with a number; the first one if the file has the number twice.
    pub fn clause(&self, number: ClauseNumber) -> Option<&RulesClause> {
        self.clauses.iter().find(|clause| clause.number == number)
    }

    /// What was recognised, in short.
    pub fn recognised(&self) -> Recognised {
        Recognised {
            clauses: self.clauses.len(),
            first: self.clauses.first().map(|clause| clause.number),
            last: self.clauses.last().map(|clause| clause.number),
            effective: self.effective,
            glossary: self.glossary.len(),
        }
    }
}
