//! When continuous effects end, and what follows from a change of what permanents are (611.2, 506.4, 800.4c).

use crate::effects::Context;
use crate::game::{Change, Continuous, Game, Ref};
use crate::happening::Ev;
use crate::rulebook::{
    AsLongAs, AsLongAsAgain, ControlAndCombat, CreatureAndCombat, DefaultControllerLeft, DepartedDurations, DurationsWhileOut,
    EffectsOnPhasedOut, NewObject,
};
use outofphase_adapter::{Attached, Attacked, Effect, LogEvent, Obj, Place, Seat, Step, Type, Until};
use std::cell::RefCell;

/// A "for as long as" duration of what is resolving, watched from the beginning of the resolution (611.2b).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Watched {
    until: Until,
    holder: Ref,
    /// Whether it is so now.
    runs: bool,
    /// Whether it was so, and then no more.
    ended: bool,
}

impl Game {
    /// Brings everything up to date after something changed: what permanents are, durations that end by it, combat.
    pub(crate) fn refresh(&mut self) {
        if !self.dirty {
            return;
        }
        self.before_valid = false;
        let mut was = std::mem::take(&mut self.controlled);
        for _ in 0..8 {
            was.clear();
            was.extend(self.seen().map(|o| (o, self.thing(o).now.controller)));
            self.recompute();
            let mut nobodys: Vec<Obj> = Vec::new();
            for &(o, from) in &was {
                let to = self.thing(o).now.controller;
                if to != from && self.thing(o).seen() && !self.in_game(to) && self.in_game(from) {
                    // 800.4b: it does not change to the control of a player who left. 800.4c: it is exiled.
                    self.thing_mut(o).now.controller = from;
                    if self.in_game(self.thing(o).owner) {
                        nobodys.push(o);
                    }
                } else if to != from && self.thing(o).seen() {
                    self.events.push(Ev::Control { o, from, to });
                    self.note(LogEvent::Control { object: o, to });
                    self.thing_mut(o).sick = true;
                    if self.rules.control_and_combat == ControlAndCombat::Removed {
                        self.remove_from_combat(o);
                    }
                }
            }
            if self.rules.default_controller_left == DefaultControllerLeft::Exiled {
                self.move_all(&nobodys, Place::Exile);
            }
            self.leave_combat_by_type();
            self.day_and_night_faces();
            if !self.end_tracked_effects() && !self.dirty {
                break;
            }
        }
        self.controlled = was;
    }

    /// Marks that something changed.
    pub(crate) fn touch(&mut self) {
        self.dirty = true;
    }

    /// Adds a continuous effect on objects fixed now (611.2c). A phased-out permanent is not among them (702.26e), unless the effect speaks
    /// of phased-out ones: `names_out`.
    pub(crate) fn add_effect(&mut self, change: Change, on: &[Obj], names_out: bool, until: Until, cx: &Context<'_>) {
        let by = cx.by;
        let holder = until.holder().and_then(|h| self.holder(h, cx.source));
        let begins = match (until.holder(), holder) {
            (None, _) => true,
            (Some(_), Some(h)) => {
                let ended = |all: &RefCell<Vec<Watched>>| all.borrow().iter().any(|d| d.ended && (d.until, d.holder) == (until, h));
                self.tracks(until, h, by) && !cx.durations.is_some_and(ended)
            }
            (Some(_), None) => false,
        };
        if !begins {
            // 611.2b: a duration that is over before it begins makes no effect.
            return;
        }
        let stamp = self.new_stamp();
        let changes_characteristics = !matches!(change, Change::CantPhaseIn | Change::CantPhaseOut | Change::StaysTapped);
        for &o in on {
            let t = self.thing(o);
            let included = match change {
                Change::CantPhaseIn => t.on_battlefield(),
                _ => {
                    t.seen()
                        || (t.on_battlefield() && names_out)
                        || (t.on_battlefield()
                            && changes_characteristics
                            && self.rules.effects_on_phased_out == EffectsOnPhasedOut::Included)
                }
            };
            if included {
                self.effects.push(Continuous { on: self.refer(o), change, until, holder, by, stamp });
            }
        }
        self.touch();
    }

    /// The "for as long as" durations of what is about to resolve. Only the older reading asks whether one ended on the way.
    pub(crate) fn watch_durations(&self, effect: &Effect, cx: &Context<'_>) -> Vec<Watched> {
        if self.rules.as_long_as_again == AsLongAsAgain::Begins {
            return Vec::new();
        }
        let untils = effect.parts().into_iter().filter_map(Effect::until);
        let held = untils.filter_map(|until| Some((until, self.holder(until.holder()?, cx.source)?)));
        held.map(|(until, holder)| Watched { until, holder, runs: self.tracks(until, holder, cx.by), ended: false }).collect()
    }

    /// Looks at them again after a part of it.
    pub(crate) fn look_at_durations(&mut self, durations: &mut [Watched], by: Seat) {
        for d in durations {
            let runs = self.tracks(d.until, d.holder, by);
            d.ended |= d.runs && !runs;
            d.runs = runs;
        }
    }

    /// Whether a "for as long as" duration's condition is met by what the game sees.
    fn tracks(&self, until: Until, h: Ref, by: Seat) -> bool {
        let t = self.thing(h.obj);
        let there = self.is(h) && t.on_battlefield();
        let sees = there && (t.seen() || self.rules.as_long_as != AsLongAs::EndsForGood);
        match until {
            Until::WhileYouControl(_) => sees && t.now.controller == by && self.in_game(by),
            Until::WhileTapped(_) => sees && t.tapped,
            Until::WhileOnBattlefield(_) => sees,
            _ => true,
        }
    }

