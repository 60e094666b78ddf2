//! What a scenario says, and what a filter means on a snapshot: the ground that properties stand on.
//!
//! A property that would have to know the whole game to be sure states its precondition in [`Words`] and is silent where that fails.

use super::Trace;
use outofphase_adapter::{
    Ability, Action, Attached, Effect, Event, Filter, Keyword, LogEvent, Obj, ObjectView, Scenario, Seat, Setup, Snapshot, Static, Trigger,
    Types, What, Whose,
};

/// Which kinds of word a scenario uses.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "each is what its name says")]
pub struct Words {
    /// A trigger does more than gain life, or a delayed trigger exists: an action has consequences of its own.
    pub consequences: bool,
    /// Something is exiled or phased out until something leaves.
    pub until_leaves: bool,
    /// "Can't phase out" or "can't phase in".
    pub locks: bool,
    /// Turns or steps are added or skipped.
    pub turn_structure: bool,
    /// An effect ends the turn.
    pub turn_ends: bool,
    /// A player leaves or loses by an effect.
    pub leaving: bool,
    /// Abilities are granted or lost.
    pub abilities_change: bool,
    /// Types change, or a card has another face.
    pub types_change: bool,
    /// Control changes by an effect or an Aura, or is not the owner's to begin with.
    pub control_changes: bool,
    /// Something keeps permanents from untapping.
    pub untap_restrictions: bool,
    /// Mana is kept.
    pub mana_kept: bool,
    /// Damage is kept.
    pub damage_kept: bool,
    /// Draws are replaced or forbidden.
    pub draws_change: bool,
    /// Zone changes are replaced, or entering does not trigger, or dying triggers twice, or graveyards lose abilities.
    pub zone_words: bool,
    /// Phasing triggers exist.
    pub phase_triggers: bool,
    /// State triggers exist.
    pub state_triggers: bool,
    /// Effects wait on the stack.
    pub stack: bool,
    /// Legendary or world permanents.
    pub legends: bool,
    /// Any triggers at all.
    pub triggers: bool,
    /// Sizes are counted.
    pub counted_sizes: bool,
    /// Sagas, battles, planeswalkers or bestow.
    pub special_types: bool,
    /// Daybound cards.
    pub daybound: bool,
    /// Effects with a "for as long as" duration.
    pub as_long_as: bool,
    /// Effects that end with combat, a next turn or a next upkeep.
    pub odd_durations: bool,
}

impl Words {
    /// Those of a scenario.
    #[must_use]
    pub fn of(s: &Scenario) -> Words {
        use outofphase_adapter::Type;
        let mut w = Words::default();
        for o in &s.setup.objects {
            w.types_change |= o.back.is_some();
            w.control_changes |= o.controller.is_some();
            let t = o.card.types;
            w.legends |= t.has(Type::Legendary) || t.has(Type::World);
            w.special_types |= [Type::Saga, Type::Battle, Type::Planeswalker].into_iter().any(|k| t.has(k));
            let back = o.back.iter().flat_map(|b| &b.has);
            for a in o.has.iter().chain(back).flat_map(Ability::nested) {
                w.ability(a);
            }
        }
        for a in &s.play {
            w.stack |= matches!(a, Action::Announce { .. });
            w.leaving |= matches!(a, Action::Leave(_));
            if let Some(e) = a.effect() {
                e.parts().into_iter().for_each(|e| w.effect(e));
            }
        }
        w
    }

    fn ability(&mut self, a: &Ability) {
        match a {
            Ability::Keyword(Keyword::Bestow) => self.special_types = true,
            Ability::Keyword(Keyword::Daybound) => (self.daybound, self.types_change) = (true, true),
            Ability::Keyword(_) => {}
            Ability::Trigger(t) => {
                self.triggers = true;
                self.consequences |= t.then.is_some();
                self.phase_triggers |= matches!(t.when, Event::PhasesIn(_) | Event::PhasesOut(_));
                self.state_triggers |= matches!(t.when, Event::ControlNo(_));
                if let Some(e) = &t.then {
                    e.parts().into_iter().for_each(|e| self.effect(e));
                }
            }
            Ability::Static(s) => match s {
                Static::Grant { .. } | Static::LoseAbilities { .. } | Static::HostHas(_) | Static::HostLosesAbilities => {
                    self.abilities_change = true;
                }
                Static::AreAlso { .. } => self.types_change = true,
                Static::SizeIsNumber(_) => self.counted_sizes = true,
                Static::YouControlHost => self.control_changes = true,
                Static::SkipStep { .. } => self.turn_structure = true,
                Static::DoesntUntap | Static::HostDoesntUntap | Static::UntapInOthersUntapStep => self.untap_restrictions = true,
                Static::CantPhaseIn { .. } | Static::CantPhaseOut { .. } => self.locks = true,
                Static::KeepMana => self.mana_kept = true,
                Static::DamageStays => self.damage_kept = true,
                Static::CantDraw | Static::DrawTwoInstead => self.draws_change = true,
                Static::NoEntersTriggers { .. }
                | Static::DiesTriggersTwice
                | Static::ExileInsteadOfDying { .. }
                | Static::GraveyardsLoseAbilities => self.zone_words = true,
                _ => {}
            },
        }
    }

