"""Changing the inputs, in place of the question.

Owns: the sheet and its layout, the draft of one question, the host's checks of it while the person types, and what
stands below: what Assent says of the changed call, how much was changed, and the buttons.

Invariants:
    - While it covers what would be sent, nothing can be approved. Using the inputs answers nothing: it asks again.
    - A draft belongs to the one call and round that were on screen.
    - The host is asked some time after the last key, about one text at a time. Its answer about an earlier text is not
      shown.
    - The buttons stand where Deny and Approve stood, and the one that goes on is not where Approve was pressed.
    - Inputs that would be denied cannot be used.
    - The worst new finding stands first, and those that are not shown are counted.
    - In a small window one line says briefly what the scrolling part shows in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.protocol import CheckEdit, EditCall
from host.control.views import Asked, EditCheck, EditProblem
from host.model import Finding, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import fitting, presenter, summary
from ui.consent.editing.draft import Draft, Unreadable, problems
from ui.consent.editing.form import FormView, Problems, problem_with_place
from ui.consent.finding_words import SEVERITY_LOOKS, by_severity
from ui.consent.fitting import align_edges, fitted, fitting_label, set_fitting
from ui.inputs.diff import ValueChange
from ui.inputs.words import path_words
from ui.tr import sentence, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, top
from ui.widgets.cards import Notice
from ui.widgets.controls import Segments, with_icon
from ui.widgets.fields import LinesField
from ui.widgets.labels import Glyph
from ui.widgets.page_parts import Busy
from ui.widgets.scroll import FadeScroll

_MAX_NAMED: Final = 4
"""Changes that are named. The others are counted."""
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE


class EditBar(QWidget):
    """The buttons of the form, and what stands above them.

    Attributes:
        checked: what Assent says of the changed call: its verdict, and new findings, worst first.
        use: asks again with these inputs.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.failure = Notice("red", tr("These inputs were not used"), parent=self)
        self.checked = QWidget(self)
        self.verdict = Notice("red", tr("This would be denied"), parent=self.checked)
        self._findings = boxes.column(theme.SPACE)
        fill(boxes.column(theme.GROUP, self.checked), self.verdict, self._findings)
        self._brief_icon = Glyph("info", icons.SMALL, "muted", self)
        self._brief = text.label("", "strong", wrap=True, parent=self)
        self._is_compact, self._in_brief = False, ""
        self.busy = Busy(tr("Checking your changes and asking again…"), parent=self)
        self.changes = text.label("", "strong", wrap=True, parent=self)
        self.hint = text.label("", "caption", wrap=True, parent=self)
        self.cancel = text.button(tr("Cancel"), "normal", parent=self)
        text.tooltip(self.cancel, tr("Back to the question. What you changed is kept until it is answered. Esc"))
        self.reset = text.button(tr("Start over"), "quiet", parent=self)
        text.tooltip(self.reset, tr("Forgets what you changed."))
        self.use = text.button(tr("Use these inputs"), "normal", parent=self)
        buttons = QHBoxLayout()
        fill(buttons, grow(boxes.flow(self.cancel, self.reset)), grow(boxes.flow(self.use, ends=True)))
        brief = fill(boxes.row(theme.GROUP), top(self._brief_icon), grow(self._brief))
        self._rows = rows = boxes.column(theme.GROUP, self)
        fill(rows, self.failure, self.checked, brief, self.busy, self.changes, self.hint, buttons)
        self.clear()

    def clear(self) -> None:
        """Show no result yet."""
        self.busy.finish()
        self.failure.hide()
        self.show_check(None, ())

    def show_changes(self, changes: Sequence[ValueChange] | None) -> None:
        """Say how much is changed; None if something cannot be read."""
        words = tr("Something here cannot be sent yet.") if changes is None else tr("Nothing is changed yet.")
        if changes:
            names = _changed_names(changes)
            words = tr_n("{n} input changed: {names}", "{n} inputs changed: {names}", len(changes), names=names)
        set_fitting(self.changes, words, _ROOM)

    def show_hint(self, signatures: int, *, is_form: bool = False) -> None:
        """Say what happens next. ``is_form``: the person fills in a form of a server."""
        hint = tr(
            "Assent checks your changes and asks you once more before anything is sent. The model is told that you "
            "made them."
        )
        if is_form:
            hint = tr("The answer is checked and shown again; nothing is sent by this.")
        if signatures:
            hint += " " + tr_n(
                "The signature given so far does not count for it.",
                "The {n} signatures given so far do not count for it.",
                signatures,
            )
        text.set_text(self.hint, hint)

    def show_check(self, check: EditCheck | None, known_findings: Sequence[Finding]) -> None:
        """Show what Assent says. ``known_findings``: the question's findings, which are not repeated."""
        denied = check is not None and check.effect == "deny"
        self.verdict.setVisible(denied)
        if check is not None and denied:
            because = fitted(translated(check.because), self.fontMetrics(), _ROOM)
            self.verdict.set_text(tr("This would be denied"), because)
        findings = () if check is None else check.findings
        known = {(finding.kind, finding.where, finding.text) for finding in known_findings}
        added = by_severity(finding for finding in findings if (finding.kind, finding.where, finding.text) not in known)
        self._show_findings(added)
        parts = [tr("This would be denied")] if denied else []
        parts += [tr_n("{n} new finding", "{n} new findings", len(added))] if added else []
        self._in_brief = " · ".join(parts)
        self._brief_icon.show_icon(*SEVERITY_LOOKS[Severity.HIGH if denied or not added else added[0].severity].sign)
        self.checked.setVisible(bool(parts))
        self._show_briefly()

    def _show_findings(self, findings: Sequence[Finding]) -> None:
        lines = [_finding_view(finding, self.checked) for finding in findings[:_MAX_SHOWN]]
        if (rest := len(findings) - _MAX_SHOWN) > 0:
            more = tr_n("{n} more finding", "{n} more findings", rest)
            lines.append(text.label(more, "caption", parent=self.checked))
        boxes.refill(self._findings, *lines)

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height. Then one line says briefly what the scrolling part shows in full."""
        self._is_compact = compact
        if not compact:
            self._rows.insertWidget(1, self.checked)
        self._show_briefly()

    def show_failure(self, reason: str) -> None:
        """Say why the host refused the inputs."""
        self.busy.finish()
        self.failure.tell(tr("These inputs were not used"), fitted(sentence(reason), self.fontMetrics(), _ROOM))

    def set_usable(self, *, is_usable: bool, is_changed: bool, why: str) -> None:
        """Set whether the inputs can be used, with the reason why not."""
        self.use.setEnabled(is_usable)
        self.reset.setEnabled(is_changed)
        text.tooltip(self.use, why)
        text.named(self.use, tr("Use these inputs"), why)

    def _show_briefly(self) -> None:
        words = self._in_brief if self._is_compact else ""
        set_fitting(self._brief, words, _ROOM)
        for part in (self._brief_icon, self._brief):
            part.setVisible(bool(words))


def _changed_names(changes: Sequence[ValueChange]) -> str:
    names = [path_words(change.path) for change in changes[:_MAX_NAMED]]
    if (rest := len(changes) - _MAX_NAMED) > 0:
        names.append(tr_n("{n} more", "{n} more", rest))
    return ", ".join(names)


_MAX_SHOWN: Final = 3
"""New findings that are shown. The question that follows has all of them."""
_MAX_FINDING: Final = 300


def _finding_view(finding: Finding, parent: QWidget) -> QWidget:
    new_text = tr("New: {finding}", finding=one_line(translated(finding.text), _MAX_FINDING))
    return with_icon(*SEVERITY_LOOKS[finding.severity].sign, fitting_label(new_text, "body", parent, _ROOM), parent)


CHECK_AFTER_MS: Final = 300
"""From the last key until the host is asked."""
FIELDS_MODE: Final = 0
JSON_MODE: Final = 1
_JSON_LINES: Final = 400
"""Lines of JSON beyond which its field scrolls by itself."""


class EditSheet(QWidget):
    """The form of one question.

    Attributes:
        problems: problems of values that have no field.
        bar: stands below, placed by the window.
        draft: None while nothing is edited.
        json_field: the field for JSON; None while there are fields.
        is_sending: whether the host has the inputs and has not answered.
        check_timer: runs until the host is asked about what is typed.

    Signals:
        announced(str): a verdict, to be said aloud.
        left(): back to the question.
        checked(CheckEdit): what would Assent say?
        used(EditCall): ask again with these inputs.
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
        self._form_view: FormView | None = None
        self.json_field: LinesField | None = None
        self.is_sending = self._is_answerable = False
        self._written = ""  # what would be sent; empty if it cannot be read
        self._asked_text = self._checked_text = ""  # about which the host is asked now, and about which it answered
        self._check: EditCheck | None = None
        self._changes: tuple[ValueChange, ...] | None = None
        self._problems: tuple[EditProblem, ...] = ()
        self.check_timer = QTimer(self, singleShot=True, interval=CHECK_AFTER_MS)
        self.check_timer.timeout.connect(self._request_check)
        self.modes.changed.connect(self._on_mode_chosen)
        self.bar.cancel.clicked.connect(self.left)
        self.bar.reset.clicked.connect(self._on_reset)
        self.bar.use.clicked.connect(self._on_use)

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height. Then Assent's verdict scrolls with the fields."""
        if compact:
            self.column.addWidget(self.bar.checked)
        self.bar.set_compact(compact)

    def would_lose(self, asked: Asked) -> bool:
        """Whether this next question of the same call does not have the inputs that are being written."""
        if self.isHidden() or self._asked is None or self._asked.request.call.id != asked.request.call.id:
            return False
        return self._changes != () and self._written.encode() != asked.request.call.arguments

    @staticmethod
    def why_not_editable(asked: Asked) -> str:
        """Say why the inputs of a question cannot be changed here; empty if they can."""
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
        """Edit the inputs of this question, or go on with an earlier draft of it."""
        drafted = None if self.draft is None or self._asked is None else presenter.question_identity(self._asked)
        if drafted != presenter.question_identity(asked):
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
        """Show the question again. The changes are kept."""
        self.check_timer.stop()
        self.hide()
        self.bar.hide()

    def forget(self) -> None:
        """Discard the draft: the question is another, or has ended."""
        self.close_sheet()
        self._asked = self.draft = None
        self.is_sending = False
        self.bar.busy.finish()
        self._written = ""
        self._forget_check()
        self._clear()

    def set_answerable(self, answerable: bool) -> None:
        """Set whether the host is there and the question can be answered."""
        self._is_answerable = answerable
        self._refresh()

    def edit_failed(self, reason: str) -> None:
        """Handle a refusal of the inputs, which keeps the form."""
        if self.is_sending:
            self.is_sending = False
            self.bar.show_failure(reason)
            self._refresh()

    def put_focus(self) -> None:
        """Give the keyboard to the first field."""
        if self._form_view is not None:
            self._form_view.put_focus()
        elif self.json_field is not None:
            self.json_field.setFocus(Qt.FocusReason.OtherFocusReason)

    # Inside

    def _start_over(self) -> None:
        assert self._asked is not None, "only a question is edited"
        request = self._asked.request
        self.draft = Draft(request.call.arguments_value, request.definition.input_schema)
        self.is_sending = False
        self.bar.clear()
        if not self.draft.has_fields:
            self.draft.to_json()
        self._show_draft()
        self._read()
        self._forget_check()  # what was shown needs none

    def _on_reset(self) -> None:
        self._start_over()
        self._refresh()
        self.put_focus()

    def _show_draft(self) -> None:
        assert self.draft is not None, "there is something to edit"
        assert self._asked is not None, "there is something to edit"
        self._clear()
        editing: FormView | LinesField
        if self.draft.typed is None:
            editing = self._form_view = FormView(self.draft, self._asked.request.definition.input_schema, self.inside)
            self._form_view.changed.connect(self._on_changed)
        else:
            editing = self.json_field = LinesField("", self.draft.typed, lines=(2, _JSON_LINES), parent=self.inside)
            text.named(self.json_field, tr("Inputs as JSON"))
            self.json_field.typed.connect(self._on_json_typed)
        self.column.insertWidget(0, editing)
        editing.show()
        self.modes.choose(FIELDS_MODE if self.draft.typed is None else JSON_MODE)
        self.area.start_over()

    def _clear(self) -> None:
        boxes.discard(self.column, self._form_view, self.json_field)
        self._form_view = self.json_field = None

    def _on_mode_chosen(self, mode: int) -> None:
        """Edit as fields or as JSON. Inputs that cannot be read, or are too long for JSON, stay as they are."""
        if self.draft is None or mode == (FIELDS_MODE if self.draft.typed is None else JSON_MODE):
            return
        if not self._written or (mode == JSON_MODE and not self.draft.can_be_json):
            self.modes.choose(FIELDS_MODE if mode == JSON_MODE else JSON_MODE)
            if self._written:
                self.problems.show_problems([tr("The inputs are too long to be edited as JSON.")])
            return
        if mode == JSON_MODE:
            self.draft.to_json()
        elif (draft_in_fields := self.draft.to_fields()).has_fields:
            self.draft = draft_in_fields
        self._show_draft()
        self._on_changed()
        self.put_focus()

    def _on_json_typed(self, words: str) -> None:
        if self.draft is not None:
            self.draft.typed = words
            self._on_changed()

    def _on_changed(self) -> None:
        self.bar.failure.hide()
        self._read()
        self.check_timer.start()
        self._refresh()

    def _read(self) -> None:
        assert self.draft is not None, "there is something to edit"
        try:
            self._written, self._changes = self.draft.text, self.draft.changes
        except Unreadable:
            self._written, self._changes = "", None
        self._problems = problems(self.draft)

    # The host's check

    @property
    def _current_check(self) -> EditCheck | None:
        """What the host says of the current inputs; None while that is not known."""
        return self._check if self._written and self._written == self._checked_text else None

    def _forget_check(self) -> None:
        self.check_timer.stop()
        self._asked_text, self._checked_text, self._check = "", "", None

    def _request_check(self) -> None:
        if self._asked is None or self.is_sending or self._asked_text:
            return
        if self._written and self._written != self._checked_text:
            self._asked_text = self._written
            call = self._asked.request.call
            self.checked.emit(CheckEdit(call.id, call.digest, self._written))

    def show_check(self, check: EditCheck) -> None:
        """Show what the host says. An answer about an earlier text leads to another."""
        asked_text = self._end_check()
        if asked_text and asked_text == self._written:
            self._checked_text, self._check = asked_text, check
            self._refresh()
            self._announce_check(check)

    def check_failed(self, _reason: str) -> None:
        """Handle that the host could not say: the inputs can be used nevertheless, and are judged then."""
        self._end_check()

    def _end_check(self) -> str:
        """Return the text that the host was asked about. If another stands there, it is asked about that."""
        asked_text, self._asked_text = self._asked_text, ""
        if asked_text and asked_text != self._written:
            self.check_timer.start()
        return asked_text

    def _announce_check(self, check: EditCheck) -> None:
        if not self.bar.verdict.isHidden():
            self.announced.emit(self.bar.verdict.accessibleName())
        elif check.problems:
            self.announced.emit(problem_with_place(check.problems[0].path, check.problems[0].why))

    def _on_use(self) -> None:
        if self._asked is not None and not self._why_not_usable():
            self.is_sending = True
            self.check_timer.stop()
            self.bar.failure.hide()
            self.bar.busy.begin()
            self._refresh()
            self.used.emit(EditCall(*presenter.question_identity(self._asked), self._written))

    def _why_not_usable(self) -> str:
        """Say why the inputs cannot be used now; empty if they can."""
        if self.draft is None or not self._is_answerable:
            return tr("The question cannot be changed now.")
        if self.is_sending:
            return tr("Asking again…")
        if not self._written or self._problems:
            return tr("Something here cannot be sent yet.")
        check = self._current_check
        if not self._changes or (check is not None and check.same):
            return tr("Nothing is changed yet.")
        if check is not None and (check.problems or check.effect == "deny"):
            return tr("These inputs would not be let through.")
        return ""

    def _refresh(self) -> None:
        if self.draft is None or self._asked is None:
            return
        check = self._current_check
        problems = self._problems or (() if check is None else check.problems)
        if self._form_view is not None:
            self._form_view.show_all(problems)
            self.problems.show_problems(())
        else:
            self.problems.show_problems([problem_with_place(problem.path, problem.why) for problem in problems])
        self.bar.show_changes(self._changes)
        self.bar.show_check(check, self._asked.request.findings)
        why = self._why_not_usable()
        self.bar.set_usable(is_usable=not why, is_changed=bool(self._changes) or self._changes is None, why=why)
        self.inside.setEnabled(self._is_answerable and not self.is_sending)

    def _lay_out(self) -> None:
        self.inside = QWidget()
        self.column = fill(boxes.column(theme.GROUP, self.inside), self.problems, STRETCH)
        self.area = FadeScroll(self)
        self.area.setWidget(self.inside)
        align_edges(self.area, self.column, theme.GROUP)
        text.named(self.area, tr("Change the inputs"))
        head = boxes.row(theme.SPACE, margins=(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP))
        fill(head, grow(self.title), self.modes)
        fill(boxes.column(0, self), head, grow(self.area))
