"""The settings in force: the administrator's, and what a person chose beside them.

Owns: which value of a setting counts now, and the change of one. What stays true: what the administrator locked is
changed by the administrator's file alone; whoever goes by settings hears of each change, from either side.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from host import settings_file
from host.errors import ConfigError
from host.policy.model import NOT_MANAGED, PolicySource
from host.settings import DECLARATIONS, Settings, exact
from host.words import say

LOCKED: Final = say("set by your administrator")
UNKNOWN: Final = say("the administrator's file cannot be used, so nobody knows what it locks")


class Preferences:
    """Keeps the settings.

    Attributes:
        now: those in force. problems: what is wrong with the file of settings. changed: hears of others.
    """

    def __init__(self, path: Path, given: Settings | None = None) -> None:
        """``path``: the file of settings. ``given``: what counts in its place as chosen by the person, if not None."""
        self._path, self._managed, self._unknown = path, NOT_MANAGED, False
        self.problems: tuple[str, ...] = ()
        if given is None:
            self._chosen, self.problems = settings_file.chosen(path)
        else:
            self._chosen = _differing(given)
        self.now = settings_file.in_force(self._chosen)
        self.changed: Callable[[Settings], None] = lambda _: None

    def manage(self, source: PolicySource) -> None:
        """The administrator's file is this now. Where it cannot be used, what it said before counts on."""
        self._unknown = bool(source.error)
        if not source.error:
            self._managed = source.managed
            self._use(settings_file.in_force(self._chosen, self._managed))

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
        if wanted != settings_file.usual(name, self._managed):
            chosen[name] = wanted
        settings_file.save(self._path, chosen)
        self._chosen, self.problems = chosen, ()  # the file was written anew
        self._use(settings_file.in_force(chosen, self._managed))
        return self.now

    def _use(self, settings: Settings) -> None:
        if settings != self.now:
            self.now = settings
            self.changed(settings)


def _differing(settings: Settings) -> dict[str, float]:
    """What somebody must have chosen for these to be in force."""
    values = settings.values()
    return {
        declared.name: values[declared.name] for declared in DECLARATIONS if values[declared.name] != declared.default
    }
