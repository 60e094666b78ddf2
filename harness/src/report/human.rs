//! The report for people: a line a clause, every failure explained, skips by need, and the counts last.

use super::draw::{draw, draw_pair};
use super::paint::{BAD, BOLD, DIM, GOOD, OPEN, TYPE, pad, paint};
use super::record::{CaseResult, Run};
use super::words::{self, ClauseRow, ClauseState, Section};
use super::wrap::wrap;
use crate::as_if;
use crate::verdict::{Counts, Verdict};
use anstyle::Style;
use outofphase_cases::registry::Lang;
use std::fmt::Write;
use std::time::Duration;

const WIDTH: usize = 100;

/// How the report is written.
#[derive(Copy, Clone, Debug, Default)]
pub struct Options {
    /// The language of clause summaries.
    pub lang: Lang,
    /// How long the run took, for the last line.
    pub took: Option<Duration>,
}

/// The whole report, with colour codes; print it with `anstream`, which takes them away where they don't belong.
#[must_use]
pub fn report(run: &Run, options: Options) -> String {
    let mut out = String::new();
    head(&mut out, run);
    clauses(&mut out, run, options.lang);
    for r in run.results.iter().filter(|r| r.verdict.fails_the_run()) {
        explanation(&mut out, run, r, options.lang);
    }
    overview(&mut out, run);
    likely(&mut out, run);
    expected_failures(&mut out, run);
    skips(&mut out, run);
    last_lines(&mut out, run, options.took);
    out
}

fn head(out: &mut String, run: &Run) {
    let h = &run.header;
    let _ = writeln!(
        out,
        "{} {}  {} {} {}  {} {}  {} {}\n",
        paint(BOLD, "outofphase"),
        h.suite,
        paint(DIM, "engine"),
        paint(BOLD, &h.engine),
        h.version,
        paint(DIM, "rules of"),
        h.edition,
        paint(DIM, "cases"),
        h.cases
    );
}

fn style_of(state: ClauseState) -> Style {
    match state {
        ClauseState::Holds => GOOD,
        ClauseState::Broken => BAD,
        ClauseState::KnownBroken | ClauseState::Open => OPEN,
    }
}

fn clauses(out: &mut String, run: &Run, lang: Lang) {
    let rows = words::clause_rows(&run.footer, run.header.edition, lang);
    if rows.is_empty() {
        return;
    }
    let number = rows.iter().map(|r| r.number.chars().count()).max().unwrap_or(0);
    let slug = rows.iter().map(|r| r.slug.chars().count()).max().unwrap_or(0).max(20);
    let columns: Vec<Verdict> =
        Verdict::ALL.into_iter().filter(|v| matches!(v, Verdict::Pass | Verdict::Fail | Verdict::Skip) || any(&rows, *v)).collect();
    let width = number + 2 + slug;
    // What the suite is about comes last, where it is still on the screen when the run is over.
    let [core @ .., neighbours] = Section::ALL;
    for section in std::iter::once(neighbours).chain(core) {
        let rows: Vec<&ClauseRow> = rows.iter().filter(|r| r.section == section).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(out, "  {}  {}", pad(BOLD, section.title(lang), width), paint(DIM, "cases"));
        for v in &columns {
            let _ = write!(out, "  {}", paint(DIM, format_args!("{v:>5}")));
        }
        out.push('\n');
        for row in rows {
            clause_line(out, row, number, slug, &columns);
        }
        out.push('\n');
    }
}

fn any(rows: &[ClauseRow], verdict: Verdict) -> bool {
    rows.iter().any(|r| r.counts.of(verdict) > 0)
}

fn clause_line(out: &mut String, row: &ClauseRow, number: usize, slug: usize, columns: &[Verdict]) {
    let state = ClauseState::of(&row.counts);
    let style = style_of(state);
    let _ = write!(out, "{} {}  {:slug$}  {:>5}", paint(style, state.sign()), pad(BOLD, &row.number, number), row.slug, row.counts.total());
    for v in columns {
        let n = row.counts.of(*v);
        let text = if n == 0 { paint(DIM, format_args!("{:>5}", "·")) } else { paint(style_of_count(*v), format_args!("{n:>5}")) };
        let _ = write!(out, "  {text}");
    }
    if state == ClauseState::Open {
        let _ = write!(out, "  {}", paint(OPEN, "mostly skipped: no statement"));
    }
    out.push('\n');
}

