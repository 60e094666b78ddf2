//! State-based actions (704.5): one check, performed all at once.

use crate::game::{Game, Host, Phase};
use crate::rulebook::{AuraFallsOff, CountersCancel, EquipmentOnPlayer, LegendRule, PhasedOutStateBased, PhasedOutTokens, Sagas};
use outofphase_adapter::{Answer, CounterKind, Keyword, LogEvent, Obj, Place, Seat, StateBased, Static, Type};

impl Game {
    /// Performs every state-based action that applies, at once. Returns whether there were any.
    pub(crate) fn state_based(&mut self) -> bool {
        if self.over() {
            return false;
        }
        let losing: Vec<Seat> = self
            .all_seats()
            .filter(|s| {
                let p = self.player(*s);
                p.in_game && (p.life <= 0 || p.drew_from_empty)
            })
            .collect();
        let mut put: Vec<(Obj, StateBased)> = Vec::new();
        let mut sacrificed: Vec<Obj> = Vec::new();
        let mut unattach: Vec<Obj> = Vec::new();
        let mut unbestow: Vec<Obj> = Vec::new();
        let mut cancel: Vec<(Obj, u8)> = Vec::new();
        let mut unprotected: Vec<Obj> = Vec::new();
        let mut cease: Vec<(Obj, StateBased)> = Vec::new();
        let sees_out = self.rules.phased_out_state_based == PhasedOutStateBased::Yes;
        for &o in &self.battlefield {
            let t = self.thing(o);
            if t.token && t.out().is_some() && self.rules.phased_out_tokens == PhasedOutTokens::Cease {
                cease.push((o, StateBased::PhasedOutTokenCeases));
            }
            if !t.seen() && !sees_out {
                continue;
            }
            let now = &t.now;
            if now.is(Type::Creature) {
                let destroyable = !now.has(Keyword::Indestructible);
                if now.toughness <= 0 {
                    put.push((o, StateBased::NoToughness));
                } else if destroyable && i32::from(t.damage) >= i32::from(now.toughness) {
                    put.push((o, StateBased::LethalDamage));
                } else if destroyable && t.deathtouched {
                    put.push((o, StateBased::Deathtouch));
                }
            }
            if now.is(Type::Planeswalker) && t.counters.get(CounterKind::Loyalty) == 0 {
                put.push((o, StateBased::NoLoyalty));
            }
            if self.battle(now.types) && self.battle_is_over(o) {
                put.push((o, StateBased::Battle));
            } else if self.battle(now.types) && self.needs_protector(o) {
                unprotected.push(o);
            }
            if now.is(Type::Saga) && self.saga_is_over(o) {
                sacrificed.push(o);
            }
            let (plus, minus) = (t.counters.get(CounterKind::PlusOne), t.counters.get(CounterKind::MinusOne));
            if plus.min(minus) > 0 && self.rules.counters_cancel == CountersCancel::Cancel {
                cancel.push((o, plus.min(minus)));
            }
            self.attachment_rules(o, &mut put, &mut unattach, &mut unbestow);
        }
        for (i, t) in self.things.iter().enumerate() {
            if t.token && !matches!(t.place, Place::Battlefield | Place::Outside | Place::Gone) {
                cease.push((Obj(i as u16), StateBased::TokenCeases));
            }
        }
        if self.any.legends {
            self.legend_and_world_rules(&mut put, sees_out);
        }
        let nothing = losing.is_empty()
            && put.is_empty()
            && sacrificed.is_empty()
            && unattach.is_empty()
            && unbestow.is_empty()
            && cancel.is_empty()
            && unprotected.is_empty()
            && cease.is_empty();
        if nothing {
            return false;
        }
        self.begin();
        for &s in &losing {
            let kind = if self.player(s).life <= 0 { StateBased::NoLife } else { StateBased::EmptyLibrary };
            self.note(LogEvent::StateBased { kind, object: None, player: Some(s) });
        }
        for (o, n) in cancel {
            self.note(LogEvent::StateBased { kind: StateBased::CountersCancel, object: Some(o), player: None });
            let c = &mut self.thing_mut(o).counters;
            c.set(CounterKind::PlusOne, c.get(CounterKind::PlusOne) - n);
            c.set(CounterKind::MinusOne, c.get(CounterKind::MinusOne) - n);
        }
        for o in unprotected {
            self.note(LogEvent::StateBased { kind: StateBased::Battle, object: Some(o), player: None });
            self.choose_protector(o);
        }
        for o in unattach {
            self.note(LogEvent::StateBased { kind: StateBased::Unattach, object: Some(o), player: None });
            self.unattach(o);
        }
        for o in unbestow {
            self.unattach(o);
            self.thing_mut(o).bestowed = false;
        }
        for (o, kind) in cease {
            self.note(LogEvent::StateBased { kind, object: Some(o), player: None });
            self.note(LogEvent::Ceased { object: o });
            self.battlefield.retain(|p| *p != o);
            let owner = self.thing(o).owner;
            self.player_mut(owner).library.retain(|p| *p != o);
            let t = self.thing_mut(o);
            t.place = Place::Gone;
            t.phase = Phase::In;
            t.inc += 1;
        }
        for (o, kind) in put {
            if self.thing(o).on_battlefield() {
                self.note(LogEvent::StateBased { kind, object: Some(o), player: None });
                self.move_one(o, Place::Graveyard);
            }
        }
        for o in sacrificed {
            if self.thing(o).on_battlefield() {
                self.note(LogEvent::StateBased { kind: StateBased::SagaEnds, object: Some(o), player: None });
                self.sacrifice(&[o]);
            }
        }
        if !losing.is_empty() {
            self.lose(&losing);
        }
        self.touch();
        self.commit();
        true
    }

