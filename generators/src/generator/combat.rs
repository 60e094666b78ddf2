//! Attacks and blocks, with the answers that the division of damage asks for.

use super::Generator;
use super::abilities::{one_of, some_of};
use crate::model::set::{self, Set, each, one};
use crate::source::Source;
use outofphase_adapter::{Action, Answer, Attached, Attack, Block, Keyword, Obj, Scenario, Seat, Step};

impl Generator {
    pub(super) fn attack<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) -> bool {
        let wrong = std::mem::take(&mut self.wrong);
        let m = &self.model;
        if !m.attack_is_ahead() {
            return false;
        }
        let able = m.may_attack();
        // Phased out, sick, tapped, somebody else's, or no creature: none of these attacks.
        let unable = m.bf & !able;
        let from = if wrong { unable } else { able };
        if from == 0 {
            return false;
        }
        let n = set::len(from);
        let size = if wrong { 1 } else { 1 + src.weighted(&[4, if n > 1 { 3 } else { 0 }, if n > 2 { 1 } else { 0 }]) as u32 };
        let who = some_of(src, from, size);
        // Who defends is chosen as combat begins; which combat the answer is for is clear only before that.
        let chosen = match m.facts.one_defender {
            true if wrong || matches!(m.step, Step::BeginningOfCombat) => return false,
            true => {
                let others: Vec<Seat> = Seat::first(m.seats).filter(|s| *s != m.active && m.is_alive(*s)).collect();
                let Some(&s) = others.get(src.below(others.len() as u32) as usize) else { return false };
                Some(s)
            }
            false => None,
        };
        let m = &self.model;
        let targets: Vec<Attached> = m.attackable().filter(|t| chosen.is_none_or(|s| m.defender(*t) == s)).collect();
        if targets.is_empty() {
            return false;
        }
        let attacks: Vec<Attack> = who
            .into_iter()
            .map(|attacker| Attack { attacker, target: targets[src.below(targets.len() as u32) as usize % targets.len()] })
            .collect();
        if let Some(s) = chosen {
            self.push(out, Action::Answer(Answer::DefendingPlayer(s)));
        }
        let action = Action::Attack(attacks);
        if wrong {
            // It is refused as a whole, and the game is as before.
            out.play.push(action);
        } else {
            self.push(out, action);
        }
        true
    }

    /// Attackers that somebody can block without a choice coming of it.
    pub(super) fn blockable(&self) -> Set {
        let m = &self.model;
        if !m.block_is_ahead() {
            return 0;
        }
        let attackers = m.attackers & m.seen() & !m.has(Keyword::Trample);
        each(attackers).filter(|a| m.may_block(*a) != 0).fold(0, |s, a| s | one(a))
    }

    pub(super) fn block<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) -> bool {
        let wrong = std::mem::take(&mut self.wrong);
        let m = &self.model;
        if !m.block_is_ahead() {
            return false;
        }
        let attackers = m.attackers & m.seen();
        if wrong {
            return self.miss_block(src, out, attackers);
        }
        if self.config.bare {
            // One block, so that each is made in one way.
            let open = self.blockable();
            if open == 0 {
                return false;
            }
            let attacker = one_of(src, open);
            let blocker = one_of(src, self.model.may_block(attacker));
            self.push(out, Action::Block(vec![Block { blocker, attacker }]));
            return true;
        }
        let mut blocks: Vec<Block> = Vec::new();
        let mut busy: Set = 0;
        let mut shared = None;
        for a in each(attackers) {
            let able = m.may_block(a) & !busy;
            // How a trampler divides its damage is a choice; one that has lost trample may have it again by then.
            let tramples = m.has(Keyword::Trample) & one(a) != 0 || out.setup.object(a).has.contains(&Keyword::Trample.into());
            if able == 0 || tramples || !src.chance(2, 3) {
                continue;
            }
            let b = one_of(src, able);
            busy |= one(b);
            blocks.push(Block { blocker: b, attacker: a });
            let more = able & !one(b);
            if shared.is_none() && more != 0 && self.sure(a) && src.chance(1, 2) {
                let c = one_of(src, more);
                busy |= one(c);
                blocks.push(Block { blocker: c, attacker: a });
                shared = Some((a, b, c));
            }
        }
        if blocks.is_empty() {
            return false;
        }
        self.push(out, Action::Block(blocks));
        if let Some((a, b, c)) = shared {
            // The damage is dealt at once, so that the answer still fits.
            let power = self.model.size[a.index()].0.clamp(0, 100) as u8;
            let first = src.below(u32::from(power) + 1) as u8;
            let to = vec![(Attached::Object(b), first), (Attached::Object(c), power - first)];
            self.push(out, Action::Answer(Answer::Assign { from: a, to }));
            self.push(out, Action::Advance { to: Step::CombatDamage, of: self.model.active });
        }
        true
    }

    /// A block that is refused: by what is phased out, tapped, or not attacked.
    fn miss_block<S: Source + ?Sized>(&self, src: &mut S, out: &mut Scenario, attackers: Set) -> bool {
        let m = &self.model;
        let attackers = attackers & !m.has(Keyword::Trample);
        if attackers == 0 {
            return false;
        }
        let a = one_of(src, attackers);
        let from = m.bf & !m.may_block(a) & !m.attackers;
        if from == 0 {
            return false;
        }
        let blocker: Obj = one_of(src, from);
        out.play.push(Action::Block(vec![Block { blocker, attacker: a }]));
        true
    }

    /// Whether the attacker's power is known for certain and its damage comes in one go.
    fn sure(&self, a: Obj) -> bool {
        let (m, f) = (&self.model, &self.model.facts);
        self.avoid.answer("assign")
            && self.avoid.stop(Step::CombatDamage)
            && !f.first_strike
            && !f.sizes_vary
            && !f.ordered
            && !f.silence
            && m.continuous.is_empty()
            && m.size[a.index()].0 > 0
            && f.skipped == 0
    }
}
