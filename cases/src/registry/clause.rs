//! A clause: one lettered rule under a name that survives renumbering.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::lang::Lang;
use crate::rules_text::ClauseNumber;

/// Whether a clause is what the suite is about or what it leans on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Phasing, zone-change triggers and their looking back, turn-based actions.
    Core,
    /// A rule elsewhere that decides how those play out.
    Neighbour,
}

/// A span of editions in which a clause had one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Era {
    /// The first edition with this number.
    pub from: Date,
    /// The last day with it; `None` while it is current.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Date>,
    /// The number, such as `702.26g`.
    pub number: String,
    /// The clause was then only a part of what stood under that number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub within: bool,
}

impl Era {
    /// Whether the number held on a day.
    pub fn covers(&self, day: Date) -> bool {
        self.from <= day && self.to.is_none_or(|to| day <= to)
    }
}

/// The fingerprint of a clause's normalised text, from one edition on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextHash {
    /// The first edition with this text.
    pub from: Date,
    /// The first 16 hexadecimal digits of the SHA-256 of the normalised text.
    pub sha256: String,
}

/// One clause of the rules, whatever its number was and is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    slug: String,
    #[serde(default)]
    since: Option<Date>,
    numbers: Vec<Era>,
    en: String,
    es: String,
    fr: String,
    #[serde(default)]
    hashes: Vec<TextHash>,
    #[serde(skip, default = "core")]
    pub(super) kind: Kind,
}

fn core() -> Kind {
    Kind::Core
}

impl Clause {
    /// The name of the clause, such as `phasing.indirect`.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// Whether the suite is about this clause or only leans on it.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The numbers the clause has had, oldest first.
    pub fn numbers(&self) -> &[Era] {
        &self.numbers
    }

    /// The number on a day, by the edition then in force. `None` if the clause was not there, or if it was but no text
    /// of that edition is at hand to tell its number (see [`Clause::exists_on`]).
    pub fn number_on(&self, day: Date) -> Option<&str> {
        self.era_on(day).map(|era| era.number.as_str())
    }

    /// The span of editions around a day in which the clause kept its number.
    pub fn era_on(&self, day: Date) -> Option<&Era> {
        self.numbers.iter().find(|era| era.covers(day))
    }

    /// The number it has now or, if it is deleted, had last.
    pub fn latest_number(&self) -> &str {
        self.numbers.last().map_or("", |era| era.number.as_str())
    }

    /// The first day on which the clause is taken to be in force. It may be earlier than its first known number: of the
    /// editions before 2011-02-04 only the phasing rule's text is at hand.
    pub fn since(&self) -> Option<Date> {
        self.since.or_else(|| self.numbers.first().map(|era| era.from))
    }

    /// The last day of a deleted clause.
    pub fn last_day(&self) -> Option<Date> {
        self.numbers.last().and_then(|era| era.to)
    }

    /// Whether the clause is in force on a day.
    pub fn exists_on(&self, day: Date) -> bool {
        let before_first_number = || {
            let first = self.numbers.first().map(|era| era.from);
            self.since.is_some_and(|since| since <= day) && first.is_some_and(|first| day < first)
        };
        self.era_on(day).is_some() || before_first_number()
    }

    /// What the clause demands, in our own words.
    pub fn summary(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Es => &self.es,
            Lang::Fr => &self.fr,
        }
    }

    /// The fingerprints of the clause's text, one for each edition that changed it, oldest first.
    pub fn hashes(&self) -> &[TextHash] {
        &self.hashes
    }

    /// The fingerprint of the text in force on a day.
    pub fn hash_on(&self, day: Date) -> Option<&str> {
        self.era_on(day)?;
        self.hashes.iter().rev().find(|hash| hash.from <= day).map(|hash| hash.sha256.as_str())
    }

    /// The latest number as one that can be compared.
    pub(super) fn latest(&self) -> Option<ClauseNumber> {
        self.latest_number().parse().ok()
    }
}
