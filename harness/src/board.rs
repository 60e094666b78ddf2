//! A snapshot together with the names in it: what a record keeps of the game at one moment.

use outofphase_adapter::{Attached, Obj, Place, Seat, Setup, Snapshot, names};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

/// The game at one moment, with the objects' names, so that it can be written, read and drawn away from its scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The name of each handle.
    pub names: Vec<String>,
    /// What was shown.
    pub snapshot: Snapshot,
}

impl Board {
    /// The board of a game that started with `setup`.
    #[must_use]
    pub fn new(setup: &Setup, snapshot: Snapshot) -> Board {
        Board { names: setup.objects.iter().map(|o| o.name.clone()).collect(), snapshot }
    }

    /// Runs `body` where handles read as names.
    pub fn named<T>(&self, body: impl FnOnce() -> T) -> T {
        names::scope(&self.names, u8::try_from(self.snapshot.players.len()).ok(), names::Style::Phrases, body)
    }

    /// All handles.
    pub fn handles(&self) -> impl Iterator<Item = Obj> + use<> {
        (0..u16::try_from(self.snapshot.objects.len()).unwrap_or(u16::MAX)).map(Obj)
    }
}

fn without_nulls(value: &mut Value) {
    if let Value::Object(map) = value {
        map.retain(|_, v| !v.is_null());
        map.values_mut().for_each(without_nulls);
    }
}

impl Serialize for Board {
    /// What is not shown is left out: a board has many observables and most are not interesting.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut value = self.named(|| serde_json::to_value(&self.snapshot)).map_err(serde::ser::Error::custom)?;
        without_nulls(&mut value);
        value.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Board, D::Error> {
        let value = Value::deserialize(d)?;
        let entries = |key: &str| value.get(key).and_then(Value::as_object);
        let names: Vec<String> = entries("objects").map(|o| o.keys().cloned().collect()).unwrap_or_default();
        let seats = entries("players").and_then(|p| u8::try_from(p.len()).ok());
        let snapshot = names::scope(&names, seats, names::Style::Fields, || serde_json::from_value(value)).map_err(de::Error::custom)?;
        Ok(Board { names, snapshot })
    }
}

/// A card of the setup, as a drawing needs it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardLine {
    /// Its name.
    pub name: String,
    /// Its type line and numbers.
    pub card: String,
    /// Its owner.
    pub of: Seat,
    /// Whether it is a token.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub token: bool,
    /// Its rules text, one line an ability.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The cards of a setup.
#[must_use]
pub fn cards(setup: &Setup) -> Vec<CardLine> {
    names::of(setup, names::Style::Phrases, || {
        let line = |o: &outofphase_adapter::ObjectSpec| CardLine {
            name: o.name.clone(),
            card: o.card.to_string(),
            of: o.owner,
            token: o.token,
            text: outofphase_adapter::text::card(o),
        };
        setup.objects.iter().map(line).collect()
    })
}

/// One object in a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The handle.
    pub obj: Obj,
    /// Its name.
    pub name: String,
    /// How many hosts stand between it and the player's row: 0 for what is attached to nothing.
    pub depth: usize,
    /// What it is: its size now, or its type line.
    pub is: String,
    /// What is special about it: `tapped`, `phased out directly`.
    pub notes: Vec<String>,
    /// Whether it is known to be phased out.
    pub out: bool,
    /// Whether it is known to be tapped.
    pub tapped: bool,
}

/// One player's side of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Who.
    pub seat: Seat,
    /// Life and other numbers.
    pub numbers: Vec<String>,
    /// The permanents, hosts before what is attached to them.
    pub permanents: Vec<Drawn>,
    /// Named cards elsewhere, with the place.
    pub elsewhere: Vec<(Place, Vec<String>)>,
}

/// A board laid out for drawing, in the terminal or as a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Where in the turn the game is, as far as shown.
    pub moment: String,
    /// One side a player.
    pub sides: Vec<Side>,
}

impl Layout {
    /// Lays out a board. A permanent stands with its host, else with its controller, else (phased out, so that nobody controls it) with
    /// its owner.
    #[must_use]
    pub fn of(board: &Board, cards: &[CardLine]) -> Layout {
        board.named(|| Layout::in_scope(board, cards))
    }

    fn in_scope(board: &Board, cards: &[CardLine]) -> Layout {
        let now = &board.snapshot;
        let owner = |obj: Obj| cards.get(obj.index()).map_or(Seat::A, |c| c.of);
        let here: Vec<Obj> = board.handles().filter(|o| matches!(now.object(*o).place, Some(Place::Battlefield) | None)).collect();
        let host = |obj: Obj| match now.object(obj).attached {
            Some(Some(Attached::Object(h))) if here.contains(&h) && h != obj => Some(h),
            _ => None,
        };
        let sides = Seat::first(u8::try_from(now.players.len()).unwrap_or(u8::MAX)).map(|seat| {
            let mut permanents = Vec::new();
            for root in here.iter().filter(|o| host(**o).is_none() && now.object(**o).controller.unwrap_or_else(|| owner(**o)) == seat) {
                push(board, cards, &here, &host, *root, 0, seat, &mut permanents);
            }
            let at = |place: Place| -> Vec<String> {
                let there = |o: &Obj| now.object(*o).place == Some(place) && owner(*o) == seat;
                board.handles().filter(there).map(|o| o.to_string()).collect()
            };
            const PLACES: [Place; 6] = [Place::Hand, Place::Graveyard, Place::Exile, Place::Library, Place::Stack, Place::Command];
            let elsewhere = PLACES.into_iter().map(|p| (p, at(p))).filter(|(_, names)| !names.is_empty()).collect();
            Side { seat, numbers: numbers(now, seat), permanents, elsewhere }
        });
        Layout { moment: moment(now), sides: sides.collect() }
    }
}

