//! Lists without an order of their own, in the order of handles.

use outofphase_adapter::{Action, Effect, What};

/// Puts the lists of an action in the order of handles: what happens at once has no order.
pub(crate) fn sort(a: &mut Action) {
    match a {
        Action::Resolve { effect, .. } | Action::Announce { effect, .. } => sort_effect(effect),
        Action::Attack(v) => v.sort_unstable_by_key(|a| a.attacker),
        Action::Block(v) => v.sort_unstable_by_key(|b| b.blocker),
        _ => {}
    }
}

fn sort_effect(e: &mut Effect) {
    let sort = |w: &mut What| {
        if let What::These(v) = w {
            v.sort_unstable();
        }
    };
    match e {
        Effect::PhaseOut(w)
        | Effect::PhaseIn(w)
        | Effect::Destroy(w)
        | Effect::Exile(w)
        | Effect::ExileAndReturn(w)
        | Effect::ReturnToHand(w)
        | Effect::PutOnLibrary(w)
        | Effect::Sacrifice(w)
        | Effect::Tap(w)
        | Effect::Untap(w)
        | Effect::Unattach(w)
        | Effect::RemoveFromCombat(w)
        | Effect::DoesntUntapNext(w)
        | Effect::Transform(w)
        | Effect::PhaseOutUntil { what: w, .. }
        | Effect::ExileUntil { what: w, .. }
        | Effect::PutOntoBattlefield { what: w, .. }
        | Effect::Damage { to: w, .. }
        | Effect::Pump { what: w, .. }
        | Effect::GainAbility { what: w, .. }
        | Effect::LoseAbilities { what: w, .. }
        | Effect::BecomeCreatures { what: w, .. }
        | Effect::LoseTypes { what: w, .. }
        | Effect::GainControl { what: w, .. }
        | Effect::PutCounters { on: w, .. }
        | Effect::RemoveCounters { from: w, .. }
        | Effect::Attach { what: w, .. }
        | Effect::CantPhaseOut { what: w, .. }
        | Effect::CantPhaseIn { what: w, .. }
        | Effect::ChangeProtector { what: w, .. } => sort(w),
        Effect::PhaseInAndOut { r#in, out } => {
            sort(r#in);
            sort(out);
        }
        Effect::Create(v) => v.sort_unstable(),
        Effect::AtTheNext { then, .. } | Effect::When { then, .. } => sort_effect(then),
        Effect::InOrder(parts) => parts.iter_mut().for_each(sort_effect),
        _ => {}
    }
}
