"""The AI apps whose configuration Assent can rewrite: their files, and the form of a server's entry.

Owns: the types of ``resources/apps.json``, and ``KNOWN``, its apps with a file. A new app is a row there, with a sample
of its file under ``tests/assets/apps``.

Invariants: an app's id is the name of its token (``host.apps.registry``); paths follow the app's own variables if it
has any, then ``XDG_CONFIG_HOME`` and ``HOME``.

Sources, as of November 2026: the apps' own documentation of their MCP configuration.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias  # Any: entries as JSON has them

import msgspec
from msgspec import Struct, field

import resources
from host.apps.attach.documents import Format, KeyPath
from host.errors import UsageError
from host.model import JsonObject, JsonValue

References: TypeAlias = Literal["none", "env", "braces", "shell"]
"""The references that an app replaces in an entry: none, ``${env:NAME}``, ``${NAME}``, or that and ``$NAME``."""
ANY: Final = "*"
"""Matches every key in a key path."""


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """The form of an app's entry for a server that it starts.

    ``fixed``: further members of each entry that starts a program.
    """

    command: str = "command"
    args: str = "args"
    env: str = "env"
    fixed: dict[str, Any] = field(default_factory=dict)
    references: References = "none"


class System(Struct, frozen=True):
    """The folders in which programs keep their configuration, for this account."""

    home: Path
    env: Mapping[str, str]
    platform: str = sys.platform
    root: Path = Path("/")

    @classmethod
    def here(cls) -> System:
        """Return the present system."""
        return cls(Path.home(), os.environ)

    @property
    def config(self) -> Path:
        """The folder of programs that follow the XDG base directories."""
        return self.named("XDG_CONFIG_HOME") or self.home / ".config"

    @property
    def support(self) -> Path:
        """The folder of programs that follow each system's own convention."""
        if self.platform == "win32":
            return self.named("APPDATA") or self.home / "AppData" / "Roaming"
        return self.home / "Library" / "Application Support" if self.platform == "darwin" else self.config

    def named(self, variable: str) -> Path | None:
        """Return the absolute path in a variable, None if it holds none."""
        value = self.env.get(variable, "")
        return Path(value) if value and Path(value).is_absolute() else None

    def path(self, places: str) -> Path:
        """Return the first of these places that there is, as the table has them.

        Each begins with a folder: ``$VARIABLE``, if that is set, ``~``, ``{config}``, ``{support}`` or the root.
        """
        folders = {"~": self.home, "{config}": self.config, "{support}": self.support, "": self.root}
        for place in places.split("|"):
            beginning, _, rest = place.partition("/")
            folder = self.named(beginning[1:]) if beginning.startswith("$") else folders[beginning]
            if folder is not None:
                return folder / rest
        raise ValueError("the last place has a folder")


class SwitchRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the account or the administrator that switch an app's hooks off.

    Attributes:
        off: which values do so: any that counts as true, false, or a list with the hook's name in it.
    """

    files: tuple[str, ...]  # their files; the last part of a path may be a pattern
    paths: tuple[KeyPath, ...]  # their key paths, each in each of the files
    off: Literal["set", "false", "named"]
    format: Format = "json"

    def is_off(self, value: JsonValue) -> bool:
        """Whether a value switches hooks off; it is None if there is none."""
        match self.off:
            case "set":  # as Claude Code reads it: unknown values count as true
                return value not in (None, False, "false")
            case "false":
                return value is False
        return isinstance(value, list) and NAME in value


class HookFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON file with an app's hooks: an object ``hooks`` of lists, one for each event.

    The app waits for a hook longer than the hook for an answer (``host.apps.hook``).

    ``form``: an entry for the ``events``; ``$command`` stands for its command.
    """

    place: str = field(name="file")
    events: tuple[str, ...]
    form: dict[str, Any]
    initial_content: str = "{}\n"
    rows: tuple[SwitchRow, ...] = field(name="switches", default=())

    def file(self, system: System) -> Path:
        """Return the path of the file."""
        return system.path(self.place)

    def switches(self, system: System) -> Iterator[tuple[Path, SwitchRow]]:
        """Yield each file with settings that may switch these hooks off, and its row."""
        for row in self.rows:
            for place in map(system.path, row.files):
                files = sorted(place.parent.glob(place.name)) if "*" in place.name else [place]
                yield from ((file, row) for file in files)


def with_command(form: Any, command: str) -> Any:
    """Return an entry of a hook with its command."""
    match form:
        case dict():
            return {key: with_command(value, command) for key, value in form.items()}
        case list():
            return [with_command(value, command) for value in form]
    return command if form == "$command" else form


NAME: Final = "assent"
"""The hook's name, for apps in which hooks can be switched off by name."""


class KnownApp(Struct, frozen=True, forbid_unknown_fields=True):
    """One app.

    Attributes:
        servers: the key paths of the objects that hold its servers by name; ``ANY`` matches every key.
    """

    format: Format
    place: str = field(name="file")
    id: str = ""  # the name of its token, and its name on the command line
    name: str = ""  # its name on screen, as is ``tint`` (``ui.display_names``)
    tint: int = 0
    notes: tuple[str, ...] = ()
    gives_up_after: float = 0.0  # seconds for which it waits for an answer to a call; 0 if that is not known
    windows_place: str = field(name="windows_file", default="")
    project_file: str = ""  # its file in a project's folder, relative; empty if it has none
    servers: tuple[KeyPath, ...] = (("mcpServers",),)
    shape: Shape = Shape()
    hooks: HookFile | None = None

    def file(self, system: System) -> Path:
        """Return the path of the account's file."""
        return system.path(self.windows_place if self.windows_place and system.platform == "win32" else self.place)


def _rows() -> Iterator[KnownApp]:
    rows: dict[str, JsonObject] = msgspec.json.decode(resources.text("apps.json"))
    for app_id, row in rows.items():
        if "file" in row:
            yield msgspec.convert({**row, "id": app_id}, KnownApp)


KNOWN: Final = tuple(_rows())


def known_app(app_id: str) -> KnownApp:
    """Return the app with this id. Raises UsageError if it is not in the table."""
    for app in KNOWN:
        if app.id == app_id:
            return app
    raise UsageError(f'Assent does not know how "{app_id}" is configured. It knows: {", ".join(a.id for a in KNOWN)}')
