//! How often a campaign reaches each clause's situation: a report, and a gate against a generator that misses the point.

use crate::oracle::{Did, Trace};
use outofphase_adapter::{Action, Attached, Effect, LogEvent, Obj, ObjectView, Phased, Place, Step};

macro_rules! situations {
    ($($name:ident: $clause:literal, $says:literal;)*) => {
        /// A situation that a clause is about.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each says what it is in `says`")]
        pub enum Situation { $($name,)* }

        impl Situation {
            /// All of them, in the order of the rules.
            pub const ALL: &'static [Situation] = &[$(Situation::$name),*];
            const CLAUSES: &'static [&'static str] = &[$($clause),*];
            const SAYS: &'static [&'static str] = &[$($says),*];
        }
    };
}

situations! {
    PhasesInInUntapStep: "phasing.untap-step-event", "a permanent phases in during an untap step";
    PhasesOutInUntapStep: "phasing.untap-step-event", "a permanent with phasing phases out in an untap step";
    BothInOneUntapStep: "phasing.untap-step-event", "one goes out and another comes in at once";
    InUnderAnother: "phasing.untap-step-event", "a permanent phases out under another player than its owner";
    CountWithPhasedOut: "phasing.treated-as-nonexistent", "something is counted while a permanent is phased out";
    EffectOnPhasedOut: "phasing.treated-as-nonexistent", "an effect names a phased-out permanent";
    MassEffectWithPhasedOut: "phasing.treated-as-nonexistent", "an effect is on all permanents while one is phased out";
    TargetPhasesOut: "targets.illegal-on-resolution", "a target is phased out on resolution";
    EventWhilePhasedOut: "phasing.treated-as-nonexistent", "something triggers while a permanent with triggers is phased out";
    PhasesInByEffect: "phasing.phases-in", "a permanent phases in by an effect";
    CountersKept: "phasing.no-zone-change", "a permanent with counters comes back";
    TokenComesBack: "phasing.no-zone-change", "a token comes back";
    TappedComesBack: "untap.phasing", "a tapped permanent phases in before it untaps";
    ContinuousOnPhasedOut: "phasing.not-in-affected-set", "a continuous effect resolves while a permanent it would affect is phased out";
    DurationWhileOut: "phasing.durations-expire", "a permanent under an effect until end of turn is phased out over cleanup";
    AsLongAsEnds: "durations.as-long-as", "the permanent that a duration tracks phases out";
    HostPhasesOut: "phasing.indirect", "a permanent with something attached phases out";
    AttachmentOfAnother: "phasing.indirect", "an attachment of another player goes with its host";
    DirectAndIndirect: "phasing.direct-and-indirect", "a permanent and its host phase out at once";
    DirectAttachmentReturns: "phasing.returns-attached", "an attachment that phased out directly phases in";
    HostGoneMeanwhile: "phasing.returns-attached", "an attachment phases in whose host has left";
    AttachTriggers: "phasing.no-attach-triggers", "an attachment phases while something triggers on attaching";
    OwnerLeavesWithPhasedOut: "phasing.owner-leaves", "a player leaves who owns a phased-out permanent";
    SkippedUntap: "phasing.skipped-untap-step", "an untap step is skipped while a permanent is phased out";
    DepartedController: "phasing.departed-controller", "a permanent comes back that phased out under a player who left";
    TwoInstances: "phasing.redundant", "a permanent has phasing more than once, or it is granted";
    PhasedOutUntil: "until.phase-out", "a permanent is phased out until something leaves, over an untap step";
    CombatPhaseOut: "combat.removed-from-combat", "an attacking or blocking creature phases out";
    CleanupWhilePhasedOut: "cleanup.damage-and-effects", "a damaged permanent is phased out over cleanup";
    PhaseTriggerOfLeaver: "look-back.phases-out", "a permanent that triggers on phasing out phases out";
    EntersTogether: "zone-change.enters", "several permanents enter at once";
    EntersModified: "zone-change.continuous-effects", "a permanent enters under an effect that changes it";
    LeavesTrigger: "zone-change.leaves", "something triggers on leaving or dying";
    DiesTogether: "look-back.zone-changes", "a permanent that triggers on dying dies with others";
    EntersWithCounters: "zone-change.enters-with", "a permanent enters tapped or with counters";
    HostLeaves: "zone-change.aura-host-leaves", "the host of an Aura that triggers on it leaves";
    MovedOn: "zone-change.finds-object", "a trigger is about an object that has moved";
    Unattached: "look-back.unattached", "an attachment becomes unattached";
    ControlLost: "look-back.control", "control of a permanent changes";
    PlayerLoses: "look-back.player-loses", "a player leaves while something triggers on that";
    DayNightChange: "turn-based.day-night", "day or night changes in an untap step";
    Untaps: "turn-based.untap", "a permanent untaps in an untap step";
    Draws: "turn-based.draw", "a player draws in a draw step";
    Scheme: "turn-based.scheme", "a scheme is set in motion";
    Lore: "turn-based.lore", "a Saga gets a turn-based lore counter";
    SagaPhasedOut: "turn-based.lore", "a Saga is phased out as its controller's main phase begins";
    Attraction: "turn-based.attractions", "a player rolls to visit Attractions";
    DefendingPlayer: "turn-based.defending-player", "the defending player is chosen";
    Attackers: "turn-based.attackers", "creatures attack";
    Blockers: "turn-based.blockers", "creatures block";
    SeveralBlockers: "turn-based.assign-damage", "one attacker is blocked by several creatures";
    CombatDamage: "turn-based.deal-damage", "combat damage is dealt";
    FirstStrike: "combat.first-strike-steps", "there are two combat damage steps";
    Discards: "turn-based.discard", "a player discards to hand size";
    DamageOff: "turn-based.damage-off", "damage wears off";
    Mana: "turn-based.mana-empties", "unspent mana is lost";
    CleanupAgain: "cleanup.again", "a second cleanup step follows";
    ExtraTurn: "steps.extra", "a turn, step or phase is added";
    Refused: "turn-based.attackers", "the engine refuses an action";
}

