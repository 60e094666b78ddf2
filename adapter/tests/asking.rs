//! The bridge to engines that ask, with a toy engine that asks.
use outofphase_adapter::asking::{Asking, Bridge, Choice, Desk, Seen};
use outofphase_adapter::*;

/// A game of turns and steps, creatures and cards in hand. It runs, and asks.
struct Toy {
    desk: Desk<Does>,
    seats: u8,
    objects: usize,
    active: Seat,
    step: Step,
    left: Vec<Seat>,
    hands: Vec<Vec<Option<Obj>>>,
    creatures: Vec<Creature>,
    stack: Vec<(Seat, Does)>,
    attacks: Vec<Attack>,
    blocks: Vec<Block>,
    wish: Wish,
}

struct Creature {
    obj: Obj,
    owner: Seat,
    tapped: bool,
    dead: bool,
}

#[derive(Clone, Debug)]
enum Does {
    Nothing,
    Draw,
    Destroy(Obj),
    /// Draws, and puts another draw on the stack as it does.
    DrawAndTrigger,
    Panic,
    Lose(Seat),
    /// Ends the game loop, though the game has not ended.
    Stop,
}

/// How this toy differs from a well-behaved one, by the name of its first object.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Wish {
    Nothing,
    /// Never asks for attackers or blockers.
    NoCombat,
    /// Asks for blockers, and drops what it hears.
    DropsBlocks,
    /// Goes from the draw step to the next turn.
    ShortTurns,
    /// Has something that triggers at the beginning of each upkeep.
    Upkeeps,
}

#[derive(Default)]
struct ToyEngine;

impl Asking for ToyEngine {
    type Board = Setup;
    type Ability = Does;

    fn about(&self) -> About {
        About { engine: "asking toy".into(), version: "1".into() }
    }

    fn lay_out(&mut self, setup: &Setup) -> Result<Setup, Fault> {
        match setup.options.start {
            Some(_) => Err(Fault::Unsupported(Need::Setup("start".into()))),
            None => Ok(setup.clone()),
        }
    }

    fn ability(&mut self, _: Seat, effect: &Effect, _: bool, _: &Setup, _: &Snapshot) -> Result<Does, Fault> {
        Ok(match effect {
            Effect::Draw(Amount::N(1)) => Does::Draw,
            Effect::Draw(Amount::N(2)) => Does::DrawAndTrigger,
            Effect::Destroy(What::These(v)) => Does::Destroy(v[0]),
            Effect::LoseTheGame(who) => Does::Lose(who[0]),
            Effect::Discard(0) => Does::Stop,
            Effect::EndTheTurn => Does::Panic,
            _ => return Err(Fault::no_effect(effect.word())),
        })
    }

    fn asks_for(&self, answer: &Answer) -> bool {
        matches!(answer, Answer::Discard(_))
    }

    fn play(setup: Setup, desk: Desk<Does>) {
        let setup = &setup;
        let of = |place| setup.handles().filter(move |o| setup.object(*o).place == place);
        let hand = |(i, p): (usize, &PlayerSpec)| {
            let named = of(Place::Hand).filter(|o| setup.object(*o).owner.index() == i);
            named.map(Some).chain((0..p.hand).map(|_| None)).collect()
        };
        let creature = |obj: Obj| Creature { obj, owner: setup.object(obj).owner, tapped: false, dead: false };
        let wish = match setup.objects.first().map(|o| o.name.as_str()) {
            Some("peace") => Wish::NoCombat,
            Some("deaf") => Wish::DropsBlocks,
            Some("short") => Wish::ShortTurns,
            Some("relic") => Wish::Upkeeps,
            _ => Wish::Nothing,
        };
        let toy = Toy {
            desk,
            seats: setup.seats(),
            objects: setup.objects.len(),
            active: Seat::A,
            step: Step::FirstMain,
            left: Vec::new(),
            hands: setup.players.iter().enumerate().map(hand).collect(),
            creatures: of(Place::Battlefield).map(creature).collect(),
            stack: Vec::new(),
            attacks: Vec::new(),
            blocks: Vec::new(),
            wish,
        };
        toy.play();
    }
}

