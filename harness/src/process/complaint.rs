//! What is said to the author of an adapter whose process misbehaves: what was received, and what to do.

use super::AdapterCommand;
use outofphase_adapter::Fault;
use outofphase_adapter::wire::{PROTOCOL, ReplyError};
use std::process::ExitStatus;
use std::string::FromUtf8Error;
use std::time::Duration;

/// After a fault that ended the process, until the next game.
pub(super) const GONE: &str = "the adapter's process was ended after the fault before; the next game starts a fresh one";

/// The first 120 bytes or so, with control characters made visible.
fn show(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shown: String =
        text.chars().take(120).flat_map(|c| if c == '"' || c == '\'' { vec![c] } else { c.escape_debug().collect() }).collect();
    let more = if text.chars().nth(120).is_some() { " …" } else { "" };
    format!("`{shown}`{more} ({} bytes)", bytes.len())
}

pub(super) fn no_start(command: &AdapterCommand, e: &std::io::Error) -> String {
    format!("the adapter does not start: `{command}`: {e}; check the program's name and path, and that it may be executed")
}

pub(super) fn no_hello(fault: &Fault) -> String {
    format!("the adapter refused `hello`: {fault}")
}

/// The protocol that a reply to `hello` names.
pub(super) fn protocol_of(line: &str) -> Option<u64> {
    serde_json::from_str::<serde_json::Value>(line).ok()?.get("ok")?.get("protocol")?.as_u64()
}

pub(super) fn other_protocol(theirs: u64) -> String {
    let todo = if theirs > u64::from(PROTOCOL) { "update outofphase" } else { "update the adapter" };
    format!("the adapter speaks protocol {theirs}, this outofphase speaks protocol {PROTOCOL}: {todo}")
}

pub(super) fn died(status: ExitStatus, verb: &str, rest: &[u8], stderr: &str) -> String {
    let mut text = format!("the adapter's process ended ({status}) when asked to `{verb}`");
    if !rest.is_empty() {
        text.push_str(&format!(", in the middle of a line: {}; write each reply as one line with its end, and flush it", show(rest)));
    }
    if stderr.is_empty() {
        text.push_str("; it wrote nothing to standard error");
    } else {
        text.push_str(&format!("; the end of its standard error:\n{stderr}"));
    }
    text
}

pub(super) fn closed_stdout(verb: &str, rest: &[u8]) -> String {
    let rest = if rest.is_empty() { String::new() } else { format!(", in the middle of a line: {}", show(rest)) };
    format!(
        "the adapter closed its standard output when asked to `{verb}`{rest}, though its process is still running; keep it open until standard input ends"
    )
}

pub(super) fn closed_stdin(verb: &str, e: &str) -> String {
    format!("the adapter closed its standard input, so that `{verb}` could not be asked ({e}); read it until it ends")
}

pub(super) fn silent(verb: &str, patience: Duration, half: &[u8]) -> String {
    let half = if half.is_empty() {
        String::new()
    } else {
        format!(", only half a line: {}; write each reply as one line with its end, and flush it", show(half))
    };
    format!(
        "no answer within {} s to `{verb}`{half}; the process was ended. If the engine is only slow, give it more time with --timeout",
        patience.as_secs_f64()
    )
}

pub(super) fn not_utf8(e: &FromUtf8Error, verb: &str) -> String {
    let (bytes, at) = (e.as_bytes(), e.utf8_error().valid_up_to());
    format!("the reply to `{verb}` is not UTF-8 at byte {at} (0x{:02x}): {}; write UTF-8", bytes[at], show(bytes))
}

pub(super) fn too_long(start: &[u8], longest: usize) -> String {
    let text = show(start);
    let text = text.rsplit_once(" (").map_or(text.as_str(), |(t, _)| t);
    format!("the adapter wrote more than {} MB without the end of a line, beginning with {text}; a reply is one line", longest >> 20)
}

pub(super) fn not_a_reply(line: &str) -> String {
    format!(
        "the adapter wrote a line to standard output that is no reply: {}; standard output belongs to the protocol, so let the engine print to standard error",
        show(line.as_bytes())
    )
}

pub(super) fn out_of_turn(line: &[u8]) -> String {
    if serde_json::from_slice::<serde_json::Value>(line).is_err() {
        return not_a_reply(&String::from_utf8_lossy(line));
    }
    format!("the adapter wrote a line that nobody had asked for: {}; write one reply to each request, and nothing else", show(line))
}

pub(super) fn wrong_id(verb: &str, asked: u64, id: Option<u64>) -> String {
    let id = id.map_or_else(|| "no id".to_owned(), |id| format!("id {id}"));
    format!("the reply to request {asked} (`{verb}`) has {id}; answer each request once, in order, with its own id")
}

pub(super) fn out_of_protocol(verb: &str, e: &ReplyError) -> String {
    format!("the reply to `{verb}` is out of protocol: {e} (docs/protocol.md)")
}
