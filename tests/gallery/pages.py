"""The pages of the main window in many situations.

Owns: the list, and what a person does on these pages before the picture is taken.
"""

from __future__ import annotations

from typing import Final

from host.control.protocol import ReadHistory, WhyCall
from host.errors import AssentError
from tests.gallery import alike, asking, calls, rules
from tests.gallery.making import main
from tests.gallery.questions import QUEUE, lately
from tests.gallery.records import (
    ASKING,
    BROKEN,
    BROKEN_LOG,
    CHECKING,
    DEMO,
    EDITED,
    EXPORTED,
    FAILED,
    FAILED_REPLIES,
    GRANTS,
    HISTORY,
    HOME,
    KEPT_OUT,
    KEPT_OUT_REPLIES,
    MANAGED_REPLIES,
    MANY_REPLIES,
    ODD,
    ODD_GRANTS,
    ODD_HISTORY,
    ODD_REPLIES,
    OFFICE,
    ROWS,
    RULES,
    SERVER_REPLIES,
    SERVERS,
    SETTINGS,
    SIGNED,
    SPOILT,
    STORY,
    TOLD,
    UNTOLD,
    WHY_ADDED,
    asked_for,
)
from tests.gallery.situation import LEAST, MAIN, Situation
from tests.gallery.studies import EDITS
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.assistant.page import AssistantPage, CallCard
from ui.grants.page import GrantsPage
from ui.history.call_panel import ExplainButtons, WholeResult
from ui.history.page import HistoryPage
from ui.main_window import MainWindow
from ui.pages import ShowCall
from ui.servers.page import ServersPage
from ui.servers.review import ToolRow
from ui.settings.page import SettingsPage
from ui.theme import Scheme

WAITING: Final = (
    *(lately(each, 95.0 - 20 * number) for number, each in enumerate(QUEUE)),
    lately(calls.UNPROVEN, 12.0),
)
LIGHT_AND_DARK: Final[tuple[Scheme, ...]] = ("light", "dark")


def server_opened(_: FakeLink, window: MainWindow) -> None:
    """One server closer."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("files")


def odd_opened(_: FakeLink, window: MainWindow) -> None:
    """A server that nobody should vouch for, closer; what is said of its first tool."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("odd")
    row = page.panel.findChild(ToolRow)
    assert isinstance(row, ToolRow)
    row.fold.click()


def vouching(_: FakeLink, window: MainWindow) -> None:
    """The person is asked what vouching means."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("files")
    page.panel.review.trust.vouch.click()


def restarting(_: FakeLink, window: MainWindow) -> None:
    """The person is asked what a restart means."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("files")
    page.panel.health.restart.click()


def yours_opened(_: FakeLink, window: MainWindow) -> None:
    """A server for which the person vouches, closer."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("notes")


def managed_opened(_: FakeLink, window: MainWindow) -> None:
    """A server that the administrator configured, closer."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("git")


def revoking(_: FakeLink, window: MainWindow) -> None:
    """All grants are to be taken back."""
    page = window.show_page("grants")
    assert isinstance(page, GrantsPage)
    page.revoke_all.click()


def searched_in_vain(_: FakeLink, window: MainWindow) -> None:
    """No grant has these words."""
    page = window.show_page("grants")
    assert isinstance(page, GrantsPage)
    page.search.setText("somewhere else")


def explained(link: FakeLink, window: MainWindow) -> None:
    """Why a call was decided so."""
    opened(link, window)
    for why in window.findChildren(ExplainButtons):
        why.explanation.button.click()


def card_explained(_: FakeLink, window: MainWindow) -> None:
    """Why the first call of the conversation was let through."""
    page = window.show_page("assistant")
    assert isinstance(page, AssistantPage)
    card = page.talk.widgets[3]
    assert isinstance(card, CallCard)
    card.why.button.click()


def wrong_pins(_: FakeLink, window: MainWindow) -> None:
    """The two new PINs differ."""
    page = window.show_page("settings")
    assert isinstance(page, SettingsPage)
    page.pin.old_pin.setText("present")
    page.pin.new_pin.setText("one")
    page.pin.repeated_pin.setText("other")
    page.pin.save.click()


def advanced(_: FakeLink, window: MainWindow) -> None:
    """What people seldom touch is shown."""
    page = window.show_page("settings")
    assert isinstance(page, SettingsPage)
    page.advanced.click()


def found(_: FakeLink, window: MainWindow) -> None:
    """A search finds some settings."""
    page = window.show_page("settings")
    assert isinstance(page, SettingsPage)
    page.search.setText("time list")


