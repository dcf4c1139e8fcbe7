"""Names of people and plans in the names of other things (pure).

Owns: file names, slugs, hosts, tags and the like that are made of words of a private result, in whatever order, and
short values that a store of secrets gave out. What stays true: names are words that the result writes with a capital
alone; what the person said, or the call that brought it was asked for, is none; the work is bounded.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.subject import Earlier, Subject, Text, texts_of
from host.inspect.tools.reach import nature
from host.naming import key_words
from host.patterns import regex

_RESULT: Final = 64 << 10
_VALUES: Final = 60
_LONGEST: Final = 600
_SLUGS: Final = 20
_APART: Final = regex(r"[^\s/?&=#:,;|\"'<>()\[\]{}@\\]{8,160}")
_WORD: Final = regex(r"[A-Z]{2,40}(?![a-z])|[A-Z]?[a-z\u00df-\u00ff]{2,40}|[0-9]{4,8}|[^\W\d_A-Za-z]{2,40}")
_ADDRESS: Final = regex(r"[\w.+-]{1,64}@[\w.-]{1,200}|https?://\S{1,500}")
_SAID: Final = regex(r"[^\W\d_]{2,40}|[0-9]{4,8}")
_FILE: Final = regex(r"\.[A-Za-z0-9]{1,5}\Z")
_NEAR: Final = 2
_THREE: Final = 3
_LETTERS: Final = 3
_USUAL: Final = frozenset(
    "the and for with from this that all new old page home main index docs doc document file report summary draft final "
    "team meeting notes note project plan data list item items user users name email mail phone address date time year "
    "month week day january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday januar februar märz mai juni juli oktober dezember montag dienstag "
    "mittwoch donnerstag freitag true false null none http https www com org net html json css png jpg jpeg svg pdf "
    "txt example test prod staging dev api cdn img static assets images image icon banner header logo photo picture "
    "invoice order ticket issue release version build status error message subject hello dear best regards thanks "
    "please google github microsoft slack amazon aws azure apple linux windows chrome safari firefox android iphone "
    "python javascript node docker kubernetes internal public private confidential company office service server "
    "customer client account number total amount email id url gmbh ltd inc llc corp sarl spa limited group".split()
)
_SECRET: Final = regex(r"[^\s\"'<>,;|`\\]{7,120}")
_SECRETS: Final = 64
_CLASSES: Final = (str.isupper, str.islower, str.isdigit, lambda char: not char.isalnum())


class Words(NamedTuple):
    """Of a result. Attributes: all. names. pairs: names that stand near each other."""

    all: frozenset[str]
    names: frozenset[str]
    pairs: frozenset[frozenset[str]]


class Reworded(NamedTuple):
    """Attributes: earlier. text. shown. span: in the text. secret: whether it is one as it was given out."""

    earlier: Earlier
    text: Text
    shown: str
    span: tuple[int, int]
    secret: bool = False


def reworded(subject: Subject, session: tuple[Earlier, ...]) -> Iterator[Reworded]:
    """What of the call is made of words of a private result, or holds what was a secret there."""
    private = [(it, nature(it.server, it.tool, it.definition).private) for it in session]
    texts = [text for text in islice(subject.values(), _VALUES) if len(text.text) >= 7]
    for earlier, place in private:
        if place == "secrets":
            yield from _kept(earlier, texts, subject.turn)
    here = nature(subject.server, subject.tool, subject.definition)
    if not any(place for _, place in private) or here.writes or here.private in ("files", "storage"):
        return
    slugs = [it for text in texts for it in _slugs(text)]
    for earlier, place in private if slugs else ():
        if place and (place != "storage" or "list" not in key_words(earlier.tool)):
            yield from _of_names(earlier, slugs, subject.turn)


def _slugs(text: Text) -> Iterator[tuple[Text, str, int, frozenset[str]]]:
    if len(text.text) > _LONGEST:
        return
    for match in islice(_APART.finditer(text.text), _SLUGS):
        shown = match.group()
        words = _WORD.findall(_FILE.sub("", shown))
        telling = frozenset(word.casefold() for word in words if len(word) >= _LETTERS) - _USUAL
        if len(words) >= _NEAR and len(telling) >= _NEAR:
            yield text, shown, match.start(), telling


def _of_names(earlier: Earlier, slugs: list[tuple[Text, str, int, frozenset[str]]], turn: str) -> Iterator[Reworded]:
    known: Words | None = None
    for text, shown, at, telling in slugs:
        if shown in earlier.text:
            continue  # it is compared as it stands
        known = known or _words(earlier)
        shared = telling & known.all
        shared -= _said(turn) | _asked(earlier)
        names = shared & known.names
        near = any(pair <= names for pair in known.pairs) if len(names) >= _NEAR else False
        if near or (len(names) >= _NEAR and len(shared) >= _THREE):
            yield Reworded(earlier, text, shown, (at, at + len(shown)))


def _words(earlier: Earlier) -> Words:
    once = getattr(earlier.trace, "once_of", None)
    made = once(earlier, _of_result) if once is not None else None
    return made if isinstance(made, Words) else _of_result(earlier)


def _of_result(earlier: Earlier) -> Words:
    found = _SAID.findall(earlier.text[:_RESULT])
    low = {word for word in _SAID.findall(_ADDRESS.sub(" ", earlier.text[:_RESULT])) if word.islower()}
    row = [word.casefold() for word in found]
    names = frozenset(
        word for raw, word in zip(found, row, strict=True) if raw[0].isupper() and word not in low and len(word) > 2
    )
    names -= _USUAL
    pairs = {
        frozenset((row[at], row[other]))
        for at in range(len(row))
        if row[at] in names
        for other in range(at + 1, min(at + 1 + _NEAR, len(row)))
        if row[other] in names and row[other] != row[at]
    }
    return Words(frozenset(row) - _USUAL, names, frozenset(pairs))


def _said(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _SAID.findall(text[:2_000]))


def _asked(earlier: Earlier) -> frozenset[str]:
    texts, _ = texts_of(earlier.arguments or {})
    return _said(" ".join(it.text[:200] for it in texts[:20] if not it.is_name))


def _kept(earlier: Earlier, texts: list[Text], turn: str) -> Iterator[Reworded]:
    """What looks like a password or a key, as it was given out."""
    for match in islice(_SECRET.finditer(earlier.text[:_RESULT]), _SECRETS):
        secret = match.group().strip("{}[]():=.")
        if len(secret) < 7 or sum(any(map(kind, secret)) for kind in _CLASSES) < _THREE or "://" in secret:
            continue
        for text in texts:
            at = text.text.find(secret)
            if at >= 0 and secret not in turn and text.text not in (earlier.arguments or {}).values():
                yield Reworded(earlier, text, secret, (at, at + len(secret)), secret=True)
                return
