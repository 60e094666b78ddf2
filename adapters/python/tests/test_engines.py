"""The two adapters on their engines: what is supported works, what is misread is refused. Needs `setup.sh` to have run:

    .venv/bin/python -m unittest discover -s tests
"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from outofphase_protocol import Illegal, Setup, Unsupported

try:
    from phase_python_adapter import PhaseAdapter
    from python_mtg_adapter import MtgAdapter
except ImportError as e:
    raise unittest.SkipTest(f"the engines are not installed ({e}): run setup.sh, then .venv/bin/python -m unittest") from e

DIES = {"when": {"dies": "this"}, "gain": 100}


def card(types, of, text="", has=(), size=None, number=None, **more):
    power, toughness = size or (None, None)
    return {"types": types.split(), "of": of, "text": text, "has": list(has), "power": power, "toughness": toughness, "number": number, **more}


def bear(of="A", text="", has=(), **more):
    return card("creature", of, text, has, (2, 2), **more)


def setup(players=2, options=None, **objects):
    return Setup([{"life": 20, "hand": 0, "library": 12}] * players, objects, options or {})


def sword(**more):
    return card("artifact equipment", "B", "Equipped creature gets +1/+0.", [{"host gets": {"power": 1, "toughness": 0}}], **more)


class Phase(unittest.TestCase):
    def start(self, *args, **objects):
        self.engine = PhaseAdapter()
        self.engine.start(setup(*args, **objects))

    def seen(self, name):
        return self.engine.observe().objects[name]

    def do(self, effect, by="A"):
        self.engine.resolve(by, effect, "", None)

    def test_the_keyword_takes_the_equipment_along(self):
        self.start(bear=bear(text="Phasing", has=["phasing"]), sword=sword(on="bear"))
        self.assertEqual((self.seen("bear").size, self.seen("sword").attached), ((3, 2), "bear"))
        stop = self.engine.advance("upkeep", "A")
        self.assertEqual((stop.step, stop.of, stop.exact), ("upkeep", "A", True))
        self.assertEqual((self.seen("bear").phased, self.seen("sword").phased), ("out directly", "out indirectly"))

    def test_several_objects_are_destroyed_by_one_effect_and_triggers_resolve(self):
        self.start(bear=bear(text="When this permanent dies, you gain 100 life.", has=[DIES]), ox=bear("B"))
        self.do({"destroy": ["bear", "ox"]})
        self.assertEqual((self.seen("bear").place, self.seen("ox").place), ("graveyard", "graveyard"))
        self.assertEqual(self.engine.observe().players["A"].life, 120)

    def test_all_that_match_are_found_by_the_engine(self):
        self.start(bear=bear(), ox=bear("B"))
        self.do({"destroy": {"all": {"type": "creature", "whose": "opponents"}}})
        self.assertEqual((self.seen("bear").place, self.seen("ox").place), ("battlefield", "graveyard"))

    def test_untap_and_cleanup_are_walked_through_and_said_so(self):
        self.start(bear=bear())
        stop = self.engine.advance("cleanup", "A")
        self.assertFalse(stop.exact)
        self.assertEqual((stop.step, stop.of), ("upkeep", "B"))
        stop = self.engine.advance("untap", "A")
        self.assertEqual((stop.step, stop.of, stop.exact), ("upkeep", "A", False))

    def test_what_a_leaver_leaves_behind_is_looked_at_before_anybody_acts(self):
        theft = card("enchantment aura", "A", "You control enchanted permanent.", ["you control host"], on="griffin")
        self.start(3, griffin=bear("B", under="A"), theft=theft)
        self.engine.leave("B")
        self.assertEqual((self.seen("griffin").place, self.seen("theft").place), ("gone", "graveyard"))

    def test_a_line_that_is_taken_for_a_spells_is_refused(self):
        with self.assertRaises(Unsupported):
            self.start(season=card("enchantment", "A", "If an effect would put any counters on a permanent you control, it puts twice that many "
                                   "instead.", ["effects put twice the counters"]))

    def test_a_watcher_of_deaths_that_lives_goes_to_the_hand_from_the_battlefield(self):
        watch = {"when": {"dies": {"type": "creature", "other": True}}, "gain": 100, "then": {"return to hand": "this"}}
        text = "Whenever another creature dies, you gain 100 life. Return this permanent to its owner's hand."
        self.start(vulture=bear(text=text, has=[watch]), ox=bear("B"))
        self.do({"destroy": ["ox"]})
        self.assertEqual((self.seen("vulture").place, self.engine.observe().players["A"].life), ("hand", 120))

    def test_what_the_engine_asks_of_its_own_cards_only_is_refused(self):
        self.start(priest=bear(), ox=bear("B"))
        with self.assertRaises(Unsupported):
            self.engine.announce("A", {"exile until": {"what": ["ox"], "leaves": "priest"}}, "", None)
        with self.assertRaises(Unsupported):
            self.do({"in order": [{"destroy": ["ox"]}, {"return to hand": ["ox"]}]})
        self.do({"in order": [{"phase out": ["ox"]}, {"destroy": ["priest"]}]})
        self.assertEqual((self.seen("ox").phased, self.seen("priest").place), ("out directly", "graveyard"))

    def test_of_an_attacked_planeswalker_that_is_none_any_more_nothing_is_shown(self):
        self.start(bear=bear(), golem=card("artifact planeswalker", "B", number=5))
        self.engine.attack({"bear": "golem"})
        self.assertEqual(self.seen("bear").attacking, "golem")
        self.do({"lose types": {"what": ["golem"], "types": "planeswalker", "until": "end of turn"}})
        self.assertIsNone(self.seen("bear").attacking)

    def test_an_illegal_attack_changes_nothing(self):
        self.start(bear=bear(sick=True))
        before = self.engine.observe().to_json()
        with self.assertRaises(Illegal):
            self.engine.attack({"bear": "B"})
        self.assertEqual(self.engine.observe().to_json(), before)

    def test_attackers_and_blockers_are_declared(self):
        self.start(bear=bear(), wall=card("creature", "B", size=(0, 4)))
        self.engine.attack({"bear": "B"})
        self.assertEqual((self.seen("bear").attacking, self.seen("bear").tapped), ("B", True))
        self.engine.block({"wall": "bear"})
        self.assertEqual(self.seen("wall").blocking, "bear")
        self.engine.advance("end of combat", "A")
        self.assertEqual(self.seen("wall").damage, 2)

    def test_a_player_of_three_can_leave(self):
        self.start(3, bear=bear("C", under="A"), ox=bear("B"))
        self.engine.leave("C")
        self.assertEqual(self.seen("bear").place, "gone")
        self.assertFalse(self.engine.observe().players["C"].in_game)
        self.assertEqual(self.engine.advance("upkeep", "A").of, "A")

    def test_the_discard_takes_blank_cards_first(self):
        self.start(kept=bear(**{"in": "hand"}))
        self.do({"draw": {"n": 8}})
        self.engine.advance("upkeep", "B")
        self.assertEqual((self.seen("kept").place, self.engine.observe().players["A"].hand), ("hand", 7))

    def test_what_the_engine_misreads_is_unsupported(self):
        misread = [
            ("Lands are 1/1 creatures in addition to their other types.", {"are also": {"to": {"type": "land"}, "types": "creature"}}),
            ("Tapped nontoken noncreature artifacts get +1/+1.", {"anthem": {"to": {"type": "artifact", "not": "creature", "tapped": True, "token": False}, "power": 1}}),
            ("Creatures you control can't phase out.", {"can't phase out": {"to": {"type": "creature", "whose": "you"}}}),
        ]
        for text, ability in misread:
            with self.subTest(text), self.assertRaises(Unsupported) as caught:
                self.start(rock=card("artifact", "A", text, [ability]))
            self.assertEqual(list(caught.exception.need), ["ability"])

    def test_an_effect_that_the_engine_lacks_is_unsupported(self):
        self.start(bear=bear(), ox=bear("B"))
        for effect in [{"phase in": ["bear"]}, {"phase out": {"all": {"type": "creature"}}}, {"unattach": ["bear"]}]:
            with self.subTest(effect), self.assertRaises(Unsupported) as caught:
                self.do(effect)
            self.assertEqual(list(caught.exception.need), ["effect"])

    def test_a_saved_game_comes_back(self):
        self.start(bear=bear())
        self.engine.save(1)
        self.do({"exile": ["bear"]})
        self.engine.load(1)
        self.assertEqual(self.seen("bear").place, "battlefield")

    def test_announced_effects_wait_while_others_resolve_above_them(self):
        self.start(bear=bear())
        self.engine.announce("B", {"destroy": ["bear"]}, "", None)
        self.do({"phase out": ["bear"]})
        self.assertEqual(self.engine.observe().stack, 1)
        self.engine.resolve_top()
        self.assertEqual((self.seen("bear").place, self.seen("bear").phased), ("battlefield", "out directly"))
        with self.assertRaises(Illegal):
            self.engine.resolve_top()


class Mtg(unittest.TestCase):
    def start(self, **objects):
        self.engine = MtgAdapter()
        self.engine.start(setup(**objects))

    def seen(self, name):
        return self.engine.observe().objects[name]

    def test_an_attack_that_the_end_of_the_game_forestalls_is_unsupported(self):
        self.start(bear=bear("B"))
        self.engine.s["in_library"], self.engine.s["_lib_order"]["B"] = set(), []
        self.engine.advance("upkeep", "B")
        with self.assertRaises(Unsupported):
            self.engine.attack({"bear": "A"})

    def test_effects_go_through_the_engines_stack(self):
        self.start(bear=bear(), ox=bear("B"))
        self.engine.resolve("A", {"destroy": ["ox"]}, "", None)
        self.assertEqual((self.seen("bear").place, self.seen("ox").place), ("battlefield", "graveyard"))
        self.engine.resolve("A", {"pump": {"what": ["bear"], "power": 2, "toughness": 0, "until": "end of turn"}}, "", None)
        self.assertEqual(self.seen("bear").size, (4, 2))
        self.engine.advance("upkeep", "B")
        self.assertEqual(self.seen("bear").size, (2, 2))

    def test_an_effect_that_is_dropped_without_a_word_is_unsupported(self):
        self.start(bear=bear())
        with self.assertRaises(Unsupported) as caught:
            self.engine.resolve("A", {"phase out": ["bear"]}, "", None)
        self.assertEqual(caught.exception.need, {"effect": "phase out"})

    def test_a_step_with_actions_is_stopped_in_before_them(self):
        self.start(bear=bear())
        stop = self.engine.advance("draw", "B")
        self.assertEqual((stop.step, stop.exact, stop.moment), ("draw", False, "before"))
        self.assertEqual(self.engine.advance("first main", "B").exact, True)
        self.assertEqual(self.engine.observe().players["B"].hand, 1)

    def test_an_attack_is_the_one_that_was_asked_for(self):
        self.start(bear=bear(), cat=bear(), sick=bear(sick=True))
        with self.assertRaises(Illegal):
            self.engine.attack({"sick": "B"})
        self.engine.attack({"cat": "B"})
        self.assertEqual((self.seen("cat").attacking, self.seen("bear").attacking), ("B", "nothing"))
        self.engine.advance("end", "A")
        self.assertEqual(self.engine.observe().players["B"].life, 18)

    def test_a_block_is_the_one_that_was_asked_for(self):
        self.start(bear=bear(), wall=card("creature", "B", size=(0, 4)), bird=card("creature", "A", has=["flying"], size=(1, 1)))
        self.engine.attack({"bear": "B", "bird": "B"})
        with self.assertRaises(Illegal):
            self.engine.block({"wall": "bird"})
        self.engine.block({"wall": "bear"})
        self.assertEqual(self.seen("wall").blocking, "bear")
        self.engine.advance("end", "A")
        self.assertEqual(self.engine.observe().players["B"].life, 19)

    def test_what_the_engine_has_no_place_for_is_unsupported(self):
        for more in ({"under": "B"}, {"damage": 1}, {"on": "bear"}):
            with self.subTest(more), self.assertRaises(Unsupported):
                self.start(bear=bear(), ox=bear(**more))


if __name__ == "__main__":
    unittest.main()
