//! Which clause of an older text is which of a newer one.
//!
//! Equal wordings are paired first, what is left is paired by likeness. Pairs found so far tell where whole rules went,
//! which decides between clauses that say the same.

use std::collections::HashMap;

use super::super::wording::wording;
use super::super::{ClauseNumber, RulesClause};
use super::similarity::{Features, Rarity};

/// Clauses less alike than this are not the same clause...
const ALIKE: f32 = 0.42;

/// ... unless nothing else is left to pair with a clause that has kept its place.
const ALIKE_IN_PLACE: f32 = 0.28;

/// How much nearer a candidate is counted that stands where its rule went, or has kept its number.
const SAME_RULE: f32 = 0.12;
const SAME_NUMBER: f32 = 0.04;

/// A clause is taken to be a part of another if this much of it stands there.
const PART: f32 = 0.76;

/// Titles of rules are not longer than this.
const TITLE_WORDS: usize = 8;

/// Shorter clauses stand in any text by chance.
const PART_WORDS: usize = 8;

/// The pairs, and for clauses without a partner the clause of the other text that they are a part of.
#[derive(Debug)]
pub(super) struct Pairs {
    /// For each older clause its newer one.
    pub(super) new_of: Vec<Option<usize>>,
    /// For each newer clause its older one.
    pub(super) old_of: Vec<Option<usize>>,
    /// For each older clause without a partner, the newer clause it went into.
    pub(super) went_into: Vec<Option<usize>>,
    /// For each newer clause without a partner, the older clause it was taken from.
    pub(super) taken_from: Vec<Option<usize>>,
    /// For each clause, whether its wording is that of its partner.
    pub(super) same_wording: Vec<bool>,
}

struct Clause {
    number: ClauseNumber,
    wording: String,
    title: bool,
}

impl Clause {
    /// `known` has the wordings of texts seen before: most clauses are the same in both.
    fn of<'t>(clause: &'t RulesClause, known: &mut HashMap<&'t str, String>) -> Self {
        let text = clause.text.trim_end();
        let sentence = text.ends_with(['.', '"', '”', ')', ':', '!', '?']) || text.split_whitespace().count() > TITLE_WORDS;
        let wording = known.entry(text).or_insert_with(|| wording(text)).clone();
        Clause { number: clause.number, wording, title: clause.number.is_rule() && !sentence }
    }

    fn rule(&self) -> ClauseNumber {
        self.number.parent().unwrap_or(self.number)
    }
}

/// Pairs the clauses of two texts.
pub(super) fn pair(old: &[RulesClause], new: &[RulesClause]) -> Pairs {
    let mut known = HashMap::new();
    let old: Vec<Clause> = old.iter().map(|clause| Clause::of(clause, &mut known)).collect();
    let new: Vec<Clause> = new.iter().map(|clause| Clause::of(clause, &mut known)).collect();
    let mut pairing = Pairing { new_of: vec![None; old.len()], old_of: vec![None; new.len()], old: &old, new: &new };
    pairing.equal_and_unique();
    pairing.equal_where_the_rule_went();
    let wordings: Vec<&str> = old.iter().chain(&new).map(|clause| clause.wording.as_str()).collect();
    let rarity = Rarity::of(&wordings);
    pairing.alike(&rarity);
    pairing.titles_of_paired_rules();
    let (went_into, taken_from) = pairing.parts(&rarity);
    pairing.extended_and_shortened(&went_into, &taken_from);
    let same = |(index, partner): (usize, &Option<usize>)| partner.is_some_and(|partner| old[index].wording == new[partner].wording);
    let same_wording = pairing.new_of.iter().enumerate().map(same).collect();
    Pairs { new_of: pairing.new_of, old_of: pairing.old_of, went_into, taken_from, same_wording }
}

struct Pairing<'a> {
    old: &'a [Clause],
    new: &'a [Clause],
    new_of: Vec<Option<usize>>,
    old_of: Vec<Option<usize>>,
}

