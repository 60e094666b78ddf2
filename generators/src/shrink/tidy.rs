//! The last touch: objects in the order in which one would tell them, names by role.

use crate::generator::{role, write_name};
use crate::renumber::reorder;
use crate::sort::sort;
use outofphase_adapter::{Attached, Obj, Place, Scenario};

/// The handles in the order in which a reader wants them: hosts before what is attached to them, the battlefield before the rest.
pub(super) fn order(s: &Scenario) -> Vec<Obj> {
    let mut all: Vec<Obj> = Vec::with_capacity(s.setup.objects.len());
    let mut rest: Vec<Obj> = s.setup.handles().collect();
    // Stable: what has no reason to move stays where it is.
    rest.sort_by_key(|o| s.setup.object(*o).place != Place::Battlefield);
    while !rest.is_empty() {
        let ready = rest.iter().position(|o| match s.setup.object(*o).on {
            Some(Attached::Object(h)) => all.contains(&h),
            _ => true,
        });
        all.push(rest.remove(ready.unwrap_or_default()));
    }
    all
}

/// The same scenario with its objects in order.
pub(super) fn reordered(s: &Scenario) -> Scenario {
    let mut new = reorder(s, &order(s));
    new.play.iter_mut().for_each(sort);
    new
}

/// The same scenario with names by role.
pub(super) fn renamed(s: &Scenario) -> Scenario {
    let mut new = s.clone();
    let roles: Vec<&'static str> = s.setup.objects.iter().map(role).collect();
    for (i, o) in new.setup.objects.iter_mut().enumerate() {
        let nth = 1 + roles[..i].iter().filter(|r| **r == roles[i]).count();
        write_name(&mut o.name, roles[i], nth);
    }
    new
}
