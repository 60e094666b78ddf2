//! Sets of objects as bits, so that the model of a board is a handful of words.

use outofphase_adapter::Obj;

/// A set of the first 64 objects of a setup.
pub(crate) type Set = u64;

/// The most objects that a generated setup has.
pub(crate) const MOST: usize = 64;

/// The set of one.
pub(crate) const fn one(o: Obj) -> Set {
    if o.0 < 64 { 1 << o.0 } else { 0 }
}

/// The set of a list.
pub(crate) fn of(list: &[Obj]) -> Set {
    list.iter().fold(0, |s, o| s | one(*o))
}

/// The members, in order.
pub(crate) fn each(mut set: Set) -> impl Iterator<Item = Obj> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let i = set.trailing_zeros();
            set &= set - 1;
            Obj(i as u16)
        })
    })
}

/// The `n`-th member. There must be that many.
pub(crate) fn nth(mut set: Set, n: u32) -> Obj {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    Obj(set.trailing_zeros() as u16)
}

/// How many.
pub(crate) const fn len(set: Set) -> u32 {
    set.count_ones()
}
