//! The script: one action after the other, each chosen among those that have something to act on.

use super::avoid::Word::{self, Action as X, Effect as E, Setup as S};
use super::{Generator, Table};
use crate::family::{Families, Family, Family as F};
use crate::model::set;
use crate::source::Source;
use outofphase_adapter::{Action, Answer, Effect, Obj, Scenario, Seat, Type, Types};

/// The kinds of action that are chosen among.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Act {
    /// An effect resolves.
    Do(Do),
    /// An effect is announced and waits.
    Announce,
    ResolveTop,
    Attack,
    Block,
    Leave,
}

/// The kinds of effect.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Do {
    PhaseOut,
    PhaseOutAll,
    PhaseIn,
    PhaseInAll,
    PhaseSwap,
    PhaseOutUntil,
    LockOut,
    LockIn,
    Attach,
    AttachToPlayer,
    Unattach,
    Create,
    PutCounters,
    RemoveCounters,
    GainControl,
    Pump,
    PumpAll,
    GainAbility,
    BecomeCreatures,
    LoseTypes,
    LoseAbilities,
    Damage,
    DamageAll,
    DamagePlayer,
    Tap,
    Untap,
    NoUntapNext,
    RemoveFromCombat,
    NoBlocks,
    SkipNext,
    ExtraTurn,
    ExtraCombat,
    ExtraStep,
    EndTheTurn,
    Destroy,
    DestroyAll,
    Exile,
    ToHand,
    ToHandAll,
    OnLibrary,
    Sacrifice,
    PutOnto,
    Blink,
    Mill,
    ExileUntil,
    Lose,
    ItBecomes,
    CastSpells,
    Transform,
    AddMana,
    Draw,
    DrawForEach,
    Discard,
    AtTheNext,
    When,
    InOrder,
    Protect,
}

/// What there must be for an action to have something to act on, a bit each.
pub(super) mod cap {
    /// A permanent that is phased in.
    pub(in super::super) const SEEN: u32 = 1;
    pub(in super::super) const TWO_SEEN: u32 = 1 << 1;
    /// A permanent that is phased out directly.
    pub(in super::super) const OUT: u32 = 1 << 2;
    pub(in super::super) const CREATURE: u32 = 1 << 3;
    /// An attachment that can go on another permanent.
    pub(in super::super) const ATTACHABLE: u32 = 1 << 4;
    pub(in super::super) const ATTACHED_GEAR: u32 = 1 << 5;
    pub(in super::super) const AURA: u32 = 1 << 6;
    pub(in super::super) const NEW_TOKEN: u32 = 1 << 7;
    /// A card elsewhere that can come onto the battlefield.
    pub(in super::super) const CARD: u32 = 1 << 8;
    pub(in super::super) const ATTACK: u32 = 1 << 9;
    pub(in super::super) const BLOCK: u32 = 1 << 10;
    pub(in super::super) const IN_COMBAT: u32 = 1 << 11;
    pub(in super::super) const STACK: u32 = 1 << 12;
    pub(in super::super) const EMPTY_STACK: u32 = 1 << 13;
    /// Somebody can leave and the game goes on.
    pub(in super::super) const CROWD: u32 = 1 << 14;
    pub(in super::super) const TWO_FACED: u32 = 1 << 15;
    pub(in super::super) const NO_TALLY: u32 = 1 << 16;
    pub(in super::super) const TAPPED: u32 = 1 << 17;
    pub(in super::super) const UNTAPPED: u32 = 1 << 18;
    pub(in super::super) const BLINKABLE: u32 = 1 << 19;
    pub(in super::super) const FREE: u32 = 1 << 20;
    pub(in super::super) const BATTLE: u32 = 1 << 21;
    pub(in super::super) const COUNTERS: u32 = 1 << 22;
    pub(in super::super) const DAY: u32 = 1 << 23;
    /// No permanent is under somebody's control for a time: whether it may phase out then is left open by the rules.
    pub(in super::super) const NO_LOANS: u32 = 1 << 24;
    pub(in super::super) const FULL: u32 = 1 << 25;
    pub(in super::super) const THIEVABLE: u32 = 1 << 26;
    pub(in super::super) const PHASABLE: u32 = 1 << 27;
    pub(in super::super) const OWN_TURN: u32 = 1 << 28;
    /// A keyword to give.
    pub(in super::super) const KEYWORD: u32 = 1 << 29;
    /// No static ability skips a step.
    pub(in super::super) const NO_SKIPS: u32 = 1 << 30;
    /// A plain effect to put into something else.
    pub(in super::super) const PLAIN: u32 = 1 << 31;
}

