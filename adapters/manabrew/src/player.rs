//! The player whom the engine asks.

use crate::look::{Handles, player_of, seat_of, step_of};
use crate::words::Prepared;
use manabrew_engine::agent::notification::GameNotification;
use manabrew_engine::agent::{PlayerAgent, PriorityActionSpace, TargetChoice};
use manabrew_engine::combat::DefenderId;
use manabrew_engine::event::AbilityValue;
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;
use manabrew_engine::player::actions::{PlayerAction, player_action::AbilityRef};
use manabrew_engine::spellability::{SpellAbility, choose_targets_by_kind};
use outofphase_adapter::asking::{Choice, Desk};
use outofphase_adapter::{Answer, Attached, Obj, Step};
use std::cell::RefCell;
use std::rc::Rc;

/// What the players of a game share.
pub(crate) struct Table {
    pub desk: Desk<Prepared>,
    pub handles: Handles,
    pub helpers: Vec<CardId>,
    pub stage: Stage,
    /// The target to be chosen.
    pub aim: Option<CardId>,
}

/// How far the start of the game is.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The board is being made a checkpoint of the engine.
    Keeping,
    /// An empty game goes on to its first main phase, to be replaced there by the checkpoint.
    Empty(u64),
    Replacing(u64),
    Playing,
}

/// A seat at the table.
pub(crate) struct Player(pub Rc<RefCell<Table>>, pub usize);

/// An ability as the engine has it.
fn built(p: &Prepared, handles: &Handles, helper: CardId, game: &GameState) -> SpellAbility {
    let card = |o: &Obj| handles.card(*o);
    let source = p.source.as_ref().and_then(card).unwrap_or(helper);
    let mut sa = SpellAbility::new_simple(Some(source), game.card(helper).owner, &p.line);
    sa.is_activated = true;
    sa.source_zone_timestamp = Some(game.card(source).zone_timestamp);
    sa.trigger_remembered = p.remembered.iter().filter_map(card).map(AbilityValue::Card).collect();
    if let Some(target) = p.target.as_ref().and_then(card) {
        sa.target_chosen.target_card = Some(target);
        sa.target_chosen.target_card_zone_timestamp = Some(game.card(target).zone_timestamp);
    }
    sa.sub_ability = p.then.as_ref().map(|then| Box::new(built(then, handles, helper, game)));
    sa
}

impl PlayerAgent for Player {
    fn snapshot_state(&mut self, game: &GameState, pools: &[ManaPool]) {
        let table = &mut *self.0.borrow_mut();
        if table.stage == Stage::Playing {
            table.handles.look(game, pools, &mut table.desk.seen);
        } else {
            // None of the cards is there yet.
            table.desk.seen.snapshot.step = Some(step_of(game.turn.phase));
        }
    }

    fn take_restore_request(&mut self) -> Option<u64> {
        let mut table = self.0.borrow_mut();
        let Stage::Replacing(checkpoint) = table.stage else { return None };
        table.stage = Stage::Playing;
        Some(checkpoint)
    }

    fn notify(&mut self, event: GameNotification) {
        let mut table = self.0.borrow_mut();
        match (event, table.stage) {
            (GameNotification::SnapshotCreated { checkpoint_id, .. }, Stage::Keeping) => {
                table.stage = Stage::Empty(checkpoint_id);
                drop(table);
                std::panic::resume_unwind(Box::new(()));
            }
            // Every player is told.
            (GameNotification::PhaseChanged { phase }, Stage::Playing) if self.1 == 0 => table.desk.step_began(step_of(phase)),
            (GameNotification::TurnChanged { .. }, Stage::Playing) if self.1 == 0 => table.desk.turn_began(),
            _ => {}
        }
    }

