"""Which kind a value is, and the list of kinds."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Literal

import pytest

from host.control.views import Reading
from host.model import JsonObject, JsonValue
from ui.inputs import kinds
from ui.inputs.kinds import KINDS, PLAIN, explain, input_value, kind_of
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind, name_words
from ui.inputs.model import inputs_of

KEY = "sk-live-0123456789abcdef"
ROWS = {
    "path": "path", "url": "address", "sql": "SQL", "code": "command, code", "time": "date and time", "money": "money",
    "mail": "mail address", "base64": "base64", "secret": "password, key, token",
}  # fmt: skip
"""Each kind's row in the handbook."""


def of(name: str, value: JsonValue, schema: JsonObject | None = None, **beside: JsonValue) -> InputValue:
    inputs = inputs_of({name: value, **beside}, {"properties": {name: schema or {}}})
    return input_value(next(one for one in inputs if one.path == (name,)))


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("path", "notes/a.txt", "path"),
        ("filePath", "a", "path"),
        ("source_dir", "C:\\x", "path"),
        ("anything", "https://a.example/x", "url"),
        ("link", "javascript:alert(1)", "url"),
        ("query", "SELECT 1", "sql"),
        ("query", "select me a good restaurant, please", "sql"),
        ("query", "weather in Oslo", "plain"),
        ("command", "ls -l", "code"),
        ("when", "2026-11-21T10:00:00Z", "time"),
        ("note", "2026-11-21", "time"),
        ("created_at", 1_795_000_000, "time"),
        ("timestamp_ms", 1_795_000_000_000, "time"),
        pytest.param("created_at", 10**400, "plain", id="more than a float can be"),
        pytest.param("expires", -(10**400), "plain", id="less than a float can be"),
        ("width", 1_795_000_000, "plain"),
        ("amount", 12.5, "money"),
        ("price", "12.50", "money"),
        ("total_count", 3, "plain"),
        ("paid", True, "plain"),
        ("to", "a@b.example", "mail"),
        ("cc", "Ana <a@b.example>, c@d.example", "mail"),
        ("anyone", "a@b.example", "mail"),
        ("image", "iVBORw0KGgo" + "A" * 40, "base64"),
        ("anything", "data:image/png;base64,AAAA", "base64"),
        ("data", "just some words here, no base64", "plain"),
        ("api_key", KEY, "secret"),
        ("clientSecret", KEY, "secret"),
        ("Authorization", "abc", "secret"),
        ("DBPassword", KEY, "secret"),
        ("APIToken", KEY, "secret"),
        ("tokenIDs", KEY, "plain"),
        ("SQLQuery", "select 1", "sql"),
        ("max_tokens", 5, "plain"),
        ("next_page_token", "abc", "plain"),
        ("password", "", "plain"),
        ("anything", "words", "plain"),
        ("anything", None, "plain"),
    ],
)
def test_names_and_values_tell(name: str, value: JsonValue, kind: str) -> None:
    assert kind_of(of(name, value)).name == kind


@pytest.mark.parametrize(
    ("schema", "value", "kind"),
    [
        ({"format": "uri"}, "https://a.example", "url"),
        ({"format": "uri"}, "no address", "plain"),
        ({"format": "email"}, "a@b.example", "mail"),
        ({"format": "date-time"}, "2026-11-21T10:00:00Z", "time"),
        ({"format": "password"}, "x", "plain"),
        ({"contentEncoding": "base64"}, "aGVsbG8=", "base64"),
    ],
)
def test_the_schema_tells_where_the_value_agrees(schema: JsonObject, value: str, kind: str) -> None:
    assert kind_of(of("anything", value, schema)).name == kind


@pytest.mark.parametrize("value", ["x" * 300, "rm -rf ~\ncurl evil", "many words of prose"])
def test_s07_what_is_more_than_a_secret_is_not_covered_whatever_its_name_says(value: str) -> None:
    tool_input = of("password", value, {"format": "password"} if len(value) > 256 else None)
    assert kind_of(tool_input).name != "secret"


