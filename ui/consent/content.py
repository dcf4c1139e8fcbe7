"""The part of the consent window that scrolls.

Owns: its parts and their order: why it is asked again, the findings, the words that led to the call, exactly what would
be sent or released, its HTTP headers, the server's sandbox, and what the server says.

Invariants:
    - The gravest findings are at the top. Beyond three the rest is counted and one press away, and while a danger is
      among the rest no yes is offered.
    - Each finding has a name and our sentence, its severity as an icon and, if it may do harm, as a word. It unfolds to
      the untrusted text that shows it, as plain text, with the found part marked and secrets masked, to what its kind
      means, and to the way to the input.
    - A question is drawn once, from the frozen call itself. Another question starts at the top, with everything unread.
    - The words that led to the call are marked as the app's claim and shown as plain text; what is folded is counted.
    - Headers show the very values that are sent (attack 20). What is cut there is shown whole above.
    - What the server says is in one frame, which says whose words these are and whether the server is trusted. Each key
      and value is shown, as plain text. It is folded to its title only if no finding may rest on it and nothing in it
      is stricter than what Assent found. Of the rest only what the summary says already is folded, and hints of the
      protocol that have only a few fixed values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from host.control.views import Asked, Comparison, Said
from host.model import Finding, JsonValue, ServerRef, Severity
from host.text import Untrusted, escape, measure, one_line
from host.values import replace
from host.words import Words
from ui import icons, text, theme
from ui.consent import claims, finding_words, fitting, key_inputs, summary
from ui.consent.claims import asked_in_lines, round_in_lines
from ui.consent.fitting import fitted, fitting_label
from ui.inputs.call_views import CallViews
from ui.inputs.form import CallInputs, InputsView, ResultView
from ui.inputs.lines import Style, ValuePath
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import Fold, TextBlock, text_block
from ui.label_text import safe_sentence
from ui.masking import secret_spans
from ui.tr import mark, sentence, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.controls import with_icon
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, Glyph, show_fold

ASKED: Final = mark("What the server asks")
_CLAIM_TITLES: Final[dict[summary.Kind, str]] = {
    "pass": ASKED,
    "read": mark("What would be read"),
    "open": mark("What would be opened"),
}
"""Titles of what a server asks, which are its own words. Anything else is titled as what will be sent."""
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
MAX_FACT: Final = 4_000
"""Characters of a sentence of ours that names folders."""


class Content(QWidget):
    """Everything to read before answering.

    Attributes:
        rows: its parts, from top to bottom. A widget that others add at the end stays there for all questions.
        inputs: what must be read before a yes: what will be sent, or the result.

    Signals:
        unread_changed(int): lines of what will be sent that were never in view.
        compare_wanted(): what can it be compared with?
        page_wanted(str): the person wants to read more on this kind of finding.
        moved(): another view of the inputs is shown, which the person did not ask for.
    """

    moved = Signal()
    unread_changed = Signal(int)
    compare_wanted = Signal()
    page_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.inputs: CallViews | ResultView | None = None
        self.findings: FindingsView | None = None
        self._parts: list[QWidget] = []
        self._claims_view: ClaimsView | None = None
        self._call_section: _CallSection | None = None
        self._is_compact = False
        self.rows = QVBoxLayout(self)
        self.rows.setSpacing(theme.SECTION)
        self.rows.addStretch(1)

    @property
    def unread_lines(self) -> int:
        """Lines of what will be sent that were never in view."""
        return 0 if self.inputs is None else self.inputs.unread_lines

    @property
    def folded_grave(self) -> int:
        """Grave findings that are not shown yet."""
        return 0 if self.findings is None else self.findings.folded_grave

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height. Then the title of what will be sent shares its line with the views."""
        self._is_compact = compact
        if self._call_section is not None:
            self._call_section.amount.setVisible(not compact)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the minimum width. The height follows from it; Qt's guess would leave room at the end."""
        return QSize(super().minimumSizeHint().width(), 0)

    def show_question(self, asked: Asked) -> None:
        """Draw another question."""
        request = asked.request
        self.clear()
        if request.voided_because:
            self._add(_asked_again_notice(asked))
        if request.edited is not None:
            self._add_edited(asked, request.edited)
        if request.findings:
            self._add_findings(asked)
        if asked.request.call.turn.strip():
            self._add(TurnView(asked.request.call.turn, self))
        if request.asked is not None:
            self._add(_round_card(request.asked, request.call.continues, self))
        if request.result is None:
            self._add_inputs(asked)
        else:
            self._add_result(asked, request.result)
        self._add_claims(asked)

    def show_comparison(self, comparison: Comparison | None, failed: str) -> None:
        """Show what the call can be compared with; None with the reason if the host cannot say."""
        if isinstance(self.inputs, CallViews):
            self.inputs.show_comparison(comparison, failed)

    def show_input(self, path: ValuePath, span: tuple[int, int] | None) -> None:
        """Show the input that a finding is about."""
        if isinstance(self.inputs, CallViews):
            self.inputs.show_input(path, span)

    def _add_inputs(self, asked: Asked) -> None:
        if (section := self._call_section) is None:  # made once for all questions: most of it is the same for all
            section = self._call_section = _CallSection(self)
            section.views.unread_changed.connect(self.unread_changed)
            section.views.compare_wanted.connect(self.compare_wanted)
            section.views.moved.connect(self.moved)
            self.set_compact(self._is_compact)
        self.inputs = section.views
        claim_title = _CLAIM_TITLES.get(summary.kind_of(asked))
        text.set_text(section.title, tr(claim_title) if claim_title else tr("What will be sent"))
        section.unverified.setVisible(claim_title is not None)
        section.card.set_frame("claim" if claim_title else "card")
        text.set_text(section.amount, _size_text(asked))
        request = asked.request
        blamed = key_inputs.blamed_parts(request.findings, request.call.arguments_value)
        question_in_lines = replace(asked, request=replace(request, call=asked_in_lines(request.call, blamed)))
        section.views.show_call(question_in_lines, blamed)
        self._add(section)
        if asked.headers:
            self._add(_headers_view(asked.headers, self))

    def _add_claims(self, asked: Asked) -> None:
        """Add what the server says, in the same view as before if the next call says the same: that spares 9 ms."""
        if asked.sandbox:
            self._add(_fact_view(asked.sandbox, self))
        if not summary.impact_lines(asked) and not claims.claims(asked):
            return
        if self._claims_view is not None and self._claims_view.shows_same_for(asked):
            self._claims_view.start_over()
        else:
            if self._claims_view is not None:
                self._claims_view.deleteLater()
            self._claims_view = ClaimsView(asked, self)
        self._add(self._claims_view)

    def _add_findings(self, asked: Asked) -> None:
        self.findings = FindingsView(asked.request.findings, self, arguments=asked.request.call.arguments_value)
        self.findings.show_wanted.connect(self.show_input)
        self.findings.all_shown.connect(lambda: self.unread_changed.emit(self.unread_lines))
        self.findings.page_wanted.connect(self.page_wanted)
        self._add(self.findings)

    def _add_edited(self, asked: Asked, proposed: bytes) -> None:
        notice = Notice("neutral", tr("You changed the inputs"), tr("The model will be told."), parent=self)
        schema = asked.request.definition.input_schema
        words = tr("What the app proposed")
        self._add(notice)
        self._add(_folded_inputs(words, lambda view: view.show_params(proposed, schema), self))

    def _add_result(self, asked: Asked, result: bytes) -> None:
        answers_server = asked.request.call.asks_app and asked.request.call.method != summary.READ_METHOD
        title = tr("What the app answers") if answers_server else tr("What came back")
        section = _Section(title, tr_n("{n} byte", "{n} bytes", len(result)), self)
        result_view = ResultView(result, section.card)
        self.inputs = result_view
        section.card.body.addWidget(result_view)
        result_view.unread_changed.connect(self.unread_changed)
        self._add(section)
        call, schema = asked_in_lines(asked.request.call, {}), asked.request.definition.input_schema
        words = tr(ASKED) if answers_server else tr("Inputs that it was called with")
        self._add(_folded_inputs(words, lambda view: view.show_call(call, schema), self))

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self.rows.insertWidget(len(self._parts) - 1, part)
        part.show()  # at once: pictures of the window are made before the next turn of the event loop

    def clear(self) -> None:
        """Show nothing."""
        self.inputs = self.findings = None
        for part in self._parts:
            self.rows.removeWidget(part)
            part.hide()
            if part not in (self._claims_view, self._call_section):
                part.deleteLater()
        self._parts = []


