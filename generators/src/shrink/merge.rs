//! The pass that lets one object play the part of another as well.

use crate::renumber::Renumber;
use outofphase_adapter::{Obj, Scenario};

/// For each two objects: everything that names the second names the first, and the second is gone.
pub(super) fn objects(s: &Scenario, out: &mut Vec<Scenario>) {
    let n = s.setup.objects.len();
    if n > 24 {
        return;
    }
    for gone in s.setup.handles().collect::<Vec<_>>().into_iter().rev() {
        for heir in s.setup.handles().filter(|h| *h != gone) {
            let order: Vec<Obj> = s.setup.handles().filter(|o| *o != gone).collect();
            let place = |o: Obj| {
                let o = if o == gone { heir } else { o };
                order.iter().position(|p| *p == o).and_then(|i| u16::try_from(i).ok()).map(Obj)
            };
            let mut merged = Renumber { obj: &place, seat: &Some }.scenario(s, &order);
            // What was attached to the one that is gone is now on the other; nothing is on itself.
            for (i, o) in merged.setup.objects.iter_mut().enumerate() {
                if o.on == Some(outofphase_adapter::Attached::Object(Obj(i as u16))) {
                    o.on = None;
                }
            }
            out.push(merged);
        }
    }
}
