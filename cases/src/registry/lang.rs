//! The languages in which the registry describes clauses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the clause summaries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// French.
    Fr,
}

impl Lang {
    /// All languages there are.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Es, Lang::Fr];

    /// The two-letter code by which the language is chosen.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Es => "es",
            Lang::Fr => "fr",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A language code that the registry has no summaries in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no summaries in `{0}`; there are en, es and fr")]
pub struct UnknownLang(pub String);

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(text.trim())).ok_or_else(|| UnknownLang(text.to_owned()))
    }
}
