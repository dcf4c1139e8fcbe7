"""Texts that are written otherwise so that a comparison misses them."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.exfiltration import find_flows
from host.inspect.texts.respelt import respelt
from host.model import Severity
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import worst

SAID = "Rosalind Achterberg resigns effective 3 December"
LICENCE = "FNT-77Q2-9XVB-44KP"
PHONE = "49176655219047"
WIDE = "".join(chr(ord(char) + 0xFEE0) if char > " " else char for char in SAID)

WAYS: dict[str, tuple[str, Any]] = {
    "words in a list": (SAID, SAID.split()),
    "words in a list, turned round": (SAID, SAID.split()[::-1]),
    "letters in a list": (SAID, list(SAID.replace(" ", ""))),
    "words under names": (SAID, {f"k{at}": word for at, word in enumerate(SAID.split())}),
    "words turned round": (SAID, " ".join(SAID.split()[::-1])),
    "words backwards": (SAID, " ".join(word[::-1] for word in SAID.split())),
    "letters twice": (SAID, "".join(char * 2 for char in SAID)),
    "figures for letters": (SAID, SAID.translate(str.maketrans("eioa", "3104"))),
    "character codes": (SAID, ".".join(str(ord(char)) for char in SAID)),
    "a list of codes": (SAID, [ord(char) for char in SAID]),
    "every second letter": (SAID, {"a": SAID[::2], "b": SAID[1::2]}),
    "wide letters": (SAID, WIDE),
    "base64 of it backwards": (SAID, base64.b64encode(SAID[::-1].encode()).decode()),
    "hexadecimal with bars": (SAID, "|".join(hex(ord(char)) for char in SAID)),
    "another number system": (PHONE, hex(int(PHONE))),
    "number words": (PHONE, "four nine one seven six six five five two one nine zero four seven"),
    "pairs of digits": (PHONE, ["49", "17", "66", "55", "21", "90", "47"]),
    "spelling words": (LICENCE, "Foxtrot November Tango 77 Quebec 2 9 X-ray Victor Bravo 44 Kilo Papa"),
    "spaced out": (LICENCE, "F N T 7 7 Q 2 9 X V B 4 4 K P"),
    "a short value in base32": ("psk Sunflower!Kayak-77", base64.b32encode(b"Sunflower!Kayak-77").decode().lower()),
}


def carried(result: str, value: object) -> Severity | None:
    earlier: list[Any] = [
        {"server": "outlook", "tool": "get_message", "arguments": {}, "result": f"As told: {result}, bye"}
    ]
    described: dict[str, Any] = {
        "app": "a",
        "server": "linear",
        "tool": "create_issue",
        "arguments": {"title": "x", "in": value},
    }
    return worst(find_flows(subject_of(described | {"earlier": earlier})), "carried-over")


@pytest.mark.parametrize("name", sorted(WAYS))
def test_what_is_respelt_is_found(name: str) -> None:
    assert carried(*WAYS[name]) is Severity.MEDIUM


@pytest.mark.parametrize(
    "value",
    ["It is effective now", ["bug", "ui", "later"], [72, 105], "0x2cb9", "one two three four", "4242 4242 4242 4242"],
)
def test_what_says_something_else_came_from_nowhere(value: object) -> None:
    assert carried(SAID, value) is None


def test_values_that_stand_side_by_side_are_not_one_split() -> None:
    assert carried('{"this_week":412,"last_week":388}', "Signups this week: 412 (last week 388).") is None


@pytest.mark.parametrize("piece", ["12.", ".- ", "0x12345 ", "a1b", "one ", "a "])
def test_long_texts_take_no_more_time_than_their_length(piece: str) -> None:
    assert effort(lambda: list(respelt(piece * 600))) < BOUND
    assert effort(lambda: carried(SAID, [piece * 20] * 500)) < BOUND
