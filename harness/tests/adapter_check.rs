//! The smoke test passes on the reference engine, and finds what is inert or wrong.
use outofphase_adapter::*;
use outofphase_harness::adapter_check::{Checked, Finding, check, next};
use outofphase_reference_engine::ReferenceEngine;

/// The reference engine behind an adapter with a fault of one kind.
struct Faulty {
    engine: ReferenceEngine,
    fault: &'static str,
    setup: Setup,
}

impl Adapter for Faulty {
    fn about(&self) -> About {
        self.engine.about()
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        let mut setup = setup.clone();
        match self.fault {
            // The keyword is accepted and does nothing.
            "inert keyword" => setup.objects.iter_mut().for_each(|o| o.has.retain(|a| *a != Ability::Keyword(Keyword::Phasing))),
            "no triggers" if setup.objects.iter().flat_map(|o| &o.has).any(|a| matches!(a, Ability::Trigger(_))) => {
                return Err(Fault::Unsupported(Need::Event("dies".into())));
            }
            "no third player" if setup.players.len() > 2 => return Err(Fault::Unsupported(Need::Seats(setup.seats()))),
            "one game only" if !self.setup.objects.is_empty() => return Ok(()),
            _ => {}
        }
        self.setup = setup;
        self.engine.start(&self.setup)
    }
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        match effect {
            Effect::PhaseOut(_) if self.fault == "inert effect" => Ok(()),
            Effect::PhaseOut(_) if self.fault == "broken effect" => Err(Fault::Broken("KeyError: 'bear'".into())),
            _ => self.engine.resolve(by, effect),
        }
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        self.engine.advance(to, of)
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        match self.engine.attack(attacks) {
            Err(Fault::Illegal(_)) if self.fault == "allows everything" => Ok(()),
            other => other,
        }
    }
    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.engine.leave(who)
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        self.engine.observe(into)?;
        if self.fault == "shows no status" {
            into.objects.iter_mut().for_each(|o| (o.phased, o.damage) = (None, None));
        }
        Ok(())
    }
}

fn checked(fault: &'static str) -> Vec<Checked> {
    let mut adapter = Faulty { engine: ReferenceEngine::default(), fault, setup: Setup::default() };
    check(&mut adapter, |_| {})
}

fn finding<'a>(all: &'a [Checked], name: &str) -> &'a Finding {
    &all.iter().find(|c| c.name == name).expect("such a step").finding
}

#[test]
fn everything_works_on_the_reference_engine() {
    let all = check(&mut ReferenceEngine::default(), |_| {});
    for c in &all {
        assert!(matches!(c.finding, Finding::Works(_)), "{}: {}", c.name, c.finding);
    }
    assert!(all.len() > 10 && next(&all).starts_with("everything works"));
}

#[test]
fn a_word_that_does_nothing_is_misunderstood() {
    let all = checked("inert keyword");
    assert!(
        matches!(finding(&all, "phasing keyword"), Finding::Misunderstood(w) if w.contains("did not phase out in its player's untap step"))
    );
    assert!(next(&all).starts_with("look at `phasing keyword` first"));
    assert!(
        matches!(finding(&checked("inert effect"), "phasing effect"), Finding::Misunderstood(w) if w.contains("though the effect was accepted"))
    );
}

#[test]
fn what_is_unsupported_says_what_to_write_next() {
    let all = checked("no triggers");
    assert_eq!(finding(&all, "trigger"), &Finding::Unsupported(Need::Event("dies".into())));
    assert!(next(&all).contains("`trigger`") && next(&all).contains("life totals"), "{}", next(&all));
    let all = checked("no third player");
    assert_eq!(finding(&all, "second game"), &Finding::Works("two players only".into()));
    assert_eq!(finding(&all, "leaving"), &Finding::Unsupported(Need::Seats(3)));
}

#[test]
fn what_is_not_shown_is_named() {
    let all = checked("shows no status");
    assert!(matches!(finding(&all, "board"), Finding::Works(note) if note.contains("phased") && note.contains("damage")));
    assert_eq!(finding(&all, "phasing keyword"), &Finding::Unsupported(Need::Show("phased".into())));
}

#[test]
fn other_faults_have_their_own_findings() {
    assert!(matches!(finding(&checked("one game only"), "second game"), Finding::Misunderstood(_)));
    assert!(matches!(finding(&checked("allows everything"), "refusal"), Finding::Misunderstood(w) if w.contains("allowed to attack")));
    let all = checked("broken effect");
    assert_eq!(finding(&all, "phasing effect"), &Finding::Broken("KeyError: 'bear'".into()));
}
