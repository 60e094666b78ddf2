//! `outofphase coverage`: how many cases rest on each clause, as a gate.

use super::case_args::{CaseArgs, edition};
use super::{CliError, Exit, output, unsaid};
use crate::editions::{KNOWN, NEWEST};
use crate::report::paint::{BAD, BOLD, DIM, GOOD, OPEN, pad, paint};
use crate::report::words::Section;
use outofphase_adapter::Date;
use outofphase_cases::Case;
use outofphase_cases::registry::{Clause, Kind, Lang, Registry};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  outofphase coverage
  outofphase coverage --strict        the gate of the project's own CI
  outofphase coverage --cases my-cases/";

/// The arguments of `coverage`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    /// Clauses and cases of the edition in force on this day
    #[arg(long, value_name = "DATE", value_parser = edition, default_value_t = NEWEST)]
    edition: Date,

    /// Fail as well if a neighbouring clause has no case, or if a case names a clause that no edition it holds for has
    #[arg(long)]
    strict: bool,

    /// The language of clause summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// What is missing.
struct Gap {
    text: String,
    /// Counts without `--strict`, too.
    always: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let all = args.cases.all()?;
    let chosen = args.cases.choose(&all.cases, args.edition);
    let clauses: Vec<&Clause> = Registry::builtin().iter().filter(|c| c.exists_on(args.edition)).collect();
    output::print(table(&clauses, &chosen, args));
    let mut gaps: Vec<Gap> =
        clauses.iter().filter(|c| resting(&chosen, c) == 0 && unsaid::why(c.slug()).is_none()).map(|c| uncovered(c, args)).collect();
    gaps.extend(all.cases.iter().flat_map(misplaced).map(|text| Gap { text, always: false }));
    let (fatal, rest): (Vec<Gap>, Vec<Gap>) = gaps.into_iter().partition(|g| g.always || args.strict);
    let mut out = String::new();
    for gap in &fatal {
        let _ = writeln!(out, "{} {}", paint(BAD, "✗"), gap.text);
    }
    if !rest.is_empty() {
        let _ = writeln!(out, "{}", paint(DIM, format_args!("{} smaller gaps; --strict names them and fails", rest.len())));
    }
    let covered = clauses.iter().filter(|c| resting(&chosen, c) > 0).count();
    let style = if fatal.is_empty() { GOOD } else { BAD };
    let total = crate::report::words::cases(chosen.len());
    let _ = writeln!(out, "{}", paint(style, format_args!("{covered} of {} clauses have cases; {total} in all", clauses.len())));
    output::print(out);
    Ok(if fatal.is_empty() { Exit::Clean } else { Exit::Failed })
}

fn uncovered(clause: &Clause, args: &Args) -> Gap {
    let text = format!("no case rests on {} {}", clause.number_on(args.edition).unwrap_or("-"), clause.slug());
    Gap { text, always: clause.kind() == Kind::Core }
}

/// The clauses of a case that exist in none of the editions for which it holds.
pub(super) fn misplaced(case: &Case) -> Vec<String> {
    let registry = Registry::builtin();
    let never = |slug: &&String| {
        let clause = registry.clause(slug);
        !KNOWN.iter().any(|e| case.in_force(*e) && clause.is_some_and(|c| c.exists_on(*e)))
    };
    case.clauses.iter().filter(never).map(|slug| format!("{} names {slug}, which no edition it holds for has", case.id)).collect()
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
