//! Effects: `DB$ DestroyAll | ValidCards$ Creature.YouCtrl`.

use super::ability::{granted, when};
use super::filter::{described, filter};
use super::{Line, Script, counter, named, phase, type_word};
use crate::{Amount, Attached, Color, DayNight, Effect, Filter, Holder, Seat, Until, What};

/// An effect of `by` as a Forge ability script, without the kind of ability in front being anything but `DB$`. None if Forge script lacks
/// a word for part of it. Call it within the setup's [`names::scope`](crate::names::scope).
#[must_use]
pub fn effect(e: &Effect, by: Seat) -> Option<String> {
    let mut script = Script::new(Some(by), None, "Do");
    let first = line(e, &mut script)?;
    Some(std::iter::once(first).chain(script.lines()).collect::<Vec<_>>().join("\n"))
}

/// What an effect is about: one thing that `Defined$` can name, or all that match.
enum About {
    Defined(String),
    All(String),
}

fn about(w: &What, s: &Script, kind: &str) -> Option<About> {
    Some(match w {
        What::These(v) if v.is_empty() => return None,
        What::These(v) => {
            let names: Vec<String> = v.iter().map(|o| named(kind, *o)).collect();
            if v.len() == 1 { About::Defined(format!("Valid {}", names[0])) } else { About::All(names.join(",")) }
        }
        What::All(f) => About::All(filter(f, s.by)?),
        What::This => About::Defined("Self".into()),
        What::That => About::Defined("TriggeredCardLKICopy".into()),
        What::Host => About::Defined(host(s)?.into()),
    })
}

fn host(s: &Script) -> Option<&'static str> {
    match s.host? {
        "EquippedBy" => Some("Equipped"),
        "EnchantedBy" => Some("Enchanted"),
        _ => None,
    }
}

/// The effect for one thing, or its twin for all that match.
fn one_or_all(w: &What, s: &Script, one: &str, all: &str, key: &str) -> Option<Line> {
    Some(match about(w, s, "Permanent")? {
        About::Defined(d) => Line::new(format!("DB$ {one}")).with("Defined", d),
        About::All(v) => Line::new(format!("DB$ {all}")).with(key, v),
    })
}

/// An effect that has no twin for all that match.
fn defined(w: &What, s: &Script, api: &str) -> Option<Line> {
    Some(match about(w, s, "Permanent")? {
        About::Defined(d) => Line::new(format!("DB$ {api}")).with("Defined", d),
        About::All(v) => Line::new(format!("DB$ {api}")).with("Defined", format!("Valid {v}")),
    })
}

/// From the battlefield or another open zone to elsewhere; all at once.
fn change_zone(w: &What, s: &Script, from: &str, to: &str) -> Option<Line> {
    Some(
        match about(w, s, "Card")? {
            About::Defined(d) => match d.strip_prefix("Valid ") {
                Some(v) => Line::new("DB$ ChangeZoneAll").with("ChangeType", v),
                None => Line::new("DB$ ChangeZone").with("Defined", d),
            },
            About::All(v) => Line::new("DB$ ChangeZoneAll").with("ChangeType", v),
        }
        .with("Origin", from)
        .with("Destination", to),
    )
}

fn duration(u: Until) -> Option<Option<&'static str>> {
    Some(match u {
        Until::EndOfTurn => None,
        Until::EndOfCombat => Some("UntilEndOfCombat"),
        Until::Forever => Some("Permanent"),
        Until::YourNextTurn => Some("UntilYourNextTurn"),
        Until::YourNextUpkeep => Some("UntilYourNextUpkeep"),
        // A script can follow its own source only.
        Until::WhileYouControl(Holder::This) => Some("UntilLoseControlOfHost"),
        Until::WhileTapped(Holder::This) => Some("UntilUntaps"),
        Until::WhileOnBattlefield(Holder::This) => Some("UntilHostLeavesPlay"),
        Until::WhileYouControl(_) | Until::WhileTapped(_) | Until::WhileOnBattlefield(_) => return None,
    })
}

