"""The bridge where its host restarts, is killed, or is not there: real processes and real pipes."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest

from host.apps import bridge
from host.host import Host
from tests.support.app import PATIENCE, App, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, make_host, review
from tests.support.profile import Profile
from tests.support.rig import Rig


def rig_of(profile: Profile, **options: Any) -> Rig:
    """A rig whose servers every host of the profile finds reviewed."""
    rig = Rig(profile, **options)
    review(profile.paths)
    return rig


def again(rig: Rig, **options: Any) -> Host:
    """Another host on the same profile."""
    return make_host(rig.profile.paths, managed=ALLOW_ALL, **options)


@pytest.mark.parametrize("modern", [False, True])
async def test_a_host_that_restarts_is_joined_again_without_the_app_noticing(profile: Profile, modern: bool) -> None:
    rig = rig_of(profile, managed=ALLOW_ALL)
    async with rig.host:
        app = await App.start("raw", env=profile.env, modern=modern)
        assert (await app.call("echo", {"text": "one"}))["result"]["content"][0]["text"] == "one"
    async with again(rig):
        assert (await app.call("echo", {"text": "two"}))["result"]["content"][0]["text"] == "two"
        if not modern:
            await app.hear("notifications/tools/list_changed")
        assert await app.close() == 0
    started = [entry for entry in rig.journal() if "initialized" in entry]
    assert len(started) == (0 if modern else 2)


async def test_a_call_that_a_lost_host_may_have_sent_has_an_unknown_outcome_and_is_not_sent_again(
    profile: Profile,
) -> None:
    approver = ScriptedApprover()
    rig = rig_of(profile, approver=approver)
    async with rig.host:
        app = await App.start("raw", env=profile.env)
        _, answer = app.begin_call("echo", {"text": "one"})
        await approver.until_asked()
        for session in rig.host.gateway.sessions:
            session._channel.close()  # noqa: SLF001  # the connection breaks, as where a host is killed
        rig.host.gateway.instance = "another"
        async with asyncio.timeout(PATIENCE):
            heard = await answer
        assert heard["error"] == {"code": -32000, "message": bridge.UNKNOWN_OUTCOME}
        assert await app.close() in (0, 3)  # joined again by then, or not yet
    assert rig.happened() == []


@pytest.mark.parametrize("server", ["raw", ""])
async def test_s12_a_late_answer_to_what_was_asked_under_an_earlier_host_answers_nothing_else(
    profile: Profile, server: str
) -> None:
    rig, tool = rig_of(profile, managed=ALLOW_ALL), "elicit" if server else "raw__elicit"
    command = () if server else (sys.executable, "-I", "-m", "host", "connect", "--app", "tester")
    async with rig.host:
        app = await App.start(server, env=profile.env, command=command)
        _, lost = app.begin_call(tool)
        first = await app.hear("elicitation/create")
    async with asyncio.timeout(PATIENCE):
        await lost
    async with again(rig):
        _, answer = app.begin_call(tool)
        second = await app.hear("elicitation/create")
        assert first["id"] != second["id"]
        for asked, name in ((first, "old"), (second, "new")):
            app.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept", "content": {"name": name}}})
        async with asyncio.timeout(PATIENCE):
            assert json.loads(text_of(await answer))["result"]["content"] == {"name": "new"}
        assert await app.close() == 0


async def test_while_there_is_no_host_the_app_is_told_so_and_works_on_once_there_is(profile: Profile) -> None:
    rig = rig_of(profile)
    app = await App.start("raw", env=profile.env)
    listed = await app.request("tools/list")
    assert listed["result"] == {"tools": []}
    called = (await app.call("echo", {"text": "one"}))["result"]
    assert called == {"content": [{"type": "text", "text": bridge.NO_HOST_MESSAGE}], "isError": True}
    assert (await app.request("ping"))["result"] == {}
    assert (await app.request("resources/list"))["error"]["message"] == bridge.NO_HOST_MESSAGE
    async with again(rig):
        await app.hear("notifications/tools/list_changed")
        assert "echo" in {tool["name"] for tool in (await app.request("tools/list"))["result"]["tools"]}
        assert (await app.call("echo", {"text": "two"}))["result"]["content"][0]["text"] == "two"
        assert await app.close() == 0


async def test_a_stateless_app_gets_an_error_while_there_is_no_host(profile: Profile) -> None:
    rig_of(profile)
    app = await App.start("raw", env=profile.env, modern=True)
    assert (await app.call("echo", {"text": "one"}))["error"] == {"code": -32000, "message": bridge.NO_HOST_MESSAGE}
    assert await app.close() == 3


async def test_another_revision_behind_the_same_name_ends_the_bridge(profile: Profile) -> None:
    rig = rig_of(profile)
    app = await App.start("raw", env=profile.env, revision="2099-01-01")
    async with again(rig), asyncio.timeout(PATIENCE):
        assert await app.process.wait() == 2
    assert "let the app restart it" in await app.stderr()


async def test_what_is_no_message_is_not_answered_while_there_is_no_host(profile: Profile) -> None:
    rig_of(profile)
    app = await App.start("raw", env=profile.env, greet=False)
    for line in (b"{", b"[]", b"7", json.dumps({"method": "notifications/initialized"}).encode(), b"[" * 5_000):
        app.send(line)
    assert (await app.request("ping"))["result"] == {}
    assert app.heard == []
    assert await app.close() == 3


STINGY = """
import os, subprocess, sys
few = {name: os.environ[name] for name in ("HOME", "PATH")}
sys.exit(subprocess.run([sys.executable, "-I", "-m", "host", "connect", "raw", "--app", "tester"], env=few).returncode)
"""
"""An app that starts servers as Codex and the official SDKs do, with a few variables alone."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what another process was started with")
async def test_an_app_that_hands_few_variables_on_reaches_the_host_of_its_own_session(profile: Profile) -> None:
    async with rig_of(profile, managed=ALLOW_ALL).host:
        app = await App.start("raw", env=profile.env, command=(sys.executable, "-c", STINGY))
        assert (await app.call("echo", {"text": "here"}))["result"]["content"][0]["text"] == "here"
        assert await app.close() == 0
