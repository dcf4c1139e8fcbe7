"""Findings about hosts and addresses (pure).

Owns: ``private-host`` and ``odd-host``.
Invariants: no name is resolved; one finding of a kind per host; a host that is only mentioned counts only if it is a
cloud's metadata service or a script; for a host on a list, the table ``hosts`` says how grave it is to read from there
and to send there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from host.arguments.host_names import is_address
from host.inspect.evidence import finding_about
from host.inspect.hosts import MAX_HOSTS, MAX_PER_TEXT, NamedHost, host_list, list_entry, named_hosts, private_zone
from host.inspect.roles import has_scheme
from host.inspect.subject import Subject
from host.inspect.tools import ToolClass, class_of_call
from host.model import Finding, Severity
from host.naming import named_as_url
from host.patterns import linear
from host.text import one_line
from host.words import as_is, say

PRIVATE: Final = "private-host"
ODD: Final = "odd-host"
MAX_FINDINGS: Final = 20
"""Findings of one kind."""
_MAX_SHOWN: Final = 120
_MAX_URL: Final = 2_048
_HOSTLIKE: Final = linear(r"[\w-]{1,63}\.(?:[\w-]{1,63}\.){0,6}[a-z]{2,12}(?:[:/@]|$)", ignore_case=True)
_DATA_SCRIPT: Final = linear(
    r"\s{0,5}(?:text/html|text/javascript|application/(?:x-)?javascript|image/svg)", ignore_case=True
)
_WEB: Final = frozenset({"http", "https", "ws", "wss"})
_LISTS: Final = ("collector", "tunnel", "paste", "messenger", "shortener", "redirector", "dynamic")
_LETTERS: Final = say("This host's name has letters beyond A to Z, which may look like others.")


class _Judgment(Struct, frozen=True):
    """The severity and the sentence of a finding about a host."""

    severity: Severity
    sentence: str


def find_addresses(subject: Subject) -> Iterator[Finding]:
    """``private-host`` and ``odd-host``."""
    yield from find_private_hosts(subject)
    yield from find_odd_hosts(subject)


def find_private_hosts(subject: Subject) -> Iterator[Finding]:
    """``private-host``: addresses of this machine, of a private network, or of a cloud's metadata service."""
    tool = class_of_call(subject)
    seen = set[str]()
    for address in named_hosts(subject):
        if address.kind == "mail" or address.raw in seen or (judgment := _judge_private_host(address, tool)) is None:
            continue
        seen.add(address.raw)
        yield finding_about(PRIVATE, judgment.severity, judgment.sentence, address.text, address.span)


def _judge_private_host(address: NamedHost, tool: ToolClass) -> _Judgment | None:
    """The judgment of a private host, None for other hosts."""
    host_by_zone = {private_zone(host): host for host in address.hosts}
    if "metadata" in host_by_zone:
        row = host_list("metadata").get(host_by_zone["metadata"])
        sentence = as_is(row["says"]) if row is not None else say("This is the cloud's own service for machines.")
        return _Judgment(Severity.MEDIUM if address.is_only_mentioned else Severity.HIGH, sentence)
    if address.is_only_mentioned:
        return None
    if "machine" in host_by_zone:
        is_everyday = (
            tool.sink != "web" or (address.scheme in _WEB and address.port is not None) or address.role == "program"
        )
        if is_everyday and not address.scheme:
            return None
        if (row := host_list("control-port").get(str(address.port))) is not None:
            return _Judgment(Severity.MEDIUM, as_is(row["says"]))
        severity = Severity.INFO if is_everyday else Severity.MEDIUM
        return _Judgment(severity, say("This address leads to the machine that the server runs on."))
    if "network" in host_by_zone:
        grave = tool.sink == "web" and is_address(host_by_zone["network"]) and address.role != "program"
        if not grave and not address.scheme:
            return None
        return _Judgment(Severity.MEDIUM if grave else Severity.INFO, say("This address leads into a private network."))
    return None


def find_odd_hosts(subject: Subject) -> Iterator[Finding]:
    """``odd-host``: addresses that are not what they look like, or whose owner is unknown."""
    tool = class_of_call(subject)
    seen = set[tuple[str, str]]()
    for address in named_hosts(subject):
        for judgment in _judge_odd_host(address, tool):
            if (str(judgment.sentence), address.raw) in seen:
                continue
            seen.add((str(judgment.sentence), address.raw))
            yield finding_about(ODD, judgment.severity, judgment.sentence, address.text, address.span)
    yield from islice(_urls_with_line_ends(subject), MAX_FINDINGS)
    yield from _limit_exceeded(subject)


def _judge_odd_host(address: NamedHost, tool: ToolClass) -> Iterator[_Judgment]:
    """The judgments of one host: how it is written, who owns it."""
    if (judgment := _judge_scheme(address, tool)) is not None:
        yield judgment
    if address.is_only_mentioned or address.kind == "opaque":
        return
    if (judgment := _judge_user(address)) is not None:
        yield judgment
    if not address.is_sure and address.raw and (judgment := _judge_form(address)) is not None:
        yield judgment
        return
    for host in address.hosts[:1]:
        if (judgment := _judge_list(address, host, tool) or _judge_letters(address, host)) is not None:
            yield judgment


