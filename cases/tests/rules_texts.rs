//! The parser, the comparison and the registry against the dated rules texts, where those are at hand.
//!
//! They are not part of the project. The tests look for them in `../shared/rules/cr` beside the checkout, or where the
//! variable OUTOFPHASE_RULES points, and pass with a message where there are none.

#[path = "rules_texts/comparing.rs"]
mod comparing;
#[path = "rules_texts/folder.rs"]
mod folder;
#[path = "rules_texts/parsing.rs"]
mod parsing;
#[path = "rules_texts/registry.rs"]
mod registry;
#[path = "rules_texts/tables.rs"]
mod tables;
