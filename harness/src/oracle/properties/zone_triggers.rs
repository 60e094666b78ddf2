//! Each zone-change event triggers exactly what the board at the right moment says (603.6a, 603.6c, 603.10a).

use crate::oracle::facts::{fired_in, fits, printed_triggers};
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, Effect, Event, Obj, ObjectView, Place, Snapshot, Step, Subject, Whose};

pub(super) const ALL: &[Property] = &[
    Property { name: "zone_change::leaving_triggers_what_was_there_before", clause: "look-back.zone-changes", check: leaving },
    Property { name: "zone_change::entering_triggers_what_is_there_after", clause: "zone-change.enters", check: entering },
];

/// Actions that are one event and nothing else.
fn one_event(t: &Trace, i: usize) -> Option<Vec<Obj>> {
    let w = &t.words;
    let b = t.before(i);
    if w.consequences || w.zone_words || w.abilities_change || w.state_triggers || w.until_leaves || w.types_change || w.daybound {
        return None;
    }
    if b.step.is_none_or(|s| s == Step::Untap) || b.stack != Some(0) || !t.done(i) || t.somebody_left(i) {
        return None;
    }
    let Action::Resolve { effect, .. } = t.action(i) else { return None };
    let simple = matches!(
        effect,
        Effect::Destroy(_)
            | Effect::Exile(_)
            | Effect::ReturnToHand(_)
            | Effect::PutOnLibrary(_)
            | Effect::Create(_)
            | Effect::PutOntoBattlefield { .. }
    );
    if !simple {
        return None;
    }
    let moved: Vec<Obj> = t.objects().filter(|o| b.object(*o).place != t.after(i).object(*o).place).collect();
    // What moves besides was moved by state-based actions, in an event of its own.
    let together = match effect {
        Effect::Create(v) => v.clone(),
        e => match e.what() {
            Some(outofphase_adapter::What::These(v)) => v.clone(),
            Some(outofphase_adapter::What::All(f)) => {
                let Action::Resolve { by, .. } = t.action(i) else { return None };
                let mut all = Vec::new();
                for o in t.objects().filter(|o| b.object(*o).is_phased_in()) {
                    if fits(f, t.setup(), o, b.object(o), *by, None, b)? {
                        all.push(o);
                    }
                }
                all
            }
            _ => return None,
        },
    };
    // What arrived and is gone again left in an event of its own, too.
    let arrival = matches!(effect, Effect::Create(_) | Effect::PutOntoBattlefield { .. });
    let stayed = |o: &Obj| !arrival || t.after(i).object(*o).place == Some(Place::Battlefield);
    (moved.iter().all(|o| together.contains(o)) && together.iter().all(stayed)).then_some(moved)
}

#[allow(clippy::too_many_arguments, reason = "the parts of one comparison")]
fn compare(t: &Trace, r: &mut Report, i: usize, o: Obj, n: u8, gain: i64, expected: i64, of: outofphase_adapter::Seat) {
    let Some(times) = fired_in(t, i, gain, Some(of)) else { return };
    if expected <= 9 && times != expected {
        r.add(i, Some(o), || format!("ability {n} of {o} triggers {expected} times by the board at that moment, not {times}"));
    }
}

/// How many of these match, on this board.
fn hits(
    s: Subject,
    t: &Trace,
    moved: &[Obj],
    source: Obj,
    you: outofphase_adapter::Seat,
    shot: &Snapshot,
    host: Option<Obj>,
) -> Option<i64> {
    let mut n = 0;
    for &x in moved {
        n += i64::from(match s {
            Subject::This => x == source,
            Subject::Host => host == Some(x),
            Subject::Any(f) if f.whose == Whose::Enchanted => return None,
            Subject::Any(f) => fits(&f, t.setup(), x, shot.object(x), you, Some(source), shot)?,
        });
    }
    Some(n)
}

fn host(v: &ObjectView) -> Option<Obj> {
    match v.attached?? {
        outofphase_adapter::Attached::Object(h) => Some(h),
        outofphase_adapter::Attached::Player(_) => None,
    }
}

fn leaving(t: &Trace, r: &mut Report) {
    if !t.words.triggers {
        return;
    }
    for i in t.steps() {
        let Some(moved) = one_event(t, i) else { continue };
        let (b, a) = (t.before(i), t.after(i));
        for (o, n, trigger) in printed_triggers(t.setup()) {
            if trigger.batch || trigger.condition.is_some() || trigger.from_graveyard || !b.object(o).is_phased_in() {
                continue;
            }
            let Some(you) = b.object(o).controller else { continue };
            let to = |p: Place| {
                move |x: &Obj| a.object(*x).place == Some(p) || (t.setup().object(*x).token && a.object(*x).place == Some(Place::Gone))
            };
            let left = moved.iter().copied().filter(|x| b.object(*x).is_phased_in());
            let which = |p: Option<Place>| -> Vec<Obj> {
                match p {
                    // A token that is gone went first to where the effect put it.
                    Some(p) => {
                        left.clone().filter(to(p)).filter(|x| a.object(*x).place == Some(p) || effect_place(t, i) == Some(p)).collect()
                    }
                    None => left.clone().collect(),
                }
            };
            let (s, moved) = match trigger.when {
                Event::Leaves(s) => (s, which(None)),
                Event::Dies(s) => (s, which(Some(Place::Graveyard))),
                Event::Exiled(s) => (s, which(Some(Place::Exile))),
                Event::ToHand(s) => (s, which(Some(Place::Hand))),
                _ => continue,
            };
            if let Some(expected) = hits(s, t, &moved, o, you, b, host(b.object(o))) {
                compare(t, r, i, o, n, trigger.gain, expected, you);
            }
        }
    }
}

fn effect_place(t: &Trace, i: usize) -> Option<Place> {
    Some(match t.action(i).effect()? {
        Effect::Destroy(_) => Place::Graveyard,
        Effect::Exile(_) => Place::Exile,
        Effect::ReturnToHand(_) => Place::Hand,
        Effect::PutOnLibrary(_) => Place::Library,
        _ => return None,
    })
}

fn entering(t: &Trace, r: &mut Report) {
    if !t.words.triggers || t.words.special_types || t.words.control_changes {
        return;
    }
    for i in t.steps() {
        let Some(moved) = one_event(t, i) else { continue };
        let (b, a) = (t.before(i), t.after(i));
        let entered: Vec<Obj> = moved.iter().copied().filter(|o| b.object(*o).place != Some(Place::Battlefield)).collect();
        if entered.is_empty() || entered.iter().any(|o| !a.object(*o).is_phased_in()) || t.words.legends {
            continue;
        }
        for (o, n, trigger) in printed_triggers(t.setup()) {
            if trigger.batch || trigger.condition.is_some() || trigger.from_graveyard || !a.object(o).is_phased_in() {
                continue;
            }
            let (Event::Enters(s), Some(you)) = (trigger.when, a.object(o).controller) else { continue };
            // Taps and untaps on the way are no matter; a creature that came back within the action is.
            if let Some(expected) = hits(s, t, &entered, o, you, a, host(a.object(o))) {
                compare(t, r, i, o, n, trigger.gain, expected, you);
            }
        }
    }
}
