"""The findings about a call, and in which process they are computed.

Owns: what the kinds of finding see of a call, which of them run when, and where: small inputs that need no parser in
this process, all others in one that can be killed (``host.gate.inspection_pool``).

Invariants:
    - The loop never waits for a long text or a parser. Of a long call it does not even list the texts.
    - What was not inspected in time has a finding that forces a question.
    - A call's past is the one when the call came, however long a person thinks.
    - A result is read before a call that is compared with it is judged, otherwise when there is time for it.
    - The words that led to a call count as the person's only if a program of Assent reports them.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field

from host import tasks
from host.arguments.facts import PathFact, Place
from host.arguments.texts import MAX_PATH, names_local_path
from host.canonical import canonical, compact
from host.errors import AssentError, MalformedJson, ProtocolError
from host.gate.call_history import MAX_CALLS, CallHistory
from host.gate.inspection_pool import InspectionPool
from host.gate.spool import Spooled
from host.inspect import inspector, tables
from host.inspect.described import subject_of_call
from host.inspect.destinations import find_new_hosts_among
from host.inspect.flows import (
    NO_TRACES,
    Traces,
    Value,
    endorsed_by,
    server_knows_results,
    traces_of,
)
from host.inspect.kinds import KINDS
from host.inspect.results import index_of, names_in, normalized, part_for_index
from host.inspect.roles import roles_of
from host.inspect.subject import EarlierCall, EarlierResult, Past, ResultIndex, Subject, keep
from host.inspect.tools import ToolClass, class_of, class_of_call, class_of_source
from host.model import App, Call, CallContext, Effect, Finding, JsonObject, JsonValue, Severity, ToolDefinition
from host.policy.conditions import FindingsCondition
from host.policy.facts import CallFacts
from host.policy.index import index_of as index_of_rules
from host.policy.model import PolicySource
from host.policy.place_conditions import PathsWithin
from host.turns import NextTurn, Turns, app_key, proven_key
from host.values import replace
from host.words import say

INLINE: Final = 4 << 10
"""Bytes of a call that is inspected here. Longer ones go to another process, except prose."""
RESULT_INLINE: Final = 1 << 10
"""Bytes of a result, likewise. The worst of that size take 2 ms."""
PROSE: Final = 12 << 10
"""Bytes of plain prose, in which there is little to find: inspecting it takes less time than handing it over."""
_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ "
_MIN_PROSE_RATIO: Final = 4
"""In prose, bytes for each one that is neither an ASCII letter nor a space. Most source code has more, mixed scripts
and encoded data fewer."""
_DIGITS: Final = b"0123456789"
_MAX_PROSE_DIGITS: Final = 128
_MAX_PROSE_ADDRESSES: Final = 8
"""Digits, and marks of mail addresses and URLs, in prose. Each address or telephone number costs as much as some
hundred bytes of other text."""
SECONDS_PER_TURN: Final = 0.005
"""Seconds of processor time for inspections in one turn of the loop. The rest waits for another turn."""
MAX_KEPT: Final = 256
MAX_DEFINITIONS: Final = 512
MAX_UNREAD_BYTES: Final = 64 << 10
"""Bytes of a result that may stay unread until it is wanted. Longer ones are read at once."""
QUIET_SECONDS: Final = 0.05
"""Seconds after a result in which it is left unread, since the app may call again: reading would hold that call up. A
model takes longer."""
MAX_PLACES_SENT: Final = 300
"""Known destinations that another process is told, to find look-alikes."""
_log = logging.getLogger(__name__)
_NOT_IN_TIME: Final = say("Assent could not look at all of this call in time; part of it was not inspected.")
_ADVISORY: Final = frozenset({"outside-folders", "unknown-parameter", "contradiction", "new-host"})
"""Kinds that never force a question. They are computed for people, or if a rule names them."""


def is_short(data: bytes, limit: int) -> bool:
    """Whether canonical JSON is inspected here: it is no longer than ``limit``, or prose."""
    return len(data) <= limit or (len(data) <= PROSE and _is_prose(data))


@lru_cache(maxsize=8)
def _is_prose(data: bytes) -> bool:
    """Whether little is to be found in ``data``. That of a call is asked for at several steps."""
    marks = data.translate(None, _LETTERS)
    if len(marks) * _MIN_PROSE_RATIO > len(data) or marks.count(b"@") + marks.count(b"://") > _MAX_PROSE_ADDRESSES:
        return False
    return len(marks) - len(marks.translate(None, _DIGITS)) <= _MAX_PROSE_DIGITS


class CallInspection(Struct, eq=False):
    """The inspection of a call, and its progress.

    Attributes:
        subject: what the kinds of finding see of it, None if nothing has started yet or all is done.
        may_name_path: whether the inputs may name a path on this machine, of a short call judged by its beginning; of a
            long call, None if the worker could not tell.
        endorsements: keys of the values that a person's yes endorses (``flows.endorsement_key``).
    """

    call: Call
    definition: ToolDefinition
    subject: Subject | None = None
    needs_pool: bool = False  # whether another process is to inspect it
    call_findings: list[Finding] = field(default_factory=list)  # those that the call shows by itself
    traces: Traces = NO_TRACES  # the values that are looked up in memory
    may_name_path: bool | None = None
    findings: tuple[Finding, ...] | None = None  # None until they are complete
    keys: frozenset[str] = frozenset()  # of where it goes
    endorsements: frozenset[str] = frozenset()
    for_person: bool = False  # whether kinds that never force were computed too

    def is_of(self, call: Call, definition: ToolDefinition) -> bool:
        """Whether it is about these inputs, this definition and this trust."""
        own = self.call
        is_same_call = (own.digest, own.server.trust) == (call.digest, call.server.trust)
        return is_same_call and self.definition.digest == definition.digest


class _UnreadResults(Struct):
    """Results of one app that were not read yet.

    Attributes:
        results: each with its call and as JSON, oldest first.
        timer: runs until the app is quiet; None while they are being read since a call waits for them.
    """

    timer: asyncio.Handle | None
    last: float = 0.0  # when the newest came
    results: deque[tuple[Call, JsonValue, bytes]] = field(default_factory=deque)


class Inspection:
    """Inspects calls, definitions and results. One for a gate.

    ``tools``: returns (server, tool) of all that is listed.
    """

    def __init__(
        self,
        history: CallHistory,
        *,
        sources: Callable[[], Iterable[PolicySource]] = tuple,
        tools: Callable[[], tuple[tuple[str, str], ...]] = tuple,
        home: str | None = None,
        is_our_own: Callable[[App], bool] = lambda _: False,
        pool: InspectionPool | None = None,
        soon: NextTurn | None = None,
    ) -> None:
        """``sources``: of the rules in force. ``home``: of the person, this account's if None.

        ``is_our_own``: whether an app is a program of Assent, which is believed about what the person said. Any other
        app could invent words of the person for what it wants to send.
        """
        self.history, self.tools, self.turns = history, tools, Turns(soon)
        self.pool = pool or InspectionPool()
        self._sources, self._home = sources, str(Path.home()) if home is None else home
        self.is_our_own = is_our_own
        self._spent_seconds = 0.0
        self._known_sources: Iterable[PolicySource] = ()
        self._folders_by_names: dict[tuple[str, str, str], tuple[tuple[str, Place | None], ...]] = {}
        self._rules_name_advisory = False
        self._definitions: OrderedDict[str, tuple[Finding, ...]] = OrderedDict()
        self._inspections: OrderedDict[str, CallInspection] = OrderedDict()
        self._indexers: dict[str, asyncio.Task[None]] = {}
        self._unread: dict[str, _UnreadResults] = {}
        self._loading: asyncio.Task[None] | None = None

    # Calls

    @property
    def is_crowded(self) -> bool:
        """Whether this turn of the loop has no time for another inspection."""
        return self._spent_seconds > SECONDS_PER_TURN

    def begin(self, call: Call, definition: ToolDefinition) -> CallInspection:
        """Inspect ``call`` as far as that is possible now, without waiting."""
        if (cached := self._cached(call, definition)) is not None:
            return cached
        inspection = CallInspection(call, definition)
        if (
            _loaded.is_set()
            and not self.is_crowded
            and (definition.digest in self._definitions or len(definition.raw) <= INLINE)
        ):
            began = time.thread_time()
            try:
                self._start_here(inspection, began + SECONDS_PER_TURN)
            finally:
                if not self._spent_seconds:
                    self.turns.soon(self._next_turn)
                self._spent_seconds += time.thread_time() - began
        return inspection

    def _next_turn(self) -> None:
        self._spent_seconds = 0.0

    async def findings(self, call: Call, definition: ToolDefinition) -> tuple[Finding, ...]:
        """Return the findings about ``call``."""
        return await self.finish(self.begin(call, definition))

    async def finish(self, inspection: CallInspection) -> tuple[Finding, ...]:
        """Complete ``inspection`` and return its findings."""
        call, definition = inspection.call, inspection.definition
        self.load_soon()
        if self._loading is not None and not self._loading.done():
            await asyncio.wait({self._loading})
        await self._inspect_definition(call, definition)
        while inspection.findings is None and inspection.subject is None:
            while self.is_crowded:
                await self.turns.take(call.app, later=True)
            inspection = self.begin(call, definition)
        if inspection.needs_pool and inspection.subject is not None:
            await self._inspect_in_pool(inspection, inspection.subject)
        while inspection.subject is not None:
            await self._wait_for_results(call.app, inspection.subject.past)
            self._complete(inspection, inspection.subject)
        return inspection.findings or ()

    def load_soon(self) -> None:
        """Let a thread load what inspections need. Calls that come before it is done wait for it, and nothing else."""
        if self._loading is None and not _loaded.is_set():
            # No daemon thread: RE2 ends the process if Python ends while a thread is in it.
            self._loading = tasks.spawn(asyncio.to_thread(load), name="load findings")

    async def _wait_for_results(self, app: App, past: Past) -> None:
        """Return once the earlier results of ``app`` that ``past`` refers to are read."""
        while past.awaits_results:
            self._read_unread(app_key(app))
            if (indexer := self._indexers.get(app_key(app))) is not None:
                await asyncio.wait({indexer})
            else:
                await asyncio.sleep(0)  # read one in each turn of the loop

    async def findings_for_person(self, call: Call, definition: ToolDefinition) -> tuple[Finding, ...]:
        """Return all findings about ``call``, including those meant only for people."""
        first_findings = await self.findings(call, definition)
        inspection = self._inspections.get(call.id)
        if inspection is None or inspection.for_person:
            return first_findings
        subject_of = self._subject_of(call, definition)

        def work() -> list[Finding]:
            return inspector.run(inspector.INFORMING, subject_of())

        more = work() if is_short(call.params, INLINE) else await self._in_thread(work)
        inspection.findings, inspection.for_person = inspector.limit_findings((*first_findings, *more)), True
        return inspection.findings

    def _start_here(self, inspection: CallInspection, until: float) -> None:
        """Find what the call shows by itself, and complete the inspection if nothing must be waited for.

        ``until``: seconds of ``time.thread_time``; short results are read before that only.
        """
        call, definition = inspection.call, inspection.definition
        is_long = not is_short(call.params, INLINE)
        inspection.subject = subject = self._subject_of(call, definition, with_texts=not is_long)()
        if is_long or _wants_parser(subject):
            inspection.needs_pool = True
            return
        kinds = (*inspector.OF_CALL, *(inspector.INFORMING if self._rules_name_advisory else ()))
        inspection.traces = traces_of(subject, server_knows_results=server_knows_results(subject))
        inspection.call_findings = [*self._definition_findings(definition), *inspector.run(kinds, subject)]
        self._complete(inspection, subject)
        while inspection.findings is None and self._read_short(call.app, until):
            self._complete(inspection, subject)
        if inspection.findings is None:
            subject.past.request_all()

    async def _inspect_in_pool(self, inspection: CallInspection, subject: Subject) -> None:
        """Inspect in the pool. What it does not answer in time counts as not inspected, and stays so."""
        call, definition = inspection.call, inspection.definition
        subject.past.request_all()
        head: JsonObject = {
            "op": "call",
            "app": call.app.name,
            "server": call.server.id,
            "tool": call.tool,
            "trust": call.server.trust,
            "definition": definition.value if len(definition.raw) <= INLINE * 4 else None,
            "digest": definition.digest,
            "size": len(call.arguments),
            "known": subject.past.known,
            "places": list[JsonValue](sorted(subject.past.places)[:MAX_PLACES_SENT]),
            "folders": [folder for folder, _ in subject.folders],
            "home": self._home,
            "informing": self._rules_name_advisory,
        }
        answer = await self.pool.ask(proven_key(call.app), head, call.params)
        inspection.call_findings = [*self._definitions.get(definition.digest, ())]
        try:
            if answer is None:
                raise ValueError("no answer")
            from host.inspection_worker import findings_from_json, traces_from_json

            inspection.call_findings += findings_from_json(answer["findings"])
            inspection.traces = traces_from_json(answer["traces"])
            inspection.may_name_path = None if answer["path"] is None else answer["path"] is not False
            keep(subject, class_of_call, msgspec.convert(answer["class"], ToolClass))
        except (ValueError, TypeError, KeyError, ProtocolError, MalformedJson):
            inspection.call_findings.append(Finding("not-inspected", Severity.MEDIUM, _NOT_IN_TIME))
            inspection.traces = Traces(inputs=())  # not even the names of the inputs are looked through here
            keep(subject, class_of_call, class_of(call.server.id, call.tool))
        self._complete(inspection, subject)

    def _complete(self, inspection: CallInspection, subject: Subject) -> None:
        """Add what memory shows, and keep the inspection, unless an earlier result is not read yet."""
        call, traces = inspection.call, inspection.traces
        findings = [
            *inspection.call_findings,
            *inspector.inspect_flows(subject, traces),
            *find_new_hosts_among(traces.destinations, subject),
        ]
        if subject.past.awaits_results:
            return
        findings += inspector.run(inspector.BY_MEMORY, subject)
        inspection.findings = inspector.limit_findings(findings)
        inspection.keys = frozenset(it.key for it in traces.destinations if it.key)
        inspection.endorsements = endorsed_by(traces)
        inspection.for_person = self._rules_name_advisory
        if inspection.may_name_path is None:
            inspection.may_name_path = _may_name_path(call, subject)
        inspection.subject = None
        self._inspections[call.id] = inspection
        self._inspections.move_to_end(call.id)
        if len(self._inspections) > MAX_KEPT:
            self._inspections.popitem(last=False)

    def _cached(self, call: Call, definition: ToolDefinition) -> CallInspection | None:
        cached = self._inspections.get(call.id)
        return cached if cached is not None and cached.is_of(call, definition) else None

    def _subject_of(
        self, call: Call, definition: ToolDefinition, past: Past | None = None, *, with_texts: bool = True
    ) -> Callable[[], Subject]:
        """Return what makes the subject of a call, for any thread: with texts it takes time by the call's length."""
        return partial(
            subject_of_call,
            CallContext.of(call, definition),
            past=past or self.history.past(call, self.tools),
            turn=call.turn if call.turn and self.is_our_own(call.app) else "",
            folders=self._folders_of(call),
            home=self._home,
            params=call.params,
            with_texts=with_texts,
        )

    def _folders_of(self, call: Call) -> tuple[tuple[str, Place | None], ...]:
        """Return the folders of the rules in force, computed again if the rules changed."""
        sources, names = self._sources(), (call.server.id, call.tool, call.app.name)
        if sources is not self._known_sources:
            self._known_sources, self._folders_by_names = sources, {}
            self._rules_name_advisory = rules_name_advisory_kinds(sources)
        if names not in self._folders_by_names:
            if len(self._folders_by_names) >= MAX_KEPT:
                self._folders_by_names.clear()
            self._folders_by_names[names] = folders_of_allow_rules(sources, *names)
        return self._folders_by_names[names]

    # Definitions

    def _definition_findings(self, definition: ToolDefinition) -> tuple[Finding, ...]:
        """Return what a definition shows about each call, computed once."""
        if (findings := self._definitions.get(definition.digest)) is None:
            findings = tuple(inspector.inspect_definition(definition.value))
            self._keep_definition(definition.digest, findings)
        return findings

    async def _inspect_definition(self, call: Call, definition: ToolDefinition) -> None:
        """Inspect a definition, a long one elsewhere. One that took too long has a finding for each call."""
        if definition.digest in self._definitions:
            return
        if len(definition.raw) <= INLINE:
            self._definition_findings(definition)
            return
        answer = await self.pool.ask(proven_key(call.app), {"op": "definition"}, definition.raw)
        try:
            if answer is None:
                raise ValueError("no answer")
            from host.inspection_worker import findings_from_json

            findings = tuple(findings_from_json(answer["findings"]))
        except (ValueError, TypeError, KeyError, ProtocolError):
            text = say("The tool's definition could not be looked through in time.")
            findings = (Finding("not-inspected", Severity.MEDIUM, text),)
        self._keep_definition(definition.digest, findings)

    def _keep_definition(self, digest: str, findings: tuple[Finding, ...]) -> None:
        self._definitions[digest] = findings
        if len(self._definitions) > MAX_DEFINITIONS:
            self._definitions.popitem(last=False)

    # Paths

    def names_paths(self, call: Call, definition: ToolDefinition) -> bool:
        """Whether the inputs of ``call`` may name a path on this machine; true if that is unknown."""
        cached = self._cached(call, definition)
        may_name = None if cached is None else cached.may_name_path
        if may_name is None:
            with_texts = is_short(call.params, INLINE)
            may_name = _may_name_path(call, self._subject_of(call, definition, Past(), with_texts=with_texts)())
        if not may_name or not is_short(call.params, INLINE):
            return may_name
        return names_local_path(call.arguments_value, definition.input_schema, home=self._home)

    async def with_resolved_paths(
        self, call: Call, definition: ToolDefinition, findings: tuple[Finding, ...], facts: CallFacts
    ) -> tuple[Finding, ...]:
        """Return ``findings`` with those about paths replaced according to where the paths lead."""
        paths = tuple(map(at_home, facts.paths or ()))
        if not any(fact.place is not None for fact in paths):
            return findings
        subject_of = self._subject_of(call, definition, Past())
        folders = tuple((folder, facts.folders.get(folder)) for folder, _ in self._folders_of(call))

        def work() -> list[Finding]:
            return inspector.run(inspector.BY_PATH, replace(subject_of(), paths=paths, folders=folders))

        current = work() if is_short(call.params, INLINE) else await self._in_thread(work)
        was_outside = any(finding.kind == "outside-folders" for finding in findings)
        kept = [it for it in current if was_outside or it.kind != "outside-folders" or it.severity is not Severity.INFO]
        others = (it for it in findings if it.kind not in ("sensitive-path", "outside-folders"))
        return inspector.limit_findings((*kept, *others))

    @staticmethod
    async def _in_thread(work: Callable[[], list[Finding]]) -> list[Finding]:
        return await tasks.in_daemon_thread(work, name="look at a long call")

    def count_endorsements(self, call: Call) -> dict[str, int]:
        """Return how many values a person's yes to ``call`` endorses, by role."""
        inspection = self._inspections.get(call.id)
        if inspection is None or inspection.call.digest != call.digest:
            return {}
        return dict(Counter(it.partition(":")[0] for it in inspection.endorsements))

    # After a call was sent

    def call_sent(self, call: Call, definition: ToolDefinition, *, approved: bool) -> None:
        """Remember that ``call`` was sent. ``approved``: whether a person said yes, which endorses its destinations."""
        inspection = self._inspections.pop(call.id, None)
        if inspection is None or inspection.call.digest != call.digest:  # of inputs that a person only tried
            inspection = CallInspection(call, definition)
        # For a long call the worker found what it names.
        inputs = call.arguments_value if is_short(call.params, INLINE) else None
        named = partial(_values_named, inspection.traces.values, inspection.traces.named, inputs)
        self.history.add(call, definition, inspection.keys, named)
        if approved and inspection.endorsements:
            self.history.endorse(call.app, inspection.endorsements)

    def result_received(self, call: Call, result: JsonValue, body: bytes | Spooled, *, plain: bool = False) -> None:
        """Remember the result of ``call``. ``body``: ``result`` as JSON. ``plain``: see ``canonical.Document``.

        It is read after the app has its answer: when a call is compared with it, or the app is quiet. A
        result on disk is read at once, so that it does not wait in memory; if no other is being read, what of it counts
        is still here.
        """
        if not self.history.expect_result(call):
            return
        loop, owner = asyncio.get_running_loop(), app_key(call.app)
        if isinstance(body, Spooled):
            part = part_for_index(result) if plain and owner not in self._indexers else None
            if part is None:
                loop.call_soon(self._index, call, None, body)
            else:
                loop.call_soon(lambda: self._index(call, part, compact(part, plain=True)))
            return
        if len(body) > MAX_UNREAD_BYTES or len(call.params) > PROSE:  # do not keep long data in memory
            loop.call_soon(self._index, call, result, body)
            return
        if (unread := self._unread.get(owner)) is None:
            unread = self._unread[owner] = _UnreadResults(loop.call_later(QUIET_SECONDS, self._check_quiet, owner))
        unread.last = loop.time()
        unread.results.append((call, result, body))
        if len(unread.results) > MAX_CALLS:
            self._read_oldest(unread)

    def _check_quiet(self, owner: str) -> None:
        """Read one result if the app has been quiet, and go on in the next turn of the loop; else check again later."""
        unread, loop = self._unread[owner], asyncio.get_running_loop()
        if (seconds := unread.last + QUIET_SECONDS - loop.time()) > 0:
            unread.timer = loop.call_later(seconds, self._check_quiet, owner)
        elif unread.results:
            self._read_oldest(unread)
            unread.timer = loop.call_soon(self._check_quiet, owner)
        else:
            del self._unread[owner]

    def _read_unread(self, owner: str) -> None:
        unread = self._unread.get(owner)
        if unread is not None and unread.timer is not None:
            unread.timer.cancel()
            self._read_next(owner)

    def _read_short(self, app: App, until: float) -> bool:
        """Read short results of ``app``, oldest first. Returns whether there was one.

        ``until``: seconds of ``time.thread_time``; none is begun later.
        """
        owner, has_read = app_key(app), False
        unread = self._unread.get(owner)
        if unread is None or owner in self._indexers:
            return False
        while unread.results and time.thread_time() < until:
            if not is_short(unread.results[0][2], RESULT_INLINE):
                break
            self._read_oldest(unread)
            has_read = True
        return has_read

    def _read_next(self, owner: str) -> None:
        unread = self._unread[owner]
        unread.timer = None
        if not unread.results:
            del self._unread[owner]
            return
        self._read_oldest(unread)
        asyncio.get_running_loop().call_soon(self._read_next, owner)

    def _read_oldest(self, unread: _UnreadResults) -> None:
        """Read the oldest result, unless newer calls have pushed its call out of memory."""
        call, result, body = unread.results.popleft()
        if self.history.is_result_wanted(call):
            self._index(call, result, body)
        else:
            self.history.add_result(call, None)

    def _index(self, call: Call, result: JsonValue, body: bytes | Spooled) -> None:
        owner = app_key(call.app)
        if isinstance(body, bytes) and is_short(body, RESULT_INLINE) and owner not in self._indexers:
            self.history.add_result(call, _index_here(call, result))
            return
        previous = self._indexers.get(owner)
        task = tasks.spawn(self._index_in_pool(call, body, previous), name="look through a result")
        self._indexers[owner] = task
        task.add_done_callback(lambda done: self._indexers.pop(owner) if self._indexers.get(owner) is done else None)

    async def _index_in_pool(self, call: Call, body: bytes | Spooled, previous: asyncio.Task[None] | None) -> None:
        index: ResultIndex | None = None
        head: JsonObject = {
            "op": "result",
            "server": call.server.id,
            "tool": call.tool,
            "arguments": call.arguments_value if len(call.arguments) <= INLINE else {},
        }
        try:
            if previous is not None and not previous.done():
                await asyncio.wait({previous})
            data = await body.read() if isinstance(body, Spooled) else body
            if (answer := await self.pool.ask(proven_key(call.app), head, data)) is not None:
                index = ResultIndex.from_json(answer)
        except (ValueError, TypeError, AssentError):  # e.g. MalformedJson, or a result that is gone
            index = None
        finally:  # always: the app's next call waits for this
            self.history.add_result(call, index)

    @property
    def is_busy(self) -> bool:
        """Whether anything is kept of a running call."""
        return bool(self._inspections) or self.history.is_busy

    def forget(self, call: Call) -> None:
        """Drop what was kept while ``call`` ran."""
        self._inspections.pop(call.id, None)
        self.history.forget(call)


