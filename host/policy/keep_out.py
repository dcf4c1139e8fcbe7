"""Which servers of the user the administrator keeps out (pure).

Owns: how a name, an address or a command is held against ``keep_out`` and ``only`` of the managed file.

Invariants: addresses are parsed and never compared as texts; what programs could read differently counts as meant.
Names are compared as they look, so that case and look-alike letters make no other name. It only ever keeps out.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from host.arguments.facts import HostFact
from host.arguments.host_names import read_url
from host.inspect.lookalikes import skeleton
from host.policy.model import KeptOut, Managed
from host.policy.place_conditions import host_matches
from host.text import one_line
from host.words import say

SameProgram: TypeAlias = Callable[[str, str], bool]
"""Whether two commands start one program: the entry's, and that of the administrator."""

ONLY: Final = say("Your administrator lets no servers run but their own.")
_REASON: Final = 500
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9/._~!$&'()*+,=:@-]|/\.{1,2}(?=/|$)|//")
"""What lets programs read a path differently: escapes, steps up, empty parts, parameters, other letters."""
_WILD: Final = re.compile(r"\*|\?|\[[^]]+\]")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*([^?#]*)")


def looks(name: str) -> str:
    """A name as it looks: of two that a person would take for each other, the same."""
    return skeleton(name)


def plain_path(path: str) -> bool:
    """Whether every program reads a path alike."""
    return _NOT_PLAIN.search(path) is None


def path_parts(path: str) -> tuple[str, ...]:
    """The names between the slashes, in one case."""
    return tuple(part.casefold() for part in path.split("/") if part)


def kept_out(managed: Managed, server: str, argv: tuple[str, ...], url: str, same: SameProgram) -> str:
    """Why a server of the user does not run, one sentence; empty where it does.

    ``server``: its name. ``argv``: the command, empty for one behind a URL. ``url``: empty for a command, and where it
    is not known yet. ``same``: asked only of commands with equal arguments.
    """
    if managed.only:
        return ONLY
    for wanted in managed.keep_out:
        if why := _why(wanted, server, argv, url, same):
            if not wanted.reason:
                return why
            return say("{why} They say: {reason}", why=why, reason=one_line(wanted.reason, _REASON))
    return ""


def _why(wanted: KeptOut, server: str, argv: tuple[str, ...], url: str, same: SameProgram) -> str:
    if wanted.server and _named(wanted.server, server):
        return say("Your administrator keeps out servers called {pattern}.", pattern=one_line(wanted.server, 256))
    if wanted.url and url and _at(wanted, url):
        return say("Your administrator keeps out servers at {pattern}.", pattern=one_line(wanted.url, 512))
    if wanted.command and argv[1:] == wanted.command[1:] and argv and same(argv[0], wanted.command[0]):
        return say("Your administrator keeps out this command.")
    return ""


def _named(glob: str, server: str) -> bool:
    """As it is written, in any case, or as it looks."""
    parts, wild = _WILD.split(glob), [*_WILD.findall(glob), ""]
    alike = "".join(looks(part) + mark for part, mark in zip(parts, wild, strict=True))
    return fnmatch.fnmatchcase(server.casefold(), glob.casefold()) or fnmatch.fnmatchcase(looks(server), alike)


def _at(wanted: KeptOut, url: str) -> bool:
    if wanted.host is not None:
        read = read_url(url)
        fact = HostFact(
            "", "", "url", read.host, read.port, read.usual_port, read.why, read.other_hosts,
            surely_no_host=read.surely_no_host,
        )  # fmt: skip
        if host_matches(fact, wanted.host, allow=False) is False:
            return False
    found = _ADDRESS.match(url)
    path = found[1] if found is not None else ""
    return not plain_path(path) or path_parts(path)[: len(wanted.path)] == wanted.path
