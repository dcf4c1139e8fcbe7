"""Texts of a call that say what they replace: an old and a new text beside each other in one object (pure).

Owns: the names by which two inputs are known as such a pair, and the comparison of each pair, which shows an edit of a
file as a difference.

Invariants:
    Names are untrusted and may lie. They decide how two texts are shown, never whether; what is sent is both of them.
    A pair is shown as a whole, without leaving out what is the same in both. Values that are no pair stay in the form.
    The search is bounded; a call with more values or more pairs than that is shown by the form alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.model import JsonObject, JsonValue
from host.naming import parts
from ui.inputs.diff import Baseline, ChangeKind, ValueChange, ValueChanges, value_at
from ui.inputs.lines import ValuePath, is_short_name
from ui.tr import tr, tr_n

_OLD_AND_NEW: Final = (
    ("old", "new"), ("original", "new"), ("original", "replacement"), ("search", "replace"), ("search", "replacement"),
    ("find", "replace"), ("find", "replacement"),
)  # fmt: skip
"""The words in two names that tell the old text from the new one; all other words of the names are the same."""
_TEXTS: Final = frozenset(("", *"text string str content contents code block snippet line lines".split()))
"""What the other words of the names may be, so that renamed files, other passwords and the like are no such pair."""
_MAX_VALUES: Final = 2_000
"""Values of a call in which pairs are searched."""
_MAX_EDITS: Final = 200


def text_edits_baseline(arguments: JsonObject) -> Baseline | None:
    """The texts that the call replaces, as a comparison; None if it has no such pairs."""
    edits = text_edits(arguments)
    if not edits:
        return None
    name, description = tr("Texts to replace"), tr("What the call replaces, and what it puts there.")
    effect = tr_n("{n} text to replace", "{n} texts to replace", len(edits))
    return Baseline("texts", name, description, None, ValueChanges(tuple(edits), 0), effect=effect)


def text_edits(arguments: JsonObject) -> list[ValueChange]:
    """Find the pairs of an old and a new text that differ, in the order of the call; none if there are too many."""
    edits: list[ValueChange] = []
    pending: list[tuple[ValuePath, JsonValue]] = [((), arguments)]
    values_left = _MAX_VALUES
    while pending:
        path, value = pending.pop()
        members = _members(value)
        values_left -= len(members)
        if values_left < 0:
            return []
        if isinstance(value, dict):
            edits += (_edit(path, value, old_name, new_name) for old_name, new_name in _pairs(value))
        if len(edits) > _MAX_EDITS:
            return []
        pending += [((*path, step), member) for step, member in reversed(members) if isinstance(member, (dict, list))]
    return edits


def containers_of(arguments: JsonObject, paths: frozenset[ValuePath]) -> frozenset[ValuePath]:
    """The objects and lists that hold nothing but the values at these paths."""
    containers = {path[:length] for path in paths for length in range(1, len(path))}
    covered = set(paths)
    for container in sorted(containers, key=len, reverse=True):
        if all((*container, step) in covered for step, _ in _members(value_at(arguments, container))):
            covered.add(container)
    return frozenset(covered - paths)


def _members(value: JsonValue) -> list[tuple[str | int, JsonValue]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _pairs(members: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the names of an old and a new text. A name is part of one pair at most."""
    names = [name for name, value in members.items() if isinstance(value, str) and is_short_name(name)]
    words_by_name = {name: parts(name) for name in names}
    new_names: dict[tuple[str, ...], str] = {}
    for name, words in words_by_name.items():
        new_names.setdefault(tuple(words), name)
    paired_names: set[str] = set()
    for name, words in words_by_name.items():
        for words_of_new in _words_of_new_names(words):
            new_name = new_names.get(words_of_new, name)
            if members[name] != members[new_name] and paired_names.isdisjoint((name, new_name)):
                paired_names |= {name, new_name}
                yield name, new_name


def _words_of_new_names(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the words of each name that the new text may have, if this is the name of an old one."""
    for old_word, new_word in _OLD_AND_NEW:
        if old_word in words:
            at = words.index(old_word)
            before, after = words[:at], words[at + 1 :]
            if "".join((*before, *after)) in _TEXTS:
                yield (*before, new_word, *after)


def _edit(path: ValuePath, members: JsonObject, old_name: str, new_name: str) -> ValueChange:
    """The change of one pair. What an empty text replaces is removed, and what replaces an empty text is added."""
    old, new = members[old_name], members[new_name]
    kind: ChangeKind = "changed"
    if not new:
        kind = "removed"
    elif not old:
        kind = "added"
    return ValueChange((*path, new_name), kind, old, new, before_path=(*path, old_name))
