//! What to generate: the documented knobs.

use crate::family::Family;
use outofphase_adapter::Need;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};

/// A range of numbers, both ends included. Written `[2, 8]`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Span(pub u8, pub u8);

impl Span {
    /// How many numbers it has; at least one, whatever the ends.
    pub(crate) const fn width(self) -> u32 {
        if self.1 > self.0 { (self.1 - self.0) as u32 + 1 } else { 1 }
    }
}

/// The weight of each family. A family with weight 0 is never used; the others are used in proportion. Written as a map in which what is
/// left out keeps its default weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub [u32; Family::ALL.len()]);

impl Default for Weights {
    fn default() -> Weights {
        Weights(Family::DEFAULT_WEIGHTS)
    }
}

impl Weights {
    /// Nothing at all.
    #[must_use]
    pub const fn none() -> Weights {
        Weights([0; Family::ALL.len()])
    }

    /// The weight of a family.
    #[must_use]
    pub const fn get(&self, f: Family) -> u32 {
        self.0[f as usize]
    }

    /// The same with another weight for a family. Weights above 1,000 are cut to 1,000.
    #[must_use]
    pub const fn with(mut self, f: Family, weight: u32) -> Weights {
        self.0[f as usize] = if weight > 1000 { 1000 } else { weight };
        self
    }
}

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(Family::ALL.iter().map(|f| (f, self.get(*f))))
    }
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Weights, D::Error> {
        let map = BTreeMap::<Family, u32>::deserialize(d)?;
        let mut w = Weights::default();
        for (f, n) in map {
            if n > 1000 {
                return Err(D::Error::custom(format!("`{}: {n}`: a weight is at most 1000", f.word())));
            }
            w = w.with(f, n);
        }
        Ok(w)
    }
}

/// What the generator may do, and how often.
///
/// The default reaches every family on boards of up to 10 permanents. Start from it, or from [`Config::exhaustive`], and change fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Players, 2 to 4.
    pub seats: Span,
    /// Permanents on the battlefield as the game starts.
    pub permanents: Span,
    /// Cards in other zones and tokens to be created.
    pub others: Span,
    /// Actions. Answers that an action needs stand before it and are not counted; a game that ends earlier has fewer.
    pub actions: Span,
    /// Families and their weights.
    pub families: Weights,
    /// Each scenario leaves out a random half of the families (swarm testing), so that what crowds out something else is often absent.
    pub swarm: bool,
    /// Of 100 actions, how many deliberately aim at something that the rules do not let them touch.
    pub illegal_share: u8,
    /// Of 100 actions, how many let the game go on to a later step.
    pub advance_share: u8,
    /// Triggered abilities on a board. More than 8 and the ledger of life gains could run over into the next digit.
    pub max_triggers: u8,
    /// One way to say each thing: fixed sizes, no status beyond what is said, no variations. For exhaustive search, whose tree would
    /// otherwise be all leaves of little difference.
    pub bare: bool,
    /// Words that the engine lacks. Nothing that needs one of them is generated.
    pub avoid: BTreeSet<Need>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seats: Span(2, 4),
            permanents: Span(2, 10),
            others: Span(0, 3),
            actions: Span(4, 14),
            families: Weights::default(),
            swarm: true,
            illegal_share: 10,
            advance_share: 25,
            max_triggers: 8,
            bare: false,
            avoid: BTreeSet::new(),
        }
    }
}

impl Config {
    /// Exactly this many permanents and actions, the rest as by default: the size by which speed is measured is 8 and 12.
    #[must_use]
    pub fn sized(permanents: u8, actions: u8) -> Config {
        Config { permanents: Span(permanents, permanents), actions: Span(actions, actions), ..Config::default() }
    }

    /// Phasing and little else: for an engine that has only begun.
    #[must_use]
    pub fn phasing() -> Config {
        let mut families = Weights::none();
        for (f, w) in [
            (Family::PhasingKeyword, 20),
            (Family::PhasingEffects, 20),
            (Family::Attachments, 20),
            (Family::Tokens, 8),
            (Family::Counters, 8),
            (Family::Control, 8),
            (Family::Tapping, 8),
            (Family::ZoneChanges, 10),
            (Family::PhaseTriggers, 10),
            (Family::ZoneTriggers, 10),
        ] {
            families = families.with(f, w);
        }
        Config { seats: Span(2, 2), families, ..Config::default() }
    }

    /// The same without anything that needs this. Meant for what an engine answers with `Unsupported`; call it again for each need learnt.
    #[must_use]
    pub fn without(mut self, need: &Need) -> Config {
        self.avoid.insert(need.clone());
        self
    }

    /// Only these families, with their present weights (the default weight where that is 0).
    #[must_use]
    pub fn only(mut self, families: &[Family]) -> Config {
        for f in Family::ALL {
            let old = self.families.get(*f);
            let new = match families.contains(f) {
                true if old == 0 => Family::DEFAULT_WEIGHTS[*f as usize],
                true => old,
                false => 0,
            };
            self.families = self.families.with(*f, new);
        }
        self
    }
}
