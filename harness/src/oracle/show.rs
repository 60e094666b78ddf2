//! What two views of one thing differ in, in words.

use super::Did;
use outofphase_adapter::{Attached, Attacked, Counters, DayNight, ObjectView, Phased, Place, PlayerView, Seat, Step, Types};

/// When a field differs that only one side shows.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Shown {
    /// Never: who shows less does not show anything else.
    ByBoth,
    /// Always: both sides are games of one engine.
    ByEither,
}

/// A field's name, the one view's value and the other's.
pub(super) type Difference = (&'static str, String, String);

/// A value in words.
pub(super) trait Show {
    /// The words.
    fn show(&self) -> String;
}

macro_rules! shown_as_written {
    ($($t:ty),*) => { $(impl Show for $t { fn show(&self) -> String { self.to_string() } })* };
}
shown_as_written!(Place, Seat, Step, u16, i64, bool, Types);

impl Show for (i16, i16) {
    fn show(&self) -> String {
        format!("{}/{}", self.0, self.1)
    }
}
impl Show for Phased {
    fn show(&self) -> String {
        match self {
            Phased::In => "in",
            Phased::Out => "out",
            Phased::Directly => "out directly",
            Phased::Indirectly => "out indirectly",
        }
        .into()
    }
}
impl Show for Counters {
    fn show(&self) -> String {
        if self.is_empty() {
            return "none".into();
        }
        self.iter().map(|(k, n)| format!("{n} {k}")).collect::<Vec<_>>().join(", ")
    }
}
impl Show for Option<Attached> {
    fn show(&self) -> String {
        self.map_or_else(|| "nothing".into(), |a| a.to_string())
    }
}
impl Show for Option<Attacked> {
    fn show(&self) -> String {
        match self {
            None => "nothing".into(),
            Some(Attacked::It(a)) => a.to_string(),
            Some(Attacked::NothingAnyMore) => "nothing any more".into(),
        }
    }
}
impl Show for DayNight {
    fn show(&self) -> String {
        match self {
            DayNight::Day => "day",
            DayNight::Night => "night",
        }
        .into()
    }
}
impl Show for Option<DayNight> {
    fn show(&self) -> String {
        self.map_or_else(|| "neither day nor night".into(), |d| d.show())
    }
}
impl Show for Did {
    fn show(&self) -> String {
        match self {
            Did::Done(_) => "done".into(),
            Did::Illegal(why) if why.is_empty() => "refused".into(),
            Did::Illegal(why) => format!("refused ({why})"),
        }
    }
}

/// How one field differs, if it does.
pub(super) fn field<T: Show + PartialEq>(name: &'static str, a: Option<T>, b: Option<T>, shown: Shown) -> Option<Difference> {
    let text = |v: Option<T>| v.map_or_else(|| "not shown".into(), |v| v.show());
    (a != b && (shown == Shown::ByEither || (a.is_some() && b.is_some()))).then(|| (name, text(a), text(b)))
}

/// The first field on which two views of an object differ.
pub(super) fn object(a: &ObjectView, b: &ObjectView, shown: Shown) -> Option<Difference> {
    if a == b {
        return None;
    }
    let phased = match (a.phased, b.phased, shown) {
        // One that does not say how it is phased out says enough.
        (Some(Phased::Out), Some(p), Shown::ByBoth) | (Some(p), Some(Phased::Out), Shown::ByBoth) if p.is_out() => None,
        (a, b, _) => field("phased", a, b, shown),
    };
    field("place", a.place, b.place, shown)
        .or(phased)
        .or_else(|| field("controller", a.controller, b.controller, shown))
        .or_else(|| field("attached", a.attached, b.attached, shown))
        .or_else(|| field("counters", a.counters, b.counters, shown))
        .or_else(|| field("tapped", a.tapped, b.tapped, shown))
        .or_else(|| field("damage", a.damage, b.damage, shown))
        .or_else(|| field("attacking", a.attacking, b.attacking, shown))
        .or_else(|| field("blocking", a.blocking, b.blocking, shown))
        .or_else(|| field("types", a.types, b.types, shown))
        .or_else(|| field("size", a.size, b.size, shown))
        .or_else(|| field("back", a.back, b.back, shown))
        .or_else(|| field("protector", a.protector, b.protector, shown))
}

/// The first field on which two views of a player differ.
pub(super) fn player(a: &PlayerView, b: &PlayerView, shown: Shown) -> Option<Difference> {
    field("life", a.life, b.life, shown)
        .or_else(|| field("hand", a.hand, b.hand, shown))
        .or_else(|| field("library", a.library, b.library, shown))
        .or_else(|| field("graveyard", a.graveyard, b.graveyard, shown))
        .or_else(|| field("mana", a.mana, b.mana, shown))
        .or_else(|| field("in game", a.in_game, b.in_game, shown))
}
