"""What is remembered of calls, for the findings of later ones.

Owns: that memory: what an app's calls brought, and which tools and destinations were used before, with the file in
which this outlives the host.

Invariants:
    - What an app's calls brought is remembered while the app is connected, bounded in calls and bytes, for one app and
      for all together, forgotten with its last session, and known to no other app: one that proved no name has each
      session for itself; an app whose hook alone asks is never connected for longer than a call, and is remembered
      until it was quiet for so long. Values that a person approved in a role hold for that app alone, as long.
    - What was used before can make a finding milder that never is grave, and does nothing else, so that the file needs
      no seal; a file that is damaged counts as none, and the host's log says so; what is in it is bounded.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from host import files, paths, tasks
from host.canonical import canonical, parse
from host.errors import AssentError
from host.inspect.results import ResultIndex
from host.inspect.subject import EarlierCall, EarlierResult, Past
from host.model import App, Call, JsonObject, JsonValue, ToolDefinition
from host.values import replace

_log = logging.getLogger(__name__)

CALLS: Final = 30
"""Calls of one app that are remembered."""
RESULTS: Final = 20
"""Results of one app that are remembered, the newest."""
OF_APP: Final = 6 << 20
"""Bytes of results of one app."""
IN_ALL: Final = 24 << 20
"""Bytes of results of all apps; of more, the apps that were quiet longest lose theirs."""
APPS: Final = 16
"""Apps that proved their name of which that is remembered, and sessions of such that did not."""
SECONDS: Final = 10.0
"""For which proposals count as recent."""
QUIET: Final = 3600.0
"""Seconds without a call after which what an app's hook asked before is forgotten, where the app is not connected."""
PENDING: Final = 1_024
"""Calls on their way of which it is kept what was remembered when they came."""
ENDORSED: Final = 2_000
"""Values that a person approved, of one app; of more, the oldest are asked again."""


class _Sent(Struct):
    """A call that was sent.

    Attributes:
        values: what its inputs named.
        brought: what came of it, None where nothing did, or it is so old that it does not matter.
    """

    id: str
    server: str
    tool: str
    values: frozenset[str]
    brought: EarlierResult | None = None

    @property
    def result(self) -> ResultIndex | None:
        """As far as it was looked through."""
        return None if self.brought is None else self.brought.index


class _OfApp(Struct):
    """One app as long as it is connected.

    Attributes:
        open: its sessions.
        sent: newest last.
        proposed: when.
        endorsed: values by role that a person approved, and when (monotonic seconds).
        earlier: ``sent`` as findings see it, None where it must be made anew.
    """

    open: set[str] = field(default_factory=set)
    sent: deque[_Sent] = field(default_factory=lambda: deque(maxlen=CALLS))
    proposed: deque[float] = field(default_factory=lambda: deque(maxlen=256))
    endorsed: dict[str, float] = field(default_factory=dict)  # replaced, never changed: calls that wait have the old
    earlier: tuple[EarlierCall, ...] | None = None

    def size(self) -> int:
        """Bytes of its results, roughly."""
        return sum(it.result.size for it in self.sent if it.result is not None)


class _Key(NamedTuple):
    """Whose memory it is. Attributes: name, proof: of an app that proved its name. session: of one that did not."""

    name: str
    proof: str
    session: str


def _key(app: App) -> _Key:
    return _Key(app.name, app.proof, "") if app.authenticated else _Key("", "", app.session or "?")


