"""All that the log has on one call, beside the table.

Owns: the panel of one call, with the buttons that explain its decision and make a rule from it.

Invariants: inputs are shown by the same rows as in the consent window, from the very bytes that the log keeps; what was
erased says so; untrusted text is shown plain, escaped and whole; once the decision of a call changed, an explanation of
the earlier one is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from host.control import codec
from host.control.protocol import ReadResult, WhyCall
from host.control.views import CallDetails, Explanation, HistoryRow, ResultPart, TimelineEntry
from host.errors import ProtocolError
from host.model import JsonValue
from host.text import Untrusted
from ui import text
from ui.consent.summary import app_claims
from ui.history import words
from ui.icons import Tone
from ui.inputs.call_views import ChoiceView
from ui.inputs.diff import past_edit_baseline
from ui.inputs.form import CallInputs, InputsView, ResultView
from ui.inputs.text_block import Pager, TextBlock, inline_button, prose
from ui.link import Link
from ui.masking import mask_json
from ui.rules.explanation import WhyButton
from ui.theme import GROUP, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Part, Placed, fill, grow, holder, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import hidden
from ui.widgets.face import Face
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, Glyph, show_fold

T = TypeVar("T")

_SPOKEN: Final = 400
"""Characters of a record that are said in one breath."""
NOT_KEPT: Final = mark("The inputs were not kept: too much came from this app. The record still proves them.")


class CallPanel(QWidget):
    """The details of one call.

    Attributes:
        why: the buttons that explain the decision and make a rule.

    Signals:
        rule_wanted(str: id of the call): the person wants to make a rule from it.
    """

    rule_wanted = Signal(str)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._whole: WholeResult | None = None
        self.why = ExplainButtons(link, self)
        self.why.rule_wanted.connect(self.rule_wanted)
        self.why.hide()
        self._column = boxes.column(GROUP, self)
        self._content: QWidget | None = None
        self._lines: QVBoxLayout | None = None
        self._shown: CallDetails | None = None

    def show_call(self, details: CallDetails) -> None:
        """Show a call. What is shown already stays as it is, scrolled and opened as the person has it."""
        shown, self._shown = self._shown, details
        if details == shown:
            return
        self.why.show_call(details.row)
        if self._lines is None or shown is None or _main_content(details) != _main_content(shown):
            self._rebuild(details)
            return
        for place, part in ((0, self._head(details)), (self._lines.count() - 2, self._timeline(details))):
            taken = self._lines.takeAt(place)
            if (old := taken.widget() if taken is not None else None) is not None:
                old.hide()
                old.deleteLater()
            self._lines.insertWidget(place, part)
            part.show()

    def _rebuild(self, details: CallDetails) -> None:
        self.clear()
        self._shown = details
        content = QWidget(self)
        parts = [
            self._head(details), self.why, self._findings(details), self._inputs(details), self._result(details),
            self._timeline(details),
        ]  # fmt: skip
        if details.row.edited or details.edited is not None:
            parts.insert(4, _edited_section(details))
        self._content, self._lines = content, fill(boxes.column(GROUP * 2, content), *parts, STRETCH)
        self._column.addWidget(content)
        self.why.show()

    def clear(self) -> None:
        """Show nothing."""
        self._shown, self._lines, self._whole = None, None, None
        self.why.setParent(self)  # it outlives what stood around it
        self.why.hide()
        if self._content is not None:
            self._column.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
            self._content = None

    def _head(self, details: CallDetails) -> QWidget:
        row = details.row
        card = Card()
        asked = tr("{app} asked {tool}", app=words.app_and_id(row), tool=words.server_and_tool(row))
        faces = top(Face("app", row.app)), top(Face("server", row.server))
        who = fill(boxes.row(GROUP), *faces, grow(text.label(asked, wrap=True, selectable=True)))
        fill(card.body, _heading(row), who)
        if says := app_claims(details.says):
            card.body.addLayout(_unverified(text.label(says, wrap=True, selectable=True)))
        fill(
            card.body,
            text.label(words.exact_time(row.time), "muted", wrap=True),
            Badge(words.decision_words(row), _tone(row.decision), words.decision_icon(row)),
        )
        if ended := words.outcome_words(row):
            if took := words.duration_words(row):
                ended = tr("{outcome} after {duration}", outcome=ended, duration=took)
            card.body.addWidget(text.label(ended, wrap=True))
        if failed := words.failure(details.timeline):
            card.body.addWidget(Notice("amber", *failed))
        if row.by == "rule" and row.who:
            rule = Untrusted(tr("Rule: {who}", who=row.who))
            card.body.addWidget(text.label(rule, "muted", wrap=True, selectable=True))
        if signed := words.signed_by(details.timeline):
            card.body.addWidget(prose(signed, tr("Who signed"), selectable=True))
        for title, said in ((tr("Reason given"), details.reason), (tr("Note to the model"), details.note)):
            if said:
                fill(card.body, text.label(title, "caption"), prose(Untrusted(said), title, selectable=True))
        return card

    def _findings(self, details: CallDetails) -> QWidget:
        """What Assent found, in brief: the log keeps no more of it."""
        found = words.findings(details.timeline)
        section = _section(tr("What Assent found"), *(_finding(said, severity) for said, severity in found))
        section.setHidden(not found)
        return section

    def _inputs(self, details: CallDetails) -> QWidget:
        title = tr("Inputs, as approved or refused")
        if details.params is None:
            erased = tr("The inputs were erased from the log; the record still proves them.")
            return _section(title, text.label(erased if details.inputs_kept else tr(NOT_KEPT), "muted", wrap=True))
        try:
            parts: list[QWidget] = [_shown_inputs(details.params, details)]
        except ProtocolError as error:
            return _section(title, _unreadable(error))
        if details.definition is None:
            unknown = tr("The tool's description at that time is not at hand.")
            parts.append(text.label(unknown, "caption", wrap=True))
        return _section(title, *parts)

    def _result(self, details: CallDetails) -> QWidget:
        title = tr("What came back")
        if details.result is None:
            said = tr("The result is not kept.") if details.result_bytes else tr("Nothing came back.")
            if details.row.status == "not told":
                said = tr("The app ran it by itself, and Assent saw nothing of what came back.")
            return _section(title, text.label(said, "muted", wrap=True))
        parts: list[QWidget] = [ResultView(details.result)]
        if details.result_bytes > len(details.result):
            said = tr(
                "The beginning of {result_bytes} bytes; the log commits to all of them.",
                result_bytes=f"{details.result_bytes:,}",
            )
            parts.append(text.label(said, "caption", wrap=True))
            if details.parts:
                self._whole = whole = WholeResult()
                whole.wanted.connect(partial(self._read, details.row.call_id))
                parts.append(whole)
        return _section(title, *parts)

    def _read(self, call_id: str, number: int) -> None:
        """Have a part of the whole result read. What comes after another call is shown is nobody's any more."""
        whole = self._whole

        def unless_gone(show: Callable[[WholeResult, T], None], said: T) -> None:
            if whole is not None and whole is self._whole:
                show(whole, said)

        self._link.send(
            ReadResult(call_id, number),
            partial(unless_gone, WholeResult.show_part),
            partial(unless_gone, WholeResult.show_failure),
        )

    def _timeline(self, details: CallDetails) -> QWidget:
        advanced, records = text.button(tr("Advanced: records"), "fold"), hidden(_records(details))
        show_fold(advanced, is_open=False)
        advanced.clicked.connect(partial(_show_or_hide, advanced, records))
        fold = Placed(advanced, alignment=Qt.AlignmentFlag.AlignLeading)
        return _section(tr("Timeline"), *map(_timeline_row, details.timeline), fold, records)


