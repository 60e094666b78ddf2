//! Plays a case step by step and compares what is seen with what is expected. All that is wrong is collected: one look at a report is to
//! show the whole of it.

use crate::narrate;
use crate::report::Mismatch;
use outofphase_adapter::{Action, Adapter, Fault, LogEntry, Moment, Need, Seat, Snapshot, Step, Stop};
use outofphase_cases::{Case, CaseStep, Expectation, Fact, Ledger, MismatchKind, check};

/// The game at one moment of a play.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The step of the case that led here, from 1; 0 is the start of the game.
    pub step: usize,
    /// What was done.
    pub text: String,
    /// What the engine showed then.
    pub snapshot: Snapshot,
    /// What the engine's log says of it, if it has one and was asked for it.
    pub log: Vec<LogEntry>,
}

/// How an expected fact turned out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// As expected.
    Held,
    /// Otherwise: what was seen.
    Wrong(String),
    /// The engine does not show it.
    NotShown(Need),
}

/// An expected fact, and how it turned out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The step that expects it.
    pub step: usize,
    /// Subject and fact: `sword: phased out indirectly`.
    pub text: String,
    /// How it turned out.
    pub state: State,
}

/// What happened when a case was played.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The boards, one after each action.
    pub shots: Vec<Shot>,
    /// What was not as it has to be.
    pub mismatches: Vec<Mismatch>,
    /// What the engine lacks or does not show.
    pub needs: Vec<Need>,
    /// What went wrong that is no matter of rules. The play ended there.
    pub broken: Option<String>,
    /// What the engine was last asked to do.
    pub doing: String,
    /// Each expected fact, if that was asked for.
    pub checked: Vec<Checked>,
}

/// Plays a case, with the engine's log and every fact noted down, for a narration.
pub fn play(adapter: &mut dyn Adapter, case: &Case, beat: &dyn Fn(usize)) -> Play {
    let mut play = Play::default();
    play_into(adapter, case, true, beat, &mut play);
    play
}

/// Plays a case into `play`. `narrated` asks the engine for its log even if nothing rests on it, and notes facts that held.
pub(super) fn play_into(adapter: &mut dyn Adapter, case: &Case, narrated: bool, beat: &dyn Fn(usize), play: &mut Play) {
    case.in_scope(|| {
        let wants_log = case.steps.iter().any(|s| matches!(s, CaseStep::Expect(all) if all.iter().any(Expectation::needs_log)));
        let mut player = Player {
            adapter,
            case,
            actions: case.actions().cloned().collect(),
            lives: case.setup.players.iter().map(|p| i64::from(p.life)).collect(),
            log: if narrated || wants_log { Log::Wanted } else { Log::NotWanted },
            entries: Vec::new(),
            told: 0,
            narrated,
            whereabouts: Whereabouts::default(),
            play,
        };
        // The faults that end a case early are all noted in the play.
        let _ = player.play_all(beat);
    });
}

/// The case ends here.
struct Ends;

#[derive(PartialEq, Eq)]
enum Log {
    NotWanted,
    Wanted,
    /// The engine has none.
    Missing(Need),
}

/// Whether the game is where the script thinks it is.
///
/// An engine that gives no priority in a step walks through it, so that an advance stops too late. What is seen there is no statement
/// about the moment that was asked for. Nor is anything after an action that was performed too late.
#[derive(Default)]
struct Whereabouts {
    /// Asked for, not reached.
    late: Option<Late>,
    /// An action was performed too late.
    acted_late: Option<Step>,
}

/// A moment that was asked for, and where the engine stopped after it.
#[derive(Copy, Clone)]
struct Late {
    asked: Step,
    of: Seat,
    stop: Stop,
}

impl Late {
    /// Whether the engine has gone past this moment as well: it lies after the one asked for, and not after the stop.
    fn has_passed(&self, to: Step, of: Seat) -> bool {
        let Late { asked, of: asked_of, stop } = *self;
        let from = if of == asked_of { to >= asked } else { of == stop.of };
        let until = if of == stop.of { to <= stop.step } else { of == asked_of };
        from && until
    }
}

impl Whereabouts {
    /// The step whose stop would have been needed, if the present moment is not the script's.
    fn off(&self) -> Option<Step> {
        self.acted_late.or(self.late.map(|late| late.asked))
    }
}

