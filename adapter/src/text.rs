//! The canonical rules text of each word, for engines that read rules text, and for people.

use crate::{
    Ability, Amount, Attached, Condition, Effect, Event, Filter, Holder, ObjectSpec, Seat, Static, Step, Subject, Trigger, Type, Until,
    What, Whose,
};

/// The rules text of a card: one line an ability, keywords on one line.
#[must_use]
pub fn card(spec: &ObjectSpec) -> String {
    abilities(&spec.has, &host_word(spec))
}

fn host_word(spec: &ObjectSpec) -> String {
    let t = spec.card.types;
    if t.has(Type::Equipment) {
        "equipped creature".into()
    } else if t.has(Type::Fortification) {
        "fortified land".into()
    } else if matches!(spec.on, Some(Attached::Player(_))) {
        "enchanted player".into()
    } else {
        "enchanted permanent".into()
    }
}

fn abilities(has: &[Ability], host: &str) -> String {
    let keywords: Vec<&str> = has.iter().filter_map(|a| if let Ability::Keyword(k) = a { Some(k.word()) } else { None }).collect();
    let mut lines = Vec::new();
    if !keywords.is_empty() {
        lines.push(capital(&keywords.join(", ")));
    }
    lines.extend(has.iter().filter(|a| !matches!(a, Ability::Keyword(_))).map(|a| ability(a, host)));
    lines.join("\n")
}

fn capital(s: &str) -> String {
    let mut c = s.chars();
    c.next().map(|f| f.to_uppercase().chain(c).collect()).unwrap_or_default()
}

/// The rules text of an ability; `host` is what the source calls what it is attached to.
#[must_use]
pub fn ability(a: &Ability, host: &str) -> String {
    match a {
        Ability::Keyword(k) => capital(k.word()),
        Ability::Static(s) => statics(s, host),
        Ability::Trigger(t) => trigger(t, host),
    }
}

fn signed(p: i8, t: i8) -> String {
    format!("{p:+}/{t:+}")
}

fn plural(f: &Filter) -> String {
    f.to_string()
}

