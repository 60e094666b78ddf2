//! A toy engine that knows phasing and little else, with flaws to choose from: the runner has to see them and call them by their names.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod cases;

use outofphase_harness::adapter::*;

/// What is wrong with a toy engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Flaw {
    /// Nothing.
    #[default]
    None,
    /// What is attached to a permanent stays behind as it phases out.
    AttachmentsStay,
    /// It does not say whether something phased out directly.
    HidesDirect,
    /// It does not show phasing at all.
    HidesPhased,
    /// It gives no priority in the untap step and stops in the upkeep.
    NoUntapStop,
    /// Whatever is asked to attack attacks.
    AllowsEveryAttack,
    /// Nothing may attack.
    RefusesEveryAttack,
    /// A refused attack leaves the attacker tapped.
    RefusalTaps,
    /// It panics when something is destroyed.
    PanicsOnDestroy,
    /// It never comes back when something is destroyed.
    LoopsOnDestroy,
    /// It loses its pipe when something is destroyed.
    BreaksOnDestroy,
    /// It does not understand `phase out` at all, and does nothing.
    PhaseOutDoesNothing,
    /// It shows an object too few.
    ShowsTooFew,
}

/// The engine.
#[derive(Debug, Default)]
pub(crate) struct Toy {
    pub(crate) flaw: Flaw,
    now: Snapshot,
    setup: Setup,
    log: Vec<LogEntry>,
    batch: u32,
}

impl Toy {
    pub(crate) fn with(flaw: Flaw) -> Toy {
        Toy { flaw, ..Toy::default() }
    }

    fn say(&mut self, event: LogEvent) {
        self.log.push(LogEntry { batch: self.batch, event });
    }

    fn hangers_on(&self, host: Obj) -> Vec<Obj> {
        let on_it = |o: &Obj| self.now.object(*o).attached == Some(Some(Attached::Object(host)));
        self.setup.handles().filter(on_it).collect()
    }

    fn phase(&mut self, obj: Obj, to: Phased) {
        if self.now.object(obj).is_phased_out() == to.is_out() {
            return;
        }
        let controller = self.setup.object(obj).owner;
        let view = &mut self.now.objects[obj.index()];
        view.phased = Some(to);
        view.controller = if to.is_out() { None } else { Some(controller) };
        self.say(if to.is_out() {
            LogEvent::PhasedOut { object: obj, indirectly: to == Phased::Indirectly }
        } else {
            LogEvent::PhasedIn { object: obj }
        });
        if self.flaw != Flaw::AttachmentsStay {
            let status = if to.is_out() { Phased::Indirectly } else { Phased::In };
            self.hangers_on(obj).into_iter().for_each(|o| self.phase(o, status));
        }
    }

    fn untap_step(&mut self, of: Seat) {
        let mine = |s: &Self, o: &Obj| s.setup.object(*o).owner == of && s.now.object(*o).place == Some(Place::Battlefield);
        let back: Vec<Obj> =
            self.setup.handles().filter(|o| mine(self, o) && self.now.object(*o).phased == Some(Phased::Directly)).collect();
        let has = |s: &Self, o: &Obj| s.setup.object(*o).has.contains(&Ability::Keyword(Keyword::Phasing));
        let out: Vec<Obj> =
            self.setup.handles().filter(|o| mine(self, o) && has(self, o) && !self.now.object(*o).is_phased_out()).collect();
        self.batch += 1;
        back.into_iter().for_each(|o| self.phase(o, Phased::In));
        out.into_iter().for_each(|o| self.phase(o, Phased::Directly));
        self.batch += 1;
        for o in self.setup.handles().filter(|o| mine(self, o)).collect::<Vec<_>>() {
            if self.now.object(o).is_phased_in() && self.now.objects[o.index()].tapped.replace(false) == Some(true) {
                self.say(LogEvent::Untapped { object: o });
            }
        }
    }

    fn destroy(&mut self, what: &What) -> Result<(), Fault> {
        match self.flaw {
            Flaw::PanicsOnDestroy => panic!("no graveyard"),
            Flaw::LoopsOnDestroy => loop {
                std::thread::sleep(std::time::Duration::from_millis(5));
            },
            Flaw::BreaksOnDestroy => return Err(Fault::Broken("the pipe is closed".into())),
            _ => {}
        }
        for o in what.named() {
            if self.now.object(*o).is_phased_in() {
                self.now.objects[o.index()] = ObjectView { place: Some(Place::Graveyard), ..ObjectView::default() };
                self.say(LogEvent::Moved { object: *o, from: Place::Battlefield, to: Place::Graveyard });
            }
        }
        Ok(())
    }
}

