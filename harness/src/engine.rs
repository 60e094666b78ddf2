//! Where engines come from: every worker of a run opens its own.

use outofphase_adapter::Adapter;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// An engine, ready to play.
#[expect(missing_debug_implementations, reason = "an adapter need not be printable")]
pub struct Opened {
    /// The adapter.
    pub adapter: Box<dyn Adapter>,
    /// What the runner can do to it from outside, while it is busy.
    pub control: Arc<dyn Control>,
}

impl Opened {
    /// An engine in this process.
    #[must_use]
    pub fn in_process(adapter: impl Adapter + 'static) -> Opened {
        Opened { adapter: Box::new(adapter), control: Arc::new(NoControl) }
    }
}

/// A hand on an engine that another thread is waiting for.
pub trait Control: Send + Sync {
    /// Ends the engine, so that the thread that waits for it comes free. An engine in this process can't be ended.
    fn kill(&self) {}

    /// What the engine's process wrote to stderr since the last call.
    fn take_stderr(&self) -> String {
        String::new()
    }

    /// Whether what the engine broke of was that it did not answer in time.
    fn was_silent(&self) -> bool {
        false
    }
}

#[derive(Debug)]
struct NoControl;
impl Control for NoControl {}

/// Opens engines. One source serves a whole run; it is asked again after a panic, a timeout or a broken pipe.
pub trait EngineSource: Send + Sync {
    /// Opens an engine.
    ///
    /// # Errors
    /// What went wrong, for the author of the adapter to read.
    fn open(&self) -> Result<Opened, String>;

    /// How long an engine that keeps to a time limit by itself, and says why it gave up, may be silent at most. `None` leaves the time to
    /// whoever waits.
    fn keeps_time(&self) -> Option<Duration> {
        None
    }
}

/// A source that makes adapters in this process.
#[derive(Clone)]
pub struct InProcess<F>(pub F);

impl<F> fmt::Debug for InProcess<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InProcess")
    }
}

impl<A: Adapter + 'static, F: Fn() -> A + Send + Sync> EngineSource for InProcess<F> {
    fn open(&self) -> Result<Opened, String> {
        Ok(Opened::in_process((self.0)()))
    }
}
