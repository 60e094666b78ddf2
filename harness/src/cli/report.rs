//! `outofphase report`: other renderings of the records of earlier runs.

use super::{CliError, Exit, output};
use crate::report::{Causes, HumanOptions, ReportTo, Run, engine_page, human, ndjson};
use outofphase_cases::CaseSet;
use outofphase_cases::registry::Lang;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  outofphase report out.ndjson
  outofphase report out.ndjson --report html=report.html
  outofphase report mine.ndjson theirs.ndjson --report html=side-by-side.html
  outofphase report out.ndjson --engine-page causes.yaml > docs/engines/mine.md";

/// The arguments of `report`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files that `outofphase run --report ndjson=FILE` wrote; several engines come to stand side by side in the page
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,

    /// Write a report to a file instead of the terminal; kinds are ndjson, junit, markdown, html; may be given again
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<ReportTo>,

    /// Print the page of an engine: its table, and the root causes that this file tells of; a failure without a cause is an error, and so
    /// is a cause without a failure
    #[arg(long, value_name = "CAUSES", conflicts_with = "report")]
    engine_page: Option<PathBuf>,

    /// The language of clause summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// Runs the command. The exit status tells how the runs went.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let mut runs: Vec<Run> = Vec::new();
    for path in &args.records {
        runs.extend(ndjson::read(path)?);
    }
    if let Some(path) = &args.engine_page {
        let (causes, campaign) = Causes::read(path).map_err(CliError::mistake)?;
        output::print(engine_page(&runs, &causes, CaseSet::builtin(), &campaign, args.lang).map_err(CliError::mistake)?);
        // Everything that failed is explained.
        return Ok(Exit::Clean);
    }
    for to in &args.report {
        to.write(&runs, args.lang).map_err(CliError::mistake)?;
    }
    if args.report.is_empty() {
        for run in &runs {
            output::print(human(run, HumanOptions { lang: args.lang, took: None }));
        }
    }
    Ok(if runs.iter().any(Run::failed) { Exit::Failed } else { Exit::Clean })
}
