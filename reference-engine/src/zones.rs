//! Changing zones (400.7): leaving and entering the battlefield, cards in hands, libraries and graveyards.

use crate::game::{AbilityId, Chars, Game, Host, Phase};
use crate::happening::{Ev, Kinds};
use crate::rulebook::{EnterUnderDeparted, EntersWith, EntersWithHow, PhasedOutStatics, SagaEnters, TokenDies};
use outofphase_adapter::{
    Ability, Answer, Attached, CounterKind, Counters, DayNight, Event, Keyword, LogEvent, Obj, Place, Seat, Static, Type,
};

/// What an entering permanent would be on the battlefield (614.12).
struct WouldBe {
    chars: Chars,
    abilities: Vec<AbilityId>,
    /// Whether it would have lost its abilities.
    lost: bool,
    /// Static abilities that were there before and say how others enter.
    sources: Vec<(Obj, AbilityId)>,
}

impl Game {
    /// Moves one object to another zone than the battlefield.
    pub(crate) fn move_to(&mut self, o: Obj, to: Place) {
        self.move_all(&[o], to);
    }

    /// Moves objects to another zone than the battlefield, all at once.
    pub(crate) fn move_all(&mut self, objects: &[Obj], to: Place) {
        if objects.is_empty() {
            return;
        }
        self.begin();
        for &o in objects {
            self.move_one(o, to);
        }
        self.touch();
        self.commit();
    }

    /// 614.6: "if it would die, exile it instead", by what is there just before (614.4), even if that goes too.
    fn exiles_instead(&self, o: Obj) -> bool {
        // Judged on the board before the event: sources may have moved already within this batch.
        self.before.iter().enumerate().any(|(i, w)| {
            let source = Obj(i as u16);
            (w.seen || self.rules.phased_out_statics == PhasedOutStatics::On)
                && w.place == Place::Battlefield
                && self.before_abilities(source).iter().any(|id| match self.static_of(*id) {
                    Some(Static::ExileInsteadOfDying { to }) => {
                        let was = &self.before[o.index()];
                        self.looks_like(to, o, &was.now, was.tapped, w.now.controller, Some(source))
                    }
                    _ => false,
                })
        })
    }

    /// The bookkeeping of one move, within a batch.
    pub(crate) fn move_one(&mut self, o: Obj, to: Place) {
        let from = self.thing(o).place;
        if from == to && to != Place::Library {
            return;
        }
        let to = if to == Place::Graveyard && from == Place::Battlefield && self.exiles_instead(o) { Place::Exile } else { to };
        let owner = self.thing(o).owner;
        match from {
            Place::Battlefield => {
                self.battlefield.retain(|p| *p != o);
                let seen = self.thing(o).seen();
                if seen {
                    self.remove_from_combat(o);
                    self.left.push(self.refer(o));
                    if self.thing(o).host.is_some() {
                        self.events.push(Ev::Unattach { o });
                    }
                }
            }
            Place::Library => self.player_mut(owner).library.retain(|p| *p != o),
            Place::Graveyard => self.events.push(Ev::LeaveGraveyard { o }),
            _ => {}
        }
        let was_out = self.thing(o).out().is_some();
        let t = self.thing_mut(o);
        t.inc += 1;
        t.place = to;
        t.phase = Phase::In;
        t.default_controller = owner;
        t.host = None;
        (t.tapped, t.damage, t.deathtouched, t.sick) = (false, 0, false, false);
        (t.back_up, t.bestowed, t.protector) = (false, false, None);
        (t.attacking, t.blocking, t.blocked, t.struck_first, t.combat_memory) = (None, None, false, false, None);
        t.counters = Counters::default();
        let inc = t.inc;
        if to == Place::Library {
            self.player_mut(owner).library.push_front(o);
        }
        self.note(LogEvent::Moved { object: o, from, to });
        let silent = self.thing(o).token && self.rules.token_dies == TokenDies::No;
        if from == Place::Battlefield && !was_out && !silent {
            self.events.push(Ev::Leave { o, to, inc });
        }
        if to == Place::Graveyard && !silent {
            self.events.push(Ev::ToGraveyard { o });
        }
        let now = self.printed_chars(o);
        self.thing_mut(o).now = now;
    }

