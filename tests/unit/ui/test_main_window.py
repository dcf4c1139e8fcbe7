"""The main window: pages, strip, shortcuts, coming and going."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import (
    ConfirmPolicy,
    DismissSuggestion,
    Done,
    DraftRule,
    EmergencyStop,
    Release,
    RevokeGrant,
    Welcome,
)
from host.control.views import Asked, ChangeView, HostState, PolicyView, RuleDraft, RuleView
from host.errors import AssentError
from host.values import replace
from tests.support import plain, window
from tests.support.window import FakeLink
from tests.unit.ui.clock import Clock
from ui import pages, text
from ui.alert_strip import Question
from ui.armed import ArmedButton
from ui.consent.controller import ConsentController
from ui.history.page import HistoryPage
from ui.history.search_box import SearchBox
from ui.main_window import MIN_SIZE, MainWindow
from ui.pages import PAGES
from ui.rules.page import PendingChangesPage, RulesPage
from ui.toast_messages import ToastMessage
from ui.waiting.page import INPUTS, LEFT
from ui.widgets.page_parts import PageHeader
from ui.widgets.scroll import SmallRoom, scroll_into_view, visible_part
from ui.widgets.table import Table
from ui.widgets.windows import available_area

CHANGES = (
    ChangeView(
        "allows", RuleView("reading", "allow", "files", "read_*", "*", "Reading is <b>harmless</b>\u202e", "user")
    ),
    ChangeView("allows", RuleView("all", "allow", "*", "*", "claude-code", "", "user")),
)
WAITING = PolicyView((), CHANGES, "d" * 64, 0, "/etc/assent/managed.json", "/home/ana/policy.json")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("ui.armed.monotonic", clock)
    return clock


class Shown:
    """A main window with everything that belongs to it, and without a host."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.consent = ConsentController(self.link)
        qtbot.addWidget(self.consent.window)
        self.main = MainWindow(self.link, self.consent)
        qtbot.addWidget(self.main)

    def welcome(self, state: HostState | None = None, *pending: Asked, demo: bool = False) -> MainWindow:
        self.link.welcomed.emit(Welcome("0.1.0", demo, "ana", "/home/ana/assent", "/log", state or window.state()))
        for question in pending:
            self.link.asked.emit(question)
        self.main.show()
        self.main.activateWindow()
        assert QTest.qWaitForWindowActive(self.main)
        return self.main

    def keys(self) -> list[str]:
        return [alert.key for alert in self.main.strip.alerts]

    def press(self, key: str, words: str) -> None:
        """Press a button of the strip."""
        notice = self.main.strip.notice(key)
        assert notice is not None
        button(notice, words).click()


def button(inside: QWidget, words: str) -> QPushButton:
    """The button with these words."""
    return next(found for found in inside.findChildren(QPushButton) if found.text() == words)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


