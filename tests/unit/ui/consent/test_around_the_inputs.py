"""What stands around the inputs: danger, the words that led here, headers, the keys; and what is said aloud."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import CallEnded, CheckEdit, CompareCall
from host.control.views import Asked, Comparison, EditCheck, EditProblem, FileBefore, Said
from host.model import App, AppSays, Finding, JsonObject, Severity
from host.servers.sandbox import Sandbox, describe
from host.values import replace
from tests.support.plain import assert_plain
from tests.support.window import WRITE_FILE, asked
from tests.unit.ui.consent.support import FIRST, Table, nameless, seen
from ui import text as ui_text
from ui.consent import finding_words
from ui.consent.arming import GRAVE_MS
from ui.consent.content import LINE_LENGTH, TURN_LINES, ClaimsView, TurnView
from ui.inputs.call_views import CHANGES, FORM, CallViews
from ui.inputs.plain_view import PlainView
from ui.keys import CONSENT

SAID = "Claude Code wants to change or overwrite “notes/summary.txt”. claude-code → files ▸ write_file"

LEFT = Qt.MouseButton.LeftButton
HIGH = Finding("outside-folders", Severity.HIGH, "Writes outside the folders you allowed.", "", ("path",))
MEDIUM = Finding("carried-over", Severity.MEDIUM, "It came from elsewhere.")


def with_turn(turn: str) -> Asked:
    question = asked()
    return replace(question, request=replace(question.request, call=replace(question.request.call, turn=turn)))


@pytest.mark.parametrize(("findings", "grave"), [((HIGH,), True), ((MEDIUM,), False), ((), False)])
def test_s11_a_grave_question_looks_different_in_words_signs_and_outline(
    table: Table, findings: tuple[Finding, ...], grave: bool
) -> None:
    table.show(asked(findings=findings))
    window = table.window
    assert ("Danger" in seen(window)) is grave
    assert any("Approving takes a little longer here" in said for said in seen(window)) is grave
    assert (window.guard.button.property("role") == "danger") is grave
    outlined = [part for part in window.content.findChildren(QWidget) if part.property("frame") == "finding-high"]
    assert len(outlined) == grave


def test_s11_a_grave_question_arms_later(table: Table) -> None:
    table.show(asked({"path": "a"}, findings=(HIGH,)))
    table.window.resize(680, 1400)
    table.qtbot.waitUntil(lambda: table.window.content.unread_lines == 0)
    table.live(1100)
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []
    table.live(GRAVE_MS + 100)
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert len(table.answers) == 1


def test_the_words_that_led_here_are_quoted_as_the_apps(table: Table) -> None:
    table.show(with_turn("Please tidy up."))
    shown = seen(table.window.content)
    at = shown.index("The app says this led here")
    assert shown[at + 1 : at + 3] == ["unverified", "Please tidy up."]
    assert table.window.content.findChildren(TurnView)[0].more is None


def with_says(*says: str) -> Asked:
    question = asked()
    call = replace(question.request.call, says=AppSays(*says))
    return replace(question, request=replace(question.request, call=call))


def test_s19_who_asks_within_the_app_is_a_claim_of_the_app(table: Table) -> None:
    table.show(with_says("reviewer", "m-1", "Numbers of Q3"))
    shown = seen(table.window.header)
    at = shown.index("It says: subagent “reviewer”, model “m-1”, chat “Numbers of Q3”")
    assert shown[at + 1] == "unverified"
    assert shown[0] == "Claude Code wants to change or overwrite notes/summary.txt"


def test_s19_what_a_proved_app_calls_itself_is_told_with_its_process_and_that_of_another_is_there(
    table: Table,
) -> None:
    question = with_says("", "", "", "claude\u202e 2.1")
    table.show(question)
    route = table.window.header.route
    assert "It says" not in " ".join(seen(table.window.header))
    for told in (route.toolTip(), route.accessibleDescription()):
        assert "It is process " in told
        assert "It calls itself “claude⟨U+202E⟩ 2.1”." in told
    app = App("unknown", authenticated=False, claimed="zed", pid=7)
    table.show(replace(question, request=replace(question.request, call=replace(question.request.call, app=app))))
    shown = seen(table.window.header)
    assert shown[shown.index("It says: program “claude⟨U+202E⟩ 2.1”") + 1] == "unverified"


@pytest.mark.parametrize("says", [(), ("", "", ""), (" ", "\t", "")], ids=repr)
def test_without_such_claims_nothing_is_said_of_them(table: Table, says: tuple[str, ...]) -> None:
    table.show(with_says(*says))
    assert not table.window.header.app_claims.isVisible()
    assert "It says" not in " ".join(seen(table.window.header))


def test_s04_s05_s07_such_claims_are_one_line_of_text(table: Table) -> None:
    table.show(with_says("x”, vouched for by you “", "<b>m</b>\u202e\n" * 9, "w" * 60))
    table.window.resize(480, 460)
    table.settle()
    label = table.window.header.app_claims
    assert label.height() < 2 * label.fontMetrics().lineSpacing()
    assert "subagent “x⟨U+201D⟩, vouched for by you ⟨U+201C⟩”" in label.text()
    assert not set(label.text()) & set("\u202e\n")
    assert_plain(table.window)


def test_without_such_words_nothing_is_said_of_them(table: Table) -> None:
    table.show(with_turn(" \n"))
    assert "The app says this led here" not in seen(table.window)


@pytest.mark.parametrize("turn", ["\n".join(f"line {at}" for at in range(40)), "w" * 5_000, "a\n" * 50_000])
def test_s07_long_words_are_folded_counted_and_all_there(table: Table, turn: str) -> None:
    table.show(with_turn(turn))
    [view] = table.window.content.findChildren(TurnView)
    assert view.more is not None
    assert f"{len(turn):,} characters" in view.more.text()
    folded = [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
    assert max(len(words.split("\n")) for words in folded) <= 3 * TURN_LINES + 60
    QTest.mouseClick(view.more, LEFT)
    table.settle()
    assert view.findChildren(PlainView)


def test_s04_s05_words_that_led_here_are_text_and_nothing_in_them_is_hidden(table: Table) -> None:
    table.show(with_turn("<b>x</b> &amp; \u202e\u200b\u2028\x1b[8m &Deny\r"))
    assert_plain(table.window)


def test_s20_inputs_that_become_headers_are_shown(table: Table) -> None:
    headers = (Said("Mcp-Param-Region", "eu\u202e"), Said("Mcp-Param-Long", "x" * 3_000))
    table.show(replace(asked(), headers=headers))
    shown = seen(table.window.content)
    assert "Also sent as HTTP headers" in shown
    assert "eu⟨U+202E⟩" in shown
    assert any("2,000 more characters" in words for words in shown)
    assert_plain(table.window)


def test_without_headers_nothing_is_said_of_them(table: Table) -> None:
    table.show(asked())
    assert "Also sent as HTTP headers" not in seen(table.window)


@pytest.mark.parametrize("definition", [WRITE_FILE, {"name": "silent", "inputSchema": {"type": "object"}}])
def test_the_servers_sandbox_is_told_as_a_fact_outside_of_what_the_server_says(
    table: Table, definition: JsonObject
) -> None:
    said = describe(Sandbox(write=("/home/ana/\u202enotes",)))
    table.show(replace(asked(definition=definition), sandbox=said))
    shown = seen(table.window.content)
    assert said in [words.replace("\u200b", "") for words in shown]
    for card in table.window.content.findChildren(ClaimsView):
        assert said not in seen(card)
    assert_plain(table.window)
    table.show(asked(definition=definition, call_id="b"))
    assert not any("sandbox" in words for words in seen(table.window.content))


@pytest.mark.parametrize("key", [Qt.Key.Key_F1, Qt.Key.Key_Question])
def test_the_keys_of_the_window_are_a_press_away_and_cover_the_question(table: Table, key: Qt.Key) -> None:
    table.show(asked())
    table.arm()
    QTest.keyClick(table.window, key)
    table.settle()
    shown = set(seen(table.window))
    for shortcut in CONSENT:
        assert {*shortcut.keys, shortcut.does} <= shown
    table.chord()
    assert table.answers == []
    assert not table.window.can_approve()
    assert nameless(table.window) == []
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert table.window.scroll_area.isVisible()
    table.be_painted()
    assert not table.window.guard.press_guard.is_ready


def test_a_question_mark_in_a_reason_is_a_letter(table: Table) -> None:
    table.show(asked())
    table.window.open_reason()
    QTest.keyClicks(table.window.reason.line, "why?")
    assert table.window.reason.line.text() == "why?"
    assert not table.window.sheets.help.isVisible()


def test_the_edit_opens_on_the_form_where_reading_counts_and_comparisons_are_asked_for_when_wanted(
    table: Table,
) -> None:
    table.show(asked())
    views = table.window.content.inputs
    assert isinstance(views, CallViews)
    assert table.link.of(CompareCall) == []
    views.switch.choose(CHANGES)
    assert table.link.of(CompareCall) == [CompareCall(FIRST, asked().request.call.digest)]
    table.link.answer(CompareCall, Comparison(None, 0.0, "", "nothing like it was approved"))
    changed = asked(round_=2)
    table.ask(replace(changed, request=replace(changed.request, edited=asked({"path": "x"}).request.call.params)))
    views = table.window.content.inputs
    assert isinstance(views, CallViews)
    assert views.switch.chosen == FORM


# What is said aloud


def test_arriving_changing_arming_and_ending_are_said_aloud(table: Table) -> None:
    said: list[str] = []
    table.window.announced.connect(said.append)
    table.show(asked(findings=(MEDIUM,)))
    assert said == [f"{SAID}. 1 finding: {finding_words.finding_name(MEDIUM)}."]
    table.arm()
    assert said[1:] == [f"{table.window.guard.button.text()} is ready."]
    table.arm()
    assert len(said) == 2, "once in each stretch"
    table.ask(asked(findings=(HIGH,), round_=2, voided_because="it changed"))
    assert said[2] == (
        f"{SAID}. Asked again: your earlier answer does not count. "
        f"Dangerous: read closely. 1 finding: {finding_words.finding_name(HIGH)}."
    )
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    assert said[-1] == "This call is over: expired"


def test_s05_what_is_said_aloud_is_escaped(table: Table) -> None:
    said: list[str] = []
    table.window.announced.connect(said.append)
    table.show(asked({}, definition={"name": "a\u202eb", "inputSchema": {}}))
    assert "⟨U+202E⟩" in said[0]
    assert "\u202e" not in said[0]


def test_an_announcement_reaches_the_systems_interface(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[tuple[str, bool]] = []

    def update(event: QAccessibleAnnouncementEvent) -> None:
        assertive = event.politeness() is QAccessible.AnnouncementPoliteness.Assertive
        events.append((event.message(), assertive))

    class Active:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness
        updateAccessibility = staticmethod(update)  # noqa: N815  # Qt's name

        @staticmethod
        def isActive() -> bool:  # noqa: N802  # Qt's name
            return True

    monkeypatch.setattr(ui_text, "QAccessible", Active)
    ui_text.announce(table.window, "Ready.", urgent=True)
    ui_text.announce(table.window, "")
    assert events == [("Ready.", True)]


# What a screen reader finds


def accessible(widget: QWidget) -> tuple[str, str, QAccessible.Role]:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found.text(QAccessible.Text.Name), found.text(QAccessible.Text.Description), found.role()


def test_a_screen_reader_finds_names_roles_and_descriptions(table: Table) -> None:
    table.show(asked(findings=(HIGH,)))
    table.arm()
    window, buttons = table.window, table.window.buttons
    role = QAccessible.Role
    for button, name in (
        (buttons.deny, "Deny"),
        (buttons.deny_with_reason, "Deny with a reason…"),
        (buttons.edit, "Edit…"),
        (buttons.approve_with_note, "Approve with a note…"),
        (window.footer.why, "Why?"),
        (window.footer.more, "More"),
    ):
        assert accessible(button)[0] == name
        assert accessible(button)[2] in (role.Button, role.PushButton)
    name, about, _ = accessible(window.content)
    assert name == f"Question: {ui_text.spoken(SAID)}"
    assert about.endswith("Everything to read before you answer. Arrow keys scroll.")
    assert accessible(window)[0] == "Approve this action?", "the content says what it is"
    said = ui_text.spoken(SAID)
    assert accessible(window.header.heading)[0] == said


def test_a_screen_reader_finds_fields_with_what_is_wrong_in_them(table: Table) -> None:
    table.show(asked({"path": "a", "content": "x"}))
    table.window.open_edit()
    table.settle()
    named = {
        part.accessibleName(): part
        for part in table.window.sheets.editor.findChildren(QWidget)
        if part.accessibleName()
    }
    assert accessible(named["content"])[2] is QAccessible.Role.EditableText
    QTest.keyClicks(named["path"], "b")
    table.window.sheets.editor.check_timer.timeout.emit()
    table.link.answer(CheckEdit, EditCheck((EditProblem(("path",), "the tool wants another one"),)))
    assert "The tool wants another one." in accessible(named["path"])[1]


@pytest.mark.parametrize("width", [480, 680])
def test_nothing_is_cut_at_the_edges_in_either_direction(table: Table, width: int) -> None:
    table.show(with_turn("Please tidy up my configuration file, " * 20))
    for direction in (Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight):
        table.window.setLayoutDirection(direction)
        table.window.resize(width, 700)
        table.settle()
        assert table.window.width() == width
        buttons = table.window.buttons
        row = (buttons.deny, buttons.deny_with_reason, buttons.edit, buttons.approve, buttons.approve_with_note)
        for button in row:
            place = button.mapTo(table.window, button.rect().topLeft()).x()
            assert place >= 0
            assert place + button.width() <= width
            assert button.width() >= button.sizeHint().width()
        rtl = direction is Qt.LayoutDirection.RightToLeft
        deny, approve = (b.mapTo(table.window, b.rect().center()).x() for b in (buttons.deny, buttons.approve))
        assert (deny > approve) is rtl


def test_a_finding_leads_to_the_input_that_it_is_about(table: Table) -> None:
    table.show(asked(findings=(HIGH,)))
    views, findings = table.window.content.inputs, table.window.content.findings
    assert isinstance(views, CallViews)
    assert findings is not None
    views.switch.choose(CHANGES)
    findings.show_wanted.emit(("path",), None)
    assert views.switch.chosen == FORM


@pytest.mark.parametrize(
    ("turn", "folded"),
    [
        ("a" * (LINE_LENGTH + 3), False),  # three characters are not worth a button
        ("a" * (LINE_LENGTH + 100), True),
        ("\u200b" * (LINE_LENGTH // 2), True),  # its escapes are longer than it
    ],
    ids=["a little more", "much more", "escapes"],
)
def test_what_led_here_can_always_be_read_whole(qtbot: QtBot, turn: str, folded: bool) -> None:
    view = TurnView(turn)
    qtbot.addWidget(view)
    assert (view.more is not None) is folded


def test_how_much_is_left_out_of_what_led_here_stands_apart_from_its_words(qtbot: QtBot) -> None:
    view = TurnView("the PIN 1357" * LINE_LENGTH)
    qtbot.addWidget(view)
    [shown] = [label.text() for label in view.findChildren(QLabel) if "more characters" in label.text()]
    assert " ⟨… " in shown


def test_s10_changes_that_come_by_themselves_begin_the_second_again(table: Table) -> None:
    table.show(asked({"path": "a.txt", "content": "new"}))
    file = FileBefore(("path",), ("content",), "/a.txt", "old", "", 3)
    armed = []
    for files in ((file,), ()):
        table.live(1100)
        armed.append(table.window.arming.is_armed)
        table.window.show_comparison(Comparison(None, 0.0, "", "none", files))
        armed.append(table.window.arming.is_armed)
    assert armed == [True, False, True, True], "nothing moves where no file would be replaced"
