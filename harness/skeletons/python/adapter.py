"""An adapter of an engine for outofphase. Try it at every step:

    outofphase adapter-check --adapter "python3 adapter.py"

What is not written yet answers unsupported, and is skipped. What a method is asked to do goes through the engine's own rules; only the
board of `start` may be written straight into its state.
"""

from outofphase_protocol import Adapter, Setup, Snapshot, Stop, Unsupported, serve, word

# import my_engine


class MyEngine(Adapter):
    engine, version = "my engine", "0.1"

    def start(self, setup: Setup) -> None:
        self.setup = setup
        for name, card in setup.objects.items():
            for ability in card.get("has", []):
                if isinstance(ability, dict) and "when" in ability:
                    raise Unsupported(event=word(ability["when"])[0])
                raise Unsupported(ability=word(ability)[0])
            # Put a card of card["types"], card["power"], card["toughness"] under the control of card.get("under", card["of"]).
        raise Unsupported(setup="a board")

    def resolve(self, by, effect, text, forge) -> None:
        kind, what = word(effect)
        # if kind == "destroy" and isinstance(what, list): ...
        raise Unsupported(effect=kind)

    def advance(self, to: str, of: str) -> Stop:
        # return Stop(to, of, exact=True)
        raise Unsupported(stop=to)

    def attack(self, attacks) -> None:
        raise Unsupported(action="attack")

    def leave(self, who: str) -> None:
        raise Unsupported(action="leave")

    def observe(self) -> Snapshot:
        # Everything is "not shown" until it is filled in.
        shown = Snapshot(self.setup)
        # shown.objects["bear"].place = "battlefield"
        return shown


if __name__ == "__main__":
    serve(MyEngine())
