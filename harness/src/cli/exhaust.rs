//! `outofphase exhaust`: every scenario up to a bound.

use super::campaign_args::{CampaignArgs, tell_count, tell_findings};
use super::{CliError, Exit, output};
use crate::campaign::Feed;
use outofphase_generators::Config;

const EXAMPLES: &str = "\
Examples:
  outofphase exhaust                                      one permanent, two actions
  outofphase exhaust --permanents 2 --actions 3           620,000 scenarios, about a minute
  outofphase exhaust --permanents 2 --adapter 'python my_adapter.py' --time 600

Boards have two players and bare cards, each once: those that differ only in which of several like objects is which count as one. A
scenario of fewer actions is the beginning of one that has them all. What --time or Ctrl-C cut short is told as a share of the whole.";

/// The arguments of `exhaust`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    campaign: CampaignArgs,

    /// Up to how many permanents
    #[arg(long, value_name = "N", default_value_t = 1)]
    permanents: u8,

    /// How many actions
    #[arg(long, value_name = "M", default_value_t = 2)]
    actions: u8,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let (permanents, actions) = (args.permanents, args.actions);
    let (plan, s, interrupted) = args.campaign.run(Feed::All, Config::exhaustive(permanents, actions), None)?;
    output::print(tell_findings(&plan, &s));
    let what = match plan.shard {
        _ if s.searched < 1.0 => format!("{:.3} % of all", s.searched * 100.0),
        (_, 1) => "all".to_owned(),
        (i, n) => format!("all of shard {}/{n}", i + 1),
    };
    let took = s.took.as_secs_f64();
    output::print(format!("{} scenarios, {what} with up to {permanents} permanents and {actions} actions, in {took:.1} s\n", s.tried));
    output::print(tell_count(s.findings.len()));
    Ok(match (s.findings.is_empty(), interrupted) {
        (false, _) => Exit::Failed,
        (true, true) => Exit::Interrupted,
        (true, false) => Exit::Clean,
    })
}
