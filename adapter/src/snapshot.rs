//! What an adapter shows of the game at one moment.

use crate::card::words;
use crate::{Attached, Counters, DayNight, Obj, Seat, Step, Types, names};
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

words! {
    /// Where a card or token is (400.1).
    pub enum Place ("a place: battlefield, graveyard, exile, hand, library, stack, command, outside or gone") {
        /// On the battlefield, phased in or out (702.26d).
        Battlefield = "battlefield",
        /// In its owner's graveyard.
        Graveyard = "graveyard",
        /// In exile.
        Exile = "exile",
        /// In its owner's hand.
        Hand = "hand",
        /// In its owner's library.
        Library = "library",
        /// On the stack.
        Stack = "stack",
        /// In the command zone.
        Command = "command",
        /// Not in the game yet: a token to be created, a card to be put.
        Outside = "outside",
        /// No more in the game: a token that ceased to exist (111.7), or a card whose owner left (800.4a).
        Gone = "gone",
    }
}

/// The phasing status of a permanent (110.5, 702.26).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Phased {
    /// Phased in.
    #[serde(rename = "in")]
    In,
    /// Phased out, and the engine does not say how.
    #[serde(rename = "out")]
    Out,
    /// Phased out directly.
    #[serde(rename = "out directly")]
    Directly,
    /// Phased out indirectly, with what it is attached to (702.26g).
    #[serde(rename = "out indirectly")]
    Indirectly,
}

impl Phased {
    /// Whether it is phased out in any way.
    #[must_use]
    pub const fn is_out(self) -> bool {
        !matches!(self, Phased::In)
    }
}

/// What is shown of one card or token. `None` is "not shown": never compared, never taken for a default.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ObjectView {
    /// Where it is.
    pub place: Option<Place>,
    /// Its phasing status; of permanents.
    pub phased: Option<Phased>,
    /// Who controls it. Of a permanent that is phased out nobody does (702.26d): `None`.
    pub controller: Option<Seat>,
    /// Tapped (110.5). Kept while phased out.
    pub tapped: Option<bool>,
    /// Damage marked on it.
    pub damage: Option<u16>,
    /// Counters on it.
    pub counters: Option<Counters>,
    /// Whether it is attached, and if so to what: `Some(None)` is unattached. On the wire `"nothing"`.
    #[serde(with = "maybe")]
    #[schemars(with = "Option<String>")]
    pub attached: Option<Option<Attached>>,
    /// Power and toughness, of creatures that are phased in.
    pub size: Option<(i16, i16)>,
    /// Types, of permanents that are phased in.
    pub types: Option<Types>,
    /// Whether it attacks, and if so what: `Some(None)` is not attacking. An attacker whose planeswalker left
    /// combat attacks [nothing any more](Attacked::NothingAnyMore). On the wire `"nothing"` and `"no longer anything"`.
    #[serde(with = "maybe_attack")]
    #[schemars(with = "Option<String>")]
    pub attacking: Option<Option<Attacked>>,
    /// Whether it blocks, and if so what.
    #[serde(with = "maybe")]
    #[schemars(with = "Option<String>")]
    pub blocking: Option<Option<Attached>>,
    /// The back face is up.
    pub back: Option<bool>,
    /// The protector of a battle (310.8).
    pub protector: Option<Seat>,
}

/// What an attacking creature attacks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attacked {
    /// A player, planeswalker or battle.
    It(Attached),
    /// It remains attacking, but what it attacked left combat (506.4c).
    NothingAnyMore,
}

impl ObjectView {
    /// Whether it is on the battlefield and phased in.
    #[must_use]
    pub fn is_phased_in(&self) -> bool {
        self.place == Some(Place::Battlefield) && self.phased.is_none_or(|p| !p.is_out())
    }

    /// Whether it is on the battlefield and known to be phased out.
    #[must_use]
    pub fn is_phased_out(&self) -> bool {
        self.place == Some(Place::Battlefield) && self.phased.is_some_and(Phased::is_out)
    }
}

