//! Phasing (702.26): the event of the untap step, phasing in and out by effects, and "until" (610.4).

use crate::game::{Change, ExileLink, Game, Host, Out, Phase, Ref};
use crate::happening::Ev;
use crate::rulebook::{
    AttachTriggers, Attachments, BestowUnattached, CantPhase, DepartedController, DirectAndIndirect, EffectsAcrossPhasing,
    ExileUntilReturns, IndirectReturn, PhaseInEnters, PhaseInReplacements, PhaseInSick, PhaseInTimestamp, PhaseInUnder, PhaseInWhich,
    PhaseOutLeaves, PhaseOutUntil, PhaseOutUntilBroken, PhaseOutWhose, PhasedOutCombat, PhasingCounters, PhasingDamage, PhasingHalves,
    PhasingInstances, PhasingObject, PhasingTapped, ReturnsAttached,
};
use outofphase_adapter::{Counters, Keyword, LogEvent, Obj, Place, Seat, Static, Type};

/// What an attachment of these types does when its host phases out (702.26g).
fn is_attachment(types: outofphase_adapter::Types) -> bool {
    types.has(Type::Aura) || types.has(Type::Equipment) || types.has(Type::Fortification)
}

impl Game {
    /// The phasing event of an untap step (702.26a, 502.1, 703.4a).
    pub(crate) fn phasing_event(&mut self) {
        let active = self.active;
        let mut out: Vec<Obj> = match self.rules.phase_out_whose {
            PhaseOutWhose::Nobodys => Vec::new(),
            whose => self
                .seen()
                .filter(|o| {
                    let now = &self.thing(*o).now;
                    now.has(Keyword::Phasing) && (now.controller == active || whose == PhaseOutWhose::Everybodys)
                })
                .collect(),
        };
        if !self.in_game(active) {
            out.clear();
        }
        let into: Vec<Obj> = self.battlefield.iter().copied().filter(|o| self.is_due(*o, active)).collect();
        match self.rules.phasing_halves {
            PhasingHalves::AtOnce => self.phase(&into, &out, None),
            PhasingHalves::InThenOut => {
                self.phase(&into, &[], None);
                let also = into.iter().filter(|o| self.thing(**o).now.has(Keyword::Phasing) && self.thing(**o).seen());
                out.extend(also.copied().collect::<Vec<_>>());
                self.phase(&[], &out, None);
            }
            PhasingHalves::OutThenIn => {
                self.phase(&[], &out, None);
                let all: Vec<Obj> = into.iter().chain(&out).copied().collect();
                self.phase(&all, &[], None);
            }
        }
        if self.rules.phasing_instances == PhasingInstances::EachActs {
            // Every further instance turns the permanent over once more.
            for o in out {
                if self.instances(o).is_multiple_of(2) {
                    self.phase(&[o], &[], None);
                }
            }
        }
    }

    /// How many instances of phasing a permanent has: printed and granted ones. Only a wrong reading asks (702.26p).
    fn instances(&self, o: Obj) -> usize {
        let t = self.thing(o);
        let printed = usize::from(t.printed().keywords & (1 << Keyword::Phasing as u32) != 0) + usize::from(t.printed().extra_phasing);
        let granted = self
            .battlefield
            .iter()
            .filter(|g| self.thing(**g).on_battlefield())
            .flat_map(|g| {
                let (a, b) = self.thing(*g).printed().abilities;
                (a..b).map(move |id| (*g, id))
            })
            .filter(|(g, id)| {
                let phasing =
                    |i: u16| matches!(self.abilities.get(usize::from(i)), Some(outofphase_adapter::Ability::Keyword(Keyword::Phasing)));
                let now = &self.thing(o).now;
                match self.static_of(*id) {
                    Some(Static::Grant { to, .. }) => {
                        phasing(self.granted[usize::from(*id)])
                            && self.looks_like(to, o, now, t.tapped, self.thing(*g).now.controller, Some(*g))
                    }
                    Some(Static::HostHas(_)) => {
                        phasing(self.granted[usize::from(*id)]) && matches!(self.thing(*g).host, Some(Host::Object(r)) if r.obj == o)
                    }
                    _ => false,
                }
            })
            .count();
        printed + granted
    }

