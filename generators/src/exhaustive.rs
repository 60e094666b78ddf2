//! Exhaustive search: an odometer over the choices of the one generator.
//!
//! Each digit is a choice and its base the number of possibilities that the generator offered, so counting up visits every scenario of a
//! configuration. Two scenarios that differ only in which of several interchangeable objects is which are one: a board is visited in one
//! order of its objects, and a script is left out as soon as renaming interchangeable objects would put it earlier.

use crate::config::{Config, Span};
use crate::family::Family;
use crate::generator::Generator;
use crate::model::Model;
use crate::renumber::{Renumber, reorder};
use crate::source::Source;
use outofphase_adapter::{Action, Attached, Obj, Scenario};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

impl Config {
    /// Every scenario of up to so many permanents and so many actions, on a board of two players and bare cards. The families are those
    /// of phasing with what it meets most often; choose others with [`Config::only`].
    ///
    /// A scenario of fewer actions is the beginning of one that has them all, so only the longest are made.
    #[must_use]
    pub fn exhaustive(permanents: u8, actions: u8) -> Config {
        Config {
            seats: Span(2, 2),
            permanents: Span(1, permanents.max(1)),
            others: Span(0, 0),
            actions: Span(actions, actions),
            swarm: false,
            illegal_share: 0,
            advance_share: 50,
            max_triggers: 1,
            bare: true,
            ..Config::default()
        }
        .only(&[
            Family::PhasingKeyword,
            Family::PhasingEffects,
            Family::Attachments,
            Family::Tokens,
            Family::Control,
            Family::ZoneChanges,
            Family::PhaseTriggers,
        ])
    }
}

/// One wheel of the odometer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Digit {
    value: u32,
    base: u32,
}

/// Replays the digits that there are, and adds zeros where the generator asks for more.
#[derive(Clone, Debug, Default)]
struct Odometer {
    digits: Vec<Digit>,
    at: usize,
    /// Where objects and actions begin.
    marks: Vec<usize>,
}

impl Odometer {
    fn next_digit(&mut self, base: u32) -> u32 {
        if self.at == self.digits.len() {
            self.digits.push(Digit { value: 0, base });
        }
        let d = &mut self.digits[self.at];
        // A position from elsewhere says only the values.
        d.base = base;
        self.at += 1;
        d.value.min(base - 1)
    }

    /// Counts up at or before the wheel `last`; what comes after begins anew. `false` when all has been counted.
    fn advance(&mut self, last: usize) -> bool {
        self.digits.truncate(last);
        while let Some(d) = self.digits.last_mut() {
            d.value += 1;
            if d.value < d.base {
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

impl Source for Odometer {
    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 { 0 } else { self.next_digit(n) }
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        // How likely something is does not matter here, only that it can be.
        let can = weights.iter().filter(|w| **w > 0).count() as u32;
        let n = self.below(can) as usize;
        weights.iter().enumerate().filter(|(_, w)| **w > 0).nth(n).map_or(0, |(i, _)| i)
    }

    fn chance(&mut self, num: u32, den: u32) -> bool {
        match num {
            0 => false,
            n if n >= den => true,
            _ => self.below(2) == 1,
        }
    }

    fn mark(&mut self) {
        self.marks.push(self.at);
    }
}

/// Where a search stands: give it to [`Exhaustive::resume`] to go on from there. It fits only the configuration that it came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position(Vec<u32>);

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&words.join("."))
    }
}

impl FromStr for Position {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Position, Self::Err> {
        text.split('.').filter(|w| !w.is_empty()).map(str::parse).collect::<Result<_, _>>().map(Position)
    }
}

/// All scenarios of a configuration, one after the other.
#[derive(Debug)]
pub struct Exhaustive {
    generator: Generator,
    odometer: Odometer,
    /// The model as the board is complete, to begin each script from.
    begun: Model,
    /// Where the digits of the script begin; `None` when the board has to be made first.
    script: Option<usize>,
    /// Which objects of the board at hand can be renamed into which: all but the identity.
    symmetries: Vec<Vec<Obj>>,
    boards: u64,
    shard: (u64, u64),
    seen: u64,
    done: bool,
}

impl Exhaustive {
    /// The search of a configuration.
    ///
    /// Any will do, but only a [bare](Config::bare) one without swarm testing and without actions that are meant to miss has each
    /// scenario once and an end that anybody lives to see.
    #[must_use]
    pub fn new(config: &Config) -> Exhaustive {
        Exhaustive {
            generator: Generator::new(config),
            odometer: Odometer::default(),
            begun: Model::default(),
            script: None,
            symmetries: Vec::new(),
            boards: 0,
            shard: (0, 1),
            seen: 0,
            done: false,
        }
    }

    /// Only every `of`-th board, from the `index`-th on: the shards together make the whole.
    #[must_use]
    pub fn shard(mut self, index: u64, of: u64) -> Exhaustive {
        self.shard = (index, of.max(1));
        self
    }

    /// Goes on where another search of the same configuration stood. Not for a shard: it would not know the number of its board.
    #[must_use]
    pub fn resume(mut self, position: &Position) -> Exhaustive {
        self.odometer.digits = position.0.iter().map(|v| Digit { value: *v, base: v + 1 }).collect();
        self
    }

    /// How many scenarios there are: the search without doing anything with them.
    #[must_use]
    pub fn count(config: &Config) -> u64 {
        let mut search = Exhaustive::new(config);
        let mut out = crate::empty();
        while search.next_into(&mut out) {}
        search.seen
    }

