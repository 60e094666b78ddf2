//! The one generator: a board, then actions that fit it.

mod abilities;
mod attachments;
mod avoid;
mod board;
mod combat;
mod effects;
mod fill;
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
use outofphase_adapter::{Action, Effect, ObjectSpec, Options, Scenario, Setup};

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
    /// Where each action of the script begins, with its answers.
    starts: Vec<usize>,
    /// On a bare board: which row each permanent is of.
    kinds: Vec<usize>,
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

    /// Whether any of the rows `fits`.
    fn any(&self, on: Families, fits: impl Fn(&R) -> bool) -> bool {
        self.rows.iter().any(|(r, f, _)| f.0 & on.0 != 0 && fits(r))
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
            starts: Vec::new(),
            kinds: Vec::new(),
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

    /// The first half of [`generate`](Generator::generate): the board.
    #[cfg(feature = "exhaustive")]
    pub(crate) fn table<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) {
        self.begin(src);
        self.board(src, out);
    }

    /// The second half: the script, which begins from the model as it is.
    #[cfg(feature = "exhaustive")]
    pub(crate) fn script<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) {
        self.play(src, out);
        finish(out);
    }

    #[cfg(feature = "exhaustive")]
    pub(crate) const fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Which row of the table each object of a bare board is of.
    #[cfg(feature = "exhaustive")]
    pub(crate) fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    /// The number of the action that an entry of the script belongs to.
    #[cfg(feature = "exhaustive")]
    pub(crate) fn action_of(&self, entry: usize) -> usize {
        self.starts.partition_point(|s| *s <= entry).saturating_sub(1)
    }

    /// Brings the model to where a script stands before its `at`-th entry, with every family in play.
    pub(crate) fn follow(&mut self, s: &Scenario, at: usize) {
        self.families = Families::ALL;
        self.model.read(&s.setup);
        self.model.facts.ordered |= s
            .play
            .iter()
            .filter_map(Action::effect)
            .flat_map(Effect::parts)
            .any(|e| matches!(e, Effect::AtTheNext { .. } | Effect::When { .. }));
        s.play[..at].iter().for_each(|a| self.model.apply(a));
    }

    /// Adds one action to the end of a script that the model has followed.
    pub(crate) fn one_action<S: Source + ?Sized>(&mut self, src: &mut S, out: &mut Scenario) {
        if !self.model.over {
            self.action(src, out, 2);
        }
    }

    /// Adds one permanent to a board.
    pub(crate) fn add_object<S: Source + ?Sized>(&mut self, src: &mut S, setup: &mut Setup) {
        self.families = Families::ALL;
        self.model.read(setup);
        self.names.clear();
        self.names.extend(setup.objects.iter().map(names::role));
        let n = setup.objects.len();
        self.object(src, setup, true, None);
        // The names of a board that somebody wrote are not by role.
        if setup.objects.len() > n {
            let mut nth = 2;
            while setup.objects[..n].iter().any(|o| o.name == setup.objects[n].name) {
                let base = names::role(&setup.objects[n]);
                names::write(&mut setup.objects[n].name, base, nth);
                nth += 1;
            }
        }
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
