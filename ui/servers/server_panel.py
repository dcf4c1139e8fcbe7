"""One server in the side panel: who vouches for it, what is started, its tools.

Owns: the side panel of the page of servers.

Invariants: the command is shown whole, one argument a line, escaped; what the server says of its tools stands in dashed
frames as its own words, and each definition can be read raw, to its last character; a thousand tools make no more cards
at once than ``STEP``; testing calls no tool; vouching names the very digest that is shown, says what it changes and
takes an armed button; what an administrator vouched for, or configured, cannot be changed here; the card shows what the
host said, never what was pressed; a question about vouching survives news of the server.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import Done, TestServer, VouchServer
from host.control.views import ServerDetails, ServerTest, ServerView, ToolView
from host.text import Untrusted, escape, fold, one_line
from ui import text
from ui.armed import ArmedButton
from ui.icons import icon
from ui.inputs.text_block import TextBlock
from ui.label_text import safe_sentence, wrappable
from ui.link import Link
from ui.servers import words
from ui.servers.words import ToolTexts, kind_words, session_count, state_style, test_result, tool_texts, trust_style
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import sentence, tr, tr_n, translated
from ui.widgets.cards import Card, Notice
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge
from ui.widgets.page_parts import section, show_time_left
from ui.widgets.panel import SidePanel
from ui.widgets.progress import Busy
from ui.widgets.scroll import FadeScroll

COLUMNS: Final = 44
"""Characters of a line of the command: what fits beside the list at the least size of the window."""
_LONGEST: Final = 2_000
"""Characters of a reason."""
STEP: Final = 20
_MOST: Final = 2_000
"""Characters of the server's that one label bears; a name of any honest length, and most descriptions."""
_SPOKEN: Final = 200


