//! `outofphase stats`: how often the generator reaches each clause's situation.

use super::{CliError, Exit, fuzz, output};
use crate::campaign::situations::{Situation, Table};
use crate::oracle::Trace;
use crate::report::paint::{BAD, GOOD, paint};
use outofphase_generators::{Generator, Random, empty};
use outofphase_reference_engine::ReferenceEngine;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments of `stats`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// How many scenarios to generate
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,

    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The generator's configuration, a YAML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// No more than this share of scenarios may have no effect at all, in percent.
const MOST_WITHOUT_EFFECT: f64 = 5.0;

/// The situations that this many generated scenarios reach on the reference engine.
#[must_use]
pub(super) fn table(config: &outofphase_generators::Config, seed: u64, count: u64) -> Table {
    let mut generator = Generator::new(config);
    let (mut scenario, mut trace, mut table) = (empty(), Trace::default(), Table::default());
    let mut engine = ReferenceEngine::default();
    for i in 0..count {
        generator.generate(&mut Random::nth(seed, i), &mut scenario);
        trace.play(&mut engine, &scenario);
        table.count(&trace);
    }
    table
}

/// The table, a line a situation.
pub(super) fn tell(t: &Table) -> String {
    let mut out = String::new();
    for s in Situation::ALL {
        let n = t.reached[*s as usize];
        let share = n as f64 * 100.0 / t.scenarios.max(1) as f64;
        let line = format!("{n:>8} {share:>5.1} %  {:<34} {}", s.clause(), s.says());
        let _ = writeln!(out, "{}", if n == 0 { paint(BAD, &line).to_string() } else { line });
    }
    out
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let t = table(&fuzz::config(args.config.as_deref())?, args.seed, args.count);
    let mut out = tell(&t);
    let idle = t.without_effect_percent();
    let missed = t.missed().count();
    let good = missed == 0 && idle <= MOST_WITHOUT_EFFECT;
    let verdict = format!("{} scenarios: {missed} situations never reached, {idle:.1} % of scenarios without any effect", t.scenarios);
    let _ = writeln!(out, "{}", paint(if good { GOOD } else { BAD }, &verdict));
    output::print(out);
    Ok(if good { Exit::Clean } else { Exit::Failed })
}
