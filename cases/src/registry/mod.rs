//! The clause registry: every rule the suite is about or leans on, under a name that survives renumbering.
//!
//! ```
//! use jiff::civil::date;
//! use outofphase_cases::registry::{Lang, Registry};
//!
//! let clause = Registry::builtin().clause("phasing.indirect").expect("a known clause");
//! assert_eq!(clause.number_on(date(2012, 1, 1)), Some("702.24f"));
//! assert_eq!(clause.number_on(date(2026, 8, 7)), Some("702.26g"));
//! assert!(clause.summary(Lang::En).contains("Equipment"));
//! ```

mod clause;
mod editions;
mod file;
mod lang;
mod rewrite;
mod suggest;
mod upkeep;

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::Date;

pub use clause::{Clause, Era, Kind, TextHash};
pub use editions::{EDITIONS, NEWEST, edition_in_force};
pub use lang::{Lang, UnknownLang};
pub use rewrite::rewrite;
pub use upkeep::{Findings, Upkeep};

/// What is wrong with a registry file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// It is no YAML of the right shape.
    #[error("registry file {file}: {source}")]
    Yaml {
        /// The file.
        file: String,
        /// What the YAML reader says, with line and column.
        source: serde_yaml::Error,
    },
    /// A clause contradicts itself or the list of editions.
    #[error("registry file {file}, clause {slug}: {problem}")]
    Clause {
        /// The file.
        file: String,
        /// The clause.
        slug: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Two clauses have the same slug.
    #[error("two clauses of the registry are called {slug}")]
    Duplicate {
        /// The slug.
        slug: String,
    },
}

/// The clauses by slug, in rules order.
#[derive(Debug)]
pub struct Registry {
    clauses: Vec<Clause>,
    by_slug: HashMap<String, usize>,
}

impl Registry {
    /// The registry that comes with the crate.
    pub fn builtin() -> &'static Registry {
        static BUILTIN: LazyLock<Registry> =
            LazyLock::new(|| Registry::read(file::BUILTIN).expect("a unit test reads the embedded registry files"));
        &BUILTIN
    }

    /// The names and contents of the files it is read from.
    pub fn builtin_files() -> &'static [(&'static str, &'static str)] {
        file::BUILTIN
    }

    /// Reads a registry from named YAML texts.
    pub fn read(files: &[(&str, &str)]) -> Result<Registry, RegistryError> {
        let mut keyed = Vec::new();
        for (name, text) in files {
            let mut key = None;
            for (place, clause) in file::read(name, text)?.into_iter().enumerate() {
                // A deleted clause stands where its file puts it: its last number may be another clause's today.
                if clause.last_day().is_none() || key.is_none() {
                    key = clause.latest();
                }
                keyed.push(((key, place), clause));
            }
        }
        keyed.sort_by_key(|(key, _)| *key);
        let clauses: Vec<Clause> = keyed.into_iter().map(|(_, clause)| clause).collect();
        if let Some(slug) = file::duplicate(&clauses) {
            return Err(RegistryError::Duplicate { slug: slug.to_owned() });
        }
        let by_slug = clauses.iter().enumerate().map(|(place, clause)| (clause.slug().to_owned(), place)).collect();
        Ok(Registry { clauses, by_slug })
    }

    /// The clause with a slug.
    pub fn clause(&self, slug: &str) -> Option<&Clause> {
        self.by_slug.get(slug).map(|place| &self.clauses[*place])
    }

    /// All clauses in the order of the newest rules.
    pub fn iter(&self) -> std::slice::Iter<'_, Clause> {
        self.clauses.iter()
    }

    /// The clauses that had a number on a day. Several when one number then covered what are now several clauses.
    pub fn numbered<'a>(&'a self, number: &'a str, day: Date) -> impl Iterator<Item = &'a Clause> {
        self.iter().filter(move |clause| clause.number_on(day) == Some(number))
    }

    /// Up to three slugs that somebody who wrote `word` may have meant, the likeliest first. `word` may be a slug with a
    /// slip in it, the last part of one, or a clause number of the newest edition or of an older one.
    pub fn suggest(&self, word: &str) -> Vec<&str> {
        suggest::closest(self, word)
    }
}

impl<'a> IntoIterator for &'a Registry {
    type Item = &'a Clause;
    type IntoIter = std::slice::Iter<'a, Clause>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests;
