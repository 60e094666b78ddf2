//! What this engine takes of Forge's script, and what it does not: the tables.
//!
//! The engine drops without a word what it does not know of a script, so everything that it was not seen to understand is refused here. A
//! word that it parses and then never asks about (`CantPhaseOut`, `DayTimeChanges`) is refused as well; one that it asks about in some
//! places and forgets in others is not, for then it is the engine that is wrong.

use outofphase_adapter::{
    Ability, Amount, Attached, Effect, Event, Fault, Filter, Keyword, Need, Obj, ObjectSpec, Options, Place, Seat, Setup, Snapshot, Static,
    Step, Subject, Trigger, Type, Types, Until, What, Whose, forge, names,
};

/// An ability that the engine can put on its stack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prepared {
    /// The script.
    pub(crate) line: String,
    /// The card whose ability it is; a helper of its controller's if none.
    pub(crate) source: Option<Obj>,
    /// Its one target.
    pub(crate) target: Option<Obj>,
    /// What `Defined$ Remembered` means.
    pub(crate) remembered: Vec<Obj>,
    /// What follows in the same resolution.
    pub(crate) then: Option<Box<Prepared>>,
}

fn setup(why: &str) -> Need {
    Need::Setup(why.to_owned().into())
}

/// Runs `body` with the names that cards have in the engine: Forge's script has no `_` and no `-` in a name.
fn with_names<T>(setup: &Setup, body: impl FnOnce() -> T) -> T {
    names::scope((0..setup.objects.len()).map(card_name), Some(setup.seats()), names::Style::Phrases, body)
}

/// What a card of the setup is called in the engine.
pub(crate) fn card_name(i: usize) -> String {
    format!("card{i}x")
}

/// The script of a card of the setup.
pub(crate) fn card(all: &Setup, obj: Obj) -> Result<String, Fault> {
    let spec = all.object(obj);
    object(spec).map_err(Fault::Unsupported)?;
    let faces = spec.has.iter().chain(spec.back.iter().flat_map(|b| &b.has));
    for a in faces {
        ability(a, all).map_err(Fault::Unsupported)?;
    }
    let spec = ObjectSpec { name: card_name(obj.index()), ..spec.clone() };
    let Some(script) = with_names(all, || forge::card(&spec)) else {
        let word =
            |a: &&Ability| with_names(all, || forge::card(&ObjectSpec { has: vec![(*a).clone()], back: None, ..spec.clone() })).is_none();
        let need = spec.has.iter().find(word).map_or(setup("a card that Forge's script has no words for"), need_of);
        return Err(Fault::Unsupported(need));
    };
    let lines = script.lines().map(rewritten).collect::<Option<Vec<_>>>();
    let lines = lines.ok_or_else(|| Fault::Unsupported(setup("what a triggered ability does")))?;
    placed(&spec).map_err(Fault::Unsupported)?;
    Ok(by_the_engines_names(lines.join("\n")))
}

