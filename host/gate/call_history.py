"""What is remembered of calls, for the findings of later ones.

Owns: what an app's calls returned, and which tools and destinations were used before, with the file that keeps the
latter across restarts.

Invariants:
    - The results of an app's calls are remembered while it is connected, with limits in calls and bytes for one app and
      for all together. They are forgotten with its last session and known to no other app. An app that proved no name
      has a memory for each session. An app known only through its hook is connected only during a call, so its memory
      lasts until ``QUIET_SECONDS`` after the last call. Values that a person approved in a role hold for that app
      alone, for the same time.
    - Earlier uses can only make a finding milder that is never grave, so the file needs no seal. A damaged file counts
      as none, and the log says so. The file's content is bounded.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from host import files, paths, tasks
from host.canonical import canonical, parse
from host.errors import AssentError
from host.inspect.subject import EarlierCall, EarlierResult, NamedValues, Past, ResultIndex
from host.model import App, Call, JsonObject, JsonValue, ToolDefinition
from host.values import replace

_log = logging.getLogger(__name__)

MAX_CALLS: Final = 30
MAX_RESULTS: Final = 20
"""Results of one app that are remembered, the newest."""
MAX_BYTES_OF_APP: Final = 6 << 20
MAX_BYTES_IN_ALL: Final = 24 << 20
"""Bytes of results of all apps. Beyond that, the apps that were quiet longest lose theirs."""
MAX_APPS: Final = 16
"""Apps that proved their name and are remembered, and as many sessions of apps that did not."""
RECENT_SECONDS: Final = 10.0
"""Seconds for which proposals count as recent."""
QUIET_SECONDS: Final = 3600.0
"""Seconds without a call after which the memory of an app that is not connected is dropped."""
MAX_PENDING: Final = 1_024
"""Running calls whose past is kept as it was when they came."""
MAX_ENDORSED: Final = 2_000
"""Approved values of one app. The oldest beyond that are asked about again."""


class _AppHistory(Struct):
    """The memory of one app.

    Attributes:
        endorsed: values by role that a person approved, and when (monotonic seconds).
        earlier_calls: its calls that were sent, newest first.

    ``endorsed`` and ``earlier_calls`` are replaced, never mutated: waiting calls keep the old ones.
    """

    open_sessions: set[str] = field(default_factory=set)  # the ids of those that have not ended
    earlier_calls: tuple[EarlierCall, ...] = ()
    proposal_times: deque[float] = field(default_factory=lambda: deque(maxlen=256))  # monotonic seconds, newest last
    endorsed: dict[str, float] = field(default_factory=dict)
    result_count: int = 0  # how many of ``earlier_calls`` have a result that was read
    size: int = 0  # approximate bytes of these results

    def add_call(self, call: EarlierCall) -> None:
        """Remember a call, and forget the oldest one beyond ``MAX_CALLS``."""
        calls = (call, *self.earlier_calls)
        self.earlier_calls = calls[:MAX_CALLS]
        for forgotten in calls[MAX_CALLS:]:
            self.uncount(forgotten)

    def find(self, call_id: str) -> EarlierCall | None:
        """Return the remembered call of that id, None if it is forgotten."""
        for entry in self.earlier_calls:
            if entry.id == call_id:
                return entry
        return None

    def set_result(self, entry: EarlierCall, result: EarlierResult | None) -> None:
        """Replace the result of ``entry``."""
        self.uncount(entry)
        at = self.earlier_calls.index(entry)
        replaced = replace(entry, earlier_result=result)
        self.earlier_calls = (*self.earlier_calls[:at], replaced, *self.earlier_calls[at + 1 :])

    def count(self, index: ResultIndex) -> None:
        """Count a result that was read, and drop the oldest ones beyond this app's limits."""
        self.result_count += 1
        self.size += index.size
        if self.result_count <= MAX_RESULTS and self.size <= MAX_BYTES_OF_APP:
            return
        for entry in self._calls_with_result():
            self.set_result(entry, EarlierResult() if self.size > MAX_BYTES_OF_APP else None)
            if self.result_count <= MAX_RESULTS and self.size <= MAX_BYTES_OF_APP:
                return

    def drop_results(self) -> None:
        """Drop all results that were read: nothing is known of them any more."""
        for entry in self._calls_with_result():
            self.set_result(entry, EarlierResult())

    def _calls_with_result(self) -> list[EarlierCall]:
        """Return the calls whose result was read, oldest first."""
        oldest_first = reversed(self.earlier_calls)
        return [it for it in oldest_first if it.earlier_result is not None and it.earlier_result.index is not None]

    def uncount(self, entry: EarlierCall) -> None:
        """Count the result of ``entry`` no more, if it was read."""
        if (result := entry.earlier_result) is not None and result.index is not None:
            self.result_count -= 1
            self.size -= result.index.size


