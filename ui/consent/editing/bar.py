"""What stands below the form: what Assent says of the changed call, how much was changed, and the buttons.

Owns: these words.

Invariants: nothing here approves; the buttons stand where Deny and Approve stood, and the one that goes on is not where
Approve was pressed; what would be denied cannot be used; the worst new finding stands first, and what is not shown is
counted; where there is little height, one line says what the part that scrolls shows in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import EditCheck
from host.model import Finding, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.editing.draft import InputChange
from ui.consent.editing.row import member_name
from ui.consent.fitting import fitted, set_fitting
from ui.tr import sentence, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Glyph
from ui.widgets.progress import Busy

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
        if changes is None:
            set_fitting(self.changes, tr("Something here cannot be sent yet."), _ROOM)
        elif not changes:
            set_fitting(self.changes, tr("Nothing is changed yet."), _ROOM)
        else:
            said = tr_n(
                "{n} input changed: {names}", "{n} inputs changed: {names}", len(changes), names=_names(changes)
            )
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

    def tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [self.cancel, self.reset, self.use]

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
        self._rows = rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
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
_NEWS_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
_ICONS: Final[dict[Severity, tuple[str, icons.Tone]]] = {
    Severity.HIGH: ("warning-octagon", "red"),
    Severity.MEDIUM: ("warning", "amber"),
    Severity.INFO: ("info", "muted"),
}


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
        self.icon = _ICONS[Severity.INFO]
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
                tr("This would be denied"), fitted(translated(check.because), self.fontMetrics(), _NEWS_ROOM)
            )
        found = () if check is None else check.findings
        before = {(finding.kind, finding.where, finding.text) for finding in known}
        new = [one for one in found if (one.kind, one.where, one.text) not in before]
        order = list(Severity)[::-1]
        new.sort(key=lambda finding: order.index(finding.severity))
        self._show_findings(new)
        parts = [tr("This would be denied")] if denied else []
        parts += [tr_n("{n} new finding", "{n} new findings", len(new))] if new else []
        self.brief = " · ".join(parts)
        self.icon = _ICONS[Severity.HIGH if denied or not new else new[0].severity]
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
    words = text.label("", "body", wrap=True, parent=both)
    set_fitting(words, tr("New: {finding}", finding=one_line(translated(finding.text), _FINDING)), _NEWS_ROOM)
    row = boxes.row(theme.GROUP, both)
    row.addWidget(Glyph(*_icon(finding.severity), both), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1)
    both.show()
    return both


def _icon(severity: Severity) -> tuple[str, int, icons.Tone]:
    name, tone = _ICONS[severity]
    return name, icons.SMALL, tone
