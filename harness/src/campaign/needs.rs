//! What an engine lacks: learnt from its refusals, and remembered from one campaign to the next beside the findings.

use crate::oracle::Trace;
use outofphase_adapter::{About, Need};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The file's name in the folder of findings.
const FILE: &str = "needs.json";

/// So many refusals of a word that was never accepted, and it is not generated any more. An adapter often has a word and refuses one shape of
/// it; one refusal says little.
const ENOUGH: u32 = 8;

/// What campaigns on one version of an engine have learnt.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Needs {
    #[serde(default)]
    engine: String,
    #[serde(default)]
    version: String,
    /// What it lacks.
    pub lacks: BTreeSet<Need>,
    /// What it refused once and accepted at another time: these words are generated, whatever is refused again.
    pub works: BTreeSet<Need>,
    /// How often the others were refused.
    #[serde(skip)]
    refused: BTreeMap<Need, u32>,
}

impl Needs {
    /// Where the needs stand that belong to a folder of findings.
    #[must_use]
    pub fn path(findings: &Path) -> PathBuf {
        findings.join(FILE)
    }

    /// What is known of an engine. Another version of it may have learnt something, so of that nothing is known.
    ///
    /// # Errors
    /// If the file is there and is none of needs.
    pub fn read(findings: &Path, about: &About) -> std::io::Result<Needs> {
        let nothing = || Needs { engine: about.engine.clone(), version: about.version.clone(), ..Needs::default() };
        let text = match std::fs::read_to_string(Needs::path(findings)) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(nothing()),
            text => text?,
        };
        let needs: Needs = serde_json::from_str(&text)?;
        Ok(if (&needs.engine, &needs.version) == (&about.engine, &about.version) { needs } else { nothing() })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, findings: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(findings)?;
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        crate::report::write_whole(&Needs::path(findings), text.as_bytes())
    }

    /// Takes in a refusal. After enough of them the engine is known to lack it.
    pub(crate) fn refused(&mut self, need: &Need) {
        if self.works.contains(need) || self.lacks.contains(need) {
            return;
        }
        let times = self.refused.entry(need.clone()).or_default();
        *times += 1;
        if *times == ENOUGH {
            self.refused.remove(need);
            self.lacks.insert(need.clone());
        }
    }

    /// Takes in what an engine has done: what it refused before and has done now, it has.
    pub(crate) fn accepted(&mut self, trace: &Trace) {
        if self.refused.is_empty() || trace.shots.is_empty() {
            return;
        }
        let mut words = BTreeSet::new();
        let done = &trace.scenario.play[..trace.did.len().min(trace.scenario.play.len())];
        let setup = trace.setup();
        for value in [serde_json::to_value(&setup.objects), serde_json::to_value(&setup.options), serde_json::to_value(done)] {
            collect(&value.unwrap_or_default(), &mut words);
        }
        let works: Vec<Need> = self.refused.keys().filter(|n| word(n).is_some_and(|w| words.contains(w))).cloned().collect();
        for need in works {
            self.refused.remove(&need);
            self.works.insert(need);
        }
    }
}

fn word(need: &Need) -> Option<&str> {
    match need {
        Need::Ability(w) | Need::Event(w) | Need::Effect(w) | Need::Until(w) | Need::Action(w) | Need::Setup(w) => Some(w),
        _ => None,
    }
}

/// The words of a written scenario: they are its keys, or stand alone as text.
fn collect(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(s) => drop(words.insert(s.clone())),
        Value::Array(all) => all.iter().for_each(|v| collect(v, words)),
        Value::Object(map) => {
            for (key, v) in map {
                words.insert(key.clone());
                collect(v, words);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outofphase_adapter::{Action, Card, Effect, ObjectSpec, Scenario, Seat, Setup, What};
    use outofphase_reference_engine::ReferenceEngine;

    fn about(version: &str) -> About {
        About { engine: "toy".into(), version: version.into() }
    }

    #[test]
    fn what_one_campaign_learnt_the_next_one_knows() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("findings");
        let mut needs = Needs::read(&folder, &about("1.0")).expect("nothing yet");
        assert!(needs.lacks.is_empty());
        needs.lacks.extend([Need::Seats(3), Need::Effect("phase in".into())]);
        needs.works.insert(Need::Effect("phase out".into()));
        needs.write(&folder).expect("written");
        assert_eq!(Needs::read(&folder, &about("1.0")).expect("needs"), needs);
    }

    #[test]
    fn another_version_starts_afresh() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut needs = Needs::read(dir.path(), &about("1.0")).expect("nothing yet");
        needs.lacks.insert(Need::Seats(3));
        needs.write(dir.path()).expect("written");
        assert!(Needs::read(dir.path(), &about("1.1")).expect("nothing yet").lacks.is_empty());
    }

    #[test]
    fn a_file_of_something_else_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(Needs::path(dir.path()), "[]").expect("written");
        assert!(Needs::read(dir.path(), &about("1.0")).is_err());
    }

    #[test]
    fn a_word_is_lacking_when_it_was_refused_often_and_never_accepted() {
        let mut needs = Needs::default();
        let destroy = Need::Effect("destroy".into());
        (1..ENOUGH).for_each(|_| needs.refused(&destroy));
        assert!(!needs.lacks.contains(&destroy));
        needs.refused(&destroy);
        assert!(needs.lacks.contains(&destroy));
    }

    #[test]
    fn a_word_that_was_refused_in_one_shape_and_accepted_in_another_goes_on() {
        let mut setup = Setup::new(2);
        let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
        let play = vec![Action::Resolve { by: Seat::A, effect: Effect::Destroy(What::one(bear)) }];
        let mut trace = Trace::default();
        trace.play(&mut ReferenceEngine::default(), &Scenario { setup, play });
        let mut needs = Needs::default();
        let destroy = Need::Effect("destroy".into());
        needs.refused(&destroy);
        needs.accepted(&trace);
        (0..=ENOUGH).for_each(|_| needs.refused(&destroy));
        assert!(!needs.lacks.contains(&destroy), "it is known to work");
    }
}
