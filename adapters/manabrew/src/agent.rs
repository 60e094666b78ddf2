//! The player whom the engine asks. All seats share one desk, on which one order lies at a time.
//!
//! The engine's game runs on a thread of its own and asks for decisions. Where the order on the desk is carried out, the thread waits for
//! the next one: so the game can be left standing anywhere, in the middle of a combat as well, and is never driven but by its own turn.

use crate::board::{Seen, card_of};
use crate::words::Prepared;
use forge_foundation::PhaseType;
use manabrew_engine::agent::notification::GameNotification;
use manabrew_engine::agent::{PlayerAgent, PriorityActionSpace, TargetChoice};
use manabrew_engine::combat::DefenderId;
use manabrew_engine::event::AbilityValue;
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;
use manabrew_engine::player::actions::PlayerAction;
use manabrew_engine::player::actions::player_action::AbilityRef;
use manabrew_engine::spellability::{SpellAbility, choose_targets_by_kind};
use outofphase_adapter::{Fault, Moment, Need, Seat, Step, Stop};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender};

/// What is asked of the game.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// Put on the stack, and resolve unless it is to wait.
    Ability {
        by: Seat,
        what: Box<Prepared>,
        wait: bool,
    },
    ResolveTop,
    Advance {
        to: PhaseType,
        of: PlayerId,
    },
    Attack(Vec<(CardId, DefenderId)>),
    Block(Vec<(CardId, CardId)>),
    Leave(Seat),
    /// What to discard, when it is asked.
    Discard(Vec<CardId>),
}

/// What came of it, and what is seen then.
pub(crate) type Report = (Result<Option<Stop>, Fault>, Seen);

/// The thread is no longer wanted.
pub(crate) struct Over;

/// An order in hand.
struct Job {
    order: Order,
    /// Handed to the engine.
    handed: bool,
    /// Done when no more than so many objects are on the stack.
    stack: usize,
    /// The step asked for has begun.
    begun: bool,
    turns: u32,
}

pub(crate) struct Desk {
    pub orders: Receiver<Order>,
    pub reports: Sender<Report>,
    pub helpers: Vec<CardId>,
    /// The cards of the handles as the game starts.
    pub ids: Vec<Option<CardId>>,
    /// What was seen last.
    pub seen: Seen,
    /// The prepared board, as a checkpoint of the engine.
    pub checkpoint: Option<u64>,
    pub stage: Stage,
    job: Option<Job>,
    illegal: Option<&'static str>,
    aim: Option<CardId>,
    discards: VecDeque<Vec<CardId>>,
}

/// How far the start of the game is.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The board is being made a checkpoint.
    Keeping,
    /// An empty game goes on to its first main phase, to be replaced there by the checkpoint.
    Empty,
    Replacing,
    Playing,
}

impl Desk {
    pub(crate) fn new(orders: Receiver<Order>, reports: Sender<Report>, ids: Vec<Option<CardId>>, helpers: Vec<CardId>) -> Desk {
        Desk {
            orders,
            reports,
            helpers,
            ids,
            seen: Seen::default(),
            checkpoint: None,
            stage: Stage::Keeping,
            job: None,
            illegal: None,
            aim: None,
            discards: VecDeque::new(),
        }
    }

    /// Answers the order in hand, if there is one, and waits for the next. `step` is the step that has just ended, where nobody has
    /// priority.
    pub(crate) fn done(&mut self, outcome: Result<Option<Stop>, Fault>, priority: bool) {
        let mut outcome = outcome;
        loop {
            let sent = self.reports.send((outcome, self.seen.clone()));
            let Ok(order) = self.orders.recv() else { std::panic::resume_unwind(Box::new(Over)) };
            if sent.is_err() {
                std::panic::resume_unwind(Box::new(Over));
            }
            outcome = match (self.refusal(&order, priority), order) {
                (Some(fault), _) => Err(fault),
                (None, Order::Discard(cards)) => {
                    self.discards.push_back(cards);
                    Ok(None)
                }
                (None, order) => {
                    let stack = match &order {
                        Order::ResolveTop => self.seen.stack.len() - 1,
                        // What others have on the stack goes on waiting.
                        Order::Leave(who) => self.seen.stack.iter().filter(|p| p.0 != u32::from(who.0)).count(),
                        _ => self.seen.stack.len(),
                    };
                    self.job = Some(Job { order, handed: false, stack, begun: false, turns: 0 });
                    return;
                }
            };
        }
    }

