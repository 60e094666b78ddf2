//! Plays cases on engines and judges what it sees.

mod catch;
mod guard;
mod play;
mod pool;

pub use catch::quietly;
pub use guard::{GuardError, guarded};
pub use play::{Checked, Play, Shot, State, play};
pub use pool::run_all;

use crate::board::{Board, cards};
use crate::narrate;
use crate::report::{CaseResult, Frame};
use crate::verdict::Verdict;
use outofphase_adapter::Adapter;
use outofphase_cases::{Case, CaseStep};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How cases are run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many engines play at once.
    pub jobs: usize,
    /// How long an engine may take for one action.
    pub timeout: Duration,
}

impl Default for RunOptions {
    /// As many engines as the machine has cores, and ten seconds an action.
    fn default() -> RunOptions {
        RunOptions { jobs: std::thread::available_parallelism().map_or(1, NonZeroUsize::get), timeout: Duration::from_secs(10) }
    }
}

/// Plays one case on an adapter and judges it. A panic of the adapter becomes an error; an endless loop does not end, for which
/// [`run_all`] has a watchdog.
pub fn run_case(adapter: &mut dyn Adapter, case: &Case) -> CaseResult {
    play_case(adapter, case, &|_| {})
}

/// The same, telling `beat` the number of each step before the engine is asked to perform it.
fn play_case(adapter: &mut dyn Adapter, case: &Case, beat: &dyn Fn(usize)) -> CaseResult {
    let started = Instant::now();
    // The play is kept outside the call that may panic, so that a panic leaves what was seen until then.
    let mut play = Play::default();
    let panic = quietly(|| play::play_into(adapter, case, false, beat, &mut play)).err();
    let mut result = judge(case, &play, panic.as_deref());
    result.ms = started.elapsed().as_secs_f64() * 1000.0;
    result
}

/// The result that a play amounts to.
fn judge(case: &Case, play: &Play, panic: Option<&str>) -> CaseResult {
    let mut result = blank(case);
    result.needs.clone_from(&play.needs);
    result.mismatches.clone_from(&play.mismatches);
    if let Some(panic) = panic {
        result.verdict = Verdict::Error;
        result.message = Some(format!("after {}, the engine panicked: {panic}", play.doing));
    } else if let Some(broken) = &play.broken {
        result.verdict = Verdict::Error;
        result.message = Some(format!("after {}: {broken}", play.doing));
    } else if !play.mismatches.is_empty() {
        result.verdict = Verdict::Fail;
    } else if !play.needs.is_empty() {
        result.verdict = Verdict::Skip;
    } else {
        result.verdict = Verdict::Pass;
    }
    if matches!(result.verdict, Verdict::Fail | Verdict::Error) {
        illustrate(&mut result, case, play);
    }
    result
}

/// Adds the boards, without which a failure can't be understood.
fn illustrate(result: &mut CaseResult, case: &Case, play: &Play) {
    result.cards = cards(&case.setup);
    let board = |shot: &Shot| Board::new(&case.setup, shot.snapshot.clone());
    result.boards = play.shots.iter().map(|s| Frame { step: s.step, text: s.text.clone(), board: board(s) }).collect();
    let wrong_at = result.mismatches.first().map_or(usize::MAX, |m| m.step);
    let after = play.shots.iter().rposition(|s| s.step <= wrong_at);
    if let Some(after) = after {
        result.after = Some(play.shots[after].text.clone());
        result.board_after = Some(board(&play.shots[after]));
        result.board_before = after.checked_sub(1).map(|i| board(&play.shots[i]));
    }
}

/// A result that says nothing yet.
fn blank(case: &Case) -> CaseResult {
    CaseResult {
        id: case.id.clone(),
        clauses: case.clauses.clone(),
        group: case.group.clone(),
        control: case.control,
        verdict: Verdict::Pass,
        resting_on_failed_control: false,
        reason: None,
        link: None,
        message: None,
        needs: Vec::new(),
        mismatches: Vec::new(),
        as_if: Vec::new(),
        after: None,
        board_before: None,
        board_after: None,
        boards: Vec::new(),
        cards: Vec::new(),
        why: case.why.clone(),
        source: case.source.clone().unwrap_or_default(),
        stderr: String::new(),
        ms: 0.0,
    }
}

fn result_of_error(case: &Case, message: String) -> CaseResult {
    CaseResult { verdict: Verdict::Error, message: Some(message), ..blank(case) }
}

fn result_of_timeout(case: &Case, step: usize, timeout: Duration) -> CaseResult {
    let doing = step_text(case, step);
    let message = format!("no answer within {} s to: {doing}", timeout.as_secs_f64());
    CaseResult { verdict: Verdict::Timeout, message: Some(message), after: Some(doing), ms: timeout.as_secs_f64() * 1000.0, ..blank(case) }
}

/// What a step of a case does, in words. Step 0 is the start of the game.
#[must_use]
pub fn step_text(case: &Case, step: usize) -> String {
    match step.checked_sub(1).and_then(|i| case.steps.get(i)) {
        Some(CaseStep::Do { action, illegal }) => {
            let text = case.in_scope(|| narrate::action(action));
            if *illegal { format!("{text} (must be refused)") } else { text }
        }
        Some(CaseStep::Expect(_)) => "showing the game".to_owned(),
        None => "the start of the game".to_owned(),
    }
}
