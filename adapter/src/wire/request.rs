//! What the suite asks.

use crate::action::Pairs;
use crate::{Action, Answer, Attack, Block, Effect, Obj, ObjectSpec, Options, PlayerSpec, Seat, Setup, Step, Type, forge, names, text};
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// One request line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Its number, repeated in the reply.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub op: Op,
}

/// What is asked: one variant a method of [`Adapter`](crate::Adapter), and the handshake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op")]
#[non_exhaustive]
pub enum Op {
    /// The first request: which protocol the suite speaks. The reply says who answers.
    #[serde(rename = "hello")]
    Hello {
        /// The suite's [`PROTOCOL`](super::PROTOCOL).
        protocol: u32,
    },
    /// [`Adapter::start`](crate::Adapter::start): forget the last game, set up this one.
    #[serde(rename = "start")]
    Start(Start),
    /// [`Adapter::resolve`](crate::Adapter::resolve).
    #[serde(rename = "resolve")]
    Resolve {
        /// The effect's controller.
        by: Seat,
        /// The effect in the vocabulary.
        effect: Effect,
        /// The same as rules text.
        text: String,
        /// The same as Forge script, where Forge script has words for it.
        #[serde(default)]
        forge: Option<String>,
    },
    /// [`Adapter::announce`](crate::Adapter::announce).
    #[serde(rename = "announce")]
    Announce {
        /// The effect's controller.
        by: Seat,
        /// The effect in the vocabulary. Named objects are its targets.
        effect: Effect,
        /// The same as rules text.
        text: String,
        /// The same as Forge script, where Forge script has words for it.
        #[serde(default)]
        forge: Option<String>,
    },
    /// [`Adapter::resolve_top`](crate::Adapter::resolve_top).
    #[serde(rename = "resolve top")]
    ResolveTop,
    /// [`Adapter::advance`](crate::Adapter::advance). The reply says where the game stopped.
    #[serde(rename = "advance")]
    Advance {
        /// The step.
        to: Step,
        /// Whose turn.
        of: Seat,
    },
    /// [`Adapter::attack`](crate::Adapter::attack).
    #[serde(rename = "attack")]
    Attack {
        /// Who attacks what: `{"bear": "B"}`.
        #[serde(with = "attacks")]
        #[schemars(with = "std::collections::BTreeMap<Obj, crate::Attached>")]
        attacks: Vec<Attack>,
    },
    /// [`Adapter::block`](crate::Adapter::block).
    #[serde(rename = "block")]
    Block {
        /// Who blocks whom: `{"wall": "bear"}`.
        #[serde(with = "blocks")]
        #[schemars(with = "std::collections::BTreeMap<Obj, Obj>")]
        blocks: Vec<Block>,
    },
    /// [`Adapter::leave`](crate::Adapter::leave).
    #[serde(rename = "leave")]
    Leave {
        /// Who concedes.
        who: Seat,
    },
    /// [`Adapter::put`](crate::Adapter::put).
    #[serde(rename = "put")]
    Put {
        /// What is put.
        object: Obj,
    },
    /// [`Adapter::answer`](crate::Adapter::answer).
    #[serde(rename = "answer")]
    Answer {
        /// The answer.
        answer: Answer,
    },
    /// [`Adapter::observe`](crate::Adapter::observe). The reply is a snapshot.
    #[serde(rename = "observe")]
    Observe,
    /// [`Adapter::log`](crate::Adapter::log). The reply is a list of events.
    #[serde(rename = "log")]
    Log,
    /// [`Adapter::save`](crate::Adapter::save).
    #[serde(rename = "save")]
    Save {
        /// Under which number.
        slot: u32,
    },
    /// [`Adapter::load`](crate::Adapter::load).
    #[serde(rename = "load")]
    Load {
        /// Which number.
        slot: u32,
    },
}

