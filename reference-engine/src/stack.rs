//! The stack: state-based actions, waiting triggers and resolution until the game comes to rest (117.5, 603.3, 608).

use crate::effects::Context;
use crate::game::{Doing, Game, Pending};
use crate::rulebook::{InterveningIf, StateTriggerMoment, TriggerOrder};
use outofphase_adapter::{Answer, Effect, Fault, LogEvent, Need, Obj};

/// More resolutions than any sensible scenario has; a mandatory loop would go on for ever (104.4b).
const TOO_MANY: usize = 400;

/// A loop that nobody can end would be a draw (104.4b); this engine does not tell one from a long game.
fn endless() -> Fault {
    Fault::Unsupported(Need::Setup("a game that never comes to rest".into()))
}

impl Game {
    /// State-based actions, then triggers go on the stack, then the top of the stack resolves, until nothing is left.
    pub(crate) fn settle(&mut self) {
        self.floor = 0;
        self.settle_above();
    }

    /// The same, until nothing is left above [`Game::floor`].
    pub(crate) fn settle_above(&mut self) {
        for _ in 0..TOO_MANY {
            if self.ending_turn {
                self.finish_ending();
                return;
            }
            self.prepare_priority();
            if self.over() {
                return;
            }
            // 117.3a-b: the active player gets priority as a step begins and after each resolution; all pass.
            let player = if self.in_game(self.active) { self.active } else { self.next_in_game(self.active) };
            self.note(LogEvent::Priority { player });
            if self.stack.len() <= self.floor {
                return;
            }
            self.resolve_top_of_stack();
        }
        self.refused = Some(endless());
        self.stack.truncate(self.floor);
        self.waiting.clear();
    }

    /// What happens each time a player would get priority (117.5): state-based actions until there are none, then waiting triggers go on
    /// the stack, and again.
    pub(crate) fn prepare_priority(&mut self) {
        for _ in 0..TOO_MANY {
            self.refresh();
            let late = std::mem::take(&mut self.late_returns);
            self.return_exiled(&late);
            let any = self.all_state_based();
            if self.refused.is_some() {
                return;
            }
            self.state_triggers();
            if self.waiting.is_empty() {
                if !any {
                    return;
                }
                continue;
            }
            self.put_triggers_on_stack();
        }
    }

    /// State-based actions until there are none (704.3). Answers whether there were any.
    pub(crate) fn all_state_based(&mut self) -> bool {
        for pass in 0..TOO_MANY {
            if !self.state_based() {
                return pass > 0;
            }
        }
        self.refused = Some(endless());
        true
    }

    /// 603.3b: in APNAP order, each player's in the order of their choice.
    fn put_triggers_on_stack(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        if waiting.len() > 1
            && let Some(order) = self.take_answer(|a| match a {
                Answer::TriggerOrder(order) => Some(order.clone()),
                _ => None,
            })
        {
            let rank = |p: &Pending| p.source.and_then(|r| order.iter().position(|o| *o == r.obj)).unwrap_or(order.len());
            waiting.sort_by_key(rank);
        }
        let seats = self.seats;
        let active = self.active;
        let turn_order = |p: &Pending| (p.by.0 + seats - active.0) % seats;
        match self.rules.trigger_order {
            TriggerOrder::Apnap => waiting.sort_by_key(turn_order),
            TriggerOrder::NonActiveFirst => waiting.sort_by_key(|p| std::cmp::Reverse(turn_order(p))),
        }
        for p in waiting {
            // 800.4d: a trigger of a player who left is not put on the stack.
            if !self.in_game(p.by) {
                continue;
            }
            if let Some(r) = p.source {
                self.note(LogEvent::PutOnStack { source: r.obj, controller: p.by });
            }
            self.stack.push(p);
        }
    }

    /// Resolves the top object of the stack.
    pub(crate) fn resolve_top_of_stack(&mut self) {
        let Some(p) = self.stack.pop() else { return };
        self.resolving = match p.doing {
            Doing::Ability(id) => p.source.map(|r| (id, r)),
            Doing::Effect(_) => None,
        };
        self.resolve_pending(&p);
        self.resolving = None;
        // 603.8: once it has left the stack a state trigger looks again, before state-based actions do.
        self.refresh();
        if self.rules.state_trigger_moment == StateTriggerMoment::Always {
            self.state_triggers();
        }
    }

    fn resolve_pending(&mut self, p: &Pending) {
        let cx = Context {
            by: p.by,
            source: p.source,
            source_moves: p.source_moves,
            host: p.host,
            that: p.that,
            bound: p.bound.as_deref(),
            targeted: p.targeted,
            delayed: p.delayed,
            durations: None,
        };
        let mut did = true;
        match &p.doing {
            Doing::Ability(id) => {
                let Some(t) = self.trigger_of(*id) else { return };
                let (gain, then) = (t.gain, t.then.clone());
                let last = self.rules.intervening_if != InterveningIf::OnlyFirst;
                let fails = last && t.condition.as_ref().is_some_and(|c| p.source.is_none_or(|s| !self.holds(c, p.by, s)));
                if fails || !self.in_game(p.by) {
                    did = false;
                } else {
                    self.player_mut(p.by).life += gain;
                    if let Some(effect) = then {
                        self.perform(&effect, &cx);
                    }
                }
            }
            Doing::Effect(effect) => {
                let targets = targets(effect);
                // 608.2b: with every target illegal it does nothing at all.
                if p.targeted && !targets.is_empty() && targets.iter().all(|o| !self.legal_target(*o, &cx)) {
                    did = false;
                } else {
                    self.perform(effect, &cx);
                }
            }
        }
        self.note(LogEvent::Resolved { source: p.source.map(|r| r.obj), controller: p.by, did_anything: did });
    }
}

/// The objects that an announced effect targets: those it names, as what it acts on.
pub(crate) fn targets(effect: &Effect) -> Vec<Obj> {
    match effect {
        Effect::InOrder(parts) => parts.iter().flat_map(targets).collect(),
        e => e.what().map(|w| w.named().to_vec()).unwrap_or_default(),
    }
}
