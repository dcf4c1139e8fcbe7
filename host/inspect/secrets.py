"""Secrets in the inputs (pure).

Owns: ``secret``: tokens and keys in the forms of their issuers, private keys, passwords by the name of the input or by
the words before them, and numbers of payment cards (table ``tokens``). Invariants: a finding shows only the first and
last characters of a secret; placeholders, identifiers and checksums are no secrets; how grave a finding is depends on
where the tool sends its inputs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, islice, pairwise
from typing import Any, Final, NamedTuple

import re2
from msgspec import Struct

from host.inspect import tables
from host.inspect.domains import is_public
from host.inspect.evidence import name_of_text
from host.inspect.roles import has_form_of_address, role_by_name
from host.inspect.subject import Subject, Text
from host.inspect.tools import ToolClass, class_of_call
from host.model import Finding, Severity
from host.naming import SECRETS, key_words, named_as_host
from host.patterns import Linear, linear
from host.text import bytes_of
from host.words import Words, say

KIND: Final = "secret"
MAX_LISTED: Final = 8
"""Secrets of one text that are listed."""
MIN_LENGTH: Final = 16
"""Characters of the shortest text that may contain a token."""
_MAX_PLACES: Final = 200
"""Matches of one form in one text that are examined."""
_MAX_PASSWORD: Final = 256
_MAX_HOST: Final = 300
_SHOWN: Final = 4
"""First and last characters of a secret that a finding shows."""
_MIN_PASSWORD: Final = 4
_MIN_DIFFERENT: Final = 4
"""Different characters of a secret that is no example."""
_CARD: Final = linear(r"[0-9](?:[ -]?[0-9]){11,18}")
_ISSUERS: Final = linear(r"4|5[1-5]|2[2-7]|3[47]|6(?:011|5|4[4-9])|35|30[0-5]|3[68]")
_CODE: Final = frozenset("()[]{}$")
_DESCRIPTIONS: Final[dict[str, Words]] = {
    "private-key": say("a private key"),
    "web-token": say("a signed token (JWT)"),
    "address": say("an address with a password or key in it"),
}
_PASSWORD_WORDS: Final = say("a password or key, by what stands before it")
_CARD_WORDS: Final = say("the number of a payment card")
_MILDER: Final = {Severity.HIGH: Severity.MEDIUM, Severity.MEDIUM: Severity.INFO, Severity.INFO: Severity.INFO}


class Secret(NamedTuple):
    """One secret in a text."""

    words: Words  # its description, for people
    severity: Severity  # if the call sends it to others
    start: int  # offset in the text
    end: int  # offset behind it


class _Form(Struct, frozen=True):
    words: Words
    severity: Severity
    entropy: float
    keywords: tuple[str, ...]
    patterns: tuple[Linear, ...]


def find_secrets(subject: Subject) -> Iterator[Finding]:
    """``secret``: a finding for each secret in the inputs, and in what is sent besides."""
    tool = class_of_call(subject)
    is_login = not _words("login").isdisjoint(key_words(subject.tool))
    for text in (*subject.texts, *subject.other_params):
        if text.is_name and len(text.text) < MIN_LENGTH:
            continue
        secrets: list[Secret] = []
        is_asked_for = text.declared and names_secret(text.key) and subject.cached(_is_own_service)
        for secret in _secrets(subject, text, tool, login=is_login or is_asked_for):
            if any(secret.start < other.end and other.start < secret.end for other in secrets):
                continue
            secrets.append(secret)
            yield _finding(text, secret)
            if len(secrets) >= MAX_LISTED:
                break


def _is_own_service(subject: Subject) -> bool:
    """Whether a password that the tool declares is for the trusted server itself: no input names another host."""
    return subject.trust != "none" and subject.definition is not None and not _names_host(subject)


def _is_for_stranger(subject: Subject) -> bool:
    """Whether nobody but a server that nobody vouched for gets the inputs."""
    return subject.trust == "none" and not _names_host(subject)


def _names_host(subject: Subject) -> bool:
    """Whether an input says which host gets the call, so that a declared password may be for any service."""
    values = subject.values()
    return len(values) > _MAX_PLACES or any(
        "://" in text.text or named_as_host(text.key) or (not names_secret(text.key) and _begins_with_host(text.text))
        for text in values
    )


def _begins_with_host(value: str) -> bool:
    host = value[:_MAX_HOST].strip().lstrip("/\\").partition("/")[0].partition(":")[0]
    return "@" not in host and has_form_of_address(host) and (host[-1:].isdigit() or is_public(host))


def _finding(text: Text, secret: Secret) -> Finding:
    sentence = say(
        "{place} holds {what}. Whoever gets this call gets it too.", place=_place_name(text), what=secret.words
    )
    span = None if text.is_name else (secret.start, secret.end)
    return Finding(KIND, secret.severity, sentence, masked(text.text[secret.start : secret.end]), text.steps, span)


def _place_name(text: Text) -> str:
    """The name of a text. A member's name is not repeated, because it may be the secret."""
    return say("The name of an input") if text.is_name else name_of_text(text)


