"""Characters that look like the marks that names are put together with (pure).

Owns: what looks like a dot, a slash, a colon, an at sign, a hyphen or an underscore where a program would look for the
real one. What stays true: only identifiers are judged; what languages write in titles of files stays ordinary, unless
it stands where the ending of a file begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from host.inspect.saying import called, found_in
from host.inspect.subject import Text
from host.inspect.texts.identifiers import Role
from host.inspect.tools.words import last_word
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_SURE: Final = (
    "\uff0e\uff0f\uff3c\u2024\ua4f8\ufe52\u2044\u2215\u29f8\u29f9\u2571\u2572\u27cb\u27cd\u29f5\u2216\ufe68"
    "\U0001d16d\U00010a50"
)
"""What nobody writes in a path but to look like a dot or a slash."""
_ANY: Final = regex(
    f"[{_SURE}\u3002\uff61\uff1a\u2236\uff20\ua789\u02d0\ufe55\ufe6b\u0589\u2027\u2219\u22c5\u06d4\u0701\u0702]"
)
_PATH: Final = regex(f"[{_SURE}]")
_COMMAND: Final = regex("(?<=[\\w~.-])[\u2024\ua4f8\u2215\u29f8\u2571\u2216](?=[\\w.-])")
"""In commands, where strings of other languages may stand."""
_BY_ROLE: Final[dict[Role, re.Pattern[str]]] = {"path": _PATH, "command": _COMMAND, "host": _ANY, "address": _ANY}
_ENDING: Final = regex(
    f"[{_SURE}\u3002\uff61\xb7\u2027\u2219\u22c5\u2022\u06d4\u0701\u0702\u2025\u0387\u0660\u06f0\u30fb\uff65](?=[A-Za-z0-9]{{1,5}}$)"
)
"""Before the last letters of a name, where a dot belongs."""
_JOINTS: Final = regex(
    "(?<=[A-Za-z0-9])[\u2010-\u2015\u2212\ufe63\uff0d\u2043\ufe58\u30fc\uff3f\u02d7\u2017](?=[A-Za-z0-9])"
)
"""What looks like a hyphen or an underscore, within a name."""
_JOINED: Final = frozenset(
    "host hostname domain url uri endpoint package module library dependency image branch ref repo repository registry "
    "bucket namespace username login account handle secret role".split()
)
_LONG: Final = 1_024
_found: Final = partial(found_in, "confusable")


def told_marks(text: Text, kind: Role) -> Iterator[Finding]:
    """The first such character in a path, a host, an address, or the name of a file or of what is looked up."""
    raw = text.text
    if len(raw) > _LONG or text.is_name:
        return
    marks = _BY_ROLE.get(kind)
    mark = marks.search(raw) if marks is not None else None
    if mark is None and kind in ("path", "name"):
        mark = _ENDING.search(raw)
    if mark is None and (kind in ("host", "address") or last_word(text.key) in _JOINED) and " " not in raw.strip():
        mark = _JOINTS.search(raw)
    if mark is not None:
        said = say(
            "{place} has the character {code}, which looks like a dot, slash, colon or at sign, and may be read as "
            "one.",
            place=called(text),
            code=f"U+{ord(mark[0]):04X}",
        )
        if mark.re is _JOINTS:
            said = say(
                "{place} has the character {code}, which looks like a hyphen or underscore, and is another.",
                place=called(text),
                code=f"U+{ord(mark[0]):04X}",
            )
        yield _found(Severity.HIGH if kind == "host" else Severity.MEDIUM, said, text, mark.span())
