"""Forms that servers ask a person to fill in."""

from __future__ import annotations

import pytest

from host.errors import AssentError
from host.gate.elicitation import MAX_FIELDS, format_problems, read_form
from host.model import JsonObject, JsonValue

TITLED: list[JsonValue] = [{"const": "#f00", "title": "Red"}, {"const": "#0f0", "title": "Green"}]


def form(required: list[JsonValue] | None = None, **fields: JsonValue) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": fields, "required": required or []}
    return {"message": "?", "requestedSchema": schema}


@pytest.mark.parametrize(
    ("field", "start"),
    [
        ({"type": "string"}, ""),
        ({"type": "string", "format": "email", "default": "a@b.example"}, "a@b.example"),
        ({"type": "number", "minimum": 1}, 0),
        ({"type": "integer", "default": 5}, 5),
        ({"type": "boolean"}, False),
        ({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}, "a"),
        ({"type": "string", "oneOf": TITLED, "default": "#0f0"}, "#0f0"),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 1}, []),
        ({"type": "array", "items": {"anyOf": TITLED}, "default": ["#f00"]}, ["#f00"]),
    ],
)
def test_every_field_that_the_protocol_allows_has_a_beginning(field: JsonObject, start: JsonValue) -> None:
    assert read_form(form(["x"], x=field)).start == {"x": start}
    assert read_form(form(x=field)).start == ({"x": start} if "default" in field else {})


def test_choices_with_titles_are_choices_too() -> None:
    made = read_form(form(one={"type": "string", "oneOf": TITLED}, many={"type": "array", "items": {"anyOf": TITLED}}))
    fields = made.schema["properties"]
    assert isinstance(fields, dict)
    assert fields["one"] == {"type": "string", "oneOf": TITLED, "enum": ["#f00", "#0f0"]}
    assert fields["many"]["items"]["enum"] == ["#f00", "#0f0"]  # type: ignore[index, call-overload]  # made so


MANY: JsonObject = {
    "message": "?",
    "requestedSchema": {"type": "object", "properties": {f"f{n}": {"type": "string"} for n in range(MAX_FIELDS + 1)}},
}


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"message": 7, "requestedSchema": {"type": "object", "properties": {}}},
        {"message": "?", "requestedSchema": {"properties": {}}},
        {"message": "?", "requestedSchema": {"type": "object", "properties": []}},
        {"message": "?", "requestedSchema": {"type": "object", "properties": {}, "required": "all"}},
        form(["y"], x={"type": "string"}),
        form(x={"type": "object", "properties": {}}),
        form(x={"type": "string", "$ref": "http://evil.example"}),
        form(x={"type": ["string", "null"]}),
        form(x={}),
        form(x=None),
        form(x={"type": "array", "items": {"type": "object"}}),
        form(x={"type": "array", "items": {"type": "string"}}),
        form(x={"type": "array"}),
        form(x={"type": "string", "enum": [1]}),
        form(x={"type": "string", "enum": "ab"}),
        form(x={"type": "string", "oneOf": [{"title": "no value"}]}),
        MANY,
    ],
)
def test_s26_what_the_protocol_does_not_allow_is_no_form(params: JsonObject) -> None:
    with pytest.raises(AssentError, match="form"):
        read_form(params)


@pytest.mark.parametrize(
    ("wanted", "good", "bad"),
    [
        (
            "email",
            ["a@b.example", "a.b+c@d-e.example.org"],
            ["a", "a@b", "a b@c.example", "a@@b.example"],
        ),
        ("uri", ["https://a.example/x", "mailto:a@b.example"], ["a", "//a", "https://a b", "https://[::1"]),
        ("date", ["2026-02-28"], ["2026-02-30", "20260228", "28.2.2026", "2026-2-8", ""]),
        (
            "date-time",
            ["2026-02-28T10:00:00Z", "2026-02-28t10:00:00+01:00"],
            ["2026-02-28", "2026-02-28T10:00:00"],
        ),
    ],
)
def test_a_text_keeps_its_format(wanted: str, good: list[str], bad: list[str]) -> None:
    made = read_form(form(x={"type": "string", "format": wanted}, y={"type": "string"}))
    assert [list(format_problems(made.schema, {"x": text, "y": text})) for text in good] == [[]] * len(good)
    assert [[name for name, _ in format_problems(made.schema, {"x": text})] for text in bad] == [["x"]] * len(bad)


def test_s43_a_form_that_requires_more_fields_than_it_may_have_is_none() -> None:
    assert read_form(form(["a"] * MAX_FIELDS, a={"type": "string"})).start == {"a": ""}
    with pytest.raises(AssentError):
        read_form(form(["a"] * (MAX_FIELDS + 1), a={"type": "string"}))
