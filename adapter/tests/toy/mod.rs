//! A toy engine: permanents that phase out, and phase in as their player's untap step passes. It knows no other rule.
use outofphase_adapter::*;

#[derive(Debug, Default)]
pub(crate) struct Toy {
    owners: Vec<Seat>,
    out: Vec<bool>,
    seats: u8,
    now: (Option<Step>, Seat),
}

impl Adapter for Toy {
    fn about(&self) -> About {
        About { engine: "toy".into(), version: "1".into() }
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        if let Some(a) = setup.objects.iter().flat_map(|o| &o.has).next() {
            return Err(Fault::no_ability(a.word()));
        }
        self.owners = setup.objects.iter().map(|o| o.owner).collect();
        self.out = vec![false; setup.objects.len()];
        (self.seats, self.now) = (setup.seats(), (Some(Step::FirstMain), Seat::A));
        Ok(())
    }
    fn resolve(&mut self, _: Seat, effect: &Effect) -> Result<(), Fault> {
        match effect {
            Effect::PhaseOut(What::These(v)) => v.iter().for_each(|o| self.out[o.index()] = true),
            Effect::EndTheTurn => panic!("the toy knows no turn's end"),
            _ => return Err(Fault::no_effect(effect.word())),
        }
        Ok(())
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        if to == Step::Untap {
            return Err(Fault::Unsupported(Need::Stop(to)));
        }
        while self.now != (Some(to), of) {
            let next = Step::ALL.into_iter().find(|s| self.now.0.is_none_or(|n| *s > n));
            if next.is_none() {
                self.now.1 = Seat((self.now.1.0 + 1) % self.seats);
            }
            self.now.0 = next;
            if next == Some(Step::Untap) {
                let active = self.now.1;
                self.out.iter_mut().zip(&self.owners).filter(|(_, o)| **o == active).for_each(|(out, _)| *out = false);
            }
        }
        Ok(Stop { step: to, of, exact: true, moment: Moment::After })
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        match attacks.iter().find(|a| self.out[a.attacker.index()]) {
            Some(a) => Err(Fault::Illegal(format!("{} is phased out", a.attacker))),
            None => Err(Fault::Unsupported(Need::Action("attack".into()))),
        }
    }
    fn leave(&mut self, _: Seat) -> Result<(), Fault> {
        Err(Fault::Unsupported(Need::Action("leave".into())))
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        into.reset(self.out.len(), self.seats.into());
        (into.step, into.active) = (self.now.0, Some(self.now.1));
        for (view, out) in into.objects.iter_mut().zip(&self.out) {
            view.place = Some(Place::Battlefield);
            view.phased = Some(if *out { Phased::Out } else { Phased::In });
        }
        Ok(())
    }
}
