//! Root causes: what somebody who judged every failure of an engine wrote down, held against the records of a run.

use super::record::CaseResult;
use super::words;
use crate::verdict::Verdict;
use indexmap::IndexMap;
use outofphase_cases::registry::Registry;
use outofphase_cases::{Case, CaseSet};
use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// The root causes of an engine's failures.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Causes {
    /// What the engine is and how it is driven.
    pub about: String,
    /// The shell commands that make the page.
    pub commands: String,
    /// A folder beside the file with cases that a campaign found. Their records are asked for as well.
    #[serde(default)]
    pub campaign: Option<PathBuf>,
    /// The causes.
    pub causes: Vec<Cause>,
}

/// One fault of the engine, however many cases it fails.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// What the engine does wrong, in a line.
    pub title: String,
    /// The paragraph: what it does, what the rules demand, where in the engine if that is known.
    pub text: String,
    /// The clauses that it breaks, by slug.
    pub clauses: Vec<String>,
    /// The cases that fail for it, of the suite and of the campaign's folder.
    pub cases: Vec<String>,
    /// Where it is tracked.
    #[serde(default)]
    pub link: Option<String>,
}

/// A file of causes that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum CausesError {
    /// It can't be read.
    #[error("the file of causes {path} can't be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It is no file of causes.
    #[error("{path} is no file of causes: {source}; docs/adapters.md says what stands in one")]
    Shape {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        source: serde_yaml::Error,
    },
    /// The campaign's cases can't be read.
    #[error("the campaign's cases of {path} can't be read:\n{problems}")]
    Campaign {
        /// The file.
        path: PathBuf,
        /// Each mistake.
        problems: String,
    },
}

impl Causes {
    /// Reads a file, and the campaign's cases that it names.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn read(path: &Path) -> Result<(Causes, CaseSet), CausesError> {
        let text = std::fs::read_to_string(path).map_err(|source| CausesError::Read { path: path.into(), source })?;
        let causes: Causes = serde_yaml::from_str(&text).map_err(|source| CausesError::Shape { path: path.into(), source })?;
        let Some(folder) = &causes.campaign else { return Ok((causes, CaseSet::default())) };
        let folder = path.parent().unwrap_or(Path::new("")).join(folder);
        let set = CaseSet::load(folder).map_err(|errors| CausesError::Campaign {
            path: path.into(),
            problems: errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        })?;
        Ok((causes, set))
    }

    /// Everything in which causes and records do not agree: failures without a cause, causes without a failure, words that mean nothing.
    pub(crate) fn disagreements(&self, results: &IndexMap<&str, &CaseResult>) -> Vec<Disagreement> {
        let mut all = Vec::new();
        for r in results.values().filter(|r| failed(r)) {
            if !self.causes.iter().any(|c| c.cases.contains(&r.id)) {
                all.push(Disagreement::NoCause { id: r.id.clone(), how: words::headline(r) });
            }
        }
        for cause in &self.causes {
            let title = &cause.title;
            for slug in cause.clauses.iter().filter(|s| Registry::builtin().clause(s).is_none()) {
                let meant = Registry::builtin().suggest(slug).first().map(|s| (*s).to_owned());
                all.push(Disagreement::NoClause { title: title.clone(), slug: slug.clone(), meant });
            }
            let failing = cause.cases.iter().filter(|id| results.get(id.as_str()).is_some_and(|r| failed(r))).count();
            if failing == 0 {
                all.push(Disagreement::NothingFails { title: title.clone() });
            }
            for (i, id) in cause.cases.iter().enumerate() {
                let told = match results.get(id.as_str()) {
                    _ if cause.cases[..i].contains(id) => "stands there twice".to_owned(),
                    Some(r) if failed(r) => continue,
                    Some(r) => match r.verdict {
                        Verdict::Skip => words::headline(r),
                        _ => "passes".to_owned(),
                    },
                    None => "is in none of the records".to_owned(),
                };
                all.push(Disagreement::NoFailure { title: title.clone(), id: id.clone(), told });
            }
        }
        all
    }

    /// The shortest of a cause's cases: fewest steps and objects, and the first in the list among equals.
    pub(crate) fn shortest<'a>(cause: &Cause, find: impl Fn(&str) -> Option<&'a Case>) -> Option<&'a Case> {
        cause.cases.iter().filter_map(|id| find(id)).min_by_key(|c| c.steps.len() + c.setup.objects.len())
    }
}

/// Whether the case failed, known or not.
pub(crate) fn failed(r: &CaseResult) -> bool {
    matches!(r.verdict, Verdict::Fail | Verdict::Error | Verdict::Timeout | Verdict::Xfail)
}

/// A point in which a file of causes and the records do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disagreement {
    /// A case fails, and no cause lists it.
    NoCause {
        /// The case.
        id: String,
        /// How it fails.
        how: String,
    },
    /// No case of a cause fails any more.
    NothingFails {
        /// The cause.
        title: String,
    },
    /// A cause lists a case that does not fail.
    NoFailure {
        /// The cause.
        title: String,
        /// The case.
        id: String,
        /// What the records tell of it.
        told: String,
    },
    /// A cause names a clause that nobody knows.
    NoClause {
        /// The cause.
        title: String,
        /// The slug.
        slug: String,
        /// What was perhaps meant.
        meant: Option<String>,
    },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::NoCause { id, how } => write!(f, "{id} fails ({how}), and no cause lists it: judge it, then add it to a cause"),
            Disagreement::NothingFails { title } => write!(f, "“{title}”: none of its cases fails; is it mended? then take it out"),
            Disagreement::NoFailure { title, id, told } => {
                write!(f, "“{title}” lists {id}, which {}", told.replace("skipped:", "was skipped:"))
            }
            Disagreement::NoClause { title, slug, meant } => {
                write!(f, "“{title}” names the clause {slug}, which does not exist")?;
                meant.as_ref().map_or(Ok(()), |m| write!(f, "; did you mean {m}?"))
            }
        }
    }
}
