//! The turn (500): steps and phases in order, each with its turn-based actions (703.4), which come before anything else in it (703.3).

use crate::game::{Change, Doing, Game, Pending};
use crate::happening::Ev;
use crate::rulebook::{
    AttractionRoll, CleanupAgain, CleanupDiscard, CleanupOrder, CleanupPhasedOut, DamageAndEffects, DayNightMoment, DayNightSpells,
    DefendingPlayer, DepartedDurations, DoesntUntapNext, DrawMoment, EffectsThenMana, FirstDraw, Lore, LoreDoubled, ManaEmpties,
    PhasingMoment, Sagas, Scheme, SicknessEnds, SkippedUntapStep, Untaps,
};
use outofphase_adapter::{Answer, CounterKind, DayNight, Keyword, LogEvent, Obj, Place, Seat, Static, Step, Type, Until};

/// The steps of a turn that has no extra ones.
const TURN: [Step; 13] = Step::ALL;

impl Game {
    /// Ends the current step and begins the next one, with its turn-based actions and what triggers.
    pub(crate) fn next_step(&mut self) {
        self.end_step(self.step == Step::EndOfCombat);
        loop {
            if self.over() {
                return;
            }
            let Some(step) = self.plan.pop_front() else {
                self.next_turn();
                continue;
            };
            if self.skips_step(step) {
                if step == Step::EndOfCombat {
                    // The phase ends all the same.
                    self.combat_ends();
                    self.empty_mana();
                }
                continue;
            }
            self.enter_step(step);
            return;
        }
    }

    /// Whether the step does not take place: told to be skipped (500.11), or no creature attacks (508.8), or nobody strikes first (510.4).
    fn skips_step(&mut self, step: Step) -> bool {
        let active = self.active;
        match step {
            Step::DeclareBlockers | Step::CombatDamage if !self.attacked_this_combat => return true,
            Step::FirstCombatDamage if !self.attacked_this_combat || !self.somebody_strikes_first() => return true,
            Step::Draw if self.first_turn => {
                // 103.8a: with two players, whoever starts has no draw step in the first turn.
                let skipped = match self.rules.first_draw {
                    FirstDraw::TwoPlayersOnly => self.seats == 2,
                    FirstDraw::Always => true,
                    FirstDraw::Never => false,
                };
                if skipped {
                    return true;
                }
            }
            _ => {}
        }
        let by_static = self.statics().any(|(o, s)| match s {
            Static::SkipStep { whose, step: s } => *s == step && self.is_whose(*whose, active, self.thing(o).now.controller, Some(o)),
            _ => false,
        });
        let skipped = by_static || self.uses_skip(active, step);
        if skipped && step == Step::Untap {
            if self.rules.skipped_untap_step == SkippedUntapStep::Phasing {
                self.phasing_event();
            }
            if self.rules.doesnt_untap_next == DoesntUntapNext::SkippedCounts {
                self.untap_restrictions_end(active, false);
            }
        }
        skipped
    }

    /// Begins the next player's turn. The turn of a player who left doesn't begin (800.4k), but would have.
    fn next_turn(&mut self) {
        self.previous_active_spells = self.player(self.active).spells_this_turn;
        self.previous_all_spells = self.players.iter().map(|p| p.spells_this_turn).sum();
        self.players.iter_mut().for_each(|p| p.spells_this_turn = 0);
        self.delayed.retain(|d| !d.this_turn);
        self.first_turn = false;
        let next = loop {
            if let Some(s) = self.extra_turns.pop() {
                if self.in_game(s) {
                    break s;
                }
                continue;
            }
            let s = Seat((self.order_at.0 + 1) % self.seats);
            self.order_at = s;
            if self.in_game(s) {
                break s;
            }
            self.player_mut(s).departed_turn_passed = true;
            self.begin();
            self.end_next_turn_effects(s, None);
            self.end_next_turn_effects(s, Some(Step::Upkeep));
            self.commit();
        };
        self.begin_turn(next);
    }

    /// A player's turn begins.
    pub(crate) fn begin_turn(&mut self, s: Seat) {
        self.active = s;
        self.plan.clear();
        self.plan.extend(TURN);
        (self.first_main_done, self.attacked_this_combat, self.ending_turn) = (false, false, false);
        self.defender = None;
        self.note(LogEvent::TurnBegan { of: s });
        if self.rules.sickness_ends == SicknessEnds::TurnBegins {
            self.cure_sickness(s);
        }
        self.begin();
        self.end_next_turn_effects(s, None);
        self.unkeep_mana(|whose, until| whose == s && matches!(until, Until::YourNextTurn));
        self.commit();
    }

