//! Abilities: `K:`, `S:`, `R:` and `T:` lines.

use super::filter::{described, filter};
use super::{Line, Script, counter, effect, keyword, phase, type_word};
use crate::{Ability, Condition, Event, Filter, Static, Subject, Trigger, Type, Whose};

/// The lines of a card's abilities.
pub(super) struct Lines(pub(super) Vec<String>);

/// All abilities of a card. Chapters of a Saga are one line together.
pub(super) fn abilities(has: &[Ability], s: &mut Script) -> Option<Lines> {
    let mut lines = Vec::new();
    let mut chapters: Vec<(u8, String)> = Vec::new();
    for a in has {
        match a {
            Ability::Keyword(k) => lines.push(format!("K:{}", keyword(*k))),
            Ability::Static(Static::EntersWith { to: None, counter: c, n }) => lines.push(format!("K:etbCounter:{}:{n}", counter(*c))),
            Ability::Static(st) => lines.push(statics(st, s)?),
            Ability::Trigger(t) => match t.when {
                Event::Chapter(n) => chapters.push((n, execute(t, s)?)),
                Event::Visited(Subject::This) => lines.push(format!("K:Visit:{}", execute(t, s)?)),
                _ => lines.push(format!("T:{}", trigger(t, s)?)),
            },
        }
    }
    if !chapters.is_empty() {
        chapters.sort();
        // A Saga's line lists a word for each of its chapters, none left out and none twice.
        if !chapters.iter().zip(1..).all(|((n, _), i)| *n == i) {
            return None;
        }
        let words: Vec<&str> = chapters.iter().map(|(_, w)| w.as_str()).collect();
        lines.push(format!("K:Chapter:{}:{}", words.len(), words.join(",")));
    }
    Some(Lines(lines))
}

/// What a continuous effect grants: its parameter and the SVar or keyword.
pub(super) fn granted(a: &Ability, s: &mut Script) -> Option<(&'static str, String)> {
    Some(match a {
        Ability::Keyword(k) => ("AddKeyword", keyword(*k).to_owned()),
        Ability::Trigger(t) => {
            let line = trigger(t, s)?;
            ("AddTrigger", s.svar(line))
        }
        Ability::Static(st) => {
            let line = statics(st, s)?;
            let line = line.strip_prefix("S:")?.to_owned();
            ("AddStaticAbility", s.svar(line))
        }
    })
}

const fn whose(w: Whose) -> Option<&'static str> {
    match w {
        Whose::Any => Some("Player"),
        Whose::You => Some("You"),
        Whose::Opponents => Some("Player.Opponent"),
        Whose::Enchanted => Some("Player.EnchantedBy"),
    }
}

fn continuous(affected: impl std::fmt::Display) -> Line {
    Line::new("S:Mode$ Continuous").with("Affected", affected)
}

fn replaces(event: &str) -> Line {
    Line::new(format!("R:Event$ {event}")).with("ActiveZones", "Battlefield")
}

