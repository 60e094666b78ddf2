//! A progress bar for runs that take a while, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);

/// Shows itself once a run has taken longer than a second.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: bool,
}

impl Progress {
    /// A bar for so many cases.
    pub(crate) fn new(cases: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(cases as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} cases  {msg}  {eta}") {
            bar.set_style(style.progress_chars("━╾─"));
        }
        Progress { bar, started: Instant::now(), shown: false }
    }

    /// One more case is done.
    pub(crate) fn step(&mut self, failing: usize) {
        self.bar.inc(1);
        if !self.shown && self.started.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if failing > 0 {
            self.bar.set_message(format!("{failing} failing"));
        }
    }

    /// The run is over.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
