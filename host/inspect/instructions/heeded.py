"""Calls that do what other people's words speak of, where the person only wanted to be told something (pure).

Owns: that judgement: a call that changes something, an earlier result that others may have written, and what both have
in common. What stays true: the person's words that ask for more than an answer end it; a call that only reads has none;
the work is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.figures import all_figures
from host.inspect.flows.provenance import came_from
from host.inspect.flows.strangers import by_strangers, requests, speaks_of_others
from host.inspect.subject import Earlier, Subject, texts_of
from host.inspect.tools.acts import DRAFTS, deeds_of, is_dry
from host.inspect.tools.deeds import CHANGING, deed
from host.inspect.tools.words import last_word, named_as_sql, reads_plainly, tool_words
from host.inspect.wishes.told import only_told
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_NEAR: Final = 6
"""Calls after which what others wrote hardly is the reason of another."""
_READ: Final = 16 << 10
"""Characters of a result that are looked through."""
_VALUES: Final = 40
_SHORT: Final = 80
_SURE: Final = 5
"""Letters of a value that hardly stands in two places by chance."""
_STEM: Final = 4
_PAGES: Final = frozenset("browser click fill type select press hover page".split())
_ENDS: Final = frozenset("incident ticket alert issue conversation thread case problem".split())
_STATEMENTS: Final = ("insert", "update", "delete", "drop", "alter", "create", "grant", "revoke", "truncate", "merge")
_UNTOLD: Final = frozenset(
    "the this that with true false null none name main master prod production staging test open active".split()
)


def heeded(subject: Subject) -> Iterator[Finding]:
    """At most one finding ``combination``."""
    if not _acts(subject) or (subject.turn and not only_told(subject.turn)):
        return
    on_page = bool(tool_words(subject) & _PAGES)
    theirs = speaks_of_others(subject.turn)
    for earlier in subject.past.session:
        if on_page and earlier.server == subject.server:
            continue  # a page says what there is to fill in
        if earlier.ago <= _NEAR and (theirs or by_strangers(earlier)) and _speaks_of(subject, earlier):
            text = say(
                "You did not ask for this, and what other people wrote speaks of it ({call}).", call=came_from(earlier)
            )
            yield Finding("combination", Severity.MEDIUM, text)
            return


def _acts(subject: Subject) -> bool:
    """Whether it changes something, or nobody knows what it does."""
    words = tool_words(subject)
    if is_dry(subject.arguments) or words & DRAFTS:
        return False
    if "resolve" in words and words & _ENDS:
        return True
    does = deed(subject.tool)
    if any(named_as_sql(text) and text.text[:12].lstrip().lower().startswith(_STATEMENTS) for text in subject.values()):
        return True
    return bool(deeds_of(subject)) or does in CHANGING or (not does and not reads_plainly(subject))


def _speaks_of(subject: Subject, earlier: Earlier) -> bool:
    """Whether a result names what the call does, or what it does it to, and the person did not."""
    low = earlier.text[:_READ].lower()
    act = any(word[:_STEM] in low for word in key_words(subject.tool) if len(word) >= _STEM and word not in _UNTOLD)
    named, sure = _named(subject, earlier, low)
    if not subject.turn:
        return sure and requests(earlier) and act
    return sure or (act and (named or deed(subject.tool) != "reads"))


def _named(subject: Subject, earlier: Earlier, low: str) -> tuple[bool, bool]:
    """Whether a value of the call stands in the text and came from nowhere else; and whether that is no chance."""
    texts, _ = texts_of(earlier.arguments or {})
    before = " ".join((subject.turn.lower(), *(text.text.lower() for text in texts[:_VALUES] if not text.is_name)))
    if any(flag in low and flag not in before for flag in _flags(subject)):
        return True, True
    named = 0
    values = (*islice(subject.values(), _VALUES), *islice(all_figures(subject.arguments), _VALUES))
    for value in (text.text.strip().lower() for text in values):
        if not (0 < len(value) <= _SHORT) or value in before or value in _UNTOLD or not _stands(value, low):
            continue
        named += 1
        if _sure(value) or named > 1:
            return True, True
    return bool(named), _words_named(subject, before, low)


def _flags(subject: Subject) -> Iterator[str]:
    """Switches that are on, as people write them."""
    for key, value in islice(subject.arguments.items(), _VALUES):
        if value is True and len(words := key_words(key)) > 1:
            yield " ".join(words)


def _sure(value: str) -> bool:
    if len(value) >= _SURE and (not value.isalpha() or not value.isascii()):
        return True
    return len(value) >= _MIXED and not value.isalpha() and not value.isdigit() and value.isalnum()


def _words_named(subject: Subject, before: str, low: str) -> bool:
    """Whether words of a statement, a command or a manifest stand there: one that is a name, or two long ones."""
    long = 0
    for text in islice(subject.values(), _VALUES):
        if not (" " in text.text or "\n" in text.text) or last_word(text.key) in _PROSE:
            continue
        for word in dict.fromkeys(_WORD.findall(text.text[:_LOOKED].lower())):
            if word in before or word in _UNTOLD or not _stands(word, low):
                continue
            long += len(word) >= _LONG
            if _sure(word) or long > 1:
                return True
    return False


_MIXED: Final = 3
_LONG: Final = 8
_LOOKED: Final = 2_000
_WORD: Final = regex(r"[\w./:@-]{3,60}")
_PROSE: Final = frozenset("body text message title subject description comment content summary note".split())


def _stands(value: str, low: str) -> bool:
    """Whether it stands there as a whole."""
    at = low.find(value)
    for _ in range(_VALUES):
        if at < 0:
            return False
        before, after = low[at - 1 : at] if at else "", low[at + len(value) : at + len(value) + 1]
        if not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum()):
            return True
        at = low.find(value, at + 1)
    return False