/// Some replacements the engine knows by the name of their SVar, which in Forge's own scripts is always the same.
fn by_the_engines_names(mut script: String) -> String {
    let replacing: Vec<String> =
        script.lines().filter_map(|l| Some(l.split("ReplaceWith$ ").nth(1)?.split(" | ").next()?.to_owned())).collect();
    for name in replacing {
        let Some(does) = script.lines().find_map(|l| l.strip_prefix(&format!("SVar:{name}:"))) else { continue };
        let known = match does {
            d if d.starts_with("DB$ Tap") => "ETBTapped",
            d if d.starts_with("DB$ ChangeZone") => "Exile",
            d if d.starts_with("DB$ Draw") => "DrawTwo",
            _ => continue,
        };
        script = script
            .replace(&format!("ReplaceWith$ {name}"), &format!("ReplaceWith$ {known}"))
            .replace(&format!("SVar:{name}:"), &format!("SVar:{known}:"));
    }
    // Whether the draw step is skipped is asked of another layer than whether the others are.
    let lines = script.lines().map(|l| match l.strip_prefix("R:Event$ BeginPhase | ") {
        Some(rest) if rest.contains("Phase$ Draw") => format!("R:Event$ BeginPhase | Layer$ Control | {rest}"),
        _ => l.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn need_of(a: &Ability) -> Need {
    match a {
        Ability::Trigger(t) => Need::Event(t.when.word().into()),
        _ => Need::Ability(a.word().into()),
    }
}

fn lacks(yes: bool, why: &str) -> Result<(), Need> {
    if yes { Err(setup(why)) } else { Ok(()) }
}

/// What a game can be.
pub(crate) fn options(o: &Options) -> Result<(), Fault> {
    let all = lacks(o.start.is_some(), "start").and_then(|()| lacks(o.archenemy.is_some(), "archenemy"));
    all.and_then(|()| lacks(o.one_defending_player, "one defending player")).map_err(Fault::Unsupported)
}

fn object(spec: &ObjectSpec) -> Result<(), Need> {
    let t = spec.card.types;
    lacks(spec.named.is_some(), "named")?;
    lacks(matches!(spec.on, Some(Attached::Player(_))) && !t.has(Type::Aura), "an Equipment on a player")?;
    lacks(t.has(Type::Battle), "battle")?;
    lacks(t.has(Type::Scheme), "scheme")?;
    lacks(t.has(Type::Attraction), "attraction")
}

fn placed(spec: &ObjectSpec) -> Result<(), Need> {
    let there = zone_word(spec.place).is_some() || (spec.token && spec.place == Place::Outside);
    lacks(!there, &format!("in {}", spec.place))?;
    // The engine clears the sickness of the active player's permanents as it takes the board for the beginning of a turn.
    lacks(spec.sick && spec.controller.unwrap_or(spec.owner) == Seat::A, "sick")
}

fn ability(a: &Ability, all: &Setup) -> Result<(), Need> {
    let no = || Err(Need::Ability(a.word().into()));
    match a {
        // Nothing in the engine's turn asks for daybound, and a bestowed Aura can't be laid out.
        Ability::Keyword(Keyword::Bestow | Keyword::Daybound) => no(),
        Ability::Keyword(_) => Ok(()),
        Ability::Trigger(t) => trigger(t, all),
        Ability::Static(s) => match s {
            // Asked about nowhere.
            Static::CantPhaseOut { .. } | Static::CantPhaseIn { .. } | Static::EffectsDoubleCounters => no(),
            // The counters would go to the source.
            Static::EntersWith { to: Some(_), .. } => no(),
            // `AddStaticAbility$` is read for land drops only.
            Static::Grant { ability: inner, .. } | Static::HostHas(inner) if matches!(**inner, Ability::Static(_)) => no(),
            Static::Grant { to, ability: inner } => affected(to).and_then(|()| ability(inner, all)),
            Static::HostHas(inner) => ability(inner, all),
            // `Affected$` of players is read where it is "You".
            Static::HandSize { whose, .. } if *whose != Whose::You => no(),
            // "Enchanted player" is anybody to the engine.
            Static::SkipStep { whose: Whose::Enchanted, .. } => Err(setup("enchanted player")),
            Static::Anthem { to, .. } | Static::LoseAbilities { to } | Static::CantAttack { to } | Static::CantBlock { to } => affected(to),
            Static::AreAlso { to, .. } => affected(to),
            Static::SizeIsNumber(f) | Static::NoEntersTriggers { to: f } | Static::ExileInsteadOfDying { to: f } => plain(f),
            Static::EntersTapped { to: Some(f) } => affected(f),
            _ => Ok(()),
        },
    }
}

fn trigger(t: &Trigger, all: &Setup) -> Result<(), Need> {
    match &t.when {
        // Fired nowhere, or their parameters are not read.
        Event::DayNightChanges(_) | Event::BecomesAttached(_) | Event::BecomesUnattached(_) | Event::LoseControl(_) => {
            return Err(need_of(&t.clone().into()));
        }
        // The beginning of the other steps is not announced to triggers.
        Event::Beginning { whose: Whose::Enchanted, .. }
        | Event::Discards(Whose::Enchanted)
        | Event::Draws(Whose::Enchanted)
        | Event::PlayerLoses(Whose::Enchanted) => return Err(setup("enchanted player")),
        Event::Beginning { step: Step::Upkeep | Step::Draw | Step::FirstMain | Step::BeginningOfCombat, .. }
        | Event::Beginning { step: Step::EndOfCombat | Step::SecondMain | Step::End, .. } => {}
        Event::Beginning { .. } => return Err(setup("a trigger at the beginning of that step")),
        Event::PhasesOut(_) if t.batch => return Err(setup("one or more phase out")),
        _ => {}
    }
    // Life has 32 bits; a few firings of the largest gain must fit.
    if t.gain > 100_000_000 {
        return Err(setup("life totals of more than 32 bits"));
    }
    // Its trigger zone would have to be the zone that it comes from.
    if t.from_graveyard && t.when == Event::ToGraveyard(Subject::This) {
        return Err(setup("hearing of its own way to the graveyard from there"));
    }
    if let Some(Subject::Any(f)) = t.when.subject() {
        plain(&f)?;
    }
    match t.then.as_deref() {
        None | Some(Effect::PhaseOut(What::This)) => Ok(()),
        // Most effects of the engine know the target only, and what a triggered ability is about is none.
        Some(e) if matches!(e.what(), Some(What::This | What::That | What::Host)) => Err(setup("what a triggered ability does")),
        // From which zone is not known before, and one is all that the engine reads.
        Some(
            Effect::Exile(_) | Effect::ReturnToHand(_) | Effect::PutOnLibrary(_) | Effect::PutOntoBattlefield { .. } | Effect::InOrder(_),
        ) => Err(setup("what a triggered ability does")),
        Some(e) => effect(e, all),
    }
}

/// A description that the engine's general matcher reads right: one card type or subtype, then qualifiers.
fn plain(f: &Filter) -> Result<(), Need> {
    let supertypes = f.types.iter().filter(|t| matches!(t, Type::Legendary | Type::Basic)).count();
    let implied = f.types.iter().filter_map(Type::card_type).fold(Types::NONE, |s, t| s.with(Types::one(t)));
    let heads = f.types.without(implied).iter().count() - supertypes;
    let not =
        f.not.iter().all(|t| matches!(t, Type::Creature | Type::Land | Type::Artifact | Type::Enchantment | Type::Legendary | Type::Basic));
    if heads <= 1 && not && !f.phased_out && !f.types.has(Type::World) { Ok(()) } else { Err(setup("a description of several types")) }
}

/// A description that `Affected$` of a continuous effect reads right, which is less.
fn affected(f: &Filter) -> Result<(), Need> {
    let t = f.types;
    let subtype = |t: Type| matches!(t.card_type(), Some(Type::Creature));
    let types = t.iter().all(|x| matches!(x, Type::Creature | Type::Land) || subtype(x)) && t.iter().count() <= 2;
    let rest = f.not.without(Types::one(Type::Land)) == Types::NONE && f.tapped.is_none() && f.with.is_none() && f.token != Some(false);
    if types && rest && matches!(f.whose, Whose::Any | Whose::You) && f.of.is_none() && !f.phased_out {
        Ok(())
    } else {
        Err(setup("a continuous effect on such a description"))
    }
}

/// Whether the engine has the effect, with its duration and what it is about.
fn effect(e: &Effect, all: &Setup) -> Result<(), Need> {
    let no = || Err(Need::Effect(e.word().into()));
    if let Some(until) = e.until() {
        let kept = match e {
            Effect::GainControl { .. } => matches!(until, Until::EndOfTurn | Until::Forever),
            _ => until == Until::EndOfTurn,
        };
        if !kept && until == Until::Forever {
            return Err(setup("an effect other than control for good"));
        }
        if !kept {
            return Err(Need::Until(until.word().into()));
        }
    }
    match e {
        Effect::PhaseOut(What::All(_)) => Err(setup("phase out all")),
        Effect::PhaseIn(What::All(_)) => Err(setup("phase in all")),
        Effect::PhaseIn(What::This | What::Host) | Effect::PhaseOut(What::Host) => no(),
        // Takes away keywords only; takes away no types; comes off with the turn; forgets what is to be remembered.
        Effect::LoseAbilities { .. } | Effect::LoseTypes { .. } | Effect::DoesntUntapNext(_) | Effect::ExileAndReturn(_) => no(),
        // `FollowedBy$` and every extra phase but combat are dropped.
        Effect::ExtraCombat { main: true } | Effect::ExtraStep(_) => no(),
        Effect::GainAbility { ability, .. } if !matches!(**ability, Ability::Keyword(_)) => {
            Err(setup("gaining a triggered or static ability"))
        }
        Effect::GainAbility { ability: a, .. } => ability(a, all),
        Effect::SkipNextStep { step, .. } if !matches!(step, Step::Untap | Step::Draw) => Err(setup("skipping that step once")),
        // Scripts that have to be SVars of the source, which a source that exists already can't get.
        Effect::AtTheNext { .. }
        | Effect::When { .. }
        | Effect::CantBlockThisTurn(_)
        | Effect::CantPhaseOut { .. }
        | Effect::CantPhaseIn { .. } => no(),
        Effect::PhaseInAndOut { .. } | Effect::PhaseOutUntil { .. } | Effect::ExileUntil { .. } => no(),
        Effect::AddMana { keep: Some(_), .. } => Err(setup("mana that stays")),
        Effect::GainControl { what: What::All(_), .. } | Effect::RemoveCounters { from: What::All(_), .. } => no(),
        Effect::Unattach(What::All(_)) | Effect::RemoveFromCombat(What::All(_)) | Effect::Transform(What::All(_)) => no(),
        Effect::PutOntoBattlefield { on: Some(_), .. } => Err(setup("putting an Aura onto something")),
        Effect::InOrder(parts) => parts.iter().try_for_each(|p| effect(p, all)),
        _ => match (e, e.what()) {
            (Effect::Draw(Amount::ForEach(f)), _) => plain(f),
            (
                Effect::Exile(_) | Effect::ReturnToHand(_) | Effect::PutOnLibrary(_) | Effect::PutOntoBattlefield { .. },
                Some(What::All(f)),
            ) => moved(f),
            (_, Some(What::All(f))) => plain(f),
            _ => Ok(()),
        },
    }
}

/// A description that `ChangeType$` reads right: it does not know whose things are.
fn moved(f: &Filter) -> Result<(), Need> {
    plain(f)?;
    let ours = f.whose == Whose::Any && f.of.is_none() && !f.other && f.token.is_none() && f.tapped.is_none() && f.with.is_none();
    if ours && f.not == Types::NONE { Ok(()) } else { Err(setup("moving all of such a description")) }
}

/// An effect as an ability for the stack. What is named is named by a description that only it matches; where the engine has no effect for
/// all that match, it is the target.
pub(crate) fn prepare(e: &Effect, by: Seat, aimed: bool, all: &Setup, seen: &Snapshot) -> Result<Prepared, Fault> {
    effect(e, all).map_err(Fault::Unsupported)?;
    // Not the word is lacking, but a way to say it of these things here.
    let here = || Fault::Unsupported(setup("that effect in that place"));
    if let Effect::InOrder(parts) = e {
        if aimed {
            return Err(here());
        }
        let mut chain: Option<Box<Prepared>> = None;
        for part in parts.iter().rev() {
            let mut one = prepare(part, by, false, all, seen)?;
            // Where a card will be after an earlier part is not known yet.
            let late = one.line.contains("Origin$") && !std::ptr::eq(part, &parts[0]);
            if one.target.is_some() || late {
                return Err(here());
            }
            one.then = chain.take();
            chain = Some(Box::new(one));
        }
        return chain.map(|c| *c).ok_or_else(here);
    }
    if let Effect::Create(tokens) = e {
        let all: Vec<String> = tokens.iter().map(|t| card_name(t.index())).collect();
        return Ok(Prepared { line: format!("DB$ Token | TokenScript$ {} | TokenOwner$ You", all.join(",")), ..Prepared::default() });
    }
    let named: Vec<Obj> = e.what().map(What::named).unwrap_or_default().to_vec();
    if matches!(e.what(), Some(What::This | What::That | What::Host)) {
        return Err(here());
    }
    if named.iter().any(|o| seen.object(*o).back == Some(true) || seen.object(*o).place == Some(Place::Outside)) {
        return Err(Fault::Unsupported(setup("an effect on that object")));
    }
    // Of more than two players Forge's script names one.
    let some_other_way = all.seats() > 2 || !named.is_empty();
    let script = with_names(all, || forge::effect(e, by));
    let script = script.ok_or_else(|| if some_other_way { here() } else { Fault::no_effect(e.word()) })?;
    let one = if let [one] = named[..] { Some(one) } else { None };
    match e {
        // The engine phases what its ability remembers, and whatever else the script says, its own source.
        Effect::PhaseOut(_) | Effect::PhaseIn(_) if !aimed => {
            let way = if matches!(e, Effect::PhaseIn(_)) { "In" } else { "Out" };
            Ok(Prepared {
                line: format!("DB$ Phases | Defined$ Remembered | PhaseInOrOut$ {way}"),
                remembered: named,
                ..Prepared::default()
            })
        }
        // Cards that attach themselves are all that the engine has.
        Effect::Attach { .. }
            if one.is_none_or(|o| !all.object(o).card.types.has_any(Types::one(Type::Aura).with(Types::one(Type::Equipment)))) =>
        {
            Err(here())
        }
        Effect::Attach { to: Attached::Object(host), .. } if !aimed && one.is_some() => {
            Ok(Prepared { line: "DB$ Attach | ValidTgts$ Permanent".into(), source: one, ..on_target(*host, all, seen)? })
        }
        Effect::Attach { .. } => Err(here()),
        Effect::Unattach(_) | Effect::Transform(_) if !aimed => {
            let Some(one) = one else { return Err(here()) };
            if seen.object(one).is_phased_out() {
                // The engine reaches it as the source of its own ability, which no effect of another could.
                return Err(here());
            }
            let line = if matches!(e, Effect::Unattach(_)) {
                "DB$ Unattach | Defined$ Self"
            } else {
                "DB$ SetState | Defined$ Self | Mode$ Transform"
            };
            Ok(Prepared { line: line.into(), source: Some(one), ..Prepared::default() })
        }
        Effect::GainControl { .. } | Effect::RemoveCounters { .. } | Effect::RemoveFromCombat(_) if !aimed => {
            let Some(one) = one else { return Err(here()) };
            Ok(Prepared { line: targeted(&script), ..on_target(one, all, seen)? })
        }
        Effect::PutOntoBattlefield { .. } if aimed => Err(here()),
        _ if aimed && named.iter().any(|o| seen.object(*o).place != Some(Place::Battlefield)) => Err(here()),
        _ if aimed => match (one, &named[..]) {
            (Some(one), _) => Ok(Prepared { line: targeted(&script), target: Some(one), ..Prepared::default() }),
            (None, []) => rewritten(&inline(&script)).map(|line| Prepared { line, ..Prepared::default() }).ok_or_else(here),
            _ => Err(here()),
        },
        Effect::Exile(_) | Effect::ReturnToHand(_) | Effect::PutOnLibrary(_) | Effect::PutOntoBattlefield { .. } => {
            // Of the zones from which the effect takes things the engine reads one.
            let from = script.split("Origin$ ").nth(1).and_then(|r| r.split(" | ").next()).unwrap_or_default();
            let mut zones: Vec<&str> = named.iter().filter_map(|o| zone_word(seen.object(*o).place?)).collect();
            if matches!(e, Effect::PutOntoBattlefield { .. }) {
                // What is there is not put there.
                zones.retain(|z| *z != "Battlefield");
            }
            zones.dedup();
            if zones.iter().any(|z| !from.contains(z)) {
                return Err(Fault::Unsupported(setup("that effect on a card in that zone")));
            }
            let zone = match zones[..] {
                [] => from.split(',').next().unwrap_or_default(),
                [one] => one,
                _ => return Err(Fault::Unsupported(setup("one effect on cards in several zones"))),
            };
            Ok(Prepared { line: with_origin(&script, zone), ..Prepared::default() })
        }
        _ => rewritten(&inline(&script)).map(|line| Prepared { line, ..Prepared::default() }).ok_or_else(here),
    }
}

/// What the engine can do to one thing only it does to a target, and a target can be refused: by shroud, or where becoming a target is
/// what a card waits for.
fn on_target(one: Obj, all: &Setup, _: &Snapshot) -> Result<Prepared, Fault> {
    let minds =
        all.objects.iter().flat_map(|o| o.has.iter().flat_map(Ability::nested)).any(|a| {
            *a == Ability::Keyword(Keyword::Shroud) || matches!(a, Ability::Trigger(Trigger { when: Event::BecomesTarget(_), .. }))
        });
    if minds {
        return Err(Fault::Unsupported(setup("an effect that does not target what it names")));
    }
    Ok(Prepared { target: Some(one), ..Prepared::default() })
}

pub(crate) const fn zone_word(p: Place) -> Option<&'static str> {
    Some(match p {
        Place::Battlefield => "Battlefield",
        Place::Graveyard => "Graveyard",
        Place::Exile => "Exile",
        Place::Hand => "Hand",
        Place::Library => "Library",
        _ => return None,
    })
}

fn with_origin(script: &str, zone: &str) -> String {
    let parts = script.split(" | ").map(|p| if p.starts_with("Origin$") { format!("Origin$ {zone}") } else { p.to_owned() });
    parts.collect::<Vec<_>>().join(" | ")
}

/// The same script with its object as a target.
fn targeted(script: &str) -> String {
    let first = script.lines().next().unwrap_or_default();
    let parts = first.split(" | ").filter(|p| !p.starts_with("Defined$")).map(|p| match p {
        "DB$ ChangeZoneAll" => "DB$ ChangeZone",
        p if p.starts_with("ChangeType$") => "ValidTgts$ Permanent",
        p => p,
    });
    let line = parts.collect::<Vec<_>>().join(" | ");
    if line.contains("ValidTgts$") { with_origin(&line, "Battlefield") } else { format!("{line} | ValidTgts$ Permanent") }
}

/// The ability with the amounts that it names written where they are used.
fn inline(script: &str) -> String {
    let mut lines = script.lines();
    let mut first = lines.next().unwrap_or_default().to_owned();
    for svar in lines {
        if let Some((name, value)) = svar.strip_prefix("SVar:").and_then(|s| s.split_once(':')) {
            first = first.replace(&format!("$ {name}"), &format!("$ {value}"));
        }
    }
    first
}

/// For one thing, for all that match, and what the second calls them.
const TWINS: [(&str, &str, &str); 8] = [
    ("Destroy", "DestroyAll", "ValidCards"),
    ("DealDamage", "DamageAll", "ValidCards"),
    ("Pump", "PumpAll", "ValidCards"),
    ("Animate", "AnimateAll", "ValidCards"),
    ("Tap", "TapAll", "ValidCards"),
    ("Untap", "UntapAll", "ValidCards"),
    ("PutCounter", "PutCounterAll", "ValidCards"),
    ("Sacrifice", "SacrificeAll", "ValidCards"),
];

/// A line of a script in the engine's own words. It does not know `Defined$ Valid ...`, so an effect on one named thing is the effect on
/// all that are called so.
fn rewritten(line: &str) -> Option<String> {
    let Some(at) = line.find("DB$ ") else { return Some(line.to_owned()) };
    let (before, ability) = line.split_at(at);
    let Some((api, rest)) = ability["DB$ ".len()..].split_once(" | ") else { return Some(line.to_owned()) };
    let Some(valid) = rest.strip_prefix("Defined$ Valid ") else {
        let misread =
            (api == "Phases" && !rest.starts_with("Defined$ Self")) || rest.contains("Defined$ Valid") || rest.contains("AllValid$");
        return if misread { None } else { Some(line.to_owned()) };
    };
    let (_, all, key) = TWINS.iter().find(|(one, _, _)| *one == api)?;
    Some(format!("{before}DB$ {all} | {key}$ {valid}"))
}