/// The line of a static ability, `S:` or `R:`.
fn statics(st: &Static, s: &mut Script) -> Option<String> {
    let host = s.host.map(|h| format!("Permanent.{h}"));
    let valid = |f: &Filter| filter(f, None);
    let mode = |mode: &str, key: &str, value: String| Line::new(format!("S:Mode$ {mode}")).with(key, value);
    let line = match st {
        Static::Anthem { to, power, toughness } => continuous(valid(to)?).with("AddPower", power).with("AddToughness", toughness),
        Static::Grant { to, ability } => {
            let (key, value) = granted(ability, s)?;
            continuous(valid(to)?).with(key, value)
        }
        Static::LoseAbilities { to } => continuous(valid(to)?).with("RemoveAllAbilities", "True"),
        Static::AreAlso { to, types, power, toughness } => {
            let words: Vec<String> = types.iter().map(type_word).collect();
            let line = continuous(valid(to)?).with("AddType", words.join(" & "));
            if types.has(Type::Creature) { line.with("SetPower", power).with("SetToughness", toughness) } else { line }
        }
        Static::SizeIsNumber(f) => {
            let x = s.svar(format!("Count$Valid {}", valid(f)?));
            Line::new("S:Mode$ Continuous").with("CharacteristicDefining", "True").with("SetPower", &x).with("SetToughness", &x)
        }
        Static::HostGets { power, toughness } => continuous(host?).with("AddPower", power).with("AddToughness", toughness),
        Static::HostHas(a) => {
            let (key, value) = granted(a, s)?;
            continuous(host?).with(key, value)
        }
        Static::HostLosesAbilities => continuous(host?).with("RemoveAllAbilities", "True"),
        Static::YouControlHost => continuous(host?).with("GainControl", "You"),
        Static::HostDoesntUntap => doesnt_untap(&host?),
        Static::DoesntUntap => doesnt_untap("Card.Self"),
        Static::EntersWith { to, counter: c, n } => {
            let put = Line::new("DB$ PutCounter").with("ETB", "True").with("Defined", "ReplacedCard").with("CounterType", counter(*c));
            let put = s.svar(put.with("CounterNum", n).0);
            let line = if to.is_some() { replaces("Moved") } else { Line::new("R:Event$ Moved") };
            line.with("ValidCard", to.as_ref().map_or(Some("Card.Self".into()), entering)?)
                .with("Destination", "Battlefield")
                .with("ReplaceWith", put)
                .with("ReplacementResult", "Updated")
        }
        Static::EntersTapped { to } => {
            let tap = s.svar("DB$ Tap | ETB$ True | Defined$ ReplacedCard".into());
            let line = if to.is_some() { replaces("Moved") } else { Line::new("R:Event$ Moved") };
            line.with("ValidCard", to.as_ref().map_or(Some("Card.Self".into()), entering)?)
                .with("Destination", "Battlefield")
                .with("ReplaceWith", tap)
                .with("ReplacementResult", "Updated")
        }
        Static::SkipStep { whose: w, step } => {
            replaces("BeginPhase").with("ValidPlayer", whose(*w)?).with("Phase", phase(*step)).with("Skip", "True")
        }
        Static::UntapInOthersUntapStep => mode("UntapOtherPlayer", "ValidCard", "Permanent.YouCtrl".into()),
        Static::NoMaximumHandSize => continuous("You").with("SetMaxHandSize", "Unlimited"),
        Static::HandSize { whose: w, by } => continuous(whose(*w)?).with("RaiseMaxHandSize", by),
        Static::CantPhaseOut { to } => mode("CantPhaseOut", "ValidCard", valid(to)?),
        Static::CantPhaseIn { to } => mode("CantPhaseIn", "ValidCard", valid(to)?),
        Static::CantAttack { to } => mode("CantAttack", "ValidCard", valid(to)?),
        Static::CantBlock { to } => mode("CantBlock", "ValidCard", valid(to)?),
        Static::KeepMana => mode("UnspentMana", "ValidPlayer", "You".into()),
        Static::DamageStays => mode("NoCleanupDamage", "ValidCard", "Card.Self".into()),
        Static::NoEntersTriggers { to } => mode("DisableTriggers", "ValidCause", entering(to)?)
            .with("ValidMode", "ChangesZone,ChangesZoneAll")
            .with("Destination", "Battlefield"),
        Static::DiesTriggersTwice => mode("Panharmonicon", "ValidMode", "ChangesZone,ChangesZoneAll".into())
            .with("ValidCard", "Permanent.YouCtrl")
            .with("ValidCause", "Creature")
            .with("Origin", "Battlefield")
            .with("Destination", "Graveyard"),
        Static::ExileInsteadOfDying { to } => {
            let exile = Line::new("DB$ ChangeZone").with("Hidden", "True").with("Origin", "Battlefield").with("Destination", "Exile");
            let exile = s.svar(exile.with("Defined", "ReplacedCard").0);
            let line = replaces("Moved").with("ValidLKI", valid(to)?).with("Origin", "Battlefield").with("Destination", "Graveyard");
            line.with("ReplaceWith", exile)
        }
        Static::GraveyardsLoseAbilities => continuous("Card").with("AffectedZone", "Graveyard").with("RemoveAllAbilities", "True"),
        Static::CantDraw => mode("CantDraw", "ValidPlayer", "Player".into()),
        Static::DrawTwoInstead => {
            let two = s.svar("DB$ Draw | Defined$ You | NumCards$ 2".into());
            replaces("Draw").with("ValidPlayer", "You").with("ReplaceWith", two)
        }
        Static::NoLegendRule => mode("IgnoreLegendRule", "ValidCard", "Permanent.YouCtrl".into()),
        // Forge's own scripts for it changed their words from version to version.
        Static::EffectsDoubleCounters => return None,
    };
    Some(line.0)
}

