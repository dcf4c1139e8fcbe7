"""What a host that is killed leaves behind: no server, and nothing that a server started."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import psutil

from host.apps import registry
from tests.integration.test_hostile_servers import WITH_CHILDREN
from tests.support.app import App
from tests.support.hosts import ROOT, write_servers
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE, eventually

LAUNCHER = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, SERVER])
sys.exit(child.wait())
"""
"""Starts the server as a child of its own, as npx and uvx do."""


def runs(process: psutil.Process) -> bool:
    """Whether it has not ended; an orphan that nobody collected has."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


async def test_s25_a_killed_host_leaves_no_server_behind_however_stubborn_nor_what_it_started(
    profile: Profile, tmp_path: Path
) -> None:
    pids, server, launcher = tmp_path / "pids", tmp_path / "server.py", tmp_path / "launcher.py"
    server.write_text(WITH_CHILDREN.replace("PIDS", repr(str(pids))))
    launcher.write_text(LAUNCHER.replace("SERVER", repr(str(server))))
    write_servers(profile.paths, {"raw": {"command": sys.executable, "args": [str(launcher)]}})
    registry.add(profile.paths.apps_dir, "tester")
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.soak.allowing_host", "any"),
        stdout=asyncio.subprocess.PIPE,
        env=profile.env,
        cwd=ROOT,
    )
    assert host.stdout is not None
    async with asyncio.timeout(PATIENCE):
        assert await host.stdout.readline()
    app = await App.start("raw", env=profile.env, greet=False)
    try:
        assert (await app.greet("2025-11-25", {}))["result"]["serverInfo"]["name"] == "stubborn"
        started = [psutil.Process(int(pid)) for pid in pids.read_text().split()]
        everybody = psutil.Process(host.pid).children(recursive=True)
        assert len(started) == 3
        assert {process.pid for process in started} <= {process.pid for process in everybody}
        host.kill()
        await host.wait()
        await eventually(lambda: not any(map(runs, everybody)))
    finally:
        await app.close()
