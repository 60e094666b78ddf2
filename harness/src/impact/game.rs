//! A game that comes out otherwise, found among cases and generated scenarios, and shrunk.

use super::Change;
use crate::Verdict;
use crate::campaign::finding;
use crate::oracle::{Trace, Violation, differential};
use crate::runner::run_case;
use outofphase_adapter::{Action, Date, Scenario};
use outofphase_cases::{Case, CaseStep};
use outofphase_generators::{Budget, Config, Generator, Random, empty, shrink};
use outofphase_reference_engine::{EDITIONS, ReferenceEngine, Rulebook};
use std::mem::{Discriminant, discriminant};

/// A shrunk game whose outcome differs, as a case of either side.
#[derive(Clone, Debug)]
pub struct Game {
    /// The scenario.
    pub scenario: Scenario,
    /// What the newer rules demand.
    pub after: Case,
    /// What the older rules demanded.
    pub before: Case,
}

/// What became of the generated scenarios.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// How many were played by both rulebooks.
    pub scenarios: u64,
    /// How many came out otherwise.
    pub otherwise: u64,
    /// The numbers of the first of those, by which the same seed finds them again.
    pub first: Vec<u64>,
}

/// How to look for games.
#[derive(Clone, Debug)]
pub struct Search {
    /// The generator's configuration.
    pub config: Config,
    /// The seed.
    pub seed: u64,
    /// Scenarios to generate for each change.
    pub count: u64,
}

/// How many scenarios are shrunk, of which the shortest is shown.
const SHRUNK: usize = 4;

/// The cases as places to start from, in tiers. What was written for the older side of the change is known to be stated there. Then come those
/// that rest on its clause, controls before others, since they are plain; then all others.
#[must_use]
pub fn seeds(all: &[Case], change: &Change) -> [Vec<Scenario>; 2] {
    let near = |c: &Case| c.clauses.iter().any(|s| s == change.clause || s == change.clause_before);
    let older = |c: &&Case| change.since.is_some() && c.until == change.since;
    let (older, mut rest): (Vec<&Case>, Vec<&Case>) = all.iter().partition(older);
    rest.sort_by_key(|c| (!near(c), !c.control));
    [older, rest].map(|cases| cases.into_iter().map(Case::scenario).collect())
}

/// Plays scenarios by two rulebooks that differ in one answer: those given, until a few of one tier come out otherwise, and all generated ones.
#[must_use]
pub fn search(change: &Change, newer: &Rulebook, on: Date, how: &Search, given: &[Vec<Scenario>]) -> (Option<Game>, Played) {
    let mut pair = Pair::new(change.undone(newer), *newer);
    let mut some = |tier: &Vec<Scenario>| tier.iter().filter(|s| pair.differ(s).is_some()).take(SHRUNK).cloned().collect::<Vec<_>>();
    let mut found = given.iter().map(&mut some).find(|found| !found.is_empty()).unwrap_or_default();
    let mut played = Played { scenarios: how.count, ..Played::default() };
    let mut generator = Generator::new(&how.config);
    let mut generated = empty();
    for i in 0..how.count {
        generator.generate(&mut Random::nth(how.seed, i), &mut generated);
        if pair.differ(&generated).is_some() {
            played.otherwise += 1;
            if played.first.len() < 5 {
                played.first.push(i);
            }
            if found.len() < SHRUNK {
                found.push(generated.clone());
            }
        }
    }
    let games = found.into_iter().filter_map(|s| pair.shrunk(change, on, &s));
    // The shortest to tell; of equals the first, since those given come in the order in which they are likely to tell plainly.
    (games.min_by_key(|g| g.after.to_yaml().len()), played)
}

struct Pair {
    rules: (Rulebook, Rulebook),
    old: ReferenceEngine,
    new: ReferenceEngine,
    seen: Trace,
    right: Trace,
}

impl Pair {
    fn new(old: Rulebook, new: Rulebook) -> Pair {
        Pair {
            rules: (old, new),
            old: ReferenceEngine::new(old),
            new: ReferenceEngine::new(new),
            seen: Trace::default(),
            right: Trace::default(),
        }
    }

    /// How two games differ that start from the same board. Whether it is day or night is no difference by itself: something has to come of it.
    fn differ(&mut self, s: &Scenario) -> Option<Violation> {
        self.seen.play(&mut self.old, s);
        self.right.play(&mut self.new, s);
        for shot in self.seen.shots.iter_mut().chain(&mut self.right.shots) {
            shot.day_night = None;
        }
        if self.seen.shots.first() != self.right.shots.first() {
            return None;
        }
        differential::first(&self.seen, &self.right)
    }

    /// In what, and after what kind of action.
    fn kind(&mut self, s: &Scenario) -> Option<(&'static str, Discriminant<Action>)> {
        let difference = self.differ(s)?;
        Some((difference.signature(), discriminant(s.play.get(difference.at)?)))
    }

    fn shrunk(&mut self, change: &Change, on: Date, found: &Scenario) -> Option<Game> {
        // It goes on differing in the same way and after the same kind of action, so that what shrinks stays about the same thing.
        let kind = self.kind(found)?;
        let small = shrink(found, &mut |s| self.kind(s).as_ref() == Some(&kind), Budget::default());
        self.game(change, on, small)
    }

    fn game(&mut self, change: &Change, on: Date, scenario: Scenario) -> Option<Game> {
        let difference = self.differ(&scenario)?;
        let day = change.since.unwrap_or(on).to_string().replace('-', "_");
        let id = |side: &str| format!("{}_{side}_{day}", change.question);
        let after_id = if change.since.is_some() { id("since") } else { format!("{}_what_if", change.question) };
        let mut after = finding::case(&mut self.old, &difference, &scenario, &after_id, self.rules.1)?;
        let mut before = finding::case(&mut self.new, &difference, &scenario, &id("before"), self.rules.0)?;
        for case in [&mut after, &mut before] {
            case.group = format!("what changed about {}", change.question.replace('_', " "));
            case.source = None;
        }
        (after.since, before.until) = (change.since, change.since);
        if let Some(day) = change.since {
            let dates = EDITIONS.iter().map(|e| e.date);
            before.since = first_failing(&before, dates.clone().rev().filter(|d| *d < day)).and_then(|(_, held)| held);
            after.until = first_failing(&after, dates.filter(|d| *d > day)).map(|(fails, _)| fails);
        }
        after.clauses = vec![change.clause.to_owned()];
        before.clauses = vec![change.clause_before.to_owned()];
        after.why = format!("{} {}", change.asks, change.after_says);
        before.why = format!("{} {}", change.asks, change.before_says);
        Some(Game { scenario, after, before })
    }
}

/// The first of those editions at which a case fails, and the one before it, at which it still held.
fn first_failing(case: &Case, editions: impl Iterator<Item = Date>) -> Option<(Date, Option<Date>)> {
    let mut held = None;
    for day in editions {
        if run_case(&mut ReferenceEngine::new(Rulebook::edition(day)), case).verdict != Verdict::Pass {
            return Some((day, held));
        }
        held = Some(day);
    }
    None
}

impl Game {
    /// How many cards and tokens it needs.
    #[must_use]
    pub fn permanents(&self) -> usize {
        self.scenario.setup.objects.len()
    }

    /// How many actions it needs.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.after.steps.iter().filter(|s| matches!(s, CaseStep::Do { .. })).count()
    }
}
