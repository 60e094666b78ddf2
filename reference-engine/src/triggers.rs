//! Triggered abilities: which events they see (603.2, 603.6, 603.10), and delayed ones (603.7).
//!
//! Changes that happen at once stand between [`Game::begin`] and [`Game::commit`]. `begin` keeps what the board looked like for the
//! abilities that look back in time (603.10); `commit` brings the board up to date and lets abilities trigger.

use crate::game::{AbilityId, Chars, DelayedWhen, Doing, Game, Host, Pending, Ref, Was};
use crate::happening::{Ev, Kinds};
use crate::rulebook::{
    DelayedSource, DiesMeans, EntersAs, EntersUnder, FromAnywhere, GraveyardHears, InterveningIf, LeavesGraveyardLookBack, LeavesLookBack,
    LoseControlLookBack, Newcomers, OpponentGainsLookBack, OwnerLeavesTriggers, PhasedOutTriggers, PhasesOutLookBack, PlayerLosesLookBack,
    SacrificeLookBack, StateTriggerMoment, UnattachLookBack,
};
use outofphase_adapter::{Condition, Event, LogEvent, Obj, Place, Seat, Static, Step, Subject, Trigger, Type};

/// A permanent or card whose abilities are looked at.
#[derive(Copy, Clone)]
struct Source {
    o: Obj,
    inc: u16,
    controller: Seat,
    host: Option<Host>,
    in_graveyard: bool,
}

impl Game {
    /// Opens a batch of simultaneous changes.
    pub(crate) fn begin(&mut self) {
        if self.batch_depth == 0 {
            self.refresh();
            if !self.before_valid && (self.any.triggers || self.any.statics || !self.delayed.is_empty()) {
                self.before.clear();
                self.before.extend(self.things.iter().map(|t| Was {
                    now: t.now,
                    place: t.place,
                    seen: t.seen(),
                    inc: t.inc,
                    host: t.host,
                    tapped: t.tapped,
                }));
                self.before_arena.clone_from(&self.arena);
                self.before_valid = true;
            }
        }
        self.batch_depth += 1;
    }

    /// Closes a batch: the board is brought up to date, then abilities trigger.
    pub(crate) fn commit(&mut self) {
        if self.batch_depth > 1 {
            self.batch_depth -= 1;
            return;
        }
        self.refresh();
        self.match_events();
        self.batch_depth = 0;
        if self.rules.state_trigger_moment == StateTriggerMoment::Always {
            self.state_triggers();
        }
        self.batch += 1;
        self.before_valid = false;
        if !self.left.is_empty() {
            let left = std::mem::take(&mut self.left);
            self.until_left(&left);
        }
    }

    /// An event that changes nothing by itself.
    pub(crate) fn happen(&mut self, ev: Ev) {
        self.begin();
        self.events.push(ev);
        self.commit();
    }

    pub(crate) fn before_abilities(&self, o: Obj) -> &[AbilityId] {
        self.before.get(o.index()).map_or(&[], |w| {
            let (a, b) = w.now.abilities;
            self.before_arena.get(a as usize..b as usize).unwrap_or(&[])
        })
    }