fn style_of_count(v: Verdict) -> Style {
    match v {
        Verdict::Pass => GOOD,
        Verdict::Skip | Verdict::Xfail => OPEN,
        _ => BAD,
    }
}

fn rule(out: &mut String, style: Style, word: &str, title: &str) {
    let used = 4 + word.chars().count() + 2 + title.chars().count() + 1;
    let line = "─".repeat(WIDTH.saturating_sub(used).max(4));
    let _ = writeln!(out, "{} {}  {} {}", paint(DIM, "───"), paint(style, word), paint(BOLD, title), paint(DIM, line));
}

/// A failure so that its cause can be read: clause, reason, action, what was expected, what was seen, the board before and after.
pub fn explanation(out: &mut String, run: &Run, r: &CaseResult, lang: Lang) {
    let word = match r.verdict {
        Verdict::Fail => "FAIL",
        Verdict::Error => "ERROR",
        Verdict::Timeout => "TIMEOUT",
        Verdict::Xpass => "UNEXPECTED PASS",
        Verdict::Pass => "PASS",
        Verdict::Skip => "SKIP",
        Verdict::Xfail => "EXPECTED FAILURE",
    };
    rule(out, if r.verdict.fails_the_run() { BAD } else { OPEN }, word, &r.id);
    for slug in &r.clauses {
        let _ = writeln!(out, "  {} {}", paint(BOLD, words::number(slug, run.header.edition)), slug);
        for line in wrap(words::summary(slug, lang), WIDTH - 6) {
            let _ = writeln!(out, "      {}", paint(DIM, line));
        }
    }
    let field = |out: &mut String, name: &str, text: &str| {
        for (i, line) in wrap(text, WIDTH - 11).iter().enumerate() {
            let name = if i == 0 { name } else { "" };
            let _ = writeln!(out, "  {}{line}", pad(DIM, name, 9));
        }
    };
    out.push('\n');
    if !r.why.is_empty() {
        field(out, "why", &r.why);
    }
    if !r.source.is_empty() {
        field(out, "source", &r.source);
    }
    if r.resting_on_failed_control {
        field(
            out,
            "careful",
            &format!("a positive control of “{}” does not pass: the engine may not understand a word of this case", r.group),
        );
    }
    if r.verdict == Verdict::Xpass {
        field(out, "expected", &format!("to fail: {}", r.reason.as_deref().unwrap_or("no reason given")));
        field(out, "now", "it passes; take the entry out of the expectations file, or let --bless do it");
    }
    if let Some(message) = &r.message {
        field(out, "what", message);
    }
    mismatches(out, r);
    for (i, a) in as_if::noted(r).enumerate() {
        if i == 0 {
            out.push('\n');
        }
        field(out, if i == 0 { "as if" } else { "or" }, &format!("{a}: {}", a.reading.says));
    }
    if !r.stderr.is_empty() {
        out.push('\n');
        let _ = writeln!(out, "  {}", paint(DIM, "stderr"));
        for line in r.stderr.lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    boards(out, r);
    let _ = writeln!(out, "\n  {} {}\n", paint(DIM, "step by step:"), paint(TYPE, format_args!("outofphase explain {}", r.id)));
}

fn mismatches(out: &mut String, r: &CaseResult) {
    let subject = r.mismatches.iter().map(|m| m.subject.chars().count()).max().unwrap_or(0);
    let mut after = None;
    for m in &r.mismatches {
        if after != Some(&m.after) {
            after = Some(&m.after);
            let _ = writeln!(out, "\n  {} {}", pad(DIM, "after", 8), paint(TYPE, &m.after));
        }
        let _ = writeln!(out, "    {}  {} {}", pad(BOLD, &m.subject, subject), paint(DIM, "expected"), paint(GOOD, &m.expected));
        let _ = writeln!(out, "    {:subject$}  {}     {}", "", paint(DIM, "seen"), paint(BAD, &m.seen));
    }
}

fn boards(out: &mut String, r: &CaseResult) {
    match (&r.board_before, &r.board_after) {
        (Some(before), Some(after)) if before != after => {
            out.push('\n');
            out.push_str(&draw_pair(["board before", "board after"], before, after, &r.cards, "  "));
        }
        (before, Some(board)) => {
            let title = if before.is_some() { "board, before and after" } else { "board" };
            let _ = writeln!(out, "\n  {}", paint(DIM, title));
            out.push_str(&draw(board, &r.cards, None, "  "));
        }
        (_, None) => {}
    }
}

/// Failures in a line each, for whoever scrolls up from the end.
fn overview(out: &mut String, run: &Run) {
    let failed: Vec<&CaseResult> = run.results.iter().filter(|r| r.verdict.fails_the_run()).collect();
    if failed.len() < 2 {
        return;
    }
    let _ = writeln!(out, "{}", paint(BOLD, "What failed"));
    let width = failed.iter().map(|r| r.id.chars().count()).max().unwrap_or(0);
    for r in failed {
        let numbers: Vec<String> = r.clauses.iter().map(|slug| words::number(slug, run.header.edition)).collect();
        let _ = writeln!(
            out,
            "  {} {}  {}",
            paint(BAD, format_args!("{:7}", r.verdict)),
            pad(Style::new(), &r.id, width),
            paint(DIM, numbers.join(" "))
        );
    }
    out.push('\n');
}

/// What the failures come to: few wrong pages of the rulebook behind many failed cases.
fn likely(out: &mut String, run: &Run) {
    let failed: Vec<&CaseResult> = run.results.iter().filter(|r| !r.mismatches.is_empty()).collect();
    let all = as_if::likely(failed.iter().copied(), 2);
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "{} {}", paint(BOLD, "Where to look"), paint(DIM, "as if the engine read the rules like this"));
    for (a, n) in all.iter().take(8) {
        let _ = writeln!(out, "  {}  {}", pad(OPEN, &format!("{n} of {}", failed.len()), 10), paint(TYPE, a));
        for line in wrap(&a.says(), WIDTH - 14) {
            let _ = writeln!(out, "              {}", paint(DIM, line));
        }
    }
    out.push('\n');
}

