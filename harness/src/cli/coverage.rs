//! `outofphase coverage`: how many cases rest on each clause, and what they tell apart, as a gate.

use super::case_args::{CaseArgs, edition};
use super::{CliError, Exit, output, unsaid};
use crate::coverage::{self, Reading, Sides};
use crate::editions::{KNOWN, NEWEST};
use crate::report::paint::{BAD, BOLD, DIM, GOOD, OPEN, pad, paint};
use crate::report::words::{self, Section};
use outofphase_adapter::Date;
use outofphase_cases::Case;
use outofphase_cases::registry::{Clause, Kind, Lang, Registry};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  outofphase coverage
  outofphase coverage --strict        the gate of the project's own CI
  outofphase coverage --readings      how many cases tell each wrong reading apart
  outofphase coverage --cases my-cases/

Exit status: 0 no gap, 1 a gap. Without --strict a gap is a clause of 702.26, 603.6, 603.10 or 703.4 without a case.";

/// How many cases each clause and each reading is to have: with one alone, a mistake in it would go unseen.
const ENOUGH: usize = 2;

/// The arguments of `coverage`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    /// Clauses and cases of the edition in force on this day
    #[arg(long, value_name = "DATE", value_parser = edition, default_value_t = NEWEST)]
    edition: Date,

    /// Fail if a clause of any edition, or a wrong reading of the rulebook, has fewer than two cases; if a change of an edition has no
    /// case on one of its sides; or if a case names a clause that one of its editions does not have
    #[arg(long)]
    strict: bool,

    /// List every change of an edition and every reading that the newest edition does not have, with the cases that tell it apart
    #[arg(long)]
    readings: bool,

    /// The language of clause summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let all = args.cases.all()?;
    if args.readings {
        let cases = args.cases.of_any_edition(&all.cases);
        output::print(told_apart(&coverage::changes(&cases, usize::MAX), &coverage::readings(&cases, usize::MAX)));
        return Ok(Exit::Clean);
    }
    let chosen = args.cases.choose(&all.cases, args.edition);
    let clauses: Vec<&Clause> = Registry::builtin().iter().filter(|c| c.exists_on(args.edition)).collect();
    output::print(table(&clauses, &chosen, args));
    let bare = |c: &&&Clause| c.kind() == Kind::Core && resting(&chosen, c) == 0 && unsaid::why(c.slug()).is_none();
    let mut gaps: Vec<String> = clauses.iter().filter(bare).map(|c| few_cases(c, 0)).collect();
    let mut held = Vec::new();
    if args.strict {
        let cases = args.cases.of_any_edition(&all.cases);
        (gaps, held) = strict(&cases);
    }
    let mut out = String::new();
    for gap in &gaps {
        let _ = writeln!(out, "{} {gap}", paint(BAD, "✗"));
    }
    for line in held {
        let _ = writeln!(out, "{} {line}", paint(GOOD, "✓"));
    }
    let covered = clauses.iter().filter(|c| resting(&chosen, c) > 0).count();
    let style = if gaps.is_empty() { GOOD } else { BAD };
    let total = words::cases(chosen.len());
    let _ = writeln!(out, "{}", paint(style, format_args!("{covered} of {} clauses have cases; {total} in all", clauses.len())));
    output::print(out);
    Ok(if gaps.is_empty() { Exit::Clean } else { Exit::Failed })
}

/// Every gap, over all editions; and what has none.
fn strict(cases: &[Case]) -> (Vec<String>, Vec<String>) {
    let everywhere: Vec<&Case> = cases.iter().collect();
    let clauses: Vec<&Clause> = Registry::builtin().iter().filter(|c| unsaid::why(c.slug()).is_none()).collect();
    let changes = coverage::changes(cases, ENOUGH);
    let readings = coverage::readings(cases, ENOUGH);
    let (mut gaps, mut held) = (Vec::new(), Vec::new());
    let mut add = |found: Vec<String>, held_if_none: String| {
        if found.is_empty() {
            held.push(held_if_none);
        }
        gaps.extend(found);
    };
    let counted = clauses.iter().map(|c| (*c, resting(&everywhere, c)));
    add(
        counted.filter(|(_, n)| *n < ENOUGH).map(|(c, n)| few_cases(c, n)).collect(),
        format!("{} clauses of all editions have two cases or more, and the rest can't be said", clauses.len()),
    );
    add(
        everywhere.iter().flat_map(|c| misplaced(c)).collect(),
        format!("{} name only clauses that each of their editions has", words::cases(cases.len())),
    );
    add(
        changes.iter().flat_map(one_sided).collect(),
        format!("{} changes of editions have cases on each side that can be told", changes.len()),
    );
    add(
        readings.iter().filter(|r| r.failing.len() < ENOUGH).map(unnoticed).collect(),
        format!("{} readings that the newest edition does not have fail two cases or more each", readings.len()),
    );
    (gaps, held)
}

