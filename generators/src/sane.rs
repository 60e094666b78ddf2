//! Whether a scenario begins in a state that a game can be in, and has one legal outcome or carries the answers to its choices.
//!
//! The generator makes nothing else, and the shrinker keeps it so: a smaller scenario that fails only because two engines may rightly
//! differ on it is no finding.

use outofphase_adapter::{
    Ability, Action, Answer, Attached, CounterKind, Effect, Event, Filter, Keyword, Obj, Place, Scenario, Setup, Static, Step, Subject,
    Trigger, Type, What,
};

/// What leaves a scenario open.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Open {
    /// A permanent that state-based actions would move before anything happens.
    Start(Obj),
    /// A trigger that is true as the game starts, or that triggers for ever.
    StateTrigger(Obj),
    /// Two abilities whose order on the stack matters, under one player (603.3b).
    TriggerOrder,
    /// An Aura that enters and is not told what it enchants (303.4f), or a Siege that is not told its protector (310.8).
    Enters(Obj),
    /// Permanents of one card name, and no word on which is kept (704.5j).
    Legends,
    /// Damage to divide, and no word on how (510.1c).
    Damage(Obj),
    /// A die that nobody rolls (701.52).
    Roll,
    /// An attack, and no word on which opponent is the defending player (507.1).
    Defender,
    /// Static abilities of which none is first (613.7, 613.8).
    Layers,
    /// Two replacements of one step (614.10).
    Skips(Step),
}

/// Looks for what would leave the scenario open.
///
/// # Errors
/// The first thing found.
pub fn sane(s: &Scenario) -> Result<(), Open> {
    start(&s.setup)?;
    triggers(s)?;
    layers(&s.setup)?;
    choices(s)
}

fn abilities(setup: &Setup) -> impl Iterator<Item = (Obj, &Ability)> {
    setup.handles().zip(&setup.objects).flat_map(|(i, o)| o.has.iter().map(move |a| (i, a)))
}

fn start(setup: &Setup) -> Result<(), Open> {
    for (i, o) in setup.handles().zip(&setup.objects) {
        if o.place != Place::Battlefield {
            continue;
        }
        let t = o.card.types;
        let keyword = |k| o.has.contains(&Ability::Keyword(k));
        let bad = match o.on {
            None => t.has(Type::Aura),
            Some(Attached::Player(_)) => !t.has(Type::Aura),
            Some(Attached::Object(h)) => {
                let host = setup.object(h).card.types;
                let creature = host.has(Type::Creature);
                (t.has(Type::Equipment) && !creature)
                    || (t.has(Type::Fortification) && !host.has(Type::Land))
                    || (keyword(Keyword::Bestow) && !creature)
            }
        };
        let (plus, minus) = (o.counters.get(CounterKind::PlusOne), o.counters.get(CounterKind::MinusOne));
        let tally = o.has.iter().any(|a| matches!(a, Ability::Static(Static::SizeIsNumber(_))));
        let toughness = o.card.pt.map_or(0, |p| p.1) + i16::from(plus) - i16::from(minus);
        let dying = t.has(Type::Creature) && !tally && (toughness <= 0 || toughness <= i16::from(o.damage));
        let empty = t.has_any(outofphase_adapter::Types::one(Type::Planeswalker).with(outofphase_adapter::Types::one(Type::Battle)))
            && o.card.number == Some(0);
        let last =
            o.has.iter().filter_map(|a| if let Ability::Trigger(Trigger { when: Event::Chapter(n), .. }) = a { Some(*n) } else { None });
        let over = t.has(Type::Saga) && last.max().is_some_and(|n| o.counters.get(CounterKind::Lore) >= n);
        let strange = (t.has(Type::Battle) && o.protector.is_none()) || (keyword(Keyword::Daybound) && setup.options.it_is.is_none());
        if bad || dying || empty || over || strange || (plus > 0 && minus > 0) {
            return Err(Open::Start(i));
        }
    }
    Ok(())
}

