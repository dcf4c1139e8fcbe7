"""Numbers of cards, accounts and people (pure).

Owns: how these look. What stays true: a number counts only where its check digits are right, or its form has no other
use; each is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from host.inspect.secrets.tokens import Hit
from host.inspect.texts.vocabulary import has_number
from host.model import Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_DIGITS: Final = regex(r"[0-9][0-9 -]{12,}+")
_SOME_DIGITS: Final = regex(r"[0-9]{2}[0-9 -][0-9]")
_LONGEST_CARD: Final = 19
_GROUPED: Final = regex(r"(?<![0-9])[0-9]{4}([ .-])(?:[0-9]{4}\1[0-9]{4}\1[0-9]{4}|[0-9]{6}\1[0-9]{5})(?![0-9])")
_ABOUT_PEOPLE: Final = regex(r"(?i)\bssn\b|social security|tax[ _-]?id|steuer-?id|national id")
_MAKERS: Final = regex(r"4|5[1-5]|2[2-7]|3[47]|6(?:011|5|4[4-9])|35|30[0-5]|3[68]")
_IBAN: Final = regex(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}+(?![A-Za-z0-9])")
_BESIDE: Final = regex(
    r"(?i)\b(?:cvc|cvv|csc|cid|security code|pr\xfcfziffer)\b|(?:0[1-9]|1[0-2]) ?/ ?(?:20)?[2-4][0-9]"
)
_SSN: Final = regex(r"(?<![0-9-])(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![0-9-])")


def numbers(key: str, value: str) -> Iterator[Hit]:
    """Cards, accounts and social security numbers in a text that stands under ``key``."""
    if len(value) <= 10 or not has_number(value) or not _SOME_DIGITS.search(value):
        return
    for match in _DIGITS.finditer(value):
        written = match.group().rstrip(" -")
        digits = written.replace(" ", "").replace("-", "")
        alone = value[match.start() - 1 : match.start()] not in (".", "-") and len(digits) <= _LONGEST_CARD
        group = _GROUPED.match(written)
        if group is not None and group.group() != written:
            number = group.group().replace(" ", "").replace("-", "")
            if _MAKERS.match(number) and _luhn(number):
                yield Hit(
                    say("the number of a payment card"), Severity.MEDIUM, match.start(), match.start() + group.end()
                )
                continue
        if alone and _MAKERS.match(digits) and _luhn(digits) and len(set(digits)) > 1:
            end = match.start() + len(written)
            yield Hit(say("the number of a payment card"), _card_severity(key, written), match.start(), end)
    for match in _IBAN.finditer(value):
        if _iban(match.group().replace(" ", "")):
            yield Hit(say("the number of a bank account"), Severity.INFO, *match.span())
    for match in _SSN.finditer(value) if value.count("-") > 1 else ():
        named = _ABOUT_PEOPLE.search(value) is not None or "ssn" in key.lower()
        yield Hit(
            say("a social security number") if named else say("what may be a social security number"),
            Severity.MEDIUM if named else Severity.INFO,
            *match.span(),
        )


def cards_beside(texts: Iterable[tuple[str, str]]) -> Iterator[int]:
    """Which of the first texts, by (name, value), are a card's number because its other details stand beside it."""
    seen = list(islice(texts, _AROUND))
    if not any(_CARD <= len(value) <= _DETAIL and _GROUPED.search(value) for _, value in seen):
        return
    if any(len(value) <= _DETAIL and _BESIDE.search(f"{key} {value}") for key, value in seen):
        for at, (_, value) in enumerate(seen):
            if len(value) <= _DETAIL and (match := _GROUPED.search(value)) and _MAKERS.match(match.group()):
                yield at


_AROUND: Final = 100
_CARD: Final = 17
"""Characters of the shortest number that is written in groups."""
_DETAIL: Final = 40


def _card_severity(key: str, written: str) -> Severity:
    """Sixteen digits in a row are often an identifier; under a name of a card, or in groups, they are one."""
    named = not {"card", "pan", "cc", "number", "text", "body", "content", "message"}.isdisjoint(key_words(key))
    return Severity.MEDIUM if named or not written.isdigit() else Severity.INFO


def _luhn(digits: str) -> bool:
    """ISO/IEC 7812-1, Annex B."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def _iban(text: str) -> bool:
    """ISO 13616: the remainder is 1."""
    if not 15 <= len(text) <= 34:
        return False
    return int("".join(str(int(char, 36)) for char in text[4:] + text[:4])) % 97 == 1
