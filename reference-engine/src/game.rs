//! The state of a game: dense, small ids, no names.

use crate::Rulebook;
use crate::happening::{Ev, Kinds};
use outofphase_adapter::{
    Ability, Answer, Attached, Attacked, Card, Color, Counters, DayNight, Effect, Event, Fault, Filter, Holder, Keyword, LogEntry,
    LogEvent, Obj, Place, Seat, Static, Step, Trigger, Types, Until,
};
use std::collections::VecDeque;

/// An object as a new one each time it changes zones (400.7): the card and how often it has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ref {
    pub(crate) obj: Obj,
    pub(crate) inc: u16,
}

/// An index into [`Game::abilities`].
pub(crate) type AbilityId = u16;

/// Phasing status (110.5, 702.26).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    In,
    Out(Out),
}

/// How a permanent is phased out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Out {
    /// With its host (702.26g).
    pub(crate) indirect: bool,
    /// Who controlled it as it phased out (702.26a).
    pub(crate) under: Seat,
    /// Until this leaves the battlefield (610.4).
    pub(crate) until: Option<Ref>,
    /// The event has happened; for the reading that then waits for an untap step.
    pub(crate) released: bool,
}

/// What something is attached to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Host {
    Player(Seat),
    Object(Ref),
}

impl Host {
    pub(crate) fn shown(self) -> Attached {
        match self {
            Host::Player(s) => Attached::Player(s),
            Host::Object(r) => Attached::Object(r.obj),
        }
    }
}

/// Characteristics as they are now, continuous effects applied (613).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chars {
    pub(crate) controller: Seat,
    pub(crate) types: Types,
    pub(crate) power: i16,
    pub(crate) toughness: i16,
    pub(crate) keywords: u32,
    /// Range of statics and triggers in an arena.
    pub(crate) abilities: (u32, u32),
}

impl Chars {
    pub(crate) fn has(&self, k: Keyword) -> bool {
        self.keywords & (1 << k as u32) != 0
    }
    pub(crate) fn is(&self, t: outofphase_adapter::Type) -> bool {
        self.types.has(t)
    }
}

/// A card or token.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) owner: Seat,
    pub(crate) token: bool,
    /// What cards of one name share (704.5j).
    pub(crate) name: u16,
    pub(crate) front: Printed,
    pub(crate) back: Option<Printed>,
    pub(crate) place: Place,
    pub(crate) inc: u16,
    /// Who controls it but for effects (110.2b).
    pub(crate) default_controller: Seat,
    pub(crate) phase: Phase,
    pub(crate) host: Option<Host>,
    pub(crate) tapped: bool,
    pub(crate) damage: u16,
    pub(crate) deathtouched: bool,
    pub(crate) counters: Counters,
    pub(crate) sick: bool,
    pub(crate) back_up: bool,
    pub(crate) bestowed: bool,
    pub(crate) stamp: u32,
    /// When it came onto the battlefield; the same for all that came at once (704.5k).
    pub(crate) arrived: u32,
    pub(crate) protector: Option<Seat>,
    pub(crate) attacking: Option<Attacked>,
    pub(crate) attacked_inc: u16,
    /// What it attacks was a battle as it was declared.
    pub(crate) attacked_battle: bool,
    pub(crate) blocking: Option<Obj>,
    /// An attacker that was blocked (509.1h).
    pub(crate) blocked: bool,
    /// Had first or double strike as the first damage step began.
    pub(crate) struck_first: bool,
    /// For the fault that keeps phased-out creatures' place in combat.
    pub(crate) combat_memory: Option<(Option<Attacked>, Option<Obj>)>,
    pub(crate) now: Chars,
}

/// A printed face.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Printed {
    pub(crate) card: Card,
    pub(crate) keywords: u32,
    /// Statics and triggers, as a range of ability ids.
    pub(crate) abilities: (AbilityId, AbilityId),
    /// Instances of phasing beyond the first.
    pub(crate) extra_phasing: u8,
}

impl Thing {
    pub(crate) fn printed(&self) -> &Printed {
        match (&self.back, self.back_up) {
            (Some(b), true) => b,
            _ => &self.front,
        }
    }
    pub(crate) fn on_battlefield(&self) -> bool {
        self.place == Place::Battlefield
    }
    /// On the battlefield and phased in: what the game sees (702.26b).
    pub(crate) fn seen(&self) -> bool {
        self.place == Place::Battlefield && matches!(self.phase, Phase::In)
    }
    pub(crate) fn out(&self) -> Option<Out> {
        match (self.place, self.phase) {
            (Place::Battlefield, Phase::Out(o)) => Some(o),
            _ => None,
        }
    }
    pub(crate) fn in_combat(&self) -> bool {
        self.attacking.is_some() || self.blocking.is_some()
    }
}