def _secrets(subject: Subject, text: Text, tool: ToolClass, *, login: bool) -> Iterator[Secret]:
    """The secrets in one text, with their severity for this tool."""
    leaves = tool.outside and tool.verb != "reads"
    for secret in tokens_in(text.text):
        yield secret if leaves else secret._replace(severity=_MILDER[secret.severity])
    if text.is_name:
        return
    if (names_secret(text.key) or names_secret(text.label)) and (span := _password(text.text)):
        is_told = (leaves or (tool.verb in ("reads", "") and subject.cached(_is_for_stranger))) and not login
        yield Secret(_PASSWORD_WORDS, Severity.MEDIUM if is_told else Severity.INFO, *span)
    elif leaves and role_by_name(text.key) == "content":
        yield from _passwords_in_lines(text.text)
    if _names_card(text.key) or _names_card(text.label):
        severity = Severity.MEDIUM if leaves and tool.sink != "bank" else Severity.INFO
        yield from (Secret(_CARD_WORDS, severity, *span) for span in cards_in(text.text))


def tokens_in(text: str) -> Iterator[Secret]:
    """Tokens and keys in the forms of their issuers, with the severity for a call that sends them to others."""
    if len(text) < MIN_LENGTH or not (matches := _keywords().Match(bytes_of(text))):
        return
    for form in dict.fromkeys(_by_keyword()[at][1] for at in sorted(matches)):
        for pattern in form.patterns:
            for match in islice(pattern.finditer(text), _MAX_PLACES):
                at = 1 if match.groups() and match.groups()[0] is not None else 0
                token = match[at]
                if _entropy(token) >= form.entropy and not _is_placeholder(token):
                    yield Secret(form.words, Severity.INFO if _is_example(token) else form.severity, *match.span(at))


def cards_in(text: str) -> Iterator[tuple[int, int]]:
    """The positions of card numbers: with a right check digit and the prefix of an issuer (ISO/IEC 7812-1)."""
    for match in islice(_CARD.finditer(text), _MAX_PLACES):
        digits = match[0].replace(" ", "").replace("-", "")
        if _ISSUERS.match(digits) and len(set(digits)) > 1 and _passes_luhn(digits) and not _is_example(match[0]):
            yield match.span()


@lru_cache(maxsize=2_048)
def names_secret(key: str) -> bool:
    """Whether a name is that of a password or key."""
    words = key_words(key)
    pairs = ("".join(pair) for pair in pairwise(words))
    return words[-1:] != () and (words[-1] in SECRETS or any(pair in SECRETS for pair in list(pairs)[-1:]))


def masked(secret: str) -> str:
    """A secret's first and last characters, and its length."""
    shown = _SHOWN if len(secret) > 4 * _SHOWN else 1
    return f"{secret[:shown]}\u2026{secret[-shown:]} ({len(secret):,} characters)"