impl Toy {
    /// `None` when the game is at an end.
    fn play(mut self) {
        while self.turn().is_some() {
            (self.step, self.active) = (Step::Untap, self.after(self.active));
            self.look();
            self.desk.turn_began();
        }
        if self.left.len() + 1 >= usize::from(self.seats) {
            self.look();
            self.desk.over();
        }
    }

    fn turn(&mut self) -> Option<()> {
        let fresh = self.step == Step::Untap;
        for step in Step::ALL.into_iter().filter(|s| *s >= self.step).collect::<Vec<_>>() {
            let no_fight = step.in_combat() && step > Step::DeclareAttackers && self.attacks.is_empty();
            let short = self.wish == Wish::ShortTurns && fresh && step > Step::Draw;
            if no_fight || short || step == Step::FirstCombatDamage || (self.wish == Wish::NoCombat && step.in_combat()) {
                continue;
            }
            self.step = step;
            self.look();
            self.desk.step_began(step);
            self.act();
            if !matches!(step, Step::Untap | Step::Cleanup) {
                self.priority()?;
            }
        }
        Some(())
    }

    /// The turn-based actions.
    fn act(&mut self) {
        match self.step {
            Step::Untap => self.creatures.iter_mut().filter(|c| c.owner == self.active).for_each(|c| c.tapped = false),
            Step::Draw => self.hands[self.active.index()].push(None),
            Step::Upkeep if self.wish == Wish::Upkeeps => self.stack.push((self.active, Does::Draw)),
            Step::DeclareAttackers => {
                self.attacks = self.desk.attacks();
                for a in &self.attacks {
                    self.creatures.iter_mut().filter(|c| c.obj == a.attacker).for_each(|c| c.tapped = true);
                }
            }
            Step::DeclareBlockers => self.blocks = self.desk.blocks(),
            Step::SecondMain => (self.attacks, self.blocks) = (Vec::new(), Vec::new()),
            Step::Cleanup => {
                let hand = &mut self.hands[self.active.index()];
                while hand.len() > 7 {
                    let chosen = self.desk.answer(|a| if let Answer::Discard(v) = a { v.first().copied() } else { None });
                    let at = chosen.and_then(|o| hand.iter().position(|c| *c == Some(o)));
                    hand.remove(at.unwrap_or(hand.len() - 1));
                }
            }
            _ => {}
        }
        if self.wish == Wish::DropsBlocks {
            self.blocks.clear();
        }
    }

    fn priority(&mut self) -> Option<()> {
        let (mut player, mut passed) = (self.active, 0);
        loop {
            self.look();
            match self.desk.priority(player) {
                Choice::Pass => passed += 1,
                Choice::Act => {
                    let (does, announced) = self.desk.ability().map(|(does, announced)| (does.clone(), announced))?;
                    let dead = |o: &Obj| self.creatures.iter().any(|c| c.obj == *o && c.dead);
                    let does = match &does {
                        Does::Destroy(o) if announced && dead(o) => {
                            self.desk.refuse("it is dead");
                            Does::Nothing
                        }
                        _ => does,
                    };
                    self.stack.push((player, does));
                    (player, passed) = (self.active, 0);
                    continue;
                }
                Choice::Concede => {
                    self.left.push(player);
                    self.stack.retain(|(by, _)| *by != player);
                    if self.left.len() + 1 >= usize::from(self.seats) {
                        return None;
                    }
                    passed = 0;
                }
            }
            player = self.after(player);
            if passed + self.left.len() >= usize::from(self.seats) {
                let Some((by, does)) = self.stack.pop() else { return Some(()) };
                self.resolve(by, &does)?;
                (player, passed) = (self.active, 0);
            }
        }
    }

    fn resolve(&mut self, by: Seat, does: &Does) -> Option<()> {
        match does {
            Does::Nothing => {}
            Does::Draw => self.hands[by.index()].push(None),
            Does::DrawAndTrigger => {
                self.hands[by.index()].push(None);
                self.stack.push((by, Does::Draw));
            }
            Does::Destroy(o) => self.creatures.iter_mut().filter(|c| c.obj == *o).for_each(|c| c.dead = true),
            Does::Panic => panic!("the toy knows no {}", "turn's end"),
            Does::Lose(who) => {
                self.left.push(*who);
                return None;
            }
            Does::Stop => return None,
        }
        Some(())
    }