impl Situation {
    /// The slug of the clause.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        Self::CLAUSES[self as usize]
    }
    /// What it is.
    #[must_use]
    pub const fn says(self) -> &'static str {
        Self::SAYS[self as usize]
    }
}

/// In how many scenarios each situation came up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Scenarios looked at.
    pub scenarios: u64,
    /// Scenarios in which nothing changed at all.
    pub without_effect: u64,
    /// Scenarios that reached each situation.
    pub reached: [u64; Situation::ALL.len()],
}

impl Default for Table {
    fn default() -> Table {
        Table { scenarios: 0, without_effect: 0, reached: [0; Situation::ALL.len()] }
    }
}

impl Table {
    /// Adds another table.
    pub fn add(&mut self, other: &Table) {
        self.scenarios += other.scenarios;
        self.without_effect += other.without_effect;
        for (a, b) in self.reached.iter_mut().zip(other.reached) {
            *a += b;
        }
    }

    /// Looks at a trace.
    pub fn count(&mut self, t: &Trace) {
        self.scenarios += 1;
        let same = t.shots.windows(2).all(|w| {
            w[0].objects == w[1].objects && w[0].players.iter().zip(&w[1].players).all(|(a, b)| (a.life, a.in_game) == (b.life, b.in_game))
        });
        self.without_effect += u64::from(same);
        let mut seen = [false; Situation::ALL.len()];
        let mut hit = |s: Situation| seen[s as usize] = true;
        board(t, &mut hit);
        events(t, &mut hit);
        for (n, s) in self.reached.iter_mut().zip(seen) {
            *n += u64::from(s);
        }
    }

    /// Situations that were never reached.
    pub fn missed(&self) -> impl Iterator<Item = Situation> + '_ {
        Situation::ALL.iter().copied().filter(|s| self.reached[*s as usize] == 0)
    }

    /// The share of scenarios in which nothing changed, in percent.
    #[must_use]
    pub fn without_effect_percent(&self) -> f64 {
        if self.scenarios == 0 { 0.0 } else { self.without_effect as f64 * 100.0 / self.scenarios as f64 }
    }
}

