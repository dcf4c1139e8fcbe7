"""``settings.json``: the numbers that a person changed.

Owns: the form of the file, and what counts of it beside the administrator's limits. What stays true: a bad value costs
its own setting alone, which then has its default, and is named with file, line, key and what would be right; what is
written is whole at every moment, for this account alone, and holds nothing but what a person chose; nothing in it
changes what the administrator locked.

The window writes the file; people may, too. It is read when the host starts, so an edit by hand counts from then on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from host import atomic, jsonc, paths
from host.errors import ConfigError
from host.jsonc import Located
from host.model import JsonValue
from host.policy.model import NOT_MANAGED, Managed
from host.settings import DECLARATIONS, Settings, exact, expected
from host.words import say

_DECLARED: Final = {declared.name: declared for declared in DECLARATIONS}


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
    atomic.write(path, (json.dumps(dict(values), indent=2) + "\n").encode())


def _number(located: Located, name: str, value: JsonValue) -> float:
    """``value`` in its setting's type. Raises ConfigError for what is no number, or no setting."""
    if name not in _DECLARED:
        raise located.error((name,), say("there is no such setting"), say("Remove it, or mend its name."))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise located.error((name,), say("the value does not fit"), expected(_DECLARED[name]))
    return exact(name, value)
