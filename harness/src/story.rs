//! Tells a played case step by step, legible to a judge: what is done, what the engine's log says came of it, the board, and what was
//! expected.

use crate::board::{Board, cards};
use crate::narrate::{self, Kind};
use crate::report::paint::{BAD, BOLD, DIM, GOOD, OPEN, TYPE, pad, paint};
use crate::report::{draw, words, wrap};
use crate::runner::{Checked, Play, Shot, State};
use outofphase_adapter::{About, Date, LogEntry, text};
use outofphase_cases::registry::Lang;
use outofphase_cases::{Case, CaseStep};
use std::fmt::Write;

/// A played case, and how to tell it.
#[derive(Debug)]
pub struct Story<'a> {
    /// The case.
    pub case: &'a Case,
    /// What happened.
    pub play: &'a Play,
    /// The engine.
    pub about: &'a About,
    /// The edition, for clause numbers.
    pub edition: Date,
    /// The language of clause summaries.
    pub lang: Lang,
    /// Whether to tell of priority and the ends of steps.
    pub fine: bool,
}

/// The story as text with colour codes; print it with `anstream`.
#[must_use]
pub fn tell(story: &Story<'_>) -> String {
    story.case.in_scope(|| {
        let mut out = String::new();
        head(&mut out, story);
        cast(&mut out, story.case);
        for (i, shot) in story.play.shots.iter().enumerate() {
            let before = i.checked_sub(1).map(|i| &story.play.shots[i]);
            chapter(&mut out, story, shot, before);
        }
        ending(&mut out, story.play);
        out
    })
}

fn head(out: &mut String, story: &Story<'_>) {
    let case = story.case;
    let place = if case.file.is_empty() { String::new() } else { format!("  {}:{}", case.file, case.line) };
    let _ = writeln!(out, "{}{}", paint(BOLD, &case.id), paint(DIM, place));
    let _ = writeln!(out, "{}", paint(DIM, &case.group));
    let about = format!("played by {} {}, rules of {}", story.about.engine, story.about.version, story.edition);
    let _ = writeln!(out, "{}\n", paint(DIM, about));
    for slug in &case.clauses {
        let _ = writeln!(out, "  {} {slug}", paint(BOLD, words::number(slug, story.edition)));
        for line in wrap(words::summary(slug, story.lang), 92) {
            let _ = writeln!(out, "      {}", paint(DIM, line));
        }
    }
    for line in wrap(&case.why, 96) {
        let _ = writeln!(out, "  {line}");
    }
    if let Some(source) = &case.source {
        let _ = writeln!(out, "  {}", paint(DIM, format_args!("({source})")));
    }
    out.push('\n');
}

fn cast(out: &mut String, case: &Case) {
    let cards = cards(&case.setup);
    let name = cards.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let what = cards.iter().map(|c| c.card.len()).max().unwrap_or(0);
    for (card, spec) in cards.iter().zip(&case.setup.objects) {
        let mut lines = card.text.lines();
        let back = spec.back.as_ref().map(|b| format!("back: {} {}", b.card, text_of(&b.has)));
        let first = lines.next().unwrap_or_default();
        let line = format!("  {}  {:what$}  {}  {first}", pad(BOLD, &card.name, name), card.card, paint(DIM, card.of));
        let _ = writeln!(out, "{}", line.trim_end());
        for line in lines.map(str::to_owned).chain(back) {
            let _ = writeln!(out, "  {:name$}  {:what$}     {line}", "", "");
        }
    }
    if !cards.is_empty() {
        out.push('\n');
    }
}

fn text_of(has: &[outofphase_adapter::Ability]) -> String {
    has.iter().map(|a| text::ability(a, "enchanted permanent")).collect::<Vec<_>>().join(" ")
}

fn chapter(out: &mut String, story: &Story<'_>, shot: &Shot, before: Option<&Shot>) {
    let number = if shot.step == 0 { "○".to_owned() } else { action_number(story.case, shot.step).to_string() };
    let illegal = matches!(shot.step.checked_sub(1).map(|i| &story.case.steps[i]), Some(CaseStep::Do { illegal: true, .. }));
    let refused = if illegal { paint(OPEN, "  (must be refused)") } else { String::new() };
    let _ = writeln!(out, "{} {}{refused}", pad(TYPE, &number, 3), paint(BOLD, &shot.text));
    events(out, &shot.log, story.fine);
    let board = Board::new(&story.case.setup, shot.snapshot.clone());
    let then = before.map(|b| Board::new(&story.case.setup, b.snapshot.clone()));
    out.push_str(&draw(&board, &cards(&story.case.setup), then.as_ref(), "    "));
    for checked in expectations(story, shot) {
        tick(out, checked);
    }
    out.push('\n');
}

