//! Players who lose or concede, and leave the game (800.4).

use crate::game::{Change, Game, Phase};
use crate::happening::Ev;
use crate::rulebook::{DepartedController, OwnerLeaves};
use outofphase_adapter::{Attached, Attacked, LogEvent, Obj, Place, Seat, Until};

impl Game {
    /// These players lose and leave the game, all at once (104.3, 800.4a). It is not a state-based action.
    pub(crate) fn lose(&mut self, seats: &[Seat]) {
        let seats: Vec<Seat> = seats.iter().copied().filter(|s| self.in_game(*s)).collect();
        if seats.is_empty() {
            return;
        }
        self.begin();
        for &s in &seats {
            self.events.push(Ev::Lose { s });
            self.note(LogEvent::Left { player: s });
            let p = self.player_mut(s);
            p.in_game = false;
            p.departed_turn_passed = false;
            p.mana.clear();
        }
        // First, all that they own leaves, and effects that give them control end.
        for i in 0..self.things.len() {
            let o = Obj(i as u16);
            if seats.contains(&self.thing(o).owner) && !matches!(self.thing(o).place, Place::Gone | Place::Outside) {
                self.leave_with_owner(o);
            }
        }
        self.effects.retain(|e| !(matches!(e.change, Change::Control) && seats.contains(&e.by)));
        if self.departed_effects_end_at_once() {
            self.effects.retain(|e| !(seats.contains(&e.by) && matches!(e.until, Until::YourNextTurn | Until::YourNextUpkeep)));
        }
        // Then, what they controlled on the stack ceases to exist.
        let waiting = self.stack.iter().take(self.floor).filter(|p| seats.contains(&p.by)).count();
        self.floor -= waiting;
        self.stack.retain(|p| !seats.contains(&p.by));
        self.touch();
        self.recompute_and_exile(&seats);
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            if matches!(self.thing(o).attacking, Some(Attacked::It(Attached::Player(s))) if seats.contains(&s)) {
                self.thing_mut(o).attacking = Some(Attacked::NothingAnyMore);
            }
        }
        self.touch();
        self.commit();
        if self.rules.departed_controller == DepartedController::AtOnce {
            let due: Vec<Obj> = self
                .battlefield
                .iter()
                .copied()
                .filter(|o| self.thing(*o).out().is_some_and(|out| !out.indirect && seats.contains(&out.under)))
                .collect();
            self.phase(&due, &[], None);
        }
    }

    /// Last, what they still control is exiled.
    fn recompute_and_exile(&mut self, seats: &[Seat]) {
        self.refresh();
        let still: Vec<Obj> = self
            .battlefield
            .iter()
            .copied()
            .filter(|o| {
                let t = self.thing(*o);
                match t.phase {
                    Phase::In => !self.in_game(t.now.controller),
                    // 702.26n with 800.4a: phased out, and by default the leaver's.
                    Phase::Out(_) => {
                        seats.contains(&t.default_controller)
                            && !self.effects.iter().any(|e| matches!(e.change, Change::Control) && e.on.obj == *o && self.still_on(e))
                    }
                }
            })
            .collect();
        for o in still {
            self.move_one(o, Place::Exile);
        }
    }

    /// A card or token leaves the game with its owner. A phased-in permanent's leaving is one (603.6c); a phased-out one's is not (702.26k).
    fn leave_with_owner(&mut self, o: Obj) {
        let t = self.thing(o);
        let (seen, out) = (t.seen(), t.out().is_some());
        if out && self.rules.owner_leaves == OwnerLeaves::Stay {
            return;
        }
        if seen {
            self.remove_from_combat(o);
            self.left.push(self.refer(o));
            if self.thing(o).host.is_some() {
                // 701.3d: an attachment that is gone became unattached.
                self.events.push(Ev::Unattach { o });
            }
        }
        let triggers = (seen && self.owner_leaving_triggers()) || (out && self.rules.owner_leaves == OwnerLeaves::LeaveWithTriggers);
        self.battlefield.retain(|p| *p != o);
        let t = self.thing_mut(o);
        let from = t.place;
        t.place = Place::Gone;
        t.phase = Phase::In;
        t.inc += 1;
        t.host = None;
        let inc = t.inc;
        self.note(LogEvent::Ceased { object: o });
        if triggers {
            // For the wrong reading alone: it is looked at as though it had been there. No copy was kept where nothing triggers.
            if out && let Some(was) = self.before.get_mut(o.index()) {
                was.seen = true;
            }
            self.events.push(Ev::Leave { o, to: Place::Gone, inc });
        }
        if from == Place::Graveyard {
            self.events.push(Ev::LeaveGraveyard { o });
        }
    }
}
