//! Actions and logged events as sentences. Call within a scope of names.

use outofphase_adapter::{Action, Answer, Attached, DayNight, LogEvent, Obj, Place, StateBased, text};

/// An action in a short sentence without a full stop: `A: bear phases out`, `on to B's upkeep step`.
#[must_use]
pub fn action(action: &Action) -> String {
    match action {
        Action::Resolve { by, effect } => format!("{by}: {}", sentence(&text::effect(effect, *by))),
        Action::Announce { by, effect } => format!("{by} puts on the stack: {}", sentence(&text::effect(effect, *by))),
        Action::ResolveTop => "the top of the stack resolves".to_owned(),
        Action::Advance { to, of } => format!("on to {of}'s {to}{}", if is_phase(*to) { " phase" } else { " step" }),
        Action::Attack(attacks) if attacks.is_empty() => "nobody attacks".to_owned(),
        Action::Attack(attacks) => list(attacks.iter().map(|a| format!("{} attacks {}", a.attacker, a.target))),
        Action::Block(blocks) if blocks.is_empty() => "nobody blocks".to_owned(),
        Action::Block(blocks) => list(blocks.iter().map(|b| format!("{} blocks {}", b.blocker, b.attacker))),
        Action::Leave(who) => format!("{who} leaves the game"),
        Action::Put(obj) => format!("{obj} is put onto the battlefield"),
        Action::Answer(a) => format!("answer for later: {}", answer(a)),
        other => other.word().to_owned(),
    }
}

fn is_phase(step: outofphase_adapter::Step) -> bool {
    matches!(step, outofphase_adapter::Step::FirstMain | outofphase_adapter::Step::SecondMain)
}

/// A sentence as part of another. Names of objects are written small, so the capital goes as well.
fn sentence(text: &str) -> String {
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut chars = text.chars();
    let first = chars.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(chars).collect()
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn names(objs: &[Obj]) -> String {
    list(objs.iter().map(ToString::to_string))
}

fn answer(a: &Answer) -> String {
    match a {
        Answer::TriggerOrder(order) => format!("triggers go on the stack in the order {}", names(order)),
        Answer::Discard(cards) => format!("discard {}", names(cards)),
        Answer::Keep(obj) => format!("keep {obj}"),
        Answer::Assign { from, to } => {
            format!("{from} assigns {}", list(to.iter().map(|(to, n)| format!("{n} damage to {to}"))))
        }
        Answer::DamageOrder { attacker, blockers } => format!("{attacker} damages in the order {}", names(blockers)),
        Answer::DefendingPlayer(seat) => format!("the defending player is {seat}"),
        Answer::Roll(n) => format!("the die shows {n}"),
        Answer::Protector { battle, of } => format!("{of} protects {battle}"),
        other => other.word().to_owned(),
    }
}

/// What kind of thing an event is, by which a narration sorts it for the eye.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A turn, step or phase begins.
    Turn,
    /// A turn-based action, or what comes of one.
    Happens,
    /// An ability triggers, goes on the stack, resolves.
    Trigger,
    /// A state-based action.
    StateBased,
    /// Bookkeeping that only the very curious want: priority, the ends of steps.
    Fine,
}

