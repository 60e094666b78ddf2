//! `outofphase clauses`: the clauses by number and slug, with what each demands.

use super::case_args::edition;
use super::{CliError, Exit, output};
use crate::editions::NEWEST;
use crate::report::paint::{BOLD, DIM, pad, paint};
use crate::report::words::Section;
use outofphase_adapter::Date;
use outofphase_cases::registry::{Clause, Lang, Registry};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  outofphase clauses --lang fr
  outofphase clauses --edition 2012-01-01 phasing";

/// The arguments of `clauses`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only clauses with this in their slug, number or summary
    filter: Option<String>,

    /// Numbers of the edition in force on this day
    #[arg(long, value_name = "DATE", value_parser = edition, default_value_t = NEWEST)]
    edition: Date,

    /// The language of the summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let chosen: Vec<&Clause> = Registry::builtin().iter().filter(|c| c.exists_on(args.edition) && matches(c, args)).collect();
    if chosen.is_empty() {
        let filter = args.filter.as_deref().unwrap_or_default();
        let close = Registry::builtin().suggest(filter);
        let hint = if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(", ")) };
        return Err(CliError::mistake(format!("no clause of the edition of {} matches `{filter}`{hint}", args.edition)));
    }
    output::print(listing(&chosen, args));
    Ok(Exit::Clean)
}

fn matches(clause: &Clause, args: &Args) -> bool {
    args.filter.as_deref().is_none_or(|f| {
        let f = f.to_lowercase();
        let number = clause.number_on(args.edition).unwrap_or_default();
        clause.slug().contains(&f) || number.contains(&f) || clause.summary(args.lang).to_lowercase().contains(&f)
    })
}

fn listing(clauses: &[&Clause], args: &Args) -> String {
    let mut out = String::new();
    let width = clauses.iter().filter_map(|c| c.number_on(args.edition)).map(str::len).max().unwrap_or(1);
    for section in Section::ALL {
        let these: Vec<_> = clauses.iter().filter(|c| Section::of(c) == section).collect();
        if these.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{}", paint(BOLD, section.title(args.lang)));
        for clause in these {
            let number = clause.number_on(args.edition).unwrap_or("-");
            let _ = writeln!(out, "  {}  {}", pad(BOLD, number, width), clause.slug());
            for line in crate::report::wrap(clause.summary(args.lang), 90) {
                let _ = writeln!(out, "  {:width$}  {}", "", paint(DIM, line));
            }
        }
        out.push('\n');
    }
    out
}
