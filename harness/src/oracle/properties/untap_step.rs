//! The phasing event of the untap step (702.26a, 702.26m, 502.1).

use crate::oracle::facts::prints;
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, Keyword, LogEvent, Obj, Phased, Seat, Step};

pub(super) const ALL: &[Property] = &[
    Property { name: "phasing::phase_in_is_keyed_to_who_controlled_it", clause: "phasing.untap-step-event", check: keyed },
    Property {
        name: "phasing::permanents_with_phasing_phase_out_in_their_controllers_untap_step",
        clause: "phasing.untap-step-event",
        check: goes_out,
    },
    Property { name: "phasing::one_event_in_which_nothing_goes_both_ways", clause: "phasing.untap-step-event", check: one_event },
    Property {
        name: "phasing::a_skipped_untap_step_has_no_phasing_event",
        clause: "phasing.skipped-untap-step",
        check: only_in_untap_steps,
    },
    Property { name: "phasing::what_phases_in_untaps_in_the_same_step", clause: "untap.phasing", check: untaps },
];

/// Who controlled each phased-out permanent as it phased out, as far as the snapshots tell: its controller when it was last seen.
fn under(t: &Trace, o: Obj, upto: usize) -> Option<Seat> {
    (0..=upto).rev().map(|i| t.shots[i].object(o)).find(|v| v.is_phased_in()).and_then(|v| v.controller)
}

/// Nothing but its own player's untap step, or an effect, brings a permanent in; and that step does.
fn keyed(t: &Trace, r: &mut Report) {
    if t.words.consequences || t.words.until_leaves || t.words.locks || t.words.leaving || t.words.control_changes || t.words.stack {
        return;
    }
    for i in t.steps() {
        let Action::Advance { .. } = t.action(i) else { continue };
        let Some(steps) = t.untap_steps(i) else { continue };
        if t.somebody_left(i) || !t.done(i) {
            continue;
        }
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            // One that is in, has phasing and goes out and in during one long advance is not followed.
            let Some(Phased::Directly) = b.phased else { continue };
            let Some(seat) = under(t, o, i) else { continue };
            let times = steps.iter().filter(|s| **s == seat).count();
            if times == 0 && a.is_phased_in() {
                r.add(i, Some(o), || format!("{o} phased out under {seat} and phased in though {seat} had no untap step"));
            }
            // It may have come in and gone out again with its host.
            if times == 1 && a.phased == Some(Phased::Directly) && !t.words.abilities_change {
                r.add(i, Some(o), || format!("{o} phased out under {seat} and did not phase in during {seat}'s untap step"));
            }
        }
    }
}

fn goes_out(t: &Trace, r: &mut Report) {
    let w = &t.words;
    if w.consequences || w.until_leaves || w.locks || w.abilities_change || w.leaving || w.control_changes || w.types_change || w.stack {
        return;
    }
    for i in t.steps() {
        let Action::Advance { .. } = t.action(i) else { continue };
        let Some(steps) = t.untap_steps(i) else { continue };
        if t.somebody_left(i) || !t.done(i) {
            continue;
        }
        for o in t.objects().filter(|o| prints(t.setup(), *o, Keyword::Phasing)) {
            let (b, a) = t.pair(i, o);
            // Combat on the way is no matter: nobody attacks during an advance. Damage and state-based actions could take it away.
            let (true, Some(seat), true) = (b.is_phased_in(), b.controller, a.place == b.place) else { continue };
            let times = steps.iter().filter(|s| **s == seat).count();
            // What it is attached to may take it along.
            let free = b.attached == Some(None);
            if free && times == 1 && a.is_phased_in() {
                r.add(i, Some(o), || format!("{o} has phasing and did not phase out in {seat}'s untap step"));
            }
            if free && times == 0 && a.is_phased_out() {
                r.add(i, Some(o), || format!("{o} phased out though {seat} had no untap step"));
            }
        }
    }
}

fn one_event(t: &Trace, r: &mut Report) {
    if !t.has_log {
        return;
    }
    for i in t.steps() {
        let mut in_untap = false;
        let (mut batch, mut moved): (Option<u32>, Vec<Obj>) = (None, Vec::new());
        for e in t.logged(i) {
            match e.event {
                LogEvent::StepBegan { step, .. } => {
                    in_untap = step == Step::Untap;
                    (batch, moved) = (None, Vec::new());
                }
                LogEvent::PhasedIn { object } | LogEvent::PhasedOut { object, .. } if in_untap => {
                    if batch.is_some_and(|b| b != e.batch) {
                        r.add(i, Some(object), || format!("{object} phased in another event than the rest of that untap step"));
                        return;
                    }
                    if moved.contains(&object) {
                        r.add(i, Some(object), || format!("{object} phased twice in one untap step"));
                        return;
                    }
                    batch = Some(e.batch);
                    moved.push(object);
                }
                _ => {}
            }
        }
    }
}

fn only_in_untap_steps(t: &Trace, r: &mut Report) {
    if !t.has_log || t.words.consequences || t.words.until_leaves || t.words.leaving || t.words.stack {
        return;
    }
    for i in t.steps() {
        if !matches!(t.action(i), Action::Advance { .. } | Action::Attack(_) | Action::Block(_)) || t.somebody_left(i) {
            continue;
        }
        let mut in_untap = t.before(i).step == Some(Step::Untap);
        for e in t.logged(i) {
            match e.event {
                LogEvent::StepBegan { step, .. } => in_untap = step == Step::Untap,
                LogEvent::StepEnded { .. } => in_untap = false,
                LogEvent::PhasedIn { object } | LogEvent::PhasedOut { object, .. } if !in_untap => {
                    r.add(i, Some(object), || format!("{object} phased outside of an untap step, with no effect that says so"));
                    return;
                }
                _ => {}
            }
        }
    }
}

fn untaps(t: &Trace, r: &mut Report) {
    let w = &t.words;
    if w.consequences
        || w.until_leaves
        || w.untap_restrictions
        || w.control_changes
        || w.leaving
        || w.turn_structure
        || w.stack
        || w.abilities_change
    {
        return;
    }
    for i in t.steps() {
        let Action::Advance { to, of } = t.action(i) else { continue };
        if *to > Step::FirstMain || !t.done(i) || t.before(i).active == Some(*of) {
            continue;
        }
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            if b.is_phased_out() && a.is_phased_in() && a.controller == Some(*of) && a.tapped == Some(true) {
                r.add(i, Some(o), || format!("{o} phased in before {of} untapped, and is still tapped"));
            }
        }
    }
}
