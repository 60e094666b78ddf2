//! Turning the YAML reader's errors into sentences that say what would be right.

use super::error::{LoadError, Spot};
use super::text::Text;
use crate::phrases::nearest;

/// The error of the YAML reader as ours, with its place and help.
pub(super) fn explain(text: Text<'_>, e: &serde_yaml::Error) -> LoadError {
    let full = e.to_string();
    let (line, column) = e.location().map_or((1, 1), |l| (to_u32(l.line()), to_u32(l.column())));
    if let Some((message, help)) = syntax(&full) {
        let mut spot = text.spot(line, column, message);
        spot.help = Some(help);
        return LoadError::Yaml(Box::new(spot));
    }
    LoadError::Case(Box::new(content(text.spot(line, column, ""), bare(&full))))
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The message without the reader's path and place.
fn bare(full: &str) -> &str {
    let message = full.rfind(" at line ").filter(|i| is_place(&full[i + 9..])).map_or(full, |i| &full[..i]);
    if message.starts_with("cases[") || message.starts_with("cases: ") || message.starts_with("group: ") {
        return message.split_once(": ").map_or(message, |(_, m)| m);
    }
    message
}

/// Whether it reads `3 column 4`.
fn is_place(text: &str) -> bool {
    text.split_once(" column ").is_some_and(|(l, c)| l.parse::<u32>().is_ok() && c.parse::<u32>().is_ok())
}

/// What the file's syntax is about, if it is about that.
fn syntax(full: &str) -> Option<(String, String)> {
    let known: [(&str, &str, &str); 10] = [
        (
            "repetition limit",
            "parts of this file repeat each other without end",
            "write the parts out; a case needs no `&name` and `*name`",
        ),
        ("recursion limit", "nested too deep", "no case needs more than a dozen levels"),
        ("unknown anchor", "`*name` refers to nothing", "write the part out; a text that begins with `*` needs quotes"),
        ("more than one document", "a second document begins with `---`", "one file is one document: `group:` and `cases:`"),
        (
            "mapping values are not allowed",
            "a `: ` where no key can stand",
            "put a text that has `: ` in it in quotes; or the line is indented too far",
        ),
        (
            "did not find expected key",
            "no key where one was expected",
            "the keys of one case, or of one map, are all indented alike; lists and quotes are closed",
        ),
        ("did not find expected ',' or ']'", "a list that is not closed", "write `[a, b]`; phrases with `,` `{` `[` in them need quotes"),
        (
            "did not find expected ',' or '}'",
            "a map that is not closed",
            "write `{a: b, c: d}`; phrases with `,` `{` `[` in them need quotes",
        ),
        (
            "did not find expected '-' indicator",
            "a list item that does not begin with `-`",
            "all items of a list are indented alike and begin with `- `",
        ),
        ("cannot start any token", "a character that can't stand here", "put the text in quotes"),
    ];
    if let Some((_, message, help)) = known.iter().find(|(said, ..)| full.contains(said)) {
        return Some(((*message).into(), (*help).into()));
    }
    let scanner =
        ["while scanning", "while parsing", "did not find", "found ", "could not find", "block sequence entries", "control characters"];
    scanner.iter().any(|s| full.starts_with(s)).then(|| (format!("no YAML: {full}"), "see the example in docs/cases.md".into()))
}

/// Fills in what a case says wrong. Of a message of several lines, those after the first are help.
fn content(mut spot: Spot, message: &str) -> Spot {
    let (mut first, help) = message.split_once('\n').map_or((message, None), |(m, h)| (m, Some(h.to_owned())));
    spot.help = help;
    // The vocabulary's own messages say in one line what is wrong and what there is.
    for (said, word_in, list) in [("; the board has ", '`', true), ("; types are ", '`', true), ("; write for example ", '`', false)] {
        if let Some((what, rest)) = first.split_once(said) {
            let word = what.split(word_in).nth(1).unwrap_or_default();
            let known = rest.split([',', ';', ' ', '`']).filter(|w| !w.is_empty());
            spot.label = if list { nearest(word, known).map(|n| format!("did you mean `{n}`?")) } else { None };
            spot.help = Some(format!("{}{rest}", said.trim_start_matches("; ")));
            first = what;
        }
    }
    if let Some((word, list)) = unknown(first, "unknown field `") {
        spot.message = format!("unknown key `{word}`");
        choices(&mut spot, word, list, "keys that can stand here");
    } else if let Some((word, list)) = unknown(first, "unknown variant `") {
        spot.message = format!("`{word}` is no word that can stand here");
        choices(&mut spot, word, list, "words that can");
    } else if let Some(field) = first.strip_prefix("missing field `").and_then(|r| r.strip_suffix('`')) {
        spot.message = format!("`{field}` is missing");
        spot.help = spot.help.or_else(|| missing(field));
    } else if let Some((found, expected)) = first.strip_prefix("invalid type: ").and_then(|r| r.split_once(", expected ")) {
        spot.message = format!("found {}, expected {}", plain(found), plain(expected));
    } else if let Some((found, expected)) = first.strip_prefix("invalid value: ").and_then(|r| r.split_once(", expected ")) {
        spot.message = format!("found {}, expected {}", plain(found), plain(expected));
    } else if let Some(field) = first.strip_prefix("duplicate field `").and_then(|r| r.strip_suffix('`')) {
        spot.message = format!("`{field}` stands twice");
    } else {
        match first.split_once("; did you mean ") {
            Some((said, near)) if near.ends_with('?') => {
                spot.message = said.into();
                spot.label = Some(format!("did you mean {near}"));
            }
            _ => spot.message = first.into(),
        }
    }
    spot
}

/// The word and the list of what was expected.
fn unknown<'a>(message: &'a str, starts: &str) -> Option<(&'a str, &'a str)> {
    let (word, rest) = message.strip_prefix(starts)?.split_once('`')?;
    Some((word, rest.strip_prefix(", ").unwrap_or(rest)))
}

