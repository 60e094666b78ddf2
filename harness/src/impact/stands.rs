//! On which side of a change an engine stands.

use super::Change;
use crate::oracle::{End, Trace, differential};
use outofphase_adapter::{Adapter, Scenario};
use outofphase_reference_engine::{ReferenceEngine, Rulebook};
use serde::Serialize;

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

/// How many games that tell the sides apart are tried.
const GAMES: usize = 25;

/// Plays games of a change on an engine until one tells on which side it stands.
///
/// The engine may be as old as the change, or as new as the rules that are asked about, and differ in other things. So it stands on a side if it
/// plays a game as the rules of that side did at the time, or as they would now.
pub fn stands<'a>(adapter: &mut dyn Adapter, change: &Change, newer: &Rulebook, games: impl IntoIterator<Item = &'a Scenario>) -> Stands {
    let mut sides = Sides::new(change, newer);
    let mut best: Option<Stands> = None;
    for told in games.into_iter().filter_map(|game| sides.of(adapter, game)).take(GAMES) {
        match (told, &best) {
            (Stands::After, _) => return Stands::After,
            (Stands::Before, _) => return Stands::Before,
            (Stands::Neither, None | Some(Stands::CantTell(_))) => best = Some(Stands::Neither),
            (why, None) => best = Some(why),
            _ => {}
        }
    }
    best.unwrap_or_else(|| Stands::CantTell("no game was found that would tell".into()))
}

/// The reference engine by the rules of either side, now and at the time.
struct Sides {
    after: Vec<ReferenceEngine>,
    before: Vec<ReferenceEngine>,
    seen: Trace,
    right: Trace,
}

impl Sides {
    fn new(change: &Change, newer: &Rulebook) -> Sides {
        let then = change.since.map(Rulebook::edition);
        let after: Vec<Rulebook> = std::iter::once(*newer).chain(then).collect();
        Sides {
            before: after.iter().map(|r| ReferenceEngine::new(change.undone(r))).collect(),
            after: after.into_iter().map(ReferenceEngine::new).collect(),
            seen: Trace::default(),
            right: Trace::default(),
        }
    }

    /// What a game tells; `None` if it comes out the same on both sides.
    fn of(&mut self, adapter: &mut dyn Adapter, game: &Scenario) -> Option<Stands> {
        self.seen.play(&mut self.before[0], game);
        if !differs(&self.seen, &mut self.after[0], &mut self.right) {
            return None;
        }
        self.seen.play(adapter, game);
        match &self.seen.end {
            End::Unsupported(need) => return Some(Stands::CantTell(format!("the engine lacks {need}"))),
            End::Broken(why) => return Some(Stands::CantTell(format!("the engine broke: {why}"))),
            _ => {}
        }
        let mut as_any = |engines: &mut [ReferenceEngine]| engines.iter_mut().any(|e| !differs(&self.seen, e, &mut self.right));
        Some(match (as_any(&mut self.after), as_any(&mut self.before)) {
            (true, false) => Stands::After,
            (false, true) => Stands::Before,
            (false, false) => Stands::Neither,
            (true, true) => Stands::CantTell("the engine does not show what would tell".into()),
        })
    }
}

fn differs(seen: &Trace, engine: &mut ReferenceEngine, right: &mut Trace) -> bool {
    right.play(engine, &seen.scenario);
    differential::first(seen, right).is_some()
}