    /// Puts objects onto the battlefield from wherever they are, all at once, each under a player's control.
    pub(crate) fn enter(&mut self, objects: &[(Obj, Seat)], tapped: bool, on: Option<Attached>) {
        self.begin();
        // 303.4f: a host must be there already; what enters at the same time is none.
        let host = on.and_then(|a| self.as_host(a));
        let arrived = self.new_stamp();
        let mut entered: Vec<Obj> = Vec::new();
        for &(o, under) in objects {
            let t = self.thing(o);
            let cant = matches!(t.place, Place::Battlefield | Place::Gone) || !self.in_game(t.owner);
            let departed = !self.in_game(under) && self.rules.enter_under_departed == EnterUnderDeparted::No;
            if cant || departed {
                continue;
            }
            // 303.4g: an Aura that can't be attached to anything stays where it is.
            let aura = t.front.card.types.has(Type::Aura);
            if aura && host.is_none() && t.front.keywords & (1 << Keyword::Bestow as u32) == 0 {
                continue;
            }
            self.put_one(o, under, tapped, if aura || self.is_equipment(o) { host } else { None });
            self.thing_mut(o).arrived = arrived;
            entered.push(o);
        }
        if !entered.is_empty() {
            for &o in &entered {
                self.apply_enters_with(o, &entered);
            }
            for &o in &entered {
                self.events.push(Ev::Enter { o });
            }
            self.touch();
        }
        self.commit();
    }

    fn is_equipment(&self, o: Obj) -> bool {
        let t = self.thing(o).front.card.types;
        t.has(Type::Equipment) || t.has(Type::Fortification)
    }

    /// What something may be attached to, if it is there.
    pub(crate) fn as_host(&self, a: Attached) -> Option<Host> {
        match a {
            Attached::Player(s) => self.in_game(s).then_some(Host::Player(s)),
            Attached::Object(o) => self.thing(o).seen().then(|| Host::Object(self.refer(o))),
        }
    }

    fn put_one(&mut self, o: Obj, under: Seat, tapped: bool, host: Option<Host>) {
        let from = self.thing(o).place;
        let owner = self.thing(o).owner;
        match from {
            Place::Library => self.player_mut(owner).library.retain(|p| *p != o),
            Place::Graveyard => self.events.push(Ev::LeaveGraveyard { o }),
            _ => {}
        }
        let stamp = self.new_stamp();
        let t = self.thing_mut(o);
        t.inc += 1;
        t.place = Place::Battlefield;
        t.phase = Phase::In;
        t.default_controller = under;
        (t.tapped, t.damage, t.deathtouched, t.sick) = (tapped, 0, false, true);
        t.counters = Counters::default();
        (t.host, t.stamp) = (host, stamp);
        t.back_up = false;
        t.now = {
            let p = t.front;
            let (power, toughness) = p.card.pt.unwrap_or_default();
            crate::game::Chars { controller: under, types: p.card.types, power, toughness, keywords: p.keywords, abilities: (0, 0) }
        };
        let daybound = t.front.keywords & (1 << Keyword::Daybound as u32) != 0;
        if daybound && self.day_night == Some(DayNight::Night) && self.thing(o).back.is_some() {
            // 702.145b: by night it enters with its back face up.
            self.thing_mut(o).back_up = true;
        }
        self.battlefield.push(o);
        self.note(LogEvent::Moved { object: o, from, to: Place::Battlefield });
    }

