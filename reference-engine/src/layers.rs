//! Continuous effects in their layers (613): control, types, abilities, power and toughness.
//!
//! A static ability that starts to apply in an earlier layer goes on in the later ones even if its source loses it (613.6). Within the
//! layers for types and abilities an effect waits for one on which it depends (613.8), else timestamps decide (613.7).

use crate::game::{AbilityId, Change, Chars, Continuous, Game, Host};
use crate::rulebook::{AsLongAs, DefaultControllerLeft};
use outofphase_adapter::{Ability, CounterKind, Filter, Keyword, Obj, Seat, Static, Type, Types};

/// An effect of the layer for types.
#[derive(Copy, Clone)]
struct TypeEffect {
    stamp: u32,
    to: To,
    add: Types,
    remove: Types,
    base: Option<(i16, i16)>,
}

/// An effect of the layer for abilities.
#[derive(Copy, Clone)]
struct AbilityEffect {
    stamp: u32,
    to: To,
    gain: Option<AbilityId>,
    /// The source and the static ability that makes it; none for an effect of a resolved spell or ability.
    by: Option<(Obj, AbilityId)>,
}

#[derive(Copy, Clone)]
enum To {
    One(Obj),
    All(Filter, Seat, Obj),
}

impl Game {
    fn reached(&self, to: To, o: Obj) -> bool {
        match to {
            To::One(p) => p == o,
            To::All(f, you, source) => {
                let t = self.thing(o);
                self.looks_like(&f, o, &t.now, t.tapped, you, Some(source))
            }
        }
    }