    /// Scenarios so far.
    #[must_use]
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// Boards so far, symmetric ones and those of other shards not counted among them.
    #[must_use]
    pub const fn boards(&self) -> u64 {
        self.boards
    }

    /// Where the search stands: the next scenario.
    #[must_use]
    pub fn position(&self) -> Position {
        Position(self.odometer.digits.iter().map(|d| d.value).collect())
    }

    /// How much of it is done, from 0 to 1: exact in the choices, of which not all have equally many scenarios behind them.
    #[must_use]
    pub fn progress(&self) -> f64 {
        if self.done {
            return 1.0;
        }
        let mut share = 1.0;
        let mut done = 0.0;
        for d in &self.odometer.digits {
            share /= f64::from(d.base);
            done += share * f64::from(d.value);
        }
        done
    }

    /// Writes the next scenario into `out`, which must be the same one from call to call. `false` at the end.
    pub fn next_into(&mut self, out: &mut Scenario) -> bool {
        while !self.done {
            let Some(script) = self.script.or_else(|| self.next_board(out)) else { continue };
            self.odometer.at = script;
            self.odometer.marks.clear();
            self.generator.model_mut().clone_from(&self.begun);
            self.generator.script(&mut self.odometer, out);
            let end = self.odometer.at;
            let again = self.symmetries.iter().filter_map(|s| later(&out.play, s)).min();
            // The digits up to the action that shows the symmetry are the reason; nothing that begins like this is wanted.
            let last = again.and_then(|entry| self.odometer.marks.get(self.generator.action_of(entry) + 1).copied()).unwrap_or(end);
            self.count_up(last);
            if again.is_none() {
                self.seen += 1;
                return true;
            }
        }
        false
    }

    fn count_up(&mut self, last: usize) {
        let more = self.odometer.advance(last);
        self.done = !more;
        if self.script.is_some_and(|s| self.odometer.digits.len() <= s) {
            self.script = None;
        }
    }

    /// Makes the board that the digits say. `None` if it is not wanted, and then the digits have moved on.
    fn next_board(&mut self, out: &mut Scenario) -> Option<usize> {
        self.odometer.at = 0;
        self.odometer.marks.clear();
        self.generator.table(&mut self.odometer, out);
        let end = self.odometer.at;
        let symmetries = symmetries(out, self.generator.kinds());
        // The number of a board counts those of all shards, so that these agree on it.
        let mine = symmetries.is_some() && {
            self.boards += 1;
            (self.boards - 1) % self.shard.1 == self.shard.0
        };
        if !mine {
            self.count_up(end);
            return None;
        }
        self.symmetries = symmetries.unwrap_or_default();
        self.begun.clone_from(self.generator.model_mut());
        self.script = Some(end);
        self.script
    }
}

/// The bytes of a value by way of its hash, as a total order without a meaning.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
    fn finish(&self) -> u64 {
        0
    }
}

fn bytes(value: &impl Hash) -> Vec<u8> {
    let mut b = Bytes::default();
    value.hash(&mut b);
    b.0
}

/// The renamings that leave the board as it is, or `None` if one of them would put the board earlier: then it has been there already.
fn symmetries(s: &Scenario, kinds: &[usize]) -> Option<Vec<Vec<Obj>>> {
    let key = |s: &Scenario| {
        let mut setup = s.setup.clone();
        setup.objects.iter_mut().for_each(|o| o.name.clear());
        bytes(&setup_key(&setup))
    };
    let bare = Scenario { setup: s.setup.clone(), play: Vec::new() };
    let mine = key(&bare);
    let mut same = Vec::new();
    for order in orders(kinds) {
        let other = reorder(&bare, &order);
        // The generator attaches things only to what stands before them.
        let made = other.setup.objects.iter().enumerate().all(|(i, o)| !matches!(o.on, Some(Attached::Object(h)) if h.index() >= i));
        if !made {
            continue;
        }
        let other = key(&other);
        match other.cmp(&mine) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal if order.iter().enumerate().any(|(i, o)| o.index() != i) => same.push(order),
            _ => {}
        }
    }
    Some(same)
}

fn setup_key(setup: &outofphase_adapter::Setup) -> impl Hash + '_ {
    &setup.objects
}

/// All orders of the objects in which each stays among those of its kind. Kinds come in blocks.
fn orders(kinds: &[usize]) -> Vec<Vec<Obj>> {
    let mut all: Vec<Vec<Obj>> = vec![Vec::new()];
    for (i, _) in kinds.iter().enumerate() {
        let mut longer = Vec::new();
        for order in &all {
            for (j, k) in kinds.iter().enumerate() {
                let o = Obj(j as u16);
                if *k == kinds[i] && !order.contains(&o) {
                    let mut next = order.clone();
                    next.push(o);
                    longer.push(next);
                }
            }
        }
        all = longer;
    }
    all
}

/// The first action at which the renaming puts the script earlier, if it does before it puts it later.
fn later(play: &[Action], order: &[Obj]) -> Option<usize> {
    let place = |o: Obj| order.iter().position(|p| *p == o).and_then(|i| u16::try_from(i).ok()).map(Obj);
    let rename = Renumber { obj: &place, seat: &Some };
    for (i, a) in play.iter().enumerate() {
        let renamed = rename.action(a).map(|mut a| {
            crate::sort::sort(&mut a);
            a
        });
        let renamed = renamed.unwrap_or_else(|| a.clone());
        match bytes(&renamed).cmp(&bytes(a)) {
            std::cmp::Ordering::Less => return Some(i),
            std::cmp::Ordering::Greater => return None,
            std::cmp::Ordering::Equal => {}
        }
    }
    None
}
