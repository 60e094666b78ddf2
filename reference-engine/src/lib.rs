//! # outofphase-reference-engine
//!
//! A minimal rules engine that does phasing (702.26), zone-change triggers (603.6, 603.10), turn-based actions (703.4) and the rules they
//! lean on in full, and nothing else. It implements [`Adapter`](outofphase_adapter::Adapter) and knows nothing of cases or verdicts.
//!
//! | clause | file |
//! | --- | --- |
//! | 702.26, 502.1, 610.4 | `phasing.rs` |
//! | 603.2-603.10 | `triggers.rs`; what they can wait for, `happening.rs` |
//! | 603.3, 608, 117.5 | `stack.rs` |
//! | 400.7, 603.6d, 614.12 | `zones.rs` |
//! | 500-505, 514, 703.4 | `turn.rs` |
//! | 506-511 | `combat.rs` |
//! | 608.2, 610, the words of the vocabulary | `effects.rs` |
//! | 611.2, 506.4, 800.4c | `durations.rs` |
//! | 613 | `layers.rs` |
//! | 704.5 | `state_based.rs` |
//! | 310 | `battles.rs` |
//! | 800.4 | `leaving.rs` |
//!
//! Wherever a clause settles a question the engine asks its [`Rulebook`].

mod battles;
mod combat;
mod durations;
mod editions;
mod effects;
mod engine;
mod game;
mod happening;
mod layers;
mod leaving;
mod matching;
mod phasing;
pub mod rulebook;
mod stack;
mod state_based;
mod triggers;
mod turn;
mod zones;

pub use editions::{Change, EDITIONS, Edition, NEWEST, OLDEST};
pub use engine::ReferenceEngine;
pub use rulebook::{Origin, QUESTIONS, QuestionInfo, ReadingInfo, Rulebook, UnknownReading};
