//! Battles (310): who protects them, and what becomes of one without defense.

use crate::game::{Change, Doing, Game, Host, Pending};
use crate::rulebook::{Battles, ProtectorAndCombat};
use outofphase_adapter::{Answer, Attached, Attacked, CounterKind, Effect, LogEvent, Obj, Seat, Static, Type, Types, What};

impl Game {
    /// Whether permanents of those types are battles. Before there were any, no rule speaks of the word on the type line.
    pub(crate) fn battle(&self, types: Types) -> bool {
        self.rules.battles == Battles::Exist && types.has(Type::Battle)
    }

    /// Whether a player may be the protector: of a Siege an opponent of its controller (310.12a), else its controller (310.9a).
    fn may_protect(&self, o: Obj, s: Seat, controller: Seat) -> bool {
        self.in_game(s) && (s == controller) != self.thing(o).printed().card.types.has(Type::Siege)
    }

    /// Who protects a battle where nothing was answered.
    pub(crate) fn usual_protector(&self, o: Obj, controller: Seat) -> Seat {
        if self.thing(o).printed().card.types.has(Type::Siege) { self.next_in_game(controller) } else { controller }
    }

    /// Makes a player the protector. That removes the battle from combat (506.4).
    pub(crate) fn protect(&mut self, o: Obj, by: Seat) {
        if !self.battle(self.thing(o).now.types) || self.thing(o).protector == Some(by) {
            return;
        }
        self.thing_mut(o).protector = Some(by);
        if self.rules.protector_and_combat == ProtectorAndCombat::Removed {
            self.remove_from_combat(o);
        }
        self.touch();
    }

    /// Whether a battle needs another protector: it has one who can't be its protector (704.5y), or none in the game while nobody attacks it
    /// (704.5x).
    pub(crate) fn needs_protector(&self, o: Obj) -> bool {
        let t = self.thing(o);
        match t.protector.filter(|s| self.in_game(*s)) {
            Some(s) => !self.may_protect(o, s, t.now.controller),
            None => !self.battlefield.iter().any(|a| self.thing(*a).attacking == Some(Attacked::It(Attached::Object(o)))),
        }
    }

    /// Its controller chooses another protector.
    pub(crate) fn choose_protector(&mut self, o: Obj) {
        let controller = self.thing(o).now.controller;
        let answered = self.take_answer(|a| match a {
            Answer::Protector { battle, of } if *battle == o => Some(*of),
            _ => None,
        });
        let chosen = answered.filter(|s| self.may_protect(o, *s, controller));
        self.protect(o, chosen.unwrap_or_else(|| self.usual_protector(o, controller)));
    }

    /// 310.12b: as its last defense counter is removed a Siege's own ability triggers, which exiles it. Nobody casts it afterwards.
    pub(crate) fn defense_removed(&mut self, o: Obj, had: u8) {
        let t = self.thing(o);
        let siege = self.battle(t.now.types) && t.now.is(Type::Siege) && t.seen();
        if !siege || had == 0 || t.counters.get(CounterKind::Defense) > 0 || self.lost_its_abilities(o) {
            return;
        }
        let controller = t.now.controller;
        self.note(LogEvent::Triggered { source: o, controller, gain: 0 });
        let exile = Doing::Effect(Box::new(Effect::Exile(What::This)));
        self.waiting.push(Pending::new(exile, controller, Some(self.refer(o))));
    }

    /// 704.5v-w: a battle at defense 0; a Siege only if no ability of its own has still to resolve.
    pub(crate) fn battle_is_over(&self, o: Obj) -> bool {
        let t = self.thing(o);
        let r = self.refer(o);
        let busy = || t.now.is(Type::Siege) && self.stack.iter().chain(&self.waiting).any(|p| p.source == Some(r));
        t.counters.get(CounterKind::Defense) == 0 && !busy()
    }

    /// Whether an effect has taken its abilities away, those that its type gives it among them.
    fn lost_its_abilities(&self, o: Obj) -> bool {
        let by_effect = self.effects.iter().any(|e| matches!(e.change, Change::LoseAbilities) && e.on.obj == o && self.is(e.on));
        by_effect
            || self.statics().any(|(s, a)| match a {
                Static::LoseAbilities { to } => self.matches(to, o, self.thing(s).now.controller, Some(s)),
                Static::HostLosesAbilities => matches!(self.thing(s).host, Some(Host::Object(h)) if h == self.refer(o)),
                _ => false,
            })
    }
}
