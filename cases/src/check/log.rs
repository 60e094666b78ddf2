//! What happened: a sequence of patterns in the event log.

use super::{Mismatch, MismatchKind};
use crate::{ExpectSubject, Expectation, Fact, Happening};
use outofphase_adapter::LogEntry;

/// Each pattern must be met no earlier than the one before. Entries of one batch happened at once, so their order among each other says nothing.
pub(super) fn check(exp: &Expectation, log: &[LogEntry]) -> Vec<Mismatch> {
    let mut used = vec![false; log.len()];
    let (mut from, mut last) = (0, None::<&Fact>);
    let mut wrong = Vec::new();
    for fact in &exp.facts {
        let Fact::Happened(all) = fact else { continue };
        match find(all, log, &used, from) {
            Some(met) => {
                from = met.iter().map(|i| log[*i].batch).max().unwrap_or(from);
                met.iter().for_each(|i| used[*i] = true);
                last = Some(fact);
            }
            None => {
                let seen = if find(all, log, &vec![false; log.len()], 0).is_some() {
                    last.map_or_else(|| "it once only".into(), |l| format!("it only before “{l}”"))
                } else if all.len() > 1 && all.iter().all(|h| log.iter().any(|e| h.matches(&e.event))) {
                    "them one after the other".into()
                } else {
                    "nothing of the kind".into()
                };
                wrong.push(Mismatch {
                    subject: ExpectSubject::Happened,
                    fact: fact.clone(),
                    expected: fact.to_string(),
                    seen,
                    kind: MismatchKind::Wrong,
                });
            }
        }
    }
    wrong
}

/// The first entries, of one batch that is no earlier than `from`, that meet all of these.
fn find(all: &[Happening], log: &[LogEntry], used: &[bool], from: u32) -> Option<Vec<usize>> {
    let mut batches: Vec<u32> = log.iter().map(|e| e.batch).filter(|b| *b >= from).collect();
    batches.dedup();
    batches.into_iter().find_map(|batch| {
        let mut met: Vec<usize> = Vec::new();
        for h in all {
            let next =
                log.iter().enumerate().position(|(i, e)| e.batch == batch && !used[i] && !met.contains(&i) && h.matches(&e.event))?;
            met.push(next);
        }
        Some(met)
    })
}
