"""JSON of other programs, edited in place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.apps.attach.documents import JsonDocument
from host.model import JsonObject, JsonValue

BLANKS = st.sampled_from(["", " ", "\n", "\n    ", "\r\n  ", " // c\n", "/* x */"])
VALUES = st.sampled_from(['{ "x": 1, // c\n }', "[ ]", '"a,]}"', "null", "1"])
KEYS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True)


@st.composite
def containers(draw: st.DrawFn) -> str:
    """An object ``o`` and a list ``l``, with odd blanks and comments."""
    parts = []
    for name, (begin, end) in (("o", "{}"), ("l", "[]")):
        members = [f'"{key}": {draw(VALUES)}' if name == "o" else draw(VALUES) for key in draw(KEYS)]
        inside = ",".join(f"{draw(BLANKS)}{member}{draw(BLANKS)}" for member in members)
        comma = draw(st.sampled_from(["", ","]))
        parts.append(f'"{name}":{draw(BLANKS)}{begin}{inside}{comma}{draw(BLANKS)}{end}')
    return "{" + ",".join(parts) + draw(BLANKS) + "}"


def document(text: str) -> JsonDocument:
    return JsonDocument(text.encode(), "file")


def read(changed: JsonDocument) -> tuple[JsonObject, list[JsonValue]]:
    written = document(changed.data().decode())
    members, items = written.at(("o",)), written.at(("l",))
    assert isinstance(members, dict)
    assert isinstance(items, list)
    return members, items


@given(containers())
def test_a_change_of_one_value_changes_no_other(text: str) -> None:
    members, items = read(document(text))
    for key in members:
        changed = document(text)
        changed.remove(("o", key))
        assert read(changed) == ({name: value for name, value in members.items() if name != key}, items)
    for item in items:
        changed = document(text)
        assert changed.drop(("l",), item)
        assert read(changed) == (members, [*items[: items.index(item)], *items[items.index(item) + 1 :]])
    changed = document(text)
    changed.put(("o", "new"), {"y": [1]})
    changed.append(("l",), {"z": 2})
    assert read(changed) == ({**members, "new": {"y": [1]}}, [*items, {"z": 2}])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{ // c\n  "a": 1, "b": 2\n}', '{ // c\n   "b": 2\n}'),
        ('{\n  "b": 2, // c\n  "a": 1 }', '{\n  "b": 2 // c\n   }'),
        ('{\n  "a": 1, // gone\n  "b": 2\n}', '{\n  "b": 2\n}'),
        ('{"b": 2, "a": 1}', '{"b": 2}'),
    ],
)
def test_a_comment_before_what_is_removed_takes_in_nothing_else(text: str, left: str) -> None:
    changed = document(text)
    changed.remove(("a",))
    assert changed.data().decode() == left
    assert changed.at(()) == {"b": 2} == json.loads(left.replace("// c", ""))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"a": 1, /* x */ "b": 2 /* y */\n}', '{ /* x */ "b": 2 /* y */\n}'),
        ('{"b": 2, "a": 1 /* x */ } /* y */', '{"b": 2 /* x */ } /* y */'),
    ],
)
def test_what_stands_between_two_comments_of_a_line_is_no_comment(text: str, left: str) -> None:
    changed = document(text)
    changed.remove(("a",))
    assert changed.data().decode() == left
    assert changed.at(()) == {"b": 2}


def test_a_member_that_is_null_gets_the_value() -> None:
    changed = document('{"servers": null, "b": 2}')
    changed.put(("servers", "files"), {})
    assert changed.at(()) == {"servers": {"files": {}}, "b": 2}
