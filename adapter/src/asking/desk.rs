//! Where the suite's actions lie, and all players of the engine sit.

use super::job::{Job, Order, Outcome};
use super::{Choice, Seen};
use crate::{Answer, Attack, Block, Seat, Step, Stop};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender};

/// What came of an order, and what is to be seen then.
pub(super) type Report = (Outcome, Seen);

/// The thread is no longer wanted.
struct Unwanted;

/// The desk of all players of one game, on the game's thread. See the [module's docs](super) for which question goes where.
#[derive(Debug)]
pub struct Desk<A> {
    /// What is to be seen of the game now. The engine's side keeps it up to date, before anything else here is called.
    pub seen: Seen,
    orders: Receiver<Order<A>>,
    reports: Sender<Report>,
    job: Option<Job<A>>,
    answers: Vec<Answer>,
}

impl<A> Desk<A> {
    pub(super) fn new(orders: Receiver<Order<A>>, reports: Sender<Report>) -> Desk<A> {
        Desk { seen: Seen::default(), orders, reports, job: None, answers: Vec::new() }
    }

    /// A player has priority.
    pub fn priority(&mut self, player: Seat) -> Choice {
        loop {
            let outcome = match self.job.as_mut().map(|job| job.priority(player, &self.seen)) {
                Some(ControlFlow::Continue(choice)) => return choice,
                Some(ControlFlow::Break(outcome)) => outcome,
                // The game has just been started.
                None => Ok(None),
            };
            self.report(outcome, true);
        }
    }

    /// The ability that a player was told to put on the stack, until it is settled, and whether it is announced.
    #[must_use]
    pub fn ability(&self) -> Option<(&A, bool)> {
        match self.job.as_ref()? {
            Job { order: Order::Ability { what, wait, .. }, handed: true, .. } => Some((what, *wait)),
            _ => None,
        }
    }

    /// The engine does not allow the ability in hand, or not with its targets. If by now something had to be put on the stack all the same,
    /// it should do nothing; the answer waits until it is gone.
    pub fn refuse(&mut self, why: impl Into<String>) {
        if let Some(job) = &mut self.job {
            job.illegal = Some(why.into());
        }
    }

    /// The attacks to declare.
    pub fn attacks(&mut self) -> Vec<Attack> {
        match &mut self.job {
            Some(Job { order: Order::Attack(all), handed, .. }) => {
                *handed = true;
                all.clone()
            }
            _ => Vec::new(),
        }
    }

    /// The blocks to declare.
    pub fn blocks(&mut self) -> Vec<Block> {
        match &mut self.job {
            Some(Job { order: Order::Block(all), handed, .. }) => {
                *handed = true;
                all.clone()
            }
            _ => Vec::new(),
        }
    }

    /// The next answer of the suite's that is one to this question, if it gave any.
    pub fn answer<T>(&mut self, fits: impl Fn(&Answer) -> Option<T>) -> Option<T> {
        let (at, answer) = self.answers.iter().enumerate().find_map(|(i, a)| Some((i, fits(a)?)))?;
        self.answers.remove(at);
        Some(answer)
    }

    /// A step begins.
    pub fn step_began(&mut self, step: Step) {
        let active = self.seen.snapshot.active;
        while let Some(stop) = self.job.as_mut().and_then(|job| job.step_began(step, active)) {
            self.stop_between(stop);
        }
    }

    /// A turn begins; its first step is still to come.
    pub fn turn_began(&mut self) {
        match self.job.as_mut().and_then(Job::turn_began) {
            Some(Ok(stop)) => self.stop_between(stop),
            Some(Err(fault)) => self.report(Err(fault), false),
            None => {}
        }
    }

    /// The game has ended. Whatever is still asked of it is refused.
    pub fn over(&mut self) {
        self.seen.over = true;
        self.report(Ok(None), false);
    }

    /// Stops after a step in which nobody had priority. What an engine works out only where a player may look is not shown.
    fn stop_between(&mut self, stop: Stop) {
        let shown = &mut self.seen.snapshot;
        (shown.step, shown.active) = (Some(stop.step), Some(stop.of));
        for object in &mut shown.objects {
            (object.size, object.types) = (None, None);
        }
        self.report(Ok(Some(stop)), false);
    }

    /// Reports what came of the order in hand, if there is one, and waits for the next that can be carried out from here.
    fn report(&mut self, mut outcome: Outcome, priority: bool) {
        self.job = None;
        loop {
            let sent = self.reports.send((outcome, self.seen.clone()));
            let (Ok(()), Ok(order)) = (sent, self.orders.recv()) else { resume_unwind(Box::new(Unwanted)) };
            outcome = match (order.refusal(&self.seen, priority), order) {
                (Some(fault), _) => Err(fault),
                (None, Order::Answer(answer)) => {
                    self.answers.push(answer);
                    Ok(None)
                }
                (None, order) => {
                    self.job = Some(Job::new(order, &self.seen));
                    return;
                }
            };
        }
    }
}
