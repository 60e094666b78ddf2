//! `outofphase fuzz`: random scenarios on an engine, and what they find as cases.

use super::campaign_args::{CampaignArgs, tell_count, tell_findings};
use super::{CliError, Exit, output};
use crate::campaign::Feed;
use crate::campaign::situations::Situation;
use outofphase_adapter::Scenario;
use outofphase_cases::CaseSet;
use outofphase_generators::Config;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  outofphase fuzz --time 60                               a minute on the reference engine
  outofphase fuzz --adapter 'python my_adapter.py' --time 600
  outofphase fuzz --seed 7 --count 1000000 --shard 2/8    the second of eight machines
  outofphase fuzz --known known.txt                       pass over these signatures
  outofphase fuzz --from findings/some_case.yaml          vary around a position
  outofphase fuzz --rulebook 'attachments=stay' --count 10000

Each finding is shrunk, named by its signature and written to the folder of --findings as a case, which `outofphase run --cases` plays.
A signature that has a file there already is passed over. What the engine behind --adapter lacks is learnt from its answers and remembered
in needs.json there: the next campaign on the same version generates nothing of the kind. Ctrl-C ends the campaign and keeps what was found.";

/// The arguments of `fuzz`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    campaign: CampaignArgs,

    /// Scenarios to try [default: 100000 without --time]
    #[arg(long, value_name = "N")]
    count: Option<u64>,

    /// The seed; the same seed tries the same scenarios
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print how often each situation was reached
    #[arg(long)]
    situations: bool,

    /// The generator's configuration, a YAML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Vary around the cases of this file or folder instead of generating afresh
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
}

/// Reads a generator configuration.
pub(crate) fn config(path: Option<&Path>) -> Result<Config, CliError> {
    let Some(path) = path else { return Ok(Config::default()) };
    let text = std::fs::read_to_string(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?;
    serde_yaml::from_str(&text).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))
}

/// The scenarios of a file or folder of cases.
pub(crate) fn scenarios(path: &Path) -> Result<Vec<Scenario>, CliError> {
    let set =
        CaseSet::load(path).map_err(|errors| CliError::Cases(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    Ok(set.cases.iter().map(outofphase_cases::Case::scenario).collect())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let seed = args.seed;
    let feed = match &args.from {
        Some(path) => Feed::Around { seed, given: scenarios(path)? },
        None => Feed::Random { seed },
    };
    let count = args.count.or(if args.campaign.time.is_none() { Some(100_000) } else { None });
    let (plan, s, interrupted) = args.campaign.run(feed, config(args.config.as_deref())?, count)?;
    if args.situations {
        output::print(super::stats::tell(&s.situations));
    }
    output::print(tell_findings(&plan, &s));
    let took = s.took.as_secs_f64();
    let all = Situation::ALL.len();
    output::print(format!(
        "seed {seed}, {} scenarios in {took:.1} s ({:.0} a second), {} of {all} situations reached, {} repeated failures passed over\n",
        s.tried,
        s.tried as f64 / took.max(0.001),
        all - s.situations.missed().count(),
        s.repeated
    ));
    output::print(tell_count(s.findings.len()));
    Ok(match (s.findings.is_empty(), interrupted) {
        (false, _) => Exit::Failed,
        (true, true) => Exit::Interrupted,
        (true, false) => Exit::Clean,
    })
}
