//! Every case on the reference engine, as a test of its own: what the author of an engine writes, and what the suite does with its own.

fn main() {
    outofphase_harness::test_main::<outofphase_reference_engine::ReferenceEngine>()
}
