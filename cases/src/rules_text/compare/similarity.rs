//! How alike two wordings are: the cosine of their words and word pairs, rare words counting more than common ones.

use std::collections::HashMap;

/// A wording as weighted features, sorted by feature, of length one.
#[derive(Debug, Clone, Default)]
pub(super) struct Features {
    weights: Vec<(u64, f32)>,
    words: usize,
}

/// How rare each word of two texts is.
#[derive(Debug, Default)]
pub(super) struct Rarity<'a> {
    ids: HashMap<&'a str, u32>,
    weights: Vec<f32>,
}

impl<'a> Rarity<'a> {
    /// Learns from all wordings of both texts.
    pub(super) fn of(wordings: &[&'a str]) -> Self {
        let mut ids: HashMap<&str, u32> = HashMap::new();
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for (clause, wording) in wordings.iter().enumerate() {
            for word in wording.split(' ') {
                let next = u32::try_from(counts.len()).unwrap_or(u32::MAX);
                let id = *ids.entry(word).or_insert(next) as usize;
                match counts.get_mut(id) {
                    None => counts.push((1, clause)),
                    Some((_, last)) if *last == clause => {}
                    Some((count, last)) => (*count, *last) = (*count + 1, clause),
                }
            }
        }
        let all = wordings.len() as f32;
        let weights = counts.iter().map(|(count, _)| (1.0 + all / *count as f32).ln()).collect();
        Self { ids, weights }
    }

    pub(super) fn features(&self, wording: &str) -> Features {
        let known: Vec<(u32, f32)> =
            wording.split(' ').filter_map(|word| self.ids.get(word)).map(|id| (*id, self.weights[*id as usize])).collect();
        let mut weights: Vec<(u64, f32)> = known.iter().map(|(id, weight)| (u64::from(*id) << 32, *weight)).collect();
        // The key of a pair of words is never that of a word alone, whose lower half is 0.
        weights.extend(known.windows(2).map(|pair| {
            let key = (u64::from(pair[0].0) << 32) | (u64::from(pair[1].0) + 1);
            (key, (pair[0].1 + pair[1].1) / 2.0)
        }));
        weights.sort_by_key(|(key, _)| *key);
        weights.dedup_by(|again, first| again.0 == first.0);
        let length = weights.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
        if length > 0.0 {
            weights.iter_mut().for_each(|(_, weight)| *weight /= length);
        }
        Features { weights, words: known.len() }
    }
}

impl Features {
    /// From 0, nothing in common, to 1, the same words in the same pairs.
    pub(super) fn likeness(&self, other: &Self) -> f32 {
        common(self, other, |mine, others| mine * others)
    }

    /// How much of this wording stands in the other one, from 0 to 1.
    pub(super) fn share_in(&self, other: &Self) -> f32 {
        common(self, other, |mine, _| mine * mine)
    }

    /// How many words it has.
    pub(super) fn words(&self) -> usize {
        self.words
    }
}

fn common(one: &Features, other: &Features, product: fn(f32, f32) -> f32) -> f32 {
    let (mut a, mut b) = (one.weights.iter().peekable(), other.weights.iter().peekable());
    let mut sum = 0.0;
    while let (Some((left, mine)), Some((right, others))) = (a.peek(), b.peek()) {
        match left.cmp(right) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => {
                sum += product(*mine, *others);
                a.next();
                b.next();
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 4] = ["a boat floats on water", "a boat floats on cold water", "a stone sinks in water", "a player rows"];

    fn features() -> Vec<Features> {
        let rarity = Rarity::of(&TEXTS);
        TEXTS.iter().map(|text| rarity.features(text)).collect()
    }

    #[test]
    fn the_same_words_are_wholly_alike_and_others_less_so() {
        let features = features();
        assert!((features[0].likeness(&features[0]) - 1.0).abs() < 1e-5);
        let (near, far) = (features[0].likeness(&features[1]), features[0].likeness(&features[2]));
        assert!(near > 0.6 && far < 0.3 && features[0].likeness(&features[3]) < far, "{near} {far}");
    }

    #[test]
    fn a_part_stands_wholly_in_the_whole() {
        let rarity = Rarity::of(&["boats float", "all boats float well"]);
        let (part, whole) = (rarity.features("boats float"), rarity.features("all boats float well"));
        assert!((part.share_in(&whole) - 1.0).abs() < 1e-5);
        assert!(whole.share_in(&part) < 0.7);
    }
}
