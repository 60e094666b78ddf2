//! The parts that abilities and effects are made of: filters, keywords, durations, counters.

use super::Generator;
use crate::family::Family;
use crate::model::set::{self, Set};
use crate::source::Source;
use outofphase_adapter::{CounterKind, Filter, Holder, Keyword, Obj, Seat, Type, Until, Whose};

/// Keywords that can be printed or granted without a choice coming of it. Trample is only printed: how it is assigned is a choice.
const GRANTED: [(Keyword, Family, u32); 10] = [
    (Keyword::Phasing, Family::PhasingKeyword, 8),
    (Keyword::Flying, Family::Combat, 3),
    (Keyword::Reach, Family::Combat, 1),
    (Keyword::Haste, Family::Combat, 2),
    (Keyword::Vigilance, Family::Combat, 2),
    (Keyword::Indestructible, Family::ZoneChanges, 3),
    (Keyword::Defender, Family::Combat, 1),
    (Keyword::FirstStrike, Family::Combat, 1),
    (Keyword::Deathtouch, Family::Combat, 1),
    (Keyword::Shroud, Family::Stack, 1),
];

const PRINTED: [(Keyword, u32); 9] = [
    (Keyword::Flying, 3),
    (Keyword::Reach, 1),
    (Keyword::Haste, 4),
    (Keyword::Vigilance, 3),
    (Keyword::Defender, 2),
    (Keyword::FirstStrike, 2),
    (Keyword::DoubleStrike, 2),
    (Keyword::Trample, 2),
    (Keyword::Deathtouch, 2),
];

impl Generator {
    fn grants(&self) -> [u32; GRANTED.len()] {
        let mut w = [0; GRANTED.len()];
        for (w, (k, f, n)) in w.iter_mut().zip(GRANTED) {
            if self.on(f) && self.avoid.ability(k.word()) && (!self.config.bare || k == Keyword::Phasing || k == Keyword::Flying) {
                *w = n;
            }
        }
        w
    }

    /// Whether there is a keyword to grant.
    pub(super) fn can_grant(&self) -> bool {
        self.grants().iter().any(|n| *n > 0)
    }

    /// A keyword to grant; `None` if none is allowed.
    pub(super) fn granted<S: Source + ?Sized>(&self, src: &mut S) -> Option<Keyword> {
        let w = self.grants();
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        let i = src.weighted(&w);
        GRANTED.get(i).map(|(k, ..)| *k)
    }

    /// A keyword for a creature of its own.
    pub(super) fn printed<S: Source + ?Sized>(&self, src: &mut S) -> Option<Keyword> {
        let mut w = [0; PRINTED.len()];
        for (w, (k, n)) in w.iter_mut().zip(PRINTED) {
            if self.avoid.ability(k.word()) {
                *w = n;
            }
        }
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        let i = src.weighted(&w);
        PRINTED.get(i).map(|(k, _)| *k)
    }

    /// A description of permanents.
    pub(super) fn filter<S: Source + ?Sized>(&self, src: &mut S) -> Filter {
        if self.config.bare {
            return Filter::of_type(Type::Creature);
        }
        let mut f = match src.weighted(&[8, 3, 2, 1, 1]) {
            0 => Filter::of_type(Type::Creature),
            1 => Filter::ANY,
            2 => Filter::of_type(Type::Land),
            3 => Filter::of_type(Type::Artifact),
            _ => Filter::of_type(Type::Enchantment),
        };
        f.whose = match src.weighted(&[6, 3, 2]) {
            0 => Whose::Any,
            1 => Whose::You,
            _ => Whose::Opponents,
        };
        match src.weighted(&[20, 1, 1, 1, 1, 1]) {
            1 if self.on(Family::Tokens) && self.avoid.setup("token") => f.token = Some(true),
            2 if self.on(Family::Tokens) && self.avoid.setup("token") => f.token = Some(false),
            3 if self.on(Family::Tapping) => f.tapped = Some(true),
            4 if self.on(Family::Tapping) => f.tapped = Some(false),
            5 if self.on(Family::Combat) && self.avoid.ability("flying") => f.with = Some(Keyword::Flying),
            _ => {}
        }
        f
    }

