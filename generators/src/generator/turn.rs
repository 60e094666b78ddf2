//! Advances: to a later moment that comes for sure.

use super::Generator;
use crate::source::Source;
use outofphase_adapter::{Action, Answer, Scenario, Seat, Step};

/// The steps that an advance goes to, with their weights: those in which something of interest is done or stops.
const STOPS: [(Step, u32); 11] = [
    (Step::Untap, 5),
    (Step::Upkeep, 14),
    (Step::Draw, 2),
    (Step::FirstMain, 8),
    (Step::BeginningOfCombat, 2),
    (Step::DeclareBlockers, 0),
    (Step::CombatDamage, 0),
    (Step::EndOfCombat, 2),
    (Step::SecondMain, 2),
    (Step::End, 4),
    (Step::Cleanup, 3),
];

impl Generator {
    /// Adds an advance; `false` if there is nowhere to go.
    pub(super) fn advance<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) -> bool {
        let m = &self.model;
        if m.over {
            return false;
        }
        // In combat mostly to its next step.
        if m.attackers != 0 && m.is_alive(m.active) {
            let next = match m.step {
                Step::DeclareAttackers => Some([Step::DeclareBlockers, Step::CombatDamage][src.weighted(&[1, 3]).min(1)]),
                Step::DeclareBlockers => Some(Step::CombatDamage),
                Step::CombatDamage => Some(Step::EndOfCombat),
                _ => None,
            };
            if let Some(to) = next
                && self.avoid.stop(to)
                && (self.config.bare || src.chance(4, 5))
            {
                let of = m.active;
                self.go(out, to, of);
                return true;
            }
        }
        let bare = self.config.bare;
        let once = m.facts.skipped;
        let mut w = [0; STOPS.len()];
        for (w, (step, n)) in w.iter_mut().zip(STOPS) {
            if self.avoid.stop(step) && once & (1 << step as u16) == 0 && (!bare || matches!(step, Step::Upkeep | Step::End)) {
                *w = n;
            }
        }
        if w.iter().all(|n| *n == 0) {
            return false;
        }
        let of = self.whose_turn(src);
        let (to, _) = STOPS[src.weighted(&w).min(STOPS.len() - 1)];
        self.go(out, to, of);
        true
    }

    /// The active player, the next, or any.
    fn whose_turn<S: Source + ?Sized>(&self, src: &mut S) -> Seat {
        let m = &self.model;
        if self.config.bare {
            return m.player(src.below(m.players()));
        }
        match src.weighted(&[if m.is_alive(m.active) { 3 } else { 0 }, 4, 2]) {
            0 => m.active,
            1 => m.after(m.active),
            _ => m.player(src.below(m.players())),
        }
    }

    fn go(&mut self, out: &mut Scenario, to: Step, of: Seat) {
        if let Some(n) = self.model.facts.roll {
            // Whoever rolls on the way rolls the same, so the order of the answers does not matter.
            self.push(out, Action::Answer(Answer::Roll(n)));
        }
        self.push(out, Action::Advance { to, of });
    }
}