_loaded: Final = threading.Event()
"""Whether ``load`` has run in this process."""


def load() -> None:
    """Look through calls and results of ours, in any thread: what that reads and compiles, no app then waits for."""
    try:
        for tool in ("send_email", "read_file", "delete_records"):
            _inspect_example(tool)
    finally:  # without it, each call would only take its time
        _loaded.set()


def _inspect_example(tool: str) -> None:
    text = "See https://example.com/notes, ~/notes.txt and ana@example.com, or call +1 555 0100 on 2026-01-31: $12.50."
    values: JsonObject = {"to": "ana@example.com", "path": "/home/ana/notes.txt", "body": text, "all": True, "count": 3}
    definition: JsonObject = {"name": tool, "description": text, "inputSchema": {"type": "object"}}
    context = CallContext("mail", tool, "app", True, "none", values, canonical(values), definition)
    index = index_of({"content": [{"type": "text", "text": text}]}, class_of("mail", tool, values), tool)
    earlier = EarlierCall("web", tool, earlier_result=EarlierResult(index=index))
    subject = subject_of_call(context, past=Past(known=True, earlier_calls=(earlier,)), home="/home/ana")
    inspector.run((*inspector.OF_DEFINITION, *inspector.OF_CALL, *inspector.INFORMING, *inspector.BY_MEMORY), subject)
    traces = traces_of(subject)
    inspector.inspect_flows(subject, traces)
    list(find_new_hosts_among(traces.destinations, subject))
    _wants_parser(subject)


