"""What the measured programs stand on: a profile on a real disk, a host, and the price of that disk.

Owns: everything that is started or written by a benchmark, and its removal.
"""

from __future__ import annotations

import compileall
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from host.apps import registry
from host.control import messages
from host.paths import Paths
from tests.bench import web
from tests.bench.line import LEAVE_SECONDS, Line, quantile
from tests.support.hosts import ROOT, write_servers
from tests.support.http_servers import free_port

SERVERS: Final = 5
ECHO: Final = (sys.executable, "-m", "tests.bench.echo_server")
ASSENT: Final = (str(Path(sys.executable).with_name("assent")),)
"""The command as people have it."""
ALLOWING: Final = (sys.executable, "-m", "tests.soak.allowing_host")
RECORD: Final = "x" * 1_000
"""As large as the two records of a small call."""
_FORGETFUL: Final = {"tmpfs", "ramfs", "overlay"}


@dataclass(frozen=True)
class Commit:
    """The price of one durable commit. Attributes: p50, p99: milliseconds."""

    p50: float
    p99: float


@dataclass(frozen=True)
class Profile:
    """A profile for benchmarks. Attributes: paths: of it. env: for processes that shall use it. token: over HTTP."""

    paths: Paths
    env: dict[str, str]
    token: str


@contextmanager
def directory() -> Iterator[Path]:
    """A directory beside the sources, which stand on a real disk; the temporary directory may be memory.

    The sources are compiled first, as those of an installed program are.
    """
    for package in ("host", "ui", "resources"):
        compileall.compile_dir(ROOT / package, quiet=2)
    parent = ROOT / ".bench"
    parent.mkdir(exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=parent))
    try:
        yield made
    finally:
        shutil.rmtree(made)


@contextmanager
def profile(parent: Path) -> Iterator[Profile]:
    """A fresh profile with five echo servers and one app; its log is in ``parent``."""
    log = Path(tempfile.mkdtemp(dir=parent))
    short = tempfile.mkdtemp(prefix="as")  # a socket's path has at most 107 bytes
    env = os.environ | {f"ASSENT_{name}_DIR": str(log / name.lower()) for name in ("CONFIG", "DATA")}
    env["ASSENT_RUNTIME_DIR"] = short
    paths = Paths.from_environment(env)
    # A server sees only what its entry gives it; it stands in the sources, not on the path.
    entry = {"command": ECHO[0], "args": list(ECHO[1:]), "cwd": str(ROOT)}
    write_servers(paths, {f"echo{number}": entry for number in range(SERVERS)})
    registry.add(paths.apps_dir, "bench")
    try:
        yield Profile(paths, env, registry.add_http(paths.apps_dir, "web"))
    finally:
        shutil.rmtree(short)


@dataclass(frozen=True)
class RunningHost:
    """A host that listens.

    Attributes:
        pid: of its process. listening: seconds from its start until its socket answered.
    """

    pid: int
    listening: float


@contextmanager
def host(of: Profile, command: Sequence[str]) -> Iterator[RunningHost]:
    """A host that was started by ``command``, which says something on stdout when it listens."""
    started = time.perf_counter()
    with subprocess.Popen(command, env=of.env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline(), "the host left at once"
            messages.ask(of.paths.socket, "status")
            yield RunningHost(process.pid, time.perf_counter() - started)
        finally:
            process.terminate()
            code = process.wait(LEAVE_SECONDS)
        assert code == 0, "the host did not stop in order"


def connect(of: Profile, number: int = 0) -> Line:
    """A bridge to one of the servers."""
    return Line((*ASSENT, "connect", f"echo{number}", "--app", "bench"), of.env)


def connect_http(of: Profile, port: int) -> web.WebLine:
    """A line over HTTP to one of the servers, through the host that listens on ``port``."""
    return web.reached(port, "/mcp/echo1", {"Authorization": f"Bearer {of.token}"})


@contextmanager
def echo_http() -> Iterator[web.WebLine]:
    """A line over HTTP to an echo server, without any proxy."""
    port = free_port()
    with subprocess.Popen((sys.executable, "-m", "tests.bench.web", str(port)), cwd=ROOT) as process:
        try:
            yield web.reached(port, "/", {})
        finally:
            process.kill()


def commit(parent: Path, count: int) -> Commit:
    """The price of ``count`` durable commits of one row each, one after another: what a log must at least cost."""
    taken = []
    with closing(sqlite3.connect(parent / "floor.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS records(seq INTEGER PRIMARY KEY, body TEXT NOT NULL)")
        for _ in range(count):
            began = time.perf_counter()
            connection.execute("INSERT INTO records(body) VALUES (?)", (RECORD,))
            taken.append((time.perf_counter() - began) * 1e3)
    return Commit(quantile(taken, 0.5), quantile(taken, 0.99))


def filesystem(path: Path) -> str:
    """The kind of file system that ``path`` is on."""
    mounts = [part for part in psutil.disk_partitions(all=True) if path.is_relative_to(part.mountpoint)]
    return max(mounts, key=lambda part: len(part.mountpoint)).fstype if mounts else "unknown"


def forgetful(kind: str) -> bool:
    """Whether a file system of this kind may keep nothing, so that a durable commit costs nothing there."""
    return kind in _FORGETFUL
