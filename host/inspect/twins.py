"""Findings about tools that could be taken for one another (pure).

Owns: ``name-twin``. What stays true: a tool is identified by its server and its exact name (SECURITY, rows 6 and 17);
names are compared as people read them: without case, form, separators, and by what their letters look like.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.subject import Subject
from host.inspect.texts.lookalikes import plain, skeleton
from host.model import Finding, Severity
from host.text import one_line
from host.words import say

KIND: Final = "name-twin"
NAMED: Final = 3
"""Other tools that are named; the rest is counted."""
_NAME: Final = 80


def find_twins(subject: Subject) -> Iterator[Finding]:
    """Tools of other servers whose names look or read like this one's, and such of this server that look like it."""
    if not subject.past.tools:
        return
    _, equal, alike = _compared(subject)
    if alike:
        said = say("This tool's name looks like that of {tools}, and is made of other letters.", tools=_named(alike))
        yield Finding(KIND, Severity.HIGH, said, subject.tool[:_NAME])
    if equal:
        severity = Severity.INFO if subject.trust != "none" else Severity.MEDIUM
        names, server = _named(equal), one_line(subject.server, _NAME)
        if all(tool == subject.tool for _, tool in equal):
            said = say(
                "{tools} has the same name: make sure that the call is for {server}.", tools=names, server=server
            )
        else:
            said = say(
                "{tools} has a name that reads the same: make sure that the call is for {server}.",
                tools=names,
                server=server,
            )
        yield Finding(KIND, severity, said, subject.tool[:_NAME])


class _Compared(NamedTuple):
    """Attributes: tools: that a name was compared with. equal: read like it. alike: look like it."""

    tools: tuple[tuple[str, str], ...]
    equal: list[tuple[str, str]]
    alike: list[tuple[str, str]]


_MOST: Final = 1_024
_compared_before: Final[dict[tuple[str, str], _Compared]] = {}
"""By server and tool: with hundreds of other tools it takes a while, and they are the same call after call."""


def _compared(subject: Subject) -> _Compared:
    own, tools = (subject.server, subject.tool), subject.past.tools
    known = _compared_before.get(own)
    if known is None or known.tools is not tools:
        if len(_compared_before) >= _MOST:
            _compared_before.clear()
        known = _compared_before[own] = _compare(own, tools)
    return known


def _compare(own: tuple[str, str], tools: tuple[tuple[str, str], ...]) -> _Compared:
    found = _Compared(tools, [], [])
    read, looks = _forms(own[1])
    for server, tool in tools:
        if (server, tool) == own:
            continue
        its_read, its_looks = _forms(tool)
        if read and its_read == read:
            if server != own[0]:
                found.equal.append((server, tool))
        elif its_looks == looks:
            found.alike.append((server, tool))
    return found


@lru_cache(maxsize=4_096)
def _forms(name: str) -> tuple[str, str]:
    """How a name reads, and what its letters look like, less what separates them."""
    looks = skeleton(name)
    return plain(name), plain(looks) or looks


def _named(tools: list[tuple[str, str]]) -> str:
    names = [f"{one_line(server, _NAME)} \u25b8 {one_line(tool, _NAME)}" for server, tool in tools[:NAMED]]
    more = len(tools) - len(names)
    listed = ", ".join(names)
    return say("{tools} and {n} more", tools=listed, n=more) if more else listed
