use super::*;
use crate::phrases::Kind;
use outofphase_adapter::names::{Style, scope};
use outofphase_adapter::{Attached, Attacked, Card, LogEvent, Obj, ObjectSpec, ObjectView, Phased, Place, Setup, Step, Type, Types};

const BEAR: Obj = Obj(0);

fn setup() -> Setup {
    let mut setup = Setup::new(2);
    for name in ["bear", "sword"] {
        setup.add(ObjectSpec::new(name, Card::creature(2, 2), Seat::A));
    }
    setup
}

/// `holds`, or what was seen, or what would have to be shown, of one phrase about the bear.
fn verdict(phrase: &str, view: ObjectView) -> String {
    let setup = setup();
    let mut now = Snapshot::default();
    now.reset(2, 2);
    now.objects[0] = view;
    let ledger = Ledger::decode(&setup, &[], &[20, 20], &now);
    scope(["bear", "sword"], Some(2), Style::Phrases, || {
        let facts = vec![Fact::parse(Kind::Object, phrase).unwrap_or_else(|e| panic!("{e}"))];
        let exp = Expectation { subject: ExpectSubject::Object(BEAR), facts, line: 0 };
        match check(&exp, &now, &ledger, &[]).pop() {
            None => "holds".into(),
            Some(Mismatch { kind: MismatchKind::NotShown(need), .. }) => need.to_string(),
            Some(m) => m.seen,
        }
    })
}

fn there(more: ObjectView) -> ObjectView {
    ObjectView { place: Some(Place::Battlefield), ..more }
}

fn none() -> ObjectView {
    ObjectView::default()
}

fn at(place: Place) -> ObjectView {
    ObjectView { place: Some(place), ..none() }
}

#[test]
fn a_fact_is_compared_with_what_is_shown() {
    let phased = |p| there(ObjectView { phased: Some(p), ..none() });
    let attack = |a| there(ObjectView { attacking: Some(a), ..none() });
    let on_sword = there(ObjectView { attached: Some(Some(Attached::Object(Obj(1)))), ..none() });
    let land = there(ObjectView { types: Some(Types::one(Type::Land)), ..none() });
    let b = Attacked::It(Attached::Player(Seat::B));
    for (phrase, view, told) in [
        ("phased in", phased(Phased::In), "holds"),
        ("phased in", phased(Phased::Out), "phased out"),
        ("phased out", phased(Phased::Indirectly), "holds"),
        ("phased out directly", phased(Phased::Directly), "holds"),
        ("phased out directly", phased(Phased::Indirectly), "phased out indirectly"),
        ("phased out directly", phased(Phased::Out), "show direct"),
        ("phased out indirectly", phased(Phased::In), "phased in"),
        ("phased in", at(Place::Graveyard), "in graveyard"),
        ("phased in", there(none()), "show phased"),
        ("in graveyard", at(Place::Exile), "in exile"),
        ("not on the battlefield", at(Place::Gone), "holds"),
        ("on sword", on_sword, "holds"),
        ("on A", on_sword, "on sword"),
        ("unattached", on_sword, "on sword"),
        ("unattached", at(Place::Graveyard), "holds"),
        ("on sword", at(Place::Graveyard), "in graveyard"),
        ("on sword", there(none()), "show attached"),
        ("attacking B", attack(Some(b)), "holds"),
        ("attacking", attack(Some(Attacked::NothingAnyMore)), "holds"),
        ("not attacking", attack(Some(b)), "attacking B"),
        ("attacking nothing any more", attack(Some(b)), "attacking B"),
        ("not attacking", phased(Phased::Out), "holds"),
        ("2/2", there(ObjectView { size: Some((3, 3)), ..none() }), "3/3"),
        ("2/2", phased(Phased::Out), "phased out"),
        ("2/2", land, "no creature but “land”"),
        ("is a land", land, "holds"),
        ("is a creature", land, "“land”"),
        ("is no creature", there(none()), "show types"),
        ("controlled by B", there(ObjectView { controller: Some(Seat::A), ..none() }), "controlled by A"),
        ("undamaged", there(ObjectView { damage: Some(1), ..none() }), "1 damage"),
        ("undamaged", there(none()), "show damage"),
        ("tapped", there(ObjectView { tapped: Some(false), ..none() }), "untapped"),
        ("not triggered", there(none()), "show life"),
    ] {
        assert_eq!(verdict(phrase, view), told, "{phrase}: {view:?}");
    }
}

#[test]
fn all_that_is_wrong_is_told_together() {
    let mut now = Snapshot::default();
    now.reset(2, 2);
    now.players[1] = PlayerView { life: Some(18), hand: Some(4), ..PlayerView::default() };
    let ledger = Ledger::decode(&setup(), &[], &[20, 20], &now);
    let exp = Expectation { subject: ExpectSubject::Player(Seat::B), facts: vec![Fact::Life(20), Fact::Hand(3), Fact::Mana(0)], line: 0 };
    let told: Vec<String> = check(&exp, &now, &ledger, &[]).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "B: expected life 20, seen life 18",
            "B: expected hand 3, seen hand 4",
            "B: expected no mana, but the engine can't tell (show mana)"
        ]
    );
}

fn happened(phrases: &[&str]) -> Vec<String> {
    let entry = |batch, event| LogEntry { batch, event };
    let log = [
        entry(1, LogEvent::StepBegan { step: Step::Untap, of: Seat::A }),
        entry(2, LogEvent::PhasedIn { object: Obj(1) }),
        entry(2, LogEvent::PhasedIn { object: BEAR }),
        entry(3, LogEvent::Untapped { object: BEAR }),
        entry(4, LogEvent::StepEnded { step: Step::Untap }),
    ];
    let mut now = Snapshot::default();
    now.reset(2, 2);
    let ledger = Ledger::decode(&setup(), &[], &[20, 20], &now);
    scope(["bear", "sword"], Some(2), Style::Phrases, || {
        let facts = phrases.iter().map(|p| Fact::parse(Kind::Happened, p).unwrap_or_else(|e| panic!("{e}"))).collect();
        let exp = Expectation { subject: ExpectSubject::Happened, facts, line: 0 };
        check(&exp, &now, &ledger, &log).into_iter().map(|m| format!("{}: {}", m.expected, m.seen)).collect()
    })
}

#[test]
fn what_happened_is_found_in_order_with_other_things_between() {
    assert_eq!(happened(&["untap begins", "bear phases in", "untap ends"]), [""; 0]);
    assert_eq!(happened(&["bear phases in", "sword phases in", "bear untaps"]), [""; 0], "at once, so in whatever order");
    assert_eq!(happened(&["bear phases in and sword phases in", "bear untaps"]), [""; 0]);
}

#[test]
fn what_happened_out_of_order_or_not_at_all_is_told() {
    assert_eq!(happened(&["bear untaps", "bear phases in"]), ["bear phases in: it only before “bear untaps”"]);
    assert_eq!(happened(&["bear phases in", "bear phases in"]), ["bear phases in: it only before “bear phases in”"]);
    assert_eq!(happened(&["bear phases out", "bear untaps"]), ["bear phases out: nothing of the kind"]);
    assert_eq!(happened(&["bear phases in and bear untaps"]), ["bear phases in and bear untaps: them one after the other"]);
}
