//! What a single line of a rules text is.

use super::ClauseNumber;

/// A line by its own looks; whether it really opens a clause depends on where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Blank,
    /// A number and what follows it.
    Numbered {
        number: ClauseNumber,
        rest: &'a str,
    },
    /// A heading such as "702. Keyword Abilities".
    Section {
        number: u16,
        title: &'a str,
    },
    /// A heading such as "7. Additional Rules".
    Chapter {
        number: u16,
    },
    /// An example, without the word.
    Example(&'a str),
    Contents,
    Glossary,
    Credits,
    /// A leftover of a markup language, such as "[state-based-actions]" alone on its line.
    Stray,
    Text(&'a str),
}

pub(super) fn classify(line: &str) -> Line<'_> {
    let line = line.trim();
    if line.is_empty() {
        return Line::Blank;
    }
    if let Some((number, rest)) = numbered(line) {
        return Line::Numbered { number, rest };
    }
    if let Some((number, title)) = heading(line, 3) {
        return Line::Section { number, title };
    }
    if let Some((number, _)) = heading(line, 1) {
        return Line::Chapter { number };
    }
    if is_tag(line) {
        return Line::Stray;
    }
    let bare = line.trim_matches(|c: char| !c.is_alphanumeric());
    match bare.to_ascii_lowercase().as_str() {
        "contents" | "table of contents" => return Line::Contents,
        "glossary" => return Line::Glossary,
        "credits" => return Line::Credits,
        _ => {}
    }
    match line.trim_start_matches(['_', '*']).strip_prefix("Example") {
        Some(rest) => match rest.trim_start_matches(['_', '*', 's', ' ']).strip_prefix(':') {
            Some(example) => Line::Example(example.trim_start_matches(['_', '*', ' '])),
            None => Line::Text(line),
        },
        None => Line::Text(line),
    }
}

/// "702.26a Words", "702.26. Title", "606.5 Words", "901.4.Words", "702-26a Words".
fn numbered(line: &str) -> Option<(ClauseNumber, &str)> {
    let section = line.get(..3).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    let after = line[3..].strip_prefix(['.', '-', '\u{2010}', '\u{2011}', '–'])?;
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let letters = after[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
    let number = format!("{section}.{}", &after[..digits + letters]).parse().ok()?;
    let after = &after[digits + letters..];
    let rest = after.strip_prefix('.');
    let stuck = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || "\"“_".contains(c)));
    let rest = rest.unwrap_or(after);
    (rest.is_empty() || rest.starts_with(' ') || stuck).then(|| (number, rest.trim_start()))
}

fn heading(line: &str, digits: usize) -> Option<(u16, &str)> {
    let (number, title) = line.split_once(". ").or_else(|| line.split_once(' '))?;
    let title = title.trim();
    let fits = number.len() == digits && number.bytes().all(|b| b.is_ascii_digit());
    let titled = title.starts_with(|c: char| c.is_uppercase() || c == '_') && title.len() <= 80;
    let sentence = title.ends_with(['.', ',', ';', ':', ')']);
    (fits && titled && !sentence).then_some(())?;
    Some((number.parse().ok()?, title))
}

fn is_tag(line: &str) -> bool {
    line.strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|tag| !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'))
}

/// Whether a line breaks off where a rule number has to follow, so that the next line's number is no new clause.
pub(super) fn awaits_number(line: &str) -> bool {
    let line = line.trim_end();
    let last = line.rsplit([' ', '(']).next().unwrap_or(line);
    let joins = ["rule", "rules", "section", "sections", "see", "and", "or", "to", "through", "from", "in", "under"];
    line.ends_with([',', '–', '—', '-', '(', '&']) || joins.iter().any(|join| last.eq_ignore_ascii_case(join))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> ClauseNumber {
        text.parse().expect("a clause number")
    }

    #[test]
    fn clause_openings_are_read_in_all_their_spellings() {
        for (line, n, rest) in [
            ("702.26a Words.", "702.26a", "Words."),
            ("  702.26. Phasing", "702.26", "Phasing"),
            ("702.26a. Words.", "702.26a", "Words."),
            ("606.5 Words.", "606.5", "Words."),
            ("901.4.Words.", "901.4", "Words."),
            ("702-26a Words.", "702.26a", "Words."),
            ("702‑26a Words.", "702.26a", "Words."),
            ("704.5aa Words.", "704.5aa", "Words."),
            ("702.26", "702.26", ""),
        ] {
            assert_eq!(classify(line), Line::Numbered { number: number(n), rest }, "{line}");
        }
    }

    #[test]
    fn numbers_in_running_text_open_nothing() {
        for line in ["702.26g). More words", "425-204-8069", "614.1c–d are meant.", "702.5% of it", "100.1st"] {
            assert_eq!(classify(line), Line::Text(line));
        }
    }

    #[test]
    fn headings_examples_and_marks_are_told_apart() {
        assert_eq!(classify("702. Keyword Abilities"), Line::Section { number: 702, title: "Keyword Abilities" });
        assert_eq!(classify("7. Additional Rules"), Line::Chapter { number: 7 });
        assert_eq!(classify("704. Then it goes on."), Line::Text("704. Then it goes on."));
        for line in ["Example: Words.", "_Example:_ Words.", "*Example*: Words.", "Examples: Words."] {
            assert_eq!(classify(line), Line::Example("Words."), "{line}");
        }
        assert_eq!(classify("Example words"), Line::Text("Example words"));
        assert_eq!(classify("[state-based-actions]"), Line::Stray);
        assert_eq!(classify("[Cost] words"), Line::Text("[Cost] words"));
        assert_eq!(classify("**Glossary**"), Line::Glossary);
        assert_eq!(classify("  "), Line::Blank);
    }

    #[test]
    fn a_line_that_ends_in_a_reference_awaits_its_number() {
        for line in ["words (see rule", "rules 702.26b,", "rules 702.26b and", "(See"] {
            assert!(awaits_number(line), "{line}");
        }
        for line in ["It ends here.", "(See rule 702.26.)", "the land"] {
            assert!(!awaits_number(line), "{line}");
        }
    }
}
