"""What is remembered of calls, for the findings of later ones.

Owns: that memory. What stays true: what an app's calls brought is remembered while the app is connected, bounded,
forgotten with its last session, and known to no other app: one that proved no name has each session for itself; that a
tool was used, its definition's digest and the hosts that approved calls went to outlive the host, in a small file that
can do no more than make a finding milder that is never grave: ``new-host``, ``first-use``, ``definition-changed``,
``large``.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from host.gate.acquaintance import Acquaintance, Tool
from host.inspect.described import MAX_RESULT, result_text
from host.inspect.flows.traces import Trace
from host.inspect.subject import Earlier, Past
from host.model import App, Call, JsonObject, JsonValue, ToolDefinition

CALLS: Final = 30
"""Calls of one app that are remembered."""
RESULTS: Final = 20
"""Results of one app that are remembered, the newest."""
CHARACTERS: Final = 1 << 20
"""Characters of them all together."""
APPS: Final = 16
"""Apps that proved their name of which that is remembered, and sessions of such that did not; of more, those that were
quiet longest are forgotten."""
SECONDS: Final = 10.0
"""For which proposals count as recent."""
INPUTS: Final = 64 << 10
"""Bytes of inputs that are remembered; longer ones are not."""
PENDING: Final = 1_024
"""Calls on their way of which it is kept what was remembered when they came."""


@dataclass(slots=True)
class _Sent:
    """A call that was sent. Attributes: as in ``subject.Earlier``."""

    id: str
    server: str
    tool: str
    arguments: JsonObject | None
    definition: JsonObject
    text: str = ""
    cut: bool = False
    trace: Trace | None = None


@dataclass(slots=True)
class _Session:
    """One app as long as it is connected. Attributes: open: its sessions. sent: newest last. proposed: when."""

    open: set[str] = field(default_factory=set)
    sent: deque[_Sent] = field(default_factory=lambda: deque(maxlen=CALLS))
    proposed: deque[float] = field(default_factory=lambda: deque(maxlen=256))


class _Key(NamedTuple):
    """Whose memory it is. Attributes: name, proof: of an app that proved its name. session: of one that did not."""

    name: str
    proof: str
    session: str


def _key(app: App) -> _Key:
    return _Key(app.name, app.proof, "") if app.authenticated else _Key("", "", app.session or "?")


class Recall:
    """The memory. One for a host; belongs to the event loop."""

    def __init__(self, known: Acquaintance, monotonic: Callable[[], float]) -> None:
        """``known``: what outlives the host. ``monotonic``: seconds."""
        self._known, self._monotonic = known, monotonic
        self._sessions: OrderedDict[_Key, _Session] = OrderedDict()
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._tools: tuple[tuple[str, str], ...] = ()
        self._without: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def begin_session(self, app: App) -> None:
        """An app has connected to a server."""
        self._session(app).open.add(app.session)

    def end_session(self, app: App) -> None:
        """A session ended; with its last one, what the app's calls brought is forgotten."""
        key = _key(app)
        session = self._sessions.get(key)
        if session is None:
            return
        session.open.discard(app.session)
        if not session.open:
            del self._sessions[key]

    def past(self, call: Call, tools: Callable[[], tuple[tuple[str, str], ...]]) -> Past:
        """What there was before ``call``, as it was when this was first asked; it counts as proposed then.

        ``tools``: all that servers list.
        """
        if (past := self._pasts.get(call.id)) is None:
            past = self._pasts[call.id] = self._past(call, tools())
            if len(self._pasts) > PENDING:
                self._pasts.popitem(last=False)
        return past

    def sent(self, call: Call, definition: ToolDefinition, hosts: frozenset[str]) -> None:
        """``call`` was approved and its bytes have left. ``hosts``: canonical names that its inputs name."""
        self._pasts.pop(call.id, None)
        arguments = call.arguments_value if len(call.arguments) <= INPUTS else None
        entry = _Sent(call.id, call.server.id, call.tool, arguments, definition.value)
        self._session(call.app).sent.append(entry)
        self._known.used(_tool(call), definition, hosts, len(call.arguments))

    def heard(self, call: Call, result: JsonValue) -> Trace | None:
        """``call`` brought this (untrusted); the index of its text, None where it is not remembered."""
        session = self._sessions.get(_key(call.app))
        entry = next((it for it in reversed(session.sent) if it.id == call.id), None) if session else None
        if session is None or entry is None:
            return None
        entry.text, entry.cut = result_text(result, MAX_RESULT)
        entry.trace = trace = Trace(entry.text)
        _forget(session)
        return trace

    @property
    def busy(self) -> bool:
        """Whether it is kept what was remembered when a call came that is on its way."""
        return bool(self._pasts)

    def forget(self, call: Call) -> None:
        """``call`` is at its end."""
        self._pasts.pop(call.id, None)

    def _session(self, app: App) -> _Session:
        key = _key(app)
        if (known := self._sessions.get(key)) is not None:
            self._sessions.move_to_end(key)
            return known
        session = self._sessions[key] = _Session()
        alike = [it for it in self._sessions if bool(it.session) == bool(key.session)]
        if len(alike) > APPS:  # so that apps that proved nothing push out none that did
            del self._sessions[alike[0]]
        return session

    def _past(self, call: Call, tools: tuple[tuple[str, str], ...]) -> Past:
        session, now = self._session(call.app), self._monotonic()
        session.proposed.append(now)
        while now - session.proposed[0] >= SECONDS:
            session.proposed.popleft()
        tool = self._known.tool(_tool(call))
        return Past(
            known=self._known.anything,
            uses=tool.uses,
            definition=tool.definition,
            definition_digest=tool.digest,
            hosts=self._known.hosts,
            largest=tool.largest,
            recent=len(session.proposed),
            session=tuple(
                [
                    Earlier(it.server, it.tool, ago, it.text, it.arguments, it.definition, it.cut, it.trace)
                    for ago, it in enumerate(reversed(session.sent), start=1)
                ]
            ),
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


def _tool(call: Call) -> Tool:
    return (call.app.name, call.server.id, call.tool)


def _forget(session: _Session) -> None:
    """Drop the texts of the oldest results where there are too many."""
    results, characters = 0, 0
    for entry in reversed(session.sent):
        results += bool(entry.text)
        characters += len(entry.text)
        if results > RESULTS or characters > CHARACTERS:
            entry.text, entry.trace = "", None
