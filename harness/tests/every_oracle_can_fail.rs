//! Every property and relation is seen to fail: on a rulebook with one wrong page, or on an adapter that lies.
use outofphase_adapter::*;
use outofphase_generators::{Config, Generator, Random, empty};
use outofphase_harness::campaign::checker::{Checker, Oracles, Outcome, Relations};
use outofphase_harness::oracle::{Trace, properties, relations};
use outofphase_reference_engine::{NEWEST, ReferenceEngine, Rulebook};

/// How many scenarios it may take.
const MOST: u64 = 12_000;

/// A wrong reading that an oracle catches.
const READINGS: &[(&str, &str, &str)] = &[
    ("phasing::phase_in_is_keyed_to_who_controlled_it", "phase_in_which", "those with phasing"),
    ("phasing::permanents_with_phasing_phase_out_in_their_controllers_untap_step", "phase_out_whose", "nobody's"),
    ("phasing::one_event_in_which_nothing_goes_both_ways", "phasing_halves", "in, then out"),
    ("phasing::a_skipped_untap_step_has_no_phasing_event", "skipped_untap_step", "phasing all the same"),
    ("phasing::what_phases_in_untaps_in_the_same_step", "phasing_moment", "after untapping"),
    ("phasing::phased_out_permanents_are_never_counted", "phased_out_counted", "yes"),
    ("phasing::phased_out_permanents_are_not_affected", "phased_out_named", "affected"),
    ("phasing::phased_out_permanents_are_no_targets", "phased_out_target", "yes"),
    ("phasing::phased_out_permanents_do_not_trigger", "phased_out_triggers", "heard"),
    ("phasing::phased_out_permanents_do_not_affect_sizes", "phased_out_statics", "on"),
    ("phasing::phasing_changes_nothing_about_the_permanent", "phasing_tapped", "untapped"),
    ("phasing::phasing_triggers_no_zone_change_ability", "phase_in_enters", "yes"),
    ("phasing::phasing_triggers_no_attach_ability", "attach_triggers", "yes"),
    ("phasing::tokens_persist", "phased_out_tokens", "cease to exist"),
    ("phasing::durations_run_out_while_phased_out", "durations_while_out", "frozen"),
    ("phasing::for_as_long_as_ends_with_its_permanents_phasing_out", "as_long_as", "continues"),
    ("phasing::attachments_share_their_hosts_status", "indirect_return", "never"),
    ("phasing::an_indirectly_phased_object_never_phases_in_by_itself", "indirect_return", "in its own controller's untap step"),
    ("phasing::direct_and_indirect_at_once_is_indirect", "direct_and_indirect", "directly"),
    ("leaving::what_a_leaving_player_owns_leaves", "owner_leaves", "stay"),
    ("leaving::only_phased_in_permanents_trigger_when_their_owner_leaves", "owner_leaves_triggers", "no"),
    ("combat::what_phases_out_leaves_combat_for_good", "phased_out_combat", "rejoins"),
    ("combat::only_phased_in_creatures_fight", "phased_out_combat", "stays"),
    ("zone_change::leaving_triggers_what_was_there_before", "leaves_look_back", "check after"),
    ("turn::the_untap_step_is_phasing_then_day_and_night_then_untapping", "phasing_moment", "after untapping"),
    ("turn::one_card_is_drawn_first_in_the_draw_step", "draw_moment", "after triggers"),
    ("turn::cleanup_is_discard_then_damage_and_effects", "cleanup_order", "damage first"),
    ("turn::mana_is_empty_after_each_step", "mana_empties", "end of turn"),
    ("cleanup::damage_is_gone_after_cleanup", "cleanup_phased_out", "stays"),
    ("relations::phased_out_twins_change_nothing", "phased_out_mass", "affected"),
    ("relations::phased_out_is_as_good_as_absent", "phased_out_statics", "on"),
    ("relations::a_second_instance_of_phasing_is_redundant", "phasing_instances", "each acts"),
    ("relations::out_and_in_within_a_turn_is_the_identity", "effects_across_phasing", "lost"),
];

/// The first scenario in which an oracle speaks.
fn first(adapter: &mut dyn Adapter, oracle: &str) -> Option<u64> {
    let oracles = Oracles { properties: true, relations: Relations::None, differential: false, round_trips: 0 };
    let mut checker = Checker::new(adapter, oracles, NEWEST);
    let mut generator = Generator::new(&Config::default());
    let mut s = empty();
    (0..MOST).find(|i| {
        generator.generate(&mut Random::nth(3, *i), &mut s);
        checker.still_violates(&s, oracle)
    })
}

