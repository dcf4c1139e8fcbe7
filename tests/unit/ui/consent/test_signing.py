"""Signing in the window: who, with what, and no signature by accident (attacks 10 and 12)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from host.control.protocol import CallEnded, CallSigned, SignCall
from host.control.views import ApproverView, Asked, SigningView
from host.errors import AssentError
from host.model import Effect, Finding, Obligations, RoleQuota, Severity, Verdict
from tests.support.plain import assert_accessible, assert_plain, tab_order
from tests.support.window import SIGNERS, asked, signing
from tests.unit.ui.consent.support import FIRST, WAYS, Table, click, lacking, numbered, repeat_key, seen
from ui.consent.queue import Countdown

LEFT = Qt.MouseButton.LeftButton
ADA, TOM = (who.name for who in SIGNERS)
MOMENTS = [(0, 0), (500, 0), (999, 0), (1100, 1)]
REASONED = Verdict(
    Effect.ASK, "r", "managed", "A rule asks.", obligations=Obligations((RoleQuota("X"),), reason_required=True)
)


def fill(table: Table, person: int = 0, pin: str = "1234") -> None:
    """Somebody says who they are, and types a PIN."""
    panel = table.window.form.signing
    panel.signers.radios[person].setChecked(True)
    panel.secret.setFocus()
    QTest.keyClicks(panel.secret, pin)
    table.settle()


def signatures(table: Table) -> list[SignCall]:
    return table.link.of(SignCall)


def sign(table: Table, person: int = 0, pin: str = "1234") -> None:
    """Choose, type, wait, press."""
    fill(table, person, pin)
    table.arm()
    click(table)


def test_a_signature_names_what_was_drawn_and_who_signs(table: Table) -> None:
    question = asked(signing=signing())
    table.show(question)
    sign(table, pin="ada's own")
    [said] = signatures(table)
    assert (said.call_id, said.digest, said.round) == (FIRST, question.request.call.digest, 1)
    assert (said.definition, said.approver, said.secret) == (question.request.definition.digest, ADA, "ada's own")
    assert table.answers == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "count"), MOMENTS)
def test_s10_a_signature_counts_a_second_after_the_signer_was_chosen(
    table: Table, way: Callable[[Table], None], ms: int, count: int
) -> None:
    table.show(asked(signing=signing()))
    table.live(3_000)
    fill(table)
    table.live(ms)
    way(table)
    assert len(signatures(table)) == count


@pytest.mark.parametrize("way", WAYS)
def test_s10_the_next_signature_arms_from_the_beginning(table: Table, way: Callable[[Table], None]) -> None:
    table.show(asked(signing=signing()))
    table.link.replies[SignCall] = signing(ADA)
    sign(table)
    fill(table)
    way(table)
    assert [said.approver for said in signatures(table)] == [ADA]
    table.arm()
    way(table)
    assert [said.approver for said in signatures(table)] == [ADA, TOM]


@pytest.mark.parametrize("way", WAYS)
def test_s10_hammering_signs_nothing(table: Table, way: Callable[[Table], None]) -> None:
    table.show(asked(signing=signing()))
    fill(table)
    for _ in range(20):
        table.live(60)
        way(table)
    assert signatures(table) == []


@pytest.mark.parametrize("way", WAYS)
def test_without_a_signer_or_a_secret_nothing_is_signed(table: Table, way: Callable[[Table], None]) -> None:
    window = table.window
    table.show(asked(signing=signing()))
    table.arm()
    assert lacking(table) == ("Sign", "Choose who signs first.")
    way(table)
    window.form.signing.signers.radios[1].setChecked(True)
    table.arm()
    assert lacking(table) == ("Sign", "Enter the PIN first.")
    way(table)
    assert signatures(table) == []
    assert table.answers == []


def test_nobody_is_presumed_to_sign_unless_nobody_else_could(table: Table) -> None:
    panel = table.window.form.signing
    table.show(asked(signing=signing()))
    assert panel.approver == ""
    table.link.signed.emit(CallSigned(FIRST, signing(ADA)))
    assert panel.approver == TOM


def test_who_has_signed_is_shown_and_what_is_missing(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    words = seen(table.window)
    assert "Needs 2 signatures" in words
    assert any(word.startswith("Dr. Ada Lindqvist, Principal investigator, signed at ") for word in words)
    assert "IRB chair: not signed yet" in words
    labels = table.window.form.signing.findChildren(QLabel)
    assert any(label.accessibleDescription() == "IRB_CHAIR" for label in labels)


def test_a_signature_that_arrives_leaves_what_was_read_read(table: Table) -> None:
    table.show(asked({f"input {number:03}": number for number in range(60)}, signing=signing()))
    table.arm()
    unread = table.window.content.unread_lines
    table.window.scroll_area.verticalScrollBar().setValue(300)
    table.qtbot.waitUntil(lambda: table.window.content.unread_lines < unread)
    read = table.window.content.unread_lines
    assert read < unread
    table.link.signed.emit(CallSigned(FIRST, signing(ADA)))
    table.settle()
    assert table.window.content.unread_lines <= read  # who signed is no choice any more, which leaves more room to read
    assert table.window.scroll_area.verticalScrollBar().value() == 300
    assert not table.window.arming.is_armed
    assert table.window.arming.displayed_ms >= 1_100


def test_a_signature_stays_when_the_question_is_put_aside_and_brought_back(table: Table) -> None:
    table.show(asked(signing=signing()))
    table.link.signed.emit(CallSigned(FIRST, signing(ADA)))
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    table.consent.show_call(FIRST)
    assert any(word.startswith("Dr. Ada Lindqvist") and "signed at" in word for word in seen(table.window))


def test_a_signature_under_another_question_changes_nothing_here(table: Table) -> None:
    table.show(asked(signing=signing()), numbered(2, signing=signing()))
    table.arm()
    table.link.signed.emit(CallSigned(numbered(2).request.call.id, signing(ADA)))
    assert table.window.arming.is_armed
    assert "Principal investigator: not signed yet" in seen(table.window)
    table.link.signed.emit(CallSigned("no such call", signing(ADA)))
    assert "Principal investigator: not signed yet" in seen(table.window)


def test_a_signature_that_is_taken_away_is_missing_again(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    table.link.signed.emit(CallSigned(FIRST, signing()))
    assert "Principal investigator: not signed yet" in seen(table.window)


def test_the_last_signature_ends_the_question(table: Table) -> None:
    table.show(asked(signing=signing(ADA)), numbered(2))
    table.link.replies[SignCall] = signing(ADA, TOM)
    sign(table)
    assert table.window.presenter.is_sending, "until the host says how it ended"
    table.link.ended.emit(CallEnded(FIRST, "approver", "approved"))
    assert table.window.call_id == numbered(2).request.call.id


# Refusals


def test_a_wrong_pin_is_reported_beside_the_field_and_another_can_be_tried(table: Table) -> None:
    panel = table.window.form.signing
    table.show(asked(signing=signing(ADA)))
    table.link.replies[SignCall] = AssentError("that is not this person's PIN")
    sign(table)
    assert panel.problem.text() == "Not signed: that is not this person's PIN."
    assert panel.secret.accessibleDescription() == panel.problem.text()
    assert (panel.secret.text(), panel.secret.hasFocus(), panel.secret.isEnabled()) == ("", True, True)
    table.link.replies[SignCall] = signing(ADA, TOM)
    sign(table, pin="5678")
    assert [said.secret for said in signatures(table)] == ["1234", "5678"]
    assert not table.window.failure.isVisible()


def test_s10_after_a_refusal_the_second_begins_again(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    table.link.replies[SignCall] = AssentError("no")
    sign(table)
    fill(table, pin="5678")
    click(table)
    assert len(signatures(table)) == 1


def test_a_refusal_of_a_question_that_is_gone_is_not_shown_at_the_next(table: Table) -> None:
    table.show(asked(signing=signing(ADA)), numbered(2, signing=signing()))

    def end_first(_: SignCall) -> AssentError:
        table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
        table.window.moved_on.emit()
        return AssentError("too late")

    table.link.replies[SignCall] = end_first
    sign(table)
    assert table.window.call_id == numbered(2).request.call.id
    assert "Not signed: too late." not in seen(table.window)


# The secret


def test_s12_a_secret_is_out_of_the_field_as_soon_as_it_is_tried(table: Table) -> None:
    table.show(asked(signing=signing()))
    sign(table)
    assert table.window.form.signing.secret.text() == ""
    assert "1234" not in repr(signatures(table))


@pytest.mark.parametrize(
    "leave",
    [
        lambda table: table.window.hide(),
        lambda table: table.window.open_reason(),
        lambda table: table.link.closed.emit("the host is gone"),
        lambda table: table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time")),
        lambda table: table.ask(asked(signing=signing(), round_=2, voided_because="It changed.")),
        lambda table: table.link.signed.emit(CallSigned(FIRST, signing(ADA))),
        lambda table: table.window.form.signing.signers.radios[1].setChecked(True),
        lambda table: QTest.keyClick(table.window, Qt.Key.Key_Escape),
    ],
    ids=["hidden", "denying", "host-gone", "ended", "changed", "signed", "another-signer", "put-aside"],
)
def test_no_secret_stays_where_somebody_else_may_sit(table: Table, leave: Callable[[Table], object]) -> None:
    table.show(asked(signing=signing()))
    fill(table)
    assert table.window.form.signing.secret.text() == "1234"
    leave(table)
    field = table.window.form.signing.secret
    assert (field.text(), field.isUndoAvailable()) == ("", False)


def test_a_secret_does_not_go_with_the_next_question(table: Table) -> None:
    table.show(asked(signing=signing()), numbered(2, signing=signing()))
    fill(table)
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    panel = table.window.form.signing
    assert (panel.secret.text(), panel.approver) == ("", "")


def test_the_field_shows_and_gives_away_nothing(table: Table) -> None:
    table.show(asked(signing=signing()))
    fill(table)
    field = table.window.form.signing.secret
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert field.inputMethodHints() & Qt.InputMethodHint.ImhSensitiveData
    assert field.contextMenuPolicy() is Qt.ContextMenuPolicy.NoContextMenu
    assert field.displayText() == field.displayText()[0] * 4 != "1234"


def test_s10_return_in_the_field_signs_nothing_and_goes_on_to_the_button(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    field, button = table.window.form.signing.secret, table.window.guard.button
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.hasFocus(), "there is nothing to sign with yet"
    fill(table)
    table.arm()
    for _ in range(3):
        QTest.keyClick(table.window.focusWidget(), Qt.Key.Key_Return)
    assert button.hasFocus()
    assert signatures(table) == []


def test_a_held_key_fills_no_secret(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    field = table.window.form.signing.secret
    repeat_key(field, Qt.Key.Key_A)
    assert field.text() == ""


# What stands around it


def test_deny_is_always_there_and_takes_no_signature(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    fill(table)
    table.window.deny()
    assert [(answer.approve, answer.reason) for answer in table.answers] == [(False, "")]
    assert signatures(table) == []


def test_there_is_no_wider_yes_where_signatures_are_wanted(table: Table) -> None:
    table.show(asked(signing=signing()))
    assert not table.window.scope.isVisible()
    table.arm()
    assert "Approve once" not in seen(table.window)


def test_s07_a_signature_under_unread_lines_says_so(table: Table) -> None:
    table.show(asked({"content": "line\n" * 500}, signing=signing(ADA)))
    fill(table)
    assert table.window.guard.button.text().startswith("Sign without reading ")
    table.arm()
    click(table)
    assert signatures(table)[0].unread_lines > 400


def test_s07_with_a_grave_finding_unread_lines_cannot_be_signed(table: Table) -> None:
    grave = Finding("path", Severity.HIGH, "Writes outside the folders you allowed.")
    table.show(asked({"content": "line\n" * 500}, signing=signing(ADA), findings=(grave,)))
    sign(table)
    assert lacking(table) == ("Sign", "Read to the end first.")
    assert signatures(table) == []


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (SigningView((), True, (), ("a PIN",), ()), "Set yours under Settings"),
        (signing(missing=("nobody is registered who could give 1 X",), candidates=()), "Your administrator registers"),
    ],
)
def test_where_nobody_can_sign_it_says_so_and_what_to_do(table: Table, view: SigningView, words: str) -> None:
    table.show(asked(signing=view))
    table.arm()
    assert any(words in said for said in seen(table.window))
    assert lacking(table) == ("Sign", "Nobody can sign this.")
    assert not table.window.form.signing.secret.isVisible()


def test_a_pin_alone_is_a_signature_of_anybody_registered(table: Table) -> None:
    view = SigningView((), True, (), ("a PIN",), (ApproverView("ana", (), "user"),))
    table.show(asked(signing=view))
    sign(table)
    assert [said.approver for said in signatures(table)] == ["ana"]


def test_strange_names_are_plain_and_leave_room_for_the_buttons(table: Table) -> None:
    hostile = "\u202egro.\u2066<b>x</b>&\n" + "y" * 400
    view = SigningView(
        (RoleQuota(hostile, 12),), False, (), tuple(f"2 {hostile}{number}" for number in range(40)),
        tuple(ApproverView(f"{hostile}{number}", (hostile,), "managed") for number in range(3)),
    )  # fmt: skip
    table.show(asked(signing=view))
    table.window.resize(480, 640)
    table.settle()
    assert_plain(table.window)
    assert_accessible(table.window)
    assert table.window.scroll_area.height() > 60
    assert table.window.guard.button.mapTo(table.window, table.window.guard.button.rect().bottomLeft()).y() < 640


def test_tab_meets_what_a_signature_needs_before_the_buttons(table: Table) -> None:
    table.show(asked(signing=signing(ADA)))
    fill(table)
    table.arm()
    order = tab_order(table.window)
    wanted = ["Why?", "Who signs", "PIN or passphrase", "Deny", "Sign with a note…", "Sign"]
    assert [name for name in order if name in wanted] == wanted
    assert order[-1] == "Sign"


# The reason for a yes


def reasoned(view: SigningView | None = None) -> Asked:
    return asked(verdict=REASONED, signing=view, why_no_grant="A rule wants a reason.")


def test_a_yes_that_needs_a_reason_is_not_offered_without(table: Table) -> None:
    table.show(reasoned())
    table.arm()
    assert lacking(table) == ("Approve once", "Say why first.")
    click(table)
    table.window.form.reason_line.setText(" \u200b ")
    table.window.form.typed.emit()
    table.arm()
    click(table)
    assert table.answers == []
    table.window.form.reason_line.clear()
    QTest.keyClicks(table.window.form.reason_line, "Dr. Reyes wants it today ")
    table.arm()
    click(table)
    assert [(answer.approve, answer.reason) for answer in table.answers] == [(True, "Dr. Reyes wants it today")]


def test_the_reason_for_a_yes_does_not_go_with_a_no(table: Table) -> None:
    table.show(reasoned())
    QTest.keyClicks(table.window.form.reason_line, "because")
    table.window.deny()
    assert [(answer.approve, answer.reason) for answer in table.answers] == [(False, "")]


def test_the_first_signature_brings_the_reason_and_the_next_need_none(table: Table) -> None:
    table.show(reasoned(signing()))
    fill(table)
    assert lacking(table) == ("Sign", "Say why first.")
    QTest.keyClicks(table.window.form.reason_line, "for the board")
    table.link.replies[SignCall] = signing(ADA)
    table.arm()
    click(table)
    table.window.form.reason_line.clear()
    sign(table)
    assert [(said.approver, said.reason) for said in signatures(table)] == [(ADA, "for the board"), (TOM, "")]


def test_the_reason_starts_empty_at_every_question(table: Table) -> None:
    table.show(reasoned(), numbered(2, verdict=REASONED, why_no_grant="A rule wants a reason."))
    QTest.keyClicks(table.window.form.reason_line, "because")
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert table.window.form.reason_line.text() == ""


def test_where_no_rule_wants_a_reason_nobody_is_asked_for_one(table: Table) -> None:
    table.show(asked())
    assert not table.window.form.reason_line.isVisible()


def test_the_same_question_again_brings_the_signatures_that_are_there_by_now(table: Table) -> None:
    table.show(asked(signing=signing()))
    fill(table)
    table.arm()
    table.ask(asked(signing=signing(ADA)))
    assert "IRB chair: not signed yet" in seen(table.window)
    assert "Principal investigator: not signed yet" not in seen(table.window)
    assert not table.window.arming.is_armed
    assert table.window.form.signing.secret.text() == ""


def test_the_mark_of_a_wrong_pin_goes_with_the_next_key(table: Table) -> None:
    panel = table.window.form.signing
    table.show(asked(signing=signing(ADA)))
    table.link.replies[SignCall] = AssentError("that is not this person's PIN")
    sign(table)
    assert panel.secret.property("wrong")
    QTest.keyClicks(panel.secret, "5")
    assert not panel.secret.property("wrong")


def assert_whole(table: Table) -> None:
    """Every line of who must sign is one line, in view, and starts where its sign stands."""
    scroll = table.window.form.signing._signatures  # noqa: SLF001  # what is in view, only the view tells
    lines = [label for label in scroll.inside.findChildren(QLabel) if label.isVisible()]
    assert len(lines) >= 2
    below = 0
    for line in lines:
        top = line.mapTo(scroll.viewport(), line.rect().topLeft()).y()
        assert top >= below
        below = top + line.height()
        assert below <= scroll.viewport().height()
        assert line.height() < 2 * line.fontMetrics().lineSpacing()


def test_who_must_sign_stands_line_by_line_whole_and_on_screen(table: Table) -> None:
    table.show(asked(signing=signing()))
    table.settle()
    assert_whole(table)


@pytest.mark.parametrize("between", ["at once", "drawn", "hidden"])
def test_after_other_questions_who_must_sign_stands_whole_in_the_same_window(table: Table, between: str) -> None:
    window = table.window
    others = (
        numbered(2),
        numbered(3),
        numbered(4, verdict=REASONED),
        asked(call_id=f"{FIRST[:-1]}5", result=b'{"content":[]}'),
        asked(call_id=f"{FIRST[:-1]}6", signing=signing(*(who.name for who in SIGNERS))),
    )
    for other in (*others[:4], asked(signing=signing()), others[4], asked(signing=signing())):
        window.show_question(other, Countdown(table.clock, other.left, other.paused))
        window.show()
        if between != "at once":
            table.settle()
        if other.signing is not None and other.signing.missing:
            table.settle()
            assert_whole(table)
        if between == "hidden":
            window.clear()
            window.hide()
            table.settle()


NO_PIN = ("a PIN", "nobody is registered who could give a PIN")


def test_where_nobody_has_a_pin_there_is_a_way_to_set_one_and_the_question_stays(table: Table) -> None:
    wanted: list[bool] = []
    table.consent.pin_wanted.connect(lambda: wanted.append(True))
    table.show(asked(signing=SigningView((), True, (), NO_PIN, ())))
    button = table.window.form.signing.settings
    assert button.text() in seen(table.window)
    assert "Nobody has a PIN" in seen(table.window)
    assert button.accessibleName() in tab_order(table.window)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wanted == [True]
    assert table.window.call_id == FIRST
    assert table.answers == []
    assert signatures(table) == []


def test_where_a_role_is_missing_a_pin_of_ones_own_is_no_way_out(table: Table) -> None:
    table.show(asked(signing=signing(candidates=())))
    assert not table.window.form.signing.settings.isVisible()
