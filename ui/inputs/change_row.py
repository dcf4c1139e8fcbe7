"""One value that is different.

Owns: how it is shown: where it stands, what happened to it, and both sides of it. What stays true: what looks like a
secret stays covered here, and says that it is another; it is read, and counted as that, in the form.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.model import JsonValue
from host.text import escape
from ui import text, theme
from ui.inputs.diff import ValueChange, as_text
from ui.inputs.diff_lines import DiffLines
from ui.inputs.meaning import Sense, meaning_of
from ui.inputs.model import inputs_of
from ui.inputs.plain_view import PlainView
from ui.inputs.reading import Path
from ui.inputs.text_block import TextBlock
from ui.inputs.text_diff import Hunk, TextDiff, text_diff
from ui.tr import tr, tr_n
from ui.widgets.badge import Badge

_LONG_STEP: Final = 60


class ChangeRow(QWidget):
    """A change."""

    def __init__(self, change: ValueChange, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        diff = _diff(change)
        place = path_words(change.path)
        name = PlainView(self)
        name.show_lines([place])
        text.named(name, tr("Place of the change"))
        word, sign = _kind(change)
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP)
        head.addWidget(name, 1)
        head.addWidget(Badge(word, "neutral", sign, self))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        column.setSpacing(theme.SPACE)
        column.addLayout(head)
        size = _size(diff)
        text.named(self, f"{place}, {word}: {size}" if size else f"{place}, {word}")
        if _is_secret(change):
            column.addWidget(text.label(tr("Looks like a secret: covered here."), "caption", wrap=True, parent=self))
            return
        block = TextBlock(self)
        block.show_lines(DiffLines(diff), size, tr("Change of {name}", name=place))
        column.addWidget(block)


def path_words(path: Path) -> str:
    """Where a value stands, safe to show: ``options ▸ retries ▸ item 2``."""
    if not path:
        return tr("all inputs")
    return " ▸ ".join(_step(step) for step in path)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return tr("item {number}", number=f"{step + 1:,}")
    shown = escape(step[:_LONG_STEP])
    left = len(step) - _LONG_STEP
    more = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", left) if left > 0 else ""
    return (shown if step.strip() == step and step and "▸" not in step else f'"{shown}"') + more


def _diff(change: ValueChange) -> TextDiff:
    if change.kind == "added":
        lines = _lines(change.after)
        return TextDiff((Hunk("new", lines),), 0, len(lines), complete=True)
    if change.kind == "removed":
        lines = _lines(change.before)
        return TextDiff((Hunk("gone", lines),), len(lines), 0, complete=True)
    before, after = as_text(change.before), as_text(change.after)
    if before == after:  # a text that looks like another value
        gone, new = [_typed(change.before)], [_typed(change.after)]
        return TextDiff((Hunk("gone", gone), Hunk("new", new)), 1, 1, complete=True)
    return text_diff(before, after)


def _lines(value: JsonValue) -> list[str]:
    return (as_text(value).removesuffix("\n") or "").split("\n")


def _typed(value: JsonValue) -> str:
    return f'"{value}"' if isinstance(value, str) else as_text(value)


def _kind(change: ValueChange) -> tuple[str, str]:
    match change.kind:
        case "added":
            return tr("added"), "plus"
        case "removed":
            return tr("removed"), "minus"
    return tr("changed"), "pencil-simple"


def _size(diff: TextDiff) -> str:
    if diff.gone <= 1 and diff.new <= 1:
        return ""
    parts = [tr_n("- {n} line", "- {n} lines", diff.gone)] if diff.gone else []
    parts += [tr_n("+ {n} line", "+ {n} lines", diff.new)] if diff.new else []
    parts += [] if diff.complete else [tr("too different to mark what changed in them")]
    return " · ".join(parts)


def _is_secret(change: ValueChange) -> bool:
    name = next((step for step in reversed(change.path) if isinstance(step, str)), "")
    values = [value for value in (change.before, change.after) if isinstance(value, str) and value]
    return bool(values) and all(
        meaning_of(inputs_of({name: value}, None)[0]).sense is Sense.SECRET for value in values
    )  # beside a secret, a command is to be read
