//! `outofphase adapter-new`: a skeleton of an adapter.

use super::{CliError, Exit, output};
use crate::adapter_new::{Language, write};
use std::path::PathBuf;

/// The arguments of `adapter-new`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// rust or python
    language: Language,

    /// A folder that is new or empty
    folder: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    for path in write(args.language, &args.folder).map_err(CliError::mistake)? {
        output::print(format_args!("wrote {}\n", path.display()));
    }
    output::print(format_args!("next: cd {} && {}\n", args.folder.display(), args.language.next()));
    Ok(Exit::Clean)
}
