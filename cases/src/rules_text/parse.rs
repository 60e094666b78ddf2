//! From bytes to a rules text, and the check that all of it is there.

use super::decode::decode;
use super::reader::Reader;
use super::{ClauseNumber, Extent, Hint, Recognised, RulesText, RulesTextError, date};

/// Reads a Comprehensive Rules text, whatever its encoding, line ends, quotes and wrapping.
///
/// # Errors
///
/// An empty file, a file that is no text, a text without numbered rules, and rules of which a part is missing; each
/// says what was recognised and what to do.
pub fn parse(bytes: &[u8], hint: &Hint) -> Result<RulesText, RulesTextError> {
    let file = || hint.name.clone().unwrap_or_else(|| "the rules text".to_owned());
    let text = decode(bytes).map_err(|not| RulesTextError::NotText { file: file(), what: not.what.to_owned() })?;
    if text.trim().is_empty() {
        return Err(RulesTextError::Empty { file: file() });
    }
    let reader = Reader::read(&text);
    if reader.clauses.is_empty() {
        return Err(RulesTextError::NotRules { file: file(), seen: seen(&text) });
    }
    let extent = extent(&reader, hint);
    let missing = match extent {
        Extent::Whole => missing(&reader),
        Extent::Extract => None,
    };
    let rules = RulesText {
        effective: date::stated(&text),
        hinted: hint.date,
        extent,
        glossary: reader.glossary(),
        sections: reader.sections,
        clauses: reader.clauses,
        oddities: reader.oddities,
    };
    match missing {
        None => Ok(rules),
        Some(missing) => {
            let recognised: Recognised = rules.recognised();
            Err(RulesTextError::Incomplete { file: file(), recognised, missing })
        }
    }
}

/// An extract is a text that stays within one section and has nothing of a whole edition about it.
fn extent(reader: &Reader, hint: &Hint) -> Extent {
    let first = reader.clauses.first().map(|clause| clause.number);
    let one_section = reader.clauses.iter().all(|clause| Some(clause.number.section()) == first.map(ClauseNumber::section));
    let from_the_start = first.is_some_and(is_very_first);
    if hint.extract || (one_section && !from_the_start && reader.contents.is_empty()) { Extent::Extract } else { Extent::Whole }
}

fn is_very_first(number: ClauseNumber) -> bool {
    number.section() == 100 && number.rule() == 1
}

/// What keeps a text from being whole.
fn missing(reader: &Reader) -> Option<String> {
    let (first, last) = (reader.clauses.first()?.number, reader.clauses.last()?.number);
    if !is_very_first(first) {
        return Some(format!("it starts with {first}; the rules before that are missing"));
    }
    let has_section = |section: u16| reader.clauses.iter().any(|clause| clause.number.section() == section);
    // Some sections are a heading and nothing else.
    let has_heading = |section: u16| reader.sections.iter().any(|(heading, _)| *heading == section);
    let absent: Vec<u16> = reader.contents.iter().copied().filter(|section| !has_section(*section) && !has_heading(*section)).collect();
    if let (Some(from), Some(to)) = (absent.first(), absent.last()) {
        return Some(match absent.len() {
            1 => format!("it breaks off after {last} or has a gap; section {from} is announced and not there"),
            n => format!("it breaks off after {last} or has a gap; {n} sections from {from} to {to} are announced and not there"),
        });
    }
    if let Some(chapter) = (1..=9).find(|chapter| !(chapter * 100..chapter * 100 + 100).any(has_section)) {
        return Some(format!("the last rule is {last}; nothing of chapter {chapter} is there"));
    }
    let glossary = reader.glossary();
    let Some(entry) = glossary.last() else {
        return Some(format!("it breaks off after {last}; the glossary is missing"));
    };
    let name = entry.term.as_deref().unwrap_or(&entry.text);
    if !reader.credits && !name.starts_with(['Z', 'z']) {
        let name: String = name.chars().take(40).collect();
        return Some(format!("the glossary breaks off at \"{name}\""));
    }
    None
}

/// What a text without rules looks like instead.
fn seen(text: &str) -> String {
    let lines = text.lines().count();
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let start: String = first.chars().take(60).collect();
    let lower = start.to_ascii_lowercase();
    let kind = if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        "a web page of "
    } else if lower.starts_with(['{', '[']) {
        "what seems to be JSON, of "
    } else {
        ""
    };
    format!("{kind}{lines} lines, starting \"{start}\"")
}
