//! A leaving player's permanents leave, the phased-out ones silently (702.26k, 603.6c, 800.4a).

use crate::oracle::facts::{fired_in, fits, printed_triggers, shows_front};
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, Event, Filter, Obj, Place, Subject, Whose};

pub(super) const ALL: &[Property] = &[
    Property { name: "leaving::what_a_leaving_player_owns_leaves", clause: "phasing.owner-leaves", check: leaves },
    Property {
        name: "leaving::only_phased_in_permanents_trigger_when_their_owner_leaves",
        clause: "phasing.owner-leaves",
        check: triggers,
    },
];

/// Whether the setup tells the owner: what is created belongs to whoever creates it (111.2).
fn owned(t: &Trace, o: Obj) -> bool {
    let spec = t.setup().object(o);
    !spec.token && spec.place != Place::Outside
}

fn leaves(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        for s in t.seats().filter(|s| t.after(i).player(*s).in_game == Some(false)) {
            for o in t.objects().filter(|o| t.setup().object(*o).owner == s && owned(t, *o)) {
                if t.after(i).object(o).place == Some(Place::Battlefield) {
                    r.add(i, Some(o), || format!("{s} left the game and {o}, which {s} owns, is still on the battlefield"));
                }
            }
        }
    }
}

/// "Whenever a permanent leaves the battlefield" fires once for each phased-in permanent of the player who concedes.
fn triggers(t: &Trace, r: &mut Report) {
    let w = &t.words;
    if !w.triggers
        || w.consequences
        || w.zone_words
        || w.abilities_change
        || w.state_triggers
        || w.until_leaves
        || w.stack
        || w.control_changes
    {
        return;
    }
    for i in t.steps() {
        let Action::Leave(s) = t.action(i) else { continue };
        let (b, a) = (t.before(i), t.after(i));
        let gone: Vec<_> = t.seats().filter(|s| b.player(*s).in_game == Some(true) && a.player(*s).in_game == Some(false)).collect();
        if gone != [*s] || !t.done(i) || b.step.is_none_or(|s| s == outofphase_adapter::Step::Untap) {
            continue;
        }
        // State-based actions that follow must not move anything else.
        if t.objects().any(|o| t.setup().object(o).owner != *s && b.object(o).place != a.object(o).place) {
            continue;
        }
        for (o, n, trigger) in printed_triggers(t.setup()) {
            let plain = !trigger.batch && trigger.condition.is_none() && !trigger.from_graveyard;
            let Event::Leaves(Subject::Any(f)) = trigger.when else { continue };
            let (true, true, Some(you)) = (plain, b.object(o).is_phased_in(), b.object(o).controller) else { continue };
            if you == *s || matches!(f, Filter { whose: Whose::Enchanted, .. }) || !shows_front(t.setup(), o, b.object(o)) {
                continue;
            }
            let mut expected = 0;
            let created = |x: Obj| t.setup().object(x).place == Place::Outside && b.object(x).is_phased_in();
            let mut known = !t.objects().any(created);
            for x in t.objects().filter(|x| t.setup().object(*x).owner == *s && b.object(*x).is_phased_in()) {
                match fits(&f, t.setup(), x, b.object(x), you, Some(o), b) {
                    Some(hit) => expected += i64::from(hit),
                    None => known = false,
                }
            }
            let Some(times) = fired_in(t, i, trigger.gain, Some(you)) else { continue };
            if known && times != expected && expected <= 9 {
                r.add(i, Some(o), || {
                    format!("{s} left with {expected} phased-in permanents that ability {n} of {o} watches; it triggered {times} times")
                });
            }
        }
    }
}
