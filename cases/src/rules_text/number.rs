//! The number of a rule or clause, such as `702.26g`, in the order in which the rules list them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The number of a rule (`702.26`) or of one of its lettered clauses (`702.26g`).
///
/// Ordered as the rules are: 702.9 comes before 702.10, and 704.5z before 704.5aa.
///
/// ```
/// use outofphase_cases::rules_text::ClauseNumber;
///
/// let clause: ClauseNumber = "702.26g".parse()?;
/// assert_eq!(clause.section(), 702);
/// assert_eq!(clause.parent().map(|rule| rule.to_string()).as_deref(), Some("702.26"));
/// assert!("702.9".parse::<ClauseNumber>()? < "702.10".parse()?);
/// # Ok::<(), outofphase_cases::rules_text::NotAClauseNumber>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseNumber {
    section: u16,
    rule: u16,
    /// The letters read as digits 1 to 26 of a number to the base 27, so that "z" < "aa"; 0 for none.
    letters: u16,
}

impl ClauseNumber {
    /// The section, the part before the point: 702 in `702.26g`.
    pub fn section(self) -> u16 {
        self.section
    }

    /// The rule within the section: 26 in `702.26g`.
    pub fn rule(self) -> u16 {
        self.rule
    }

    /// Whether this is a rule without a letter.
    pub fn is_rule(self) -> bool {
        self.letters == 0
    }

    /// Whether this may be the next number after `last` in a file: the next letter or rule, or the one after that, since
    /// files skip a number now and then and clauses never use the letters l and o.
    pub(super) fn follows(self, last: Self) -> bool {
        let near = |now: u16, before: u16| (1..=3).contains(&now.saturating_sub(before));
        self.section == last.section
            && if self.rule == last.rule { near(self.letters, last.letters) } else { near(self.rule, last.rule) && self.letters <= 1 }
    }

    /// The numbers after this one up to `last`, if both are clauses of one rule or rules of one section and not many.
    pub(super) fn up_to(self, last: Self) -> Option<Vec<Self>> {
        let between = |from: u16, to: u16| (from < to && to - from < 50).then(|| from + 1..=to);
        if self.section != last.section {
            return None;
        }
        if self.is_rule() && last.is_rule() {
            let rules = between(self.rule, last.rule)?;
            return Some(rules.map(|rule| Self { rule, ..self }).collect());
        }
        let letters = if self.rule == last.rule && !self.is_rule() { between(self.letters, last.letters)? } else { return None };
        // The letters l and o are never used.
        Some(letters.filter(|letter| ![12, 15].contains(letter)).map(|letters| Self { letters, ..self }).collect())
    }

    /// The rule that a lettered clause belongs to.
    pub fn parent(self) -> Option<Self> {
        (!self.is_rule()).then_some(Self { letters: 0, ..self })
    }
}

impl fmt::Display for ClauseNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.section, self.rule)?;
        for digit in [self.letters / 27, self.letters % 27] {
            if digit > 0 {
                let letter = u8::try_from(digit).map_or('?', |digit| char::from(b'a' + digit - 1));
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ClauseNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for ClauseNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text that is not the number of a rule or clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no clause number; one looks like 702.26 or 702.26g")]
pub struct NotAClauseNumber(pub String);

impl FromStr for ClauseNumber {
    type Err = NotAClauseNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text).ok_or_else(|| NotAClauseNumber(text.to_owned()))
    }
}

fn read(text: &str) -> Option<ClauseNumber> {
    let (section, rest) = text.split_once('.')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rule, letters) = rest.split_at(digits);
    let three = section.len() == 3 && section.bytes().all(|b| b.is_ascii_digit());
    // After z the rules go on with aa; anything else after a digit, as in 1st, is no clause letter.
    let lettered = matches!(letters.as_bytes(), [] | [b'a'..=b'z'] | [b'a', b'a'..=b'z']);
    if !three || digits > 3 || !lettered {
        return None;
    }
    Some(ClauseNumber {
        section: section.parse().ok()?,
        rule: rule.parse().ok()?,
        letters: letters.bytes().fold(0, |value, letter| value * 27 + u16::from(letter - b'a' + 1)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> ClauseNumber {
        text.parse().expect("a clause number")
    }

    #[test]
    fn numbers_print_as_they_were_written() {
        for text in ["100.1", "702.26", "702.26p", "704.5z", "704.5aa"] {
            assert_eq!(number(text).to_string(), text);
        }
    }

    #[test]
    fn numbers_sort_as_the_rules_list_them() {
        let listed = ["603.6", "603.6a", "603.10", "603.10b", "702.26", "704.5z", "704.5aa", "704.6"];
        let mut sorted = listed.map(number);
        sorted.sort();
        assert_eq!(sorted.map(|n| n.to_string()), listed);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "702", "702.", "70.26a", "7022.6", "702.26A", "702.26abc", "702.a", "phasing.indirect", "702.26a ", "702.1234"] {
            assert!(text.parse::<ClauseNumber>().is_err(), "{text:?} was read as a number");
        }
    }
}
