//! Which engine is tested: `--adapter`, `--rulebook`, and how patiently.

use super::CliError;
use crate::engine::EngineSource;
use crate::process::{AdapterCommand, ProcessOptions, ProcessSource};
use crate::reference;
use outofphase_adapter::Date;
use std::sync::Arc;
use std::time::Duration;

/// Which engine, and how long it may take.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct EngineArgs {
    /// Test the engine behind this command, which speaks the suite's protocol on stdin and stdout; without it, the reference engine
    #[arg(long, value_name = "COMMAND", conflicts_with = "rulebook")]
    adapter: Option<AdapterCommand>,

    /// Let the reference engine answer a question of the rules wrongly, to see the cases notice; `outofphase editions
    /// --questions` lists what it is asked
    #[arg(long, value_name = "QUESTION=READING")]
    rulebook: Vec<String>,

    /// How long the engine may take for one action
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,

    /// Check more of each reply than is needed to go on, for the author of an adapter
    #[arg(long, requires = "adapter")]
    check_protocol: bool,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no number of seconds; write for example 10 or 0.5");
    let n: f64 = text.parse().map_err(|_| wrong())?;
    if n > 0.0 && n <= 86_400.0 { Ok(Duration::from_secs_f64(n)) } else { Err(wrong()) }
}

impl EngineArgs {
    /// How long the engine may take for one action.
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The pages that the reference engine is to have wrong.
    pub(crate) fn rulebook(&self) -> &[String] {
        &self.rulebook
    }

    /// Whether it is another process, not the reference engine.
    pub(crate) fn is_external(&self) -> bool {
        self.adapter.is_some()
    }

    /// The engine, which plays by that edition if it is the reference engine.
    pub(crate) fn source(&self, edition: Date) -> Result<Arc<dyn EngineSource>, CliError> {
        match &self.adapter {
            Some(command) => {
                let options = ProcessOptions { timeout: self.timeout, check: self.check_protocol, ..ProcessOptions::default() };
                Ok(Arc::new(ProcessSource::new(command.clone(), options)))
            }
            None => reference::source(edition, &self.rulebook).map_err(CliError::Mistake),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn a_timeout_is_a_positive_number_of_seconds() {
        assert_eq!(seconds("0.5").map(|d| d.as_millis()), Ok(500));
        for bad in ["0", "-1", "NaN", "inf", "1e99", "soon", ""] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
