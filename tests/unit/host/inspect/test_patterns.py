"""Patterns meet strangers' text: none of them may try the same stretch in ever more ways (attack 22).

These texts made patterns of ours try for minutes; a test that comes back at all has passed.
"""

from __future__ import annotations

import pytest

from host.inspect.described import subject_of
from host.inspect.inspector import inspect
from host.model import JsonObject

BLANKS = " " * 8_000
APOSTROPHES = "'" * 4_000


@pytest.mark.parametrize(
    "text",
    [
        f"{BLANKS}x",
        "\n" * 4_000 + BLANKS + "EXPLAINX",
        "(;" * 4_000 + "selec",
        "/*" * 4_000 + "select",
        "--\n" * 3_000 + "drop",
        f"disregard {APOSTROPHES}",
        "forget" + "' " * 4_000,
        "ignore " * 2_000 + APOSTROPHES,
        "bypass 'a " * 2_000,
    ],
    ids=lambda text: f"{text[:12]!r}",
)
@pytest.mark.parametrize("place", ["argument", "result", "description"])
def test_s22_no_text_makes_a_pattern_try_for_ever(text: str, place: str) -> None:
    call: JsonObject = {"app": "a", "server": "notes", "tool": "create_page", "arguments": {"content": "x"}}
    if place == "argument":
        call["arguments"] = {"content": text, "sql": text}
    elif place == "result":
        call["earlier"] = [{"server": "web", "tool": "fetch", "result": text}]
    else:
        call["definition"] = {"name": "create_page", "description": text, "inputSchema": {"type": "object"}}
    inspect(subject_of(call))
