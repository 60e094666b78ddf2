//! `Arbitrary` of quickcheck.

use super::{Case, Configured};
use crate::generator::Generator;
use crate::{Random, candidates};
use quickcheck::{Arbitrary, Gen};

const BYTES: [u8; 256] = {
    let mut all = [0; 256];
    let mut i = 0;
    while i < 256 {
        all[i] = i as u8;
        i += 1;
    }
    all
};

/// A seed, byte by byte: quickcheck's own whole numbers are drawn from a list of corner cases every so often.
fn seed(g: &mut Gen) -> u64 {
    (0..8).fold(0, |seed, _| seed << 8 | u64::from(*g.choose(&BYTES).unwrap_or(&0)))
}

impl<C: Configured> Arbitrary for Case<C> {
    fn arbitrary(g: &mut Gen) -> Case<C> {
        let seed = seed(g);
        Case::new(Generator::new(&C::config()).scenario(&mut Random::new(seed)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Case<C>>> {
        Box::new(candidates(&self.scenario).map(Case::new))
    }
}
