//! Which permanents a description matches.

use crate::game::{Chars, Game, Host};
use crate::rulebook::{PhasedOutCounted, PhasedOutMass};
use outofphase_adapter::{Filter, Obj, Place, Seat, Whose};

impl Game {
    /// Whether what `o` looks like matches, leaving phasing status aside. `source` is the permanent with the ability, `you` its controller.
    pub(crate) fn looks_like(&self, f: &Filter, o: Obj, now: &Chars, tapped: bool, you: Seat, source: Option<Obj>) -> bool {
        now.types.has_all(f.types)
            && !now.types.has_any(f.not)
            && (!f.other || source != Some(o))
            && f.token.is_none_or(|t| t == self.thing(o).token)
            && f.tapped.is_none_or(|t| t == tapped)
            && f.with.is_none_or(|k| now.has(k))
            && f.of.is_none_or(|s| s == now.controller)
            && match f.whose {
                Whose::Any => true,
                Whose::You => now.controller == you,
                Whose::Opponents => now.controller != you,
                Whose::Enchanted => source.is_some_and(|s| self.thing(s).host == Some(Host::Player(now.controller))),
            }
    }

    /// Whether a permanent matches, as the game sees it: a phased-out one never does unless the description names the status (702.26b).
    pub(crate) fn matches(&self, f: &Filter, o: Obj, you: Seat, source: Option<Obj>) -> bool {
        let t = self.thing(o);
        t.on_battlefield() && t.seen() != f.phased_out && self.looks_like(f, o, &t.now, t.tapped, you, source)
    }

    /// The same for counts and conditions.
    pub(crate) fn counts(&self, f: &Filter, o: Obj, you: Seat, source: Option<Obj>) -> bool {
        let t = self.thing(o);
        self.matches(f, o, you, source)
            || (self.rules.phased_out_counted == PhasedOutCounted::Yes
                && t.out().is_some()
                && self.looks_like(f, o, &t.now, t.tapped, you, source))
    }

    /// How many permanents match.
    pub(crate) fn count(&self, f: &Filter, you: Seat, source: Option<Obj>) -> usize {
        self.battlefield.iter().filter(|o| self.counts(f, **o, you, source)).count()
    }

    /// The permanents that an effect on all that match affects.
    pub(crate) fn all_matching(&self, f: &Filter, you: Seat, source: Option<Obj>, into: &mut Vec<Obj>) {
        let mass = self.rules.phased_out_mass == PhasedOutMass::Affected;
        into.extend(self.battlefield.iter().copied().filter(|o| {
            let t = self.thing(*o);
            self.matches(f, *o, you, source)
                || (mass && t.out().is_some() && !f.phased_out && self.looks_like(f, *o, &t.now, t.tapped, you, source))
        }));
    }

    /// Whether a player is one of those an ability of `you` speaks of.
    pub(crate) fn is_whose(&self, w: Whose, s: Seat, you: Seat, source: Option<Obj>) -> bool {
        match w {
            Whose::Any => true,
            Whose::You => s == you,
            Whose::Opponents => s != you,
            Whose::Enchanted => source.is_some_and(|o| self.thing(o).host == Some(Host::Player(s))),
        }
    }

    /// What a card looks like outside the battlefield: as printed, its owner's.
    pub(crate) fn printed_chars(&self, o: Obj) -> Chars {
        let t = self.thing(o);
        let p = if t.place == Place::Battlefield { t.printed() } else { &t.front };
        let (power, toughness) = p.card.pt.unwrap_or_default();
        Chars { controller: t.owner, types: p.card.types, power, toughness, keywords: p.keywords, abilities: (0, 0) }
    }
}