fn few_cases(clause: &Clause, n: usize) -> String {
    let n = if n == 0 { "no case rests".to_owned() } else { format!("only {n} case rests") };
    format!("{n} on {} {}", clause.latest_number(), clause.slug())
}

/// The clauses of a case that one of the editions for which it holds does not have.
pub(super) fn misplaced(case: &Case) -> Vec<String> {
    let without = |slug: &String| {
        let clause = Registry::builtin().clause(slug);
        let edition = KNOWN.iter().find(|e| case.in_force(**e) && !clause.is_some_and(|c| c.exists_on(**e)))?;
        Some(format!("{} names {slug}, which the edition of {edition} does not have; `since` or `until` leaves it out", case.id))
    };
    case.clauses.iter().filter_map(without).collect()
}

/// What a change lacks. A side that the older text leaves open must not have a case.
fn one_sided(sides: &Sides) -> Vec<String> {
    let Sides { date, change, before, after, stated_before } = sides;
    let mut gaps = Vec::new();
    if after.is_empty() {
        gaps.push(format!("no case fails if {} is taken out of the edition of {date}", change.name));
    }
    if *stated_before && before.is_empty() && unsaid::why(change.name).is_none() {
        gaps.push(format!("no case shows how it was before {}, {date}", change.name));
    }
    if let (false, Some(case)) = (stated_before, before.first()) {
        gaps.push(format!("{case} rests on what was not stated before {}, {date}", change.name));
    }
    gaps
}

fn unnoticed(reading: &Reading) -> String {
    let n = reading.failing.first().map_or("no case fails".to_owned(), |id| format!("only {id} fails"));
    format!("{n} by the reading {}={} of {}", reading.question, reading.name, reading.clause)
}

/// Every change and every reading with its cases.
fn told_apart(changes: &[Sides], readings: &[Reading]) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "  {}", paint(BOLD, "Changes of editions: cases before and since"));
    let width = changes.iter().map(|c| c.change.name.len()).max().unwrap_or(0);
    for Sides { date, change, before, after, stated_before } in changes {
        let open = if *stated_before { unsaid::why(change.name).unwrap_or_default() } else { "the older text leaves it open" };
        let n = format!("{:>4} {:>4}", before.len(), after.len());
        let _ = writeln!(out, "{} {date}  {:width$} {n}  {}", sign(after.len() >= ENOUGH), change.name, paint(DIM, open));
    }
    let _ = writeln!(out, "\n  {}", paint(BOLD, "Readings that the newest edition does not have: cases that fail"));
    let name = |r: &Reading| format!("{}={}", r.question, r.name);
    let width = readings.iter().map(|r| name(r).chars().count()).max().unwrap_or(0);
    for r in readings {
        let some = r.failing.iter().take(2).map(String::as_str).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "{} {:width$} {:>4}  {}", sign(r.failing.len() >= ENOUGH), name(r), r.failing.len(), paint(DIM, some));
    }
    out
}

fn sign(enough: bool) -> String {
    if enough { paint(GOOD, "✓") } else { paint(BAD, "✗") }
}

fn resting(cases: &[&Case], clause: &Clause) -> usize {
    cases.iter().filter(|c| c.clauses.iter().any(|slug| slug == clause.slug())).count()
}

fn table(clauses: &[&Clause], cases: &[&Case], args: &Args) -> String {
    let mut out = String::new();
    let number = clauses.iter().filter_map(|c| c.number_on(args.edition)).map(str::len).max().unwrap_or(1);
    let slug = clauses.iter().map(|c| c.slug().len()).max().unwrap_or(1);
    for section in Section::ALL {
        let these: Vec<_> = clauses.iter().filter(|c| Section::of(c) == section).collect();
        if these.is_empty() {
            continue;
        }
        let _ = writeln!(out, "  {}", paint(BOLD, section.title(args.lang)));
        for clause in these {
            let n = resting(cases, clause);
            let unsaid = if n == 0 { unsaid::why(clause.slug()) } else { None };
            let (sign, style) = match (n, clause.kind()) {
                (0, _) if unsaid.is_some() => ("-", DIM),
                (0, Kind::Core) => ("✗", BAD),
                (0, Kind::Neighbour) => ("○", OPEN),
                _ => ("✓", GOOD),
            };
            let controls = cases.iter().filter(|c| c.control && c.clauses.iter().any(|s| s == clause.slug())).count();
            let controls = match unsaid {
                Some(why) => format!("  can't be said: {why}"),
                None if controls > 0 => format!("  {controls} of them controls"),
                None => String::new(),
            };
            let _ = writeln!(
                out,
                "{} {}  {:slug$}  {}{}",
                paint(style, sign),
                pad(BOLD, clause.number_on(args.edition).unwrap_or("-"), number),
                clause.slug(),
                paint(style, format_args!("{n:>4}")),
                paint(DIM, controls)
            );
        }
        out.push('\n');
    }
    out
}
