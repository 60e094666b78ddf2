//! The `outofphase` command.
fn main() {}
