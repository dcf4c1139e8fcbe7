"""Reads host names in texts (pure).

Owns: the canonical form of names and addresses, the strict reading of a URL or of a host with a port, and the lenient
readings. A reader is a program that interprets such a text.

Invariants:
    A name has a canonical form only if every known reader (RFC 1123, RFC 3986, IDNA 2003, IDNA 2008, UTS 46, the WHATWG
    URL standard, ``inet_aton``) sees the same host in it.
    The strict reading returns a host only if no reader sees another one: the scheme is http or https, and there is no
    user, no backslash, no white space, no escape in the host and no doubt about its form.
    Lenient readings are used to refuse, never to allow.
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

from host import regex
from host.text import nfkc
from host.words import say

MAX_HOST: Final = 253
"""Characters of a name (RFC 1035 §2.3.4, without the root)."""

_LABEL: Final = regex.pattern(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER: Final = regex.pattern(r"[0-9]+|0[xX][0-9A-Fa-f]*")
_MAPPED: Final = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))
"""IPv6 addresses that stand for an IPv4 address: NAT64 (RFC 6052), and the old compatible form (RFC 4291 §2.5.5.1)."""


def canonical_host(text: str) -> str | None:
    """Return the canonical form (see ``facts.HostFact``) of ``text``, a host alone.

    Returns None if readers could differ, or it is no host. An IPv6 address may be in brackets.
    """
    name = text.lower()
    if name.startswith("[") and name.endswith("]"):
        return _ipv6(name[1:-1])
    if ":" in name:
        return _ipv6(name)
    if not text.isascii():
        name = (len(text) <= MAX_HOST and _unambiguous_idna(text)) or ""
    if not name.endswith(".."):
        name = name.removesuffix(".")
    labels = name.split(".")
    if len(name) > MAX_HOST or not all(map(_LABEL.fullmatch, labels)):
        return None
    if _NUMBER.fullmatch(labels[-1]):  # such a name is an IPv4 address or invalid (WHATWG URL §3.5, ends in a number)
        return _ipv4(name) if name == text else None
    return name if all(map(_is_sound_label, labels)) else None


def is_address(host: str) -> bool:
    """Whether a canonical host is an address and not a name."""
    return ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]) is not None


def lenient_hosts(text: str) -> tuple[str, ...]:
    """Return the hosts that lenient readers may see in ``text``, a host alone.

    Odd numbers are read as IPv4, mapped addresses as their IPv4 address, names with each version of IDNA.
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
    """The IPv4 address that some readers see in this one; None for ``::`` and ``::1``."""
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
    """Parse like ``inet_aton``: up to four decimal, octal or hexadecimal numbers; the last fills the rest."""
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


def _is_sound_label(label: str) -> bool:
    """Whether a label is no A-label, or one that decodes and encodes to itself."""
    if not label.startswith("xn--"):
        return True
    import idna

    try:
        return idna.encode(idna.decode(label)).decode("ascii") == label
    except (UnicodeError, idna.IDNAError):
        return False


def _unambiguous_idna(name: str) -> str | None:
    """The A-labels of a name if all three versions of IDNA agree, else None."""
    import idna

    if unicodedata.normalize("NFKC", name) != name or name.lower().isascii() or "\u3002" in name:
        return None  # not every reader maps full-width and other compatibility forms
    # Browsers map each letter separately (UTS 46), capital sigma always to the normal small one. str.lower makes it a
    # final sigma at the end of a word, and whole names and single labels end at different places.
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
"""Characters of a text that is read as a URL, and of a longer one that are searched for hosts."""
MAX_HOSTS: Final = 32
"""Hosts returned for one text at most."""