/// `Option<Option<Attached>>` as null, `"nothing"`, or a name.
mod maybe {
    use super::{Attached, Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(v: &Option<Option<Attached>>, s: S) -> Result<S::Ok, S::Error> {
        match v {
            None => s.serialize_none(),
            Some(None) => s.serialize_str("nothing"),
            Some(Some(a)) => a.serialize(s),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<Attached>>, D::Error> {
        let text = Option::<String>::deserialize(d)?;
        text.map(|t| match t.as_str() {
            "nothing" => Ok(None),
            t => Attached::deserialize(serde::de::value::StrDeserializer::new(t)).map(Some),
        })
        .transpose()
    }
}

/// The same for attacks.
mod maybe_attack {
    use super::{Attached, Attacked, Deserialize, Deserializer, Serialize, Serializer};

    const LEFT: &str = "no longer anything";

    pub(super) fn serialize<S: Serializer>(v: &Option<Option<Attacked>>, s: S) -> Result<S::Ok, S::Error> {
        match v {
            None => s.serialize_none(),
            Some(None) => s.serialize_str("nothing"),
            Some(Some(Attacked::NothingAnyMore)) => s.serialize_str(LEFT),
            Some(Some(Attacked::It(a))) => a.serialize(s),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<Attacked>>, D::Error> {
        let text = Option::<String>::deserialize(d)?;
        text.map(|t| match t.as_str() {
            "nothing" => Ok(None),
            LEFT => Ok(Some(Attacked::NothingAnyMore)),
            t => Attached::deserialize(serde::de::value::StrDeserializer::new(t)).map(|a| Some(Attacked::It(a))),
        })
        .transpose()
    }
}

/// What is shown of one player.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerView {
    /// Life total.
    pub life: Option<i64>,
    /// Cards in hand.
    pub hand: Option<u16>,
    /// Cards in the library.
    pub library: Option<u16>,
    /// Cards in the graveyard.
    pub graveyard: Option<u16>,
    /// Unspent mana, of all colours together.
    pub mana: Option<u16>,
    /// Still in the game.
    #[serde(rename = "in game")]
    pub in_game: Option<bool>,
}

/// The game at one moment, as far as the engine shows it. Meant to be filled again and again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    /// One view a handle.
    pub objects: Vec<ObjectView>,
    /// One view a seat.
    pub players: Vec<PlayerView>,
    /// The step.
    pub step: Option<Step>,
    /// The active player (102.1).
    pub active: Option<Seat>,
    /// `Some(None)` is neither day nor night.
    pub day_night: Option<Option<DayNight>>,
    /// How many objects wait on the stack.
    pub stack: Option<u16>,
}

impl Snapshot {
    /// Makes room for `objects` and `players` and forgets what was shown before.
    pub fn reset(&mut self, objects: usize, players: usize) {
        self.objects.clear();
        self.objects.resize(objects, ObjectView::default());
        self.players.clear();
        self.players.resize(players, PlayerView::default());
        (self.step, self.active, self.day_night, self.stack) = (None, None, None, None);
    }

    /// The view of a handle.
    #[must_use]
    pub fn object(&self, obj: Obj) -> &ObjectView {
        &self.objects[obj.index()]
    }

    /// The view of a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &PlayerView {
        &self.players[seat.index()]
    }
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        struct Objects<'a>(&'a [ObjectView]);
        impl Serialize for Objects<'_> {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_map(self.0.iter().enumerate().map(|(i, v)| (Obj(u16::try_from(i).unwrap_or(u16::MAX)), v)))
            }
        }
        struct Players<'a>(&'a [PlayerView]);
        impl Serialize for Players<'_> {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_map(self.0.iter().enumerate().map(|(i, v)| (Seat(u8::try_from(i).unwrap_or(u8::MAX)), v)))
            }
        }
        let mut map = s.serialize_map(Some(6))?;
        map.serialize_entry("step", &self.step)?;
        map.serialize_entry("active", &self.active)?;
        map.serialize_entry(
            "day or night",
            &self.day_night.map(|d| d.map_or("neither", |d| if d == DayNight::Day { "day" } else { "night" })),
        )?;
        map.serialize_entry("stack", &self.stack)?;
        map.serialize_entry("players", &Players(&self.players))?;
        map.serialize_entry("objects", &Objects(&self.objects))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    /// Reads a snapshot within a [`names::scope`]. An object or player that is left out is not shown; an unknown one, or one that stands
    /// twice, is an error.
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Snapshot, D::Error> {
        struct Objects(Vec<ObjectView>);
        impl<'de> Deserialize<'de> for Objects {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Objects, D::Error> {
                struct V;
                impl<'de> de::Visitor<'de> for V {
                    type Value = Objects;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a map from object names to what is shown of them")
                    }
                    fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Objects, M::Error> {
                        let n = names::count().unwrap_or_default();
                        let (mut views, mut seen) = (vec![ObjectView::default(); n], vec![false; n]);
                        while let Some(obj) = map.next_key::<Obj>()? {
                            if std::mem::replace(&mut seen[obj.index()], true) {
                                return Err(de::Error::custom(format!("object `{obj}` stands twice")));
                            }
                            views[obj.index()] = map.next_value()?;
                        }
                        Ok(Objects(views))
                    }
                }
                d.deserialize_map(V)
            }
        }
        struct Players(Vec<PlayerView>);
        impl<'de> Deserialize<'de> for Players {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Players, D::Error> {
                struct V;
                impl<'de> de::Visitor<'de> for V {
                    type Value = Players;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a map from players to what is shown of them")
                    }
                    fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Players, M::Error> {
                        let n = usize::from(names::seats().unwrap_or_default());
                        let (mut views, mut seen) = (vec![PlayerView::default(); n], vec![false; n]);
                        while let Some(seat) = map.next_key::<Seat>()? {
                            if std::mem::replace(&mut seen[seat.index()], true) {
                                return Err(de::Error::custom(format!("player {seat} stands twice")));
                            }
                            views[seat.index()] = map.next_value()?;
                        }
                        Ok(Players(views))
                    }
                }
                d.deserialize_map(V)
            }
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Light {
            Day,
            Night,
            Neither,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            #[serde(default)]
            step: Option<Step>,
            #[serde(default)]
            active: Option<Seat>,
            #[serde(default, rename = "day or night")]
            day_night: Option<Light>,
            #[serde(default)]
            stack: Option<u16>,
            players: Players,
            objects: Objects,
        }
        let f = Fields::deserialize(d)?;
        Ok(Snapshot {
            objects: f.objects.0,
            players: f.players.0,
            step: f.step,
            active: f.active,
            day_night: f.day_night.map(|l| match l {
                Light::Day => Some(DayNight::Day),
                Light::Night => Some(DayNight::Night),
                Light::Neither => None,
            }),
            stack: f.stack,
        })
    }
}
