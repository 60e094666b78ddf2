//! Nothing is lost and nothing is in two places; the life totals account for what triggered.

use crate::oracle::facts::{fired, printed_triggers};
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{LogEvent, Place, Step};

pub(super) const ALL: &[Property] = &[
    Property { name: "conservation::every_card_is_in_exactly_one_place", clause: "objects.new-object", check: one_place },
    Property { name: "conservation::only_permanents_have_a_status", clause: "status.phased", check: status },
    Property { name: "conservation::the_life_ledger_equals_what_triggered", clause: "turn-based.beginning-triggers", check: ledger },
];

/// Blank cards neither appear nor vanish: what a player's zones hold beside the named cards stays the same.
fn one_place(t: &Trace, r: &mut Report) {
    let blanks = |shot: usize, s: outofphase_adapter::Seat| -> Option<i64> {
        let p = t.shots[shot].player(s);
        let all = i64::from(p.hand?) + i64::from(p.library?) + i64::from(p.graveyard?);
        let mut named = 0;
        for o in t.objects() {
            let spec = t.setup().object(o);
            // Who owns a token that an effect creates is not in the setup; it is there only until state-based actions look.
            if spec.token && matches!(t.shots[shot].object(o).place?, Place::Hand | Place::Library | Place::Graveyard) {
                return None;
            }
            if spec.owner != s {
                continue;
            }
            named += i64::from(matches!(t.shots[shot].object(o).place?, Place::Hand | Place::Library | Place::Graveyard));
        }
        Some(all - named)
    };
    for i in t.steps() {
        for s in t.seats().filter(|s| t.after(i).player(*s).in_game != Some(false)) {
            if let (Some(b), Some(a)) = (blanks(i, s), blanks(i + 1, s))
                && a != b
            {
                r.add(i, None, || format!("{s} had {b} blank cards in hand, library and graveyard, and has {a}"));
            }
        }
    }
}

fn status(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        for o in t.objects() {
            let v = t.after(i).object(o);
            if v.place.is_some_and(|p| p != Place::Battlefield) && v.phased.is_some_and(outofphase_adapter::Phased::is_out) {
                r.add(i, Some(o), || format!("{o} is phased out and not on the battlefield"));
            }
            if t.setup().object(o).token
                && matches!(v.place, Some(Place::Hand | Place::Library | Place::Graveyard | Place::Exile))
                && t.after(i).step != Some(Step::Untap)
            {
                r.add(i, Some(o), || format!("token {o} stays in another zone"));
            }
        }
    }
}

/// What the log says triggered has gained its life once everything has resolved.
fn ledger(t: &Trace, r: &mut Report) {
    if !t.has_log || !t.words.triggers || t.words.abilities_change || t.words.leaving || t.words.turn_structure {
        return;
    }
    let conditional = |o: outofphase_adapter::Obj| printed_triggers(t.setup()).any(|(p, _, t)| p == o && t.condition.is_some());
    let mut count: Vec<(i64, i64)> = Vec::new();
    for i in t.steps() {
        if t.somebody_left(i) {
            return;
        }
        for e in t.logged(i) {
            if let LogEvent::Triggered { gain, .. } = e.event {
                match count.iter_mut().find(|c| c.0 == gain) {
                    Some(c) => c.1 += 1,
                    None => count.push((gain, 1)),
                }
            }
        }
        // In the untap step and in a cleanup nobody interrupts, what triggered still waits.
        if t.after(i).step.is_none_or(|s| s == Step::Untap) || t.after(i).stack != Some(0) {
            continue;
        }
        for (o, n, trigger) in printed_triggers(t.setup()) {
            let logged = count.iter().find(|c| c.0 == trigger.gain).map_or(0, |c| c.1);
            let Some(seen) = fired(t.setup(), t.after(i), trigger.gain, None) else { continue };
            if logged <= 9 && seen != logged && !conditional(o) && count.iter().all(|c| c.1 <= 9) {
                r.add(i, Some(o), || format!("ability {n} of {o} triggered {logged} times by the log and {seen} times by the life totals"));
                return;
            }
        }
    }
}