def _password(value: str) -> tuple[int, int] | None:
    """The position of a password that is a whole value, without the scheme of an HTTP header (RFC 9110 §11.4)."""
    bare = value.strip()
    for scheme in ("Bearer ", "Basic ", "Token "):
        bare = bare.removeprefix(scheme)
    has_length = _MIN_PASSWORD <= len(bare) <= _MAX_PASSWORD
    if not has_length or len(bare.split()) > 1 or _is_placeholder(bare) or _is_example(bare):
        return None
    start = value.index(bare)
    return start, start + len(bare)


def _passwords_in_lines(text: str) -> Iterator[Secret]:
    """Passwords in lines of a content."""
    said = (match.span(1) for pattern in _patterns("said") for match in islice(pattern.finditer(text), _MAX_PLACES))
    settings = islice(_SETTING.finditer(text) if "=" in text else (), _MAX_PLACES)
    set_ = (it.span(2) for it in settings if names_secret(it[1]) and _MEMBER.fullmatch(it[2]) is None)
    for start, end in chain(said, set_):
        value = text[start:end].rstrip(".!?)")
        is_no_word = any(char.isdigit() or not char.isalpha() for char in value.replace("-", ""))
        is_password = is_no_word and "://" not in value and _CODE.isdisjoint(value)
        if len(value) >= _MIN_PASSWORD and is_password and not _is_placeholder(value) and not _is_example(value):
            yield Secret(_PASSWORD_WORDS, Severity.MEDIUM, start, start + len(value))


_SETTING: Final = linear(r"(?m:^)[ \t]*(?:export[ \t]+)?([A-Za-z][\w.-]{2,60})[ \t]*=[ \t]*[\"']?([^\s\"'#;,]{4,64})")
"""A line ``NAME=value`` of an environment (systemd.exec(5), EnvironmentFile)."""
_MEMBER: Final = linear(r"[A-Za-z_]+(?:\.[A-Za-z_]+)*")
"""A name in source code, such as ``api_key=settings.api_key``."""


@lru_cache(maxsize=1_024)
def _names_card(key: str) -> bool:
    words, card_words = key_words(key), _words("card")
    is_card = not card_words.isdisjoint((*words, "".join(words), "".join(words[-2:])))
    return is_card and words[-1] not in ("id", "type", "name", "brand")


def _is_placeholder(value: str) -> bool:
    return any(pattern.fullmatch(value) for pattern in _patterns("placeholder"))


def _is_example(value: str) -> bool:
    return len(set(value)) < _MIN_DIFFERENT or any(pattern.search(value) for pattern in _patterns("example"))


def _entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values())


def _passes_luhn(digits: str) -> bool:
    """Whether the check digit is right (Luhn; ISO/IEC 7812-1, Annex B)."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def _rows(what: str) -> tuple[tables.Row, ...]:
    return tuple(row for row in tables.rows("tokens") if row["what"] == what)


@cache
def _words(what: str) -> frozenset[str]:
    return frozenset(word for row in _rows(what) for word in row.match)


@cache
def _patterns(what: str) -> tuple[Linear, ...]:
    return tuple(linear(pattern) for row in _rows(what) for pattern in row.match)


@cache
def _forms() -> tuple[_Form, ...]:
    return tuple(
        _Form(
            _DESCRIPTIONS[row["sort"]] if row["sort"] else say("a key or token of {service}", service=row["service"]),
            row.severity or Severity.HIGH,
            float(row["entropy"] or 0),
            (row["keywords"],) if row["sort"] == "private-key" else tuple(row["keywords"].split()),
            tuple(map(linear, row.match)),
        )
        for row in _rows("form")
    )


@cache
def _by_keyword() -> tuple[tuple[str, _Form], ...]:
    return tuple((keyword, form) for form in _forms() for keyword in form.keywords)


@cache
def _keywords() -> Any:  # RE2's set has no type
    """All keywords as one automaton, numbered as in ``_by_keyword``. Each text with a token contains one."""
    options = re2.Options()
    options.log_errors = False
    automaton = re2.Set.SearchSet(options)
    for keyword, _ in _by_keyword():
        automaton.Add("".join(char if char.isalnum() else f"\\x{ord(char):02x}" for char in keyword))
    automaton.Compile()
    return automaton
