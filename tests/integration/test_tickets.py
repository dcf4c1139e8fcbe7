"""Calls that take longer than an app waits: a ticket, and the tool that redeems it."""

from __future__ import annotations

import asyncio
import gc
import re
import tracemalloc
from typing import Any

import pytest

from host.apps import gateway
from host.model import ApprovalRequest
from host.wire import interceptor, tickets
from tests.support.app import PATIENCE, App, text_of
from tests.support.hosts import ScriptedApprover
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually

TICKET = re.compile(r"with the ticket (\S+) to get")


class Slow(ScriptedApprover):
    """Answers once ``say`` has said what."""

    def __init__(self) -> None:
        self.said: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        super().__init__(default=self._wait)

    async def _wait(self, _: ApprovalRequest) -> Any:
        return await self.said


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app of the tests gives up soon."""
    monkeypatch.setitem(gateway.GIVES_UP_AFTER, "tester", gateway.MARGIN + 0.05)


def ticket_of(answer: dict[str, Any]) -> str:
    """The ticket in an answer."""
    found = TICKET.search(text_of(answer))
    assert found is not None, answer
    return found[1]


async def redeemed(app: App, ticket: str) -> dict[str, Any]:
    """What a ticket brings in the end."""
    async with asyncio.timeout(PATIENCE):
        while TICKET.search(text_of(answer := await app.call("assent_result", {"ticket": ticket}))):
            pass
    return answer


@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize(("said", "heard"), [(True, "hello"), ("not today", "not today")])
async def test_a_ticket_brings_what_the_call_brought_and_brings_it_once(
    profile: Profile, modern: bool, said: Any, heard: str
) -> None:
    approver = Slow()
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app(modern=modern)
        first = await app.call("echo", {"text": "hello"})
        assert first["result"]["isError"]
        ticket = ticket_of(first)
        assert ticket_of(await app.call("assent_result", {"ticket": ticket})) == ticket
        assert rig.happened() == []
        approver.said.set_result(said)
        assert heard in text_of(await redeemed(app, ticket))
        assert "no open ticket" in text_of(await app.call("assent_result", {"ticket": ticket}))
        assert len(rig.happened()) == (said is True)
        assert [call["name"] for call in rig.happened()] in ([], ["echo"])


async def test_a_request_for_a_result_that_was_cancelled_gets_no_more_of_its_progress(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interceptor, "PROGRESS_INTERVAL", 0.0)
    async with Rig(profile, approver=Slow()) as rig:
        app = await rig.app()
        ticket = ticket_of(await app.call("echo", {"text": "hello"}))
        (session,) = rig.host.gateway.sessions
        session._tickets.patience = PATIENCE  # noqa: SLF001  # the request goes on waiting
        number, _ = app.begin_call("assent_result", {"ticket": ticket}, _meta={"progressToken": "t"})
        await app.hear("notifications/progress")
        app.notify("notifications/cancelled", {"requestId": number})
        await app.request("ping")
        app.heard.clear()
        await app.request("ping")
        assert app.heard == []


async def test_the_tool_is_listed_once_and_a_servers_own_of_that_name_is_not(profile: Profile) -> None:
    async with Rig(profile, "--also", "assent_result") as rig:
        app = await rig.app()
        listed = (await app.request("tools/list"))["result"]["tools"]
        (own,) = [tool for tool in listed if tool["name"] == "assent_result"]
        assert own["inputSchema"]["required"] == ["ticket"]
        for wrong in ({}, {"ticket": 5}, {"ticket": "made up"}):
            assert "no open ticket" in text_of(await app.call("assent_result", wrong))
        assert rig.happened() == []


async def test_apps_that_wait_as_long_as_it_takes_see_nothing_of_it(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(gateway.GIVES_UP_AFTER, "tester")
    async with Rig(profile) as rig:
        app = await rig.app()
        listed = (await app.request("tools/list"))["result"]["tools"]
        assert "assent_result" not in {tool["name"] for tool in listed}
        assert (await app.call("assent_result", {"ticket": "x"}))["error"]["code"] == -32602


async def test_a_ticket_is_worth_nothing_in_another_session_and_the_call_ends_with_its_own(profile: Profile) -> None:
    approver = Slow()
    async with Rig(profile, approver=approver) as rig:
        one, two = await rig.app(), await rig.app()
        ticket = ticket_of(await one.call("echo", {"text": "hello"}))
        assert "no open ticket" in text_of(await two.call("assent_result", {"ticket": ticket}))
        await approver.until_asked()  # on a busy machine the ticket may come first
        await one.close()
        await eventually(lambda: approver.cancelled)
        assert rig.happened() == []


async def test_a_server_whose_call_waits_behind_a_ticket_is_not_idle(profile: Profile) -> None:
    approver = Slow()
    async with Rig(profile, approver=approver, settings={"idle_stop": 0.05}) as rig:
        app = await rig.app(modern=True)
        ticket = ticket_of(await app.call("echo", {"text": "hello"}))
        status = rig.host.supervisor.status_of("raw")
        needed = set(status.pids)
        idle = await rig.app(modern=True)
        await idle.request("tools/list")
        await eventually(lambda: status.sessions == 1)
        assert status.pids == needed
        approver.said.set_result(True)
        assert text_of(await redeemed(app, ticket)) == "hello"


async def test_a_request_that_is_taken_back_does_not_use_a_ticket_up(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    approver = Slow()
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        ticket = ticket_of(await app.call("echo", {"text": "hello"}))
        (session,) = rig.host.gateway.sessions
        monkeypatch.setattr(session._tickets, "patience", PATIENCE)  # noqa: SLF001  # from here on, waits take their time
        request_id, _ = app.begin_call("assent_result", {"ticket": ticket})
        app.notify("notifications/cancelled", {"requestId": request_id})
        await app.request("ping")
        _, again = app.begin_call("assent_result", {"ticket": ticket})
        _, twin = app.begin_call("assent_result", {"ticket": ticket})
        await app.request("ping")
        approver.said.set_result(True)
        heard = {text_of(await again), text_of(await twin)}
        assert "hello" in heard
        assert len(heard) == 2, "given once"


async def test_a_call_behind_a_ticket_has_its_end_on_record_before_its_session_has(profile: Profile) -> None:
    async with Rig(profile, approver=Slow()) as rig:
        app = await rig.app()
        ticket_of(await app.call("echo", {"text": "hello"}))
        await app.close()
        (session, *_) = await eventually_gone(rig)
        (decided,) = await rig.records("call.decided")
        assert decided["decision"] == "deny"
        assert session["app"] == "tester"


async def eventually_gone(rig: Rig) -> list[dict[str, Any]]:
    """The records of apps that left, once no session is there."""
    await eventually(lambda: not rig.host.gateway.sessions)
    return await rig.records("app.disconnected")


async def test_the_oldest_ticket_whose_call_has_ended_makes_room(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tickets, "MAX_TICKETS", 1)
    approver = Slow()
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        first = ticket_of(await app.call("echo", {"text": "one"}))
        await eventually(lambda: rig.host.approvals.pending)
        approver.said.set_result("no")
        (session,) = rig.host.gateway.sessions
        await eventually(lambda: not session._tickets.reply_tasks())  # noqa: SLF001  # the refusal is on record, and told
        approver.said = asyncio.get_running_loop().create_future()
        second = ticket_of(await app.call("echo", {"text": "two"}))
        assert "no open ticket" in text_of(await app.call("assent_result", {"ticket": first}))
        assert ticket_of(await app.call("assent_result", {"ticket": second})) == second


def traced_memory() -> int:
    """Bytes that are held; what waits for the garbage collector is not, and a host that waits makes it no work."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def test_s43_large_results_wait_for_their_tickets_on_the_disk(profile: Profile) -> None:
    count, size = 16, 1 << 20
    approver = Slow()
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        waiting = [ticket_of(await app.call("big", {"size": size + number})) for number in range(count)]
        tracemalloc.start()
        try:
            approver.said.set_result(True)
            await eventually(
                lambda: rig.host.gate.spool.used_bytes >= 2 * count * size
            )  # for its ticket, and the history
            (session,) = rig.host.gateway.sessions
            await eventually(lambda: not session._tickets.reply_tasks())  # noqa: SLF001  # nothing runs any more
            # All results are 16 MiB; findings keep the beginning of each, 256 KiB, once they looked through it.
            await eventually(lambda: traced_memory() < count * size // 2)
        finally:
            tracemalloc.stop()
        for number, ticket in enumerate(waiting):
            assert text_of(await redeemed(app, ticket)) == "x" * (size + number)
        await eventually(lambda: rig.host.gate.spool.used_bytes < 1.1 * count * size)
        assert "no open ticket" in text_of(await app.call("assent_result", {"ticket": waiting[0]}))
        await app.close()
        await eventually(lambda: rig.host.gate.spool.used_bytes == 0)
        assert list(profile.paths.spool_dir.iterdir()) == []


async def test_a_result_that_the_disk_cannot_take_is_not_kept_for_its_ticket(profile: Profile) -> None:
    approver = Slow()
    async with Rig(profile, approver=approver, settings={"spool": 0}) as rig:
        app = await rig.app()
        ticket = ticket_of(await app.call("big", {"size": 1 << 20}))
        approver.said.set_result(True)
        assert "too large to be kept" in text_of(await redeemed(app, ticket))
