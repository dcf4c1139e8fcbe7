"""The waiting calls by app (pure).

Owns: the groups and what is said of each. What stays true: the app and server that are read first stand first, then as
their turns come; each call is in one group; how many, of whom and since when is counted from the calls themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from host.control.views import Asked
from ui.tr import tr, tr_n
from ui.waiting.rows import CallRow
from ui.widgets.times import duration

_NAMES: Final = 3
"""Servers of a group, or apps of a question, that are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class AppGroup:
    """What stands above the calls of one app.

    Attributes:
        app: as shown. calls: how many. servers: with how many of them. since: Unix seconds when the oldest was
        proposed. signatures: how many wait for one.
    """

    app: str
    calls: int
    servers: tuple[tuple[str, int], ...]
    since: float
    signatures: int


def group_by_app(rows: Sequence[CallRow], waiting: Sequence[Asked]) -> list[AppGroup | CallRow]:
    """The lines of the list: each app, then its calls, those of one server together. ``rows``: of ``waiting``."""
    apps: dict[str, dict[str, list[int]]] = {}
    for place, row in enumerate(rows):
        apps.setdefault(row.app, {}).setdefault(row.server, []).append(place)
    lines: list[AppGroup | CallRow] = []
    for app, servers in apps.items():
        places = [place for calls in servers.values() for place in calls]
        since = min(waiting[place].request.call.proposed_at for place in places)
        signed = sum(waiting[place].signing is not None for place in places)
        counted = tuple((server, len(calls)) for server, calls in servers.items())
        lines.append(AppGroup(app, len(places), counted, since, signed))
        lines += [rows[place] for place in places]
    return lines


def heading(group: AppGroup, now: float) -> str:
    """``claude-code · 7 calls · 5 for files, 2 for mail · the oldest waits 3 min``. ``now``: Unix seconds."""
    count = tr_n("{n} call", "{n} calls", group.calls)
    parts = [group.app, count]
    if len(group.servers) > 1:
        parts.append(_servers(group.servers))
    waits = duration(max(0.0, now - group.since) * 1000)
    said = tr("waits {time}", time=waits) if group.calls == 1 else tr("the oldest waits {time}", time=waits)
    parts.append(said)
    if group.signatures:
        parts.append(tr_n("{n} needs a signature", "{n} need signatures", group.signatures))
    return "  ·  ".join(parts)


def rows_by_app(rows: Iterable[CallRow]) -> dict[str, tuple[CallRow, ...]]:
    """The calls of each app."""
    found: dict[str, list[CallRow]] = {}
    for row in rows:
        found.setdefault(row.app, []).append(row)
    return {app: tuple(calls) for app, calls in found.items()}


def deny_title(rows: Sequence[CallRow]) -> str:
    """The question before calls are denied: how many, and whose."""
    apps = list(rows_by_app(rows))
    more = len(apps) - _NAMES
    said = ", ".join(apps[:_NAMES])
    if more > 0:
        said = tr("{apps} and {more} more", apps=said, more=more)
    return tr_n("Deny {n} call of {apps}?", "Deny {n} calls of {apps}?", len(rows), apps=said)


def deny_text(*, reads: bool) -> str:
    """What it means. ``reads``: whether one is being read, and stays."""
    hears = tr("Each app hears that a person denied it. Calls that come later still wait for you.")
    return f"{hears} {tr('What you are reading stays.')}" if reads else hears


def _servers(servers: Sequence[tuple[str, int]]) -> str:
    said = [tr("{count} for {server}", count=count, server=server) for server, count in servers[:_NAMES]]
    more = len(servers) - _NAMES
    return ", ".join([*said, *([tr_n("{n} more server", "{n} more servers", more)] if more > 0 else [])])
