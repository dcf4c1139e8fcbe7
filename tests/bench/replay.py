"""Scenarios gone through call by call, as a host would: what is found of each, and what is remembered for the next.

Invariants: each scenario begins with an empty memory; a call is remembered with its result, as one that a person
approved; nothing here knows which calls are hostile.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from host.canonical import canonical
from host.gate.call_history import CallHistory, FirstUse
from host.ids import uuid7
from host.inspect import inspector
from host.inspect.described import subject_of_call
from host.inspect.flows import endorsed_by, traces_of
from host.inspect.names import odd_tool_name
from host.inspect.numbers import unsafe_integers
from host.inspect.programs import effects_of
from host.inspect.results import index_of, names_in, normalized
from host.inspect.subject import Subject
from host.inspect.tools import class_of
from host.model import App, Call, CallContext, Finding, ServerRef, ToolDefinition, sha256_hex
from tests.bench.scenarios import Scenario, ScenarioCall

APP: Final = App("bench", authenticated=True, session="1", proof="0" * 64)
_HOMES: Final = re.compile(r"(?:/home|/Users|[A-Za-z]:\\{1,2}Users)[/\\]{1,2}([^/\\\"\s]{2,32})")


@dataclass(frozen=True)
class Replayed:
    """One call of a scenario.

    Attributes:
        call: as the scenario has it.
        findings: everything that a person is told of it.
        subject: what was looked at.
        seconds: that the look took.
        sent: the call as the gate would have it.
        definition: the tool's.
    """

    call: ScenarioCall
    findings: tuple[Finding, ...]
    subject: Subject
    seconds: float
    sent: Call
    definition: ToolDefinition


def definition_of(call: ScenarioCall) -> ToolDefinition:
    """The tool's definition as it would have been listed."""
    raw = canonical(call.definition)
    return ToolDefinition(call.tool, raw, call.definition, sha256_hex(raw))


def proposed(call: ScenarioCall) -> Call:
    """The call as an app would propose it."""
    arguments = canonical(call.arguments)
    params = canonical({"name": call.tool, "arguments": call.arguments})
    server = ServerRef(call.server, "0" * 64, "0" * 64, call.trust)
    now = time.time()
    return Call(
        uuid7(now), APP, server, call.tool, params, arguments, call.arguments, "2025-11-25", now, sha256_hex(params)
    )


def home_of(scenario: Scenario) -> str:
    """The home of whoever works at the computer: the one that the calls name most."""
    named = Counter(found[0] for call in scenario.calls for found in _HOMES.finditer(json.dumps(call.arguments)))
    return named.most_common(1)[0][0].replace("\\\\", "\\") if named else "/home/ana"


def replay(scenario: Scenario) -> Iterator[Replayed]:
    """Each call of ``scenario``, with what is found of it."""
    history = CallHistory(FirstUse(), time.monotonic)
    history.begin_session(APP)
    home = home_of(scenario)
    for call in scenario.calls:
        sent, definition = proposed(call), definition_of(call)
        subject = subject_of_call(
            CallContext(
                call.server,
                call.tool,
                APP.name,
                True,
                call.trust,
                call.arguments,
                sent.arguments,
                call.definition,
                definition.digest,
            ),
            past=history.past(sent, lambda: scenario.others),
            home=home,
        )
        began = time.perf_counter()
        found = inspector.inspect(subject)
        seconds = time.perf_counter() - began
        named = (*odd_tool_name(call.tool), *unsafe_integers(call.arguments))
        yield Replayed(call, (*found, *named), subject, seconds, sent, definition)
        _remember(history, subject, call, sent, definition)


def _remember(
    history: CallHistory, subject: Subject, call: ScenarioCall, sent: Call, definition: ToolDefinition
) -> None:
    """That it was approved and sent, and what it brought."""
    traces = traces_of(subject, effects_of(subject))
    keys = [it.key for it in traces.destinations if it.key]
    named = names_in(call.arguments) | {normalized(it.value) for it in traces.values}
    history.add(sent, definition, keys, lambda: named)
    history.endorse(APP, endorsed_by(traces))
    if call.result is not None and history.expect_result(sent):
        result = call.result
        if isinstance(result, str):
            result = {"content": [{"type": "text", "text": result}]}
        kind = class_of(call.server, call.tool, call.arguments)
        history.add_result(sent, index_of(json.loads(json.dumps(result)), kind, call.tool))