_USUAL_PORTS: Final = {"http": 80, "https": 443}
_URL: Final = regex.pattern(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^/]*)(.*)", re.DOTALL)
_AUTHORITY: Final = regex.pattern(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]*))?")
_SECOND_URL: Final = regex.pattern(r"[,;|]\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?//")
"""In a path: where a reader of lists would begin another URL."""
_SCHEMES: Final = (
    "about blob data dict file ftp ftps git gopher http https jar javascript ldap ldaps mailto nfs rtsp s3"
)
_SCHEMES_MORE: Final = "scp sftp smb socks5 ssh svn tel telnet tftp urn view-source ws wss"
_LOOKS_URL: Final = regex.pattern(
    r"(?:(?i:url):)?"
    rf"(?:[A-Za-z][A-Za-z0-9+.-]{{1,255}}+:\s*+[/\\]|(?i:{'|'.join([*_SCHEMES.split(), *_SCHEMES_MORE.split()])}):)"
    r"|[/\\]\s*+[/\\]|(?i:www)\.|[\w.+-]{1,255}+@[\w.-]{1,255}+:"
)
"""Matches at the beginning of a text without leading white space. It never backtracks, and schemes, users and hosts are
bounded (RFC 1035 §2.3.4: 255 octets), so that megabytes cost no more; ``holds_url`` finds URLs after longer ones."""
_FILE_URL: Final = regex.pattern(r"file:(?://)?/(?!/)[^?#]*", re.IGNORECASE)
_URL_IN_FILE_URL: Final = regex.pattern(r"[^:/]//|@|[/=,;|][A-Za-z][A-Za-z0-9+.-]+:|%(?:25|2f|5c|40)", re.IGNORECASE)
"""In a file: URL: where some reader could begin an authority or another URL."""
_BARE: Final = regex.pattern(r"[^\s/\\?#]+")
_TOKEN: Final = regex.pattern(r"\S+")
_CONTROLS: Final = regex.pattern(r"[\x00-\x1f\x7f]")
_DROPPED: Final = frozenset({"Cc", "Cf"})
_MAX_PIECES: Final = 64
"""Pieces of one text that are tried as a host in lenient readings."""
_URL_ANYWHERE: Final = regex.pattern(r"[A-Za-z0-9]:[/\\]|[/\\]{2}[^\s/\\]|\bwww\.", re.IGNORECASE)
_MARKS: Final = {"/": (":/", "//"), "\\": (":\\", "\\\\"), "/\\": (":/", ":\\", "//", "\\\\", "/\\", "\\/"), "": ()}
"""Strings of which each URL holds one (or ``www.``), the likeliest first, by the kinds of slashes in the text: finding
one character is a hundred times as fast as finding two."""
_RUNS: Final = regex.pattern(r"(?:[A-Za-z0-9+.-]{1,20}:[/\\]*|[/\\]{2,}|(?=\bwww\.)|@)([^\s\"'<>,;|]+)", re.IGNORECASE)
"""Text after a scheme, two slashes or an @."""
_END: Final = regex.pattern(r"[/\\?#]")
_WHOLE: Final = regex.pattern(r"[\w.-]+")
"""A text that no reader splits."""
_PIECES: Final = regex.pattern(r"[@\\/?#,;|\s\"'<>]+")


class Reading(Struct, frozen=True):
    """The host that a text names. The attributes are as in ``facts.HostFact``."""

    host: str | None
    port: int | None = None
    usual_port: bool = True
    why: str = ""
    other_hosts: tuple[str, ...] = ()
    surely_no_host: bool = False


def looks_like_url(text: str) -> bool:
    """Whether a text has the form of a URL for some reader, valid or not."""
    if _LOOKS_URL.match(text.lstrip()):
        return True
    head = text[:MAX_TEXT]
    plain = _leniently_cleaned(head)
    return plain != head and _LOOKS_URL.match(plain.lstrip()) is not None


def holds_url(text: str) -> bool:
    """Whether a text may contain a URL."""
    if _holds_url_mark(text):
        return True
    if text.isascii():
        return False
    folded = nfkc(text)
    return folded != text and _holds_url_mark(folded)


def _holds_url_mark(form: str) -> bool:
    """Whether one form of a text contains something that only URLs contain."""
    slashes = "".join(slash for slash in "/\\" if slash in form)
    may_match = any(mark in form for mark in _MARKS[slashes]) or "www." in form.lower()
    return may_match and _URL_ANYWHERE.search(form) is not None


def looks_like_host(text: str) -> bool:
    """Whether a text could be a host or address in any form, with or without user, port and path."""
    plain = _leniently_cleaned(text[: MAX_TEXT + 1])
    if not plain or len(plain) > MAX_TEXT or not _TOKEN.fullmatch(plain):
        return False
    head = _END.split(plain)[0]
    if head != plain and not ("." in head or ":" in head or "@" in head or head.lower() == "localhost"):
        return False  # such as application/json
    return any(lenient_hosts(piece) for piece in _split_authority(head)[:_MAX_PIECES])


