//! docs/cases.md: its worked example is a case, and it has every word.
use outofphase_cases::CaseSet;

const PAGE: &str = include_str!("../../docs/cases.md");

#[test]
fn the_worked_example_is_a_case() {
    let yaml = PAGE.split("```yaml\n").nth(1).and_then(|t| t.split("```").next()).expect("the page has an example");
    let set = CaseSet::read([("docs/cases.md", yaml)]).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(set.cases[0].id, "equipment_of_another_player_waits_for_its_host");
}

#[test]
fn every_word_of_the_vocabulary_is_on_the_page() {
    let mut missing = Vec::new();
    let sources = [
        include_str!("../../adapter/src/ability.rs"),
        include_str!("../../adapter/src/effect.rs"),
        include_str!("../../adapter/src/event.rs"),
        include_str!("../../adapter/src/turn.rs"),
    ];
    for text in sources {
        for word in text.split("    #[serde(rename = \"").skip(1).filter_map(|t| t.split('"').next()) {
            if !PAGE.contains(&format!("`{word}`")) && word != "n" && word != "for each" {
                missing.push(word);
            }
        }
    }
    missing.extend(outofphase_adapter::Keyword::WORDS.iter().filter(|w| !PAGE.contains(&format!("`{w}`"))));
    missing.extend(outofphase_adapter::Type::WORDS.iter().filter(|w| !PAGE.contains(&format!("`{w}`"))));
    assert!(missing.is_empty(), "not in docs/cases.md: {missing:?}");
}
