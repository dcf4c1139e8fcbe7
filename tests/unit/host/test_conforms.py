from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import resources
from host import conforms
from host.model import JsonObject, JsonValue
from host.policy.write import rule_json
from tests.support.rules import rules

POLICY = resources.schema("policy")
RULE: JsonObject = {"$ref": "#/$defs/rule", "$defs": POLICY["$defs"]}
FITS = conforms.compiled(POLICY, "rule")
VALIDATOR = jsonschema.Draft202012Validator(RULE)
ODD: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.sampled_from([0, 1, 1.0, 2.5, -1, 10**9, "", "a", "allow", "08:00", "x" * 600]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "role", "count"]), inner),
    max_leaves=4,
)


def paths(value: JsonValue, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(below for step, member in members for below in paths(member, (*path, step)))]


def changed(value: JsonValue, path: tuple[str | int, ...], new: JsonValue) -> JsonValue:
    if not path:
        return new
    copy: JsonValue = json.loads(json.dumps(value))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]  # type: ignore[index]  # a path of this value
    inner[path[-1]] = new  # type: ignore[index]  # as above
    return copy


@given(rules())
def test_what_conforms_is_told_so(rule: object) -> None:
    assert FITS(rule_json(rule))  # type: ignore[arg-type]  # a rule


@given(rules(), st.data())
def test_a_yes_is_certain(rule: object, data: st.DataObject) -> None:
    said = rule_json(rule)  # type: ignore[arg-type]  # a rule
    path = data.draw(st.sampled_from(paths(said)))
    other = changed(said, path, data.draw(ODD))
    assert not FITS(other) or VALIDATOR.is_valid(other)


@pytest.mark.parametrize(
    ("schema", "value", "fits"),
    [
        ({"const": 1}, True, False),
        ({"const": 1}, 1, True),
        ({"enum": [1, "a"]}, "a", True),
        ({"enum": [True]}, 1, False),
        ({"type": ["string", "null"]}, None, True),
        ({"type": ["string", "null"]}, 1, False),
        ({"type": "integer"}, True, False),
        ({"type": "number"}, True, False),
        ({"minimum": 1}, 0, False),
        ({"minimum": 1}, "", True),
        ({"exclusiveMinimum": 0}, 0, False),
        ({"maximum": 1}, 2, False),
        ({"minItems": 1}, [], False),
        ({"maxItems": 1}, [1, 2], False),
        ({"minLength": 1}, "", False),
        ({"maxLength": 1}, "ab", False),
        ({"minProperties": 1}, {}, False),
        ({"maxProperties": 1}, {"a": 1, "b": 2}, False),
        ({"uniqueItems": True}, ["a", "a"], False),
        ({"uniqueItems": True}, [{"a": 1}, {"a": 1}], False),
        ({"uniqueItems": True}, [{"a": 1}, "a"], True),
        ({"uniqueItems": True}, "aa", True),
        ({"required": ["a"]}, {}, False),
        ({"required": ["a"]}, [], True),
        ({"properties": {"a": False}}, {"b": 1}, True),
        ({"properties": {"a": False}}, {"a": 1}, False),
        ({"properties": {"a": True}, "additionalProperties": False}, {"a": 1, "b": 1}, False),
        ({"additionalProperties": {"type": "string"}}, {"b": 1}, False),
        ({"propertyNames": {"maxLength": 1}}, {"bb": 1}, False),
        ({"items": {"type": "string"}}, ["a", 1], False),
        ({"items": {"type": "string"}}, "a", True),
        ({"pattern": "^a"}, "ba", False),
        ({"pattern": "^a"}, 1, True),
        ({"if": {"type": "array"}, "then": {"maxItems": 1}, "else": {"const": 1}}, [1, 2], False),
        ({"if": {"type": "array"}, "then": {"maxItems": 1}, "else": {"const": 1}}, 2, False),
        ({"if": {"type": "array"}, "then": {"maxItems": 1}, "else": {"const": 1}}, [2], True),
    ],
)
def test_each_keyword_is_held_as_json_schema_means_it(schema: JsonObject, value: JsonValue, fits: bool) -> None:
    assert conforms.compiled(schema)(value) is fits
    assert jsonschema.Draft202012Validator(schema).is_valid(value) is fits


@pytest.mark.parametrize("schema", [{"multipleOf": 2}, {"items": 5}, {"minimum": "1"}])
def test_a_schema_that_uses_more_is_refused(schema: JsonObject) -> None:
    with pytest.raises(ValueError, match="schema"):
        conforms.compiled(schema)


def test_of_many_things_that_are_no_texts_nothing_is_certain() -> None:
    assert not conforms.compiled({"uniqueItems": True})([*range(100)])
    assert conforms.compiled({"uniqueItems": True})([f"{number}" for number in range(100)])
