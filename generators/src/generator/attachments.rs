//! Equipment, Auras and Curses: what they are attached to, and what they do to it.

use super::Generator;
use super::abilities::one_of;
use super::fill::card2;
use super::triggers::{Kind, count_triggers};
use crate::family::Family as F;
use crate::source::Source;
use outofphase_adapter::{Ability, Attached, Event, Keyword, ObjectSpec, Seat, Static, Subject, Trigger, Type, Whose};

impl Generator {
    pub(super) fn sword<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        o.card = card2(Type::Artifact, Type::Equipment);
        let hosts = self.model.bf & self.model.creature;
        if hosts != 0 && (self.config.bare || src.chance(4, 5)) {
            o.on = Some(Attached::Object(one_of(src, hosts)));
        }
        if !self.config.bare {
            self.host_ability(src, o);
            self.host_trigger(src, o);
        }
    }

    pub(super) fn aura<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        o.card = card2(Type::Enchantment, Type::Aura);
        let m = &self.model;
        let creatures = m.bf & m.creature;
        let hosts = if creatures != 0 && (self.config.bare || src.chance(3, 4)) { creatures } else { m.bf };
        let host = one_of(src, hosts);
        o.on = Some(Attached::Object(host));
        let lent = m.base[host.index()] != m.owner_of(host);
        let control = self.on(F::Control)
            && m.facts.control_aura.is_none()
            && !m.facts.ordered
            && m.facts.heroes == 0
            && !lent
            && self.avoid.ability("you control host");
        if control && src.chance(1, 5) {
            o.has.push(Static::YouControlHost.into());
        } else if self.config.bare {
            if self.on(F::PhasingKeyword) && self.avoid.ability("phasing") && src.chance(1, 2) {
                o.has.push(Keyword::Phasing.into());
            }
        } else {
            self.host_ability(src, o);
            self.host_trigger(src, o);
        }
    }

    /// A zone-change trigger, which is mostly about the host (603.6c, 400.7f).
    fn host_trigger<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        let room = self.model.facts.triggers + count_triggers(o) < self.config.max_triggers;
        if room
            && self.on(F::ZoneTriggers)
            && self.avoid.ability("trigger")
            && src.chance(1, 4)
            && let Some(t) = self.trigger(src, Kind::Zone, o)
            && t.then.is_none()
            && t.condition.is_none()
        {
            o.has.push(t.into());
        }
    }

    /// What an attachment does for its host.
    fn host_ability<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        let facts = self.model.facts;
        let aura = o.card.types.has(Type::Aura);
        let ok = |w: &str| self.avoid.ability(w);
        let weights = [
            4,
            if ok("host gets") { 4 } else { 0 },
            if ok("host has") && !facts.silence { 4 } else { 0 },
            if ok("host loses all abilities") && self.on(F::AbilityLoss) && aura && !facts.silence && !facts.grants && !facts.tally {
                3
            } else {
                0
            },
            if ok("host doesn't untap") && self.on(F::Tapping) && aura { 3 } else { 0 },
        ];
        let a = match src.weighted(&weights) {
            1 => {
                let (power, toughness) = [(1, 1), (2, 0), (0, 2), (-1, 0)][src.below(4) as usize & 3];
                Static::HostGets { power, toughness }
            }
            2 => {
                let room = facts.triggers < self.config.max_triggers && ok("trigger");
                let a = if room && self.on(F::ZoneTriggers) && self.avoid.event("dies") && src.chance(1, 4) {
                    Ability::Trigger(Trigger::on(Event::Dies(Subject::This)))
                } else {
                    match self.granted(src) {
                        Some(k) => Ability::Keyword(k),
                        None => return,
                    }
                };
                Static::HostHas(Box::new(a))
            }
            3 => Static::HostLosesAbilities,
            4 => Static::HostDoesntUntap,
            _ => return,
        };
        o.has.push(a.into());
    }

    pub(super) fn curse<S: Source + ?Sized>(&mut self, src: &mut S, o: &mut ObjectSpec) {
        o.card = card2(Type::Enchantment, Type::Aura);
        o.on = Some(Attached::Player(Seat(src.below(u32::from(self.model.seats)) as u8)));
        if self.config.bare {
            if self.on(F::PhasingKeyword) && self.avoid.ability("phasing") && src.chance(1, 2) {
                o.has.push(Keyword::Phasing.into());
            }
            return;
        }
        let room = self.model.facts.triggers < self.config.max_triggers && self.avoid.ability("trigger");
        let weights = [
            3,
            if self.on(F::TurnStructure) && self.avoid.ability("skip step") { 3 } else { 0 },
            if self.on(F::Hand) && self.avoid.ability("hand size") { 2 } else { 0 },
            if room && self.on(F::StepTriggers) { 4 } else { 0 },
        ];
        match src.weighted(&weights) {
            1 => {
                let step = self.skippable(src);
                o.has.push(Static::SkipStep { whose: Whose::Enchanted, step }.into());
            }
            2 => o.has.push(Static::HandSize { whose: Whose::Enchanted, by: -1 - src.below(3) as i8 }.into()),
            3 => {
                if let Some(t) = self.trigger(src, Kind::Step, o) {
                    o.has.push(t.into());
                }
            }
            _ => {}
        }
    }
}
