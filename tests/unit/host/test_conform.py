from __future__ import annotations

import json

import jsonschema
import pytest
import referencing.exceptions
from hypothesis import given
from hypothesis import strategies as st

import resources
from host import conform, jsonc
from host.model import JsonObject, JsonValue
from host.policy.write import rule_json
from tests.support.rules import rules


def complaints(value: JsonValue, schema: JsonObject) -> list[str]:
    located = jsonc.load(json.dumps(value, indent=1), file="x")
    return [str(error) for _, error in conform.problems(located, schema)]


@pytest.mark.parametrize("name", ["servers", "policy"])
def test_our_schemas_are_valid_and_say_what_would_be_right_wherever_they_can_be_violated(name: str) -> None:
    schema = resources.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    constraining = {"type", "pattern", "enum", "const", "minimum", "maximum", "oneOf", "not", "required"}

    def walk(part: JsonValue, path: str) -> None:
        if isinstance(part, dict):
            in_condition = path.endswith((".if", ".oneOf", ".properties", ".$defs", "]"))
            assert in_condition or not constraining & part.keys() or "description" in part, path
            for key, inner in part.items():
                walk(inner, f"{path}.{key}")
        elif isinstance(part, list):
            for index, inner in enumerate(part):
                walk(inner, f"{path}[{index}]")

    walk(schema, name)


def test_what_conforms_draws_no_complaint() -> None:
    assert complaints({"version": 1, "rules": []}, resources.schema("policy")) == []


def test_complaints_are_in_the_order_of_the_lines() -> None:
    schema: JsonObject = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}}}
    assert complaints({"c": 1, "a": 2, "b": None}, schema) == [
        "x:2: c: is a number, not text",
        "x:3: a: is a number, not text",
        "x:4: b: is null, not text",
    ]


def test_the_same_complaint_is_made_once() -> None:
    schema: JsonObject = {"required": ["a", "b"], "allOf": [{"required": ["a", "b"]}]}
    assert complaints({}, schema) == ['x:1: "a", "b" is missing']


def test_a_keyword_without_words_of_its_own_still_draws_a_complaint() -> None:
    assert complaints(5, {"multipleOf": 2, "description": "an even number"}) == [
        "x:1: cannot be used as it stands. Expected: an even number."
    ]


def test_s21_a_reference_out_of_a_schema_is_not_followed() -> None:
    with pytest.raises(referencing.exceptions.Unresolvable):
        complaints({}, {"$ref": "http://127.0.0.1:1/canary"})


def test_a_file_full_of_unknown_keys_is_complained_of_in_full_and_soon() -> None:
    rules: list[JsonValue] = [{"effect": "ask", "match": {}, **{f"efect{n}": 1 for n in range(100)}} for _ in range(50)]
    found = complaints({"version": 1, "rules": rules}, resources.schema("policy"))
    assert len(found) == 5000
    assert found[0].endswith('Did you mean "effect"?')
    known = '"acknowledges", "effect", "enabled", "expires", "id", "match", "obligations", "reason"'
    assert found[-1].endswith(f"Known here: {known}.")


POLICY = resources.schema("policy")
RULE: JsonObject = {"$ref": "#/$defs/rule", "$defs": POLICY["$defs"]}
FITS = conform.compile_check(RULE)
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


SERVERS = resources.schema("servers")
SERVERS_FIT = conform.compile_check(SERVERS)
SERVERS_VALIDATOR = jsonschema.Draft202012Validator(SERVERS)
CONFIGURED: JsonObject = {
    "mcpServers": {
        "files": {
            "command": "npx",
            "args": ["-y", "files"],
            "env": {"HOME": "/home/ana"},
            "cwd": "/srv",
            "type": "stdio",
            "assent": {
                "idleStop": True,
                "rate": {"calls": 3, "perSeconds": 1.5},
                "timeout": 60,
                "outputSchema": "warn",
            },
        },
        "far away": {
            "url": "https://mcp.example/",
            "type": "http",
            "headers": {"X-Team": "blue"},
            "oauth": {"clientId": "assent", "callbackPort": 8_080},
        },
        "own": {"hook": "claude-code"},
    }
}


def test_servers_that_conform_are_told_so() -> None:
    assert SERVERS_VALIDATOR.is_valid(CONFIGURED)
    assert SERVERS_FIT(CONFIGURED)


@given(st.data())
def test_a_yes_about_servers_is_certain(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(CONFIGURED)))
    keys = st.sampled_from(["command", "url", "hook", "type", "trust", "stdio", "timeout"])
    other = changed(CONFIGURED, path, data.draw(ODD | keys | st.dictionaries(keys, ODD)))
    assert not SERVERS_FIT(other) or SERVERS_VALIDATOR.is_valid(other)


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
        ({"allOf": [{"minLength": 1}, {"maxLength": 1}]}, "a", True),
        ({"allOf": [{"minLength": 1}, {"maxLength": 1}]}, "ab", False),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1}, True),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1, "b": 1}, False),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {}, False),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, "a", False),
        ({"properties": {"a": {"not": {}}}}, {"a": 1}, False),
        ({"properties": {"a": {"not": {}}}}, {"b": 1}, True),
    ],
)
def test_each_keyword_is_held_as_json_schema_means_it(schema: JsonObject, value: JsonValue, fits: bool) -> None:
    assert conform.compile_check(schema)(value) is fits
    assert jsonschema.Draft202012Validator(schema).is_valid(value) is fits


@pytest.mark.parametrize(
    "schema",
    [{"multipleOf": 2}, {"items": 5}, {"minimum": "1"}, {"not": {"type": "integer"}}, {"oneOf": [{"type": "integer"}]}],
)
def test_a_schema_that_uses_more_is_refused(schema: JsonObject) -> None:
    with pytest.raises(ValueError, match="schema"):
        conform.compile_check(schema)


def test_of_many_things_that_are_no_texts_nothing_is_certain() -> None:
    assert not conform.compile_check({"uniqueItems": True})([*range(100)])
    assert conform.compile_check({"uniqueItems": True})([f"{number}" for number in range(100)])
