"""python-mtg 0.1.1 (`import mtg`), a rules engine in Datalog with a driver in Python.

A board is a dictionary of relations, written before the game begins. After that the engine plays: an effect is a spell with the effect's
words, put on the engine's stack and resolved there with its target chosen through the engine's own seam; a turn is the engine's steps, one
by one. Words for which the engine derives nothing are unsupported: it drops what it does not know without saying so.

The keyword phasing is on the engine's list of keywords, so it is handed over; that it does nothing there is for the suite to find.
"""

from __future__ import annotations

import random
from typing import Any

from outofphase_protocol import Adapter, Illegal, Setup, Snapshot, Stop, Unsupported, serve, word
from outofphase_protocol.adapter import STEPS

from mtg import driver
from mtg.engine import env

THEIR_STEPS = {
    "untap": "untap", "upkeep": "upkeep", "draw": "draw", "first main": "precombat_main", "beginning of combat": "beginning_of_combat",
    "declare attackers": "declare_attackers", "declare blockers": "declare_blockers", "combat damage": "combat_damage",
    "end of combat": "end_of_combat", "second main": "postcombat_main", "end": "end", "cleanup": "cleanup",
}
OUR_STEPS = {theirs: ours for ours, theirs in THEIR_STEPS.items()}
WITH_ACTIONS = {"untap", "draw", "declare attackers", "declare blockers", "combat damage", "cleanup"}
"""Steps whose turn-based actions the engine performs as it leaves them."""
COUNTERS = {"+1/+1": "p1p1", "-1/-1": "m1m1"}
KEYWORDS = {"phasing", "flying", "reach", "haste", "vigilance", "indestructible", "defender", "first strike", "double strike", "trample",
            "deathtouch"}
EVENTS = {"enters": "enters", "dies": "dies"}
TYPES = {"artifact", "creature", "enchantment", "land", "legendary", "basic", "elf", "spirit", "zombie", "plains", "island", "swamp",
         "mountain", "forest"}
SUPERTYPES = {"legendary", "basic"}
CARD_TYPES = {"artifact", "creature", "enchantment", "land"}
RELATIONS = ("counter", "tapped", "attacks", "blocks", "on_battlefield", "in_hand", "in_library", "graveyard", "exile", "command_zone",
             "printed_control", "instance_of", "card_type", "card_subtype", "card_power", "card_toughness", "spell_type", "mana_cost",
             "mana_generic", "has_supertype", "card_keyword", "card_ability", "ability_trigger", "card_effect", "printed_type",
             "printed_power", "printed_toughness", "printed_subtype", "printed_keyword", "on_stack", "_sick", "commander_damage",
             "is_commander", "_commander_owner", "just_drew", "just_entered", "draw_ord", "floating_mana")
DERIVED = ("spell_target", "spell_effect", "spell_scope", "spell_damage")


