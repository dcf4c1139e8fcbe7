"""The servers page: the list, one server closer, and the test."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from host.canonical import canonical
from host.control.protocol import Done, ReadServer, ReviewServer
from host.control.protocol import TestServer as AskTest
from host.control.views import Said, ServerDetails, ServerTest, ServerUse, ToolView
from host.errors import AssentError
from host.model import Finding, JsonObject, Severity
from host.naming import Verb
from host.values import replace
from tests.gallery.reviews import NEW, SETTLED, UNSTARTED
from tests.support import plain, window
from tests.support.waiting import PATIENCE
from tests.support.window import FakeLink
from ui.armed import ArmedButton
from ui.inputs.text_block import TextBlock
from ui.pages import ExplainTool, OpenServer
from ui.servers import words as server_words
from ui.servers.page import ERRORS, STATE, TIME, TRUST, USED, ServersPage
from ui.servers.review import STEP, ToolDetails, ToolRow
from ui.widgets.page_parts import EmptyState
from ui.widgets.scroll import FadeScroll

FILES = window.server("files", config_digest="ab" * 32)
BROKEN = window.server("broken", state="failed", why="it ended with exit code 1", sessions=0, trust="managed")
TOOL = ToolView("write_file", canonical(window.WRITE_FILE))


class Shown:
    """The page, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies[ReadServer] = self._details
        self.tools: tuple[ToolView, ...] = (TOOL,)
        self.stderr = ""
        self.facts: tuple[Said, ...] = ()
        self.claims: tuple[Said, ...] = ()
        self.page = ServersPage(self.link)
        qtbot.addWidget(self.page)
        self.page.set_state(window.state(servers=(FILES, BROKEN)))
        self.page.show()

    def _details(self, request: ReadServer) -> ServerDetails:
        server = next(known for known in (FILES, BROKEN) if known.id == request.server_id)
        return ServerDetails(server, self.tools, True, self.stderr, self.facts, ("Careful.",), self.claims)

    def open(self, server_id: str = "files") -> list[str]:
        """Open a server's panel; what can be read there."""
        self.page.open_server(server_id)
        return plain.words(self.page.panel)

    def unfold(self) -> ToolDetails:
        """The first tool, with all that is said of it."""
        row = self.page.panel.findChild(ToolRow)
        assert isinstance(row, ToolRow)
        row.fold.click()
        assert row.details is not None
        return row.details


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_each_server_has_a_line_with_its_state_in_a_word(shown: Shown) -> None:
    cells = [
        [str(shown.page.model.index(row, column).data()) for column in (0, ERRORS, TIME, USED, TRUST)] for row in (0, 1)
    ]
    assert cells == [
        ["files", "", "", "not yet", "Not vouched for"],
        ["broken", "", "", "not yet", "Administrator"],
    ]
    names = [shown.page.model.index(row, 0) for row in (0, 1)]
    assert [index.data(STATE)[1:] for index in names] == [("Ready · 1 session", "neutral"), ("Failed", "red")]
    assert [index.data(Qt.ItemDataRole.AccessibleTextRole) for index in names] == [
        "Server: files, Ready · 1 session",
        "Server: broken, Failed",
    ]


def test_the_panel_says_who_vouches(shown: Shown) -> None:
    assert any("Nobody vouches for this server yet." in said for said in shown.open("files"))
    assert any("Your administrator vouches for this server" in said for said in shown.open("broken"))


def test_a_file_that_cannot_be_used_is_not_an_empty_one(shown: Shown) -> None:
    shown.page.set_state(window.state(servers=(), servers_problem="servers.json:3: odd"))
    empty = shown.page.findChildren(EmptyState)
    assert [it.title.text() for it in empty if it.isVisible()] == ["No server can be used"]
    shown.page.set_state(window.state(servers=()))
    assert [it.title.text() for it in empty if it.isVisible()] == ["No servers yet"]


