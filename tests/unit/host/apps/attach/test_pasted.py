"""What people paste to name a server: command lines, URLs, blocks of other programs."""

from __future__ import annotations

import json
import shlex
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.apps.attach import pasted
from host.apps.attach.pasted import MAX_SERVERS, MAX_TEXT, PasteError, proposed_name, words
from host.jsonc import load
from host.model import JsonObject, JsonValue
from host.servers.config import parse_servers

HOME = "/home/ana"


def read(text: str) -> dict[str, JsonObject]:
    return {one.name: one.entry for one in pasted.read(text, home=HOME, windows=False)}


@pytest.mark.parametrize(
    ("line", "name", "entry"),
    [
        (
            "npx -y @modelcontextprotocol/server-filesystem ~/work",
            "filesystem",
            {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", f"{HOME}/work"]},
        ),
        (
            "$ uvx mcp-server-git \\\n  --repository '/a folder'",
            "git",
            {"command": "uvx", "args": ["mcp-server-git", "--repository", "/a folder"]},
        ),
        ("TOKEN=t env", "env", {"command": "env", "env": {"TOKEN": "t"}}),
        (
            "env A=1 node $HOME/x/build/index.js",
            "x",
            {"command": "node", "args": [f"{HOME}/x/build/index.js"], "env": {"A": "1"}},
        ),
        ('notes "$DIR" ~ a~', "notes", {"command": "notes", "args": ["${env:DIR}", HOME, "a~"]}),
        ("notes '' # said at the end", "notes", {"command": "notes", "args": [""]}),
        (
            "claude mcp add sums -e A=1 -- npx -y sums --x",
            "sums",
            {"command": "npx", "args": ["-y", "sums", "--x"], "env": {"A": "1"}},
        ),
        ("codex mcp add docs --url https://docs.example/mcp", "docs", {"url": "https://docs.example/mcp"}),
        (
            "claude mcp add --transport sse desk https://desk.example/sse --header 'X-Team: a'",
            "desk",
            {"url": "https://desk.example/sse", "type": "sse", "headers": {"X-Team": "a"}},
        ),
        ("https://mcp.desk.example/mcp", "desk", {"url": "https://mcp.desk.example/mcp"}),
    ],
)  # fmt: skip
def test_a_line_is_read_as_a_shell_reads_it(line: str, name: str, entry: JsonObject) -> None:
    assert read(line) == {name: entry}


@pytest.mark.parametrize(
    ("block", "entries"),
    [
        (
            '{"mcpServers": {"a": {"command": "x"}, /* and */ "b": {"url": "https://b.example"},}}',
            {"a": {"command": "x"}, "b": {"url": "https://b.example"}},
        ),
        ('"a": {"command": "x", "args": []},', {"a": {"command": "x"}}),
        (
            '{"servers": {"a": {"type": "http", "url": "https://a.example", "headers": {"K": "${input:k}"}}}}',
            {"a": {"url": "https://a.example", "headers": {"K": ""}}},
        ),
        (
            '{"context_servers": {"a": {"command": {"path": "x", "args": ["y"], "env": {"N": "1"}}}}}',
            {"a": {"command": "x", "args": ["y"], "env": {"N": "1"}}},
        ),
        (
            '{"mcp": {"servers": {"a": {"command": "x", "cwd": "${DIR}"}}}}',
            {"a": {"command": "x", "cwd": "${env:DIR}"}},
        ),
        (
            '{"name": "a", "command": "x", "env": {"N": 1, "B": true}}',
            {"a": {"command": "x", "env": {"N": "1", "B": "true"}}},
        ),
        ('```json\n{"a": {"httpUrl": "https://a.example"}}\n```', {"a": {"url": "https://a.example"}}),
        ('[mcp_servers.a]\ncommand = "x"\nargs = ["y"]', {"a": {"command": "x", "args": ["y"]}}),
    ],
)
def test_blocks_of_other_programs_are_read(block: str, entries: dict[str, JsonObject]) -> None:
    assert read(block) == entries


def test_what_is_left_open_is_asked_and_what_is_left_out_is_reported() -> None:
    (one,) = pasted.read('{"a": {"command": "x", "env": {"K": "${input:k}"}, "autoApprove": ["*"], "icon": "i"}}')
    assert (one.names_to_ask, one.dropped) == (("K",), ("autoApprove",))


def test_names_are_free_and_fit_for_the_file() -> None:
    block = json.dumps({"mcpServers": {name: {"command": "x"} for name in ("Files", "files", "ä b!", "…")}})
    assert [one.name for one in pasted.read(block, taken=("files",))] == ["Files-2", "files-3", "b", "server"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("```\n```", "empty"),
        ("a | sh", "a shell alone"),
        ("a && b", "a shell alone"),
        ("a $(id)", "a shell alone"),
        ("a `id`", "a shell alone"),
        ("a > /etc/passwd", "a shell alone"),
        ("https://a.example/?a=1 & b", "a shell alone"),
        ("a\nb", "several lines"),
        ("a 'b", "not closed"),
        ('a "b', "not closed"),
        ("a ${b", "not closed"),
        ("A=1", "names no program"),
        ("claude mcp add x", "names no program"),
        ("claude mcp add --frobnicate x -- y", "does not know the option"),
        ("{", "Line 1"),
        ("{}", "no block of servers"),
        ('{"mcpServers": {}}', "names no server"),
        ('{"mcpServers": {"a": 1}}', "neither a program nor an address"),
        ('{"mcpServers": {"a": {"command": "x", "args": "y"}}}', "no list"),
        ('{"mcpServers": {"a": {"command": "x", "env": {"K": {}}}}}', "no text"),
        ('{"mcpServers": {"a": {"command": "x", "env": ["y"]}}}', "no object"),
        ('{"a": {"command": "x"}, "a": {"command": "y"}}', "a second time"),
        ('{"a":' * 40 + "1" + "}" * 40, "nested"),
        ("[x", "TOML"),
        ("npx \u202ecod.exe", "invisible"),
        ("npx a\0b", "invisible"),
        ("npx\u200b a", "invisible"),
        ("x" * (MAX_TEXT + 1), "too long"),
        (json.dumps({str(n): {"command": "x"} for n in range(MAX_SERVERS + 1)}), "more than"),
    ],
)
def test_s34_what_is_not_what_it_looks_like_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(PasteError, match=why):
        pasted.read(text)


