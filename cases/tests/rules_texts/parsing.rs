//! Every dated text is read whole.

use jiff::civil::date;
use outofphase_cases::registry::EDITIONS;
use outofphase_cases::rules_text::{Extent, Hint, parse};

use super::folder::editions;

#[test]
fn every_edition_is_read() {
    let editions = editions();
    for edition in editions {
        let (rules, name) = (&edition.rules, edition.path.display());
        let partial = edition.date.year() == 2009;
        assert_eq!(rules.extent, if partial { Extent::Extract } else { Extent::Whole }, "{name}");
        let hinted = Hint::from_path(&edition.path).date;
        assert!(rules.effective.is_none() || rules.effective == hinted, "{name} says {:?}", rules.effective);
        if !partial {
            assert!(rules.clauses.len() > 1700 && rules.glossary.len() > 400, "{name}: {}", rules.recognised());
            assert!(rules.clauses.iter().any(|clause| !clause.examples.is_empty()), "{name} has no examples");
        }
        for clause in &rules.clauses {
            assert!(!clause.text.trim().is_empty(), "{name}: {} is empty", clause.number);
            assert!(!clause.text.contains("\nExample"), "{name}: {} swallowed an example", clause.number);
        }
    }
    if !editions.is_empty() {
        let dates: Vec<_> = editions.iter().map(|edition| edition.date).collect();
        assert_eq!(dates, EDITIONS, "the list of editions is that of the folder");
    }
}

/// Only these are known to be out of order: a keyword numbered as the one before it.
#[test]
fn numbers_are_in_order_but_for_one_misprint() {
    for edition in editions() {
        let odd = edition.rules.oddities.len();
        let known = usize::from(edition.date == date(2024, 9, 20));
        assert_eq!(odd, known, "{}: {:?}", edition.date, edition.rules.oddities);
    }
}

/// Counted with a line search, by another program.
#[test]
fn no_clause_is_lost() {
    for (day, clauses) in [(date(2009, 7, 10), 13), (date(2011, 2, 4), 1781), (date(2011, 7, 15), 1821), (date(2026, 8, 7), 3162)] {
        if let Some(edition) = editions().iter().find(|edition| edition.date == day) {
            assert_eq!(edition.rules.clauses.len(), clauses, "{day}");
        }
    }
}

#[test]
fn a_real_text_cut_short_is_refused() {
    let Some(newest) = editions().last() else {
        return;
    };
    let bytes = std::fs::read(&newest.path).expect("it was read before");
    for tenths in 1..=9 {
        let cut = bytes.len() * tenths / 10;
        let error = parse(&bytes[..cut], &Hint::from_path(&newest.path)).expect_err("a part is not the whole");
        assert!(error.to_string().contains("Recognised: "), "{tenths}/10: {error}");
    }
}
