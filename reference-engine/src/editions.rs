//! Editions: dated objects, each the previous one plus named changes.

use crate::Rulebook;
use jiff::civil::Date;

/// A change of a reading that came into force with an edition.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// A stable name.
    pub name: &'static str,
    /// The question whose reading changed.
    pub question: &'static str,
    /// Its reading until then.
    pub before: &'static str,
    /// What changed, in a sentence.
    pub says: &'static str,
}

/// An edition of the Comprehensive Rules that changed something here.
#[derive(Copy, Clone, Debug)]
pub struct Edition {
    /// The day it came into force.
    pub date: Date,
    /// What it is called after.
    pub name: &'static str,
    /// What it changed.
    pub changes: &'static [Change],
}

const fn date(y: i16, m: i8, d: i8) -> Date {
    jiff::civil::date(y, m, d)
}

/// The oldest edition that the suite knows: phased-out became a status.
pub const OLDEST: Date = date(2009, 7, 10);
/// The newest edition that the suite knows.
pub const NEWEST: Date = date(2026, 8, 7);

macro_rules! changes {
    ($($name:literal: $question:literal was $before:literal => $says:literal;)*) => {
        &[$(Change { name: $name, question: $question, before: $before, says: $says }),*]
    };
}

/// The editions in order of date. Those that changed nothing here are left out, but for the first and the last.
pub const EDITIONS: &[Edition] = &[
    Edition { date: OLDEST, name: "Magic 2010", changes: &[] },
    Edition {
        date: date(2012, 6, 1),
        name: "Avacyn Restored",
        changes: changes! {
            "control-effect-ends-after-default-controller-left": "default_controller_left" was "stays"
                => "An object whose last control effect ends is exiled if its default controller has left the game.";
        },
    },
    Edition {
        // The change came between 2012-10-01 and 2015-01-23; like the clause registry this dates it to the first text at hand.
        date: date(2015, 1, 23),
        name: "Fate Reforged",
        changes: changes! {
            "legend-rule-keeps-one": "legend_rule" was "all go"
                => "The legend rule looks at each player's permanents, and that player keeps one of a name.";
        },
    },
    Edition {
        date: date(2015, 7, 17),
        name: "Magic Origins",
        changes: changes! {
            "leaves-a-graveyard-looks-back": "leaves_graveyard_look_back" was "check after"
                => "Abilities that trigger when a card leaves a graveyard look back in time.";
        },
    },
    Edition {
        date: date(2016, 9, 30),
        name: "Kaladesh",
        changes: changes! {
            "nothing-enters-under-a-departed-player": "enter_under_departed" was "yes"
                => "An object that would enter under the control of a player who left stays where it is.";
        },
    },
    Edition {
        date: date(2016, 11, 11),
        name: "Commander 2016",
        changes: changes! {
            "player-loses-looks-back": "player_loses_look_back" was "check after"
                => "Triggers on a player's losing the game look back in time.";
        },
    },
    Edition { date: date(2017, 7, 8), name: "Hour of Devastation", changes: &[] },
    Edition {
        date: date(2017, 8, 25),
        name: "Commander 2017",
        changes: changes! {
            "phased-out-tokens-survive": "phased_out_tokens" was "cease to exist"
                => "Phased-out tokens go on existing.";
        },
    },
    Edition {
        date: date(2017, 9, 29),
        name: "Ixalan",
        changes: changes! {
            "enters-as-it-would-exist": "enters_with" was "as printed"
                => "What changes how a permanent enters also takes into account the effects of other permanents that would apply to it.";
        },
    },
    Edition {
        date: date(2018, 4, 27),
        name: "Dominaria",
        changes: changes! {
            "departed-controller": "departed_controller" was "never"
                => "What phased out under a player who left phases in after that player's next turn would have begun.";
            "sagas": "lore" was "never"
                => "Sagas get a lore counter as their controller's precombat main phase begins.";
        },
    },
    Edition {
        date: date(2019, 7, 12),
        name: "Core Set 2020",
        changes: changes! {
            "bestow-phases-in-unattached": "bestow_unattached" was "an Aura"
                => "A bestowed Aura that phases in unattached stops being bestowed.";
        },
    },
    Edition {
        date: date(2019, 10, 4),
        name: "Throne of Eldraine",
        changes: changes! {
            "equipment-on-a-player": "equipment_on_player" was "stays"
                => "An Equipment or Fortification attached to a player becomes unattached.";
        },
    },
    Edition {
        date: date(2020, 8, 7),
        name: "Double Masters",
        changes: changes! {
            "phased-out-not-in-affected-set": "effects_on_phased_out" was "included"
                => "Continuous effects of resolving spells and abilities never include phased-out permanents.";
            "phase-out-until": "phase_out_until" was "ordinary untap step"
                => "What phased out until an event phases in right after it, and not in untap steps.";
        },
    },
    Edition {
        date: date(2021, 9, 24),
        name: "Innistrad: Midnight Hunt",
        changes: changes! {
            "day-and-night": "day_night_moment" was "never"
                => "Day and night are checked in the untap step, after phasing and before untapping.";
        },
    },
    Edition {
        date: date(2022, 10, 7),
        name: "Unfinity",
        changes: changes! {
            "attractions": "attraction_roll" was "never"
                => "A player who controls Attractions rolls to visit them after lore counters.";
        },
    },
    Edition {
        date: date(2023, 4, 14),
        name: "March of the Machine",
        changes: changes! {
            "battles": "battles" was "never"
                => "Battles join planeswalkers among what can be attacked and removed from combat.";
        },
    },
    Edition {
        date: date(2024, 11, 8),
        name: "Foundations",
        changes: changes! {
            "duration-begins-again": "as_long_as_again" was "does nothing"
                => "An effect whose \"for as long as\" duration ends and begins again in the same resolution works.";
            "free-damage-division": "damage_division" was "in order"
                => "Combat damage is divided freely; there is no damage assignment order.";
        },
    },
    Edition {
        date: date(2025, 6, 6),
        name: "Final Fantasy",
        changes: changes! {
            "opponent-gains-control-looks-back": "opponent_gains_look_back" was "check after"
                => "Abilities that trigger when an opponent gains control of an object from you look back in time.";
            "sagas-without-chapters": "sagas" was "all"
                => "Only Sagas with chapter abilities get lore counters and are sacrificed.";
        },
    },
    Edition {
        date: date(2025, 11, 14),
        name: "Avatar: The Last Airbender",
        changes: changes! {
            "effects-expire-before-mana-empties": "effects_then_mana" was "mana first"
                => "Effects that last until the end of a step or phase expire before unspent mana empties.";
        },
    },
    Edition {
        date: date(2026, 4, 17),
        name: "Secrets of Strixhaven",
        changes: changes! {
            "sacrifice-looks-back": "sacrifice_look_back" was "check after"
                => "Abilities that trigger when a permanent is sacrificed are listed among those that look back.";
            "saga-lore-counter-is-an-ability": "saga_enters" was "a rule"
                => "A Saga enters with its lore counter by an ability of its own.";
        },
    },
    Edition {
        date: NEWEST,
        name: "August 2026",
        changes: changes! {
            "change-of-protector": "protector_and_combat" was "stays"
                => "A battle whose protector changes is removed from combat.";
        },
    },
];

