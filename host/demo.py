"""The temporary profile of the demonstration.

Owns: its content: servers that need nothing but this installation, a workspace with a few small files, a token for the
scripted assistant, and an administrator's file, which is the documented example.

Invariants: everything is in one private directory that is always removed at the end. The person's own profile and the
administrator's file of this machine are neither read nor written.
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
"""Each server of the user, and whether it gets the workspace, in the order of the story. The other servers are in the
administrator's file."""

_OPERATIONS_SERVER: Final = "units"
"""The server that uses the operations dialect, the simplified method set of older documents."""

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
    """Make a profile for one demonstration, and remove it afterwards. Raises AssentError if it cannot be made."""
    root = Path(tempfile.mkdtemp(prefix="assent-", dir=_short_directory()))
    try:
        paths = Paths(root / "config", root / "data", root / "run")
        paths.ensure()
        assert paths.socket.name  # raises here if the path is too long
        workspace = paths.data / WORKSPACE
        _write_files(workspace)
        paths.servers_file.write_text(json.dumps(servers(workspace), indent=2) + "\n")
        registry.add(paths.apps_dir, APP)
        yield paths
    finally:
        shutil.rmtree(root, ignore_errors=True)  # a server that still writes must not cause an error


def demo_managed() -> PolicySource:
    """The administrator's file of the demonstration: the example that ships with Assent."""
    file = resources.example("managed.json")
    return read_source("managed", Path(file.name), file.read_bytes())


def find_own_python_first() -> None:
    """Put this interpreter's directory first in PATH: the example starts its servers with ``python3``."""
    directory = os.path.dirname(sys.executable)
    os.environ["PATH"] = os.pathsep.join(filter(None, (directory, os.environ.get("PATH"))))


def servers(workspace: Path) -> JsonObject:
    """The content of servers.json."""
    entries: JsonObject = {}
    for name, takes_workspace in _SERVERS.items():
        arguments = ["-I", "-m", "resources.demo", name, *([str(workspace)] if takes_workspace else [])]
        entry: JsonObject = {"command": sys.executable, "args": [*arguments]}
        entries[name] = entry | {"assent": {"dialect": "operations"}} if name == _OPERATIONS_SERVER else entry
    return {"mcpServers": entries}


def _write_files(workspace: Path) -> None:
    workspace.mkdir(mode=0o700)
    for name, text in _FILES.items():
        file = workspace / name
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.write_text(text)


def _short_directory() -> str | None:
    """The session's runtime directory for the profile, None for the default temporary directory.

    The path of a socket must be short, and a temporary directory may have a long name.
    """
    place = os.environ.get("XDG_RUNTIME_DIR", "")
    return place if os.path.isabs(place) and len(place) < 40 and os.access(place, os.W_OK | os.X_OK) else None
