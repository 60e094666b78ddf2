"""The vocabulary in phase.rs's words: cards by rules text with a check that it was understood, effects as the engine's own values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator

import phase
from outofphase_protocol import Unsupported, word

SUPERTYPES = ("basic", "legendary", "world")
CORE_TYPES = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker", "scheme")
SUBTYPES = ("aura", "equipment", "fortification", "attraction", "saga", "siege", "plains", "island", "swamp", "mountain", "forest", "elf",
            "spirit", "zombie")
KEYWORD_OR_TYPE = {*SUPERTYPES, *CORE_TYPES, *SUBTYPES}
COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1", "loyalty": "loyalty", "defense": "defense", "lore": "lore", "charge": "charge"}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI")

# The engine reads these without complaint and loses part of their meaning, or needs more of the card than its text says.
MISREAD_ABILITIES = {"are also", "bestow", "daybound"}
MISREAD_EVENTS = {"you lose control of", "becomes a target", "is visited", "is set in motion"}
NO_CARDS = {"battle", "scheme", "attraction", "fortification"}


def _fixed(n: int) -> dict[str, Any]:
    return {"type": "Fixed", "value": n}


def _capital(w: str) -> str:
    return w[:1].upper() + w[1:]


def _keyword(w: str) -> str:
    return "".join(_capital(part) for part in w.split())


# Cards.

def face_of(name: str, spec: dict[str, Any]) -> dict[str, Any]:
    """The engine's reading of a card, if it has read all of it."""
    types, has = spec["types"], spec.get("has", [])
    for t in types:
        if t in NO_CARDS:
            raise Unsupported(setup=t)
    if "back" in spec:
        raise Unsupported(setup="back")
    for ability in has:
        _check_word(ability)
    lines = spec["text"].replace("“", '"').replace("”", '"').split("\n") if spec["text"] else []
    keywords = [a for a in has if isinstance(a, str) and a == a.lower() and _is_keyword_line(a, lines)]
    rest = [a for a in has if a not in keywords]
    for n, ability in enumerate(rest):
        at = n + bool(keywords)
        if isinstance(ability, dict) and "chapter" in ability.get("when", {}):
            chapter = ability["when"]["chapter"]
            lines[at] = f"{ROMAN[chapter]} — {_capital(lines[at].split(' — ')[1])}"
    if "aura" in types:
        lines.insert(0, "Enchant player" if spec.get("on") in ("A", "B", "C", "D") else "Enchant permanent")
    face = _read(name, types, lines, keywords, spec)
    if not _understood(face):
        offset = len(lines) - len(rest)
        for ability, line in zip(rest, lines[offset:]):
            if not _understood(_read(name, types, [line], [], spec)):
                raise _lacks(ability)
        raise Unsupported(setup="the rules text of a card")
    read = list(_typed_in(face))
    for ability in rest:
        for f in _filters_in(ability):
            if _normal(typed(f, "A", None)) not in read:
                raise _lacks(ability)
    return face


def _is_keyword_line(ability: str, lines: list[str]) -> bool:
    return bool(lines) and ability in lines[0].lower().split(", ")


def _read(name: str, types: list[str], lines: list[str], keywords: list[str], spec: dict[str, Any]) -> dict[str, Any]:
    def number(key: str) -> str | None:
        return None if spec.get(key) is None else str(spec[key])

    named = {"aura": "Enchant"}
    words = [_capital(k) for k in keywords] + [named[t] for t in types if t in named]
    atomic = {
        "name": name, "manaCost": "", "manaValue": 0.0, "type": "", "types": [_capital(t) for t in types if t in CORE_TYPES],
        "subtypes": [_capital(t) for t in types if t in SUBTYPES], "supertypes": [_capital(t) for t in types if t in SUPERTYPES],
        "text": "\n".join(lines), "power": number("power"), "toughness": number("toughness"),
        "loyalty": number("number") if "planeswalker" in types else None, "layout": "saga" if "saga" in types else "normal",
        "keywords": words, "colors": [], "colorIdentity": [], "legalities": {}, "identifiers": {},
    }
    return phase.build_oracle_face(atomic, None)


