//! The hand-written conformance cases of outofphase as YAML, their loader, and the clause registry.

pub mod registry;
pub mod rules_text;
