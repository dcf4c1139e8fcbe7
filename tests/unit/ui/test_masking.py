"""A secret is covered on every page and in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget
from pytestqt.qtbot import QtBot

from host.canonical import canonical
from host.control.protocol import ReadCall, ReadHistory, ReadStory, Story
from host.control.views import ActionView, AssistantEntry, HistoryPage
from host.model import Finding, JsonObject, JsonValue, Severity
from host.values import replace
from tests.gallery.making import main
from tests.support.effort import BOUND, effort
from tests.support.plain import tree
from tests.support.window import asked, state
from tests.unit.ui.consent.support import Table
from tests.unit.ui.history.test_page import details
from tests.unit.ui.history.test_words import with_
from ui import masking
from ui.assistant.page import CallCard
from ui.consent.key_inputs import key_inputs
from ui.inputs.plain_view import PlainView
from ui.waiting.rows import call_row, summarize_arguments, summarize_json

PLANTED = "correct-Zq9xkT4-battery"
TOKEN = "ghp_" + "wJ4kQ9zT1mXc7LrVb2NsYe6HgA0pUd3F8iK5"
GIVEN: JsonObject = {"password": PLANTED, "path": "notes/a.txt"}
FOUND = (
    Finding("secret", Severity.HIGH, "The inputs hold a password.", "corr…tery", ("password",), (0, len(PLANTED))),
    Finding("exfiltration", Severity.HIGH, "It goes out.", f"… {PLANTED} …"),
    Finding("odd-host", Severity.MEDIUM, "Odd.", PLANTED, ("password",), (3, 9)),
)
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
CALLS = HistoryPage(
    (
        with_(call_id="1", inputs=canonical(GIVEN)),
        with_(call_id="2", inputs=canonical({"a": [TOKEN], "password": PLANTED, "z": "y" * 99})[:-20]),
    ),
    "",
)


def everything(root: QWidget) -> str:
    """All that is drawn, spoken or shown by hovering in a window."""
    said: list[str] = []
    for part in tree(root):
        if isinstance(part, QLabel):
            said.append(part.text())
        if isinstance(part, PlainView):
            said.append(part.toPlainText())
        if isinstance(part, QAbstractItemView) and part.model() is not None:
            model = part.model()
            cells = (model.index(line, at) for line in range(model.rowCount()) for at in range(model.columnCount()))
            said += [str(cell.data(role)) for cell in cells for role in ROLES]
        if isinstance(part, QWidget):
            said += [part.toolTip(), part.accessibleName(), part.accessibleDescription(), part.windowTitle()]
    return "\n".join(said)


@pytest.mark.parametrize("page", ["waiting", "history", "assistant"])
def test_no_page_shows_a_secret_in_passing(qtbot: QtBot, page: str) -> None:
    entry = AssistantEntry(1, "call", "", "files", "log_in", canonical(GIVEN).decode(), "proposed")
    replies: dict[type, object] = {ReadHistory: CALLS, ReadCall: details(params=canonical({"arguments": GIVEN}))}
    replies[ReadStory] = Story((), (entry,))
    window = main(page, asked(GIVEN, findings=FOUND), demo=True, state=state(assistant="idle"), replies=replies)()
    qtbot.addWidget(window)
    window.resize(1240, 860)
    window.show()
    shown = everything(window)
    assert masking.DOTS in shown
    assert PLANTED not in shown
    assert TOKEN not in shown


def test_the_window_that_asks_shows_a_secret_neither_in_its_form_nor_in_what_shows_other_findings(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.show(asked(GIVEN, findings=FOUND))
    shown = everything(table.window)
    assert masking.DOTS in shown
    assert PLANTED not in shown
    assert PLANTED[3:9] not in shown
    table.window.hide()


def test_a_card_of_the_assistant_covers_a_secret(qtbot: QtBot) -> None:
    proposed = AssistantEntry(1, "call", "", "s", "t", canonical(GIVEN).decode(), "proposed")
    card = CallCard(proposed, "proposed", lambda _explained, _failed: None)
    qtbot.addWidget(card)
    card.show()
    card.inputs_button.click()
    assert masking.DOTS in everything(card)
    assert PLANTED not in everything(card)


def test_where_a_secret_was_found_a_line_covers_it_however_it_is_called() -> None:
    found = Finding("secret", Severity.HIGH, "A password.", "", ("note",), (4, 13))
    assert call_row(asked({"note": "use hunter2-x now"}, findings=(found,))).inputs == "note: use ••••••••• now"
    whole = Finding("secret", Severity.HIGH, "A password.", "", ("note",))
    assert call_row(asked({"note": "hunter2\u200b"}, findings=(whole,))).inputs == "note: •••••••⟨U+200B⟩"


@pytest.mark.parametrize("cut", [0, 1, 9, 14, 20])
def test_s05_the_beginning_of_json_is_covered_wherever_it_is_cut(cut: int) -> None:
    text = canonical({"password": PLANTED, "x": "y"}).decode()
    assert PLANTED[:4] not in masking.mask_json(text[: len(text) - cut])
    assert PLANTED[:4] not in summarize_json(text[: len(text) - cut].encode())


def test_a_list_with_a_secret_in_it_is_counted_among_the_key_inputs_and_not_told() -> None:
    given: JsonObject = {"entities": [{"name": "Ana", "note": PLANTED}]}
    plain = asked(given)
    view = replace(plain, action=ActionView("writes", inputs=(("entities",),)))
    assert [(row.value, row.reading) for row in key_inputs(view)] == [(f"name: Ana, note: {PLANTED}", "1 item")]
    found = Finding("secret", Severity.MEDIUM, "x", where=("entities", 0, "note"))
    told = replace(view, request=replace(view.request, findings=(found,)))
    assert [row.value for row in key_inputs(told)] == ["list of 1 item"]


def test_lists_have_the_name_of_their_list_and_what_is_no_secret_stays() -> None:
    assert masking.mask_json('{"tokens":["abcdef"],"passwords":["abcdef"],"n":"p\\"q"}') == (
        '{"tokens":["abcdef"],"passwords":["••••••••"],"n":"p\\"q"}'
    )
    assert summarize_arguments({"max_tokens": "100", "path": "a"}) == "max_tokens: 100  ·  path: a"
    assert summarize_arguments({"x": f"git clone with {TOKEN} now"}) == f"x: git clone with {masking.DOTS} now"


def test_what_is_in_a_list_or_an_object_is_told_on_one_line_and_bounded() -> None:
    people: list[JsonValue] = [{"name": "Ana", "age": 7}, {"name": "Tom", "age": None}]
    assert masking.brief_parts(people, 100) == "name: Ana, age: 7; name: Tom, age: null"
    assert PLANTED not in masking.brief_parts({"user": "ana", "password": PLANTED, "tokens": [TOKEN]}, 400)
    assert masking.brief_parts({"a\nb": "x\u202ey"}, 100) == "a⟨U+000A⟩b: x⟨U+202E⟩y"
    assert masking.brief_parts([*range(1_000)], 400).endswith("…")
    deep: JsonValue = "x"
    for _ in range(200):
        deep = {"k": deep}
    assert masking.brief_parts(deep, 400) == "k: k: k: object of 1 member"


@pytest.mark.full
@pytest.mark.parametrize("text", ['"' * 200_000, '\\"' * 100_000, '"a":' * 50_000, "eyJ" * 70_000, "sk-" * 70_000])
def test_hostile_text_takes_no_time(text: str) -> None:
    assert len(masking.mask_json(text)) > 0
    assert masking.mask_tokens(text)[-1] == text[-1]
    assert effort(lambda: (masking.mask_json(text), masking.mask_tokens(text))) < BOUND


@pytest.mark.parametrize(
    ("text", "value", "reading"),
    [
        ("first line\nsecond\nthird\n", "first line", "3 lines"),
        ("word " * 200, "word " * 12 + "…", "1,000 characters"),
        (f"{TOKEN} and\nmore", f"{masking.DOTS} and", "Shown below · 2 lines"),
    ],
)
def test_the_size_of_a_long_text_is_beside_its_beginning(text: str, value: str, reading: str) -> None:
    view = replace(asked({"message": text}), action=ActionView("", inputs=(("message",),)))
    assert [(row.value, row.reading, row.cut_at_end) for row in key_inputs(view)] == [(value, reading, True)]
