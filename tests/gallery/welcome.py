"""The welcome of a profile where nothing is yet.

Owns: what could be found, the question, and what to try then.
"""

from __future__ import annotations

from typing import Final

from host.control.protocol import AttachApp, Done, PlanApp, ReadApps, ReadAutostart
from host.control.views import AiApps, AiAppView, AppPlan, AppServerView, Autostart
from tests.gallery.apps import CURSOR, HOSTILE, LINES, URL
from tests.gallery.making import main
from tests.gallery.situation import MAIN, Situation
from tests.support.window import FakeLink
from ui.main_window import MainWindow
from ui.welcome.page import WelcomePage

FOUND: Final = (
    AiAppView(
        "claude-desktop",
        "/home/ana/.config/Claude/claude_desktop_config.json",
        False,
        (
            AppServerView(
                "filesystem", "beside", starts="npx -y @modelcontextprotocol/server-filesystem /home/ana/papers"
            ),
            AppServerView("github", "beside", starts="https://api.githubcopilot.com/mcp/"),
        ),
    ),
    AiAppView(
        "codex",
        "/home/ana/.codex/config.toml",
        False,
        (AppServerView("brave", "beside", starts="npx -y @brave/brave-search-mcp-server --key •••"), URL),
        hook="off",
    ),
    CURSOR,
)
WANTED: Final = ("claude-desktop", "codex")
PLAN: Final = AppPlan(WANTED, tuple(LINES), 3, (URL,), ("brave-BRAVE_API_KEY",), (), "0" * 64)
REPLIES: Final[dict[type, object]] = {
    ReadApps: AiApps(FOUND, ("zed", "goose")),
    PlanApp: PLAN,
    AttachApp: Done(),
    ReadAutostart: Autostart("off", "/home/ana/.config/autostart/dev.assent.Assent.desktop"),
}


def page_of(window: MainWindow) -> WelcomePage:
    """The page."""
    page = window.show_page("welcome")
    assert isinstance(page, WelcomePage)
    return page


def asking(_: FakeLink, window: MainWindow) -> None:
    """The person wants every server behind Assent."""
    page_of(window).put.click()


def done(link: FakeLink, window: MainWindow) -> None:
    """They said yes."""
    page = page_of(window)
    asking(link, window)
    assert page.question is not None
    page.question.agree.pressed.emit()


WELCOME: Final = (
    Situation("welcome", main("welcome", replies=REPLIES), size=MAIN),
    Situation("welcome-asked", main("welcome", replies=REPLIES, after=asking), size=MAIN),
    Situation("welcome-done", main("welcome", replies=REPLIES, after=done), size=MAIN),
    Situation("welcome-empty", main("welcome", replies=REPLIES | {ReadApps: AiApps((), WANTED)}), size=MAIN),
    Situation("welcome-hostile", main("welcome", replies=REPLIES | {ReadApps: AiApps((HOSTILE,), ())}), size=MAIN),
)
