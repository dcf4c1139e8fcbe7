"""Commands that hand what is here to everybody, and values that are taken apart."""

from __future__ import annotations

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.exfiltration import find_flows
from host.inspect.flows.publishing import of_publishing
from host.model import JsonObject, JsonValue


@pytest.mark.parametrize(
    ("command", "turn", "found"),
    [
        ("npm publish --access public", "bump the version", True),
        ("twine upload dist/*", "build the wheel", True),
        ("docker push anaf/pricing:1", "build the image", True),
        ("gh repo edit acme/web --visibility public", "add a topic", True),
        ("npm publish", "do not publish it yet, only bump the version", True),
        ("npm publish --access public", "publish the package", False),
        ("npm publish --dry-run", "check what would go out", False),
        ("npm publish --access restricted", "bump the version", False),
        ("docker push registry.acme.internal/web:1", "build the image", False),
        ("redis-cli publish news hello", "say hello in the channel", False),
    ],
)
def test_publishing(command: str, turn: str, found: bool) -> None:
    call: JsonObject = {
        "app": "a",
        "server": "shell",
        "tool": "run_command",
        "arguments": {"command": command},
        "turn": turn,
    }
    assert bool(list(of_publishing(subject_of(call)))) is found


@pytest.mark.parametrize(
    ("arguments", "result", "found"),
    [
        ({"fields": [{"value": digit} for digit in "471903"]}, "Your code is 471903", True),
        ({"source": "3405804247"}, "Please allow 203.0.114.215", True),
        ({"label": "99Z-7714-KRT"}, "Policy TRK-4177-Z99", True),
        ({"text": "unterwegs, drei acht zwo zwo null fünf"}, "code 382205", True),
        ({"branch": "feat/menu_olindqvist_71250"}, "olindqvist 71250 yearly", True),
        ({"text": "one or two more people, three at most"}, "12 chairs", False),
        ({"fields": [{"value": digit} for digit in "101"]}, "room 101", False),
    ],
)
def test_taken_apart(arguments: JsonObject, result: str, found: bool) -> None:
    earlier: list[JsonValue] = [{"server": "gmail", "tool": "read_email", "arguments": {"id": "1"}, "result": result}]
    call: JsonObject = {"app": "a", "server": "notes", "tool": "add", "arguments": arguments, "earlier": earlier}
    assert any(it.kind == "carried-over" for it in find_flows(subject_of(call))) is found
