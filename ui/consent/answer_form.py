"""What a person fills in for a yes: what it covers, the signature, the reason and a note (attacks 7 and 13).

Owns: which of these stand under a question, and what is missing for a yes; the choice of this call alone or a grant,
for which calls and for how long, with the host's own lines about what it would allow; who must sign and has signed, and
the next signer's PIN or passphrase.

Invariants:
    - A result is released once, and a call that must be signed is signed once: nothing wider is offered there.
    - No yes is possible while something is missing that a rule wants.
    - The choice starts closed, at this call alone, for every question. Only what the host offers can be chosen, and
      nothing wider with a grave finding. If nothing wider is possible, words say so and why.
    - What is granted is shown whole: long lines are folded, and many lines paged. A grant is not offered before all its
      lines were in view, nor while a small window shows the choices in their place. There is always room for the
      buttons.
    - A secret is in its field until it is tried, the question changes or the window goes away, and nowhere else.
    - Nobody is preselected as the signer, except the only candidate. A green tick stands only beside what the host
      verified. The button that signs is the one that approves, with all its guards (attack 10).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QLineEdit, QRadioButton, QWidget

from host.control.views import Asked, SigningView
from host.model import Bound, GrantDuration
from host.text import Untrusted, escape, one_line
from ui import icons, text, theme
from ui.consent import fitting, presenter, roles, summary
from ui.consent.action_row import MAX_REASON_LENGTH
from ui.consent.fitting import BoundedScroll, fitting_label, set_fitting
from ui.icons import Tone
from ui.inputs.lines import Lines, ShownLine, fold_line, numbered_line, squeezed
from ui.inputs.text_block import TextBlock
from ui.theme import set_look
from ui.tr import mark, sentence, tr, tr_n, translated
from ui.widgets import boxes, windows
from ui.widgets.boxes import fill, grow, left
from ui.widgets.cards import Card
from ui.widgets.controls import mark_wrong, with_icon
from ui.widgets.flow import FlowLayout


class AnswerForm(QWidget):
    """Everything between the question and the buttons.

    Signals:
        chosen(): another yes was chosen, and everything must be armed again.
        typed(): what is missing may have changed.
    """

    chosen = Signal()
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind: summary.Kind = "approve"
        self._wants_reason = False
        self._reason_is_given = False
        self.scope = ScopeChoice(self)
        self.signing = SigningPanel(self)
        self._reason_row, self._note_row = QWidget(self), QWidget(self)
        self.reason_line, self.note_line = QLineEdit(self._reason_row), QLineEdit(self._note_row)
        self.reason_line.setPlaceholderText(tr("Why yes? The log keeps it; the model does not get it."))
        text.named(self.reason_line, tr("Reason for your yes"), tr("A rule requires it. The log keeps it."))
        self.note_line.setPlaceholderText(tr("The model reads this beside the result."))
        text.named(self.note_line, tr("Note with your yes"), tr("The model reads this beside the result."))
        for row_widget, title, line in (
            (self._reason_row, tr("Why yes"), self.reason_line),
            (self._note_row, tr("Note"), self.note_line),
        ):
            line.setMaxLength(MAX_REASON_LENGTH)
            fill(boxes.row(theme.SECTION, row_widget), text.label(title, "strong", parent=row_widget), grow(line))
        self._note_row.hide()
        fill(boxes.column(theme.GROUP, self), self.scope, self.signing, self._reason_row, self._note_row)
        self.scope.changed.connect(self.chosen)
        self.scope.read.connect(self.typed)
        self.signing.changed.connect(self.chosen)
        self.signing.typed.connect(self.typed)
        self.reason_line.textEdited.connect(self.typed)

    def show_question(self, asked: Asked) -> None:
        """Start again for this question."""
        request = asked.request
        needs_signature = asked.signing is not None and request.result is None
        self.kind = summary.kind_of(asked)
        if needs_signature and self.kind in ("approve", "pass", "read"):
            self.kind = "sign"
        self._wants_reason = request.result is None and request.verdict.obligations.reason_required
        self.reason_line.setText("")
        self.close_note()
        self.scope.start_over(asked)
        self.scope.setVisible(self.kind == "approve")
        self.signing.setVisible(needs_signature)
        self._reason_row.setVisible(self._wants_reason)
        self.signing.start_over()
        if asked.signing is not None:
            self.show_signing(asked.signing)

    def show_signing(self, signing: SigningView) -> bool:
        """Show the signatures. Returns whether they changed. A reason came with the first one."""
        self._reason_is_given = bool(signing.signed)
        return self.signing.show_signing(signing)

    def set_answerable(self, answerable: bool) -> None:
        """Set whether a yes can be prepared now."""
        self.scope.set_answerable(answerable)
        self.signing.set_answerable(answerable)
        self.reason_line.setEnabled(answerable)
        self.note_line.setEnabled(answerable)

    def toggle_note(self) -> None:
        """Show the line for a note to the model; hide it if it is shown."""
        if self.is_writing_note:
            self.close_note()
        else:
            self._note_row.show()
            self.note_line.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_note(self) -> None:
        """Clear and hide the line for a note."""
        self.note_line.clear()
        self._note_row.hide()

    @property
    def is_writing_note(self) -> bool:
        """Whether the line for a note is open."""
        return not self._note_row.isHidden()

    @property
    def note(self) -> str:
        """The note to the model; may be empty."""
        return self.note_line.text().strip()

    @property
    def is_needed(self) -> bool:
        """Whether anything stands here. The release of a result needs only the press."""
        return self.kind in ("approve", "sign") or self.is_writing_note or self._wants_reason

    @property
    def is_read_by_model(self) -> bool:
        """Whether a model reads a reason or a note. What a server asks of an app goes back to the server."""
        return bool(presenter.ANSWER_WORDS[self.kind].note_label)

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height."""
        self.scope.set_compact(compact)
        self.signing.set_compact(compact)

    def forget(self) -> None:
        """Forget a typed secret."""
        self.signing.forget()

    @property
    def approval(self) -> presenter.Approval:
        """The yes that a press would give."""
        duration = self.scope.duration if self.kind == "approve" else "once"
        return presenter.Approval(self.kind, duration, self._missing_step())

    @property
    def reason(self) -> str:
        """The reason of the yes; empty if no rule asks for one."""
        return self.reason_line.text().strip() if self._wants_reason else ""

    @property
    def has_keyboard(self) -> bool:
        """Whether a field here has the keyboard."""
        return QApplication.focusWidget() in (self.reason_line, self.note_line, self.signing.secret)

    def first_tab_stop(self) -> QWidget | None:
        """Return the first tab stop here; None if there is nothing to do."""
        return next((stop for stop in windows.stops(self) if stop.isVisible() and stop.isEnabled()), None)

    def _missing_step(self) -> presenter.MissingStep | None:
        if self.kind == "sign" and (step := self.signing.missing_step) is not None:
            return step
        if self.kind == "approve" and not self.scope.is_read:
            explanation = tr("Not all of what is granted has been on screen yet.")
            return presenter.MissingStep(tr("Read what you grant first."), explanation)
        if self._wants_reason and not self._has_reason_now():
            return presenter.MissingStep(tr("Say why first."), tr("A rule requires a reason for this yes."))
        return None

    def _has_reason_now(self) -> bool:
        is_written = any(character.isprintable() and not character.isspace() for character in self.reason_line.text())
        return is_written or (self.kind == "sign" and self._reason_is_given)


