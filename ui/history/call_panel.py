"""The panel with all that the log has on one call, and what explains its decision or makes a rule from it.

Invariants: inputs are shown by the same rows and changes as in the consent window, from the very bytes in the log.
Erased contents are marked as erased. Untrusted text is shown plain, escaped and whole. An explanation is closed when
the decision changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control import codec
from host.control.protocol import ReadResult, WhyCall
from host.control.views import CallDetails, Explanation, HistoryRow, ResultPart, TimelineEntry
from host.errors import ProtocolError
from host.model import Grant, JsonValue
from host.text import Untrusted
from ui import text
from ui.consent.summary import app_claims
from ui.grants import words as grants
from ui.history import words
from ui.icons import Tone
from ui.inputs.call_views import BaselineView, PastCallView
from ui.inputs.diff import past_edit_baseline
from ui.inputs.form import InputsView, ResultView
from ui.inputs.text_block import Fold, Pager, TextBlock, inline_button, prose, text_block
from ui.link import Link
from ui.masking import mask_json
from ui.rules.explanation import WhyButton
from ui.theme import GROUP, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Part, fill, grow, holder, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import bullet_list, hidden
from ui.widgets.labels import Badge, Glyph
from ui.widgets.monogram import Monogram

T = TypeVar("T")

_SPOKEN_LENGTH: Final = 400  # characters of a record in the name of its heading for a screen reader
NOT_KEPT: Final = mark("The inputs were not kept: too much came from this app. The record still proves them.")


class CallPanel(QWidget):
    """The details of one call."""

    rule_wanted = Signal(str)  # id of the call: the person wants to make a rule from it

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._whole_result: WholeResult | None = None
        self.explain_buttons = ExplainButtons(link, self)
        self.explain_buttons.rule_wanted.connect(self.rule_wanted)
        self.explain_buttons.hide()
        self._column = boxes.column(GROUP, self)
        self._content: QWidget | None = None
        self._sections: QVBoxLayout | None = None
        self._shown_details: CallDetails | None = None

    def show_call(self, details: CallDetails) -> None:
        """Show a call. Parts that have not changed stay as they are, scrolled and unfolded."""
        previous, self._shown_details = self._shown_details, details
        if details == previous:
            return
        self.explain_buttons.show_call(details.row)
        if self._sections is None or previous is None or _main_content(details) != _main_content(previous):
            self._rebuild(details)
            return
        last = self._sections.count() - 2
        for place, part in ((0, self._head_card(details)), (last, self._timeline_section(details))):
            item = self._sections.takeAt(place)
            if (old := item.widget() if item is not None else None) is not None:
                old.hide()
                old.deleteLater()
            self._sections.insertWidget(place, part)
            part.show()

    def _rebuild(self, details: CallDetails) -> None:
        self.clear()
        self._shown_details = details
        content = QWidget(self)
        parts = [
            self._head_card(details), self.explain_buttons, self._findings_section(details),
            self._inputs_section(details), self._result_section(details), self._timeline_section(details),
        ]  # fmt: skip
        if details.row.edited or details.edited is not None:
            parts.insert(4, _edited_section(details))
        self._content, self._sections = content, fill(boxes.column(GROUP * 2, content), *parts, STRETCH)
        self._column.addWidget(content)
        self.explain_buttons.show()

    def clear(self) -> None:
        """Show nothing."""
        self._shown_details, self._sections, self._whole_result = None, None, None
        self.explain_buttons.setParent(self)  # it is not deleted with the content
        self.explain_buttons.hide()
        boxes.discard(self._column, self._content)
        self._content = None

    def _head_card(self, details: CallDetails) -> QWidget:
        row = details.row
        card = Card()
        asked = tr("{app} asked {tool}", app=words.app_and_id(row), tool=words.server_and_tool(row))
        monograms = top(Monogram("app", row.app)), top(Monogram("server", row.server))
        head = fill(boxes.row(GROUP), *monograms, grow(text.label(asked, wrap=True, selectable=True)))
        fill(card.body, _heading(row), head)
        if claims := app_claims(details.says):
            card.body.addLayout(_unverified_row(text.label(claims, wrap=True, selectable=True)))
        fill(card.body, text.label(words.exact_time(row.time), "muted", wrap=True))
        fill(card.body, Badge(words.decision_words(row), _decision_tone(row.decision), words.decision_icon(row)))
        if ended := words.outcome_words(row):
            if took := words.duration_words(row):
                ended = tr("{outcome} after {duration}", outcome=ended, duration=took)
            card.body.addWidget(text.label(ended, wrap=True))
        if failed := words.failure_words(details.timeline):
            card.body.addWidget(Notice("amber", *failed))
        if row.by == "rule" and row.who:
            rule = Untrusted(tr("Rule: {who}", who=row.who))
            card.body.addWidget(text.label(rule, "muted", wrap=True, selectable=True))
        if details.grant is not None:
            fill(card.body, *_grant_parts(details.grant, time.time()))
        if signed := words.signed_by(details.timeline):
            card.body.addWidget(prose(signed, tr("Who signed"), selectable=True))
        for title, note in ((tr("Reason given"), details.reason), (tr("Note to the model"), details.note)):
            if note:
                fill(card.body, text.label(title, "caption"), prose(Untrusted(note), title, selectable=True))
        return card

    def _findings_section(self, details: CallDetails) -> QWidget:
        findings = words.findings_of(details.timeline)
        rows = (_finding_row(finding, severity) for finding, severity in findings)
        section = _section(tr("What Assent found"), *rows)
        return section if findings else hidden(section)

    def _inputs_section(self, details: CallDetails) -> QWidget:
        title = words.inputs_title(details.row)
        if details.params is None:
            erased = tr("The inputs were erased from the log; the record still proves them.")
            return _section(title, text.label(erased if details.inputs_kept else tr(NOT_KEPT), "muted", wrap=True))
        try:
            parts: list[QWidget] = [PastCallView(details.params, _input_schema(details))]
        except ProtocolError as error:
            return _section(title, _unreadable(error))
        if details.definition is None:
            unknown = tr("The tool's description at that time is not at hand.")
            parts.append(text.label(unknown, "caption", wrap=True))
        return _section(title, *parts)

    def _result_section(self, details: CallDetails) -> QWidget:
        title = tr("What came back")
        if details.result is None:
            note = tr("The result is not kept.") if details.result_bytes else tr("Nothing came back.")
            if details.row.status == "not told":
                note = tr("The app ran it by itself, and Assent saw nothing of what came back.")
            return _section(title, text.label(note, "muted", wrap=True))
        parts: list[QWidget] = [ResultView(details.result)]
        if details.result_bytes > len(details.result):
            note = tr(
                "The beginning of {result_bytes} bytes; the log commits to all of them.",
                result_bytes=f"{details.result_bytes:,}",
            )
            parts.append(text.label(note, "caption", wrap=True))
            if details.parts:
                self._whole_result = whole_result = WholeResult()
                whole_result.wanted.connect(partial(self._read_result_part, details.row.call_id))
                parts.append(whole_result)
        return _section(title, *parts)

    def _read_result_part(self, call_id: str, number: int) -> None:
        """Read a part of the whole result. The answer is ignored if another call is shown by then."""
        whole_result = self._whole_result

        def show_if_current(show: Callable[[WholeResult, T], None], answer: T) -> None:
            if whole_result is not None and whole_result is self._whole_result:
                show(whole_result, answer)

        self._link.send(
            ReadResult(call_id, number),
            partial(show_if_current, WholeResult.show_part),
            partial(show_if_current, WholeResult.show_failure),
        )

    def _timeline_section(self, details: CallDetails) -> QWidget:
        title = tr("Advanced: records")
        records = Fold(title, title, partial(_records_card, details), is_heading=True)
        lines = words.timeline_lines(details.timeline, shows_grant=details.grant is not None)
        rows = map(_timeline_row, details.timeline, lines)
        return _section(tr("Timeline"), *rows, records)


def _main_content(details: CallDetails) -> tuple[object, ...]:
    """Everything but the decision and the timeline; when it changes, the panel is built again."""
    kept = details.params, details.edited, details.definition, details.result, details.result_bytes, details.inputs_kept
    return details.row.call_id, details.row.edited, details.parts, *words.findings_of(details.timeline), *kept


def _input_schema(details: CallDetails) -> JsonValue:
    """The schema of the inputs at that time, or None. Raises ProtocolError if the definition cannot be read."""
    return codec.definition_of(details.definition).input_schema if details.definition is not None else None


def _unreadable(error: ProtocolError) -> QWidget:
    return text.label(tr("The inputs in the log cannot be read: {error}.", error=error), wrap=True)


def _edited_section(details: CallDetails) -> QWidget:
    is_approved, proposed = details.row.decision == "approve", details.edited
    title = tr("A person changed the inputs before approving") if is_approved else tr("A person changed the inputs")
    if proposed is None:
        erased = tr("What the app had proposed was erased from the log.")
        return _section(title, text.label(erased if details.inputs_kept else tr(NOT_KEPT), "muted", wrap=True))
    parts: list[QWidget] = []
    try:
        if details.params is not None:
            parts.append(BaselineView(past_edit_baseline(proposed, details.params)))
        proposed_inputs = PastCallView(proposed, _input_schema(details))
    except ProtocolError as error:
        return _section(title, *parts, _unreadable(error))
    return _section(title, *parts, text.label(tr("As the app proposed them"), "strong"), proposed_inputs)


def _heading(row: HistoryRow) -> QWidget:
    """The heading with what the call does; a screen reader says the whole row."""
    heading = text.label(words.what_words(row), "heading", wrap=True, selectable=True)
    text.named(heading, words.spoken_row(row))
    text.let_tab_reach(heading)
    return heading


def _grant_parts(grant: Grant, now: float) -> Iterator[QWidget]:
    yield text.label(tr("The grant, as it was given"), "caption")
    yield text.label(grants.heading(grant, now), wrap=True, selectable=True)
    if lines := grants.scope_lines(grant):
        covered = bullet_list(lines)
        text.named(covered, tr("What it covers"))
        yield covered
    yield text.label(grants.giver(grant, now), "caption", wrap=True)


def _decision_tone(decision: str) -> Literal["amber", "neutral"]:
    return "amber" if decision in {"deny", "invalid"} else "neutral"


def _section(title: str, *parts: Part) -> QWidget:
    return holder(fill(boxes.column(SPACE), text.label(title, "strong", wrap=True), *parts))


def _unverified_row(widget: QWidget) -> QHBoxLayout:
    return fill(boxes.row(GROUP), grow(widget), top(Badge(tr("unverified"), "neutral", "seal-question")))


def _finding_row(finding: str, severity: str) -> QHBoxLayout:
    icon, tone = _SEVERITY_ICONS.get(severity, ("info", "muted"))
    finding_label = text.label(Untrusted(finding), wrap=True, selectable=True)
    text.named(finding_label, Untrusted(tr("Found: {what}", what=finding)))
    text.let_tab_reach(finding_label)
    return fill(boxes.row(GROUP), top(Glyph(icon, tone=tone)), grow(finding_label))


def _timeline_row(entry: TimelineEntry, lines: list[Untrusted]) -> QWidget:
    grid = boxes.grid(GROUP, 0, margins=(0, 0, 0, SPACE))
    when = text.label(words.time_of_day(entry.time), "mono")
    text.tooltip(when, words.exact_time(entry.time))
    grid.addWidget(when, 0, 0)
    title = text.label(words.record_title(entry), "strong", wrap=True)
    spoken = ". ".join((words.record_title(entry), *(line.raw().removesuffix(".") for line in lines)))
    text.named(title, Untrusted(spoken[:_SPOKEN_LENGTH]))
    text.let_tab_reach(title)
    grid.addWidget(title, 0, 1)
    for line, line_text in enumerate(lines, 1):
        grid.addWidget(prose(line_text, tr("What the record says"), "muted"), line, 1)
    if entry.said not in (b"", b"{}"):
        grid.addWidget(_exchange_card(entry), grid.rowCount(), 1)
    return holder(grid)


def _exchange_card(entry: TimelineEntry) -> QWidget:
    """The card of a request in the middle of the call, or of its answer."""
    is_answer = entry.kind == "input.answered"
    asked = tr("What is to be read") if words.reads_link(entry) else tr("What was asked")
    card = Card("claim")
    card.body.addLayout(_unverified_row(text.label(tr("The answer") if is_answer else asked, "caption")))
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


def _records_card(details: CallDetails) -> QWidget:
    """The id of the call and the number, kind and hash of each record, as the command line takes them."""
    card = Card()
    lines = [tr("Call {call_id}", call_id=details.row.call_id)]
    for entry in details.timeline:
        lines += [tr("Record {seq}: {kind}", seq=entry.seq, kind=entry.kind), tr("SHA-256 {hash}", hash=entry.hash)]
    card.body.addWidget(text_block(Untrusted("\n".join(lines)), tr("Records of this call")))
    return card


_SEVERITY_ICONS: Final[dict[str, tuple[str, Tone]]] = {
    "high": ("warning-octagon", "red"),
    "medium": ("warning", "amber"),
}


class ExplainButtons(QWidget):
    """The buttons *Why?* and *Make a rule from this*."""

    rule_wanted = Signal(str)  # id of the call: the person wants to make a rule from it

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._row: HistoryRow | None = None
        self.explanation = WhyButton(self._ask)
        self.rule = text.button(tr("Make a rule from this…"), on_click=self._on_rule_pressed)
        row = fill(boxes.row(GROUP), self.explanation.button, self.rule, STRETCH)
        fill(boxes.column(GROUP, self), row, self.explanation)

    def show_call(self, row: HistoryRow) -> None:
        """Set the call that the buttons are about. Closes an explanation of another decision."""
        previous, self._row = self._row, row
        self.rule.setVisible(row.decision != "invalid")
        if previous is None or _decision_key(previous) != _decision_key(row):
            self.explanation.reset()

    def _ask(self, explained: Callable[[Explanation], None], failed: Callable[[str], None]) -> None:
        if self._row is not None:
            self._link.send(WhyCall(self._row.call_id), explained, failed)

    def _on_rule_pressed(self) -> None:
        if self._row is not None:
            self.rule_wanted.emit(self._row.call_id)


def _decision_key(row: HistoryRow) -> tuple[str, str, str, str]:
    """What an explanation depends on."""
    return row.call_id, row.decision, row.by, row.who


class WholeResult(QWidget):
    """Opens a large result in parts, as long as the host keeps it. At most one part is in the window."""

    wanted = Signal(int)  # asks for the part with this number, from 0

    def __init__(self) -> None:
        super().__init__()
        self._block: TextBlock | None = None
        self._wanted_number = 0
        self.button = inline_button(tr("Open the whole result"), "caret-down", self)
        self.button.clicked.connect(lambda: self._request_part(0))
        self._pager = hidden(Pager("part", self))
        self._pager.turned.connect(self._request_part)
        self._problem = hidden(text.label("", "muted", wrap=True, parent=self))
        self._column = fill(boxes.column(SPACE, self), self.button, self._pager, self._problem)

    def _request_part(self, number: int) -> None:
        self._wanted_number = number
        self.wanted.emit(number)

    def show_part(self, part: ResultPart) -> None:
        """Show a part that the host read."""
        if part.number != self._wanted_number:
            return  # another one was asked for since
        if self._block is None:
            self._block = TextBlock(self)
            self._column.insertWidget(1, self._block)
        title = tr("Part {number} of {count}", number=f"{part.number + 1:,}", count=f"{part.count:,}")
        self._block.show_text(Untrusted(part.text), title)
        self._pager.show_page(part.number, part.number + 1, part.count, 1)
        for widget, is_shown in ((self._pager, True), (self.button, False), (self._problem, False)):
            widget.setVisible(is_shown)

    def show_failure(self, reason: str) -> None:
        """Say why the host could not read a part."""
        text.set_text(self._problem, tr("The whole result cannot be opened: {why}.", why=reason))
        self._problem.show()
