"""Signing a call: who must, who has, and the next one's credential.

Owns: that panel.

Invariants: a secret is in the field until it is tried, the question changes or the window goes away, and nowhere else;
nobody is chosen as signing unless nobody else could; a green tick stands only beside what the host verified; the button
that signs is the one that approves, with all that guards it (attack 10).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from host.control.views import SigningView
from host.text import Untrusted
from ui import icons, text, theme
from ui.consent import fitting, roles
from ui.consent.fitting import BoundedScroll, fitting_label, set_fitting
from ui.consent.presenter import Lack
from ui.icons import Tone
from ui.theme import set_look
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.controls import mark_wrong
from ui.widgets.labels import Glyph

LONGEST: Final = 256
"""Characters of a secret that can be typed."""
MOST: Final = 26 * theme.SPACE
"""Height of the lines, at most."""
_HINTS: Final = (
    Qt.InputMethodHint.ImhHiddenText
    | Qt.InputMethodHint.ImhSensitiveData
    | Qt.InputMethodHint.ImhNoPredictiveText
    | Qt.InputMethodHint.ImhNoAutoUppercase
)
_SPOKEN: Final = 20
"""Lines that a screen reader hears at once; it can go through the others."""
_ROOM: Final = fitting.ROOM - 2 * theme.PAGE
PEOPLE: Final = 24 * theme.SPACE
"""Height of the people to choose from, at most."""


class Signers(BoundedScroll):
    """The people who could sign, of whom one is chosen.

    Signals:
        chosen(): another one.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(PEOPLE, parent)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self._group = QButtonGroup(self)
        self._group.idToggled.connect(lambda _, checked: self.chosen.emit() if checked else None)
        text.named(self, tr("Who signs"))

    @property
    def radios(self) -> list[QRadioButton]:
        """One for each, in order."""
        return [radio for radio in self._group.buttons() if isinstance(radio, QRadioButton)]

    @property
    def index(self) -> int:
        """Who is chosen; -1 where nobody is."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Choose one."""
        self._group.button(index).setChecked(True)

    def fill(self, signing: SigningView) -> None:
        """Other people. One who is alone is chosen."""
        for old in self.radios:
            self._group.removeButton(old)
            old.hide()
            old.deleteLater()
        for number, who in enumerate(signing.candidates):
            words = roles.candidate(who, signing)
            radio = text.radio("", parent=self.inside)
            radio.ensurePolished()
            shown = radio.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, _ROOM - theme.PAGE)
            text.set_button_text(radio, shown)
            text.named(radio, words, Untrusted(", ".join(who.roles)))
            text.tooltip(radio, words if shown != words else "")
            self._group.addButton(radio, number)
            self.rows.addWidget(radio)
            radio.show()  # now, not at the next turn of the loop
        if len(signing.candidates) == 1:
            self._group.button(0).setChecked(True)
        self.start_over()
        self.fit()