struct Player<'a> {
    adapter: &'a mut dyn Adapter,
    case: &'a Case,
    actions: Vec<Action>,
    lives: Vec<i64>,
    log: Log,
    /// The log since the start of the game.
    entries: Vec<LogEntry>,
    /// Where the entries begin that no expectation has been asked about: those since the last one about what happened.
    told: usize,
    narrated: bool,
    whereabouts: Whereabouts,
    play: &'a mut Play,
}

impl Player<'_> {
    fn play_all(&mut self, beat: &dyn Fn(usize)) -> Result<(), Ends> {
        beat(0);
        "the start of the game".clone_into(&mut self.play.doing);
        if let Err(fault) = self.adapter.start(&self.case.setup) {
            return Err(match fault {
                Fault::Illegal(why) => self.broken(format!("the engine calls the board illegal: {why}")),
                other => self.stop_at(other),
            });
        }
        self.look(0)?;
        for (i, step) in self.case.steps.iter().enumerate() {
            beat(i + 1);
            match step {
                CaseStep::Do { action, illegal } => self.perform(i + 1, action, *illegal)?,
                CaseStep::Expect(all) => self.expect(i + 1, all),
            }
        }
        Ok(())
    }

    fn perform(&mut self, step: usize, action: &Action, illegal: bool) -> Result<(), Ends> {
        self.play.doing = narrate::action(action);
        if let Action::Advance { to, of } = *action
            && self.passed_already(to, of)
        {
            return self.look(step);
        }
        if !matches!(action, Action::Advance { .. })
            && let Some(Late { asked, .. }) = self.whereabouts.late
        {
            self.whereabouts.acted_late.get_or_insert(asked);
        }
        match (self.adapter.perform(action), illegal) {
            (Ok(stop), false) => {
                if let Action::Advance { to, of } = *action {
                    self.arrived(to, of, stop);
                }
                self.look(step)
            }
            (Ok(_), true) => {
                self.wrong(step, "this action", "refused as illegal", "allowed");
                self.look(step)
            }
            (Err(Fault::Illegal(_)), true) => self.nothing_changed(step),
            (Err(Fault::Illegal(why)), false) => {
                self.wrong(step, "this action", "allowed", &format!("refused as illegal: {why}"));
                self.look(step)?;
                Err(Ends)
            }
            (Err(other), _) => Err(self.stop_at(other)),
        }
    }

    /// Whether an earlier advance, which stopped too late, has already gone as far as this one asks for. To advance again would go round
    /// the table to the next such step.
    fn passed_already(&mut self, to: Step, of: Seat) -> bool {
        let Some(late) = self.whereabouts.late.filter(|late| late.has_passed(to, of)) else { return false };
        let there = (late.stop.step, late.stop.of, late.stop.moment) == (to, of, Moment::After);
        self.whereabouts.late = if there { None } else { Some(Late { asked: to, of, ..late }) };
        true
    }

    fn arrived(&mut self, to: Step, of: Seat, stop: Option<Stop>) {
        let stop = stop.unwrap_or(Stop { step: to, of, exact: true, moment: Moment::After });
        let there = (stop.step, stop.of, stop.moment) == (to, of, Moment::After);
        self.whereabouts.late = if there { None } else { Some(Late { asked: to, of, stop }) };
    }

    /// Looks at the game and keeps what is seen.
    fn look(&mut self, step: usize) -> Result<(), Ends> {
        let mut snapshot = Snapshot::default();
        let seen = self.adapter.observe(&mut snapshot);
        seen.map_err(|fault| self.stop_at(fault))?;
        if (snapshot.objects.len(), snapshot.players.len()) != (self.case.setup.objects.len(), self.case.setup.players.len()) {
            return Err(self.broken(format!(
                "the snapshot shows {} objects and {} players; the board has {} and {} (Snapshot::reset makes the room)",
                snapshot.objects.len(),
                snapshot.players.len(),
                self.case.setup.objects.len(),
                self.case.setup.players.len()
            )));
        }
        let from = self.entries.len();
        if self.log == Log::Wanted {
            match self.adapter.log(&mut self.entries) {
                Ok(()) => {}
                Err(Fault::Unsupported(need)) => self.log = Log::Missing(need),
                Err(other) => return Err(self.stop_at(other)),
            }
        }
        let log = self.entries.get(from..).unwrap_or_default().to_vec();
        self.play.shots.push(Shot { step, text: self.play.doing.clone(), snapshot, log });
        Ok(())
    }

    /// After a refused action the game must be as before.
    fn nothing_changed(&mut self, step: usize) -> Result<(), Ends> {
        self.look(step)?;
        if let [.., before, after] = &*self.play.shots
            && (&before.snapshot.objects, &before.snapshot.players) != (&after.snapshot.objects, &after.snapshot.players)
        {
            return Err(self.broken("the action was refused as illegal, but it changed the game; the adapter has to undo it".into()));
        }
        Ok(())
    }

    fn expect(&mut self, step: usize, all: &[Expectation]) {
        let Some(shot) = self.play.shots.last() else { return };
        let snapshot = shot.snapshot.clone();
        let ledger = Ledger::decode(&self.case.setup, &self.actions, &self.lives, &snapshot);
        for exp in all {
            if let (true, Log::Missing(need)) = (exp.needs_log(), &self.log) {
                let need = need.clone();
                self.note(step, exp, |_| State::NotShown(need.clone()));
                self.needs(need);
                continue;
            }
            let wrong = check(exp, &snapshot, &ledger, &self.entries[self.told..]);
            self.note(step, exp, |fact| match wrong.iter().find(|m| m.fact == *fact).map(|m| (&m.kind, &m.seen)) {
                None => State::Held,
                Some((MismatchKind::Wrong, seen)) => State::Wrong(seen.clone()),
                Some((MismatchKind::NotShown(need), _)) => State::NotShown(need.clone()),
            });
            for m in wrong {
                match m.kind {
                    MismatchKind::Wrong => self.wrong(step, &m.subject.to_string(), &m.expected, &m.seen),
                    MismatchKind::NotShown(need) => self.needs(need),
                }
            }
        }
        if all.iter().any(Expectation::needs_log) {
            self.told = self.entries.len();
        }
    }

    /// Notes how each fact of an expectation turned out, for a narration.
    fn note(&mut self, step: usize, exp: &Expectation, state: impl Fn(&Fact) -> State) {
        if self.narrated {
            let one = |fact: &Fact| Checked { step, text: format!("{}: {fact}", exp.subject), state: state(fact) };
            self.play.checked.extend(exp.facts.iter().map(one));
        }
    }

    /// Notes a mismatch, or, if the engine could not stop where the script is, what it would have needed.
    fn wrong(&mut self, step: usize, subject: &str, expected: &str, seen: &str) {
        if let Some(step) = self.whereabouts.off() {
            return self.needs(Need::Stop(step));
        }
        self.play.mismatches.push(Mismatch {
            step,
            after: self.play.doing.clone(),
            subject: subject.to_owned(),
            expected: expected.to_owned(),
            seen: seen.to_owned(),
        });
    }

    fn needs(&mut self, need: Need) {
        if !self.play.needs.contains(&need) {
            self.play.needs.push(need);
        }
    }

    fn stop_at(&mut self, fault: Fault) -> Ends {
        match fault {
            Fault::Unsupported(need) => self.needs(need),
            Fault::Illegal(why) => return self.broken(format!("the engine calls looking at the game illegal: {why}")),
            Fault::Broken(why) => return self.broken(why),
        }
        Ends
    }

    fn broken(&mut self, why: String) -> Ends {
        self.play.broken = Some(why);
        Ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_the_moment_asked_for_and_the_stop_has_passed() {
        let stop = |step, of| Stop { step, of, exact: false, moment: Moment::After };
        let within_a_turn = Late { asked: Step::Untap, of: Seat::B, stop: stop(Step::Draw, Seat::B) };
        assert!(within_a_turn.has_passed(Step::Upkeep, Seat::B) && within_a_turn.has_passed(Step::Draw, Seat::B));
        assert!(!within_a_turn.has_passed(Step::FirstMain, Seat::B) && !within_a_turn.has_passed(Step::Upkeep, Seat::A));
        let over_the_end = Late { asked: Step::End, of: Seat::A, stop: stop(Step::Upkeep, Seat::B) };
        assert!(over_the_end.has_passed(Step::Cleanup, Seat::A));
        assert!(over_the_end.has_passed(Step::Untap, Seat::B) && over_the_end.has_passed(Step::Upkeep, Seat::B));
        assert!(!over_the_end.has_passed(Step::Upkeep, Seat::A) && !over_the_end.has_passed(Step::Draw, Seat::B));
    }
}