/// What a continuous effect of a resolved spell or ability does (611.2).
#[derive(Copy, Clone, Debug)]
pub(crate) enum Change {
    Pump(i8, i8),
    Ability(AbilityId),
    LoseAbilities,
    Creature(i16, i16),
    LoseTypes(Types),
    Control,
    CantPhaseOut,
    CantPhaseIn,
    /// Doesn't untap in its controller's next untap step.
    StaysTapped,
}

/// A continuous effect on one object; a set of several is several of these with one timestamp.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Continuous {
    pub(crate) on: Ref,
    pub(crate) change: Change,
    pub(crate) until: Until,
    /// The permanent that the duration tracks.
    pub(crate) holder: Option<Ref>,
    pub(crate) by: Seat,
    pub(crate) stamp: u32,
}

/// What a trigger or an announced effect does when it resolves.
#[derive(Clone, Debug)]
pub(crate) enum Doing {
    /// A triggered ability of the table.
    Ability(AbilityId),
    /// A delayed trigger or an announced effect.
    Effect(Box<Effect>),
}

/// A trigger that waits, or an object on the stack.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) doing: Doing,
    pub(crate) by: Seat,
    pub(crate) source: Option<Ref>,
    /// The source may have moved once since: a trigger on its own leaving (400.7).
    pub(crate) source_moves: bool,
    /// What the source was attached to when the ability triggered.
    pub(crate) host: Option<Host>,
    /// The object of the event.
    pub(crate) that: Option<Ref>,
    /// Named objects with what they were when they were named; `None` means as they are now.
    pub(crate) bound: Option<Vec<Ref>>,
    /// Targets are checked on resolution (608.2b).
    pub(crate) targeted: bool,
    pub(crate) delayed: bool,
}

impl Pending {
    /// Something of a player's that comes from `source`, if from anything, and remembers nothing.
    pub(crate) fn new(doing: Doing, by: Seat, source: Option<Ref>) -> Pending {
        Pending { doing, by, source, source_moves: false, host: None, that: None, bound: None, targeted: false, delayed: false }
    }
}

