//! A permanent that phases out is removed from combat for good (506.4, 702.26b).

use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Attached, Attacked};

const CLAUSE: &str = "combat.removed-from-combat";

pub(super) const ALL: &[Property] = &[
    Property { name: "combat::what_phases_out_leaves_combat_for_good", clause: CLAUSE, check: for_good },
    Property { name: "combat::only_phased_in_creatures_fight", clause: CLAUSE, check: who_fights },
];

fn for_good(t: &Trace, r: &mut Report) {
    for o in t.objects() {
        let mut left = false;
        for i in t.steps() {
            let v = t.after(i).object(o);
            if t.after(i).step.is_none_or(|s| !s.in_combat()) {
                left = false;
                continue;
            }
            // A new declaration is a new combat.
            if matches!(
                t.action(i),
                outofphase_adapter::Action::Attack(_) | outofphase_adapter::Action::Block(_) | outofphase_adapter::Action::Advance { .. }
            ) {
                left = false;
            }
            left |= v.is_phased_out();
            if left && v.is_phased_in() && (matches!(v.attacking, Some(Some(_))) || matches!(v.blocking, Some(Some(_)))) {
                r.add(i, Some(o), || format!("{o} phased out in this combat and is in it again"));
            }
        }
    }
}

fn who_fights(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        for o in t.objects() {
            let v = t.after(i).object(o);
            let fights = matches!(v.attacking, Some(Some(_))) || matches!(v.blocking, Some(Some(_)));
            if fights && v.is_phased_out() {
                r.add(i, Some(o), || format!("{o} is phased out and still in combat"));
            }
            if fights && v.place.is_some_and(|p| p != outofphase_adapter::Place::Battlefield) {
                r.add(i, Some(o), || format!("{o} is not on the battlefield and still in combat"));
            }
            if let Some(Some(Attacked::It(Attached::Object(target)))) = v.attacking
                && t.after(i).object(target).is_phased_out()
            {
                r.add(i, Some(o), || format!("{o} attacks {target}, which is phased out and out of combat"));
            }
        }
    }
}
