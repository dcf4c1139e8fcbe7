"""The texts of grants (pure): the sentence about what is granted, and which grants a search finds.

Invariants: the sentence names everything that bounds the grant; untrusted names are escaped, and cut only with a mark.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from host.model import Grant
from host.text import one_line
from ui import display_names
from ui.label_text import countdown
from ui.tr import tr, tr_n, translated

_NAME: Final = 80  # most characters of a name; longer ones are cut with a mark
_LINE: Final = 4_400  # most characters of a line about a pattern's scope: a path has up to 4,096


def heading(grant: Grant, now: float) -> str:
    """The heading of a grant's card: what is granted. Its bounds, if any, are below it. ``now``: Unix seconds."""
    return _sentence(grant, now, tr("with inputs within these bounds"))


def summary(grant: Grant, now: float) -> str:
    """What is granted, and where its bounds are shown. ``now``: Unix seconds."""
    return _sentence(grant, now, tr("with inputs within the bounds that are shown under {page}", page=tr("Grants")))


def sentence(grant: Grant, now: float) -> str:
    """What is granted, exactly and completely. ``now``: Unix seconds."""
    return _sentence(grant, now, tr("with these inputs: {join};", join="; ".join(scope_lines(grant))))


def giver(grant: Grant, now: float) -> str:
    """Who gave a grant, and when. ``now``: Unix seconds."""
    return tr("Given by {who} {given_at}", who=one_line(grant.who, _NAME), given_at=moment(grant.given_at, now))


def given_by(grant: Grant, now: float) -> str:
    """Who gave a grant, when, and how often it was used. ``now``: Unix seconds."""
    giver = one_line(grant.who, _NAME)
    times = tr_n("used once", "used {n} times", grant.used) if grant.used else tr("not used yet")
    return tr("Given by {who} {given_at} · {times}", who=giver, given_at=moment(grant.given_at, now), times=times)


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
    """The bounds in lines, as they were shown when the grant was given; empty for exactly one call."""
    return () if grant.bound == "exact" else tuple(one_line(translated(line), _LINE) for line in grant.covers)


def matches_search(grant: Grant, text: str) -> bool:
    """Whether every word of a search is in the grant's app, server, tool or scope."""
    searched_text = "\n".join((grant.app, grant.server, grant.tool, *map(translated, grant.covers))).casefold()
    return all(word in searched_text for word in text.casefold().split())


def count_words(shown_count: int, total: int) -> str:
    """``3 grants are in force``, ``2 of 3 grants``."""
    if shown_count != total:
        return tr("{shown} of {total} grants", shown=f"{shown_count:,}", total=f"{total:,}")
    return tr_n("{n} grant is in force", "{n} grants are in force", total)


def moment(at: float, now: float) -> str:
    """The local time of day, with the date if that is not today. Both arguments are Unix seconds."""
    day, is_today = _local_time(at, now)
    return tr("at {time}", time=f"{day:%H:%M}") if is_today else tr("on {day:%Y-%m-%d} at {day:%H:%M}", day=day)


def _local_time(at: float, now: float) -> tuple[datetime, bool]:
    """The local time of a moment, and whether that is today."""
    day, today = (datetime.fromtimestamp(when, tz=UTC).astimezone() for when in (at, now))
    return day, day.date() == today.date()


def _sentence(grant: Grant, now: float, within_bounds: str) -> str:
    app, server = display_names.with_id("app", grant.app), display_names.with_id("server", grant.server)
    permission = tr("{app} may use {tool} of {server}", app=app, server=server, tool=one_line(grant.tool, _NAME))
    inputs = tr("with exactly these inputs") if grant.bound == "exact" else within_bounds
    return f"{permission} {inputs} {_until(grant, now)}."


def _until(grant: Grant, now: float) -> str:
    if grant.expires_at is None:
        return time_left(grant, now)
    if grant.duration == "chat":
        return tr("until this chat ends, at the latest {until}", until=moment(grant.expires_at, now))
    day, is_today = _local_time(grant.expires_at, now)
    return (
        tr("until {time}", time=f"{day:%H:%M}") if is_today else tr("until on {day:%Y-%m-%d} at {day:%H:%M}", day=day)
    )
