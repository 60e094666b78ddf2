//! The published schema is that of the code, and tells right lines from wrong ones.
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::wire::{self, Op, Request, Start};
use outofphase_adapter::*;
use serde_json::{Value, json};
use std::path::Path;

fn path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.schema.json")
}

#[test]
fn the_published_schema_is_that_of_the_code() {
    let now = format!("{}\n", serde_json::to_string_pretty(&wire::schema()).expect("writes"));
    if std::env::var_os("OUTOFPHASE_BLESS").is_some() {
        std::fs::write(path(), &now).expect("docs/protocol.schema.json can be written");
    }
    let published = std::fs::read_to_string(path()).unwrap_or_default();
    assert!(now == published, "docs/protocol.schema.json is out of date: run the test with OUTOFPHASE_BLESS=1 and look at the difference");
}

fn lines() -> Vec<Value> {
    let mut setup = Setup::new(2);
    let aura = Card::parse("aura").expect("a card");
    let dies = Trigger { then: Some(Box::new(Effect::PhaseOut(What::That))), gain: 100, ..Trigger::on(Event::Dies(Subject::Host)) };
    let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A).with(Keyword::Phasing).with(Static::DoesntUntap));
    setup.add(ObjectSpec { on: Some(Attached::Object(bear)), ..ObjectSpec::new("aura", aura, Seat::B).with(dies) });
    let ops = names::of(&setup, Style::Fields, || {
        vec![
            Op::Hello { protocol: 1 },
            Op::Start(Start::of(&setup)),
            Op::resolve(Seat::A, &Effect::EndTheTurn),
            Op::resolve(Seat::A, &Effect::PhaseIn(What::All(Filter { phased_out: true, ..Filter::ANY }))),
            Op::resolve(Seat::A, &Effect::LoseTypes { what: What::one(bear), types: Types::one(Type::Creature), until: Until::EndOfTurn }),
            Op::Attack { attacks: vec![Attack { attacker: bear, target: Attached::Player(Seat::B) }] },
            Op::Answer { answer: Answer::Assign { from: bear, to: vec![(Attached::Player(Seat::B), 2)] } },
            Op::ResolveTop,
            Op::Observe,
        ]
    });
    let write = |op| names::of(&setup, Style::Fields, || Request { id: 5, op }.write());
    let mut lines: Vec<Value> = ops.into_iter().map(write).map(|l| serde_json::from_str(&l).expect("JSON")).collect();
    lines.extend([
        json!({"id": 1, "ok": {}}),
        json!({"id": 1, "ok": {"protocol": 1, "engine": "toy", "version": "1"}}),
        json!({"id": 1, "ok": {"step": "upkeep", "of": "B", "exact": true}}),
        json!({"id": 1, "ok": {"step": null, "players": {"A": {"life": 20}}, "objects": {"bear": {"place": "battlefield", "size": [2, 2], "attached": "nothing", "counters": {"+1/+1": 1}}}}}),
        json!({"id": 1, "ok": [{"batch": 1, "event": {"phased-out": {"object": "bear", "indirectly": false}}}]}),
        json!({"id": 1, "unsupported": {"effect": "phase in"}}),
        json!({"id": 1, "unsupported": {"stop": "untap"}}),
        json!({"id": null, "error": "no such request"}),
        json!({"id": 1, "illegal": "it is phased out"}),
    ]);
    lines
}

#[test]
fn the_schema_accepts_what_the_code_writes() {
    let validator = jsonschema::validator_for(&wire::schema()).expect("a valid schema");
    for line in lines() {
        assert!(validator.is_valid(&line), "{line}");
    }
}

#[test]
fn the_schema_refuses_what_the_code_refuses() {
    let validator = jsonschema::validator_for(&wire::schema()).expect("a valid schema");
    for line in [
        json!({"id": 1}),
        json!({"ok": {}}),
        json!({"id": 1, "ok": {"objects": {}, "players": {}, "turn": 3}}),
        json!({"id": 1, "ok": {"objects": {"bear": {"phased": "maybe"}}, "players": {}}}),
        json!({"id": 1, "ok": {"objects": {"bear": {"taped": true}}, "players": {}}}),
        json!({"id": 1, "unsupported": {"efect": "phase out"}}),
        json!({"id": 1, "unsupported": "phase out"}),
        json!({"id": 1, "op": "advance", "to": "teatime", "of": "A"}),
        json!({"id": 1, "op": "scry"}),
        json!({"id": 1, "op": "leave", "who": "E"}),
    ] {
        assert!(!validator.is_valid(&line), "{line}");
    }
}
