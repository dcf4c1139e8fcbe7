"""What a text may be besides itself: the same, encoded (pure).

Owns: the encodings that are undone, and how a text is squashed to what case, space and punctuation leave of it. What
stays true: the work is linear in the text, and what comes out is bounded by it; only what gives readable text is one.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

from host.inspect.texts.encodings import rarer, readable
from host.patterns import regex
from host.words import say

RUNS: Final = 64
"""Encoded runs of one text that are decoded."""
LONGEST: Final = 64 << 10
"""Characters of an encoded run that are decoded."""
_LOWER: Final = bytes(code + 32 if 65 <= code <= 90 else code for code in range(256))
_OTHERS: Final = bytes(code for code in range(128) if not chr(code).isalnum())
_NOT_WORD: Final = regex(r"[\W_]+")
_ROT13: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm"
)
_ESCAPED: Final = regex(r"\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|([nrtbf\"'/\\]))")
_BASE64: Final = regex(r"[A-Za-z0-9+/_-]{16,}+")
_HEX: Final = regex(r"(?:[0-9a-fA-F]{2}[ :,-]?){8,}+|(?:(?:0x|\\x)[0-9a-fA-F]{2}[, |;:]{0,2}){8,}+")
_HEX_MARKS: Final = regex(r"0x|\\x|[^0-9a-fA-F]")
_BASE32: Final = regex(r"[A-Za-z2-7]{24,}+")
_CODES: Final = regex(r"(?:[0-9]{2,3}[ ,;]{1,2}){7,}+(?:[0-9]{2,3})?")
_TURNED: Final = 4 << 10
"""Characters of a run that are also read backwards."""


class Reading(NamedTuple):
    """One way to read a text. Attributes: how: for a sentence. text. start, end: of the run that was decoded."""

    how: str
    text: str
    start: int
    end: int


def squashed(text: str) -> str:
    """Letters and digits alone, in lower case."""
    if text.isascii():
        return text.encode().translate(_LOWER, _OTHERS).decode()
    return _NOT_WORD.sub("", text.casefold())


def unescaped(text: str) -> str:
    """With the escapes of JSON, JavaScript and HTML undone."""
    if "\\" in text:
        text = _ESCAPED.sub(_char, text)
    return html.unescape(text) if "&" in text and ";" in text else text


def rot13(text: str) -> str:
    """Each letter 13 places on."""
    return text.translate(_ROT13)


def decoded(text: str) -> Iterator[Reading]:
    """What parts of ``text`` say once an encoding is undone."""
    if len(text) < 8:
        return
    if "%" in text and (plain := unquote_plus(unquote_plus(text))) != text:
        yield Reading(say("URL-encoded"), plain, 0, len(text))
    if ("\\" in text or "&" in text) and (plain := unescaped(text)) != text:
        yield Reading(say("with escapes"), plain, 0, len(text))
    if len(text) < 16:
        return
    yield from _runs(text)
    yield from (Reading(*each) for each in rarer(text))


def _runs(text: str) -> Iterator[Reading]:
    for run in _some(_BASE64, text):
        plain = ""
        for plain in _of_base64(run.group()[:LONGEST]):
            yield Reading(say("in base64"), plain, *run.span())
        if not plain and (plain := next(_of_base64(run.group()[:_TURNED][::-1]), "")):
            yield Reading(say("in base64, backwards"), plain, *run.span())
    for run in _some(_HEX, text):
        digits = _HEX_MARKS.sub("", run.group()[:LONGEST])
        if plain := readable(bytes.fromhex(digits[: len(digits) & ~1])):
            yield Reading(say("in hexadecimal"), plain, *run.span())
    for run in _some(_BASE32, text):
        if plain := _of_base32(run.group()[:LONGEST]):
            yield Reading(say("in base32"), plain, *run.span())
    for run in _some(_CODES, text):
        codes = [int(code) for code in re.findall("[0-9]+", run.group()[:LONGEST])]
        if max(codes) < 256 and (plain := readable(bytes(codes))):
            yield Reading(say("as character codes"), plain, *run.span())


_SHORT: Final = regex(r"(?<![\w+/=-])[A-Za-z0-9+/]{7,24}={0,2}(?![\w+/=-])")
_SHORT_TEXT: Final = 400
_SAID: Final = regex(r"[ -~]{5,24}")


def shortly(text: str) -> Iterator[Reading]:
    """What words of a short text say in base64, hexadecimal or base32, be it only some letters and figures."""
    for match in islice(_SHORT.finditer(text), RUNS) if len(text) <= _SHORT_TEXT else ():
        run = match.group()
        if run.isalpha() and (run.islower() or run.istitle()):
            continue
        for how, decode in _SHORT_WAYS:
            try:
                raw = decode(run).decode("ascii")
            except (binascii.Error, ValueError):
                continue
            if _SAID.fullmatch(raw) and not raw.isalpha():
                yield Reading(how, raw, *match.span())


_SHORT_WAYS: Final = (
    (
        say("in base64"),
        lambda run: base64.b64decode(run.rstrip("=") + "=" * (-len(run.rstrip("=")) % 4), validate=True),
    ),
    (say("in hexadecimal"), bytes.fromhex),
    (say("in base32"), lambda run: base64.b32decode(run.upper().rstrip("=") + "=" * (-len(run.rstrip("=")) % 8))),
)


def _some(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    for count, match in enumerate(pattern.finditer(text)):
        if count >= RUNS:
            return
        yield match


def _of_base64(run: str) -> Iterator[str]:
    """By any of the four places where it may have begun; once or twice encoded."""
    plain = run.replace("-", "+").replace("_", "/")
    for offset in range(4):
        piece = plain[offset:]
        piece = piece[: len(piece) & ~3] if len(piece) % 4 == 1 else piece + "=" * (-len(piece) % 4)
        try:
            raw = base64.b64decode(piece, validate=True)
        except (binascii.Error, ValueError):
            continue
        if found := readable(raw):
            yield found
            if _BASE64.fullmatch(found.rstrip("=")) and len(found) < len(run):
                yield from _of_base64(found.rstrip("="))
            return


def _of_base32(run: str) -> str:
    piece = run.upper()[: len(run) & ~7] if len(run) % 8 in (1, 3, 6) else f"{run.upper()}{'=' * (-len(run) % 8)}"
    try:
        return readable(base64.b32decode(piece))
    except (binascii.Error, ValueError):
        return ""


def _char(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        value = int(code, 16)
        return chr(value) if value < 0x110000 else " "
    return match[3] if match[3] in "\"'/\\" else " "
