//! No oracle speaks where the rules are followed: a false alarm costs whoever gets it an afternoon.

use outofphase_cases::CaseSet;
use outofphase_harness::campaign::checker::Relations;
use outofphase_harness::campaign::{Checker, Oracles, Outcome};
use outofphase_reference_engine::{NEWEST, ReferenceEngine, Rulebook};

const EVERYTHING: Oracles = Oracles { properties: true, relations: Relations::All, differential: true, round_trips: 1 };

/// Hand-written cases hold what no generator would think of.
#[test]
fn every_case_is_a_scenario_that_no_oracle_objects_to() {
    let mut objections = Vec::new();
    for case in &CaseSet::builtin().cases {
        let on = case.until.and_then(|d| d.yesterday().ok()).unwrap_or(NEWEST);
        let mut engine = ReferenceEngine::new(Rulebook::edition(on));
        let outcome = case.in_scope(|| Checker::new(&mut engine, EVERYTHING, on).check(&case.scenario()));
        if !matches!(outcome, Outcome::Holds) {
            objections.push((case.id.clone(), outcome));
        }
    }
    assert!(objections.is_empty(), "{objections:#?}");
}

/// What campaigns around the cases came upon, each once an oracle's false alarm.
const FALSE_ALARMS: &str = "
group: what oracles once objected to
cases:
  - id: a_token_that_arrives_and_dies_at_once
    clauses: [look-back.zone-changes]
    why: It arrives in one event and dies in another.
    board:
      watcher: {card: creature 2/2, has: [{when: {dies: permanents}}], of: A}
      bear: {card: creature 2/0, token: true, of: A, in: outside}
    play:
      - {by: A, create: [bear]}
      - expect: {watcher: triggered once}
  - id: a_card_that_dies_again_as_it_returns
    clauses: [look-back.zone-changes]
    why: It is in the graveyard before and after, and was on the battlefield in between.
    board:
      bear: {card: creature 2/0, of: A, in: graveyard}
      watcher: {card: enchantment, has: [{when: {dies: permanents}}], of: A}
    play:
      - {by: A, put onto the battlefield: {what: [bear]}}
      - expect: {bear: in graveyard, watcher: triggered once}
  - id: a_watcher_that_shows_its_other_face
    clauses: [phasing.owner-leaves]
    why: Nobody cast a spell, so it is night in B's turn, and the back of the shifter watches nothing.
    players: [A, B, C]
    options: {it_is: day}
    board:
      shrine: {card: enchantment, of: B}
      shifter: {card: creature 2/2, has: [daybound, {when: {leaves: permanents}}], back: {card: creature 3/3}, of: A}
    play:
      - {advance to: upkeep, of: B}
      - {leave: B}
      - expect: {shifter: not triggered}
  - id: an_ability_that_ends_the_turn_as_a_step_begins
    clauses: [turn-based.automatic]
    why: Whoever stops in that step stops in cleanup.
    board:
      clock: {card: artifact, has: [{when: {beginning of: {step: upkeep}}, then: end the turn}, phasing], of: A}
    play:
      - {advance to: upkeep, of: B}
      - expect: {clock: triggered}
  - id: an_ability_that_names_what_is_away
    clauses: [phasing.treated-as-nonexistent]
    why: It brings the bear back from exile, and would bring an absent card in from anywhere.
    board:
      bear: {card: creature 2/2, of: A}
      watcher:
        card: creature 2/2
        has:
          - when: {enters: this}
            then: {in order: [{exile: [bear]}, {at the next: {step: end, then: {put onto the battlefield: {what: [bear]}}}}]}
        of: A
        in: hand
    play:
      - {by: A, put onto the battlefield: {what: [watcher]}}
      - {advance to: end, of: A}
      - {by: A, destroy: all permanents}
      - expect: {bear: in graveyard}
";

#[test]
fn what_was_once_a_false_alarm_is_none_any_more() {
    let set = CaseSet::read([("false_alarms.yaml", FALSE_ALARMS)]).unwrap_or_else(|e| panic!("{e:?}"));
    for case in &set.cases {
        let mut engine = ReferenceEngine::default();
        let outcome = case.in_scope(|| Checker::new(&mut engine, EVERYTHING, NEWEST).check(&case.scenario()));
        assert!(matches!(outcome, Outcome::Holds), "{}: {outcome:?}", case.id);
    }
}