impl Op {
    /// The word of the verb.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Op::Hello { .. } => "hello",
            Op::Start(_) => "start",
            Op::Resolve { .. } => "resolve",
            Op::Announce { .. } => "announce",
            Op::ResolveTop => "resolve top",
            Op::Advance { .. } => "advance",
            Op::Attack { .. } => "attack",
            Op::Block { .. } => "block",
            Op::Leave { .. } => "leave",
            Op::Put { .. } => "put",
            Op::Answer { .. } => "answer",
            Op::Observe => "observe",
            Op::Log => "log",
            Op::Save { .. } => "save",
            Op::Load { .. } => "load",
        }
    }

    /// A request to resolve, with its renderings. Call it within the setup's [`names::scope`].
    #[must_use]
    pub fn resolve(by: Seat, effect: &Effect) -> Op {
        Op::Resolve { by, effect: effect.clone(), text: text::effect(effect, by), forge: forge::effect(effect, by) }
    }

    /// A request to announce, with its renderings. Call it within the setup's [`names::scope`].
    #[must_use]
    pub fn announce(by: Seat, effect: &Effect) -> Op {
        Op::Announce { by, effect: effect.clone(), text: text::effect(effect, by), forge: forge::effect(effect, by) }
    }

    /// The request for an action of a script. Call it within the setup's [`names::scope`].
    #[must_use]
    pub fn of(action: &Action) -> Op {
        match action {
            Action::Resolve { by, effect } => Op::resolve(*by, effect),
            Action::Announce { by, effect } => Op::announce(*by, effect),
            Action::ResolveTop => Op::ResolveTop,
            Action::Advance { to, of } => Op::Advance { to: *to, of: *of },
            Action::Attack(a) => Op::Attack { attacks: a.clone() },
            Action::Block(b) => Op::Block { blocks: b.clone() },
            Action::Leave(s) => Op::Leave { who: *s },
            Action::Put(o) => Op::Put { object: *o },
            Action::Answer(a) => Op::Answer { answer: a.clone() },
        }
    }
}

/// A whole board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// One entry a seat, in turn order.
    pub players: Vec<PlayerSpec>,
    /// Options of the game; those that are as usual are left out.
    #[serde(default)]
    pub options: Options,
    /// Cards and tokens by name, in the order of their handles.
    #[serde(with = "by_name")]
    #[schemars(with = "std::collections::BTreeMap<Obj, Object>")]
    pub objects: Vec<Object>,
}

/// A card or token, with its renderings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Object {
    /// The card in the vocabulary.
    #[serde(flatten)]
    pub spec: ObjectSpec,
    /// Its type line, word by word.
    pub types: Vec<Type>,
    /// Its power, if it has one.
    pub power: Option<i16>,
    /// Its toughness, if it has one.
    pub toughness: Option<i16>,
    /// Its loyalty or defense, or the lowest roll that visits an Attraction.
    pub number: Option<u8>,
    /// Its abilities as rules text, one a line; keywords together on the first line.
    pub text: String,
    /// The card as a Forge card script, where Forge script has words for all of it.
    #[serde(default)]
    pub forge: Option<String>,
    /// The rules text of its back face, if it has one.
    #[serde(rename = "back text", default, skip_serializing_if = "Option::is_none")]
    pub back_text: Option<String>,
}

impl Start {
    /// The request for a setup. Call it within the setup's [`names::scope`].
    #[must_use]
    pub fn of(setup: &Setup) -> Start {
        let objects = setup.objects.iter().map(|spec| Object {
            types: spec.card.types.iter().collect(),
            power: spec.card.pt.map(|(p, _)| p),
            toughness: spec.card.pt.map(|(_, t)| t),
            number: spec.card.number,
            text: text::card(spec),
            forge: forge::card(spec),
            back_text: spec
                .back
                .as_ref()
                .map(|f| text::card(&ObjectSpec { card: f.card, has: f.has.clone(), ..ObjectSpec::new("", f.card, spec.owner) })),
            spec: spec.clone(),
        });
        Start { players: setup.players.clone(), options: setup.options.clone(), objects: objects.collect() }
    }

