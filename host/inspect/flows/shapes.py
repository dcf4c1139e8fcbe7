"""How it looks when data leaves, in one text (pure).

Owns: addresses and pictures that carry something out, contents nobody sends, places that collect. What stays true:
a shape is told by the text alone; plain prose and plain addresses have none; every repetition is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote_plus

from host.inspect.flows.rows import Shape
from host.inspect.texts.decoding import decoded
from host.model import Severity
from host.patterns import regex
from host.words import say

_PER_TEXT: Final = 32
"""Addresses of one text that are looked at."""
_LONG: Final = 120
_URL: Final = regex(r"(?i)\bhttps?:[/\\]{2}([^\s/?#\\\"'<>()\[\]]{1,300})([^\s\"'<>\[\]]{0,8000})")
_PICTURE: Final = regex(
    r"!\[[^\[\]]{0,200}\]\(\s{0,4}<?https?://[^\s()<>]{1,4000}|"
    r"<img\b[^<>]{0,200}?src\s{0,4}=\s{0,4}[\"']?https?://[^\s\"'<>]{1,4000}",
    re.IGNORECASE,
)
_SLOT: Final = regex(r"\{\{?[^{}]{1,80}\}\}?|<[A-Z_]{3,40}>|\[[A-Z_ ]{3,40}\]|\$\{?[A-Z_]{3,40}\}?|%7B", re.IGNORECASE)
_HARMLESS: Final = regex(
    r"(?i)(?:cursor|page_?token|next|continuation|signature|sig|token|x-amz-[a-z-]{1,30}|x-goog-[a-z-]{1,30}|state|"
    r"etag|hash|id|"
    r"redirect_uri|redirect|returnurl|url|scope|nonce|code_challenge|q|query|search|fields|expand|filter|key|"
    r"utm_[a-z]{1,12})"
)
_SEARCHED: Final = frozenset("q query search key id hash filter fields".split())
_SENTENCE: Final = regex(r"[A-Za-z]{2,20} [A-Za-z]{2,20} [A-Za-z]{2,20}")
_LABEL: Final = regex(r"[a-z0-9-]{20,63}")
_COLLECTORS: Final = regex(
    r"(?i)(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|"
    r"burpcollaborator\.net|"
    r"oastify\.com|oast\.(?:fun|pro|live|site|online|me)|interact\.sh|interactsh\.com|pastebin\.com|transfer\.sh|"
    r"0x0\.st|file\.io|termbin\.com|"
    r"hookb\.in|beeceptor\.com|requestcatcher\.com|dnslog\.cn|ceye\.io|canarytokens\.com|trycloudflare\.com|"
    r"loca\.lt|serveo\.net|hastebin\.com|paste\.ee|ix\.io|bashupload\.com|anonfiles\.com|gofile\.io|catbox\.moe|"
    r"postb\.in|mockbin\.org|putsreq\.com|temp\.sh|dpaste\.(?:com|org)|ghostbin\.com|rentry\.co)$"
)
_DUMPED: Final = (
    (regex(r"(?m)^root:[x*!]?:0:0:"), say("This holds a list of this machine's accounts.")),
    (
        regex(
            r"(?:^|\n)(?:export )?[A-Z][A-Z0-9_]{2,60}=[^\s]{4,400}"
            r"(?:\n(?:export )?[A-Z][A-Z0-9_]{2,60}=[^\n]{0,400}){2,20}"
        ),
        say("This holds settings of an environment."),
    ),
)


_OF_A_PERSON: Final = regex(
    r"(?<![0-9-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9-])|\b[A-Z]{2}[0-9]{2} ?(?:[A-Z0-9]{4} ?){3,7}[A-Z0-9]{1,4}\b"
)
_LOOKED: Final = 2_000


def addresses(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Host, the rest, and where it stands, of the first addresses of the web in a text."""
    if "http" not in text and "HTTP" not in text:
        return
    for count, match in enumerate(_URL.finditer(text)):
        if count >= _PER_TEXT:
            return
        yield match[1].rpartition("@")[2].partition(":")[0].lower(), match[2], *match.span()


def of_addresses(text: str) -> Iterator[Shape]:
    """What addresses carry in their names, paths and queries."""
    for host, rest, start, end in addresses(text):
        for severity, what in _carried(host, rest):
            yield Shape(severity, what, start, end)
            break


def collects(host: str) -> bool:
    """Whether a host is known for collecting what anybody sends there."""
    return bool(_COLLECTORS.search(host))


def _carried(host: str, rest: str) -> Iterator[tuple[Severity, str]]:
    if any(_LABEL.fullmatch(label) and _dense(label) for label in host.split(".")[:-2]):
        yield (
            Severity.HIGH if _says(host.replace(".", "")) else Severity.MEDIUM,
            say("This puts data into the name of a host."),
        )
    data = rest.partition("?")[2] or rest.partition("#")[2]
    if _OF_A_PERSON.search(unquote_plus(data[:_LOOKED])):
        yield Severity.MEDIUM, say("This carries somebody's numbers in its address.")
    for pair in re.split("[&;#]", data)[:64]:
        name, _, value = pair.partition("=")
        value = unquote_plus(value or name)
        searched = _HARMLESS.fullmatch(name) is not None
        if len(value) >= 16 and not (searched and name.lower() not in _SEARCHED) and _says(value, words=searched):
            yield Severity.HIGH, say("This carries hidden data in its address.")
        if len(value) >= _LONG and not _HARMLESS.fullmatch(name):
            yield Severity.MEDIUM, say("This carries much data in its address.")
    for piece in rest.partition("?")[0].split("/"):
        if len(piece) >= 24 and _dense(piece) and _says(piece):
            yield Severity.HIGH, say("This carries hidden data in its address.")
    if collects(host):
        yield Severity.HIGH if data else Severity.MEDIUM, say("This goes to a place that collects what is sent to it.")


def _says(text: str, *, words: bool = False) -> bool:
    """Whether it hides readable text behind base64, hexadecimal or base32. ``words``: several words of it."""
    return any(
        it.how.startswith("in ") and _has_words(it.text) and (not words or _SENTENCE.search(it.text) is not None)
        for it in decoded(text)
    )


def _has_words(text: str) -> bool:
    return not text.lstrip().startswith("{") and bool(re.search(r"[A-Za-z]{3}", text))


def _dense(text: str) -> bool:
    """Whether it is no name made of words."""
    return (any(map(str.isdigit, text)) and len(set(text)) >= 8 and text.count("-") <= 3) or len(text) >= 40


def of_pictures(text: str) -> Iterator[Shape]:
    """Pictures that tell their host something as soon as they are shown."""
    if "http" not in text or ("![" not in text and "<img" not in text.lower()):
        return
    for count, match in enumerate(_PICTURE.finditer(text)):
        _, _, query = match.group().partition("?")
        if query and count < _PER_TEXT:
            grave = len(query) >= 24 or bool(_SLOT.search(query))
            yield Shape(
                Severity.HIGH if grave else Severity.MEDIUM,
                say("This shows a picture that tells its host something."),
                *match.span(),
            )


def of_dumps(text: str) -> Iterator[Shape]:
    """Contents of files that nobody sends as they are."""
    if len(text) < 12 or ("=" not in text and "root:" not in text):
        return
    for pattern, what in _DUMPED:
        if (match := pattern.search(text)) is not None:
            yield Shape(Severity.HIGH, what, *match.span())
