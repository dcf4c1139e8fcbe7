"""The settings in force: the administrator's, and what a person chose beside them, kept in ``settings.json``.

Owns: which value of a setting counts now, the change of one, and the form of the file.

Invariants:
    - What the administrator locked is changed by the administrator's file alone.
    - A bad value costs its own setting alone, which then has its default, and is named with file, line, key and what
      would be right.
    - What is written is whole at every moment, for this account alone, and holds nothing but what a person chose.

The window writes the file; people may, too. It is read when the host starts, so an edit by hand counts from then on.
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
from host.settings import DECLARATIONS, LiveSettings, Settings, exact, expected
from host.words import say

LOCKED: Final = say("set by your administrator")
UNKNOWN: Final = say("the administrator's file cannot be used, so nobody knows what it locks")


_DECLARED: Final = {declared.name: declared for declared in DECLARATIONS}


class Preferences:
    """Keeps the settings.

    Attributes:
        live: those in force, for whoever reads them where they are needed.
        problems: what is wrong with the file of settings.
    """

    def __init__(self, path: Path, given: Settings | None = None) -> None:
        """``path``: the file of settings. ``given``: what counts in its place as chosen by the person, if not None."""
        self._path, self._managed, self._unknown = path, NOT_MANAGED, False
        self.problems: tuple[str, ...] = ()
        if given is None:
            self._chosen, self.problems = chosen(path)
        else:
            self._chosen = _differing(given)
        self.live = LiveSettings(in_force(self._chosen))

    @property
    def now(self) -> Settings:
        """Those in force."""
        return self.live.now

    def manage(self, source: PolicySource) -> None:
        """The administrator's file is this now. Where it cannot be used, what it said before counts on."""
        self._unknown = bool(source.error)
        if not source.error:
            self._managed = source.managed
            self.live.now = in_force(self._chosen, self._managed)

    def change(self, name: str, value: float) -> Settings:
        """Keep another value for the setting ``name``; returns what is in force.

        Raises:
            ConfigError: there is no such setting, it is locked, the value is out of its bounds, or the file cannot be
            written.
        """
        if self._unknown or name in self._managed.locked:
            raise ConfigError(UNKNOWN if self._unknown else LOCKED, file="settings", key=name)
        wanted = exact(name, value)
        self.now.replace(**{name: wanted})  # raises what is wrong with it
        chosen = {kept: number for kept, number in self._chosen.items() if kept != name}
        if wanted != usual(name, self._managed):
            chosen[name] = wanted
        save(self._path, chosen)
        self._chosen, self.problems = chosen, ()  # the file was written anew
        self.live.now = in_force(chosen, self._managed)
        return self.now


def _differing(settings: Settings) -> dict[str, float]:
    """What somebody must have chosen for these to be in force."""
    values = settings.values()
    return {
        declared.name: values[declared.name] for declared in DECLARATIONS if values[declared.name] != declared.default
    }


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings that the file at ``path`` makes, and one sentence about each thing that is wrong with it.

    Never raises.
    """
    values, problems = chosen(path)
    return in_force(values), problems


def chosen(path: Path) -> tuple[dict[str, float], tuple[str, ...]]:
    """The usable values of the file at ``path``, and one sentence about each thing that is wrong with it. Never raises.

    No file: none. A symbolic link will do: the directory is this account's alone.
    """
    try:
        data = paths.read_file(path, follow=True)
        if data is None:
            return {}, ()
        return parse(jsonc.load_bytes(data, file=str(path)))
    except ConfigError as error:
        return {}, (error.words,)


def parse(located: Located) -> tuple[dict[str, float], tuple[str, ...]]:
    """The usable values in a parsed file, and what is wrong with it (pure)."""
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
    """What counts where a person chose ``values`` (pure).

    The administrator's limits take the place of the defaults; a locked setting has its limit, or its default, whatever
    the person chose.
    """
    free = {name: value for name, value in values.items() if name not in managed.locked}
    return Settings().replace(**{**managed.limits, **free})


def usual(name: str, managed: Managed = NOT_MANAGED) -> float:
    """What the setting ``name`` is where nobody chose otherwise (pure)."""
    return managed.limits.get(name, _DECLARED[name].default)


def save(path: Path, values: Mapping[str, float]) -> None:
    """Write what a person chose. Raises ConfigError where the file cannot be written; the old one stays."""
    files.write(path, (json.dumps(dict(values), indent=2) + "\n").encode())


def _number(located: Located, name: str, value: JsonValue) -> float:
    """``value`` in its setting's type. Raises ConfigError for what is no number, or no setting."""
    if name not in _DECLARED:
        raise located.error((name,), say("there is no such setting"), say("Remove it, or mend its name."))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise located.error((name,), say("the value does not fit"), expected(_DECLARED[name]))
    return exact(name, value)
