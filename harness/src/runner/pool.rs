//! Plays many cases at once: workers with an engine each, a watchdog, results in the order of the cases.
//!
//! A worker whose engine does not answer is left behind and replaced. Its thread can't be ended from outside (an engine in another
//! process is killed, which frees it), so all that the two sides share is under one lock per worker: a result that comes too late is
//! dropped there.

use super::catch::quietly;
use super::{CaseResult, RunOptions, play_case, result_of_error, result_of_timeout};
use crate::engine::{Control, EngineSource};
use crate::verdict::Verdict;
use outofphase_cases::Case;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the coordinator looks at the clock and at the stop flag.
const TICK: Duration = Duration::from_millis(50);
/// How long engines may take to shut down after the last case.
const FAREWELL: Duration = Duration::from_secs(2);
/// As much stack as a main thread has.
const STACK: usize = 8 << 20;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Shared {
    source: Arc<dyn EngineSource>,
    cases: Arc<[Case]>,
    /// Indices of cases in the order of play: controls first, so that what rests on them can be reported early.
    order: Vec<usize>,
    next: AtomicUsize,
    stop: Arc<AtomicBool>,
}

/// What a worker and the coordinator share.
#[derive(Default)]
struct Slot {
    job: Option<Job>,
    control: Option<Arc<dyn Control>>,
    abandoned: bool,
}

struct Job {
    case: usize,
    /// The step of the case that the engine was last asked to perform.
    step: usize,
    asked: Instant,
}

enum Message {
    Result(usize, Box<CaseResult>),
    Gone,
}

struct Worker {
    slot: Arc<Mutex<Slot>>,
}

fn spawn(shared: &Arc<Shared>, tx: &Sender<Message>) -> std::io::Result<Worker> {
    let slot = Arc::new(Mutex::new(Slot::default()));
    let worker = Worker { slot: Arc::clone(&slot) };
    let (shared, tx) = (Arc::clone(shared), tx.clone());
    std::thread::Builder::new().name("engine".into()).stack_size(STACK).spawn(move || {
        if work(&shared, &slot, &tx) {
            let _ = tx.send(Message::Gone);
        }
    })?;
    Ok(worker)
}

/// Answers whether the worker was still wanted at its end.
fn work(shared: &Shared, slot: &Mutex<Slot>, tx: &Sender<Message>) -> bool {
    let mut opened = None;
    let mut wanted = true;
    loop {
        if shared.stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(case) = shared.order.get(shared.next.fetch_add(1, Ordering::Relaxed)).copied() else { break };
        lock(slot).job = Some(Job { case, step: 0, asked: Instant::now() });
        let the_case = &shared.cases[case];
        let result = run(shared, slot, &mut opened, the_case);
        let mut guard = lock(slot);
        if guard.abandoned {
            wanted = false;
            break;
        }
        guard.job = None;
        drop(guard);
        if tx.send(Message::Result(case, Box::new(result))).is_err() {
            break;
        }
    }
    // Shutting an engine down is the engine's code, too.
    let _ = quietly(move || drop(opened));
    wanted
}

fn run(shared: &Shared, slot: &Mutex<Slot>, opened: &mut Option<crate::engine::Opened>, case: &Case) -> CaseResult {
    if opened.is_none() {
        match quietly(|| shared.source.open()) {
            Ok(Ok(engine)) => {
                lock(slot).control = Some(Arc::clone(&engine.control));
                *opened = Some(engine);
            }
            Ok(Err(message)) => return result_of_error(case, format!("the engine did not start: {message}")),
            Err(panic) => return result_of_error(case, format!("the engine did not start: {panic}")),
        }
    }
    let Some(engine) = opened.as_mut() else { return result_of_error(case, "the engine did not start".into()) };
    let _ = engine.control.take_stderr();
    let beat = |step: usize| {
        if let Some(job) = &mut lock(slot).job {
            (job.step, job.asked) = (step, Instant::now());
        }
    };
    let mut result = play_case(&mut *engine.adapter, case, &beat);
    if result.verdict != Verdict::Pass {
        result.stderr = engine.control.take_stderr();
    }
    if result.verdict == Verdict::Error {
        if engine.control.was_silent() {
            result.verdict = Verdict::Timeout;
        }
        // After a panic or a broken pipe nothing is known about the engine: the next case gets a fresh one.
        let broken = opened.take();
        let _ = quietly(move || drop(broken));
    }
    result
}

/// Results that wait until they can be handed out in order, with what is known about the groups' controls.
struct Outbox {
    results: Vec<Option<Box<CaseResult>>>,
    next: usize,
    groups: HashMap<String, Controls>,
}

#[derive(Default)]
struct Controls {
    waiting: usize,
    failed: bool,
}

