//! The `outofphase` command line. One file a subcommand; each has its arguments and a function that runs them.

mod adapter_check;
mod adapter_new;
mod campaign_args;
mod case_args;
mod clauses;
mod coverage;
mod editions;
mod engine_args;
mod error;
mod exhaust;
mod explain;
mod fuzz;
mod impact;
mod lint;
mod list;
mod output;
mod progress;
mod replay;
mod report;
mod run;
mod schema;
mod serve;
mod stats;
mod unsaid;

pub use error::{CliError, Exit};

use clap::{Parser, Subcommand};
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  outofphase                                    check the reference engine, all cases
  outofphase --filter 702.26g                   only the cases of one clause
  outofphase run --edition 2017-07-08           by the rules of that day
  outofphase run --report html=report.html      the same as a page with pictures
  outofphase explain CASE                       one case, step by step
  outofphase list --filter aura                 which cases are there?

Exit status: 0 nothing failed, 1 something failed, 2 a mistake in what was asked, 3 the engine never worked, 130 interrupted.";

/// Tells a Magic rules engine where it is out of phase with the rules: phasing (702.26), zone-change triggers (603.6, 603.10) and
/// turn-based actions (703.4).
#[derive(Parser, Debug)]
#[command(name = "outofphase", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Args,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run the cases on an engine and report, clause by clause (this is what happens without a command)
    Run(Box<run::Args>),
    /// Generate random scenarios, play them on an engine, and keep what fails as small cases
    Fuzz(Box<fuzz::Args>),
    /// Play every scenario up to a bound, symmetric ones once
    Exhaust(exhaust::Args),
    /// Check cases with every oracle: properties, relations and the reference engine
    Replay(replay::Args),
    /// Make what fails in a case file smaller
    Shrink(replay::ShrinkArgs),
    /// Show how often the generator reaches each clause's situation; fails if it misses one
    Stats(stats::Args),
    /// Show what a rules change does: to clauses, cases, games and an engine
    Impact(Box<impact::Args>),
    /// Try an adapter step by step: what works, what is unsupported, what is misunderstood, what to do next
    AdapterCheck(adapter_check::Args),
    /// Write the skeleton of an adapter
    AdapterNew(adapter_new::Args),
    /// Serve the reference engine as an adapter, to see the protocol at work
    #[command(hide = true)]
    Serve(serve::Args),
    /// List the cases
    List(list::Args),
    /// Play one case and tell it step by step, with the board drawn after each
    Explain(explain::Args),
    /// Show how many cases rest on each clause; fails if a clause has none
    Coverage(coverage::Args),
    /// List the clauses that the cases rest on, with what each demands
    Clauses(clauses::Args),
    /// List the dated editions of the rules that the suite knows
    Editions(editions::Args),
    /// Check case files without running them
    Lint(lint::Args),
    /// Print a JSON Schema
    Schema(schema::Args),
    /// Render the records of an earlier run again, in the terminal or as another kind of report
    Report(report::Args),
}

impl Command {
    fn run(self) -> Result<Exit, CliError> {
        match self {
            Command::Run(args) => run::run(&args),
            Command::Fuzz(args) => fuzz::run(&args),
            Command::Exhaust(args) => exhaust::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Shrink(args) => replay::run_shrink(&args),
            Command::Stats(args) => stats::run(&args),
            Command::Impact(args) => impact::run(&args),
            Command::AdapterCheck(args) => adapter_check::run(&args),
            Command::AdapterNew(args) => adapter_new::run(&args),
            Command::Serve(args) => serve::run(&args),
            Command::List(args) => list::run(&args),
            Command::Explain(args) => explain::run(&args),
            Command::Coverage(args) => coverage::run(&args),
            Command::Clauses(args) => clauses::run(&args),
            Command::Editions(args) => editions::run(&args),
            Command::Lint(args) => lint::run(&args),
            Command::Schema(args) => schema::run(&args),
            Command::Report(args) => report::run(&args),
        }
    }
}

/// Runs the command line and answers the exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) => {
            // Help and version come this way, too; only real mistakes have an exit status of their own.
            let _ = e.print();
            return u8::try_from(e.exit_code()).unwrap_or(2);
        }
    };
    let command = cli.command.unwrap_or(Command::Run(Box::new(cli.run)));
    match command.run() {
        Ok(exit) => exit.status(),
        Err(e) => {
            output::complain(&e);
            e.status()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
