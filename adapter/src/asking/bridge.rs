//! The suite's end: an adapter that puts orders on the desk and waits for what came of them.

use super::desk::{Desk, Report};
use super::job::{Order, Outcome};
use super::{Asking, Seen};
use crate::{About, Adapter, Answer, Attack, Block, Effect, Fault, Need, Seat, Setup, Snapshot, Step, Stop};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// Enough for an engine that works through its stack, or copies its state, recursively.
const STACK: usize = 32 << 20;

/// The adapter of an engine that asks: one game at a time, on a thread of its own.
#[derive(Debug)]
pub struct Bridge<E: Asking> {
    engine: E,
    setup: Setup,
    seen: Seen,
    game: Option<Running<E::Ability>>,
}

#[derive(Debug)]
struct Running<A> {
    orders: Sender<Order<A>>,
    reports: Receiver<Report>,
    thread: JoinHandle<()>,
}

impl<E: Asking> Bridge<E> {
    /// The adapter of this engine.
    #[must_use]
    pub fn new(engine: E) -> Bridge<E> {
        Bridge { engine, setup: Setup::default(), seen: Seen::default(), game: None }
    }

    fn running(&self) -> Result<&Running<E::Ability>, Fault> {
        self.game.as_ref().ok_or_else(|| Fault::Broken("no game is running".into()))
    }

    fn order(&mut self, order: Order<E::Ability>) -> Outcome {
        // If nobody is there to take it, nobody reports either, and that is seen next.
        let _ = self.running()?.orders.send(order);
        self.wait()
    }

    fn wait(&mut self) -> Outcome {
        if let Ok((outcome, seen)) = self.running()?.reports.recv() {
            self.seen = seen;
            return outcome;
        }
        Err(Fault::Broken(match self.end() {
            Err(payload) => {
                let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
                format!("the engine panicked: {}", text.unwrap_or("no message"))
            }
            Ok(()) => "the engine's game ended by itself".into(),
        }))
    }

    /// Ends the game. A thread that waits for orders sees that none will come.
    fn end(&mut self) -> std::thread::Result<()> {
        let Some(Running { orders, reports, thread }) = self.game.take() else { return Ok(()) };
        drop((orders, reports));
        thread.join()
    }

    fn act(&mut self, by: Seat, effect: &Effect, wait: bool) -> Result<(), Fault> {
        self.running()?;
        let what = self.engine.ability(by, effect, wait, &self.setup, &self.seen.snapshot)?;
        self.order(Order::Ability { by, what, wait }).map(drop)
    }
}

impl<E: Asking + Default> Default for Bridge<E> {
    fn default() -> Bridge<E> {
        Bridge::new(E::default())
    }
}

impl<E: Asking> Drop for Bridge<E> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

impl<E: Asking> Adapter for Bridge<E> {
    fn about(&self) -> About {
        self.engine.about()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        let _ = self.end();
        let board = self.engine.lay_out(setup)?;
        self.setup.clone_from(setup);
        let ((orders, inbox), (outbox, reports)) = (channel(), channel());
        let thread = Builder::new().stack_size(STACK).spawn(move || E::play(board, Desk::new(inbox, outbox)));
        let thread = thread.map_err(|e| Fault::Broken(format!("no thread: {e}")))?;
        self.game = Some(Running { orders, reports, thread });
        self.wait().map(drop)
    }

    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.act(by, effect, false)
    }

    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.act(by, effect, true)
    }

    fn resolve_top(&mut self) -> Result<(), Fault> {
        self.order(Order::ResolveTop).map(drop)
    }

    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        let stop = self.order(Order::Advance { to, of })?;
        // The game ended on the way.
        Ok(stop.unwrap_or(Stop { exact: false, ..self.seen.stop(to, of) }))
    }

    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        self.order(Order::Attack(attacks.to_vec())).map(drop)
    }

    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        self.order(Order::Block(blocks.to_vec())).map(drop)
    }

    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.order(Order::Leave(who)).map(drop)
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        if !self.engine.asks_for(answer) {
            return Err(Fault::Unsupported(Need::Answer(answer.word().into())));
        }
        self.order(Order::Answer(answer.clone())).map(drop)
    }

    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        into.clone_from(&self.seen.snapshot);
        Ok(())
    }
}
