//! The test entry: names, choice, verdicts, and that listing costs nothing.

mod toy;

use libtest_mimic::Arguments;
use outofphase_harness::TestSuite;
use outofphase_harness::engine::{EngineSource, Opened};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toy::{Flaw, Toy};

/// A source that counts how many engines it opened.
struct Counting {
    flaw: Flaw,
    opened: AtomicUsize,
}

impl EngineSource for Counting {
    fn open(&self) -> Result<Opened, String> {
        self.opened.fetch_add(1, Ordering::Relaxed);
        Ok(Opened::in_process(Toy::with(self.flaw)))
    }
}

const CASES: &str = "
group: what goes out together
cases:
  - id: equipment_follows_its_host
    clauses: [phasing.indirect]
    source: rules 702.26g
    why: The sword hangs on the bear.
    players: [A, B]
    board:
      bear: {card: creature 2/2, of: A}
      sword: {card: equipment, of: B, on: bear}
    play:
      - {by: A, phase out: [bear]}
      - expect: {sword: phased out}
  - id: exile_is_beyond_a_toy
    clauses: [zone-change.leaves]
    source: rules 603.6c
    why: It needs a word that the toy does not know.
    players: [A, B]
    board:
      ox: {card: creature 3/3, of: B}
    play:
      - {by: A, exile: [ox]}
      - expect: {ox: in exile}
";

struct Outcome {
    code: ExitCode,
    opened: usize,
    /// What was printed; into a file, since a failure that is wanted here would look like one of this test.
    log: String,
}

fn run(flaw: Flaw, arguments: &[&str], expect: Option<&str>) -> Outcome {
    let dir = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let counting = Arc::new(Counting { flaw, opened: AtomicUsize::new(0) });
    let mut suite = TestSuite::on(Arc::clone(&counting) as Arc<dyn EngineSource>).cases(write("cases.yaml", CASES));
    if let Some(known) = expect {
        suite = suite.expect(write("known.yaml", known));
    }
    let log = dir.path().join("log");
    let mut arguments = Arguments::from_iter(["test"].iter().chain(arguments));
    arguments.logfile = Some(log.display().to_string());
    let code = suite.run(&arguments);
    Outcome { code, opened: counting.opened.load(Ordering::Relaxed), log: std::fs::read_to_string(log).unwrap_or_default() }
}

#[test]
fn every_case_is_a_test_with_a_name_that_stays() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("cases.yaml");
    std::fs::write(&path, CASES).expect("written");
    let suite = TestSuite::new::<Toy>().cases(&path);
    let names: Vec<String> = suite.trials().iter().map(|t| t.name().to_owned()).collect();
    let group = "cases::what-goes-out-together";
    assert_eq!(names, [format!("{group}::equipment_follows_its_host"), format!("{group}::exile_is_beyond_a_toy")]);
}

#[test]
fn listing_and_choosing_nothing_opens_no_engine() {
    assert_eq!(run(Flaw::None, &["--list"], None).opened, 0);
    assert_eq!(run(Flaw::None, &["--exact", "no such test"], None).opened, 0);
}

#[test]
fn one_exact_test_opens_one_engine() {
    let one = run(Flaw::None, &["--exact", "cases::what-goes-out-together::equipment_follows_its_host"], None);
    assert_eq!((one.opened, one.code), (1, ExitCode::SUCCESS));
}

#[test]
fn a_case_that_the_engine_cannot_play_is_ignored_with_what_it_needs() {
    let done = run(Flaw::None, &[], None);
    assert_eq!(done.code, ExitCode::SUCCESS);
    assert!(done.log.contains("ignored (needs effect exile)"), "{}", done.log);
}

#[test]
fn a_wrong_engine_fails() {
    let done = run(Flaw::AttachmentsStay, &[], None);
    assert_ne!(done.code, ExitCode::SUCCESS);
    assert!(done.log.contains("sword: expected phased out, seen phased in"), "{}", done.log);
    assert_ne!(run(Flaw::AttachmentsStay, &["follows_its_host"], None).code, ExitCode::SUCCESS);
    assert_eq!(run(Flaw::AttachmentsStay, &["beyond"], None).code, ExitCode::SUCCESS);
}

#[test]
fn known_failures_are_strict_here_too() {
    let known = Some("- {id: equipment_follows_its_host, reason: attachments stay behind}");
    assert_eq!(run(Flaw::AttachmentsStay, &[], known).code, ExitCode::SUCCESS);
    assert_ne!(run(Flaw::None, &[], known).code, ExitCode::SUCCESS);
}
