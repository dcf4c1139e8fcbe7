"""Inputs that make a call wide, blunt or lasting (pure).

Owns: values and switches that mean more than the tool's name says: rights, the whole world, no limit, no way back. What
stays true: a value counts under a name that is for it; a call that only looks is left out by who asks.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from host.inspect.flows.figures import figures_of
from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, last_word, words_of
from host.model import Finding, JsonObject, JsonValue, Severity
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_VALUE: Final = 80
_SPACES: Final = 2
_ROLE_KEYS: Final = frozenset(
    "role permission access level privilege group policy type roles scope right profile".split()
)
_RULERS: Final = frozenset(
    "admin owner administrator superuser superadmin root sysadmin sudo fullaccess cluster wheel organizer god".split()
)
_CHANGING: Final = frozenset(
    "set update upsert add grant create invite assign change put attach share make edit modify patch promote insert post give "
    "elevate send configure".split()
)
_UNLIMITED: Final = regex(
    r"115792089237316195\d{60}|0x[fF]{40,64}|(?:unlimited|infinite|max_?uint(?:256)?)", re.IGNORECASE
)
_UNLIMITED_BEGINS: Final = frozenset("10uUiImM\u0131\u0130")
"""In whatever case, as the pattern reads it."""
_NAMES_DNS: Final = frozenset("ns mx caa".split())
_BLUNT: Final = regex(
    r"(?:skip|no|without|bypass|ignore|omit)_?(?:final_?)?(?:snapshot|backup|confirm\w{0,8}|verif\w{0,8}|hooks?|checks?|"
    r"validation|approval|review|protection|tests?|safety\w{0,8}|prompt)|overwrite(?:_?existing)?|replace_?existing|"
    r"remove_?(?:volumes?|orphans|recovery\w{0,12}|all)|delete_?(?:volumes?|data|all|backups?|automated_?backups|branch)|"
    r"hard_?delete|permanent(?:ly)?|purge|wipe|destroy|force_?(?:delete|destroy|overwrite|push|remove|unlock|new)|"
    r"discard_?(?:changes|local)|allow_?(?:public|anonymous|all|force)\w{0,20}|admin_?override|force|erase\w{0,8}|truncate|"
    r"(?:should_?)?(?:delete|remove|drop|wipe)_?(?:source|during|before|delay|excluded|originals?|old|after\w{0,12}|extra\w{0,8}|missing|existing|dest\w{0,10}|"
    r"target|remote|local|others?|unmatched|src|files|users?|everything|messages|history|source_?files?)|"
    r"replace_?(?:originals?|all_?data|everything)|prune|expunge|reformat|auto_?approve|clean_?all|full_?(?:refresh|reload|overwrite)|"
    r"close_?(?:source|account)|drop_?(?:first|tables?)|hard|clear_?(?:all|first|existing|data|history)|revoke_?(?:all|others|sessions)|unlock|remove|"
    r"(?:delete|destroy|purge|wipe|erase|expunge|nuke)(?:_?(?!protection|marker|at\b|date|by\b|policy)[a-z]{1,30}){0,3}",
    re.IGNORECASE,
)
_GUARDS: Final = regex(
    r"(?:require|enforce|enable|block|restrict|protect|deletion_?protection|versioning|encrypt|mfa|audit|log)\w{0,40}",
    re.IGNORECASE,
)
_ENDING: Final = frozenset(
    "delete remove create run update set apply deploy restore copy write put move import down stop terminate "
    "upload push "
    "execute sync modify patch merge replace save commit edit prune rebase checkout reset accept compress transfer load "
    "export import convert install prepare build migrate init start clone clean sign rename store mark flag mirror compose rmi".split()
)

_RIGHTS: Final = say("This hands out the rights of an administrator.")
_LIMITS: Final = frozenset("limit amount allowance quota cap value max spending budget approval args".split())
_NOWHERE: Final = say("This moves something to where nothing comes back from.")
_NOWHERE_FROM: Final = say("This puts nothing in the place of what is there.")
_EVERY_ONE: Final = say("This changes all there are: nothing says which ones.")
_NO_LIMIT: Final = say("This sets no limit to what somebody may spend or take.")
_NO_WAY_BACK: Final = say("This input leaves no way back, or skips what would protect.")
_REPLACES: Final = say("This replaces the file that is there.")
_GUARD_OFF: Final = say("This switches off what protects or records.")
_NAME_MOVES: Final = say("This changes where money, mail or a name leads from now on.")
_WORLD: Final = say("This opens something to the whole world.")
_STOPS: Final = say("This stops all of it: it sets the number to none.")
_ALL_OFF: Final = say("This gives everything away for nothing.")
_METHOD: Final = say("This request deletes something.")


def find_blunt(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: by the inputs. ``words``: of the tool's name and of an operation in the inputs."""
    if not words.isdisjoint(_CHANGING):
        yield from _rulers(subject)
    yield from _values(subject, words)
    if not subject.plain:
        yield from _switches(subject.arguments, words)
    for text in figures_of(subject.arguments) if not subject.plain else ():
        if _UNLIMITED.fullmatch(text.text):
            yield found("destructive", _HIGH, _NO_LIMIT, text)


def _rulers(subject: Subject) -> Iterator[Finding]:
    """Names of roles that rule, also as a part of one."""
    for text in subject.values():
        if len(text.text) > _VALUE or text.text.count(" ") > _SPACES or words_of(text.key).isdisjoint(_ROLE_KEYS):
            continue
        value = words_of(text.text.lower() if text.text.isupper() else text.text)
        if not value.isdisjoint(_RULERS) and value != {"cluster"}:
            yield found("destructive", _HIGH, _RIGHTS, text)
            return