    /// 704.5m, n, p and 702.103f: what is attached to nothing, or to what it can't be attached to.
    fn attachment_rules(&self, o: Obj, put: &mut Vec<(Obj, StateBased)>, unattach: &mut Vec<Obj>, unbestow: &mut Vec<Obj>) {
        let t = self.thing(o);
        let host_ok = match t.host {
            None => false,
            Some(Host::Player(s)) => self.in_game(s),
            Some(Host::Object(r)) => self.is(r) && self.thing(r.obj).seen(),
        };
        let types = t.now.types;
        if types.has(Type::Aura) {
            let creature = types.has(Type::Creature) && !t.bestowed;
            if creature && t.host.is_some() {
                unattach.push(o);
            } else if !host_ok {
                // 702.103f-g. One that is attached to nothing and still bestowed is an Aura like any other, by the reading that has such.
                if t.bestowed && t.host.is_some() {
                    unbestow.push(o);
                } else if self.rules.aura_falls_off == AuraFallsOff::Graveyard {
                    put.push((o, StateBased::AuraFallsOff));
                }
            }
            return;
        }
        if t.host.is_none() {
            return;
        }
        let legal = host_ok
            && match t.host {
                Some(Host::Player(_)) => self.rules.equipment_on_player == EquipmentOnPlayer::Stays,
                Some(h) => self.can_attach(o, h),
                None => true,
            };
        if !legal {
            unattach.push(o);
        }
    }

    /// 704.5s: a Saga with as many lore counters as its last chapter, none of whose chapter abilities is still to resolve.
    fn saga_is_over(&self, o: Obj) -> bool {
        let last = match (self.last_chapter(o), self.rules.sagas) {
            (Some(n), _) => n,
            (None, Sagas::WithChapters) => return false,
            (None, Sagas::All) => 0,
        };
        let r = self.refer(o);
        let busy = self.stack.iter().chain(&self.waiting).any(|p| p.source == Some(r) && matches!(p.doing, crate::game::Doing::Ability(_)));
        self.thing(o).counters.get(CounterKind::Lore) >= last && !busy
    }

    /// 704.5j and 704.5k.
    fn legend_and_world_rules(&mut self, put: &mut Vec<(Obj, StateBased)>, sees_out: bool) {
        let seen = |g: &Game, o: Obj| g.thing(o).seen() || sees_out;
        if self.rules.legend_rule != LegendRule::Off {
            let all_go = self.rules.legend_rule == LegendRule::AllGo;
            let exempt: Vec<Seat> =
                self.statics().filter(|(_, s)| matches!(s, Static::NoLegendRule)).map(|(o, _)| self.thing(o).now.controller).collect();
            let legends: Vec<Obj> = self
                .battlefield
                .iter()
                .copied()
                .filter(|o| seen(self, *o) && self.thing(*o).now.is(Type::Legendary) && !exempt.contains(&self.thing(*o).now.controller))
                .collect();
            // Until 2013 it asked of all permanents of one name, whoever controls them, and kept none.
            let key = |g: &Game, o: Obj| (if all_go { Seat::A } else { g.thing(o).now.controller }, g.thing(o).name);
            let mut done: Vec<(Seat, u16)> = Vec::new();
            for &o in &legends {
                let k = key(self, o);
                let same: Vec<Obj> = legends.iter().copied().filter(|p| key(self, *p) == k).collect();
                if same.len() > 1 && !done.contains(&k) {
                    done.push(k);
                    if all_go {
                        put.extend(same.into_iter().map(|p| (p, StateBased::LegendRule)));
                        continue;
                    }
                    let kept = self.take_answer(|a| match a {
                        Answer::Keep(o) if same.contains(o) => Some(*o),
                        _ => None,
                    });
                    let kept = kept.unwrap_or(same[0]);
                    put.extend(same.into_iter().filter(|p| *p != kept).map(|p| (p, StateBased::LegendRule)));
                }
            }
        }
        let worlds: Vec<Obj> = self.battlefield.iter().copied().filter(|o| seen(self, *o) && self.thing(*o).now.is(Type::World)).collect();
        if worlds.len() > 1 {
            // Those that came at once are equally new, and then none is kept.
            let newest = worlds.iter().map(|o| self.thing(*o).arrived).max().unwrap_or(0);
            let kept = worlds.iter().filter(|o| self.thing(**o).arrived == newest).count() == 1;
            put.extend(worlds.into_iter().filter(|o| !kept || self.thing(*o).arrived < newest).map(|o| (o, StateBased::WorldRule)));
        }
    }
}
