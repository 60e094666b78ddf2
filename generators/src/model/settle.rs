//! After something happened: continuous effects anew, and what falls off or dies of it.

use super::set::{Set, each, one};
use super::{Continuous, Does, Ends, Model, Reach};
use outofphase_adapter::{Attached, CounterKind, Filter, Keyword, Obj, Seat, Type, Types, Whose};

impl Model {
    /// Whether a filter matches; `by` is "you", `source` is "this".
    pub(crate) fn matches(&self, f: &Filter, o: Obj, by: Seat, source: Option<Obj>) -> bool {
        let (i, bit) = (o.index(), one(o));
        let controls = |s: Seat| self.ctrl[s.index() & 3] & bit != 0;
        let enchanted = || match source.filter(|s| self.attached & one(*s) != 0).map(|s| self.on[s.index()]) {
            Some(Attached::Player(p)) => controls(p),
            _ => false,
        };
        self.types[i].has_all(f.types)
            && !self.types[i].has_any(f.not)
            && match f.whose {
                Whose::Any => true,
                Whose::You => controls(by),
                Whose::Opponents => !controls(by),
                Whose::Enchanted => enchanted(),
            }
            && !(f.other && source == Some(o))
            && f.token.is_none_or(|t| (self.token & bit != 0) == t)
            && f.tapped.is_none_or(|t| (self.tapped & bit != 0) == t)
            && f.with.is_none_or(|k| self.has(k) & bit != 0)
            && f.of.is_none_or(controls)
    }

    /// The permanents that match, among those that a filter can see.
    pub(crate) fn all(&self, f: &Filter, by: Seat, source: Option<Obj>) -> Set {
        let among = if f.phased_out { self.bf & self.out } else { self.seen() };
        each(among).filter(|o| self.matches(f, *o, by, source)).fold(0, |s, o| s | one(o))
    }

    fn reached(&self, c: &Continuous) -> Set {
        match (c.reach, c.source) {
            (Reach::These(s), _) => s,
            (Reach::Host, Some(source)) => self.host(source).map_or(0, one),
            (Reach::All(f), Some(source)) => self.all(&f, self.controller(source), Some(source)),
            _ => 0,
        }
    }

    /// Works out what continuous effects make of the board.
    pub(crate) fn refresh(&mut self) {
        self.dirty = false;
        self.recontrol();
        let plain = self.continuous.is_empty();
        self.keywords = self.printed_keywords;
        (self.no_attack, self.no_block, self.no_out, self.no_in) = (0, 0, 0, 0);
        for o in each(self.bf) {
            let i = o.index();
            let c = &self.counters[i];
            let grown = i16::from(c[CounterKind::PlusOne as usize]) - i16::from(c[CounterKind::MinusOne as usize]);
            self.size[i] = (self.printed_size[i].0 + grown, self.printed_size[i].1 + grown);
            if !plain {
                self.types[i] = if self.printed_keywords[Keyword::Bestow as usize] & self.attached & one(o) != 0 {
                    self.printed[i].without(Types::one(Type::Creature)).with(Types::one(Type::Aura))
                } else {
                    self.printed[i]
                };
            }
        }
        if plain {
            return;
        }
        // Types first, then abilities, then sizes: as much of the layers as the model needs.
        for layer in 0..3 {
            for n in 0..self.continuous.len() {
                let c = self.continuous[n];
                let of = match c.does {
                    Does::Types(_) => 0,
                    Does::Size(..) => 2,
                    _ => 1,
                };
                if of != layer || c.source.is_some_and(|s| self.seen() & one(s) == 0) {
                    continue;
                }
                let set = self.reached(&c);
                match c.does {
                    Does::Types(t) => each(set).for_each(|o| self.types[o.index()] = self.types[o.index()].with(t)),
                    Does::Grant(k) => self.keywords[k as usize] |= set,
                    Does::Lose => self.keywords.iter_mut().for_each(|k| *k &= !set),
                    Does::Size(p, t) => each(set).for_each(|o| {
                        let s = &mut self.size[o.index()];
                        *s = (s.0 + p, s.1 + t);
                    }),
                    Does::NoAttack => self.no_attack |= set,
                    Does::NoBlock => self.no_block |= set,
                    Does::NoPhaseOut => self.no_out |= set,
                    Does::NoPhaseIn => {
                        self.no_in |= match c.reach {
                            // It speaks of phasing in, so it reaches what is phased out.
                            Reach::All(f) => {
                                let source = c.source.unwrap_or_default();
                                let by = self.controller(source);
                                each(self.bf & self.out).filter(|o| self.matches(&f, *o, by, Some(source))).fold(0, |s, o| s | one(o))
                            }
                            _ => set,
                        }
                    }
                }
            }
            if layer == 0 {
                self.creature = (self.creature & !self.bf) | self.typed(Type::Creature);
            }
        }
    }

