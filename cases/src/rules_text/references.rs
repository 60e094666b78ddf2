//! Cross-references in a clause: which rules it points to, and which stretches of its text do the pointing.

use std::fmt;
use std::ops::Range;

use serde::{Serialize, Serializer};

use super::ClauseNumber;
use super::fold::fold;

/// What a cross-reference points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reference {
    /// One of the nine chapters, which the rules call sections: 5.
    Chapter(u16),
    /// A group of rules: 509.
    Section(u16),
    /// A rule or clause: 702.26g.
    Clause(ClauseNumber),
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reference::Chapter(number) | Reference::Section(number) => number.fmt(f),
            Reference::Clause(number) => number.fmt(f),
        }
    }
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The rules a text points to, each once, in order of appearance. Ranges are written out.
pub fn references(text: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return found;
    }
    for reference in spans(&fold(text)).into_iter().flat_map(|span| span.references) {
        if !found.contains(&reference) {
            found.push(reference);
        }
    }
    found
}

/// A stretch of a folded text that points to rules: `rules 704.5m and 704.5n`, `rule 509, "some title"`.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    pub(super) references: Vec<Reference>,
}

/// All stretches of a folded text that point to rules.
pub(super) fn spans(folded: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(start) = next_start(folded, at) {
        let mut cursor = Cursor { text: folded, at: start };
        let named = cursor.name();
        let mut references = Vec::new();
        if cursor.list(named, &mut references) {
            at = cursor.at;
            spans.push(Span { range: start..at, references });
        } else {
            at = start + 1;
        }
    }
    spans
}

/// The next place where a digit, "rule", "section" or "see" starts a word.
fn next_start(folded: &str, from: usize) -> Option<usize> {
    let bytes = folded.as_bytes();
    (from..bytes.len()).find(|at| {
        let boundary = *at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'.' || bytes[at - 1] >= 0x80);
        let rest = &bytes[*at..];
        boundary && (rest[0].is_ascii_digit() || [&b"rule"[..], b"section", b"see ["].iter().any(|word| rest.starts_with(word)))
    })
}