# What a yes covers

FULL_HEIGHT: Final = 36 * theme.SPACE
"""Height of the words of a grant, at most."""
COMPACT_HEIGHT: Final = 24 * theme.SPACE
"""The same in a small window: enough for the sentence and two lines at once."""
_MAX_BRIEF: Final = 200
"""Characters of what a bound covers beside its name."""
_BRIEF_WIDTH: Final = 60 * theme.SPACE
"""Width of that text in the narrowest window, in pixels."""


class GrantLines(Lines):
    """What a grant covers, as lines of a block."""

    def __init__(self, covers: tuple[str, ...]) -> None:
        self._lines = [
            numbered_line(piece, number)
            for number, line in enumerate(covers, 1)
            for piece in fold_line(squeezed(escape(translated(line))))
        ]
        if len(self._lines) == 1:
            self._lines = [ShownLine(self._lines[0].text)]

    def __len__(self) -> int:
        return len(self._lines)

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """Return some of the lines, numbered unless there is only one."""
        return self._lines[start:stop]


class GrantView(BoundedScroll):
    """The words of a grant. Emits ``read()``: all of it was in view."""

    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(FULL_HEIGHT, parent)
        self._sentence = text.label("", "body", wrap=True, parent=self.inside)
        self._block = TextBlock(self.inside)
        self._block.show_lines(GrantLines(()), "", tr("What you grant"))
        self._block.unread_changed.connect(self._on_seen)
        self.end_seen.connect(self._on_seen)
        self._seen_timer = QTimer(self, singleShot=True)
        self._seen_timer.timeout.connect(self._block.note_visible)
        self.rows.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        fill(self.rows, self._sentence, self._block)
        text.named(self, tr("What you grant"), tr("Arrow keys scroll."))

    @property
    def is_read(self) -> bool:
        """Whether every line was in view, and the end of the last one too, however it wraps."""
        return self.end_was_seen and not self._block.unread_lines

    def show_granted(self, sentence: str, covers: tuple[str, ...], *, listed: bool = True) -> None:
        """Show a grant from its beginning. ``sentence``: escaped. ``listed``: in lines, not within the sentence."""
        if not listed:
            words = ", ".join(squeezed(escape(translated(line))) for line in covers)
            sentence, covers = f"{sentence.rstrip(':')} {words}.", ()
        set_fitting(self._sentence, sentence, fitting.ROOM)
        self._block.setVisible(bool(covers))
        self._block.show_lines(GrantLines(covers), tr_n("{n} line", "{n} lines", len(covers)), tr("What you grant"))
        self.start_over()
        self.set_must_read(must_read=True)
        self.fit()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Notice what is in view at each paint: a window that makes room moves more than this."""
        if event.type() is QEvent.Type.Paint and not self.is_read:
            self._seen_timer.start(0)
        return super().viewportEvent(event)

    def _on_seen(self, _left: int = 0) -> None:
        if self.is_read:
            self.set_must_read(must_read=False)
            self.read.emit()


_ONCE_ONLY_GRAVE: Final = mark("Can only be approved once, because of the warnings above.")


class ScopeChoice(QWidget):
    """The choice of this call alone, or of which calls and for how long.

    Attributes:
        wider: opens the choice, without choosing anything.
        change: shows all choices again, if a small window shows only the chosen ones.

    Signals:
        changed(): another choice was made.
        read(): all that is granted was in view.
    """

    changed = Signal()
    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked: Asked | None = None
        self._is_answerable = True
        self._is_compact = self._is_changing = False
        self._closed_text = text.label("", "caption", wrap=True, parent=self)
        self.wider = text.button(tr("Approve for longer…"), "fold", parent=self, on_click=self.open)
        self.wider.setIcon(icons.icon("caret-right", "muted"))
        self._choice = QWidget(self)
        self._bound_group, self._duration_group = QButtonGroup(self), QButtonGroup(self)
        self.once = self._make_radio(self._bound_group, tr(presenter.ONCE))
        text.named(self.once, tr(presenter.ONCE), tr(presenter.ONCE_MEANS))
        self.bounds = {
            bound: self._make_radio(self._bound_group, tr(words)) for bound, words in presenter.BOUND_LABELS.items()
        }
        self._title = text.label(tr("Your yes covers"), "strong", parent=self._choice)
        self._cover_labels = {bound: text.label("", "caption", wrap=True, parent=self._choice) for bound in self.bounds}
        self._wider_parts = QWidget(self._choice)
        self.durations = {
            duration: self._make_radio(self._duration_group, tr(words.choice_label))
            for duration, words in presenter.DURATION_WORDS.items()
        }
        self.change = text.button(tr("Change…"), "fold", parent=self._wider_parts, on_click=self._on_change)
        text.named(self.change, tr("Change what your yes covers"))
        self._why_not_wider = text.label("", "caption", wrap=True, parent=self._choice)
        self._why_not_always = text.label("", "caption", wrap=True, parent=self._choice)
        self._card = Card("card", self._wider_parts)
        self._card.body.setContentsMargins(theme.SPACE, 0, theme.SPACE, 0)
        self.granted = GrantView(self._card)
        self.granted.read.connect(self.read)
        self._card.body.addWidget(self.granted)
        for group in (self._bound_group, self._duration_group):
            group.buttonToggled.connect(self._on_toggled)
            group.buttonClicked.connect(self._on_clicked)
        self._lay_out()

    def open(self) -> None:
        """Show the choices."""
        self._show_open(is_open=True)
        self.once.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def duration(self) -> GrantDuration:
        """How long the yes holds."""
        asked = self._asked
        if asked is None or self.once.isChecked():
            return "once"
        chosen = next((duration for duration, radio in self.durations.items() if radio.isChecked()), "once")
        return chosen if chosen in _offered_durations(asked) else "once"

    @property
    def bound(self) -> Bound:
        """Which calls the yes covers; has no meaning for once."""
        return next((bound for bound, radio in self.bounds.items() if radio.isChecked()), "exact")

    @property
    def is_read(self) -> bool:
        """Whether the person saw all that the choice grants, and it is still shown."""
        return self.duration == "once" or (not self._card.isHidden() and self.granted.is_read)

    def start_over(self, asked: Asked) -> None:
        """Go back to once. The first duration offered is preselected for longer."""
        self._asked, self._is_changing = asked, False
        covers_by_bound, durations = {offer.bound: offer.covers for offer in asked.bounds}, _offered_durations(asked)
        with QSignalBlocker(self._bound_group), QSignalBlocker(self._duration_group):
            self.once.setChecked(True)
            for duration, radio in self.durations.items():
                radio.setChecked(duration == next(iter(durations), "once"))
        for bound, label in self._cover_labels.items():
            covers = " · ".join(map(translated, covers_by_bound.get(bound, ())))
            set_fitting(label, one_line(covers, _MAX_BRIEF), _BRIEF_WIDTH)  # all of it is shown once it is chosen
        set_fitting(self._why_not_wider, presenter.why_only_exact(asked))
        set_fitting(self._why_not_always, "" if presenter.wants_care(asked) else _why_not_always(asked))
        set_fitting(self._closed_text, self._why_once_only(asked) or tr("Your yes covers only this call."))
        self.set_answerable(self._is_answerable)
        self._show_open(is_open=False)
        self._show_choice()

    def set_answerable(self, answerable: bool) -> None:
        """Set whether anything can be chosen now."""
        self._is_answerable = answerable
        for button in (self.wider, self.change, *self._bound_group.buttons(), *self._duration_group.buttons()):
            button.setEnabled(answerable)

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height. Then the choices stand side by side, or only the chosen ones do."""
        self._is_compact = compact
        self.granted.set_max_height(COMPACT_HEIGHT if compact else FULL_HEIGHT)
        self._title.setVisible(not compact)
        for number, radio in enumerate((self.once, *self.bounds.values())):
            if compact:
                self._choices_flow.addWidget(radio)
            else:
                self._choices_grid.addWidget(radio, number, 0)
        for label in self._cover_labels.values():
            label.setVisible(not compact)
        self._show_parts()

    def _why_once_only(self, asked: Asked) -> str:
        """Say that nothing wider is possible, and why; empty if it is."""
        if presenter.is_grave(asked):
            return tr(_ONCE_ONLY_GRAVE)
        if asked.why_no_grant or not _offered_durations(asked):
            reason = translated(asked.why_no_grant) or tr("Nothing wider is offered for this call.")
            once_only = tr("Can only be approved once. {why}", why=sentence(reason))
            return reason if reason == tr(_ONCE_ONLY_GRAVE) else once_only
        return ""

    def _show_open(self, *, is_open: bool) -> None:
        self._choice.setVisible(is_open)
        self._closed_text.setVisible(not is_open)
        self.wider.setVisible(not is_open and self._asked is not None and not self._why_once_only(self._asked))

    def _show_choice(self) -> None:
        duration, asked = self.duration, self._asked
        self._show_parts()
        if duration == "once" or asked is None:
            return
        covers = next((offer.covers for offer in asked.bounds if offer.bound == self.bound), ())
        app, route = summary.app_name(asked.request.call.app), summary.route(asked)
        intro = tr(presenter.DURATION_WORDS[duration].grant_intro, app=app, route=route)
        self.granted.show_granted(intro, covers, listed=self.bound == "pattern" or len(covers) != 1)

    def _show_parts(self) -> None:
        """Show all choices and what the chosen one grants; in a small window only one of the two."""
        if (asked := self._asked) is None:
            return
        is_wider = self.duration != "once"
        shows_grant = not self._is_changing or not self._is_compact
        shows_choices = not is_wider or not shows_grant or not self._is_compact
        bounds, durations = {offer.bound for offer in asked.bounds}, _offered_durations(asked)
        self.once.setVisible(shows_choices)
        for bound, radio in self.bounds.items():
            radio.setVisible(bound in bounds and (shows_choices or radio.isChecked()))
        for duration, radio in self.durations.items():
            radio.setVisible(duration in durations and (shows_choices or radio.isChecked()))
        self.change.setVisible(not shows_choices)
        self._why_not_wider.setVisible(shows_choices and bool(self._why_not_wider.text()))
        self._why_not_always.setVisible(shows_choices and is_wider and bool(self._why_not_always.text()))
        self._card.setVisible(shows_grant)
        self._wider_parts.setVisible(is_wider)

    def _on_change(self) -> None:
        self._is_changing = True
        self._show_parts()
        next(radio for radio in self.bounds.values() if radio.isChecked()).setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _on_clicked(self) -> None:
        """Show what the clicked choice grants, also if it was chosen before."""
        if self._is_changing:
            self._is_changing = False
            self._show_parts()
            self.changed.emit()

    def _on_toggled(self, button: QRadioButton, checked: bool) -> None:
        if checked:
            if self.window().focusWidget() in button.group().buttons():
                button.setFocus(Qt.FocusReason.OtherFocusReason)  # not every system focuses what is clicked
            self._show_choice()
            self.changed.emit()

    def _make_radio(self, group: QButtonGroup, words: str) -> QRadioButton:
        radio = text.radio(words, parent=self._choice)
        group.addButton(radio)
        return radio

    def _lay_out(self) -> None:
        closed = fill(boxes.row(theme.GROUP), grow(self._closed_text), self.wider)
        durations = boxes.flow(*self.durations.values(), self.change)
        fill(boxes.column(theme.SPACE, self._wider_parts), durations, self._card)
        self._choices_grid, self._choices_flow = boxes.grid(theme.GROUP, 0), FlowLayout()
        for number, label in enumerate(self._cover_labels.values(), 1):
            self._choices_grid.addWidget(label, number, 1, Qt.AlignmentFlag.AlignVCenter)
        choice = boxes.column(theme.SPACE, self._choice)
        why_not = (self._why_not_wider, self._why_not_always)
        fill(choice, self._title, self._choices_grid, self._choices_flow, self._wider_parts, *why_not)
        fill(boxes.column(theme.SPACE, self), closed, self._choice)
        self.set_compact(compact=False)


