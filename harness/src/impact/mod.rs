//! What a rules change does: which cases and which generated games come out otherwise.
//!
//! Two rulebooks are played against each other by the same [differential](crate::oracle::differential::first) comparison that finds faults in
//! engines. Each question on which they differ gets a shrunk game of its own.

use crate::campaign::finding;
use crate::oracle::{Trace, Violation, differential};
use crate::runner::run_case;
use crate::verdict::Verdict;
use outofphase_adapter::{Action, Adapter, Date, Scenario};
use outofphase_cases::{Case, CaseStep, ExpectSubject, Expectation, Fact};
use outofphase_generators::{Budget, Config, Generator, Random, empty, shrink};
use outofphase_reference_engine::{EDITIONS, Origin, QUESTIONS, QuestionInfo, ReferenceEngine, Rulebook};
use serde::Serialize;

/// A question that two rulebooks answer differently.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The question.
    pub question: &'static str,
    /// What it asks.
    pub asks: &'static str,
    /// The slug of the clause that settles it.
    pub clause: &'static str,
    /// The older reading.
    pub before: &'static str,
    /// The newer reading.
    pub after: &'static str,
    /// The date of the edition that changed it, if one did.
    pub since: Option<Date>,
    /// Whether the older text said anything: a reading that it left open gives no verdict.
    pub stated_before: bool,
}

/// The questions on which two rulebooks differ.
#[must_use]
pub fn changes(from: &Rulebook, to: &Rulebook) -> Vec<Change> {
    from.differences(to)
        .filter_map(|(question, before, after)| {
            let q: &QuestionInfo = QUESTIONS.iter().find(|q| q.name == question)?;
            let since = EDITIONS.iter().find(|e| e.changes.iter().any(|c| c.question == question)).map(|e| e.date);
            let stated_before = q.readings.iter().all(|r| r.name != before || r.origin != Origin::NotStated);
            Some(Change { question: q.name, asks: q.asks.trim(), clause: q.clause, before, after, since, stated_before })
        })
        .collect()
}

/// A case whose fate differs between two editions.
#[derive(Clone, Debug, Serialize)]
pub struct CaseChange {
    /// The case.
    pub id: String,
    /// Its clauses.
    pub clauses: Vec<String>,
    /// What differs.
    pub what: CaseFate,
}

/// How a case differs between two editions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseFate {
    /// It holds for the newer edition only.
    HoldsSince,
    /// It holds for the older edition only.
    HoldsUntil,
    /// It holds for both, and the reference engine fails it under one of the rulebooks.
    ChangesVerdict,
}

/// The cases that come out otherwise.
#[must_use]
pub fn cases(all: &[Case], from: (Date, &Rulebook), to: (Date, &Rulebook)) -> Vec<CaseChange> {
    let (mut old, mut new) = (ReferenceEngine::new(*from.1), ReferenceEngine::new(*to.1));
    all.iter()
        .filter_map(|case| {
            let what = match (case.in_force(from.0), case.in_force(to.0)) {
                (false, false) => return None,
                (false, true) => CaseFate::HoldsSince,
                (true, false) => CaseFate::HoldsUntil,
                (true, true) => {
                    let verdicts = (run_case(&mut old, case).verdict, run_case(&mut new, case).verdict);
                    if (verdicts.0 == Verdict::Pass) == (verdicts.1 == Verdict::Pass) {
                        return None;
                    }
                    CaseFate::ChangesVerdict
                }
            };
            Some(CaseChange { id: case.id.clone(), clauses: case.clauses.clone(), what })
        })
        .collect()
}

/// A shrunk game whose outcome differs.
#[derive(Clone, Debug)]
pub struct Game {
    /// The scenario.
    pub scenario: Scenario,
    /// How the outcome differs: by the newer rules, not as by the older.
    pub difference: Violation,
    /// The scenario as a case of the newer rules.
    pub case: Option<Case>,
    /// How many scenarios were tried until it was found.
    pub tried: u64,
}

/// How to look for games.
#[derive(Clone, Debug)]
pub struct Search {
    /// The generator's configuration.
    pub config: Config,
    /// The seed.
    pub seed: u64,
    /// Scenarios to try for each change.
    pub count: u64,
}

/// Looks for a game that comes out otherwise when one question is answered the older way.
#[must_use]
pub fn game(change: &Change, newer: &Rulebook, on: Date, search: &Search, seeds: &[Scenario]) -> Option<Game> {
    let mut older = *newer;
    older.set(change.question, change.before).ok()?;
    let mut pair =
        Pair { old: ReferenceEngine::new(older), new: ReferenceEngine::new(*newer), seen: Trace::default(), right: Trace::default() };
    let mut generator = Generator::new(&search.config);
    let mut generated = empty();
    let mut tried = 0;
    let found = seeds.iter().find(|s| {
        tried += 1;
        pair.differ(s).is_some()
    });
    let found = match found {
        Some(s) => s.clone(),
        None => {
            let hit = (0..search.count).find(|i| {
                generator.generate(&mut Random::nth(search.seed, *i), &mut generated);
                tried += 1;
                pair.differ(&generated).is_some()
            });
            hit?;
            generated
        }
    };
    let small = shrink(&found, &mut |s| pair.differ(s).is_some(), Budget::default());
    let difference = pair.differ(&small)?;
    let difference = Violation { clause: change.clause, ..difference };
    let id = format!("{}_since_{}", change.question, change.since.unwrap_or(on).to_string().replace('-', "_"));
    let mut case = finding::case(&mut pair.old, &difference, &small, &id, on);
    if let Some(c) = &mut case {
        c.group = format!("what {} changed", change.question.replace('_', " "));
        c.source = None;
        c.since = change.since;
        c.why = format!("{} {}: {}, not {}.", change.asks, "By the newer rules", change.after, change.before);
    }
    Some(Game { scenario: small, difference, case, tried })
}