    /// Whether a phased-out permanent phases in during `active`'s untap step.
    fn is_due(&self, o: Obj, active: Seat) -> bool {
        let t = self.thing(o);
        let Some(out) = t.out() else { return false };
        if out.indirect && self.rules.indirect_return != IndirectReturn::OwnUntapStep {
            return false;
        }
        if out.until.is_some() {
            match self.rules.phase_out_until {
                PhaseOutUntil::WaitsForEvent => return false,
                PhaseOutUntil::NextUntapAfterEvent if !out.released => return false,
                _ => {}
            }
        }
        if self.rules.phase_in_which == PhaseInWhich::WithPhasing && t.printed().keywords & (1 << Keyword::Phasing as u32) == 0 {
            return false;
        }
        let under = match self.rules.phase_in_under {
            PhaseInUnder::WhoControlledIt => out.under,
            PhaseInUnder::CurrentController => self.would_control(o),
            PhaseInUnder::Owner => t.owner,
        };
        under == active
            || (!self.in_game(under)
                && self.rules.departed_controller == DepartedController::NextUntapStep
                && self.player(under).departed_turn_passed)
    }

    /// Who would control a phased-out permanent if it phased in now.
    fn would_control(&self, o: Obj) -> Seat {
        let by_effect = self
            .effects
            .iter()
            .filter(|e| matches!(e.change, Change::Control) && e.on.obj == o && self.still_on(e) && self.in_game(e.by))
            .max_by_key(|e| e.stamp);
        by_effect.map_or(self.thing(o).default_controller, |e| e.by)
    }

    /// Permanents phase in and out, all at once. What is attached to them follows (702.26g).
    pub(crate) fn phase(&mut self, into: &[Obj], out: &[Obj], until: Option<Ref>) {
        if into.is_empty() && out.is_empty() {
            return;
        }
        self.begin();
        let bans = self.rules.cant_phase == CantPhase::Obeyed;
        let may_leave: Vec<bool> = if bans { self.battlefield.iter().map(|o| !self.cant_phase_out(*o)).collect() } else { Vec::new() };
        let allowed = |g: &Game, o: Obj| !bans || g.battlefield.iter().position(|p| *p == o).is_some_and(|i| may_leave[i]);
        let arriving: Vec<Obj> = into
            .iter()
            .copied()
            .filter(|o| {
                self.thing(*o).out().is_some_and(|p| !p.indirect || self.rules.indirect_return == IndirectReturn::OwnUntapStep)
                    && !(bans && self.cant_phase_in(*o))
            })
            .collect();
        // Who goes, and how: directly named ones, then what is attached to those that go.
        let mut going: Vec<(Obj, bool)> = Vec::new();
        for &o in out {
            if self.thing(o).seen() && allowed(self, o) && !going.iter().any(|g| g.0 == o) {
                going.push((o, false));
            }
        }
        if self.rules.attachments != Attachments::Stay && !going.is_empty() {
            let mut is_going = vec![false; self.things.len()];
            going.iter().for_each(|g| is_going[g.0.index()] = true);
            loop {
                let mut more: Vec<Obj> = Vec::new();
                for &a in &self.battlefield {
                    let t = self.thing(a);
                    let Some(Host::Object(h)) = t.host else { continue };
                    if !t.seen() || !is_going[h.obj.index()] || !self.is(h) || !is_attachment(t.now.types) {
                        continue;
                    }
                    let follows = match self.rules.attachments {
                        Attachments::AurasOnly => t.now.is(Type::Aura),
                        Attachments::SameController => t.now.controller == self.thing(h.obj).now.controller,
                        _ => true,
                    };
                    if is_going[a.index()] {
                        // 702.26h: directly and indirectly at once is indirectly.
                        if self.rules.direct_and_indirect == DirectAndIndirect::Indirectly
                            && follows
                            && let Some(g) = going.iter_mut().find(|g| g.0 == a)
                        {
                            g.1 = true;
                        }
                    } else if follows && allowed(self, a) {
                        more.push(a);
                    }
                }
                if more.is_empty() {
                    break;
                }
                for a in more {
                    is_going[a.index()] = true;
                    going.push((a, true));
                }
                if self.rules.attachments == Attachments::OneLevel {
                    break;
                }
            }
        }
        // What comes in brings along what went out with it.
        let mut coming: Vec<Obj> = arriving;
        if !coming.is_empty() && self.rules.indirect_return == IndirectReturn::WithHost {
            let mut is_coming = vec![false; self.things.len()];
            coming.iter().for_each(|o| is_coming[o.index()] = true);
            loop {
                let more: Vec<Obj> = self
                    .battlefield
                    .iter()
                    .copied()
                    .filter(|a| {
                        let t = self.thing(*a);
                        t.out().is_some_and(|p| p.indirect)
                            && !is_coming[a.index()]
                            && matches!(t.host, Some(Host::Object(h)) if is_coming[h.obj.index()] && self.is(h))
                            && !(bans && self.cant_phase_in(*a))
                    })
                    .collect();
                if more.is_empty() {
                    break;
                }
                more.iter().for_each(|o| is_coming[o.index()] = true);
                coming.extend(more);
            }
        }
        for &(o, indirect) in &going {
            self.phase_out_one(o, indirect, if indirect { None } else { until });
        }
        for &o in &coming {
            self.phase_in_one(o);
        }
        self.touch();
        self.commit();
    }

