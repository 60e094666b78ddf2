//! What the generator promises of every scenario that it makes.

use outofphase_adapter::{Action, Effect, Need, Scenario, Seat};
use outofphase_generators::{Config, Family, Generator, Random, Span, empty, generate, needs, sane};

fn each(config: &Config, n: u64, mut f: impl FnMut(u64, &Scenario)) {
    let mut generator = Generator::new(config);
    let mut out = empty();
    for i in 0..n {
        generator.generate(&mut Random::nth(5, i), &mut out);
        f(i, &out);
    }
}

#[test]
fn every_board_is_one_that_a_game_can_have() {
    each(&Config::default(), 20_000, |i, s| {
        s.setup.check().unwrap_or_else(|e| panic!("scenario {i}: {e}"));
        assert!(!s.play.is_empty(), "scenario {i} has no action");
    });
}

#[test]
fn the_same_seed_makes_the_same_scenario_whatever_was_made_before() {
    let config = Config::default();
    let mut used = Generator::new(&config);
    let mut out = empty();
    for i in 0..500 {
        used.generate(&mut Random::nth(9, i), &mut out);
        let mut fresh = empty();
        generate(&config, &mut Random::nth(9, i), &mut fresh);
        assert_eq!(out, fresh, "scenario {i}");
    }
}

#[test]
fn sizes_stay_in_their_spans() {
    let config =
        Config { seats: Span(3, 3), permanents: Span(4, 6), others: Span(1, 1), actions: Span(5, 7), swarm: false, ..Config::default() };
    each(&config, 2_000, |i, s| {
        assert_eq!(s.setup.seats(), 3);
        assert!((4..=7).contains(&s.setup.objects.len()), "scenario {i}");
        let actions = s.play.iter().filter(|a| !matches!(a, Action::Answer(_))).count();
        // A shared block brings its own advance, and what waits on the stack at the end resolves.
        assert!(actions <= 7 + 3, "scenario {i}: {actions}");
    });
}

#[test]
fn the_ledger_of_life_has_room_for_every_trigger() {
    each(&Config::default(), 20_000, |i, s| {
        let abilities = s.setup.objects.iter().flat_map(|o| o.has.iter().chain(o.back.iter().flat_map(|b| &b.has)));
        let on_board: usize = abilities.map(|a| a.triggers().len()).sum();
        let given: usize = s.play.iter().filter_map(Action::effect).map(|e| e.triggers().len()).sum();
        assert!(on_board + given <= 8, "scenario {i}: {on_board} and {given} triggers");
    });
}

#[test]
fn a_family_of_weight_0_is_never_used() {
    let config = Config { families: Config::default().families.with(Family::Combat, 0).with(Family::Leaving, 0), ..Config::default() };
    each(&config, 3_000, |i, s| {
        for a in &s.play {
            assert!(!matches!(a, Action::Attack(_) | Action::Block(_) | Action::Leave(_)), "scenario {i}: {a:?}");
        }
    });
}

#[test]
fn what_an_engine_lacks_is_never_needed() {
    let mut all = std::collections::BTreeSet::new();
    each(&Config::default(), 20_000, |_, s| all.extend(needs(s)));
    let needed_always = |n: &Need| match n {
        // Something has to stand on the board, and time has to pass.
        Need::Setup(w) => matches!(&**w, "creature" | "land" | "artifact" | "enchantment" | "island"),
        _ => false,
    };
    assert!(all.len() > 150, "only {} words are ever used", all.len());
    let mut used = std::collections::BTreeSet::new();
    for need in all.iter().filter(|n| !needed_always(n)) {
        let config = Config { swarm: false, ..Config::default() }.without(need);
        each(&config, 300, |_, s| used.extend(needs(s).contains(need).then(|| need.to_string())));
    }
    assert!(used.is_empty(), "used all the same: {used:?}");
}

#[test]
fn players_who_left_act_no_more() {
    each(&Config { seats: Span(3, 4), ..Config::default() }, 5_000, |i, s| {
        let mut gone: Vec<Seat> = Vec::new();
        for a in &s.play {
            match a {
                Action::Leave(who) => {
                    assert!(!gone.contains(who), "scenario {i}: {who} leaves twice");
                    gone.push(*who);
                }
                Action::Resolve { by, .. } | Action::Announce { by, .. } | Action::Advance { of: by, .. } => {
                    assert!(!gone.contains(by), "scenario {i}: {by} acts after leaving");
                }
                _ => {}
            }
        }
    });
}

#[test]
fn tokens_are_created_once() {
    each(&Config::default(), 5_000, |i, s| {
        let mut made = Vec::new();
        for a in &s.play {
            if let Some(Effect::Create(v)) = a.effect() {
                for o in v {
                    assert!(!made.contains(o), "scenario {i}");
                    assert!(s.setup.object(*o).token);
                    made.push(*o);
                }
            }
        }
    });
}

/// The rules of [`sane`] are the generator's promise as well as the shrinker's.
#[test]
fn a_scenario_has_one_outcome_or_carries_the_answers() {
    for config in [Config::default(), Config { swarm: false, ..Config::default() }] {
        each(&config, 20_000, |i, s| assert_eq!(sane(s), Ok(()), "scenario {i}: {s:?}"));
    }
}