def _main_content(details: CallDetails) -> tuple[object, ...]:
    """What makes the panel be built again when it changes: all but the decision and the timeline."""
    kept = details.params, details.edited, details.definition, details.result, details.result_bytes, details.inputs_kept
    return details.row.call_id, details.row.edited, details.parts, *words.findings(details.timeline), *kept


def _schema(details: CallDetails) -> JsonValue:
    """The schema of the inputs at that time; None where it is not at hand.

    Raises:
        ProtocolError: the definition cannot be read.
    """
    return codec.definition_of(details.definition).input_schema if details.definition is not None else None


def _shown_inputs(params: bytes, details: CallDetails) -> CallInputs:
    """Inputs of the call, by the tool's description. Raises ProtocolError where they cannot be read."""
    view = CallInputs()
    view.show_params(params, _schema(details))
    return view


def _unreadable(error: ProtocolError) -> QWidget:
    return text.label(tr("The inputs in the log cannot be read: {error}.", error=error), wrap=True)


def _edited_section(details: CallDetails) -> QWidget:
    """What a person changed, and what the app had proposed."""
    approved, proposed = details.row.decision == "approve", details.edited
    title = tr("A person changed the inputs before approving") if approved else tr("A person changed the inputs")
    if proposed is None:
        erased = tr("What the app had proposed was erased from the log.")
        return _section(title, text.label(erased if details.inputs_kept else tr(NOT_KEPT), "muted", wrap=True))
    parts: list[QWidget] = []
    try:
        if details.params is not None:
            parts.append(ChoiceView(past_edit_baseline(proposed, details.params)))
        whole = _shown_inputs(proposed, details)
    except ProtocolError as error:
        return _section(title, *parts, _unreadable(error))
    return _section(title, *parts, text.label(tr("As the app proposed them"), "strong"), whole)


