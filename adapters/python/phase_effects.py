"""Effects of the vocabulary as phase.rs's own values, such as an ability on its stack has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Container, Iterator

from outofphase_protocol import Unsupported, word
from phase_cards import CORE_TYPES, COUNTERS, MISREAD_ABILITIES, capital, keyword, typed

PERMANENT = {"type": "Typed", "type_filters": ["Permanent"]}
DURATIONS = {"end of turn": "UntilEndOfTurn", "end of combat": "UntilEndOfCombat", "forever": "Permanent",
             "your next turn": {"UntilNextTurnOf": {"player": {"type": "Controller"}}},
             "your next upkeep": {"UntilNextStepOf": {"step": "Upkeep", "player": {"type": "Controller"}}}}
HELD = {"while you control": "WhileControllingHost", "while on the battlefield": "WhileHostOnBattlefield",
        "while tapped": {"ForAsLongAs": {"condition": {"type": "SourceIsTapped"}}}}


def names_in(value: Any, names: Container[str]) -> list[str]:
    """The named objects that an effect, or a part of one, speaks of."""
    if isinstance(value, str):
        return [value] if value in names else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [n for part in parts for n in names_in(part, names)]


def _fixed(n: int) -> dict[str, Any]:
    return {"type": "Fixed", "value": n}


@dataclass
class Built:
    """An ability of the engine without its source; `source` if it has to be a certain object."""

    ability: dict[str, Any]
    source: int | None = None

    @staticmethod
    def parts(ability: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The ability and those that follow it."""
        part: dict[str, Any] | None = ability
        while part:
            yield part
            part = part.get("sub_ability")


@dataclass
class Board:
    """What has to be known of the named objects: the engine's number, where each is, whose it is."""

    ids: dict[str, int]
    zones: dict[str, str]
    owners: dict[str, str]
    controllers: dict[str, str]