def _index_here(call: Call, result: JsonValue) -> ResultIndex | None:
    """Index a short result. None after a failure, so that the result counts as not read."""
    try:
        return index_of(result, class_of_source(call.server.id, call.tool, call.arguments_value), call.tool)
    except Exception:  # noqa: BLE001  # a bug: the next call then says that not everything was compared
        _log.exception("a result of call %s could not be inspected", call.id)
        return None


def _values_named(traced: Iterable[Value], known: frozenset[str], inputs: JsonValue) -> frozenset[str]:
    """Return the values that a call named before any answer came, in the form of ``results.normalized``."""
    return names_in(inputs) | known | {normalized(it.value) for it in traced}


def _wants_parser(subject: Subject) -> bool:
    """Whether an input is a program, or the call writes a file that may run by itself."""
    tool = class_of_call(subject)
    return any(
        played.role == "program" or (tool.changes and played.role in ("place", "object") and _may_run(played.text.text))
        for played in roles_of(subject)
    )


def _may_run(path: str) -> bool:
    return len(path) <= MAX_PATH and bool(tables.patterns("autorun").rows_in(path))


def rules_name_advisory_kinds(sources: Iterable[PolicySource]) -> bool:
    """Whether a rule names a kind worked out only for people, a severity or an unknown kind."""
    wanted = (rule.condition(FindingsCondition) for source in sources for rule in source.rules)
    named = {name for condition in wanted if condition is not None for name in condition.values}
    return any(name in _ADVISORY or name not in KINDS for name in named)


