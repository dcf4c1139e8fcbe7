"""Which calls may be looked at side by side."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from host.control.views import Asked, Said
from host.model import App, Effect, Finding, JsonObject, JsonValue, Obligations, ServerRef, Severity, Verdict
from tests.support import window
from tests.support.window import asked
from tests.unit.ui.consent.support import numbered
from ui.consent.batch.alike import DEEPEST, LEAVES, LONGEST, LONGEST_NAME, MOST, ROOM, AlikeGroups, leaves_of, likeness

INFO = Finding("first-use", Severity.INFO, "New.")


def given(arguments: JsonObject) -> Asked:
    return asked(arguments)


def nested(depth: int) -> JsonObject:
    value: JsonObject = {"x": 1}
    for _ in range(depth):
        value = {"in": value}
    return value


def test_calls_that_differ_in_short_inputs_alone_are_alike() -> None:
    assert likeness(numbered(1)) is not None
    assert likeness(numbered(1)) == likeness(numbered(2))
    assert likeness(numbered(1)) == likeness(replace(numbered(2), left=5.0))


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
    assert likeness(other) is not None
    assert likeness(other) != likeness(asked())


def test_s09_apps_that_proved_nothing_are_one_only_within_one_session() -> None:
    one, other = (asked(app=App("unknown", authenticated=False, session=session)) for session in ("s1", "s2"))
    assert likeness(one) != likeness(other)
    assert likeness(one) == likeness(asked({"path": "b"}, app=App("unknown", authenticated=False, session="s1")))


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
        given({"path": "a", "content": "x" * (LONGEST + 1)}),
        given({f"v{number}": "x" * LONGEST for number in range(ROOM // 2 // LONGEST + 1)}),
        given({"x" * (LONGEST_NAME + 1): 1}),
        given({str(number): number for number in range(LEAVES + 1)}),
        given({"a": [1] * 30, "b": [1] * 30}),
        given(nested(DEEPEST + 1)),
    ],
    ids=[
        "signed", "PIN", "reason", "result", "grave", "not validated", "not inspected", "definition changed",
        "asked again", "headers", "edited", "long value", "long in all", "long name", "many inputs",
        "many items", "deep",
    ],
)  # fmt: skip
def test_s11_what_wants_care_of_its_own_is_alike_to_nothing(alone: Asked) -> None:
    assert likeness(alone) is None


def test_s07_the_longest_that_a_table_shows_is_still_alike() -> None:
    assert likeness(given({"path": "a", "content": "x" * LONGEST})) is not None
    assert likeness(given(nested(DEEPEST - 1))) is not None


@pytest.mark.parametrize(
    "value", ["", "text", 1, 1.5, None, True, [], {}, [1, [2, {"a": "b"}]], {"a": {"b": [None]}}], ids=json.dumps
)
def test_s07_every_value_that_is_sent_is_a_leaf(value: JsonValue) -> None:
    found = leaves_of(given({"v": value}))
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
    assert {(leaf.beside, leaf.steps, leaf.value) for leaf in found} == {
        (False, ("a",), 1),
        (True, ("_meta", "note"), "hello"),
        (True, ("extra", 0), True),
    }


# Those that wait


@pytest.fixture
def likes() -> AlikeGroups:
    made = AlikeGroups()
    for number in (1, 2, 3):
        made.put(numbered(number))
    made.put(numbered(4, app="cursor"))
    return made


def ids(*numbers: int) -> tuple[str, ...]:
    return tuple(numbered(number).request.call.id for number in numbers)


def test_the_one_that_is_read_comes_first_then_the_oldest(likes: AlikeGroups) -> None:
    assert likes.of(ids(2)[0]) == ids(2, 1, 3)
    assert likes.count(ids(2)[0]) == 3


def test_one_without_another_has_none(likes: AlikeGroups) -> None:
    assert likes.of(ids(4)[0]) == ()
    assert likes.count(ids(4)[0]) == 0
    assert likes.count("nobody knows it") == 0


def gone(likes: AlikeGroups) -> None:
    likes.remove(ids(3)[0])


def asked_again(likes: AlikeGroups) -> None:
    likes.put(numbered(3, round_=2, voided_because="It changed."))


@pytest.mark.parametrize("leaves", [gone, asked_again])
def test_what_ends_or_changes_leaves_its_likes(likes: AlikeGroups, leaves: Callable[[AlikeGroups], None]) -> None:
    leaves(likes)
    leaves(likes)
    assert likes.of(ids(1)[0]) == ids(1, 2)


def test_s16_no_more_is_looked_at_together_than_there_is_room_for() -> None:
    likes = AlikeGroups()
    for number in range(10):
        likes.put(given_to({"content": f"{number}" + "x" * (LONGEST - 1), "more": "x" * LONGEST}, number))
    first = numbered(0).request.call.id
    assert likes.of(first) == ids(0, 1, 2, 3, 4)
    assert likes.count(first) == 10
    likes.remove(ids(1)[0])
    assert likes.of(first) == ids(0, 2, 3, 4, 5)


def given_to(arguments: JsonObject, number: int) -> Asked:
    return asked(arguments, call_id=numbered(number).request.call.id)


def test_at_most_fifty_are_looked_at_together() -> None:
    likes = AlikeGroups()
    for number in range(MOST + 10):
        likes.put(numbered(number))
    first = numbered(0).request.call.id
    assert len(likes.of(first)) == MOST
    assert likes.later(likes.kind(first), likes.of(first)) == 10
