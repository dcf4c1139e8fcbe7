from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.arguments.texts import MAX_LEAVES, Candidate, leaves, looks_like_path, path_candidates
from host.model import JsonObject, JsonValue
from tests.support.effort import BOUND, effort

HOME = "/home/ana"


def of(arguments: JsonObject, schema: JsonValue = None) -> tuple[Candidate, ...]:
    return path_candidates(arguments, schema, home=HOME)


def only(arguments: JsonObject, schema: JsonValue = None) -> Candidate:
    (candidate,) = of(arguments, schema)
    return candidate


@pytest.mark.parametrize(
    "key", ["path", "paths", "file", "filename", "oldPath", "repo_path", "source-dir", "targetFolder", "cwd", "logfile"]
)
def test_a_name_says_that_a_path_is_there(key: str) -> None:
    assert only({key: "notes"}).fact.kind == "path"


@pytest.mark.parametrize(
    "text",
    ["/x", "~", "~/x", "./x", "../x", "a/../b", "..", "\\\\host\\share", "C:\\x", "C:/x", "file:///x", "%2e%2e/x",
     "a%2fb", "...", "  /x", "'/x'", "\u200b/x", "／etc", "．．／x", "a\\..\\b", "%252fetc"],
)  # fmt: skip
def test_a_form_says_that_a_text_is_a_path_under_any_name(text: str) -> None:
    assert looks_like_path(text)
    assert only({"zzz": text}).fact.kind == "path"


@pytest.mark.parametrize("text", ["hello", "utf-8", "12.5", "a b c", "50%", "#fff", "a.b"])
def test_another_text_has_no_form_of_a_path(text: str) -> None:
    assert not looks_like_path(text)


def test_a_word_under_an_unknown_name_is_unclear() -> None:
    candidate = only({"zzz": "notes"})
    assert (candidate.fact.kind, candidate.local) == ("unclear", None)
    assert candidate.other_paths == (f"{HOME}/notes",)


@pytest.mark.parametrize(
    "arguments",
    [
        {"content": "hello"},
        {"body": "one\ntwo"},
        {"content": "/usr/bin is\na directory"},
        {"old_string": "and/or"},
        {"url": "https://example.com/x"},
        {"host": "example.com"},
        {"zzz": "https://example.com/x"},
        {"count": 3, "all": True, "none": None},
    ],
)
def test_what_is_surely_no_path_is_none(arguments: JsonObject) -> None:
    assert of(arguments) == ()


def test_a_choice_or_a_date_is_no_path_unless_it_looks_like_one() -> None:
    choice: JsonValue = {"properties": {"x": {"enum": ["fast", "/etc"]}}}
    assert of({"x": "fast"}, choice) == ()
    assert only({"x": "slow"}, choice).fact.kind == "unclear"
    assert only({"x": "/etc"}, choice).fact.kind == "path"
    date: JsonValue = {"properties": {"x": {"format": "date-time"}}}
    assert of({"x": "2026-01-01T00:00:00Z"}, date) == ()
    assert only({"x": "passwd"}, date).fact.kind == "unclear"


def test_members_names_are_paths_by_their_form_or_where_paths_stand() -> None:
    assert only({"x": {"/etc/passwd": 1}}).fact.text == "/etc/passwd"
    assert only({"files": {"a.txt": True}}).fact.text == "a.txt"
    schema: JsonValue = {"properties": {"file": {"properties": {"mode": {}}}}}
    assert of({"file": {"mode": 1}}, schema) == ()


@pytest.mark.parametrize(
    "text", ["/a", "/a/../b", "/a//b/", "/a b/c", "/é", "file:///a", "file:/a", "FILE://localhost/a"]
)
def test_an_absolute_path_is_taken_as_it_is(text: str) -> None:
    candidate = only({"path": text})
    assert candidate.fact.why == ""
    assert candidate.local is not None
    assert candidate.local.startswith("/")