def _judge_scheme(address: NamedHost, tool: ToolClass) -> _Judgment | None:
    row = host_list("script-scheme").get(address.scheme)
    if row is not None:
        if address.scheme == "data" and _DATA_SCRIPT.match(address.rest) is None:
            return None
        if not address.is_only_mentioned:
            return _Judgment(Severity.HIGH, as_is(row["says"]))
        is_sent = tool.verb == "sends" or tool.outside  # not where a page or a program is written
        return _Judgment(Severity.MEDIUM, as_is(row["says"])) if is_sent else None
    row = host_list("odd-scheme").get(address.scheme)
    if row is None or address.is_only_mentioned or address.role == "program":
        return None
    return _Judgment(Severity(row["read"]), as_is(row["says"]))


def _judge_user(address: NamedHost) -> _Judgment | None:
    if address.kind != "url" or address.scheme not in _WEB:
        return None
    if (
        address.rest[:1] in ("#", "?")
        and "@" in address.rest.partition("/")[0]
        and "=" not in address.rest.partition("@")[0]
    ):
        return _Judgment(
            Severity.HIGH, say("Programs read the host of this address differently, because of the @ in it.")
        )
    if address.user and (_HOSTLIKE.search(address.user) is not None or "/" in address.user or "\\" in address.user):
        return _Judgment(Severity.HIGH, say("What stands before the @ looks like the host; the host stands behind it."))
    return None


def _judge_form(address: NamedHost) -> _Judgment | None:
    if "\\" in address.raw:
        if address.scheme not in _WEB:
            return None
        return _Judgment(Severity.HIGH, say("Programs read this address differently, because of the backslash in it."))
    if any(map(is_address, address.hosts)):
        severity = Severity.HIGH if any(map(private_zone, address.hosts)) else Severity.MEDIUM
        return _Judgment(severity, say("This is an address of numbers in a disguised form."))
    if address.kind != "mail" and address.hosts and (not address.raw.isascii() or "%" in address.raw):
        return _Judgment(Severity.MEDIUM, say("Programs read the letters of this host differently."))
    return None


def _judge_list(address: NamedHost, host: str, tool: ToolClass) -> _Judgment | None:
    """Judge a host by the lists. The call sends something if its tool does more than read, or the URL has data."""
    if address.kind == "mail":
        return None
    sends = tool.verb != "reads" or "?" in address.rest or address.rest.strip("/").count("/") > 1
    for sort in _LISTS:
        name = list_entry(host, sort)
        if name and host_list(sort)[name]["path"] in address.rest.lower():
            row = host_list(sort)[name]
            sentence = say("{host} {does}.", host=one_line(host, _MAX_SHOWN), does=as_is(row["says"]))
            severity = row["send" if sends else "read"]
            return _Judgment(Severity(severity), sentence) if severity else None
    return None


def _judge_letters(address: NamedHost, host: str) -> _Judgment | None:
    if "xn--" not in host and address.raw.isascii():
        return None
    return _Judgment(Severity.HIGH if _mixes_scripts(host) else Severity.INFO, _LETTERS)


@lru_cache(maxsize=1_024)
def _mixes_scripts(host: str) -> bool:
    """Whether one label of a host mixes letters of several scripts."""
    from host.inspect.domains import readable

    for label in readable(host).split("."):
        scripts = {unicodedata.name(char, "?").partition(" ")[0] for char in label if char.isalpha()}
        if len(scripts - {"HIRAGANA", "KATAKANA", "CJK"}) > 1:
            return True
    return False


def _urls_with_line_ends(subject: Subject) -> Iterator[Finding]:
    """Findings about URLs with tabs or line ends, which programs ignore and people do not see (WHATWG URL §4.4)."""
    for text in subject.values():
        raw = text.text.strip()
        if len(raw) > _MAX_URL or raw.isprintable() or not named_as_url(text.key):
            continue
        pieces = [piece for piece in raw.split() if piece]
        if len(pieces) > 1 and any(mark in raw for mark in "\t\r\n") and not all("://" in piece for piece in pieces):
            sentence = say("This address has tabs or line ends in it, which programs leave out: it leads elsewhere.")
            yield finding_about(ODD, Severity.HIGH, sentence, text)


def _limit_exceeded(subject: Subject) -> Iterator[Finding]:
    """The finding that there are more addresses than are judged."""
    long_texts = [text for text in subject.values() if len(text.text) > MAX_PER_TEXT and has_scheme(text.text)]
    crowded = [text.steps for text in long_texts if text.text.count("://") > MAX_PER_TEXT]
    if crowded or len(named_hosts(subject)) >= MAX_HOSTS:
        sentence = say("There are more addresses here than Assent looks at; the rest of them was not inspected.")
        yield Finding("not-inspected", Severity.INFO, sentence, "", crowded[0] if crowded else ())