fn statics(s: &Static, host: &str) -> String {
    let host = capital(host);
    match s {
        Static::Anthem { to, power, toughness } => format!("{} get {}.", capital(&plural(to)), signed(*power, *toughness)),
        Static::Grant { to, ability: a } => match &**a {
            Ability::Keyword(k) => format!("{} have {k}.", capital(&plural(to))),
            a => format!("{} have “{}”", capital(&plural(to)), ability(a, "enchanted permanent")),
        },
        Static::LoseAbilities { to } => format!("{} lose all abilities.", capital(&plural(to))),
        Static::AreAlso { to, types, power, toughness } if types.has(Type::Creature) => {
            format!("{} are {power}/{toughness} {types}s in addition to their other types.", capital(&plural(to)))
        }
        Static::AreAlso { to, types, .. } => format!("{} are {types}s in addition to their other types.", capital(&plural(to))),
        Static::SizeIsNumber(f) => format!("This creature's power and toughness are both the number of {}.", plural(f)),
        Static::HostGets { power, toughness } => format!("{host} gets {}.", signed(*power, *toughness)),
        Static::HostHas(a) => match &**a {
            Ability::Keyword(k) => format!("{host} has {k}."),
            a => format!("{host} has “{}”", ability(a, "enchanted permanent")),
        },
        Static::HostLosesAbilities => format!("{host} loses all abilities."),
        Static::YouControlHost => format!("You control {}.", host.to_lowercase()),
        Static::HostDoesntUntap => format!("{host} doesn't untap during its controller's untap step."),
        Static::EntersWith { to: None, counter, n } => format!("This permanent enters with {n} {counter} counters on it."),
        Static::EntersWith { to: Some(f), counter, n } => {
            format!("{} enter with {n} additional {counter} counters on them.", capital(&plural(f)))
        }
        Static::EntersTapped { to: None } => "This permanent enters tapped.".into(),
        Static::EntersTapped { to: Some(f) } => format!("{} enter tapped.", capital(&plural(f))),
        Static::SkipStep { whose, step } => match whose {
            Whose::You => format!("Skip your {}.", stage(*step)),
            Whose::Any => format!("Players skip their {}s.", stage(*step)),
            Whose::Opponents => format!("Your opponents skip their {}s.", stage(*step)),
            Whose::Enchanted => format!("Enchanted player skips their {}.", stage(*step)),
        },
        Static::DoesntUntap => "This permanent doesn't untap during your untap step.".into(),
        Static::UntapInOthersUntapStep => "Untap all permanents you control during each other player's untap step.".into(),
        Static::NoMaximumHandSize => "You have no maximum hand size.".into(),
        Static::HandSize { whose, by } => format!("{} maximum hand size is changed by {by:+}.", capital(possessive(*whose))),
        Static::CantPhaseOut { to } => format!("{} can't phase out.", capital(&plural(to))),
        Static::CantPhaseIn { to } => format!("{} can't phase in.", capital(&plural(to))),
        Static::CantAttack { to } => format!("{} can't attack.", capital(&plural(to))),
        Static::CantBlock { to } => format!("{} can't block.", capital(&plural(to))),
        Static::KeepMana => "You don't lose unspent mana as steps and phases end.".into(),
        Static::DamageStays => "Damage isn't removed from this creature during cleanup steps.".into(),
        Static::NoEntersTriggers { to } => format!("{} entering don't cause abilities to trigger.", capital(&plural(to))),
        Static::DiesTriggersTwice => {
            "If a creature dying causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."
                .into()
        }
        Static::ExileInsteadOfDying { to } => format!("If any of {} would die, exile it instead.", plural(to)),
        Static::GraveyardsLoseAbilities => "Cards in graveyards lose all abilities.".into(),
        Static::CantDraw => "Players can't draw cards.".into(),
        Static::DrawTwoInstead => "If you would draw a card, draw two cards instead.".into(),
        Static::EffectsDoubleCounters => {
            "If an effect would put any counters on a permanent you control, it puts twice that many instead.".into()
        }
        Static::NoLegendRule => "The “legend rule” doesn't apply to permanents you control.".into(),
    }
}

/// A main phase is a phase, the others are steps (500.1).
fn stage(step: Step) -> String {
    format!("{step} {}", if matches!(step, Step::FirstMain | Step::SecondMain) { "phase" } else { "step" })
}

fn possessive(w: Whose) -> &'static str {
    match w {
        Whose::Any => "each player's",
        Whose::You => "your",
        Whose::Opponents => "each opponent's",
        Whose::Enchanted => "enchanted player's",
    }
}

fn subject(s: Subject, host: &str) -> String {
    match s {
        Subject::This => "this permanent".into(),
        Subject::Host => host.into(),
        Subject::Any(f) => singular(&f),
    }
}

/// A description of permanents as one of cards: "creatures you control" as "creature cards you own".
fn cards(phrase: &str) -> String {
    let (head, tail) = halves(phrase);
    let tail = tail.replace("control", "own");
    match head.strip_suffix('s').filter(|_| head.starts_with("one or more")) {
        Some(one) => format!("{one} cards{tail}"),
        None => format!("{head} card{tail}"),
    }
}

/// A phrase before and after what says more of those that it names.
fn halves(phrase: &str) -> (&str, &str) {
    match phrase.find(" with ").or_else(|| phrase.find(" you control")).or_else(|| phrase.find(" your opponents control")) {
        Some(i) => phrase.split_at(i),
        None => (phrase, ""),
    }
}

/// The filter as "a creature", "another permanent you control".
fn singular(f: &Filter) -> String {
    let mut one = *f;
    one.other = false;
    let phrase = one.to_string();
    let (head, tail) = halves(&phrase);
    let head = match head {
        h if h.ends_with("elves") => format!("{}elf", h.trim_end_matches("elves")),
        h if h.ends_with("plains") => h.to_owned(),
        h => h.trim_end_matches('s').to_owned(),
    };
    let article = match (f.other, head.starts_with(['a', 'e', 'i', 'o', 'u'])) {
        (true, _) => "another",
        (false, true) => "an",
        (false, false) => "a",
    };
    format!("{article} {head}{tail}")
}