class _Section(QWidget):
    """A part with a title and a frame. ``card``: to be filled in place, since moving a widget styles it again."""

    def __init__(self, title: str, amount: str, parent: QWidget, end_row: QHBoxLayout | None = None) -> None:
        """``end_row``: placed at the end of the title's row, or below it if there is no room."""
        super().__init__(parent)
        titled = QWidget(self)
        row = boxes.row(theme.GROUP + theme.SPACE, titled)
        self.title = text.label(title, "heading", parent=titled)
        self.amount = text.label(amount, "caption", parent=titled)
        for label in (self.title, self.amount):
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignBaseline)
        head = FlowLayout(justified=True)
        head.addWidget(titled)
        if end_row is not None:
            end = QWidget(self)
            end.setLayout(end_row)
            end_row.setContentsMargins(0, 0, 0, 0)
            head.addWidget(end)
        self.card = Card("card", self)
        self.card.body.setContentsMargins(theme.SECTION, theme.SPACE, theme.SECTION, theme.SPACE)
        fill(boxes.column(theme.GROUP, self), head, self.card)


class _CallSection(_Section):
    """The part that shows what will be sent. ``unverified``: says that it is the server's word."""

    def __init__(self, parent: QWidget) -> None:
        head = QHBoxLayout()
        super().__init__(tr("What will be sent"), "", parent, head)
        self.unverified = Badge(tr("unverified"), "neutral", "seal-question", self)
        head.insertWidget(0, self.unverified)
        self.views = CallViews(self.card, head=head)
        self.card.body.addWidget(self.views)


