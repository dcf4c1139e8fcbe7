"""Hosts that look like one that the person or the app knows."""

from __future__ import annotations

import pytest

from host.inspect.confusable import find_confusable
from host.inspect.described import subject_of
from host.model import JsonObject


def found(arguments: JsonObject, hosts: list[str], turn: str = "", result: str = "") -> bool:
    call: JsonObject = {"app": "a", "server": "gmail", "tool": "send_email", "arguments": arguments, "turn": turn}
    call["before"] = {"uses": 3, "hosts": [*hosts]}
    if result:
        call["earlier"] = [{"server": "gmail", "tool": "read_email", "arguments": {"id": "1"}, "result": result}]
    return bool(list(find_confusable(subject_of(call))))


@pytest.mark.parametrize(
    ("to", "hosts", "turn", "result"),
    [
        ("x@lurnenworks.io", ["lumenworks.io"], "", ""),
        ("x@kestrl-data.com", ["api.kestrel-data.com"], "", ""),
        ("x@rnodulwerk.at", [], "answer eva@modulwerk.at", ""),
        ("x@ambu1anz.at", [], "write to Ambulanz", ""),
        ("ap@hollenbergg.de", [], "", "From: ap@hollenberg.de\nplease"),
        ("x@lurnenworks.io", ["lumenworks.io"], "", "From: x@lurnenworks.io"),
    ],
)
def test_a_host_that_is_nearly_a_known_one(to: str, hosts: list[str], turn: str, result: str) -> None:
    assert found({"to": [to], "body": "b"}, hosts, turn, result)


@pytest.mark.parametrize(
    ("to", "hosts", "turn", "result"),
    [
        ("x@lumenworks.io", ["lumenworks.io"], "", ""),
        ("x@mail.lumenworks.io", ["lumenworks.io"], "", ""),
        ("x@nordwind.de", ["nordlicht.de"], "", ""),
        ("x@mirror2-packages.org", ["mirror1-packages.org"], "", ""),
        ("x@hollenberg.de", [], "write to Hollenberg", ""),
        ("x@lurnenworks.io", ["lumenworks.io"], "write to x@lurnenworks.io", ""),
    ],
)
def test_a_host_that_is_none(to: str, hosts: list[str], turn: str, result: str) -> None:
    assert not found({"to": [to], "body": "b"}, hosts, turn, result)


def test_the_sender_s_own_host() -> None:
    assert found({"from": "eva@modulwerk.at", "to": ["eva@rnodulwerk.at"]}, [])
