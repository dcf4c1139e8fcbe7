"""What programs of the same user may flood, and what they may slip in: connections, questions, notes on calls.

Attacks 11, 13, 33 and 39, with the host, its window's process and apps as they are.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE

import pytest

from host.apps import gateway, registry
from host.control import messages
from host.control.protocol import Welcome
from host.window import session
from tests.integration.test_window import rig_with
from tests.support.app import PATIENCE, refused, text_of
from tests.support.profile import Profile
from tests.support.waiting import eventually
from tests.support.windows import Windows, answer

FLOOD = """
import socket, sys
silent = [socket.socket(socket.AF_UNIX) for _ in range(4)]
for each in silent:
    each.connect(sys.argv[1])
print(silent[0].recv(1000).decode(), flush=True)
sys.stdin.read()
"""
"""Connections of another process that say nothing."""

pytestmark = pytest.mark.usefixtures("at_once")


async def test_s13_a_grant_lets_nothing_through_that_is_beside_the_inputs(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        app = await rig.app(modern=True)
        _, first = app.begin_call("echo", {"text": "hi"}, _meta={"x/a": "first"})
        await window.ask(answer(await window.asked(), duration="15min"))
        await first
        assert text_of(await app.call("echo", {"text": "hi"}, _meta={"x/a": "first"})) == "hi"
        assert len(window.questions) == 1
        _, second = app.begin_call("echo", {"text": "hi"}, _meta={"x/a": "first", "x/run": "never shown"})
        await window.ask(answer(await window.asked(2), approve=False))
        assert refused(await second)
        assert "never shown" not in str(rig.happened())


async def test_s33_a_grant_ends_with_the_token_of_its_app(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, first = app.begin_call("echo", {"text": "hi"})
        await window.ask(answer(await window.asked(), duration="15min"))
        await first
        await app.close()
        registry.remove(profile.paths.apps_dir, "tester")
        registry.add(profile.paths.apps_dir, "tester")
        again = await rig.app()
        _, second = again.begin_call("echo", {"text": "hi"})
        await window.ask(answer(await window.asked(2), approve=False))
        assert refused(await second)
        assert len(rig.host.gate.grants.all) == 1
        await asyncio.to_thread(messages.ask, profile.paths.socket, "recheck-apps")
        assert list(rig.host.gate.grants.all) == []
        (revoked,) = await rig.records("grant.revoked")
        assert (revoked["who"], revoked["because"]) == ("", "the app's token was revoked")


async def test_a_grant_stays_where_another_apps_token_is_revoked(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, first = app.begin_call("echo", {"text": "hi"})
        await window.ask(answer(await window.asked(), duration="15min"))
        await first
        await asyncio.to_thread(messages.ask, profile.paths.socket, "recheck-apps")
        assert len(rig.host.gate.grants.all) == 1
        assert text_of(await app.call("echo", {"text": "hi"})) == "hi"


@pytest.mark.expected_logs(r"host\.window\.process: the window ended with exit code 9; it is started again")
async def test_s39_connections_that_say_nothing_keep_nobody_out(
    profile: Profile, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "MAX_CONNECTIONS", 2)
    monkeypatch.setattr(gateway, "RESERVED_CONNECTIONS", 2)
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        silent = [await asyncio.open_unix_connection(str(profile.paths.socket)) for _ in range(12)]
        told = await asyncio.wait_for(silent[0][0].readline(), PATIENCE)
        assert gateway.TOO_MANY.encode() in told, "the oldest makes room"
        window.exit(9)
        second = await windows.joined()
        await second.hear(Welcome)
        assert (await asyncio.to_thread(messages.ask, profile.paths.socket, "status"))["window"] is True
        app = await rig.app()
        _, waiting = app.begin_call("echo", {"text": "hi"})
        await second.ask(answer(await second.asked()))
        assert text_of(await waiting) == "hi"
        for _, writer in silent:
            writer.close()


async def test_s39_the_window_that_is_awaited_makes_room_for_nobody(
    profile: Profile, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process may be slow to say who it is; a flood that comes meanwhile does not push it out."""
    monkeypatch.setattr(gateway, "MAX_CONNECTIONS", 1)
    monkeypatch.setattr(gateway, "RESERVED_CONNECTIONS", 1)
    async with rig_with(profile, windows) as rig:
        window = await windows.started()
        assert rig.host.window is not None
        rig.host.window.server.auth.invite(os.getpid())  # the test is the process that is awaited
        awaited = await asyncio.open_unix_connection(str(profile.paths.socket))
        command = (sys.executable, "-c", FLOOD, str(profile.paths.socket))
        flood = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stdin=PIPE)
        assert flood.stdout is not None
        assert gateway.TOO_MANY.encode() in await asyncio.wait_for(flood.stdout.readline(), PATIENCE)
        awaited[1].write(b'{"assent":1,"role":"window","secret":"no"}\n')
        said = await asyncio.wait_for(awaited[0].readline(), PATIENCE)
        assert b"not the window" in said, "it was heard"
        awaited[1].close()
        await flood.communicate(b"")
        window.exit(0)


@pytest.mark.expected_logs(
    r"host\.window\.session: the window has taken nothing for",
    r"host\.window\.process: the window does not talk with the host, and is ended",
    r"host\.window\.process: the window was ended by signal 9; it is started again",
)
async def test_s11_a_window_that_hangs_is_told_little_and_replaced_and_the_next_is_asked_everything(
    profile: Profile, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "STALL_TIMEOUT", 1.0)
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        os.kill(window.pid, signal.SIGSTOP)
        app = await rig.app()
        texts = ['"\\' * 500_000 + str(number) for number in range(6)]
        begun = [app.begin_call("echo", {"text": text})[1] for text in texts]
        await eventually(lambda: len(rig.host.approvals.pending) == len(texts))
        second = await windows.joined()
        assert [asked.request.call.arguments_value["text"] for asked in window.questions] == []
        for number in range(1, len(texts) + 1):
            await second.ask(answer(await second.asked(number), approve=False))
        assert all(map(refused, await asyncio.gather(*begun)))
        assert {asked.request.call.arguments_value["text"] for asked in second.questions} == set(texts)
