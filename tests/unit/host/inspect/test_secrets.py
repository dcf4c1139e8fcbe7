"""Secrets: tokens in their makers' forms, passwords by their names, and what only looks like one."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.inspect.secrets.find import find_secrets, known_tokens
from host.model import JsonObject, Severity
from tests.unit.host.inspect.making import subject, worst

MIXED = "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0z"

TOKENS = {
    "aws": "AKIAIOSFODNN7ABCDEFG",
    "github": "ghp_" + "a1B2c3D4e5F6" * 3,
    "github fine": f"github_pat_{MIXED}",
    "gitlab": f"glpat-{MIXED[:20]}",
    "slack": f"xoxb-123456789012-{MIXED[:24]}",
    "slack webhook": f"https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/{MIXED[:24]}",
    "stripe": f"sk_live_{MIXED[:24]}",
    "anthropic": f"sk-ant-api03-{MIXED}",
    "openai": f"sk-proj-{MIXED}",
    "google": "AIza" + (MIXED + MIXED)[:35],
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA",
    "ssh": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r",
    "npm": "npm_" + (MIXED + MIXED)[:36],
    "pypi": "pypi-AgEIcHlwaS5vcmc" + MIXED,
    "sendgrid": f"SG.{MIXED[:22]}.{(MIXED + MIXED)[:43]}",
    "twilio": "SK" + "0123456789abcdef" * 2,
    "telegram": "123456789:AA" + (MIXED + MIXED)[:33],
    "azure": "AccountKey=" + (MIXED + MIXED + MIXED)[:86] + "==",
}


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_a_token_in_its_makers_form_is_grave_wherever_it_stands(name: str) -> None:
    token = TOKENS[name]
    everywhere: list[JsonObject] = [{"text": f"use {token} please"}, {"a": [{"b": token}]}, {token: "as a name"}]
    for arguments in everywhere:
        found = list(find_secrets(subject(arguments)))
        assert worst(found, "secret") is Severity.HIGH
        assert all(token not in finding.evidence and token not in finding.text for finding in found)


MEDIUM: dict[str, JsonObject] = {
    "password": {"password": "hunter2!"},
    "nested env": {"env": {"DB_PASSWORD": "s3cr3t-pw"}},
    "userinfo": {"dsn": "postgres://admin:Sup3rS3cret@db.prod:5432/x"},
    "query": {"url": "https://api.example/?api_key=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c"},
    "header": {"headers": {"Authorization": f"Bearer {MIXED}"}},
    "header in a command": {"command": f"curl -H 'Authorization: Bearer {MIXED}' https://x.example"},
    "flag": {"command": "mysql --password=Tr0ub4dor&3 -e 'select 1'"},
    "curl user": {"command": "curl -u admin:pa55word1 https://x.example"},
    "settings": {"content": "debug = true\nsecret_key = 'kd83-fjKs-2291'\n"},
    "card": {"text": "pay with 4111 1111 1111 1111 today"},
    "card by name": {"card_number": "4242424242424242"},
    "a token by its name": {"token": MIXED},
    "wireguard": {"content": "[Interface]\nPrivateKey = UvlZ3R5MfrRn0++uouOl4s9h3tJgB0rgwE4pepV2XAL=\n"},
    "split under one key": {"fields": [{"v": "AKIA"}, {"v": "CQ37VBE4XBI3AS4I"}]},
    "backwards": {"body": "debug: " + ("npm_" + (MIXED + MIXED)[:36])[::-1]},
    "in base64": {"body": base64.b64encode(("x=ghp_" + (MIXED + MIXED)[:36]).encode()).decode()},
    "a wallet's words": {
        "comment": "crisp ladder orbit velvet canyon mimic pupil frost gadget tunnel ribbon waste, my recovery"
    },
    "a card before a date": {"text": "My visa 4929 4212 3460 0821 12/29 cvv 331"},
    "a card as a number": {"card": {"number": 4111111111111111}},
}


@pytest.mark.parametrize("name", sorted(MEDIUM))
def test_what_its_name_or_form_makes_a_secret_is_looked_at(name: str) -> None:
    assert worst(find_secrets(subject(MEDIUM[name])), "secret") in (Severity.MEDIUM, Severity.HIGH)


INFO: dict[str, JsonObject] = {
    "an example of AWS": {"key": "AKIAIOSFODNN7EXAMPLE"},
    "a made-up token": {"content": "ghp_FAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKE"},
    "iban": {"iban": "DE89 3704 0044 0532 0130 00"},
    "ssn": {"note": "his number is 536-22-8145."},
}


@pytest.mark.parametrize("name", sorted(INFO))
def test_numbers_of_people_are_noted(name: str) -> None:
    assert worst(find_secrets(subject(INFO[name])), "secret") is Severity.INFO


NOTHING: dict[str, JsonObject] = {
    "uuid": {"token": "550e8400-e29b-41d4-a716-446655440000"},
    "git": {"sha": "9fceb02d0ae598e95dc970b74767f19372d61af8"},
    "checksum": {"sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    "image": {
        "image": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    },
    "stars": {"password": "********"},
    "variable": {"password": "${DB_PASS}"},
    "template": {"password": "{{ vault.db }}"},
    "angle": {"api_key": "<your-key>"},
    "changeme": {"password": "changeme"},
    "from the environment": {"code": "password = getpass()\ntoken = os.environ['TOKEN']"},
    "pages": {"page_token": "CAUQAA", "next_token": "eyJhIjoxfQ", "max_tokens": "200"},
    "keys of other kinds": {"key": "users/123", "primary_key": "id", "sort_key": "createdAt", "cache_key": "list-7"},
    "about a secret": {"secret_name": "prod/db", "password_hint": "the dog"},
    "prose": {"text": "Please reset my password: it does not work. The token expired."},
    "order": {"order": "1234567890123456"},
    "short": {"a": "x", "password": "no"},
    "schema": {"text": "token: string, password: string"},
}


@pytest.mark.parametrize("name", sorted(NOTHING))
def test_placeholders_identifiers_and_prose_are_none(name: str) -> None:
    assert list(find_secrets(subject(NOTHING[name]))) == []


def test_a_finding_says_where_it_stands_and_shows_little_of_it() -> None:
    text = f"see {TOKENS['github']}."
    (found,) = find_secrets(subject({"a": {"b": text}}))
    assert found.where == ("a", "b")
    assert found.span is not None
    assert text[slice(*found.span)] == TOKENS["github"]
    assert found.evidence == "ghp_…e5F6 (40 characters)"


def test_what_overlaps_is_listed_once_and_many_are_cut() -> None:
    assert len(list(find_secrets(subject({"api_key": TOKENS["stripe"]})))) == 1
    assert len(list(find_secrets(subject({"text": " ".join([TOKENS["github"]] * 50)})))) <= 8


def test_a_text_alone_can_be_searched_for_tokens() -> None:
    assert list(known_tokens(f"a {TOKENS['github']} b")) == [(2, 42)]
    assert list(known_tokens("a password=hunter2! b")) == []


@settings(max_examples=40)
@given(st.text(max_size=300))
def test_any_text_is_read_without_a_fault_and_never_repeated_whole(text: str) -> None:
    for finding in find_secrets(subject({"password": text, "x": text})):
        assert finding.span is not None
        secret = text[slice(*finding.span)]
        assert secret
        assert len(secret) < 5 or secret not in finding.evidence
