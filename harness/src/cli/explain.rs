//! `outofphase explain`: one case, told step by step.

use super::case_args::{closest, edition};
use super::engine_args::EngineArgs;
use super::{CliError, Exit, case_args::CaseArgs, output};
use crate::editions::NEWEST;
use crate::report::words;
use crate::runner::{guarded, play};
use crate::story::{Story, tell};
use outofphase_adapter::Date;
use outofphase_cases::registry::Lang;
use outofphase_cases::{Case, CaseSet};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  outofphase explain equipment_follows_its_host
  outofphase explain equipment_follows_its_host --rulebook 'QUESTION=READING'
  outofphase explain my_case --cases my-cases/ --fine";

/// The arguments of `explain`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The case's id, or as much of it as no other case has
    case: String,

    /// Read the cases from this file or folder instead of those that come with the suite
    #[arg(long, value_name = "PATH")]
    cases: Option<PathBuf>,

    /// The edition of the rules in force on this day
    #[arg(long, value_name = "DATE", value_parser = edition, default_value_t = NEWEST)]
    edition: Date,

    /// Tell of priority and the ends of steps, too
    #[arg(long)]
    fine: bool,

    #[command(flatten)]
    engine: EngineArgs,

    /// The language of clause summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let all = CaseArgs { filter: Vec::new(), cases: args.cases.clone() }.all()?;
    let case = find(&all, &args.case)?.clone();
    if !case.in_force(args.edition) {
        let span = match (case.since, case.until) {
            (Some(since), Some(until)) => format!("from {since} until before {until}"),
            (Some(since), None) => format!("from {since} on"),
            (None, Some(until)) => format!("until before {until}"),
            (None, None) => String::new(),
        };
        output::remark(format_args!("{} holds {span}, and is played by the rules of {} here", case.id, args.edition));
    }
    let source = args.engine.source(args.edition)?;
    let played = case.clone();
    let told = guarded(&source, args.engine.timeout(), move |adapter, beat| (adapter.about(), play(adapter, &played, beat)));
    let (about, play) = told.map_err(|e| CliError::NeverWorked(e.to_string()))?;
    let story = Story { case: &case, play: &play, about: &about, edition: args.edition, lang: args.lang, fine: args.fine };
    output::print(tell(&story));
    Ok(if play.broken.is_none() && play.mismatches.is_empty() { Exit::Clean } else { Exit::Failed })
}

fn find<'a>(all: &'a CaseSet, id: &str) -> Result<&'a Case, CliError> {
    if let Some(case) = all.cases.iter().find(|c| c.id == id) {
        return Ok(case);
    }
    let part: Vec<&Case> = all.cases.iter().filter(|c| c.id.contains(id)).collect();
    match *part {
        [case] => Ok(case),
        [] => {
            let close = closest(&all.cases, id);
            let hint = if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(", ")) };
            Err(CliError::mistake(format!("no case is called `{id}`{hint}\n  outofphase list shows all")))
        }
        _ => {
            let some = part.iter().take(8).map(|c| c.id.as_str()).collect::<Vec<_>>().join("\n  ");
            Err(CliError::mistake(format!("{} have `{id}` in their id; which one?\n  {some}", words::cases(part.len()))))
        }
    }
}
