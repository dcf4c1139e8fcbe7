"""The hosts in a call (pure).

Owns: finding URLs, hosts and recipients' domains in the inputs; which hosts are private; which are on the lists of the
table ``hosts``.
Invariants: the hosts are for warnings, never for permissions: an ambiguous text is read as every lenient program would
read it, and each of those hosts counts; a host is judged by its end, which shows the owner.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final, Literal
from urllib.parse import unquote

from msgspec import Struct

from host.arguments.facts import HostFact
from host.arguments.host_names import canonical_host, is_address, lenient_hosts
from host.arguments.texts import shown_place
from host.canonical import json_path
from host.inspect import tables
from host.inspect.roles import Role, roles_of
from host.inspect.subject import Subject, Text, once
from host.inspect.tables import Row
from host.naming import key_words, named_as_host, named_as_url
from host.patterns import linear

MAX_HOSTS: Final = 400
"""Hosts of one call that are judged."""
MAX_PER_TEXT: Final = 100
"""Hosts of one text that are judged."""
_MAX_HOST: Final = 600
"""Characters of a value that may be a host."""
_MAX_PROGRAM: Final = 65_536
"""Characters of a program that are searched for hosts without a scheme."""

_SCHEME: Final = linear(r"[A-Za-z][A-Za-z0-9+.-]{0,24}$")
_SCHEME_MARK: Final = linear(r":[/\\]{2}")
"""The mark behind a scheme, also as programs read it that take backslashes for slashes."""
_AUTHORITY: Final = linear(r"[^\s/?#\"'<>`|(){}]{0,600}")
_REST: Final = linear(r"[^\s\"'<>`]*")
_OPAQUE: Final = linear(r"\s{0,20}([A-Za-z][A-Za-z0-9.-]{1,16}):(?s:(.{0,300}))")
_NETWORK_PATH: Final = linear(r"\s*[/\\]{2,}")
_TEMPLATE_SIGN: Final = linear(r"[$`{]")
"""The start of a substitution in a shell or a template."""
_PORT: Final = linear(r":(\d{1,6})$")
_PIECES: Final = linear(r"[@\\/]")
_MAIL: Final = linear(r"[^\s@<>,;:\"()]{1,64}@([^\s@<>,;:\"()/]{3,253})")
_SCP: Final = linear(r"[\w.-]{1,64}@([\w.-]{3,253}):[^/]")
"""A place as git and scp take it."""
_NETWORK_COMMAND: Final = linear(
    r"\b(?:curl|wget|nc|ncat|netcat|socat|ssh|scp|sftp|ping|nslookup|dig|telnet|ftp|rsync|iwr|irm|"
    r"invoke-webrequest|invoke-restmethod|openssl|nmap|certutil|bitsadmin)\b([^|;&\n]{0,300})",
    ignore_case=True,
)
_BARE_HOST: Final = linear(
    r"(?:^|[\s\"'=@])((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?:[:/\s'\"]|$)", ignore_case=True
)
_ANY_HOST: Final = linear(r"\b(?:[a-z0-9_-]{1,63}\.){1,8}[a-z]{2,24}\b", ignore_case=True)
_RANGE: Final = linear(r"/\d{1,3}$")
_EMBEDDED: Final = linear(
    r"(?:^|[^0-9])(\d{1,3}(?:[.-]\d{1,3}){3})(?:$|[^0-9])|(?:^|[^0-9a-f])([0-9a-f]{8})(?:$|[^0-9a-f])"
)
_SHARED: Final = ipaddress.ip_network("100.64.0.0/10")
_EXAMPLES: Final = tuple(
    map(ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"))
)
"""Addresses for documentation (RFC 5737, RFC 3849), which count as outside."""


class NamedHost(Struct, frozen=True):
    """One host in a call.

    Attributes:
        sure: whether all programs read the same host.
    """

    text: Text  # the input
    span: tuple[int, int] | None  # the position in it, None if unknown
    raw: str  # the host as written
    hosts: tuple[str, ...]  # its canonical form, or all forms that some program reads
    is_sure: bool
    role: Role  # of the input
    scheme: str = ""  # in lower case, may be empty
    user: str = ""  # the part before an @, decoded
    port: int | None = None  # None if not written
    rest: str = ""  # the path and what follows it
    kind: Literal["url", "host", "mail", "opaque"] = "url"  # how it is written; ``opaque`` is an address without a host

    @property
    def is_only_mentioned(self) -> bool:
        """Whether it is only mentioned in a content."""
        return self.role == "content"


@once
def named_hosts(subject: Subject) -> tuple[NamedHost, ...]:
    """The hosts in a call, in order, at most ``MAX_HOSTS``."""
    hosts: list[NamedHost] = []
    roles: dict[int, Role] = {}
    for text, role, _ in roles_of(subject):
        roles[id(text)] = role
        if role == "program" or _may_hold_host(text.text):
            hosts.extend(islice(_hosts_in_text(text, role), MAX_PER_TEXT))
            if len(hosts) >= MAX_HOSTS:
                return tuple(hosts[:MAX_HOSTS])
    texts_with_hosts = {id(host.text) for host in hosts if host.kind != "mail"}
    hosts.extend(host for host in _hosts_of_facts(subject, roles) if id(host.text) not in texts_with_hosts)
    return tuple(hosts[:MAX_HOSTS])


def _may_hold_host(raw: str) -> bool:
    """Whether a text has a mark of those that stand beside each host in a text that is no program."""
    return ":" in raw or "@" in raw or "/" in raw or "\\" in raw or "%" in raw


def _hosts_in_text(text: Text, role: Role) -> Iterator[NamedHost]:
    """The hosts in one text. In a content only URLs and links count."""
    raw, seen = text.text, set[str]()
    whole = _with_scheme(text)
    if ":" in whole and ("/" in whole or "\\" in whole) and _SCHEME_MARK.is_in(whole):
        for host in _hosts_of_urls(text, whole, role, spans=whole is raw):
            seen.add(host.raw)
            yield host
    head = raw[:8_192]
    if "%" in head and "%3a%2f" in head.lower():
        decoded = _hosts_of_urls(text, unquote(head), role, spans=False)
        yield from (host for host in decoded if host.raw not in seen)
    if role == "content":
        return
    if ":" in raw and (opaque := _opaque_address(text, role)) is not None:
        yield opaque
    if "@" in raw and len(raw) <= 20_000 and "://" not in raw:
        yield from _hosts_of_mails(text, role)
    if role == "program":
        yield from (host for host in _hosts_in_program(text) if host.raw not in seen)


def _with_scheme(text: Text) -> str:
    """The text, completed if it is a URL that begins with its host (RFC 3986 §4.2, network-path reference)."""
    begin = _NETWORK_PATH.match(text.text) if named_as_url(text.key) else None
    return text.text if begin is None else f"http://{text.text[begin.end() :]}"


def _hosts_of_urls(text: Text, raw: str, role: Role, *, spans: bool = True) -> Iterator[NamedHost]:
    plain = raw.replace("\\", "/")
    at = plain.find("://")
    for _ in range(MAX_PER_TEXT):
        if at < 0:
            return
        scheme = _SCHEME.search(plain[max(at - 25, 0) : at])
        authority = _AUTHORITY.match(plain[at + 3 : at + 603])
        if scheme is not None and authority is not None:
            end = at + 3 + authority.end()
            # With backslashes, which some programs read as slashes.
            written = authority if plain == raw else _AUTHORITY.match(raw[at + 3 : at + 603])
            rest = _REST.match(plain[end : end + 4_000])
            span = (at - len(scheme[0]), end) if spans else None
            yield _url_host(text, span, scheme[0].lower(), written[0] if written else "", rest[0] if rest else "", role)
        at = plain.find("://", at + 3)


def _url_host(
    text: Text, span: tuple[int, int] | None, scheme: str, authority: str, rest: str, role: Role
) -> NamedHost:
    """The host of a URL, given in parts."""
    user, _, host = authority.rpartition("@")
    sign = _TEMPLATE_SIGN.search(host)
    host = (host if sign is None else host[: sign.start()] or host).rstrip(".,;!")
    port = _PORT.search(host) if ":" in host else None
    if port is not None:
        host = host[: port.start()]
    number = int(port[1]) if port is not None else None
    if scheme not in host_list("network-scheme"):  # s3://bucket, note://today: not a host
        return NamedHost(text, span, host, (), True, role, scheme, unquote(user), number, rest, "opaque")
    hosts, is_sure = read_host(host.partition("\\")[0])
    return NamedHost(text, span, host, hosts, is_sure and "\\" not in host, role, scheme, unquote(user), number, rest)


def read_host(host: str) -> tuple[tuple[str, ...], bool]:
    """The canonical hosts that programs read in a written host, and whether all read the same one."""
    if (canonical := canonical_host(host)) is not None:
        return (canonical,), True
    decoded = unquote(host)
    pieces = [host, decoded, *_PIECES.split(decoded)[:8]]
    return tuple(dict.fromkeys(name for piece in pieces if piece for name in lenient_hosts(piece)))[:8], False


def _opaque_address(text: Text, role: Role) -> NamedHost | None:
    """An address without a host at the beginning of a text, such as a script."""
    head = text.text[:400]
    if not head.isprintable():  # programs leave out tabs and line ends (WHATWG URL §4.4)
        head = "".join(char for char in head if char > " ")
    match = _OPAQUE.match(head)
    if match is None:
        return None
    scheme, rest = match[1].lower(), match[2]
    is_listed = scheme in host_list("script-scheme") or scheme in host_list("odd-scheme")
    if is_listed and not rest.startswith("//") and (named_as_url(text.key) or (rest[:1].strip() and role != "program")):
        return NamedHost(text, None, "", (), True, role, scheme, rest=rest, kind="opaque")
    return None


def _hosts_of_mails(text: Text, role: Role) -> Iterator[NamedHost]:
    place = _SCP.match(text.text) if ":" in text.text else None
    if place is not None:
        yield _bare_host(text, place.span(1), role)
    if role in ("destination", "authority"):
        for match in islice(_MAIL.finditer(text.text), MAX_PER_TEXT):
            if place is not None and match.start(1) == place.start(1):
                continue
            hosts, is_sure = read_host(match[1])
            yield NamedHost(text, match.span(1), match[1], hosts, is_sure, role, kind="mail")


def _bare_host(text: Text, span: tuple[int, int], role: Role) -> NamedHost:
    raw = text.text[slice(*span)]
    hosts, is_sure = read_host(raw)
    return NamedHost(text, span, raw, hosts, is_sure, role, kind="host")


def _hosts_in_program(text: Text) -> Iterator[NamedHost]:
    """Hosts without a scheme behind a network program, and names of services that collect data."""
    raw, seen = text.text[:_MAX_PROGRAM], set[str]()
    for program in islice(_NETWORK_COMMAND.finditer(raw), MAX_PER_TEXT):
        for match in _BARE_HOST.finditer(program[1]):
            if match[1].rpartition(".")[2].lower() not in tables.words("file-ending") and match[1] not in seen:
                seen.add(match[1])
                yield _bare_host(text, (program.start(1) + match.start(1), program.start(1) + match.end(1)), "program")
    for match in islice(_ANY_HOST.finditer(raw), 4 * MAX_PER_TEXT):
        name = match[0].lower()
        if match[0] not in seen and (list_entry(name, "collector") or list_entry(name, "tunnel")):
            seen.add(match[0])
            yield _bare_host(text, match.span(), "program")


def _hosts_of_facts(subject: Subject, roles: Mapping[int, Role]) -> Iterator[NamedHost]:
    """Bare hosts, by the name of the input or because they are addresses for certain."""
    if not any(map(_may_stand_alone, subject.values())):
        return  # reading hosts costs more than the rest of this function
    facts = [fact for fact in subject.hosts if _stands_alone(fact)]
    if not facts:
        return
    texts = {(shown_place(json_path(text.steps)), text.text): text for text in subject.values()}
    for fact in facts:
        text = texts.get((fact.where, fact.text))
        role = roles.get(id(text)) if text is not None else None
        hosts = (fact.host,) if fact.host is not None else fact.other_hosts[:8]
        if text is not None and role is not None and role != "content" and hosts:
            yield NamedHost(
                text, None, fact.text[:300], hosts, fact.host is not None, role, port=fact.port, kind="host"
            )


def _may_stand_alone(text: Text) -> bool:
    """Whether a text may be a bare host, by its name and its marks."""
    if named_as_host(text.key):
        return True
    raw = text.text
    if ":" not in raw and "." not in raw:
        return False
    word = raw.strip()
    return len(word) <= _MAX_HOST and _is_address_by_its_marks(word) and _is_one_word(word)


def _is_address_by_its_marks(text: str) -> bool:
    return text.count(".") == 3 or "::" in text or text.count(":") == 7


def _stands_alone(fact: HostFact) -> bool:
    text, words = fact.text.strip(), frozenset(key_words(fact.key))
    if not _is_one_word(text) or _RANGE.search(text) is not None or "version" in words:
        return False
    hosts = (fact.host,) if fact.host is not None else fact.other_hosts
    if any(map(is_address, hosts)) and not named_as_host(fact.key):
        return fact.host is not None and _is_address_by_its_marks(text)
    return bool(hosts) and named_as_host(fact.key) and ("." in text or not tables.words("host-name").isdisjoint(words))


_EXPRESSION: Final = frozenset("'\"()=")
"""Marks of a filter or a formula, which no client accepts in a host."""


def _is_one_word(raw: str) -> bool:
    """Whether a whole value may be a host: no sentence, path, URL or mail address."""
    text = raw.strip()
    if not text or len(text) > _MAX_HOST or "://" in text or "@" in text or text.startswith((".", "/", "~")):
        return False
    return _EXPRESSION.isdisjoint(text) and not any(map(str.isspace, text))


@cache
def host_list(sort: str) -> Mapping[str, Row]:
    """The hosts on one list of the table ``hosts``, with their rows. ``sort``: the name of the list."""
    rows = (row for row in tables.rows("hosts") if row["sort"] == sort)
    return MappingProxyType({name: row for row in rows for name in row.match})


@lru_cache(maxsize=4_096)
def list_entry(host: str, sort: str) -> str:
    """The entry of a list that is ``host`` or a parent domain of it, else empty."""
    names, labels = host_list(sort), host.split(".")
    return next((name for at in range(len(labels)) if (name := ".".join(labels[at:])) in names), "")


@lru_cache(maxsize=4_096)
def private_zone(host: str) -> Literal["metadata", "machine", "network", ""]:
    """The private zone of a canonical host, empty for a public host."""
    if host in host_list("metadata"):
        return "metadata"
    if is_address(host):
        return _zone_of_address(host)
    if (name := list_entry(host, "rebinding")) and (inner := _embedded_address(host.removesuffix(name))):
        return private_zone(inner)
    if list_entry(host, "this-machine"):
        return "machine"
    return "network" if "." not in host or list_entry(host, "private-end") else ""


def _zone_of_address(host: str) -> Literal["machine", "network", ""]:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a number that is no address, such as a hash
        return ""
    if address.is_loopback or address.is_unspecified:
        return "machine"
    if any(address in network for network in _EXAMPLES):
        return ""
    shared = address.version == 4 and address in _SHARED
    return "network" if shared or address.is_private or address.is_link_local or address.is_reserved else ""


def _embedded_address(labels: str) -> str:
    """The IP address inside a name, such as ``10-0-0-1.example``; empty for none."""
    match = _EMBEDDED.search(labels)
    if match is None:
        return ""
    dotted, coded = match.groups()
    addresses = lenient_hosts(dotted.replace("-", ".") if dotted else f"0x{coded}")
    return addresses[0] if addresses and is_address(addresses[0]) else ""
