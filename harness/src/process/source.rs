//! Processes as a source of engines for the runner.

use super::{AdapterCommand, ProcessAdapter, ProcessControl, ProcessOptions};
use crate::engine::{Control, EngineSource, Opened};
use std::sync::Arc;
use std::time::Duration;

/// Starts an adapter's process for each worker.
#[derive(Clone, Debug)]
pub struct ProcessSource {
    command: AdapterCommand,
    options: ProcessOptions,
}

impl ProcessSource {
    /// The processes that a command starts.
    #[must_use]
    pub fn new(command: AdapterCommand, options: ProcessOptions) -> ProcessSource {
        ProcessSource { command, options }
    }
}

impl EngineSource for ProcessSource {
    fn open(&self) -> Result<Opened, String> {
        let adapter = ProcessAdapter::open(&self.command, self.options)?;
        let control = Arc::new(adapter.control());
        Ok(Opened { adapter: Box::new(adapter), control })
    }

    fn keeps_time(&self) -> Option<Duration> {
        // One request after a restart is the start of a process and the request itself.
        Some(self.options.starting + 2 * self.options.timeout)
    }
}

impl Control for ProcessControl {
    fn kill(&self) {
        ProcessControl::kill(self);
    }

    fn take_stderr(&self) -> String {
        ProcessControl::take_stderr(self)
    }

    fn was_silent(&self) -> bool {
        ProcessControl::was_silent(self)
    }
}
