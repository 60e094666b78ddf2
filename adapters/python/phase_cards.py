"""Cards for phase.rs, which reads them from rules text; with a check that all of it was understood."""

from __future__ import annotations

import json
from typing import Any, Iterator

import phase
from outofphase_protocol import Unsupported, word

SUPERTYPES = ("basic", "legendary", "world")
CORE_TYPES = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker", "scheme")
SUBTYPES = ("aura", "equipment", "fortification", "attraction", "saga", "siege", "plains", "island", "swamp", "mountain", "forest", "elf",
            "spirit", "zombie")
TYPES = {*SUPERTYPES, *CORE_TYPES, *SUBTYPES}
COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1", "loyalty": "loyalty", "defense": "defense", "lore": "lore", "charge": "charge"}
PHASES = {"upkeep": "Upkeep", "draw": "Draw", "first main": "PreCombatMain", "beginning of combat": "BeginCombat",
          "second main": "PostCombatMain", "end": "End"}
TURNS = {"any": None, "you": "OnlyDuringYourTurn", "opponents": "OnlyDuringOpponentsTurn"}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI")

# The engine reads these without complaint and loses part of their meaning, or needs more of the card than its text says.
MISREAD_ABILITIES = {"are also", "bestow", "daybound"}
MISREAD_EVENTS = {"you lose control of", "becomes a target", "is visited", "is set in motion", "day or night changes", "a player loses"}
NO_CARDS = {"battle", "scheme", "attraction", "fortification"}


def capital(w: str) -> str:
    return w[:1].upper() + w[1:]


def keyword(w: str) -> str:
    return "".join(capital(part) for part in w.split())


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
    text = spec["text"].replace("“", '"').replace("”", '"')
    lines = text.split("\n") if text else []
    keywords = [a for a in has if isinstance(a, str) and a == a.lower() and _is_keyword_line(a, lines)]
    rest = [a for a in has if a not in keywords]
    for n, ability in enumerate(rest):
        at = n + bool(keywords)
        if isinstance(ability, dict) and "chapter" in ability.get("when", {}):
            chapter = ability["when"]["chapter"]
            lines[at] = f"{ROMAN[chapter]} — {capital(lines[at].split(' — ')[1])}"
    for n, ability in enumerate(rest):
        if isinstance(ability, dict) and "then" in ability:
            at = n + bool(keywords)
            told = lines[at].split(" life. ")[0]
            lines[at] = f"{told} life. {_then(ability)[0]}."
    if "aura" in types:
        lines.insert(0, "Enchant player" if spec.get("on") in ("A", "B", "C", "D") else "Enchant permanent")
    face = _read(name, types, lines, keywords, spec)
    if not _understood(face):
        offset = len(lines) - len(rest)
        for ability, line in zip(rest, lines[offset:]):
            if not _understood(_read(name, types, [line], [], spec)):
                raise _lacks(ability)
        raise Unsupported(setup="the rules text of a card")
    for ability in rest:
        if isinstance(ability, dict) and "then" in ability and not _does(face, *_then(ability)[1:]):
            raise Unsupported(setup="what a trigger does beside the gain of life")
    read, phases = list(_typed_in(face)), {(t["phase"], (t["constraint"] or {}).get("type")) for t in face["triggers"] if t["mode"] == "Phase"}
    for ability in rest:
        beginning = ability.get("when", {}).get("beginning of") if isinstance(ability, dict) else None
        if beginning and (PHASES.get(beginning["step"], "?"), TURNS.get(beginning.get("whose", "any"), "?")) not in phases:
            raise Unsupported(event="beginning of")
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
    words = [capital(k) for k in keywords] + [named[t] for t in types if t in named]
    atomic = {
        "name": name, "manaCost": "", "manaValue": 0.0, "type": "", "types": [capital(t) for t in types if t in CORE_TYPES],
        "subtypes": [capital(t) for t in types if t in SUBTYPES], "supertypes": [capital(t) for t in types if t in SUPERTYPES],
        "text": "\n".join(lines), "power": number("power"), "toughness": number("toughness"),
        "loyalty": number("number") if "planeswalker" in types else None, "layout": "saga" if "saga" in types else "normal",
        "keywords": words, "colors": [], "colorIdentity": [], "legalities": {}, "identifiers": {},
    }
    return phase.build_oracle_face(atomic, None)


