"""The settings in force: the administrator's, and those that a person chose, which are stored in ``settings.json``.

Invariants:
    - A setting that the administrator locked can only be changed in the administrator's file.
    - A bad value affects only its own setting, which then has its default. The complaint names file, line, key and what
      would be right.
    - The file is complete at every moment, private to this account, and holds only what a person chose.

The window writes the file, and people may edit it. It is read when the host starts; later edits count from then on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from host import files, jsonc, paths
from host.errors import ConfigError
from host.jsonc import Located
from host.model import JsonValue
from host.policy.model import NOT_MANAGED, Managed, PolicySource
from host.settings import DECLARATIONS, DECLARED, LiveSettings, Settings, exact, expected
from host.words import say

LOCKED: Final = say("set by your administrator")
UNKNOWN: Final = say("the administrator's file cannot be used, so nobody knows what it locks")


class Preferences:
    """The settings of one host, and their file."""

    def __init__(self, path: Path, fixed: Settings | None = None) -> None:
        """``path``: the file of settings. ``fixed``: used instead of the file, if not None."""
        self._path, self._managed, self._is_managed_unusable = path, NOT_MANAGED, False
        self.problems: tuple[str, ...] = ()
        if fixed is None:
            self._chosen, self.problems = read_chosen(path)
        else:
            self._chosen = _differing(fixed)
        self.live = LiveSettings(in_force(self._chosen))

    @property
    def now(self) -> Settings:
        """The settings in force."""
        return self.live.now

    def manage(self, source: PolicySource) -> None:
        """Apply the administrator's file. If it cannot be used, its last usable content stays in force."""
        self._is_managed_unusable = bool(source.error)
        if not source.error:
            self._managed = source.managed
            self.live.now = in_force(self._chosen, self._managed)

    def change(self, name: str, value: float) -> Settings:
        """Store another value for a setting; return those in force. Raises ConfigError if that is impossible."""
        if self._is_managed_unusable or name in self._managed.locked:
            raise ConfigError(UNKNOWN if self._is_managed_unusable else LOCKED, file="settings", key=name)
        exact_value = exact(name, value)
        self.now.replace(**{name: exact_value})  # raises if it is invalid
        chosen = {other: number for other, number in self._chosen.items() if other != name}
        if exact_value != default_of(name, self._managed):
            chosen[name] = exact_value
        save(self._path, chosen)
        self._chosen, self.problems = chosen, ()  # the whole file was written
        self.live.now = in_force(chosen, self._managed)
        return self.now


def _differing(settings: Settings) -> dict[str, float]:
    values = settings.values()
    return {
        declared.name: values[declared.name] for declared in DECLARATIONS if values[declared.name] != declared.default
    }


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings from the file at ``path``; also return one sentence about each problem. Never raises."""
    values, problems = read_chosen(path)
    return in_force(values), problems


def read_chosen(path: Path) -> tuple[dict[str, float], tuple[str, ...]]:
    """Read the usable values from the file at ``path``; also return one sentence about each problem. Never raises.

    The file may be missing, or a symbolic link, since its directory is private to this account.
    """
    try:
        data = paths.read_file(path, follow=True)
        if data is None:
            return {}, ()
        return parse(jsonc.load_bytes(data, file=str(path)))
    except ConfigError as error:
        return {}, (error.words,)


def parse(located: Located) -> tuple[dict[str, float], tuple[str, ...]]:
    """Return the usable values of a parsed file, and its problems (pure)."""
    if not isinstance(located.value, dict):
        return {}, (located.error((), say("is no object"), say('Write {{"setting": number}}.')).words,)
    values: dict[str, float] = {}
    problems: list[str] = []
    for name, value in located.value.items():
        try:
            number = _number(located, name, value)
            Settings().replace(**{name: number})
        except ConfigError as error:
            problems.append(located.error((name,), error.problem, error.remedy).words)
        else:
            values[name] = number
    return values, tuple(problems)


def in_force(values: Mapping[str, float], managed: Managed = NOT_MANAGED) -> Settings:
    """Return the settings in force if a person chose ``values`` (pure).

    The administrator's limits replace the defaults. A locked setting has its limit, or its default, whatever the person
    chose.
    """
    free = {name: value for name, value in values.items() if name not in managed.locked}
    return Settings().replace(**{**managed.limits, **free})


def default_of(name: str, managed: Managed = NOT_MANAGED) -> float:
    """The value of the setting ``name`` if nobody chose another (pure)."""
    return managed.limits.get(name, DECLARED[name].default)


def save(path: Path, values: Mapping[str, float]) -> None:
    """Write the chosen values. Raises ConfigError if the file cannot be written; the old one stays."""
    files.write(path, (json.dumps(dict(values), indent=2) + "\n").encode())


def _number(located: Located, name: str, value: JsonValue) -> float:
    """Return ``value`` in the type of its setting. Raises ConfigError if it is no number, or there is no setting."""
    if name not in DECLARED:
        raise located.error((name,), say("there is no such setting"), say("Remove it, or mend its name."))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise located.error((name,), say("the value does not fit"), expected(DECLARED[name]))
    return exact(name, value)