    fn phase_out_one(&mut self, o: Obj, indirect: bool, until: Option<Ref>) {
        let under = self.thing(o).now.controller;
        self.note(LogEvent::PhasedOut { object: o, indirectly: indirect });
        let t = self.thing_mut(o);
        t.phase = Phase::Out(Out { indirect, under, until, released: false });
        let combat = (t.attacking, t.blocking);
        if self.rules.phasing_counters == PhasingCounters::Lost {
            self.thing_mut(o).counters = Counters::default();
        }
        if self.rules.phasing_damage == PhasingDamage::Healed {
            self.thing_mut(o).damage = 0;
        }
        match self.rules.phased_out_combat {
            PhasedOutCombat::Removed => self.remove_from_combat(o),
            PhasedOutCombat::Stays => {}
            PhasedOutCombat::Rejoins => {
                self.remove_from_combat(o);
                self.thing_mut(o).combat_memory = Some(combat);
            }
        }
        if self.rules.effects_across_phasing == EffectsAcrossPhasing::Lost {
            self.effects.retain(|e| e.on.obj != o);
        }
        self.events.push(Ev::PhaseOut { o });
        if self.rules.phase_out_leaves == PhaseOutLeaves::Yes {
            let inc = self.thing(o).inc;
            self.events.push(Ev::Leave { o, to: Place::Exile, inc });
        }
        if self.rules.attach_triggers == AttachTriggers::Yes && self.thing(o).host.is_some() {
            self.events.push(Ev::Unattach { o });
        }
    }

    fn phase_in_one(&mut self, o: Obj) {
        let Phase::Out(out) = self.thing(o).phase else { return };
        self.note(LogEvent::PhasedIn { object: o });
        // 702.26i: directly phased out attachments look whether what they were attached to is still that.
        if !out.indirect
            && let Some(host) = self.thing(o).host
        {
            let there = match (host, self.rules.returns_attached) {
                (_, ReturnsAttached::Unattached) => false,
                (Host::Player(s), _) => self.in_game(s),
                (Host::Object(h), ReturnsAttached::ToTheCard) => self.thing(h.obj).on_battlefield(),
                (Host::Object(h), ReturnsAttached::IfSameObject) => self.is(h) && self.thing(h.obj).on_battlefield(),
            };
            if !there {
                let t = self.thing_mut(o);
                t.host = None;
                if t.bestowed && self.rules.bestow_unattached == BestowUnattached::Creature {
                    self.thing_mut(o).bestowed = false;
                }
            } else if let (Host::Object(h), ReturnsAttached::ToTheCard) = (host, self.rules.returns_attached) {
                self.thing_mut(o).host = Some(Host::Object(self.refer(h.obj)));
            }
        }
        let rules = self.rules;
        let stamp = if rules.phase_in_timestamp == PhaseInTimestamp::New { Some(self.new_stamp()) } else { None };
        let keeps_until = rules.phase_out_until_broken == PhaseOutUntilBroken::Kept;
        let t = self.thing_mut(o);
        t.phase = Phase::In;
        if let Some(stamp) = stamp {
            t.stamp = stamp;
        }
        match rules.phase_in_sick {
            PhaseInSick::No => {}
            PhaseInSick::Yes => t.sick = true,
            PhaseInSick::Cures => t.sick = false,
        }
        if rules.phasing_tapped == PhasingTapped::Untapped {
            t.tapped = false;
        }
        if let Some((attacking, blocking)) = t.combat_memory.take() {
            (t.attacking, t.blocking) = (attacking, blocking);
        }
        if rules.phasing_object == PhasingObject::New {
            self.becomes_another(o);
        }
        let to = self.would_control(o);
        if to != out.under && !self.prints_control_aura_on(o) {
            // Its control effect ran out while it was out (702.26f): it is under its other controller, and new to them.
            let t = self.thing_mut(o);
            t.now.controller = to;
            t.sick = true;
        }
        if keeps_until && let Some(holder) = out.until {
            self.kept_returns.push((self.refer(o), holder));
        }
        self.events.push(Ev::PhaseIn { o });
        if rules.phase_in_enters == PhaseInEnters::Yes {
            self.events.push(Ev::Enter { o });
        }
        if rules.phase_in_replacements == PhaseInReplacements::Yes {
            self.apply_enters_with(o, &[]);
        }
        if rules.attach_triggers == AttachTriggers::Yes && self.thing(o).host.is_some() {
            self.events.push(Ev::Attach { o });
        }
    }

