//! A case told step by step.

mod toy;

use outofphase_harness::adapter::{Adapter, Date};
use outofphase_harness::cases::Case;
use outofphase_harness::cases::registry::Lang;
use outofphase_harness::runner::play;
use outofphase_harness::story::{Story, tell};
use toy::cases::{case, suite};
use toy::{Flaw, Toy};

fn story(flaw: Flaw, case: &Case) -> String {
    let mut toy = Toy::with(flaw);
    let play = play(&mut toy, case, &|_| {});
    let told = tell(&Story { case, play: &play, about: &toy.about(), edition: Date::constant(2026, 8, 7), lang: Lang::En, fine: false });
    anstream::adapter::strip_str(&told).to_string()
}

#[test]
fn a_story_shows_what_was_done_what_came_of_it_and_what_was_expected() {
    insta::assert_snapshot!(story(Flaw::None, &suite()[1]));
}

#[test]
fn a_story_ticks_what_held_and_marks_what_did_not() {
    let told = story(Flaw::AttachmentsStay, &suite()[1]);
    assert!(told.contains("✓ bear: phased out directly"), "{told}");
    assert!(told.contains("✗ sword: phased out indirectly  seen: phased in"), "{told}");
    let told = story(Flaw::HidesDirect, &suite()[1]);
    assert!(told.contains("○ bear: phased out directly  can't be told: show direct"), "{told}");
}

#[test]
fn a_story_ends_with_why_it_ended_early() {
    let told =
        story(Flaw::BreaksOnDestroy, &case("a_case", "phasing.indirect", &["{by: A, destroy: [bear]}", "expect bear: in graveyard"]));
    assert!(told.ends_with("error after A: destroy bear: the pipe is closed\n"), "{told}");
}
