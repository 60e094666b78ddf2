"""The base class of adapters, and what its methods take, answer and raise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NoReturn

from .snapshot import Snapshot

STEPS = (
    "untap", "upkeep", "draw", "first main", "beginning of combat", "declare attackers", "declare blockers",
    "first combat damage", "combat damage", "end of combat", "second main", "end", "cleanup",
)
"""The steps of a turn, in order."""

_NEEDS = ("seats", "ability", "event", "effect", "until", "action", "answer", "setup", "stop", "show")


class Unsupported(Exception):
    """The engine, or the adapter, has no such thing: ``Unsupported(effect="phase in")``. Becomes a skip, counted by need."""

    def __init__(self, **need: str | int) -> None:
        if len(need) != 1 or next(iter(need)) not in _NEEDS:
            raise TypeError(f"Unsupported takes exactly one of {', '.join(_NEEDS)}; got {need}")
        self.need = need
        super().__init__(str(need))


class Illegal(Exception):
    """The rules, as the engine plays them, do not allow it. Nothing may have changed."""


@dataclass
class Stop:
    """Where an advance stopped. `exact`: it is the moment that was asked for."""

    step: str
    of: str
    exact: bool
    moment: str = "after"


@dataclass
class Setup:
    """A whole board. The dictionaries are those of the protocol."""

    players: list[dict[str, Any]]
    objects: dict[str, dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> list[str]:
        """The players, in turn order: A, B, ..."""
        return ["A", "B", "C", "D"][: len(self.players)]


def word(tagged: str | dict[str, Any]) -> tuple[str, Any]:
    """An effect, event, ability or duration as its word and what stands with it: ``("destroy", ["bear"])``."""
    if isinstance(tagged, str):
        return tagged, None
    if len(tagged) != 1:
        raise ValueError(f"one word with its value was expected, not {tagged}")
    return next(iter(tagged.items()))


class Adapter:
    """Six methods have to be written; the others are unsupported until they are."""

    engine = ""
    version = ""

    def start(self, setup: Setup) -> None:
        """Forgets the last game and sets up this one."""
        raise NotImplementedError

    def resolve(self, by: str, effect: Any, text: str, forge: str | None) -> None:
        """Performs an effect as though an ability of `by` resolved; what triggered has resolved on return."""
        raise NotImplementedError

    def advance(self, to: str, of: str) -> Stop:
        """Goes on to the next time that it is that step of that player's turn."""
        raise NotImplementedError

    def attack(self, attacks: dict[str, str]) -> None:
        """Moves on to declare attackers and attacks."""
        raise NotImplementedError

    def leave(self, who: str) -> None:
        """A player concedes."""
        raise NotImplementedError

    def observe(self) -> Snapshot:
        """Shows the game."""
        raise NotImplementedError

    def block(self, blocks: dict[str, str]) -> None:
        """Moves on to declare blockers and blocks."""
        self._lacks("block")

    def announce(self, by: str, effect: Any, text: str, forge: str | None) -> None:
        """Puts an effect on the stack with its targets and leaves it there."""
        self._lacks("announce")

    def resolve_top(self) -> None:
        """Resolves the top object of the stack."""
        self._lacks("resolve top")

    def put(self, name: str) -> None:
        """Puts an object that is outside onto the battlefield without an event."""
        self._lacks("put")

    def answer(self, answer: Any) -> None:
        """Keeps an answer for a choice that comes later."""
        raise Unsupported(answer=word(answer)[0])

    def log(self) -> list[dict[str, Any]]:
        """What happened since the last call."""
        return self._lacks("log")

    def save(self, slot: int) -> None:
        """Saves the game under a number."""
        self._lacks("save")

    def load(self, slot: int) -> None:
        """Comes back to a saved game."""
        self._lacks("load")

    def _lacks(self, action: str) -> NoReturn:
        raise Unsupported(action=action)