fn who(w: Whose) -> &'static str {
    match w {
        Whose::Any => "a player",
        Whose::You => "you",
        Whose::Opponents => "an opponent",
        Whose::Enchanted => "enchanted player",
    }
}

fn verb(w: Whose, you: &'static str, other: &'static str) -> &'static str {
    if w == Whose::You { you } else { other }
}

fn event(e: &Event, host: &str, batch: bool) -> String {
    let s = |s: Subject| {
        if batch && let Subject::Any(f) = s {
            return format!("one or more {}", plural(&f));
        }
        subject(s, host)
    };
    // Without the word "card" a description means a permanent (109.2), which nothing in a graveyard is.
    let card = |x: Subject| match x {
        Subject::Any(_) => cards(&s(x)),
        _ => s(x),
    };
    let v = |one: &'static str, many: &'static str| if batch { many } else { one };
    let when = match e.subject() {
        Some(Subject::This) => "When",
        _ => "Whenever",
    };
    match e {
        Event::Enters(x) => format!("{when} {} {}", s(*x), v("enters", "enter")),
        Event::Leaves(x) => format!("{when} {} {} the battlefield", s(*x), v("leaves", "leave")),
        Event::Dies(x) => format!("{when} {} {}", s(*x), v("dies", "die")),
        Event::ToGraveyard(x) => format!("{when} {} {} put into a graveyard from anywhere", card(*x), v("is", "are")),
        Event::Exiled(x) => format!("{when} {} {} put into exile from the battlefield", s(*x), v("is", "are")),
        Event::ToHand(x) => format!("{when} {} {} returned to a hand from the battlefield", s(*x), v("is", "are")),
        Event::LeavesGraveyard(x) => format!("{when} {} {} a graveyard", card(*x), v("leaves", "leave")),
        Event::Sacrificed(x) => format!("{when} {} {} sacrificed", s(*x), v("is", "are")),
        Event::PhasesOut(x) => format!("{when} {} {} out", s(*x), v("phases", "phase")),
        Event::PhasesIn(x) => format!("{when} {} {} in", s(*x), v("phases", "phase")),
        Event::Attacks(x) => format!("{when} {} {}", s(*x), v("attacks", "attack")),
        Event::Blocks(x) => format!("{when} {} {}", s(*x), v("blocks", "block")),
        Event::BecomesBlocked(x) => format!("{when} {} {} blocked", s(*x), v("becomes", "become")),
        Event::DealsCombatDamage(x) => format!("{when} {} {} combat damage", s(*x), v("deals", "deal")),
        Event::DealtDamage(x) => format!("{when} {} {} dealt damage", s(*x), v("is", "are")),
        Event::BecomesTapped(x) => format!("{when} {} {} tapped", s(*x), v("becomes", "become")),
        Event::BecomesUntapped(x) => format!("{when} {} {} untapped", s(*x), v("becomes", "become")),
        Event::BecomesAttached(x) => format!("{when} {} {} attached to something", s(*x), v("becomes", "become")),
        Event::BecomesUnattached(x) => format!("{when} {} {} unattached from something", s(*x), v("becomes", "become")),
        Event::LoseControl(x) => format!("{when} you lose control of {}", s(*x)),
        Event::OpponentGains(x) => format!("{when} an opponent gains control of {} from you", s(*x)),
        Event::BecomesTarget(x) => format!("{when} {} {} the target of a spell or an ability", s(*x), v("becomes", "become")),
        Event::Beginning { step, whose } => match whose {
            Whose::Any => format!("At the beginning of each player's {}", stage(*step)),
            w => format!("At the beginning of {} {}", possessive(*w), stage(*step)),
        },
        Event::Discards(w) => format!("Whenever {} {} a card", who(*w), verb(*w, "discard", "discards")),
        Event::Draws(w) => format!("Whenever {} {} a card", who(*w), verb(*w, "draw", "draws")),
        Event::DayNightChanges(_) => "Whenever day becomes night or night becomes day".into(),
        Event::Transforms(x) => format!("{when} {} {}", s(*x), v("transforms", "transform")),
        Event::PlayerLoses(w) => format!("Whenever {} {} the game", who(*w), verb(*w, "lose", "loses")),
        Event::Chapter(n) => format!("Chapter {n}"),
        Event::Visited(_) => "Visit".into(),
        Event::SetInMotion(_) => "When you set this scheme in motion".into(),
        Event::ControlNo(f) => format!("When you control no {}", plural(f)),
    }
}

