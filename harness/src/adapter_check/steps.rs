//! The steps, from the board to a player who leaves.

use outofphase_adapter::{
    Action, Adapter, Answer, Attached, Attack, Attacked, Block, Card, Effect, Event, Fault, Filter, Keyword, Moment, Need, Obj, ObjectSpec,
    ObjectView, Phased, Place, Seat, Setup, Snapshot, Static, Step, Stop, Subject, Trigger, Type, Types, Until, What,
};
use std::fmt::Debug;

/// Why a step did not go through.
pub(super) enum Trouble {
    /// The adapter answered a fault.
    Fault(Fault),
    /// It answered, and something else was to be expected.
    Wrong(String),
}

impl From<Fault> for Trouble {
    fn from(f: Fault) -> Trouble {
        Trouble::Fault(f)
    }
}

/// A step of the smoke test.
pub(super) struct SmokeStep {
    pub(super) name: &'static str,
    pub(super) core: bool,
    pub(super) when_unsupported: &'static str,
    pub(super) when_wrong: &'static str,
    pub(super) play: fn(&mut dyn Adapter) -> Result<String, Trouble>,
}

type Done = Result<String, Trouble>;

pub(super) const STEPS: &[SmokeStep] = &[
    SmokeStep {
        name: "board",
        core: true,
        when_unsupported: "`start` has to set up creatures, tapped ones too, for two players; nothing can be tested without it",
        when_wrong: "compare what `observe` shows with what `start` was given; show null for what the engine does not keep",
        play: board,
    },
    SmokeStep {
        name: "turn",
        core: true,
        when_unsupported: "`advance` passes priority until the step is reached; where the engine gives none, answer where it stopped, with exact: false",
        when_wrong: "after `advance` the untap and draw steps in between must have happened by the engine's own turn",
        play: turn,
    },
    SmokeStep {
        name: "second game",
        core: true,
        when_unsupported: "`start` has to forget the game before",
        when_wrong: "one process plays many games: `start` has to forget all of the game before",
        play: second_game,
    },
    SmokeStep {
        name: "effect",
        core: true,
        when_unsupported: "`resolve` performs an effect as though an ability had; begin with destroy, phase out, tap and draw",
        when_wrong: "let the engine perform the effect by its own rules, and return when its stack is empty and state-based actions are done",
        play: effect,
    },
    SmokeStep {
        name: "trigger",
        core: false,
        when_unsupported: "give the engine triggered abilities of the form `when this dies, you gain 100 life`: life totals are how the suite sees what fired",
        when_wrong: "the ability was accepted but nothing triggered: check that the engine understood its text, and that `resolve` lets triggers resolve",
        play: trigger,
    },
    SmokeStep {
        name: "static ability",
        core: false,
        when_unsupported: "give the engine bonuses for all creatures of a player, and for what an Equipment is attached to",
        when_wrong: "the ability was accepted but power and toughness do not show it: recompute them after the board is set up",
        play: static_ability,
    },
    SmokeStep {
        name: "duration",
        core: false,
        when_unsupported: "begin with +N/+N until end of turn",
        when_wrong: "until end of turn ends in the cleanup step, by the engine's own turn",
        play: duration,
    },
    SmokeStep {
        name: "attack",
        core: false,
        when_unsupported: "`attack` moves to the declare attackers step and attacks",
        when_wrong: "after `attack` the attackers are tapped and attacking; combat damage comes as the game goes on",
        play: attack,
    },
    SmokeStep {
        name: "refusal",
        core: false,
        when_unsupported: "without `attack` there is nothing to refuse",
        when_wrong: "what the engine does not allow is answered with `illegal`, and the game is as before",
        play: refusal,
    },
    SmokeStep {
        name: "block",
        core: false,
        when_unsupported: "`block` moves to the declare blockers step and blocks",
        when_wrong: "after `block` the blocker shows what it blocks, and combat damage goes to it",
        play: block,
    },
    SmokeStep {
        name: "phasing keyword",
        core: true,
        when_unsupported: "give the engine creatures with phasing, if it knows the keyword",
        when_wrong: "the keyword was accepted but does nothing: if the engine does not know it, answer unsupported, else this is its first finding",
        play: phasing_keyword,
    },
    SmokeStep {
        name: "phasing effect",
        core: true,
        when_unsupported: "let the engine phase out a permanent that an effect names, by its own rules and never by setting the status",
        when_wrong: "the permanent has to be phased out until its player's next untap step, and what is attached to it with it",
        play: phasing_effect,
    },
    SmokeStep {
        name: "leaving",
        core: false,
        when_unsupported: "`leave` is a concession; with three players the game goes on",
        when_wrong: "what the leaving player owned leaves the game with that player",
        play: leaving,
    },
    SmokeStep {
        name: "optional verbs",
        core: false,
        when_unsupported: "announce, resolve top, answer, log, save and load are wanted by few cases: write them last",
        when_wrong: "an optional verb has to do what it says, or answer unsupported",
        play: optional_verbs,
    },
];

