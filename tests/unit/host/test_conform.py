from __future__ import annotations

import json

import jsonschema
import pytest
import referencing.exceptions

import resources
from host import conform, jsonc
from host.model import JsonObject, JsonValue


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


def test_complaints_stand_in_the_order_of_the_lines() -> None:
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
