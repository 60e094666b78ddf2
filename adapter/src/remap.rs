//! Every handle in a scenario, for renumbering: when objects are taken away, reordered or renamed.

use crate::{Ability, Action, Answer, Attached, Effect, Holder, Obj, Scenario, Static, Until, What};

fn attached(a: &mut Attached, f: &mut dyn FnMut(&mut Obj)) {
    if let Attached::Object(o) = a {
        f(o);
    }
}

fn holder(h: &mut Holder, f: &mut dyn FnMut(&mut Obj)) {
    if let Holder::Object(o) = h {
        f(o);
    }
}

fn until(u: &mut Until, f: &mut dyn FnMut(&mut Obj)) {
    match u {
        Until::WhileYouControl(h) | Until::WhileTapped(h) | Until::WhileOnBattlefield(h) => holder(h, f),
        _ => {}
    }
}

fn what(w: &mut What, f: &mut dyn FnMut(&mut Obj)) {
    if let What::These(v) = w {
        v.iter_mut().for_each(f);
    }
}

impl Ability {
    /// Calls `f` for every handle within.
    pub fn each_object_mut(&mut self, f: &mut dyn FnMut(&mut Obj)) {
        match self {
            Ability::Trigger(t) => {
                if let Some(e) = &mut t.then {
                    e.each_object_mut(f);
                }
            }
            Ability::Static(Static::Grant { ability, .. } | Static::HostHas(ability)) => ability.each_object_mut(f),
            _ => {}
        }
    }
}

