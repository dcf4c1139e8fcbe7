"""Secrets that are not written as they are (pure).

Owns: tokens and keys that stand encoded, backwards or over several inputs, and the words that open a wallet where
nobody says what they are. What stays true: as in ``host.inspect.secrets.find``; each text is looked at once, and
bounded.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from host.inspect.secrets.tokens import Hit
from host.inspect.subject import Text
from host.inspect.texts.decoding import decoded
from host.model import Severity
from host.patterns import regex
from host.words import say

Forms: TypeAlias = "Callable[[str], Iterable[Hit]]"

LONGEST: Final = 32 << 10
_SPLIT: Final = 8 << 10
_FIELDS: Final = 64
_NEIGHBOURS: Final = 12
_SHORTEST: Final = 16
_RUN: Final = regex(r"[A-Za-z0-9+/_=%\\-]{24}")
_WORDS: Final = regex(
    r"(?<![A-Za-z0-9])(?:\d{1,2}(?:[.)] ?| ))?[a-z]{3,8}(?:[\s,;]{1,3}(?:\d{1,2}(?:[.)] ?| ))?[a-z]{3,8}){11,23}(?![A-Za-z0-9])"
)
_COUNTS: Final = frozenset({12, 15, 18, 21, 24})
_NUMBERED: Final = regex(r"\d{1,2}[.)]")
_ABOUT: Final = regex(
    r"(?i)\b(?:seed|recovery|mnemonic\w{0,3}|wallet|passphrase|phrase|secret|backup|(?:12|15|18|21|24|twelve|twenty[- ]four|zw(?:ö|oe)lf|"
    r"douze|doce|doze|dodici) (?:words?|w(?:ö|oe)rter|mots|palabras|palavras|parole)|ledger|trezor|metamask|bip-?39|restore)\b"
)
_PROSE: Final = frozenset(
    "the and for with are was were from has had have been but not can will would our its his her him she these those "
    "which while where into than please thanks hello dear regards should could must also some more most very "
    "here".split()
)


def veiled(text: str, forms: Forms) -> Iterator[Hit]:
    """Tokens behind an encoding, or backwards. ``forms``: finds them in a plain text."""
    if not 24 <= len(text) <= LONGEST or _RUN.search(text) is None:  # the shortest token, encoded
        return
    for reading in decoded(text):
        for each in forms(reading.text):
            yield Hit(say("{what}, {how}", what=each.what, how=reading.how), each.severity, reading.start, reading.end)
            break
    if len(text) <= _SPLIT and (hit := next(iter(forms(text[::-1])), None)) is not None:
        yield Hit(say("{what}, backwards", what=hit.what), hit.severity, len(text) - hit.end, len(text) - hit.start)


def split(texts: Iterable[Text], forms: Forms) -> Iterator[Hit]:
    """A token that only is one once values are put together; its span is of no text."""
    groups: dict[str, list[str]] = {"": []}
    for text in texts:
        value = text.text.strip()
        if not text.is_name and 4 <= len(value) <= 400 and " " not in value:  # parts of a token
            groups[""].append(value)
            groups.setdefault(text.key, []).append(value)
    beside = groups[""]
    if 2 < len(beside) <= _NEIGHBOURS:  # the parts may stand among others
        groups |= {f"#{at}": beside[at : at + 2] for at in range(len(beside) - 1)}
    for values in groups.values():
        if len(values) < 2 or sum(map(len, values)) < _SHORTEST:
            continue
        hit = next(iter(forms("".join(values[:_FIELDS])[:_SPLIT])), None)
        if hit is not None and not any(next(iter(forms(value)), None) for value in values[:_FIELDS]):
            yield Hit(say("{what}, split over several inputs", what=hit.what), hit.severity, 0, 0)
            return


def phrase(text: str) -> Iterator[Hit]:
    """Twelve to twenty-four words that are no sentence."""
    if len(text) < 47 or len(text) > LONGEST:  # twelve words of three letters
        return
    if text.isupper() and text.isascii():
        text = text.lower()
    for match in _WORDS.finditer(text):
        words = re.findall("[a-z]+", match.group())
        if _PROSE.intersection(words):
            words = _run(words)
        if len(words) < _FEWEST or len(set(words)) * 3 < len(words) * 2:
            continue
        named = _ABOUT.search(text) is not None
        alone = len(words) in _COUNTS and (
            len(match.group()) > len(text.strip()) - 12 or _NUMBERED.search(match.group()) or _told(text, match)
        )
        if named or alone:
            yield Hit(say("the words that open a wallet"), Severity.HIGH if named else Severity.MEDIUM, *match.span())
            return


def _run(words: list[str]) -> list[str]:
    """The longest run of them without a word of sentences."""
    best, run = list[str](), list[str]()
    for word in words:
        run = [] if word in _PROSE else [*run, word]
        best = run if len(run) > len(best) else best
    return best


_FEWEST: Final = 12


def apart(texts: Iterable[Text], names: Iterable[str]) -> Iterator[Text]:
    """The first of twelve to twenty-four words that stand apart, where ``names`` or theirs say what they are."""
    groups: dict[object, list[Text]] = {}
    for text in texts:
        if not text.is_name and len(text.steps) > 1 and _ONE.fullmatch(text.text):
            groups.setdefault(text.steps[:-1], []).append(text)
    for steps, group in groups.items():
        words = {text.text.lower() for text in group}
        if len(group) not in _COUNTS or len(words) * 3 < len(group) * 2 or _PROSE.intersection(words):
            continue
        said = " ".join((*names, *(step for step in (*steps, group[0].key) if isinstance(step, str)))).lower()  # type: ignore[misc]
        if _PHRASED.search(said):
            yield group[0]
            return


_ONE: Final = regex(r"[A-Za-z]{3,8}")
_PHRASED: Final = regex(r"seed|mnemonic|phrase|recover|wallet|restore|words?\b|\bw_?\d|bip39|ledger|trezor|backup")


def _told(text: str, match: re.Match[str]) -> bool:
    """Whether they are all that comes after a colon."""
    return text[: match.start()].rstrip().endswith(":") and not text[match.end() :].strip(" .!")
