"""What a stranger's schema says to a person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import JsonObject, JsonValue
from ui.inputs.schema import Document, item_schema, type_words

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
    assert type_words(schema, Document(schema)) == words


def test_a_reference_inside_the_document_is_followed_and_what_is_beside_it_counts() -> None:
    document = Document({"$defs": {"a/b": {"type": "string", "title": "far"}}})
    assert document.resolve({"$ref": "#/$defs/a~1b", "title": "near"})["title"] == "near"
    assert type_words(document.resolve({"$ref": "#/$defs/a~1b"}), document) == "text"


@pytest.mark.parametrize("reference", ["https://example.org/s.json", "other.json#/a", "#/none", "#/$defs/0/1", 7, None])
def test_a_reference_that_leads_nowhere_says_nothing(reference: JsonValue) -> None:
    document = Document({"$defs": [1]})
    assert type_words(document.resolve({"$ref": reference}), document) == ""


def test_a_schema_that_refers_to_itself_ends() -> None:
    schema: JsonObject = {"$ref": "#", "allOf": [{"$ref": "#"}] * 100, "properties": {"a": {"$ref": "#"}}}
    document = Document(schema)
    shape = document.shape(document.resolve(schema))
    assert list(shape.properties) == ["a"]
    assert shape.required == {}


def test_what_is_required_comes_first_in_the_servers_order() -> None:
    schema: JsonObject = {"properties": {"a": {}, "b": {}, "c": {}}, "required": ["c", "x", "b"]}
    assert Document(schema).shape(schema).names == ("c", "x", "b", "a")


def names(number: int, prefix: str = "q") -> JsonObject:
    return {f"{prefix}{at}": {} for at in range(number)}


def test_objects_that_share_a_large_schema_share_the_work() -> None:
    root: JsonObject = {"$defs": {"o": {"allOf": [{"properties": names(2_000)}, {"properties": names(2_000, "r")}]}}}
    document = Document(root)
    shapes = [document.shape(document.resolve({"$ref": "#/$defs/o"})) for _ in range(500)]
    assert len(shapes[0].names) == 4_000
    assert all(shape is shapes[0] for shape in shapes)
    assert not document.too_large


def test_a_schema_that_multiplies_itself_is_given_up() -> None:
    big: list[JsonValue] = [{"properties": names(5_000, f"{at}-")} for at in range(31)]
    schema: JsonObject = {"allOf": big}
    document = Document(schema)
    shape = document.shape(document.resolve(schema))
    assert document.too_large
    assert shape.names == ()
    assert document.resolve({"type": "string"}) == {}


@given(HOSTILE, HOSTILE)
def test_no_shape_of_a_schema_raises(schema: JsonValue, root: JsonValue) -> None:
    document = Document(root)
    resolved = document.resolve(schema)
    assert isinstance(type_words(resolved, document), str)
    shape = document.shape(resolved)
    assert all(isinstance(name, str) for name in shape.names)
    assert isinstance(shape.is_open, bool)
    document.resolve(item_schema(resolved, document, 0))
    document.resolve(shape.extra)
