"""The process that inspects calls, definitions and results that are long or need a parser.

Owns: this program, and the form of its questions and answers.

Invariants: it knows only what a question contains. It can be ended at any time without loss. Its output is bounded, and
untrusted for its reader.

It uses the frames of ``schema_worker``: four bytes of length, then JSON. It sends an empty frame when it is warm; then,
for each pair of frames (a head with ``op``; a body), one answer.

- ``call``: the head describes the call, the body is what would be sent; the answer has ``findings`` and ``traces``.
- ``result``: the head has server, tool and short inputs; the body is the result; the answer is an index.
- ``definition``: the body is the definition; the answer has ``findings``.
- ``load``: loads the SQL parser, which takes most of a second; the answer is empty.
"""

from __future__ import annotations

import json
from typing import Final

from host import schema_worker
from host.control import wordings
from host.inspect import inspector
from host.inspect.described import subject_of_call
from host.inspect.destinations import Destination
from host.inspect.flows import Outgoing, ProgramEffect, Traces, Value, traces_of
from host.inspect.results import index_of, names_in
from host.inspect.roles import MAX_SHORT, as_role
from host.inspect.subject import Past, Text
from host.inspect.tools import class_of_source
from host.model import CallContext, Finding, JsonObject, JsonValue, Severity, Trust
from host.values import replace
from host.words import Wording

MAX_FINDINGS: Final = 200


def answer(head_frame: bytes, body_frame: bytes) -> bytes:
    """Return the answer to one question. Raises whatever a finding raises: the parent then starts another process."""
    head, body = json.loads(head_frame), json.loads(body_frame.decode())  # of bytes it guesses the encoding first
    match head["op"]:
        case "call":
            result: JsonObject = _inspect_call(head, body, body_frame)
        case "result":
            kind = class_of_source(head["server"], head["tool"], head["arguments"])
            result = index_of(body, kind, head["tool"]).to_json()
        case "definition":
            result = {"findings": _findings_to_json(inspector.inspect_definition(body))}
        case "load":
            from host.inspect.sql import readings_of

            readings_of("SELECT 1", "")
            result = {}
        case unknown:
            raise ValueError(f"no question: {unknown!r}")
    return json.dumps(result).encode()


def _inspect_call(head: JsonObject, params: JsonObject, written: bytes) -> JsonObject:
    """Return the findings about a call, and its traces. ``written``: the bytes of ``params``."""
    from host.inspect.programs import effects_of

    trust: Trust = "managed" if head["trust"] == "managed" else "user" if head["trust"] == "user" else "none"
    arguments, size = params.get("arguments"), head["size"]
    call = CallContext(
        str(head["server"]),
        str(head["tool"]),
        str(head["app"]),
        True,
        trust,
        arguments if isinstance(arguments, dict) else {},
        b"",
        head["definition"] if isinstance(head["definition"], dict) else None,
        str(head["digest"]),
    )
    subject = subject_of_call(
        call,
        size=size if isinstance(size, int) else len(written),
        past=Past(known=head["known"] is True, places=frozenset(_texts(head["places"]))),
        folders=tuple((folder, None) for folder in _texts(head["folders"])),
        home=str(head["home"]),
        params=written,
    )
    kinds = (*inspector.OF_CALL, *inspector.PARSING, *(inspector.INFORMING if head["informing"] is True else ()))
    findings = inspector.run(kinds, subject)
    effects: dict[tuple[str | int, ...], ProgramEffect] = dict(effects_of(subject))
    traces = replace(traces_of(subject, effects), named=names_in(subject.arguments))
    return {"findings": _findings_to_json(findings), "traces": traces_to_json(traces)}


def _texts(value: JsonValue) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


# Findings and traces as JSON


def _findings_to_json(findings: list[Finding] | tuple[Finding, ...]) -> list[JsonValue]:
    return [
        [
            finding.kind,
            finding.severity.value,
            wordings.to_json(finding.text) if isinstance(finding.text, Wording) else str(finding.text),
            finding.evidence,
            list(finding.where),
            None if finding.span is None else list(finding.span),
        ]
        for finding in findings[:MAX_FINDINGS]
    ]


def findings_from_json(value: JsonValue) -> list[Finding]:
    """Parse the output of ``_findings_to_json``. Raises ValueError, TypeError or ProtocolError for anything else."""
    findings: list[Finding] = []
    for entry in value if isinstance(value, list) else ():
        match entry:
            case [str(kind), str(severity), text, str(evidence), list(where), span]:
                steps = tuple(step if isinstance(step, int) else str(step) for step in where)
                words = wordings.from_json(text)
                findings.append(Finding(kind, Severity(severity), words, evidence, steps, _span(span)))
            case _:
                raise ValueError("no finding")
    return findings


def _span(value: JsonValue) -> tuple[int, int] | None:
    match value:
        case [int(start), int(end)]:
            return start, end
    return None


def traces_to_json(traces: Traces) -> JsonObject:
    """Convert traces for an answer."""
    return {
        "values": [
            [
                value.role,
                value.value,
                list(value.steps),
                None if value.span is None else list(value.span),
                value.is_common,
                value.effect,
            ]
            for value in traces.values
        ],
        "destinations": [
            [
                list(to.text.steps),
                to.text.key,
                to.text.text[:MAX_SHORT],
                to.value,
                to.key,
                to.has_form,
                to.can_receive,
            ]
            for to in traces.destinations
        ],
        "outgoing": [
            [list(part.steps), part.encoding, part.evidence, part.letters, part.plain, list(part.named), part.address]
            for part in traces.outgoing
        ],
        "named": list(traces.named),
        "cut": traces.cut,
    }


def traces_from_json(given: JsonValue) -> Traces:
    """Parse the output of ``traces_to_json``. Raises ValueError or TypeError for anything else."""
    if not isinstance(given, dict):
        raise TypeError("no traces")
    values: list[Value] = []
    for entry in _list(given["values"]):
        match entry:
            case [str(role), str(text), list(steps), span, bool(common), str(effect)]:
                if (known_role := as_role(role)) is None:
                    raise ValueError("no role")
                values.append(Value(known_role, text, _steps(steps), _span(span), common, effect))
    destinations: list[Destination] = []
    for entry in _list(given["destinations"]):
        match entry:
            case [list(steps), str(name), str(text), str(value), str(key), bool(sure), bool(can_receive)]:
                destinations.append(Destination(Text(_steps(steps), name, text), value, key, sure, can_receive))
    outgoing: list[Outgoing] = []
    for entry in _list(given["outgoing"]):
        match entry:
            case [list(steps), str(encoding), str(evidence), str(letters), str(plain), list(named), str(address)]:
                outgoing.append(
                    Outgoing(_steps(steps), encoding, evidence, letters, plain, tuple(_texts(named)), address)
                )
    return Traces(
        tuple(values),
        tuple(destinations),
        tuple(outgoing),
        frozenset(_texts(_list(given["named"]))),
        given["cut"] is True,
    )


def _list(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _steps(steps: list[JsonValue]) -> tuple[str | int, ...]:
    return tuple(step if isinstance(step, int) else str(step) for step in steps)


def main() -> None:
    """Serve until the input ends."""
    schema_worker.serve(answer)


if __name__ == "__main__":
    main()
