"""One waiting call as a line of a table (pure).

Owns: what a line says. What stays true: everything of strangers is escaped and on one line; what is left out says how
much; the line is made from the call itself, never from what anybody says about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.codec import lexeme
from host.control.views import Asked
from host.model import Finding, JsonObject, JsonValue, Severity
from host.text import one_line
from ui.consent.roles import lacking

Tone: TypeAlias = Literal["text", "amber", "red"]

LONGEST_NAME: Final = 80
LONGEST_VALUE: Final = 60
MOST_INPUTS: Final = 4
_WORST_FIRST: Final = (Severity.HIGH, Severity.MEDIUM, Severity.INFO)
_TONES: Final[dict[Severity, Tone]] = {Severity.HIGH: "red", Severity.MEDIUM: "amber", Severity.INFO: "text"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line.

    Attributes:
        call_id, digest, round, definition: what an answer names. app, action, inputs: as shown.
        findings: ``2 findings``, or empty. tone: of the worst finding. waits: whose signatures are missing, or that it
        is about a result; empty where one yes is all.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    app: str
    action: str
    inputs: str
    findings: str
    tone: Tone
    waits: str = ""


def row(asked: Asked) -> Row:
    """The line of a question."""
    call, found = asked.request.call, asked.request.findings
    name = call.app.name if call.app.authenticated else f"{call.app.name} (not proven)"
    return Row(
        call.id,
        call.digest,
        asked.request.round,
        asked.request.definition.digest,
        one_line(name, LONGEST_NAME),
        f"{one_line(call.server.id, LONGEST_NAME)} ▸ {one_line(call.tool, LONGEST_NAME)}",
        summary(call.arguments_value, asked.request.definition.input_schema),
        f"{len(found)} finding{'' if len(found) == 1 else 's'}" if found else "",
        worst(found),
        waits(asked),
    )


def is_of(made: Row, asked: Asked) -> bool:
    """Whether ``made`` is still the line of this question."""
    request = asked.request
    now = (request.call.digest, request.round, request.definition.digest, waits(asked))
    return (made.digest, made.round, made.definition, made.waits) == now


def waits(asked: Asked) -> str:
    """What it waits for besides one yes."""
    if asked.request.result is not None:
        return "Release of its result"
    if asked.signing is None or not (missing := lacking(asked.signing)):
        return ""
    return f"Signature: {missing}"


def summary(arguments: JsonObject, schema: JsonValue = None) -> str:
    """The first inputs on one line, as they will be sent; those that the schema requires come first, in its order."""
    if not arguments:
        return "no inputs"
    required = schema.get("required") if isinstance(schema, dict) else None
    first = [key for key in required if isinstance(key, str) and key in arguments] if isinstance(required, list) else []
    keys = list(dict.fromkeys([*first, *arguments]))[:MOST_INPUTS]
    said = [f"{one_line(key, LONGEST_NAME)}: {_value(arguments[key])}" for key in keys]
    more = len(arguments) - MOST_INPUTS
    return "  ·  ".join(said) + (f"  ·  {more} more" if more > 0 else "")


def worst(findings: tuple[Finding, ...]) -> Tone:
    """The colour of the gravest finding."""
    severities = {finding.severity for finding in findings}
    return next((_TONES[severity] for severity in _WORST_FIRST if severity in severities), "text")


def _value(value: JsonValue) -> str:
    if isinstance(value, str):
        return _first_line(value) if value else "(empty)"
    if isinstance(value, list | dict) and value:
        kind, unit = ("list", "item") if isinstance(value, list) else ("object", "member")
        return f"{kind} of {len(value)} {unit}{'' if len(value) == 1 else 's'}"
    return one_line(lexeme(value), LONGEST_VALUE)


def _first_line(value: str) -> str:
    lines = value.count("\n") + (not value.endswith("\n"))  # as ``measure`` has it, without a look at every blank
    first = one_line(value.split("\n", 1)[0], LONGEST_VALUE)
    return f"{first} ({lines:,} lines)" if lines > 1 else first