    /// Why an order can't be carried out from here; the game stays as it is.
    fn refusal(&self, order: &Order, priority: bool) -> Option<Fault> {
        let illegal = |why: &str| Some(Fault::Illegal(why.into()));
        match order {
            _ if self.seen.over => Some(Fault::Unsupported(Need::Setup("going on after the end of the game".into()))),
            Order::Ability { .. } | Order::ResolveTop | Order::Leave(_) if !priority => {
                Some(Fault::Unsupported(Need::Setup("an action in a step without priority".into())))
            }
            Order::ResolveTop if self.seen.stack.is_empty() => illegal("the stack is empty"),
            Order::Attack(all) => {
                let may = |(a, d): &(CardId, DefenderId)| self.seen.attackers.contains(a) && self.seen.defenders.contains(d);
                if all.iter().all(may) { None } else { illegal("the engine does not offer this attack") }
            }
            Order::Block(all) if !all.iter().all(|b| self.seen.blocks.contains(b)) => illegal("the engine does not offer this block"),
            _ => None,
        }
    }

    fn here(&self) -> Stop {
        Stop { step: step_of(self.seen.phase), of: seat_of(self.seen.active), exact: true, moment: Moment::After }
    }

    /// A player has priority: passes, hands over the order in hand, or, where that is done, waits for the next.
    fn priority(&mut self, player: PlayerId) -> PlayerAction {
        if self.stage == Stage::Empty {
            if self.seen.phase == PhaseType::Main1 {
                self.stage = Stage::Replacing;
            }
            return PlayerAction::PassPriority;
        }
        loop {
            let stack = self.seen.stack.len();
            let at = (self.seen.phase, self.seen.active);
            let here = self.here();
            let Some(job) = &mut self.job else {
                self.done(Ok(None), true);
                continue;
            };
            let settled = stack <= job.stack;
            let outcome = match &job.order {
                Order::Ability { by, .. } if !job.handed => {
                    if player.0 == u32::from(by.0) {
                        job.handed = true;
                        return PlayerAction::ActivateAbility(AbilityRef { card_id: self.helpers[by.index()], ability_index: 0 });
                    }
                    return PlayerAction::PassPriority;
                }
                Order::Ability { wait, .. } => match self.illegal {
                    Some(why) if settled => {
                        self.illegal = None;
                        Err(Fault::Illegal(why.into()))
                    }
                    None if *wait || settled => Ok(None),
                    _ => return PlayerAction::PassPriority,
                },
                Order::Leave(who) if !job.handed => {
                    if player.0 == u32::from(who.0) {
                        job.handed = true;
                        return PlayerAction::Concede;
                    }
                    return PlayerAction::PassPriority;
                }
                Order::Advance { to, of } if job.begun && stack == 0 => Ok(Some(Stop { exact: at == (*to, *of), ..here })),
                Order::Attack(_) | Order::Block(_) if job.handed && stack == 0 => {
                    let blocks = matches!(&job.order, Order::Block(all) if !all.iter().all(|b| self.seen.blocking.contains(b)));
                    // Offered, and then not taken: the step has begun, and there is no way back.
                    if blocks {
                        Err(Fault::Unsupported(Need::Setup("a declaration that is offered and not taken".into())))
                    } else {
                        Ok(None)
                    }
                }
                Order::Attack(_) | Order::Block(_) if !job.handed && matches!(at.0, PhaseType::CombatEnd | PhaseType::Main2) => {
                    Err(Fault::Unsupported(Need::Setup("a declaration that was not asked for".into())))
                }
                Order::ResolveTop | Order::Leave(_) if settled => Ok(None),
                _ => return PlayerAction::PassPriority,
            };
            self.job = None;
            self.done(outcome, true);
        }
    }

