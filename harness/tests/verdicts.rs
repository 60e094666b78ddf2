//! Each kind of right and wrong engine gets the verdict that is its due.

mod toy;

use outofphase_harness::Verdict;
use outofphase_harness::adapter::Phased;
use outofphase_harness::engine::{EngineSource, InProcess, Opened};
use outofphase_harness::report::CaseResult;
use outofphase_harness::runner::{RunOptions, run_all, run_case};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use toy::cases::{case, suite};
use toy::{Flaw, Toy};

fn run(flaw: Flaw, script: &[&str]) -> CaseResult {
    run_case(&mut Toy::with(flaw), &case("a_case", "phasing.indirect", script))
}

fn needs(r: &CaseResult) -> Vec<String> {
    r.needs.iter().map(ToString::to_string).collect()
}

const FOLLOWS: &[&str] = &["{by: A, phase out: [bear]}", "expect sword: phased out, on bear", "expect ox: phased in"];

#[test]
fn the_right_engine_passes_everything() {
    for case in suite() {
        let r = run_case(&mut Toy::default(), &case);
        assert_eq!((r.verdict, &*r.mismatches), (Verdict::Pass, &[][..]), "{}: {:?}", r.id, r.message);
        assert!(r.boards.is_empty() && r.board_after.is_none(), "a pass needs no pictures");
    }
}

#[test]
fn a_wrong_engine_fails_and_the_report_says_where() {
    let r = run(Flaw::AttachmentsStay, FOLLOWS);
    assert_eq!(r.verdict, Verdict::Fail);
    assert_eq!(r.mismatches.len(), 1);
    let m = &r.mismatches[0];
    assert_eq!((&*m.subject, &*m.expected, &*m.seen), ("sword", "phased out", "phased in"));
    assert_eq!(r.after.as_deref(), Some("A: bear phases out"));
    let phased = |b: &Option<outofphase_harness::board::Board>| b.as_ref().and_then(|b| b.snapshot.objects[0].phased);
    assert_eq!(phased(&r.board_before).map(Phased::is_out), Some(false));
    assert_eq!(phased(&r.board_after).map(Phased::is_out), Some(true));
}

#[test]
fn all_mismatches_of_a_case_are_collected() {
    let script = [
        "{by: A, phase out: [bear]}",
        "expect sword: phased out",
        "{advance to: untap, of: A}",
        "expect ox: in graveyard",
        "expect sword: unattached",
    ];
    let r = run(Flaw::AttachmentsStay, &script);
    let steps: Vec<usize> = r.mismatches.iter().map(|m| m.step).collect();
    assert_eq!(steps, [2, 4, 5]);
    assert_eq!(r.mismatches[1].after, "on to A's untap step");
}

#[test]
fn what_is_not_shown_is_a_skip_and_no_pass() {
    let r = run(Flaw::HidesDirect, &["{by: A, phase out: [bear]}", "expect bear: phased out directly"]);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Skip, vec!["show direct".to_owned()]));
    // A fact that was told and held does not make a pass of one that was not told.
    let r = run(Flaw::HidesDirect, &["{by: A, phase out: [bear]}", "expect bear: phased out", "expect bear: phased out directly"]);
    assert_eq!(r.verdict, Verdict::Skip);
}

#[test]
fn a_failure_outweighs_what_is_not_shown() {
    let r = run(Flaw::HidesPhased, &["{by: A, phase out: [bear]}", "expect bear: phased in", "expect ox: in graveyard"]);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Fail, vec!["show phased".to_owned()]));
}

#[test]
fn what_the_engine_lacks_is_a_skip_by_need() {
    let r = run(Flaw::None, &["{by: A, exile: [bear]}", "expect bear: in exile"]);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Skip, vec!["effect exile".to_owned()]));
}