class CallHistory:
    """The memory. One for a host; belongs to the event loop."""

    def __init__(self, first_use: FirstUse, monotonic: Callable[[], float]) -> None:
        """``first_use``: what outlives the host. ``monotonic``: seconds."""
        self._first_use, self._monotonic = first_use, monotonic
        self._apps: OrderedDict[_Key, _OfApp] = OrderedDict()
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._coming: dict[str, EarlierResult] = {}
        self._tools: tuple[tuple[str, str], ...] = ()
        self._without: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def begin_session(self, app: App) -> None:
        """An app has connected to a server."""
        if app.stays or not app.authenticated:
            self._of(app).open.add(app.session)

    def end_session(self, app: App) -> None:
        """A session ended; with its last one, what the app's calls brought is forgotten."""
        key = _key(app)
        known = self._apps.get(key)
        if known is None:
            return
        known.open.discard(app.session)
        if not known.open and (app.stays or not app.authenticated):
            del self._apps[key]

    def past(self, call: Call, tools: Callable[[], tuple[tuple[str, str], ...]]) -> Past:
        """What there was before ``call``, as it was when this was first asked; it counts as proposed then.

        ``tools``: all that servers list.
        """
        if (past := self._pasts.get(call.id)) is None:
            past = self._pasts[call.id] = self._past(call, tools())
            if len(self._pasts) > PENDING:
                self._pasts.popitem(last=False)
        return past

    def reviewed(self, server: str, name: str, before: str, definition: ToolDefinition) -> None:
        """As ``FirstUse.reviewed``."""
        self._first_use.reviewed(server, name, before, definition)

    def sent(self, call: Call, definition: ToolDefinition, destinations: Iterable[str], values: frozenset[str]) -> None:
        """``call`` was approved and its bytes have left.

        ``destinations``: keys of where it went. ``values``: what its inputs name, in the form of ``results.normal``.
        """
        self._pasts.pop(call.id, None)
        known = self._of(call.app)
        known.sent.append(_Sent(call.id, call.server.id, call.tool, values))
        known.earlier = None
        self._first_use.used(_tool(call), definition, destinations, len(call.arguments))

    def endorse(self, app: App, values: Iterable[str]) -> None:
        """A person approved these values in their roles, as ``flows.endorsement`` writes them."""
        known, new = self._of(app), frozenset(values)
        endorsed = {value: at for value, at in known.endorsed.items() if value not in new}
        endorsed |= dict.fromkeys(new, self._monotonic())
        known.endorsed = dict(islice(endorsed.items(), max(len(endorsed) - ENDORSED, 0), None))

    def came(self, call: Call) -> bool:
        """A result of ``call`` came, and will be indexed; False where nobody remembers the call."""
        entry = self._entry(call)
        if entry is None:
            return False
        self._of(call.app).earlier = None
        entry.brought = self._coming[call.id] = EarlierResult(pending=True)
        return True

    def wanted(self, call: Call) -> bool:
        """Whether somebody could be told of the result of ``call``, which came."""
        return self._entry(call) is not None or (
            (brought := self._coming.get(call.id)) is not None and brought.was_requested
        )

    def indexed(self, call: Call, result: ResultIndex | None) -> None:
        """The result of ``call``; None where it was not looked through."""
        brought = self._coming.pop(call.id, None)
        if brought is None:
            return
        brought.index, brought.pending = result, False
        if self._entry(call) is not None:
            self._bound(self._of(call.app))

    @property
    def busy(self) -> bool:
        """Whether it is kept what was remembered when a call came that is on its way."""
        return bool(self._pasts)

    @property
    def size(self) -> int:
        """Bytes of all results, roughly."""
        return sum(it.size() for it in self._apps.values())

    def forget(self, call: Call) -> None:
        """Let go of what was kept while ``call`` ran."""
        self._pasts.pop(call.id, None)

    def _entry(self, call: Call) -> _Sent | None:
        known = self._apps.get(_key(call.app))
        return next((it for it in reversed(known.sent) if it.id == call.id), None) if known is not None else None

    def _of(self, app: App) -> _OfApp:
        key = _key(app)
        if (known := self._apps.get(key)) is not None:
            self._apps.move_to_end(key)
            return known
        made = self._apps[key] = _OfApp()
        alike = [it for it in self._apps if bool(it.session) == bool(key.session)]
        if len(alike) > APPS:  # so that apps that proved nothing push out none that did
            del self._apps[alike[0]]
        return made

    def _bound(self, known: _OfApp) -> None:
        """Drop the oldest results where there are too many, of this app and then of the others."""
        results, size = 0, 0
        for entry in reversed(known.sent):
            if entry.result is not None:
                results, size = results + 1, size + entry.result.size
                if results > RESULTS or size > OF_APP:
                    entry.brought = EarlierResult() if size > OF_APP else None
                    known.earlier = None
        for other in list(self._apps.values()):
            if self.size <= IN_ALL:
                return
            if other is not known:
                for entry in other.sent:
                    if entry.result is not None:
                        entry.brought = EarlierResult()
                        other.earlier = None

    def _past(self, call: Call, tools: tuple[tuple[str, str], ...]) -> Past:
        known, now = self._of(call.app), self._monotonic()
        if not known.open and known.proposed and now - known.proposed[-1] >= QUIET:
            del self._apps[_key(call.app)]
            known = self._of(call.app)
        known.proposed.append(now)
        while now - known.proposed[0] >= SECONDS:
            known.proposed.popleft()
        tool = self._first_use.tool(_tool(call))
        if known.earlier is None:
            known.earlier = tuple(
                [
                    EarlierCall(it.server, it.tool, ago, it.values, it.brought)
                    for ago, it in enumerate(reversed(known.sent), start=1)
                ]
            )
        return Past(
            known=self._first_use.anything,
            uses=tool.uses,
            definition=tool.definition,
            definition_digest=tool.digest,
            destinations=tool.destinations,
            places=self._first_use.places,
            endorsed=_MinutesAgo(known.endorsed, now),
            largest=tool.largest,
            recent=len(known.proposed),
            earlier_calls=known.earlier,
            tools=self._others((call.server.id, call.tool), tools),
        )

    def _others(self, own: tuple[str, str], tools: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """``tools`` without ``own``; the same tuple as long as servers list the same."""
        if tools is not self._tools:
            self._tools, self._without = tools, {}
        if own not in self._without:
            if len(self._without) >= PENDING:
                self._without.clear()
            self._without[own] = tuple(it for it in tools if it != own)
        return self._without[own]


class _MinutesAgo(Mapping[str, int]):
    """Values, and how long ago they were approved."""

    def __init__(self, at: Mapping[str, float], now: float) -> None:
        self._at, self._now = at, now

    def __getitem__(self, value: str) -> int:
        return int((self._now - self._at[value]) // 60)

    def __iter__(self) -> Iterator[str]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)


def _tool(call: Call) -> ToolKey:
    return (call.app.name, call.server.id, call.tool)


# Which tools and destinations were used before

FILE: Final = "known.json"
VERSION: Final = 2
MAX_FILE: Final = 8 << 20
"""Bytes."""
TOOLS: Final = 4_096
PLACES: Final = 4_096
OF_TOOL: Final = 256
"""Destinations of one tool."""
_DEFINITIONS: Final = 256
"""Definitions that are kept, in memory alone, to tell what changed in them."""
_LONGEST: Final = 64 << 10
"""Bytes of a definition that is kept."""
SOON: Final = 5.0
"""Seconds between a change and its being written."""
_LAST: Final = 5.0
"""Seconds that the last write may take while the host ends."""

ToolKey: TypeAlias = "tuple[str, str, str]"
"""App, server and tool."""


class UsedTool(Struct, frozen=True):
    """What is known of one tool.

    Attributes:
        uses: approved calls.
        digest: of its definition at the last one.
        largest: bytes of the largest inputs.
        definition: at the last one, where it is kept.
        destinations: keys of where its calls went (``host.inspect.destinations``).
    """

    uses: int = 0
    digest: str = ""
    largest: int = 0
    definition: JsonObject | None = None
    destinations: frozenset[str] = frozenset()


_NEVER: Final = UsedTool()


class _KnownTool(Struct, array_like=True):
    """A tool in the file; version 1 knew no destinations."""

    app: str
    server: str
    tool: str
    uses: Annotated[int, Meta(ge=0)]
    digest: str
    largest: Annotated[int, Meta(ge=0)]
    destinations: list[str] = []


class _KnownFile(Struct):
    """The file."""

    version: Literal[1, 2]
    tools: list[_KnownTool]
    places: list[str] = []


class FirstUse:
    """Tools and destinations. Attributes: places: keys of where calls of any tool went."""

    def __init__(self, file: Path | None = None) -> None:
        """``file``: where it is kept; None for nowhere. Reads it."""
        self._file = file
        self._tools: OrderedDict[ToolKey, UsedTool] = OrderedDict()
        self._places: OrderedDict[str, None] = OrderedDict()
        self.places: frozenset[str] = frozenset()
        self._kept: OrderedDict[ToolKey, None] = OrderedDict()
        self._later: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._changed = False
        if file is not None:
            self._read(file)

    @property
    def anything(self) -> bool:
        """Whether anything was used before."""
        return bool(self._tools)

    def tool(self, tool: ToolKey) -> UsedTool:
        """What is known of earlier uses of one tool."""
        return self._tools.get(tool, _NEVER)

    def used(self, tool: ToolKey, definition: ToolDefinition, destinations: Iterable[str], size: int) -> None:
        """An approved call was sent.

        Args:
            tool: which.
            definition: of it.
            destinations: keys of where the call went.
            size: bytes of its inputs.
        """
        known, new = self.tool(tool), frozenset(destinations)
        small = definition.value if len(definition.raw) <= _LONGEST else None
        went = known.destinations if new <= known.destinations else _bounded(known.destinations, new)
        self._tools[tool] = UsedTool(known.uses + 1, definition.digest, max(known.largest, size), small, went)
        self._tools.move_to_end(tool)
        self._keep_definition(tool)
        if len(self._tools) > TOOLS:
            self._tools.popitem(last=False)
        if not new <= self.places:
            self._add_places(new)
        self._soon()

    def reviewed(self, server: str, name: str, before: str, definition: ToolDefinition) -> None:
        """A person read what changed in a tool's definition, and approved it: it is no news any more.

        Args:
            server: of the tool.
            name: of the tool.
            before: digest of the definition as it was approved last.
            definition: as it is now.
        """
        for tool, known in self._tools.items():
            if tool[1:] == (server, name) and known.digest == before:
                small = definition.value if len(definition.raw) <= _LONGEST else None
                self._tools[tool] = replace(known, digest=definition.digest, definition=small)
                self._soon()

    def _keep_definition(self, tool: ToolKey) -> None:
        self._kept[tool] = None
        self._kept.move_to_end(tool)
        if len(self._kept) > _DEFINITIONS:
            oldest, _ = self._kept.popitem(last=False)
            if oldest in self._tools:
                self._tools[oldest] = replace(self._tools[oldest], definition=None)

    def _add_places(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            self._places[key] = None
        while len(self._places) > PLACES:
            self._places.popitem(last=False)
        self.places = frozenset(self._places)

    # The file

    def _soon(self) -> None:
        self._changed = True
        if self._file is not None and self._later is None:
            self._later = asyncio.get_running_loop().call_later(SOON, self._write)

    def _write(self) -> None:
        self._later = None
        if self._file is None or not self._changed or (self._writing is not None and not self._writing.done()):
            return
        self._changed = False
        file, data = self._file, canonical(self._to_json())
        self._writing = tasks.spawn(self._written(file, data), name="write which tools were used")

    async def _written(self, file: Path, data: bytes) -> None:
        try:
            await tasks.in_daemon_thread(lambda: files.write(file, data), name="write which tools were used")
        except AssentError as error:
            _log.warning("which tools were used is not kept: %s", error)
        if self._changed:  # since this was begun
            self._soon()

    async def close(self) -> None:
        """Write to the file what it does not hold yet."""
        if self._writing is not None:
            await asyncio.wait({self._writing})
        if self._later is not None:
            self._later.cancel()
        self._write()
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=_LAST)
            self._file = None

    def _to_json(self) -> JsonValue:
        tools: list[JsonValue] = [
            [*tool, it.uses, it.digest, it.largest, list[JsonValue](sorted(it.destinations))]
            for tool, it in self._tools.items()
        ]
        return {"version": VERSION, "tools": tools, "places": list[JsonValue](self._places)}

    def _read(self, file: Path) -> None:
        try:
            data = paths.read_file(file, limit=MAX_FILE)
            if data is not None:
                self._take(msgspec.convert(parse(data), _KnownFile))
        except (AssentError, ValueError) as error:
            self._tools.clear()
            self._places.clear()
            _log.warning("which tools were used before cannot be read, so that all count as new: %s", error)
        self.places = frozenset(self._places)

    def _take(self, kept: _KnownFile) -> None:
        for row in kept.tools[:TOOLS]:
            used = UsedTool(row.uses, row.digest, row.largest, None, frozenset(row.destinations))
            self._tools[row.app, row.server, row.tool] = used
        self._places.update((place, None) for place in kept.places[:PLACES])


def _bounded(known: frozenset[str], new: frozenset[str]) -> frozenset[str]:
    """Both together; where they are too many, what is new stays."""
    both = known | new
    return both if len(both) <= OF_TOOL else frozenset(sorted(new)[:OF_TOOL])