class _Effects:
    def __init__(self, by: str, board: Board, seats: list[str], targeted: bool) -> None:
        self.by, self.seats, self.targeted = by, seats, targeted
        self.ids, self.zones, self.owners, self.controllers = board.ids, board.zones, board.owners, board.controllers
        self.source: int | None = None

    def one_or_all(self, kind: str, what: Any, one: dict[str, Any], all_: dict[str, Any] | None, at_once: bool = False, **more: Any) -> dict[str, Any]:
        """Named objects as targets, or the engine's twin of the effect for all that match.

        The engine treats several targets one after the other, so what happens to them `at_once` goes by the twin, unless it is announced.
        """
        if isinstance(what, list) and at_once and all_ is not None and not self.targeted:
            return {"effect": {"target": self.these(kind, what), **all_}, "targets": [], **more}
        if isinstance(what, list):
            return {"effect": {"target": PERMANENT, **one}, "targets": self.targets(kind, what), **more}
        if isinstance(what, dict) and all_ is not None:
            return {"effect": {"target": typed(what["all"], self.by, self.seats), **all_}, "targets": [], **more}
        raise Unsupported(effect=kind)

    def these(self, kind: str, names: list[str]) -> dict[str, Any]:
        """The named objects as a description that nothing else matches."""
        return {"type": "Or", "filters": [{"type": "SpecificObject", "id": t["Object"]} for t in self.targets(kind, names)]}

    def targets(self, kind: str, names: list[str]) -> list[dict[str, Any]]:
        if any(n not in self.ids for n in names):
            raise Unsupported(effect=kind)
        return [{"Object": self.ids[n]} for n in names]

    def player(self, who: str) -> list[dict[str, Any]]:
        return [{"Player": self.seats.index(who)}]

    def duration(self, until: Any) -> Any:
        kind, holder = word(until)
        if holder is None:
            return DURATIONS[kind]
        if holder not in self.ids:
            raise Unsupported(until=kind)
        self.source = self.ids[holder]
        return HELD[kind]

    def moved(self, kind: str, what: Any, **more: Any) -> dict[str, Any]:
        """From wherever the named cards are, if they are in one zone."""
        if not isinstance(what, list) or len({self.zones.get(n) for n in what}) != 1 or what[0] not in self.ids:
            raise Unsupported(effect=kind)
        zone = self.zones[what[0]]
        if not self.targeted:
            return {"effect": {"type": "ChangeZoneAll", "origin": zone, "target": self.these(kind, what), **more}, "targets": []}
        card = {"type": "Typed", "type_filters": ["Card"], "properties": [{"type": "InZone", "zone": zone}]}
        target = PERMANENT if zone == "Battlefield" else card
        origin = None if zone == "Battlefield" else zone
        return {"effect": {"type": "ChangeZone", "origin": origin, "target": target, **more}, "targets": self.targets(kind, what)}

    def static(self, kind: str, what: Any, until: Any, modifications: list[dict[str, Any]]) -> dict[str, Any]:
        lasts = self.duration(until)
        named = isinstance(what, list)
        if not named and not isinstance(what, dict):
            raise Unsupported(effect=kind)
        affected = {"type": "ParentTarget"} if named else typed(what["all"], self.by, self.seats)
        effect = {"type": "GenericEffect", "duration": lasts,
                  "static_abilities": [{"mode": "Continuous", "affected": affected, "modifications": modifications}]}
        if named:
            effect["target"] = PERMANENT
        return {"effect": effect, "targets": self.targets(kind, what) if named else [], "duration": lasts}

    def build(self, tagged: Any) -> dict[str, Any]:
        kind, v = word(tagged)
        method = getattr(self, "_" + kind.replace(" ", "_").replace("'", ""), None)
        if method is None:
            raise Unsupported(effect=kind)
        return method(kind, v)

    def _phase_out(self, k: str, v: Any) -> dict[str, Any]:
        return self.one_or_all(k, v, {"type": "PhaseOut"}, None)

    def _destroy(self, k: str, v: Any) -> dict[str, Any]:
        return self.one_or_all(k, v, {"type": "Destroy"}, {"type": "DestroyAll"}, at_once=True)

    def _exile(self, k: str, v: Any) -> dict[str, Any]:
        if isinstance(v, list):
            return self.moved(k, v, destination="Exile")
        return self.one_or_all(k, v, {}, {"type": "ChangeZoneAll", "destination": "Exile"})

    def _exile_until(self, k: str, v: Any) -> dict[str, Any]:
        if self.targeted or v["leaves"] not in self.ids:
            # Only of an ability of that object itself does the engine ask whether it has left meanwhile.
            raise Unsupported(effect=k)
        self.source = self.ids[v["leaves"]]
        return {**self.one_or_all(k, v["what"], {"type": "ChangeZone", "destination": "Exile"}, None), "duration": "UntilHostLeavesPlay"}

    def _exile_and_return(self, k: str, v: Any) -> dict[str, Any]:
        back = {"effect": {"type": "ChangeZone", "destination": "Battlefield", "target": {"type": "ParentTarget"}}, "targets": []}
        return {**self.one_or_all(k, v, {"type": "ChangeZone", "destination": "Exile"}, None), "sub_ability": back}

    def _return_to_hand(self, k: str, v: Any) -> dict[str, Any]:
        if isinstance(v, list) and {self.zones.get(n) for n in v} != {"Battlefield"}:
            return self.moved(k, v, destination="Hand")
        return self.one_or_all(k, v, {"type": "Bounce"}, {"type": "BounceAll"}, at_once=True)

    def _put_on_library(self, k: str, v: Any) -> dict[str, Any]:
        if not isinstance(v, list) or len(v) != 1:
            raise Unsupported(effect=k)
        return self.one_or_all(k, v, {"type": "PutAtLibraryPosition", "count": _fixed(1), "position": {"type": "Top"}}, None)

    def _sacrifice(self, k: str, v: Any) -> dict[str, Any]:
        # The engine lets an effect's controller sacrifice their own permanents only.
        if not isinstance(v, list) or len(v) != 1 or self.controllers.get(v[0], self.by) != self.by:
            raise Unsupported(effect=k)
        return self.one_or_all(k, v, {"type": "Sacrifice", "count": _fixed(1)}, None)

    def _put_onto_the_battlefield(self, k: str, v: Any) -> dict[str, Any]:
        if isinstance(v["what"], list) and any(self.zones.get(n) == "Battlefield" for n in v["what"]):
            # No card asks for that, and the engine taps what is there already.
            raise Unsupported(effect=k)
        under = v.get("under") or self.by
        more: dict[str, Any] = {"enter_tapped": True} if v.get("tapped") else {}
        if under == self.by:
            more["enters_under"] = "You"
        elif not isinstance(v["what"], list) or any(self.owners[n] != under for n in v["what"]):
            raise Unsupported(effect=k)
        if v.get("on"):
            raise Unsupported(effect=k)
        return self.moved(k, v["what"], destination="Battlefield", **more)

    def _mill(self, k: str, v: Any) -> dict[str, Any]:
        return {"effect": {"type": "Mill", "count": _fixed(v["n"]), "target": {"type": "Player"}, "destination": "Graveyard"},
                "targets": self.player(v["who"])}

    def _damage(self, k: str, v: Any) -> dict[str, Any]:
        n = {"amount": _fixed(v["n"])}
        return self.one_or_all(k, v["to"], {"type": "DealDamage", **n}, {"type": "DamageAll", **n}, at_once=True)

    def _damage_player(self, k: str, v: Any) -> dict[str, Any]:
        return {"effect": {"type": "DealDamage", "amount": _fixed(v["n"]), "target": {"type": "Player"}}, "targets": self.player(v["who"])}

    def _draw(self, k: str, v: Any) -> dict[str, Any]:
        count = _fixed(v["n"]) if "n" in v else {
            "type": "Ref", "qty": {"type": "ObjectCount", "filter": typed(v["for each"], self.by, self.seats)}}
        return {"effect": {"type": "Draw", "count": count, "target": {"type": "Controller"}}, "targets": []}

    def _lose_the_game(self, k: str, v: Any) -> dict[str, Any]:
        if len(v) != 1:
            raise Unsupported(effect=k)
        return {"effect": {"type": "LoseTheGame", "target": {"type": "Player"}}, "targets": self.player(v[0])}

    def _pump(self, k: str, v: Any) -> dict[str, Any]:
        size = {"power": _fixed(v["power"]), "toughness": _fixed(v["toughness"])}
        lasts = self.duration(v["until"])
        return self.one_or_all(k, v["what"], {"type": "Pump", **size}, {"type": "PumpAll", **size}, duration=lasts)

    def _gain_ability(self, k: str, v: Any) -> dict[str, Any]:
        ability = v["ability"]
        if not isinstance(ability, str) or ability in MISREAD_ABILITIES or ability not in GRANTED:
            raise Unsupported(effect=k)
        return self.static(k, v["what"], v["until"], [{"type": "AddKeyword", "keyword": keyword(ability)}])

    def _lose_abilities(self, k: str, v: Any) -> dict[str, Any]:
        return self.static(k, v["what"], v["until"], [{"type": "RemoveAllAbilities"}])

    def _become_creatures(self, k: str, v: Any) -> dict[str, Any]:
        return self.static(k, v["what"], v["until"], [{"type": "SetPower", "value": v["power"]}, {"type": "SetToughness", "value": v["toughness"]},
                                                      {"type": "AddType", "core_type": "Creature"}])

    def _lose_types(self, k: str, v: Any) -> dict[str, Any]:
        types = v["types"].split()
        if any(t not in CORE_TYPES for t in types):
            raise Unsupported(effect=k)
        return self.static(k, v["what"], v["until"], [{"type": "RemoveType", "core_type": capital(t)} for t in types])

    def _gain_control(self, k: str, v: Any) -> dict[str, Any]:
        lasts = self.duration(v["until"])
        return self.one_or_all(k, v["what"], {"type": "GainControl"}, {"type": "GainControlAll"}, duration=lasts)

    def _tap(self, k: str, v: Any) -> dict[str, Any]:
        def tapped(scope: str) -> dict[str, Any]:
            return {"type": "SetTapState", "scope": {"type": scope}, "state": {"type": capital(k)}}
        return self.one_or_all(k, v, tapped("Single"), tapped("All"), at_once=True)

    _untap = _tap

    def _put_counters(self, k: str, v: Any) -> dict[str, Any]:
        put = {"counter_type": COUNTERS[v["counter"]], "count": _fixed(v["n"])}
        return self.one_or_all(k, v["on"], {"type": "PutCounter", **put}, {"type": "PutCounterAll", **put}, at_once=True)

    def _remove_counters(self, k: str, v: Any) -> dict[str, Any]:
        return self.one_or_all(k, v["from"], {"type": "RemoveCounter", "counter_type": COUNTERS[v["counter"]], "count": _fixed(v["n"])}, None)

    def _attach(self, k: str, v: Any) -> dict[str, Any]:
        if not isinstance(v["what"], list) or len(v["what"]) != 1 or v["to"] in self.seats:
            raise Unsupported(effect=k)
        return {"effect": {"type": "Attach", "attachment": PERMANENT, "target": PERMANENT}, "targets": self.targets(k, [*v["what"], v["to"]])}

    def _remove_from_combat(self, k: str, v: Any) -> dict[str, Any]:
        return self.one_or_all(k, v, {"type": "RemoveFromCombat"}, None)

    def _skip_next_step(self, k: str, v: Any) -> dict[str, Any]:
        if v["step"] not in ("untap", "upkeep", "draw"):
            raise Unsupported(effect=k)
        step = {"type": "Step", "data": capital(v["step"])}
        return {"effect": {"type": "SkipNextStep", "target": {"type": "Player"}, "step": step, "count": _fixed(1), "scope": "next_occurrence"},
                "targets": self.player(v["who"])}

    # There is no `end the turn`: the engine stops in the cleanup step before that step's own actions, a moment that nobody asks for.

    def _extra_turn(self, k: str, v: Any) -> dict[str, Any]:
        if v != self.by:
            raise Unsupported(effect=k)
        return {"effect": {"type": "ExtraTurn", "target": {"type": "Controller"}}, "targets": []}

    def _it_becomes(self, k: str, v: Any) -> dict[str, Any]:
        return {"effect": {"type": "SetDayNight", "to": capital(v)}, "targets": []}

    def _add_mana(self, k: str, v: Any) -> dict[str, Any]:
        if v.get("keep") or v["color"] == "colorless":
            raise Unsupported(effect=k)
        colors = [capital(v["color"])] * v["n"]
        return {"effect": {"type": "Mana", "produced": {"type": "Fixed", "colors": colors}}, "targets": []}

    def _in_order(self, k: str, v: Any) -> dict[str, Any]:
        moved: set[str] = set()
        for part in v:
            kind, value = word(part)
            named = set(names_in(value, self.owners))
            if named & moved:
                # The engine looks for what a later part names where it was when the effect began.
                raise Unsupported(effect=k)
            moved |= named if kind in MOVES else set()
        parts = [self.build(part) for part in v]
        for first, second in zip(parts, parts[1:]):
            if "sub_ability" in first:
                raise Unsupported(effect=k)
            first["sub_ability"] = second
        return parts[0]


MOVES = {"destroy", "exile", "exile until", "exile and return", "return to hand", "put on library", "sacrifice", "put onto the battlefield"}
GRANTED = {"phasing", "flying", "reach", "haste", "vigilance", "indestructible", "defender", "first strike", "double strike", "trample",
           "deathtouch", "shroud"}


def effect_of(effect: Any, by: str, board: Board, seats: list[str], targeted: bool) -> Built:
    """The effect as an ability that can stand on the engine's stack."""
    effects = _Effects(by, board, seats, targeted)
    ability = effects.build(effect)
    return Built(ability, effects.source)
