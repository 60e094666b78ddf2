//! Phasing changes no zone and no control, and nothing about the permanent (702.26c, 702.26d, 702.26j, 110.5c).

use super::nonexistence::is_phasing_event;
use crate::oracle::facts::{fired_in, printed_triggers};
use crate::oracle::show::{Shown, field};
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, CounterKind, Effect, Event, Place, Step};

pub(super) const ALL: &[Property] = &[
    Property { name: "phasing::phasing_changes_nothing_about_the_permanent", clause: "phasing.no-zone-change", check: unchanged },
    Property { name: "phasing::phasing_triggers_no_zone_change_ability", clause: "phasing.no-zone-change", check: no_zone_triggers },
    Property { name: "phasing::phasing_triggers_no_attach_ability", clause: "phasing.no-attach-triggers", check: no_attach_triggers },
    Property { name: "phasing::tokens_persist", clause: "phasing.no-zone-change", check: tokens },
];

fn only_phases(e: &Effect) -> bool {
    matches!(e, Effect::PhaseOut(_) | Effect::PhaseIn(_) | Effect::PhaseInAndOut { .. } | Effect::PhaseOutUntil { .. })
}

fn unchanged(t: &Trace, r: &mut Report) {
    if t.words.consequences || t.words.state_triggers {
        return;
    }
    for i in t.steps() {
        let Action::Resolve { effect, .. } = t.action(i) else { continue };
        if !only_phases(effect) || t.before(i).step == Some(Step::Untap) {
            continue;
        }
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            let went_out = b.is_phased_in() && a.is_phased_out();
            let came_in = b.is_phased_out() && a.is_phased_in();
            if !went_out && !came_in {
                continue;
            }
            let counters = |v: &outofphase_adapter::ObjectView| {
                v.counters.map(|mut c| {
                    // The state-based action of 704.5q cancels pairs once it is back.
                    let pairs = c.get(CounterKind::PlusOne).min(c.get(CounterKind::MinusOne));
                    c.set(CounterKind::PlusOne, c.get(CounterKind::PlusOne) - pairs);
                    c.set(CounterKind::MinusOne, c.get(CounterKind::MinusOne) - pairs);
                    c
                })
            };
            let changed = field("zone", b.place, a.place, Shown::ByBoth)
                .or_else(|| field("tapped", b.tapped, a.tapped, Shown::ByBoth))
                .or_else(|| field("damage", b.damage, a.damage, Shown::ByBoth))
                .or_else(|| field("counters", counters(b), counters(a), Shown::ByBoth))
                .or_else(|| field("back face", b.back, a.back, Shown::ByBoth).filter(|_| !t.words.daybound));
            if let Some((what, was, is)) = changed {
                r.add(i, Some(o), || format!("phasing changed {what} of {o} from {was} to {is}"));
            }
            // What it is attached to may be gone by the time it is back (702.26i), or leave because the bonus is gone.
            let host_stays = match b.attached {
                Some(Some(outofphase_adapter::Attached::Object(h))) => t.before(i).object(h).place == t.after(i).object(h).place,
                _ => true,
            };
            if went_out && host_stays && b.attached.is_some() && a.attached.is_some() && b.attached != a.attached {
                r.add(i, Some(o), || format!("{o} phased out and lost what it was attached to"));
            }
        }
    }
}

/// Triggers of these events must not have fired by action i, unless something else moved.
fn silent(t: &Trace, r: &mut Report, events: fn(&Event) -> bool, why: &str) {
    if !t.words.triggers || t.words.consequences || t.words.state_triggers || t.words.until_leaves {
        return;
    }
    for i in t.steps() {
        let Action::Resolve { effect, .. } = t.action(i) else { continue };
        let b = t.before(i);
        if !only_phases(effect) || b.step.is_none_or(|s| s == Step::Untap) || b.stack != Some(0) {
            continue;
        }
        // State-based actions that follow may move or unattach something.
        let moved = t.objects().any(|o| {
            let (b, a) = t.pair(i, o);
            b.place != a.place || (b.is_phased_in() && a.is_phased_in() && b.attached != a.attached)
        });
        let fell_off = t.objects().any(|o| {
            let (b, a) = t.pair(i, o);
            b.is_phased_out() && a.is_phased_in() && b.attached != a.attached
        });
        if moved || fell_off || t.somebody_left(i) {
            continue;
        }
        for (o, n, trigger) in printed_triggers(t.setup()).filter(|(_, _, t)| events(&t.when) && !is_phasing_event(&t.when)) {
            if fired_in(t, i, trigger.gain, None).is_some_and(|times| times > 0) {
                r.add(i, Some(o), || format!("{why}; ability {n} of {o} triggered"));
            }
        }
    }
}

fn no_zone_triggers(t: &Trace, r: &mut Report) {
    silent(
        t,
        r,
        |e| {
            matches!(
                e,
                Event::Enters(_)
                    | Event::Leaves(_)
                    | Event::Dies(_)
                    | Event::Exiled(_)
                    | Event::ToHand(_)
                    | Event::ToGraveyard(_)
                    | Event::Sacrificed(_)
            )
        },
        "phasing is no zone change",
    );
}

fn no_attach_triggers(t: &Trace, r: &mut Report) {
    silent(t, r, |e| matches!(e, Event::BecomesAttached(_) | Event::BecomesUnattached(_)), "phasing attaches and unattaches nothing");
}

fn tokens(t: &Trace, r: &mut Report) {
    // What can't phase out stays when its host goes, and what comes in as something leaves may find its host gone: both may then be put into
    // a graveyard.
    if t.words.locks || t.words.until_leaves || t.words.consequences {
        return;
    }
    for i in t.steps() {
        for o in t.objects().filter(|o| t.setup().object(*o).token) {
            let (b, a) = t.pair(i, o);
            let left = t.after(i).players.iter().any(|p| p.in_game == Some(false)) || t.words.leaving;
            // It may phase in and be destroyed within a long advance.
            let alone = matches!(t.action(i), Action::Resolve { effect: Effect::PhaseOut(_), .. });
            if (b.is_phased_in() || b.is_phased_out()) && alone && a.place == Some(Place::Gone) && !left && named_or_out(t, i, o) {
                r.add(i, Some(o), || format!("token {o} phased out and ceased to exist"));
            }
        }
    }
}

/// Whether the effect of action i was to phase the token out, or it was out already.
fn named_or_out(t: &Trace, i: usize, o: outofphase_adapter::Obj) -> bool {
    t.before(i).object(o).is_phased_out() || t.action(i).effect().is_some_and(|e| super::nonexistence::named(e).contains(&o))
}
