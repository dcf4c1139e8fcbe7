"""What servers that other people wrote ask: real programs, real definitions, the host's own questions.

Owns: the calls, and the file through which the questions get to the processes that draw them.

Invariants: a question is the one that the host sent to its window, with what the host found, read and compared; a
server that is not installed is named, and its questions are missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final  # Any: JSON of servers' entries and calls

from PySide6.QtWidgets import QWidget

from host.apps import registry
from host.canonical import canonical
from host.control import codec
from host.control.protocol import CallAsked, CompareCall
from host.control.views import Asked, Comparison
from tests.gallery.making import consent
from tests.gallery.situation import Situation
from tests.support.app import App
from tests.support.hosts import CALM, ROOT, make_host, write_servers
from tests.support.profile import throw_away
from tests.support.windows import TestWindow, Windows

FOLDER: Final = ROOT / "dist" / "gallery" / "real"
_NPM: Final = ROOT / "tests/servers/npm/node_modules/.bin"
_PYTHON: Final = Path(sys.executable).parent


@dataclass(frozen=True, slots=True)
class RealCall:
    """One call of a real server.

    Attributes:
        name: of the picture, without ``real-``.
        server: in ``PROGRAMS``.
        tool, arguments: ``HOME`` in a text stands for the folder that the servers work in.
    """

    name: str
    server: str
    tool: str
    arguments: dict[str, Any]


PROGRAMS: Final[dict[str, tuple[Path, tuple[str, ...]]]] = {
    "files": (_NPM / "mcp-server-filesystem", ("HOME",)),
    "git": (_PYTHON / "mcp-server-git", ()),
    "time": (_PYTHON / "mcp-server-time", ("--local-timezone", "Europe/Paris")),
    "fetch": (_PYTHON / "mcp-server-fetch", ()),
    "everything": (_NPM / "mcp-server-everything", ()),
    "memory": (_NPM / "mcp-server-memory", ()),
    "sqlite": (ROOT / ".venv-sqlite/bin/mcp-server-sqlite", ("--db-path", "HOME/shop.db")),
}
APP: Final = "claude-code"
CALLS: Final = (
    RealCall("time", "time", "get_current_time", {"timezone": "Europe/Paris"}),
    RealCall(
        "time-convert",
        "time",
        "convert_time",
        {"source_timezone": "Europe/Paris", "time": "16:30", "target_timezone": "Asia/Tokyo"},
    ),
    RealCall("file-read", "files", "read_text_file", {"path": "HOME/notes.md"}),
    RealCall("file-overwrite", "files", "write_file", {"path": "HOME/notes.md", "content": "# Notes\n\nCall Ana.\n"}),
    RealCall("file-new", "files", "write_file", {"path": "HOME/plan.md", "content": "# Plan\n\n1. Rest.\n"}),
    RealCall("file-move", "files", "move_file", {"source": "HOME/notes.md", "destination": "HOME/old/notes.md"}),
    RealCall("folder-list", "files", "list_directory", {"path": "HOME"}),
    RealCall("git-status", "git", "git_status", {"repo_path": "HOME/repo"}),
    RealCall("git-commit", "git", "git_commit", {"repo_path": "HOME/repo", "message": "Say who is asked"}),
    RealCall("git-reset", "git", "git_reset", {"repo_path": "HOME/repo"}),
    RealCall("fetch", "fetch", "fetch", {"url": "https://example.com/news?page=2", "max_length": 5000}),
    RealCall("echo", "everything", "echo", {"message": "hello"}),
    RealCall("sum", "everything", "get-sum", {"a": 2, "b": 40}),
    RealCall(
        "memory-create",
        "memory",
        "create_entities",
        {"entities": [{"name": "Ana", "entityType": "person", "observations": ["Likes gardens", "Works at noon"]}]},
    ),
    RealCall("memory-delete", "memory", "delete_entities", {"entityNames": ["Ana", "Tom"]}),
    RealCall("sqlite-read", "sqlite", "read_query", {"query": "SELECT id, status FROM orders WHERE id = 3"}),
    RealCall("sqlite-write", "sqlite", "write_query", {"query": "UPDATE orders SET status = 'sent'"}),
    RealCall("sqlite-drop", "sqlite", "write_query", {"query": "DROP TABLE orders"}),
)


def installed() -> dict[str, dict[str, Any]]:
    """The servers that can be started: name and program; what is missing is left out."""
    return {name: {"command": str(program), "args": list(args)} for name, (program, args) in PROGRAMS.items()
            if program.exists()}  # fmt: skip


def furnish(home: Path) -> None:
    """Put into ``home`` what the calls are about: a note, a folder, a repository with a staged change."""
    (home / "old").mkdir(parents=True)
    (home / "notes.md").write_text("# Notes\n\nCall Tom.\nBuy seeds.\n")
    with contextlib.closing(sqlite3.connect(home / "shop.db")) as shop:
        shop.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT)")
        shop.executemany("INSERT INTO orders (status) VALUES (?)", [("open",), ("open",), ("open",)])
        shop.commit()
    repository = home / "repo"
    repository.mkdir()
    (repository / "README.md").write_text("Hello\n")
    for arguments in (("init", "-q", "-b", "main"), ("add", "README.md")):
        subprocess.run(["git", *arguments], cwd=repository, check=True)


async def questions(home: Path) -> dict[str, tuple[Asked, Comparison]]:
    """Ask the calls of every installed server, each of a host of its own, so that no call follows on many others.

    Args:
        home: an empty folder, for the servers to work in.

    Returns:
        Question and comparison by the name of the call.
    """
    furnish(home)
    found: dict[str, tuple[Asked, Comparison]] = {}
    for server, entry in installed().items():
        calls = [call for call in CALLS if call.server == server]
        async with _host(server, entry | {"args": _placed(entry["args"], home)}) as (window, app):
            for number, call in enumerate(calls, 1):
                app.begin_call(call.tool, _placed(call.arguments, home))
                asked = await window.asked(number)
                request = asked.request.call
                found[call.name] = (asked, await window.ask(CompareCall(request.id, request.digest)))
    return found


@asynccontextmanager
async def _host(server: str, entry: dict[str, Any]) -> AsyncIterator[tuple[TestWindow, App]]:
    """A host with this server, its window, and an app that joined the server."""
    async with AsyncExitStack() as stack:
        profile = stack.enter_context(throw_away())
        write_servers(profile.paths, {server: entry})
        registry.add(profile.paths.apps_dir, APP)
        windows = await stack.enter_async_context(Windows(profile.paths.runtime))
        host = make_host(profile.paths, settings=CALM, window=True, window_command=windows.command)
        await stack.enter_async_context(host)
        window = await windows.joined()
        app = await App.start(server, env=profile.env, app=APP)
        stack.push_async_callback(app.close)
        yield window, app


def _placed(value: Any, home: Path) -> Any:
    if isinstance(value, str):
        return value.replace("HOME", str(home))
    if isinstance(value, list):
        return [_placed(one, home) for one in value]
    return {name: _placed(one, home) for name, one in value.items()} if isinstance(value, dict) else value


def situations() -> list[Situation]:
    """The questions that ``main`` kept; none before it ran."""
    return [Situation(f"real-{call.name}", _made(call.name)) for call in CALLS if _kept(call.name).is_file()]


def _made(name: str) -> Callable[[], QWidget]:
    def make() -> QWidget:
        event = codec.read_event(codec.read_object(_kept(name).read_bytes()))
        assert isinstance(event, CallAsked)
        compared = codec.from_json(Comparison, json.loads(_kept(name, "compared").read_bytes()))
        return consent(event.asked, replies={CompareCall: compared})()

    return make


def _kept(name: str, what: str = "asked") -> Path:
    return FOLDER / f"{name}.{what}"


def main() -> int:
    """Ask, and keep the questions for the processes that draw them; returns the exit code."""
    for missing in PROGRAMS.keys() - installed().keys():
        sys.stdout.write(f"gallery: no questions of {PROGRAMS[missing][0].name}, which is not installed\n")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (asked, compared) in asyncio.run(questions(Path(folder) / "ana")).items():
            _kept(name).write_bytes(codec.event_frame(CallAsked(asked)))
            _kept(name, "compared").write_bytes(canonical(codec.to_json(compared)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
