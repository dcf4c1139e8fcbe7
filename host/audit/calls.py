"""Reads the records of the log as calls: a table of calls, newest first, and all details of one call.

Invariants: a page is bounded however large the log is and however rare the matches are. Pages continue by call id,
never by offset. A damaged record leaves gaps in the data of its call and is never an error. Only the beginnings of
values are read, except for the one call whose details are shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final, TypeAlias, get_args

from host.audit.query import MAX_PAGE, MAX_SCANNED, AuditReader, Record
from host.canonical import canonical, compact, parse_document
from host.control import search
from host.control.search import MAX_TEXT
from host.control.views import (
    NO_ACTION,
    ActionView,
    CallDetails,
    CallState,
    HistoryPage,
    HistoryRow,
    TargetState,
    TimelineEntry,
)
from host.errors import MalformedJson, UsageError
from host.model import SAYS_NOTHING, AppSays, Bound, Grant, GrantDuration, JsonObject, JsonValue, Severity
from host.values import replace
from host.words import say

MAX_SECONDS: Final = 0.5
"""Seconds that one filtered page may search: kept values may be large, and a person waits for the page."""

EXCERPT: Final = 2_048
"""Bytes of the inputs in a row of the table."""
MAX_PARAMS: Final = 32_768
"""Bytes of the parameters that are read for a row. For longer ones the action is not worked out."""
INPUT_KIND_PREFIX: Final = "input."
"""The beginning of the kinds about requests to the app in the middle of a call."""
INPUT_EXCERPT: Final = 16_384
"""Bytes of such a request or answer."""
_INPUT_VALUES: Final = ("asked", "answer")
_ARGUMENTS: Final = b'"arguments":'
_JUDGED: Final = ("call.proposed", "call.decided")
"""The kinds that hold what a decision is based on."""
_HINTS: Final = ("readOnlyHint", "destructiveHint")
_GRAVEST_FIRST: Final = tuple(severity.value for severity in (Severity.HIGH, Severity.MEDIUM, Severity.INFO))

DefinitionOf: TypeAlias = Callable[[str], "bytes | None"]
"""Returns the canonical bytes of the definition with a digest (hex), None if it is not known."""
ActionOf: TypeAlias = Callable[[str, str, JsonObject], ActionView]
"""Returns what a call does, from its server, its tool and its inputs."""


def _no_action(server: str, tool: str, inputs: JsonObject) -> ActionView:  # noqa: ARG001  # as the type has it
    return NO_ACTION


def read_page(
    reader: AuditReader,
    text: str = "",
    before: str = "",
    limit: int = 100,
    *,
    clock: Callable[[], float] = time.monotonic,
    action_of: ActionOf = _no_action,
) -> HistoryPage:
    """Return the newest calls before the call ``before`` that meet the search ``text`` (``host.control.search``).

    A filtered page scans ``MAX_SCANNED`` records, or searches for ``MAX_SECONDS`` of ``clock``; it may hold few or no
    calls and still say where to continue. Raises UsageError: the search or the limit is invalid; AuditError: the log
    cannot be read.
    """
    if not 0 < limit <= MAX_PAGE:
        raise UsageError(f"A page holds 1 to {MAX_PAGE} calls.")
    if text:
        calls, next_before = _matching_calls(reader, text, before, limit, clock)
    else:
        calls, next_before = _newest_calls(reader, before, limit)
    return HistoryPage(tuple(_read_row(reader, call, action_of) for call in calls), next_before)


def read_call(
    reader: AuditReader, call_id: str, definition_of: DefinitionOf, *, action_of: ActionOf = _no_action
) -> CallDetails:
    """Return everything that the log has about one call. Raises UsageError if that is nothing, and AuditError."""
    records = reader.timeline(call_id)
    if not records:
        raise UsageError(say("There is no such call in the log."), detail=call_id)
    digest = _first_text(records[::-1], "definition")
    decisions = [record for record in records if record.kind in ("call.decided", "")]
    reason, note = _last_value(reader, decisions, "reason"), _last_value(reader, records, "note")
    result, size = _result(reader, records)
    row = _read_row(reader, call_id, action_of)
    return CallDetails(
        row=row,
        timeline=tuple(_timeline_entry(reader, record) for record in records),
        params=_last_value(reader, records, "params"),
        definition=definition_of(digest) if digest else None,
        result=result,
        result_bytes=size,
        reason=(reason or b"").decode("utf-8", "replace"),
        edited=_params_before_edit(reader, records),
        inputs_kept=_were_inputs_kept(reader, records),
        note=(note or b"").decode("utf-8", "replace"),
        says=_app_says(_last_value(reader, records, "says")),
        grant=_grant(reader, row.who) if row.by == "grant" else None,
    )


def _grant(reader: AuditReader, grant_id: str) -> Grant | None:
    """The grant as it was given, None if its record is missing or damaged."""
    record = reader.grant(grant_id)
    fields = {} if record is None else record.fields
    duration = next((name for name in get_args(GrantDuration) if name == fields.get("scope")), None)
    bound = next((name for name in get_args(Bound) if name == fields.get("bound")), None)
    if record is None or duration is None or bound is None:
        return None
    seconds, covers = fields.get("seconds"), reader.value(record.seq, "covers") or b""
    try:
        given_at = datetime.fromisoformat(record.time).timestamp()
    except (ValueError, OverflowError):
        return None
    return Grant(
        id=grant_id,
        app=_text(fields.get("app")),
        server=_text(fields.get("server")),
        tool=_text(fields.get("tool")),
        arguments=b"",
        given_at=given_at,
        expires_at=given_at + seconds if isinstance(seconds, int | float) else None,
        who=_text(fields.get("who")),
        duration=duration,
        bound=bound,
        covers=tuple(covers.decode("utf-8", "replace").splitlines()),
    )


def _timeline_entry(reader: AuditReader, record: Record) -> TimelineEntry:
    entry = TimelineEntry(record.seq, record.time, record.kind, _fields_as_json(record.fields), record.hash)
    if not record.kind.startswith(INPUT_KIND_PREFIX):
        return entry
    values = [value for value in reader.values(record) if value.name in _INPUT_VALUES and value.state == "kept"]
    if not values:
        return entry
    content = reader.beginning(record.seq, values[0].name, INPUT_EXCERPT) or b""
    return replace(entry, said=content, said_bytes=values[0].bytes)


def _app_says(kept: bytes | None) -> AppSays:
    """What the app told about who asks. Damaged parts are missing."""
    try:
        value = None if kept is None else parse_document(kept).value
    except MalformedJson:
        return SAYS_NOTHING
    members = value if isinstance(value, dict) else {}
    return AppSays(**{name: _text(members.get(name)) for name in AppSays.__struct_fields__})


def history_row(call_id: str, records: Sequence[Record]) -> HistoryRow:
    """Make the row of a call from its records, oldest first (pure). Data of damaged records is missing."""
    app = next((app for record in records if isinstance(app := record.fields.get("app"), dict)), {})
    decision, outcome = last_of(records, "call.decided"), last_of(records, "call.outcome")
    refused = last_of(records, "call.refused") is not None
    duration = outcome.get("duration_ms") if outcome is not None else None
    judged = [record for record in records if record.kind in _JUDGED]
    all_annotations = (record.fields.get("annotations") for record in reversed(judged))
    annotations = next((value for value in all_annotations if isinstance(value, dict)), {})
    return HistoryRow(
        call_id=call_id,
        time=records[0].time if records else "",
        app=_text(app.get("name")),
        authenticated=app.get("authenticated") is True,
        server=_first_text(records, "server"),
        tool=_first_text(records, "tool"),
        state=_state(records, decision, outcome),
        decision="invalid" if refused else _text((decision or {}).get("decision")),
        by=_text((decision or {}).get("by")),
        who=_text((decision or {}).get("who")),
        status=_text((outcome or {}).get("status")),
        duration_ms=float(duration) if isinstance(duration, int | float) and not isinstance(duration, bool) else None,
        severity=_gravest_severity(records),
        edited=last_of(records, "call.edited") is not None,
        vouched=bool(judged and judged[-1].fields.get("trust")),
        hints={key: hint for key in _HINTS if isinstance(hint := annotations.get(key), bool)},
        calm=_gravest_severity(judged) in ("", Severity.INFO.value),
    )


def _read_row(reader: AuditReader, call_id: str, action_of: ActionOf) -> HistoryRow:
    records = reader.timeline(call_id)
    row = history_row(call_id, records)
    inputs, arguments = _inputs(reader, records)
    action = replace(action_of(row.server, row.tool, arguments), there=_state_of_target(records))
    return replace(row, inputs=inputs, action=action)


def _state_of_target(records: Sequence[Record]) -> TargetState:
    """``ActionView.there`` at the time of the decision."""
    recorded = (last_of(records, "call.decided") or {}).get("there")
    return next((state for state in get_args(TargetState) if state == recorded), "")


def _inputs(reader: AuditReader, records: Sequence[Record]) -> tuple[bytes, JsonObject]:
    """Return the beginning of the arguments and the parsed arguments, after the last edit.

    They come from the first record that keeps the parameters. Arguments that were cut off are returned as empty.
    """
    for record in since_edit(records):
        params = reader.beginning(record.seq, "params", MAX_PARAMS)
        if params is None:
            continue
        if (kept := kept_arguments(params)) is not None:
            return kept[1][:EXCERPT], kept[0]
        _, has_arguments, rest = params.partition(_ARGUMENTS)  # cut off; in canonical form the arguments come early
        return rest[:EXCERPT] if has_arguments else b"", {}
    return b"", {}


def kept_arguments(params: bytes | None) -> tuple[JsonObject, bytes] | None:
    """Return kept inputs as an object and in canonical bytes, None if there are none or they were altered."""
    try:
        document = None if params is None else parse_document(params)
    except MalformedJson:
        return None
    members = document.value if document is not None else None
    arguments = members.get("arguments", {}) if isinstance(members, dict) else None
    if document is None or not isinstance(arguments, dict):
        return None
    return arguments, canonical(arguments, plain=document.plain)


def since_edit(records: Sequence[Record]) -> Sequence[Record]:
    """The records from the last edit of the inputs on; all of them if there was no edit."""
    edits = [index for index, record in enumerate(records) if record.kind == "call.edited"]
    return records[edits[-1] :] if edits else records


def inputs_kept(record: Record) -> bool:
    """Whether the log kept the inputs that this record commits to; false if the app sent too much."""
    return record.fields.get("arguments_kept") is not False


def _were_inputs_kept(reader: AuditReader, records: Sequence[Record]) -> bool:
    """Whether the inputs were kept with some record of the call, or no record has inputs."""
    committed = [record for record in records if any(value.name == "params" for value in reader.values(record))]
    return not committed or any(map(inputs_kept, committed))


def _params_before_edit(reader: AuditReader, records: Sequence[Record]) -> bytes | None:
    """The parameters before a person edited them; None if nobody did, or they are no longer kept."""
    edit = next((index for index, record in enumerate(records) if record.kind == "call.edited"), 0)
    kept = (reader.value(record.seq, "params") for record in records[:edit])
    return next((value for value in kept if value is not None), None)


def _newest_calls(reader: AuditReader, before: str, limit: int) -> tuple[list[str], str]:
    calls = list(islice(reader.calls(before), limit + 1))
    return calls[:limit], calls[limit - 1] if len(calls) > limit else ""


def _matching_calls(
    reader: AuditReader, text: str, before: str, limit: int, clock: Callable[[], float]
) -> tuple[list[str], str]:
    """Return the calls that match, and the last call that was examined; empty at the start of the log."""
    if len(text) > MAX_TEXT:
        raise UsageError(f"A search text has up to {MAX_TEXT} characters.")
    calls, scanned, until = [], 0, clock() + MAX_SECONDS
    for call, is_met, record_count in reader.match_calls(search.read(text), before):
        scanned += record_count
        if is_met:
            calls.append(call)
        if len(calls) == limit or scanned >= MAX_SCANNED or clock() >= until:
            return calls, call
    return calls, ""


def _state(records: Sequence[Record], decision: JsonObject | None, outcome: JsonObject | None) -> CallState:
    """The state of the call; ``ended`` if its last record cannot be read."""
    if outcome is not None or not records or records[-1].kind in ("", "call.refused"):
        return "ended"
    if decision is None:
        return "waiting"
    return "running" if decision.get("decision") == "approve" else "ended"


def _gravest_severity(records: Sequence[Record]) -> str:
    severities = set()
    for record in records:
        findings = record.fields.get("findings")
        for finding in findings if isinstance(findings, list) else ():
            if isinstance(finding, dict):
                severities.add(_text(finding.get("severity")))
    return next((severity for severity in _GRAVEST_FIRST if severity in severities), "")


def last_of(records: Sequence[Record], kind: str) -> JsonObject | None:
    """The fields of the last record of ``kind``, None if there is none."""
    return next((record.fields for record in reversed(records) if record.kind == kind), None)


def _first_text(records: Sequence[Record], key: str) -> str:
    return next((text for record in records if (text := _text(record.fields.get(key)))), "")


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def _last_value(reader: AuditReader, records: Sequence[Record], name: str) -> bytes | None:
    kept = (reader.value(record.seq, name) for record in reversed(records))
    return next((value for value in kept if value is not None), None)


def _result(reader: AuditReader, records: Sequence[Record]) -> tuple[bytes | None, int]:
    """The kept result or its beginning, and the full size, 0 if there was none."""
    result = _last_value(reader, records, "result")
    if result is None:
        result = _last_value(reader, records, "result_excerpt")
    sizes = [value.bytes for record in records for value in reader.values(record) if value.name == "result"]
    return result, sizes[-1] if sizes else len(result or b"")


def _fields_as_json(fields: JsonObject) -> bytes:
    """``fields`` as JSON; empty if an altered record holds numbers or texts that JSON cannot express."""
    try:
        return compact(fields)
    except (MalformedJson, RecursionError):
        return b"{}"
