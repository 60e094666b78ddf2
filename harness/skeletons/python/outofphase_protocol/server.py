"""The loop that reads requests and writes replies."""

from __future__ import annotations

import json
import os
import sys
import traceback
from dataclasses import asdict
from typing import Any

from .adapter import Adapter, Illegal, Setup, Unsupported

PROTOCOL = 1
"""The version of the protocol that this package speaks."""


def serve(adapter: Adapter) -> None:
    """Serves on standard input and output until the input ends.

    Standard output belongs to the protocol, so the real one is moved away first: what the engine prints, in Python or below it, goes to
    standard error, where the suite keeps it with the case that was running.
    """
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    for line in requests:
        if line.strip():
            replies.write(answer(adapter, line))
            replies.write("\n")
            replies.flush()


def answer(adapter: Adapter, line: str) -> str:
    """The reply line to a request line."""
    number: Any = None
    try:
        request = json.loads(line)
        number = request["id"]
        reply = {"ok": _perform(adapter, request)}
    except Unsupported as e:
        reply = {"unsupported": e.need}
    except Illegal as e:
        reply = {"illegal": str(e) or "not allowed"}
    except Exception as e:  # whatever the engine throws is an error of this case, not the end of the process
        traceback.print_exc()
        reply = {"error": f"{type(e).__name__}: {e}"}
    return json.dumps({"id": number, **reply}, ensure_ascii=False, separators=(",", ":"))


def _perform(adapter: Adapter, request: dict[str, Any]) -> Any:
    op = request["op"]
    if op == "hello":
        if request["protocol"] != PROTOCOL:
            raise ValueError(f"this adapter speaks protocol {PROTOCOL} and was asked for {request['protocol']}")
        return {"protocol": PROTOCOL, "engine": adapter.engine, "version": adapter.version}
    if op == "start":
        adapter.start(Setup(request["players"], request["objects"], request.get("options", {})))
    elif op in ("resolve", "announce"):
        getattr(adapter, op)(request["by"], request["effect"], request["text"], request.get("forge"))
    elif op == "resolve top":
        adapter.resolve_top()
    elif op == "advance":
        return asdict(adapter.advance(request["to"], request["of"]))
    elif op == "attack":
        adapter.attack(request["attacks"])
    elif op == "block":
        adapter.block(request["blocks"])
    elif op == "leave":
        adapter.leave(request["who"])
    elif op == "put":
        adapter.put(request["object"])
    elif op == "answer":
        adapter.answer(request["answer"])
    elif op == "observe":
        return adapter.observe().to_json()
    elif op == "log":
        return adapter.log()
    elif op in ("save", "load"):
        getattr(adapter, op)(request["slot"])
    else:
        raise Unsupported(action=op)
    return {}