    /// Whether an effect is still about the object that it began on (400.7).
    pub(crate) fn still_on(&self, e: &Continuous) -> bool {
        self.is(e.on) || self.rules.new_object == NewObject::KeepsEffects
    }

    /// Ends effects whose duration tracks something that is no more so, for good (611.2b, 702.26f), and those of objects that are gone.
    fn end_tracked_effects(&mut self) -> bool {
        let n = self.effects.len();
        if n == 0 {
            return false;
        }
        let mut effects = std::mem::take(&mut self.effects);
        let mut ended: Vec<Obj> = Vec::new();
        effects.retain(|e| {
            let keep = self.still_on(e) && e.holder.is_none_or(|h| self.tracks(e.until, h, e.by));
            if !keep && matches!(e.change, Change::Control) {
                ended.push(e.on.obj);
            }
            keep
        });
        self.effects = effects;
        self.exile_if_nobody_left(&ended);
        let changed = self.effects.len() != n;
        if changed {
            self.touch();
        }
        changed
    }

    /// Ends effects by their kind of duration; for `owner` only those of that player. Returns whether any ended.
    pub(crate) fn end_effects(&mut self, which: impl Fn(&Continuous) -> bool) -> bool {
        let n = self.effects.len();
        if n == 0 {
            return false;
        }
        let mut effects = std::mem::take(&mut self.effects);
        let frozen = self.rules.durations_while_out == DurationsWhileOut::Frozen;
        let mut ended: Vec<Obj> = Vec::new();
        effects.retain(|e| {
            let keep = !which(e) || (frozen && self.thing(e.on.obj).out().is_some());
            if !keep && matches!(e.change, Change::Control) {
                ended.push(e.on.obj);
            }
            keep
        });
        self.effects = effects;
        if self.effects.len() == n {
            return false;
        }
        self.exile_if_nobody_left(&ended);
        self.touch();
        true
    }

    /// 800.4c: what nobody controls any more by effect, and by default a player who left, is exiled. [`Game::refresh`] sees to what is
    /// phased in; this, to what is phased out (702.26n).
    fn exile_if_nobody_left(&mut self, ended: &[Obj]) {
        if self.rules.default_controller_left != DefaultControllerLeft::Exiled {
            return;
        }
        for &o in ended {
            let t = self.thing(o);
            let other =
                self.effects.iter().any(|e| matches!(e.change, Change::Control) && e.on.obj == o && self.still_on(e) && self.in_game(e.by));
            if t.out().is_some() && !other && !self.in_game(t.default_controller) && self.in_game(t.owner) {
                self.move_to(o, Place::Exile);
            }
        }
    }

    /// Effects that last until a player's next turn, or next upkeep, end as it begins (500.5). Also called where that turn would have begun
    /// had the player not left (800.4m).
    pub(crate) fn end_next_turn_effects(&mut self, of: Seat, step: Option<Step>) {
        let stays = self.rules.departed_durations == DepartedDurations::Forever && !self.in_game(of);
        if stays {
            return;
        }
        self.end_effects(|e| {
            e.by == of
                && match e.until {
                    Until::YourNextTurn => step.is_none(),
                    Until::YourNextUpkeep => step == Some(Step::Upkeep),
                    _ => false,
                }
        });
    }

    /// 506.4: what stops being a creature, or becomes a battle, fights no more; a planeswalker or battle that stops being one is attacked
    /// no more. Each of the two goes by itself for what was both (506.4d).
    fn leave_combat_by_type(&mut self) {
        if !self.step.in_combat() {
            return;
        }
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let t = self.thing(o);
            let fights = t.now.is(Type::Creature) && !self.battle(t.now.types);
            if t.in_combat() && t.seen() && !fights && self.rules.creature_and_combat == CreatureAndCombat::Removed {
                self.stop_fighting(o);
            }
            if let Some(Attacked::It(Attached::Object(target))) = self.thing(o).attacking
                && self.thing(target).seen()
                && !self.still_attacked(target, self.thing(o).attacked_battle)
            {
                self.thing_mut(o).attacking = Some(Attacked::NothingAnyMore);
            }
        }
    }

    /// Whether what is attacked still can be. A battle that is just a planeswalker now still is if its protector controls it (506.4e).
    fn still_attacked(&self, target: Obj, as_battle: bool) -> bool {
        let t = self.thing(target);
        let walker = t.now.is(Type::Planeswalker) && (!as_battle || t.protector == Some(t.now.controller));
        self.battle(t.now.types) || walker
    }

    /// It is no attacking or blocking creature any more.
    fn stop_fighting(&mut self, o: Obj) {
        let t = self.thing_mut(o);
        if t.in_combat() {
            (t.attacking, t.blocking, t.blocked) = (None, None, false);
            self.note(LogEvent::RemovedFromCombat { object: o });
        }
    }

    /// Removes a permanent from combat (506.4). Creatures that attacked it go on attacking nothing (506.4c).
    pub(crate) fn remove_from_combat(&mut self, o: Obj) {
        self.stop_fighting(o);
        for i in 0..self.battlefield.len() {
            let a = self.battlefield[i];
            if self.thing(a).attacking == Some(Attacked::It(Attached::Object(o))) {
                self.thing_mut(a).attacking = Some(Attacked::NothingAnyMore);
            }
        }
    }
}
