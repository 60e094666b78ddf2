//! Out and in within a turn is the identity (702.26c-f): same object, same state, effects on it still there.

use super::{Broken, Pair, compare};
use outofphase_adapter::{Ability, Action, Attached, Effect, Obj, Static, Step, What};

pub(super) fn check(p: &mut Pair<'_>) -> Option<Broken> {
    let w = &p.base.words;
    if w.phase_triggers
        || w.state_triggers
        || w.as_long_as
        || w.until_leaves
        || w.locks
        || w.legends
        || w.special_types
        || w.daybound
        || w.stack
    {
        return None;
    }
    let t = p.base;
    // Statics that look at the board could make something die while the permanent is away.
    let statics =
        |o: Obj| {
            t.setup().object(o).has.iter().any(
                |a| matches!(a, Ability::Static(s) if !matches!(s, Static::HostGets { .. } | Static::DoesntUntap | Static::DamageStays)),
            )
        };
    let anything_counts = w.counted_sizes || w.types_change || w.abilities_change || w.control_changes;
    if anything_counts || t.objects().any(statics) {
        return None;
    }
    // The middle of the script, and from there on the first good place.
    let steps = t.steps();
    let (at, o) = (steps.end / 2..steps.end).find_map(|i| {
        let shot = t.before(i);
        let calm =
            matches!(shot.step, Some(Step::Upkeep | Step::Draw | Step::FirstMain | Step::SecondMain | Step::End)) && shot.stack == Some(0);
        let o = t.objects().find(|o| {
            let v = shot.object(*o);
            v.is_phased_in() && v.attached == Some(None) && !t.setup().object(*o).token
        })?;
        // An upkeep step can be added within combat.
        let fights = |o: Obj| matches!(shot.object(o).attacking, Some(Some(_))) || matches!(shot.object(o).blocking, Some(Some(_)));
        let calm = calm && !t.objects().any(fights);
        // An attachment that went out by itself would come back to something that is not there.
        let alone = t.objects().all(|a| shot.object(a).attached != Some(Some(Attached::Object(o))) || shot.object(a).is_phased_in());
        (calm && alone).then_some((i, o))
    })?;
    let by = t.before(at).active.filter(|s| t.before(at).player(*s).in_game == Some(true))?;
    let mut s = t.scenario.clone();
    s.play.insert(at, Action::Resolve { by, effect: Effect::PhaseOut(What::one(o)) });
    s.play.insert(at + 1, Action::Resolve { by, effect: Effect::PhaseIn(What::one(o)) });
    p.other.play(p.adapter, &s);
    compare::agree(t, p.other, |i| if i < at { i } else { i + 2 }, Some, "phasing out and in within a turn changes nothing")
}
