//! The turn in the model: where the game is, and what happens on the way to a later step.

use super::set::{Set, each, one};
use super::{Ends, Model};
use outofphase_adapter::{CounterKind, DayNight, Keyword, Seat, Step};

impl Model {
    /// The next player in the game after `s` in turn order.
    pub(crate) const fn after(&self, s: Seat) -> Seat {
        let mut t = s.0;
        let mut n = 0;
        loop {
            t = (t + 1) % self.seats;
            n += 1;
            if self.alive & (1 << t) != 0 || n > 4 {
                return Seat(t);
            }
        }
    }

    /// Goes on to that step of that player's turn, if it comes within a few turns.
    pub(crate) fn go_to(&mut self, to: Step, of: Seat) {
        let mut turns = 0;
        loop {
            if self.over {
                return;
            }
            let turn = self.next_step();
            turns += u32::from(turn);
            if (self.step == to && self.active == of) || turns > 12 {
                return;
            }
        }
    }

    /// Moves to the next step and does what the step does. Answers whether a turn began.
    fn next_step(&mut self) -> bool {
        let mut began = false;
        let next = match self.step {
            Step::Cleanup => {
                self.next_turn();
                began = true;
                Step::Untap
            }
            Step::DeclareAttackers if !self.attacked => Step::EndOfCombat,
            Step::DeclareBlockers if !self.facts.first_strike => Step::CombatDamage,
            Step::SecondMain if self.extra_combats > 0 => {
                self.extra_combats -= 1;
                Step::BeginningOfCombat
            }
            s => Step::ALL[s as usize + 1],
        };
        self.step = next;
        if self.skips(next) {
            return began;
        }
        match next {
            Step::Untap => self.untap_step(),
            Step::Draw => self.draw(self.active, 1),
            Step::FirstMain => self.lore(),
            Step::BeginningOfCombat => (self.attackers, self.blockers, self.blocked, self.attacked) = (0, 0, 0, false),
            Step::CombatDamage => self.combat_damage(),
            Step::EndOfCombat => {}
            Step::SecondMain => {
                (self.attackers, self.blockers, self.blocked, self.attacked) = (0, 0, 0, false);
                self.end(|_, e| e == Ends::Combat);
                self.settle();
            }
            Step::Cleanup => self.cleanup(),
            _ => {}
        }
        began
    }

    fn skips(&mut self, step: Step) -> bool {
        let n = &mut self.skip_next[self.active.index() & 3][step as usize];
        if *n > 0 {
            *n -= 1;
            return true;
        }
        false
    }

    fn next_turn(&mut self) {
        let ended = self.active;
        self.active = match self.extra_turns.pop() {
            Some(s) if self.is_alive(s) => s,
            _ => {
                let s = if self.is_alive(self.natural) { self.natural } else { self.after(self.natural) };
                self.natural = self.after(s);
                s
            }
        };
        let _ = ended;
        self.extra_combats = 0;
        let active = self.active;
        self.end(|_, e| e == Ends::TurnOf(active));
    }

    fn untap_step(&mut self) {
        let active = self.active.index() & 3;
        let outs = self.seen() & self.ctrl[active] & self.has(Keyword::Phasing) & !self.no_out;
        let pending: Set = self.until.iter().fold(0, |s, (o, _)| s | one(*o));
        let ins = self.out & self.direct & self.out_under[active] & !pending & !self.no_in;
        self.phase(ins, outs);
        self.settle();
        let mine = self.seen() & self.ctrl[active];
        self.tapped &= !(mine & !self.no_untap & !self.no_untap_next);
        self.no_untap_next &= !mine;
        self.sick &= !self.ctrl[active];
        self.settle();
    }

    fn lore(&mut self) {
        for o in each(self.sagas & self.seen() & self.ctrl[self.active.index() & 3]) {
            if self.chapters[o.index()] > 0 {
                self.counters[o.index()][CounterKind::Lore as usize] += 1;
            }
        }
        if self.sagas != 0 {
            self.settle();
        }
    }

    pub(crate) fn draw(&mut self, s: Seat, n: u16) {
        let i = s.index() & 3;
        let named = self.library & self.owner[i];
        if named != 0 {
            // Named cards lie on top.
            let first = named & named.wrapping_neg();
            self.library &= !first;
            self.hand |= first;
            return;
        }
        if self.cards[i] < n {
            self.lose(s);
        } else {
            self.cards[i] -= n;
            self.blanks[i] += n;
        }
    }

    fn cleanup(&mut self) {
        let i = self.active.index() & 3;
        self.blanks[i] = self.blanks[i].min(7);
        self.damage = [0; super::set::MOST];
        self.end(|_, e| matches!(e, Ends::Turn | Ends::Combat));
        (self.attackers, self.blockers, self.blocked, self.attacked) = (0, 0, 0, false);
        if self.day.is_some() && self.has(Keyword::Daybound) != 0 {
            self.day = Some(DayNight::Day);
        }
        self.settle();
    }

    /// A player is out of the game, with all that is theirs (800.4a).
    pub(crate) fn lose(&mut self, s: Seat) {
        if !self.is_alive(s) {
            return;
        }
        self.alive &= !(1 << s.0);
        let i = s.index() & 3;
        let theirs = self.owner[i];
        self.depart(theirs & self.bf, |_, _| {});
        self.graveyard &= !theirs;
        self.exile &= !theirs;
        self.hand &= !theirs;
        self.library &= !theirs;
        self.outside &= !theirs;
        self.thefts.retain(|t| t.by != s);
        self.dirty = true;
        self.settle();
        // What that player controls for good goes to exile.
        let kept = self.ctrl[i] & self.bf;
        self.depart(kept & !self.out, |m, set| m.exile |= set);
        self.stack.clear();
        if self.players() < 2 {
            self.over = true;
        }
    }

    /// One simultaneous phasing event (702.26a): these in, those out, with what is attached to them.
    pub(crate) fn phase(&mut self, ins: Set, outs: Set) {
        let ins = ins & self.bf & self.out;
        let outs = outs & self.seen();
        let with_ins = self.attachments(ins) & self.out & !self.direct;
        let with_outs = self.attachments(outs) & self.seen();
        let all_in = ins | with_ins;
        self.out &= !all_in;
        self.direct &= !all_in;
        self.out_under.iter_mut().for_each(|s| *s &= !all_in);
        if !self.until.is_empty() {
            self.until.retain(|(o, _)| all_in & one(*o) == 0);
        }
        let all_out = outs | with_outs;
        for s in 0..4 {
            self.out_under[s] |= self.ctrl[s] & all_out;
        }
        self.out |= all_out;
        self.direct |= outs & !with_outs;
        self.leave_combat(all_out);
        // What comes back and finds its host gone is unattached (702.26i); settling sees to that.
        self.dirty = true;
    }
}