def _asked_again_notice(asked: Asked) -> Notice:
    title = tr("Asked again: your earlier answer does not count")
    notice = Notice("amber", title)
    reason = translated(asked.request.voided_because)
    notice.set_text(title, fitted(sentence(reason), notice.fontMetrics(), _ROOM))
    return notice


def _size_text(asked: Asked) -> str:
    call = asked.request.call
    inputs = tr_n("{n} input", "{n} inputs", len(call.arguments_value))
    return f"{inputs} · {tr_n('{n} byte', '{n} bytes', len(call.params))}"


def _round_card(request: bytes, call_id: str, parent: QWidget) -> QWidget:
    """Show what a server asked (untrusted) in its answer to an earlier call, whose id is empty if it asks now."""
    card = Card("claim", parent)
    title = text.label(tr(ASKED), "strong", parent=card)
    card.body.addLayout(boxes.flow(title, Badge(tr("unverified"), "neutral", "seal-question", card)))
    if (requests := round_in_lines(request)) is None:
        card.body.addWidget(ResultView(request, card))
    else:
        inputs_view = InputsView(card)
        inputs_view.show_values(requests)
        card.body.addWidget(inputs_view)
    if call_id:
        call = one_line(call_id, LINE_LENGTH)
        words = tr("In its answer to the call {id}. The app's answer is below.", id=call)
        card.body.addWidget(text.label(words, "muted", wrap=True, parent=card))
    return card


# What Assent found

