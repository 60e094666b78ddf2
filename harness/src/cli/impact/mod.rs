//! `outofphase impact`: what a rules change does to clauses, cases, games and an engine.

mod editions;
mod texts;

use super::case_args::{CaseArgs, edition};
use super::engine_args::EngineArgs;
use super::{CliError, Exit};
use outofphase_adapter::Date;
use outofphase_cases::registry::Lang;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  outofphase impact --from 2017-07-08 --to 2017-08-25       two editions of the suite
  outofphase impact --old rules-june.txt --new rules-august.txt
  outofphase impact --from 2011-02-04 --adapter 'python my_adapter.py'
                                                            which side of each change does an engine stand on?
  outofphase impact --what-if 'lore=every main'             a rule that is only proposed

Exit status: 0 nothing changes for the suite, 1 something does, 2 a mistake in what was asked, 3 the engine never worked.
A new number alone is no change for the suite. With --adapter, 0 means that the engine plays every change that can be told
as the newer edition.";

/// The arguments of `impact`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The older edition, by a day on which it was in force [default: the oldest]
    #[arg(long, value_name = "DATE", value_parser = edition, conflicts_with_all = ["old", "new"])]
    from: Option<Date>,

    /// The newer edition [default: the newest]
    #[arg(long, value_name = "DATE", value_parser = edition, conflicts_with_all = ["old", "new"])]
    to: Option<Date>,

    /// The older rules text, a file
    #[arg(long, value_name = "FILE", requires = "new")]
    old: Option<PathBuf>,

    /// The newer rules text, a file
    #[arg(long, value_name = "FILE", requires = "old", conflicts_with = "adapter")]
    new: Option<PathBuf>,

    /// A reading that the newest edition does not have; may be given again
    #[arg(long, value_name = "QUESTION=READING", conflicts_with_all = ["from", "to", "old", "new"])]
    what_if: Vec<String>,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    cases: CaseArgs,

    /// Scenarios to generate for each change, beside the cases
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    count: u64,

    /// The seed of those
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The folder for the games as cases, one file a change; none are written without it
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,

    /// Print records, one JSON object a line, instead of words
    #[arg(long)]
    ndjson: bool,

    /// The language of clause summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    if let Some(page) = args.engine.rulebook().first() {
        return Err(CliError::mistake(format!(
            "--rulebook makes an engine wrong; to see what a reading would change, say --what-if '{page}'"
        )));
    }
    match (&args.old, &args.new) {
        (Some(old), Some(new)) => texts::run(args, old, new),
        _ => editions::run(args),
    }
}
