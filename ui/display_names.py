"""The names of apps and servers on screen, and the letters and tints of their monograms (no Qt).

Invariants: a name comes only from Assent's table of apps and from the configuration, never from what an app or a server
calls itself; it is escaped, on one line and bounded, so it may be shown as it is; the id identifies, and stands beside
the name wherever something is decided (``with_id``); nothing here decides anything.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct, json

import resources
from host import regex
from host.control.views import ServerView
from host.text import one_line

Kind: TypeAlias = Literal["app", "server"]

MAX_LENGTH: Final = 64  # characters of a name or an id that are shown; the rest is counted
TINTS: Final = 8  # how many tints the theme has for monograms
_WORDS: Final = regex.pattern(r"[^\W_]+")

_servers: Mapping[str, str] = {}
_known_ids: tuple[str, ...] = ()
_expected_ids: tuple[str, ...] = ()
_server_tints: Mapping[str, int] = {}


class _App(Struct, frozen=True):
    """An app that Assent knows. ``tint``: chosen so that apps that people use beside each other differ."""

    name: str
    tint: int


def know_servers(servers: Iterable[ServerView]) -> None:
    """Remember the configured names of these servers, and give them tints. Others are called by their ids."""
    global _servers, _known_ids  # noqa: PLW0603  # one host at a time
    known = list(servers)
    _servers = {server.id: server.name for server in known if server.name}
    _known_ids = tuple(server.id for server in known)
    _give_tints()


def expect_servers(ids: Iterable[str]) -> None:
    """Give tints now to servers that may be configured later, so that tints do not change then."""
    global _expected_ids  # noqa: PLW0603  # one host at a time
    _expected_ids = tuple(ids)
    _give_tints()


def _give_tints() -> None:
    global _server_tints  # noqa: PLW0603  # one host at a time
    _server_tints = _different_tints(dict.fromkeys((*_known_ids, *_expected_ids)))


def _different_tints(ids: Iterable[str]) -> dict[str, int]:
    """A tint for each id, by preference its own. No two of ``TINTS`` neighbours have the same."""
    tints: dict[str, int] = {}
    free: list[int] = []
    for id_ in ids:
        free = free or list(range(1, TINTS + 1))
        own = _own_tint(id_)
        tints[id_] = min(free, key=lambda tint: (tint - own) % TINTS)
        free.remove(tints[id_])
    return tints


def _own_tint(id_: str) -> int:
    return zlib.adler32(id_.encode("utf-8", "surrogatepass")) % TINTS + 1


def app_name(app_id: str) -> str:
    """The name of an app, ready to be shown. An id that equals another app's name is put in quotes."""
    if any(app_id == app.name for app in _apps().values()):
        return f"“{one_line(app_id, MAX_LENGTH)}”"
    return one_line(_apps()[app_id].name if app_id in _apps() else app_id, MAX_LENGTH)


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


def tint(kind: Kind, id_: str) -> int:
    """The number of its tint in the theme, from 1 to ``TINTS``: by Assent's table, among the servers, or by its id."""
    if kind == "app" and id_ in _apps():
        return _apps()[id_].tint
    if kind == "server" and id_ in _server_tints:
        return _server_tints[id_]
    return _own_tint(id_)


@cache
def _apps() -> Mapping[str, _App]:
    """The apps whose ids ``assent apps add`` gives out; another id is shown as it is."""
    return json.decode(resources.text("apps.json"), type=dict[str, _App])
