//! Passes over the script.

use outofphase_adapter::{Action, Scenario, Seat, Step};

fn with_play(s: &Scenario, play: Vec<Action>) -> Scenario {
    Scenario { setup: s.setup.clone(), play }
}

/// Ends the script earlier: what comes after the failure was never reached.
pub(super) fn tails(s: &Scenario, out: &mut Vec<Scenario>) {
    let n = s.play.len();
    let mut keep = n / 2;
    let mut step = n / 4;
    while keep < n {
        out.push(with_play(s, s.play[..keep].to_vec()));
        keep += step.max(1);
        step /= 2;
    }
}

/// Leaves out chunks of actions, then single ones, the last first.
pub(super) fn chunks(s: &Scenario, out: &mut Vec<Scenario>) {
    let n = s.play.len();
    let mut size = n / 2;
    while size > 0 {
        let mut end = n;
        while end > 0 {
            let from = end.saturating_sub(size);
            let mut play = s.play.clone();
            play.drain(from..end);
            out.push(with_play(s, play));
            end = from;
        }
        size /= 2;
    }
}

/// Leaves out any two actions that make sense only together.
pub(super) fn pairs(s: &Scenario, out: &mut Vec<Scenario>) {
    let n = s.play.len();
    if n > 16 {
        return;
    }
    for j in (1..n).rev() {
        for i in (0..j).rev() {
            let mut play = s.play.clone();
            play.remove(j);
            play.remove(i);
            out.push(with_play(s, play));
        }
    }
}

/// An effect that waits resolves at once, or when it would have.
pub(super) fn announcements(s: &Scenario, out: &mut Vec<Scenario>) {
    for (i, a) in s.play.iter().enumerate() {
        let Action::Announce { by, effect } = a else { continue };
        let resolve = Action::Resolve { by: *by, effect: effect.clone() };
        let mut now = s.play.clone();
        now[i] = resolve.clone();
        if let Some(top) = s.play[i..].iter().position(|a| matches!(a, Action::ResolveTop)) {
            let mut later = s.play.clone();
            later[i + top] = resolve;
            later.remove(i);
            now.remove(i + top);
            out.push(with_play(s, later));
        }
        out.push(with_play(s, now));
    }
}

/// Stops earlier.
pub(super) fn advances(s: &Scenario, out: &mut Vec<Scenario>) {
    const STOPS: [Step; 8] = [
        Step::Untap,
        Step::Upkeep,
        Step::FirstMain,
        Step::DeclareBlockers,
        Step::CombatDamage,
        Step::EndOfCombat,
        Step::End,
        Step::Cleanup,
    ];
    for (i, a) in s.play.iter().enumerate() {
        let Action::Advance { to, of } = a else { continue };
        for seat in Seat::first(s.setup.seats()) {
            for step in STOPS {
                if (step, seat) != (*to, *of) {
                    let mut play = s.play.clone();
                    play[i] = Action::Advance { to: step, of: seat };
                    out.push(with_play(s, play));
                }
            }
        }
    }
}
