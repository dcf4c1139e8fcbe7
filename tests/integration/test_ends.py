"""How sessions end, and what one peer can cost the others."""

from __future__ import annotations

import asyncio
import json
import signal
import sys

import pytest

from host.apps import registry
from host.control import messages
from tests.support.app import PATIENCE, refused, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually


@pytest.fixture(autouse=True)
def workers_here() -> None:
    """Programs of their own inspect these calls and apply the schemas."""


async def test_s32_from_its_revocation_on_nothing_that_an_app_says_is_done(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        assert text_of(await app.call("echo", {"text": "before"})) == "before"
        registry.remove(profile.paths.apps_dir, "tester")
        # A call that hangs in the session keeps its end busy for seconds; that must not keep its ears open.
        app.begin_call("late")
        answer = await asyncio.to_thread(messages.ask, profile.paths.socket, "recheck-apps")
        assert answer["ended"] == 1
        for number in range(50):
            app.begin_call("echo", {"text": str(number)})
        async with asyncio.timeout(PATIENCE):
            assert await app.process.wait() == 3
        texts = [params["arguments"].get("text") for params in rig.happened()]
        assert [text for text in texts if text is not None] == ["before"]
    assert rig.host.gate.is_stopped is False


async def test_an_app_that_dies_behind_a_stuck_server_withdraws_what_it_asked(profile: Profile) -> None:
    """A server that does not read makes Assent hold the app back; its death must be seen all the same."""
    approver = ScriptedApprover(hang=True)
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        await app.request("tools/list")
        app.begin_call("hang")
        await approver.until_asked()
        _, waiting = app.begin_call("echo", {"text": "x"})
        await approver.until_asked(2)
        for _ in range(30):
            app.begin("resources/read", {"uri": "x" * 100_000})
        assert app.process.stdin is not None
        app.process.send_signal(signal.SIGKILL)
        await eventually(lambda: not rig.host.approvals.pending)
        assert waiting.cancelled() or not waiting.done()
        assert approver.cancelled


async def test_a_burst_of_calls_over_the_bound_costs_only_those_over_it(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        answers = await asyncio.gather(*(app.call("echo", {"text": str(number)}) for number in range(400)))
        served = [answer for answer in answers if "result" in answer]
        assert len(served) >= 256
        assert {answer["error"]["code"] for answer in answers if "error" in answer} <= {-32000}
        assert text_of(await app.call("echo", {"text": "after"})) == "after"


async def test_s25_a_server_that_asks_and_asks_for_what_it_may_not_have_is_given_up(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app, other = await rig.app(), await rig.app()
        answer = await app.call("beg", {"count": 10_000})
        assert answer["error"]["code"] == -32000
        assert text_of(await other.call("echo", {"text": "alive"})) == "alive"
        assert len(await rig.records("method.refused")) <= 101


async def test_s23_a_frame_of_countless_small_values_ends_that_session_only(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app, other = await rig.app(), await rig.app()
        _, dense = app.begin_call("dense", {"count": 4_000_000})
        for number in range(10):
            assert text_of(await other.call("echo", {"text": str(number)})) == str(number)
        assert (await dense)["error"]["code"] == -32000


async def test_a_keyring_that_waits_for_a_person_holds_up_nobody(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        entry = raw_server(sys.executable, env={"TOKEN": "${keyring:nowhere/nobody}"})
        write_servers(profile.paths, {"raw": entry, "other": raw_server(sys.executable)})
        app = await rig.app(greet=False)
        answer = await app.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        assert "TOKEN" in json.dumps(answer)
        other = await rig.app("other")
        assert text_of(await other.call("echo", {"text": "x"})) == "x"
        assert not refused(answer)
