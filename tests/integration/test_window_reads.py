"""What the window reads of a real host: servers, log and state agree with what happened."""

from __future__ import annotations

import asyncio
import functools
import json
from types import SimpleNamespace
from typing import cast

from host import tasks
from host.control.views import CallDetails, HistoryPage, HostState
from host.window import requests, server_requests
from host.window.server import snapshot
from host.window.session import HostParts
from tests.support.app import refused, text_of
from tests.support.hosts import ScriptedApprover
from tests.support.profile import Profile
from tests.support.rig import Rig, flush


def state_of(rig: Rig) -> HostState:
    host = rig.host
    parts = SimpleNamespace(
        gate=host.gate,
        approvals=host.approvals,
        policy=host.policy,
        supervisor=host.supervisor,
        store=host.store,
        own_pin=SimpleNamespace(approvers=tuple),
        preferences=host.preferences,
        http_problem=lambda: host.http_problem,
    )
    return snapshot(cast("HostParts", parts), (), "absent")


async def page_of(rig: Rig, text: str = "") -> HistoryPage:
    await flush(rig.host)
    return await tasks.in_daemon_thread(
        lambda: requests.history_page(rig.profile.paths.log_file, text), name="read a page"
    )


async def call_of(rig: Rig, call_id: str) -> CallDetails:
    definition_of = functools.partial(requests.definition_of, rig.host.supervisor)
    log_file = rig.profile.paths.log_file
    return await tasks.in_daemon_thread(
        lambda: requests.history_call(log_file, call_id, definition_of), name="read a call"
    )


async def test_a_call_can_be_followed_from_the_question_to_its_end(profile: Profile) -> None:
    approver = ScriptedApprover()
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        answering: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        approver.answers["echo"] = lambda _: answering
        calling = tasks.spawn(app.call("echo", {"text": "hello"}), name="call")
        await approver.until_asked()
        (waiting,) = (await page_of(rig, "waiting")).rows
        assert (waiting.app, waiting.server, waiting.tool, waiting.state) == ("tester", "raw", "echo", "waiting")
        assert (state_of(rig).pending, state_of(rig).running) == (1, 0)
        answering.set_result(True)
        assert text_of(await calling) == "hello"
        await flush(rig.host)
        details = await call_of(rig, waiting.call_id)
        assert (details.row.state, details.row.status, details.row.who) == ("ended", "succeeded", "ana")
        assert json.loads(details.params or b"")["arguments"] == {"text": "hello"}
        assert json.loads(details.definition or b"")["name"] == "echo"
        assert json.loads(details.result or b"")["content"][0]["text"] == "hello"
        assert details.result_bytes == len(details.result or b"")
        assert state_of(rig).pending == 0


async def test_a_denial_is_in_the_history_with_its_reason_and_can_be_found_by_it(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(echo="not on a Friday")) as rig:
        app = await rig.app()
        assert refused(await app.call("echo", {"text": "hello"}))
        (row,) = (await page_of(rig, "on a friday")).rows
        assert (row.decision, row.by, row.state, row.authenticated) == ("deny", "approver", "ended", True)
        assert (await call_of(rig, row.call_id)).reason == "not on a Friday"


async def test_a_session_shows_its_server_as_ready_with_the_tools_that_it_listed(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(default=True)) as rig:
        heard: list[str] = []
        rig.host.supervisor.changed.connect(lambda: heard.append("changed"))
        app = await rig.app()
        await app.call("echo", {"text": "hello"})
        raw, other = state_of(rig).servers
        assert (raw.id, raw.state, raw.sessions) == ("raw", "ready", 1)
        assert (other.id, other.state, other.sessions) == ("other", "idle", 0)
        details = server_requests.server_details(rig.host.supervisor, "raw")
        assert "echo" in {tool.name for tool in details.tools}
        assert "double" not in {tool.name for tool in details.tools}  # listed twice, and therefore withheld
        assert not server_requests.server_details(rig.host.supervisor, "other").listed
        assert heard