fn triggers(s: &Scenario) -> Result<(), Open> {
    let mut with_effect = 0;
    let mut conditions = 0;
    for (i, a) in abilities(&s.setup) {
        for t in a.triggers() {
            with_effect += usize::from(t.then.is_some());
            conditions += usize::from(t.condition.is_some());
            if let Event::ControlNo(f) = t.when {
                let ends = matches!(t.then.as_deref(), Some(Effect::Sacrifice(What::This)));
                if !ends || !controls(&s.setup, i, &f) {
                    return Err(Open::StateTrigger(i));
                }
            }
            // Several at once, each about another object, and whoever watches those go sees a different order.
            let single = matches!(t.when.subject(), Some(Subject::This | Subject::Host)) || t.batch;
            if let Some(Effect::PhaseOut(What::That) | Effect::Destroy(What::That)) = t.then.as_deref()
                && !single
            {
                return Err(Open::TriggerOrder);
            }
        }
    }
    for e in s.play.iter().filter_map(Action::effect).flat_map(Effect::parts) {
        with_effect += usize::from(matches!(e, Effect::AtTheNext { .. } | Effect::When { .. }));
        if let Effect::GainAbility { ability, .. } = e {
            with_effect += ability.triggers().iter().filter(|t| t.then.is_some()).count();
            conditions += ability.triggers().iter().filter(|t| t.condition.is_some()).count();
        }
    }
    if with_effect > 1 || (with_effect > 0 && conditions > 0) {
        return Err(Open::TriggerOrder);
    }
    Ok(())
}

/// Whether the controller of `source` has something that matches by its printed types as the game starts.
fn controls(setup: &Setup, source: Obj, f: &Filter) -> bool {
    let controller = |o: Obj| setup.object(o).controller.unwrap_or(setup.object(o).owner);
    setup.handles().any(|o| {
        let spec = setup.object(o);
        spec.place == Place::Battlefield
            && spec.card.types.has_all(f.types)
            && !spec.card.types.has_any(f.not)
            && controller(o) == controller(source)
            && spec.on.is_none()
            && f.with.is_none()
            && f.tapped.is_none()
            && f.token.is_none()
            && !setup.objects.iter().any(|p| p.on == Some(Attached::Object(o)) && p.has.contains(&Static::YouControlHost.into()))
    })
}

fn layers(setup: &Setup) -> Result<(), Open> {
    let count = |is: fn(&Static) -> bool| abilities(setup).filter(|(_, a)| matches!(a, Ability::Static(s) if is(s))).count();
    let silence = count(|s| matches!(s, Static::LoseAbilities { .. } | Static::HostLosesAbilities));
    let grants = count(|s| matches!(s, Static::Grant { .. } | Static::HostHas(_)));
    let tally = count(|s| matches!(s, Static::SizeIsNumber(_)));
    let types = count(|s| matches!(s, Static::AreAlso { .. }));
    let control = count(|s| matches!(s, Static::YouControlHost));
    let world = setup.objects.iter().filter(|o| o.card.types.has(Type::World)).count();
    if silence > 1 || types > 1 || control > 1 || world > 1 || (silence > 0 && grants + tally > 0) {
        return Err(Open::Layers);
    }
    for o in &setup.objects {
        if let (true, Some(Attached::Object(h))) = (o.has.contains(&Static::YouControlHost.into()), o.on)
            && setup.object(h).controller.is_some()
        {
            return Err(Open::Layers);
        }
    }
    Ok(())
}

