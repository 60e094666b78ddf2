use outofphase_harness::adapter::*;
/// A toy engine and its adapter in one: the game is the snapshot that it shows.
#[derive(Default)]
pub struct Toy(Setup, Snapshot);

impl Adapter for Toy {
    fn about(&self) -> About { About { engine: "toy".into(), version: "1.0".into() } }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        if setup.options != Options::default() { return Err(Fault::Unsupported(Need::Setup("options".into()))); }
        self.0.clone_from(setup);
        self.1.reset(setup.objects.len(), setup.players.len());
        (self.1.step, self.1.active) = (Some(Step::FirstMain), Some(Seat::A));
        for (view, spec) in self.1.players.iter_mut().zip(&setup.players) { view.library = Some(spec.library.into()); }
        for (view, spec) in self.1.objects.iter_mut().zip(&setup.objects) {
            if spec.on.is_some() || spec.controller.is_some() { return Err(Fault::Unsupported(Need::Setup("on, under".into()))); }
            if let Some(a) = spec.has.iter().find(|a| **a != Keyword::Phasing.into()) { return Err(Fault::no_ability(a.word())); }
            (view.place, view.phased, view.tapped) = (Some(spec.place), Some(Phased::In), Some(spec.tapped));
        }
        Ok(())
    }
    fn resolve(&mut self, _: Seat, effect: &Effect) -> Result<(), Fault> {
        let (Effect::Destroy(What::These(v)) | Effect::PhaseOut(What::These(v))) = effect else {
            return Err(Fault::no_effect(effect.word()));
        };
        for o in v.iter().map(|o| o.index()).filter(|o| self.1.objects[*o].is_phased_in()).collect::<Vec<_>>() {
            let view = &mut self.1.objects[o];
            if let Effect::Destroy(_) = effect { view.place = Some(Place::Graveyard) } else { view.phased = Some(Phased::Directly) }
        }
        Ok(())
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        loop {
            let next = Step::ALL.into_iter().find(|s| Some(*s) > self.1.step);
            if next.is_none() { self.1.active = self.1.active.map(|s| Seat((s.0 + 1) % self.0.seats())); }
            self.1.step = next.or(Some(Step::Untap));
            let active = self.1.active.unwrap_or_default();
            for (view, spec) in self.1.objects.iter_mut().zip(&self.0.objects).filter(|(_, s)| next.is_none() && s.owner == active) {
                let goes = view.is_phased_in() && !spec.has.is_empty();
                view.phased = Some(if goes { Phased::Directly } else { Phased::In });
                view.tapped = view.tapped.map(|t| t && goes);
            }
            if next == Some(Step::Draw) { self.1.players[active.index()].library = self.1.players[active.index()].library.map(|n| n - 1); }
            if (self.1.step, active) == (Some(to), of) { return Ok(Stop { step: to, of, exact: true, moment: Moment::After }); }
        }
    }
    fn attack(&mut self, _: &[Attack]) -> Result<(), Fault> { Err(Fault::Unsupported(Need::Action("attack".into()))) }
    fn leave(&mut self, _: Seat) -> Result<(), Fault> { Err(Fault::Unsupported(Need::Action("leave".into()))) }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> { into.clone_from(&self.1); Ok(()) }
}
