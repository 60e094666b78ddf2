//! The seven verdicts a case can get, and how they add up.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What came out of a case.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Everything expected was seen.
    Pass,
    /// Something else was seen than the rules demand.
    Fail,
    /// The engine lacks something that the case needs, or does not show it. No statement about the rules.
    Skip,
    /// The engine or its adapter broke: a panic, a closed pipe, an answer out of contract.
    Error,
    /// No answer in time.
    Timeout,
    /// Failed, as the expectations file says.
    Xfail,
    /// Passed, though the expectations file says that it fails. Fails the run: the entry is out of date.
    Xpass,
}

impl Verdict {
    /// All of them, in the order in which counts are given.
    pub const ALL: [Verdict; 7] =
        [Verdict::Pass, Verdict::Fail, Verdict::Skip, Verdict::Error, Verdict::Timeout, Verdict::Xfail, Verdict::Xpass];

    /// The word in records and reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::Skip => "skip",
            Verdict::Error => "error",
            Verdict::Timeout => "timeout",
            Verdict::Xfail => "xfail",
            Verdict::Xpass => "xpass",
        }
    }

    /// Whether it makes the run fail.
    #[must_use]
    pub const fn fails_the_run(self) -> bool {
        matches!(self, Verdict::Fail | Verdict::Error | Verdict::Timeout | Verdict::Xpass)
    }

    /// Whether the engine got as far as a statement about the rules.
    #[must_use]
    pub const fn is_a_statement(self) -> bool {
        matches!(self, Verdict::Pass | Verdict::Fail | Verdict::Xfail | Verdict::Xpass)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// How many cases got which verdict.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Passed.
    pub pass: usize,
    /// Failed.
    pub fail: usize,
    /// Skipped.
    pub skip: usize,
    /// Broke.
    pub error: usize,
    /// Took too long.
    pub timeout: usize,
    /// Failed as expected.
    pub xfail: usize,
    /// Passed against expectation.
    pub xpass: usize,
}

impl Counts {
    /// The number of cases with this verdict.
    #[must_use]
    pub const fn of(&self, verdict: Verdict) -> usize {
        match verdict {
            Verdict::Pass => self.pass,
            Verdict::Fail => self.fail,
            Verdict::Skip => self.skip,
            Verdict::Error => self.error,
            Verdict::Timeout => self.timeout,
            Verdict::Xfail => self.xfail,
            Verdict::Xpass => self.xpass,
        }
    }

    /// Counts one more.
    pub const fn add(&mut self, verdict: Verdict) {
        let n = match verdict {
            Verdict::Pass => &mut self.pass,
            Verdict::Fail => &mut self.fail,
            Verdict::Skip => &mut self.skip,
            Verdict::Error => &mut self.error,
            Verdict::Timeout => &mut self.timeout,
            Verdict::Xfail => &mut self.xfail,
            Verdict::Xpass => &mut self.xpass,
        };
        *n += 1;
    }

    /// All together.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.pass + self.fail + self.skip + self.error + self.timeout + self.xfail + self.xpass
    }

    /// Those that make the run fail.
    #[must_use]
    pub const fn failing(&self) -> usize {
        self.fail + self.error + self.timeout + self.xpass
    }

    /// Whether more than half were skipped: then the rest is no pass for the clause.
    #[must_use]
    pub const fn mostly_skipped(&self) -> bool {
        self.skip * 2 > self.total()
    }
}

impl FromIterator<Verdict> for Counts {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Counts {
        let mut counts = Counts::default();
        verdicts.into_iter().for_each(|v| counts.add(v));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_to_the_number_of_verdicts() {
        let counts: Counts = Verdict::ALL.into_iter().collect();
        assert_eq!(counts.total(), Verdict::ALL.len());
        assert_eq!(counts.failing(), Verdict::ALL.into_iter().filter(|v| v.fails_the_run()).count());
        assert!(Verdict::ALL.into_iter().all(|v| counts.of(v) == 1));
    }

    #[test]
    fn a_clause_with_more_skips_than_the_rest_is_mostly_skipped() {
        let half: Counts = [Verdict::Pass, Verdict::Skip].into_iter().collect();
        let most: Counts = [Verdict::Pass, Verdict::Skip, Verdict::Skip].into_iter().collect();
        assert!(!half.mostly_skipped());
        assert!(most.mostly_skipped());
    }
}
