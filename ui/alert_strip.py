"""The strip of alerts above the pages: their widgets, and the questions that some ask.

Invariants: an alert that stays is not rebuilt when another comes or goes, so that nothing moves under a click; a
question whose answer loosens something has an armed button.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QWidget

from host.values import replace
from ui import text
from ui.alerts import Alert
from ui.armed import ArmedButton, button_for
from ui.theme import GROUP, PAGE, SECTION, SPACE
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, top
from ui.widgets.cards import Card, Notice, notice_sign


class Question(Notice):
    """An alert that asks something: a title, the consequence, and two answers."""

    yes = Signal()
    no = Signal()

    def __init__(self, alert: Alert, *, armed: bool, below: bool = False, parent: QWidget | None = None) -> None:
        """``below``: whether the buttons are below the text, for narrow places."""
        super().__init__(alert.tone, alert.title, alert.text, parent=parent)
        self.no_button = text.button(alert.second_action, on_click=self.no)
        self.yes_button = button_for(alert.action, self.yes.emit, loosens=armed, role="danger")
        answers = fill(boxes.row(GROUP), STRETCH) if below else self.row
        fill(answers, self.no_button, self.yes_button)
        if below:
            self.words.addLayout(answers)


class Banner(Card):
    """An alert without a button: one quiet line."""

    def __init__(self, alert: Alert, parent: QWidget | None = None) -> None:
        super().__init__(f"notice-{alert.tone}", parent)
        self.body.setContentsMargins(SECTION, GROUP, SECTION, GROUP)
        row = fill(
            boxes.row(GROUP + SPACE),
            top(notice_sign(alert.tone)),
            grow(text.label(f"{alert.title}: {alert.text}", wrap=True)),
        )
        self.body.addLayout(row)
        text.named(self, alert.title, alert.text)


class AlertStrip(QFrame):
    """Shows alerts, gravest first."""

    acted = Signal(str)  # the first button of the alert with this key was pressed
    second_acted = Signal(str)  # the second button of the question with this key was pressed

    def __init__(self, *, inset: bool = True) -> None:
        """``inset``: whether the strip has the margins of a page."""
        super().__init__()
        self._widgets: dict[Alert, QWidget] = {}
        self._inset = inset
        margins = (PAGE, SECTION, PAGE, GROUP + SPACE) if inset else (0, 0, 0, 0)
        self._column = boxes.column(GROUP, self, margins)
        self.hide()

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The alerts that are shown, from the top."""
        return tuple(self._widgets)

    def notice(self, key: str) -> QWidget | None:
        """The widget of the alert with this key; None if it is not shown."""
        return next((widget for alert, widget in self._widgets.items() if alert.key == key), None)

    def show_alerts(self, alerts: tuple[Alert, ...]) -> None:
        """Show exactly these alerts, in this order."""
        for alert in alerts:
            self._update_question(alert, alerts)
        self._widgets = boxes.keep(self._column, self._widgets, alerts, self._create)
        self.setVisible(bool(alerts))

    def event(self, event: QEvent) -> bool:
        """Keep the height that the texts need at this width, so that none is cut in a small window."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.setMinimumHeight(max(0, self.heightForWidth(self.width())))  # -1 without alerts
        return super().event(event)

    def _update_question(self, alert: Alert, alerts: tuple[Alert, ...]) -> None:
        """Change the text of a question that is on screen. One with an armed button is rebuilt instead."""
        old = next((shown for shown in self._widgets if shown.key == alert.key and shown not in alerts), None)
        if old is None or alert in self._widgets or replace(old, text=alert.text) != alert:
            return
        question = self._widgets[old]
        if isinstance(question, Question) and not isinstance(question.yes_button, ArmedButton):
            question.set_text(alert.title, alert.text)
            self._widgets = {alert if shown is old else shown: widget for shown, widget in self._widgets.items()}

    def _create(self, alert: Alert) -> QWidget:
        if alert.second_action:
            question = Question(alert, armed=alert.key == "stopped", below=not self._inset, parent=self)
            question.yes.connect(partial(self.acted.emit, alert.key))
            question.no.connect(partial(self.second_acted.emit, alert.key))
            return question
        if not alert.action and alert.tone == "neutral":
            return Banner(alert, self)
        notice = Notice(alert.tone, alert.title, alert.text, alert.action)
        notice.acted.connect(partial(self.acted.emit, alert.key))
        return notice