#[test]
fn a_wrong_reading_makes_its_oracle_speak() {
    let mut silent = Vec::new();
    for (oracle, question, reading) in READINGS {
        let mut rules = Rulebook::newest();
        rules.set(question, reading).unwrap_or_else(|e| panic!("{e}"));
        match first(&mut ReferenceEngine::new(rules), oracle) {
            Some(n) => println!("{oracle}: {question}={reading} after {} scenarios", n + 1),
            None => silent.push(format!("{oracle} on {question}={reading}")),
        }
    }
    assert!(silent.is_empty(), "silent: {silent:#?}");
}

/// An adapter that plays by the rules and spoils one thing.
struct Liar {
    engine: ReferenceEngine,
    lie: Lie,
    refused: bool,
    entered: i64,
}

#[derive(Copy, Clone, PartialEq, Debug)]
enum Lie {
    /// What phases in comes back unattached.
    ComesBackUnattached,
    /// A refused action costs a card.
    RefusedActionsDraw,
    /// A card too many in hand, from the second turn on.
    ExtraCard,
    /// Cards outside the battlefield are said to be phased out.
    StatusEverywhere,
    /// The log forgets what triggered.
    ForgetfulLog,
    /// Steps are logged twice.
    StepsTwice,
    /// Only the first of a set is affected.
    OnlyTheFirst,
    /// Stopping in the upkeep draws a card.
    UpkeepDraws,
    /// Loading a game does nothing.
    LoadsNothing,
    /// Whenever something enters, everybody gains what the first trigger gains.
    GainsOnEntering,
    /// Every attack and block is allowed.
    AllowsEverything,
    /// The last object of the board is tapped, always.
    LastIsTapped,
    /// B loses a life for each card in a graveyard.
    SecondSeatPays,
    /// The last object of the board is tapped, always, and nobody ever gains life.
    LastIsTappedAndNothingTriggers,
    /// Whoever left has no cards any more, and after the end of the game nobody's permanents are gone.
    LeaversHaveNothing,
}

