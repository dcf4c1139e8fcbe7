"""The messages between host and scripted assistant, one JSON object per line (pure).

Invariants: messages of the process are read strictly (it is an app, and trusted as little as any other): known keys,
right types, bounded texts. It cannot write entries in the name of Assent.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast, get_args

import msgspec
from msgspec import Struct

from host.canonical import compact
from host.control import codec
from host.control.views import AssistantEntry
from host.errors import ProtocolError, UsageError
from host.model import JsonObject, JsonValue

Phase: TypeAlias = Literal["running", "idle", "ended"]
"""The state of the story in the process: playing, stopped, played to its end."""

LONGEST_LINE: Final = 256 << 10
LONGEST_TEXT: Final = 16_000
"""Characters of one field of an entry."""
MAX_NUMBER: Final = 1_000_000


class Tell(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="tell"):
    """Play a chapter, or the story if ``step`` is empty."""

    step: str


class Stop(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stop"):
    """Stop the story; withdraw the calls that wait."""


Command: TypeAlias = Tell | Stop


def command_line(command: Command) -> bytes:
    """Encode a command, without line end."""
    return msgspec.json.encode(command)


def read_command(line: bytes) -> Command:
    """Parse a command of the host. Raises UsageError."""
    try:
        return cast("Command", msgspec.convert(_object(line), Tell | Stop))
    except msgspec.ValidationError as error:
        raise UsageError("this is no command of the host") from error


def entry_line(entry: AssistantEntry) -> bytes:
    """Encode an entry for the host."""
    return compact({"entry": codec.to_json(entry)})


def phase_line(phase: Phase) -> bytes:
    """Encode a phase for the host."""
    return compact({"phase": phase})


def read_message(line: bytes) -> AssistantEntry | Phase:
    """Parse a message of the process. Raises UsageError for anything that is not exactly right."""
    match _object(line):
        case {"phase": str(phase), **rest} if not rest and phase in get_args(Phase):
            return cast("Phase", phase)
        case {"entry": entry, **rest} if not rest:
            return _read_entry(entry)
    raise UsageError("this is nothing that the assistant may say")


def _read_entry(value: JsonValue) -> AssistantEntry:
    try:
        entry = codec.from_json(AssistantEntry, value)
    except ProtocolError as error:
        raise UsageError(f"this is no entry: {error}") from error
    if entry.role == "note" or not 0 <= entry.number <= MAX_NUMBER:
        raise UsageError("an entry's number is out of bounds, or its role one that it cannot have")
    texts = entry.text, entry.server, entry.tool, entry.arguments, entry.result, entry.call, entry.decided_by
    if any(len(text) > LONGEST_TEXT for text in texts):
        raise UsageError("an entry holds too much text")
    return entry


def _object(line: bytes) -> JsonObject:
    try:
        return codec.object_of(line)
    except ProtocolError as error:
        raise UsageError(f"this is no JSON object: {error}") from error
