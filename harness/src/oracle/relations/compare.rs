//! Comparing two traces, or what others see of them.

use super::Broken;
use crate::oracle::{Did, Trace};
use outofphase_adapter::{Attached, Attacked, Obj, ObjectView};

/// Compares the trace of a variant with that of the base: action i of the base with action `map(i)` of the variant, and object o with
/// `object(o)`; objects for which that is `None` are not looked at.
pub(super) fn agree(
    base: &Trace,
    other: &Trace,
    map: impl Fn(usize) -> usize,
    object: impl Fn(Obj) -> Option<Obj>,
    what: &str,
) -> Option<Broken> {
    for i in base.steps() {
        let j = map(i);
        if j >= other.did.len() || j == usize::MAX || j + 1 >= other.shots.len() {
            // The other game ended earlier, or the engine could not go on.
            return None;
        }
        let kind = |d: &Did| matches!(d, Did::Done(_));
        if kind(&base.did[i]) != kind(&other.did[j]) {
            return Some(Broken {
                at: i,
                object: None,
                message: format!(
                    "{what}, yet one run allows the action and the other refuses it: {:?} and {:?}",
                    base.did[i], other.did[j]
                ),
            });
        }
        let (a, b) = (&base.shots[i + 1], &other.shots[j + 1]);
        for o in base.objects() {
            let Some(p) = object(o) else { continue };
            let here = mapped(a.object(o), &object);
            if let Some(field) = differs(&here, b.object(p)) {
                return Some(Broken {
                    at: i,
                    object: Some(o),
                    message: format!("{what}, yet {field} of {o} differs: {here:?} and {:?}", b.object(p)),
                });
            }
        }
        for s in base.seats() {
            if a.player(s) != b.player(s) {
                return Some(Broken {
                    at: i,
                    object: None,
                    message: format!("{what}, yet {s} differs: {:?} and {:?}", a.player(s), b.player(s)),
                });
            }
        }
        if (a.step, a.active, a.day_night, a.stack) != (b.step, b.active, b.day_night, b.stack) {
            return Some(Broken {
                at: i,
                object: None,
                message: format!("{what}, yet the turn differs: {:?} {:?} and {:?} {:?}", a.step, a.active, b.step, b.active),
            });
        }
    }
    None
}

/// The view as it would be with the objects' other handles.
fn mapped(v: &ObjectView, object: &impl Fn(Obj) -> Option<Obj>) -> ObjectView {
    let to = |a: Attached| match a {
        Attached::Object(o) => Attached::Object(object(o).unwrap_or(o)),
        a => a,
    };
    let mut v = *v;
    v.attached = v.attached.map(|a| a.map(to));
    v.blocking = v.blocking.map(|a| a.map(to));
    v.attacking = v.attacking.map(|a| {
        a.map(|a| match a {
            Attacked::It(a) => Attacked::It(to(a)),
            a => a,
        })
    });
    v
}

/// The first field on which two views differ.
fn differs(a: &ObjectView, b: &ObjectView) -> Option<&'static str> {
    if a == b {
        return None;
    }
    Some(if a.place != b.place {
        "the place"
    } else if a.phased != b.phased {
        "the status"
    } else if a.controller != b.controller {
        "the controller"
    } else if a.size != b.size {
        "the size"
    } else {
        "something"
    })
}
