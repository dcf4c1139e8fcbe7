"""What a stranger's schema says to a person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import JsonObject, JsonValue
from ui.inputs import schema as reader

HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["#", "#/$defs/a", "string"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "$ref",
                    "$defs",
                    "a",
                    "type",
                    "items",
                    "properties",
                    "required",
                    "anyOf",
                    "allOf",
                    "enum",
                    "prefixItems",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)

WORDS: list[tuple[JsonObject, str]] = [
    ({"type": "string"}, "text"),
    ({"type": "integer"}, "whole number"),
    ({"type": "number"}, "number"),
    ({"type": "boolean"}, "yes or no"),
    ({"type": "null"}, "nothing"),
    ({"type": "object"}, "object"),
    ({"type": "array"}, "list"),
    ({"type": "array", "items": {"type": "string"}}, "list of text"),
    ({"type": "array", "items": {"type": "object"}}, "list of objects"),
    ({"type": ["string", "null"]}, "text or nothing"),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "whole number or nothing"),
    ({"enum": ["a", "b", "c"]}, "one of 3 values"),
    ({"const": 1}, "one fixed value"),
    ({}, ""),
    ({"type": "of no kind"}, ""),
    ({"type": 7, "enum": []}, ""),
]


@pytest.mark.parametrize(("schema", "words"), WORDS)
def test_types_are_said_in_plain_words(schema: JsonObject, words: str) -> None:
    assert reader.type_words(schema, schema) == words


def test_a_reference_inside_the_document_is_followed_and_what_stands_beside_it_counts() -> None:
    root: JsonObject = {"$defs": {"a/b": {"type": "string", "title": "far"}}}
    assert reader.resolve({"$ref": "#/$defs/a~1b", "title": "near"}, root)["title"] == "near"
    assert reader.type_words(reader.resolve({"$ref": "#/$defs/a~1b"}, root), root) == "text"


@pytest.mark.parametrize("reference", ["https://example.org/s.json", "other.json#/a", "#/none", "#/$defs/0/1", 7, None])
def test_a_reference_that_leads_nowhere_says_nothing(reference: JsonValue) -> None:
    assert reader.type_words(reader.resolve({"$ref": reference}, {"$defs": [1]}), None) == ""


def test_a_schema_that_refers_to_itself_ends() -> None:
    schema: JsonObject = {"$ref": "#", "allOf": [{"$ref": "#"}] * 100, "properties": {"a": {"$ref": "#"}}}
    resolved = reader.resolve(schema, schema)
    assert list(reader.properties(resolved, schema)) == ["a"]
    assert reader.required(resolved, schema) == {}


@given(HOSTILE, HOSTILE)
def test_no_shape_of_a_schema_raises(schema: JsonValue, root: JsonValue) -> None:
    resolved = reader.resolve(schema, root)
    assert isinstance(reader.type_words(resolved, root), str)
    assert all(isinstance(name, str) for name in reader.required(resolved, root))
    assert isinstance(reader.properties(resolved, root), dict)
    assert isinstance(reader.is_open(resolved, root), bool)
    reader.resolve(reader.of_item(resolved, root, 0), root)
    reader.resolve(reader.of_extra(resolved, root), root)
