"""What Assent found, gravest first.

Owns: the rows of findings.

Invariants: the gravest stand on top; beyond three the rest is one press away and counted, and where a danger is among
the rest no yes is offered until all were shown; each row says what was found by a name of its own and our sentence,
how grave it is by an icon and, where it may do harm, by a word; what unfolds is the stranger's text that shows it, as
text, with what was found in it marked and secrets masked, what the kind means, and the way to the input.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from host.model import Finding, JsonValue, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import finding_words, fitting
from ui.consent.fitting import fitting_label
from ui.consent.key_inputs import MARKED, NO_SECRETS, STYLES, Spans, evidence, mark_line_ends, masked_proof, span_of
from ui.inputs.lines import Style
from ui.inputs.plain_view import PlainView
from ui.masking import secret_spans
from ui.tr import tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.labels import Badge, Glyph

AT_FIRST: Final = 3
"""Findings that are shown at once: what a person reads."""
EVIDENCE_LIMIT: Final = 400
"""Characters of evidence in a row; what is left out is counted, and the inputs below have it whole."""
SHORT: Final = 60
"""Characters of what tells a finding from others of its name."""
ROOM: Final = fitting.ROOM - 3 * theme.PAGE
"""Width for words in a row, beside its icon, in the narrowest window."""


class FindingsView(QWidget):
    """The findings of one question.

    Attributes:
        rows: those that are shown, gravest first.
        more: shows the rest; None where there is none, or it is shown.

    Signals:
        all_shown(): nothing is folded away any more.
        page_wanted(str: kind): the person wants to read more on a kind.
        show_wanted(where, span): the person wants to see that input: the steps to it (``tuple``), and the characters of
            it from and to (``tuple``), or None for all of it.
    """

    show_wanted = Signal(object, object)
    all_shown = Signal()
    page_wanted = Signal(str)

    def __init__(
        self, findings: tuple[Finding, ...], parent: QWidget | None = None, *, arguments: JsonValue = None
    ) -> None:
        """``arguments``: the frozen inputs, to mark what was found in them; None where only evidence is shown."""
        super().__init__(parent)
        self.more: QPushButton | None = None
        self.rows: list[FindingRow] = []
        self._arguments = arguments
        self._column = boxes.column(theme.SPACE, self)
        self._secrets = secret_spans(findings)
        ordered = finding_words.ranked(findings)
        self._rest = ordered[AT_FIRST:]
        self._named = Counter(map(finding_words.name, findings))
        for finding in ordered[:AT_FIRST]:
            self._add(finding)
        grave = sum(finding.severity is Severity.HIGH for finding in findings)
        if grave == 1:
            self.rows[0].set_open(is_open=True)
        if self._rest:
            self._offer_rest(len(self._rest))
        if grave:
            slow = tr("Approving takes a little longer here, because Assent found what may do harm.")
            note = text.label(slow, "caption", wrap=True, parent=self)
            note.setContentsMargins(0, theme.SPACE, 0, 0)
            self._column.addWidget(note)

    @property
    def folded_grave(self) -> int:
        """Dangers that are not shown yet."""
        return 0 if self.more is None else sum(finding.severity is Severity.HIGH for finding in self._rest)

    def _offer_rest(self, count: int) -> None:
        self.more = text.button(tr_n("{n} more", "{n} more", count), "quiet", parent=self)
        self.more.setIcon(icons.icon("caret-down"))
        text.named(self.more, tr_n("Show {n} more finding", "Show {n} more findings", count))
        self.more.clicked.connect(self._show_rest)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_rest(self) -> None:
        if self.more is None:
            return
        had_focus = self.more.hasFocus()
        self.more.hide()
        self.more.deleteLater()
        self.more = None
        first = len(self.rows)
        for finding in self._rest:
            self._add(finding).show()
        if had_focus:  # the keyboard goes on where it was
            self.rows[first].fold.setFocus(Qt.FocusReason.OtherFocusReason)
        self.all_shown.emit()

    def _add(self, finding: Finding) -> FindingRow:
        several = self._named[finding_words.name(finding)] > 1
        row = FindingRow(finding, self._arguments, self, secrets=self._secrets, one_of_several=several)
        row.show_wanted.connect(self.show_wanted)
        row.page_wanted.connect(self.page_wanted)
        self._column.insertWidget(len(self.rows), row)
        self.rows.append(row)
        return row


class FindingRow(Card):
    """One finding.

    Attributes:
        finding: the finding that the row shows.
        fold: unfolds and folds what there is to say of it.
        details: that; None until it is wanted.

    Signals:
        show_wanted(where, span), page_wanted(kind): as in ``FindingsView``.
    """

    show_wanted = Signal(object, object)
    page_wanted = Signal(str)

    def __init__(
        self,
        finding: Finding,
        arguments: JsonValue,
        parent: QWidget | None = None,
        *,
        secrets: Spans = NO_SECRETS,
        one_of_several: bool = False,
    ) -> None:
        """``secrets``: what stays masked. ``one_of_several``: whether others have its name, so that it needs more."""
        super().__init__(f"finding-{finding.severity.value}", parent)
        self.finding = finding
        self.details: FindingDetails | None = None
        self._arguments, self._secrets = arguments, secrets
        self._name = finding_words.name(finding)
        if one_of_several and (about := _about(finding, arguments, secrets)):
            self._name = tr("{title}: {value}", title=self._name, value=about)
        edge = theme.SPACE + theme.SPACE // 2  # above, the height of the fold adds to it
        self.body.setContentsMargins(theme.SECTION, edge, theme.GROUP, edge + theme.SPACE)
        icon, tone = finding_words.LOOKS[finding.severity].sign
        row = boxes.row(theme.GROUP)
        sign = boxes.column(0, margins=(0, theme.SPACE, 0, 0))
        sign.addWidget(Glyph(icon, icons.MEDIUM, tone, self))
        sign.addStretch(1)
        row.addLayout(sign)
        self._words = boxes.column(theme.SPACE // 2)
        row.addLayout(self._words, 1)
        self.body.addLayout(row)
        self.fold = text.button("", "fold", parent=self)
        self.fold.setFixedSize(theme.ROW, theme.PAGE)
        self.fold.clicked.connect(self._fold_or_unfold)
        self._words.addLayout(self._head())
        said = fitting_label(translated(finding.text), "body", self, ROOM)
        self._words.addWidget(said)
        text.named(
            self,
            tr("{title}: {value}", title=finding_words.severity_word(finding.severity), value=self._name),
            said.text(),
        )
        self.set_open(is_open=False)

    def set_open(self, *, is_open: bool) -> None:
        """Show what there is to say of it, or its name and sentence alone."""
        if is_open and self.details is None:
            self.details = FindingDetails(self.finding, self._arguments, self._secrets, self)
            self.details.show_button.clicked.connect(self._ask_for_input)
            self.details.read_more.clicked.connect(self._ask_for_page)
            self._words.addWidget(self.details)
        if self.details is not None:
            self.details.setVisible(is_open)
        self.fold.setIcon(icons.icon("caret-up" if is_open else "caret-down", "muted"))
        said = tr("Less on: {title}", title=self._name) if is_open else tr("More on: {title}", title=self._name)
        text.named(self.fold, said)
        text.tooltip(self.fold, said)

    def _head(self) -> QHBoxLayout:
        line = boxes.row(theme.GROUP)
        name = fitting_label(self._name, "strong", self, ROOM)
        line.addWidget(name, 1)
        if self.finding.severity is Severity.HIGH:
            line.addWidget(
                Badge(finding_words.severity_word(self.finding.severity), "red", parent=self),
                0,
                Qt.AlignmentFlag.AlignVCenter,
            )
        line.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignVCenter)
        return line

    def _fold_or_unfold(self) -> None:
        self.set_open(is_open=self.details is None or self.details.isHidden())

    def _ask_for_input(self) -> None:
        self.show_wanted.emit(self.finding.where, span_of(self.finding, self._arguments))

    def _ask_for_page(self) -> None:
        self.page_wanted.emit(self.finding.kind)


class FindingDetails(QWidget):
    """What there is to say of a finding beside its sentence.

    Attributes:
        show_button: leads to the input; hidden where the finding is about the call as a whole.
        read_more: leads to what the page says of its kind; hidden where the kind is not known.
    """

    def __init__(self, finding: Finding, arguments: JsonValue, secrets: Spans, parent: QWidget) -> None:
        super().__init__(parent)
        column = boxes.column(theme.SPACE, self, (0, theme.SPACE // 2, 0, 0))
        for line in _evidence(finding, arguments, secrets, self):
            column.addWidget(line)
        if means := finding_words.meaning(finding.kind).means:
            label = fitting_label(means, "body", self, ROOM)
            column.addWidget(label)
        title = finding_words.name(finding)
        self.show_button = _link(tr("Show"), "eye", tr("Show the input: {title}", title=title), self)
        self.show_button.setVisible(bool(finding.where))
        self.read_more = _link(tr("Read more"), "book-open", tr("Read more: {title}", title=title), self)
        self.read_more.setVisible(bool(means))
        row = boxes.row(theme.SPACE)
        row.addWidget(self.show_button)
        row.addWidget(self.read_more)
        row.addStretch(1)
        column.addLayout(row)


def _about(finding: Finding, arguments: JsonValue, secrets: Spans) -> str:
    """What tells a finding from others of its name: what shows it, of a secret where it stands (escaped)."""
    proof = "" if finding.kind == "secret" else masked_proof(finding, arguments, secrets)
    return one_line(proof or ".".join(map(str, finding.where)), SHORT)


def _evidence(finding: Finding, arguments: JsonValue, secrets: Spans, parent: QWidget) -> list[QWidget]:
    """The stranger's text, with a mark where one can be made, and where that is."""
    marked = None if finding.kind == "secret" else evidence(finding, arguments, secrets)  # stays masked
    if marked is None:
        proof = masked_proof(finding, arguments, secrets)
        shown = mark_line_ends(one_line(proof, MARKED if finding.where else EVIDENCE_LIMIT))
        return [_proof(shown, [], "", parent)] if proof else []
    start, whole = len(marked.before), marked.before + marked.marked + marked.after
    lines = [_proof(whole, [Style(start, start + len(marked.marked), STYLES[finding.severity])], marked.marked, parent)]
    return [*lines, text.label(marked.place, "caption", parent=parent)] if marked.place else lines


def _proof(shown: str, styles: list[Style], marked: str, parent: QWidget) -> QWidget:
    view = PlainView(parent)
    view.show_lines([shown], styles=[styles])
    about = tr("Marked in it: {marked}", marked=marked) if marked else ""
    text.named(view, tr("Evidence: {whole}", whole=shown), about)
    return view


def _link(words: str, icon: str, name: str, parent: QWidget) -> QPushButton:
    """A quiet button. ``name``: what a screen reader says, with the finding's own; its sentence was heard before."""
    made = text.button(words, "fold", parent=parent)
    made.setIcon(icons.icon(icon, "muted"))
    made.setMinimumHeight(theme.PAGE)
    text.named(made, name)
    return made
