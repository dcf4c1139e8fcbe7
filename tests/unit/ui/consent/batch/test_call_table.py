"""Alike calls as a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import JsonObject, JsonValue
from tests.support.window import WRITE_FILE, asked
from ui.consent.batch.call_table import call_table, name_of


def sheet(*arguments: JsonObject) -> tuple[list[str], list[list[str]], list[tuple[str, str]]]:
    """Heads, rows and what is the same, as shown."""
    made = call_table([asked(given) for given in arguments])
    return (
        [column.name for column in made.columns],
        [[cell.line for cell in row] for row in made.rows],
        [(column.name, cell.line) for column, cell in made.same],
    )


def test_what_differs_has_a_column_and_what_is_the_same_is_said_once() -> None:
    heads, rows, same = sheet({"path": "a.txt", "content": "x"}, {"path": "b.txt", "content": "x"})
    assert heads == ["path"]
    assert rows == [["a.txt"], ["b.txt"]]
    assert same == [("content", "x")]


def test_what_the_tool_requires_comes_first_in_its_order() -> None:
    heads, _, _ = sheet({"content": "1", "overwrite": True, "path": "a"}, {"content": "2", "overwrite": 0, "path": "b"})
    assert WRITE_FILE["inputSchema"]["required"] == ["path", "content"]  # type: ignore[index,call-overload]  # JSON
    assert heads == ["path", "content", "overwrite"]


def test_what_one_call_gives_and_another_does_not_differs() -> None:
    heads, rows, same = sheet({"a": 1}, {"a": 1, "b": ""})
    assert (heads, rows) == (["b"], [["⟨not given⟩"], ["⟨empty text⟩"]])
    assert same == [("a", "1")]


def test_s05_no_stranger_writes_a_mark_of_ours() -> None:
    heads, rows, _ = sheet({"a": 1}, {"a": 1, "b": "⟨not given⟩"})
    assert heads == ["b"]
    assert rows[0] != rows[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, "1"), (True, "true"), (None, "null"), ([], "[]"), ({}, "{}"), (1, 1.0), ('"1"', "1"), ("-1", -1), ("", None)],
)
def test_s03_two_values_that_differ_are_written_differently(one: JsonValue, other: JsonValue) -> None:
    heads, rows, _ = sheet({"v": one}, {"v": other})
    assert heads == ["v"]
    assert rows[0] != rows[1]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(VALUES, min_size=2, max_size=4))
def test_s07_whatever_is_sent_stands_in_the_table_and_what_differs_looks_different(values: list[JsonValue]) -> None:
    made = call_table([asked({"v": value}) for value in values])
    for one, row in zip(values, made.rows, strict=True):
        for other, other_row in zip(values, made.rows, strict=True):
            equal = repr(one) == repr(other) or (one == other and type(one) is type(other))
            alike = [cell.line for cell in row] == [cell.line for cell in other_row]
            assert alike or not equal
            if repr(one) != repr(other) and not isinstance(one, dict | list) and not isinstance(other, dict | list):
                assert not alike


def test_s05_hidden_characters_are_seen_in_heads_and_cells() -> None:
    heads, rows, _ = sheet({"a\u202e": "x\u200b"}, {"a\u202e": "y\n"})
    assert heads == ['"a⟨U+202E⟩"']
    assert rows == [["x⟨U+200B⟩"], ["y⟨↵⟩"]]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (("a",), "a"),
        (("edits", 0, "newText"), "edits[0].newText"),
        (("a.b",), '"a.b"'),
        (("a", "b"), "a.b"),
        (("a", "[0]"), 'a."[0]"'),
    ],
)
def test_s06_no_two_inputs_read_alike(steps: tuple[str | int, ...], said: str) -> None:
    assert name_of(steps) == said


def test_what_is_the_same_in_every_row_is_marked_by_words() -> None:
    made = call_table([asked({"path": f"reports/quarter-{n}/summary.md", "content": "x"}) for n in (1, 23)])
    cell = made.rows[1][0]
    assert (cell.line[: cell.head], cell.line[len(cell.line) - cell.tail :]) == ("reports/quarter-", "/summary.md")


def test_marks_of_a_beginning_and_an_end_never_overlap() -> None:
    made = call_table([asked({"path": path, "content": "x"}) for path in ("a/a/", "a/a/a/", "a/")])
    assert all(cell.head + cell.tail <= len(cell.line) for (cell,) in made.rows)


def test_calls_that_are_equal_have_no_column() -> None:
    heads, rows, same = sheet({"a": 1}, {"a": 1})
    assert (heads, rows, same) == ([], [[], []], [("a", "1")])
