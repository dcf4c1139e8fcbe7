"""The person's own PIN.

Owns: the card in which it is set and changed.

Invariants: the host alone judges a PIN; what is typed is never shown, leaves the fields when it was accepted and when
the page is left, and is kept nowhere else; where an administrator registered the person, there is nothing to type.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from host.control.protocol import Done, SetPin
from host.control.views import ApproverView, PolicyView
from host.text import one_line
from ui import text
from ui.label_text import safe_sentence
from ui.link import Link
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.labels import Badge
from ui.widgets.layouts import fill, grow, left
from ui.widgets.progress import Busy

TITLE: Final = mark("Your PIN")
EXPLAINED: Final = mark("Where a rule wants a PIN before a call runs, you sign with yours in the consent window.")
DIFFERENT: Final = mark("The two new PINs are not the same.")
NO_PRESENT: Final = mark("Type your present PIN too.")
NOTHING: Final = mark("Type a new PIN.")
_LONGEST: Final = 4_096
"""Characters that a field takes; how long a PIN may be says the host."""
_FIELD: Final = 24
"""Characters for which a field has room."""


class PinCard(Card):
    """The card of the own PIN.

    Attributes:
        before, after, again: the fields: present PIN, new PIN, and that once more.
        save: the button.
        error, done: what came of it.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._link = link
        self._person = ""
        self._policy: PolicyView | None = None
        self._has = self._busy = False
        self._state = Badge(tr("Not set"))
        self._storage = text.label("", "muted", wrap=True)
        self.before, self.after, self.again = (
            _field(tr("Present PIN")),
            _field(tr("New PIN")),
            _field(tr("New PIN, once more")),
        )
        self._before_label = text.label(tr("Present PIN"))
        self.save = text.button(tr("Set PIN"))
        self.error, self.done = text.label("", "caption", wrap=True), text.label("", "caption", wrap=True)
        self.error.setProperty("tone", "red")
        self.busy = Busy(tr("Setting the PIN…"))
        self._form = QWidget()
        self._lay_out()
        for field in (self.before, self.after, self.again):
            field.textEdited.connect(self._on_typed)
            field.returnPressed.connect(self._on_save)
            field.installEventFilter(self)
        self.save.clicked.connect(self._on_save)
        self._draw()

    def set_person(self, person: str) -> None:
        """Set whose PIN it is."""
        self._person = person
        self._draw()

    def set_policy(self, policy: PolicyView) -> None:
        """Show whether there is a PIN, and how long it is kept."""
        self._policy = policy
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Clear the fields: nothing that was typed waits for somebody else."""
        super().hideEvent(event)
        self._clear()
        self._show_error("")
        self._show_done("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Try a PIN once while Return is held: each wrong one counts."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return super().eventFilter(watched, event)

    def take_focus(self) -> None:
        """Put the cursor where typing begins."""
        field = self.before if self._has else self.after
        if not self._form.isHidden():
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    # Drawing

    def _draw(self) -> None:
        registered = self._registered()
        approvers = self._policy.approvers if self._policy is not None else ()
        self._has = any(known.source == "user" for known in approvers)
        exists = self._has or registered is not None
        word = (
            tr("Registered by your administrator")
            if registered is not None
            else tr("Set")
            if self._has
            else tr("Not set")
        )
        self._state.set(word, "neutral", "lock-simple" if registered is not None else "check" if exists else "")
        self._form.setVisible(registered is None)
        for part in (self._before_label, self.before):
            part.setVisible(self._has)
        text.set_button_text(self.save, tr("Change PIN") if self._has else tr("Set PIN"))
        text.set_text(self._storage, self._storage_words(registered))

    def _registered(self) -> ApproverView | None:
        """The person, where the administrator's file names them."""
        approvers = self._policy.approvers if self._policy is not None else ()
        own = self._person.casefold()
        return next((known for known in approvers if known.source == "managed" and known.name.casefold() == own), None)

    def _storage_words(self, registered: ApproverView | None) -> str:
        if registered is not None:
            roles = ", ".join(one_line(role, _FIELD * 4) for role in registered.roles) or tr("without a role")
            return tr(
                "You sign as {name}, {roles}. Your administrator changes that PIN.",
                name=one_line(registered.name, _FIELD * 4),
                roles=roles,
            )
        if self._policy is None or not self._policy.remembers:
            return tr("It is kept in the keyring of this system, as a hash that cannot be read back.")
        return tr(
            "It counts until Assent quits and is not kept any longer. {remembers}",
            remembers=safe_sentence(self._policy.remembers),
        )

    # Setting

    def _on_typed(self, _: str) -> None:
        self._show_error("")
        self._show_done("")

    def _on_save(self) -> None:
        if self._busy:
            return
        self._show_done("")
        if wrong := self._problem():
            self._show_error(wrong)
            return
        self._show_error("")
        self._set_busy(busy=True)
        before = self.before.text() if self._has else ""
        self._link.send(SetPin(before, self.after.text()), self._on_set, self._on_refused)

    def _problem(self) -> str:
        """What the window itself can say against the fields; empty where nothing."""
        if self._has and not self.before.text():
            return tr(NO_PRESENT)
        if not self.after.text():
            return tr(NOTHING)
        return "" if self.after.text() == self.again.text() else tr(DIFFERENT)

    def _on_set(self, _: Done) -> None:
        self._set_busy(busy=False)
        self._clear()
        self._show_done(tr("The PIN is set. It counts from now on."))

    def _on_refused(self, why: str) -> None:
        self._set_busy(busy=False)
        self._show_error(tr("The PIN was not set: {why}", why=safe_sentence(why)))

    def _set_busy(self, *, busy: bool) -> None:
        self._busy = busy
        self.save.setEnabled(not busy)
        if busy:
            self.busy.begin()
        else:
            self.busy.finish()

    def _clear(self) -> None:
        for field in (self.before, self.after, self.again):
            field.setText("")  # unlike clear(), this leaves nothing to undo

    def _show_error(self, wrong: str) -> None:
        text.set_text(self.error, wrong)
        self.error.setVisible(bool(wrong))

    def _show_done(self, news: str) -> None:
        text.set_text(self.done, news)
        self.done.setVisible(bool(news))

    # Building

    def _lay_out(self) -> None:
        fill(
            self.body,
            fill(boxes.row(GROUP), grow(text.label(tr(TITLE), "heading")), self._state),
            text.label(tr(EXPLAINED), wrap=True),
            self._storage,
        )
        self._fill_form()
        self.body.addWidget(self._form)
        for part in (self.error, self.done):
            part.hide()

    def _fill_form(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SECTION)
        grid.setVerticalSpacing(SPACE)
        grid.setColumnStretch(2, 1)
        words = (self._before_label, text.label(tr("New PIN")), text.label(tr("New PIN, once more")))
        for row, (word, field) in enumerate(zip(words, (self.before, self.after, self.again), strict=True)):
            grid.addWidget(word, row, 0)
            grid.addWidget(field, row, 1)
        fill(boxes.column(GROUP, self._form, (0, SPACE, 0, 0)), grid, self.error, self.done, self.busy, left(self.save))


def _field(name: str) -> QLineEdit:
    """A field that hides what is typed."""
    made = QLineEdit()
    made.setEchoMode(QLineEdit.EchoMode.Password)
    made.setMaxLength(_LONGEST)
    made.setMinimumWidth(made.fontMetrics().averageCharWidth() * _FIELD)
    made.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
    text.named(made, name)
    return made
