"""How texts name hosts (pure).

Owns: the strict reading of a URL or of a host with a port, and the lenient ones. What stays true: the strict reading
gives a host only where no reader known to us sees another: the scheme is http or https, there is no user, no backslash,
no white space, no escape in the host and no doubt about its form; ``lenient`` is for refusing, never for allowing.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from host.policy.host_names import canonical_host, lenient_hosts
from host.text import nfkc
from host.words import say

MAX_TEXT: Final = 8_192
"""Characters of a text that is read as a URL, and of a longer one that are looked through for hosts."""
MAX_MAYBE: Final = 32
"""Hosts that are named for one text at most."""

_USUAL_PORTS: Final = {"http": 80, "https": 443}
_URL: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^/]*)(.*)", re.DOTALL)
_AUTHORITY: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]*))?")
_FURTHER: Final = re.compile(r"[,;|]\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?//")
"""In a path: what a reader that takes lists would begin another URL with."""
_SCHEMES: Final = (
    "about blob data dict file ftp ftps git gopher http https jar javascript ldap ldaps mailto nfs rtsp s3"
)
_SCHEMES_MORE: Final = "scp sftp smb socks5 ssh svn tel telnet tftp urn view-source ws wss"
_LOOKS_URL: Final = re.compile(
    rf"\s*(?:(?:url:)?(?:[A-Za-z][A-Za-z0-9+.-]+:\s*[/\\]|(?:{'|'.join([*_SCHEMES.split(), *_SCHEMES_MORE.split()])}):)"
    r"|[/\\]\s*[/\\]|www\.|[\w.+-]+@[\w.-]+:)",
    re.IGNORECASE,
)
_LOCAL: Final = re.compile(r"file:(?://)?/(?!/)[^?#]*", re.IGNORECASE)
_SLASH: Final = re.compile(r"[^:/]//|@|[/=,;|][A-Za-z][A-Za-z0-9+.-]+:|%(?:25|2f|5c|40)", re.IGNORECASE)
"""In a file: URL: what some reader could begin an authority, or another URL, with."""
_BARE: Final = re.compile(r"[^\s/\\?#]+")
_TOKEN: Final = re.compile(r"\S+")
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]")
_DROPPED: Final = frozenset({"Cc", "Cf"})
_TRIED: Final = 64
"""Pieces of one text that are tried as a host by lenient readings."""
_INSIDE: Final = re.compile(r"[A-Za-z0-9]:[/\\]|[/\\]{2}[^\s/\\]|\bwww\.", re.IGNORECASE)
_MARKS: Final = {"/": (":/", "//"), "\\": (":\\", "\\\\"), "/\\": (":/", ":\\", "//", "\\\\", "/\\", "\\/"), "": ()}
"""What each URL holds besides ``www.``, the likeliest first, by the slashes that a text has: one character is found a
hundred times as fast as two together."""
_RUNS: Final = re.compile(r"(?:[A-Za-z0-9+.-]{1,20}:[/\\]*|[/\\]{2,}|(?=\bwww\.)|@)([^\s\"'<>,;|]+)", re.IGNORECASE)
"""Whatever stands behind a scheme, two slashes or an @."""
_END: Final = re.compile(r"[/\\?#]")
_WHOLE: Final = re.compile(r"[\w.-]+")
"""Of which no reader takes a part."""
_PIECES: Final = re.compile(r"[@\\/?#,;|\s\"'<>]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """What host a text names. Attributes: as in ``facts.HostFact``."""

    host: str | None
    port: int | None = None
    usual_port: bool = True
    why: str = ""
    maybe: tuple[str, ...] = ()
    nowhere: bool = False


def looks_like_url(text: str) -> bool:
    """Whether a text has the form of a URL, to any reader, sound or not."""
    if _LOOKS_URL.match(text):
        return True
    head = text[:MAX_TEXT]
    return (plain := _plain(head)) != head and _LOOKS_URL.match(plain) is not None


def holds_url(text: str) -> bool:
    """Whether a URL stands anywhere in a text, or may."""
    if _marked(text):
        return True
    return not text.isascii() and (folded := nfkc(text)) != text and _marked(folded)


def _marked(form: str) -> bool:
    """Whether what only URLs hold stands in one form of a text."""
    slashes = "".join(slash for slash in "/\\" if slash in form)
    some = any(mark in form for mark in _MARKS[slashes]) or "www." in form.lower()
    return some and _INSIDE.search(form) is not None


def looks_like_host(text: str) -> bool:
    """Whether a text could be a host or address in any form, with or without port, user and a path behind it."""
    plain = _plain(text[: MAX_TEXT + 1])
    if not plain or len(plain) > MAX_TEXT or not _TOKEN.fullmatch(plain):
        return False
    head = _END.split(plain)[0]
    if head != plain and not ("." in head or ":" in head or "@" in head or head.lower() == "localhost"):
        return False  # such as application/json
    return any(lenient_hosts(piece) for piece in _split(head)[:_TRIED])


def read_url(text: str) -> Reading:
    """The host of a URL."""
    if why := _doubt(text):
        return _unsure(text, why)
    if _LOCAL.fullmatch(text) and not _SLASH.search(text):
        return Reading(None, why=say("it is a file: URL, which names no host"), nowhere=True)
    found = _URL.fullmatch(text)
    if found is None:
        return _unsure(text, say("it is not a whole URL"))
    scheme, authority, rest, path = found[1].lower(), found[2], found[3], found[4]
    if scheme not in _USUAL_PORTS:
        return _unsure(text, say("its scheme is neither http nor https"))
    if "@" in authority or "@" in rest:
        return _unsure(text, say("it names a user, or a host that looks like one"))
    if _FURTHER.search(rest + path):
        return _unsure(text, say("it may hold another URL"))
    reading = _authority(authority)
    if reading.host is None:
        return _unsure(text, reading.why)
    port = reading.port or _USUAL_PORTS[scheme]
    return Reading(reading.host, port, port == _USUAL_PORTS[scheme])


def read_bare(text: str) -> Reading:
    """The host of a text that is a host alone, perhaps with a port."""
    if why := _doubt(text):
        return _unsure(text, why)
    if text.count(":") > 1 and not text.startswith("["):
        text = f"[{text}]"
    reading = _authority(text)
    return reading if reading.host is not None else _unsure(text, reading.why)


def lenient(text: str) -> tuple[str, ...]:
    """Hosts that lenient readers could see in a text, ``MAX_MAYBE`` at most."""
    return _lenient(text[:MAX_TEXT])


@lru_cache(maxsize=16)
def _lenient(text: str) -> tuple[str, ...]:
    """Remembered for a few: a call is looked at more than once on its way."""
    variants = dict.fromkeys((text, plain := _plain(text)))
    if plain == text.replace("\\", "/"):  # either slash ends a host
        variants = {text: None}
    for variant in list(variants) if "%" in text or "%" in plain else ():  # else there is nothing to be decoded
        decoded = unquote(variant)
        variants.update(dict.fromkeys((decoded, unquote(decoded), _plain(unquote(decoded)))))
    pieces = itertools.islice(dict.fromkeys(piece for variant in variants for piece in _pieces(variant)), _TRIED)
    hosts = dict.fromkeys(host for piece in pieces for host in lenient_hosts(piece))
    return tuple(itertools.islice(hosts, MAX_MAYBE))


def _unsure(text: str, why: str) -> Reading:
    return Reading(None, why=why, maybe=lenient(text))


def _doubt(text: str) -> str:
    """Why a text cannot be read surely, whatever it names; else empty."""
    if not text:
        return say("it is empty")
    if len(text) > MAX_TEXT:
        return say("it is too long")
    if " " in text or not text.isprintable():
        return say("it has white space or invisible characters")
    return say("it has a backslash") if "\\" in text else ""


def _authority(text: str) -> Reading:
    found = _AUTHORITY.fullmatch(text)
    if found is None or not found[1]:
        return Reading(None, why=say("it names no host in a form that every program reads"))
    host, port = canonical_host(found[1]), found[2]
    if host is None:
        return Reading(None, why=say("programs could read its host differently"))
    if port is None:
        return Reading(host)
    if len(port) > 5 or not port or port != str(int(port)) or not 1 <= int(port) <= 65_535:
        return Reading(None, why=say("its port is not a number from 1 to 65535"))
    return Reading(host, int(port), int(port) in _USUAL_PORTS.values())


def _plain(text: str) -> str:
    """As a lenient reader takes it: without line ends, tabs and invisible characters, trimmed, folded, with slashes."""
    if text.isascii():
        return _CONTROLS.sub("", text).strip().replace("\\", "/")
    text = _CONTROLS.sub("", text)
    for char in set(text) if not text.isprintable() else ():
        if unicodedata.category(char) in _DROPPED:
            text = text.replace(char, "")
    return nfkc(text).strip().replace("\\", "/")


def _split(text: str) -> list[str]:
    """Everything in an authority or a bare text that some reader takes for the host."""
    if _WHOLE.fullmatch(text):
        return [text]
    pieces = [piece for piece in _PIECES.split(text) if piece]
    whole = [piece.rpartition(":")[0] if piece.count(":") == 1 or "]:" in piece else piece for piece in pieces]
    return [*whole, *(piece.partition(":")[0] for piece in pieces), text]


def _pieces(text: str) -> Iterator[str]:
    """Everything in a text that some reader takes for a host."""
    runs = [match[1] for match in _RUNS.finditer(text)]
    for run in [*runs, *([] if runs or not _BARE.fullmatch(_END.split(text)[0]) else [text])][:_TRIED]:
        # Up to where an authority ends, and besides whatever follows something that some reader takes for a user.
        for part in (run, *run.split("@", _TRIED)[1:]):
            yield from _split(_END.split(part)[0])