/// A row of the table of actions.
#[derive(Copy, Clone, Debug)]
pub(super) struct Row {
    pub(super) act: Act,
    pub(super) family: Option<Family>,
    pub(super) weight: u32,
    pub(super) needs: u32,
    /// It can be aimed at what it can't touch.
    pub(super) can_miss: bool,
    pub(super) words: &'static [Word],
}

impl Row {
    /// An effect that can stand within another.
    fn is_plain(&self) -> bool {
        const PLAIN: [Do; 12] = [
            Do::PhaseOut,
            Do::PhaseIn,
            Do::Destroy,
            Do::ToHand,
            Do::Exile,
            Do::Pump,
            Do::GainControl,
            Do::Tap,
            Do::Untap,
            Do::PutCounters,
            Do::Damage,
            Do::Sacrifice,
        ];
        matches!(self.act, Act::Do(d) if PLAIN.contains(&d))
    }
}

const fn act(act: Act, family: Family, weight: u32, needs: u32, words: &'static [Word]) -> Row {
    Row { act, family: Some(family), weight, needs, can_miss: false, words }
}

const fn row(effect: Do, family: Family, weight: u32, needs: u32, words: &'static [Word]) -> Row {
    act(Act::Do(effect), family, weight, needs, words)
}

/// The same, for an effect that names permanents.
const fn aim(effect: Do, family: Family, weight: u32, needs: u32, words: &'static [Word]) -> Row {
    Row { can_miss: true, ..row(effect, family, weight, needs, words) }
}

