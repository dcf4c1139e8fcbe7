"""Servers in a real sandbox: what it forbids no tool can do, and what it allows works."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from host.errors import AssentError
from host.servers import sandbox
from host.servers.supervisor import ServerState
from tests.support.app import App, refused, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually

SERVERS = Path(__file__).parents[1] / "servers"
FILESYSTEM = SERVERS / "npm" / "node_modules" / "@modelcontextprotocol" / "server-filesystem" / "dist" / "index.js"


def unusable() -> str:
    """Why there is no sandbox on this machine; empty where there is."""
    try:
        sandbox.bubblewrap()
    except AssentError as error:
        return str(error)
    return ""


WHY_NOT = unusable()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

Starts = Callable[..., AbstractAsyncContextManager[tuple[Rig, App]]]


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Folders of a person: ``read`` and ``write``, each with a file, beside a secret one."""
    place = tmp_path.resolve() / "person"
    for name in ("read", "write", "secret"):
        (place / name).mkdir(parents=True)
        (place / name / "file").write_text(f"what is in {name}")
    return place


@pytest.fixture
def confined(profile: Profile, folders: Path) -> Starts:
    """Starts a host whose server ``reach`` is in a sandbox, and an app."""

    @asynccontextmanager
    async def start(**more: Any) -> AsyncIterator[tuple[Rig, App]]:
        box = {"read": [str(folders / "read")], "write": [str(folders / "write")]} | more
        entry = {"command": sys.executable, "args": [str(SERVERS / "reach.py")], "assent": {"sandbox": box}}
        async with Rig(profile, approver=ScriptedApprover(default=True), managed=ALLOW_ALL) as rig:
            write_servers(profile.paths, {"raw": entry})
            yield rig, await rig.app()

    return start


async def reach(app: App, tool: str, at: object) -> str:
    """What came of it, behind a ``!`` where it failed."""
    answer = await app.call(tool, {"at": str(at)})
    return f"!{text_of(answer)}" if refused(answer) else text_of(answer)


