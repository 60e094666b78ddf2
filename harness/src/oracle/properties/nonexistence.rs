//! A phased-out permanent is treated as though it did not exist (702.26b).

use crate::oracle::facts::{count, fired_in, fits, phases, printed_triggers};
use crate::oracle::show::{Shown, field};
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Ability, Action, Amount, Attached, CounterKind, Effect, Event, Obj, Static, Type, What};

const CLAUSE: &str = "phasing.treated-as-nonexistent";

pub(super) const ALL: &[Property] = &[
    Property { name: "phasing::phased_out_permanents_are_never_counted", clause: CLAUSE, check: never_counted },
    Property { name: "phasing::phased_out_permanents_are_not_affected", clause: CLAUSE, check: not_affected },
    Property { name: "phasing::phased_out_permanents_are_no_targets", clause: CLAUSE, check: no_targets },
    Property { name: "phasing::phased_out_permanents_do_not_fight", clause: CLAUSE, check: do_not_fight },
    Property { name: "phasing::phased_out_permanents_do_not_trigger", clause: CLAUSE, check: do_not_trigger },
    Property { name: "phasing::phased_out_permanents_do_not_affect_sizes", clause: CLAUSE, check: sizes },
];

fn never_counted(t: &Trace, r: &mut Report) {
    if t.words.draws_change || t.words.consequences || t.words.stack {
        return;
    }
    for i in t.steps() {
        let Action::Resolve { by, effect: Effect::Draw(Amount::ForEach(f)) } = t.action(i) else { continue };
        let (b, a) = (t.before(i), t.after(i));
        let (Some(n), Some(had), Some(has), Some(library)) =
            (count(f, t.setup(), b, *by, None), b.player(*by).hand, a.player(*by).hand, b.player(*by).library)
        else {
            continue;
        };
        let drawn = i64::from(has) - i64::from(had);
        if t.done(i) && usize::from(library) > n && drawn != n as i64 && !t.somebody_left(i) {
            r.add(i, None, || format!("{n} {f} are phased in, so {by} draws {n} cards, not {drawn}"));
        }
    }
}

fn not_affected(t: &Trace, r: &mut Report) {
    if t.words.consequences || t.words.until_leaves {
        return;
    }
    for i in t.steps() {
        let quiet = match t.action(i) {
            Action::Resolve { effect, .. } => !phases(effect) && !effect.parts().iter().any(|e| matches!(e, Effect::EndTheTurn)),
            Action::ResolveTop | Action::Announce { .. } => !t.scenario.play[..=i]
                .iter()
                .any(|a| matches!(a, Action::Announce { effect, .. } if phases(effect) || matches!(effect, Effect::EndTheTurn))),
            _ => false,
        };
        if !quiet || t.somebody_left(i) {
            continue;
        }
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            if !b.is_phased_out() {
                continue;
            }
            let changed = field("place", b.place, a.place, Shown::ByEither)
                .or_else(|| field("phased", b.phased, a.phased, Shown::ByEither))
                .or_else(|| field("tapped", b.tapped, a.tapped, Shown::ByEither))
                .or_else(|| field("damage", b.damage, a.damage, Shown::ByEither))
                .or_else(|| field("counters", b.counters, a.counters, Shown::ByEither));
            if let Some((what, was, is)) = changed {
                r.add(i, Some(o), || format!("{o} is phased out and nothing can affect it, yet {what} changed from {was} to {is}"));
            }
        }
    }
}

fn no_targets(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        let Action::Announce { effect, .. } = t.action(i) else { continue };
        let Some(o) = effect.what().and_then(|w| w.named().iter().find(|o| t.before(i).object(**o).is_phased_out())) else { continue };
        if t.done(i) {
            r.add(i, Some(*o), || format!("{o} is phased out and can't be chosen as a target"));
        }
    }
}

fn do_not_fight(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        let fighters: Vec<Obj> = match t.action(i) {
            // What happens on the way to the step could phase something in, an untap step that is added among it.
            Action::Attack(a) if !t.words.consequences && !t.words.until_leaves && !t.words.turn_structure => a
                .iter()
                .map(|a| a.attacker)
                .chain(a.iter().filter_map(|a| if let Attached::Object(o) = a.target { Some(o) } else { None }))
                .collect(),
            Action::Block(b) if !t.words.consequences && !t.words.until_leaves => b.iter().flat_map(|b| [b.blocker, b.attacker]).collect(),
            _ => continue,
        };
        if let Some(o) = fighters.into_iter().find(|o| t.before(i).object(*o).is_phased_out())
            && t.done(i)
        {
            r.add(i, Some(o), || format!("{o} is phased out and takes no part in combat"));
        }
    }
}

