"""The names and faces of apps and servers (no Qt).

Owns: what an app or a server is called on screen, and the letters and the tint of its monogram.

Invariants: a name comes from our table of apps and from the configuration alone, never from what an app or a server
calls itself; it is escaped, on one line and bounded, so it may be shown as it is; who is named is the id, which stands
beside the name wherever something is decided (``with_id``); nothing here decides anything.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

import resources
from host.control.views import ServerView
from host.text import one_line

Kind: TypeAlias = Literal["app", "server"]

LONGEST: Final = 64
"""Characters of a name or an id that are shown; what is beyond is counted."""
TINTS: Final = 4
"""How many tints the theme has for faces."""
_WORDS: Final = re.compile(r"[^\W_]+")

_servers: Mapping[str, str] = {}


def know_servers(servers: Iterable[ServerView]) -> None:
    """From now on these servers are called as they are configured; all others by their ids."""
    global _servers  # noqa: PLW0603  # one host at a time
    _servers = {server.id: server.name for server in servers if server.name}


def app_name(app_id: str) -> str:
    """What people call an app; an id that reads like another app's name stands in quotes.

    Args:
        app_id: as its token proves it.

    Returns:
        Words that may be shown as they are.
    """
    if app_id in _apps().values():
        return f"“{one_line(app_id, LONGEST)}”"
    return one_line(_apps().get(app_id, app_id), LONGEST)


def server_name(server_id: str) -> str:
    """What people call a server. Args: server_id: as configured. Returns: words that may be shown as they are."""
    return one_line(_servers.get(server_id, server_id), LONGEST)


def name_of(kind: Kind, its_id: str) -> str:
    """What people call an app or a server, by its id."""
    return app_name(its_id) if kind == "app" else server_name(its_id)


def with_id(kind: Kind, its_id: str) -> str:
    """The name with the id beside it, for places where something is decided; once where they are the same."""
    name, shown = name_of(kind, its_id), one_line(its_id, LONGEST)
    return name if name == shown else f"{name} ({shown})"


def initials(kind: Kind, its_id: str) -> str:
    """One or two letters for the monogram; a dot where the name has none."""
    words: list[str] = _WORDS.findall(name_of(kind, its_id))
    if not words:
        return "·"
    return (words[0][0] + words[-1][0]).upper() if len(words) > 1 else words[0][0].upper() + words[0][1:2].lower()


def tint(its_id: str) -> int:
    """Which tint of the theme's its face has, from 1 to ``TINTS``: always the same for an id."""
    return zlib.adler32(its_id.encode("utf-8", "surrogatepass")) % TINTS + 1


@cache
def _apps() -> Mapping[str, str]:
    """What people call the apps whose ids ``assent apps add`` gives out; another id is shown as it is."""
    names: dict[str, str] = json.loads(resources.text("apps.json"))
    return names
