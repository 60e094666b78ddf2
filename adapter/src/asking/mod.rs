//! A bridge to engines that ask: those whose game loop has the control, and asks its players what they do.
//!
//! Most engines that people play with are of that kind. The suite is not: it says what happens, one action after the other, and looks at the
//! game in between. The bridge turns one into the other. The engine's game runs on a thread of its own, all its players sit at one [`Desk`],
//! and the suite's actions are put on that desk, one at a time. Once an action is carried out, the player who is being asked thinks for as
//! long as it takes the next one to come. So a game can be left standing anywhere, in the middle of a combat as well, and nothing but the
//! engine's own turn ever drives it.
//!
//! An adapter for such an engine writes [`Asking`], and is then `pub type Mine = Bridge<MyEngine>`:
//!
//! * [`lay_out`](Asking::lay_out) writes the board into the engine's state, in the suite's thread;
//! * [`ability`](Asking::ability) translates an effect into something that a player of the engine can put on the stack;
//! * [`play`](Asking::play) runs the game, in a thread of its own, with players that hand each question to the desk.
//!
//! | the engine | the player |
//! | --- | --- |
//! | asks anything | first writes what is to be seen now into [`Desk::seen`] |
//! | gives priority | does what [`Desk::priority`] says |
//! | asks for the choices of that ability | looks at [`Desk::ability`]; if they can't be made, [`Desk::refuse`] |
//! | asks for attackers, blockers | answers [`Desk::attacks`], [`Desk::blocks`] |
//! | asks for another choice | answers [`Desk::answer`], or what the contract of [`advance`](crate::Adapter::advance) says |
//! | tells that a turn or a step begins | tells it to [`Desk::turn_began`], [`Desk::step_began`], once |
//! | is at the end of its game | `play` calls [`Desk::over`] |
//!
//! A panic of the engine becomes [`Fault::Broken`] with its message. A thread that is no longer wanted unwinds from within the desk, so an
//! engine that catches panics itself has to let others than its own pass.

mod bridge;
mod desk;
mod job;

pub use bridge::Bridge;
pub use desk::Desk;

use crate::{About, Answer, Attack, Block, Effect, Fault, Seat, Setup, Snapshot};
use std::fmt::Debug;

/// An engine that asks its players.
pub trait Asking {
    /// A laid out board, on its way to the game's thread.
    type Board: Send + 'static;
    /// What the engine's player needs to put an effect on the stack.
    type Ability: Debug + Send + 'static;

    /// The engine's name and version.
    fn about(&self) -> About;

    /// Lays a board out as [`Adapter::start`](crate::Adapter::start) demands.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] for a word of the setup that the engine lacks.
    fn lay_out(&mut self, setup: &Setup) -> Result<Self::Board, Fault>;

    /// An ability of `by` that has this effect. If it is to be announced, its targets will be chosen and it waits on the stack; otherwise it
    /// resolves at once. `seen` is the game as it was shown last.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] for an effect that the engine lacks.
    fn ability(&mut self, by: Seat, effect: &Effect, announced: bool, setup: &Setup, seen: &Snapshot) -> Result<Self::Ability, Fault>;

    /// Whether the engine asks for this kind of choice.
    fn asks_for(&self, answer: &Answer) -> bool {
        let _ = answer;
        false
    }

    /// Plays the game to its end. The first time that a player has priority is in the first main phase of seat A, with everything as the
    /// board has it.
    fn play(board: Self::Board, desk: Desk<Self::Ability>);
}

/// What is to be seen of the game at one moment.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What is shown to the suite. `step` and `active` have to be there.
    pub snapshot: Snapshot,
    /// The controllers of what is on the stack.
    pub stack: Vec<Seat>,
    /// The game has ended.
    pub over: bool,
    /// Every attack that the engine would offer if attackers were declared now.
    pub may_attack: Vec<Attack>,
    /// Every block that the engine would offer if blockers were declared now.
    pub may_block: Vec<Block>,
    /// The blocks of this combat as they were declared.
    pub blocked: Vec<Block>,
}

/// What a player who has priority does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Passes.
    Pass,
    /// Puts [`Desk::ability`] on the stack.
    Act,
    /// Leaves the game.
    Concede,
}
