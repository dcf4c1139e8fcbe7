"""What a person fills in for an answer: for a yes its scope, the signature, the reason and a note; for a no the reason.

Owns: which of these stands under a question, what a yes still lacks, who must sign and has, and the next one's
credential, the usual reasons of a denial and the line for another.

Invariants: a result is released once, and a call that must be signed is signed once: nothing wider is offered there; a
yes that lacks what a rule wants is not offered, whatever is pressed; the words of a denial are the person's own, or
those on the button that was pressed; a press that was meant for what stood there before, and a key that repeats itself,
send nothing. A secret is in its field until it is tried, the question changes or the window goes away, and nowhere
else; nobody is chosen as signing unless nobody else could; a green tick stands only beside what the host verified; the
button that signs is the one that approves, with all that guards it (attack 10).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QLineEdit, QPushButton, QRadioButton, QWidget

from host.control.views import Asked, SigningView
from host.text import Untrusted
from ui import icons, text, theme
from ui.consent import fitting, roles
from ui.consent.fitting import BoundedScroll, fitting_label, set_fitting
from ui.consent.grant_scope import ScopeChoice
from ui.consent.presenter import YES, Approval, Lack
from ui.consent.summary import Kind, kind_of
from ui.icons import Tone
from ui.tr import mark, tr
from ui.widgets import boxes, reading_order
from ui.widgets.cards import Card
from ui.widgets.controls import mark_wrong, set_look
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Glyph


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


# Who signs

LONGEST_SECRET: Final = 256
"""Characters of a secret that can be typed."""
MOST_LINES: Final = 26 * theme.SPACE
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
    """

    changed = Signal()
    typed = Signal()

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
        self._scroll = BoundedScroll(MOST_LINES, self.card)
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
        self._scroll.set_most(MOST_LINES // 2 if compact else MOST_LINES)
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
            made = _signing_line(line, self._scroll.inside)
            self._scroll.rows.addWidget(made)
            made.show()  # now, not at the next turn of the loop
        self._scroll.setVisible(bool(found))
        self._scroll.start_over()
        self._scroll.fit()
        text.named(self._scroll, tr("Signatures"), "; ".join(line.words for line in found[:_SPOKEN]))

    def _make_field(self) -> None:
        field = self.secret
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setMaxLength(LONGEST_SECRET)
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


def _signing_line(line: roles.SigningLine, parent: QWidget) -> QWidget:
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


# Why not

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
        sent(): deny with ``words``, if only with none. cancelled().
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
        self.line.returnPressed.connect(self.sent)
        self.send_button = text.button("", "normal", parent=self)
        self.send_button.clicked.connect(self.sent)
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