/// A delayed triggered ability (603.7).
#[derive(Clone, Debug)]
pub(crate) struct Delayed {
    pub(crate) when: DelayedWhen,
    pub(crate) effect: Effect,
    pub(crate) by: Seat,
    pub(crate) source: Option<Ref>,
    pub(crate) bound: Vec<Ref>,
    pub(crate) this_turn: bool,
    pub(crate) that: Option<Ref>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum DelayedWhen {
    Step(Step, Option<Seat>),
    Event(Event, Ref),
}

/// "Until that leaves" of an exiled card (610.3).
#[derive(Copy, Clone, Debug)]
pub(crate) struct ExileLink {
    pub(crate) card: Ref,
    pub(crate) holder: Ref,
}

#[derive(Debug, Default)]
pub(crate) struct Player {
    pub(crate) life: i64,
    pub(crate) in_game: bool,
    pub(crate) blank_hand: u16,
    pub(crate) blank_library: u16,
    pub(crate) blank_graveyard: u16,
    /// Named cards on top of the library, top first.
    pub(crate) library: VecDeque<Obj>,
    pub(crate) drew_from_empty: bool,
    pub(crate) mana: Vec<Mana>,
    pub(crate) spells_this_turn: u16,
    pub(crate) skips: [u8; Step::ALL.len()],
    /// Turns that would have begun since the player left.
    pub(crate) departed_turn_passed: bool,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Mana {
    #[allow(dead_code, reason = "a pool is by colour; the suite shows totals only")]
    pub(crate) color: Color,
    pub(crate) n: u16,
    pub(crate) keep: Option<Until>,
}

/// A copy of what permanents looked like just before an event (603.10).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Was {
    pub(crate) now: Chars,
    pub(crate) place: Place,
    pub(crate) seen: bool,
    pub(crate) inc: u16,
    pub(crate) host: Option<Host>,
    pub(crate) tapped: bool,
}

/// A running game.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) rules: Rulebook,
    pub(crate) seats: u8,
    pub(crate) things: Vec<Thing>,
    pub(crate) players: Vec<Player>,
    /// What is on the battlefield, phased in or out, in the order of arrival.
    pub(crate) battlefield: Vec<Obj>,
    pub(crate) abilities: Vec<Ability>,
    /// The ability that `abilities[i]` grants, or `u16::MAX`.
    pub(crate) granted: Vec<AbilityId>,
    pub(crate) arena: Vec<AbilityId>,
    pub(crate) effects: Vec<Continuous>,
    pub(crate) links: Vec<ExileLink>,
    /// Exiled cards that are due, for the reading that returns them later.
    pub(crate) late_returns: Vec<ExileLink>,
    /// What left the battlefield in this batch, for "until it leaves".
    pub(crate) left: Vec<Ref>,
    /// Pending returns that outlived an early phasing in, for the reading that keeps them.
    pub(crate) kept_returns: Vec<(Ref, Ref)>,
    pub(crate) delayed: Vec<Delayed>,
    pub(crate) waiting: Vec<Pending>,
    pub(crate) stack: Vec<Pending>,
    /// How many objects at the bottom of the stack wait for the suite to resolve them, and not for the game to come to rest.
    pub(crate) floor: usize,
    /// The ability that is resolving; it has not left the stack yet (608.2n).
    pub(crate) resolving: Option<(AbilityId, Ref)>,
    pub(crate) events: Vec<Ev>,
    pub(crate) before: Vec<Was>,
    pub(crate) before_arena: Vec<AbilityId>,
    pub(crate) before_valid: bool,
    /// Within a batch of simultaneous events, how many levels deep.
    pub(crate) batch_depth: u32,
    pub(crate) batch: u32,
    pub(crate) stamp: u32,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) active: Seat,
    pub(crate) step: Step,
    /// Steps of this turn still to come.
    pub(crate) plan: VecDeque<Step>,
    pub(crate) extra_turns: Vec<Seat>,
    /// Whose turn the normal order has reached.
    pub(crate) order_at: Seat,
    pub(crate) first_turn: bool,
    pub(crate) day_night: Option<DayNight>,
    /// What can't block this turn, and for whom "you" is (611.2c).
    pub(crate) cant_block: Vec<(Filter, Seat)>,
    pub(crate) previous_active_spells: u16,
    pub(crate) previous_all_spells: u16,
    pub(crate) archenemy: Option<Seat>,
    pub(crate) schemes: VecDeque<Obj>,
    pub(crate) one_defender: bool,
    pub(crate) defender: Option<Seat>,
    pub(crate) attacked_this_combat: bool,
    /// Damage assignment orders of attackers, for editions that have them.
    pub(crate) damage_orders: Vec<(Obj, Vec<Obj>)>,
    pub(crate) first_main_done: bool,
    /// A turn is being ended (724).
    pub(crate) ending_turn: bool,
    pub(crate) declared: Declared,
    pub(crate) refused: Option<Fault>,
    pub(crate) dirty: bool,
    /// Who controlled what before the last refresh; kept for its memory.
    pub(crate) controlled: Vec<(Obj, Seat)>,
    /// What kinds of ability are in the game at all, so that most checks cost nothing.
    pub(crate) any: Any,
}

/// Clones field by field, so that a copy which is made again and again (before each declaration, and by [`Adapter::save`]) keeps its memory.
///
/// [`Adapter::save`]: outofphase_adapter::Adapter::save
macro_rules! clone_by_field {
    ($of:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $of {
            fn clone(&self) -> $of {
                let $of { $($field),* } = self;
                $of { $($field: $field.clone()),* }
            }
            fn clone_from(&mut self, source: &$of) {
                let $of { $($field),* } = source;
                $(self.$field.clone_from($field);)*
            }
        }
    };
}

clone_by_field!(Game {
    rules,
    seats,
    things,
    players,
    battlefield,
    abilities,
    granted,
    arena,
    effects,
    links,
    late_returns,
    left,
    kept_returns,
    delayed,
    waiting,
    stack,
    floor,
    resolving,
    events,
    before,
    before_arena,
    before_valid,
    batch_depth,
    batch,
    stamp,
    log,
    answers,
    active,
    step,
    plan,
    extra_turns,
    order_at,
    first_turn,
    day_night,
    cant_block,
    previous_active_spells,
    previous_all_spells,
    archenemy,
    schemes,
    one_defender,
    defender,
    attacked_this_combat,
    damage_orders,
    first_main_done,
    ending_turn,
    declared,
    refused,
    dirty,
    controlled,
    any
});
clone_by_field!(Player {
    life,
    in_game,
    blank_hand,
    blank_library,
    blank_graveyard,
    library,
    drew_from_empty,
    mana,
    spells_this_turn,
    skips,
    departed_turn_passed
});

/// What the next declarations are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) attacks: Vec<outofphase_adapter::Attack>,
    pub(crate) blocks: Vec<outofphase_adapter::Block>,
}

