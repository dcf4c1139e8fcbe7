"""The destinations of a call, and whether approved calls went there before (pure).

Owns: ``new-host``; the key under which a destination is remembered.
Invariants: one function makes the keys that are remembered on approval and those that are judged later; a destination
without the form of an address is never more than an INFO; this machine and private networks are never new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from host.arguments.host_names import canonical_host, is_address
from host.inspect import tables
from host.inspect.evidence import finding_about
from host.inspect.folders import begins_path
from host.inspect.hosts import list_entry, named_hosts, private_zone
from host.inspect.results import compared_forms, identifying_forms
from host.inspect.roles import MAIL, MAX_SHORT, PHONE, URL, Role, addresses_in, is_account, role_by_name, roles_of
from host.inspect.subject import Past, Subject, Text
from host.inspect.tools import ToolClass, class_of_call
from host.model import Finding, Severity
from host.naming import key_words, named_as_host
from host.patterns import linear
from host.text import one_line
from host.words import say

KIND: Final = "new-host"
MAX_DESTINATIONS: Final = 200
"""Destinations of one call that are judged."""
_MAX_SHOWN: Final = 120
_MAX_NAME: Final = 200
_ROLES: Final[frozenset[Role]] = frozenset({"destination", "authority"})
_GIVING_VERBS: Final = frozenset({"sends", "grants", "pays"})
_SENDING_COMMAND: Final = linear(
    r"(?:^|\s)(?:-d|--data\S*|--json|-F|--form|-T|--upload-file|-X\s?(?:POST|PUT|PATCH|DELETE)|--post-\w+)(?:\s|=|$|[\"'@])"
    r"|\b(?:scp|sftp|rsync|nc|ncat|netcat|socat|telnet|ssh|ftp|rclone|git\s+push|docker\s+push|npm\s+publish|twine\s+upload)\b"
    r"|\.(?:post|put|patch)\(|invoke-(?:webrequest|restmethod)[^\n]{0,200}-method\s+p"
)
"""Signs that a command sends something to a host."""


class Destination(Struct, frozen=True):
    """Where a call goes.

    Attributes:
        sure: whether it has the form of an address.
    """

    text: Text  # the input that names it
    value: str  # the address as written
    key: str  # see ``destination_key``
    has_form: bool
    can_receive: bool = True  # whether it may receive something; a command may only fetch, a note only mention it

    @property
    def outside(self) -> bool:
        """Whether it is surely outside of this machine and of private networks, which have no key."""
        return self.has_form and bool(self.key)


def destination_key(role: Role, value: str) -> str:
    """The key of a destination, such as ``host:example.org``, ``mail:example.org``, ``phone:+491``, ``name:#general``.

    Empty if it is not outside: a path, this machine, a private network.

    Args:
        role: the role of the value.
        value: one address, or a whole value without an address.
    """
    text = value.strip()
    if role not in _ROLES and role != "program":
        return ""
    if "://" in text and URL.fullmatch(text) is not None:
        return _key_of_url(text)
    if "@" in text and MAIL.fullmatch(text) is not None:
        return _key_of_mail(text)
    if is_account(text):
        return f"account:{''.join(char for char in text if char.isalnum()).lower()}"
    if PHONE.fullmatch(text) is not None and canonical_host(text) is None:
        digits = "".join(char for char in text if char.isdigit())
        return f"phone:{'+' if text.startswith('+') else ''}{digits}"
    if "://" not in text and (host := _bare_host(text)):
        return _key_of_host(host)
    return f"name:{text[:_MAX_NAME].casefold()}" if text and "\n" not in text and not begins_path(text) else ""


def host_key(host: str) -> str:
    """The key of a bare host, empty if it is private."""
    from host.inspect.domains import canonical

    return _key_of_host(canonical(host))


@lru_cache(maxsize=4_096)
def _key_of_url(url: str) -> str:
    from host.inspect.domains import host_of

    scheme, _, rest = url.partition("://")
    if scheme.lower() in ("s3", "gs"):  # anybody may give a bucket the name of a host
        return f"name:{scheme.lower()}://{rest.partition('/')[0].casefold()}"
    return _key_of_host(host_of(url))


def _key_of_host(host: str) -> str:
    from host.inspect.domains import registrable

    return f"host:{registrable(host)}" if host and not private_zone(host) else ""


@lru_cache(maxsize=4_096)
def _key_of_mail(address: str) -> str:
    """The key of a mail address: its domain, or the address if its provider is open to everybody."""
    from host.inspect.domains import canonical, registrable

    domain = canonical(address.rpartition("@")[2])
    if not domain:
        return f"mail:{address.casefold()}"
    if list_entry(domain, "mail-provider"):
        return f"mail:{address.casefold()}"
    return f"mail:{registrable(domain)}"


def _bare_host(text: str) -> str:
    """The host of a value that is a host with an optional port or path; empty for other values."""
    head = text.partition("/")[0]
    name, _, port = head.rpartition(":")
    if port.isdigit() and name:
        head = name
    host = canonical_host(head) if "." in head and len(head) <= 253 else None
    if host is None or (not is_address(host) and not host.rpartition(".")[2].isalpha()):
        return ""
    return host


def destinations_of(subject: Subject, tool: ToolClass) -> tuple[Destination, ...]:
    """The different destinations of a call, in order. ``tool``: the class of the call."""
    by_key: dict[str, Destination] = {}
    for destination in islice(_destinations(subject, tool), MAX_DESTINATIONS):
        if destination.key and (
            destination.key not in by_key or (destination.can_receive and not by_key[destination.key].can_receive)
        ):
            by_key[destination.key] = destination
    return tuple(by_key.values())


def _destinations(subject: Subject, tool: ToolClass) -> Iterator[Destination]:
    for text, role, _ in roles_of(subject):
        if role in _ROLES and not begins_path(text.text):
            yield from _destinations_in(text, role, is_mention=_only_mentions(text.key, tool))
    for named in named_hosts(subject):
        if named.role == "program" and named.kind in ("url", "host"):
            for host in named.hosts[:1]:
                can_receive = _SENDING_COMMAND.search(named.text.text[:65_536]) is not None
                yield Destination(named.text, named.raw, _key_of_host(host), has_form=True, can_receive=can_receive)


def _only_mentions(key: str, tool: ToolClass) -> bool:
    """Whether an input is words for people that a tool keeps, as a note: nothing goes to a mailbox in them.

    A URL in them may be loaded by whoever sees them, and the value of a setting is no words.
    """
    is_for_people = not tables.words("for-people").isdisjoint(key_words(key)[-1:])
    return is_for_people and tool.verb == "writes" and not tool.outside and role_by_name(key) == "content"


def _destinations_in(text: Text, role: Role, *, is_mention: bool) -> Iterator[Destination]:
    raw = text.text
    for piece in addresses_in(raw[:20_000], whole=len(raw) <= MAX_SHORT):
        key = destination_key(role, piece)
        if key.startswith("phone:") and not named_as_phone(text.key):
            key = f"name:{piece.casefold()}"  # an id of digits
        if key.startswith("host:") and "://" not in piece and "@" not in piece and not named_as_host(text.key):
            key = f"name:{piece.casefold()}"  # as in the name of a file or a person
        has_form = not key.startswith("name:")
        if has_form or role == "destination":  # an authority without an address is the name of a right or a person
            yield Destination(text, piece, key, has_form, can_receive="://" in piece or not is_mention)


def named_as_phone(name: str) -> bool:
    """Whether an input of that name contains telephone numbers."""
    return not tables.words("phone").isdisjoint(key_words(name))


def find_new_hosts(subject: Subject) -> Iterator[Finding]:
    """``new-host``: destinations to which no approved call went."""
    return find_new_hosts_among(destinations_of(subject, class_of_call(subject)), subject)


def find_new_hosts_among(destinations: Iterable[Destination], subject: Subject) -> Iterator[Finding]:
    """``new-host``: those of the given destinations to which no approved call went."""
    tool = class_of_call(subject)
    for destination in destinations:
        key, value = destination.key, destination.value
        if key in subject.past.destinations or (severity := _severity(subject, tool, destination)) is None:
            continue
        shows_value = not destination.has_form or key.startswith("account:")
        name = one_line(value if shows_value else key.partition(":")[2], _MAX_SHOWN)
        sentence = say("You have approved nothing to {name} before.", name=name)
        if key in subject.past.places:
            sentence = say("What you approved went to {name} before, but not with this tool.", name=name)
        start = destination.text.text.find(value)
        yield finding_about(
            KIND, severity, sentence, destination.text, (start, start + len(value)) if start >= 0 else None
        )


def _severity(subject: Subject, tool: ToolClass, destination: Destination) -> Severity | None:
    """How grave it is that a destination is new, None for no finding."""
    gives_something = tool.changes and destination.can_receive
    if not destination.has_form:
        is_notable = subject.past.known and tool.verb in _GIVING_VERBS and destination.key not in subject.past.places
        return Severity.INFO if is_notable else None
    if (
        not gives_something
        or destination.key in subject.past.places
        or not subject.past.known
        or is_record_field(destination.value, subject.past)
    ):
        return Severity.INFO
    return Severity.MEDIUM


def is_record_field(value: str, past: Past, *, authors: bool = True) -> bool:
    """Whether the value is a field of a returned record, without an order to the model beside it.

    ``authors``: whether fields that name an author count; their values are chosen by that author.
    """
    keys = identifying_forms(compared_forms(value))
    for call in past.earlier_calls:
        repeats_input = not keys.isdisjoint(call.named.values())
        if not repeats_input and (result := call.result) is not None:
            is_field = not keys.isdisjoint(result.fields) and keys.isdisjoint(result.ordered)
            if is_field and (authors or keys.isdisjoint(result.authors)):
                return True
    return False