    fn match_events(&mut self) {
        let awaited = self.events.iter().any(|e| self.any.awaited.meets(Kinds::of(e)));
        if !awaited && self.delayed.is_empty() {
            self.events.clear();
            return;
        }
        let events = std::mem::take(&mut self.events);
        let mut found: Vec<Pending> = Vec::new();
        if awaited {
            let heard = self.rules.phased_out_triggers == PhasedOutTriggers::Heard;
            for &o in &self.battlefield {
                let t = self.thing(o);
                if t.seen() || heard {
                    let src = Source { o, inc: t.inc, controller: t.now.controller, host: t.host, in_graveyard: false };
                    for id in self.abilities_now(o) {
                        self.consider(*id, src, false, &events, &mut found);
                    }
                }
            }
            let silenced = self.statics().any(|(_, s)| matches!(s, Static::GraveyardsLoseAbilities));
            for (i, t) in self.things.iter().enumerate() {
                if t.place == Place::Graveyard && !silenced {
                    let src = Source { o: Obj(i as u16), inc: t.inc, controller: t.owner, host: None, in_graveyard: true };
                    for id in t.front.abilities.0..t.front.abilities.1 {
                        self.consider(id, src, false, &events, &mut found);
                    }
                }
            }
            let was_silenced = self.before.iter().enumerate().any(|(i, w)| {
                w.seen
                    && self
                        .before_abilities(Obj(i as u16))
                        .iter()
                        .any(|id| matches!(self.static_of(*id), Some(Static::GraveyardsLoseAbilities)))
            });
            for (i, w) in self.before.iter().enumerate() {
                let o = Obj(i as u16);
                if w.seen || (heard && w.place == Place::Battlefield) {
                    let src = Source { o, inc: w.inc, controller: w.now.controller, host: w.host, in_graveyard: false };
                    for id in self.before_abilities(o) {
                        self.consider(*id, src, true, &events, &mut found);
                    }
                    let t = self.thing(o);
                    if self.rules.graveyard_hears == GraveyardHears::NewcomersToo && t.place == Place::Graveyard {
                        let src = Source { o, inc: t.inc, controller: t.owner, host: None, in_graveyard: true };
                        for id in t.front.abilities.0..t.front.abilities.1 {
                            self.consider(id, src, true, &events, &mut found);
                        }
                    }
                } else if w.place == Place::Graveyard && !was_silenced {
                    let t = self.thing(o);
                    let src = Source { o, inc: w.inc, controller: t.owner, host: None, in_graveyard: true };
                    for id in t.front.abilities.0..t.front.abilities.1 {
                        self.consider(id, src, true, &events, &mut found);
                    }
                }
            }
        }
        self.match_delayed(&events, &mut found);
        for p in &found {
            let gain = match p.doing {
                Doing::Ability(id) => self.trigger_of(id).map_or(0, |t| t.gain),
                Doing::Effect(_) => 0,
            };
            if let Some(r) = p.source {
                self.note(LogEvent::Triggered { source: r.obj, controller: p.by, gain });
            }
        }
        self.waiting.extend(found);
        self.events = events;
        self.events.clear();
    }

    /// Whether abilities of this kind look back in time (603.10).
    fn looks_back(&self, e: &Event) -> bool {
        let r = &self.rules;
        match e {
            // Even by the wrong reading a permanent hears of its own leaving.
            Event::Leaves(s) | Event::Dies(s) | Event::Exiled(s) | Event::ToHand(s) => {
                *s == Subject::This || r.leaves_look_back == LeavesLookBack::LooksBack
            }
            Event::ToGraveyard(_) => r.from_anywhere == FromAnywhere::Yes,
            Event::LeavesGraveyard(_) => r.leaves_graveyard_look_back == LeavesGraveyardLookBack::LooksBack,
            Event::Sacrificed(_) => r.sacrifice_look_back == SacrificeLookBack::LooksBack,
            Event::PhasesOut(_) => r.phases_out_look_back == PhasesOutLookBack::LooksBack,
            Event::BecomesUnattached(_) => r.unattach_look_back == UnattachLookBack::LooksBack,
            Event::LoseControl(_) => r.lose_control_look_back == LoseControlLookBack::LooksBack,
            Event::OpponentGains(_) => r.opponent_gains_look_back == OpponentGainsLookBack::LooksBack,
            Event::PlayerLoses(_) => r.player_loses_look_back == PlayerLosesLookBack::LooksBack,
            _ => false,
        }
    }

    fn consider(&self, id: AbilityId, src: Source, back: bool, events: &[Ev], found: &mut Vec<Pending>) {
        let Some(t) = self.trigger_of(id) else { return };
        let in_graveyard = t.from_graveyard
            || matches!(t.when, Event::LeavesGraveyard(Subject::This))
            || (matches!(t.when, Event::ToGraveyard(Subject::This)) && self.rules.from_anywhere == FromAnywhere::No);
        if src.in_graveyard != in_graveyard || self.looks_back(&t.when) != back || matches!(t.when, Event::ControlNo(_)) {
            return;
        }
        for (i, ev) in events.iter().enumerate() {
            let Some(that) = self.match_one(&t.when, ev, i, src, events) else { continue };
            let first = self.rules.intervening_if != InterveningIf::OnlyLast;
            if first && t.condition.as_ref().is_some_and(|c| !self.holds(c, src.controller, Ref { obj: src.o, inc: src.inc })) {
                continue;
            }
            if matches!(ev, Ev::Enter { .. }) && self.enters_silently(ev) {
                continue;
            }
            let times = 1 + self.extra_times(t, ev, src, back);
            for _ in 0..times {
                found.push(self.pending(id, t, src, that));
            }
            if t.batch {
                break;
            }
        }
    }

