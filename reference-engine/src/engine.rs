//! The engine as an [`Adapter`]: setups in, snapshots out.

use crate::Rulebook;
use crate::effects::Context;
use crate::game::{Any, Change, Continuous, Declared, Doing, Game, Host, Pending, Phase, Player, Printed, Ref, Thing};
use crate::happening::Ev;
use crate::rulebook::PhasedOutTarget;
use crate::stack::targets;
use outofphase_adapter::{
    About, Adapter, Answer, Attached, Attack, Block, CounterKind, Effect, Fault, Keyword, LogEntry, Moment, Need, Obj, ObjectView, Phased,
    Place, PlayerView, Seat, Setup, Snapshot, Step, Stop, Type, Until,
};
use std::collections::VecDeque;

/// The reference engine: one value plays one game after another, by one rulebook.
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    game: Game,
    /// For taking an illegal declaration back.
    backup: Option<Box<Game>>,
    saved: Vec<(u32, Game)>,
    told: usize,
}

impl Default for ReferenceEngine {
    fn default() -> ReferenceEngine {
        ReferenceEngine::new(Rulebook::newest())
    }
}

impl ReferenceEngine {
    /// An engine that plays by this rulebook.
    #[must_use]
    pub fn new(rules: Rulebook) -> ReferenceEngine {
        ReferenceEngine { game: Game::empty(rules), backup: None, saved: Vec::new(), told: 0 }
    }

    /// The rulebook that it plays by.
    #[must_use]
    pub fn rulebook(&self) -> &Rulebook {
        &self.game.rules
    }

    /// Does something that may turn out illegal; then the game is as before.
    fn try_it(&mut self, f: impl FnOnce(&mut Game) -> Result<(), Fault>) -> Result<(), Fault> {
        match &mut self.backup {
            Some(b) => (**b).clone_from(&self.game),
            None => self.backup = Some(Box::new(self.game.clone())),
        }
        let done = f(&mut self.game).and_then(|()| match self.game.refused.take() {
            Some(fault) => Err(fault),
            None => Ok(()),
        });
        if done.is_err()
            && let Some(b) = &self.backup
        {
            self.game.clone_from(b);
        }
        done
    }

    fn check_names(&self, effect: &Effect) -> Result<(), Fault> {
        let n = self.game.things.len();
        for part in effect.parts() {
            if let Some(bad) = part.what().and_then(|w| w.named().iter().find(|o| o.index() >= n)) {
                return Err(Fault::Broken(format!("no object has the handle {}", bad.0)));
            }
        }
        Ok(())
    }

    fn playing(&self) -> Result<(), Fault> {
        if self.game.over() { Err(Fault::Illegal("the game is over".into())) } else { Ok(()) }
    }

    /// 514.3a: whoever does something in a cleanup step had priority in it, so another cleanup step follows.
    fn another_cleanup_follows(&mut self) {
        let g = &mut self.game;
        if g.step == Step::Cleanup && g.plan.front() != Some(&Step::Cleanup) {
            g.plan.push_front(Step::Cleanup);
        }
    }

    /// What comes of an action, until what waited on the stack before waits again.
    fn after(&mut self) -> Result<(), Fault> {
        let g = &mut self.game;
        if g.step == Step::Untap && !g.ending_turn {
            // 502.4: nobody gets priority here; state-based actions and triggers wait for upkeep.
            g.refresh();
        } else {
            g.settle_above();
        }
        match g.refused.take() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }
}

