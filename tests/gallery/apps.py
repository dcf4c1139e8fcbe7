"""The page of AI apps.

Owns: apps as they could stand, and the two questions.
"""

from __future__ import annotations

from typing import Final

from host.control.protocol import DetachApp, PlanApp, ReadApps
from host.control.views import AiApps, AiAppView, AppPlan, AppServerView
from host.errors import ConfigError
from host.values import replace
from host.words import say
from tests.gallery.making import main
from tests.gallery.situation import MAIN, Situation
from tests.support.window import FakeLink
from ui.apps.page import AppsPage
from ui.main_window import MainWindow

URL: Final = AppServerView("figma", "stays", why=say("the app signs in to it in a way of its own"))
DESKTOP: Final = AiAppView(
    "claude-desktop",
    "/home/ana/.config/Claude/claude_desktop_config.json",
    True,
    (AppServerView("filesystem", "behind", "filesystem"), AppServerView("github", "behind", "github")),
)
CODEX: Final = AiAppView(
    "codex",
    "/home/ana/.codex/config.toml",
    False,
    (AppServerView("context7", "beside"), AppServerView("brave", "beside"), URL),
)
_BROKEN: Final = ConfigError(
    say("the file ends before {end}", end="}"),
    file="/home/ana/.cursor/mcp.json",
    line=14,
    remedy=say("Write {end} where the {begun} of line {line} ends.", end="}", begun="{", line="2"),
)
CURSOR: Final = AiAppView("cursor", "/home/ana/.cursor/mcp.json", False, problem=_BROKEN.words)
HOSTILE: Final = AiAppView(
    "zed",
    "/home/ana/" + "a folder with a long name/" * 12 + "settings.json",
    False,
    (
        AppServerView("<b>safe</b>\u202e" + "x" * 300, "beside"),
        *(AppServerView(f"server-{number}", "beside") for number in range(40)),
    ),
)
HOOKED: Final = AiAppView(
    "claude-code",
    "/home/ana/.claude.json",
    True,
    (AppServerView("github", "behind", "github"), AppServerView("search", "beside")),
    hook="on",
)
SWITCHED_OFF: Final = replace(HOOKED, hooks_off="disableAllHooks in /home/ana/.claude/settings.json")
MISSING: Final = ("claude-code", "vscode", "windsurf", "gemini-cli", "goose", "lm-studio")
LINES: Final = """\
--- /home/ana/.codex/config.toml
+++ /home/ana/.codex/config.toml
@@ -7,11 +7,10 @@

 [mcp_servers.context7]
-command = "npx"
-args = ["-y", "@upstash/context7-mcp"]  # docs of libraries
+command = "/opt/assent/bin/assent"
+args = ["connect", "context7", "--app", "codex"]  # docs of libraries
 startup_timeout_sec = 20

 [mcp_servers.brave]
-command = "npx"
-args = ["-y", "@brave/brave-search-mcp-server"]
-env = { "BRAVE_API_KEY" = "•••" }
+command = "/opt/assent/bin/assent"
+args = ["connect", "brave", "--app", "codex"]""".split("\n")
PLAN: Final = AppPlan(("codex",), tuple(LINES), 2, (URL,), ("brave-BRAVE_API_KEY",), (), "0" * 64)
REPLIES: Final[dict[type, object]] = {ReadApps: AiApps((DESKTOP, CODEX, CURSOR), MISSING), PlanApp: PLAN}


def page_of(window: MainWindow) -> AppsPage:
    """The page."""
    page = window.show_page("apps")
    assert isinstance(page, AppsPage)
    return page


def attaching(_: FakeLink, window: MainWindow) -> None:
    """The person wants to put an app behind Assent."""
    page_of(window).cards["codex"].attach.click()


def detaching(link: FakeLink, window: MainWindow) -> None:
    """The person wants to give an app its configuration back."""
    assert not link.of(DetachApp)
    page_of(window).cards["claude-desktop"].detach.click()


def unhooking(_: FakeLink, window: MainWindow) -> None:
    """The person wants an app not to ask before its own tools any more."""
    page_of(window).cards["claude-code"].unhook.click()


APPS: Final = (
    Situation("apps", main("apps", replies=REPLIES), size=MAIN),
    Situation("apps-attach", main("apps", replies=REPLIES, after=attaching), size=MAIN),
    Situation("apps-detach", main("apps", replies=REPLIES, after=detaching), size=MAIN),
    Situation("apps-hook", main("apps", replies={ReadApps: AiApps((HOOKED,), MISSING[1:])}), size=MAIN),
    Situation("apps-hooks-off", main("apps", replies={ReadApps: AiApps((SWITCHED_OFF,), MISSING[1:])}), size=MAIN),
    Situation("apps-unhook", main("apps", replies={ReadApps: AiApps((HOOKED,), ())}, after=unhooking), size=MAIN),
    Situation("apps-empty", main("apps", replies={ReadApps: AiApps((), ("codex", *MISSING))}), size=MAIN),
    Situation("apps-hostile", main("apps", replies={ReadApps: AiApps((HOSTILE,), ())}), size=MAIN),
)
