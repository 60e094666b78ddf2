//! One self-contained page: a matrix of clauses, and each failure as a strip of board pictures.

use super::record::{CaseResult, Frame, Mismatch, Run};
use super::svg::picture;
use super::words::{self, ClauseState, Section};
use crate::as_if;
use crate::verdict::{Counts, Verdict};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use outofphase_cases::registry::{Lang, Registry};
use std::collections::BTreeSet;

const STYLE: &str = include_str!("page.css");

/// The page for one run, or for several engines side by side.
#[must_use]
pub fn page(runs: &[Run], lang: Lang) -> String {
    let title = match runs {
        [run] => format!("{} {}: {}", run.header.engine, run.header.version, words::counts(run)),
        runs => format!("{} engines", runs.len()),
    };
    html! {
        (DOCTYPE)
        html lang=(lang.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "outofphase: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "outofphase" }
                    @for run in runs { (engine(run)) }
                }
                main {
                    (matrix(runs, lang))
                    @for run in runs { (failures(run, runs.len() > 1, lang)) }
                }
            }
        }
    }
    .into_string()
}

fn engine(run: &Run) -> Markup {
    let h = &run.header;
    html! {
        p class=(if run.failed() { "engine bad" } else { "engine good" }) {
            b { (h.engine) } " " (h.version) " · rules of " (h.edition) " · outofphase " (h.suite) br;
            (words::counts(run))
        }
    }
}

fn matrix(runs: &[Run], lang: Lang) -> Markup {
    let known: BTreeSet<&str> = runs.iter().flat_map(|r| r.footer.by_clause.keys().map(String::as_str)).collect();
    let edition = runs.iter().map(|r| r.header.edition).max();
    html! {
        table.matrix {
            thead { tr {
                th {} th { "clause" } th { "demands" }
                @for run in runs {
                    @if runs.len() > 1 { th { (run.header.engine) } } @else {
                        @for word in ["cases", "pass", "fail", "skip"] { th.n { (word) } }
                    }
                }
            } }
            @for section in Section::ALL {
                @let rows: Vec<_> = Registry::builtin().iter().filter(|c| Section::of(c) == section && known.contains(c.slug())).collect();
                @if !rows.is_empty() {
                    tbody {
                        tr { th.section colspan="9" { (section.title(lang)) } }
                        @for clause in rows {
                            @let all: Vec<Counts> = runs.iter().map(|r| r.footer.by_clause.get(clause.slug()).copied().unwrap_or_default()).collect();
                            @let state = ClauseState::of(&all[0]);
                            tr {
                                @if runs.len() > 1 { td {} } @else { td.sign.(class(state)) title=(state.word()) { (state.sign()) } }
                                td.clause { b { (edition.and_then(|e| clause.number_on(e)).unwrap_or("-")) } " " code { (clause.slug()) } }
                                td.demands { (clause.summary(lang)) }
                                @for c in &all { (cells(c, runs.len() > 1)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn class(state: ClauseState) -> &'static str {
    match state {
        ClauseState::Holds => "good",
        ClauseState::Broken => "bad",
        ClauseState::KnownBroken | ClauseState::Open => "open",
    }
}

fn cells(c: &Counts, side_by_side: bool) -> Markup {
    let n = |n: usize| if n == 0 { "·".to_owned() } else { n.to_string() };
    let failing = c.failing() + c.xfail;
    let state = ClauseState::of(c);
    html! {
        @if side_by_side {
            td.sign.(class(state)) title=(format!("{} passed, {failing} failed, {} skipped", c.pass, c.skip)) {
                (state.sign()) " " @if failing > 0 { (failing) "/" (c.total()) }
            }
        } @else {
            td.n { (c.total()) } td.n { (n(c.pass)) } td.n.bad[failing > 0] { (n(failing)) } td.n.open[c.skip > 0] { (n(c.skip)) }
        }
    }
}

fn failures(run: &Run, name_engine: bool, lang: Lang) -> Markup {
    let shown: Vec<&CaseResult> = run.results.iter().filter(|r| r.verdict.fails_the_run() || r.verdict == Verdict::Xfail).collect();
    html! {
        @if name_engine { h2 { (run.header.engine) " " (run.header.version) } }
        @for r in shown { (failure(run, r, lang)) }
        @if !run.footer.skips_by_need.is_empty() {
            h3 { "Skipped, by what the engine lacks or does not show" }
            table.needs {
                @for (need, n) in &run.footer.skips_by_need { tr { td { (need) } td.n { (n) } } }
            }
        }
    }
}

fn failure(run: &Run, r: &CaseResult, lang: Lang) -> Markup {
    html! {
        article id=(r.id) {
            h3 { span.(if r.verdict.fails_the_run() { "bad" } else { "open" }) { (r.verdict) } " " (r.id) }
            @for slug in &r.clauses {
                p.clause { b { (words::number(slug, run.header.edition)) } " " code { (slug) } " " (words::summary(slug, lang)) }
            }
            @if !r.why.is_empty() { p { (r.why) @if !r.source.is_empty() { " " span.dim { "(" (r.source) ")" } } } }
            @if let Some(reason) = &r.reason { p.open { "expected: " (reason) @if let Some(link) = &r.link { " " (link) } } }
            @if r.resting_on_failed_control {
                p.open { "A positive control of “" (r.group) "” does not pass: the engine may not understand a word of this case." }
            }
            @for a in as_if::noted(r) { p { "As if " code { (a.to_string()) } ": " (a.says()) } }
            @if let Some(message) = &r.message { pre { (message) } }
            @if !r.stderr.is_empty() { pre { (r.stderr) } }
            (strip(r))
        }
    }
}

/// The boards from the start to the last step that something is wrong at, each with what was expected and seen there.
fn strip(r: &CaseResult) -> Markup {
    let last = r.mismatches.iter().map(|m| m.step).max().unwrap_or(usize::MAX);
    let frames: Vec<&Frame> = r.boards.iter().take_while(|f| f.step <= last).collect();
    html! {
        div.strip {
            @for (i, frame) in frames.iter().enumerate() {
                @let next = frames.get(i + 1).map_or(usize::MAX, |f| f.step);
                @let wrong: Vec<&Mismatch> = r.mismatches.iter().filter(|m| frame.step <= m.step && m.step < next).collect();
                figure.wrong[!wrong.is_empty()] {
                    figcaption { (frame.text) }
                    (picture(&frame.board, &r.cards, i.checked_sub(1).map(|p| &frames[p].board)))
                    @for m in wrong {
                        p.mismatch {
                            b { (m.subject) } " " span.good { "expected " (m.expected) } ", " span.bad { "seen " (m.seen) }
                        }
                    }
                }
            }
        }
    }
}