class SigningPanel(QWidget):
    """Signatures, and the field for the next.

    Attributes:
        who: who signs.
        secret: the field.
        problem: why the last try did not count.
        settings: leads to where a PIN is set, shown where nobody has one.

    Signals:
        changed(): another person signs.
        typed(): the secret is another.
        pin_wanted(): the person wants to set a PIN.
    """

    changed = Signal()
    typed = Signal()
    pin_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signing: SigningView | None = None
        self._filling = self._compact = False
        self._title = text.label("", "strong", parent=self)
        self.card = Card("card", self)
        self._asks = text.label(tr("Who signs?"), "muted", parent=self.card)
        self.who = Signers(self.card)
        self.who.chosen.connect(self._chosen)
        self.secret = QLineEdit(self.card)
        self.problem = text.label("", "body", wrap=True, parent=self.card)
        self._nobody = text.label("", "body", wrap=True, parent=self.card)
        self.settings = text.button(tr("Set your PIN…"), parent=self.card)
        self.settings.clicked.connect(self.pin_wanted)
        self._scroll = BoundedScroll(MOST, self.card)
        self._scroll.rows.setContentsMargins(0, 0, 0, 0)
        self._make_field()
        self._lay_out()

    def start_over(self) -> None:
        """Another question: nobody is chosen, and nothing typed."""
        self._signing = None
        self.forget()

    def show_signing(self, signing: SigningView) -> bool:
        """Show how it stands; whether that is new. The same again changes nothing, another is begun anew."""
        if signing == self._signing:
            return False
        self._signing = signing
        self.forget()
        text.set_text(self._title, roles.title(signing))
        self._show_lines(signing)
        self._filling = True
        self.who.fill(signing)
        self._filling = False
        can = bool(signing.candidates)
        self._asks.setVisible(can and not self._compact)
        self.who.setVisible(can)
        self.secret.setVisible(can)
        nobody = not can and bool(signing.missing)
        self._nobody.setVisible(nobody)
        self.settings.setVisible(nobody and not signing.required)
        set_fitting(self._nobody, roles.remedy(signing), _ROOM)
        return True

    def set_answerable(self, answerable: bool) -> None:
        """Whether anybody can sign now."""
        self.who.setEnabled(answerable)
        self.secret.setEnabled(answerable)
        self.settings.setEnabled(answerable)

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height: how many must sign stands in the header, missing roles beside people."""
        self._title.setVisible(not compact)
        self._asks.setVisible(not compact and not self.who.isHidden())
        if compact != self._compact:
            self._compact = compact
            if self._signing is not None:
                self._show_lines(self._signing)
        self._scroll.set_most(MOST // 2 if compact else MOST)
        edge = theme.SPACE if compact else theme.GROUP
        self.card.body.setContentsMargins(theme.SECTION, edge, theme.SECTION, edge)
        self.card.body.setSpacing(edge)

    def forget(self) -> None:
        """Nothing of a secret, and of what was said of the last one, stays."""
        self._clear_secret()
        self._say("")

    @property
    def lack(self) -> Lack | None:
        """What a signature still lacks."""
        if self._signing is None or not self._signing.candidates:
            return Lack(tr("Nobody can sign this."), tr("Nobody who is registered could give what is missing."))
        if not self.approver:
            return Lack(tr("Choose who signs first."), tr("One of the people who may sign must be chosen."))
        if self.secret.text():
            return None
        return Lack(tr("Enter the PIN first."), tr("Whoever signs proves it with a PIN or passphrase of their own."))

    @property
    def approver(self) -> str:
        """The registered name of who signs; empty where nobody is chosen."""
        index = self.who.index
        candidates = self._signing.candidates if self._signing is not None else ()
        return candidates[index].name if 0 <= index < len(candidates) else ""

    def take_secret(self) -> str:
        """The secret, once: the field is empty afterwards."""
        said = self.secret.text()
        self._clear_secret()
        self._say(tr("Checking…"), "muted")
        return said

    def refuse(self, why: str) -> None:
        """Say, beside the field, why the signature does not count; another secret can be tried."""
        self._clear_secret()
        self._say(tr("Not signed: {why}.", why=why.rstrip(".")), "red")
        mark_wrong(self.secret, wrong=True)
        self.secret.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """A held key types nothing into the secret."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return event.key() not in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left, Qt.Key.Key_Right)
        return super().eventFilter(watched, event)

    def _clear_secret(self) -> None:
        self.secret.setText("")  # unlike clear(), this leaves nothing to undo
        mark_wrong(self.secret, wrong=False)

    def _say(self, words: str, tone: Tone = "muted") -> None:
        set_look(self.problem, "tone", tone)
        set_fitting(self.problem, words, _ROOM)
        text.named(self.problem, words)
        text.named(self.secret, tr("PIN or passphrase"), words)
        self.problem.setVisible(bool(words))

    def _chosen(self) -> None:
        if not self._filling:
            self.forget()
            self.changed.emit()

    def _show_lines(self, signing: SigningView) -> None:
        boxes.clear(self._scroll.rows)
        found = roles.lines(signing)
        if self._compact and signing.candidates:  # whoever could sign names the role that is missing
            found = [line for line in found if line.is_signed or line.is_never]
        for line in found:
            made = _line(line, self._scroll.inside)
            self._scroll.rows.addWidget(made)
            made.show()  # now, not at the next turn of the loop
        self._scroll.setVisible(bool(found))
        self._scroll.start_over()
        self._scroll.fit()
        text.named(self._scroll, tr("Signatures"), "; ".join(line.words for line in found[:_SPOKEN]))

    def _make_field(self) -> None:
        field = self.secret
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setMaxLength(LONGEST)
        field.setInputMethodHints(_HINTS)
        field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        field.setDragEnabled(False)
        field.setAcceptDrops(False)
        field.setPlaceholderText(tr("PIN or passphrase"))
        text.named(field, tr("PIN or passphrase"))
        field.textEdited.connect(self._edited)
        field.installEventFilter(self)

    def _edited(self, _words: str) -> None:
        mark_wrong(self.secret, wrong=False)
        self.typed.emit()

    def _lay_out(self) -> None:
        body = self.card.body
        body.setContentsMargins(theme.SECTION, theme.GROUP, theme.SECTION, theme.GROUP)
        body.setSpacing(theme.GROUP)
        body.addWidget(self._scroll)
        body.addWidget(self._nobody)
        body.addWidget(self.settings, 0, Qt.AlignmentFlag.AlignLeft)
        body.addWidget(self._asks)
        body.addWidget(self.who)
        body.addWidget(self.secret)
        body.addWidget(self.problem)
        rows = boxes.column(theme.SPACE, self)
        rows.addWidget(self._title)
        rows.addWidget(self.card)


_LOOKS: Final[dict[tuple[bool, bool], tuple[str, Tone]]] = {
    (True, False): ("check-circle", "green"),
    (False, True): ("warning", "amber"),
    (False, False): ("clock", "muted"),  # no circle: one is to be chosen below
}
"""By signed and never."""


def _line(line: roles.SigningLine, parent: QWidget) -> QWidget:
    whole = QWidget(parent)
    row = boxes.row(theme.GROUP, whole)
    sign, tone = _LOOKS[line.is_signed, line.is_never]
    row.addWidget(Glyph(sign, icons.SMALL, tone, whole), 0, Qt.AlignmentFlag.AlignTop)
    words = fitting_label(line.words, "body", whole, _ROOM)
    text.named(words, line.words, line.exact)
    if line.exact:
        text.tooltip(words, line.exact)
    row.addWidget(words, 1)
    return whole
