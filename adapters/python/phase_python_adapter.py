"""phase.rs, through phase-python 0.103.0.

The board is written into a game's state, which the engine gives out and takes in as JSON. Everything after that is the engine's own: an
effect is an ability of the engine's vocabulary, put on its stack with its targets and resolved by passing priority. Cards are read by the
engine from rules text, which it misreads in places without saying so; `phase_cards` refuses what is known of that.
"""

from __future__ import annotations

import json
from typing import Any

import phase
from outofphase_protocol import Adapter, Illegal, Setup, Snapshot, Stop, Unsupported, View, serve, word
from outofphase_protocol.adapter import STEPS
from phase_board import lay_out
from phase_cards import COUNTERS, TYPES, face_of
from phase_effects import Board, effect_of, names_in

PHASES = ("Untap", "Upkeep", "Draw", "PreCombatMain", "BeginCombat", "DeclareAttackers", "DeclareBlockers", "FirstStrikeDamage",
          "CombatDamage", "EndCombat", "PostCombatMain", "End", "Cleanup")
DECK = 60
PASS = {"type": "PassPriority"}


class PhaseAdapter(Adapter):
    engine, version = "phase.rs (phase-python)", "0.103.0"

    def start(self, setup: Setup) -> None:
        for option in setup.options:
            if option != "it_is":
                raise Unsupported(setup=option)
        self.setup, self.answers, self.saved = setup, [], {}
        faces, decks = {"blank": face_of("blank", {"types": ["artifact"], "text": ""})}, []
        for seat in setup.seats:
            mine = [n for n, o in setup.objects.items() if o["of"] == seat and o.get("in") != "outside"]
            if len(mine) > 20:
                raise Unsupported(setup="more than 20 cards of one player")
            decks.append(mine + ["blank"] * (DECK - len(mine)))
        for name, spec in setup.objects.items():
            faces[name] = face_of(name, spec)
        self.cards = phase.Engine.from_json(json.dumps(faces))
        mode = "Standard" if len(decks) == 2 else "FreeForAll"
        game = self.cards.new_game(decks[0], decks[1], extra_players=decks[2:] or None, seed=1, first_player=0, format=mode)
        whole = game.state()
        self.ids, self.sources = lay_out(whole["state"], setup)
        self.game = self.cards.load_game(whole)

    def _object(self, number: int) -> dict[str, Any] | None:
        try:
            return self.game.object(number)
        except ValueError:
            # A token that ceased to exist.
            return None

    def _seat(self, letter: str) -> int:
        return self.setup.seats.index(letter)

    # Effects.

    def resolve(self, by: str, effect: Any, text: str, forge: str | None) -> None:
        waiting = len(self.game.stack())
        self._push(by, effect, targeted=False)
        self._settle(waiting)

    def announce(self, by: str, effect: Any, text: str, forge: str | None) -> None:
        for name in names_in(effect, self.setup.objects):
            o = self._object(self.ids[name]) if name in self.ids else None
            if not o or o["zone"] != "Battlefield" or _phased(o) != "in" or "Shroud" in o["keywords"]:
                # Choosing targets is the engine's business, and a state that is written does not choose.
                raise Unsupported(action="announce")
        self._push(by, effect, targeted=True)

    def resolve_top(self) -> None:
        waiting = len(self.game.stack())
        if waiting == 0:
            raise Illegal("the stack is empty")
        self._settle(waiting - 1)

    def _push(self, by: str, effect: Any, targeted: bool) -> None:
        """Puts the effect on the engine's stack as an activated ability with its targets chosen."""
        seat = self._seat(by)
        seats, there = self.setup.seats, {n: o for n, i in self.ids.items() if (o := self._object(i))}
        board = Board(self.ids, {n: o["zone"] for n, o in there.items()}, {n: o["of"] for n, o in self.setup.objects.items()},
                      {n: seats[o["controller"]] for n, o in there.items()})
        built = effect_of(effect, by, board, seats, targeted)
        whole = self.game.state()
        state = whole["state"]
        if state["waiting_for"]["type"] != "Priority":
            raise Unsupported(action=f"an effect while the engine waits for {state['waiting_for']['type']}")
        source = built.source or self.sources[seat]
        number = state["next_object_id"]
        state["next_object_id"] = number + 1
        ability = {**built.ability, "source_id": source, "controller": seat}
        origin = self._object(source)
        for part in built.parts(ability):
            chosen = [self._object(t["Object"]) for t in part["targets"] if "Object" in t]
            if not targeted and any("Shroud" in o["keywords"] for o in chosen if o):
                raise Unsupported(setup="shroud on what an effect names without targeting it")
            incarnations = [{"object_id": o["id"], "incarnation": o.get("incarnation", 0)} for o in chosen if o]
            part.update(source_id=source, controller=seat, selected_target_incarnations=incarnations)
            part["source_incarnation"] = origin.get("incarnation", 0) if origin else 0
        state["stack"].append({"id": number, "source_id": source, "controller": seat,
                               "kind": {"type": "ActivatedAbility", "data": {"source_id": source, "ability": ability}}})
        active = state["active_player"]
        if state["players"][active]["is_eliminated"]:
            # The turn of a player who left goes on, and somebody else has priority.
            active = self.game.priority_player()
        state.update(priority_player=active, waiting_for={"type": "Priority", "data": {"player": active}}, priority_pass_count=0,
                     priority_passes=[])
        self.game = self.cards.load_game(whole)

    def _settle(self, waiting: int) -> None:
        """Passes until no more than `waiting` objects are on the stack."""
        for _ in range(400):
            if self._over():
                return
            if self._prompt():
                continue
            if len(self.game.stack()) <= waiting:
                return
            self._apply(PASS)
        raise RuntimeError("the stack does not become empty")

    def _apply(self, action: Any) -> None:
        self.game.apply(self.game.priority_player() if action is PASS else self._asked(), action)

    def _asked(self) -> int:
        data = self.game.waiting_for().get("data") or {}
        return data.get("player", self.game.priority_player())

    def _over(self) -> bool:
        return self.game.waiting_for()["type"] == "GameOver"

    def _prompt(self) -> bool:
        """Answers a question of the engine, if there is one that has an answer without a choice."""
        asked = self.game.waiting_for()
        kind = asked["type"]
        if kind in ("Priority", "GameOver"):
            return False
        if kind == "DeclareAttackers":
            self._apply({"type": kind, "data": {"attacks": [], "bands": []}})
        elif kind == "DeclareBlockers":
            self._apply({"type": kind, "data": {"assignments": []}})
        elif kind == "DiscardToHandSize":
            self._apply({"type": "SelectCards", "data": {"cards": self._discards(asked["data"])}})
        elif kind in ("OrderTriggers", "TriggerOrder") and not self.answers:
            self._apply(self.game.actions()[0])
        else:
            raise Unsupported(answer=kind)
        return True

    def _discards(self, data: dict[str, Any]) -> list[int]:
        """Blank cards first, the newest first, then named ones; unless the case says which."""
        count = data["count"]
        if self.answers:
            return [self.ids[n] for n in self.answers.pop(0)][:count]
        hand = [o["id"] for o in self.game.hand(data["player"])]
        named = set(self.ids.values())
        return sorted(reversed(hand), key=lambda i: i in named)[:count]

    def answer(self, answer: Any) -> None:
        kind, value = word(answer)
        if kind != "discard":
            raise Unsupported(answer=kind)
        self.answers.append(value)

    # The turn.

    def _now(self) -> tuple[int, int, str]:
        """Turn number, place in the turn, active player."""
        return self.game.turn, PHASES.index(self.game.phase), self.setup.seats[self.game.state()["state"]["active_player"]]

    def advance(self, to: str, of: str) -> Stop:
        if to == "first combat damage":
            raise Unsupported(stop=to)
        goal, (turn, place, active) = STEPS.index(to), self._now()
        reached = turn if active == of and place < goal else None
        for _ in range(2000):
            if self._over():
                raise Unsupported(action="advance after the end of the game")
            if self._prompt():
                continue
            self._apply(PASS)
            while self._prompt():
                pass
            if self.game.stack() or self._over():
                continue
            now, place, active = self._now()
            if reached is None and now > turn and active == of:
                reached = now
            if reached is not None and (now, place) >= (reached, goal):
                return Stop(STEPS[place], active, exact=(now, place) == (reached, goal))
        raise RuntimeError(f"the engine does not come to {to} of {of}")

    def attack(self, attacks: dict[str, str]) -> None:
        def target(name: str) -> dict[str, Any]:
            if name in self.setup.seats:
                return {"type": "Player", "data": self._seat(name)}
            return {"type": "Planeswalker", "data": self.ids[name]}

        if any(n not in self.setup.seats and "planeswalker" not in self.setup.objects[n]["types"] for n in attacks.values()):
            raise Unsupported(action="attack a battle")
        self._declare("DeclareAttackers", {"attacks": [[self.ids[a], target(d)] for a, d in attacks.items()], "bands": []})

    def block(self, blocks: dict[str, str]) -> None:
        self._declare("DeclareBlockers", {"assignments": [[self.ids[b], self.ids[a]] for b, a in blocks.items()]})

    def _declare(self, kind: str, data: dict[str, Any]) -> None:
        before, (turn, _, _) = self.game.state(), self._now()
        try:
            while self.game.waiting_for()["type"] != kind:
                if self.game.phase == "EndCombat" or self.game.turn != turn or self._over():
                    raise Illegal("the engine asks for no such declaration")
                if self.game.waiting_for()["type"] == "Priority":
                    self._apply(PASS)
                elif not self._prompt():
                    raise Illegal("the engine asks for something else")
            self.game.apply(self._asked(), {"type": kind, "data": data})
        except ValueError as e:
            self.game = self.cards.load_game(before)
            raise Illegal(str(e)) from e
        except Illegal:
            self.game = self.cards.load_game(before)
            raise
        self._settle(0)

    def leave(self, who: str) -> None:
        # What others have on the stack goes on waiting.
        waiting = sum(entry["controller"] != self._seat(who) for entry in self.game.stack())
        self.game.apply(self._seat(who), {"type": "Concede", "data": {"player_id": self._seat(who)}})
        if self._over():
            return
        if self.game.waiting_for()["type"] == "Priority":
            # The engine looks at the state of the game again before somebody gets priority; an effect that does nothing makes it do so.
            self._push(self.setup.seats[self.game.priority_player()], {"draw": {"n": 0}}, targeted=False)
        self._settle(waiting)

    def save(self, slot: int) -> None:
        self.saved[slot] = json.dumps(self.game.state())

    def load(self, slot: int) -> None:
        self.game = self.cards.load_game(self.saved[slot])

    # What is seen.

    def observe(self) -> Snapshot:
        s, state = Snapshot(self.setup), self.game.state()["state"]
        seats = self.setup.seats
        s.step, s.active = STEPS[PHASES.index(state["phase"])], seats[state["active_player"]]
        s.day_or_night = (state["day_night"] or "neither").lower()
        s.stack = len(state["stack"])
        for i, view in enumerate(s.players.values()):
            player = state["players"][i]
            view.life, view.in_game = player["life"], not player["is_eliminated"]
            if view.in_game:
                view.hand, view.library, view.graveyard = len(player["hand"]), len(player["library"]), len(player["graveyard"])
                view.mana = len(player["mana_pool"]["mana"])
        combat = state["combat"] or {"attackers": [], "blocker_to_attacker": {}}
        names = {i: n for n, i in self.ids.items()}
        attacks = {a["object_id"]: a["attack_target"] for a in combat["attackers"]}
        blocks = {int(b): a for b, a in combat["blocker_to_attacker"].items()}
        for name, view in s.objects.items():
            o = self._object(self.ids[name]) if name in self.ids else None
            if name not in self.ids:
                view.place = "outside"
            elif o is None or state["players"][o["owner"]]["is_eliminated"] and o["zone"] == "Exile":
                # The engine's way to take the cards of a player who left out of the game is to exile them.
                view.place = "gone"
            else:
                self._show(view, o, names, attacks, blocks)
        return s

    def _show(self, view: View, o: dict[str, Any], names: dict[int, str], attacks: dict[int, Any], blocks: dict[int, list[int]]) -> None:
        seats = self.setup.seats
        view.place = o["zone"].lower()
        if view.place != "battlefield":
            return
        view.phased, view.tapped, view.damage = _phased(o), o["tapped"], o["damage_marked"]
        view.counters = {ours: o["counters"][theirs] for ours, theirs in COUNTERS.items() if o["counters"].get(theirs)}
        host = o["attached_to"]
        view.attached = "nothing" if host is None else seats[host["data"]] if host["type"] == "Player" else names.get(host["data"])
        if view.phased != "in":
            return
        view.controller = seats[o["controller"]]
        if o["power"] is not None:
            view.size = (o["power"], o["toughness"])
        types = o["card_types"]
        view.types = " ".join(t.lower() for k in ("supertypes", "core_types", "subtypes") for t in types[k] if t.lower() in TYPES)
        target = attacks.get(o["id"])
        if target is None:
            view.attacking = "nothing"
        elif target["type"] == "Player":
            view.attacking = seats[target["data"]]
        elif _is_attackable(self._object(target["data"])):
            # Of an attacked planeswalker that is none any more the engine keeps the number and shows nothing more.
            view.attacking = names.get(target["data"])
        blocked = blocks.get(o["id"], [])
        view.blocking = names.get(blocked[0]) if blocked else "nothing"


def _is_attackable(o: dict[str, Any] | None) -> bool:
    return o is not None and o["zone"] == "Battlefield" and _phased(o) == "in" and "Planeswalker" in o["card_types"]["core_types"]


def _phased(o: dict[str, Any]) -> str:
    status = o.get("phase_status") or {"status": "PhasedIn"}
    if status["status"] == "PhasedIn":
        return "in"
    return {"Directly": "out directly", "Indirectly": "out indirectly"}.get(status.get("cause", ""), "out")


if __name__ == "__main__":
    serve(PhaseAdapter())