impl Adapter for Liar {
    fn about(&self) -> About {
        self.engine.about()
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        (self.refused, self.entered) = (false, 0);
        self.engine.start(setup)
    }
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.entered += i64::from(matches!(effect, Effect::Create(_) | Effect::PutOntoBattlefield { .. }));
        if let (Lie::OnlyTheFirst, Effect::PhaseOut(What::These(v))) = (self.lie, effect) {
            let one = v.first().map_or_else(Vec::new, |o| vec![*o]);
            return self.engine.resolve(by, &Effect::PhaseOut(What::These(one)));
        }
        self.engine.resolve(by, effect)
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        let stop = self.engine.advance(to, of)?;
        if self.lie == Lie::UpkeepDraws && to == Step::Upkeep && stop.exact {
            let _ = self.engine.resolve(of, &Effect::Draw(Amount::N(1)));
        }
        Ok(stop)
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        let done = self.engine.attack(attacks);
        self.refused |= done.is_err();
        if self.lie == Lie::AllowsEverything { Ok(()) } else { done }
    }
    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.engine.leave(who)
    }
    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        let done = self.engine.block(blocks);
        if self.lie == Lie::AllowsEverything { Ok(()) } else { done }
    }
    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.engine.announce(by, effect)
    }
    fn resolve_top(&mut self) -> Result<(), Fault> {
        self.engine.resolve_top()
    }
    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        self.engine.answer(answer)
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        self.engine.observe(into)?;
        if self.lie == Lie::LastIsTappedAndNothingTriggers {
            into.players.iter_mut().for_each(|p| p.life = Some(20));
            into.objects.iter_mut().for_each(|o| o.tapped = Some(true));
        }
        if self.lie == Lie::LeaversHaveNothing {
            for p in into.players.iter_mut().filter(|p| p.in_game == Some(false)) {
                (p.life, p.hand, p.library, p.graveyard, p.mana) = (Some(0), Some(0), Some(0), Some(0), Some(0));
            }
            if into.players.iter().filter(|p| p.in_game == Some(true)).count() < 2 {
                into.objects.iter_mut().for_each(|o| o.place = Some(Place::Battlefield));
            }
        }
        match self.lie {
            Lie::ComesBackUnattached => {
                for v in &mut into.objects {
                    if v.is_phased_in() {
                        v.attached = Some(None);
                    }
                }
            }
            Lie::RefusedActionsDraw if self.refused => {
                for p in &mut into.players {
                    p.hand = p.hand.map(|n| n + 1);
                }
            }
            Lie::ExtraCard if into.active != Some(Seat::A) => into.players[0].hand = into.players[0].hand.map(|n| n + 1),
            Lie::GainsOnEntering => {
                for p in &mut into.players {
                    p.life = p.life.map(|n| n + 100 * self.entered);
                }
            }
            Lie::LastIsTapped => {
                if let Some(v) = into.objects.last_mut() {
                    v.tapped = Some(true);
                }
            }
            Lie::SecondSeatPays => {
                let dead = into.objects.iter().filter(|v| v.place == Some(Place::Graveyard)).count() as i64;
                into.players[1].life = into.players[1].life.map(|n| n - dead);
            }
            Lie::StatusEverywhere => {
                for v in &mut into.objects {
                    if v.place == Some(Place::Graveyard) {
                        v.phased = Some(Phased::Out);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
    fn log(&mut self, into: &mut Vec<LogEntry>) -> Result<(), Fault> {
        let at = into.len();
        self.engine.log(into)?;
        match self.lie {
            Lie::ForgetfulLog => into.retain(|e| !matches!(e.event, LogEvent::Triggered { .. })),
            Lie::StepsTwice => {
                let again: Vec<LogEntry> = into[at..].iter().filter(|e| matches!(e.event, LogEvent::StepBegan { .. })).copied().collect();
                into.extend(again);
            }
            _ => {}
        }
        Ok(())
    }
    fn save(&mut self, slot: u32) -> Result<(), Fault> {
        self.engine.save(slot)
    }
    fn load(&mut self, slot: u32) -> Result<(), Fault> {
        if self.lie == Lie::LoadsNothing { Ok(()) } else { self.engine.load(slot) }
    }
}

/// A lie that an oracle catches.
const LIES: &[(&str, Lie)] = &[
    ("phasing::an_attachment_comes_back_attached", Lie::ComesBackUnattached),
    ("turn::an_action_that_is_refused_changes_nothing", Lie::RefusedActionsDraw),
    ("conservation::every_card_is_in_exactly_one_place", Lie::ExtraCard),
    ("conservation::only_permanents_have_a_status", Lie::StatusEverywhere),
    ("conservation::the_life_ledger_equals_what_triggered", Lie::ForgetfulLog),
    ("turn::steps_come_in_order_and_each_once", Lie::StepsTwice),
    ("relations::the_order_within_a_simultaneous_set_does_not_matter", Lie::OnlyTheFirst),
    ("relations::an_advance_is_the_sum_of_its_steps", Lie::UpkeepDraws),
    ("relations::a_saved_game_goes_on_as_it_would_have", Lie::LoadsNothing),
    ("zone_change::entering_triggers_what_is_there_after", Lie::GainsOnEntering),
    ("relations::the_order_of_the_board_does_not_matter", Lie::LastIsTapped),
    ("phasing::phased_out_permanents_do_not_fight", Lie::AllowsEverything),
    ("relations::the_seats_of_the_others_do_not_matter", Lie::SecondSeatPays),
];

#[test]
fn a_lie_makes_its_oracle_speak() {
    for (oracle, lie) in LIES {
        let mut liar = Liar { engine: ReferenceEngine::default(), lie: *lie, refused: false, entered: 0 };
        assert!(first(&mut liar, oracle).is_some(), "{oracle} is silent on {lie:?}");
    }
}

#[test]
fn every_oracle_is_in_one_of_the_tables() {
    let known = |name: &str| READINGS.iter().any(|r| r.0 == name) || LIES.iter().any(|l| l.0 == name);
    let missing: Vec<&str> = properties::all().map(|p| p.name).chain(relations::ALL.iter().map(|r| r.name)).filter(|n| !known(n)).collect();
    assert!(missing.is_empty(), "never seen to fail: {missing:?}");
}

#[test]
fn the_reference_engine_makes_none_of_them_speak() {
    let mut engine = ReferenceEngine::default();
    let oracles = Oracles { properties: true, relations: Relations::All, differential: false, round_trips: 1 };
    let mut checker = Checker::new(&mut engine, oracles, NEWEST);
    let mut generator = Generator::new(&Config::default());
    let mut s = empty();
    for i in 0..3_000 {
        generator.generate(&mut Random::nth(11, i), &mut s);
        let outcome = checker.check(&s);
        assert_eq!(outcome, Outcome::Holds, "scenario {i} of seed 11: {s:#?}");
    }
}

#[test]
fn the_differential_oracle_finds_them_too() {
    let mut generator = Generator::new(&Config::default());
    let (mut seen, mut right, mut s) = (Trace::default(), Trace::default(), empty());
    for (_, question, reading) in READINGS {
        // What only the order of the log tells is no difference in what is shown.
        if ["draw_moment", "cleanup_order"].contains(question) {
            continue;
        }
        let mut rules = Rulebook::newest();
        rules.set(question, reading).unwrap_or_else(|e| panic!("{e}"));
        let (mut wrong, mut reference) = (ReferenceEngine::new(rules), ReferenceEngine::default());
        let found = (0..MOST).any(|i| {
            generator.generate(&mut Random::nth(5, i), &mut s);
            seen.play(&mut wrong, &s);
            right.play(&mut reference, &s);
            outofphase_harness::oracle::differential::first(&seen, &right).is_some()
        });
        assert!(found, "{question}={reading} makes no difference in {MOST} scenarios");
    }
}

/// Triggers are numbered as they are read, so one that gains something else does not come back; neither does a name that a request can't carry.
#[test]
fn a_scenario_that_does_not_read_back_is_told() {
    let plain = ObjectSpec::new("bear", Card::creature(2, 2), Seat::A);
    let scenario = |o: ObjectSpec| {
        let mut s = empty();
        s.setup.players = vec![PlayerSpec::default(), PlayerSpec::default()];
        s.setup.objects.push(o);
        s
    };
    let oracle = |s: &Scenario| outofphase_harness::oracle::round_trips::first(s).map(|v| v.oracle);
    assert_eq!(oracle(&scenario(plain.clone())), None);
    let strange = Trigger { gain: 7, ..Trigger::on(Event::Dies(Subject::This)) };
    let s = scenario(ObjectSpec { has: vec![strange.into()], ..plain.clone() });
    assert_eq!(oracle(&s), Some("round_trips::a_case_reads_back_from_yaml"));
    let mut s = scenario(plain);
    s.play.push(Action::Leave(Seat(3)));
    assert!(oracle(&s).is_some(), "there is no fourth player");
}

/// Two ways to leave nothing are one, and after the end of the game there is nothing to be right about.
#[test]
fn no_oracle_asks_what_is_left_of_a_leaver() {
    for seats in [2, 3] {
        let mut setup = Setup::new(seats);
        setup.players[0].hand = 2;
        setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
        let s = Scenario { setup, play: vec![Action::Leave(Seat::A)] };
        let oracles = Oracles { differential: true, relations: Relations::None, ..Oracles::default() };
        let mut honest_enough = Liar { engine: ReferenceEngine::default(), lie: Lie::LeaversHaveNothing, refused: false, entered: 0 };
        let outcome = Checker::new(&mut honest_enough, oracles, NEWEST).check(&s);
        assert!(matches!(outcome, Outcome::Holds), "{seats} players: {outcome:?}");
    }
}

/// What a thing shows and what it triggered stand together, or the case could not be read.
#[test]
fn a_finding_says_everything_of_one_thing_at_one_place() {
    let mut setup = Setup::new(2);
    let mut watcher = ObjectSpec::new("watcher", Card::creature(2, 2), Seat::A);
    watcher.has.push(Trigger { gain: 100, ..Trigger::on(Event::Draws(Whose::Any)) }.into());
    setup.add(watcher);
    let s = Scenario { setup, play: vec![Action::Resolve { by: Seat::A, effect: Effect::Draw(Amount::N(1)) }] };
    let oracles = Oracles { properties: false, differential: true, relations: Relations::None, ..Oracles::default() };
    let mut liar = Liar { engine: ReferenceEngine::default(), lie: Lie::LastIsTappedAndNothingTriggers, refused: false, entered: 0 };
    let mut checker = Checker::new(&mut liar, oracles, NEWEST);
    let Outcome::Violated(v) = checker.check(&s) else { panic!("the lie was not seen") };
    let case = checker.finding(v, s, "a_signature".into(), 1).case;
    let Some(outofphase_harness::cases::CaseStep::Expect(all)) = case.steps.last() else { panic!("{:?}", case.steps) };
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].facts.len(), 2, "{all:?}");
}
