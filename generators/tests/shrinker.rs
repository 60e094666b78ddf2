//! What the shrinker promises: smaller, the same failure, the smallest there is, and the same every time.

use outofphase_adapter::{Ability, Action, Attached, Effect, Event, Obj, Place, Scenario, Step, Subject, Type, What};
use outofphase_generators::{Budget, Config, Generator, Random, Size, candidates, sane, shrink};

type Fails = fn(&Scenario) -> bool;
/// Objects, actions, abilities, seats.
type Smallest = (usize, usize, usize, usize);

/// The first `n` random scenarios that fail.
fn failing(fails: Fails, n: usize) -> Vec<Scenario> {
    let mut generator = Generator::new(&Config::default());
    (0..).map(|i| generator.scenario(&mut Random::nth(3, i))).filter(fails).take(n).collect()
}

fn on_host(s: &Scenario, host: Obj, what: Type) -> bool {
    s.setup.objects.iter().any(|o| o.on == Some(Attached::Object(host)) && o.card.types.has(what))
}

fn named<'a>(s: &'a Scenario, is: fn(&Effect) -> bool) -> impl Iterator<Item = (usize, Obj)> + 'a {
    s.play.iter().enumerate().flat_map(move |(i, a)| {
        let effect = if let Action::Resolve { effect, .. } = a { Some(effect) } else { None };
        let all: Vec<(usize, Obj)> =
            effect.filter(|e| is(e)).and_then(|e| e.what()).map_or(&[][..], What::named).iter().map(|o| (i, *o)).collect();
        all
    })
}

fn phases_out_a_wielder(s: &Scenario) -> bool {
    named(s, |e| matches!(e, Effect::PhaseOut(_))).any(|(_, o)| on_host(s, o, Type::Equipment))
}

fn waits_for_the_owner_of_an_enchanted_host(s: &Scenario) -> bool {
    named(s, |e| matches!(e, Effect::PhaseOut(_))).any(|(i, host)| {
        let of = s.setup.object(host).owner;
        let theirs = s.setup.objects.iter().any(|o| o.on == Some(Attached::Object(host)) && o.owner != of);
        theirs && s.play[i..].iter().any(|a| matches!(a, Action::Advance { to: Step::Upkeep, of: seat } if *seat == of))
    })
}

fn kills_what_has_a_trigger_on_dying(s: &Scenario) -> bool {
    named(s, |e| matches!(e, Effect::Destroy(_))).any(|(_, o)| {
        let dies = |a: &Ability| matches!(a, Ability::Trigger(t) if t.when == Event::Dies(Subject::This));
        s.setup.object(o).has.iter().any(dies)
    })
}

fn destroys_all(s: &Scenario) -> bool {
    s.play.iter().filter_map(Action::effect).any(|e| matches!(e, Effect::Destroy(What::All(_))))
}

fn phases_the_same_thing_out_and_in(s: &Scenario) -> bool {
    named(s, |e| matches!(e, Effect::PhaseOut(_))).any(|(i, o)| named(s, |e| matches!(e, Effect::PhaseIn(_))).any(|(j, p)| j > i && p == o))
}

fn announces_and_resolves(s: &Scenario) -> bool {
    let announced = s.play.iter().position(|a| matches!(a, Action::Announce { .. }));
    announced.is_some_and(|i| s.play[i..].iter().any(|a| matches!(a, Action::ResolveTop)))
}

fn attacks_in_the_third_seats_turn(s: &Scenario) -> bool {
    s.setup.players.len() > 2 && s.play.iter().any(|a| matches!(a, Action::Attack(_)))
}

