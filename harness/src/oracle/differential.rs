//! The engine under test against the reference engine, after every action, on what both show.

use super::facts::printed_triggers;
use super::show::{Show as _, Shown, object, player};
use super::{Did, Trace, Violation};
use outofphase_adapter::{Action, Effect, Event, Obj};

/// The first difference between what an engine shows and what the reference engine shows, which plays the scenario
/// [as the engine stopped in it](Trace::as_stopped).
#[must_use]
pub fn first(seen: &Trace, right: &Trace) -> Option<Violation> {
    let shots = seen.shots.len().min(right.shots.len());
    for shot in 0..shots {
        let at = shot.saturating_sub(1);
        if shot > 0 {
            if at > 0 && !seen.comparable(at - 1) && !matches!(seen.action(at), Action::Advance { .. }) {
                // The engine acts before the step's own actions, where no other can be made to stop.
                return None;
            }
            if seen.words.turn_structure && matches!(&seen.did[at], Did::Done(Some(stop)) if !stop.exact) {
                // Where steps are skipped and turns added, the step where it stopped does not say how many of them went by.
                return None;
            }
            let oracle = match (&seen.did[at], &right.did[at]) {
                (Did::Illegal(_), Did::Done(_)) => Some(("differential::refuses_what_is_legal", "refuses what the rules allow")),
                (Did::Done(_), Did::Illegal(_)) => Some(("differential::allows_what_is_illegal", "allows what the rules forbid")),
                _ => None,
            };
            if let Some((oracle, what)) = oracle {
                let why = match (&seen.did[at], &right.did[at]) {
                    (Did::Illegal(why), _) | (_, Did::Illegal(why)) => why.as_str(),
                    _ => "",
                };
                return Some(Violation {
                    oracle,
                    clause: refusal_clause(seen.action(at)),
                    at,
                    object: None,
                    message: format!("the engine {what}: {why}"),
                });
            }
        }
        let (s, r) = (&seen.shots[shot], &right.shots[shot]);
        if shot == 0 || seen.comparable(at) {
            for (seat, (a, b)) in seen.seats().zip(s.players.iter().zip(&r.players)) {
                // Before anything else: with a player everything that they own goes.
                if let (Some(a), Some(b), true) = (a.in_game, b.in_game, a.in_game != b.in_game) {
                    return Some(Violation {
                        oracle: oracle_name("in game"),
                        clause: clause(seen, at, "in game", None),
                        at,
                        object: None,
                        message: format!("in game of {seat} is {b} by the rules, and the engine shows {a}"),
                    });
                }
            }
            // Once the game is over (104.1) nothing happens any more to what is left on the table.
            let over = shot > 0 && seen.over(at) && right.over(at);
            let objects = if over { 0 } else { s.objects.len() };
            for (i, (a, b)) in s.objects.iter().zip(&r.objects).enumerate().take(objects) {
                let o = Obj(i as u16);
                if let Some((field, seen_text, right_text)) = object(a, b, Shown::ByBoth) {
                    return Some(Violation {
                        oracle: oracle_name(field),
                        clause: clause(seen, at, field, Some(o)),
                        at,
                        object: Some(o),
                        message: format!("{field} of {o} is {right_text} by the rules, and the engine shows {seen_text}"),
                    });
                }
            }
            for (seat, (a, b)) in seen.seats().zip(s.players.iter().zip(&r.players)) {
                // A leaver's cards went along (800.4a), and how the zones are counted that they were in is nobody's business.
                if b.in_game == Some(false) {
                    continue;
                }
                if let Some((field, seen_text, right_text)) = player(a, b, Shown::ByBoth) {
                    return Some(Violation {
                        oracle: oracle_name(field),
                        clause: clause(seen, at, field, None),
                        at,
                        object: None,
                        message: format!("{field} of {seat} is {right_text} by the rules, and the engine shows {seen_text}"),
                    });
                }
            }
            if let (Some(a), Some(b), true) = (s.day_night, r.day_night, s.day_night != r.day_night) {
                return Some(Violation {
                    oracle: "differential::day_or_night",
                    clause: "turn-based.day-night",
                    at,
                    object: None,
                    message: format!("it is {} by the rules, and the engine shows {}", b.show(), a.show()),
                });
            }
        }
    }
    None
}

