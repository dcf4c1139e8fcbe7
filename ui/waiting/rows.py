"""One waiting call as a line of a table (pure).

Owns: what a line says. What stays true: everything of strangers is escaped and on one line; what is left out says how
much; the line is made from the call itself, never from what anybody says about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.codec import lexeme
from host.control.views import Asked
from host.model import App, Finding, JsonObject, JsonValue, Severity
from host.text import one_line
from ui import masking
from ui.consent.roles import lacking
from ui.tr import tr, tr_n

Tone: TypeAlias = Literal["text", "amber", "red"]

LONGEST_NAME: Final = 80
LONGEST_VALUE: Final = 60
MOST_INPUTS: Final = 4
_WORST_FIRST: Final = (Severity.HIGH, Severity.MEDIUM, Severity.INFO)
_TONES: Final[dict[Severity, Tone]] = {Severity.HIGH: "red", Severity.MEDIUM: "amber", Severity.INFO: "text"}


@dataclass(frozen=True, slots=True)
class CallRow:
    """A line.

    Attributes:
        call_id, digest, round, definition: what an answer names. app, server, action, inputs: as shown.
        findings: ``2 findings``, or empty. tone: of the worst finding. waits: whose signatures are missing, or that it
        is about a result; empty where one yes is all.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    app: str
    server: str
    action: str
    inputs: str
    findings: str
    tone: Tone
    waits_for: str = ""


def call_row(asked: Asked) -> CallRow:
    """The line of a question."""
    call, found = asked.request.call, asked.request.findings
    server = one_line(call.server.id, LONGEST_NAME)
    return CallRow(
        call.id,
        call.digest,
        asked.request.round,
        asked.request.definition.digest,
        app_name(call.app),
        server,
        f"{server} ▸ {one_line(call.tool, LONGEST_NAME)}",
        summarize_arguments(call.arguments_value, asked.request.definition.input_schema, asked.request.findings),
        tr_n("{n} finding", "{n} findings", len(found)) if found else "",
        worst_tone(found),
        waits_for(asked),
    )


def app_name(app: App) -> str:
    """Who asks, as its token proves it."""
    name = one_line(app.name, LONGEST_NAME)
    return name if app.authenticated else tr("{app} (not proven)", app=name)


def is_same_question(made: CallRow, asked: Asked) -> bool:
    """Whether ``made`` is still the line of this question."""
    request = asked.request
    now = (request.call.digest, request.round, request.definition.digest, waits_for(asked))
    return (made.digest, made.round, made.definition, made.waits_for) == now


def waits_for(asked: Asked) -> str:
    """What it waits for besides one yes."""
    if asked.request.result is not None:
        return tr("Release of its result")
    if asked.signing is None or not (missing := lacking(asked.signing)):
        return ""
    return tr("Signature: {missing}", missing=missing)


def summarize_arguments(arguments: JsonObject, schema: JsonValue = None, findings: tuple[Finding, ...] = ()) -> str:
    """The first inputs on one line, as they will be sent.

    Those that the schema requires come first, in its order, and of the others long texts last: a path says more than
    the beginning of a file. Secrets are covered: what their names say or ``findings`` found, and what looks like a
    well-known token.
    """
    if not arguments:
        return tr("no inputs")
    required = schema.get("required") if isinstance(schema, dict) else None
    first = [key for key in required if isinstance(key, str) and key in arguments] if isinstance(required, list) else []
    keys = list(dict.fromkeys([*first, *sorted(arguments, key=lambda key: _is_long(arguments[key]))]))[:MOST_INPUTS]
    secrets = masking.secret_spans(findings)
    said = [f"{one_line(key, LONGEST_NAME)}: {_value(arguments[key], key, secrets.get((key,), []))}" for key in keys]
    more = len(arguments) - MOST_INPUTS
    return "  ·  ".join(said) + (f"  ·  {tr('{more} more', more=more)}" if more > 0 else "")


def worst_tone(findings: tuple[Finding, ...]) -> Tone:
    """The colour of the gravest finding."""
    severities = {finding.severity for finding in findings}
    return next((_TONES[severity] for severity in _WORST_FIRST if severity in severities), "text")


def _is_long(value: JsonValue) -> bool:
    return isinstance(value, str) and (len(value) > LONGEST_VALUE or "\n" in value)


def _value(value: JsonValue, name: str, secrets: list[tuple[int, int] | None]) -> str:
    if isinstance(value, str):
        return _first_line(value, name, secrets) if value else tr("(empty)")
    if isinstance(value, list) and value:
        return tr_n("list of {n} item", "list of {n} items", len(value))
    if isinstance(value, dict) and value:
        return tr_n("object of {n} member", "object of {n} members", len(value))
    return one_line(lexeme(value), LONGEST_VALUE)


def _first_line(value: str, name: str, secrets: list[tuple[int, int] | None]) -> str:
    lines = value.count("\n") + (not value.endswith("\n"))  # as ``measure`` has it, without a look at every blank
    line = value[: value.index("\n")] if "\n" in value else value  # the rest, which may be megabytes, is not copied
    shown = masking.mask_spans(line, secrets) if secrets else line
    is_one = line is value  # of lines no name says that they are a secret
    shown = masking.mask_value(shown, name) if is_one else masking.mask_tokens(shown)
    first = one_line(shown, LONGEST_VALUE)
    return tr_n("{first} ({n} line)", "{first} ({n} lines)", lines, first=first) if lines > 1 else first
