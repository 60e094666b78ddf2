//! Non-interference, the other way: permanents that phase out for good are as good as absent (702.26b).

use super::{Broken, Pair, compare};
use outofphase_adapter::{Ability, Action, Attached, Effect, Holder, Obj, Place, Scenario, Seat, Static, Until, What};

/// Whether an action names one of these objects.
fn names(a: &Action, set: &[bool]) -> bool {
    let has = |o: &Obj| set[o.index()];
    let on = |t: &Attached| matches!(t, Attached::Object(o) if has(o));
    match a {
        Action::Resolve { effect, .. } | Action::Announce { effect, .. } => speaks_of(effect, set),
        Action::Attack(v) => v.iter().any(|a| has(&a.attacker) || on(&a.target)),
        Action::Block(v) => v.iter().any(|b| has(&b.blocker) || has(&b.attacker)),
        Action::Put(o) => has(o),
        Action::Answer(_) => false,
        _ => false,
    }
}

/// Whether an effect names one of these objects.
fn speaks_of(effect: &Effect, set: &[bool]) -> bool {
    let has = |o: &Obj| set[o.index()];
    let on = |t: &Attached| matches!(t, Attached::Object(o) if has(o));
    effect.parts().into_iter().any(|e| {
        let what = e.what().is_some_and(|w| w.named().iter().any(has));
        let holder = matches!(e.until().and_then(|u| u.holder()), Some(Holder::Object(o)) if has(&o));
        let more = match e {
            Effect::PhaseInAndOut { r#in, .. } => r#in.named().iter().any(has),
            Effect::PhaseOutUntil { leaves: Holder::Object(o), .. } | Effect::ExileUntil { leaves: Holder::Object(o), .. } => has(o),
            Effect::Create(v) => v.iter().any(has),
            Effect::Attach { to, .. } => on(to),
            Effect::PutOntoBattlefield { on: Some(to), .. } => on(to),
            Effect::When { about, .. } => has(about),
            _ => false,
        };
        what || holder || more
    })
}

pub(super) fn check(p: &mut Pair<'_>) -> Option<Broken> {
    let w = &p.base.words;
    let setup = p.base.setup();
    if w.phase_triggers || w.locks || w.daybound || w.stack || setup.options.start.is_some() {
        return None;
    }
    let n = setup.objects.len();
    // Every third nontoken permanent, and what is attached to it, and so on.
    let mut gone: Vec<bool> =
        (0..n).map(|i| i % 3 == 0 && setup.objects[i].place == Place::Battlefield && !setup.objects[i].token).collect();
    loop {
        let more: Vec<usize> =
            (0..n).filter(|i| !gone[*i] && matches!(setup.objects[*i].on, Some(Attached::Object(h)) if gone[h.index()])).collect();
        if more.is_empty() {
            break;
        }
        more.into_iter().for_each(|i| gone[i] = true);
    }
    if !gone.contains(&true) || (0..n).any(|i| gone[i] && setup.objects[i].token) {
        return None;
    }
    // An Aura that gives control of its host gives it back as it phases out, and one that is absent never had it.
    let controls = |i: &usize| setup.objects[*i].has.contains(&Ability::Static(Static::YouControlHost));
    if (0..n).filter(|i| gone[*i]).any(|i| controls(&i)) {
        return None;
    }
    // What an ability does to one of them by name it could do to the absent card as well, wherever that is.
    let abilities = setup.objects.iter().flat_map(|o| o.has.iter().chain(o.back.iter().flat_map(|b| &b.has)));
    if abilities.flat_map(Ability::triggers).filter_map(|t| t.then.as_deref()).any(|e| speaks_of(e, &gone)) {
        return None;
    }
    let play: Vec<Action> = p.base.scenario.play.iter().filter(|a| !names(a, &gone)).cloned().collect();
    let gone_objects: Vec<Obj> = (0..n).filter(|i| gone[*i]).map(|i| Obj(i as u16)).collect();
    let by = Seat::A;
    let out = |what: Vec<Obj>| {
        [
            Action::Resolve { by, effect: Effect::PhaseOut(What::These(what.clone())) },
            Action::Resolve { by, effect: Effect::CantPhaseIn { what: What::These(what), until: Until::Forever } },
        ]
    };
    let phased = Scenario { setup: setup.clone(), play: out(gone_objects.clone()).into_iter().chain(play.iter().cloned()).collect() };
    let mut absent = Scenario { setup: setup.clone(), play: out(Vec::new()).into_iter().chain(play).collect() };
    for o in &gone_objects {
        let spec = &mut absent.setup.objects[o.index()];
        spec.place = Place::Outside;
        (spec.tapped, spec.sick, spec.damage, spec.on, spec.controller) = (false, false, 0, None, None);
    }
    p.other.play(p.adapter, &phased);
    p.third.play(p.adapter, &absent);
    let broken = compare::agree(
        p.other,
        p.third,
        |i| i,
        |o| (!gone[o.index()]).then_some(o),
        "what phased out for good is as good as absent for everything else",
    )?;
    // Told by the action of the base scenario that it comes closest to.
    Some(Broken { at: broken.at.saturating_sub(2).min(p.base.did.len().saturating_sub(1)), ..broken })
}
