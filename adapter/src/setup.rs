//! The board before the game starts, given as a whole.

use crate::{Ability, Attached, Card, Counters, DayNight, Obj, Place, Seat, Step, Trigger, Type, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn no(b: &bool) -> bool {
    !b
}

/// Another face of a card, for `transform` and `daybound` (712).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Type line and numbers.
    pub card: Card,
    /// Abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub has: Vec<Ability>,
}

/// A card or token of the setup: `bear: {card: creature 2/2, has: [phasing], of: A}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectSpec {
    /// Its unique name, which is its handle across zones. In YAML and on the wire it is the key.
    #[serde(skip)]
    pub name: String,
    /// The card's name, where several objects share one (704.5j). Without it the object's own name is the card's, and nothing shares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<String>,
    /// Type line and numbers.
    pub card: Card,
    /// Abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub has: Vec<Ability>,
    /// The back face, of a double-faced card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Box<Face>>,
    /// Its owner (108.3).
    #[serde(rename = "of")]
    pub owner: Seat,
    /// Its controller, if that is not its owner; for good, by an effect without duration that began before the game was watched.
    #[serde(rename = "under", default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Seat>,
    /// Where it is as the game starts.
    #[serde(rename = "in", default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub place: Place,
    /// A token (111), not a card.
    #[serde(default, skip_serializing_if = "no")]
    pub token: bool,
    /// Tapped.
    #[serde(default, skip_serializing_if = "no")]
    pub tapped: bool,
    /// Came under its controller's control this turn (302.6).
    #[serde(default, skip_serializing_if = "no")]
    pub sick: bool,
    /// Damage marked on it (120.3).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage: u8,
    /// Counters on it. A planeswalker or battle has those of its number without saying so.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
    /// What it is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Attached>,
    /// The protector of a battle (310.8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protector: Option<Seat>,
}

fn battlefield() -> Place {
    Place::Battlefield
}

fn is_battlefield(p: &Place) -> bool {
    *p == Place::Battlefield
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl ObjectSpec {
    /// A card on the battlefield under its owner's control.
    #[must_use]
    pub fn new(name: impl Into<String>, card: Card, owner: Seat) -> ObjectSpec {
        ObjectSpec {
            name: name.into(),
            named: None,
            card,
            has: Vec::new(),
            back: None,
            owner,
            controller: None,
            place: Place::Battlefield,
            token: false,
            tapped: false,
            sick: false,
            damage: 0,
            counters: Counters::default(),
            on: None,
            protector: None,
        }
    }

    /// The same with one more ability.
    #[must_use]
    pub fn with(mut self, ability: impl Into<Ability>) -> ObjectSpec {
        self.has.push(ability.into());
        self
    }
}

/// What a player starts with.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSpec {
    /// Life total.
    pub life: i32,
    /// Blank cards in hand, beside the named ones. A blank is a card with no rules meaning.
    pub hand: u8,
    /// Blank cards in the library, below the named ones.
    pub library: u8,
}

impl Default for PlayerSpec {
    fn default() -> PlayerSpec {
        PlayerSpec { life: 20, hand: 0, library: 12 }
    }
}

/// Options of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The game starts at the beginning of the game's first turn, with this step of seat A; without it, in A's first main phase of a later
    /// turn with that phase's turn-based actions done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Step>,
    /// It is day or night as the game starts (731.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub it_is: Option<DayNight>,
    /// An Archenemy game (904): this player has the scheme deck, the setup's schemes in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archenemy: Option<Seat>,
    /// The active player chooses one opponent to attack in each combat (507.1), instead of attacking several.
    #[serde(rename = "one defending player", skip_serializing_if = "no")]
    pub one_defending_player: bool,
}

/// The whole board at once, before the game starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// One entry a seat, in turn order; 2 to 4.
    pub players: Vec<PlayerSpec>,
    /// Cards and tokens; `Obj(i)` is the i-th. Those with [`Place::Outside`] come into the game later.
    pub objects: Vec<ObjectSpec>,
    /// Options of the game.
    pub options: Options,
}

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Not 2 to 4 players.
    #[error("{0} players; a game has 2 to 4")]
    Seats(usize),
    /// A name that can't be one.
    #[error("`{0}` can't be a name: use lower-case letters, digits, `_` and `-`, a letter first, and no reserved word ({list})", list = names::RESERVED.join(", "))]
    Name(String),
    /// Two objects of one name.
    #[error("two objects are named `{0}`")]
    Twice(String),
    /// A seat beyond the number of players.
    #[error("`{object}` names player {seat}, who does not sit in this game")]
    Seat {
        /// The object.
        object: String,
        /// The seat.
        seat: Seat,
    },
    /// A host that can't be one.
    #[error("`{object}` is attached to `{host}`, which {why}")]
    Host {
        /// The attachment.
        object: String,
        /// What it names.
        host: String,
        /// Why not.
        why: &'static str,
    },
    /// Something else that makes no sense.
    #[error("`{object}`: {why}")]
    Object {
        /// The object.
        object: String,
        /// What is wrong, and what would be right.
        why: &'static str,
    },
}

