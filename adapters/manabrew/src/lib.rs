//! manabrew-engine, a Rust port of Forge, under the outofphase conformance suite.
//!
//! The engine is under the AGPL, and so is what comes of linking this crate.

mod board;
mod look;
mod player;
mod words;

use board::Board;
use manabrew_engine::agent::PlayerAgent;
use manabrew_engine::game_loop::GameLoop;
use manabrew_engine::game_rng::GameRng;
use manabrew_engine::ids::CardId;
use outofphase_adapter::asking::{Asking, Bridge, Desk};
use outofphase_adapter::{About, Answer, Effect, Fault, Seat, Setup, Snapshot};
use player::{Player, Stage, Table};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use words::Prepared;

/// The adapter.
pub type Manabrew = Bridge<Engine>;

/// The engine, which asks its players.
#[derive(Debug, Default)]
pub struct Engine(());

/// Games of the suite have no chance in them.
struct NoChance;

impl GameRng for NoChance {
    fn shuffle_cards(&mut self, _: &mut [CardId]) {}
    fn next_int(&mut self, _: i32) -> i32 {
        0
    }
}

impl Asking for Engine {
    type Board = Board;
    type Ability = Prepared;

    fn about(&self) -> About {
        About { engine: "manabrew-engine".into(), version: "0.13.1".into() }
    }

    fn lay_out(&mut self, setup: &Setup) -> Result<Board, Fault> {
        words::options(&setup.options)?;
        board::lay_out(setup)
    }

    fn ability(&mut self, by: Seat, effect: &Effect, announced: bool, setup: &Setup, seen: &Snapshot) -> Result<Prepared, Fault> {
        words::prepare(effect, by, announced, setup, seen)
    }

    fn asks_for(&self, answer: &Answer) -> bool {
        matches!(answer, Answer::Discard(_))
    }

    fn play(board: Board, desk: Desk<Prepared>) {
        let Board { mut game, helpers, handles, tokens } = board;
        let seats = helpers.len();
        let mut engine = GameLoop::new(seats);
        engine.game_rng = Box::new(NoChance);
        engine.token_templates = tokens;
        engine.trigger_handler.reset_active_triggers(&game);
        let table = Rc::new(RefCell::new(Table { desk, handles, helpers, stage: Stage::Keeping, aim: None }));
        let mut agents: Vec<_> = (0..seats).map(|seat| Box::new(Player(table.clone(), seat)) as Box<dyn PlayerAgent>).collect();
        let mut rng = rand::rngs::mock::StepRng::new(0, 0);
        // A turn of the engine begins with the untap step, and the suite's games in a main phase. So the board becomes a checkpoint, and an
        // empty game that has come to its main phase goes back to it.
        let kept = catch_unwind(AssertUnwindSafe(|| engine.run_turn(&mut game, &mut agents, &mut rng)));
        assert!(kept.is_err(), "a turn without a checkpoint");
        game = board::bare(seats).expect("the helper can be read").0;
        (game.players[0].skip_next_untap, game.players[0].skip_next_draw) = (true, true);
        while !game.game_over {
            engine.run_turn(&mut game, &mut agents, &mut rng);
        }
        let table = &mut *table.borrow_mut();
        table.handles.look(&game, &engine.mana_pools, &mut table.desk.seen);
        table.desk.over();
    }
}
