"""Changing the inputs, in place of the question.

Owns: the sheet with its layout, the draft of one question, the host's checks of it while the person types, and what
stands below: what Assent says of the changed call, how much was changed, and the buttons.

Invariants: while it hides what would be sent, nothing can be approved; using the inputs answers nothing, it asks anew;
a draft belongs to the one call and round that were on screen; the host is asked a while after the last key, about one
text at a time, and what it said of an earlier text is not shown; the buttons stand where Deny and Approve stood, and
the one that goes on is not where Approve was pressed; what would be denied cannot be used; the worst new finding stands
first, and what is not shown is counted; where there is little height, one line says what the part that scrolls shows in
full.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.views import Asked, EditCheck, EditProblem
from host.model import Finding, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import fitting, presenter, summary
from ui.consent.editing.draft import Draft, InputChange, Unreadable, problems
from ui.consent.editing.form import FormView, Problems, TextField, member_name, placed
from ui.consent.finding_words import LOOKS, ranked
from ui.consent.fitting import fitted, fitting_label, keep_edges, set_fitting
from ui.tr import sentence, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.controls import Segments
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Glyph
from ui.widgets.page_parts import Busy
from ui.widgets.scroll import FadeScroll

_NAMED: Final = 4
"""Changes that are named; the others are counted."""
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE


class EditBar(QWidget):
    """The buttons of the form, and what stands above them.

    Attributes:
        use: asks anew with these inputs.
        cancel: goes back to the question.
        reset: forgets the changes.
        busy: the host looks at them.
        failure: why the host did not take them.
        news: what Assent says of the changed call; ``verdict`` is its notice.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.failure = Notice("red", tr("These inputs were not used"), parent=self)
        self.news = EditVerdict(self)
        self.verdict = self.news.verdict
        self._sign = Glyph("info", icons.SMALL, "muted", self)
        self._brief = text.label("", "strong", wrap=True, parent=self)
        self._is_compact = False
        self.busy = Busy(tr("Checking your changes and asking anew…"), parent=self)
        self.changes = text.label("", "strong", wrap=True, parent=self)
        self.hint = text.label("", "caption", wrap=True, parent=self)
        self.cancel = text.button(tr("Cancel"), "normal", parent=self)
        text.tooltip(self.cancel, tr("Back to the question. What you changed is kept until it is answered. Esc"))
        self.reset = text.button(tr("Start over"), "quiet", parent=self)
        text.tooltip(self.reset, tr("Forgets what you changed."))
        self.use = text.button(tr("Use these inputs"), "normal", parent=self)
        self._lay_out()
        self.clear()

    def clear(self) -> None:
        """Nothing is said yet."""
        self.busy.finish()
        self.failure.hide()
        self.show_check(None, ())

    def show_changes(self, changes: Sequence[InputChange] | None) -> None:
        """How much is changed; None where it cannot be told, because something cannot be read."""
        said = tr("Something here cannot be sent yet.") if changes is None else tr("Nothing is changed yet.")
        if changes:
            names = _names(changes)
            said = tr_n("{n} input changed: {names}", "{n} inputs changed: {names}", len(changes), names=names)
        set_fitting(self.changes, said, _ROOM)

    def show_hint(self, signatures: int, *, is_form: bool = False) -> None:
        """What happens next. ``is_form``: of a server, which the person answers."""
        hint = tr("The changed call is checked and asked again; nothing is sent by this. The model is told.")
        if is_form:
            hint = tr("The answer is checked and shown again; nothing is sent by this.")
        if signatures:
            hint += " " + tr_n(
                "The signature given so far does not count for it.",
                "The {n} signatures given so far do not count for it.",
                signatures,
            )
        text.set_text(self.hint, hint)

    def show_check(self, check: EditCheck | None, known: Sequence[Finding]) -> None:
        """What Assent says of it. ``known``: findings of the question, which are not said again."""
        self.news.show_check(check, known)
        self._say_briefly()

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height: one line says then what Assent says, and what scrolls has it in full."""
        self._is_compact = compact
        if not compact:
            self._rows.insertWidget(1, self.news)
        self._say_briefly()

    def show_failure(self, why: str) -> None:
        """The host did not take them."""
        self.busy.finish()
        said = sentence(why)
        self.failure.tell(tr("These inputs were not used"), fitted(said, self.fontMetrics(), _ROOM))

    def say(self, *, offered: bool, changed: bool, why: str) -> None:
        """Whether the inputs can be used, and why not."""
        self.use.setEnabled(offered)
        self.reset.setEnabled(changed)
        text.tooltip(self.use, why)
        text.named(self.use, tr("Use these inputs"), why)

    def _say_briefly(self) -> None:
        said = self.news.brief if self._is_compact else ""
        set_fitting(self._brief, said, _ROOM)
        self._sign.show_icon(*self.news.icon)
        for part in (self._sign, self._brief):
            part.setVisible(bool(said))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        left, right = FlowLayout(), FlowLayout(ends=True)
        left.addWidget(self.cancel)
        left.addWidget(self.reset)
        right.addWidget(self.use)
        buttons.addLayout(left, 1)
        buttons.addLayout(right, 1)
        brief = boxes.row(theme.GROUP)
        brief.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        brief.addWidget(self._brief, 1)
        self._rows = rows = boxes.column(theme.GROUP, self)
        rows.addWidget(self.failure)
        rows.addWidget(self.news)
        rows.addLayout(brief)
        for part in (self.busy, self.changes, self.hint):
            rows.addWidget(part)
        rows.addLayout(buttons)


def _names(changes: Sequence[InputChange]) -> str:
    names = [" ▸ ".join(member_name(_step(step)) for step in change.path) for change in changes[:_NAMED]]
    if (rest := len(changes) - _NAMED) > 0:
        names.append(tr_n("{n} more", "{n} more", rest))
    return ", ".join(names)


def _step(step: str | int) -> str:
    return step if isinstance(step, str) else tr("item {number}", number=f"{step + 1:,}")


_SHOWN: Final = 3
"""New findings that are shown; the question that follows has all of them."""
_FINDING: Final = 300


class EditVerdict(QWidget):
    """The verdict and the new findings, worst first.

    Attributes:
        verdict: what the rules would say.
        brief: all of it in a line, empty where there is nothing.
        icon: icon and tone of the worst of it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.brief = ""
        self.icon = LOOKS[Severity.INFO].sign
        self.verdict = Notice("red", tr("This would be denied"), parent=self)
        self._found = QWidget(self)
        self._findings = boxes.column(theme.SPACE, self._found)
        rows = boxes.column(theme.GROUP, self)
        rows.addWidget(self.verdict)
        rows.addWidget(self._found)

    def show_check(self, check: EditCheck | None, known: Sequence[Finding]) -> None:
        """What Assent says of it. ``known``: findings of the question, which are not said again."""
        denied = check is not None and check.effect == "deny"
        self.verdict.setVisible(denied)
        if check is not None and denied:
            self.verdict.set_text(
                tr("This would be denied"), fitted(translated(check.because), self.fontMetrics(), _ROOM)
            )
        found = () if check is None else check.findings
        before = {(finding.kind, finding.where, finding.text) for finding in known}
        new = ranked(one for one in found if (one.kind, one.where, one.text) not in before)
        self._show_findings(new)
        parts = [tr("This would be denied")] if denied else []
        parts += [tr_n("{n} new finding", "{n} new findings", len(new))] if new else []
        self.brief = " · ".join(parts)
        self.icon = LOOKS[Severity.HIGH if denied or not new else new[0].severity].sign
        self.setVisible(bool(parts))

    def _show_findings(self, found: Sequence[Finding]) -> None:
        boxes.clear(self._findings)
        for finding in found[:_SHOWN]:
            self._findings.addWidget(_finding(finding, self._found))
        if (rest := len(found) - _SHOWN) > 0:
            more = tr_n("{n} more finding", "{n} more findings", rest)
            self._findings.addWidget(text.label(more, "caption", parent=self._found))
        self._found.setVisible(bool(found))