impl Game {
    fn empty(rules: Rulebook) -> Game {
        Game {
            rules,
            seats: 0,
            things: Vec::new(),
            players: Vec::new(),
            battlefield: Vec::new(),
            abilities: Vec::new(),
            granted: Vec::new(),
            arena: Vec::new(),
            effects: Vec::new(),
            links: Vec::new(),
            late_returns: Vec::new(),
            left: Vec::new(),
            kept_returns: Vec::new(),
            delayed: Vec::new(),
            waiting: Vec::new(),
            stack: Vec::new(),
            floor: 0,
            resolving: None,
            events: Vec::new(),
            before: Vec::new(),
            before_arena: Vec::new(),
            before_valid: false,
            batch_depth: 0,
            batch: 0,
            stamp: 0,
            log: Vec::new(),
            answers: Vec::new(),
            active: Seat::A,
            step: Step::FirstMain,
            plan: VecDeque::new(),
            extra_turns: Vec::new(),
            order_at: Seat::A,
            first_turn: false,
            day_night: None,
            cant_block: Vec::new(),
            previous_active_spells: 0,
            previous_all_spells: 0,
            archenemy: None,
            schemes: VecDeque::new(),
            one_defender: false,
            defender: None,
            attacked_this_combat: false,
            damage_orders: Vec::new(),
            first_main_done: false,
            ending_turn: false,
            declared: Declared::default(),
            refused: None,
            dirty: true,
            controlled: Vec::new(),
            any: Any::default(),
        }
    }

    /// Forgets the game before, keeping the memory it used.
    fn reset(&mut self) {
        self.things.clear();
        self.battlefield.clear();
        self.abilities.clear();
        self.granted.clear();
        self.arena.clear();
        self.effects.clear();
        self.links.clear();
        self.late_returns.clear();
        self.left.clear();
        self.kept_returns.clear();
        self.delayed.clear();
        self.waiting.clear();
        self.stack.clear();
        self.floor = 0;
        self.resolving = None;
        self.events.clear();
        self.before.clear();
        self.before_arena.clear();
        self.log.clear();
        self.answers.clear();
        self.plan.clear();
        self.extra_turns.clear();
        self.cant_block.clear();
        self.schemes.clear();
        self.damage_orders.clear();
        self.declared.attacks.clear();
        self.declared.blocks.clear();
        (self.before_valid, self.batch_depth, self.batch, self.stamp) = (false, 0, 0, 0);
        (self.active, self.order_at, self.first_turn, self.defender) = (Seat::A, Seat::A, false, None);
        (self.previous_active_spells, self.previous_all_spells) = (0, 0);
        (self.attacked_this_combat, self.first_main_done, self.ending_turn) = (false, false, false);
        (self.refused, self.dirty, self.any) = (None, true, Any::default());
    }