impl Setup {
    /// An empty board for `seats` players.
    #[must_use]
    pub fn new(seats: u8) -> Setup {
        Setup { players: vec![PlayerSpec::default(); seats.into()], objects: Vec::new(), options: Options::default() }
    }

    /// How many players.
    #[must_use]
    pub fn seats(&self) -> u8 {
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    /// Adds an object and returns its handle.
    ///
    /// # Panics
    /// With more than 65,535 objects.
    pub fn add(&mut self, spec: ObjectSpec) -> Obj {
        let handle = Obj(u16::try_from(self.objects.len()).expect("a board has fewer than 65,536 objects"));
        self.objects.push(spec);
        handle
    }

    /// The spec of a handle.
    #[must_use]
    pub fn object(&self, obj: Obj) -> &ObjectSpec {
        &self.objects[obj.index()]
    }

    /// The handle of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Obj> {
        self.objects.iter().position(|o| o.name == name).and_then(|i| u16::try_from(i).ok()).map(Obj)
    }

    /// All handles.
    pub fn handles(&self) -> impl Iterator<Item = Obj> + use<> {
        (0..u16::try_from(self.objects.len()).unwrap_or(u16::MAX)).map(Obj)
    }

    /// Whether the setup makes sense: names, seats, hosts, places.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SetupError> {
        if !(2..=Seat::MAX).contains(&self.players.len()) {
            return Err(SetupError::Seats(self.players.len()));
        }
        for (i, o) in self.objects.iter().enumerate() {
            let object = || o.name.clone();
            if !names::is_valid(&o.name) {
                return Err(SetupError::Name(object()));
            }
            if self.objects[..i].iter().any(|p| p.name == o.name) {
                return Err(SetupError::Twice(object()));
            }
            for seat in [Some(o.owner), o.controller, o.protector].into_iter().flatten() {
                if seat.0 >= self.seats() {
                    return Err(SetupError::Seat { object: object(), seat });
                }
            }
            let bad = |why| Err(SetupError::Object { object: object(), why });
            if o.place != Place::Battlefield && (o.tapped || o.sick || o.damage > 0 || o.on.is_some() || o.controller.is_some()) {
                return bad(
                    "only a permanent is tapped, sick, damaged, attached or under another player's control; put it on the battlefield",
                );
            }
            if o.token && !matches!(o.place, Place::Battlefield | Place::Outside) {
                return bad("a token starts on the battlefield, or `in: outside` if an effect creates it later");
            }
            if o.card.types.has(Type::Scheme) != (o.place == Place::Command) {
                return bad("a scheme is `in: command`, and nothing else is");
            }
            match o.on {
                Some(Attached::Player(seat)) if seat.0 >= self.seats() => {
                    return Err(SetupError::Seat { object: object(), seat });
                }
                Some(Attached::Object(h)) => {
                    let host = |why| {
                        let host = self.objects.get(h.index()).map_or_else(|| h.to_string(), |o| o.name.clone());
                        Err(SetupError::Host { object: object(), host, why })
                    };
                    match self.objects.get(h.index()) {
                        None => return host("does not exist"),
                        Some(_) if h.index() == i => return host("is itself"),
                        Some(t) if t.place != Place::Battlefield => return host("is not on the battlefield"),
                        Some(_) => {}
                    }
                }
                _ => {}
            }
            if o.on.is_some() && !o.has.contains(&Ability::Keyword(crate::Keyword::Bestow)) {
                let t = o.card.types;
                if !t.has(Type::Aura) && !t.has(Type::Equipment) && !t.has(Type::Fortification) {
                    return bad("only an Aura, an Equipment or a Fortification is attached to something");
                }
            }
        }
        Ok(())
    }

    /// Gives every trigger its gain of life: 100, 1,000, 10,000 and so on, in the order of objects and abilities, and then of the effects
    /// in `play`. The two lowest digits are left to damage.
    pub fn number_triggers(&mut self, play: &mut [crate::Action]) {
        let mut next: i64 = 100;
        let mut number = |t: &mut Trigger| {
            t.gain = next;
            next = next.saturating_mul(10);
        };
        for o in &mut self.objects {
            o.has.iter_mut().for_each(|a| a.each_trigger_mut(&mut number));
            if let Some(back) = &mut o.back {
                back.has.iter_mut().for_each(|a| a.each_trigger_mut(&mut number));
            }
        }
        for action in play {
            if let crate::Action::Resolve { effect, .. } | crate::Action::Announce { effect, .. } = action {
                effect.each_trigger_mut(&mut number);
            }
        }
    }
}
