"""Which part each input of a call plays (pure).

Owns: telling destinations, authorities, programs, objects, places, contents and choices apart, by the names that inputs
stand under (table ``roles``), by the form of their values, and by what the tool does. Invariants: an input has one
role; a value that has the form of an address is a destination wherever the tool sends, grants or pays, whatever its
name is; the same name and value under the same verb always have the same role.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from host.inspect import tables
from host.inspect.domains import is_public
from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools import ToolClass
from host.model import JsonValue
from host.naming import Verb, key_words
from host.patterns import Linear, linear

Role: TypeAlias = Literal["destination", "authority", "program", "object", "place", "content", "choice"]

MOST: Final = 500
"""Values of one call whose role is looked at."""
SHORT: Final = 300
"""Characters of a value that names something; longer ones are content, or a program."""
MAIL: Final = linear(r"[^\s@<>,;:\"'()\[\]|]+@[^\s@<>,;:\"'()\[\]|/?#]+\.[^\s@<>,;:\"'()\[\]|/.?#0-9]{2,63}(?:\b|$)")
URL: Final = linear(
    r"(?:https?|wss?|ftps?|sftp|ssh|git|s3|gs|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mqtts?|smtps?"
    r"|imaps?|ldaps?|nats|kafka|clickhouse|socks5?|grpcs?|rtsps?|rtmps?|smb|nfs|davs?|sips?|stuns?|turns?|tcp|udp|tls|ipps?|webcal|xmpp)"
    r"://(?:\$\{\w+\}|\{\{[\w.]+\}\}|[^\s<>\"'`{}|\\^\[\]])+",
    ignore_case=True,
)
"""An address with a scheme by which something is reached (IANA, URI schemes; the makers of databases and brokers)."""
IBAN: Final = linear(r"\b[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b")
PHONE: Final = linear(r"(?:^|[^\w.:/-])(\+?[0-9](?:[ ()./-]{0,3}[0-9]){6,25})(?:$|[^\w:/-])")
E164: Final = linear(r"\+[1-9](?:[ ()./-]{0,2}[0-9]){7,14}")
"""A telephone number with the code of its country, which is written for nothing else."""
WALLET: Final = linear(r"\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{20,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34})\b")
KEY: Final = linear(r"\b(?:sk-)?(?:ssh|ecdsa-sha2)-[a-z0-9@.-]+ AAAA[0-9A-Za-z+/=]{16,}")
"""RFC 4253 §6.6, RFC 5656 §6.2; OpenSSH, PROTOCOL.u2f."""
_PATHLY: Final = linear(r"(?:~|\.{1,2})?/[^\s].*|[A-Za-z]:[\\/].*|\\\\.*")
IPV4: Final = linear(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
HOST: Final = linear(r"(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\.){1,6}[a-zA-Z]{2,24}")
_ADDRESS: Final = 2_048
"""Characters of an address."""
_ACCOUNT: Final = 15
"""Characters of the shortest account number (ISO 13616) or wallet."""
_RUN: Final = ("content", "object", "place", "choice")
_GRAVE: Final = ("destination", "authority", "program")
_SENTENCE: Final = 40
"""Characters from which what is kept may say what to do."""
_PATH_STARTS: Final = ("/", "~", ".", "\\")


class InputRole(NamedTuple):
    """One input and the role that it plays in the call.

    Attributes:
        text: the value, and where it stands. role: what the tool does with it. named: whether its name said so.
    """

    text: Text
    role: Role
    named: bool


def roles_of(subject: Subject, tool: ToolClass) -> tuple[InputRole, ...]:
    """Each value of a call that is a text or a number, with its role; ``MOST`` at most. ``tool``: the call's class."""
    return subject.once(lambda it: tuple(_roles(it, tool)), "roles")


