//! Writes and reads the stream of records. Each line goes out whole and at once, so that a run that is killed leaves whole lines.

use super::record::{Footer, Record, Run};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that records are written to as they come.
#[derive(Debug)]
pub struct Writer {
    file: File,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn create(path: &Path) -> io::Result<Writer> {
        Ok(Writer { file: File::create(path)? })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn record(&mut self, record: &Record) -> io::Result<()> {
        // One write for the whole line, and no buffer that a killed process would lose.
        self.file.write_all(line(record).as_bytes())
    }
}

fn line(record: &Record) -> String {
    let mut line = serde_json::to_string(record).expect("a record is made of strings and numbers, which JSON can say");
    line.push('\n');
    line
}

/// The records of whole runs, one after the other.
#[must_use]
pub fn write(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        text.push_str(&line(&Record::Header(run.header.clone())));
        run.results.iter().for_each(|r| text.push_str(&line(&Record::Result(Box::new(r.clone())))));
        text.push_str(&line(&Record::Footer(run.footer.clone())));
    }
    text
}

/// What can be wrong with a file of records.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It can't be read.
    #[error("{path} can't be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line is no record.
    #[error("{path}, line {line}: no record of an outofphase run: {source}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The header is missing.
    #[error("{path}, line {line}: a run starts with a header record; `outofphase run --report ndjson=FILE` writes such files")]
    NoHeader {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// Reads a file of records: one run, or several one after the other. A run that was killed has no footer, and perhaps half a last line: what
/// is whole is taken.
///
/// # Errors
/// What is wrong with the file.
pub fn read(path: &Path) -> Result<Vec<Run>, ReadError> {
    let text = std::fs::read_to_string(path).map_err(|source| ReadError::Read { path: path.into(), source })?;
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let record = match serde_json::from_str(line) {
            Ok(record) => record,
            Err(_) if i + 1 == lines.len() && !text.ends_with('\n') && open => break,
            Err(source) => return Err(ReadError::Line { path: path.into(), line: i + 1, source }),
        };
        match (record, runs.last_mut().filter(|_| open)) {
            (Record::Header(header), _) => {
                close(&mut runs, open);
                runs.push(Run { header, results: Vec::new(), footer: Footer::default() });
                open = true;
            }
            (_, None) => return Err(ReadError::NoHeader { path: path.into(), line: i + 1 }),
            (Record::Result(r), Some(run)) => run.results.push(*r),
            (Record::Footer(f), Some(run)) => {
                run.footer = f;
                open = false;
            }
        }
    }
    close(&mut runs, open);
    if runs.is_empty() { Err(ReadError::NoHeader { path: path.into(), line: 1 }) } else { Ok(runs) }
}

/// Adds up a run whose footer is missing.
fn close(runs: &mut [Run], open: bool) {
    if let (true, Some(run)) = (open, runs.last_mut()) {
        run.footer = Footer::of(&run.results, run.header.cases);
    }
}
