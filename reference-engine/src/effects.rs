//! One-shot effects: what each word of the vocabulary does when it resolves (608.2, 610).

use crate::durations::Watched;
use crate::game::{Change, Delayed, DelayedWhen, ExileLink, Game, Host, Mana, Ref};
use crate::happening::Ev;
use crate::rulebook::{
    DelayedNewObject, DelayedPhasedOut, ExileUntilPassed, MovedOn, PhasedOutNamed, PhasedOutTarget, Skips, UntilEventPassed,
};
use outofphase_adapter::{Amount, Attached, CounterKind, Effect, Keyword, LogEvent, Obj, Place, Seat, Step, Type, Types, Until, What};
use std::cell::RefCell;

/// What a resolving effect knows.
#[derive(Copy, Clone)]
pub(crate) struct Context<'a> {
    pub(crate) by: Seat,
    pub(crate) source: Option<Ref>,
    pub(crate) source_moves: bool,
    /// What the source was attached to when the ability triggered (608.2h).
    pub(crate) host: Option<Host>,
    pub(crate) that: Option<Ref>,
    pub(crate) bound: Option<&'a [Ref]>,
    pub(crate) targeted: bool,
    pub(crate) delayed: bool,
    /// The "for as long as" durations of the resolution that this is a part of.
    pub(crate) durations: Option<&'a RefCell<Vec<Watched>>>,
}

impl Context<'_> {
    /// An effect that simply resolves.
    pub(crate) fn plain(by: Seat) -> Context<'static> {
        Context {
            by,
            source: None,
            source_moves: false,
            host: None,
            that: None,
            bound: None,
            targeted: false,
            delayed: false,
            durations: None,
        }
    }
}

impl Game {
    /// Whether a named object is still what was named.
    fn still_named(&self, o: Obj, cx: &Context<'_>) -> bool {
        let Some(bound) = cx.bound else { return true };
        let anyway = cx.delayed && self.rules.delayed_new_object == DelayedNewObject::Yes;
        anyway || bound.iter().find(|r| r.obj == o).is_none_or(|r| self.is(*r))
    }

    /// Whether a target is still legal on resolution (608.2b): the same object, which the game sees (702.26b).
    pub(crate) fn legal_target(&self, o: Obj, cx: &Context<'_>) -> bool {
        let t = self.thing(o);
        let sees = t.out().is_none() || self.rules.phased_out_target == PhasedOutTarget::Yes;
        self.still_named(o, cx) && sees && !(t.seen() && t.now.has(Keyword::Shroud))
    }

    /// The objects that a word is about, as they are found now.
    fn objects(&self, w: &What, cx: &Context<'_>) -> Vec<Obj> {
        let found = |r: Option<Ref>, moves: bool| -> Vec<Obj> {
            let Some(r) = r else { return Vec::new() };
            let t = self.thing(r.obj);
            let moved_once = moves && t.inc == r.inc + 1 && self.finds_itself(r);
            // 603.6, 400.7e: not in a hidden zone.
            let public = !matches!(t.place, Place::Hand | Place::Library);
            let there = (public && (self.is(r) || moved_once)) || self.rules.moved_on == MovedOn::Found;
            if there { vec![r.obj] } else { Vec::new() }
        };
        match w {
            What::These(v) => {
                v.iter().copied().filter(|o| self.still_named(*o, cx) && (!cx.targeted || self.legal_target(*o, cx))).collect()
            }
            What::All(f) => {
                let mut all = Vec::new();
                self.all_matching(f, cx.by, cx.source.map(|r| r.obj), &mut all);
                all
            }
            What::This => found(cx.source, cx.source_moves),
            What::That => found(cx.that, false),
            What::Host => {
                // 608.2h: what it is attached to now or, if it is gone, what it was last attached to.
                let there = cx.source.filter(|r| self.is(*r) && self.thing(r.obj).on_battlefield());
                match there.map_or(cx.host, |r| self.thing(r.obj).host) {
                    Some(Host::Object(r)) if self.is(r) => vec![r.obj],
                    _ => Vec::new(),
                }
            }
        }
    }

