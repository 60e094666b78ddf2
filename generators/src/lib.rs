//! Random and exhaustive scenarios for outofphase: one generator, four sources of choices, one shrinker.
