//! Reading what happened from its phrase: who or what, and a verb.

use super::{name, seat, step};
use crate::phrases::{self, Kind};
use crate::{Fact, Happening};
use outofphase_adapter::{DayNight, Obj, Place, Seat, names};

/// A verb and what it makes of who or what does it.
type Verb<T> = (&'static str, fn(T) -> Happening);

const OBJECT_VERBS: [Verb<Obj>; 22] = [
    ("phases out", Happening::PhasesOut),
    ("phases in", Happening::PhasesIn),
    ("untaps", Happening::Untaps),
    ("taps", Happening::Taps),
    ("gets a lore counter", Happening::GetsLore),
    ("attacks", Happening::Attacks),
    ("blocks", Happening::Blocks),
    ("deals damage", Happening::DealsDamage),
    ("goes to graveyard", |o| Happening::GoesTo(o, Place::Graveyard)),
    ("goes to exile", |o| Happening::GoesTo(o, Place::Exile)),
    ("goes to hand", |o| Happening::GoesTo(o, Place::Hand)),
    ("goes to library", |o| Happening::GoesTo(o, Place::Library)),
    ("goes to battlefield", |o| Happening::GoesTo(o, Place::Battlefield)),
    ("ceases", Happening::Ceases),
    ("triggers", Happening::Triggers),
    ("'s trigger goes on the stack", Happening::TriggerGoesOnStack),
    ("'s trigger resolves", Happening::TriggerResolves),
    ("is removed from combat", Happening::RemovedFromCombat),
    ("becomes attached", Happening::BecomesAttached),
    ("becomes unattached", Happening::BecomesUnattached),
    ("is set in motion", Happening::SetInMotion),
    ("transforms", Happening::Transforms),
];

const PLAYER_VERBS: [Verb<Seat>; 7] = [
    ("draws", Happening::Draws),
    ("discards", Happening::Discards),
    ("rolls", Happening::Rolls),
    ("'s mana empties", Happening::ManaEmpties),
    ("gets priority", Happening::GetsPriority),
    ("leaves", Happening::Leaves),
    ("'s turn begins", Happening::TurnBegins),
];

/// Reads a phrase, or several that happen at once and are joined by `and`.
pub(super) fn parse(phrase: &str) -> Result<Fact, String> {
    phrase.split(" and ").map(|p| one(p.trim())).collect::<Result<Vec<_>, _>>().map(Fact::Happened)
}

fn one(p: &str) -> Result<Happening, String> {
    match p {
        "it becomes day" => return Ok(Happening::ItBecomes(DayNight::Day)),
        "it becomes night" => return Ok(Happening::ItBecomes(DayNight::Night)),
        "turn effects end" => return Ok(Happening::TurnEffectsEnd),
        _ => {}
    }
    if let Some(o) = p.strip_prefix("damage wears off ") {
        return name(o).map(Happening::DamageWearsOff);
    }
    if let Some(o) = p.strip_prefix("state-based action on ") {
        return name(o).map(Happening::StateBased);
    }
    if let Some(s) = p.strip_prefix("defending player is ") {
        return seat(s).map(Happening::Defends);
    }
    if let Some(step) = p.strip_suffix(" begins").and_then(step) {
        return Ok(Happening::Begins(step));
    }
    if let Some(step) = p.strip_suffix(" ends").and_then(step) {
        return Ok(Happening::Ends(step));
    }
    let Some(end) = p.find([' ', '\'']) else { return Err(phrases::unknown(Kind::Happened, p)) };
    let (who, verb) = p.split_at(end);
    let verb = verb.trim_start();
    if Seat::from_letter(who).is_some() {
        return match PLAYER_VERBS.iter().find(|(v, _)| *v == verb) {
            Some((_, make)) => seat(who).map(make),
            None => Err(no_verb(p, who, PLAYER_VERBS.iter().map(|(v, _)| *v), verb)),
        };
    }
    match OBJECT_VERBS.iter().find(|(v, _)| *v == verb) {
        Some((_, make)) => name(who).map(make),
        None if names::find(who).is_some() => Err(no_verb(p, who, OBJECT_VERBS.iter().map(|(v, _)| *v), verb)),
        None => Err(phrases::unknown(Kind::Happened, p)),
    }
}

fn no_verb<'a>(p: &str, who: &str, verbs: impl Iterator<Item = &'a str> + Clone, verb: &str) -> String {
    let say = |v: &str| if v.starts_with('\'') { format!("`{who}{v}`") } else { format!("`{who} {v}`") };
    let hint = phrases::nearest(verb, verbs.clone()).map(|v| format!("; did you mean {}?", say(v))).unwrap_or_default();
    let all: Vec<String> = verbs.map(say).collect();
    format!("`{p}` is nothing that can happen{hint}\nwhat can happen to `{who}`: {}", all.join(", "))
}
