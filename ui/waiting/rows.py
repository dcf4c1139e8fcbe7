"""The rows of the list of waiting calls, one for each app and each call: their texts and groups (pure).

Invariants: untrusted text is escaped and on one line; cut text says how much is left out; a row is made from the call
itself, never from what anybody says about it; apps and servers are in the order in which their first calls will be
asked; each call is in one group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.control import codec
from host.control.views import Asked
from host.errors import ProtocolError
from host.model import App, Finding, JsonObject, JsonValue, Severity
from host.text import one_line
from ui import display_names, masking
from ui.consent import summary
from ui.consent.call_sentences import call_sentence
from ui.consent.roles import missing_in_brief
from ui.label_text import duration, some_names
from ui.tr import tr, tr_n

Tone: TypeAlias = Literal["text", "amber", "red"]

MAX_NAME: Final = 80
MAX_VALUE: Final = 60
MAX_INPUTS: Final = 4
MAX_TEXT: Final = 120  # characters of inputs that are no JSON object
_TONES: Final[dict[Severity, Tone]] = {Severity.HIGH: "red", Severity.MEDIUM: "amber", Severity.INFO: "text"}
_MAX_NAMES: Final = 3  # most servers in a header, or apps in a question; the others are counted


class CallRow(Struct, frozen=True):
    """The row of a call: what an answer must name, then what is shown."""

    call_id: str
    digest: str
    round: int
    definition: str
    app: str
    server: str
    action: str
    inputs: str
    findings: str  # how many there are, such as ``2 findings``, or empty
    tone: Tone  # of the gravest finding
    waits_for: str = ""  # whose signatures are missing, or that a result waits; empty if a single yes is needed


def call_row(asked: Asked) -> CallRow:
    """The row of a question."""
    call, findings = asked.request.call, asked.request.findings
    server = one_line(call.server.id, MAX_NAME)
    route = f"{server} ▸ {one_line(call.tool, MAX_NAME)}"
    sentence = call_sentence(asked, "")
    names_object = asked.action.object and asked.request.result is None
    return CallRow(
        call.id,
        call.digest,
        asked.request.round,
        asked.request.definition.digest,
        app_name(call.app),
        server,
        summary.brief_heading(asked) if call.asks_app else f"{sentence.words} · {route}" if names_object else route,
        summarize_arguments(
            call.arguments_value,
            asked.request.definition.input_schema,
            asked.request.findings,
            omitted=[sentence.words[start:end] for start, end in sentence.values] if names_object else (),
        ),
        tr_n("{n} finding", "{n} findings", len(findings)) if findings else "",
        worst_tone(findings),
        waits_for(asked),
    )


def app_name(app: App) -> str:
    """The name of the app, with a mark if no token proves it."""
    name = display_names.app_name(app.name)
    return name if app.authenticated else tr("{app} (not proven)", app=name)


def is_same_question(row: CallRow, asked: Asked) -> bool:
    """Whether a row still shows this question."""
    request = asked.request
    current = (request.call.digest, request.round, request.definition.digest, waits_for(asked))
    return (row.digest, row.round, row.definition, row.waits_for) == current


def waits_for(asked: Asked) -> str:
    """What a call waits for besides a single yes."""
    if asked.request.result is not None:
        return tr("Release of the answer") if asked.request.call.asks_app else tr("Release of its result")
    if asked.signing is None or not (missing := missing_in_brief(asked.signing)):
        return ""
    return tr("Signature: {missing}", missing=missing)


def summarize_arguments(
    arguments: JsonObject, schema: JsonValue = None, findings: tuple[Finding, ...] = (), *, omitted: Sequence[str] = ()
) -> str:
    """The first inputs on one line, as they will be sent.

    Those that the schema requires come first, in its order; long texts come last, because a path says more than the
    beginning of a file. Secrets are masked, by their names, by ``findings``, or if they look like a well-known token.

    ``omitted``: values that are shown beside this line, and left out here.
    """
    if not arguments:
        return tr("no inputs")
    required = schema.get("required") if isinstance(schema, dict) else None
    first = [key for key in required if isinstance(key, str) and key in arguments] if isinstance(required, list) else []
    keys = list(dict.fromkeys([*first, *sorted(arguments, key=lambda key: _is_long(arguments[key]))]))[:MAX_INPUTS]
    secrets = masking.secret_spans(findings)
    parts, omitted_values = [], list(omitted)
    for key in keys:
        value = masking.brief_value(arguments[key], key, secrets.get((key,), ()), MAX_VALUE)
        if value in omitted_values:
            omitted_values.remove(value)
        else:
            parts.append(f"{one_line(key, MAX_NAME)}: {value}")
    left_out = len(arguments) - MAX_INPUTS
    return "  ·  ".join(parts) + (f"  ·  {tr('{more} more', more=left_out)}" if left_out > 0 else "")


def summarize_json(inputs: bytes) -> str:
    """The first inputs of a JSON object on one line; of anything else, such as its beginning alone, the text."""
    try:
        return summarize_arguments(codec.object_of(inputs))
    except ProtocolError:
        return one_line(masking.mask_json(inputs.decode("utf-8", "replace")), MAX_TEXT)


def worst_tone(findings: tuple[Finding, ...]) -> Tone:
    """The tone of the gravest finding."""
    gravest = min((finding.severity for finding in findings), key=lambda each: each.rank, default=Severity.INFO)
    return _TONES[gravest]


def _is_long(value: JsonValue) -> bool:
    return isinstance(value, str) and (len(value) > MAX_VALUE or "\n" in value)


class AppGroup(Struct, frozen=True):
    """The header above the calls of one app."""

    app: str  # its name as shown
    calls: int  # how many wait
    servers: tuple[tuple[str, int], ...]  # the names of the servers, each with its number of calls
    since: float  # Unix seconds when the oldest call was proposed
    signatures: int  # how many calls wait for a signature
    app_id: str = ""  # whose monogram is shown; empty if no token proves the app


def group_by_app(rows: Sequence[CallRow], waiting: Sequence[Asked]) -> list[AppGroup | CallRow]:
    """The rows of the list: a header for each app, then its calls by server. Both arguments are in the same order."""
    apps: dict[str, dict[str, list[int]]] = {}
    for place, row in enumerate(rows):
        apps.setdefault(row.app, {}).setdefault(row.server, []).append(place)
    rows_and_headers: list[AppGroup | CallRow] = []
    for app, servers in apps.items():
        places = [place for calls in servers.values() for place in calls]
        since = min(waiting[place].request.call.proposed_at for place in places)
        signatures = sum(waiting[place].signing is not None for place in places)
        counted = tuple((server, len(calls)) for server, calls in servers.items())
        proven = waiting[places[0]].request.call.app
        app_id = proven.name if proven.authenticated else ""
        rows_and_headers.append(AppGroup(app, len(places), counted, since, signatures, app_id))
        rows_and_headers += [rows[place] for place in places]
    return rows_and_headers


def group_heading(group: AppGroup, now: float) -> str:
    """The text of a header: ``claude-code · 7 calls · 5 for files, 2 for mail · the oldest waits 3 min``."""
    count = tr_n("{n} call", "{n} calls", group.calls)
    parts = [group.app, count]
    if len(group.servers) > 1:
        parts.append(_server_counts(group.servers))
    waited = duration(max(0.0, now - group.since) * 1000)
    waits_words = tr("waits {time}", time=waited) if group.calls == 1 else tr("the oldest waits {time}", time=waited)
    parts.append(waits_words)
    if group.signatures:
        parts.append(tr_n("{n} needs a signature", "{n} need signatures", group.signatures))
    return "  ·  ".join(parts)


def rows_by_app(rows: Iterable[CallRow]) -> dict[str, tuple[CallRow, ...]]:
    """The calls of each app."""
    calls_by_app: dict[str, list[CallRow]] = {}
    for row in rows:
        calls_by_app.setdefault(row.app, []).append(row)
    return {app: tuple(calls) for app, calls in calls_by_app.items()}


def deny_title(rows: Sequence[CallRow]) -> str:
    """The question before calls are denied: how many, and whose."""
    apps = some_names(list(rows_by_app(rows)), _MAX_NAMES)
    return tr_n("Deny {n} call of {apps}?", "Deny {n} calls of {apps}?", len(rows), apps=apps)


def deny_text(*, reads: bool) -> str:
    """What denying the calls means. ``reads``: whether a call is being read, which is not denied."""
    hears = tr("Each app is told that a person denied it. Calls that come later still wait for you.")
    return f"{hears} {tr('What you are reading stays.')}" if reads else hears


def _server_counts(servers: Sequence[tuple[str, int]]) -> str:
    counts = [tr("{count} for {server}", count=count, server=server) for server, count in servers[:_MAX_NAMES]]
    left_out = len(servers) - _MAX_NAMES
    return ", ".join([*counts, *([tr_n("{n} more server", "{n} more servers", left_out)] if left_out > 0 else [])])