    /// "Enters with" and "enters tapped" (603.6d): judged by what the permanent would be on the battlefield (614.12), with what was there
    /// before and not with what enters at the same time.
    pub(crate) fn apply_enters_with(&mut self, o: Obj, together: &[Obj]) {
        let printed = *self.thing(o).printed();
        let number = printed.card.number.unwrap_or(0);
        let types = printed.card.types;
        let would = self.would_be(o, together);
        let mut tapped = false;
        let mut counters: Vec<(CounterKind, u8)> = Vec::new();
        if types.has(Type::Planeswalker) {
            counters.push((CounterKind::Loyalty, number));
        }
        if self.battle(types) {
            counters.push((CounterKind::Defense, number));
            let chosen = self.take_answer(|a| match a {
                Answer::Protector { battle, of } if *battle == o => Some(*of),
                _ => None,
            });
            let controller = self.thing(o).default_controller;
            let protector = chosen.unwrap_or_else(|| self.usual_protector(o, controller));
            self.thing_mut(o).protector = Some(protector);
        }
        if types.has(Type::Saga) && (!would.lost || self.rules.saga_enters == SagaEnters::Rule) {
            counters.push((CounterKind::Lore, 1));
        }
        if self.any.enters_statics && self.rules.enters_with_how == EntersWithHow::PartOfEvent {
            for id in &would.abilities {
                match self.static_of(*id) {
                    Some(Static::EntersTapped { to: None }) => tapped = true,
                    Some(Static::EntersWith { to: None, counter, n }) => counters.push((*counter, *n)),
                    _ => {}
                }
            }
            // What speaks of others must be there before the event, so neither the permanent itself nor what enters with it counts (614.12).
            for &(source, id) in &would.sources {
                let you = self.thing(source).now.controller;
                match self.static_of(id) {
                    Some(Static::EntersTapped { to: Some(f) }) if self.looks_like(f, o, &would.chars, tapped, you, Some(source)) => {
                        tapped = true;
                    }
                    Some(Static::EntersWith { to: Some(f), counter, n })
                        if self.looks_like(f, o, &would.chars, tapped, you, Some(source)) =>
                    {
                        counters.push((*counter, *n));
                    }
                    _ => {}
                }
            }
        }
        if tapped {
            self.thing_mut(o).tapped = true;
        }
        // 614.16: what a replacement effect puts there an effect puts there. The rule about Sagas was none (714.3a until 2026-04-17).
        for (kind, n) in counters {
            let by_rule = kind == CounterKind::Lore && types.has(Type::Saga) && self.rules.saga_enters == SagaEnters::Rule;
            self.put_counters(o, kind, n, !by_rule);
        }
    }

    /// What a permanent would be on the battlefield, with what is there and with its own static abilities, but not with what enters
    /// together with it (614.12). The layers are computed on that board, and then everything is as it was.
    fn would_be(&mut self, o: Obj, together: &[Obj]) -> WouldBe {
        let applies = |g: &Game, source: Obj| -> Vec<(Obj, AbilityId)> {
            let list = g.abilities_now(source).iter();
            list.filter(|id| {
                matches!(g.static_of(**id), Some(Static::EntersTapped { to: Some(_) } | Static::EntersWith { to: Some(_), .. }))
            })
            .map(|id| (source, *id))
            .collect()
        };
        let others = |g: &Game| -> Vec<(Obj, AbilityId)> {
            let there = g.battlefield.iter().filter(|s| **s != o && g.statics_apply(**s));
            there.flat_map(|s| applies(g, *s)).collect()
        };
        let asks = self.any.enters_statics || self.thing(o).printed().card.types.has(Type::Saga);
        if !self.any.statics || !asks {
            let (a, b) = self.thing(o).printed().abilities;
            return WouldBe { chars: self.thing(o).now, abilities: (a..b).collect(), lost: false, sources: Vec::new() };
        }
        let mut sources = others(self);
        let board = self.battlefield.clone();
        let (arena, nows) = (self.arena.clone(), self.things.iter().map(|t| t.now).collect::<Vec<_>>());
        match self.rules.enters_with {
            EntersWith::AsItWouldExist => self.battlefield.retain(|p| *p == o || !together.contains(p)),
            EntersWith::AsPrinted => self.battlefield.retain(|p| *p == o),
            EntersWith::CoEntering => {}
        }
        self.recompute();
        let chars = self.thing(o).now;
        let abilities = self.abilities_now(o).to_vec();
        let loses = |(s, a): (Obj, &Static)| match a {
            Static::LoseAbilities { to } => self.looks_like(to, o, &chars, false, self.thing(s).now.controller, Some(s)),
            _ => false,
        };
        let lost = self.statics().any(loses);
        if self.rules.enters_with == EntersWith::CoEntering {
            sources = others(self);
        }
        self.battlefield = board;
        self.arena = arena;
        self.things.iter_mut().zip(nows).for_each(|(t, now)| t.now = now);
        self.touch();
        WouldBe { chars, abilities, lost, sources }
    }

