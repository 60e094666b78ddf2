//! A running process with its three streams: lines out, lines in, standard error kept, and an end for certain.

use super::AdapterCommand;
use super::lines::{self, Event, Partial};
use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much of standard error is kept: the end of it.
const KEPT: usize = 64 * 1024;
/// How many unread lines may wait; an adapter that floods its output is stopped by the pipe then.
const WAITING: usize = 64;
/// How long a process may take to end by itself once its input is closed.
const FAREWELL: Duration = Duration::from_millis(500);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end of what a process wrote to standard error.
#[derive(Debug, Default)]
struct Tail {
    text: Vec<u8>,
    left_out: usize,
}

/// A hand on an adapter's process that another thread may be waiting for. It outlives the process: after a restart it holds the new one.
#[derive(Debug, Default, Clone)]
pub struct ProcessControl {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    child: Mutex<Option<Child>>,
    stderr: Mutex<Tail>,
    stderr_open: (Mutex<usize>, Condvar),
    silent: AtomicBool,
}

impl ProcessControl {
    /// Ends the process, and what it started, at once. Whoever waits for its answer comes free.
    pub fn kill(&self) {
        if let Some(child) = &mut *lock(&self.shared.child) {
            end(child);
        }
    }

    /// Whether the last fault of the process was that it did not answer in time.
    #[must_use]
    pub fn was_silent(&self) -> bool {
        self.shared.silent.load(Ordering::Relaxed)
    }

    pub(super) fn note_silence(&self, silent: bool) {
        self.shared.silent.store(silent, Ordering::Relaxed);
    }

    /// What the process wrote to standard error since the last call; the last 64 kB of it.
    #[must_use]
    pub fn take_stderr(&self) -> String {
        let Tail { text, left_out } = std::mem::take(&mut *lock(&self.shared.stderr));
        let text = String::from_utf8_lossy(&text);
        if left_out > 0 { format!("({left_out} bytes left out)\n{text}") } else { text.into_owned() }
    }

    /// The last lines of standard error, left where they are. Waits a little for a process that has just died.
    pub(super) fn last_of_stderr(&self, lines: usize) -> String {
        let (open, changed) = &self.shared.stderr_open;
        let _ = changed.wait_timeout_while(lock(open), Duration::from_millis(200), |open| *open > 0);
        let tail = lock(&self.shared.stderr);
        let text = String::from_utf8_lossy(&tail.text);
        let all: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
        all[all.len().saturating_sub(lines)..].join("\n")
    }

    /// How the process ended, if it has; waits up to `patience` for it.
    pub(super) fn ended(&self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            let status = lock(&self.shared.child).as_mut().and_then(|c| c.try_wait().ok().flatten());
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Kills a process with its group, and takes its exit status so that no zombie is left.
fn end(child: &mut Child) {
    if child.try_wait().ok().flatten().is_none() {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// A running process.
#[derive(Debug)]
pub(super) struct Pipe {
    control: ProcessControl,
    requests: Option<Sender<String>>,
    events: Receiver<Event>,
    partial: Partial,
}

impl Pipe {
    /// Starts a process.
    pub(super) fn open(command: &AdapterCommand, longest: usize, control: &ProcessControl) -> std::io::Result<Pipe> {
        let mut child = command.to_command().spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        *lock(&control.shared.child) = Some(child);
        let (tx, events) = sync_channel(WAITING);
        let (requests, to_write) = channel::<String>();
        let partial = Partial::default();
        if let Some(stdout) = stdout {
            let (tx, partial) = (tx.clone(), Arc::clone(&partial));
            thread("adapter's stdout", move || lines::forward(stdout, longest, &partial, &tx))?;
        }
        if let Some(mut stdin) = stdin {
            // A thread of its own: a process that does not read would block whoever writes, beyond every timeout.
            thread("adapter's stdin", move || {
                for line in to_write {
                    if let Err(e) = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()) {
                        let _ = tx.send(Event::NotWritten(e.to_string()));
                        return;
                    }
                }
            })?;
        }
        if let Some(stderr) = stderr {
            let shared = Arc::clone(&control.shared);
            *lock(&shared.stderr_open.0) += 1;
            thread("adapter's stderr", move || {
                keep_tail(stderr, &shared.stderr);
                *lock(&shared.stderr_open.0) -= 1;
                shared.stderr_open.1.notify_all();
            })?;
        }
        Ok(Pipe { control: control.clone(), requests: Some(requests), events, partial })
    }

    /// Hands a line over to be written.
    pub(super) fn send(&self, line: String) {
        // The writer is gone only after it has sent an event that says why.
        let _ = self.requests.as_ref().map(|r| r.send(line));
    }

    /// The next event, if it comes in time.
    pub(super) fn next(&self, patience: Duration) -> Option<Event> {
        match self.events.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End(Vec::new())),
        }
    }

    /// An event that has come already.
    pub(super) fn waiting(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    /// The beginning of a line whose end has not come.
    pub(super) fn half_a_line(&self) -> Vec<u8> {
        lock(&self.partial).clone()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // With its input closed a well-behaved process ends; any other is ended.
        self.requests = None;
        if self.control.ended(FAREWELL).is_none() {
            self.control.kill();
        }
    }
}

fn thread(name: &str, body: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.into()).spawn(body).map(drop)
}

fn keep_tail(mut stream: impl Read, tail: &Mutex<Tail>) {
    let mut chunk = vec![0; 16 * 1024];
    while let Ok(n @ 1..) = stream.read(&mut chunk) {
        let mut tail = lock(tail);
        tail.text.extend_from_slice(&chunk[..n]);
        if tail.text.len() > 2 * KEPT {
            let cut = tail.text.len() - KEPT;
            tail.text.drain(..cut);
            tail.left_out += cut;
        }
    }
}