def _roles(subject: Subject, tool: ToolClass) -> Iterator[InputRole]:
    obeyed = tool.changes and (tool.sink == "model" or any(map(_runs_by_itself, islice(subject.values(), MOST))))
    installs = not tables.named("install").isdisjoint(key_words(subject.tool))
    for text in islice(subject.values(), MOST):
        role, named = role_of(text.key, text.text, tool.verb)
        if text.called and (beside := role_of(text.called, text.text, tool.verb))[0] in _GRAVE:
            role, named = beside  # the app chose it: it makes nothing milder
        if ((role == "object" and not named) or role == "choice") and _is_part_of_destination(subject, text):
            role, named = "destination", True
        owns = role == "authority" and named and tool.verb in ("writes", "sends", "") and tool.sink != "rights"
        if (
            owns
            and tables.named("key-name").isdisjoint((*key_words(text.key), "".join(key_words(text.key))))
            and _formed(text.text, tool.verb) != "destination"
            and not _is_odd_id(text.text)
        ):
            role = "object"  # whose it is, rather than who may
        elif tool.verb == "runs" and role in _RUN and not set(text.text).isdisjoint(" \n"):
            role = "program"  # what has several words, given to a tool that runs, is what it runs
        elif (obeyed and role == "content" and len(text.text) >= _SENTENCE) or (installs and role == "object"):
            role = "program"  # a model goes by what is kept for it, a file runs by itself; what is installed will run
        elif role == "content" and tool.changes and document_in(subject, text) is not None:
            role = "program"
        yield InputRole(text, role, named)


def _is_odd_id(value: str) -> bool:
    """Whether a value is an id of letters and digits, which names one person and no other."""
    return " " not in value and len(value) >= _ODD and any(map(str.isdigit, value)) and any(map(str.isalpha, value))


_ODD: Final = 6


def _is_of(key: str, names: str) -> bool:
    """Whether a name is one of a class of the table, as one word or as several."""
    words = key_words(key)
    return not tables.named(names).isdisjoint((*words, "".join(words)))


def _beside(subject: Subject, text: Text) -> Iterable[str]:
    """The names of the inputs in the same object."""
    inside: JsonValue = subject.arguments
    for step in text.steps[:-1]:
        if isinstance(inside, dict) and isinstance(step, str):
            inside = inside.get(step)
        elif isinstance(inside, list) and isinstance(step, int):
            inside = inside[step]
    return inside.keys() if isinstance(inside, dict) else ()


def _is_part_of_destination(subject: Subject, text: Text) -> bool:
    """Whether a value is a part of an address, by its name and by that of the object in which it stands."""
    if not _is_of(text.key, "address-part") and not (
        _is_of(text.key, "address-town") and not any(_is_of(name, "address-part") for name in _beside(subject, text))
    ):
        return False
    names = (step for step in reversed(text.steps[:-1]) if isinstance(step, str))
    return next((role for name in names if (role := named_role(name)) is not None), None) == "destination"


def document_in(subject: Subject, text: Text) -> tables.Hit | None:
    """What makes a value a document that a system acts on: a policy, a formula, a page with a program in it.

    Looked for once: the patterns reach from one end of a text to the other.
    """
    known: dict[Steps, tables.Hit | None] = subject.once(lambda _: {}, "documents")
    if text.steps not in known:
        looked = len(text.text) >= _DOCUMENT
        known[text.steps] = next(tables.patterns("documents").hits(text.text, 1), None) if looked else None
    return known[text.steps]


_DOCUMENT: Final = 20
"""Characters of the shortest such document."""


def _runs_by_itself(text: Text) -> bool:
    """Whether a value is the path of a file that something runs, or that a model goes by."""
    path = text.text
    if len(path) > SHORT or "." not in path or named_role(text.key) not in ("place", "object", None):
        return False
    return bool(tables.patterns("autorun").rows_in(path))


def role_of(key: str, value: str, verb: Verb) -> tuple[Role, bool]:
    """The role of ``value`` under the name ``key`` for a tool of that verb; and whether the name says so."""
    return _role_of_short(key, value, verb) if len(value) <= SHORT else _role_of(key, value, verb)


def _role_of(key: str, value: str, verb: Verb) -> tuple[Role, bool]:
    named = named_role(key)
    if verb == "grants" and named in ("destination", "object"):
        return "authority", True
    if named == "place" and "/@" in value and "://" not in value:
        return "place", True  # the name of a file may begin with an @
    said = named == "content" and verb == "sends"  # a message may be a link and nothing else
    if named in ("content", "object", "place", None) and not said and (formed := _formed(value, verb)) is not None:
        return formed, False
    if named == "authority" and verb == "reads":
        named = "object"
    if named is not None:
        return named, True
    return ("content" if len(value) > SHORT or "\n" in value else "object"), False


_role_of_short: Final = lru_cache(maxsize=4_096)(_role_of)