    /// Puts counters on a permanent. `by_effect`: as an effect, which counter doublers see; a turn-based action is none (703.1).
    pub(crate) fn put_counters(&mut self, o: Obj, kind: CounterKind, n: u8, by_effect: bool) {
        let mut n = n;
        if by_effect {
            let controller = self.thing(o).now.controller;
            let doublers = self
                .statics()
                .filter(|(s, a)| matches!(a, Static::EffectsDoubleCounters) && self.thing(*s).now.controller == controller)
                .count();
            for _ in 0..doublers {
                n = n.saturating_mul(2);
            }
        }
        let c = self.thing(o).counters.get(kind);
        let to = c.saturating_add(n);
        self.thing_mut(o).counters.set(kind, to);
        self.note(LogEvent::Counters { object: o });
        if kind == CounterKind::Lore && to > c {
            self.events.push(Ev::Lore { o, from: c, to });
        }
        self.touch();
    }

    /// Chapter abilities that a Saga has now; its last chapter's number.
    pub(crate) fn last_chapter(&self, o: Obj) -> Option<u8> {
        self.abilities_now(o)
            .iter()
            .filter_map(|id| match self.trigger_of(*id).map(|t| t.when) {
                Some(Event::Chapter(n)) => Some(n),
                _ => None,
            })
            .max()
    }

    /// A player draws a card (121).
    pub(crate) fn draw(&mut self, s: Seat) {
        if !self.in_game(s) || self.statics().any(|(_, a)| matches!(a, Static::CantDraw)) {
            return;
        }
        let twice = self.statics().filter(|(o, a)| matches!(a, Static::DrawTwoInstead) && self.thing(*o).now.controller == s).count();
        for _ in 0..1_usize << twice.min(4) {
            self.draw_one(s);
        }
    }

    fn draw_one(&mut self, s: Seat) {
        self.begin();
        if let Some(o) = self.player(s).library.front().copied() {
            self.move_one(o, Place::Hand);
        } else if self.player(s).blank_library > 0 {
            let p = self.player_mut(s);
            p.blank_library -= 1;
            p.blank_hand += 1;
        } else {
            self.player_mut(s).drew_from_empty = true;
            self.commit();
            return;
        }
        self.note(LogEvent::Drew { player: s });
        self.events.push(Ev::Draw { s });
        self.commit();
    }

    /// A player discards: the cards answered, else blanks, else named cards, newest first.
    pub(crate) fn discard(&mut self, s: Seat, n: usize) {
        let chosen = self.take_answer(|a| match a {
            Answer::Discard(cards) => Some(cards.clone()),
            _ => None,
        });
        let mut chosen: Vec<Obj> = chosen.unwrap_or_default();
        self.begin();
        for _ in 0..n {
            let named =
                chosen.iter().position(|o| self.thing(*o).place == Place::Hand && self.thing(*o).owner == s).map(|i| chosen.remove(i));
            if let Some(o) = named {
                self.move_one(o, Place::Graveyard);
            } else if self.player(s).blank_hand > 0 {
                let p = self.player_mut(s);
                p.blank_hand -= 1;
                p.blank_graveyard += 1;
            } else if let Some(i) =
                (0..self.things.len()).rev().find(|i| self.things[*i].place == Place::Hand && self.things[*i].owner == s)
            {
                self.move_one(Obj(i as u16), Place::Graveyard);
            } else {
                break;
            }
            self.note(LogEvent::Discarded { player: s });
            self.events.push(Ev::Discard { s });
        }
        self.touch();
        self.commit();
    }