def _heading(row: HistoryRow) -> QWidget:
    """What the call does; heard, all that the card says in brief."""
    heading = text.label(words.what_words(row), "heading", wrap=True, selectable=True)
    text.named(heading, words.spoken_row(row))
    text.let_tab_reach(heading)
    return heading


def _tone(decision: str) -> Literal["amber", "neutral"]:
    return "amber" if decision in {"deny", "invalid"} else "neutral"


def _section(title: str, *parts: Part) -> QWidget:
    return holder(fill(boxes.column(SPACE), text.label(title, "strong"), *parts))


def _unverified(said: QWidget) -> FlowLayout:
    """Words for which nobody vouches, marked as such."""
    line = FlowLayout()
    for part in (said, Badge(tr("unverified"), "neutral", "seal-question")):
        line.addWidget(part)
    return line


def _finding(said: str, severity: str) -> QHBoxLayout:
    sign, tone = _SIGNS.get(severity, ("info", "muted"))
    what = text.label(Untrusted(said), wrap=True, selectable=True)
    text.named(what, Untrusted(tr("Found: {what}", what=said)))
    text.let_tab_reach(what)
    return fill(boxes.row(GROUP), top(Glyph(sign, tone=tone)), grow(what))


def _timeline_row(entry: TimelineEntry) -> QWidget:
    """One record: when, what, and what it says."""
    grid = boxes.grid(GROUP, 0, margins=(0, 0, 0, SPACE))
    when = text.label(words.time_of_day(entry.time), "mono")
    text.tooltip(when, words.exact_time(entry.time))
    grid.addWidget(when, 0, 0)
    title, lines = text.label(words.record_title(entry), "strong", wrap=True), words.record_lines(entry)
    whole = ". ".join((words.record_title(entry), *(line.raw() for line in lines)))
    text.named(title, Untrusted(whole[:_SPOKEN]))
    text.let_tab_reach(title)
    grid.addWidget(title, 0, 1)
    for line, said in enumerate(lines, 1):
        grid.addWidget(prose(said, tr("What the record says"), "muted"), line, 1)
    if entry.said not in (b"", b"{}"):
        grid.addWidget(_said(entry), grid.rowCount(), 1)
    return holder(grid)


def _said(entry: TimelineEntry) -> QWidget:
    """What was asked in the middle of the call, or answered: nobody vouches for it."""
    answer = entry.kind == "input.answered"
    asked = tr("What is to be read") if words.reads_link(entry) else tr("What was asked")
    card = Card("claim")
    card.body.addLayout(_unverified(text.label(tr("The answer") if answer else asked, "caption")))
    try:
        values = codec.object_of(entry.said)
    except ProtocolError:  # the beginning of something long
        block = TextBlock()
        block.show_text(Untrusted(mask_json(entry.said.decode("utf-8", "replace"))))
        card.body.addWidget(block)
    else:
        view = InputsView()
        view.show_inputs(values, {"properties": {name: {} for name in values}})
        view.make_all()
        card.body.addWidget(view)
    if entry.said_bytes > len(entry.said):
        cut = tr(
            "The beginning of {said_bytes} bytes; the log commits to all of them.", said_bytes=f"{entry.said_bytes:,}"
        )
        card.body.addWidget(text.label(cut, "caption", wrap=True))
    return card


