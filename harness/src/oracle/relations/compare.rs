//! Comparing two traces, or what others see of them.

use super::Broken;
use crate::oracle::show::{Show as _, Shown, field, object as object_view, player};
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
                message: format!("{what}, yet the action is {} in one game and {} in the other", base.did[i].show(), other.did[j].show()),
            });
        }
        let (a, b) = (&base.shots[i + 1], &other.shots[j + 1]);
        for o in base.objects() {
            let Some(p) = object(o) else { continue };
            let here = mapped(a.object(o), &object);
            if let Some((field, here, there)) = object_view(&here, b.object(p), Shown::ByEither) {
                let message = format!("{what}, yet {field} of {o} is {here} in one game and {there} in the other");
                return Some(Broken { at: i, object: Some(o), message });
            }
        }
        for s in base.seats() {
            if let Some((field, here, there)) = player(a.player(s), b.player(s), Shown::ByEither) {
                let message = format!("{what}, yet {field} of {s} is {here} in one game and {there} in the other");
                return Some(Broken { at: i, object: None, message });
            }
        }
        let turn = field("the step", a.step, b.step, Shown::ByEither)
            .or_else(|| field("the active player", a.active, b.active, Shown::ByEither))
            .or_else(|| field("the time of day", a.day_night, b.day_night, Shown::ByEither))
            .or_else(|| field("the number of objects on the stack", a.stack, b.stack, Shown::ByEither));
        if let Some((field, here, there)) = turn {
            let message = format!("{what}, yet {field} is {here} in one game and {there} in the other");
            return Some(Broken { at: i, object: None, message });
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