#[test]
fn a_failure_before_the_engine_gave_up_stands() {
    let r = run(Flaw::AttachmentsStay, &["{by: A, phase out: [bear]}", "expect sword: phased out", "{by: A, exile: [bear]}"]);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Fail, vec!["effect exile".to_owned()]));
}

#[test]
fn an_action_that_must_be_refused_and_is_allowed_fails() {
    let script = ["{by: A, phase out: [bear]}", "illegal {attack: {bear: B}}"];
    assert_eq!(run(Flaw::None, &script).verdict, Verdict::Pass);
    let r = run(Flaw::AllowsEveryAttack, &script);
    assert_eq!(r.verdict, Verdict::Fail);
    assert_eq!((&*r.mismatches[0].expected, &*r.mismatches[0].seen), ("refused as illegal", "allowed"));
}

#[test]
fn an_action_that_is_refused_against_the_rules_fails_and_ends_the_case() {
    let r = run(Flaw::RefusesEveryAttack, &["{attack: {bear: B}}", "expect bear: attacking B"]);
    assert_eq!((r.verdict, r.mismatches.len()), (Verdict::Fail, 1));
    assert!(r.mismatches[0].seen.contains("an attacker that can't"), "{:?}", r.mismatches);
}

#[test]
fn a_refusal_that_changes_the_game_is_an_error() {
    let r = run(Flaw::RefusalTaps, &["{by: A, phase out: [bear]}", "illegal {attack: {bear: B}}"]);
    assert_eq!(r.verdict, Verdict::Error);
    assert!(r.message.is_some_and(|m| m.contains("changed the game")));
}

#[test]
fn a_panic_is_an_error_with_its_message() {
    let r = run(Flaw::PanicsOnDestroy, &["{by: A, destroy: [bear]}", "expect bear: in graveyard"]);
    let message = r.message.unwrap_or_default();
    assert_eq!(r.verdict, Verdict::Error);
    assert!(message.contains("no graveyard") && message.contains("destroy bear"), "{message}");
}

#[test]
fn a_broken_engine_is_an_error() {
    let r = run(Flaw::BreaksOnDestroy, &["{by: A, destroy: [bear]}"]);
    assert_eq!(r.verdict, Verdict::Error);
    assert!(r.message.is_some_and(|m| m.contains("the pipe is closed")));
}

#[test]
fn a_snapshot_of_the_wrong_size_is_an_error() {
    let r = run(Flaw::ShowsTooFew, FOLLOWS);
    assert_eq!(r.verdict, Verdict::Error);
    assert!(r.message.is_some_and(|m| m.contains("3 objects")));
}

#[test]
fn a_step_that_the_engine_walks_through_is_never_held_against_it() {
    // In the upkeep, where it stops instead, the sword is in and A's permanents are untapped.
    let late = ["{advance to: untap, of: B}", "expect turn: untap of B"];
    let r = run(Flaw::NoUntapStop, &late);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Skip, vec!["stop untap".to_owned()]));
    // What holds there all the same is a pass.
    assert_eq!(run(Flaw::NoUntapStop, &["{advance to: untap, of: B}", "expect ox: phased in"]).verdict, Verdict::Pass);
}

#[test]
fn an_advance_to_where_the_engine_already_stands_goes_nowhere() {
    let script = [
        "{by: A, phase out: [bear]}",
        "{advance to: untap, of: B}",
        "{advance to: upkeep, of: B}",
        "expect bear: phased out",
        "expect turn: upkeep of B",
    ];
    // A second advance to B's upkeep would pass A's untap step, in which the bear comes back.
    let r = run(Flaw::NoUntapStop, &script);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Pass, vec![]), "{:?}", r.mismatches);
}

#[test]
fn what_follows_an_action_performed_too_late_is_never_held_against_the_engine() {
    let script = ["{advance to: untap, of: B}", "{by: A, phase out: [bear]}", "{advance to: upkeep, of: B}", "expect bear: phased in"];
    assert_eq!(run(Flaw::None, &script).verdict, Verdict::Fail);
    let r = run(Flaw::NoUntapStop, &script);
    assert_eq!((r.verdict, needs(&r)), (Verdict::Skip, vec!["stop untap".to_owned()]));
}

