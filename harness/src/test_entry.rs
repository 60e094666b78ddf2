//! The test entry: one libtest test per case, for a target with `harness = false`.
//!
//! ```toml
//! [[test]]
//! name = "conformance"
//! harness = false
//! ```
//!
//! ```no_run
//! # use outofphase_adapter::*;
//! # #[derive(Default)] struct MyAdapter;
//! # impl Adapter for MyAdapter {
//! #     fn about(&self) -> About { About { engine: "mine".into(), version: "1".into() } }
//! #     fn start(&mut self, _: &Setup) -> Result<(), Fault> { Ok(()) }
//! #     fn resolve(&mut self, _: Seat, e: &Effect) -> Result<(), Fault> { Err(Fault::no_effect(e.word())) }
//! #     fn advance(&mut self, to: Step, _: Seat) -> Result<Stop, Fault> { Err(Fault::Unsupported(Need::Stop(to))) }
//! #     fn attack(&mut self, _: &[Attack]) -> Result<(), Fault> { Err(Fault::Unsupported(Need::Action("attack".into()))) }
//! #     fn leave(&mut self, _: Seat) -> Result<(), Fault> { Err(Fault::Unsupported(Need::Action("leave".into()))) }
//! #     fn observe(&mut self, _: &mut Snapshot) -> Result<(), Fault> { Ok(()) }
//! # }
//! // tests/conformance.rs
//! fn main() {
//!     outofphase_harness::test_main::<MyAdapter>()
//! }
//! ```
//!
//! Tests are called `cases::<group>::<id>`. They keep their names, and can be chosen as any others: `cargo test --test conformance indirect`,
//! `cargo nextest run -E 'test(phasing)'`. A case that the engine can't play is reported as ignored, with what it needs.
//!
//! | variable | meaning |
//! | --- | --- |
//! | `OUTOFPHASE_EDITION` | the edition of the rules in force on this day; the newest if not set |
//! | `OUTOFPHASE_CASES` | a file or folder of cases instead of those that come with the suite |
//! | `OUTOFPHASE_EXPECT` | a file of known failures: they pass, and one that passes after all fails |
//! | `OUTOFPHASE_SCENARIOS` | random scenarios for each property test; 300 if not set |
//! | `OUTOFPHASE_STRICT_SKIPS` | `1`: a case that the engine can't play fails |
//! | `OUTOFPHASE_TIMEOUT` | seconds that the engine may take for one action; 10 if not set |

use crate::as_if;
use crate::editions::{NEWEST, in_force};
use crate::engine::{EngineSource, InProcess};
use crate::expectations::Expectations;
use crate::report::{CaseResult, plain_explanation, slug, words};
use crate::runner::{RunOptions, run_all};
use crate::verdict::Verdict;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use outofphase_adapter::{Adapter, Date};
use outofphase_cases::{Case, CaseSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Runs all cases of the newest edition on the adapter, as tests; never returns. What the environment can change stands in the
/// [module's docs](self).
pub fn test_main<A: Adapter + Default + 'static>() -> ! {
    let code = TestSuite::new::<A>().with(crate::oracle::trials::trials).run(&Arguments::from_args());
    std::process::exit(i32::from(code != ExitCode::SUCCESS))
}

/// What [`test_main`] runs, to be changed by somebody who wants more than the environment can say.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "a source of engines need not be printable")]
pub struct TestSuite {
    source: Arc<dyn EngineSource>,
    edition: Date,
    cases: Option<PathBuf>,
    expect: Option<PathBuf>,
    strict_skips: bool,
    timeout: Duration,
    more: Vec<MoreTests>,
}

/// Adds tests of another kind to a suite's: it gets the source of engines and answers the tests. Called for `--list`, too, so it may not
/// run anything.
pub type MoreTests = fn(&Arc<dyn EngineSource>) -> Vec<Trial>;