class MtgAdapter(Adapter):
    engine, version = "python-mtg", "0.1.1"

    def start(self, setup: Setup) -> None:
        if len(setup.seats) != 2:
            raise Unsupported(seats=len(setup.seats))
        for option in setup.options:
            raise Unsupported(setup=option)
        self.setup, self.spells, self.discards = setup, 0, []
        self.attackers, self.blocks = frozenset(), frozenset()
        self.s = s = {name: set() for name in RELATIONS}
        s.update(
            current_step={("precombat_main",)}, active_player={("A",)}, is_player={(p,) for p in setup.seats},
            life={(p, spec["life"]) for p, spec in zip(setup.seats, setup.players)}, _lib_order={p: [] for p in setup.seats}, _cmd_casts={},
            _seed=0, _variant="default", _rng=random.Random(0), _turn=2, _explicit_lands=True, _policy=self._choose, _land_played=set(),
        )
        self._card_name("blank", {"types": ["artifact"]})
        for name, spec in setup.objects.items():
            self._object(name, spec)
        for p, spec in zip(setup.seats, setup.players):
            for zone in ("hand", "library"):
                for i in range(spec[zone]):
                    self._instance(f"blank_{zone}_{p}_{i}", "blank", {"types": ["artifact"], "of": p}, p)
                    self._into(zone, f"blank_{zone}_{p}_{i}", p)

    def _card_name(self, slug: str, spec: dict[str, Any]) -> None:
        s = self.s
        for t in spec["types"]:
            if t not in TYPES:
                raise Unsupported(setup=t)
            if t not in SUPERTYPES:
                s["card_type" if t in CARD_TYPES else "card_subtype"].add((slug, t))
        if spec.get("power") is not None:
            s["card_power"].add((slug, spec["power"]))
            s["card_toughness"].add((slug, spec["toughness"]))
        for i, ability in enumerate(spec.get("has", [])):
            if isinstance(ability, str):
                if ability not in KEYWORDS:
                    raise Unsupported(ability=ability)
                s["card_keyword"].add((slug, ability.replace(" ", "_")))
            elif "when" in ability:
                self._trigger(slug, f"a{i}", ability)
            else:
                raise Unsupported(ability=word(ability)[0])

    def _trigger(self, slug: str, number: str, ability: dict[str, Any]) -> None:
        event, subject = word(ability["when"])
        theirs = EVENTS.get(event)
        if event == "beginning of" and ability["when"][event] == {"step": "upkeep", "whose": "you"}:
            theirs, subject = "the_beginning_of_your_upkeep", "this"
        if theirs is None or subject != "this" or set(ability) - {"when", "gain"}:
            raise Unsupported(event=event)
        self.s["card_ability"].add((slug, number, "triggered"))
        self.s["ability_trigger"].add((slug, number, theirs))
        self.s["card_effect"].add((slug, number, 0, "gain_life", str(ability["gain"]), "you", "-", "-"))

    def _instance(self, name: str, slug: str, spec: dict[str, Any], controller: str) -> None:
        s = self.s
        s["instance_of"].add((name, slug))
        s["printed_control"].add((controller, name))
        s["mana_cost"].add((name, 99))
        s["mana_generic"].add((name, 99))
        for t in spec["types"]:
            if t in SUPERTYPES:
                s["has_supertype"].add((name, t))
            else:
                s["printed_type" if t in CARD_TYPES else "printed_subtype"].add((name, t))
                if t in CARD_TYPES:
                    s["spell_type"].add((name, t))
        if spec.get("power") is not None:
            s["printed_power"].add((name, spec["power"]))
            s["printed_toughness"].add((name, spec["toughness"]))
        for (card, keyword) in s["card_keyword"]:
            if card == slug:
                s["printed_keyword"].add((name, keyword))

    def _into(self, zone: str, name: str, owner: str) -> None:
        if zone == "library":
            self.s["in_library"].add((owner, name))
            self.s["_lib_order"][owner].append(name)
        elif zone == "hand":
            self.s["in_hand"].add((owner, name))
        else:
            self.s["on_battlefield" if zone == "battlefield" else zone].add((name,))

    def _object(self, name: str, spec: dict[str, Any]) -> None:
        zone = spec.get("in", "battlefield")
        # Owner and controller are one thing to this engine, and damage does not stay on a creature.
        for word_ in ("under", "on", "back", "damage", "token", "named"):
            if spec.get(word_):
                raise Unsupported(setup=word_)
        if zone not in ("battlefield", "graveyard", "hand", "library", "exile"):
            raise Unsupported(setup=f"in {zone}")
        self._card_name(f"card_{name}", spec)
        self._instance(name, f"card_{name}", spec, spec["of"])
        self._into(zone, name, spec["of"])
        if spec.get("tapped"):
            self.s["tapped"].add((name,))
        if spec.get("sick"):
            self.s["_sick"].add((name,))
        for kind, n in spec.get("counters", {}).items():
            if kind not in COUNTERS:
                raise Unsupported(setup=f"{kind} counters")
            driver._bump_counter(self.s, name, COUNTERS[kind], n, placed_event=False)

    # Effects.

    def resolve(self, by: str, effect: Any, text: str, forge: str | None) -> None:
        for verb, amount, target, name in self._words(effect):
            self._cast(by, effect, (verb, amount, target), name)
        if env.is_terminal(self.s):
            raise Unsupported(action="going on after the end of the game")

    def _words(self, effect: Any) -> list[tuple[str, str, str, str | None]]:
        """The effect as verb, amount, target class, and the object to be chosen as the target."""
        kind, v = word(effect)
        single = {"destroy": "destroy", "exile": "exile", "return to hand": "return_to_hand", "tap": "tap", "untap": "untap"}
        if kind in single:
            if v == {"all": {"type": "creature"}} and kind in ("destroy", "exile"):
                return [(kind, "-", "all_creatures", None)]
            return [(single[kind], "-", "target_creature", self._only(kind, v))]
        if kind == "phase out":
            return [("phase_out", "-", "target_creature", self._only(kind, v))]
        if kind == "pump" and v["until"] == "end of turn":
            return [("modify_pt", f"{v['power']:+}/{v['toughness']:+}", "target_creature", self._only(kind, v["what"]))]
        if kind == "draw" and "n" in v:
            return [("draw", str(v["n"]), "you", None)]
        raise Unsupported(effect=kind)

    def _only(self, kind: str, what: Any) -> str:
        """The one creature that is named. Several at once would be one after the other here."""
        if not isinstance(what, list) or len(what) != 1:
            raise Unsupported(effect=kind)
        name = what[0]
        if (name,) not in self.s["on_battlefield"] or (name, "creature") not in self.s["printed_type"]:
            raise Unsupported(effect=kind)
        return name

    def _cast(self, by: str, effect: Any, words: tuple[str, str, str], target: str | None) -> None:
        s, before = self.s, driver.clone_state(self.s)
        self.spells += 1
        spell, slug = f"spell_{self.spells}", f"spell_card_{self.spells}"
        s["card_type"].add((slug, "instant"))
        s["card_ability"].add((slug, "a0", "spell"))
        s["card_effect"].add((slug, "a0", 0, *words, "-", "-"))
        self._instance(spell, slug, {"types": []}, by)
        s["printed_type"].add((spell, "instant"))
        s["spell_type"].add((spell, "instant"))
        understood = driver.run(s, list(DERIVED))
        if not any(row[0] == spell for rows in understood.values() for row in rows):
            self._back_to(before)
            raise Unsupported(effect=word(effect)[0])
        s["_forced"] = {"target": target} if target else {}
        driver._stack_push(s, spell, by)
        try:
            driver._resolve_stack(s, by, self.setup.seats)
            self._triggers()
        except Unsupported:
            self._back_to(before)
            raise
        s["_forced"] = {}
        for zone in ("graveyard", "exile"):
            s.get(zone, set()).discard((spell,))

    def _triggers(self) -> None:
        """What the resolution set off, without leaving the step."""
        for fire in (driver._fire_tap_triggers, driver._fire_lifegain_triggers, driver._fire_counter_placed_triggers):
            fire(self.s)

    def _back_to(self, before: dict[str, Any]) -> None:
        self.s = before
        self.s["_policy"] = self._choose

    def _choose(self, state: dict[str, Any], key: str, options: Any, default: Any) -> Any:
        """The engine's seam for choices that nothing else has made."""
        if key == "target":
            # The object of the effect is no legal target to the engine, which would now take another.
            raise Unsupported(setup="an effect on something that the engine does not let be chosen")
        if key in ("cleanup_discard", "discard"):
            if self.discards:
                return self.discards.pop(0)
            return max(options, key=lambda c: (c.startswith("blank_"), c))
        if key in ("attackers", "blocks"):
            return frozenset()
        if key == "activate":
            return None
        return default

    def answer(self, answer: Any) -> None:
        kind, value = word(answer)
        if kind != "discard":
            raise Unsupported(answer=kind)
        self.discards.extend(value)

    # The turn.

    def _now(self) -> tuple[str, str]:
        return OUR_STEPS[env._step(self.s)], env._active(self.s)

    def advance(self, to: str, of: str) -> Stop:
        if to == "first combat damage":
            raise Unsupported(stop=to)
        turn, (step, active) = self.s["_turn"], self._now()
        reached = turn if active == of and STEPS.index(step) < STEPS.index(to) else None
        # The engine asks for attackers and blockers as it leaves the step in which they were declared.
        self.s["_forced"] = {"attackers": self.attackers, "blocks": self.blocks}
        for _ in range(200):
            if env.is_terminal(self.s):
                raise Unsupported(action="going on after the end of the game")
            env._advance_one(self.s)
            self.s["_forced"] = {}
            step, active = self._now()
            self.attackers = self.blocks = frozenset()
            if reached is None and self.s["_turn"] > turn and active == of:
                reached = self.s["_turn"]
            if reached is not None and (self.s["_turn"], STEPS.index(step)) >= (reached, STEPS.index(to)):
                there = (step, active, self.s["_turn"]) == (to, of, reached)
                # The engine does what a step has to do when it leaves the step.
                before = step in WITH_ACTIONS or step == "upkeep" and any(r[2] == "the_beginning_of_your_upkeep" for r in self.s["ability_trigger"])
                return Stop(step, active, exact=there and not before, moment="before" if before else "after")
        raise RuntimeError(f"the engine does not come to {to} of {of}")

    def attack(self, attacks: dict[str, str]) -> None:
        before = driver.clone_state(self.s)
        step, active = self._now()
        if STEPS.index(step) > STEPS.index("declare attackers"):
            raise Illegal("the declare attackers step is over")
        if any(target == active or target not in self.setup.seats for target in attacks.values()):
            raise Unsupported(action="attack something else than the opponent")
        while self._now()[0] != "declare attackers":
            env._advance_one(self.s)
            if env.is_terminal(self.s) or self._now()[1] != active:
                # The game has ended on the way, or there was no combat.
                self._back_to(before)
                raise Unsupported(action="attack after the end of the game")
        self.s["_forced"] = {"attackers": frozenset(attacks)}
        driver.declare_attackers(self.s, active)
        self.s["_forced"] = {}
        if {a for a, _ in self.s["attacks"]} != set(attacks):
            self._back_to(before)
            raise Illegal("the engine does not let all of them attack")
        self.attackers = frozenset(attacks)

    def block(self, blocks: dict[str, str]) -> None:
        before, attackers = driver.clone_state(self.s), self.attackers
        _, active = self._now()
        if not attackers:
            raise Illegal("nobody attacks")
        self.s["_forced"] = {"attackers": attackers}
        env._advance_one(self.s)
        pairs = set(blocks.items())
        if self._now()[0] != "declare blockers" or not pairs <= set(env._legal_block_pairs(self.s, next(p for p in self.setup.seats if p != active))):
            self._back_to(before)
            raise Illegal("the engine does not let them block so")
        self.s["_forced"] = {"blocks": frozenset(pairs)}
        driver.declare_blockers(self.s, active)
        self.s["_forced"], self.attackers, self.blocks = {}, frozenset(), frozenset(pairs)

    def leave(self, who: str) -> None:
        raise Unsupported(action="leave")

    # What is seen.

    def observe(self) -> Snapshot:
        s, show = self.s, Snapshot(self.setup)
        show.step, show.active = self._now()
        show.stack = len(s["on_stack"])
        out = driver.run(s, ["controls", "power", "eff_toughness", "creature"])
        controller = {c: p for p, c in out["controls"]}
        power, toughness = dict(out["power"]), dict(out["eff_toughness"])
        creatures = {c for (c,) in out["creature"]}
        places = {c: z for z, rel in (("battlefield", "on_battlefield"), ("graveyard", "graveyard"), ("exile", "exile")) for (c,) in s.get(rel, set())}
        places |= {c: z for z, rel in (("hand", "in_hand"), ("library", "in_library")) for _, c in s.get(rel, set())}
        owners = {n: spec["of"] for n, spec in self.setup.objects.items()}
        for p, view in show.players.items():
            view.life, view.in_game = dict(s["life"])[p], True
            view.hand, view.library = (sum(o == p for o, _ in s[rel]) for rel in ("in_hand", "in_library"))
        for name, view in show.objects.items():
            view.place = places.get(name)
            if view.place != "battlefield":
                continue
            # Every permanent is phased in to this engine; it has no other state.
            view.phased = "in"
            view.controller = controller.get(name, owners[name])
            view.tapped = (name,) in s["tapped"]
            view.counters = {ours: n for ours, theirs in COUNTERS.items() for c, k, n in s["counter"] if (c, k) == (name, theirs) and n}
            if name in creatures:
                view.size = (int(power[name]), int(toughness[name]))
            attacks = {a for a, _ in s["attacks"]} if show.step in STEPS[5:10] else set()
            view.attacking = next(p for p in self.setup.seats if p != show.active) if name in attacks else "nothing"
            view.blocking = next((a for b, a in s["blocks"] if b == name and show.step in STEPS[6:10]), "nothing")
        return show


if __name__ == "__main__":
    serve(MtgAdapter())
