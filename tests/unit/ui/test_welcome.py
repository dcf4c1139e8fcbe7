"""The welcome: what was found, one question for all of it, and what to try then."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from host.control.protocol import (
    AttachApp,
    DetachApp,
    Done,
    PlanApp,
    ReadApps,
    ReadAutostart,
    ReviewServer,
    StartDemonstration,
)
from host.control.views import AiApps, AiAppView, AppDetached, AppServerView, RestoredFile
from host.errors import AssentError
from host.values import replace
from tests.gallery.apps import DESKTOP, HOSTILE
from tests.gallery.welcome import BRAVE, FILES, FOUND, PLAN, REPLIES, STARTS, WANTED, looks
from tests.support import plain
from tests.support.window import server, state
from tests.unit.ui.apps.test_page import ShownPage
from tests.unit.ui.servers.test_first_look import scroll_through
from ui.pages import AddServer, OpenServer
from ui.welcome import WelcomePage

Shown: TypeAlias = "ShownPage[WelcomePage]"


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return ShownPage(qtbot, WelcomePage, REPLIES)


def shown_with(qtbot: QtBot, apps: AiApps) -> Shown:
    return ShownPage(qtbot, WelcomePage, REPLIES | {ReadApps: apps})


def test_it_names_the_apps_their_servers_and_what_each_starts(shown: Shown) -> None:
    said = shown.read()
    assert "Found on this computer: 3 AI apps with 4 servers, of which 1 stays as it is" in said
    assert "Claude Desktop 2 servers" in said
    assert "starts npx -y @modelcontextprotocol/server-filesystem /home/ana/papers" in said
    assert "leads to https://api.githubcopilot.com/mcp/" in said
    assert "figma stays as it is: " in said
    assert "Put 3 servers behind Assent…" in said
    plain.assert_plain(shown.page)
    plain.assert_accessible(shown.page)


def test_two_presses_put_all_of_them_behind_assent_and_nothing_is_written_before_the_second(shown: Shown) -> None:
    shown.page.attach_all.click()
    assert shown.link.of(PlanApp) == [PlanApp(WANTED)]
    question = shown.question
    assert "Put 3 servers of Claude Desktop and Codex behind Assent?" in shown.read()
    question.agree.button.click()
    assert not shown.link.of(AttachApp), "the button is not armed yet"
    question.agree.pressed.emit()
    assert shown.link.of(AttachApp) == [AttachApp(WANTED, PLAN.digest)]
    said = shown.read()
    assert "Restart Claude Desktop, then ask it: “Use a tool of filesystem" in said
    assert "Restart Codex, then ask it: “Use a tool of brave" in said
    assert "Start at login" in said
    assert shown.link.of(ReadAutostart)
    shown.page.go_on.click()
    assert shown.went == [("waiting", None)]


def test_a_card_stays_under_a_press_while_another_changes(shown: Shown) -> None:
    page = shown.page
    kept, other = FOUND[:2]
    card, changing = page.found[kept.id], page.found[other.id]
    card.detach.show()
    QTest.mousePress(card.detach, Qt.MouseButton.LeftButton)
    shown.link.replies[ReadApps] = AiApps((kept, replace(other, servers=other.servers[:1])), ())
    page.activated()
    assert page.found[kept.id] is card
    assert page.found[other.id] is not changing
    page.set_state(state(servers=(server("unheard-of"),)))
    assert page.found[kept.id] is card
    assert card.detach.isDown()


def test_what_could_not_be_done_is_said_and_the_welcome_stays(shown: Shown) -> None:
    shown.link.replies[AttachApp] = AssentError("a file has changed since it was shown; nothing was written")
    shown.page.attach_all.click()
    shown.question.agree.pressed.emit()
    assert "nothing was written" in shown.read()
    assert shown.page.attach_all.isVisible()


def test_cancelling_leads_back_and_writes_nothing(shown: Shown) -> None:
    shown.page.attach_all.click()
    shown.question.cancel.click()
    assert shown.page.attach_all.isVisible()
    assert not shown.link.of(AttachApp)


def test_three_presses_lead_from_the_welcome_to_what_the_servers_say_approved(shown: Shown) -> None:
    shown.link.replies |= looks()
    shown.page.attach_all.click()
    question = shown.question
    said = shown.read()
    for fact in ("@modelcontextprotocol/server-filesystem", "/usr/lib/node_modules/npm/bin/npx-cli.js"):
        assert fact in said
    assert "https://mcp.example.org/v1" in said
    assert not shown.link.of(ReviewServer), "nothing is started before the yes"
    question.agree.pressed.emit()
    assert shown.link.of(AttachApp) == [AttachApp(WANTED, PLAN.digest)]
    assert [asked.server_id for asked in shown.link.of(ReviewServer)] == ["files", "brave", "github"]
    look = shown.page.first_look
    assert look is not None
    assert shown.page.own_alerts == {"review"}, "the alert would lead away from what is just being reviewed"
    look.approve.pressed.emit()
    look.parts["github"].review.click()
    assert shown.went == [("servers", OpenServer("github"))]
    look.go_on.click()
    assert shown.page.first_look is None
    assert not shown.page.own_alerts, "the alert says what is left"
    assert "Restart Claude Desktop, then ask it" in shown.read()


def test_the_lesser_way_starts_nothing(shown: Shown) -> None:
    shown.link.replies |= looks()
    shown.page.attach_all.click()
    assert shown.question.less is not None
    shown.question.less.pressed.emit()
    assert shown.link.of(AttachApp) == [AttachApp(WANTED, PLAN.digest)]
    assert not shown.link.of(ReviewServer)
    assert "Restart Claude Desktop, then ask it" in shown.read()


def test_s34_the_start_of_programs_counts_only_once_all_that_is_said_of_them_was_on_screen(
    shown: Shown, qtbot: QtBot
) -> None:
    shown.link.replies |= looks()
    shown.page.resize(900, 400)
    shown.page.attach_all.click()
    question = shown.question
    bar = question._scroll.verticalScrollBar()  # noqa: SLF001  # what the wheel turns
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert "Read to the end first." in shown.read()
    assert not question.agree._arming.is_waiting  # noqa: SLF001  # no time passes for it
    scroll_through(qtbot, question._scroll)  # noqa: SLF001
    assert "Read to the end first." not in shown.read()


def test_s34_who_jumps_to_the_end_has_not_seen_what_would_be_started(shown: Shown, qtbot: QtBot) -> None:
    shown.link.replies |= looks()
    shown.page.resize(900, 400)
    shown.page.attach_all.click()
    question, scroll = shown.question, shown.question._scroll  # noqa: SLF001  # what the keys scroll
    bar = scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 2 * bar.pageStep())
    QTest.keyClick(scroll, Qt.Key.Key_End)
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: scroll.end_was_seen)
    assert "Part of what is shown has not been on screen yet." in shown.read()
    assert not question.agree._arming.is_waiting  # noqa: SLF001  # no time passes for it
    bar.setValue(0)
    while bar.value() < bar.maximum():
        QTest.keyClick(scroll, Qt.Key.Key_PageDown)
    assert scroll.was_read
    assert "Part of what is shown has not been on screen yet." not in shown.read()


def test_the_lines_that_assent_would_write_unfold_and_need_not_be_read(shown: Shown, qtbot: QtBot) -> None:
    shown.link.replies |= looks() | {PlanApp: replace(STARTS, lines=tuple(f"+line {n}" for n in range(400)))}
    shown.page.resize(900, 700)
    shown.page.attach_all.click()
    question = shown.question
    assert "line 399" not in shown.read()
    scroll_through(qtbot, question._scroll)  # noqa: SLF001  # what the wheel turns
    assert "Read to the end first." not in shown.read()
    next(it for it in question.findChildren(QPushButton) if it.text() == "What changes in the files").click()
    assert "400 lines" in shown.read()
    assert "Read to the end first." not in shown.read()


def test_s34_a_command_of_which_a_part_is_a_press_away_is_left_for_its_own_review(shown: Shown) -> None:
    long = replace(FILES, server=replace(FILES.server, command=("sh", *["--quiet"] * 30)))
    shown.link.replies |= looks() | {PlanApp: replace(STARTS, starts=(long, BRAVE), later=("db",))}
    shown.page.attach_all.click()
    assert "2 more servers are not started now, and wait for their own reviews: files, db." in shown.read()
    shown.question.agree.pressed.emit()
    assert [asked.server_id for asked in shown.link.of(ReviewServer)] == ["brave"]


def test_a_file_that_changed_since_starts_nothing(shown: Shown) -> None:
    shown.link.replies |= looks() | {AttachApp: AssentError("a file has changed since it was shown")}
    shown.page.attach_all.click()
    shown.question.agree.pressed.emit()
    assert not shown.link.of(ReviewServer)
    assert shown.page.first_look is None


LOST = replace(DESKTOP, servers=(*DESKTOP.servers, FOUND[0].servers[0]))


def test_an_app_that_leads_to_servers_which_are_gone_gets_its_file_back_here(qtbot: QtBot) -> None:
    shown = shown_with(qtbot, AiApps((LOST, FOUND[1]), ()))
    shown.link.replies[DetachApp] = AppDetached((RestoredFile("/x", True),))
    said = shown.read()
    assert said.count("leads to Assent, which does not have this server any more") == 2
    assert "Its calls fail. Give its configuration back, then put its servers behind Assent again." in said
    assert shown.page.found["codex"].detach.isHidden()
    shown.page.found["claude-desktop"].detach.click()
    assert "neither asked about nor logged" in shown.read()
    assert not shown.link.of(DetachApp)
    shown.question.agree.pressed.emit()
    assert shown.link.of(DetachApp) == [DetachApp("claude-desktop")]
    assert "has its own configuration again" in shown.messages[-1].words
    assert len(shown.link.of(ReadApps)) == 2
    plain.assert_plain(shown.page)
    plain.assert_accessible(shown.page)


def test_where_the_copy_is_gone_too_it_says_what_is_to_be_written_where(qtbot: QtBot) -> None:
    shown = shown_with(qtbot, AiApps((replace(LOST, attached=False),), ()))
    assert "Assent has no copy of its file. Write its servers into /home/ana/.config/Claude/" in shown.read()
    assert shown.page.found["claude-desktop"].detach.isHidden()


def test_a_server_that_assent_has_is_behind_it(qtbot: QtBot) -> None:
    shown = shown_with(qtbot, AiApps((DESKTOP,), ()))
    shown.page.set_state(state(servers=(server("filesystem"), server("github"))))
    said = " ".join(plain.words(shown.page.found["claude-desktop"]))
    assert said.count("behind Assent already") == 2
    assert "Its calls fail" not in said


def test_looking_around_opens_the_demonstration_and_a_server_is_added_elsewhere(shown: Shown) -> None:
    shown.link.replies[StartDemonstration] = Done()
    shown.page.start_demo.click()
    assert shown.messages
    shown.page.add_server.click()
    assert shown.went == [("servers", AddServer())]


def test_where_nothing_is_found_there_is_still_a_first_step(qtbot: QtBot) -> None:
    shown = shown_with(qtbot, AiApps((), WANTED))
    assert "No AI app was found on this computer." in shown.read()
    assert not shown.page.attach_all.isVisible()
    assert shown.page.add_server.isVisible()
    assert shown.page.start_demo.isVisible()


def test_what_a_file_says_is_plain_text_and_bounded(qtbot: QtBot) -> None:
    shown = shown_with(qtbot, AiApps((HOSTILE,), ()))
    plain.assert_plain(shown.page)
    assert "<b>safe</b>" in shown.read()
    assert "and 35 more" in shown.read()
    assert len(shown.read()) < 2_000


@pytest.mark.parametrize(("servers", "rest"), [(6, ""), (7, ""), (8, "and 2 more")])
def test_no_single_server_is_left_out(qtbot: QtBot, servers: int, rest: str) -> None:
    listed = tuple(AppServerView(f"server{number}", "beside", "x") for number in range(servers))
    shown = shown_with(qtbot, AiApps((AiAppView("cursor", "/f", False, listed),), ()))
    assert ("server6" in shown.read()) is (servers == 7)
    assert ("and 2 more" in shown.read()) is bool(rest)
    assert "and 1 more" not in shown.read()


def test_apps_that_cannot_be_read_leave_the_first_look_in_its_place(shown: Shown) -> None:
    shown.link.replies |= looks() | {ReadApps: AssentError("a file could not be read")}
    shown.page.attach_all.click()
    shown.question.agree.pressed.emit()
    look = shown.page.first_look
    assert look is not None
    shown.page.activated()
    assert look.isVisible()
    assert "A file could not be read" in shown.read()
