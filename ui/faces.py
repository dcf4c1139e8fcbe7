"""The names and faces of apps and servers (no Qt).

Owns: the name of an app or a server on screen, and the letters and the tint of its monogram.

Invariants: a name comes only from Assent's table of apps and from the configuration, never from what an app or a server
calls itself; it is escaped, on one line and bounded, so it may be shown as it is; the id identifies, and stands beside
the name wherever something is decided (``with_id``); nothing here decides anything.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

import resources
from host import regex
from host.control.views import ServerView
from host.text import one_line

Kind: TypeAlias = Literal["app", "server"]

MAX_LENGTH: Final = 64
"""Characters of a name or an id that are shown; the rest is counted."""
TINTS: Final = 4
"""How many tints the theme has for faces."""
_WORDS: Final = regex.pattern(r"[^\W_]+")

_servers: Mapping[str, str] = {}


def know_servers(servers: Iterable[ServerView]) -> None:
    """Remember the configured names of these servers. Others are called by their ids."""
    global _servers  # noqa: PLW0603  # one host at a time
    _servers = {server.id: server.name for server in servers if server.name}


def app_name(app_id: str) -> str:
    """The name of an app, ready to be shown. An id that equals another app's name is put in quotes."""
    if app_id in _apps().values():
        return f"“{one_line(app_id, MAX_LENGTH)}”"
    return one_line(_apps().get(app_id, app_id), MAX_LENGTH)


def server_name(server_id: str) -> str:
    """The configured name of a server, ready to be shown."""
    return one_line(_servers.get(server_id, server_id), MAX_LENGTH)


def name_of(kind: Kind, id_: str) -> str:
    """The name of an app or a server, ready to be shown."""
    return app_name(id_) if kind == "app" else server_name(id_)


def with_id(kind: Kind, id_: str) -> str:
    """The name with the id beside it, for places where something is decided; just the name if both are equal."""
    name, shown = name_of(kind, id_), one_line(id_, MAX_LENGTH)
    return name if name == shown else f"{name} ({shown})"


def initials(kind: Kind, id_: str) -> str:
    """One or two letters for the monogram; a dot if the name has none."""
    words: list[str] = _WORDS.findall(name_of(kind, id_))
    if not words:
        return "·"
    return (words[0][0] + words[-1][0]).upper() if len(words) > 1 else words[0][0].upper() + words[0][1:2].lower()


def tint(id_: str) -> int:
    """The number of its tint in the theme, from 1 to ``TINTS``; always the same for an id."""
    return zlib.adler32(id_.encode("utf-8", "surrogatepass")) % TINTS + 1


@cache
def _apps() -> Mapping[str, str]:
    """Names of the apps whose ids ``assent apps add`` gives out; another id is shown as it is."""
    names: dict[str, str] = json.loads(resources.text("apps.json"))
    return names
