//! The one generator: a board, then actions that fit it.

mod abilities;
mod avoid;
mod board;
mod combat;
mod effects;
mod names;
mod play;
mod roles;
mod triggers;
mod turn;

pub use names::role;
pub(crate) use names::write as write_name;

use crate::config::{Config, Span};
use crate::family::{Families, Family};
use crate::model::Model;
use crate::source::Source;
use avoid::{Avoid, Word};
use outofphase_adapter::{Action, ObjectSpec, Options, Scenario, Setup};

/// A generator for one configuration. Keep it, and the scenario it writes into, from one scenario to the next: both are reused.
#[derive(Clone, Debug)]
pub struct Generator {
    config: Config,
    avoid: Avoid,
    permanents: Table<roles::Row>,
    others: Table<roles::Row>,
    acts: Table<play::Row>,
    /// The families of the scenario at hand.
    families: Families,
    model: Model,
    names: Vec<&'static str>,
    weights: Vec<u32>,
    spare: Vec<ObjectSpec>,
    /// On a bare board: the row of the last permanent, so that they come in one order only.
    role_from: usize,
    /// The action at hand aims at what it can't touch.
    wrong: bool,
}

/// The rows of a table that a configuration allows, each with its weight.
#[derive(Clone, Debug)]
struct Table<R> {
    rows: Vec<(R, Families, u32)>,
}

/// What a table of choices asks of its rows.
trait Weighed: Copy {
    fn family(&self) -> Option<Family>;
    fn weight(&self) -> u32;
    fn words(&self) -> &'static [Word];
}

impl Weighed for roles::Row {
    fn family(&self) -> Option<Family> {
        self.family
    }
    fn weight(&self) -> u32 {
        self.weight
    }
    fn words(&self) -> &'static [Word] {
        self.words
    }
}

impl Weighed for play::Row {
    fn family(&self) -> Option<Family> {
        self.family
    }
    fn weight(&self) -> u32 {
        self.weight
    }
    fn words(&self) -> &'static [Word] {
        self.words
    }
}

impl<R: Weighed> Table<R> {
    /// A family's weight is shared out among its rows; rows without a family share `plain`.
    fn new(all: &[R], plain: u32, config: &Config, avoid: &Avoid) -> Table<R> {
        let sum = |f: Option<Family>| all.iter().filter(|r| r.family() == f).map(Weighed::weight).sum::<u32>().max(1);
        let rows = all
            .iter()
            .filter(|r| r.words().iter().all(|w| avoid.allows(*w)))
            .filter_map(|r| {
                let of = r.family().map_or(plain, |f| config.families.get(f));
                let weight = (of * 16 * r.weight()).div_ceil(sum(r.family()));
                (weight > 0).then(|| (*r, r.family().map_or(Families::ALL, |f| Families::of(&[f])), weight))
            })
            .collect();
        Table { rows }
    }

    /// Picks one of the rows that `fits`, or none if none does.
    fn pick<S: Source + ?Sized>(&self, src: &mut S, weights: &mut Vec<u32>, on: Families, fits: impl Fn(&R) -> bool) -> Option<R> {
        weights.clear();
        weights.extend(self.rows.iter().map(|(r, f, w)| if f.0 & on.0 != 0 && fits(r) { *w } else { 0 }));
        if weights.iter().all(|w| *w == 0) {
            return None;
        }
        let i = src.weighted(weights);
        self.rows.get(i).map(|(r, ..)| *r)
    }
}

impl Generator {
    /// Prepares a configuration.
    #[must_use]
    pub fn new(config: &Config) -> Generator {
        let avoid = Avoid::of(config);
        Generator {
            permanents: Table::new(roles::PERMANENTS, 60, config, &avoid),
            others: Table::new(roles::OTHERS, 0, config, &avoid),
            acts: Table::new(play::ROWS, 0, config, &avoid),
            config: config.clone(),
            avoid,
            families: Families::ALL,
            model: Model::default(),
            names: Vec::new(),
            weights: Vec::new(),
            spare: Vec::new(),
            role_from: 0,
            wrong: false,
        }
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Writes a scenario into `out`, whatever that held before.
    pub fn generate<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) {
        self.begin(src);
        self.board(src, out);
        self.play(src, out);
        finish(out);
    }

    /// A new scenario.
    #[must_use]
    pub fn scenario<S: Source + ?Sized>(&mut self, src: &mut S) -> Scenario {
        let mut out = empty();
        self.generate(src, &mut out);
        out
    }

    /// Chooses the families of the scenario.
    fn begin<S: Source + ?Sized>(&mut self, src: &mut S) {
        let mut on = Families::NONE;
        for f in Family::ALL {
            if self.config.families.get(*f) > 0 {
                on.insert(*f);
            }
        }
        if self.config.swarm {
            let half = u64::from(src.below(1 << 16)) | u64::from(src.below(1 << 16)) << 16 | u64::from(src.below(1 << 16)) << 32;
            let kept = Families(on.0 & half);
            // One scenario in eight does without phasing altogether; the others have at least the effects.
            let core = Families::of(&[Family::PhasingEffects]);
            let phasing = kept.0 & Families::of(&[Family::PhasingEffects, Family::PhasingKeyword]).0 != 0;
            on = if phasing || src.chance(1, 2) { Families(kept.0 | (core.0 & on.0)) } else { kept };
        }
        self.families = on;
    }

    fn on(&self, f: Family) -> bool {
        self.families.has(f)
    }

    fn span<S: Source + ?Sized>(src: &mut S, s: Span) -> u8 {
        s.0 + src.below(s.width()) as u8
    }
}

/// Generates one scenario. To make many, keep a [`Generator`].
pub fn generate<S: Source + ?Sized>(config: &Config, src: &mut S, out: &mut Scenario) {
    Generator::new(config).generate(src, out);
}

/// A scenario to write into.
#[must_use]
pub fn empty() -> Scenario {
    Scenario { setup: Setup { players: Vec::new(), objects: Vec::new(), options: Options::default() }, play: Vec::new() }
}

fn finish(out: &mut Scenario) {
    let mut play: Vec<Action> = std::mem::take(&mut out.play);
    out.setup.number_triggers(&mut play);
    out.play = play;
}
