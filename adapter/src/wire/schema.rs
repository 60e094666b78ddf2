//! The JSON Schema of the protocol, as published in `docs/protocol.schema.json`.

use super::{Hello, PROTOCOL, Request};
use crate::{
    Action, Answer, DayNight, Effect, Event, Keyword, LogEntry, Need, ObjectView, PlayerView, Seat, Snapshot, Static, Step, Stop, Until,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Snapshot {
    fn schema_name() -> Cow<'static, str> {
        "Snapshot".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let (object, player) = (g.subschema_for::<ObjectView>(), g.subschema_for::<PlayerView>());
        let (step, active) = (g.subschema_for::<Option<Step>>(), g.subschema_for::<Option<Seat>>());
        let _ = g.subschema_for::<DayNight>();
        json_schema!({
            "description": "The game at one moment, as far as the engine shows it. Null, or left out, is `not shown`: it is never compared and never taken for a default.",
            "type": "object",
            "properties": {
                "step": step,
                "active": active,
                "day or night": {"enum": ["day", "night", "neither", null]},
                "stack": {"description": "How many objects wait on the stack.", "type": ["integer", "null"], "minimum": 0, "maximum": u16::MAX},
                "players": {
                    "description": "What is shown of each player.",
                    "type": "object",
                    "properties": {"A": player, "B": player, "C": player, "D": player},
                    "additionalProperties": false
                },
                "objects": {
                    "description": "What is shown of each object of the setup, by name.",
                    "type": "object",
                    "additionalProperties": object
                }
            },
            "required": ["players", "objects"],
            "additionalProperties": false
        })
    }
}

/// The reply line. What stands in `ok` depends on the request.
struct ReplyLine;

impl JsonSchema for ReplyLine {
    fn schema_name() -> Cow<'static, str> {
        "Reply".into()
    }
    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        let (hello, stop, snapshot) = (g.subschema_for::<Hello>(), g.subschema_for::<Stop>(), g.subschema_for::<Snapshot>());
        let (log, need) = (g.subschema_for::<Vec<LogEntry>>(), g.subschema_for::<Need>());
        let id = serde_json::json!({"description": "The request's number; null if it could not be read.", "type": ["integer", "null"], "minimum": 0});
        let kind = |key: &str, description: &str, value: serde_json::Value| {
            serde_json::json!({
                "description": description,
                "type": "object",
                "properties": {"id": id, key: value},
                "required": ["id", key],
                "additionalProperties": false
            })
        };
        let done = serde_json::json!({"description": "To every other request: done.", "type": "object", "maxProperties": 0});
        let any = [
            kind("ok", "Done.", serde_json::json!({"anyOf": [done, hello, stop, snapshot, log]})),
            kind("unsupported", "The engine or the adapter lacks this. Becomes a skip.", need.to_value()),
            kind(
                "illegal",
                "The rules, as the engine plays them, do not allow it; nothing has changed.",
                serde_json::json!({"type": "string"}),
            ),
            kind("error", "Something went wrong that is no matter of rules.", serde_json::json!({"type": "string"})),
        ];
        json_schema!({"description": "One line from the adapter.", "oneOf": any})
    }
}

/// The JSON Schema of a line of the protocol, request or reply (draft 2020-12).
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut g = SchemaSettings::draft2020_12().into_generator();
    let (request, reply) = (g.subschema_for::<Request>(), g.subschema_for::<ReplyLine>());
    let defs = g.take_definitions(true);
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("outofphase wire protocol {PROTOCOL}"),
        "description": "One line of a conversation between the suite and an adapter.",
        "anyOf": [request, reply],
        "$defs": defs
    })
}

/// The words of the vocabulary of a kind of [`Need`]: `ability`, `event`, `effect`, `until`, `action` or `answer`.
#[must_use]
pub fn vocabulary(kind: &str) -> Vec<String> {
    let mut g = SchemaSettings::draft2020_12().into_generator();
    let owned = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
    let mut words: Vec<String> = match kind {
        "ability" => owned(Keyword::WORDS),
        "action" => owned(&Action::WORDS),
        _ => Vec::new(),
    };
    let schema = match kind {
        "ability" => Static::json_schema(&mut g),
        "event" => Event::json_schema(&mut g),
        "effect" | "action" => Effect::json_schema(&mut g),
        "until" => Until::json_schema(&mut g),
        "answer" => Answer::json_schema(&mut g),
        _ => return words,
    };
    // An externally tagged enum: unit variants are constants, the others objects with one required key.
    for shape in schema.get("oneOf").and_then(|v| v.as_array()).into_iter().flatten() {
        let key = |k: &str| shape.get(k).and_then(|v| v.as_array()).into_iter().flatten().cloned().collect::<Vec<_>>();
        let tags = shape.get("const").cloned().into_iter().chain(key("enum")).chain(key("required"));
        words.extend(tags.filter_map(|v| v.as_str().map(str::to_owned)));
    }
    if kind == "ability" {
        words.push("trigger".into());
    }
    if kind == "action" {
        words.extend(owned(&["log", "save", "load"]) as Vec<String>);
    }
    words
}
