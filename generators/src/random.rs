//! The random source: xoshiro256++, seeded by splitmix64.
//!
//! Own code because a seed must give the same scenario for as long as the generator stays the same, whatever version of a random number
//! crate somebody's lock file holds; the two algorithms are fixed by their publications.

use crate::Source;

/// A seedable random source.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The source of a seed. Neighbouring seeds give unrelated streams.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        let mut x = seed;
        Random { state: std::array::from_fn(|_| splitmix(&mut x)) }
    }

    /// The source of the `index`-th scenario of a campaign: each scenario has its own stream, so that any one can be made again without
    /// those before it, on any shard.
    #[must_use]
    pub fn nth(seed: u64, index: u64) -> Random {
        let mut x = seed;
        let base = splitmix(&mut x);
        Random::new(base ^ index.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }
}

const fn splitmix(x: &mut u64) -> u64 {
    *x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *x;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Source for Random {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        // The high half of a 32x32-bit product; its bias is below n / 2^32.
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_stream_for_ever() {
        // The first outputs for seed 0 of the published algorithms.
        let mut r = Random::new(0);
        assert_eq!(r.next_u64(), 0x53175d61490b23df);
    }

    #[test]
    fn scenarios_of_a_campaign_have_streams_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        for index in 0..1000 {
            assert!(seen.insert(Random::nth(7, index).next_u64()));
        }
        assert_ne!(Random::nth(7, 3).next_u64(), Random::nth(8, 3).next_u64());
    }
}