fn choices(spot: &mut Spot, word: &str, list: &str, which: &str) {
    let all: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    spot.label = nearest(word, all.iter().copied()).map(|n| format!("did you mean `{n}`?"));
    spot.help = Some(match list.strip_prefix("expected one of ").or_else(|| list.strip_prefix("expected ")) {
        Some(list) => format!("{which}: {list}"),
        None => "nothing can stand here".into(),
    });
}

fn missing(field: &str) -> Option<String> {
    let help = match field {
        "id" => "each case begins with `- id:` and a fact in snake_case, such as `equipment_follows_its_host`",
        "clauses" => "name the clauses that decide the case: `clauses: [phasing.indirect]`",
        "why" => "say in one sentence why the outcome is what it is",
        "board" => "name the cards: `board:`, and under it `bear: {card: creature 2/2, of: A}`",
        "play" => "say what happens and what is expected: `play:`, and under it a list",
        "group" => "the file begins with `group:` and what its cases are about",
        "cases" => "after `group:` comes `cases:` and a list of cases",
        "card" => "say what it is: `card: creature 2/2`, `card: equipment`, `card: aura`",
        "of" => "say whose it is: `of: A`",
        _ => return None,
    };
    Some(help.into())
}

/// The reader's words for kinds of value as a writer knows them.
fn plain(kind: &str) -> String {
    match kind {
        "unit value" | "null" => "nothing".into(),
        "sequence" => "a list".into(),
        "map" => "a map".into(),
        "a sequence" => "a list, such as `[bear, sword]`".into(),
        "a map" => "a map, such as `{card: creature 2/2, of: A}`".into(),
        "a string" | "string" => "a text".into(),
        "a boolean" => "`true` or `false`".into(),
        "u8" => "a number from 0 to 255".into(),
        "i8" => "a number from -128 to 127".into(),
        "i32" => "a number".into(),
        _ => kind
            .replace("boolean `", "the truth value `")
            .replace("string \"", "the text \"")
            .replace("integer `", "the number `")
            .replace("floating point `", "the number `")
            .replace("struct ", "the map of a "),
    }
}
