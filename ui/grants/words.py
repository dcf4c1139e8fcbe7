"""The texts of grants (pure).

Owns: the sentence that says what is granted, and which grants a search finds.

Invariants: the sentence names all that the grant is bound to; untrusted names are escaped, and cut only with a mark
that says so.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from host.model import Grant
from host.text import one_line
from ui import faces
from ui.label_text import countdown
from ui.tr import tr, tr_n, translated

_NAME: Final = 80
"""Characters of a name before it is cut, with a mark."""
_LINE: Final = 4_400
"""Characters of a line of what a pattern covers: a path has up to 4,096."""


def heading(grant: Grant, now: float) -> str:
    """What is granted, as the heading of its card. A pattern's scope stands below it.

    Args:
        grant: what is described.
        now: Unix seconds.
    """
    covering = tr("with inputs within these bounds") if grant.bound == "pattern" else _covering(grant)
    return f"{_may(grant)} {covering} {_until(grant, now)}."


def sentence(grant: Grant, now: float) -> str:
    """What is granted, exactly and whole.

    Args:
        grant: what is described.
        now: Unix seconds.
    """
    return f"{_may(grant)} {_covering(grant)} {_until(grant, now)}."


def given_by(grant: Grant, now: float) -> str:
    """Who gave a grant, when, and how often it was used.

    Args:
        grant: what is described.
        now: Unix seconds.
    """
    who = one_line(grant.who, _NAME)
    times = tr_n("used once", "used {n} times", grant.used) if grant.used else tr("not used yet")
    return tr("Given by {who} {given_at} · {times}", who=who, given_at=moment(grant.given_at, now), times=times)


def time_left(grant: Grant, now: float) -> str:
    """How long a grant still holds."""
    if grant.expires_at is None:
        return tr("until Assent quits") if grant.duration == "quit" else tr("until you take it back")
    seconds = grant.expires_at - now
    if seconds <= 0:
        return tr("over")
    time = countdown(seconds)
    return tr("this chat, at most {time}", time=time) if grant.duration == "chat" else tr("{time} left", time=time)


def scope_lines(grant: Grant) -> tuple[str, ...]:
    """What a pattern covers, a line each, as it was shown when it was given."""
    return tuple(one_line(translated(line), _LINE) for line in grant.covers) if grant.bound == "pattern" else ()


def matches_search(grant: Grant, text: str) -> bool:
    """Whether a search finds a grant: every word of it, in app, server, tool or scope."""
    place = "\n".join((grant.app, grant.server, grant.tool, *map(translated, grant.covers))).casefold()
    return all(word in place for word in text.casefold().split())


def count_words(shown: int, total: int) -> str:
    """``3 grants are in force``, ``2 of 3 grants``."""
    if shown != total:
        return tr("{shown} of {total} grants", shown=f"{shown:,}", total=f"{total:,}")
    return tr_n("{n} grant is in force", "{n} grants are in force", total)


def moment(at: float, now: float) -> str:
    """A time of day as a clock shows it, with the day where that is not today. Both are Unix seconds."""
    day, same = _day(at, now)
    return tr("at {time}", time=f"{day:%H:%M}") if same else tr("on {day:%Y-%m-%d} at {day:%H:%M}", day=day)


def _day(at: float, now: float) -> tuple[datetime, bool]:
    """A moment on this machine's clock, and whether that is today."""
    day, today = (datetime.fromtimestamp(when, tz=UTC).astimezone() for when in (at, now))
    return day, day.date() == today.date()


def _may(grant: Grant) -> str:
    app, server = faces.with_id("app", grant.app), faces.with_id("server", grant.server)
    tool = one_line(grant.tool, _NAME)
    return tr("{app} may use {tool} of {server}", app=app, server=server, tool=tool)


def _covering(grant: Grant) -> str:
    """What a grant covers, as it was shown when it was given."""
    if grant.bound == "pattern":
        return tr("with these inputs: {join};", join="; ".join(scope_lines(grant)))
    return tr("with any inputs") if grant.bound == "any" else tr("with exactly these inputs")


def _until(grant: Grant, now: float) -> str:
    if grant.expires_at is None:
        return time_left(grant, now)
    if grant.duration == "chat":
        return tr("until this chat ends, at the latest {until}", until=moment(grant.expires_at, now))
    day, same = _day(grant.expires_at, now)
    return tr("until {time}", time=f"{day:%H:%M}") if same else tr("until on {day:%Y-%m-%d} at {day:%H:%M}", day=day)
