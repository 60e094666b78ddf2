//! The turn: its steps and phases (500), and where an advance stopped.

use crate::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A step, or a phase that has no steps, in the order of a turn (500.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Step {
    /// Untap step (502): phasing, day/night, untapping. Nobody gets priority.
    #[serde(rename = "untap")]
    Untap,
    /// Upkeep step (503).
    #[serde(rename = "upkeep")]
    Upkeep,
    /// Draw step (504).
    #[serde(rename = "draw")]
    Draw,
    /// Precombat main phase (505).
    #[serde(rename = "first main")]
    FirstMain,
    /// Beginning of combat step (507).
    #[serde(rename = "beginning of combat")]
    BeginningOfCombat,
    /// Declare attackers step (508).
    #[serde(rename = "declare attackers")]
    DeclareAttackers,
    /// Declare blockers step (509).
    #[serde(rename = "declare blockers")]
    DeclareBlockers,
    /// The first of two combat damage steps, which exists only where first or double strike takes part (510.4).
    #[serde(rename = "first combat damage")]
    FirstCombatDamage,
    /// Combat damage step (510).
    #[serde(rename = "combat damage")]
    CombatDamage,
    /// End of combat step (511).
    #[serde(rename = "end of combat")]
    EndOfCombat,
    /// Postcombat main phase (505).
    #[serde(rename = "second main")]
    SecondMain,
    /// End step (513).
    #[serde(rename = "end")]
    End,
    /// Cleanup step (514): discard, then damage off and effects end.
    #[serde(rename = "cleanup")]
    Cleanup,
}

impl Step {
    /// All of them, in the order of a turn.
    pub const ALL: [Step; 13] = [
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::FirstMain,
        Step::BeginningOfCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::FirstCombatDamage,
        Step::CombatDamage,
        Step::EndOfCombat,
        Step::SecondMain,
        Step::End,
        Step::Cleanup,
    ];

    /// The step's word, as in YAML and on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Step::Untap => "untap",
            Step::Upkeep => "upkeep",
            Step::Draw => "draw",
            Step::FirstMain => "first main",
            Step::BeginningOfCombat => "beginning of combat",
            Step::DeclareAttackers => "declare attackers",
            Step::DeclareBlockers => "declare blockers",
            Step::FirstCombatDamage => "first combat damage",
            Step::CombatDamage => "combat damage",
            Step::EndOfCombat => "end of combat",
            Step::SecondMain => "second main",
            Step::End => "end",
            Step::Cleanup => "cleanup",
        }
    }

    /// Whether the step belongs to the combat phase (506.1).
    #[must_use]
    pub const fn in_combat(self) -> bool {
        matches!(
            self,
            Step::BeginningOfCombat
                | Step::DeclareAttackers
                | Step::DeclareBlockers
                | Step::FirstCombatDamage
                | Step::CombatDamage
                | Step::EndOfCombat
        )
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Before or after the turn-based actions of the step (703.3) in which an advance stopped.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Moment {
    /// The step has begun and its turn-based actions are still to come.
    Before,
    /// They are done, and what triggered has resolved.
    #[default]
    After,
}

/// Where an advance stopped.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The step.
    pub step: Step,
    /// Whose turn it is.
    pub of: Seat,
    /// Whether that is the moment that was asked for. An engine that gives no priority in a step walks through it and says `false`.
    pub exact: bool,
    /// Before or after the step's own turn-based actions.
    #[serde(default)]
    pub moment: Moment,
}

/// The day or night designation of the game (731.1). A game that has neither is `None` in its place.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DayNight {
    /// Day.
    Day,
    /// Night.
    Night,
}
