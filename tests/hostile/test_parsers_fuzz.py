"""Whatever bytes, texts, values and schemas arrive: the parsers refuse in their own words, or agree with the others."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from host import canonical, errors, schema_worker, text
from host.inspect.names import odd_tool_name
from host.inspect.numbers import unsafe_integers
from host.model import JsonObject, JsonValue
from host.schema import SchemaChecker, compile_schema

SAMPLES = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "assets/hostile/json").glob("*.json"))]
SMALL_SAMPLES = [sample for sample in SAMPLES if len(sample) < 1000]

TOKENS = [
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b" ",
        b'"',
        b"\\",
        b"null",
        b"true",
        b"NaN",
        b"-Infinity",
        b"-",
        b"-0",
        b"0",
        b"1",
    ),
    *(
        b".",
        b"e",
        b"E",
        b"+",
        b"1e400",
        b"1.50",
        b"9007199254740993",
        b'"a"',
        b'"A"',
        b'"method"',
        b'"a":',
        b'"\\u0061":',
    ),
    *(
        b"\\u",
        b"\\ud83d",
        b"\\ude00",
        b'"\\ud800"',
        b"\x00",
        b"\n",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98\x80",
    ),
]
SOUP = st.lists(st.sampled_from(TOKENS), max_size=25).map(b"".join)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=15,
)
KEYWORDS = st.sampled_from(
    [
        *("type", "required", "enum", "const", "properties", "additionalProperties", "items", "minLength", "maxItems"),
        *(
            "minimum",
            "exclusiveMaximum",
            "minProperties",
            "title",
            "$schema",
            "$id",
            "$ref",
            "pattern",
            "anyOf",
            "x-a",
            "?",
        ),
    ]
)
SCHEMA_LIKE: st.SearchStrategy[JsonValue] = st.recursive(
    VALUES | st.sampled_from(["object", "string", "#", "http://json-schema.org/draft-07/schema#"]),
    lambda inner: st.dictionaries(KEYWORDS | st.text(max_size=2), inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=12,
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A well-formed text, or a hostile one, with a few bytes changed, doubled or cut out."""
    whole = draw(st.sampled_from(SMALL_SAMPLES) | VALUES.map(lambda value: json.dumps(value).encode()))
    data = bytearray(whole)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=2) | st.sampled_from(TOKENS))
    return bytes(data)


def read(data: bytes) -> canonical.Document | errors.MalformedJson:
    """What the reader says; no other exception can leave it."""
    try:
        return canonical.parse_document(data)
    except errors.MalformedJson as refusal:
        return refusal


def check_reading(data: bytes) -> None:
    document = read(data)
    if isinstance(document, errors.MalformedJson):
        assert str(document).endswith(".")
        assert len(document.detail) < 400
        return
    written = canonical.canonical(document.value, plain=document.plain)
    assert json.loads(data) == document.value == json.loads(written)
    assert json.loads(data, object_pairs_hook=sorted) == json.loads(written, object_pairs_hook=sorted)
    assert written == canonical.canonical(document.value)
    assert canonical.canonical(canonical.parse(written)) == written
    written.decode().encode("utf-16")
    assert canonical.compact(document.value, plain=document.plain) == canonical.compact(document.value)
    unsafe_integers(document.value)


@given(st.binary(max_size=60))
def test_s03_any_bytes_are_refused_or_read_like_everyone_reads_them(data: bytes) -> None:
    check_reading(data)


@given(SOUP)
@example(b'{"a":1,"\\u0061":2}')
@example(b'["\\ud83d\\ude00\\ud83d"]')
@example(b"[-0,-0.0,1E1]")
def test_s03_a_soup_of_json_tokens_is_refused_or_read_like_everyone_reads_it(data: bytes) -> None:
    check_reading(data)


@given(damaged())
def test_s03_damaged_texts_are_refused_or_read_like_everyone_reads_them(data: bytes) -> None:
    check_reading(data)


@given(st.integers(1, 3000), st.sampled_from([b"[", b'{"a":', b'[{"a":']), st.booleans())
def test_s03_depth_alone_decides_about_nesting(depth: int, opening: bytes, closed: bool) -> None:
    closing = bytes(reversed(re.sub(rb"[^\[{]", b"", opening))).replace(b"[", b"]").replace(b"{", b"}")
    data = opening * depth + (b"0" + closing * depth if closed else b"")
    containers = depth * len(closing)
    document = read(data)
    assert isinstance(document, canonical.Document) == (closed and containers <= canonical.MAX_DEPTH)
    assert not closed or containers <= canonical.MAX_DEPTH or "too deeply" in str(document)


@given(st.text(st.characters(), max_size=40), st.integers(1, 50), st.integers(text.MIN_WIDTH, 40), st.booleans())
def test_s05_any_text_is_shown_without_a_character_that_hides(raw: str, limit: int, width: int, newlines: bool) -> None:
    shown = text.escape(raw, newlines=newlines)
    for line in (text.one_line(raw, limit), *text.fold(shown, width).split("\n"), str(text.Untrusted(raw))):
        assert all(text.escape(character) == character or character in "⟨↳\t" for character in line)
    assert text.measure(raw).characters == len(raw)
    odd_tool_name(raw)


@given(SCHEMA_LIKE, VALUES)
@example({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": 5}}}, {})
@example({"$id": "http://[", "type": "object"}, {})
def test_s22_anything_offered_as_a_schema_is_judged_waits_or_is_not_used(raw: JsonValue, value: JsonValue) -> None:
    compiled = compile_schema(raw)
    report = SchemaChecker.check_now(compiled, value)
    if report is None:
        assert compiled.validator is None
    else:
        assert report.status == "not validated" if compiled.reason else report.status in {"valid", "invalid"}
        assert len(report.violations) <= 20


@given(
    st.dictionaries(
        st.sampled_from(["$ref", "$id", "allOf", "items", "pattern", "$defs", "type"]), SCHEMA_LIKE, max_size=3
    )
)
def test_s22_the_worker_answers_any_schema_with_a_report_or_a_fault(raw: JsonObject) -> None:
    compiled = compile_schema(raw)
    if not compiled.reason:
        answer = canonical.parse(schema_worker.answer(compiled.job, b'{"a":["b",1]}'))
        assert isinstance(answer, dict)
        assert set(answer) in ({"fault"}, {"violations", "more"})
