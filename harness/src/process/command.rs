//! The command line behind `--adapter`.

use std::fmt;
use std::process::{Command, Stdio};
use std::str::FromStr;

/// A program with its arguments, written as in a shell: `python 'my adapter.py' --fast`. No shell runs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdapterCommand {
    program: String,
    args: Vec<String>,
}

/// Why a text is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// Nothing in it.
    #[error("the adapter's command is empty; write for example `python my_adapter.py`")]
    Empty,
    /// A quote that nothing closes.
    #[error("the adapter's command has a quote that nothing closes: {0}")]
    Quote(String),
}

impl AdapterCommand {
    /// A program with its arguments.
    pub fn new<S: Into<String>>(program: impl Into<String>, args: impl IntoIterator<Item = S>) -> AdapterCommand {
        AdapterCommand { program: program.into(), args: args.into_iter().map(Into::into).collect() }
    }

    /// Ready to start, with its three streams as pipes.
    pub(super) fn to_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own: what a wrapper script starts can be ended with it, and Ctrl-C does not end it in the middle of a case.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        command
    }
}

impl FromStr for AdapterCommand {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<AdapterCommand, CommandError> {
        let mut words = shell_words::split(text).map_err(|_| CommandError::Quote(text.to_owned()))?.into_iter();
        let program = words.next().filter(|w| !w.is_empty()).ok_or(CommandError::Empty)?;
        Ok(AdapterCommand { program, args: words.collect() })
    }
}

impl fmt::Display for AdapterCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(std::iter::once(&self.program).chain(&self.args)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_a_shell_would() {
        let command: AdapterCommand = "python 'my adapter.py' --name \"a b\" c\\ d".parse().expect("a command");
        assert_eq!(command, AdapterCommand::new("python", ["my adapter.py", "--name", "a b", "c d"]));
        assert_eq!(command.to_string().parse(), Ok(command));
    }

    #[test]
    fn an_empty_command_and_an_open_quote_are_refused() {
        assert_eq!("  ".parse::<AdapterCommand>(), Err(CommandError::Empty));
        assert_eq!("''".parse::<AdapterCommand>(), Err(CommandError::Empty));
        assert!(matches!("python 'x".parse::<AdapterCommand>(), Err(CommandError::Quote(_))));
    }
}