def test_enter_opens_the_panel_and_escape_closes_it(shown: Shown) -> None:
    table = shown.page.table
    table.setFocus()
    table.setCurrentIndex(shown.page.model.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert shown.page.panel.isVisible()
    QTest.keyClick(shown.page.panel, Qt.Key.Key_Escape)
    assert not shown.page.panel.isVisible()


def test_keys_that_move_on_take_the_open_panel_along(shown: Shown) -> None:
    table, panel = shown.page.table, shown.page.panel
    shown.page.activated()
    assert panel.server_id == "broken", "it needs attention most"
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert panel.server_id == "files"
    assert table.hasFocus()
    panel.dismiss()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert not panel.isVisible()


def test_the_panel_shows_the_command_whole_one_argument_a_line(shown: Shown) -> None:
    said = shown.open()
    for argument in FILES.command:
        assert argument in said


def test_s08_s34_no_part_of_a_command_is_hidden_or_cut(shown: Shown) -> None:
    command = ("sh", "-c", "x" * 500, "", "\x1b[8m\u202e")
    shown.page.set_state(window.state(servers=(window.server("odd", command=command),)))
    shown.link.replies[ReadServer] = AssentError("…")
    said = shown.open("odd")
    assert "".join(said).replace("\n↳", "").count("x" * 500) == 1
    assert "(an empty argument)" in said
    assert "⟨U+001B⟩[8m⟨U+202E⟩" in said


def test_a_server_that_failed_says_why(shown: Shown) -> None:
    said = " ".join(shown.open("broken"))
    assert "It ended with exit code 1." in said
    assert "Once that is mended, press Test." in said


def test_what_a_failed_server_wrote_last_stands_below_why_it_failed(shown: Shown) -> None:
    shown.stderr = "KeyError: DATABASE_URL"
    output = "What it wrote to its error output"

    def heights() -> dict[str, int]:
        panel = shown.page.panel
        labels = (label for label in panel.findChildren(QLabel) if label.isVisible())
        return {label.text(): label.mapTo(panel, QPoint()).y() for label in labels}

    shown.open("broken")
    QApplication.processEvents()
    assert heights()[output] < heights()["Trust"]
    shown.open("files")
    QApplication.processEvents()
    assert heights()[output] > heights()["Trust"]


def test_a_server_that_was_never_used_has_no_last_hour(shown: Shown) -> None:
    shown.open("files")
    assert shown.page.panel.health.isVisible()
    shown.open("broken")
    assert not shown.page.panel.health.isVisible()


def test_s14_each_definition_can_be_read_raw(shown: Shown) -> None:
    shown.open()
    details = shown.unfold()
    details.definition_button.click()
    lines, raw = details.findChildren(TextBlock)
    assert raw.isVisible()
    details.definition_button.click()
    assert lines.isVisible()
    assert not raw.isVisible()


def test_what_a_server_says_is_marked_as_its_own_word(shown: Shown) -> None:
    shown.open()
    shown.unfold()
    said = plain.words(shown.page.panel)
    assert "Safe file writer" in said
    assert "unverified" in said


def test_a_thousand_tools_come_some_at_a_time(shown: Shown) -> None:
    shown.tools = tuple(ToolView(f"tool_{number:04}", b"{}") for number in range(1_000))
    shown.open()
    assert len(shown.page.panel.findChildren(ToolRow)) == STEP
    more = next(
        found for found in shown.page.panel.findChildren(QPushButton) if found.text().startswith("Show 20 more")
    )
    assert more.text() == "Show 20 more of 980"
    more.click()
    assert len(shown.page.panel.findChildren(ToolRow)) == 2 * STEP


def test_a_test_shows_its_result_in_place(shown: Shown) -> None:
    shown.link.replies[AskTest] = ServerTest(True, "", "2025-11-25", 14, 812.0)
    shown.open()
    shown.page.panel.review.test.click()
    assert shown.link.of(AskTest) == [AskTest("files")]
    assert "Started, greeted and listed 14 tools in 812 ms. Protocol revision 2025-11-25." in plain.words(
        shown.page.panel
    )


@pytest.mark.parametrize("reply", [ServerTest(False, "it ended", "", 0, 5.0), AssentError("it ended")])
def test_a_test_that_failed_says_why_and_can_be_repeated(shown: Shown, reply: object) -> None:
    shown.link.replies[AskTest] = reply
    shown.open()
    shown.page.panel.review.test.click()
    assert any(said.startswith("It ended.") for said in plain.words(shown.page.panel))
    assert shown.page.panel.review.test.isEnabled()


def test_a_server_of_which_something_new_waits_says_so_at_the_top_and_in_the_list(shown: Shown) -> None:
    waiting = replace(FILES, state="ready", waits="changes")
    shown.page.set_state(window.state(servers=(waiting, BROKEN)))
    assert "Something new waits for your review" in shown.open()
    assert server_words.state_line(waiting) == "Ready · something new waits · 1 session"


def test_the_result_of_a_test_goes_once_the_server_is_configured_otherwise(shown: Shown) -> None:
    shown.link.replies[AskTest] = ServerTest(False, "it ended", "", 0, 5.0)
    shown.open()
    shown.page.panel.review.test.click()
    shown.page.set_state(window.state(servers=(replace(FILES, sessions=2), BROKEN)))
    assert not shown.page.panel.review.result.isHidden()
    shown.page.set_state(window.state(servers=(replace(FILES, config_digest="another"), BROKEN)))
    assert shown.page.panel.review.result.isHidden()


def test_while_a_test_runs_it_cannot_be_started_again(shown: Shown) -> None:
    shown.open()
    shown.page.panel.review.test.click()
    assert not shown.page.panel.review.test.isEnabled()


def test_the_result_of_another_servers_test_is_not_shown(shown: Shown) -> None:
    shown.open()
    shown.link.replies[AskTest] = None
    shown.page.panel.review.test.click()
    shown.open("broken")
    shown.link.answer(AskTest, ServerTest(True, "", "x", 1, 1.0))
    assert shown.page.panel.review.result.isHidden()
    assert shown.page.panel.review.test.isEnabled()


def test_details_follow_the_state(shown: Shown) -> None:
    shown.open()
    before = len(shown.link.of(ReadServer))
    shown.page.set_state(window.state(servers=(FILES, BROKEN)))
    assert len(shown.link.of(ReadServer)) == before
    shown.page.set_state(window.state(servers=(window.server("files", sessions=2), BROKEN)))
    assert len(shown.link.of(ReadServer)) == before + 1


def test_a_server_that_is_read_again_moves_nothing_meanwhile(shown: Shown, qtbot: QtBot) -> None:
    del shown.link.replies[ReadServer]
    shown.page.open_server("files")
    review = shown.page.panel.review
    qtbot.waitUntil(review.reading.isVisible)  # nothing is known yet
    shown.link.answer(ReadServer, ServerDetails(FILES, (TOOL,), True, ""))
    assert review.reading.isHidden()
    review.read("files")
    waiting = review.reading.findChild(QTimer)
    assert isinstance(waiting, QTimer)
    assert not waiting.isActive(), "it would come and go above the buttons"


def test_a_server_that_was_taken_out_closes_its_panel(shown: Shown) -> None:
    shown.open()
    shown.page.set_state(window.state(servers=(BROKEN,)))
    assert not shown.page.panel.isVisible()


def test_without_servers_the_page_says_how_to_get_some(qtbot: QtBot) -> None:
    page = ServersPage(FakeLink())
    qtbot.addWidget(page)
    page.set_state(window.state(servers=()))
    page.show()
    assert "add one by its command or address" in " ".join(plain.words(page))
    assert page.add.isVisible()
    button = next(found for found in page.findChildren(QPushButton) if found.text() == "See your AI apps")
    went: list[str] = []
    page.navigate.connect(lambda key, _: went.append(key))
    button.click()
    assert went == ["apps"]


def test_s04_s08_hostile_words_are_plain_text(shown: Shown) -> None:
    evil: JsonObject = {"name": "<b>", "title": "<i>&\u202e", "description": "IMPORTANT\n<img src=x>" + "A" * 5_000}
    shown.tools = (ToolView("<b>\u200b", canonical(evil)),)
    shown.stderr = "\x1b[2J<b>\u202e\r\n" * 50
    shown.facts = (Said("Package", "npm <b>\u202e" + "p" * 300),)
    shown.claims = (Said("Instructions to the model", "<img src=x>\u202e\x1b[8m" * 20),)
    shown.open()
    shown.unfold()
    plain.assert_plain(shown.page)
    plain.assert_accessible(shown.page)


@pytest.mark.parametrize("text", ["k" * (1 << 20), "word " * 200_000], ids=["unbroken", "words"])
def test_s07_a_tool_of_megabytes_is_folded_not_put_into_one_widget(qtbot: QtBot, text: str) -> None:
    definition: JsonObject = {"name": text, "title": text, "description": text, "inputSchema": {}}
    card = ToolRow(ToolView(text, canonical(definition)))
    qtbot.addWidget(card)
    card.set_open(is_open=True)
    said = [one.text() for one in card.findChildren(QLabel)]
    said += [one.accessibleName() for one in [card, *card.findChildren(QWidget)]]
    assert max(map(len, said)) < 3_000
    assert len(card.findChildren(TextBlock)) == 4, "name, title, description, and all else"


def test_a_question_about_vouching_outlives_news_of_the_server(shown: Shown) -> None:
    busy = window.server("files", sessions=2, config_digest=FILES.config_digest)
    shown.open()
    trust = shown.page.panel.review.trust
    trust.vouch.click()
    shown.page.set_state(window.state(servers=(busy, BROKEN)))
    assert shown.page.panel.review.trust is trust
    assert trust.question.yes.isVisible()
    shown.open("broken")
    assert not trust.question.yes.isVisible()


def test_from_a_tool_one_comes_to_what_the_rules_say_of_it(shown: Shown) -> None:
    wanted: list[object] = []
    shown.page.navigate.connect(lambda *went: wanted.append(went))
    shown.open()
    shown.unfold().rules.click()
    assert wanted == [("rules", ExplainTool("files", "write_file"))]


def test_who_vouches_is_said_in_words_that_stand_by_themselves(shown: Shown) -> None:
    shown.page.set_state(window.state(servers=(window.server("files", trust="user"),)))
    assert "You vouch" in shown.open()


def test_the_page_is_not_half_empty_until_the_person_closes_the_panel(shown: Shown) -> None:
    shown.page.activated()
    assert shown.page.panel.server_id == "broken"  # it failed
    shown.page.panel.dismiss()
    shown.page.activated()
    assert not shown.page.panel.isVisible()


def test_how_the_last_calls_went_is_told_at_a_glance_and_redraws_nothing_else(shown: Shown) -> None:
    shown.open()
    details = shown.unfold()
    asked = len(shown.link.of(ReadServer))
    busy = window.server("files", config_digest="ab" * 32, use=ServerUse(31, 2, 40.0, 1_200.0, 1.0))
    shown.page.set_state(window.state(servers=(busy, BROKEN)))
    said = plain.words(shown.page.panel)
    assert any("a call takes 40 ms, at worst 1.2 s · 2 of 31 calls failed" in each for each in said)
    assert shown.page.model.index(0, ERRORS).data() == "2 of 31"
    assert shown.page.model.index(0, TIME).data() == "40 ms"
    assert details.isVisible()
    assert len(shown.link.of(ReadServer)) == asked


def test_what_a_tool_does_and_what_was_found_in_its_definition_are_never_folded(shown: Shown) -> None:
    found = (Finding("instructions", Severity.HIGH, "The definition gives orders to the model."),)
    shown.tools = (ToolView("get_time", b"{}", "reads"), ToolView("send_mail", b"{}", "sends", found))
    said = shown.open()
    assert "2 tools: 1 reads, 1 sends" in said
    assert "The definition gives orders to the model." in said
    first, second = shown.page.panel.findChildren(ToolRow)
    assert [row.accessibleName() for row in (first, second)] == ["Tool send_mail: sends", "Tool get_time: reads"]
    assert {"The definition gives orders to the model.", "sends"} <= {*plain.words(first)}
    assert first.details is second.details is None


def test_the_tools_that_may_do_most_harm_are_first(shown: Shown) -> None:
    verbs: tuple[Verb, ...] = ("reads", "writes", "deletes", "reads", "runs")
    shown.tools = tuple(ToolView(f"tool{number}", b"{}", verb) for number, verb in enumerate(verbs))
    assert "5 tools: 2 read, 1 writes, 1 deletes, 1 runs programs" in shown.open()
    names = [row.tool.name for row in shown.page.panel.findChildren(ToolRow)]
    assert names == ["tool2", "tool4", "tool1", "tool0", "tool3"]


def test_what_changed_in_a_definition_is_never_folded(shown: Shown) -> None:
    before = canonical(window.WRITE_FILE | {"description": "Writes."})
    changed = ToolView("write_file", canonical(window.WRITE_FILE), "writes", (), "changed", before)
    shown.tools = (changed, replace(changed, name="other", before=b""))
    said = shown.open()
    assert "It changed. What it was before is not kept; read all of it." in said
    first, second = shown.page.panel.findChildren(ToolRow)
    assert first.details is None
    (changes,) = first.findChildren(TextBlock)
    assert changes.isVisible()
    assert second.details is not None, "what changed cannot be told, so all of it is shown"


def test_tools_that_are_not_as_pinned_are_named_as_withheld(shown: Shown) -> None:
    unpinned = tuple(f"tool{number}\u202e" for number in range(10))
    shown.link.replies[ReadServer] = replace(SETTLED, review=replace(SETTLED.review, decided=False, unpinned=unpinned))
    shown.page.set_state(window.state(servers=(SETTLED.server,)))
    said = shown.open()
    (title,) = [words for words in said if words.startswith("Withheld: ")]
    assert title.startswith("Withheld: “tool0⟨U+202E⟩”, “tool1")
    assert title.endswith("”, “tool7⟨U+202E⟩” and 2 more")
    assert "Apps are not told of them: what they say is not what your administrator pinned." in said


def test_a_long_command_is_counted_and_comes_some_at_a_time(shown: Shown) -> None:
    odd = window.server("odd", command=("sh", *[f"--option-{number}" for number in range(39)]))
    shown.page.set_state(window.state(servers=(odd,)))
    shown.link.replies[ReadServer] = AssentError("…")
    shown.open("odd")
    more = next(found for found in shown.page.panel.findChildren(QPushButton) if "more of" in found.text())
    assert more.text() == "Show 15 more of 25"
    more.click()
    more.click()
    assert "--option-38" in plain.words(shown.page.panel)
    assert not more.isVisible()


def test_a_server_nobody_let_start_offers_only_what_can_be_done_with_it(shown: Shown) -> None:
    panel = shown.page.panel
    shown.link.replies[ReadServer] = UNSTARTED
    shown.page.set_state(window.state(servers=(UNSTARTED.server,)))
    words = shown.open()
    assert "Not known before it was started." in words
    assert "No calls since Assent started" not in words
    assert panel.health.isHidden()
    assert panel.review.test.isHidden()
    assert panel.review.start.yes.isVisible()
    used = replace(UNSTARTED.server, use=ServerUse(1, last_used=1.0), sessions=1)
    shown.link.replies[ReadServer] = replace(UNSTARTED, server=used)
    shown.page.set_state(window.state(servers=(used,)))
    assert "Last used" in " ".join(shown.open()), "before its entry changed"
    assert panel.health.isHidden(), "nothing of it can be restarted"
    shown.link.replies[ReadServer] = NEW
    shown.page.set_state(window.state(servers=(NEW.server,)))
    assert panel.health.isHidden(), "no app can have used it"
    assert panel.review.test.isVisible()
    shown.link.replies[ReadServer] = SETTLED
    shown.page.set_state(window.state(servers=(SETTLED.server,)))
    assert panel.health.isVisible()


def focused_in(panel: QWidget) -> QWidget:
    """What has the keyboard, which is in the panel."""
    focused = QApplication.focusWidget()
    assert focused is not None
    assert panel.isAncestorOf(focused)
    return focused


def test_a_server_whose_program_is_missing_is_not_offered_to_be_started(shown: Shown) -> None:
    missing = replace(UNSTARTED.server, state="not usable", why="No such program: x.")
    shown.link.replies[ReadServer] = replace(UNSTARTED, server=missing)
    shown.page.set_state(window.state(servers=(missing,)))
    words = shown.open()
    assert "No such program: x." in words
    assert not shown.page.panel.review.start.isVisible()


def press_armed(qtbot: QtBot, armed: ArmedButton) -> None:
    """Once it may be pressed, with Space."""
    qtbot.waitUntil(armed.button.isEnabled, timeout=int(PATIENCE * 1_000))
    armed.button.setFocus()
    QTest.keyClick(armed.button, Qt.Key.Key_Space)


def let_start(shown: Shown, qtbot: QtBot) -> None:
    """Let a server start that nobody let start before; the host says nothing of it yet."""
    shown.link.replies |= {ReadServer: UNSTARTED, ReviewServer: Done()}
    shown.page.set_state(window.state(servers=(UNSTARTED.server,)))
    shown.open()
    shown.page.resize(1120, 4_000)  # what nobody sees is not armed
    shown.page.activateWindow()
    assert QTest.qWaitForWindowActive(shown.page)
    press_armed(qtbot, shown.page.panel.review.start.yes)


def test_the_keyboard_stays_in_the_review_and_goes_on_to_what_comes_next(shown: Shown, qtbot: QtBot) -> None:
    panel, review = shown.page.panel, shown.page.panel.review
    let_start(shown, qtbot)
    shown.link.replies[ReadServer] = replace(NEW, tools=(), listed=False)
    shown.page.set_state(window.state(servers=(NEW.server,)))
    assert not review.start.isVisible()
    assert isinstance(focused_in(panel), FadeScroll)  # it is started, and nothing of it is known yet
    shown.link.replies[ReadServer] = NEW
    shown.link.answer(AskTest, ServerTest(True, "", "2025-11-25", 2, 80.0))
    stop = focused_in(panel)
    assert not isinstance(stop, FadeScroll)
    assert stop.mapTo(review, stop.rect().topLeft()).y() < review.approval.mapTo(review, QPoint()).y()
    press_armed(qtbot, review.approval.yes)
    shown.link.replies[ReadServer] = SETTLED
    review.read(review.server_id)
    assert focused_in(panel) is review.approval.let_change


def test_why_a_server_did_not_start_comes_into_view(shown: Shown, qtbot: QtBot) -> None:
    review = shown.page.panel.review
    let_start(shown, qtbot)
    shown.link.replies[ReadServer] = replace(NEW, tools=(), listed=False)
    shown.page.set_state(window.state(servers=(NEW.server,)))
    shown.page.resize(1120, 620)
    area = focused_in(shown.page.panel)
    assert isinstance(area, FadeScroll)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    shown.link.answer(AskTest, ServerTest(False, "the server ended with exit code 1", "", 0, 5.0))
    qtbot.waitUntil(lambda: review.result.visibleRegion().boundingRect().height() == review.result.height())


def test_who_leaves_the_review_meanwhile_keeps_the_keyboard(shown: Shown, qtbot: QtBot) -> None:
    let_start(shown, qtbot)
    shown.page.table.setFocus()
    shown.link.replies[ReadServer] = NEW
    shown.page.set_state(window.state(servers=(NEW.server,)))
    shown.link.answer(AskTest, ServerTest(True, "", "2025-11-25", 2, 80.0))
    assert QApplication.focusWidget() is shown.page.table


def test_the_server_that_was_asked_for_is_opened_whichever_is_open(shown: Shown) -> None:
    shown.open("files")
    shown.page.show_target(OpenServer("broken"))
    assert shown.page.panel.server_id == "broken"
    shown.page.show_target(OpenServer("gone"))
    assert shown.page.panel.server_id == "broken"


def test_beside_the_panel_a_list_keeps_what_it_has_room_for(shown: Shown, qtbot: QtBot) -> None:
    def kept() -> list[int]:
        return [it for it in (ERRORS, TIME, USED, TRUST) if not shown.page.table.isColumnHidden(it)]

    shown.page.resize(860, 800)
    qtbot.waitUntil(lambda: kept() == [ERRORS, TIME, USED, TRUST], timeout=int(PATIENCE * 1_000))
    shown.open("files")
    qtbot.waitUntil(lambda: kept() == [ERRORS], timeout=int(PATIENCE * 1_000))
    shown.page.resize(1500, 800)
    qtbot.waitUntil(lambda: kept() == [ERRORS, TIME, USED, TRUST], timeout=int(PATIENCE * 1_000))