FINDINGS_AT_FIRST: Final = 3
"""Findings that are shown at once: as many as a person reads."""
MAX_EVIDENCE: Final = 400
"""Characters of evidence in a row. What is left out is counted, and shown whole among the inputs."""
MAX_DISTINCTION: Final = 60
"""Characters of what distinguishes findings of one name."""


class FindingsView(QWidget):
    """The findings of one question.

    Attributes:
        rows: those that are shown, gravest first.
        more: shows the rest; None if there is none, or it is shown.

    Signals:
        all_shown(): nothing is folded any more.
        page_wanted(str): the person wants to read more on this kind.
        show_wanted(tuple, tuple | None): the person wants to see the input at this path, and in it these characters
            (from, to), or None for all of it.
    """

    show_wanted = Signal(object, object)
    all_shown = Signal()
    page_wanted = Signal(str)

    def __init__(
        self, findings: tuple[Finding, ...], parent: QWidget | None = None, *, arguments: JsonValue = None
    ) -> None:
        """``arguments``: the frozen inputs, in which findings are marked; None if only evidence is shown."""
        super().__init__(parent)
        self.more: QPushButton | None = None
        self.rows: list[FindingRow] = []
        self._arguments = arguments
        self._column = boxes.column(theme.SPACE, self)
        self._secrets = secret_spans(findings)
        ordered = finding_words.by_severity(findings)
        self._folded = ordered[FINDINGS_AT_FIRST:]
        self._count_by_name = Counter(map(finding_words.finding_name, findings))
        for finding in ordered[:FINDINGS_AT_FIRST]:
            self._add(finding)
        grave_count = sum(finding.severity is Severity.HIGH for finding in findings)
        if grave_count == 1:
            self.rows[0].set_open(is_open=True)
        if self._folded:
            self._offer_rest(len(self._folded))
        if grave_count:
            warning = tr("Approving takes a little longer here, because Assent found what may do harm.")
            note = text.label(warning, "caption", wrap=True, parent=self)
            note.setContentsMargins(0, theme.SPACE, 0, 0)
            self._column.addWidget(note)

    @property
    def folded_grave(self) -> int:
        """Grave findings that are not shown yet."""
        return sum(finding.severity is Severity.HIGH for finding in self._folded)

    def _offer_rest(self, count: int) -> None:
        self.more = text.button(tr_n("{n} more", "{n} more", count), "quiet", parent=self, on_click=self._show_rest)
        self.more.setIcon(icons.icon("caret-down"))
        text.named(self.more, tr_n("Show {n} more finding", "Show {n} more findings", count))
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_rest(self) -> None:
        had_focus = self.more is not None and self.more.hasFocus()
        first = len(self.rows)
        while self._folded:
            self._add(self._folded[0]).show()
            self._folded = self._folded[1:]
        boxes.discard(self._column, self.more)
        self.more = None
        if had_focus:  # the keyboard stays where it was
            self.rows[first].fold.setFocus(Qt.FocusReason.OtherFocusReason)
        self.all_shown.emit()

    def _add(self, finding: Finding) -> FindingRow:
        has_namesakes = self._count_by_name[finding_words.finding_name(finding)] > 1
        row = FindingRow(finding, self._arguments, self, secrets=self._secrets, one_of_several=has_namesakes)
        self._column.insertWidget(len(self.rows), row)
        self.rows.append(row)
        return row


