//! The wire format: every verb there and back, mistakes named, and the server loop.
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::wire::{self, Hello, Op, Outcome, PROTOCOL, Reply, ReplyError, Request, Shown, Start};
use outofphase_adapter::*;
use serde_json::{Value, json};

mod toy;
use toy::Toy;

fn board() -> Setup {
    let mut setup = Setup::new(2);
    let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A).with(Keyword::Phasing));
    let sword = Card::parse("equipment").expect("a card");
    let host_gets = Static::HostGets { power: 1, toughness: 0 };
    setup.add(ObjectSpec { on: Some(Attached::Object(bear)), ..ObjectSpec::new("sword", sword, Seat::B).with(host_gets) });
    let walker = Card::parse("legendary planeswalker 4").expect("a card");
    setup.add(ObjectSpec { controller: Some(Seat::B), ..ObjectSpec::new("walker", walker, Seat::A) });
    setup
}

fn every_op(setup: &Setup) -> Vec<Op> {
    let (bear, sword, walker) = (Obj(0), Obj(1), Obj(2));
    let pump = Effect::Pump { what: What::All(Filter::of_type(Type::Creature).yours()), power: 3, toughness: 0, until: Until::EndOfTurn };
    vec![
        Op::Hello { protocol: PROTOCOL },
        Op::Start(Start::of(setup)),
        Op::resolve(Seat::A, &Effect::PhaseOut(What::These(vec![bear, sword]))),
        Op::resolve(Seat::B, &pump),
        Op::resolve(Seat::B, &Effect::EndTheTurn),
        Op::announce(Seat::B, &Effect::Destroy(What::one(bear))),
        Op::ResolveTop,
        Op::Advance { to: Step::Upkeep, of: Seat::B },
        Op::Attack { attacks: vec![Attack { attacker: bear, target: Attached::Object(walker) }] },
        Op::Block { blocks: vec![Block { blocker: bear, attacker: bear }] },
        Op::Leave { who: Seat::B },
        Op::Put { object: sword },
        Op::Answer { answer: Answer::Keep(walker) },
        Op::Observe,
        Op::Log,
        Op::Save { slot: 3 },
        Op::Load { slot: 3 },
    ]
}

#[test]
fn every_verb_reads_back_as_it_was_written() {
    let setup = board();
    names::of(&setup, Style::Fields, || {
        for (id, op) in (0..).zip(every_op(&setup)) {
            let request = Request { id, op };
            let line = request.write();
            assert_eq!(Request::read(&line).unwrap_or_else(|e| panic!("{line}: {e}")), request, "{line}");
            let value: Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(value["op"], request.op.word());
        }
    });
}

#[test]
fn a_start_carries_the_setup_and_its_renderings() {
    let setup = board();
    let line = names::of(&setup, Style::Fields, || Request { id: 1, op: Op::Start(Start::of(&setup)) }.write());
    let value: Value = serde_json::from_str(&line).expect("JSON");
    let bear = &value["objects"]["bear"];
    assert_eq!((&bear["types"], &bear["power"], &bear["text"]), (&json!(["creature"]), &json!(2), &json!("Phasing")), "{line}");
    assert_eq!(value["objects"]["sword"]["text"], "Equipped creature gets +1/+0.");
    assert_eq!(value["objects"]["walker"]["types"], json!(["legendary", "planeswalker"]));
    assert_eq!(value["objects"]["walker"]["number"], 4);
    // It brings its own names: no scope is needed to read it.
    let Op::Start(start) = Request::read(&line).expect("reads").op else { panic!("{line}") };
    assert_eq!(start.into_setup(), setup);
}

#[test]
fn effects_travel_as_fields_and_as_text() {
    let setup = board();
    let line = names::of(&setup, Style::Fields, || {
        Request { id: 7, op: Op::resolve(Seat::A, &Effect::Destroy(What::All(Filter::of_type(Type::Creature).yours()))) }.write()
    });
    let value: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(value["effect"], json!({"destroy": {"all": {"type": "creature", "whose": "you"}}}));
    assert_eq!(value["text"], "Destroy all creatures you control.");
}

