//! The records of a run, one JSON object a line: the source of every report.

use crate::board::{Board, CardLine};
use crate::verdict::{Counts, Verdict};
use indexmap::IndexMap;
use outofphase_adapter::{Date, Need};
use serde::{Deserialize, Serialize};

/// One line of the stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record {
    /// The first line.
    Header(Header),
    /// One line a case.
    Result(Box<CaseResult>),
    /// The last line. A stream without it was cut short.
    Footer(Footer),
}

/// What was run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the suite.
    pub suite: String,
    /// The engine under test.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The edition of the rules whose cases were run.
    pub edition: Date,
    /// How many cases were chosen.
    pub cases: usize,
    /// The time at which the run started.
    pub started: String,
}

/// A fact that is not as it has to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mismatch {
    /// The step of the case's script that asked, from 1.
    pub step: usize,
    /// The action after which it was seen.
    pub after: String,
    /// The object, player or action.
    pub subject: String,
    /// What the rules demand of it.
    pub expected: String,
    /// What the engine showed.
    pub seen: String,
}

/// The board after a step of the script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The step, from 1; 0 is the start of the game.
    pub step: usize,
    /// What was done.
    pub text: String,
    /// The board then.
    pub board: Board,
}

/// What came out of one case.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case's id.
    pub id: String,
    /// The clauses that it rests on, by slug.
    pub clauses: Vec<String>,
    /// Its group.
    pub group: String,
    /// Whether it is a positive control of its group.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub control: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// A positive control of the group did not pass: the engine may have taken a word without understanding it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resting_on_failed_control: bool,
    /// Why the failure was expected, from the expectations file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the expected failure is tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What the error was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the engine lacks or does not show.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Everything that was not as it has to be.
    #[serde(default)]
    pub mismatches: Vec<Mismatch>,
    /// The readings of the rulebook by which the case fails in the same way, as `question=reading`: a hint where to look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub as_if: Vec<String>,
    /// The action after which it first went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The board before that action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_before: Option<Board>,
    /// The board after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_after: Option<Board>,
    /// The boards from the start on, of a case that did not pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Frame>,
    /// The cards on them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardLine>,
    /// Why the case expects what it expects.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Where the expectation comes from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// What the adapter's process wrote to stderr meanwhile.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

/// What the run added up to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Footer {
    /// Cases by verdict.
    pub counts: Counts,
    /// Cases by clause and verdict.
    pub by_clause: IndexMap<String, Counts>,
    /// Skipped cases by what they need.
    pub skips_by_need: IndexMap<String, usize>,
    /// Chosen cases that the run did not come to, because it was interrupted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_run: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A whole run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// What was run.
    pub header: Header,
    /// The results, in the order of the cases.
    pub results: Vec<CaseResult>,
    /// What it added up to.
    pub footer: Footer,
}

impl Footer {
    /// Adds up results; `chosen` is how many there were to be.
    #[must_use]
    pub fn of(results: &[CaseResult], chosen: usize) -> Footer {
        let mut footer = Footer { not_run: chosen.saturating_sub(results.len()), ..Footer::default() };
        for r in results {
            footer.counts.add(r.verdict);
            for clause in &r.clauses {
                footer.by_clause.entry(clause.clone()).or_default().add(r.verdict);
            }
            if r.verdict == Verdict::Skip {
                for need in &r.needs {
                    *footer.skips_by_need.entry(need.to_string()).or_default() += 1;
                }
            }
        }
        footer.by_clause.sort_unstable_keys();
        // The most frequent first: that is what an author would add next.
        footer.skips_by_need.sort_by(|a, n, b, m| m.cmp(n).then_with(|| a.cmp(b)));
        footer
    }
}

impl Run {
    /// Whether the run failed: something failed, broke, hung, or passed against expectation.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.footer.counts.failing() > 0
    }
}