    fn start(&mut self, setup: &Setup) {
        self.reset();
        self.seats = setup.seats();
        self.players.resize_with(setup.players.len(), Player::default);
        for (p, spec) in self.players.iter_mut().zip(&setup.players) {
            p.library.clear();
            p.mana.clear();
            (p.life, p.in_game, p.drew_from_empty) = (i64::from(spec.life), true, false);
            (p.blank_hand, p.blank_library, p.blank_graveyard) = (u16::from(spec.hand), u16::from(spec.library), 0);
            (p.spells_this_turn, p.departed_turn_passed) = (0, false);
            p.skips = [0; Step::ALL.len()];
        }
        self.archenemy = setup.options.archenemy;
        self.one_defender = setup.options.one_defending_player;
        let no_day = self.rules.day_night_moment == crate::rulebook::DayNightMoment::None;
        self.day_night = setup.options.it_is.filter(|_| !no_day);
        for (i, spec) in setup.objects.iter().enumerate() {
            let obj = Obj(i as u16);
            let face = |g: &mut Game, card, has: &[_]| {
                let (keywords, abilities, extra_phasing) = g.learn(has);
                Printed { card, keywords, abilities, extra_phasing }
            };
            let front = face(self, spec.card, &spec.has);
            let back = spec.back.as_ref().map(|b| face(self, b.card, &b.has));
            let name = match &spec.named {
                Some(n) => setup.objects.iter().position(|o| o.named.as_ref() == Some(n)).unwrap_or(i),
                None => i,
            };
            let mut counters = spec.counters;
            if spec.place == Place::Battlefield
                && let Some(n) = spec.card.number
            {
                for (t, k) in [(Type::Planeswalker, CounterKind::Loyalty), (Type::Battle, CounterKind::Defense)] {
                    if spec.card.types.has(t) && counters.get(k) == 0 {
                        counters.set(k, n);
                    }
                }
            }
            let stamp = self.new_stamp();
            let host = spec.on.map(|a| match a {
                Attached::Player(s) => Host::Player(s),
                Attached::Object(o) => Host::Object(Ref { obj: o, inc: 0 }),
            });
            let daybound = front.keywords & (1 << Keyword::Daybound as u32) != 0;
            self.any.daybound |= daybound;
            self.any.legends |= spec.card.types.has(Type::Legendary) || spec.card.types.has(Type::World);
            let (power, toughness) = spec.card.pt.unwrap_or_default();
            self.things.push(Thing {
                owner: spec.owner,
                token: spec.token,
                name: name as u16,
                front,
                back,
                place: spec.place,
                inc: 0,
                default_controller: spec.owner,
                phase: Phase::In,
                host,
                tapped: spec.tapped,
                damage: u16::from(spec.damage),
                deathtouched: false,
                counters,
                sick: spec.sick,
                back_up: daybound && back.is_some() && self.day_night == Some(outofphase_adapter::DayNight::Night),
                bestowed: host.is_some() && front.keywords & (1 << Keyword::Bestow as u32) != 0,
                stamp,
                arrived: stamp,
                protector: spec.protector,
                attacking: None,
                attacked_inc: 0,
                attacked_battle: false,
                blocking: None,
                blocked: false,
                struck_first: false,
                combat_memory: None,
                now: crate::game::Chars {
                    controller: spec.owner,
                    types: spec.card.types,
                    power,
                    toughness,
                    keywords: front.keywords,
                    abilities: (0, 0),
                },
            });
            match spec.place {
                Place::Battlefield => self.battlefield.push(obj),
                Place::Library => self.player_mut(spec.owner).library.push_back(obj),
                Place::Command => self.schemes.push_back(obj),
                _ => {}
            }
            if let Some(by) = spec.controller.filter(|c| *c != spec.owner) {
                // An effect without duration that began before the game was watched.
                let stamp = self.new_stamp();
                self.effects.push(Continuous {
                    on: Ref { obj, inc: 0 },
                    change: Change::Control,
                    until: Until::Forever,
                    holder: None,
                    by,
                    stamp,
                });
            }
        }
        self.recompute();
        for i in 0..self.battlefield.len() {
            let o = self.battlefield[i];
            if self.thing(o).now.is(Type::Battle) && self.thing(o).protector.is_none() {
                let protector = self.usual_protector(o, self.thing(o).now.controller);
                self.thing_mut(o).protector = Some(protector);
            }
        }
        self.day_and_night_faces();
        self.recompute();
        self.events.clear();
        self.log.clear();
        match setup.options.start {
            None => {
                self.step = Step::FirstMain;
                self.first_main_done = true;
                self.plan.extend(Step::ALL.into_iter().filter(|s| *s > Step::FirstMain));
            }
            Some(step) => {
                self.begin_turn(Seat::A);
                self.first_turn = true;
                // Nothing came before, so no step ends: the first one is entered from here.
                self.step = Step::Cleanup;
                for _ in 0..Step::ALL.len() {
                    self.next_step();
                    if self.step >= step || self.over() {
                        break;
                    }
                }
            }
        }
    }

    fn view(&self, o: Obj) -> ObjectView {
        let t = self.thing(o);
        let mut v = ObjectView { place: Some(t.place), ..ObjectView::default() };
        if t.place != Place::Battlefield {
            return v;
        }
        v.tapped = Some(t.tapped);
        v.damage = Some(t.damage);
        v.counters = Some(t.counters);
        v.attached = Some(t.host.filter(|h| !matches!(h, Host::Object(r) if !self.is(*r))).map(Host::shown));
        v.back = Some(t.back_up);
        v.attacking = Some(t.attacking);
        v.blocking = Some(t.blocking.map(Attached::Object));
        match t.phase {
            Phase::In => {
                v.phased = Some(Phased::In);
                v.controller = Some(t.now.controller);
                v.types = Some(t.now.types);
                v.protector = t.protector;
                if t.now.is(Type::Creature) {
                    v.size = Some((t.now.power, t.now.toughness));
                }
            }
            Phase::Out(out) => v.phased = Some(if out.indirect { Phased::Indirectly } else { Phased::Directly }),
        }
        v
    }
}

