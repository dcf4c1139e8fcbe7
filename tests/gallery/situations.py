"""What is drawn: each situation by name, in the words of a person who would meet it.

Owns: the list. What stays true: each is made from values that the host could really send; nothing in it is painted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from host.control.protocol import (
    CallEnded,
    Clock,
    ReadHistory,
    WhyCall,
)
from host.errors import AssentError
from tests.gallery import asking, rules
from tests.gallery.making import consent, main
from tests.gallery.questions import (
    BESIDE,
    HIGH,
    HOSTILE,
    INFO,
    LONG,
    LONG_NAME,
    MEDIUM,
    NESTED,
    QUEUE,
    SHORT,
    STRANGER,
    TRIAL,
)
from tests.gallery.records import (
    BROKEN,
    DEMO,
    GRANTS,
    HISTORY,
    HOME,
    MANAGED_REPLIES,
    ODD_GRANTS,
    OFFICE,
    ROWS,
    RULES,
    SERVER_REPLIES,
    SERVERS,
    SETTINGS,
    SIGNED,
    SPOILT,
    STORY,
    UNTOLD,
)
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.grants.page import GrantsPage
from ui.history.why import CallWhy
from ui.main_window import MainWindow
from ui.servers.page import ServersPage
from ui.settings.page import SettingsPage
from ui.theme import Scheme

CONSENT: Final = (680, 860)
MAIN: Final = (1120, 720)
LEAST: Final = (900, 600)
"""The least size of the main window."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One picture.

    Attributes:
        name: of the file. make: builds the window. scheme, scale, size: how it is drawn.
    """

    name: str
    make: Callable[[], QWidget]
    scheme: Scheme = "light"
    scale: str = "1"
    size: tuple[int, int] = CONSENT


def expired(link: FakeLink, _: QWidget) -> None:
    """The question ends by itself."""
    link.ended.emit(CallEnded(SHORT.request.call.id, "expiry", "nobody decided in time"))


def reason(_: FakeLink, window: QWidget) -> None:
    """The person begins to say why."""
    window.open_reason()  # type: ignore[attr-defined]  # it is the consent window


def paused(link: FakeLink, window: QWidget) -> None:
    """The person works in the window, so its clock stands."""
    link.clock_changed.emit(Clock(SHORT.request.call.id, 271.0, 5.0))


def server_opened(_: FakeLink, window: MainWindow) -> None:
    """One server closer."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("files")


