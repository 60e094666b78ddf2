//! The board: players, permanents in their roles, and what is elsewhere.

use super::roles::{Row, cap};
use super::triggers::{Kind, count_triggers, has_phasing};
use super::{Generator, names};
use crate::config::Span;
use crate::family::Family as F;
use crate::model::set::MOST;
use crate::source::Source;
use outofphase_adapter::{
    Ability, Card, CounterKind, Counters, DayNight, Event, Keyword, Obj, ObjectSpec, Options, Place, PlayerSpec, Scenario, Seat, Trigger,
    Type, Types,
};

impl Generator {
    pub(super) fn board<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) {
        let setup = &mut out.setup;
        self.spare.append(&mut setup.objects);
        let seats = self.seats(src);
        setup.players.clear();
        setup.players.resize(usize::from(seats), PlayerSpec::default());
        setup.options = Options::default();
        self.model.reset(seats);
        self.names.clear();
        self.role_from = 0;
        self.kinds.clear();
        let permanents = Generator::span(src, self.config.permanents);
        for _ in 0..permanents {
            src.mark();
            if setup.objects.len() >= MOST || src.exhausted() {
                break;
            }
            let from = self.config.bare.then_some(self.role_from);
            self.object(src, setup, true, from);
        }
        self.role_from = 0;
        let others = Generator::span(src, self.config.others);
        for _ in 0..others {
            src.mark();
            if setup.objects.len() >= MOST || src.exhausted() {
                break;
            }
            let from = self.config.bare.then_some(self.role_from);
            self.object(src, setup, false, from);
        }
        self.others_of_the_table(src, setup);
        self.model.begin(setup);
    }

    fn seats<S: Source + ?Sized>(&self, src: &mut S) -> u8 {
        let Span(from, to) = self.config.seats;
        let ok = |n: u8| (from..=to).contains(&n) && self.avoid.seats(n);
        let mut w = [u32::from(ok(2)) * 4, u32::from(ok(3)) * 3, u32::from(ok(4))];
        if w == [0; 3] {
            w[0] = 1;
        }
        2 + src.weighted(&w).min(2) as u8
    }

    /// Hands, libraries and the options of the game.
    fn others_of_the_table<S: Source + ?Sized>(&mut self, src: &mut S, setup: &mut outofphase_adapter::Setup) {
        if setup.objects.iter().any(|o| o.has.contains(&Ability::Keyword(Keyword::Daybound))) {
            setup.options.it_is = Some(DayNight::Day);
        }
        if setup.objects.iter().any(|o| o.card.types.has(Type::Scheme)) {
            setup.options.archenemy = setup.objects.iter().find(|o| o.card.types.has(Type::Scheme)).map(|o| o.owner);
        }
        if self.config.bare {
            return;
        }
        if self.on(F::Hand) {
            for p in &mut setup.players {
                p.hand = [0, 2, 5, 7, 8][src.weighted(&[4, 2, 1, 3, 2]).min(4)];
                if src.chance(1, 12) {
                    p.library = src.below(3) as u8;
                }
            }
        }
        setup.options.one_defending_player = self.on(F::Combat)
            && setup.players.len() > 2
            && self.avoid.setup("one defending player")
            && self.avoid.answer("defending player")
            && src.chance(1, 3);
        if self.on(F::DayNight) && setup.options.it_is.is_none() && self.avoid.setup("it is") && src.chance(1, 2) {
            setup.options.it_is = Some(if src.chance(1, 2) { DayNight::Day } else { DayNight::Night });
        }
    }

    /// What the board so far allows.
    fn board_caps(&self) -> u32 {
        let (m, f) = (&self.model, &self.model.facts);
        let bf = m.bf;
        let room = u32::from(self.config.max_triggers.min(15)).saturating_sub(u32::from(f.triggers));
        let bits = [
            (bf != 0, cap::PERMANENT),
            (bf & m.creature != 0, cap::CREATURE),
            (m.of_type(Type::Land, bf) != 0, cap::LAND),
            (room >= 1, cap::ROOM),
            (room >= 2, cap::ROOM_2),
            (!f.silence, cap::NO_SILENCE),
            (!f.grants, cap::NO_GRANTS),
            (!f.types, cap::NO_TYPES),
            (m.seats == 2, cap::DUEL),
            (!f.world, cap::NO_WORLD),
            (!f.ordered && !f.conditions, cap::FREE),
            (f.control_aura.is_none(), cap::NO_CONTROL),
            (f.roll.is_none(), cap::NO_ROLL),
            (!f.tally, cap::NO_TALLY),
            (!self.config.bare, cap::FULL),
        ];
        bits.iter().filter(|(is, _)| *is).fold(0, |c, (_, bit)| c | bit)
    }

    pub(super) fn object<S: Source + ?Sized>(
        &mut self,
        src: &mut S,
        setup: &mut outofphase_adapter::Setup,
        permanent: bool,
        from: Option<usize>,
    ) {
        let caps = self.board_caps();
        let table = if permanent { &self.permanents } else { &self.others };
        let mut weights = std::mem::take(&mut self.weights);
        let all = if permanent { super::roles::PERMANENTS } else { super::roles::OTHERS };
        let at = |r: &Row| all.iter().position(|p| p.role == r.role).unwrap_or_default();
        let picked = table.pick(src, &mut weights, self.families, |r| r.needs & !caps == 0 && from.is_none_or(|f| at(r) >= f));
        self.weights = weights;
        let Some(row) = picked else { return };
        if self.config.bare {
            self.role_from = at(&row);
            self.kinds.push(at(&row) + if permanent { 0 } else { super::roles::PERMANENTS.len() });
        }
        let owner = Seat(src.below(u32::from(self.model.seats)) as u8);
        let mut spec = self.spare.pop().unwrap_or_else(|| ObjectSpec::new(String::new(), Card::default(), owner));
        clear(&mut spec, owner);
        self.fill(src, row.role, &mut spec);
        if permanent && !self.config.bare {
            self.touch_up(src, &mut spec);
        }
        if !permanent && spec.place == Place::Battlefield {
            self.spare.push(spec);
            return;
        }
        let base = names::role(&spec);
        let nth = 1 + self.names.iter().filter(|n| **n == base).count();
        self.names.push(base);
        names::write(&mut spec.name, base, nth);
        self.model.add(&spec);
        setup.objects.push(spec);
    }

    /// Status and extra abilities, as the families in play suggest.
    fn touch_up<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        let creature = o.card.types.has(Type::Creature) && o.on.is_none();
        let special = o.card.types.has_any(
            Types::one(Type::Saga).with(Types::one(Type::Battle)).with(Types::one(Type::Planeswalker)).with(Types::one(Type::Attraction)),
        );
        if self.on(F::PhasingKeyword) && !has_phasing(o) && self.avoid.ability("phasing") && src.chance(1, 7) {
            o.has.push(Keyword::Phasing.into());
        }
        if self.on(F::Control) && !special && o.named.is_none() && self.avoid.setup("under") && src.chance(1, 8) {
            let other = Seat(src.below(u32::from(self.model.seats)) as u8);
            let enchanted = self.model.facts.control_aura.is_some_and(|a| self.model.host(a) == Some(Obj(self.model.n as u16)));
            if other != o.owner && !enchanted && !o.has.iter().any(watches_own) {
                o.controller = Some(other);
            }
        }
        if src.chance(1, 8) && !special && self.avoid.setup("tapped") {
            o.tapped = true;
        }
        if creature && src.chance(1, 8) && self.avoid.setup("sick") {
            o.sick = true;
        }
        if self.on(F::Tokens) && !special && o.back.is_none() && self.avoid.setup("token") && src.chance(1, 10) {
            o.token = true;
        }
        let toughness = o.card.pt.map_or(0, |p| p.1);
        if self.on(F::Counters) && !special && self.avoid.setup("counters") && src.chance(1, 5) {
            let (kind, n) = match src.weighted(&[4, 2, 3]) {
                0 if creature => (CounterKind::PlusOne, 1 + src.below(2) as u8),
                1 if creature && toughness > 1 => (CounterKind::MinusOne, 1),
                _ => (CounterKind::Charge, 1 + src.below(3) as u8),
            };
            o.counters.set(kind, n);
        }
        let worn = i16::from(o.counters.get(CounterKind::MinusOne));
        if self.on(F::Damage) && creature && toughness - worn > 1 && self.avoid.setup("damage") && src.chance(1, 4) {
            o.damage = 1 + src.below((toughness - worn - 1).max(1) as u32) as u8;
        }
        let room = self.model.facts.triggers + count_triggers(o) < self.config.max_triggers && self.avoid.ability("trigger");
        if room && src.chance(1, 10) && !o.card.types.has(Type::Saga) {
            let kinds = [
                (Kind::Zone, F::ZoneTriggers),
                (Kind::Phase, F::PhaseTriggers),
                (Kind::Change, F::ChangeTriggers),
                (Kind::Combat, F::Combat),
            ];
            let (kind, family) = kinds[src.below(4) as usize & 3];
            // Two triggers of one card with effects could be put on the stack in either order.
            if self.on(family)
                && let Some(t) = self.trigger(src, kind, o)
                && t.then.is_none()
                && t.condition.is_none()
            {
                o.has.push(t.into());
            }
        }
    }
}

/// A state trigger says "you control no", and must not be true as the game starts.
fn watches_own(a: &Ability) -> bool {
    matches!(a, Ability::Trigger(Trigger { when: Event::ControlNo(_), .. }))
}

/// Makes a used spec as good as new, and keeps its allocations.
fn clear(o: &mut ObjectSpec, owner: Seat) {
    o.named = None;
    o.card = Card::default();
    o.has.clear();
    o.back = None;
    o.owner = owner;
    o.controller = None;
    o.place = Place::Battlefield;
    (o.token, o.tapped, o.sick, o.damage) = (false, false, false, 0);
    o.counters = Counters::default();
    o.on = None;
    o.protector = None;
}
