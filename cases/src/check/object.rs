//! Facts about one card or token.
//!
//! Where the observable itself is not shown, others that are shown may still decide: what is shown to be in a graveyard is not tapped, and what is
//! shown to be phased out has no size that anybody could see (702.26b).

use super::Outcome;
use crate::fact::place_phrase;
use crate::{Fact, Ledger, Times};
use outofphase_adapter::{Attached, Attacked, Obj, ObjectView, Phased, Place, Type, Types};

/// Where it is, if that is shown and is not the battlefield.
fn elsewhere(view: &ObjectView) -> Option<String> {
    view.place.filter(|p| *p != Place::Battlefield).map(|p| place_phrase(p).to_owned())
}

/// Why nobody can see it among the permanents, if that is shown.
fn unseen(view: &ObjectView) -> Option<String> {
    elsewhere(view).or_else(|| view.phased.filter(|p| p.is_out()).map(|p| phased(p).to_owned()))
}

const fn phased(p: Phased) -> &'static str {
    match p {
        Phased::In => "phased in",
        Phased::Out => "phased out",
        Phased::Directly => "phased out directly",
        Phased::Indirectly => "phased out indirectly",
    }
}

/// What a view that is not shown means: decided by where it is, or open.
fn otherwise(why: Option<String>, observable: &'static str) -> Outcome {
    why.map_or(Outcome::NotShown(observable), Outcome::Wrong)
}

/// The same for a fact that says that something is not so: it holds where it can't be so.
fn negative(why: Option<String>, observable: &'static str) -> Outcome {
    why.map_or(Outcome::NotShown(observable), |_| Outcome::Holds)
}

pub(super) fn check(fact: &Fact, obj: Obj, view: &ObjectView, ledger: &Ledger) -> Outcome {
    match fact {
        Fact::PhasedIn | Fact::PhasedOut | Fact::PhasedOutDirectly | Fact::PhasedOutIndirectly => phasing(fact, view),
        Fact::At(place) => Outcome::same(place, view.place, "place", Fact::At),
        Fact::NotOnBattlefield => match view.place {
            None => Outcome::NotShown("place"),
            Some(p) => Outcome::of(p != Place::Battlefield, || place_phrase(p).into()),
        },
        Fact::AttachedTo(host) => match view.attached {
            None => otherwise(elsewhere(view), "attached"),
            Some(a) => Outcome::of(a == Some(*host), || attached(a)),
        },
        Fact::Unattached => match view.attached {
            None => negative(elsewhere(view), "attached"),
            Some(a) => Outcome::of(a.is_none(), || attached(a)),
        },
        Fact::Tapped | Fact::Untapped => match view.tapped {
            None => otherwise(elsewhere(view), "tapped"),
            Some(t) => Outcome::of(t == (*fact == Fact::Tapped), || if t { "tapped".into() } else { "untapped".into() }),
        },
        Fact::ControlledBy(seat) => match view.controller {
            None => otherwise(unseen(view), "controller"),
            Some(c) => Outcome::of(c == *seat, || Fact::ControlledBy(c).to_string()),
        },
        Fact::Size(power, toughness) => match view.size {
            Some((p, t)) => Outcome::of((p, t) == (*power, *toughness), || Fact::Size(p, t).to_string()),
            None => {
                let no_creature = view.types.filter(|t| !t.has(Type::Creature)).map(|t| format!("no creature but {}", type_line(t)));
                otherwise(unseen(view).or(no_creature), "size")
            }
        },
        Fact::Damage(n) => match view.damage {
            Some(d) => Outcome::of(d == *n, || Fact::Damage(d).to_string()),
            None if *n == 0 => negative(elsewhere(view), "damage"),
            None => otherwise(elsewhere(view), "damage"),
        },
        Fact::Counters(kind, n) => match view.counters {
            Some(c) => Outcome::of(c.get(*kind) == *n, || Fact::Counters(*kind, c.get(*kind)).to_string()),
            None if *n == 0 => negative(elsewhere(view), "counters"),
            None => otherwise(elsewhere(view), "counters"),
        },
        Fact::NoCounters => match view.counters {
            Some(c) => {
                Outcome::of(c.is_empty(), || c.iter().map(|(kind, n)| Fact::Counters(kind, n).to_string()).collect::<Vec<_>>().join(", "))
            }
            None => negative(elsewhere(view), "counters"),
        },
        Fact::AttackingWhat(_) | Fact::Attacking | Fact::AttackingNothingAnyMore | Fact::NotAttacking => attack(fact, view),
        Fact::BlockingWhat(_) | Fact::Blocking | Fact::NotBlocking => block(fact, view),
        Fact::Is(t) => match view.types {
            Some(types) => Outcome::of(types.has(*t), || type_line(types)),
            None => otherwise(unseen(view), "types"),
        },
        Fact::IsNo(t) => match view.types {
            Some(types) => Outcome::of(!types.has(*t), || type_line(types)),
            None => Outcome::NotShown("types"),
        },
        Fact::FrontUp => Outcome::same(&false, view.back, "back", |_| Fact::BackUp),
        Fact::BackUp => Outcome::same(&true, view.back, "back", |_| Fact::FrontUp),
        Fact::ProtectedBy(seat) => match view.protector {
            None => otherwise(elsewhere(view), "protector"),
            Some(p) => Outcome::of(p == *seat, || Fact::ProtectedBy(p).to_string()),
        },
        Fact::Triggered { ability, times, of } => match ledger.count(obj, *ability, *of) {
            None => Outcome::NotShown("life"),
            Some(n) => {
                let holds = match times {
                    Times::Some => n > 0,
                    Times::Exactly(m) => n == u32::from(*m),
                };
                let times = Times::Exactly(u8::try_from(n).unwrap_or(u8::MAX));
                Outcome::of(holds, || Fact::Triggered { ability: *ability, times, of: *of }.to_string())
            }
        },
        _ => Outcome::Wrong("a card or token, of which that can't be said".into()),
    }
}