def _records(details: CallDetails) -> QWidget:
    """The call's id, and number, kind and hash of each of its records, as the command line takes them."""
    card = Card()
    lines = [tr("Call {call_id}", call_id=details.row.call_id)]
    for entry in details.timeline:
        lines += [tr("Record {seq}: {kind}", seq=entry.seq, kind=entry.kind), tr("SHA-256 {hash}", hash=entry.hash)]
    card.body.addWidget(prose(Untrusted("\n".join(lines)), tr("Records of this call"), "muted", selectable=True))
    return card


def _show_or_hide(toggle: QPushButton, part: QWidget, _checked: bool = False) -> None:
    """Open what a fold holds, or close it."""
    part.setVisible(part.isHidden())
    show_fold(toggle, is_open=not part.isHidden())


_SIGNS: Final[dict[str, tuple[str, Tone]]] = {"high": ("warning-octagon", "red"), "medium": ("warning", "amber")}


class ExplainButtons(QWidget):
    """The buttons *Why?* and *Make a rule from this*.

    Attributes:
        explanation: the explanation, with its button.
        rule: the other button.

    Signals:
        rule_wanted(str: id of the call): the person wants to make a rule from it.
    """

    rule_wanted = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._row: HistoryRow | None = None
        self.explanation = WhyButton(self._ask)
        self.rule = text.button(tr("Make a rule from this…"))
        self.rule.clicked.connect(self._on_rule)
        row = fill(boxes.row(GROUP), self.explanation.button, self.rule, STRETCH)
        fill(boxes.column(GROUP, self), row, self.explanation)

    def show_call(self, row: HistoryRow) -> None:
        """Set the call that the buttons are about. An explanation stays while the decision does."""
        before, self._row = self._row, row
        self.rule.setVisible(row.decision != "invalid")
        if before is None or _decision(before) != _decision(row):
            self.explanation.reset()

    def _ask(self, explained: Callable[[Explanation], None], failed: Callable[[str], None]) -> None:
        if self._row is not None:
            self._link.send(WhyCall(self._row.call_id), explained, failed)

    def _on_rule(self) -> None:
        if self._row is not None:
            self.rule_wanted.emit(self._row.call_id)


def _decision(row: HistoryRow) -> tuple[str, str, str, str]:
    """What an explanation explains."""
    return row.call_id, row.decision, row.by, row.who


class WholeResult(QWidget):
    """Opens a large result in parts, as long as the host keeps it; never more than one part is in the window.

    Attributes:
        button: opens the first one.

    Signals:
        wanted(int): so much of the result is to be shown: the part with this number, from 0 on.
    """

    wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._block: TextBlock | None = None
        self._wanted = 0
        self.button = inline_button(tr("Open the whole result"), "caret-down", self)
        self.button.clicked.connect(lambda: self._turn(0))
        self._pager = hidden(Pager("part", self))
        self._pager.turned.connect(self._turn)
        self._problem = hidden(text.label("", "muted", wrap=True, parent=self))
        self._column = fill(boxes.column(SPACE, self), self.button, self._pager, self._problem)

    def _turn(self, number: int) -> None:
        self._wanted = number
        self.wanted.emit(number)

    def show_part(self, part: ResultPart) -> None:
        """The host read a part."""
        if part.number != self._wanted:
            return  # another one is wanted by now
        if self._block is None:
            self._block = TextBlock(self)
            self._column.insertWidget(1, self._block)
        title = tr("Part {number} of {count}", number=f"{part.number + 1:,}", count=f"{part.count:,}")
        self._block.show_text(Untrusted(part.text), title)
        self._pager.show_page(part.number, part.number + 1, part.count, 1)
        for widget, shown in ((self._pager, True), (self.button, False), (self._problem, False)):
            widget.setVisible(shown)

    def show_failure(self, why: str) -> None:
        """The host could not read one."""
        text.set_text(self._problem, tr("The whole result cannot be opened: {why}.", why=why))
        self._problem.show()