fn condition(c: &Condition) -> String {
    match c {
        Condition::YouControl { all, at_least } => {
            let mut f = *all;
            if f.whose == Whose::You {
                f.whose = Whose::Any;
            }
            format!("if you control {at_least} or more {f}")
        }
        Condition::YouControlNo(f) => format!("if you control no {f}"),
        Condition::ThisIsTapped(true) => "if this permanent is tapped".into(),
        Condition::ThisIsTapped(false) => "if this permanent is untapped".into(),
        Condition::ThisOnBattlefield => "if this permanent is on the battlefield".into(),
        Condition::ThisInGraveyard => "if this card is in your graveyard".into(),
        Condition::ItIs(d) => format!("if it's {}", if *d == crate::DayNight::Day { "day" } else { "night" }),
    }
}

fn trigger(t: &Trigger, host: &str) -> String {
    let mut text = event(&t.when, host, t.batch);
    if let Some(c) = &t.condition {
        text.push_str(", ");
        text.push_str(&condition(c));
    }
    text.push_str(if matches!(t.when, Event::Chapter(_) | Event::Visited(_)) { " — " } else { ", " });
    if t.gain != 0 {
        text.push_str(&format!("you gain {} life", t.gain));
    }
    if let Some(e) = &t.then {
        if t.gain != 0 {
            text.push_str(". ");
        }
        text.push_str(&effect(e, Seat::A));
    } else {
        text.push('.');
    }
    if t.from_graveyard {
        text.push_str(" (This ability functions only while this card is in a graveyard.)");
    }
    text
}

fn until(u: &Until) -> String {
    match u {
        Until::EndOfTurn => " until end of turn".into(),
        Until::EndOfCombat => " until end of combat".into(),
        Until::Forever => String::new(),
        Until::YourNextTurn => " until your next turn".into(),
        Until::YourNextUpkeep => " until your next upkeep".into(),
        Until::WhileYouControl(h) => format!(" for as long as you control {}", holder(*h)),
        Until::WhileTapped(h) => format!(" for as long as {} remains tapped", holder(*h)),
        Until::WhileOnBattlefield(h) => format!(" for as long as {} remains on the battlefield", holder(*h)),
    }
}

fn holder(h: Holder) -> String {
    match h {
        Holder::This => "this permanent".into(),
        Holder::Object(o) => o.to_string(),
    }
}

fn what(w: &What) -> String {
    match w {
        What::These(v) if v.is_empty() => "no permanents".into(),
        What::These(_) | What::All(_) => w.to_string(),
        What::This => "this permanent".into(),
        What::That => "that object".into(),
        What::Host => "the permanent this is attached to".into(),
    }
}

fn many(w: &What) -> bool {
    matches!(w, What::All(_)) || w.named().len() > 1
}

fn player(s: Seat, by: Seat) -> String {
    if s == by { "you".into() } else { format!("player {s}") }
}

