//! The words that are not to be used, in a form that is quick to ask.

use crate::config::Config;
use outofphase_adapter::{Need, Step};

/// A word of the vocabulary, of one of the kinds that an engine may lack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Ability(&'static str),
    Event(&'static str),
    Effect(&'static str),
    Action(&'static str),
    Answer(&'static str),
    Setup(&'static str),
}

/// What a configuration rules out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Avoid {
    abilities: Vec<String>,
    events: Vec<String>,
    effects: Vec<String>,
    untils: Vec<String>,
    actions: Vec<String>,
    answers: Vec<String>,
    setup: Vec<String>,
    stops: u16,
    seats: u8,
}

fn free(list: &[String], word: &str) -> bool {
    list.is_empty() || list.iter().all(|w| w != word)
}

impl Avoid {
    pub(crate) fn of(config: &Config) -> Avoid {
        let mut a = Avoid::default();
        for need in &config.avoid {
            match need {
                Need::Seats(n) => a.seats |= 1 << (n & 7),
                Need::Stop(s) => a.stops |= 1 << *s as u16,
                Need::Ability(w) => a.abilities.push(w.to_string()),
                Need::Event(w) => a.events.push(w.to_string()),
                Need::Effect(w) => a.effects.push(w.to_string()),
                Need::Until(w) => a.untils.push(w.to_string()),
                Need::Action(w) => a.actions.push(w.to_string()),
                Need::Answer(w) => a.answers.push(w.to_string()),
                Need::Setup(w) => a.setup.push(w.to_string()),
                _ => {}
            }
        }
        a
    }

    pub(crate) fn allows(&self, w: Word) -> bool {
        match w {
            Word::Ability(w) => self.ability(w),
            Word::Event(w) => self.event(w),
            Word::Effect(w) => self.effect(w),
            Word::Action(w) => free(&self.actions, w),
            Word::Answer(w) => free(&self.answers, w),
            Word::Setup(w) => self.setup(w),
        }
    }

    pub(crate) fn ability(&self, w: &str) -> bool {
        free(&self.abilities, w)
    }

    pub(crate) fn event(&self, w: &str) -> bool {
        free(&self.events, w)
    }

    pub(crate) fn effect(&self, w: &str) -> bool {
        free(&self.effects, w)
    }

    pub(crate) fn until(&self, w: &str) -> bool {
        free(&self.untils, w)
    }

    pub(crate) fn answer(&self, w: &str) -> bool {
        free(&self.answers, w)
    }

    pub(crate) fn setup(&self, w: &str) -> bool {
        free(&self.setup, w)
    }

    pub(crate) const fn stop(&self, s: Step) -> bool {
        self.stops & (1 << s as u16) == 0
    }

    pub(crate) const fn seats(&self, n: u8) -> bool {
        self.seats & (1 << (n & 7)) == 0
    }
}
