//! The optional event log: what happened, in order, for adapters whose engine has one.

use crate::{Attached, DayNight, Obj, Place, Seat, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Kinds of state-based action (704.5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StateBased {
    /// 704.5a: life 0 or less.
    NoLife,
    /// 704.5b: drew from an empty library.
    EmptyLibrary,
    /// 704.5d: a token in another zone.
    TokenCeases,
    /// Before 2017-08-25: a token that is phased out.
    PhasedOutTokenCeases,
    /// 704.5f: toughness 0 or less.
    NoToughness,
    /// 704.5g: lethal damage.
    LethalDamage,
    /// 704.5h: damage by deathtouch.
    Deathtouch,
    /// 704.5i: planeswalker without loyalty.
    NoLoyalty,
    /// 704.5j: legend rule.
    LegendRule,
    /// 704.5k: world rule.
    WorldRule,
    /// 704.5m: Aura attached to nothing or to something illegal.
    AuraFallsOff,
    /// 704.5n, 704.5p: Equipment, Fortification or another permanent becomes unattached.
    Unattach,
    /// 704.5q: +1/+1 and -1/-1 counters.
    CountersCancel,
    /// 704.5s: Saga after its last chapter.
    SagaEnds,
    /// 704.5v-y: battle without defense or protector.
    Battle,
}

/// Something that happened. Entries with the same [`LogEntry::batch`] happened at once.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are what the variants say")]
pub enum LogEvent {
    /// A turn began.
    TurnBegan { of: Seat },
    /// A step or phase began.
    StepBegan { step: Step, of: Seat },
    /// A step or phase ended.
    StepEnded { step: Step },
    /// A permanent phased out.
    PhasedOut { object: Obj, indirectly: bool },
    /// A permanent phased in.
    PhasedIn { object: Obj },
    /// It became day or night.
    Became { what: DayNight },
    /// A permanent became untapped.
    Untapped { object: Obj },
    /// A permanent became tapped.
    Tapped { object: Obj },
    /// A player drew a card.
    Drew { player: Seat },
    /// A player discarded a card.
    Discarded { player: Seat },
    /// A scheme was set in motion.
    SetInMotion { object: Obj },
    /// A turn-based lore counter was put on a Saga.
    Lore { object: Obj },
    /// A player rolled to visit Attractions.
    Rolled { player: Seat, result: u8 },
    /// The defending player was chosen.
    Defending { player: Seat },
    /// A creature was declared as an attacker.
    Attacks { object: Obj, target: Attached },
    /// A creature was declared as a blocker.
    Blocks { object: Obj, attacker: Obj },
    /// Damage was dealt.
    Damage { from: Option<Obj>, to: Attached, n: u16 },
    /// Damage was removed from permanents at cleanup.
    DamageRemoved { object: Obj },
    /// Effects that last until end of turn ended.
    TurnEffectsEnded,
    /// Unspent mana was lost.
    ManaEmptied { player: Seat, n: u16 },
    /// A card or token changed zones.
    Moved { object: Obj, from: Place, to: Place },
    /// A token ceased to exist, or a card left the game with its owner.
    Ceased { object: Obj },
    /// Control changed.
    Control { object: Obj, to: Seat },
    /// Counters were put on or removed.
    Counters { object: Obj },
    /// Became attached.
    Attached { object: Obj, to: Attached },
    /// Became unattached.
    Unattached { object: Obj },
    /// A permanent was removed from combat.
    RemovedFromCombat { object: Obj },
    /// A state-based action was performed.
    StateBased { kind: StateBased, object: Option<Obj>, player: Option<Seat> },
    /// An ability triggered.
    Triggered { source: Obj, controller: Seat, gain: i64 },
    /// A triggered ability was put on the stack.
    PutOnStack { source: Obj, controller: Seat },
    /// An object of the stack resolved, or did not for want of a legal target.
    Resolved { source: Option<Obj>, controller: Seat, did_anything: bool },
    /// A player got priority.
    Priority { player: Seat },
    /// A player left the game.
    Left { player: Seat },
    /// A card transformed.
    Transformed { object: Obj },
}

/// An event with the number of the batch in which it happened.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogEntry {
    /// Events of one batch happened at once.
    pub batch: u32,
    /// What happened.
    pub event: LogEvent,
}