def _offered_durations(asked: Asked) -> tuple[GrantDuration, ...]:
    return () if asked.why_no_grant or not asked.bounds or presenter.is_grave(asked) else asked.durations


def _why_not_always(asked: Asked) -> str:
    """Say why *always* is not offered; empty if it is, or nothing is."""
    if not asked.why_no_always or not _offered_durations(asked) or "always" in asked.durations:
        return ""
    return tr("Always is not offered. {why}", why=translated(asked.why_no_always))


# Who signs

MAX_SECRET: Final = 256
"""Characters of a secret that can be typed."""
SIGNATURES_HEIGHT: Final = 26 * theme.SPACE
"""Height of the list of signatures, at most."""
_SECRET_INPUT_HINTS: Final = (
    Qt.InputMethodHint.ImhHiddenText
    | Qt.InputMethodHint.ImhSensitiveData
    | Qt.InputMethodHint.ImhNoPredictiveText
    | Qt.InputMethodHint.ImhNoAutoUppercase
)
_MAX_SPOKEN_LINES: Final = 20
"""Lines that a screen reader reads at once. It can go through the others."""
_ROOM: Final = fitting.ROOM - 2 * theme.PAGE
CANDIDATES_HEIGHT: Final = 24 * theme.SPACE
"""Height of the list of candidates, at most."""