fn choices(s: &Scenario) -> Result<(), Open> {
    let asks = |o: &Obj| {
        s.setup
            .objects
            .get(o.index())
            .is_some_and(|o| o.card.types.has(Type::Aura) || o.card.types.has(Type::Battle) || o.card.types.has(Type::Scheme))
    };
    for e in s.play.iter().filter_map(Action::effect).flat_map(Effect::parts) {
        let entering: &[Obj] = match e {
            Effect::PutOntoBattlefield { what, on: None, .. } | Effect::ExileAndReturn(what) | Effect::ExileUntil { what, .. } => {
                if matches!(what, What::All(_)) {
                    return Err(Open::Enters(Obj(0)));
                }
                what.named()
            }
            Effect::Create(v) => v,
            Effect::SkipNextStep { step, .. } => {
                let fixed = abilities(&s.setup).any(|(_, a)| matches!(a, Ability::Static(Static::SkipStep { step: t, .. }) if t == step));
                if fixed {
                    return Err(Open::Skips(*step));
                }
                &[]
            }
            _ => &[],
        };
        if let Some(o) = entering.iter().find(|o| asks(o)) {
            return Err(Open::Enters(*o));
        }
    }
    for (n, name) in s.setup.objects.iter().enumerate().filter_map(|(n, o)| o.named.as_ref().map(|name| (n, name))) {
        let twin = s.setup.objects[..n].iter().any(|o| o.named.as_ref() == Some(name));
        if twin && !s.play.iter().any(|a| matches!(a, Action::Answer(Answer::Keep(_)))) {
            return Err(Open::Legends);
        }
    }
    let rolls = s.play.iter().filter(|a| matches!(a, Action::Answer(Answer::Roll(_)))).count();
    let advances = s.play.iter().filter(|a| matches!(a, Action::Advance { .. })).count();
    if s.setup.objects.iter().any(|o| o.card.types.has(Type::Attraction)) && rolls < advances {
        return Err(Open::Roll);
    }
    if s.setup.options.one_defending_player {
        let told = |n: usize| n > 0 && matches!(s.play[n - 1], Action::Answer(Answer::DefendingPlayer(_)));
        if (0..s.play.len()).any(|n| matches!(s.play[n], Action::Attack(_)) && !told(n)) {
            return Err(Open::Defender);
        }
    }
    for (n, a) in s.play.iter().enumerate() {
        let Action::Block(blocks) = a else { continue };
        for (k, b) in blocks.iter().enumerate() {
            let shared = blocks[..k].iter().any(|c| c.attacker == b.attacker);
            let has = |k| s.setup.objects.get(b.attacker.index()).is_some_and(|o| o.has.contains(&Ability::Keyword(k)));
            let tramples = has(Keyword::Trample);
            let answered = matches!(s.play.get(n + 1), Some(Action::Answer(Answer::Assign { from, .. })) if *from == b.attacker)
                && matches!(s.play.get(n + 2), Some(Action::Advance { to: Step::CombatDamage, .. }));
            // Double strike divides twice, and the second time is not answered for.
            if (shared || tramples) && (!answered || has(Keyword::DoubleStrike)) {
                return Err(Open::Damage(b.attacker));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use outofphase_adapter::{Attack, Block, Card, ObjectSpec, Seat};

    #[test]
    fn one_answer_is_too_few_where_double_strike_divides_twice() {
        for (twice, open) in [(false, Ok(())), (true, Err(Open::Damage(Obj(0))))] {
            let mut setup = Setup::new(2);
            for seat in [Seat::A, Seat::B, Seat::B] {
                setup.add(ObjectSpec::new("bear", Card::creature(2, 2), seat));
            }
            if twice {
                setup.objects[0].has.push(Keyword::DoubleStrike.into());
            }
            let blocks = [1, 2].map(|b| Block { blocker: Obj(b), attacker: Obj(0) }).to_vec();
            let play = vec![
                Action::Attack(vec![Attack { attacker: Obj(0), target: Attached::Player(Seat::B) }]),
                Action::Block(blocks),
                Action::Answer(Answer::Assign { from: Obj(0), to: vec![(Attached::Object(Obj(1)), 2)] }),
                Action::Advance { to: Step::CombatDamage, of: Seat::A },
            ];
            assert_eq!(sane(&Scenario { setup, play }), open);
        }
    }
}
