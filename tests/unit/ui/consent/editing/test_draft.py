"""Drafts: what stays, what changes, and what field edits which value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, parse
from host.control import codec
from host.model import JsonObject, JsonValue
from ui.consent.editing.draft import (
    Draft,
    FieldForm,
    Node,
    Unreadable,
    is_unaltered_by_field,
    json_string,
    problems,
    read_json,
)

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1},
        "content": {"type": "string", "maxLength": 20},
        "mode": {"enum": ["append", "replace", None]},
        "retries": {"type": "integer", "minimum": 0, "maximum": 5},
        "ratio": {"type": "number", "exclusiveMinimum": 0},
        "overwrite": {"type": "boolean", "default": False},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        "owner": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
        "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
        "either": {"anyOf": [{"type": "string"}, {"type": "object"}]},
    },
    "required": ["path"],
    "additionalProperties": False,
}


def draft(text: str, schema: JsonValue = SCHEMA) -> Draft:
    return Draft(codec.object_of(text.encode()), schema)


def field(made: Draft, *path: str | int) -> Node:
    node = made.nearest(path)
    assert node.path == path
    return node


def whys(made: Draft) -> list[tuple[tuple[str | int, ...], str]]:
    return [(problem.path, problem.why) for problem in problems(made)]


@pytest.mark.parametrize(
    ("text", "name", "form"),
    [
        ('{"path":"a"}', "path", FieldForm.LINE),
        ('{"path":"a\\nb"}', "path", FieldForm.LINES),
        ('{"path":"%s"}' % ("x" * 200), "path", FieldForm.LINES),
        ('{"path":"a\\rb"}', "path", FieldForm.LITERAL),
        ('{"path":"a\\u200bb"}', "path", FieldForm.LITERAL),
        ('{"path":"a\\u00a0b"}', "path", FieldForm.LITERAL),
        ('{"path":"%s"}' % ("x" * 70_000), "path", FieldForm.KEPT),
        ('{"path":12}', "path", FieldForm.JSON),
        ('{"retries":12}', "retries", FieldForm.NUMBER),
        ('{"retries":"12"}', "retries", FieldForm.NUMBER),
        ('{"overwrite":true}', "overwrite", FieldForm.CHECK),
        ('{"overwrite":"true"}', "overwrite", FieldForm.JSON),
        ('{"mode":"append"}', "mode", FieldForm.CHOICE),
        ('{"mode":7}', "mode", FieldForm.CHOICE),
        ('{"tags":["a"]}', "tags", FieldForm.LIST),
        ('{"tags":{"a":1}}', "tags", FieldForm.JSON),
        ('{{"tags":[{}]}}'.format(",".join(["1"] * 300)), "tags", FieldForm.JSON),
        ('{"tags":["%s"]}' % ("x" * 70_000), "tags", FieldForm.LIST),
        ('{{"tags":[{}]}}'.format(",".join(['"%s"' % ("x" * 700)] * 300)), "tags", FieldForm.KEPT),
        ('{"owner":{"name":"Ana"}}', "owner", FieldForm.OBJECT),
        ('{"limit":null}', "limit", FieldForm.NOTHING),
        ('{"limit":5}', "limit", FieldForm.NUMBER),
        ('{"either":"x"}', "either", FieldForm.LINE),
        ('{"stray":1.50}', "stray", FieldForm.NUMBER),
        ('{"stray":null}', "stray", FieldForm.JSON),
    ],
)
def test_each_value_has_the_field_that_fits_it(text: str, name: str, form: FieldForm) -> None:
    assert field(draft(text), name).form is form


NAMES = ("content", "either", "limit", "mode", "overwrite", "owner", "path", "ratio", "retries", "tags")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), JSON, max_size=5))
def test_what_nobody_touches_stays_byte_for_byte_in_fields_and_as_json(value: JsonObject) -> None:
    try:
        before = codec.object_of(canonical(value))
    except Exception:  # noqa: BLE001  # half a surrogate pair is no JSON
        return
    made = Draft(before, SCHEMA)
    assert made.text == canonical(before).decode()
    assert made.changes == ()
    typed = made.to_json()
    assert is_unaltered_by_field(typed)
    assert made.text == canonical(before).decode()
    assert made.to_fields().text == canonical(before).decode()


@given(st.text())
def test_s05_a_literal_hides_nothing_and_means_the_same(text: str) -> None:
    try:
        canonical(text)
    except Exception:  # noqa: BLE001
        return
    assert is_unaltered_by_field(json_string(text))
    assert read_json(json_string(text)) == text


@pytest.mark.parametrize("typed", ["1.50", "1E5", "9007199254740993", "-0", "0.1e-3"])
def test_digits_stay_as_they_were_typed(typed: str) -> None:
    made = draft('{"path":"a","stray":1}')
    field(made, "stray").typed = typed
    assert made.text == f'{{"path":"a","stray":{typed}}}'


@pytest.mark.parametrize(
    "typed", ["", "1,2", "1}", '1,"w":2', "01", "NaN", "Infinity", "1e999", "true", '"1"', "1 2", "0x10"]
)
def test_what_is_no_number_is_told_and_never_read(typed: str) -> None:
    made = draft('{"path":"a","stray":1}')
    field(made, "stray").typed = typed
    with pytest.raises(Unreadable):
        _ = made.text
    assert [path for path, _ in whys(made)] == [("stray",)]


def test_items_are_added_taken_away_and_moved() -> None:
    made = draft('{"path":"a","tags":["one","two"]}')
    tags = field(made, "tags")
    tags.add().typed = "three"
    tags.move(tags.children[2], -1)
    assert made.text == '{"path":"a","tags":["one","three","two"]}'
    assert tags.children[1].path == ("tags", 1)
    tags.remove(tags.children[0])
    tags.move(tags.children[0], -1)
    tags.move(tags.children[1], 1)
    assert made.text == '{"path":"a","tags":["three","two"]}'
    assert [(change.path, change.kind) for change in made.changes] == [(("tags", 0), "changed")]


def test_optional_members_come_and_go_and_unknown_ones_can_go() -> None:
    made = draft('{"path":"a","stray":1}')
    root = made.root
    assert "overwrite" in root.missing_names
    assert not root.allows_more
    assert field(made, "stray").is_unknown
    root.add("overwrite")
    root.add("limit")
    root.remove(field(made, "stray"))
    assert made.text == '{"limit":0,"overwrite":false,"path":"a"}'
    assert {(change.path, change.kind) for change in made.changes} == {
        (("overwrite",), "added"),
        (("limit",), "added"),
        (("stray",), "removed"),
    }


def test_an_item_that_comes_or_goes_is_a_change_of_its_own() -> None:
    made = draft('{"path":"a","tags":["x","y"]}')
    tags = field(made, "tags")
    tags.remove(tags.children[0])
    assert [(change.path, change.kind) for change in made.changes] == [(("tags", 0), "removed")]


def test_nothing_and_what_is_too_long_can_be_given_a_value() -> None:
    made = draft('{"path":"%s","limit":null}' % ("x" * 70_000))
    field(made, "limit").fill()
    field(made, "path").fill()
    assert made.text == '{"limit":0,"path":""}'


def test_too_many_inputs_have_no_fields_and_too_much_text_no_json() -> None:
    many = draft("{{{}}}".format(",".join(f'"k{at}":{at}' for at in range(300))), {})
    assert not many.has_fields
    assert many.can_be_json
    assert many.changes == ()
    large = draft('{"path":"%s"}' % ("x" * 300_000))
    assert large.has_fields
    assert not large.can_be_json


@pytest.mark.parametrize("typed", ["", "[]", "{", '{"a":1,"a":2}', '{"a":NaN}', '{"a":"\\ud800"}', '{"a":1} x', "7"])
def test_json_that_is_no_object_is_told(typed: str) -> None:
    made = draft('{"path":"a"}')
    made.to_json()
    made.typed = typed
    with pytest.raises(Unreadable):
        _ = made.text
    with pytest.raises(Unreadable):
        made.to_fields()
    assert len(whys(made)) == 1


def test_a_choice_that_the_tool_does_not_offer_stays_until_another_is_made() -> None:
    made = draft('{"mode":7,"path":"a"}')
    mode = field(made, "mode")
    assert mode.choices == [7, "append", "replace", None]
    assert made.text == '{"mode":7,"path":"a"}'
    mode.typed = 1
    assert made.text == '{"mode":"append","path":"a"}'


@pytest.mark.parametrize(
    "schema",
    [
        None, [], 7, {"$ref": "#"}, {"properties": {"a": {"$ref": "#"}}, "required": ["a"]}, {"enum": [1]},
        {"properties": 3, "required": {"a": 1}}, {"type": ["object", 4], "properties": {"a": {"enum": "x"}}},
        {"properties": {"a": {"anyOf": [7, None]}}}, {"properties": {"a": {"type": "string", "minLength": "x"}}},
    ],
)  # fmt: skip
def test_a_schema_of_any_shape_breaks_nothing(schema: JsonValue) -> None:
    made = draft('{"a":{"a":{"a":[1,"x"]}},"b":1.50}', schema)
    whys(made)
    made.root.add("c")
    made.root.remove(made.root.children[-1])
    assert made.text == '{"a":{"a":{"a":[1,"x"]}},"b":1.50}'


def test_a_deep_value_is_edited_as_json_from_a_depth_on() -> None:
    deep = '{"a":' * 200 + "1" + "}" * 200
    made = draft(deep, {})
    assert made.text == deep
    assert parse(made.to_json().encode()) == parse(deep.encode())
    assert made.changes == ()
