//! Renumbering: the same scenario with other handles and seats, or without some of them.

use outofphase_adapter::{
    Ability, Action, Answer, Attached, Attack, Block, Effect, Filter, Holder, Obj, ObjectSpec, Scenario, Seat, Static, Trigger, Until, What,
};

/// Where each object and each seat goes; what goes nowhere is taken out of every list that names it, and a word that is left without
/// anything to be about goes with it.
pub(crate) struct Renumber<'a> {
    pub(crate) obj: &'a dyn Fn(Obj) -> Option<Obj>,
    pub(crate) seat: &'a dyn Fn(Seat) -> Option<Seat>,
}

/// The same scenario with the players in other seats: whoever sat in seat i sits in `to[i]`.
///
/// # Panics
/// If `to` is no permutation of the scenario's seats.
#[must_use]
pub fn reseated(s: &Scenario, to: &[Seat]) -> Scenario {
    let order: Vec<Obj> = s.setup.handles().collect();
    let mut new = Renumber { obj: &Some, seat: &|seat| to.get(seat.index()).copied() }.scenario(s, &order);
    for (old, seat) in s.setup.players.iter().zip(to) {
        new.setup.players[seat.index()].clone_from(old);
    }
    new
}

impl Renumber<'_> {
    /// The whole scenario; `order` lists the old handles of the objects that stay, in their new order.
    pub(crate) fn scenario(&self, s: &Scenario, order: &[Obj]) -> Scenario {
        let mut setup = s.setup.clone();
        setup.objects = order.iter().filter_map(|o| s.setup.objects.get(o.index())).filter_map(|o| self.spec(o)).collect();
        setup.options.archenemy = setup.options.archenemy.and_then(|s| (self.seat)(s));
        Scenario { setup, play: s.play.iter().filter_map(|a| self.action(a)).collect() }
    }

    fn spec(&self, o: &ObjectSpec) -> Option<ObjectSpec> {
        let mut new = o.clone();
        new.owner = (self.seat)(o.owner)?;
        new.controller = o.controller.and_then(|s| (self.seat)(s)).filter(|s| *s != new.owner);
        new.protector = o.protector.and_then(|s| (self.seat)(s));
        new.on = o.on.and_then(|a| self.attached(a));
        new.has = o.has.iter().filter_map(|a| self.ability(a)).collect();
        if let (Some(back), Some(old)) = (&mut new.back, &o.back) {
            back.has = old.has.iter().filter_map(|a| self.ability(a)).collect();
        }
        Some(new)
    }

    fn attached(&self, a: Attached) -> Option<Attached> {
        match a {
            Attached::Player(s) => (self.seat)(s).map(Attached::Player),
            Attached::Object(o) => (self.obj)(o).map(Attached::Object),
        }
    }

    fn ability(&self, a: &Ability) -> Option<Ability> {
        Some(match a {
            Ability::Keyword(k) => Ability::Keyword(*k),
            Ability::Trigger(t) => {
                Ability::Trigger(Trigger { then: t.then.as_ref().and_then(|e| self.effect(e)).map(Box::new), ..t.clone() })
            }
            Ability::Static(Static::Grant { to, ability }) => {
                Ability::Static(Static::Grant { to: *to, ability: Box::new(self.ability(ability)?) })
            }
            Ability::Static(Static::HostHas(ability)) => Ability::Static(Static::HostHas(Box::new(self.ability(ability)?))),
            Ability::Static(s) => Ability::Static(s.clone()),
        })
    }

    fn list(&self, v: &[Obj]) -> Option<Vec<Obj>> {
        let mut new: Vec<Obj> = Vec::with_capacity(v.len());
        for o in v.iter().filter_map(|o| (self.obj)(*o)) {
            // Where two became one, it is named once.
            if !new.contains(&o) {
                new.push(o);
            }
        }
        (!new.is_empty() || v.is_empty()).then_some(new)
    }

    fn filter(&self, f: Filter) -> Option<Filter> {
        match f.of {
            None => Some(f),
            Some(s) => Some(Filter { of: Some((self.seat)(s)?), ..f }),
        }
    }

    fn what(&self, w: &What) -> Option<What> {
        Some(match w {
            What::These(v) => What::These(self.list(v)?),
            What::All(f) => What::All(self.filter(*f)?),
            What::This => What::This,
            What::That => What::That,
            What::Host => What::Host,
        })
    }

    fn holder(&self, h: Holder) -> Option<Holder> {
        match h {
            Holder::This => Some(h),
            Holder::Object(o) => (self.obj)(o).map(Holder::Object),
        }
    }

    fn until(&self, u: Until) -> Option<Until> {
        Some(match u {
            Until::WhileYouControl(h) => Until::WhileYouControl(self.holder(h)?),
            Until::WhileTapped(h) => Until::WhileTapped(self.holder(h)?),
            Until::WhileOnBattlefield(h) => Until::WhileOnBattlefield(self.holder(h)?),
            u => u,
        })
    }

    /// What goes until something leaves, which must be something else.
    fn until_leaves(&self, what: &What, leaves: Holder) -> Option<(What, Holder)> {
        let (what, leaves) = (self.what(what)?, self.holder(leaves)?);
        let itself = matches!(leaves, Holder::Object(o) if what.named().contains(&o));
        (!itself).then_some((what, leaves))
    }

    pub(crate) fn effect(&self, e: &Effect) -> Option<Effect> {
        Some(match e {
            Effect::PhaseOut(w) => Effect::PhaseOut(self.what(w)?),
            Effect::PhaseIn(w) => Effect::PhaseIn(self.what(w)?),
            Effect::PhaseInAndOut { r#in, out } => match (self.what(r#in), self.what(out)) {
                (Some(r#in), Some(out)) => Effect::PhaseInAndOut { r#in, out },
                (Some(w), None) => Effect::PhaseIn(w),
                (None, Some(w)) => Effect::PhaseOut(w),
                (None, None) => return None,
            },
            Effect::PhaseOutUntil { what, leaves } => {
                let (what, leaves) = self.until_leaves(what, *leaves)?;
                Effect::PhaseOutUntil { what, leaves }
            }
            Effect::Destroy(w) => Effect::Destroy(self.what(w)?),
            Effect::Exile(w) => Effect::Exile(self.what(w)?),
            Effect::ExileUntil { what, leaves } => {
                let (what, leaves) = self.until_leaves(what, *leaves)?;
                Effect::ExileUntil { what, leaves }
            }
            Effect::ExileAndReturn(w) => Effect::ExileAndReturn(self.what(w)?),
            Effect::ReturnToHand(w) => Effect::ReturnToHand(self.what(w)?),
            Effect::PutOnLibrary(w) => Effect::PutOnLibrary(self.what(w)?),
            Effect::Sacrifice(w) => Effect::Sacrifice(self.what(w)?),
            Effect::PutOntoBattlefield { what, under, tapped, on } => Effect::PutOntoBattlefield {
                what: self.what(what)?,
                under: match under {
                    None => None,
                    Some(s) => Some((self.seat)(*s)?),
                },
                tapped: *tapped,
                // An Aura that is not told what to enchant asks.
                on: match on {
                    None => None,
                    Some(a) => Some(self.attached(*a)?),
                },
            },
            Effect::Create(v) => Effect::Create(self.list(v)?),
            Effect::Mill { who, n } => Effect::Mill { who: (self.seat)(*who)?, n: *n },
            Effect::Damage { to, n } => Effect::Damage { to: self.what(to)?, n: *n },
            Effect::DamagePlayer { who, n } => Effect::DamagePlayer { who: (self.seat)(*who)?, n: *n },
            Effect::LoseTheGame(v) => {
                let v: Vec<Seat> = v.iter().filter_map(|s| (self.seat)(*s)).collect();
                if v.is_empty() {
                    return None;
                }
                Effect::LoseTheGame(v)
            }
            Effect::Pump { what, power, toughness, until } => {
                Effect::Pump { what: self.what(what)?, power: *power, toughness: *toughness, until: self.until(*until)? }
            }
            Effect::GainAbility { what, ability, until } => {
                Effect::GainAbility { what: self.what(what)?, ability: Box::new(self.ability(ability)?), until: self.until(*until)? }
            }
            Effect::LoseAbilities { what, until } => Effect::LoseAbilities { what: self.what(what)?, until: self.until(*until)? },
            Effect::BecomeCreatures { what, power, toughness, until } => {
                Effect::BecomeCreatures { what: self.what(what)?, power: *power, toughness: *toughness, until: self.until(*until)? }
            }
            Effect::LoseTypes { what, types, until } => {
                Effect::LoseTypes { what: self.what(what)?, types: *types, until: self.until(*until)? }
            }
            Effect::GainControl { what, until } => Effect::GainControl { what: self.what(what)?, until: self.until(*until)? },
            Effect::Tap(w) => Effect::Tap(self.what(w)?),
            Effect::Untap(w) => Effect::Untap(self.what(w)?),
            Effect::PutCounters { on, counter, n } => Effect::PutCounters { on: self.what(on)?, counter: *counter, n: *n },
            Effect::RemoveCounters { from, counter, n } => Effect::RemoveCounters { from: self.what(from)?, counter: *counter, n: *n },
            Effect::Attach { what, to } => {
                let (what, to) = (self.what(what)?, self.attached(*to)?);
                // Nothing is attached to itself.
                if matches!(to, Attached::Object(o) if what.named().contains(&o)) {
                    return None;
                }
                Effect::Attach { what, to }
            }
            Effect::Unattach(w) => Effect::Unattach(self.what(w)?),
            Effect::RemoveFromCombat(w) => Effect::RemoveFromCombat(self.what(w)?),
            Effect::SkipNextStep { who, step } => Effect::SkipNextStep { who: (self.seat)(*who)?, step: *step },
            Effect::DoesntUntapNext(w) => Effect::DoesntUntapNext(self.what(w)?),
            Effect::ExtraTurn(s) => Effect::ExtraTurn((self.seat)(*s)?),
            Effect::Transform(w) => Effect::Transform(self.what(w)?),
            Effect::ChangeProtector { what, to } => Effect::ChangeProtector { what: self.what(what)?, to: (self.seat)(*to)? },
            Effect::CantBlockThisTurn(f) => Effect::CantBlockThisTurn(self.filter(*f)?),
            Effect::CantPhaseOut { what, until } => Effect::CantPhaseOut { what: self.what(what)?, until: self.until(*until)? },
            Effect::CantPhaseIn { what, until } => Effect::CantPhaseIn { what: self.what(what)?, until: self.until(*until)? },
            Effect::AtTheNext { step, of, then } => Effect::AtTheNext {
                step: *step,
                of: match of {
                    None => None,
                    Some(s) => Some((self.seat)(*s)?),
                },
                then: Box::new(self.effect(then)?),
            },
            Effect::When { event, about, this_turn, then } => {
                Effect::When { event: *event, about: (self.obj)(*about)?, this_turn: *this_turn, then: Box::new(self.effect(then)?) }
            }
            Effect::InOrder(parts) => {
                let mut parts: Vec<Effect> = parts.iter().filter_map(|e| self.effect(e)).collect();
                match parts.len() {
                    0 => return None,
                    1 => parts.swap_remove(0),
                    _ => Effect::InOrder(parts),
                }
            }
            e => e.clone(),
        })
    }

    pub(crate) fn action(&self, a: &Action) -> Option<Action> {
        Some(match a {
            Action::Resolve { by, effect } => Action::Resolve { by: (self.seat)(*by)?, effect: self.effect(effect)? },
            Action::Announce { by, effect } => Action::Announce { by: (self.seat)(*by)?, effect: self.effect(effect)? },
            Action::ResolveTop => Action::ResolveTop,
            Action::Advance { to, of } => Action::Advance { to: *to, of: (self.seat)(*of)? },
            Action::Attack(v) => {
                let mut new: Vec<Attack> = Vec::with_capacity(v.len());
                for a in v.iter().filter_map(|a| Some(Attack { attacker: (self.obj)(a.attacker)?, target: self.attached(a.target)? })) {
                    if new.iter().all(|b| b.attacker != a.attacker) && a.target != Attached::Object(a.attacker) {
                        new.push(a);
                    }
                }
                let v = new;
                if v.is_empty() {
                    return None;
                }
                Action::Attack(v)
            }
            Action::Block(v) => {
                let mut new: Vec<Block> = Vec::with_capacity(v.len());
                for b in v.iter().filter_map(|b| Some(Block { blocker: (self.obj)(b.blocker)?, attacker: (self.obj)(b.attacker)? })) {
                    if new.iter().all(|c| c.blocker != b.blocker) && b.blocker != b.attacker {
                        new.push(b);
                    }
                }
                let v = new;
                if v.is_empty() {
                    return None;
                }
                Action::Block(v)
            }
            Action::Leave(s) => Action::Leave((self.seat)(*s)?),
            Action::Put(o) => Action::Put((self.obj)(*o)?),
            Action::Answer(x) => Action::Answer(self.answer(x)?),
            a => a.clone(),
        })
    }

    fn answer(&self, a: &Answer) -> Option<Answer> {
        Some(match a {
            Answer::TriggerOrder(v) => Answer::TriggerOrder(self.list(v)?),
            Answer::Discard(v) => Answer::Discard(self.list(v)?),
            Answer::Keep(o) => Answer::Keep((self.obj)(*o)?),
            Answer::Assign { from, to } => {
                let mut new = Vec::new();
                for (a, n) in to {
                    new.push((self.attached(*a)?, *n));
                }
                Answer::Assign { from: (self.obj)(*from)?, to: new }
            }
            Answer::DamageOrder { attacker, blockers } => {
                Answer::DamageOrder { attacker: (self.obj)(*attacker)?, blockers: self.list(blockers)? }
            }
            Answer::DefendingPlayer(s) => Answer::DefendingPlayer((self.seat)(*s)?),
            Answer::Protector { battle, of } => Answer::Protector { battle: (self.obj)(*battle)?, of: (self.seat)(*of)? },
            a => a.clone(),
        })
    }
}

/// The scenario with its objects in this order of old handles; those that are not in the list are gone.
pub(crate) fn reorder(s: &Scenario, order: &[Obj]) -> Scenario {
    let place = |o: Obj| order.iter().position(|p| *p == o).and_then(|i| u16::try_from(i).ok()).map(Obj);
    Renumber { obj: &place, seat: &Some }.scenario(s, order)
}

/// The scenario without one object. What it was attached to, and what waited for it, stays; what named only it goes.
pub(crate) fn without_object(s: &Scenario, gone: Obj) -> Scenario {
    let order: Vec<Obj> = s.setup.handles().filter(|o| *o != gone).collect();
    reorder(s, &order)
}

/// The scenario without one player and all that is theirs. `None` if then fewer than two are left.
pub(crate) fn without_seat(s: &Scenario, gone: Seat) -> Option<Scenario> {
    if s.setup.players.len() <= 2 {
        return None;
    }
    let order: Vec<Obj> = s.setup.handles().filter(|o| s.setup.object(*o).owner != gone).collect();
    let place = |o: Obj| order.iter().position(|p| *p == o).and_then(|i| u16::try_from(i).ok()).map(Obj);
    let seat = |t: Seat| match t.0.cmp(&gone.0) {
        std::cmp::Ordering::Less => Some(t),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Seat(t.0 - 1)),
    };
    let mut new = Renumber { obj: &place, seat: &seat }.scenario(s, &order);
    new.setup.players.remove(gone.index());
    Some(new)
}
