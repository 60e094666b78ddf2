//! Triggered abilities.

use super::Generator;
use crate::family::Family;
use crate::source::Source;
use outofphase_adapter::{
    Ability, Attached, Condition, CounterKind, Effect, Event, Filter, Keyword, ObjectSpec, Step, Subject, Trigger, Type, What, Whose,
};

/// The kinds of event that one role waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Zone,
    Phase,
    Change,
    Step,
    Combat,
    Hand,
    Loss,
}

/// What an event's subject may be.
#[derive(Copy, Clone, PartialEq, Eq)]
enum About {
    /// Any permanent, the source, its host.
    Anything,
    /// The same, but creatures make most sense.
    Creature,
    /// Attachments.
    Attachment,
    /// Cards.
    Card,
    /// Players.
    Player,
}

struct Row {
    word: &'static str,
    make: fn(Subject) -> Event,
    about: About,
    weight: u32,
}

const fn row(word: &'static str, make: fn(Subject) -> Event, about: About, weight: u32) -> Row {
    Row { word, make, about, weight }
}

const ZONE: &[Row] = &[
    row("enters", Event::Enters, About::Anything, 6),
    row("leaves", Event::Leaves, About::Anything, 8),
    row("dies", Event::Dies, About::Creature, 6),
    row("goes to a graveyard from anywhere", Event::ToGraveyard, About::Card, 3),
    row("is exiled", Event::Exiled, About::Anything, 1),
    row("returns to hand", Event::ToHand, About::Anything, 1),
    row("card leaves a graveyard", Event::LeavesGraveyard, About::Card, 2),
    row("is sacrificed", Event::Sacrificed, About::Anything, 2),
];
const PHASE: &[Row] = &[row("phases out", Event::PhasesOut, About::Anything, 1), row("phases in", Event::PhasesIn, About::Anything, 1)];
const CHANGE: &[Row] = &[
    row("becomes attached", Event::BecomesAttached, About::Attachment, 3),
    row("becomes unattached", Event::BecomesUnattached, About::Attachment, 3),
    row("becomes tapped", Event::BecomesTapped, About::Anything, 2),
    row("becomes untapped", Event::BecomesUntapped, About::Anything, 3),
    row("you lose control of", Event::LoseControl, About::Anything, 2),
    row("an opponent gains control of", Event::OpponentGains, About::Anything, 2),
    row("becomes a target", Event::BecomesTarget, About::Anything, 2),
];
const COMBAT: &[Row] = &[
    row("attacks", Event::Attacks, About::Creature, 3),
    row("blocks", Event::Blocks, About::Creature, 2),
    row("becomes blocked", Event::BecomesBlocked, About::Creature, 2),
    row("deals combat damage", Event::DealsCombatDamage, About::Creature, 2),
    row("is dealt damage", Event::DealtDamage, About::Creature, 2),
];

fn discards(s: Subject) -> Event {
    Event::Discards(whose_of(s))
}

fn draws(s: Subject) -> Event {
    Event::Draws(whose_of(s))
}

fn loses(s: Subject) -> Event {
    Event::PlayerLoses(whose_of(s))
}

const fn whose_of(s: Subject) -> Whose {
    match s {
        Subject::Any(f) => f.whose,
        _ => Whose::You,
    }
}

const HAND: &[Row] = &[row("discards", discards, About::Player, 1), row("draws", draws, About::Player, 2)];
const LOSS: &[Row] = &[row("a player loses", loses, About::Player, 3), row("leaves", Event::Leaves, About::Anything, 3)];

