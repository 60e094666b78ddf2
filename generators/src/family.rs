//! Rule families: the units in which the generator is configured, switched on and off (swarm testing) and counted.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $weight:literal;)*) => {
        /// A family of rules that scenarios can be about.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Family {
            $($(#[$doc])* #[serde(rename = $word)] $name,)*
        }

        impl Family {
            /// All of them.
            pub const ALL: &'static [Family] = &[$(Family::$name),*];
            /// Their words.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// The weights of the default configuration: 10 is the weight of a family of middling interest.
            pub const DEFAULT_WEIGHTS: [u32; Self::ALL.len()] = [$($weight),*];

            /// The family's word, as in a configuration file.
            #[must_use]
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }
    };
}

families! {
    /// Permanents with phasing (702.26a).
    PhasingKeyword = "phasing keyword", 20;
    /// Effects that phase permanents out and in (702.26b, 702.26c).
    PhasingEffects = "phasing effects", 20;
    /// "Can't phase out" and "can't phase in" (101.2).
    PhasingLocks = "phasing locks", 4;
    /// Phasing out until something leaves (610.4).
    PhaseUntil = "phase out until", 6;
    /// Auras, Equipment and Fortifications on permanents (702.26g-j).
    Attachments = "attachments", 20;
    /// Auras on players (702.26i).
    PlayerAuras = "auras on players", 6;
    /// Bestow (702.103g).
    Bestow = "bestow", 4;
    /// Tokens (702.26d).
    Tokens = "tokens", 8;
    /// Counters (702.26d).
    Counters = "counters", 8;
    /// Control that is not the owner's, and its changes (702.26a, 702.26e).
    Control = "control", 10;
    /// Continuous effects from resolution, with their durations (702.26e, 702.26f).
    Durations = "durations", 12;
    /// Static abilities that change others: anthems, grants, types, sizes.
    Statics = "statics", 10;
    /// Losing all abilities.
    AbilityLoss = "ability loss", 5;
    /// Entering with counters, entering tapped, going elsewhere than to the graveyard (603.6d, 614).
    Replacements = "replacements", 6;
    /// Zone-change triggers (603.6, 603.10a).
    ZoneTriggers = "zone triggers", 16;
    /// Triggers on phasing out and in (603.10b).
    PhaseTriggers = "phase triggers", 12;
    /// Triggers on becoming attached, unattached, tapped, untapped, a target, and on control (603.2e, 603.10c, 603.10d).
    ChangeTriggers = "change triggers", 10;
    /// Triggers at the beginning of a step (703.1a).
    StepTriggers = "step triggers", 8;
    /// State triggers (603.8).
    StateTriggers = "state triggers", 4;
    /// Triggers that do something beside the gain of life.
    TriggerEffects = "trigger effects", 5;
    /// Intervening "if" (603.4) and "one or more" (603.2c).
    TriggerConditions = "trigger conditions", 5;
    /// Attacks, blocks and what triggers on them (506, 703.4i-m).
    Combat = "combat", 16;
    /// Damage outside of combat, and marked damage (514.2).
    Damage = "damage", 8;
    /// Tapping, untapping and what keeps from untapping (703.4c).
    Tapping = "tapping", 8;
    /// Skipped and additional turns, steps and phases (500.7-11, 702.26m).
    TurnStructure = "turn structure", 8;
    /// Moves between zones (400.7).
    ZoneChanges = "zone changes", 16;
    /// Players who leave or lose (702.26k, 702.26n, 800.4).
    Leaving = "leaving", 5;
    /// Day and night (703.4b, 731).
    DayNight = "day and night", 5;
    /// Sagas (703.4f, 714).
    Sagas = "sagas", 5;
    /// Mana and its emptying (703.4q).
    Mana = "mana", 4;
    /// Draws, discards, hand size (703.4d, 703.4n).
    Hand = "hand", 6;
    /// Exile until something leaves (610.3).
    ExileUntil = "exile until", 4;
    /// Delayed triggers (603.7).
    Delayed = "delayed triggers", 5;
    /// Effects that wait on the stack with their targets (115, 608.2b).
    Stack = "stack", 8;
    /// Planeswalkers and battles as things attacked (306, 310, 506.4c).
    Attackables = "planeswalkers and battles", 5;
    /// Schemes and Attractions (703.4e, 703.4g).
    Variants = "schemes and attractions", 3;
    /// Legendary and world permanents (704.5j, 704.5k).
    Legends = "legends", 3;
    /// Several effects one after the other (608.2c).
    Compound = "compound effects", 5;
}

/// A set of families.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Families(pub u64);

impl Families {
    /// The empty set.
    pub const NONE: Families = Families(0);
    /// All families.
    pub const ALL: Families = Families((1 << Family::ALL.len()) - 1);

    /// The set of these.
    #[must_use]
    pub const fn of(list: &[Family]) -> Families {
        let (mut bits, mut i) = (0, 0);
        while i < list.len() {
            bits |= 1 << list[i] as u8;
            i += 1;
        }
        Families(bits)
    }

    /// Whether `f` is in the set.
    #[must_use]
    pub const fn has(self, f: Family) -> bool {
        self.0 & (1 << f as u8) != 0
    }

    /// Adds one.
    pub const fn insert(&mut self, f: Family) {
        self.0 |= 1 << f as u8;
    }

    /// Its members.
    pub fn iter(self) -> impl Iterator<Item = Family> {
        Family::ALL.iter().copied().filter(move |f| self.has(*f))
    }
}

impl fmt::Debug for Families {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Family::word)).finish()
    }
}