def vouching(_: FakeLink, window: MainWindow) -> None:
    """The person is asked what vouching means."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("files")
    page.panel.trust.vouch.click()


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
    for why in window.findChildren(CallWhy):
        why.why.click()


def wrong_pins(_: FakeLink, window: MainWindow) -> None:
    """The two new PINs differ."""
    page = window.show_page("settings")
    assert isinstance(page, SettingsPage)
    page.pin.before.setText("present")
    page.pin.after.setText("one")
    page.pin.again.setText("other")
    page.pin.save.click()


def gone(link: FakeLink, _: QWidget) -> None:
    """The host goes away."""
    link.closed.emit("the host is gone")


def opened(_: FakeLink, window: MainWindow) -> None:
    """One call closer."""
    window.open_call(ROWS[1].call_id)


ALL: Final = (
    Situation("consent-short", consent(SHORT)),
    Situation("consent-short-dark", consent(SHORT), "dark"),
    Situation("consent-short-contrast", consent(SHORT), "contrast"),
    Situation("consent-short-200", consent(SHORT), scale="2"),
    Situation("consent-short-300", consent(SHORT), scale="3"),
    Situation("consent-narrow", consent(SHORT), size=(480, 620)),
    Situation("consent-long", consent(samples.asked({"path": "fox.txt", "content": LONG}))),
    Situation(
        "consent-hostile", consent(samples.asked({"path": "a\u202etxt.b", "content": HOSTILE}, findings=(INFO,)))
    ),
    Situation("consent-hostile-dark", consent(samples.asked({"path": "a\u202etxt.b", "content": HOSTILE})), "dark"),
    Situation("consent-nested", consent(samples.asked(NESTED))),
    Situation(
        "consent-findings",
        consent(samples.asked(findings=(HIGH, MEDIUM, INFO, INFO), no_grant="something about it is odd")),
    ),
    Situation("consent-high-and-unread", consent(samples.asked({"path": "x", "content": LONG}, findings=(HIGH,)))),
    Situation("consent-also-sent", consent(samples.asked(beside=BESIDE)), size=(680, 1240)),
    Situation("consent-also-sent-dark", consent(samples.asked(beside=BESIDE)), "dark", size=(680, 1240)),
    Situation("consent-also-sent-narrow", consent(samples.asked(beside=BESIDE)), size=(480, 1400)),
    Situation("consent-long-name", consent(samples.asked({"path": "a.txt", "env": {LONG_NAME: 1}}, findings=(HIGH,)))),
    Situation("consent-queue", consent(*QUEUE)),
    Situation("consent-stranger-liar", consent(STRANGER)),
    Situation(
        "consent-trial", consent(samples.asked({"trial_id": "NCT-0421", "analysis": "safety"}, definition=TRIAL))
    ),
    Situation("consent-expired", consent(SHORT, after=expired)),
    Situation("consent-reason", consent(SHORT, after=reason)),
    Situation("consent-paused", consent(SHORT, after=paused)),
    Situation(
        "consent-void",
        consent(samples.asked(round_=2, voided_because="the server changed the definition of this tool")),
    ),
    Situation("consent-host-gone", consent(SHORT, after=gone)),
    Situation("consent-empty-arguments", consent(samples.asked({}))),
    Situation("consent-sign-none", consent(asking.NONE)),
    Situation("consent-sign-one", consent(asking.NONE, after=asking.one_signs)),
    Situation("consent-sign-one-dark", consent(asking.ONE, after=asking.picks), "dark"),
    Situation("consent-sign-one-contrast", consent(asking.ONE, after=asking.picks), "contrast"),
    Situation("consent-sign-one-200", consent(asking.ONE, after=asking.picks), scale="2"),
    Situation("consent-sign-wrong", consent(asking.ONE, after=asking.wrong)),
    Situation("consent-sign-locked", consent(asking.ONE, after=asking.locked)),
    Situation("consent-sign-narrow", consent(asking.ONE, after=asking.locked), size=(480, 680)),
    Situation("consent-sign-nobody", consent(asking.NOBODY)),
    Situation("consent-sign-strange", consent(asking.STRANGE)),
    Situation("consent-sign-and-reason", consent(asking.BOTH)),
    Situation("consent-pin", consent(asking.PIN)),
    Situation("consent-pin-none", consent(asking.NO_PIN)),
    Situation("consent-why-yes", consent(asking.REASON)),
    Situation("consent-grant-exact", consent(asking.WIDE, after=asking.chooses("1h", "exact"))),
    Situation("consent-grant-folder", consent(asking.WIDE, after=asking.chooses("chat", "pattern"))),
    Situation("consent-grant-folder-dark", consent(asking.WIDE, after=asking.chooses("always", "pattern")), "dark"),
    Situation("consent-grant-any", consent(asking.WIDE, after=asking.chooses("always", "any"))),
    Situation("consent-grant-narrow", consent(asking.WIDE, after=asking.chooses("1h", "pattern")), size=(480, 720)),
    Situation("consent-grant-hostile", consent(asking.SLY, after=asking.chooses("1h", "pattern"))),
    Situation("consent-result", consent(asking.HELD)),
    Situation("consent-result-dark", consent(asking.HELD), "dark"),
    Situation("consent-result-hostile", consent(asking.HELD_SLY)),
    Situation("consent-result-odd", consent(asking.HELD_ODD)),
    Situation("consent-result-reason", consent(asking.HELD, after=reason)),
    Situation("consent-why", consent(asking.NONE, after=asking.explained)),
    Situation("consent-why-dark", consent(asking.NONE, after=asking.explained), "dark"),
    Situation("consent-why-not", consent(SHORT, after=asking.not_explained)),
    Situation("waiting-empty", main("waiting"), size=MAIN),
    Situation("waiting", main("waiting", *QUEUE, STRANGER, state=samples.state(pending=4)), size=MAIN),
    Situation("waiting-signatures", main("waiting", asking.ONE, *QUEUE[2:], state=samples.state(pending=2)), size=MAIN),
    Situation("waiting-dark", main("waiting", *QUEUE, STRANGER, state=samples.state(pending=4)), "dark", size=MAIN),
    Situation("stopped", main("waiting", state=samples.state(stopped=True)), size=MAIN),
    Situation("policy-broken", main("waiting", state=samples.state(policy=BROKEN)), size=MAIN),
    Situation("suggestion", main("waiting", state=rules.SUGGESTED), size=MAIN),
    Situation("suggestion-dark", main("history", state=rules.SUGGESTED, replies=HISTORY), "dark", size=LEAST),
    Situation("policy-waits", main("waiting", state=samples.state(policy=RULES)), size=MAIN),
    Situation("history", main("history", replies=HISTORY), size=MAIN),
    Situation("history-dark", main("history", replies=HISTORY), "dark", size=MAIN),
    Situation("history-200", main("history", replies=HISTORY), scale="2", size=MAIN),
    Situation("history-call", main("history", replies=HISTORY, after=opened), size=(1240, 860)),
    Situation("history-signed", main("history", replies=SIGNED, after=opened), size=(1240, 1300)),
    Situation(
        "history-why", main("history", replies=HISTORY | {WhyCall: rules.WHY}, after=explained), size=(1240, 1100)
    ),
    Situation(
        "history-why-dark",
        main("history", replies=HISTORY | {WhyCall: rules.WHY}, after=explained),
        "dark",
        size=(1240, 1100),
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
    Situation("assistant-dark", main("assistant", demo=True, state=DEMO, replies=STORY), "dark", size=MAIN),
    Situation("assistant-absent", main("assistant"), size=MAIN),
    Situation("servers", main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES), size=MAIN),
    Situation(
        "servers-one",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=server_opened),
        size=(1240, 860),
    ),
    Situation(
        "servers-vouch",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=vouching),
        size=(1240, 860),
    ),
    Situation(
        "servers-vouch-dark",
        main("servers", state=samples.state(servers=SERVERS), replies=SERVER_REPLIES, after=vouching),
        "dark",
        size=LEAST,
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
    Situation("servers-none", main("servers", state=samples.state(servers=())), size=MAIN),
    Situation("rules", main("rules", state=rules.STATE, replies=rules.REPLIES), size=MAIN),
    Situation("rules-dark", main("rules", state=rules.SUGGESTED, replies=rules.REPLIES), "dark", size=MAIN),
    Situation("rules-200", main("rules", state=rules.STATE, replies=rules.REPLIES), scale="2", size=MAIN),
    Situation("rules-contrast", main("rules", state=rules.STATE, replies=rules.REPLIES), "contrast", size=MAIN),
    Situation("rules-empty", main("rules", state=rules.EMPTY, replies=rules.NONE), size=MAIN),
    Situation("rules-least", main("rules", state=rules.SUGGESTED, replies=rules.REPLIES), size=LEAST),
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
    Situation("rules-errors", main("rules", state=rules.STATE, replies=rules.ERRORS, after=rules.writing), size=MAIN),
    Situation("rules-replay", main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.looking), size=MAIN),
    Situation(
        "rules-replay-dark",
        main("rules", state=rules.STATE, replies=rules.REPLIES, after=rules.looking),
        "dark",
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
    Situation("grants-dark", main("grants", state=GRANTS), "dark", size=MAIN),
    Situation("grants-200", main("grants", state=GRANTS), scale="2", size=MAIN),
    Situation("grants-hostile", main("grants", state=ODD_GRANTS), size=LEAST),
    Situation("grants-revoke", main("grants", state=GRANTS, after=revoking), size=MAIN),
    Situation("grants-nothing-found", main("grants", state=GRANTS, after=searched_in_vain), size=MAIN),
    Situation("grants-empty", main("grants"), size=MAIN),
    Situation("settings", main("settings", replies=SETTINGS), size=MAIN),
    Situation("settings-dark", main("settings", replies=SETTINGS), "dark", size=MAIN),
    Situation("settings-locked", main("settings", state=OFFICE, replies=SETTINGS), size=MAIN),
    Situation("settings-pin", main("settings", state=OFFICE, replies=SETTINGS, after=wrong_pins), size=(1120, 2900)),
    Situation("settings-no-pin", main("settings", state=HOME, replies=SETTINGS), size=(1120, 2900)),
    Situation("settings-spoilt", main("settings", state=SPOILT, replies=SETTINGS), "dark", size=(1120, 2900)),
)
"""Every picture, in the order in which somebody would look at them."""