impl Generator {
    fn rows(kind: Kind) -> &'static [Row] {
        match kind {
            Kind::Zone => ZONE,
            Kind::Phase => PHASE,
            Kind::Change => CHANGE,
            Kind::Combat => COMBAT,
            Kind::Hand => HAND,
            Kind::Loss => LOSS,
            Kind::Step => &[],
        }
    }

    /// A trigger for `spec`, which has its type line and what it is attached to; `None` if no event is allowed.
    pub(super) fn trigger<S: Source + ?Sized>(&mut self, src: &mut S, kind: Kind, spec: &ObjectSpec) -> Option<Trigger> {
        let when = if kind == Kind::Step { self.beginning(src, spec)? } else { self.event(src, kind, spec)? };
        let mut t = Trigger::on(when);
        if self.config.bare {
            return Some(t);
        }
        let facts = self.model.facts;
        if self.on(Family::TriggerEffects) && !facts.ordered && !facts.conditions && src.chance(1, 3) {
            t.then = self.then(src, &when, spec).map(Box::new);
        } else if self.on(Family::TriggerConditions) {
            if !facts.ordered && src.chance(1, 4) {
                t.condition = Some(self.condition(src));
            } else if matches!(when.subject(), Some(Subject::Any(_))) && src.chance(1, 3) {
                t.batch = true;
            }
        }
        Some(t)
    }

    fn beginning<S: Source + ?Sized>(&mut self, src: &mut S, spec: &ObjectSpec) -> Option<Event> {
        if !self.avoid.event("beginning of") {
            return None;
        }
        let bare = self.config.bare;
        let step = match src.weighted(if bare { &[1, 0, 0, 0, 0] } else { &[6, 2, 2, 2, 3] }) {
            0 => Step::Upkeep,
            1 => Step::Draw,
            2 => Step::FirstMain,
            3 => Step::BeginningOfCombat,
            _ => Step::End,
        };
        let cursed = matches!(spec.on, Some(Attached::Player(_)));
        let weights = if bare { [1, 0, 0, 0] } else { [3, 3, 1, if cursed { 6 } else { 0 }] };
        let whose = match src.weighted(&weights) {
            0 => Whose::Any,
            1 => Whose::You,
            2 => Whose::Opponents,
            _ => Whose::Enchanted,
        };
        Some(Event::Beginning { step, whose })
    }

    fn event<S: Source + ?Sized>(&mut self, src: &mut S, kind: Kind, spec: &ObjectSpec) -> Option<Event> {
        let rows = Generator::rows(kind);
        let mut w = [0; 8];
        let most = rows.iter().map(|r| r.weight).max().unwrap_or_default();
        for (w, r) in w.iter_mut().zip(rows) {
            // A bare board has the commonest only.
            if self.avoid.event(r.word) && (!self.config.bare || r.weight * 2 >= most) {
                *w = r.weight;
            }
        }
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        let row = &rows[src.weighted(&w[..rows.len()])];
        Some((row.make)(self.subject(src, row.about, spec)))
    }

    fn subject<S: Source + ?Sized>(&mut self, src: &mut S, about: About, spec: &ObjectSpec) -> Subject {
        let t = spec.card.types;
        let attachment = t.has(Type::Aura) || t.has(Type::Equipment) || t.has(Type::Fortification);
        if about == About::Player {
            let whose = if self.config.bare { 0 } else { src.weighted(&[3, 3, 2]) };
            return Subject::Any(Filter { whose: [Whose::Any, Whose::You, Whose::Opponents][whose.min(2)], ..Filter::ANY });
        }
        if self.config.bare {
            // The source itself, or anything there is.
            return if src.chance(1, 2) { Subject::This } else { Subject::Any(Filter::ANY) };
        }
        let hosted = attachment && matches!(spec.on, Some(Attached::Object(_)));
        let weights = match about {
            About::Card => [2, 4, 0],
            About::Attachment => [if attachment { 4 } else { 0 }, 3, 0],
            _ => [3, 5, if hosted { 5 } else { 0 }],
        };
        match src.weighted(&weights) {
            0 => Subject::This,
            1 => {
                let mut f = self.filter_of_others(src);
                match about {
                    About::Creature => f.types = Filter::of_type(Type::Creature).types,
                    About::Attachment => {
                        let kinds = [Type::Equipment, Type::Aura];
                        let ty = kinds[src.below(2) as usize & 1];
                        f = Filter { types: Filter::of_type(ty).types, whose: f.whose, other: f.other, ..Filter::ANY };
                    }
                    // A card outside of the battlefield is neither tapped nor has a keyword that anybody sees.
                    About::Card => (f.tapped, f.with) = (None, None),
                    _ => {}
                }
                Subject::Any(f)
            }
            _ => Subject::Host,
        }
    }

    /// What a trigger does beside the gain of life. Only things that come out the same however often and in whatever order they happen
    /// at once, and none that could set the same trigger off again for ever.
    fn then<S: Source + ?Sized>(&mut self, src: &mut S, when: &Event, spec: &ObjectSpec) -> Option<Effect> {
        let about_object = when.subject().is_some() && !matches!(when, Event::LeavesGraveyard(_));
        let gone = matches!(
            when,
            Event::Leaves(_) | Event::Dies(_) | Event::Exiled(_) | Event::ToHand(_) | Event::Sacrificed(_) | Event::ToGraveyard(_)
        );
        let died = matches!(when, Event::Dies(_) | Event::ToGraveyard(_));
        let phased = matches!(when, Event::PhasesOut(_) | Event::PhasesIn(_));
        let hosted = spec.on.is_some_and(|a| matches!(a, Attached::Object(_)));
        // About several objects of one event the order would matter to whoever watches them go.
        let single = matches!(when.subject(), Some(Subject::This | Subject::Host));
        let drawing = matches!(when, Event::Draws(_) | Event::Discards(_));
        let options = [
            ("put counters", 4, true),
            ("tap", 2, !matches!(when, Event::BecomesTapped(_) | Event::BecomesUntapped(_))),
            ("phase out", 4, !phased),
            ("draw", 3, !drawing),
            ("return to hand", 4, died && about_object),
            ("phase out", 3, single && !gone && !phased),
            ("destroy", 2, single && !gone),
            ("phase out", 2, hosted && !phased),
            ("sacrifice", 2, !gone),
        ];
        let mut w = [0; 9];
        for (w, (word, n, fits)) in w.iter_mut().zip(options) {
            if fits && self.avoid.effect(word) {
                *w = n;
            }
        }
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        Some(match src.weighted(&w) {
            0 => Effect::PutCounters { on: What::This, counter: CounterKind::Charge, n: 1 },
            1 => Effect::Tap(What::This),
            2 => Effect::PhaseOut(What::This),
            3 => Effect::Draw(outofphase_adapter::Amount::N(1)),
            4 => Effect::ReturnToHand(What::That),
            5 => Effect::PhaseOut(What::That),
            6 => Effect::Destroy(What::That),
            7 => Effect::PhaseOut(What::Host),
            _ => Effect::Sacrifice(What::This),
        })
    }

    fn condition<S: Source + ?Sized>(&mut self, src: &mut S) -> Condition {
        match src.weighted(&[5, 3, 2, 1]) {
            0 => Condition::YouControl { all: self.filter(src), at_least: 1 + src.below(3) as u8 },
            1 => Condition::YouControlNo(self.filter(src)),
            2 => Condition::ThisIsTapped(src.chance(1, 2)),
            _ => Condition::ThisOnBattlefield,
        }
    }

    /// A state trigger on something that its controller has now, and that makes an end of itself (603.8).
    pub(super) fn state_trigger<S: Source + ?Sized>(&mut self, src: &mut S, owner: outofphase_adapter::Seat) -> Option<Trigger> {
        if !self.avoid.effect("sacrifice") {
            return None;
        }
        let m = &self.model;
        let mine = m.seen() & m.ctrl[owner.index() & 3] & !m.attached;
        let kinds = [Type::Creature, Type::Land, Type::Artifact];
        let mut w = [0; 3];
        for (w, t) in w.iter_mut().zip(kinds) {
            *w = u32::from(m.of_type(t, mine) != 0);
        }
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        let filter = Filter::of_type(kinds[src.weighted(&w)]).yours();
        Some(Trigger { then: Some(Box::new(Effect::Sacrifice(What::This))), ..Trigger::on(Event::ControlNo(filter)) })
    }
}

/// Whether the spec has phasing printed on it.
pub(super) fn has_phasing(spec: &ObjectSpec) -> bool {
    spec.has.contains(&Ability::Keyword(Keyword::Phasing))
}

/// How many triggered abilities a card has, those it grants included.
pub(super) fn count_triggers(o: &ObjectSpec) -> u8 {
    o.has.iter().flat_map(Ability::nested).filter(|a| matches!(a, Ability::Trigger(_))).count() as u8
}
