"""Where a call sends or leads, and whether anything approved went there before (pure).

Owns: ``new-host``; the key by which each form of a destination is remembered.
Invariants: what is remembered when a call is approved and what is judged afterwards are made by the same function; a
destination that has no form of an address is worth a word at most; this machine and private networks are never new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from host.arguments.host_names import canonical_host, is_address
from host.inspect.evidence import finding_about
from host.inspect.folders import begins_path
from host.inspect.hosts import list_entry, named_hosts, private_zone
from host.inspect.results import compared_forms, identifying_forms
from host.inspect.roles import MAIL, PHONE, SHORT, URL, Role, addresses_in, is_account, roles_of
from host.inspect.subject import Past, Subject, Text
from host.inspect.tools import ToolClass, class_of_call
from host.model import Finding, Severity
from host.naming import key_words, named_as_host
from host.patterns import linear
from host.text import one_line
from host.words import say

KIND: Final = "new-host"
MOST: Final = 20
"""Findings of one call."""
DESTINATIONS: Final = 200
"""Destinations of one call that are judged."""
_NAME: Final = 120
_LETTERS_OF_NAME: Final = 200
_ROLES: Final[frozenset[Role]] = frozenset({"destination", "authority"})
_GIVES: Final = frozenset({"sends", "grants", "pays"})
_PHONES: Final = frozenset("phone phonenumber mobile msisdn sms fax whatsapp to recipient tel telephone caller".split())
_SENDS: Final = linear(
    r"(?:^|\s)(?:-d|--data\S*|--json|-F|--form|-T|--upload-file|-X\s?(?:POST|PUT|PATCH|DELETE)|--post-\w+)(?:\s|=|$|[\"'@])"
    r"|\b(?:scp|sftp|rsync|nc|ncat|netcat|socat|telnet|ssh|ftp|rclone|git\s+push|docker\s+push|npm\s+publish|twine\s+upload)\b"
    r"|\.(?:post|put|patch)\(|invoke-(?:webrequest|restmethod)[^\n]{0,200}-method\s+p"
)
"""How a command hands something over to a host."""


class Destination(NamedTuple):
    """Where a call goes.

    Attributes:
        text: where it is named.
        value: as it stands.
        key: see ``destination_key``.
        sure: whether it has the form of an address.
        hands_over: whether something may go there; a command may only fetch.
    """

    text: Text
    value: str
    key: str
    sure: bool
    hands_over: bool = True

    @property
    def outside(self) -> bool:
        """Whether somebody else surely gets what goes there: this machine and private networks have no key."""
        return self.sure and bool(self.key)


def destination_key(role: Role, value: str) -> str:
    """The key of a destination, such as ``host:example.org``, ``mail:example.org``, ``phone:+491``, ``name:#general``.

    Empty where it is nowhere outside: a path, this machine, a private network.

    Args:
        role: of the value.
        value: one address, or all of a value that holds none.
    """
    text = value.strip()
    if role not in _ROLES and role != "program":
        return ""
    if URL.fullmatch(text) is not None:
        return _by_url(text)
    if MAIL.fullmatch(text) is not None:
        return _by_mail(text)
    if is_account(text):
        return f"account:{''.join(char for char in text if char.isalnum()).lower()}"
    if PHONE.fullmatch(text) is not None and canonical_host(text) is None:
        digits = "".join(char for char in text if char.isdigit())
        return f"phone:{'+' if text.startswith('+') else ''}{digits}"
    if "://" not in text and (host := _host_alone(text)):
        return _by_host(host)
    return f"name:{text[:_LETTERS_OF_NAME].casefold()}" if text and "\n" not in text and not begins_path(text) else ""


def known_host(host: str) -> str:
    """The key of a host that stands alone; empty where it is private."""
    from host.inspect.domains import canonical

    return _by_host(canonical(host))


@lru_cache(maxsize=4_096)
def _by_url(url: str) -> str:
    from host.inspect.domains import host_of

    scheme = url.partition("://")[0].lower()
    if scheme in ("s3", "gs"):
        return f"name:{scheme}://{url.partition('://')[2].partition('/')[0].casefold()}"
    return _by_host(host_of(url))


def _by_host(host: str) -> str:
    from host.inspect.domains import registrable

    return f"host:{registrable(host)}" if host and not private_zone(host) else ""


@lru_cache(maxsize=4_096)
def _by_mail(address: str) -> str:
    """The domain; of a provider at which anybody has an address, the address."""
    from host.inspect.domains import canonical, registrable

    domain = canonical(address.rpartition("@")[2])
    if not domain:
        return f"mail:{address.casefold()}"
    if list_entry(domain, "mail-provider"):
        return f"mail:{address.casefold()}"
    return f"mail:{registrable(domain)}"


def _host_alone(text: str) -> str:
    """The host that a value is as a whole, with a port or path behind it; empty where it is none."""
    head = text.partition("/")[0]
    name, _, port = head.rpartition(":")
    if port.isdigit() and name:
        head = name
    if head.rpartition("@")[2] != head and ":" in text:  # git@example.org:a/b
        head = text.partition(":")[0].rpartition("@")[2]
    host = canonical_host(head) if "." in head and len(head) <= 253 else None
    if host is None or (not is_address(host) and not host.rpartition(".")[2].isalpha()):
        return ""
    return host


def destinations_of(subject: Subject, tool: ToolClass) -> tuple[Destination, ...]:
    """The destinations of a call, each once, in order.

    Args:
        subject: the call.
        tool: what it does.
    """
    made: dict[str, Destination] = {}
    for it in islice(_destinations(subject, tool), DESTINATIONS):
        if it.key and (it.key not in made or (it.hands_over and not made[it.key].hands_over)):
            made[it.key] = it
    return tuple(made.values())


def _destinations(subject: Subject, tool: ToolClass) -> Iterator[Destination]:
    for text, role, _ in roles_of(subject, tool):
        if role in _ROLES and not begins_path(text.text):
            yield from _of_value(text, role)
    for each in named_hosts(subject):
        if each.role == "program" and each.kind in ("url", "host"):
            for host in each.hosts[:1]:
                hands_over = _SENDS.search(each.text.text[:65_536]) is not None
                yield Destination(each.text, each.raw, _by_host(host), sure=True, hands_over=hands_over)


def _of_value(text: Text, role: Role) -> Iterator[Destination]:
    raw = text.text
    for piece in addresses_in(raw[:20_000], whole=len(raw) <= SHORT):
        key = destination_key(role, piece)
        if key.startswith("phone:") and not named_as_phone(text.key):
            key = f"name:{piece.casefold()}"  # an id, which has digits too
        if key.startswith("host:") and "://" not in piece and "@" not in piece and not named_as_host(text.key):
            key = f"name:{piece.casefold()}"  # as in the name of a file or a person
        sure = not key.startswith("name:")
        if sure or role == "destination":  # of rights, which ones and whose they are
            yield Destination(text, piece, key, sure)


def named_as_phone(name: str) -> bool:
    """Whether digits under that name are a telephone number."""
    words = key_words(name)
    return words == ("number",) or not _PHONES.isdisjoint(words)


def find_new_hosts(subject: Subject) -> Iterator[Finding]:
    """``new-host``: destinations to which nothing that was approved went before."""
    return find_new_hosts_among(destinations_of(subject, class_of_call(subject)), subject)


def find_new_hosts_among(destinations: Iterable[Destination], subject: Subject) -> Iterator[Finding]:
    """``find_new_hosts``, where the destinations of the call are known already."""
    tool = class_of_call(subject)
    told = 0
    for it in destinations:
        if it.key in subject.past.destinations or (severity := _severity(subject, tool, it)) is None:
            continue
        as_written = not it.sure or it.key.startswith("account:")
        name = one_line(it.value if as_written else it.key.partition(":")[2], _NAME)
        said = say("You have approved nothing to {name} before.", name=name)
        if it.key in subject.past.places:
            said = say("What you approved went to {name} before, but not with this tool.", name=name)
        at = it.text.text.find(it.value)
        yield finding_about(KIND, severity, said, it.text, (at, at + len(it.value)) if at >= 0 else None)
        told += 1
        if told >= MOST:
            return


def _severity(subject: Subject, tool: ToolClass, it: Destination) -> Severity | None:
    """How grave it is that a destination is new; None for not at all."""
    gives = tool.changes and it.hands_over
    if not it.sure:
        worth = subject.past.known and tool.verb in _GIVES and it.key not in subject.past.places
        return Severity.INFO if worth else None
    if it.key.startswith("host:") and list_entry(it.key.removeprefix("host:"), "known") and not (gives and tool.known):
        return None
    if not gives or it.key in subject.past.places or not subject.past.known or is_record_field(it.value, subject.past):
        return Severity.INFO
    return Severity.MEDIUM


def is_record_field(value: str, past: Past, *, authors: bool = True) -> bool:
    """Whether a record that a tool returned has the value as a field, and no order to the model beside it.

    ``authors``: whether such a field may also name who wrote something, which anybody can do.
    """
    keys = identifying_forms(compared_forms(value))
    told = (it for it in past.earlier_calls if keys.isdisjoint(it.values))  # one that only says again what it was given
    results = (it.result for it in told if it.result is not None)
    return any(
        not keys.isdisjoint(it.fields) and keys.isdisjoint(it.ordered) and (authors or keys.isdisjoint(it.authors))
        for it in results
    )
