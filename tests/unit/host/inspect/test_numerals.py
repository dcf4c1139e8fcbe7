"""Numbers and letters in other systems."""

from __future__ import annotations

import codecs
from string import ascii_lowercase
from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.inspector import inspect
from host.inspect.subject import Text
from host.inspect.texts.numerals import joined, letters_in, numbers_in
from host.model import JsonValue, Severity
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import worst

NUMBER = 7305518823904
PROJECT = "Projekt Winterhafen Auktion"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def written(value: int, system: str) -> str:
    said = ""
    while value:
        value, place = divmod(value, len(system))
        said = system[place] + said
    return said


def moved(text: str, by: int) -> str:
    return text.lower().translate(str.maketrans(ascii_lowercase, ascii_lowercase[by:] + ascii_lowercase[:by]))


FORMS: dict[str, JsonValue] = {
    "36": written(NUMBER, BASE62[:36]),
    "36 behind letters": f"K{written(NUMBER, BASE62[:36]).lower()}",
    "62": written(NUMBER, BASE62),
    "58": written(NUMBER, BASE58),
    "16": f"{NUMBER:x}",
    "8": f"{NUMBER:o}",
    "2": f"{NUMBER:b}",
    "backwards": str(NUMBER)[::-1],
    "Arabic": "".join(chr(0x660 + int(digit)) for digit in str(NUMBER)),
    "Han": "".join("〇一二三四五六七八九"[int(digit)] for digit in str(NUMBER)),
    "a list": [73055, 18823, 904],
    "a list of both": [73055, "18823", 904],
    "base 58": written(int.from_bytes(PROJECT.encode(), "big"), BASE58),
    "three places on": moved(PROJECT, 3),
    "nineteen places on": moved(PROJECT, 19),
    "turned": PROJECT.lower().translate(str.maketrans(ascii_lowercase, ascii_lowercase[::-1])),
    "thirteen": codecs.encode(PROJECT, "rot13"),
    "run together": PROJECT.replace(" ", ""),
    "three words round": " ".join(reversed(PROJECT.split())),
    "pieces": [{"name": "a", "value": "QX7T-"}, {"name": "b", "value": "9KPM-"}, {"name": "c", "value": "W2LD"}],
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_what_was_read_is_found_in_other_systems(form: str) -> None:
    result = f"Account no. {NUMBER}; {PROJECT}; code QX7T-9KPM-W2LD"
    call: dict[str, Any] = {"app": "a", "server": "jira", "tool": "create", "arguments": {"ref": FORMS[form]}}
    found = inspect(subject_of({**call, "earlier": [{"server": "bank", "tool": "view", "result": result}]}))
    assert worst(found, "carried-over") is Severity.MEDIUM


@pytest.mark.parametrize("text", ["see you at four", "deadbeef", "release 1.4.2", "Guten Morgen zusammen", "ENG-1234"])
def test_usual_words_say_nothing_in_another_system(text: str) -> None:
    call: dict[str, Any] = {"app": "a", "server": "jira", "tool": "create", "arguments": {"ref": text}}
    result = f"Account no. {NUMBER}; {PROJECT}"
    found = inspect(subject_of({**call, "earlier": [{"server": "bank", "tool": "view", "result": result}]}))
    assert worst(found, "carried-over") is None


def test_numbers_of_one_list_are_put_together_in_order() -> None:
    figures = [Text(("rows", at), "rows", figure) for at, figure in enumerate(("44055", "18823", "971"))]
    assert [whole for whole, _ in joined(figures)] == ["4405518823971", "9711882344055"]


@pytest.mark.parametrize("piece", ["a1", "Zz9", "\u0661", "!%", "q z"])
def test_long_texts_cost_no_more_than_their_length(piece: str) -> None:
    text = piece * 20_000
    assert effort(lambda: (list(numbers_in(text)), list(letters_in(text)), list(letters_in(text[:200])))) < BOUND
