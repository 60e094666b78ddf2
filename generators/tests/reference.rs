//! Random scenarios on the reference engine: nothing breaks, little is refused, and nearly every scenario does something.

use outofphase_adapter::{Action, Adapter, Fault, Scenario, Snapshot};
use outofphase_generators::{Config, Families, Family, Generator, Random, Span, empty, static_features};
use outofphase_reference_engine::ReferenceEngine;
use std::collections::BTreeMap;

/// What came of many scenarios.
#[derive(Default)]
struct Tally {
    scenarios: u64,
    /// Nothing changed that anybody could see, but for the time.
    idle: u64,
    actions: u64,
    refused: BTreeMap<String, u64>,
    /// Effects, and those after which nothing looked different.
    effects: u64,
    vain: BTreeMap<&'static str, (u64, u64)>,
    families: Vec<u64>,
    phased: u64,
}

impl Tally {
    fn refusals(&self) -> u64 {
        self.refused.values().sum()
    }

    fn report(&self, name: &str) {
        let percent = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
        println!(
            "{name}: {} scenarios, {:.1} % idle, {:.1} % with something phased out, {:.1} actions each, {:.2} % refused",
            self.scenarios,
            percent(self.idle, self.scenarios),
            percent(self.phased, self.scenarios),
            self.actions as f64 / self.scenarios as f64,
            percent(self.refusals(), self.actions)
        );
        for (why, n) in &self.refused {
            println!("  refused {n:6}: {why}");
        }
        for (word, (vain, all)) in &self.vain {
            println!("  {word:28} {all:7}, {:.0} % in vain", percent(*vain, *all));
        }
        for f in Family::ALL {
            println!("  {:28} in {:.1} % of scenarios", f.word(), percent(self.families[*f as usize], self.scenarios));
        }
    }
}

/// The message without what differs from scenario to scenario.
fn kind(why: &str) -> String {
    why.split_whitespace()
        .map(|w| if w.starts_with('#') || w.len() == 1 || w.chars().any(|c| c.is_ascii_digit()) { "_" } else { w })
        .collect::<Vec<_>>()
        .join(" ")
}

fn same_to_the_eye(a: &Snapshot, b: &Snapshot) -> bool {
    a.objects == b.objects && a.day_night == b.day_night && a.players == b.players
}

fn run(name: &str, config: &Config, n: u64) -> Tally {
    let mut generator = Generator::new(config);
    let mut engine = ReferenceEngine::default();
    let mut s: Scenario = empty();
    let (mut now, mut before, mut first) = (Snapshot::default(), Snapshot::default(), Snapshot::default());
    let mut t = Tally { families: vec![0; Family::ALL.len()], ..Tally::default() };
    for i in 0..n {
        generator.generate(&mut Random::nth(11, i), &mut s);
        engine.start(&s.setup).unwrap_or_else(|e| panic!("{name}, scenario {i}: {e}\n{s:?}"));
        engine.observe(&mut first).expect("can be asked");
        before.clone_from(&first);
        let (mut idle, mut phased) = (true, false);
        for (k, a) in s.play.iter().enumerate() {
            match engine.perform(a) {
                Ok(_) => {}
                Err(Fault::Illegal(why)) => *t.refused.entry(format!("{}: {}", a.word(), kind(&why))).or_default() += 1,
                Err(e) => panic!("{name}, scenario {i}, action {k}: {e}\n{s:?}"),
            }
            engine.observe(&mut now).expect("can be asked");
            t.actions += 1;
            let same = same_to_the_eye(&now, &before);
            if let Action::Resolve { effect, .. } = a {
                t.effects += 1;
                let e = t.vain.entry(effect.word()).or_default();
                *e = (e.0 + u64::from(same), e.1 + 1);
            }
            idle &= now.objects == first.objects && now.day_night == first.day_night;
            idle &= now.players.iter().zip(&first.players).all(|(a, b)| (a.life, a.in_game) == (b.life, b.in_game));
            phased |= now.objects.iter().any(outofphase_adapter::ObjectView::is_phased_out);
            std::mem::swap(&mut now, &mut before);
        }
        t.scenarios += 1;
        t.idle += u64::from(idle);
        t.phased += u64::from(phased);
        let Families(bits) = static_features(&s);
        t.families.iter_mut().enumerate().for_each(|(f, n)| *n += (bits >> f) & 1);
    }
    t.report(name);
    t
}

#[test]
fn random_scenarios_play_on_the_reference_engine() {
    let default = Config::default();
    let configs = [
        ("default", default.clone()),
        ("all families", Config { swarm: false, ..Config::default() }),
        ("8 and 12", Config::sized(8, 12)),
        ("phasing", Config::phasing()),
        ("crowd", Config { seats: Span(3, 4), ..Config::default() }),
        ("nothing aimed amiss", Config { illegal_share: 0, ..Config::default() }),
        ("large", Config { permanents: Span(20, 40), actions: Span(30, 60), ..Config::default() }),
    ];
    for (name, config) in configs {
        let n = if name == "large" { 1_000 } else { 4_000 };
        let t = run(name, &config, n);
        assert!(t.idle * 100 <= t.scenarios * 5, "{name}: {} of {} scenarios do nothing", t.idle, t.scenarios);
        let most = if config.illegal_share == 0 { 1 } else { 3 };
        assert!(t.refusals() * 100 <= t.actions * most, "{name}: {} of {} actions are refused", t.refusals(), t.actions);
        if name != "phasing" && name != "large" {
            for f in Family::ALL {
                assert!(t.families[*f as usize] > 0, "{name}: no scenario is about {}", f.word());
            }
        }
    }
}
