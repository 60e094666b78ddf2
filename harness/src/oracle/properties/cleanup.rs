//! Damage wears off at cleanup, from phased-out permanents too (514.2, 703.4p).

use crate::oracle::{Property, Report, Trace};
use outofphase_adapter::{Action, Step};

pub(super) const ALL: &[Property] =
    &[Property { name: "cleanup::damage_is_gone_after_cleanup", clause: "cleanup.damage-and-effects", check: damage }];

fn damage(t: &Trace, r: &mut Report) {
    if t.words.damage_kept || t.words.consequences || t.words.turn_structure || t.words.stack {
        return;
    }
    for i in t.steps() {
        let Action::Advance { to, of } = t.action(i) else { continue };
        let new_turn = t.before(i).active != Some(*of) || t.before(i).step >= Some(*to);
        if !new_turn
            || *to > Step::DeclareAttackers
            || !t.done(i)
            || t.before(i).active.is_none()
            || t.before(i).step == Some(Step::Cleanup)
        {
            continue;
        }
        for o in t.objects() {
            let v = t.after(i).object(o);
            if v.damage.is_some_and(|d| d > 0) {
                r.add(i, Some(o), || format!("{o} still has {} damage after a cleanup step", v.damage.unwrap_or(0)));
            }
        }
    }
}
