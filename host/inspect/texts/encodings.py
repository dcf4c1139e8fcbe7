"""Encodings that hide a text more deeply than the usual ones (pure).

Owns: what bytes say that were compressed or are UTF-16, and texts in quoted-printable, base85, binary or octal digits,
or in two widths of nothing. What stays true: work and output are bounded, however much a few bytes unpack to; only what
gives readable text is one.
"""

from __future__ import annotations

import base64
import bz2
import lzma
import re
import zlib
from collections.abc import Iterator
from typing import Final

from host.inspect.texts import invisible
from host.patterns import regex
from host.words import say

LONGEST: Final = 64 << 10
"""Characters of an encoded run, and bytes that it may unpack to."""
_RUNS: Final = 16
_TEXTUAL: Final = 0.85
_QUOTED: Final = regex(r"[^\s=]{0,80}(?:=[0-9A-Fa-f]{2}[^\s=]{0,80}){4,}+")
_QUOTED_BYTE: Final = regex(r"=([0-9A-Fa-f]{2})")
_BITS: Final = regex(r"(?:[01]{8}[ ,_-]?){6,}+")
_OCTAL: Final = regex(r"(?:\\[0-3][0-7]{2}){6,}+")
_BASE85: Final = regex(r"<~([!-u\sz]{10,65536}?)~>")
_ONE_BASE85: Final = regex(r"[!-~]{20,65536}")


def unpacked(raw: bytes) -> bytes:
    """What compressed bytes unpack to, ``LONGEST`` at most; themselves where they are not compressed."""
    try:
        if raw[:2] == b"\x1f\x8b" or (raw[:1] == b"\x78" and raw[1:2] in (b"\x01", b"\x5e", b"\x9c", b"\xda")):
            return zlib.decompressobj(47).decompress(raw, LONGEST)
        if raw[:3] == b"BZh":
            return bz2.BZ2Decompressor().decompress(raw, LONGEST)
        if raw[:6] == b"\xfd7zXZ\x00":
            return lzma.LZMADecompressor(memlimit=1 << 24).decompress(raw, LONGEST)
    except (zlib.error, OSError, lzma.LZMAError, EOFError, ValueError):
        return raw
    return raw


def readable(raw: bytes) -> str:
    """The text that bytes are, empty where they are none."""
    raw = unpacked(raw)
    if len(raw) < 6:
        return ""
    if 0 in raw[:8]:
        return _sound(_wide(raw))
    text = raw.decode("utf-8", "ignore")
    return _sound(text) if len(text) >= _TEXTUAL * len(raw.decode("utf-8", "replace")) else ""


def _wide(raw: bytes) -> str:
    """UTF-16, by where the empty bytes stand."""
    return raw[: len(raw) & ~1].decode(
        "utf-16-le" if raw[1:8:2].count(0) >= raw[0:8:2].count(0) else "utf-16-be", "ignore"
    )


def _sound(text: str) -> str:
    good = sum(char.isprintable() or char in "\n\r\t\ufeff" for char in text)
    return text if text and good >= 0.95 * len(text) and sum(map(str.isalnum, text)) * 2 >= len(text) else ""


def rarer(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Readings of parts of ``text``: how, what it says, from, to."""
    if "=" in text and (said := _quoted(text)):
        yield say("quoted-printable"), said, 0, len(text)
    for pattern, how, base in ((_BITS, say("in binary digits"), 2), (_OCTAL, say("in octal escapes"), 8)):
        if pattern is _OCTAL and "\\" not in text:
            continue
        for count, run in enumerate(pattern.finditer(text)):
            if count < _RUNS and (said := readable(_of_digits(run.group()[:LONGEST], base))):
                yield how, said, *run.span()
    if "<~" in text or (" " not in text and _ONE_BASE85.fullmatch(text)):
        yield from _base85(text)
    if not text.isascii():
        for count, run in enumerate(invisible.RUN.finditer(text)):
            if count < _RUNS and (said := invisible.decoded(run.group()[:LONGEST])):
                yield say("in invisible characters"), said, *run.span()


def _quoted(text: str) -> str:
    if _QUOTED.search(text) is None:
        return ""
    data = _QUOTED_BYTE.sub(lambda match: chr(int(match[1], 16)), text[:LONGEST].replace("=\n", ""))
    return readable(data.encode("latin-1", "replace"))


def _of_digits(run: str, base: int) -> bytes:
    digits = re.findall(r"[01]{8}" if base == 2 else r"[0-3][0-7]{2}", run)
    return bytes(int(digit, base) for digit in digits)


def _base85(text: str) -> Iterator[tuple[str, str, int, int]]:
    match = _BASE85.search(text)
    try:
        if match is not None:
            raw = base64.a85decode(match[1][:LONGEST])
        elif text.isalnum():
            return
        else:
            raw = base64.b85decode(text[:LONGEST])
    except ValueError:
        return
    if said := readable(raw):
        yield say("in base85"), said, *(match.span() if match is not None else (0, len(text)))
