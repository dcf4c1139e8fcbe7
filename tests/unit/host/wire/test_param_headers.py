"""Headers that inputs become (MCP 2026-07-28; attack 20)."""

from __future__ import annotations

import base64
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, parse
from host.gate.editing import Unchanged, revise
from host.model import JsonObject, JsonValue, ToolDefinition, sha256_hex
from host.wire import param_headers
from host.wire.param_headers import MAX_NODES, MAX_STEPS, Marks, headers_of, read_marks
from tests.unit.host.support import frozen_call

LINE = re.compile(r"[!-~](?:[\t -~]*[!-~])?|")
TOKEN = re.compile(r"Mcp-Param-[!#$%&'*+\-.^_`|~0-9A-Za-z]+")


def tool_with(properties: JsonObject, **more: JsonValue) -> JsonObject:
    return {"name": "t", "inputSchema": {"type": "object", "properties": properties, **more}}


def text_as(name: JsonValue, kind: str = "string") -> JsonObject:
    return {"type": kind, "x-mcp-header": name}


def defined(value: JsonObject) -> ToolDefinition:
    raw = canonical(value)
    return ToolDefinition("t", raw, value, sha256_hex(raw))


REGION = tool_with(
    {
        "region": text_as("Region"),
        "count": text_as("Count", "integer"),
        "dry": text_as("Dry-Run", "boolean"),
        "deep": {"type": "object", "properties": {"tenant": text_as("Tenant")}},
        "plain": {"type": "string", "default": {"x-mcp-header": "no schema"}},
    }
)


def read(value: str) -> str:
    """A field value as a server reads it."""
    inside = re.fullmatch(r"=\?base64\?(.*)\?=", value)
    return base64.b64decode(inside.group(1)).decode() if inside else value


def test_marked_inputs_become_headers_in_the_order_of_the_schema() -> None:
    arguments: JsonObject = {"dry": True, "count": 3, "region": "eu west", "deep": {"tenant": "a"}, "plain": "p"}
    assert headers_of(defined(REGION), arguments) == (
        ("Mcp-Param-Region", "eu west"),
        ("Mcp-Param-Count", "3"),
        ("Mcp-Param-Dry-Run", "true"),
        ("Mcp-Param-Tenant", "a"),
    )


@pytest.mark.parametrize(
    "arguments",
    [b"{}", b'{"region":null,"deep":null}', b'{"region":["a"],"deep":"a","count":1.5}', b'{"count":9007199254740993}'],
)
def test_inputs_that_are_not_there_or_of_no_simple_type_become_none(arguments: bytes) -> None:
    value = parse(arguments)
    assert isinstance(value, dict)
    assert headers_of(defined(REGION), value) == ()


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("eu-west-1", "eu-west-1"),
        ("", ""),
        ("a\tb", "a\tb"),
        (" a", "=?base64?IGE=?="),
        ("a ", "=?base64?YSA=?="),
        ("a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="),
        ("é", "=?base64?w6k=?="),
        ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
    ],
)
def test_s20_what_cannot_stand_in_a_header_is_encoded(value: str, written: str) -> None:
    assert headers_of(defined(REGION), {"region": value}) == (("Mcp-Param-Region", written),)


def test_a_whole_number_with_a_point_is_written_as_it_is_sent() -> None:
    value = parse(b'{"count":42.00}')
    assert isinstance(value, dict)
    assert headers_of(defined(REGION), value) == (("Mcp-Param-Count", "42.00"),)


@given(st.text(max_size=40))
def test_s20_any_value_stays_one_line_of_ascii_and_reads_back_as_it_was(value: str) -> None:
    ((name, written),) = headers_of(defined(REGION), {"region": value})
    assert TOKEN.fullmatch(name)
    assert LINE.fullmatch(written)
    assert read(written) == value


@pytest.mark.parametrize(
    "definition",
    [
        *(tool_with({"a": text_as(name)}) for name in ("", "a b", "a\r\nX: 1", "a:b", "é", "a" * 300)),
        tool_with({"a": text_as(7)}),
        tool_with({"a": text_as(None)}),
        tool_with({"a": text_as(["x"])}),
        tool_with({"a": text_as("X"), "b": text_as("x")}),
        tool_with({"a": text_as("X", "number")}),
        tool_with({"a": text_as("X", "object")}),
        tool_with({"a": {"x-mcp-header": "X"}}),
        tool_with({"a": {"type": "array", "items": text_as("X")}}),
        tool_with({}, anyOf=[{"properties": {"a": text_as("X")}}]),
        {"inputSchema": {"$defs": {"a": text_as("X")}}},
        tool_with({"a": {"type": "object", "additionalProperties": text_as("X")}}),
        {"inputSchema": text_as("X")},
        tool_with({f"p{number}": {} for number in range(MAX_NODES)}),
    ],
)
def test_s20_a_tool_with_unsound_marks_is_told_apart_and_has_no_headers(definition: JsonObject) -> None:
    why = read_marks(definition).problem
    assert why
    assert "\n" not in why
    assert "\r" not in why
    assert headers_of(defined(definition), {"a": "x"}) == ()


@pytest.mark.parametrize(
    "definition",
    [
        REGION,
        {},
        {"inputSchema": True},
        tool_with({"x-mcp-header": {"type": "string"}}),
        tool_with({"a": {"enum": [text_as("")]}}),
    ],
)
def test_a_tool_without_unsound_marks_is_left_alone(definition: JsonObject) -> None:
    assert read_marks(definition).problem == ""


@given(st.text(min_size=1, max_size=12), st.text(min_size=1, max_size=12))
def test_headers_of_a_revision_hold_its_own_inputs_and_nothing_of_those_before(before: str, after: str) -> None:
    call = frozen_call("c1", {"name": "t", "arguments": {"region": before, "deep": {"tenant": before}}})
    try:
        revision = revise(call, json.dumps({"region": after}).encode(), 1 << 20)
    except Unchanged:
        return
    ((name, written),) = headers_of(defined(REGION), revision.arguments_value)
    assert (name, read(written)) == ("Mcp-Param-Region", after)


def test_s20_a_definition_is_inspected_once_and_one_without_marks_never(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[JsonObject] = []

    def count(definition: JsonObject) -> Marks:
        looked.append(definition)
        return read_marks(definition)

    monkeypatch.setattr(param_headers, "read_marks", count)
    marked, plain = (
        defined(tool_with({"only_here": text_as("Only-Here")})),
        defined(tool_with({"a": {"type": "string"}})),
    )
    for value in ("x", "y"):
        assert headers_of(marked, {"only_here": value}) == (("Mcp-Param-Only-Here", value),)
        assert headers_of(plain, {"a": value}) == ()
    assert looked == [marked.value]


def test_s20_an_input_deeper_than_is_looked_for_becomes_no_header() -> None:
    deep: JsonObject = text_as("X")
    for _ in range(MAX_STEPS + 1):
        deep = {"type": "object", "properties": {"a": deep}}
    assert read_marks({"inputSchema": deep}).problem == "the header X is not of one fixed input"
