//! An adapter in another process, as an [`Adapter`] of this one.

use super::check;
use super::lines::Event;
use super::pipe::{Pipe, ProcessControl};
use super::{AdapterCommand, complaint};
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::wire::{Hello, LONGEST_LINE, Op, Outcome, PROTOCOL, Reply, ReplyError, Request, Shown, Start};
use outofphase_adapter::{About, Adapter, Answer, Attack, Block, Effect, Fault, LogEntry, Obj, Seat, Setup, Snapshot, Step, Stop};
use std::time::{Duration, Instant};

/// How patient and how strict the suite is with an adapter's process.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ProcessOptions {
    /// How long it may take for one request.
    pub timeout: Duration,
    /// How long it may take to start: some engines load all cards there are first.
    pub starting: Duration,
    /// Checks more of each reply than is needed to go on: for authors of adapters.
    pub check: bool,
}

impl Default for ProcessOptions {
    fn default() -> ProcessOptions {
        ProcessOptions { timeout: Duration::from_secs(10), starting: Duration::from_secs(60), check: false }
    }
}

/// An adapter's process. After a fault of the process the next [`start`](Adapter::start) begins with a fresh one.
#[derive(Debug)]
pub struct ProcessAdapter {
    command: AdapterCommand,
    options: ProcessOptions,
    control: ProcessControl,
    pipe: Option<Pipe>,
    about: About,
    names: Vec<Box<str>>,
    seats: u8,
    id: u64,
}

impl ProcessAdapter {
    /// Starts the process and shakes hands with it.
    ///
    /// # Errors
    /// What went wrong, and what to do.
    pub fn open(command: &AdapterCommand, options: ProcessOptions) -> Result<ProcessAdapter, String> {
        let about = About { engine: String::new(), version: String::new() };
        let control = ProcessControl::default();
        let command = command.clone();
        let mut adapter = ProcessAdapter { command, options, control, pipe: None, about, names: Vec::new(), seats: 0, id: 0 };
        adapter.begin()?;
        Ok(adapter)
    }

    /// A hand on the process, for another thread.
    #[must_use]
    pub fn control(&self) -> ProcessControl {
        self.control.clone()
    }

    fn begin(&mut self) -> Result<(), String> {
        let pipe = Pipe::open(&self.command, LONGEST_LINE, &self.control).map_err(|e| complaint::no_start(&self.command, &e))?;
        self.pipe = Some(pipe);
        let op = Op::Hello { protocol: PROTOCOL };
        let asked = self.exchange(&op, self.options.starting).and_then(|line| {
            // A later protocol may say more in its hello than this one can read.
            if let Some(theirs) = complaint::protocol_of(&line)
                && theirs != u64::from(PROTOCOL)
            {
                return Err(self.give_up(complaint::other_protocol(theirs)));
            }
            self.read(&line, &op)
        });
        match asked {
            Ok(Shown::Hello(Hello { engine, version, .. })) => {
                self.about = About { engine, version };
                Ok(())
            }
            Ok(_) => Err(self.give_up("the reply to `hello` says nothing".into()).to_string()),
            Err(Fault::Broken(why)) => Err(self.give_up_after(why)),
            Err(fault) => Err(self.give_up_after(complaint::no_hello(&fault))),
        }
    }

    fn give_up_after(&mut self, why: String) -> String {
        self.control.kill();
        self.pipe = None;
        why
    }

    /// Ends the process: nothing is known about what it says next.
    fn give_up(&mut self, why: String) -> Fault {
        Fault::Broken(self.give_up_after(why))
    }

    /// Asks within the scope of the setup's names.
    fn ask(&mut self, op: impl FnOnce() -> Op) -> Result<Shown, Fault> {
        let known = std::mem::take(&mut self.names);
        let result = names::scope(&known, Some(self.seats), Style::Fields, || {
            let op = op();
            let line = self.exchange(&op, self.options.timeout)?;
            self.read(&line, &op)
        });
        self.names = known;
        result
    }

    fn done(&mut self, op: impl FnOnce() -> Op) -> Result<(), Fault> {
        self.ask(op).map(drop)
    }

