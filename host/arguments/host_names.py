"""How texts name hosts (pure).

Owns names and addresses in their one canonical form, the strict reading of a URL or of a host with a port, and the
lenient readings.

Invariants:
    A name has a canonical form only where every reader known to us (RFC 1123, RFC 3986, IDNA 2003, IDNA 2008, UTS 46,
    the WHATWG URL standard, ``inet_aton``) sees the same host in it.
    The strict reading of a text gives a host only where no reader sees another: the scheme is http or https, there is
    no user, no backslash, no white space, no escape in the host and no doubt about its form.
    Lenient readings are for refusing, never for allowing.
"""

from __future__ import annotations

import contextlib
import ipaddress
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from host.text import nfkc
from host.words import say

MAX_HOST: Final = 253
"""Characters of a name (RFC 1035 §2.3.4, less the root)."""

_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER: Final = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")
_MAPPED: Final = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))
"""IPv6 addresses that stand for an IPv4 address: NAT64 (RFC 6052), and the old compatible form (RFC 4291 §2.5.5.1)."""


def canonical_host(text: str) -> str | None:
    """``text``, a host alone, in its one form (``facts.HostFact``); None where readers could differ, or none is named.

    An IPv6 address may stand in brackets.
    """
    name = text.lower()
    if name.startswith("[") and name.endswith("]"):
        return _ipv6(name[1:-1])
    if ":" in name:
        return _ipv6(name)
    if not text.isascii():
        name = (len(text) <= MAX_HOST and _agreed(text)) or ""
    if not name.endswith(".."):
        name = name.removesuffix(".")
    labels = name.split(".")
    if len(name) > MAX_HOST or not all(map(_LABEL.fullmatch, labels)):
        return None
    if _NUMBER.fullmatch(labels[-1]):  # such a name is an address or nothing (WHATWG URL §3.5, ends in a number)
        return _ipv4(name) if name == text else None
    return name if all(map(_sound, labels)) else None


def is_address(host: str) -> bool:
    """Whether a canonical host is an address and not a name."""
    return ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]) is not None


def lenient_hosts(text: str) -> tuple[str, ...]:
    """Hosts that lenient readers may see in ``text``, a host alone.

    Odd numbers are read as IPv4, a mapped address as what it stands for, names by any IDNA.
    """
    name = nfkc(text).strip().strip("[]").partition("%")[0].rstrip(".").lower()
    if not name or len(name) > MAX_HOST:
        return ()
    if ":" in name:
        return _lenient_ipv6(name)
    if (address := _lenient_ipv4(name)) is not None:
        return (address,)
    canonical = canonical_host(name)
    if canonical is not None and text.isascii():
        return (canonical,)
    others = _by_any_idna(name, text, _label_by_label(text))
    return tuple(dict.fromkeys([*([canonical] if canonical else []), *others]))


def _ipv4(text: str) -> str | None:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        return None


def _ipv6(text: str) -> str | None:
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return None
    return None if "%" in text or _embedded(address) else str(address)


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that this one stands for to some readers; none for ``::`` and ``::1``."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if int(address) > 1 and any(address in network for network in _MAPPED):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.sixtofour


def _lenient_ipv6(text: str) -> tuple[str, ...]:
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return ()
    inner = _embedded(address)
    return (str(address),) if inner is None else (str(inner), str(address))


def _lenient_ipv4(text: str) -> str | None:
    """``inet_aton``: one to four numbers, decimal, octal or hexadecimal, of which the last fills what is left."""
    numbers = [_lenient_number(part) for part in text.split(".")]
    if len(numbers) > 4 or any(number is None for number in numbers):
        return None
    *first, last = [number or 0 for number in numbers]
    if any(number > 0xFF for number in first) or last >= 256 ** (4 - len(first)):
        return None
    return str(ipaddress.IPv4Address(sum(number << 8 * (3 - index) for index, number in enumerate(first)) + last))


def _lenient_number(text: str) -> int | None:
    if len(text) > 40 or not _NUMBER.fullmatch(text):
        return None
    if text[:2] in ("0x", "0X"):
        return int(text[2:] or "0", 16)
    return int(text, 8) if text[0] == "0" and re.fullmatch(r"[0-7]+", text) else int(text)


def _sound(label: str) -> bool:
    """Whether a label is no A-label, or one that both readings of IDNA make and read."""
    if not label.startswith("xn--"):
        return True
    import idna

    try:
        return idna.encode(idna.decode(label)).decode("ascii") == label
    except (UnicodeError, idna.IDNAError):
        return False


def _agreed(name: str) -> str | None:
    """The A-labels of a name in which all three readings of IDNA agree, else None."""
    import idna

    if unicodedata.normalize("NFKC", name) != name or name.lower().isascii() or "\u3002" in name:
        return None  # dots and letters in full-width and other compatibility forms: not every reader maps them
    # Browsers map each letter by itself (UTS 46), a capital sigma always to the usual small one. Lower case as strings
    # have it makes the final one of it at the end of a word, which whole names and single labels tell differently.
    try:
        readings = {
            encoded
            for form in {name.lower(), _label_by_label(name)}
            for encoded in (idna.encode(form), idna.encode(form, uts46=True, std3_rules=True), form.encode("idna"))
        } | {idna.encode(name, uts46=True, std3_rules=True)}
    except (UnicodeError, idna.IDNAError):
        return None
    return readings.pop().decode("ascii") if len(readings) == 1 else None


def _label_by_label(name: str) -> str:
    """In lower case, each label by itself."""
    return ".".join(map(str.lower, name.split(".")))


def _by_any_idna(*names: str) -> Iterator[str]:
    import idna

    encoders: tuple[Callable[[str], bytes], ...] = (
        lambda name: idna.encode(name, uts46=True),
        lambda name: name.encode("idna"),
    )
    for name in names:
        for encode in encoders:
            with contextlib.suppress(UnicodeError, idna.IDNAError):
                host = encode(name).decode("ascii").rstrip(".").lower()
                if all(map(_LABEL.fullmatch, host.split("."))):
                    yield host


# Texts with a host in them

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
    r"(?:(?i:url):)?"
    rf"(?:[A-Za-z][A-Za-z0-9+.-]{{1,255}}+:\s*+[/\\]|(?i:{'|'.join([*_SCHEMES.split(), *_SCHEMES_MORE.split()])}):)"
    r"|[/\\]\s*+[/\\]|(?i:www)\.|[\w.+-]{1,255}+@[\w.-]{1,255}+:"
)
"""At the beginning of a text without the white space before it. Nothing is tried twice, and no scheme, user or host is
longer (RFC 1035 §2.3.4: 255 octets), so that a text of megabytes costs no more; ``holds_url`` finds what stands behind
such a one."""
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


class Reading(Struct, frozen=True):
    """What host a text names. Attributes: as in ``facts.HostFact``."""

    host: str | None
    port: int | None = None
    usual_port: bool = True
    why: str = ""
    other_hosts: tuple[str, ...] = ()
    surely_no_host: bool = False


def looks_like_url(text: str) -> bool:
    """Whether a text has the form of a URL, to any reader, sound or not."""
    if _LOOKS_URL.match(text.lstrip()):
        return True
    head = text[:MAX_TEXT]
    return (plain := _plain(head)) != head and _LOOKS_URL.match(plain.lstrip()) is not None


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
        return Reading(None, why=say("it is a file: URL, which names no host"), surely_no_host=True)
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
    return Reading(None, why=why, other_hosts=lenient(text))


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
