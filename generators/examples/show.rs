//! Prints random scenarios: `cargo run -p outofphase-generators --example show -- SEED COUNT`.

use outofphase_adapter::names::{self, Style};
use outofphase_generators::{Config, Generator, Random};

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap_or(1));
    let (seed, count) = (args.next().unwrap_or(1), args.next().unwrap_or(3));
    let mut generator = Generator::new(&Config::default());
    for i in 0..count {
        let s = generator.scenario(&mut Random::nth(seed, i));
        println!("--- scenario {i} of seed {seed}: {} seats, {:?}", s.setup.seats(), s.setup.options);
        names::of(&s.setup, Style::Phrases, || {
            for o in &s.setup.objects {
                println!("  {}: {}", o.name, serde_json::to_string(o).unwrap_or_default());
            }
            for a in &s.play {
                println!("  - {}", serde_json::to_string(a).unwrap_or_default());
            }
        });
    }
}
