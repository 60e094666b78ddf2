//! Passes that leave everything in its place and make each thing plainer.

use outofphase_adapter::{
    Ability, Action, Amount, Attached, Attack, Card, CounterKind, Counters, Effect, Event, Filter, Keyword, Obj, ObjectSpec, Place,
    PlayerSpec, Scenario, Seat, Static, Subject, Trigger, Types, Until, What, Whose,
};

/// Plainer effects, action by action.
pub(super) fn effects(s: &Scenario, out: &mut Vec<Scenario>) {
    let objects = s.setup.objects.len();
    for (i, a) in s.play.iter().enumerate() {
        let mut put = |new: Action| {
            let mut play = s.play.clone();
            play[i] = new;
            out.push(Scenario { setup: s.setup.clone(), play });
        };
        match a {
            Action::Resolve { by, effect } => {
                plainer_effects(effect, objects).into_iter().for_each(|effect| put(Action::Resolve { by: *by, effect }));
            }
            Action::Announce { by, effect } => {
                plainer_effects(effect, objects).into_iter().for_each(|effect| put(Action::Announce { by: *by, effect }));
            }
            Action::Attack(v) => {
                for n in 0..v.len() {
                    let mut fewer = v.clone();
                    fewer.remove(n);
                    if !fewer.is_empty() {
                        put(Action::Attack(fewer));
                    }
                    if let Attached::Object(_) = v[n].target {
                        for seat in Seat::first(s.setup.seats()) {
                            let mut plain = v.clone();
                            plain[n] = Attack { target: Attached::Player(seat), ..v[n] };
                            put(Action::Attack(plain));
                        }
                    }
                }
            }
            Action::Block(v) if v.len() > 1 => {
                for n in 0..v.len() {
                    let mut fewer = v.clone();
                    fewer.remove(n);
                    put(Action::Block(fewer));
                }
            }
            _ => {}
        }
    }
}

fn fewer(v: &[Obj]) -> Vec<Vec<Obj>> {
    if v.len() < 2 {
        return Vec::new();
    }
    let mut all: Vec<Vec<Obj>> = Vec::new();
    if v.len() > 2 {
        all.extend(v.iter().map(|o| vec![*o]));
    }
    for n in 0..v.len() {
        let mut w = v.to_vec();
        w.remove(n);
        all.push(w);
    }
    all
}

fn plainer_whats(w: &What, objects: usize) -> Vec<What> {
    match w {
        What::These(v) => fewer(v).into_iter().map(What::These).collect(),
        What::All(f) => {
            let named = (0..objects.min(64)).map(|o| What::one(Obj(o as u16)));
            let pairs = if f.phased_out || objects > 6 {
                Vec::new()
            } else {
                let both = |a: usize| (0..a).map(move |b| What::These(vec![Obj(b as u16), Obj(a as u16)]));
                (1..objects).flat_map(both).collect()
            };
            named.chain(plainer_filters(f).into_iter().map(What::All)).chain(pairs).collect()
        }
        What::This | What::That | What::Host => Vec::new(),
    }
}

/// Filters that say less, each by one word.
fn plainer_filters(f: &Filter) -> Vec<Filter> {
    let mut all = vec![Filter { phased_out: f.phased_out, ..Filter::ANY }];
    all.extend(f.types.iter().map(|t| Filter { types: f.types.without(Types::one(t)), ..*f }));
    all.push(Filter { not: Types::NONE, ..*f });
    all.push(Filter { whose: Whose::Any, of: None, ..*f });
    all.push(Filter { other: false, ..*f });
    all.push(Filter { token: None, ..*f });
    all.push(Filter { tapped: None, ..*f });
    all.push(Filter { with: None, ..*f });
    all.retain(|g| g != f);
    all
}

fn plainer_untils(u: Until) -> Vec<Until> {
    [Until::EndOfTurn, Until::Forever].into_iter().filter(|v| *v != u).collect()
}

