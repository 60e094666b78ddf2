//! What an adapter answers.

use super::Op;
use crate::{Fault, LogEntry, Need, Snapshot, Stop};
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// The answer to `hello`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The protocol that the adapter speaks.
    pub protocol: u32,
    /// The engine's name.
    pub engine: String,
    /// Its version or commit.
    pub version: String,
}

/// What stands in `ok`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shown {
    /// Done, and nothing to say: `{}`.
    Done,
    /// To `hello`.
    Hello(Hello),
    /// To `advance`.
    Stop(Stop),
    /// To `observe`.
    Snapshot(Box<Snapshot>),
    /// To `log`.
    Log(Vec<LogEntry>),
}

/// The four kinds of answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Done: `"ok"`.
    Ok(Shown),
    /// [`Fault::Unsupported`]: `"unsupported"`.
    Unsupported(Need),
    /// [`Fault::Illegal`]: `"illegal"`.
    Illegal(String),
    /// [`Fault::Broken`]: `"error"`.
    Error(String),
}

impl From<Fault> for Outcome {
    fn from(f: Fault) -> Outcome {
        match f {
            Fault::Unsupported(need) => Outcome::Unsupported(need),
            Fault::Illegal(why) => Outcome::Illegal(why),
            Fault::Broken(why) => Outcome::Error(why),
        }
    }
}

impl Outcome {
    /// What was shown, or the fault.
    ///
    /// # Errors
    /// The fault that the adapter answered.
    pub fn into_result(self) -> Result<Shown, Fault> {
        match self {
            Outcome::Ok(shown) => Ok(shown),
            Outcome::Unsupported(need) => Err(Fault::Unsupported(need)),
            Outcome::Illegal(why) => Err(Fault::Illegal(why)),
            Outcome::Error(why) => Err(Fault::Broken(why)),
        }
    }
}

/// One reply line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The request's number; none if the adapter could not read it.
    pub id: Option<u64>,
    /// The answer.
    pub outcome: Outcome,
}

struct Empty;

impl Serialize for Empty {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_map(Some(0))?.end()
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(2))?;
        map.serialize_entry("id", &self.id)?;
        match &self.outcome {
            Outcome::Ok(Shown::Done) => map.serialize_entry("ok", &Empty)?,
            Outcome::Ok(Shown::Hello(h)) => map.serialize_entry("ok", h)?,
            Outcome::Ok(Shown::Stop(s)) => map.serialize_entry("ok", s)?,
            Outcome::Ok(Shown::Snapshot(s)) => map.serialize_entry("ok", s)?,
            Outcome::Ok(Shown::Log(l)) => map.serialize_entry("ok", l)?,
            Outcome::Unsupported(need) => map.serialize_entry("unsupported", need)?,
            Outcome::Illegal(why) => map.serialize_entry("illegal", why)?,
            Outcome::Error(why) => map.serialize_entry("error", why)?,
        }
        map.end()
    }
}

/// A line that is no reply to what was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplyError {
    /// Not JSON at all: a line of a log, most likely.
    #[error("{0}")]
    NotJson(String),
    /// JSON, but not a reply of this protocol.
    #[error("{}{message}", if path.is_empty() { String::new() } else { format!("at `{path}`: ") })]
    Field {
        /// The reply's number, as far as it could be read.
        id: Option<u64>,
        /// The first offending field.
        path: String,
        /// What is wrong with it.
        message: String,
    },
}

/// The envelope, with `ok` unread: what it must be depends on the request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a> {
    id: Option<u64>,
    #[serde(default, borrow, deserialize_with = "present")]
    ok: Option<&'a RawValue>,
    #[serde(default)]
    unsupported: Option<Need>,
    #[serde(default)]
    illegal: Option<String>,
    #[serde(default)]
    error: Option<String>,
}

/// `"ok": null` is present too, unlike what `Option` makes of it.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(d: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(d).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Reads fast, and a second time to say where it went wrong.
fn read<'a, T: Deserialize<'a>>(text: &'a str, under: &str) -> Result<T, (String, String)> {
    serde_json::from_str(text).map_err(|e| {
        let again: Result<T, _> = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text));
        match again {
            Ok(_) => (under.to_owned(), e.to_string()),
            Err(e) => {
                let path = e.path().to_string();
                let path = match (under, path.as_str()) {
                    ("", ".") => String::new(),
                    (_, ".") => under.to_owned(),
                    ("", _) => path,
                    _ => format!("{under}.{path}"),
                };
                (path, e.into_inner().to_string())
            }
        }
    })
}

impl Reply {
    /// The reply as one line, without the line's end. Call it within the setup's [`names::scope`](crate::names::scope).
    ///
    /// # Panics
    /// Never: every reply can be written.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("every reply can be written as JSON")
    }

    /// Reads the reply to `op`, within the setup's [`names::scope`](crate::names::scope).
    ///
    /// # Errors
    /// What is wrong with the line, with the path of the first offending field.
    pub fn read(line: &str, op: &Op) -> Result<Reply, ReplyError> {
        let envelope: Envelope<'_> = match read(line, "") {
            Ok(e) => e,
            Err((path, message)) => {
                return Err(match serde_json::from_str::<serde_json::Value>(line) {
                    Err(e) => ReplyError::NotJson(e.to_string()),
                    Ok(v) => ReplyError::Field { id: v.get("id").and_then(serde_json::Value::as_u64), path, message },
                });
            }
        };
        let id = envelope.id;
        let field = |(path, message)| ReplyError::Field { id, path, message };
        let outcome = match envelope {
            Envelope { ok: Some(ok), unsupported: None, illegal: None, error: None, .. } => {
                let ok = ok.get();
                Outcome::Ok(match op {
                    Op::Hello { .. } => Shown::Hello(read(ok, "ok").map_err(field)?),
                    Op::Advance { .. } => Shown::Stop(read(ok, "ok").map_err(field)?),
                    Op::Observe => Shown::Snapshot(Box::new(read(ok, "ok").map_err(field)?)),
                    Op::Log => Shown::Log(read(ok, "ok").map_err(field)?),
                    _ => {
                        read::<Nothing>(ok, "ok").map_err(field)?;
                        Shown::Done
                    }
                })
            }
            Envelope { ok: None, unsupported: Some(need), illegal: None, error: None, .. } => Outcome::Unsupported(need),
            Envelope { ok: None, unsupported: None, illegal: Some(why), error: None, .. } => Outcome::Illegal(why),
            Envelope { ok: None, unsupported: None, illegal: None, error: Some(why), .. } => Outcome::Error(why),
            _ => {
                let message = "a reply has `id` and exactly one of `ok`, `unsupported`, `illegal` and `error`".to_owned();
                return Err(ReplyError::Field { id, path: String::new(), message });
            }
        };
        Ok(Reply { id, outcome })
    }
}
