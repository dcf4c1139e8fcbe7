"""What the window may ask, and who does it.

Owns: the registry of handlers, one a request, and the handlers of requests about the log, servers and the host itself.

Invariants: a handler asks the part that owns the matter and adds no power of its own; blocking reads run in threads,
two at a time, and nothing of the log is read on the event loop; looking at a server calls nothing; one test of a server
runs at a time and ends by itself; a request that cannot be done is refused with one safe sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar  # Any: replies are of as many types as requests

from host import autostart, tasks
from host.apps.attach.known import System
from host.audit import calls
from host.audit.calls import DefinitionOf
from host.audit.query import AuditReader
from host.control import protocol, views
from host.errors import AssentError
from host.gate.spool import GONE
from host.inspect.action import action_of
from host.inspect.tools import class_of
from host.model import ToolDefinition
from host.policy.book import PolicyBook
from host.servers.probe import probe
from host.servers.reviews import Review
from host.servers.supervisor import Supervisor
from host.settings import Settings
from host.window.ai_apps import AiAppRequests
from host.window.demonstration import Demonstration
from host.window.log_jobs import LogJobs
from host.window.pending_prompts import PendingPrompts
from host.window.reviewing import Reviewing
from host.window.rules import Rules
from host.window.server_edits import ServerEdits
from host.window.server_review import reviewed
from host.window.services import HostServices
from host.window.sign_ins import SignInRequests
from host.window.views import server_views
from host.words import say

if TYPE_CHECKING:
    from host.assistant.process import AssistantProcess

T = TypeVar("T")

READS: Final = 2
"""Reads of the log at once; more would only take turns on one disk."""
TESTS: Final = 4
"""Servers that are tried at once, but for those that are slow."""
SLOW: Final = 5.0
"""Seconds after which one that has not answered is waited for beside the others: honest ones answer within them, and
those that never answer keep nobody back."""
PAGE: Final = 500
"""Calls of one page at most."""
FILTER: Final = 1_000
"""Characters of a filter at most."""


class Requests:
    """Answers what the window asks.

    Attributes:
        log_jobs: checks and exports of the log; to be closed.
    """

    def __init__(self, services: HostServices, prompts: PendingPrompts) -> None:
        """``prompts``: the questions that are open in the window."""
        self._services, self._compare = services, prompts.compare
        self._reads, self._tests = asyncio.Semaphore(READS), asyncio.Semaphore(TESTS)
        self._looks = asyncio.Semaphore(READS)
        self._counted: tuple[tuple[int, str, int], views.Statistics] | None = None
        self.log_jobs = LogJobs(services.paths)
        self._demonstration = Demonstration()
        rules = Rules(services)
        sign_ins = SignInRequests(services.supervisor)
        ai_apps = AiAppRequests(services.paths, services.supervisor, services.policy, demo=services.demo)
        edits = ServerEdits(services)
        self._handlers: dict[type[protocol.Request[Any]], Callable[[Any], object]] = {
            protocol.AnswerCall: prompts.answer,
            protocol.Working: prompts.work,
            protocol.SignCall: prompts.sign,
            protocol.SetPin: prompts.set_pin,
            protocol.CheckEdit: prompts.check_edit,
            protocol.EditCall: prompts.edit,
            protocol.CompareCall: self._compared,
            protocol.EmergencyStop: self._stop,
            protocol.Release: self._release,
            protocol.Quit: self._quit,
            protocol.RevokeGrant: self._revoke,
            protocol.ReadSettings: lambda _: _now(services.settings()),
            protocol.ChangeSetting: lambda asked: _now(services.change_setting(asked.name, asked.value)),
            protocol.ReadHistory: self._history,
            protocol.ReadCall: self._call,
            protocol.ReadResult: self._result,
            protocol.ReadStatistics: self._statistics,
            protocol.CheckLog: self.log_jobs.check,
            protocol.ExportLog: self.log_jobs.export,
            protocol.ReadExport: self.log_jobs.export_state,
            protocol.ReadServer: self._server,
            protocol.ReadHealth: lambda asked: health(services.supervisor, asked.server_id, time.time()),
            protocol.RestartServer: self._restart_server,
            protocol.TestServer: self._test,
            protocol.BeginSignIn: sign_ins.begin,
            protocol.FinishSignIn: sign_ins.finish,
            protocol.CancelSignIn: sign_ins.cancel,
            protocol.SignOut: sign_ins.sign_out,
            protocol.ReviewServer: Reviewing(services).review,
            protocol.ReadDrafts: edits.read,
            protocol.PlanServers: edits.plan,
            protocol.ChangeServers: edits.change,
            protocol.ReadApps: ai_apps.read,
            protocol.PlanApp: ai_apps.plan,
            protocol.AttachApp: ai_apps.attach,
            protocol.DetachApp: ai_apps.detach,
            protocol.ReadAutostart: self._autostart,
            protocol.SwitchAutostart: self._switch_autostart,
            protocol.ReadStory: self._story,
            protocol.TellStory: self._tell_story,
            protocol.StopStory: self._stop_story,
            protocol.StartDemonstration: self._start_demonstration,
            protocol.ReadRules: rules.page,
            protocol.CheckRule: rules.check,
            protocol.ReadRuleForm: rules.form,
            protocol.ExportRules: rules.export,
            protocol.ReadImport: rules.read_import,
            protocol.ImportRules: rules.import_rules,
            protocol.SaveRule: rules.save,
            protocol.RemoveRule: rules.remove,
            protocol.EnableRule: rules.enable,
            protocol.VouchServer: rules.vouch,
            protocol.ConfirmPolicy: rules.confirm,
            protocol.DraftRule: rules.draft,
            protocol.ReplayRule: rules.replay,
            protocol.DismissSuggestion: rules.dismiss,
            protocol.ExplainCall: rules.explainer.tried,
            protocol.WhyCall: rules.explainer.why,
        }

    @property
    def handled(self) -> frozenset[type[protocol.Request[Any]]]:
        """The types of all requests that have a handler."""
        return frozenset(self._handlers)

    def handle(self, request: protocol.Request[Any]) -> object:
        """The reply to ``request``, or what to await for it.

        Raises:
            AssentError: it cannot be done; the sentence says why.
        """
        handler = self._handlers.get(type(request))
        if handler is None:
            raise AssentError(say("this host cannot do that"))
        return handler(request)

    # What changes something

    def _stop(self, _: protocol.EmergencyStop) -> protocol.Done:
        self._services.gate.emergency_stop(self._services.person)
        return protocol.Done()

    def _release(self, _: protocol.Release) -> protocol.Done:
        self._services.gate.release(self._services.person)
        return protocol.Done()

    def _quit(self, _: protocol.Quit) -> protocol.Done:
        self._services.quit()
        return protocol.Done()

    def _revoke(self, asked: protocol.RevokeGrant) -> protocol.Done:
        if not self._services.gate.grants.revoke(asked.grant_id, self._services.person):
            raise AssentError(say("there is no such grant any more"))
        return protocol.Done()

    # Starting at login

    async def _autostart(self, _: protocol.ReadAutostart) -> views.Autostart:
        return await asyncio.to_thread(autostart.standing, System.here(), autostart.at_login())

    async def _switch_autostart(self, asked: protocol.SwitchAutostart) -> views.Autostart:
        if self._services.demo:
            raise AssentError(say("the demonstration does not start at login"))
        return await asyncio.to_thread(autostart.switch, System.here(), autostart.at_login(), on=asked.on)

    # The scripted assistant

    def _assistant(self) -> AssistantProcess:
        assistant = self._services.assistant()
        if assistant is None:
            raise AssentError(say("the scripted assistant is there in the demonstration alone"))
        return assistant

    def _story(self, _: protocol.ReadStory) -> protocol.Story:
        assistant = self._assistant()
        return protocol.Story(assistant.steps, assistant.entries)

    async def _tell_story(self, asked: protocol.TellStory) -> protocol.Done:
        await self._assistant().tell(asked.step)
        return protocol.Done()

    async def _stop_story(self, _: protocol.StopStory) -> protocol.Done:
        await self._assistant().stop()
        return protocol.Done()

    def _start_demonstration(self, _: protocol.StartDemonstration) -> protocol.Done:
        if self._services.demo:
            raise AssentError(say("this is the demonstration"))
        self._demonstration.start()
        return protocol.Done()

    # What only reads

    async def _history(self, asked: protocol.ReadHistory) -> views.HistoryPage:
        limit = max(1, min(asked.limit, PAGE))
        text, log = asked.text[:FILTER], self._services.paths.log_file
        return await self._in_thread(lambda: history_page(log, text, asked.before, limit))

    async def _call(self, asked: protocol.ReadCall) -> views.CallDetails:
        log, supervisor = self._services.paths.log_file, self._services.supervisor
        details = await self._in_thread(
            lambda: history_call(log, asked.call_id, lambda digest: definition_of(supervisor, digest))
        )
        whole = self._services.gate.spool.of_call(asked.call_id)
        return details if whole is None else replace(details, parts=whole.parts)

    async def _result(self, asked: protocol.ReadResult) -> views.ResultPart:
        whole = self._services.gate.spool.of_call(asked.call_id)
        if whole is None:
            raise AssentError(GONE)
        return views.ResultPart(asked.number, whole.parts, await whole.part(asked.number))

    async def _statistics(self, asked: protocol.ReadStatistics) -> views.Statistics:
        log, counted = self._services.paths.log_file, self._counted
        key, found = await self._in_thread(lambda: history_statistics(log, asked.days, counted))
        self._counted = key, found
        return found

    async def _compared(self, asked: protocol.CompareCall) -> views.Comparison:
        async with self._reads:
            return await self._compare(asked)

    async def _in_thread(self, read: Callable[[], T]) -> T:
        async with self._reads:
            return await tasks.in_daemon_thread(read, name="read the log for the window")

    async def _server(self, asked: protocol.ReadServer) -> views.ServerDetails:
        supervisor = self._services.supervisor
        async with self._looks:
            entry = supervisor.config.entries.get(asked.server_id)
            if entry is not None and supervisor.may_start(entry):
                supervisor.sign_ins.look(entry)
            return await reviewed(
                server_details(supervisor, asked.server_id, self._services.policy),
                supervisor,
                self._services.gate.grants.bound_to,
            )

    def _restart_server(self, asked: protocol.RestartServer) -> protocol.Done:
        self._services.supervisor.restart(asked.server_id)
        return protocol.Done()

    async def _test(self, asked: protocol.TestServer) -> views.ServerTest:
        async with turn(self._tests, SLOW):
            return await test_server(self._services.supervisor, self._services.settings(), asked.server_id)


def _now(settings: Settings) -> protocol.SettingsNow:
    return protocol.SettingsNow(settings.values())


def history_page(log_file: Path, text: str = "", before: str = "", limit: int = 100) -> views.HistoryPage:
    """A page of calls, newest first. Raises UsageError, AuditError as ``calls.read_page``.

    A connection for each question: it opens in a millisecond, belongs to one thread, and never keeps what was erased
    from leaving the file.
    """
    with AuditReader.open(log_file) as reader:
        return calls.read_page(reader, text, before, limit, action_of=action_of)


def history_statistics(
    log_file: Path, days: int, known: tuple[tuple[int, str, int], views.Statistics] | None = None
) -> tuple[tuple[int, str, int], views.Statistics]:
    """The log in numbers, and what they hang on: the last record, the day, and how many days.

    ``known``: the last answer, which holds while none of these changed. Raises AuditError.
    """
    now = datetime.now().astimezone()
    with AuditReader.open(log_file) as reader:
        key = reader.last(), now.date().isoformat(), days
        return known if known is not None and known[0] == key else (key, reader.statistics(days, now))


def history_call(log_file: Path, call_id: str, definition_of: DefinitionOf) -> views.CallDetails:
    """Everything about one call. ``definition_of`` is asked in this thread. Raises as ``calls.read_call``."""
    with AuditReader.open(log_file) as reader:
        return calls.read_call(reader, call_id, definition_of, action_of=action_of)


def server_details(supervisor: Supervisor, server_id: str, policy: PolicyBook | None = None) -> views.ServerDetails:
    """One server, closer. ``policy``: says who vouches for it. Raises AssentError where no file names it."""
    view = next((view for view in server_views(supervisor, policy) if view.id == server_id), None)
    if view is None:
        raise AssentError(say("no such server in servers.json"), detail=server_id)
    entry = supervisor.config.entries.get(server_id)
    if entry is None:
        return views.ServerDetails(view, (), listed=False, stderr="")
    standing = supervisor.status_of(server_id)
    # Tools that another configuration listed would be shown beside a command that may not have them.
    listed = standing.listed_as == entry.config_digest
    review, decided = supervisor.review_of(entry), supervisor.person_decides(entry)
    tools = tuple(_tool(server_id, tool, review if decided else None) for tool in standing.offered) if listed else ()
    return views.ServerDetails(view, tools, listed, standing.stderr.text())


def health(supervisor: Supervisor, server_id: str, now: float) -> views.ServerHealth:
    """The last hour of a server. ``now``: Unix seconds."""
    if server_id not in supervisor.config.entries:
        return views.ServerHealth()
    return supervisor.status_of(server_id).use.last_hour(now)


def _tool(server_id: str, tool: ToolDefinition, review: Review | None) -> views.ToolView:
    verb = class_of(server_id, tool.name).verb
    if review is None or review.free:
        return views.ToolView(tool.name, tool.raw, verb)
    if tool.digest == review.tools.get(tool.name):
        return views.ToolView(tool.name, tool.raw, verb, approval="approved")
    if tool.digest == review.left.get(tool.name):
        return views.ToolView(tool.name, tool.raw, verb, approval="left")
    if (approved := review.tools.get(tool.name)) is None:
        return views.ToolView(tool.name, tool.raw, verb, approval="new")
    return views.ToolView(tool.name, tool.raw, verb, approval="changed", before=review.said.get(approved, "").encode())


@contextlib.asynccontextmanager
async def turn(free: asyncio.Semaphore, seconds: float) -> AsyncIterator[None]:
    """A turn of those that ``free`` has, which ends with the work in it, after ``seconds`` at the latest."""
    loop = asyncio.get_running_loop()
    await free.acquire()
    late = loop.call_later(seconds, free.release)
    try:
        yield
    finally:
        if late.when() > loop.time():  # else it was given back, or is about to be
            late.cancel()
            free.release()


async def test_server(supervisor: Supervisor, settings: Settings, server_id: str) -> views.ServerTest:
    """Start a server, shake hands, list its tools, end it. Never raises for a server's fault."""
    began = time.perf_counter()
    standing = supervisor.status_of(server_id) if server_id in supervisor.config.entries else None
    if standing is not None and standing.testing:
        return _failed(say("a test of this server runs already"), began)
    try:
        entry = supervisor.entry(server_id)
        if standing is not None:
            standing.testing = True
        seen = await probe(entry, supervisor, entry.settings(settings))
    except AssentError as error:
        return _failed(error.words, began)
    finally:
        if standing is not None:
            standing.testing = False
    return views.ServerTest(True, "", seen.revision, len(seen.definitions), seen.milliseconds)


def definition_of(supervisor: Supervisor, digest: str) -> bytes | None:
    """The canonical bytes of a listed tool's definition. May be asked from any thread."""
    definition = supervisor.definition(digest)
    return None if definition is None else definition.raw


def _failed(why: str, began: float) -> views.ServerTest:
    return views.ServerTest(False, why, "", 0, round((time.perf_counter() - began) * 1000, 1))
