//! Passes over the board: fewer players, objects, abilities.

use crate::renumber::{reorder, without_object, without_seat};
use outofphase_adapter::{Action, Answer, Attached, Card, Effect, Obj, Scenario, Seat, Static, Type, Types};

/// All objects at once that nothing names and nothing is attached to, then half of them.
pub(super) fn unnamed(s: &Scenario, out: &mut Vec<Scenario>) {
    let named = named(s);
    let idle: Vec<Obj> = s.setup.handles().filter(|o| !named[o.index()]).collect();
    if idle.len() < 2 {
        return;
    }
    let (first, second) = idle.split_at(idle.len() / 2);
    for gone in [&idle[..], first, second] {
        let order: Vec<Obj> = s.setup.handles().filter(|o| !gone.contains(o)).collect();
        out.push(reorder(s, &order));
    }
}

/// Which objects the script or another object names.
fn named(s: &Scenario) -> Vec<bool> {
    let mut seen = vec![false; s.setup.objects.len()];
    let mut mark = |o: Obj| {
        if let Some(x) = seen.get_mut(o.index()) {
            *x = true;
        }
    };
    for o in &s.setup.objects {
        if let Some(Attached::Object(h)) = o.on {
            mark(h);
        }
    }
    for a in &s.play {
        let cell = std::cell::RefCell::new(Vec::new());
        let note = |o: Obj| {
            cell.borrow_mut().push(o);
            Some(o)
        };
        let _ = crate::renumber::Renumber { obj: &note, seat: &Some }.action(a);
        cell.into_inner().into_iter().for_each(&mut mark);
    }
    seen
}

/// One player less, with all that is theirs; or with all that is theirs given to another.
pub(super) fn seats(s: &Scenario, out: &mut Vec<Scenario>) {
    for gone in Seat::first(s.setup.seats()).rev() {
        out.extend(without_seat(s, gone));
        for heir in Seat::first(s.setup.seats()).filter(|h| *h != gone) {
            let mut given = s.clone();
            for o in &mut given.setup.objects {
                let swap = |seat: &mut Seat| {
                    if *seat == gone {
                        *seat = heir;
                    }
                };
                swap(&mut o.owner);
                o.controller.as_mut().map(swap);
                o.protector.as_mut().map(swap);
                if o.controller == Some(o.owner) {
                    o.controller = None;
                }
                if o.on == Some(Attached::Player(gone)) {
                    o.on = Some(Attached::Player(heir));
                }
            }
            for a in &mut given.play {
                match a {
                    Action::Resolve { by, .. } | Action::Announce { by, .. } | Action::Advance { of: by, .. } if *by == gone => *by = heir,
                    _ => {}
                }
            }
            out.extend(without_seat(&given, gone));
        }
    }
}

/// One object less: with what is attached to it; or what is attached moves to another host or stays behind.
pub(super) fn objects(s: &Scenario, out: &mut Vec<Scenario>) {
    for gone in s.setup.handles().collect::<Vec<_>>().into_iter().rev() {
        let attached = |o: &Obj| s.setup.object(*o).on == Some(Attached::Object(gone));
        if s.setup.handles().any(|o| attached(&o)) {
            let order: Vec<Obj> = s.setup.handles().filter(|o| *o != gone && !attached(o)).collect();
            out.push(reorder(s, &order));
        }
        out.push(without_object(s, gone));
        // An answer about it must not take its reason along: without the twin there is nothing to answer.
        if s.setup.object(gone).named.is_some() {
            let mut alone = without_object(s, gone);
            alone.setup.objects.iter_mut().for_each(|o| o.named = None);
            alone.play.retain(|a| !matches!(a, Action::Answer(Answer::Keep(_))));
            out.push(alone);
        }
    }
}

/// One ability less.
pub(super) fn abilities(s: &Scenario, out: &mut Vec<Scenario>) {
    for (i, o) in s.setup.objects.iter().enumerate().rev() {
        for n in (0..o.has.len()).rev() {
            let mut new = s.clone();
            new.setup.objects[i].has.remove(n);
            out.push(new);
        }
        if o.back.is_some() {
            let mut new = s.clone();
            new.setup.objects[i].back = None;
            new.setup.objects[i].has.retain(|a| *a != outofphase_adapter::Keyword::Daybound.into());
            out.push(new);
        }
    }
    // A bestowed creature that is only there as an Aura is plainer as one.
    for (i, o) in s.setup.objects.iter().enumerate() {
        let bestow = outofphase_adapter::Keyword::Bestow.into();
        if o.on.is_some() && o.has.contains(&bestow) {
            let mut new = s.clone();
            let o = &mut new.setup.objects[i];
            o.has.retain(|a| *a != bestow);
            o.card = Card { types: Types::one(Type::Enchantment).with(Types::one(Type::Aura)), ..Card::default() };
            (o.damage, o.sick) = (0, false);
            out.push(new);
        }
    }
    // Skipping by a static ability and by an effect comes to the same, and the effect is plainer.
    for (i, o) in s.setup.objects.iter().enumerate() {
        for (n, a) in o.has.iter().enumerate() {
            if let outofphase_adapter::Ability::Static(Static::SkipStep { step, .. }) = a {
                for who in Seat::first(s.setup.seats()) {
                    let mut new = s.clone();
                    new.setup.objects[i].has.remove(n);
                    let mut new = without_object(&new, Obj(i as u16));
                    new.play.insert(0, Action::Resolve { by: Seat::A, effect: Effect::SkipNextStep { who, step: *step } });
                    out.push(new);
                }
            }
        }
    }
}