struct Game<'a> {
    adapter: &'a mut dyn Adapter,
    setup: Setup,
    shown: Snapshot,
}

fn wrong(what: impl Into<String>) -> Trouble {
    Trouble::Wrong(what.into())
}

/// What is seen must be what is expected, or not be shown.
fn agree<T: PartialEq + Debug + Copy>(what: &str, expected: T, seen: Option<T>) -> Result<(), Trouble> {
    match seen {
        Some(seen) if seen != expected => Err(wrong(format!("{what} should be {expected:?}, but {seen:?} is shown"))),
        _ => Ok(()),
    }
}

fn creature(name: &str, of: Seat) -> ObjectSpec {
    ObjectSpec::new(name, Card::creature(2, 2), of)
}

fn equipment(name: &str, of: Seat, on: Obj) -> ObjectSpec {
    let card = Card { types: Types::one(Type::Artifact).with(Types::one(Type::Equipment)), ..Card::default() };
    ObjectSpec { on: Some(Attached::Object(on)), ..ObjectSpec::new(name, card, of) }
}

fn board_of(seats: u8, objects: impl IntoIterator<Item = ObjectSpec>) -> Setup {
    let mut setup = Setup::new(seats);
    for o in objects {
        setup.add(o);
    }
    setup.number_triggers(&mut []);
    setup
}

