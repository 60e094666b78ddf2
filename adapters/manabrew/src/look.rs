//! What is to be seen of the engine's game, in the suite's words.

use crate::words;
use forge_foundation::{PhaseType, ZoneType};
use manabrew_engine::card::{Card, CounterType, counter_type::parse_counter_type};
use manabrew_engine::combat::{self, DefenderId};
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;
use outofphase_adapter::asking::Seen;
use outofphase_adapter::{
    Attached, Attack, Attacked, Block, CounterKind, Counters, DayNight, Obj, ObjectView, Phased, Place, Seat, Step, Type, Types,
};

/// The engine's words for counters are those of rules texts.
pub(crate) fn counter_type(kind: CounterKind) -> CounterType {
    parse_counter_type(kind.word())
}

pub(crate) fn player_of(seat: Seat) -> PlayerId {
    PlayerId(seat.0.into())
}

pub(crate) fn seat_of(p: PlayerId) -> Seat {
    Seat(u8::try_from(p.0).unwrap_or(u8::MAX))
}

/// The engine's steps are the suite's, in the same order.
pub(crate) fn step_of(p: PhaseType) -> Step {
    Step::ALL[p.index()]
}

/// The engine's cards behind the suite's handles.
#[derive(Default)]
pub(crate) struct Handles {
    pub ids: Vec<Option<CardId>>,
    /// What was declared to attack what. The engine keeps the mark on a card that attacks, and not always what it attacks.
    pub attacks: Vec<Attack>,
}

impl Handles {
    pub(crate) fn card(&self, obj: Obj) -> Option<CardId> {
        self.ids.get(obj.index()).copied().flatten()
    }

    pub(crate) fn of(&self, id: CardId) -> Option<Obj> {
        self.ids.iter().position(|i| *i == Some(id)).and_then(|i| u16::try_from(i).ok()).map(Obj)
    }

    fn zone(&self, game: &GameState, obj: Obj) -> Option<ZoneType> {
        self.card(obj).map(|c| game.card_current_zone(c))
    }