impl Outbox {
    fn new(cases: &[Case]) -> Outbox {
        let mut groups: HashMap<String, Controls> = HashMap::new();
        for case in cases {
            groups.entry(case.group.clone()).or_default().waiting += usize::from(case.control);
        }
        Outbox { results: cases.iter().map(|_| None).collect(), next: 0, groups }
    }

    fn put(&mut self, index: usize, result: Box<CaseResult>) {
        if result.control
            && let Some(group) = self.groups.get_mut(&result.group)
        {
            group.waiting -= 1;
            group.failed |= result.verdict != Verdict::Pass;
        }
        self.results[index] = Some(result);
    }

    /// Hands out what is next in order, once the controls of its group are known; all there is if `no_more_come`.
    fn take(&mut self, no_more_come: bool, mut out: impl FnMut(CaseResult)) {
        while self.next < self.results.len() {
            match self.results[self.next].take() {
                Some(mut result) => {
                    let group = self.groups.get(&result.group);
                    if !no_more_come && group.is_some_and(|g| g.waiting > 0) {
                        self.results[self.next] = Some(result);
                        return;
                    }
                    result.resting_on_failed_control = !result.control && group.is_some_and(|g| g.failed);
                    out(*result);
                }
                None if no_more_come => {}
                None => return,
            }
            self.next += 1;
        }
    }
}

/// Plays all cases, each on an engine of the source's. Results come to `out` in the order of the cases, as early as that allows. Once
/// `stop` is set no further case is begun, and what there is is handed out.
pub fn run_all(
    source: &Arc<dyn EngineSource>,
    cases: &Arc<[Case]>,
    options: &RunOptions,
    stop: &Arc<AtomicBool>,
    mut out: impl FnMut(CaseResult),
) {
    let (controls, others): (Vec<usize>, Vec<usize>) = (0..cases.len()).partition(|i| cases[*i].control);
    let order: Vec<usize> = controls.into_iter().chain(others).collect();
    let shared =
        Arc::new(Shared { source: Arc::clone(source), cases: Arc::clone(cases), order, next: AtomicUsize::new(0), stop: Arc::clone(stop) });
    let (tx, rx) = channel();
    let mut outbox = Outbox::new(cases);
    let mut crew = Crew { shared, tx, workers: Vec::new(), alive: 0, timeout: source.keeps_time().unwrap_or(options.timeout) };
    for _ in 0..options.jobs.clamp(1, cases.len().max(1)) {
        crew.hire();
    }
    if crew.alive == 0 {
        for (i, case) in cases.iter().enumerate() {
            outbox.put(i, Box::new(result_of_error(case, "the system gives no thread to run an engine on".into())));
        }
    }
    let mut looked = Instant::now();
    while crew.alive > 0 {
        match crew.next(&rx) {
            Some(Message::Result(index, result)) => outbox.put(index, result),
            Some(Message::Gone) => crew.alive -= 1,
            None => {}
        }
        if looked.elapsed() >= TICK {
            looked = Instant::now();
            crew.dismiss_the_silent(&mut outbox);
        }
        outbox.take(false, &mut out);
        if outbox.next == cases.len() {
            break;
        }
    }
    outbox.take(true, &mut out);
    crew.farewell(&rx);
}

struct Crew {
    shared: Arc<Shared>,
    tx: Sender<Message>,
    workers: Vec<Worker>,
    alive: usize,
    timeout: Duration,
}

impl Crew {
    fn hire(&mut self) {
        if let Ok(worker) = spawn(&self.shared, &self.tx) {
            self.workers.push(worker);
            self.alive += 1;
        }
    }

    fn next(&self, rx: &Receiver<Message>) -> Option<Message> {
        rx.recv_timeout(TICK).ok()
    }

    /// Gives up on workers whose engine has not answered in time, and hires others in their place.
    fn dismiss_the_silent(&mut self, outbox: &mut Outbox) {
        let mut dismissed = 0;
        let (timeout, shared) = (self.timeout, Arc::clone(&self.shared));
        self.workers.retain(|worker| {
            let mut slot = lock(&worker.slot);
            let Some(job) = slot.job.take_if(|job| job.asked.elapsed() > timeout) else { return true };
            slot.abandoned = true;
            let control = slot.control.take();
            drop(slot);
            let case = &shared.cases[job.case];
            let mut result = result_of_timeout(case, job.step, timeout);
            if let Some(control) = control {
                result.stderr = control.take_stderr();
                control.kill();
            }
            outbox.put(job.case, Box::new(result));
            dismissed += 1;
            false
        });
        for _ in 0..dismissed {
            self.alive -= 1;
            self.hire();
        }
    }

    /// Waits a little for engines to shut down: an engine's process that is still there when this one ends may be left over.
    fn farewell(&mut self, rx: &Receiver<Message>) {
        let until = Instant::now() + FAREWELL;
        while self.alive > 0 && Instant::now() < until {
            if let Some(Message::Gone) = self.next(rx) {
                self.alive -= 1;
            }
        }
    }
}