@pytest.mark.parametrize(
    ("text", "maybe"),
    [
        ("~/x", "/home/ana/x"),
        ("$HOME/x", "/home/ana/x"),
        ("x", "/home/ana/x"),
        ("%2fetc", "/etc"),
        ("%252fetc", "/etc"),
        ("\\etc\\x", "/etc/x"),
        ("C:\\etc", "/etc"),
        ("file://host/etc", "/etc"),
        (" /etc", "/etc"),
        ("/etc\0x", "/etc"),
        ("/e\u200btc", "/etc"),
        ("／etc", "/etc"),
        ("/etc/passwd%00.txt", "/etc/passwd"),
        ("//etc", "/etc"),
    ],
)
def test_a_doubtful_path_names_what_some_reader_sees(text: str, maybe: str) -> None:
    candidate = only({"path": text})
    assert candidate.local is None
    assert candidate.fact.why
    assert maybe in candidate.other_paths


def test_a_number_where_a_path_should_stand_is_unclear() -> None:
    assert only({"path": 3}).local is None


def test_what_is_at_any_depth_is_found_with_its_place() -> None:
    candidate = only({"a": {"b": [{"c": "/x"}]}})
    assert (candidate.fact.where, candidate.fact.key) == ("$.a.b[0].c", "c")


def test_more_than_can_be_looked_at_is_reported() -> None:
    assert not leaves({"x": ["a"] * (MAX_LEAVES + 5)}).complete
    assert leaves({"x": ["a"] * 10}).complete
    last = of({"paths": ["/a"] * (MAX_LEAVES + 5)})[-1]
    assert (last.fact.where, last.local) == ("$", None)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reading(text: str) -> None:
    for key in ("path", "zzz", "content"):
        for candidate in of({key: text}):
            assert (candidate.local is None) == bool(candidate.fact.why)
            assert candidate.local is None or candidate.local.startswith("/")
            assert all(path.startswith("/") for path in candidate.other_paths)
    of({"x": {text: text}})


@pytest.mark.parametrize("text", ["secret\n", "\nsecret", "secret\r\n", "one\ntwo", "one\n\n", "my notes\nyour notes"])
def test_s35_a_line_end_hides_no_path(text: str) -> None:
    assert only({"zzz": text}).fact.kind == "unclear"


@pytest.mark.parametrize("text", [".ssh/id_rsa\n", "\n.ssh/id_rsa", "a\\b\r\n"])
def test_s35_a_path_is_one_whatever_blanks_surround_it(text: str) -> None:
    assert only({"zzz": text}).fact.kind == "path"


@pytest.mark.full
@pytest.mark.parametrize("hostile", ["@" * 200_000 + " x", "\u0301" * 50_000 + "\u0323" * 50_000], ids=["@", "marks"])
def test_s22_no_text_holds_everybody_up(hostile: str) -> None:
    schema: JsonObject = {"properties": {"x": {"type": "string", "format": "email"}}}
    took = effort(lambda: of({"x": hostile, "y": hostile, "path": hostile}, schema))
    assert took < BOUND, "the square of the length would take minutes"


@pytest.mark.full
@pytest.mark.parametrize("others", [2, 50, 5_000])
def test_s22_no_references_of_a_schema_hold_everybody_up(others: int) -> None:
    more: JsonObject = {f"k{number}": number for number in range(others)}
    chain: JsonObject = {f"d{number}": {"$ref": f"#/$defs/d{number + 1}", "x": 0} for number in range(20)}
    referring: JsonObject = {"$ref": "#/$defs/d0", **more}
    items: JsonObject = {"allOf": [referring] * 32, "anyOf": [{"$ref": f"#/{'x' * 50_000}"}] * 32}
    schema: JsonObject = {"$defs": chain, "properties": {"many": {"items": items}}, "additionalProperties": referring}
    inputs: JsonObject = {"many": [{f"p{number}": "x"} for number in range(MAX_LEAVES)]}
    assert effort(lambda: leaves(inputs, schema)) < BOUND, "each input would follow each reference anew"
    inputs = {f"p{number}": "x" for number in range(MAX_LEAVES)}
    assert effort(lambda: leaves(inputs, schema)) < BOUND, "each input would copy what stands beside its reference"
