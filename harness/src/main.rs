//! The `outofphase` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(outofphase_harness::cli::main(std::env::args_os()))
}
