//! manabrew-engine, a Rust port of Forge, under the outofphase conformance suite.
//!
//! The engine is under the AGPL, and so is what comes of linking this crate.

mod agent;
mod board;
mod words;

use agent::{Desk, Order, Over, Player, Report, Stage};
use board::{Seen, card_of};
use manabrew_engine::agent::PlayerAgent;
use manabrew_engine::combat::DefenderId;
use manabrew_engine::game_loop::GameLoop;
use manabrew_engine::game_rng::GameRng;
use manabrew_engine::ids::{CardId, PlayerId};
use outofphase_adapter::{
    About, Adapter, Answer, Attached, Attack, Block, Effect, Fault, Moment, Need, Obj, Seat, Setup, Snapshot, Step, Stop,
};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// The adapter: one game at a time, on a thread of its own.
#[derive(Default)]
pub struct Manabrew {
    setup: Setup,
    game: Option<Running>,
    seen: Seen,
}

struct Running {
    orders: Sender<Order>,
    reports: Receiver<Report>,
    thread: JoinHandle<()>,
}

/// Games of the suite have no chance in them.
struct NoChance;

impl GameRng for NoChance {
    fn shuffle_cards(&mut self, _: &mut [CardId]) {}
    fn next_int(&mut self, _: i32) -> i32 {
        0
    }
}

fn play(laid: board::Laid, seats: usize, orders: Receiver<Order>, reports: Sender<Report>) {
    let board::Laid { mut game, ids, helpers, tokens } = laid;
    let mut engine = GameLoop::new(seats);
    engine.game_rng = Box::new(NoChance);
    engine.token_templates = tokens;
    engine.trigger_handler.reset_active_triggers(&game);
    let desk = Rc::new(RefCell::new(Desk::new(orders, reports, ids, helpers)));
    let mut agents: Vec<Box<dyn PlayerAgent>> = (0..seats).map(|_| Box::new(Player(desk.clone())) as _).collect();
    let mut rng = rand::rngs::mock::StepRng::new(0, 0);
    // A turn of the engine begins with the untap step, and the suite's games in a main phase. So the board becomes a checkpoint, and an
    // empty game that has come to its main phase goes back to it.
    let kept = catch_unwind(AssertUnwindSafe(|| engine.run_turn(&mut game, &mut agents, &mut rng)));
    if kept.is_ok() || desk.borrow().checkpoint.is_none() {
        return;
    }
    let Ok((empty, _)) = board::bare(seats) else { return };
    game = empty;
    (game.players[0].skip_next_untap, game.players[0].skip_next_draw) = (true, true);
    desk.borrow_mut().stage = Stage::Empty;
    while !game.game_over {
        engine.run_turn(&mut game, &mut agents, &mut rng);
    }
    let desk = &mut *desk.borrow_mut();
    desk.seen.look(&game, &engine.mana_pools);
    desk.done(Ok(None), false);
}

impl Manabrew {
    fn order(&mut self, order: Order) -> Result<Option<Stop>, Fault> {
        let Some(game) = &self.game else { return Err(Fault::Broken("no game is running".into())) };
        let _ = game.orders.send(order);
        self.wait()
    }

    fn wait(&mut self) -> Result<Option<Stop>, Fault> {
        let Some(game) = &self.game else { return Err(Fault::Broken("no game is running".into())) };
        if let Ok((outcome, seen)) = game.reports.recv() {
            self.seen = seen;
            return outcome;
        }
        let ended = self.game.take().map(|g| g.thread.join());
        let why = match ended {
            Some(Err(payload)) if !payload.is::<Over>() => {
                let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
                format!("the engine panicked: {}", text.unwrap_or("no message"))
            }
            _ => "the engine's game ended by itself".into(),
        };
        Err(Fault::Broken(why))
    }

    fn end(&mut self) {
        if let Some(Running { orders, reports, thread }) = self.game.take() {
            drop((orders, reports));
            let _ = thread.join();
        }
    }

    fn id(&self, obj: Obj) -> Result<CardId, Fault> {
        card_of(&self.seen.ids, obj).ok_or_else(|| Fault::Illegal(format!("{obj} is not in the game")))
    }

    fn ability(&mut self, by: Seat, effect: &Effect, wait: bool) -> Result<(), Fault> {
        if self.game.is_none() {
            return Err(Fault::Broken("no game is running".into()));
        }
        let what = words::prepare(effect, by, wait, &self.setup, &self.seen.snapshot)?;
        self.order(Order::Ability { by, what: Box::new(what), wait }).map(drop)
    }
}

impl Drop for Manabrew {
    fn drop(&mut self) {
        self.end();
    }
}

impl Adapter for Manabrew {
    fn about(&self) -> About {
        About { engine: "manabrew-engine".into(), version: "0.13.1".into() }
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.end();
        let o = &setup.options;
        let lacking =
            [(o.start.is_some(), "start"), (o.archenemy.is_some(), "archenemy"), (o.one_defending_player, "one defending player")];
        if let Some((_, word)) = lacking.iter().find(|(there, _)| *there) {
            return Err(Fault::Unsupported(Need::Setup((*word).into())));
        }
        let laid = board::lay_out(setup)?;
        self.setup = setup.clone();
        let ((orders, inbox), (outbox, reports)) = (channel(), channel());
        let seats = setup.players.len();
        let thread = std::thread::Builder::new().stack_size(32 << 20).spawn(move || play(laid, seats, inbox, outbox));
        let thread = thread.map_err(|e| Fault::Broken(format!("no thread: {e}")))?;
        self.game = Some(Running { orders, reports, thread });
        self.wait().map(drop)
    }

    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.ability(by, effect, false)
    }

    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.ability(by, effect, true)
    }

    fn resolve_top(&mut self) -> Result<(), Fault> {
        self.order(Order::ResolveTop).map(drop)
    }

    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        let order = Order::Advance { to: agent::phase_of(to), of: PlayerId(of.0.into()) };
        let stop = self.order(order)?;
        // The game ended on the way.
        Ok(stop.unwrap_or(Stop {
            step: agent::step_of(self.seen.phase),
            of: agent::seat_of(self.seen.active),
            exact: false,
            moment: Moment::After,
        }))
    }

    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        let target = |t: Attached| match t {
            Attached::Player(p) => Ok(DefenderId::Player(PlayerId(p.0.into()))),
            Attached::Object(o) => self.id(o).map(DefenderId::Permanent),
        };
        let all = attacks.iter().map(|a| Ok((self.id(a.attacker)?, target(a.target)?))).collect::<Result<_, _>>()?;
        self.order(Order::Attack(all)).map(drop)
    }

    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        let all = blocks.iter().map(|b| Ok((self.id(b.blocker)?, self.id(b.attacker)?))).collect::<Result<_, _>>()?;
        self.order(Order::Block(all)).map(drop)
    }

    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.order(Order::Leave(who)).map(drop)
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        let Answer::Discard(cards) = answer else { return Err(Fault::Unsupported(Need::Answer(answer.word().into()))) };
        let cards = cards.iter().map(|o| self.id(*o)).collect::<Result<_, _>>()?;
        self.order(Order::Discard(cards)).map(drop)
    }

    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        into.clone_from(&self.seen.snapshot);
        Ok(())
    }
}