    /// 302.6: what a player has controlled continuously since this turn began is not summoning sick, phased in or out (702.26d).
    fn cure_sickness(&mut self, s: Seat) {
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let t = self.thing_mut(o);
            let controller = t.out().map_or(t.now.controller, |out| out.under);
            if controller == s {
                t.sick = false;
            }
        }
    }

    fn enter_step(&mut self, step: Step) {
        self.step = step;
        let active = self.active;
        self.note(LogEvent::StepBegan { step, of: active });
        // 500.6: what triggers as the step begins triggers now, and waits until its turn-based actions are done (703.3).
        self.step_begins(step);
        match step {
            Step::Untap => {
                // 502.4: nobody gets priority; what triggered is held until upkeep.
                self.untap_step();
                return;
            }
            Step::Upkeep => {
                self.begin();
                self.end_next_turn_effects(active, Some(Step::Upkeep));
                self.unkeep_mana(|whose, until| whose == active && matches!(until, Until::YourNextUpkeep));
                self.commit();
            }
            Step::Draw => {
                if self.rules.draw_moment == DrawMoment::AfterTriggers {
                    self.settle();
                    self.draw(active);
                    self.settle();
                    return;
                }
                self.draw(active);
            }
            Step::FirstMain => self.main_phase_actions(true),
            Step::SecondMain => self.main_phase_actions(false),
            Step::BeginningOfCombat => {
                self.attacked_this_combat = false;
                self.choose_defender();
            }
            Step::DeclareAttackers => self.declare_attackers(),
            Step::DeclareBlockers => self.declare_blockers(),
            Step::FirstCombatDamage => self.combat_damage(true),
            Step::CombatDamage => self.combat_damage(false),
            Step::Cleanup => {
                self.cleanup_step();
                return;
            }
            Step::EndOfCombat | Step::End => {}
        }
        if self.refused.is_none() {
            self.settle();
        }
    }

    /// Untap step (502): phasing, day and night, untapping.
    fn untap_step(&mut self) {
        let check = |g: &mut Game, at: DayNightMoment| {
            if g.rules.day_night_moment == at {
                g.day_night_check();
            }
        };
        check(self, DayNightMoment::BeforePhasing);
        if self.rules.phasing_moment == PhasingMoment::BeforeUntapping {
            self.phasing_event();
        }
        check(self, DayNightMoment::AfterPhasing);
        self.untap();
        if self.rules.phasing_moment == PhasingMoment::AfterUntapping {
            self.phasing_event();
        }
        check(self, DayNightMoment::AfterUntapping);
        if self.rules.sickness_ends == SicknessEnds::UntapStep {
            self.cure_sickness(self.active);
        }
    }

    /// 502.2, 731.2: by the spells that the previous turn's active player cast in that turn.
    fn day_night_check(&mut self) {
        if self.first_turn {
            // There is no previous turn to look at.
            return;
        }
        let spells = match self.rules.day_night_spells {
            DayNightSpells::PreviousActivePlayers => self.previous_active_spells,
            DayNightSpells::Anybodys => self.previous_all_spells,
        };
        match self.day_night {
            Some(DayNight::Day) if spells == 0 => self.becomes(DayNight::Night),
            Some(DayNight::Night) if spells >= 2 => self.becomes(DayNight::Day),
            _ => {}
        }
    }

    /// 502.3: everything at once, but for what effects keep tapped.
    fn untap(&mut self) {
        let active = self.active;
        let untaps = self.rules.untaps;
        let helpers: Vec<Seat> = self
            .statics()
            .filter(|(_, s)| matches!(s, Static::UntapInOthersUntapStep))
            .map(|(o, _)| self.thing(o).now.controller)
            .filter(|s| *s != active)
            .collect();
        let all: Vec<Obj> = self
            .battlefield
            .iter()
            .copied()
            .filter(|o| {
                let t = self.thing(*o);
                let sees = t.seen() || untaps == Untaps::PhasedOutToo;
                let own = t.now.controller == active;
                t.tapped
                    && sees
                    && (own || helpers.contains(&t.now.controller) || untaps == Untaps::Everybodys)
                    && !(own && self.is_kept_tapped(*o))
            })
            .collect();
        self.set_tapped(&all, false);
        self.untap_restrictions_end(active, true);
    }

    /// Whether something keeps it from untapping in its controller's untap step.
    fn is_kept_tapped(&self, o: Obj) -> bool {
        let own = self.abilities_now(o).iter().any(|id| matches!(self.static_of(*id), Some(Static::DoesntUntap)));
        own || self.effects.iter().any(|e| matches!(e.change, Change::StaysTapped) && e.on.obj == o && self.still_on(e))
            || self.statics().any(|(s, a)| {
                matches!(a, Static::HostDoesntUntap)
                    && matches!(self.thing(s).host, Some(crate::game::Host::Object(r)) if r.obj == o && self.is(r))
            })
    }

    /// "Doesn't untap during its controller's next untap step" is used up by that step, tapped or not.
    fn untap_restrictions_end(&mut self, active: Seat, happened: bool) {
        let only_tapped = happened && self.rules.doesnt_untap_next == DoesntUntapNext::NextTimeTapped;
        let mut effects = std::mem::take(&mut self.effects);
        effects.retain(|e| {
            let t = self.thing(e.on.obj);
            let spent = matches!(e.change, Change::StaysTapped) && t.seen() && t.now.controller == active && (!only_tapped || t.tapped);
            !spent
        });
        self.effects = effects;
    }

    /// 505.4-505.5: scheme, lore counters, Attractions, in the precombat main phase only.
    fn main_phase_actions(&mut self, precombat: bool) {
        let active = self.active;
        let first = precombat && !self.first_main_done;
        self.first_main_done = true;
        let scheme = match self.rules.scheme {
            Scheme::FirstMain => first,
            Scheme::EveryMain => true,
            Scheme::Never => false,
        };
        if scheme
            && self.archenemy == Some(active)
            && self.in_game(active)
            && let Some(o) = self.schemes.pop_front()
        {
            // 701.32: the top scheme is set in motion; it goes to the bottom once what it triggers has resolved.
            self.begin();
            self.note(LogEvent::SetInMotion { object: o });
            self.schemes.push_back(o);
            self.commit();
            self.scheme_triggers(o);
        }
        let lore = match self.rules.lore {
            Lore::FirstMain => first,
            Lore::EveryMain => true,
            Lore::Never => false,
        };
        if lore {
            let sagas: Vec<Obj> = self
                .seen()
                .filter(|o| {
                    let now = &self.thing(*o).now;
                    now.controller == active && now.is(Type::Saga) && (self.last_chapter(*o).is_some() || self.rules.sagas == Sagas::All)
                })
                .collect();
            self.begin();
            for o in sagas {
                self.note(LogEvent::Lore { object: o });
                let doubled = self.rules.lore_doubled == LoreDoubled::Yes;
                self.put_counters(o, CounterKind::Lore, 1, doubled);
            }
            self.commit();
        }
        if first {
            let attractions: Vec<Obj> =
                self.seen().filter(|o| self.thing(*o).now.controller == active && self.thing(*o).now.is(Type::Attraction)).collect();
            let rolls = match self.rules.attraction_roll {
                AttractionRoll::AfterLore => !attractions.is_empty(),
                AttractionRoll::None => false,
                AttractionRoll::Always => true,
            };
            if rolls {
                let result = self
                    .take_answer(|a| match a {
                        Answer::Roll(n) => Some(*n),
                        _ => None,
                    })
                    .unwrap_or(1);
                self.begin();
                self.note(LogEvent::Rolled { player: active, result });
                for o in attractions {
                    // 701.52a: those whose lights have the result; here, from a card's number up.
                    if result >= self.thing(o).printed().card.number.unwrap_or(2) {
                        self.events.push(Ev::Visit { o });
                    }
                }
                self.commit();
            }
        }
    }

    /// What a scheme says when it is set in motion; schemes function in the command zone (113.6).
    fn scheme_triggers(&mut self, o: Obj) {
        let (a, b) = self.thing(o).front.abilities;
        for id in a..b {
            let Some(t) = self.trigger_of(id) else { continue };
            if matches!(t.when, outofphase_adapter::Event::SetInMotion(_)) {
                let (gain, owner) = (t.gain, self.thing(o).owner);
                let source = self.refer(o);
                self.note(LogEvent::Triggered { source: o, controller: owner, gain });
                self.waiting.push(Pending::new(Doing::Ability(id), owner, Some(source)));
            }
        }
    }

    /// 507.1: where the options say so, the active player chooses the one defending player.
    fn choose_defender(&mut self) {
        self.defender = None;
        if !self.one_defender || self.seats < 3 || self.rules.defending_player == DefendingPlayer::NotChosen || !self.in_game(self.active) {
            return;
        }
        let chosen = self
            .take_answer(|a| match a {
                Answer::DefendingPlayer(s) => Some(*s),
                _ => None,
            })
            .filter(|s| *s != self.active && self.in_game(*s));
        let player = chosen.unwrap_or_else(|| self.next_in_game(self.active));
        self.defender = Some(player);
        self.note(LogEvent::Defending { player });
    }

    /// Cleanup step (514).
    fn cleanup_step(&mut self) {
        if self.rules.cleanup_order == CleanupOrder::DiscardFirst {
            self.discard_to_hand_size();
            self.wear_off();
        } else {
            self.wear_off();
            self.discard_to_hand_size();
        }
        if self.rules.cleanup_again == CleanupAgain::NextTurn {
            return;
        }
        // 514.3a: state-based actions or triggers give players priority, and another cleanup step follows.
        self.refresh();
        self.state_triggers();
        let acted = self.state_based();
        if acted || !self.waiting.is_empty() {
            self.settle();
            if !self.over() {
                self.plan.push_front(Step::Cleanup);
            }
        }
    }

    /// 514.1.
    fn discard_to_hand_size(&mut self) {
        let who: Vec<Seat> = match self.rules.cleanup_discard {
            CleanupDiscard::ActivePlayer => vec![self.active],
            CleanupDiscard::Everybody => self.all_seats().collect(),
            CleanupDiscard::Nobody => Vec::new(),
        };
        for s in who {
            if !self.in_game(s) {
                continue;
            }
            let mut most: i32 = 7;
            let mut none = false;
            for (o, a) in self.statics() {
                let you = self.thing(o).now.controller;
                match a {
                    Static::NoMaximumHandSize => none |= you == s,
                    Static::HandSize { whose, by } if self.is_whose(*whose, s, you, Some(o)) => most += i32::from(*by),
                    _ => {}
                }
            }
            let over = i32::from(self.hand_size(s)) - most.max(0);
            if over > 0 && !none {
                self.discard(s, over as usize);
            }
        }
    }

    /// 514.2: damage is removed from permanents, phased-out ones included, and "until end of turn" and "this turn" effects end, at once.
    fn wear_off(&mut self) {
        self.begin();
        if self.rules.damage_and_effects == DamageAndEffects::EffectsFirst {
            self.turn_effects_end();
            self.touch();
            self.commit();
            self.all_state_based();
            self.begin();
        }
        let stays: Vec<Obj> = self
            .battlefield
            .iter()
            .copied()
            .filter(|o| {
                self.thing(*o).seen() && self.abilities_now(*o).iter().any(|id| matches!(self.static_of(*id), Some(Static::DamageStays)))
            })
            .collect();
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let t = self.thing(o);
            let kept = stays.contains(&o) || (t.out().is_some() && self.rules.cleanup_phased_out == CleanupPhasedOut::Stays);
            if t.damage > 0 && !kept {
                let t = self.thing_mut(o);
                (t.damage, t.deathtouched) = (0, false);
                self.note(LogEvent::DamageRemoved { object: o });
            }
        }
        if self.rules.damage_and_effects == DamageAndEffects::Together {
            self.turn_effects_end();
        }
        self.commit();
    }

    fn turn_effects_end(&mut self) {
        self.note(LogEvent::TurnEffectsEnded);
        self.end_effects(|e| matches!(e.until, Until::EndOfTurn));
        self.cant_block.clear();
        self.unkeep_mana(|_, until| matches!(until, Until::EndOfTurn));
    }

    /// What happens as a step or phase ends (500.5): effects that last until then end, then unspent mana empties.
    fn end_step(&mut self, combat_ends: bool) {
        let step = self.step;
        self.note(LogEvent::StepEnded { step });
        let mana_first = self.rules.effects_then_mana == EffectsThenMana::ManaFirst;
        if mana_first {
            self.empty_mana();
        }
        if combat_ends {
            self.combat_ends();
        }
        if !mana_first {
            self.empty_mana();
        }
    }

    /// The combat phase ends: everything is removed from combat (511.3), and effects until end of combat expire (500.5a).
    fn combat_ends(&mut self) {
        self.begin();
        let mut fought = false;
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            let t = self.thing_mut(o);
            fought |= t.in_combat() || t.blocked || t.struck_first || t.combat_memory.is_some();
            (t.attacking, t.blocking, t.blocked, t.struck_first) = (None, None, false, false);
            t.combat_memory = None;
        }
        self.attacked_this_combat = false;
        self.damage_orders.clear();
        self.end_effects(|e| matches!(e.until, Until::EndOfCombat));
        self.unkeep_mana(|_, until| matches!(until, Until::EndOfCombat));
        if fought {
            self.touch();
        }
        self.commit();
    }

    /// What kept mana from emptying is over; it goes as the step ends.
    fn unkeep_mana(&mut self, over: impl Fn(Seat, Until) -> bool) {
        for s in self.all_seats() {
            for m in &mut self.player_mut(s).mana {
                m.keep = m.keep.filter(|until| !over(s, *until));
            }
        }
    }

    fn empty_mana(&mut self) {
        if self.players.iter().all(|p| p.mana.is_empty()) {
            return;
        }
        let phase_ends = matches!(self.step, Step::Draw | Step::FirstMain | Step::EndOfCombat | Step::SecondMain | Step::Cleanup);
        match self.rules.mana_empties {
            ManaEmpties::EachStep => {}
            ManaEmpties::EachPhase if phase_ends => {}
            ManaEmpties::EndOfTurn if self.step == Step::Cleanup => {}
            _ => return,
        }
        for s in self.all_seats() {
            let kept = self.statics().any(|(o, a)| matches!(a, Static::KeepMana) && self.thing(o).now.controller == s);
            if kept {
                continue;
            }
            let n: u16 = self.player(s).mana.iter().filter(|m| m.keep.is_none()).map(|m| m.n).sum();
            if n > 0 {
                self.player_mut(s).mana.retain(|m| m.keep.is_some());
                self.note(LogEvent::ManaEmptied { player: s, n });
            }
        }
    }

    /// 500.8: an additional combat phase, and maybe main phase, after this phase.
    pub(crate) fn add_combat(&mut self, main: bool) {
        let phase = |s: Step| match s {
            Step::Untap | Step::Upkeep | Step::Draw => 0,
            Step::FirstMain => 1,
            s if s.in_combat() => 2,
            Step::SecondMain => 3,
            _ => 4,
        };
        let now = phase(self.step);
        let mut at = self.plan.iter().position(|s| phase(*s) != now || *s == Step::BeginningOfCombat).unwrap_or(self.plan.len());
        if matches!(self.step, Step::FirstMain | Step::SecondMain) {
            at = 0;
        }
        let combat = TURN.iter().copied().filter(|s| s.in_combat()).chain(main.then_some(Step::SecondMain));
        for (i, s) in combat.enumerate() {
            self.plan.insert(at + i, s);
        }
    }

    /// 724.1: the turn ends. The rest follows when the resolving object is done: see [`Game::finish_ending`].
    pub(crate) fn end_the_turn(&mut self) {
        self.stack.clear();
        self.floor = 0;
        self.waiting.clear();
        self.ending_turn = true;
    }

    /// The rest of ending the turn: state-based actions, no triggers yet; the step ends and the cleanup step begins.
    pub(crate) fn finish_ending(&mut self) {
        self.ending_turn = false;
        self.refresh();
        self.all_state_based();
        self.begin();
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            self.remove_from_combat(o);
        }
        self.commit();
        self.end_step(self.step.in_combat());
        self.plan.clear();
        if !self.over() {
            self.enter_step(Step::Cleanup);
        }
    }

    /// Whether a creature takes part in combat with first or double strike (510.4).
    fn somebody_strikes_first(&self) -> bool {
        self.battlefield.iter().any(|o| {
            let t = self.thing(*o);
            t.in_combat() && t.seen() && (t.now.has(Keyword::FirstStrike) || t.now.has(Keyword::DoubleStrike))
        })
    }

    /// Whether 800.4m's effects of a player who left end at once, for the reading that says so.
    pub(crate) fn departed_effects_end_at_once(&self) -> bool {
        self.rules.departed_durations == DepartedDurations::EndAtOnce
    }

    /// Cards of a place, for counting.
    pub(crate) fn cards_in(&self, place: Place, owner: Seat) -> u16 {
        self.things.iter().filter(|t| t.place == place && t.owner == owner).count() as u16
    }
}