impl<'a> Game<'a> {
    fn start(adapter: &'a mut dyn Adapter, setup: Setup) -> Result<Game<'a>, Trouble> {
        adapter.start(&setup)?;
        let mut game = Game { adapter, setup, shown: Snapshot::default() };
        game.look()?;
        Ok(game)
    }

    fn look(&mut self) -> Result<(), Trouble> {
        self.adapter.observe(&mut self.shown)?;
        let (objects, players) = (self.shown.objects.len(), self.shown.players.len());
        if (objects, players) != (self.setup.objects.len(), self.setup.players.len()) {
            return Err(wrong(format!("the snapshot has {objects} objects and {players} players, unlike the setup")));
        }
        Ok(())
    }

    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Trouble> {
        self.adapter.resolve(by, effect)?;
        self.look()
    }

    /// Goes on to a step in which engines do stop.
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Trouble> {
        let stop = self.adapter.advance(to, of)?;
        self.look()?;
        if stop.exact && (stop.step, stop.of, stop.moment) != (to, of, Moment::After) {
            return Err(wrong(format!("`advance` to {to} of {of} answers {} of {} and calls that exact", stop.step, stop.of)));
        }
        Ok(stop)
    }

    fn object(&self, obj: Obj) -> &ObjectView {
        self.shown.object(obj)
    }

    fn place(&self, obj: Obj, place: Place) -> Result<(), Trouble> {
        agree(&format!("the place of `{}`", self.setup.object(obj).name), place, self.object(obj).place)
    }

    /// Whether it is phased out; by its status, or else because it is not on the battlefield as the engine shows it.
    fn is_out(&self, obj: Obj) -> Result<bool, Trouble> {
        let view = self.object(obj);
        match (view.phased, view.place) {
            (Some(p), _) => Ok(p.is_out()),
            (None, Some(place)) if place != Place::Battlefield => Ok(true),
            _ => Err(Fault::Unsupported(Need::Show("phased".into())).into()),
        }
    }

    fn life(&self, seat: Seat) -> Option<i64> {
        self.shown.player(seat).life
    }
}

const A: Seat = Seat::A;
const B: Seat = Seat::B;
const BEAR: Obj = Obj(0);

fn board(adapter: &mut dyn Adapter) -> Done {
    let ox = ObjectSpec { tapped: true, ..creature("ox", B) };
    let game = Game::start(adapter, board_of(2, [creature("bear", A), ox]))?;
    if game.object(BEAR).place.is_none() {
        return Err(Fault::Unsupported(Need::Show("place".into())).into());
    }
    game.place(BEAR, Place::Battlefield)?;
    game.place(Obj(1), Place::Battlefield)?;
    agree("the controller of `ox`", B, game.object(Obj(1)).controller)?;
    agree("`ox` tapped", true, game.object(Obj(1)).tapped)?;
    agree("the size of `bear`", (2, 2), game.object(BEAR).size)?;
    agree("the phasing status of `bear`", Phased::In, game.object(BEAR).phased)?;
    agree("the step", Step::FirstMain, game.shown.step)?;
    agree("the active player", A, game.shown.active)?;
    agree("A's life", 20, game.life(A))?;
    agree("A's library", 12, game.shown.player(A).library)?;
    let hidden = not_shown(&game.shown);
    Ok(if hidden.is_empty() { String::new() } else { format!("not shown, and so never compared: {}", hidden.join(", ")) })
}

fn not_shown(s: &Snapshot) -> Vec<&'static str> {
    let (o, p) = (s.object(BEAR), s.player(A));
    let all = [
        ("phased", o.phased.is_some()),
        ("controller", o.controller.is_some()),
        ("tapped", o.tapped.is_some()),
        ("damage", o.damage.is_some()),
        ("counters", o.counters.is_some()),
        ("attached", o.attached.is_some()),
        ("size", o.size.is_some()),
        ("types", o.types.is_some()),
        ("attacking", o.attacking.is_some()),
        ("blocking", o.blocking.is_some()),
        ("life", p.life.is_some()),
        ("hand", p.hand.is_some()),
        ("library", p.library.is_some()),
        ("graveyard", p.graveyard.is_some()),
        ("mana", p.mana.is_some()),
        ("in game", p.in_game.is_some()),
        ("day or night", s.day_night.is_some()),
        ("stack", s.stack.is_some()),
    ];
    all.into_iter().filter(|(_, shown)| !shown).map(|(name, _)| name).collect()
}

fn turn(adapter: &mut dyn Adapter) -> Done {
    let tapped = |name, of| ObjectSpec { tapped: true, ..creature(name, of) };
    let mut game = Game::start(adapter, board_of(2, [tapped("bear", A), tapped("ox", B)]))?;
    game.advance(Step::FirstMain, B)?;
    agree("the active player", B, game.shown.active)?;
    agree("`ox` tapped, in its player's turn", false, game.object(Obj(1)).tapped)?;
    agree("`bear` tapped, in the other player's turn", true, game.object(BEAR).tapped)?;
    agree("B's library after the draw step", 11, game.shown.player(B).library)?;
    game.advance(Step::FirstMain, A)?;
    agree("`bear` tapped, in its player's next turn", false, game.object(BEAR).tapped)?;
    let mut inexact = Vec::new();
    for step in
        [Step::Untap, Step::Upkeep, Step::Draw, Step::FirstMain, Step::BeginningOfCombat, Step::SecondMain, Step::End, Step::Cleanup]
    {
        // Each step in a turn of its own: where one is walked through, the next is passed already.
        let mut game = Game::start(game.adapter, board_of(2, [creature("bear", A)]))?;
        match game.advance(step, B) {
            Ok(stop) if stop.exact => {}
            Ok(_) | Err(Trouble::Fault(Fault::Unsupported(Need::Stop(_)))) => inexact.push(step.word()),
            Err(e) => return Err(e),
        }
    }
    Ok(if inexact.is_empty() { String::new() } else { format!("walks through {}", inexact.join(", ")) })
}

