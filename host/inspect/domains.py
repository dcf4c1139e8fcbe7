"""Hosts as browsers read them, and registrable domains (pure).

Owns: the canonical host of a URL (WHATWG URL, IDNA), the registrable domain by the Public Suffix List, and a host as
people read it. Invariants: the same text always has the same host; a text without a host gives the empty text; both
libraries are loaded on first use.
"""

from __future__ import annotations

import ipaddress
from functools import cache, lru_cache
from typing import Any, Final

from host.inspect import tables

MAX_URL: Final = 8_192
"""Characters of a URL; a longer one has no host here."""
MAX_HOST: Final = 253
"""Characters of a host (RFC 1035 §2.3.4, less the root)."""
_CODED: Final = "xn--"


@lru_cache(maxsize=4_096)
def host_of(url: str) -> str:
    """The host to which a browser would connect for a URL: lower case, A-labels, no brackets; empty if it has none.

    A bare host is no URL, see ``canonical``.
    """
    if len(url) > MAX_URL or ":" not in url:
        return ""
    import ada_url

    try:
        host: str = ada_url.URL(url).hostname
    except ValueError:  # also for lone surrogates, which cannot be encoded
        return ""
    return host.strip("[]").removesuffix(".").lower()


@lru_cache(maxsize=4_096)
def canonical(host: str) -> str:
    """A bare host as browsers read it, empty if it is none."""
    if not host or len(host) > MAX_HOST * 4 or any(mark in host for mark in "/\\?#@ \t\r\n"):
        return ""
    if host.count(":") > 1 and not host.startswith("["):
        host = f"[{host}]"
    return host_of(f"https://{host}/")


@lru_cache(maxsize=4_096)
def registrable(host: str) -> str:
    """The registrable domain of a host, such as ``example.co.uk``. An IP address or a single label stays unchanged.

    Private suffixes such as ``github.io`` count as suffixes.
    """
    name = host.strip(".").lower()
    if not name or len(name) > MAX_HOST or is_address(name) or "." not in name:
        return name
    return _suffixes().privatesuffix(name) or name


@lru_cache(maxsize=4_096)
def is_public(name: str) -> bool:
    """Whether a name with dots ends with a public suffix or another ending of hosts.

    ``light.turn_on`` and ``report.final`` do not.
    """
    ending = name.rpartition(".")[2].lower()
    return ending in tables.words("host-ending") or _suffixes().publicsuffix(ending, accept_unknown=False) is not None


def is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4_096)
def readable(host: str) -> str:
    """A host with its A-labels decoded to U-labels (RFC 5890)."""
    if _CODED not in host.lower():
        return host
    return ".".join(map(_label, host.split(".")))


def _label(label: str) -> str:
    if not label.lower().startswith(_CODED):
        return label
    import idna

    try:
        return idna.decode(label)
    except UnicodeError:  # invalid, but some programs display it
        try:
            return label[len(_CODED) :].encode("ascii").decode("punycode")
        except UnicodeError:
            return label


@cache
def _suffixes() -> Any:  # the library has no types
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