fn all(source: Arc<dyn EngineSource>, jobs: usize) -> Vec<CaseResult> {
    let options = RunOptions { jobs, timeout: Duration::from_millis(300) };
    let mut results = Vec::new();
    run_all(&source, &suite().into(), &options, &Arc::new(AtomicBool::new(false)), |r| results.push(r));
    results
}

fn source(flaw: Flaw) -> Arc<dyn EngineSource> {
    Arc::new(InProcess(move || Toy::with(flaw)))
}

#[test]
fn results_come_in_the_order_of_the_cases_however_many_play() {
    let ids: Vec<String> = suite().into_iter().map(|c| c.id).collect();
    for jobs in [1, 2, 7] {
        let got: Vec<String> = all(source(Flaw::None), jobs).into_iter().map(|r| r.id).collect();
        assert_eq!(got, ids, "{jobs} jobs");
    }
}

#[test]
fn an_endless_loop_is_a_timeout_and_the_run_goes_on() {
    let started = Instant::now();
    let results = all(source(Flaw::LoopsOnDestroy), 1);
    let verdicts: Vec<Verdict> = results.iter().map(|r| r.verdict).collect();
    assert_eq!(verdicts, [[Verdict::Pass; 5].as_slice(), &[Verdict::Timeout]].concat());
    let message = results[5].message.as_deref().unwrap_or_default();
    assert!(message.contains("0.3 s") && message.contains("destroy ox"), "{message}");
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn the_run_goes_on_after_a_panic() {
    let verdicts: Vec<Verdict> = all(source(Flaw::PanicsOnDestroy), 1).iter().map(|r| r.verdict).collect();
    assert_eq!(verdicts, [[Verdict::Pass; 5].as_slice(), &[Verdict::Error]].concat());
}

#[test]
fn verdicts_rest_on_the_controls_of_their_group() {
    let results = all(source(Flaw::PhaseOutDoesNothing), 2);
    assert_eq!((results[0].verdict, results[0].resting_on_failed_control), (Verdict::Fail, false));
    assert!(results[1..].iter().all(|r| r.resting_on_failed_control));
    assert!(!all(source(Flaw::AttachmentsStay), 2).iter().any(|r| r.resting_on_failed_control));
}

#[test]
fn an_engine_that_does_not_start_is_an_error_in_every_case() {
    struct Never;
    impl EngineSource for Never {
        fn open(&self) -> Result<Opened, String> {
            Err("no such file".into())
        }
    }
    let results = all(Arc::new(Never), 2);
    assert!(results.iter().all(|r| r.verdict == Verdict::Error && r.message.as_deref().is_some_and(|m| m.contains("no such file"))));
}

#[test]
fn an_engine_that_works_the_second_time_is_asked_again() {
    struct Second(AtomicUsize);
    impl EngineSource for Second {
        fn open(&self) -> Result<Opened, String> {
            if self.0.fetch_add(1, Ordering::Relaxed) == 0 { Err("not yet".into()) } else { Ok(Opened::in_process(Toy::default())) }
        }
    }
    let verdicts: Vec<Verdict> = all(Arc::new(Second(AtomicUsize::new(0))), 1).iter().map(|r| r.verdict).collect();
    assert_eq!(verdicts, [&[Verdict::Error], [Verdict::Pass; 5].as_slice()].concat());
}

#[test]
fn a_stopped_run_hands_out_what_it_has() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut got = 0;
    let options = RunOptions { jobs: 1, timeout: Duration::from_secs(5) };
    run_all(&source(Flaw::None), &suite().into(), &options, &stop, |_| {
        got += 1;
        stop.store(true, Ordering::Relaxed);
    });
    assert!((1..=suite().len()).contains(&got), "{got}");
}