impl Adapter for ReferenceEngine {
    fn about(&self) -> About {
        About { engine: "reference-engine".into(), version: env!("CARGO_PKG_VERSION").into() }
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        setup.check().map_err(|e| Fault::Broken(e.to_string()))?;
        self.saved.clear();
        self.told = 0;
        self.game.start(setup);
        Ok(())
    }

    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.playing()?;
        self.check_names(effect)?;
        if by.0 >= self.game.seats || !self.game.in_game(by) {
            return Err(Fault::Illegal(format!("player {by} is not in the game")));
        }
        self.another_cleanup_follows();
        self.game.floor = self.game.stack.len();
        self.game.perform(effect, &Context::plain(by));
        self.after()
    }

    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        self.playing()?;
        if of.0 >= self.game.seats || !self.game.in_game(of) {
            return Err(Fault::Illegal(format!("player {of} is not in the game and takes no turn")));
        }
        let mut stop = Err(Fault::Illegal("the game is over".into()));
        self.try_it(|g| {
            g.settle_if_waiting();
            // Long enough for skipped steps and a few extra turns; then it never comes.
            for _ in 0..Step::ALL.len() * 48 {
                g.next_step();
                if g.refused.is_some() || g.over() {
                    return Ok(());
                }
                if g.step == to && g.active == of {
                    stop = Ok(Stop { step: to, of, exact: true, moment: Moment::After });
                    return Ok(());
                }
            }
            Err(Fault::Illegal(format!("there is no {to} step of player {of} any more")))
        })?;
        match stop {
            // The game ended on the way: that is how it stands now.
            Err(_) if self.game.over() => Ok(Stop { step: self.game.step, of: self.game.active, exact: false, moment: Moment::After }),
            stop => stop,
        }
    }

    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        self.playing()?;
        self.try_it(|g| g.go_to(Step::DeclareAttackers, |d| d.attacks = attacks.to_vec()))
    }

    fn block(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        self.playing()?;
        self.try_it(|g| {
            if !g.attacked_this_combat {
                return Err(Fault::Illegal("no creature attacks".into()));
            }
            g.go_to(Step::DeclareBlockers, |d| d.blocks = blocks.to_vec())
        })
    }

    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.playing()?;
        if !self.game.in_game(who) {
            return Err(Fault::Illegal(format!("player {who} has left already")));
        }
        self.game.floor = self.game.stack.len();
        self.game.lose(&[who]);
        self.after()
    }

    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        let g = &self.game;
        into.reset(g.things.len(), g.players.len());
        for (i, v) in into.objects.iter_mut().enumerate() {
            *v = g.view(Obj(i as u16));
        }
        for (s, v) in g.all_seats().zip(&mut into.players) {
            let p = g.player(s);
            *v = PlayerView {
                life: Some(p.life),
                hand: Some(g.hand_size(s)),
                library: Some(p.blank_library + p.library.len() as u16),
                graveyard: Some(p.blank_graveyard + g.cards_in(Place::Graveyard, s)),
                mana: Some(p.mana.iter().map(|m| m.n).sum()),
                in_game: Some(p.in_game),
            };
        }
        into.step = Some(g.step);
        into.active = Some(g.active);
        into.day_night = Some(g.day_night);
        into.stack = Some(g.stack.len() as u16);
        Ok(())
    }

    fn announce(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.playing()?;
        self.check_names(effect)?;
        if !self.game.in_game(by) {
            return Err(Fault::Illegal(format!("player {by} is not in the game")));
        }
        let all = targets(effect);
        for &o in &all {
            let t = self.game.thing(o);
            let sees = t.out().is_none() || self.game.rules.phased_out_target == PhasedOutTarget::Yes;
            if !sees || matches!(t.place, Place::Outside | Place::Gone) {
                return Err(Fault::Illegal(format!("{o} can't be chosen as a target: the game does not see it")));
            }
            if t.seen() && t.now.has(Keyword::Shroud) {
                return Err(Fault::Illegal(format!("{o} has shroud")));
            }
        }
        self.another_cleanup_follows();
        let g = &mut self.game;
        let mut named: Vec<Obj> = effect.parts().iter().flat_map(|e| e.what().map(|w| w.named().to_vec()).unwrap_or_default()).collect();
        for part in effect.parts() {
            let holder = match part {
                Effect::PhaseOutUntil { leaves, .. } | Effect::ExileUntil { leaves, .. } => Some(*leaves),
                e => e.until().and_then(|u| u.holder()),
            };
            if let Some(outofphase_adapter::Holder::Object(o)) = holder {
                named.push(o);
            }
            if let Effect::When { about, .. } = part {
                named.push(*about);
            }
        }
        let bound: Vec<Ref> = named.into_iter().map(|o| g.refer(o)).collect();
        let doing = Doing::Effect(Box::new(effect.clone()));
        g.stack.push(Pending { bound: Some(bound), targeted: true, ..Pending::new(doing, by, None) });
        g.floor = g.stack.len();
        g.begin();
        for o in all {
            g.events.push(Ev::Target { o });
        }
        g.commit();
        self.after()
    }

    fn resolve_top(&mut self) -> Result<(), Fault> {
        self.playing()?;
        if self.game.stack.is_empty() {
            return Err(Fault::Illegal("the stack is empty".into()));
        }
        self.another_cleanup_follows();
        self.game.resolve_top_of_stack();
        self.game.floor = self.game.stack.len();
        self.after()
    }

    fn put(&mut self, obj: Obj) -> Result<(), Fault> {
        let g = &mut self.game;
        if obj.index() >= g.things.len() || g.thing(obj).place != Place::Outside {
            return Err(Fault::Illegal("only an object that is outside can be put".into()));
        }
        let stamp = g.new_stamp();
        let t = g.thing_mut(obj);
        (t.place, t.stamp, t.sick) = (Place::Battlefield, stamp, false);
        g.battlefield.push(obj);
        g.recompute();
        g.before_valid = false;
        Ok(())
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), Fault> {
        self.game.answers.push(answer.clone());
        Ok(())
    }

    fn log(&mut self, into: &mut Vec<LogEntry>) -> Result<(), Fault> {
        into.extend_from_slice(&self.game.log[self.told.min(self.game.log.len())..]);
        self.told = self.game.log.len();
        Ok(())
    }

    fn save(&mut self, slot: u32) -> Result<(), Fault> {
        self.saved.retain(|s| s.0 != slot);
        self.saved.push((slot, self.game.clone()));
        Ok(())
    }

    fn load(&mut self, slot: u32) -> Result<(), Fault> {
        let saved = self.saved.iter().find(|s| s.0 == slot).ok_or_else(|| Fault::Unsupported(Need::Action("load".into())))?;
        self.game.clone_from(&saved.1);
        Ok(())
    }
}

impl Game {
    /// What is announced or waits resolves before the game goes on.
    fn settle_if_waiting(&mut self) {
        if !self.stack.is_empty() || (!self.waiting.is_empty() && self.step != Step::Untap) {
            self.settle();
        }
    }

    /// Goes on to a step of this turn, where something is declared.
    fn go_to(&mut self, step: Step, declare: impl FnOnce(&mut Declared)) -> Result<(), Fault> {
        if !self.in_game(self.active) {
            return Err(Fault::Illegal("the active player has left the game".into()));
        }
        if !self.plan.contains(&step) {
            return Err(Fault::Illegal(format!("there is no {step} step any more in this turn")));
        }
        self.settle_if_waiting();
        declare(&mut self.declared);
        let turn = self.active;
        for _ in 0..Step::ALL.len() * 4 {
            self.next_step();
            if self.refused.is_some() || self.over() {
                return Ok(());
            }
            if self.step == step {
                return Ok(());
            }
            if self.active != turn || self.plan.is_empty() {
                break;
            }
        }
        Err(Fault::Illegal(format!("the {step} step is skipped")))
    }
}
