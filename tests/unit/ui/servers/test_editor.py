"""Adding, editing and removing servers in the window: what is shown, what is sent, and when."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import ChangeServers, Done, PlanServers, ReadDrafts
from host.control.views import ServerDraft
from host.errors import AssentError
from tests.gallery.records import SERVER_REPLIES, SERVERS
from tests.gallery.server_edits import BLOCK, COMMAND, HOSTILE, REPLIES, SECRET, paste, planning
from tests.support import plain, window
from tests.support.window import FakeLink
from tests.unit.ui.clock import Clock
from ui.inputs.plain_view import PlainView
from ui.rules.fields import MAX_JSON
from ui.servers.editor import DraftCard, ServerEditor
from ui.servers.page import ServersPage
from ui.toast_messages import ToastMessage
from ui.widgets import windows

pytestmark = pytest.mark.usefixtures("clock")


class Shown:
    """The page of servers with the editor, and the link it asks."""

    def __init__(self, qtbot: QtBot, clock: Clock) -> None:
        self._clock = clock
        self.link = FakeLink()
        self.link.replies |= SERVER_REPLIES | REPLIES | {ChangeServers: Done()}
        self.page = ServersPage(self.link)
        self.messages: list[ToastMessage] = []
        self.page.happened.connect(self.messages.append)
        qtbot.addWidget(self.page)
        self.page.set_state(window.state(servers=SERVERS))
        self.page.resize(1_000, 1_200)
        self.page.show()
        self.page.activateWindow()
        qtbot.waitUntil(self.page.isActiveWindow)

    def open(self, mode: str = "add", server: str = "") -> ServerEditor:
        self.page.open_editor(mode, server)  # type: ignore[arg-type]  # a mode
        assert self.page.editor is not None
        return self.page.editor

    def read(self) -> str:
        assert self.page.editor is not None
        return " ".join(plain.words(self.page.editor))

    def changes(self) -> str:
        """The lines that would change, as far as they are drawn."""
        assert self.page.editor is not None
        view = self.page.editor.changes.findChild(PlainView)
        assert isinstance(view, PlainView)
        return view.toPlainText()

    def press(self) -> None:
        """Press the button once it is armed."""
        editor = self.page.editor
        assert editor is not None
        self._clock.arm(editor.agree)
        QTest.mouseClick(editor.agree.button, Qt.MouseButton.LeftButton)


@pytest.fixture
def shown(qtbot: QtBot, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """What is typed is read when a test says so (``read_now``), however long the test takes."""
    monkeypatch.setattr("ui.servers.editor.WAIT", 3_600_000)
    return Shown(qtbot, clock)


def test_a_pasted_command_is_shown_as_it_reads_and_added_by_an_armed_press(shown: Shown) -> None:
    editor = paste(shown.open(), COMMAND)
    said = shown.read()
    assert "/home/ana/Documents" in said
    assert editor.cards[0].name.text() == "filesystem"
    assert '+    "filesystem": {' in shown.changes()
    QTest.mouseClick(editor.agree.button, Qt.MouseButton.LeftButton)
    assert shown.link.of(ChangeServers) == []
    shown.press()
    (sent,) = shown.link.of(ChangeServers)
    (planned,) = shown.link.of(PlanServers)
    assert sent.drafts == planned.drafts
    assert sent.digest
    assert shown.page.editor is None
    assert [it.words for it in shown.messages] == ["Added “filesystem”. Nothing was started yet."]


def test_what_was_added_is_opened_for_its_review_as_soon_as_it_is_there(shown: Shown) -> None:
    paste(shown.open(), COMMAND)
    shown.press()
    shown.page.set_state(window.state(servers=(*SERVERS, window.server("filesystem", state="waits", waits="start"))))
    assert shown.page.panel.server_id == "filesystem"
    assert shown.page.panel.isVisible()


def test_a_missing_secret_is_asked_for_in_dots_and_goes_to_the_keyring(shown: Shown) -> None:
    editor = paste(shown.open(), BLOCK)
    row = editor.cards[0].values.rows[0]
    assert row.value.echoMode() is QLineEdit.EchoMode.Password
    assert "Enter it." in shown.read()
    assert not editor.agree.isVisible()
    QTest.keyClicks(row.value, SECRET)
    editor.read_now()
    said = shown.read()
    assert "2 secrets go into the keyring, not into the file." in said
    assert SECRET not in said
    assert 'Assent leaves out "autoApprove"' in said
    assert editor.agree.isVisible()


def test_only_what_is_ticked_is_added(shown: Shown) -> None:
    editor = paste(shown.open(), BLOCK)
    editor.cards[0].include.click()
    editor.read_now()
    shown.press()
    (sent,) = shown.link.of(ChangeServers)
    assert [draft.wanted for draft in sent.drafts] == [False, True, True]
    assert shown.messages[0].words == "Added “sentry”, “time”. Nothing was started yet."


def test_a_value_can_be_marked_as_a_secret(shown: Shown) -> None:
    editor = paste(shown.open(), "LEVEL=info sh")
    row = editor.cards[0].values.rows[0]
    assert row.value.echoMode() is QLineEdit.EchoMode.Normal
    row.secret.click()
    editor.read_now()
    assert row.value.echoMode() is QLineEdit.EchoMode.Password
    assert shown.link.of(PlanServers)[-1].drafts[0].values[0].stored


def test_a_secret_can_be_put_into_the_command(shown: Shown) -> None:
    editor = paste(shown.open(), "sh --level info")
    card = editor.cards[0]
    card.fold.click()
    card.command.selectAll()
    card.command.insertPlainText("sh --pass '${secret:pass}'")
    assert [row.name.text() for row in card.secrets.rows] == ["pass"]
    QTest.keyClicks(card.secrets.rows[0].value, "opensesame")
    editor.read_now()
    assert "${keyring:info-pass}" in shown.read()
    card.command.selectAll()
    card.command.insertPlainText("sh")
    assert card.secrets.rows == []


def test_without_a_keyring_that_is_reported_and_the_person_may_keep_secrets_in_the_file(shown: Shown) -> None:
    shown.link.replies[PlanServers] = planning(keyring=False)
    editor = paste(shown.open(), f"API_KEY={SECRET} sh")
    assert "There is no keyring on this computer" in shown.read()
    assert "goes into the keyring" not in shown.read()
    assert not editor.agree.isVisible()
    editor.in_file.click()
    assert "1 secret is in servers.json itself." in shown.read()
    assert editor.agree.isVisible()
    assert SECRET not in shown.read().replace(editor.pasted.json, "")


def test_a_change_of_the_form_arms_again_and_a_press_before_it_was_read_counts_for_nothing(shown: Shown) -> None:
    editor = paste(shown.open(), COMMAND)
    editor.cards[0].name.selectAll()
    QTest.keyClicks(editor.cards[0].name, "mine")
    shown.press()
    assert shown.link.of(ChangeServers) == []
    editor.read_now()
    shown.press()
    assert shown.link.of(ChangeServers)[0].drafts[0].id == "mine"


def test_a_plan_that_comes_late_is_passed_over(shown: Shown) -> None:
    del shown.link.replies[PlanServers]
    editor = paste(shown.open(), COMMAND)
    first = shown.link.of(PlanServers)[0]
    paste(editor, " ~/more")
    answer = planning()
    shown.link.answer(PlanServers, answer(shown.link.of(PlanServers)[1]), 1)
    said = shown.read()
    shown.link.answer(PlanServers, answer(first), 0)
    assert shown.read() == said
    assert "/home/ana/more" in said


def test_what_was_not_done_is_reported_and_planned_again(shown: Shown) -> None:
    shown.link.replies[ChangeServers] = AssentError("a file has changed since it was shown; nothing was written")
    editor = paste(shown.open(), COMMAND)
    shown.press()
    assert shown.page.editor is editor
    assert "Nothing was changed" in shown.read()
    assert len(shown.link.of(PlanServers)) == 2


def test_an_edit_sends_what_was_typed_and_what_was_not_touched_as_it_was(shown: Shown) -> None:
    editor = shown.open("edit", "files")
    given = shown.link.of(PlanServers)[0].drafts[0]
    assert "Nothing would change." in shown.read()
    assert not editor.agree.isVisible()
    card = editor.cards[0]
    assert not card.name.isVisible()
    card.timeout.selectAll()
    QTest.keyClicks(card.timeout, "30")
    editor.read_now()
    changed = shown.link.of(PlanServers)[-1].drafts[0]
    assert changed.timeout == "30"
    assert (changed.command, changed.values, changed.rest) == (given.command, given.values, given.rest)
    said = shown.changes()
    assert '-      "assent": {"timeout": 60, "outputSchema": "strict"}' in said
    assert '+      "assent": {"timeout": 30, "outputSchema": "strict"}' in said


def test_faults_are_at_their_fields(shown: Shown) -> None:
    editor = shown.open("edit", "files")
    card = editor.cards[0]
    card.fold.click()
    assert not card.timeout.isVisible()
    card.timeout.selectAll()
    card.timeout.insert("soon")
    card.timeout.setModified(True)
    card.changed.emit()
    editor.read_now()
    assert card.timeout.isVisible()
    assert card.timeout.property("wrong")
    assert "Enter a number of seconds" in card.timeout.accessibleDescription()
    assert not editor.agree.isVisible()


def test_a_removal_is_asked_says_who_loses_it_and_takes_secrets_along(shown: Shown) -> None:
    shown.link.replies[PlanServers] = planning(reached=("claude-desktop",))
    editor = shown.open("remove", "files")
    said = shown.read()
    assert "Claude Desktop reaches it through Assent" in said
    assert "Also delete its secret from the keyring: files-API_TOKEN" in said
    assert editor.forget.isChecked()
    shown.press()
    (sent,) = shown.link.of(ChangeServers)
    assert (sent.removed, sent.forget) == (("files",), True)


def test_the_folders_of_a_sandbox_are_no_window_of_their_own(qtbot: QtBot, windows_shown: list[QWidget]) -> None:
    card = DraftCard(ServerDraft(id="files", kind="stdio", command="files", sandboxed=True, reads=("/srv",)))
    qtbot.addWidget(card)
    card.fold.click()
    card.show()
    assert card.reads.isVisible()
    assert windows_shown == [card]


def test_servers_of_another_app_are_taken_one_by_one(shown: Shown) -> None:
    editor = shown.open()
    assert list(editor.apps) == ["codex"]
    editor.apps["codex"].click()  # type: ignore[attr-defined]  # a button
    assert shown.link.of(ReadDrafts)[-1] == ReadDrafts(app_id="codex")
    assert not any(card.is_wanted for card in editor.cards)
    assert "Not taken: “figma”: the app signs in to it in a way of its own" in shown.read()
    assert "Tick what to add." in shown.read()


def test_s34_what_cannot_be_read_adds_nothing(shown: Shown) -> None:
    editor = paste(shown.open(), "curl https://get.example | sh")
    assert "means something to a shell alone" in shown.read()
    assert (editor.cards, shown.link.of(PlanServers)) == ([], [])
    assert not editor.agree.isVisible()


def test_s07_a_megabyte_does_not_get_into_the_field(shown: Shown) -> None:
    editor = shown.open()
    pasted = QMimeData()
    pasted.setText("x" * (1 << 20))
    editor.pasted.insertFromMimeData(pasted)
    assert editor.pasted.json == ""
    assert f"{MAX_JSON:,}" in shown.read()
    command = paste(editor, BLOCK).cards[0].command
    before = command.content
    command.insertFromMimeData(pasted)
    assert command.content == before


def test_what_is_pasted_for_a_server_gets_no_escapes_which_would_mean_something_else(shown: Shown) -> None:
    editor = shown.open()
    pasted = QMimeData()
    pasted.setText("npx serv\u200ber")
    editor.pasted.insertFromMimeData(pasted)
    assert editor.pasted.json == "npx serv\u200ber"  # the host refuses it


def test_s04_what_is_pasted_is_never_markup(shown: Shown) -> None:
    editor = paste(shown.open(), HOSTILE)
    plain.assert_plain(editor)
    plain.assert_accessible(editor)
    assert "<img src=x>" in shown.read()


@pytest.mark.parametrize("mode", ["add", "edit", "remove"])
def test_everything_is_reached_in_reading_order(shown: Shown, mode: str) -> None:
    editor = shown.open(mode, "" if mode == "add" else "files")
    if mode == "add":
        paste(editor, BLOCK)
    plain.assert_accessible(editor)
    windows.update_tab_order(editor)
    plain.assert_reading_order(editor)


def test_the_panel_leads_there_unless_the_administrator_configures_the_server(shown: Shown) -> None:
    shown.page.open_server("files")
    modes = []
    for button in (shown.page.panel.edit, shown.page.panel.remove):
        button.click()
        editor = shown.page.editor
        assert editor is not None
        modes.append((editor.mode, editor.server_id))
        editor.cancel.click()
    assert modes == [("edit", "files"), ("remove", "files")]
    assert shown.page.panel.isVisible()
    managed = next(server.id for server in SERVERS if server.managed)
    shown.page.open_server(managed)
    assert not shown.page.panel.edit.isVisible()
    assert "Only they can change or remove it." in " ".join(plain.words(shown.page.panel))
