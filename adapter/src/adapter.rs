//! The trait that makes an engine speak the suite's vocabulary.

use crate::{Action, Answer, Attack, Block, Effect, Fault, LogEntry, Need, Obj, Seat, Setup, Snapshot, Step, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who an engine is, for reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The engine's name.
    pub engine: String,
    /// Its version or commit.
    pub version: String,
}

/// An engine that can be tested. One value plays one game after another: [`start`](Adapter::start) forgets the game before.
///
/// Six methods are required; the others answer [`Fault::Unsupported`] until they are written, and what rests on them is skipped.
///
/// **Contract.** What a method is asked to do goes through the engine's own rules. A setup may be written straight into the engine's
/// state; an effect, a turn, an attack may not: an adapter that sets the flag under test tests itself. Whatever is misunderstood must be
/// `Unsupported`, not approximated.
pub trait Adapter {
    /// The engine's name and version.
    fn about(&self) -> About;

    /// Starts a new game with this board, in the first main phase of seat A with an empty stack, unless the setup's options say otherwise.
    /// Nothing has triggered yet.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] for a word of the setup that the engine lacks.
    fn start(&mut self, setup: &Setup) -> Result<(), Fault>;

    /// Performs an effect as though a spell or ability of `by` resolved. On return state-based actions have been performed, what
    /// triggered has been put on the stack and has resolved.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] for an effect that the engine lacks.
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault>;

    /// Lets the game go on until the next time that it is that step of that player's turn, at the moment when the step's turn-based actions
    /// are done and what triggered has resolved. Nobody attacks, blocks or casts; a player who must discard discards blank cards first, the
    /// newest first, then named ones.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] with [`Need::Stop`] if the engine can't stop there at all. One that gives no priority in that step answers
    /// where it stopped, with `exact: false`.
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault>;

    /// Moves on to the active player's declare attackers step and attacks. On return what triggered has resolved.
    ///
    /// # Errors
    /// [`Fault::Illegal`] if the engine does not allow the attack; the game is then as before.
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault>;

    /// A player concedes and leaves the game (104.3a).
    ///
    /// # Errors
    /// [`Fault::Unsupported`] if the engine can't go on.
    fn leave(&mut self, who: Seat) -> Result<(), Fault>;

    /// Shows the game. `into` is reused from call to call; start with [`Snapshot::reset`].
    ///
    /// # Errors
    /// [`Fault::Broken`] if the engine can't be asked.
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault>;

    /// Moves on to the declare blockers step and blocks.
    ///
    /// # Errors
    /// [`Fault::Illegal`] if the engine does not allow the block.
    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        let _ = blocks;
        Err(Fault::Unsupported(Need::Action("block".into())))
    }

    /// Puts an effect on the stack with its targets and leaves it there. Until [`resolve_top`](Adapter::resolve_top),
    /// [`resolve`](Adapter::resolve) performs other effects above it, as in response.
    ///
    /// # Errors
    /// [`Fault::Illegal`] if a target can't be chosen.
    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        let _ = (by, effect);
        Err(Fault::Unsupported(Need::Action("announce".into())))
    }

    /// Resolves the top object of the stack.
    ///
    /// # Errors
    /// [`Fault::Illegal`] if the stack is empty.
    fn resolve_top(&mut self) -> Result<(), Fault> {
        Err(Fault::Unsupported(Need::Action("resolve top".into())))
    }

    /// Puts an object that is outside onto the battlefield without an event.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] if the engine can't.
    fn put(&mut self, obj: Obj) -> Result<(), Fault> {
        let _ = obj;
        Err(Fault::Unsupported(Need::Action("put".into())))
    }

    /// Keeps an answer for a choice that comes later. Answers of one kind are used in the order given.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] for a choice that the engine does not offer.
    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        Err(Fault::Unsupported(Need::Answer(answer.word().into())))
    }

    /// Appends what happened since the last call (since the start, the first time) to `into`.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] if the engine has no event log.
    fn log(&mut self, into: &mut Vec<LogEntry>) -> Result<(), Fault> {
        let _ = into;
        Err(Fault::Unsupported(Need::Action("log".into())))
    }

    /// Saves the game under a number, to come back to.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] if the engine can't.
    fn save(&mut self, slot: u32) -> Result<(), Fault> {
        let _ = slot;
        Err(Fault::Unsupported(Need::Action("save".into())))
    }

    /// Comes back to a saved game.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] if the engine can't.
    fn load(&mut self, slot: u32) -> Result<(), Fault> {
        let _ = slot;
        Err(Fault::Unsupported(Need::Action("load".into())))
    }

    /// Performs any action of a script: the one place that maps [`Action`] to the methods.
    ///
    /// # Errors
    /// Those of the method. The stop is answered for an advance.
    fn perform(&mut self, action: &Action) -> Result<Option<Stop>, Fault> {
        match action {
            Action::Resolve { by, effect } => self.resolve(*by, effect).map(|()| None),
            Action::Announce { by, effect } => self.announce(*by, effect).map(|()| None),
            Action::ResolveTop => self.resolve_top().map(|()| None),
            Action::Advance { to, of } => self.advance(*to, *of).map(Some),
            Action::Attack(a) => self.attack(a).map(|()| None),
            Action::Block(b) => self.block(b).map(|()| None),
            Action::Leave(s) => self.leave(*s).map(|()| None),
            Action::Put(o) => self.put(*o).map(|()| None),
            Action::Answer(a) => self.answer(a).map(|()| None),
        }
    }
}

impl<A: Adapter + ?Sized> Adapter for Box<A> {
    fn about(&self) -> About {
        (**self).about()
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        (**self).start(setup)
    }
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        (**self).resolve(by, effect)
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        (**self).advance(to, of)
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        (**self).attack(attacks)
    }
    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        (**self).leave(who)
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        (**self).observe(into)
    }
    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        (**self).block(blocks)
    }
    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        (**self).announce(by, effect)
    }
    fn resolve_top(&mut self) -> Result<(), Fault> {
        (**self).resolve_top()
    }
    fn put(&mut self, obj: Obj) -> Result<(), Fault> {
        (**self).put(obj)
    }
    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        (**self).answer(answer)
    }
    fn log(&mut self, into: &mut Vec<LogEntry>) -> Result<(), Fault> {
        (**self).log(into)
    }
    fn save(&mut self, slot: u32) -> Result<(), Fault> {
        (**self).save(slot)
    }
    fn load(&mut self, slot: u32) -> Result<(), Fault> {
        (**self).load(slot)
    }
}
