"""Values in full, one below the other, in a bounded place.

Owns: what is the same in all calls, and one call with all that differs in it.

Invariants: everything is text, folded and paged where it is long; it counts as read only when its end and each line of
its blocks were in view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.views import Reading
from host.model import Finding
from host.text import Untrusted, one_line
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.batch import presenter
from ui.consent.batch.alike import Cell, Column
from ui.consent.fitting import BoundedScroll, keep_beside, set_fitting
from ui.inputs.lines import is_inline
from ui.inputs.text_block import TextBlock
from ui.tr import tr, translated
from ui.widgets import boxes
from ui.widgets.labels import Glyph
from ui.widgets.scroll import VisibilityWatch, part_in_view

EVIDENCE: Final = 400
"""Characters of evidence; what is left out is counted."""
_NAMES: Final = 160
"""Pixels of the names' column."""


class ValuesView(BoundedScroll):
    """Some values, with what was found in them.

    Signals:
        read(): all of it was in view.
    """

    read = Signal()

    def __init__(self, most: int, name: str, parent: QWidget | None = None) -> None:
        """``most``: height at most. ``name``: for a screen reader."""
        super().__init__(most, parent)
        self._blocks: list[TextBlock] = []
        self.rows.setContentsMargins(theme.SECTION, theme.GROUP, theme.SECTION, theme.GROUP)
        self.rows.setSpacing(theme.GROUP)
        self.end_seen.connect(self._note)
        self._watch = VisibilityWatch(self, self._note)
        text.named(self, name, tr("Arrow keys scroll."))

    @property
    def is_read(self) -> bool:
        """Whether all of it was in view."""
        seen = self.end_was_seen and not self._is_cut
        return seen and not any(block.unread_lines for block in self._blocks)

    def note_seen_soon(self, *_: int) -> None:
        """What is around it moved."""
        self._watch.soon()

    @property
    def _is_cut(self) -> bool:
        """Whether what is around it cuts it off."""
        view = self.viewport()
        return part_in_view(view) != view.rect()

    def show_values(
        self,
        values: Iterable[tuple[Column, Cell]],
        findings: Iterable[Finding] = (),
        readings: Iterable[Reading] = (),
    ) -> None:
        """Show these, from the beginning."""
        self._clear()
        facts = {reading.path: reading for reading in readings}
        for finding in findings:
            self._add(_finding(finding, self.inside))
        for column, cell in values:
            self._add(self._value(column, cell, facts.get(column.steps)))
        self.start_over()
        self.fit()
        self._watch.soon()

    def _value(self, column: Column, cell: Cell, known: Reading | None) -> QWidget:
        whole = QWidget(self.inside)
        row = boxes.row(theme.SECTION, whole)
        name = text.label("", "strong", wrap=True, parent=whole)
        name.setFixedWidth(_NAMES)
        set_fitting(name, column.name, _NAMES)
        row.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        right = boxes.column(theme.SPACE // 2)
        right.addWidget(self._text(column, cell, whole))
        for fact in () if known is None else known.facts:
            said = text.label("", "caption", wrap=True, parent=whole)
            value = one_line(fact.value if fact.name else translated(fact.value), EVIDENCE)
            set_fitting(said, tr("{name}: {value}", name=fact.name, value=value) if fact.name else value)
            right.addWidget(said)
        row.addLayout(right, 1)
        return whole

    def _text(self, column: Column, cell: Cell, parent: QWidget) -> QWidget:
        if cell.is_ours or is_inline(cell.raw):
            label = text.label("", "muted" if cell.is_ours else "mono", wrap=True, selectable=True, parent=parent)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            set_fitting(label, cell.line)
            keep_beside(label)
            text.named(label, tr("{input}: {value}", input=column.name, value=cell.line))
            return label
        block = TextBlock(parent)
        block.show_text(Untrusted(cell.raw), column.name)
        block.unread_changed.connect(self._note)
        self._blocks.append(block)
        return block

    def _add(self, part: QWidget) -> None:
        self.rows.addWidget(part)
        part.show()  # now, not at the next turn of the loop

    def _clear(self) -> None:
        self._blocks = []
        boxes.clear(self.rows)

    def _note(self, _left: int = 0) -> None:
        if self.is_read:
            self.read.emit()


def _finding(finding: Finding, parent: QWidget) -> QWidget:
    whole = QWidget(parent)
    row = boxes.row(theme.GROUP, whole)
    name, tone = presenter.icon_of(finding.severity)
    row.addWidget(Glyph(name, icons.SMALL, tone, whole), 0, Qt.AlignmentFlag.AlignTop)
    said = boxes.column(theme.SPACE // 2)
    sentence = text.label("", "body", wrap=True, parent=whole)
    set_fitting(sentence, f"{presenter.severity_words(finding.severity)}: {translated(finding.text)}", fitting.ROOM)
    said.addWidget(sentence)
    if finding.evidence:
        evidence = text.label("", "mono", wrap=True, parent=whole)
        set_fitting(evidence, one_line(finding.evidence, EVIDENCE), fitting.ROOM)
        keep_beside(evidence)
        said.addWidget(evidence)
    row.addLayout(said, 1)
    return whole
