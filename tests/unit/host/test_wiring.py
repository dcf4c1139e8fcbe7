"""What a host opens: the memory of calls, the reader of SQL, and whose words count."""

from __future__ import annotations

import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from host import wiring
from host.assistant.script import APP as SCRIPTED
from host.canonical import canonical
from host.inspect import inspector
from host.inspect.subject import Subject
from host.model import Finding, JsonObject, ToolDefinition, sha256_hex
from host.paths import Paths
from host.policy.book import PolicyBook
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings
from host.tasks import running_tasks
from host.values import replace
from tests.support.hosts import ROOT
from tests.unit.host.support import APP, Clock, Desk, PoolInHere, frozen_call, tool, turns, until

BOOK = cast("PolicyBook", SimpleNamespace(sources=()))


def defined(name: str) -> ToolDefinition:
    value: JsonObject = {"name": name, "inputSchema": {"type": "object"}}
    raw = canonical(value)
    return ToolDefinition(name, raw, value, sha256_hex(raw))


async def test_the_reader_of_sql_is_loaded_elsewhere_once_with_the_first_tool_that_may_get_some(
    tmp_path: Path,
) -> None:
    pool = PoolInHere()
    pool.held.clear()
    file = tmp_path / "servers.json"
    file.write_text('{"mcpServers": {"a": {"command": "a"}}}')
    supervisor = Supervisor(file, settings=LiveSettings(), log=lambda _: None, monotonic=Clock(), environment={})
    wiring.ListedToolNames(supervisor, pool)
    entry = supervisor.entry("a")
    supervisor.note_listing(entry, (defined("echo"),))
    assert not running_tasks()
    supervisor.note_listing(entry, (defined("echo"), defined("run_sql")))
    await until(lambda: pool.asked)
    supervisor.note_listing(entry, (defined("query_database"),))
    await turns()
    assert pool.asked == [("", {"op": "load"})], "nobody waits for it, and it is asked for once"
    pool.held.set()
    await until(lambda: not running_tasks())


def test_the_program_loads_what_reads_sql_when_it_is_told_to_and_no_sooner() -> None:
    program = (
        "import sys; from host.inspection_worker import answer; before = 'sqlglot' in sys.modules; "
        "print(answer(b'{\"op\": \"load\"}', b'null'), before, 'sqlglot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["b'{}'", "False", "True"]


@pytest.mark.parametrize("demo", [False, True])
@pytest.mark.parametrize("authenticated", [False, True])
@pytest.mark.parametrize("name", ["claude", SCRIPTED])
async def test_s16_only_the_scripted_assistant_of_the_demonstration_is_believed_what_the_person_said(
    name: str, authenticated: bool, demo: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[str] = []

    def note(subject: Subject, *_: object) -> tuple[Finding, ...]:
        turns.append(subject.turn)
        return ()

    monkeypatch.setattr(inspector, "OF_CALL", (note,))
    desk = Desk(tools=[tool("read")])
    await desk.catalogue.refresh(timeout=5)
    found = desk.catalogue.get("read")
    assert found is not None
    call = frozen_call("c", {"name": "read", "arguments": {}}, app=replace(APP, name=name, authenticated=authenticated))
    async with AsyncExitStack() as undo:
        inspection = wiring.open_inspection(undo, Paths(tmp_path, tmp_path, tmp_path), BOOK, demo=demo)
        await inspection.findings(replace(call, turn="please"), found.definition)
    assert turns == ["please" if demo and authenticated and name == SCRIPTED else ""]
