//! Turns any Rust adapter into a process that speaks the protocol.

use super::{Hello, LONGEST_LINE, Op, Outcome, PROTOCOL, Reply, Request, RequestError, Shown};
use crate::{Adapter, Fault, Need, Snapshot, names};
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Serves on standard input and output until the input ends: `fn main() -> std::io::Result<()> { serve_stdio(MyAdapter::default()) }`.
///
/// Standard output belongs to the protocol: whatever the engine prints must go to standard error.
///
/// # Errors
/// If the input can't be read or the output not written.
pub fn serve_stdio(adapter: impl Adapter) -> io::Result<()> {
    serve(adapter, io::stdin().lock(), io::stdout().lock())
}

/// Serves on any pair of streams until the input ends. A panic of the adapter is caught and answered as an error.
///
/// # Errors
/// If the input can't be read or the output not written.
pub fn serve(adapter: impl Adapter, mut input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    let mut server = Server { adapter, names: Vec::new(), seats: None, shown: Snapshot::default() };
    let mut line = Vec::new();
    loop {
        line.clear();
        let n = (&mut input).take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if n == 0 {
            return Ok(());
        }
        if n > LONGEST_LINE {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("a request of more than {LONGEST_LINE} bytes")));
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let reply = server.answer(&text);
        output.write_all(reply.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

struct Server<A> {
    adapter: A,
    names: Vec<String>,
    seats: Option<u8>,
    shown: Snapshot,
}

impl<A: Adapter> Server<A> {
    fn answer(&mut self, line: &str) -> String {
        let names = std::mem::take(&mut self.names);
        let (reply, new) = names::scope(&names, self.seats, names::Style::Fields, || match Request::read(line) {
            Ok(request) => {
                let id = Some(request.id);
                let mut new = None;
                let outcome = catch_unwind(AssertUnwindSafe(|| self.perform(request.op, &mut new)))
                    .unwrap_or_else(|payload| Outcome::Error(format!("the adapter panicked: {}", message(&*payload))));
                (Reply { id, outcome }.write(), new)
            }
            Err(e) => (Reply { id: e.id, outcome: unreadable(&e) }.write(), None),
        });
        self.names = names;
        if let Some((names, seats)) = new {
            (self.names, self.seats) = (names, Some(seats));
        }
        reply
    }

    fn perform(&mut self, op: Op, new: &mut Option<(Vec<String>, u8)>) -> Outcome {
        let done = |r: Result<(), Fault>| r.map(|()| Shown::Done);
        let a = &mut self.adapter;
        let result = match op {
            Op::Hello { protocol } => {
                if protocol != PROTOCOL {
                    let why = format!(
                        "this adapter speaks protocol {PROTOCOL} and was asked for {protocol}; build it against the outofphase-adapter crate of that protocol"
                    );
                    return Outcome::Error(why);
                }
                let about = a.about();
                Ok(Shown::Hello(Hello { protocol: PROTOCOL, engine: about.engine, version: about.version }))
            }
            Op::Start(start) => {
                let setup = start.into_setup();
                *new = Some((setup.objects.iter().map(|o| o.name.clone()).collect(), setup.seats()));
                done(names::of(&setup, names::Style::Fields, || a.start(&setup)))
            }
            Op::Resolve { by, effect, .. } => done(a.resolve(by, &effect)),
            Op::Announce { by, effect, .. } => done(a.announce(by, &effect)),
            Op::ResolveTop => done(a.resolve_top()),
            Op::Advance { to, of } => a.advance(to, of).map(Shown::Stop),
            Op::Attack { attacks } => done(a.attack(&attacks)),
            Op::Block { blocks } => done(a.block(&blocks)),
            Op::Leave { who } => done(a.leave(who)),
            Op::Put { object } => done(a.put(object)),
            Op::Answer { answer } => done(a.answer(&answer)),
            Op::Observe => a.observe(&mut self.shown).map(|()| Shown::Snapshot(Box::new(self.shown.clone()))),
            Op::Log => {
                let mut log = Vec::new();
                a.log(&mut log).map(|()| Shown::Log(log))
            }
            Op::Save { slot } => done(a.save(slot)),
            Op::Load { slot } => done(a.load(slot)),
        };
        result.map_or_else(Outcome::from, Outcome::Ok)
    }
}

/// A word that this version of the vocabulary lacks is unsupported, as it is for every adapter; anything else is an error.
fn unreadable(e: &RequestError) -> Outcome {
    let need = |word: &str| {
        let word = word.to_owned().into();
        match e.op.as_deref() {
            Some("resolve" | "announce") => Some(Need::Effect(word)),
            Some("start") => Some(Need::Ability(word)),
            Some("answer") => Some(Need::Answer(word)),
            _ => None,
        }
    };
    // A verb that does not exist here is read as an unknown variant as well.
    let known_verb = e.op.as_deref() != e.unknown_word();
    match e.unknown_word() {
        Some(word) if !known_verb => Outcome::Unsupported(Need::Action(word.to_owned().into())),
        Some(word) => need(word).map_or_else(|| Outcome::Error(e.to_string()), Outcome::Unsupported),
        None => Outcome::Error(e.to_string()),
    }
}

fn message(payload: &(dyn std::any::Any + Send)) -> &str {
    payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