async def test_what_is_listed_is_there_and_nothing_else(
    confined: Starts, folders: Path, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with confined() as (_, app):
        assert await reach(app, "read", folders / "read" / "file") == "what is in read"
        assert await reach(app, "write", folders / "write" / "new") == "written"
        assert (folders / "write" / "new").read_text() == "written"
        for hidden in (folders / "secret" / "file", profile.paths.servers_file, "/etc/shadow", "/etc/hostname"):
            assert (await reach(app, "read", hidden)).startswith("!No such file")
        assert await reach(app, "list", folders) == "read write"
        assert await reach(app, "list", os.environ["HOME"]) in ("", "!No such file or directory")


async def test_what_may_be_read_cannot_be_written_and_scratch_vanishes(confined: Starts, folders: Path) -> None:
    async with confined() as (_, app):
        script = SERVERS / "reach.py"
        for place in (folders / "read" / "file", folders / "read" / "new", script, "/usr/new", "/new", sys.executable):
            assert (await reach(app, "write", place)).startswith("!")
        assert await reach(app, "write", f"{sandbox.TMP}/assent-scratch") == "written"
        assert await reach(app, "write", folders / "beside") in ("written", "!Read-only file system")
    assert not Path(sandbox.TMP, "assent-scratch").exists()
    assert not (folders / "beside").exists()
    assert (folders / "read" / "file").read_text() == "what is in read"


async def test_links_lead_nowhere_and_cannot_widen_the_next_start(confined: Starts, folders: Path) -> None:
    async with confined() as (_, app):
        link = folders / "write" / "link"
        assert await reach(app, "link", f"{link} -> {folders / 'secret'}") == "linked"
        assert (await reach(app, "read", link / "file")).startswith("!No such file")
    async with confined(read=[str(link)]) as (rig, app):
        await app.process.wait()
        status = rig.host.supervisor.status_of("raw")
        assert status.state is ServerState.FAILED
        assert "is reached by a link" in status.why


async def test_a_folder_that_is_swapped_after_it_was_checked_is_not_followed(
    confined: Starts, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    confine = sandbox.confine

    def then_swap(*given: Any) -> Any:
        made = confine(*given)
        (folders / "read").rename(folders / "before")
        (folders / "read").symlink_to(folders / "secret")
        return made

    monkeypatch.setattr(sandbox, "confine", then_swap)
    async with confined() as (rig, app):
        assert await reach(app, "read", folders / "read" / "file") == "what is in read"
        (pid,) = rig.host.supervisor.status_of("raw").pids
        opened = [os.readlink(f"/proc/{os.getpid()}/fd/{fd}") for fd in os.listdir("/proc/self/fd") if _is_open(fd)]
        assert str(folders / "before") not in opened
        inside = psutil.Process(pid).children(recursive=True)[-1].pid
        held = [os.readlink(f"/proc/{inside}/fd/{fd}") for fd in os.listdir(f"/proc/{inside}/fd")]
        assert not [place for place in held if place.startswith(str(folders))], "by a descriptor it could leave"


def _is_open(fd: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{fd}")


async def test_without_a_network_nothing_is_reached_and_with_one_it_is(confined: Starts) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        at = f"127.0.0.1:{server.getsockname()[1]}"
        local.bind(name := f"\0assent-{os.getpid()}")
        local.listen()
        async with confined() as (_, app):
            assert (await reach(app, "connect", at)).startswith("!")
            assert (await reach(app, "local", name.replace("\0", "@"))).startswith("!")
        async with confined(network=True) as (_, app):
            assert await reach(app, "connect", at) == "connected"


async def test_other_processes_cannot_be_seen_and_the_server_ends_with_its_session(confined: Starts) -> None:
    async with confined() as (rig, app):
        assert (await reach(app, "kill", os.getpid())).startswith("!")
        assert f"/{os.getpid()}" not in await reach(app, "list", "/proc")
        (pid,) = rig.host.supervisor.status_of("raw").pids
        family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
        assert len(family) > 1
        await app.close()
        await eventually(lambda: not any(one.is_running() for one in family))


async def test_assents_own_folders_stay_hidden_in_a_folder_that_is_listed(confined: Starts, profile: Profile) -> None:
    above = str(profile.paths.config.parent.resolve())
    async with confined(read=[above]) as (_, app):
        for folder in (profile.paths.config, profile.paths.data, profile.paths.runtime):
            assert await reach(app, "list", folder.resolve()) in ("", "!No such file or directory")
        assert (await reach(app, "read", profile.paths.servers_file)).startswith("!")


async def test_a_server_cannot_put_another_folder_in_the_place_of_assents(confined: Starts, profile: Profile) -> None:
    async with confined(write=[str(profile.paths.config.parent.resolve())]) as (rig, app):
        await app.process.wait()
        assert "holds Assent's own files" in rig.host.supervisor.status_of("raw").why


async def test_s34_a_server_that_may_write_beside_its_program_sees_no_more_at_its_next_start(
    profile: Profile, folders: Path
) -> None:
    """Its program stands in a ``bin``, whose neighbours would be shown: one of them is a link to everything."""
    mine = folders / "write"
    (mine / "bin").mkdir()
    (mine / "bin" / "reach").write_text(f"#!/bin/sh\nexec {os.path.realpath(sys.executable)} {mine}/reach.py\n")
    (mine / "bin" / "reach").chmod(0o755)
    shutil.copy(SERVERS / "reach.py", mine)
    (mine / "lib").symlink_to("..")
    box = {"read": list(_python()), "write": [str(mine)]}
    async with Rig(profile, approver=ScriptedApprover(default=True), managed=ALLOW_ALL) as rig:
        write_servers(profile.paths, {"raw": {"command": str(mine / "bin" / "reach"), "assent": {"sandbox": box}}})
        app = await rig.app()
        assert await reach(app, "read", mine / "reach.py") == (SERVERS / "reach.py").read_text()
        assert (await reach(app, "read", folders / "secret" / "file")).startswith("!No such file")


def _python() -> Iterator[str]:
    """Where Python is, where that is not the system's."""
    prefix = os.path.realpath(sys.base_prefix)
    if not prefix.startswith("/usr"):
        yield prefix


async def test_a_folder_above_one_that_may_be_written_stays_read_only(confined: Starts, folders: Path) -> None:
    async with confined(read=[str(folders / "write" / "kept")], write=[str(folders / "write")]) as (rig, app):
        await app.process.wait()
        assert "is not there" in rig.host.supervisor.status_of("raw").why
    (folders / "write" / "kept").mkdir()
    async with confined(read=[str(folders / "write" / "kept")], write=[str(folders / "write")]) as (_, app):
        assert await reach(app, "write", folders / "write" / "new") == "written"
        assert await reach(app, "write", folders / "write" / "kept" / "new") == "!Read-only file system"


async def test_a_variable_that_loads_code_outside_is_refused(profile: Profile) -> None:
    entry = raw_server(sys.executable, env={"LD_PRELOAD": "/x.so"}, assent={"sandbox": {}})
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        write_servers(profile.paths, {"raw": entry})
        answer = await (await rig.app(greet=False)).greet("2025-11-25", {})
        assert "LD_PRELOAD cannot be set" in answer["error"]["message"]
        assert [one["because"] for one in await rig.records("server.failed")]


@pytest.mark.npm
@pytest.mark.skipif(not FILESYSTEM.exists() or shutil.which("node") is None, reason="npm's test servers are missing")
async def test_a_server_of_other_peoples_works_within_its_folders_alone(profile: Profile, folders: Path) -> None:
    write, secret = folders / "write", folders / "secret"
    args = [str(FILESYSTEM), str(write), str(folders)]  # it is told of more than it gets
    entry = {"command": "node", "args": args, "assent": {"sandbox": {"write": [str(write)]}}}
    async with Rig(profile, approver=ScriptedApprover(default=True), managed=ALLOW_ALL) as rig:
        write_servers(profile.paths, {"raw": entry})
        app = await rig.app()
        assert not refused(await app.call("write_file", {"path": str(write / "a"), "content": "x"}))
        assert (write / "a").read_text() == "x"
        assert refused(await app.call("read_text_file", {"path": str(secret / "file")}))
        await app.call("write_file", {"path": str(folders / "a"), "content": "x"})  # into a folder that vanishes
        assert not (folders / "a").exists()
