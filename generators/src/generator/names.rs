//! Names by role, so that a scenario reads as if somebody had thought of it.

use outofphase_adapter::{Ability, Attached, Event, Keyword, ObjectSpec, Place, Static, Type};

/// The name of an object by what it is: `bear`, `sword`, `aura`, `anthem`, `watcher`.
#[must_use]
pub fn role(o: &ObjectSpec) -> &'static str {
    let t = o.card.types;
    let fixed = [
        (Type::Scheme, "scheme"),
        (Type::Attraction, "ride"),
        (Type::Saga, "saga"),
        (Type::Planeswalker, "walker"),
        (Type::Battle, "siege"),
        (Type::Equipment, "sword"),
        (Type::Fortification, "fort"),
    ];
    if let Some((_, name)) = fixed.iter().find(|(ty, _)| t.has(*ty)) {
        return name;
    }
    if t.has(Type::Aura) {
        return if matches!(o.on, Some(Attached::Player(_))) { "curse" } else { "aura" };
    }
    if o.back.is_some() {
        return "shifter";
    }
    for a in &o.has {
        match a {
            Ability::Static(s) => return static_role(s),
            Ability::Trigger(x) if matches!(x.when, Event::Beginning { .. }) => return "clock",
            Ability::Trigger(_) if o.place == Place::Graveyard => return "haunt",
            Ability::Trigger(_) => return "watcher",
            Ability::Keyword(_) => {}
        }
    }
    if o.token {
        return if t.has(Type::Creature) { "spirit" } else { "trinket" };
    }
    if t.has(Type::World) {
        return "world";
    }
    if t.has(Type::Legendary) {
        return "hero";
    }
    match o.place {
        Place::Battlefield | Place::Outside => {}
        Place::Hand => return "card",
        Place::Library => return "top",
        _ => return "corpse",
    }
    if !t.has(Type::Creature) {
        let phasing = o.has.contains(&Ability::Keyword(Keyword::Phasing));
        return match (phasing, t.has(Type::Land), t.has(Type::Artifact)) {
            (true, true, _) => "atoll",
            (true, _, _) => "mirage",
            (_, true, _) => "island",
            (_, _, true) => "relic",
            _ => "shrine",
        };
    }
    o.has.iter().find_map(|a| if let Ability::Keyword(k) = a { Some(keyword_role(*k)) } else { None }).unwrap_or("bear")
}

const fn keyword_role(k: Keyword) -> &'static str {
    match k {
        Keyword::Phasing => "drake",
        Keyword::Flying => "bird",
        Keyword::Reach => "spider",
        Keyword::Haste => "raider",
        Keyword::Vigilance => "guard",
        Keyword::Indestructible => "idol",
        Keyword::Defender => "wall",
        Keyword::FirstStrike => "lancer",
        Keyword::DoubleStrike => "duelist",
        Keyword::Trample => "ox",
        Keyword::Deathtouch => "snake",
        Keyword::Shroud => "ghost",
        Keyword::Bestow => "nymph",
        Keyword::Daybound => "shifter",
    }
}

const fn static_role(s: &Static) -> &'static str {
    match s {
        Static::Anthem { .. } => "anthem",
        Static::Grant { .. } => "mentor",
        Static::LoseAbilities { .. } => "silence",
        Static::AreAlso { .. } => "animator",
        Static::SizeIsNumber(_) => "tally",
        Static::EntersWith { .. } | Static::EffectsDoubleCounters => "grower",
        Static::EntersTapped { .. } => "sleeper",
        Static::SkipStep { .. } => "stasis",
        Static::DoesntUntap => "statue",
        Static::UntapInOthersUntapStep => "waker",
        Static::NoMaximumHandSize | Static::HandSize { .. } => "library-book",
        Static::CantDraw | Static::DrawTwoInstead => "scribe",
        Static::CantPhaseOut { .. } | Static::CantPhaseIn { .. } => "anchor",
        Static::CantAttack { .. } | Static::CantBlock { .. } => "peace",
        Static::KeepMana => "battery",
        Static::DamageStays => "scarred",
        Static::NoEntersTriggers { .. } => "hush",
        Static::DiesTriggersTwice => "echo",
        Static::ExileInsteadOfDying { .. } | Static::GraveyardsLoseAbilities => "void",
        Static::NoLegendRule => "gallery",
        _ => "relic",
    }
}

/// Writes `base`, or `base2`, `base3` where the name is taken, into `name` without a new allocation.
pub(crate) fn write(name: &mut String, base: &str, nth: usize) {
    name.clear();
    name.push_str(base);
    if nth > 1 {
        let mut digits = [0; 5];
        let (mut n, mut at) = (nth.min(99_999), digits.len());
        while n > 0 {
            at -= 1;
            digits[at] = b'0' + (n % 10) as u8;
            n /= 10;
        }
        digits[at..].iter().for_each(|d| name.push(char::from(*d)));
    }
}
