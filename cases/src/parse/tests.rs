use super::*;
use outofphase_adapter::names::{Style, scope};

fn within<T>(body: impl FnOnce() -> T) -> T {
    scope(["bear", "wall", "sword", "saga", "plot"], Some(3), Style::Phrases, body)
}

fn complaint(kind: Kind, phrase: &str) -> String {
    within(|| Fact::parse(kind, phrase)).expect_err("the phrase is wrong")
}

#[test]
fn every_phrase_of_the_table_reads_and_prints_as_itself() {
    within(|| {
        for p in phrases::PHRASES {
            let fact = Fact::parse(p.kind, p.says).unwrap_or_else(|e| panic!("{}: {e}", p.says));
            assert_eq!(fact.to_string(), p.says);
        }
    });
}

#[test]
fn longer_wordings_read_as_the_short_ones() {
    within(|| {
        for (long, short) in
            [("attached to bear", "on bear"), ("in the graveyard", "in graveyard"), ("triggered 1 times", "triggered once")]
        {
            assert_eq!(Fact::parse(Kind::Object, long), Fact::parse(Kind::Object, short), "{long}");
        }
        assert_eq!(Fact::parse(Kind::Object, "on A"), Ok(Fact::AttachedTo(Attached::Player(Seat::A))));
    });
}

#[test]
fn phrases_are_joined_by_commas() {
    let facts = within(|| Fact::parse_all(Kind::Object, "phased out indirectly, on bear"));
    assert_eq!(facts, Ok(vec![Fact::PhasedOutIndirectly, Fact::AttachedTo(Attached::Object(Obj(0)))]));
}

#[test]
fn a_wrong_phrase_is_answered_with_the_right_ones() {
    for (kind, phrase, told) in [
        (Kind::Object, "phased ouut", "did you mean `phased out`?"),
        (Kind::Object, "life 20", "`phased in`"),
        (Kind::Object, "on baer", "`bear`"),
        (Kind::Object, "controlled by D", "does not sit"),
        (Kind::Object, "is a creatur", "did you mean `creature`?"),
        (Kind::Object, "2 lour counters", "lore"),
        (Kind::Object, "ability 0 triggered", "from 1"),
        (Kind::Object, "triggered 10 times", "up to 9"),
        (Kind::Player, "lives 20", "`life 20`"),
        (Kind::Player, "hand -1", "`hand 3`"),
        (Kind::Turn, "upkep of B", "did you mean `upkeep`?"),
        (Kind::Turn, "upkeep", "`upkeep of B`"),
        (Kind::Game, "dusk", "`night`"),
        (Kind::Happened, "bear phases oot", "did you mean `bear phases out`?"),
        (Kind::Happened, "A phases out", "`A draws`"),
        (Kind::Happened, "baer phases out", "`bear`"),
        (Kind::Happened, "something", "`bear phases in`"),
    ] {
        let e = complaint(kind, phrase);
        assert!(e.contains(told), "{phrase}: {e}");
    }
}
