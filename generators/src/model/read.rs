//! Reading a setup into the model, object by object.

use super::set::{MOST, one};
use super::{Continuous, Does, Ends, Facts, Model, Reach};
use outofphase_adapter::{
    Ability, Attached, CounterKind, Event, Keyword, Obj, ObjectSpec, Place, Seat, Setup, Static, Step, Trigger, Type, Types,
};

impl Model {
    /// Forgets everything; the board is empty and the game has not begun.
    pub(crate) fn reset(&mut self, seats: u8) {
        self.n = 0;
        self.seats = seats;
        self.alive = (1 << seats) - 1;
        self.over = false;
        (self.bf, self.graveyard, self.exile, self.hand, self.library, self.outside) = (0, 0, 0, 0, 0, 0);
        (self.out, self.direct, self.out_under) = (0, 0, [0; 4]);
        self.until.clear();
        (self.ctrl, self.owner) = ([0; 4], [0; 4]);
        (self.tapped, self.sick, self.token, self.attached, self.creature) = (0, 0, 0, 0, 0);
        (self.printed_keywords, self.keywords) = ([0; Keyword::ALL.len()], [0; Keyword::ALL.len()]);
        (self.no_attack, self.no_block, self.no_out, self.no_in) = (0, 0, 0, 0);
        (self.sagas, self.two_faced, self.no_untap, self.no_untap_next, self.has_static) = (0, 0, 0, 0, 0);
        self.continuous.clear();
        self.thefts.clear();
        (self.step, self.active, self.natural, self.extra_combats) = (Step::FirstMain, Seat::A, Seat(1), 0);
        self.extra_turns.clear();
        self.skip_next = [[0; Step::ALL.len()]; 4];
        (self.attackers, self.blockers, self.blocked, self.attacked) = (0, 0, 0, false);
        self.stack.clear();
        self.day = None;
        (self.blanks, self.cards, self.life) = ([0; 4], [12; 4], [20; 4]);
        self.facts = Facts::default();
        self.dirty = false;
    }

    /// Reads a whole setup.
    pub(crate) fn read(&mut self, setup: &Setup) {
        self.reset(setup.seats());
        setup.objects.iter().take(MOST).for_each(|o| self.add(o));
        self.begin(setup);
    }

    /// Reads one more object.
    pub(crate) fn add(&mut self, spec: &ObjectSpec) {
        let i = self.n;
        debug_assert!(i < MOST);
        let (o, bit) = (Obj(i as u16), 1 << i);
        self.n += 1;
        match spec.place {
            Place::Battlefield => self.bf |= bit,
            Place::Graveyard => self.graveyard |= bit,
            Place::Exile => self.exile |= bit,
            Place::Hand => self.hand |= bit,
            Place::Library => self.library |= bit,
            Place::Outside => self.outside |= bit,
            Place::Stack | Place::Command | Place::Gone => {}
        }
        let controller = spec.controller.unwrap_or(spec.owner);
        self.owner[spec.owner.index() & 3] |= bit;
        self.ctrl[controller.index() & 3] |= bit;
        self.base[i] = controller;
        self.protector[i] = spec.protector.unwrap_or(spec.owner);
        self.printed[i] = spec.card.types;
        self.types[i] = spec.card.types;
        self.counters[i] = spec.counters.0;
        self.damage[i] = i16::from(spec.damage);
        self.printed_size[i] = spec.card.pt.unwrap_or((0, 0));
        self.size[i] = self.printed_size[i];
        self.chapters[i] = 0;
        for (flag, set) in [
            (spec.card.types.has(Type::Creature), &mut self.creature),
            (spec.token, &mut self.token),
            (spec.tapped, &mut self.tapped),
            (spec.sick, &mut self.sick),
            (spec.back.is_some(), &mut self.two_faced),
            (spec.card.types.has(Type::Saga), &mut self.sagas),
        ] {
            if flag {
                *set |= bit;
            }
        }
        if let Some(on) = spec.on {
            self.attached |= bit;
            self.on[i] = on;
        }
        if spec.named.is_some() {
            self.facts.heroes += 1;
            self.facts.hero = spec.owner;
        }
        self.facts.world |= spec.card.types.has(Type::World);
        self.facts.battle |= spec.card.types.has(Type::Battle);
        if spec.card.types.has(Type::Attraction) {
            self.facts.roll = Some(spec.card.number.unwrap_or(4));
        }
        for a in &spec.has {
            self.ability(o, a, spec.on);
        }
        if let Some(back) = &spec.back {
            self.facts.triggers += back.has.iter().filter(|a| matches!(a, Ability::Trigger(_))).count() as u8;
            self.facts.sizes_vary = true;
        }
    }