def read_url(text: str) -> Reading:
    """Read the host of a URL."""
    if why := _why_unclear(text):
        return _unclear(text, why)
    if _FILE_URL.fullmatch(text) and not _URL_IN_FILE_URL.search(text):
        return Reading(None, why=say("it is a file: URL, which names no host"), surely_no_host=True)
    match = _URL.fullmatch(text)
    if match is None:
        return _unclear(text, say("it is not a whole URL"))
    scheme, authority, rest, path = match[1].lower(), match[2], match[3], match[4]
    if scheme not in _USUAL_PORTS:
        return _unclear(text, say("its scheme is neither http nor https"))
    if "@" in authority or "@" in rest:
        return _unclear(text, say("it names a user, or a host that looks like one"))
    if _SECOND_URL.search(rest + path):
        return _unclear(text, say("it may hold another URL"))
    reading = _read_authority(authority)
    if reading.host is None:
        return _unclear(text, reading.why)
    port = reading.port or _USUAL_PORTS[scheme]
    return Reading(reading.host, port, port == _USUAL_PORTS[scheme])


def read_bare_host(text: str) -> Reading:
    """Read a text that is a host alone, perhaps with a port."""
    if why := _why_unclear(text):
        return _unclear(text, why)
    if text.count(":") > 1 and not text.startswith("["):
        text = f"[{text}]"
    reading = _read_authority(text)
    return reading if reading.host is not None else _unclear(text, reading.why)


def hosts_in_text(text: str) -> tuple[str, ...]:
    """Return the hosts that lenient readers could see in a text, ``MAX_HOSTS`` at most."""
    return _hosts_in_text(text[:MAX_TEXT])


@lru_cache(maxsize=16)
def _hosts_in_text(text: str) -> tuple[str, ...]:
    """Cached for a few texts, because a call is examined several times."""
    plain = _leniently_cleaned(text)
    variants = dict.fromkeys((text, plain))
    if plain == text.replace("\\", "/"):  # both slashes end a host
        variants = {text: None}
    for variant in list(variants) if "%" in text or "%" in plain else ():  # else there is nothing to decode
        decoded = unquote(variant)
        variants.update(dict.fromkeys((decoded, unquote(decoded), _leniently_cleaned(unquote(decoded)))))
    pieces = dict.fromkeys(piece for variant in variants for piece in _host_candidates(variant))
    hosts = dict.fromkeys(host for piece in itertools.islice(pieces, _MAX_PIECES) for host in lenient_hosts(piece))
    return tuple(itertools.islice(hosts, MAX_HOSTS))


def _unclear(text: str, why: str) -> Reading:
    return Reading(None, why=why, other_hosts=hosts_in_text(text))


def _why_unclear(text: str) -> str:
    """Why readers could differ on any such text, else empty."""
    if not text:
        return say("it is empty")
    if len(text) > MAX_TEXT:
        return say("it is too long")
    if " " in text or not text.isprintable():
        return say("it has white space or invisible characters")
    return say("it has a backslash") if "\\" in text else ""


def _read_authority(text: str) -> Reading:
    match = _AUTHORITY.fullmatch(text)
    if match is None or not match[1]:
        return Reading(None, why=say("it names no host in a form that every program reads"))
    host, port = canonical_host(match[1]), match[2]
    if host is None:
        return Reading(None, why=say("programs could read its host differently"))
    if port is None:
        return Reading(host)
    if len(port) > 5 or not port or port != str(int(port)) or not 1 <= int(port) <= 65_535:
        return Reading(None, why=say("its port is not a number from 1 to 65535"))
    return Reading(host, int(port), int(port) in _USUAL_PORTS.values())


def _leniently_cleaned(text: str) -> str:
    """Clean a text as lenient readers do: without invisible characters, trimmed, NFKC, slashes for backslashes."""
    if text.isascii():
        return _CONTROLS.sub("", text).strip().replace("\\", "/")
    text = _CONTROLS.sub("", text)
    for char in set(text) if not text.isprintable() else ():
        if unicodedata.category(char) in _DROPPED:
            text = text.replace(char, "")
    return nfkc(text).strip().replace("\\", "/")


def _split_authority(text: str) -> list[str]:
    """All parts of an authority or a bare text that some reader takes for the host."""
    if _WHOLE.fullmatch(text):
        return [text]
    pieces = [piece for piece in _PIECES.split(text) if piece]
    whole = [piece.rpartition(":")[0] if piece.count(":") == 1 or "]:" in piece else piece for piece in pieces]
    return [*whole, *(piece.partition(":")[0] for piece in pieces), text]


def _host_candidates(text: str) -> Iterator[str]:
    runs = [match[1] for match in _RUNS.finditer(text)]
    for run in [*runs, *([] if runs or not _BARE.fullmatch(_END.split(text)[0]) else [text])][:_MAX_PIECES]:
        # Up to the end of the authority, and also after anything that some reader takes for a user.
        for part in (run, *run.split("@", _MAX_PIECES)[1:]):
            yield from _split_authority(_END.split(part)[0])
