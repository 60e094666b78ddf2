//! The board before the game, laid out in the engine's state.

use crate::look::{Handles, counter_type, player_of};
use crate::words;
use forge_foundation::{PhaseType, ZoneType};
use manabrew_engine::card::{Card, CounterType};
use manabrew_engine::game::{GameState, TypeRegistry};
use manabrew_engine::ids::{CardId, PlayerId};
use outofphase_adapter::{Attached, CounterKind, DayNight, Fault, Obj, ObjectSpec, Place, Setup, Type};
use std::collections::HashMap;

/// A laid out board.
pub struct Board {
    pub(crate) game: GameState,
    pub(crate) handles: Handles,
    /// One a seat: cards whose one ability becomes whatever is asked for.
    pub(crate) helpers: Vec<CardId>,
    /// What tokens can be created, by name.
    pub(crate) tokens: HashMap<String, Card>,
}

fn read(script: &str, owner: PlayerId) -> Result<Card, Fault> {
    let rules =
        forge_carddb::parse_card_script(script).map_err(|e| Fault::Broken(format!("the engine can't read a card: {e}\n{script}")))?;
    Ok(manabrew_engine::card::card_factory::from_rules(&rules, owner))
}

/// A game without a board. Everybody has a helper, a card in exile whose one ability can be activated whenever its player has priority: so
/// nobody is passed over for want of anything to do.
pub(crate) fn bare(seats: usize) -> Result<(GameState, Vec<CardId>), Fault> {
    let mut game = GameState::new(&["A", "B", "C", "D"][..seats], 20);
    // `Cost$ 0` would be a question to the player; a life payment of 0 is none.
    let ability = "A:AB$ GainLife | Cost$ PayLife<0> | ActivationZone$ Exile | ValidTgts$ Player | LifeAmount$ 0";
    let script = format!("Name:helper\nManaCost:no cost\nTypes:Artifact\n{ability}");
    let helpers = game.player_order.clone().into_iter().map(|p| Ok(put(&mut game, read(&script, p)?, ZoneType::Exile, p)));
    let helpers = helpers.collect::<Result<_, Fault>>()?;
    Ok((game, helpers))
}

fn put(game: &mut GameState, card: Card, zone: ZoneType, owner: PlayerId) -> CardId {
    let id = game.create_card(card);
    game.move_card(id, zone, owner);
    id
}

/// Lays the board out in the first main phase of seat A.
pub(crate) fn lay_out(setup: &Setup) -> Result<Board, Fault> {
    TypeRegistry::load("[CreatureTypes]\nElf\nSpirit\nZombie\n");
    let (mut game, helpers) = bare(setup.players.len())?;
    game.turn.turn_number = 8 * u32::from(setup.seats()) + 1;
    game.turn.phase = PhaseType::Main1;
    let light = setup.options.it_is;
    (game.day_night_started, game.is_night) = (light.is_some(), light == Some(DayNight::Night));
    for (p, spec) in game.player_order.clone().into_iter().zip(&setup.players) {
        game.player_mut(p).life = spec.life;
        let blank = read("Name:blank\nManaCost:no cost\nTypes:Artifact", p)?;
        for (n, zone) in [(spec.library, ZoneType::Library), (spec.hand, ZoneType::Hand)] {
            for _ in 0..n {
                put(&mut game, blank.clone(), zone, p);
            }
        }
    }
    let mut handles = Handles { ids: vec![None; setup.objects.len()], ..Handles::default() };
    let mut tokens = HashMap::new();
    // Of cards in a library the first is on top, and the engine puts each on top of those before.
    let (mut library, elsewhere): (Vec<Obj>, Vec<Obj>) = setup.handles().partition(|o| setup.object(*o).place == Place::Library);
    library.reverse();
    for obj in elsewhere.into_iter().chain(library) {
        let spec = setup.object(obj);
        let mut card = read(&words::card(setup, obj)?, player_of(spec.owner))?;
        card.is_token = spec.token;
        match words::zone_word(spec.place).and_then(ZoneType::from_str_compat) {
            Some(zone) => handles.ids[obj.index()] = Some(put_as(&mut game, card, zone, spec)),
            None => drop(tokens.insert(words::card_name(obj.index()), card)),
        }
    }
    for (spec, id) in setup.objects.iter().zip(&handles.ids) {
        match spec.on.zip(*id) {
            Some((Attached::Object(host), id)) => handles.card(host).into_iter().for_each(|host| game.attach_to(id, host)),
            Some((Attached::Player(p), id)) => game.attach_to_player(id, player_of(p)),
            None => {}
        }
    }
    game.cards.iter_mut().for_each(|card| card.attached_this_turn = false);
    manabrew_engine::staticability::layer::apply_continuous_effects(&mut game);
    game.copy_last_state();
    Ok(Board { game, handles, helpers, tokens })
}

/// Puts a card somewhere, with all that the setup says of it.
fn put_as(game: &mut GameState, card: Card, zone: ZoneType, spec: &ObjectSpec) -> CardId {
    let id = put(game, card, zone, player_of(spec.owner));
    if let Some(c) = spec.controller {
        game.change_controller(id, player_of(c));
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
        card.add_counter(&counter_type(kind), n.into());
    }
    id
}