impl Adapter for Toy {
    fn about(&self) -> About {
        About { engine: "toy".into(), version: "1.0".into() }
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        if let Some(a) = setup.objects.iter().flat_map(|o| &o.has).find(|a| **a != Ability::Keyword(Keyword::Phasing)) {
            return Err(Fault::no_ability(a.word()));
        }
        self.setup = setup.clone();
        self.now.reset(setup.objects.len(), setup.players.len());
        for (view, spec) in self.now.objects.iter_mut().zip(&setup.objects) {
            *view = ObjectView {
                place: Some(spec.place),
                phased: Some(Phased::In),
                controller: Some(spec.owner),
                tapped: Some(spec.tapped),
                attached: Some(spec.on),
                attacking: Some(None),
                ..ObjectView::default()
            };
        }
        for (view, spec) in self.now.players.iter_mut().zip(&setup.players) {
            view.life = Some(spec.life.into());
        }
        (self.now.active, self.now.step) = (Some(Seat::A), Some(Step::FirstMain));
        self.log.clear();
        Ok(())
    }

    fn resolve(&mut self, _: Seat, effect: &Effect) -> Result<(), Fault> {
        self.batch += 1;
        match effect {
            Effect::PhaseOut(what) => {
                if self.flaw != Flaw::PhaseOutDoesNothing {
                    what.named().iter().for_each(|o| self.phase(*o, Phased::Directly));
                }
                Ok(())
            }
            Effect::PhaseIn(what) => {
                what.named().iter().for_each(|o| self.phase(*o, Phased::In));
                Ok(())
            }
            Effect::Destroy(what) => self.destroy(what),
            other => Err(Fault::no_effect(other.word())),
        }
    }

    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        loop {
            let step = self.now.step.unwrap_or(Step::Cleanup);
            if let Some(next) = Step::ALL.iter().find(|s| **s > step) {
                self.now.step = Some(*next);
            } else {
                let seats = self.setup.seats();
                self.now.active = self.now.active.map(|s| Seat((s.0 + 1) % seats));
                self.now.step = Some(Step::Untap);
                self.now.objects.iter_mut().for_each(|o| o.attacking = o.attacking.map(|_| None));
                self.say(LogEvent::TurnBegan { of: self.now.active.unwrap_or_default() });
            }
            let (step, active) = (self.now.step.unwrap_or(Step::Untap), self.now.active.unwrap_or_default());
            self.batch += 1;
            self.say(LogEvent::StepBegan { step, of: active });
            if step == Step::Untap {
                self.untap_step(active);
            }
            if active != of {
                continue;
            }
            if step == to && !(step == Step::Untap && self.flaw == Flaw::NoUntapStop) {
                return Ok(Stop { step, of, exact: true, moment: Moment::After });
            }
            if to == Step::Untap && step == Step::Upkeep && self.flaw == Flaw::NoUntapStop {
                return Ok(Stop { step, of, exact: false, moment: Moment::After });
            }
        }
    }

    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        let able = |a: &Attack| {
            let view = self.now.object(a.attacker);
            view.is_phased_in() && view.tapped == Some(false) && view.controller == self.now.active
        };
        let allowed = match self.flaw {
            Flaw::AllowsEveryAttack => true,
            Flaw::RefusesEveryAttack => false,
            _ => attacks.iter().all(able),
        };
        if !allowed {
            if self.flaw == Flaw::RefusalTaps {
                attacks.iter().for_each(|a| self.now.objects[a.attacker.index()].tapped = Some(true));
            }
            return Err(Fault::Illegal("an attacker that can't".into()));
        }
        self.now.step = Some(Step::DeclareAttackers);
        for a in attacks {
            let view = &mut self.now.objects[a.attacker.index()];
            (view.tapped, view.attacking) = (Some(true), Some(Some(Attacked::It(a.target))));
        }
        Ok(())
    }

    fn leave(&mut self, _: Seat) -> Result<(), Fault> {
        Err(Fault::Unsupported(Need::Action("leave".into())))
    }

    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        into.clone_from(&self.now);
        for view in &mut into.objects {
            match self.flaw {
                Flaw::HidesDirect => view.phased = view.phased.map(|p| if p.is_out() { Phased::Out } else { p }),
                Flaw::HidesPhased => view.phased = None,
                _ => {}
            }
        }
        if self.flaw == Flaw::ShowsTooFew {
            into.objects.pop();
        }
        Ok(())
    }

    fn log(&mut self, into: &mut Vec<LogEntry>) -> Result<(), Fault> {
        into.append(&mut self.log);
        Ok(())
    }
}
