//! One-shot effects (608.2): what each of them does.

use crate::card::words;
use crate::{Ability, Attached, CounterKind, DayNight, Event, Filter, Holder, Obj, Seat, Step, Trigger, Types, Until, What};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// A colour of mana, or colourless (106.1).
    #[allow(missing_docs, reason = "each is the rules' own word")]
    pub enum Color ("a colour of mana") {
        White = "white",
        Blue = "blue",
        Black = "black",
        Red = "red",
        Green = "green",
        Colorless = "colorless",
    }
}

/// A number, or a count taken as the effect happens.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Amount {
    /// This many.
    #[serde(rename = "n")]
    N(u8),
    /// As many as match. "You" is the effect's controller.
    #[serde(rename = "for each")]
    ForEach(Filter),
}

/// A one-shot effect, performed as though a spell or ability of its controller resolved (608.2).
///
/// An adapter lets its engine perform it with the engine's own rules. One that writes the engine's state instead tests itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum Effect {
    /// These phase out, all at once (702.26b).
    #[serde(rename = "phase out")]
    PhaseOut(What),
    /// These phase in, all at once (702.26c). Only phased-out ones do.
    #[serde(rename = "phase in")]
    PhaseIn(What),
    /// At once, some phase in and others phase out.
    #[serde(rename = "phase in and out")]
    PhaseInAndOut {
        /// What phases in.
        r#in: What,
        /// What phases out.
        out: What,
    },
    /// These phase out until a permanent leaves the battlefield (610.4).
    #[serde(rename = "phase out until")]
    PhaseOutUntil {
        /// What phases out.
        what: What,
        /// Whose leaving brings it back.
        leaves: Holder,
    },
    /// Destroy (701.8).
    #[serde(rename = "destroy")]
    Destroy(What),
    /// Exile (701.13).
    #[serde(rename = "exile")]
    Exile(What),
    /// Exile, until a permanent leaves the battlefield (610.3).
    #[serde(rename = "exile until")]
    ExileUntil {
        /// What is exiled.
        what: What,
        /// Whose leaving brings it back.
        leaves: Holder,
    },
    /// Exile, then return to the battlefield at once under its owner's control.
    #[serde(rename = "exile and return")]
    ExileAndReturn(What),
    /// Return to its owner's hand, from the battlefield or a graveyard.
    #[serde(rename = "return to hand")]
    ReturnToHand(What),
    /// Put on top of its owner's library.
    #[serde(rename = "put on library")]
    PutOnLibrary(What),
    /// Each one's controller sacrifices it (701.21).
    #[serde(rename = "sacrifice")]
    Sacrifice(What),
    /// Put onto the battlefield from wherever it is, all at once (400.7, 603.6a).
    #[serde(rename = "put onto the battlefield")]
    PutOntoBattlefield {
        /// What is put.
        what: What,
        /// Under whose control; the effect's controller if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        under: Option<Seat>,
        /// Tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
        /// An Aura is attached to this as it enters (303.4f).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Attached>,
    },
    /// Create tokens, which the setup describes with `in: outside` (111). The effect's controller creates them, all at once.
    #[serde(rename = "create")]
    Create(Vec<Obj>),
    /// Put the top cards of a player's library into the graveyard (701.17).
    #[serde(rename = "mill")]
    Mill {
        /// Who mills.
        who: Seat,
        /// How many cards.
        n: u8,
    },
    /// Damage to each of these (120).
    #[serde(rename = "damage")]
    Damage {
        /// What is dealt damage.
        to: What,
        /// How much to each.
        n: u8,
    },
    /// Damage to a player.
    #[serde(rename = "damage player")]
    DamagePlayer {
        /// Who.
        who: Seat,
        /// How much.
        n: u8,
    },
    /// The effect's controller draws (121).
    #[serde(rename = "draw")]
    Draw(Amount),
    /// The effect's controller discards (701.9).
    #[serde(rename = "discard")]
    Discard(u8),
    /// These players lose the game, at once (104.3e).
    #[serde(rename = "lose the game")]
    LoseTheGame(Vec<Seat>),
    /// These get +power/+toughness.
    #[serde(rename = "pump")]
    Pump {
        /// What gets it.
        what: What,
        /// Added to power.
        #[serde(default)]
        power: i8,
        /// Added to toughness.
        #[serde(default)]
        toughness: i8,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// These gain an ability.
    #[serde(rename = "gain ability")]
    GainAbility {
        /// What gains it.
        what: What,
        /// The ability.
        ability: Box<Ability>,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// These lose all abilities.
    #[serde(rename = "lose abilities")]
    LoseAbilities {
        /// What loses them.
        what: What,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// These become creatures, in addition to their other types.
    #[serde(rename = "become creatures")]
    BecomeCreatures {
        /// What becomes one.
        what: What,
        /// Base power.
        power: i8,
        /// Base toughness.
        toughness: i8,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// These stop being of these types.
    #[serde(rename = "lose types")]
    LoseTypes {
        /// What.
        what: What,
        /// The types lost.
        types: Types,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// The effect's controller gains control of these (613.1b).
    #[serde(rename = "gain control")]
    GainControl {
        /// What.
        what: What,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// Tap (701.26).
    #[serde(rename = "tap")]
    Tap(What),
    /// Untap (701.26).
    #[serde(rename = "untap")]
    Untap(What),
    /// Put counters on these (122).
    #[serde(rename = "put counters")]
    PutCounters {
        /// On what.
        on: What,
        /// The kind.
        counter: CounterKind,
        /// How many on each.
        n: u8,
    },
    /// Remove counters from these.
    #[serde(rename = "remove counters")]
    RemoveCounters {
        /// From what.
        from: What,
        /// The kind.
        counter: CounterKind,
        /// How many from each, at most.
        n: u8,
    },
    /// Attach (701.3).
    #[serde(rename = "attach")]
    Attach {
        /// The attachment.
        what: What,
        /// To what.
        to: Attached,
    },
    /// Unattach.
    #[serde(rename = "unattach")]
    Unattach(What),
    /// Remove from combat (506.4).
    #[serde(rename = "remove from combat")]
    RemoveFromCombat(What),
    /// This player skips the next step of this kind (614.10). Several add up (614.10a).
    #[serde(rename = "skip next step")]
    SkipNextStep {
        /// Who.
        who: Seat,
        /// The step.
        step: Step,
    },
    /// These don't untap during their controller's next untap step (502.3, 611.2).
    #[serde(rename = "doesn't untap next")]
    DoesntUntapNext(What),
    /// This player takes an extra turn after this one (500.7).
    #[serde(rename = "extra turn")]
    ExtraTurn(Seat),
    /// After this phase there is an additional combat phase, followed by an additional main phase (500.8).
    #[serde(rename = "extra combat")]
    ExtraCombat {
        /// Followed by a main phase.
        #[serde(default)]
        main: bool,
    },
    /// After this step there is an additional one of this kind (500.9, 500.10).
    #[serde(rename = "extra step")]
    ExtraStep(Step),
    /// End the turn (724).
    #[serde(rename = "end the turn")]
    EndTheTurn,
    /// It becomes day, or night (731.1).
    #[serde(rename = "it becomes")]
    ItBecomes(DayNight),
    /// The effect's controller casts this many spells that do nothing. What counts them is the day/night check (502.2).
    #[serde(rename = "cast spells")]
    CastSpells(u8),
    /// The effect's controller adds mana (106.3), which stays as steps and phases end for as long as `keep` says.
    #[serde(rename = "add mana")]
    AddMana {
        /// The colour.
        color: Color,
        /// How much.
        n: u8,
        /// It isn't lost as steps and phases end until then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keep: Option<Until>,
    },
    /// Transform (701.27): turn to the other face.
    #[serde(rename = "transform")]
    Transform(What),
    /// A battle's protector becomes this player (310.8).
    #[serde(rename = "change protector")]
    ChangeProtector {
        /// The battle.
        what: What,
        /// The new protector.
        to: Seat,
    },
    /// What matches can't block this turn. It changes rules, not characteristics, so it covers newcomers too (611.2c).
    #[serde(rename = "can't block this turn")]
    CantBlockThisTurn(Filter),
    /// These can't phase out.
    #[serde(rename = "can't phase out")]
    CantPhaseOut {
        /// What can't.
        what: What,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// These can't phase in.
    #[serde(rename = "can't phase in")]
    CantPhaseIn {
        /// What can't.
        what: What,
        /// How long.
        #[serde(default)]
        until: Until,
    },
    /// At the beginning of the next step of this kind, do this: a delayed trigger (603.7).
    #[serde(rename = "at the next")]
    AtTheNext {
        /// The step.
        step: Step,
        /// In whose turn; anybody's if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Seat>,
        /// What happens then.
        then: Box<Effect>,
    },
    /// When this next happens, do this: a delayed trigger (603.7). It ends with the turn if `this_turn`.
    #[serde(rename = "when")]
    When {
        /// What it waits for; `this` is what the effect is about.
        event: Event,
        /// The object that it watches.
        about: Obj,
        /// Only this turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        this_turn: bool,
        /// What happens then.
        then: Box<Effect>,
    },
    /// These, one after the other (608.2c). Nothing triggers or is checked in between that has to wait for the end of resolution.
    #[serde(rename = "in order")]
    InOrder(Vec<Effect>),
}

impl Effect {
    /// The word of the effect, as in YAML and in [`Need::Effect`](crate::Need::Effect).
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Effect::PhaseOut(_) => "phase out",
            Effect::PhaseIn(_) => "phase in",
            Effect::PhaseInAndOut { .. } => "phase in and out",
            Effect::PhaseOutUntil { .. } => "phase out until",
            Effect::Destroy(_) => "destroy",
            Effect::Exile(_) => "exile",
            Effect::ExileUntil { .. } => "exile until",
            Effect::ExileAndReturn(_) => "exile and return",
            Effect::ReturnToHand(_) => "return to hand",
            Effect::PutOnLibrary(_) => "put on library",
            Effect::Sacrifice(_) => "sacrifice",
            Effect::PutOntoBattlefield { .. } => "put onto the battlefield",
            Effect::Create(_) => "create",
            Effect::Mill { .. } => "mill",
            Effect::Damage { .. } => "damage",
            Effect::DamagePlayer { .. } => "damage player",
            Effect::Draw(_) => "draw",
            Effect::Discard(_) => "discard",
            Effect::LoseTheGame(_) => "lose the game",
            Effect::Pump { .. } => "pump",
            Effect::GainAbility { .. } => "gain ability",
            Effect::LoseAbilities { .. } => "lose abilities",
            Effect::BecomeCreatures { .. } => "become creatures",
            Effect::LoseTypes { .. } => "lose types",
            Effect::GainControl { .. } => "gain control",
            Effect::Tap(_) => "tap",
            Effect::Untap(_) => "untap",
            Effect::PutCounters { .. } => "put counters",
            Effect::RemoveCounters { .. } => "remove counters",
            Effect::Attach { .. } => "attach",
            Effect::Unattach(_) => "unattach",
            Effect::RemoveFromCombat(_) => "remove from combat",
            Effect::SkipNextStep { .. } => "skip next step",
            Effect::DoesntUntapNext(_) => "doesn't untap next",
            Effect::ExtraTurn(_) => "extra turn",
            Effect::ExtraCombat { .. } => "extra combat",
            Effect::ExtraStep(_) => "extra step",
            Effect::EndTheTurn => "end the turn",
            Effect::ItBecomes(_) => "it becomes",
            Effect::CastSpells(_) => "cast spells",
            Effect::AddMana { .. } => "add mana",
            Effect::Transform(_) => "transform",
            Effect::ChangeProtector { .. } => "change protector",
            Effect::CantBlockThisTurn(_) => "can't block this turn",
            Effect::CantPhaseOut { .. } => "can't phase out",
            Effect::CantPhaseIn { .. } => "can't phase in",
            Effect::AtTheNext { .. } => "at the next",
            Effect::When { .. } => "when",
            Effect::InOrder(_) => "in order",
        }
    }

    /// What the effect is about, where it is about permanents or cards.
    #[must_use]
    pub fn what(&self) -> Option<&What> {
        match self {
            Effect::PhaseOut(w)
            | Effect::PhaseIn(w)
            | Effect::PhaseInAndOut { out: w, .. }
            | Effect::PhaseOutUntil { what: w, .. }
            | Effect::Destroy(w)
            | Effect::Exile(w)
            | Effect::ExileUntil { what: w, .. }
            | Effect::ExileAndReturn(w)
            | Effect::ReturnToHand(w)
            | Effect::PutOnLibrary(w)
            | Effect::Sacrifice(w)
            | Effect::PutOntoBattlefield { what: w, .. }
            | Effect::Damage { to: w, .. }
            | Effect::Pump { what: w, .. }
            | Effect::GainAbility { what: w, .. }
            | Effect::LoseAbilities { what: w, .. }
            | Effect::BecomeCreatures { what: w, .. }
            | Effect::LoseTypes { what: w, .. }
            | Effect::GainControl { what: w, .. }
            | Effect::Tap(w)
            | Effect::Untap(w)
            | Effect::PutCounters { on: w, .. }
            | Effect::RemoveCounters { from: w, .. }
            | Effect::Attach { what: w, .. }
            | Effect::Unattach(w)
            | Effect::RemoveFromCombat(w)
            | Effect::DoesntUntapNext(w)
            | Effect::Transform(w)
            | Effect::ChangeProtector { what: w, .. }
            | Effect::CantPhaseOut { what: w, .. }
            | Effect::CantPhaseIn { what: w, .. } => Some(w),
            _ => None,
        }
    }

    /// The duration of the continuous effect that it makes, if it makes one.
    #[must_use]
    pub fn until(&self) -> Option<Until> {
        match self {
            Effect::Pump { until, .. }
            | Effect::GainAbility { until, .. }
            | Effect::LoseAbilities { until, .. }
            | Effect::BecomeCreatures { until, .. }
            | Effect::LoseTypes { until, .. }
            | Effect::GainControl { until, .. }
            | Effect::CantPhaseOut { until, .. }
            | Effect::CantPhaseIn { until, .. } => Some(*until),
            _ => None,
        }
    }

    /// The effect itself and every effect within it, outermost first.
    #[must_use]
    pub fn parts(&self) -> Vec<&Effect> {
        let mut all = vec![self];
        match self {
            Effect::InOrder(parts) => all.extend(parts.iter().flat_map(Effect::parts)),
            Effect::AtTheNext { then, .. } | Effect::When { then, .. } => all.extend(then.parts()),
            Effect::GainAbility { ability, .. } => {
                if let Ability::Trigger(Trigger { then: Some(e), .. }) = &**ability {
                    all.extend(e.parts());
                }
            }
            _ => {}
        }
        all
    }

    /// The triggered abilities that it gives, in the order in which [`Setup::number_triggers`](crate::Setup::number_triggers) numbers them.
    #[must_use]
    pub fn triggers(&self) -> Vec<&Trigger> {
        match self {
            Effect::InOrder(parts) => parts.iter().flat_map(Effect::triggers).collect(),
            Effect::AtTheNext { then, .. } | Effect::When { then, .. } => then.triggers(),
            Effect::GainAbility { ability, .. } => ability.triggers(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn each_trigger_mut(&mut self, f: &mut impl FnMut(&mut Trigger)) {
        match self {
            Effect::InOrder(parts) => parts.iter_mut().for_each(|e| e.each_trigger_mut(f)),
            Effect::AtTheNext { then, .. } | Effect::When { then, .. } => then.each_trigger_mut(f),
            Effect::GainAbility { ability, .. } => ability.each_trigger_mut(f),
            _ => {}
        }
    }
}
