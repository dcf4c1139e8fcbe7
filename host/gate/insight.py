"""The findings about a call.

Owns: what inspectors are told of it, and where they run. What stays true: the loop never waits for long inputs; what
was not looked at in time says so in a finding that forces a question; what is remembered of earlier calls is what it
was when the call came, however long a person thinks; the words that led to a call can make findings milder, and count
only where a program of ours tells them.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from host.gate.acquaintance import Acquaintance
from host.gate.costs import INLINE, cost
from host.gate.looks import Looks, Seen
from host.gate.recall import Recall
from host.gate.run import End
from host.inspect.described import subject_of_call
from host.inspect.flows.traces import Trace
from host.inspect.hosts.read import sure_hosts
from host.inspect.inspector import INSPECTORS, inspect
from host.inspect.instructions.find import read_ahead
from host.inspect.paths.folders import find_outside_folders
from host.inspect.paths.sensitive import find_sensitive
from host.inspect.sql.read import must_load
from host.inspect.subject import Past, Subject, Text
from host.model import App, Call, Effect, Finding, ToolDefinition
from host.policy.facts import CallFacts, PathFact, Place
from host.policy.index import index_of
from host.policy.model import PolicySource
from host.policy.path_text import MAX_PATH, path_candidates
from host.text import nfkc
from host.wire.messages import Message

AHEAD: Final = 2 << 10
"""Characters of a result that are looked through as soon as the app has it; longer ones when a call comes."""
DEFINED: Final = 128
"""Definitions that count as looked through: fewer than inspectors remember."""
KEPT: Final = 256
"""Calls on their way whose findings are kept for the next look."""
_PATHLY: Final = ("/", "\\", "~", "%")
_WEB: Final = re.compile(r"https?://[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,9}(?:/[A-Za-z0-9_=&?#/-]{0,500})?")


class _About(NamedTuple):
    """What a look stands on besides the call. Attributes: past. folders: as ``folders_of``. by: what sets two apart."""

    past: Past
    folders: tuple[tuple[str, Place | None], ...]
    by: tuple[object, ...]


_BY_PATH: Final = (find_sensitive, find_outside_folders)
_OF_PATHS: Final = frozenset({"sensitive-path", "outside-folders"})
"""What those two find."""


class Insight:
    """Looks at calls. One for a gate."""

    def __init__(
        self,
        recall: Recall,
        *,
        sources: Callable[[], Iterable[PolicySource]] = tuple,
        tools: Callable[[], tuple[tuple[str, str], ...]] = tuple,
        home: str | None = None,
        our_own: Callable[[App], bool] = lambda _: False,
    ) -> None:
        """``sources``: of the rules in force. ``tools``: (server, tool) of all that is listed.

        ``home``: of the person, this account's where None. ``our_own``: whether an app is a program of ours, whose word
        on what the person said counts: any other app would tell us that the person said what it wants to send.
        """
        self.recall = recall
        self.tools = tools
        self._sources, self._home = sources, str(Path.home()) if home is None else home
        self._our_own = our_own
        self._looks = Looks()
        self._unread: Trace | None = None
        self._defined: set[str] = set()
        self._ruled: Iterable[PolicySource] = ()
        self._folders: dict[tuple[str, str, str], tuple[tuple[str, Place | None], ...]] = {}
        self._looked: OrderedDict[str, tuple[tuple[object, ...], Seen]] = OrderedDict()

    @property
    def crowded(self) -> bool:
        """Whether this turn of the loop has no room for another look."""
        return not self._looks.room

    def findings_now(self, call: Call, definition: ToolDefinition) -> tuple[Finding, ...] | None:
        """What is to be said of ``call``, where that is known or quickly told; None where a thread must look at it."""
        return self._now(call, definition, self._about(call, definition))

    async def findings(self, call: Call, definition: ToolDefinition) -> tuple[Finding, ...]:
        """What is to be said of ``call``."""
        about = self._about(call, definition)
        if (known := self._known(call, about)) is not None:
            return known.findings
        look, here = partial(self._look, call, definition, about), not self._dear(call, definition, about)
        return self._kept(call, about, await self._looks.in_turn(look, here=here)).findings

    def _now(self, call: Call, definition: ToolDefinition, about: _About) -> tuple[Finding, ...] | None:
        if (known := self._known(call, about)) is not None:
            return known.findings
        if not self._looks.room or self._dear(call, definition, about):
            return None
        look = partial(self._look, call, definition, about)
        return self._kept(call, about, self._looks.here(look)).findings

    def _dear(self, call: Call, definition: ToolDefinition, about: _About) -> bool:
        """Whether a look may be long."""
        known_well = definition.digest in self._defined
        return cost(call, definition, about.past, defined=known_well) > INLINE or must_load(call.arguments)

    def _about(self, call: Call, definition: ToolDefinition) -> _About:
        past = self.recall.past(call, self.tools)
        folders = self._folders_of(call)
        return _About(past, folders, (call.digest, call.server.trust, definition.digest, folders))

    def _folders_of(self, call: Call) -> tuple[tuple[str, Place | None], ...]:
        """Of the rules in force; worked out anew where they are others."""
        sources, names = self._sources(), (call.server.id, call.tool, call.app.name)
        if sources is not self._ruled:
            self._ruled, self._folders = sources, {}
        if names not in self._folders:
            if len(self._folders) >= KEPT:
                self._folders.clear()
            self._folders[names] = folders_of(sources, *names)
        return self._folders[names]

    def _known(self, call: Call, about: _About) -> Seen | None:
        looked = self._looked.get(call.id)
        return looked[1] if looked is not None and looked[0] == about.by else None

    def _kept(self, call: Call, about: _About, seen: Seen) -> Seen:
        self._looked[call.id] = about.by, seen
        self._looked.move_to_end(call.id)
        if len(self._looked) > KEPT:
            self._looked.popitem(last=False)
        return seen

    def _look(self, call: Call, definition: ToolDefinition, about: _About, found: list[Finding]) -> Seen:
        subject = _subject(call, definition, about.past, about.folders, self._home)
        if call.turn and not self._our_own(call.app):
            subject = replace(subject, turn="", quoted=call.turn)
        findings = inspect(subject, INSPECTORS, found)
        if len(self._defined) >= DEFINED:
            self._defined.clear()
        self._defined.add(definition.digest)
        return Seen(findings, subject, sure_hosts(subject))

    def names_paths(self, call: Call) -> bool:
        """Whether the inputs of ``call`` hold what may lead somewhere on this machine, or nobody can tell."""
        looked = self._looked.get(call.id)
        subject = looked[1].subject if looked is not None and looked[0][0] == call.digest else None
        if subject is None:
            return True
        if subject.size <= INLINE and not any(map(_begins_path, subject.texts)):
            return False
        if not any(_may_be_path(text.text) for text in subject.texts):
            return False
        if subject.size > INLINE:
            return True
        schema = (subject.definition or {}).get("inputSchema")
        candidates = path_candidates(subject.arguments, schema, home=self._home)
        return any(it.local is not None or it.text.startswith("~") for it in candidates)

    async def resolved(self, call: Call, findings: tuple[Finding, ...], facts: CallFacts) -> tuple[Finding, ...]:
        """``findings`` of ``call``, those about paths by where they lead on this machine, as ``facts`` have it."""
        looked = self._looked.get(call.id)
        subject = looked[1].subject if looked is not None and looked[0][0] == call.digest else None
        paths = tuple(map(at_home, facts.paths or ()))
        if subject is None or not any(fact.place is not None for fact in paths):
            return findings
        folders = tuple((folder, facts.folders.get(folder)) for folder, _ in subject.folders)
        led = replace(subject, paths=paths, folders=folders)
        seen = await self._looks.by_size(lambda found: Seen(inspect(led, _BY_PATH, found), led), len(call.params))
        if seen.subject is None:
            return (*seen.findings, *findings)
        return (*seen.findings, *(it for it in findings if it.kind not in _OF_PATHS))

    def sent(self, call: Call, definition: ToolDefinition) -> None:
        """``call`` was approved and its bytes have left."""
        looked = self._looked.pop(call.id, None)
        seen = looked is not None and looked[0][0] == call.digest  # else of inputs that a person only tried
        self.recall.sent(call, definition, looked[1].hosts if seen and looked is not None else frozenset())

    def heard(self, call: Call, end: End) -> None:
        """What came of ``call``."""
        if isinstance(end, Message) and not end.lost:
            trace = self.recall.heard(call, end.result if end.error is None else end.error)
            if trace is not None and trace.unread <= AHEAD:
                if self._unread is None:  # once the app has its answer; of several at once, the last
                    asyncio.get_running_loop().call_soon(self._read_ahead)
                self._unread = trace

    @property
    def busy(self) -> bool:
        """Whether anything is kept of a call that is on its way."""
        return bool(self._looked) or self.recall.busy

    def _read_ahead(self) -> None:
        trace, self._unread = self._unread, None
        with contextlib.suppress(Exception):  # the next look says so
            if trace is not None:
                read_ahead(trace)

    def ended(self, call: Call) -> None:
        """``call`` is at its end."""
        self._looked.pop(call.id, None)
        self.recall.forget(call)


def folders_of(
    sources: Iterable[PolicySource], server: str, tool: str, app: str
) -> tuple[tuple[str, Place | None], ...]:
    """Folders of rules that allow calls of these names, as written."""
    written = dict.fromkeys(
        folder
        for source in sources
        for rule in index_of(source).candidates(server, tool, app)
        if rule.effect is Effect.ALLOW and rule.conditions.paths is not None
        for folder in rule.conditions.paths.folders
    )
    return tuple((folder, None) for folder in written)


def passing(monotonic: Callable[[], float]) -> Insight:
    """One that knows no rules, and whose memory ends with it. ``monotonic``: seconds."""
    return Insight(Recall(Acquaintance(), monotonic))


def _may_be_path(text: str) -> bool:
    """Whether a text holds what every path has that leads anywhere, and is no plain address in the web."""
    if not text.isascii() and len(text) <= MAX_PATH:
        text = nfkc(text)
    return any(mark in text for mark in _PATHLY) and _WEB.fullmatch(text) is None


def _begins_path(text: Text) -> bool:
    """Whether a text begins as all do that lead to one place for certain, or below ``~`` (``path_text.read_path``)."""
    return text.text[:1] in ("/", "~") or text.text[:5].lower() == "file:"


def at_home(fact: PathFact) -> PathFact:
    """A path below ``~`` as it leads for this person, which no rule takes for certain."""
    home = fact.place is None and fact.text.startswith("~") and fact.maybe
    return replace(fact, place=fact.maybe[0], maybe=fact.maybe[1:]) if home else fact


def _subject(
    call: Call,
    definition: ToolDefinition,
    past: Past,
    folders: tuple[tuple[str, Place | None], ...],
    home: str,
) -> Subject:
    return subject_of_call(
        app=call.app.name,
        server=call.server.id,
        tool=call.tool,
        arguments=call.arguments_value,
        size=len(call.arguments),
        trust=call.server.trust,
        definition=definition.value,
        digest=definition.digest,
        past=past,
        turn=call.turn,
        folders=folders,
        home=home,
        params=call.params,
    )