class ServerPanel(SidePanel):
    """What is known of one server.

    Attributes:
        server_id: id of the server.
        test: the button that tests it.
        result: what the last test found.
        trust: who vouches for it.

    Signals:
        rules_wanted(str: server, str: tool): the person asks what the rules say of such a call.
    """

    rules_wanted = Signal(str, str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._link = link
        self.server_id = ""
        self._shown: ServerDetails | None = None
        self.test = text.button(tr("Test"))
        text.tooltip(self.test, tr("Starts the server, greets it, lists its tools and ends it. No tool is called."))
        self.test.clicked.connect(self._on_test)
        self.busy = Busy(tr("Starting the server and listing its tools…"))
        self.result = Notice("neutral", "", "")
        self.result.hide()
        self.trust = TrustCard(link, self)
        self._badges = QHBoxLayout()
        self._badges.setSpacing(GROUP)
        self._scroll = FadeScroll(ground="surface")
        head = QHBoxLayout()
        head.addLayout(self._badges, 1)
        head.addWidget(self.test)
        for part in (self.busy, self.result, self._scroll):
            self.body.addWidget(part)
        self.body.insertLayout(0, head)
        self.body.setStretchFactor(self._scroll, 1)

    def show_server(self, server: ServerView) -> None:
        """Show what the list knows, until the host says more."""
        if server.id != self.server_id:
            self.server_id = server.id
            self._shown = None
            self.result.hide()
            self.busy.finish()
            self.test.setEnabled(True)
        self.set_title(Untrusted(server.id))
        self._draw_badges(server)
        if self._shown is None:
            self._fill(ServerDetails(server, (), False, ""))
        elif self._shown.server != server:
            self.show_details(ServerDetails(server, self._shown.tools, self._shown.listed, self._shown.stderr))

    def show_details(self, details: ServerDetails) -> None:
        """Show all details, unless they are shown already."""
        if details.server.id == self.server_id and details != self._shown:
            self._shown = details
            self._fill(details)

    def show_failure(self, why: str) -> None:
        """Say why the details could not be read."""
        self._show_result("amber", tr("The details could not be read"), why)

    def _draw_badges(self, server: ServerView) -> None:
        while (item := self._badges.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        state = state_style(server)
        self._badges.addWidget(Badge(state.word, state.tone, state.icon))
        trust = trust_style(server)
        self._badges.addWidget(Badge(trust.whole, "neutral", trust.icon))
        self._badges.addStretch(1)

    def _fill(self, details: ServerDetails) -> None:
        self.trust.setParent(self)  # it outlives what stood around it
        inside = QWidget()
        inside.setProperty("ground", "clear")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, GROUP, 0)
        column.setSpacing(SECTION)
        for part in self._parts(details):
            column.addWidget(part)
        column.addStretch(1)
        self._scroll.setWidget(inside)
        self._scroll.start_over()

    def _parts(self, details: ServerDetails) -> list[QWidget]:
        server = details.server
        parts: list[QWidget] = []
        state = state_style(server)
        if why := server.problem or server.why:
            parts.append(
                Notice(
                    "red" if state.tone == "red" else "amber",
                    state.meaning.rstrip("."),
                    wrappable(sentence(_short_reason(translated(why)))),
                )
            )
        self.trust.show_server(server)
        parts += [
            _facts(server),
            section(tr("Trust"), self.trust),
            section(_command_title(server), _command(server)),
            section(tr("Tools"), self._tools(details)),
        ]
        if details.stderr:
            said = TextBlock()
            said.show_text(Untrusted(details.stderr), tr("Error output of the server"))
            parts.append(section(tr("What it wrote to its error output"), said))
        return parts

    def _tools(self, details: ServerDetails) -> QWidget:
        if details.tools:
            tools = ToolList(details.tools)
            tools.rules_wanted.connect(self._on_rules)
            return tools
        words = (
            tr("It lists no tools.")
            if details.listed
            else tr("Its tools are not known before it was started. Test it to see.")
        )
        return text.label(words, "muted", wrap=True)

    def _on_rules(self, tool: str) -> None:
        self.rules_wanted.emit(self.server_id, tool)

    def _on_test(self) -> None:
        self.test.setEnabled(False)
        self.result.hide()
        self.busy.begin()
        tested = self.server_id
        self._link.send(TestServer(tested), partial(self._on_tested, tested), partial(self._on_not_tested, tested))

    def _on_tested(self, server_id: str, test: ServerTest) -> None:
        if server_id == self.server_id:
            tone, title, words = test_result(test)
            self._show_result(tone, title, words)

    def _on_not_tested(self, server_id: str, why: str) -> None:
        if server_id == self.server_id:
            self._show_result("red", tr("It could not be tested"), why)

    def _show_result(self, tone: str, title: str, words: str) -> None:
        self.busy.finish()
        self.test.setEnabled(True)
        self.result.set_tone("red" if tone == "red" else "amber" if tone == "amber" else "neutral")
        self.result.set_text(title, wrappable(sentence(escape(words, newlines=True))))
        self.result.show()


def _short_reason(why: str) -> str:
    """Why something failed; an endless reason is cut with a mark."""
    return escape(why, newlines=True) if len(why) <= _LONGEST else one_line(why, _LONGEST)


def _facts(server: ServerView) -> QWidget:
    whole = QWidget()
    grid = QGridLayout(whole)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(SECTION)
    grid.setVerticalSpacing(SPACE)
    grid.setColumnStretch(1, 1)
    facts = [(tr("Kind"), kind_words(server)), (tr("In use"), session_count(server))]
    for row, (name, value) in enumerate(facts):
        grid.addWidget(text.label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(text.label(value, wrap=True), row, 1)
    return whole


def _command_title(server: ServerView) -> str:
    file = tr("your administrator's file") if server.managed else "servers.json"
    return tr("What is started, as it stands in {file}", file=file) if server.kind == "stdio" else tr("Where it is")


def _command(server: ServerView) -> QWidget:
    card = Card()
    card.body.setSpacing(SPACE)
    for argument in server.command:
        shown = fold(escape(argument), COLUMNS) if argument else tr("(an empty argument)")
        card.body.addWidget(text.label(shown, "mono" if argument else "muted", selectable=True))
    if not server.command:
        card.body.addWidget(text.label(tr("Nothing."), "muted"))
    return card


class ToolCard(Card):
    """One tool.

    Attributes:
        definition_button: shows and hides the raw definition.
        rules: asks what the rules say of its calls.

    Signals:
        rules_wanted(str: exact name of the tool): the person asks what the rules say of its calls.
    """

    rules_wanted = Signal(str)

    def __init__(self, tool: ToolTexts, parent: QWidget | None = None) -> None:
        super().__init__("claim", parent)
        self._tool = tool
        self._block: TextBlock | None = None
        head = QHBoxLayout()
        head.setSpacing(GROUP)
        head.addWidget(_server_text(tool.name, tr("Name of the tool"), "mono"), 1)
        head.addWidget(Badge(tr("unverified")))
        self.body.addLayout(head)
        if tool.title.raw():
            self.body.addWidget(_server_text(tool.title, tr("Title of the tool"), "strong"))
        if tool.description.raw():
            self.body.addWidget(_server_text(tool.description, tr("Description of the tool"), "body"))
        self.definition_button, self.rules = text.button(tr("Show definition")), text.button(tr("What the rules say…"))
        self.definition_button.clicked.connect(self._toggle_definition)
        row = FlowLayout()
        row.addWidget(self.definition_button)
        row.addWidget(self.rules)
        self.body.addLayout(row)
        self._name = one_line(tool.name.raw(), _SPOKEN)
        text.named(self, tr("The server's words on its tool {name}", name=self._name))
        text.named(self.rules, tr("What the rules say of calls of {name}", name=self._name))
        self.rules.clicked.connect(self._on_rules)

    def _on_rules(self) -> None:
        self.rules_wanted.emit(self._tool.name.raw())

    def _toggle_definition(self) -> None:
        if self._block is None:
            self._block = TextBlock()
            self._block.show_text(self._tool.raw, tr("Definition of {name}", name=self._name))
            self.body.addWidget(self._block)
            self._block.show()
            shows = True
        else:
            shows = self._block.isHidden()
            self._block.setVisible(shows)
        text.set_button_text(self.definition_button, tr("Hide definition") if shows else tr("Show definition"))


def _server_text(said: Untrusted, name: str, role: text.LabelRole) -> QWidget:
    """The server's own words: a label, or a block where they are too long for a label."""
    if len(said.raw()) > _MOST:
        block = TextBlock()
        block.show_text(said, name)
        return block
    words = f"“{said}”" if role == "strong" else escape(said.raw(), newlines=role == "body")
    return text.label(wrappable(words), role, wrap=True, selectable=role != "strong")


class ToolList(QWidget):
    """The cards of the tools, some at a time.

    Attributes:
        cards: those made so far.
        more: makes the next ones.

    Signals:
        rules_wanted(str: exact name of the tool): of a card.
    """

    rules_wanted = Signal(str)

    def __init__(self, tools: tuple[ToolView, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools = tools
        self.cards: list[ToolCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GROUP)
        count = len(tools)
        said = tr_n(
            "{n} tool. What stands here the server says of itself.",
            "{n} tools. What stands here the server says of itself.",
            count,
        )
        self._column.addWidget(text.label(said, "muted", wrap=True))
        self.more = text.button("")
        self.more.clicked.connect(self.show_more)
        self._column.addWidget(self.more)
        self.show_more()

    def show_more(self) -> None:
        """Make the next cards."""
        for view in self._tools[len(self.cards) : len(self.cards) + STEP]:
            card = ToolCard(tool_texts(view))
            card.rules_wanted.connect(self.rules_wanted)
            self._column.insertWidget(self._column.count() - 1, card)
            self.cards.append(card)
        left = len(self._tools) - len(self.cards)
        show_time_left(self.more, left, STEP)


class TrustCard(Card):
    """The card that says who vouches for the configuration of a server.

    Attributes:
        vouch, take_back: its buttons.
        copy: copies the digest of the configuration.
        question: what vouching means.
        yes, no: the answers to it; ``yes`` is armed.
        failed: why nothing was changed.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._link = link
        self._server: ServerView | None = None
        self._server_text = text.label("", wrap=True, selectable=True)
        self._more = text.label("", "muted", wrap=True)
        self._digest = text.label("", "mono", selectable=True)
        self.copy = text.tool_button(icon("copy"), tr("Copy the digest of this configuration"))
        self.vouch = text.button(tr("Vouch for this configuration…"))
        self.take_back = text.button(tr("Take back"))
        self._ends = text.label(tr(words.TAKEN_BACK), "caption", wrap=True)
        text.named(self.take_back, tr("Take back"), tr(words.TAKEN_BACK))
        self.question = Notice("amber", tr(words.VOUCH_TITLE), tr(words.VOUCH_MEANING))
        self.no, self.yes = text.button(tr("Cancel")), ArmedButton(tr("Vouch for it"), "danger")
        self.failed = Notice("red", tr("Nothing was changed"))
        self._asking, self._digest_row = QWidget(), QWidget()
        self._lay_out()
        self._connect()

    def show_server(self, server: ServerView) -> None:
        """Show who vouches. A question about the same configuration stays as it is."""
        before, self._server = self._server, server
        if before is None or _question_subject(before) != _question_subject(server):
            self._close_question()
            self.failed.hide()
        text.set_text(self._server_text, words.trust_sentence(server))
        more = words.managed_sentence(server)
        text.set_text(self._more, more)
        self._more.setVisible(bool(more))
        text.set_text(self._digest, words.short_digest(server))
        text.tooltip(
            self._digest, tr("SHA-256 of the whole configuration: {config_digest}", config_digest=server.config_digest)
        )
        self._server_text.show()
        for part in (self._digest, self._digest_row):
            part.setVisible(bool(server.config_digest))
        self._draw_buttons()

    def _draw_buttons(self) -> None:
        server = self._server
        asking = not self._asking.isHidden()
        offered = server is not None and bool(server.config_digest) and not asking
        self.vouch.setVisible(offered and server is not None and server.trust == "none")
        yours = offered and server is not None and server.trust == "user"
        self.take_back.setVisible(yours)
        self._ends.setVisible(yours)

    def _ask(self) -> None:
        self.failed.hide()
        self._asking.show()
        self.yes.restart()
        self._draw_buttons()
        self.no.setFocus()

    def _close_question(self) -> None:
        self._asking.hide()
        self._draw_buttons()

    def _on_vouch(self) -> None:
        self._send(vouch=True)

    def _on_take_back(self) -> None:
        self._send(vouch=False)

    def _send(self, *, vouch: bool) -> None:
        if (server := self._server) is None:
            return
        self.failed.hide()
        request = VouchServer(server.id, server.config_digest, vouch)
        self._link.send(request, partial(self._on_done, request), partial(self._on_failed, request))

    def _on_done(self, request: VouchServer, _: Done) -> None:
        if self._is_about(request):
            self._close_question()

    def _on_failed(self, request: VouchServer, why: str) -> None:
        if self._is_about(request):
            self.failed.set_text(tr("Nothing was changed"), safe_sentence(why))
            self.failed.show()
            self.yes.restart()

    def _is_about(self, request: VouchServer) -> bool:
        server = self._server
        return server is not None and (server.id, server.config_digest) == (request.server_id, request.config)

    def _on_copy(self) -> None:
        if self._server is not None:
            QGuiApplication.clipboard().setText(self._server.config_digest)

    def _connect(self) -> None:
        self.vouch.clicked.connect(self._ask)
        self.take_back.clicked.connect(self._on_take_back)
        self.no.clicked.connect(self._close_question)
        self.yes.pressed.connect(self._on_vouch)
        self.copy.clicked.connect(self._on_copy)

    def _lay_out(self) -> None:
        row = _row(self._digest_row)
        row.addWidget(text.label(tr("Configuration"), "muted"))
        row.addWidget(self._digest)
        row.addWidget(self.copy)
        row.addStretch(1)
        asking = QVBoxLayout(self._asking)
        asking.setContentsMargins(0, 0, 0, 0)
        asking.setSpacing(GROUP)
        asking.addWidget(self.question)
        answers = QHBoxLayout()
        answers.setSpacing(GROUP)
        answers.addWidget(self.no)
        answers.addStretch(1)
        answers.addWidget(self.yes)
        asking.addLayout(answers)
        for part in (self._server_text, self._more, self._digest_row, self.failed, self._asking):
            self.body.addWidget(part)
        self.body.addWidget(self._ends)
        for button in (self.vouch, self.take_back):
            self.body.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        for hidden in (
            self._ends,
            self._server_text,
            self._digest,
            self._more,
            self.failed,
            self._asking,
            self.vouch,
            self.take_back,
        ):
            hidden.hide()


def _question_subject(server: ServerView) -> tuple[str, str, str]:
    """What the question about vouching is about; another subject closes it."""
    return server.id, server.config_digest, server.trust


def _row(whole: QWidget) -> QHBoxLayout:
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GROUP + SPACE)
    return row
