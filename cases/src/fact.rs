//! Facts: the closed list of things that a case can expect, each with its phrase.

use crate::Happening;
use outofphase_adapter::{Attached, CounterKind, DayNight, Obj, Place, Seat, Step, Type};
use std::fmt;

/// Something that can be expected of a subject. Its [`Display`](fmt::Display) is the phrase that reads back as the same fact.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Fact {
    /// `phased in`.
    PhasedIn,
    /// `phased out`, in whatever way.
    PhasedOut,
    /// `phased out directly`.
    PhasedOutDirectly,
    /// `phased out indirectly` (702.26g).
    PhasedOutIndirectly,
    /// `on the battlefield` (phased in or out), `in graveyard`, `in exile`, `in hand`, `in library`, `in command`, `on the stack`,
    /// `outside`, `gone`.
    At(Place),
    /// `not on the battlefield`.
    NotOnBattlefield,
    /// `on bear`, `on A`: attached to it.
    AttachedTo(Attached),
    /// `unattached`.
    Unattached,
    /// `tapped`.
    Tapped,
    /// `untapped`.
    Untapped,
    /// `controlled by B`.
    ControlledBy(Seat),
    /// `2/2`.
    Size(i16, i16),
    /// `2 damage`; of 0, `undamaged`.
    Damage(u16),
    /// `2 +1/+1 counters`; of 0, `no +1/+1 counters`.
    Counters(CounterKind, u8),
    /// `no counters` of any kind.
    NoCounters,
    /// `attacking B`, `attacking walker`.
    AttackingWhat(Attached),
    /// `attacking`, whatever it attacks.
    Attacking,
    /// `attacking nothing any more`: still an attacker, of something that left combat (506.4c).
    AttackingNothingAnyMore,
    /// `not attacking`.
    NotAttacking,
    /// `blocking bear`.
    BlockingWhat(Obj),
    /// `blocking`, whatever it blocks.
    Blocking,
    /// `not blocking`.
    NotBlocking,
    /// `is a creature`.
    Is(Type),
    /// `is no creature`.
    IsNo(Type),
    /// `front face up`.
    FrontUp,
    /// `back face up`.
    BackUp,
    /// `protected by C` (310.8).
    ProtectedBy(Seat),
    /// `triggered twice`, `ability 2 not triggered`, `triggered once for A`: how often its triggered abilities have resolved since the
    /// game started.
    Triggered {
        /// Which one of its triggered abilities, from 1; all together if `None`.
        ability: Option<u8>,
        /// How often.
        times: Times,
        /// Counted for this player, who controlled the ability; for everybody if `None`.
        of: Option<Seat>,
    },
    /// `life 20`: the life total without what triggered abilities of the case gained.
    Life(i64),
    /// `hand 3`.
    Hand(u16),
    /// `library 11`.
    Library(u16),
    /// `graveyard 2`.
    Graveyard(u16),
    /// `mana 3`; of 0, `no mana`.
    Mana(u16),
    /// `in the game`, `out of the game`.
    InGame(bool),
    /// `upkeep of B`.
    StepOf(Step, Seat),
    /// `day`, `night`, `neither day nor night`.
    DayNight(Option<DayNight>),
    /// `2 on the stack`; of 0, `stack empty`.
    Stack(u16),
    /// `bear phases in`; of several at the same instant, `bear phases in and ox phases out`.
    Happened(Vec<Happening>),
}

