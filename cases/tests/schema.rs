//! The JSON Schema for editors is in sync with the format, and accepts what the loader accepts.

use outofphase_cases::{CaseSet, schema};
use serde_json::Value;
use std::path::Path;

fn validator() -> jsonschema::Validator {
    jsonschema::validator_for(&schema()).expect("the schema is one")
}

#[test]
fn the_schema_file_is_in_sync() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/case.schema.json");
    let text = serde_json::to_string_pretty(&schema()).expect("a schema is JSON") + "\n";
    if std::env::var_os("OUTOFPHASE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder can be made");
        std::fs::write(&path, &text).expect("the schema can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{} is out of date; run this test with OUTOFPHASE_BLESS=1", path.display());
}

#[test]
fn every_case_file_is_valid() {
    let validator = validator();
    for (name, text) in CaseSet::builtin_files() {
        let value: Value = serde_yaml::from_str(text).expect("the loader reads it");
        let errors: Vec<String> = validator.iter_errors(&value).map(|e| format!("{name}{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
}

#[test]
fn mistakes_are_not_valid() {
    let good = "group: g\ncases:\n  - id: a_b\n    clauses: [phasing.indirect]\n    why: So.\n    board:\n      bear: {card: creature 2/2, of: A}\n    play:\n      - {by: A, phase out: [bear], expect: {bear: phased out}}\n";
    let validator = validator();
    let valid = |text: &str| validator.is_valid(&serde_yaml::from_str::<Value>(text).expect("it is YAML"));
    assert!(valid(good));
    for (from, to) in [
        ("why", "wy"),
        ("phasing.indirect", "phasing"),
        ("[phasing.indirect]", "[]"),
        ("a_b", "A b"),
        ("bear: {card", "Bear: {card"),
        ("of: A}", "of: E}"),
        ("of: A}", "of: A, tapped: perhaps}"),
        ("phase out", "phase owt"),
        ("by: A, ", ""),
        ("phase out: [bear]", "phase out: [bear], tap: [bear]"),
        ("bear: phased out", "bear: 2"),
        ("expect: {bear: phased out}", "expct: {bear: phased out}"),
    ] {
        assert!(good.contains(from) && !valid(&good.replacen(from, to, 1)), "{from} -> {to}");
    }
}
