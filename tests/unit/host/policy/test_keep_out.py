from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import JsonObject, JsonValue
from host.policy.load import read_source
from host.policy.model import NOT_MANAGED, Managed, PolicySource
from host.policy.parse import ONLY, kept_out


def source(**says: JsonValue) -> PolicySource:
    text = json.dumps({"version": 1, "rules": [], **says}, indent=1)
    return read_source("managed", Path("managed.json"), text.encode())


def managed(*entries: JsonObject) -> Managed:
    read = source(keep_out=[*entries])
    assert not read.error, read.error
    return read.managed


def same(own: str, theirs: str) -> bool:
    return own == theirs


def named(pattern: str, server: str) -> bool:
    return bool(kept_out(managed({"server": pattern}), server, ("x",), "", same))


def reached(pattern: str, url: str) -> bool:
    return bool(kept_out(managed({"url": pattern}), "any", (), url, same))


def test_only_keeps_out_whatever_it_is() -> None:
    assert kept_out(source(only=True).managed, "files", ("files",), "", same) == ONLY
    assert kept_out(source(only=False).managed, "files", ("files",), "", same) == ""
    assert kept_out(NOT_MANAGED, "files", ("files",), "", same) == ""


@pytest.mark.parametrize(
    ("pattern", "server"),
    [
        ("shell*", "shell"),
        ("shell*", "SHELL-2"),
        ("Shell*", "shell"),
        ("shell*", "sheIl"),
        ("shell*", "she11"),
        ("shell*", "5hell"),
        ("*mcp", "my-rncp"),
        ("files", "fi1es"),
        ("files", "FILES"),
        ("f?les", "F1LES"),
        ("[fF]iles", "files"),
        ("0day", "Oday"),
        ("*", "anything"),
    ],
)
def test_s35_a_name_in_another_case_or_of_look_alike_letters_is_no_other_name(pattern: str, server: str) -> None:
    assert named(pattern, server)


@pytest.mark.parametrize(("pattern", "server"), [("shell*", "ashell"), ("files", "files2"), ("web-1", "web_1")])
def test_another_name_is_another_name(pattern: str, server: str) -> None:
    assert not named(pattern, server)


@given(st.text("abcXYZ019._- ", min_size=1, max_size=20).map(str.strip).filter(bool))
def test_s35_a_name_without_wild_cards_always_means_itself(name: str) -> None:
    assert named(name, name)
    assert named(name, name.swapcase())


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("bad.example", "https://bad.example/mcp"),
        ("bad.example", "http://bad.example:8080"),
        ("bad.example", "https://BAD.Example/"),
        ("bad.example", "https://bad.example./mcp"),
        ("bad.example", "https://user:pw@bad.example/mcp"),
        ("bad.example", "https://good.example@bad.example/mcp"),
        ("bad.example", "https://bad.example\\@good.example/mcp"),
        ("bad.example", "https://b%61d.example/mcp"),
        ("bad.example", "https://bad\N{FULLWIDTH FULL STOP}example/mcp"),
        ("*.bad.example", "https://a.b.bad.example/mcp"),
        ("bücher.example", "https://xn--bcher-kva.example/"),
        ("xn--bcher-kva.example", "https://BÜCHER.example/"),
        ("127.0.0.1", "http://127.1/"),
        ("127.0.0.1", "http://0x7f000001/"),
        ("127.0.0.1", "http://2130706433/mcp"),
        ("[::1]", "http://[0:0:0:0:0:0:0:1]:9/"),
        ("bad.example:8443", "https://bad.example:8443/x"),
        ("*", "https://anything.example/"),
        ("bad.example/beta", "https://bad.example/beta"),
        ("bad.example/beta", "https://bad.example/beta/mcp?x=1"),
        ("bad.example/beta", "https://bad.example/Beta/"),
        ("bad.example/beta", "https://bad.example/%62eta"),
        ("bad.example/beta", "https://bad.example/alpha/../beta"),
        ("bad.example/beta", "https://bad.example//beta"),
        ("bad.example/beta", "https://bad.example/alpha;/../beta"),
        ("*/beta", "https://any.example/beta/x"),
    ],
)
def test_s35_an_address_is_kept_out_however_it_is_written(pattern: str, url: str) -> None:
    assert reached(pattern, url)


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("bad.example", "https://good.example/bad.example"),
        ("bad.example", "https://bad.example.good.example/"),
        ("bad.example", "https://notbad.example/"),
        ("*.bad.example", "https://bad.example/"),
        ("bad.example:8443", "https://bad.example/"),
        ("bad.example/beta", "https://bad.example/betamax"),
        ("bad.example/beta", "https://bad.example/alpha/beta"),
        ("bad.example/beta", "https://bad.example/"),
        ("bad.example/beta", "https://bad.example?x=/beta"),
        ("bad.example", ""),
    ],
)
def test_s35_no_prefix_is_taken_for_the_whole(pattern: str, url: str) -> None:
    assert not reached(pattern, url)


