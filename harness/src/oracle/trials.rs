//! Every property and relation as a test of its own, on seeded random scenarios.

use super::{properties, relations};
use crate::campaign::checker::{Checker, Oracles, Outcome, Relations};
use crate::engine::EngineSource;
use libtest_mimic::{Completion, Failed, Trial};
use outofphase_adapter::names::{self, Style};
use outofphase_generators::{Budget, Config, Generator, Random, empty, shrink};
use outofphase_reference_engine::NEWEST;
use std::sync::Arc;

/// The variable that sets the number of scenarios for each property.
pub const SCENARIOS: &str = "OUTOFPHASE_SCENARIOS";
const DEFAULT: u64 = 300;

/// One test a property and relation: `properties::phasing::…`, `properties::relations::…`.
#[must_use]
pub fn trials(source: &Arc<dyn EngineSource>) -> Vec<Trial> {
    properties::all()
        .map(|p| p.name)
        .chain(relations::ALL.iter().map(|r| r.name))
        .map(|name| {
            let source = Arc::clone(source);
            Trial::ignorable_test(format!("properties::{name}"), move || run(&*source, name))
        })
        .collect()
}

fn run(source: &dyn EngineSource, oracle: &'static str) -> Result<Completion, Failed> {
    let count = std::env::var(SCENARIOS).ok().and_then(|n| n.parse().ok()).unwrap_or(DEFAULT);
    let mut opened = source.open()?;
    let oracles = Oracles { properties: true, relations: Relations::None, differential: false, round_trips: 0 };
    let mut checker = Checker::new(&mut *opened.adapter, oracles, NEWEST);
    let mut config = Config::default();
    let mut generator = Generator::new(&config);
    let (mut s, mut played) = (empty(), 0);
    for i in 0..count {
        generator.generate(&mut Random::nth(1, i), &mut s);
        let failed = checker.still_violates(&s, oracle);
        if let crate::oracle::End::Unsupported(need) = &checker.trace().end {
            // What the engine lacks is not generated again.
            config = config.without(need);
            generator = Generator::new(&config);
            continue;
        }
        played += 1;
        if failed {
            let small = shrink(&s, &mut |s| checker.still_violates(s, oracle), Budget::default());
            let text = names::of(&small.setup, Style::Phrases, || {
                let message = match checker.check(&small) {
                    Outcome::Violated(v) => v.message,
                    _ => String::new(),
                };
                let board = small.setup.objects.iter().map(|o| format!("  {}: {} of {}\n", o.name, o.card, o.owner)).collect::<String>();
                let play = small.play.iter().map(|a| format!("  {}\n", serde_json::to_string(a).unwrap_or_default())).collect::<String>();
                format!("scenario {i} of seed 1, shrunk: {message}\n{board}{play}")
            });
            return Err(text.into());
        }
    }
    if played == 0 { Ok(Completion::ignored_with("the engine can play none of the scenarios")) } else { Ok(Completion::Completed) }
}