_AppKey: TypeAlias = "tuple[str, str, str]"
"""Whose memory it is: name and proof of an app that proved its name, or the session of one that did not."""


def _app_key(app: App) -> _AppKey:
    return (app.name, app.proof, "") if app.authenticated else ("", "", app.session or "?")


class CallHistory:
    """The memory of calls. One for a host; belongs to the event loop."""

    def __init__(self, first_use: FirstUse, monotonic: Callable[[], float]) -> None:
        self._first_use, self._monotonic = first_use, monotonic
        self._apps: OrderedDict[_AppKey, _AppHistory] = OrderedDict()
        self._past_by_call: OrderedDict[str, Past] = OrderedDict()
        self._pending_results: dict[str, EarlierResult] = {}
        self._tools: tuple[tuple[str, str], ...] = ()
        self._tools_without: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def begin_session(self, app: App) -> None:
        """Note that an app connected to a server."""
        if app.stays or not app.authenticated:
            self._app_history(app).open_sessions.add(app.session)

    def end_session(self, app: App) -> None:
        """Note that a session ended. With the app's last session its memory is dropped."""
        key = _app_key(app)
        history = self._apps.get(key)
        if history is None:
            return
        history.open_sessions.discard(app.session)
        if not history.open_sessions and (app.stays or not app.authenticated):
            del self._apps[key]

    def past(self, call: Call, tools: Callable[[], tuple[tuple[str, str], ...]]) -> Past:
        """Return what happened before ``call``, as of the first time this was asked; it counts as proposed then."""
        if (past := self._past_by_call.get(call.id)) is None:
            past = self._past_by_call[call.id] = self._make_past(call, tools())
            if len(self._past_by_call) > MAX_PENDING:
                self._past_by_call.popitem(last=False)
        return past

    def note_review(self, server: str, name: str, before: str, definition: ToolDefinition) -> None:
        """See ``FirstUse.note_review``."""
        self._first_use.note_review(server, name, before, definition)

    def add(
        self, call: Call, definition: ToolDefinition, destinations: Iterable[str], named: Callable[[], frozenset[str]]
    ) -> None:
        """Remember ``call``, which was approved and sent.

        ``destinations``: keys of where it went. ``named``: returns ``results.names_in`` of its inputs.
        """
        self._past_by_call.pop(call.id, None)
        history = self._app_history(call.app)
        history.add_call(EarlierCall(call.server.id, call.tool, NamedValues(named), id=call.id))
        self._first_use.count_use(_tool_key(call), definition, destinations, len(call.arguments))

    def endorse(self, app: App, values: Iterable[str]) -> None:
        """Remember values that a person approved in their roles, in the form of ``flows.endorsement_key``."""
        history, new = self._app_history(app), frozenset(values)
        endorsed = {value: at for value, at in history.endorsed.items() if value not in new}
        endorsed |= dict.fromkeys(new, self._monotonic())
        history.endorsed = dict(islice(endorsed.items(), max(len(endorsed) - MAX_ENDORSED, 0), None))

    def expect_result(self, call: Call) -> bool:
        """Note that a result of ``call`` will be indexed. Returns False if the call is forgotten."""
        key = _app_key(call.app)
        history = self._apps.get(key)
        if history is None or (entry := history.find(call.id)) is None:
            return False
        self._apps.move_to_end(key)
        result = self._pending_results[call.id] = EarlierResult(pending=True)
        history.set_result(entry, result)
        return True

    def is_result_wanted(self, call: Call) -> bool:
        """Whether anything can still use the result of ``call``."""
        history = self._apps.get(_app_key(call.app))
        if history is not None and history.find(call.id) is not None:
            return True
        pending = self._pending_results.get(call.id)
        return pending is not None and pending.was_requested

    def add_result(self, call: Call, result: ResultIndex | None) -> None:
        """Remember the index of the result of ``call``, None if it was not read."""
        earlier_result = self._pending_results.pop(call.id, None)
        if earlier_result is None:
            return
        earlier_result.index, earlier_result.pending = result, False
        history = self._apps.get(_app_key(call.app))
        entry = None if history is None else history.find(call.id)
        if result is None or history is None or entry is None or entry.earlier_result is not earlier_result:
            return
        history.count(result)
        for other in tuple(self._apps.values()):  # those that were quiet longest come first
            if self.size <= MAX_BYTES_IN_ALL:
                return
            if other is not history:
                other.drop_results()

    @property
    def is_busy(self) -> bool:
        """Whether the past of a running call is kept."""
        return bool(self._past_by_call)

    @property
    def size(self) -> int:
        """The approximate bytes of all results."""
        return sum([history.size for history in self._apps.values()])

    def forget(self, call: Call) -> None:
        """Drop what was kept while ``call`` ran."""
        self._past_by_call.pop(call.id, None)

    def _app_history(self, app: App) -> _AppHistory:
        key = _app_key(app)
        if (existing := self._apps.get(key)) is not None:
            self._apps.move_to_end(key)
            return existing
        history = self._apps[key] = _AppHistory()
        same_kind = [other for other in self._apps if bool(other[2]) == bool(key[2])]
        if len(same_kind) > MAX_APPS:  # apps without a proven name never push out one that has it
            del self._apps[same_kind[0]]
        return history

    def _make_past(self, call: Call, tools: tuple[tuple[str, str], ...]) -> Past:
        """Count ``call`` as proposed, and return what happened before it."""
        history, now = self._app_history(call.app), self._monotonic()
        if not history.open_sessions and history.proposal_times and now - history.proposal_times[-1] >= QUIET_SECONDS:
            del self._apps[_app_key(call.app)]
            history = self._app_history(call.app)
        history.proposal_times.append(now)
        while now - history.proposal_times[0] >= RECENT_SECONDS:
            history.proposal_times.popleft()
        tool = self._first_use.tool(_tool_key(call))
        return Past(
            known=self._first_use.has_any,
            uses=tool.uses,
            definition=tool.definition,
            definition_digest=tool.digest,
            destinations=tool.destinations,
            places=self._first_use.places,
            endorsed=_MinutesAgo(history.endorsed, now),
            largest=tool.largest,
            recent=len(history.proposal_times),
            earlier_calls=history.earlier_calls,
            tools=self._other_tools((call.server.id, call.tool), tools),
        )

    def _other_tools(self, own: tuple[str, str], tools: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """Return ``tools`` without ``own``, as the same tuple while servers list the same."""
        if tools is not self._tools:
            self._tools, self._tools_without = tools, {}
        if own not in self._tools_without:
            if len(self._tools_without) >= MAX_PENDING:
                self._tools_without.clear()
            self._tools_without[own] = tuple(it for it in tools if it != own)
        return self._tools_without[own]


class _MinutesAgo(Mapping[str, int]):
    """Values, and how many minutes ago they were approved."""

    def __init__(self, approved_at: Mapping[str, float], now: float) -> None:
        self._approved_at, self._now = approved_at, now

    def __getitem__(self, value: str) -> int:
        return int((self._now - self._approved_at[value]) // 60)

    def __iter__(self) -> Iterator[str]:
        return iter(self._approved_at)

    def __len__(self) -> int:
        return len(self._approved_at)


def _tool_key(call: Call) -> ToolKey:
    return (call.app.name, call.server.id, call.tool)


# Which tools and destinations were used before

FILE: Final = "known.json"
VERSION: Final = 2
MAX_FILE_BYTES: Final = 8 << 20
MAX_TOOLS: Final = 4_096
MAX_PLACES: Final = 4_096
MAX_DESTINATIONS_OF_TOOL: Final = 256
_MAX_DEFINITIONS: Final = 256
"""Definitions that are kept, in memory alone, to tell what changed in them."""
_MAX_DEFINITION_BYTES: Final = 64 << 10
WRITE_DELAY: Final = 5.0
"""Seconds between a change and its being written."""
_LAST_WRITE_SECONDS: Final = 5.0
"""Seconds that the last write may take while the host ends."""

ToolKey: TypeAlias = "tuple[str, str, str]"
"""App, server and tool."""


class UsedTool(Struct, frozen=True):
    """Earlier uses of one tool."""

    uses: int = 0
    digest: str = ""  # of its definition at the last call
    largest: int = 0  # bytes of the largest inputs
    definition: JsonObject | None = None  # at the last call, if it is kept
    destinations: frozenset[str] = frozenset()  # keys of where its calls went (``host.inspect.destinations``)


_NEVER_USED: Final = UsedTool()


class _ToolRow(Struct, array_like=True):
    """A tool in the file. Version 1 has no destinations."""

    app: str
    server: str
    tool: str
    uses: Annotated[int, Meta(ge=0)]
    digest: str
    largest: Annotated[int, Meta(ge=0)]
    destinations: list[str] = []


class _FirstUseFile(Struct):
    """The file."""

    version: Literal[1, 2]
    tools: list[_ToolRow]
    places: list[str] = []


class FirstUse:
    """The tools and destinations that were used before. ``places``: the destinations of any tool."""

    def __init__(self, file: Path | None = None) -> None:
        """Read ``file``, where this is kept. None keeps it nowhere."""
        self._file = file
        self._tools: OrderedDict[ToolKey, UsedTool] = OrderedDict()
        self._places: OrderedDict[str, None] = OrderedDict()
        self.places: frozenset[str] = frozenset()
        self._kept_definitions: OrderedDict[ToolKey, None] = OrderedDict()
        self._write_timer: asyncio.TimerHandle | None = None
        self._write_task: asyncio.Task[None] | None = None
        self._is_dirty = False
        if file is not None:
            self._read(file)

    @property
    def has_any(self) -> bool:
        """Whether any tool was used before."""
        return bool(self._tools)

    def tool(self, tool: ToolKey) -> UsedTool:
        """Return the earlier uses of one tool."""
        return self._tools.get(tool, _NEVER_USED)

    def count_use(self, tool: ToolKey, definition: ToolDefinition, destinations: Iterable[str], size: int) -> None:
        """Count a sent call. ``destinations``: keys of where it went. ``size``: bytes of its inputs."""
        before, new = self.tool(tool), frozenset(destinations)
        kept = definition.value if len(definition.raw) <= _MAX_DEFINITION_BYTES else None
        reached = before.destinations if new <= before.destinations else _bounded(before.destinations, new)
        self._tools[tool] = UsedTool(before.uses + 1, definition.digest, max(before.largest, size), kept, reached)
        self._tools.move_to_end(tool)
        self._keep_definition(tool)
        if len(self._tools) > MAX_TOOLS:
            self._tools.popitem(last=False)
        if not new <= self.places:
            self._add_places(new)
        self._write_soon()

    def note_review(self, server: str, name: str, before: str, definition: ToolDefinition) -> None:
        """Note that a person approved a changed definition, so that it is not reported as changed.

        ``name``: of the tool. ``before``: digest of the definition that was approved last.
        """
        for tool, used_tool in self._tools.items():
            if tool[1:] == (server, name) and used_tool.digest == before:
                kept = definition.value if len(definition.raw) <= _MAX_DEFINITION_BYTES else None
                self._tools[tool] = replace(used_tool, digest=definition.digest, definition=kept)
                self._write_soon()

    def _keep_definition(self, tool: ToolKey) -> None:
        self._kept_definitions[tool] = None
        self._kept_definitions.move_to_end(tool)
        if len(self._kept_definitions) > _MAX_DEFINITIONS:
            oldest, _ = self._kept_definitions.popitem(last=False)
            if oldest in self._tools:
                self._tools[oldest] = replace(self._tools[oldest], definition=None)

    def _add_places(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            self._places[key] = None
        while len(self._places) > MAX_PLACES:
            self._places.popitem(last=False)
        self.places = frozenset(self._places)

    # The file

    def _write_soon(self) -> None:
        self._is_dirty = True
        if self._file is not None and self._write_timer is None:
            self._write_timer = asyncio.get_running_loop().call_later(WRITE_DELAY, self._write)

    def _write(self) -> None:
        self._write_timer = None
        if self._file is None or not self._is_dirty or (self._write_task is not None and not self._write_task.done()):
            return
        self._is_dirty = False
        file, data = self._file, canonical(self._to_json())
        self._write_task = tasks.spawn(self._write_file(file, data), name="write which tools were used")

    async def _write_file(self, file: Path, data: bytes) -> None:
        try:
            await tasks.in_daemon_thread(lambda: files.write(file, data), name="write which tools were used")
        except AssentError as error:
            _log.warning("which tools were used is not kept: %s", error)
        if self._is_dirty:  # made while this ran
            self._write_soon()

    async def close(self) -> None:
        """Write unsaved changes to the file."""
        if self._write_task is not None:
            await asyncio.wait({self._write_task})
        if self._write_timer is not None:
            self._write_timer.cancel()
        self._write()
        if self._write_task is not None:
            await asyncio.wait({self._write_task}, timeout=_LAST_WRITE_SECONDS)
            self._file = None

    def _to_json(self) -> JsonValue:
        tools: list[JsonValue] = [
            [*tool, it.uses, it.digest, it.largest, list[JsonValue](sorted(it.destinations))]
            for tool, it in self._tools.items()
        ]
        return {"version": VERSION, "tools": tools, "places": list[JsonValue](self._places)}

    def _read(self, file: Path) -> None:
        try:
            data = paths.read_file(file, limit=MAX_FILE_BYTES)
            if data is not None:
                self._load(msgspec.convert(parse(data), _FirstUseFile))
        except (AssentError, ValueError) as error:
            self._tools.clear()
            self._places.clear()
            _log.warning("which tools were used before cannot be read, so that all count as new: %s", error)
        self.places = frozenset(self._places)

    def _load(self, kept: _FirstUseFile) -> None:
        for row in kept.tools[:MAX_TOOLS]:
            used = UsedTool(row.uses, row.digest, row.largest, None, frozenset(row.destinations))
            self._tools[row.app, row.server, row.tool] = used
        self._places.update((place, None) for place in kept.places[:MAX_PLACES])


def _bounded(earlier: frozenset[str], new: frozenset[str]) -> frozenset[str]:
    """Return both together. If they are too many, the new ones stay."""
    combined = earlier | new
    return combined if len(combined) <= MAX_DESTINATIONS_OF_TOOL else frozenset(sorted(new)[:MAX_DESTINATIONS_OF_TOOL])
