"""Which calls may be looked at side by side."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control.views import Asked, Said
from host.model import App, Effect, Finding, JsonObject, JsonValue, Obligations, ServerRef, Severity, Verdict
from host.values import replace
from tests.support import window
from tests.support.window import WRITE_FILE, asked
from tests.unit.ui.consent.support import numbered
from ui.consent.batch import alike
from ui.consent.batch.alike import (
    MAX_CALLS,
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_LEAVES,
    MAX_NAME,
    MAX_VALUE,
    AlikeGroups,
    call_table,
    leaves_of,
    path_name,
)

INFO = Finding("first-use", Severity.INFO, "New.")


def kind(asked: Asked) -> object:
    """What a question is alike in."""
    return alike.group_key_and_size(asked)[0]


def with_arguments(arguments: JsonObject) -> Asked:
    return asked(arguments)


def nested(depth: int) -> JsonObject:
    value: JsonObject = {"x": 1}
    for _ in range(depth):
        value = {"in": value}
    return value


def test_calls_that_differ_in_short_inputs_alone_are_alike() -> None:
    assert kind(numbered(1)) is not None
    assert kind(numbered(1)) == kind(numbered(2))
    assert kind(numbered(1)) == kind(replace(numbered(2), left=5.0))


@pytest.mark.parametrize(
    "other",
    [
        asked(app=App("cursor", authenticated=True)),
        asked(app=App("claude-code", authenticated=True, proof="another token")),
        asked(server=ServerRef("mail", "c" * 64, "d" * 64)),
        asked(server=ServerRef("files", "e" * 64, "d" * 64)),
        asked(server=replace(window.FILES, trust="user")),
        asked(definition=dict(window.WRITE_FILE, name="delete_file")),
        asked(definition=dict(window.WRITE_FILE, description="Another text.")),
        asked(verdict=replace(window.DEFAULT, rule="r1")),
        asked(verdict=replace(window.DEFAULT, source="user")),
        asked(verdict=replace(window.DEFAULT, effect=Effect.DENY)),
    ],
    ids=["app", "token", "server", "configuration", "trust", "tool", "definition", "rule", "source", "effect"],
)
def test_s11_calls_that_differ_in_anything_else_are_not_alike(other: Asked) -> None:
    assert kind(other) is not None
    assert kind(other) != kind(asked())


def test_s09_apps_that_proved_nothing_are_one_only_within_one_session() -> None:
    one, other = (asked(app=App("unknown", authenticated=False, session=session)) for session in ("s1", "s2"))
    assert kind(one) != kind(other)
    assert kind(one) == kind(asked({"path": "b"}, app=App("unknown", authenticated=False, session="s1")))


def wanting(**obligations: object) -> Verdict:
    return replace(window.DEFAULT, obligations=Obligations(**obligations))  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize(
    "alone",
    [
        asked(signing=window.signing()),
        asked(verdict=wanting(pin=True)),
        asked(verdict=wanting(reason_required=True)),
        asked(result=b"{}"),
        asked(findings=(INFO, Finding("sensitive-path", Severity.HIGH, "Keys."))),
        asked(findings=(Finding("not-validated", Severity.MEDIUM, "No schema."),)),
        asked(findings=(Finding("not-inspected", Severity.INFO, "Too deep."),)),
        asked(findings=(Finding("definition-changed", Severity.INFO, "Other words."),)),
        asked(round_=2, voided_because="It changed."),
        replace(asked(), headers=(Said("Mcp-Param-Region", "eu"),)),
        replace(asked(), request=replace(asked().request, edited=b"{}")),
        with_arguments({"path": "a", "content": "x" * (MAX_VALUE + 1)}),
        with_arguments({f"v{number}": "x" * MAX_VALUE for number in range(MAX_CHARACTERS // 2 // MAX_VALUE + 1)}),
        with_arguments({"x" * (MAX_NAME + 1): 1}),
        with_arguments({str(number): number for number in range(MAX_LEAVES + 1)}),
        with_arguments({"a": [1] * 30, "b": [1] * 30}),
        with_arguments(nested(MAX_DEPTH + 1)),
    ],
    ids=[
        "signed", "PIN", "reason", "result", "grave", "not validated", "not inspected", "definition changed",
        "asked again", "headers", "edited", "long value", "long in all", "long name", "many inputs",
        "many items", "deep",
    ],
)  # fmt: skip
def test_s11_what_wants_care_of_its_own_is_alike_to_nothing(alone: Asked) -> None:
    assert kind(alone) is None


def test_s07_the_longest_that_a_table_shows_is_still_alike() -> None:
    assert kind(with_arguments({"path": "a", "content": "x" * MAX_VALUE})) is not None
    assert kind(with_arguments(nested(MAX_DEPTH - 1))) is not None


@pytest.mark.parametrize(
    "value", ["", "text", 1, 1.5, None, True, [], {}, [1, [2, {"a": "b"}]], {"a": {"b": [None]}}], ids=json.dumps
)
def test_s07_every_value_that_is_sent_is_a_leaf(value: JsonValue) -> None:
    found = leaves_of(with_arguments({"v": value}))
    assert found is not None
    rebuilt: JsonObject = {}
    for leaf in found:
        put(rebuilt, leaf.steps, leaf.value)
    assert rebuilt == {"v": value}


def put(into: JsonValue, steps: tuple[str | int, ...], value: JsonValue) -> None:
    """Rebuild a value from its leaves."""
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        inner: JsonValue = value if following is None else {} if isinstance(following, str) else []
        if isinstance(into, dict):
            into = into.setdefault(str(step), inner)
        elif isinstance(into, list):
            if len(into) == step:
                into.append(inner)
            into = into[int(step)]


def test_s07_what_is_sent_beside_the_inputs_is_among_them() -> None:
    found = leaves_of(asked({"a": 1}, beside={"_meta": {"note": "hello"}, "extra": [True]}))
    assert found is not None
    assert {(leaf.in_other_params, leaf.steps, leaf.value) for leaf in found} == {
        (False, ("a",), 1),
        (True, ("_meta", "note"), "hello"),
        (True, ("extra", 0), True),
    }


# Those that wait


@pytest.fixture
def likes() -> AlikeGroups:
    made = AlikeGroups()
    for number in (1, 2, 3):
        made.add(numbered(number))
    made.add(numbered(4, app="cursor"))
    return made


def ids(*numbers: int) -> tuple[str, ...]:
    return tuple(numbered(number).request.call.id for number in numbers)


def test_the_one_that_is_read_comes_first_then_the_oldest(likes: AlikeGroups) -> None:
    assert likes.alike_calls(ids(2)[0]) == ids(2, 1, 3)
    assert likes.count(ids(2)[0]) == 3


def test_one_without_another_has_none(likes: AlikeGroups) -> None:
    assert likes.alike_calls(ids(4)[0]) == ()
    assert likes.count(ids(4)[0]) == 0
    assert likes.count("nobody knows it") == 0


def gone(likes: AlikeGroups) -> None:
    likes.remove(ids(3)[0])


def asked_again(likes: AlikeGroups) -> None:
    likes.add(numbered(3, round_=2, voided_because="It changed."))


@pytest.mark.parametrize("leaves", [gone, asked_again])
def test_what_ends_or_changes_leaves_its_likes(likes: AlikeGroups, leaves: Callable[[AlikeGroups], None]) -> None:
    leaves(likes)
    leaves(likes)
    assert likes.alike_calls(ids(1)[0]) == ids(1, 2)


def test_s16_no_more_is_looked_at_together_than_there_is_room_for() -> None:
    likes = AlikeGroups()
    for number in range(10):
        likes.add(given_to({"content": f"{number}" + "x" * (MAX_VALUE - 1), "more": "x" * MAX_VALUE}, number))
    first = numbered(0).request.call.id
    assert likes.alike_calls(first) == ids(0, 1, 2, 3, 4)
    assert likes.count(first) == 10
    likes.remove(ids(1)[0])
    assert likes.alike_calls(first) == ids(0, 2, 3, 4, 5)


def given_to(arguments: JsonObject, number: int) -> Asked:
    return asked(arguments, call_id=numbered(number).request.call.id)


def test_at_most_fifty_are_looked_at_together() -> None:
    likes = AlikeGroups()
    for number in range(MAX_CALLS + 10):
        likes.add(numbered(number))
    first = numbered(0).request.call.id
    assert len(likes.alike_calls(first)) == MAX_CALLS
    assert likes.count_new(likes.key_of(first), likes.alike_calls(first)) == 10


def sheet(*arguments: JsonObject) -> tuple[list[str], list[list[str]], list[tuple[str, str]]]:
    """Heads, rows and what is the same, as shown."""
    made = call_table([asked(given) for given in arguments])
    return (
        [column.name for column in made.columns],
        [[cell.line for cell in row] for row in made.rows],
        [(column.name, cell.line) for column, cell in made.common],
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
def test_s07_whatever_is_sent_is_in_the_table_and_what_differs_looks_different(values: list[JsonValue]) -> None:
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
        (("edits", 0, "newText"), "edits ▸ item 1 ▸ newText"),
        (("a.b",), '"a.b"'),
        (("a", "b"), "a ▸ b"),
        (("a ▸ b",), '"a ▸ b"'),
        (("a", "item 1"), 'a ▸ "item 1"'),
    ],
)
def test_s06_no_two_inputs_read_alike(steps: tuple[str | int, ...], said: str) -> None:
    assert path_name(steps) == said


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
