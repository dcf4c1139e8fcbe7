"""What patterns find in definitions: found once, and always what they find."""

from __future__ import annotations

import re

import pytest

from host.inspect.texts import read_once
from host.inspect.texts.read_once import every, searched, without

WORD, DIGIT = re.compile("[a-z]+"), re.compile("[0-9]")


@pytest.mark.parametrize("text", ["", "one 2 three", "4 5", "six"])
@pytest.mark.parametrize("pattern", [WORD, DIGIT], ids=["words", "digits"])
def test_a_pattern_finds_what_it_would_find_by_itself_the_first_time_and_the_next(
    pattern: re.Pattern[str], text: str
) -> None:
    for _ in range(2):
        found = searched(pattern, text)
        assert (found and found.span()) == ((by_itself := pattern.search(text)) and by_itself.span())
        assert [match.span() for match in every(pattern, text)] == [match.span() for match in pattern.finditer(text)]
        assert without(pattern, text) == pattern.sub(" ", text)


def test_the_same_text_is_searched_once_for_each_pattern() -> None:
    text = "a text that no other test has 1"
    assert searched(WORD, text) is searched(WORD, text)
    assert searched(DIGIT, text) is not searched(WORD, text)


def test_no_more_is_remembered_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_once, "KEPT", 8)
    first = searched(DIGIT, "a first text 0")
    for number in range(8):
        searched(DIGIT, f"x{number}")
    again = searched(DIGIT, "a first text 0")
    assert first is not None
    assert again is not None
    assert again is not first
