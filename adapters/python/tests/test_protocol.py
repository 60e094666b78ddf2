"""The package against the conversation of docs/protocol.md, and against mistakes."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from outofphase_protocol import Adapter, Illegal, Snapshot, Stop, Unsupported, answer, word
from outofphase_protocol.adapter import STEPS


class Toy(Adapter):
    """The toy engine of the docs: permanents phase out, and phase in as their player untaps."""

    engine, version = "toy", "1"

    def start(self, setup):
        if any(o.get("has") for o in setup.objects.values()):
            raise Unsupported(ability="phasing")
        self.setup, self.out, self.now = setup, set(), (3, 0)

    def resolve(self, by, effect, text, forge):
        kind, what = word(effect)
        if kind == "end the turn":
            print("a line that must not reach standard output")
            raise RuntimeError("no turn's end")
        if kind != "phase out" or not isinstance(what, list):
            raise Unsupported(effect=kind)
        self.out |= set(what)

    def advance(self, to, of):
        if to == "untap":
            raise Unsupported(stop=to)
        step, seat = self.now
        while (STEPS[step], self.setup.seats[seat]) != (to, of):
            step = (step + 1) % len(STEPS)
            if step == 0:
                seat = (seat + 1) % len(self.setup.seats)
                self.out -= {n for n, o in self.setup.objects.items() if o["of"] == self.setup.seats[seat]}
        self.now = step, seat
        return Stop(to, of, exact=True)

    def attack(self, attacks):
        for name in attacks:
            if name in self.out:
                raise Illegal(f"{name} is phased out")
        raise Unsupported(action="attack")

    def leave(self, who):
        raise Unsupported(action="leave")

    def observe(self):
        s = Snapshot(self.setup)
        s.step, s.active = STEPS[self.now[0]], self.setup.seats[self.now[1]]
        for name, view in s.objects.items():
            view.place, view.phased = "battlefield", "out" if name in self.out else "in"
        return s


class Conversation(unittest.TestCase):
    def test_the_conversation_of_the_docs_goes_the_same_way_in_python(self):
        doc = (HERE.parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
        lines = doc.split("```jsonl\n")[1].split("```")[0].splitlines()
        toy, pairs = Toy(), zip(lines[::2], lines[1::2])
        count = 0
        for request, reply in pairs:
            self.assertEqual((request[:2], reply[:2]), ("> ", "< "))
            self.assertEqual(json.loads(answer(toy, request[2:])), json.loads(reply[2:]))
            count += 1
        self.assertGreater(count, 5)


class Mistakes(unittest.TestCase):
    START = '{"id":1,"op":"start","players":[{},{}],"objects":{"bear":{"of":"A"}}}'

    def reply(self, line):
        toy = Toy()
        answer(toy, self.START)
        return json.loads(answer(toy, line))

    def test_an_exception_is_an_error_of_that_request(self):
        reply = self.reply('{"id":2,"op":"resolve","by":"A","effect":"end the turn","text":""}')
        self.assertEqual(reply, {"id": 2, "error": "RuntimeError: no turn's end"})

    def test_a_line_that_is_no_json_is_an_error_without_id(self):
        reply = self.reply("hello?")
        self.assertIsNone(reply["id"])
        self.assertIn("JSONDecodeError", reply["error"])

    def test_an_unknown_verb_is_unsupported(self):
        self.assertEqual(self.reply('{"id":2,"op":"scry"}'), {"id": 2, "unsupported": {"action": "scry"}})

    def test_optional_verbs_are_unsupported_until_written(self):
        self.assertEqual(self.reply('{"id":2,"op":"resolve top"}')["unsupported"], {"action": "resolve top"})
        self.assertEqual(self.reply('{"id":2,"op":"log"}')["unsupported"], {"action": "log"})
        self.assertEqual(self.reply('{"id":2,"op":"answer","answer":{"roll":4}}')["unsupported"], {"answer": "roll"})

    def test_another_protocol_is_refused(self):
        self.assertIn("protocol 1", self.reply('{"id":2,"op":"hello","protocol":2}')["error"])

    def test_a_need_has_one_known_kind(self):
        with self.assertRaises(TypeError):
            Unsupported(efect="phase in")
        with self.assertRaises(TypeError):
            Unsupported(effect="phase in", stop="untap")

    def test_a_misspelt_observable_is_noticed(self):
        toy = Toy()
        answer(toy, self.START)
        with self.assertRaises(AttributeError):
            toy.observe().objects["bear"].taped = True

    def test_a_word_stands_alone_or_with_its_value(self):
        self.assertEqual(word("end the turn"), ("end the turn", None))
        self.assertEqual(word({"draw": {"n": 1}}), ("draw", {"n": 1}))


class Process(unittest.TestCase):
    def test_what_the_engine_prints_does_not_reach_the_protocol(self):
        program = (
            f"import sys, os; sys.path[:0] = [{str(HERE.parent)!r}, {str(HERE)!r}]\n"
            "from test_protocol import Toy, answer\nfrom outofphase_protocol import serve\n"
            "class Loud(Toy):\n"
            "    def observe(self):\n"
            "        print('from Python'); os.write(1, b'from below\\n'); return super().observe()\n"
            "serve(Loud())\n"
        )
        lines = '{"id":0,"op":"hello","protocol":1}\n' + Mistakes.START + '\n{"id":2,"op":"observe"}\n'
        done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, text=True, timeout=60, check=True)
        replies = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([r["id"] for r in replies], [0, 1, 2])
        self.assertIn("from Python", done.stderr)
        self.assertIn("from below", done.stderr)


if __name__ == "__main__":
    unittest.main()