#[allow(clippy::too_many_arguments, reason = "a recursion over one drawing; a struct for it would say less")]
fn push(
    board: &Board,
    cards: &[CardLine],
    here: &[Obj],
    host: &dyn Fn(Obj) -> Option<Obj>,
    obj: Obj,
    depth: usize,
    side: Seat,
    into: &mut Vec<Drawn>,
) {
    // A ring of attachments is an engine's fault that a report must survive.
    if depth > here.len() || into.iter().any(|d| d.obj == obj) {
        return;
    }
    into.push(drawn(board, cards, obj, depth, side));
    for child in here.iter().filter(|o| host(**o) == Some(obj)) {
        push(board, cards, here, host, *child, depth + 1, side, into);
    }
}

fn drawn(board: &Board, cards: &[CardLine], obj: Obj, depth: usize, side: Seat) -> Drawn {
    let view = board.snapshot.object(obj);
    let card = cards.get(obj.index());
    let mut is = card.map_or_else(String::new, |c| c.card.clone());
    if let Some((p, t)) = view.size {
        let printed = is.rsplit_once(' ').filter(|(_, last)| last.contains('/')).map(|(head, _)| head.to_owned());
        is = match printed {
            Some(head) => format!("{head} {p}/{t}"),
            None if is.is_empty() => format!("{p}/{t}"),
            None => format!("{is} {p}/{t}"),
        };
    }
    if card.is_some_and(|c| c.token) {
        is.push_str(" token");
    }
    Drawn {
        obj,
        name: obj.to_string(),
        depth,
        is,
        notes: notes(view, card, side),
        out: view.is_phased_out(),
        tapped: view.tapped == Some(true),
    }
}

fn notes(view: &outofphase_adapter::ObjectView, card: Option<&CardLine>, side: Seat) -> Vec<String> {
    use outofphase_adapter::{Attacked, Phased};
    let mut notes = Vec::new();
    match view.phased {
        Some(Phased::Out) => notes.push("phased out".to_owned()),
        Some(Phased::Directly) => notes.push("phased out directly".to_owned()),
        Some(Phased::Indirectly) => notes.push("phased out indirectly".to_owned()),
        Some(Phased::In) | None => {}
    }
    match (view.controller, card) {
        (Some(c), Some(card)) if c != card.of => notes.push(format!("{}'s, under {c}", card.of)),
        (_, Some(card)) if card.of != side => notes.push(format!("{}'s", card.of)),
        _ => {}
    }
    if view.tapped == Some(true) {
        notes.push("tapped".to_owned());
    }
    if let Some(n) = view.damage.filter(|n| *n > 0) {
        notes.push(format!("{n} damage"));
    }
    for (kind, n) in view.counters.iter().flat_map(outofphase_adapter::Counters::iter) {
        notes.push(format!("{n} {kind} counter{}", if n == 1 { "" } else { "s" }));
    }
    if let Some(Some(Attached::Player(seat))) = view.attached {
        notes.push(format!("attached to {seat}"));
    }
    match view.attacking {
        Some(Some(Attacked::It(it))) => notes.push(format!("attacking {it}")),
        Some(Some(Attacked::NothingAnyMore)) => notes.push("attacking nothing any more".to_owned()),
        Some(None) | None => {}
    }
    if let Some(Some(it)) = view.blocking {
        notes.push(format!("blocking {it}"));
    }
    if view.back == Some(true) {
        notes.push("back face up".to_owned());
    }
    if let Some(seat) = view.protector {
        notes.push(format!("protected by {seat}"));
    }
    notes
}

fn numbers(now: &Snapshot, seat: Seat) -> Vec<String> {
    let p = now.player(seat);
    if p.in_game == Some(false) {
        return vec!["left the game".to_owned()];
    }
    let mut numbers = Vec::new();
    numbers.extend(p.life.map(|n| format!("{n} life")));
    numbers.extend(p.hand.filter(|n| *n > 0).map(|n| format!("{n} in hand")));
    numbers.extend(p.graveyard.filter(|n| *n > 0).map(|n| format!("{n} in graveyard")));
    numbers.extend(p.mana.filter(|n| *n > 0).map(|n| format!("{n} mana")));
    numbers
}

fn moment(now: &Snapshot) -> String {
    let mut parts = Vec::new();
    match (now.active, now.step) {
        (Some(seat), Some(step)) => parts.push(format!("{seat}'s turn, {step}")),
        (Some(seat), None) => parts.push(format!("{seat}'s turn")),
        (None, Some(step)) => parts.push(step.to_string()),
        (None, None) => {}
    }
    if let Some(Some(light)) = now.day_night {
        parts.push(if light == outofphase_adapter::DayNight::Day { "day".to_owned() } else { "night".to_owned() });
    }
    if let Some(n) = now.stack.filter(|n| *n > 0) {
        parts.push(format!("{n} on the stack"));
    }
    parts.join(", ")
}