@pytest.fixture
def blank_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that other tests look at are empty widgets here."""
    entries = tuple(replace(entry, page="ui.pages:Page") for entry in pages.PAGES)
    monkeypatch.setattr("ui.main_window.PAGES", entries)


# Pages


@pytest.mark.usefixtures("blank_pages")
def test_a_page_is_made_when_it_is_first_shown(shown: Shown) -> None:
    main = shown.welcome()
    assert (main.page, main.stack.count()) == ("history", 1)
    main.nav.buttons["waiting"].click()
    assert (main.page, main.stack.count()) == ("waiting", 2)
    main.nav.buttons["history"].click()
    assert main.stack.count() == 2


@pytest.mark.usefixtures("blank_pages")
@pytest.mark.parametrize("busy", [{"pending": 1}, {"running": 1}])
def test_it_begins_with_what_waits_or_runs_and_else_with_what_happened(shown: Shown, busy: dict[str, int]) -> None:
    assert shown.welcome(window.state(**busy)).page == "waiting"


@pytest.mark.usefixtures("blank_pages")
def test_the_demonstration_begins_with_the_assistant(shown: Shown) -> None:
    assert shown.welcome(demo=True).page == "assistant"
    assert shown.keys() == ["demo"]


@pytest.mark.usefixtures("blank_pages")
def test_where_no_server_is_configured_it_begins_with_the_welcome(shown: Shown) -> None:
    assert shown.welcome(window.state(servers=())).page == "welcome"


@pytest.mark.usefixtures("blank_pages")
def test_servers_that_cannot_be_read_are_no_reason_to_begin_with_the_ai_apps(shown: Shown) -> None:
    assert shown.welcome(window.state(servers=(), servers_problem="line 3: a comma is missing")).page == "history"


@pytest.mark.usefixtures("blank_pages")
def test_ctrl_and_a_digit_choose_a_page(shown: Shown) -> None:
    main = shown.welcome()
    found = []
    for digit in "12345678":
        QTest.keyClick(main, Qt.Key(ord(digit)), Qt.KeyboardModifier.ControlModifier)
        found.append(main.page)
        assert main.nav.buttons[main.page].isChecked()
    assert found == ["waiting", "assistant", "history", "servers", "apps", "rules", "grants", "settings"]


@pytest.mark.expected_logs("the page grants cannot be shown")
def test_a_page_that_cannot_be_made_costs_itself_alone(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = tuple(
        replace(entry, page="ui.missing:Page" if entry.key == "grants" else "ui.pages:Page") for entry in pages.PAGES
    )
    monkeypatch.setattr("ui.main_window.PAGES", entries)
    main = shown.welcome()
    assert isinstance(main.show_page("grants"), pages.FailedPage)
    assert main.show_page("waiting") is main.stack.currentWidget()


def test_a_call_opens_in_the_history(shown: Shown, blank_pages: None, monkeypatch: pytest.MonkeyPatch) -> None:
    main = shown.welcome()
    opened: list[pages.Target] = []
    monkeypatch.setattr(main.show_page("history"), "show_target", opened.append)
    main.show_page("waiting")
    main.navigate("history", pages.ShowCall("c1"))
    assert (main.page, opened) == ("history", [pages.ShowCall("c1")])


@pytest.mark.usefixtures("blank_pages")
def test_the_navigation_counts_what_waits(qtbot: QtBot, shown: Shown) -> None:
    main = shown.welcome(None, window.asked())
    assert main.nav.buttons["waiting"].accessibleName() == "Waiting, 1 call waits for you"
    shown.link.asked.emit(window.asked(call_id="0198c0de-0000-7000-8000-000000000002"))
    qtbot.waitUntil(lambda: main.nav.buttons["waiting"].accessibleName() == "Waiting, 2 calls wait for you")


# The strip


@pytest.mark.usefixtures("blank_pages")
def test_conditions_are_in_the_strip_as_long_as_they_hold_gravest_first(shown: Shown) -> None:
    bad = replace(WAITING, problems=("policy.json:3: no such effect", "policy.json:9: no such effect"))
    main = shown.welcome(window.state(stopped=True, log_problem="the disk is full", policy=bad))
    assert shown.keys() == ["stopped", "log", "policy", "rules"]
    said = " ".join(plain.words(main.strip))
    assert "The disk is full." in said
    assert "policy.json:3: no such effect. 1 more problem." in said
    shown.link.state_changed.emit(window.state())
    assert shown.keys() == []
    assert main.strip.isHidden()


@pytest.mark.usefixtures("blank_pages")
def test_a_notice_that_still_holds_does_not_move_under_a_click(shown: Shown) -> None:
    main = shown.welcome(window.state(policy=WAITING))
    before = main.strip.notice("rules")
    shown.link.state_changed.emit(window.state(policy=WAITING, running=3))
    assert main.strip.notice("rules") is before


@pytest.mark.usefixtures("blank_pages")
def test_one_click_stops_everything(shown: Shown) -> None:
    main = shown.welcome()
    main.stop.button.click()
    assert shown.link.requests == [EmergencyStop()]


@pytest.mark.usefixtures("blank_pages")
def test_a_stop_that_failed_is_reported(shown: Shown) -> None:
    main = shown.welcome()
    shown.link.replies[EmergencyStop] = AssentError("the host is gone")
    main.stop.button.click()
    assert shown.keys() == ["failed"]
    assert "The host is gone." in plain.words(main.strip)
    shown.press("failed", "Dismiss")
    assert shown.keys() == []


@pytest.mark.usefixtures("blank_pages")
def test_s10_releasing_takes_a_second_step_that_arms_first(shown: Shown, clock: Clock) -> None:
    main = shown.welcome(window.state(stopped=True))
    shown.link.replies[Release] = Done()
    main.stop.button.click()
    question = main.strip.notice("stopped")
    assert isinstance(question, Question)
    assert isinstance(question.yes_button, ArmedButton)
    question.yes_button.button.click()
    assert shown.link.requests == []
    clock.arm(question.yes_button)
    question.yes_button.button.click()
    assert shown.link.requests == [Release()]


@pytest.mark.usefixtures("blank_pages")
def test_the_stop_can_be_kept(shown: Shown) -> None:
    main = shown.welcome(window.state(stopped=True))
    shown.press("stopped", "Release…")
    shown.press("stopped", "Keep stopped")
    assert not isinstance(main.strip.notice("stopped"), Question)
    assert shown.link.requests == []


# Rules that wait


@pytest.fixture
def rules(shown: Shown, blank_pages: None) -> PendingChangesPage:
    main = shown.welcome(window.state(policy=WAITING))
    shown.press("rules", "Read and decide…")
    view = main.stack.currentWidget()
    assert isinstance(view, PendingChangesPage)
    return view


def test_s39_rules_from_outside_are_shown_in_words(rules: PendingChangesPage) -> None:
    said = plain.words(rules)
    assert "Allow any app to use read_* of files, without asking." in said
    assert "Allow Claude Code (claude-code) to use any tool of any server, without asking." in said
    assert "The file gives as the reason: Reading is <b>harmless</b>⟨U+202E⟩" in said
    plain.assert_plain(rules)
    plain.assert_accessible(rules)


def test_s10_s39_confirming_rules_arms_first_and_names_what_was_shown(
    shown: Shown, rules: PendingChangesPage, clock: Clock
) -> None:
    shown.link.replies[ConfirmPolicy] = Done()
    rules.confirm.button.click()
    assert shown.link.requests == []
    clock.arm(rules.confirm)
    rules.confirm.button.click()
    assert shown.link.requests == [ConfirmPolicy("d" * 64)]
    assert shown.main.stack.currentWidget() is not rules


def test_s10_rules_that_change_while_they_are_read_arm_again(
    shown: Shown, rules: PendingChangesPage, clock: Clock
) -> None:
    clock.arm(rules.confirm)
    shown.link.state_changed.emit(window.state(policy=replace(WAITING, waiting=CHANGES[:1], digest="e" * 64)))
    assert not rules.confirm.button.isEnabled()
    assert rules.digest == "e" * 64
    assert rules.confirm.button.text() == "Let this change count"


def test_rules_that_are_gone_are_no_longer_asked_about(shown: Shown, rules: PendingChangesPage) -> None:
    shown.link.state_changed.emit(window.state())
    assert shown.main.stack.currentWidget() is not rules


def test_what_waits_is_reported_on_the_page_of_rules_too_and_leads_to_it(shown: Shown) -> None:
    main = shown.welcome(window.state(policy=WAITING))
    main.show_page("rules")
    assert shown.keys() == ["rules"]
    main.strip.acted.emit("rules")
    assert isinstance(main.stack.currentWidget(), PendingChangesPage)
    assert shown.keys() == []
    main.show_page("waiting")
    assert shown.keys() == ["rules"]


def test_a_rule_is_made_from_a_call_in_the_editor_of_rules(shown: Shown) -> None:
    main = shown.welcome()
    shown.link.replies[DraftRule] = RuleDraft(window.rule("", text='{"effect": "allow"}'), "you approved it")
    main.navigate("rules", pages.MakeRule("call-1"))
    assert main.page == "rules"
    page = main.stack.currentWidget()
    assert isinstance(page, RulesPage)
    assert page.editor is not None
    assert page.editor.field.json == '{"effect": "allow"}'


# Coming and going


@pytest.mark.usefixtures("blank_pages")
def test_closing_goes_to_the_tray_where_there_is_one(shown: Shown) -> None:
    main = shown.welcome()
    main.has_tray = True
    main.close()
    assert main.isHidden()


@pytest.mark.usefixtures("blank_pages")
def test_closing_minimises_where_there_is_no_tray(shown: Shown) -> None:
    main = shown.welcome()
    main.close()
    assert main.isMinimized()
    main.come_forward()
    assert not main.isMinimized()


@pytest.mark.usefixtures("blank_pages")
def test_closing_the_demonstration_quits(shown: Shown, qtbot: QtBot) -> None:
    main = shown.welcome(None, window.asked(), demo=True)
    with qtbot.waitSignal(main.quit_wanted):
        main.close()


@pytest.mark.usefixtures("blank_pages")
def test_quitting_asks_first_where_it_denies_or_cancels_something(shown: Shown, qtbot: QtBot) -> None:
    main = shown.welcome(window.state(running=1), window.asked())
    wanted: list[bool] = []
    main.quit_wanted.connect(lambda: wanted.append(True))
    QTest.keyClick(main, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert "1 call waits; quitting denies it. 1 call runs; quitting cancels it." in plain.words(main.strip)
    shown.press("quit", "Stay")
    assert (shown.keys(), wanted) == ([], [])
    main.ask_quit()
    shown.press("quit", "Quit")
    assert wanted == [True]


@pytest.mark.usefixtures("blank_pages")
def test_the_question_before_quitting_counts_what_comes_and_goes(qtbot: QtBot, shown: Shown) -> None:
    main = shown.welcome(window.state(running=1), window.asked())
    main.ask_quit()
    question = main.strip.notice("quit")
    assert isinstance(question, Question)
    question.no_button.setFocus()
    shown.link.asked.emit(window.asked(call_id="0198c0de-0000-7000-8000-000000000002"))
    both = "2 calls wait; quitting denies them. 1 call runs; quitting cancels it."
    qtbot.waitUntil(lambda: both in plain.words(main.strip))
    shown.link.state_changed.emit(window.state(running=0))
    assert "2 calls wait; quitting denies them." in plain.words(main.strip)
    assert main.strip.notice("quit") is question  # nothing moved under a click
    assert main.focusWidget() is question.no_button


def test_problems_of_settings_lead_to_the_page_that_says_them_all(shown: Shown) -> None:
    main = shown.welcome(window.state(settings_problems=("settings.json:1: odd",), servers_problem="no"))
    assert shown.keys() == ["servers", "settings"]
    shown.press("settings", "Show settings")
    assert (main.page, shown.keys()) == ("settings", ["servers"])
    main.show_page("waiting")
    assert shown.keys() == ["servers", "settings"]


@pytest.mark.usefixtures("blank_pages")
def test_s07_the_window_is_no_larger_than_its_screen(shown: Shown) -> None:
    assert shown.main.size() == shown.main.size().boundedTo(available_area(shown.main).size())


@pytest.mark.usefixtures("blank_pages")
def test_the_page_stays_where_it_is_when_everything_is_stopped(shown: Shown) -> None:
    main = shown.welcome()
    before = main.stack.mapTo(main, main.stack.rect().topLeft()).x()
    shown.link.state_changed.emit(window.state(stopped=True))
    QApplication.processEvents()
    assert main.stack.mapTo(main, main.stack.rect().topLeft()).x() == before
    text.set_button_text(main.stop.button, "Stop everything, and then some more")
    QApplication.processEvents()
    wide = main.nav.width()
    text.set_button_text(main.stop.button, "Stop")
    QApplication.processEvents()
    assert main.nav.width() == wide > before


@pytest.mark.usefixtures("blank_pages")
def test_quitting_asks_nothing_where_nothing_is_lost(shown: Shown, qtbot: QtBot) -> None:
    main = shown.welcome()
    with qtbot.waitSignal(main.quit_wanted):
        main.ask_quit()
    assert shown.keys() == []


@pytest.mark.usefixtures("blank_pages")
def test_a_window_that_lost_its_host_says_so_and_offers_nothing(shown: Shown) -> None:
    main = shown.welcome(window.state(stopped=True), window.asked())
    main.host_gone("the host ended the connection")
    assert not main.nav.isEnabled()
    assert shown.keys() == []
    assert any("The host ended the connection" in words for words in plain.words(main))
    assert not [found for found in main.findChildren(QPushButton) if found.isVisible() and found.isEnabled()]


@pytest.mark.usefixtures("blank_pages")
def test_ctrl_f_goes_to_the_filter_of_the_page(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    main = shown.welcome()
    QTest.keyClick(main, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)  # a page without one: nothing happens
    asked: list[bool] = []
    monkeypatch.setattr(main.show_page("history"), "focus_filter", lambda: asked.append(True))
    QTest.keyClick(main, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert asked == [True]


# In a small place


def shrink(main: MainWindow, width: int = 480, height: int = 440) -> None:
    """As a desktop does that has no more."""
    main.setMinimumSize(1, 1)
    main.resize(width, height)
    for _ in range(5):
        QApplication.processEvents()
    assert (main.width(), main.height()) == (width, height)


@pytest.mark.usefixtures("blank_pages")
def test_in_a_narrow_window_the_pages_are_icons_that_have_their_names(shown: Shown) -> None:
    main = shown.welcome(None, window.asked())
    wide = main.nav.width()
    shrink(main)
    assert main.nav.width() < wide // 2
    assert {button.text() for button in (*main.nav.buttons.values(), main.stop.button)} == {""}
    assert main.nav.buttons["waiting"].accessibleName() == "Waiting, 1 call waits for you"
    assert main.nav.buttons["rules"].accessibleName() == "Rules"
    assert "Rules" in main.nav.buttons["rules"].toolTip()
    shown.link.state_changed.emit(window.state(stopped=True))
    assert main.stop.button.accessibleName() == "Release…"
    plain.assert_accessible(main)
    shown.link.state_changed.emit(window.state(stopped=False))
    shrink(main, 1000, 700)
    assert main.nav.buttons["rules"].text() == "Rules"
    assert main.stop.button.text() == "Stop everything"
    assert main.nav.width() >= wide


def test_s07_in_a_narrow_window_no_button_of_a_page_is_cut(shown: Shown) -> None:
    main = shown.welcome(window.state(assistant="idle"), window.asked(), demo=True)
    shrink(main)
    for key in ("waiting", "help"):
        page = main.show_page(key)
        QApplication.processEvents()
        [header] = page.findChildren(PageHeader)
        buttons = [button for button in header.findChildren(QPushButton) if button.isVisible()]
        assert buttons
        for button in buttons:
            assert button.width() >= button.sizeHint().width()
            assert header.rect().contains(button.geometry())


def test_in_a_narrow_window_the_time_left_is_in_sight(shown: Shown) -> None:
    main = shown.welcome(None, window.asked())
    shrink(main)
    [table] = main.show_page("waiting").findChildren(Table)
    assert table.horizontalScrollBar().maximum() == 0
    assert not table.isColumnHidden(LEFT)
    assert table.isColumnHidden(INPUTS)
    shrink(main, 1000, 700)
    assert not table.isColumnHidden(INPUTS)


def test_s07_however_small_the_window_is_the_stop_is_whole_and_the_rest_is_scrolled_to(shown: Shown) -> None:
    main = shown.welcome(window.state(stopped=True), demo=True)
    for size in ((630, 310), (480, 240)):
        shrink(main, *size)
        for key in ("rules", "history"):
            page = main.show_page(key)
            QApplication.processEvents()
            button = main.stop.button
            assert visible_part(button) == button.rect()
            assert button.size() == button.size().expandedTo(button.minimumSizeHint())
            assert visible_part(main.nav.buttons[key]) == main.nav.buttons[key].rect()
            assert page.size() == page.size().expandedTo(page.minimumSizeHint())
            assert main.strip.height() >= main.strip.heightForWidth(main.strip.width())
            for part in (main.nav.buttons["about"], *page.findChildren(SearchBox)):
                scroll_into_view(part, part.rect())
                QApplication.processEvents()
                assert visible_part(part).height() == part.height()


def test_a_new_alert_is_scrolled_to(shown: Shown) -> None:
    main = shown.welcome()
    shrink(main, 630, 250)
    filter_box = main.show_page("history").findChildren(SearchBox)[0]
    QApplication.processEvents()
    scroll_into_view(filter_box, filter_box.rect())
    shown.link.state_changed.emit(window.state(stopped=True))
    QApplication.processEvents()
    assert visible_part(main.strip).top() == 0


def test_at_its_usual_least_size_no_page_is_scrolled_as_a_whole(shown: Shown) -> None:
    main = shown.welcome()
    shrink(main, *MIN_SIZE)
    for entry in PAGES:
        main.show_page(entry.key)
        QApplication.processEvents()
        for area in main.findChildren(SmallRoom):
            assert (area.verticalScrollBar().maximum(), area.horizontalScrollBar().maximum()) == (0, 0), entry.key


# For every eye and hand


@pytest.mark.usefixtures("blank_pages")
def test_s04_nothing_in_the_window_is_markup(shown: Shown) -> None:
    hostile = PolicyView(("<b>&\u202e",), (), "", 0, "", "")
    main = shown.welcome(window.state(stopped=True, log_problem="<img src=x>\u200b", policy=hostile))
    plain.assert_plain(main)
    plain.assert_accessible(main)


@pytest.mark.usefixtures("blank_pages")
def test_tab_goes_from_the_chosen_page_to_the_stop_and_on_to_the_strip(shown: Shown) -> None:
    main = shown.welcome(window.state(stopped=True))
    main.nav.set_count(0)
    order = plain.tab_order(main)
    assert order[0] == "History"
    assert order.index("Release…") < len(order)
    assert [name for name in order if name.startswith(("Waiting", "History", "Grants"))] == ["History"]


def test_an_entry_of_the_navigation_is_one_of_several_to_a_screen_reader(shown: Shown, blank_pages: None) -> None:
    for entry in shown.welcome().nav.buttons.values():
        assert QAccessible.queryAccessibleInterface(entry).role() is QAccessible.Role.RadioButton


def test_arrow_keys_move_inside_the_navigation(shown: Shown, blank_pages: None) -> None:
    main = shown.welcome()
    main.nav.buttons["waiting"].setFocus()
    QTest.keyClick(main.nav.buttons["waiting"], Qt.Key.Key_Down)
    assert QApplication.focusWidget() is main.nav.buttons["assistant"]


# Suggestions and drafts


DRAFT = RuleDraft(
    window.rule("", app="ana\u202e", tool="x", text='{"effect": "allow"}'),
    "you approved the same call three times",
    "s-1",
)
SUGGESTED = window.policy(suggestions=(DRAFT, replace(DRAFT, id="s-2")))


LONG = "/home/ana/" + "y" * 280 + ": is odd"


@pytest.mark.parametrize(
    "state",
    [
        window.state(policy=window.policy(problems=(LONG,))),
        window.state(log_problem=LONG, settings_problems=(LONG,), servers_problem=LONG),
        window.state(policy=replace(window.policy(), waiting=CHANGES, digest="d", why_not_remembered=LONG)),
    ],
)
def test_no_quoted_word_is_wider_than_the_least_window(shown: Shown, state: HostState) -> None:
    main = shown.welcome(state)
    main.strip.show_failure("It was not done", LONG)
    main.show_page("rules")
    main.resize(*MIN_SIZE)
    QApplication.processEvents()
    assert main.strip.width() < main.width()
    plain.assert_plain(main.strip)


def test_a_suggestion_is_a_quiet_line_that_waits_for_what_is_graver(shown: Shown) -> None:
    main = shown.welcome(window.state(policy=SUGGESTED))
    assert shown.keys() == ["suggest"]
    said = plain.words(main.strip)
    assert "Always allow “ana⟨U+202E⟩” to use x of files?" in said
    assert "You approved the same call three times. 1 more after this one." in said
    plain.assert_plain(main.strip)
    main.set_state(window.state(policy=SUGGESTED, stopped=True))
    assert shown.keys() == ["stopped"]
    main.set_state(window.state(policy=replace(SUGGESTED, waiting=CHANGES, digest="d")))
    assert shown.keys() == ["rules"]
    main.set_state(window.state())
    assert shown.keys() == []


def test_a_suggestion_opens_in_the_editor_of_rules_where_it_is_not_said_twice(shown: Shown) -> None:
    main = shown.welcome(window.state(policy=SUGGESTED))
    shown.press("suggest", "Make this a rule…")
    assert main.page == "rules"
    page = main.stack.currentWidget()
    assert isinstance(page, RulesPage)
    assert page.editor is not None
    assert page.editor.isVisible()
    assert shown.keys() == []


def test_a_suggestion_is_put_aside_by_the_host(shown: Shown) -> None:
    shown.link.replies[DismissSuggestion] = AssentError("the log cannot be written")
    shown.welcome(window.state(policy=SUGGESTED))
    shown.press("suggest", "Not now")
    assert shown.link.of(DismissSuggestion) == [DismissSuggestion("s-1")]
    assert shown.keys() == ["failed", "suggest"]
    shown.press("failed", "Dismiss")
    assert shown.keys() == ["suggest"]


def test_a_rule_from_a_call_of_the_history_opens_the_editor(shown: Shown) -> None:
    shown.link.replies[DraftRule] = DRAFT
    main = shown.welcome()
    history = main.show_page("history")
    assert isinstance(history, HistoryPage)
    history.navigate.emit("rules", pages.MakeRule("0001"))
    assert shown.link.of(DraftRule) == [DraftRule("0001")]
    page = main.stack.currentWidget()
    assert isinstance(page, RulesPage)
    assert page.editor is not None
    assert page.editor.field.json == '{"effect": "allow"}'


# The keyboard, and what just happened


def test_a_key_that_shows_a_page_brings_the_keyboard_there(shown: Shown) -> None:
    main = shown.welcome()
    for number, entry in enumerate((entry for entry in pages.PAGES if not entry.foot), start=1):
        QTest.keyClick(main, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.ControlModifier)
        page, focused = main.stack.currentWidget(), QApplication.focusWidget()
        assert main.page == entry.key
        assert page is not None
        assert focused is not None
        assert focused is page or page.isAncestorOf(focused)
        assert page.accessibleName() == entry.title


def test_f6_goes_round_navigation_page_and_toast(shown: Shown) -> None:
    main = shown.welcome()
    main.nav.buttons["history"].setFocus()
    QTest.keyClick(main, Qt.Key.Key_F6)
    page = main.stack.currentWidget()
    assert page is not None
    assert QApplication.focusWidget() in (page, *page.findChildren(QWidget))
    QTest.keyClick(main, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is main.nav.buttons["history"]
    main.toasts.tell(ToastMessage("Something happened.", RevokeGrant("grant-1")))
    QTest.keyClick(main, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is main.toasts.undo_button


def told(main: MainWindow) -> list[ToastMessage]:
    """What stands below the page."""
    return [main.toasts.shown] if main.toasts.shown is not None else []


def test_a_grant_that_was_given_is_told_and_one_from_before_is_not(shown: Shown) -> None:
    main = shown.welcome(window.state(grants=(window.grant(id="old"),)))
    assert not told(main)
    shown.link.state_changed.emit(window.state(grants=(window.grant(id="new"), window.grant(id="old"))))
    assert [message.undo for message in told(main)] == [RevokeGrant("new")]


def test_another_host_has_no_news_of_what_was_given_meanwhile(shown: Shown) -> None:
    main = shown.welcome()
    shown.welcome(window.state(grants=(window.grant(),)))
    assert not told(main)


def test_what_a_page_did_is_told(shown: Shown) -> None:
    main = shown.welcome()
    main.show_page("rules").happened.emit(ToastMessage("A rule was added."))
    assert told(main) == [ToastMessage("A rule was added.")]
    main.host_gone("It ended.")
    assert not told(main)