def opened(_: FakeLink, window: MainWindow) -> None:
    """One call closer."""
    window.navigate("history", ShowCall(ROWS[1].call_id))


def opened_whole(link: FakeLink, window: MainWindow) -> None:
    """The whole of its large result."""
    opened(link, window)
    (whole,) = window.findChildren(WholeResult)
    whole.button.click()


def filtered(_: FakeLink, window: MainWindow) -> None:
    """The person searched for some calls, with a part that is none."""
    page = window.show_page("history")
    assert isinstance(page, HistoryPage)
    page.filter.set_search("tool:write_file decision:denied -by:rule after:30d colour:red notes")


def exported(link: FakeLink, window: MainWindow) -> None:
    """What was found is written to a file."""
    filtered(link, window)
    page = window.show_page("history")
    assert isinstance(page, HistoryPage)
    page.export_button.click()
    page.export.path.setText("/home/ana/assent-log-2026-11-23.jsonl")
    page.export.begin.click()


PAGES: Final = (
    Situation("waiting-empty", main("waiting"), size=MAIN),
    Situation("waiting-grouped", alike.waiting(), size=MAIN),
    Situation("waiting-deny-one-app", alike.waiting("cursor"), "dark", size=MAIN),
    Situation("waiting", main("waiting", *WAITING, state=samples.state(pending=4)), size=MAIN),
    Situation(
        "waiting-signatures",
        main("waiting", lately(asking.ONE, 130.0), WAITING[2], state=samples.state(pending=2)),
        size=MAIN,
    ),
    Situation("stopped", main("waiting", state=samples.state(stopped=True)), size=MAIN),
    Situation("policy-broken", main("waiting", state=samples.state(policy=BROKEN)), size=MAIN),
    Situation("suggestion", main("waiting", state=rules.SUGGESTED), size=MAIN),
    Situation("policy-waits", main("waiting", state=samples.state(policy=RULES)), size=MAIN),
    Situation("history", main("history", replies=HISTORY), size=MAIN),
    Situation("history-filter", main("history", replies=HISTORY, after=filtered), size=LEAST),
    Situation("history-broken", main("history", replies=BROKEN_LOG), size=MAIN),
    Situation("history-checking", main("history", replies=CHECKING), size=LEAST),
    Situation("history-export", main("history", replies=EXPORTED, after=exported), size=MAIN),
    Situation("history-hostile", main("history", replies=ODD_HISTORY, after=filtered), size=MAIN),
    Situation("history-call", main("history", replies=HISTORY, after=opened), size=(1240, 860)),
    Situation("history-edited", main("history", replies=EDITED, after=opened), size=(1240, 1300)),
    Situation("history-texts", main("history", replies=asked_for(EDITS), after=opened), size=(1240, 1100)),
    Situation("history-failed", main("history", replies=FAILED, after=opened), size=(1240, 1100)),
    Situation("history-told", main("history", replies=TOLD, after=opened), size=(1240, 1100)),
    Situation("history-signed", main("history", replies=SIGNED, after=opened), size=(1240, 1300)),
    Situation("history-asking", main("history", replies=ASKING, after=opened), size=(1240, 2600)),
    Situation("history-large", main("history", replies=ASKING, after=opened_whole), size=(1240, 1700)),
    Situation(
        "history-why", main("history", replies=HISTORY | {WhyCall: rules.WHY}, after=explained), size=(1240, 1100)
    ),
    Situation("history-empty", main("history"), size=MAIN),
    Situation(
        "history-error", main("history", replies={ReadHistory: AssentError("The audit log is damaged.")}), size=MAIN
    ),
    Situation(
        "assistant-untold",
        main("assistant", demo=True, state=samples.state(assistant="idle"), replies=UNTOLD),
        size=MAIN,
    ),
    Situation("assistant", main("assistant", demo=True, state=DEMO, replies=STORY), size=MAIN),
    *(
        Situation(
            f"assistant-why-{scheme}",
            main("assistant", demo=True, state=DEMO, replies=STORY | {WhyCall: WHY_ADDED}, after=card_explained),
            scheme,
            size=MAIN,
        )
        for scheme in LIGHT_AND_DARK
    ),
    Situation("assistant-absent", main("assistant"), size=MAIN),
    Situation("servers", main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES), size=MAIN),
    Situation(
        "servers-one",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=server_opened),
        size=(1240, 860),
    ),
    Situation(
        "servers-restart",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=restarting),
        size=(1240, 1000),
    ),
    Situation(
        "servers-vouch",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=vouching),
        size=(1240, 860),
    ),
    Situation(
        "servers-yours",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=yours_opened),
        size=(1120, 900),
    ),
    Situation(
        "servers-managed",
        main("servers", state=samples.state(servers=SERVERS), replies=MANAGED_REPLIES, after=managed_opened),
        size=(1240, 860),
    ),
    Situation(
        "servers-failed", main("servers", state=samples.state(servers=SERVERS), replies=FAILED_REPLIES), size=MAIN
    ),
    Situation(
        "servers-many-tools",
        main("servers", state=samples.state(servers=SERVERS), replies=MANY_REPLIES, after=server_opened),
        size=(1120, 1700),
    ),
    Situation(
        "servers-odd",
        main("servers", state=samples.state(servers=(ODD,)), replies=ODD_REPLIES, after=odd_opened),
        size=(1120, 2400),
    ),
    Situation(
        "servers-kept-out",
        main("servers", state=samples.state(servers=(KEPT_OUT, *SERVERS[4:])), replies=KEPT_OUT_REPLIES),
        size=MAIN,
    ),
    Situation("servers-none", main("servers", state=samples.state(servers=())), size=MAIN),
    Situation("rules", main("rules", state=rules.STATE, replies=rules.REPLIES), size=MAIN),
    Situation("rules-empty", main("rules", state=rules.EMPTY, replies=rules.NONE), size=MAIN),
    Situation("rules-broken", main("rules", state=rules.UNUSABLE, replies=rules.NONE), size=MAIN),
    Situation("rules-waiting", main("rules", state=rules.CHANGED, replies=rules.REPLIES), size=MAIN),
    Situation(
        "rules-managed",
        main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.first_opened),
        size=(1240, 860),
    ),
    Situation("rules-own", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.own_opened), size=MAIN),
    Situation(
        "rules-hostile",
        main("rules", state=rules.STATE, replies=rules.HOSTILE, after=rules.long_opened),
        size=(1240, 860),
    ),
    Situation("rules-remove", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.removing), size=MAIN),
    Situation("rules-errors", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.writing), size=MAIN),
    Situation("rules-replay", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.looking), size=MAIN),
    Situation("rules-new", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.new), size=MAIN),
    Situation("rules-editor", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.editing), size=MAIN),
    Situation(
        "rules-mistaken", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.mistaken), size=MAIN
    ),
    Situation(
        "rules-advanced", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.advanced), size=MAIN
    ),
    Situation(
        "rules-editor-hostile",
        main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.hostile_edited),
        size=MAIN,
    ),
    Situation(
        "rules-import", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.importing), size=MAIN
    ),
    Situation(
        "rules-import-spoilt",
        main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.spoilt_import),
        size=MAIN,
    ),
    Situation("rules-leave", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.leaving), size=LEAST),
    Situation("rules-try", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.trying), size=MAIN),
    Situation(
        "rules-editor-try",
        main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.trying_in_editor),
        size=(1240, 860),
    ),
    Situation("rules-signers", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.signers), size=MAIN),
    Situation(
        "rules-confirm", main("rules", state=rules.CHANGED, replies=rules.REPLIES, after=rules.confirming), size=MAIN
    ),
    Situation("grants", main("grants", state=GRANTS), size=MAIN),
    Situation("grants-hostile", main("grants", state=ODD_GRANTS), size=LEAST),
    Situation("grants-revoke", main("grants", state=GRANTS, after=revoking), size=MAIN),
    Situation("grants-nothing-found", main("grants", state=GRANTS, after=searched_in_vain), size=MAIN),
    Situation("grants-empty", main("grants"), size=MAIN),
    Situation("settings", main("settings", replies=SETTINGS), size=MAIN),
    Situation("settings-advanced", main("settings", replies=SETTINGS, after=advanced), size=(1120, 2600)),
    Situation("settings-found", main("settings", replies=SETTINGS, after=found), size=MAIN),
    Situation("settings-locked", main("settings", state=OFFICE, replies=SETTINGS, after=advanced), size=(1120, 2600)),
    Situation("settings-pin", main("settings", state=OFFICE, replies=SETTINGS, after=wrong_pins), size=(1120, 900)),
    Situation("settings-no-pin", main("settings", state=HOME, replies=SETTINGS), size=(1120, 900)),
    Situation(
        "settings-spoilt", main("settings", state=SPOILT, replies=SETTINGS, after=advanced), "dark", size=(1120, 2900)
    ),
)
