"""Codes and passwords that an earlier result told, here again (pure).

Owns: what a result tells as a code or a password, by the word that stands beside it, and where a call holds it, as it
is or taken apart. What stays true: a short value counts only where a result says what it is; what a person said or
an earlier call held came from nowhere else; the work is bounded.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.flows.figures import all_figures
from host.inspect.flows.known import Known
from host.inspect.flows.traces import Trace
from host.inspect.secrets.told import passwords, told
from host.inspect.subject import Earlier, Subject, Text
from host.inspect.texts.decoding import squashed
from host.inspect.texts.vocabulary import holds_any
from host.inspect.tools.words import reads_plainly, words_of
from host.patterns import regex
from host.words import say

_READ: Final = 16 << 10
"""Characters of a result in which codes are looked for."""
_CODES: Final = 16
_VALUES: Final = 100
_LOOKED: Final = 2_000
_FIGURES: Final = 60
"""Figures of a text among which those of a code hardly stand by chance."""
_LONG: Final = 6
_APART: Final = say("taken apart")
_BOOKED: Final = regex(
    r"(?i:\b(?:(?:record )?locator|pnr|(?:booking|reservation|confirmation|order pick-?up) (?:code|ref(?:erence)?|number|no\.?|id)|(?:access|invit(?:e|ation)|door|gate|entry|pick-?up|collection|redemption|redeem|activation|voucher|gift ?card|coupon|promo|discount|referral|meeting|host|guest|locker) (?:code|pin|key)|"
    r"voucher|(?:your|the) (?:\w{3,14} )?code|buchungs(?:code|nummer|referenz)|reservierungs(?:code|nummer)|gutschein(?:code|nummer)?|abhol(?:code|nummer)|t(?:ü|ue)rcode|zugangscode|einladungscode|c(?:ó|o)digo de \w{3,14}|localizador|code (?:de |d['’])\w{3,14}|num(?:é|e)ro de (?:r(?:é|e)servation|dossier)|"
    r"r(?:é|e)f(?:é|e)rence de \w{3,14}|codice (?:di |d['’])?\w{3,14}|boekings(?:code|nummer)|reserveringsnummer|toegangscode|uitnodigingscode))(?!\w)"
    r"(?:[^\n.;:]{0,30}[:=]|[^\n\w]{0,3}(?i:is|ist|lautet|es|est|è|é)\b|\s?#)?[^\n\w]{0,4}([A-Z0-9]{5,10}|[A-Z0-9]{3,5}-[A-Z0-9]{3,5}(?:-[A-Z0-9]{3,5})?)(?![\w-])"
)
_CUES: Final = (
    "locator", "pnr", "booking", "reserv", "confirmation", "code", "voucher", "gift", "coupon", "promo", "nummer", "referenz",
    "gutschein", "digo", "localizador", "codice", "rence", "ro de", " pin", " key",
)  # fmt: skip
_YEAR: Final = regex(r"(?:19|20)[0-9]{2}")
_NO_DIGIT: Final = regex(r"[^0-9]+")
_STORES: Final = frozenset(
    "onepassword 1password op lastpass keepass keepassxc dashlane passbolt nordpass vaultwarden enpass gopass doppler infisical "
    "cyberark akeyless bitwarden roboform vault keychain password secret credential".split()
)
_SOUGHT_BY: Final = frozenset("locator pnr booking reservation confirmation tracking voucher reference record".split())


class Code(NamedTuple):
    """Attributes: value. opens: whether it opens an account or a door, and books nothing."""

    value: str
    opens: bool


class Held(NamedTuple):
    """A code in a call. Attributes: earlier: whose. code. how: empty where it stands as it was told. text. shown."""

    earlier: Earlier
    code: Code
    how: str
    text: Text
    shown: str


def codes_held(subject: Subject, session: Sequence[Earlier]) -> Iterator[Held]:
    """Codes that results of ``session`` told and the call holds, the newest first."""
    told_by = [(earlier, code) for earlier in session for code in _told(earlier)]
    if not told_by:
        return
    texts = [*islice(subject.values(), _VALUES), *islice(all_figures(subject.arguments), _VALUES)]
    known = Known(subject)
    for earlier, code in told_by:
        if known.before(squashed(code.value), earlier):
            continue
        for text in texts:
            if not code.opens and words_of(text.key) & _SOUGHT_BY and reads_plainly(subject):
                continue
            if (held := _in_text(code.value, text.text[:_LOOKED])) is not None:
                yield Held(earlier, code, held[0], text, held[1])
                break


def is_store(earlier: Earlier) -> bool:
    """Whether a store of passwords brought a result."""
    return not _STORES.isdisjoint(words_of(earlier.server) | {earlier.server.lower()})


def opens_something(text: str, held: Sequence[Held]) -> bool:
    """Whether a text is one of these codes that open something, or holds one."""
    return any(it.code.opens and (it.shown == text or it.code.value in text) for it in held)


def _told(earlier: Earlier) -> tuple[Code, ...]:
    found = earlier.trace.once(_codes_in) if isinstance(earlier.trace, Trace) else _codes_in(earlier.text)
    return found or ()


def _codes_in(text: str) -> tuple[Code, ...] | None:
    head = text[:_READ]
    found = {head[hit.start : hit.end]: True for hit in islice(told(head), _CODES)}
    for start, end in islice(passwords(head), _CODES):
        value = head[start:end].rstrip(".,;:!?)\"'")
        if _drawn(value):
            found[value] = True
    if holds_any(head.lower(), _CUES):
        for met in islice(_BOOKED.finditer(head), _CODES):
            if any(map(str.isdigit, met[1])) and not met[1].isdigit():
                found.setdefault(met[1], False)
    return tuple(Code(value, opens) for value, opens in found.items()) or None


def _drawn(value: str) -> bool:
    """Whether a word after one for a password may be one, and is no word of a sentence or place."""
    return (
        len(value) >= _LONG
        and "://" not in value
        and any(map(str.isalpha, value))
        and any(not char.isalpha() and char not in "-'’" for char in value)
        and not any(mark in value for mark in "<>{}[]$…")
        and len(set(value)) >= _LONG - 1
    )


def _in_text(value: str, raw: str) -> tuple[str, str] | None:
    """How a text holds it, and the words that do; None where it does not."""
    at = raw.find(value)
    if at >= 0 and not raw[at - 1 : at].isalnum() and not raw[at + len(value) : at + len(value) + 1].isalnum():
        figures = value.isdigit() and len(value) < _LONG
        return None if figures and (_YEAR.fullmatch(value) or len(raw) > _FIGURES) else ("", value)
    bare = "".join(filter(str.isalnum, value))
    if len(bare) < _LONG:
        return None
    if bare.isdigit():
        digits = _NO_DIGIT.sub("", raw)
        apart = bare in digits or bare[::-1] in digits
        return (_APART, raw[:_FIGURES]) if apart and len(digits) <= _FIGURES and len(set(bare)) > 2 else None
    return (_APART, raw[:_FIGURES]) if bare.isalnum() and bare.casefold() in squashed(raw) else None
