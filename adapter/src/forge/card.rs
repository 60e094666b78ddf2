//! Cards: `Name:`, `Types:`, `PT:` and the lines of the abilities.

use super::ability::{Lines, abilities};
use super::{Script, type_word};
use crate::{Ability, Attached, Card, Keyword, ObjectSpec, Type};

/// A card as a Forge card script. None if Forge script lacks a word for part of it, or if the card shares its name with another.
#[must_use]
pub fn card(spec: &ObjectSpec) -> Option<String> {
    if spec.named.is_some() {
        return None;
    }
    let mut lines = face(&spec.name, spec, &spec.card, &spec.has, "Do")?;
    if let Some(back) = &spec.back {
        lines.extend([String::new(), "AlternateMode:DoubleFaced".into(), String::new(), "ALTERNATE".into(), String::new()]);
        lines.extend(face(&format!("{}-back", spec.name), spec, &back.card, &back.has, "Back")?);
    }
    Some(lines.join("\n"))
}

fn face(name: &str, spec: &ObjectSpec, card: &Card, has: &[Ability], prefix: &'static str) -> Option<Vec<String>> {
    let t = card.types;
    let types: Vec<String> = t.iter().map(type_word).collect();
    let mut lines = vec![format!("Name:{name}"), "ManaCost:no cost".into(), format!("Types:{}", types.join(" "))];
    if let Some((p, t)) = card.pt {
        lines.push(format!("PT:{p}/{t}"));
    }
    if let Some(n) = card.number {
        if t.has(Type::Planeswalker) {
            lines.push(format!("Loyalty:{n}"));
        } else if t.has(Type::Battle) {
            lines.push(format!("Defense:{n}"));
        } else if t.has(Type::Attraction) {
            lines.push(format!("Lights:{}", (n..=6).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")));
        }
    }
    let bestow = has.contains(&Ability::Keyword(Keyword::Bestow));
    if t.has(Type::Aura) {
        lines.push(format!("K:Enchant:{}", if matches!(spec.on, Some(Attached::Player(_))) { "Player" } else { "Permanent" }));
    }
    let host = match () {
        () if t.has(Type::Equipment) => Some("EquippedBy"),
        () if t.has(Type::Fortification) => Some("AttachedBy"),
        () if t.has(Type::Aura) || bestow => Some("EnchantedBy"),
        () => None,
    };
    let mut script = Script::new(None, host, prefix);
    let Lines(all) = abilities(has, &mut script)?;
    lines.extend(all);
    lines.extend(script.lines());
    Some(lines)
}
