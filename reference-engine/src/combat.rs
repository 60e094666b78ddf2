//! Combat (506-511): declaring attackers and blockers, assigning and dealing damage.

use crate::game::Game;
use crate::happening::Ev;
use crate::rulebook::{
    AttackedGone, Attackers, Blockers, BlockersGone, DamageDealt, DamageDivision, PhasedOutCombat, PhasedOutTarget, SecondDamage,
};
use outofphase_adapter::{Answer, Attached, Attack, Attacked, Block, Fault, Keyword, LogEvent, Obj, Seat, Static, Type};

/// Damage that is about to be dealt.
#[derive(Copy, Clone)]
struct Hit {
    from: Obj,
    to: Attached,
    n: u16,
}

impl Game {
    /// The player who defends against an attack on that: the player, the planeswalker's controller, the battle's protector (508.5).
    pub(crate) fn defends(&self, target: Attached) -> Option<Seat> {
        match target {
            Attached::Player(s) => Some(s),
            Attached::Object(o) => {
                let t = self.thing(o);
                if !t.seen() {
                    None
                } else if self.battle(t.now.types) {
                    t.protector
                } else if t.now.is(Type::Planeswalker) {
                    Some(t.now.controller)
                } else {
                    None
                }
            }
        }
    }

    fn refuse_attack(&self, a: &Attack) -> Option<String> {
        let t = self.thing(a.attacker);
        let who = a.attacker;
        if !t.seen() {
            return Some(format!("{who} is not there to attack"));
        }
        if t.now.controller != self.active {
            return Some(format!("{who} is not controlled by the active player"));
        }
        if !t.now.is(Type::Creature) {
            return Some(format!("{who} is no creature"));
        }
        if self.battle(t.now.types) {
            return Some(format!("{who} is a battle"));
        }
        if self.rules.attackers == Attackers::Checked {
            if t.tapped {
                return Some(format!("{who} is tapped"));
            }
            if t.sick && !t.now.has(Keyword::Haste) {
                return Some(format!("{who} is summoning sick"));
            }
        }
        if t.now.has(Keyword::Defender) {
            return Some(format!("{who} has defender"));
        }
        let cant = self.statics().any(|(s, a)| match a {
            Static::CantAttack { to } => self.matches(to, who, self.thing(s).now.controller, Some(s)),
            _ => false,
        });
        if cant {
            return Some(format!("an effect keeps {who} from attacking"));
        }
        match self.defends(a.target) {
            None => Some(format!("{} can't be attacked", a.target)),
            Some(d) if d == self.active || !self.in_game(d) => Some(format!("{} is no opponent's", a.target)),
            Some(d) if self.defender.is_some_and(|only| only != d) => Some(format!("{d} is not the defending player")),
            Some(_) => None,
        }
    }

    /// Declare attackers (508.1, 703.4i).
    pub(crate) fn declare_attackers(&mut self) {
        let attacks = std::mem::take(&mut self.declared.attacks);
        if let Some(why) = attacks.iter().find_map(|a| self.refuse_attack(a)) {
            self.refused = Some(Fault::Illegal(why));
            return;
        }
        if attacks.is_empty() {
            return;
        }
        self.attacked_this_combat = true;
        self.begin();
        for a in &attacks {
            let (inc, battle) = match a.target {
                Attached::Object(o) => (self.thing(o).inc, self.battle(self.thing(o).now.types)),
                Attached::Player(_) => (0, false),
            };
            let t = self.thing_mut(a.attacker);
            (t.attacking, t.attacked_inc, t.attacked_battle) = (Some(Attacked::It(a.target)), inc, battle);
            (t.blocked, t.struck_first) = (false, false);
            self.note(LogEvent::Attacks { object: a.attacker, target: a.target });
            self.events.push(Ev::Attack { o: a.attacker });
        }
        let tapping: Vec<Obj> = attacks.iter().map(|a| a.attacker).filter(|o| !self.thing(*o).now.has(Keyword::Vigilance)).collect();
        self.set_tapped(&tapping, true);
        self.commit();
    }

    fn refuse_block(&self, b: &Block) -> Option<String> {
        let (t, a) = (self.thing(b.blocker), self.thing(b.attacker));
        let who = b.blocker;
        let unchecked = self.rules.blockers == Blockers::Unchecked;
        let there = t.seen() || (unchecked && t.on_battlefield());
        if !there {
            return Some(format!("{who} is not there to block"));
        }
        if !t.now.is(Type::Creature) {
            return Some(format!("{who} is no creature"));
        }
        if self.battle(t.now.types) {
            return Some(format!("{who} is a battle"));
        }
        if t.tapped && !unchecked {
            return Some(format!("{who} is tapped"));
        }
        let sees = a.seen() || self.rules.phased_out_target == PhasedOutTarget::Yes;
        let target = match a.attacking {
            Some(Attacked::It(target)) if sees => self.defends(target),
            Some(Attacked::NothingAnyMore) if sees => Some(t.now.controller).filter(|c| *c != self.active),
            _ => return Some(format!("{} is not attacking", b.attacker)),
        };
        if target != Some(t.now.controller) {
            return Some(format!("{who} is not controlled by the defending player"));
        }
        if a.now.has(Keyword::Flying) && !t.now.has(Keyword::Flying) && !t.now.has(Keyword::Reach) {
            return Some(format!("{who} can't block a creature with flying"));
        }
        let cant = self.cant_block.iter().any(|(f, you)| self.matches(f, who, *you, None))
            || self.statics().any(|(s, a)| match a {
                Static::CantBlock { to } => self.matches(to, who, self.thing(s).now.controller, Some(s)),
                _ => false,
            });
        cant.then(|| format!("an effect keeps {who} from blocking"))
    }

