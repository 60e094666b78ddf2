"""The adapter's side of the outofphase wire protocol, version 1. Standard library only.

A whole adapter::

    from outofphase_protocol import Adapter, Snapshot, Stop, Unsupported, serve, word

    class MyAdapter(Adapter):
        engine, version = "my engine", "1.0"
        def start(self, setup): ...
        def resolve(self, by, effect, text, forge): ...
        def advance(self, to, of): return Stop(to, of, exact=True)
        def attack(self, attacks): ...
        def leave(self, who): ...
        def observe(self): return Snapshot(self.setup)

    serve(MyAdapter())

What a method is asked to do goes through the engine's own rules. Whatever the engine misunderstands is `Unsupported`, not approximated.
"""

from .adapter import Adapter, Illegal, Setup, Stop, Unsupported, word
from .server import PROTOCOL, answer, serve
from .snapshot import PlayerView, Snapshot, View

__all__ = ["PROTOCOL", "Adapter", "Illegal", "PlayerView", "Setup", "Snapshot", "Stop", "Unsupported", "View", "answer", "serve", "word"]
