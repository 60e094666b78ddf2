//! Engines that do not stop in every step: what they show is compared with the same moment by the rules, or with nothing.

use outofphase_adapter::*;
use outofphase_generators::{Config, Generator, Random, empty};
use outofphase_harness::campaign::checker::{Checker, Oracles, Outcome, Relations};
use outofphase_reference_engine::{NEWEST, ReferenceEngine};

/// The reference engine behind an adapter that can't stop everywhere.
#[derive(Default)]
struct Walker {
    engine: ReferenceEngine,
    /// Draws as it leaves the draw step, and says so.
    lazy: bool,
    owed: Option<Seat>,
    here: Option<(Step, Seat)>,
}

impl Adapter for Walker {
    fn about(&self) -> About {
        self.engine.about()
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        (self.owed, self.here) = (None, None);
        self.engine.start(setup)
    }
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.engine.resolve(by, effect)
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        if let Some(seat) = self.owed.take() {
            let stop = self.engine.advance(Step::Draw, seat)?;
            if to == Step::Draw && of == seat {
                return Ok(stop);
            }
        }
        let past = match to {
            Step::Untap => Step::Upkeep,
            Step::Draw if self.lazy && self.here == Some((Step::Upkeep, of)) => {
                self.owed = Some(of);
                return Ok(Stop { step: Step::Draw, of, exact: false, moment: Moment::Before });
            }
            Step::Draw if self.lazy => Step::Upkeep,
            Step::Draw => Step::FirstMain,
            to => to,
        };
        // A step that is skipped for good is none to walk to.
        let stop = self.engine.advance(past, of).map_err(|_| Fault::Unsupported(Need::Stop(past)))?;
        self.here = Some((stop.step, stop.of));
        if past == to {
            return Ok(stop);
        }
        if to == Step::Draw && self.lazy {
            self.owed = Some(of);
            return Ok(Stop { step: Step::Draw, of, exact: false, moment: Moment::Before });
        }
        Ok(Stop { exact: false, ..stop })
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        self.engine.attack(attacks)
    }
    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        self.engine.block(blocks)
    }
    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.engine.leave(who)
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        self.engine.observe(into)
    }
}

fn plays_like_the_rules(lazy: bool) {
    let mut walker = Walker { lazy, ..Walker::default() };
    let oracles = Oracles { properties: false, relations: Relations::None, differential: true, round_trips: 0 };
    let mut checker = Checker::new(&mut walker, oracles, NEWEST);
    let config = Config::default();
    let mut generator = Generator::new(&config);
    let (mut s, mut compared) = (empty(), 0);
    for i in 0..3000 {
        generator.generate(&mut Random::nth(5, i), &mut s);
        match checker.check(&s) {
            Outcome::Holds => compared += 1,
            Outcome::Unsupported(_) => {}
            Outcome::Violated(v) => panic!("scenario {i}: {}: {}\n{:?}", v.oracle, v.message, s.play),
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn an_engine_that_walks_through_steps_is_not_accused() {
    plays_like_the_rules(false);
}

#[test]
fn an_engine_that_stops_before_a_steps_own_actions_is_not_accused() {
    plays_like_the_rules(true);
}

#[test]
fn a_finding_is_told_with_the_moments_at_which_the_engine_acted() {
    let mut setup = Setup::new(2);
    let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
    let play =
        vec![Action::Advance { to: Step::Untap, of: Seat::B }, Action::Resolve { by: Seat::A, effect: Effect::Destroy(What::one(bear)) }];
    let mut trace = outofphase_harness::oracle::Trace::default();
    trace.play(&mut Walker::default(), &Scenario { setup, play });
    assert_eq!(trace.as_stopped().play[0], Action::Advance { to: Step::Upkeep, of: Seat::B });
}
