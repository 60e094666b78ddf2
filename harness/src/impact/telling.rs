//! A game of a change in words.

use super::Game;
use crate::narrate;
use outofphase_adapter::{DayNight, ObjectSpec, Place, text};
use outofphase_cases::{Case, CaseStep, Expectation};
use serde::Serialize;

/// A game in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// The cards and tokens, one a line.
    pub board: Vec<String>,
    /// What happens, in order.
    pub play: Vec<String>,
    /// What the newer rules make of it.
    pub after: String,
    /// What the older rules made of it.
    pub before: String,
}

/// Tells a game.
#[must_use]
pub fn tell(game: &Game) -> Told {
    let case = &game.after;
    let name = case.setup.objects.iter().map(|o| o.name.len()).max().unwrap_or(0);
    let mut board: Vec<String> = case.in_scope(|| case.setup.objects.iter().map(|o| format!("{:name$}  {}", o.name, card(o))).collect());
    let players = case.setup.players.len();
    board.extend((players > 2).then(|| format!("{players} players")));
    let options = &case.setup.options;
    board.extend(options.it_is.map(|d| format!("it is {} as the game starts", if d == DayNight::Day { "day" } else { "night" })));
    board.extend(options.archenemy.map(|a| format!("{a} is the archenemy")));
    board.extend(options.one_defending_player.then(|| "one opponent is attacked in each combat".to_owned()));
    board.extend(options.start.map(|s| format!("the game starts with the {s} step of A's first turn")));
    Told { board, play: case.in_scope(|| play(case)), after: outcome(case, &game.before), before: outcome(&game.before, case) }
}

/// A card or token: `creature 2/2, a token of A's, on bear: flying`.
fn card(o: &ObjectSpec) -> String {
    let mut told = format!("{}, {}{}'s", o.card, if o.token { "a token of " } else { "" }, o.owner);
    let mut add = |more: Option<String>| told.extend(more.map(|m| format!(", {m}")));
    add(o.controller.map(|c| format!("controlled by {c}")));
    add(o.on.map(|h| format!("on {h}")));
    add((o.place != Place::Battlefield).then(|| format!("in {}", o.place)));
    add(o.protector.map(|p| format!("protected by {p}")));
    add(o.tapped.then(|| "tapped".to_owned()));
    add((o.damage > 0).then(|| format!("with {} damage", o.damage)));
    add((!o.counters.is_empty()).then(|| o.counters.iter().map(|(k, n)| format!("{n} {k}")).collect::<Vec<_>>().join(", ")));
    let rules = text::card(o).replace('\n', "; ");
    if !rules.is_empty() {
        told.push_str(&format!(": {rules}"));
    }
    if let Some(back) = &o.back {
        told.push_str(&format!("; back face {}", back.card));
    }
    told
}

fn play(case: &Case) -> Vec<String> {
    let told = |s: &CaseStep| if let CaseStep::Do { action, .. } = s { Some(narrate::action(action)) } else { None };
    case.steps.iter().filter_map(told).collect()
}

/// Whether the last action has to be refused.
fn refused(case: &Case) -> bool {
    let illegal = |s: &CaseStep| if let CaseStep::Do { illegal, .. } = s { Some(*illegal) } else { None };
    case.steps.iter().rev().find_map(illegal) == Some(true)
}

/// What is expected of one side at the end; or, if the sides differ in whether the last action is allowed, that.
fn outcome(case: &Case, other: &Case) -> String {
    match (refused(case), refused(other)) {
        (true, _) => return "the last action is not allowed".into(),
        (_, true) => return "the last action is allowed".into(),
        _ => {}
    }
    let facts = |e: &Expectation| {
        let facts = e.facts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        format!("{}: {facts}", e.subject)
    };
    match case.steps.last() {
        Some(CaseStep::Expect(all)) => case.in_scope(|| all.iter().map(facts).collect::<Vec<_>>().join("; ")),
        _ => String::new(),
    }
}
