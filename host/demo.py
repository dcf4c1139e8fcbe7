"""The demonstration's profile: made when it begins, gone when it ends.

Owns: what a newcomer finds: servers that need nothing but this installation, a workspace with a few small files, a
token for the scripted assistant, and an administrator's file, which is the documented example.

Invariants: everything lies under one private directory that is removed whatever happens; nothing of the person's own
profile, and no administrator's file of this machine, is read or written.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import resources
from host.apps import registry
from host.assistant.script import APP
from host.model import JsonObject
from host.paths import Paths
from host.policy.load import read_source
from host.policy.model import PolicySource

WORKSPACE: Final = "workspace"
"""The name of the workspace's directory in the demonstration's data directory."""

_SERVERS: Final = {
    "calculator": False,
    "weather": False,
    "workspace": True,
    "analyser": True,
    "slow": False,
    "shop": False,
    "messages": False,
    "liar": True,
    "pages": False,
    "failing": False,
    "booking": False,
    "units": False,
}
"""Each server of the user, and whether it is given the workspace; in the order of the story. The administrator's file
has the others."""

_OLDER: Final = "units"
"""The one that speaks the simplified method set of older documents."""

_FILES: Final = {
    "welcome.txt": (
        "Welcome to the demonstration of Assent.\n\n"
        "This folder is a throw-away workspace: it is made when the demonstration starts and removed when it ends.\n"
    ),
    "notes/today.txt": "Water the plants.\nCall Ana about Friday.\n",
    "private/door.txt": "Front door: 4711, then ring twice.\nThe spare key is with Ana on the second floor.\n",
    "data/visitors.csv": "month,visitors\nJanuary,1204\nFebruary,1187\nMarch,1530\nApril,1712\n",
}


@contextmanager
def demo_profile() -> Iterator[Paths]:
    """A profile for one demonstration. Raises AssentError where it cannot be made; nothing is left behind then."""
    root = Path(tempfile.mkdtemp(prefix="assent-", dir=_short_place()))
    try:
        paths = Paths(root / "config", root / "data", root / "run")
        paths.ensure()
        assert paths.socket.name  # raises now, not later, where the path is too long
        workspace = paths.data / WORKSPACE
        _write_files(workspace)
        paths.servers_file.write_text(json.dumps(servers(workspace), indent=2) + "\n")
        registry.add(paths.apps_dir, APP)
        yield paths
    finally:
        shutil.rmtree(root, ignore_errors=True)  # what a dying server still writes must not turn an end into a fault


def demo_managed() -> PolicySource:
    """What the administrator of the demonstration wrote: the example that ships with Assent, as it stands."""
    file = resources.example("managed.json")
    return read_source("managed", Path(file.name), file.read_bytes())


def find_own_python_first() -> None:
    """Let ``python3`` mean the interpreter that has Assent: the example names its servers' program that way."""
    own = os.path.dirname(sys.executable)
    os.environ["PATH"] = os.pathsep.join(filter(None, (own, os.environ.get("PATH"))))


def servers(workspace: Path) -> JsonObject:
    """What stands in servers.json."""
    entries: JsonObject = {}
    for name, takes_workspace in _SERVERS.items():
        arguments = ["-I", "-m", "resources.demo", name, *([str(workspace)] if takes_workspace else [])]
        entry: JsonObject = {"command": sys.executable, "args": [*arguments]}
        entries[name] = entry | {"assent": {"dialect": "operations"}} if name == _OLDER else entry
    return {"mcpServers": entries}


def _write_files(workspace: Path) -> None:
    workspace.mkdir(mode=0o700)
    for name, text in _FILES.items():
        file = workspace / name
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.write_text(text)


def _short_place() -> str | None:
    """Where the profile goes: the session's own directory where there is one, else the usual temporary one.

    A socket's path has little room, and a temporary directory may have a long name.
    """
    place = os.environ.get("XDG_RUNTIME_DIR", "")
    return place if os.path.isabs(place) and len(place) < 40 and os.access(place, os.W_OK | os.X_OK) else None