    fn pending(&self, id: AbilityId, t: &Trigger, src: Source, that: Option<Ref>) -> Pending {
        // 400.7e: a trigger on its own source's move finds what the source became. 400.7f: a trigger on its host's leaving finds the Aura.
        let leaves = matches!(
            t.when,
            Event::Leaves(_) | Event::Dies(_) | Event::Exiled(_) | Event::ToHand(_) | Event::Sacrificed(_) | Event::LeavesGraveyard(_)
        );
        let its_own = that.is_some_and(|r| r.obj == src.o);
        let its_host = matches!(src.host, Some(Host::Object(h)) if that.is_some_and(|r| r.obj == h.obj));
        let source = Ref { obj: src.o, inc: src.inc };
        Pending {
            source_moves: leaves && (its_own || its_host),
            host: src.host,
            that,
            ..Pending::new(Doing::Ability(id), src.controller, Some(source))
        }
    }

    /// Permanents that enter and make nothing trigger.
    fn enters_silently(&self, ev: &Ev) -> bool {
        let Ev::Enter { o } = *ev else { return false };
        self.statics().any(|(s, a)| match a {
            Static::NoEntersTriggers { to } => self.matches(to, o, self.thing(s).now.controller, Some(s)),
            _ => false,
        })
    }

    /// 603.2d: how many more times a dies trigger triggers, by what was there before.
    fn extra_times(&self, t: &Trigger, ev: &Ev, src: Source, back: bool) -> usize {
        let dying =
            matches!(ev, Ev::Leave { o, to: Place::Graveyard, .. } if self.before.get(o.index()).is_some_and(|w| w.now.is(Type::Creature)));
        if !dying || !back || src.in_graveyard || !matches!(t.when, Event::Dies(_) | Event::Leaves(_)) {
            return 0;
        }
        (0..self.before.len())
            .filter(|i| self.before[*i].seen && self.before[*i].now.controller == src.controller)
            .flat_map(|i| self.before_abilities(Obj(i as u16)))
            .filter(|id| matches!(self.static_of(**id), Some(Static::DiesTriggersTwice)))
            .count()
    }

