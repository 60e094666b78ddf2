//! Printing. A reader that closes its end (`outofphase list | head`) is no error.

use super::CliError;
use crate::report::paint::{BAD, OPEN, paint};
use std::fmt::Display;
use std::io::Write;

/// Prints to stdout, with colour if that is a terminal.
pub(crate) fn print(text: impl Display) {
    let mut out = anstream::stdout().lock();
    let _ = write!(out, "{text}");
    let _ = out.flush();
}

/// Prints an error to stderr.
pub(crate) fn complain(error: &CliError) {
    let mut err = anstream::stderr().lock();
    let _ = match error {
        CliError::Cases(told) => writeln!(err, "{told}"),
        _ => writeln!(err, "{}: {error}", paint(BAD, "error")),
    };
}

/// Prints a remark to stderr.
pub(crate) fn remark(what: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{}: {what}", paint(OPEN, "note"));
}
