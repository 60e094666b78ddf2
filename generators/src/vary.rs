//! Variations around a given scenario: for campaigns that begin from a real position.

use crate::config::Config;
use crate::generator::Generator;
use crate::model::set::MOST;
use crate::renumber::without_object;
use crate::sane::sane;
use crate::source::Source;
use outofphase_adapter::{Ability, Counters, Keyword, Obj, Place, Scenario, Seat, Type};
use std::mem::discriminant;

/// How often a variation that makes no sense is thrown away before the scenario is given back as it is.
const TRIES: u32 = 12;

/// A scenario near `from`: some actions left out, moved or put in, some objects changed. One that can begin, and that has one outcome, or is
/// open for the same kind of reason as `from`. Unlike the generator's own scenarios it may use words that `config` avoids where `from` does.
pub fn vary<S: Source + ?Sized>(from: &Scenario, config: &Config, src: &mut S) -> Scenario {
    let mut generator = Generator::new(config);
    let open = sane(from).err().map(|o| discriminant(&o));
    for _ in 0..TRIES {
        let mut new = from.clone();
        for _ in 0..1 + src.weighted(&[3, 3, 2, 1]) {
            step(&mut new, &mut generator, src);
        }
        let mut play = std::mem::take(&mut new.play);
        new.setup.number_triggers(&mut play);
        new.play = play;
        if new != *from && new.setup.check().is_ok() && sane(&new).err().is_none_or(|o| open == Some(discriminant(&o))) {
            return new;
        }
        if src.exhausted() {
            break;
        }
    }
    from.clone()
}

fn step<S: Source + ?Sized>(s: &mut Scenario, generator: &mut Generator, src: &mut S) {
    let n = s.play.len();
    match src.weighted(&[6, if n > 1 { 3 } else { 0 }, if n > 0 { 4 } else { 0 }, if n > 1 { 1 } else { 0 }, 4, 2, 1]) {
        0 => {
            let at = src.below(n as u32 + 1) as usize;
            generator.insert(src, s, at);
        }
        1 => drop(s.play.remove(src.below(n as u32) as usize)),
        2 => {
            let at = src.below(n as u32) as usize;
            s.play.remove(at);
            generator.insert(src, s, at);
        }
        3 => {
            let (a, b) = (src.below(n as u32) as usize, src.below(n as u32) as usize);
            s.play.swap(a, b);
        }
        4 => touch(s, src),
        5 if s.setup.objects.len() < MOST => generator.add_object(src, &mut s.setup),
        _ => {
            if let Some(o) = any_object(s, src) {
                *s = without_object(s, o);
            }
        }
    }
}

fn any_object<S: Source + ?Sized>(s: &Scenario, src: &mut S) -> Option<Obj> {
    let n = u32::try_from(s.setup.objects.len()).ok().filter(|n| *n > 0)?;
    u16::try_from(src.below(n)).ok().map(Obj)
}

/// Changes one thing about one object.
fn touch<S: Source + ?Sized>(s: &mut Scenario, src: &mut S) {
    let seats = u32::from(s.setup.seats());
    let Some(o) = any_object(s, src) else { return };
    let spec = &mut s.setup.objects[o.index()];
    let there = spec.place == Place::Battlefield;
    match src.weighted(&[3, 4, 3, 2, 2, 2, 2]) {
        0 => spec.owner = Seat(src.below(seats) as u8),
        1 => {
            let phasing = Ability::Keyword(Keyword::Phasing);
            match spec.has.iter().position(|a| *a == phasing) {
                Some(i) => drop(spec.has.remove(i)),
                None => spec.has.push(phasing),
            }
        }
        2 if there => {
            let other = Seat(src.below(seats) as u8);
            spec.controller = (other != spec.owner).then_some(other);
        }
        3 if there => spec.tapped = !spec.tapped,
        4 if there => spec.token = !spec.token,
        5 if there => {
            let mut c = Counters::default();
            c.set(outofphase_adapter::CounterKind::PlusOne, src.below(3) as u8);
            if spec.card.types.has(Type::Creature) {
                spec.counters = c;
            }
        }
        6 if there && spec.card.types.has(Type::Creature) => spec.sick = !spec.sick,
        _ => {}
    }
}

impl Generator {
    /// Puts one generated action, with its answers, at this place of the script: one that fits the board as it then is.
    fn insert<S: Source + ?Sized>(&mut self, src: &mut S, s: &mut Scenario, at: usize) {
        self.follow(s, at);
        let rest = s.play.split_off(at);
        self.one_action(src, s);
        s.play.extend(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Open, Random};
    use outofphase_adapter::{Action, Attached, Attack, Block, Card, ObjectSpec, Setup};
    use std::collections::HashSet;

    #[test]
    fn variations_are_near_and_make_sense() {
        let config = Config::default();
        let mut generator = Generator::new(&config);
        for i in 0..100 {
            let from = generator.scenario(&mut Random::nth(31, i));
            let mut seen = HashSet::new();
            for k in 0..50 {
                let new = vary(&from, &config, &mut Random::nth(i, k));
                new.setup.check().unwrap_or_else(|e| panic!("{i}, {k}: {e}"));
                assert_eq!(sane(&new), Ok(()), "{i}, {k}");
                assert!(new.setup.objects.len().abs_diff(from.setup.objects.len()) <= 4);
                assert!(new.play.len().abs_diff(from.play.len()) <= 16);
                seen.insert(new);
            }
            assert!(seen.len() > 25, "{i}: only {} variations", seen.len());
        }
    }

    #[test]
    fn what_is_left_open_is_left_open_for_the_same_reason() {
        let mut setup = Setup::new(2);
        for (name, seat) in [("ox", Seat::A), ("bear", Seat::B), ("wolf", Seat::B)] {
            setup.add(ObjectSpec::new(name, Card::creature(3, 3), seat));
        }
        let attack = vec![Attack { attacker: Obj(0), target: Attached::Player(Seat::B) }];
        let block = [1, 2].map(|b| Block { blocker: Obj(b), attacker: Obj(0) }).to_vec();
        let from = Scenario { setup, play: vec![Action::Attack(attack), Action::Block(block)] };
        assert_eq!(sane(&from), Err(Open::Damage(Obj(0))));
        let config = Config::default();
        let reasons: Vec<Open> = (0..3000).filter_map(|k| sane(&vary(&from, &config, &mut Random::new(k))).err()).collect();
        assert!(!reasons.is_empty() && reasons.iter().all(|o| matches!(o, Open::Damage(_))), "{reasons:?}");
    }

    #[test]
    fn the_same_seed_varies_in_the_same_way() {
        let config = Config::default();
        let from = Generator::new(&config).scenario(&mut Random::new(4));
        assert_eq!(vary(&from, &config, &mut Random::new(8)), vary(&from, &config, &mut Random::new(8)));
    }
}
