//! Asks an engine something on a thread of its own, so that a panic or an endless loop of the engine's ends nothing else.

use super::quietly;
use crate::engine::EngineSource;
use outofphase_adapter::Adapter;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GuardError {
    /// It could not be opened.
    #[error("{0}")]
    DidNotStart(String),
    /// It panicked.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// It did not answer in time.
    #[error("it did not answer within {} s", .0.as_secs_f64())]
    TimedOut(Duration),
}

/// Opens an engine and lets `job` ask it. The job tells its second argument whenever it asks something new; each answer may take as long as
/// `timeout`.
///
/// # Errors
/// If the engine did not start, panicked or did not answer in time.
pub fn guarded<T: Send + 'static>(
    source: &Arc<dyn EngineSource>,
    timeout: Duration,
    job: impl FnOnce(&mut dyn Adapter, &dyn Fn(usize)) -> T + Send + 'static,
) -> Result<T, GuardError> {
    let timeout = source.keeps_time().unwrap_or(timeout);
    let (tx, rx) = channel();
    let asked = Arc::new(Mutex::new(Instant::now()));
    let (source, beat) = (Arc::clone(source), Arc::clone(&asked));
    let body = move || {
        let result = match quietly(|| source.open()) {
            Ok(Ok(mut opened)) => {
                let tick = |_| *beat.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
                tick(0);
                quietly(|| job(&mut *opened.adapter, &tick)).map_err(GuardError::Panicked)
            }
            Ok(Err(why)) | Err(why) => Err(GuardError::DidNotStart(why)),
        };
        let _ = tx.send(result);
    };
    let thread = std::thread::Builder::new().name("engine".into()).stack_size(8 << 20).spawn(body);
    if let Err(e) = thread {
        return Err(GuardError::DidNotStart(e.to_string()));
    }
    loop {
        match rx.recv_timeout(Duration::from_millis(50)) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(GuardError::Panicked("its thread is gone".into())),
            Err(RecvTimeoutError::Timeout) => {
                if asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > timeout {
                    return Err(GuardError::TimedOut(timeout));
                }
            }
        }
    }
}
