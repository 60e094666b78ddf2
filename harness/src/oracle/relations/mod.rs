//! Metamorphic relations: two scenarios whose outcomes must agree (or agree for everybody else). They need no reference engine.
//!
//! Where a relation has preconditions, it builds its pair of scenarios so that they hold, as far as that can be done from any scenario; a
//! relation that does not apply answers `None`.

mod absent;
mod compare;
mod identity;
mod rewrite;
mod saving;
mod seats;
mod splitting;
mod twins;

use super::{Trace, Violation};
use outofphase_adapter::Adapter;

/// A relation.
#[derive(Copy, Clone)]
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// The slug of the clause.
    pub clause: &'static str,
    check: fn(&mut Pair<'_>) -> Option<Broken>,
}

impl std::fmt::Debug for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Where two runs that should agree do not: the action of the base scenario, the object, and a message.
#[derive(Debug)]
struct Broken {
    at: usize,
    object: Option<outofphase_adapter::Obj>,
    message: String,
}

/// What a relation works with.
struct Pair<'a> {
    adapter: &'a mut dyn Adapter,
    base: &'a Trace,
    other: &'a mut Trace,
    third: &'a mut Trace,
}

/// Every relation.
pub const ALL: &[Relation] = &[
    Relation { name: "relations::phased_out_twins_change_nothing", clause: "phasing.treated-as-nonexistent", check: twins::check },
    Relation { name: "relations::phased_out_is_as_good_as_absent", clause: "phasing.treated-as-nonexistent", check: absent::check },
    Relation {
        name: "relations::the_order_within_a_simultaneous_set_does_not_matter",
        clause: "phasing.untap-step-event",
        check: rewrite::permuted,
    },
    Relation { name: "relations::a_second_instance_of_phasing_is_redundant", clause: "phasing.redundant", check: rewrite::second_instance },
    Relation { name: "relations::the_order_of_the_board_does_not_matter", clause: "phasing.untap-step-event", check: rewrite::reordered },
    Relation { name: "relations::the_seats_of_the_others_do_not_matter", clause: "phasing.untap-step-event", check: seats::check },
    Relation { name: "relations::out_and_in_within_a_turn_is_the_identity", clause: "phasing.phases-in", check: identity::check },
    Relation { name: "relations::an_advance_is_the_sum_of_its_steps", clause: "turn-based.automatic", check: splitting::check },
    Relation { name: "relations::a_saved_game_goes_on_as_it_would_have", clause: "status.phased", check: saving::check },
];

/// Room for the traces of related scenarios, used again and again.
#[derive(Debug, Default)]
pub struct Room {
    other: Trace,
    third: Trace,
}

impl Relation {
    /// Checks the relation on a scenario that was played into `base`.
    pub fn check(&self, adapter: &mut dyn Adapter, base: &Trace, room: &mut Room) -> Option<Violation> {
        let mut pair = Pair { adapter, base, other: &mut room.other, third: &mut room.third };
        (self.check)(&mut pair).map(|b| Violation {
            oracle: self.name,
            clause: self.clause,
            at: b.at,
            object: b.object,
            message: b.message,
        })
    }
}