fn second_game(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(2, [creature("bear", A), creature("ox", B)]))?;
    game.advance(Step::FirstMain, B)?;
    let game = Game::start(game.adapter, board_of(3, [creature("cat", B)]));
    let game = match game {
        // Three players may be too many; the point is the second game.
        Err(Trouble::Fault(Fault::Unsupported(Need::Seats(_)))) => return second_game_of_two(adapter).map(|()| "two players only".into()),
        other => other?,
    };
    fresh(&game)?;
    Ok(String::new())
}

fn second_game_of_two(adapter: &mut dyn Adapter) -> Result<(), Trouble> {
    fresh(&Game::start(adapter, board_of(2, [creature("cat", B)]))?)
}

fn fresh(game: &Game<'_>) -> Result<(), Trouble> {
    agree("the controller of the only creature", B, game.object(BEAR).controller)?;
    agree("the active player", A, game.shown.active)?;
    agree("B's library", 12, game.shown.player(B).library)
}

fn effect(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(2, [creature("bear", A), creature("ox", B)]))?;
    game.resolve(A, &Effect::Destroy(What::one(Obj(1))))?;
    game.place(Obj(1), Place::Graveyard)?;
    game.place(BEAR, Place::Battlefield)?;
    let mut lacks = Vec::new();
    let more = [
        Effect::Tap(What::one(BEAR)),
        Effect::PhaseOut(What::one(BEAR)),
        Effect::Destroy(What::All(Filter::of_type(Type::Creature))),
        Effect::GainControl { what: What::one(BEAR), until: Until::EndOfTurn },
        Effect::ReturnToHand(What::one(BEAR)),
    ];
    for effect in more {
        let mut game = Game::start(game.adapter, board_of(2, [creature("bear", A)]))?;
        match game.resolve(B, &effect) {
            Ok(()) => effect_worked(&game, &effect)?,
            Err(Trouble::Fault(Fault::Unsupported(_))) => lacks.push(effect.word()),
            Err(e) => return Err(e),
        }
    }
    Ok(if lacks.is_empty() { String::new() } else { format!("destroy; not {}", lacks.join(", ")) })
}

fn effect_worked(game: &Game<'_>, effect: &Effect) -> Result<(), Trouble> {
    let view = game.object(BEAR);
    match effect {
        Effect::Tap(_) => agree("`bear` tapped, after an effect tapped it", true, view.tapped),
        Effect::Destroy(_) => game.place(BEAR, Place::Graveyard),
        Effect::GainControl { .. } => agree("the controller of `bear`, after B gained control of it", B, view.controller),
        Effect::ReturnToHand(_) => game.place(BEAR, Place::Hand),
        _ => Ok(()),
    }
}

fn trigger(adapter: &mut dyn Adapter) -> Done {
    let bear = creature("bear", A).with(Trigger::on(Event::Dies(Subject::This)));
    let mut game = Game::start(adapter, board_of(2, [bear]))?;
    game.resolve(B, &Effect::Destroy(What::one(BEAR)))?;
    game.place(BEAR, Place::Graveyard)?;
    agree("A's life, after a creature died whose death gains 100", 120, game.life(A))?;
    agree("B's life", 20, game.life(B))?;
    Ok(String::new())
}

fn static_ability(adapter: &mut dyn Adapter) -> Done {
    let anthem = Static::Anthem { to: Filter::of_type(Type::Creature).yours(), power: 1, toughness: 1 };
    let rock = ObjectSpec::new("rock", Card { types: Types::one(Type::Artifact), ..Card::default() }, A).with(anthem);
    let game = Game::start(adapter, board_of(2, [creature("bear", A), rock, creature("ox", B)]))?;
    agree("the size of `bear`, whose player's creatures get +1/+1", (3, 3), game.object(BEAR).size)?;
    agree("the size of `ox`, of the other player", (2, 2), game.object(Obj(2)).size)?;
    let sword = equipment("sword", A, BEAR).with(Static::HostGets { power: 2, toughness: 0 });
    match Game::start(game.adapter, board_of(2, [creature("bear", A), sword])) {
        Ok(game) => {
            agree("the size of the equipped `bear`", (4, 2), game.object(BEAR).size)?;
            agree("what `sword` is attached to", Some(Attached::Object(BEAR)), game.object(Obj(1)).attached)?;
            Ok(String::new())
        }
        Err(Trouble::Fault(Fault::Unsupported(need))) => Ok(format!("for all creatures; not of Equipment ({need})")),
        Err(e) => Err(e),
    }
}

