//! A light model of the board, by which the generator knows what there is to do next.
//!
//! It is no rules engine and decides no verdict: where it is wrong an action turns out to do nothing, and nothing worse. It keeps apart
//! what is on the battlefield, phased in or out and under whom, what is attached to what, whose turn and which step it is, and who has
//! left, exactly enough that most actions have something to act on.

mod apply;
mod combat;
mod read;
pub(crate) mod set;
mod settle;
mod turn;

use outofphase_adapter::{Attached, CounterKind, DayNight, Filter, Holder, Keyword, Obj, Seat, Step, Type, Types};
use set::{MOST, Set, each, one};

/// What a continuous ability does to the model.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Does {
    Grant(Keyword),
    Lose,
    Types(Types),
    Size(i16, i16),
    NoAttack,
    NoBlock,
    NoPhaseOut,
    NoPhaseIn,
}

/// What it does it to.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Reach {
    All(Filter),
    Host,
    These(Set),
}

/// When a continuous effect from resolution ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    Turn,
    Combat,
    Never,
    TurnOf(Seat),
    Controlled(Obj, Seat),
    Tapped(Obj),
    There(Obj),
}

/// A static ability of `source`, or an effect from resolution.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Continuous {
    pub(crate) source: Option<Obj>,
    pub(crate) ends: Ends,
    pub(crate) reach: Reach,
    pub(crate) does: Does,
}

/// A change of control from resolution.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Theft {
    pub(crate) what: Obj,
    pub(crate) by: Seat,
    pub(crate) ends: Ends,
}

/// What bears on whether a scenario has one outcome.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Facts {
    /// A triggered ability or delayed trigger that does something beside the gain of life.
    pub(crate) ordered: bool,
    /// A trigger with an intervening "if".
    pub(crate) conditions: bool,
    /// A static loss of abilities.
    pub(crate) silence: bool,
    /// A static grant of abilities.
    pub(crate) grants: bool,
    /// A static change of types.
    pub(crate) types: bool,
    /// "You control enchanted permanent".
    pub(crate) control_aura: Option<Obj>,
    /// A creature whose size is a count.
    pub(crate) tally: bool,
    /// Legends that share a name, and who has the last of them.
    pub(crate) heroes: u8,
    pub(crate) hero: Seat,
    /// A world permanent.
    pub(crate) world: bool,
    /// First or double strike somewhere.
    pub(crate) first_strike: bool,
    /// Sizes that come and go.
    pub(crate) sizes_vary: bool,
    /// Steps that static abilities skip, a bit a step.
    pub(crate) skipped: u16,
    /// An Attraction, and the roll that is answered throughout.
    pub(crate) roll: Option<u8>,
    /// A Siege.
    pub(crate) battle: bool,
    /// One opponent at a time can be attacked (507.1).
    pub(crate) one_defender: bool,
    /// Life gained by triggers counts them; so many there are.
    pub(crate) triggers: u8,
}

