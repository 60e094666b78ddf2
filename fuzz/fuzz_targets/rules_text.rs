//! Any bytes as a rules text: an error or clauses, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use outofphase_cases::rules_text::{Hint, parse};

fuzz_target!(|bytes: &[u8]| {
    let _ = parse(bytes, &Hint::default());
});
