//! The embedded registry holds what the rest of the suite relies on.

use jiff::civil::date;

use super::*;

/// The slugs of the core clauses, which cases, properties and the rulebook name.
const CORE: &[&str] = &[
    "zone-change.finds-object",
    "zone-change.enters",
    "zone-change.continuous-effects",
    "zone-change.leaves",
    "zone-change.enters-with",
    "zone-change.aura-host-leaves",
    "look-back.general",
    "look-back.zone-changes",
    "look-back.phases-out",
    "look-back.unattached",
    "look-back.control",
    "look-back.countered",
    "look-back.player-loses",
    "look-back.planeswalks",
    "phasing.untap-step-event",
    "phasing.treated-as-nonexistent",
    "phasing.phases-in",
    "phasing.no-zone-change",
    "phasing.not-in-affected-set",
    "phasing.durations-expire",
    "phasing.indirect",
    "phasing.direct-and-indirect",
    "phasing.returns-attached",
    "phasing.no-attach-triggers",
    "phasing.owner-leaves",
    "phasing.skipped-untap-step",
    "phasing.departed-controller",
    "phasing.redundant",
    "phasing.tokens-cease",
    "turn-based.automatic",
    "turn-based.beginning-triggers",
    "turn-based.uncontrolled",
    "turn-based.before-priority",
    "turn-based.phasing",
    "turn-based.day-night",
    "turn-based.untap",
    "turn-based.draw",
    "turn-based.scheme",
    "turn-based.lore",
    "turn-based.attractions",
    "turn-based.defending-player",
    "turn-based.attackers",
    "turn-based.blockers",
    "turn-based.attacker-order",
    "turn-based.blocker-order",
    "turn-based.assign-damage",
    "turn-based.deal-damage",
    "turn-based.discard",
    "turn-based.damage-off",
    "turn-based.mana-empties",
];

#[test]
fn the_embedded_files_are_good() {
    Registry::read(file::BUILTIN).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_core_is_complete_and_in_rules_order() {
    let core: Vec<&str> = Registry::builtin().iter().filter(|c| c.kind() == Kind::Core).map(Clause::slug).collect();
    assert_eq!(core, CORE);
}

#[test]
fn living_clauses_stand_in_the_order_of_their_numbers() {
    let numbers: Vec<_> = Registry::builtin().iter().filter(|c| c.last_day().is_none()).map(|c| c.latest().expect("checked")).collect();
    assert!(numbers.is_sorted());
}

#[test]
fn a_deleted_clause_has_a_last_day_and_no_number_after_it() {
    let tokens = Registry::builtin().clause("phasing.tokens-cease").expect("a known clause");
    assert_eq!(tokens.last_day(), Some(date(2017, 8, 24)));
    assert_eq!(tokens.number_on(date(2017, 8, 24)), Some("702.25k"));
    assert!(tokens.exists_on(date(2017, 8, 24)) && !tokens.exists_on(date(2017, 8, 25)));
    assert_eq!(tokens.number_on(date(2017, 8, 25)), None);
}

#[test]
fn a_clause_older_than_its_first_known_number_exists_without_one() {
    let enters = Registry::builtin().clause("zone-change.enters").expect("a known clause");
    assert!(enters.exists_on(date(2009, 7, 10)) && !enters.exists_on(date(2009, 7, 9)));
    assert_eq!(enters.number_on(date(2009, 7, 10)), None);
    let triggers = Registry::builtin().clause("phasing.no-attach-triggers").expect("a known clause");
    assert!(!triggers.exists_on(date(2009, 7, 10)) && triggers.exists_on(date(2011, 2, 4)));
}

#[test]
fn one_old_number_may_cover_several_clauses() {
    let covered: Vec<&str> = Registry::builtin().numbered("603.6d", date(2015, 1, 23)).map(Clause::slug).collect();
    assert_eq!(covered.len(), 6, "{covered:?}");
    assert!(covered.contains(&"look-back.phases-out"));
    let now: Vec<&str> = Registry::builtin().numbered("603.6d", NEWEST).map(Clause::slug).collect();
    assert_eq!(now, ["zone-change.enters-with"]);
}

#[test]
fn slips_and_numbers_are_answered_with_the_slug() {
    let registry = Registry::builtin();
    for (word, meant) in [
        ("phasing.indirekt", "phasing.indirect"),
        ("indirect", "phasing.indirect"),
        ("phasing.return-attached", "phasing.returns-attached"),
        ("turnbased.untap", "turn-based.untap"),
        ("702.26g", "phasing.indirect"),
        ("702.24f", "phasing.indirect"),
    ] {
        assert_eq!(registry.suggest(word).first(), Some(&meant), "{word}");
    }
    assert!(registry.suggest("zzzzzzzzzz").is_empty());
}

#[test]
fn languages_are_chosen_by_code() {
    assert_eq!("ES".parse(), Ok(Lang::Es));
    assert_eq!("de".parse::<Lang>(), Err(UnknownLang("de".to_owned())));
}

#[test]
fn summaries_differ_between_languages() {
    for clause in Registry::builtin() {
        let [en, es, fr] = Lang::ALL.map(|lang| clause.summary(lang));
        assert!(en != es && es != fr && en != fr, "{}", clause.slug());
        for text in [en, es, fr] {
            assert!(text.ends_with('.'), "{}: {text}", clause.slug());
        }
    }
}

#[test]
fn two_clauses_of_one_name_are_refused() {
    let file = file::BUILTIN[0];
    let error = Registry::read(&[file, file]).expect_err("every slug occurs twice");
    assert!(matches!(error, RegistryError::Duplicate { .. }), "{error}");
}
