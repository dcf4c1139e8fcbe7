"""What opens something to the world, or hands rights out (pure).

Owns: the words of clouds and services for that. What stays true: a word counts where a call sets it, not where a text
speaks of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.texts.vocabulary import holds_any
from host.inspect.tools.words import is_prose, last_word, named_as_code, words_of
from host.model import Finding, JsonValue, Severity
from host.patterns import regex
from host.words import say

_LONGEST: Final = 65_536
_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH


class _Opening(NamedTuple):
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    severity: Severity
    says: str


_WORLD: Final = say("This opens something to the whole world.")
_RIGHTS: Final = say("This hands out the rights of an administrator.")
_BLIND: Final = say("This switches off what protects or records.")

_OPENINGS: Final = (
    _Opening(
        ("principal",),
        regex(r"\"?principal\"?\s{0,3}:\s{0,3}(?:\{\s{0,3}\"?aws\"?\s{0,3}:\s{0,3}\[?\s{0,3})?\"?\*"),
        _HIGH,
        _WORLD,
    ),
    _Opening(
        ("public-read", "allusers", "allauthenticatedusers"),
        regex(
            r"public-read(?:-write)?|"
            r"\ball(?:authenticated)?users\b"
        ),
        _HIGH,
        _WORLD,
    ),
    _Opening(
        ("administratoraccess", "cluster-admin", "roles/owner", "poweruseraccess", "iamfullaccess"),
        regex(r"administratoraccess|cluster-admin|roles/owner|poweruseraccess|iamfullaccess"),
        _HIGH,
        _RIGHTS,
    ),
    _Opening(
        ('".write"', '".read"', "allow write", "allow read"),
        regex(
            r"\"\.(?:read|write)\"\s{0,3}:\s{0,3}\"?true|allow\s{1,3}(?:read|write)[a-z,\s]{0,40}(?:;|:\s{0,3}if\s{1,3}true)"
        ),
        _HIGH,
        _WORLD,
    ),
    _Opening(("action",), regex(r"\"action\"\s{0,3}:\s{0,3}\[?\s{0,3}\"(?:\*|\*:\*)\""), _HIGH, _RIGHTS),
)
_COMMANDS: Final = (
    _Opening(
        ("0.0.0.0/0", "::/0", "--principal", "unauthenticated", "publicly"),
        regex(
            r"(?:source-ranges?|cidr[\w-]{0,12}|ingress|allow[\w-]{0,12}|from|"
            r"ranges?)[\s=:]{1,3}\S{0,60}?(?:0\.0\.0\.0/0|::/0)|"
            r"--principal[\s=]{1,3}[\"']?\*|--allow-unauthenticated|--publicly-accessible"
        ),
        _HIGH,
        _WORLD,
    ),
    _Opening(
        ("stop-", "disable-", "delete-", "deactivate-", "--no-"),
        regex(
            r"\b(?:stop|disable|delete|deactivate)-[a-z-]{0,30}(?:logging|trail|protection|mfa-device|alarms?|"
            r"detector|encryption|"
            r"versioning|config\w{0,30}|backups?|monitor\w{0,10}|flow-logs?)\b|--no-(?:deletion-protection|"
            r"multi-factor)"
        ),
        _HIGH,
        _BLIND,
    ),
)
_ALL: Final = (*_OPENINGS, *_COMMANDS)
_ANYWHERE: Final = frozenset({"0.0.0.0/0", "::/0", "0.0.0.0"})  # noqa: S104  # looked for, not bound
_CLOSED_PORTS: Final = frozenset({80, 443})
_OPENS: Final = frozenset(
    "authorize create add set update put modify ingress firewall rule security open allow attach".split()
)
_PUBLIC_KEYS: Final = frozenset("visibility acl access public private privacy audience sharing share".split())
_ROLES: Final = frozenset("role permission access level accesslevel privilege".split())
_CHANGES: Final = frozenset(
    "set update add grant create invite assign change put attach share make edit modify patch promote".split()
)
_PROTECTS: Final = frozenset(
    "logging log trail cloudtrail guardduty protection mfa 2fa alarm backup audit securityhub versioning encryption "
    "monitoring firewall waf flowlog config detector alert branchprotection".split()
)
_OFF: Final = frozenset("disable stop delete remove deactivate suspend turn unprotect".split())


def find_opened(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: rights handed out, doors opened, guards switched off. ``words``: of tool and operation."""
    yield from _said(subject)
    yield from _made_public(subject, words)
    yield from _rights(subject, words)
    if not words.isdisjoint(_PROTECTS) and _switches_off(subject, words):
        yield Finding("destructive", _HIGH, _BLIND, subject.tool[:200])


