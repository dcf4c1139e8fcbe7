"""The findings about a call, and where they are worked out.

Owns: what the kinds of finding are told of a call, which of them run when, and where: in this process what is small and
wants no parser, else in one that can be killed (``host.gate.inspection_pool``). Invariants: the loop never waits for a
long text or a parser; what was not looked at in time says so in a finding that forces a question; what is remembered of
earlier calls is what it was when the call came, however long a person thinks; a result is looked through before a call
is judged that is compared with it, and else when its app is quiet; the words that led to a call count as the person's
only where a program of ours tells them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from host import tasks
from host.arguments.facts import PathFact, Place
from host.arguments.texts import MAX_PATH, path_candidates
from host.errors import AssentError, MalformedJson, ProtocolError
from host.gate.call_history import CALLS, CallHistory
from host.gate.inspection_pool import InspectionPool
from host.gate.spool import Spooled
from host.inspect import inspector, tables
from host.inspect.described import subject_of_call
from host.inspect.destinations import find_new_among
from host.inspect.flows import ENDORSED, NO_TRACES, Traces, endorsement, traces_of
from host.inspect.kinds import KINDS
from host.inspect.results import ResultIndex, index_of, named_in, normal
from host.inspect.roles import roles_of
from host.inspect.subject import Past, Subject
from host.inspect.tools import class_of_call, class_of_source
from host.model import App, Call, CallContext, Effect, Finding, JsonObject, JsonValue, Severity, ToolDefinition
from host.policy.facts import CallFacts
from host.policy.index import index_of as index_of_rules
from host.policy.model import PolicySource
from host.turns import Turns
from host.turns import app_key as _whose
from host.values import replace
from host.words import say

INLINE: Final = 4 << 10
"""Bytes of a call that is looked at here; longer ones go to another process, but for prose."""
RESULT_INLINE: Final = 1 << 10
"""Bytes of a result, likewise; the worst of that size take 2 ms."""
PROSE: Final = 12 << 10
"""Bytes of plain prose, in which there is little to find: it takes less time than to hand it over."""
_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ "
_MARKED: Final = 6
"""Prose has no more than one byte in so many that is neither an ASCII letter nor a blank. Addresses, programs and
letters of several scripts, which cost most to look at, have more."""
SECONDS_PER_TURN: Final = 0.005
"""Seconds of processor time for looks in one turn of the loop; what comes after them waits for another."""
KEPT: Final = 256
"""Calls on their way whose findings are kept for the next time."""
DEFINITIONS: Final = 512
"""Definitions of which it is kept what was found in them."""
UNREAD: Final = 64 << 10
"""Bytes of a result that may wait until it is wanted; longer ones are looked through at once."""
QUIET: Final = 0.25
"""Seconds after a result in which its app's next call, if it comes, is likely to want none of it."""
PLACES_SENT: Final = 300
"""Known destinations that a look elsewhere is told of, to tell look-alikes."""
_log = logging.getLogger(__name__)
_LATE: Final = say("Assent could not look at all of this call in time; part of it was not inspected.")
_ADVISORY: Final = frozenset({"outside-folders", "unknown-parameter", "contradiction", "new-host"})
"""Kinds that never force, and are worked out for people, or where a rule names them."""


def is_short(data: bytes, limit: int) -> bool:
    """Whether canonical JSON is looked at here: no longer than ``limit``, or prose."""
    if len(data) <= limit:
        return True
    return len(data) <= PROSE and len(data.translate(None, _LETTERS)) * _MARKED <= len(data)


class _CallFindings(Struct, frozen=True):
    """What one look gave.

    Attributes:
        digest: of the call's bytes, the trust and the definition that it was made of.
        names: values that the call names, in the form of ``results.normal``.
        keys: of where it goes.
        endorses: values by role that a person's yes endorses.
        for_person: whether kinds that never force were worked out too.
        may_lead: of a short call, whether a text may lead somewhere on this machine, as far as its beginning tells.
    """

    digest: tuple[object, ...]
    findings: tuple[Finding, ...]
    names: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    endorses: frozenset[str] = frozenset()
    for_person: bool = False
    may_lead: bool = True


