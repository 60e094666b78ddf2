//! Which families a scenario uses, by its words alone: for statistics. Whether a situation was reached only a run can tell.

use crate::family::{Families, Family as F};
use outofphase_adapter::{
    Ability, Action, Answer, Attached, Effect, Event, Keyword, ObjectSpec, Place, Scenario, Static, Trigger, Type, Types, Until,
};

/// The families whose words stand in a scenario.
#[must_use]
pub fn static_features(s: &Scenario) -> Families {
    let mut f = Families::NONE;
    for o in &s.setup.objects {
        object(o, &mut f);
    }
    if s.setup.options.it_is.is_some() {
        f.insert(F::DayNight);
    }
    if s.setup.players.iter().any(|p| p.hand > 0) {
        f.insert(F::Hand);
    }
    for a in &s.play {
        action(a, &mut f);
    }
    f
}

fn object(o: &ObjectSpec, f: &mut Families) {
    let t = o.card.types;
    let several = |list: &[Type]| list.iter().fold(Types::NONE, |s, t| s.with(Types::one(*t)));
    for (is, family) in [
        (matches!(o.on, Some(Attached::Object(_))) || t.has_any(several(&[Type::Equipment, Type::Fortification])), F::Attachments),
        (matches!(o.on, Some(Attached::Player(_))), F::PlayerAuras),
        (o.token, F::Tokens),
        (!o.counters.is_empty(), F::Counters),
        (o.controller.is_some(), F::Control),
        (o.damage > 0, F::Damage),
        (o.tapped, F::Tapping),
        (o.place != Place::Battlefield && !o.token, F::ZoneChanges),
        (o.back.is_some(), F::DayNight),
        (t.has(Type::Saga), F::Sagas),
        (t.has_any(several(&[Type::Planeswalker, Type::Battle])), F::Attackables),
        (t.has_any(several(&[Type::Scheme, Type::Attraction])), F::Variants),
        (t.has_any(several(&[Type::Legendary, Type::World])), F::Legends),
    ] {
        if is {
            f.insert(family);
        }
    }
    o.has.iter().chain(o.back.iter().flat_map(|b| &b.has)).for_each(|a| ability(a, f));
}

fn ability(a: &Ability, f: &mut Families) {
    match a {
        Ability::Keyword(k) => match k {
            Keyword::Phasing => f.insert(F::PhasingKeyword),
            Keyword::Bestow => f.insert(F::Bestow),
            Keyword::Daybound => f.insert(F::DayNight),
            Keyword::Indestructible => f.insert(F::Damage),
            Keyword::Shroud => f.insert(F::Stack),
            _ => f.insert(F::Combat),
        },
        Ability::Static(s) => fixed(s, f),
        Ability::Trigger(t) => trigger(t, f),
    }
}

fn fixed(s: &Static, f: &mut Families) {
    f.insert(match s {
        Static::Anthem { .. } | Static::Grant { .. } | Static::AreAlso { .. } | Static::SizeIsNumber(_) => F::Statics,
        Static::HostGets { .. } | Static::HostHas(_) => F::Attachments,
        Static::LoseAbilities { .. } | Static::HostLosesAbilities => F::AbilityLoss,
        Static::YouControlHost => F::Control,
        Static::HostDoesntUntap | Static::DoesntUntap | Static::UntapInOthersUntapStep => F::Tapping,
        Static::SkipStep { .. } => F::TurnStructure,
        Static::NoMaximumHandSize | Static::HandSize { .. } | Static::CantDraw | Static::DrawTwoInstead => F::Hand,
        Static::CantPhaseOut { .. } | Static::CantPhaseIn { .. } => F::PhasingLocks,
        Static::CantAttack { .. } | Static::CantBlock { .. } => F::Combat,
        Static::KeepMana => F::Mana,
        Static::DamageStays => F::Damage,
        Static::NoLegendRule => F::Legends,
        _ => F::Replacements,
    });
    if let Static::Grant { ability: a, .. } | Static::HostHas(a) = s {
        ability(a, f);
    }
}

fn trigger(t: &Trigger, f: &mut Families) {
    event(&t.when, f);
    if t.condition.is_some() || t.batch {
        f.insert(F::TriggerConditions);
    }
    if let Some(e) = &t.then {
        f.insert(F::TriggerEffects);
        effect(e, f);
    }
}

