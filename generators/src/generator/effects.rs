//! Effects, and what they are aimed at.

use super::Generator;
use super::abilities::{one_of, some_of};
use super::play::Do;
use crate::family::Family as F;
use crate::model::Ends;
use crate::model::set::{self, Set, each, one};
use crate::source::Source;
use outofphase_adapter::{
    Ability, Amount, Attached, Color, DayNight, Effect, Event, Filter, Holder, Keyword, Obj, Seat, Step, Subject, Trigger, Type, Types,
    Until, What,
};

type Watched = (fn(Subject) -> Event, &'static str, u32);

/// What a delayed trigger waits for.
const WATCHED: [Watched; 5] = [
    (Event::Leaves, "leaves", 3),
    (Event::Dies, "dies", 3),
    (Event::PhasesOut, "phases out", 3),
    (Event::PhasesIn, "phases in", 3),
    (Event::BecomesTapped, "becomes tapped", 1),
];

impl Generator {
    /// Cards that are not on the battlefield, and tokens that are no more.
    pub(super) fn away(&self) -> Set {
        let m = &self.model;
        let all = if m.n >= 64 { !0 } else { (1 << m.n) - 1 };
        all & !m.bf
    }

    /// Equipment, Auras on permanents, and Fortifications that the game sees.
    pub(super) fn gear(&self) -> Set {
        let m = &self.model;
        let kinds = Types::one(Type::Equipment).with(Types::one(Type::Aura)).with(Types::one(Type::Fortification));
        each(m.seen())
            .filter(|o| {
                m.printed[o.index()].has_any(kinds)
                    && !(m.attached & one(*o) != 0 && matches!(m.on[o.index()], Attached::Player(_)))
                    && m.creature & one(*o) == 0
            })
            .fold(0, |s, o| s | one(o))
    }

    /// Auras on players.
    pub(super) fn curses(&self) -> Set {
        let m = &self.model;
        each(m.seen() & m.attached).filter(|o| matches!(m.on[o.index()], Attached::Player(_))).fold(0, |s, o| s | one(o))
    }

    /// What a piece of gear could be moved to.
    fn hosts(&self, o: Obj) -> Set {
        let m = &self.model;
        let t = m.printed[o.index()];
        let now = m.host(o).map_or(0, one);
        let base = m.seen() & !one(o) & !now;
        if t.has(Type::Equipment) {
            base & m.creature
        } else if t.has(Type::Fortification) {
            m.of_type(Type::Land, base)
        } else if m.facts.control_aura == Some(o) {
            // Two effects on one permanent's control, one of them of an Aura that phased, have no order that the rules fix.
            base & m.creature & !self.stolen()
        } else {
            base & m.creature
        }
    }

    pub(super) fn attachable(&self) -> bool {
        each(self.gear()).any(|o| self.hosts(o) != 0)
    }

    pub(super) fn unattachable(&self) -> Set {
        let m = &self.model;
        self.gear() & m.attached & !each(m.seen()).filter(|o| m.printed[o.index()].has(Type::Aura)).fold(0, |s, o| s | one(o))
    }

    /// Cards that can be put onto the battlefield without a question.
    pub(super) fn returnable(&self) -> Set {
        let m = &self.model;
        each((m.graveyard | m.exile | m.hand | m.library) & !m.token).filter(|o| !self.asks(*o)).fold(0, |s, o| s | one(o))
    }

    /// Permanents that can leave and come back without a question.
    pub(super) fn blinkable(&self) -> Set {
        each(self.model.seen()).filter(|o| !self.asks(*o)).fold(0, |s, o| s | one(o))
    }

    pub(super) fn countered(&self) -> Set {
        let m = &self.model;
        each(m.seen()).filter(|o| m.counters[o.index()].iter().any(|n| *n > 0)).fold(0, |s, o| s | one(o))
    }

    /// Double-faced permanents that can transform: one with daybound does so by day and night only (702.145b).
    pub(super) fn turnable(&self) -> Set {
        let m = &self.model;
        m.two_faced & m.seen() & !m.printed_keywords[Keyword::Daybound as usize]
    }

    fn stolen(&self) -> Set {
        self.model.thefts.iter().fold(0, |s, t| s | one(t.what))
    }

    /// Permanents under somebody's control for a time.
    pub(super) fn lent(&self) -> Set {
        self.model.thefts.iter().filter(|t| t.ends != Ends::Never).fold(0, |s, t| s | one(t.what))
    }

    /// What may phase out: not what is lent, for the rules leave open under whom it comes back when the loan ends meanwhile.
    pub(super) fn phasable(&self) -> Set {
        let m = &self.model;
        let lent = self.lent();
        let mut set = m.seen() & !lent;
        if lent != 0 {
            let hosts = each(lent & m.attached).filter_map(|o| m.host(o)).fold(0, |s, o| s | one(o));
            set &= !hosts;
        }
        set
    }

    /// What somebody can gain control of: no attachment, and no host of an Aura that says who controls it.
    pub(super) fn thievable(&self) -> Set {
        let m = &self.model;
        let enchanted = m.facts.control_aura.and_then(|a| m.host(a)).map_or(0, one);
        each(m.seen() & !m.attached & !enchanted)
            .filter(|o| !m.printed[o.index()].has_any(Types::one(Type::Battle).with(Types::one(Type::Aura))))
            .fold(0, |s, o| s | one(o))
    }

    /// One to three objects of `right`; or, when the action is to miss, of what is phased out or away.
    fn aim<S: Source + ?Sized>(&mut self, src: &mut S, right: Set) -> Option<What> {
        // On a bare board only phasing is about two at once.
        self.aim_at_most(src, right, if self.config.bare { 1 } else { 3 })
    }

    fn aim_at_most<S: Source + ?Sized>(&mut self, src: &mut S, right: Set, most: u32) -> Option<What> {
        let mut from = right;
        if std::mem::take(&mut self.wrong) {
            let (out, away) = (self.model.out, self.away());
            from = if out != 0 && (away == 0 || src.chance(3, 4)) { out } else { away };
        }
        let n = set::len(from);
        if n == 0 {
            return None;
        }
        let most = n.min(most);
        let size = 1 + src.weighted(&[6, if most > 1 { 2 } else { 0 }, if most > 2 { 1 } else { 0 }]) as u32;
        Some(What::These(some_of(src, from, size)))
    }

    /// Exactly one, likewise.
    fn aim_one<S: Source + ?Sized>(&mut self, src: &mut S, right: Set) -> Option<Obj> {
        let mut from = right;
        if std::mem::take(&mut self.wrong) {
            let (out, away) = (self.model.out, self.away());
            from = if out != 0 { out } else { away };
        }
        (from != 0).then(|| one_of(src, from))
    }

    fn player<S: Source + ?Sized>(&self, src: &mut S) -> Seat {
        self.model.player(src.below(self.model.players()))
    }

    fn small<S: Source + ?Sized>(&self, src: &mut S, most: u32) -> u8 {
        if self.config.bare { 1 } else { 1 + src.below(most) as u8 }
    }

    /// A filter with a match, more often than not.
    fn crowd<S: Source + ?Sized>(&self, src: &mut S, by: Seat) -> Filter {
        let f = self.filter(src);
        if self.config.bare || self.model.all(&f, by, None) != 0 { f } else { Filter { types: f.types, ..Filter::ANY } }
    }

    /// What an effect of this kind is about; creatures first, where creatures make sense.
    pub(super) fn effect<S: Source + ?Sized>(&mut self, src: &mut S, kind: Do, by: Seat) -> Option<Effect> {
        let seen = self.model.seen();
        let creatures = seen & self.model.creature;
        let bare = self.config.bare;
        Some(match kind {
            Do::PhaseOut => Effect::PhaseOut(self.aim_at_most(src, self.phasable(), if bare { 2 } else { 3 })?),
            Do::PhaseOutAll => Effect::PhaseOut(What::All(self.crowd(src, by))),
            Do::PhaseIn => {
                let right = self.model.out & self.model.direct;
                if std::mem::take(&mut self.wrong) {
                    // Phasing in what is phased in, or what only its host brings back.
                    let indirect = self.model.out & !self.model.direct;
                    let from = if indirect != 0 { indirect } else { seen };
                    return (from != 0).then(|| Effect::PhaseIn(What::one(one_of(src, from))));
                }
                Effect::PhaseIn(self.aim(src, right)?)
            }
            Do::PhaseInAll => Effect::PhaseIn(What::All(self.outs(src))),
            Do::PhaseSwap => {
                let r#in = if src.chance(1, 2) { What::All(self.outs(src)) } else { self.aim(src, self.model.out & self.model.direct)? };
                let out = self.aim(src, self.phasable())?;
                Effect::PhaseInAndOut { r#in, out }
            }
            Do::PhaseOutUntil => {
                let what = self.aim(src, self.phasable())?;
                let leaves = Holder::Object(self.holder(src, &what)?);
                Effect::PhaseOutUntil { what, leaves }
            }
            Do::LockOut => {
                let what = self.aim(src, seen)?;
                Effect::CantPhaseOut { what, until: self.until(src, by, 0)? }
            }
            Do::LockIn => {
                let out = self.model.out;
                let what = What::These(some_of(src, out, 1));
                let until =
                    if self.avoid.until("your next turn") && !bare && src.chance(1, 2) { Until::YourNextTurn } else { Until::EndOfTurn };
                if !self.avoid.until(until.word()) {
                    return None;
                }
                Effect::CantPhaseIn { what, until }
            }
            Do::Attach => return self.attach(src),
            Do::AttachToPlayer => {
                let what = What::one(one_of(src, self.curses()));
                Effect::Attach { what, to: Attached::Player(self.player(src)) }
            }
            Do::Unattach => Effect::Unattach(self.aim(src, self.unattachable())?),
            Do::Create => {
                let m = &self.model;
                let new = m.outside & m.token;
                let n = if bare { 1 } else { 1 + u32::from(src.chance(1, 3)) };
                Effect::Create(some_of(src, new, n))
            }
            Do::PutCounters => {
                let from = if creatures != 0 && (bare || src.chance(2, 3)) { creatures } else { seen };
                let on = self.aim(src, from)?;
                Effect::PutCounters { on, counter: self.counter(src), n: self.small(src, 2) }
            }
            Do::RemoveCounters => {
                let from = self.countered();
                let what = self.aim(src, from)?;
                let first = what.named().first().copied().unwrap_or_default();
                let kinds = &self.model.counters[first.index()];
                let counter = outofphase_adapter::CounterKind::ALL
                    .iter()
                    .copied()
                    .find(|k| kinds[*k as usize] > 0)
                    .unwrap_or(outofphase_adapter::CounterKind::Charge);
                Effect::RemoveCounters { from: what, counter, n: self.small(src, 2) }
            }
            Do::GainControl => return self.gain_control(src, by),
            Do::Pump => {
                let what = self.aim(src, creatures)?;
                let (power, toughness) = self.bonus(src);
                let until = self.until(src, by, seen & !set::of(what.named()))?;
                Effect::Pump { what, power, toughness, until }
            }
            Do::PumpAll => {
                let (power, toughness) = self.bonus(src);
                let f = self.crowd(src, by);
                let what = What::All(Filter { types: Types::one(Type::Creature), ..f });
                Effect::Pump { what, power, toughness, until: self.until(src, by, 0)? }
            }
            Do::GainAbility => {
                let from = if creatures != 0 { creatures } else { seen };
                let what = self.aim(src, from)?;
                let ability = Box::new(self.gained(src)?);
                Effect::GainAbility { what, ability, until: self.until(src, by, 0)? }
            }
            Do::BecomeCreatures => {
                let others = seen & !self.model.creature & !self.model.attached;
                let what = self.aim(src, if others != 0 { others } else { seen })?;
                let n = 1 + src.below(3) as i8;
                Effect::BecomeCreatures { what, power: n, toughness: n, until: self.until(src, by, 0)? }
            }
            Do::LoseTypes => {
                let what = self.aim(src, creatures)?;
                Effect::LoseTypes { what, types: Types::one(Type::Creature), until: self.until(src, by, 0)? }
            }
            Do::LoseAbilities => {
                let what = self.aim(src, seen)?;
                Effect::LoseAbilities { what, until: self.until(src, by, 0)? }
            }
            Do::Damage => {
                let to = self.aim(src, creatures)?;
                Effect::Damage { to, n: self.small(src, 4) }
            }
            Do::DamageAll => {
                let f = self.crowd(src, by);
                Effect::Damage { to: What::All(Filter { types: Types::one(Type::Creature), ..f }), n: self.small(src, 3) }
            }
            Do::DamagePlayer => Effect::DamagePlayer { who: self.player(src), n: self.small(src, 5) },
            Do::Tap => Effect::Tap(self.aim(src, seen & !self.model.tapped)?),
            Do::Untap => Effect::Untap(self.aim(src, seen & self.model.tapped)?),
            Do::NoUntapNext => Effect::DoesntUntapNext(self.aim(src, seen & self.model.tapped)?),
            Do::RemoveFromCombat => {
                let fighting = (self.model.attackers | self.model.blockers) & seen;
                if std::mem::take(&mut self.wrong) {
                    // A creature that is not in combat.
                    let idle = creatures & !fighting;
                    return (idle != 0).then(|| Effect::RemoveFromCombat(What::one(one_of(src, idle))));
                }
                Effect::RemoveFromCombat(self.aim(src, fighting)?)
            }
            Do::NoBlocks => {
                let f = self.crowd(src, by);
                Effect::CantBlockThisTurn(Filter { types: Types::one(Type::Creature), ..f })
            }
            Do::SkipNext => {
                let step = self.skippable(src);
                // One skip by a static ability and one by an effect: the player would choose which applies.
                if self.model.facts.skipped & (1 << step as u16) != 0 {
                    return None;
                }
                Effect::SkipNextStep { who: self.player(src), step }
            }
            Do::ExtraTurn => Effect::ExtraTurn(self.player(src)),
            Do::ExtraCombat => Effect::ExtraCombat { main: src.chance(1, 2) },
            Do::ExtraStep => Effect::ExtraStep([Step::Untap, Step::Upkeep, Step::Draw, Step::End][src.weighted(&[3, 3, 2, 1]).min(3)]),
            Do::EndTheTurn => Effect::EndTheTurn,
            Do::Destroy => Effect::Destroy(self.aim(src, seen)?),
            Do::DestroyAll => Effect::Destroy(What::All(self.crowd(src, by))),
            Do::Exile => Effect::Exile(self.aim(src, seen)?),
            Do::ToHand => Effect::ReturnToHand(self.aim(src, seen)?),
            Do::ToHandAll => Effect::ReturnToHand(What::All(self.crowd(src, by))),
            // One card, so that there is no order.
            Do::OnLibrary => Effect::PutOnLibrary(What::one(self.aim_one(src, seen)?)),
            Do::Sacrifice => Effect::Sacrifice(self.aim(src, seen)?),
            Do::PutOnto => {
                let set = self.returnable();
                let n = if bare { 1 } else { 1 + u32::from(src.chance(1, 3)) };
                let what = What::These(some_of(src, set, n));
                let under = if bare || src.chance(3, 4) { None } else { Some(self.player(src)) };
                Effect::PutOntoBattlefield { what, under, tapped: !bare && src.chance(1, 6), on: None }
            }
            Do::Blink => {
                let what = self.aim(src, self.blinkable())?;
                if what.named().iter().any(|o| self.asks(*o)) {
                    return None;
                }
                Effect::ExileAndReturn(what)
            }
            Do::Mill => Effect::Mill { who: self.player(src), n: self.small(src, 3) },
            Do::ExileUntil => {
                let what = self.aim(src, self.blinkable())?;
                if what.named().iter().any(|o| self.asks(*o)) {
                    return None;
                }
                let leaves = Holder::Object(self.holder(src, &what)?);
                Effect::ExileUntil { what, leaves }
            }
            Do::Lose => {
                let most = self.model.players().saturating_sub(1).max(1);
                let n = 1 + if most > 1 { u32::from(src.chance(1, 4)) } else { 0 };
                let who = some_of(src, u64::from(self.model.alive), n.min(most));
                Effect::LoseTheGame(who.iter().map(|o| Seat(o.0 as u8)).collect())
            }
            Do::ItBecomes => Effect::ItBecomes(if src.chance(1, 2) { DayNight::Day } else { DayNight::Night }),
            Do::CastSpells => Effect::CastSpells(1 + src.below(2) as u8),
            Do::Transform => Effect::Transform(self.aim(src, self.turnable())?),
            Do::AddMana => {
                let keep = (!bare && src.chance(1, 4) && self.avoid.until("end of turn")).then_some(Until::EndOfTurn);
                let color = if bare { Color::Green } else { Color::ALL[src.below(6) as usize % 6] };
                Effect::AddMana { color, n: self.small(src, 3), keep }
            }
            Do::Draw => Effect::Draw(Amount::N(self.small(src, 2))),
            Do::DrawForEach => Effect::Draw(Amount::ForEach(self.crowd(src, by))),
            // Never more than there are blank cards: those go first.
            Do::Discard => match self.model.blanks[by.index() & 3] {
                0 => return None,
                n => Effect::Discard(self.small(src, 3).min(n.min(9) as u8)),
            },
            Do::AtTheNext => {
                let step = if bare { Step::Upkeep } else { [Step::Upkeep, Step::End, Step::EndOfCombat][src.weighted(&[4, 3, 1]).min(2)] };
                let of = if bare || src.chance(1, 2) { None } else { Some(self.player(src)) };
                let then = Box::new(self.simple(src, by)?);
                self.model.facts.ordered = true;
                Effect::AtTheNext { step, of, then }
            }
            Do::When => return self.delayed(src, by),
            Do::InOrder => return self.in_order(src, by),
            Do::Protect => {
                let battle = self.model.of_type(Type::Battle, seen);
                if battle == 0 {
                    return None;
                }
                let o = one_of(src, battle);
                // A protector is an opponent of its controller (310.8).
                let to = self.model.after(self.model.controller(o));
                Effect::ChangeProtector { what: What::one(o), to }
            }
        })
    }

    fn outs<S: Source + ?Sized>(&self, src: &mut S) -> Filter {
        let mut f = if src.chance(1, 2) { Filter::ANY } else { Filter::of_type(Type::Creature) };
        f.phased_out = true;
        f
    }

    fn bonus<S: Source + ?Sized>(&self, src: &mut S) -> (i8, i8) {
        if self.config.bare {
            return (2, 2);
        }
        [(1, 1), (2, 2), (3, 0), (0, 3), (-1, -1), (-2, -2)][src.weighted(&[4, 4, 2, 2, 2, 2]).min(5)]
    }

    fn gained<S: Source + ?Sized>(&mut self, src: &mut S) -> Option<Ability> {
        let m = &self.model.facts;
        let trigger =
            !self.config.bare && m.triggers < self.config.max_triggers && self.avoid.ability("trigger") && self.on(F::ZoneTriggers);
        if trigger && self.avoid.event("leaves") && src.chance(1, 5) {
            self.model.facts.triggers += 1;
            return Some(Trigger::on(Event::Leaves(Subject::This)).into());
        }
        self.granted(src).map(Ability::Keyword)
    }

    /// A permanent that something waits for: not one of those that go.
    fn holder<S: Source + ?Sized>(&mut self, src: &mut S, what: &What) -> Option<Obj> {
        let from = self.model.seen() & !set::of(what.named());
        (from != 0).then(|| one_of(src, from))
    }

    fn attach<S: Source + ?Sized>(&mut self, src: &mut S) -> Option<Effect> {
        let gear = each(self.gear()).filter(|o| self.hosts(*o) != 0).fold(0, |s, o| s | one(o));
        if std::mem::take(&mut self.wrong) {
            // To something that the game does not see, or an attachment that it does not.
            let out = self.model.out;
            let all = self.gear();
            if all != 0 && out != 0 {
                let what = What::one(one_of(src, all));
                return Some(Effect::Attach { what, to: Attached::Object(one_of(src, out)) });
            }
            return None;
        }
        if gear == 0 {
            return None;
        }
        let o = one_of(src, gear);
        let host = one_of(src, self.hosts(o));
        Some(Effect::Attach { what: What::one(o), to: Attached::Object(host) })
    }

    fn gain_control<S: Source + ?Sized>(&mut self, src: &mut S, by: Seat) -> Option<Effect> {
        let from = self.thievable();
        let others = from & !self.model.ctrl[by.index() & 3];
        let what = self.aim(src, if others != 0 { others } else { from })?;
        let named = set::of(what.named());
        // A loan of something that phases by itself, or with its host, would run into what the rules leave open.
        let phasing = self.model.has(Keyword::Phasing) | self.model.attachments(self.model.seen()) & self.model.attached;
        let until = if named & phasing != 0 {
            self.avoid.until("forever").then_some(Until::Forever)?
        } else {
            self.until(src, by, self.model.seen() & !named)?
        };
        Some(Effect::GainControl { what, until })
    }

    /// A delayed trigger on what happens to one permanent.
    fn delayed<S: Source + ?Sized>(&mut self, src: &mut S, by: Seat) -> Option<Effect> {
        let seen = self.model.seen();
        let about = one_of(src, seen);
        let w = WATCHED.map(|(_, word, n)| if self.avoid.event(word) { n } else { 0 });
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        let (event, ..) = WATCHED[src.weighted(&w)];
        let then = Box::new(match src.weighted(&[3, 2, 2]) {
            0 if self.avoid.effect("draw") => Effect::Draw(Amount::N(1)),
            1 if self.avoid.effect("put counters") => {
                Effect::PutCounters { on: What::one(one_of(src, seen)), counter: outofphase_adapter::CounterKind::Charge, n: 1 }
            }
            _ => self.simple(src, by)?,
        });
        self.model.facts.ordered = true;
        let this_turn = src.chance(1, 3);
        Some(Effect::When { event: event(Subject::This), about, this_turn, then })
    }

    /// Two effects in one resolution, or three: nothing is checked in between.
    fn in_order<S: Source + ?Sized>(&mut self, src: &mut S, by: Seat) -> Option<Effect> {
        let first = self.simple(src, by)?;
        let second = match (&first, self.config.bare) {
            // Out and in within one effect is the pair that the rules are about.
            (Effect::PhaseOut(w), bare) if self.avoid.effect("phase in") && (bare || src.chance(1, 2)) => Effect::PhaseIn(w.clone()),
            _ => self.simple(src, by)?,
        };
        let mut all = vec![first, second];
        if !self.config.bare && src.chance(1, 4) {
            all.extend(self.simple(src, by));
        }
        Some(Effect::InOrder(all))
    }
}
