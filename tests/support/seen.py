"""Facts of a call as a look at a real directory gives them, for tests of what builds on such facts.

Owns: a small gatherer of its own, with the standard library's ``realpath``, so that what is tested with it does not
depend on the one of the program. Texts under ``path``, ``source`` and in ``paths`` are paths; under ``url`` addresses.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from host.arguments.facts import HostFact, PathFact, Place
from host.canonical import json_path
from host.model import Call, JsonObject, JsonValue, Trust
from host.policy.facts import CallFacts

PATHS: Final = frozenset({"path", "source", "paths"})
PORTS: Final = {"http": 80, "https": 443}


def place(path: str | Path) -> Place:
    """Where an absolute path leads, links followed."""
    text = os.path.realpath(path)
    there, tail = Path(text), list[str]()
    while not there.exists():
        tail.insert(0, there.name)
        there = there.parent
    stats = [os.stat(step) for step in (there, *there.parents)]
    chain = tuple((stat.st_dev, stat.st_ino) for stat in stats)
    return Place(text, chain, tuple(tail), there.is_dir())


def seen(
    call: Call,
    *,
    folders: tuple[str, ...] = (),
    trust: Trust = "none",
    annotations: JsonObject | None = None,
) -> CallFacts:
    """What rules and grants see of ``call``. ``folders``: to resolve besides."""
    paths, hosts = [], []
    for steps, key, text in _texts(call.arguments_value):
        if key in PATHS:
            leads = place(text) if text.startswith("/") else None
            paths.append(PathFact(json_path(steps), key, "path", leads, text=text))
        elif key == "url":
            hosts.append(_address(json_path(steps), text))
    return CallFacts(
        call.server.id,
        call.tool,
        call.app.name,
        call.app.authenticated,
        trust=trust,
        annotations=annotations or {},
        paths=tuple(paths),
        hosts=tuple(hosts),
        folders={folder: place(folder) for folder in folders},
    )


def _address(where: str, text: str) -> HostFact:
    parts = urlsplit(text)
    certain = parts.scheme in PORTS and parts.username is None and "\\" not in text
    port = parts.port or PORTS.get(parts.scheme)
    return HostFact(where, "url", "url", parts.hostname if certain else None, port, text=text)


def _texts(
    value: JsonValue, steps: tuple[str | int, ...] = (), key: str = ""
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, (*steps, name), name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, (*steps, number), key)
    elif isinstance(value, str):
        yield steps, key, value
