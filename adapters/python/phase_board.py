"""The board, written into the state of a game of phase.rs: the one thing that does not go by the engine's rules."""

from __future__ import annotations

from typing import Any

from outofphase_protocol import Setup, Unsupported
from phase_cards import COUNTERS

PLACES = {"battlefield": "Battlefield", "graveyard": "Graveyard", "exile": "Exile", "hand": "Hand", "library": "Library"}
NO_JOURNAL = {"next_command_ordinal": 0, "next_settlement_node_ordinal": 0, "entries": [], "nodes": [], "produced_mana": [], "spent_mana": []}


def lay_out(state: dict[str, Any], setup: Setup) -> tuple[dict[str, int], list[int]]:
    """Writes the board into the state of a game that has just begun. Answers the engine's number of each object, and of each player's
    card that is the source of effects."""
    objects, seats = state["objects"], setup.seats
    ids = {o["name"]: o["id"] for o in objects.values() if o["name"] != "blank"}
    blanks: list[list[int]] = [[o["id"] for o in objects.values() if (o["name"], o["owner"]) == ("blank", i)] for i in range(len(seats))]
    state["battlefield"], state["exile"] = [], []
    sources: list[int] = []
    for i, (player, spec) in enumerate(zip(state["players"], setup.players)):
        player.update(life=spec["life"], hand=[], library=[], graveyard=[])
        sources.append(blanks[i].pop())
        for zone in ("hand", "library"):
            player[zone] = [blanks[i].pop() for _ in range(spec[zone])]
            for n in player[zone]:
                objects[str(n)]["zone"] = zone.capitalize()
        for n in blanks[i]:
            del objects[str(n)]
        # A card in exile is the source of effects: it does nothing else.
        objects[str(sources[i])]["zone"] = "Exile"
        state["exile"].append(sources[i])
    turn = len(seats) + 1
    state["next_timestamp"] = len(setup.objects) + 1
    for stamp, (name, spec) in reversed(list(enumerate(setup.objects.items(), 1))):
        if spec.get("in") == "outside":
            continue
        zone, o = spec.get("in", "battlefield"), objects[str(ids[name])]
        o["timestamp"] = stamp
        if zone not in PLACES:
            raise Unsupported(setup=f"in {zone}")
        o["zone"] = PLACES[zone]
        if zone in ("battlefield", "exile"):
            state[zone].insert(0, o["id"])
        else:
            state["players"][o["owner"]][zone].insert(0, o["id"])
        if spec.get("named"):
            o["name"] = o["base_name"] = spec["named"]
        _permanent(o, spec, turn, seats)
    for name, spec in setup.objects.items():
        if "on" in spec:
            me = objects[str(ids[name])]
            if spec["on"] in seats:
                raise Unsupported(setup="attached to a player")
            host = objects[str(ids[spec["on"]])]
            me["attached_to"] = {"type": "Object", "data": host["id"]}
            host["attachments"].append(me["id"])
            if "you control host" in spec.get("has", []):
                # Controlled by the attachment's player since before the game was watched, so not a newcomer.
                host["controller"] = seats.index(spec.get("under", spec["of"]))
    light = setup.options.get("it_is")
    state.update(phase="PreCombatMain", turn_number=turn, active_player=0, priority_player=0, day_night=light and light.capitalize(),
                 waiting_for={"type": "Priority", "data": {"player": 0}}, zone_changes_this_turn=[],
                 zone_change_library_knowledge_stamps=[], resolved_rules_journal=NO_JOURNAL)

    return ids, sources


def _permanent(o: dict[str, Any], spec: dict[str, Any], turn: int, seats: list[str]) -> None:
    if spec.get("in", "battlefield") != "battlefield":
        return
    o["controller"] = o["base_controller"] = seats.index(spec.get("under", spec["of"]))
    o["entered_battlefield_turn"] = turn if spec.get("sick") else 1
    o["summoning_sick"] = spec.get("sick", False)
    o["tapped"], o["damage_marked"] = spec.get("tapped", False), spec.get("damage", 0)
    o["is_token"] = spec.get("token", False)
    counters = {COUNTERS[kind]: n for kind, n in spec.get("counters", {}).items()}
    if "planeswalker" in spec["types"]:
        counters.setdefault("loyalty", spec["number"])
        o["loyalty"] = counters["loyalty"]
    o["counters"] = counters