/// The number of an action among the case's actions: people count what is done, not what is expected.
fn action_number(case: &Case, step: usize) -> usize {
    case.steps.iter().take(step).filter(|s| matches!(s, CaseStep::Do { .. })).count()
}

/// What is expected between this shot and the next.
fn expectations<'a>(story: &'a Story<'_>, shot: &'a Shot) -> impl Iterator<Item = &'a Checked> {
    let next = story.play.shots.iter().map(|s| s.step).find(|s| *s > shot.step).unwrap_or(usize::MAX);
    story.play.checked.iter().filter(move |c| shot.step < c.step && c.step < next)
}

fn tick(out: &mut String, checked: &Checked) {
    let _ = match &checked.state {
        State::Held => writeln!(out, "    {} {}", paint(GOOD, "✓"), checked.text),
        State::Wrong(seen) => writeln!(out, "    {} {}  {}", paint(BAD, "✗"), checked.text, paint(BAD, format_args!("seen: {seen}"))),
        State::NotShown(need) => {
            writeln!(out, "    {} {}  {}", paint(OPEN, "○"), checked.text, paint(OPEN, format_args!("can't be told: {need}")))
        }
    };
}

/// The log, sorted for the eye: steps as headings, what happened at once bracketed, triggers and state-based actions named.
fn events(out: &mut String, log: &[LogEntry], fine: bool) {
    let told: Vec<(u32, Kind, String)> = log
        .iter()
        .map(|e| {
            let (kind, text) = narrate::event(&e.event);
            (e.batch, kind, text)
        })
        .filter(|(_, kind, _)| fine || *kind != Kind::Fine)
        .collect();
    for (i, (batch, kind, text)) in told.iter().enumerate() {
        if *kind == Kind::Turn && !fine && told.get(i + 1).is_none_or(|(_, next, _)| *next == Kind::Turn) && i + 1 < told.len() {
            // A step in which nothing happens is not worth a line.
            continue;
        }
        let same = |j: Option<usize>| j.and_then(|j| told.get(j)).is_some_and(|(b, k, _)| b == batch && *k != Kind::Turn);
        let bracket = match (same(i.checked_sub(1)), same(Some(i + 1))) {
            _ if *kind == Kind::Turn => " ",
            (false, false) => " ",
            (false, true) => "┌",
            (true, true) => "│",
            (true, false) => "└",
        };
        let bracket = paint(DIM, bracket);
        let _ = match kind {
            Kind::Turn => writeln!(out, "      {}", paint(DIM, format_args!("── {text}"))),
            Kind::Happens => writeln!(out, "      {bracket} {text}"),
            Kind::Trigger => writeln!(out, "      {bracket} {} {text}", paint(TYPE, "trigger:")),
            Kind::StateBased => writeln!(out, "      {bracket} {} {text}", paint(OPEN, "state-based action:")),
            Kind::Fine => writeln!(out, "      {bracket} {}", paint(DIM, text)),
        };
    }
}

fn ending(out: &mut String, play: &Play) {
    // What was wrong with an action itself stands nowhere else.
    for m in play.mismatches.iter().filter(|m| m.subject == "this action") {
        let _ = writeln!(out, "{} {}: expected {}, seen {}", paint(BAD, "✗"), m.after, m.expected, m.seen);
    }
    if let Some(why) = &play.broken {
        let _ = writeln!(out, "{} after {}: {why}", paint(BAD, "error"), play.doing);
    } else if !play.mismatches.is_empty() {
        let _ = writeln!(out, "{}", paint(BAD, format_args!("fail: {} of what was expected is not so", play.mismatches.len())));
    } else if !play.needs.is_empty() {
        let needs = play.needs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "{}", paint(OPEN, format_args!("skip: the engine lacks or does not show {needs}")));
    } else {
        let _ = writeln!(out, "{}", paint(GOOD, "pass"));
    }
}
