//! Non-interference, one way: give permanents phased-out twins with every ability they have, and nobody else notices (702.26b).

use super::{Broken, Pair, compare};
use outofphase_adapter::{Action, Attached, Effect, Obj, Place, Seat, Until, What};

pub(super) fn check(p: &mut Pair<'_>) -> Option<Broken> {
    let w = &p.base.words;
    // Triggers on phasing see the twins go; bans on phasing hold them; daybound makes it day while they are still there.
    if w.phase_triggers || w.locks || w.daybound || p.base.setup().options.start.is_some() {
        return None;
    }
    let mut s = p.base.scenario.clone();
    let n = s.setup.objects.len();
    let originals: Vec<usize> =
        (0..n).filter(|i| s.setup.objects[*i].place == Place::Battlefield && !s.setup.objects[*i].token).take(12).collect();
    if originals.is_empty() {
        return None;
    }
    let twin_of = |o: Obj| originals.iter().position(|i| *i == o.index()).map(|k| Obj((n + k) as u16));
    let mut twins: Vec<Obj> = Vec::new();
    for (k, &i) in originals.iter().enumerate() {
        let mut twin = s.setup.objects[i].clone();
        twin.name = format!("twin{k}");
        twin.on = match twin.on {
            Some(Attached::Object(h)) => Some(Attached::Object(twin_of(h)?)),
            on => on,
        };
        twins.push(s.setup.add(twin));
    }
    let by = Seat::A;
    s.play.insert(0, Action::Resolve { by, effect: Effect::PhaseOut(What::These(twins.clone())) });
    s.play.insert(1, Action::Resolve { by, effect: Effect::CantPhaseIn { what: What::These(twins), until: Until::Forever } });
    p.other.play(p.adapter, &s);
    // What the board itself makes happen, state-based actions, happens with the first action that gives priority: here as there.
    let mut plain = p.base.scenario.clone();
    for _ in 0..2 {
        plain.play.insert(0, Action::Resolve { by, effect: Effect::PhaseOut(What::These(Vec::new())) });
    }
    p.third.play(p.adapter, &plain);
    let broken = compare::agree(p.third, p.other, |i| i, Some, "phased-out twins of permanents change nothing for anything else")?;
    Some(Broken { at: broken.at.saturating_sub(2).min(p.base.did.len().saturating_sub(1)), ..broken })
}