class Look(Struct):
    """A look at a call, and how far it came.

    Attributes:
        call, definition: what is looked at.
        subject: what the kinds of finding see of it, None where nothing was begun yet.
        elsewhere: the same, where another process is to look at it.
        seen, traces: what it says by itself; what of it is looked up in memory.
        result: once it is finished.
    """

    call: Call
    definition: ToolDefinition
    subject: Subject | None = None
    elsewhere: Subject | None = None
    seen: list[Finding] = field(default_factory=list)
    traces: Traces = NO_TRACES
    result: _CallFindings | None = None

    @property
    def findings(self) -> tuple[Finding, ...] | None:
        """What is to be said of the call, None as long as that is not known."""
        return None if self.result is None else self.result.findings


class _Unread(Struct):
    """Results of one app that wait to be looked through.

    Attributes:
        results: each with its call and as JSON, oldest first.
        last: when the newest came.
        timer: until the app is quiet; None once they are being looked through.
    """

    timer: asyncio.TimerHandle | None
    last: float = 0.0
    results: deque[tuple[Call, JsonValue, bytes]] = field(default_factory=deque)


class Inspection:
    """Looks at calls, definitions and results. One for a gate.

    Attributes:
        history: what is remembered of earlier calls.
        tools: (server, tool) of all that is listed.
        turns: in which calls get on.
        is_our_own: whether an app is a program of ours.
    """

    def __init__(
        self,
        history: CallHistory,
        *,
        sources: Callable[[], Iterable[PolicySource]] = tuple,
        tools: Callable[[], tuple[tuple[str, str], ...]] = tuple,
        home: str | None = None,
        our_own: Callable[[App], bool] = lambda _: False,
        pool: InspectionPool | None = None,
    ) -> None:
        """``sources``: of the rules in force. ``home``: of the person, this account's where None.

        ``our_own``: whether an app is a program of ours, whose word on what the person said counts: any other app would
        tell us that the person said what it wants to send.
        """
        self.history, self.tools, self.turns = history, tools, Turns()
        self.pool = pool or InspectionPool()
        self._sources, self._home = sources, str(Path.home()) if home is None else home
        self.is_our_own = our_own
        self._spent = 0.0
        self._ruled: Iterable[PolicySource] = ()
        self._folders: dict[tuple[str, str, str], tuple[tuple[str, Place | None], ...]] = {}
        self._rules_name_advisory = False
        self._definitions: OrderedDict[str, tuple[Finding, ...]] = OrderedDict()
        self._found: OrderedDict[str, _CallFindings] = OrderedDict()
        self._indexing: dict[str, asyncio.Task[None]] = {}
        self._unread: dict[str, _Unread] = {}

    # Calls

    @property
    def crowded(self) -> bool:
        """Whether this turn of the loop has no room for another inspection."""
        return self._spent > SECONDS_PER_TURN

    def look(self, call: Call, definition: ToolDefinition) -> Look:
        """Look at ``call``, as far as that can be done here and now."""
        if (known := self._cached(call, definition)) is not None:
            return Look(call, definition, result=known)
        look = Look(call, definition)
        if not self.crowded and (definition.digest in self._definitions or len(definition.raw) <= INLINE):
            began = time.thread_time()
            try:
                self._begin(look, began + SECONDS_PER_TURN)
            finally:
                if not self._spent:
                    asyncio.get_running_loop().call_soon(self._next_turn)
                self._spent += time.thread_time() - began
        return look

    def _next_turn(self) -> None:
        self._spent = 0.0

    async def findings(self, call: Call, definition: ToolDefinition) -> tuple[Finding, ...]:
        """What is to be said of ``call``."""
        return await self.finished(self.look(call, definition))

    async def finished(self, look: Look) -> tuple[Finding, ...]:
        """What is to be said of the call, once all that ``look`` had to leave is done."""
        call, definition = look.call, look.definition
        await self._inspect_definition(call, definition)
        while look.result is None and look.subject is None:
            while self.crowded:
                await self.turns.take(call.app, later=True)
            look = self.look(call, definition)
        if look.elsewhere is not None:
            await self._look_elsewhere(look, look.elsewhere)
        while look.result is None and look.subject is not None:
            await self._results_read(call.app, look.subject.past)
            look.result = self._finish(look, look.subject)
        return look.findings or ()

    async def _results_read(self, app: App, past: Past) -> None:
        """Return once what earlier calls of ``app`` brought is looked through, as far as ``past`` knows of it."""
        while past.waits:
            self._read(_whose(app))
            if (waited := self._indexing.get(_whose(app))) is not None:
                await asyncio.wait({waited})
            else:
                await asyncio.sleep(0)  # one in each turn of the loop

    async def findings_for_person(self, call: Call, definition: ToolDefinition) -> tuple[Finding, ...]:
        """Everything that is to be said of ``call``, for a person who reads it."""
        found = await self.findings(call, definition)
        cached = self._found.get(call.id)
        if cached is None or cached.for_person:
            return found
        subject = self._subject(call, definition)
        work = partial(inspector.run, inspector.INFORMING, subject)
        more = work() if is_short(call.params, INLINE) else await self._in_thread(work)
        findings = inspector.listed((*found, *more))
        self._keep(call, replace(cached, findings=findings, for_person=True))
        return findings

    def _begin(self, look: Look, until: float) -> None:
        """Find what the call says by itself, and finish where nothing that it is compared with must be waited for.

        ``until``: of this thread's processor time, when short results are left for later.
        """
        call, definition = look.call, look.definition
        look.subject = subject = self._subject(call, definition)
        if not is_short(call.params, INLINE) or _wants_parser(subject):
            look.elsewhere = subject
            return
        kinds = (*inspector.OF_CALL, *(inspector.INFORMING if self._rules_name_advisory else ()))
        look.seen = [*self._of_definition_here(definition), *inspector.run(kinds, subject)]
        look.traces = traces_of(subject)
        look.result = self._finish(look, subject)
        while look.result is None and self._read_short(call.app, until):
            look.result = self._finish(look, subject)
        if look.result is None:
            subject.past.want_all()

    async def _look_elsewhere(self, look: Look, subject: Subject) -> None:
        """In the pool; what it does not answer in time was not looked at, and is remembered to be."""
        call, definition = look.call, look.definition
        subject.past.want_all()
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
            "places": list[JsonValue](sorted(subject.past.places)[:PLACES_SENT]),
            "folders": [folder for folder, _ in subject.folders],
            "home": self._home,
            "informing": self._rules_name_advisory,
        }
        answer = await self.pool.ask(_whose(call.app), head, call.params)
        look.seen = [*self._definitions.get(definition.digest, ())]
        try:
            if answer is None:
                raise ValueError("no answer")
            from host.inspection_worker import findings_from_json, traces_from_json

            look.seen += findings_from_json(answer["findings"])
            look.traces = traces_from_json(answer["traces"])
        except (ValueError, TypeError, KeyError, ProtocolError, MalformedJson):
            look.seen.append(Finding("not-inspected", Severity.MEDIUM, _LATE))
        look.result = self._finish(look, subject)

    def _finish(self, look: Look, subject: Subject) -> _CallFindings | None:
        """With what memory says, and kept for the next time; None where something in there is not looked through."""
        call, definition, traces = look.call, look.definition, look.traces
        found = [*look.seen, *inspector.flows(subject, traces), *find_new_among(traces.destinations, subject)]
        if subject.past.waits:
            return None
        found += inspector.run(inspector.BY_MEMORY, subject)
        cached = _CallFindings(
            _digest(call, definition),
            inspector.listed(found),
            traces.named | {normal(it.value) for it in traces.values},
            frozenset(it.key for it in traces.destinations if it.key),
            frozenset(endorsement(it.role, it.value) for it in traces.values if it.role in ENDORSED),
            self._rules_name_advisory,
            is_short(call.arguments, INLINE) and _may_lead(subject),
        )
        self._keep(call, cached)
        return cached

    def _keep(self, call: Call, cached: _CallFindings) -> None:
        self._found[call.id] = cached
        self._found.move_to_end(call.id)
        if len(self._found) > KEPT:
            self._found.popitem(last=False)

    def _cached(self, call: Call, definition: ToolDefinition) -> _CallFindings | None:
        cached = self._found.get(call.id)
        return cached if cached is not None and cached.digest == _digest(call, definition) else None

    def _subject(self, call: Call, definition: ToolDefinition, past: Past | None = None) -> Subject:
        return subject_of_call(
            CallContext.of(call, definition),
            past=past or self.history.past(call, self.tools),
            turn=call.turn if call.turn and self.is_our_own(call.app) else "",
            folders=self._folders_of(call),
            home=self._home,
            params=call.params,
        )

    def _folders_of(self, call: Call) -> tuple[tuple[str, Place | None], ...]:
        """Of the rules in force; worked out anew where they are others."""
        sources, names = self._sources(), (call.server.id, call.tool, call.app.name)
        if sources is not self._ruled:
            self._ruled, self._folders, self._rules_name_advisory = sources, {}, rules_name_advisory_kinds(sources)
        if names not in self._folders:
            if len(self._folders) >= KEPT:
                self._folders.clear()
            self._folders[names] = folders_of(sources, *names)
        return self._folders[names]

    # Definitions

    def _of_definition_here(self, definition: ToolDefinition) -> tuple[Finding, ...]:
        """What its definition says of each call; worked out once."""
        if (known := self._definitions.get(definition.digest)) is None:
            known = tuple(inspector.of_definition(definition.value))
            self._keep_definition(definition.digest, known)
        return known

    async def _inspect_definition(self, call: Call, definition: ToolDefinition) -> None:
        """Look through a definition, a long one elsewhere; one not looked through in time says so each time."""
        if definition.digest in self._definitions:
            return
        if len(definition.raw) <= INLINE:
            self._of_definition_here(definition)
            return
        answer = await self.pool.ask(_whose(call.app), {"op": "definition"}, definition.raw)
        try:
            if answer is None:
                raise ValueError("no answer")
            from host.inspection_worker import findings_from_json

            found = tuple(findings_from_json(answer["findings"]))
        except (ValueError, TypeError, KeyError, ProtocolError):
            says = say("The tool's definition could not be looked through in time.")
            found = (Finding("not-inspected", Severity.MEDIUM, says),)
        self._keep_definition(definition.digest, found)

    def _keep_definition(self, digest: str, found: tuple[Finding, ...]) -> None:
        self._definitions[digest] = found
        if len(self._definitions) > DEFINITIONS:
            self._definitions.popitem(last=False)

    # Paths

    def names_paths(self, call: Call, definition: ToolDefinition) -> bool:
        """Whether the inputs of ``call`` hold what may lead somewhere on this machine, or nobody can tell."""
        if not is_short(call.arguments, INLINE):
            return any(mark in call.arguments for mark in (b"/", b"\\", b"~", b"%"))
        known = self._cached(call, definition)
        may_lead = known.may_lead if known is not None else _may_lead(self._subject(call, definition, Past()))
        if not may_lead:
            return False
        candidates = path_candidates(call.arguments_value, definition.input_schema, home=self._home)
        return any(it.local is not None or it.text.startswith("~") for it in candidates)

    async def resolved(
        self, call: Call, definition: ToolDefinition, findings: tuple[Finding, ...], facts: CallFacts
    ) -> tuple[Finding, ...]:
        """``findings`` of ``call``, those about paths by where they lead on this machine, as ``facts`` have it."""
        paths = tuple(map(at_home, facts.paths or ()))
        if not any(fact.place is not None for fact in paths):
            return findings
        subject = self._subject(call, definition, Past())
        folders = tuple((folder, facts.folders.get(folder)) for folder, _ in subject.folders)
        led = replace(subject, paths=paths, folders=folders)
        work = partial(inspector.run, inspector.BY_PATH, led)
        found = work() if is_short(call.params, INLINE) else await self._in_thread(work)
        outside = any(finding.kind == "outside-folders" for finding in findings)
        known = [it for it in found if outside or it.kind != "outside-folders" or it.severity is not Severity.INFO]
        others = (it for it in findings if it.kind not in ("sensitive-path", "outside-folders"))
        return inspector.listed((*known, *others))

    @staticmethod
    async def _in_thread(work: Callable[[], list[Finding]]) -> list[Finding]:
        return await tasks.in_daemon_thread(work, name="look at a long call")

    def endorses(self, call: Call) -> dict[str, int]:
        """How many values a person's yes to ``call`` endorses, by role."""
        cached = self._found.get(call.id)
        if cached is None or not cached.digest or cached.digest[0] != call.digest:
            return {}
        return dict(Counter(it.partition(":")[0] for it in cached.endorses))

    # What came of a call

    def sent(self, call: Call, definition: ToolDefinition, *, approved: bool) -> None:
        """The bytes of ``call`` have left. ``approved``: whether a person said yes to it, and so to whom it names."""
        cached = self._found.pop(call.id, None)
        if cached is None or cached.digest[0] != call.digest:  # of inputs that a person only tried
            cached = _CallFindings((), ())
        # What it named was its own before any answer; of a long call the worker has found it.
        named = named_in(call.arguments_value) if is_short(call.params, INLINE) else frozenset[str]()
        self.history.sent(call, definition, cached.keys, cached.names | named)
        if approved and cached.endorses:
            self.history.endorse(call.app, cached.endorses)

    def result_received(self, call: Call, result: JsonValue, body: bytes | Spooled) -> None:
        """What came of ``call``; ``body``: ``result`` as JSON.

        It is looked through once the app has its answer: when a call is to be compared with it, or the app is quiet. Of
        one on the disk nothing waits in memory for its turn.
        """
        if not self.history.came(call):
            return
        loop, whose = asyncio.get_running_loop(), _whose(call.app)
        if isinstance(body, Spooled):
            loop.call_soon(self._index, call, None, body)
            return
        if len(body) > UNREAD or len(call.params) > PROSE:  # neither is kept for long
            loop.call_soon(self._index, call, result, body)
            return
        if (unread := self._unread.get(whose)) is None:
            unread = self._unread[whose] = _Unread(loop.call_later(QUIET, self._quiet, whose))
        unread.last = loop.time()
        unread.results.append((call, result, body))
        if len(unread.results) > CALLS:
            self._read_oldest(unread)

    def _quiet(self, whose: str) -> None:
        """Look at the clock: has the app been quiet?"""
        unread, loop = self._unread[whose], asyncio.get_running_loop()
        if (left := unread.last + QUIET - loop.time()) > 0:
            unread.timer = loop.call_later(left, self._quiet, whose)
        else:
            self._read_next(whose)

    def _read(self, whose: str) -> None:
        """Begin now with what is unread."""
        unread = self._unread.get(whose)
        if unread is not None and unread.timer is not None:
            unread.timer.cancel()
            self._read_next(whose)

    def _read_short(self, app: App, until: float) -> bool:
        """Look short results of ``app`` through, oldest first, while this thread has time; whether there was one."""
        unread, read = self._unread.get(_whose(app)), False
        if unread is None or _whose(app) in self._indexing:
            return False
        while unread.results and is_short(unread.results[0][2], RESULT_INLINE) and time.thread_time() < until:
            self._read_oldest(unread)
            read = True
        return read

    def _read_next(self, whose: str) -> None:
        """Look one result through, the rest in later turns of the loop."""
        unread = self._unread[whose]
        unread.timer = None
        if not unread.results:
            del self._unread[whose]
            return
        self._read_oldest(unread)
        asyncio.get_running_loop().call_soon(self._read_next, whose)

    def _read_oldest(self, unread: _Unread) -> None:
        """Look it through, unless nobody could be told of it: newer calls have pushed its call out."""
        call, result, body = unread.results.popleft()
        if self.history.wanted(call):
            self._index(call, result, body)
        else:
            self.history.indexed(call, None)

    def _index(self, call: Call, result: JsonValue, body: bytes | Spooled) -> None:
        whose = _whose(call.app)
        if isinstance(body, bytes) and is_short(body, RESULT_INLINE) and whose not in self._indexing:
            self.history.indexed(call, _index_here(call, result))
            return
        before = self._indexing.get(whose)
        task = tasks.spawn(self._index_elsewhere(call, body, before), name="look through a result")
        self._indexing[whose] = task
        task.add_done_callback(lambda done: self._indexing.pop(whose) if self._indexing.get(whose) is done else None)

    async def _index_elsewhere(self, call: Call, body: bytes | Spooled, before: asyncio.Task[None] | None) -> None:
        index: ResultIndex | None = None
        head: JsonObject = {
            "op": "result",
            "server": call.server.id,
            "tool": call.tool,
            "arguments": call.arguments_value if len(call.arguments) <= INLINE else {},
        }
        try:
            if before is not None and not before.done():
                await asyncio.wait({before})
            data = await body.read() if isinstance(body, Spooled) else body
            if (answer := await self.pool.ask(_whose(call.app), head, data)) is not None:
                index = ResultIndex.from_json(answer)
        except (ValueError, TypeError, KeyError, AssentError):  # MalformedJson, and a result that is not kept any more
            index = None
        finally:  # whatever becomes of it: the app's next call waits for this
            self.history.indexed(call, index)

    @property
    def busy(self) -> bool:
        """Whether anything is kept of a call that is on its way."""
        return bool(self._found) or self.history.busy

    def ended(self, call: Call) -> None:
        """``call`` is at its end."""
        self._found.pop(call.id, None)
        self.history.forget(call)