    fn after(&self, seat: Seat) -> Seat {
        let next = Seat((seat.0 + 1) % self.seats);
        if self.left.contains(&next) { self.after(next) } else { next }
    }

    fn look(&mut self) {
        let active = self.active;
        let able = |mine: bool| self.creatures.iter().filter(move |c| !c.dead && !c.tapped && (c.owner == active) == mine);
        let target = Attached::Player(self.after(self.active));
        let may_attack = able(true).map(|c| Attack { attacker: c.obj, target }).collect();
        let block = |c: &Creature| Some(Block { blocker: c.obj, attacker: self.attacks.first()?.attacker });
        let may_block = able(false).filter_map(block).collect();
        let Seen { snapshot, .. } = &mut self.desk.seen;
        snapshot.reset(self.objects, self.hands.len());
        (snapshot.step, snapshot.active) = (Some(self.step), Some(self.active));
        snapshot.stack = u16::try_from(self.stack.len()).ok();
        for (view, hand) in snapshot.players.iter_mut().zip(&self.hands) {
            view.hand = u16::try_from(hand.len()).ok();
        }
        for view in &mut snapshot.objects {
            view.place = Some(Place::Graveyard);
        }
        for card in self.hands.iter().flatten().flatten() {
            snapshot.objects[card.index()].place = Some(Place::Hand);
        }
        for c in self.creatures.iter().filter(|c| !c.dead) {
            let view = &mut snapshot.objects[c.obj.index()];
            (view.place, view.tapped, view.size) = (Some(Place::Battlefield), Some(c.tapped), Some((1, 1)));
        }
        let stack = self.stack.iter().map(|(by, _)| *by).collect();
        let snapshot = std::mem::take(snapshot);
        self.desk.seen = Seen { snapshot, stack, over: false, may_attack, may_block, blocked: self.blocks.clone() };
    }
}

const BEAR: Obj = Obj(0);
const WALL: Obj = Obj(1);

/// A's first creature is called so, B's is a wall, and A has 6 blanks and two named cards in hand.
fn board(name: &str) -> Setup {
    let mut setup = Setup::new(2);
    setup.add(ObjectSpec::new(name, Card::creature(1, 1), Seat::A));
    setup.add(ObjectSpec::new("wall", Card::creature(0, 1), Seat::B));
    for card in ["ring", "cup"] {
        setup.add(ObjectSpec { place: Place::Hand, ..ObjectSpec::new(card, Card::default(), Seat::A) });
    }
    setup.players[0].hand = 6;
    setup
}

fn started(setup: &Setup) -> Bridge<ToyEngine> {
    let mut toy = Bridge::default();
    assert_eq!(toy.start(setup), Ok(()));
    toy
}

fn game() -> Bridge<ToyEngine> {
    started(&board("bear"))
}

fn seen(toy: &mut Bridge<ToyEngine>) -> Snapshot {
    let mut s = Snapshot::default();
    assert_eq!(toy.observe(&mut s), Ok(()));
    s
}

fn hand(toy: &mut Bridge<ToyEngine>, seat: Seat) -> Option<u16> {
    seen(toy).player(seat).hand
}

fn stop(step: Step, of: Seat, exact: bool) -> Stop {
    Stop { step, of, exact, moment: Moment::After }
}

fn draw(n: u8) -> Effect {
    Effect::Draw(Amount::N(n))
}

fn kill(o: Obj) -> Effect {
    Effect::Destroy(What::one(o))
}

fn attack() -> Vec<Attack> {
    vec![Attack { attacker: BEAR, target: Attached::Player(Seat::B) }]
}

fn block() -> Vec<Block> {
    vec![Block { blocker: WALL, attacker: BEAR }]
}