fn event(e: &Event, f: &mut Families) {
    f.insert(match e {
        Event::PhasesOut(_) | Event::PhasesIn(_) => F::PhaseTriggers,
        Event::Attacks(_) | Event::Blocks(_) | Event::BecomesBlocked(_) | Event::DealsCombatDamage(_) | Event::DealtDamage(_) => F::Combat,
        Event::BecomesTapped(_)
        | Event::BecomesUntapped(_)
        | Event::BecomesAttached(_)
        | Event::BecomesUnattached(_)
        | Event::LoseControl(_)
        | Event::OpponentGains(_)
        | Event::BecomesTarget(_) => F::ChangeTriggers,
        Event::Beginning { .. } => F::StepTriggers,
        Event::Discards(_) | Event::Draws(_) => F::Hand,
        Event::DayNightChanges(_) | Event::Transforms(_) => F::DayNight,
        Event::PlayerLoses(_) => F::Leaving,
        Event::Chapter(_) => F::Sagas,
        Event::Visited(_) | Event::SetInMotion(_) => F::Variants,
        Event::ControlNo(_) => F::StateTriggers,
        _ => F::ZoneTriggers,
    });
}

fn effect(e: &Effect, f: &mut Families) {
    f.insert(match e {
        Effect::PhaseOut(_) | Effect::PhaseIn(_) | Effect::PhaseInAndOut { .. } => F::PhasingEffects,
        Effect::PhaseOutUntil { .. } => F::PhaseUntil,
        Effect::CantPhaseOut { .. } | Effect::CantPhaseIn { .. } => F::PhasingLocks,
        Effect::Attach { to: Attached::Player(_), .. } => F::PlayerAuras,
        Effect::Attach { .. } | Effect::Unattach(_) => F::Attachments,
        Effect::Create(_) => F::Tokens,
        Effect::PutCounters { .. } | Effect::RemoveCounters { .. } => F::Counters,
        Effect::GainControl { .. } => F::Control,
        Effect::Pump { .. } | Effect::GainAbility { .. } | Effect::BecomeCreatures { .. } | Effect::LoseTypes { .. } => F::Durations,
        Effect::LoseAbilities { .. } => F::AbilityLoss,
        Effect::Damage { .. } | Effect::DamagePlayer { .. } => F::Damage,
        Effect::Tap(_) | Effect::Untap(_) | Effect::DoesntUntapNext(_) => F::Tapping,
        Effect::RemoveFromCombat(_) | Effect::CantBlockThisTurn(_) => F::Combat,
        Effect::SkipNextStep { .. } | Effect::ExtraTurn(_) | Effect::ExtraCombat { .. } | Effect::ExtraStep(_) | Effect::EndTheTurn => {
            F::TurnStructure
        }
        Effect::ExileUntil { .. } => F::ExileUntil,
        Effect::LoseTheGame(_) => F::Leaving,
        Effect::ItBecomes(_) | Effect::CastSpells(_) | Effect::Transform(_) => F::DayNight,
        Effect::AddMana { .. } => F::Mana,
        Effect::Draw(_) | Effect::Discard(_) => F::Hand,
        Effect::AtTheNext { .. } | Effect::When { .. } => F::Delayed,
        Effect::InOrder(_) => F::Compound,
        Effect::ChangeProtector { .. } => F::Attackables,
        _ => F::ZoneChanges,
    });
    match e {
        Effect::AtTheNext { then, .. } | Effect::When { then, .. } => effect(then, f),
        Effect::InOrder(parts) => parts.iter().for_each(|e| effect(e, f)),
        Effect::GainAbility { ability: a, .. } => ability(a, f),
        _ => {}
    }
    if matches!(e.until(), Some(Until::WhileYouControl(_) | Until::WhileTapped(_) | Until::WhileOnBattlefield(_))) {
        f.insert(F::Durations);
    }
}

fn action(a: &Action, f: &mut Families) {
    if let Some(e) = a.effect() {
        effect(e, f);
    }
    match a {
        Action::Announce { .. } | Action::ResolveTop => f.insert(F::Stack),
        Action::Attack(_) | Action::Block(_) => f.insert(F::Combat),
        Action::Leave(_) => f.insert(F::Leaving),
        Action::Answer(Answer::Roll(_)) => f.insert(F::Variants),
        Action::Answer(Answer::DefendingPlayer(_)) => f.insert(F::Combat),
        _ => {}
    }
}
