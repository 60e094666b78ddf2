//! Which words of the vocabulary a scenario uses, as the [`Need`]s that an engine may lack.

use outofphase_adapter::{Ability, Action, Effect, Need, ObjectSpec, Place, Scenario, Setup};
use std::collections::BTreeSet;

/// Everything that an engine must have to play this scenario, by the words that [`Fault::Unsupported`](outofphase_adapter::Fault) uses.
#[must_use]
pub fn needs(scenario: &Scenario) -> BTreeSet<Need> {
    let mut all = BTreeSet::new();
    setup(&scenario.setup, &mut all);
    for a in &scenario.play {
        action(a, &mut all);
    }
    all
}

fn setup(s: &Setup, all: &mut BTreeSet<Need>) {
    all.insert(Need::Seats(s.seats()));
    for o in &s.objects {
        object(o, all);
    }
    let o = &s.options;
    for (there, word) in [
        (o.start.is_some(), "start"),
        (o.it_is.is_some(), "it is"),
        (o.archenemy.is_some(), "archenemy"),
        (o.one_defending_player, "one defending player"),
    ] {
        if there {
            all.insert(Need::Setup(word.into()));
        }
    }
}

/// The word of a starting place other than the battlefield.
pub(crate) const fn place_word(p: Place) -> Option<&'static str> {
    match p {
        Place::Battlefield => None,
        p => Some(p.word()),
    }
}

fn object(o: &ObjectSpec, all: &mut BTreeSet<Need>) {
    if let Some(w) = place_word(o.place) {
        all.insert(Need::Setup(w.into()));
    }
    for (there, word) in [
        (o.named.is_some(), "named"),
        (o.token, "token"),
        (o.tapped, "tapped"),
        (o.sick, "sick"),
        (o.damage > 0, "damage"),
        (!o.counters.is_empty(), "counters"),
        (o.back.is_some(), "back"),
        (o.controller.is_some(), "under"),
        (o.on.is_some(), "on"),
        (o.protector.is_some(), "protector"),
    ] {
        if there {
            all.insert(Need::Setup(word.into()));
        }
    }
    for t in o.card.types.iter() {
        all.insert(Need::Setup(t.word().into()));
    }
    o.has.iter().chain(o.back.iter().flat_map(|b| &b.has)).for_each(|a| ability(a, all));
}

fn ability(a: &Ability, all: &mut BTreeSet<Need>) {
    for a in a.nested() {
        all.insert(Need::Ability(a.word().into()));
        if let Ability::Trigger(t) = a {
            all.insert(Need::Event(t.when.word().into()));
            if let Some(e) = &t.then {
                effect(e, all);
            }
        }
    }
}

fn effect(e: &Effect, all: &mut BTreeSet<Need>) {
    for e in e.parts() {
        all.insert(Need::Effect(e.word().into()));
        if let Some(u) = e.until() {
            all.insert(Need::Until(u.word().into()));
        }
        match e {
            Effect::AddMana { keep: Some(u), .. } => drop(all.insert(Need::Until(u.word().into()))),
            Effect::GainAbility { ability: a, .. } => ability(a, all),
            Effect::When { event, .. } => drop(all.insert(Need::Event(event.word().into()))),
            _ => {}
        }
    }
}

fn action(a: &Action, all: &mut BTreeSet<Need>) {
    if let Some(e) = a.effect() {
        effect(e, all);
    }
    match a {
        Action::Resolve { .. } => {}
        Action::Advance { to, .. } => drop(all.insert(Need::Stop(*to))),
        Action::Answer(x) => drop(all.insert(Need::Answer(x.word().into()))),
        _ => drop(all.insert(Need::Action(a.word().into()))),
    }
}
