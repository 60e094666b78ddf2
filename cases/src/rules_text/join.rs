//! Putting wrapped lines back together.

use std::collections::HashSet;

/// The words of a text that stand whole on a line, to tell "phased-/out" from "perma-/nent".
#[derive(Debug, Default)]
pub(super) struct Vocabulary(HashSet<String>);

impl Vocabulary {
    pub(super) fn of(text: &str) -> Self {
        let mut words = HashSet::new();
        for line in text.lines() {
            let line = line.trim_end();
            // The last word of a line may be one half of a divided one.
            let whole = if line.ends_with('-') { line.rfind(' ').map_or("", |at| &line[..at]) } else { line };
            words.extend(whole.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).map(str::to_lowercase));
        }
        Self(words)
    }

    /// Appends a continuation line. `wrapped` says that the file breaks its lines at a fixed width.
    pub(super) fn append(&self, text: &mut String, line: &str, wrapped: bool) {
        let line = line.trim();
        if text.is_empty() || line.is_empty() {
            text.push_str(line);
        } else if !wrapped {
            text.push('\n');
            text.push_str(line);
        } else if let Some(head) = text.strip_suffix('-').map(str::to_owned) {
            if self.is_divided(&head, line) {
                text.pop();
            }
            text.push_str(line);
        } else {
            if !(breaks_off_in_number(text) && line.starts_with(|c: char| c.is_ascii_digit())) {
                text.push(' ');
            }
            text.push_str(line);
        }
    }

    fn is_divided(&self, head: &str, line: &str) -> bool {
        let letters = |c: char| c.is_alphabetic();
        let first = &head[head.rfind(|c| !letters(c)).map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8))..];
        let second = &line[..line.find(|c| !letters(c)).unwrap_or(line.len())];
        if first.is_empty() || !second.starts_with(char::is_lowercase) {
            return false;
        }
        let (first, second) = (first.to_lowercase(), second.to_lowercase());
        self.0.contains(&format!("{first}{second}")) && !self.0.contains(&format!("{first}-{second}"))
    }
}

/// "... (see rule 702." with the rest of the number on the next line.
fn breaks_off_in_number(text: &str) -> bool {
    let Some(before) = text.strip_suffix('.') else {
        return false;
    };
    let words = before.trim_end_matches(|c: char| c.is_ascii_digit());
    before.len() - words.len() == 3 && (words.ends_with("rule ") || words.ends_with("rules "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(vocabulary: &str, first: &str, second: &str) -> String {
        let mut text = first.to_owned();
        Vocabulary::of(vocabulary).append(&mut text, second, true);
        text
    }

    #[test]
    fn a_character_of_several_bytes_may_stand_before_a_number() {
        assert_eq!(joined("", "see rule 702.", "26"), "see rule 702.26");
        for first in ["§702.", "·702.", "rule\u{a0}702.", "’."] {
            assert_eq!(joined("", first, "26"), format!("{first} 26"));
        }
    }

    #[test]
    fn divided_words_are_joined_and_compounds_keep_their_hyphen() {
        assert_eq!(joined("a permanent here", "one perma-", "nent"), "one permanent");
        assert_eq!(joined("a phased-out thing", "one phased-", "out thing"), "one phased-out thing");
        assert_eq!(joined("nothing known", "one phased-", "out thing"), "one phased-out thing");
        assert_eq!(joined("one perma-\nnent", "one perma-", "nent"), "one perma-nent");
    }

    #[test]
    fn a_number_broken_over_two_lines_is_whole_again() {
        assert_eq!(joined("", "(see rule 702.", "26g)"), "(see rule 702.26g)");
        assert_eq!(joined("", "It ends in 702.", "26 more words"), "It ends in 702. 26 more words");
    }

    #[test]
    fn paragraphs_of_an_unwrapped_file_stay_apart() {
        let mut text = "One.".to_owned();
        Vocabulary::default().append(&mut text, " Two. ", false);
        assert_eq!(text, "One.\nTwo.");
    }
}