fn duration(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(2, [creature("bear", A)]))?;
    game.resolve(A, &Effect::Pump { what: What::one(BEAR), power: 3, toughness: 0, until: Until::EndOfTurn })?;
    agree("the size of `bear` with +3/+0", (5, 2), game.object(BEAR).size)?;
    game.advance(Step::FirstMain, B)?;
    agree("the size of `bear` in the next turn", (2, 2), game.object(BEAR).size)?;
    Ok(String::new())
}

fn attacks(target: Seat) -> [Attack; 1] {
    [Attack { attacker: BEAR, target: Attached::Player(target) }]
}

fn attack(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(2, [creature("bear", A)]))?;
    game.adapter.attack(&attacks(B))?;
    game.look()?;
    let attacked = Attacked::It(Attached::Player(B));
    agree("what `bear` attacks", Some(attacked), game.object(BEAR).attacking)?;
    agree("`bear` tapped, after it attacked", true, game.object(BEAR).tapped)?;
    game.advance(Step::SecondMain, A)?;
    agree("B's life, after 2 combat damage", 18, game.life(B))?;
    Ok(String::new())
}

fn refusal(adapter: &mut dyn Adapter) -> Done {
    let sick = ObjectSpec { sick: true, ..creature("bear", A) };
    let mut game = Game::start(adapter, board_of(2, [sick]))?;
    let before = game.shown.clone();
    match game.adapter.attack(&attacks(B)) {
        Err(Fault::Illegal(_)) => {}
        Err(other) => return Err(other.into()),
        Ok(()) => return Err(wrong("a creature that came this turn was allowed to attack")),
    }
    game.look()?;
    if (&game.shown.objects, &game.shown.players) == (&before.objects, &before.players) {
        Ok(String::new())
    } else {
        Err(wrong("the attack was refused, but the game is not as before"))
    }
}

fn block(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(2, [creature("bear", A), ObjectSpec::new("wall", Card::creature(0, 4), B)]))?;
    game.adapter.attack(&attacks(B))?;
    game.adapter.block(&[Block { blocker: Obj(1), attacker: BEAR }])?;
    game.look()?;
    agree("what `wall` blocks", Some(Attached::Object(BEAR)), game.object(Obj(1)).blocking)?;
    game.advance(Step::SecondMain, A)?;
    agree("B's life, after the block", 20, game.life(B))?;
    agree("the damage on `wall`", 2, game.object(Obj(1)).damage)?;
    Ok(String::new())
}

fn phasing_keyword(adapter: &mut dyn Adapter) -> Done {
    let setup = || board_of(2, [creature("bear", A).with(Keyword::Phasing)]);
    let mut game = Game::start(adapter, setup())?;
    if game.is_out(BEAR)? {
        return Err(wrong("`bear` has phasing and is phased out as the game starts; it phases out in its player's next untap step"));
    }
    game.advance(Step::FirstMain, B)?;
    if game.is_out(BEAR)? {
        return Err(wrong("`bear` phased out in the other player's turn"));
    }
    game.advance(Step::FirstMain, A)?;
    if !game.is_out(BEAR)? {
        return Err(wrong("`bear` has phasing and did not phase out in its player's untap step"));
    }
    game.advance(Step::FirstMain, A)?;
    if game.is_out(BEAR)? {
        return Err(wrong("`bear` did not phase in in its player's next untap step"));
    }
    Ok(String::new())
}

