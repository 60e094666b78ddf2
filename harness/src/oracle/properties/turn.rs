//! Each turn-based action happens once, in its place and in order (703.3, 703.4); mana is gone after each step (500.5).

use crate::narrate;
use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, LogEvent, Seat, Step};

pub(super) const ALL: &[Property] = &[
    Property { name: "turn::the_untap_step_is_phasing_then_day_and_night_then_untapping", clause: "untap.phasing", check: untap_order },
    Property { name: "turn::one_card_is_drawn_first_in_the_draw_step", clause: "turn-based.draw", check: draw },
    Property { name: "turn::cleanup_is_discard_then_damage_and_effects", clause: "turn-based.damage-off", check: cleanup },
    Property { name: "turn::steps_come_in_order_and_each_once", clause: "turn-based.automatic", check: order },
    Property { name: "turn::mana_is_empty_after_each_step", clause: "turn-based.mana-empties", check: mana },
    Property { name: "turn::an_action_that_is_refused_changes_nothing", clause: "turn-based.attackers", check: refused },
];

/// The log cut into steps: the step, whose, and what happened in it, where it was seen from its beginning.
fn steps(t: &Trace) -> Vec<(usize, Step, Seat, Vec<LogEvent>)> {
    let mut all: Vec<(usize, Step, Seat, Vec<LogEvent>)> = Vec::new();
    for i in t.steps() {
        for e in t.logged(i) {
            match e.event {
                LogEvent::StepBegan { step, of } => all.push((i, step, of, Vec::new())),
                // What a later action does in the step is no turn-based action of it.
                event => {
                    if let Some(last) = all.last_mut()
                        && last.0 == i
                    {
                        last.3.push(event);
                    }
                }
            }
        }
    }
    all
}

fn untap_order(t: &Trace, r: &mut Report) {
    if !t.has_log {
        return;
    }
    for (i, step, _, events) in steps(t) {
        if step != Step::Untap {
            continue;
        }
        let mut at = 0;
        for e in events {
            let rank = match e {
                LogEvent::PhasedIn { .. } | LogEvent::PhasedOut { .. } => 0,
                LogEvent::Became { .. } => 1,
                LogEvent::Untapped { .. } => 2,
                LogEvent::StepEnded { .. } => break,
                _ => continue,
            };
            if rank < at {
                r.add(i, None, || format!("in the untap step this came too late: {}", narrate::event(&e).1));
                return;
            }
            at = rank;
        }
    }
}

fn draw(t: &Trace, r: &mut Report) {
    if !t.has_log || t.words.draws_change {
        return;
    }
    for (i, step, of, events) in steps(t) {
        if step != Step::Draw {
            continue;
        }
        let first = events.iter().find(|e| {
            matches!(e, LogEvent::Drew { .. } | LogEvent::PutOnStack { .. } | LogEvent::StateBased { .. } | LogEvent::Priority { .. })
        });
        match first {
            Some(LogEvent::Drew { player }) if *player == of => {}
            // Somebody who can't draw loses for it.
            Some(LogEvent::StateBased { player: Some(p), .. }) if *p == of => {}
            None => {}
            Some(e) if t.after(i).player(of).in_game != Some(false) => {
                r.add(i, None, || format!("{of}'s draw step begins with this instead of {of}'s draw: {}", narrate::event(e).1));
                return;
            }
            Some(_) => {}
        }
    }
}

fn cleanup(t: &Trace, r: &mut Report) {
    if !t.has_log {
        return;
    }
    for (i, step, _, events) in steps(t) {
        if step != Step::Cleanup {
            continue;
        }
        let ended = events.iter().filter(|e| matches!(e, LogEvent::TurnEffectsEnded)).count();
        let at = events.iter().position(|e| matches!(e, LogEvent::TurnEffectsEnded));
        let resolved = events.iter().position(|e| matches!(e, LogEvent::Resolved { .. } | LogEvent::PutOnStack { .. }));
        let late = events.iter().position(|e| matches!(e, LogEvent::Discarded { .. }));
        if ended > 1 {
            r.add(i, None, || "until-end-of-turn effects ended twice in one cleanup step".into());
            return;
        }
        // A discard by an effect comes after something resolved.
        if let (Some(d), Some(e)) = (late, at)
            && d > e
            && resolved.is_none_or(|x| x > d)
            && !matches!(t.action(i), Action::Resolve { .. } | Action::Announce { .. } | Action::ResolveTop)
        {
            r.add(i, None, || "the discard to hand size came after damage and effects ended".into());
            return;
        }
    }
}

fn order(t: &Trace, r: &mut Report) {
    if !t.has_log || t.words.turn_structure || t.words.consequences {
        return;
    }
    let mut last: Option<(Step, Seat)> = None;
    let mut new_turn = true;
    for i in t.steps() {
        for e in t.logged(i) {
            match e.event {
                LogEvent::TurnBegan { .. } => new_turn = true,
                LogEvent::StepBegan { step, of } => {
                    // Cleanup may repeat (514.3a).
                    if let Some((was, whose)) = last
                        && !new_turn
                        && whose == of
                        && (step < was || (step == was && step != Step::Cleanup))
                    {
                        r.add(i, None, || format!("{of}'s {step} step came after {was} in one turn"));
                        return;
                    }
                    (last, new_turn) = (Some((step, of)), false);
                }
                _ => {}
            }
        }
    }
}

fn mana(t: &Trace, r: &mut Report) {
    if t.words.mana_kept || t.words.consequences || t.words.stack {
        return;
    }
    for i in t.steps() {
        if !matches!(t.action(i), Action::Advance { .. } | Action::Attack(_) | Action::Block(_)) || !t.done(i) {
            continue;
        }
        for s in t.seats() {
            if t.after(i).player(s).mana.is_some_and(|n| n > 0) {
                r.add(i, None, || format!("{s} still has {} mana from an earlier step", t.after(i).player(s).mana.unwrap_or(0)));
            }
        }
    }
}

fn refused(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        if !t.done(i) && t.before(i) != t.after(i) {
            let o = t.objects().find(|o| t.before(i).object(*o) != t.after(i).object(*o));
            r.add(i, o, || "the engine refused the action and changed the game all the same".into());
        }
    }
}
