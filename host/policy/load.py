"""Policy files, read so that whatever is wrong with one denies everything.

Owns: the form of ``policy.json`` and ``managed.json``, and what makes the latter the administrator's. What stays true:
a source is read through one descriptor and returned whole, frozen, or with an error; the managed file counts only where
nobody but the administrator could have written it or put it there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import resources
from host import conform, jsonc, paths
from host.errors import ConfigError
from host.jsonc import Located
from host.model import Effect, JsonObject, sha256_hex
from host.policy.model import Match, PolicySource, Rule, SourceKind, glob_problem

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_DIRECTORY: Final = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | paths.NO_FOLLOW
"""O_PATH: a directory on the way need only be passable, not readable."""
_ADMINISTRATOR: Final = 0
"""The user id of root."""


def load_user(path: Path) -> PolicySource:
    """The user's rules; none of those that allow is confirmed. Never raises for what is wrong with the file."""
    return _source("user", path, lambda: paths.read_file(path, check=_ours))


def load_managed(path: Path, *, top: Path = Path("/"), owner: int = _ADMINISTRATOR) -> PolicySource:
    """The administrator's rules. Never raises for what is wrong with the file.

    ``top``, ``owner``: from which directory on, and whose, the path must be; other values are for tests, and for hosts
    that are built in Python.
    """
    return _source("managed", path, lambda: _read_protected(path, top, owner))


def parse(located: Located, kind: SourceKind) -> tuple[tuple[Rule, ...], tuple[ConfigError, ...]]:
    """The rules in a parsed file, or everything that is wrong with it (pure)."""
    problems = [error for _, error in conform.problems(located, resources.schema("policy"))]
    if not problems:
        problems = [*_twins(located), *_odd_globs(located)]
    rules = () if problems else tuple(_rule(raw, f"{kind}:{place}", kind) for place, raw in _raw_rules(located))
    return rules, tuple(problems)


def protection_problem(facts: os.stat_result, owner: int) -> str:
    """Why others than ``owner`` could have changed a file or directory, empty where they could not (pure)."""
    if facts.st_uid != owner:
        return "does not belong to the administrator"
    return "can be changed by other accounts" if facts.st_mode & _OTHERS_WRITE else ""


def _source(kind: SourceKind, path: Path, read: Callable[[], bytes | None]) -> PolicySource:
    """A whole source, frozen, whatever ``read`` comes upon."""
    empty, digest = PolicySource(kind, str(path)), ""
    try:
        if (data := read()) is None:
            return empty
        digest = sha256_hex(data)
        rules, problems = parse(jsonc.load_bytes(data, file=str(path)), kind)
    except ConfigError as broken:
        rules, problems = (), (broken,)
    error = str(problems[0]) if problems else ""
    return replace(empty, digest=digest, rules=rules, error=error, problems=problems)


def _ours(facts: os.stat_result) -> str:
    """The user's file is this account's own, or root's. Its directory keeps others from writing to it."""
    ours = os.name != "posix" or facts.st_uid in (os.getuid(), _ADMINISTRATOR)
    return "" if ours else "belongs to another account"


def _read_protected(path: Path, top: Path, owner: int) -> bytes | None:
    """The bytes of a file that only ``owner`` can have written or put there, None where there is none.

    Every place is opened inside the one before, so that what was checked is what was passed through.
    """
    if os.name != "posix":
        _unprotected_system(path)
        return None
    if not path.is_relative_to(top):
        raise ConfigError(f"is not below {top}", file=str(path))
    places = [*(place for place in reversed(path.parents) if place.is_relative_to(top)), path]
    opened: list[int] = []
    with ExitStack() as stack:
        for place in places:
            flags = paths.READ | paths.NO_FOLLOW if place == path else _DIRECTORY
            if (descriptor := _open_in(opened[-1] if opened else None, place, flags)) is None:
                return None
            stack.callback(os.close, descriptor)
            opened.append(descriptor)
        for place, descriptor in zip(places, opened, strict=True):
            if why := protection_problem(os.fstat(descriptor), owner):
                remedy = f"As root: chown root {place}; chmod go-w {place}"
                raise ConfigError(why, file=str(place), remedy=remedy)
        return paths.read_descriptor(opened[-1], path)


def _open_in(directory: int | None, place: Path, flags: int) -> int | None:
    """A descriptor of ``place``, whose parent is open as ``directory``; None where there is nothing."""
    try:
        return os.open(place if directory is None else place.name, flags, dir_fd=directory)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise paths.unusable(error, place, "read") from error


def _unprotected_system(path: Path) -> None:
    """Refuse a managed file where access lists are not looked at yet: it cannot be told from a forged one."""
    if os.path.lexists(path):
        raise ConfigError("cannot be shown to be the administrator's on this system", file=str(path))


def _raw_rules(located: Located) -> Iterator[tuple[int, JsonObject]]:
    """The rules of a file that the schema has nothing against, with their places, counted from 1."""
    rules = located.value.get("rules") if isinstance(located.value, dict) else None
    for place, raw in enumerate(rules if isinstance(rules, list) else (), start=1):
        if isinstance(raw, dict):
            yield place, raw


def _twins(located: Located) -> Iterator[ConfigError]:
    """Ids that stand twice: a verdict names its rule by it."""
    taken: dict[str, int] = {}
    for place, raw in _raw_rules(located):
        path = ("rules", place - 1, "id")
        if (name := raw.get("id")) is None:
            continue
        if name in taken:
            yield located.error(path, f"is the id of the rule on line {taken[name]} too", "Give each an id of its own.")
        taken.setdefault(str(name), located.line(path))


def _odd_globs(located: Located) -> Iterator[ConfigError]:
    """Patterns that would not match what they seem to."""
    for place, raw in _raw_rules(located):
        for key, glob in _globs(raw).items():
            if problem := glob_problem(glob):
                remedy = "Write [[] and []] for brackets as such, and ranges upwards, as in [a-z]."
                yield located.error(("rules", place - 1, "match", key), problem, remedy)


def _globs(raw: JsonObject) -> dict[str, str]:
    match = raw.get("match")
    return {key: str(glob) for key, glob in match.items()} if isinstance(match, dict) else {}


def _rule(raw: JsonObject, name: str, kind: SourceKind) -> Rule:
    """A rule that nothing is wrong with. ``name``: its id where it has none."""
    return Rule(
        id=str(raw.get("id", name)),
        effect=Effect(raw["effect"]),
        match=Match(**_globs(raw)),
        reason=str(raw.get("reason", "")),
        source=kind,
        raw=raw,
    )