/// How a reference announces itself, which decides what numbers may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Rule,
    Section,
    See,
    Bare,
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, word: &str) -> bool {
        let eaten = self.rest().starts_with(word);
        if eaten {
            self.at += word.len();
        }
        eaten
    }

    fn name(&mut self) -> Named {
        for (word, named) in [
            ("rules ", Named::Rule),
            ("rule ", Named::Rule),
            ("sections ", Named::Section),
            ("section ", Named::Section),
            ("see ", Named::See),
        ] {
            if self.eat(word) {
                return named;
            }
        }
        Named::Bare
    }

    /// One or more references with their titles, joined by commas and conjunctions.
    fn list(&mut self, named: Named, found: &mut Vec<Reference>) -> bool {
        if !self.item(named, found) {
            return false;
        }
        loop {
            let end = self.at;
            let titled = self.title();
            let before_separator = self.at;
            let joined = [", and ", ", or ", ", ", " and/or ", " and ", " or ", " through ", "; "].iter().any(|join| self.eat(join));
            // A title swallows the comma that follows it: "Some Title," 702.26 ...
            if !joined && !(titled && (self.eat(" and ") || self.eat(" or ") || self.eat(" "))) {
                self.at = before_separator;
                return true;
            }
            let next = match self.name() {
                Named::Bare if named == Named::See => Named::Bare,
                Named::Bare => named,
                next => next,
            };
            if !self.item(next, found) {
                self.at = if titled { before_separator } else { end };
                return true;
            }
        }
    }

    fn item(&mut self, named: Named, found: &mut Vec<Reference>) -> bool {
        if named != Named::Bare && self.tag() {
            return true;
        }
        let start = self.at;
        if let Some(clause) = self.clause() {
            found.push(Reference::Clause(clause));
            self.range(clause, found);
            return true;
        }
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = self.rest()[..digits].parse() else { return false };
        let reference = match (named, digits) {
            (Named::Rule | Named::Section, 3) => Reference::Section(number),
            (Named::Section, 1) => Reference::Chapter(number),
            _ => return false,
        };
        self.at += digits;
        if self.rest().starts_with(|c: char| c.is_alphanumeric() || c == '%' || c == '/') {
            self.at = start;
            return false;
        }
        found.push(reference);
        true
    }

    fn clause(&mut self) -> Option<ClauseNumber> {
        let rest = self.rest();
        let point = rest.get(3..4)? == ".";
        let digits = rest.get(4..)?.bytes().take_while(u8::is_ascii_digit).count();
        let letters = rest[4 + digits..].bytes().take_while(u8::is_ascii_lowercase).count();
        let number = rest[..4 + digits + letters].parse().ok()?;
        point.then_some(())?;
        self.at += 4 + digits + letters;
        Some(number)
    }

    /// The end of a range: the `d` of 614.1c-d, the `10` of 712.9-10.
    fn range(&mut self, first: ClauseNumber, found: &mut Vec<Reference>) {
        let Some(end) = self.rest().strip_prefix('-') else { return };
        let length = end.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let end = &end[..length];
        let written_out = match first.to_string() {
            text if end.bytes().all(|b| b.is_ascii_lowercase()) => text.trim_end_matches(|c: char| c.is_ascii_lowercase()).to_owned() + end,
            _ => format!("{}.{end}", first.section()),
        };
        if let Ok(last) = written_out.parse::<ClauseNumber>()
            && let Some(between) = first.up_to(last)
        {
            found.extend(between.into_iter().map(Reference::Clause));
            self.at += 1 + length;
        }
    }

    /// A title in quotes after a number, or the tag that some copies have in its place.
    fn title(&mut self) -> bool {
        let start = self.at;
        if self.eat(", \"") || self.eat(" \"") {
            if let Some(length) = self.rest().find('"').filter(|length| *length <= 80) {
                self.at += length + 1;
                return true;
            }
        } else if self.eat(", [") {
            self.at -= 1;
            if self.tag() {
                return true;
            }
        }
        self.at = start;
        false
    }

    /// `[state-based-actions]`, which one converted copy has in place of a title or number.
    fn tag(&mut self) -> bool {
        let Some(inner) = self.rest().strip_prefix('[') else { return false };
        let length = inner.bytes().take_while(|b| b.is_ascii_lowercase() || *b == b'-').count();
        let closed = length > 0 && inner[length..].starts_with(']');
        if closed {
            self.at += length + 2;
            self.eat("\"");
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        references(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn references_are_found_in_all_their_forms() {
        for (text, expected) in [
            ("It sinks (see rule 702.26g).", &["702.26g"][..]),
            ("See rules 704.5m and 704.5n.", &["704.5m", "704.5n"]),
            ("See rule 509, “Some Title.” Then 3 more.", &["509"]),
            ("See rules 702.109, “One,” 702.152, “Two,” and 702.1, “Three.”", &["702.109", "702.152", "702.1"]),
            ("See rule 113, “One,” and section 6, “Two, Three, and Four.”", &["113", "6"]),
            ("See rules 614.1c–d.", &["614.1c", "614.1d"]),
            ("As told in 601.2b and 601.2f–h.", &["601.2b", "601.2f", "601.2g", "601.2h"]),
            ("See rules 712.9–10, and 712.18.", &["712.9", "712.10", "712.18"]),
            ("A list of steps k-n: 702.26k–n.", &["702.26k", "702.26m", "702.26n"]),
            ("See section 8, [multiplayer]. See [timing]\".", &["8"]),
            ("The rule is short. Pay 100 or 200. Draw 7.", &[]),
            ("Under rule 702.26, 3 things happen.", &["702.26"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn a_span_covers_name_numbers_and_titles() {
        let text = fold("Things (see rule 509, “Some Title”) happen.");
        let spans = spans(&text);
        assert_eq!(&text[spans[0].range.clone()], "rule 509, \"some title\"");
    }
}
