//! From what a file says to a case, with the checks that need the whole of it.

use super::error::Spot;
use super::raw::{RawCase, RawStep};
use super::text::Text;
use crate::ledger::{Ledger, MOST_TRIGGERS};
use crate::{Case, CaseStep, ExpectSubject, Expectation, Fact};
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::{Ability, Action, Effect, Place, Setup, SetupError, Trigger};
use std::ops::Range;

/// The part of a file in which a case stands.
#[derive(Debug, Clone)]
pub(super) struct Part<'a> {
    pub(super) text: Text<'a>,
    pub(super) within: Range<usize>,
}

impl Part<'_> {
    /// Where a key of the case stands; where the case begins if it can't be found.
    pub(super) fn key(&self, key: &str) -> usize {
        self.text.key(key, self.within.clone()).unwrap_or(self.within.start)
    }

    fn wrong(&self, at: usize, message: impl Into<String>, help: &str) -> Box<Spot> {
        let mut spot = self.text.spot_at(at, message);
        spot.help = Some(help.to_owned());
        Box::new(spot)
    }
}

pub(super) fn build(raw: RawCase, group: &str, part: &Part<'_>) -> Result<Case, Box<Spot>> {
    for (key, said) in [("id", &raw.id), ("why", &raw.why)] {
        if said.trim().is_empty() {
            return Err(part.wrong(part.key(key), format!("`{key}` is empty"), "it is what people go by"));
        }
    }
    let (since, until) = (raw.since.map(|e| e.0), raw.until.map(|e| e.0));
    if let (Some(since), Some(until)) = (since, until)
        && since >= until
    {
        let help = "`since` is the first edition for which the case holds, `until` the first for which it does not any more";
        return Err(part.wrong(part.key("until"), format!("`until` {until} is not after `since` {since}"), help));
    }
    let mut setup = Setup { players: raw.players.0, objects: raw.board.0, options: raw.options };
    setup.check().and_then(|()| outside(&setup)).map_err(|e| board(&e, part))?;
    let mut steps = names::of(&setup, Style::Phrases, || steps(raw.play, part));
    if !steps.iter().any(|s| matches!(s, CaseStep::Expect(_) | CaseStep::Do { illegal: true, .. })) {
        let help = "add a step such as `- expect: {bear: phased out}`, or say `illegal: true` of an action";
        return Err(part.wrong(part.key("play"), format!("`{}` expects nothing, so it can't fail", raw.id), help));
    }
    number(&mut setup, &mut steps, part)?;
    let case = Case {
        id: raw.id,
        group: group.into(),
        clauses: raw.clauses.0,
        source: raw.source,
        why: raw.why,
        since,
        until,
        control: raw.control,
        setup,
        steps,
        file: part.text.file.into(),
        line: part.text.place(part.key("id")).0,
    };
    counted(&case, part)?;
    Ok(case)
}

/// What an effect creates later is a token (111.1). `Setup::check` leaves that alone, for a relation takes a card out of the game by
/// leaving it outside.
fn outside(setup: &Setup) -> Result<(), SetupError> {
    let why = "what is `in: outside` is a token that an effect creates later; write `token: true`";
    match setup.objects.iter().find(|o| o.place == Place::Outside && !o.token) {
        Some(o) => Err(SetupError::Object { object: o.name.clone(), why }),
        None => Ok(()),
    }
}

/// What is wrong with the board, where its card stands.
fn board(e: &SetupError, part: &Part<'_>) -> Box<Spot> {
    let (object, help) = match e {
        SetupError::Host { object, .. } => (object.as_str(), "`on:` names a permanent on the battlefield, or a player"),
        SetupError::Seat { object, .. } => (object.as_str(), "`players:` says who sits in the game"),
        SetupError::Name(object) | SetupError::Twice(object) | SetupError::Object { object, .. } => {
            (object.as_str(), "docs/cases.md says what a card on the board can be")
        }
        _ => ("players", "write `players: [A, B]`"),
    };
    let board = part.key("board");
    let at = part.text.key(object, board..part.within.end).unwrap_or(board);
    part.wrong(at, e.to_string(), help)
}

