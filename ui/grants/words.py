"""A grant in words (pure).

Owns: the sentence that says what is granted, and which grants a search finds. What stays true: the sentence names all
that the grant is bound to (SECURITY, row 13); names of strangers are escaped, and cut only with a mark that says so.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from host.control.views import GrantView
from host.text import one_line
from ui.widgets.times import countdown

_NAME: Final = 80
"""Characters of a name before it is cut, with a mark."""
_LINE: Final = 4_400
"""Characters of a line of what a pattern covers: a path has up to 4,096."""
_PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+')
_INDENT: Final = "  "


def heading(grant: GrantView, now: float) -> str:
    """What is granted; of a pattern that there is one, since its lines stand below. ``now``: Unix seconds."""
    covering = "with inputs within these bounds" if grant.bound == "pattern" else _covering(grant)
    return f"{_may(grant)} {covering} {_until(grant, now)}."


def sentence(grant: GrantView, now: float) -> str:
    """What is granted, exactly and whole. ``now``: Unix seconds."""
    return f"{_may(grant)} {_covering(grant)} {_until(grant, now)}."


def given(grant: GrantView, now: float) -> str:
    """Who gave it, when, and what for so far. ``now``: Unix seconds."""
    who = one_line(grant.who, _NAME)
    times = "not used yet" if not grant.used else "used once" if grant.used == 1 else f"used {grant.used:,} times"
    return f"Given by {who} {moment(grant.given_at, now)} · {times}"


def left(grant: GrantView, now: float) -> str:
    """How long it still holds."""
    if grant.expires_at is None:
        return "until Assent quits" if grant.scope == "quit" else "until you take it back"
    seconds = grant.expires_at - now
    if seconds <= 0:
        return "over"
    chat = "this chat, at most " if grant.scope == "chat" else ""
    return f"{chat}{countdown(seconds)}{'' if chat else ' left'}"


def bounds(grant: GrantView) -> tuple[str, ...]:
    """What a pattern covers, a line each, as it was shown when it was given."""
    return tuple(one_line(line, _LINE) for line in grant.covers) if grant.bound == "pattern" else ()


def found(grant: GrantView, text: str) -> bool:
    """Whether a search for ``text`` finds it: every word, in app, server, tool or what it covers."""
    place = "\n".join((grant.app, grant.server, grant.tool, *grant.covers)).casefold()
    return all(word in place for word in text.casefold().split())


def counted(shown: int, total: int) -> str:
    """``3 grants are in force``, ``2 of 3 grants``."""
    if shown != total:
        return f"{shown:,} of {total:,} grants"
    return f"{total:,} grant{' is' if total == 1 else 's are'} in force"


def moment(at: float, now: float) -> str:
    """A moment as the clock on the wall shows it, with the day where that is not today. Unix seconds."""
    day, today = (datetime.fromtimestamp(when, tz=UTC).astimezone() for when in (at, now))
    same = day.date() == today.date()
    return f"at {day:%H:%M}" if same else f"on {day:%Y-%m-%d} at {day:%H:%M}"


def _may(grant: GrantView) -> str:
    app, server, tool = (one_line(name, _NAME) for name in (grant.app, grant.server, grant.tool))
    return f"{app} may call {server} ▸ {tool}"


def _covering(grant: GrantView) -> str:
    """What was shown when it was given, for a pattern word by word."""
    if grant.bound == "pattern":
        return f"with these inputs: {'; '.join(bounds(grant))};"
    return "with any inputs" if grant.bound == "any" else "with exactly these inputs"


def _until(grant: GrantView, now: float) -> str:
    if grant.expires_at is None:
        return left(grant, now)
    until = moment(grant.expires_at, now)
    if grant.scope == "chat":
        return f"until this chat ends, at the latest {until}"
    return f"until {until.removeprefix('at ')}"


def indented(arguments: bytes) -> str:
    """Canonical JSON over several lines, every name, number and text of it as it stands."""
    lines, line, depth = [], "", 0
    parts = _PART.findall(arguments.decode("utf-8", "replace"))
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        opens = part in "{[" and following not in ("}", "]")
        if part in "}]" and not line.endswith(("{", "[")):
            lines.append(line)
            depth -= 1
            line = _INDENT * depth
        line += f"{part} " if part == ":" else part
        depth += opens
        if opens or part == ",":
            lines.append(line)
            line = _INDENT * depth
    return "\n".join([*lines, line])
