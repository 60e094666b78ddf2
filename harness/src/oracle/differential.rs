//! The engine under test against the reference engine, after every action, on what both show.

use super::facts::printed_triggers;
use super::{Did, Trace, Violation};
use outofphase_adapter::{Action, Effect, Event, Obj, ObjectView, PlayerView};

/// A value in words.
trait Show {
    fn show(&self) -> String;
}

macro_rules! shown_as_written {
    ($($t:ty),*) => { $(impl Show for $t { fn show(&self) -> String { self.to_string() } })* };
}
shown_as_written!(outofphase_adapter::Place, outofphase_adapter::Seat, u16, i64, outofphase_adapter::Types);

impl Show for bool {
    fn show(&self) -> String {
        (if *self { "true" } else { "false" }).into()
    }
}
impl Show for (i16, i16) {
    fn show(&self) -> String {
        format!("{}/{}", self.0, self.1)
    }
}
impl Show for outofphase_adapter::Phased {
    fn show(&self) -> String {
        use outofphase_adapter::Phased;
        match self {
            Phased::In => "in",
            Phased::Out => "out",
            Phased::Directly => "out directly",
            Phased::Indirectly => "out indirectly",
        }
        .into()
    }
}
impl Show for outofphase_adapter::Counters {
    fn show(&self) -> String {
        if self.is_empty() {
            return "none".into();
        }
        self.iter().map(|(k, n)| format!("{n} {k}")).collect::<Vec<_>>().join(", ")
    }
}
impl Show for Option<outofphase_adapter::Attached> {
    fn show(&self) -> String {
        self.map_or_else(|| "nothing".into(), |a| a.to_string())
    }
}
impl Show for Option<outofphase_adapter::Attacked> {
    fn show(&self) -> String {
        match self {
            None => "nothing".into(),
            Some(outofphase_adapter::Attacked::It(a)) => a.to_string(),
            Some(outofphase_adapter::Attacked::NothingAnyMore) => "nothing any more".into(),
        }
    }
}

fn both<T: PartialEq>(a: Option<T>, b: Option<T>) -> Option<(T, T)> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Some((a, b)),
        _ => None,
    }
}

/// The first field on which two views differ: its name, what the second shows, what the first shows.
fn differ(seen: &ObjectView, right: &ObjectView) -> Option<(&'static str, String, String)> {
    fn text<T: Show>(name: &'static str, d: Option<(T, T)>) -> Option<(&'static str, String, String)> {
        d.map(|(a, b)| (name, b.show(), a.show()))
    }
    use outofphase_adapter::Phased;
    let phased = match (seen.phased, right.phased) {
        // One that does not say how it is phased out says enough.
        (Some(Phased::Out), Some(p)) | (Some(p), Some(Phased::Out)) if p.is_out() => None,
        (a, b) => both(a, b),
    };
    text("place", both(seen.place, right.place))
        .or_else(|| text("phased", phased))
        .or_else(|| text("controller", both(seen.controller, right.controller)))
        .or_else(|| text("attached", both(seen.attached, right.attached)))
        .or_else(|| text("counters", both(seen.counters, right.counters)))
        .or_else(|| text("tapped", both(seen.tapped, right.tapped)))
        .or_else(|| text("damage", both(seen.damage, right.damage)))
        .or_else(|| text("attacking", both(seen.attacking, right.attacking)))
        .or_else(|| text("blocking", both(seen.blocking, right.blocking)))
        .or_else(|| text("types", both(seen.types, right.types)))
        .or_else(|| text("size", both(seen.size, right.size)))
        .or_else(|| text("back", both(seen.back, right.back)))
        .or_else(|| text("protector", both(seen.protector, right.protector)))
}

fn differ_player(seen: &PlayerView, right: &PlayerView) -> Option<(&'static str, String, String)> {
    fn text<T: Show>(name: &'static str, d: Option<(T, T)>) -> Option<(&'static str, String, String)> {
        d.map(|(a, b)| (name, b.show(), a.show()))
    }
    // A leaver's cards went along (800.4a), and how the zones are counted that they were in is nobody's business.
    if right.in_game == Some(false) {
        return None;
    }
    text("life", both(seen.life, right.life))
        .or_else(|| text("hand", both(seen.hand, right.hand)))
        .or_else(|| text("library", both(seen.library, right.library)))
        .or_else(|| text("graveyard", both(seen.graveyard, right.graveyard)))
        .or_else(|| text("mana", both(seen.mana, right.mana)))
}

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
                if let Some((a, b)) = both(a.in_game, b.in_game) {
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
                if let Some((field, right_text, seen_text)) = differ(a, b) {
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
                if let Some((field, right_text, seen_text)) = differ_player(a, b) {
                    return Some(Violation {
                        oracle: oracle_name(field),
                        clause: clause(seen, at, field, None),
                        at,
                        object: None,
                        message: format!("{field} of {seat} is {right_text} by the rules, and the engine shows {seen_text}"),
                    });
                }
            }
            if let Some((a, b)) = both(s.day_night, r.day_night) {
                return Some(Violation {
                    oracle: "differential::day_or_night",
                    clause: "turn-based.day-night",
                    at,
                    object: None,
                    message: format!("it is {b:?} by the rules, and the engine shows {a:?}"),
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
