//! Engines in other processes: starts them, speaks the wire protocol with them, and survives whatever they do.
//!
//! An adapter's process may hang, die, close its streams, print its log where the protocol belongs or send what is no protocol at all.
//! Each of these is a [`Fault::Broken`](outofphase_adapter::Fault::Broken) whose text says what was received and what to do. The process
//! is then killed, and the next game starts a fresh one.

mod adapter;
mod check;
mod command;
mod complaint;
mod lines;
mod pipe;
mod source;

pub use adapter::{ProcessAdapter, ProcessOptions};
pub use command::{AdapterCommand, CommandError};
pub use pipe::ProcessControl;
pub use source::ProcessSource;
