"""Other rules over the calls of the past: which would have been decided otherwise.

Owns: that comparison. What stays true: nothing is changed and nothing dispatched; the past verdict is the recorded
one; a call of which too little is kept is counted as unknown, not guessed; paths are resolved as they are today, and
times of day are those of the call; a replay is bounded in calls and in seconds, and says where it stopped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Final

from host.control.views import ReplayReport, ReplayRow
from host.model import NO_OBLIGATIONS, JsonObject, Verdict
from host.policy.demands import demands
from host.policy.evaluate import evaluate, needs
from host.policy.gather import Gatherer
from host.policy.model import PolicySource
from host.policy.past import PastCall

MAX_CALLS: Final = 20_000
"""Calls that one replay looks at."""
LONGEST: Final = 20.0
"""Seconds of one replay: a person waits for it."""
MAX_ROWS: Final = 500
"""Changed calls that are listed; all are counted."""


async def replay(
    past: AsyncIterator[PastCall | None],
    sources: Sequence[PolicySource],
    gatherer: Gatherer,
    *,
    clock: Callable[[], float] = time.monotonic,
    longest: float = LONGEST,
) -> ReplayReport:
    """What ``sources`` say of ``past``, newest first. ``clock``, ``longest``: seconds."""
    rows: list[ReplayRow] = []
    looked = changes = unknown = 0
    until, more = clock() + longest, False
    async for call in past:
        await asyncio.sleep(0)  # calls that arrive meanwhile come first
        if looked >= MAX_CALLS or clock() >= until:
            more = True
            break
        if call is None:
            continue
        looked += 1
        if call.arguments is None:
            unknown += 1
            continue
        verdict = await judged(call, sources, gatherer)
        if differs(call, verdict):
            changes += 1
            if len(rows) < MAX_ROWS:
                rows.append(_row(call, verdict))
    return ReplayReport(looked, tuple(rows), changes, unknown, more)


async def judged(call: PastCall, sources: Sequence[PolicySource], gatherer: Gatherer) -> Verdict:
    """What ``sources`` say of ``call``, whose arguments are kept."""
    assert call.arguments is not None, "whoever asks has looked"
    facts = await gatherer.facts(
        server=call.server,
        tool=call.tool,
        app=call.app,
        app_authenticated=call.app_authenticated,
        findings=call.findings,
        trust=call.trust,
        definition={"annotations": call.annotations},
        arguments=call.arguments,
        canonical_arguments=call.canonical,
        needs=needs(call.server, call.tool, call.app, sources),
        now=call.at.astimezone(),
    )
    return evaluate(facts, sources)


def differs(call: PastCall, verdict: Verdict) -> bool:
    """Whether ``verdict`` is another one than the call got: another effect, or other demands on a yes."""
    return verdict.effect is not call.effect or _demands(verdict) != call.obligations


def substitute(sources: Sequence[PolicySource], other: PolicySource) -> tuple[PolicySource, ...]:
    """``sources`` with ``other`` in the place of the one of its kind."""
    return tuple(other if source.kind == other.kind else source for source in sources)


def as_confirmed(source: PolicySource) -> PolicySource:
    """``source`` as if a person had confirmed all of it."""
    return replace(source, waiting=())


def _demands(verdict: Verdict) -> JsonObject:
    return {} if verdict.obligations == NO_OBLIGATIONS else demands(verdict.obligations)


def _row(call: PastCall, verdict: Verdict) -> ReplayRow:
    return ReplayRow(
        call.call_id,
        call.time,
        call.app,
        call.server,
        call.tool,
        call.effect.value,
        verdict.effect.value,
        verdict.rule,
        verdict.because,
    )