def _switches_off(subject: Subject, words: frozenset[str]) -> bool:
    """Whether a tool is there to switch off, or sets something to off."""
    if not words.isdisjoint(_OFF) and words.isdisjoint({"draft", "entry", "file"}):
        return True
    if words.isdisjoint(_SETS):
        return False
    values = subject.arguments.values()
    return any(value is False or (isinstance(value, str) and value.lower() in _OFF_VALUES) for value in values)


_OFF_VALUES: Final = frozenset("disabled off suspended none false".split())


def _said(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        if len(text.text) < 4 or len(text.text) > _LONGEST or is_prose(text):
            continue
        low = text.text.lower()
        for opening in _ALL if named_as_code(text) else _OPENINGS:
            if holds_any(low, opening.words) and (match := opening.pattern.search(low)) is not None:
                yield found("destructive", opening.severity, opening.says, text, match.span())
                break


def _made_public(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    if "public" in words and not words.isdisjoint({"make", "set", "share", "publish", "expose"}):
        yield Finding("destructive", _HIGH, _WORLD, subject.tool[:200])
    for text in subject.values():
        if len(text.text) > _SHORT:
            continue
        value = text.text.lower()
        if value in _ANYWHERE and not words.isdisjoint(_OPENS) and not _serves_web(subject):
            yield found("destructive", _HIGH, _WORLD, text)
        elif value in _EVERYBODY and not words.isdisjoint(_CHANGES):
            if _public_key(text):
                yield found("destructive", _grave_public(words), _WORLD, text)
        elif value == "*" and _anybody(subject, text):
            yield found("destructive", _HIGH, _WORLD, text)
    for key, given in subject.arguments.items() if not subject.plain else ():  # switches alone
        made = given is True and words_of(key) >= {"make", "public"}
        if made or (not words.isdisjoint(_SETS) and _shown(key, given)):
            yield Finding("destructive", _HIGH, _WORLD, subject.tool[:200], (key,))


_SHORT: Final = 16
"""Characters of the longest of the values that are looked for there, and more."""


_EVERYBODY: Final = frozenset(
    "public anyone everyone world internet allpublic all_public public_read publicread everybody".split()
)


def _anybody(subject: Subject, text: Text) -> bool:
    """Whether a star stands for whoever comes."""
    if last_word(text.key) in ("principal", "aws"):
        return True
    return "source" in words_of(text.key) and any(str(value).lower() == "allow" for value in subject.arguments.values())


_SETS: Final = frozenset("set update edit change patch put modify publish convert".split())


def _shown(key: str, given: JsonValue) -> bool:
    """Whether a switch shows something to everybody."""
    return (given is False and "private" in words_of(key)) or (last_word(key) == "public" and given is True)


def _public_key(text: Text) -> bool:
    return not words_of(text.key).isdisjoint(_PUBLIC_KEYS | {"type", "scope", "role", "with", "entity"})


def _grave_public(words: frozenset[str]) -> Severity:
    """A thing that is made public from the start was meant so; one that becomes public shows what it held."""
    return _MEDIUM if "create" in words and "permission" not in words else _HIGH


def _serves_web(subject: Subject) -> bool:
    ports = {value for key, value in subject.arguments.items() if "port" in words_of(key) and isinstance(value, int)}
    return bool(ports) and ports <= _CLOSED_PORTS


def _rights(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    if words.isdisjoint(_CHANGES):
        return
    for text in subject.values():
        if text.text.lower() in _ADMINS and not words_of(text.key).isdisjoint(_ROLES):
            yield found("destructive", _HIGH if text.text.lower() != "maintain" else _MEDIUM, _RIGHTS, text)


_ADMINS: Final = frozenset(
    "full_access fullaccess editor_all admin owner administrator superuser root maintain organizer superadmin "
    "sysadmin".split()
)
