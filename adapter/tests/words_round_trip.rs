//! Every word reads back as it was written, in both styles.
use outofphase_adapter::names::{Style, scope};
use outofphase_adapter::*;

const NAMES: [&str; 3] = ["bear", "sword", "wall"];

fn there_and_back<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> String {
    for style in [Style::Fields, Style::Phrases] {
        scope(NAMES, Some(3), style, || {
            let text = serde_json::to_string(value).expect("writes");
            let back: T = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(*value, back, "{text}");
        });
    }
    scope(NAMES, Some(3), Style::Phrases, || serde_json::to_string(value).expect("writes"))
}

#[test]
fn filters_read_back_from_their_phrases() {
    for phrase in [
        "permanents",
        "other untapped creatures with first strike you control",
        "nonbasic lands",
        "phased-out creatures",
        "legendary permanents your opponents control",
        "creature tokens B controls",
        "tapped nontoken noncreature artifact equipment",
        "elves",
        "plains",
    ] {
        let filter = Filter::parse(phrase).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(Filter::parse(&filter.to_string()), Ok(filter), "{filter}");
        there_and_back(&filter);
    }
}

#[test]
fn a_wrong_word_in_a_phrase_is_named() {
    let e = Filter::parse("creatures youcontrol").expect_err("refused");
    assert!(e.contains("`youcontrol` is no type"), "{e}");
}

#[test]
fn cards_read_back_from_their_phrases() {
    for phrase in ["creature 2/2", "legendary artifact creature -1/3", "planeswalker 4", "siege 5", "equipment", "aura", "attraction 4"] {
        let card = Card::parse(phrase).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(card.to_string(), phrase);
        there_and_back(&card);
    }
    assert!(Card::parse("creature").is_err() && Card::parse("planeswalker").is_err() && Card::parse("2/2").is_err());
}