pub(super) const ROWS: &[Row] = &[
    aim(Do::PhaseOut, F::PhasingEffects, 12, cap::PHASABLE, &[E("phase out")]),
    row(Do::PhaseOutAll, F::PhasingEffects, 3, cap::TWO_SEEN | cap::NO_LOANS, &[E("phase out")]),
    aim(Do::PhaseIn, F::PhasingEffects, 6, cap::OUT, &[E("phase in")]),
    row(Do::PhaseInAll, F::PhasingEffects, 2, cap::OUT | cap::FULL, &[E("phase in")]),
    row(Do::PhaseSwap, F::PhasingEffects, 2, cap::OUT | cap::PHASABLE | cap::FULL, &[E("phase in and out")]),
    aim(Do::PhaseOutUntil, F::PhaseUntil, 10, cap::PHASABLE | cap::TWO_SEEN, &[E("phase out until")]),
    aim(Do::LockOut, F::PhasingLocks, 5, cap::SEEN, &[E("can't phase out")]),
    row(Do::LockIn, F::PhasingLocks, 4, cap::OUT, &[E("can't phase in")]),
    aim(Do::Attach, F::Attachments, 10, cap::ATTACHABLE, &[E("attach")]),
    aim(Do::Unattach, F::Attachments, 4, cap::ATTACHED_GEAR, &[E("unattach")]),
    row(Do::AttachToPlayer, F::PlayerAuras, 10, cap::AURA | cap::FULL, &[E("attach")]),
    row(Do::Create, F::Tokens, 10, cap::NEW_TOKEN, &[E("create")]),
    aim(Do::PutCounters, F::Counters, 6, cap::SEEN, &[E("put counters")]),
    aim(Do::RemoveCounters, F::Counters, 3, cap::COUNTERS, &[E("remove counters")]),
    aim(Do::GainControl, F::Control, 10, cap::THIEVABLE, &[E("gain control")]),
    aim(Do::Pump, F::Durations, 8, cap::CREATURE, &[E("pump")]),
    row(Do::PumpAll, F::Durations, 2, cap::CREATURE | cap::FULL, &[E("pump")]),
    aim(Do::GainAbility, F::Durations, 6, cap::SEEN | cap::KEYWORD, &[E("gain ability")]),
    aim(Do::BecomeCreatures, F::Durations, 3, cap::SEEN | cap::FULL, &[E("become creatures")]),
    aim(Do::LoseTypes, F::Durations, 1, cap::CREATURE | cap::FULL, &[E("lose types")]),
    aim(Do::LoseAbilities, F::AbilityLoss, 10, cap::SEEN | cap::NO_TALLY, &[E("lose abilities")]),
    aim(Do::Damage, F::Damage, 8, cap::CREATURE, &[E("damage")]),
    row(Do::DamageAll, F::Damage, 3, cap::CREATURE | cap::FULL, &[E("damage")]),
    row(Do::DamagePlayer, F::Damage, 1, cap::FULL, &[E("damage player")]),
    aim(Do::Tap, F::Tapping, 6, cap::UNTAPPED, &[E("tap")]),
    aim(Do::Untap, F::Tapping, 3, cap::TAPPED, &[E("untap")]),
    aim(Do::NoUntapNext, F::Tapping, 3, cap::TAPPED, &[E("doesn't untap next")]),
    Row { can_miss: true, ..act(Act::Attack, F::Combat, 40, cap::ATTACK, &[X("attack")]) },
    Row { can_miss: true, ..act(Act::Block, F::Combat, 240, cap::BLOCK, &[X("block")]) },
    aim(Do::RemoveFromCombat, F::Combat, 8, cap::IN_COMBAT, &[E("remove from combat")]),
    row(Do::NoBlocks, F::Combat, 2, cap::CREATURE | cap::FULL, &[E("can't block this turn")]),
    row(Do::SkipNext, F::TurnStructure, 8, cap::NO_SKIPS, &[E("skip next step")]),
    row(Do::ExtraTurn, F::TurnStructure, 4, 0, &[E("extra turn")]),
    row(Do::ExtraCombat, F::TurnStructure, 2, cap::OWN_TURN | cap::FULL, &[E("extra combat")]),
    row(Do::ExtraStep, F::TurnStructure, 2, cap::OWN_TURN | cap::FULL, &[E("extra step")]),
    row(Do::EndTheTurn, F::TurnStructure, 2, cap::OWN_TURN | cap::FULL, &[E("end the turn")]),
    aim(Do::Destroy, F::ZoneChanges, 10, cap::SEEN, &[E("destroy")]),
    row(Do::DestroyAll, F::ZoneChanges, 4, cap::TWO_SEEN | cap::FULL, &[E("destroy")]),
    aim(Do::Exile, F::ZoneChanges, 4, cap::SEEN | cap::FULL, &[E("exile")]),
    aim(Do::ToHand, F::ZoneChanges, 6, cap::SEEN | cap::FULL, &[E("return to hand")]),
    row(Do::ToHandAll, F::ZoneChanges, 1, cap::TWO_SEEN | cap::FULL, &[E("return to hand")]),
    aim(Do::OnLibrary, F::ZoneChanges, 2, cap::SEEN | cap::FULL, &[E("put on library")]),
    aim(Do::Sacrifice, F::ZoneChanges, 5, cap::SEEN | cap::FULL, &[E("sacrifice")]),
    row(Do::PutOnto, F::ZoneChanges, 12, cap::CARD, &[E("put onto the battlefield")]),
    aim(Do::Blink, F::ZoneChanges, 5, cap::BLINKABLE, &[E("exile and return")]),
    row(Do::Mill, F::ZoneChanges, 1, cap::FULL, &[E("mill")]),
    aim(Do::ExileUntil, F::ExileUntil, 10, cap::BLINKABLE | cap::TWO_SEEN, &[E("exile until")]),
    act(Act::Leave, F::Leaving, 8, cap::CROWD, &[X("leave")]),
    row(Do::Lose, F::Leaving, 3, cap::CROWD | cap::FULL, &[E("lose the game")]),
    row(Do::ItBecomes, F::DayNight, 5, 0, &[E("it becomes")]),
    row(Do::CastSpells, F::DayNight, 3, cap::DAY | cap::FULL, &[E("cast spells")]),
    aim(Do::Transform, F::DayNight, 4, cap::TWO_FACED, &[E("transform")]),
    row(Do::AddMana, F::Mana, 10, 0, &[E("add mana")]),
    row(Do::Draw, F::Hand, 6, 0, &[E("draw")]),
    row(Do::DrawForEach, F::Hand, 3, cap::SEEN | cap::FULL, &[E("draw")]),
    row(Do::Discard, F::Hand, 4, cap::FULL, &[E("discard")]),
    row(Do::AtTheNext, F::Delayed, 6, cap::PLAIN | cap::FREE, &[E("at the next")]),
    row(Do::When, F::Delayed, 6, cap::SEEN | cap::FREE | cap::FULL, &[E("when")]),
    act(Act::Announce, F::Stack, 10, cap::PLAIN, &[X("announce"), X("resolve top")]),
    act(Act::ResolveTop, F::Stack, 40, cap::STACK, &[X("resolve top")]),
    row(Do::InOrder, F::Compound, 10, cap::PLAIN, &[E("in order")]),
    row(Do::Protect, F::Attackables, 4, cap::BATTLE | cap::FULL, &[E("change protector"), S("battle")]),
];

