"""Readable text behind an encoding (pure).

Owns: undoing base64, base32, hexadecimal and percent encoding where readable text comes out, and ``hidden-characters``
for commands and addresses that are written so where a program or a browser reads them, and for words in an address,
which its host gets. Invariants: the work is linear
in the text, and what comes out is bounded by it; what gives no readable text is nothing. Base64 in contents, tokens,
identifiers, pictures, keys and attachments is ordinary. What is packed (gzip) or encrypted stays unread.
"""

from __future__ import annotations

import base64
import binascii
import html
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

from host.inspect.evidence import finding_about, name_of_text
from host.inspect.identifiers import Form, form_of
from host.inspect.roles import MAIL, URL, roles_of
from host.inspect.subject import Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, Severity
from host.patterns import Linear, linear
from host.text import one_line
from host.words import Words, say

KIND: Final = "hidden-characters"
FEWEST: Final = 24
"""Characters of an encoded run."""
RUNS: Final = 64
"""Encoded runs of one way, in one text, that are decoded."""
LONGEST: Final = 64 << 10
"""Characters of an encoded run that are decoded."""
_SHOWN: Final = 120
_LEAST: Final = 8
_WORDS: Final = 4
_LETTERS: Final = 3
"""Words of so many letters that an address has no need to encode."""
_APART: Final = linear(r"[^\pL]+")
_COMMAND: Final = linear(
    r"^\s*#!|(?:^|[\s;&|(`'\"])(?:(?:curl|wget|nc|ncat|socat|ssh|scp|chmod|rm|sudo|eval|exec|source|powershell|iex|"
    r"invoke-expression|iwr|certutil|bitsadmin|cmd(?:\.exe)?)[\s(]+[^\s=]|(?:ba|z|da)?sh\s+-[a-z]|python[0-9.]*\s+-c\b|/bin/)",
    ignore_case=True,
)
"""Programs by which a command fetches, runs or removes (POSIX; MITRE ATT&CK T1027, T1059)."""


class Decoded(NamedTuple):
    """A decoded run of characters.

    Attributes:
        encoding: its name, for a sentence.
        text: the decoded text.
        start: offset of the run.
        end: likewise.
    """

    encoding: Words
    text: str
    start: int
    end: int


def find_encoded(subject: Subject) -> Iterator[Finding]:
    """Commands and addresses behind an encoding, where a program or a browser reads them."""
    runs = {it.text.steps for it in roles_of(subject, class_of_call(subject)) if it.role == "program"}
    for text in subject.values():
        if len(text.text) < FEWEST:
            continue
        form = "command" if text.steps in runs else form_of(text)
        if form not in ("command", "host", "path", "address"):
            if (each := _in_link(text.text) or _by_references(text.text)) is not None:
                yield _said(text, "address", each, command=False)
            continue
        for each in decoded(text.text):
            if _ordinary(text.text, each):
                continue
            command = _COMMAND.search(each.text) is not None
            told = form in ("host", "address") and each.encoding != _PERCENT and _tells(each.text)
            if command or told or MAIL.search(each.text) or URL.search(each.text):
                yield _said(text, form, each, command=command)
                break


def _by_references(content: str) -> Decoded | None:
    """Letters that markup could write as they are (HTML §13.5): a reader sees them, and no filter does."""
    found = decoded(content) if "&#" in content else ()
    return next((each for each in found if each.encoding == _REFERENCES and not _ordinary(content, each)), None)


def _in_link(content: str) -> Decoded | None:
    """What an address inside a text tells its host behind an encoding, as a picture of a page or message may."""
    if "://" not in content:
        return None
    for link in islice(URL.finditer(content), RUNS):
        for each in decoded(link[0]):
            if each.encoding != _PERCENT and not _ordinary(link[0], each) and _tells(each.text):
                return each._replace(start=each.start + link.start(), end=each.end + link.start())
    return None


def _tells(text: str) -> bool:
    """Whether it says something, rather than where in a list to go on."""
    return sum(word.isalpha() and len(word) >= _LETTERS for word in _APART.split(text)) >= _WORDS


