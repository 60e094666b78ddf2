//! `outofphase serve`: the reference engine as an adapter's process, to see the protocol at work.

use super::case_args::edition;
use super::{CliError, Exit};
use crate::editions::NEWEST;
use crate::reference;
use outofphase_adapter::{Date, wire};
use outofphase_reference_engine::ReferenceEngine;

/// The arguments of `serve`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The edition of the rules in force on this day
    #[arg(long, value_name = "DATE", value_parser = edition, default_value_t = NEWEST)]
    edition: Date,

    /// Answer a question of the rules wrongly
    #[arg(long, value_name = "QUESTION=READING")]
    rulebook: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let rules = reference::rulebook(args.edition, &args.rulebook).map_err(CliError::Mistake)?;
    wire::serve_stdio(ReferenceEngine::new(rules)).map_err(CliError::mistake)?;
    Ok(Exit::Clean)
}