    /// Writes a request and waits for the line that answers it.
    fn exchange(&mut self, op: &Op, patience: Duration) -> Result<String, Fault> {
        let Some(pipe) = &self.pipe else { return Err(Fault::Broken(complaint::GONE.into())) };
        if let Some(Event::Line(line)) = pipe.waiting() {
            return Err(self.give_up(complaint::out_of_turn(&line)));
        }
        self.id += 1;
        let mut line = Request { id: self.id, op: op.clone() }.write();
        line.push('\n');
        pipe.send(line);
        let until = Instant::now() + patience;
        let event = pipe.next(until.saturating_duration_since(Instant::now()));
        let verb = op.word();
        self.control.note_silence(event.is_none());
        let why = match event {
            Some(Event::Line(line)) => match String::from_utf8(line) {
                Ok(line) => return Ok(line),
                Err(e) => complaint::not_utf8(&e, verb),
            },
            Some(Event::TooLong(start)) => complaint::too_long(&start, LONGEST_LINE),
            Some(Event::End(rest)) => match self.control.ended(Duration::from_millis(200)) {
                Some(status) => complaint::died(status, verb, &rest, &self.control.last_of_stderr(4)),
                None => complaint::closed_stdout(verb, &rest),
            },
            Some(Event::NotWritten(e)) => match self.control.ended(Duration::from_millis(200)) {
                Some(status) => complaint::died(status, verb, &[], &self.control.last_of_stderr(4)),
                None => complaint::closed_stdin(verb, &e),
            },
            None => complaint::silent(verb, patience, &pipe.half_a_line()),
        };
        Err(self.give_up(why))
    }

    /// A second answer to an earlier request, or one to none.
    fn not_the_reply(&self, verb: &str, line: &str, id: Option<u64>) -> String {
        match id {
            Some(id) if id < self.id => complaint::out_of_turn(line.as_bytes()),
            id => complaint::wrong_id(verb, self.id, id),
        }
    }

    fn read(&mut self, line: &str, op: &Op) -> Result<Shown, Fault> {
        let verb = op.word();
        let reply = match Reply::read(line, op) {
            Ok(reply) => reply,
            Err(ReplyError::NotJson(_)) => return Err(self.give_up(complaint::not_a_reply(line))),
            // A reply to something else does not fit what was asked, and that is no wonder.
            Err(ReplyError::Field { id, .. }) if id != Some(self.id) && line.starts_with('{') => {
                return Err(self.give_up(self.not_the_reply(verb, line, id)));
            }
            Err(e) => return Err(self.give_up(complaint::out_of_protocol(verb, &e))),
        };
        match (reply.id, &reply.outcome) {
            (Some(id), _) if id == self.id => {}
            (None, Outcome::Error(why)) => return Err(Fault::Broken(format!("the adapter could not read the request `{verb}`: {why}"))),
            (id, _) => return Err(self.give_up(self.not_the_reply(verb, line, id))),
        }
        if self.options.check
            && let Err(e) = check::reply(line, op, &reply.outcome)
        {
            return Err(self.give_up(complaint::out_of_protocol(verb, &e)));
        }
        reply.outcome.into_result()
    }
}

impl Adapter for ProcessAdapter {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.names = setup.objects.iter().map(|o| o.name.as_str().into()).collect();
        self.seats = setup.seats();
        if self.pipe.is_none() {
            self.begin().map_err(Fault::Broken)?;
        }
        self.done(|| Op::Start(Start::of(setup)))
    }

    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.done(|| Op::resolve(by, effect))
    }

    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        match self.ask(|| Op::Advance { to, of })? {
            Shown::Stop(stop) => Ok(stop),
            _ => Err(Fault::Broken("the reply to `advance` says no stop".into())),
        }
    }

    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        self.done(|| Op::Attack { attacks: attacks.to_vec() })
    }

    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.done(|| Op::Leave { who })
    }

    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        match self.ask(|| Op::Observe)? {
            Shown::Snapshot(snapshot) => {
                *into = *snapshot;
                Ok(())
            }
            _ => Err(Fault::Broken("the reply to `observe` shows nothing".into())),
        }
    }

    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        self.done(|| Op::Block { blocks: blocks.to_vec() })
    }

    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.done(|| Op::announce(by, effect))
    }

    fn resolve_top(&mut self) -> Result<(), Fault> {
        self.done(|| Op::ResolveTop)
    }

    fn put(&mut self, obj: Obj) -> Result<(), Fault> {
        self.done(|| Op::Put { object: obj })
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        self.done(|| Op::Answer { answer: answer.clone() })
    }

    fn log(&mut self, into: &mut Vec<LogEntry>) -> Result<(), Fault> {
        match self.ask(|| Op::Log)? {
            Shown::Log(entries) => {
                into.extend(entries);
                Ok(())
            }
            _ => Err(Fault::Broken("the reply to `log` has no list".into())),
        }
    }

    fn save(&mut self, slot: u32) -> Result<(), Fault> {
        self.done(|| Op::Save { slot })
    }

    fn load(&mut self, slot: u32) -> Result<(), Fault> {
        self.done(|| Op::Load { slot })
    }
}