    /// Declare blockers (509.1, 703.4j).
    pub(crate) fn declare_blockers(&mut self) {
        let blocks = std::mem::take(&mut self.declared.blocks);
        if let Some(why) = blocks.iter().find_map(|b| self.refuse_block(b)) {
            self.refused = Some(Fault::Illegal(why));
            return;
        }
        self.begin();
        for b in &blocks {
            self.thing_mut(b.blocker).blocking = Some(b.attacker);
            self.note(LogEvent::Blocks { object: b.blocker, attacker: b.attacker });
            self.events.push(Ev::Block { o: b.blocker });
            if !self.thing(b.attacker).blocked {
                self.thing_mut(b.attacker).blocked = true;
                self.events.push(Ev::Blocked { o: b.attacker });
            }
        }
        self.touch();
        self.commit();
        if self.rules.damage_division == DamageDivision::Ordered {
            self.order_blockers();
        }
    }

    /// Old 509.2: the attacking player announces the order among the blockers of each attacker that several block.
    fn order_blockers(&mut self) {
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            if self.battlefield.iter().filter(|b| self.thing(**b).blocking == Some(o)).count() < 2 {
                continue;
            }
            let order = self.take_answer(|a| match a {
                Answer::DamageOrder { attacker, blockers } if *attacker == o => Some(blockers.clone()),
                _ => None,
            });
            if let Some(order) = order {
                self.damage_orders.push((o, order));
            }
        }
    }

    /// Whether a creature takes part in combat as the game sees it.
    fn fights(&self, o: Obj) -> bool {
        let t = self.thing(o);
        t.in_combat() && (t.seen() || (t.on_battlefield() && self.rules.phased_out_combat == PhasedOutCombat::Stays))
    }

    /// Assign and deal combat damage (510, 703.4k, 703.4m). `first`: the step of first and double strike.
    pub(crate) fn combat_damage(&mut self, first: bool) {
        let fighters: Vec<Obj> = self.battlefield.iter().copied().filter(|o| self.fights(*o)).collect();
        let strikes_first = |g: &Game, o: Obj| g.thing(o).now.has(Keyword::FirstStrike) || g.thing(o).now.has(Keyword::DoubleStrike);
        let mut dealing: Vec<Obj> = Vec::new();
        for o in fighters {
            let now_first = strikes_first(self, o);
            if first {
                self.thing_mut(o).struck_first = now_first;
                if now_first {
                    dealing.push(o);
                }
                continue;
            }
            let t = self.thing(o);
            let deals = match self.rules.second_damage {
                // 510.4, 702.7c.
                SecondDamage::HadNeitherOrDouble => !t.struck_first || t.now.has(Keyword::DoubleStrike),
                SecondDamage::CurrentKeywords => !t.now.has(Keyword::FirstStrike) || t.now.has(Keyword::DoubleStrike),
            };
            if deals {
                dealing.push(o);
            }
        }
        // 510.1: in APNAP order; the order matters only to who announces first.
        let mut hits: Vec<Hit> = Vec::new();
        for s in self.seats_from(self.active) {
            for &o in &dealing {
                if self.thing(o).now.controller != s {
                    continue;
                }
                if let Err(why) = self.assign(o, &mut hits) {
                    self.refused = Some(Fault::Illegal(why));
                    return;
                }
            }
        }
        if self.rules.damage_dealt == DamageDealt::AttackersFirst {
            let (by_attackers, by_blockers): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|h| self.thing(h.from).attacking.is_some());
            self.deal(&by_attackers);
            self.all_state_based();
            let alive: Vec<Hit> = by_blockers.into_iter().filter(|h| self.thing(h.from).seen()).collect();
            self.deal(&alive);
            return;
        }
        self.deal(&hits);
    }

    /// 510.2: all at once.
    fn deal(&mut self, hits: &[Hit]) {
        self.begin();
        for h in hits.iter().filter(|h| h.n > 0) {
            match h.to {
                Attached::Player(s) => {
                    self.player_mut(s).life -= i64::from(h.n);
                    self.note(LogEvent::Damage { from: Some(h.from), to: h.to, n: h.n });
                }
                Attached::Object(o) => {
                    let deathtouch = self.thing(h.from).now.has(Keyword::Deathtouch);
                    self.damage(Some(h.from), o, h.n, deathtouch);
                }
            }
            self.events.push(Ev::CombatDamage { o: h.from });
        }
        self.touch();
        self.commit();
    }

    /// How one creature assigns its damage (510.1).
    fn assign(&mut self, o: Obj, hits: &mut Vec<Hit>) -> Result<(), String> {
        let t = self.thing(o);
        let power = u16::try_from(t.now.power.max(0)).unwrap_or(0);
        if power == 0 {
            return Ok(());
        }
        if t.attacking.is_none() {
            if let Some(attacker) = t.blocking
                && self.fights(attacker)
                && self.thing(attacker).attacking.is_some()
            {
                hits.push(Hit { from: o, to: Attached::Object(attacker), n: power });
            }
            return Ok(());
        }
        let target = self.damage_target(o);
        let blockers: Vec<Obj> =
            self.battlefield.iter().copied().filter(|b| self.thing(*b).blocking == Some(o) && self.fights(*b)).collect();
        let trample = t.now.has(Keyword::Trample);
        if !t.blocked || (blockers.is_empty() && (trample || self.rules.blockers_gone == BlockersGone::Unblocked)) {
            hits.extend(target.map(|to| Hit { from: o, to, n: power }));
            return Ok(());
        }
        if blockers.is_empty() {
            // 510.1c: it stays blocked and assigns no damage.
            return Ok(());
        }
        let deathtouch = t.now.has(Keyword::Deathtouch);
        let mut order = blockers.clone();
        if let Some((_, listed)) = self.damage_orders.iter().find(|(a, _)| *a == o) {
            order.sort_by_key(|b| listed.iter().position(|x| x == b).unwrap_or(listed.len()));
        }
        let lethal = |g: &Game, b: Obj| -> u16 {
            let t = g.thing(b);
            let needed = u16::try_from((i32::from(t.now.toughness) - i32::from(t.damage)).max(0)).unwrap_or(0);
            // 702.2c.
            if deathtouch { needed.min(1) } else { needed }
        };
        let answer = self.take_answer(|a| match a {
            Answer::Assign { from, to } if *from == o => Some(to.clone()),
            _ => None,
        });
        if let Some(split) = answer {
            self.check_split(o, &split, &order, power, target, trample, &lethal)?;
            hits.extend(split.into_iter().map(|(to, n)| Hit { from: o, to, n: u16::from(n) }));
            return Ok(());
        }
        // No answer: lethal damage to each in order, the rest to the player with trample, to the last blocker without.
        let mut left = power;
        for (i, b) in order.iter().enumerate() {
            let last = i + 1 == order.len() && !(trample && target.is_some());
            let n = if last { left } else { left.min(lethal(self, *b)) };
            left -= n;
            hits.push(Hit { from: o, to: Attached::Object(*b), n });
        }
        if left > 0
            && let Some(to) = target
        {
            hits.push(Hit { from: o, to, n: left });
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one announcement")]
    fn check_split(
        &self,
        o: Obj,
        split: &[(Attached, u8)],
        order: &[Obj],
        power: u16,
        target: Option<Attached>,
        trample: bool,
        lethal: &dyn Fn(&Game, Obj) -> u16,
    ) -> Result<(), String> {
        let given = |to: Attached| split.iter().filter(|(t, _)| *t == to).map(|(_, n)| u16::from(*n)).sum::<u16>();
        if split.iter().map(|(_, n)| u16::from(*n)).sum::<u16>() != power {
            return Err(format!("{o} must assign exactly {power} damage"));
        }
        let to_target = target.map_or(0, given);
        for (to, _) in split {
            let blocker = matches!(to, Attached::Object(b) if order.contains(b));
            let through = trample && Some(*to) == target;
            if !blocker && !through {
                return Err(format!("{o} can't assign damage to {to}"));
            }
        }
        let lethal_to_all = order.iter().all(|b| given(Attached::Object(*b)) >= lethal(self, *b));
        if to_target > 0 && !lethal_to_all {
            return Err(format!("{o} must assign lethal damage to all its blockers before any to what it attacks"));
        }
        if self.rules.damage_division == DamageDivision::Ordered {
            for (i, b) in order.iter().enumerate() {
                let earlier_lethal = order[..i].iter().all(|e| given(Attached::Object(*e)) >= lethal(self, *e));
                if given(Attached::Object(*b)) > 0 && !earlier_lethal {
                    return Err(format!("{o} must assign lethal damage to the blockers before {b} first"));
                }
            }
        }
        Ok(())
    }

    /// What an attacker deals damage to if nothing blocks it (510.1b): what it attacks, if that is still there.
    fn damage_target(&self, o: Obj) -> Option<Attached> {
        match self.thing(o).attacking? {
            Attacked::NothingAnyMore => {
                let instead = self.rules.attacked_gone == AttackedGone::ToPlayer;
                instead.then(|| Attached::Player(self.next_in_game(self.active)))
            }
            // 800.4e.
            Attacked::It(Attached::Player(s)) => self.in_game(s).then_some(Attached::Player(s)),
            Attacked::It(Attached::Object(p)) => {
                let t = self.thing(p);
                (t.seen() && t.inc == self.thing(o).attacked_inc).then_some(Attached::Object(p))
            }
        }
    }
}
