//! The abstract source of choices that all generation goes through.

/// Something that makes choices: a random number generator, the bytes of a fuzzer, an odometer.
///
/// The generator asks nothing else, so every source yields scenarios of the same distribution, and whatever is decided without a choice
/// (`below(1)`, a weight that stands alone) must cost a source nothing.
pub trait Source {
    /// A number below `n`, every one as likely as any other. `n` is at least 1; for 1 nothing is drawn.
    fn below(&mut self, n: u32) -> u32;

    /// The index of one of the weights, as likely as its share in their sum, which is at least 1 and fits into 32 bits.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut at = self.below(weights.iter().sum::<u32>().max(1));
        for (i, w) in weights.iter().enumerate() {
            if at < *w {
                return i;
            }
            at -= w;
        }
        weights.len().saturating_sub(1)
    }

    /// `true` in `num` of `den` cases. Where `num` is 0 or `den` nothing is drawn.
    fn chance(&mut self, num: u32, den: u32) -> bool {
        match num {
            0 => false,
            n if n >= den => true,
            n => self.below(den) < n,
        }
    }

    /// Called before each object and each action, for a source that wants to know where they begin.
    fn mark(&mut self) {}

    /// The source has no more to give. The generator then ends the scenario where it is.
    fn exhausted(&self) -> bool {
        false
    }
}

impl<S: Source + ?Sized> Source for &mut S {
    fn below(&mut self, n: u32) -> u32 {
        (**self).below(n)
    }
    fn weighted(&mut self, weights: &[u32]) -> usize {
        (**self).weighted(weights)
    }
    fn chance(&mut self, num: u32, den: u32) -> bool {
        (**self).chance(num, den)
    }
    fn mark(&mut self) {
        (**self).mark();
    }
    fn exhausted(&self) -> bool {
        (**self).exhausted()
    }
}
