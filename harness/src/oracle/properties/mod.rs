//! Properties: one small file per rule family, each property with its clause. None needs the reference engine.

mod cleanup;
mod combat;
mod conservation;
mod durations;
mod indirect;
mod leaving;
mod no_zone_change;
mod nonexistence;
mod turn;
mod untap_step;
mod zone_triggers;

use super::{Property, Report, Trace, Violation};

/// Every property, in the order of the rules.
pub const ALL: &[&[Property]] = &[
    untap_step::ALL,
    nonexistence::ALL,
    no_zone_change::ALL,
    durations::ALL,
    indirect::ALL,
    leaving::ALL,
    combat::ALL,
    zone_triggers::ALL,
    turn::ALL,
    cleanup::ALL,
    conservation::ALL,
];

/// Every property.
pub fn all() -> impl Iterator<Item = &'static Property> {
    ALL.iter().copied().flatten()
}

/// Checks a trace for every property.
pub fn check(trace: &Trace, report: &mut Report) {
    for p in all() {
        report.run(p, trace);
    }
}

/// The first violation of a trace, if any.
#[must_use]
pub fn first(trace: &Trace) -> Option<Violation> {
    let mut report = Report::new();
    check(trace, &mut report);
    report.found.into_iter().min_by_key(|v| v.at)
}

/// The first edition for which an oracle holds: what it rests on was not always the rule.
#[must_use]
pub fn since(name: &str) -> outofphase_adapter::Date {
    use outofphase_adapter::Date;
    match name {
        // Phased-out tokens ceased to exist before.
        "phasing::tokens_persist" | "phasing::phased_out_permanents_are_not_affected" => Date::constant(2017, 8, 25),
        _ => Date::constant(2009, 7, 10),
    }
}
