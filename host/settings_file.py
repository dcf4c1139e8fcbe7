"""``settings.json``: the numbers that a person changed.

Owns: the form of the file. What stays true: a bad value costs its own setting alone, which then has its default, and
is named with file, line, key and what would be right; what is written is whole at every moment, for this account
alone, and holds nothing but values that differ from their defaults.

The window writes the file; people may, too. It is read when the host starts, so an edit by hand counts from then on.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from host import jsonc, paths
from host.errors import ConfigError
from host.jsonc import Located
from host.model import JsonValue
from host.settings import DECLARATIONS, Settings, exact, expected

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | paths.NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)
_DECLARED: Final = {declared.name: declared for declared in DECLARATIONS}


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings of the file at ``path``, and one sentence about each thing that is wrong with it. Never raises.

    No file: the defaults. A symbolic link will do: the directory is this account's alone.
    """
    try:
        data = paths.read_file(path, follow=True)
        if data is None:
            return Settings(), ()
        return parse(jsonc.load_bytes(data, file=str(path)))
    except ConfigError as error:
        return Settings(), (str(error),)


def parse(located: Located) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a parsed file, and what is wrong with it (pure)."""
    if not isinstance(located.value, dict):
        return Settings(), (str(located.error((), "is no object", 'Write {"setting": number}.')),)
    settings, problems = Settings(), []
    for name, value in located.value.items():
        try:
            settings = settings.replace(**{name: _number(located, name, value)})
        except ConfigError as error:
            problems.append(str(located.error((name,), error.problem, error.remedy)))
    return settings, tuple(problems)


def save(path: Path, settings: Settings) -> None:
    """Write what differs from the defaults. Raises ConfigError where the file cannot be written; the old one stays."""
    changed = {name: value for name, value in settings.values().items() if value != _DECLARED[name].default}
    target = Path(os.path.realpath(path))  # a link stays a link
    fresh = target.with_name(f"{target.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, _NEW, 0o600), "w", encoding="utf-8") as file:
            file.write(json.dumps(changed, indent=2) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except OSError as error:
        raise paths.unusable(error, path, "written") from error


def _number(located: Located, name: str, value: JsonValue) -> float:
    """``value`` in its setting's type. Raises ConfigError for what is no number, or no setting."""
    if name not in _DECLARED:
        raise located.error((name,), "there is no such setting", "Remove it, or mend its name.")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise located.error((name,), "the value does not fit", expected(_DECLARED[name]))
    return exact(name, value)
