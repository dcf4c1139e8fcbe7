"""Trying a call that nobody proposed: what the rules would say of it.

Owns: the fields of such a call and the answer below them.

Invariants: nothing is sent to a server; an answer that comes late for other fields is not shown; what was typed stays,
whatever the host says of it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget

from host.control import codec
from host.control.protocol import ExplainCall, ReadServer
from host.control.views import CallDetails, Explanation, HostState, ServerDetails
from host.errors import ProtocolError
from ui import text
from ui.label_text import safe_sentence
from ui.link import Link
from ui.rules.explanation import ExplanationView
from ui.rules.fields import name_combo, name_in, set_choices, set_name
from ui.rules.json_edit import JsonEdit
from ui.theme import GROUP, ROW, SECTION, SPACE
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.progress import Busy

_NO_RULE: Final = ("", "")
_LINES: Final = 5
"""Lines of the arguments that are visible."""
_LONGEST: Final = 1_000
"""Characters of a name."""
MOST_BYTES: Final = 16_000
"""Of a call that fills the fields."""
MOST_TOOLS: Final = 500
"""Tools that a list offers; others can be typed."""


def no_rule() -> tuple[str, str]:
    """No rule: the rules count as they are in force."""
    return _NO_RULE


class TryCall(QWidget):
    """The fields of a call, and what the rules say of it.

    Attributes:
        server, tool, app, arguments: the fields.
        go: asks the host.
        answer: what came back.
    """

    def __init__(self, link: Link, *, rule: Callable[[], tuple[str, str]] = no_rule) -> None:
        """Create it.

        Args:
            link: the connection to the host.
            rule: text of a rule to judge by as if it were saved, and the id of the rule that it replaces; empty for
                none.
        """
        super().__init__()
        self._link, self._rule = link, rule
        self._known: tuple[str, ...] = ()
        self._listed = ""
        self._asked: ExplainCall | None = None
        self.server, self.tool = name_combo(tr("Server")), name_combo(tr("Tool"))
        self.app = QLineEdit()
        self.app.setMaxLength(_LONGEST)
        self.app.setPlaceholderText(tr("unknown"))
        text.named(self.app, tr("App"), tr("Left empty: an app that proved nothing."))
        self.arguments = JsonEdit(tr("Arguments of the call, as a JSON object"))
        self.arguments.show_json("{}")
        self.arguments.setFixedHeight(self.arguments.fontMetrics().lineSpacing() * _LINES + ROW // 2)
        self.go = text.button(tr("Explain"))
        self.busy = Busy(tr("Asking the rules…"))
        self.problem = Notice("red", tr("The call could not be judged"))
        self.problem.hide()
        self.answer = ExplanationView()
        self._lay_out()
        self.go.clicked.connect(self.explain)
        self.app.returnPressed.connect(self.explain)
        self.server.currentTextChanged.connect(self._on_server)
        self.arguments.refused.connect(self._show_problem)

    def set_state(self, state: HostState) -> None:
        """Offer the servers that are configured."""
        known = tuple(server.id for server in state.servers)
        if known != self._known:
            self._known = known
            set_choices(self.server, known)

    def show_call(self, server: str, tool: str, app: str, arguments: str) -> None:
        """Fill the fields."""
        set_name(self.server, server)
        set_name(self.tool, tool)
        self.app.setText(app)
        self.arguments.show_json(arguments)

    def show_past(self, details: CallDetails) -> None:
        """Fill the fields from a call of the log, unless its inputs were erased or are too long to be read here."""
        if details.params is None or len(details.params) > MOST_BYTES:
            return
        with suppress(ProtocolError):
            _, arguments = codec.call_of(details.params)
            row = details.row
            app = row.app if row.authenticated else ""
            self.show_call(row.server, row.tool, app, arguments.decode("utf-8", "surrogatepass"))

    def explain(self) -> None:
        """Ask the host what the rules say of the call in the fields."""
        rule, replaces = self._rule()
        app = self.app.text().strip() or "unknown"
        request = ExplainCall(app, name_in(self.server), name_in(self.tool), self.arguments.json, rule, replaces)
        if not request.server or not request.tool:
            self._show_problem(tr("Name a server and a tool first."))
            return
        self._asked = request
        self.problem.hide()
        self.busy.begin()
        self._link.send(request, partial(self._show, request), partial(self._on_failed, request))

    def forget(self) -> None:
        """Clear the answer: the rules are others now."""
        self._asked = None
        self.busy.finish()
        self.answer.clear()
        self.problem.hide()

    def _show(self, asked: ExplainCall, explanation: Explanation) -> None:
        if asked is self._asked:
            self.busy.finish()
            self.answer.show_explanation(explanation)

    def _on_failed(self, asked: ExplainCall, why: str) -> None:
        if asked is self._asked:
            self._show_problem(why)

    def _show_problem(self, why: str) -> None:
        self.busy.finish()
        self.answer.clear()
        self.problem.set_text(tr("The call could not be judged"), safe_sentence(why))
        self.problem.show()

    def _on_server(self, _: str) -> None:
        """Offer the tools of the chosen server, as it last listed them."""
        server = name_in(self.server)
        if server in self._known and server != self._listed:
            self._listed = server
            self._link.send(ReadServer(server), self._offer_tools)

    def _offer_tools(self, details: ServerDetails) -> None:
        if details.server.id == self._listed:
            set_choices(self.tool, tuple(tool.name for tool in details.tools[:MOST_TOOLS]))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(GROUP)
        grid.setVerticalSpacing(SPACE)
        for place, (name, field) in enumerate(((tr("Server"), self.server), (tr("Tool"), self.tool))):
            grid.addWidget(text.label(name, "caption"), 0, place)
            grid.addWidget(field, 1, place)
            grid.setColumnStretch(place, 1)
        grid.addWidget(text.label(tr("App (empty: one that proved nothing)"), "caption"), 2, 0, 1, 2)
        grid.addWidget(self.app, 3, 0, 1, 2)
        grid.addWidget(text.label(tr("Arguments"), "caption"), 4, 0, 1, 2)
        grid.addWidget(self.arguments, 5, 0, 1, 2)
        row = QHBoxLayout()
        row.addWidget(self.go)
        row.addStretch(1)
        column = boxes.column(SECTION, self)
        column.addLayout(grid)
        column.addLayout(row)
        for part in (self.busy, self.problem, self.answer):
            column.addWidget(part)
        column.addStretch(1)
