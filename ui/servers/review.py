"""The review of a server, for a person who decides whether to trust it.

Owns: everything that is shown of one server: its state, what it starts, who vouches for it, its tools in rows that
unfold, its own words and its error output.

Invariants: the command is shown whole, one argument a line, escaped; the server's words about itself and its tools are
in dashed frames; what is unknown is said to be; testing calls no tool. When the server's state changes, unchanged parts
are not rebuilt, so that what a person unfolded stays open; when a pressed button disappears, the focus stays here and
moves on to the next part.

A tool is one line; below it stand, never folded, what was found in its definition and what changed there. The rest of
the definition unfolds: completely in lines, and raw. Tools that wait are first, among them those with findings, then
those that may do most harm. What a tool does is derived only from its name, and the page says so; at most ``STEP`` rows
are created at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLayout, QVBoxLayout, QWidget

from host.control.protocol import ReadServer, TestServer
from host.control.views import Approval, ReviewView, Said, ServerDetails, ServerTest, ServerView, ToolView
from host.model import Finding, Severity, sha256_hex
from host.text import Untrusted, escape, fold, one_line
from host.values import replace
from ui import icons, text, theme
from ui.consent import finding_words
from ui.consent.claims import definition_words
from ui.inputs.diff import DiffLines, change_size_words, text_diff
from ui.inputs.nested_lines import indent_json
from ui.inputs.text_block import LINES_AT_FIRST, PAGE_SIZE, OnDemand, TextBlock, prose
from ui.label_text import (
    MAX_PART,
    BadgeTone,
    break_long_words,
    break_names,
    safe_sentence,
    safe_text,
    some_names,
    wrappable,
)
from ui.link import LatestRequest, Link
from ui.servers.approval import (
    ApprovalCard,
    ApprovalChoice,
    SignInCard,
    StartCard,
    TrustCard,
    can_approve,
    start_environment,
)
from ui.servers.words import (
    CHANGES_WAIT,
    CHANGES_WAIT_MEANS,
    MOST_HARM_FIRST,
    host_of,
    remedy,
    state_style,
    test_result,
    title_and_description,
    tool_count,
    trust_style,
    use_line,
    verb_style,
)
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import mark, sentence, tr, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import GrowingList, hidden, show_text
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, ElidedLabel, FoldedLabel, caution
from ui.widgets.page_parts import Busy, facts_grid, section
from ui.widgets.scroll import FadeScroll, scroll_into_view

COLUMNS: Final = 42  # characters of a line of the command: what fits beside the list in the smallest window
ARGUMENTS: Final = 15  # arguments that are shown at once
_MAX_CLAIM: Final = 400  # characters of a claim that is shown unfolded
_MAX_REASON: Final = 2_000  # characters of a reason
_MAX_NAME: Final = 60
_COMMAND_TITLE: Final = mark("What is started, as written in {file}")
_NOT_BEFORE_START: Final = frozenset({"Made by", "SHA-256"})
"""Facts that the review of a server has, and the look at several before their start has not."""
_COVERED_TITLE: Final = mark("What is started, as written in {file}, with secrets covered")
_MAX_NAMES: Final = 8
"""Names of withheld tools that are shown; ``_MAX_NAME`` is the most characters of each."""


class ServerReview(QWidget):
    """Shows everything about one server."""

    def __init__(
        self, link: Link, *, health: QWidget | None = None, explain: Callable[[str, str], object] | None = None
    ) -> None:
        """``health``: a widget to show below the line about its use. ``explain``: as of ``ServerWords``."""
        super().__init__()
        self.setProperty("ground", "clear")
        self._health = health
        self._readings, self._tests = LatestRequest(link, accepts_earlier=True), LatestRequest(link)
        self.server_id = ""
        self._details: ServerDetails | None = None
        self._config_digest = ""
        self.test = text.button(tr("Test"), on_click=self._test)
        text.tooltip(self.test, tr("Starts the server, greets it, lists its tools and ends it. No tool is called."))
        self._badges = _CachedParts(FlowLayout())
        self.reading = Busy(tr("Looking at the server…"))
        self.busy = Busy(tr("Starting the server and listing its tools…"))
        self.result = hidden(Notice("neutral", "", ""))
        self.trust = TrustCard(link, self)
        self.sign_in = SignInCard(link, self)
        self._sign_in_section = section(tr("Sign-in"), self.sign_in)
        self.start = StartCard(link, self)
        self.start.started.connect(self._test)
        self.start.refused.connect(self._read_again)
        self._start_section = section(tr("Start it?"), self.start)
        self.approval = ApprovalCard(link, lambda: self.words.chosen, self)
        explain_tool = None if explain is None else lambda tool: explain(self.server_id, tool)
        self.words = ServerWords(self.approval.redraw, self, explain=explain_tool)
        self.approval.decided.connect(self._read_again)
        self._approval_section = section(tr("Review"), self.approval)
        self._trust_section = section(tr("Trust"), self.trust)
        self._decisions = (self._sign_in_section, self._start_section, self._approval_section, self._trust_section)
        for part in self._decisions:
            part.hide()
        self._use_line = text.label("", "muted", wrap=True)
        self._problem_parts, self._command_parts, self._fact_parts, self._environment_parts = (
            _CachedParts() for _ in range(4)
        )
        self._last_words, self._log_parts = _CachedParts(), _CachedParts()
        self._next_parts: tuple[QWidget, ...] = ()  # the parts to focus once the host has replied to an answer
        self._lay_out()

    def read(self, server_id: str) -> None:
        """Ask the host for the details of a server.

        The busy bar is shown only while nothing is known: later it would move a button from under the pointer.
        """
        self._set_server_id(server_id)
        if self._details is None:
            self.reading.begin()
        self._readings.send(ReadServer(server_id), self.show_details, self._on_failed)

    def show_server(self, server: ServerView) -> None:
        """Show what the host's state says of the server, with the details if they are of the same configuration."""
        self._set_server_id(server.id)
        details = self._details
        if details is None or details.server.config_digest != server.config_digest:
            details = ServerDetails(server, (), False, "")
        self._draw(replace(details, server=server))

    def show_details(self, details: ServerDetails) -> None:
        """Show all details."""
        if details.server.id == self.server_id:
            self.reading.finish()
            self._details = details
            self._draw(details)
            if self.test.isEnabled():  # otherwise the result of the test comes later
                self._focus_next_part()

    def tab_stops(self) -> list[QWidget]:
        """The tab stops by position, from top to bottom, whenever they were created."""
        stops = [part for part in self.findChildren(QWidget) if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
        return sorted(stops, key=lambda part: part.mapTo(self, QPoint()).y())

    def _set_server_id(self, server_id: str) -> None:
        if server_id != self.server_id:
            self.server_id = server_id
            self._details = None
            for requests in (self._readings, self._tests):
                requests.forget()
            for parts in self.findChildren(_CachedParts):
                parts.show_parts(None, tuple)
            text.set_text(self._use_line, "")
            for part in self._decisions:
                part.hide()
            self.words.forget()
            self.result.hide()
            self.busy.finish()
            self.test.setEnabled(True)

    def _on_failed(self, reason: str) -> None:
        self.reading.finish()
        self._show_result("amber", tr("The details could not be read"), reason)

    def _draw(self, details: ServerDetails) -> None:
        server, review = details.server, details.review
        if server.config_digest != self._config_digest:
            self._config_digest = server.config_digest
            self.result.hide()  # what was tested was configured otherwise
        self._trust_section.show()
        self._badges.show_parts((server.state, server.trust), lambda: _badges(server))
        problem_values = (server.problem, server.why, server.state, server.waits)
        self._problem_parts.show_parts(problem_values, lambda: _problem_notice(server))
        if self.result.tone == "red" and not self.result.isHidden():
            self._problem_parts.hide()  # the result says the same
        is_open = server.waits not in ("start", "definitions")  # else it was used at most before its entry changed
        show_text(self._use_line, use_line(server, time.time()) if is_open or server.use.calls else "")
        command_values = (server.command, server.kind, server.managed, server.covered)
        self._command_parts.show_parts(command_values, lambda: _command(server))
        self._environment_parts.show_parts(
            (review.folder, review.variables, server.kind), lambda: _environment(details)
        )
        self._fact_parts.show_parts(
            (details.facts, details.cautions, review.program), lambda: self._known_parts(details)
        )
        self.trust.show_server(server)
        self.sign_in.show_server(server)
        self._sign_in_section.setVisible(self.sign_in.is_needed and server.waits != "start")
        self.words.show_details(details)
        self.start.show_details(details)
        can_start = server.waits == "start" and server.state != "not usable"
        self._start_section.setVisible(can_start and self._details is not None)
        self.test.setVisible(server.waits != "start")
        if self._health is not None:
            self._health.setVisible(is_open and bool(server.use.calls or server.sessions))
        self.approval.show_details(details)
        self._approval_section.setVisible(bool(server.config_digest) and server.waits != "start")
        failed = server.state == "failed"
        self._last_words.show_parts(details.stderr if failed else "", lambda: _error_output(details.stderr))
        self._log_parts.show_parts("" if failed else details.stderr, lambda: _error_output(details.stderr))

    # Decisions

    def _keep_focus(self, next_parts: tuple[QWidget, ...]) -> None:
        """Focus the scroll area, because the focused button disappears, until one of ``next_parts`` can be focused."""
        focused, area = QApplication.focusWidget(), self.parentWidget()
        while area is not None and not isinstance(area, FadeScroll):
            area = area.parentWidget()
        if area is not None and focused is not None and self.isAncestorOf(focused):
            area.setFocus(Qt.FocusReason.OtherFocusReason)
            self._next_parts = next_parts

    def _focus_next_part(self) -> None:
        """Focus the first control of the next parts, unless the person moved the focus meanwhile."""
        following, self._next_parts = self._next_parts, ()
        focused = QApplication.focusWidget()
        if not isinstance(focused, FadeScroll) or not focused.isAncestorOf(self):
            return
        stops = self.tab_stops()
        for part in following:
            for stop in stops:
                if part.isAncestorOf(stop) and stop.isVisible() and stop.isEnabled():
                    stop.setFocus(Qt.FocusReason.TabFocusReason)
                    return

    def _read_again(self) -> None:
        self.read(self.server_id)

    def _known_parts(self, details: ServerDetails) -> list[QWidget]:
        parts = _known_facts(details)
        if details.review.program == "changed":
            explanation = tr("What it starts is another file than the one that was there when you allowed its start.")
            parts.insert(0, Notice("amber", tr("The program changed"), explanation))
        return parts

    def _test(self) -> None:
        self.test.setEnabled(False)
        self.result.hide()
        self._problem_parts.show()
        self.busy.begin()
        not_tested = partial(self._show_result, "red", tr("It could not be tested"))
        self._tests.send(TestServer(self.server_id), self._on_tested, not_tested)

    def _on_tested(self, test: ServerTest) -> None:
        tone, title, words = test_result(test)
        self._show_result(tone, title, words)
        if not test.ok:
            self._problem_parts.hide()
            self._next_parts = ()
            scroll_into_view(self.result)  # what began it may stand far below
        self._read_again()

    def _show_result(self, tone: BadgeTone, title: str, words: str) -> None:
        self.busy.finish()
        self.test.setEnabled(True)
        self.result.set_tone(tone)
        self.result.set_text(title, wrappable(sentence(escape(words, newlines=True))))
        self.result.show()

    def _lay_out(self) -> None:
        answered_parts = (self.words, self._approval_section, self._trust_section)
        self.start.answering.connect(partial(self._keep_focus, answered_parts))
        self.approval.answering.connect(partial(self._keep_focus, answered_parts[-2:]))
        column = fill(
            boxes.column(SECTION, self, (0, 0, GROUP, 0)), fill(boxes.row(GROUP), grow(self._badges), top(self.test))
        )
        fill(column, self._use_line, self.reading, self.busy, self.result, self._problem_parts, self._last_words)
        column.addWidget(self._sign_in_section)
        if self._health is not None:
            column.addWidget(self._health)
        fill(column, self._command_parts, self._environment_parts, self._fact_parts, self._start_section)
        fill(column, *answered_parts, self._log_parts, STRETCH)


class ServerWords(QWidget):
    """What a server says of itself and of its tools, with check boxes for what may reach apps."""

    def __init__(
        self,
        on_tick: Callable[[], object],
        parent: QWidget | None = None,
        *,
        whole: bool = False,
        explain: ExplainTool | None = None,
    ) -> None:
        """``on_tick``: called when a tick changed, or more tools are shown.

        ``whole``: whether all that is not a tool's definition is to be read, so that long texts are unfolded.
        ``explain``: shows what the rules say of calls of a tool; None where nothing leads there.
        """
        super().__init__(parent)
        self.setProperty("ground", "clear")
        self._on_tick, self._explain = on_tick, explain
        self._lines_at_first = PAGE_SIZE if whole else LINES_AT_FIRST
        self._details: ServerDetails | None = None
        self._tool_rows: ToolList | None = None
        self._instructions_check: QCheckBox | None = None
        self._parts = self._tools, self._words, self._claims = _CachedParts(), _CachedParts(), _CachedParts()
        self._column = fill(boxes.column(SECTION, self), *self._parts)

    def forget(self) -> None:
        """Clear everything, for another server."""
        self._details = self._tool_rows = self._instructions_check = None
        for parts in self._parts:
            parts.show_parts(None, tuple)

    def show_details(self, details: ServerDetails) -> None:
        """Show what the server says."""
        self._details = details
        review, asks = details.review, can_approve(details)
        self._claims.show_parts(details.claims, lambda: _claims(details.claims, self._lines_at_first))
        words = (review.instructions, review.approval, review.before, review.findings, asks)
        self._words.show_parts(words, lambda: self._instruction_parts(review, asks))
        needs_look = bool(review.findings) or review.approval == "changed"
        self._column.insertWidget(0 if needs_look else 1, self._words)
        tools = (
            details.tools,
            details.listed,
            review.unapprovable,
            review.unpinned,
            asks,
            details.server.waits == "start",
        )
        self._tools.show_parts(tools, lambda: self._tool_parts(details, asks))

    @property
    def chosen(self) -> ApprovalChoice:
        """What is ticked of the definitions on screen."""
        tools, tick = self._tool_rows, self._instructions_check
        instructed = (
            tick.isChecked() if tick is not None else (self._details is None or not self._details.review.instructions)
        )
        if tools is None:
            return ApprovalChoice((), (), 0, instructed)
        return ApprovalChoice(tools.digests(ticked=True), tools.digests(ticked=False), tools.unseen, instructed)

    def _instruction_parts(self, review: ReviewView, asks: bool) -> list[QWidget]:
        self._instructions_check = None
        if not review.instructions:
            return []
        name = tr("Instructions to the model")
        card = claim_card()
        if review.approval == "changed":
            card.body.addWidget(changes_block(review.before.encode(), review.instructions.encode(), name))
        instructions, lines_at_first = Untrusted(review.instructions), self._lines_at_first
        block = prose(instructions, name, selectable=True, max_length=_MAX_CLAIM, lines_at_first=lines_at_first)
        card.body.addWidget(block)
        parts: list[QWidget] = [section(name, *finding_notices(review.findings), card)]
        if asks and review.whole:
            ticked = starts_ticked(review)
            self._instructions_check = text.check(tr("Let these instructions reach apps"), checked=ticked)
            parts.append(self._instructions_check)
        elif not review.whole:
            parts.append(text.label(tr("They are too long to be shown whole, and do not reach apps."), wrap=True))
        return parts

    def _tool_parts(self, details: ServerDetails, asks: bool) -> list[QWidget]:
        title = tool_count(details.tools) if details.tools else tr("Tools")
        parts = [section(title, self._tool_list(details, asks))]
        if details.review.unpinned:
            explanation = tr("Apps are not told of them: what they say is not what your administrator pinned.")
            parts.append(_withheld_notice(details.review.unpinned, explanation))
        if details.review.unapprovable:
            explanation = tr(
                "Nobody can approve them, and no app is told of them: two have the same name, a name is empty, too "
                "long or has invisible characters, or inputs would become invalid HTTP headers."
            )
            parts.append(_withheld_notice(details.review.unapprovable, explanation))
        return parts

    def _tool_list(self, details: ServerDetails, asks: bool) -> QWidget:
        self._tool_rows = None
        if details.tools:
            self._tool_rows = ToolList(details.tools, self._on_tick if asks else None, self._explain)
            return self._tool_rows
        if details.listed:
            words = tr("It lists no tools.")
        elif details.server.waits == "start":
            words = tr("Not known before it was started.")  # there is no test button yet
        else:
            words = tr("Not known yet. Test it to see.")
        return text.label(words, "muted", wrap=True)


class _CachedParts(QWidget):
    """A widget whose parts are rebuilt only when the shown values changed."""

    def __init__(self, layout: QLayout | None = None) -> None:
        """``layout``: the layout of the parts; a column if None."""
        super().__init__()
        self._values: object = None
        self._rows = layout or QVBoxLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(GROUP)
        self.setLayout(self._rows)

    def show_parts(self, values: object, make: Callable[[], Iterable[QWidget]]) -> None:
        """Show the parts that ``make`` creates, unless ``values`` equals the values of the last time."""
        if values == self._values:
            return
        self._values = object()  # equal to no others until all parts are there
        boxes.clear(self._rows)
        for part in make():
            self._rows.addWidget(part)
            part.show()
        self.setVisible(self._rows.count() > 0)
        self._values = values


def _badges(server: ServerView) -> list[QWidget]:
    state, trust = state_style(server), trust_style(server)
    return [Badge(state.word, state.tone, state.icon), Badge(trust.whole, "neutral", trust.icon)]


def _problem_notice(server: ServerView) -> list[QWidget]:
    if server.waits == "changes" and server.state in ("idle", "starting", "ready"):
        return [Notice("amber", tr(CHANGES_WAIT), tr(CHANGES_WAIT_MEANS))]
    if server.state == "sign in" or not (reason := server.problem or server.why):
        return []  # signing in has its own card
    state, reason = state_style(server), "" if server.state == "waits" else translated(reason)
    shown_reason = escape(reason, newlines=True) if len(reason) <= _MAX_REASON else one_line(reason, _MAX_REASON)
    words = "\n".join(filter(None, (wrappable(sentence(shown_reason)), remedy(server))))
    return [Notice("red" if state.tone == "red" else "amber", state.meaning.rstrip("."), words)]


def _known_facts(details: ServerDetails) -> list[QWidget]:
    if not details.facts and not details.cautions:
        return []
    card = Card()
    fill(card.body, facts_grid(_facts(details.facts, safe_text)), *_cautions(details))
    return [section(tr("What Assent knows of it"), card)]


def _cautions(details: ServerDetails) -> list[QWidget]:
    return [caution(safe_sentence(words, _MAX_REASON)) for words in details.cautions]


def _facts(facts: Iterable[Said], prepare: Callable[[str], str]) -> list[tuple[text.Text, QWidget]]:
    """Facts, each with its name. ``prepare``: prepares a value to be shown."""
    rows: list[tuple[text.Text, QWidget]] = []
    for fact in facts:
        value = FoldedLabel(partial(break_names, prepare(fact.value)), MAX_PART, wrap=True, selectable=True)
        rows.append((translated(fact.name), value))
    return rows


def before_start(details: ServerDetails) -> list[QWidget]:
    """What is started, among other servers: command, folder, variables, and the facts that tell what that runs."""
    server = details.server
    environment = start_environment(details.review, remote=server.kind == "http")
    known = environment + _facts((fact for fact in details.facts if fact.name not in _NOT_BEFORE_START), safe_text)
    covered = text.label(tr("Secrets are covered."), "caption") if server.covered else None
    parts = (_command_card(server), covered, facts_grid(known) if known else None, *_cautions(details))
    return [part for part in parts if part is not None]


def _command(server: ServerView) -> list[QWidget]:
    file = tr("your administrator's file") if server.managed else "servers.json"
    title = _COVERED_TITLE if server.covered else _COMMAND_TITLE
    is_local = server.kind == "stdio"
    return [section(tr(title, file=file) if is_local else tr("Where it is"), _command_card(server))]


def _command_card(server: ServerView) -> CommandCard:
    card = CommandCard(server.command)
    if server.kind != "stdio" and (host := host_of(server)):
        card.body.insertWidget(0, text.label(fold(escape(host), COLUMNS), "strong", selectable=True))
    return card


def _environment(details: ServerDetails) -> list[QWidget]:
    remote = details.server.kind == "http"
    environment = start_environment(details.review, remote=remote)
    if not environment:
        return []
    title = tr("What goes with each request") if remote else tr("Where it is started, and which variables it is given")
    return [section(title, facts_grid(environment))]


class CommandCard(Card):
    """A whole command, one argument a line. Of very many arguments the first are shown, and the rest on demand."""

    def __init__(self, command: tuple[str, ...]) -> None:
        super().__init__()
        self.body.setSpacing(SPACE)
        arguments = GrowingList[str, QWidget](ARGUMENTS, SPACE, parent=self)
        self.more = arguments.more
        arguments.show_entries(command, _argument)
        self.body.addWidget(arguments)
        if not command:
            self.body.addWidget(text.label(tr("Nothing."), "muted"))
        else:  # one tab stop for a screen reader, with the command as it is without folds
            text.named(arguments.rows[0], " ".join(escape(word) for word in command[:ARGUMENTS])[:_MAX_REASON])
            text.let_tab_reach(arguments.rows[0])


def _argument(argument: str) -> QWidget:
    if not argument:
        return text.label(tr("(an empty argument)"), "muted", selectable=True)
    shown = escape(argument)
    return FoldedLabel(partial(fold if " " in shown else break_long_words, shown), COLUMNS, "mono", selectable=True)


def _claims(claims: tuple[Said, ...], lines_at_first: int) -> list[QWidget]:
    if not claims:
        return []
    card = Card("claim")
    short = [claim for claim in claims if len(claim.value) <= _MAX_CLAIM]
    card.body.addLayout(fill(boxes.row(GROUP), grow(facts_grid(_facts(short, escape))), top(Badge(tr("unverified")))))
    for claim in claims:
        if claim not in short:
            name, content = translated(claim.name), Untrusted(claim.value)
            value = prose(content, name, selectable=True, max_length=_MAX_CLAIM, lines_at_first=lines_at_first)
            fill(card.body, text.label(name, "muted"), value)
    return [section(tr("What the server says about itself"), card)]


def _error_output(stderr: str) -> list[QWidget]:
    if not stderr:
        return []
    block = TextBlock()
    block.show_text(Untrusted(stderr), tr("Error output of the server"))
    block.show_end()  # the last lines are the most important
    return [section(tr("What it wrote to its error output"), block)]


ExplainTool: TypeAlias = Callable[[str], object]  # shows what the rules say of calls of the tool with this exact name
STEP: Final = 20
_MAX_LABEL: Final = 2_000  # characters of the server's text in a label: enough for honest names and most descriptions
_MAX_SPOKEN_NAME: Final = 200
_INDENT: Final = (theme.PAGE + GROUP, 0, 0, GROUP)  # margins of what stands below a tool's line
_TONES: Final[dict[Severity, BadgeTone]] = {Severity.HIGH: "red", Severity.MEDIUM: "amber"}


_APPROVALS: Final[dict[Approval, tuple[str, BadgeTone]]] = {
    "new": (mark("new"), "amber"),
    "changed": (mark("changed"), "amber"),
    "left": (mark("not approved"), "neutral"),
}


def _withheld_notice(tools: tuple[str, ...], explanation: str) -> Notice:
    names = some_names([f"“{break_names(one_line(name, _MAX_NAME))}”" for name in tools], _MAX_NAMES)
    return Notice("amber", tr("Withheld: {names}", names=names), explanation)


def starts_ticked(reviewed: ToolView | ReviewView) -> bool:
    """Whether a tool, or the instructions, are ticked at first: not if left out before or with a high finding."""
    return reviewed.approval != "left" and all(finding.severity is not Severity.HIGH for finding in reviewed.findings)


def finding_notices(findings: Iterable[Finding], parent: QWidget | None = None) -> Iterator[QWidget]:
    """A notice for each finding; a line for one that warns of nothing."""
    for finding in findings:
        sentence = safe_sentence(finding.text)
        if finding.severity is Severity.INFO:
            yield text.label(sentence, "muted", wrap=True, parent=parent)
            continue
        yield Notice(_TONES[finding.severity], finding_words.finding_name(finding), sentence, parent=parent)


class ToolRow(QWidget):
    """One tool: a line with its name and verb class, its findings and changes below, and on demand its definition.

    Attributes:
        details: the part that unfolds; None until it is first shown.
        tick: whether to approve it; None if that is not asked.
    """

    def __init__(
        self,
        tool: ToolView,
        on_tick: Callable[[], object] | None = None,
        explain: ExplainTool | None = None,
        *,
        tells_new: bool = True,
    ) -> None:
        """``on_tick``: called when the tick changed; None if the person cannot approve tools now.

        ``tells_new``: whether a new tool says so; not needed where all are new.
        """
        super().__init__()
        self.tool = tool
        self._explain = explain
        self.tick: QCheckBox | None = None
        self._name = one_line(tool.name, _MAX_SPOKEN_NAME)
        self.details: ToolDetails | None = None
        self.fold = text.button("", "fold", parent=self, on_click=self._fold_or_unfold)
        self.fold.setFixedWidth(theme.PAGE)
        word, tone = verb_style(tool.verb)
        row = fill(boxes.row(GROUP), self.fold)
        if on_tick is not None:
            self.tick = text.check("", checked=starts_ticked(tool), parent=self)
            self.tick.toggled.connect(on_tick)
            text.named(self.tick, tr("Approve {name}", name=self._name))
            row.addWidget(self.tick)
        row.addWidget(ElidedLabel(Untrusted(tool.name), role="mono", parent=self), 1)
        if tool.approval in _APPROVALS and (tells_new or tool.approval != "new"):
            approval_word, look = _APPROVALS[tool.approval]
            row.addWidget(Badge(tr(approval_word), look, parent=self))
        row.addWidget(Badge(word, tone, parent=self))
        self._column = fill(boxes.column(SPACE, self), row)
        if must_see := self._must_see():
            self._column.addLayout(fill(boxes.column(GROUP, margins=_INDENT), *must_see))
        text.named(self, tr("Tool {name}: {does}", name=self._name, does=word))
        self.set_open(is_open=tool.approval == "changed" and not tool.before)  # what changed can be nowhere else

    def _must_see(self) -> list[QWidget]:
        parts: list[QWidget] = [*finding_notices(self.tool.findings, self)]
        if self.tool.approval == "changed":
            parts.append(_definition_changes(self.tool, self._name))
        return parts

    def set_open(self, *, is_open: bool) -> None:
        """Unfold the row, or fold it."""
        if is_open and self.details is None:
            self.details = ToolDetails(self.tool, self._name, self._explain, self)
            self._column.addWidget(self.details)
        if self.details is not None:
            self.details.setVisible(is_open)
        self.fold.setIcon(icons.icon("caret-down" if is_open else "caret-right", "muted"))
        less, more = tr("Less on: {title}", title=self._name), tr("More on: {title}", title=self._name)
        text.named(self.fold, less if is_open else more)

    def _fold_or_unfold(self) -> None:
        self.set_open(is_open=self.details is None or self.details.isHidden())


class ToolDetails(OnDemand):
    """What the server says of a tool.

    Attributes:
        rules: asks what the rules say of its calls; hidden without ``explain``.
    """

    def __init__(self, tool: ToolView, name: str, explain: ExplainTool | None, parent: QWidget | None = None) -> None:
        """``name``: of the tool, ready to be shown. ``explain``: as of ``ServerWords``."""
        super().__init__(parent)
        self._tool, self._name = tool, name
        self._raw_definition: TextBlock | None = None
        column = boxes.column(GROUP, self, _INDENT)
        self._claim = claim_card(self)
        text.named(self._claim, tr("The server's words on its tool {name}", name=name))
        title, description = title_and_description(tool)
        said: list[tuple[Untrusted, str, text.LabelRole]] = [
            (title, tr("Title of the tool"), "strong"),
            (description, tr("Description of the tool"), "body"),
        ]
        if len(tool.name) > _MAX_SPOKEN_NAME:
            said.insert(0, (Untrusted(tool.name), tr("Name of the tool"), "mono"))
        for content, spoken_name, role in said:
            if content.raw():
                self._claim.body.addWidget(prose(content, spoken_name, role, selectable=True, max_length=_MAX_LABEL))
        lines = TextBlock(self._claim)
        lines.show_text(definition_words(tool.definition), tr("Inputs of {name}", name=name))
        self._claim.body.addWidget(lines)
        column.addWidget(self._claim)
        self.definition_button = text.button(tr("Show definition"), parent=self, on_click=self._toggle_definition)
        self.rules = text.button(tr("What the rules say…"), parent=self)
        text.named(self.rules, tr("What the rules say of calls of {name}", name=name))
        column.addLayout(boxes.flow(self.definition_button, self.rules))
        self.rules.setVisible(explain is not None)
        if explain is not None:
            self.rules.clicked.connect(lambda: explain(tool.name))

    def _toggle_definition(self) -> None:
        if self._raw_definition is None:
            self._raw_definition = TextBlock(self._claim)
            raw = Untrusted(self._tool.definition.decode("utf-8", "replace"))
            self._raw_definition.show_text(raw, tr("Definition of {name}", name=self._name))
            self._raw_definition.hide()
            self._claim.body.addWidget(self._raw_definition)
        shows = self._raw_definition.isHidden()
        self._raw_definition.setVisible(shows)
        text.set_button_text(self.definition_button, tr("Hide definition") if shows else tr("Show definition"))


def _definition_changes(tool: ToolView, name: str) -> QWidget:
    """The changes of a definition: in its lines, or in its JSON if no line changed."""
    old = definition_words(tool.before, omitted=()).raw().encode()
    new = definition_words(tool.definition, omitted=()).raw().encode()
    if tool.before and old != new:
        return changes_block(old, new, name)
    return changes_block(tool.before, tool.definition, name)


def changes_block(before: bytes, after: bytes, name: str) -> QWidget:
    """The changes of a server's text, word by word. ``name``: of the text, ready to be shown."""
    if not before:
        return text.label(tr("It changed. What it was before is not kept; read all of it."), "muted", wrap=True)
    old, new = before.decode("utf-8", "replace"), after.decode("utf-8", "replace")
    diff = text_diff(indent_json(old) or old, indent_json(new) or new)
    block = TextBlock()
    block.show_lines(DiffLines(diff), change_size_words(diff), tr("What changed in {name}", name=name))
    return block


def claim_card(parent: QWidget | None = None) -> Card:
    """A dashed frame for what a server says."""
    card = Card("claim", parent)
    caption = text.label(tr("The server says"), "caption", parent=card)
    card.body.addLayout(fill(boxes.row(GROUP), grow(caption), Badge(tr("unverified"), parent=card)))
    return card


class ToolList(GrowingList[ToolView, ToolRow]):
    """The rows of the tools, some at a time."""

    def __init__(
        self, tools: tuple[ToolView, ...], on_tick: Callable[[], object] | None, explain: ExplainTool | None
    ) -> None:
        """``on_tick``, ``explain``: as of ``ToolRow``."""
        caveat = tr("What each tool does is judged by its name, and a name may lie.")
        super().__init__(STEP, SPACE, text.label(caveat, "caption", wrap=True))
        tells_new = any(tool.approval != "new" for tool in tools)
        rows = partial(ToolRow, on_tick=on_tick, explain=explain, tells_new=tells_new)
        self.show_entries(sorted(tools, key=_urgency), rows)
        if on_tick is not None:
            self.grown.connect(on_tick)

    def digests(self, *, ticked: bool) -> tuple[str, ...]:
        """The digests of the shown definitions that are ticked, or of those that are not."""
        return tuple(
            sha256_hex(row.tool.definition)
            for row in self.rows
            if row.tick is not None and row.tick.isChecked() == ticked
        )


def _urgency(tool: ToolView) -> tuple[bool, int, int]:
    """Sort key: tools that wait first, among them the gravest findings, then what may do most harm."""
    is_settled = tool.approval not in ("new", "changed")
    gravest = min((finding.severity.rank for finding in tool.findings), default=len(Severity))
    return is_settled, gravest, MOST_HARM_FIRST.index(tool.verb)