/// How often something triggered.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Times {
    /// Once or more often.
    Some,
    /// So often, no more and no less.
    Exactly(u8),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::PhasedIn => f.write_str("phased in"),
            Fact::PhasedOut => f.write_str("phased out"),
            Fact::PhasedOutDirectly => f.write_str("phased out directly"),
            Fact::PhasedOutIndirectly => f.write_str("phased out indirectly"),
            Fact::At(place) => f.write_str(place_phrase(*place)),
            Fact::NotOnBattlefield => f.write_str("not on the battlefield"),
            Fact::AttachedTo(host) => write!(f, "on {host}"),
            Fact::Unattached => f.write_str("unattached"),
            Fact::Tapped => f.write_str("tapped"),
            Fact::Untapped => f.write_str("untapped"),
            Fact::ControlledBy(seat) => write!(f, "controlled by {seat}"),
            Fact::Size(power, toughness) => write!(f, "{power}/{toughness}"),
            Fact::Damage(0) => f.write_str("undamaged"),
            Fact::Damage(n) => write!(f, "{n} damage"),
            Fact::Counters(kind, 0) => write!(f, "no {kind} counters"),
            Fact::Counters(kind, 1) => write!(f, "1 {kind} counter"),
            Fact::Counters(kind, n) => write!(f, "{n} {kind} counters"),
            Fact::NoCounters => f.write_str("no counters"),
            Fact::AttackingWhat(target) => write!(f, "attacking {target}"),
            Fact::Attacking => f.write_str("attacking"),
            Fact::AttackingNothingAnyMore => f.write_str("attacking nothing any more"),
            Fact::NotAttacking => f.write_str("not attacking"),
            Fact::BlockingWhat(attacker) => write!(f, "blocking {attacker}"),
            Fact::Blocking => f.write_str("blocking"),
            Fact::NotBlocking => f.write_str("not blocking"),
            Fact::Is(t) => {
                let article = if t.word().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                write!(f, "is {article} {t}")
            }
            Fact::IsNo(t) => write!(f, "is no {t}"),
            Fact::FrontUp => f.write_str("front face up"),
            Fact::BackUp => f.write_str("back face up"),
            Fact::ProtectedBy(seat) => write!(f, "protected by {seat}"),
            Fact::Triggered { ability, times, of } => {
                if let Some(n) = ability {
                    write!(f, "ability {n} ")?;
                }
                match times {
                    Times::Some => f.write_str("triggered")?,
                    Times::Exactly(0) => f.write_str("not triggered")?,
                    Times::Exactly(1) => f.write_str("triggered once")?,
                    Times::Exactly(2) => f.write_str("triggered twice")?,
                    Times::Exactly(n) => write!(f, "triggered {n} times")?,
                }
                of.map_or(Ok(()), |seat| write!(f, " for {seat}"))
            }
            Fact::Life(n) => write!(f, "life {n}"),
            Fact::Hand(n) => write!(f, "hand {n}"),
            Fact::Library(n) => write!(f, "library {n}"),
            Fact::Graveyard(n) => write!(f, "graveyard {n}"),
            Fact::Mana(0) => f.write_str("no mana"),
            Fact::Mana(n) => write!(f, "mana {n}"),
            Fact::InGame(true) => f.write_str("in the game"),
            Fact::InGame(false) => f.write_str("out of the game"),
            Fact::StepOf(step, seat) => write!(f, "{step} of {seat}"),
            Fact::DayNight(Some(DayNight::Day)) => f.write_str("day"),
            Fact::DayNight(Some(DayNight::Night)) => f.write_str("night"),
            Fact::DayNight(None) => f.write_str("neither day nor night"),
            Fact::Stack(0) => f.write_str("stack empty"),
            Fact::Stack(n) => write!(f, "{n} on the stack"),
            Fact::Happened(all) => {
                for (i, happening) in all.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" and ")?;
                    }
                    happening.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

/// How a case says where a card or token is.
pub(crate) const fn place_phrase(place: Place) -> &'static str {
    match place {
        Place::Battlefield => "on the battlefield",
        Place::Graveyard => "in graveyard",
        Place::Exile => "in exile",
        Place::Hand => "in hand",
        Place::Library => "in library",
        Place::Stack => "on the stack",
        Place::Command => "in command",
        Place::Outside => "outside",
        Place::Gone => "gone",
    }
}