/// Gives each expectation its line, as near as the text tells it.
fn steps(raw: Vec<RawStep>, part: &Part<'_>) -> Vec<CaseStep> {
    let mut all = Vec::new();
    let mut from = part.key("play");
    for step in raw {
        if let Some(action) = step.action {
            all.push(CaseStep::Do { action, illegal: step.illegal });
        }
        let start = from;
        let mut find = |key: &str| {
            let at = part.text.key(key, start..part.within.end).unwrap_or(start);
            from = from.max(at + 1);
            at
        };
        let mut expected = Vec::new();
        if let Some(expect) = step.expect {
            let mut at = find("expect");
            for (subject, facts) in expect {
                at = part.text.key(&subject.to_string(), at..part.within.end).unwrap_or(at);
                expected.push(Expectation { subject, facts, line: part.text.place(at).0 });
            }
        }
        if let Some(facts) = step.happened {
            let line = part.text.place(find("happened")).0;
            expected.push(Expectation { subject: ExpectSubject::Happened, facts, line });
        }
        if !expected.is_empty() {
            all.push(CaseStep::Expect(expected));
        }
    }
    all
}

/// Gives every trigger its gain of life.
fn number(setup: &mut Setup, steps: &mut [CaseStep], part: &Part<'_>) -> Result<(), Box<Spot>> {
    let (mut at, mut play): (Vec<usize>, Vec<Action>) = (Vec::new(), Vec::new());
    for (i, step) in steps.iter().enumerate() {
        if let CaseStep::Do { action, .. } = step {
            at.push(i);
            play.push(action.clone());
        }
    }
    let triggers = triggers(setup, &play);
    if triggers.iter().any(|t| t.gain != 0) {
        return Err(part.wrong(part.key("gain"), "`gain` is not for a case to say", "leave it out; the suite gives each trigger its own"));
    }
    if triggers.len() > MOST_TRIGGERS {
        let message = format!("{} triggered abilities; a case can have {MOST_TRIGGERS}", triggers.len());
        return Err(part.wrong(
            part.key("board"),
            message,
            "each one gains ten times as much life as the one before; make two cases of it",
        ));
    }
    setup.number_triggers(&mut play);
    for (i, numbered) in at.into_iter().zip(play) {
        if let CaseStep::Do { action, .. } = &mut steps[i] {
            *action = numbered;
        }
    }
    Ok(())
}

fn triggers<'a>(setup: &'a Setup, play: &'a [Action]) -> Vec<&'a Trigger> {
    let cards = setup.objects.iter().flat_map(|o| o.has.iter().chain(o.back.iter().flat_map(|face| &face.has)));
    let given = play.iter().filter_map(Action::effect).flat_map(Effect::triggers);
    cards.flat_map(Ability::triggers).chain(given).collect()
}

/// Nothing is counted that can't trigger: `not triggered` would hold whatever the engine does.
fn counted(case: &Case, part: &Part<'_>) -> Result<(), Box<Spot>> {
    let scenario = case.scenario();
    let expected = case.steps.iter().filter_map(|s| if let CaseStep::Expect(all) = s { Some(all) } else { None }).flatten();
    for exp in expected {
        let ExpectSubject::Object(obj) = exp.subject else { continue };
        let has = Ledger::known(&scenario.setup, &scenario.play, obj);
        let asked =
            exp.facts.iter().filter_map(|f| if let Fact::Triggered { ability, .. } = f { Some(ability.unwrap_or(1)) } else { None });
        if let Some(n) = asked.max().filter(|n| *n > has) {
            let name = &case.setup.object(obj).name;
            let message = match (has, n) {
                (0, _) => format!("`{name}` has no triggered ability that could be counted"),
                _ => format!("`{name}` has no triggered ability {n}: the case knows {has} of it"),
            };
            let line = case_line(part, exp.line);
            let at = part.text.key(name, line).unwrap_or(part.within.start);
            let help = "an ability that a card grants to others counts as that card's, and one that an effect gives as that of what the effect names";
            return Err(part.wrong(at, message, help));
        }
    }
    Ok(())
}

/// The bytes of the case from a line on.
fn case_line(part: &Part<'_>, line: u32) -> Range<usize> {
    let skip = usize::try_from(line).unwrap_or(1).saturating_sub(1);
    let start: usize = part.text.text.split_inclusive('\n').take(skip).map(str::len).sum();
    start..part.within.end
}
