"""The process that inspects calls, definitions and results that are long or need a parser.

Invariants: it knows only what a question contains. It can be ended at any time without loss. Its output is bounded, and
untrusted for its reader.

It uses the frames of ``schema_worker``: four bytes of length, then JSON. It sends an empty frame when it is warm; then,
for each pair of frames (a head with ``op``; a body), one answer.

- ``call``: the head describes the call, the body is what would be sent; the answer has ``findings``, ``traces``
  and ``path``: whether the inputs name a path on this machine, null if nobody knows the tool's schema.
- ``result``: the head has server, tool and short inputs; the body is the result; the answer is an index.
- ``definition``: the body is the definition; the answer has ``findings``.
- ``load``: loads the SQL parser, which takes most of a second; the answer is empty.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, cast

import msgspec
from msgspec import Struct

from host import schema_worker
from host.arguments.texts import names_local_path
from host.control import codec
from host.inspect import inspector
from host.inspect.described import subject_of_call
from host.inspect.destinations import Destination
from host.inspect.flows import Outgoing, ProgramEffect, Traces, Value, short_inputs, traces_of
from host.inspect.results import index_of, names_in
from host.inspect.roles import MAX_SHORT
from host.inspect.subject import Past, Steps, Text
from host.inspect.tools import class_of_call, class_of_source
from host.model import CallContext, Finding, JsonObject, JsonValue, Trust
from host.text import forget_long_texts
from host.values import replace

MAX_FINDINGS: Final = 200


def answer(head_frame: bytes, body_frame: bytes) -> bytes:
    """Return the answer to one question. Raises whatever a finding raises: the parent then starts another process."""
    head, body = msgspec.json.decode(head_frame), msgspec.json.decode(body_frame)
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
    forget_long_texts()
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
    effects: dict[tuple[str | int, ...], ProgramEffect] = dict(effects_of(subject))
    inputs = tuple(short_inputs(subject))
    traces = replace(traces_of(subject, effects), named=names_in(subject.arguments), inputs=inputs)
    findings = inspector.run(kinds, subject)  # last, for it lets go of the text's bytes, which all of these read
    knows_schema = call.definition is not None
    names_path = names_local_path(call.arguments, call.input_schema, home=subject.home) if knows_schema else None
    return {
        "findings": _findings_to_json(findings),
        "traces": traces_to_json(traces),
        "path": names_path,
        "class": msgspec.to_builtins(class_of_call(subject)),
    }


def _texts(value: JsonValue) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


# Findings and traces as JSON


def _findings_to_json(findings: Sequence[Finding]) -> JsonValue:
    return codec.to_json(tuple(findings[:MAX_FINDINGS]))


def findings_from_json(value: JsonValue) -> tuple[Finding, ...]:
    """Parse the output of ``_findings_to_json``. Raises ProtocolError for anything else."""
    return codec.from_json(tuple[Finding, ...], value)


class _SentTraces(Struct, frozen=True, forbid_unknown_fields=True):
    """``Traces``, with the steps, the name and the shortened text of each input that names a destination."""

    values: tuple[Value, ...]
    destinations: tuple[tuple[Steps, str, str, str, str, bool, bool], ...]
    outgoing: tuple[Outgoing, ...]
    named: frozenset[str]
    inputs: tuple[Value, ...] | None
    cut: bool


def traces_to_json(traces: Traces) -> JsonValue:
    """Convert traces for an answer."""
    destinations = tuple(
        (to.text.steps, to.text.key, to.text.text[:MAX_SHORT], to.value, to.key, to.has_form, to.can_receive)
        for to in traces.destinations
    )
    sent = _SentTraces(traces.values, destinations, traces.outgoing, traces.named, traces.inputs, traces.cut)
    return cast("JsonValue", msgspec.to_builtins(sent, enc_hook=str))


def traces_from_json(given: JsonValue) -> Traces:
    """Parse the output of ``traces_to_json``. Raises ValueError for anything else."""
    sent = msgspec.convert(given, _SentTraces)
    destinations = tuple(
        Destination(Text(steps, name, text), value, key, has_form, can_receive)
        for steps, name, text, value, key, has_form, can_receive in sent.destinations
    )
    return Traces(sent.values, destinations, sent.outgoing, sent.named, sent.inputs, sent.cut)


def main() -> None:
    """Serve until the input ends."""
    schema_worker.serve(answer)


if __name__ == "__main__":
    main()
