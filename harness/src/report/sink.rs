//! Where reports go: `--report KIND=FILE`.

use super::record::{Record, Run};
use super::{html, junit, markdown, ndjson};
use outofphase_cases::registry::Lang;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The kinds of report file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The records themselves.
    Ndjson,
    /// JUnit XML.
    Junit,
    /// A summary in Markdown.
    Markdown,
    /// A self-contained page.
    Html,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Ndjson, Kind::Junit, Kind::Markdown, Kind::Html];

    /// The word before the `=`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Ndjson => "ndjson",
            Kind::Junit => "junit",
            Kind::Markdown => "markdown",
            Kind::Html => "html",
        }
    }
}

/// A report and the file it goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportTo {
    /// What.
    pub kind: Kind,
    /// Where to.
    pub path: PathBuf,
}

/// What is wrong with a `KIND=FILE`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{given}` is no report; write KIND=FILE with one of the kinds ndjson, junit, markdown, html, such as `html=report.html`")]
pub struct NoReport {
    given: String,
}

impl FromStr for ReportTo {
    type Err = NoReport;

    fn from_str(text: &str) -> Result<ReportTo, NoReport> {
        let parts = text.split_once('=').filter(|(_, file)| !file.is_empty());
        let kind = parts.and_then(|(kind, _)| Kind::ALL.into_iter().find(|k| k.word() == kind));
        match (kind, parts) {
            (Some(kind), Some((_, file))) => Ok(ReportTo { kind, path: file.into() }),
            _ => Err(NoReport { given: text.to_owned() }),
        }
    }
}

impl fmt::Display for ReportTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.kind.word(), self.path.display())
    }
}

/// A report that can't be written.
#[derive(Debug, thiserror::Error)]
#[error("the report {path} can't be written: {source}")]
pub struct SinkError {
    path: PathBuf,
    source: io::Error,
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> SinkError + use<'_> {
    move |source| SinkError { path: path.into(), source }
}

/// The report files of a run. Records are written as they come, the others at the end.
#[derive(Debug)]
pub struct Sinks {
    streams: Vec<(PathBuf, ndjson::Writer)>,
    rest: Vec<ReportTo>,
}

impl Sinks {
    /// Begins the reports. A file that can't be written is found out now, not after the run.
    ///
    /// # Errors
    /// If one can't be written.
    pub fn begin(reports: &[ReportTo]) -> Result<Sinks, SinkError> {
        let mut sinks = Sinks { streams: Vec::new(), rest: Vec::new() };
        for r in reports {
            if r.kind == Kind::Ndjson {
                sinks.streams.push((r.path.clone(), ndjson::Writer::create(&r.path).map_err(at(&r.path))?));
            } else {
                std::fs::OpenOptions::new().append(true).create(true).open(&r.path).map_err(at(&r.path))?;
                sinks.rest.push(r.clone());
            }
        }
        Ok(sinks)
    }

    /// Adds a record to the streams.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn record(&mut self, record: &Record) -> Result<(), SinkError> {
        self.streams.iter_mut().try_for_each(|(path, w)| w.record(record).map_err(at(path)))
    }

    /// Writes the reports that are made from whole runs.
    ///
    /// # Errors
    /// If one can't be written.
    pub fn end(self, runs: &[Run], lang: Lang) -> Result<(), SinkError> {
        self.rest.iter().try_for_each(|r| r.write(runs, lang))
    }
}

impl ReportTo {
    /// Writes the report.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, runs: &[Run], lang: Lang) -> Result<(), SinkError> {
        let text = match self.kind {
            Kind::Ndjson => ndjson::write(runs),
            Kind::Junit => junit(runs),
            Kind::Markdown => runs.iter().map(|run| markdown(run, lang)).collect::<Vec<_>>().join("\n"),
            Kind::Html => html(runs, lang),
        };
        super::write_whole(&self.path, text.as_bytes()).map_err(at(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_a_kind_and_a_file() {
        let to: ReportTo = "html=out/a=b.html".parse().expect("a report");
        assert_eq!((to.kind, to.path.as_path()), (Kind::Html, Path::new("out/a=b.html")));
    }

    #[test]
    fn an_unknown_kind_is_answered_with_those_that_exist() {
        for bad in ["pdf=x", "html", "html=", "=x", ""] {
            let text = bad.parse::<ReportTo>().expect_err("no report").to_string();
            assert!(text.contains("ndjson, junit, markdown, html"), "{text}");
        }
    }
}
