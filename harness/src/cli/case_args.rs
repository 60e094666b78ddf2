//! Which cases: `--cases`, `--filter`, `--edition`.

use super::CliError;
use crate::editions::{KNOWN, NEWEST, in_force};
use outofphase_adapter::Date;
use outofphase_cases::registry::Registry;
use outofphase_cases::{Case, CaseSet, LoadError};
use std::path::PathBuf;
use std::str::FromStr;

/// Which cases.
#[derive(clap::Args, Debug, Clone, Default)]
pub(crate) struct CaseArgs {
    /// Only cases with this in their id, clause (`phasing.indirect`), clause number (`702.26g`, `702.26`) or group; may be given again
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) filter: Vec<String>,

    /// Read the cases from this file or folder instead of those that come with the suite
    #[arg(long, value_name = "PATH")]
    pub(crate) cases: Option<PathBuf>,
}

/// One edition, or all of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Editions {
    /// That in force on a day.
    One(Date),
    /// Each that the suite knows, oldest first.
    All,
}

impl Default for Editions {
    fn default() -> Editions {
        Editions::One(NEWEST)
    }
}

impl FromStr for Editions {
    type Err = String;

    fn from_str(text: &str) -> Result<Editions, String> {
        if text == "all" { Ok(Editions::All) } else { edition(text).map(Editions::One) }
    }
}

impl std::fmt::Display for Editions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Editions::One(date) => date.fmt(f),
            Editions::All => f.write_str("all"),
        }
    }
}

impl Editions {
    /// The dates.
    pub(crate) fn dates(self) -> Vec<Date> {
        match self {
            Editions::One(date) => vec![date],
            Editions::All => KNOWN.clone(),
        }
    }
}

/// Reads a date as the edition in force on it.
pub(crate) fn edition(text: &str) -> Result<Date, String> {
    let date: Date = text.parse().map_err(|_| format!("`{text}` is no date; write for example {NEWEST}"))?;
    in_force(date).ok_or_else(|| {
        format!("the suite knows no edition in force on {date}; the first is {} (`outofphase editions` lists them)", KNOWN[0])
    })
}

impl CaseArgs {
    /// All cases there are, before any is chosen.
    pub(crate) fn all(&self) -> Result<CaseSet, CliError> {
        let set = match &self.cases {
            // Read here and not taken from `CaseSet::builtin`: an author of cases who has just spoilt one is to see where.
            None => CaseSet::read(CaseSet::builtin_files()),
            Some(path) => CaseSet::load(path),
        };
        set.map_err(|errors| CliError::Cases(render(&errors)))
    }

    /// The cases that are in force and match a filter, if there is one.
    pub(crate) fn choose<'a>(&self, all: &'a [Case], edition: Date) -> Vec<&'a Case> {
        let matches = |case: &Case| self.filter.is_empty() || self.filter.iter().any(|f| case_matches(case, f, edition));
        all.iter().filter(|c| c.in_force(edition) && matches(c)).collect()
    }

    /// The cases of any edition that match a filter, if there is one; clause numbers are the newest edition's.
    pub(crate) fn of_any_edition(&self, all: &[Case]) -> Vec<Case> {
        let matches = |case: &&Case| self.filter.is_empty() || self.filter.iter().any(|f| case_matches(case, f, NEWEST));
        all.iter().filter(matches).cloned().collect()
    }

    /// Why nothing was chosen, with what could have been meant.
    pub(crate) fn nothing_chosen(&self, all: &[Case], editions: &[Date]) -> CliError {
        let span = match editions {
            [one] => format!("in the edition of {one}"),
            _ => "in any edition".to_owned(),
        };
        if self.filter.is_empty() {
            return CliError::mistake(format!("there is no case {span}"));
        }
        let wanted = self.filter.iter().map(|f| format!("`{f}`")).collect::<Vec<_>>().join(" or ");
        let elsewhere = all.iter().filter(|c| self.filter.iter().any(|f| KNOWN.iter().any(|e| case_matches(c, f, *e)))).count();
        let mut message = format!("no case matches {wanted} {span}");
        if elsewhere > 0 {
            message.push_str(&format!("; {elsewhere} would in others (--edition all)"));
        }
        let close = self.filter.iter().flat_map(|f| closest(all, f)).collect::<Vec<_>>();
        if !close.is_empty() {
            message.push_str(&format!("\n  did you mean {}?", close.join(", ")));
        }
        CliError::Mistake(message)
    }
}

/// Every mistake of every file, one after the other.
fn render(errors: &[LoadError]) -> String {
    errors.iter().map(|e| e.render(true)).collect::<Vec<_>>().join("\n\n")
}

/// Up to three ids or clause slugs that somebody who wrote `word` may have meant.
pub(crate) fn closest(all: &[Case], word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    let mut ranked: Vec<(f64, &str)> = all.iter().map(|c| (strsim::jaro_winkler(&word, &c.id), c.id.as_str())).collect();
    ranked.retain(|(like, _)| *like > 0.8);
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let ids = ranked.into_iter().map(|(_, id)| id);
    let slugs = Registry::builtin().suggest(&word);
    ids.chain(slugs.into_iter().filter(|s| all.iter().any(|c| c.clauses.iter().any(|k| k == s)))).take(3).map(str::to_owned).collect()
}

/// Whether the text is in the case's id, group or clause, or is the number of one of its clauses or the beginning of it.
pub(crate) fn case_matches(case: &Case, text: &str, edition: Date) -> bool {
    let lower = text.to_lowercase();
    let number = |slug: &str| Registry::builtin().clause(slug).and_then(|c| c.number_on(edition));
    case.id.contains(&lower)
        || case.group.to_lowercase().contains(&lower)
        || crate::report::slug(&case.group).contains(&lower)
        || case.clauses.iter().any(|slug| slug.contains(&lower) || number(slug).is_some_and(|n| is_within(n, &lower)))
}

/// Whether a clause number is this one or below it: `702.26g` is within `702.26`, but not within `702.2`.
fn is_within(number: &str, above: &str) -> bool {
    number.strip_prefix(above).is_some_and(|rest| !above.is_empty() && !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_its_letters_within_it() {
        assert!(is_within("702.26g", "702.26"));
        assert!(is_within("702.26g", "702.26g"));
        assert!(is_within("702.26g", "702"));
        assert!(!is_within("702.26g", "702.2"));
        assert!(!is_within("702.26g", ""));
    }

    #[test]
    fn a_day_names_the_edition_in_force_on_it() {
        assert_eq!(edition("2017-08-24").map(|d| d.to_string()).as_deref(), Ok("2017-07-08"));
        assert!(edition("2001-01-01").is_err_and(|e| e.contains("2009-07-10")));
        assert!(edition("yesterday").is_err_and(|e| e.contains("is no date")));
    }
}
