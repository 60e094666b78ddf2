//! The conversation in `docs/protocol.md` is what the suite really writes and a small adapter really answers.
use outofphase_adapter::names::{self, Style};
use outofphase_adapter::wire::{Op, PROTOCOL, Request, Start, serve};
use outofphase_adapter::*;
use std::fmt::Write;

mod toy;

fn requests() -> Vec<String> {
    let mut setup = Setup::new(2);
    let bear = setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
    setup.add(ObjectSpec { tapped: true, ..ObjectSpec::new("wall", Card::creature(0, 4), Seat::B) });
    names::of(&setup, Style::Fields, || {
        let ops = [
            Op::Hello { protocol: PROTOCOL },
            Op::Start(Start::of(&setup)),
            Op::resolve(Seat::B, &Effect::PhaseOut(What::one(bear))),
            Op::Observe,
            Op::Attack { attacks: vec![Attack { attacker: bear, target: Attached::Player(Seat::B) }] },
            Op::resolve(Seat::A, &Effect::Draw(Amount::N(1))),
            Op::Advance { to: Step::Untap, of: Seat::B },
            Op::Advance { to: Step::Upkeep, of: Seat::A },
            Op::Observe,
        ];
        (1..).zip(ops).map(|(id, op)| Request { id, op }.write()).collect()
    })
}

#[test]
fn the_conversation_of_the_docs_is_real() {
    let requests = requests();
    let mut replies = Vec::new();
    serve(toy::Toy::default(), requests.join("\n").as_bytes(), &mut replies).expect("serves");
    let replies = String::from_utf8(replies).expect("UTF-8");
    let mut now = String::new();
    for (request, reply) in requests.iter().zip(replies.lines()) {
        writeln!(now, "> {request}\n< {reply}").expect("writes");
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let doc = std::fs::read_to_string(&path).expect("docs/protocol.md");
    let (before, rest) = doc.split_once("```jsonl\n").expect("a block of JSON lines");
    let (block, after) = rest.split_once("```").expect("its end");
    if std::env::var_os("OUTOFPHASE_BLESS").is_some() {
        std::fs::write(&path, format!("{before}```jsonl\n{now}```{after}")).expect("docs/protocol.md can be written");
        return;
    }
    assert_eq!(block, now, "docs/protocol.md shows another conversation; OUTOFPHASE_BLESS=1 rewrites it");
}
