"""What is typed to search the log."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control.search import KEYS, MAX_PARTS, MAX_TEXT, Part, date_span, read

NOW = datetime(2026, 11, 23, 14, 30).astimezone()


def parts(text: str) -> list[tuple[str, str, bool]]:
    return [(part.key, part.value, part.negated) for part in read(text).parts]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("  ", []),
        ("ana@example", [("", "ana@example", False)]),
        ("two words", [("", "two", False), ("", "words", False)]),
        ('"two words" x', [("", "two words", False), ("", "x", False)]),
        ("tool:write_file", [("tool", "write_file", False)]),
        ("-tool:write_file", [("tool", "write_file", True)]),
        ('Server:"my files"', [("server", "my files", False)]),
        ('app:"not closed', [("app", "not closed", False)]),
        ("tool:", []),
        ("https://example.com/x", [("", "https://example.com/x", False)]),
        ("on://x", [("", "on://x", False)]),
        ("-rf 12:30 C:\\x", [("", "-rf", False), ("", "12:30", False), ("", "C:\\x", False)]),
    ],
)
def test_a_text_is_words_and_parts_with_keys(text: str, found: list[tuple[str, str, bool]]) -> None:
    assert parts(text) == found
    assert read(text).problems == ()


def test_each_part_knows_its_place_and_how_it_is_typed() -> None:
    text = ' tool:a  -app:"b c" "d e" f'
    for part in read(text).parts:
        assert text[part.begin : part.end] == part.text()


@pytest.mark.parametrize("blank", [" ", "\t", "\u2003", "\u00a0", "\x85"])
def test_a_name_with_any_blank_is_typed_as_one_part(blank: str) -> None:
    part = Part("tool", f"x{blank}decision:denied")
    assert [(it.key, it.value) for it in read(part.text()).parts] == [(part.key, part.value)]


def test_a_key_that_is_none_is_told_and_counts_as_a_word() -> None:
    found = read("colour:red tool:a colour:blue")
    assert parts("colour:red tool:a") == [("", "colour:red", False), ("tool", "a", False)]
    assert found.problems == ("Nothing can be searched by colour: here; it is searched as a word.",)
    assert found.is_whole


@pytest.mark.parametrize("text", ["decision:", 'app:""', "-tool:", "on:"])
def test_a_key_without_a_value_is_not_told_while_it_is_typed(text: str) -> None:
    found = read(f"{text} a")
    assert (found.problems, found.is_whole) == ((), False)


@pytest.mark.parametrize("text", ["decision:maybe", "after:tomorrow", "-on:today", "after:2026-02-30", "edited:never"])
def test_a_value_that_cannot_be_is_told_and_left_out(text: str) -> None:
    found = read(f"{text} tool:a")
    assert [part.key for part in found.parts] == ["tool"]
    assert len(found.problems) == 1
    assert f"{text} is left out" in found.problems[0]
    assert not found.is_whole


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("decision:denied", ("denied",)),
        ("decision:DEN", ("denied",)),
        ("decision:a", ("approved", "allowed")),
        ('outcome:"tool error"', ("tool-error",)),
        ("severity:h", ("high",)),
        ("tool:x", ()),
    ],
)
def test_the_beginning_of_a_word_is_enough(text: str, meant: tuple[str, ...]) -> None:
    [part] = read(text).parts
    assert part.matching_values == meant


def test_dates_are_local_days_and_hours() -> None:
    today = NOW.replace(hour=0, minute=0)
    day = timedelta(days=1)
    assert date_span(Part("on", "today"), NOW) == (today, today + day)
    assert date_span(Part("on", "yesterday"), NOW) == (today - day, today)
    assert date_span(Part("after", "3d"), NOW) == (today - 3 * day, today - 2 * day)
    assert date_span(Part("after", "2h"), NOW) == (NOW - timedelta(hours=2), NOW - timedelta(hours=1))
    begin, end = date_span(Part("before", "2026-11-20"), NOW) or (NOW, NOW)
    assert (begin.isoformat()[:16], end.isoformat()[:16]) == ("2026-11-20T00:00", "2026-11-21T00:00")
    begin, _ = date_span(Part("after", "2026-11-20T14:05"), NOW) or (NOW, NOW)
    assert begin.isoformat()[:16] == "2026-11-20T14:05"
    assert date_span(Part("tool", "today"), NOW) is None
    assert date_span(Part("after", "9999-12-31"), NOW) is None


def test_several_dates_narrow_each_other() -> None:
    today = NOW.replace(hour=0, minute=0)
    assert read("after:3d after:yesterday before:today").span(NOW) == (today - timedelta(days=1), today)
    assert read("on:today").span(NOW) == (today, today + timedelta(days=1))
    assert read("tool:x").span(NOW) == (None, None)


def test_a_search_is_bounded() -> None:
    found = read("x " * 100)
    assert len(found.parts) == MAX_PARTS
    assert not found.is_whole
    assert found.problems == (f"A search has at most {MAX_PARTS} parts; the rest is ignored.",)
    assert sum(len(part.value) for part in read("y" * 5_000).parts) == MAX_TEXT


@given(st.text(max_size=200) | st.lists(st.sampled_from([*KEYS, ":", '"', "-", " ", "3d", "a"])).map("".join))
def test_any_text_can_be_read_and_nothing_is_read_twice(text: str) -> None:
    found = read(text)
    ends = [0, *(part.end for part in found.parts)]
    assert all(part.begin >= end for part, end in zip(found.parts, ends, strict=False))
    for part in found.parts:
        assert part.key in ("", *KEYS)
        assert part.key == "" or part.value
    found.span(NOW)