    fn typed(&self, t: Type) -> Set {
        each(self.bf).filter(|o| self.types[o.index()].has(t)).fold(0, |s, o| s | one(o))
    }

    /// Who controls what (613.1b): the latest theft that lasts, or an Aura, or the owner.
    fn recontrol(&mut self) {
        let seen = self.seen();
        let aura = self.facts.control_aura.filter(|a| seen & one(*a) != 0);
        if self.thefts.is_empty() && aura.is_none() && self.facts.control_aura.is_none() {
            return;
        }
        for o in each(seen) {
            let mut to = self.base[o.index()];
            if let Some(a) = aura
                && self.host(a) == Some(o)
            {
                to = self.controller(a);
            }
            if let Some(t) = self.thefts.iter().rev().find(|t| t.what == o) {
                to = t.by;
            }
            if self.ctrl[to.index() & 3] & one(o) == 0 {
                self.give(o, to);
            }
        }
    }

    pub(crate) fn give(&mut self, o: Obj, to: Seat) {
        self.ctrl.iter_mut().for_each(|c| *c &= !one(o));
        self.ctrl[to.index() & 3] |= one(o);
        self.sick |= one(o);
        self.leave_combat(one(o));
    }

    /// Ends the effects whose duration is over.
    pub(crate) fn end(&mut self, over: impl Fn(&Model, Ends) -> bool) {
        let mut continuous = std::mem::take(&mut self.continuous);
        let mut thefts = std::mem::take(&mut self.thefts);
        let before = (continuous.len(), thefts.len());
        continuous.retain(|c| c.source.is_some() || !over(self, c.ends));
        thefts.retain(|t| !over(self, t.ends));
        self.dirty |= before != (continuous.len(), thefts.len());
        (self.continuous, self.thefts) = (continuous, thefts);
    }

    /// "For as long as" effects end when what they track is not there any more (702.26f).
    fn end_tracking(&mut self) {
        if self.thefts.is_empty() && self.continuous.iter().all(|c| c.source.is_some()) {
            return;
        }
        self.end(|m, e| match e {
            Ends::Controlled(o, by) => m.seen() & one(o) & m.ctrl[by.index() & 3] == 0,
            Ends::Tapped(o) => m.seen() & m.tapped & one(o) == 0,
            Ends::There(o) => m.seen() & one(o) == 0,
            _ => false,
        });
    }