    /// The same, sometimes "other".
    pub(super) fn filter_of_others<S: Source + ?Sized>(&self, src: &mut S) -> Filter {
        let mut f = self.filter(src);
        f.other = !self.config.bare && src.chance(1, 4);
        f
    }

    pub(super) fn counter<S: Source + ?Sized>(&self, src: &mut S) -> CounterKind {
        if self.config.bare {
            return CounterKind::PlusOne;
        }
        match src.weighted(&[5, 3, 3]) {
            0 => CounterKind::PlusOne,
            1 => CounterKind::MinusOne,
            _ => CounterKind::Charge,
        }
    }

    /// A duration; those that track a permanent take one of `holders`. `None` if no duration is allowed.
    pub(super) fn until<S: Source + ?Sized>(&self, src: &mut S, by: Seat, holders: Set) -> Option<Until> {
        let yours = holders & self.model.ctrl[by.index() & 3];
        let tapped = holders & self.model.tapped;
        let bare = self.config.bare;
        let all = [
            ("end of turn", 10, true),
            ("end of combat", 2, !bare),
            ("forever", 4, true),
            ("your next turn", 2, !bare),
            ("your next upkeep", 1, !bare),
            ("while you control", 4, yours != 0),
            ("while tapped", 4, tapped != 0),
            ("while on the battlefield", 2, !bare && holders != 0),
        ];
        let mut w = [0; 8];
        for (w, (word, n, fits)) in w.iter_mut().zip(all) {
            if fits && self.avoid.until(word) {
                *w = n;
            }
        }
        if w.iter().all(|n| *n == 0) {
            return None;
        }
        let pick = |src: &mut S, set: Set| Holder::Object(one_of(src, set));
        Some(match src.weighted(&w) {
            0 => Until::EndOfTurn,
            1 => Until::EndOfCombat,
            2 => Until::Forever,
            3 => Until::YourNextTurn,
            4 => Until::YourNextUpkeep,
            5 => Until::WhileYouControl(pick(src, yours)),
            6 => Until::WhileTapped(pick(src, tapped)),
            _ => Until::WhileOnBattlefield(pick(src, holders)),
        })
    }
}

/// A member of a set that has one.
pub(super) fn one_of<S: Source + ?Sized>(src: &mut S, set: Set) -> Obj {
    set::nth(set, src.below(set::len(set).max(1)))
}

/// A subset of that size, every one as likely as any other, from one draw.
pub(super) fn some_of<S: Source + ?Sized>(src: &mut S, set: Set, size: u32) -> Vec<Obj> {
    let mut n = set::len(set);
    let mut k = size.min(n);
    let mut all = Vec::with_capacity(k as usize);
    let mut rank = src.below(choose(n, k));
    // The combinations in lexical order: those with the first member stand first.
    for o in set::each(set) {
        if k == 0 {
            break;
        }
        n -= 1;
        let with = choose(n, k - 1);
        if rank < with {
            all.push(o);
            k -= 1;
        } else {
            rank -= with;
        }
    }
    all
}

/// The number of subsets of `k` out of `n`.
const fn choose(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    let (mut c, mut i) = (1u64, 0);
    while i < k {
        c = c * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    c as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use std::collections::BTreeMap;

    #[test]
    fn subsets_are_equally_likely() {
        let mut seen = BTreeMap::new();
        let mut r = Random::new(1);
        for _ in 0..10_000 {
            *seen.entry(some_of(&mut r, 0b1011_0110, 2)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 10);
        assert!(seen.values().all(|n| (850..1150).contains(n)), "{seen:?}");
    }
}
