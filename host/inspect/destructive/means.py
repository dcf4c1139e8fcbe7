"""What a call puts an end to without a verb that says so (pure).

Owns: where in a call such values are looked for; contents that are emptied or cut out, and calls to everybody. What
stays true: a value counts where its name and the tool's say together what it is for; a call that only looks is left
out by who asks.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.inspect.destructive.endings import blank
from host.inspect.destructive.inputs import members
from host.inspect.destructive.values import ALL, CHANGES, EMPTIED, GUARD, LONGEST, Met, meant
from host.inspect.subject import Subject
from host.inspect.tools.words import last_word, words_of
from host.model import Finding, JsonValue, Severity
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH

_CUT_OUT: Final = say("This cuts a larger part out.")
_CALLS_ALL: Final = say("This calls everybody there.")
_FORCED: Final = say("This throws away work in a repository, or what others see of it.")

_CONTENTS: Final = frozenset(
    "content contents body text html markdown data document record row value item block source entry member file".split()
)
_OVER: Final = frozenset("write update replace put set save overwrite publish import sync edit".split())
_DRAFTS: Final = frozenset(
    "draft clipboard search input field form filter type selection cache status title note task todo comment profile "
    "bio create placeholder cell caption alt label variable key".split()
)
_MARKERS: Final = regex(
    r"(?:^|[/\\])(?:__init__\.py|py\.typed|\.\w{0,3}(?:git)?keep|\.nojekyll|\.gitignore|\.placeholder)$"
)
_NAMED_OFF: Final = frozenset(
    "setting name feature option key policy check rule id field param parameter property attribute control".split()
)
_MENTION: Final = regex(r"<!(?:everyone|channel)>|@(?:everyone|channel|all)\b")
_SETTING: Final = 60
_LINES: Final = 200
_CUT: Final = 400
_FEW: Final = 20


def find_meant(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: by what values bring about. ``words``: of the tool's name and of an operation."""
    about = words.union(_named_off(subject)) if not words.isdisjoint(CHANGES) else words
    over = not words.isdisjoint(_OVER)
    for steps, name, value in members(subject.arguments):
        if isinstance(value, str) and len(value) > LONGEST and not value.isspace():
            continue  # nothing is meant by it
        met = Met(steps, name, value, words_of(name), about)
        says = meant(met, words) or (_emptied(subject, met, words) if over else None)
        if says is not None:
            grave = _HIGH if says == GUARD else _MEDIUM
            yield Finding("destructive", grave, says, _shown(met), steps)
    if "edits" in subject.arguments or not _NEWS.isdisjoint(subject.arguments):
        yield from _cut_out(subject)
    if not words.isdisjoint(_DEEPLY):
        yield from _deep(subject, words)
    if not words.isdisjoint(_TELLS):
        yield from _calls_all(subject)


def _named_off(subject: Subject) -> Iterator[str]:
    """Words of the settings that are named in the inputs, as a value beside the one that they are set to."""
    for text in subject.values():
        if len(text.text) <= _SETTING and last_word(text.key) in _NAMED_OFF:
            yield from words_of(text.text)


def _shown(met: Met) -> str:
    return met.value[:200] if isinstance(met.value, str) and met.value.strip() else met.name[:200]


def _emptied(subject: Subject, met: Met, words: frozenset[str]) -> str | None:
    """Nothing where contents should be, in a call that puts them over what is there."""
    if not _is_empty(met.value) or words.isdisjoint(_OVER) or last_word(met.name) not in _CONTENTS:
        return None
    if any(isinstance(step, int) for step in met.steps):
        return None
    if met.value is None and last_word(met.name) not in ("value", "content", "data"):
        return None
    if not words.isdisjoint(_DRAFTS) or any(_MARKERS.search(text.text[-80:]) for text in subject.values()):
        return None
    return EMPTIED


def _is_empty(value: JsonValue) -> bool:
    return value is None or value in ([], {}) or blank(value) or (isinstance(value, str) and not value.strip())


def _cut_out(subject: Subject) -> Iterator[Finding]:
    """Edits that leave nothing of a larger part."""
    given = subject.arguments
    edits = given.get("edits")
    for at, edit in enumerate(edits[:_FEW] if isinstance(edits, list) else [given]):
        if not isinstance(edit, dict):
            continue
        new = next((edit[key] for key in _NEW if key in edit), None)
        old = next((edit[key] for key in _OLD if key in edit), "")
        first, last = edit.get("start_line", edit.get("startLine")), edit.get("end_line", edit.get("endLine"))
        lines = last - first if isinstance(first, int) and isinstance(last, int) else 0
        if new == "" and (lines >= _LINES or (isinstance(old, str) and len(old) >= _CUT)):
            yield Finding(
                "destructive", _MEDIUM, _CUT_OUT, subject.tool[:200], ("edits", at) if isinstance(edits, list) else ()
            )


_NEW: Final = ("newText", "new_text", "new_string", "new_str", "replacement", "newString")
_NEWS: Final = frozenset(_NEW)
_OLD: Final = ("oldText", "old_text", "old_string", "old_str", "search", "oldString")


def _deep(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """Rights or owners of all that is below a place high up; a branch that is pushed over another."""
    if not words.isdisjoint(_HELD) and subject.arguments.get("recursive") is True:
        for text in subject.values():
            if text.text in ("/", "~", "/home", "/etc", "/usr", "/var", "C:\\"):
                yield Finding("destructive", _HIGH, ALL, text.text, text.steps)
    if "push" in words:
        for text in subject.values():
            if text.text.startswith("+") and len(text.text) < 200 and text.text[1:2].isalpha():
                yield Finding("destructive", _HIGH, _FORCED, text.text, text.steps)


_HELD: Final = frozenset({"chown", "chmod", "permission", "permissions", "owner", "acl"})
_DEEPLY: Final = _HELD | {"push"}
_TELLS: Final = frozenset({"send", "post", "publish", "write", "create", "reply", "schedule"})


def _calls_all(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        if ("<!" in text.text or "@" in text.text) and (
            match := _MENTION.search(text.text[:20_000].lower())
        ) is not None:
            yield Finding("destructive", _MEDIUM, _CALLS_ALL, match.group(), text.steps, match.span())
            return