    /// The setup, without the renderings.
    #[must_use]
    pub fn into_setup(self) -> Setup {
        Setup { players: self.players, options: self.options, objects: self.objects.into_iter().map(|o| o.spec).collect() }
    }
}

/// A line that is no request of this protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("can't read the request{}: {message}", op.as_ref().map(|o| format!(" `{o}`")).unwrap_or_default())]
pub struct RequestError {
    /// Its number, as far as it could be read.
    pub id: Option<u64>,
    /// Its verb, as far as it could be read.
    pub op: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl RequestError {
    /// The word that this version of the vocabulary does not know, if that is what is wrong.
    #[must_use]
    pub fn unknown_word(&self) -> Option<&str> {
        self.message.split_once("unknown variant `")?.1.split_once('`').map(|(word, _)| word)
    }
}

impl Request {
    /// The request as one line, without the line's end. Call it within the setup's [`names::scope`].
    ///
    /// # Panics
    /// Never: every request can be written.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("every request can be written as JSON")
    }

    /// Reads a request line. Names are those of the current [`names::scope`]; those of a `start` are its own.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn read(line: &str) -> Result<Request, RequestError> {
        let head: Head<'_> = serde_json::from_str(line).map_err(|e| RequestError {
            id: None,
            op: None,
            message: format!("{e}; the line was {}", shorten(line)),
        })?;
        let error = |e: serde_json::Error| RequestError { id: head.id, op: head.op.as_deref().map(str::to_owned), message: e.to_string() };
        match &head.objects {
            Some(Names(list)) => {
                let seats = head.players.as_ref().and_then(|p| u8::try_from(p.len()).ok());
                names::scope(list, seats, names::Style::Fields, || serde_json::from_str(line)).map_err(error)
            }
            None => serde_json::from_str(line).map_err(error),
        }
    }
}

/// The first 200 bytes or so of a line, quoted so that control characters show.
fn shorten(line: &str) -> String {
    match line.char_indices().nth(200) {
        Some((i, _)) => format!("{:?} and {} bytes more", &line[..i], line.len() - i),
        None => format!("{line:?}"),
    }
}

/// What has to be known of a request before names can be read.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(default)]
    id: Option<u64>,
    #[serde(default, borrow)]
    op: Option<Cow<'a, str>>,
    #[serde(default)]
    players: Option<Vec<de::IgnoredAny>>,
    #[serde(default)]
    objects: Option<Names>,
}

/// The keys of a map, in order.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Names, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = Names;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from names to cards")
            }
            fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Names, M::Error> {
                let mut names = Vec::new();
                while let Some((name, de::IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        d.deserialize_map(V)
    }
}

/// Objects as a map by name, in the order of their handles.
mod by_name {
    use super::{Deserializer, Object, SerializeMap, Serializer, de, fmt};

    pub(super) fn serialize<S: Serializer>(v: &[Object], s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(v.len()))?;
        v.iter().try_for_each(|o| map.serialize_entry(&o.spec.name, o))?;
        map.end()
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<Object>, D::Error> {
        struct V;
        impl<'de> de::Visitor<'de> for V {
            type Value = Vec<Object>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from names to cards")
            }
            fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Vec<Object>, M::Error> {
                let mut all: Vec<Object> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    let mut object: Object = map.next_value()?;
                    object.spec.name = name;
                    all.push(object);
                }
                Ok(all)
            }
        }
        d.deserialize_map(V)
    }
}

macro_rules! as_map {
    ($name:ident, $item:ty) => {
        mod $name {
            use super::{Deserialize, Deserializer, Pairs, Serialize, Serializer};

            pub(super) fn serialize<S: Serializer>(v: &Vec<$item>, s: S) -> Result<S::Ok, S::Error> {
                Pairs(v).serialize(s)
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<$item>, D::Error> {
                Ok(Pairs::<Vec<$item>>::deserialize(d)?.0)
            }
        }
    };
}
as_map!(attacks, super::Attack);
as_map!(blocks, super::Block);
