//! The board before the game, laid out in the engine's state, and what is seen of the game.

use crate::agent::{seat_of, step_of};
use crate::words;
use forge_foundation::{CoreType, PhaseType, Supertype, ZoneType};
use manabrew_engine::card::{Card, CounterType};
use manabrew_engine::combat::{self, DefenderId};
use manabrew_engine::game::{GameState, TypeRegistry};
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;
use outofphase_adapter::{
    Attached, Attacked, CounterKind, Counters, DayNight, Fault, Need, Obj, ObjectView, Phased, Place, Setup, Snapshot, Type, Types,
};
use std::collections::HashMap;

const KINDS: [(CounterKind, CounterType); 4] = [
    (CounterKind::PlusOne, CounterType::P1P1),
    (CounterKind::MinusOne, CounterType::M1M1),
    (CounterKind::Loyalty, CounterType::Loyalty),
    (CounterKind::Charge, CounterType::Charge),
];

fn counter_type(kind: CounterKind) -> CounterType {
    let other = if kind == CounterKind::Lore { CounterType::Lore } else { CounterType::Named("DEFENSE".into()) };
    KINDS.iter().find(|(k, _)| *k == kind).map_or(other, |(_, t)| t.clone())
}

pub(crate) fn card_of(ids: &[Option<CardId>], obj: Obj) -> Option<CardId> {
    ids.get(obj.index()).copied().flatten()
}

fn player(seat: outofphase_adapter::Seat) -> PlayerId {
    PlayerId(seat.0.into())
}

fn read(script: &str, owner: PlayerId) -> Result<Card, Fault> {
    let rules =
        forge_carddb::parse_card_script(script).map_err(|e| Fault::Broken(format!("the engine can't read a card: {e}\n{script}")))?;
    Ok(manabrew_engine::card::card_factory::from_rules(&rules, owner))
}

/// A laid out board.
pub(crate) struct Laid {
    pub game: GameState,
    /// The cards of the handles.
    pub ids: Vec<Option<CardId>>,
    /// One a seat: cards whose one ability becomes whatever is asked for.
    pub helpers: Vec<CardId>,
    /// What tokens can be created, by name.
    pub tokens: HashMap<String, Card>,
}

/// A game without a board. Everybody has a helper, a card in exile whose one ability can be activated whenever its player has priority: so
/// nobody is passed over for want of anything to do.
pub(crate) fn bare(seats: usize) -> Result<(GameState, Vec<CardId>), Fault> {
    let names: Vec<String> = (0..seats).map(|i| format!("P{i}")).collect();
    let mut game = GameState::new(&names.iter().map(String::as_str).collect::<Vec<_>>(), 20);
    // `Cost$ 0` would be a question to the player; a life payment of 0 is none.
    let ability = "A:AB$ GainLife | Cost$ PayLife<0> | ActivationZone$ Exile | ValidTgts$ Player | LifeAmount$ 0";
    let mut helpers = Vec::new();
    for p in game.player_order.clone() {
        let helper = game.create_card(read(&format!("Name:helper\nManaCost:no cost\nTypes:Artifact\n{ability}"), p)?);
        game.move_card(helper, ZoneType::Exile, p);
        helpers.push(helper);
    }
    Ok((game, helpers))
}

