"""Long text, as lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control import codec
from host.model import JsonValue
from host.text import Untrusted
from ui.inputs.lines import COLUMNS, LineCache, NumberLines, TextLines, are_numbers


def shown(raw: str) -> list[str]:
    lines = TextLines(Untrusted(raw))
    return lines.part(0, len(lines))


def test_a_line_feed_ends_a_line() -> None:
    assert shown("a\nb\n") == ["a", "b"]
    assert shown("a\n\n") == ["a", ""]
    assert shown("\n") == [""]


def test_s07_a_tail_behind_empty_lines_stands_right_below_their_count() -> None:
    assert shown("a" + "\n" * 100_000 + "rm -rf") == ["a", "⟨99,999 empty lines⟩", "rm -rf"]
    assert shown("\n" * 100_000 + "rm -rf") == ["⟨100,000 empty lines⟩", "rm -rf"]


def test_s07_a_tail_behind_blanks_stands_right_behind_their_count() -> None:
    assert shown("ls" + " " * 500 + "; rm -rf") == ["ls⟨500 spaces⟩; rm -rf"]
    assert shown("ls" + "\u00a0 " * 250 + "; rm -rf") == ["ls⟨500 blank characters⟩; rm -rf"]


@pytest.mark.parametrize("before", range(9))
def test_s07_a_run_of_blanks_is_found_wherever_it_begins(before: int) -> None:
    assert shown("x" * before + "\t" * 32 + "; rm -rf") == ["x" * before + "⟨32 blank characters⟩; rm -rf"]
    assert shown("x" * before + " " * 31 + "; rm -rf") == ["x" * before + " " * 31 + "; rm -rf"]


def test_a_stranger_cannot_write_such_a_mark() -> None:
    assert shown("⟨500 spaces⟩") == ["⟨U+27E8⟩500 spaces⟩"]


def test_indentation_and_a_few_empty_lines_stay() -> None:
    assert shown("a\n\n\n    b") == ["a", "", "", "    b"]


def test_s07_one_line_of_a_megabyte_is_folded_and_all_there() -> None:
    lines = shown("x" * (1 << 20))
    assert max(map(len, lines)) <= COLUMNS
    assert "".join(line.removeprefix("↳") for line in lines) == "x" * (1 << 20)


def test_lines_are_numbered_as_in_the_text_and_folds_have_no_number() -> None:
    lines = TextLines(Untrusted("x" * (COLUMNS + 1) + "\ny\nz"))
    assert lines.labels(2, 3) == ["2"]
    assert lines.labels(0, 4) == ["1", "", "2", "3"]
    assert lines.labels(3, 9) == ["3"]
    assert TextLines(Untrusted("one")).labels(0, 1) == []


def test_lines_behind_many_empty_ones_keep_their_numbers() -> None:
    lines = TextLines(Untrusted("a" + "\n" * 2001 + "b\nc"))
    assert lines.part(0, 4) == ["a", "⟨2,000 empty lines⟩", "b", "c"]
    assert lines.labels(0, 4) == ["1", "2", "2,002", "2,003"]
    assert TextLines(Untrusted("\n" * 12 + "b")).labels(0, 2) == ["1", "13"]


def test_numbers_stand_ten_to_a_line_as_written() -> None:
    numbers = codec.object_of(b'{"n":[1.50,2,3,4,5,6,7,8,9,10,1E5]}')["n"]
    assert isinstance(numbers, list)
    lines = NumberLines(numbers)
    assert (len(lines), lines.part(0, 9)) == (2, ["1.50, 2, 3, 4, 5, 6, 7, 8, 9, 10", "1E5"])
    assert lines.labels(0, 9) == ["1", "11"]


@pytest.mark.parametrize("items", [[], [True], [None], [1, "a"], [[1]], [10**30]])
def test_other_lists_are_no_lists_of_numbers(items: list[JsonValue]) -> None:
    assert not are_numbers(items)


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("a", 1),
        ("", 1),
        ({}, 1),
        (None, 1),
        ("a\nb", 2),
        ([1] * 25, 3),
        (["a", {"b": "c\nd\ne"}], 4),
        (10**300, 4),
        ({"a": [], "b": True}, 2),
    ],
)
def test_lines_to_read_are_counted_through_and_through(value: JsonValue, lines: int) -> None:
    assert LineCache().count(value) == lines


def test_a_large_text_is_made_into_lines_once() -> None:
    book, text = LineCache(), Untrusted("x" * 100_000)
    assert book.of(text) is book.of(text)


@given(st.text())
def test_there_is_at_least_one_line_and_each_has_a_bound(raw: str) -> None:
    assert shown(raw)
    assert max(map(len, shown(raw))) <= COLUMNS
