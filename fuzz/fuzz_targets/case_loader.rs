//! Any bytes as a case file: an error or cases, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use outofphase_cases::CaseSet;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = CaseSet::read([("fuzzed.yaml", text)]);
    }
});