class FindingRow(Card):
    """One finding. ``details``: None until they are wanted."""

    def __init__(
        self,
        finding: Finding,
        arguments: JsonValue,
        view: FindingsView,
        *,
        secrets: key_inputs.Spans,
        one_of_several: bool,
    ) -> None:
        """``secrets``: what stays masked. ``one_of_several``: whether other findings have its name."""
        super().__init__(f"finding-{finding.severity.value}", view)
        self.finding, self._view = finding, view
        self.details: FindingDetails | None = None
        self._arguments, self._secrets = arguments, secrets
        self._name = finding_words.finding_name(finding)
        if one_of_several and (about := _distinction(finding, arguments, secrets)):
            self._name = tr("{title}: {value}", title=self._name, value=about)
        edge = theme.SPACE + theme.SPACE // 2  # the fold button adds to the upper edge
        self.body.setContentsMargins(theme.SECTION, edge, theme.GROUP, edge + theme.SPACE)
        icon, tone = finding_words.SEVERITY_LOOKS[finding.severity].sign
        sign = fill(boxes.column(0, margins=(0, theme.SPACE, 0, 0)), Glyph(icon, icons.MEDIUM, tone, self), STRETCH)
        self._words = boxes.column(theme.SPACE // 2)
        self.body.addLayout(fill(boxes.row(theme.GROUP), sign, grow(self._words)))
        self.fold = text.button("", "fold", parent=self, on_click=self._fold_or_unfold)
        self.fold.setFixedSize(theme.ROW, theme.PAGE)
        self._words.addLayout(self._make_head())
        sentence_label = fitting_label(translated(finding.text), "body", self, _ROOM)
        self._words.addWidget(sentence_label)
        spoken = tr("{title}: {value}", title=finding_words.severity_word(finding.severity), value=self._name)
        text.named(self, spoken, sentence_label.text())
        self.set_open(is_open=False)

    def set_open(self, *, is_open: bool) -> None:
        """Show or hide the details."""
        if is_open and self.details is None:
            self.details = FindingDetails(self.finding, self._arguments, self._secrets, self)
            span = key_inputs.found_span(self.finding, self._arguments)
            self.details.show_button.clicked.connect(lambda: self._view.show_wanted.emit(self.finding.where, span))
            self.details.read_more.clicked.connect(lambda: self._view.page_wanted.emit(self.finding.kind))
            self._words.addWidget(self.details)
        if self.details is not None:
            self.details.setVisible(is_open)
        self.fold.setIcon(icons.icon("caret-up" if is_open else "caret-down", "muted"))
        name = tr("Less on: {title}", title=self._name) if is_open else tr("More on: {title}", title=self._name)
        text.named(self.fold, name)
        text.tooltip(self.fold, name)

    def _make_head(self) -> QHBoxLayout:
        line = fill(boxes.row(theme.GROUP), grow(fitting_label(self._name, "strong", self, _ROOM)))
        if self.finding.severity is Severity.HIGH:
            badge = Badge(finding_words.severity_word(self.finding.severity), "red", parent=self)
            line.addWidget(badge, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignVCenter)
        return line

    def _fold_or_unfold(self) -> None:
        self.set_open(is_open=self.details is None or self.details.isHidden())


class FindingDetails(QWidget):
    """The details of a finding, the way to its input (``show_button``), and to what its kind means (``read_more``)."""

    def __init__(self, finding: Finding, arguments: JsonValue, secrets: key_inputs.Spans, parent: QWidget) -> None:
        super().__init__(parent)
        column = boxes.column(theme.SPACE, self, (0, theme.SPACE // 2, 0, 0))
        for line in _evidence_labels(finding, arguments, secrets, self):
            column.addWidget(line)
        if means := finding_words.meaning(finding.kind).means:
            column.addWidget(fitting_label(means, "body", self, _ROOM))
        title = finding_words.finding_name(finding)
        self.show_button = _quiet_button(tr("Show"), "eye", tr("Show the input: {title}", title=title), self)
        self.show_button.setVisible(bool(finding.where))
        self.read_more = _quiet_button(tr("Read more"), "book-open", tr("Read more: {title}", title=title), self)
        self.read_more.setVisible(bool(means))
        column.addLayout(fill(boxes.row(theme.SPACE), self.show_button, self.read_more, STRETCH))


def _distinction(finding: Finding, arguments: JsonValue, secrets: key_inputs.Spans) -> str:
    """Return what distinguishes findings of one name: the evidence, or for a secret its place (escaped)."""
    proof = "" if finding.kind == "secret" else key_inputs.masked_evidence(finding, arguments, secrets)
    return one_line(proof or ".".join(map(str, finding.where)), MAX_DISTINCTION)


def _evidence_labels(
    finding: Finding, arguments: JsonValue, secrets: key_inputs.Spans, parent: QWidget
) -> list[QWidget]:
    """Show the untrusted text of a finding, with its part marked if possible, and where that is."""
    marked = None if finding.kind == "secret" else key_inputs.evidence(finding, arguments, secrets)  # stays masked
    if marked is None:
        proof = key_inputs.masked_evidence(finding, arguments, secrets)
        line = key_inputs.mark_line_ends(one_line(proof, key_inputs.MAX_MARKED if finding.where else MAX_EVIDENCE))
        return [_evidence_view(line, [], "", parent)] if proof else []
    start, whole = len(marked.before), marked.before + marked.marked + marked.after
    style = Style(start, start + len(marked.marked), key_inputs.STYLES[finding.severity])
    lines = [_evidence_view(whole, [style], marked.marked, parent)]
    return [*lines, text.label(marked.place, "caption", parent=parent)] if marked.place else lines


def _evidence_view(line: str, styles: list[Style], marked: str, parent: QWidget) -> QWidget:
    view = PlainView(parent)
    view.show_line(line, styles)
    about = tr("Marked in it: {marked}", marked=marked) if marked else ""
    text.named(view, tr("Evidence: {whole}", whole=line), about)
    return view


def _quiet_button(words: str, icon: str, name: str, parent: QWidget) -> QPushButton:
    button = text.button(words, "fold", parent=parent)
    button.setIcon(icons.icon(icon, "muted"))
    button.setMinimumHeight(theme.PAGE)
    text.named(button, name)
    return button


# The call's headers, the words that led to it, and what its server says

MAX_HEADER_VALUE: Final = 1_000
"""Characters of a value. The inputs above have it whole."""
MAX_HEADERS: Final = 50
"""Headers that are listed. The rest is counted."""
_NAMES_WIDTH: Final = fitting.ROOM * 2 // 5
_VALUES_WIDTH: Final = fitting.ROOM // 2


def _fact_view(words: Words, parent: QWidget) -> QWidget:
    label = text.label(safe_sentence(words, MAX_FACT), wrap=True, selectable=True, parent=parent)
    return with_icon("lock-simple", "muted", label, parent)


def _headers_view(headers: tuple[Said, ...], parent: QWidget) -> QWidget:
    container = QWidget(parent)
    rows = boxes.column(theme.GROUP, container)
    rows.addWidget(text.label(tr("Also sent as HTTP headers"), "heading", parent=container))
    card = Card("card", container)
    rows.addWidget(card)
    grid = boxes.grid(theme.SECTION, theme.SPACE)
    card.body.addLayout(grid)
    for row, header in enumerate(headers[:MAX_HEADERS]):
        name = fitting_label(summary.shown_name(header.name), "muted", card, _NAMES_WIDTH)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(fitting_label(one_line(header.value, MAX_HEADER_VALUE), "mono", card, _VALUES_WIDTH), row, 1)
    if rest := headers[MAX_HEADERS:]:
        card.body.addWidget(text.label(tr_n("{n} more", "{n} more", len(rest)), "muted", parent=card))
    return container


TURN_LINES: Final = 3
"""Lines that are shown at first."""
LINE_LENGTH: Final = 240
"""Characters of each of these lines."""
_MIN_FOLDED: Final = 40
"""Characters that are worth folding: fewer take less room than the button that shows them."""


class TurnView(Card):
    """The words that led to the call, quoted. ``more``: shows all of them; None if all are shown."""

    def __init__(self, turn: str, parent: QWidget | None = None) -> None:
        """``turn``: as the app tells it (untrusted)."""
        super().__init__("claim", parent)
        self._turn = turn
        self.more: QPushButton | None = None
        self._block: TextBlock | None = None
        self.body.setSpacing(theme.SPACE)
        quotes = Glyph("quotes", icons.SMALL, "muted", self)
        title = text.label(tr("The app says this led here"), "strong", parent=self)
        unverified = Badge(tr("unverified"), "neutral", "seal-question", self)
        self.body.addLayout(boxes.flow(quotes, title, unverified))
        lines = turn.split("\n")
        first = [_beginning(line) for line in lines[:TURN_LINES]]
        shown = "\n".join(words for words, _ in first)
        self._words = fitting_label(shown, "body", self, _ROOM)
        text.named(self._words, tr("The app says this led here: {words}", words=shown))
        self.body.addWidget(self._words)
        if len(lines) > TURN_LINES or not all(is_whole for _, is_whole in first):
            self._add_more_button()

    def _add_more_button(self) -> None:
        size = measure(self._turn)
        lines = tr_n("{n} line", "{n} lines", size.lines)
        characters = tr_n("{n} character", "{n} characters", size.characters)
        words = tr("Show all: {lines}, {characters}", lines=lines, characters=characters)
        self.more = text.button(words, "fold", parent=self, on_click=self._show_all)
        self.more.setIcon(icons.icon("caret-right"))
        self.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        if self.more is None or self._block is not None:
            return
        self._block = text_block(Untrusted(self._turn), tr("What led here, as the app tells it"), self)
        self._words.hide()
        self.more.hide()
        self.body.addWidget(self._block)
        self._block.show()


def _beginning(line: str) -> tuple[str, bool]:
    """Return what is shown of a line at first, and whether that is all of it."""
    if len(line) <= LINE_LENGTH + _MIN_FOLDED and len(words := escape(line)) <= LINE_LENGTH + _MIN_FOLDED:
        return words, True
    beginning, cut_sign, count = one_line(line, LINE_LENGTH).rpartition("⟨…")
    return f"{beginning.rstrip()} {cut_sign}{count}", False


def _set_open(button: QPushButton, parts: Sequence[QWidget], *, is_open: bool) -> None:
    show_fold(button, is_open=is_open)
    for part in parts:
        part.setVisible(is_open)


def _folded_inputs(words: str, show: Callable[[CallInputs], None], parent: QWidget) -> Fold:
    """Show inputs after one press: of a call that ran, or as proposed."""

    def content() -> QWidget:
        view = CallInputs()
        show(view)
        return view

    return Fold(words, words, content, parent)


LONG_CLAIM: Final = 1000
"""A claim of more characters is shown folded, in pages."""
MAX_CLAIM_ROWS: Final = 60
"""Claims that are shown line by line. The rest of a definition is shown as one text."""

TITLE: Final = mark("What the server says")


class ClaimsView(QWidget):
    """The section on what the server says of its tool.

    Attributes:
        as_sent_button: shows and hides the claims that may be folded; None without any.
        fold: shows and hides the whole section; None if it must be read.
    """

    def __init__(self, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = _claims_content(asked)
        server, impact, server_claims, must_be_read = self._content
        trusted = server.trusted
        rows = boxes.column(theme.GROUP, self)  # from the outside in, since moving a widget styles it again
        self.fold: QPushButton | None = None if must_be_read else text.button(tr(TITLE), "fold", parent=self)
        rows.addLayout(_claims_title(server, self.fold or text.label(tr(TITLE), "heading", parent=self), self))
        self._card = Card("card" if trusted else "claim", self)
        rows.addWidget(self._card)
        self._grid = boxes.grid(theme.SECTION, theme.SPACE + theme.SPACE // 2)
        self._card.body.addLayout(self._grid)
        self.as_sent_button: QPushButton | None = None
        self._folds: list[tuple[QPushButton, Sequence[QWidget]]] = []
        self._add_impact(impact)
        self._add_claims(server_claims)
        if self.fold is not None:
            self._add_fold(self.fold, [self._card])

    def shows_same_for(self, asked: Asked) -> bool:
        """Whether the section for another question would be exactly the same, and can be used again."""
        return self.findChild(TextBlock) is None and self._content == _claims_content(asked)

    def start_over(self) -> None:
        """Fold everything again, for another question."""
        for button, parts in self._folds:
            _set_open(button, parts, is_open=False)

    def _add_fold(self, button: QPushButton, parts: Sequence[QWidget]) -> None:
        """Let a button show and hide some parts, which are hidden at first."""
        self._folds.append((button, parts))
        button.clicked.connect(lambda: _set_open(button, parts, is_open=parts[0].isHidden()))
        _set_open(button, parts, is_open=False)

    def _add_impact(self, impact: tuple[summary.Impact, ...]) -> None:
        for item in impact:
            value = fitting_label(item.value, "strong" if item.tone == "amber" else "body", self._card, _VALUES_WIDTH)
            spoken = tr("{name}, as the server says: {value}", name=item.name, value=item.value)
            text.named(value, spoken)
            key = text.label(item.name, "muted", parent=self._card)
            is_warning = item.tone == "amber"
            self._add(key, with_icon("warning", "amber", value, self._card, theme.SPACE) if is_warning else value)

    def _add_claims(self, server_claims: tuple[claims.Claim, ...]) -> None:
        if server_claims and self._grid.count():
            self._grid.addWidget(rule(self._card), self._grid.rowCount(), 0, 1, 2)
        folded = [claim for claim in server_claims if claim.folded]
        shown_claims = tuple(claim for claim in server_claims if not claim.folded)
        for claim in shown_claims[:MAX_CLAIM_ROWS]:
            self._add_claim(claim)
        if folded:
            self._add_as_sent(folded)
        if rest := shown_claims[MAX_CLAIM_ROWS:]:
            lines = "\n".join(f"{claim.key.raw()}: {claim.value.raw()}" for claim in rest)
            key = text.label(tr_n("{n} more", "{n} more", len(rest)), "muted", parent=self._card)
            self._add(key, text_block(Untrusted(lines), tr("More of what it says"), self._card))

    def _add_claim(self, claim: claims.Claim) -> tuple[QWidget, QWidget]:
        key = fitting_label(summary.shown_name(claim.key.raw()), "muted", self._card, _NAMES_WIDTH)
        value = _claim_value(claim, self._card)
        self._add(key, value)
        return key, value

    def _add_as_sent(self, folded: list[claims.Claim]) -> None:
        """Add what the summary says already, and hints: their number, and their rows after a press."""
        count = tr_n("{n} hint of the protocol", "{n} hints of the protocol", len(folded))
        self.as_sent_button = text.button(tr("As sent"), "fold", parent=self._card)
        text.named(self.as_sent_button, tr("As sent: {count}", count=count))
        text.tooltip(self.as_sent_button, tr("What matters in them is above, in words."))
        self._add(self.as_sent_button, text.label(count, "muted", wrap=True, parent=self._card))
        self._add_fold(self.as_sent_button, [part for claim in folded for part in self._add_claim(claim)])

    def _add(self, key: QWidget, value: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)


def _claims_content(asked: Asked) -> tuple[ServerRef, tuple[summary.Impact, ...], tuple[claims.Claim, ...], bool]:
    """Return all that the section is made of, and whether it must be read."""
    return asked.request.call.server, summary.impact_lines(asked), claims.claims(asked), summary.claims_matter(asked)


def _claims_title(server: ServerRef, title: QWidget, parent: QWidget) -> FlowLayout:
    if server.trusted:
        return boxes.flow(title, Badge(summary.trust_text(server), "neutral", "seal-check", parent))
    return boxes.flow(title, Badge(tr("unverified"), "neutral", "seal-question", parent))


def _claim_value(claim: claims.Claim, parent: QWidget) -> QWidget:
    size = measure(claim.value.raw())
    if size.characters > LONG_CLAIM or size.lines > 1:
        return text_block(claim.value, summary.shown_name(claim.key.raw()), parent)
    return fitting_label(escape(claim.value.raw()), "body", parent, _VALUES_WIDTH)
