//! Every case as a test, in this process. `cargo test` in this folder; known failures stand in `expectations.yaml`.

use libtest_mimic::Arguments;
use outofphase_harness::test_entry::TestSuite;
use outofphase_manabrew::Manabrew;

fn main() -> std::process::ExitCode {
    let known = concat!(env!("CARGO_MANIFEST_DIR"), "/expectations.yaml");
    TestSuite::new::<Manabrew>().expect(known).run(&Arguments::from_args())
}