fn host(v: &ObjectView) -> Option<Obj> {
    match v.attached?? {
        Attached::Object(h) => Some(h),
        Attached::Player(_) => None,
    }
}

/// What snapshots tell.
fn board(t: &Trace, hit: &mut impl FnMut(Situation)) {
    use Situation as S;
    use outofphase_adapter::{Ability, Event, Keyword, Static, Type};
    let has = |o: Obj, f: fn(&Event) -> bool| t.setup().object(o).has.iter().any(|a| matches!(a, Ability::Trigger(tr) if f(&tr.when)));
    if t.setup().objects.iter().any(|o| {
        o.has.iter().filter(|a| **a == Ability::Keyword(Keyword::Phasing)).count() > 1
            || o.has.iter().any(|a| matches!(a, Ability::Static(Static::Grant { ability, .. } | Static::HostHas(ability)) if **ability == Ability::Keyword(Keyword::Phasing)))
    }) {
        hit(S::TwoInstances);
    }
    for i in t.steps() {
        let (b, a) = (t.before(i), t.after(i));
        let any_out = t.objects().any(|o| b.object(o).is_phased_out());
        if matches!(t.did[i], Did::Illegal(_)) {
            hit(S::Refused);
        }
        if let Some(e) = t.action(i).effect() {
            let w = e.what();
            if w.is_some_and(|w| w.named().iter().any(|o| b.object(*o).is_phased_out())) {
                hit(S::EffectOnPhasedOut);
                if e.until().is_some() {
                    hit(S::ContinuousOnPhasedOut);
                }
            }
            if any_out && matches!(w, Some(outofphase_adapter::What::All(_))) {
                hit(S::MassEffectWithPhasedOut);
                if e.until().is_some() {
                    hit(S::ContinuousOnPhasedOut);
                }
            }
            if any_out && matches!(e, Effect::Draw(outofphase_adapter::Amount::ForEach(_))) {
                hit(S::CountWithPhasedOut);
            }
            if matches!(e, Effect::ExtraTurn(_) | Effect::ExtraStep(_) | Effect::ExtraCombat { .. }) {
                hit(S::ExtraTurn);
            }
        }
        if matches!(t.action(i), Action::ResolveTop)
            && t.scenario.play[..i]
                .iter()
                .rev()
                .find_map(|a| if let Action::Announce { effect, .. } = a { Some(effect) } else { None })
                .is_some_and(|e| e.what().is_some_and(|w| w.named().iter().any(|o| b.object(*o).is_phased_out())))
        {
            hit(S::TargetPhasesOut);
        }
        for o in t.objects() {
            let (v, w) = (b.object(o), a.object(o));
            let spec = t.setup().object(o);
            let (went, came) = (v.is_phased_in() && w.is_phased_out(), v.is_phased_out() && w.is_phased_in());
            if went {
                if v.controller.is_some_and(|c| c != spec.owner) {
                    hit(S::InUnderAnother);
                }
                if t.objects().any(|x| host(b.object(x)) == Some(o) && b.object(x).is_phased_in()) {
                    hit(S::HostPhasesOut);
                }
                if w.phased == Some(Phased::Indirectly) && host(v).is_some_and(|h| b.object(h).controller != v.controller) {
                    hit(S::AttachmentOfAnother);
                }
                let named = t.action(i).effect().and_then(Effect::what).is_some_and(|x| x.named().contains(&o));
                if w.phased == Some(Phased::Indirectly) && named {
                    hit(S::DirectAndIndirect);
                }
                if matches!(v.attacking, Some(Some(_))) || matches!(v.blocking, Some(Some(_))) {
                    hit(S::CombatPhaseOut);
                }
                if has(o, |e| matches!(e, Event::PhasesOut(_))) {
                    hit(S::PhaseTriggerOfLeaver);
                }
                let attach_watch =
                    |x: Obj| b.object(x).is_phased_in() && has(x, |e| matches!(e, Event::BecomesAttached(_) | Event::BecomesUnattached(_)));
                if host(v).is_some() && t.objects().any(attach_watch) {
                    hit(S::AttachTriggers);
                }
                let tracked = t.scenario.play[..i].iter().filter_map(Action::effect).filter_map(Effect::until).filter_map(|u| u.holder());
                if tracked.into_iter().any(|h| h == outofphase_adapter::Holder::Object(o)) {
                    hit(S::AsLongAsEnds);
                }
            }
            if came {
                if w.counters.is_some_and(|c| !c.is_empty()) {
                    hit(S::CountersKept);
                }
                if spec.token {
                    hit(S::TokenComesBack);
                }
                if v.tapped == Some(true) && matches!(t.action(i), Action::Advance { .. }) {
                    hit(S::TappedComesBack);
                }
                if matches!(t.action(i), Action::Resolve { .. }) {
                    hit(S::PhasesInByEffect);
                }
                let was_attached = t.shots[..=i].iter().any(|s| matches!(s.object(o).attached, Some(Some(_))));
                if v.phased == Some(Phased::Directly)
                    && was_attached
                    && spec.card.types.has_any(
                        outofphase_adapter::Types::one(Type::Aura)
                            .with(outofphase_adapter::Types::one(Type::Equipment))
                            .with(outofphase_adapter::Types::one(Type::Fortification)),
                    )
                {
                    hit(S::DirectAttachmentReturns);
                    if w.attached == Some(None) {
                        hit(S::HostGoneMeanwhile);
                    }
                }
            }
            if v.is_phased_out() && matches!(t.action(i), Action::Leave(s) if *s == spec.owner) {
                hit(S::OwnerLeavesWithPhasedOut);
            }
            let turn_passed = matches!(t.action(i), Action::Advance { .. }) && b.active != a.active;
            if v.is_phased_out() && turn_passed {
                if v.damage.is_some_and(|d| d > 0) {
                    hit(S::CleanupWhilePhasedOut);
                }
                let under = t.scenario.play[..i].iter().any(|x| matches!(x.effect(), Some(e) if e.until() == Some(outofphase_adapter::Until::EndOfTurn) && e.what().is_some_and(|w| w.named().contains(&o))));
                if under {
                    hit(S::DurationWhileOut);
                }
                if t.scenario.play[..i]
                    .iter()
                    .any(|x| matches!(x.effect(), Some(Effect::PhaseOutUntil { what, .. }) if what.named().contains(&o)))
                {
                    hit(S::PhasedOutUntil);
                }
                let departed = t.seats().any(|s| a.player(s).in_game == Some(false));
                if came && departed {
                    hit(S::DepartedController);
                }
            }
            if v.place == Some(Place::Battlefield)
                && w.place == Some(Place::Graveyard)
                && has(o, |e| matches!(e, Event::Dies(_) | Event::Leaves(_)))
            {
                let with = t
                    .objects()
                    .any(|x| x != o && b.object(x).place == Some(Place::Battlefield) && a.object(x).place == Some(Place::Graveyard));
                if with {
                    hit(S::DiesTogether);
                }
            }
            if v.place == Some(Place::Battlefield) && w.place != v.place {
                let aura = |x: Obj| {
                    host(b.object(x)) == Some(o) && t.setup().object(x).has.iter().any(|ab| matches!(ab, Ability::Trigger(tr) if matches!(tr.when, Event::Leaves(outofphase_adapter::Subject::Host) | Event::Dies(outofphase_adapter::Subject::Host))))
                };
                if t.objects().any(aura) {
                    hit(S::HostLeaves);
                }
            }
            if v.place != Some(Place::Battlefield) && w.is_phased_in() {
                if w.counters.is_some_and(|c| !c.is_empty()) || w.tapped == Some(true) {
                    hit(S::EntersWithCounters);
                }
                if w.size.is_some() && w.size != spec.card.pt || w.types.is_some_and(|x| x != spec.card.types) {
                    hit(S::EntersModified);
                }
            }
            if spec.card.types.has(Type::Saga) && v.is_phased_out() && matches!(t.action(i), Action::Advance { to: Step::FirstMain, .. }) {
                hit(S::SagaPhasedOut);
            }
        }
        if matches!(t.action(i), Action::Leave(_)) && t.objects().any(|o| has(o, |e| matches!(e, Event::PlayerLoses(_)))) {
            hit(S::PlayerLoses);
        }
    }
}