macro_rules! names {
    ($($field:literal => $name:literal;)*) => {
        fn oracle_name(field: &str) -> &'static str {
            match field {
                $($field => concat!("differential::", $name),)*
                _ => "differential::other",
            }
        }
        /// The names of the differential oracle's findings.
        pub const NAMES: &[&str] = &[$(concat!("differential::", $name)),*];
    };
}
names! {
    "place" => "place"; "phased" => "phased"; "controller" => "controller"; "attached" => "attached"; "counters" => "counters";
    "tapped" => "tapped"; "damage" => "damage"; "attacking" => "attacking"; "blocking" => "blocking"; "types" => "types"; "size" => "size";
    "back" => "face"; "protector" => "protector"; "in game" => "in_game"; "life" => "life"; "hand" => "hand"; "library" => "library";
    "graveyard" => "graveyard"; "mana" => "mana";
}

fn refusal_clause(a: &Action) -> &'static str {
    match a {
        Action::Attack(_) => "turn-based.attackers",
        Action::Block(_) => "turn-based.blockers",
        Action::Announce { .. } => "phasing.treated-as-nonexistent",
        Action::Advance { .. } => "turn-based.assign-damage",
        _ => "turn-based.automatic",
    }
}

/// The clause that explains a difference, where that can be told from the field, the action and the scenario.
fn clause(t: &Trace, at: usize, field: &str, o: Option<Obj>) -> &'static str {
    let action = t.scenario.play.get(at);
    let attachment = o.is_some_and(|o| t.shots[..=at.min(t.shots.len() - 1)].iter().any(|s| matches!(s.object(o).attached, Some(Some(_)))));
    let advancing = matches!(action, Some(Action::Advance { .. }));
    let out = o.is_some_and(|o| t.shots.get(at).is_some_and(|s| s.object(o).is_phased_out()));
    match field {
        "phased" if attachment => "phasing.indirect",
        "phased" if advancing => "phasing.untap-step-event",
        "phased" => "phasing.treated-as-nonexistent",
        "attached" => "phasing.returns-attached",
        "controller" => "durations.as-long-as",
        "attacking" | "blocking" => "combat.removed-from-combat",
        "damage" if advancing => "cleanup.damage-and-effects",
        "tapped" if advancing => "turn-based.untap",
        "mana" => "turn-based.mana-empties",
        "hand" if advancing => "turn-based.draw",
        "life" => life_clause(t, at),
        "place" if out => "phasing.treated-as-nonexistent",
        "counters" | "tapped" | "damage" => "phasing.no-zone-change",
        _ if matches!(action, Some(Action::Leave(_))) => "phasing.owner-leaves",
        _ if matches!(action.and_then(Action::effect), Some(Effect::PutOntoBattlefield { .. } | Effect::Create(_))) => "zone-change.enters",
        _ => "phasing.treated-as-nonexistent",
    }
}

/// A life total differs: by damage, or because a trigger fired or did not.
fn life_clause(t: &Trace, at: usize) -> &'static str {
    let events: Vec<Event> = printed_triggers(t.setup()).map(|(_, _, t)| t.when).collect();
    match events.first() {
        None => "turn-based.deal-damage",
        Some(_) if matches!(t.scenario.play.get(at), Some(Action::Leave(_))) => "look-back.player-loses",
        Some(Event::PhasesIn(_) | Event::PhasesOut(_)) => "look-back.phases-out",
        Some(Event::Enters(_)) => "zone-change.enters",
        Some(Event::Beginning { .. }) => "turn-based.beginning-triggers",
        Some(Event::BecomesAttached(_) | Event::BecomesUnattached(_)) => "look-back.unattached",
        Some(_) => "look-back.zone-changes",
    }
}
