//! The wording of a clause, stripped of what may differ without the rule having been reworded.
//!
//! Left out are punctuation, emphasis, accents and the kind of quotes; cross-reference numbers and their titles;
//! sentences and parentheses that only point elsewhere; and the pronouns for a player, which were replaced throughout
//! in 2018.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::fold::fold;
use super::references::spans;

/// Words of which a sentence that only points elsewhere is made.
const POINTING: &[&str] = &["see", "also", "and", "or", "for", "more", "information", "the", "in"];

/// What stands for a cross-reference in the middle of a sentence.
const REFERENCE: &str = "#";

/// The words of a text that count when two editions are compared, joined by single spaces.
pub fn wording(text: &str) -> String {
    let folded = fold(text);
    let sentences = sentences(&folded);
    let counted: Vec<&str> = sentences.iter().filter(|sentence| !points_elsewhere(sentence)).flatten().copied().collect();
    if counted.is_empty() {
        return sentences.concat().join(" ");
    }
    without_pronouns(&counted)
}

/// The fingerprint of a text: the first 16 hexadecimal digits of the SHA-256 of its wording.
pub fn fingerprint(text: &str) -> String {
    let digest = Sha256::digest(wording(text).as_bytes());
    digest.iter().take(8).fold(String::with_capacity(16), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a String takes it");
        hex
    })
}

/// The words of each stretch between full stops, parentheses and the like.
fn sentences(folded: &str) -> Vec<Vec<&str>> {
    let mut sentences = vec![Vec::new()];
    let mut at = 0;
    for span in spans(folded) {
        words(&folded[at..span.range.start], &mut sentences);
        push(&mut sentences, REFERENCE);
        at = span.range.end;
    }
    words(&folded[at..], &mut sentences);
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn push<'t>(sentences: &mut [Vec<&'t str>], word: &'t str) {
    if let Some(sentence) = sentences.last_mut() {
        sentence.push(word);
    }
}

fn words<'t>(text: &'t str, sentences: &mut Vec<Vec<&'t str>>) {
    // A plus, a slash and braces tell +1/+1 and {W} from other words; an apostrophe belongs to its word.
    let separates = |c: char| !(c.is_alphanumeric() || "+/{}*'".contains(c));
    let mut rest = text;
    while let Some(end) = rest.find(separates) {
        let separator = rest[end..].chars().next().unwrap_or(' ');
        word(&rest[..end], sentences);
        if ".();:!?\n".contains(separator) {
            sentences.push(Vec::new());
        }
        rest = &rest[end + separator.len_utf8()..];
    }
    word(rest, sentences);
}

fn word<'t>(word: &'t str, sentences: &mut [Vec<&'t str>]) {
    let bare = word.trim_matches('\'');
    if !bare.is_empty() {
        push(sentences, bare);
    }
}

fn points_elsewhere(sentence: &[&str]) -> bool {
    let pointing = |word: &&str| *word == REFERENCE || POINTING.contains(word);
    let points = sentence.contains(&REFERENCE) || sentence[0] == "see";
    points && sentence.iter().all(pointing)
}

/// "His or her", "their" and the like are left out, and "he or she draws" becomes "they draw".
fn without_pronouns(words: &[&str]) -> String {
    let mut kept = String::with_capacity(words.len() * 6);
    let mut add = |word: &str| {
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(word);
    };
    let mut rest = words;
    while let [word, ..] = rest {
        let (replacement, used) = match rest {
            ["his", "or", "her", ..] => (None, 3),
            ["he", "or", "she", ..] => (Some("they"), 3),
            ["him", "or", "her", ..] => (Some("them"), 3),
            ["his" | "her" | "their", ..] => (None, 1),
            ["he" | "she", ..] => (Some("they"), 1),
            _ => (Some(*word), 1),
        };
        let singular = replacement == Some("they") && *word != "they";
        if let Some(replacement) = replacement {
            add(replacement);
        }
        rest = &rest[used..];
        if let [verb, after @ ..] = rest
            && singular
        {
            add(&plural(verb));
            rest = after;
        }
    }
    kept
}

/// The form of a verb after "they" that goes with this one after "he or she".
fn plural(verb: &str) -> String {
    match verb {
        "has" => "have".to_owned(),
        "is" => "are".to_owned(),
        "isn't" => "aren't".to_owned(),
        "was" => "were".to_owned(),
        "does" => "do".to_owned(),
        "doesn't" => "don't".to_owned(),
        "goes" => "go".to_owned(),
        _ => match verb.strip_suffix("es").filter(|stem| stem.ends_with("ss") || stem.ends_with("ch") || stem.ends_with("sh")) {
            Some(stem) => stem.to_owned(),
            None => match (verb.strip_suffix("ies"), verb.strip_suffix('s').filter(|stem| !stem.ends_with('s'))) {
                (Some(stem), _) => format!("{stem}y"),
                (None, Some(stem)) => stem.to_owned(),
                (None, None) => verb.to_owned(),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presentation_and_cross_references_are_no_wording() {
        for (one, other) in [
            ("It’s “up,” not _down_.", "It's \"up\" not down"),
            ("Boats float. See rule 702.1.", "Boats float. (See also rule 703.2c, “Sinking,” and section 8.)"),
            ("Boats float (see rule 702.1) here.", "Boats float (see [floating]\") here."),
            ("As in rule 702.1, it floats.", "As in rules 702.3 and 702.4b, it floats."),
            ("A player keeps his or her boat and he or she may float.", "A player keeps their boat and they may float."),
            ("A player rows his or her boat.", "A player rows boat."),
            (
                "He or she untaps, she has, he passes, he or she tries, he or she may.",
                "They untap, they have, they pass, they try, they may.",
            ),
            ("a phased-\nout boat", "a phased-out boat"),
        ] {
            assert_eq!(wording(one), wording(other));
            assert_eq!(fingerprint(one), fingerprint(other));
        }
    }

    #[test]
    fn other_words_are_a_different_wording() {
        for (one, other) in [
            ("Boats float.", "Boats may float."),
            ("It gets +1/+1.", "It gets -1/-1."),
            ("Add {W}.", "Add {B}."),
            ("This is an exception to rule 702.1.", "This is as in rule 702.1."),
            ("its boat", "boat"),
        ] {
            assert_ne!(wording(one), wording(other));
            assert_ne!(fingerprint(one), fingerprint(other));
        }
    }

    #[test]
    fn a_clause_that_only_points_elsewhere_keeps_its_words() {
        assert_eq!(wording("See rule 702.1."), "see #");
    }

    #[test]
    fn a_fingerprint_is_sixteen_hexadecimal_digits_and_does_not_drift() {
        assert_eq!(fingerprint("Boats float."), "8b025a2f69ea78c4");
    }
}
