//! # outofphase-adapter
//!
//! The vocabulary, the trait and the wire format by which a rules engine meets the outofphase conformance suite.
//!
//! An engine author needs three things from here:
//!
//! * [`Setup`]: a whole board, given before the game starts;
//! * [`Effect`] and [`Action`]: what happens to it, in a closed vocabulary with a [canonical rules text](text) for each word;
//! * [`Adapter`]: six methods that make an engine play it and show the result as a [`Snapshot`].
//!
//! Whatever an engine can't do is answered with [`Fault::Unsupported`], a value, and becomes a skip; whatever it can't show is `None`,
//! and is never compared.
//!
//! Rule numbers in these docs are those of the Comprehensive Rules of 2026-08-07.
//!
//! ## Stability
//!
//! This crate follows semantic versioning on its own: an adapter that compiles against 0.1.x compiles against every later 0.1.y.
//! Enums that may grow are `#[non_exhaustive]`, so an adapter answers `Unsupported` in its wildcard arm.

mod ability;
mod action;
mod adapter;
pub mod asking;
mod card;
mod effect;
mod event;
mod fault;
mod filter;
pub mod forge;
mod ids;
mod log;
pub mod names;
mod one_key;
mod remap;
mod setup;
mod snapshot;
pub mod text;
mod turn;
mod until;
mod what;
pub mod wire;

pub use ability::{Ability, Condition, Keyword, Static, Trigger};
pub use action::{Action, Answer, Attack, Block, Scenario};
pub use adapter::{About, Adapter};
pub use card::{Card, CounterKind, Counters, Type, Types};
pub use effect::{Amount, Color, Effect};
pub use event::{Event, Subject};
pub use fault::{Fault, Need};
pub use filter::{Filter, Whose};
pub use ids::{Attached, Obj, Seat};
pub use log::{LogEntry, LogEvent, StateBased};
pub use one_key::OneKey;
pub use setup::{Face, ObjectSpec, Options, PlayerSpec, Setup, SetupError};
pub use snapshot::{Attacked, ObjectView, Phased, Place, PlayerView, Snapshot};
pub use turn::{DayNight, Moment, Step, Stop};
pub use until::{Holder, Until};
pub use what::What;

/// A date of the Gregorian calendar, by which editions of the Comprehensive Rules are named.
pub use jiff::civil::Date;
