//! What each action does to the model.

use super::set::{Set, each, of, one};
use super::{Continuous, Does, Ends, Model, Reach, Theft};
use outofphase_adapter::{
    Ability, Action, Amount, Attached, CounterKind, Effect, Filter, Keyword, Obj, Seat, Step, Type, Types, Until, What,
};

impl Model {
    /// Follows one action.
    pub(crate) fn apply(&mut self, action: &Action) {
        match action {
            Action::Resolve { by, effect } => {
                self.effect(*by, effect);
                self.settle();
            }
            Action::Announce { .. } => self.stack.push(action.clone()),
            Action::ResolveTop => {
                if let Some(Action::Announce { by, effect }) = self.stack.pop() {
                    self.effect(by, &effect);
                    self.settle();
                }
            }
            Action::Advance { to, of } => self.go_to(*to, *of),
            Action::Attack(a) => self.declare_attack(a),
            Action::Block(b) => self.declare_block(b),
            Action::Leave(s) => self.lose(*s),
            Action::Put(o) => {
                self.outside &= !one(*o);
                self.bf |= one(*o);
            }
            _ => {}
        }
    }

    /// What an effect is about, as a set. Named objects that are not where the effect finds them are left out.
    fn what(&self, w: &What, by: Seat) -> Set {
        match w {
            What::These(v) => of(v),
            What::All(f) => self.all(f, by, None),
            What::This | What::That | What::Host => 0,
        }
    }

    fn seen_of(&self, w: &What, by: Seat) -> Set {
        self.what(w, by) & self.seen()
    }

    fn ends(&self, until: Until, by: Seat) -> Ends {
        match until {
            Until::EndOfTurn => Ends::Turn,
            Until::EndOfCombat => Ends::Combat,
            Until::YourNextTurn | Until::YourNextUpkeep => Ends::TurnOf(by),
            Until::WhileYouControl(h) => Ends::Controlled(self.holder(h), by),
            Until::WhileTapped(h) => Ends::Tapped(self.holder(h)),
            Until::WhileOnBattlefield(h) => Ends::There(self.holder(h)),
            _ => Ends::Never,
        }
    }

    fn last(&mut self, set: Set, until: Until, by: Seat, does: Does) {
        if set != 0 {
            let ends = self.ends(until, by);
            self.continuous.push(Continuous { source: None, ends, reach: Reach::These(set), does });
            self.dirty = true;
        }
    }

    /// Puts objects onto the battlefield.
    pub(crate) fn enter(&mut self, set: Set, under: Option<Seat>, tapped: bool) {
        self.graveyard &= !set;
        self.exile &= !set;
        self.hand &= !set;
        self.library &= !set;
        self.outside &= !set;
        self.bf |= set;
        self.sick |= set;
        if tapped {
            self.tapped |= set;
        }
        for o in each(set) {
            let i = o.index();
            if let Some(s) = under {
                self.ctrl.iter_mut().for_each(|c| *c &= !one(o));
                self.ctrl[s.index() & 3] |= one(o);
                self.base[i] = s;
            }
            self.types[i] = self.printed[i];
            self.size[i] = self.printed_size[i];
            self.damage[i] = 0;
            if self.printed[i].has(Type::Creature) {
                self.creature |= one(o);
            }
            if self.printed[i].has(Type::Saga) {
                self.counters[i][CounterKind::Lore as usize] = 1;
            }
            for (t, kind) in [(Type::Planeswalker, CounterKind::Loyalty), (Type::Battle, CounterKind::Defense)] {
                if self.printed[i].has(t) {
                    self.counters[i][kind as usize] = 3;
                }
            }
        }
        self.dirty = true;
    }

    fn destroyed(&self, set: Set) -> Set {
        set & !self.has(Keyword::Indestructible)
    }

    fn damage(&mut self, set: Set, n: u8) {
        for o in each(set) {
            let i = o.index();
            self.damage[i] += i16::from(n);
            for kind in [CounterKind::Loyalty, CounterKind::Defense] {
                let c = &mut self.counters[i][kind as usize];
                *c = c.saturating_sub(n);
            }
        }
    }

