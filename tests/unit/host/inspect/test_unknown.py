"""Inputs that the tool does not describe."""

from __future__ import annotations

import pytest

from host.inspect.unknown import MAX_FINDINGS, find_unknown
from host.model import Finding, JsonObject, JsonValue, Severity
from tests.unit.host.inspect.calls import call

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "options": {"$ref": "#/$defs/options"},
        "items": {"type": "array", "items": {"properties": {"a": {}}}},
        "pair": {"prefixItems": [{"properties": {"x": {}}}, True]},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "free": {"type": "object"},
    },
    "$defs": {"options": {"allOf": [{"properties": {"deep": {}}}, {"properties": {"wide": {}}}]}},
}


def found(arguments: JsonObject, schema: JsonValue = SCHEMA) -> list[Finding]:
    return list(find_unknown(call("do", arguments, definition={"inputSchema": schema})))


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"path": "x", "bcc": "e@x"}, ("bcc",)),
        ({"items": [{"a": 1}, {"b": "v"}]}, ("items", 1, "b")),
    ],
)
def test_an_input_that_the_schema_does_not_name_is_found_where_it_stands(
    arguments: JsonObject, where: tuple[str | int, ...]
) -> None:
    (hit,) = found(arguments)
    assert (hit.kind, hit.severity, hit.where) == ("unknown-parameter", Severity.MEDIUM, where)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        SCHEMA | {"additionalProperties": True},
        SCHEMA | {"additionalProperties": {"type": "string"}},
        SCHEMA | {"unevaluatedProperties": True},
        SCHEMA | {"patternProperties": {"^b": {}}},
        {"$ref": "https://example.org/schema"},
        {"$ref": "#/nowhere"},
        {"$ref": "#"},
        {"anyOf": [{"properties": {"bcc": {}}}, {"properties": {"path": {}}}]},
        {"if": {}, "then": {"properties": {"bcc": {}}}},
        True,
        None,
        [],
        {"allOf": [{}] * 100, "properties": {}},
    ],
)
def test_nothing_is_unknown_where_others_are_allowed_or_it_cannot_be_told(schema: JsonValue) -> None:
    assert found({"bcc": "e@x"}, schema) == []


@pytest.mark.parametrize("value", [{"labels": {"any": "x"}}, {"free": {"any": 1}}, {"options": {"wide": 1}}, {}])
def test_maps_and_declared_inputs_are_no_finding(value: JsonObject) -> None:
    assert found(value) == []


def test_a_closed_schema_without_properties_knows_nothing() -> None:
    assert len(found({"x": 1}, {"type": "object", "properties": {}})) == 1
    assert len(found({"x": 1}, {"additionalProperties": False})) == 1


@pytest.mark.parametrize("name", ["Path", "PATH", "p\u0430th", "pa_th"])
def test_s40_a_twin_of_a_declared_name_is_said_to_be_one_even_where_others_are_allowed(name: str) -> None:
    for schema in (SCHEMA, SCHEMA | {"additionalProperties": True}):
        (hit,) = found({"path": "a", name: "b"}, schema)
        assert "\u201cpath\u201d, which looks the same" in hit.text


def test_a_flood_is_limited() -> None:
    assert len(found({f"k{n}": n for n in range(5_000)})) == MAX_FINDINGS


def test_there_is_nothing_without_a_definition() -> None:
    assert list(find_unknown(call("do", {"x": 1}))) == []
