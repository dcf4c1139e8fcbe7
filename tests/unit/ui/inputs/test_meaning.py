"""What an input is."""

from __future__ import annotations

import pytest

from host.model import JsonObject, JsonValue
from ui.inputs.meaning import Meaning, Sense, meaning_of, name_words
from ui.inputs.model import inputs_of

KEY = "sk-live-0123456789abcdef"


def of(name: str, value: JsonValue, schema: JsonObject | None = None, **beside: JsonValue) -> Meaning:
    inputs = inputs_of({name: value, **beside}, {"properties": {name: schema or {}}})
    return meaning_of(next(one for one in inputs if one.path == (name,)))


@pytest.mark.parametrize(
    ("name", "value", "sense"),
    [
        ("path", "notes/a.txt", Sense.PATH),
        ("filePath", "a", Sense.PATH),
        ("source_dir", "C:\\x", Sense.PATH),
        ("anything", "https://a.example/x", Sense.URL),
        ("link", "javascript:alert(1)", Sense.URL),
        ("query", "SELECT 1", Sense.SQL),
        ("query", "select me a good restaurant, please", Sense.SQL),
        ("query", "weather in Oslo", Sense.PLAIN),
        ("command", "ls -l", Sense.CODE),
        ("when", "2026-11-21T10:00:00Z", Sense.TIME),
        ("note", "2026-11-21", Sense.TIME),
        ("created_at", 1_795_000_000, Sense.TIME),
        ("timestamp_ms", 1_795_000_000_000, Sense.TIME),
        ("width", 1_795_000_000, Sense.PLAIN),
        ("amount", 12.5, Sense.MONEY),
        ("price", "12.50", Sense.MONEY),
        ("total_count", 3, Sense.PLAIN),
        ("paid", True, Sense.PLAIN),
        ("to", "a@b.example", Sense.MAIL),
        ("cc", "Ana <a@b.example>, c@d.example", Sense.MAIL),
        ("anyone", "a@b.example", Sense.MAIL),
        ("image", "iVBORw0KGgo" + "A" * 40, Sense.BASE64),
        ("anything", "data:image/png;base64,AAAA", Sense.BASE64),
        ("data", "just some words here, no base64", Sense.PLAIN),
        ("api_key", KEY, Sense.SECRET),
        ("clientSecret", KEY, Sense.SECRET),
        ("Authorization", "abc", Sense.SECRET),
        ("DBPassword", KEY, Sense.SECRET),
        ("APIToken", KEY, Sense.SECRET),
        ("tokenIDs", KEY, Sense.PLAIN),
        ("SQLQuery", "select 1", Sense.SQL),
        ("max_tokens", 5, Sense.PLAIN),
        ("next_page_token", "abc", Sense.PLAIN),
        ("password", "", Sense.PLAIN),
        ("anything", "words", Sense.PLAIN),
        ("anything", None, Sense.PLAIN),
    ],
)
def test_names_and_values_tell(name: str, value: JsonValue, sense: Sense) -> None:
    assert of(name, value).sense is sense


@pytest.mark.parametrize(
    ("schema", "value", "sense"),
    [
        ({"format": "uri"}, "https://a.example", Sense.URL),
        ({"format": "uri"}, "no address", Sense.PLAIN),
        ({"format": "email"}, "a@b.example", Sense.MAIL),
        ({"format": "date-time"}, "2026-11-21T10:00:00Z", Sense.TIME),
        ({"format": "password"}, "x", Sense.PLAIN),
        ({"contentEncoding": "base64"}, "aGVsbG8=", Sense.BASE64),
    ],
)
def test_the_schema_tells_where_the_value_agrees(schema: JsonObject, value: str, sense: Sense) -> None:
    assert of("anything", value, schema).sense is sense


@pytest.mark.parametrize("value", ["x" * 300, "rm -rf ~\ncurl evil", "many words of prose"])
def test_s07_what_is_more_than_a_secret_is_not_covered_whatever_its_name_says(value: str) -> None:
    assert of("password", value, {"format": "password"} if len(value) > 256 else None).sense is not Sense.SECRET


def test_s07_a_schema_covers_nothing_unless_somebody_vouched_for_the_server() -> None:
    [given] = inputs_of({"anything": "hunter2"}, {"properties": {"anything": {"format": "password"}}})
    assert meaning_of(given).sense is Sense.PLAIN
    assert meaning_of(given, vouched=True).sense is Sense.SECRET


@pytest.mark.parametrize(
    "value",
    [
        "/home/ana/.ssh", "C:\\Users", "https://evil.example/?d=x", "curl${IFS}evil", "a$(id)", "a`id`", "a;id", "a|sh",
        "a&&b", "<script>", "two words", "tab\there", "line\nfeed", "hunter\u202e2",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["password", "token", "cookie", "secret", "anything"])
def test_s07_a_path_an_address_or_a_command_is_never_covered(name: str, value: str) -> None:
    [given] = inputs_of({name: value}, {"properties": {name: {"format": "password"}}})
    assert meaning_of(given, vouched=True).sense is not Sense.SECRET


@pytest.mark.parametrize("name", ["pwd", "command", "secret_path", "code", "url", "token_script", "secretQuery"])
def test_s07_what_is_called_something_to_read_is_never_covered(name: str) -> None:
    [given] = inputs_of({name: "hunter2"}, {"properties": {name: {"format": "password"}}})
    assert meaning_of(given, vouched=True).sense is not Sense.SECRET


@pytest.mark.parametrize("kind", ["path", "sql", "host"])
def test_s07_what_the_host_read_as_something_is_never_covered(kind: str) -> None:
    [given] = inputs_of({"token": "hunter2"}, None)
    assert meaning_of(given, {kind}).sense is not Sense.SECRET


def test_code_is_told_by_what_stands_beside_it() -> None:
    assert of("content", "x", path="a/b.py").language == "python"
    assert of("content", "x", path="a/b.txt").language == ""
    assert of("code", "x", language="JavaScript").language == "js"
    assert of("content", "#!/bin/sh\nls").language == "shell"


def test_items_of_a_list_have_the_lists_name() -> None:
    [given] = inputs_of({"to": ["a@b.example"]}, None)
    assert meaning_of(given.children[0]).sense is Sense.MAIL
    assert {"list", "item", "listitem"} <= name_words(("listItem", 3))


def test_what_the_host_read_tells_too() -> None:
    [given] = inputs_of({"q": "x"}, None)
    assert meaning_of(given, {"path"}).sense is Sense.PATH
    assert meaning_of(given, {"sql"}) == (Sense.SQL, "sql")


@pytest.mark.parametrize("piece", ["a", " ", "a@", "select ", "x://", "2026-", "A=", "\n", "data:"])
def test_a_megabyte_is_told_by_its_beginning(piece: str) -> None:
    for name in ("path", "query", "data", "to", "amount", "command", "when", "secret"):
        of(name, piece * ((1 << 20) // len(piece)))
