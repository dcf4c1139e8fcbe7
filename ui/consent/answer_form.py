"""What a person fills in for a yes: what it covers, the signature, the reason and a note (attacks 7 and 13).

Owns: which of these stands under a question, and what a yes still lacks; the choice of this call alone, or a grant, and
then for which calls and for how long, with the host's own lines about what it would allow; who must sign and has, and
the next one's credential.

Invariants: a result is released once, and a call that must be signed is signed once: nothing wider is offered there; a
yes that lacks what a rule wants is not offered, whatever is pressed.

The choice starts closed, at this call alone, for every question; only what the host offers can be chosen, and nothing
wider where a grave finding stands; where nothing wider is possible, words say so and why; what is granted is shown
whole, long lines folded and many paged, one line for each; a grant is not offered before all its lines were in view,
nor while a small window shows the choices in their place; there is room for the buttons however much it is.

A secret is in its field until it is tried, the question changes or the window goes away, and nowhere
else; nobody is chosen as signing unless nobody else could; a green tick stands only beside what the host verified; the
button that signs is the one that approves, with all that guards it (attack 10).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QGridLayout, QLineEdit, QRadioButton, QWidget

from host.control.views import Asked, SigningView
from host.model import Bound, GrantDuration
from host.text import Untrusted, escape, fold, one_line
from ui import icons, text, theme
from ui.consent import fitting, roles, summary
from ui.consent.action_row import LONGEST
from ui.consent.fitting import BoundedScroll, fitting_label, set_fitting
from ui.consent.presenter import (
    ANSWERS,
    BOUNDS,
    LASTING,
    ONCE,
    ONCE_MEANS,
    Approval,
    Lack,
    granting,
    is_grave,
    why_only_exact,
)
from ui.icons import Tone
from ui.inputs.lines import COLUMNS, Lines, squeezed
from ui.inputs.text_block import TextBlock
from ui.theme import set_look
from ui.tr import mark, sentence, tr, tr_n, translated
from ui.widgets import boxes, windows
from ui.widgets.cards import Card
from ui.widgets.controls import mark_wrong
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
        self.kind: summary.Kind = "approve"
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
        self.kind = summary.kind_of(asked)
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
        return bool(ANSWERS[self.kind].noted)

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
        return next((stop for stop in windows.stops(self) if stop.isVisible() and stop.isEnabled()), None)

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


# What a yes covers

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

    def texts(self, start: int, stop: int) -> list[str]:
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
        self._block.show_lines(GrantLines(covers), tr_n("{n} line", "{n} lines", len(covers)), tr("What you grant"))
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
        self.once = self._radio(self._which, tr(ONCE))
        text.named(self.once, tr(ONCE), tr(ONCE_MEANS))
        self.bounds = {bound: self._radio(self._which, tr(words)) for bound, words in BOUNDS.items()}
        self._title = text.label(tr("Your yes covers"), "strong", parent=self._choice)
        self._stated = {bound: text.label("", "caption", wrap=True, parent=self._choice) for bound in self.bounds}
        self._longer = QWidget(self._choice)
        self.lasting = {it: self._radio(self._how_long, tr(words.choice)) for it, words in LASTING.items()}
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
        why_not = (why_only_exact(asked), _no_always(asked))
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
        if is_grave(asked):
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
        self.granted.show_granted(granting(duration, app, summary.route(asked)), covers, listed=listed)

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
    return () if asked.no_grant or not asked.bounds or is_grave(asked) else asked.durations


def _no_always(asked: Asked) -> str:
    """Why it is not offered for good; empty where it is, or nothing is."""
    if not asked.no_always or not _offered(asked) or "always" in asked.durations:
        return ""
    return tr("Always is not offered: {why}", why=translated(asked.no_always))


def _brief(covers: tuple[str, ...]) -> str:
    """What a bound covers, in some lines that may be cut: all of it stands below once it is chosen."""
    return one_line(" · ".join(map(translated, covers)), _BRIEF)


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
