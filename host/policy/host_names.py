"""Names and addresses of hosts in their one form (pure).

Owns: when a text names a host for certain, and which one. What stays true: a name has a canonical form only where every
reader known to us (RFC 1123, RFC 3986, IDNA 2003, IDNA 2008, UTS 46, the WHATWG URL standard, ``inet_aton``) sees the
same host in it; everything else is None, and ``lenient_hosts`` tells what some of them would see (SECURITY, row 35).
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from host.text import nfkc

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
    if (canonical := canonical_host(name)) is not None:
        return (canonical,)
    return tuple(dict.fromkeys(_by_any_idna(name, text)))


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
    name = name.lower()
    try:
        readings = {idna.encode(name), idna.encode(name, uts46=True, std3_rules=True), name.encode("idna")}
    except (UnicodeError, idna.IDNAError):
        return None
    return readings.pop().decode("ascii") if len(readings) == 1 else None


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
