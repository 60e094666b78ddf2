//! Renaming seats: within one player's turn it does not matter which of the others sits where.

use super::{Broken, Pair, compare};
use outofphase_adapter::{Attached, Attacked, LogEvent, ObjectView, Seat, Snapshot};
use outofphase_generators::reseated;

/// B and C change places. A stays, for the game starts in A's turn; and no turn passes, for whose comes next is decided by the seats.
pub(super) fn check(p: &mut Pair<'_>) -> Option<Broken> {
    let (t, w) = (p.base, &p.base.words);
    // What triggers goes on the stack in the order of the seats (603.3b), and a Siege goes to the next player where nothing else is said.
    if t.setup().seats() < 3 || w.consequences || w.special_types || w.legends {
        return None;
    }
    let passes = t.log.iter().any(|e| matches!(e.event, LogEvent::TurnBegan { .. })) || t.shots.iter().any(|s| s.active != Some(Seat::A));
    if passes {
        return None;
    }
    let mut to: Vec<Seat> = t.seats().collect();
    to.swap(1, 2);
    p.other.play(p.adapter, &reseated(&t.scenario, &to));
    for shot in &mut p.other.shots {
        back(shot, &to);
    }
    compare::agree(t, p.other, |i| i, Some, "within a turn it does not matter which of the others sits where")
}

/// Names the players as they were before; two who changed places change back by the same permutation.
fn back(shot: &mut Snapshot, to: &[Seat]) {
    shot.players.swap(1, 2);
    let seat = |s: Seat| to[s.index()];
    let attached = |a: Attached| match a {
        Attached::Player(s) => Attached::Player(seat(s)),
        a => a,
    };
    for v in &mut shot.objects {
        let ObjectView { controller, attached: on, attacking, protector, .. } = v;
        *controller = controller.map(seat);
        *protector = protector.map(seat);
        *on = on.map(|a| a.map(attached));
        *attacking = attacking.map(|a| {
            a.map(|a| match a {
                Attacked::It(a) => Attacked::It(attached(a)),
                a => a,
            })
        });
    }
}