fn need<T: std::fmt::Debug>(answer: Result<T, Fault>) -> String {
    match answer {
        Err(Fault::Unsupported(need)) => need.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn starts_where_the_board_is() {
    let s = seen(&mut game());
    assert_eq!((s.step, s.active, s.stack), (Some(Step::FirstMain), Some(Seat::A), Some(0)));
    assert_eq!((s.player(Seat::A).hand, s.object(BEAR).place), (Some(8), Some(Place::Battlefield)));
}

#[test]
fn refuses_a_board_without_starting_a_game() {
    let mut setup = board("bear");
    setup.options.start = Some(Step::Upkeep);
    let mut toy = game();
    assert_eq!(need(toy.start(&setup)), "setup start");
    // The engine is not even asked whether it has the effect.
    assert_eq!(toy.resolve(Seat::A, &Effect::Discard(1)), Err(Fault::Broken("no game is running".into())));
    assert_eq!(toy.resolve_top(), Err(Fault::Broken("no game is running".into())));
}

#[test]
fn resolves_with_all_that_comes_of_it() {
    let mut toy = game();
    // Not the player who is asked first, and with a trigger.
    assert_eq!(toy.resolve(Seat::B, &draw(2)), Ok(()));
    assert_eq!((hand(&mut toy, Seat::B), seen(&mut toy).stack), (Some(2), Some(0)));
    assert_eq!(need(toy.resolve(Seat::A, &Effect::Discard(1))), "effect discard");
}

#[test]
fn what_is_announced_waits_while_others_resolve_above_it() {
    let mut toy = game();
    assert_eq!(toy.announce(Seat::A, &kill(WALL)), Ok(()));
    assert_eq!(toy.resolve(Seat::B, &draw(2)), Ok(()));
    assert_eq!((hand(&mut toy, Seat::B), seen(&mut toy).stack), (Some(2), Some(1)));
    assert_eq!(seen(&mut toy).object(WALL).place, Some(Place::Battlefield));
    assert_eq!(toy.announce(Seat::B, &draw(1)), Ok(()));
    assert_eq!(toy.resolve_top(), Ok(()));
    assert_eq!((hand(&mut toy, Seat::B), seen(&mut toy).stack), (Some(3), Some(1)));
    assert_eq!(toy.resolve_top(), Ok(()));
    assert_eq!((seen(&mut toy).object(WALL).place, seen(&mut toy).stack), (Some(Place::Graveyard), Some(0)));
    assert_eq!(toy.resolve_top(), Err(Fault::Illegal("the stack is empty".into())));
}

#[test]
fn a_refused_target_is_illegal_and_nothing_has_changed() {
    let mut toy = game();
    assert_eq!(toy.resolve(Seat::A, &kill(WALL)), Ok(()));
    let before = seen(&mut toy);
    assert_eq!(toy.announce(Seat::B, &kill(WALL)), Err(Fault::Illegal("it is dead".into())));
    assert_eq!(seen(&mut toy), before);
    // Above something that waits as well.
    assert_eq!(toy.announce(Seat::A, &draw(1)), Ok(()));
    assert_eq!(toy.announce(Seat::B, &kill(WALL)), Err(Fault::Illegal("it is dead".into())));
    assert_eq!(seen(&mut toy).stack, Some(1));
    assert_eq!(toy.announce(Seat::B, &kill(BEAR)), Ok(()));
}

#[test]
fn advances_to_the_next_time_of_a_step() {
    let mut toy = game();
    assert_eq!(toy.advance(Step::Draw, Seat::B), Ok(stop(Step::Draw, Seat::B, true)));
    assert_eq!(hand(&mut toy, Seat::B), Some(1));
    assert_eq!(toy.advance(Step::Draw, Seat::B), Ok(stop(Step::Draw, Seat::B, true)));
    assert_eq!(hand(&mut toy, Seat::B), Some(2));
    assert_eq!(toy.advance(Step::End, Seat::B), Ok(stop(Step::End, Seat::B, true)));
}

#[test]
fn what_triggers_in_the_step_has_resolved() {
    let mut toy = started(&board("relic"));
    assert_eq!(toy.advance(Step::Upkeep, Seat::B), Ok(stop(Step::Upkeep, Seat::B, true)));
    assert_eq!((hand(&mut toy, Seat::B), seen(&mut toy).stack), (Some(1), Some(0)));
}

#[test]
fn what_waits_resolves_on_the_way() {
    let mut toy = game();
    assert_eq!(toy.announce(Seat::B, &draw(2)), Ok(()));
    assert_eq!(toy.advance(Step::BeginningOfCombat, Seat::A), Ok(stop(Step::BeginningOfCombat, Seat::A, true)));
    assert_eq!((hand(&mut toy, Seat::B), seen(&mut toy).stack), (Some(2), Some(0)));
}

#[test]
fn stops_after_a_step_without_priority() {
    let mut toy = game();
    assert_eq!(toy.advance(Step::Cleanup, Seat::A), Ok(stop(Step::Cleanup, Seat::A, true)));
    let s = seen(&mut toy);
    assert_eq!((s.step, s.active, s.player(Seat::A).hand), (Some(Step::Cleanup), Some(Seat::A), Some(7)));
    assert_eq!((s.object(BEAR).size, s.object(BEAR).place), (None, Some(Place::Battlefield)));
    assert_eq!(need(toy.resolve(Seat::A, &draw(1))), "setup an action in a step without priority");
    assert_eq!(need(toy.leave(Seat::A)), "setup an action in a step without priority");
    assert_eq!(toy.advance(Step::Untap, Seat::B), Ok(stop(Step::Untap, Seat::B, true)));
    // The step that has just begun is the next time of it.
    assert_eq!(toy.advance(Step::Upkeep, Seat::B), Ok(stop(Step::Upkeep, Seat::B, true)));
    assert_eq!((hand(&mut toy, Seat::B), seen(&mut toy).object(BEAR).size), (Some(0), Some((1, 1))));
    assert_eq!(toy.advance(Step::Cleanup, Seat::B), Ok(stop(Step::Cleanup, Seat::B, true)));
    assert_eq!(toy.advance(Step::Cleanup, Seat::B), Ok(stop(Step::Cleanup, Seat::B, true)));
}

#[test]
fn a_step_that_the_engine_leaves_out_is_walked_through() {
    let mut toy = started(&board("peace"));
    let stopped = toy.advance(Step::EndOfCombat, Seat::A);
    assert_eq!(stopped, Err(Fault::Broken("that step does not come".into())));
    // The game is still there.
    assert_eq!(need(toy.resolve(Seat::A, &draw(1))), "setup an action in a step without priority");
    assert_eq!(toy.advance(Step::Draw, Seat::A), Ok(stop(Step::Draw, Seat::A, true)));
}

#[test]
fn attacks_and_blocks_when_asked() {
    let mut toy = game();
    assert_eq!(toy.attack(&attack()), Ok(()));
    let s = seen(&mut toy);
    assert_eq!((s.step, s.object(BEAR).tapped), (Some(Step::DeclareAttackers), Some(true)));
    assert_eq!(toy.block(&block()), Ok(()));
    assert_eq!(seen(&mut toy).step, Some(Step::DeclareBlockers));
    assert_eq!(toy.advance(Step::CombatDamage, Seat::A), Ok(stop(Step::CombatDamage, Seat::A, true)));
}

#[test]
fn what_is_not_offered_is_illegal_and_the_game_is_as_before() {
    let mut toy = game();
    let before = seen(&mut toy);
    let wrong = [Attack { attacker: WALL, target: Attached::Player(Seat::A) }];
    assert_eq!(toy.attack(&wrong), Err(Fault::Illegal("the engine does not offer this attack".into())));
    assert_eq!(toy.block(&block()), Err(Fault::Illegal("the engine does not offer this block".into())));
    assert_eq!(seen(&mut toy), before);
}

#[test]
fn a_declaration_that_is_not_asked_for_is_not_held_against_the_engine() {
    let mut toy = started(&board("peace"));
    assert_eq!(need(toy.attack(&attack())), "setup a declaration that was not asked for");
    assert_eq!(seen(&mut toy).step, Some(Step::SecondMain));
    let mut toy = started(&board("short"));
    assert_eq!(toy.advance(Step::Draw, Seat::A), Ok(stop(Step::Draw, Seat::A, true)));
    assert_eq!(need(toy.attack(&attack())), "setup a declaration that was not asked for");
    assert_eq!(seen(&mut toy).active, Some(Seat::B));
    let mut toy = started(&board("deaf"));
    assert_eq!(toy.attack(&attack()), Ok(()));
    assert_eq!(need(toy.block(&block())), "setup a declaration that is offered and not taken");
}

#[test]
fn discards_what_was_answered() {
    let mut toy = game();
    assert_eq!(toy.answer(&Answer::Discard(vec![Obj(3)])), Ok(()));
    assert_eq!(toy.answer(&Answer::Discard(vec![Obj(2)])), Ok(()));
    assert_eq!(toy.advance(Step::Cleanup, Seat::A), Ok(stop(Step::Cleanup, Seat::A, true)));
    let s = seen(&mut toy);
    assert_eq!((s.object(Obj(2)).place, s.object(Obj(3)).place), (Some(Place::Hand), Some(Place::Graveyard)));
    // The first is used up.
    assert_eq!(toy.advance(Step::Cleanup, Seat::A), Ok(stop(Step::Cleanup, Seat::A, true)));
    assert_eq!(seen(&mut toy).object(Obj(2)).place, Some(Place::Graveyard));
    assert_eq!(need(toy.answer(&Answer::Roll(4))), "answer roll");
}

#[test]
fn a_player_leaves_and_others_go_on() {
    let mut toy = started(&Setup::new(3));
    assert_eq!(toy.announce(Seat::A, &draw(1)), Ok(()));
    assert_eq!(toy.announce(Seat::C, &draw(1)), Ok(()));
    assert_eq!(toy.leave(Seat::C), Ok(()));
    // What others have on the stack goes on waiting.
    assert_eq!(seen(&mut toy).stack, Some(1));
    assert_eq!(toy.resolve_top(), Ok(()));
    assert_eq!((hand(&mut toy, Seat::A), hand(&mut toy, Seat::C)), (Some(1), Some(0)));
    assert_eq!(toy.advance(Step::Upkeep, Seat::B), Ok(stop(Step::Upkeep, Seat::B, true)));
    assert_eq!(toy.advance(Step::Upkeep, Seat::A), Ok(stop(Step::Upkeep, Seat::A, true)));
}

#[test]
fn nothing_goes_on_after_the_end() {
    let mut toy = game();
    assert_eq!(toy.leave(Seat::B), Ok(()));
    for _ in 0..2 {
        assert_eq!(need(toy.resolve(Seat::A, &draw(1))), "setup going on after the end of the game");
    }
    assert_eq!(need(toy.answer(&Answer::Discard(vec![]))), "setup going on after the end of the game");
    assert_eq!(hand(&mut toy, Seat::A), Some(8));
    assert_eq!(toy.start(&board("bear")), Ok(()));
    assert_eq!(toy.resolve(Seat::A, &draw(1)), Ok(()));
    assert_eq!(hand(&mut toy, Seat::A), Some(9));
}

#[test]
fn a_game_that_ends_on_the_way_has_not_come_to_the_step() {
    let mut toy = game();
    assert_eq!(toy.announce(Seat::A, &Effect::LoseTheGame(vec![Seat::B])), Ok(()));
    assert_eq!(toy.advance(Step::FirstMain, Seat::A), Ok(stop(Step::FirstMain, Seat::A, false)));
}

#[test]
fn a_panic_is_a_message_and_the_next_game_is_another() {
    let mut toy = game();
    assert_eq!(toy.resolve(Seat::B, &Effect::EndTheTurn), Err(Fault::Broken("the engine panicked: the toy knows no turn's end".into())));
    assert_eq!(toy.advance(Step::Draw, Seat::B), Err(Fault::Broken("no game is running".into())));
    assert_eq!(toy.start(&board("bear")), Ok(()));
    assert_eq!(toy.resolve(Seat::B, &draw(1)), Ok(()));
}

#[test]
fn a_game_loop_that_ends_by_itself_is_broken() {
    let mut toy = game();
    assert_eq!(toy.resolve(Seat::A, &Effect::Discard(0)), Err(Fault::Broken("the engine's game ended by itself".into())));
}

/// The thread of a game that is left standing in a combat is joined by the next one, and by the end of the adapter: this test ends.
#[test]
fn a_thread_that_is_no_longer_wanted_ends() {
    let mut toy = game();
    for _ in 0..50 {
        assert_eq!(toy.attack(&attack()), Ok(()));
        assert_eq!(toy.start(&board("bear")), Ok(()));
        assert_eq!(toy.announce(Seat::A, &draw(1)), Ok(()));
    }
    drop(toy);
}
