//! The ledger: what triggered and how often, read from the life totals.
//!
//! Each trigger of a case gains its own power of ten, from 100 up ([`Setup::number_triggers`]), so the digits of what a player gained count the
//! firings, up to 9 of each. The two lowest digits are damage.

use outofphase_adapter::{Ability, Action, Effect, Obj, Seat, Setup, Snapshot, Trigger, What};

/// The most triggers of one case, so that every sum of gains is a life total.
pub const MOST_TRIGGERS: usize = 16;

/// How often each trigger has resolved for each player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    triggers: Vec<Entry>,
    players: Vec<Option<Account>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// The objects whose ability it is, and its place among their triggered abilities, from 1.
    of: Vec<(Obj, u8)>,
    gain: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Account {
    life: i64,
    gained: i64,
}

impl Ledger {
    /// Reads the ledger of a game that started with these life totals. The triggers of `setup` and `play` must be numbered.
    #[must_use]
    pub fn decode(setup: &Setup, play: &[Action], start_lives: &[i64], now: &Snapshot) -> Ledger {
        let players = start_lives
            .iter()
            .zip(&now.players)
            .map(|(start, view)| {
                let change = view.life? - start;
                // What was gained is a multiple of 100, and the damage is less than 100.
                let gained = if change > 0 { change.div_euclid(100) * 100 + if change % 100 == 0 { 0 } else { 100 } } else { 0 };
                Some(Account { life: view.life? - gained, gained })
            })
            .collect();
        Ledger { triggers: entries(setup, play), players }
    }

    /// How often the triggered abilities of an object have resolved: all of them or the n-th, for one player or all. `None` if a life total
    /// that it depends on is not shown.
    ///
    /// An ability that an object grants to others counts as the granting object's. One that an effect of the script gives counts as that of
    /// each object which the effect names.
    #[must_use]
    pub fn count(&self, obj: Obj, nth: Option<u8>, of: Option<Seat>) -> Option<u32> {
        let mut sum = 0;
        for (seat, account) in self.players.iter().enumerate() {
            if of.is_some_and(|s| s.index() != seat) {
                continue;
            }
            let gained = account.as_ref()?.gained;
            let mine = |e: &&Entry| e.of.iter().any(|(o, n)| *o == obj && nth.is_none_or(|nth| nth == *n));
            sum += self.triggers.iter().filter(mine).map(|e| digit(gained, e.gain)).sum::<u32>();
        }
        Some(sum)
    }

    /// A player's life total without what triggers gained. `None` if it is not shown.
    #[must_use]
    pub fn life(&self, seat: Seat) -> Option<i64> {
        self.players.get(seat.index())?.as_ref().map(|a| a.life)
    }

    /// How many triggered abilities of an object can be counted in a scenario.
    #[must_use]
    pub fn known(setup: &Setup, play: &[Action], obj: Obj) -> u8 {
        entries(setup, play).iter().flat_map(|e| &e.of).filter(|(o, _)| *o == obj).map(|(_, n)| *n).max().unwrap_or(0)
    }
}

fn digit(gained: i64, gain: i64) -> u32 {
    if gain <= 0 { 0 } else { u32::try_from(gained / gain % 10).unwrap_or(0) }
}

/// All triggers of a scenario with the objects that have them.
fn entries(setup: &Setup, play: &[Action]) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    let mut add = |owners: &[Obj], t: &Trigger| {
        // What an ability gives is listed with that ability; its effect is not to list it again.
        if all.iter().any(|e| e.gain == t.gain) {
            return;
        }
        let of = owners
            .iter()
            .map(|o| {
                let before = all.iter().flat_map(|e| &e.of).filter(|(p, _)| p == o).count();
                (*o, u8::try_from(before + 1).unwrap_or(u8::MAX))
            })
            .collect();
        all.push(Entry { of, gain: t.gain });
    };
    for (obj, spec) in setup.handles().zip(&setup.objects) {
        let back = spec.back.iter().flat_map(|face| &face.has);
        for t in spec.has.iter().chain(back).flat_map(Ability::triggers) {
            add(&[obj], t);
        }
    }
    for effect in play.iter().filter_map(Action::effect).flat_map(Effect::parts) {
        if let Effect::GainAbility { what, ability, .. } = effect {
            let owners = if let What::These(v) = what { v.as_slice() } else { &[] };
            for t in ability.triggers() {
                add(owners, t);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use outofphase_adapter::{Card, Event, ObjectSpec, Subject, Until};

    fn game() -> (Setup, Vec<Action>) {
        let mut setup = Setup::new(2);
        let trigger = |e| Ability::from(Trigger::on(e));
        setup.add(
            ObjectSpec::new("bear", Card::creature(2, 2), Seat::A)
                .with(trigger(Event::PhasesIn(Subject::This)))
                .with(trigger(Event::PhasesOut(Subject::This))),
        );
        setup.add(ObjectSpec::new("ox", Card::creature(2, 2), Seat::B));
        let gain = |to| Action::Resolve {
            by: Seat::B,
            effect: Effect::GainAbility {
                what: What::one(to),
                ability: Box::new(trigger(Event::Dies(Subject::This))),
                until: Until::Forever,
            },
        };
        let mut play = vec![gain(Obj(1)), gain(Obj(0))];
        setup.number_triggers(&mut play);
        (setup, play)
    }

    fn ledger(lives: [Option<i64>; 2]) -> Ledger {
        let (setup, play) = game();
        let mut now = Snapshot::default();
        now.reset(2, 2);
        (now.players[0].life, now.players[1].life) = (lives[0], lives[1]);
        Ledger::decode(&setup, &play, &[20, 20], &now)
    }

    #[test]
    fn digits_of_the_gain_count_the_firings() {
        let l = ledger([Some(20 - 3 + 200 + 1000), Some(20 + 10_000)]);
        assert_eq!((l.life(Seat::A), l.life(Seat::B)), (Some(17), Some(20)));
        assert_eq!(l.count(Obj(0), None, None), Some(3));
        assert_eq!(l.count(Obj(0), Some(1), None), Some(2));
        assert_eq!(l.count(Obj(0), Some(2), Some(Seat::A)), Some(1));
        assert_eq!(l.count(Obj(0), Some(2), Some(Seat::B)), Some(0));
        assert_eq!(l.count(Obj(1), Some(1), None), Some(1), "the ability that an effect gave");
        let (setup, play) = game();
        assert_eq!((Ledger::known(&setup, &play, Obj(0)), Ledger::known(&setup, &play, Obj(1))), (3, 1));
    }

    #[test]
    fn damage_alone_is_no_gain() {
        for damage in [0, 1, 20, 99] {
            let l = ledger([Some(20 - damage), Some(120 - damage)]);
            assert_eq!((l.life(Seat::A), l.life(Seat::B)), (Some(20 - damage), Some(20 - damage)));
            assert_eq!((l.count(Obj(0), None, Some(Seat::A)), l.count(Obj(0), None, Some(Seat::B))), (Some(0), Some(1)));
        }
    }

    #[test]
    fn an_unshown_life_total_leaves_the_count_open() {
        let l = ledger([Some(120), None]);
        assert_eq!(l.count(Obj(0), None, None), None);
        assert_eq!(l.count(Obj(0), None, Some(Seat::A)), Some(1));
        assert_eq!(l.life(Seat::B), None);
    }
}