def _understood(face: dict[str, Any]) -> bool:
    text = json.dumps(face)
    if any(a["kind"] == "Spell" for a in face["abilities"]):
        # A permanent has no such ability: a line was taken for a spell's.
        return False
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
        if "then" in ability and _then(ability) is None:
            # A text that names objects is no use: the engine takes the names for creature types.
            raise Unsupported(setup="what a trigger does beside the gain of life")
        if ability.get("from") or "it is" in str(ability.get("if", "")):
            raise Unsupported(setup="a trigger from the graveyard or by day and night")
        return
    inner = ability[name]
    if isinstance(inner, dict) and "ability" in inner:
        _check_word(inner["ability"])
    elif name == "host has":
        _check_word(inner)


THEN = {"return to hand": ("Return {} to its owner's hand", "Bounce"), "exile": ("Exile {}", "ChangeZone"), "destroy": ("Destroy {}", "Destroy"),
        "sacrifice": ("Sacrifice {}", "Sacrifice"), "phase out": ("{} phases out", "PhaseOut"), "tap": ("Tap {}", "SetTapState"),
        "untap": ("Untap {}", "SetTapState")}


DIED = [(w, x) for w in ("dies", "leaves", "goes to a graveyard from anywhere", "is sacrificed") for x in ("this", "host")]


def _then(ability: dict[str, Any]) -> tuple[str, str, str] | None:
    """What a trigger does in the engine's rules text, with the effect and the object that it must have understood."""
    kind, v = word(ability["then"])
    if (kind, v) == ("return to hand", "this") and word(ability["when"]) in DIED:
        return "Return ~ from your graveyard to your hand", "ChangeZone", "SelfRef"
    pronouns = {"this": ("~", "SelfRef"), "that": ("it", "TriggeringSource")}
    if kind == "draw" and "n" in v:
        return f"Draw {v['n']} cards" if v["n"] > 1 else "Draw a card", "Draw", "Controller"
    if kind == "put counters" and v["on"] in pronouns and v["counter"] in ("+1/+1", "-1/-1"):
        pronoun, target = pronouns[v["on"]]
        return f"Put {v['n']} {v['counter']} counters on {pronoun}", "PutCounter", target
    if kind == "put onto the battlefield" and set(v) == {"what"} and v["what"] == "that":
        return "Return it to the battlefield under your control", "ChangeZone", "TriggeringSource"
    if kind not in THEN or not isinstance(v, str) or v not in pronouns:
        return None
    (text, effect_), (pronoun, target) = THEN[kind], pronouns[v]
    return capital(text.format(pronoun)), effect_, target


def _does(face: dict[str, Any], effect: str, target: str) -> bool:
    """Whether one of the card's triggers gains life and then does this."""
    subs = [(t["execute"] or {}).get("sub_ability") or {} for t in face["triggers"]]
    return any((s.get("effect", {}).get("type"), (s["effect"].get("target") or {}).get("type")) == (effect, target) for s in subs if s)


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
            properties.append({"type": "HasSupertype", "value": capital(t)})
        else:
            kinds.append(capital(t) if t in CORE_TYPES else {"Subtype": capital(t)})
    for t in f.get("not", "").split():
        if t in SUPERTYPES:
            properties.append({"type": "NotSupertype", "value": capital(t)})
        else:
            kinds.append({"Non": capital(t) if t in CORE_TYPES else {"Subtype": capital(t)}})
    if not any(isinstance(k, str) or "Subtype" in k for k in kinds):
        kinds.insert(0, "Permanent")
    flags = (("other", True, "Another"), ("token", True, "Token"), ("token", False, "NonToken"), ("tapped", True, "Tapped"),
             ("tapped", False, "Untapped"))
    properties += [{"type": p} for key, value, p in flags if f.get(key) is value]
    if f.get("with"):
        properties.append({"type": "WithKeyword", "value": keyword(f["with"])})
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
