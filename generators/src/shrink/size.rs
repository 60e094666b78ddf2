//! How big a scenario is to a reader: what shrinking makes smaller and never larger.

use crate::generator::role;
use outofphase_adapter::{
    Ability, Action, Amount, Answer, Attached, Effect, Filter, ObjectSpec, Place, Scenario, Seat, Setup, Static, Step, Subject, Trigger,
    Until, What, Whose,
};

/// The size of a scenario, compared from the first field to the last.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Size {
    /// Objects of the setup.
    pub objects: usize,
    /// Actions, answers included.
    pub actions: usize,
    /// Abilities, each with those that it grants.
    pub abilities: usize,
    /// Seats.
    pub seats: usize,
    /// Parts of effects: a named object is one, a description more, an effect within an effect more.
    pub parts: usize,
    /// Everything else that a reader has to take in: status, attachments, durations, restrictions.
    pub details: usize,
    /// Steps that go by, from the first action to the last.
    pub steps: u64,
    /// Numbers, by how far they are from the plainest.
    pub numbers: u64,
    /// Objects that are not named by their role, or stand before one that the script names earlier.
    pub disorder: u64,
}

impl Size {
    /// The size of a scenario.
    #[must_use]
    pub fn of(s: &Scenario) -> Size {
        let mut size = Size {
            objects: s.setup.objects.len(),
            actions: s.play.len(),
            seats: s.setup.players.len(),
            steps: steps(s),
            disorder: disorder(s),
            ..Size::default()
        };
        for o in &s.setup.objects {
            size.object(o);
        }
        size.table(&s.setup);
        for a in &s.play {
            size.action(a);
        }
        size
    }

    fn table(&mut self, setup: &Setup) {
        for p in &setup.players {
            self.details += usize::from(p.hand != 0) + usize::from(p.library != 12) + usize::from(p.life != 20);
            self.numbers += u64::from(p.hand) + u64::from(p.library.abs_diff(12)) + u64::from(p.life.abs_diff(20));
        }
        let o = &setup.options;
        self.details += usize::from(o.start.is_some())
            + usize::from(o.it_is.is_some())
            + usize::from(o.archenemy.is_some())
            + usize::from(o.one_defending_player);
    }

    fn object(&mut self, o: &ObjectSpec) {
        for a in o.has.iter().chain(o.back.iter().flat_map(|b| &b.has)) {
            self.ability(a);
        }
        let flags = [
            o.named.is_some(),
            o.back.is_some(),
            o.owner != Seat::A,
            o.controller.is_some(),
            o.place != Place::Battlefield,
            o.token,
            o.tapped,
            o.sick,
            o.damage > 0,
            o.on.is_some(),
            o.protector.is_some(),
        ];
        self.details += flags.iter().filter(|f| **f).count() + o.counters.iter().count() + o.card.types.iter().count();
        if let Some((p, t)) = o.card.pt {
            self.numbers += u64::from(p.abs_diff(2)) + u64::from(t.abs_diff(2));
        }
        self.numbers += u64::from(o.owner.0)
            + u64::from(o.damage)
            + o.counters.iter().map(|(_, n)| u64::from(n)).sum::<u64>()
            + o.card.number.map_or(0, u64::from);
    }

    fn ability(&mut self, a: &Ability) {
        self.abilities += 1;
        match a {
            Ability::Keyword(_) => {}
            Ability::Static(s) => {
                self.details += 1;
                self.fixed(s);
            }
            Ability::Trigger(t) => self.trigger(t),
        }
    }

    fn trigger(&mut self, t: &Trigger) {
        self.details += 1 + usize::from(t.batch) + 2 * usize::from(t.condition.is_some()) + usize::from(t.from_graveyard);
        match t.when.subject() {
            Some(Subject::Any(f)) => self.details += filter(&f),
            Some(Subject::Host) => self.details += 1,
            _ => {}
        }
        if let outofphase_adapter::Event::Beginning { whose, .. } = t.when {
            self.details += usize::from(whose != Whose::Any);
        }
        if let Some(e) = &t.then {
            self.effect(e);
        }
    }

    fn fixed(&mut self, s: &Static) {
        match s {
            Static::Grant { to, ability } => {
                self.details += filter(to);
                self.ability(ability);
            }
            Static::HostHas(ability) => self.ability(ability),
            Static::Anthem { to, power, toughness } => {
                self.details += filter(to);
                self.numbers += number(*power) + number(*toughness);
            }
            Static::AreAlso { to, power, toughness, .. } => {
                self.details += filter(to);
                self.numbers += number(*power) + number(*toughness);
            }
            Static::HostGets { power, toughness } => self.numbers += number(*power) + number(*toughness),
            Static::LoseAbilities { to }
            | Static::CantPhaseOut { to }
            | Static::CantPhaseIn { to }
            | Static::CantAttack { to }
            | Static::CantBlock { to }
            | Static::NoEntersTriggers { to }
            | Static::ExileInsteadOfDying { to }
            | Static::SizeIsNumber(to) => self.details += filter(to),
            Static::EntersWith { to, n, .. } => {
                self.details += to.as_ref().map_or(0, |f| 1 + filter(f));
                self.numbers += u64::from(*n);
            }
            Static::EntersTapped { to } => self.details += to.as_ref().map_or(0, |f| 1 + filter(f)),
            Static::SkipStep { whose, .. } => self.details += usize::from(*whose != Whose::You),
            Static::HandSize { whose, by } => {
                self.details += usize::from(*whose != Whose::You);
                self.numbers += number(*by);
            }
            _ => {}
        }
    }

