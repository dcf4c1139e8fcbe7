"""Which past calls would be decided otherwise by a rule.

Owns: the view of a replay of past calls.

Invariants: how many calls were looked at, how many could not be judged and how many would change stand above the list,
so that a short list is not taken for all there is; names are untrusted and escaped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import ReplayReport, ReplayRow
from host.text import one_line
from ui import text
from ui.history.words import exact_time, unix_seconds
from ui.label_text import break_long_words, safe_sentence
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.labels import Badge, Glyph
from ui.widgets.layouts import STRETCH, fill, left
from ui.widgets.page_parts import show_time_left
from ui.widgets.times import relative

STEP: Final = 10
"""Calls that are shown at once."""


def summary(report: ReplayReport) -> tuple[str, str]:
    """What a replay found, in a sentence, and what is to be known of it."""
    if not report.looked:
        found = tr("There are no past calls to look at yet.")
    elif not report.changes:
        found = tr_n("It changes nothing for your last call.", "It changes none of your last {n} calls.", report.looked)
    else:
        changes = [
            tr_n("{n} would run without asking", "{n} would run without asking", report.runs) if report.runs else "",
            tr_n("{n} would be asked about", "{n} would be asked about", report.asks) if report.asks else "",
            tr_n("{n} would be denied", "{n} would be denied", report.denies) if report.denies else "",
        ]
        found = tr(
            "Of your last {calls} calls: {changes}.",
            calls=f"{report.looked:,}",
            changes=", ".join(filter(None, changes))
            or tr_n("{n} would be decided otherwise", "{n} would be decided otherwise", report.changes),
        )
    known = [
        tr_n("Of {n} call too little is kept to tell.", "Of {n} calls too little is kept to tell.", report.unknown)
        if report.unknown
        else "",
        tr("Older calls were not looked at.") if report.more else "",
        tr("The newest {changed} are listed.", changed=f"{len(report.changed):,}")
        if len(report.changed) < report.changes
        else "",
    ]
    return found, " ".join(line for line in known if line)


class ReplayView(QWidget):
    """A replay of past calls; empty until it is given one.

    Attributes:
        more: shows more calls.
    """

    def __init__(self, *, titled: bool = True, clock: Callable[[], float] = time.time) -> None:
        """``titled``: whether it says in a sentence what was found. ``clock``: Unix seconds."""
        super().__init__()
        self._clock, self._titled = clock, titled
        self._rows: tuple[ReplayRow, ...] = ()
        self._count = 0
        self._title = text.label("", "strong", wrap=True, parent=self)
        self._known = text.label("", "caption", wrap=True, parent=self)
        self._list: QWidget | None = None
        self._lines: QVBoxLayout | None = None
        self.more = text.button("", parent=self)
        self.more.clicked.connect(self._show_more)
        self._column = fill(boxes.column(GROUP, self), self._title, self._known, left(self.more))
        self.clear()

    def show_report(self, report: ReplayReport) -> None:
        """Show what was found."""
        self.clear()
        found, known = summary(report)
        text.set_text(self._title, found)
        text.set_text(self._known, known)
        self._title.setVisible(self._titled)
        self._known.setVisible(bool(known))
        self._rows = report.changed
        self._list = QWidget(self)
        self._lines = boxes.column(GROUP, self._list)
        self._column.insertWidget(2, self._list)
        self._show_more()

    def clear(self) -> None:
        """Show nothing."""
        self._rows, self._count, self._lines = (), 0, None
        if self._list is not None:
            self._column.removeWidget(self._list)
            self._list.hide()
            self._list.setParent(None)
            self._list.deleteLater()
            self._list = None
        for part in (self._title, self._known, self.more):
            part.hide()

    def _show_more(self) -> None:
        if self._lines is None:
            return
        for row in self._rows[self._count : self._count + STEP]:
            self._lines.addWidget(_card(row, self._clock()))
        self._count = min(self._count + STEP, len(self._rows))
        left = len(self._rows) - self._count
        show_time_left(self.more, left, STEP)


def _card(row: ReplayRow, now: float) -> Card:
    """One call: what it was, what was decided, what would be decided, and why."""
    card = Card()
    card.body.setSpacing(SPACE)
    action = f"{one_line(row.server, words.NAME)} ▸ {one_line(row.tool, words.NAME)}"
    fill(card.body, text.label(break_long_words(action), "strong", wrap=True), _change(row))
    when = text.label(
        tr(
            "{relative}, asked by {app}",
            relative=relative(max(0.0, now - unix_seconds(row.time))),
            app=one_line(row.app, words.NAME),
        ),
        "caption",
    )
    when.setWordWrap(True)
    text.tooltip(when, exact_time(row.time))
    fill(card.body, when, text.label(safe_sentence(row.because), "muted", wrap=True))
    return card


def _change(row: ReplayRow) -> QHBoxLayout:
    """The decision then and now; what loosens is marked."""
    then, now = words.effect_style(row.then), words.effect_style(row.now)
    return fill(
        boxes.row(GROUP),
        Badge(tr("then: {word}", word=then.word), "neutral", then.icon),
        Glyph("arrow-right", tone="muted"),
        Badge(tr("now: {word}", word=now.word), "amber" if words.is_looser(row.then, row.now) else "neutral", now.icon),
        STRETCH,
    )