impl Effect {
    /// Calls `f` for every handle within.
    pub fn each_object_mut(&mut self, f: &mut dyn FnMut(&mut Obj)) {
        match self {
            Effect::PhaseOut(w)
            | Effect::PhaseIn(w)
            | Effect::Destroy(w)
            | Effect::Exile(w)
            | Effect::ExileAndReturn(w)
            | Effect::ReturnToHand(w)
            | Effect::PutOnLibrary(w)
            | Effect::Sacrifice(w)
            | Effect::Tap(w)
            | Effect::Untap(w)
            | Effect::Unattach(w)
            | Effect::RemoveFromCombat(w)
            | Effect::DoesntUntapNext(w)
            | Effect::Transform(w)
            | Effect::Damage { to: w, .. }
            | Effect::PutCounters { on: w, .. }
            | Effect::RemoveCounters { from: w, .. }
            | Effect::ChangeProtector { what: w, .. } => what(w, f),
            Effect::PhaseInAndOut { r#in, out } => {
                what(r#in, f);
                what(out, f);
            }
            Effect::PhaseOutUntil { what: w, leaves } | Effect::ExileUntil { what: w, leaves } => {
                what(w, f);
                holder(leaves, f);
            }
            Effect::PutOntoBattlefield { what: w, on, .. } => {
                what(w, f);
                if let Some(a) = on {
                    attached(a, f);
                }
            }
            Effect::Create(v) => v.iter_mut().for_each(f),
            Effect::Pump { what: w, until: u, .. }
            | Effect::LoseAbilities { what: w, until: u }
            | Effect::BecomeCreatures { what: w, until: u, .. }
            | Effect::LoseTypes { what: w, until: u, .. }
            | Effect::GainControl { what: w, until: u }
            | Effect::CantPhaseOut { what: w, until: u }
            | Effect::CantPhaseIn { what: w, until: u } => {
                what(w, f);
                until(u, f);
            }
            Effect::GainAbility { what: w, ability, until: u } => {
                what(w, f);
                ability.each_object_mut(f);
                until(u, f);
            }
            Effect::Attach { what: w, to } => {
                what(w, f);
                attached(to, f);
            }
            Effect::AddMana { keep: Some(u), .. } => until(u, f),
            Effect::AtTheNext { then, .. } => then.each_object_mut(f),
            Effect::When { about, then, .. } => {
                f(about);
                then.each_object_mut(f);
            }
            Effect::InOrder(parts) => parts.iter_mut().for_each(|e| e.each_object_mut(f)),
            Effect::Mill { .. }
            | Effect::DamagePlayer { .. }
            | Effect::Draw(_)
            | Effect::Discard(_)
            | Effect::LoseTheGame(_)
            | Effect::SkipNextStep { .. }
            | Effect::ExtraTurn(_)
            | Effect::ExtraCombat { .. }
            | Effect::ExtraStep(_)
            | Effect::EndTheTurn
            | Effect::ItBecomes(_)
            | Effect::CastSpells(_)
            | Effect::AddMana { keep: None, .. }
            | Effect::CantBlockThisTurn(_) => {}
        }
    }
}

impl Answer {
    /// Calls `f` for every handle within.
    pub fn each_object_mut(&mut self, f: &mut dyn FnMut(&mut Obj)) {
        match self {
            Answer::TriggerOrder(v) | Answer::Discard(v) => v.iter_mut().for_each(f),
            Answer::Keep(o) | Answer::Protector { battle: o, .. } => f(o),
            Answer::Assign { from, to } => {
                f(from);
                to.iter_mut().for_each(|(a, _)| attached(a, f));
            }
            Answer::DamageOrder { attacker, blockers } => {
                f(attacker);
                blockers.iter_mut().for_each(f);
            }
            Answer::DefendingPlayer(_) | Answer::Roll(_) => {}
        }
    }
}

impl Action {
    /// Calls `f` for every handle within.
    pub fn each_object_mut(&mut self, f: &mut dyn FnMut(&mut Obj)) {
        match self {
            Action::Resolve { effect, .. } | Action::Announce { effect, .. } => effect.each_object_mut(f),
            Action::Attack(v) => {
                for a in v {
                    f(&mut a.attacker);
                    attached(&mut a.target, f);
                }
            }
            Action::Block(v) => {
                for b in v {
                    f(&mut b.blocker);
                    f(&mut b.attacker);
                }
            }
            Action::Put(o) => f(o),
            Action::Answer(a) => a.each_object_mut(f),
            Action::ResolveTop | Action::Advance { .. } | Action::Leave(_) => {}
        }
    }
}

impl Scenario {
    /// Calls `f` for every handle that something in the scenario refers by: hosts, abilities, actions. The objects themselves stay where
    /// they are in [`Setup::objects`](crate::Setup::objects); move them as well.
    pub fn each_object_mut(&mut self, f: &mut dyn FnMut(&mut Obj)) {
        for o in &mut self.setup.objects {
            if let Some(a) = &mut o.on {
                attached(a, f);
            }
            let back = o.back.iter_mut().flat_map(|b| &mut b.has);
            o.has.iter_mut().chain(back).for_each(|a| a.each_object_mut(f));
        }
        self.play.iter_mut().for_each(|a| a.each_object_mut(f));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attack, Card, ObjectSpec, Seat, Setup};

    #[test]
    fn every_handle_is_reached() {
        let mut setup = Setup::new(2);
        let a = setup.add(ObjectSpec::new("a", Card::creature(1, 1), Seat::A));
        setup.add(ObjectSpec { on: Some(Attached::Object(a)), ..ObjectSpec::new("b", Card::creature(1, 1), Seat::A) });
        let play = vec![
            Action::Attack(vec![Attack { attacker: Obj(1), target: Attached::Object(Obj(0)) }]),
            Action::Resolve {
                by: Seat::A,
                effect: Effect::InOrder(vec![Effect::GainControl {
                    what: What::one(Obj(1)),
                    until: Until::WhileTapped(Holder::Object(Obj(0))),
                }]),
            },
        ];
        let mut s = Scenario { setup, play };
        let mut n = 0;
        s.each_object_mut(&mut |o| {
            n += 1;
            o.0 += 10;
        });
        assert_eq!(n, 5);
        assert!(!format!("{:?}", (&s.setup, &s.play)).contains("Obj(0)"));
    }
}
