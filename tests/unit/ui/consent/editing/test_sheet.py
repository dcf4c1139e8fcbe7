"""Changing the inputs in the consent window: nothing approves by it, nothing is lost by it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from host.control.protocol import CallEnded, CheckEdit, EditCall
from host.control.views import Asked, EditCheck, EditProblem
from host.errors import AssentError, ChannelClosed
from host.model import Finding, JsonObject, Severity
from host.values import replace
from tests.support.plain import assert_plain, tab_order
from tests.support.window import asked, signing
from tests.unit.ui.consent.support import FIRST, Table, nameless, numbered, seen
from ui.consent.editing.form import ValueRow
from ui.consent.editing.sheet import FIELDS_MODE, JSON_MODE
from ui.widgets.fields import LineField, LinesField

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
HIGH = Finding("outside-folders", Severity.HIGH, "Writes outside the folders you allowed.", "", ("path",))


def row(table: Table, name: str) -> ValueRow:
    [found] = [
        row for row in table.window.sheets.editor.findChildren(ValueRow) if row.node.name == name and row.isVisible()
    ]
    return found


def retype(table: Table, name: str, words: str) -> None:
    """The person replaces what stands in a field, key by key."""
    field = row(table, name).field
    assert field is not None
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(field, words) if words else QTest.keyClick(field, Qt.Key.Key_Delete)


def press(table: Table, name: str) -> None:
    buttons = table.window.findChildren(QAbstractButton)
    [button] = [button for button in buttons if button.accessibleName() == name and button.isVisible()]
    QTest.mouseClick(button, LEFT)
    table.settle()


def begin(table: Table, question: Asked | None = None) -> None:
    table.show(asked() if question is None else question)
    table.window.open_edit()
    table.settle()


def check_now(table: Table) -> CheckEdit:
    """The pause after the last key is over."""
    table.window.sheets.editor.check_timer.timeout.emit()
    return table.link.of(CheckEdit)[-1]


def test_the_buttons_of_the_question_give_way_and_come_back(table: Table) -> None:
    begin(table)
    window = table.window
    assert window.header.isVisible()
    assert not window.scroll_area.isVisible()
    assert not window.buttons.isVisible()
    assert not window.form.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.scroll_area.isVisible()
    assert window.buttons.isVisible()
    assert table.link.of(EditCall) == []


def test_what_takes_the_host_a_while_shows_that_it_works(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    busy = table.window.sheets.editor.bar.busy
    press(table, "Use these inputs")
    assert not busy.isVisible()
    table.qtbot.waitUntil(busy.isVisible)
    assert "Checking your changes and asking again…" in seen(table.window)
    table.window.sheets.editor.edit_failed("the call changed meanwhile")
    assert not busy.isVisible()


@pytest.mark.parametrize("sent", [False, True])
def test_s10_nothing_is_approved_or_denied_while_the_inputs_are_changed(table: Table, sent: bool) -> None:
    begin(table)
    table.arm()
    if sent:
        retype(table, "path", "b.txt")
        press(table, "Use these inputs")
    table.chord()
    QTest.keyClick(table.window, Qt.Key.Key_D, CTRL)
    table.window.guard.button.click()
    for _ in range(3):
        QTest.keyClick(table.window.focusWidget(), Qt.Key.Key_Return)
    assert table.answers == []
    assert not table.window.can_approve()


def test_s10_the_second_begins_again_after_an_edit_was_left(table: Table) -> None:
    table.show(asked())
    table.arm()
    table.window.open_edit()
    table.window.go_back()
    table.be_painted()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert len(table.answers) == 1


def test_using_the_inputs_asks_again_by_digest_and_round_and_answers_nothing(table: Table) -> None:
    question = asked({"path": "a.txt", "content": "x\ny", "overwrite": True})
    begin(table, question)
    retype(table, "path", "b.txt")
    assert "1 input changed: path" in seen(table.window)
    press(table, "Use these inputs")
    [edit] = table.link.of(EditCall)
    request = question.request
    assert edit == EditCall(
        FIRST, request.call.digest, 1, request.definition.digest, '{"content":"x\\ny","overwrite":true,"path":"b.txt"}'
    )
    assert table.answers == []
    table.window.sheets.editor.bar.use.click()
    assert len(table.link.of(EditCall)) == 1


def test_s05_values_that_nobody_touched_go_out_as_they_came_whatever_a_field_would_make_of_them(table: Table) -> None:
    odd = "one\r\ntwo\u00a0three\u2028four\u200b \t<b>&amp;\x00"
    begin(table, asked({"path": "a.txt", "content": odd, "ratio": 1.5, "big": 9007199254740993}))
    retype(table, "path", "b.txt")
    press(table, "Use these inputs")
    [edit] = table.link.of(EditCall)
    assert edit.arguments == asked(
        {"path": "b.txt", "content": odd, "ratio": 1.5, "big": 9007199254740993}
    ).request.call.arguments.decode()  # fmt: skip


def test_every_word_of_the_form_is_plain_and_named_whatever_strangers_send(table: Table) -> None:
    nasty = "<b>x</b> &amp; \u202e\u200b&Deny\u2028"
    definition: JsonObject = {
        "name": "t",
        "inputSchema": {
            "type": "object",
            "properties": {
                nasty: {"type": "string", "description": nasty * 40},
                "absent " + nasty: {"type": "string"},
                "choice": {"enum": [nasty, "b"]},
                "list": {"type": "array", "items": {"type": "object", "properties": {nasty: {"type": "boolean"}}}},
            },
            "required": [nasty],
        },
    }
    begin(table, asked({nasty: nasty, "choice": nasty, "list": [{nasty: True}], "": 1}, definition=definition))
    table.window.sheets.editor.show_check(EditCheck((EditProblem((nasty,), "no"),)))
    table.settle()
    assert_plain(table.window.header)
    fields = [part for part in table.window.sheets.editor.findChildren(QWidget) if not isinstance(part, LinesField)]
    for label in fields:
        if not isinstance(label, QLineEdit):
            assert "\u202e" not in label.accessibleName()
    assert nameless(table.window) == []


def test_what_is_wrong_is_beside_its_field_and_stops_the_button(table: Table) -> None:
    definition: JsonObject = {
        "name": "t",
        "inputSchema": {"type": "object", "properties": {"n": {"type": "integer", "maximum": 5}}, "required": ["n"]},
    }
    begin(table, asked({"n": 1}, definition=definition))
    use = table.window.sheets.editor.bar.use
    wrong = EditCheck((EditProblem(("n",), "expected at most 5, got 9"),))
    for typed, said in (("9", "Expected at most 5, got 9."), ("x", "Enter a number."), ("", "Enter a number.")):
        retype(table, "n", typed)
        if typed == "9":
            check_now(table)
            table.link.answer(CheckEdit, wrong)
        assert row(table, "n").problems.words.text() == said
        assert not use.isEnabled()
        field = row(table, "n").field
        assert field is not None
        assert said in field.accessibleDescription()
    retype(table, "n", "4")
    assert not row(table, "n").problems.isVisible()
    assert use.isEnabled()


def test_the_host_is_asked_a_while_after_the_last_key_and_about_one_text_at_a_time(table: Table) -> None:
    begin(table)
    assert table.link.of(CheckEdit) == []
    retype(table, "path", "b.txt")
    assert table.link.of(CheckEdit) == []
    first = check_now(table)
    assert (first.call_id, first.digest) == (FIRST, asked().request.call.digest)
    assert '"path":"b.txt"' in first.arguments
    retype(table, "path", "c.txt")
    check_now(table)
    assert len(table.link.of(CheckEdit)) == 1, "one is under way"


def test_an_answer_about_an_earlier_text_is_dropped_and_the_present_one_asked(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    check_now(table)
    retype(table, "path", "c.txt")
    table.window.sheets.editor.show_check(EditCheck((), "deny", "No."))
    assert not table.window.sheets.editor.bar.verdict.isVisible()
    assert table.window.sheets.editor.check_timer.isActive()
    assert '"path":"c.txt"' in check_now(table).arguments
    table.window.sheets.editor.show_check(EditCheck((), "deny", "Rule 7 denies it."))
    assert {"This would be denied", "Rule 7 denies it."} <= set(seen(table.window))
    assert not table.window.sheets.editor.bar.use.isEnabled()


def test_an_answer_about_a_text_that_was_reset_does_not_pass_for_one_about_the_next(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    check_now(table)
    table.window.sheets.editor.bar.reset.click()
    retype(table, "path", "c.txt")
    check_now(table)
    table.link.answer(CheckEdit, EditCheck((), "deny", "Rule 7 denies it."), 0)
    assert "Rule 7 denies it." not in seen(table.window)
    table.link.answer(CheckEdit, EditCheck((), "deny", "Rule 8 denies it."), 1)
    assert "Rule 8 denies it." in seen(table.window)


def test_a_check_that_fails_is_no_refusal_of_the_inputs_that_are_sent(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    check_now(table)
    editor = table.window.sheets.editor
    editor.bar.use.click()
    table.link.answer(CheckEdit, AssentError("this call is looked at already"))
    assert not editor.bar.failure.isVisible()
    table.link.answer(EditCall, AssentError("the call changed meanwhile"))
    assert editor.bar.failure.isVisible()


def test_problems_and_new_findings_of_the_host_are_shown_where_they_belong(table: Table) -> None:
    known = Finding("first-use", Severity.INFO, "Known.")
    begin(table, asked(findings=(known,)))
    retype(table, "path", "b.txt")
    check_now(table)
    problems = (EditProblem(("path",), "it must match a pattern"), EditProblem(("options", "x"), "it is missing"))
    table.window.sheets.editor.show_check(EditCheck(problems, "ask", "", (known, HIGH)))
    assert row(table, "path").problems.words.text() == "It must match a pattern."
    shown = seen(table.window)
    assert "options ▸ x: It is missing." in shown
    assert "New: Writes outside the folders you allowed." in shown
    assert "New: Known." not in shown
    assert not table.window.sheets.editor.bar.use.isEnabled()


def test_a_refused_edit_keeps_the_form_and_says_why(table: Table) -> None:
    table.link.replies[EditCall] = ChannelClosed("the call changed meanwhile")
    begin(table)
    retype(table, "path", "b.txt")
    table.window.sheets.editor.bar.use.click()
    table.settle()
    assert {"These inputs were not used", "The call changed meanwhile."} <= set(seen(table.window))
    assert row(table, "path").node.value == "b.txt"
    assert table.window.sheets.editor.bar.use.isEnabled()


def test_the_changed_call_is_a_new_question_that_says_so(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    press(table, "Use these inputs")
    changed = asked({"path": "b.txt", "content": "Draft conclusions\nSecond line\n", "overwrite": True}, round_=2)
    table.ask(replace(changed, request=replace(changed.request, edited=asked().request.call.params)))
    shown = seen(table.window)
    assert "You changed the inputs" in shown
    assert "What the app proposed" in shown
    assert "Your changes were not used" not in shown
    assert not table.window.sheets.editor.isVisible()
    assert table.window.buttons.isVisible()
    table.arm()
    assert len(table.answers) == 0
    QTest.mouseClick(table.window.guard.button, LEFT)
    [answer] = table.answers
    assert (answer.digest, answer.round) == (changed.request.call.digest, 2)


def test_what_was_proposed_is_one_press_away(table: Table) -> None:
    changed = asked({"path": "b.txt", "content": "x"}, round_=2)
    table.show(
        replace(changed, request=replace(changed.request, edited=asked({"path": "/PROPOSED"}).request.call.params))
    )
    [toggle] = [b for b in table.window.content.findChildren(QAbstractButton) if b.text() == "What the app proposed"]
    QTest.mouseClick(toggle, LEFT)
    table.settle()
    assert any("PROPOSED" in (part.accessibleName() or "") for part in table.window.content.findChildren(QWidget))


def test_a_question_that_changes_under_the_form_says_that_the_changes_were_not_used(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    table.ask(asked(round_=2, voided_because="the definition changed"))
    assert "Your changes were not used" in seen(table.window)
    assert not table.window.sheets.editor.isVisible()
    table.window.open_edit()
    table.settle()
    assert row(table, "path").node.value == "notes/summary.txt"


def test_a_call_that_ends_under_the_form_stays_on_screen_unanswerable(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    assert table.window.scroll_area.isVisible()
    assert "This call is over: expired" in seen(table.window)
    table.window.open_edit()
    assert not table.window.sheets.editor.isVisible()


def test_what_was_changed_is_kept_until_the_question_is_answered_or_begun_again(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    press(table, "Cancel")
    table.window.open_edit()
    table.settle()
    assert row(table, "path").node.value == "b.txt"
    press(table, "Start over")
    assert row(table, "path").node.value == "notes/summary.txt"
    assert "Nothing is changed yet." in seen(table.window)


def test_a_host_that_is_gone_takes_no_edit(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    table.link.closed.emit("gone")
    assert not table.window.sheets.editor.bar.use.isEnabled()
    table.window.sheets.editor.bar.use.click()
    assert table.link.of(EditCall) == []


def test_signatures_that_will_not_count_are_named_before(table: Table) -> None:
    begin(table, asked(signing=signing("Dr. Ada Lindqvist")))
    assert any("The signature given so far does not count for it." in word for word in seen(table.window))


def test_a_result_is_not_changed(table: Table) -> None:
    table.show(asked(result=b'{"content":[]}'))
    assert not table.window.buttons.edit.isVisible()
    table.window.open_edit()
    assert not table.window.sheets.editor.isVisible()


def test_the_whole_can_be_written_as_json_and_read_back_into_fields(table: Table) -> None:
    begin(table)
    editor = table.window.sheets.editor
    editor.modes.choose(JSON_MODE)
    field = editor.json_field
    assert field is not None
    field.selectAll()
    QTest.keyClicks(field, '{"path":')
    assert not editor.bar.use.isEnabled()
    editor.modes.choose(FIELDS_MODE)
    assert editor.modes.chosen == JSON_MODE, "what cannot be read stays"
    QTest.keyClicks(field, ' "b.txt", "content": "", "n": 1.50}')
    assert editor.bar.use.isEnabled()
    editor.modes.choose(FIELDS_MODE)
    table.settle()
    assert row(table, "n").node.value == 1.5
    press(table, "Use these inputs")
    assert table.link.of(EditCall)[0].arguments == '{"content":"","n":1.50,"path":"b.txt"}'


def test_inputs_come_go_and_move_by_the_keyboard_alone(table: Table) -> None:
    definition: JsonObject = {
        "name": "t",
        "inputSchema": {
            "type": "object",
            "properties": {"tags": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string"}},
        },
    }
    begin(table, asked({"tags": ["one", "two"]}, definition=definition))

    def key(name: str) -> None:
        buttons = table.window.sheets.editor.findChildren(QAbstractButton)
        [button] = [button for button in buttons if button.accessibleName() == name and button.isVisible()]
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
        table.settle()

    key("Move item 2 up")
    focused = table.window.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Move item 1 up"
    key("Add an item to tags")
    QTest.keyClicks(table.window.focusWidget(), "three")
    key("Remove item 2")
    key("Add note")
    QTest.keyClicks(table.window.focusWidget(), "hello")
    press(table, "Use these inputs")
    assert table.link.of(EditCall)[0].arguments == '{"note":"hello","tags":["two","three"]}'


def test_tab_goes_through_the_fields_and_then_to_the_buttons(table: Table) -> None:
    begin(table)
    order = tab_order(table.window)
    wanted = ["path", "content", "overwrite", "Cancel"]
    assert [name for name in order if name in wanted] == wanted
    assert not {"Deny", "Approve once"} & set(order)


def test_a_line_becomes_lines_where_the_person_wants(table: Table) -> None:
    begin(table)
    press(table, "Edit path over several lines")
    field = row(table, "path").field
    assert isinstance(field, LinesField)
    assert field.toPlainText() == "notes/summary.txt"


def test_what_is_typed_and_cannot_be_seen_is_told(table: Table) -> None:
    begin(table)
    field = row(table, "path").field
    assert isinstance(field, QLineEdit)
    field.insert("\u200b")
    field.textEdited.emit(field.text())
    assert any("invisible characters" in word for word in seen(table.window))


def test_inputs_that_are_too_many_say_so_and_stay(table: Table) -> None:
    many: JsonObject = {f"key{at}": "x" * 700 for at in range(300)}
    table.show(asked(many))
    table.window.open_edit()
    table.settle()
    assert "The inputs cannot be changed here" in seen(table.window)
    assert table.window.scroll_area.isVisible()
    assert table.window.buttons.isVisible()


def test_another_question_begins_without_the_changes_of_the_last(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    table.ask(numbered(2))
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert table.window.call_id == numbered(2).request.call.id
    assert not table.window.sheets.editor.isVisible()
    table.window.open_edit()
    table.settle()
    assert row(table, "path").node.value == "notes/2.txt"


def test_a_form_of_many_rows_is_there_at_once_and_whole_a_little_later(table: Table) -> None:
    many: JsonObject = {f"k{at:03}": at for at in range(150)}
    table.show(asked(many, definition={"name": "t", "inputSchema": {}}))
    table.window.open_edit()
    made = len(table.window.sheets.editor.findChildren(ValueRow))
    assert 0 < made < 40
    table.qtbot.waitUntil(lambda: len(table.window.sheets.editor.findChildren(ValueRow)) == 150)
    retype(table, "k149", "x")
    assert row(table, "k149").problems.words.text() == "Enter a number."


def test_a_secret_is_covered_until_the_person_wants_to_see_it(table: Table) -> None:
    definition: JsonObject = {
        "name": "t",
        "inputSchema": {"properties": {"password": {"type": "string"}, "user": {"type": "string"}}},
    }
    begin(table, asked({"password": "hunter2-and-more", "user": "ana"}, definition=definition))
    covered, plain = (row(table, name).field for name in ("password", "user"))
    assert isinstance(covered, LineField)
    assert isinstance(plain, LineField)
    assert covered.is_masked
    assert not plain.is_masked
    press(table, "Show or cover password")
    assert not covered.is_masked


def test_problems_of_json_say_where_they_stand(table: Table) -> None:
    begin(table)
    table.window.sheets.editor.modes.choose(JSON_MODE)
    field = table.window.sheets.editor.json_field
    assert field is not None
    field.selectAll()
    QTest.keyClicks(field, '{"path": "b"}')
    check_now(table)
    table.window.sheets.editor.show_check(EditCheck((EditProblem(("content",), "this input is required"),)))
    assert "content: This input is required." in seen(table.window)


def test_what_the_host_calls_the_same_is_no_change(table: Table) -> None:
    begin(table)
    retype(table, "path", "b.txt")
    check_now(table)
    table.window.sheets.editor.show_check(EditCheck((), same=True))
    assert not table.window.sheets.editor.bar.use.isEnabled()


def test_a_verdict_is_said_aloud(table: Table) -> None:
    said: list[str] = []
    begin(table)
    table.window.announced.connect(said.append)
    retype(table, "path", "b.txt")
    check_now(table)
    table.window.sheets.editor.show_check(EditCheck((), "deny", "Rule 7 denies it."))
    assert said == ["This would be denied"]


def nested(depth: int) -> JsonObject:
    value: JsonObject = {"end": "CANARY"}
    for _ in range(depth):
        value = {"a": value}
    return value


HOSTILE: dict[str, JsonObject] = {
    "10,000 keys": {f"k{at}": at for at in range(10_000)},
    "depth 200": nested(200),
    "one line of 1 MB": {"content": "a" * 1_000_000},
    "100,000 line ends": {"content": "\n" * 100_000 + "CANARY"},
    "30,000 hidden characters": {"content": "\u200b" * 30_000},
    "many lists": {f"k{at}": [[at] * 150] * 3 for at in range(20)},
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_s07_hostile_inputs_can_be_opened_and_stay_as_they_are(table: Table, name: str) -> None:
    question = asked(HOSTILE[name], definition={"name": "t", "inputSchema": {}})
    begin(table, question)
    assert table.window.sheets.editor.isVisible()
    assert len(table.window.sheets.editor.findChildren(ValueRow)) <= 40
    draft = table.window.sheets.editor.draft
    assert draft is not None
    assert draft.text.encode() == question.request.call.arguments
    assert draft.changes == ()