@pytest.mark.parametrize(
    ("argv", "out"),
    [
        (("npx", "-y", "evil"), True),
        (("npx", "-y", "evil", ""), False),
        (("npx", "-y"), False),
        (("npx", "evil", "-y"), False),
        (("uvx", "-y", "evil"), False),
        ((), False),
    ],
)
def test_a_command_is_kept_out_with_exactly_its_arguments(argv: tuple[str, ...], out: bool) -> None:
    assert bool(kept_out(managed({"command": ["npx", "-y", "evil"]}), "any", argv, "", same)) == out


def test_programs_are_compared_only_where_the_arguments_are_the_same() -> None:
    asked: list[tuple[str, str]] = []

    def ask(own: str, theirs: str) -> bool:
        asked.append((own, theirs))
        return False

    for args in ((), ("a",), ("b",)):
        kept_out(managed({"command": ["npx", "a"]}), "any", ("mine", *args), "", ask)
    assert asked == [("mine", "npx")]


def test_the_first_entry_that_matches_says_why_with_the_administrators_reason() -> None:
    rules = managed({"url": "x.example"}, {"server": "a*", "reason": "Ask \u202eAna\n."}, {"server": "*"})
    assert kept_out(rules, "ab", ("x",), "", same) == (
        "Your administrator keeps out servers called a*. They say: Ask ⟨U+202E⟩Ana⟨U+000A⟩."
    )
    assert kept_out(rules, "b", ("x",), "", same) == "Your administrator keeps out servers called *."


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({}, "says not exactly one of"),
        ({"server": "a", "url": "b"}, "says not exactly one of"),
        ({"server": "a[b"}, "has a bracket without its partner"),
        ({"url": "https://a.example"}, "has a scheme"),
        ({"url": "a.*.example"}, "A star stands only at the beginning"),
        ({"url": "user@a.example"}, "Write the host alone"),
        ({"url": "a.example/../b"}, "has a path that programs could read differently"),
        ({"url": "a.example/%41"}, "has a path that programs could read differently"),
        ({"url": "a.example/x?y"}, "has a path that programs could read differently"),
        ({"url": "/x"}, "keep_out[0].url"),
        ({"command": []}, "keep_out[0].command"),
        ({"command": "npx"}, "keep_out[0].command"),
        ({"server": "a", "from": "b"}, "unknown key"),
    ],
)
def test_a_slip_in_what_is_kept_out_breaks_the_whole_file(entry: JsonObject, why: str) -> None:
    assert why in source(keep_out=[entry]).error


@pytest.mark.parametrize("key", ["only", "keep_out"])
def test_only_the_administrators_file_can_keep_out(key: str) -> None:
    text = json.dumps({"version": 1, "rules": [], key: True if key == "only" else []})
    assert "can be said by the managed file alone" in read_source("user", Path("policy.json"), text.encode()).error
