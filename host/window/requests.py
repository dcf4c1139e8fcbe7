"""What the window may ask, and who does it.

Owns: the registry of handlers, one a request, and the handlers of requests about the log, servers and the host itself.

Invariants: a handler asks the part that owns the matter and adds no power of its own; blocking reads run in threads,
two at a time, and nothing of the log is read on the event loop; looking at a server calls nothing; one test of a server
runs at a time and ends by itself; a request that cannot be done is refused with one safe sentence.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar  # Any: replies are of as many types as requests

from host import autostart, tasks
from host.apps.attach.known import System
from host.audit import calls
from host.audit.calls import DefinitionOf
from host.audit.query import AuditReader
from host.control.protocol import (
    AnswerCall,
    AttachApp,
    BeginSignIn,
    CancelSignIn,
    ChangeServers,
    ChangeSetting,
    CheckEdit,
    CheckLog,
    CheckRule,
    CompareCall,
    ConfirmPolicy,
    DetachApp,
    DismissSuggestion,
    Done,
    DraftRule,
    EditCall,
    EmergencyStop,
    EnableRule,
    ExplainCall,
    ExportLog,
    ExportRules,
    FinishSignIn,
    ImportRules,
    PlanApp,
    PlanServers,
    Quit,
    ReadApps,
    ReadAutostart,
    ReadCall,
    ReadDrafts,
    ReadExport,
    ReadHealth,
    ReadHistory,
    ReadImport,
    ReadResult,
    ReadRuleForm,
    ReadRules,
    ReadServer,
    ReadSettings,
    ReadStatistics,
    ReadStory,
    Release,
    RemoveRule,
    ReplayRule,
    Request,
    RestartServer,
    ReviewServer,
    RevokeGrant,
    SaveRule,
    SetPin,
    SettingsNow,
    SignCall,
    SignOut,
    StartDemonstration,
    StopStory,
    Story,
    SwitchAutostart,
    TellStory,
    TestServer,
    VouchServer,
    WhyCall,
    Working,
)
from host.control.views import (
    Autostart,
    CallDetails,
    Comparison,
    HistoryPage,
    ResultPart,
    ServerDetails,
    ServerHealth,
    ServerTest,
    Statistics,
    ToolView,
)
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
from host.window.services import HostServices, ScriptedAssistant
from host.window.sign_ins import SignInRequests
from host.window.views import server_views
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
    """Answers what the window asks.

    Attributes:
        log_jobs: checks and exports of the log; to be closed.
    """

    def __init__(self, services: HostServices, prompts: PendingPrompts) -> None:
        """``prompts``: the questions that are open in the window."""
        self._services, self._compare = services, prompts.compare
        self._reads, self._tests = asyncio.Semaphore(READS), asyncio.Semaphore(TESTS)
        self._looks = asyncio.Semaphore(READS)
        self._counted: tuple[tuple[int, str, int], Statistics] | None = None
        self.log_jobs = LogJobs(services.paths)
        self._demonstration = Demonstration()
        rules = Rules(services)
        sign_ins = SignInRequests(services.supervisor)
        ai_apps = AiAppRequests(services.paths, services.supervisor, services.policy, demo=services.demo)
        edits = ServerEdits(services)
        self._handlers: dict[type[Request[Any]], Callable[[Any], object]] = {
            AnswerCall: prompts.answer,
            Working: prompts.work,
            SignCall: prompts.sign,
            SetPin: prompts.set_pin,
            CheckEdit: prompts.check_edit,
            EditCall: prompts.edit,
            CompareCall: self._compared,
            EmergencyStop: self._stop,
            Release: self._release,
            Quit: self._quit,
            RevokeGrant: self._revoke,
            ReadSettings: lambda _: _now(services.settings()),
            ChangeSetting: lambda asked: _now(services.change_setting(asked.name, asked.value)),
            ReadHistory: self._history,
            ReadCall: self._call,
            ReadResult: self._result,
            ReadStatistics: self._statistics,
            CheckLog: self.log_jobs.check,
            ExportLog: self.log_jobs.export,
            ReadExport: self.log_jobs.export_state,
            ReadServer: self._server,
            ReadHealth: lambda asked: health(services.supervisor, asked.server_id, time.time()),
            RestartServer: self._restart_server,
            TestServer: self._test,
            BeginSignIn: sign_ins.begin,
            FinishSignIn: sign_ins.finish,
            CancelSignIn: sign_ins.cancel,
            SignOut: sign_ins.sign_out,
            ReviewServer: Reviewing(services).review,
            ReadDrafts: edits.read,
            PlanServers: edits.plan,
            ChangeServers: edits.change,
            ReadApps: ai_apps.read,
            PlanApp: ai_apps.plan,
            AttachApp: ai_apps.attach,
            DetachApp: ai_apps.detach,
            ReadAutostart: self._autostart,
            SwitchAutostart: self._switch_autostart,
            ReadStory: self._story,
            TellStory: self._tell_story,
            StopStory: self._stop_story,
            StartDemonstration: self._start_demonstration,
            ReadRules: rules.page,
            CheckRule: rules.check,
            ReadRuleForm: rules.form,
            ExportRules: rules.export,
            ReadImport: rules.read_import,
            ImportRules: rules.import_rules,
            SaveRule: rules.save,
            RemoveRule: rules.remove,
            EnableRule: rules.enable,
            VouchServer: rules.vouch,
            ConfirmPolicy: rules.confirm,
            DraftRule: rules.draft,
            ReplayRule: rules.replay,
            DismissSuggestion: rules.dismiss,
            ExplainCall: rules.explainer.tried,
            WhyCall: rules.explainer.why,
        }

    @property
    def handled(self) -> frozenset[type[Request[Any]]]:
        """The types of all requests that have a handler."""
        return frozenset(self._handlers)

    def handle(self, request: Request[Any]) -> object:
        """The reply to ``request``, or what to await for it.

        Raises:
            AssentError: it cannot be done; the sentence says why.
        """
        handler = self._handlers.get(type(request))
        if handler is None:
            raise AssentError(say("this host cannot do that"))
        return handler(request)

    # What changes something

    def _stop(self, _: EmergencyStop) -> Done:
        self._services.gate.emergency_stop(self._services.person)
        return Done()

    def _release(self, _: Release) -> Done:
        self._services.gate.release(self._services.person)
        return Done()

    def _quit(self, _: Quit) -> Done:
        self._services.quit()
        return Done()

    def _revoke(self, asked: RevokeGrant) -> Done:
        if not self._services.gate.grants.revoke(asked.grant_id, self._services.person):
            raise AssentError(say("there is no such grant any more"))
        return Done()

    # Starting at login

    async def _autostart(self, _: ReadAutostart) -> Autostart:
        return await asyncio.to_thread(autostart.standing, System.here(), autostart.at_login())

    async def _switch_autostart(self, asked: SwitchAutostart) -> Autostart:
        if self._services.demo:
            raise AssentError(say("the demonstration does not start at login"))
        return await asyncio.to_thread(autostart.switch, System.here(), autostart.at_login(), on=asked.on)

    # The scripted assistant

    def _assistant(self) -> ScriptedAssistant:
        assistant = self._services.assistant()
        if assistant is None:
            raise AssentError(say("the scripted assistant is there in the demonstration alone"))
        return assistant

    def _story(self, _: ReadStory) -> Story:
        assistant = self._assistant()
        return Story(assistant.steps, assistant.entries)

    async def _tell_story(self, asked: TellStory) -> Done:
        await self._assistant().tell(asked.step)
        return Done()

    async def _stop_story(self, _: StopStory) -> Done:
        await self._assistant().stop()
        return Done()

    def _start_demonstration(self, _: StartDemonstration) -> Done:
        if self._services.demo:
            raise AssentError(say("this is the demonstration"))
        self._demonstration.start()
        return Done()

    # What only reads

    async def _history(self, asked: ReadHistory) -> HistoryPage:
        limit = max(1, min(asked.limit, PAGE))
        text, log = asked.text[:FILTER], self._services.paths.log_file
        return await self._in_thread(lambda: history_page(log, text, asked.before, limit))

    async def _call(self, asked: ReadCall) -> CallDetails:
        log, supervisor = self._services.paths.log_file, self._services.supervisor
        details = await self._in_thread(
            lambda: history_call(log, asked.call_id, lambda digest: definition_of(supervisor, digest))
        )
        whole = self._services.gate.spool.of_call(asked.call_id)
        return details if whole is None else replace(details, parts=whole.parts)

    async def _result(self, asked: ReadResult) -> ResultPart:
        whole = self._services.gate.spool.of_call(asked.call_id)
        if whole is None:
            raise AssentError(GONE)
        return ResultPart(asked.number, whole.parts, await whole.part(asked.number))

    async def _statistics(self, asked: ReadStatistics) -> Statistics:
        log, counted = self._services.paths.log_file, self._counted
        key, found = await self._in_thread(lambda: history_statistics(log, asked.days, counted))
        self._counted = key, found
        return found

    async def _compared(self, asked: CompareCall) -> Comparison:
        async with self._reads:
            return await self._compare(asked)

    async def _in_thread(self, read: Callable[[], T]) -> T:
        async with self._reads:
            return await tasks.in_daemon_thread(read, name="read the log for the window")

    async def _server(self, asked: ReadServer) -> ServerDetails:
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

    def _restart_server(self, asked: RestartServer) -> Done:
        self._services.supervisor.restart(asked.server_id)
        return Done()

    async def _test(self, asked: TestServer) -> ServerTest:
        async with self._tests:
            return await test_server(self._services.supervisor, self._services.settings(), asked.server_id)


def _now(settings: Settings) -> SettingsNow:
    return SettingsNow(settings.values())


def history_page(log_file: Path, text: str = "", before: str = "", limit: int = 100) -> HistoryPage:
    """A page of calls, newest first. Raises UsageError, AuditError as ``calls.read_page``.

    A connection for each question: it opens in a millisecond, belongs to one thread, and never keeps what was erased
    from leaving the file.
    """
    with AuditReader.open(log_file) as reader:
        return calls.read_page(reader, text, before, limit, action_of=action_of)


def history_statistics(
    log_file: Path, days: int, known: tuple[tuple[int, str, int], Statistics] | None = None
) -> tuple[tuple[int, str, int], Statistics]:
    """The log in numbers, and what they hang on: the last record, the day, and how many days.

    ``known``: the last answer, which holds while none of these changed. Raises AuditError.
    """
    now = datetime.now().astimezone()
    with AuditReader.open(log_file) as reader:
        key = reader.last(), now.date().isoformat(), days
        return known if known is not None and known[0] == key else (key, reader.statistics(days, now))


def history_call(log_file: Path, call_id: str, definition_of: DefinitionOf) -> CallDetails:
    """Everything about one call. ``definition_of`` is asked in this thread. Raises as ``calls.read_call``."""
    with AuditReader.open(log_file) as reader:
        return calls.read_call(reader, call_id, definition_of, action_of=action_of)


def server_details(supervisor: Supervisor, server_id: str, policy: PolicyBook | None = None) -> ServerDetails:
    """One server, closer. ``policy``: says who vouches for it. Raises AssentError where no file names it."""
    view = next((view for view in server_views(supervisor, policy) if view.id == server_id), None)
    if view is None:
        raise AssentError(say("no such server in servers.json"), detail=server_id)
    entry = supervisor.config.entries.get(server_id)
    if entry is None:
        return ServerDetails(view, (), listed=False, stderr="")
    standing = supervisor.status_of(server_id)
    # Tools that another configuration listed would be shown beside a command that may not have them.
    listed = standing.listed_as == entry.config_digest
    review, decided = supervisor.review_of(entry), supervisor.person_decides(entry)
    tools = tuple(_tool(server_id, tool, review if decided else None) for tool in standing.offered) if listed else ()
    return ServerDetails(view, tools, listed, standing.stderr.text())


def health(supervisor: Supervisor, server_id: str, now: float) -> ServerHealth:
    """The last hour of a server. ``now``: Unix seconds."""
    if server_id not in supervisor.config.entries:
        return ServerHealth()
    return supervisor.status_of(server_id).use.last_hour(now)


def _tool(server_id: str, tool: ToolDefinition, review: Review | None) -> ToolView:
    verb = class_of(server_id, tool.name).verb
    if review is None or review.free:
        return ToolView(tool.name, tool.raw, verb)
    if tool.digest == review.tools.get(tool.name):
        return ToolView(tool.name, tool.raw, verb, approval="approved")
    if tool.digest == review.left.get(tool.name):
        return ToolView(tool.name, tool.raw, verb, approval="left")
    if (approved := review.tools.get(tool.name)) is None:
        return ToolView(tool.name, tool.raw, verb, approval="new")
    return ToolView(tool.name, tool.raw, verb, approval="changed", before=review.said.get(approved, "").encode())


async def test_server(supervisor: Supervisor, settings: Settings, server_id: str) -> ServerTest:
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
    return ServerTest(True, "", seen.revision, len(seen.definitions), seen.milliseconds)


def definition_of(supervisor: Supervisor, digest: str) -> bytes | None:
    """The canonical bytes of a listed tool's definition. May be asked from any thread."""
    definition = supervisor.definition(digest)
    return None if definition is None else definition.raw


def _failed(why: str, began: float) -> ServerTest:
    return ServerTest(False, why, "", 0, round((time.perf_counter() - began) * 1000, 1))
