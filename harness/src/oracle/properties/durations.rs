//! Durations run out while a permanent is phased out, and "for as long as" ends when it can no longer see (702.26e, 702.26f, 611.2b).

use crate::oracle::facts::about;
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, CounterKind, Effect, Holder, LogEvent, Obj, Place, Seat, Type, Until};

pub(super) const ALL: &[Property] = &[
    Property { name: "phasing::durations_run_out_while_phased_out", clause: "phasing.durations-expire", check: pumps },
    Property { name: "phasing::for_as_long_as_ends_with_its_permanents_phasing_out", clause: "durations.as-long-as", check: as_long_as },
];

/// The turns that began up to the end of action i, from the log or from the active player.
fn turns(t: &Trace) -> Vec<u32> {
    let mut n = 0;
    t.steps()
        .map(|i| {
            if t.has_log {
                n += t.logged(i).iter().filter(|e| matches!(e.event, LogEvent::TurnBegan { .. })).count() as u32;
            } else if t.before(i).active != t.after(i).active
                || t.after(i).step < t.before(i).step
                || t.after(i).step == t.before(i).step && matches!(t.action(i), Action::Advance { .. })
            {
                n += 1;
            }
            n
        })
        .collect()
}

/// A +N/+M until end of turn is there in that turn and not later, whether the permanent was phased out meanwhile or not; and one that resolved
/// while it was phased out never was (702.26e).
fn pumps(t: &Trace, r: &mut Report) {
    let w = &t.words;
    // What is exiled until something leaves may be back at once, as a new object.
    let unclear = w.abilities_change || w.types_change || w.consequences || w.special_types || w.counted_sizes || w.until_leaves;
    // A phase that is added after the ending phase is of the same turn, and yet after its cleanup.
    if unclear || w.stack || w.control_changes || w.turn_structure {
        return;
    }
    let statics = t.setup().objects.iter().flat_map(|o| &o.has).any(|a| {
        matches!(
            a,
            outofphase_adapter::Ability::Static(outofphase_adapter::Static::Anthem { .. } | outofphase_adapter::Static::HostGets { .. })
        )
    });
    if statics {
        return;
    }
    let turn = turns(t);
    // Object, turn, power, toughness, place where it holds.
    let mut pumps: Vec<(Obj, Option<u32>, i16, i16)> = Vec::new();
    for i in t.steps() {
        let now = turn[i];
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            if b.place != a.place || b.place != Some(Place::Battlefield) {
                pumps.retain(|p| p.0 != o);
            }
        }
        if t.done(i)
            && let Action::Resolve { by, effect } = t.action(i)
        {
            for e in effect.parts() {
                match e {
                    Effect::Pump { what, power, toughness, until } if matches!(effect, Effect::Pump { .. }) => {
                        let Some(on) = about(what, t.setup(), t.before(i), *by) else { return };
                        let turn = match until {
                            Until::EndOfTurn => Some(now),
                            Until::Forever => None,
                            _ => return,
                        };
                        pumps.extend(on.into_iter().map(|o| (o, turn, i16::from(*power), i16::from(*toughness))));
                    }
                    Effect::Pump { .. } | Effect::EndTheTurn | Effect::ExileAndReturn(_) | Effect::InOrder(_) => return,
                    _ => {}
                }
            }
        }
        let cleaned_up = t.after(i).step == Some(outofphase_adapter::Step::Cleanup) && t.comparable(i);
        if cleaned_up && matches!(t.action(i), Action::Advance { .. }) {
            pumps.retain(|p| p.1 != Some(now));
        }
        pumps.retain(|p| p.1.is_none_or(|n| n == now));
        for o in t.objects() {
            let v = t.after(i).object(o);
            let spec = t.setup().object(o);
            let (Some(size), Some((p, q)), Some(c), true) = (v.size, spec.card.pt, v.counters, spec.card.types.has(Type::Creature)) else {
                continue;
            };
            let n = i16::from(c.get(CounterKind::PlusOne)) - i16::from(c.get(CounterKind::MinusOne));
            let (mut x, mut y) = (p + n, q + n);
            for pump in pumps.iter().filter(|pump| pump.0 == o) {
                x += pump.2;
                y += pump.3;
            }
            if v.is_phased_in() && size != (x, y) {
                r.add(i, Some(o), || format!("{o} is {x}/{y} by the effects that last, not {}/{}", size.0, size.1));
                return;
            }
        }
    }
}

/// Control for as long as something is so ends for good when that phases out.
fn as_long_as(t: &Trace, r: &mut Report) {
    let w = &t.words;
    if w.consequences || w.stack || w.abilities_change || w.leaving {
        return;
    }
    let gains = t
        .scenario
        .play
        .iter()
        .filter_map(Action::effect)
        .flat_map(Effect::parts)
        .filter(|e| matches!(e, Effect::GainControl { .. }))
        .count();
    let auras = t.setup().objects.iter().any(|o| {
        o.has.contains(&outofphase_adapter::Ability::Static(outofphase_adapter::Static::YouControlHost)) || o.controller.is_some()
    });
    if gains != 1 || auras {
        return;
    }
    let mut tracked: Option<(Obj, Seat, Vec<Obj>)> = None;
    let mut ended = false;
    for i in t.steps() {
        if t.somebody_left(i) {
            return;
        }
        if let Some((holder, by, stolen)) = &tracked {
            ended |= t.after(i).object(*holder).is_phased_out();
            if ended {
                for &o in stolen {
                    let v = t.after(i).object(o);
                    let entered_again = t.before(i).object(o).place != v.place;
                    if entered_again {
                        return;
                    }
                    let spec = t.setup().object(o);
                    // What is created belongs to whoever creates it (111.2), whatever the setup says.
                    let anothers = spec.owner != *by && spec.place != Place::Outside;
                    if v.is_phased_in() && v.controller == Some(*by) && anothers {
                        r.add(i, Some(o), || {
                            format!(
                                "{by} controlled {o} for as long as something was so of {holder}, which phased out; that ended for good"
                            )
                        });
                        return;
                    }
                }
            }
        }
        if let (true, Action::Resolve { by, effect: Effect::GainControl { what, until } }) = (t.done(i), t.action(i))
            && let Some(Holder::Object(holder)) = until.holder()
        {
            let Some(on) = about(what, t.setup(), t.before(i), *by) else { return };
            tracked = Some((holder, *by, on));
        } else if t.action(i).effect().is_some_and(|e| {
            e.parts().iter().any(|e| matches!(e, Effect::PutOntoBattlefield { .. } | Effect::ExileAndReturn(_) | Effect::ExileUntil { .. }))
        }) {
            return;
        }
    }
}
