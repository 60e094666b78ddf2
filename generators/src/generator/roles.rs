//! The roles that an object of a board can play, with the family that asks for each and the words it needs.

use super::avoid::Word::{self, Ability as A, Event as E, Setup as S};
use crate::family::Family::{self, self as F};

/// What an object is there for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Bear,
    Land,
    Relic,
    Shrine,
    Skilled,
    Hardy,
    Shy,
    Drake,
    Mirage,
    Token,
    Sword,
    Aura,
    Fort,
    Curse,
    Nymph,
    Anthem,
    Mentor,
    Animator,
    Tally,
    Silence,
    Grower,
    Sleeper,
    Void,
    Hush,
    Echo,
    LockOut,
    LockIn,
    NoAttack,
    NoBlock,
    Statue,
    Waker,
    Stasis,
    Book,
    Shelf,
    NoDraw,
    DrawTwo,
    Battery,
    Scarred,
    ZoneWatcher,
    PhaseWatcher,
    ChangeWatcher,
    StepWatcher,
    StateWatcher,
    CombatWatcher,
    HandWatcher,
    DayWatcher,
    LossWatcher,
    Saga,
    Walker,
    Siege,
    Ride,
    Shifter,
    TwoFaced,
    Hero,
    Gallery,
    World,
    // In other zones.
    NewToken,
    Corpse,
    Card,
    Top,
    Exiled,
    Haunt,
    Scheme,
}

/// Conditions on the board so far, a bit each.
pub(crate) mod cap {
    pub(crate) const PERMANENT: u32 = 1;
    pub(crate) const CREATURE: u32 = 1 << 1;
    pub(crate) const LAND: u32 = 1 << 2;
    /// The ledger has room for one more trigger.
    pub(crate) const ROOM: u32 = 1 << 3;
    pub(crate) const ROOM_2: u32 = 1 << 4;
    pub(crate) const NO_SILENCE: u32 = 1 << 5;
    pub(crate) const NO_GRANTS: u32 = 1 << 6;
    pub(crate) const NO_TYPES: u32 = 1 << 7;
    pub(crate) const DUEL: u32 = 1 << 8;
    pub(crate) const NO_WORLD: u32 = 1 << 9;
    /// Nothing whose order among simultaneous triggers matters, and nothing that looks at what such a thing changes.
    pub(crate) const FREE: u32 = 1 << 10;
    pub(crate) const NO_ROLL: u32 = 1 << 11;
    pub(crate) const NO_TALLY: u32 = 1 << 12;
    pub(crate) const NO_CONTROL: u32 = 1 << 13;
    pub(crate) const FULL: u32 = 1 << 14;
}

/// A row of the table: in its family a role is as likely as its weight among the family's rows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    pub(crate) role: Role,
    /// `None`: the plain bodies that every board has.
    pub(crate) family: Option<Family>,
    pub(crate) weight: u32,
    pub(crate) needs: u32,
    pub(crate) words: &'static [Word],
}

const fn row(role: Role, family: Option<Family>, weight: u32, needs: u32, words: &'static [Word]) -> Row {
    Row { role, family, weight, needs, words }
}