/// The board as far as the generator follows it.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) n: usize,
    pub(crate) seats: u8,
    /// Players in the game, a bit each.
    pub(crate) alive: u8,
    pub(crate) over: bool,
    // Zones. Nothing of these: gone.
    pub(crate) bf: Set,
    pub(crate) graveyard: Set,
    pub(crate) exile: Set,
    pub(crate) hand: Set,
    pub(crate) library: Set,
    pub(crate) outside: Set,
    // Phasing.
    pub(crate) out: Set,
    pub(crate) direct: Set,
    pub(crate) out_under: [Set; 4],
    /// Phased out until something leaves (610.4), or exiled so (610.3).
    pub(crate) until: Vec<(Obj, Obj)>,
    // Seats.
    pub(crate) ctrl: [Set; 4],
    pub(crate) owner: [Set; 4],
    /// The controller of each without any effect that can end.
    pub(crate) base: [Seat; MOST],
    // Status.
    pub(crate) tapped: Set,
    pub(crate) sick: Set,
    pub(crate) token: Set,
    /// Attached to something.
    pub(crate) attached: Set,
    pub(crate) on: [Attached; MOST],
    // Characteristics: printed, and as they are.
    pub(crate) printed: [Types; MOST],
    pub(crate) types: [Types; MOST],
    pub(crate) creature: Set,
    pub(crate) printed_keywords: [Set; Keyword::ALL.len()],
    pub(crate) keywords: [Set; Keyword::ALL.len()],
    pub(crate) no_attack: Set,
    pub(crate) no_block: Set,
    pub(crate) no_out: Set,
    pub(crate) no_in: Set,
    pub(crate) size: [(i16, i16); MOST],
    pub(crate) printed_size: [(i16, i16); MOST],
    pub(crate) counters: [[u8; CounterKind::ALL.len()]; MOST],
    pub(crate) damage: [i16; MOST],
    /// Last chapter of a Saga.
    pub(crate) chapters: [u8; MOST],
    pub(crate) sagas: Set,
    pub(crate) two_faced: Set,
    pub(crate) no_untap: Set,
    pub(crate) no_untap_next: Set,
    pub(crate) has_static: Set,
    pub(crate) continuous: Vec<Continuous>,
    pub(crate) thefts: Vec<Theft>,
    // The turn.
    pub(crate) step: Step,
    pub(crate) active: Seat,
    pub(crate) extra_turns: Vec<Seat>,
    pub(crate) extra_combats: u8,
    /// The player whose turn comes after the extra ones.
    pub(crate) natural: Seat,
    pub(crate) skip_next: [[u8; Step::ALL.len()]; 4],
    // Combat.
    pub(crate) attackers: Set,
    pub(crate) blockers: Set,
    pub(crate) blocked: Set,
    pub(crate) attack_on: [Attached; MOST],
    pub(crate) block_on: [Obj; MOST],
    /// Attackers were declared in this combat.
    pub(crate) attacked: bool,
    pub(crate) protector: [Seat; MOST],
    // The rest.
    pub(crate) stack: Vec<outofphase_adapter::Action>,
    pub(crate) day: Option<DayNight>,
    pub(crate) blanks: [u16; 4],
    pub(crate) cards: [u16; 4],
    pub(crate) life: [i32; 4],
    pub(crate) facts: Facts,
    pub(crate) dirty: bool,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            n: 0,
            seats: 2,
            alive: 3,
            over: false,
            bf: 0,
            graveyard: 0,
            exile: 0,
            hand: 0,
            library: 0,
            outside: 0,
            out: 0,
            direct: 0,
            out_under: [0; 4],
            until: Vec::new(),
            ctrl: [0; 4],
            owner: [0; 4],
            base: [Seat::A; MOST],
            tapped: 0,
            sick: 0,
            token: 0,
            attached: 0,
            on: [Attached::Player(Seat::A); MOST],
            printed: [Types::NONE; MOST],
            types: [Types::NONE; MOST],
            creature: 0,
            printed_keywords: [0; Keyword::ALL.len()],
            keywords: [0; Keyword::ALL.len()],
            no_attack: 0,
            no_block: 0,
            no_out: 0,
            no_in: 0,
            size: [(0, 0); MOST],
            printed_size: [(0, 0); MOST],
            counters: [[0; CounterKind::ALL.len()]; MOST],
            damage: [0; MOST],
            chapters: [0; MOST],
            sagas: 0,
            two_faced: 0,
            no_untap: 0,
            no_untap_next: 0,
            has_static: 0,
            continuous: Vec::new(),
            thefts: Vec::new(),
            step: Step::FirstMain,
            active: Seat::A,
            extra_turns: Vec::new(),
            extra_combats: 0,
            natural: Seat::B,
            skip_next: [[0; Step::ALL.len()]; 4],
            attackers: 0,
            blockers: 0,
            blocked: 0,
            attack_on: [Attached::Player(Seat::A); MOST],
            block_on: [Obj(0); MOST],
            attacked: false,
            protector: [Seat::A; MOST],
            stack: Vec::new(),
            day: None,
            blanks: [0; 4],
            cards: [0; 4],
            life: [20; 4],
            facts: Facts::default(),
            dirty: false,
        }
    }
}

impl Model {
    /// Phased in on the battlefield: what the game sees (702.26b).
    pub(crate) const fn seen(&self) -> Set {
        self.bf & !self.out
    }

    pub(crate) const fn is_alive(&self, s: Seat) -> bool {
        self.alive & (1 << s.0) != 0
    }

    pub(crate) const fn players(&self) -> u32 {
        self.alive.count_ones()
    }

    /// The `n`-th player in the game.
    pub(crate) fn player(&self, n: u32) -> Seat {
        Seat(set::nth(u64::from(self.alive), n).0 as u8)
    }

    pub(crate) fn controller(&self, o: Obj) -> Seat {
        let bit = one(o);
        Seat((0..4u8).find(|s| self.ctrl[usize::from(*s)] & bit != 0).unwrap_or_default())
    }

    pub(crate) fn owner_of(&self, o: Obj) -> Seat {
        let bit = one(o);
        Seat((0..4u8).find(|s| self.owner[usize::from(*s)] & bit != 0).unwrap_or_default())
    }

    pub(crate) const fn has(&self, k: Keyword) -> Set {
        self.keywords[k as usize]
    }

    /// Those of a type, wherever they are.
    pub(crate) fn of_type(&self, t: Type, among: Set) -> Set {
        if t as u8 == Type::Creature as u8 {
            return self.creature & among;
        }
        each(among).filter(|o| self.types[o.index()].has(t)).fold(0, |s, o| s | one(o))
    }

    /// What `o` is attached to, if that is an object.
    pub(crate) const fn host(&self, o: Obj) -> Option<Obj> {
        if self.attached & one(o) == 0 {
            return None;
        }
        match self.on[o.index()] {
            Attached::Object(h) => Some(h),
            Attached::Player(_) => None,
        }
    }

    /// All that is attached to members of `hosts`, and to that in turn.
    pub(crate) fn attachments(&self, hosts: Set) -> Set {
        let mut all = 0;
        let mut last = hosts;
        while last != 0 {
            let next = each(self.attached & self.bf & !all)
                .filter(|o| self.host(*o).is_some_and(|h| one(h) & last != 0))
                .fold(0, |s, o| s | one(o));
            all |= next;
            last = next;
        }
        all
    }

    pub(crate) fn holder(&self, h: Holder) -> Obj {
        match h {
            Holder::Object(o) => o,
            Holder::This => Obj(u16::MAX),
        }
    }
}
