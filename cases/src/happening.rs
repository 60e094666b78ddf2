//! Happenings: what a case can expect to find in the event log, each with its phrase and the entries that it means.

use outofphase_adapter::{Attached, DayNight, LogEvent, Obj, Place, Seat, Step};
use std::fmt;

/// A pattern over the event log.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Happening {
    /// `bear phases out`.
    PhasesOut(Obj),
    /// `bear phases in`.
    PhasesIn(Obj),
    /// `bear untaps`.
    Untaps(Obj),
    /// `bear taps`.
    Taps(Obj),
    /// `saga gets a lore counter`, as a turn-based action (714.3c).
    GetsLore(Obj),
    /// `bear attacks`.
    Attacks(Obj),
    /// `wall blocks`.
    Blocks(Obj),
    /// `bear deals damage`.
    DealsDamage(Obj),
    /// `damage wears off bear` (514.2).
    DamageWearsOff(Obj),
    /// `bear goes to graveyard`, and to exile, hand, library, battlefield.
    GoesTo(Obj, Place),
    /// `bear ceases`: a token in another zone (111.7), or a card that left with its owner.
    Ceases(Obj),
    /// `bear triggers`.
    Triggers(Obj),
    /// `bear's trigger goes on the stack`.
    TriggerGoesOnStack(Obj),
    /// `bear's trigger resolves`.
    TriggerResolves(Obj),
    /// `bear is removed from combat`.
    RemovedFromCombat(Obj),
    /// `sword becomes attached`.
    BecomesAttached(Obj),
    /// `sword becomes unattached`.
    BecomesUnattached(Obj),
    /// `state-based action on bear`.
    StateBased(Obj),
    /// `plot is set in motion`.
    SetInMotion(Obj),
    /// `bear transforms`.
    Transforms(Obj),
    /// `A draws`.
    Draws(Seat),
    /// `A discards`.
    Discards(Seat),
    /// `A rolls`, to visit Attractions.
    Rolls(Seat),
    /// `A's mana empties`.
    ManaEmpties(Seat),
    /// `A gets priority`.
    GetsPriority(Seat),
    /// `A leaves`.
    Leaves(Seat),
    /// `A's turn begins`.
    TurnBegins(Seat),
    /// `defending player is B`.
    Defends(Seat),
    /// `it becomes night`.
    ItBecomes(DayNight),
    /// `turn effects end`: those until end of turn (514.2).
    TurnEffectsEnd,
    /// `upkeep begins`.
    Begins(Step),
    /// `untap ends`.
    Ends(Step),
}

impl Happening {
    /// Whether a log entry is what the phrase means.
    #[must_use]
    pub fn matches(self, event: &LogEvent) -> bool {
        match (self, *event) {
            (Happening::PhasesOut(o), LogEvent::PhasedOut { object, .. })
            | (Happening::PhasesIn(o), LogEvent::PhasedIn { object })
            | (Happening::Untaps(o), LogEvent::Untapped { object })
            | (Happening::Taps(o), LogEvent::Tapped { object })
            | (Happening::GetsLore(o), LogEvent::Lore { object })
            | (Happening::Attacks(o), LogEvent::Attacks { object, .. })
            | (Happening::Blocks(o), LogEvent::Blocks { object, .. })
            | (Happening::DamageWearsOff(o), LogEvent::DamageRemoved { object })
            | (Happening::Ceases(o), LogEvent::Ceased { object })
            | (Happening::Triggers(o), LogEvent::Triggered { source: object, .. })
            | (Happening::TriggerGoesOnStack(o), LogEvent::PutOnStack { source: object, .. })
            | (Happening::TriggerResolves(o), LogEvent::Resolved { source: Some(object), .. })
            | (Happening::RemovedFromCombat(o), LogEvent::RemovedFromCombat { object })
            | (Happening::BecomesAttached(o), LogEvent::Attached { object, .. })
            | (Happening::BecomesUnattached(o), LogEvent::Unattached { object })
            | (Happening::StateBased(o), LogEvent::StateBased { object: Some(object), .. })
            | (Happening::SetInMotion(o), LogEvent::SetInMotion { object })
            | (Happening::Transforms(o), LogEvent::Transformed { object })
            | (Happening::DealsDamage(o), LogEvent::Damage { from: Some(object), .. }) => o == object,
            (Happening::GoesTo(o, place), LogEvent::Moved { object, to, .. }) => o == object && place == to,
            (Happening::Draws(s), LogEvent::Drew { player })
            | (Happening::Discards(s), LogEvent::Discarded { player })
            | (Happening::Rolls(s), LogEvent::Rolled { player, .. })
            | (Happening::ManaEmpties(s), LogEvent::ManaEmptied { player, .. })
            | (Happening::GetsPriority(s), LogEvent::Priority { player })
            | (Happening::Leaves(s), LogEvent::Left { player })
            | (Happening::Defends(s), LogEvent::Defending { player })
            | (Happening::TurnBegins(s), LogEvent::TurnBegan { of: player }) => s == player,
            (Happening::ItBecomes(what), LogEvent::Became { what: became }) => what == became,
            (Happening::TurnEffectsEnd, LogEvent::TurnEffectsEnded) => true,
            (Happening::Begins(s), LogEvent::StepBegan { step, .. }) | (Happening::Ends(s), LogEvent::StepEnded { step }) => s == step,
            _ => false,
        }
    }