/// Permanents. What others can be attached to stands before what is attached: a bare board keeps this order.
pub(crate) const PERMANENTS: &[Row] = &[
    row(Role::Bear, None, 10, 0, &[]),
    row(Role::Land, None, 3, cap::FULL, &[]),
    row(Role::Relic, None, 2, cap::FULL, &[]),
    row(Role::Shrine, None, 1, cap::FULL, &[]),
    row(Role::Skilled, Some(F::Combat), 10, cap::FULL, &[]),
    row(Role::Hardy, Some(F::Damage), 4, cap::FULL, &[A("indestructible")]),
    row(Role::Shy, Some(F::Stack), 2, cap::FULL, &[A("shroud")]),
    row(Role::Drake, Some(F::PhasingKeyword), 10, 0, &[A("phasing")]),
    row(Role::Mirage, Some(F::PhasingKeyword), 4, cap::FULL, &[A("phasing")]),
    row(Role::Token, Some(F::Tokens), 6, 0, &[S("token")]),
    row(Role::Anthem, Some(F::Statics), 6, 0, &[A("anthem")]),
    row(Role::Mentor, Some(F::Statics), 4, cap::NO_SILENCE | cap::FULL, &[A("grant")]),
    row(Role::Animator, Some(F::Statics), 3, cap::NO_TYPES | cap::FULL, &[A("are also")]),
    row(Role::Tally, Some(F::Statics), 3, cap::NO_SILENCE | cap::FULL, &[A("size is the number of")]),
    row(Role::Silence, Some(F::AbilityLoss), 10, cap::NO_SILENCE | cap::NO_GRANTS | cap::NO_TALLY, &[A("lose all abilities")]),
    row(Role::Grower, Some(F::Replacements), 5, cap::FULL, &[A("enters with")]),
    row(Role::Sleeper, Some(F::Replacements), 4, 0, &[A("enters tapped")]),
    row(Role::Void, Some(F::Replacements), 3, cap::FULL, &[A("exile instead of dying")]),
    row(Role::Hush, Some(F::Replacements), 2, cap::FULL, &[A("no enters triggers")]),
    row(Role::Echo, Some(F::Replacements), 1, cap::FULL, &[A("dies triggers twice")]),
    row(Role::LockOut, Some(F::PhasingLocks), 5, 0, &[A("can't phase out")]),
    row(Role::LockIn, Some(F::PhasingLocks), 5, 0, &[A("can't phase in")]),
    row(Role::NoAttack, Some(F::Combat), 1, cap::FULL, &[A("can't attack")]),
    row(Role::NoBlock, Some(F::Combat), 1, cap::FULL, &[A("can't block")]),
    row(Role::Statue, Some(F::Tapping), 3, cap::FULL, &[A("doesn't untap")]),
    row(Role::Waker, Some(F::Tapping), 2, cap::FULL, &[A("untap in each other player's untap step")]),
    row(Role::Stasis, Some(F::TurnStructure), 4, 0, &[A("skip step")]),
    row(Role::Book, Some(F::Hand), 3, 0, &[A("no maximum hand size")]),
    row(Role::Shelf, Some(F::Hand), 3, cap::FULL, &[A("hand size")]),
    row(Role::NoDraw, Some(F::Hand), 1, cap::FULL, &[A("players can't draw")]),
    row(Role::DrawTwo, Some(F::Hand), 2, cap::FULL, &[A("draw two instead")]),
    row(Role::Battery, Some(F::Mana), 10, 0, &[A("keep mana")]),
    row(Role::Scarred, Some(F::Damage), 3, cap::FULL, &[A("damage stays")]),
    row(Role::ZoneWatcher, Some(F::ZoneTriggers), 10, cap::ROOM, &[A("trigger")]),
    row(Role::PhaseWatcher, Some(F::PhaseTriggers), 10, cap::ROOM, &[A("trigger")]),
    row(Role::ChangeWatcher, Some(F::ChangeTriggers), 10, cap::ROOM, &[A("trigger")]),
    row(Role::StepWatcher, Some(F::StepTriggers), 10, cap::ROOM, &[A("trigger"), E("beginning of")]),
    row(
        Role::StateWatcher,
        Some(F::StateTriggers),
        10,
        cap::ROOM | cap::FREE | cap::PERMANENT | cap::NO_CONTROL,
        &[A("trigger"), E("you control no")],
    ),
    row(Role::CombatWatcher, Some(F::Combat), 5, cap::ROOM | cap::FULL, &[A("trigger")]),
    row(Role::HandWatcher, Some(F::Hand), 4, cap::ROOM, &[A("trigger")]),
    row(Role::DayWatcher, Some(F::DayNight), 3, cap::ROOM, &[A("trigger"), E("day or night changes")]),
    row(Role::LossWatcher, Some(F::Leaving), 10, cap::ROOM, &[A("trigger")]),
    row(Role::Saga, Some(F::Sagas), 10, cap::ROOM_2, &[A("trigger"), E("chapter"), S("saga"), S("counters")]),
    row(Role::Walker, Some(F::Attackables), 6, 0, &[S("planeswalker")]),
    row(Role::Siege, Some(F::Attackables), 4, cap::DUEL, &[S("battle"), S("siege"), S("protector")]),
    row(
        Role::Ride,
        Some(F::Variants),
        5,
        cap::ROOM | cap::NO_ROLL,
        &[A("trigger"), E("is visited"), S("attraction"), Word::Answer("roll")],
    ),
    row(Role::Shifter, Some(F::DayNight), 6, 0, &[A("daybound"), S("back"), S("it is")]),
    row(Role::TwoFaced, Some(F::DayNight), 3, cap::FULL, &[S("back")]),
    row(Role::Hero, Some(F::Legends), 6, cap::FULL, &[S("legendary")]),
    row(Role::Gallery, Some(F::Legends), 2, cap::FULL, &[A("no legend rule")]),
    row(Role::World, Some(F::Legends), 2, cap::NO_WORLD | cap::FULL, &[S("world")]),
    // Attachments.
    row(Role::Sword, Some(F::Attachments), 10, 0, &[S("equipment"), S("on")]),
    row(Role::Aura, Some(F::Attachments), 10, cap::PERMANENT, &[S("aura"), S("on")]),
    row(Role::Fort, Some(F::Attachments), 2, cap::LAND | cap::FULL, &[S("fortification"), S("on")]),
    row(Role::Curse, Some(F::PlayerAuras), 10, 0, &[S("aura"), S("on")]),
    row(Role::Nymph, Some(F::Bestow), 10, cap::CREATURE, &[A("bestow"), S("on")]),
];

/// What is elsewhere as the game starts.
pub(crate) const OTHERS: &[Row] = &[
    row(Role::NewToken, Some(F::Tokens), 10, 0, &[S("token"), S("outside")]),
    row(Role::Corpse, Some(F::ZoneChanges), 6, 0, &[S("graveyard")]),
    row(Role::Card, Some(F::ZoneChanges), 4, 0, &[S("hand")]),
    row(Role::Top, Some(F::ZoneChanges), 2, cap::FULL, &[S("library")]),
    row(Role::Exiled, Some(F::ZoneChanges), 1, cap::FULL, &[S("exile")]),
    row(Role::Haunt, Some(F::ZoneTriggers), 5, cap::ROOM | cap::FULL, &[S("graveyard"), A("trigger")]),
    row(Role::Scheme, Some(F::Variants), 5, cap::ROOM, &[S("scheme"), S("command"), S("archenemy"), A("trigger"), E("is set in motion")]),
];
