//! `outofphase editions`: the dated editions of the rules and what each changed; with `--questions`, what the rulebook is asked.

use super::case_args::CaseArgs;
use super::{CliError, Exit, output};
use crate::editions::{KNOWN, clause_changes};
use crate::report::paint::{BOLD, DIM, GOOD, OPEN, TYPE, paint};
use crate::report::{words, wrap};
use outofphase_adapter::Date;
use outofphase_cases::Case;
use outofphase_reference_engine::{EDITIONS, Origin, QUESTIONS};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  outofphase editions
  outofphase editions --all
  outofphase editions --questions        what can stand after --rulebook";

/// The arguments of `editions`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    /// List editions that changed nothing here, too
    #[arg(long)]
    all: bool,

    /// List the questions that the reference engine asks its rulebook, each with its readings, the right one first
    #[arg(long)]
    questions: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    if args.questions {
        output::print(questions());
        return Ok(Exit::Clean);
    }
    let all = args.cases.all()?;
    let mut out = String::new();
    let mut left_out = 0;
    for (i, edition) in KNOWN.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| KNOWN[i]);
        let changes = before.map(|before| changes(&all.cases, before, *edition)).unwrap_or_default();
        if changes.is_empty() && before.is_some() && !args.all {
            left_out += 1;
            continue;
        }
        let name = EDITIONS.iter().find(|e| e.date == *edition).map(|e| e.name).unwrap_or_default();
        let n = words::cases(args.cases.choose(&all.cases, *edition).len());
        let _ = writeln!(out, "{}  {name:28}  {}", paint(BOLD, edition), paint(DIM, n));
        out.push_str(&changes);
    }
    let _ = writeln!(out, "{}", paint(DIM, "\nwhich cases and games a change touches: outofphase impact --from DATE --to DATE"));
    if left_out > 0 {
        let _ = writeln!(out, "{}", paint(DIM, format_args!("{left_out} editions changed nothing here; --all lists them")));
    }
    output::print(out);
    Ok(Exit::Clean)
}

/// What an edition changed, one line a change.
fn changes(cases: &[Case], before: Date, now: Date) -> String {
    let mut out = String::new();
    let mut line = |word: &str, text: &str| {
        for (i, part) in wrap(text, 80).iter().enumerate() {
            let word = if i == 0 { word } else { "" };
            let _ = writeln!(out, "    {} {part}", paint(DIM, format_args!("{word:14}")));
        }
    };
    for change in EDITIONS.iter().filter(|e| e.date == now).flat_map(|e| e.changes) {
        line("rule", &format!("{} [{} was “{}”]", change.says, change.question, change.before));
    }
    let clauses = clause_changes(before, now);
    for clause in &clauses.added {
        line("new clause", &words::clause_line(clause.slug(), now));
    }
    for clause in &clauses.deleted {
        line("deleted clause", &words::clause_line(clause.slug(), before));
    }
    if let Some(example) = clauses.renumbered.first() {
        let (then, now) = (words::number(example.slug(), before), words::number(example.slug(), now));
        let n = clauses.renumbered.len();
        line("renumbered", &format!("{n} clause{}, such as {then} → {now}", if n == 1 { "" } else { "s" }));
    }
    let count = |since: bool| cases.iter().filter(|c| c.in_force(now) == since && c.in_force(before) != since).count();
    for (n, text) in [(count(true), "hold from here on"), (count(false), "held until here")] {
        if n > 0 {
            line("cases", &format!("{n} {text}"));
        }
    }
    out
}

fn questions() -> String {
    let mut out = String::new();
    for q in QUESTIONS {
        let _ = writeln!(out, "{}  {}  {}", paint(BOLD, q.name), q.asks.trim(), paint(DIM, q.clause));
        for r in q.readings {
            let (sign, origin) = match r.origin {
                Origin::Newest => (paint(GOOD, "✓"), ""),
                Origin::Older => (paint(OPEN, "≺"), "  (older editions)"),
                Origin::NotStated => (paint(OPEN, "?"), "  (older editions leave it open)"),
                Origin::Fault => (paint(DIM, "✗"), ""),
            };
            let _ = writeln!(out, "  {sign} {}  {}{}", paint(TYPE, r.name), r.says, paint(DIM, origin));
        }
    }
    out
}