    /// A step begins. The one before has ended, where nobody may have had priority.
    fn phase_began(&mut self, phase: PhaseType) {
        let (active, Some(job)) = (self.seen.active, &mut self.job) else { return };
        let Order::Advance { to, of } = job.order else { return };
        if job.begun && to == PhaseType::Untap && phase == PhaseType::Upkeep {
            self.stop_between(Step::Untap, of);
        } else if (phase, active) == (to, of) {
            job.begun = true;
        }
    }

    fn turn_began(&mut self) {
        let Some(job) = &mut self.job else { return };
        job.turns += 1;
        let (turns, begun) = (job.turns, job.begun);
        let Order::Advance { to, of } = job.order else { return };
        if begun && to == PhaseType::Cleanup {
            self.stop_between(Step::Cleanup, of);
        } else if turns > 16 {
            self.job = None;
            self.done(Err(Fault::Broken("that step does not come".into())), false);
        }
    }

    /// Stops after a step in which nobody has priority. What the engine works out only where a player may look is not shown.
    fn stop_between(&mut self, step: Step, of: PlayerId) {
        self.job = None;
        self.seen.snapshot.step = Some(step);
        self.seen.snapshot.active = Some(seat_of(of));
        for o in &mut self.seen.snapshot.objects {
            (o.size, o.types) = (None, None);
        }
        self.done(Ok(Some(Stop { step, of: seat_of(of), exact: true, moment: Moment::After })), false);
    }
}

pub(crate) fn seat_of(p: PlayerId) -> Seat {
    Seat(u8::try_from(p.0).unwrap_or(u8::MAX))
}

/// The engine's steps are the suite's, in the same order.
pub(crate) fn step_of(p: PhaseType) -> Step {
    PhaseType::TURN_ORDER.iter().position(|q| *q == p).map_or(Step::Cleanup, |i| Step::ALL[i])
}

pub(crate) fn phase_of(s: Step) -> PhaseType {
    Step::ALL.iter().position(|t| *t == s).map_or(PhaseType::Cleanup, |i| PhaseType::TURN_ORDER[i])
}

/// An ability as the engine has it.
fn built(p: &Prepared, ids: &[Option<CardId>], helper: CardId, by: PlayerId, game: &GameState) -> SpellAbility {
    let source = p.source.and_then(|o| card_of(ids, o)).unwrap_or(helper);
    let mut sa = SpellAbility::new_simple(Some(source), by, &p.line);
    sa.is_activated = true;
    sa.source_zone_timestamp = Some(game.card(source).zone_timestamp);
    sa.trigger_remembered = p.remembered.iter().filter_map(|o| card_of(ids, *o)).map(AbilityValue::Card).collect();
    if let Some(target) = p.target.and_then(|o| card_of(ids, o)) {
        sa.target_chosen.target_card = Some(target);
        sa.target_chosen.target_card_zone_timestamp = Some(game.card(target).zone_timestamp);
    }
    sa.sub_ability = p.then.as_ref().map(|then| Box::new(built(then, ids, helper, by, game)));
    sa
}

/// One seat's end of the desk.
pub(crate) struct Player(pub Rc<RefCell<Desk>>);

impl PlayerAgent for Player {
    fn snapshot_state(&mut self, game: &GameState, pools: &[ManaPool]) {
        let mut desk = self.0.borrow_mut();
        desk.seen.look(game, pools);
    }

    fn take_restore_request(&mut self) -> Option<u64> {
        let mut desk = self.0.borrow_mut();
        if desk.stage != Stage::Replacing {
            return None;
        }
        desk.stage = Stage::Playing;
        // The empty game had none of the cards.
        desk.seen.ids = std::mem::take(&mut desk.ids);
        desk.checkpoint
    }

    fn notify(&mut self, event: GameNotification) {
        let mut desk = self.0.borrow_mut();
        match event {
            GameNotification::SnapshotCreated { checkpoint_id, .. } if desk.stage == Stage::Keeping => {
                desk.checkpoint = Some(checkpoint_id);
                drop(desk);
                std::panic::resume_unwind(Box::new(Over));
            }
            GameNotification::PhaseChanged { phase } if desk.stage == Stage::Playing => desk.phase_began(phase),
            GameNotification::TurnChanged { .. } if desk.stage == Stage::Playing => desk.turn_began(),
            _ => {}
        }
    }

