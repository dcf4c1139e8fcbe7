"""What host and scripted assistant say to each other, one JSON object a line (pure).

Owns: commands to the process, and what comes from it.

Invariants: what the process says is read strictly (it is an app, and trusted as little as any): known keys, right
types, bounded texts; it cannot speak in Assent's own name.
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
"""How the story stands, as the process says it: being told, stopped, told to its end."""

LONGEST_LINE: Final = 256 << 10
LONGEST_TEXT: Final = 16_000
"""Characters of one field of an entry."""
MOST_NUMBER: Final = 1_000_000


class Tell(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="tell"):
    """Tell a chapter, or the story where ``step`` is empty."""

    step: str


class Stop(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stop"):
    """Stop telling; withdraw what waits."""


Command: TypeAlias = Tell | Stop


def command_line(command: Command) -> bytes:
    """A command as it is sent, without its line end."""
    return msgspec.json.encode(command)


def read_command(line: bytes) -> Command:
    """What the host wants. Raises UsageError."""
    try:
        return cast("Command", msgspec.convert(_object(line), Tell | Stop))
    except msgspec.ValidationError as error:
        raise UsageError("this is no command of the host") from error


def entry_line(entry: AssistantEntry) -> bytes:
    """An entry as the process says it."""
    return compact({"entry": codec.to_json(entry)})


def phase_line(phase: Phase) -> bytes:
    """A phase as the process says it."""
    return compact({"phase": phase})


def read_said(line: bytes) -> AssistantEntry | Phase:
    """What the process says. Raises UsageError for anything that is not exactly as it should be."""
    match _object(line):
        case {"phase": str(phase), **rest} if not rest and phase in get_args(Phase):
            return cast("Phase", phase)
        case {"entry": entry, **rest} if not rest:
            return _entry(entry)
    raise UsageError("this is nothing that the assistant may say")


def _entry(said: JsonValue) -> AssistantEntry:
    try:
        entry = cast("AssistantEntry", codec.from_json(AssistantEntry, said))
    except ProtocolError as error:
        raise UsageError(f"this is no entry: {error}") from error
    if entry.role == "note" or not 0 <= entry.number <= MOST_NUMBER:
        raise UsageError("an entry's number is out of bounds, or its role one that it cannot have")
    if any(len(text) > LONGEST_TEXT for text in (entry.text, entry.server, entry.tool, entry.arguments, entry.result)):
        raise UsageError("an entry holds too much text")
    return entry


def _object(line: bytes) -> JsonObject:
    try:
        return codec.object_of(line)
    except ProtocolError as error:
        raise UsageError(f"this is no JSON object: {error}") from error
