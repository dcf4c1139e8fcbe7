"""What host and assistant say to each other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from host.assistant import protocol
from host.control.views import AssistantEntry
from host.errors import UsageError

ENTRY = AssistantEntry(3, "call", "", "files", "write_file", '{"a":1}', "proposed", "")


def changed(**fields: Any) -> bytes:
    entry = json.loads(protocol.entry_line(ENTRY))["entry"] | fields
    return json.dumps({"entry": entry}).encode()


@pytest.mark.parametrize("command", [protocol.Tell("add"), protocol.Tell(""), protocol.Stop()])
def test_commands_come_back_as_they_were_sent(command: protocol.Command) -> None:
    assert protocol.read_command(protocol.command_line(command)) == command


def test_entries_and_phases_come_back_as_they_were_said() -> None:
    assert protocol.read_message(protocol.entry_line(ENTRY)) == ENTRY
    assert protocol.read_message(protocol.phase_line("ended")) == "ended"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{",
        b'{"phase":"failed"}',
        b'{"phase":"idle","more":1}',
        b'{"phase":"idle","phase":"idle"}',
        b'{"entry":{}}',
        changed(role="note"),
        changed(role=7),
        changed(number=-1),
        changed(number=True),
        changed(number=1.5),
        changed(number=10**9),
        changed(status="approved"),
        changed(status=[]),
        changed(text=None),
        changed(result="x" * (protocol.LONGEST_TEXT + 1)),
        changed(more="x"),
    ],
)
def test_anything_else_is_refused(line: bytes) -> None:
    with pytest.raises(UsageError):
        protocol.read_message(line)


@pytest.mark.parametrize("line", [b"{}", b"x", b'{"do":"tell"}', b'{"do":"approve"}', b'{"do":"stop","step":""}'])
def test_a_command_that_does_not_exist_is_refused(line: bytes) -> None:
    with pytest.raises(UsageError):
        protocol.read_command(line)