def test_a_megabyte_is_refused_at_once() -> None:
    with pytest.raises(PasteError, match="too long"):
        pasted.read('{"a":' * 200_000)


@given(st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), min_size=1), st.booleans())
def test_a_line_made_of_words_reads_as_these_words(said: list[str], windows: bool) -> None:
    assert words(shlex.join(said), home=HOME, windows=windows) == said


@given(st.text("ab '\"\\\t$~#{}=-/."))
def test_a_line_reads_as_the_standard_library_reads_it_where_nothing_is_replaced(line: str) -> None:
    if any(sign in line for sign in "$~#"):
        return
    try:
        expected = shlex.split(line)
    except ValueError:
        expected = None
    try:
        found = words(line, windows=False)
    except PasteError:
        found = None
    if expected is not None:
        assert found == expected


@given(st.text() | st.text('{}[]":,abcdemnrsu ${}\\/*\n'))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        found = pasted.read(text, home=HOME)
    except PasteError as error:
        assert str(error)  # either is right
        return
    for one in found:
        assert {"command", "url"} & one.entry.keys()


_KEYS = ("command", "args", "env", "url", "headers", "cwd", "x")
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(st.dictionaries(st.text(max_size=6), _JSON, max_size=4))
def test_any_block_is_read_into_entries_that_the_form_knows_or_refused(servers: dict[str, JsonValue]) -> None:
    try:
        found = pasted.read(json.dumps({"mcpServers": servers}, ensure_ascii=True))
    except PasteError:
        return
    whole = {"mcpServers": {one.name: one.entry for one in found}}
    for problem in parse_servers(load(json.dumps(whole), file="servers.json")).problems:
        assert "unknown key" not in problem.problem


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server", "github"),
        ("python -m mcp_server_time", "time"),
        ("npx @acme/mail-mcp@latest", "mail"),
        ("C:/tools/server-x.exe", "x"),
        ("https://api.acme.example:8000/mcp", "acme"),
        ("http://localhost:3000/mcp", "localhost"),
    ],
)
def test_a_name_is_proposed_by_what_is_started(line: str, name: str) -> None:
    (found,) = read(line)
    assert found == name
    assert proposed_name({}) == ""


@pytest.mark.parametrize("text", ["x" + "\n" * (MAX_TEXT - 2) + "y", "'" + "@" * (MAX_TEXT - 4) + "\nx'"])
def test_s22_no_pattern_takes_the_square_of_a_text(text: str) -> None:
    with suppress(PasteError):
        read(text)
