"""The hosts that a call names, one by one (pure).

Owns: where in the inputs URLs, hosts and recipients stand. What stays true: this reading is for warning, never for
allowing: what cannot be read surely is read as every lenient program would, and each of those hosts counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal
from urllib.parse import unquote

from host.canonical import json_path
from host.inspect.hosts.bare import FILE_ENDS, bare
from host.inspect.hosts.names import METADATA, NETWORK, SCRIPT_SCHEMES
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, named_as_code
from host.naming import RECIPIENTS, key_words, named_as_url
from host.patterns import regex
from host.policy.facts import HostFact
from host.policy.host_names import canonical_host, is_address, lenient_hosts
from host.policy.leaves import shown

MOST: Final = 400
"""Hosts of one call that are judged."""
OF_ONE: Final = 100
"""Of one text."""

_SCHEME: Final = regex(r"[A-Za-z][A-Za-z0-9+.-]{0,24}$")
_AUTHORITY: Final = regex(r"[^\s/?#\"'<>`|(){}]{0,600}")
_REST: Final = regex(r"[^\s\"'<>`]{0,4000}")
_OPAQUE: Final = regex(
    r"\s{0,20}(javascript|vbscript|livescript|data|file|jar|view-source|jndi|ms-msdt|search-ms|ext|netdoc|"
    r"phar):(.{0,300})",
    re.IGNORECASE | re.DOTALL,
)
_LINKED: Final = regex(r"[(\"'=]\s{0,5}(javascript:)(?=\S)", re.IGNORECASE)
_CONTROLS: Final = regex(r"[\x00-\x20]")
_CUT: Final = regex(r"[$`{]")
"""Where a shell or a template puts something in."""
_PORT: Final = regex(r":(\d{1,6})$")
_MAIL: Final = regex(r"[^\s@<>,;:\"()]{1,64}@([^\s@<>,;:\"()/]{3,253})")
_SCP: Final = regex(r"[\w.-]{1,64}@([\w.-]{3,253}):(?!//)")
_RECIPIENTS: Final = RECIPIENTS | frozenset(
    "invitee member user forward guest share sharewith addresse reply replyto emailaddress participant collaborator "
    "invite grantee destination forwardto sendto principal".split()
)
_NETWORK: Final = regex(
    r"\b(?:curl|wget|nc|ncat|netcat|socat|ssh|scp|sftp|ping|nslookup|dig|host|telnet|ftp|rsync|iwr|irm|"
    r"invoke-webrequest|invoke-restmethod|openssl|nmap|certutil|bitsadmin)\b([^|;&\n]{0,300})",
    re.IGNORECASE,
)
_BARE: Final = regex(
    r"(?<![\w./@-])(?:[\w.-]{1,64}@)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?=[:/\s'\"]|$)",
    re.IGNORECASE,
)
_SETTING: Final = regex(
    r"(?<![\w.&?-])(?:host|hostaddr|hostname|server|data source|addr)\s{0,3}=\s{0,3}[\"']?(?:tcp:)?"
    r"((?:[a-z0-9_-]{1,63}\.){1,8}[a-z0-9]{1,24})(?=[\s;,:'\")&]|$)",
    re.IGNORECASE,
)
_NO_HOST: Final = regex(r"0x[0-9a-f]{20}|(?:mailto|tel|sms|urn|about|blob|cid|mid):", re.IGNORECASE)
"""What names no host, though some reader would take it for one."""
_RANGE: Final = regex(r"/\d{1,3}$")
_HOSTS_ALONE: Final = frozenset("host hostname ip ipaddress fqdn nameserver".split())


@dataclass(frozen=True, slots=True)
class Named:
    """One host, as a call names it.

    Attributes:
        text: where. span: of what names it in there, None where that is not told. scheme: lower case, may be empty.
        user: what stands before an @, decoded. raw: the host as written. hosts: canonical, the sure one or all that
        some reader sees. sure: whether every reader sees the same one. port: None where it is not written. rest: what
        follows it. kind: how it is named. prose: whether it is only mentioned in words.
    """

    text: Text
    span: tuple[int, int] | None
    raw: str
    hosts: tuple[str, ...]
    sure: bool
    scheme: str = ""
    user: str = ""
    port: int | None = None
    rest: str = ""
    kind: Literal["url", "host", "mail", "opaque"] = "url"
    prose: bool = False


def named(subject: Subject) -> tuple[Named, ...]:
    """Every host that ``subject`` names, in order, ``MOST`` at most."""
    found: list[Named] = []
    for text in subject.texts:
        if text.is_name and "/" not in text.text:
            continue
        of_one = list(_of_text(text))
        found.extend(of_one)
        found.extend(_bare(subject, text, {each.raw for each in of_one if each.hosts}))
        if len(found) >= MOST:
            return tuple(found[:MOST])
    found.extend(_of_facts(subject))
    return tuple(found[:MOST])


def _of_text(text: Text) -> Iterator[Named]:
    raw = text.text
    prose = is_prose(text)
    seen = set[tuple[str, str]]()
    slash, backslash = "/" in raw, "\\" in raw  # told at once, where several characters take a millisecond a megabyte
    if (slash and ("://" in raw or (backslash and ":/\\" in raw))) or (backslash and ":\\\\" in raw):
        for each in _urls(text, raw, prose):
            seen.add((each.scheme, each.raw))
            yield each
    if ":" in raw and (opaque := _opaque(text, prose)) is not None:
        yield opaque
    head = raw[:8_192]
    if "%" in head and "%2f" in (low := head.lower()) and "%3a" in low:
        inner = (each for each in _urls(text, unquote(head), prose) if (each.scheme, each.raw) not in seen)
        yield from (replace(each, span=None) for each in inner)
    if "@" in raw and len(raw) <= 20_000:
        yield from _mails(text)
    if len(raw) <= 65_536 and named_as_code(text):
        yield from _in_command(text)
    if "=" in raw and not prose and len(raw) <= 65_536:
        yield from _in_settings(text)


def _opaque(text: Text, prose: bool) -> Named | None:
    """A URL without an authority that stands at the beginning, or a script in a link."""
    head = text.text[:400]
    match = _OPAQUE.match(head if head.isprintable() else _CONTROLS.sub("", head))
    if match is not None:
        scheme, rest = match[1].lower(), match[2]
        if named_as_url(text.key) or rest[:1] in ("/", "\\", ":") or (scheme in SCRIPT_SCHEMES and rest[:1].strip()):
            return Named(text, None, "", (), True, scheme, rest=rest, kind="opaque", prose=prose)
    scripted = "avascript:" in text.text and ("javascript:" in text.text or "Javascript:" in text.text)
    link = _LINKED.search(text.text) if scripted else None
    return link and Named(text, link.span(1), "", (), True, "javascript", kind="opaque", prose=prose)


def _urls(text: Text, raw: str, prose: bool) -> Iterator[Named]:
    plain = raw.replace("\\", "/") if "\\" in raw else raw
    at = plain.find("://")
    for _ in range(OF_ONE):
        if at < 0:
            return
        scheme = _SCHEME.search(plain[max(at - 25, 0) : at])
        authority = _AUTHORITY.match(plain, at + 3)
        if scheme is not None and authority is not None:
            start, end = at - len(scheme[0]), authority.end()
            rest = _REST.match(plain, end)
            written = _AUTHORITY.match(raw, at + 3)  # with its backslashes, which some programs read as slashes
            said = written[0] if written else raw[at + 3 : end]
            yield _url(text, (start, end), scheme[0].lower(), said, rest[0] if rest else "", prose)
        at = plain.find("://", at + 3)


def _url(text: Text, span: tuple[int, int], scheme: str, authority: str, rest: str, prose: bool) -> Named:
    user, _, host = authority.rpartition("@")
    host = (_CUT.split(host, maxsplit=1)[0] or host).rstrip(".,;!")
    port = _PORT.search(host)
    if port is not None:
        host = host[: port.start()]
    number = int(port[1]) if port else None
    if scheme not in NETWORK:  # s3://bucket, note://today: what stands there is no host
        return Named(text, span, host, (), True, scheme, unquote(user), number, rest, "opaque", prose)
    hosts, sure = read_host(host)
    return Named(text, span, host, hosts, sure, scheme, unquote(user), number, rest, "url", prose)


def read_host(host: str) -> tuple[tuple[str, ...], bool]:
    """The canonical hosts that readers see in one as written; and whether all see the same."""
    if (canonical := canonical_host(host)) is not None:
        return (canonical,), True
    decoded = unquote(host)
    pieces = [host, decoded, *re.split(r"[@\\/]", decoded)[:8]]
    return tuple(dict.fromkeys(name for piece in pieces if piece for name in lenient_hosts(piece)))[:8], False


def _mails(text: Text) -> Iterator[Named]:
    words = frozenset(key_words(text.key))
    if is_prose(text) or words.isdisjoint(_RECIPIENTS):
        scp = _SCP.match(text.text)
        if scp is not None and not is_prose(text):
            hosts, sure = read_host(scp[1])
            yield Named(text, scp.span(1), scp[1], hosts, sure, "ssh", kind="host")
        return
    for index, match in enumerate(_MAIL.finditer(text.text)):
        if index >= OF_ONE:
            return
        hosts, sure = read_host(match[1])
        yield Named(text, match.span(1), match[1], hosts, sure, kind="mail")


def _in_command(text: Text) -> Iterator[Named]:
    """Hosts without a scheme behind a program that goes to the network."""
    for index, program in enumerate(_NETWORK.finditer(text.text)):
        if index >= OF_ONE:
            return
        for match in _BARE.finditer(program[1]):
            if match[1].rpartition(".")[2].lower() in FILE_ENDS:
                continue
            hosts, sure = read_host(match[1])
            start = program.start(1)
            yield Named(text, (start + match.start(1), start + match.end(1)), match[1], hosts, sure, kind="host")


def _bare(subject: Subject, text: Text, told: set[str]) -> Iterator[Named]:
    """Hosts without a scheme that no program or name before them tells."""
    for start, end in bare(subject, text):
        raw = text.text[start:end].rstrip(".")
        if raw not in told:
            told.add(raw)
            hosts, sure = read_host(raw)
            rest = _REST.match(text.text, end)
            following = rest[0] if rest is not None and rest[0][:1] in "/?#" else ""
            yield Named(text, (start, end), raw, hosts, sure, rest=following, kind="host", prose=is_prose(text))


def _in_settings(text: Text) -> Iterator[Named]:
    """Hosts in the settings of a connection, as in ``host=db.example user=x``."""
    for match in islice(_SETTING.finditer(text.text), OF_ONE):
        hosts, sure = read_host(match[1])
        yield Named(text, match.span(1), match[1], hosts, sure, kind="host")


def sure_hosts(subject: Subject) -> frozenset[str]:
    """Canonical names of the hosts that the inputs name for certain."""
    facts = subject.hosts if _may_be_hosts(subject) else ()
    return frozenset(fact.host for fact in facts if fact.host is not None)


def _may_be_hosts(subject: Subject) -> bool:
    """Whether all of a text may be a host. Of others a fact says only that one may stand within."""
    return not subject.complete or any(map(_alone, subject.texts))


def _alone(text: Text) -> bool:
    if text.is_name:
        return not _DOTS.isdisjoint(text.text)
    return len(text.text.split(None, 1)) <= 1


_DOTS: Final = frozenset(".:\u3002\uff0e\uff61")


def _of_facts(subject: Subject) -> Iterator[Named]:
    """Hosts that stand alone under a name that says so, or are addresses for certain."""
    if not _may_be_hosts(subject):
        return
    facts = [fact for fact in subject.hosts if _stands_alone(fact)]
    if not facts:
        return
    texts = {(shown(json_path(text.steps)), text.text): text for text in subject.texts if not text.is_name}
    for fact in facts:
        text = texts.get((fact.where, fact.text))
        if text is None or ("@" in fact.text and not named_as_url(fact.key)):
            continue
        hosts = (fact.host,) if fact.host is not None else fact.maybe[:8]
        if hosts:
            yield Named(text, None, fact.text[:300], hosts, fact.host is not None, port=fact.port, kind="host")


def _stands_alone(fact: HostFact) -> bool:
    text, words = fact.text, key_words(fact.key)
    if (
        not text
        or len(text) > 600
        or "://" in text
        or _NO_HOST.match(text)
        or _RANGE.search(text)
        or any(map(str.isspace, text.strip()))
    ):
        return False
    hosts = (fact.host,) if fact.host is not None else fact.maybe
    if any(host in METADATA for host in hosts) and (fact.kind == "url" or _DOTTED.match(text)):
        return True
    if fact.kind != "url":
        return "version" not in words and any(map(is_address, hosts)) and _numbers(text)
    if not _HOSTS_ALONE.isdisjoint(words) or text.lower().startswith("localhost"):
        return True
    return "." in text and (not text.startswith((".", "/")) or text.startswith("//")) and bool(hosts)


_DOTTED: Final = regex(r"[^\s'\"()]{0,400}[.:][^\s'\"()]*\Z")
"""Of what stands in a query, as in ``metadata['order']:'1'``, the quotes are no part of a host."""


def _numbers(text: str) -> bool:
    """Whether a text is an address as a whole, and no version, time or quantity."""
    if text.count(".") == 3 or text[:2] in ("0x", "0X"):
        return True
    return text.count(":") > 1 and bool(lenient_hosts(text))