    fn choose_action(
        &mut self,
        player: PlayerId,
        _: Option<&PriorityActionSpace>,
        _: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> PlayerAction {
        self.0.borrow_mut().priority(player)
    }

    fn choose_targets_for(&mut self, sa: &mut SpellAbility, game: &GameState, pools: &[ManaPool]) -> bool {
        let order = {
            let desk = self.0.borrow();
            let asked = sa.source.is_some_and(|s| desk.helpers.contains(&s));
            desk.job.as_ref().filter(|j| asked && j.handed).map(|j| (j.order.clone(), j.stack))
        };
        let Some((Order::Ability { what, wait, by }, _)) = order else { return choose_targets_by_kind(self, sa, game, pools) };
        let helper = sa.source.unwrap_or(CardId(0));
        let new = {
            let desk = self.0.borrow();
            built(&what, &desk.seen.ids, helper, PlayerId(by.0.into()), game)
        };
        *sa = new;
        if !wait || what.target.is_none() {
            return true;
        }
        // The engine says what may be chosen.
        self.0.borrow_mut().aim = sa.target_chosen.target_card;
        let chosen = choose_targets_by_kind(self, sa, game, pools) && sa.target_chosen.target_card.is_some();
        let mut desk = self.0.borrow_mut();
        desk.aim = None;
        if !chosen {
            // Others may have passed until this player was asked. An ability that does nothing starts the round of priority anew.
            desk.illegal = Some("the engine does not offer this target");
            let nothing = Prepared { line: "DB$ GainLife | Defined$ You | LifeAmount$ 0".into(), ..Prepared::default() };
            *sa = built(&nothing, &desk.seen.ids, helper, PlayerId(by.0.into()), game);
        }
        true
    }

    fn choose_target_player(&mut self, _: PlayerId, valid: &[PlayerId], _: Option<&SpellAbility>) -> Option<PlayerId> {
        valid.first().copied()
    }

    fn choose_target_card(&mut self, _: PlayerId, valid: &[CardId], _: Option<&SpellAbility>) -> Option<CardId> {
        match self.0.borrow().aim {
            Some(aim) => valid.contains(&aim).then_some(aim),
            None => valid.first().copied(),
        }
    }

    fn choose_target_any(&mut self, p: PlayerId, _: &[PlayerId], cards: &[CardId], sa: Option<&SpellAbility>) -> TargetChoice {
        self.choose_target_card(p, cards, sa).map_or(TargetChoice::None, TargetChoice::Card)
    }

    fn choose_attackers(&mut self, _: PlayerId, _: &[CardId], _: &[DefenderId]) -> Vec<(CardId, DefenderId)> {
        let mut desk = self.0.borrow_mut();
        let chosen = match &mut desk.job {
            Some(Job { order: Order::Attack(all), handed, .. }) => {
                *handed = true;
                all.clone()
            }
            _ => Vec::new(),
        };
        desk.seen.attack.clone_from(&chosen);
        chosen
    }

    fn choose_blockers(&mut self, _: PlayerId, _: &[CardId], _: &[CardId], _: Option<usize>) -> Vec<(CardId, CardId)> {
        match &mut self.0.borrow_mut().job {
            Some(Job { order: Order::Block(all), handed, .. }) => {
                *handed = true;
                all.clone()
            }
            _ => Vec::new(),
        }
    }

    fn choose_discard(&mut self, _: PlayerId, hand: &[CardId], num: usize) -> Vec<CardId> {
        let mut desk = self.0.borrow_mut();
        let mut first: Vec<CardId> = desk.discards.pop_front().unwrap_or_default();
        // Blank cards first, the newest first, then named ones.
        let mut rest: Vec<CardId> = hand.iter().rev().copied().filter(|c| !first.contains(c)).collect();
        rest.sort_by_key(|c| desk.seen.ids.contains(&Some(*c)));
        first.extend(rest);
        first.truncate(num);
        first
    }

    fn choose_land_or_spell(&mut self, _: PlayerId) -> Option<bool> {
        None
    }

    fn mulligan_decision(&mut self, _: PlayerId, _: &[CardId], _: u32) -> bool {
        true
    }
}
