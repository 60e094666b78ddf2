//! Choices from the bytes of a fuzzer, and `Arbitrary` of the crate `arbitrary`.

use super::{Case, Configured};
use crate::Source;
use crate::generator::Generator;
use arbitrary::{Arbitrary, Unstructured};

/// A source that reads two bytes a choice (four where there is more to choose among), so that a fuzzer that changes a byte changes a
/// choice. When the bytes are used up the scenario ends.
#[derive(Debug)]
pub struct Bytes<'a, 'b> {
    data: &'a mut Unstructured<'b>,
    empty: bool,
}

impl<'a, 'b> Bytes<'a, 'b> {
    /// Reads from these.
    pub const fn new(data: &'a mut Unstructured<'b>) -> Bytes<'a, 'b> {
        Bytes { data, empty: false }
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        if self.data.len() < N {
            self.empty = true;
            return None;
        }
        let mut bytes = [0; N];
        self.data.fill_buffer(&mut bytes).ok()?;
        Some(bytes)
    }
}

impl Source for Bytes<'_, '_> {
    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        // High bits of a product: a bias of at most 1 in 256.
        if n <= 256 {
            self.take::<2>().map_or(0, |b| (u32::from(u16::from_le_bytes(b)) * n) >> 16)
        } else {
            self.take::<4>().map_or(0, |b| ((u64::from(u32::from_le_bytes(b)) * u64::from(n)) >> 32) as u32)
        }
    }

    fn exhausted(&self) -> bool {
        self.empty || self.data.is_empty()
    }
}

impl<'a, C: Configured> Arbitrary<'a> for Case<C> {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Case<C>> {
        Ok(Case::new(Generator::new(&C::config()).scenario(&mut Bytes::new(u))))
    }
}
