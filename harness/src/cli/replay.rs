//! `outofphase replay` and `outofphase shrink`: a case file, checked with every oracle; and the same made smaller.

use super::campaign_args::tell_finding;
use super::engine_args::EngineArgs;
use super::{CliError, Exit, output};
use crate::campaign::checker::{Checker, Oracles, Outcome, Relations};
use crate::campaign::finding;
use crate::report::paint::{BAD, GOOD, OPEN, paint};
use outofphase_adapter::Date;
use outofphase_cases::CaseSet;
use outofphase_generators::{Budget, Size, shrink};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `replay`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A case file or a folder of them
    file: PathBuf,

    #[command(flatten)]
    engine: EngineArgs,

    /// The edition of the rules by which the engine is meant to play
    #[arg(long, value_name = "DATE")]
    edition: Option<Date>,
}

/// The arguments of `shrink`.
#[derive(clap::Args, Debug)]
pub(crate) struct ShrinkArgs {
    #[command(flatten)]
    replay: Args,

    /// The folder for what it shrinks to
    #[arg(long, value_name = "DIR", default_value = "findings")]
    findings: PathBuf,

    /// How many scenarios to try at most
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    calls: u64,
}

/// Runs `replay`.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    each(args, None)
}

/// Runs `shrink`.
pub(crate) fn run_shrink(args: &ShrinkArgs) -> Result<Exit, CliError> {
    each(&args.replay, Some((args.findings.clone(), args.calls)))
}

fn each(args: &Args, shrinking: Option<(PathBuf, u64)>) -> Result<Exit, CliError> {
    let edition = args.edition.unwrap_or(outofphase_reference_engine::NEWEST);
    let set = CaseSet::load(&args.file)
        .map_err(|errors| CliError::Cases(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let source = args.engine.source(edition)?;
    let mut opened = source.open().map_err(CliError::NeverWorked)?;
    let oracles = Oracles { properties: true, relations: Relations::All, differential: true, round_trips: 1 };
    let mut checker = Checker::new(&mut *opened.adapter, oracles, edition);
    let mut failed = false;
    for case in &set.cases {
        let scenario = case.scenario();
        match case.in_scope(|| checker.check(&scenario)) {
            Outcome::Holds => output::print(format!("{} {}\n", paint(GOOD, "holds"), case.id)),
            Outcome::Unsupported(need) => output::print(format!("{} {}: the engine lacks {need}\n", paint(OPEN, "skip"), case.id)),
            Outcome::Violated(v) => {
                failed = true;
                let message = case.in_scope(|| v.message.clone());
                output::print(format!("{} {}: {} ({})\n  {message}\n", paint(BAD, "fails"), case.id, v.oracle, v.clause));
                if let Some((folder, calls)) = &shrinking {
                    let budget = Budget { calls: *calls, time: Some(Duration::from_secs(600)) };
                    let before = Size::of(&scenario);
                    let small = shrink(&scenario, &mut |s| checker.still_violates(s, v.oracle), budget);
                    let signature = finding::signature(&v, &small);
                    let f = checker.finding(v, small, signature, 1);
                    finding::write(folder, &f).map_err(|e| CliError::mistake(format!("{}: {e}", folder.display())))?;
                    output::print(tell_finding(&f, Some(folder)));
                    output::print(format!("  shrunk from {before:?} to {:?}\n", Size::of(&f.scenario)));
                }
            }
        }
    }
    Ok(if failed { Exit::Failed } else { Exit::Clean })
}