fn doesnt_untap(card: &str) -> Line {
    replaces("Untap").with("ValidCard", card).with("ValidStepTurnToController", "You").with("Layer", "CantHappen")
}

/// What enters is matched as the card that it is.
fn entering(f: &Filter) -> Option<String> {
    described(f, None, "Card")
}

/// The SVar of what a trigger does on resolution.
fn execute(t: &Trigger, s: &mut Script) -> Option<String> {
    let mut parts = Vec::new();
    if t.gain != 0 {
        // Forge counts life in 32 bits.
        let gain = i32::try_from(t.gain).ok()?;
        parts.push(format!("DB$ GainLife | Defined$ You | LifeAmount$ {gain}"));
    }
    if let Some(then) = &t.then {
        parts.push(effect::line(then, s)?);
    }
    let last = parts.pop()?;
    let mut name = s.svar(last);
    if let Some(first) = parts.pop() {
        name = s.svar(Line::new(first).with("SubAbility", name).0);
    }
    Some(name)
}

/// A trigger without its `T:`.
fn trigger(t: &Trigger, s: &mut Script) -> Option<String> {
    let host = s.host;
    let subject = |x: Subject| match x {
        Subject::This => Some("Card.Self".to_owned()),
        Subject::Host => host.map(|h| format!("Card.{h}")),
        Subject::Any(f) => described(&f, None, "Card"),
    };
    let mut line = Line::new(when(&t.when, t.batch, &subject)?);
    match &t.condition {
        None => {}
        Some(Condition::YouControl { all, at_least }) => {
            line = line
                .with("IsPresent", filter(&Filter { whose: Whose::You, ..*all }, None)?)
                .with("PresentCompare", format!("GE{at_least}"));
        }
        Some(Condition::YouControlNo(f)) => {
            line = line.with("IsPresent", filter(&Filter { whose: Whose::You, ..*f }, None)?).with("PresentCompare", "EQ0");
        }
        Some(Condition::ThisIsTapped(yes)) => line = line.with("IsPresent", if *yes { "Card.Self+tapped" } else { "Card.Self+untapped" }),
        Some(Condition::ThisOnBattlefield) => line = line.with("IsPresent", "Card.Self"),
        Some(Condition::ThisInGraveyard) => line = line.with("IsPresent", "Card.Self").with("PresentZone", "Graveyard"),
        Some(Condition::ItIs(_)) => return None,
    }
    let own_zone_change = matches!(
        t.when,
        Event::Enters(Subject::This)
            | Event::Leaves(Subject::This)
            | Event::Dies(Subject::This)
            | Event::ToGraveyard(Subject::This)
            | Event::Exiled(Subject::This)
            | Event::ToHand(Subject::This)
            | Event::Sacrificed(Subject::This)
            | Event::PhasesOut(Subject::This)
            | Event::SetInMotion(_)
    );
    if t.from_graveyard {
        line = line.with("TriggerZones", "Graveyard");
    } else if !own_zone_change {
        line = line.with("TriggerZones", "Battlefield");
    }
    let execute = execute(t, s)?;
    Some(line.with("Execute", execute).0)
}

