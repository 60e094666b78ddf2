//! The parser on made-up texts, and on the real ones where they are at hand.

use std::fmt::Write as _;

use super::*;

/// A small text with everything a whole edition has, in words of its own. Sections 702 and 704 are `middle`.
fn edition(middle: &str) -> String {
    let mut text = String::from("The Rules of a Game\n\nThese made-up rules are effective as of May 3, 2019.\n\nContents\n\n");
    let sections: Vec<u16> = (1..=9).map(|chapter| chapter * 100).chain([702, 704]).collect();
    for section in &sections {
        writeln!(text, "{section}. Subject {section}").expect("a String takes it");
    }
    text.push_str("\nGlossary\n\nCredits\n\n");
    for section in sections.iter().take(9) {
        let words = "Some words that a rule might have, “quoted” ones and a player’s own";
        write!(text, "{section}. Subject {section}\n\n{section}.1. {words}.\n\n{section}.1a {words}, again.\n\n")
            .expect("a String takes it");
        if *section == 700 {
            text.push_str(middle);
        }
    }
    text + "Glossary\n\nFloat\nTo be held up by water. See rule 702.1.\n\nZephyr\n1. A wind.\n2. A word.\n\nCredits\n\nNobody.\n"
}

const MIDDLE: &str = "702. Subject 702\n\n702.1. Floating\n\n702.1a Boats float (see rule 702.1b, “Sinking”), and what floats stays up as long as the water is there, which may be longer than it seems at first or much shorter, depending on the weather.\nExample: A boat floats.\nExample: A cork floats, too, whatever a player may think about it or say.\n\n702.1b Stones sink.\nThey do so at once.\n\n704. Subject 704\n\n704.1. All else is “air.”\n\n";

fn numbers(rules: &RulesText) -> Vec<String> {
    rules.clauses.iter().map(|clause| clause.number.to_string()).collect()
}

fn read(text: &str) -> RulesText {
    parse(text.as_bytes(), &Hint::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(bytes: &[u8]) -> String {
    let hint = Hint { name: Some("my.txt".to_owned()), ..Hint::default() };
    let told = parse(bytes, &hint).expect_err("this is not a whole rules text").to_string();
    assert!(told.starts_with("my.txt "), "{told}");
    told
}

/// Breaks every line at a width, without regard for what stands there.
fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut used = 0;
        for word in line.split(' ') {
            if used > 0 && used + word.len() > width {
                wrapped.push('\n');
                used = 0;
            } else if used > 0 {
                wrapped.push(' ');
            }
            wrapped.push_str(word);
            used += word.len() + 1;
        }
        wrapped.push('\n');
    }
    wrapped
}

#[test]
fn a_whole_text_is_read_with_date_examples_and_glossary() {
    let rules = read(&edition(MIDDLE));
    assert_eq!(rules.extent, Extent::Whole);
    assert_eq!(rules.effective, Some(jiff::civil::date(2019, 5, 3)));
    assert_eq!(rules.clauses.len(), 9 * 2 + 4);
    let boats = rules.clause("702.1a".parse().expect("a number")).expect("it is there");
    assert!(boats.text.starts_with("Boats float") && boats.text.ends_with("the weather."), "{}", boats.text);
    assert_eq!(boats.examples.len(), 2);
    let stones = rules.clause("702.1b".parse().expect("a number")).expect("it is there");
    assert_eq!(stones.text, "Stones sink.\nThey do so at once.");
    let terms: Vec<_> = rules.glossary.iter().filter_map(|entry| entry.term.as_deref()).collect();
    assert_eq!(terms, ["Float", "Zephyr"]);
    assert!(rules.oddities.is_empty());
}

