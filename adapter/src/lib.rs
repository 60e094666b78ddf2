//! The vocabulary, the trait and the wire format by which a rules engine meets the outofphase conformance suite.
