//! Ways to say the same: another order within a set, a second instance of phasing, another order of the board.

use super::{Broken, Pair, compare};
use crate::oracle::Trace;
use outofphase_adapter::{Ability, Action, Effect, Keyword, LogEvent, Obj, Place, What};

/// Effects that act on all they name at once.
fn reverse(e: &mut Effect) -> bool {
    let what = match e {
        Effect::PhaseOut(w)
        | Effect::PhaseIn(w)
        | Effect::PhaseOutUntil { what: w, .. }
        | Effect::Destroy(w)
        | Effect::Exile(w)
        | Effect::ReturnToHand(w)
        | Effect::Sacrifice(w)
        | Effect::Tap(w)
        | Effect::Untap(w)
        | Effect::Pump { what: w, .. }
        | Effect::GainControl { what: w, .. }
        | Effect::PutCounters { on: w, .. }
        | Effect::Damage { to: w, .. } => w,
        Effect::LoseTheGame(v) => {
            v.reverse();
            return v.len() > 1;
        }
        _ => return false,
    };
    match what {
        What::These(v) => {
            v.reverse();
            v.len() > 1
        }
        _ => false,
    }
}

/// Whether a player with several known cards in hand discarded: which of them is a choice (514.1), and an engine may make it by their order.
fn chose_a_discard(t: &Trace) -> bool {
    let moved = |o: Obj| t.log.iter().any(|e| matches!(e.event, LogEvent::Moved { object, to: Place::Hand, .. } if object == o));
    let was_in_hand = |o: &Obj| t.shots.iter().any(|s| s.object(*o).place == Some(Place::Hand)) || moved(*o);
    let dropped = |i: usize| {
        t.objects().any(|o| t.before(i).object(o).place == Some(Place::Hand) && t.after(i).object(o).place == Some(Place::Graveyard))
    };
    let discarded = t.log.iter().any(|e| matches!(e.event, LogEvent::Discarded { .. })) || t.steps().any(dropped);
    discarded && t.objects().filter(was_in_hand).count() > 1
}

/// Whether several cards were put on top of libraries at once: in which order is their owner's choice (401.4), which what is drawn rests on.
fn stacked_a_library(t: &Trace) -> bool {
    t.steps().any(|i| {
        let arrived = |o: &Obj| t.before(i).object(*o).place != Some(Place::Library) && t.after(i).object(*o).place == Some(Place::Library);
        t.objects().filter(arrived).count() > 1
    })
}

pub(super) fn permuted(p: &mut Pair<'_>) -> Option<Broken> {
    // Triggers that do something could be put on the stack in another order.
    if p.base.words.consequences || chose_a_discard(p.base) {
        return None;
    }
    let mut s = p.base.scenario.clone();
    let mut any = false;
    for a in &mut s.play {
        any |= match a {
            Action::Resolve { effect, .. } | Action::Announce { effect, .. } => reverse(effect),
            Action::Attack(v) => {
                v.reverse();
                v.len() > 1
            }
            _ => false,
        };
    }
    if !any {
        return None;
    }
    p.other.play(p.adapter, &s);
    compare::agree(p.base, p.other, |i| i, Some, "the order within a simultaneous set does not matter")
}

pub(super) fn second_instance(p: &mut Pair<'_>) -> Option<Broken> {
    let mut s = p.base.scenario.clone();
    let mut any = false;
    for o in &mut s.setup.objects {
        if o.has.contains(&Ability::Keyword(Keyword::Phasing)) {
            o.has.push(Ability::Keyword(Keyword::Phasing));
            any = true;
        }
    }
    if !any {
        return None;
    }
    p.other.play(p.adapter, &s);
    compare::agree(p.base, p.other, |i| i, Some, "a second instance of phasing is redundant")
}

/// Renames and renumbers the objects: the board in the opposite order.
pub(super) fn reordered(p: &mut Pair<'_>) -> Option<Broken> {
    let w = &p.base.words;
    // Timestamps follow the order of the board (613.7), as do choices that nobody made.
    if w.consequences
        || w.abilities_change
        || w.types_change
        || w.control_changes
        || w.legends
        || w.special_types
        || w.daybound
        || w.zone_words
        || chose_a_discard(p.base)
        || stacked_a_library(p.base)
    {
        return None;
    }
    let setup = p.base.setup();
    if setup.objects.iter().any(|o| matches!(o.place, Place::Hand | Place::Library | Place::Command)) {
        return None;
    }
    let n = setup.objects.len() as u16;
    if n < 2 {
        return None;
    }
    let to = move |o: Obj| Obj(n - 1 - o.0);
    let mut s = p.base.scenario.clone();
    s.setup.objects.reverse();
    for (i, o) in s.setup.objects.iter_mut().enumerate() {
        o.name = format!("x{i}");
    }
    s.each_object_mut(&mut |o| *o = to(*o));
    p.other.play(p.adapter, &s);
    compare::agree(p.base, p.other, |i| i, |o| Some(to(o)), "names and the order of the board do not matter")
}