fn phasing(fact: &Fact, view: &ObjectView) -> Outcome {
    if let Some(place) = elsewhere(view) {
        return Outcome::Wrong(place);
    }
    let Some(p) = view.phased else { return Outcome::NotShown("phased") };
    let holds = match fact {
        Fact::PhasedIn => !p.is_out(),
        Fact::PhasedOut => p.is_out(),
        // An engine that does not tell the two apart is right as far as it goes.
        _ if p == Phased::Out => return Outcome::NotShown("direct"),
        Fact::PhasedOutDirectly => p == Phased::Directly,
        _ => p == Phased::Indirectly,
    };
    Outcome::of(holds, || phased(p).into())
}

fn attack(fact: &Fact, view: &ObjectView) -> Outcome {
    let Some(attack) = view.attacking else {
        return if *fact == Fact::NotAttacking { negative(unseen(view), "attacking") } else { otherwise(unseen(view), "attacking") };
    };
    let holds = match fact {
        Fact::NotAttacking => attack.is_none(),
        Fact::AttackingWhat(target) => attack == Some(Attacked::It(*target)),
        Fact::AttackingNothingAnyMore => attack == Some(Attacked::NothingAnyMore),
        _ => attack.is_some(),
    };
    Outcome::of(holds, || {
        match attack {
            None => Fact::NotAttacking,
            Some(Attacked::It(target)) => Fact::AttackingWhat(target),
            Some(Attacked::NothingAnyMore) => Fact::AttackingNothingAnyMore,
        }
        .to_string()
    })
}

fn block(fact: &Fact, view: &ObjectView) -> Outcome {
    let Some(block) = view.blocking else {
        return if *fact == Fact::NotBlocking { negative(unseen(view), "blocking") } else { otherwise(unseen(view), "blocking") };
    };
    let holds = match fact {
        Fact::NotBlocking => block.is_none(),
        Fact::BlockingWhat(attacker) => block == Some(Attached::Object(*attacker)),
        _ => block.is_some(),
    };
    Outcome::of(holds, || block.map_or_else(|| "not blocking".into(), |a| format!("blocking {a}")))
}

fn attached(a: Option<Attached>) -> String {
    a.map_or(Fact::Unattached, Fact::AttachedTo).to_string()
}

fn type_line(types: Types) -> String {
    if types == Types::NONE { "nothing with a type".into() } else { format!("“{types}”") }
}
