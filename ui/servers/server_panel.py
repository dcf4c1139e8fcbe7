"""One server, closer.

Owns: the side panel of the servers page. What stays true: the command stands there whole, one argument a line, escaped
(SECURITY, rows 8 and 34); what the server says stands in dashed frames as its own words; each definition can be read
raw, to its last character (row 14); testing calls no tool; a question about vouching outlives news of the server.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import TestServer
from host.control.views import ServerDetails, ServerTest, ServerView
from host.text import Untrusted, escape, fold, one_line
from ui import text
from ui.alerts import sentence
from ui.inputs.text_block import TextBlock
from ui.lines import wrappable
from ui.link import Link
from ui.servers.tools import ToolList
from ui.servers.trust import TrustCard
from ui.servers.words import kind_words, session_count, state_style, test_result, trust_style
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import tr, translated
from ui.widgets.badge import Badge
from ui.widgets.card import Card
from ui.widgets.notice import Notice
from ui.widgets.panel import SidePanel
from ui.widgets.progress import Busy
from ui.widgets.scroll import FadeScroll
from ui.widgets.section import section

COLUMNS: Final = 44
"""Characters of a line of the command: what fits beside the list at the least size of the window."""
_LONGEST: Final = 2_000
"""Characters of a reason."""


class ServerPanel(SidePanel):
    """What is known of one server.

    Attributes:
        server_id: whose. test: the button. result: what the last test found. trust: who vouches for it.
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
        """What the list knows, until the host says more."""
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
        """Everything, unless it is there already."""
        if details.server.id == self.server_id and details != self._shown:
            self._shown = details
            self._fill(details)

    def show_failure(self, why: str) -> None:
        """The host could not say more."""
        self._say("amber", tr("The details could not be read"), why)

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
                    wrappable(sentence(_brief(translated(why)))),
                )
            )
        self.trust.show_server(server)
        parts += [
            _facts(server),
            section(tr("Trust"), self.trust),
            section(_what(server), _command(server)),
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
            self._say(tone, title, words)

    def _on_not_tested(self, server_id: str, why: str) -> None:
        if server_id == self.server_id:
            self._say("red", tr("It could not be tested"), why)

    def _say(self, tone: str, title: str, words: str) -> None:
        self.busy.finish()
        self.test.setEnabled(True)
        self.result.set_tone("red" if tone == "red" else "amber" if tone == "amber" else "neutral")
        self.result.set_text(title, wrappable(sentence(escape(words, newlines=True))))
        self.result.show()


def _brief(why: str) -> str:
    """Why something failed; the end of an endless reason is counted, not shown."""
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


def _what(server: ServerView) -> str:
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
