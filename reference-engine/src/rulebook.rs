//! The rulebook: every question that a clause settles, the readings it could have, and the right one.
//!
//! The engine asks the rulebook wherever a clause decides. An edition is a rulebook; an older edition is another; a wrong engine is a
//! rulebook with one wrong page. So editions, impact checks and the suite's own quality check are one mechanism.

use std::fmt;

/// Where a reading comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The reading of the newest edition.
    Newest,
    /// The reading of editions before a change.
    Older,
    /// The reading of editions before the text said anything: they leave it open, so it gives no verdict.
    NotStated,
    /// A wrong reading, seen in or imagined of a real engine.
    Fault,
}

/// A reading of a question, for lists.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ReadingInfo {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Where it comes from.
    pub origin: Origin,
}

/// A question, for lists.
#[derive(Copy, Clone, Debug)]
pub struct QuestionInfo {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// The slug of the clause that settles it.
    pub clause: &'static str,
    /// The slug of the clause that settled it until it was deleted, if the newest edition's is another.
    pub older_clause: Option<&'static str>,
    /// What it asks.
    pub asks: &'static str,
    /// Its readings, the newest edition's first.
    pub readings: &'static [ReadingInfo],
}

/// A question or reading that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownReading(String);

impl fmt::Display for UnknownReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownReading {}

