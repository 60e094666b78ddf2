//! The engine plays the plainest situations of each family; the cases crate holds the rest.
use outofphase_adapter::*;
use outofphase_reference_engine::ReferenceEngine;

struct Play {
    engine: ReferenceEngine,
    now: Snapshot,
}

impl Play {
    fn of(setup: &Setup) -> Play {
        let mut engine = ReferenceEngine::default();
        engine.start(setup).expect("starts");
        Play { engine, now: Snapshot::default() }
    }
    fn act(&mut self, by: Seat, effect: Effect) -> &mut Play {
        self.engine.resolve(by, &effect).expect("resolves");
        self
    }
    fn to(&mut self, step: Step, of: Seat) -> &mut Play {
        let stop = self.engine.advance(step, of).expect("advances");
        assert!(stop.exact);
        self
    }
    fn see(&mut self, o: Obj) -> ObjectView {
        self.engine.observe(&mut self.now).expect("shows");
        *self.now.object(o)
    }
    fn life(&mut self, s: Seat) -> i64 {
        self.engine.observe(&mut self.now).expect("shows");
        self.now.player(s).life.expect("shown")
    }
}

#[test]
fn equipment_follows_its_host_and_waits_for_it() {
    let mut setup = Setup::new(2);
    let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
    let sword = setup.add(ObjectSpec {
        on: Some(Attached::Object(bear)),
        ..ObjectSpec::new("sword", Card::parse("equipment").expect("card"), Seat::B).with(Static::HostGets { power: 2, toughness: 0 })
    });
    let mut p = Play::of(&setup);
    assert_eq!(p.see(bear).size, Some((4, 2)));
    p.act(Seat::A, Effect::PhaseOut(What::one(bear)));
    assert_eq!((p.see(bear).phased, p.see(sword).phased), (Some(Phased::Directly), Some(Phased::Indirectly)));
    p.to(Step::Upkeep, Seat::B);
    assert!(p.see(sword).is_phased_out());
    p.to(Step::Upkeep, Seat::A);
    assert_eq!((p.see(bear).phased, p.see(sword).phased), (Some(Phased::In), Some(Phased::In)));
    assert_eq!(p.see(bear).size, Some((4, 2)));
}

#[test]
fn a_watcher_that_dies_with_others_sees_them() {
    let mut setup = Setup::new(2);
    let watcher = setup.add(
        ObjectSpec::new("watcher", Card::creature(1, 1), Seat::A)
            .with(Trigger::on(Event::Dies(Subject::Any(Filter::of_type(Type::Creature).others())))),
    );
    setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
    setup.add(ObjectSpec::new("wolf", Card::creature(2, 2), Seat::B));
    setup.number_triggers(&mut []);
    let mut p = Play::of(&setup);
    p.act(Seat::B, Effect::Destroy(What::All(Filter::of_type(Type::Creature))));
    assert_eq!(p.see(watcher).place, Some(Place::Graveyard));
    assert_eq!(p.life(Seat::A), 220);
}

#[test]
fn an_attacker_that_phases_out_deals_no_damage() {
    let mut setup = Setup::new(2);
    let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
    let wolf = setup.add(ObjectSpec::new("wolf", Card::creature(3, 3), Seat::A));
    let mut p = Play::of(&setup);
    let attack = |o| Attack { attacker: o, target: Attached::Player(Seat::B) };
    p.engine.attack(&[attack(bear), attack(wolf)]).expect("legal");
    p.act(Seat::B, Effect::PhaseOut(What::one(bear)));
    p.to(Step::EndOfCombat, Seat::A);
    assert_eq!(p.life(Seat::B), 17);
}

#[test]
fn an_illegal_attack_leaves_the_game_as_it_was() {
    let mut setup = Setup::new(2);
    let bear = setup.add(ObjectSpec { sick: true, ..ObjectSpec::new("bear", Card::creature(2, 2), Seat::A) });
    let mut p = Play::of(&setup);
    let refused = p.engine.attack(&[Attack { attacker: bear, target: Attached::Player(Seat::B) }]);
    assert!(matches!(refused, Err(Fault::Illegal(_))));
    p.see(bear);
    assert_eq!(p.now.step, Some(Step::FirstMain));
}

#[test]
fn a_card_type_takes_its_subtypes_along_and_brings_them_back() {
    let mut setup = Setup::new(2);
    let scout = setup.add(ObjectSpec::new("scout", Card::parse("artifact elf 1/1").expect("card"), Seat::A));
    let types = |text| Some(Types::parse(text).expect("types"));
    let mut p = Play::of(&setup);
    let what = What::one(scout);
    p.act(Seat::A, Effect::LoseTypes { what: what.clone(), types: Types::one(Type::Creature), until: Until::Forever });
    assert_eq!(p.see(scout).types, types("artifact"));
    p.act(Seat::A, Effect::BecomeCreatures { what, power: 1, toughness: 1, until: Until::EndOfTurn });
    assert_eq!(p.see(scout).types, types("artifact elf"));
    p.to(Step::Upkeep, Seat::B);
    assert_eq!(p.see(scout).types, types("artifact"));
}
