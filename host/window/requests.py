"""What the window may ask, and who does it.

Owns: one handler a request.

Invariants: a handler asks the part that owns the matter and adds no power of its own; blocking reads run in threads,
two at a time; a request that cannot be done is refused with one safe sentence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar  # Any: replies are of as many types as requests

from host import tasks
from host.control.protocol import (
    AnswerCall,
    ChangeSetting,
    CheckEdit,
    CheckRule,
    Clock,
    CompareCall,
    ConfirmPolicy,
    DismissSuggestion,
    Done,
    DraftRule,
    EditCall,
    EmergencyStop,
    EnableRule,
    ExplainCall,
    Quit,
    ReadCall,
    ReadHistory,
    ReadRules,
    ReadServer,
    ReadSettings,
    ReadStory,
    Release,
    RemoveRule,
    ReplayRule,
    Request,
    RevokeGrant,
    SaveRule,
    SetPin,
    SettingsNow,
    SignCall,
    StopStory,
    Story,
    TellStory,
    TestServer,
    VouchServer,
    WhyCall,
    Working,
)
from host.control.views import CallDetails, Comparison, EditCheck, HistoryPage, ServerTest, SigningView
from host.errors import AssentError
from host.settings import Settings
from host.window import history, servers
from host.window.parts import Parts, StoryTeller
from host.window.rules import Rules
from host.words import say

T = TypeVar("T")

READS: Final = 2
"""Reads of the log at once; more would only take turns on one disk."""
TESTS: Final = 4
"""Servers that are tried at once."""
PAGE: Final = 500
"""Calls of one page at most."""
FILTER: Final = 1_000
"""Characters of a filter at most."""


class Requests:
    """Answers what the window asks."""

    def __init__(
        self,
        parts: Parts,
        *,
        answer: Callable[[AnswerCall], Done],
        working: Callable[[Working], Clock],
        sign: Callable[[SignCall], Awaitable[SigningView]],
        set_pin: Callable[[SetPin], Awaitable[Done]],
        check_edit: Callable[[CheckEdit], Awaitable[EditCheck]],
        edit: Callable[[EditCall], Awaitable[Done]],
        compare: Callable[[CompareCall], Awaitable[Comparison]],
    ) -> None:
        """The callables: what ``PendingPrompts`` does with each of these requests."""
        self._parts, self._answer, self._working = parts, answer, working
        self._sign, self._set_pin, self._rules = sign, set_pin, Rules(parts)
        self._check_edit, self._edit, self._compare = check_edit, edit, compare
        self._reads, self._tests = asyncio.Semaphore(READS), asyncio.Semaphore(TESTS)

    def handle(self, request: Request[Any]) -> object:
        """The reply to ``request``, or what to await for it.

        Raises:
            AssentError: it cannot be done; the sentence says why.
        """
        match request:
            case AnswerCall():
                return self._answer(request)
            case Working():
                return self._working(request)
            case SignCall():
                return self._sign(request)
            case SetPin():
                return self._set_pin(request)
            case CheckEdit():
                return self._check_edit(request)
            case EditCall():
                return self._edit(request)
            case EmergencyStop():
                return self._stop()
            case Release():
                return self._release()
            case Quit():
                self._parts.quit()
                return Done()
        return self._change(request)

    def _change(self, request: Request[Any]) -> object:
        match request:
            case RevokeGrant(grant_id):
                return self._revoke(grant_id)
            case ChangeSetting(name, value):
                return _now(self._parts.change_setting(name, value))
            case TellStory(step):
                return self._done(self._teller().tell(step))
            case StopStory():
                return self._done(self._teller().stop())
        return self._read(request)

    def _read(self, request: Request[Any]) -> object:
        match request:
            case ReadHistory():
                return self._history(request)
            case CompareCall():
                return self._compared(request)
            case ReadCall(call_id):
                return self._call(call_id)
            case ReadServer(server_id):
                return servers.details(self._parts.supervisor, server_id, self._parts.policy)
            case TestServer(server_id):
                return self._test(server_id)
            case ReadSettings():
                return _now(self._parts.settings())
            case ReadStory():
                teller = self._teller()
                return Story(teller.steps, teller.entries)
        return self._about_rules(request)

    def _about_rules(self, request: Request[Any]) -> object:
        match request:
            case ReadRules() | CheckRule() | ExplainCall() | WhyCall() | DraftRule() | ReplayRule():
                return self._rules.handle(request)
            case SaveRule() | RemoveRule() | EnableRule() | VouchServer() | ConfirmPolicy() | DismissSuggestion():
                return self._rules.handle(request)
        raise AssentError(say("this host cannot do that"))

    # What changes something

    def _stop(self) -> Done:
        self._parts.gate.emergency_stop(self._parts.person)
        return Done()

    def _release(self) -> Done:
        self._parts.gate.release(self._parts.person)
        return Done()

    def _revoke(self, grant_id: str) -> Done:
        if not self._parts.gate.grants.revoke(grant_id, self._parts.person):
            raise AssentError(say("there is no such grant any more"))
        return Done()

    def _teller(self) -> StoryTeller:
        teller = self._parts.teller()
        if teller is None:
            raise AssentError(say("the scripted assistant is there in the demonstration alone"))
        return teller

    async def _done(self, work: Awaitable[None]) -> Done:
        await work
        return Done()

    # What only reads

    async def _history(self, asked: ReadHistory) -> HistoryPage:
        limit = max(1, min(asked.limit, PAGE))
        text, log = asked.text[:FILTER], self._parts.paths.log_file
        return await self._in_thread(lambda: history.page(log, text, asked.before, limit))

    async def _call(self, call_id: str) -> CallDetails:
        log, supervisor = self._parts.paths.log_file, self._parts.supervisor
        return await self._in_thread(
            lambda: history.call(log, call_id, lambda digest: servers.definition_of(supervisor, digest))
        )

    async def _compared(self, asked: CompareCall) -> Comparison:
        async with self._reads:
            return await self._compare(asked)

    async def _in_thread(self, read: Callable[[], T]) -> T:
        async with self._reads:
            return await tasks.in_daemon_thread(read, name="read the log for the window")

    async def _test(self, server_id: str) -> ServerTest:
        async with self._tests:
            return await servers.test(self._parts.supervisor, self._parts.settings(), server_id)


def _now(settings: Settings) -> SettingsNow:
    return SettingsNow(settings.values())
