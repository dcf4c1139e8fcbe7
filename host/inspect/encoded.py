"""Readable text behind an encoding (pure).

Owns: decoding base64, hexadecimal and percent encoding to readable text, and
``hidden-characters`` for encoded commands and addresses that a program or a browser reads, and for encoded sentences in
a URL, which its host gets. Invariants: the work is linear in the text and bounds the result; data without readable text
is ignored. Base64 in contents, tokens, identifiers, pictures, keys and attachments is ordinary. Compressed (gzip) or
encrypted data is not read.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

from host.inspect.evidence import finding_about, name_of_text
from host.inspect.identifiers import Form, form_of
from host.inspect.roles import MAIL, URL, has_scheme, roles_of
from host.inspect.subject import Subject, Text
from host.model import Finding, Severity
from host.patterns import Linear, linear
from host.text import one_line
from host.words import Words, say

KIND: Final = "hidden-characters"
MIN_RUN_LENGTH: Final = 24
"""Characters of the shortest encoded run."""
MAX_RUNS: Final = 64
"""Runs of one encoding in one text that are decoded."""
MAX_RUN: Final = 64 << 10
"""Characters of an encoded run that are decoded."""
_MAX_SHOWN: Final = 120
_MIN_TEXT_LENGTH: Final = 8
_MIN_WORDS: Final = 4
_MIN_WORD_LENGTH: Final = 3
"""Letters of the words that count for a sentence."""
_NO_LETTERS: Final = linear(r"[^\pL]+")
_COMMAND: Final = linear(
    r"^\s*#!|(?:^|[\s;&|(`'\"])(?:(?:curl|wget|nc|ncat|socat|ssh|scp|chmod|rm|sudo|eval|exec|source|powershell|iex|"
    r"invoke-expression|iwr|certutil|bitsadmin|cmd(?:\.exe)?)[\s(]+[^\s=]|(?:ba|z|da)?sh\s+-[a-z]|python[0-9.]*\s+-c\b|/bin/)",
    ignore_case=True,
)
"""Programs by which a command fetches, runs or removes (POSIX; MITRE ATT&CK T1027, T1059)."""


class Decoded(NamedTuple):
    """A decoded run of characters."""

    encoding: Words  # its name, for a sentence
    text: str  # the decoded text
    start: int  # offset of the run
    end: int  # offset behind the run


def find_encoded(subject: Subject) -> Iterator[Finding]:
    """``hidden-characters``: commands and addresses behind an encoding that a program or a browser reads."""
    runs = {it.text.steps for it in roles_of(subject) if it.role == "program"}
    for text in subject.values():
        if len(text.text) < MIN_RUN_LENGTH:
            continue
        form = "command" if text.steps in runs else form_of(text)
        if form not in ("command", "host", "path", "address"):
            if (run := _decoded_in_link(text.text)) is not None:
                yield _finding_of(text, "address", run, command=False)
            continue
        for run in decoded(text.text):
            if _is_ordinary(text.text, run):
                continue
            command = _COMMAND.search(run.text) is not None
            is_message = form in ("host", "address") and _says_something(run)
            if command or is_message or MAIL.search(run.text) or URL.search(run.text):
                yield _finding_of(text, form, run, command=command)
                break


def _decoded_in_link(content: str) -> Decoded | None:
    """An encoded message in a URL inside a text, which its host gets, as from a picture in a page or message."""
    if not has_scheme(content):
        return None
    for link in islice(URL.finditer(content), MAX_RUNS):
        for run in decoded(link[0]):
            if not _is_ordinary(link[0], run) and _says_something(run):
                return run._replace(start=run.start + link.start(), end=run.end + link.start())
    return None


def _says_something(run: Decoded) -> bool:
    """Whether an encoded run is a sentence, rather than a token or a position in a list, or hides its letters."""
    words = [word for word in _NO_LETTERS.split(run.text) if word.isalpha() and len(word) >= _MIN_WORD_LENGTH]
    return run.encoding == _PERCENT or len(words) >= _MIN_WORDS


def _is_ordinary(raw: str, run: Decoded) -> bool:
    """Whether an encoding is ordinary: of a structure such as a position, or of characters that need it.

    Letters and digits need no percent encoding (RFC 3986 §2.3).
    """
    if run.encoding == _PERCENT:
        needless = islice(_NEEDLESS_ESCAPE.finditer(raw[run.start : run.end]), _MIN_NEEDLESS)
        return sum(1 for _ in needless) < _MIN_NEEDLESS
    is_structure = run.text.lstrip()[:1] in ("{", "[", "<") and _COMMAND.search(run.text) is None
    return is_structure or not any(char.isascii() and char.isalpha() for char in run.text)


_NEEDLESS_ESCAPE: Final = linear(r"%(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])")
_MIN_NEEDLESS: Final = 8


def _finding_of(text: Text, form: Form, run: Decoded, *, command: bool) -> Finding:
    sentence = say(
        "{place} holds text behind {how}: \u201c{text}\u201d.",
        place=name_of_text(text),
        how=run.encoding,
        text=one_line(run.text, _MAX_SHOWN),
    )
    severity = Severity.HIGH if command and form == "command" else Severity.MEDIUM
    return finding_about(KIND, severity, sentence, text, (run.start, run.end))


def decoded(text: str) -> Iterator[Decoded]:
    """The decoded runs of ``text``, each with the first encoding that gives readable text."""
    if len(text) < MIN_RUN_LENGTH or _ANY_RUN.search(text) is None:
        return
    spans: list[tuple[int, int]] = []
    for encoding, pattern, decode in _ENCODINGS:
        if encoding == _PERCENT and "%" not in text:
            continue
        for run in islice(pattern.finditer(text), MAX_RUNS):
            start, end = run.span()
            if not any(start < other[1] and other[0] < end for other in spans) and (plain := decode(run[0][:MAX_RUN])):
                spans.append((start, end))
                yield Decoded(encoding, plain, start, end)


def readable_text(data: bytes) -> str:
    """The text in bytes, empty if they are not mostly printable text."""
    if len(data) > 2 * _MIN_TEXT_LENGTH and data[1::2].count(0) * 10 > 9 * (len(data) // 2):
        text = data[: len(data) & ~1].decode("utf-16-le", "replace")  # the encoding of PowerShell
    else:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return ""
    printable_count = sum(1 for char in text if char.isprintable() or char in "\n\r\t")
    return text if len(text) >= _MIN_TEXT_LENGTH and printable_count * 20 >= 19 * len(text) else ""


def _decode_base64(run: str) -> str:
    """Decode base64 at each of four alignments, or its last piece if it follows a path or name."""
    standard = run.rstrip("=").replace("-", "+").replace("_", "/")
    for encoded in (standard, *(standard[offset:] for offset in (1, 2, 3)), standard.rpartition("/")[2]):
        if len(encoded) < MIN_RUN_LENGTH - 4:
            continue
        padded = encoded[: len(encoded) & ~3] if len(encoded) % 4 == 1 else encoded + "=" * (-len(encoded) % 4)
        try:
            text = readable_text(base64.b64decode(padded, validate=True))
        except binascii.Error:
            continue
        if text:
            return text
    return ""


def _decode_hex(run: str) -> str:
    digits = run.replace("\\x", "")
    return readable_text(bytes.fromhex(digits[: len(digits) & ~1]))


def _decode_percent(run: str) -> str:
    return readable_text(unquote_to_bytes(run))


_PERCENT: Final = say("percent encoding")
_ENCODINGS: Final[tuple[tuple[Words, Linear, Callable[[str], str]], ...]] = (
    (_PERCENT, linear(r"[A-Za-z0-9_.~+-]*(?:%[0-9A-Fa-f]{2}[A-Za-z0-9_.~+-]*){8,}"), _decode_percent),
    (say("hexadecimal"), linear(r"(?:\\x[0-9A-Fa-f]{2}){8,}|(?:[0-9A-Fa-f]{2}){12,}"), _decode_hex),
    (say("base64"), linear(r"[A-Za-z0-9+/_-]{24,}={0,2}"), _decode_base64),
)
_ANY_RUN: Final = linear("|".join(pattern.pattern for _, pattern, _ in _ENCODINGS))
"""Any of these patterns, so that a text without an encoded run is searched once."""
