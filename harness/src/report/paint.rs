//! The few styles of terminal output. Text is always written with them; the stream strips them where there is no terminal.

use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// Headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// What is less important.
pub(crate) const DIM: Style = Style::new().dimmed();
/// What holds.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is broken.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What makes no statement.
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
/// What can be typed, and places.
pub(crate) const TYPE: Style = AnsiColor::Cyan.on_default();

/// `what` in a style.
pub(crate) fn paint(style: Style, what: impl Display) -> String {
    format!("{style}{what}{style:#}")
}

/// `what` padded to `width` characters, in a style: the padding is counted without the style's codes.
pub(crate) fn pad(style: Style, what: &str, width: usize) -> String {
    let fill = width.saturating_sub(what.chars().count());
    format!("{style}{what}{style:#}{:fill$}", "")
}