impl TestSuite {
    /// The suite for an adapter, with what the environment says.
    #[must_use]
    pub fn new<A: Adapter + Default + 'static>() -> TestSuite {
        TestSuite::on(Arc::new(InProcess(A::default)))
    }

    /// The suite for any source of engines, with what the environment says.
    #[must_use]
    pub fn on(source: Arc<dyn EngineSource>) -> TestSuite {
        let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
        let text = |name: &str| var(name).and_then(|v| v.into_string().ok());
        let edition = text("OUTOFPHASE_EDITION").map(|t| {
            let date = t.parse().ok().and_then(in_force);
            date.unwrap_or_else(|| stop(&format!("OUTOFPHASE_EDITION: `{t}` is no date on which an edition was in force")))
        });
        let timeout = text("OUTOFPHASE_TIMEOUT").map(|t| match t.parse::<f64>() {
            Ok(n) if n > 0.0 && n < 1e6 => Duration::from_secs_f64(n),
            _ => stop(&format!("OUTOFPHASE_TIMEOUT: `{t}` is no number of seconds")),
        });
        TestSuite {
            source,
            edition: edition.unwrap_or(NEWEST),
            cases: var("OUTOFPHASE_CASES").map(PathBuf::from),
            expect: var("OUTOFPHASE_EXPECT").map(PathBuf::from),
            strict_skips: text("OUTOFPHASE_STRICT_SKIPS").is_some_and(|v| v != "0"),
            timeout: timeout.unwrap_or(RunOptions::default().timeout),
            more: Vec::new(),
        }
    }

    /// The edition, if the environment names none.
    #[must_use]
    pub fn edition(mut self, edition: Date) -> TestSuite {
        if std::env::var_os("OUTOFPHASE_EDITION").is_none() {
            self.edition = edition;
        }
        self
    }

    /// A file of known failures, if the environment names none.
    #[must_use]
    pub fn expect(mut self, path: impl AsRef<Path>) -> TestSuite {
        self.expect.get_or_insert_with(|| path.as_ref().into());
        self
    }

    /// Cases from a file or folder, if the environment names none.
    #[must_use]
    pub fn cases(mut self, path: impl AsRef<Path>) -> TestSuite {
        self.cases.get_or_insert_with(|| path.as_ref().into());
        self
    }

    /// Adds tests of another kind.
    #[must_use]
    pub fn with(mut self, more: MoreTests) -> TestSuite {
        self.more.push(more);
        self
    }

    /// The tests, without running any.
    #[must_use]
    pub fn trials(&self) -> Vec<Trial> {
        let all = self.load(None);
        let expectations = self.expectations();
        if let Err(e) = expectations.check_against(&all.cases) {
            stop(&e.to_string());
        }
        let mut trials = self.trials_of(&all, expectations);
        trials.extend(self.more_trials());
        trials
    }

    fn more_trials(&self) -> Vec<Trial> {
        self.more.iter().flat_map(|more| more(&self.source)).collect()
    }

    /// Runs the tests that the arguments choose.
    #[must_use]
    pub fn run(&self, arguments: &Arguments) -> ExitCode {
        // A runner such as nextest asks for each test in a process of its own, which is not to read all cases for one.
        let exact = arguments.filter.as_deref().filter(|_| arguments.exact && !arguments.list);
        let trials = match exact.map(|name| name.strip_prefix("cases::")) {
            Some(Some(name)) => {
                let id = name.rsplit("::").next().unwrap_or(name);
                self.trials_of(&self.load(Some(id)), self.expectations())
            }
            Some(None) => self.more_trials(),
            None => self.trials(),
        };
        libtest_mimic::run(arguments, trials).exit_code()
    }

    /// The cases; if only one of those that come with the suite is wanted, those of its file, among which its controls are.
    fn load(&self, only: Option<&str>) -> CaseSet {
        let set = match (&self.cases, only) {
            (Some(path), _) => CaseSet::load(path),
            (None, None) => CaseSet::read(CaseSet::builtin_files()),
            (None, Some(id)) => {
                // A file too many, for an id that only begins like this one, does no harm.
                let id = format!("id: {id}");
                CaseSet::read(CaseSet::builtin_files().into_iter().filter(|(_, text)| text.contains(&id)).collect::<Vec<_>>())
            }
        };
        set.unwrap_or_else(|errors| stop(&errors.iter().map(|e| e.render(false)).collect::<Vec<_>>().join("\n\n")))
    }

    fn expectations(&self) -> Expectations {
        let read = |path: &PathBuf| Expectations::read(path).unwrap_or_else(|e| stop(&e.to_string()));
        self.expect.as_ref().map(read).unwrap_or_default()
    }

    fn trials_of(&self, set: &CaseSet, expectations: Expectations) -> Vec<Trial> {
        let in_force: Arc<[Case]> = set.cases.iter().filter(|c| c.in_force(self.edition)).cloned().collect();
        let expectations = Arc::new(expectations);
        let trial = |i: usize| {
            let (suite, cases, expectations) = (self.clone(), Arc::clone(&in_force), Arc::clone(&expectations));
            Trial::ignorable_test(test_name(&in_force[i]), move || suite.run_test(&cases, i, &expectations))
        };
        (0..in_force.len()).map(trial).collect()
    }

    fn run_test(&self, cases: &[Case], i: usize, expectations: &Expectations) -> Result<Completion, Failed> {
        let case = &cases[i];
        let mut result = self.one(case);
        expectations.apply(&mut result);
        if result.verdict.fails_the_run() && !case.control {
            // Only now is it worth the time to ask whether the engine knows the words of the case at all.
            let mut controls = cases.iter().filter(|c| c.control && c.group == case.group);
            result.resting_on_failed_control = controls.any(|c| self.one(c).verdict != Verdict::Pass);
        }
        if result.verdict.fails_the_run() {
            as_if::add(&mut result, case, self.edition);
        }
        match result.verdict {
            Verdict::Pass | Verdict::Xfail => Ok(Completion::Completed),
            Verdict::Skip if !self.strict_skips => Ok(Completion::ignored_with(format!("needs {}", words::needs(&result)))),
            _ => Err(Failed::from(format!("{}\n\n{}", words::headline(&result), plain_explanation(&result)))),
        }
    }

    fn one(&self, case: &Case) -> CaseResult {
        let options = RunOptions { jobs: 1, timeout: self.timeout };
        let mut only = None;
        let cases: Arc<[Case]> = Arc::new([case.clone()]);
        run_all(&self.source, &cases, &options, &Arc::new(AtomicBool::new(false)), |result| only = Some(result));
        only.expect("a run that nobody stops has a result for its case")
    }
}

/// The name of a case's test.
#[must_use]
pub fn test_name(case: &Case) -> String {
    format!("cases::{}::{}", slug(&case.group), case.id)
}

/// A mistake of the user's, who sees it instead of the tests.
fn stop(what: &str) -> ! {
    eprintln!("{}{what}", if what.starts_with("error") { "" } else { "error: " });
    std::process::exit(2)
}
