"""A grant in words (pure).

Owns: the sentence that says what is granted. What stays true: the sentence names all that the grant is bound to
(SECURITY, row 13); names of strangers are escaped, and cut only with a mark that says so.
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
_PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+')
_INDENT: Final = "  "


def sentence(grant: GrantView) -> str:
    """What is granted, exactly."""
    app, server, tool = (one_line(name, _NAME) for name in (grant.app, grant.server, grant.tool))
    return f"{app} may call {server} ▸ {tool} with exactly these arguments until {clock(grant.expires_at)}."


def given(grant: GrantView) -> str:
    """Who gave it, when, and what for so far."""
    who = one_line(grant.who, _NAME)
    times = "not used yet" if not grant.used else "used once" if grant.used == 1 else f"used {grant.used:,} times"
    return f"Given by {who} at {clock(grant.given_at)} · {times}"


def left(grant: GrantView, now: float) -> str:
    """How long it still holds."""
    seconds = grant.expires_at - now
    return f"{countdown(seconds)} left" if seconds > 0 else "over"


def clock(moment: float) -> str:
    """A moment as the clock on the wall shows it."""
    return datetime.fromtimestamp(moment, tz=UTC).astimezone().strftime("%H:%M")


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