/// An event in a short sentence, and its kind.
#[must_use]
pub fn event(event: &LogEvent) -> (Kind, String) {
    use Kind::{Fine, Happens, Trigger, Turn};
    match *event {
        LogEvent::TurnBegan { of } => (Turn, format!("{of}'s turn begins")),
        LogEvent::StepBegan { step, of } => (Turn, format!("{of}'s {step}{} begins", if is_phase(step) { " phase" } else { " step" })),
        LogEvent::StepEnded { step } => (Fine, format!("{step} ends")),
        LogEvent::PhasedOut { object, indirectly } => {
            (Happens, format!("{object} phases out{}", if indirectly { " indirectly, with its host" } else { "" }))
        }
        LogEvent::PhasedIn { object } => (Happens, format!("{object} phases in")),
        LogEvent::Became { what: DayNight::Day } => (Happens, "it becomes day".to_owned()),
        LogEvent::Became { what: DayNight::Night } => (Happens, "it becomes night".to_owned()),
        LogEvent::Untapped { object } => (Happens, format!("{object} untaps")),
        LogEvent::Tapped { object } => (Happens, format!("{object} becomes tapped")),
        LogEvent::Drew { player } => (Happens, format!("{player} draws a card")),
        LogEvent::Discarded { player } => (Happens, format!("{player} discards a card")),
        LogEvent::SetInMotion { object } => (Happens, format!("{object} is set in motion")),
        LogEvent::Lore { object } => (Happens, format!("{object} gets a lore counter")),
        LogEvent::Rolled { player, result } => (Happens, format!("{player} rolls a {result} to visit Attractions")),
        LogEvent::Defending { player } => (Happens, format!("{player} is the defending player")),
        LogEvent::Attacks { object, target } => (Happens, format!("{object} attacks {target}")),
        LogEvent::Blocks { object, attacker } => (Happens, format!("{object} blocks {attacker}")),
        LogEvent::Damage { from: Some(from), to, n } => (Happens, format!("{from} deals {n} damage to {}", it(to))),
        LogEvent::Damage { from: None, to, n } => (Happens, format!("{} is dealt {n} damage", it(to))),
        LogEvent::DamageRemoved { object } => (Happens, format!("damage wears off {object}")),
        LogEvent::TurnEffectsEnded => (Happens, "effects that last until end of turn end".to_owned()),
        LogEvent::ManaEmptied { player, n } => (Happens, format!("{player} loses {n} unspent mana")),
        LogEvent::Moved { object, from, to } => (Happens, moved(object, from, to)),
        LogEvent::Ceased { object } => (Happens, format!("{object} ceases to exist")),
        LogEvent::Control { object, to } => (Happens, format!("{to} gains control of {object}")),
        LogEvent::Counters { object } => (Happens, format!("the counters on {object} change")),
        LogEvent::Attached { object, to } => (Happens, format!("{object} becomes attached to {to}")),
        LogEvent::Unattached { object } => (Happens, format!("{object} becomes unattached")),
        LogEvent::RemovedFromCombat { object } => (Happens, format!("{object} is removed from combat")),
        LogEvent::StateBased { kind, object, player } => (Kind::StateBased, state_based(kind, object, player)),
        LogEvent::Triggered { source, controller, .. } => (Trigger, format!("{controller}'s ability of {source} triggers")),
        LogEvent::PutOnStack { source, controller } => (Trigger, format!("{controller} puts the ability of {source} on the stack")),
        LogEvent::Resolved { source, controller, did_anything } => {
            let what = source.map_or_else(|| format!("{controller}'s effect"), |s| format!("{controller}'s ability of {s}"));
            (Trigger, format!("{what} {}", if did_anything { "resolves" } else { "does nothing" }))
        }
        LogEvent::Priority { player } => (Fine, format!("{player} gets priority")),
        LogEvent::Left { player } => (Happens, format!("{player} leaves the game")),
        LogEvent::Transformed { object } => (Happens, format!("{object} transforms")),
        other => (Happens, format!("{other:?}")),
    }
}

fn it(to: Attached) -> String {
    match to {
        Attached::Player(seat) => format!("player {seat}"),
        Attached::Object(obj) => obj.to_string(),
    }
}

fn moved(object: Obj, from: Place, to: Place) -> String {
    match to {
        Place::Battlefield => format!("{object} enters from {from}"),
        _ => format!("{object} goes from {from} to {to}"),
    }
}

fn state_based(kind: StateBased, object: Option<Obj>, player: Option<outofphase_adapter::Seat>) -> String {
    let who = match (object, player) {
        (Some(o), _) => o.to_string(),
        (None, Some(p)) => format!("player {p}"),
        (None, None) => "the game".to_owned(),
    };
    let why = match kind {
        StateBased::NoLife => "has no life left",
        StateBased::EmptyLibrary => "drew from an empty library",
        StateBased::TokenCeases => "is a token off the battlefield",
        StateBased::PhasedOutTokenCeases => "is a phased-out token",
        StateBased::NoToughness => "has no toughness",
        StateBased::LethalDamage => "has lethal damage",
        StateBased::Deathtouch => "was dealt damage by deathtouch",
        StateBased::NoLoyalty => "has no loyalty left",
        StateBased::LegendRule => "falls to the legend rule",
        StateBased::WorldRule => "falls to the world rule",
        StateBased::AuraFallsOff => "is an Aura attached to nothing it may be attached to",
        StateBased::Unattach => "can't be attached to what it is attached to",
        StateBased::CountersCancel => "has +1/+1 and -1/-1 counters that cancel out",
        StateBased::SagaEnds => "has told its last chapter",
        StateBased::Battle => "is a battle without defense or protector",
        _ => "",
    };
    format!("{who} {why}").trim_end().to_owned()
}