/// Lays the board out in the first main phase of seat A.
pub(crate) fn lay_out(setup: &Setup) -> Result<Laid, Fault> {
    TypeRegistry::load("[CreatureTypes]\nElf\nSpirit\nZombie\n");
    let (mut game, helpers) = bare(setup.players.len())?;
    game.turn.turn_number = 8 * u32::from(setup.seats()) + 1;
    game.turn.phase = PhaseType::Main1;
    if let Some(light) = setup.options.it_is {
        (game.day_night_started, game.is_night) = (true, light == DayNight::Night);
    }
    for (p, spec) in game.player_order.clone().into_iter().zip(&setup.players) {
        game.player_mut(p).life = spec.life;
        let blank = read("Name:blank\nManaCost:no cost\nTypes:Artifact", p)?;
        for (n, zone) in [(spec.library, ZoneType::Library), (spec.hand, ZoneType::Hand)] {
            for _ in 0..n {
                let id = game.create_card(blank.clone());
                game.move_card(id, zone, p);
            }
        }
    }
    let mut ids = vec![None; setup.objects.len()];
    let mut tokens = HashMap::new();
    // Of cards in a library the first is on top, and the engine puts each on top of those before.
    let backwards = (0..setup.objects.len()).rev().map(|i| Obj(i as u16)).filter(|o| setup.object(*o).place == Place::Library);
    let elsewhere = setup.handles().filter(|o| setup.object(*o).place != Place::Library);
    for obj in elsewhere.chain(backwards) {
        let spec = setup.object(obj);
        let script = words::card(setup, obj)?;
        let zone = match spec.place {
            Place::Battlefield => ZoneType::Battlefield,
            Place::Graveyard => ZoneType::Graveyard,
            Place::Exile => ZoneType::Exile,
            Place::Hand => ZoneType::Hand,
            Place::Library => ZoneType::Library,
            Place::Outside if spec.token => {
                let mut card = read(&script, player(spec.owner))?;
                card.is_token = true;
                tokens.insert(words::card_name(obj.index()), card);
                continue;
            }
            _ => return Err(Fault::Unsupported(Need::Setup(format!("in {}", spec.place).into()))),
        };
        // The engine clears the sickness of the active player's permanents as it takes the board for the beginning of a turn.
        if spec.sick && spec.controller.unwrap_or(spec.owner) == outofphase_adapter::Seat::A {
            return Err(Fault::Unsupported(Need::Setup("sick".into())));
        }
        let mut card = read(&script, player(spec.owner))?;
        card.is_token = spec.token;
        let id = game.create_card(card);
        game.move_card(id, zone, player(spec.owner));
        if let Some(c) = spec.controller {
            game.change_controller(id, player(c));
        }
        let turn = game.turn.turn_number;
        let card = game.card_mut(id);
        if zone == ZoneType::Battlefield {
            card.counters.clear();
            (card.tapped, card.damage, card.summoning_sick) = (spec.tapped, spec.damage.into(), spec.sick);
            card.came_under_control_since_last_upkeep = spec.sick;
            card.turn_in_zone = turn - u32::from(!spec.sick);
            if spec.card.types.has(Type::Planeswalker) && spec.counters.get(CounterKind::Loyalty) == 0 {
                card.add_counter(&CounterType::Loyalty, spec.card.number.unwrap_or_default().into());
            }
        }
        for (kind, n) in spec.counters.iter() {
            game.card_mut(id).add_counter(&counter_type(kind), n.into());
        }
        ids[obj.index()] = Some(id);
    }
    for obj in setup.handles() {
        match (setup.object(obj).on, card_of(&ids, obj)) {
            (Some(Attached::Object(host)), Some(id)) => {
                if let Some(host) = card_of(&ids, host) {
                    game.attach_to(id, host);
                }
            }
            (Some(Attached::Player(p)), Some(id)) => game.attach_to_player(id, player(p)),
            _ => {}
        }
    }
    for card in &mut game.cards {
        card.attached_this_turn = false;
    }
    manabrew_engine::staticability::layer::apply_continuous_effects(&mut game);
    game.copy_last_state();
    Ok(Laid { game, ids, helpers, tokens })
}

/// What the engine shows at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub snapshot: Snapshot,
    /// The cards of the handles.
    pub ids: Vec<Option<CardId>>,
    pub phase: PhaseType,
    pub active: PlayerId,
    /// The controllers of what is on the stack.
    pub stack: Vec<PlayerId>,
    pub over: bool,
    /// What the engine would offer if creatures were declared now.
    pub attackers: Vec<CardId>,
    pub defenders: Vec<DefenderId>,
    pub blocks: Vec<(CardId, CardId)>,
    /// The blocks of this combat as they were declared.
    pub blocking: Vec<(CardId, CardId)>,
    /// What was declared to attack what.
    pub attack: Vec<(CardId, DefenderId)>,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen {
            snapshot: Snapshot::default(),
            ids: Vec::new(),
            phase: PhaseType::Main1,
            active: PlayerId(0),
            stack: Vec::new(),
            over: false,
            attackers: Vec::new(),
            defenders: Vec::new(),
            blocks: Vec::new(),
            blocking: Vec::new(),
            attack: Vec::new(),
        }
    }
}

impl Seen {
    pub(crate) fn look(&mut self, game: &GameState, pools: &[ManaPool]) {
        let (s, ids) = (&mut self.snapshot, &mut self.ids);
        s.reset(ids.len(), game.players.len());
        // Tokens get their card as they are created.
        for (i, id) in ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
            *id = game.cards.iter().find(|c| c.is_token && c.card_name == words::card_name(i)).map(|c| c.id);
        }
        (self.phase, self.active, self.over) = (game.turn.phase, game.turn.active_player, game.game_over);
        self.stack = game.stack.iter().map(|e| e.spell_ability.activating_player).collect();
        self.attackers = combat::get_available_attackers(game, self.active);
        self.defenders = combat::get_possible_defenders(game, self.active);
        self.blocking.clone_from(&game.turn.combat_block_assignments);
        // The engine keeps the mark on a card that left, but not its part in combat.
        self.attack.retain(|(a, _)| game.card_current_zone(*a) == ZoneType::Battlefield);
        let attacking: Vec<CardId> = game.cards.iter().filter(|c| c.attacking_player.is_some()).map(|c| c.id).collect();
        self.blocks.clear();
        if !attacking.is_empty() {
            let other = combat::get_available_blockers(game, game.opponent_of(self.active));
            let pairs = other.iter().flat_map(|b| attacking.iter().map(move |a| (*b, *a)));
            self.blocks.extend(pairs.filter(|(b, a)| combat::can_creature_block(game, *b, *a)));
        }
        (s.step, s.active) = (Some(step_of(self.phase)), Some(seat_of(self.active)));
        s.stack = u16::try_from(self.stack.len()).ok();
        let light = if game.is_night { DayNight::Night } else { DayNight::Day };
        s.day_night = Some(game.day_night_started.then_some(light));
        for (i, (view, p)) in s.players.iter_mut().zip(&game.players).enumerate() {
            let count = |zone| u16::try_from(game.cards_in_zone(zone, p.id).len()).ok();
            (view.life, view.in_game) = (Some(p.life.into()), Some(!p.has_lost && !p.left_game));
            (view.hand, view.library, view.graveyard) = (count(ZoneType::Hand), count(ZoneType::Library), count(ZoneType::Graveyard));
            view.mana = pools.get(i).and_then(|m| u16::try_from(m.total_mana()).ok());
        }
        for (view, id) in s.objects.iter_mut().zip(&*ids) {
            let Some(id) = id else {
                view.place = Some(Place::Outside);
                continue;
            };
            *view = show(game, *id, ids, &self.attack);
        }
    }
}

