//! `outofphase adapter-check`: a smoke test for the author of an adapter.

use super::engine_args::seconds;
use super::{CliError, Exit, output};
use crate::adapter_check::{Checked, Finding, check, next};
use crate::process::{AdapterCommand, ProcessAdapter, ProcessOptions};
use crate::report::paint::{BAD, GOOD, OPEN, paint};
use outofphase_adapter::Adapter;
use outofphase_adapter::wire::PROTOCOL;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  outofphase adapter-check --adapter 'python3 adapter.py'
  outofphase adapter-check --adapter target/debug/my-engine-adapter

Exit status: 0 nothing is misunderstood or broken, 1 something is, 3 the adapter never worked.";

/// The arguments of `adapter-check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command that starts the adapter
    #[arg(long, value_name = "COMMAND")]
    adapter: AdapterCommand,

    /// How long the engine may take for one action
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let options = ProcessOptions { timeout: args.timeout, check: true, ..ProcessOptions::default() };
    let mut adapter = ProcessAdapter::open(&args.adapter, options).map_err(CliError::NeverWorked)?;
    let (about, control) = (adapter.about(), adapter.control());
    let hello = format!("{} {}, protocol {PROTOCOL}", about.engine, about.version);
    output::print(line("hello", &Finding::Works(hello)));
    let all = check(&mut adapter, |c: &Checked| {
        output::print(line(c.name, &c.finding));
        let stderr = control.take_stderr();
        if c.finding.is_wrong() {
            let lines: Vec<&str> = stderr.lines().collect();
            for l in &lines[lines.len().saturating_sub(8)..] {
                output::print(format_args!("                    | {l}\n"));
            }
        }
    });
    output::print(format_args!("\nnext: {}\n", next(&all)));
    Ok(if all.iter().any(|c| c.finding.is_wrong()) { Exit::Failed } else { Exit::Clean })
}

fn line(name: &str, finding: &Finding) -> String {
    let text = finding.to_string();
    let (kind, rest) = text.split_once(": ").map_or((text.as_str(), ""), |(k, r)| (k, r));
    let style = match finding {
        Finding::Works(_) => GOOD,
        Finding::Unsupported(_) => OPEN,
        Finding::Misunderstood(_) | Finding::Broken(_) => BAD,
    };
    let colon = if rest.is_empty() { "" } else { ": " };
    format!("{name:<18}  {}{colon}{}\n", paint(style, kind), rest.replace('\n', "\n                    "))
}
