//! The adapter that docs/adapters.md shows is the one that is compiled and checked here.

#[rustfmt::skip]
#[allow(unreachable_pub, reason = "where it is copied to it is public")]
mod documented;

use documented::Toy;
use outofphase_harness::Counts;
use outofphase_harness::adapter_check::{Finding, check};
use outofphase_harness::cases::CaseSet;
use outofphase_harness::runner::run_case;

const SOURCE: &str = include_str!("documented/mod.rs");

#[test]
fn the_page_shows_it_word_by_word() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/adapters.md");
    let page = std::fs::read_to_string(&path).expect("docs/adapters.md");
    let (before, rest) = page.split_once("## A whole adapter\n").expect("the section");
    let (intro, rest) = rest.split_once("```rust\n").expect("a block of Rust");
    let (block, after) = rest.split_once("```").expect("its end");
    if std::env::var_os("OUTOFPHASE_BLESS").is_some() {
        std::fs::write(&path, format!("{before}## A whole adapter\n{intro}```rust\n{SOURCE}```{after}")).expect("it can be written");
        return;
    }
    assert_eq!(block, SOURCE, "docs/adapters.md shows another adapter; OUTOFPHASE_BLESS=1 rewrites it");
}

#[test]
fn it_has_under_fifty_lines() {
    assert!(SOURCE.lines().count() < 50, "{}", SOURCE.lines().count());
}

#[test]
fn it_passes_the_core_of_the_smoke_test_and_misunderstands_nothing() {
    for c in check(&mut Toy::default(), |_| {}) {
        let right = if c.core { matches!(c.finding, Finding::Works(_)) } else { !c.finding.is_wrong() };
        assert!(right, "{}: {}", c.name, c.finding);
    }
}

#[test]
fn it_passes_its_first_cases_and_fails_none() {
    let mut toy = Toy::default();
    let cases = CaseSet::builtin().cases.iter().filter(|c| c.until.is_none());
    let counts: Counts = cases.map(|c| run_case(&mut toy, c).verdict).collect();
    assert_eq!(counts.failing(), 0);
    assert!(counts.pass >= 5, "{}", counts.pass);
}