fn phasing_effect(adapter: &mut dyn Adapter) -> Done {
    let sword = || equipment("sword", B, BEAR);
    let game = Game::start(adapter, board_of(2, [creature("bear", A), sword()]));
    let (mut game, with_sword) = match game {
        Ok(game) => (game, true),
        Err(Trouble::Fault(Fault::Unsupported(_))) => return phase_out_and_in(adapter, board_of(2, [creature("bear", A)]), false),
        Err(e) => return Err(e),
    };
    phase_out(&mut game, with_sword)?;
    back(&mut game, with_sword)
}

fn phase_out_and_in(adapter: &mut dyn Adapter, setup: Setup, with_sword: bool) -> Done {
    let mut game = Game::start(adapter, setup)?;
    phase_out(&mut game, with_sword)?;
    back(&mut game, with_sword)
}

fn phase_out(game: &mut Game<'_>, with_sword: bool) -> Result<(), Trouble> {
    game.resolve(A, &Effect::PhaseOut(What::one(BEAR)))?;
    if !game.is_out(BEAR)? {
        return Err(wrong("`bear` is not phased out, though the effect was accepted"));
    }
    if with_sword && !game.is_out(Obj(1))? {
        return Err(wrong("`bear` is phased out and `sword`, which is attached to it, is not"));
    }
    Ok(())
}

fn back(game: &mut Game<'_>, with_sword: bool) -> Done {
    game.advance(Step::FirstMain, B)?;
    if !game.is_out(BEAR)? {
        return Err(wrong("`bear` phased in in the other player's untap step"));
    }
    game.advance(Step::FirstMain, A)?;
    if game.is_out(BEAR)? || with_sword && game.is_out(Obj(1))? {
        return Err(wrong("`bear` did not phase in, with what is attached to it, in its player's untap step"));
    }
    Ok(if with_sword { String::new() } else { "without an Equipment along".to_owned() })
}

fn leaving(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(3, [creature("bear", A), creature("cat", Seat::C)]))?;
    game.adapter.leave(Seat::C)?;
    game.look()?;
    if game.object(Obj(1)).place == Some(Place::Battlefield) {
        return Err(wrong("C left, and the creature that C owned is still on the battlefield"));
    }
    agree("C in the game", false, game.shown.player(Seat::C).in_game)?;
    game.place(BEAR, Place::Battlefield)?;
    game.advance(Step::FirstMain, A)?;
    Ok(String::new())
}

fn optional_verbs(adapter: &mut dyn Adapter) -> Done {
    let mut game = Game::start(adapter, board_of(2, [creature("bear", A), creature("ox", B)]))?;
    let (mut has, mut lacks) = (Vec::new(), Vec::new());
    let mut note = |word: &'static str, result: Result<(), Trouble>| match result {
        Ok(()) => {
            has.push(word);
            Ok(())
        }
        Err(Trouble::Fault(Fault::Unsupported(_))) => {
            lacks.push(word);
            Ok(())
        }
        Err(e) => Err(e),
    };
    note("save and load", saved(&mut game))?;
    note("announce and resolve top", announced(&mut game))?;
    note("log", game.adapter.log(&mut Vec::new()).map_err(Trouble::from))?;
    note("answer", game.adapter.answer(&Answer::Discard(vec![BEAR])).map_err(Trouble::from))?;
    match (has.is_empty(), lacks.is_empty()) {
        (true, _) => Err(Fault::Unsupported(Need::Action(Action::ResolveTop.word().into())).into()),
        (_, true) => Ok(String::new()),
        _ => Ok(format!("{}; not {}", has.join(", "), lacks.join(", "))),
    }
}

fn saved(game: &mut Game<'_>) -> Result<(), Trouble> {
    game.adapter.save(1)?;
    game.resolve(A, &Effect::Destroy(What::one(BEAR)))?;
    game.adapter.load(1)?;
    game.look()?;
    game.place(BEAR, Place::Battlefield)
}

fn announced(game: &mut Game<'_>) -> Result<(), Trouble> {
    game.adapter.announce(A, &Effect::Destroy(What::one(Obj(1))))?;
    game.look()?;
    agree("objects on the stack, after one was announced", 1, game.shown.stack)?;
    game.place(Obj(1), Place::Battlefield)?;
    game.adapter.resolve_top()?;
    game.look()?;
    game.place(Obj(1), Place::Graveyard)
}
