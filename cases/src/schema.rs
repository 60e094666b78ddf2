//! The JSON Schema of a case file, for editors: completion, and a red line while one types.

use crate::phrases::{self, Kind};
use crate::registry::Registry;
use outofphase_adapter::{Action, ObjectSpec, Options, PlayerSpec, Seat};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// The schema. Phrases are texts in it, with the possible ones as examples; the loader alone reads them.
#[must_use]
pub fn schema() -> Value {
    let mut g = SchemaGenerator::default();
    let spec = json!(g.subschema_for::<ObjectSpec>());
    let (player, options) = (json!(g.subschema_for::<PlayerSpec>()), json!(g.subschema_for::<Options>()));
    let step = step(&mut g);
    let mut slugs: Vec<&str> = Registry::builtin().iter().map(crate::registry::Clause::slug).collect();
    slugs.sort_unstable();
    let text = |about: &str| json!({"type": "string", "minLength": 1, "description": about});
    let date = |about: &str| json!({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$", "description": about});
    let seats: Map<String, Value> = Seat::first(4).map(|s| (s.to_string(), json!({"anyOf": [player, {"type": "null"}]}))).collect();
    let case = json!({
        "type": "object",
        "properties": {
            "id": {
                "type": "string",
                "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
                "description": "A fact in snake_case, unique over all files, such as `equipment_follows_its_host`."
            },
            "clauses": {
                "type": "array", "items": {"enum": slugs}, "minItems": 1, "uniqueItems": true,
                "description": "The clauses that decide the case, by slug."
            },
            "source": text("Where the situation comes from."),
            "why": text("One sentence on why the outcome is what it is."),
            "since": date("The first edition for which it holds."),
            "until": date("The first edition for which it does not hold any more."),
            "control": {"type": "boolean", "description": "A positive control: fails where a word is accepted but not understood."},
            "players": {
                "description": "Who plays, in turn order: `[A, B]`, or a map to what they start with.",
                "anyOf": [
                    {"type": "array", "items": g.subschema_for::<Seat>(), "minItems": 2, "maxItems": 4},
                    {"type": "object", "properties": seats, "minProperties": 2, "additionalProperties": false}
                ]
            },
            "options": options,
            "board": {
                "type": "object",
                "description": "The cards and tokens by name.",
                "propertyNames": {"pattern": "^[a-z][a-z0-9_-]*$", "maxLength": 40},
                "additionalProperties": spec
            },
            "play": {"type": "array", "minItems": 1, "items": step, "description": "What happens and what is expected, in order."}
        },
        "required": ["id", "clauses", "why", "play"],
        "additionalProperties": false
    });
    let mut defs = g.take_definitions(true);
    defs.insert("Case".into(), case);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "outofphase case file",
        "description": "Conformance cases for Magic rules engines; see docs/cases.md.",
        "type": "object",
        "properties": {
            "group": text("What the file's cases are about."),
            "cases": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Case"}}
        },
        "required": ["group", "cases"],
        "additionalProperties": false,
        "$defs": defs
    })
}

/// Phrases about one kind of thing.
fn said(kind: Kind) -> Value {
    let examples: Vec<&str> = kind.phrases().map(|p| p.says).collect();
    json!({
        "description": format!("What is expected of {}: phrases joined by commas, or a list of phrases. They are {}", kind.noun(), phrases::list(kind)),
        "anyOf": [
            {"type": "string", "minLength": 1, "examples": examples},
            {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1, "examples": examples}}
        ]
    })
}

/// An action, alone or with what is expected after it; or an expectation alone.
fn step(g: &mut SchemaGenerator) -> Value {
    let mut about: Map<String, Value> = Seat::first(4).map(|s| (s.to_string(), said(Kind::Player))).collect();
    about.insert("turn".into(), said(Kind::Turn));
    about.insert("game".into(), said(Kind::Game));
    about.insert("happened".into(), said(Kind::Happened));
    let expect = json!({
        "type": "object", "minProperties": 1, "properties": about, "additionalProperties": said(Kind::Object),
        "description": "What holds now, of cards by name, players, `turn`, `game`; and what `happened`."
    });
    let beside = json!({
        "expect": expect,
        "happened": said(Kind::Happened),
        "illegal": {"type": "boolean", "description": "The engine must refuse the action."}
    });
    // The definitions of what is beside an action stand once.
    let mut shapes: Vec<Value> = Vec::new();
    let actions = json!(Action::json_schema(g));
    for (name, schema) in beside.as_object().into_iter().flatten() {
        g.definitions_mut().insert(format!("Step.{name}"), schema.clone());
    }
    let link = |name: &str| json!({"$ref": format!("#/$defs/Step.{name}")});
    for shape in actions["anyOf"].as_array().into_iter().flatten() {
        let mut shape = shape.clone();
        if let Some(properties) = shape.get_mut("properties").and_then(Value::as_object_mut) {
            for name in ["expect", "happened", "illegal"] {
                properties.insert(name.into(), link(name));
            }
        }
        shapes.push(shape);
    }
    shapes.push(json!({
        "type": "object", "properties": {"expect": link("expect"), "happened": link("happened")}, "minProperties": 1, "additionalProperties": false
    }));
    json!({"anyOf": shapes})
}
