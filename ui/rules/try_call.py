"""Trying a call: its fields, its inputs as fields or as JSON under *Advanced*, and what the rules say of it.

Invariants: nothing is sent to a server. A late answer about other fields is not shown. What was typed stays, whatever
the host says. The JSON is what is asked about; if the fields cannot show it, they are out of use.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from host.control import codec
from host.control.protocol import ExplainCall, ReadServer
from host.control.views import CallDetails, HostState, ServerDetails, ServerView
from host.errors import ProtocolError
from host.model import JsonValue
from ui import text
from ui.consent.editing.draft import Draft, Unreadable, indented_json, problems, read_json_object
from ui.consent.editing.form import FormView
from ui.link import LatestRequest, Link
from ui.rules.explanation import ExplanationView
from ui.rules.fields import JsonEdit, chosen_name, name_combo, set_choices, set_name
from ui.theme import GROUP, ROW, SECTION, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, left
from ui.widgets.controls import hidden
from ui.widgets.labels import show_fold

_JSON_LINES: Final = 5  # visible lines of the JSON
_MAX_NAME: Final = 1_000  # characters of a name
MAX_BYTES: Final = 16_000  # bytes of a logged call that fills the fields, at most
MAX_TOOLS: Final = 500  # tools that a list offers; others can be typed
NOT_LISTED: Final = mark(
    "Assent does not know the tools of this server yet: it learns them when the server is tested or called."
    " Name the inputs below."
)
OUT_OF_USE: Final = mark("The fields are out of use while the text under Advanced is no JSON object.")


class InputFields(QWidget):
    """The inputs of a call: a field for each, by the tool's schema, and all of them as JSON below.

    Attributes:
        fields: None while the JSON cannot be shown as fields.
    """

    def __init__(self) -> None:
        super().__init__()
        self._schema: JsonValue = {}
        self._draft: Draft | None = None
        self._is_writing = False
        self.fields: FormView | None = None
        self._out_of_use_label = text.label(tr(OUT_OF_USE), "muted", wrap=True)
        self.json = JsonEdit(tr("Arguments of the call, as a JSON object"))
        self.json.setFixedHeight(self.json.fontMetrics().lineSpacing() * _JSON_LINES + ROW // 2)
        self.advanced = text.button(tr("Advanced"), "fold", on_click=lambda: self._fold(is_open=self.json.isHidden()))
        self._column = fill(boxes.column(GROUP, self), self._out_of_use_label, left(self.advanced), self.json)
        self.json.textChanged.connect(self._read_json)
        self._fold(is_open=False)
        self.show_json("{}")

    def set_schema(self, schema: JsonValue) -> None:
        """Take the schema of another tool and add its required inputs."""
        self._schema = schema
        self._read_json(adds_required=True)

    def show_json(self, arguments: str) -> None:
        """Replace the inputs by a JSON text."""
        self.json.show_json(arguments)
        self._read_json()

    def find_problems(self) -> bool:
        """Show at each field what cannot be read there. Returns whether there is such a field."""
        if self._draft is None or self.fields is None:
            return False
        unreadable = problems(self._draft)
        self.fields.show_all(unreadable)
        return bool(unreadable)

    def _read_json(self, *, adds_required: bool = False) -> None:
        if self._is_writing:
            return
        boxes.discard(self._column, self.fields)
        self._draft = self.fields = None
        with suppress(Unreadable):
            draft = Draft(read_json_object(self.json.json), self._schema)
            if draft.has_fields:
                self._show_fields(draft, adds_required=adds_required)
        self._out_of_use_label.setVisible(self.fields is None)
        if self.fields is None:
            self._fold(is_open=True)

    def _show_fields(self, draft: Draft, *, adds_required: bool) -> None:
        missing_names = list(draft.root.required_names) if adds_required and not draft.root.children else []
        for name in missing_names:
            draft.root.add(name)
        self._draft, self.fields = draft, FormView(draft, self._schema, self)
        self.fields.changed.connect(self._write_json)
        self._column.insertWidget(0, self.fields)
        self.fields.show()
        if missing_names:
            self._write_json()

    def _write_json(self) -> None:
        if self._draft is None:
            return
        with suppress(Unreadable):
            json_text = indented_json(self._draft.value)
            if json_text != self.json.json:
                self._is_writing = True
                self.json.replace_json(json_text)
                self._is_writing = False

    def _fold(self, *, is_open: bool) -> None:
        self.json.setVisible(is_open)
        show_fold(self.advanced, is_open=is_open)


class TryCall(QWidget):
    """The fields of a call, and what the rules say of it."""

    def __init__(self, link: Link, *, rule: Callable[[], tuple[str, str]] = lambda: ("", "")) -> None:
        """``rule``: returns the text of a rule that is not saved yet but counts here, and the id that it replaces."""
        super().__init__()
        self._explanations, self._readings, self._get_rule = LatestRequest(link), LatestRequest(link), rule
        self._servers: dict[str, ServerView] = {}
        self.server, self.tool = name_combo(tr("Server")), name_combo(tr("Tool"))
        self.app = QLineEdit()
        self.app.setMaxLength(_MAX_NAME)
        self.app.setPlaceholderText(tr("unknown"))
        text.named(self.app, tr("App"), tr("Left empty: an app that proved nothing."))
        self._schemas: dict[str, JsonValue] = {}
        self._unlisted_label = hidden(text.label(tr(NOT_LISTED), "muted", wrap=True))
        self.inputs = InputFields()
        self.explain_button = text.button(tr("Explain"), on_click=self.explain)
        self.answer = ExplanationView(tr("Asking the rules…"), tr("The call could not be judged"))
        grid = boxes.grid(GROUP, SPACE)
        for place, (name, field) in enumerate(((tr("Server"), self.server), (tr("Tool"), self.tool))):
            grid.addWidget(text.label(name, "caption"), 0, place)
            grid.addWidget(field, 1, place)
            grid.setColumnStretch(place, 1)
        rows = (
            self._unlisted_label,
            text.label(tr("App (empty: one that proved nothing)"), "caption"),
            self.app,
            text.label(tr("Inputs"), "caption"),
            self.inputs,
        )
        for row, part in enumerate(rows, 2):
            grid.addWidget(part, row, 0, 1, 2)
        fill(boxes.column(SECTION, self), grid, left(self.explain_button), self.answer, STRETCH)
        self.app.returnPressed.connect(self.explain)
        self.server.currentTextChanged.connect(self._on_server)
        self.tool.currentTextChanged.connect(self._on_tool)
        self.inputs.json.refused.connect(self.answer.show_failure)

    def set_state(self, state: HostState) -> None:
        """Offer the configured servers."""
        previous, self._servers = self._servers, {server.id: server for server in state.servers}
        if tuple(previous) != tuple(self._servers):
            set_choices(self.server, tuple(self._servers))
        server = chosen_name(self.server)
        if self._is_unlisted and self.isVisible() and previous.get(server) != self._servers.get(server):
            self._read_tools()

    def show_call(self, server: str, tool: str, app: str, arguments: str) -> None:
        """Fill the fields."""
        set_name(self.server, server)
        set_name(self.tool, tool)
        self.app.setText(app)
        self.inputs.show_json(arguments)

    def show_logged_call(self, details: CallDetails) -> None:
        """Fill the fields from a call of the log, unless its inputs were erased or are too long."""
        if details.params is None or len(details.params) > MAX_BYTES:
            return
        with suppress(ProtocolError):
            _, arguments = codec.arguments_of(details.params)
            row = details.row
            app = row.app if row.authenticated else ""
            self.show_call(row.server, row.tool, app, arguments.decode("utf-8", "surrogatepass"))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Ask again for the tools of a server that had not listed them."""
        super().showEvent(event)
        if self._is_unlisted:
            self._read_tools()

    def explain(self) -> None:
        """Ask the host what the rules say of the call in the fields."""
        rule, replaces = self._get_rule()
        app = self.app.text().strip() or "unknown"
        if self.inputs.find_problems():
            return
        server, tool = chosen_name(self.server), chosen_name(self.tool)
        request = ExplainCall(app, server, tool, self.inputs.json.json, rule, replaces)
        if not request.server or not request.tool:
            self.answer.show_failure(tr("Name a server and a tool first."))
            return
        self.answer.begin()
        self._explanations.send(request, self.answer.show_explanation, self.answer.show_failure)

    def clear_answer(self) -> None:
        """Clear the answer, since the rules have changed."""
        self._explanations.forget()
        self.answer.clear()

    def _on_server(self, _: str) -> None:
        """Offer the tools of the chosen server, as it last listed them."""
        self._unlisted_label.hide()
        self._schemas = {}
        self._readings.forget()
        self._read_tools()

    def _read_tools(self) -> None:
        if (server := chosen_name(self.server)) in self._servers:
            self._readings.send(ReadServer(server), self._offer_tools)

    def _offer_tools(self, details: ServerDetails) -> None:
        if details.listed or not self._is_unlisted:  # what was typed for an unlisted server is kept
            tools = details.tools[:MAX_TOOLS]
            self._schemas = {tool.name: _schema_of(tool.definition) for tool in tools}
            set_choices(self.tool, tuple(tool.name for tool in tools))
            self._on_tool("")
        self._unlisted_label.setHidden(details.listed)

    @property
    def _is_unlisted(self) -> bool:
        return not self._unlisted_label.isHidden()

    def _on_tool(self, _: str) -> None:
        schema = self._schemas.get(chosen_name(self.tool))
        self.inputs.set_schema({} if schema is None else schema)


def _schema_of(definition: bytes) -> JsonValue:
    with suppress(ProtocolError):
        return codec.object_of(definition).get("inputSchema")
    return None