    fn effect(&mut self, by: Seat, effect: &Effect) {
        let graveyard = |m: &mut Model, s| m.graveyard |= s;
        match effect {
            Effect::PhaseOut(w) => self.phase(0, self.seen_of(w, by) & !self.no_out),
            Effect::PhaseIn(w) => self.phase(self.what(w, by) & self.out & self.direct & !self.no_in, 0),
            Effect::PhaseInAndOut { r#in, out } => {
                let (i, o) = (self.what(r#in, by) & self.out & self.direct & !self.no_in, self.seen_of(out, by) & !self.no_out);
                self.phase(i, o);
            }
            Effect::PhaseOutUntil { what, leaves } => {
                let (set, holder) = (self.seen_of(what, by) & !self.no_out, self.holder(*leaves));
                if self.seen() & one(holder) != 0 {
                    self.phase(0, set);
                    self.until.extend(each(set).map(|o| (o, holder)));
                }
            }
            Effect::Destroy(w) => self.depart(self.destroyed(self.seen_of(w, by)), graveyard),
            Effect::Sacrifice(w) => self.depart(self.seen_of(w, by), graveyard),
            Effect::Exile(w) => {
                self.depart(self.seen_of(w, by), |m, s| m.exile |= s);
                let cards = self.what(w, by) & self.graveyard;
                self.graveyard &= !cards;
                self.exile |= cards;
            }
            Effect::ExileUntil { what, leaves } => {
                let (set, holder) = (self.seen_of(what, by), self.holder(*leaves));
                if self.seen() & one(holder) != 0 {
                    self.depart(set, |m, s| m.exile |= s);
                    self.until.extend(each(set & !self.token).map(|o| (o, holder)));
                }
            }
            Effect::ExileAndReturn(w) => {
                let set = self.seen_of(w, by);
                self.depart(set, |_, _| {});
                self.enter(set & !self.token, None, false);
            }
            Effect::ReturnToHand(w) => {
                self.depart(self.seen_of(w, by), |m, s| m.hand |= s);
                let cards = self.what(w, by) & self.graveyard;
                self.graveyard &= !cards;
                self.hand |= cards;
            }
            Effect::PutOnLibrary(w) => self.depart(self.seen_of(w, by), |m, s| m.library |= s),
            Effect::PutOntoBattlefield { what, under, tapped, on } => {
                let set = self.what(what, by) & (self.graveyard | self.hand | self.exile | self.library | self.outside);
                self.enter(set, Some(under.unwrap_or(by)), *tapped);
                if let Some(a) = on {
                    each(set).for_each(|o| self.attach(o, *a));
                }
            }
            Effect::Create(v) => self.enter(of(v) & self.outside, Some(by), false),
            Effect::Mill { who, n } => {
                let i = who.index() & 3;
                self.cards[i] = self.cards[i].saturating_sub(u16::from(*n));
                let named = self.library & self.owner[i];
                self.library &= !named;
                self.graveyard |= named;
            }
            Effect::Damage { to, n } => self.damage(self.seen_of(to, by), *n),
            Effect::DamagePlayer { who, n } => self.hurt(*who, i16::from(*n)),
            Effect::Draw(Amount::N(n)) => self.draw(by, u16::from(*n)),
            Effect::Draw(Amount::ForEach(f)) => self.draw(by, self.all(f, by, None).count_ones() as u16),
            Effect::Discard(n) => {
                let b = &mut self.blanks[by.index() & 3];
                *b = b.saturating_sub(u16::from(*n));
            }
            Effect::LoseTheGame(v) => v.iter().for_each(|s| self.lose(*s)),
            Effect::Pump { what, power, toughness, until } => {
                self.last(self.seen_of(what, by), *until, by, Does::Size((*power).into(), (*toughness).into()));
            }
            Effect::GainAbility { what, ability, until } => {
                if let Ability::Keyword(k) = &**ability {
                    self.last(self.seen_of(what, by), *until, by, Does::Grant(*k));
                }
            }
            Effect::LoseAbilities { what, until } => self.last(self.seen_of(what, by), *until, by, Does::Lose),
            Effect::BecomeCreatures { what, power, toughness, until } => {
                let set = self.seen_of(what, by);
                self.last(set, *until, by, Does::Types(Types::one(Type::Creature)));
                self.last(set & !self.creature, *until, by, Does::Size((*power).into(), (*toughness).into()));
            }
            Effect::GainControl { what, until } => {
                let ends = self.ends(*until, by);
                for o in each(self.seen_of(what, by)) {
                    self.thefts.retain(|t| t.what != o || t.ends == Ends::Never);
                    self.thefts.push(Theft { what: o, by, ends });
                }
                self.dirty = true;
            }
            Effect::Tap(w) => self.tapped |= self.seen_of(w, by),
            Effect::Untap(w) => self.tapped &= !self.seen_of(w, by),
            Effect::PutCounters { on, counter, n } => self.count(self.seen_of(on, by), *counter, i16::from(*n)),
            Effect::RemoveCounters { from, counter, n } => self.count(self.seen_of(from, by), *counter, -i16::from(*n)),
            Effect::Attach { what, to } => {
                let set = self.seen_of(what, by);
                each(set).for_each(|o| self.attach(o, *to));
            }
            Effect::Unattach(w) => each(self.seen_of(w, by) & self.attached).for_each(|o| self.unattach(o)),
            Effect::RemoveFromCombat(w) => self.leave_combat(self.seen_of(w, by)),
            Effect::SkipNextStep { who, step } => self.skip_next[who.index() & 3][*step as usize] += 1,
            Effect::DoesntUntapNext(w) => self.no_untap_next |= self.seen_of(w, by),
            Effect::ExtraTurn(s) => self.extra_turns.push(*s),
            Effect::ExtraCombat { .. } => self.extra_combats += 1,
            Effect::EndTheTurn => {
                self.stack.clear();
                self.leave_combat(!0);
                self.go_to(Step::Cleanup, self.active);
            }
            Effect::ItBecomes(d) => self.day = Some(*d),
            Effect::CantBlockThisTurn(f) => {
                let f: &Filter = f;
                let set = self.all(f, by, None);
                self.last(set, Until::EndOfTurn, by, Does::NoBlock);
            }
            Effect::CantPhaseOut { what, until } => self.last(self.seen_of(what, by), *until, by, Does::NoPhaseOut),
            Effect::CantPhaseIn { what, until } => self.last(self.what(what, by) & self.bf, *until, by, Does::NoPhaseIn),
            Effect::ChangeProtector { what, to } => each(self.seen_of(what, by)).for_each(|o| self.protector[o.index()] = *to),
            Effect::InOrder(parts) => parts.iter().for_each(|e| self.effect(by, e)),
            _ => {}
        }
    }

    fn count(&mut self, set: Set, kind: CounterKind, n: i16) {
        for o in each(set) {
            let c = &mut self.counters[o.index()][kind as usize];
            *c = (i16::from(*c) + n).clamp(0, 99) as u8;
        }
        self.dirty = true;
    }

    fn attach(&mut self, o: Obj, to: Attached) {
        let there = match to {
            Attached::Player(s) => self.is_alive(s),
            Attached::Object(h) => self.seen() & one(h) != 0 && h != o,
        };
        if there {
            self.attached |= one(o);
            self.on[o.index()] = to;
            self.dirty = true;
        }
    }
}