def _values(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    for text in subject.values():
        raw = text.text.strip()
        if not raw or len(raw) > _VALUE or is_prose(text):
            continue
        if (
            raw[0] in _UNLIMITED_BEGINS
            and _UNLIMITED.fullmatch(raw)
            and (raw[:1].isdigit() or words_of(text.key) & _LIMITS)
        ):
            yield found("destructive", _HIGH, _NO_LIMIT, text)
        elif raw == "/dev/null" and not words.isdisjoint({"copy", "cp"}) and text.key.lower().startswith(("s", "f")):
            yield found("destructive", _HIGH, _NOWHERE_FROM, text)
        elif raw == "/dev/null" and not words.isdisjoint({"move", "rename", "mv"}):
            yield found("destructive", _HIGH, _NOWHERE, text)
        elif raw.lower() in _NAMES_DNS and last_word(text.key) in ("type", "recordtype") and words & _CHANGING:
            yield found("destructive", _HIGH, _NAME_MOVES, text)
        elif raw == "DELETE" and last_word(text.key) in ("method", "verb"):
            yield found("destructive", _MEDIUM, _METHOD, text)
        elif raw.lower() in ("default", "domain") and _public_scope(text, words):
            yield found("destructive", _HIGH if raw.lower() == "default" else _MEDIUM, _WORLD, text)


def _public_scope(text: Text, words: frozenset[str]) -> bool:
    """The scope of a calendar's rule that means everybody."""
    return "acl" in words and "scope" in text.steps


def _switches(arguments: JsonObject, words: frozenset[str]) -> Iterator[Finding]:
    """Switches that are set, of the inputs and of the objects in them."""
    changing = not words.isdisjoint(_ENDING)
    for steps, key, value in members(arguments):
        if isinstance(value, str):
            continue
        if value is True and changing and _BLUNT.fullmatch(key.replace("-", "_")):
            says = _REPLACES if key.lower().startswith(("overwrite", "replace")) else _NO_WAY_BACK
            yield Finding("destructive", _MEDIUM, says, key[:_VALUE], steps)
        elif value is False and not words.isdisjoint(_CHANGING) and _GUARDS.fullmatch(key) and _guards(key):
            yield Finding("destructive", _HIGH, _GUARD_OFF, key[:_VALUE], steps)
        elif value == {} and key in ("filter", "query", "where", "selector", "criteria") and words & _WRITES:
            yield Finding("destructive", _HIGH, _EVERY_ONE, key, steps)
        elif value == 0 and value is not False and _stops(words_of(key), words):
            yield Finding("destructive", _MEDIUM, _STOPS, key[:_VALUE], steps)
        elif value is True and changing and _STOPPED.fullmatch(key):
            yield Finding("destructive", _MEDIUM, _ENDS, key[:_VALUE], steps)
        elif _whole_discount(arguments, key, value):
            yield Finding("destructive", _MEDIUM, _ALL_OFF, key[:_VALUE], steps)


_ENDS: Final = say("This ends something that somebody relies on.")
_STOPPED: Final = regex(
    r"(?:is_?)?(?:paused|disabled|suspended|frozen|revoked|terminated|cancell?ed|deactivated|deprecated|decommissioned|"
    r"blocked|banned|killed|stopped|quarantined)|is_?(?:deleted|archived|trashed|locked)|isPaused",
    re.IGNORECASE,
)
_WRITES: Final = frozenset("update replace modify set patch write delete remove".split())
_COUNTS: Final = frozenset("replica desired capacity instances".split())


def _stops(key: frozenset[str], words: frozenset[str]) -> bool:
    """Whether a number says how many of something run."""
    if words & {"scale", "resize"}:
        return bool(key & (_COUNTS | {"size", "quantity", "count", "number"}))
    return bool(key & _COUNTS and words & _CHANGING)


_STRONG: Final = frozenset(
    "block restrict protect protected masked enforce protection versioning mfa audit enforce encryption encrypt approval review signature "
    "verification logging".split()
)


def _guards(key: str) -> bool:
    return not words_of(key).isdisjoint(_STRONG)


def _whole_discount(arguments: JsonObject, key: str, value: JsonValue) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) != 100:  # per cent
        return False
    words = words_of(key)
    return bool(words & {"percent", "percentage"} and words & {"off", "discount"}) or (
        last_word(key) == "value" and any(str(it).lower() == "percentage" for it in arguments.values())
    )


def members(arguments: JsonObject) -> Iterator[tuple[tuple[str | int, ...], str, JsonValue]]:
    """Members of the inputs and of the objects in them, a few levels deep."""
    for child in arguments.values():
        if isinstance(child, (dict, list)):
            return _nested(arguments)
    return iter([((key,), key, child) for key, child in arguments.items()])


def _nested(arguments: JsonObject) -> Iterator[tuple[tuple[str | int, ...], str, JsonValue]]:
    stack: list[tuple[tuple[str | int, ...], JsonValue]] = [((), arguments)]
    for _ in range(_MOST):
        if not stack:
            return
        steps, value = stack.pop()
        if isinstance(value, dict):
            for key, child in value.items():
                yield (*steps, key), key, child
                if isinstance(child, (dict, list)) and len(steps) < _DEEPEST:
                    stack.append(((*steps, key), child))
        elif isinstance(value, list):
            stack.extend(((*steps, at), child) for at, child in enumerate(value[:_MOST]) if isinstance(child, dict))


_MOST: Final = 200
_DEEPEST: Final = 5