impl Rulebook {
    /// The rulebook of the edition in force on a day. Days before the oldest edition get the oldest.
    #[must_use]
    pub fn edition(on: Date) -> Rulebook {
        let mut rules = Rulebook::newest();
        for change in EDITIONS.iter().filter(|e| e.date > on).rev().flat_map(|e| e.changes) {
            rules.set(change.question, change.before).expect("a change names a question and a reading; a test holds it");
        }
        rules
    }

    /// The date of the edition in force on a day, among those in [`EDITIONS`].
    #[must_use]
    pub fn edition_date(on: Date) -> Date {
        EDITIONS.iter().rev().map(|e| e.date).find(|d| *d <= on).unwrap_or(OLDEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, QUESTIONS};

    #[test]
    fn every_change_names_a_question_and_its_older_reading() {
        for change in EDITIONS.iter().flat_map(|e| e.changes) {
            let q = QUESTIONS.iter().find(|q| q.name == change.question).unwrap_or_else(|| panic!("{}", change.question));
            let r = q.readings.iter().find(|r| r.name == change.before).unwrap_or_else(|| panic!("{}", change.before));
            assert!(matches!(r.origin, Origin::Older | Origin::NotStated), "{}", change.name);
        }
    }

    #[test]
    fn every_older_reading_belongs_to_an_edition() {
        for q in QUESTIONS {
            for r in q.readings.iter().filter(|r| matches!(r.origin, Origin::Older | Origin::NotStated)) {
                let known = EDITIONS.iter().flat_map(|e| e.changes).any(|c| c.question == q.name && c.before == r.name);
                assert!(known, "{} / {}", q.name, r.name);
            }
        }
    }

    #[test]
    fn the_newest_edition_has_the_newest_readings() {
        assert_eq!(Rulebook::edition(NEWEST), Rulebook::newest());
        assert_eq!(Rulebook::edition(date(2017, 7, 8)).get("phased_out_tokens"), Some("cease to exist"));
        assert_eq!(Rulebook::edition(date(2017, 8, 25)).get("phased_out_tokens"), Some("survive"));
    }

    #[test]
    fn editions_are_in_order() {
        assert!(EDITIONS.is_sorted_by_key(|e| e.date));
    }
}
