//! A case: a scenario with an id, its clauses, its editions and what is expected of an engine.

use crate::Fact;
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::{Action, Date, Obj, Scenario, Seat, Setup};
use std::fmt;

/// A hand-written case, or a finding that reads like one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its name, a fact in snake_case, unique over all files. It never changes: skips, histories and reports refer to it.
    pub id: String,
    /// What its file calls the behaviour that its cases are about.
    pub group: String,
    /// The slugs of the clauses that decide it, at least one.
    pub clauses: Vec<String>,
    /// Where the situation comes from.
    pub source: Option<String>,
    /// One sentence on why the outcome is what it is.
    pub why: String,
    /// The first edition for which it holds.
    pub since: Option<Date>,
    /// The first edition for which it does not hold any more.
    pub until: Option<Date>,
    /// A positive control of its group: an engine that accepts a word without understanding it fails here.
    pub control: bool,
    /// The board before the game starts, with its triggers numbered.
    pub setup: Setup,
    /// What happens and what is expected, in order.
    pub steps: Vec<CaseStep>,
    /// The file that it stands in.
    pub file: String,
    /// The line of its `id`.
    pub line: u32,
}

/// One thing that a case does or expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseStep {
    /// Something happens.
    Do {
        /// What.
        action: Action,
        /// The engine must refuse it as illegal, and nothing may have changed.
        illegal: bool,
    },
    /// All of this holds now.
    Expect(Vec<Expectation>),
}

/// What is expected of one subject at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Whom or what it is about.
    pub subject: ExpectSubject,
    /// What holds. Of [`ExpectSubject::Happened`], what happened, in this order.
    pub facts: Vec<Fact>,
    /// The line where it stands, as near as can be told; 0 if it comes from no file.
    pub line: u32,
}

/// Whom or what an expectation is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExpectSubject {
    /// A card or token of the board.
    Object(Obj),
    /// A player.
    Player(Seat),
    /// Whose turn and which step it is.
    Turn,
    /// The game as a whole.
    Game,
    /// The event log.
    Happened,
}

impl fmt::Display for ExpectSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectSubject::Object(o) => o.fmt(f),
            ExpectSubject::Player(s) => s.fmt(f),
            ExpectSubject::Turn => f.write_str("turn"),
            ExpectSubject::Game => f.write_str("game"),
            ExpectSubject::Happened => f.write_str("happened"),
        }
    }
}

impl Expectation {
    /// Whether it needs the engine's event log.
    #[must_use]
    pub fn needs_log(&self) -> bool {
        self.subject == ExpectSubject::Happened
    }
}

impl Case {
    /// A case that nobody has said anything about yet: it holds for all editions and rests on no clause.
    #[must_use]
    pub fn new(id: impl Into<String>, setup: Setup, steps: Vec<CaseStep>) -> Case {
        Case {
            id: id.into(),
            group: String::new(),
            clauses: Vec::new(),
            source: None,
            why: String::new(),
            since: None,
            until: None,
            control: false,
            setup,
            steps,
            file: String::new(),
            line: 0,
        }
    }

    /// The setup and the actions, with nothing expected. Actions that must be refused are among them.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        Scenario { setup: self.setup.clone(), play: self.actions().cloned().collect() }
    }

    /// The actions in order, those that must be refused included.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.steps.iter().filter_map(|s| if let CaseStep::Do { action, .. } = s { Some(action) } else { None })
    }

    /// Whether the case holds for the edition of that date.
    #[must_use]
    pub fn in_force(&self, date: Date) -> bool {
        self.since.is_none_or(|since| since <= date) && self.until.is_none_or(|until| date < until)
    }

    /// Runs `body` with the names of this case's board, so that handles print as names and facts as phrases.
    pub fn in_scope<T>(&self, body: impl FnOnce() -> T) -> T {
        names::of(&self.setup, Style::Phrases, body)
    }
}