    /// Whether the event is what the ability waits for; the object that it happened to.
    fn match_one(&self, when: &Event, ev: &Ev, at: usize, src: Source, events: &[Ev]) -> Option<Option<Ref>> {
        let you = src.controller;
        let was = |o: Obj| self.before.get(o.index()).filter(|w| w.seen).map(|w| (w.now, w.tapped));
        let is = |o: Obj| (self.thing(o).now, self.thing(o).tapped);
        let printed = |o: Obj| (self.printed_chars(o), false);
        let fits = |s: &Subject, o: Obj, look: Option<(Chars, bool)>| match s {
            Subject::This => o == src.o,
            Subject::Host => matches!(src.host, Some(Host::Object(r)) if r.obj == o),
            Subject::Any(f) => look.is_some_and(|(now, tapped)| self.looks_like(f, o, &now, tapped, you, Some(src.o))),
        };
        let now = |o: Obj| Some(Some(self.refer(o)));
        match (when, *ev) {
            (Event::Enters(s), Ev::Enter { o }) => {
                let look = if self.rules.enters_as == EntersAs::Printed {
                    Some((Chars { controller: self.thing(o).now.controller, ..self.printed_chars(o) }, false))
                } else {
                    Some(is(o))
                };
                let owned = self.rules.enters_under == EntersUnder::Owner;
                let look = look.map(|(now, t)| if owned { (Chars { controller: self.thing(o).owner, ..now }, t) } else { (now, t) });
                if self.rules.newcomers == Newcomers::SeeOnlyLater && src.o != o {
                    let mine = events.iter().position(|e| matches!(e, Ev::Enter { o } if *o == src.o));
                    if mine.is_some_and(|m| m > at) {
                        return None;
                    }
                }
                fits(s, o, look).then(|| now(o))?
            }
            (Event::Leaves(s), Ev::Leave { o, inc, .. }) => fits(s, o, was(o)).then_some(Some(Ref { obj: o, inc })),
            (Event::Dies(s), Ev::Leave { o, to, inc }) => {
                let to = to == Place::Graveyard || self.rules.dies_means == DiesMeans::AnyLeaving;
                (to && fits(s, o, was(o))).then_some(Some(Ref { obj: o, inc }))
            }
            (Event::Exiled(s), Ev::Leave { o, to: Place::Exile, inc }) => fits(s, o, was(o)).then_some(Some(Ref { obj: o, inc })),
            (Event::ToHand(s), Ev::Leave { o, to: Place::Hand, inc }) => fits(s, o, was(o)).then_some(Some(Ref { obj: o, inc })),
            (Event::ToGraveyard(s), Ev::ToGraveyard { o }) => fits(s, o, Some(printed(o))).then(|| now(o))?,
            (Event::LeavesGraveyard(s), Ev::LeaveGraveyard { o }) => fits(s, o, Some(printed(o))).then(|| now(o))?,
            (Event::Sacrificed(s), Ev::Sacrifice { o, inc }) => fits(s, o, was(o)).then_some(Some(Ref { obj: o, inc })),
            (Event::PhasesOut(s), Ev::PhaseOut { o }) => fits(s, o, was(o)).then(|| now(o))?,
            (Event::PhasesIn(s), Ev::PhaseIn { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::Attacks(s), Ev::Attack { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::Blocks(s), Ev::Block { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::BecomesBlocked(s), Ev::Blocked { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::DealsCombatDamage(s), Ev::CombatDamage { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::DealtDamage(s), Ev::Damaged { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::BecomesTapped(s), Ev::Tap { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::BecomesUntapped(s), Ev::Untap { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::BecomesAttached(s), Ev::Attach { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::BecomesUnattached(s), Ev::Unattach { o }) => fits(s, o, was(o)).then(|| now(o))?,
            (Event::Transforms(s), Ev::Transform { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::BecomesTarget(s), Ev::Target { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::Visited(s), Ev::Visit { o }) => fits(s, o, Some(is(o))).then(|| now(o))?,
            (Event::LoseControl(s), Ev::Control { o, from, .. }) => (from == you && fits(s, o, was(o))).then(|| now(o))?,
            (Event::OpponentGains(s), Ev::Control { o, from, to }) => (from == you && to != you && fits(s, o, was(o))).then(|| now(o))?,
            (Event::Beginning { step, whose }, Ev::Begin { step: began }) => {
                (*step == began && self.is_whose(*whose, self.active, you, Some(src.o))).then_some(None)
            }
            (Event::Discards(w), Ev::Discard { s }) => self.is_whose(*w, s, you, Some(src.o)).then_some(None),
            (Event::Draws(w), Ev::Draw { s }) => self.is_whose(*w, s, you, Some(src.o)).then_some(None),
            (Event::PlayerLoses(w), Ev::Lose { s }) => {
                let enchanted = matches!(src.host, Some(Host::Player(p)) if p == s);
                let whose = match w {
                    outofphase_adapter::Whose::Enchanted => enchanted,
                    w => self.is_whose(*w, s, you, None),
                };
                whose.then_some(None)
            }
            (Event::DayNightChanges(_), Ev::DayNight) => Some(None),
            (Event::Chapter(n), Ev::Lore { o, from, to }) => (o == src.o && from < *n && *n <= to).then(|| now(o))?,
            _ => None,
        }
    }

    /// Whether a condition holds (603.4). A source that changed zones is another object (400.7).
    pub(crate) fn holds(&self, c: &Condition, you: Seat, is: Ref) -> bool {
        let source = is.obj;
        match c {
            Condition::YouControl { all, at_least } => {
                let mut f = *all;
                f.whose = outofphase_adapter::Whose::You;
                self.count(&f, you, Some(source)) >= usize::from(*at_least)
            }
            Condition::YouControlNo(f) => {
                let mut f = *f;
                f.whose = outofphase_adapter::Whose::You;
                self.count(&f, you, Some(source)) == 0
            }
            Condition::ThisIsTapped(tapped) => self.thing(source).tapped == *tapped,
            Condition::ThisOnBattlefield => self.is(is) && self.thing(source).seen(),
            Condition::ThisInGraveyard => self.is(is) && self.thing(source).place == Place::Graveyard,
            Condition::ItIs(d) => self.day_night == Some(*d),
            _ => false,
        }
    }

    fn match_delayed(&mut self, events: &[Ev], found: &mut Vec<Pending>) {
        if self.delayed.is_empty() {
            return;
        }
        let mut i = 0;
        while i < self.delayed.len() {
            let d = &self.delayed[i];
            let is_out = |r: Ref| self.is(r) && self.thing(r.obj).out().is_some();
            if self.rules.delayed_source == DelayedSource::Waits && d.source.is_some_and(is_out) {
                i += 1;
                continue;
            }
            let hit = match d.when {
                DelayedWhen::Step(step, of) => {
                    let began = events.iter().any(|e| matches!(e, Ev::Begin { step: s } if *s == step));
                    (began && of.is_none_or(|s| s == self.active)).then_some(d.that)
                }
                DelayedWhen::Event(event, about) => {
                    let w = self.before.get(about.obj.index());
                    let back = self.looks_back(&event);
                    let there = if back { w.is_some_and(|w| w.inc == about.inc) } else { self.is(about) };
                    let controller = if matches!(event, Event::LoseControl(_)) { d.by } else { self.thing(about.obj).now.controller };
                    let src = Source { o: about.obj, inc: about.inc, controller, host: None, in_graveyard: false };
                    let that =
                        there.then(|| events.iter().enumerate().find_map(|(k, ev)| self.match_one(&event, ev, k, src, events))).flatten();
                    that.map(|t| t.or(d.that))
                }
            };
            match hit {
                None => i += 1,
                Some(that) => {
                    let d = self.delayed.remove(i);
                    found.push(Pending {
                        source_moves: true,
                        that,
                        bound: Some(d.bound),
                        delayed: true,
                        ..Pending::new(Doing::Effect(Box::new(d.effect)), d.by, d.source)
                    });
                }
            }
        }
    }

    /// State triggers (603.8), looked at after every event, in the middle of a resolution too.
    pub(crate) fn state_triggers(&mut self) {
        if !self.any.state_triggers {
            return;
        }
        let mut found: Vec<Pending> = Vec::new();
        for o in self.seen() {
            for &id in self.abilities_now(o) {
                let Some(t) = self.trigger_of(id) else { continue };
                let Event::ControlNo(f) = t.when else { continue };
                let controller = self.thing(o).now.controller;
                let mut yours = f;
                yours.whose = outofphase_adapter::Whose::You;
                if t.condition.as_ref().is_some_and(|c| !self.holds(c, controller, self.refer(o))) {
                    continue;
                }
                let pending = |p: &Pending| matches!(p.doing, Doing::Ability(i) if i == id) && p.source == Some(self.refer(o));
                if self.count(&yours, controller, Some(o)) == 0
                    && !self.waiting.iter().any(pending)
                    && !self.stack.iter().any(pending)
                    && self.resolving != Some((id, self.refer(o)))
                {
                    let src = Source { o, inc: self.thing(o).inc, controller, host: None, in_graveyard: false };
                    found.push(self.pending(id, t, src, None));
                }
            }
        }
        for p in &found {
            if let (Some(r), Doing::Ability(id)) = (p.source, &p.doing) {
                let gain = self.trigger_of(*id).map_or(0, |t| t.gain);
                self.note(LogEvent::Triggered { source: r.obj, controller: p.by, gain });
            }
        }
        self.waiting.extend(found);
    }

    /// Whether an owner's leaving makes leaves-the-battlefield abilities trigger (603.6c).
    pub(crate) fn owner_leaving_triggers(&self) -> bool {
        self.rules.owner_leaves_triggers == OwnerLeavesTriggers::Yes
    }

    /// The beginning of a step, for "at the beginning of" abilities (603.2b). They wait until the turn-based actions are done (703.1a).
    pub(crate) fn step_begins(&mut self, step: Step) {
        let begins = Ev::Begin { step };
        if self.dirty || !self.delayed.is_empty() || self.any.state_triggers || self.any.awaited.meets(Kinds::of(&begins)) {
            self.happen(begins);
        }
    }
}