/// The event of a trigger: `Mode$ ...` with its parameters.
pub(super) fn when(e: &Event, batch: bool, subject: &dyn Fn(Subject) -> Option<String>) -> Option<String> {
    let moves = |x: Subject, from: &str, to: &str| {
        let (mode, key) = if batch { ("Mode$ ChangesZoneAll", "ValidCards") } else { ("Mode$ ChangesZone", "ValidCard") };
        Some(Line::new(mode).with("Origin", from).with("Destination", to).with(key, subject(x)?))
    };
    if batch
        && !matches!(
            e,
            Event::Enters(_)
                | Event::Leaves(_)
                | Event::Dies(_)
                | Event::ToGraveyard(_)
                | Event::Exiled(_)
                | Event::ToHand(_)
                | Event::LeavesGraveyard(_)
                | Event::PhasesOut(_)
        )
    {
        return None;
    }
    let of = |mode: &str, key: &str, x: Subject| Some(Line::new(format!("Mode$ {mode}")).with(key, subject(x)?));
    let line = match e {
        Event::Enters(x) => moves(*x, "Any", "Battlefield")?,
        Event::Leaves(x) => moves(*x, "Battlefield", "Any")?,
        Event::Dies(x) => moves(*x, "Battlefield", "Graveyard")?,
        Event::ToGraveyard(x) => moves(*x, "Any", "Graveyard")?,
        Event::Exiled(x) => moves(*x, "Battlefield", "Exile")?,
        Event::ToHand(x) => moves(*x, "Battlefield", "Hand")?,
        Event::LeavesGraveyard(x) => moves(*x, "Graveyard", "Any")?,
        Event::Sacrificed(x) => of("Sacrificed", "ValidCard", *x)?,
        Event::PhasesOut(x) if batch => of("PhaseOutAll", "ValidCards", *x)?,
        Event::PhasesOut(x) => of("PhaseOut", "ValidCard", *x)?,
        Event::PhasesIn(x) => of("PhaseIn", "ValidCard", *x)?,
        Event::Attacks(x) => of("Attacks", "ValidCard", *x)?,
        Event::Blocks(x) => of("Blocks", "ValidCard", *x)?,
        Event::BecomesBlocked(x) => of("AttackerBlocked", "ValidCard", *x)?,
        Event::DealsCombatDamage(x) => of("DamageDone", "ValidSource", *x)?.with("CombatDamage", "True"),
        Event::DealtDamage(x) => of("DamageDone", "ValidTarget", *x)?,
        Event::BecomesTapped(x) => of("Taps", "ValidCard", *x)?,
        Event::BecomesUntapped(x) => of("Untaps", "ValidCard", *x)?,
        Event::BecomesAttached(x) => of("Attached", "ValidSource", *x)?,
        Event::BecomesUnattached(x) => of("Unattach", "ValidAttachment", *x)?,
        Event::LoseControl(x) => of("ChangesController", "ValidCard", *x)?.with("ValidOriginalController", "You"),
        Event::BecomesTarget(x) => of("BecomesTarget", "ValidTarget", *x)?,
        Event::Beginning { step, whose: w } => Line::new("Mode$ Phase").with("Phase", phase(*step)).with("ValidPlayer", whose(*w)?),
        Event::Discards(w) => Line::new("Mode$ Discarded").with("ValidCard", "Card").with("ValidPlayer", whose(*w)?),
        Event::Draws(w) => Line::new("Mode$ Drawn").with("ValidCard", "Card").with("ValidPlayer", whose(*w)?),
        Event::DayNightChanges(_) => Line::new("Mode$ DayTimeChanges"),
        Event::Transforms(x) => of("Transformed", "ValidCard", *x)?,
        Event::PlayerLoses(w) => Line::new("Mode$ LosesGame").with("ValidPlayer", whose(*w)?),
        Event::SetInMotion(x) => of("SetInMotion", "ValidCard", *x)?,
        Event::ControlNo(f) => {
            let mine = Filter { whose: Whose::You, ..*f };
            Line::new("Mode$ Always").with("IsPresent", filter(&mine, None)?).with("PresentCompare", "EQ0")
        }
        // Of a change of control Forge's trigger knows the player before, not the player after. Chapters and visits are keywords.
        Event::OpponentGains(_) | Event::Chapter(_) | Event::Visited(_) => return None,
    };
    Some(line.0)
}
