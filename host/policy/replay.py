"""Other rules applied to the calls of the log: which would be decided differently.

Owns how the records of a past call become facts for rules, and the comparison.

Invariants:
    Nothing is changed or dispatched. The other rules are compared with the recorded verdict, or with today's rules, so
    that a draft gets no credit for what those do already.
    What the log no longer keeps is None and never guessed. Such a call counts as unknown, and so does a damaged one.
    Paths are resolved as they are today. The time of day is that of the call.
    A replay is bounded in calls and in seconds, and says if it stopped early.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from host import tasks
from host.audit.calls import kept_arguments, last_of, since_edit
from host.audit.query import AuditReader, Record
from host.control.views import ReplayReport, ReplayRow
from host.inspect.action import action_of
from host.inspect.kinds import FORMER
from host.model import (
    NO_OBLIGATIONS,
    CallContext,
    Effect,
    Finding,
    JsonObject,
    JsonValue,
    Severity,
    Trust,
    Verdict,
    object_in,
)
from host.policy.evaluate import evaluate
from host.policy.gather import Gatherer
from host.policy.index import needs
from host.policy.model import PolicySource
from host.policy.write import demands
from host.values import replace

VERDICT_RECORDS: Final = ("call.proposed", "call.decided")
"""Records that hold a verdict."""
BATCH_SIZE: Final = 64
_TRUST: Final[dict[JsonValue, Trust]] = {"user": "user", "managed": "managed"}


class PastCall(Struct, frozen=True):
    """One judged call of the log."""

    call_id: str
    time: str
    at: datetime  # the same time, with a time zone
    context: CallContext  # as rules see it; without arguments if they are not kept
    arguments_kept: bool
    findings: tuple[Finding, ...]  # only kind, by its current name, and severity
    verdict: Verdict  # as recorded, without reason and obligations
    demands: JsonObject
    decision: str
    by: str


async def past_calls(log_file: Path) -> AsyncIterator[PastCall | None]:
    """Yield the calls of the log, newest first, None for one that no rule judged. Raises AuditError."""
    before = ""
    while True:
        read = await tasks.in_daemon_thread(partial(_read_batch, log_file, before), name="read past calls")
        for _, call in read:
            yield call
        if len(read) < BATCH_SIZE:
            return
        before = read[-1][0]


def _read_batch(log_file: Path, before: str) -> list[tuple[str, PastCall | None]]:
    with AuditReader.open(log_file) as reader:
        return [(call_id, past_call(reader, call_id)) for call_id in islice(reader.calls(before), BATCH_SIZE)]


def past_call(reader: AuditReader, call_id: str) -> PastCall | None:
    """Return one call of the log, None if it was not judged. Raises AuditError for a log that cannot be read."""
    records: Sequence[Record] = reader.timeline(call_id)
    changed = since_edit(records)  # the last verdict is about the edited call
    if any(map(_holds_verdict, changed)):
        records = changed
    judged = next(filter(_holds_verdict, records), None)
    if judged is None:
        return None
    try:
        return _make_past_call(reader, call_id, records, judged)
    except ValueError:  # an effect, a time or a severity that no host writes
        return None


def _holds_verdict(record: Record) -> bool:
    return record.kind in VERDICT_RECORDS and "effect" in record.fields


def _make_past_call(reader: AuditReader, call_id: str, records: Sequence[Record], judged: Record) -> PastCall:
    fields = judged.fields
    app, decided = object_in(fields.get("app")), last_of(records, "call.decided") or {}
    params = (reader.value(record.seq, "params") for record in records)
    kept = kept_arguments(next((value for value in params if value is not None), None))
    arguments, written = kept or ({}, b"{}")
    context = CallContext(
        _text(fields.get("server")),
        _text(fields.get("tool")),
        _text(app.get("name")),
        app.get("authenticated") is True,
        _TRUST.get(fields.get("trust"), "none"),
        arguments,
        written,
        {"annotations": object_in(fields.get("annotations"))},
    )
    return PastCall(
        call_id,
        judged.time,
        datetime.fromisoformat(judged.time),
        context,
        kept is not None,
        tuple(_findings(fields.get("findings"))),
        Verdict(
            Effect(_text(fields.get("effect"))),
            _text(fields.get("rule")),
            _text(fields.get("source")),
            _text(fields.get("because")),
        ),
        object_in(fields.get("obligations")),
        _text(decided.get("decision")),
        _text(decided.get("by")),
    )


def _findings(listed: JsonValue) -> Iterator[Finding]:
    for entry in listed if isinstance(listed, list) else ():
        finding = object_in(entry)
        kind = _text(finding.get("kind"))
        yield Finding(FORMER.get(kind, kind), Severity(_text(finding.get("severity"))), "it was found then.")


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


# The comparison

MAX_CALLS: Final = 20_000
"""Calls that one replay covers."""
MAX_SECONDS: Final = 20.0
"""Seconds of one replay, for which a person waits."""
MAX_ROWS: Final = 500
"""Changed calls that are listed. All are counted."""


async def replay(
    past: AsyncIterator[PastCall | None],
    sources: Sequence[PolicySource],
    gatherer: Gatherer,
    *,
    today: Sequence[PolicySource] | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    clock: Callable[[], float] = time.monotonic,
    max_seconds: float = MAX_SECONDS,
) -> ReplayReport:
    """Return what ``sources`` say of ``past``, newest first.

    ``today``: rules to compare with; the recorded verdicts if None. ``is_wanted``: whether somebody still waits;
    otherwise it stops early. ``clock``, ``max_seconds``: seconds.
    """
    rows: list[ReplayRow] = []
    changed_by_effect: Counter[Effect] = Counter()
    examined = unknown = 0
    until, more = clock() + max_seconds, False
    async for call in past:
        await asyncio.sleep(0)  # let new calls go first
        if examined >= MAX_CALLS or clock() >= until or not is_wanted():
            more = True
            break
        if call is None:
            continue
        examined += 1
        if not call.arguments_kept:
            unknown += 1
            continue
        verdict, before, demands_before = await _judge(call, sources, gatherer, today)
        if (verdict.effect, _demands(verdict)) != (before, demands_before):
            changed_by_effect[verdict.effect] += 1
            if len(rows) < MAX_ROWS:
                rows.append(_row(call, verdict, before))
    runs, asks, denies = changed_by_effect[Effect.ALLOW], changed_by_effect[Effect.ASK], changed_by_effect[Effect.DENY]
    return ReplayReport(examined, tuple(rows), changed_by_effect.total(), unknown, more, runs, asks, denies)


async def _judge(
    call: PastCall, sources: Sequence[PolicySource], gatherer: Gatherer, today: Sequence[PolicySource] | None
) -> tuple[Verdict, Effect, JsonObject]:
    """Return what ``sources`` say of ``call``, and the effect and demands that this is compared with."""
    names = call.context.server, call.context.tool, call.context.app
    wanted = needs(*names, sources) if today is None else needs(*names, sources) | needs(*names, today)
    facts = await gatherer.facts(call.context, call.findings, needs=wanted, now=call.at.astimezone())
    verdict = evaluate(facts, sources)
    if today is None:
        return verdict, call.verdict.effect, call.demands
    present = evaluate(facts, today)
    return verdict, present.effect, _demands(present)


def as_confirmed(source: PolicySource) -> PolicySource:
    """Return ``source`` as if a person had confirmed all of it."""
    return replace(source, waiting=())


def _demands(verdict: Verdict) -> JsonObject:
    return {} if verdict.obligations == NO_OBLIGATIONS else demands(verdict.obligations)


def _row(call: PastCall, verdict: Verdict, recorded: Effect) -> ReplayRow:
    return ReplayRow(
        call.call_id,
        call.time,
        call.context.app,
        call.context.server,
        call.context.tool,
        recorded.value,
        verdict.effect.value,
        verdict.rule,
        verdict.because,
        action_of(call.context.server, call.context.tool, call.context.arguments).object,
    )
