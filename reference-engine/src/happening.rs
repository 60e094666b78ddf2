//! What happens in a game, for triggered abilities to match (603.2), and its kinds.

use outofphase_adapter::{Event, Obj, Place, Seat, Step};

/// Something that happened, for triggers to match.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Ev {
    Enter {
        o: Obj,
    },
    /// Left the battlefield for `to`; `inc` is what it became there.
    Leave {
        o: Obj,
        to: Place,
        inc: u16,
    },
    ToGraveyard {
        o: Obj,
    },
    LeaveGraveyard {
        o: Obj,
    },
    Sacrifice {
        o: Obj,
        inc: u16,
    },
    PhaseOut {
        o: Obj,
    },
    PhaseIn {
        o: Obj,
    },
    Attack {
        o: Obj,
    },
    Block {
        o: Obj,
    },
    Blocked {
        o: Obj,
    },
    CombatDamage {
        o: Obj,
    },
    Damaged {
        o: Obj,
    },
    Tap {
        o: Obj,
    },
    Untap {
        o: Obj,
    },
    Attach {
        o: Obj,
    },
    Unattach {
        o: Obj,
    },
    Control {
        o: Obj,
        from: Seat,
        to: Seat,
    },
    Target {
        o: Obj,
    },
    Begin {
        step: Step,
    },
    Discard {
        s: Seat,
    },
    Draw {
        s: Seat,
    },
    DayNight,
    Transform {
        o: Obj,
    },
    Lose {
        s: Seat,
    },
    Lore {
        o: Obj,
        from: u8,
        to: u8,
    },
    Visit {
        o: Obj,
    },
}

/// The kinds of [`Ev`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Enter,
    Leave,
    ToGraveyard,
    LeaveGraveyard,
    Sacrifice,
    PhaseOut,
    PhaseIn,
    Attack,
    Block,
    Blocked,
    CombatDamage,
    Damaged,
    Tap,
    Untap,
    Attach,
    Unattach,
    Control,
    Target,
    Begin,
    Discard,
    Draw,
    DayNight,
    Transform,
    Lose,
    Lore,
    Visit,
}

/// A set of kinds of event.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kinds(u32);

impl Kinds {
    pub(crate) fn add(&mut self, more: Kinds) {
        self.0 |= more.0;
    }
    pub(crate) fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
    const fn one(kind: Kind) -> Kinds {
        Kinds(1 << kind as u32)
    }

    /// The kind of an event.
    pub(crate) fn of(ev: &Ev) -> Kinds {
        Kinds::one(match ev {
            Ev::Enter { .. } => Kind::Enter,
            Ev::Leave { .. } => Kind::Leave,
            Ev::ToGraveyard { .. } => Kind::ToGraveyard,
            Ev::LeaveGraveyard { .. } => Kind::LeaveGraveyard,
            Ev::Sacrifice { .. } => Kind::Sacrifice,
            Ev::PhaseOut { .. } => Kind::PhaseOut,
            Ev::PhaseIn { .. } => Kind::PhaseIn,
            Ev::Attack { .. } => Kind::Attack,
            Ev::Block { .. } => Kind::Block,
            Ev::Blocked { .. } => Kind::Blocked,
            Ev::CombatDamage { .. } => Kind::CombatDamage,
            Ev::Damaged { .. } => Kind::Damaged,
            Ev::Tap { .. } => Kind::Tap,
            Ev::Untap { .. } => Kind::Untap,
            Ev::Attach { .. } => Kind::Attach,
            Ev::Unattach { .. } => Kind::Unattach,
            Ev::Control { .. } => Kind::Control,
            Ev::Target { .. } => Kind::Target,
            Ev::Begin { .. } => Kind::Begin,
            Ev::Discard { .. } => Kind::Discard,
            Ev::Draw { .. } => Kind::Draw,
            Ev::DayNight => Kind::DayNight,
            Ev::Transform { .. } => Kind::Transform,
            Ev::Lose { .. } => Kind::Lose,
            Ev::Lore { .. } => Kind::Lore,
            Ev::Visit { .. } => Kind::Visit,
        })
    }

    /// The kind of event for which a trigger waits; none for those that are looked at otherwise.
    pub(crate) fn awaited_by(e: &Event) -> Kinds {
        Kinds::one(match e {
            Event::Enters(_) => Kind::Enter,
            Event::Leaves(_) | Event::Dies(_) | Event::Exiled(_) | Event::ToHand(_) => Kind::Leave,
            Event::ToGraveyard(_) => Kind::ToGraveyard,
            Event::LeavesGraveyard(_) => Kind::LeaveGraveyard,
            Event::Sacrificed(_) => Kind::Sacrifice,
            Event::PhasesOut(_) => Kind::PhaseOut,
            Event::PhasesIn(_) => Kind::PhaseIn,
            Event::Attacks(_) => Kind::Attack,
            Event::Blocks(_) => Kind::Block,
            Event::BecomesBlocked(_) => Kind::Blocked,
            Event::DealsCombatDamage(_) => Kind::CombatDamage,
            Event::DealtDamage(_) => Kind::Damaged,
            Event::BecomesTapped(_) => Kind::Tap,
            Event::BecomesUntapped(_) => Kind::Untap,
            Event::BecomesAttached(_) => Kind::Attach,
            Event::BecomesUnattached(_) => Kind::Unattach,
            Event::LoseControl(_) | Event::OpponentGains(_) => Kind::Control,
            Event::BecomesTarget(_) => Kind::Target,
            Event::Beginning { .. } => Kind::Begin,
            Event::Discards(_) => Kind::Discard,
            Event::Draws(_) => Kind::Draw,
            Event::DayNightChanges(_) => Kind::DayNight,
            Event::Transforms(_) => Kind::Transform,
            Event::PlayerLoses(_) => Kind::Lose,
            Event::Chapter(_) => Kind::Lore,
            Event::Visited(_) => Kind::Visit,
            Event::SetInMotion(_) | Event::ControlNo(_) => return Kinds::default(),
            // A word that is new here: look at every event.
            _ => return Kinds(u32::MAX),
        })
    }
}
