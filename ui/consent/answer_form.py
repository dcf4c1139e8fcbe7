"""What a person fills in for an answer: for a yes its scope, the signature, the reason and a note; for a no the reason.

Owns: which of these stands under a question, what a yes still lacks, the usual reasons of a denial and the line for
another.

Invariants: a result is released once, and a call that must be signed is signed once: nothing wider is offered there; a
yes that lacks what a rule wants is not offered, whatever is pressed; the words of a denial are the person's own, or
those on the button that was pressed; a press that was meant for what stood there before, and a key that repeats itself,
send nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from host.control.views import Asked, SigningView
from ui import text, theme
from ui.consent.grant_scope import ScopeChoice
from ui.consent.presenter import YES, Approval, Lack
from ui.consent.signing import SigningPanel
from ui.consent.summary import Kind, kind_of
from ui.tr import mark, tr
from ui.widgets import boxes, reading_order
from ui.widgets.flow import FlowLayout


class AnswerForm(QWidget):
    """What stands between what is read and the buttons.

    Attributes:
        kind: what a yes is here.
        scope: what a yes covers.
        signing: who signs.
        why: the line for the reason of a yes.
        words: the line for a note to the model, hidden until it is wanted.

    Signals:
        chosen(): the yes is another one, and everything arms anew.
        typed(): it lacks more or less than before.
    """

    chosen = Signal()
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind: Kind = "approve"
        self._wants_reason = False
        self._has_reason = False
        self.scope = ScopeChoice(self)
        self.signing = SigningPanel(self)
        self._reason, self._note = QWidget(self), QWidget(self)
        self.why, self.words = QLineEdit(self._reason), QLineEdit(self._note)
        self._make_lines()
        rows = boxes.column(theme.GROUP, self)
        for part in (self.scope, self.signing, self._reason, self._note):
            rows.addWidget(part)
        self.scope.changed.connect(self.chosen)
        self.scope.read.connect(self.typed)
        self.signing.changed.connect(self.chosen)
        self.signing.typed.connect(self.typed)
        self.why.textEdited.connect(self.typed)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """What is granted may be in view now that was not: nothing of it moves when only this grows."""
        super().resizeEvent(event)
        QCoreApplication.postEvent(self.scope.granted.viewport(), QEvent(QEvent.Type.LayoutRequest))

    def show_question(self, asked: Asked) -> None:
        """Begin anew for this question."""
        request = asked.request
        signs = asked.signing is not None and request.result is None
        self.kind = kind_of(asked)
        if signs and self.kind in ("approve", "pass", "read"):
            self.kind = "sign"
        self._wants_reason = request.result is None and request.verdict.obligations.reason_required
        self.why.setText("")
        self.close_note()
        self.scope.start_over(asked)
        self.scope.setVisible(self.kind == "approve")
        self.signing.setVisible(signs)
        self._reason.setVisible(self._wants_reason)
        self.signing.start_over()
        if asked.signing is not None:
            self.show_signing(asked.signing)

    def show_signing(self, signing: SigningView) -> bool:
        """Somebody signed, or a signature is gone; whether that is new. A reason came with the first signature."""
        self._has_reason = bool(signing.signed)
        return self.signing.show_signing(signing)

    def set_answerable(self, answerable: bool) -> None:
        """Whether a yes can be prepared now."""
        self.scope.set_answerable(answerable)
        self.signing.set_answerable(answerable)
        self.why.setEnabled(answerable)
        self.words.setEnabled(answerable)

    def open_note(self) -> None:
        """Ask for words that go to the model beside the result; where they are asked for already, no more."""
        if self.writes_note:
            self.close_note()
        else:
            self._note.show()
            self.words.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_note(self) -> None:
        """Say nothing with a yes."""
        self.words.clear()
        self._note.hide()

    @property
    def writes_note(self) -> bool:
        """Whether the line for a note is open."""
        return not self._note.isHidden()

    @property
    def note(self) -> str:
        """What goes to the model beside the result, may be empty."""
        return self.words.text().strip()

    @property
    def is_needed(self) -> bool:
        """Whether anything stands here: a result that is released needs no more than the press."""
        return self.kind in ("approve", "sign") or self.writes_note or self._wants_reason

    @property
    def speaks_to_model(self) -> bool:
        """Whether a model reads a reason or a note; what a server asks of an app goes back to the server."""
        return bool(YES[self.kind].noted)

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height."""
        self.scope.set_compact(compact)
        self.signing.set_compact(compact)

    def forget(self) -> None:
        """No secret stays."""
        self.signing.forget()

    @property
    def yes(self) -> Approval:
        """The yes that a press would give."""
        duration = self.scope.duration if self.kind == "approve" else "once"
        return Approval(self.kind, duration, self._lack())

    @property
    def reason(self) -> str:
        """Why yes; empty where nobody wants to know."""
        return self.why.text().strip() if self._wants_reason else ""

    @property
    def is_typed_in(self) -> bool:
        """Whether the keyboard is in a field here."""
        return QApplication.focusWidget() in (self.why, self.words, self.signing.secret)

    def first_tab_stop(self) -> QWidget | None:
        """Where the keyboard begins here; None where there is nothing to do."""
        return next((stop for stop in reading_order.stops(self) if stop.isVisible() and stop.isEnabled()), None)

    def _lack(self) -> Lack | None:
        if self.kind == "sign" and (lack := self.signing.lack) is not None:
            return lack
        if self.kind == "approve" and not self.scope.is_read:
            return Lack(tr("Read what you grant first."), tr("Not all of what is granted has been on screen yet."))
        if self._wants_reason and not self._has_reason_now():
            return Lack(tr("Say why first."), tr("A rule wants a reason for this yes."))
        return None

    def _has_reason_now(self) -> bool:
        said = any(character.isprintable() and not character.isspace() for character in self.why.text())
        return said or (self.kind == "sign" and self._has_reason)

    def _make_lines(self) -> None:
        self.why.setPlaceholderText(tr("Why yes? It stands in the log; the model does not read it."))
        text.named(self.why, tr("Reason for your yes"), tr("A rule wants it. It stands in the log."))
        self.words.setPlaceholderText(tr("The model reads this beside the result."))
        text.named(self.words, tr("Note with your yes"), tr("The model reads this beside the result."))
        for whole, said, line in ((self._reason, tr("Why yes"), self.why), (self._note, tr("Note"), self.words)):
            line.setMaxLength(LONGEST)
            row = boxes.row(theme.SECTION, whole)
            row.addWidget(text.label(said, "strong", parent=whole))
            row.addWidget(line, 1)
        self._note.hide()


