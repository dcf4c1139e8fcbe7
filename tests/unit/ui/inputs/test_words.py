"""What is said of inputs."""

from __future__ import annotations

import pytest

from host.control import codec
from host.model import JsonObject
from host.text import Untrusted, measure
from ui.inputs import words
from ui.inputs.model import Input, inputs_of

SCHEMA: JsonObject = {
    "properties": {"path": {"type": "string"}, "limit": {"type": "integer", "default": 10}},
    "required": ["path"],
}


def one(json: str, name: str = "path") -> Input:
    return next(found for found in inputs_of(codec.object_of(json.encode()), SCHEMA) if found.path == (name,))


@pytest.mark.parametrize(
    ("raw", "shown", "note"),
    [
        ("notes/a.txt", "notes/a.txt", ""),
        ("", '""', "empty text"),
        ("   ", '"   "', "text of 3 blanks and nothing else"),
        ("123", '"123"', "text, not a number"),
        ("-1.5e3", '"-1.5e3"', "text, not a number"),
        ("TRUE", '"TRUE"', "text, not the value true"),
        ("null", '"null"', "text, not the value null"),
        ('"123"', '""123""', "text with its own quotation marks"),
        (" a", '" a"', "text with blanks at its start"),
        ("a ", '"a "', "text with blanks at its end"),
        ("a\u202eb", "a⟨U+202E⟩b", ""),
    ],
)
def test_text_that_could_be_taken_for_something_else_says_so(raw: str, shown: str, note: str) -> None:
    assert words.text_and_note(raw) == (shown, note)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("a\nb\n", "2 lines · 4 characters"),
        ("x", "1 line · 1 character"),
        ("a" + " " * 500 + "b", "1 line · 502 characters · 500 blanks in a row"),
        ("a\n" + "x" * 5000, "2 lines · 5,002 characters · longest line 5,000"),
    ],
)
def test_s07_sizes_are_reported(raw: str, said: str) -> None:
    assert words.size_words(measure(raw)) == said


def test_s07_a_fold_is_reported() -> None:
    assert words.size_words(measure("x" * 1000), 11) == "1 line · 1,000 characters · counts as 11 lines"


@pytest.mark.parametrize(
    ("json", "said"),
    [
        ('{"limit":10}', "default 10"),
        ('{"limit":11}', "differs from the default 10"),
        ("{}", "the server's default: 10"),
    ],
)
def test_the_default_is_reported(json: str, said: str) -> None:
    assert words.default_words(one(json, "limit")) == said


@pytest.mark.parametrize(
    ("json", "name", "said"),
    [
        ('{"path":"notes/summary.txt"}', "path", "path, text, required: notes/summary.txt"),
        ('{"path":""}', "path", "path, text, required: empty text"),
        ("{}", "path", "path, text, required: not given"),
        ("{}", "limit", "limit, whole number: not given, the server's default: 10"),
        ('{"x":[1,2]}', "x", "x, list of numbers, not in the tool's description: 2 numbers"),
        ('{"x":{"y":null}}', "x", "x, object, not in the tool's description: 1 value"),
    ],
)
def test_a_screen_reader_is_told_name_type_and_value(json: str, name: str, said: str) -> None:
    assert words.spoken_words(one(json, name)) == said


def test_a_name_that_could_not_be_seen_is_in_quotation_marks() -> None:
    assert words.name_words(Untrusted("")) == '""'
    assert words.name_words(Untrusted("path ")) == '"path "'
    assert words.name_words(Untrusted("pa\u200bth")) == "pa⟨U+200B⟩th"
    assert words.name_words("item 1") == "item 1"


def test_a_title_that_only_repeats_the_name_is_not_said_again() -> None:
    schema: JsonObject = {"properties": {"path": {"title": "Path", "description": "Where to."}}}
    assert words.server_words(inputs_of({"path": "a"}, schema)[0]) == (Untrusted("Where to."),)
