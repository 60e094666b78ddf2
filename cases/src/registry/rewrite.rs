//! Writing findings into the registry's YAML files without touching anything that was written by hand.

use std::fmt::Write as _;

use super::upkeep::Findings;

/// A registry file with the numbers and hashes of its clauses replaced by what was found. Everything else, comments
/// included, stays as it is.
pub fn rewrite(yaml: &str, findings: &[Findings]) -> String {
    let mut out = String::with_capacity(yaml.len() * 2);
    let mut current: Option<&Findings> = None;
    let mut skipping = false;
    for line in yaml.lines() {
        if let Some(slug) = line.strip_prefix("  - slug: ") {
            finish(&mut out, current);
            current = findings.iter().find(|found| found.slug == slug.trim());
        }
        let replaced = current.is_some() && matches!(line.trim_end(), "    numbers:" | "    hashes:");
        skipping = replaced || (skipping && line.starts_with("      - "));
        if replaced && line.trim() == "numbers:" {
            numbers(&mut out, current);
        }
        if !skipping {
            out.push_str(line);
            out.push('\n');
        }
    }
    finish(&mut out, current);
    out
}

fn numbers(out: &mut String, found: Option<&Findings>) {
    let Some(found) = found else { return };
    out.push_str("    numbers:\n");
    for era in &found.numbers {
        let to = era.to.map(|to| format!(", to: {to}")).unwrap_or_default();
        let within = if era.within { ", within: true" } else { "" };
        line(out, format_args!("      - {{from: {}{to}, number: \"{}\"{within}}}", era.from, era.number));
    }
}

fn finish(out: &mut String, found: Option<&Findings>) {
    let Some(found) = found.filter(|found| !found.hashes.is_empty()) else { return };
    out.push_str("    hashes:\n");
    for hash in &found.hashes {
        line(out, format_args!("      - {{from: {}, sha256: \"{}\"}}", hash.from, hash.sha256));
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a String takes it");
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::registry::{Era, TextHash};

    #[test]
    fn numbers_and_hashes_are_replaced_and_the_rest_is_kept() {
        let yaml = "# Words.\nkind: core\nclauses:\n  - slug: a.b\n    numbers:\n      - {from: 2011-02-04, number: \"603.6\"}\n    en: One.\n    es: Uno.\n    fr: Un.\n  # More words.\n  - slug: c.d\n    numbers:\n      - {from: 2011-02-04, number: \"603.7\"}\n    en: Two.\n    es: Dos.\n    fr: Deux.\n";
        let found = Findings {
            slug: "a.b".to_owned(),
            numbers: vec![
                Era { from: date(2011, 2, 4), to: Some(date(2016, 11, 10)), number: "603.6e".to_owned(), within: true },
                Era { from: date(2016, 11, 11), to: None, number: "603.6d".to_owned(), within: false },
            ],
            hashes: vec![TextHash { from: date(2011, 2, 4), sha256: "0123456789abcdef".to_owned() }],
        };
        let written = rewrite(yaml, std::slice::from_ref(&found));
        let expected = yaml
            .replace(
                "      - {from: 2011-02-04, number: \"603.6\"}\n",
                "      - {from: 2011-02-04, to: 2016-11-10, number: \"603.6e\", within: true}\n      - {from: 2016-11-11, number: \"603.6d\"}\n",
            )
            .replace("    fr: Un.\n  # More words.\n", "    fr: Un.\n  # More words.\n    hashes:\n      - {from: 2011-02-04, sha256: \"0123456789abcdef\"}\n");
        assert_eq!(written, expected);
        assert_eq!(rewrite(&written, &[found]), written, "a second time changes nothing");
    }
}