def _understood(face: dict[str, Any]) -> bool:
    text = json.dumps(face)
    return '"Unimplemented"' not in text and '"Unknown"' not in text and '"type": "Unknown' not in text


def _lacks(ability: Any) -> Unsupported:
    if isinstance(ability, dict) and "when" in ability:
        return Unsupported(event=word(ability["when"])[0])
    return Unsupported(ability=ability if isinstance(ability, str) else word(ability)[0])


def _check_word(ability: Any) -> None:
    """Refuses what is known to be misread."""
    name = ability if isinstance(ability, str) else "trigger" if "when" in ability else word(ability)[0]
    if name in MISREAD_ABILITIES:
        raise Unsupported(ability=name)
    if isinstance(ability, str):
        return
    if name == "trigger":
        event = word(ability["when"])[0]
        if event in MISREAD_EVENTS or ability.get("one or more") and event not in ("dies", "enters", "leaves", "phases out"):
            raise Unsupported(event=event)
        if "then" in ability:
            # Its text names objects, which the engine would take for creature types.
            raise Unsupported(setup="a trigger that does more than gain life")
        if ability.get("from") or "it is" in str(ability.get("if", "")):
            raise Unsupported(setup="a trigger from the graveyard or by day and night")
        return
    inner = ability[name]
    if isinstance(inner, dict) and "ability" in inner:
        _check_word(inner["ability"])
    elif name == "host has":
        _check_word(inner)


# Descriptions.

def typed(f: dict[str, Any], by: str, seats: list[str] | None) -> dict[str, Any]:
    """A filter as the engine's TypedFilter, seen from `by`."""
    if f.get("phased out") or f.get("whose") == "enchanted" or f.get("of") and (seats is None or len(seats) != 2):
        raise Unsupported(setup="this description of objects")
    whose = f.get("whose", "any")
    if f.get("of"):
        whose = "you" if f["of"] == by else "opponents"
    kinds: list[Any] = []
    properties: list[dict[str, Any]] = []
    words = f.get("type", "").split()
    for t in words:
        if t in SUPERTYPES:
            properties.append({"type": "HasSupertype", "value": _capital(t)})
        else:
            kinds.append(_capital(t) if t in CORE_TYPES else {"Subtype": _capital(t)})
    for t in f.get("not", "").split():
        if t in SUPERTYPES:
            properties.append({"type": "NotSupertype", "value": _capital(t)})
        else:
            kinds.append({"Non": _capital(t) if t in CORE_TYPES else {"Subtype": _capital(t)}})
    if not any(isinstance(k, str) or "Subtype" in k for k in kinds):
        kinds.insert(0, "Permanent")
    flags = (("other", True, "Another"), ("token", True, "Token"), ("token", False, "NonToken"), ("tapped", True, "Tapped"),
             ("tapped", False, "Untapped"))
    properties += [{"type": p} for key, value, p in flags if f.get(key) is value]
    if f.get("with"):
        properties.append({"type": "WithKeyword", "value": _keyword(f["with"])})
    controller = {"any": None, "you": "You", "opponents": "Opponent"}[whose]
    return {"type": "Typed", "type_filters": kinds, "controller": controller, "properties": properties}


def _normal(f: dict[str, Any]) -> str:
    def in_order(items: list[Any]) -> list[str]:
        # "Permanent" beside a narrower type says nothing.
        texts = sorted(json.dumps(i, sort_keys=True) for i in items)
        return [t for t in texts if t != '"Permanent"']

    return json.dumps([in_order(f.get("type_filters") or []), f.get("controller"), in_order(f.get("properties") or [])])


def _typed_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("type") == "Typed":
            yield _normal(value)
        for part in value.values():
            yield from _typed_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _typed_in(part)


FILTER_KEYS = {"type", "not", "whose", "other", "token", "tapped", "with", "phased out", "of"}