fn show(game: &GameState, id: CardId, ids: &[Option<CardId>], attack: &[(CardId, DefenderId)]) -> ObjectView {
    let card = game.card(id);
    let handle = |id: CardId| ids.iter().position(|i| *i == Some(id)).and_then(|i| u16::try_from(i).ok()).map(Obj);
    let mut view = ObjectView {
        place: place(game.card_current_zone(id)),
        back: card.other_part.is_some().then_some(card.is_transformed),
        ..ObjectView::default()
    };
    if view.place != Some(Place::Battlefield) {
        return view;
    }
    view.phased = Some(if card.phased_out { Phased::Out } else { Phased::In });
    (view.tapped, view.damage) = (Some(card.tapped), u16::try_from(card.damage).ok());
    let mut counters = Counters::default();
    for kind in CounterKind::ALL {
        counters.set(*kind, u8::try_from(card.counter_count(&counter_type(*kind))).unwrap_or(u8::MAX));
    }
    view.counters = Some(counters);
    view.attached = match (card.attached_to, card.attached_to_player) {
        (Some(host), _) => handle(host).map(|h| Some(Attached::Object(h))),
        (None, Some(p)) => Some(Some(Attached::Player(seat_of(p)))),
        (None, None) => Some(None),
    };
    if card.phased_out {
        return view;
    }
    view.controller = Some(seat_of(card.controller));
    view.types = Some(types(card));
    if card.is_creature() {
        view.size = i16::try_from(card.power()).ok().zip(i16::try_from(card.toughness()).ok());
        let target = attack.iter().find(|(a, _)| *a == id).map(|(_, d)| *d);
        view.attacking = match (card.attacking_player, target) {
            (None, _) => Some(None),
            (Some(_), Some(DefenderId::Player(p))) => Some(Some(Attacked::It(Attached::Player(seat_of(p))))),
            (Some(_), Some(DefenderId::Permanent(c))) => {
                let there = game.card_current_zone(c) == ZoneType::Battlefield && !game.card(c).phased_out;
                handle(c).filter(|_| there).map(|c| Some(Attacked::It(Attached::Object(c))))
            }
            (Some(_), None) => None,
        };
        let blocked = game.turn.combat_block_assignments.iter().find(|(b, _)| *b == id);
        view.blocking = match blocked {
            None => Some(None),
            Some((_, a)) => handle(*a).map(|a| Some(Attached::Object(a))),
        };
    } else {
        (view.attacking, view.blocking) = (Some(None), Some(None));
    }
    view
}

const fn place(zone: ZoneType) -> Option<Place> {
    Some(match zone {
        ZoneType::Battlefield => Place::Battlefield,
        ZoneType::Graveyard => Place::Graveyard,
        ZoneType::Exile => Place::Exile,
        ZoneType::Hand => Place::Hand,
        ZoneType::Library => Place::Library,
        ZoneType::Stack => Place::Stack,
        ZoneType::Command => Place::Command,
        ZoneType::None => Place::Gone,
        _ => return None,
    })
}

const CORE: [(CoreType, Type); 6] = [
    (CoreType::Artifact, Type::Artifact),
    (CoreType::Battle, Type::Battle),
    (CoreType::Creature, Type::Creature),
    (CoreType::Enchantment, Type::Enchantment),
    (CoreType::Land, Type::Land),
    (CoreType::Planeswalker, Type::Planeswalker),
];
const SUPER: [(Supertype, Type); 3] =
    [(Supertype::Basic, Type::Basic), (Supertype::Legendary, Type::Legendary), (Supertype::World, Type::World)];

fn types(card: &Card) -> Types {
    let line = &card.type_line;
    let core = CORE.iter().filter(|(c, _)| line.core_types.contains(c)).map(|(_, t)| *t);
    let supers = SUPER.iter().filter(|(s, _)| line.supertypes.contains(s)).map(|(_, t)| *t);
    let sub = line.subtypes.iter().filter_map(|s| Type::from_word(&s.to_lowercase()));
    core.chain(supers).chain(sub).fold(Types::NONE, |all, t| all.with(Types::one(t)))
}