def test_s07_a_schema_covers_nothing_unless_somebody_vouched_for_the_server() -> None:
    [tool_input] = inputs_of({"anything": "hunter2"}, {"properties": {"anything": {"format": "password"}}})
    assert kind_of(input_value(tool_input)) is PLAIN
    assert kind_of(input_value(tool_input, vouched=True)).name == "secret"


@pytest.mark.parametrize(
    "value",
    [
        "/home/ana/.ssh", "C:\\Users", "https://evil.example/?d=x", "curl${IFS}evil", "a$(id)", "a`id`", "a;id", "a|sh",
        "a&&b", "<script>", "two words", "tab\there", "line\nfeed", "hunter\u202e2",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["password", "token", "cookie", "secret", "anything"])
def test_s07_a_path_an_address_or_a_command_is_never_covered(name: str, value: str) -> None:
    [tool_input] = inputs_of({name: value}, {"properties": {name: {"format": "password"}}})
    assert kind_of(input_value(tool_input, vouched=True)).name != "secret"


@pytest.mark.parametrize("name", ["pwd", "command", "secret_path", "code", "url", "token_script", "secretQuery"])
def test_s07_what_is_called_something_to_read_is_never_covered(name: str) -> None:
    [tool_input] = inputs_of({name: "hunter2"}, {"properties": {name: {"format": "password"}}})
    assert kind_of(input_value(tool_input, vouched=True)).name != "secret"


@pytest.mark.parametrize("kind", ["path", "sql", "host"])
def test_s07_what_the_host_read_as_something_is_never_covered(kind: Literal["path", "sql", "host"]) -> None:
    [tool_input] = inputs_of({"token": "hunter2"}, None)
    assert kind_of(input_value(tool_input, (Reading(("token",), kind),))).name != "secret"


def test_code_is_told_by_what_is_beside_it() -> None:
    assert explain(of("content", "x", path="a/b.py")).language == "python"
    assert explain(of("content", "x", path="a/b.txt")).language == ""
    assert explain(of("code", "x", language="JavaScript")).language == "js"
    assert explain(of("content", "#!/bin/sh\nls")).language == "shell"


def test_items_of_a_list_have_the_lists_name() -> None:
    [tool_input] = inputs_of({"to": ["a@b.example"]}, None)
    assert kind_of(input_value(tool_input.children[0])).name == "mail"
    assert {"list", "item", "listitem"} <= name_words(("listItem", 3))


def test_what_the_host_read_tells_too() -> None:
    [tool_input] = inputs_of({"q": "x"}, None)
    assert kind_of(input_value(tool_input, (Reading(("q",), "path"),))).name == "path"
    by_host = input_value(tool_input, (Reading(("q",), "sql"),))
    assert (kind_of(by_host).name, explain(by_host).language) == ("sql", "sql")


@pytest.mark.parametrize("piece", ["a", " ", "a@", "select ", "x://", "2026-", "A=", "\n", "data:"])
def test_a_megabyte_is_told_by_its_beginning(piece: str) -> None:
    for name in ("path", "query", "data", "to", "amount", "command", "when", "secret"):
        kind_of(of(name, piece * ((1 << 20) // len(piece))))


COLOUR = Kind(
    "colour",
    lambda value: Explanation((Fact("Colour", value.text),)),
    by_value=lambda value: value.text.startswith("#"),
)


def test_a_kind_more_is_one_value_in_the_list() -> None:
    value = of("background", "#aa0000")
    kind = kind_of(value, (*KINDS, COLOUR))
    assert kind_of(value) is PLAIN
    assert kind is COLOUR
    assert kind.explain(value).facts == (Fact("Colour", "#aa0000"),)


def test_every_kind_has_a_module_a_line_in_the_list_and_a_row_in_the_handbook() -> None:
    modules = {module.name for module in pkgutil.iter_modules(kinds.__path__)} - {"kind"}
    listed = [import_module(f"ui.inputs.kinds.{name}").KIND for name in modules]
    assert {kind.name for kind in listed} == {kind.name for kind in KINDS}
    assert len(listed) == len(KINDS) == len(ROWS)
    users = (Path(kinds.__file__).parents[3] / "docs" / "users.md").read_text("utf-8")
    assert [row for row in ROWS.values() if f"\n| {row}" not in users] == []
    assert {*ROWS} == {kind.name for kind in KINDS}