    fn finds_itself(&self, r: Ref) -> bool {
        self.rules.aura_finds_itself == crate::rulebook::AuraFindsItself::Yes || !self.thing(r.obj).front.card.types.has(Type::Aura)
    }

    /// Whether an effect can act on a permanent: it is phased in (702.26b).
    fn can_affect(&self, o: Obj, w: &What, cx: &Context<'_>) -> bool {
        let t = self.thing(o);
        let reach = match w {
            What::All(_) => true,
            _ if cx.delayed => {
                self.rules.delayed_phased_out == DelayedPhasedOut::Yes || self.rules.phased_out_named == PhasedOutNamed::Affected
            }
            _ if cx.targeted && self.rules.phased_out_target == PhasedOutTarget::Yes => true,
            _ => self.rules.phased_out_named == PhasedOutNamed::Affected,
        };
        t.seen() || (t.out().is_some() && reach)
    }

    /// The permanents that a word is about and an effect can act on.
    fn permanents(&self, w: &What, cx: &Context<'_>) -> Vec<Obj> {
        self.objects(w, cx).into_iter().filter(|o| self.thing(*o).on_battlefield() && self.can_affect(*o, w, cx)).collect()
    }

    /// The same, or cards in the zones given.
    fn permanents_or_cards(&self, w: &What, cx: &Context<'_>, zones: &[Place]) -> Vec<Obj> {
        self.objects(w, cx)
            .into_iter()
            .filter(|o| {
                let t = self.thing(*o);
                if t.on_battlefield() { self.can_affect(*o, w, cx) } else { zones.contains(&t.place) && self.in_game(t.owner) }
            })
            .collect()
    }

