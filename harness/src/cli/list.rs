//! `outofphase list`: which cases there are.

use super::case_args::{CaseArgs, edition};
use super::{CliError, Exit, output};
use crate::editions::NEWEST;
use crate::report::paint::{BOLD, DIM, OPEN, pad, paint};
use crate::report::words;
use outofphase_adapter::Date;
use outofphase_cases::Case;
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  outofphase list --filter 702.26g
  outofphase list --filter aura --why
  outofphase list --edition 2017-07-08";

/// The arguments of `list`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    /// Cases of the edition in force on this day
    #[arg(long, value_name = "DATE", value_parser = edition, default_value_t = NEWEST)]
    edition: Date,

    /// Say of each why it expects what it expects
    #[arg(long)]
    why: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let all = args.cases.all()?;
    let chosen = args.cases.choose(&all.cases, args.edition);
    if chosen.is_empty() {
        return Err(args.cases.nothing_chosen(&all.cases, &[args.edition]));
    }
    output::print(listing(&chosen, args));
    Ok(Exit::Clean)
}

fn listing(cases: &[&Case], args: &Args) -> String {
    let mut out = String::new();
    let mut group = None;
    let width = cases.iter().map(|c| c.id.len()).max().unwrap_or(0);
    for case in cases {
        if group != Some(&case.group) {
            let gap = if group.is_some() { "\n" } else { "" };
            let _ = writeln!(out, "{gap}{}", paint(BOLD, &case.group));
            group = Some(&case.group);
        }
        let clauses = case.clauses.iter().map(|slug| words::clause_line(slug, args.edition)).collect::<Vec<_>>().join(", ");
        let control = if case.control { format!("  {}", paint(OPEN, "control")) } else { String::new() };
        let _ = writeln!(out, "  {}  {}{control}", pad(anstyle::Style::new(), &case.id, width), paint(DIM, clauses));
        if args.why {
            for line in crate::report::wrap(&case.why, 90) {
                let _ = writeln!(out, "      {line}");
            }
        }
    }
    let _ = writeln!(out, "\n{}", words::cases(cases.len()));
    out
}
