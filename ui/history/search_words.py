"""What the filter says: its parts in words, and what could be typed next (pure).

Owns: the words of chips, and the suggestions.

Invariants: what a stranger named comes out escaped, on one line and bounded; suggestions are few, and are those of
``host.control.search``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from host.control.search import DATES, KEYS, VALUES, Part, read
from host.text import one_line
from ui import faces
from ui.tr import mark, tr, tr_n

MOST: Final = 8
"""Suggestions at once."""
LONGEST: Final = 40
"""Characters of a value in a chip."""

_AGO: Final = re.compile(r"([0-9]{1,4})([hdw])")
_TITLES: Final = {
    "app": mark("App"),
    "server": mark("Server"),
    "tool": mark("Tool"),
    "decision": mark("Decision"),
    "outcome": mark("Outcome"),
    "by": mark("Decided by"),
    "finding": mark("Finding"),
    "severity": mark("Severity"),
    "edited": mark("Edited"),
    "after": mark("Since"),
    "before": mark("Before"),
    "on": mark("On"),
    "id": mark("Call"),
}
_SAID: Final = {
    "approved": mark("approved"),
    "allowed": mark("allowed by a rule or grant"),
    "denied": mark("denied"),
    "expired": mark("expired"),
    "withdrawn": mark("withdrawn"),
    "stopped": mark("stopped"),
    "invalid": mark("invalid"),
    "waiting": mark("waiting"),
    "other": mark("not decided"),
    "succeeded": mark("succeeded"),
    "failed": mark("failed"),
    "tool-error": mark("tool error"),
    "protocol-error": mark("protocol error"),
    "timed-out": mark("timed out"),
    "cancelled": mark("cancelled"),
    "unknown": mark("unknown"),
    "not-told": mark("run by the app"),
    "running": mark("running"),
    "not-sent": mark("not sent"),
    "high": mark("danger"),
    "medium": mark("look closer"),
    "info": mark("good to know"),
    "yes": mark("yes"),
    "no": mark("no"),
    "person": mark("a person"),
    "rule": mark("a rule"),
    "grant": mark("a grant"),
    "today": mark("today"),
    "yesterday": mark("yesterday"),
}
_USUAL: Final[dict[str, tuple[str, ...]]] = {
    **VALUES,
    "by": ("person", "rule", "grant"),
    **dict.fromkeys(DATES, ("today", "yesterday", "7d", "30d")),
}
"""Values that are suggested whatever the log holds."""


def chip(part: Part) -> str:
    """A part with a key, as its chip says it."""
    meant = part.meant or (part.value.casefold(),)
    if part.key in ("app", "server") and "*" not in part.value:
        value = faces.name_of("app" if part.key == "app" else "server", part.value)
    elif part.key in _USUAL and all(word in _SAID for word in meant):
        value = ", ".join(tr(_SAID[word]) for word in meant)
    elif part.key in DATES and (ago := _AGO.fullmatch(part.value)) is not None:
        value = _ago(int(ago[1]), ago[2])
    else:
        value = part.value
    shown, title = one_line(value, LONGEST), tr(_TITLES[part.key])
    if part.negated:
        return tr("Not {title}: {value}", title=title, value=shown)
    return tr("{title}: {value}", title=title, value=shown)


def _ago(n: int, unit: str) -> str:
    if unit == "h":
        return tr_n("1 hour ago", "{n} hours ago", n)
    return tr_n("1 day ago", "{n} days ago", n) if unit == "d" else tr_n("1 week ago", "{n} weeks ago", n)


def take_parts(typed: str, *, whole: bool = False) -> tuple[tuple[Part, ...], str]:
    """The parts with keys that are typed to their ends, and what is left of the text.

    ``whole``: the last one too, after which nothing stands yet.
    """
    done = [part for part in read(typed).parts if part.key and (whole or part.end < len(typed))]
    left, at = "", 0
    for part in done:
        left, at = left + typed[at : part.begin].lstrip(), part.end
    return tuple(done), left + typed[at:].lstrip() if done else typed


def suggestions(typed: str, known: Mapping[str, Iterable[str]]) -> list[str]:
    """What the last word of a text could become, the likeliest first.

    Args:
        typed: the text up to the cursor.
        known: values that the log or the configuration holds, by key.
    """
    word = _last_word(typed)
    minus, bare = ("-", word[1:]) if word.startswith("-") else ("", word)
    key, colon, value = bare.partition(":")
    if not colon:
        return [f"{minus}{each}:" for each in KEYS if bare and each.startswith(bare.casefold())][:MOST]
    key = key.casefold()
    if key not in KEYS:
        return []
    asked = value.strip('"').casefold()
    all_values = dict.fromkeys([*_USUAL.get(key, ()), *known.get(key, ())])
    fitting = [each for each in all_values if asked in each.casefold() and each.casefold() != asked]
    fitting.sort(key=lambda each: not each.casefold().startswith(asked))
    shown = [each for each in fitting if '"' not in each and one_line(each, LONGEST) == each]
    return [Part(key, each, bool(minus)).text() for each in shown[:MOST]]


def completed(typed: str, suggestion: str) -> str:
    """The text with its last word replaced by a suggestion."""
    return typed[: len(typed) - len(_last_word(typed))] + suggestion


def settled(typed: str) -> str:
    """What is typed without the word that may still grow."""
    return typed[: len(typed) - len(_last_word(typed))]


def _last_word(typed: str) -> str:
    """What stands behind the last blank that is not inside of quotes."""
    start, quoted = 0, False
    for at, char in enumerate(typed):
        quoted ^= char == '"'
        if char.isspace() and not quoted:
            start = at + 1
    return typed[start:]
