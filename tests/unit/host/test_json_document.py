"""JSON of people and other programs, edited in place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.json_document import JsonDocument
from host.jsonc import KeyPath
from host.model import JsonObject, JsonValue
from tests.support.effort import BOUND, effort

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
        ('{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'),
        ('{"b": 2, "a": 1}', '{"b": 2}'),
    ],
)
def test_a_comment_before_what_is_removed_takes_in_nothing_else(text: str, left: str) -> None:
    changed = document(text)
    changed.remove(("a",))
    assert changed.data().decode() == left
    assert changed.at(()) == {"b": 2} == json.loads(left.replace("// c", ""))


FILE = """\
// My rules.
{
  "version": 1, // the first
  "rules": [
    // reading
    { "id": "a", "effect": "allow", "match": {} }, // harmless
    /* writing */ { "id": "b", "effect": "ask", "match": {} } // careful
  ]
}
"""
NEW = '{\n  "id": "c",\n  "effect": "deny"\n}'


def test_a_text_replaces_a_value_where_it_stands_and_all_around_it_stays() -> None:
    changed = document(FILE)
    changed.put_text(("rules", 0), NEW)
    assert changed.data().decode() == FILE.replace(
        '{ "id": "a", "effect": "allow", "match": {} }', '{\n      "id": "c",\n      "effect": "deny"\n    }'
    )


def test_a_text_is_added_after_the_last_item_and_its_comment() -> None:
    changed = document(FILE)
    changed.append_text(("rules",), NEW)
    assert changed.data().decode() == FILE.replace(
        '"match": {} } // careful', '"match": {} }, // careful\n    {\n      "id": "c",\n      "effect": "deny"\n    }'
    )


@pytest.mark.parametrize(
    ("array", "left"),
    [
        ("[]", "[\n    1\n  ]"),
        ("[\n  ]", "[\n    1\n  ]"),
        ("[ // none yet\n  ]", "[ // none yet\n    1\n  ]"),
        ("[2]", "[2, 1]"),
        ("[2,]", "[2, 1,]"),
        ("[\n    2,\n  ]", "[\n    2,\n    1,\n  ]"),
        ("[\n    2 /* two */ , // two\n  ]", "[\n    2 /* two */ , // two\n    1,\n  ]"),
        ("[\n    2 // two\n    , ]", "[\n    2 // two\n    ,\n    1, ]"),
    ],
)
def test_an_item_is_added_whatever_commas_and_comments_are_there(array: str, left: str) -> None:
    changed = document(f'{{\n  "rules": {array}\n}}')
    changed.append_text(("rules",), "1")
    assert changed.data().decode() == f'{{\n  "rules": {left}\n}}'
    items = changed.at(("rules",))
    assert isinstance(items, list)
    assert items[-1] == 1


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        (("rules", 0), '{ "id": "a", "effect": "allow", "match": {} },'),
        (("version",), '"version": 1,'),
    ],
)
def test_what_is_removed_leaves_the_comments_around_it(path: tuple[str | int, ...], gone: str) -> None:
    changed = document(FILE)
    changed.remove(path)
    assert changed.data().decode() == FILE.replace(gone, "")
    assert changed.at(path) != document(FILE).at(path)


@given(containers())
def test_comments_survive_every_change(text: str) -> None:
    def comments(text: str) -> tuple[int, int]:
        return text.count("// c"), text.count("/* x */")

    members, items = read(document(text))
    paths: list[KeyPath] = [*(("o", key) for key in members), *(("l", number) for number in range(len(items)))]
    for path in paths:
        changed = document(text)
        changed.remove(path)
        inside = json.dumps(document(text).at(path)) == '{"x": 1}'  # its comment is a part of it
        assert comments(changed.data().decode()) == (comments(text)[0] - inside, comments(text)[1])
    changed = document(text)
    changed.append_text(("l",), NEW)
    assert comments(changed.data().decode()) == comments(text)


def test_line_separators_within_a_text_are_no_line_ends() -> None:
    changed = document('{"rules": []}')
    changed.append_text(("rules",), '{"reason": "a\u2028b\u0085c"}')
    assert changed.at(("rules", 0)) == {"reason": "a\u2028b\u0085c"}


@pytest.mark.full
def test_s22_blanks_without_end_after_an_item_hold_nobody_up() -> None:
    def add() -> None:
        changed = document('{"version": 1, "rules": [{"id": "a"}' + " " * 100_000 + "]}")
        changed.append_text(("rules",), NEW)

    add()
    took = effort(add)
    assert took < BOUND, "the square of their number would take minutes"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"a": 1, /* x */ "b": 2 /* y */\n}', '{ /* x */ "b": 2 /* y */\n}'),
        ('{"b": 2, "a": 1 /* x */ } /* y */', '{"b": 2 /* x */ } /* y */'),
    ],
)
def test_what_is_between_two_comments_of_a_line_is_no_comment(text: str, left: str) -> None:
    changed = document(text)
    changed.remove(("a",))
    assert changed.data().decode() == left
    assert changed.at(()) == {"b": 2}


def test_a_member_that_is_null_gets_the_value() -> None:
    changed = document('{"servers": null, "b": 2}')
    changed.put(("servers", "files"), {})
    assert changed.at(()) == {"servers": {"files": {}}, "b": 2}


@pytest.mark.parametrize("text", ['{"a": []}', '{"a": [{"b": 2}]}', '{"a": "b"}', '{"a": null}'])
def test_an_object_that_is_needed_takes_the_place_of_any_other_value(text: str) -> None:
    changed = document(text)
    changed.put(("a", "b"), 1)
    assert changed.at(()) == {"a": {"b": 1}}


@pytest.mark.parametrize(
    "array",
    [
        *("[1]", "[ 1 ]", '[{"b": 2}, {"c": 3}]', "[\n    1\n  ]", "[\n    1, // one\n    2 // two\n  ]"),
        *("[1,]", "[ 1 , ]", "[\n    1,\n  ]", "[\n    1,]", "[1,\n  ]", "[1 \n  ]", "[1, // one\n  ]"),
    ],
)
def test_an_item_that_is_added_and_taken_out_again_leaves_no_trace(array: str) -> None:
    text = f'{{\n  "a": {array}\n}}\n'
    changed = document(text)
    item: JsonObject = {"matcher": "*", "hooks": [{"command": "x"}]}
    changed.append(("a",), item)
    assert changed.drop(("a",), item)
    assert changed.data().decode() == text


@pytest.mark.parametrize("value", ["{}", "{ }", "{\n  }", "[]", "[\n\n]", "{ // none\n}", "[1,]"])
def test_what_differs_by_blanks_alone_is_written_as_it_was(value: str) -> None:
    earlier = document(f'{{"a": {value}, "b": 1}}')
    changed = document(earlier.data().decode())
    if changed.at(("a",)) == {}:
        changed.put(("a", "new"), 1)
        changed.remove(("a", "new"))
    else:
        changed.append(("a",), {"new": 1})
        changed.drop(("a",), {"new": 1})
    changed.put(("b",), 2)
    changed.restore_blanks(("a",), earlier)
    assert changed.data().decode() == f'{{"a": {value}, "b": 2}}'


@pytest.mark.parametrize("value", ['{"x": 1}', "{ // theirs\n}", "[]", "null", '{"x y": 1}'])
def test_what_differs_by_more_than_blanks_stays(value: str) -> None:
    text = f'{{"a": {value}}}'
    changed = document(text)
    changed.restore_blanks(("a",), document('{"a": {}}' if "y" not in value else '{"a": {"xy": 1}}'))
    assert changed.data().decode() == text
