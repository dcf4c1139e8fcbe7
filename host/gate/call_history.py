"""What is remembered of calls, for the findings of later ones.

Owns: that memory. Invariants: what an app's calls brought is remembered while the app is connected, bounded in calls
and bytes, for one app and for all together, forgotten with its last session, and known to no other app: one that proved
no name has each session for itself; an app whose hook alone asks is never connected for longer than a call, and is
remembered until it was quiet for so long; values that a person approved in a role hold for that app alone, as long;
what outlives the host is kept by ``host.gate.first_use``.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from msgspec import Struct, field

from host.gate.first_use import FirstUse, ToolKey
from host.inspect.results import ResultIndex
from host.inspect.subject import Brought, Earlier, Past
from host.model import App, Call, ToolDefinition

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
    brought: Brought | None = None

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
    earlier: tuple[Earlier, ...] | None = None

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
        self._coming: dict[str, Brought] = {}
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
        entry.brought = self._coming[call.id] = Brought(pending=True)
        return True

    def wanted(self, call: Call) -> bool:
        """Whether somebody could be told of the result of ``call``, which came."""
        return self._entry(call) is not None or ((brought := self._coming.get(call.id)) is not None and brought.wanted)

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
                    entry.brought = Brought() if size > OF_APP else None
                    known.earlier = None
        for other in list(self._apps.values()):
            if self.size <= IN_ALL:
                return
            if other is not known:
                for entry in other.sent:
                    if entry.result is not None:
                        entry.brought = Brought()
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
                    Earlier(it.server, it.tool, ago, it.values, it.brought)
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
