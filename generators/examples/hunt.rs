//! How fast random scenarios find each wrong reading of the reference engine's rulebook, and how small the findings get:
//! `cargo run --release -p outofphase-generators --example hunt -- [SCENARIOS] [SEED] [QUESTION]`.

use outofphase_adapter::names::{self, Style};
use outofphase_adapter::{Adapter, Scenario, Snapshot};
use outofphase_generators::{Budget, Config, Generator, Random, Size, empty, shrink};
use outofphase_reference_engine::{QUESTIONS, ReferenceEngine, Rulebook};

struct Pair {
    right: ReferenceEngine,
    wrong: ReferenceEngine,
    a: Snapshot,
    b: Snapshot,
}

impl Pair {
    fn differ(&mut self, s: &Scenario) -> bool {
        if self.right.start(&s.setup).is_err() || self.wrong.start(&s.setup).is_err() {
            return false;
        }
        for action in &s.play {
            let (x, y) = (self.right.perform(action), self.wrong.perform(action));
            if x.is_ok() != y.is_ok() {
                return true;
            }
            let seen = self.right.observe(&mut self.a).and_then(|()| self.wrong.observe(&mut self.b));
            if seen.is_ok() && self.a != self.b {
                return true;
            }
        }
        false
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let most: u64 = args.next().and_then(|a| a.parse().ok()).unwrap_or(100_000);
    let seed: u64 = args.next().and_then(|a| a.parse().ok()).unwrap_or(1);
    let only = args.next();
    let mut generator = Generator::new(&Config::default());
    let mut s = empty();
    for q in QUESTIONS.iter().filter(|q| only.as_ref().is_none_or(|o| o == q.name)) {
        for r in &q.readings[1..] {
            let mut rules = Rulebook::newest();
            if rules.set(q.name, r.name).is_err() {
                continue;
            }
            let mut pair = Pair {
                right: ReferenceEngine::default(),
                wrong: ReferenceEngine::new(rules),
                a: Snapshot::default(),
                b: Snapshot::default(),
            };
            let found = (0..most).find(|i| {
                generator.generate(&mut Random::nth(seed, *i), &mut s);
                pair.differ(&s)
            });
            let Some(i) = found else {
                println!("{:32} {:24} not found in {most} ({:?})", q.name, r.name, r.origin);
                continue;
            };
            let small = shrink(&s, &mut |s| pair.differ(s), Budget::default());
            let size = Size::of(&small);
            println!("{:32} {:24} after {:6}: {} objects, {} actions ({:?})", q.name, r.name, i + 1, size.objects, size.actions, r.origin);
            if size.objects > 3 || size.actions > 4 || only.is_some() {
                names::of(&small.setup, Style::Phrases, || {
                    for o in &small.setup.objects {
                        println!("      {}: {}", o.name, serde_json::to_string(o).unwrap_or_default());
                    }
                    for a in &small.play {
                        println!("      - {}", serde_json::to_string(a).unwrap_or_default());
                    }
                });
            }
        }
    }
}
