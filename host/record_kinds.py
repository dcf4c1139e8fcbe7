"""The kinds of records in the log, one row each (pure).

Owns: the properties of a kind, for all code that writes, checks, searches, prints or shows records.

Invariants: no record of another kind is written. Names and the values of ``decides`` never change, because old logs
hold them; ``resources/schemas/record.schema.json`` has the same names and values.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.words import Words, say


class RecordKind(Struct, frozen=True):
    """One kind of record."""

    name: str
    title: Words = ""  # its heading among the records of a call; empty if it never belongs to a call
    title_of_link: Words = ""  # its heading if the app reads the target of a link in a result; empty for ``title``
    names_call: bool = False  # whether it always names its call
    is_step: bool = False  # whether it advances the call to its next state
    decides: tuple[str, ...] = ()  # the possible values of its ``decision``; empty if it has none
    has_reason: bool = False  # whether a person's reason or note may be stored with it


_ALL: Final = (
    *map(
        RecordKind,
        "log.opened host.started host.stopped app.connected app.refused app.disconnected server.started "
        "server.stopped server.failed server.signed_in server.signed_out server.sign_in_failed "
        "server.definitions server.pin_mismatch server.waits server.reviewed server.program_changed "
        "policy.loaded policy.confirmed policy.edited message.refused method.forwarded method.refused".split(),
    ),
    RecordKind("call.proposed", say("Asked"), names_call=True, is_step=True),
    RecordKind("call.refused", say("Refused by the checks"), names_call=True, is_step=True),
    RecordKind("call.signed", say("Signed"), names_call=True),
    RecordKind(
        "call.decided", say("Decided"), names_call=True, is_step=True, decides=("approve", "deny"), has_reason=True
    ),
    RecordKind("call.edited", say("Inputs changed by a person"), names_call=True),
    RecordKind("call.outcome", say("Ended"), names_call=True, is_step=True),
    RecordKind(
        "result.reviewed", say("Result reviewed"), names_call=True, decides=("release", "withhold"), has_reason=True
    ),
    RecordKind(
        "input.asked",
        say("The server asks the app; a person is asked"),
        say("The app reads a link in the result; a person is asked"),
    ),
    RecordKind(
        "input.decided",
        say("The server asks the app: decided"),
        say("The app reads a link in the result: decided"),
        has_reason=True,
    ),
    RecordKind("input.answered", say("The app answered the server"), say("The server brought what the link leads to")),
    RecordKind("input.reviewed", say("The app's answer reviewed"), has_reason=True),
    RecordKind("grant.given", say("Grant given")),
    *map(
        RecordKind,
        "grant.revoked approver.enrolled approver.failed approver.locked stop.pressed stop.released "
        "window.started window.stopped".split(),
    ),
)
KINDS: Final = {kind.name: kind for kind in _ALL}
