//! Strict expectations: a list of known failures by case id. What fails as listed does not fail the run; what passes against the list does.

use crate::report::CaseResult;
use crate::verdict::Verdict;
use outofphase_cases::Case;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A known failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The case.
    pub id: String,
    /// Why it fails.
    pub reason: String,
    /// Where that is tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// What can be wrong with an expectations file. Each is a user's mistake.
#[derive(Debug, thiserror::Error)]
pub enum ExpectationsError {
    /// It can't be read.
    #[error("the expectations file {path} can't be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It can't be written.
    #[error("the expectations file {path} can't be written: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It is no list of known failures.
    #[error(
        "the expectations file {path} is no list of known failures: {problem}\n  write for example\n    - id: equipment_follows_its_host\n      reason: attachments stay behind\n      link: https://example.org/issues/7"
    )]
    Shape {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        problem: String,
    },
    /// A case stands twice.
    #[error("the expectations file {path} lists {id} twice")]
    Twice {
        /// The file.
        path: PathBuf,
        /// The case.
        id: String,
    },
    /// A case that does not exist.
    #[error("the expectations file {path} lists {}, which no case is called; take {} out, or run with --bless", ids.join(", "), if ids.len() == 1 { "it" } else { "them" })]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The ids.
        ids: Vec<String>,
    },
}

/// The known failures of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectations {
    path: PathBuf,
    known: Vec<Known>,
}

impl Expectations {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(path: &Path) -> Result<Expectations, ExpectationsError> {
        let text = std::fs::read_to_string(path).map_err(|source| ExpectationsError::Read { path: path.into(), source })?;
        Expectations::parse(path, &text)
    }

    /// Reads a file that may not be there yet; then nothing is known.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_or_begin(path: &Path) -> Result<Expectations, ExpectationsError> {
        match Expectations::read(path) {
            Err(ExpectationsError::Read { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                Ok(Expectations { path: path.into(), known: Vec::new() })
            }
            other => other,
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(path: &Path, text: &str) -> Result<Expectations, ExpectationsError> {
        let shape = |e: serde_yaml::Error| ExpectationsError::Shape { path: path.into(), problem: e.to_string() };
        // A file of nothing but comments is an empty list.
        let known: Option<Vec<Known>> = serde_yaml::from_str(text).map_err(shape)?;
        let known = known.unwrap_or_default();
        for (i, k) in known.iter().enumerate() {
            if known[..i].iter().any(|earlier| earlier.id == k.id) {
                return Err(ExpectationsError::Twice { path: path.into(), id: k.id.clone() });
            }
        }
        Ok(Expectations { path: path.into(), known })
    }

    /// The entries.
    #[must_use]
    pub fn known(&self) -> &[Known] {
        &self.known
    }

    /// Whether every entry is about a case that exists, whether or not this run has chosen it.
    ///
    /// # Errors
    /// The entries that are about nothing.
    pub fn check_against<'a>(&self, cases: impl IntoIterator<Item = &'a Case>) -> Result<(), ExpectationsError> {
        let ids: std::collections::HashSet<&str> = cases.into_iter().map(|c| c.id.as_str()).collect();
        let unknown: Vec<String> = self.known.iter().filter(|k| !ids.contains(k.id.as_str())).map(|k| k.id.clone()).collect();
        if unknown.is_empty() { Ok(()) } else { Err(ExpectationsError::Unknown { path: self.path.clone(), ids: unknown }) }
    }

    /// Turns an expected failure into one, and an unexpected pass into one. A skip stays a skip: it says nothing about the rules.
    pub fn apply(&self, result: &mut CaseResult) {
        let Some(known) = self.known.iter().find(|k| k.id == result.id) else { return };
        result.verdict = match result.verdict {
            Verdict::Pass => Verdict::Xpass,
            Verdict::Fail | Verdict::Error | Verdict::Timeout => Verdict::Xfail,
            other => other,
        };
        if result.verdict != Verdict::Skip {
            result.reason = Some(known.reason.clone());
            result.link.clone_from(&known.link);
        }
    }

    /// The list as the results say it has to be: failures come in, passes and cases that don't exist go, reasons stay. Entries about cases
    /// that this run did not choose or that were skipped stay as they are.
    #[must_use]
    pub fn blessed<'a>(&self, results: &[CaseResult], cases: impl IntoIterator<Item = &'a Case>) -> Expectations {
        let ids: std::collections::HashSet<&str> = cases.into_iter().map(|c| c.id.as_str()).collect();
        let verdict = |id: &str| results.iter().find(|r| r.id == id).map(|r| r.verdict);
        let mut known: Vec<Known> = self.known.clone();
        known.retain(|k| ids.contains(k.id.as_str()) && !matches!(verdict(&k.id), Some(Verdict::Pass | Verdict::Xpass)));
        for r in results {
            if matches!(r.verdict, Verdict::Fail | Verdict::Error | Verdict::Timeout) && !known.iter().any(|k| k.id == r.id) {
                known.push(Known { id: r.id.clone(), reason: crate::report::words::headline(r), link: None });
            }
        }
        known.sort_by(|a, b| a.id.cmp(&b.id));
        Expectations { path: self.path.clone(), known }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self) -> Result<(), ExpectationsError> {
        let shape = |e: serde_yaml::Error| ExpectationsError::Shape { path: self.path.clone(), problem: e.to_string() };
        let mut text = "# Known failures, checked strictly: what passes after all, and what no case is called, is an error.\n".to_owned();
        text.push_str(&serde_yaml::to_string(&self.known).map_err(shape)?);
        crate::report::write_whole(&self.path, text.as_bytes())
            .map_err(|source| ExpectationsError::Write { path: self.path.clone(), source })
    }
}