#[test]
fn unknown_fields_of_a_request_are_ignored() {
    let request = Request::read(r#"{"id":3,"op":"advance","to":"upkeep","of":"A","since":"a later suite"}"#).expect("reads");
    assert_eq!(request, Request { id: 3, op: Op::Advance { to: Step::Upkeep, of: Seat::A } });
}

fn read(line: &str, op: &Op) -> Result<Reply, ReplyError> {
    names::of(&board(), Style::Fields, || Reply::read(line, op))
}

#[test]
fn the_first_offending_field_of_a_reply_is_named() {
    let bad = |line: &str, op: &Op| read(line, op).expect_err(line).to_string();
    let e = bad(r#"{"id":1,"ok":{"players":{},"objects":{"bear":{"phased":"maybe"}}}}"#, &Op::Observe);
    assert!(e.starts_with("at `ok.objects.bear.phased`") && e.contains("`out directly`"), "{e}");
    let e = bad(r#"{"id":1,"ok":{"players":{},"objects":{"ox":{}}}}"#, &Op::Observe);
    assert!(e.contains("no object is named `ox`"), "{e}");
    let e = bad(r#"{"id":1,"ok":{"players":{},"objects":{"bear":{},"bear":{}}}}"#, &Op::Observe);
    assert!(e.contains("`bear` stands twice"), "{e}");
    let e = bad(r#"{"id":1,"ok":{"players":{},"objects":{"bear":{"taped":true}}}}"#, &Op::Observe);
    assert!(e.contains("ok.objects.bear") && e.contains("`taped`"), "{e}");
    let e = bad(r#"{"id":1,"ok":{"step":"upkeep","of":"B"}}"#, &Op::Advance { to: Step::Upkeep, of: Seat::B });
    assert!(e.starts_with("at `ok`") && e.contains("`exact`"), "{e}");
    let e = bad(r#"{"id":1,"unsuported":{"effect":"phase out"}}"#, &Op::ResolveTop);
    assert!(e.contains("unsuported") && e.contains("`unsupported`"), "{e}");
    let e = bad(r#"{"id":1,"unsupported":{"efect":"phase out"}}"#, &Op::ResolveTop);
    assert!(e.starts_with("at `unsupported") && e.contains("`efect`"), "{e}");
    let e = bad(r#"{"id":1,"ok":{},"error":"both"}"#, &Op::ResolveTop);
    assert!(e.contains("exactly one of"), "{e}");
    let e = bad(r#"{"id":1}"#, &Op::ResolveTop);
    assert!(e.contains("exactly one of"), "{e}");
    assert!(matches!(read("Loading cards...", &Op::ResolveTop), Err(ReplyError::NotJson(_))));
}

#[test]
fn replies_read_back_as_they_were_written() {
    let setup = board();
    let mut shown = Snapshot::default();
    shown.reset(3, 2);
    shown.objects[1].attached = Some(Some(Attached::Object(Obj(0))));
    shown.day_night = Some(None);
    let stop = Stop { step: Step::Upkeep, of: Seat::B, exact: false, moment: Moment::Before };
    let log = vec![LogEntry { batch: 4, event: LogEvent::PhasedOut { object: Obj(1), indirectly: true } }];
    let hello = Hello { protocol: 1, engine: "toy".into(), version: "0".into() };
    let all = [
        (Op::ResolveTop, Outcome::Ok(Shown::Done)),
        (Op::Hello { protocol: 1 }, Outcome::Ok(Shown::Hello(hello))),
        (Op::Advance { to: Step::Upkeep, of: Seat::B }, Outcome::Ok(Shown::Stop(stop))),
        (Op::Observe, Outcome::Ok(Shown::Snapshot(Box::new(shown)))),
        (Op::Log, Outcome::Ok(Shown::Log(log))),
        (Op::ResolveTop, Outcome::Unsupported(Need::Stop(Step::Untap))),
        (Op::ResolveTop, Outcome::Illegal("the stack is empty".into())),
        (Op::ResolveTop, Outcome::Error("no".into())),
    ];
    names::of(&setup, Style::Fields, || {
        for (op, outcome) in all {
            let reply = Reply { id: Some(9), outcome };
            let line = reply.write();
            assert_eq!(Reply::read(&line, &op).unwrap_or_else(|e| panic!("{line}: {e}")), reply);
        }
    });
}

fn talk(lines: &[&str]) -> Vec<Value> {
    let mut out = Vec::new();
    wire::serve(Toy::default(), lines.join("\n").as_bytes(), &mut out).expect("serves");
    String::from_utf8(out).expect("UTF-8").lines().map(|l| serde_json::from_str(l).expect("JSON")).collect()
}

const START: &str = r#"{"id":1,"op":"start","players":[{"life":20,"hand":0,"library":12},{"life":20,"hand":0,"library":12}],"options":{},"objects":{"bear":{"card":"creature 2/2","of":"A","types":["creature"],"power":2,"toughness":2,"text":""}}}"#;

#[test]
fn a_rust_adapter_becomes_a_process() {
    let replies = talk(&[
        r#"{"id":0,"op":"hello","protocol":1}"#,
        START,
        r#"{"id":2,"op":"resolve","by":"A","effect":{"phase out":["bear"]},"text":"bear phases out."}"#,
        r#"{"id":3,"op":"observe"}"#,
        r#"{"id":4,"op":"advance","to":"upkeep","of":"A"}"#,
        r#"{"id":5,"op":"observe"}"#,
    ]);
    assert_eq!(replies[0], json!({"id": 0, "ok": {"protocol": 1, "engine": "toy", "version": "1"}}));
    assert_eq!(replies[2], json!({"id": 2, "ok": {}}));
    assert_eq!(replies[3]["ok"]["objects"]["bear"]["phased"], "out");
    assert_eq!(replies[4]["ok"], json!({"step": "upkeep", "of": "A", "exact": true, "moment": "after"}));
    assert_eq!(replies[5]["ok"]["objects"]["bear"]["phased"], "in");
}

#[test]
fn the_server_survives_panics_and_nonsense() {
    let replies = talk(&[
        START,
        r#"{"id":2,"op":"resolve","by":"A","effect":"end the turn","text":""}"#,
        "not json",
        r#"{"id":4,"op":"resolve","by":"A","effect":{"phase out":["ox"]},"text":""}"#,
        r#"{"id":5,"op":"observe"}"#,
    ]);
    assert_eq!(replies[1], json!({"id": 2, "error": "the adapter panicked: the toy knows no turn's end"}));
    assert_eq!(replies[2]["id"], Value::Null);
    assert!(replies[2]["error"].as_str().is_some_and(|e| e.contains("not json")), "{}", replies[2]);
    assert!(replies[3]["error"].as_str().is_some_and(|e| e.contains("`ox`")), "{}", replies[3]);
    assert!(replies[4].get("ok").is_some());
}

#[test]
fn words_of_a_later_vocabulary_are_unsupported() {
    let replies = talk(&[
        START,
        r#"{"id":2,"op":"resolve","by":"A","effect":{"venture":["bear"]},"text":""}"#,
        r#"{"id":3,"op":"scry"}"#,
        r#"{"id":4,"op":"hello","protocol":2}"#,
    ]);
    assert_eq!(replies[1], json!({"id": 2, "unsupported": {"effect": "venture"}}));
    assert_eq!(replies[2], json!({"id": 3, "unsupported": {"action": "scry"}}));
    assert!(replies[3]["error"].as_str().is_some_and(|e| e.contains("protocol 1")), "{}", replies[3]);
}