#[test]
fn actions_read_as_a_judge_would_say_them() {
    let (bear, sword, wall) = (Obj(0), Obj(1), Obj(2));
    let all = [
        (
            Action::Resolve { by: Seat::A, effect: Effect::PhaseOut(What::These(vec![bear, sword])) },
            r#"{"by":"A","phase out":["bear","sword"]}"#,
        ),
        (
            Action::Resolve { by: Seat::B, effect: Effect::Destroy(What::All(Filter::of_type(Type::Creature).yours())) },
            r#"{"by":"B","destroy":"all creatures you control"}"#,
        ),
        (
            Action::Resolve {
                by: Seat::A,
                effect: Effect::Pump { what: What::one(bear), power: 3, toughness: 0, until: Until::EndOfTurn },
            },
            r#"{"by":"A","pump":{"what":["bear"],"power":3,"toughness":0,"until":"end of turn"}}"#,
        ),
        (Action::Resolve { by: Seat::A, effect: Effect::EndTheTurn }, r#"{"by":"A","end the turn":true}"#),
        (Action::Announce { by: Seat::A, effect: Effect::Destroy(What::one(wall)) }, r#"{"by":"A","announce":{"destroy":["wall"]}}"#),
        (Action::ResolveTop, r#"{"resolve top":true}"#),
        (Action::Advance { to: Step::Upkeep, of: Seat::B }, r#"{"advance to":"upkeep","of":"B"}"#),
        (Action::Attack(vec![Attack { attacker: bear, target: Attached::Player(Seat::B) }]), r#"{"attack":{"bear":"B"}}"#),
        (Action::Block(vec![Block { blocker: wall, attacker: bear }]), r#"{"block":{"wall":"bear"}}"#),
        (Action::Leave(Seat::C), r#"{"leave":"C"}"#),
        (Action::Answer(Answer::Roll(4)), r#"{"answer":{"roll":4}}"#),
    ];
    for (action, text) in all {
        assert_eq!(there_and_back(&action), text);
    }
}

#[test]
fn abilities_read_as_keyword_static_or_trigger() {
    let dies = Trigger { then: Some(Box::new(Effect::ReturnToHand(What::That))), ..Trigger::on(Event::Dies(Subject::Host)) };
    let all: [(Ability, &str); 5] = [
        (Keyword::FirstStrike.into(), r#""first strike""#),
        (
            Static::Anthem { to: Filter::of_type(Type::Creature), power: 1, toughness: 1 }.into(),
            r#"{"anthem":{"to":"creatures","power":1,"toughness":1}}"#,
        ),
        (Static::DoesntUntap.into(), r#""doesn't untap""#),
        (dies.into(), r#"{"when":{"dies":"host"},"then":{"return to hand":"that"}}"#),
        (
            Trigger::on(Event::Beginning { step: Step::Upkeep, whose: Whose::You }).into(),
            r#"{"when":{"beginning of":{"step":"upkeep","whose":"you"}}}"#,
        ),
    ];
    for (ability, text) in all {
        assert_eq!(there_and_back(&ability), text);
    }
}

#[test]
fn an_unknown_effect_lists_the_words_that_exist() {
    let e = scope(NAMES, Some(2), Style::Phrases, || serde_json::from_str::<Action>(r#"{"by":"A","phase owt":["bear"]}"#))
        .expect_err("refused")
        .to_string();
    assert!(e.contains("phase owt") && e.contains("`phase out`") && e.contains("`attack`"), "{e}");
}

#[test]
fn an_unknown_name_lists_those_of_the_board() {
    let e = scope(NAMES, Some(2), Style::Phrases, || serde_json::from_str::<Action>(r#"{"by":"A","phase out":["baer"]}"#))
        .expect_err("refused")
        .to_string();
    assert!(e.contains("`baer`") && e.contains("`bear`"), "{e}");
    let e = scope(NAMES, Some(2), Style::Phrases, || serde_json::from_str::<Action>(r#"{"leave":"C"}"#)).expect_err("refused").to_string();
    assert!(e.contains("does not sit"), "{e}");
}

#[test]
fn snapshots_read_back_and_refuse_strangers_and_twins() {
    let mut s = Snapshot::default();
    s.reset(3, 2);
    s.objects[0] = ObjectView {
        place: Some(Place::Battlefield),
        phased: Some(Phased::Indirectly),
        attached: Some(Some(Attached::Object(Obj(1)))),
        attacking: Some(Some(Attacked::NothingAnyMore)),
        blocking: Some(None),
        size: Some((2, 2)),
        ..ObjectView::default()
    };
    (s.step, s.active, s.day_night) = (Some(Step::Upkeep), Some(Seat::B), Some(None));
    scope(NAMES, Some(2), Style::Fields, || {
        let text = serde_json::to_string(&s).expect("writes");
        assert_eq!(serde_json::from_str::<Snapshot>(&text).expect("reads"), s);
        let stranger = text.replacen("\"bear\"", "\"ox\"", 1);
        assert!(serde_json::from_str::<Snapshot>(&stranger).expect_err("refused").to_string().contains("`ox`"));
        let twin = text.replacen("\"wall\"", "\"bear\"", 1);
        assert!(serde_json::from_str::<Snapshot>(&twin).expect_err("refused").to_string().contains("twice"));
    });
}

#[test]
fn triggers_are_numbered_by_powers_of_ten() {
    let mut setup = Setup::new(2);
    let watcher = ObjectSpec::new("watcher", Card::creature(1, 1), Seat::A)
        .with(Trigger::on(Event::Dies(Subject::This)))
        .with(Static::Grant { to: Filter::ANY, ability: Box::new(Trigger::on(Event::Leaves(Subject::This)).into()) });
    setup.add(watcher);
    let mut play = [Action::Resolve {
        by: Seat::A,
        effect: Effect::GainAbility {
            what: What::one(Obj(0)),
            ability: Box::new(Trigger::on(Event::Enters(Subject::This)).into()),
            until: Until::Forever,
        },
    }];
    setup.number_triggers(&mut play);
    let listed: Vec<i64> = setup.objects[0].has.iter().flat_map(Ability::triggers).map(|t| t.gain).collect();
    assert_eq!(listed, [100, 1000]);
    assert_eq!(play[0].effect().map(|e| e.triggers().len()), Some(1));
    let text = format!("{setup:?}{play:?}");
    for gain in ["gain: 100 ", "gain: 1000 ", "gain: 10000 "] {
        assert!(text.contains(gain), "{gain} in {text}");
    }
}