    fn effect(&mut self, e: &Effect) {
        match e {
            Effect::PhaseOutUntil { .. } | Effect::ExileUntil { .. } => self.until_leaves = true,
            Effect::CantPhaseIn { .. } | Effect::CantPhaseOut { .. } => self.locks = true,
            Effect::SkipNextStep { .. } | Effect::ExtraTurn(_) | Effect::ExtraStep(_) | Effect::ExtraCombat { .. } => {
                self.turn_structure = true;
            }
            Effect::EndTheTurn => (self.turn_structure, self.turn_ends) = (true, true),
            Effect::LoseTheGame(_) => self.leaving = true,
            Effect::GainAbility { ability, .. } => {
                self.abilities_change = true;
                ability.nested().for_each(|a| self.ability(a));
            }
            Effect::LoseAbilities { .. } => self.abilities_change = true,
            Effect::BecomeCreatures { .. } | Effect::LoseTypes { .. } | Effect::Transform(_) => self.types_change = true,
            Effect::GainControl { .. } => self.control_changes = true,
            Effect::DoesntUntapNext(_) => self.untap_restrictions = true,
            Effect::AddMana { keep: Some(_), .. } => self.mana_kept = true,
            Effect::AtTheNext { .. } => self.consequences = true,
            Effect::When { event, .. } => {
                self.consequences = true;
                self.phase_triggers |= matches!(event, Event::PhasesIn(_) | Event::PhasesOut(_));
            }
            _ => {}
        }
        match e.until() {
            Some(u) if u.holder().is_some() => self.as_long_as = true,
            Some(
                outofphase_adapter::Until::EndOfCombat
                | outofphase_adapter::Until::YourNextTurn
                | outofphase_adapter::Until::YourNextUpkeep,
            ) => self.odd_durations = true,
            _ => {}
        }
    }
}

/// Whether a permanent that is shown matches a filter; `None` if what is shown does not tell. `you` controls the source.
#[must_use]
pub fn fits(f: &Filter, setup: &Setup, o: Obj, v: &ObjectView, you: Seat, source: Option<Obj>, now: &Snapshot) -> Option<bool> {
    if f.other && source == Some(o) {
        return Some(false);
    }
    let spec = setup.object(o);
    if f.token.is_some_and(|t| t != spec.token) {
        return Some(false);
    }
    if f.types != Types::NONE || f.not != Types::NONE {
        let types = v.types?;
        if !types.has_all(f.types) || types.has_any(f.not) {
            return Some(false);
        }
    }
    if let Some(t) = f.tapped
        && v.tapped? != t
    {
        return Some(false);
    }
    if f.with.is_some() {
        // Keywords are not shown.
        return None;
    }
    if f.of.is_some() || f.whose != Whose::Any {
        let controller = v.controller?;
        if f.of.is_some_and(|s| s != controller) {
            return Some(false);
        }
        let right = match f.whose {
            Whose::Any => true,
            Whose::You => controller == you,
            Whose::Opponents => controller != you,
            Whose::Enchanted => now.object(source?).attached? == Some(Attached::Player(controller)),
        };
        return Some(right);
    }
    Some(true)
}

/// The permanents phased in before an effect that it is about: those named, or those that match. `None` if it can't be told.
#[must_use]
pub fn about(w: &What, setup: &Setup, shot: &Snapshot, by: Seat) -> Option<Vec<Obj>> {
    let seen = |o: &Obj| shot.object(*o).is_phased_in();
    match w {
        What::These(v) => Some(v.iter().copied().filter(seen).collect()),
        // Of what is phased out too little is shown.
        What::All(f) if f.phased_out => None,
        What::All(f) => {
            let mut all = Vec::new();
            for o in setup.handles().filter(seen) {
                if fits(f, setup, o, shot.object(o), by, None, shot)? {
                    all.push(o);
                }
            }
            Some(all)
        }
        _ => None,
    }
}

