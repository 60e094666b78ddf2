//! Guessing which clause was meant by a word that is no slug.

use strsim::{jaro_winkler, normalized_damerau_levenshtein};

use super::{Clause, EDITIONS, Registry};

/// Below this likeness a guess would only mislead.
const LIKE: f64 = 0.6;

pub(super) fn closest<'a>(registry: &'a Registry, word: &str) -> Vec<&'a str> {
    let word = word.trim().to_lowercase();
    for edition in EDITIONS.iter().rev() {
        let numbered: Vec<&str> = registry.iter().filter(|c| c.number_on(*edition) == Some(word.as_str())).map(Clause::slug).collect();
        if !numbered.is_empty() {
            return numbered.into_iter().take(3).collect();
        }
    }
    let mut ranked: Vec<(f64, &str)> = registry.iter().map(|clause| (likeness(&word, clause.slug()), clause.slug())).collect();
    ranked.retain(|(like, _)| *like >= LIKE);
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(3).map(|(_, slug)| slug).collect()
}

fn likeness(word: &str, slug: &str) -> f64 {
    let tail = slug.rsplit_once('.').map_or(slug, |(_, tail)| tail);
    let written_tail = word.rsplit_once('.').map_or(word, |(_, tail)| tail);
    let whole = normalized_damerau_levenshtein(word, slug).max(0.9 * jaro_winkler(word, slug));
    whole.max(0.8 * normalized_damerau_levenshtein(written_tail, tail) + 0.2 * whole)
}