    fn action(&mut self, a: &Action) {
        match a {
            Action::Resolve { by, effect } => {
                self.numbers += u64::from(by.0);
                self.effect(effect);
            }
            Action::Announce { by, effect } => {
                self.numbers += u64::from(by.0);
                self.parts += 1;
                self.effect(effect);
            }
            Action::Attack(v) => {
                self.parts += v.len();
                self.details += v.iter().filter(|a| matches!(a.target, Attached::Object(_))).count();
            }
            Action::Block(v) => self.parts += v.len(),
            Action::Answer(Answer::Assign { to, .. }) => self.parts += to.len(),
            _ => {}
        }
    }

    fn what(&mut self, w: &What) {
        match w {
            What::These(v) => self.parts += v.len(),
            What::All(f) => {
                self.parts += 2;
                self.details += filter(f);
            }
            What::This | What::That | What::Host => self.parts += 1,
        }
    }

    fn until(&mut self, u: Until) {
        self.details += match u {
            Until::EndOfTurn => 0,
            Until::Forever => 1,
            Until::EndOfCombat | Until::YourNextTurn | Until::YourNextUpkeep => 2,
            _ => 3,
        };
    }

    fn effect(&mut self, e: &Effect) {
        self.parts += 1;
        // Plain words before special ones that come to the same.
        self.details += match e {
            Effect::PhaseOutUntil { .. } | Effect::ExileUntil { .. } => 2,
            Effect::PhaseInAndOut { .. } => 2,
            Effect::Exile(_) | Effect::ReturnToHand(_) | Effect::PutOnLibrary(_) | Effect::ExileAndReturn(_) | Effect::Sacrifice(_) => 1,
            _ => 0,
        };
        if let Some(w) = e.what() {
            self.what(w);
        }
        if let Some(u) = e.until() {
            self.until(u);
        }
        match e {
            Effect::PhaseInAndOut { r#in, .. } => self.what(r#in),
            Effect::PutOntoBattlefield { under, tapped, on, .. } => {
                self.details += usize::from(under.is_some()) + usize::from(*tapped) + usize::from(on.is_some());
            }
            Effect::Create(v) => self.parts += v.len(),
            Effect::LoseTheGame(v) => self.parts += v.len(),
            Effect::Damage { n, .. }
            | Effect::DamagePlayer { n, .. }
            | Effect::Mill { n, .. }
            | Effect::PutCounters { n, .. }
            | Effect::RemoveCounters { n, .. }
            | Effect::Draw(Amount::N(n))
            | Effect::Discard(n)
            | Effect::CastSpells(n) => self.numbers += u64::from(*n),
            Effect::Draw(Amount::ForEach(f)) => self.details += 1 + filter(f),
            Effect::Pump { power, toughness, .. } | Effect::BecomeCreatures { power, toughness, .. } => {
                self.numbers += number(*power) + number(*toughness);
            }
            Effect::GainAbility { ability, .. } => self.ability(ability),
            Effect::AddMana { n, keep, .. } => {
                self.numbers += u64::from(*n);
                self.details += usize::from(keep.is_some());
            }
            Effect::AtTheNext { of, then, .. } => {
                self.details += usize::from(of.is_some());
                self.effect(then);
            }
            Effect::When { this_turn, then, .. } => {
                self.details += usize::from(*this_turn);
                self.effect(then);
            }
            Effect::InOrder(parts) => parts.iter().for_each(|e| self.effect(e)),
            Effect::CantBlockThisTurn(f) => self.details += filter(f),
            _ => {}
        }
    }
}

/// How far a number is from 0, with a little more for one below.
fn number(n: i8) -> u64 {
    u64::from(n.unsigned_abs()) * 2 + u64::from(n < 0)
}

/// How much a description says.
pub(super) fn filter(f: &Filter) -> usize {
    f.types.iter().count()
        + f.not.iter().count()
        + usize::from(f.whose != Whose::Any)
        + usize::from(f.other)
        + usize::from(f.token.is_some())
        + usize::from(f.tapped.is_some())
        + usize::from(f.with.is_some())
        + usize::from(f.of.is_some())
}

/// How many steps go by, if nothing is skipped and nothing added.
fn steps(s: &Scenario) -> u64 {
    let seats = s.setup.players.len().max(1) as u64;
    let per_turn = Step::ALL.len() as u64;
    let mut at = (0, s.setup.options.start.unwrap_or(Step::FirstMain) as u64);
    let mut total = 0;
    for a in &s.play {
        let to = match a {
            Action::Advance { to, of } => (u64::from(of.0), *to as u64),
            Action::Attack(_) => (at.0, Step::DeclareAttackers as u64),
            Action::Block(_) => (at.0, Step::DeclareBlockers as u64),
            _ => continue,
        };
        total += distance(at, to, seats, per_turn);
        at = to;
    }
    total
}

fn distance(from: (u64, u64), to: (u64, u64), seats: u64, per_turn: u64) -> u64 {
    let round = seats * per_turn;
    let (a, b) = (from.0 * per_turn + from.1, to.0 * per_turn + to.1);
    let d = (b + round - a % round) % round;
    if d == 0 { round } else { d }
}

/// Names that say nothing, and objects out of the order in which the script speaks of them.
fn disorder(s: &Scenario) -> u64 {
    let mut bad = 0;
    for (i, o) in s.setup.objects.iter().enumerate() {
        let base = role(o);
        let nth = 1 + s.setup.objects[..i].iter().filter(|p| role(p) == base).count();
        let fits = if nth == 1 { o.name == base } else { o.name.strip_prefix(base).is_some_and(|n| n == nth.to_string()) };
        bad += u64::from(!fits);
    }
    let order = super::tidy::order(s);
    bad + order.iter().enumerate().filter(|(i, o)| o.index() != *i).count() as u64
}