/// Each with the size of the smallest scenario that fails so.
const CASES: [(&str, Fails, Smallest); 7] = [
    ("phases out a wielder", phases_out_a_wielder, (2, 1, 0, 2)),
    ("waits for the owner", waits_for_the_owner_of_an_enchanted_host, (2, 2, 0, 2)),
    ("kills a trigger on dying", kills_what_has_a_trigger_on_dying, (1, 1, 1, 2)),
    ("destroys all", destroys_all, (0, 1, 0, 2)),
    ("out and in", phases_the_same_thing_out_and_in, (1, 2, 0, 2)),
    ("announces and resolves", announces_and_resolves, (1, 2, 0, 2)),
    ("attacks among three", attacks_in_the_third_seats_turn, (1, 1, 0, 3)),
];

fn creates_what_is_not_there_yet(s: &Scenario) -> bool {
    let new = |o: &Obj| s.setup.object(*o).place == Place::Outside;
    s.play.iter().filter_map(Action::effect).any(|e| matches!(e, Effect::Create(v) if v.iter().any(new)))
}

/// What an effect creates is a token (111.1), however small the scenario gets.
#[test]
fn what_is_created_stays_a_token() {
    for s in failing(creates_what_is_not_there_yet, 20) {
        let small = shrink(&s, &mut creates_what_is_not_there_yet, Budget::default());
        let outside: Vec<bool> = small.setup.objects.iter().filter(|o| o.place == Place::Outside).map(|o| o.token).collect();
        assert_eq!(outside, [true], "{small:?}");
    }
}

#[test]
fn shrinking_reaches_the_smallest_scenario_that_fails() {
    for (name, fails, smallest) in CASES {
        for (i, s) in failing(fails, 20).iter().enumerate() {
            let small = shrink(s, &mut |s| fails(s), Budget::default());
            let size = Size::of(&small);
            assert!(fails(&small), "{name}, {i}: does not fail any more");
            assert_eq!((size.objects, size.actions, size.abilities, size.seats), smallest, "{name}, {i}: {small:#?}");
        }
    }
}

#[test]
fn shrinking_never_grows_anything_and_keeps_what_makes_a_scenario() {
    for (name, fails, _) in CASES {
        for s in failing(fails, 6) {
            let small = shrink(&s, &mut |s| fails(s), Budget::default());
            assert!(Size::of(&small) <= Size::of(&s), "{name}");
            small.setup.check().unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(sane(&small), Ok(()), "{name}: {small:?}");
            assert!(candidates(&small).all(|c| Size::of(&c) < Size::of(&small) && !fails(&c)), "{name}: there is a smaller one");
        }
    }
}

#[test]
fn shrinking_twice_gives_the_same() {
    for (name, fails, _) in CASES {
        for s in failing(fails, 3) {
            let once = shrink(&s, &mut |s| fails(s), Budget::default());
            assert_eq!(once, shrink(&s, &mut |s| fails(s), Budget::default()), "{name}");
            assert_eq!(once, shrink(&once, &mut |s| fails(s), Budget::default()), "{name}: shrinking further");
        }
    }
}

#[test]
fn a_budget_of_calls_is_kept() {
    let s = &failing(phases_out_a_wielder, 1)[0];
    for calls in [0, 1, 7] {
        let mut n = 0;
        let small = shrink(
            s,
            &mut |s| {
                n += 1;
                phases_out_a_wielder(s)
            },
            Budget { calls, time: None },
        );
        assert!(n <= calls);
        assert!(phases_out_a_wielder(&small));
    }
    assert_eq!(shrink(s, &mut |_| true, Budget { calls: 0, time: None }), *s);
}

#[test]
fn what_is_left_is_named_by_its_role_and_in_order() {
    for s in failing(waits_for_the_owner_of_an_enchanted_host, 10) {
        let small = shrink(&s, &mut |s| waits_for_the_owner_of_an_enchanted_host(s), Budget::default());
        let names: Vec<&str> = small.setup.objects.iter().map(|o| o.name.as_str()).collect();
        assert!(matches!(names[1], "aura" | "sword" | "fort"), "{names:?}");
        assert!(small.setup.objects[1].on == Some(Attached::Object(Obj(0))), "{names:?}");
    }
}
