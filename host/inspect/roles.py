"""The role of each input of a call (pure).

Owns: telling destinations, authorities, programs, objects, places, contents and choices apart, by the names of inputs
(table ``roles``), the form of their values, and what the tool does. Invariants: an input has one role; if the tool
changes something, a value with the form of an address is a destination, or where it grants an authority, unless its
name says that it is a choice, a program or what is said; ``role_of`` depends on name, value and verb alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from host.inspect import tables
from host.inspect.domains import is_public
from host.inspect.subject import Steps, Subject, Text, once
from host.inspect.tools import PUBLIC_KEY, ToolClass, class_of_call, deciding_word
from host.model import JsonValue
from host.naming import SENDERS, Verb, key_words
from host.patterns import Linear, holds, linear

Role: TypeAlias = Literal["destination", "authority", "program", "object", "place", "content", "choice"]

MAX_VALUES: Final = 500
"""Values of one call that get a role."""
MAX_SHORT: Final = 300
"""Characters of the longest short value, such as a name; longer ones are content or a program."""
MAIL: Final = linear(r"[^\s@<>,;:\"'()\[\]|]+@[^\s@<>,;:\"'()\[\]|/?#]+\.[^\s@<>,;:\"'()\[\]|/.?#0-9]{2,63}(?:\b|$)")
_QUOTED_MAILBOX: Final = linear(r"\"([^\"\s@<>,;]{1,64})\"@|\([^()@]{0,100}\)(@)|(@)\([^()@]{0,100}\)")
"""A local part in quotation marks, and comments beside the ``@`` (RFC 5322 §3.2.2, §3.4.1)."""
URL: Final = linear(
    r"(?:https?|wss?|ftps?|sftp|ssh|git|s3|gs|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mqtts?|smtps?"
    r"|imaps?|ldaps?|nats|kafka|clickhouse|socks5?|grpcs?|rtsps?|rtmps?|smb|nfs|davs?|sips?|stuns?|turns?|tcp|udp|tls|ipps?|webcal|xmpp)"
    r"://(?:\$\{\w+\}|\{\{[\w.]+\}\}|[^\s<>\"'`{}|\\^\[\]])+",
    ignore_case=True,
)
"""A URL with a scheme that reaches something (IANA, URI schemes; manuals of databases and brokers)."""
_WRAPPED_URL: Final = linear(rf"(?:[a-z][a-z0-9+.-]*:{{1,2}}){{0,3}}{URL.pattern}", ignore_case=True)
"""A URL behind the name of what reads it: ``git::https://…``, ``jdbc:postgresql://…``."""
IBAN: Final = linear(r"\b[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b")
PHONE: Final = linear(r"(?:^|[^\w.:/-])(\+?[0-9](?:[ ()./-]{0,3}[0-9]){6,25})(?:$|[^\w:/-])")
E164: Final = linear(r"\+[1-9](?:[ ()./-]{0,2}[0-9]){7,14}")
"""A telephone number with its country code, which is unmistakable."""
WALLET: Final = linear(r"\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{20,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34})\b")
_NUMBER: Final = linear(f"{IBAN.pattern}|{WALLET.pattern}|{PHONE.pattern}")
KEY: Final = linear(rf"\b{PUBLIC_KEY}[0-9A-Za-z+/=]{{16,}}")
"""A public key of SSH."""
_PATH: Final = linear(r"(?:~|\.{1,2})?/[^\s].*|[A-Za-z]:[\\/].*|\\\\.*")
IPV4: Final = linear(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
HOST: Final = linear(r"(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\.){1,6}[a-zA-Z]{2,24}")
_MAX_ADDRESS: Final = 2_048
"""Characters of the longest address."""
_MIN_ACCOUNT_LENGTH: Final = 15
"""Characters of the shortest account number (ISO 13616) or wallet."""
_RUNNABLE_ROLES: Final = ("content", "object", "place", "choice")
_GRAVE_ROLES: Final = ("destination", "authority", "program")
_MIN_INSTRUCTION_LENGTH: Final = 40
"""Characters of the shortest stored text that may instruct a model."""
_PATH_STARTS: Final = ("/", "~", ".", "\\")


class InputRole(NamedTuple):
    """One input and its role in the call."""

    text: Text  # the value and its position
    role: Role  # what the tool does with it
    is_named: bool  # whether the input's name decides the role, rather than the value's form


@once
def roles_of(subject: Subject) -> tuple[InputRole, ...]:
    """The texts and numbers of a call with their roles, at most ``MAX_VALUES``."""
    return tuple(_assigned_roles(subject, class_of_call(subject)))


def _assigned_roles(subject: Subject, tool: ToolClass) -> Iterator[InputRole]:
    """Each input with its role by name and form, corrected by its label, its neighbours and the tool."""
    is_read_later = tool.changes and (
        tool.sink == "model" or any(map(_is_autorun_path, islice(subject.values(), MAX_VALUES)))
    )
    installs = not tables.words("install").isdisjoint(key_words(subject.tool))
    for text in islice(subject.values(), MAX_VALUES):
        role, is_named = role_of(text.key, text.text, tool.verb)
        if text.label and (by_label := role_of(text.label, text.text, tool.verb))[0] in _GRAVE_ROLES:
            role, is_named = by_label  # the app chose this label, so it may only make the role graver
        if role == "choice" and _chooses_sender(subject.tool, text.key, tool.verb):
            role, is_named = _role_by_form(text.text, tool.verb) or role, False
        if ((role == "object" and not is_named) or role == "choice") and _is_part_of_destination(subject, text):
            role, is_named = "destination", True
        may_be_owner = (
            role == "authority" and is_named and tool.verb in ("writes", "sends", "") and tool.sink != "rights"
        )
        if (
            may_be_owner
            and not _has_name_of_class(text.key, "key-name")
            and _role_by_form(text.text, tool.verb) != "destination"
            and not _is_mixed_id(text.text)
        ):
            role = "object"  # the owner of something, not somebody who gets rights
        elif tool.verb == "runs" and role in _RUNNABLE_ROLES and not set(text.text).isdisjoint(" \n"):
            role = "program"  # a tool that runs something runs the value of several words
        elif (is_read_later and role == "content" and len(text.text) >= _MIN_INSTRUCTION_LENGTH) or (
            installs and role == "object"
        ):
            role = "program"  # a model obeys its memory, an autorun file runs, and so does what is installed
        elif role == "content" and tool.changes and document_in(subject, text) is not None:
            role = "program"
        elif role == "object" and _names_what_is_made(subject.tool, text.key) and not may_hold_number(text.text):
            role = "content"  # may_hold_number: the number of a contact may be that of a telephone
        yield InputRole(text, role, is_named)


@lru_cache(maxsize=4_096)
def _chooses_sender(tool: str, key: str, verb: Verb) -> bool:
    """Whether an input says whose messages a tool deletes, lets in or blocks, rather than as whom the person acts."""
    words = key_words(key)
    is_about_senders = "sender" in key_words(tool) or (verb == "grants" and "sender" in words)
    return not SENDERS.isdisjoint(words) and (verb == "deletes" or is_about_senders)


@lru_cache(maxsize=4_096)
def _names_what_is_made(tool: str, key: str) -> bool:
    """Whether an input is the number of what the tool creates, such as ``invoiceNumber`` of ``create_invoice``.

    It is a text of the new thing, and chooses nothing. ``issueNumber`` of ``create_issue_comment`` chooses the issue.
    """
    *named, last = key_words(key) or ("",)
    verb = deciding_word(tool)
    if not named or not verb or last not in tables.words("identifying"):
        return False
    made = [word for word in key_words(tool) if word != verb]
    return tables.rows_by_word("verbs")[verb]["plain"] == "creates" and made == named


def _is_mixed_id(value: str) -> bool:
    """Whether a value is an id of letters and digits, which identifies one person."""
    is_long_word = len(value) >= _MIN_ID_LENGTH and " " not in value  # Sales Team 2 is no id
    return is_long_word and any(map(str.isdigit, value)) and any(map(str.isalpha, value))


_MIN_ID_LENGTH: Final = 6


@lru_cache(maxsize=4_096)
def _has_name_of_class(key: str, kind: str) -> bool:
    """Whether a name belongs to a class of the table ``names``, with one of its words or all of them joined."""
    words = key_words(key)
    return not tables.words(kind).isdisjoint((*words, "".join(words)))


def _sibling_names(subject: Subject, text: Text) -> Iterable[str]:
    """The names of the inputs in the same object."""
    container: JsonValue = subject.arguments
    for step in text.steps[:-1]:
        if isinstance(container, dict) and isinstance(step, str):
            container = container.get(step)
        elif isinstance(container, list) and isinstance(step, int):
            container = container[step]
    return container.keys() if isinstance(container, dict) else ()


def _is_part_of_destination(subject: Subject, text: Text) -> bool:
    """Whether a value is a part of an address, by its name and the name of the object around it."""
    if not _has_name_of_class(text.key, "address-part") and not (
        _has_name_of_class(text.key, "address-town")
        and not any(_has_name_of_class(name, "address-part") for name in _sibling_names(subject, text))
    ):
        return False
    names = (step for step in reversed(text.steps[:-1]) if isinstance(step, str))
    return next((role for name in names if (role := role_by_name(name)) is not None), None) == "destination"


def document_in(subject: Subject, text: Text) -> tables.Hit | None:
    """The pattern that makes a value a document for a system: a policy, a formula, a page with a program in it.

    The result is cached, because the patterns search the whole text.
    """
    hits = _documents(subject)
    if text.steps not in hits:
        is_long = len(text.text) >= _MIN_DOCUMENT_LENGTH
        hits[text.steps] = next(tables.patterns("documents").hits(text.text, 1), None) if is_long else None
    return hits[text.steps]


@once
def _documents(_: Subject) -> dict[Steps, tables.Hit | None]:
    """The answers of ``document_in`` so far."""
    return {}


_MIN_DOCUMENT_LENGTH: Final = 20
"""Characters of the shortest document for a system."""


def _is_autorun_path(text: Text) -> bool:
    """Whether a value is the path of a file that runs by itself, or that a model reads as instructions."""
    path = text.text
    if len(path) > MAX_SHORT or "." not in path or role_by_name(text.key) not in ("place", "object", None):
        return False
    return bool(tables.patterns("autorun").rows_in(path))


def role_of(key: str, value: str, verb: Verb) -> tuple[Role, bool]:
    """The role of ``value`` in an input ``key`` of a tool with that verb, and whether the name decided it."""
    return _role_of_short(key, value, verb) if len(value) <= MAX_SHORT else _role_of(key, value, verb)


def _role_of(key: str, value: str, verb: Verb) -> tuple[Role, bool]:
    """See ``role_of``, which caches this for short values."""
    role_of_name = role_by_name(key)
    if verb == "grants" and role_of_name in ("destination", "object"):
        return "authority", True
    if role_of_name == "place" and "/@" in value and "://" not in value:
        return "place", True  # the name of a file may begin with an @
    is_message = role_of_name == "content" and verb == "sends"  # which may consist of one link
    if role_of_name in ("content", "object", "place", None) and not is_message:
        by_form = _role_by_form(value, verb)
        if by_form is not None:
            return by_form, False
    if role_of_name == "authority" and verb == "reads":
        role_of_name = "object"
    if role_of_name is not None:
        return role_of_name, True
    return ("content" if len(value) > MAX_SHORT or "\n" in value else "object"), False


_role_of_short: Final = lru_cache(maxsize=4_096)(_role_of)


def _role_by_form(value: str, verb: Verb) -> Role | None:
    """The role that the form of a value shows, None if it shows none."""
    stripped = _without_root(value.strip())
    if len(stripped) > _MAX_ADDRESS or "\n" in stripped:
        return None
    if "AAAA" in stripped and KEY.search(stripped):
        return "authority"  # the holder of the private key gets access
    if ("://" in stripped and _WRAPPED_URL.fullmatch(stripped)) or (
        verb != "reads" and has_form_of_address(stripped) and _is_surely_address(stripped)
    ):
        return "authority" if verb == "grants" else "destination"
    if verb == "writes" and stripped[:1] == "+" and E164.fullmatch(stripped):
        return "destination"
    return "place" if (stripped[:1] in _PATH_STARTS or stripped[1:2] == ":") and _PATH.fullmatch(stripped) else None


def _without_root(value: str) -> str:
    """A host without the dot of the root behind it (RFC 1034 §3.1); any other value unchanged."""
    return value[:-1] if value[-1:] == "." and HOST.fullmatch(value[:-1]) is not None else value


def _is_surely_address(address: str) -> bool:
    """Whether a text with the form of an address is one: ``light.turn_on`` and ``report.final`` end as no host does."""
    return "@" in address or "." not in address or address[-1:].isdigit() or is_public(address)


def with_plain_mailboxes(value: str) -> str:
    """The text with each mailbox as its server reads it: ``"ana"@a.example`` and ``ana(x)@a.example`` are Ana's.

    A percent escape counts where it stands for the ``@`` of a whole value (RFC 6068).
    """
    if "@" not in value:
        if len(value) > MAX_SHORT or "%40" not in value or "/" in value:
            return value
        value = value.replace("%40", "@")
    if '"@' not in value and ")@" not in value and "@(" not in value:
        return value
    parts, at = list[str](), 0
    for match in islice(_QUOTED_MAILBOX.finditer(value), MAX_VALUES):
        parts += [value[at : match.start()], match[1] or "", "@"]
        at = match.end()
    return "".join((*parts, value[at:]))


_MAX_MAILBOXES: Final = 20


def _without_name(mailbox: str) -> str:
    """The address in ``Ana <ana@a.example>`` (RFC 5322 §3.4)."""
    mailbox = mailbox.strip()
    name, opened, rest = mailbox.partition("<")
    if opened and rest.endswith(">") and "@" not in name:
        mailbox = rest[:-1].strip()
    return mailbox


def has_form_of_address(value: str) -> bool:
    """Whether a whole value is a mail address, an account or a host, but no URL and no file name.

    Several mail addresses, with the names of whom they belong to, count as one.
    """
    value = with_plain_mailboxes(value)
    if "@" in value:
        pieces = value.rstrip(" .,;").replace(";", ",").split(",", _MAX_MAILBOXES)
        return all(MAIL.fullmatch(_without_name(piece)) for piece in pieces)
    if len(value) >= _MIN_ACCOUNT_LENGTH and " " not in value.strip("0123456789 ") and is_account(value):
        return True
    if "." not in value:
        return False
    is_host = HOST.fullmatch(value) is not None and value.rpartition(".")[2].lower() not in tables.words("file-ending")
    return is_host or IPV4.fullmatch(value) is not None


def is_account(value: str) -> bool:
    """Whether a whole value is an account number (ISO 13616) or a wallet."""
    return any(form.fullmatch(value) for form in (IBAN, WALLET))


@lru_cache(maxsize=4_096)
def role_by_name(key: str) -> Role | None:
    """The role that a name shows by all of its words, its last or its first one; None if it shows none."""
    words = key_words(key)
    table = _roles_by_name()
    if (joined := "".join(words)) in table:
        return table[joined]
    if any(table.get(word) == "program" for word in words):
        return "program"  # ``scriptBlock``, ``sqlText``
    # Of a script without blanks a name of the table may have come apart: 顧客_電話番号 ends with 電話 and 番号.
    last = words[-1:] if key.isascii() else ("".join(words[-2:]), *words[-1:])
    role = next((table[word] for word in (*last, *words[:1]) if word in table), None)
    return (
        "object" if role == "choice" and words[-1] in tables.words("identifying") else role
    )  # ``order_id`` orders nothing


@cache
def _roles_by_name() -> Mapping[str, Role]:
    """The role of each name in the table, as one word in the singular."""
    roles: dict[str, Role] = {}
    for row in tables.rows("roles"):
        if (role := as_role(row["role"])) is not None:
            roles.update(dict.fromkeys(("".join(key_words(word)) for word in row.match), role))
    return MappingProxyType(roles)


def as_role(name: str) -> Role | None:
    """The role of that name, None if there is none."""
    match name:
        case "destination" | "authority" | "program" | "object" | "place" | "content" | "choice":
            return name
    return None


def _patterns_for(value: str) -> list[Linear]:
    """The patterns of addresses that a value may match, chosen by cheap checks."""
    patterns = [KEY] if holds(value, "AAAA") else []
    if has_scheme(value):
        patterns.append(URL)
    if "@" in value:
        patterns.append(MAIL)
    if may_hold_number(value):
        patterns += (IBAN, WALLET, PHONE) if len(value) >= _MIN_ACCOUNT_LENGTH else (PHONE,)
    return patterns


def has_scheme(text: str) -> bool:
    """Whether ``://`` stands in a text."""
    return "/" in text and holds(text, "://")  # one character is found many times faster


def may_hold_number(text: str) -> bool:
    """Whether a text holds an account number, a wallet or a telephone number, or nearly one; found in one pass."""
    return (
        len(text) >= _MIN_PHONE_LENGTH and any(map(text.__contains__, _NUMERALS)) and _NUMBER.search(text) is not None
    )


_NUMERALS: Final = "0123456789"
_MIN_PHONE_LENGTH: Final = 7
"""Digits of the shortest telephone number."""


def addresses_in(value: str, *, whole: bool = False) -> tuple[str, ...]:
    """The addresses in a value, unchanged: URLs, mail addresses, account numbers, telephone numbers, wallets.

    Args:
        value: the text.
        whole: whether to return the whole value if there is no address in it.
    """
    addresses = _addresses_of_short(value) if len(value) <= _MAX_ADDRESS else _addresses_of(value)
    return (_without_root(stripped),) if whole and not addresses and (stripped := value.strip()) else addresses


def _addresses_of(value: str) -> tuple[str, ...]:
    addresses: dict[str, None] = {}
    value = with_plain_mailboxes(value)
    for pattern in _patterns_for(value):
        for match in islice(pattern.finditer(value), MAX_VALUES):
            address = (match[1] if pattern is PHONE else match[0]).rstrip(".,;:!?)")
            if pattern is PHONE and _DATE.match(address):
                continue
            if not any(address in other for other in addresses):
                addresses[address] = None
    return tuple(addresses)


_DATE: Final = linear(r"\d{4}-\d\d-\d\d(?:\D|$)")
"""A date (ISO 8601), which looks like a telephone number."""

_addresses_of_short: Final = lru_cache(maxsize=256)(_addresses_of)
"""Several kinds of finding examine the same values."""