/// Which kinds of word this game has.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Any {
    pub(crate) triggers: bool,
    /// The kinds of event for which some triggered ability waits.
    pub(crate) awaited: Kinds,
    pub(crate) state_triggers: bool,
    pub(crate) statics: bool,
    pub(crate) enters_statics: bool,
    pub(crate) daybound: bool,
    pub(crate) legends: bool,
}

impl Game {
    pub(crate) fn thing(&self, o: Obj) -> &Thing {
        &self.things[o.index()]
    }
    pub(crate) fn thing_mut(&mut self, o: Obj) -> &mut Thing {
        &mut self.things[o.index()]
    }
    pub(crate) fn refer(&self, o: Obj) -> Ref {
        Ref { obj: o, inc: self.thing(o).inc }
    }
    /// Whether it is still that object.
    pub(crate) fn is(&self, r: Ref) -> bool {
        self.thing(r.obj).inc == r.inc
    }
    pub(crate) fn player(&self, s: Seat) -> &Player {
        &self.players[s.index()]
    }
    pub(crate) fn player_mut(&mut self, s: Seat) -> &mut Player {
        &mut self.players[s.index()]
    }
    pub(crate) fn in_game(&self, s: Seat) -> bool {
        self.players[s.index()].in_game
    }
    pub(crate) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        Seat::first(self.seats)
    }
    /// Seats in turn order from `from` on.
    pub(crate) fn seats_from(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        let n = self.seats;
        (0..n).map(move |i| Seat((from.0 + i) % n))
    }
    pub(crate) fn next_in_game(&self, after: Seat) -> Seat {
        self.seats_from(after).skip(1).find(|s| self.in_game(*s)).unwrap_or(after)
    }
    /// Whether the game is over: fewer than two players are left.
    pub(crate) fn over(&self) -> bool {
        self.players.iter().filter(|p| p.in_game).count() < 2
    }
    /// Adds to the event log. What is noted within a batch happened at once; all else has a moment of its own.
    pub(crate) fn note(&mut self, event: LogEvent) {
        self.log.push(LogEntry { batch: self.batch, event });
        if self.batch_depth == 0 {
            self.batch += 1;
        }
    }
    pub(crate) fn new_stamp(&mut self) -> u32 {
        self.stamp += 1;
        self.stamp
    }
    /// Permanents that the game sees.
    pub(crate) fn seen(&self) -> impl Iterator<Item = Obj> + '_ {
        self.battlefield.iter().copied().filter(|o| self.thing(*o).seen())
    }
    pub(crate) fn static_of(&self, id: AbilityId) -> Option<&Static> {
        match &self.abilities[usize::from(id)] {
            Ability::Static(s) => Some(s),
            _ => None,
        }
    }
    pub(crate) fn trigger_of(&self, id: AbilityId) -> Option<&Trigger> {
        match &self.abilities[usize::from(id)] {
            Ability::Trigger(t) => Some(t),
            _ => None,
        }
    }
    /// Statics and triggers that a permanent has now.
    pub(crate) fn abilities_now(&self, o: Obj) -> &[AbilityId] {
        let (a, b) = self.thing(o).now.abilities;
        &self.arena[a as usize..b as usize]
    }
    /// Whether a permanent's static abilities apply: it is phased in (702.26b).
    pub(crate) fn statics_apply(&self, o: Obj) -> bool {
        let t = self.thing(o);
        t.seen() || (t.on_battlefield() && self.rules.phased_out_statics == crate::rulebook::PhasedOutStatics::On)
    }
    /// Every static ability that applies, with its source.
    pub(crate) fn statics(&self) -> impl Iterator<Item = (Obj, &Static)> + '_ {
        let list: &[Obj] = if self.any.statics { &self.battlefield } else { &[] };
        list.iter()
            .copied()
            .filter(|o| self.statics_apply(*o))
            .flat_map(move |o| self.abilities_now(o).iter().filter_map(move |id| self.static_of(*id).map(|s| (o, s))))
    }
    /// Takes the first answer for which `pick` has a use.
    pub(crate) fn take_answer<T>(&mut self, pick: impl Fn(&Answer) -> Option<T>) -> Option<T> {
        let i = self.answers.iter().position(|a| pick(a).is_some())?;
        let answer = self.answers.remove(i);
        pick(&answer)
    }
    pub(crate) fn holder(&self, h: Holder, source: Option<Ref>) -> Option<Ref> {
        match h {
            Holder::This => source,
            Holder::Object(o) => Some(self.refer(o)),
        }
    }
}