/// The effect about something else.
fn about(e: &Effect, w: What) -> Option<Effect> {
    Some(match e {
        Effect::PhaseOut(_) => Effect::PhaseOut(w),
        Effect::PhaseIn(_) => Effect::PhaseIn(w),
        Effect::PhaseInAndOut { r#in, .. } => Effect::PhaseInAndOut { r#in: r#in.clone(), out: w },
        Effect::PhaseOutUntil { leaves, .. } => Effect::PhaseOutUntil { what: w, leaves: *leaves },
        Effect::Destroy(_) => Effect::Destroy(w),
        Effect::Exile(_) => Effect::Exile(w),
        Effect::ExileUntil { leaves, .. } => Effect::ExileUntil { what: w, leaves: *leaves },
        Effect::ExileAndReturn(_) => Effect::ExileAndReturn(w),
        Effect::ReturnToHand(_) => Effect::ReturnToHand(w),
        Effect::PutOnLibrary(_) => Effect::PutOnLibrary(w),
        Effect::Sacrifice(_) => Effect::Sacrifice(w),
        Effect::PutOntoBattlefield { under, tapped, on, .. } => {
            Effect::PutOntoBattlefield { what: w, under: *under, tapped: *tapped, on: *on }
        }
        Effect::Damage { n, .. } => Effect::Damage { to: w, n: *n },
        Effect::Pump { power, toughness, until, .. } => Effect::Pump { what: w, power: *power, toughness: *toughness, until: *until },
        Effect::GainAbility { ability, until, .. } => Effect::GainAbility { what: w, ability: ability.clone(), until: *until },
        Effect::LoseAbilities { until, .. } => Effect::LoseAbilities { what: w, until: *until },
        Effect::BecomeCreatures { power, toughness, until, .. } => {
            Effect::BecomeCreatures { what: w, power: *power, toughness: *toughness, until: *until }
        }
        Effect::LoseTypes { types, until, .. } => Effect::LoseTypes { what: w, types: *types, until: *until },
        Effect::GainControl { until, .. } => Effect::GainControl { what: w, until: *until },
        Effect::Tap(_) => Effect::Tap(w),
        Effect::Untap(_) => Effect::Untap(w),
        Effect::PutCounters { counter, n, .. } => Effect::PutCounters { on: w, counter: *counter, n: *n },
        Effect::RemoveCounters { counter, n, .. } => Effect::RemoveCounters { from: w, counter: *counter, n: *n },
        Effect::Attach { to, .. } => Effect::Attach { what: w, to: *to },
        Effect::Unattach(_) => Effect::Unattach(w),
        Effect::RemoveFromCombat(_) => Effect::RemoveFromCombat(w),
        Effect::DoesntUntapNext(_) => Effect::DoesntUntapNext(w),
        Effect::Transform(_) => Effect::Transform(w),
        Effect::ChangeProtector { to, .. } => Effect::ChangeProtector { what: w, to: *to },
        Effect::CantPhaseOut { until, .. } => Effect::CantPhaseOut { what: w, until: *until },
        Effect::CantPhaseIn { until, .. } => Effect::CantPhaseIn { what: w, until: *until },
        _ => return None,
    })
}

/// The effect with another duration.
fn lasting(e: &Effect, until: Until) -> Option<Effect> {
    let mut new = e.clone();
    match &mut new {
        Effect::Pump { until: u, .. }
        | Effect::GainAbility { until: u, .. }
        | Effect::LoseAbilities { until: u, .. }
        | Effect::BecomeCreatures { until: u, .. }
        | Effect::LoseTypes { until: u, .. }
        | Effect::GainControl { until: u, .. }
        | Effect::CantPhaseOut { until: u, .. }
        | Effect::CantPhaseIn { until: u, .. } => *u = until,
        _ => return None,
    }
    Some(new)
}

fn plainer_effects(e: &Effect, objects: usize) -> Vec<Effect> {
    let mut all: Vec<Effect> = Vec::new();
    match e {
        Effect::InOrder(parts) => {
            all.extend(parts.iter().cloned());
            if parts.len() > 2 {
                for n in 0..parts.len() {
                    let mut rest = parts.clone();
                    rest.remove(n);
                    all.push(Effect::InOrder(rest));
                }
            }
            for (n, p) in parts.iter().enumerate() {
                for plain in plainer_effects(p, objects) {
                    let mut new = parts.clone();
                    new[n] = plain;
                    all.push(Effect::InOrder(new));
                }
            }
        }
        Effect::AtTheNext { step, of, then } => {
            all.push((**then).clone());
            if of.is_some() {
                all.push(Effect::AtTheNext { step: *step, of: None, then: then.clone() });
            }
            all.extend(plainer_effects(then, objects).into_iter().map(|t| Effect::AtTheNext { step: *step, of: *of, then: Box::new(t) }));
        }
        Effect::When { event, about, this_turn, then } => {
            all.push((**then).clone());
            if *this_turn {
                all.push(Effect::When { event: *event, about: *about, this_turn: false, then: then.clone() });
            }
            all.extend(plainer_effects(then, objects).into_iter().map(|t| Effect::When {
                event: *event,
                about: *about,
                this_turn: *this_turn,
                then: Box::new(t),
            }));
        }
        Effect::PhaseInAndOut { r#in, out } => {
            all.push(Effect::PhaseIn(r#in.clone()));
            all.push(Effect::PhaseOut(out.clone()));
            all.extend(plainer_whats(r#in, objects).into_iter().map(|r#in| Effect::PhaseInAndOut { r#in, out: out.clone() }));
        }
        Effect::PhaseOutUntil { what, .. } => all.push(Effect::PhaseOut(what.clone())),
        Effect::ExileUntil { what, .. } => {
            all.push(Effect::Destroy(what.clone()));
            all.push(Effect::Exile(what.clone()));
        }
        Effect::Exile(w) | Effect::ReturnToHand(w) | Effect::PutOnLibrary(w) | Effect::Sacrifice(w) | Effect::ExileAndReturn(w) => {
            all.push(Effect::Destroy(w.clone()));
        }
        Effect::PutOntoBattlefield { what, under, tapped, on } => {
            if under.is_some() {
                all.push(Effect::PutOntoBattlefield { what: what.clone(), under: None, tapped: *tapped, on: *on });
            }
            if *tapped {
                all.push(Effect::PutOntoBattlefield { what: what.clone(), under: *under, tapped: false, on: *on });
            }
        }
        Effect::Create(v) => all.extend(fewer(v).into_iter().map(Effect::Create)),
        Effect::LoseTheGame(v) if v.len() > 1 => all.extend(v.iter().map(|s| Effect::LoseTheGame(vec![*s]))),
        Effect::GainAbility { what, ability, until } => {
            all.extend(plainer_abilities(ability).into_iter().map(|a| Effect::GainAbility {
                what: what.clone(),
                ability: Box::new(a),
                until: *until,
            }));
        }
        Effect::Draw(Amount::ForEach(f)) => {
            all.push(Effect::Draw(Amount::N(1)));
            all.extend(plainer_filters(f).into_iter().map(|f| Effect::Draw(Amount::ForEach(f))));
        }
        Effect::AddMana { color, n, keep: Some(_) } => all.push(Effect::AddMana { color: *color, n: *n, keep: None }),
        Effect::CantBlockThisTurn(f) => all.extend(plainer_filters(f).into_iter().map(Effect::CantBlockThisTurn)),
        _ => {}
    }
    if let Some(w) = e.what() {
        all.extend(plainer_whats(w, objects).into_iter().filter_map(|w| about(e, w)));
    }
    if let Some(u) = e.until() {
        all.extend(plainer_untils(u).into_iter().filter_map(|u| lasting(e, u)));
    }
    all
}

/// Plainer abilities, object by object.
pub(super) fn abilities(s: &Scenario, out: &mut Vec<Scenario>) {
    for (i, o) in s.setup.objects.iter().enumerate() {
        for (n, a) in o.has.iter().enumerate() {
            for plain in plainer_abilities(a) {
                let mut new = s.clone();
                new.setup.objects[i].has[n] = plain;
                out.push(new);
            }
            // An ability that another permanent gives can as well be printed where it works.
            let given = match (a, o.on) {
                (Ability::Static(Static::HostHas(given)), Some(Attached::Object(h))) => vec![(h.index(), given)],
                (Ability::Static(Static::Grant { ability, .. }), _) => (0..s.setup.objects.len()).map(|h| (h, ability)).collect(),
                _ => Vec::new(),
            };
            for (h, ability) in given {
                let mut new = s.clone();
                new.setup.objects[i].has.remove(n);
                new.setup.objects[h].has.push((**ability).clone());
                out.push(new);
            }
        }
    }
}

fn plainer_abilities(a: &Ability) -> Vec<Ability> {
    match a {
        Ability::Keyword(_) => Vec::new(),
        Ability::Static(s) => {
            let mut all = vec![Ability::Keyword(Keyword::Phasing)];
            all.extend(plainer_statics(s).into_iter().map(Ability::Static));
            all
        }
        Ability::Trigger(t) => plainer_triggers(t).into_iter().map(Ability::Trigger).collect(),
    }
}

fn plainer_statics(s: &Static) -> Vec<Static> {
    let each = |f: &Filter, make: &dyn Fn(Filter) -> Static| plainer_filters(f).into_iter().map(make).collect();
    match s {
        Static::Anthem { to, power, toughness } => each(to, &|to| Static::Anthem { to, power: *power, toughness: *toughness }),
        Static::Grant { to, ability } => {
            let mut all: Vec<Static> = each(to, &|to| Static::Grant { to, ability: ability.clone() });
            all.extend(plainer_abilities(ability).into_iter().map(|a| Static::Grant { to: *to, ability: Box::new(a) }));
            all
        }
        Static::LoseAbilities { to } => each(to, &|to| Static::LoseAbilities { to }),
        Static::AreAlso { to, types, power, toughness } => {
            each(to, &|to| Static::AreAlso { to, types: *types, power: *power, toughness: *toughness })
        }
        Static::HostHas(ability) => plainer_abilities(ability).into_iter().map(|a| Static::HostHas(Box::new(a))).collect(),
        Static::EntersWith { to: Some(f), counter, n } => {
            let mut all: Vec<Static> = each(f, &|to| Static::EntersWith { to: Some(to), counter: *counter, n: *n });
            all.push(Static::EntersWith { to: None, counter: *counter, n: *n });
            all
        }
        Static::EntersTapped { to: Some(f) } => {
            let mut all: Vec<Static> = each(f, &|to| Static::EntersTapped { to: Some(to) });
            all.push(Static::EntersTapped { to: None });
            all
        }
        Static::SkipStep { whose, step } if *whose != Whose::You => vec![Static::SkipStep { whose: Whose::You, step: *step }],
        Static::HandSize { whose, by } if *whose != Whose::You => vec![Static::HandSize { whose: Whose::You, by: *by }],
        Static::CantPhaseOut { to } => each(to, &|to| Static::CantPhaseOut { to }),
        Static::CantPhaseIn { to } => each(to, &|to| Static::CantPhaseIn { to }),
        Static::CantAttack { to } => each(to, &|to| Static::CantAttack { to }),
        Static::CantBlock { to } => each(to, &|to| Static::CantBlock { to }),
        Static::NoEntersTriggers { to } => each(to, &|to| Static::NoEntersTriggers { to }),
        Static::ExileInsteadOfDying { to } => each(to, &|to| Static::ExileInsteadOfDying { to }),
        _ => Vec::new(),
    }
}

fn plainer_triggers(t: &Trigger) -> Vec<Trigger> {
    let mut all = Vec::new();
    if t.then.is_some() && !matches!(t.when, Event::ControlNo(_)) {
        all.push(Trigger { then: None, ..t.clone() });
    }
    if t.condition.is_some() {
        all.push(Trigger { condition: None, ..t.clone() });
    }
    if t.batch {
        all.push(Trigger { batch: false, ..t.clone() });
    }
    match t.when.subject() {
        Some(Subject::Any(f)) => {
            let subjects = std::iter::once(Subject::This).chain(plainer_filters(&f).into_iter().map(Subject::Any));
            all.extend(subjects.filter_map(|s| with_subject(&t.when, s)).map(|when| Trigger { when, ..t.clone() }));
        }
        Some(Subject::Host) => all.extend(with_subject(&t.when, Subject::This).map(|when| Trigger { when, ..t.clone() })),
        _ => {}
    }
    if let Event::Beginning { step, whose } = t.when
        && whose != Whose::Any
    {
        all.push(Trigger { when: Event::Beginning { step, whose: Whose::Any }, ..t.clone() });
    }
    all
}

/// The event about something else.
fn with_subject(e: &Event, s: Subject) -> Option<Event> {
    Some(match e {
        Event::Enters(_) => Event::Enters(s),
        Event::Leaves(_) => Event::Leaves(s),
        Event::Dies(_) => Event::Dies(s),
        Event::ToGraveyard(_) => Event::ToGraveyard(s),
        Event::Exiled(_) => Event::Exiled(s),
        Event::ToHand(_) => Event::ToHand(s),
        Event::LeavesGraveyard(_) => Event::LeavesGraveyard(s),
        Event::Sacrificed(_) => Event::Sacrificed(s),
        Event::PhasesOut(_) => Event::PhasesOut(s),
        Event::PhasesIn(_) => Event::PhasesIn(s),
        Event::Attacks(_) => Event::Attacks(s),
        Event::Blocks(_) => Event::Blocks(s),
        Event::BecomesBlocked(_) => Event::BecomesBlocked(s),
        Event::DealsCombatDamage(_) => Event::DealsCombatDamage(s),
        Event::DealtDamage(_) => Event::DealtDamage(s),
        Event::BecomesTapped(_) => Event::BecomesTapped(s),
        Event::BecomesUntapped(_) => Event::BecomesUntapped(s),
        Event::BecomesAttached(_) => Event::BecomesAttached(s),
        Event::BecomesUnattached(_) => Event::BecomesUnattached(s),
        Event::LoseControl(_) => Event::LoseControl(s),
        Event::OpponentGains(_) => Event::OpponentGains(s),
        Event::BecomesTarget(_) => Event::BecomesTarget(s),
        Event::Transforms(_) => Event::Transforms(s),
        _ => return None,
    })
}

/// Status: tapped, sick, damaged, with counters, attached, under another player, a token, somebody else's.
pub(super) fn status(s: &Scenario, out: &mut Vec<Scenario>) {
    for i in 0..s.setup.objects.len() {
        let mut put = |change: &dyn Fn(&mut ObjectSpec)| {
            let mut new = s.clone();
            change(&mut new.setup.objects[i]);
            if new.setup.objects[i] != s.setup.objects[i] {
                out.push(new);
            }
        };
        put(&|o| {
            (o.tapped, o.sick, o.damage, o.controller) = (false, false, 0, None);
            if !o.card.types.has(outofphase_adapter::Type::Saga) {
                o.counters = Counters::default();
            }
        });
        put(&|o| o.controller = None);
        put(&|o| {
            if let Some(c) = o.controller.take() {
                o.owner = c;
            }
        });
        put(&|o| o.tapped = false);
        put(&|o| o.sick = false);
        put(&|o| o.damage = 0);
        // What an effect creates is a token (111.1).
        put(&|o| o.token = o.token && o.place == Place::Outside);
        put(&|o| o.on = None);
        put(&|o| o.place = Place::Battlefield);
        for kind in CounterKind::ALL {
            put(&|o| o.counters.set(*kind, 0));
        }
        // Of all that a permanent can be, a plain creature is the easiest to think of; then one type fewer.
        put(&|o| o.card = Card::creature(2, 2));
        put(&|o| {
            if let Some(t) = o.card.types.iter().find(|t| t.card_type().is_some_and(|c| o.card.types.has(c))) {
                o.card.types = o.card.types.without(Types::one(t));
            }
        });
        let mut plain = s.clone();
        plain.setup.objects.iter_mut().for_each(|o| o.named = None);
        plain.play.retain(|a| !matches!(a, Action::Answer(outofphase_adapter::Answer::Keep(_))));
        out.push(plain);
    }
}

/// Options, hands, libraries.
pub(super) fn table(s: &Scenario, out: &mut Vec<Scenario>) {
    let mut put = |change: &dyn Fn(&mut Scenario)| {
        let mut new = s.clone();
        change(&mut new);
        out.push(new);
    };
    put(&|s| s.setup.players.iter_mut().for_each(|p| *p = PlayerSpec::default()));
    for i in 0..s.setup.players.len() {
        put(&|s| s.setup.players[i] = PlayerSpec::default());
        put(&|s| s.setup.players[i].hand = 0);
        put(&|s| s.setup.players[i].library = 12);
        put(&|s| s.setup.players[i].life = 20);
    }
    put(&|s| s.setup.options.start = None);
    put(&|s| s.setup.options.it_is = None);
    put(&|s| s.setup.options.one_defending_player = false);
    put(&|s| s.setup.options.archenemy = None);
}

/// Things of A rather than of others.
pub(super) fn seats(s: &Scenario, out: &mut Vec<Scenario>) {
    for i in 0..s.setup.objects.len() {
        for lower in Seat::first(s.setup.objects[i].owner.0) {
            let mut new = s.clone();
            new.setup.objects[i].owner = lower;
            out.push(new);
        }
    }
    for i in 0..s.play.len() {
        if let Action::Resolve { by, .. } | Action::Announce { by, .. } = &s.play[i] {
            for lower in Seat::first(by.0) {
                let mut new = s.clone();
                if let Action::Resolve { by, .. } | Action::Announce { by, .. } = &mut new.play[i] {
                    *by = lower;
                }
                out.push(new);
            }
        }
    }
}

/// Numbers toward the plainest: creatures toward 2/2, everything else toward 1.
pub(super) fn numbers(s: &Scenario, out: &mut Vec<Scenario>) {
    for i in 0..s.setup.objects.len() {
        let mut put = |change: &dyn Fn(&mut ObjectSpec)| {
            let mut new = s.clone();
            change(&mut new.setup.objects[i]);
            if new.setup.objects[i] != s.setup.objects[i] {
                out.push(new);
            }
        };
        put(&|o| o.card.pt = o.card.pt.map(|_| (2, 2)));
        put(&|o| o.card.pt = o.card.pt.map(|(_, t)| (2, t)));
        put(&|o| o.card.pt = o.card.pt.map(|(p, _)| (p, 2)));
        put(&|o| o.card.pt = o.card.pt.map(|(p, t)| (p + (2 - p).signum(), t)));
        put(&|o| o.card.pt = o.card.pt.map(|(p, t)| (p, t + (2 - t).signum())));
        put(&|o| o.damage = o.damage.min(1));
        put(&|o| o.card.number = o.card.number.map(|n| n.min(1)));
        put(&|o| o.card.number = o.card.number.map(|n| n.saturating_sub(1).max(1)));
        for kind in CounterKind::ALL {
            put(&|o| o.counters.set(*kind, o.counters.get(*kind).min(1)));
        }
        for n in 0..s.setup.objects[i].has.len() {
            put(&|o| {
                if let Ability::Static(
                    Static::Anthem { power, toughness, .. }
                    | Static::HostGets { power, toughness }
                    | Static::AreAlso { power, toughness, .. },
                ) = &mut o.has[n]
                {
                    (*power, *toughness) = (1.min(*power), 1.min(*toughness));
                }
            });
        }
    }
    for i in 0..s.play.len() {
        let mut new = s.clone();
        if let Action::Resolve { effect, .. } | Action::Announce { effect, .. } = &mut new.play[i] {
            least(effect);
        }
        if new.play[i] != s.play[i] {
            out.push(new);
        }
    }
    for i in 0..s.setup.players.len() {
        for hand in [0, s.setup.players[i].hand / 2, s.setup.players[i].hand.saturating_sub(1)] {
            let mut new = s.clone();
            new.setup.players[i].hand = hand;
            out.push(new);
        }
    }
}

fn least(e: &mut Effect) {
    match e {
        Effect::Damage { n, .. }
        | Effect::DamagePlayer { n, .. }
        | Effect::Mill { n, .. }
        | Effect::PutCounters { n, .. }
        | Effect::RemoveCounters { n, .. }
        | Effect::Draw(Amount::N(n))
        | Effect::Discard(n)
        | Effect::CastSpells(n)
        | Effect::AddMana { n, .. } => *n = 1,
        Effect::Pump { power, toughness, .. } => (*power, *toughness) = (power.signum(), toughness.signum()),
        Effect::BecomeCreatures { power, toughness, .. } => (*power, *toughness) = (1, 1),
        Effect::AtTheNext { then, .. } | Effect::When { then, .. } => least(then),
        Effect::InOrder(parts) => parts.iter_mut().for_each(least),
        _ => {}
    }
}