def _ordinary(raw: str, each: Decoded) -> bool:
    """What encodes no more than it must, and structures that programs hand on: tokens, and places in lists."""
    if each.encoding == _PERCENT and raw[each.start : each.end].count("%") * 3 < each.end - each.start:
        return True
    return each.text.lstrip()[:1] in ("{", "[", "<") or not any(char.isascii() and char.isalpha() for char in each.text)


def _said(text: Text, form: Form, each: Decoded, *, command: bool) -> Finding:
    said = say(
        "{place} holds text behind {how}: \u201c{text}\u201d.",
        place=name_of_text(text),
        how=each.encoding,
        text=one_line(each.text, _SHOWN),
    )
    severity = Severity.HIGH if command and form == "command" else Severity.MEDIUM
    return finding_about(KIND, severity, said, text, (each.start, each.end))


def decoded(text: str) -> Iterator[Decoded]:
    """What parts of ``text`` say once an encoding is undone; of one run, the first way that gives readable text."""
    if max(map(len, text.split()), default=0) < FEWEST:
        return  # no encoding is shorter, or has a blank in it
    told: list[tuple[int, int]] = []
    for encoding, pattern, decode in _ENCODINGS:
        if encoding == _PERCENT and "%" not in text:
            continue
        for run in islice(pattern.finditer(text), RUNS):
            start, end = run.span()
            if not any(start < other[1] and other[0] < end for other in told) and (plain := decode(run[0][:LONGEST])):
                told.append((start, end))
                yield Decoded(encoding, plain, start, end)


def readable(data: bytes) -> str:
    """The text that bytes are; empty where they are none, or hardly one."""
    if len(data) > 2 * _LEAST and data[1::2].count(0) * 10 > 9 * (len(data) // 2):
        text = data[: len(data) & ~1].decode("utf-16-le", "replace")  # as PowerShell wants it
    else:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return ""
    seen = sum(1 for char in text if char.isprintable() or char in "\n\r\t")
    return text if len(text) >= _LEAST and seen * 20 >= 19 * len(text) else ""


def _of_base64(run: str) -> str:
    """By any of the four places where it may have begun; where a path or a name goes before it, by its last piece."""
    plain = run.rstrip("=").replace("-", "+").replace("_", "/")
    for piece in (plain, *(plain[at:] for at in (1, 2, 3)), plain.rpartition("/")[2]):
        if len(piece) < FEWEST - 4:
            continue
        whole = piece[: len(piece) & ~3] if len(piece) % 4 == 1 else piece + "=" * (-len(piece) % 4)
        try:
            found_text = readable(base64.b64decode(whole, validate=True))
        except binascii.Error:
            continue
        if found_text:
            return found_text
    return ""


def _of_base32(run: str) -> str:
    piece = run.rstrip("=")
    piece = piece[: len(piece) & ~7] if len(piece) % 8 in (1, 3, 6) else piece + "=" * (-len(piece) % 8)
    try:
        return readable(base64.b32decode(piece))
    except binascii.Error:
        return ""


def _of_hex(run: str) -> str:
    digits = run.replace("\\x", "")
    return readable(bytes.fromhex(digits[: len(digits) & ~1]))


def _of_percent(run: str) -> str:
    return readable(unquote_to_bytes(run))


def _of_references(run: str) -> str:
    return readable(html.unescape(run).encode("utf-8", "replace"))


_PERCENT: Final = say("percent encoding")
_REFERENCES: Final = say("character references")
_ENCODINGS: Final[tuple[tuple[Words, Linear, Callable[[str], str]], ...]] = (
    (_PERCENT, linear(r"[A-Za-z0-9_.~+-]*(?:%[0-9A-Fa-f]{2}[A-Za-z0-9_.~+-]*){8,}"), _of_percent),
    (_REFERENCES, linear(r"(?:&#(?:x[0-9A-Fa-f]{1,6}|[0-9]{1,7});){6,}"), _of_references),
    (say("hexadecimal"), linear(r"(?:\\x[0-9A-Fa-f]{2}){8,}|(?:[0-9A-Fa-f]{2}){12,}"), _of_hex),
    (say("base32"), linear(r"[A-Z2-7]{24,}={0,6}"), _of_base32),
    (say("base64"), linear(r"[A-Za-z0-9+/_-]{24,}={0,2}"), _of_base64),
)