#[test]
fn every_copy_of_a_text_gives_the_same_clauses() {
    let text = edition(MIDDLE);
    let whole = read(&text);
    let tight = text.replace("\n\n", "\n").replace("Credits\n", "\nCredits\n").replace("Glossary\n", "\nGlossary\n\n");
    let windows: Vec<u8> = text
        .chars()
        .map(|c| match c {
            '“' => 0x93,
            '”' => 0x94,
            '’' => 0x92,
            c => u8::try_from(c).expect("a made-up text of ASCII and quotes"),
        })
        .collect();
    let copies: Vec<(&str, Vec<u8>)> = vec![
        ("CRLF", text.replace('\n', "\r\n").into_bytes()),
        ("BOM", [b"\xEF\xBB\xBF", text.as_bytes()].concat()),
        ("Windows-1252", windows),
        ("indented", text.replace('\n', "\n   ").into_bytes()),
        ("a hyphen for the point", text.replace("\n702.1", "\n702-1").into_bytes()),
        ("no blank lines", tight.into_bytes()),
        ("stray tags", text.replace("\n702.1b", "\n[floating]\n702.1b").into_bytes()),
    ];
    for (what, bytes) in copies {
        let copy = parse(&bytes, &Hint::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
        let texts = |rules: &RulesText| rules.clauses.iter().map(|c| (c.number, c.text.clone(), c.examples.clone())).collect::<Vec<_>>();
        assert_eq!(texts(&copy), texts(&whole), "{what}");
    }
}

#[test]
fn wrapped_copies_give_the_same_words() {
    let text = edition(MIDDLE);
    let words = |rules: &RulesText| -> Vec<(ClauseNumber, Vec<String>)> {
        let flat = |c: &RulesClause| format!("{} {}", c.text, c.examples.join(" ")).split_whitespace().map(str::to_owned).collect();
        rules.clauses.iter().map(|c| (c.number, flat(c))).collect()
    };
    let whole = words(&read(&text));
    for width in 30..130 {
        assert_eq!(words(&read(&wrap(&text, width))), whole, "wrapped at {width}");
        let tight = wrap(&text, width).replace("\n\n", "\n");
        let tight = tight.replace("Credits\n", "\nCredits\n\n").replace("Glossary\n", "\nGlossary\n\n").replace("\nZephyr", "\n\nZephyr");
        assert_eq!(words(&read(&tight)), whole, "wrapped at {width}, no blank lines");
    }
}

#[test]
fn a_cross_reference_at_the_start_of_a_line_opens_no_clause() {
    let rules = read(
        "702.1. Title\n702.1a This is like what is told in rule\n702.1b Sinking, only the other way round (see\n702.2. Flying).\n702.1b More.\n",
    );
    assert_eq!(numbers(&rules), ["702.1", "702.1a", "702.1b"]);
}

#[test]
fn contents_that_list_rules_are_not_the_rules() {
    let text = edition(MIDDLE);
    let listed = "100. Subject 100\n\n100.1. General\n\n702. Subject 702\n\n702.1. Floating\n\n704. Subject 704\n\nGlossary\n\nCredits\n\n";
    let at = text.rfind("100. Subject").expect("the rules start there");
    let rules = read(&format!("{}{listed}{}", &text[..at], &text[at..]));
    assert_eq!(numbers(&rules), numbers(&read(&text)));
}

#[test]
fn an_extract_of_one_section_is_read() {
    let rules = read("A note on what this is\n\n702.1. Floating\n702.1a Boats float.\n702.2. Flying\n");
    assert_eq!((rules.extent, rules.clauses.len()), (Extent::Extract, 3));
    assert_eq!(rules.effective, None);
}

#[test]
fn a_wider_extract_is_read_only_on_request() {
    let text = "702.1. Floating\n\n704.1. All else is air.\n";
    assert!(refusal(text.as_bytes()).contains("starts with 702.1"));
    let rules = parse(text.as_bytes(), &Hint { extract: true, ..Hint::default() }).expect("requested");
    assert_eq!(rules.clauses.len(), 2);
}

#[test]
fn the_edition_is_the_stated_date_or_the_hinted_one() {
    let hint = Hint::from_path(Path::new("somewhere/cr-2018-04-27.txt"));
    let parse = |text: &str| parse(text.as_bytes(), &hint).expect("a whole text").edition();
    assert_eq!(parse(&edition(MIDDLE)), Some(jiff::civil::date(2019, 5, 3)));
    assert_eq!(parse(&edition(MIDDLE).replace("effective as of", "good from")), Some(jiff::civil::date(2018, 4, 27)));
}

#[test]
fn a_number_that_comes_twice_is_kept_and_noted() {
    let rules = read("702.1. Floating\n\n702.2. Flying\n\n702.2. Diving\n\n702.3. Walking\n");
    assert_eq!(numbers(&rules), ["702.1", "702.2", "702.2", "702.3"]);
    assert_eq!(rules.oddities, [Oddity::OutOfOrder { number: "702.2".parse().expect("a number"), line: 5 }]);
}

#[test]
fn what_is_no_rules_text_is_refused_with_what_it_is() {
    for (bytes, told) in [
        (&b""[..], "empty"),
        (b"\xEF\xBB\xBF\r\n \r\n", "empty"),
        (b"%PDF-1.4 rest", "a PDF document"),
        (b"PK\x03\x04 rest", "DOCX"),
        (b"\x00\x01\x02", "binary data"),
        (b"Dear diary,\nnothing happened.\n", "2 lines, starting \"Dear diary,\""),
        (b"<!DOCTYPE html>\n<p>Not found</p>\n", "a web page"),
        (b"{\"error\": 404}\n", "JSON"),
    ] {
        let refusal = refusal(bytes);
        assert!(refusal.contains(told) && refusal.contains("TXT version"), "{refusal}");
    }
}

#[test]
fn a_text_cut_anywhere_before_its_last_entry_is_refused() {
    let text = edition(MIDDLE);
    let first_rule = text.rfind("100.1. ").expect("the first rule");
    let last_entry = text.rfind("Zephyr").expect("the last entry");
    for cut in (first_rule + 10..last_entry).filter(|cut| text.is_char_boundary(*cut)) {
        let refusal = refusal(&text.as_bytes()[..cut]);
        assert!(refusal.contains("is incomplete") && refusal.contains("Recognised: "), "cut at {cut}: {refusal}");
    }
    let refusal = refusal(&text.as_bytes()[..last_entry]);
    assert!(refusal.contains("22 clauses from 100.1 to 900.1a, effective 2019-05-03, 1 glossary entries"), "{refusal}");
}

#[test]
fn a_text_without_its_beginning_or_its_middle_is_refused() {
    let text = edition(MIDDLE);
    let rules = text.rfind("200.1. ").expect("a rule");
    assert!(refusal(&text.as_bytes()[rules..]).contains("starts with 200.1"));
    let gone = text.replace(MIDDLE, "702. Subject 702\n\n702.1. Floating\n\n");
    assert!(refusal(gone.as_bytes()).contains("section 704 is announced"));
    let start = text.rfind("100. Subject").expect("the rules start there");
    let without_contents = text[start..].replace("800.1", "700.2");
    assert!(refusal(without_contents.as_bytes()).contains("chapter 8"));
}