    /// Computes what every permanent is now. What is phased out keeps its controller and shows its printed face.
    pub(crate) fn recompute(&mut self) {
        self.controllers();
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let t = self.thing_mut(o);
            let p = *t.printed();
            let mut types = p.card.types;
            if p.keywords & (1 << Keyword::Bestow as u32) != 0 {
                // 702.103b: an Aura enchantment while bestowed, a creature else.
                types = if t.bestowed {
                    let aura = types.with(Types::one(Type::Aura)).with(Types::one(Type::Enchantment));
                    aura.without(Types::one(Type::Creature)).correlated()
                } else {
                    types.without(Types::one(Type::Aura))
                };
            }
            let (power, toughness) = p.card.pt.unwrap_or_default();
            t.now = Chars { controller: t.now.controller, types, power, toughness, keywords: p.keywords, abilities: (0, 0) };
        }
        self.type_layer();
        self.ability_layer();
        self.size_layer();
        self.dirty = false;
    }

    /// Layer 2.
    fn controllers(&mut self) {
        let auras = self.any.statics;
        // A control Aura's controller may itself be under another's control; a few rounds settle any chain.
        for _ in 0..4 {
            let mut changed = false;
            for i in 0..self.battlefield.len() {
                let o = self.battlefield[i];
                if !self.thing(o).seen() {
                    continue;
                }
                let (mut best, mut to) = (0, self.thing(o).default_controller);
                for e in &self.effects {
                    let applies = matches!(e.change, Change::Control) && e.on.obj == o && self.still_on(e) && self.not_paused(e);
                    if applies && e.stamp > best && self.in_game(e.by) {
                        (best, to) = (e.stamp, e.by);
                    }
                }
                if auras {
                    for j in 0..self.battlefield.len() {
                        let a = self.battlefield[j];
                        let t = self.thing(a);
                        let on_it = matches!(t.host, Some(Host::Object(r)) if r.obj == o && self.is(r));
                        if on_it && t.stamp > best && self.statics_apply(a) && self.prints(a, |s| matches!(s, Static::YouControlHost)) {
                            (best, to) = (t.stamp, t.now.controller);
                        }
                    }
                }
                // 800.4b: control does not change to a player who left. What was exiled for that is gone; else it stays with who has it.
                let now = self.thing(o).now.controller;
                let stays = self.rules.default_controller_left == DefaultControllerLeft::Stays && !self.in_game(to) && self.in_game(now);
                if now != to && !stays {
                    self.thing_mut(o).now.controller = to;
                    changed = true;
                }
            }
            if !changed || !auras {
                break;
            }
        }
    }

    /// For the reading by which "for as long as" pauses while its permanent is phased out.
    fn not_paused(&self, e: &Continuous) -> bool {
        self.rules.as_long_as != AsLongAs::Resumes || e.holder.is_none_or(|h| self.thing(h.obj).seen())
    }

    /// Whether the printed face has such a static ability.
    pub(crate) fn prints(&self, o: Obj, f: impl Fn(&Static) -> bool) -> bool {
        let (a, b) = self.thing(o).printed().abilities;
        (a..b).any(|id| self.static_of(id).is_some_and(&f))
    }

    /// Layer 4, with the base sizes of layer 7b that come with it.
    fn type_layer(&mut self) {
        if self.effects.is_empty() && !self.any.statics {
            return;
        }
        let mut all: Vec<TypeEffect> = Vec::new();
        for e in &self.effects {
            if !self.still_on(e) || !self.thing(e.on.obj).seen() {
                continue;
            }
            let none = TypeEffect { stamp: e.stamp, to: To::One(e.on.obj), add: Types::NONE, remove: Types::NONE, base: None };
            match e.change {
                Change::Creature(p, t) => all.push(TypeEffect { add: Types::one(Type::Creature), base: Some((p, t)), ..none }),
                Change::LoseTypes(types) => all.push(TypeEffect { remove: types, ..none }),
                _ => {}
            }
        }
        for &o in &self.battlefield {
            if !self.statics_apply(o) {
                continue;
            }
            let t = self.thing(o);
            let (a, b) = t.printed().abilities;
            for id in a..b {
                if let Some(Static::AreAlso { to, types, power, toughness }) = self.static_of(id) {
                    let base = types.has(Type::Creature).then_some((i16::from(*power), i16::from(*toughness)));
                    all.push(TypeEffect { stamp: t.stamp, to: To::All(*to, t.now.controller, o), add: *types, remove: Types::NONE, base });
                }
            }
        }
        if all.is_empty() {
            return;
        }
        all.sort_by_key(|e| e.stamp);
        let mut bases: Vec<(u32, Obj, (i16, i16))> = Vec::new();
        while !all.is_empty() {
            // 613.8: an effect that asks for a type waits for those that add or remove it.
            let depends = |e: &TypeEffect, on: &TypeEffect| match e.to {
                To::All(f, ..) => f.types.with(f.not).has_any(on.add.with(on.remove)),
                To::One(_) => false,
            };
            let next = (0..all.len())
                .find(|&i| !(0..all.len()).any(|j| j != i && depends(&all[i], &all[j]) && !depends(&all[j], &all[i])))
                .unwrap_or(0);
            let e = all.remove(next);
            let reached: Vec<Obj> = match e.to {
                To::One(o) => vec![o],
                to @ To::All(..) => self.seen().filter(|o| self.reached(to, *o)).collect(),
            };
            for o in reached {
                let t = self.thing_mut(o);
                t.now.types = t.now.types.with(e.add).without(e.remove);
                bases.extend(e.base.map(|b| (e.stamp, o, b)));
            }
        }
        // 205.1a. Only at the end, for what loses a card type here may get it back from a later effect.
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let now = &mut self.thing_mut(o).now;
            now.types = now.types.correlated();
        }
        bases.sort_by_key(|b| b.0);
        for (_, o, (p, t)) in bases {
            let now = &mut self.thing_mut(o).now;
            (now.power, now.toughness) = (p, t);
        }
    }

    /// Layer 6.
    fn ability_layer(&mut self) {
        let mut all: Vec<AbilityEffect> = Vec::new();
        for e in &self.effects {
            if self.still_on(e) && self.thing(e.on.obj).seen() {
                let to = To::One(e.on.obj);
                match e.change {
                    Change::Ability(id) => all.push(AbilityEffect { stamp: e.stamp, to, gain: Some(id), by: None }),
                    Change::LoseAbilities => all.push(AbilityEffect { stamp: e.stamp, to, gain: None, by: None }),
                    _ => {}
                }
            }
        }
        if self.any.statics {
            for &o in &self.battlefield {
                if !self.statics_apply(o) {
                    continue;
                }
                let t = self.thing(o);
                let (a, b) = t.printed().abilities;
                for id in a..b {
                    let Some(s) = self.static_of(id) else { continue };
                    let host = match t.host {
                        Some(Host::Object(r)) if self.is(r) && self.thing(r.obj).seen() => Some(To::One(r.obj)),
                        _ => None,
                    };
                    let (to, gain) = match s {
                        Static::Grant { to, .. } => (Some(To::All(*to, t.now.controller, o)), Some(self.granted[usize::from(id)])),
                        Static::LoseAbilities { to } => (Some(To::All(*to, t.now.controller, o)), None),
                        Static::HostHas(_) => (host, Some(self.granted[usize::from(id)])),
                        Static::HostLosesAbilities => (host, None),
                        _ => continue,
                    };
                    if let Some(to) = to {
                        all.push(AbilityEffect { stamp: t.stamp, to, gain, by: Some((o, id)) });
                    }
                }
            }
        }
        self.arena.clear();
        if all.is_empty() {
            for i in 0..self.battlefield.len() {
                let o = self.battlefield[i];
                let (a, b) = self.thing(o).printed().abilities;
                let start = self.arena.len() as u32;
                self.arena.extend(a..b);
                let end = self.arena.len() as u32;
                self.thing_mut(o).now.abilities = (start, end);
            }
            return;
        }
        all.sort_by_key(|e| e.stamp);
        let mut lists: Vec<(Obj, Vec<AbilityId>)> = self
            .battlefield
            .iter()
            .map(|o| {
                let (a, b) = self.thing(*o).printed().abilities;
                (*o, (a..b).collect())
            })
            .collect();
        while !all.is_empty() {
            // 613.8: an effect whose source would lose the ability waits for the one that takes it away.
            let waits = |e: &AbilityEffect, on: &AbilityEffect| {
                on.gain.is_none()
                    && matches!(e.by, Some((source, _)) if self.reached(on.to, source))
                    && e.by.map(|b| b.0) != on.by.map(|b| b.0)
            };
            let next = (0..all.len())
                .find(|&i| !(0..all.len()).any(|j| j != i && waits(&all[i], &all[j]) && !waits(&all[j], &all[i])))
                .unwrap_or(0);
            let e = all.remove(next);
            if let Some((source, id)) = e.by
                && !lists.iter().any(|(o, list)| *o == source && list.contains(&id))
            {
                continue;
            }
            let reached: Vec<usize> =
                (0..lists.len()).filter(|&i| self.thing(lists[i].0).seen() && self.reached(e.to, lists[i].0)).collect();
            for i in reached {
                let (o, list) = &mut lists[i];
                match e.gain {
                    None => {
                        list.clear();
                        self.things[o.index()].now.keywords = 0;
                    }
                    Some(id) => match &self.abilities[usize::from(id)] {
                        Ability::Keyword(k) => self.things[o.index()].now.keywords |= 1 << *k as u32,
                        _ => list.push(id),
                    },
                }
            }
        }
        for (o, list) in lists {
            let start = self.arena.len() as u32;
            self.arena.extend(list);
            let end = self.arena.len() as u32;
            self.thing_mut(o).now.abilities = (start, end);
        }
    }

    /// Layer 7.
    fn size_layer(&mut self) {
        // 7a, characteristic-defining abilities.
        if self.any.statics {
            for i in 0..self.battlefield.len() {
                let o = self.battlefield[i];
                let defined = self.abilities_now(o).iter().find_map(|id| match self.static_of(*id) {
                    Some(Static::SizeIsNumber(f)) => Some(*f),
                    _ => None,
                });
                if let Some(f) = defined.filter(|_| self.thing(o).seen()) {
                    let n = self.count(&f, self.thing(o).now.controller, Some(o)) as i16;
                    let now = &mut self.thing_mut(o).now;
                    (now.power, now.toughness) = (n, n);
                }
            }
        }
        // 7c, modifications and counters.
        for i in 0..self.effects.len() {
            let e = self.effects[i];
            if let Change::Pump(p, t) = e.change
                && self.still_on(&e)
            {
                let now = &mut self.thing_mut(e.on.obj).now;
                now.power += i16::from(p);
                now.toughness += i16::from(t);
            }
        }
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let c = self.thing(o).counters;
            let n = i16::from(c.get(CounterKind::PlusOne)) - i16::from(c.get(CounterKind::MinusOne));
            let now = &mut self.thing_mut(o).now;
            now.power += n;
            now.toughness += n;
        }
        if self.any.statics {
            for i in 0..self.battlefield.len() {
                let source = self.battlefield[i];
                if !self.statics_apply(source) {
                    continue;
                }
                let (a, b) = self.thing(source).now.abilities;
                for k in a..b {
                    let (to, p, t) = match self.static_of(self.arena[k as usize]) {
                        Some(Static::Anthem { to, power, toughness }) => {
                            (To::All(*to, self.thing(source).now.controller, source), *power, *toughness)
                        }
                        Some(Static::HostGets { power, toughness }) => match self.thing(source).host {
                            Some(Host::Object(r)) if self.is(r) => (To::One(r.obj), *power, *toughness),
                            _ => continue,
                        },
                        _ => continue,
                    };
                    for j in 0..self.battlefield.len() {
                        let o = self.battlefield[j];
                        if self.thing(o).seen() && self.reached(to, o) {
                            let now = &mut self.thing_mut(o).now;
                            now.power += i16::from(p);
                            now.toughness += i16::from(t);
                        }
                    }
                }
            }
        }
    }
}
