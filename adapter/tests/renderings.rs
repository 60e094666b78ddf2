//! Every word of the vocabulary as rules text and as Forge script, word by word, beside a golden file.
//!
//! `renderings.txt` is rewritten with OUTOFPHASE_BLESS=1.
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::wire::vocabulary;
use outofphase_adapter::*;
use std::collections::BTreeSet;
use std::fmt::Write;

const NAMES: [&str; 3] = ["bear", "sword", "saga"];
const BEAR: Obj = Obj(0);
const SWORD: Obj = Obj(1);

fn bear() -> What {
    What::one(BEAR)
}

fn yours() -> Filter {
    Filter::of_type(Type::Creature).yours()
}

fn effects() -> Vec<Effect> {
    let both = || What::These(vec![BEAR, SWORD]);
    let all = || What::All(yours());
    let until = Until::EndOfTurn;
    vec![
        Effect::PhaseOut(bear()),
        Effect::PhaseOut(both()),
        Effect::PhaseOut(all()),
        Effect::PhaseIn(both()),
        Effect::PhaseIn(What::All(Filter { phased_out: true, ..yours() })),
        Effect::PhaseInAndOut { r#in: bear(), out: What::one(SWORD) },
        Effect::PhaseOutUntil { what: bear(), leaves: Holder::This },
        Effect::Destroy(bear()),
        Effect::Destroy(all()),
        Effect::Exile(bear()),
        Effect::ExileUntil { what: bear(), leaves: Holder::This },
        Effect::ExileUntil { what: bear(), leaves: Holder::Object(SWORD) },
        Effect::ExileAndReturn(bear()),
        Effect::ReturnToHand(both()),
        Effect::PutOnLibrary(bear()),
        Effect::Sacrifice(bear()),
        Effect::Sacrifice(What::This),
        Effect::PutOntoBattlefield { what: bear(), under: None, tapped: true, on: None },
        Effect::PutOntoBattlefield { what: bear(), under: Some(Seat::B), tapped: false, on: None },
        Effect::Create(vec![BEAR]),
        Effect::Mill { who: Seat::B, n: 2 },
        Effect::Damage { to: bear(), n: 3 },
        Effect::Damage { to: all(), n: 3 },
        Effect::DamagePlayer { who: Seat::B, n: 3 },
        Effect::Draw(Amount::N(2)),
        Effect::Draw(Amount::ForEach(yours())),
        Effect::Discard(1),
        Effect::LoseTheGame(vec![Seat::B]),
        Effect::Pump { what: bear(), power: 2, toughness: -1, until },
        Effect::Pump { what: all(), power: 1, toughness: 1, until: Until::EndOfCombat },
        Effect::GainAbility { what: bear(), ability: Box::new(Keyword::Phasing.into()), until: Until::Forever },
        Effect::GainAbility {
            what: bear(),
            ability: Box::new(Trigger { gain: 100, ..Trigger::on(Event::Dies(Subject::This)) }.into()),
            until,
        },
        Effect::GainAbility { what: bear(), ability: Box::new(Static::CantAttack { to: Filter::ANY }.into()), until },
        Effect::LoseAbilities { what: bear(), until },
        Effect::BecomeCreatures { what: What::one(SWORD), power: 3, toughness: 3, until },
        Effect::LoseTypes { what: bear(), types: Types::one(Type::Creature), until },
        Effect::GainControl { what: bear(), until },
        Effect::GainControl { what: bear(), until: Until::Forever },
        Effect::Tap(bear()),
        Effect::Untap(all()),
        Effect::PutCounters { on: bear(), counter: CounterKind::PlusOne, n: 2 },
        Effect::RemoveCounters { from: all(), counter: CounterKind::Lore, n: 1 },
        Effect::Attach { what: What::one(SWORD), to: Attached::Object(BEAR) },
        Effect::Unattach(What::one(SWORD)),
        Effect::RemoveFromCombat(bear()),
        Effect::SkipNextStep { who: Seat::A, step: Step::Untap },
        Effect::DoesntUntapNext(bear()),
        Effect::ExtraTurn(Seat::A),
        Effect::ExtraCombat { main: true },
        Effect::ExtraStep(Step::Upkeep),
        Effect::EndTheTurn,
        Effect::ItBecomes(DayNight::Night),
        Effect::CastSpells(2),
        Effect::AddMana { color: Color::Green, n: 3, keep: None },
        Effect::AddMana { color: Color::Red, n: 1, keep: Some(Until::EndOfTurn) },
        Effect::Transform(bear()),
        Effect::ChangeProtector { what: bear(), to: Seat::B },
        Effect::CantBlockThisTurn(yours()),
        Effect::CantPhaseOut { what: bear(), until: Until::YourNextUpkeep },
        Effect::CantPhaseIn { what: bear(), until: Until::YourNextTurn },
        Effect::AtTheNext { step: Step::End, of: Some(Seat::A), then: Box::new(Effect::Exile(bear())) },
        Effect::When { event: Event::Leaves(Subject::This), about: BEAR, this_turn: true, then: Box::new(Effect::Draw(Amount::N(1))) },
        Effect::InOrder(vec![Effect::PhaseOut(bear()), Effect::Untap(What::one(SWORD)), Effect::Draw(Amount::N(1))]),
    ]
}

fn untils() -> Vec<Until> {
    let this = Holder::This;
    vec![
        Until::EndOfTurn,
        Until::EndOfCombat,
        Until::Forever,
        Until::YourNextTurn,
        Until::YourNextUpkeep,
        Until::WhileYouControl(this),
        Until::WhileTapped(this),
        Until::WhileOnBattlefield(this),
        Until::WhileYouControl(Holder::Object(SWORD)),
    ]
}

fn statics() -> Vec<Static> {
    let to = yours();
    vec![
        Static::Anthem { to, power: 1, toughness: 0 },
        Static::Grant { to, ability: Box::new(Keyword::Phasing.into()) },
        Static::Grant { to, ability: Box::new(Trigger { gain: 100, ..Trigger::on(Event::Dies(Subject::This)) }.into()) },
        Static::LoseAbilities { to: to.others() },
        Static::AreAlso { to: Filter::of_type(Type::Land), types: Types::one(Type::Creature), power: 1, toughness: 1 },
        Static::SizeIsNumber(to),
        Static::HostGets { power: 2, toughness: 2 },
        Static::HostHas(Box::new(Keyword::Phasing.into())),
        Static::HostLosesAbilities,
        Static::YouControlHost,
        Static::HostDoesntUntap,
        Static::EntersWith { to: None, counter: CounterKind::PlusOne, n: 2 },
        Static::EntersWith { to: Some(to), counter: CounterKind::PlusOne, n: 1 },
        Static::EntersTapped { to: None },
        Static::EntersTapped { to: Some(to) },
        Static::SkipStep { whose: Whose::You, step: Step::Untap },
        Static::DoesntUntap,
        Static::UntapInOthersUntapStep,
        Static::NoMaximumHandSize,
        Static::HandSize { whose: Whose::Opponents, by: -3 },
        Static::CantPhaseOut { to },
        Static::CantPhaseIn { to: Filter { phased_out: true, ..to } },
        Static::CantAttack { to },
        Static::CantBlock { to },
        Static::KeepMana,
        Static::DamageStays,
        Static::NoEntersTriggers { to: Filter::of_type(Type::Creature) },
        Static::DiesTriggersTwice,
        Static::ExileInsteadOfDying { to },
        Static::GraveyardsLoseAbilities,
        Static::CantDraw,
        Static::DrawTwoInstead,
        Static::EffectsDoubleCounters,
        Static::NoLegendRule,
    ]
}

fn triggers() -> Vec<Trigger> {
    let any = Subject::Any(Filter::of_type(Type::Creature).yours().others());
    let this = Subject::This;
    let events = vec![
        Event::Enters(any),
        Event::Leaves(this),
        Event::Dies(Subject::Host),
        Event::ToGraveyard(this),
        Event::ToGraveyard(any),
        Event::Exiled(this),
        Event::ToHand(any),
        Event::LeavesGraveyard(any),
        Event::Sacrificed(this),
        Event::PhasesOut(any),
        Event::PhasesIn(this),
        Event::Attacks(this),
        Event::Blocks(this),
        Event::BecomesBlocked(this),
        Event::DealsCombatDamage(this),
        Event::DealtDamage(this),
        Event::BecomesTapped(any),
        Event::BecomesUntapped(any),
        Event::BecomesAttached(this),
        Event::BecomesUnattached(this),
        Event::LoseControl(this),
        Event::OpponentGains(this),
        Event::BecomesTarget(this),
        Event::Beginning { step: Step::Upkeep, whose: Whose::You },
        Event::Beginning { step: Step::FirstMain, whose: Whose::Any },
        Event::Discards(Whose::Any),
        Event::Draws(Whose::Opponents),
        Event::DayNightChanges(Whose::Any),
        Event::Transforms(this),
        Event::PlayerLoses(Whose::Any),
        Event::Chapter(1),
        Event::Visited(this),
        Event::SetInMotion(this),
        Event::ControlNo(Filter::of_type(Type::Island)),
    ];
    let plain = |e| Trigger { gain: 100, ..Trigger::on(e) };
    let mut all: Vec<Trigger> = events.into_iter().map(plain).collect();
    let dies = || plain(Event::Dies(any));
    all.extend([
        Trigger { batch: true, ..dies() },
        Trigger { batch: true, ..plain(Event::PhasesOut(any)) },
        Trigger { then: Some(Box::new(Effect::ReturnToHand(What::That))), ..dies() },
        Trigger { from_graveyard: true, ..dies() },
        Trigger { gain: 10_000_000_000, ..dies() },
    ]);
    let island = Filter::of_type(Type::Island);
    for c in [
        Condition::YouControl { all: island, at_least: 2 },
        Condition::YouControlNo(island),
        Condition::ThisIsTapped(true),
        Condition::ThisOnBattlefield,
        Condition::ThisInGraveyard,
        Condition::ItIs(DayNight::Night),
    ] {
        all.push(Trigger { condition: Some(c), ..dies() });
    }
    all
}

fn row(out: &mut String, word: &str, text: &str, forge: Option<String>) {
    let indent = |s: &str| s.lines().map(|l| format!("    {l}\n")).collect::<String>();
    let forge = forge.map_or_else(|| "    (no Forge script)\n".to_owned(), |f| indent(&f));
    write!(out, "{word}\n  text\n{}  forge\n{forge}\n", indent(text)).expect("writes");
}

fn on_a_card(word: &str, ability: Ability, out: &mut String) {
    let spec = ObjectSpec::new("sword", Card::parse("equipment").expect("a card"), Seat::A).with(ability);
    // The lines that every card has say nothing about the word.
    let script = forge::card(&spec).map(|s| s.lines().skip(3).collect::<Vec<_>>().join("\n"));
    row(out, word, &text::card(&spec), script);
}

fn all() -> (String, BTreeSet<(&'static str, String)>) {
    let (mut out, mut seen) = (String::new(), BTreeSet::new());
    out.push_str("# Effects\n\n");
    for e in effects() {
        seen.insert(("effect", e.word().to_owned()));
        row(&mut out, e.word(), &text::effect(&e, Seat::A), forge::effect(&e, Seat::A));
    }
    out.push_str("# Durations\n\n");
    for until in untils() {
        seen.insert(("until", until.word().to_owned()));
        for e in [Effect::Pump { what: bear(), power: 1, toughness: 0, until }, Effect::GainControl { what: bear(), until }] {
            row(&mut out, until.word(), &text::effect(&e, Seat::A), forge::effect(&e, Seat::A));
        }
    }
    out.push_str("# Abilities\n\n");
    for k in Keyword::ALL {
        seen.insert(("ability", k.word().to_owned()));
        on_a_card(k.word(), (*k).into(), &mut out);
    }
    for s in statics() {
        seen.insert(("ability", s.word().to_owned()));
        on_a_card(s.word(), s.into(), &mut out);
    }
    seen.insert(("ability", "trigger".into()));
    for t in triggers() {
        seen.insert(("event", t.when.word().to_owned()));
        on_a_card(t.when.word(), t.into(), &mut out);
    }
    (out, seen)
}

#[test]
fn every_word_is_rendered_as_the_golden_file_says() {
    let (now, _) = names::scope(NAMES, Some(2), Style::Fields, all);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/renderings.txt");
    if std::env::var_os("OUTOFPHASE_BLESS").is_some() {
        std::fs::write(&path, &now).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (is, was)) in (1..).zip(now.lines().zip(golden.lines())) {
        assert_eq!(is, was, "renderings.txt:{number}; OUTOFPHASE_BLESS=1 rewrites it");
    }
    assert_eq!(now.lines().count(), golden.lines().count());
}

#[test]
fn no_word_of_the_vocabulary_is_left_out() {
    let (_, seen) = names::scope(NAMES, Some(2), Style::Fields, all);
    for kind in ["effect", "until", "ability", "event"] {
        let words = vocabulary(kind);
        assert!(!words.is_empty());
        for word in words {
            assert!(seen.contains(&(kind, word.clone())), "{kind} `{word}` has no sample in this test");
        }
    }
}

#[test]
fn cards_are_whole_scripts() {
    let walker = ObjectSpec::new("walker", Card::parse("legendary planeswalker 4").expect("a card"), Seat::A);
    assert_eq!(forge::card(&walker).as_deref(), Some("Name:walker\nManaCost:no cost\nTypes:Legendary Planeswalker\nLoyalty:4"));
    let mut saga = ObjectSpec::new("saga", Card::parse("saga").expect("a card"), Seat::A);
    for n in [2, 1] {
        saga = saga.with(Trigger { gain: 100 * i64::from(n), ..Trigger::on(Event::Chapter(n)) });
    }
    let script = forge::card(&saga).expect("a script");
    assert!(script.contains("\nK:Chapter:2:Do2,Do1\n"), "{script}");
    let two_faces = ObjectSpec {
        back: Some(Box::new(Face { card: Card::creature(4, 4), has: vec![Keyword::Flying.into()] })),
        ..ObjectSpec::new("elf", Card::parse("creature elf 2/2").expect("a card"), Seat::A).with(Keyword::Daybound)
    };
    let script = forge::card(&two_faces).expect("a script");
    assert!(script.contains("\nAlternateMode:DoubleFaced\n") && script.ends_with("PT:4/4\nK:Flying"), "{script}");
}

#[test]
fn what_a_script_cant_tell_apart_has_none() {
    let twin = ObjectSpec { named: Some("Twin".into()), ..ObjectSpec::new("bear", Card::creature(2, 2), Seat::A) };
    assert_eq!(forge::card(&twin), None);
    let mill = Effect::Mill { who: Seat::B, n: 1 };
    // With three players "the opponent" is nobody in particular.
    assert_eq!(names::scope(NAMES, Some(3), Style::Fields, || forge::effect(&mill, Seat::A)), None);
    let chapters =
        ObjectSpec::new("saga", Card::parse("saga").expect("a card"), Seat::A).with(Trigger { gain: 1, ..Trigger::on(Event::Chapter(2)) });
    assert_eq!(forge::card(&chapters), None);
}