/// The rules text of an effect of `by`.
#[must_use]
pub fn effect(e: &Effect, by: Seat) -> String {
    let pick = |w: &What, one: &'static str, more: &'static str| if many(w) { more } else { one };
    match e {
        Effect::PhaseOut(w) => format!("{} {} out.", capital(&what(w)), pick(w, "phases", "phase")),
        Effect::PhaseIn(w) => format!("{} {} in.", capital(&what(w)), pick(w, "phases", "phase")),
        Effect::PhaseInAndOut { r#in, out } => {
            format!(
                "Simultaneously, {} {} in and {} {} out.",
                what(r#in),
                pick(r#in, "phases", "phase"),
                what(out),
                pick(out, "phases", "phase")
            )
        }
        Effect::PhaseOutUntil { what: w, leaves } => {
            format!("{} {} out until {} leaves the battlefield.", capital(&what(w)), pick(w, "phases", "phase"), holder(*leaves))
        }
        Effect::Destroy(w) => format!("Destroy {}.", what(w)),
        Effect::Exile(w) => format!("Exile {}.", what(w)),
        Effect::ExileUntil { what: w, leaves } => format!("Exile {} until {} leaves the battlefield.", what(w), holder(*leaves)),
        Effect::ExileAndReturn(w) => {
            format!(
                "Exile {}, then return {} to the battlefield under {} owner's control.",
                what(w),
                pick(w, "it", "them"),
                pick(w, "its", "their")
            )
        }
        Effect::ReturnToHand(w) => format!("Return {} to {} hand.", what(w), pick(w, "its owner's", "their owners'")),
        Effect::PutOnLibrary(w) => format!("Put {} on top of {} library.", what(w), pick(w, "its owner's", "their owners'")),
        Effect::Sacrifice(w) => format!("{} controller sacrifices {}.", if many(w) { "Each one's" } else { "Its" }, what(w)),
        Effect::PutOntoBattlefield { what: w, under, tapped, on } => {
            let mut s = format!("Put {} onto the battlefield", what(w));
            if *tapped {
                s.push_str(" tapped");
            }
            if let Some(a) = on {
                s.push_str(&format!(" attached to {}", attached(*a, by)));
            }
            match under {
                Some(seat) if *seat != by => s.push_str(&format!(" under player {seat}'s control.")),
                _ => s.push_str(" under your control."),
            }
            s
        }
        Effect::Create(v) => format!("Create {}.", What::These(v.clone())),
        Effect::Mill { who: s, n } => format!("{} {} {n} cards.", capital(&player(*s, by)), if *s == by { "mill" } else { "mills" }),
        Effect::Damage { to, n } => format!("This deals {n} damage to {}{}.", if many(to) { "each of " } else { "" }, what(to)),
        Effect::DamagePlayer { who: s, n } => format!("This deals {n} damage to {}.", player(*s, by)),
        Effect::Draw(Amount::N(n)) => format!("Draw {n} cards."),
        Effect::Draw(Amount::ForEach(f)) => format!("Draw cards equal to the number of {}.", plural(f)),
        Effect::Discard(n) => format!("Discard {n} cards."),
        Effect::LoseTheGame(v) => {
            let names: Vec<String> = v.iter().map(|s| player(*s, by)).collect();
            format!("{} lose the game.", capital(&names.join(" and ")))
        }
        Effect::Pump { what: w, power, toughness, until: u } => {
            format!("{} {} {}{}.", capital(&what(w)), pick(w, "gets", "get"), signed(*power, *toughness), until(u))
        }
        Effect::GainAbility { what: w, ability: a, until: u } => match &**a {
            Ability::Keyword(k) => format!("{} {} {k}{}.", capital(&what(w)), pick(w, "gains", "gain"), until(u)),
            a => format!("{} {} “{}”{}.", capital(&what(w)), pick(w, "gains", "gain"), ability(a, "enchanted permanent"), until(u)),
        },
        Effect::LoseAbilities { what: w, until: u } => {
            format!("{} {} all abilities{}.", capital(&what(w)), pick(w, "loses", "lose"), until(u))
        }
        Effect::BecomeCreatures { what: w, power, toughness, until: u } => format!(
            "{} {} {power}/{toughness} {} in addition to {} other types{}.",
            capital(&what(w)),
            pick(w, "becomes a", "become"),
            pick(w, "creature", "creatures"),
            pick(w, "its", "their"),
            until(u)
        ),
        Effect::LoseTypes { what: w, types, until: u } => {
            format!("{} {} {types}{}.", capital(&what(w)), pick(w, "isn't a", "aren't"), until(u))
        }
        Effect::GainControl { what: w, until: u } => format!("Gain control of {}{}.", what(w), until(u)),
        Effect::Tap(w) => format!("Tap {}.", what(w)),
        Effect::Untap(w) => format!("Untap {}.", what(w)),
        Effect::PutCounters { on, counter, n } => {
            format!("Put {n} {counter} counters on {}{}.", if many(on) { "each of " } else { "" }, what(on))
        }
        Effect::RemoveCounters { from, counter, n } => {
            format!("Remove {n} {counter} counters from {}{}.", if many(from) { "each of " } else { "" }, what(from))
        }
        Effect::Attach { what: w, to } => format!("Attach {} to {}.", what(w), attached(*to, by)),
        Effect::Unattach(w) => format!("Unattach {}.", what(w)),
        Effect::RemoveFromCombat(w) => format!("Remove {} from combat.", what(w)),
        Effect::SkipNextStep { who: s, step } if *s == by => format!("You skip your next {}.", stage(*step)),
        Effect::SkipNextStep { who: s, step } => format!("Player {s} skips their next {}.", stage(*step)),
        Effect::DoesntUntapNext(w) => {
            format!(
                "{} {} untap during {} controller's next untap step.",
                capital(&what(w)),
                pick(w, "doesn't", "don't"),
                pick(w, "its", "their")
            )
        }
        Effect::ExtraTurn(s) if *s == by => "Take an extra turn after this one.".into(),
        Effect::ExtraTurn(s) => format!("Player {s} takes an extra turn after this one."),
        Effect::ExtraCombat { main: true } => {
            "After this phase, there is an additional combat phase followed by an additional main phase.".into()
        }
        Effect::ExtraCombat { main: false } => "After this phase, there is an additional combat phase.".into(),
        Effect::ExtraStep(step) => format!("After this step, there is an additional {}.", stage(*step)),
        Effect::EndTheTurn => "End the turn.".into(),
        Effect::ItBecomes(d) => format!("It becomes {}.", if *d == crate::DayNight::Day { "day" } else { "night" }),
        Effect::CastSpells(n) => format!("You cast {n} spells."),
        Effect::AddMana { color, n, keep } => {
            let mut s = format!("Add {n} {color} mana.");
            if let Some(u) = keep {
                s.push_str(&format!(" {}, this mana isn't lost as steps and phases end.", capital(until(u).trim_start())));
            }
            s
        }
        Effect::Transform(w) => format!("Transform {}.", what(w)),
        Effect::ChangeProtector { what: w, to } => format!("{} becomes the protector of {}.", capital(&player(*to, by)), what(w)),
        Effect::CantBlockThisTurn(f) => format!("{} can't block this turn.", capital(&plural(f))),
        Effect::CantPhaseOut { what: w, until: u } => format!("{} can't phase out{}.", capital(&what(w)), until(u)),
        Effect::CantPhaseIn { what: w, until: u } => format!("{} can't phase in{}.", capital(&what(w)), until(u)),
        Effect::AtTheNext { step, of, then } => {
            let whose = match of {
                None => "the next".to_owned(),
                Some(s) if *s == by => "your next".to_owned(),
                Some(s) => format!("player {s}'s next"),
            };
            format!("At the beginning of {whose} {}, {}", stage(*step), uncapital(&effect(then, by)))
        }
        Effect::When { event: ev, about, this_turn, then } => format!(
            "{}{}, {}",
            event(ev, "the permanent this is attached to", false).replace("this permanent", &about.to_string()),
            if *this_turn { " this turn" } else { "" },
            uncapital(&effect(then, by))
        ),
        Effect::InOrder(parts) => parts.iter().map(|p| effect(p, by)).collect::<Vec<_>>().join(" Then: "),
    }
}

fn uncapital(s: &str) -> String {
    let mut c = s.chars();
    c.next().map(|f| f.to_lowercase().chain(c).collect()).unwrap_or_default()
}

fn attached(a: Attached, by: Seat) -> String {
    match a {
        Attached::Player(s) => player(s, by),
        Attached::Object(o) => o.to_string(),
    }
}
