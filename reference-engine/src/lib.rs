//! A minimal rules engine for phasing, zone-change triggers and turn-based actions, with the rulebook of every edition.