    fn ability(&mut self, o: Obj, a: &Ability, on: Option<Attached>) {
        let bit = one(o);
        match a {
            Ability::Keyword(k) => {
                self.printed_keywords[*k as usize] |= bit;
                self.keywords[*k as usize] |= bit;
                if *k == Keyword::Bestow && on.is_some() {
                    self.types[o.index()] = self.printed[o.index()].without(Types::one(Type::Creature)).with(Types::one(Type::Aura));
                    self.creature &= !bit;
                }
                self.facts.first_strike |= matches!(k, Keyword::FirstStrike | Keyword::DoubleStrike);
                self.facts.sizes_vary |= *k == Keyword::Daybound;
            }
            Ability::Static(s) => self.static_ability(o, s),
            Ability::Trigger(t) => {
                self.trigger(t);
                if let Event::Chapter(n) = t.when {
                    self.chapters[o.index()] = self.chapters[o.index()].max(n);
                }
            }
        }
    }

    fn trigger(&mut self, t: &Trigger) {
        self.facts.triggers += 1;
        self.facts.ordered |= t.then.is_some();
        self.facts.conditions |= t.condition.is_some();
    }

    fn static_ability(&mut self, o: Obj, s: &Static) {
        let bit = one(o);
        self.has_static |= bit;
        let mut put = |reach, does| self.continuous.push(Continuous { source: Some(o), ends: Ends::Never, reach, does });
        match s {
            Static::Anthem { to, power, toughness } => put(Reach::All(*to), Does::Size((*power).into(), (*toughness).into())),
            Static::Grant { to, ability } => {
                self.facts.grants = true;
                match &**ability {
                    Ability::Keyword(k) => put(Reach::All(*to), Does::Grant(*k)),
                    Ability::Trigger(t) => self.trigger(t),
                    Ability::Static(_) => {}
                }
            }
            Static::LoseAbilities { to } => {
                self.facts.silence = true;
                put(Reach::All(*to), Does::Lose);
            }
            Static::AreAlso { to, types, power, toughness } => {
                self.facts.types = true;
                put(Reach::All(*to), Does::Types(*types));
                if types.has(Type::Creature) {
                    put(Reach::All(*to), Does::Size((*power).into(), (*toughness).into()));
                }
            }
            Static::HostGets { power, toughness } => put(Reach::Host, Does::Size((*power).into(), (*toughness).into())),
            Static::HostHas(ability) => {
                self.facts.grants = true;
                match &**ability {
                    Ability::Keyword(k) => put(Reach::Host, Does::Grant(*k)),
                    Ability::Trigger(t) => self.trigger(t),
                    Ability::Static(_) => {}
                }
            }
            Static::HostLosesAbilities => {
                self.facts.silence = true;
                put(Reach::Host, Does::Lose);
            }
            Static::YouControlHost => self.facts.control_aura = Some(o),
            Static::CantPhaseOut { to } => put(Reach::All(*to), Does::NoPhaseOut),
            Static::CantPhaseIn { to } => put(Reach::All(*to), Does::NoPhaseIn),
            Static::CantAttack { to } => put(Reach::All(*to), Does::NoAttack),
            Static::CantBlock { to } => put(Reach::All(*to), Does::NoBlock),
            Static::DoesntUntap => self.no_untap |= bit,
            Static::SkipStep { step, .. } => self.facts.skipped |= 1 << *step as u16,
            _ => {}
        }
        self.facts.tally |= matches!(s, Static::SizeIsNumber(_));
        if self.continuous.iter().any(|c| matches!(c.does, Does::Size(..))) || matches!(s, Static::SizeIsNumber(_)) {
            self.facts.sizes_vary = true;
        }
    }

    /// The board is complete: static abilities come into their own, and the game begins.
    pub(crate) fn begin(&mut self, setup: &Setup) {
        for (i, p) in setup.players.iter().enumerate().take(4) {
            self.blanks[i] = u16::from(p.hand);
            self.cards[i] = u16::from(p.library);
            self.life[i] = p.life;
        }
        for (i, o) in setup.objects.iter().enumerate().take(MOST) {
            if let (true, Some(n)) = (o.card.types.has_any(Types::one(Type::Planeswalker).with(Types::one(Type::Battle))), o.card.number) {
                let kind = if o.card.types.has(Type::Battle) { CounterKind::Defense } else { CounterKind::Loyalty };
                self.counters[i][kind as usize] = n;
            }
        }
        self.day = setup.options.it_is;
        self.facts.one_defender = setup.options.one_defending_player;
        if let Some(step) = setup.options.start {
            self.step = step;
        }
        self.refresh();
    }
}
