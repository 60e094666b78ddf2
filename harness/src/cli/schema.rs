//! `outofphase schema`: the JSON Schemas.

use super::{CliError, Exit, output};

/// The arguments of `schema`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Of what
    #[arg(value_enum, default_value_t = Of::Cases)]
    of: Of,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Of {
    /// Case files, for editors
    Cases,
    /// The wire protocol, for authors of adapters in other languages
    Protocol,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let schema = match args.of {
        Of::Cases => outofphase_cases::schema(),
        Of::Protocol => outofphase_adapter::wire::schema(),
    };
    output::print(format_args!("{schema:#}\n"));
    Ok(Exit::Clean)
}
