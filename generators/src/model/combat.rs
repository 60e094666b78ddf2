//! Combat in the model: who may attack and block, and roughly who dies.

use super::Model;
use super::set::{Set, each, one};
use outofphase_adapter::{Attached, Attack, Block, CounterKind, Keyword, Obj, Seat, Step, Type};

impl Model {
    /// The creatures that can be declared as attackers now.
    pub(crate) const fn may_attack(&self) -> Set {
        self.seen()
            & self.ctrl[self.active.index() & 3]
            & self.creature
            & !self.tapped
            & !(self.sick & !self.has(Keyword::Haste))
            & !self.has(Keyword::Defender)
            & !self.no_attack
    }

    /// Whether attackers can still be declared in this turn.
    pub(crate) fn attack_is_ahead(&self) -> bool {
        !self.over
            && self.is_alive(self.active)
            && self.stack.is_empty()
            && (self.step < Step::DeclareAttackers || (self.step == Step::SecondMain && self.extra_combats > 0))
    }

    /// Whether blocks can be declared: there was an attack and no block yet.
    pub(crate) fn block_is_ahead(&self) -> bool {
        !self.over && self.stack.is_empty() && self.step == Step::DeclareAttackers && self.attacked && self.attackers & self.seen() != 0
    }

    /// The player who defends against an attack on this.
    pub(crate) fn defender(&self, target: Attached) -> Seat {
        match target {
            Attached::Player(p) => p,
            Attached::Object(o) if self.types[o.index()].has(Type::Battle) => self.protector[o.index()],
            Attached::Object(o) => self.controller(o),
        }
    }

    /// What the active player's creatures can attack.
    pub(crate) fn attackable(&self) -> impl Iterator<Item = Attached> + '_ {
        let active = self.active;
        let players = Seat::first(self.seats).filter(move |s| *s != active && self.is_alive(*s)).map(Attached::Player);
        let objects = each(self.seen()).filter(move |o| {
            let t = self.types[o.index()];
            (t.has(Type::Planeswalker) && self.ctrl[active.index() & 3] & one(*o) == 0)
                || (t.has(Type::Battle) && self.protector[o.index()] != active)
        });
        players.chain(objects.map(Attached::Object))
    }

    /// The creatures that can block this attacker.
    pub(crate) fn may_block(&self, attacker: Obj) -> Set {
        let defender = self.defender(self.attack_on[attacker.index()]);
        let mut set = self.seen() & self.creature & self.ctrl[defender.index() & 3] & !self.tapped & !self.no_block & !self.blockers;
        if self.has(Keyword::Flying) & one(attacker) != 0 {
            set &= self.has(Keyword::Flying) | self.has(Keyword::Reach);
        }
        set
    }

    pub(crate) fn leave_combat(&mut self, set: Set) {
        self.attackers &= !set;
        self.blockers &= !set;
    }

    pub(crate) fn declare_attack(&mut self, attacks: &[Attack]) {
        self.go_to(Step::DeclareAttackers, self.active);
        for a in attacks {
            self.attackers |= one(a.attacker);
            self.attack_on[a.attacker.index()] = a.target;
        }
        self.attacked = !attacks.is_empty();
        self.tapped |= self.attackers & !self.has(Keyword::Vigilance);
    }

    pub(crate) fn declare_block(&mut self, blocks: &[Block]) {
        self.go_to(Step::DeclareBlockers, self.active);
        for b in blocks {
            self.blockers |= one(b.blocker);
            self.blocked |= one(b.attacker);
            self.block_on[b.blocker.index()] = b.attacker;
        }
    }

    /// Combat damage, in one go.
    pub(crate) fn combat_damage(&mut self) {
        let seen = self.seen();
        let mut deaths = 0;
        for a in each(self.attackers & seen) {
            let (p, _) = self.size[a.index()];
            let mut met = false;
            for b in each(self.blockers & seen) {
                if self.block_on[b.index()] != a {
                    continue;
                }
                met = true;
                let (q, _) = self.size[b.index()];
                self.damage[b.index()] += p.max(0);
                self.damage[a.index()] += q.max(0);
                if self.has(Keyword::Deathtouch) & one(a) != 0 && p > 0 {
                    deaths |= one(b);
                }
                if self.has(Keyword::Deathtouch) & one(b) != 0 && q > 0 {
                    deaths |= one(a);
                }
            }
            if !met && self.blocked & one(a) == 0 {
                match self.attack_on[a.index()] {
                    Attached::Player(s) => self.hurt(s, p.max(0)),
                    Attached::Object(o) if seen & one(o) != 0 => {
                        for kind in [CounterKind::Loyalty, CounterKind::Defense] {
                            let n = &mut self.counters[o.index()][kind as usize];
                            *n = n.saturating_sub(p.max(0) as u8);
                        }
                    }
                    Attached::Object(_) => {}
                }
            }
        }
        self.depart(deaths & !self.has(Keyword::Indestructible), |m, s| m.graveyard |= s);
        self.settle();
    }

    pub(crate) fn hurt(&mut self, s: Seat, n: i16) {
        let life = &mut self.life[s.index() & 3];
        *life -= i32::from(n);
        if *life <= 0 {
            self.lose(s);
        }
    }
}