fn expected_failures(out: &mut String, run: &Run) {
    let known: Vec<&CaseResult> = run.results.iter().filter(|r| r.verdict == Verdict::Xfail).collect();
    if known.is_empty() {
        return;
    }
    let _ = writeln!(out, "{}", paint(BOLD, "Failed as expected"));
    for r in known {
        let link = r.link.as_deref().map(|l| format!("  {}", paint(TYPE, l))).unwrap_or_default();
        let _ = writeln!(out, "  {}  {}{link}", r.id, paint(DIM, r.reason.as_deref().unwrap_or_default()));
    }
    out.push('\n');
}

fn skips(out: &mut String, run: &Run) {
    if run.footer.skips_by_need.is_empty() {
        return;
    }
    let _ = writeln!(out, "{}", paint(BOLD, "Skipped, by what the engine lacks or does not show"));
    let width = run.footer.skips_by_need.keys().map(|n| n.chars().count()).max().unwrap_or(0);
    for (need, n) in &run.footer.skips_by_need {
        let _ = writeln!(out, "  {}  {}", pad(OPEN, need, width), words::cases(*n));
    }
    out.push('\n');
}

fn last_lines(out: &mut String, run: &Run, took: Option<Duration>) {
    let resting = run.results.iter().filter(|r| r.resting_on_failed_control && r.verdict.is_a_statement()).count();
    if resting > 0 {
        let _ = writeln!(
            out,
            "{}",
            paint(OPEN, format_args!("{} rest on a positive control that does not pass; mend that one first.", words::cases(resting)))
        );
    }
    let open = open_clauses(run);
    if open > 0 {
        let _ = writeln!(out, "{}", paint(OPEN, format_args!("No statement on {open} of {} clauses.", run.footer.by_clause.len())));
    }
    if run.footer.not_run > 0 {
        let _ = writeln!(out, "{}", paint(OPEN, "Interrupted: this is what was found so far."));
    }
    let style = if run.failed() { BAD } else { GOOD };
    let took = took.map(|t| format!("  {}", paint(DIM, format_args!("in {:.2} s", t.as_secs_f64())))).unwrap_or_default();
    let _ = writeln!(out, "{}{took}", paint(style, words::counts(run)));
}

fn open_clauses(run: &Run) -> usize {
    run.footer.by_clause.values().filter(|c: &&Counts| ClauseState::of(c) == ClauseState::Open).count()
}