def _index_here(call: Call, result: JsonValue) -> ResultIndex | None:
    """Of a short result; None where we failed, so that it counts as not looked through."""
    try:
        return index_of(result, class_of_source(call.server.id, call.tool, call.arguments_value), call.tool)
    except Exception:  # noqa: BLE001  # a fault of ours: the next call says that not all was compared
        _log.exception("a result of call %s could not be looked through", call.id)
        return None


def _digest(call: Call, definition: ToolDefinition) -> tuple[object, ...]:
    return call.digest, call.server.trust, definition.digest


def _wants_parser(subject: Subject) -> bool:
    """Whether an input is a program, or a file that may run by itself is written."""
    tool = class_of_call(subject)
    return any(
        played.role == "program" or (tool.changes and played.role in ("place", "object") and _may_run(played.text.text))
        for played in roles_of(subject, tool)
    )


def _may_run(path: str) -> bool:
    return len(path) <= MAX_PATH and bool(tables.patterns("autorun").rows_in(path))


def rules_name_advisory_kinds(sources: Iterable[PolicySource]) -> bool:
    """Whether a rule goes by a kind that is else worked out for people alone, by a severity, or an unknown kind."""
    named = {name for source in sources for rule in source.rules for name in rule.conditions.findings}
    return any(name in _ADVISORY or name not in KINDS for name in named)


def folders_of(
    sources: Iterable[PolicySource], server: str, tool: str, app: str
) -> tuple[tuple[str, Place | None], ...]:
    """Folders of rules that allow calls of these names, as written."""
    written = dict.fromkeys(
        folder
        for source in sources
        for rule in index_of_rules(source).candidates(server, tool, app)
        if rule.effect is Effect.ALLOW and rule.conditions.paths is not None
        for folder in rule.conditions.paths.folders
    )
    return tuple((folder, None) for folder in written)


def _may_lead(subject: Subject) -> bool:
    """Whether a text of a call may be a path that leads somewhere for certain: absolute, below ``~``, ``file:``."""
    return any(text.text.startswith(("/", "~")) or text.text[4:5] == ":" for text in subject.texts)


def at_home(fact: PathFact) -> PathFact:
    """A path below ``~`` as it leads for this person, which no rule takes for certain."""
    home = fact.place is None and fact.text.startswith("~") and fact.other_places
    return replace(fact, place=fact.other_places[0], other_places=fact.other_places[1:]) if home else fact
