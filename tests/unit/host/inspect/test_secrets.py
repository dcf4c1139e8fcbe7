"""Secrets: tokens in their makers' forms, passwords by their names, and what only looks like one."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.inspect import tables
from host.inspect.secrets import MAX_LISTED, find_secrets, masked, names_secret, tokens_in
from host.model import Finding, JsonObject, Severity
from host.values import replace
from tests.unit.host.inspect.calls import call
from tests.unit.host.inspect.work import LONG, bare, slower

HIGH, MEDIUM, INFO = Severity.HIGH, Severity.MEDIUM, Severity.INFO
MIXED = "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0z"
HEX = "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c"

TOKENS = {
    "aws": "AKIAIOSFODNN7ABCDEFG",
    "github": "ghp_" + "a1B2c3D4e5F6" * 3,
    "github fine": f"github_pat_{MIXED}",
    "gitlab": f"glpat-{MIXED[:20]}",
    "slack": f"xoxb-123456789-{MIXED[:24]}",
    "slack webhook": f"https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/{MIXED[:24]}",
    "stripe": f"sk_live_{MIXED[:24]}",
    "anthropic": f"sk-ant-api03-{MIXED}",
    "openai": f"sk-proj-{MIXED}",
    "google": "AIza" + (MIXED + MIXED)[:35],
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA",
    "pem in one line": "-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA",
    "ssh": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA",
    "encrypted": "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n",
    "npm": "npm_" + (MIXED + MIXED)[:36],
    "pypi": "pypi-AgEIcHlwaS5vcmc" + MIXED,
    "sendgrid": f"SG.{MIXED[:22]}.{(MIXED + MIXED)[:43]}",
    "twilio": "SK" + HEX,
    "telegram": "123456789:AA" + (MIXED + MIXED)[:33],
    "azure": "AccountKey=" + (MIXED + MIXED + MIXED)[:86] + "==",
    "discord": f"M{MIXED[:23]}.Gab1cD.{MIXED[:28]}",
}
SENT = {"server": "gmail", "tool": "send_email"}
READ = {"server": "files", "tool": "read_file"}


def found(arguments: JsonObject, tool: str = "send_email", server: str = "gmail") -> list[Finding]:
    return list(find_secrets(call(tool, arguments, server=server)))


def worst(findings: list[Finding]) -> Severity | None:
    there = {finding.severity for finding in findings}
    return next((severity for severity in (HIGH, MEDIUM, INFO) if severity in there), None)


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_a_token_in_its_makers_form_is_grave_where_it_is_sent_away(name: str) -> None:
    token = TOKENS[name]
    everywhere: list[JsonObject] = [{"text": f"use {token} please"}, {"a": [{"b": token}]}, {token: "as a name"}]
    for arguments in everywhere:
        hits = found(arguments)
        assert worst(hits) is HIGH
        assert all(token not in hit.evidence and token not in hit.text for hit in hits)
        assert worst(found(arguments, "write_file", "files")) is MEDIUM
        assert worst(found(arguments, "read_file", "files")) is MEDIUM


def test_each_form_has_a_row_of_its_own_and_a_source() -> None:
    rows = [row for row in tables.rows("tokens") if row["what"] == "form"]
    assert len(rows) > 80
    assert all(row.source and (row["service"] or row["sort"]) and row["keywords"] for row in rows)


SENT_AWAY: dict[str, tuple[JsonObject, Severity | None]] = {
    "password": ({"password": "hunter2!"}, MEDIUM),
    "nested env": ({"env": {"DB_PASSWORD": "s3cr3t-pw"}}, MEDIUM),
    "userinfo": ({"body": "see postgres://admin:Sup3rS3cret@db.prod:5432/x"}, MEDIUM),
    "query": ({"url": f"https://api.example/?api_key={HEX}"}, MEDIUM),
    "header": ({"headers": {"Authorization": f"Bearer {MIXED}"}}, MEDIUM),
    "jwt": ({"body": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0"}, MEDIUM),
    "a line": ({"body": "Hi Bob,\nPassword: Tr0ub4dor&3\nbye"}, MEDIUM),
    "a line in German": ({"body": "das Passwort lautet Sommer!2027x"}, MEDIUM),
    "a line in Chinese": ({"body": "\u5bc6\u7801\uff1aabc!2345"}, MEDIUM),
    "card by name": ({"card_number": "4539 1488 0343 6467"}, MEDIUM),
    "card by name in Korean": ({"내_카드번호": "4539 1488 0343 6467"}, MEDIUM),
    "a line of an environment": ({"body": "NAME=x\nexport DB_PASSWORD='hunter22'\n"}, MEDIUM),
    "a setting that is no secret": ({"body": "NAME=hunter22\nRETRIES=3"}, None),
    "an argument in a program": ({"body": "    api_key=api_key,\n    auth_token=settings.AUTH_TOKEN,\n"}, None),
    "a pair with a type": ({"fields": [{"type": "textbox", "name": "Password", "value": "hunter2!"}]}, MEDIUM),
    "a pair of type and value": ({"fields": [{"type": "password", "value": "hunter2!"}]}, MEDIUM),
    "an example of AWS": ({"body": "AKIAIOSFODNN7EXAMPLE"}, INFO),
    "a made-up token": ({"content": "ghp_FAKE1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8"}, INFO),
    "a test key": ({"body": f"sk_test_{MIXED[:24]}"}, INFO),
}


@pytest.mark.parametrize("name", sorted(SENT_AWAY))
def test_what_its_name_or_form_makes_a_secret_is_told_where_it_leaves(name: str) -> None:
    arguments, wanted = SENT_AWAY[name]
    assert worst(found(arguments)) is wanted


@pytest.mark.parametrize(
    ("tool", "server", "arguments"),
    [
        ("login", "browser", {"password": "hunter2!"}),
        ("create_user", "records", {"name": "x", "password": "hunter2!"}),
        ("create_payment", "stripe", {"card_number": "4539 1488 0343 6467"}),
        ("fetch", "web", {"url": "https://x.example", "headers": {"Authorization": f"Bearer {MIXED}"}}),
    ],
)
def test_a_secret_that_belongs_there_is_only_noted(tool: str, server: str, arguments: JsonObject) -> None:
    assert worst(found(arguments, tool, server)) is INFO


def test_a_password_that_a_trusted_service_asks_for_by_name_is_only_noted() -> None:
    definition: JsonObject = {"inputSchema": {"type": "object", "properties": {"access_token": {"type": "string"}}}}
    asked = replace(
        call("post_message", {"access_token": "hunter2!"}, server="chat", definition=definition), trust="user"
    )
    assert worst(list(find_secrets(asked))) is INFO
    assert worst(list(find_secrets(replace(asked, trust="none")))) is MEDIUM
    undeclared = call("post_message", {"api_key": "hunter2!"}, server="chat", definition=definition)
    assert worst(list(find_secrets(replace(undeclared, trust="user")))) is MEDIUM
    elsewhere = {"access_token": "hunter2!", "endpoint": "https://paste.example"}
    sent = call("post_message", elsewhere, server="chat", definition=definition)
    assert worst(list(find_secrets(replace(sent, trust="user")))) is MEDIUM


def test_a_password_for_a_reader_that_nobody_vouched_for_is_told() -> None:
    def told(arguments: JsonObject, trust: Literal["none", "user"]) -> Severity | None:
        return worst(list(find_secrets(replace(call("public_holidays", arguments, server="days"), trust=trust))))

    assert told({"year": 2027, "api_credentials": "hunter2!"}, "none") is MEDIUM
    assert told({"year": 2027, "api_credentials": "hunter2!"}, "user") is INFO
    assert told({"url": "https://days.example", "api_credentials": "hunter2!"}, "none") is INFO


@pytest.mark.parametrize("place", ["paste.example", "paste.example:8443/in", "//paste.example", "45.133.9.18"])
def test_a_password_that_may_go_to_a_host_in_any_input_is_told(place: str) -> None:
    definition: JsonObject = {"inputSchema": {"type": "object", "properties": {"access_token": {"type": "string"}}}}
    values: JsonObject = {"access_token": "hunter2!", "workspace": place}
    fillers: JsonObject = {"access_token": "hunter2!", "ids": list(range(300)), "workspace": "w"}
    for arguments in (values, fillers):
        sent = call("post_message", arguments, server="chat", definition=definition)
        assert worst(list(find_secrets(replace(sent, trust="user")))) is MEDIUM


NOTHING: dict[str, JsonObject] = {
    "uuid": {"session": "550e8400-e29b-41d4-a716-446655440000"},
    "git": {"sha": "9fceb02d0ae598e95dc970b74767f19372d61af8"},
    "checksum": {"sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    "stars": {"password": "********"},
    "variable": {"password": "${DB_PASS}"},
    "template": {"password": "{{ vault.db }}"},
    "angle": {"api_key": "<your-key>"},
    "changeme": {"password": "changeme"},
    "a reference": {"password": "op://vault/db/password"},
    "code": {"body": "password = getpass()\ntoken = os.environ['TOKEN']"},
    "pages": {"page_token": "CAUQAA", "next_token": "eyJhIjoxfQ", "max_tokens": "200"},
    "keys of other kinds": {"key": "users/123", "primary_key": "id", "sort_key": "createdAt"},
    "about a secret": {"secret_name": "prod/db", "password_hint": "the dog"},
    "prose": {"body": "Please reset my password: it does not work. The token expired."},
    "a one-time code": {"body": "your code is 493201"},
    "order": {"order": "4539148803436467"},
    "a card's id": {"card_id": "4539148803436467"},
    "no check digit": {"card_number": "4539 1488 0343 6468"},
    "a test card": {"card_number": "4242424242424242"},
    "short": {"a": "x", "password": "no"},
    "schema": {"body": "token: string, password: string"},
    "a public key": {"body": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQ"},
    "documentation": {"body": "put -----BEGIN RSA PRIVATE KEY-----...-----END RSA PRIVATE KEY----- here"},
    "a usual password": {"dsn": "postgres://postgres:postgres@localhost/x"},
    "a port": {"url": "http://localhost:8080/a@b"},
    "of one letter": {"body": "AKIA" + "A" * 16},
}


@pytest.mark.parametrize("name", sorted(NOTHING))
def test_placeholders_identifiers_and_prose_are_none(name: str) -> None:
    assert found(NOTHING[name]) == []


@pytest.mark.parametrize(
    ("key", "wanted"),
    [("password", True), ("dbPassword", True), ("apiKey", True), ("API_KEY", True), ("client_secret", True),
     ("password_hint", False), ("secretName", False), ("key", False), ("token_count", False), ("", False)],
)  # fmt: skip
def test_names_that_say_secret(key: str, wanted: bool) -> None:
    assert names_secret(key) is wanted


def test_a_finding_says_where_it_stands_and_shows_little_of_it() -> None:
    text = f"see {TOKENS['github']}."
    (hit,) = found({"a": {"b": text}})
    assert hit.where == ("a", "b")
    assert hit.span is not None
    assert text[slice(*hit.span)] == TOKENS["github"]
    assert hit.evidence == "ghp_\u2026e5F6 (40 characters)"
    assert hit.text == "\u201cb\u201d holds a key or token of GitHub. Whoever gets this call gets it too."
    assert masked("hunter2!") == "h\u2026! (8 characters)"


def test_what_overlaps_is_listed_once_and_many_are_cut() -> None:
    assert len(found({"api_key": TOKENS["stripe"]})) == 1
    assert len(found({"text": " ".join([TOKENS["github"]] * 50)})) == MAX_LISTED


def test_a_text_alone_can_be_searched_for_tokens() -> None:
    assert [secret[2:] for secret in tokens_in(f"a {TOKENS['github']} b")] == [(2, 42)]
    assert list(tokens_in("a password=hunter2! b")) == []


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_fault_and_never_repeated_whole(text: str) -> None:
    for hit in found({"password": text, "x": text}):
        assert hit.span is not None
        secret = text[slice(*hit.span)]
        assert secret
        assert len(secret) < 5 or secret not in hit.evidence


@pytest.mark.full
@pytest.mark.parametrize(
    "piece", ["\n", " ", "a", "aB3", "@", ".", "://", "://a:b@", "password: ", "password is a1!b ", "eyJ", "eyJhbGc.",
              "4", "4539-", "-----BEGIN PRIVATE KEY-----", "ghp_", "sk_live_", "?key=", "-us", "SK", "AKIA", "${", "<"]
)  # fmt: skip
@pytest.mark.parametrize("key", ["body", "card_number", "password"])
def test_s22_the_work_grows_with_the_text_alone(piece: str, key: str) -> None:
    assert slower(lambda text: list(find_secrets(bare("send_email", {key: text}))), piece) < LONG
