//! Reports: one stream of records, and renderings of it.

mod causes;
mod draw;
mod engine_page;
mod html;
mod human;
mod junit;
mod markdown;
pub mod ndjson;
pub(crate) mod paint;
mod record;
mod sink;
mod svg;
pub(crate) mod words;
mod wrap;

pub use causes::{Cause, Causes, CausesError, Disagreement};
pub use draw::{draw, draw_pair};
pub use engine_page::{PageError, engine_page};
pub use html::page as html;
pub use human::{Options as HumanOptions, explanation, report as human};
pub use junit::junit;
pub use markdown::markdown;
pub use record::{CaseResult, Footer, Frame, Header, Mismatch, Record, Run};
pub use sink::{Kind, ReportTo, Sinks};
pub use wrap::wrap;

use std::io::{self, Write};
use std::path::Path;

/// Writes a file in one go: a reader sees the old file or the new one, never half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A terminal, a pipe or /dev/null is no file that could be replaced.
    if path.metadata().is_ok_and(|m| !m.is_file()) {
        return std::fs::write(path, bytes);
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = std::fs::File::create(&part).and_then(|mut f| f.write_all(bytes)).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// A group's name as a path segment: `attachments-that-went-out-with-their-host`.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "cases".to_owned() } else { slug }
}

/// Why a result is what it is, without colour: for JUnit, Markdown and test output.
#[must_use]
pub fn plain_explanation(r: &CaseResult) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    for slug in &r.clauses {
        let _ = writeln!(out, "clause  {slug}");
    }
    if !r.why.is_empty() {
        let _ = writeln!(out, "why     {}", r.why);
    }
    if r.resting_on_failed_control {
        let _ = writeln!(out, "careful: a positive control of “{}” does not pass", r.group);
    }
    if let Some(message) = &r.message {
        let _ = writeln!(out, "{message}");
    }
    for need in &r.needs {
        let _ = writeln!(out, "needs   {need}");
    }
    let mut after = None;
    for m in &r.mismatches {
        if after != Some(&m.after) {
            after = Some(&m.after);
            let _ = writeln!(out, "after   {}", m.after);
        }
        let _ = writeln!(out, "  {}: expected {}, seen {}", m.subject, m.expected, m.seen);
    }
    for a in crate::as_if::noted(r) {
        let _ = writeln!(out, "as if   {a}: {}", a.says());
    }
    if let Some(after) = &r.board_after {
        let boards = match &r.board_before {
            Some(before) => draw_pair(["board before", "board after"], before, after, &r.cards, ""),
            None => draw(after, &r.cards, None, ""),
        };
        out.push_str(&anstream::adapter::strip_str(&boards).to_string());
    }
    if !r.stderr.is_empty() {
        let _ = writeln!(out, "stderr\n{}", r.stderr.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn a_group_becomes_a_path_segment() {
        assert_eq!(slug("Attachments that went out, with their host!"), "attachments-that-went-out-with-their-host");
        assert_eq!(slug("…"), "cases");
    }
}
