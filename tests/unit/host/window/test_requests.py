from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any  # Any: entries as they stand in a file

import pytest

from host import tasks
from host.audit import database
from host.control import codec
from host.control.views import CallDetails, FailureCount, HealthSlot, HistoryPage, ServerHealth, ServerTest
from host.errors import AssentError, AuditError, UsageError
from host.model import Draft, Outcome, OutcomeStatus, ToolDefinition, sha256_hex
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings, Settings
from host.window import requests, server_requests
from host.window.server_requests import server_views
from host.wire.stdio import StdioChannel
from tests.support.hosts import journal, raw_server
from tests.support.waiting import eventually
from tests.unit.host.audit.support import decided, erase, log_in, outcome, sample
from tests.unit.host.support import BOUND, Clock, turns


async def test_a_page_and_a_call_are_read_in_daemon_threads_while_the_host_writes(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    store = log.open()
    await store.append(decided("c1", params=b"{}"), outcome("c1", result=b"done"), decided("c2", params=b"{}"))
    page = await tasks.in_daemon_thread(lambda: requests.history_page(log.path), name="read a page")
    assert [row.call_id for row in page.rows] == ["c2", "c1"]
    await store.append(outcome("c2", result=b"done too"))
    details = await tasks.in_daemon_thread(
        lambda: requests.history_call(log.path, "c2", lambda _: None), name="read a call"
    )
    assert (details.result, details.params, details.row.state) == (b"done too", b"{}", "ended")
    await store.close()
    for value in (page, details):
        assert codec.from_json(type(value), codec.to_json(value)) == value


def test_pages_are_filtered_and_continued(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    sample(log)
    first = requests.history_page(log.path, limit=3)
    assert isinstance(first, HistoryPage)
    assert [row.call_id for row in requests.history_page(log.path, before=first.before).rows] == ["call-0"]
    assert [row.call_id for row in requests.history_page(log.path, "of call-2").rows] == ["call-2"]


async def test_a_row_says_what_its_call_does_whatever_its_inputs_are(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    store = log.open()
    path, long = {"path": "notes.md"}, {"path": "notes.md", "content": "x" * 40_000}
    sent: list[object] = [
        {"arguments": path},
        {"arguments": long},
        {"arguments": ["notes.md"]},
        {"arguments": {"path": 7}},
        ["odd"],
    ]
    for at, params in enumerate(sent):
        await store.append(decided(f"c{at}", params=json.dumps(params, separators=(",", ":")).encode()))
    await store.close()
    rows = {row.call_id: row for row in requests.history_page(log.path).rows}
    assert {row.action.verb for row in rows.values()} == {"writes"}
    assert {call for call, row in rows.items() if row.action.object} == {"c0"}
    assert (rows["c0"].action.object, rows["c0"].action.inputs) == ("notes.md", (("path",),))
    assert requests.history_call(log.path, "c0", lambda _: None).row == rows["c0"]
    assert codec.from_json(type(rows["c0"]), codec.to_json(rows["c0"])) == rows["c0"]


def test_a_reader_leaves_nothing_open_behind(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    sample(log)
    requests.history_page(log.path)
    assert isinstance(requests.history_call(log.path, "call-1", lambda _: None), CallDetails)
    with pytest.raises(UsageError):
        requests.history_call(log.path, "call-9", lambda _: None)
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")  # raises where somebody still reads


def test_a_log_that_is_not_there_is_an_audit_error(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="There is no audit log"):
        requests.history_page(tmp_path / "log.sqlite3")


SETTINGS = Settings()
HASTY = Settings(list_timeout=0.05)


class Servers:
    """A supervisor over a real file; counts what the window hears."""

    def __init__(self, directory: Path) -> None:
        self.file, self.journal = directory / "servers.json", directory / "journal"
        self.drafts: list[Draft] = []
        self.news, self.heard = 0, asyncio.Event()
        self.supervisor = Supervisor(
            self.file,
            settings=LiveSettings(SETTINGS),
            log=self.drafts.append,
            monotonic=Clock(),
            environment={"JOURNAL": str(self.journal), "PATH": "/usr/bin:/bin"},
        )
        self.supervisor.changed.connect(self._changed)

    def _changed(self) -> None:
        self.news += 1
        self.heard.set()

    async def until_it_runs(self, server_id: str = "raw") -> None:
        async with asyncio.timeout(BOUND):
            while not self.supervisor.status_of(server_id).sessions:
                self.heard.clear()
                await self.heard.wait()

    def write(self, **entries: dict[str, Any]) -> None:
        self.file.write_text(json.dumps({"mcpServers": entries}))

    async def test(self, server_id: str = "raw", settings: Settings = SETTINGS) -> ServerTest:
        async with asyncio.timeout(BOUND):
            return await server_requests.test_server(self.supervisor, settings, server_id)


@pytest.fixture
def known(tmp_path: Path) -> Servers:
    return Servers(tmp_path)


def definition(name: str, text: str = "") -> ToolDefinition:
    raw = json.dumps({"inputSchema": {}, "name": name, "note": text}, separators=(",", ":")).encode()
    return ToolDefinition(name, raw, json.loads(raw), sha256_hex(raw))


# A real server


async def test_a_server_that_works_is_tested_without_calling_anything_and_its_tools_are_known(known: Servers) -> None:
    known.write(raw=raw_server(sys.executable, "--journal", "${env:JOURNAL}"))
    result = await known.test()
    assert (result.ok, result.why) == (True, "")
    assert result.revision
    assert result.ms > 0
    details = server_requests.server_details(known.supervisor, "raw")
    assert details.listed
    assert len(details.tools) == result.tools
    echo = next(tool for tool in details.tools if tool.name == "echo")
    assert json.loads(echo.definition)["annotations"] == {"dataScale": "small"}
    assert requests.definition_of(known.supervisor, sha256_hex(echo.definition)) == echo.definition
    assert [sorted(entry) for entry in journal(known.journal)] == [["initialize"], ["initialized"]]
    assert (details.server.state, details.server.sessions) == ("idle", 0)
    assert details.server.command[-1] == "${env:JOURNAL}"
    assert str(known.journal) not in repr(details)


async def test_a_server_that_exits_at_once_stands_as_failed_with_the_reason(known: Servers) -> None:
    known.write(raw=raw_server(sys.executable, "--exit-at-start"))
    result = await known.test()
    assert (result.ok, result.why, result.tools) == (False, "the server ended with exit code 7", 0)
    (view,) = server_views(known.supervisor)
    assert (view.state, view.why, view.sessions) == ("failed", result.why, 0)


async def test_a_server_that_has_left_before_anything_was_said_to_it_stands_with_the_same_reason(
    known: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = known.supervisor.start

    async def started_late(*arguments: Any) -> StdioChannel:
        channel = await start(*arguments)
        assert isinstance(channel, StdioChannel)
        await eventually(lambda: channel.exit_code is not None and channel.closed)
        return channel

    monkeypatch.setattr(known.supervisor, "start", started_late)
    known.write(raw=raw_server(sys.executable, "--exit-at-start"))
    assert (await known.test()).why == "the server ended with exit code 7"


async def test_a_server_that_does_not_list_is_given_up_in_time_and_shows_what_it_said_on_stderr(known: Servers) -> None:
    program = "import sys; sys.stderr.write('\\x1b[8mhidden'); sys.stderr.flush(); sys.argv[1:] = ['--no-list']; "
    script = f"{program}import runpy; runpy.run_path({str(raw_server('')['args'][0])!r}, run_name='__main__')"
    known.write(raw={"command": sys.executable, "args": ["-c", script]})
    result = await known.test(settings=HASTY)
    assert not result.ok
    assert "list" in result.why
    details = server_requests.server_details(known.supervisor, "raw")
    assert (details.listed, details.tools, details.stderr) == (False, (), "\x1b[8mhidden")


async def test_one_test_of_a_server_runs_at_a_time(known: Servers) -> None:
    known.write(raw=raw_server(sys.executable, "--journal", "${env:JOURNAL}"))
    first = tasks.spawn(known.test(), name="first test")
    await asyncio.sleep(0)
    second = await known.test()
    assert (second.ok, second.why) == (False, "a test of this server runs already")
    assert (await first).ok
    assert len(journal(known.journal)) == 2
    assert (await known.test()).ok


async def test_a_test_that_is_given_up_leaves_no_process_and_does_not_bar_the_next(known: Servers) -> None:
    known.write(raw=raw_server(sys.executable, "--no-list"))
    testing = tasks.spawn(known.test(), name="test")
    await known.until_it_runs()
    testing.cancel()
    await asyncio.wait({testing})
    assert known.supervisor.status_of("raw").sessions == 0
    assert not known.supervisor.status_of("raw").is_being_tested


# What cannot be tested


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nope", "no such server in servers.json"),
        ("off", "this server is switched off in servers.json"),
        ("web", "the server cannot be reached: nothing answers at its address"),
        ("broken", "its entry in servers.json cannot be used"),
        ("my files", "its entry in servers.json cannot be used"),
        ("missing", "No such program: /nonexistent/program. Install it, or mend the command."),
    ],
)
async def test_what_cannot_be_started_says_why(known: Servers, name: str, why: str) -> None:
    known.write(
        off={"command": "x", "disabled": True},
        web={"url": "http://127.0.0.1:1/mcp"},
        broken={"command": "./x"},
        missing={"command": "/nonexistent/program"},
        **{"my files": {"command": "./x"}},
    )
    result = await known.test(name)
    assert (result.ok, result.tools) == (False, 0)
    assert why in result.why


async def test_slow_work_gives_its_turn_to_others_and_none_is_given_back_twice() -> None:
    free, going_on, began = asyncio.Semaphore(1), asyncio.Event(), list[str]()

    async def work(name: str, seconds: float) -> None:
        async with server_requests.slot(free, seconds):
            began.append(name)
            await going_on.wait()

    working = [tasks.spawn(work(name, 0 if name == "slow" else BOUND), name=name) for name in ("slow", "next", "last")]
    await turns()
    assert began == ["slow", "next"], "the last one waits for the one in time"
    going_on.set()
    await asyncio.wait_for(asyncio.gather(*working), BOUND)
    await free.acquire()
    assert free.locked(), "there is one turn, as before"


async def test_a_keyring_that_nobody_unlocks_ends_the_test(known: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    known.write(raw={"command": "x", "args": ["${keyring:a/b}"]})

    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(tasks, "in_daemon_thread", never)
    result = await server_requests.test_server(known.supervisor, Settings(start_timeout=0.01), "raw")
    assert (result.ok, result.why) == (False, "the keyring was not unlocked in time")
    (view,) = server_views(known.supervisor)
    assert (view.state, view.why) == ("failed", result.why)


# Details


def test_details_of_a_server_that_is_not_there_are_an_error(known: Servers) -> None:
    known.write(a={"command": "a"})
    with pytest.raises(AssentError, match="no such server"):
        server_requests.server_details(known.supervisor, "b")


def test_of_a_broken_entry_there_is_its_problem_and_nothing_else(known: Servers) -> None:
    known.write(a={"command": "./a"})
    details = server_requests.server_details(known.supervisor, "a")
    assert details.server.problem
    assert (details.tools, details.listed, details.stderr) == ((), False, "")


def test_the_last_good_listing_of_any_session_is_remembered_once(known: Servers) -> None:
    known.write(a={"command": "a"})
    entry = known.supervisor.entry("a")
    first, same = (definition("t"), definition("u")), (definition("t"), definition("u"))
    known.supervisor.note_listing(entry, first)
    before = known.news
    known.supervisor.note_listing(entry, same)
    assert known.news == before
    assert known.supervisor.status_of("a").tools is first
    known.supervisor.note_listing(entry, (definition("t", "changed"),))
    assert known.news == before + 1
    details = server_requests.server_details(known.supervisor, "a")
    assert [tool.definition for tool in details.tools] == [definition("t", "changed").raw]
    assert requests.definition_of(known.supervisor, first[0].digest) is None


def test_tools_that_another_configuration_listed_are_not_shown_as_those_of_this_one(known: Servers) -> None:
    known.write(a={"command": "a"})
    entry = known.supervisor.entry("a")
    known.supervisor.note_listing(entry, (definition("t"),))
    known.write(a={"command": "another"})
    details = server_requests.server_details(known.supervisor, "a")
    assert (details.listed, details.tools) == (False, ())
    # A call in the log may still name what was listed then.
    assert requests.definition_of(known.supervisor, definition("t").digest) == definition("t").raw
    known.supervisor.note_listing(entry, (definition("u"),))
    assert not server_requests.server_details(known.supervisor, "a").listed
    known.supervisor.note_listing(known.supervisor.entry("a"), ())
    assert server_requests.server_details(known.supervisor, "a").listed


def test_the_window_is_told_of_every_change_of_a_standing_and_of_the_file(known: Servers) -> None:
    known.write(a={"command": "a"})
    heard = []
    changes: tuple[Callable[[], object], ...] = (
        lambda: known.supervisor.config,
        lambda: known.supervisor.note_ready(known.supervisor.entry("a")),
        lambda: known.supervisor.note_failure(known.supervisor.entry("a"), AssentError("it broke")),
        lambda: known.supervisor.note_listing(known.supervisor.entry("a"), (definition("t"),)),
        lambda: known.supervisor.config,
    )
    for change in changes:
        known.news = 0
        change()
        heard.append(known.news)
    assert heard == [1, 1, 1, 1, 0]


def test_the_last_hour_of_a_server_that_is_not_there_is_empty(known: Servers) -> None:
    known.write(raw={"command": "true"})
    assert server_requests.health(known.supervisor, "nowhere", 10.0) == ServerHealth()
    use = known.supervisor.status_of("raw").recent_calls
    use.add(Outcome(OutcomeStatus.TIMED_OUT, 5.0), 10.0)
    found = server_requests.health(known.supervisor, "raw", 10.0)
    assert found.slots[-1] == HealthSlot(0.0, 1, 1, 5.0, 5.0)
    assert found.failures == (FailureCount("timed out", 1),)