macro_rules! questions {
    ($($(#[doc = $asks:literal])* $field:ident : $Type:ident, $clause:literal $(was $older:literal)? { $($variant:ident = $word:literal $origin:ident $says:literal,)* })*) => {
        $(
            $(#[doc = $asks])*
            #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
            #[repr(u8)]
            pub enum $Type { $(#[doc = $says] $variant,)* }

            impl $Type {
                const ALL: &'static [$Type] = &[$($Type::$variant),*];
            }
        )*

        /// A reading for every question. [`Rulebook::newest`] has the right ones.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub struct Rulebook { $($(#[doc = $asks])* pub $field: $Type,)* }

        /// Every question, in the order of the rules.
        pub const QUESTIONS: &[QuestionInfo] = &[$(QuestionInfo {
            name: stringify!($field),
            clause: $clause,
            older_clause: [$(Some($older),)? None][0],
            asks: concat!($($asks),*),
            readings: &[$(ReadingInfo { name: $word, says: $says, origin: Origin::$origin },)*],
        },)*];

        impl Rulebook {
            /// The newest edition's readings.
            #[must_use]
            pub const fn newest() -> Rulebook {
                Rulebook { $($field: $Type::ALL[0],)* }
            }

            /// Gives a question another reading, both by name.
            ///
            /// # Errors
            /// A sentence with the names that exist.
            pub fn set(&mut self, question: &str, reading: &str) -> Result<(), UnknownReading> {
                match question {
                    $(stringify!($field) => {
                        const WORDS: &[&str] = &[$($word),*];
                        match WORDS.iter().position(|w| *w == reading) {
                            Some(i) => { self.$field = $Type::ALL[i]; Ok(()) }
                            None => Err(UnknownReading(format!("`{question}` has no reading `{reading}`; it has {}", WORDS.join(", ")))),
                        }
                    })*
                    _ => Err(UnknownReading(format!("no question is named `{question}`; see `outofphase editions --questions` for the list"))),
                }
            }

            /// The name of the reading that a question has here.
            #[must_use]
            pub fn get(&self, question: &str) -> Option<&'static str> {
                match question {
                    $(stringify!($field) => {
                        const WORDS: &[&str] = &[$($word),*];
                        WORDS.get(self.$field as usize).copied()
                    })*
                    _ => None,
                }
            }
        }
    };
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook::newest()
    }
}

impl Rulebook {
    /// The questions on which two rulebooks differ: question, reading here, reading there.
    pub fn differences<'a>(&'a self, other: &'a Rulebook) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> + 'a {
        QUESTIONS.iter().filter_map(move |q| match (self.get(q.name), other.get(q.name)) {
            (Some(a), Some(b)) if a != b => Some((q.name, a, b)),
            _ => None,
        })
    }
}

questions! {
    // ---- Phasing -------------------------------------------------------------------------------------------------------------
    /// In whose untap step does a permanent that phased out phase in?
    phase_in_under: PhaseInUnder, "phasing.untap-step-event" {
        WhoControlledIt = "who controlled it when it phased out" Newest "The player under whose control it phased out.",
        CurrentController = "its controller now" Fault "Whoever controls it at the time of the untap step.",
        Owner = "its owner" Fault "Its owner.",
    }
    /// When does the phasing event happen?
    phasing_moment: PhasingMoment, "untap.phasing" {
        BeforeUntapping = "before untapping" Newest "Before the active player untaps.",
        AfterUntapping = "after untapping" Fault "After the active player untaps.",
    }
    /// Do the two halves of the phasing event happen at once?
    phasing_halves: PhasingHalves, "phasing.untap-step-event" {
        AtOnce = "at once" Newest "Both at once: what phases in does not phase out again, nor the other way round.",
        InThenOut = "in, then out" Fault "First in, then out: a permanent with phasing that came in goes out again.",
        OutThenIn = "out, then in" Fault "First out, then in: what went out comes back in the same step.",
    }
    /// Whose permanents with phasing phase out in an untap step?
    phase_out_whose: PhaseOutWhose, "phasing.untap-step-event" {
        ActivePlayers = "the active player's" Newest "Those that the active player controls.",
        Everybodys = "everybody's" Fault "Everybody's.",
        Nobodys = "nobody's" Fault "Nobody's: the keyword does nothing.",
    }
    /// Do permanents without phasing that an effect phased out phase in?
    phase_in_which: PhaseInWhich, "phasing.untap-step-event" {
        All = "all" Newest "Every permanent that phased out under that player's control.",
        WithPhasing = "those with phasing" Fault "Only those with phasing.",
    }
    /// Is a phased-out permanent counted?
    phased_out_counted: PhasedOutCounted, "phasing.treated-as-nonexistent" {
        No = "no" Newest "It is treated as though it did not exist.",
        Yes = "yes" Fault "Counts and conditions see it.",
    }
    /// Does an effect that names a phased-out permanent affect it?
    phased_out_named: PhasedOutNamed, "phasing.treated-as-nonexistent" {
        Untouched = "untouched" Newest "It can't be affected.",
        Affected = "affected" Fault "It is affected: destroyed, exiled, tapped, given counters.",
    }
    /// Does an effect on all permanents affect phased-out ones?
    phased_out_mass: PhasedOutMass, "phasing.treated-as-nonexistent" {
        Untouched = "untouched" Newest "It can't be affected.",
        Affected = "affected" Fault "It is affected.",
    }
    /// Can a phased-out permanent be chosen as a target?
    phased_out_target: PhasedOutTarget, "phasing.treated-as-nonexistent" {
        No = "no" Newest "It can't be chosen, and a target that phased out is illegal.",
        Yes = "yes" Fault "It can be chosen and remains a legal target.",
    }
    /// Do a phased-out permanent's static abilities apply?
    phased_out_statics: PhasedOutStatics, "phasing.treated-as-nonexistent" {
        Off = "off" Newest "They apply to nothing.",
        On = "on" Fault "They go on applying.",
    }
    /// Do a phased-out permanent's triggered abilities trigger?
    phased_out_triggers: PhasedOutTriggers, "phasing.treated-as-nonexistent" {
        Silent = "silent" Newest "They don't.",
        Heard = "heard" Fault "They do.",
    }
    /// Do state-based actions apply to phased-out permanents?
    phased_out_state_based: PhasedOutStateBased, "phasing.treated-as-nonexistent" {
        No = "no" Newest "They don't see them.",
        Yes = "yes" Fault "They do: toughness 0, the legend rule and the like take phased-out permanents away.",
    }
    /// Is a permanent that phases out removed from combat?
    phased_out_combat: PhasedOutCombat, "combat.removed-from-combat" {
        Removed = "removed" Newest "It is.",
        Stays = "stays" Fault "It stays an attacking or blocking creature and deals and receives damage.",
        Rejoins = "rejoins" Fault "It is back in combat when it phases in during that combat.",
    }
    /// Does phasing in cause enters-the-battlefield abilities to trigger?
    phase_in_enters: PhaseInEnters, "phasing.no-zone-change" {
        No = "no" Newest "Phasing in is no zone change.",
        Yes = "yes" Fault "It is treated as entering.",
    }
    /// Does phasing out cause leaves-the-battlefield abilities to trigger?
    phase_out_leaves: PhaseOutLeaves, "phasing.no-zone-change" {
        No = "no" Newest "Phasing out is no zone change.",
        Yes = "yes" Fault "It is treated as leaving.",
    }
    /// Do "enters tapped" and "enters with counters" apply to phasing in?
    phase_in_replacements: PhaseInReplacements, "phasing.no-zone-change" {
        No = "no" Newest "They don't.",
        Yes = "yes" Fault "They do.",
    }
    /// Is a permanent that phased out and in still the same object?
    phasing_object: PhasingObject, "phasing.no-zone-change" {
        Same = "the same" Newest "It is: what refers to it finds it again.",
        New = "a new one" Fault "It isn't: effects, targets and delayed triggers lose it.",
    }
    /// Does a permanent keep its counters while phased out?
    phasing_counters: PhasingCounters, "phasing.no-zone-change" {
        Kept = "kept" Newest "It does.",
        Lost = "lost" Fault "They are gone.",
    }
    /// Does a permanent stay tapped or untapped while phased out?
    phasing_tapped: PhasingTapped, "status.persists" {
        Kept = "kept" Newest "It does.",
        Untapped = "untapped" Fault "It phases in untapped.",
    }
    /// Is damage kept when a permanent phases out and in within a turn?
    phasing_damage: PhasingDamage, "phasing.no-zone-change" {
        Kept = "kept" Newest "It is.",
        Healed = "healed" Fault "It is gone at once.",
    }
    /// Does phasing in make a creature summoning sick?
    phase_in_sick: PhaseInSick, "sickness.summoning" {
        No = "no" Newest "The phasing event does not interrupt continuous control.",
        Yes = "yes" Fault "It can't attack in the turn in which it phased in.",
        Cures = "cures" Fault "It can attack at once, whenever it came under that player's control.",
    }
    /// What becomes of a token that phases out?
    phased_out_tokens: PhasedOutTokens, "phasing.no-zone-change" was "phasing.tokens-cease" {
        Survive = "survive" Newest "It goes on existing and phases in.",
        Cease = "cease to exist" Older "It ceases to exist at the next check of state-based actions.",
    }
    /// Does the continuous effect of a resolving spell or ability include phased-out permanents?
    effects_on_phased_out: EffectsOnPhasedOut, "phasing.not-in-affected-set" {
        Excluded = "excluded" Newest "It doesn't, even if it names one.",
        Included = "included" NotStated "It does, and shows once the permanent is back.",
    }
    /// Do durations run out while the permanent is phased out?
    durations_while_out: DurationsWhileOut, "phasing.durations-expire" {
        RunOut = "run out" Newest "They do.",
        Frozen = "frozen" Fault "They wait until it is back.",
    }
    /// What becomes of an effect on a permanent that phases out and comes back within the duration?
    effects_across_phasing: EffectsAcrossPhasing, "phasing.durations-expire" {
        Kept = "kept" Newest "It applies again.",
        Lost = "lost" Fault "It ended as the permanent phased out.",
    }
    /// What becomes of "for as long as" when the permanent it tracks phases out?
    as_long_as: AsLongAs, "durations.as-long-as" {
        EndsForGood = "ends for good" Newest "It ends and does not come back.",
        Continues = "continues" Fault "It goes on: the permanent never left.",
        Resumes = "resumes" Fault "It pauses and comes back with the permanent.",
    }
    /// Does an effect begin whose "for as long as" ended and began again while its spell or ability resolved?
    as_long_as_again: AsLongAsAgain, "durations.as-long-as" {
        Begins = "begins" Newest "It does: what counts is the moment at which it would first apply.",
        DoesNothing = "does nothing" Older "It doesn't: the duration ended before that moment.",
    }
    /// What happens to what is attached to a permanent that phases out?
    attachments: Attachments, "phasing.indirect" {
        Follow = "follow" Newest "Auras, Equipment and Fortifications phase out with it, and what is attached to those.",
        Stay = "stay" Fault "They stay where they are.",
        AurasOnly = "only Auras follow" Fault "Only Auras phase out with it.",
        OneLevel = "one level" Fault "Only those directly attached follow, not what is attached to them.",
        SameController = "only its controller's" Fault "Only those of the same controller follow.",
    }
    /// When does an attachment that phased out indirectly phase in?
    indirect_return: IndirectReturn, "phasing.indirect" {
        WithHost = "with its host" Newest "Together with what it is attached to, and only so.",
        OwnUntapStep = "in its own controller's untap step" Fault "In its own controller's untap step.",
        Never = "never" Fault "Not at all.",
    }
    /// Which is it, when a permanent phases out directly and indirectly at once?
    direct_and_indirect: DirectAndIndirect, "phasing.direct-and-indirect" {
        Indirectly = "indirectly" Newest "Indirectly.",
        Directly = "directly" Fault "Directly.",
    }
    /// How does an attachment that phased out directly phase in?
    returns_attached: ReturnsAttached, "phasing.returns-attached" {
        IfSameObject = "attached if the host is the same object" Newest "Attached to what it was attached to, if that is the same object in the same zone, or that player is in the game.",
        Unattached = "unattached" Fault "Unattached, always.",
        ToTheCard = "attached to the card" Fault "Attached to the same card, even if that is a new object.",
    }
    /// Do attach and unattach triggers see phasing?
    attach_triggers: AttachTriggers, "phasing.no-attach-triggers" {
        No = "no" Newest "They don't.",
        Yes = "yes" Fault "Phasing out is becoming unattached, phasing in is becoming attached.",
    }
    /// What becomes of phased-out permanents whose owner leaves the game?
    owner_leaves: OwnerLeaves, "phasing.owner-leaves" {
        LeaveSilently = "leave silently" Newest "They leave, and nothing triggers.",
        LeaveWithTriggers = "leave with triggers" Fault "They leave, and leaves-the-battlefield abilities trigger.",
        Stay = "stay" Fault "They stay.",
    }
    /// Does the phasing event happen when the untap step is skipped?
    skipped_untap_step: SkippedUntapStep, "phasing.skipped-untap-step" {
        NoPhasing = "no phasing" Newest "It doesn't.",
        Phasing = "phasing all the same" Fault "It does.",
    }
    /// When does a permanent phase in that phased out under a player who left?
    departed_controller: DepartedController, "phasing.departed-controller" {
        NextUntapStep = "after that player's turn would have begun" Newest "In the first untap step once that player's turn would have come.",
        Never = "never" Older "Never: that player's untap step never comes.",
        AtOnce = "at once" Fault "As soon as the player leaves.",
    }
    /// What do several instances of phasing do?
    phasing_instances: PhasingInstances, "phasing.redundant" {
        Redundant = "redundant" Newest "The same as one.",
        EachActs = "each acts" Fault "Each acts in turn: two of them put the permanent out and back.",
    }
    /// Does a permanent that phased out until an event phase in during untap steps?
    phase_out_until: PhaseOutUntil, "until.phase-out" {
        WaitsForEvent = "waits for the event" Newest "It doesn't; it phases in right after the event.",
        OrdinaryUntapStep = "ordinary untap step" Older "It does, as any other: no rule says otherwise.",
        NextUntapAfterEvent = "untap step after the event" Fault "It waits for the event, and then for its controller's untap step.",
    }
    /// What becomes of the pending return when another effect phases such a permanent in?
    phase_out_until_broken: PhaseOutUntilBroken, "until.no-untap-return" {
        Lost = "lost" Newest "It is lost, even if the permanent phases out again.",
        Kept = "kept" Fault "It is kept: the event still brings the permanent in.",
    }
    /// Does a permanent phase out until an event that has happened already?
    until_event_passed: UntilEventPassed, "until.spell-event-passed" {
        StaysIn = "stays in" Newest "It doesn't, if the event came after the ability triggered or the effect was put on the stack.",
        PhasesOut = "phases out" Fault "It does, and waits for what can't happen any more.",
    }
    /// Does cleanup remove damage from phased-out permanents?
    cleanup_phased_out: CleanupPhasedOut, "cleanup.damage-and-effects" {
        Removed = "removed" Newest "It does.",
        Stays = "stays" Fault "It doesn't.",
    }
    /// Do "phases out" triggers look back in time?
    phases_out_look_back: PhasesOutLookBack, "look-back.phases-out" {
        LooksBack = "look back" Newest "They do: a source that phases out in the same event triggers.",
        ChecksAfter = "check after" Fault "They don't.",
    }
    /// Does phasing in give a new timestamp?
    phase_in_timestamp: PhaseInTimestamp, "layers.timestamps" {
        Kept = "kept" Newest "It doesn't.",
        New = "new" Fault "It does.",
    }
    /// Is the status of "can't phase" effects taken for the whole event at once?
    cant_phase: CantPhase, "golden-rule.cant" {
        Obeyed = "obeyed" Newest "Yes, and they are obeyed.",
        Ignored = "ignored" Fault "They are ignored.",
    }
    /// What is a bestowed Aura that phases in unattached?
    bestow_unattached: BestowUnattached, "bestow.phases-in-unattached" {
        Creature = "a creature" Newest "No longer bestowed: a creature.",
        Aura = "an Aura" NotStated "Still an Aura, which state-based actions put into the graveyard.",
    }
    // ---- Zone-change triggers ------------------------------------------------------------------------------------------------
    /// Do permanents that enter together see each other enter?
    newcomers: Newcomers, "zone-change.enters" {
        SeeEachOther = "see each other" Newest "They do.",
        SeeOnlyLater = "see only later ones" Fault "Each sees only those that the engine puts after it.",
    }
    /// Do leaves-the-battlefield abilities look back in time?
    leaves_look_back: LeavesLookBack, "look-back.zone-changes" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" Fault "They don't: a source that left in the same event does not trigger, unless for itself.",
    }
    /// Are "from anywhere" triggers leaves-the-battlefield abilities?
    from_anywhere: FromAnywhere, "zone-change.leaves" {
        No = "no" Newest "They aren't: they don't look back.",
        Yes = "yes" Fault "They look back.",
    }
    /// Does "dies" ask for the graveyard?
    dies_means: DiesMeans, "zone-change.leaves" {
        ToGraveyard = "to a graveyard" Newest "It does.",
        AnyLeaving = "any leaving" Fault "Any leaving will do.",
    }
    /// Do "card leaves a graveyard" triggers look back in time?
    leaves_graveyard_look_back: LeavesGraveyardLookBack, "look-back.zone-changes" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" Older "They don't.",
    }
    /// Do "sacrifices" triggers look back in time?
    sacrifice_look_back: SacrificeLookBack, "look-back.zone-changes" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" NotStated "They don't.",
    }
    /// Do "becomes unattached" triggers look back in time?
    unattach_look_back: UnattachLookBack, "look-back.unattached" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" Fault "They don't.",
    }
    /// Do "you lose control" triggers look back in time?
    lose_control_look_back: LoseControlLookBack, "look-back.control" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" Fault "They don't.",
    }
    /// Do "an opponent gains control from you" triggers look back in time?
    opponent_gains_look_back: OpponentGainsLookBack, "look-back.control" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" Older "They don't.",
    }
    /// Do "a player loses the game" triggers look back in time?
    player_loses_look_back: PlayerLosesLookBack, "look-back.player-loses" {
        LooksBack = "look back" Newest "They do.",
        ChecksAfter = "check after" NotStated "They don't.",
    }
    /// As what does an entering permanent cause abilities to trigger?
    enters_as: EntersAs, "zone-change.continuous-effects" {
        ItIs = "it is" Newest "As it is on the battlefield, continuous effects applied.",
        Printed = "printed" Fault "As it is printed.",
    }
    /// At what do "enters with" and "enters tapped" look?
    enters_with: EntersWith, "enters.replacement" {
        AsItWouldExist = "as it would exist" Newest "At the permanent as it would exist on the battlefield.",
        AsPrinted = "as printed" Older "At the card with its own static abilities, and at no other permanent's effects on it.",
        CoEntering = "co-entering too" Fault "Also at what enters at the same time.",
    }
    /// How are "enters with" and "enters tapped" done?
    enters_with_how: EntersWithHow, "zone-change.enters-with" {
        PartOfEvent = "part of the event" Newest "As part of the entering.",
        Ignored = "ignored" Fault "Not at all, where an effect puts the permanent onto the battlefield.",
    }
    /// Does a zone-change trigger find the card when it moved on?
    moved_on: MovedOn, "zone-change.finds-object" {
        NotFound = "not found" Newest "It doesn't, even if the card came back.",
        Found = "found" Fault "It finds the card wherever it is.",
    }
    /// Does an Aura's trigger on its host's leaving find the Aura's card in the graveyard?
    aura_finds_itself: AuraFindsItself, "zone-change.aura-host-leaves" {
        Yes = "yes" Newest "It does.",
        No = "no" Fault "It doesn't.",
    }
    /// Do leaves-the-battlefield abilities trigger when an owner leaves with a phased-in permanent?
    owner_leaves_triggers: OwnerLeavesTriggers, "zone-change.leaves" {
        Yes = "yes" Newest "They do.",
        No = "no" Fault "They don't.",
    }
    /// Does a token's dying cause abilities to trigger?
    token_dies: TokenDies, "zone-change.leaves" {
        Yes = "yes" Newest "It does; then the token ceases to exist.",
        No = "no" Fault "It doesn't: the token is just gone.",
    }
    /// In which order do triggers go on the stack?
    trigger_order: TriggerOrder, "triggers.order" {
        Apnap = "active player first" Newest "The active player's first, so that they resolve last.",
        NonActiveFirst = "active player last" Fault "The active player's last.",
    }
    /// When is an intervening "if" checked?
    intervening_if: InterveningIf, "triggers.intervening-if" {
        Twice = "twice" Newest "When the event happens and on resolution.",
        OnlyFirst = "only first" Fault "Only when the event happens.",
        OnlyLast = "only last" Fault "Only on resolution.",
    }
    /// Does a delayed trigger find a card that became a new object?
    delayed_new_object: DelayedNewObject, "triggers.delayed" {
        No = "no" Newest "It doesn't.",
        Yes = "yes" Fault "It does.",
    }
    /// Does a delayed trigger act on its object while that is phased out?
    delayed_phased_out: DelayedPhasedOut, "triggers.delayed" {
        No = "no" Newest "It doesn't, and is used up.",
        Yes = "yes" Fault "It does.",
    }
    /// When do state triggers look at the game?
    state_trigger_moment: StateTriggerMoment, "triggers.state" {
        Always = "always" Newest "At every moment, in the middle of a resolution too.",
        AtPriority = "at priority" Fault "Only when a player would get priority.",
    }
    /// Under whose control does a permanent enter, for abilities that ask?
    enters_under: EntersUnder, "zone-change.enters" {
        Controller = "its controller" Newest "Under that of the player who has it then.",
        Owner = "its owner" Fault "Under its owner's.",
    }
    /// Does a card with an ability that works in the graveyard hear what died with it?
    graveyard_hears: GraveyardHears, "look-back.zone-changes" {
        OnlyIfThere = "only if it was there" Newest "It doesn't: just before the event it was not in the graveyard.",
        NewcomersToo = "newcomers too" Fault "It does.",
    }
    /// What becomes of "exile until" if the event has happened before it resolves?
    exile_until_passed: ExileUntilPassed, "until.zone-change-trigger-event-passed" {
        NotMoved = "not moved" Newest "Nothing is exiled.",
        ForGood = "for good" Fault "It is exiled, and nothing brings it back.",
    }
    /// When does what was exiled "until" return?
    exile_until_returns: ExileUntilReturns, "until.zone-change" {
        AtOnce = "at once" Newest "Right after the event.",
        AtPriority = "at priority" Fault "When a player would get priority.",
    }
    /// Does a delayed trigger need its source?
    delayed_source: DelayedSource, "triggers.delayed" {
        NotNeeded = "not needed" Newest "It doesn't.",
        Waits = "waits for it" Fault "It does not trigger while the permanent that made it is phased out.",
    }
    // ---- Turn-based actions --------------------------------------------------------------------------------------------------
    /// When is it checked whether day or night changes?
    day_night_moment: DayNightMoment, "turn-based.day-night" {
        AfterPhasing = "after phasing" Newest "After the phasing event and before untapping.",
        BeforePhasing = "before phasing" Fault "Before the phasing event.",
        AfterUntapping = "after untapping" Fault "After untapping.",
        None = "never" Older "Never: the game has no day and night.",
    }
    /// Whose spells change day and night?
    day_night_spells: DayNightSpells, "turn-based.day-night" {
        PreviousActivePlayers = "the previous turn's active player's" Newest "Those that the previous turn's active player cast.",
        Anybodys = "anybody's" Fault "Those that anybody cast.",
    }
    /// What untaps in an untap step?
    untaps: Untaps, "turn-based.untap" {
        ActivePlayersPhasedIn = "the active player's" Newest "What the active player controls.",
        PhasedOutToo = "phased-out ones too" Fault "Also what is phased out.",
        Everybodys = "everybody's" Fault "What anybody controls.",
    }
    /// What does skipping the next untap step use up?
    doesnt_untap_next: DoesntUntapNext, "turn-based.untap" {
        NextUntapStep = "the next untap step" Newest "An effect for the next untap step ends with the next one that happens, whether the permanent was tapped or not.",
        NextTimeTapped = "the next time it is tapped" Fault "It waits until the permanent is tapped in an untap step.",
        SkippedCounts = "a skipped one counts" Fault "A skipped untap step uses it up.",
    }
    /// Do several skips of a step add up?
    skips: Skips, "steps.skipped" {
        AddUp = "add up" Newest "Each one skips a step of its own.",
        One = "one" Fault "They all skip the same one.",
    }
    /// Who skips the draw of the first turn?
    first_draw: FirstDraw, "draw.first-turn" {
        TwoPlayersOnly = "two players only" Newest "The starting player of a two-player game.",
        Always = "always" Fault "The starting player of any game.",
        Never = "never" Fault "Nobody.",
    }
    /// When does the active player draw?
    draw_moment: DrawMoment, "turn-based.draw" {
        BeforeTriggers = "before triggers" Newest "First thing in the draw step.",
        AfterTriggers = "after triggers" Fault "After what triggers at its beginning has resolved.",
    }
    /// When is a scheme set in motion?
    scheme: Scheme, "turn-based.scheme" {
        FirstMain = "precombat main" Newest "As the archenemy's precombat main phase begins.",
        EveryMain = "every main" Fault "As every main phase of the archenemy begins.",
        Never = "never" Fault "Never.",
    }
    /// When do Sagas get lore counters?
    lore: Lore, "turn-based.lore" {
        FirstMain = "precombat main" Newest "As their controller's precombat main phase begins.",
        EveryMain = "every main" Fault "As every main phase begins.",
        Never = "never" Older "Never: the game has no Sagas.",
    }
    /// Which Sagas get lore counters and are sacrificed?
    sagas: Sagas, "saga.lore-counter" {
        WithChapters = "with chapter abilities" Newest "Those with chapter abilities.",
        All = "all" Older "All.",
    }
    /// What gives an entering Saga its lore counter?
    saga_enters: SagaEnters, "saga.enters-with-lore" {
        Ability = "an ability" Newest "An intrinsic ability, which it can lose.",
        Rule = "a rule" Older "A rule, whatever abilities it has.",
    }
    /// Do effects that double counters double a turn-based lore counter?
    lore_doubled: LoreDoubled, "turn-based.uncontrolled" {
        No = "no" Newest "Those that speak of effects don't.",
        Yes = "yes" Fault "They do.",
    }
    /// When does a player roll to visit Attractions?
    attraction_roll: AttractionRoll, "turn-based.attractions" {
        AfterLore = "after lore counters" Newest "After lore counters, if the player controls an Attraction.",
        None = "never" Older "Never: the game has no Attractions.",
        Always = "always" Fault "Whether or not the player controls an Attraction.",
    }
    /// When does the active player choose the one defending player?
    defending_player: DefendingPlayer, "turn-based.defending-player" {
        BeginningOfCombat = "beginning of combat" Newest "As the beginning of combat step begins.",
        NotChosen = "not chosen" Fault "Not at all: any opponent may be attacked.",
    }
    /// Is a tapped or summoning-sick creature refused as an attacker?
    attackers: Attackers, "turn-based.attackers" {
        Checked = "checked" Newest "It is.",
        Unchecked = "unchecked" Fault "It isn't.",
    }
    /// Can a phased-out or tapped creature block?
    blockers: Blockers, "turn-based.blockers" {
        Checked = "checked" Newest "It can't.",
        Unchecked = "unchecked" Fault "It can.",
    }
    /// How is damage divided among several blockers?
    damage_division: DamageDivision, "turn-based.assign-damage" was "turn-based.attacker-order" {
        Free = "freely" Newest "As the attacker's controller likes.",
        Ordered = "in order" Older "In the damage assignment order: lethal damage to the first before any to the next.",
    }
    /// What does a blocked attacker do whose blockers are all gone?
    blockers_gone: BlockersGone, "damage.assign" {
        NoDamage = "no damage" Newest "It stays blocked and deals none, unless it tramples.",
        Unblocked = "unblocked" Fault "It deals its damage to what it attacks.",
    }
    /// What does an attacker do whose planeswalker or battle left combat?
    attacked_gone: AttackedGone, "combat.attacked-object-removed" {
        NoDamage = "no damage" Newest "It stays attacking, attacks nothing, and deals none if unblocked.",
        ToPlayer = "to the player" Fault "It deals its damage to the defending player.",
    }
    /// Is combat damage dealt all at once?
    damage_dealt: DamageDealt, "turn-based.deal-damage" {
        AtOnce = "at once" Newest "It is.",
        AttackersFirst = "attackers first" Fault "Attackers deal theirs first, and what dies deals none.",
    }
    /// Who deals damage in the second of two combat damage steps?
    second_damage: SecondDamage, "damage.two-steps" {
        HadNeitherOrDouble = "those that had neither, or double strike" Newest "Those that had neither first nor double strike as the first step began, and those with double strike now.",
        CurrentKeywords = "by keywords now" Fault "Those without first strike now, and those with double strike.",
    }
    /// Who discards at cleanup?
    cleanup_discard: CleanupDiscard, "turn-based.discard" {
        ActivePlayer = "the active player" Newest "The active player.",
        Everybody = "everybody" Fault "Every player.",
        Nobody = "nobody" Fault "Nobody.",
    }
    /// In which order does cleanup go?
    cleanup_order: CleanupOrder, "turn-based.damage-off" {
        DiscardFirst = "discard first" Newest "Discard, then damage off and effects end.",
        DamageFirst = "damage first" Fault "Damage off and effects end, then discard.",
    }
    /// Do damage and effects end together?
    damage_and_effects: DamageAndEffects, "turn-based.damage-off" {
        Together = "together" Newest "They do.",
        EffectsFirst = "effects first" Fault "Effects end first, and state-based actions see the damage.",
    }
    /// What happens when something triggers or is due during cleanup?
    cleanup_again: CleanupAgain, "cleanup.another" {
        AnotherCleanup = "another cleanup step" Newest "Players get priority, and another cleanup step follows.",
        NextTurn = "next turn" Fault "It waits for the next turn.",
    }
    /// When does unspent mana empty?
    mana_empties: ManaEmpties, "turn-based.mana-empties" {
        EachStep = "each step and phase" Newest "As each step and phase ends.",
        EachPhase = "each phase" Fault "As each phase ends.",
        EndOfTurn = "end of turn" Fault "At end of turn.",
    }
    /// Which comes first as a step ends: effects or mana?
    effects_then_mana: EffectsThenMana, "mana.empties" {
        EffectsFirst = "effects first" Newest "Effects that last until then expire, then mana empties.",
        ManaFirst = "mana first" NotStated "Mana empties, then effects expire.",
    }
    /// When does a creature stop being summoning sick?
    sickness_ends: SicknessEnds, "sickness.summoning" {
        TurnBegins = "as the turn begins" Newest "As its controller's turn begins.",
        UntapStep = "in the untap step" Fault "In every untap step of its controller.",
    }
    // ---- Neighbours ----------------------------------------------------------------------------------------------------------
    /// Does a change of controller remove a permanent from combat?
    control_and_combat: ControlAndCombat, "combat.removed-from-combat" {
        Removed = "removed" Newest "It does.",
        Stays = "stays" Fault "It doesn't.",
    }
    /// Is a permanent removed from combat that stops being a creature?
    creature_and_combat: CreatureAndCombat, "combat.removed-from-combat" {
        Removed = "removed" Newest "It is.",
        Stays = "stays" Fault "It isn't.",
    }
    /// Are there battles, which can be attacked?
    battles: Battles, "combat.attacked-object-removed" {
        Exist = "exist" Newest "There are.",
        Never = "never" Older "No: the game has no battles.",
    }
    /// Does a change of protector remove a battle from combat?
    protector_and_combat: ProtectorAndCombat, "combat.removed-from-combat" {
        Removed = "removed" Newest "It does.",
        Stays = "stays" Older "It doesn't.",
    }
    /// What becomes of an object whose last control effect ends when its default controller has left?
    default_controller_left: DefaultControllerLeft, "leaving.default-controller" {
        Exiled = "exiled" Newest "It is exiled.",
        Stays = "stays" Older "It stays with whoever controlled it last.",
    }
    /// Can an object enter under the control of a player who left?
    enter_under_departed: EnterUnderDeparted, "leaving.nothing-new" {
        No = "no" Newest "It stays where it is.",
        Yes = "yes" Older "It enters.",
    }
    /// Does an Equipment attached to a player become unattached?
    equipment_on_player: EquipmentOnPlayer, "sba.equipment" {
        Unattaches = "unattaches" Newest "It does.",
        Stays = "stays" Older "No state-based action says so.",
    }
    /// When does an effect last that lasts until a departed player's next turn?
    departed_durations: DepartedDurations, "leaving.durations" {
        TurnWouldBegin = "until the turn would have begun" Newest "Until that turn would have begun.",
        Forever = "forever" Fault "Forever.",
        EndAtOnce = "end at once" Fault "It ends at once.",
    }
    /// Is a creature that is removed and put back a new object?
    new_object: NewObject, "objects.new-object" {
        Yes = "yes" Newest "It is: effects, counters and damage are gone.",
        KeepsEffects = "keeps effects" Fault "Effects on it go on.",
    }
    /// Does the legend rule apply?
    legend_rule: LegendRule, "sba.legend-rule" {
        Applies = "applies" Newest "It does: a player keeps one of those of one name.",
        AllGo = "all go" Older "All of one name go, whoever controls them.",
        Off = "off" Fault "It doesn't.",
    }
    /// Do +1/+1 and -1/-1 counters cancel?
    counters_cancel: CountersCancel, "sba.counters-annihilate" {
        Cancel = "cancel" Newest "They do.",
        Stay = "stay" Fault "They don't.",
    }
    /// Does an Aura attached to nothing fall off?
    aura_falls_off: AuraFallsOff, "sba.aura" {
        Graveyard = "to the graveyard" Newest "It is put into its owner's graveyard.",
        Stays = "stays" Fault "It stays.",
    }
}