class Signers(BoundedScroll):
    """The people who could sign, of whom one is chosen. Emits ``chosen()``: another one was chosen."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(CANDIDATES_HEIGHT, parent)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self._group = QButtonGroup(self)
        self._group.idToggled.connect(lambda _, checked: self.chosen.emit() if checked else None)
        text.named(self, tr("Who signs"))

    @property
    def radios(self) -> list[QRadioButton]:
        """The buttons of the candidates, in order."""
        return [radio for radio in self._group.buttons() if isinstance(radio, QRadioButton)]

    @property
    def index(self) -> int:
        """The chosen candidate; -1 if none is."""
        return self._group.checkedId()

    def fill(self, signing: SigningView) -> None:
        """Show these candidates. A single one is chosen."""
        for old in self.radios:
            self._group.removeButton(old)
            old.hide()
            old.deleteLater()
        for number, candidate in enumerate(signing.candidates):
            words = roles.candidate_text(candidate, signing)
            radio = text.radio("", parent=self.inside)
            radio.ensurePolished()
            elided = radio.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, _ROOM - theme.PAGE)
            text.set_button_text(radio, elided)
            text.named(radio, words, Untrusted(", ".join(candidate.roles)))
            text.tooltip(radio, words if elided != words else "")
            self._group.addButton(radio, number)
            self.rows.addWidget(radio)
            radio.show()  # at once, not at the next turn of the event loop
        if len(signing.candidates) == 1:
            self._group.button(0).setChecked(True)
        self.start_over()
        self.fit()


class SigningPanel(QWidget):
    """Signatures, and the field for the next one. ``settings``: leads to where a PIN is set; shown if nobody has one.

    Signals:
        changed(): another signer was chosen.
        typed(): the secret was changed.
    """

    changed = Signal()
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signing: SigningView | None = None
        self._is_compact = False
        self._title = text.label("", "strong", parent=self)
        self.card = Card("card", self)
        self._who_label = text.label(tr("Who signs?"), "muted", parent=self.card)
        self.signers = Signers(self.card)
        self.signers.chosen.connect(self._on_chosen)
        self.secret = QLineEdit(self.card)
        self.problem = text.label("", "body", wrap=True, parent=self.card)
        self._nobody = text.label("", "body", wrap=True, parent=self.card)
        self.settings = text.button(tr("Set your PIN…"), parent=self.card)
        self._signatures = BoundedScroll(SIGNATURES_HEIGHT, self.card)
        self._signatures.rows.setContentsMargins(0, 0, 0, 0)
        field = self.secret
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setMaxLength(MAX_SECRET)
        field.setInputMethodHints(_SECRET_INPUT_HINTS)
        field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        field.setDragEnabled(False)
        field.setAcceptDrops(False)
        field.setPlaceholderText(tr("PIN or passphrase"))
        text.named(field, tr("PIN or passphrase"))
        field.textEdited.connect(self._on_edited)
        field.installEventFilter(self)
        self._lay_out()

    def start_over(self) -> None:
        """Forget the signer and the secret, for another question."""
        self._signing = None
        self.forget()

    def show_signing(self, signing: SigningView) -> bool:
        """Show the signatures. Returns whether they changed; if so, signing starts again."""
        if signing == self._signing:
            return False
        self._signing = signing
        self.forget()
        text.set_text(self._title, roles.signing_title(signing))
        self._show_signatures(signing)
        with QSignalBlocker(self.signers):
            self.signers.fill(signing)
        has_candidates = bool(signing.candidates)
        self._who_label.setVisible(has_candidates and not self._is_compact)
        self.signers.setVisible(has_candidates)
        self.secret.setVisible(has_candidates)
        nobody_can_sign = not has_candidates and bool(signing.missing)
        self._nobody.setVisible(nobody_can_sign)
        self.settings.setVisible(nobody_can_sign and not signing.required)
        set_fitting(self._nobody, roles.remedy(signing), _ROOM)
        return True

    def set_answerable(self, answerable: bool) -> None:
        """Set whether anybody can sign now."""
        self.signers.setEnabled(answerable)
        self.secret.setEnabled(answerable)
        self.settings.setEnabled(answerable)

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height. The header has the number of signatures, candidates their roles."""
        self._title.setVisible(not compact)
        self._who_label.setVisible(not compact and not self.signers.isHidden())
        if compact != self._is_compact:
            self._is_compact = compact
            if self._signing is not None:
                self._show_signatures(self._signing)
        self._signatures.set_max_height(SIGNATURES_HEIGHT // 2 if compact else SIGNATURES_HEIGHT)
        edge = theme.SPACE if compact else theme.GROUP
        self.card.body.setContentsMargins(theme.SECTION, edge, theme.SECTION, edge)
        self.card.body.setSpacing(edge)

    def forget(self) -> None:
        """Forget the secret, and what was said of the last one."""
        self._clear_secret()
        self._show_problem("")

    @property
    def missing_step(self) -> presenter.MissingStep | None:
        """What is missing for a signature; None if nothing."""
        if self._signing is None or not self._signing.candidates:
            return presenter.MissingStep(
                tr("Nobody can sign this."), tr("Nobody who is registered could give what is missing.")
            )
        if not self.approver:
            return presenter.MissingStep(
                tr("Choose who signs first."), tr("One of the people who may sign must be chosen.")
            )
        if self.secret.text():
            return None
        explanation = tr("Whoever signs proves it with a PIN or passphrase of their own.")
        return presenter.MissingStep(tr("Enter the PIN first."), explanation)

    @property
    def approver(self) -> str:
        """The registered name of the signer; empty if nobody is chosen."""
        index = self.signers.index
        candidates = self._signing.candidates if self._signing is not None else ()
        return candidates[index].name if 0 <= index < len(candidates) else ""

    def take_secret(self) -> str:
        """Return the secret and clear its field."""
        secret = self.secret.text()
        self._clear_secret()
        self._show_problem(tr("Checking…"), "muted")
        return secret

    def refuse(self, reason: str) -> None:
        """Say why the signature does not count. Another secret can be tried."""
        self._clear_secret()
        self._show_problem(tr("Not signed: {why}.", why=reason.rstrip(".")), "red")
        mark_wrong(self.secret, wrong=True)
        self.secret.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Ignore repeated keys in the field of the secret."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return event.key() not in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left, Qt.Key.Key_Right)
        return super().eventFilter(watched, event)

    def _clear_secret(self) -> None:
        self.secret.setText("")  # unlike clear(), this leaves nothing to undo
        mark_wrong(self.secret, wrong=False)

    def _show_problem(self, words: str, tone: Tone = "muted") -> None:
        set_look(self.problem, "tone", tone)
        set_fitting(self.problem, words, _ROOM)
        text.named(self.problem, words)
        text.named(self.secret, tr("PIN or passphrase"), words)
        self.problem.setVisible(bool(words))

    def _on_chosen(self) -> None:
        self.forget()
        self.changed.emit()

    def _show_signatures(self, signing: SigningView) -> None:
        lines = roles.signing_lines(signing)
        if self._is_compact and signing.candidates:  # the candidates name the missing roles
            lines = [line for line in lines if line.is_signed or line.is_never]
        boxes.refill(self._signatures.rows, *(_signing_line(line, self._signatures.inside) for line in lines))
        self._signatures.setVisible(bool(lines))
        self._signatures.start_over()
        self._signatures.fit()
        text.named(self._signatures, tr("Signatures"), "; ".join(line.words for line in lines[:_MAX_SPOKEN_LINES]))

    def _on_edited(self, _words: str) -> None:
        mark_wrong(self.secret, wrong=False)
        self.typed.emit()

    def _lay_out(self) -> None:
        body = self.card.body
        body.setContentsMargins(theme.SECTION, theme.GROUP, theme.SECTION, theme.GROUP)
        body.setSpacing(theme.GROUP)
        fill(body, self._signatures, self._nobody, left(self.settings))
        fill(body, self._who_label, self.signers, self.secret, self.problem)
        fill(boxes.column(theme.SPACE, self), self._title, self.card)


_LOOKS: Final[dict[tuple[bool, bool], tuple[str, Tone]]] = {
    (True, False): ("check-circle", "green"),
    (False, True): ("warning", "amber"),
    (False, False): ("clock", "muted"),  # not a circle, which would look like the choices below
}
"""By (is_signed, is_never)."""


def _signing_line(line: roles.SigningLine, parent: QWidget) -> QWidget:
    words = fitting_label(line.words, "body", parent, _ROOM)
    text.named(words, line.words, line.exact)
    if line.exact:
        text.tooltip(words, line.exact)
    return with_icon(*_LOOKS[line.is_signed, line.is_never], words, parent)
