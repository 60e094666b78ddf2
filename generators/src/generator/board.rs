//! The board: players, permanents in their roles, and what is elsewhere.

use super::abilities::one_of;
use super::roles::{Role, Row, cap};
use super::triggers::{Kind, has_phasing};
use super::{Generator, names};
use crate::config::Span;
use crate::family::Family as F;
use crate::model::set::MOST;
use crate::source::Source;
use outofphase_adapter::{
    Ability, Attached, Card, CounterKind, Counters, DayNight, Event, Face, Filter, Keyword, Obj, ObjectSpec, Options, Place, PlayerSpec,
    Scenario, Seat, Static, Step, Subject, Trigger, Type, Types, Whose,
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

    fn body<S: Source + ?Sized>(&self, src: &mut S) -> Card {
        if self.config.bare {
            return Card::creature(2, 2);
        }
        Card::creature(1 + src.weighted(&[4, 6, 3, 1]) as i16, 1 + src.weighted(&[2, 6, 4, 2]) as i16)
    }

    /// A thing that is no creature, for abilities that need a bearer.
    fn bearer<S: Source + ?Sized>(&self, src: &mut S) -> Card {
        let kind = if self.config.bare { 1 } else { src.weighted(&[5, 3, 2]) };
        match kind {
            0 => self.body(src),
            1 => card(Type::Enchantment),
            _ => card(Type::Artifact),
        }
    }

    fn fill<S: Source + ?Sized>(&mut self, src: &mut S, role: Role, o: &mut ObjectSpec) {
        let bare = self.config.bare;
        let whose = |g: &Generator, src: &mut S| {
            let mut f = g.filter(src);
            if !bare && src.chance(1, 2) {
                f.types = Types::one(Type::Creature);
            }
            f
        };
        match role {
            Role::Bear => o.card = self.body(src),
            Role::Land => o.card = Card { types: Types::one(Type::Land).with(Types::one(Type::Island)), ..Card::default() },
            Role::Relic => o.card = card(Type::Artifact),
            Role::Shrine => o.card = card(Type::Enchantment),
            Role::Skilled => {
                o.card = self.body(src);
                for _ in 0..1 + u32::from(src.chance(1, 4)) {
                    if let Some(k) = self.printed(src)
                        && !o.has.contains(&Ability::Keyword(k))
                    {
                        o.has.push(k.into());
                    }
                }
            }
            Role::Hardy => {
                o.card = self.body(src);
                o.has.push(Keyword::Indestructible.into());
            }
            Role::Shy => {
                o.card = self.body(src);
                o.has.push(Keyword::Shroud.into());
            }
            Role::Drake => {
                o.card = self.body(src);
                o.has.push(Keyword::Phasing.into());
                if !bare && src.chance(1, 8) {
                    // A second instance is redundant (702.26p).
                    o.has.push(Keyword::Phasing.into());
                }
            }
            Role::Mirage => {
                o.card = match src.below(3) {
                    0 => Card { types: Types::one(Type::Land).with(Types::one(Type::Island)), ..Card::default() },
                    1 => card(Type::Artifact),
                    _ => card(Type::Enchantment),
                };
                o.has.push(Keyword::Phasing.into());
            }
            Role::Token => {
                o.card = if bare || src.chance(3, 4) { self.body(src) } else { card(Type::Artifact) };
                o.token = true;
            }
            Role::Sword => self.sword(src, o),
            Role::Aura => self.aura(src, o),
            Role::Fort => {
                o.card = card2(Type::Artifact, Type::Fortification);
                let m = &self.model;
                let lands = m.of_type(Type::Land, m.bf);
                if src.chance(3, 4) {
                    o.on = Some(Attached::Object(one_of(src, lands)));
                }
            }
            Role::Curse => self.curse(src, o),
            Role::Nymph => {
                o.card = self.body(src);
                o.card.types = o.card.types.with(Types::one(Type::Enchantment));
                o.has.push(Keyword::Bestow.into());
                let hosts = self.model.bf & self.model.creature;
                if bare || src.chance(4, 5) {
                    o.on = Some(Attached::Object(one_of(src, hosts)));
                }
                if self.avoid.ability("host gets") {
                    o.has.push(Static::HostGets { power: 1, toughness: 1 }.into());
                }
            }
            Role::Anthem => {
                o.card = self.bearer(src);
                let to = whose(self, src);
                let (power, toughness) = if bare { (1, 1) } else { [(1, 1), (1, 0), (0, 1), (-1, 0), (2, 2)][src.below(5) as usize % 5] };
                o.has.push(
                    Static::Anthem { to: Filter { types: to.types.with(Types::one(Type::Creature)), ..to }, power, toughness }.into(),
                );
            }
            Role::Mentor => {
                o.card = self.bearer(src);
                let to = self.filter_of_others(src);
                let ability = if self.model.facts.triggers < self.config.max_triggers
                    && self.on(F::ZoneTriggers)
                    && self.avoid.event("dies")
                    && self.avoid.ability("trigger")
                    && src.chance(1, 4)
                {
                    let event = if self.avoid.event("leaves") && src.chance(1, 2) { Event::Leaves } else { Event::Dies };
                    Some(Ability::Trigger(Trigger::on(event(Subject::This))))
                } else {
                    self.granted(src).map(Ability::Keyword)
                };
                if let Some(a) = ability {
                    o.has.push(Static::Grant { to, ability: Box::new(a) }.into());
                }
            }
            Role::Animator => {
                o.card = self.bearer(src);
                let from = [Type::Land, Type::Artifact][src.below(2) as usize & 1];
                let to = Filter { types: Types::one(from), whose: if src.chance(1, 2) { Whose::You } else { Whose::Any }, ..Filter::ANY };
                let n = 1 + src.below(3) as i8;
                let a = match src.weighted(&[4, 1]) {
                    0 => Static::AreAlso { to, types: Types::one(Type::Creature), power: n, toughness: n },
                    _ => Static::AreAlso { to: Filter::of_type(Type::Creature), types: Types::one(Type::Artifact), power: 0, toughness: 0 },
                };
                o.has.push(a.into());
            }
            Role::Tally => {
                o.card = Card::creature(0, 0);
                // It counts itself, so it lives as the game starts.
                let of = if src.chance(1, 2) { Filter::of_type(Type::Creature) } else { Filter::ANY.yours() };
                o.has.push(Static::SizeIsNumber(of).into());
            }
            Role::Silence => {
                o.card = self.bearer(src);
                let mut to = whose(self, src);
                to.types = to.types.with(Types::one(Type::Creature));
                o.has.push(Static::LoseAbilities { to }.into());
            }
            Role::Grower => {
                o.card = self.body(src);
                let counter = if src.chance(2, 3) { CounterKind::PlusOne } else { CounterKind::Charge };
                let to = if src.chance(1, 2) { None } else { Some(self.filter_of_others(src)) };
                let a = if self.avoid.ability("effects put twice the counters") && self.on(F::Counters) && src.chance(1, 4) {
                    Static::EffectsDoubleCounters
                } else {
                    Static::EntersWith { to, counter, n: 1 + src.below(2) as u8 }
                };
                o.has.push(a.into());
            }
            Role::Sleeper => {
                o.card = self.body(src);
                let to = if bare || src.chance(1, 2) { None } else { Some(self.filter_of_others(src)) };
                o.has.push(Static::EntersTapped { to }.into());
            }
            Role::Void => {
                o.card = self.bearer(src);
                let a = if self.avoid.ability("graveyards lose abilities") && src.chance(1, 5) {
                    Static::GraveyardsLoseAbilities
                } else {
                    Static::ExileInsteadOfDying { to: whose(self, src) }
                };
                o.has.push(a.into());
            }
            Role::Hush => {
                o.card = self.bearer(src);
                o.has.push(Static::NoEntersTriggers { to: whose(self, src) }.into());
            }
            Role::Echo => {
                o.card = self.bearer(src);
                o.has.push(Static::DiesTriggersTwice.into());
            }
            Role::LockOut => {
                o.card = self.bearer(src);
                o.has.push(Static::CantPhaseOut { to: whose(self, src) }.into());
            }
            Role::LockIn => {
                o.card = self.bearer(src);
                o.has.push(Static::CantPhaseIn { to: whose(self, src) }.into());
            }
            Role::NoAttack => {
                o.card = self.bearer(src);
                o.has.push(Static::CantAttack { to: whose(self, src) }.into());
            }
            Role::NoBlock => {
                o.card = self.bearer(src);
                o.has.push(Static::CantBlock { to: whose(self, src) }.into());
            }
            Role::Statue => {
                o.card = self.body(src);
                o.has.push(Static::DoesntUntap.into());
                o.tapped = self.avoid.setup("tapped") && src.chance(1, 2);
            }
            Role::Waker => {
                o.card = self.bearer(src);
                o.has.push(Static::UntapInOthersUntapStep.into());
            }
            Role::Stasis => {
                o.card = self.bearer(src);
                let whose = if bare { Whose::You } else { [Whose::You, Whose::Any, Whose::Opponents][src.weighted(&[3, 2, 3]).min(2)] };
                o.has.push(Static::SkipStep { whose, step: self.skippable(src) }.into());
            }
            Role::Book => {
                o.card = self.bearer(src);
                o.has.push(Static::NoMaximumHandSize.into());
            }
            Role::Shelf => {
                o.card = self.bearer(src);
                let whose = [Whose::You, Whose::Any, Whose::Opponents][src.below(3) as usize % 3];
                o.has.push(Static::HandSize { whose, by: [-2, -1, 1, 2][src.below(4) as usize & 3] }.into());
            }
            Role::NoDraw => {
                o.card = self.bearer(src);
                o.has.push(Static::CantDraw.into());
            }
            Role::DrawTwo => {
                o.card = self.bearer(src);
                o.has.push(Static::DrawTwoInstead.into());
            }
            Role::Battery => {
                o.card = self.bearer(src);
                o.has.push(Static::KeepMana.into());
            }
            Role::Scarred => {
                o.card = Card::creature(2, 4);
                o.has.push(Static::DamageStays.into());
            }
            Role::ZoneWatcher => self.watcher(src, Kind::Zone, o),
            Role::PhaseWatcher => self.watcher(src, Kind::Phase, o),
            Role::ChangeWatcher => self.watcher(src, Kind::Change, o),
            Role::StepWatcher => self.watcher(src, Kind::Step, o),
            Role::CombatWatcher => self.watcher(src, Kind::Combat, o),
            Role::HandWatcher => self.watcher(src, Kind::Hand, o),
            Role::LossWatcher => self.watcher(src, Kind::Loss, o),
            Role::DayWatcher => {
                o.card = self.bearer(src);
                o.has.push(Trigger::on(Event::DayNightChanges(Whose::Any)).into());
            }
            Role::StateWatcher => {
                o.card = card(Type::Enchantment);
                if let Some(t) = self.state_trigger(src, o.owner) {
                    o.has.push(t.into());
                }
            }
            Role::Saga => {
                o.card = card2(Type::Enchantment, Type::Saga);
                let room = self.config.max_triggers.saturating_sub(self.model.facts.triggers);
                let last = if !bare && room >= 3 && src.chance(1, 3) { 3 } else { 2 };
                o.has.extend((1..=last).map(|n| Ability::Trigger(Trigger::on(Event::Chapter(n)))));
                // At least one chapter has gone by; the last has not.
                let lore = 1 + if bare { 0 } else { src.below(u32::from(last) - 1) as u8 };
                o.counters.set(CounterKind::Lore, lore);
            }
            Role::Walker => {
                o.card =
                    Card { types: Types::one(Type::Planeswalker), pt: None, number: Some(if bare { 3 } else { 2 + src.below(4) as u8 }) };
            }
            Role::Siege => {
                o.card = Card {
                    types: Types::one(Type::Battle).with(Types::one(Type::Siege)),
                    pt: None,
                    number: Some(if bare { 3 } else { 2 + src.below(4) as u8 }),
                };
                o.protector = Some(self.model.after(o.owner));
            }
            Role::Ride => {
                o.card = Card { types: Types::one(Type::Artifact).with(Types::one(Type::Attraction)), pt: None, number: Some(4) };
                o.has.push(Trigger::on(Event::Visited(Subject::This)).into());
            }
            Role::Shifter | Role::TwoFaced => {
                o.card = self.body(src);
                if role == Role::Shifter {
                    o.has.push(Keyword::Daybound.into());
                }
                o.back = Some(Box::new(Face { card: Card::creature(o.card.pt.map_or(3, |p| p.0 + 1), 3), has: Vec::new() }));
            }
            Role::Hero => {
                o.card = self.body(src);
                o.card.types = o.card.types.with(Types::one(Type::Legendary));
                // Two of one name, under different players as the game starts; more would need more answers.
                if self.model.facts.heroes < 2 && self.avoid.answer("keep") && self.avoid.setup("named") {
                    if self.model.facts.heroes == 1 {
                        o.owner = self.model.after(self.model.facts.hero);
                    }
                    o.named.get_or_insert_default().push_str("hero");
                }
            }
            Role::Gallery => {
                o.card = self.bearer(src);
                o.has.push(Static::NoLegendRule.into());
            }
            Role::World => o.card = card2(Type::Enchantment, Type::World),
            Role::NewToken => {
                o.card = self.body(src);
                (o.token, o.place) = (true, Place::Outside);
                if !bare && self.on(F::PhasingKeyword) && self.avoid.ability("phasing") && src.chance(1, 4) {
                    o.has.push(Keyword::Phasing.into());
                }
            }
            Role::Corpse => self.elsewhere(src, Place::Graveyard, o),
            Role::Card => self.elsewhere(src, Place::Hand, o),
            Role::Top => self.elsewhere(src, Place::Library, o),
            Role::Exiled => self.elsewhere(src, Place::Exile, o),
            Role::Haunt => {
                o.card = self.body(src);
                o.place = Place::Graveyard;
                let when = if self.avoid.event("enters") && src.chance(1, 2) {
                    Some(Event::Enters(Subject::Any(Filter::of_type(Type::Creature))))
                } else {
                    self.avoid
                        .event("beginning of")
                        .then_some(Event::Beginning { step: Step::Upkeep, whose: if src.chance(1, 2) { Whose::You } else { Whose::Any } })
                };
                if let Some(when) = when {
                    o.has.push(Trigger { from_graveyard: true, ..Trigger::on(when) }.into());
                }
            }
            Role::Scheme => {
                // One player is the archenemy; all schemes are theirs.
                o.owner = Seat::A;
                o.card = card(Type::Scheme);
                o.place = Place::Command;
                o.has.push(Trigger::on(Event::SetInMotion(Subject::This)).into());
            }
        }
    }

    fn elsewhere<S: Source + ?Sized>(&mut self, src: &mut S, place: Place, o: &mut ObjectSpec) {
        o.card = self.body(src);
        o.place = place;
        if self.config.bare {
            return;
        }
        // Only one card of each player lies on top, so that there is no order to get wrong.
        if place == Place::Library && self.model.library & self.model.owner[o.owner.index() & 3] != 0 {
            let elsewhere = [Place::Graveyard, Place::Hand, Place::Exile];
            o.place = elsewhere.into_iter().find(|p| self.avoid.setup(p.word())).unwrap_or(Place::Battlefield);
        }
        if self.on(F::PhasingKeyword) && self.avoid.ability("phasing") && src.chance(1, 4) {
            o.has.push(Keyword::Phasing.into());
        }
        let room = self.model.facts.triggers < self.config.max_triggers;
        if self.on(F::ZoneTriggers) && room && self.avoid.ability("trigger") && src.chance(1, 3) {
            if let Some(t) = self.trigger(src, Kind::Zone, o) {
                o.has.push(t.into());
            }
        } else if self.on(F::Replacements) && self.avoid.ability("enters with") && src.chance(1, 3) {
            o.has.push(Static::EntersWith { to: None, counter: CounterKind::PlusOne, n: 1 }.into());
        }
        if self.on(F::Replacements) && self.avoid.ability("enters tapped") && src.chance(1, 6) {
            o.has.push(Static::EntersTapped { to: None }.into());
        }
    }

    fn watcher<S: Source + ?Sized>(&mut self, src: &mut S, kind: Kind, o: &mut ObjectSpec) {
        o.card = self.bearer(src);
        if let Some(t) = self.trigger(src, kind, o) {
            o.has.push(t.into());
        }
    }

    fn sword<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        o.card = card2(Type::Artifact, Type::Equipment);
        let hosts = self.model.bf & self.model.creature;
        if hosts != 0 && (self.config.bare || src.chance(4, 5)) {
            o.on = Some(Attached::Object(one_of(src, hosts)));
        }
        if !self.config.bare {
            self.host_ability(src, o);
            self.host_trigger(src, o);
        }
    }

    fn aura<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        o.card = card2(Type::Enchantment, Type::Aura);
        let m = &self.model;
        let creatures = m.bf & m.creature;
        let hosts = if creatures != 0 && (self.config.bare || src.chance(3, 4)) { creatures } else { m.bf };
        let host = one_of(src, hosts);
        o.on = Some(Attached::Object(host));
        let lent = m.base[host.index()] != m.owner_of(host);
        let control = self.on(F::Control)
            && m.facts.control_aura.is_none()
            && !m.facts.ordered
            && m.facts.heroes == 0
            && !lent
            && self.avoid.ability("you control host");
        if control && src.chance(1, 5) {
            o.has.push(Static::YouControlHost.into());
        } else if self.config.bare {
            if self.on(F::PhasingKeyword) && self.avoid.ability("phasing") && src.chance(1, 2) {
                o.has.push(Keyword::Phasing.into());
            }
        } else {
            self.host_ability(src, o);
            self.host_trigger(src, o);
        }
    }

    /// A zone-change trigger, which is mostly about the host (603.6c, 400.7f).
    fn host_trigger<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        let room = self.model.facts.triggers + count_triggers(o) < self.config.max_triggers;
        if room
            && self.on(F::ZoneTriggers)
            && self.avoid.ability("trigger")
            && src.chance(1, 4)
            && let Some(t) = self.trigger(src, Kind::Zone, o)
            && t.then.is_none()
            && t.condition.is_none()
        {
            o.has.push(t.into());
        }
    }

    /// What an attachment does for its host.
    fn host_ability<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        let facts = self.model.facts;
        let aura = o.card.types.has(Type::Aura);
        let ok = |w: &str| self.avoid.ability(w);
        let weights = [
            4,
            if ok("host gets") { 4 } else { 0 },
            if ok("host has") && !facts.silence { 4 } else { 0 },
            if ok("host loses all abilities") && self.on(F::AbilityLoss) && aura && !facts.silence && !facts.grants && !facts.tally {
                3
            } else {
                0
            },
            if ok("host doesn't untap") && self.on(F::Tapping) && aura { 3 } else { 0 },
        ];
        let a = match src.weighted(&weights) {
            1 => {
                let (power, toughness) = [(1, 1), (2, 0), (0, 2), (-1, 0)][src.below(4) as usize & 3];
                Static::HostGets { power, toughness }
            }
            2 => {
                let room = facts.triggers < self.config.max_triggers && ok("trigger");
                let a = if room && self.on(F::ZoneTriggers) && self.avoid.event("dies") && src.chance(1, 4) {
                    Ability::Trigger(Trigger::on(Event::Dies(Subject::This)))
                } else {
                    match self.granted(src) {
                        Some(k) => Ability::Keyword(k),
                        None => return,
                    }
                };
                Static::HostHas(Box::new(a))
            }
            3 => Static::HostLosesAbilities,
            4 => Static::HostDoesntUntap,
            _ => return,
        };
        o.has.push(a.into());
    }

    fn curse<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        o.card = card2(Type::Enchantment, Type::Aura);
        o.on = Some(Attached::Player(Seat(src.below(u32::from(self.model.seats)) as u8)));
        if self.config.bare {
            if self.on(F::PhasingKeyword) && self.avoid.ability("phasing") && src.chance(1, 2) {
                o.has.push(Keyword::Phasing.into());
            }
            return;
        }
        let room = self.model.facts.triggers < self.config.max_triggers && self.avoid.ability("trigger");
        let weights = [
            3,
            if self.on(F::TurnStructure) && self.avoid.ability("skip step") { 3 } else { 0 },
            if self.on(F::Hand) && self.avoid.ability("hand size") { 2 } else { 0 },
            if room && self.on(F::StepTriggers) { 4 } else { 0 },
        ];
        match src.weighted(&weights) {
            1 => {
                let step = self.skippable(src);
                o.has.push(Static::SkipStep { whose: Whose::Enchanted, step }.into());
            }
            2 => o.has.push(Static::HandSize { whose: Whose::Enchanted, by: -1 - src.below(3) as i8 }.into()),
            3 => {
                if let Some(t) = self.trigger(src, Kind::Step, o) {
                    o.has.push(t.into());
                }
            }
            _ => {}
        }
    }

    pub(super) fn skippable<S: Source + ?Sized>(&self, src: &mut S) -> Step {
        if self.config.bare {
            return Step::Untap;
        }
        [Step::Untap, Step::Upkeep, Step::Draw][src.weighted(&[5, 2, 3]).min(2)]
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

fn count_triggers(o: &ObjectSpec) -> u8 {
    o.has.iter().flat_map(Ability::nested).filter(|a| matches!(a, Ability::Trigger(_))).count() as u8
}

/// A state trigger says "you control no", and must not be true as the game starts.
fn watches_own(a: &Ability) -> bool {
    matches!(a, Ability::Trigger(Trigger { when: Event::ControlNo(_), .. }))
}

const fn card(t: Type) -> Card {
    Card { types: Types::one(t), pt: None, number: None }
}

const fn card2(t: Type, u: Type) -> Card {
    Card { types: Types::one(t).with(Types::one(u)), pt: None, number: None }
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
