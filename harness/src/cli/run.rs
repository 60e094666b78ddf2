//! `outofphase run`: cases on an engine, and the report.

use super::case_args::{CaseArgs, Editions};
use super::engine_args::EngineArgs;
use super::progress::Progress;
use super::{CliError, Exit, output};
use crate::as_if;
use crate::expectations::Expectations;
use crate::report::{CaseResult, Footer, Header, HumanOptions, Record, ReportTo, Run, Sinks, human};
use crate::runner::{RunOptions, guarded, run_all};
use outofphase_adapter::{About, Date};
use outofphase_cases::registry::Lang;
use outofphase_cases::{Case, CaseSet};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  outofphase run --filter phasing.indirect --filter 603.10b
  outofphase run --edition all
  outofphase run --report ndjson=out.ndjson --report html=report.html
  outofphase run --adapter 'python my_adapter.py' --expect known.yaml
  outofphase run --cases my-cases/";

/// The arguments of `run`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    /// The edition of the rules in force on this day, or `all` of them one after the other
    #[arg(long, value_name = "DATE|all", default_value_t)]
    edition: Editions,

    #[command(flatten)]
    engine: EngineArgs,

    /// Write a report to a file; kinds are ndjson (the records that the others are made of), junit, markdown, html; may be given again
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<ReportTo>,

    /// Known failures, a YAML list of {id, reason, link}: they don't fail the run, but if one passes, that does
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,

    /// Write the failures of this run into the file of --expect, and take out of it what passes
    #[arg(long, requires = "expect")]
    bless: bool,

    /// How many engines play at once; as many as there are cores if not given
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// The language of clause summaries: en, es or fr
    #[arg(long, default_value_t)]
    lang: Lang,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let all = args.cases.all()?;
    let expectations = expectations(args, &all)?;
    let editions = args.edition.dates();
    let chosen: Vec<(Date, Vec<&Case>)> =
        editions.iter().map(|e| (*e, args.cases.choose(&all.cases, *e))).filter(|(_, cases)| !cases.is_empty()).collect();
    if chosen.is_empty() {
        return Err(args.cases.nothing_chosen(&all.cases, &editions));
    }
    let about = about(args, chosen[0].0)?;
    let mut sinks = Sinks::begin(&args.report).map_err(CliError::mistake)?;
    let stop = stop_on_ctrl_c();
    let mut runs = Vec::new();
    for (edition, cases) in chosen {
        let started = Instant::now();
        let run = one_edition(args, edition, &cases, &about, &expectations, &mut sinks, &stop)?;
        let options = HumanOptions { lang: args.lang, took: Some(started.elapsed()) };
        if args.edition == Editions::All && !run.failed() {
            output::print(format_args!("{}  {}\n", run.header.edition, crate::report::words::counts(&run)));
        } else {
            output::print(human(&run, options));
        }
        runs.push(run);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    sinks.end(&runs, args.lang).map_err(CliError::mistake)?;
    bless(args, &expectations, &runs, &all)?;
    Ok(exit(args, &runs, stop.load(Ordering::Relaxed)))
}

fn expectations(args: &Args, all: &CaseSet) -> Result<Expectations, CliError> {
    let Some(path) = &args.expect else { return Ok(Expectations::default()) };
    if args.bless {
        return Ok(Expectations::read_or_begin(path)?);
    }
    let expectations = Expectations::read(path)?;
    expectations.check_against(&all.cases)?;
    Ok(expectations)
}

fn bless(args: &Args, expectations: &Expectations, runs: &[Run], all: &CaseSet) -> Result<(), CliError> {
    if !args.bless {
        return Ok(());
    }
    let results: Vec<CaseResult> = runs.iter().flat_map(|r| r.results.iter().cloned()).collect();
    let blessed = expectations.blessed(&results, &all.cases);
    if blessed != *expectations {
        blessed.write()?;
        output::remark(format_args!("{} known failures are in the file now", blessed.known().len()));
    }
    Ok(())
}

fn exit(args: &Args, runs: &[Run], stopped: bool) -> Exit {
    if stopped {
        return Exit::Interrupted;
    }
    let fails = |r: &CaseResult| {
        // What was blessed just now is known from now on.
        r.verdict.fails_the_run() && !args.bless
    };
    if runs.iter().flat_map(|r| &r.results).any(fails) { Exit::Failed } else { Exit::Clean }
}

/// Asks the engine for its name. One that can't even tell that never worked.
fn about(args: &Args, edition: Date) -> Result<About, CliError> {
    let source = args.engine.source(edition)?;
    guarded(&source, args.engine.timeout(), |adapter, _| adapter.about()).map_err(|e| CliError::NeverWorked(e.to_string()))
}

fn one_edition(
    args: &Args,
    edition: Date,
    cases: &[&Case],
    about: &About,
    expectations: &Expectations,
    sinks: &mut Sinks,
    stop: &Arc<AtomicBool>,
) -> Result<Run, CliError> {
    let fixed = fixed_time();
    let header = Header {
        suite: env!("CARGO_PKG_VERSION").into(),
        engine: about.engine.clone(),
        version: about.version.clone(),
        edition,
        cases: cases.len(),
        started: fixed.clone().unwrap_or_else(now),
    };
    sinks.record(&Record::Header(header.clone())).map_err(CliError::mistake)?;
    let source = args.engine.source(edition)?;
    let options = RunOptions { timeout: args.engine.timeout(), ..RunOptions::default() };
    let options = RunOptions { jobs: args.jobs.map_or(options.jobs, NonZeroUsize::get), ..options };
    let shared: Arc<[Case]> = cases.iter().map(|c| (*c).clone()).collect();
    let mut progress = Progress::new(cases.len());
    let mut results = Vec::new();
    let (mut failing, mut written) = (0, Ok(()));
    let by_id: HashMap<&str, &Case> = cases.iter().map(|c| (c.id.as_str(), *c)).collect();
    run_all(&source, &shared, &options, stop, |mut result| {
        let case = by_id[result.id.as_str()];
        as_if::add(&mut result, case, edition);
        expectations.apply(&mut result);
        if fixed.is_some() {
            result.ms = 0.0;
        }
        failing += usize::from(result.verdict.fails_the_run());
        progress.step(failing);
        if written.is_ok() {
            written = sinks.record(&Record::Result(Box::new(result.clone())));
        }
        results.push(result);
    });
    progress.finish();
    written.map_err(CliError::mistake)?;
    let footer = Footer::of(&results, cases.len());
    sinks.record(&Record::Footer(footer.clone())).map_err(CliError::mistake)?;
    Ok(Run { header, results, footer })
}

/// The first Ctrl-C ends the run after the cases that are being played, and what was found is reported. The second ends everything.
fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.status()));
        }
    });
    if let Err(e) = set {
        output::remark(format_args!("Ctrl-C will end the run without a report: {e}"));
    }
    stop
}

fn now() -> String {
    jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string()
}

/// The time that stands in for all times, so that two runs are the same byte for byte: <https://reproducible-builds.org/specs/source-date-epoch/>.
fn fixed_time() -> Option<String> {
    let seconds: i64 = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    jiff::Timestamp::from_second(seconds).ok().map(|t| t.to_string())
}
