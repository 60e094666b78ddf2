//! An advance is the sum of its steps: stopping at each step on the way changes nothing.

use super::{Broken, Pair, compare};
use crate::oracle::Did;
use outofphase_adapter::{Action, LogEvent};

pub(super) fn check(p: &mut Pair<'_>) -> Option<Broken> {
    let t = p.base;
    // Where an ability ends the turn as a step begins, stopping in that step means stopping in cleanup.
    if !t.has_log || (t.words.turn_ends && t.words.consequences) {
        return None;
    }
    let mut s = t.scenario.clone();
    s.play.clear();
    let mut at: Vec<usize> = Vec::new();
    for i in t.steps() {
        if matches!(&t.did[i], Did::Done(Some(stop)) if !stop.exact) {
            // The game ended on the way, or the engine can't stop there.
            break;
        }
        if let (Action::Advance { .. }, true) = (t.action(i), t.done(i)) {
            let stops: Vec<_> = t
                .logged(i)
                .iter()
                .filter_map(|e| match e.event {
                    LogEvent::StepBegan { step, of } => Some((step, of)),
                    _ => None,
                })
                .collect();
            // A player who left in the middle of a turn can't be advanced to.
            let here = |of: outofphase_adapter::Seat| t.after(i).player(of).in_game == Some(true);
            for (step, of) in stops.iter().take(stops.len().saturating_sub(1)).filter(|(_, of)| here(*of)) {
                s.play.push(Action::Advance { to: *step, of: *of });
            }
        }
        s.play.push(t.action(i).clone());
        at.push(s.play.len() - 1);
    }
    p.other.play(p.adapter, &s);
    compare::agree(t, p.other, |i| at.get(i).copied().unwrap_or(usize::MAX - 1), Some, "stopping at each step on the way changes nothing")
}
