"""What the consent window shows, and what its keys and buttons do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from host.control.protocol import CallEnded, Clock, Working
from host.control.views import Asked
from host.model import App, Finding, JsonObject, ServerRef, Severity
from tests.support.effort import BOUND, effort
from tests.support.plain import assert_plain, tab_order
from tests.support.window import WRITE_FILE, asked
from tests.unit.ui.consent.support import FIRST, Table, choose, click, lacking, nameless, numbered, seen, tool
from ui import text as ui_text
from ui.consent.action_row import DOUBLE_CLICK_MS, REASONS, SETTLING_MS
from ui.consent.arming import GRAVE_MS
from ui.consent.content import ClaimsView
from ui.inputs.form import InputsView
from ui.inputs.model import Row
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import TextBlock

LINE = "Claude Code wants to change or overwrite “notes/summary.txt”. claude-code → files ▸ write_file"

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
HIGH = Finding("path", Severity.HIGH, "Writes outside the folders you allowed.", "/home/ana/.ssh/config")
LONG: JsonObject = {"path": "a.txt", "content": "\n".join(f"line {at}" for at in range(14_199))}
NASTY = "<b>x</b> &amp; <img src='http://evil.example/x'>\u202e\u200b&Deny\u2028"


def hostile() -> JsonObject:
    return {
        "name": NASTY,
        "title": NASTY,
        "description": f"{NASTY}\n" * 50,
        "inputSchema": {"type": "object", "properties": {NASTY: {"type": "string", "title": NASTY}}},
        "annotations": {NASTY: NASTY, "dataScale": NASTY, "requiredApprovers": [NASTY], "hipaa-controlled": True},
        NASTY: {NASTY: [NASTY]},
    }


def test_s04_every_word_is_plain_whatever_strangers_send(table: Table) -> None:
    question = asked(
        {NASTY: NASTY, "deep": {NASTY: [NASTY]}},
        definition=hostile(),
        app=App("unknown", authenticated=False, claimed=NASTY),
        findings=tuple(Finding(str(at), Severity.HIGH, "Something.", NASTY) for at in range(5)),
        round_=2,
        voided_because="The definition changed.",
        why_no_grant="A managed rule asks.",
    )
    table.show(question)
    assert_plain(table.window)
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    assert_plain(table.window)


def test_every_control_says_what_it_is(table: Table) -> None:
    table.show(asked(findings=tuple(Finding(str(at), Severity.INFO, "Something.") for at in range(5))), numbered(2))
    assert nameless(table.window) == []
    table.window.open_reason()
    assert nameless(table.window) == []
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    assert nameless(table.window) == []
    assert table.window.content.accessibleName() == f"Question: {ui_text.spoken(LINE)}"


def test_s10_tab_meets_deny_before_anything_that_approves(table: Table) -> None:
    table.show(asked())
    table.arm()
    order = tab_order(table.window)
    decisive = ["Deny", "Deny with a reason…", "Edit…", "Approve with a note…", "Approve once"]
    assert [name for name in order if name in decisive] == decisive
    assert order.index("Why?") < order.index("Approve for longer…") < order.index("Deny")
    assert order[0] not in decisive


def test_tab_goes_through_what_is_to_read_before_it_comes_to_the_buttons(table: Table) -> None:
    long = "\n".join(f"line {number}" for number in range(300))
    table.show(asked({"path": "a", "content": long, "options": {"a": {"b": 1}}}))
    table.arm()
    order = tab_order(table.window)
    assert order.index(next(name for name in order if "Show all" in name)) < order.index("Approve for longer…")
    assert order[-1].startswith("Approve")


def test_a_person_reads_who_wants_what(table: Table) -> None:
    table.show(asked())
    shown = seen(table.window)
    assert shown[0] == "Claude Code wants to change or overwrite notes/summary.txt"
    for expected in (
        "claude-code → files ▸ write_file",
        "Unverified server · Review…",
        "unverified",
        "What the server says",
    ):
        assert expected in shown
    assert "No rule matches, so a person is asked." in shown
    assert f"Call {FIRST}" not in shown
    assert FIRST in table.window.footer.copy_id.toolTip()
    table.window.footer.copy_id.trigger()
    assert QGuiApplication.clipboard().text() == FIRST


def unfold_claims(table: Table) -> None:
    view = table.window.content.findChild(ClaimsView)
    assert isinstance(view, ClaimsView)
    assert view.fold is not None
    view.fold.click()
    table.settle()


def test_s09_what_a_server_calls_its_tool_stands_among_its_claims_alone(table: Table) -> None:
    server = ServerRef("mail", "c" * 64, "d" * 64)
    table.show(asked(server=server, definition=WRITE_FILE | {"title": "files"}))
    assert table.window.header.route.text() == "claude-code → mail ▸ write_file"
    assert "files" not in table.window.header.heading.text()
    unfold_claims(table)
    assert "files" in seen(table.window.content)


def test_an_unproved_app_is_said_to_be_so(table: Table) -> None:
    table.show(asked(app=App("unknown", authenticated=False, claimed="Claude Desktop")))
    said = "This app did not prove who it is. It calls itself “Claude Desktop”."
    assert f"{said} The system does not tell which process it is." in seen(table.window)


def test_what_started_an_unproved_app_is_said(table: Table) -> None:
    app = App("unknown", authenticated=False, pid=42, executable="/usr/bin/assent", parent="/usr/bin/editor")
    table.show(asked(app=app))
    assert "started by /usr/bin/editor" in table.window.header.app_line.text().replace("\u200b", "")


def test_three_findings_stand_at_once_and_the_rest_one_press_away(table: Table) -> None:
    found = tuple(Finding(str(at), Severity.INFO, f"Fact {at}.") for at in range(4))
    table.show(asked(findings=(*found, HIGH)))
    shown = [word for word in seen(table.window.content) if word.startswith(("Fact", "Writes outside"))]
    assert shown == ["Writes outside the folders you allowed.", "Fact 0.", "Fact 1."]
    more = table.window.content.findings
    assert more is not None
    assert more.more is not None
    QTest.mouseClick(more.more, LEFT)
    assert {"Fact 2.", "Fact 3."} <= set(seen(table.window.content))


def test_s16_a_new_round_says_why_it_is_asked_again(table: Table) -> None:
    table.show(asked())
    table.ask(asked(round_=2, voided_because="The definition of this tool changed."))
    assert "The definition of this tool changed." in seen(table.window)


def test_s07_approve_names_the_lines_that_were_not_read(table: Table) -> None:
    table.show(asked(LONG))
    table.arm()
    button = table.window.guard.button
    assert button.text().startswith("Approve without reading 14,1")
    QTest.mouseClick(button, LEFT)
    [answer] = table.answers
    assert answer.unread_lines > 14_000
    assert f"{answer.unread_lines:,} lines" in button.text()


HUGE = {
    "one line of a megabyte": "x" * (1 << 20),
    "100,000 line ends": "\n" * 100_000 + "x",
    "a megabyte of blanks": (" " * 500 + "x") * 2_000,
    "100,000 lines": "x\n" * 100_000,
}


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(HUGE))
def test_s07_the_question_opens_in_no_time_however_long_an_input_is(table: Table, name: str) -> None:
    def opens() -> None:
        table.show(asked({"path": "a.txt", "content": HUGE[name]}))
        table.window.grab()

    assert effort(opens) < BOUND
    assert f"{len(HUGE[name]):,} characters" in " ".join(seen(table.window))


def test_s01_s07_what_is_sent_beside_the_inputs_is_shown_and_counted(table: Table) -> None:
    beside: JsonObject = {"_meta": {"x/run": "line\n" * 900 + "CANARY"}, "requestState": "STATE"}
    table.show(asked({"path": "a.txt"}, beside=beside))
    table.arm()
    shown = [view.toPlainText() for view in table.window.content.findChildren(PlainView)]
    assert any("STATE" in text for text in shown)
    assert table.window.content.unread_lines >= 889
    assert table.window.guard.button.text().startswith("Approve without reading 8")
    assert "Also sent with the call" in seen(table.window)


def test_s07_with_a_grave_finding_the_tail_of_a_name_must_be_seen(table: Table) -> None:
    table.show(asked({"env": {"k" * 20_000 + "; rm -rf ~": 1}}, findings=(HIGH,)))
    table.arm()
    assert lacking(table) == ("Approve once", "Read to the end first.")
    assert table.window.content.unread_lines > 180


def test_s07_with_a_grave_finding_unread_lines_cannot_be_approved(table: Table) -> None:
    table.show(asked(LONG, findings=(HIGH,)))
    table.arm()
    assert lacking(table) == ("Approve once", "Read to the end first.")
    QTest.mouseClick(table.window.guard.button, LEFT)
    table.chord()
    assert table.answers == []


def test_s07_a_grave_finding_lets_approve_what_was_read(table: Table) -> None:
    table.show(asked({"path": "a.txt", "content": "x"}, findings=(HIGH,)))
    table.window.resize(680, 1400)
    table.arm()
    table.qtbot.waitUntil(lambda: table.window.content.unread_lines == 0)
    table.live(GRAVE_MS + 100)
    assert table.window.guard.button.text() == "Approve once"
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [answer.unread_lines for answer in table.answers] == [0]


def test_s19_claimed_approvers_make_no_quorum(table: Table) -> None:
    table.show(asked({}, definition=tool(requiredApprovers=["IRB_CHAIR"])))
    said = [word for word in seen(table.window) if "IRB_CHAIR" in word]
    assert any("your yes alone sends it" in word for word in said)


def test_deny_answers_with_the_digest_of_what_was_drawn(table: Table) -> None:
    question = asked()
    table.show(question)
    table.clock.pass_ms(240)
    QTest.keyClick(table.window, Qt.Key.Key_D, CTRL)
    [answer] = table.answers
    assert (answer.approve, answer.call_id, answer.digest) == (False, FIRST, question.request.call.digest)
    assert (answer.reason, answer.duration, answer.displayed_ms) == ("", "once", 240)


def test_deny_with_reason_happens_in_the_window(table: Table) -> None:
    window = table.window
    table.show(asked())
    QTest.keyClick(window, Qt.Key.Key_D, CTRL | SHIFT)
    assert window.reason.line.hasFocus()
    assert not window.guard.button.isVisible()
    QTest.keyClicks(window.reason.line, " Use the draft folder. ")
    QTest.keyClick(window.reason.line, Qt.Key.Key_Return)
    assert [(answer.approve, answer.reason) for answer in table.answers] == [(False, "Use the draft folder.")]


@pytest.mark.parametrize("at", range(5))
def test_a_usual_reason_is_one_press_that_denies_with_its_words(table: Table, at: int) -> None:
    table.show(asked())
    table.window.open_reason()
    table.settle()
    table.clock.pass_ms(DOUBLE_CLICK_MS + 1)
    QTest.mouseClick(table.window.reason.chips[at], LEFT)
    assert [(answer.approve, answer.reason) for answer in table.answers] == [(False, REASONS[at])]


def test_the_second_press_of_a_double_click_sends_no_reason(table: Table) -> None:
    table.show(asked())
    QTest.mouseClick(table.window.buttons.deny_with_reason, LEFT)
    table.settle()
    chip = table.window.reason.chips[0]
    table.clock.pass_ms(DOUBLE_CLICK_MS - 1)
    QTest.mouseClick(chip, LEFT)
    assert table.answers == []
    table.clock.pass_ms(1000)
    QTest.mouseDClick(chip, LEFT)
    assert table.answers == [], "a second press whose first was elsewhere"
    QTest.mouseClick(chip, LEFT)
    assert len(table.answers) == 1


def test_words_that_were_begun_do_not_go_with_a_reason_that_was_pressed(table: Table) -> None:
    table.show(asked())
    table.window.open_reason()
    QTest.keyClicks(table.window.reason.line, "half a tho")
    table.clock.pass_ms(DOUBLE_CLICK_MS + 1)
    QTest.mouseClick(table.window.reason.chips[4], LEFT)
    assert [answer.reason for answer in table.answers] == ["Looks unsafe"]


def test_the_first_esc_leaves_the_reason_and_the_second_puts_aside(table: Table) -> None:
    table.show(asked())
    table.window.open_reason()
    QTest.keyClick(table.window.reason.line, Qt.Key.Key_Escape)
    assert table.window.isVisible()
    assert table.window.buttons.isVisible()
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert not table.window.isVisible()
    assert [question.request.call.id for question in table.consent.waiting] == [FIRST]
    assert table.answers == []


def test_closing_puts_aside(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.window.close()
    assert not table.window.isVisible()
    assert len(table.consent.waiting) == 2
    assert table.consent.waiting[-1].request.call.id == FIRST
    assert table.answers == []


def test_f6_moves_between_what_is_read_what_is_covered_and_the_buttons(table: Table) -> None:
    window = table.window
    table.show(asked())
    seen = []
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_F6)
        seen.append(window.focusWidget())
    assert seen == [window.scope.wider, window.buttons.deny, window.scroll_area]
    QTest.keyClick(window, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert window.focusWidget() is window.buttons.deny


def test_a_scope_that_is_not_possible_says_why(table: Table) -> None:
    table.show(asked(why_no_grant="A managed rule asks for every call."))
    assert not table.window.scope.wider.isVisible()
    assert "Can only be approved once. A managed rule asks for every call." in seen(table.window)
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [answer.duration for answer in table.answers] == ["once"]


def test_s13_every_question_starts_at_the_narrowest_scope(table: Table) -> None:
    table.show(asked(), numbered(2))
    choose(table, "15min")
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert table.window.call_id == numbered(2).request.call.id
    assert table.window.scope.duration == "once"


@pytest.mark.parametrize(
    ("by", "words_"),
    [
        ("expiry", "This call is over: expired"),
        ("stop", "This call is over: denied by the emergency stop"),
        ("withdrawal", "This call is over: withdrawn by the app"),
    ],
)
def test_a_call_that_ends_stays_on_screen_and_cannot_be_answered(table: Table, by: str, words_: str) -> None:
    window = table.window
    table.show(asked())
    table.arm()
    table.link.ended.emit(CallEnded(FIRST, by, "it is over"))
    assert window.isVisible()
    assert words_ in seen(window)
    assert window.windowTitle() == window.accessibleName() == words_
    assert not window.guard.button.isVisible()
    window.guard.button.click()
    window.deny()
    table.chord()
    assert table.answers == []
    table.clock.pass_ms(SETTLING_MS)
    QTest.mouseClick(window.ending.button, LEFT)
    assert not window.isVisible()


def test_tab_leads_from_where_a_question_begins_to_what_is_to_read(table: Table) -> None:
    window = table.window
    table.show(asked())
    assert window.content.hasFocus()
    QTest.keyClick(window.content, Qt.Key.Key_Tab)
    assert window.scroll_area.hasFocus()


def test_after_a_call_that_ended_the_person_goes_on_to_the_next(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    assert table.window.ending.button.text() == "Next question (1 waiting)"
    table.clock.pass_ms(SETTLING_MS)
    QTest.keyClick(table.window.ending.button, Qt.Key.Key_Space)
    assert table.window.call_id == numbered(2).request.call.id


def test_the_countdown_says_when_it_stands(table: Table) -> None:
    footer = table.window.footer
    table.show(asked(left=271.0))
    assert footer.time_left.label.text() == "4:31 left"
    table.clock.pass_ms(1000)
    table.window.ticker.timeout.emit()
    assert footer.time_left.label.text() == "4:30 left"


def test_a_clock_that_stands_is_said_to_stand(table: Table) -> None:
    table.show(asked(left=100.0))
    table.link.clock_changed.emit(Clock(FIRST, 100.0, 30.0))
    table.window.ticker.timeout.emit()
    assert table.window.footer.time_left.label.text() == "1:40 · paused"
    assert table.window.footer.time_left.width() >= table.window.footer.time_left.label.sizeHint().width()


def test_s14_no_claim_is_left_out_however_many_there_are(table: Table) -> None:
    said: dict[str, object] = {f"key {at}": f"value {at}" for at in range(200)}
    table.show(asked({}, definition=tool(**said)))
    unfold_claims(table)
    shown = seen(table.window.content)
    assert {said[key] for key in sorted(said)[:60]} <= set(shown), "in the order of the definition's canonical form"
    assert "140 more" in shown
    assert [block.lines for block in table.window.content.findChildren(TextBlock) if block.lines >= 140] == [140]


def test_a_second_that_passes_lays_nothing_out_again(table: Table) -> None:
    class Watch(QObject):
        requests = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
            self.requests += event.type() is QEvent.Type.LayoutRequest
            return False

    table.show(asked(left=110.0))
    table.arm()  # which lays out once, and on a busy machine by itself at any moment
    table.settle()
    watch = Watch()
    for widget in (table.window, table.window.footer, table.window.content):
        widget.installEventFilter(watch)
    for _ in range(50):
        table.clock.pass_ms(1000)
        table.window.ticker.timeout.emit()
    table.settle()
    assert table.window.footer.time_left.label.text() == "0:59 left"
    assert watch.requests == 0


def test_working_in_the_window_is_said_at_most_once_a_second(table: Table) -> None:
    table.show(asked())
    handle = table.window.windowHandle()
    for _ in range(5):
        QTest.keyClick(handle, Qt.Key.Key_Down)
    assert table.link.of(Working) == [Working(FIRST)]
    table.clock.pass_ms(1000)
    QTest.mousePress(handle, LEFT)
    QTest.mouseRelease(handle, LEFT)
    assert len(table.link.of(Working)) == 2


def test_a_question_that_is_only_looked_at_is_not_worked_on(table: Table) -> None:
    table.show(asked())
    table.clock.pass_ms(60_000)
    table.settle()
    assert table.link.of(Working) == []


def test_only_time_in_the_active_window_counts_as_displayed(table: Table) -> None:
    table.show(asked())
    table.live(2000)
    table.leave()
    table.clock.pass_ms(60_000)
    table.be_active()
    table.live(1500)
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [answer.displayed_ms for answer in table.answers] == [3500]


def test_the_window_remembers_its_size(table: Table) -> None:
    table.show(asked())
    table.window.resize(800, 900)
    table.window.close()
    table.consent.show_call(FIRST)
    assert (table.window.width(), table.window.height()) == (800, 900)


def test_a_narrow_window_clips_no_button(table: Table) -> None:
    window = table.window
    table.show(asked(LONG))
    window.resize(480, 640)
    table.settle()
    buttons = window.buttons
    for button in (buttons.deny, buttons.deny_with_reason, buttons.edit, buttons.approve, buttons.approve_with_note):
        assert button.width() >= button.sizeHint().width()
        assert button.mapTo(window, button.rect().bottomRight()).x() <= window.width()
    assert buttons.approve.mapTo(window, QPoint()).x() >= window.width() // 2


def test_s07_a_sentence_without_end_is_cut_and_the_rest_is_counted(table: Table) -> None:
    table.show(asked(findings=(Finding("x", Severity.INFO, "word " * 100_000),)))
    cut = [text for text in seen(table.window) if text.startswith("word ")]
    assert [text[4_000:] for text in cut] == ["⟨… 496,000 more characters⟩"]


def test_s07_a_wide_name_is_folded_and_not_clipped(table: Table) -> None:
    table.show(asked({}, definition=tool() | {"name": "W" * 190}))
    table.window.resize(480, 700)
    table.settle()
    route = table.window.header.route
    assert max(route.fontMetrics().horizontalAdvance(word) for word in route.text().split()) <= route.width()
    assert route.text().count("W") == 190


def test_what_is_beside_the_names_follows_them_at_once_in_the_next_question(table: Table) -> None:
    table.show(asked(definition={"name": "a_tool_with_a_longer_name", "inputSchema": {"type": "object"}}))
    before = table.window.header.route.maximumWidth()
    table.show(asked(definition={"name": "tool", "inputSchema": {"type": "object"}}))
    assert table.window.header.route.maximumWidth() < before


@pytest.mark.expected_logs("a question cannot be shown")
def test_s01_a_question_that_cannot_be_drawn_gets_no_yes_under_the_inputs_of_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = table.window
    table.show(numbered(1))
    table.arm()
    click(table)
    table.ask(numbered(2), numbered(3))
    draw = window.content.show_question

    def fail_once(question: Asked) -> None:
        monkeypatch.setattr(window.content, "show_question", draw)
        raise OverflowError

    monkeypatch.setattr(window.content, "show_question", fail_once)
    table.link.ended.emit(CallEnded(numbered(1).request.call.id, "approver", "approved"))
    table.settle()
    assert "This question cannot be shown" in seen(window)
    assert not any("notes/" in words for words in seen(window))
    window.keep_waiting()
    window.set_host_gone(True)
    window.set_host_gone(False)  # all buttons are updated, as by much else that happens
    table.arm()
    click(table)
    table.chord()
    window.open_edit()
    assert len(table.answers) == 1
    window.deny()
    assert [(answer.call_id, answer.approve) for answer in table.answers[1:]] == [(numbered(2).request.call.id, False)]
    table.link.ended.emit(CallEnded(numbered(2).request.call.id, "approver", "denied"))
    table.arm()
    assert "notes/3.txt" in seen(window)
    click(table)
    assert (table.answers[-1].call_id, table.answers[-1].approve) == (numbered(3).request.call.id, True)


@pytest.mark.expected_logs("a question cannot be shown")
def test_a_question_that_could_not_be_drawn_is_drawn_when_it_is_asked_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(table.window.content, "show_question", lambda _: 1 / 0)
        table.show(numbered(1))
    assert "notes/1.txt" not in seen(table.window)
    table.ask(numbered(1))
    table.arm()
    assert "notes/1.txt" in seen(table.window)
    click(table)
    assert table.answers[-1].approve


@pytest.mark.expected_logs("a question cannot be shown")
@pytest.mark.parametrize("part", ["header", "content", "form", "footer"])
@pytest.mark.parametrize("height", [560, 900])
def test_s01_nothing_of_the_question_before_comes_back_under_one_that_cannot_be_drawn(
    table: Table, monkeypatch: pytest.MonkeyPatch, part: str, height: int
) -> None:
    window = table.window
    table.show(numbered(1))
    now = numbered(2)
    window.resize(680, height)
    choose(table, "15min")
    table.clock.pass_ms(5000)
    table.ask(now)
    monkeypatch.setattr(getattr(window, part), "show_question", lambda _: 1 / 0)

    def assert_nothing_of_it() -> None:
        table.settle()
        assert "This question cannot be shown" in seen(window)
        assert not [words for words in seen(window) if "notes/" in words or "15 min" in words]
        assert not window.form.isVisible()
        assert not window.footer.isVisible()

    table.consent.show_call(now.request.call.id)
    assert_nothing_of_it()
    window.open_help()
    table.settle()
    assert "This question cannot be shown" in seen(window)
    window.go_back()
    assert_nothing_of_it()
    window.resize(680, 1460 - height)  # the footer changes its place
    assert_nothing_of_it()
    window.open_reason()
    window.toggle_note()
    window.open_edit()
    table.arm()
    click(table)
    table.chord()
    assert not window.buttons.edit.isEnabled()
    assert not window.buttons.deny_with_reason.isEnabled()
    window.deny()
    [answer] = table.answers
    assert (answer.call_id, answer.approve, answer.displayed_ms) == (now.request.call.id, False, 0)


def test_s01_an_input_that_cannot_be_drawn_withholds_the_yes_though_it_is_far_down(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = InputsView._make_widget  # noqa: SLF001  # what draws one

    def fail_at_the_last(view: InputsView, row: Row) -> QWidget:
        if row.key[1] == ("n39",):
            raise ZeroDivisionError
        return make(view, row)

    monkeypatch.setattr(InputsView, "_make_widget", fail_at_the_last)
    with table.qtbot.captureExceptions() as raised:
        table.show(asked({f"n{number}": number for number in range(40)}))
        table.arm()
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]
    click(table)
    table.chord()
    assert table.answers == []