    /// Performs an effect.
    pub(crate) fn perform(&mut self, e: &Effect, cx: &Context<'_>) {
        if self.over() {
            return;
        }
        match e {
            Effect::PhaseOut(w) => {
                let out = self.permanents(w, cx);
                self.phase(&[], &out, None);
            }
            Effect::PhaseIn(w) => {
                let into = self.phased_out_ones(w, cx);
                self.phase(&into, &[], None);
            }
            Effect::PhaseInAndOut { r#in, out } => {
                let (into, out) = (self.phased_out_ones(r#in, cx), self.permanents(out, cx));
                self.phase(&into, &out, None);
            }
            Effect::PhaseOutUntil { what, leaves } => {
                let holder = self.holder_of(*leaves, cx);
                let out = self.permanents(what, cx);
                // 610.4b-c: nothing phases out if the event has happened already.
                let passed = |h: &Ref| !self.is(*h) || !self.thing(h.obj).on_battlefield();
                if let Some(h) = holder.filter(|h| !passed(h) || self.rules.until_event_passed == UntilEventPassed::PhasesOut) {
                    self.phase(&[], &out, Some(h));
                }
            }
            Effect::Destroy(w) => {
                let doomed: Vec<Obj> =
                    self.permanents(w, cx).into_iter().filter(|o| !self.thing(*o).now.has(Keyword::Indestructible)).collect();
                self.move_all(&doomed, Place::Graveyard);
            }
            Effect::Exile(w) => {
                let all = self.permanents_or_cards(w, cx, &[Place::Graveyard, Place::Hand, Place::Library]);
                self.move_all(&all, Place::Exile);
            }
            Effect::ExileUntil { what, leaves } => {
                let holder = self.holder_of(*leaves, cx);
                // 610.3a-b: nothing moves if the event has happened already.
                let waits = holder.is_some_and(|h| self.is(h) && self.thing(h.obj).on_battlefield());
                if let Some(holder) = holder.filter(|_| waits || self.rules.exile_until_passed == ExileUntilPassed::ForGood) {
                    let all = self.permanents(what, cx);
                    self.move_all(&all, Place::Exile);
                    for o in all {
                        if self.thing(o).place == Place::Exile {
                            self.links.push(ExileLink { card: self.refer(o), holder });
                        }
                    }
                }
            }
            Effect::ExileAndReturn(w) => {
                let all = self.permanents(w, cx);
                self.move_all(&all, Place::Exile);
                let back: Vec<(Obj, Seat)> = all
                    .into_iter()
                    .filter(|o| self.thing(*o).place == Place::Exile && !self.thing(*o).token)
                    .map(|o| (o, self.thing(o).owner))
                    .collect();
                self.enter(&back, false, None);
            }
            Effect::ReturnToHand(w) => {
                let all = self.permanents_or_cards(w, cx, &[Place::Graveyard, Place::Exile]);
                self.move_all(&all, Place::Hand);
            }
            Effect::PutOnLibrary(w) => {
                let all = self.permanents_or_cards(w, cx, &[Place::Graveyard, Place::Exile, Place::Hand]);
                self.move_all(&all, Place::Library);
            }
            Effect::Sacrifice(w) => {
                let all = self.permanents(w, cx);
                self.sacrifice(&all);
            }
            Effect::PutOntoBattlefield { what, under, tapped, on } => {
                let under = under.unwrap_or(cx.by);
                let all: Vec<(Obj, Seat)> = self
                    .objects(what, cx)
                    .into_iter()
                    .filter(|o| !self.thing(*o).token && !self.thing(*o).on_battlefield())
                    .map(|o| (o, under))
                    .collect();
                self.enter(&all, *tapped, *on);
            }
            Effect::Create(tokens) => {
                let all: Vec<(Obj, Seat)> =
                    tokens.iter().filter(|o| self.thing(**o).place == Place::Outside).map(|o| (*o, cx.by)).collect();
                for (o, _) in &all {
                    // 111.2: the player who creates a token owns it.
                    self.thing_mut(*o).owner = cx.by;
                }
                self.enter(&all, false, None);
            }
            Effect::Mill { who, n } => self.mill(*who, *n),
            Effect::Damage { to, n } => {
                let all = self.permanents(to, cx);
                self.begin();
                for o in all {
                    self.damage(cx.source.map(|r| r.obj), o, u16::from(*n), false);
                }
                self.touch();
                self.commit();
            }
            Effect::DamagePlayer { who, n } if self.in_game(*who) => {
                self.player_mut(*who).life -= i64::from(*n);
                self.note(LogEvent::Damage { from: cx.source.map(|r| r.obj), to: Attached::Player(*who), n: u16::from(*n) });
            }
            Effect::Draw(amount) => {
                let n = match amount {
                    Amount::N(n) => usize::from(*n),
                    Amount::ForEach(f) => self.count(f, cx.by, cx.source.map(|r| r.obj)),
                };
                for _ in 0..n {
                    self.draw(cx.by);
                }
            }
            Effect::Discard(n) => self.discard(cx.by, usize::from(*n)),
            Effect::LoseTheGame(seats) => {
                let seats: Vec<Seat> = seats.iter().copied().filter(|s| self.in_game(*s)).collect();
                self.lose(&seats);
            }
            Effect::Pump { what, power, toughness, until } => self.continuous(Change::Pump(*power, *toughness), what, *until, cx),
            Effect::GainAbility { what, ability, until } => {
                let id = self.abilities.len() as u16;
                self.learn_one(ability);
                self.continuous(Change::Ability(id), what, *until, cx);
            }
            Effect::LoseAbilities { what, until } => self.continuous(Change::LoseAbilities, what, *until, cx),
            Effect::BecomeCreatures { what, power, toughness, until } => {
                self.continuous(Change::Creature(i16::from(*power), i16::from(*toughness)), what, *until, cx);
            }
            Effect::LoseTypes { what, types, until } => self.continuous(Change::LoseTypes(*types), what, *until, cx),
            Effect::GainControl { what, until } if self.in_game(cx.by) => self.continuous(Change::Control, what, *until, cx),
            Effect::CantPhaseOut { what, until } => self.continuous(Change::CantPhaseOut, what, *until, cx),
            Effect::CantPhaseIn { what, until } => {
                let all: Vec<Obj> = match what {
                    What::All(_) => self.phased_out_ones(what, cx),
                    w => self.objects(w, cx),
                };
                self.begin();
                self.add_effect(Change::CantPhaseIn, &all, true, *until, cx);
                self.commit();
            }
            Effect::Tap(w) => {
                let all = self.permanents(w, cx);
                self.set_tapped(&all, true);
            }
            Effect::Untap(w) => {
                let all = self.permanents(w, cx);
                self.set_tapped(&all, false);
            }
            Effect::PutCounters { on, counter, n } => {
                let all = self.permanents(on, cx);
                self.begin();
                for o in all {
                    self.put_counters(o, *counter, *n, true);
                }
                self.commit();
            }
            Effect::RemoveCounters { from, counter, n } => {
                let all = self.permanents(from, cx);
                self.begin();
                for o in all {
                    let c = self.thing(o).counters.get(*counter);
                    self.thing_mut(o).counters.set(*counter, c.saturating_sub(*n));
                    self.note(LogEvent::Counters { object: o });
                    if *counter == CounterKind::Defense {
                        self.defense_removed(o, c);
                    }
                }
                self.touch();
                self.commit();
            }
            Effect::Attach { what, to } => {
                let all = self.permanents(what, cx);
                for o in all {
                    self.attach(o, *to);
                }
            }
            Effect::Unattach(w) => {
                let all = self.permanents(w, cx);
                self.begin();
                for o in all {
                    self.unattach(o);
                }
                self.touch();
                self.commit();
            }
            Effect::RemoveFromCombat(w) => {
                let all = self.permanents(w, cx);
                self.begin();
                for o in all {
                    self.remove_from_combat(o);
                }
                self.commit();
            }
            Effect::SkipNextStep { who, step } => {
                let adds = self.rules.skips == Skips::AddUp;
                let skips = &mut self.player_mut(*who).skips[*step as usize];
                *skips = if adds { skips.saturating_add(1) } else { 1 };
            }
            Effect::DoesntUntapNext(w) => {
                let all = self.permanents(w, cx);
                self.begin();
                self.add_effect(Change::StaysTapped, &all, false, Until::Forever, cx);
                self.commit();
            }
            Effect::ExtraTurn(s) => self.extra_turns.push(*s),
            Effect::ExtraCombat { main } => self.add_combat(*main),
            Effect::ExtraStep(step) => self.plan.push_front(*step),
            Effect::EndTheTurn => self.end_the_turn(),
            Effect::ItBecomes(d) => self.becomes(*d),
            Effect::CastSpells(n) => self.player_mut(cx.by).spells_this_turn += u16::from(*n),
            Effect::AddMana { color, n, keep } => {
                self.player_mut(cx.by).mana.push(Mana { color: *color, n: u16::from(*n), keep: *keep });
            }
            Effect::Transform(w) => {
                let all = self.permanents(w, cx);
                self.begin();
                for o in all {
                    // 702.145: daybound permanents transform by day and night only.
                    if self.thing(o).front.keywords & (1 << Keyword::Daybound as u32) == 0 {
                        self.turn_over(o);
                    }
                }
                self.commit();
            }
            Effect::ChangeProtector { what, to } => {
                let all = self.permanents(what, cx);
                self.begin();
                for o in all {
                    self.protect(o, *to);
                }
                self.commit();
            }
            Effect::CantBlockThisTurn(f) => self.cant_block.push((*f, cx.by)),
            Effect::AtTheNext { step, of, then } => self.delay(DelayedWhen::Step(*step, *of), then, false, cx),
            Effect::When { event, about, this_turn, then } => {
                // 603.7a: what it was when the effect was announced, if it was; a new object is not watched.
                let about = cx.bound.and_then(|b| b.iter().find(|r| r.obj == *about)).copied().unwrap_or_else(|| self.refer(*about));
                self.delay(DelayedWhen::Event(*event, about), then, *this_turn, cx);
            }
            Effect::InOrder(parts) => {
                let mut cx = *cx;
                let own = RefCell::new(Vec::new());
                let durations = cx.durations.unwrap_or(&own);
                if cx.durations.is_none() {
                    own.replace(self.watch_durations(e, &cx));
                    cx.durations = Some(&own);
                }
                let fixed = cx.that.is_some();
                for part in parts {
                    let about = part.what().map(|w| self.objects(w, &cx));
                    self.perform(part, &cx);
                    self.look_at_durations(&mut durations.borrow_mut(), cx.by);
                    if let (false, Some([one])) = (fixed, about.as_deref()) {
                        cx.that = Some(self.refer(*one));
                    }
                }
            }
            _ => {}
        }
    }

    fn phased_out_ones(&self, w: &What, cx: &Context<'_>) -> Vec<Obj> {
        let all = match w {
            What::All(f) => {
                let mut f = *f;
                f.phased_out = true;
                let mut all = Vec::new();
                self.all_matching(&f, cx.by, cx.source.map(|r| r.obj), &mut all);
                all
            }
            w => self.objects(w, cx),
        };
        all.into_iter().filter(|o| self.thing(*o).out().is_some()).collect()
    }

    fn holder_of(&self, h: outofphase_adapter::Holder, cx: &Context<'_>) -> Option<Ref> {
        let holder = self.holder(h, cx.source)?;
        Some(cx.bound.and_then(|b| b.iter().find(|r| r.obj == holder.obj)).copied().unwrap_or(holder))
    }

    fn continuous(&mut self, change: Change, what: &What, until: Until, cx: &Context<'_>) {
        // 702.26e: what is phased out is not among the affected; `add_effect` sees to that.
        let all: Vec<Obj> = match what {
            What::All(f) => {
                let mut all = Vec::new();
                self.all_matching(f, cx.by, cx.source.map(|r| r.obj), &mut all);
                if self.rules.effects_on_phased_out == crate::rulebook::EffectsOnPhasedOut::Included {
                    all.extend(self.battlefield.iter().copied().filter(|o| {
                        let t = self.thing(*o);
                        t.out().is_some() && self.looks_like(f, *o, &t.now, t.tapped, cx.by, cx.source.map(|r| r.obj))
                    }));
                }
                all
            }
            w => self.objects(w, cx).into_iter().filter(|o| self.thing(*o).on_battlefield()).collect(),
        };
        let names_out = matches!(what, What::All(f) if f.phased_out);
        self.begin();
        self.add_effect(change, &all, names_out, until, cx);
        self.commit();
    }

    fn delay(&mut self, when: DelayedWhen, then: &Effect, this_turn: bool, cx: &Context<'_>) {
        let mut bound: Vec<Ref> =
            then.parts().iter().flat_map(|e| e.what().map(|w| w.named().to_vec()).unwrap_or_default()).map(|o| self.refer(o)).collect();
        // What was bound when the effect was announced stays so.
        if let Some(earlier) = cx.bound {
            for r in &mut bound {
                if let Some(e) = earlier.iter().find(|e| e.obj == r.obj) {
                    *r = *e;
                }
            }
        }
        let that = cx.that.filter(|r| self.is(*r) || self.rules.moved_on == MovedOn::Found);
        self.delayed.push(Delayed { when, effect: then.clone(), by: cx.by, source: cx.source, bound, this_turn, that });
    }

    /// Taps or untaps permanents, all at once. Only a change makes "becomes tapped" true (603.2e).
    pub(crate) fn set_tapped(&mut self, all: &[Obj], tapped: bool) {
        self.begin();
        for &o in all {
            if self.thing(o).tapped != tapped {
                self.thing_mut(o).tapped = tapped;
                let (ev, note) = if tapped {
                    (Ev::Tap { o }, LogEvent::Tapped { object: o })
                } else {
                    (Ev::Untap { o }, LogEvent::Untapped { object: o })
                };
                self.events.push(ev);
                self.note(note);
            }
        }
        self.touch();
        self.commit();
    }

    /// Players sacrifice what they control (701.21), all at once.
    pub(crate) fn sacrifice(&mut self, all: &[Obj]) {
        self.begin();
        for &o in all {
            self.move_one(o, Place::Graveyard);
            let inc = self.thing(o).inc;
            self.events.push(Ev::Sacrifice { o, inc });
        }
        self.touch();
        self.commit();
    }

    /// Deals damage to a permanent (120.3), within a batch.
    pub(crate) fn damage(&mut self, from: Option<Obj>, to: Obj, n: u16, deathtouch: bool) {
        if n == 0 {
            return;
        }
        self.note(LogEvent::Damage { from, to: Attached::Object(to), n });
        let mut types = self.thing(to).now.types;
        if !self.battle(types) {
            types = types.without(Types::one(Type::Battle));
        }
        let small = u8::try_from(n).unwrap_or(u8::MAX);
        let defense = self.thing(to).counters.get(CounterKind::Defense);
        let t = self.thing_mut(to);
        if types.has(Type::Creature) {
            t.damage = t.damage.saturating_add(n);
            t.deathtouched |= deathtouch;
        }
        for (kind, of) in [(CounterKind::Loyalty, Type::Planeswalker), (CounterKind::Defense, Type::Battle)] {
            if types.has(of) {
                t.counters.set(kind, t.counters.get(kind).saturating_sub(small));
            }
        }
        if types.has_any(Types::one(Type::Creature).with(Types::one(Type::Planeswalker)).with(Types::one(Type::Battle))) {
            self.events.push(Ev::Damaged { o: to });
        }
        self.defense_removed(to, defense);
    }

    /// Attaches a permanent to something (701.3), if it can be.
    fn attach(&mut self, o: Obj, to: Attached) {
        let Some(host) = self.as_host(to) else { return };
        if host == Host::Object(self.refer(o)) || self.thing(o).host == Some(host) || !self.can_attach(o, host) {
            return;
        }
        self.begin();
        if self.thing(o).host.is_some() {
            self.unattach(o);
        }
        let stamp = self.new_stamp();
        let t = self.thing_mut(o);
        // 613.7e: a new timestamp on becoming attached.
        (t.host, t.stamp) = (Some(host), stamp);
        self.note(LogEvent::Attached { object: o, to });
        self.events.push(Ev::Attach { o });
        self.touch();
        self.commit();
    }

    /// Whether something may be attached to that (301.5, 301.6, 303.4).
    pub(crate) fn can_attach(&self, o: Obj, host: Host) -> bool {
        let types = self.thing(o).now.types;
        match host {
            Host::Player(_) => types.has(Type::Aura),
            Host::Object(r) => {
                let h = self.thing(r.obj).now.types;
                types.has(Type::Aura)
                    || (types.has(Type::Equipment) && !types.has(Type::Creature) && h.has(Type::Creature))
                    || (types.has(Type::Fortification) && h.has(Type::Land))
            }
        }
    }

    /// Makes a permanent unattached, within a batch.
    pub(crate) fn unattach(&mut self, o: Obj) {
        if self.thing_mut(o).host.take().is_some() {
            // 702.103f: a bestowed Aura that becomes unattached stops being bestowed.
            self.thing_mut(o).bestowed = false;
            self.note(LogEvent::Unattached { object: o });
            self.events.push(Ev::Unattach { o });
        }
    }

    /// Whether a step is one that a player is told to skip; uses the skip up (614.10a).
    pub(crate) fn uses_skip(&mut self, s: Seat, step: Step) -> bool {
        let skips = &mut self.player_mut(s).skips[step as usize];
        if *skips > 0 {
            *skips -= 1;
            return true;
        }
        false
    }
}
