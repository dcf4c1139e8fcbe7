"""A call's inputs, as a person reads them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control import codec
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui.inputs.lines import ValuePath
from ui.inputs.model import INNER_PAGE_SIZE, PAGE_SIZE, Form, Input, Missing, Outline, Page, Value, inputs_of

SCHEMA: JsonObject = {
    "properties": {
        "limit": {"type": "integer", "default": 10},
        "path": {"type": "string", "title": "Path", "description": "Where to."},
        "dry": {"type": "boolean", "default": False},
    },
    "required": ["path", "token"],
}


def parsed(text: str) -> JsonObject:
    return codec.object_of(text.encode())


def names(inputs: Sequence[Input]) -> list[str]:
    return [one.name.raw() if isinstance(one.name, Untrusted) else one.name for one in inputs]


def test_required_inputs_come_first_then_the_schemas_then_unknown_ones() -> None:
    inputs = inputs_of({"odd": 1, "dry": True, "path": "a"}, SCHEMA)
    assert names(inputs) == ["path", "token", "limit", "dry", "odd"]
    assert [one.unknown for one in inputs] == [False, False, False, False, True]
    assert [one.missing for one in inputs] == [False, True, True, False, False]
    assert [one.required for one in inputs] == [True, True, False, False, False]


def test_what_the_server_says_of_an_input_is_untrusted() -> None:
    path = inputs_of({"path": "a"}, SCHEMA)[0]
    assert path.title == Untrusted("Path")
    assert path.description == Untrusted("Where to.")


def test_a_value_is_compared_with_its_default() -> None:
    limit, dry = inputs_of({"path": "a", "token": "t", "limit": 11, "dry": False}, SCHEMA)[2:4]
    assert (limit.default, limit.differs) == (Untrusted("10"), True)
    assert (dry.default, dry.differs) == (Untrusted("false"), False)


def test_one_is_not_true_even_where_python_thinks_so() -> None:
    assert inputs_of({"a": 1}, {"properties": {"a": {"default": True}}})[0].differs is True


def test_a_large_default_is_named_and_not_compared() -> None:
    one = inputs_of({"a": 1}, {"properties": {"a": {"default": list(range(1000))}}})[0]
    assert (one.default, one.differs) == (Untrusted("a large value"), None)


@pytest.mark.parametrize("number", ["9007199254740993", "1.50", "1E5", "-0", "0.10000000000000000000000001"])
def test_numbers_stand_digit_by_digit_as_they_were_written(number: str) -> None:
    assert inputs_of(parsed(f'{{"n":{number}}}'), {})[0].shown == Untrusted(number)


def test_objects_and_lists_are_trees() -> None:
    schema: JsonObject = {
        "properties": {"o": {"properties": {"tags": {"items": {"type": "string"}}}, "required": ["tags"]}}
    }
    outer = inputs_of({"o": {"tags": ["x"], "extra": None}}, schema)[0]
    tags, extra = outer.children
    assert outer.form is Form.OBJECT
    assert (tags.path, tags.type, tags.required) == (("o", "tags"), "list of text", True)
    assert (extra.unknown, extra.type) == (True, "nothing")
    assert [(one.name, one.path, one.type) for one in tags.children] == [("item 1", ("o", "tags", 0), "text")]


def test_what_is_inside_an_unknown_input_or_a_map_is_not_called_unknown_again() -> None:
    unknown = inputs_of({"u": {"a": {"b": 1}}}, {})[0]
    assert (unknown.unknown, unknown.children[0].unknown) == (True, False)
    mapped = inputs_of({"m": {"k": "v"}}, {"properties": {"m": {"additionalProperties": {"type": "string"}}}})[0]
    assert (mapped.children[0].unknown, mapped.children[0].type) == (False, "text")


@pytest.mark.parametrize(
    "schema", [None, True, [], "x", 7, {"properties": []}, {"properties": {"a": 3}, "required": 1}]
)
def test_whatever_the_schema_every_value_is_there(schema: JsonValue) -> None:
    assert [one.value for one in inputs_of({"a": 1, "b": [2]}, schema) if not one.missing] == [1, [2]]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=30,
)


@given(st.dictionaries(st.text(), JSON, max_size=6), JSON)
def test_every_leaf_of_the_arguments_is_reached(arguments: JsonObject, schema: JsonValue) -> None:
    found = [one for one in _leaves(inputs_of(arguments, schema)) if not one.missing]
    assert sorted(codec.lexeme(one.value) for one in found) == sorted(_lexemes(arguments))


def _leaves(inputs: Sequence[Input]) -> list[Input]:
    return [leaf for one in inputs for leaf in (_leaves(one.children) if one.children and one.value else [one])]


def _lexemes(value: JsonValue) -> list[str]:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    numbers = isinstance(value, list) and value and all(type(item) is int for item in value)
    if not members or (numbers and max(map(abs, value)) < 10**24):  # type: ignore[arg-type]  # checked above
        return [codec.lexeme(value)] if not isinstance(value, dict) or value else []
    return [text for member in members for text in ([codec.lexeme(member)] if member in ({}, []) else _lexemes(member))]


def outline(arguments: JsonObject, schema: JsonValue = None) -> Outline:
    return Outline(inputs_of(arguments, schema))


def paths(made: Outline) -> list[ValuePath]:
    return [row.tool_input.path for row in made.rows() if isinstance(row, Value)]


def pages(made: Outline) -> list[Page]:
    return [row for row in made.rows() if isinstance(row, Page)]


def test_what_is_inside_follows_and_can_be_folded() -> None:
    made = outline({"a": {"b": 1}, "c": 2})
    assert paths(made) == [("a",), ("a", "b"), ("c",)]
    made.toggle(("a",))
    assert paths(made) == [("a",), ("c",)]
    made.toggle(("a",))
    assert paths(made) == [("a",), ("a", "b"), ("c",)]


def test_s07_ten_thousand_inputs_are_all_reached_page_by_page() -> None:
    made, seen = outline({f"k{index}": index for index in range(10_000)}), set()
    while True:
        seen.update(paths(made))
        assert len(made.rows()) == PAGE_SIZE + 1
        page = pages(made)[0]
        if page.stop == page.total:
            break
        made.turn((), page.stop)
    assert len(seen) == page.total == 10_000


def test_s07_a_long_list_inside_is_paged_by_itself() -> None:
    made = outline({"a": [f"t{index}" for index in range(50)]})
    assert pages(made) == [Page(("a",), 1, 0, INNER_PAGE_SIZE, 50, INNER_PAGE_SIZE)]
    made.turn(("a",), 40)
    assert paths(made)[1:] == [("a", index) for index in range(40, 50)]


def test_s07_depth_200_opens_level_by_level_to_its_end() -> None:
    value: JsonObject = {"leaf": "here"}
    for _ in range(199):
        value = {"n": value}
    made = outline(value)
    for _ in range(200):
        closed = [row for row in made.rows() if isinstance(row, Value) and row.is_open is False]
        if not closed:
            break
        made.toggle(closed[0].tool_input.path)
    assert paths(made)[-1] == ("n",) * 199 + ("leaf",)


def test_many_objects_are_not_all_unfolded_unasked() -> None:
    rows = outline({f"o{index}": {f"k{inner}": 1 for inner in range(20)} for index in range(50)}).rows()
    assert len(rows) < 200
    assert any(isinstance(row, Value) and row.is_open is False for row in rows)


def test_what_is_not_given_is_together_below_what_is() -> None:
    schema: JsonObject = {"properties": {"a": {}, "b": {}, "c": {}}, "required": ["a"]}
    rows = outline({"b": 1}, schema).rows()
    assert [row.key for row in rows if isinstance(row, Value)] == [("value", ("a",)), ("value", ("b",))]
    last = rows[-1]
    assert isinstance(last, Missing)
    assert [one.path for one in last.inputs] == [("c",)]


def test_an_empty_object_has_nothing_to_unfold() -> None:
    [row] = outline({"a": {}}, {"properties": {"a": {"properties": {"b": {}}}}}).rows()
    assert isinstance(row, Value)
    assert row.is_open is None