/// The words of a row that a test should know, so that none is left out by mistake.
#[cfg(test)]
pub(super) fn effect_words() -> impl Iterator<Item = &'static str> {
    ROWS.iter().flat_map(|r| r.words).filter_map(|w| match w {
        E(w) => Some(*w),
        X(_) | S(_) | Word::Ability(_) | Word::Event(_) | Word::Answer(_) => None,
    })
}

impl Generator {
    pub(super) fn play<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) {
        out.play.clear();
        self.starts.clear();
        let n = Generator::span(src, self.config.actions);
        self.answers(src, out);
        for left in (1..=u32::from(n)).rev() {
            if self.model.over || src.exhausted() {
                break;
            }
            src.mark();
            self.starts.push(out.play.len());
            self.action(src, out, left);
        }
        // What was announced also resolves; a script that ends before says nothing about it.
        if !self.config.bare && !self.model.over && !self.model.stack.is_empty() && !src.exhausted() {
            self.push(out, Action::ResolveTop);
        }
    }

    /// Answers that hold from the start.
    fn answers<S: Source + ?Sized>(&self, src: &mut S, out: &mut Scenario) {
        let heroes: Vec<Obj> = out.setup.handles().filter(|o| out.setup.object(*o).named.is_some()).collect();
        if let [first, second] = heroes[..] {
            out.play.push(Action::Answer(Answer::Keep(if src.chance(1, 2) { first } else { second })));
        }
    }

    /// Adds an action to the script, and follows it.
    pub(super) fn push(&mut self, out: &mut Scenario, action: Action) {
        self.model.apply(&action);
        out.play.push(action);
    }

    fn caps(&self) -> u32 {
        let m = &self.model;
        let seen = m.seen();
        let two = |s| set::len(s) >= 2;
        let gear = self.gear();
        let bits = [
            (seen != 0, cap::SEEN),
            (two(seen), cap::TWO_SEEN),
            (m.out & m.direct != 0, cap::OUT),
            (seen & m.creature != 0, cap::CREATURE),
            (gear != 0 && self.attachable(), cap::ATTACHABLE),
            (self.unattachable() != 0, cap::ATTACHED_GEAR),
            (self.curses() != 0, cap::AURA),
            (m.outside & m.token != 0, cap::NEW_TOKEN),
            (self.returnable() != 0, cap::CARD),
            (m.attack_is_ahead() && m.may_attack() != 0, cap::ATTACK),
            (self.blockable() != 0, cap::BLOCK),
            ((m.attackers | m.blockers) & seen != 0, cap::IN_COMBAT),
            (!m.stack.is_empty(), cap::STACK),
            (m.stack.is_empty(), cap::EMPTY_STACK),
            (m.players() > 2, cap::CROWD),
            (self.turnable() != 0, cap::TWO_FACED),
            (!m.facts.tally, cap::NO_TALLY),
            (m.tapped & seen != 0, cap::TAPPED),
            (seen & !m.tapped != 0, cap::UNTAPPED),
            (self.blinkable() != 0, cap::BLINKABLE),
            (!m.facts.ordered && !m.facts.conditions, cap::FREE),
            (m.facts.battle, cap::BATTLE),
            (self.countered() != 0, cap::COUNTERS),
            (m.day.is_some(), cap::DAY),
            (self.lent() == 0, cap::NO_LOANS),
            (!self.config.bare, cap::FULL),
            (self.thievable() != 0, cap::THIEVABLE),
            (self.phasable() != 0, cap::PHASABLE),
            (m.is_alive(m.active), cap::OWN_TURN),
            (self.can_grant(), cap::KEYWORD),
            (m.facts.skipped == 0 || !self.config.bare, cap::NO_SKIPS),
        ];
        let caps = bits.iter().filter(|(is, _)| *is).fold(0, |c, (_, bit)| c | bit);
        let plain = self.acts.any(self.families, |r| r.is_plain() && r.needs & !caps == 0);
        if plain { caps | cap::PLAIN } else { caps }
    }

    pub(super) fn action<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario, left: u32) {
        let caps = self.caps();
        let misses = (self.model.out | self.away()) != 0;
        self.wrong = self.config.illegal_share > 0 && misses && src.chance(u32::from(self.config.illegal_share), 100);
        let wrong = self.wrong;
        let wait = self.model.stack.is_empty();
        let fits = |r: &Row| {
            (if wrong { r.can_miss } else { r.needs & !caps == 0 })
                // What is announced must have an action left in which to resolve, and one at a time is enough.
                && (r.act != Act::Announce || (wait && left >= 2))
                && (!matches!(r.act, Act::Leave) || wait)
        };
        // Where nothing fits there is no choice between going on and doing something.
        let idle = !self.acts.any(self.families, fits);
        if !wrong && wait && (idle || src.chance(u32::from(self.advance_share()), 100)) && self.advance(src, out) {
            return;
        }
        let mut weights = std::mem::take(&mut self.weights);
        let row = Table::pick(&self.acts, src, &mut weights, self.families, fits);
        self.weights = weights;
        let done = row.is_some_and(|r| match r.act {
            Act::Do(kind) => {
                let by = self.by(src, kind);
                match self.effect(src, kind, by) {
                    Some(effect) => {
                        self.push(out, Action::Resolve { by, effect });
                        true
                    }
                    None => false,
                }
            }
            Act::Announce => self.announce(src, out),
            Act::ResolveTop => {
                self.push(out, Action::ResolveTop);
                true
            }
            Act::Attack => self.attack(src, out),
            Act::Block => self.block(src, out),
            Act::Leave => {
                let who = self.model.player(src.below(self.model.players()));
                self.push(out, Action::Leave(who));
                true
            }
        });
        self.wrong = false;
        // Where nothing fits the game at least goes on.
        if !done && self.model.stack.is_empty() {
            self.advance(src, out);
        }
    }

    fn advance_share(&self) -> u8 {
        // In combat the game moves on more often, or nothing would come of it.
        let fighting = self.model.attackers != 0;
        if self.on(Family::Combat) && self.blockable() != 0 {
            // The blocks would be missed.
            self.config.advance_share / 3
        } else if fighting {
            self.config.advance_share.saturating_mul(2).min(60)
        } else {
            self.config.advance_share
        }
    }

    /// Who an effect is of.
    fn by<S: Source + ?Sized>(&self, src: &mut S, kind: Do) -> Seat {
        let m = &self.model;
        let matters = matches!(
            kind,
            Do::GainControl
                | Do::Create
                | Do::PutOnto
                | Do::Draw
                | Do::Discard
                | Do::DrawForEach
                | Do::AddMana
                | Do::CastSpells
                | Do::PhaseOutUntil
                | Do::ExileUntil
        );
        if self.config.bare && !matters {
            return m.player(0);
        }
        m.player(src.below(m.players()))
    }

    /// An effect that waits with its targets, to be answered.
    fn announce<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) -> bool {
        let by = if self.config.bare { self.model.player(0) } else { self.model.player(src.below(self.model.players())) };
        let Some(effect) = self.simple(src, by) else { return false };
        self.push(out, Action::Announce { by, effect });
        true
    }

    /// One of the plain effects that name permanents, for the places where an effect stands within something else.
    pub(super) fn simple<S: Source + ?Sized>(&mut self, src: &mut S, by: Seat) -> Option<Effect> {
        let caps = self.caps();
        let on = Families(self.families.0);
        let mut weights = std::mem::take(&mut self.weights);
        let row = Table::pick(&self.acts, src, &mut weights, on, |r| r.is_plain() && r.needs & !caps == 0);
        self.weights = weights;
        match row?.act {
            Act::Do(kind) => self.effect(src, kind, by),
            _ => None,
        }
    }

    /// Whether the type line says that it can't just enter: an Aura asks what it enchants, a Siege who protects it.
    pub(super) fn asks(&self, o: Obj) -> bool {
        let t = self.model.printed[o.index()];
        t.has_any(Types::one(Type::Aura).with(Types::one(Type::Battle)).with(Types::one(Type::Scheme)))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_effect_of_the_vocabulary_has_a_row() {
        let words: std::collections::BTreeSet<&str> = super::effect_words().collect();
        // The adapter lists its words in the schema of an effect.
        let schema = serde_json::to_value(schemars::schema_for!(outofphase_adapter::Effect)).expect("writes");
        let shapes = schema["oneOf"].as_array().expect("one shape a word");
        let all = shapes.iter().flat_map(|shape| match (&shape["enum"], &shape["const"], &shape["required"]) {
            (serde_json::Value::Array(words), ..) | (_, _, serde_json::Value::Array(words)) => words.clone(),
            (_, word, _) => vec![word.clone()],
        });
        let all: Vec<String> = all.filter_map(|w| w.as_str().map(str::to_owned)).collect();
        let missing: Vec<&String> = all.iter().filter(|w| !words.contains(w.as_str())).collect();
        assert!(missing.is_empty(), "never generated: {missing:?}");
        assert_eq!(words.len(), all.len());
    }
}