    fn choose_action(
        &mut self,
        player: PlayerId,
        _: Option<&PriorityActionSpace>,
        _: &mut dyn FnMut() -> PriorityActionSpace,
    ) -> PlayerAction {
        let mut table = self.0.borrow_mut();
        if let Stage::Empty(checkpoint) = table.stage {
            if table.desk.seen.snapshot.step == Some(Step::FirstMain) {
                table.stage = Stage::Replacing(checkpoint);
            }
            return PlayerAction::PassPriority;
        }
        match table.desk.priority(seat_of(player)) {
            Choice::Pass => PlayerAction::PassPriority,
            Choice::Act => PlayerAction::ActivateAbility(AbilityRef { card_id: table.helpers[player.index()], ability_index: 0 }),
            Choice::Concede => PlayerAction::Concede,
        }
    }

    /// The one ability of a helper becomes the one that is in hand.
    fn choose_targets_for(&mut self, sa: &mut SpellAbility, game: &GameState, pools: &[ManaPool]) -> bool {
        let mut table = self.0.borrow_mut();
        let helper = sa.source.filter(|s| table.helpers.contains(s));
        let (Some(helper), Some((what, announced))) = (helper, table.desk.ability()) else {
            drop(table);
            return choose_targets_by_kind(self, sa, game, pools);
        };
        *sa = built(what, &table.handles, helper, game);
        if !announced || what.target.is_none() {
            return true;
        }
        // The engine says what may be chosen.
        table.aim = sa.target_chosen.target_card;
        drop(table);
        let chosen = choose_targets_by_kind(self, sa, game, pools) && sa.target_chosen.target_card.is_some();
        let mut table = self.0.borrow_mut();
        table.aim = None;
        if !chosen {
            // Others may have passed until this player was asked. An ability that does nothing starts the round of priority anew.
            table.desk.refuse("the engine does not offer this target");
            let nothing = Prepared { line: "DB$ GainLife | Defined$ You | LifeAmount$ 0".into(), ..Prepared::default() };
            *sa = built(&nothing, &table.handles, helper, game);
        }
        true
    }

    fn choose_target_player(&mut self, _: PlayerId, valid: &[PlayerId], _: Option<&SpellAbility>) -> Option<PlayerId> {
        valid.first().copied()
    }

    fn choose_target_card(&mut self, _: PlayerId, valid: &[CardId], _: Option<&SpellAbility>) -> Option<CardId> {
        match self.0.borrow_mut().aim {
            Some(aim) => valid.contains(&aim).then_some(aim),
            None => valid.first().copied(),
        }
    }

    fn choose_target_any(&mut self, p: PlayerId, _: &[PlayerId], cards: &[CardId], sa: Option<&SpellAbility>) -> TargetChoice {
        self.choose_target_card(p, cards, sa).map_or(TargetChoice::None, TargetChoice::Card)
    }

    fn choose_attackers(&mut self, _: PlayerId, _: &[CardId], _: &[DefenderId]) -> Vec<(CardId, DefenderId)> {
        let mut table = self.0.borrow_mut();
        let attacks = table.desk.attacks();
        table.handles.attacks.clone_from(&attacks);
        let target = |to| match to {
            Attached::Player(p) => Some(DefenderId::Player(player_of(p))),
            Attached::Object(o) => table.handles.card(o).map(DefenderId::Permanent),
        };
        attacks.iter().filter_map(|a| table.handles.card(a.attacker).zip(target(a.target))).collect()
    }

    fn choose_blockers(&mut self, _: PlayerId, _: &[CardId], _: &[CardId], _: Option<usize>) -> Vec<(CardId, CardId)> {
        let mut table = self.0.borrow_mut();
        let blocks = table.desk.blocks();
        blocks.iter().filter_map(|b| table.handles.card(b.blocker).zip(table.handles.card(b.attacker))).collect()
    }

    fn choose_discard(&mut self, _: PlayerId, hand: &[CardId], num: usize) -> Vec<CardId> {
        let table = &mut *self.0.borrow_mut();
        let answer = table.desk.answer(|a| if let Answer::Discard(cards) = a { Some(cards.clone()) } else { None });
        let mut first: Vec<CardId> = answer.iter().flatten().filter_map(|o| table.handles.card(*o)).collect();
        // Blank cards first, the newest first, then named ones.
        let mut rest: Vec<CardId> = hand.iter().rev().copied().filter(|c| !first.contains(c)).collect();
        rest.sort_by_key(|c| table.handles.of(*c).is_some());
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