def folders_of_allow_rules(
    sources: Iterable[PolicySource], server: str, tool: str, app: str
) -> tuple[tuple[str, Place | None], ...]:
    """Return the folders, as written, of rules that allow calls with these names."""
    rules = (rule for source in sources for rule in index_of_rules(source).candidates(server, tool, app))
    wanted = (rule.condition(PathsWithin) for rule in rules if rule.effect is Effect.ALLOW)
    written = dict.fromkeys(folder for paths in wanted if paths is not None for folder in paths.folders)
    return tuple((folder, None) for folder in written)


def _may_name_path(call: Call, subject: Subject) -> bool:
    """Whether a text of a call may be a definite path: absolute, below ``~``, or ``file:``."""
    if not is_short(call.params, INLINE):
        return any(mark in call.arguments for mark in (b"/", b"\\", b"~", b"%"))
    return any(text.text.startswith(("/", "~")) or text.text[4:5] == ":" for text in subject.texts)


def at_home(fact: PathFact) -> PathFact:
    """Return a path below ``~`` as it resolves for this person. Rules do not take it for certain."""
    is_below_home = fact.place is None and fact.text.startswith("~") and fact.other_places
    return replace(fact, place=fact.other_places[0], other_places=fact.other_places[1:]) if is_below_home else fact