fn do_not_trigger(t: &Trace, r: &mut Report) {
    if !t.words.triggers || t.words.consequences || t.words.until_leaves {
        return;
    }
    for i in t.steps() {
        let Action::Resolve { effect, .. } = t.action(i) else { continue };
        if phases(effect) || effect.parts().iter().any(|e| matches!(e, Effect::EndTheTurn)) {
            continue;
        }
        // Triggers that were waiting resolve with the next thing that gives priority; nothing waits outside of the untap step.
        if t.before(i).step == Some(outofphase_adapter::Step::Untap) || t.before(i).step.is_none() || t.before(i).stack != Some(0) {
            continue;
        }
        for (o, _, trigger) in printed_triggers(t.setup()) {
            let (b, a) = t.pair(i, o);
            if b.is_phased_out()
                && a.is_phased_out()
                && !trigger.from_graveyard
                && let Some(times @ 1..) = fired_in(t, i, trigger.gain, None)
            {
                r.add(i, Some(o), || format!("{o} is phased out, so its ability does not trigger; it did {times} times"));
            }
        }
    }
}

/// The size of a creature follows from its printed size, its counters, and the phased-in permanents with bonuses; where nothing else in the
/// scenario has a say.
fn sizes(t: &Trace, r: &mut Report) {
    let w = &t.words;
    if w.abilities_change || w.types_change || w.consequences || w.special_types || t.words.control_changes {
        return;
    }
    let pumped = t.scenario.play.iter().filter_map(Action::effect).flat_map(Effect::parts).any(|e| matches!(e, Effect::Pump { .. }));
    if pumped {
        return;
    }
    for i in t.steps() {
        let shot = t.after(i);
        for o in t.objects() {
            let v = shot.object(o);
            let (Some(size), Some(counters), true) = (v.size, v.counters, v.is_phased_in()) else { continue };
            let spec = t.setup().object(o);
            let Some(base) = base_size(t, i, o) else { continue };
            if !spec.card.types.has(Type::Creature) {
                continue;
            }
            let n = i16::from(counters.get(CounterKind::PlusOne)) - i16::from(counters.get(CounterKind::MinusOne));
            let Some((p, q)) = bonuses(t, i, o) else { continue };
            let expected = (base.0 + n + p, base.1 + n + q);
            if expected != size {
                r.add(i, Some(o), || {
                    format!("{o} is {}/{}, not {}/{}: what is phased out adds nothing", expected.0, expected.1, size.0, size.1)
                });
            }
        }
    }
}

fn base_size(t: &Trace, i: usize, o: Obj) -> Option<(i16, i16)> {
    let shot = t.after(i);
    let spec = t.setup().object(o);
    let counted = spec.has.iter().find_map(|a| match a {
        Ability::Static(Static::SizeIsNumber(f)) => Some(*f),
        _ => None,
    });
    match counted {
        Some(f) => {
            let n = i16::try_from(count(&f, t.setup(), shot, shot.object(o).controller?, Some(o))?).ok()?;
            Some((n, n))
        }
        None => spec.card.pt,
    }
}

fn bonuses(t: &Trace, i: usize, o: Obj) -> Option<(i16, i16)> {
    let shot = t.after(i);
    let (mut p, mut q) = (0, 0);
    for s in t.objects().filter(|s| shot.object(*s).is_phased_in()) {
        for a in &t.setup().object(s).has {
            match a {
                Ability::Static(Static::Anthem { to, power, toughness })
                    if fits(to, t.setup(), o, shot.object(o), shot.object(s).controller?, Some(s), shot)? =>
                {
                    p += i16::from(*power);
                    q += i16::from(*toughness);
                }
                Ability::Static(Static::HostGets { power, toughness }) if shot.object(s).attached? == Some(Attached::Object(o)) => {
                    p += i16::from(*power);
                    q += i16::from(*toughness);
                }
                _ => {}
            }
        }
    }
    Some((p, q))
}

/// Whether a trigger is of a kind that its source's own phasing sets off.
#[must_use]
pub(super) fn is_phasing_event(e: &Event) -> bool {
    matches!(e, Event::PhasesIn(_) | Event::PhasesOut(_))
}

/// The permanents that an effect names.
#[must_use]
pub(super) fn named(e: &Effect) -> &[Obj] {
    e.what().map_or(&[], What::named)
}
