"""Hosts of a call and of a rule (pure).

Owns: which texts of the arguments name a host, and when one matches a pattern. What stays true: what readers could see
differently has no host (``host.policy.host_forms``), and no rule that allows matches by it (SECURITY, row 35).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from host.model import JsonObject, JsonValue
from host.naming import key_words, named_as_host, named_as_path, named_as_url
from host.policy.facts import HostFact
from host.policy.host_forms import (
    Reading,
    holds_url,
    lenient,
    looks_like_host,
    looks_like_url,
    read_bare,
    read_url,
)
from host.policy.host_names import canonical_host, is_address, lenient_hosts
from host.policy.leaves import Leaf, leaves
from host.policy.model import HostPattern
from host.policy.path_text import free_text, other_meaning
from host.words import say

__all__ = ["canonical_host", "host_facts", "matches", "pattern"]

_PATTERN: Final = re.compile(r"(\*\.)?(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}|\*))?")

_DIGITS: Final = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
_USUAL: Final = (80, 443)
_URL_FORMATS: Final = ("uri", "url", "uri-reference", "iri", "iri-reference")
_HOST_FORMATS: Final = ("hostname", "idn-hostname", "ipv4", "ipv6")
_HOSTS_ALONE: Final = frozenset("host hostname ip ipaddress addr address".split())
_LOOSE_WORDS: Final = frozenset(
    "source src destination dest dst target from to location input output in out repo repository".split()
)
"""Names that paths share with hosts."""


def pattern(text: str) -> HostPattern | str:
    """One entry of a rule's ``hosts``; or what is wrong with it, one sentence."""
    if "/" in text or "@" in text:
        return say("Write the host alone, such as example.com, without scheme, user or path.")
    if text.count(":") > 1 and not text.startswith(("[", "*")):
        text = f"[{text}]"
    found = _PATTERN.fullmatch(text)
    if found is None:
        return say("It is not a host, optionally with a port, such as example.com:8080.")
    below, name, port = found[1] is not None, found[2], found[3]
    host = canonical_host(name)
    if host is None:
        return _what_is_wrong(name)
    if below and is_address(host):
        return say("Nothing lies below an address: write it without the star.")
    if port in (None, "*"):
        return HostPattern(host, below, None if port is None else "any")
    if port != str(int(port)):
        return say("The port begins with a zero: write it without.")
    if not 1 <= int(port) <= 65_535:
        return say("The port is not a number from 1 to 65535.")
    return HostPattern(host, below, int(port))


def _what_is_wrong(name: str) -> str:
    if "*" in name:
        return say("A star stands only at the beginning, before a dot, as in *.example.org, or for the port.")
    if not name:
        return say("It names no host.")
    return say("Programs could read this host differently: write its plain name or address.")


def host_facts(
    arguments: JsonObject, schema: JsonValue = None, late: Callable[[], bool] = lambda: False
) -> tuple[HostFact, ...]:
    """Everything in ``arguments`` that names or may name a host.

    ``schema``: the tool's ``inputSchema`` (untrusted). ``late``: whether there is no more time.
    """
    walked = leaves(arguments, schema)
    facts: list[HostFact] = []
    for leaf in walked.found:
        if late():
            return (*facts, HostFact("$", "", "unclear", None, why=say("there was no time to look at all inputs")))
        if (fact := _fact(leaf)) is not None:
            facts.append(fact)
    if not walked.complete:
        facts.append(HostFact("$", "", "unclear", None, why=say("there are more inputs than are looked at")))
    return tuple(facts)


def _fact(leaf: Leaf) -> HostFact | None:
    if not isinstance(leaf.value, str):
        return _number(leaf)
    text = leaf.value
    url = looks_like_url(text)
    kind, inside = ("url", None) if url else _kind(leaf, text)
    if kind is None:
        return None
    if url:
        reading = read_url(text)
    elif kind == "url" and (named_as_url(leaf.key) or leaf.schema.get("format") in _URL_FORMATS):
        reading = Reading(None, why=_NO_SCHEME, maybe=lenient(text))
    elif kind == "unclear" and (holds_url(text) if inside is None else inside):
        reading = Reading(None, why=_INSIDE, maybe=lenient(text))
    else:
        reading = read_bare(text)
    reading = reading if leaf.is_name else _with_port(leaf, reading)
    return HostFact(
        leaf.where,
        leaf.key,
        kind,
        reading.host,
        reading.port,
        reading.usual_port,
        reading.why,
        reading.maybe,
        text,
        leaf.known,
        reading.nowhere,
    )


_NO_SCHEME: Final = say("it has no scheme, and what it is relative to is the server's to say")
_INSIDE: Final = say("a URL may stand somewhere in it")


def _kind(leaf: Leaf, text: str) -> tuple[Literal["url", "unclear"] | None, bool | None]:
    """What a text is that looks like no URL: by its name, then by whether any reader could take it for a host.

    And whether it holds a URL, where that was looked up: it may be long.
    """
    if leaf.is_name:
        return "unclear" if not leaf.declared and _dotted(text) else None, None
    form = leaf.schema.get("format")
    if named_as_host(leaf.key) or form in _URL_FORMATS or form in _HOST_FORMATS:
        return "url", None
    if named_as_path(leaf.key) and not _LOOSE_WORDS.intersection(key_words(leaf.key)):
        return "unclear" if "://" in text else None, None
    if holds_url(text):
        return "unclear", True
    if not text or other_meaning(leaf, text):
        return None, False
    return "unclear" if (_dotted(text) if free_text(leaf.key) else looks_like_host(text)) else None, False


def _dotted(text: str) -> bool:
    return any(mark in text for mark in ".:\u3002\uff0e\uff61") and looks_like_host(text)


def _number(leaf: Leaf) -> HostFact | None:
    """A number where a host should stand: many programs read it as an IPv4 address."""
    if _HOSTS_ALONE.isdisjoint(key_words(leaf.key)):
        return None
    maybe = lenient_hosts(str(leaf.value))
    return HostFact(leaf.where, leaf.key, "url", None, why=say("it is a number"), maybe=maybe, declared=leaf.known)


def _with_port(leaf: Leaf, reading: Reading) -> Reading:
    """With the port that stands beside the host in the same object, which is where it will be used."""
    beside = [value for key, value in leaf.siblings.items() if key != leaf.key and "port" in key_words(key)]
    ports = {_port(value) for value in beside if value is not None}
    if reading.host is None or not ports:
        return reading
    port = ports.pop()
    if ports or port is None or reading.port not in (None, port, *_USUAL):
        return Reading(None, why=say("the port beside it is not clear"), maybe=(reading.host,))
    if port == reading.port:
        return reading
    return replace(reading, port=port, usual_port=reading.port is None and port in _USUAL)


def _port(value: JsonValue) -> int | None:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 65_535 else None


def matches(fact: HostFact, wanted: HostPattern, *, allow: bool) -> bool | None:
    """Whether ``fact`` matches; None where that cannot be told. ``allow``: for a rule that allows."""
    if fact.host is None:
        if allow:
            return None
        if fact.nowhere:
            return False
        return True if any(_covers(wanted, host) for host in fact.maybe) else None
    if not _covers(wanted, fact.host):
        return False
    if wanted.port == "any" or (wanted.port is None and not allow):
        return True
    if wanted.port is None:
        return fact.usual_port
    return None if fact.port is None else fact.port == wanted.port


def _covers(wanted: HostPattern, host: str) -> bool:
    if not wanted.below:
        return host == wanted.host
    return host.endswith(f".{wanted.host}") and not is_address(host)
