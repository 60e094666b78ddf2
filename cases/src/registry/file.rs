//! The registry's YAML files: their shape, and the checks a file must pass.

use std::collections::HashSet;

use jiff::civil::Date;
use serde::Deserialize;

use super::RegistryError;
use super::clause::{Clause, Kind};
use super::editions::EDITIONS;
use super::lang::Lang;
use crate::rules_text::ClauseNumber;

/// The files that are part of the crate, by name.
pub(super) const BUILTIN: &[(&str, &str)] = &[
    ("phasing.yaml", include_str!("../../registry/phasing.yaml")),
    ("zone-change.yaml", include_str!("../../registry/zone-change.yaml")),
    ("look-back.yaml", include_str!("../../registry/look-back.yaml")),
    ("turn-based.yaml", include_str!("../../registry/turn-based.yaml")),
    ("neighbours/objects.yaml", include_str!("../../registry/neighbours/objects.yaml")),
    ("neighbours/turn.yaml", include_str!("../../registry/neighbours/turn.yaml")),
    ("neighbours/combat.yaml", include_str!("../../registry/neighbours/combat.yaml")),
    ("neighbours/triggers.yaml", include_str!("../../registry/neighbours/triggers.yaml")),
    ("neighbours/effects.yaml", include_str!("../../registry/neighbours/effects.yaml")),
    ("neighbours/state-based.yaml", include_str!("../../registry/neighbours/state-based.yaml")),
    ("neighbours/cards.yaml", include_str!("../../registry/neighbours/cards.yaml")),
    ("neighbours/players.yaml", include_str!("../../registry/neighbours/players.yaml")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: Kind,
    clauses: Vec<Clause>,
}

/// Reads one file and checks each of its clauses by itself.
pub(super) fn read(name: &str, text: &str) -> Result<Vec<Clause>, RegistryError> {
    let file: File = serde_yaml::from_str(text).map_err(|source| RegistryError::Yaml { file: name.to_owned(), source })?;
    let mut clauses = file.clauses;
    for clause in &mut clauses {
        clause.kind = file.kind;
        if let Some(problem) = problem_of(clause) {
            return Err(RegistryError::Clause { file: name.to_owned(), slug: clause.slug().to_owned(), problem });
        }
    }
    Ok(clauses)
}

/// The first slug that occurs twice.
pub(super) fn duplicate(clauses: &[Clause]) -> Option<&str> {
    let mut seen = HashSet::new();
    clauses.iter().map(Clause::slug).find(|slug| !seen.insert(*slug))
}

fn problem_of(clause: &Clause) -> Option<String> {
    if !is_slug(clause.slug()) {
        return Some("a slug is lower-case words joined by hyphens, in groups joined by points".to_owned());
    }
    if let Some(lang) = Lang::ALL.into_iter().find(|lang| clause.summary(*lang).trim().is_empty()) {
        return Some(format!("its summary in {lang} is empty"));
    }
    problem_of_numbers(clause).or_else(|| problem_of_hashes(clause))
}

fn problem_of_numbers(clause: &Clause) -> Option<String> {
    let eras = clause.numbers();
    let Some(first) = eras.first() else {
        return Some("it has no number".to_owned());
    };
    if clause.since().is_some_and(|since| since > first.from) {
        return Some("`since` is later than its first number".to_owned());
    }
    for era in eras {
        if let Err(error) = era.number.parse::<ClauseNumber>() {
            return Some(error.to_string());
        }
        if !EDITIONS.contains(&era.from) {
            return Some(format!("no edition came into force on {}", era.from));
        }
        if let Some(to) = era.to
            && !(era.from <= to && is_eve_of_an_edition(to))
        {
            return Some(format!("{to} is not the day before an edition that follows {}", era.from));
        }
    }
    let overlap = eras.windows(2).find(|pair| pair[0].to.is_none_or(|to| to >= pair[1].from))?;
    Some(format!("its numbers {} and {} overlap", overlap[0].number, overlap[1].number))
}

fn problem_of_hashes(clause: &Clause) -> Option<String> {
    for hash in clause.hashes() {
        if hash.sha256.len() != 16 || !hash.sha256.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Some(format!("`{}` is not 16 hexadecimal digits", hash.sha256));
        }
        if clause.era_on(hash.from).is_none() {
            return Some(format!("it has a hash but no number on {}", hash.from));
        }
    }
    let unordered = clause.hashes().windows(2).find(|pair| pair[0].from >= pair[1].from)?;
    Some(format!("its hashes of {} and {} are not in order", unordered[0].from, unordered[1].from))
}

fn is_eve_of_an_edition(day: Date) -> bool {
    day.tomorrow().is_ok_and(|next| EDITIONS.contains(&next))
}

fn is_slug(text: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.split('.').all(|group| group.split('-').all(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "kind: core\nclauses:\n  - slug: a.b-c\n    numbers:\n      - {from: 2011-02-04, to: 2016-11-10, number: \"603.6e\"}\n      - {from: 2016-11-11, number: \"603.6d\"}\n    en: x\n    es: y\n    fr: z\n    hashes:\n      - {from: 2011-02-04, sha256: \"0123456789abcdef\"}\n";

    fn complaint(from: &str, to: &str) -> String {
        assert!(GOOD.contains(from), "{from:?} is not in the sample");
        read("sample.yaml", &GOOD.replace(from, to)).expect_err("the change is an error").to_string()
    }

    #[test]
    fn a_good_file_is_read() {
        let clauses = read("sample.yaml", GOOD).expect("the sample is good");
        assert_eq!(clauses.len(), 1);
        assert_eq!(clauses[0].latest_number(), "603.6d");
    }

    #[test]
    fn each_mistake_is_named_with_file_and_clause() {
        for (from, to, told) in [
            ("slug: a.b-c", "slug: a.B", "lower-case"),
            ("es: y", "es: ''", "summary in es"),
            ("603.6d", "603d", "no clause number"),
            ("from: 2016-11-11", "from: 2016-11-12", "no edition"),
            ("to: 2016-11-10", "to: 2016-11-12", "not the day before"),
            ("to: 2016-11-10, ", "", "overlap"),
            ("0123456789abcdef", "0123456789ABCDEF", "hexadecimal"),
            ("from: 2011-02-04, sha256", "from: 2009-07-10, sha256", "no number on"),
        ] {
            let told_now = complaint(from, to);
            assert!(told_now.contains(told) && told_now.contains("sample.yaml"), "{from:?} -> {to:?}: {told_now}");
        }
    }

    #[test]
    fn an_unknown_key_is_refused() {
        assert!(complaint("es: y", "es: y\n    de: z").contains("de"));
    }
}