def _formed(value: str, verb: Verb) -> Role | None:
    """What a value's form tells."""
    head = value.strip()
    if len(head) > _ADDRESS or "\n" in head:
        return None
    if " AAAA" in head and KEY.search(head):
        return "authority"  # whoever has the other half may
    if ("://" in head and URL.fullmatch(head)) or (verb != "reads" and has_form_of_address(head) and _surely_one(head)):
        return "authority" if verb == "grants" else "destination"
    if verb == "writes" and head[:1] == "+" and E164.fullmatch(head):
        return "destination"
    return "place" if (head[:1] in _PATH_STARTS or head[1:2] == ":") and _PATHLY.fullmatch(head) else None


def _surely_one(address: str) -> bool:
    """Whether an address says by itself that it is one: ``light.turn_on`` and ``report.final`` end as no host does."""
    return "@" in address or "." not in address or address[-1:].isdigit() or is_public(address)


def has_form_of_address(head: str) -> bool:
    """Whether a value as a whole names somebody or some machine: no URL, and no name of a file."""
    if "@" in head:
        return MAIL.fullmatch(head) is not None
    if len(head) >= _ACCOUNT and " " not in head.strip("0123456789 ") and is_account(head):
        return True
    if "." not in head:
        return False
    is_host = HOST.fullmatch(head) is not None and head.rpartition(".")[2].lower() not in tables.named("file-ending")
    return is_host or IPV4.fullmatch(head) is not None


def is_account(value: str) -> bool:
    """Whether a value as a whole is the number of an account (ISO 13616) or a wallet."""
    return any(form.fullmatch(value) for form in (IBAN, WALLET))


@lru_cache(maxsize=4_096)
def named_role(key: str) -> Role | None:
    """The role that a name tells by its last word, or by all of them together; None where it tells none."""
    words = key_words(key)
    table = _by_singular()
    if (joined := "".join(words)) in table:
        return table[joined]
    if any(table.get(word) == "program" for word in words):
        return "program"  # ``scriptBlock``, ``sqlText``: whatever else it is, it runs
    return next((table[it] for it in (*words[-1:], *words[:1]) if it in table), None)


@cache
def _by_singular() -> Mapping[str, Role]:
    """The role of each name of the table, in the form in which names are looked up."""
    found: dict[str, Role] = {}
    for row in tables.rows("roles"):
        if (role := as_role(row["role"])) is not None:
            found.update(dict.fromkeys(("".join(key_words(word)) for word in row.match), role))
    return MappingProxyType(found)


def as_role(name: str) -> Role | None:
    """The role of that name; None where there is none."""
    match name:
        case "destination" | "authority" | "program" | "object" | "place" | "content" | "choice":
            return name
    return None


def _forms_in(value: str) -> Iterator[Linear]:
    """The forms of which one may stand in a value: what each of them has is found at once."""
    if " AAAA" in value:
        yield KEY
    if "://" in value:
        yield URL
    if "@" in value:
        yield MAIL
    if len(value) >= _DIGITS and not _NUMERALS.isdisjoint(value):
        if len(value) >= _ACCOUNT:
            yield IBAN
            yield WALLET
        yield PHONE


_NUMERALS: Final = frozenset("0123456789")
_DIGITS: Final = 7
"""Of the shortest telephone number."""


def addresses_in(value: str, *, whole: bool = False) -> tuple[str, ...]:
    """The addresses in a value: URLs, mail addresses, account numbers, telephone numbers, wallets; as they stand.

    Args:
        value: looked through.
        whole: whether the value itself counts where nothing of that kind stands in it.
    """
    found = _addresses_of_short(value) if len(value) <= _ADDRESS else _addresses_of(value)
    return (stripped,) if whole and not found and (stripped := value.strip()) else found


def _addresses_of(value: str) -> tuple[str, ...]:
    seen: dict[str, None] = {}
    for pattern in _forms_in(value):
        for found in islice(pattern.finditer(value), MOST):
            piece = (found[1] if pattern is PHONE else found[0]).rstrip(".,;:!?)")
            if pattern is PHONE and _DATE.match(piece):
                continue
            if not any(piece in other for other in seen):
                seen[piece] = None
    return tuple(seen)


_DATE: Final = linear(r"\d{4}-\d\d-\d\d(?:\D|$)")
"""A day (ISO 8601), which looks like a telephone number."""

_addresses_of_short: Final = lru_cache(maxsize=256)(_addresses_of)
"""What of a call is looked at for one reason is looked at for another."""
