"""Which past calls would be decided otherwise by a rule.

Owns: the view of a replay of past calls.

Invariants: how many calls were looked at, how many could not be judged and how many would change stand above the list,
so that a short list is not taken for all there is; names are untrusted and escaped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QHBoxLayout

from host.control.views import ReplayReport, ReplayRow
from host.text import one_line
from ui import text
from ui.history.words import exact_time, unix_seconds
from ui.label_text import break_long_words, relative, safe_sentence
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill
from ui.widgets.cards import Card
from ui.widgets.controls import GrowingList, show_text
from ui.widgets.labels import Badge, Glyph

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


class ReplayView(GrowingList[ReplayRow, Card]):
    """A replay of past calls; empty until it is given one."""

    def __init__(self, *, titled: bool = True, clock: Callable[[], float] = time.time) -> None:
        """``titled``: whether it says in a sentence what was found. ``clock``: Unix seconds."""
        title, known = text.label("", "strong", wrap=True), text.label("", "caption", wrap=True)
        super().__init__(STEP, GROUP, title, known)
        self._clock, self._titled = clock, titled
        self._title, self._known = title, known
        self.clear()

    def show_report(self, report: ReplayReport) -> None:
        """Show what was found."""
        found, known = summary(report)
        self.show_entries(report.changed, lambda row: _card(row, self._clock()))
        text.set_text(self._title, found)
        self._title.setVisible(self._titled)
        show_text(self._known, known)

    def clear(self) -> None:
        """Show nothing."""
        super().clear()
        for part in (self._title, self._known):
            part.hide()


def _card(row: ReplayRow, now: float) -> Card:
    """One call: what it was, what was decided, what would be decided, and why."""
    card = Card()
    card.body.setSpacing(SPACE)
    action = f"{one_line(row.server, words.NAME)} ▸ {one_line(row.tool, words.NAME)}"
    when = text.label(
        tr(
            "{relative}, asked by {app}",
            relative=relative(max(0.0, now - unix_seconds(row.time))),
            app=one_line(row.app, words.NAME),
        ),
        "caption",
        wrap=True,
    )
    text.tooltip(when, exact_time(row.time))
    because = text.label(safe_sentence(row.because), "muted", wrap=True)
    fill(card.body, text.label(break_long_words(action), "strong", wrap=True), _change(row), when, because)
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