    pub(crate) fn look(&mut self, game: &GameState, pools: &[ManaPool], seen: &mut Seen) {
        // Tokens get their card as they are created.
        for (i, id) in self.ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
            *id = game.cards.iter().find(|c| c.is_token && c.card_name == words::card_name(i)).map(|c| c.id);
        }
        // The engine keeps the mark on a card that left, but not its part in combat.
        let attacks = std::mem::take(&mut self.attacks).into_iter();
        self.attacks = attacks.filter(|a| self.zone(game, a.attacker) == Some(ZoneType::Battlefield)).collect();
        self.look_at_combat(game, seen);
        seen.over = game.game_over;
        seen.stack = game.stack.iter().map(|e| seat_of(e.spell_ability.activating_player)).collect();
        let s = &mut seen.snapshot;
        s.reset(self.ids.len(), game.players.len());
        (s.step, s.active) = (Some(step_of(game.turn.phase)), Some(seat_of(game.turn.active_player)));
        s.stack = u16::try_from(seen.stack.len()).ok();
        let light = if game.is_night { DayNight::Night } else { DayNight::Day };
        s.day_night = Some(game.day_night_started.then_some(light));
        for (i, (view, p)) in s.players.iter_mut().zip(&game.players).enumerate() {
            let count = |zone| u16::try_from(game.cards_in_zone(zone, p.id).len()).ok();
            (view.life, view.in_game) = (Some(p.life.into()), Some(!p.has_lost && !p.left_game));
            (view.hand, view.library, view.graveyard) = (count(ZoneType::Hand), count(ZoneType::Library), count(ZoneType::Graveyard));
            view.mana = pools.get(i).and_then(|m| u16::try_from(m.total_mana()).ok());
        }
        for (view, id) in s.objects.iter_mut().zip(&self.ids) {
            match id {
                Some(id) => *view = self.show(game, *id, &seen.blocked),
                None => view.place = Some(Place::Outside),
            }
        }
    }

    /// What has been declared, and what the engine would offer now.
    fn look_at_combat(&self, game: &GameState, seen: &mut Seen) {
        let active = game.turn.active_player;
        let block = |(b, a): (CardId, CardId)| Some(Block { blocker: self.of(b)?, attacker: self.of(a)? });
        seen.blocked = game.turn.combat_block_assignments.iter().copied().filter_map(block).collect();
        let targets = combat::get_possible_defenders(game, active).into_iter().filter_map(|d| match d {
            DefenderId::Player(p) => Some(Attached::Player(seat_of(p))),
            DefenderId::Permanent(c) => self.of(c).map(Attached::Object),
        });
        let attackers: Vec<Obj> = combat::get_available_attackers(game, active).into_iter().filter_map(|c| self.of(c)).collect();
        seen.may_attack = targets.flat_map(|target| attackers.iter().map(move |a| Attack { attacker: *a, target })).collect();
        let attacking: Vec<CardId> = game.cards.iter().filter(|c| c.attacking_player.is_some()).map(|c| c.id).collect();
        let blockers = if attacking.is_empty() { Vec::new() } else { combat::get_available_blockers(game, game.opponent_of(active)) };
        let pairs = blockers.iter().flat_map(|b| attacking.iter().map(move |a| (*b, *a)));
        seen.may_block = pairs.filter(|(b, a)| combat::can_creature_block(game, *b, *a)).filter_map(block).collect();
    }

    fn show(&self, game: &GameState, id: CardId, blocked: &[Block]) -> ObjectView {
        let card = game.card(id);
        let zone = game.card_current_zone(id);
        let mut view = ObjectView {
            place: if zone == ZoneType::None { Some(Place::Gone) } else { Place::from_word(&zone.to_string().to_lowercase()) },
            back: card.other_part.is_some().then_some(card.is_transformed),
            ..ObjectView::default()
        };
        if zone != ZoneType::Battlefield {
            return view;
        }
        view.phased = Some(if card.phased_out { Phased::Out } else { Phased::In });
        (view.tapped, view.damage) = (Some(card.tapped), u16::try_from(card.damage).ok());
        let count = |kind| u8::try_from(card.counter_count(&counter_type(kind))).unwrap_or(u8::MAX);
        view.counters = Some(Counters(std::array::from_fn(|i| count(CounterKind::ALL[i]))));
        view.attached = match (card.attached_to, card.attached_to_player) {
            (Some(host), _) => self.of(host).map(|h| Some(Attached::Object(h))),
            (None, p) => Some(p.map(|p| Attached::Player(seat_of(p)))),
        };
        if card.phased_out {
            return view;
        }
        (view.controller, view.types) = (Some(seat_of(card.controller)), Some(types(card)));
        (view.attacking, view.blocking) = (Some(None), Some(None));
        if card.is_creature() {
            view.size = i16::try_from(card.power()).ok().zip(i16::try_from(card.toughness()).ok());
            let target = self.attacks.iter().find(|a| self.card(a.attacker) == Some(id)).map(|a| a.target);
            if card.attacking_player.is_some() {
                view.attacking = target.filter(|t| self.can_be_attacked(game, *t)).map(|t| Some(Attacked::It(t)));
            }
            let blocks = blocked.iter().find(|b| self.card(b.blocker) == Some(id));
            view.blocking = Some(blocks.map(|b| Attached::Object(b.attacker)));
        }
        view
    }

    fn can_be_attacked(&self, game: &GameState, target: Attached) -> bool {
        let Attached::Object(o) = target else { return true };
        self.zone(game, o) == Some(ZoneType::Battlefield) && self.card(o).is_some_and(|c| !game.card(c).phased_out)
    }
}

fn types(card: &Card) -> Types {
    let line = &card.type_line;
    let (above, core) = (line.supertypes.iter().map(|s| s.name()), line.core_types.iter().map(|c| c.name()));
    let words = above.chain(core).chain(line.subtypes.iter().map(String::as_str));
    words.filter_map(|w| Type::from_word(&w.to_lowercase())).fold(Types::NONE, |all, t| all.with(Types::one(t)))
}