/// What the event log tells, where there is one.
fn events(t: &Trace, hit: &mut impl FnMut(Situation)) {
    use Situation as S;
    let mut step = Step::FirstMain;
    let (mut outs, mut ins) = (0, 0);
    let mut cleanups = 0;
    let mut attackers: Vec<(Obj, u32)> = Vec::new();
    for i in t.steps() {
        let any_out = t.objects().any(|o| t.before(i).object(o).is_phased_out());
        let (mut entered, mut entered_batch) = (0, u32::MAX);
        let mut untap_seen = false;
        let mut turns = 0;
        for e in t.logged(i) {
            match e.event {
                LogEvent::TurnBegan { .. } => {
                    cleanups = 0;
                    turns += 1;
                }
                LogEvent::StepBegan { step: s, .. } => {
                    step = s;
                    (outs, ins) = (0, 0);
                    untap_seen |= s == Step::Untap;
                    if s == Step::Cleanup {
                        cleanups += 1;
                        if cleanups > 1 {
                            hit(S::CleanupAgain);
                        }
                    }
                    if s == Step::FirstCombatDamage {
                        hit(S::FirstStrike);
                    }
                    if s == Step::DeclareBlockers {
                        attackers.clear();
                    }
                }
                LogEvent::PhasedIn { .. } if step == Step::Untap => {
                    ins += 1;
                    hit(S::PhasesInInUntapStep);
                    if outs > 0 {
                        hit(S::BothInOneUntapStep);
                    }
                }
                LogEvent::PhasedOut { .. } if step == Step::Untap => {
                    outs += 1;
                    hit(S::PhasesOutInUntapStep);
                    if ins > 0 {
                        hit(S::BothInOneUntapStep);
                    }
                }
                LogEvent::Became { .. } if step == Step::Untap => hit(S::DayNightChange),
                LogEvent::Untapped { .. } if step == Step::Untap => hit(S::Untaps),
                LogEvent::Drew { .. } if step == Step::Draw => hit(S::Draws),
                LogEvent::Discarded { .. } if step == Step::Cleanup => hit(S::Discards),
                LogEvent::DamageRemoved { .. } => hit(S::DamageOff),
                LogEvent::SetInMotion { .. } => hit(S::Scheme),
                LogEvent::Lore { .. } => hit(S::Lore),
                LogEvent::Rolled { .. } => hit(S::Attraction),
                LogEvent::Defending { .. } => hit(S::DefendingPlayer),
                LogEvent::Attacks { .. } => hit(S::Attackers),
                LogEvent::Blocks { attacker, .. } => {
                    hit(S::Blockers);
                    match attackers.iter_mut().find(|a| a.0 == attacker) {
                        Some(a) => {
                            a.1 += 1;
                            hit(S::SeveralBlockers);
                        }
                        None => attackers.push((attacker, 1)),
                    }
                }
                LogEvent::Damage { .. } if matches!(step, Step::CombatDamage | Step::FirstCombatDamage) => hit(S::CombatDamage),
                LogEvent::ManaEmptied { .. } => hit(S::Mana),
                LogEvent::Unattached { .. } => hit(S::Unattached),
                LogEvent::Control { .. } => hit(S::ControlLost),
                LogEvent::Moved { to: Place::Battlefield, .. } => {
                    entered = if e.batch == entered_batch { entered + 1 } else { 1 };
                    entered_batch = e.batch;
                    if entered > 1 {
                        hit(S::EntersTogether);
                    }
                }
                LogEvent::Triggered { source, .. } => {
                    if any_out {
                        hit(S::EventWhilePhasedOut);
                    }
                    let leaves = t.setup().objects[source.index()].has.iter().any(|a| {
                        matches!(a, outofphase_adapter::Ability::Trigger(tr) if matches!(tr.when, outofphase_adapter::Event::Leaves(_) | outofphase_adapter::Event::Dies(_)))
                    });
                    if leaves {
                        hit(S::LeavesTrigger);
                    }
                }
                LogEvent::Resolved { did_anything: false, .. } => hit(S::MovedOn),
                _ => {}
            }
        }
        if turns > 0 && !untap_seen && any_out {
            hit(S::SkippedUntap);
        }
    }
}