def _finding(finding: Finding, parent: QWidget) -> QWidget:
    both = QWidget(parent)
    name, tone = LOOKS[finding.severity].sign
    said = tr("New: {finding}", finding=one_line(translated(finding.text), _FINDING))
    words = fitting_label(said, "body", both, _ROOM)
    row = boxes.row(theme.GROUP, both)
    row.addWidget(Glyph(name, icons.SMALL, tone, both), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1)
    both.show()
    return both


FIELDS: Final = 0
JSON: Final = 1
_JSON_LINES: Final = 400
"""Lines of JSON until its field scrolls by itself."""


class EditSheet(QWidget):
    """The form of one question.

    Attributes:
        title, modes: the heading, and the choice between fields and JSON.
        area: what scrolls; inside, column: what is in it.
        problems: what is wrong with values that have no field.
        bar: stands below, placed by the window.
        draft: None while nothing is edited.
        checking: asks the host about what is typed.

    Signals:
        announced(str): a verdict, to be said aloud.
        left(): back to the question.
        checked(CheckEdit): what would Assent say?
        used(EditCall): ask anew with these.
    """

    announced = Signal(str)
    left = Signal()
    checked = Signal(object)
    used = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = EditBar(self)
        self.title = text.label(tr("Change the inputs"), "heading", parent=self)
        self.modes = Segments((tr("Fields"), tr("JSON")), tr("How to change the inputs"), self)
        self.problems = Problems(self)
        self._lay_out()
        self._asked: Asked | None = None
        self.draft: Draft | None = None
        self._view: FormView | None = None
        self.json: TextField | None = None
        self._sent = self._answerable = False
        self._written = ""  # what would be sent, empty where it cannot be read
        self._changes: tuple[InputChange, ...] | None = None
        self._wrong: tuple[EditProblem, ...] = ()
        self.checking = Checking(self)
        self._connect()

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height: what Assent says of the edit scrolls with the fields then."""
        if compact:
            self.column.addWidget(self.bar.news)
        self.bar.set_compact(compact)

    @property
    def is_sent(self) -> bool:
        """Whether the host has the inputs and has not answered."""
        return self._sent

    def loses(self, asked: Asked) -> bool:
        """Whether this next question of the same call throws away what is being written, rather than having it."""
        written = not self.isHidden() and self._changes != () and self._is_about(asked.request.call.id)
        return written and self._written.encode() != asked.request.call.arguments

    @staticmethod
    def can_edit(asked: Asked) -> str:
        """Why the inputs of a question cannot be changed here; empty where they can."""
        kind = summary.kind_of(asked)
        if kind == "release":
            return tr("The call has run; only its result is held.")
        if kind not in ("approve", "form"):
            return tr("What a server asks cannot be changed.")
        draft = Draft(asked.request.call.arguments_value, asked.request.definition.input_schema)
        if not draft.has_fields and not draft.can_be_json:
            return tr("The inputs are too many to be changed here.")
        return ""

    def open(self, asked: Asked) -> None:
        """Edit the inputs of this question, or go on where the person left it."""
        if (
            self.draft is None
            or self._asked is None
            or presenter.question_identity(asked) != presenter.question_identity(self._asked)
        ):
            self._asked = asked
            self._start_over()
        self._asked = asked
        signing = asked.signing
        is_form = asked.request.call.asks_app
        self.bar.show_hint(0 if signing is None else len(signing.signed), is_form=is_form)
        text.set_text(self.title, tr("Fill in the answer") if is_form else tr("Change the inputs"))
        self.show()
        self.bar.show()
        self._refresh()
        self.put_focus()

    def close_sheet(self) -> None:
        """Show the question again; what was changed is kept."""
        self.checking.stop()
        self.hide()
        self.bar.hide()

    def forget(self) -> None:
        """The question is another, or is over."""
        self.close_sheet()
        self._asked = self.draft = None
        self._sent = False
        self.bar.busy.finish()
        self.checking.begin("")
        self._clear()

    def set_answerable(self, answerable: bool) -> None:
        """Whether the host is there, and the question still asked."""
        self._answerable = answerable
        self._refresh()

    def show_check(self, call_id: str, check: EditCheck) -> None:
        """What the host says of the text that it was asked about."""
        if self._is_about(call_id):
            self.checking.answered(check)

    def edit_failed(self, call_id: str, why: str) -> None:
        """The host did not take the inputs, and the form stays; or it could not say what it would say of them."""
        if self._is_about(call_id) and self._sent:
            self._sent = False
            self.bar.show_failure(why)
            self._refresh()
        elif self._is_about(call_id):
            self.checking.answered(None)

    def put_focus(self) -> None:
        """Give the keyboard to the first field."""
        if self._view is not None:
            self._view.put_focus()
        elif self.json is not None:
            self.json.setFocus(Qt.FocusReason.OtherFocusReason)

    # Inside

    def _is_about(self, call_id: str) -> bool:
        return self._asked is not None and call_id == self._asked.request.call.id

    def _start_over(self) -> None:
        assert self._asked is not None, "only a question is edited"
        request = self._asked.request
        self.draft = Draft(request.call.arguments_value, request.definition.input_schema)
        self._sent = False
        self.bar.clear()
        if not self.draft.has_fields:
            self.draft.to_json()
        self._show_draft()
        self._read()
        self.checking.begin(self._written)

    def _reset(self) -> None:
        self._start_over()
        self._refresh()
        self.put_focus()

    def _show_draft(self) -> None:
        """Put the form or the JSON in place."""
        assert self.draft is not None, "there is something to edit"
        assert self._asked is not None, "there is something to edit"
        self._clear()
        if self.draft.typed is None:
            self._view = FormView(self.draft, self._asked.request.definition.input_schema, self.inside)
            self._view.changed.connect(self._changed)
            self.column.insertWidget(0, self._view)
            self._view.show()
        else:
            self.json = TextField(self.draft.typed, self.inside, lines=_JSON_LINES)
            text.named(self.json, tr("Inputs as JSON"))
            self.json.typed.connect(self._json_typed)
            self.column.insertWidget(0, self.json)
            self.json.show()
        self.modes.choose(FIELDS if self.draft.typed is None else JSON)
        self.area.start_over()

    def _clear(self) -> None:
        boxes.discard(self.column, self._view, self.json)
        self._view = self.json = None

    def _switch(self, mode: int) -> None:
        """Edit the same as fields, or as JSON; what cannot be read, or is too long for it, stays as it is."""
        if self.draft is None or mode == (FIELDS if self.draft.typed is None else JSON):
            return
        if not self._written or (mode == JSON and not self.draft.can_be_json):
            self.modes.choose(FIELDS if mode == JSON else JSON)
            if self._written:
                self.problems.show_problems([tr("The inputs are too long to be edited as JSON.")])
            return
        if mode == JSON:
            self.draft.to_json()
        elif (fields := self.draft.to_fields()).has_fields:
            self.draft = fields
        self._show_draft()
        self._changed()
        self.put_focus()

    def _json_typed(self, words: str) -> None:
        if self.draft is not None:
            self.draft.typed = words
            self._changed()

    def _changed(self) -> None:
        self.bar.failure.hide()
        self._read()
        self.checking.typed(self._written)
        self._refresh()

    def _read(self) -> None:
        """Work out what would be sent now, and what is plainly wrong with it."""
        assert self.draft is not None, "there is something to edit"
        try:
            self._written, self._changes = self.draft.text, self.draft.changes
        except Unreadable:
            self._written, self._changes = "", None
        self._wrong = problems(self.draft)

    def _ask(self, written: str) -> None:
        if self._asked is not None and not self._sent:
            self.checked.emit(presenter.edit_check_request(self._asked, written))

    def _announce_check(self) -> None:
        """The host said something of what stands there."""
        self._refresh()
        if not self.bar.verdict.isHidden():
            self.announced.emit(self.bar.verdict.accessibleName())
        elif (check := self.checking.check) is not None and check.problems:
            self.announced.emit(placed(check.problems[0].path, check.problems[0].why))

    def _use(self) -> None:
        if self._asked is not None and not self._why_not():
            self._sent = True
            self.checking.stop()
            self.bar.failure.hide()
            self.bar.busy.begin()
            self._refresh()
            self.used.emit(presenter.edit_request(self._asked, self._written))

    def _why_not(self) -> str:
        """Why the inputs cannot be used now; empty where they can."""
        if self.draft is None or not self._answerable:
            return tr("The question cannot be changed now.")
        if self._sent:
            return tr("Asking anew…")
        if not self._written or self._wrong:
            return tr("Something here cannot be sent yet.")
        if not self._changes:
            return tr("Nothing is changed yet.")
        check = self.checking.check
        if check is not None and check.same:
            return tr("Nothing is changed yet.")
        if check is not None and (check.problems or check.effect == "deny"):
            return tr("These inputs would not be let through.")
        return ""

    def _refresh(self) -> None:
        """Say everything as it stands."""
        if self.draft is None or self._asked is None:
            return
        check = self.checking.check
        problems = self._wrong or (() if check is None else check.problems)
        if self._view is not None:
            self._view.show_all(problems)
        unplaced = () if self._view is not None else [placed(problem.path, problem.why) for problem in problems]
        self.problems.show_problems(unplaced)
        self.bar.show_changes(self._changes)
        self.bar.show_check(check, self._asked.request.findings)
        why = self._why_not()
        self.bar.say(offered=not why, changed=bool(self._changes) or self._changes is None, why=why)
        self.inside.setEnabled(self._answerable and not self._sent)

    def _lay_out(self) -> None:
        self.inside = QWidget()
        self.column = boxes.column(theme.GROUP, self.inside)
        self.column.addWidget(self.problems)
        self.column.addStretch(1)
        self.area = FadeScroll(self)
        self.area.setWidget(self.inside)
        keep_edges(self.area, self.column, theme.GROUP)
        text.named(self.area, tr("Change the inputs"))
        head = boxes.row(theme.SPACE, margins=(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP))
        head.addWidget(self.title, 1)
        head.addWidget(self.modes)
        rows = boxes.column(0, self)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)

    def _connect(self) -> None:
        self.checking.wanted.connect(self._ask)
        self.checking.checked.connect(self._announce_check)
        self.modes.changed.connect(self._switch)
        self.bar.cancel.clicked.connect(self.left)
        self.bar.reset.clicked.connect(self._reset)
        self.bar.use.clicked.connect(self._use)


CHECK_AFTER_MS: Final = 300
"""From the last key until the host is asked."""


class Checking(QObject):
    """The talk about one draft.

    Attributes:
        soon: runs until the host is asked.

    Signals:
        wanted(str): what would Assent say of this text.
        checked(): it said something of the text that stands there.
    """

    wanted = Signal(str)
    checked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = self._asked = self._known = ""
        self._check: EditCheck | None = None
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.setInterval(CHECK_AFTER_MS)
        self.soon.timeout.connect(self._ask)

    @property
    def check(self) -> EditCheck | None:
        """What the host says of the text that stands there; None while that is not known."""
        return self._check if self._now and self._now == self._known else None

    def typed(self, written: str) -> None:
        """Another text stands there; the empty one where it cannot be read."""
        self._now = written
        self.soon.start()

    def begin(self, written: str) -> None:
        """Begin anew with a text that needs no asking."""
        self.stop()
        self._now, self._asked, self._known, self._check = written, "", "", None

    def stop(self) -> None:
        """Ask nothing more for now."""
        self.soon.stop()

    def answered(self, check: EditCheck | None) -> None:
        """The host answered; None where it could not say."""
        asked, self._asked = self._asked, ""
        if asked and asked == self._now and check is not None:
            self._known, self._check = asked, check
            self.checked.emit()
        elif asked and asked != self._now:
            self.soon.start()

    def _ask(self) -> None:
        if self._now and not self._asked and self._now != self._known:
            self._asked = self._now
            self.wanted.emit(self._now)