impl Pairing<'_> {
    fn join(&mut self, old: usize, new: usize) {
        self.new_of[old] = Some(new);
        self.old_of[new] = Some(old);
    }

    /// The unpaired clauses of both texts by wording.
    fn by_wording<'c>(old: &'c [Clause], new: &'c [Clause], new_of: &[Option<usize>], old_of: &[Option<usize>]) -> Groups<'c> {
        let mut groups = Groups::new();
        for (index, clause) in old.iter().enumerate().filter(|(index, _)| new_of[*index].is_none()) {
            groups.entry(&clause.wording).or_default().0.push(index);
        }
        for (index, clause) in new.iter().enumerate().filter(|(index, _)| old_of[*index].is_none()) {
            groups.entry(&clause.wording).or_default().1.push(index);
        }
        groups
    }

    fn equal_and_unique(&mut self) {
        for (olds, news) in Self::by_wording(self.old, self.new, &self.new_of, &self.old_of).into_values() {
            if let ([old], [new]) = (&olds[..], &news[..]) {
                self.join(*old, *new);
            }
        }
    }

    /// Several clauses of one wording: each goes where its rule went; failing that it keeps its number; failing that
    /// they keep their order.
    fn equal_where_the_rule_went(&mut self) {
        let went = self.where_rules_went();
        let (old, new) = (self.old, self.new);
        let followed = |from: usize, to: usize| went.get(&old[from].rule()) == Some(&new[to].rule());
        let kept = |from: usize, to: usize| old[from].number == new[to].number;
        let mut groups: Vec<_> = Self::by_wording(old, new, &self.new_of, &self.old_of).into_values().collect();
        groups.sort();
        for (mut olds, mut news) in groups {
            self.join_where(&mut olds, &mut news, followed);
            self.join_where(&mut olds, &mut news, kept);
            self.join_where(&mut olds, &mut news, |_, _| true);
        }
    }

    fn join_where(&mut self, olds: &mut Vec<usize>, news: &mut Vec<usize>, fits: impl Fn(usize, usize) -> bool) {
        olds.retain(|old| match news.iter().position(|new| fits(*old, *new)) {
            Some(place) => {
                self.join(*old, news.remove(place));
                false
            }
            None => true,
        });
    }

    /// Where most clauses of each rule are in the newer text.
    fn where_rules_went(&self) -> HashMap<ClauseNumber, ClauseNumber> {
        let mut votes: HashMap<ClauseNumber, HashMap<ClauseNumber, usize>> = HashMap::new();
        for (old, new) in self.pairs() {
            *votes.entry(self.old[old].rule()).or_default().entry(self.new[new].rule()).or_default() += 1;
        }
        let most = |candidates: HashMap<ClauseNumber, usize>| {
            candidates.into_iter().max_by_key(|(number, votes)| (*votes, std::cmp::Reverse(*number)))
        };
        votes.into_iter().filter_map(|(rule, candidates)| Some((rule, most(candidates)?.0))).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.new_of.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)))
    }

    fn alike(&mut self, rarity: &Rarity<'_>) {
        let went = self.where_rules_went();
        let features = |clauses: &[Clause], partner: &[Option<usize>]| -> Vec<(usize, Features)> {
            let unpaired = (0..clauses.len()).filter(|index| partner[*index].is_none());
            unpaired.map(|index| (index, rarity.features(&clauses[index].wording))).collect()
        };
        let (olds, news) = (features(self.old, &self.new_of), features(self.new, &self.old_of));
        let (mut alike, mut in_place) = (Vec::new(), Vec::new());
        for (old, mine) in &olds {
            let (clause, there) = (&self.old[*old], went.get(&self.old[*old].rule()));
            for (new, others) in news.iter().filter(|(new, _)| self.new[*new].title == clause.title) {
                let candidate = &self.new[*new];
                let likeness = mine.likeness(others);
                let (same_rule, same_number) = (there == Some(&candidate.rule()), clause.number == candidate.number);
                let bonus = if same_rule { SAME_RULE } else { 0.0 } + if same_number { SAME_NUMBER } else { 0.0 };
                if likeness >= ALIKE {
                    alike.push((likeness + bonus, *old, *new));
                } else if likeness >= ALIKE_IN_PLACE && same_rule && same_number {
                    in_place.push((likeness, *old, *new));
                }
            }
        }
        self.join_best(alike);
        self.join_best(in_place);
    }

    fn join_best(&mut self, mut candidates: Vec<(f32, usize, usize)>) {
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, old, new) in candidates {
            if self.new_of[old].is_none() && self.old_of[new].is_none() {
                self.join(old, new);
            }
        }
    }

    /// A rule whose title changed is recognised by its clauses.
    fn titles_of_paired_rules(&mut self) {
        let went = self.where_rules_went();
        let open: HashMap<ClauseNumber, usize> = self
            .new
            .iter()
            .enumerate()
            .filter(|(index, clause)| clause.title && self.old_of[*index].is_none())
            .map(|(index, clause)| (clause.number, index))
            .collect();
        let old = self.old;
        for (index, clause) in old.iter().enumerate().filter(|(_, clause)| clause.title) {
            if self.new_of[index].is_none()
                && let Some(partner) = went.get(&clause.number).and_then(|rule| open.get(rule)).copied()
                && self.old_of[partner].is_none()
            {
                self.join(index, partner);
            }
        }
    }

    /// A clause without a partner that went into another one without a partner is that one, extended.
    fn extended_and_shortened(&mut self, went_into: &[Option<usize>], taken_from: &[Option<usize>]) {
        let extended = went_into.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)));
        let shortened = taken_from.iter().enumerate().filter_map(|(new, old)| Some(((*old)?, new)));
        for (old, new) in extended.chain(shortened).collect::<Vec<_>>() {
            if self.new_of[old].is_none() && self.old_of[new].is_none() {
                self.join(old, new);
            }
        }
    }

    fn parts(&self, rarity: &Rarity<'_>) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
        let differs = |old: usize, new: usize| self.old[old].wording != self.new[new].wording;
        let changed_old: Vec<usize> = (0..self.old.len()).filter(|old| self.new_of[*old].is_none_or(|new| differs(*old, new))).collect();
        let changed_new: Vec<usize> = (0..self.new.len()).filter(|new| self.old_of[*new].is_none_or(|old| differs(old, *new))).collect();
        let features = |clauses: &[Clause], indices: &[usize]| -> Vec<(usize, Features)> {
            indices.iter().map(|index| (*index, rarity.features(&clauses[*index].wording))).collect()
        };
        let (olds, news) = (features(self.old, &changed_old), features(self.new, &changed_new));
        let whole_of = |part: &Features, wholes: &[(usize, Features)]| {
            let shares = wholes.iter().map(|(index, whole)| (part.share_in(whole), *index));
            let best = shares.max_by(|a, b| a.0.total_cmp(&b.0))?;
            (part.words() >= PART_WORDS && best.0 >= PART).then_some(best.1)
        };
        let mut went_into = vec![None; self.old.len()];
        for (old, features) in olds.iter().filter(|(old, _)| self.new_of[*old].is_none()) {
            went_into[*old] = whole_of(features, &news);
        }
        let mut taken_from = vec![None; self.new.len()];
        for (new, features) in news.iter().filter(|(new, _)| self.old_of[*new].is_none()) {
            taken_from[*new] = whole_of(features, &olds);
        }
        (went_into, taken_from)
    }
}

/// Unpaired older and newer clauses of one wording.
type Groups<'c> = HashMap<&'c str, (Vec<usize>, Vec<usize>)>;
