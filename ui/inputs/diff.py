"""What is different between two calls' inputs (pure).

Owns: which values were added, removed and changed, by the steps to them. What stays true: values are the same only
where they are sent as the same bytes (``1`` is not ``true``, ``1.50`` is not ``1.5``); the work is bounded, and where
the bound is met the value that was being looked at counts as one change, so that no difference is passed over.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control import codec
from host.model import JsonObject, JsonValue
from ui.inputs.reading import Path

Kind: TypeAlias = Literal["added", "removed", "changed"]
MOST_STEPS: Final = 5_000
"""Steps that comparing may take, some 10 microseconds each; beyond them whole parts are one change."""
_NO_REFERENCES: Final = 0
"""The form of ``marshal`` in which bytes hang on values alone, not on which objects are one."""
_VALUES_A_STEP: Final = 64
"""Values that are written out and compared in one such step."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value. Attributes: path: the steps to it. kind. before, after: None where there is none."""

    path: Path
    kind: Kind
    before: JsonValue = None
    after: JsonValue = None


@dataclass(frozen=True, slots=True)
class ValueChanges:
    """Attributes: changes: in the order of the new inputs, removed ones last. same: inputs that did not change."""

    changes: tuple[ValueChange, ...]
    same: int


def compare(before: JsonObject, after: JsonObject) -> ValueChanges:
    """What became of ``before``."""
    walk = _Walk(MOST_STEPS)
    walk.objects(before, after, ())
    touched = {change.path[0] for change in walk.found if change.path}
    return ValueChanges(tuple(walk.found), sum(name not in touched for name in after if name in before))


def as_text(value: JsonValue) -> str:
    """A value as a text to compare: a text itself, anything else as the JSON that is sent."""
    return value if isinstance(value, str) else codec.lexeme(value)


class _Walk:
    def __init__(self, room: int) -> None:
        self.found: list[ValueChange] = []
        self._room = room

    def values(self, before: JsonValue, after: JsonValue, path: Path) -> None:
        self._room -= 1
        if self._room > 0 and isinstance(before, dict) and isinstance(after, dict) and (before or after):
            self.objects(before, after, path)
        elif self._room > 0 and isinstance(before, list) and isinstance(after, list) and (before or after):
            self._lists(before, after, path)
        elif not _is_same(before, after):
            self.found.append(ValueChange(path, "changed", before, after))

    def objects(self, before: JsonObject, after: JsonObject, path: Path) -> None:
        both = [name for name in after if name in before]
        differing = self._differing(both, before, after)
        if differing is None:
            self.found.append(ValueChange(path, "changed", before, after))
            return
        for name in after:
            if name in differing:
                self.values(before[name], after[name], (*path, name))
            elif name not in before:
                self.found.append(ValueChange((*path, name), "added", None, after[name]))
        for name, value in before.items():
            if name not in after:
                self.found.append(ValueChange((*path, name), "removed", value, None))

    def _differing(self, names: list[str], before: JsonObject, after: JsonObject) -> set[str] | None:
        """Those that may not be the same in both, found by halves; None where that would be too much."""
        found: set[str] = set()
        left = [names] if names else []
        while left:
            some = left.pop()
            self._room -= 1 + len(some) // _VALUES_A_STEP
            if self._room <= 0:
                return None
            if not _surely_same([before[name] for name in some], [after[name] for name in some]):
                if len(some) == 1:
                    found.update(some)
                else:
                    left += [some[: len(some) // 2], some[len(some) // 2 :]]
        return found

    def _lists(self, before: list[JsonValue], after: list[JsonValue], path: Path) -> None:
        """What both begin and end with is the same; between, one stands against one."""
        self._room -= (len(before) + len(after)) // _VALUES_A_STEP
        start = _same_at_start(before, after)
        end = _same_at_start(before[start:][::-1], after[start:][::-1])
        old, new = before[start : len(before) - end], after[start : len(after) - end]
        if len(old) + len(new) > self._room:
            self.found.append(ValueChange(path, "changed", before, after))
            return
        for index, (one, other) in enumerate(zip(old, new, strict=False), start):
            self.values(one, other, (*path, index))
        both = min(len(old), len(new))
        for index, value in enumerate(new[both:], start + both):
            self.found.append(ValueChange((*path, index), "added", None, value))
        for index, value in enumerate(old[both:], start + both):
            self.found.append(ValueChange((*path, index), "removed", value, None))


def _same_at_start(one: list[JsonValue], other: list[JsonValue]) -> int:
    """How many values both begin with: looked at by many at once, then one by one."""
    most, at = min(len(one), len(other)), 0
    while at < most and _surely_same(
        one[at : min(at + _VALUES_A_STEP, most)], other[at : min(at + _VALUES_A_STEP, most)]
    ):
        at += _VALUES_A_STEP
    while at < most and _is_same(one[at], other[at]):
        at += 1
    return min(at, most)


def _surely_same(one: list[JsonValue], other: list[JsonValue]) -> bool:
    """Whether both are the same to the type of each number, told fast; False also where objects differ in order."""
    try:
        return marshal.dumps(one, _NO_REFERENCES) == marshal.dumps(other, _NO_REFERENCES)
    except ValueError:  # a number that keeps its digits
        return _is_same(one, other)


def _is_same(one: JsonValue, other: JsonValue) -> bool:
    """Whether both are sent as the same bytes. Python's own equality is another: ``1 == True == 1.0``."""
    if isinstance(one, (str, bool, int)) or one is None:
        return type(one) is type(other) and one == other
    return codec.lexeme(one) == codec.lexeme(other)