    /// State-based actions as far as the model has them, until nothing happens any more.
    pub(crate) fn settle(&mut self) {
        for _ in 0..8 {
            self.end_tracking();
            if self.dirty || !self.thefts.is_empty() {
                self.refresh();
            }
            let seen = self.seen();
            let mut dying = 0;
            for o in each(seen & self.creature) {
                let i = o.index();
                let (_, t) = self.size[i];
                if t <= 0 || (self.damage[i] >= t && self.has(Keyword::Indestructible) & one(o) == 0) {
                    dying |= one(o);
                }
            }
            for o in each(seen & self.attached) {
                let i = o.index();
                let legal = match self.on[i] {
                    Attached::Player(p) => self.is_alive(p),
                    Attached::Object(h) => {
                        let there = seen & one(h) != 0;
                        let t = self.types[i];
                        there
                            && if t.has(Type::Equipment) {
                                self.creature & one(h) != 0 && self.creature & one(o) == 0
                            } else if t.has(Type::Fortification) {
                                self.types[h.index()].has(Type::Land)
                            } else {
                                true
                            }
                    }
                };
                if !legal {
                    if self.types[i].has(Type::Aura) && self.printed_keywords[Keyword::Bestow as usize] & one(o) == 0 {
                        dying |= one(o);
                    } else {
                        self.unattach(o);
                    }
                }
            }
            for o in each(seen & !self.attached) {
                let t = self.types[o.index()];
                let c = &self.counters[o.index()];
                let empty = (t.has(Type::Planeswalker) && c[CounterKind::Loyalty as usize] == 0)
                    || (t.has(Type::Battle) && c[CounterKind::Defense as usize] == 0);
                if (t.has(Type::Aura) && !t.has(Type::Creature)) || empty {
                    dying |= one(o);
                }
            }
            for o in each(seen & self.sagas) {
                let last = self.chapters[o.index()];
                if last > 0 && self.counters[o.index()][CounterKind::Lore as usize] >= last {
                    dying |= one(o);
                }
            }
            if dying == 0 && !self.dirty {
                break;
            }
            let graveyard = |m: &mut Model, s| m.graveyard |= s;
            self.depart(dying, graveyard);
        }
    }

    pub(crate) fn unattach(&mut self, o: Obj) {
        self.attached &= !one(o);
        if self.printed_keywords[Keyword::Bestow as usize] & one(o) != 0 {
            self.types[o.index()] = self.printed[o.index()];
            self.creature |= one(o);
        }
        self.dirty = true;
    }

    /// Takes permanents off the battlefield; `to` puts those that are cards where they go.
    pub(crate) fn depart(&mut self, set: Set, to: impl Fn(&mut Model, Set)) {
        let set = set & self.bf;
        if set == 0 {
            return;
        }
        self.bf &= !set;
        self.out &= !set;
        self.direct &= !set;
        self.out_under.iter_mut().for_each(|s| *s &= !set);
        self.leave_combat(set);
        self.tapped &= !set;
        self.sick &= !set;
        for o in each(set) {
            let i = o.index();
            if self.attached & one(o) != 0 {
                self.unattach(o);
            }
            self.damage[i] = 0;
            self.counters[i] = [0; CounterKind::ALL.len()];
            let owner = (0..4).find(|s| self.owner[*s] & one(o) != 0).unwrap_or_default();
            self.base[i] = Seat(owner as u8);
            self.ctrl.iter_mut().for_each(|c| *c &= !one(o));
            self.ctrl[owner] |= one(o);
            self.types[i] = self.printed[i];
        }
        // What is phased out and was attached to one of these comes back unattached (702.26i).
        for o in each(self.attached & self.out) {
            if self.host(o).is_some_and(|h| set & one(h) != 0) {
                self.attached &= !one(o);
            }
        }
        self.thefts.retain(|t| set & one(t.what) == 0);
        for c in &mut self.continuous {
            if let Reach::These(s) = &mut c.reach {
                *s &= !set;
            }
        }
        to(self, set & !self.token);
        self.dirty = true;
        // What was away until one of these left comes back (610.3, 610.4).
        let mut n = 0;
        while n < self.until.len() {
            let (what, holder) = self.until[n];
            if set & one(holder) != 0 {
                self.until.remove(n);
                if self.exile & one(what) != 0 {
                    self.enter(one(what), None, false);
                } else if self.out & one(what) != 0 {
                    self.phase(one(what), 0);
                }
            } else {
                n += 1;
            }
        }
    }
}