    /// The object or player that it happens to, if any.
    #[must_use]
    pub const fn about(self) -> Option<Attached> {
        Some(match self {
            Happening::PhasesOut(o)
            | Happening::PhasesIn(o)
            | Happening::Untaps(o)
            | Happening::Taps(o)
            | Happening::GetsLore(o)
            | Happening::Attacks(o)
            | Happening::Blocks(o)
            | Happening::DealsDamage(o)
            | Happening::DamageWearsOff(o)
            | Happening::GoesTo(o, _)
            | Happening::Ceases(o)
            | Happening::Triggers(o)
            | Happening::TriggerGoesOnStack(o)
            | Happening::TriggerResolves(o)
            | Happening::RemovedFromCombat(o)
            | Happening::BecomesAttached(o)
            | Happening::BecomesUnattached(o)
            | Happening::StateBased(o)
            | Happening::SetInMotion(o)
            | Happening::Transforms(o) => Attached::Object(o),
            Happening::Draws(s)
            | Happening::Discards(s)
            | Happening::Rolls(s)
            | Happening::ManaEmpties(s)
            | Happening::GetsPriority(s)
            | Happening::Leaves(s)
            | Happening::TurnBegins(s)
            | Happening::Defends(s) => Attached::Player(s),
            Happening::ItBecomes(_) | Happening::TurnEffectsEnd | Happening::Begins(_) | Happening::Ends(_) => return None,
        })
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Happening::PhasesOut(o) => write!(f, "{o} phases out"),
            Happening::PhasesIn(o) => write!(f, "{o} phases in"),
            Happening::Untaps(o) => write!(f, "{o} untaps"),
            Happening::Taps(o) => write!(f, "{o} taps"),
            Happening::GetsLore(o) => write!(f, "{o} gets a lore counter"),
            Happening::Attacks(o) => write!(f, "{o} attacks"),
            Happening::Blocks(o) => write!(f, "{o} blocks"),
            Happening::DealsDamage(o) => write!(f, "{o} deals damage"),
            Happening::DamageWearsOff(o) => write!(f, "damage wears off {o}"),
            Happening::GoesTo(o, place) => write!(f, "{o} goes to {place}"),
            Happening::Ceases(o) => write!(f, "{o} ceases"),
            Happening::Triggers(o) => write!(f, "{o} triggers"),
            Happening::TriggerGoesOnStack(o) => write!(f, "{o}'s trigger goes on the stack"),
            Happening::TriggerResolves(o) => write!(f, "{o}'s trigger resolves"),
            Happening::RemovedFromCombat(o) => write!(f, "{o} is removed from combat"),
            Happening::BecomesAttached(o) => write!(f, "{o} becomes attached"),
            Happening::BecomesUnattached(o) => write!(f, "{o} becomes unattached"),
            Happening::StateBased(o) => write!(f, "state-based action on {o}"),
            Happening::SetInMotion(o) => write!(f, "{o} is set in motion"),
            Happening::Transforms(o) => write!(f, "{o} transforms"),
            Happening::Draws(s) => write!(f, "{s} draws"),
            Happening::Discards(s) => write!(f, "{s} discards"),
            Happening::Rolls(s) => write!(f, "{s} rolls"),
            Happening::ManaEmpties(s) => write!(f, "{s}'s mana empties"),
            Happening::GetsPriority(s) => write!(f, "{s} gets priority"),
            Happening::Leaves(s) => write!(f, "{s} leaves"),
            Happening::TurnBegins(s) => write!(f, "{s}'s turn begins"),
            Happening::Defends(s) => write!(f, "defending player is {s}"),
            Happening::ItBecomes(DayNight::Day) => f.write_str("it becomes day"),
            Happening::ItBecomes(DayNight::Night) => f.write_str("it becomes night"),
            Happening::TurnEffectsEnd => f.write_str("turn effects end"),
            Happening::Begins(step) => write!(f, "{step} begins"),
            Happening::Ends(step) => write!(f, "{step} ends"),
        }
    }
}