struct Pair {
    old: ReferenceEngine,
    new: ReferenceEngine,
    seen: Trace,
    right: Trace,
}

impl Pair {
    fn differ(&mut self, s: &Scenario) -> Option<Violation> {
        self.seen.play(&mut self.old, s);
        self.right.play(&mut self.new, s);
        differential::first(&self.seen, &self.right)
    }
}

/// On which side of a change an engine stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// It plays as since the change.
    After,
    /// It plays as before the change.
    Before,
    /// It plays in a way that fits neither.
    Neither,
    /// It lacks or does not show what would tell.
    CantTell(String),
}

/// Plays the game of a change on an engine, and says on which side it stands.
pub fn stands(adapter: &mut dyn Adapter, change: &Change, newer: &Rulebook, s: &Scenario) -> Stands {
    let mut older = *newer;
    if older.set(change.question, change.before).is_err() {
        return Stands::CantTell("no such reading".into());
    }
    let (mut seen, mut old, mut new) = (Trace::default(), Trace::default(), Trace::default());
    seen.play(adapter, s);
    match &seen.end {
        crate::oracle::End::Unsupported(need) => return Stands::CantTell(format!("the engine lacks {need}")),
        crate::oracle::End::Broken(why) => return Stands::CantTell(format!("the engine broke: {why}")),
        _ => {}
    }
    old.play(&mut ReferenceEngine::new(older), s);
    new.play(&mut ReferenceEngine::new(*newer), s);
    match (differential::first(&seen, &new).is_none(), differential::first(&seen, &old).is_none()) {
        (true, false) => Stands::After,
        (false, true) => Stands::Before,
        (false, false) => Stands::Neither,
        (true, true) => Stands::CantTell("the engine does not show what would tell".into()),
    }
}

/// A game told in words: the board, what happens, and what differs.
#[must_use]
pub fn tell(g: &Game) -> String {
    use outofphase_adapter::{names, text};
    use std::fmt::Write as _;
    names::of(&g.scenario.setup, names::Style::Phrases, || {
        let mut out = String::new();
        for o in &g.scenario.setup.objects {
            let of = o.controller.map_or_else(|| format!("{}'s", o.owner), |c| format!("{}'s, under {c}", o.owner));
            let on = o.on.map_or_else(String::new, |h| format!(", on {h}"));
            let token = if o.token { ", a token" } else { "" };
            let place = if o.place == outofphase_adapter::Place::Battlefield { String::new() } else { format!(", in {}", o.place) };
            let rules = text::card(o).replace('\n', "; ");
            let rules = if rules.is_empty() { String::new() } else { format!(": {rules}") };
            let _ = writeln!(out, "  {} ({of} {}{token}{on}{place}){rules}", o.name, o.card);
        }
        for a in &g.scenario.play {
            let _ = writeln!(out, "  - {}", action(a));
        }
        let _ = writeln!(out, "  {}", g.difference.message);
        out
    })
}

fn action(a: &Action) -> String {
    use outofphase_adapter::text;
    match a {
        Action::Resolve { by, effect } => format!("{by}: {}", text::effect(effect, *by)),
        Action::Announce { by, effect } => format!("{by} puts on the stack: {}", text::effect(effect, *by)),
        Action::ResolveTop => "the top of the stack resolves".into(),
        Action::Advance { to, of } => format!("on to {of}'s {to}"),
        Action::Attack(v) => v.iter().map(|a| format!("{} attacks {}", a.attacker, a.target)).collect::<Vec<_>>().join(", "),
        Action::Block(v) => v.iter().map(|b| format!("{} blocks {}", b.blocker, b.attacker)).collect::<Vec<_>>().join(", "),
        Action::Leave(s) => format!("{s} leaves the game"),
        Action::Put(o) => format!("{o} is there"),
        a => a.word().into(),
    }
}

/// What a case of a game expects, for a summary line.
#[must_use]
pub fn expected(case: &Case) -> Vec<(ExpectSubject, Vec<Fact>)> {
    case.steps
        .iter()
        .filter_map(|s| if let CaseStep::Expect(e) = s { Some(e) } else { None })
        .flatten()
        .map(|Expectation { subject, facts, .. }| (*subject, facts.clone()))
        .collect()
}