    /// For the reading by which phasing makes a new object: all that refers to it loses it, but for what is attached to it.
    fn becomes_another(&mut self, o: Obj) {
        let was = self.refer(o);
        self.thing_mut(o).inc += 1;
        let is = self.refer(o);
        for t in self.things.iter_mut().filter(|t| t.host == Some(Host::Object(was))) {
            t.host = Some(Host::Object(is));
        }
    }

    /// Whether an Aura that gives control is attached to it.
    fn prints_control_aura_on(&self, o: Obj) -> bool {
        self.battlefield.iter().any(|a| {
            matches!(self.thing(*a).host, Some(Host::Object(h)) if h.obj == o && self.is(h))
                && self.prints(*a, |s| matches!(s, Static::YouControlHost))
        })
    }

    fn cant_phase_out(&self, o: Obj) -> bool {
        self.effects.iter().any(|e| matches!(e.change, Change::CantPhaseOut) && e.on.obj == o && self.still_on(e))
            || self.statics().any(|(s, a)| match a {
                Static::CantPhaseOut { to } => self.matches(to, o, self.thing(s).now.controller, Some(s)),
                _ => false,
            })
    }

    fn cant_phase_in(&self, o: Obj) -> bool {
        self.effects.iter().any(|e| matches!(e.change, Change::CantPhaseIn) && e.on.obj == o && self.still_on(e))
            || self.statics().any(|(s, a)| match a {
                // It speaks of phasing in, so it is about phased-out permanents (702.26b).
                Static::CantPhaseIn { to } => {
                    let t = self.thing(o);
                    self.looks_like(to, o, &t.now, t.tapped, self.thing(s).now.controller, Some(s))
                }
                _ => false,
            })
    }

    /// The second one-shot effects of "until" (610.3, 610.4): called right after an event in which `left` left the battlefield.
    pub(crate) fn until_left(&mut self, left: &[Ref]) {
        // 610.4d: all at once.
        let mut due: Vec<Obj> = Vec::new();
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            if let Phase::Out(out) = self.thing(o).phase
                && out.until.is_some_and(|h| left.contains(&h))
            {
                match self.rules.phase_out_until {
                    PhaseOutUntil::WaitsForEvent => due.push(o),
                    PhaseOutUntil::OrdinaryUntapStep | PhaseOutUntil::NextUntapAfterEvent => {
                        self.thing_mut(o).phase = Phase::Out(Out { released: true, ..out });
                    }
                }
            }
        }
        if self.rules.phase_out_until_broken == PhaseOutUntilBroken::Kept {
            let kept = std::mem::take(&mut self.kept_returns);
            due.extend(
                kept.iter().filter(|(o, h)| left.contains(h) && self.is(*o) && self.thing(o.obj).out().is_some()).map(|(o, _)| o.obj),
            );
            self.kept_returns = kept;
        }
        if !due.is_empty() {
            self.phase(&due, &[], None);
        }
        let links = std::mem::take(&mut self.links);
        let (due, rest): (Vec<_>, Vec<_>) = links.into_iter().partition(|l| left.contains(&l.holder));
        self.links = rest;
        match self.rules.exile_until_returns {
            ExileUntilReturns::AtOnce => self.return_exiled(&due),
            ExileUntilReturns::AtPriority => self.late_returns.extend(due),
        }
    }

    /// 610.3, 610.3c-d: exiled cards return to the battlefield under their owners' control, all at once.
    pub(crate) fn return_exiled(&mut self, due: &[ExileLink]) {
        // 111.8: a token that left the battlefield can't come back.
        let back = |l: &&ExileLink| self.is(l.card) && self.thing(l.card.obj).place == Place::Exile && !self.thing(l.card.obj).token;
        let cards: Vec<Obj> = due.iter().filter(back).map(|l| l.card.obj).collect();
        if !cards.is_empty() {
            let under: Vec<(Obj, Seat)> = cards.iter().map(|o| (*o, self.thing(*o).owner)).collect();
            self.enter(&under, false, None);
        }
    }
}
