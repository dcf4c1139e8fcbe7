"""Trying a call that nobody proposed: what the rules would say of it.

Owns: the fields of such a call, its inputs as the tool describes them or as JSON under *Advanced*, and the answer below
them.

Invariants: nothing is sent to a server; an answer that comes late for other fields is not shown; what was typed stays,
whatever the host says of it; JSON that the fields cannot show takes them out of use, and what is asked about is the
JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from host.control import codec
from host.control.protocol import ExplainCall, ReadServer
from host.control.views import CallDetails, Explanation, HostState, ServerDetails, ServerView
from host.errors import ProtocolError
from host.model import JsonValue
from ui import text
from ui.consent.editing.draft import Draft, Unreadable, indented_json, problems, read_json_object
from ui.consent.editing.form import FormView
from ui.inputs.lines import ValuePath
from ui.label_text import safe_sentence
from ui.link import LatestRequest, Link
from ui.rules.explanation import ExplanationView
from ui.rules.fields import JsonEdit, name_combo, name_in, set_choices, set_name
from ui.theme import GROUP, ROW, SECTION, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, left
from ui.widgets.cards import Notice
from ui.widgets.controls import hidden
from ui.widgets.labels import show_fold
from ui.widgets.page_parts import Busy

_LINES: Final = 5
"""Lines of the arguments that are visible."""
_LONGEST: Final = 1_000
"""Characters of a name."""
MOST_BYTES: Final = 16_000
"""Of a call that fills the fields."""
MOST_TOOLS: Final = 500
"""Tools that a list offers; others can be typed."""
NOT_LISTED: Final = mark(
    "Assent does not know the tools of this server yet: it learns them when the server is tested or called."
    " Name the inputs below."
)
OUT_OF_USE: Final = mark("The fields are out of use while the text under Advanced is no JSON object.")


class InputFields(QWidget):
    """The inputs of a call: a field each, by the tool's schema, and all of it as JSON below.

    Attributes:
        json: the text, folded under *Advanced*.
        advanced: folds it.
        fields: of the draft; None while the JSON cannot be shown as fields.
    """

    def __init__(self) -> None:
        super().__init__()
        self._schema: JsonValue = {}
        self._draft: Draft | None = None
        self._by_us = False
        self.fields: FormView | None = None
        self._unused = text.label(tr(OUT_OF_USE), "muted", wrap=True)
        self.advanced = text.button(tr("Advanced"), "fold")
        self.json = JsonEdit(tr("Arguments of the call, as a JSON object"))
        self.json.setFixedHeight(self.json.fontMetrics().lineSpacing() * _LINES + ROW // 2)
        self._rows = fill(boxes.column(GROUP, self), self._unused, left(self.advanced), self.json)
        self.advanced.clicked.connect(lambda: self._fold(is_open=self.json.isHidden()))
        self.json.textChanged.connect(self._read_json)
        self._fold(is_open=False)
        self.show_json("{}")

    def describe(self, schema: JsonValue) -> None:
        """The tool is another one, and says this of its inputs; those that it wants are there at once."""
        self._schema = schema
        self._read_json(wanted=True)

    def show_json(self, arguments: str) -> None:
        """Begin with these."""
        self.json.show_json(arguments)
        self._read_json()

    def find_problems(self) -> bool:
        """Say at each field what cannot be read there; whether there is such a one."""
        if self._draft is None or self.fields is None:
            return False
        found = [problem for problem in problems(self._draft) if not self._is_readable(problem.path)]
        self.fields.show_all(found)
        return bool(found)

    def _is_readable(self, path: ValuePath) -> bool:
        """What only breaks the schema is for the host to judge."""
        assert self._draft is not None, "there are fields"
        try:
            _ = self._draft.nearest(path).value
        except Unreadable:
            return False
        return True

    def _read_json(self, *, wanted: bool = False) -> None:
        if self._by_us:
            return
        self._drop_fields()
        with suppress(Unreadable):
            draft = Draft(read_json_object(self.json.json), self._schema)
            if draft.has_fields:
                self._show_fields(draft, wanted=wanted)
        self._unused.setVisible(self.fields is None)
        if self.fields is None:
            self._fold(is_open=True)

    def _show_fields(self, draft: Draft, *, wanted: bool) -> None:
        absent = list(draft.root.required_names) if wanted and not draft.root.children else []
        for name in absent:
            draft.root.add(name)
        self._draft, self.fields = draft, FormView(draft, self._schema, self)
        self.fields.changed.connect(self._write_json)
        self._rows.insertWidget(0, self.fields)
        self.fields.show()
        if absent:
            self._write_json()

    def _drop_fields(self) -> None:
        if self.fields is not None:
            self._rows.removeWidget(self.fields)
            self.fields.hide()
            self.fields.deleteLater()
        self._draft = self.fields = None

    def _write_json(self) -> None:
        """Say under *Advanced* what the fields say, as far as they can be read."""
        if self._draft is None:
            return
        with suppress(Unreadable):
            said = indented_json(self._draft.value)
            if said != self.json.json:
                self._by_us = True
                self.json.replace_json(said)
                self._by_us = False

    def _fold(self, *, is_open: bool) -> None:
        self.json.setVisible(is_open)
        show_fold(self.advanced, is_open=is_open)


class TryCall(QWidget):
    """The fields of a call, and what the rules say of it.

    Attributes:
        server, tool, app, inputs: the fields.
        go: asks the host.
        answer: what came back.
    """

    def __init__(self, link: Link, *, rule: Callable[[], tuple[str, str]] = lambda: ("", "")) -> None:
        """Create it.

        Args:
            link: the connection to the host.
            rule: text of a rule to judge by as if it were saved, and the id of the rule that it replaces; empty for
                none.
        """
        super().__init__()
        self._link, self._explanations, self._rule = link, LatestRequest(link), rule
        self._servers: dict[str, ServerView] = {}
        self._listed = ""
        self._unlisted_as: ServerView | None = None
        self.server, self.tool = name_combo(tr("Server")), name_combo(tr("Tool"))
        self.app = QLineEdit()
        self.app.setMaxLength(_LONGEST)
        self.app.setPlaceholderText(tr("unknown"))
        text.named(self.app, tr("App"), tr("Left empty: an app that proved nothing."))
        self._schemas: dict[str, JsonValue] = {}
        self._unlisted = hidden(text.label(tr(NOT_LISTED), "muted", wrap=True))
        self.inputs = InputFields()
        self.go = text.button(tr("Explain"))
        self.busy = Busy(tr("Asking the rules…"))
        self.problem = hidden(Notice("red", tr("The call could not be judged")))
        self.answer = ExplanationView()
        self._lay_out()
        self.go.clicked.connect(self.explain)
        self.app.returnPressed.connect(self.explain)
        self.server.currentTextChanged.connect(self._on_server)
        self.tool.currentTextChanged.connect(self._on_tool)
        self.inputs.json.refused.connect(self._show_problem)

    def set_state(self, state: HostState) -> None:
        """Offer the servers that are configured."""
        before, self._servers = self._servers, {server.id: server for server in state.servers}
        if tuple(before) != tuple(self._servers):
            set_choices(self.server, tuple(self._servers))
        unlisted = self._unlisted_as
        if unlisted is not None and self.isVisible() and self._servers.get(unlisted.id) not in (None, unlisted):
            self._read_tools(unlisted.id)

    def show_call(self, server: str, tool: str, app: str, arguments: str) -> None:
        """Fill the fields."""
        set_name(self.server, server)
        set_name(self.tool, tool)
        self.app.setText(app)
        self.inputs.show_json(arguments)

    def show_past(self, details: CallDetails) -> None:
        """Fill the fields from a call of the log, unless its inputs were erased or are too long to be read here."""
        if details.params is None or len(details.params) > MOST_BYTES:
            return
        with suppress(ProtocolError):
            _, arguments = codec.call_of(details.params)
            row = details.row
            app = row.app if row.authenticated else ""
            self.show_call(row.server, row.tool, app, arguments.decode("utf-8", "surrogatepass"))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """The server may have listed its tools meanwhile."""
        super().showEvent(event)
        if self._unlisted_as is not None:
            self._read_tools(self._unlisted_as.id)

    def explain(self) -> None:
        """Ask the host what the rules say of the call in the fields."""
        rule, replaces = self._rule()
        app = self.app.text().strip() or "unknown"
        if self.inputs.find_problems():
            return
        request = ExplainCall(app, name_in(self.server), name_in(self.tool), self.inputs.json.json, rule, replaces)
        if not request.server or not request.tool:
            self._show_problem(tr("Name a server and a tool first."))
            return
        self.problem.hide()
        self.busy.begin()
        self._explanations.send(request, self._show, self._show_problem)

    def forget(self) -> None:
        """Clear the answer: the rules are others now."""
        self._explanations.forget()
        self.busy.finish()
        self.answer.clear()
        self.problem.hide()

    def _show(self, explanation: Explanation) -> None:
        self.busy.finish()
        self.answer.show_explanation(explanation)

    def _show_problem(self, why: str) -> None:
        self.busy.finish()
        self.answer.clear()
        self.problem.tell(tr("The call could not be judged"), safe_sentence(why))

    def _on_server(self, _: str) -> None:
        """Offer the tools of the chosen server, as it last listed them."""
        server = name_in(self.server)
        self._unlisted.setVisible(self._unlisted_as is not None and self._unlisted_as.id == server)
        if server in self._servers and server != self._listed:
            self._read_tools(server)

    def _read_tools(self, server: str) -> None:
        self._listed = server
        self._link.send(ReadServer(server), self._offer_tools, lambda _: self._forget_tools())

    def _forget_tools(self) -> None:
        self._listed, self._schemas, self._unlisted_as = "", {}, None

    def _offer_tools(self, details: ServerDetails) -> None:
        if details.server.id != self._listed:
            return
        if details.server.id != name_in(self.server):
            self._forget_tools()  # another name was typed meanwhile
            return
        before, now = self._unlisted_as, None if details.listed else self._servers.get(details.server.id)
        self._unlisted_as = now
        self._unlisted.setHidden(details.listed)
        if now is None or before is None or before.id != now.id:  # what was typed for an unknown one stays
            tools = details.tools[:MOST_TOOLS]
            self._schemas = {tool.name: _schema_of(tool.definition) for tool in tools}
            set_choices(self.tool, tuple(tool.name for tool in tools))
            self._on_tool("")

    def _on_tool(self, _: str) -> None:
        schema = self._schemas.get(name_in(self.tool)) if name_in(self.server) == self._listed else None
        self.inputs.describe({} if schema is None else schema)

    def _lay_out(self) -> None:
        grid = boxes.grid(GROUP, SPACE)
        for place, (name, field) in enumerate(((tr("Server"), self.server), (tr("Tool"), self.tool))):
            grid.addWidget(text.label(name, "caption"), 0, place)
            grid.addWidget(field, 1, place)
            grid.setColumnStretch(place, 1)
        rows = (
            self._unlisted,
            text.label(tr("App (empty: one that proved nothing)"), "caption"),
            self.app,
            text.label(tr("Inputs"), "caption"),
            self.inputs,
        )
        for row, part in enumerate(rows, 2):
            grid.addWidget(part, row, 0, 1, 2)
        fill(boxes.column(SECTION, self), grid, left(self.go), self.busy, self.problem, self.answer, STRETCH)


def _schema_of(definition: bytes) -> JsonValue:
    with suppress(ProtocolError):
        return codec.object_of(definition).get("inputSchema")
    return None
