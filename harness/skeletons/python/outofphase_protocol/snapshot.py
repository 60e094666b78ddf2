"""What an adapter shows of the game. None is "not shown": never compared, never taken for a default."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .adapter import Setup


@dataclass(slots=True)
class View:
    """One card or token."""

    place: str | None = None
    """battlefield, graveyard, exile, hand, library, stack, command, outside, gone"""
    phased: str | None = None
    """in, out, out directly, out indirectly"""
    controller: str | None = None
    """A to D; of a permanent that is phased out nobody: None"""
    tapped: bool | None = None
    damage: int | None = None
    counters: dict[str, int] | None = None
    """by kind, such as {"+1/+1": 2}"""
    attached: str | None = None
    """a name, a player, or "nothing" """
    size: tuple[int, int] | None = None
    """power and toughness"""
    types: str | None = None
    """words of the vocabulary, separated by spaces"""
    attacking: str | None = None
    """a name, a player, "nothing", or "no longer anything" """
    blocking: str | None = None
    back: bool | None = None
    protector: str | None = None


@dataclass(slots=True)
class PlayerView:
    """One player."""

    life: int | None = None
    hand: int | None = None
    library: int | None = None
    graveyard: int | None = None
    mana: int | None = None
    in_game: bool | None = None


class Snapshot:
    """The game at one moment, with a view for every object and player of the setup, all of it "not shown" at first.

    A misspelt field is an AttributeError here, not a skip somewhere else.
    """

    __slots__ = ("active", "day_or_night", "objects", "players", "stack", "step")

    def __init__(self, setup: Setup) -> None:
        self.step: str | None = None
        self.active: str | None = None
        self.day_or_night: str | None = None
        self.stack: int | None = None
        self.players = {seat: PlayerView() for seat in setup.seats}
        self.objects = {name: View() for name in setup.objects}

    def to_json(self) -> dict[str, Any]:
        """As the protocol has it."""

        def plain(view: View | PlayerView) -> dict[str, Any]:
            return {f.name.replace("_", " "): getattr(view, f.name) for f in fields(view)}

        return {
            "step": self.step,
            "active": self.active,
            "day or night": self.day_or_night,
            "stack": self.stack,
            "players": {seat: plain(view) for seat, view in self.players.items()},
            "objects": {name: plain(view) for name, view in self.objects.items()},
        }
