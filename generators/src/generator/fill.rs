//! What a role is made of: its card and its abilities.

use super::Generator;
use super::abilities::one_of;
use super::roles::Role;
use super::triggers::Kind;
use crate::family::Family as F;
use crate::source::Source;
use outofphase_adapter::{
    Ability, Attached, Card, CounterKind, Event, Face, Filter, Keyword, ObjectSpec, Place, Seat, Static, Step, Subject, Trigger, Type,
    Types, Whose,
};

impl Generator {
    pub(super) fn body<S: Source + ?Sized>(&self, src: &mut S) -> Card {
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

    /// Makes a spec what a role says.
    pub(super) fn fill<S: Source + ?Sized>(&mut self, src: &mut S, role: Role, o: &mut ObjectSpec) {
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

    pub(super) fn skippable<S: Source + ?Sized>(&self, src: &mut S) -> Step {
        if self.config.bare {
            return Step::Untap;
        }
        [Step::Untap, Step::Upkeep, Step::Draw][src.weighted(&[5, 2, 3]).min(2)]
    }
}

const fn card(t: Type) -> Card {
    Card { types: Types::one(t), pt: None, number: None }
}

pub(super) const fn card2(t: Type, u: Type) -> Card {
    Card { types: Types::one(t).with(Types::one(u)), pt: None, number: None }
}
