//! Descriptions: `Creature.YouCtrl+tapped`.

use super::{keyword, type_word};
use crate::{Filter, Seat, Type, Whose, names};

/// A description as Forge script has it in `ValidCards$`, seen from the controller `by`. None if it names a player whom a script of that
/// controller can't name, or the host's player.
#[must_use]
pub fn filter(f: &Filter, by: Option<Seat>) -> Option<String> {
    described(f, by, "Permanent")
}

/// The same, where something that is not on the battlefield may match as well.
pub(super) fn described(f: &Filter, by: Option<Seat>, anything: &str) -> Option<String> {
    let Filter { types, not, whose, other, token, tapped, with, phased_out, of } = *f;
    let implied: Vec<Type> = types.iter().filter_map(Type::card_type).collect();
    let mut words =
        types.iter().filter(|t| !implied.contains(t) && !matches!(t, Type::Basic | Type::Legendary | Type::World)).map(type_word);
    let mut kind = words.next().unwrap_or_else(|| anything.to_owned());
    let mut properties: Vec<String> = Vec::new();
    if phased_out {
        // What is phased out matches no description but this one.
        let what = if kind == anything { String::new() } else { kind };
        properties.push(format!("phasedOut{what}"));
        kind = "Card".into();
    }
    properties.extend(words);
    properties.extend(types.iter().filter(|t| matches!(t, Type::Basic | Type::Legendary | Type::World)).map(type_word));
    properties.extend(not.iter().map(|t| format!("non{}", type_word(t))));
    properties.extend(other.then(|| "Other".to_owned()));
    properties.extend(token.map(|t| if t { "token" } else { "nonToken" }.to_owned()));
    properties.extend(tapped.map(|t| if t { "tapped" } else { "untapped" }.to_owned()));
    properties.extend(with.map(|k| format!("with{}", keyword(k))));
    match (of, whose) {
        (Some(seat), _) if Some(seat) == by => properties.push("YouCtrl".into()),
        (Some(_), _) if by.is_some() && names::seats() == Some(2) => properties.push("OppCtrl".into()),
        (Some(_), _) | (None, Whose::Enchanted) => return None,
        (None, Whose::Any) => {}
        (None, Whose::You) => properties.push("YouCtrl".into()),
        (None, Whose::Opponents) => properties.push("OppCtrl".into()),
    }
    Some(if properties.is_empty() { kind } else { format!("{kind}.{}", properties.join("+")) })
}
