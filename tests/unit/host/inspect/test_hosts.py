"""The hosts that a call names, and where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from host.arguments.host_names import canonical_host
from host.inspect.hosts import MAX_HOSTS, host_list, named_hosts, private_zone
from tests.unit.host.inspect.calls import call
from tests.unit.host.inspect.work import LONG, bare, slower


def hosts(tool: str, arguments: dict[str, Any]) -> list[str]:
    return [host for each in named_hosts(call(tool, arguments)) for host in each.hosts]


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("fetch", {"url": "https://a.example/x"}, ["a.example"]),
        ("fetch", {"url": "http:\\\\a.example\\x"}, ["a.example"]),
        ("fetch", {"url": "\\/a.example/x"}, ["a.example"]),
        ("fetch", {"url": "https:/a.example/x"}, ["a.example"]),
        ("fetch", {"url": "HTTP:a.example:80/x"}, ["a.example"]),
        ("read_file", {"path": "//a.example/x"}, []),
        ("fetch", {"url": "https://u:p@a.example:8443/x"}, ["a.example"]),
        ("fetch", {"url": "https://a.example/?u=http%3A%2F%2Fb.example%2F"}, ["a.example", "b.example"]),
        ("run_command", {"command": "curl -d @x a.example/up && wget b.example"}, ["a.example", "b.example"]),
        ("run_command", {"command": "curl -o x.zip https://a.example/"}, ["a.example"]),
        ("git_clone", {"url": "git@a.example:x/y.git"}, ["a.example"]),
        ("send_email", {"to": ["x@a.example"], "body": "x"}, ["a.example"]),
        ("connect", {"host": "a.example"}, ["a.example"]),
        ("fetch", {"url": "http://0x7f.1/"}, ["127.0.0.1"]),
        ("write_file", {"path": "notes.txt", "content": "see x.txt"}, []),
        ("do", {"origin": "Berlin", "destination": "Paris"}, []),
        ("do", {"version": "1.2.3.4"}, []),
        ("do", {"cidr": "10.20.0.0/16"}, []),
        ("do", {"start": "2026-11-22T09:00:00+01:00", "key": "user:1:profile", "ratio": "16:9:1"}, []),
        ("query", {"sql": "SELECT a FROM t WHERE host = 'a.example'"}, []),
        ("do", {"machine": "10.0.0.4"}, ["10.0.0.4"]),
        ("do", {"to": "0x742d35Cc6634C0532925a3b844Bc454e4438f44e"}, []),
        ("search", {"query": "metadata['order']:'88213-77'"}, []),
        ("upload", {"url": "s3://my-bucket/key"}, []),
    ],
)
def test_hosts_are_found_where_they_are_named(tool: str, arguments: dict[str, Any], expected: list[str]) -> None:
    assert hosts(tool, arguments) == expected


def test_a_host_in_words_is_only_mentioned() -> None:
    (each,) = named_hosts(call("post", {"text": "see https://a.example/"}))
    assert each.is_only_mentioned
    assert each.hosts == ("a.example",)


def test_what_readers_do_not_agree_on_is_not_sure() -> None:
    (each,) = named_hosts(call("fetch", {"url": "http://2130706433/"}))
    assert (each.is_sure, each.hosts) == (False, ("127.0.0.1",))


def test_no_more_hosts_are_judged_than_some() -> None:
    urls = [f"https://h{n}.example/" for n in range(2 * MAX_HOSTS)]
    assert len(named_hosts(call("fetch", {"urls": urls}))) <= MAX_HOSTS


@pytest.mark.parametrize(
    ("host", "where"),
    [
        ("169.254.169.254", "metadata"),
        ("metadata.google.internal", "metadata"),
        ("169.254.169.254.nip.io", "metadata"),
        ("a9fea9fe.nip.io", "metadata"),
        ("127.0.0.1", "machine"),
        ("::1", "machine"),
        ("lvh.me", "machine"),
        ("10.0.0.1", "network"),
        ("100.64.1.1", "network"),
        ("fd12::1", "network"),
        ("nas.local", "network"),
        ("jenkins", "network"),
        ("10.0.0.1.nip.io", "network"),
        ("8.8.8.8", ""),
        ("203.0.113.5", ""),
        ("example.com", ""),
        ("nip.io", ""),
    ],
)
def test_s29_which_hosts_are_private(host: str, where: str) -> None:
    assert private_zone(host) == where


@pytest.mark.parametrize("sort", ["collector", "tunnel", "paste", "shortener", "dynamic", "known", "rebinding"])
def test_the_names_of_the_table_are_canonical(sort: str) -> None:
    assert [name for name in host_list(sort) if canonical_host(name) != name] == []


@pytest.mark.full
@pytest.mark.parametrize("piece", ["https://", "a@b.c ", "curl ", "x:", "http%3a%2f%2f", "host=a.b ", "://", "a.b."])
@pytest.mark.parametrize("key", ["command", "url", "body", "to"])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str, key: str) -> None:
    assert slower(lambda text: named_hosts(bare("run", {key: text})), piece) < LONG
