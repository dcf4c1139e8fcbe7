"""A disk that hangs in the midst of a commit: nothing is sent meanwhile, and everything else goes on."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence

import pytest

from host import tasks
from host.audit import database, store
from host.audit.record import Line
from host.model import Effect
from host.window import requests
from tests.integration.test_window_reads import state_of
from tests.support.app import text_of
from tests.support.hosts import ScriptedApprover, managed
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import PATIENCE, eventually

RULES = managed((Effect.ASK, "raw", "fail", "*"), (Effect.ALLOW, "raw", "echo", "*"))


class Disk:
    """A disk that hangs on demand, for ``PATIENCE`` at most."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hangs, self._goes_on, self._insert = threading.Event(), threading.Event(), database.insert
        monkeypatch.setattr(database, "insert", self._insert_slowly)
        self._goes_on.set()

    def _insert_slowly(self, connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
        if not self._goes_on.is_set():
            self.hangs.set()
            self._goes_on.wait(PATIENCE)
        self._insert(connection, lines)

    def hang(self) -> None:
        """Hang with the next commit."""
        self.hangs.clear()
        self._goes_on.clear()

    def go_on(self) -> None:
        """Answer again."""
        self._goes_on.set()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    made = Disk(monkeypatch)
    yield made
    made.go_on()


@pytest.mark.parametrize("alone", [True, False])
async def test_s25_while_a_commit_hangs_nothing_is_sent_and_other_apps_and_the_window_are_served(
    profile: Profile, disk: Disk, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    """``alone``: no other call runs, so that the event loop itself waits for a moment."""
    monkeypatch.setattr(store, "FAST_SECONDS", 0.1)  # however busy the machine is
    approver = ScriptedApprover()
    async with Rig(profile, approver=approver, managed=RULES) as rig:
        first, second = await rig.app(), await rig.app()
        asked, asking = 0, None
        for number in range(2 * store.FAST_COMMITS):
            assert text_of(await first.call("echo", {"text": str(number)})) == str(number)
        if not alone:
            asked, asking = second.begin_call("fail")
            await approver.until_asked()
        disk.hang()
        _, calling = first.begin_call("echo", {"text": "stalled"})
        async with asyncio.timeout(PATIENCE / 2):
            await eventually(disk.hangs.is_set)
            assert "result" in await second.request("tools/list")
            assert "result" in await second.request("ping")
            assert state_of(rig).servers
            log_file = profile.paths.log_file
            page = await tasks.in_daemon_thread(lambda: requests.history_page(log_file), name="read a page")
            assert page.rows
            if asking is not None:
                second.notify("notifications/cancelled", {"requestId": asked})
                await eventually(lambda: bool(approver.cancelled))
                assert not asking.done()
            rig.host.gate.emergency_stop("ana")
        assert not calling.done()
        disk.go_on()
        assert "not sent" in text_of(await calling)
        assert not [entry for entry in rig.happened() if "stalled" in str(entry)]
