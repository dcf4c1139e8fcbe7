"""What a yes covers: this call alone, or a grant, and then of what scope (attacks 7 and 13).

Owns: that choice, and the host's own lines about what the chosen grant would allow.

Invariants: the choice starts at the narrowest for every question; only what the host offers can be chosen, and nothing
wider where a grave finding stands; where nothing wider is possible, words say so and why; what is granted is shown
whole, long lines folded and many paged, one line for each; a grant is not offered before all its lines were in view;
there is room for the buttons however much it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from host.control.views import Asked
from host.model import Bound, GrantDuration
from host.text import escape, fold
from ui import text, theme
from ui.consent import approval, fitting, summary
from ui.consent.fitting import BoundedScroll, set_fitting
from ui.inputs.lines import COLUMNS, squeezed
from ui.inputs.text_block import TextBlock
from ui.tr import mark, sentence, tr, translated
from ui.widgets.cards import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.popups import Combo

FULL_HEIGHT: Final = 36 * theme.SPACE
"""Height that it takes of the window at most."""
COMPACT_HEIGHT: Final = 24 * theme.SPACE
"""Likewise of a small one: enough for the sentence and two lines at once."""


class GrantLines:
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
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.timeout.connect(self._block.note_visible)
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
        self._block.show_lines(GrantLines(covers), approval.lines(len(covers)), tr("What you grant"))
        self.start_over()
        self.fit()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """What is painted may be in view for the first time: a window that makes room moves more than this."""
        if event.type() is QEvent.Type.Paint and not self.is_read:
            self._looking.start(0)
        return super().viewportEvent(event)

    def _note(self, _left: int = 0) -> None:
        if self.is_read:
            self.read.emit()


_BESIDE: Final = 560
"""Width from which the choices stand beside each other."""
_NOTHING_WIDER: Final = mark("For this call there is only this once.")
_GRAVE: Final = mark("Assent found something grave: a yes covers this call alone.")


class ScopeChoice(QWidget):
    """Once, or for longer, and then for what.

    Attributes:
        lasting: for how long.
        bounds: for what, by bound.
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
        self._filled: object = None
        self.lasting = Combo(self)
        self.lasting.currentIndexChanged.connect(self._chosen)
        self._title = text.label(tr("Your yes covers"), "strong", parent=self)
        self._why = text.label("", "caption", wrap=True, parent=self)
        self._group = QButtonGroup(self)
        self._wider = QWidget(self)
        self._alone = text.label("", "caption", wrap=True, parent=self._wider)
        self._card = Card("card", self._wider)
        self._card.body.setContentsMargins(theme.SPACE, 0, theme.SPACE, 0)
        self.granted = GrantView(self._card)
        self.granted.read.connect(self.read)
        self._card.body.addWidget(self.granted)
        self.bounds: dict[Bound, QRadioButton] = {bound: self._radio(bound) for bound in approval.BOUNDS}
        self._group.buttonToggled.connect(self._toggled)
        self._lay_out()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Narrow enough for one choice beneath the other."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), fitting.ROOM), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Beside each other where there is room."""
        super().resizeEvent(event)
        wide = event.size().width() >= _BESIDE
        self._radios.setSpacing(theme.SECTION if wide else theme.SPACE)
        self._head.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._head.setSpacing(theme.SECTION if wide else theme.SPACE)

    @property
    def scope(self) -> GrantDuration:
        """For how long."""
        chosen: GrantDuration | None = self.lasting.currentData()
        asked = self._asked
        return "once" if chosen is None or asked is None or chosen not in _offered(asked) else chosen

    @property
    def bound(self) -> Bound:
        """For what; means nothing for once."""
        return next((bound for bound, radio in self.bounds.items() if radio.isChecked()), "exact")

    @property
    def is_read(self) -> bool:
        """Whether the person saw all that the choice grants."""
        return self.scope == "once" or self.granted.is_read

    def start_over(self, asked: Asked) -> None:
        """Back to once, and to the narrowest."""
        self._asked = asked
        refusal = self._refusal(asked)
        self.lasting.blockSignals(True)
        self._fill(asked)
        self.lasting.setCurrentIndex(0)
        self.lasting.blockSignals(False)
        offered = [offer.bound for offer in asked.bounds]
        self._group.blockSignals(True)
        for bound, radio in self.bounds.items():
            radio.setVisible(bound in offered)
            radio.setChecked(bound == (offered[0] if offered else "exact"))
        self._group.blockSignals(False)
        alone = approval.why_only_exact(asked)
        set_fitting(self._alone, alone)
        self._alone.setVisible(bool(alone))
        self._say_refusal(refusal)
        means = refusal or tr(approval.ONCE_MEANS)
        text.named(self.lasting, tr("Your yes covers"), means)
        text.tooltip(self.lasting, means)
        self.set_answerable(self._answerable)
        self._show_choice()

    def set_answerable(self, answerable: bool) -> None:
        """Whether anything can be chosen now."""
        self._answerable = answerable
        self.lasting.setEnabled(answerable and self._asked is not None and not self._refusal(self._asked))
        for radio in self.bounds.values():
            radio.setEnabled(answerable)

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height."""
        self.granted.set_most(COMPACT_HEIGHT if compact else FULL_HEIGHT)

    def tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [self.lasting, *self.bounds.values(), self.granted, self.granted.more]

    def _refusal(self, asked: Asked) -> str:
        """Why nothing wider is possible; empty where it is."""
        if asked.no_grant:
            return translated(asked.no_grant)
        if approval.is_grave(asked):
            return tr(_GRAVE)
        return "" if _offered(asked) else tr(_NOTHING_WIDER)

    def _say_refusal(self, refusal: str) -> None:
        self.lasting.setVisible(not refusal)
        self._title.setVisible(not refusal)
        if refusal:
            set_fitting(self._why, tr("Your yes covers only this call. {why}", why=sentence(refusal)))
        self._why.setVisible(bool(refusal))

    def _fill(self, asked: Asked) -> None:
        filled = _offered(asked), asked.no_always
        if filled == self._filled:
            return
        self._filled = filled
        model = QStandardItemModel(self.lasting)
        for scope in approval.LASTING:
            if scope == "once" or scope in _offered(asked):
                model.appendRow(_entry(scope, tr(approval.LASTING[scope])))
        if asked.no_always and _offered(asked) and "always" not in asked.scopes:
            refused = _entry("always", tr("Always: {why}", why=translated(asked.no_always)))
            refused.setEnabled(False)
            model.appendRow(refused)
        self.lasting.setModel(model)
        view = self.lasting.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + theme.PAGE)

    def _show_choice(self) -> None:
        scope, asked = self.scope, self._asked
        self._wider.setVisible(scope != "once")
        if scope == "once" or asked is None:
            return
        covers = next((offer.covers for offer in asked.bounds if offer.bound == self.bound), ())
        app = summary.app_name(asked.request.call.app)
        listed = self.bound == "pattern" or len(covers) != 1
        self.granted.show_granted(approval.granting(scope, app, summary.route(asked)), covers, listed=listed)

    def _chosen(self, _index: int) -> None:
        self._show_choice()
        self.changed.emit()

    def _toggled(self, _button: object, checked: bool) -> None:
        if checked:
            self._show_choice()
            self.changed.emit()

    def _radio(self, bound: Bound) -> QRadioButton:
        made = text.radio(tr(approval.BOUNDS[bound]), parent=self._wider)
        self._group.addButton(made)
        return made

    def _lay_out(self) -> None:
        self.lasting.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        longest = max(len(tr(lasting)) for lasting in approval.LASTING.values())
        self.lasting.setMinimumContentsLength(longest - theme.SPACE)  # in the widest letters, which few are
        choice = QHBoxLayout()
        choice.setSpacing(theme.SECTION)
        choice.addWidget(self._title)
        choice.addWidget(self.lasting)
        choice.addStretch(1)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.addLayout(choice)
        self._head.addWidget(self._why, 1)
        self._radios = FlowLayout()
        for radio in self.bounds.values():
            self._radios.addWidget(radio)
        wider = QVBoxLayout(self._wider)
        wider.setContentsMargins(0, 0, 0, 0)
        wider.setSpacing(theme.SPACE)
        wider.addLayout(self._radios)
        wider.addWidget(self._alone)
        wider.addWidget(self._card)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addLayout(self._head)
        rows.addWidget(self._wider)


def _offered(asked: Asked) -> tuple[GrantDuration, ...]:
    """For how long a grant may be given."""
    return () if asked.no_grant or not asked.bounds or approval.is_grave(asked) else asked.scopes


def _entry(scope: GrantDuration, words: str) -> QStandardItem:
    entry = QStandardItem(words)
    entry.setData(scope, Qt.ItemDataRole.UserRole)
    entry.setEditable(False)
    return entry
