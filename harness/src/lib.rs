//! Oracles, runner, reports, command line and test entry of the outofphase conformance suite.

pub mod adapter_check;
pub mod oracle;
pub mod adapter_new;
pub mod process;
