"""Everything that a yes needs besides a press: what it covers, who signs, why.

Owns: which of these stands under a question, and what is still lacking.

Invariants: a result is released once, and a call that must be signed is signed once: nothing wider is offered there; a
yes that lacks what a rule wants is not offered, whatever is pressed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from host.control.views import Asked, SigningView
from ui import text, theme
from ui.consent.approval import Approval, Kind, Lack
from ui.consent.deny_reason import LONGEST
from ui.consent.grant_scope import ScopeChoice
from ui.consent.signing import SigningPanel
from ui.tr import mark, tr

COVERS: Final = Lack(mark("Read what you grant to approve"), mark("Not all of what is granted has been on screen yet."))
_SAY_WHY: Final[dict[Kind, str]] = {
    "approve": mark("Say why to approve"),
    "sign": mark("Say why to sign"),
    "release": mark("Say why to release"),
}


class AnswerForm(QWidget):
    """What stands between what is read and the buttons.

    Attributes:
        scope: what a yes covers. signing: who signs. why: the line for the reason of a yes.
    Signals:
        chosen(): the yes is another one, and everything arms anew. typed(): it lacks more or less than before.
    """

    chosen = Signal()
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = "approve"
        self._wants_reason = False
        self._has_reason = False
        self.scope = ScopeChoice(self)
        self.signing = SigningPanel(self)
        self._reason = QWidget(self)
        self.why = QLineEdit(self._reason)
        self.why.setMaxLength(LONGEST)
        self._make_reason()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        for part in (self.scope, self.signing, self._reason):
            rows.addWidget(part)
        self.scope.changed.connect(self.chosen)
        self.scope.read.connect(self.typed)
        self.signing.changed.connect(self.chosen)
        self.signing.typed.connect(self.typed)
        self.why.textEdited.connect(self.typed)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """What is granted may be in view now that was not: nothing of it moves when only this grows."""
        super().resizeEvent(event)
        QCoreApplication.postEvent(self.scope.covers.viewport(), QEvent(QEvent.Type.LayoutRequest))

    def show_question(self, asked: Asked) -> None:
        """Begin anew for this question."""
        request = asked.request
        signs = asked.signing is not None and request.result is None
        self._kind = "release" if request.result is not None else "sign" if signs else "approve"
        self._wants_reason = request.result is None and request.verdict.obligations.reason_required
        self.why.setText("")
        self.scope.start_over(asked)
        self.scope.setVisible(self._kind == "approve")
        self.signing.setVisible(signs)
        self._reason.setVisible(self._wants_reason)
        self.signing.start_over()
        if asked.signing is not None:
            self.show_signing(asked.signing)

    def show_signing(self, signing: SigningView) -> bool:
        """Somebody signed, or a signature is gone; whether that is new. A reason came with the first signature."""
        self._has_reason = bool(signing.signed)
        return self.signing.show_signing(signing)

    def set_live(self, live: bool) -> None:
        """Whether a yes can be prepared now."""
        self.scope.set_live(live)
        self.signing.set_live(live)
        self.why.setEnabled(live)

    def set_compact(self, compact: bool) -> None:
        """Whether height is dear."""
        self.scope.set_compact(compact)
        self.signing.set_compact(compact)

    def forget(self) -> None:
        """No secret stays."""
        self.signing.forget()

    @property
    def kind(self) -> Kind:
        """What a yes is here."""
        return self._kind

    @property
    def yes(self) -> Approval:
        """The yes that a press would give."""
        scope = self.scope.scope if self._kind == "approve" else "once"
        return Approval(self._kind, scope, self._lack())

    @property
    def reason(self) -> str:
        """Why yes; empty where nobody wants to know."""
        return self.why.text().strip() if self._wants_reason else ""

    @property
    def is_typed_in(self) -> bool:
        """Whether the keyboard is in a field here."""
        return QApplication.focusWidget() in (self.why, self.signing.secret)

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [*self.scope.stops(), *self.signing.stops(), self.why]

    def first_stop(self) -> QWidget | None:
        """Where the keyboard begins here; None where there is nothing to do."""
        return next((stop for stop in self.stops() if stop.isVisible() and stop.isEnabled()), None)

    def _lack(self) -> Lack | None:
        if self._kind == "sign" and (lack := self.signing.lack) is not None:
            return lack
        if self._kind == "approve" and not self.scope.is_read:
            return Lack(tr(COVERS.text), tr(COVERS.why))
        if self._wants_reason and not self._has_reason_now():
            return Lack(tr(_SAY_WHY[self._kind]), tr("A rule wants a reason for this yes."))
        return None

    def _has_reason_now(self) -> bool:
        said = any(character.isprintable() and not character.isspace() for character in self.why.text())
        return said or (self._kind == "sign" and self._has_reason)

    def _make_reason(self) -> None:
        self.why.setPlaceholderText(tr("Why yes? It stands in the log; the model does not read it."))
        text.named(self.why, tr("Reason for your yes"), tr("A rule wants it. It stands in the log."))
        row = QHBoxLayout(self._reason)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SECTION)
        row.addWidget(text.label(tr("Why yes"), "strong", parent=self._reason))
        row.addWidget(self.why, 1)