fn loses_control(u: Until) -> Option<Option<&'static str>> {
    Some(match u {
        Until::EndOfTurn => Some("EOT"),
        Until::Forever => None,
        Until::WhileYouControl(Holder::This) => Some("LeavesPlay,LoseControl"),
        Until::WhileTapped(Holder::This) => Some("Untap,LeavesPlay"),
        Until::WhileOnBattlefield(Holder::This) => Some("LeavesPlay"),
        _ => return None,
    })
}

/// A static ability that an effect makes for a time.
fn for_a_time(rule: String, until: Until, s: &mut Script) -> Option<Line> {
    let name = s.svar(format!("{rule} | EffectZone$ Command"));
    Some(Line::new("DB$ Effect").with("StaticAbilities", name).maybe("Duration", duration(until)?))
}

/// What phases, as `AllValid$` has it.
fn phasing(w: &What, s: &Script, status: &str) -> Option<String> {
    match w {
        What::These(v) if !v.is_empty() => Some(v.iter().map(|o| format!("Card.{status}+named{o}")).collect::<Vec<_>>().join(",")),
        What::All(f) if status == "phasedOut" => described(&Filter { phased_out: true, ..*f }, s.by, "Permanent"),
        What::All(f) => described(f, s.by, "Permanent"),
        _ => None,
    }
}

const fn mana(c: Color) -> &'static str {
    match c {
        Color::White => "W",
        Color::Blue => "U",
        Color::Black => "B",
        Color::Red => "R",
        Color::Green => "G",
        Color::Colorless => "C",
    }
}

/// The script of an effect; SVars that it needs go to `s`.
pub(super) fn line(e: &Effect, s: &mut Script) -> Option<String> {
    if let Effect::InOrder(parts) = e {
        return in_order(parts, s);
    }
    simple(e, s).map(|Line(text)| text)
}

/// Each part but the first is a sub-ability of the one before.
fn in_order(parts: &[Effect], s: &mut Script) -> Option<String> {
    let (last, before) = parts.split_last()?;
    let mut script = line(last, s)?;
    for part in before.iter().rev() {
        let next = s.svar(script);
        // A part that is itself a sequence has sub-abilities already; one more would cut them off.
        let part = line(part, s).filter(|l| !l.contains("SubAbility$"))?;
        script = Line::new(part).with("SubAbility", next).0;
    }
    Some(script)
}

