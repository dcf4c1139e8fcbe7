"""What a yes covers: this call alone, or a grant, and then which calls and for how long (attacks 7 and 13).

Owns: that choice, and the host's own lines about what the chosen grant would allow.

Invariants: the choice starts closed, at this call alone, for every question; only what the host offers can be chosen,
and nothing wider where a grave finding stands; where nothing wider is possible, words say so and why; what is granted
is shown whole, long lines folded and many paged, one line for each; a grant is not offered before all its lines were in
view, nor while a small window shows the choices in their place; there is room for the buttons however much it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from host.control.views import Asked
from host.model import Bound, GrantDuration
from host.text import escape, fold, one_line
from ui import icons, text, theme
from ui.consent import fitting, presenter, summary
from ui.consent.fitting import BoundedScroll, set_fitting
from ui.inputs.lines import COLUMNS, Lines, squeezed
from ui.inputs.text_block import TextBlock
from ui.tr import mark, sentence, tr, translated
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.flow import FlowLayout

FULL_HEIGHT: Final = 36 * theme.SPACE
"""Height that it takes of the window at most."""
_BRIEF: Final = 200
"""Characters of what a bound covers beside its name."""
_BESIDE: Final = 60 * theme.SPACE
"""Pixels of it that have room beside each other in the narrowest window."""
COMPACT_HEIGHT: Final = 24 * theme.SPACE
"""Likewise of a small one: enough for the sentence and two lines at once."""


class GrantLines(Lines):
    """What a grant covers, as lines of a block."""

    def __init__(self, covers: tuple[str, ...]) -> None:
        self._lines = [
            (f"{number:,}" if not place else "", piece)
            for number, line in enumerate(covers, 1)
            for place, piece in enumerate(fold(squeezed(escape(translated(line))), COLUMNS).split("\n"))
        ]

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return [line for _, line in self._lines[start:stop]]

    def labels(self, start: int, stop: int) -> list[str]:
        """Their numbers; a fold has none. One line needs none."""
        return [] if len(self) == 1 else [label for label, _ in self._lines[start:stop]]


class GrantView(BoundedScroll):
    """The words of a grant.

    Signals:
        read(): the last of it came into view.
    """

    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(FULL_HEIGHT, parent)
        self._sentence = text.label("", "body", wrap=True, parent=self.inside)
        self._block = TextBlock(self.inside)
        self._block.show_lines(GrantLines(()), "", tr("What you grant"))
        self._block.unread_changed.connect(self._note)
        self.end_seen.connect(self._note)
        self._noting = QTimer(self)
        self._noting.setSingleShot(True)
        self._noting.timeout.connect(self._block.note_visible)
        self.rows.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        self.rows.addWidget(self._sentence)
        self.rows.addWidget(self._block)
        text.named(self, tr("What you grant"), tr("Arrow keys scroll."))

    @property
    def is_read(self) -> bool:
        """Whether every line was in view, and the end of the last one too, however it wraps."""
        return self.end_was_seen and not self._block.unread_lines

    def show_granted(self, sentence: str, covers: tuple[str, ...], *, listed: bool = True) -> None:
        """Show what is granted, from its beginning. ``sentence``: escaped. ``listed``: as lines, not within it."""
        if not listed:
            words = ", ".join(squeezed(escape(translated(line))) for line in covers)
            sentence, covers = f"{sentence.rstrip(':')} {words}.", ()
        set_fitting(self._sentence, sentence, fitting.ROOM)
        self._block.setVisible(bool(covers))
        self._block.show_lines(GrantLines(covers), presenter.lines(len(covers)), tr("What you grant"))
        self.start_over()
        self.set_must_read(must_read=True)
        self.fit()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """What is painted may be in view for the first time: a window that makes room moves more than this."""
        if event.type() is QEvent.Type.Paint and not self.is_read:
            self._noting.start(0)
        return super().viewportEvent(event)

    def _note(self, _left: int = 0) -> None:
        if self.is_read:
            self.set_must_read(must_read=False)
            self.read.emit()


_NOTHING_WIDER: Final = mark("Nothing wider is offered for this call.")
_ONCE_ONLY: Final = mark("Can only be approved once. {why}")
_GRAVE: Final = mark("Can only be approved once, because of the warnings above.")


class ScopeChoice(QWidget):
    """Once, or for longer: then for which calls, and for how long.

    Attributes:
        wider: opens the choice; nothing is chosen by it.
        once: this call alone.
        bounds: which calls, by bound.
        lasting: for how long, by duration.
        change: shows all choices again, where a small window shows the chosen ones alone.
        granted: what exactly is granted.

    Signals:
        changed(): the choice is another one.
        read(): all that is granted was in view.
    """

    changed = Signal()
    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked: Asked | None = None
        self._answerable = True
        self._compact = self._changes = False
        self._says = text.label("", "caption", wrap=True, parent=self)
        self.wider = text.button(tr("Approve for longer…"), "fold", parent=self)
        self.wider.setIcon(icons.icon("caret-right", "muted"))
        self.wider.clicked.connect(self.open)
        self._choice = QWidget(self)
        self._which, self._how_long = QButtonGroup(self), QButtonGroup(self)
        self.once = self._radio(self._which, tr(presenter.ONCE))
        text.named(self.once, tr(presenter.ONCE), tr(presenter.ONCE_MEANS))
        self.bounds = {bound: self._radio(self._which, tr(words)) for bound, words in presenter.BOUNDS.items()}
        self._title = text.label(tr("Your yes covers"), "strong", parent=self._choice)
        self._stated = {bound: text.label("", "caption", wrap=True, parent=self._choice) for bound in self.bounds}
        self._longer = QWidget(self._choice)
        self.lasting = {it: self._radio(self._how_long, tr(words.choice)) for it, words in presenter.LASTING.items()}
        self.change = text.button(tr("Change…"), "fold", parent=self._longer)
        text.named(self.change, tr("Change what your yes covers"))
        self.change.clicked.connect(self._change)
        self._alone = text.label("", "caption", wrap=True, parent=self._longer)
        self._card = Card("card", self._longer)
        self._card.body.setContentsMargins(theme.SPACE, 0, theme.SPACE, 0)
        self.granted = GrantView(self._card)
        self.granted.read.connect(self.read)
        self._card.body.addWidget(self.granted)
        for group in (self._which, self._how_long):
            group.buttonToggled.connect(self._toggled)
            group.buttonClicked.connect(self._picked)
        self._lay_out()

    def open(self) -> None:
        """Show what can be chosen."""
        self._show_open(is_open=True)
        self.once.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def duration(self) -> GrantDuration:
        """For how long."""
        asked = self._asked
        if asked is None or self.once.isChecked():
            return "once"
        chosen = next((duration for duration, radio in self.lasting.items() if radio.isChecked()), "once")
        return chosen if chosen in _offered(asked) else "once"

    @property
    def bound(self) -> Bound:
        """For what; means nothing for once."""
        return next((bound for bound, radio in self.bounds.items() if radio.isChecked()), "exact")

    @property
    def is_read(self) -> bool:
        """Whether the person saw all that the choice grants, and it stands there."""
        return self.duration == "once" or (not self._card.isHidden() and self.granted.is_read)

    def start_over(self, asked: Asked) -> None:
        """Back to once; for longer begins with the shortest."""
        self._asked, self._changes = asked, False
        offered, durations = {offer.bound: offer.covers for offer in asked.bounds}, _offered(asked)
        for group in (self._which, self._how_long):
            group.blockSignals(True)
        self.once.setChecked(True)
        for bound, stated in self._stated.items():
            set_fitting(stated, _brief(offered.get(bound, ())) if bound != "any" else "", _BESIDE)
        for duration, radio in self.lasting.items():
            radio.setChecked(duration == next(iter(durations), "once"))
        for group in (self._which, self._how_long):
            group.blockSignals(False)
        why_not = (presenter.why_only_exact(asked), _no_always(asked))
        set_fitting(self._alone, " ".join(filter(None, why_not)))
        set_fitting(self._says, self._refusal(asked) or tr("Your yes covers only this call."))
        self.set_answerable(self._answerable)
        self._show_open(is_open=False)
        self._show_choice()

    def set_answerable(self, answerable: bool) -> None:
        """Whether anything can be chosen now."""
        self._answerable = answerable
        for button in (self.wider, self.change, *self._which.buttons(), *self._how_long.buttons()):
            button.setEnabled(answerable)

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height: the choices stand beside each other then, or only the chosen ones."""
        self._compact = compact
        self.granted.set_most(COMPACT_HEIGHT if compact else FULL_HEIGHT)
        self._title.setVisible(not compact)
        for number, radio in enumerate((self.once, *self.bounds.values())):
            if compact:
                self._beside.addWidget(radio)
            else:
                self._beneath.addWidget(radio, number, 0)
        for stated in self._stated.values():
            stated.setVisible(not compact)
        self._show_parts()

    def _refusal(self, asked: Asked) -> str:
        """That nothing wider is possible, and why; empty where it is."""
        if presenter.is_grave(asked):
            return tr(_GRAVE)
        if asked.no_grant or not _offered(asked):
            why = translated(asked.no_grant) or tr(_NOTHING_WIDER)
            return tr(_GRAVE) if why == tr(_GRAVE) else tr(_ONCE_ONLY, why=sentence(why))
        return ""

    def _show_open(self, *, is_open: bool) -> None:
        self._choice.setVisible(is_open)
        self._says.setVisible(not is_open)
        self.wider.setVisible(not is_open and self._asked is not None and not self._refusal(self._asked))

    def _show_choice(self) -> None:
        duration, asked = self.duration, self._asked
        self._show_parts()
        if duration == "once" or asked is None:
            return
        covers = next((offer.covers for offer in asked.bounds if offer.bound == self.bound), ())
        app = summary.app_name(asked.request.call.app)
        listed = self.bound == "pattern" or len(covers) != 1
        self.granted.show_granted(presenter.granting(duration, app, summary.route(asked)), covers, listed=listed)

    def _show_parts(self) -> None:
        """Show all choices and what the chosen one grants; in a small window one or the other."""
        if (asked := self._asked) is None:
            return
        wider = self.duration != "once"
        states = not self._changes or not self._compact  # what is granted
        chooses = not wider or not states or not self._compact
        bounds, durations = {offer.bound for offer in asked.bounds}, _offered(asked)
        self.once.setVisible(chooses)
        for bound, radio in self.bounds.items():
            radio.setVisible(bound in bounds and (chooses or radio.isChecked()))
        for duration, radio in self.lasting.items():
            radio.setVisible(duration in durations and (chooses or radio.isChecked()))
        self.change.setVisible(not chooses)
        self._alone.setVisible(chooses and bool(self._alone.text()))
        self._card.setVisible(states)
        self._longer.setVisible(wider)

    def _change(self) -> None:
        """Show all choices in place of what is granted."""
        self._changes = True
        self._show_parts()
        next(radio for radio in self.bounds.values() if radio.isChecked()).setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _picked(self) -> None:
        """The person chose, if only what was chosen before: show what it grants."""
        if self._changes:
            self._changes = False
            self._show_parts()
            self.changed.emit()

    def _toggled(self, button: QRadioButton, checked: bool) -> None:
        if checked:
            if self.window().focusWidget() in button.group().buttons():
                button.setFocus(Qt.FocusReason.OtherFocusReason)  # not every system gives it to what is clicked
            self._show_choice()
            self.changed.emit()

    def _radio(self, group: QButtonGroup, words: str) -> QRadioButton:
        made = text.radio(words, parent=self._choice)
        group.addButton(made)
        return made

    def _lay_out(self) -> None:
        closed = boxes.row(theme.GROUP)
        closed.addWidget(self._says, 1)
        closed.addWidget(self.wider)
        durations = FlowLayout()
        for radio in self.lasting.values():
            durations.addWidget(radio)
        durations.addWidget(self.change)
        longer = boxes.column(theme.SPACE, self._longer)
        longer.addLayout(durations)
        longer.addWidget(self._card)
        longer.addWidget(self._alone)
        self._beneath, self._beside = QGridLayout(), FlowLayout()
        self._beneath.setColumnStretch(1, 1)
        for number, stated in enumerate(self._stated.values(), 1):
            self._beneath.addWidget(stated, number, 1, Qt.AlignmentFlag.AlignVCenter)
        choice = boxes.column(theme.SPACE, self._choice)
        choice.addWidget(self._title)
        choice.addLayout(self._beneath)
        choice.addLayout(self._beside)
        choice.addWidget(self._longer)
        rows = boxes.column(theme.SPACE, self)
        rows.addLayout(closed)
        rows.addWidget(self._choice)
        self._beneath.setVerticalSpacing(0)
        self._beneath.setHorizontalSpacing(theme.GROUP)
        self.set_compact(compact=False)


def _offered(asked: Asked) -> tuple[GrantDuration, ...]:
    """For how long a grant may be given, the shortest first."""
    return () if asked.no_grant or not asked.bounds or presenter.is_grave(asked) else asked.durations


def _no_always(asked: Asked) -> str:
    """Why it is not offered for good; empty where it is, or nothing is."""
    if not asked.no_always or not _offered(asked) or "always" in asked.durations:
        return ""
    return tr("Always is not offered: {why}", why=translated(asked.no_always))


def _brief(covers: tuple[str, ...]) -> str:
    """What a bound covers, in some lines that may be cut: all of it stands below once it is chosen."""
    return one_line(" · ".join(map(translated, covers)), _BRIEF)
