from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import jsonc
from host.model import Effect, JsonObject, JsonValue, sha256_hex
from host.policy import parse
from host.policy.load import read_source
from host.policy.model import NOT_MANAGED, ApproverEntry, Managed, Match, PolicySource, Rule, ServerPin
from host.policy.parse import ONLY, kept_out, parse_rule
from host.values import replace

CREDENTIAL = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs"
MANAGED = """{
  "version": 1, // the trial
  "rules": [],
  "servers": {
    "trial": {"command": "trial-server", "args": ["--x"]},
  },
  "trust": {"trial": true, "other": "AAA"},
  "pins": {"trial": {"tools": {"read": "BBB"}, "instructions": "CCC"}},
  "approvers": [{"name": "Ana", "roles": ["PI", "CHAIR"], "credential": "PHC"}],
  "limits": {"decision_timeout": 120, "tools_per_server": 5.0}, "locked": ["decision_timeout"]
}"""
for short, long in (("AAA", "a" * 64), ("BBB", "b" * 64), ("CCC", "c" * 64), ("PHC", CREDENTIAL)):
    MANAGED = MANAGED.replace(short, long)


def test_the_managed_file_says_what_only_the_administrator_can() -> None:
    source = read_source("managed", Path("managed.json"), MANAGED.encode())
    assert source.error == ""
    entry: JsonObject = {"command": "trial-server", "args": ["--x"]}
    digest = sha256_hex(b'{"args":["--x"],"command":"trial-server"}')
    assert dict(source.trust) == {"trial": digest, "other": "a" * 64} == dict(source.trusted)
    managed = source.managed
    assert (dict(managed.servers), dict(managed.lines)) == ({"trial": entry}, {"trial": 5})
    assert dict(managed.pins) == {"trial": ServerPin({"read": "b" * 64}, "c" * 64)}
    assert managed.approvers == (ApproverEntry("Ana", ("CHAIR", "PI"), CREDENTIAL),)
    assert (dict(managed.limits), managed.locked) == (
        {"decision_timeout": 120, "tools_per_server": 5},
        frozenset({"decision_timeout"}),
    )
    assert type(managed.limits["tools_per_server"]) is int


def test_a_user_vouches_by_digest_and_it_waits() -> None:
    text = json.dumps({"version": 1, "rules": [], "trust": {"files": "a" * 64}})
    source = read_source("user", Path("policy.json"), text.encode())
    assert (dict(source.trust), dict(source.trusted)) == ({"files": "a" * 64}, {})


@pytest.mark.parametrize(("written", "same"), [('"tool": "*"', ""), ('"trust": "user"', '"trust": ["user"]')])
def test_rules_that_say_the_same_are_the_same(written: str, same: str) -> None:
    one, other = (parse_rule('{"id": "a", "effect": "ask", "match": {' + match + "}}")[0] for match in (written, same))
    assert one == other is not None


def test_a_rule_for_the_editor_is_read_alone_and_its_file_is_called_rule() -> None:
    rule, problems = parse_rule('{\n "id": "a", // mine\n "effect": "deny", "match": {},\n}', "managed")
    assert (rule, problems) == (Rule("a", Effect.DENY, Match(), source="managed"), ())
    for text, said in (
        ("{", "rule:1: the file ends before }"),
        ("[]", "rule:1: is a list, not an object."),
        ('{"effect": "ask",\n"match": {"tool": "["}}', "rule:2: match.tool: has a bracket without its partner."),
    ):
        rule, problems = parse_rule(text)
        assert rule is None
        assert str(problems[0]).startswith(said)


def test_an_edited_file_is_read_as_if_nothing_had_been_read_before() -> None:
    listed: list[JsonValue] = [{"id": f"r{n}", "effect": "ask", "match": {"tool": f"t{n}"}} for n in range(20)]
    first = parse.parse(jsonc.load(json.dumps({"version": 1, "rules": listed}), file="p"), "user")
    edited: list[JsonValue] = [{"id": "new", "effect": "deny", "match": {}}, *listed[:7], *listed[8:]]
    text = json.dumps({"version": 1, "rules": edited}, indent=1)
    again = parse.parse(jsonc.load(text, file="p"), "user")
    assert [rule.id for rule in again.rules] == ["new", *(rule.id for rule in first.rules if rule.id != "r7")]
    assert [text.splitlines()[rule.line] for rule in again.rules] == [f'   "id": "{rule.id}",' for rule in again.rules]
    managed = parse.parse(jsonc.load(text, file="p"), "managed")
    assert managed.rules == tuple(replace(rule, source="managed") for rule in again.rules)


def test_a_broken_rule_among_many_leaves_none() -> None:
    listed: list[JsonValue] = [{"id": f"r{n}", "effect": "ask", "match": {}} for n in range(20)]
    for broken in ({"effect": "dney", "match": {}}, 5, {"effect": "ask", "match": {}, "id": "R3"}):
        parsed = parse.parse(jsonc.load(json.dumps({"version": 1, "rules": [*listed, broken]}), file="p"), "user")
        assert parsed.rules == ()
        assert len(parsed.problems) == 1


def test_more_rules_than_fit_are_refused() -> None:
    text = '{"version": 1, "rules": [' + ",".join(['{"effect": "ask", "match": {}}'] * 20_001) + "]}"
    parsed = parse.parse(jsonc.load(text, file="p"), "user")
    assert parsed.rules == ()
    assert any("rules: has too many entries" in str(problem) for problem in parsed.problems)


SCHEMA_WORDS = st.sampled_from(["a", "string", "object", "^a", "(", "#/$defs/a", "#", ""])
SCHEMAS: st.SearchStrategy[JsonValue] = st.recursive(
    st.booleans() | st.sampled_from([-1, 0, 2, 1.5]) | SCHEMA_WORDS,
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                ["type", "properties", "required", "pattern", "enum", "const", "items", "anyOf", "minLength"]
            )
            | st.sampled_from(["minimum", "not", "$ref", "$defs", "additionalProperties", "title", "format", "$id"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["type", "properties", "required", "items", "anyOf", "$ref"]), SCHEMAS))
def test_a_schema_that_is_accepted_is_valid_and_judges_without_fault(raw: JsonObject) -> None:
    if not parse.schema_problem(raw):
        jsonschema.Draft202012Validator.check_schema(raw)


def test_s21_a_schema_that_refers_to_itself_is_fine_and_one_that_refers_out_is_not() -> None:
    inside: JsonObject = {"$defs": {"a": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/a"}}}
    assert parse.schema_problem(inside) == ""
    assert parse.schema_problem({"const": {"$ref": "http://127.0.0.1:1/canary"}}) == ""
    assert "nothing is fetched" in parse.schema_problem({"items": {"$ref": "http://127.0.0.1:1/canary"}})
    assert parse.schema_problem({"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}) == ""


# What keeps servers out


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
        ({"url": "a.*.example"}, "A star is allowed only at the beginning"),
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
    assert "is allowed only in the managed file" in read_source("user", Path("policy.json"), text.encode()).error