/// How many phased-in permanents match. `None` if it can't be told.
#[must_use]
pub fn count(f: &Filter, setup: &Setup, shot: &Snapshot, you: Seat, source: Option<Obj>) -> Option<usize> {
    if f.phased_out {
        return None;
    }
    let mut n = 0;
    for o in setup.handles().filter(|o| shot.object(*o).is_phased_in()) {
        n += usize::from(fits(f, setup, o, shot.object(o), you, source, shot)?);
    }
    Some(n)
}

/// The plain triggers that cards of the setup have by themselves: source, number among its triggers, the trigger.
pub fn printed_triggers(setup: &Setup) -> impl Iterator<Item = (Obj, u8, &Trigger)> {
    setup.handles().flat_map(move |o| {
        let triggers = setup.object(o).has.iter().filter_map(|a| match a {
            Ability::Trigger(t) => Some(t),
            _ => None,
        });
        (1..).zip(triggers).map(move |(n, t)| (o, n, t))
    })
}

/// Whether a permanent certainly shows the face on which [`printed_triggers`] finds its triggers (712.8e).
#[must_use]
pub fn shows_front(setup: &Setup, o: Obj, v: &ObjectView) -> bool {
    setup.object(o).back.is_none() || v.back == Some(false)
}

/// Whether the card has a keyword printed on its front face.
#[must_use]
pub fn prints(setup: &Setup, o: Obj, k: Keyword) -> bool {
    setup.object(o).has.contains(&Ability::Keyword(k))
}

/// Whether the effect, or a part of it, is about phasing.
#[must_use]
pub fn phases(e: &Effect) -> bool {
    e.parts()
        .iter()
        .any(|p| matches!(p, Effect::PhaseOut(_) | Effect::PhaseIn(_) | Effect::PhaseInAndOut { .. } | Effect::PhaseOutUntil { .. }))
}

/// Whether the effect, or a part of it, phases something in.
#[must_use]
pub fn phases_in(e: &Effect) -> bool {
    e.parts().iter().any(|p| matches!(p, Effect::PhaseIn(_) | Effect::PhaseInAndOut { .. }))
}

/// What a player gained from triggers, given the life total: the two lowest digits are damage.
fn gained(setup: &Setup, shot: &Snapshot, seat: usize) -> Option<i64> {
    let change = shot.players.get(seat)?.life? - i64::from(setup.players[seat].life);
    Some(if change > 0 { (change + 99) / 100 * 100 } else { 0 })
}

fn seats(setup: &Setup, of: Option<Seat>) -> impl Iterator<Item = usize> {
    (0..setup.players.len()).filter(move |i| of.is_none_or(|s| s.index() == *i))
}

/// How often the trigger that gains this much has resolved since the game began, over all players or for one: its digit in the life totals.
/// `None` if a life total is not shown. Ten firings and more run over into the next digit.
#[must_use]
pub fn fired(setup: &Setup, shot: &Snapshot, gain: i64, of: Option<Seat>) -> Option<i64> {
    seats(setup, of).map(|i| Some(gained(setup, shot, i)? / gain % 10)).sum()
}

/// How often it has resolved during an action. `None` as well if some trigger may have resolved ten times and run over into the next digit:
/// by the engine's log, or where there is none, by the number of objects.
#[must_use]
pub fn fired_in(t: &Trace, i: usize, gain: i64, of: Option<Seat>) -> Option<i64> {
    let setup = t.setup();
    let run_over = if t.has_log {
        let gains = t.logged(i).iter().filter_map(|e| if let LogEvent::Triggered { gain, .. } = e.event { Some(gain) } else { None });
        let gains: Vec<i64> = gains.collect();
        gains.len() > 9 && gains.iter().any(|g| gains.iter().filter(|h| *h == g).count() > 9)
    } else {
        setup.objects.len() > 9 || setup.objects.iter().any(|o| o.has.contains(&Ability::Static(Static::DiesTriggersTwice)))
    };
    if run_over {
        return None;
    }
    let delta = |s| Some(gained(setup, t.after(i), s)? - gained(setup, t.before(i), s)?);
    seats(setup, of).map(|s| Some(delta(s)?.max(0) / gain % 10)).sum()
}