fn simple(e: &Effect, s: &mut Script) -> Option<Line> {
    Some(match e {
        Effect::PhaseOut(w) => one_or_all(w, s, "Phases", "Phases", "AllValid")?,
        Effect::PhaseIn(w) => Line::new("DB$ Phases").with("AllValid", phasing(w, s, "phasedOut")?).with("PhaseInOrOut", "True"),
        Effect::PhaseInAndOut { r#in, out } => {
            let both = format!("{},{}", phasing(r#in, s, "phasedOut")?, phasing(out, s, "phasedIn")?);
            Line::new("DB$ Phases").with("AllValid", both).with("PhaseInOrOut", "True")
        }
        Effect::Destroy(w) => one_or_all(w, s, "Destroy", "DestroyAll", "ValidCards")?,
        Effect::Exile(w) => change_zone(w, s, "Battlefield,Graveyard,Hand", "Exile")?,
        Effect::ExileUntil { what, leaves: Holder::This } => {
            change_zone(what, s, "Battlefield", "Exile")?.with("Duration", "UntilHostLeavesPlay")
        }
        Effect::ExileAndReturn(w) => {
            let forget = s.svar("DB$ Cleanup | ClearRemembered$ True".into());
            let back = Line::new("DB$ ChangeZoneAll").with("ChangeType", "Card.IsRemembered").with("Origin", "Exile");
            let back = s.svar(back.with("Destination", "Battlefield").with("SubAbility", forget).0);
            change_zone(w, s, "Battlefield", "Exile")?.with("RememberChanged", "True").with("SubAbility", back)
        }
        Effect::ReturnToHand(w) => change_zone(w, s, "Battlefield,Graveyard", "Hand")?,
        Effect::PutOnLibrary(w) => change_zone(w, s, "Battlefield,Graveyard", "Library")?.with("LibraryPosition", 0),
        Effect::Sacrifice(What::This) => Line::new("DB$ Sacrifice").with("SacValid", "Self"),
        Effect::Sacrifice(w) => match about(w, s, "Permanent")? {
            About::Defined(d) => Line::new("DB$ SacrificeAll").with("ValidCards", d.strip_prefix("Valid ")?),
            About::All(v) => Line::new("DB$ SacrificeAll").with("ValidCards", v),
        },
        Effect::PutOntoBattlefield { what, under, tapped, on: None } => {
            if under.is_some() && *under != s.by {
                return None;
            }
            let line = change_zone(what, s, "Graveyard,Hand,Exile,Library", "Battlefield")?.with("GainControl", "True");
            line.maybe("Tapped", tapped.then_some("True"))
        }
        Effect::Mill { who, n } => Line::new("DB$ Mill").with("Defined", s.player(*who)?).with("NumCards", n),
        Effect::Damage { to, n } => one_or_all(to, s, "DealDamage", "DamageAll", "ValidCards")?.with("NumDmg", n),
        Effect::DamagePlayer { who, n } => Line::new("DB$ DealDamage").with("Defined", s.player(*who)?).with("NumDmg", n),
        Effect::Draw(Amount::N(n)) => Line::new("DB$ Draw").with("Defined", "You").with("NumCards", n),
        Effect::Draw(Amount::ForEach(f)) => {
            let count = format!("Count$Valid {}", filter(f, s.by)?);
            let x = s.svar(count);
            Line::new("DB$ Draw").with("Defined", "You").with("NumCards", x)
        }
        Effect::Discard(n) => Line::new("DB$ Discard").with("Defined", "You").with("NumCards", n).with("Mode", "TgtChoose"),
        Effect::LoseTheGame(v) => match &v[..] {
            [one] => Line::new("DB$ LosesGame").with("Defined", s.player(*one)?),
            _ => return None,
        },
        Effect::Pump { what, power, toughness, until } => one_or_all(what, s, "Pump", "PumpAll", "ValidCards")?
            .with("NumAtt", format!("{power:+}"))
            .with("NumDef", format!("{toughness:+}"))
            .maybe("Duration", duration(*until)?),
        Effect::GainAbility { what, ability, until } => gain(what, ability, *until, s)?,
        Effect::LoseAbilities { what, until } => animate(what, s)?.with("RemoveAllAbilities", "True").maybe("Duration", duration(*until)?),
        Effect::BecomeCreatures { what, power, toughness, until } => {
            let line = animate(what, s)?.with("Types", "Creature").with("Power", power).with("Toughness", toughness);
            line.maybe("Duration", duration(*until)?)
        }
        Effect::LoseTypes { what, types, until } => {
            let types: Vec<String> = types.iter().map(type_word).collect();
            animate(what, s)?.with("RemoveTypes", types.join(",")).maybe("Duration", duration(*until)?)
        }
        Effect::GainControl { what, until } => {
            let line = one_or_all(what, s, "GainControl", "GainControl", "AllValid")?.with("NewController", "You");
            line.maybe("LoseControl", loses_control(*until)?)
        }
        Effect::Tap(w) => one_or_all(w, s, "Tap", "TapAll", "ValidCards")?,
        Effect::Untap(w) => one_or_all(w, s, "Untap", "UntapAll", "ValidCards")?,
        Effect::PutCounters { on, counter: c, n } => {
            one_or_all(on, s, "PutCounter", "PutCounterAll", "ValidCards")?.with("CounterType", counter(*c)).with("CounterNum", n)
        }
        Effect::RemoveCounters { from, counter: c, n } => {
            one_or_all(from, s, "RemoveCounter", "RemoveCounterAll", "ValidCards")?.with("CounterType", counter(*c)).with("CounterNum", n)
        }
        Effect::Attach { what, to } => {
            let About::Defined(object) = about(what, s, "Permanent")? else { return None };
            let to = match to {
                Attached::Player(p) => s.player(*p)?.to_owned(),
                Attached::Object(o) => format!("Valid {}", named("Permanent", *o)),
            };
            Line::new("DB$ Attach").with("Object", object).with("Defined", to)
        }
        Effect::Unattach(w) => defined(w, s, "Unattach")?,
        Effect::RemoveFromCombat(w) => defined(w, s, "RemoveFromCombat")?,
        Effect::SkipNextStep { who, step } => Line::new("DB$ SkipPhase").with("Defined", s.player(*who)?).with("Step", phase(*step)),
        Effect::DoesntUntapNext(w) => one_or_all(w, s, "Pump", "PumpAll", "ValidCards")?
            .with("KW", "HIDDEN This card doesn't untap during your next untap step.")
            .with("Duration", "Permanent"),
        Effect::ExtraTurn(who) => Line::new("DB$ AddTurn").with("Defined", s.player(*who)?).with("NumTurns", 1),
        Effect::ExtraCombat { main } => Line::new("DB$ AddPhase").with("ExtraPhase", "Combat").maybe("FollowedBy", main.then_some("Main2")),
        Effect::ExtraStep(step) => Line::new("DB$ AddPhase").with("ExtraPhase", phase(*step)),
        Effect::EndTheTurn => Line::new("DB$ EndTurn"),
        Effect::ItBecomes(d) => Line::new("DB$ DayTime").with("Value", if *d == DayNight::Day { "Day" } else { "Night" }),
        Effect::AddMana { color, n, keep } => {
            let line = Line::new("DB$ Mana").with("Produced", mana(*color)).with("Amount", n);
            match keep {
                None => line,
                Some(Until::EndOfTurn) => line.with("PersistentMana", "True"),
                Some(_) => return None,
            }
        }
        Effect::Transform(w) => defined(w, s, "SetState")?.with("Mode", "Transform"),
        Effect::CantBlockThisTurn(f) => {
            let rule = format!("Mode$ CantBlock | ValidCard$ {}", filter(f, s.by)?);
            for_a_time(rule, Until::EndOfTurn, s)?
        }
        Effect::CantPhaseOut { what, until } => cant("CantPhaseOut", what, *until, s)?,
        Effect::CantPhaseIn { what, until } => cant("CantPhaseIn", what, *until, s)?,
        Effect::AtTheNext { step, of, then } => {
            let then = line(then, s)?;
            let then = s.svar(then);
            let whose = of.map(|p| s.player(p)).map_or(Some("Player"), |p| p)?;
            let line = Line::new("DB$ DelayedTrigger").with("Mode", "Phase").with("Phase", phase(*step));
            line.with("ValidPlayer", whose).with("Execute", then)
        }
        Effect::When { event, about, this_turn, then } => {
            let then = line(then, s)?;
            let then = s.svar(then);
            let mode = when(event, false, &|_| Some(named("Card", *about)))?;
            let line = Line::new(format!("DB$ DelayedTrigger | {mode}")).maybe("ThisTurn", this_turn.then_some("True"));
            line.with("Execute", then)
        }
        // A token needs a script file of its own; a battle's protector, spells that only count, and a duration that follows another
        // permanent have no word.
        _ => return None,
    })
}

fn animate(w: &What, s: &Script) -> Option<Line> {
    one_or_all(w, s, "Animate", "AnimateAll", "ValidCards")
}

fn gain(w: &What, ability: &crate::Ability, until: Until, s: &mut Script) -> Option<Line> {
    let duration = duration(until)?;
    if let crate::Ability::Keyword(k) = ability {
        return Some(one_or_all(w, s, "Pump", "PumpAll", "ValidCards")?.with("KW", super::keyword(*k)).maybe("Duration", duration));
    }
    let (key, name) = granted(ability, s)?;
    let key = match key {
        "AddTrigger" => "Triggers",
        "AddStaticAbility" => "staticAbilities",
        _ => return None,
    };
    Some(animate(w, s)?.with(key, name).maybe("Duration", duration))
}

fn cant(mode: &str, w: &What, until: Until, s: &mut Script) -> Option<Line> {
    let valid = match about(w, s, "Card")? {
        About::Defined(d) => {
            d.strip_prefix("Valid ").map_or_else(|| (d == "Self").then(|| "Card.EffectSource".to_owned()), |v| Some(v.to_owned()))?
        }
        About::All(v) => v,
    };
    for_a_time(format!("Mode$ {mode} | ValidCard$ {valid}"), until, s)
}
