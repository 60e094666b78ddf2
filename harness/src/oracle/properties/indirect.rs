//! Attachments phase out with their host and come back with it (702.26g, 702.26h).

use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, Attached, Effect, Obj, Phased, What};

pub(super) const ALL: &[Property] = &[
    Property { name: "phasing::attachments_share_their_hosts_status", clause: "phasing.indirect", check: share },
    Property { name: "phasing::an_indirectly_phased_object_never_phases_in_by_itself", clause: "phasing.indirect", check: by_itself },
    Property { name: "phasing::direct_and_indirect_at_once_is_indirect", clause: "phasing.direct-and-indirect", check: direct },
    Property { name: "phasing::an_attachment_comes_back_attached", clause: "phasing.indirect", check: attached },
];

fn host(t: &Trace, shot: usize, o: Obj) -> Option<Obj> {
    match t.shots[shot].object(o).attached?? {
        Attached::Object(h) => Some(h),
        Attached::Player(_) => None,
    }
}

fn share(t: &Trace, r: &mut Report) {
    if t.words.locks {
        return;
    }
    for i in t.steps() {
        // In the untap step state-based actions have not yet looked at what phased in attached to something phased out.
        if t.after(i).step.is_none_or(|s| s == outofphase_adapter::Step::Untap) {
            continue;
        }
        for o in t.objects() {
            let Some(h) = host(t, i + 1, o) else { continue };
            let (v, hv) = (t.after(i).object(o), t.after(i).object(h));
            if hv.is_phased_out() && v.is_phased_in() {
                r.add(i, Some(o), || format!("{o} is phased in on {h}, which is phased out"));
            }
            if v.phased == Some(Phased::Indirectly) && hv.is_phased_in() {
                r.add(i, Some(o), || format!("{o} phased out with {h}, which is phased in again without it"));
            }
        }
    }
}

fn by_itself(t: &Trace, r: &mut Report) {
    for i in t.steps() {
        // Within a long advance the host may have come in, lost what was attached to it, and gone out again alone.
        let long = t.words.consequences || t.untap_steps(i).is_none_or(|all| all.len() > 1);
        if long && matches!(t.action(i), Action::Advance { .. }) {
            continue;
        }
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            let (Some(Phased::Indirectly), true, Some(h)) = (b.phased, a.is_phased_in(), host(t, i, o)) else { continue };
            if t.after(i).object(h).is_phased_out() {
                r.add(i, Some(o), || format!("{o} phased out with {h} and phased in without it"));
            }
        }
    }
}

/// Only for what an effect phases out, where what goes together is known.
fn direct(t: &Trace, r: &mut Report) {
    if t.words.consequences || t.words.locks {
        return;
    }
    for i in t.steps() {
        let Action::Resolve {
            effect: Effect::PhaseOut(What::These(named)) | Effect::PhaseOutUntil { what: What::These(named), .. }, ..
        } = t.action(i)
        else {
            continue;
        };
        for &o in named {
            let (Some(h), b, a) = (host(t, i, o), t.before(i).object(o), t.after(i).object(o)) else { continue };
            if named.contains(&h) && b.is_phased_in() && t.before(i).object(h).is_phased_in() && a.phased == Some(Phased::Directly) {
                r.add(i, Some(o), || format!("{o} and {h} phased out at once, so {o} phased out indirectly"));
            }
        }
    }
}

fn attached(t: &Trace, r: &mut Report) {
    if t.words.consequences || t.words.until_leaves {
        return;
    }
    for i in t.steps() {
        for o in t.objects() {
            let (b, a) = t.pair(i, o);
            let (Some(Phased::Indirectly), true, Some(h)) = (b.phased, a.is_phased_in(), host(t, i, o)) else { continue };
            // Only right after it came back: an effect that brings it in does nothing else to it.
            if !matches!(t.action(i), Action::Resolve { effect: Effect::PhaseIn(_), .. }) || t.words.types_change || t.words.special_types {
                continue;
            }
            // A host with lethal damage dies as it comes back, for its attachments did not protect it while out.
            if t.after(i).object(h).is_phased_in() && a.attached.is_some_and(|at| at != Some(Attached::Object(h))) {
                r.add(i, Some(o), || format!("{o} phased in with {h} and is not attached to it any more"));
            }
        }
    }
}