REASONS: Final = (
    mark("Not what I asked for"),
    mark("Wrong file or place"),
    mark("Too much at once"),
    mark("Ask me first"),
    mark("Looks unsafe"),
)
HELD_REASONS: Final = (
    mark("Not what I asked for"),
    mark("It names people"),
    mark("Too much at once"),
    mark("Ask me first"),
    mark("Looks unsafe"),
)
"""The same for a result."""
LONGEST: Final = 1000
"""Characters of a reason: a few sentences for the model, no document."""
SETTLING_MS: Final = 300
"""The second press of a double click on what opened this lands before it is over."""
_RETURNS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DenyReasonRow(QWidget):
    """The usual reasons, and a line for another.

    Attributes:
        chips: the buttons of the usual reasons.
        line: the field for another reason.

    Signals:
        sent(): deny with ``words``. cancelled().
    """

    sent = Signal()
    cancelled = Signal()

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._clock = clock
        self._since = -float("inf")
        self._picked = ""
        self._held = False
        self.line = QLineEdit(self)
        self.line.setMaxLength(LONGEST)
        self.line.setPlaceholderText(tr("What should it do instead? The model reads this."))
        self.line.installEventFilter(self)
        self.line.returnPressed.connect(self.send)
        self.send_button = text.button("", "normal", parent=self)
        self.send_button.clicked.connect(self.send)
        self.cancel_button = text.button(tr("Cancel"), "quiet", parent=self)
        self.cancel_button.clicked.connect(self.cancelled)
        self.chips = [self._chip(number) for number in range(len(REASONS))]
        self._title = text.label("", "strong", parent=self)
        self._hint = text.label(tr("A press on a reason sends it at once."), "caption", wrap=True, parent=self)
        self.show_kind("approve")
        self._lay_out()

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked."""
        self._held = held = kind == "release"
        text.set_text(self._title, tr("Withhold, and say why") if held else tr("Deny, and say why"))
        text.set_button_text(self.send_button, tr("Withhold it") if held else tr("Send denial"))
        for number, chip in enumerate(self.chips):
            words = self._reason(number)
            said = tr("Withhold it: {reason}", reason=words) if held else tr("Deny: {reason}", reason=words)
            text.set_button_text(chip, words)
            text.named(chip, said, tr("One press sends it. The model reads it."))
        name = tr("Reason for withholding it") if held else tr("Reason for the denial")
        text.named(self.line, name, tr("The model reads it."))

    def start(self) -> None:
        """Begin with an empty line."""
        self._picked = ""
        self._since = self._clock()
        self.line.clear()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def words(self) -> str:
        """What the person wrote, or pressed."""
        return self._picked or self.line.text().strip()

    def send(self) -> None:
        """Deny with what stands in the line, if only with nothing."""
        self.sent.emit()

    def set_answerable(self, answerable: bool) -> None:
        """Whether a no can be given now."""
        for button in (self.send_button, *self.chips):
            button.setEnabled(answerable)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """A held Return sends nothing; nor does the second press of a double click that began elsewhere."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return watched is not self.line or event.key() in _RETURNS
        if watched is not self.line and event.type() is QEvent.Type.MouseButtonDblClick:
            return True
        return super().eventFilter(watched, event)

    def _reason(self, number: int) -> str:
        return tr((HELD_REASONS if self._held else REASONS)[number])

    def _pick(self, number: int) -> None:
        if (self._clock() - self._since) * 1000 >= SETTLING_MS:
            self._picked = self._reason(number)  # nothing is read back from a widget
            self.sent.emit()

    def _chip(self, number: int) -> QPushButton:
        chip = text.button("", "pill", parent=self)
        chip.clicked.connect(partial(self._pick, number))
        chip.installEventFilter(self)
        return chip

    def _lay_out(self) -> None:
        entry = boxes.row(theme.GROUP)
        entry.addWidget(self.line, 1)
        entry.addWidget(self.send_button)
        entry.addWidget(self.cancel_button)
        chips = FlowLayout()
        for chip in self.chips:
            chips.addWidget(chip)
        rows = boxes.column(theme.GROUP, self)
        head = boxes.row(theme.GROUP)
        head.addWidget(self._title)
        head.addWidget(self._hint, 1)
        rows.addLayout(head)
        rows.addLayout(chips)
        rows.addLayout(entry)
