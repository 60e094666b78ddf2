//! The vocabulary as Forge card script, for Forge and the engines that took over its script.
//!
//! Where Forge script has no word for something the rendering is `None`, never an approximation. A named object stands in a script as
//! `Permanent.namedbear`: the object's name has to be the name of its card. Cards that share a name can't be told apart in a script, so
//! they have none.
//!
//! A script may have several lines. Of an effect, the first is the ability; the others are `SVar` lines that its source must have. Engines
//! drop what they do not know of a script without a word, so an adapter that uses one still answers `unsupported` for what its engine lacks.

mod ability;
mod card;
mod effect;
mod filter;

pub use card::card;
pub use effect::effect;
pub use filter::filter;

use crate::{CounterKind, Keyword, Obj, Seat, Step, Type, names};

/// What a rendering is relative to, and the SVar lines that it needs.
#[derive(Debug)]
struct Script {
    /// The controller; none for an ability of a card, which speaks of "you" only.
    by: Option<Seat>,
    /// What the source calls its host: `EquippedBy`, `EnchantedBy`, `FortifiedBy`.
    host: Option<&'static str>,
    svars: Vec<(String, String)>,
    /// Begins the names of the SVars.
    prefix: &'static str,
}

impl Script {
    fn new(by: Option<Seat>, host: Option<&'static str>, prefix: &'static str) -> Script {
        Script { by, host, svars: Vec::new(), prefix }
    }

    /// Keeps a line and answers its name.
    fn svar(&mut self, line: String) -> String {
        let name = format!("{}{}", self.prefix, self.svars.len() + 1);
        self.svars.push((name.clone(), line));
        name
    }

    fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.svars.iter().map(|(name, line)| format!("SVar:{name}:{line}"))
    }

    /// A player as `Defined$` has it. Forge script names players by their relation to the controller.
    fn player(&self, seat: Seat) -> Option<&'static str> {
        match self.by {
            Some(by) if by == seat => Some("You"),
            Some(_) if names::seats() == Some(2) => Some("Opponent"),
            _ => None,
        }
    }
}

/// Parameters after the first word, in order.
#[derive(Debug)]
struct Line(String);

impl Line {
    fn new(start: impl Into<String>) -> Line {
        Line(start.into())
    }

    fn with(mut self, key: &str, value: impl std::fmt::Display) -> Line {
        self.0.push_str(&format!(" | {key}$ {value}"));
        self
    }

    fn maybe(self, key: &str, value: Option<impl std::fmt::Display>) -> Line {
        match value {
            Some(v) => self.with(key, v),
            None => self,
        }
    }
}

fn capital(word: &str) -> String {
    let mut c = word.chars();
    c.next().map(|f| f.to_uppercase().chain(c).collect()).unwrap_or_default()
}

fn type_word(t: Type) -> String {
    capital(t.word())
}

/// A named object as a filter.
fn named(kind: &str, obj: Obj) -> String {
    format!("{kind}.named{obj}")
}

const fn keyword(k: Keyword) -> &'static str {
    match k {
        Keyword::Phasing => "Phasing",
        Keyword::Flying => "Flying",
        Keyword::Reach => "Reach",
        Keyword::Haste => "Haste",
        Keyword::Vigilance => "Vigilance",
        Keyword::Indestructible => "Indestructible",
        Keyword::Defender => "Defender",
        Keyword::FirstStrike => "First Strike",
        Keyword::DoubleStrike => "Double Strike",
        Keyword::Trample => "Trample",
        Keyword::Deathtouch => "Deathtouch",
        Keyword::Shroud => "Shroud",
        Keyword::Bestow => "Bestow:0",
        Keyword::Daybound => "Daybound",
    }
}

const fn counter(c: CounterKind) -> &'static str {
    match c {
        CounterKind::PlusOne => "P1P1",
        CounterKind::MinusOne => "M1M1",
        CounterKind::Loyalty => "LOYALTY",
        CounterKind::Defense => "DEFENSE",
        CounterKind::Lore => "LORE",
        CounterKind::Charge => "CHARGE",
    }
}

const fn phase(s: Step) -> &'static str {
    match s {
        Step::Untap => "Untap",
        Step::Upkeep => "Upkeep",
        Step::Draw => "Draw",
        Step::FirstMain => "Main1",
        Step::BeginningOfCombat => "BeginCombat",
        Step::DeclareAttackers => "Declare Attackers",
        Step::DeclareBlockers => "Declare Blockers",
        Step::FirstCombatDamage => "First Strike Damage",
        Step::CombatDamage => "Combat Damage",
        Step::EndOfCombat => "EndCombat",
        Step::SecondMain => "Main2",
        Step::End => "End of Turn",
        Step::Cleanup => "Cleanup",
    }
}
