//! Any bytes as a case file: an error or cases, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use outofphase_cases::CaseSet;

fuzz_target!(|bytes: &[u8]| {
    let _ = CaseSet::from_bytes("fuzzed.yaml", bytes);
});
