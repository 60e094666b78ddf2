//! A scenario as an engine played it: a snapshot before each action and after the last, and the event log where there is one.

use super::facts::Words;
use outofphase_adapter::{Action, Adapter, Fault, LogEntry, Moment, Need, Obj, ObjectView, Scenario, Seat, Setup, Snapshot, Stop};

/// What became of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Did {
    /// Done; where an advance stopped.
    Done(Option<Stop>),
    /// The engine did not allow it.
    Illegal(String),
}

/// How a trace ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All actions were played.
    Complete,
    /// The game was over before the script was.
    GameOver,
    /// The engine lacks something; the trace ends before that action.
    Unsupported(Need),
    /// The engine broke.
    Broken(String),
}

/// A played scenario. Meant to be filled again and again.
#[derive(Debug)]
pub struct Trace {
    /// The scenario.
    pub scenario: Scenario,
    /// `shots[i]` is before action i, `shots[i + 1]` after it.
    pub shots: Vec<Snapshot>,
    /// One entry an action that was played.
    pub did: Vec<Did>,
    /// Everything that the engine logged.
    pub log: Vec<LogEntry>,
    /// Where the log of action i begins.
    log_at: Vec<usize>,
    /// The engine has an event log.
    pub has_log: bool,
    /// How it ended.
    pub end: End,
    /// What kinds of word the scenario uses.
    pub words: Words,
    spare: Vec<Snapshot>,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            scenario: Scenario { setup: Setup::default(), play: Vec::new() },
            shots: Vec::new(),
            did: Vec::new(),
            log: Vec::new(),
            log_at: Vec::new(),
            has_log: false,
            end: End::Complete,
            words: Words::default(),
            spare: Vec::new(),
        }
    }
}

impl Trace {
    /// Plays a scenario.
    pub fn play(&mut self, adapter: &mut dyn Adapter, scenario: &Scenario) {
        self.scenario.clone_from(scenario);
        self.words = Words::of(scenario);
        self.spare.append(&mut self.shots);
        self.did.clear();
        self.log.clear();
        self.log_at.clear();
        self.has_log = false;
        self.end = match self.run(adapter) {
            Ok(end) => end,
            Err(Fault::Unsupported(need)) => End::Unsupported(need),
            Err(Fault::Illegal(why) | Fault::Broken(why)) => End::Broken(why),
        };
    }

    fn shoot(&mut self, adapter: &mut dyn Adapter) -> Result<(), Fault> {
        let mut shot = self.spare.pop().unwrap_or_default();
        let shown = adapter.observe(&mut shot);
        if shown.is_ok()
            && (shot.objects.len() != self.scenario.setup.objects.len() || shot.players.len() != self.scenario.setup.players.len())
        {
            return Err(Fault::Broken("the snapshot does not have one view for each object and each player".into()));
        }
        self.shots.push(shot);
        shown
    }

    fn run(&mut self, adapter: &mut dyn Adapter) -> Result<End, Fault> {
        adapter.start(&self.scenario.setup)?;
        self.shoot(adapter)?;
        self.has_log = adapter.log(&mut self.log).is_ok();
        let over = |shot: &Snapshot| shot.players.iter().filter(|p| p.in_game != Some(false)).count() < 2;
        for i in 0..self.scenario.play.len() {
            if over(&self.shots[i]) {
                return Ok(End::GameOver);
            }
            self.log_at.push(self.log.len());
            let did = match adapter.perform(&self.scenario.play[i]) {
                Ok(stop) => Did::Done(stop),
                Err(Fault::Illegal(why)) => Did::Illegal(why),
                Err(fault) => return Err(fault),
            };
            self.did.push(did);
            self.shoot(adapter)?;
            if self.has_log {
                adapter.log(&mut self.log)?;
            }
        }
        Ok(if self.shots.last().is_some_and(over) { End::GameOver } else { End::Complete })
    }

    /// Whether what was shown after action i is of the moment that [`as_stopped`](Trace::as_stopped) asks for.
    #[must_use]
    pub fn comparable(&self, i: usize) -> bool {
        !matches!(&self.did[i], Did::Done(Some(stop)) if !stop.exact && (stop.moment != Moment::After || self.over(i)))
    }

