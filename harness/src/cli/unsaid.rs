//! What no case can rest on, with the reason; docs/interpretations.md tells more.

/// A clause by its slug, or a change of an edition by its name, of whose older side nothing can be said; and why.
const UNSAID: &[(&str, &str)] = &[
    ("look-back.countered", "the vocabulary has no spells that could be countered"),
    ("look-back.planeswalks", "the vocabulary has no planes"),
    ("control.stolen-spell", "the vocabulary has no spells that could change controller"),
    ("stickers.zone-change", "the vocabulary has no stickers"),
    ("untap.day-night-teams", "the vocabulary has no shared team turns"),
    ("teams.shared-turn", "the vocabulary has no shared team turns"),
    ("teams.skip-together", "the vocabulary has no shared team turns"),
    ("teams.active-player", "the vocabulary has no shared team turns"),
    ("triggers.linked-static", "the vocabulary has no linked abilities"),
    ("daynight.nightbound", "the back face of a daybound card stands for it"),
    ("daynight.nightbound-wrong-face", "the back face of a daybound card stands for it"),
    ("daynight.first-night", "a daybound card alone makes it day"),
    ("copies.copiable-values", "the vocabulary has no copies"),
    ("face-down.look", "the vocabulary has no hidden information"),
    ("saga.read-ahead", "the vocabulary has no read ahead"),
    ("prepared.copy-made", "the vocabulary has no prepared permanents"),
    ("restart.phased-out-cards", "the vocabulary does not restart games"),
    ("subgame.phased-out-cards", "the vocabulary has no subgames"),
    ("leaving.costs", "the vocabulary has no costs"),
    ("leaving.choices", "effects of the vocabulary ask nobody for a choice"),
    ("leaving.rule-choices", "a player who left has no turn in which a rule would ask"),
    ("commander.returns", "the vocabulary has no commanders"),
    ("commander.graveyard-or-exile", "the vocabulary has no commanders"),
    ("commander.hand-or-library", "the vocabulary has no commanders"),
    ("commander.damage", "the vocabulary has no commanders"),
    ("steps.not-in-others-turn", "steps are added to the turn in which the effect resolves"),
    ("turn-based.blocker-order", "no creature of the vocabulary blocks several attackers"),
    ("combat.blocker-order", "no creature of the vocabulary blocks several attackers"),
    ("sagas", "before it no game had a Saga"),
    ("day-and-night", "before it no game had a day or a night"),
    ("attractions", "before it no game had an Attraction"),
    ("battles", "before it no game had a battle"),
];

/// Why no case can rest on a clause, or on the older side of a change, if none can.
pub(super) fn why(name: &str) -> Option<&'static str> {
    UNSAID.iter().find(|u| u.0 == name).map(|u| u.1)
}

#[cfg(test)]
mod tests {
    use super::UNSAID;
    use outofphase_cases::CaseSet;
    use outofphase_cases::registry::Registry;
    use outofphase_reference_engine::EDITIONS;

    #[test]
    fn what_can_not_be_said_is_a_change_or_a_clause_without_a_case() {
        for (name, _) in UNSAID {
            let change = EDITIONS.iter().flat_map(|e| e.changes).any(|c| c.name == *name);
            assert!(change || Registry::builtin().clause(name).is_some(), "{name} is neither a clause nor a change");
            let case = CaseSet::builtin().cases.iter().find(|c| c.clauses.iter().any(|s| s == name));
            assert!(case.is_none(), "{name} has the case {:?}", case.map(|c| &c.id));
        }
    }

    #[test]
    fn the_page_on_interpretations_tells_of_all_of_it() {
        let page = include_str!("../../../docs/interpretations.md");
        for (name, _) in UNSAID {
            assert!(page.contains(&format!("`{name}`")), "docs/interpretations.md does not name `{name}`");
        }
    }
}