    /// Puts the top cards of a library into the graveyard (701.17).
    pub(crate) fn mill(&mut self, s: Seat, n: u8) {
        self.begin();
        for _ in 0..n {
            if let Some(o) = self.player(s).library.front().copied() {
                self.move_one(o, Place::Graveyard);
            } else if self.player(s).blank_library > 0 {
                let p = self.player_mut(s);
                p.blank_library -= 1;
                p.blank_graveyard += 1;
            }
        }
        self.touch();
        self.commit();
    }

    /// How many cards a player has in hand.
    pub(crate) fn hand_size(&self, s: Seat) -> u16 {
        self.player(s).blank_hand + self.things.iter().filter(|t| t.place == Place::Hand && t.owner == s).count() as u16
    }

    /// Turns a double-faced permanent over.
    pub(crate) fn turn_over(&mut self, o: Obj) {
        if self.thing(o).back.is_none() || !self.thing(o).seen() {
            return;
        }
        let t = self.thing_mut(o);
        t.back_up = !t.back_up;
        self.note(LogEvent::Transformed { object: o });
        self.events.push(Ev::Transform { o });
        self.touch();
    }

    /// 702.145c-d: daybound permanents have the face that fits, at once; in a game that is neither, it becomes day.
    pub(crate) fn day_and_night_faces(&mut self) {
        if !self.any.daybound || self.rules.day_night_moment == crate::rulebook::DayNightMoment::None {
            return;
        }
        let daybound: Vec<Obj> = self.seen().filter(|o| self.thing(*o).front.keywords & (1 << Keyword::Daybound as u32) != 0).collect();
        if daybound.is_empty() {
            return;
        }
        let now = *self.day_night.get_or_insert(DayNight::Day);
        for o in daybound {
            let has = self.thing(o).back_up || self.thing(o).now.has(Keyword::Daybound);
            if has && self.thing(o).back_up != (now == DayNight::Night) {
                self.turn_over(o);
            }
        }
    }

    /// It becomes day or night (731.1).
    pub(crate) fn becomes(&mut self, to: DayNight) {
        let from = self.day_night;
        if from == Some(to) || self.rules.day_night_moment == crate::rulebook::DayNightMoment::None {
            return;
        }
        self.begin();
        self.day_night = Some(to);
        self.note(LogEvent::Became { what: to });
        if from.is_some() {
            self.events.push(Ev::DayNight);
        }
        self.touch();
        self.commit();
    }

    /// The keyword bits and the rest of a list of abilities, added to the table.
    pub(crate) fn learn(&mut self, has: &[Ability]) -> (u32, (u16, u16), u8) {
        let (mut keywords, mut extra_phasing) = (0u32, 0u8);
        let start = self.abilities.len() as u16;
        for a in has {
            match a {
                Ability::Keyword(k) => {
                    if *k == Keyword::Phasing && keywords & (1 << Keyword::Phasing as u32) != 0 {
                        extra_phasing += 1;
                    }
                    keywords |= 1 << *k as u32;
                }
                a => self.learn_one(a),
            }
        }
        let end = self.abilities.len() as u16;
        // What they grant comes after all of them, so that a card's own abilities are one range.
        for id in start..end {
            let inner = match &self.abilities[usize::from(id)] {
                Ability::Static(Static::Grant { ability, .. } | Static::HostHas(ability)) => Some((**ability).clone()),
                _ => None,
            };
            if let Some(inner) = inner {
                self.granted[usize::from(id)] = self.abilities.len() as u16;
                self.learn_one(&inner);
            }
        }
        (keywords, (start, end), extra_phasing)
    }

    /// Adds one ability to the table.
    pub(crate) fn learn_one(&mut self, a: &Ability) {
        match a {
            Ability::Trigger(t) => {
                self.any.triggers = true;
                self.any.awaited.add(Kinds::awaited_by(&t.when));
                self.any.state_triggers |= matches!(t.when, Event::ControlNo(_));
            }
            Ability::Static(s) => {
                self.any.statics = true;
                self.any.enters_statics |= matches!(s, Static::EntersWith { .. } | Static::EntersTapped { .. });
            }
            Ability::Keyword(_) => {}
        }
        self.abilities.push(a.clone());
        self.granted.push(u16::MAX);
    }
}