    /// Whether the game was over after action i: an advance then stops wherever that was.
    #[must_use]
    pub fn over(&self, i: usize) -> bool {
        self.after(i).players.iter().filter(|p| p.in_game != Some(false)).count() < 2
    }

    /// The scenario as the engine stopped in it: an advance that went past what was asked asks for where it came to. From there on another
    /// engine has to act at the same moment, or the two play different games.
    #[must_use]
    pub fn as_stopped(&self) -> Scenario {
        let mut s = self.scenario.clone();
        for (i, (action, did)) in s.play.iter_mut().zip(&self.did).enumerate().take(self.shots.len().saturating_sub(1)) {
            if let (Action::Advance { to, of }, Did::Done(Some(stop))) = (action, did)
                && !stop.exact
                && !self.over(i)
            {
                (*to, *of) = (stop.step, stop.of);
            }
        }
        s
    }

    /// The setup.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.scenario.setup
    }

    /// The indices of the actions that were played, but for the one in which the game ended: what comes of that is never settled.
    #[must_use]
    pub fn steps(&self) -> std::ops::Range<usize> {
        let played = self.did.len().min(self.shots.len().saturating_sub(1));
        0..if self.end == End::GameOver { played.saturating_sub(1) } else { played }
    }

    /// Action i.
    #[must_use]
    pub fn action(&self, i: usize) -> &Action {
        &self.scenario.play[i]
    }

    /// Whether action i was done, not refused.
    #[must_use]
    pub fn done(&self, i: usize) -> bool {
        matches!(self.did[i], Did::Done(_))
    }

    /// What was shown before action i.
    #[must_use]
    pub fn before(&self, i: usize) -> &Snapshot {
        &self.shots[i]
    }

    /// What was shown after action i.
    #[must_use]
    pub fn after(&self, i: usize) -> &Snapshot {
        &self.shots[i + 1]
    }

    /// An object before and after action i.
    #[must_use]
    pub fn pair(&self, i: usize, o: Obj) -> (&ObjectView, &ObjectView) {
        (self.shots[i].object(o), self.shots[i + 1].object(o))
    }

    /// What was logged during action i.
    #[must_use]
    pub fn logged(&self, i: usize) -> &[LogEntry] {
        let end = self.log_at.get(i + 1).copied().unwrap_or(self.log.len());
        &self.log[self.log_at[i]..end]
    }

    /// All handles.
    pub fn objects(&self) -> impl Iterator<Item = Obj> + use<> {
        self.scenario.setup.handles()
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.scenario.setup.seats())
    }

    /// Whether a player left the game during action i.
    #[must_use]
    pub fn somebody_left(&self, i: usize) -> bool {
        self.before(i).players.iter().zip(&self.after(i).players).any(|(b, a)| b.in_game != a.in_game)
    }

    /// The players whose untap step came during advance i, in order. `None` if it can't be told: turns or steps that do not follow the normal
    /// order, with no log to read it from.
    #[must_use]
    pub fn untap_steps(&self, i: usize) -> Option<Vec<Seat>> {
        use outofphase_adapter::{LogEvent, Step};
        if self.has_log {
            return Some(
                self.logged(i)
                    .iter()
                    .filter_map(|e| match e.event {
                        LogEvent::StepBegan { step: Step::Untap, of } => Some(of),
                        _ => None,
                    })
                    .collect(),
            );
        }
        if self.words.turn_structure || self.words.leaving {
            return None;
        }
        let (b, a) = (self.before(i), self.after(i));
        let (from, to, was, is) = (b.active?, a.active?, b.step?, a.step?);
        let n = self.setup().seats();
        if from == to && is > was {
            return Some(Vec::new());
        }
        let mut all = Vec::new();
        let mut s = from;
        loop {
            s = Seat((s.0 + 1) % n);
            all.push(s);
            if s == to {
                return Some(all);
            }
        }
    }
}
