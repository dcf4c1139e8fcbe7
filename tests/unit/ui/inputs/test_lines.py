"""Long text, as lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control import codec
from host.model import JsonValue
from host.text import FOLD_MARK, Untrusted, escape
from ui.inputs import lines as lines_module
from ui.inputs.lines import (
    COLUMNS,
    MAX_HITS,
    LineCache,
    NumberLines,
    SeenInputs,
    SeenLines,
    TextLines,
    UnfoldedLines,
    are_numbers,
    marks_of_span,
)


def shown(raw: str) -> list[str]:
    lines = TextLines(Untrusted(raw))
    return lines.texts(0, len(lines))


def test_a_line_feed_ends_a_line() -> None:
    assert shown("a\nb\n") == ["a", "b"]
    assert shown("a\n\n") == ["a", ""]
    assert shown("\n") == [""]


def test_s07_a_tail_behind_empty_lines_is_right_below_their_count() -> None:
    assert shown("a" + "\n" * 100_000 + "rm -rf") == ["a", "⟨99,999 empty lines⟩", "rm -rf"]
    assert shown("\n" * 100_000 + "rm -rf") == ["⟨100,000 empty lines⟩", "rm -rf"]


def test_s07_a_tail_behind_blanks_is_right_behind_their_count() -> None:
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
    assert [line.label for line in lines.shown(2, 3)] == ["2"]
    assert [line.label for line in lines.shown(0, 4)] == ["1", "", "2", "3"]
    assert [line.label for line in lines.shown(3, 9)] == ["3"]
    assert [line.label for line in TextLines(Untrusted("one")).shown(0, 1)] == [None]


def test_lines_behind_many_empty_ones_keep_their_numbers() -> None:
    lines = TextLines(Untrusted("a" + "\n" * 2001 + "b\nc"))
    assert lines.texts(0, 4) == ["a", "⟨2,000 empty lines⟩", "b", "c"]
    assert [line.label for line in lines.shown(0, 4)] == ["1", "2", "2,002", "2,003"]
    assert [line.label for line in TextLines(Untrusted("\n" * 12 + "b")).shown(0, 2)] == ["1", "13"]


def test_numbers_stand_ten_to_a_line_as_written() -> None:
    numbers = codec.object_of(b'{"n":[1.50,2,3,4,5,6,7,8,9,10,1E5]}')["n"]
    assert isinstance(numbers, list)
    lines = NumberLines(numbers)
    assert (len(lines), lines.texts(0, 9)) == (2, ["1.50, 2, 3, 4, 5, 6, 7, 8, 9, 10", "1E5"])
    assert [line.label for line in lines.shown(0, 9)] == ["1", "11"]


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
    assert LineCache().count_lines(value) == lines


def test_a_large_text_is_made_into_lines_once() -> None:
    book, text = LineCache(), Untrusted("x" * 100_000)
    assert book.lines_of(text) is book.lines_of(text)


@given(st.text())
def test_there_is_at_least_one_line_and_each_has_a_bound(raw: str) -> None:
    assert shown(raw)
    assert max(map(len, shown(raw))) <= COLUMNS


def found(raw: str, wanted: str) -> list[tuple[int, int, int]]:
    return [(hit.line, hit.start, hit.stop) for hit in UnfoldedLines(shown(raw)).find(wanted)]


def test_places_are_found_without_regard_to_capitals() -> None:
    assert found("one\nTwo one", "ONE") == [(0, 0, 3), (1, 4, 7)]


def test_what_is_typed_is_characters_not_a_pattern() -> None:
    assert found("a.b axb", "a.b") == [(0, 0, 3)]
    assert found("(((", "((") == [(0, 0, 2)]
    assert found("x", "") == []


def test_a_word_that_a_fold_divides_is_found_where_it_begins() -> None:
    assert found("x" * 98 + "needle", "needle") == [(0, 98, 100)]
    assert found("x" * 120 + "needle", "needle") == [(1, 21, 27)]  # behind the mark of the fold


def test_escapes_are_found_as_they_are_shown() -> None:
    assert found("a\u202eb", "U+202E") == [(0, 2, 8)]


@given(raw=st.text(st.sampled_from("ab \n\u202e"), max_size=600))
def test_every_place_shows_what_was_looked_for(raw: str) -> None:
    lines = TextLines(Untrusted(raw))
    for line, start, stop in UnfoldedLines(lines.texts(0, len(lines))).find("ab"):
        assert "ab".startswith(lines.texts(line, line + 1)[0][start:stop])


def test_s07_more_places_than_are_noted_are_known_to_be_more() -> None:
    assert len(found("a" * (MAX_HITS + 50), "a")) == MAX_HITS + 1


PIECES = st.sampled_from(["a", "word ", "\n", "\n" * 12, "x" * 130, " " * 40, "\t", "\u202e", "\r", "é", FOLD_MARK])


def marked(raw: str, start: int, stop: int) -> str:
    lines = TextLines(Untrusted(raw))
    marks = marks_of_span(lines, (start, stop))
    return "".join(lines.texts(mark.line, mark.line + 1)[0][mark.start : mark.stop] for mark in marks)


@given(before=st.lists(PIECES, max_size=8), after=st.lists(PIECES, max_size=4))
def test_a_mark_stands_where_the_characters_do(before: list[str], after: list[str]) -> None:
    head = "".join(before)
    raw = f"{head}needle{''.join(after)}"
    assert marked(raw, len(head), len(head) + 6).replace(FOLD_MARK, "") == "needle"


def test_a_mark_of_several_lines_goes_on_from_their_beginnings() -> None:
    lines = TextLines(Untrusted("one\ntwo\nthree"))
    assert [(mark.line, mark.start) for mark in marks_of_span(lines, (1, 9))] == [(0, 1), (1, 0), (2, 0)]


@pytest.mark.parametrize("at", [0, 5, 10_000])
def test_a_place_inside_empty_lines_or_behind_the_end_is_a_line_that_is_there(at: int) -> None:
    lines = TextLines(Untrusted("a" + "\n" * 20 + "b"))
    assert 0 <= lines.locate(at)[0] < len(lines)


def test_s16_a_mark_far_down_a_large_text_makes_none_of_its_lines_again(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = "<<A\n" * 50_000
    lines, made = TextLines(Untrusted(raw)), [0]

    def noted(text: str, *, newlines: bool = False) -> str:
        made.append(len(text))
        return escape(text, newlines=newlines)

    monkeypatch.setattr(lines_module, "escape", noted)
    monkeypatch.setattr(TextLines, "_text_lines_in", lambda *_: pytest.fail("a line was counted by itself"))
    [mark] = marks_of_span(lines, (len(raw) - 6, len(raw) - 5))
    assert (mark.line, mark.start, mark.stop) == (49_998, 2, 3)
    assert [line.label for line in lines.shown(49_998, 50_000)] == ["49,999", "50,000"]
    assert max(made) <= 3


def test_a_line_is_unread_until_it_is_seen_and_seen_for_good() -> None:
    marks = SeenLines(5)
    marks.mark_seen(1, 3)
    marks.mark_seen(2, 3)
    assert (marks.read, marks.unread) == (2, 3)


def test_what_is_out_of_bounds_is_not_seen() -> None:
    marks = SeenLines(2)
    marks.mark_seen(1, 9)
    marks.mark_seen(5, 9)
    marks.mark_seen(1, 0)
    assert marks.unread == 1


def test_a_name_is_counted_apart_from_its_value() -> None:
    reading = SeenInputs(5)
    reading.seen_lines(("a",), 2, of_name=True).mark_seen(0, 2)
    reading.seen_lines(("a",), 3).mark_seen(0, 1)
    assert reading.unread == 2


def test_the_marks_of_a_value_outlive_its_widget() -> None:
    reading = SeenInputs(10)
    reading.seen_lines(("a",), 4).mark_seen(0, 4)
    reading.seen_lines(("b", 0), 2).mark_seen(0, 1)
    assert reading.seen_lines(("a",), 4).unread == 0
    assert reading.unread == 5
