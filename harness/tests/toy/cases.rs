//! Cases for the toy engine, from a few lines of text.

use outofphase_harness::adapter::names::{Style, of};
use outofphase_harness::adapter::*;
use outofphase_harness::cases::phrases::Kind;
use outofphase_harness::cases::{Case, CaseStep, ExpectSubject, Expectation, Fact};

/// A board of a bear with a sword of B's on it, an ox of B's and a wisp of A's that has phasing.
fn board() -> Setup {
    let mut setup = Setup::new(2);
    let card = |text: &str| Card::parse(text).expect("a card");
    let bear = setup.add(ObjectSpec::new("bear", card("creature 2/2"), Seat::A));
    let mut sword = ObjectSpec::new("sword", card("equipment"), Seat::B);
    sword.on = Some(Attached::Object(bear));
    setup.add(sword);
    setup.add(ObjectSpec::new("ox", card("creature 3/3"), Seat::B));
    setup.add(ObjectSpec::new("wisp", card("creature 1/1"), Seat::A).with(Keyword::Phasing));
    setup
}

/// A case on that board. A line of the script is an action in YAML, the same after `illegal `, or `expect SUBJECT: FACTS`.
pub(crate) fn case(id: &str, clause: &str, script: &[&str]) -> Case {
    let setup = board();
    let steps = of(&setup, Style::Phrases, || script.iter().map(|line| step(line)).collect());
    Case {
        group: "what goes out together".into(),
        clauses: vec![clause.into()],
        source: Some("rules 702.26".into()),
        why: "So the rule says.".into(),
        ..Case::new(id, setup, steps)
    }
}

fn step(line: &str) -> CaseStep {
    let action = |text: &str| serde_yaml::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    if let Some(rest) = line.strip_prefix("expect ") {
        return CaseStep::Expect(vec![expectation(rest)]);
    }
    match line.strip_prefix("illegal ") {
        Some(rest) => CaseStep::Do { action: action(rest), illegal: true },
        None => CaseStep::Do { action: action(line), illegal: false },
    }
}

fn expectation(text: &str) -> Expectation {
    let (subject, facts) = text.split_once(": ").expect("a subject and facts");
    let (subject, kind) = match (subject, Seat::from_letter(subject)) {
        (_, Some(seat)) => (ExpectSubject::Player(seat), Kind::Player),
        ("turn", _) => (ExpectSubject::Turn, Kind::Turn),
        ("happened", _) => (ExpectSubject::Happened, Kind::Happened),
        (name, _) => (ExpectSubject::Object(names::find(name).expect("a name")), Kind::Object),
    };
    Expectation { subject, facts: Fact::parse_all(kind, facts).unwrap_or_else(|e| panic!("{e}")), line: 0 }
}

/// The cases that the report's tests run: one to pass on every toy, and one for each flaw.
pub(crate) fn suite() -> Vec<Case> {
    let mut control =
        case("phasing_out_is_understood", "phasing.treated-as-nonexistent", &["{by: A, phase out: [ox]}", "expect ox: phased out"]);
    control.control = true;
    vec![
        control,
        case(
            "equipment_follows_its_host",
            "phasing.indirect",
            &[
                "{by: A, phase out: [bear]}",
                "expect bear: phased out directly",
                "expect sword: phased out indirectly, on bear",
                "{advance to: untap, of: A}",
                "expect sword: phased in, on bear",
            ],
        ),
        case(
            "own_untap_step_brings_it_back",
            "phasing.untap-step-event",
            &[
                "{by: A, phase out: [bear]}",
                "{advance to: untap, of: B}",
                "expect bear: phased out",
                "{advance to: upkeep, of: B}",
                "expect turn: upkeep of B",
                "{advance to: upkeep, of: A}",
                "expect bear: phased in",
            ],
        ),
        case(
            "a_phased_out_creature_attacks_nobody",
            "phasing.treated-as-nonexistent",
            &["{by: A, phase out: [bear]}", "illegal {attack: {bear: B}}", "{attack: {wisp: B}}", "expect wisp: attacking B, tapped"],
        ),
        case(
            "phasing_precedes_untapping",
            "untap.phasing",
            &["{attack: {wisp: B}}", "{advance to: untap, of: A}", "expect happened: wisp phases out"],
        ),
        case("a_destroyed_creature_is_in_the_graveyard", "zone-change.leaves", &["{by: A, destroy: [ox]}", "expect ox: in graveyard"]),
    ]
}
