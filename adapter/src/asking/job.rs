//! The suite's action in hand: what players do for it, and when it is carried out.

use super::{Choice, Seen};
use crate::{Answer, Attack, Block, Fault, Moment, Need, Seat, Step, Stop};
use std::ops::ControlFlow;

/// What came of an action; where an advance stopped.
pub(super) type Outcome = Result<Option<Stop>, Fault>;

/// What the suite asks for.
#[derive(Debug)]
pub(super) enum Order<A> {
    Ability { by: Seat, what: A, wait: bool },
    ResolveTop,
    Advance { to: Step, of: Seat },
    Attack(Vec<Attack>),
    Block(Vec<Block>),
    Leave(Seat),
    Answer(Answer),
}

impl<A> Order<A> {
    /// Why it can't be carried out from here, where a player has priority or nobody has; the game stays as it is.
    pub(super) fn refusal(&self, seen: &Seen, priority: bool) -> Option<Fault> {
        let illegal = |why: &str| Some(Fault::Illegal(why.into()));
        match self {
            _ if seen.over => Some(lacks("going on after the end of the game")),
            Order::Ability { .. } | Order::ResolveTop | Order::Leave(_) if !priority => Some(lacks("an action in a step without priority")),
            Order::ResolveTop if seen.stack.is_empty() => illegal("the stack is empty"),
            Order::Attack(all) if !all.iter().all(|a| seen.may_attack.contains(a)) => illegal("the engine does not offer this attack"),
            Order::Block(all) if !all.iter().all(|b| seen.may_block.contains(b)) => illegal("the engine does not offer this block"),
            _ => None,
        }
    }
}

/// An order in hand.
#[derive(Debug)]
pub(super) struct Job<A> {
    pub(super) order: Order<A>,
    /// Given to the engine.
    pub(super) handed: bool,
    /// Why the engine would not have it.
    pub(super) illegal: Option<String>,
    /// Settled when no more than so many objects are on the stack.
    height: usize,
    /// The step asked for has begun.
    begun: bool,
    turns: u32,
}

/// More turns than this go by for nothing but a step that does not come.
const TURNS: u32 = 8;

impl<A> Job<A> {
    pub(super) fn new(order: Order<A>, seen: &Seen) -> Job<A> {
        let height = match &order {
            Order::ResolveTop => seen.stack.len().saturating_sub(1),
            // What others have on the stack goes on waiting.
            Order::Leave(who) => seen.stack.iter().filter(|controller| *controller != who).count(),
            _ => seen.stack.len(),
        };
        Job { order, handed: false, illegal: None, height, begun: false, turns: 0 }
    }

    /// What the player who has priority does for it, or what came of it.
    pub(super) fn priority(&mut self, seat: Seat, seen: &Seen) -> ControlFlow<Outcome, Choice> {
        let (empty, settled) = (seen.stack.is_empty(), seen.stack.len() <= self.height);
        let outcome = match &self.order {
            Order::Ability { by, .. } | Order::Leave(by) if !self.handed => {
                self.handed = *by == seat;
                return ControlFlow::Continue(match self.order {
                    _ if !self.handed => Choice::Pass,
                    Order::Leave(_) => Choice::Concede,
                    _ => Choice::Act,
                });
            }
            Order::Ability { wait, .. } => match &self.illegal {
                Some(why) => settled.then(|| Err(Fault::Illegal(why.clone()))),
                None => (*wait || settled).then_some(Ok(None)),
            },
            Order::ResolveTop | Order::Leave(_) | Order::Answer(_) => settled.then_some(Ok(None)),
            Order::Advance { to, of } => (self.begun && empty).then(|| Ok(Some(seen.stop(*to, *of)))),
            // Offered, and then not taken: the step has begun, and there is no way back.
            Order::Block(all) if self.handed && empty && !all.iter().all(|b| seen.blocked.contains(b)) => {
                Some(Err(lacks("a declaration that is offered and not taken")))
            }
            Order::Attack(_) | Order::Block(_) if self.handed => empty.then_some(Ok(None)),
            Order::Attack(_) | Order::Block(_) => {
                let late = self.turns > 0 || seen.snapshot.step >= Some(Step::EndOfCombat);
                late.then(|| Err(lacks("a declaration that was not asked for")))
            }
        };
        outcome.map_or(ControlFlow::Continue(Choice::Pass), ControlFlow::Break)
    }

    /// A step begins. Answers the untap step if that was asked for and has ended: nobody had priority there.
    pub(super) fn step_began(&mut self, step: Step, active: Option<Seat>) -> Option<Stop> {
        let Order::Advance { to, of } = self.order else { return None };
        if self.begun && to == Step::Untap && step != to {
            return Some(exactly(to, of));
        }
        self.begun |= (Some(of), to) == (active, step);
        None
    }

    /// A turn begins. Answers the cleanup step in the same way, or that there have been too many turns.
    pub(super) fn turn_began(&mut self) -> Option<Result<Stop, Fault>> {
        self.turns += 1;
        match self.order {
            Order::Advance { to: Step::Cleanup, of } if self.begun => Some(Ok(exactly(Step::Cleanup, of))),
            _ if self.turns > TURNS => Some(Err(Fault::Broken("that step does not come".into()))),
            _ => None,
        }
    }
}

impl Seen {
    /// Where the game stands, for somebody who asked for that step.
    pub(super) fn stop(&self, to: Step, of: Seat) -> Stop {
        let (step, active) = (self.snapshot.step.unwrap_or(to), self.snapshot.active.unwrap_or(of));
        Stop { exact: (step, active) == (to, of), ..exactly(step, active) }
    }
}

const fn exactly(step: Step, of: Seat) -> Stop {
    Stop { step, of, exact: true, moment: Moment::After }
}

fn lacks(what: &'static str) -> Fault {
    Fault::Unsupported(Need::Setup(what.into()))
}