def _filters_in(value: Any, key: str = "") -> Iterator[dict[str, Any]]:
    """The descriptions within an ability: dictionaries with the keys of one that say something about types."""
    if isinstance(value, dict):
        if value and FILTER_KEYS.issuperset(value) and key not in ("beginning of",):
            # Conditions count what "you" control without saying so.
            yield {**value, "whose": "you"} if key in ("all", "you control no") else value
        else:
            for k, part in value.items():
                yield from _filters_in(part, k)


# Effects.

PERMANENT = {"type": "Typed", "type_filters": ["Permanent"]}
DURATIONS = {"end of turn": "UntilEndOfTurn", "end of combat": "UntilEndOfCombat", "forever": "Permanent",
             "your next turn": {"UntilNextTurnOf": {"player": {"type": "Controller"}}},
             "your next upkeep": {"UntilNextStepOf": {"step": "Upkeep", "player": {"type": "Controller"}}}}
HELD = {"while you control": "WhileControllingHost", "while on the battlefield": "WhileHostOnBattlefield",
        "while tapped": {"ForAsLongAs": {"condition": {"type": "SourceIsTapped"}}}}


@dataclass
class Built:
    """An ability of the engine without its source; `source` if it has to be a certain object."""

    ability: dict[str, Any]
    source: int | None = None

    @staticmethod
    def subs(ability: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The abilities that follow it."""
        while sub := ability.get("sub_ability"):
            yield sub
            ability = sub


class _Effects:
    def __init__(self, by: str, ids: dict[str, int], zones: dict[str, str], owners: dict[str, str], seats: list[str]) -> None:
        self.by, self.ids, self.zones, self.owners, self.seats = by, ids, zones, owners, seats
        self.source: int | None = None

    def one_or_all(self, kind: str, what: Any, one: dict[str, Any], all_: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
        """Named objects as targets, or the engine's twin of the effect for all that match."""
        if isinstance(what, list):
            return {"effect": {"target": PERMANENT, **one}, "targets": self.targets(kind, what), **more}
        if isinstance(what, dict) and all_ is not None:
            return {"effect": {"target": typed(what["all"], self.by, self.seats), **all_}, "targets": [], **more}
        raise Unsupported(effect=kind)

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
        return self.one_or_all(k, v, {"type": "Destroy"}, {"type": "DestroyAll"})

    def _exile(self, k: str, v: Any) -> dict[str, Any]:
        if isinstance(v, list):
            return self.moved(k, v, destination="Exile")
        return self.one_or_all(k, v, {}, {"type": "ChangeZoneAll", "destination": "Exile"})

    def _exile_until(self, k: str, v: Any) -> dict[str, Any]:
        if v["leaves"] not in self.ids:
            raise Unsupported(effect=k)
        self.source = self.ids[v["leaves"]]
        return {**self.moved(k, v["what"], destination="Exile"), "duration": "UntilHostLeavesPlay"}

    def _exile_and_return(self, k: str, v: Any) -> dict[str, Any]:
        back = {"effect": {"type": "ChangeZone", "destination": "Battlefield", "target": {"type": "ParentTarget"}}, "targets": []}
        return {**self.moved(k, v, destination="Exile"), "sub_ability": back}

    def _return_to_hand(self, k: str, v: Any) -> dict[str, Any]:
        if isinstance(v, list) and {self.zones.get(n) for n in v} != {"Battlefield"}:
            return self.moved(k, v, destination="Hand")
        return self.one_or_all(k, v, {"type": "Bounce"}, {"type": "BounceAll"})

    def _put_on_library(self, k: str, v: Any) -> dict[str, Any]:
        if not isinstance(v, list) or len(v) != 1:
            raise Unsupported(effect=k)
        return self.one_or_all(k, v, {"type": "PutAtLibraryPosition", "count": _fixed(1), "position": {"type": "Top"}}, None)

    def _sacrifice(self, k: str, v: Any) -> dict[str, Any]:
        if not isinstance(v, list) or len(v) != 1:
            raise Unsupported(effect=k)
        return self.one_or_all(k, v, {"type": "Sacrifice", "count": _fixed(1)}, None)

    def _put_onto_the_battlefield(self, k: str, v: Any) -> dict[str, Any]:
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
        return self.one_or_all(k, v["to"], {"type": "DealDamage", **n}, {"type": "DamageAll", **n})

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
        return self.static(k, v["what"], v["until"], [{"type": "AddKeyword", "keyword": _keyword(ability)}])

    def _lose_abilities(self, k: str, v: Any) -> dict[str, Any]:
        return self.static(k, v["what"], v["until"], [{"type": "RemoveAllAbilities"}])

    def _become_creatures(self, k: str, v: Any) -> dict[str, Any]:
        return self.static(k, v["what"], v["until"], [{"type": "SetPower", "value": v["power"]}, {"type": "SetToughness", "value": v["toughness"]},
                                                      {"type": "AddType", "core_type": "Creature"}])

    def _lose_types(self, k: str, v: Any) -> dict[str, Any]:
        types = v["types"].split()
        if any(t not in CORE_TYPES for t in types):
            raise Unsupported(effect=k)
        return self.static(k, v["what"], v["until"], [{"type": "RemoveType", "core_type": _capital(t)} for t in types])

    def _gain_control(self, k: str, v: Any) -> dict[str, Any]:
        lasts = self.duration(v["until"])
        return self.one_or_all(k, v["what"], {"type": "GainControl"}, {"type": "GainControlAll"}, duration=lasts)

    def _tap(self, k: str, v: Any) -> dict[str, Any]:
        def tapped(scope: str) -> dict[str, Any]:
            return {"type": "SetTapState", "scope": {"type": scope}, "state": {"type": _capital(k)}}
        return self.one_or_all(k, v, tapped("Single"), tapped("All"))

    _untap = _tap

    def _put_counters(self, k: str, v: Any) -> dict[str, Any]:
        put = {"counter_type": COUNTERS[v["counter"]], "count": _fixed(v["n"])}
        return self.one_or_all(k, v["on"], {"type": "PutCounter", **put}, {"type": "PutCounterAll", **put})

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
        step = {"type": "Step", "data": _capital(v["step"])}
        return {"effect": {"type": "SkipNextStep", "target": {"type": "Player"}, "step": step, "count": _fixed(1), "scope": "next_occurrence"},
                "targets": self.player(v["who"])}

    def _extra_turn(self, k: str, v: Any) -> dict[str, Any]:
        if v != self.by:
            raise Unsupported(effect=k)
        return {"effect": {"type": "ExtraTurn", "target": {"type": "Controller"}}, "targets": []}

    def _end_the_turn(self, k: str, v: Any) -> dict[str, Any]:
        return {"effect": {"type": "EndTheTurn"}, "targets": []}

    def _it_becomes(self, k: str, v: Any) -> dict[str, Any]:
        return {"effect": {"type": "SetDayNight", "to": _capital(v)}, "targets": []}

    def _add_mana(self, k: str, v: Any) -> dict[str, Any]:
        if v.get("keep") or v["color"] == "colorless":
            raise Unsupported(effect=k)
        colors = [_capital(v["color"])] * v["n"]
        return {"effect": {"type": "Mana", "produced": {"type": "Fixed", "colors": colors}}, "targets": []}

    def _in_order(self, k: str, v: Any) -> dict[str, Any]:
        parts = [self.build(part) for part in v]
        for first, second in zip(parts, parts[1:]):
            if "sub_ability" in first:
                raise Unsupported(effect=k)
            first["sub_ability"] = second
        return parts[0]


GRANTED = {"phasing", "flying", "reach", "haste", "vigilance", "indestructible", "defender", "first strike", "double strike", "trample",
           "deathtouch", "shroud"}


def effect_of(effect: Any, by: str, ids: dict[str, int], zones: dict[str, str], owners: dict[str, str], seats: list[str]) -> Built:
    """The effect as an ability that can stand on the engine's stack."""
    effects = _Effects(by, ids, zones, owners, seats)
    ability = effects.build(effect)
    return Built(ability, effects.source)
