//! `outofphase exhaust`: every scenario up to a bound.

use super::engine_args::EngineArgs;
use super::fuzz::tell_finding;
use super::{CliError, Exit, output};
use crate::campaign::checker::{Checker, Oracles, Outcome, Relations};
use crate::campaign::finding;
use crate::report::paint::{BAD, GOOD, paint};
use outofphase_adapter::Date;
use outofphase_generators::{Budget, Config, Exhaustive, empty, shrink};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The arguments of `exhaust`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,

    /// How many permanents
    #[arg(long, value_name = "N", default_value_t = 1)]
    permanents: u8,

    /// How many actions
    #[arg(long, value_name = "M", default_value_t = 2)]
    actions: u8,

    /// Stop after so long
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,

    /// The edition of the rules by which the engine is meant to play
    #[arg(long, value_name = "DATE")]
    edition: Option<Date>,

    /// The folder for findings
    #[arg(long, value_name = "DIR", default_value = "findings")]
    findings: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let edition = args.edition.unwrap_or(outofphase_reference_engine::NEWEST);
    let source = args.engine.source(edition)?;
    let mut opened = source.open().map_err(CliError::NeverWorked)?;
    let oracles = Oracles { properties: true, relations: Relations::OneInTurn, differential: true, round_trips: 0 };
    let mut checker = Checker::new(&mut *opened.adapter, oracles, edition);
    let mut all = Exhaustive::new(&Config::exhaustive(args.permanents, args.actions));
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let (began, mut tried, mut scenario, mut seen) = (Instant::now(), 0_u64, empty(), BTreeSet::new());
    let mut complete = true;
    while all.next_into(&mut scenario) {
        tried += 1;
        if let Outcome::Violated(v) = checker.check(&scenario)
            && seen.len() < 20
        {
            let small = shrink(&scenario, &mut |s| checker.still_violates(s, v.oracle), Budget::default());
            let signature = finding::signature(&v, &small);
            if seen.insert(signature.clone()) {
                let f = checker.finding(v, small, signature, tried);
                finding::write(&args.findings, &f).map_err(|e| CliError::mistake(format!("{}: {e}", args.findings.display())))?;
                output::print(tell_finding(&f, Some(&args.findings)));
            }
        }
        let late = args.time.is_some_and(|t| began.elapsed() >= Duration::from_secs(t));
        if late || stop.load(Ordering::Relaxed) {
            complete = false;
            break;
        }
    }
    let what = if complete { "all".to_owned() } else { format!("{:.3} % of all", all.progress() * 100.0) };
    let took = began.elapsed().as_secs_f64();
    output::print(format!(
        "{tried} scenarios, {what} with up to {} permanents and {} actions, in {took:.1} s\n",
        args.permanents, args.actions
    ));
    let n = seen.len();
    output::print(format!("{}\n", paint(if n == 0 { GOOD } else { BAD }, format!("{n} findings"))));
    Ok(match (n, complete || args.time.is_some()) {
        (0, true) => Exit::Clean,
        (0, false) => Exit::Interrupted,
        _ => Exit::Failed,
    })
}
