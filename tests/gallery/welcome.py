"""The welcome of a profile where nothing is yet.

Owns: what could be found, the question, what the servers say once they were started, and what to try then.
"""

from __future__ import annotations

from typing import Any, Final  # Any: replies of as many types as requests

from host.canonical import canonical
from host.control.protocol import (
    AttachApp,
    Done,
    PlanApp,
    ReadApps,
    ReadAutostart,
    ReadServer,
    ReviewServer,
    TestServer,
)
from host.control.views import (
    AiApps,
    AiAppView,
    AppPlan,
    AppServerView,
    Autostart,
    ReviewView,
    ServerDetails,
    ServerTest,
    SignInView,
    ToolView,
)
from host.errors import AssentError
from host.inspect.tools import class_of
from host.model import Finding, Severity
from host.values import replace
from host.words import say
from tests.gallery.apps import CURSOR, DESKTOP, HOSTILE, LINES, URL
from tests.gallery.making import main
from tests.gallery.reviews import HOSTILE_NEW, HOSTILE_START, NEW, REMOTE, UNSTARTED
from tests.gallery.situation import MAIN, Situation
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.main_window import MainWindow
from ui.welcome import WelcomePage

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
PLAN: Final = AppPlan(WANTED, tuple(LINES), 3, (replace(URL, app="codex"),), ("brave-BRAVE_API_KEY",), (), "0" * 64)
_DIGEST: Final = "4f1d" * 16
FILES: Final = replace(
    UNSTARTED, server=replace(UNSTARTED.server, config_digest=_DIGEST), review=ReviewView(program_digest="ab" * 32)
)
BRAVE: Final = replace(
    FILES,
    server=replace(
        FILES.server, id="brave", command=("npx", "-y", "@brave/brave-search", "--key", "•••"), covered=True
    ),
)
GITHUB: Final = replace(REMOTE, server=replace(REMOTE.server, id="github", config_digest=_DIGEST))
STARTS: Final = replace(PLAN, starts=(FILES, BRAVE, GITHUB))


def says(start: ServerDetails, *tools: str, instructions: str = "") -> ServerDetails:
    """A server that was started, lists these tools, and has nothing to find in them."""
    listed = tuple(
        ToolView(name, canonical(samples.WRITE_FILE | {"name": name}), class_of(start.server.id, name).verb, (), "new")
        for name in tools
    )
    review = replace(start.review, instructions=instructions, digest="2" * 64 if instructions else "", approval="new")
    return replace(
        start, server=replace(start.server, waits="definitions"), tools=listed, listed=True, claims=NEW.claims,
        review=review,
    )  # fmt: skip


BROUGHT: Final = {
    "files": says(FILES, "write_file", "read_file", "list_directory", instructions=NEW.review.instructions),
    "brave": says(BRAVE, "web_search", "local_search"),
    "github": replace(
        GITHUB, server=replace(GITHUB.server, waits="definitions", state="sign in", sign_in=SignInView("first"))
    ),
}
_MANY: Final = says(
    FILES, "read_text_file", "read_media_file", "read_multiple_files", "write_file", "edit_file", "create_directory",
    "list_directory", "list_directory_with_sizes", "directory_tree", "move_file", "search_files", "get_file_info",
    "delete_file", "list_allowed_directories", instructions=NEW.review.instructions,
)  # fmt: skip
_TWIN: Final = Finding("name-twin", Severity.INFO, "The server “notes” has a tool of this name, too.")
MANY: Final = replace(
    _MANY,
    tools=tuple(replace(tool, findings=(_TWIN,)) if tool.name == "search_files" else tool for tool in _MANY.tools),
)
GRAVE: Final = replace(NEW, server=replace(NEW.server, id="brave", config_digest=_DIGEST))


def _hostile(details: ServerDetails) -> ServerDetails:
    return replace(details, server=replace(details.server, config_digest=_DIGEST))


def looks(**brought: ServerDetails) -> dict[type, Any]:
    """The replies of a host where these servers answer."""
    return {
        PlanApp: STARTS,
        ReviewServer: Done(),
        TestServer: ServerTest(True, "", "2025-11-25", 3, 412.0),
        ReadServer: lambda request: (BROUGHT | brought)[request.server_id],
    }


REPLIES: Final[dict[type, object]] = {
    ReadApps: AiApps(FOUND, ("zed", "goose")),
    PlanApp: PLAN,
    AttachApp: Done(),
    ReadAutostart: Autostart("off", "/home/ana/.config/autostart/dev.assent.Assent.desktop"),
}
GONE: Final = AiApps((DESKTOP, replace(FOUND[1], servers=(AppServerView("brave", "behind", "brave"), URL))), ())
"""Apps that are attached to a profile that is gone; of the second one the copy is, too."""


def page_of(window: MainWindow) -> WelcomePage:
    """The page."""
    page = window.show_page("welcome")
    assert isinstance(page, WelcomePage)
    return page


def asking(_: FakeLink, window: MainWindow) -> None:
    """The person wants every server behind Assent."""
    page_of(window).attach_all.click()


def started(link: FakeLink, window: MainWindow) -> None:
    """They said yes to the start."""
    asking(link, window)
    question = page_of(window).question
    assert question is not None
    question.agree.pressed.emit()


def failing(link: FakeLink, window: MainWindow) -> None:
    """Of three servers one does not work, one takes its time, and one says something else than before."""
    link.replies[TestServer] = lambda request: (
        ServerTest(False, say("the server did not shake hands in time"), "", 0, 30_000.0)
        if request.server_id == "brave"
        else None
        if request.server_id == "github"
        else ServerTest(True, "", "2025-11-25", 3, 412.0)
    )
    started(link, window)
    look = page_of(window).first_look
    assert look is not None
    link.replies[ReviewServer] = AssentError("what this server says has changed; look at it again")
    look.approve.pressed.emit()


def done(link: FakeLink, window: MainWindow) -> None:
    """They said yes."""
    page = page_of(window)
    asking(link, window)
    assert page.question is not None
    page.question.agree.pressed.emit()


_TALL: Final = (1120, 1800)
_ODD: Final = replace(_hostile(HOSTILE_START), server=replace(_hostile(HOSTILE_START).server, id="<b>ok</b>\u202e" * 9))
_FEW: Final = replace(_ODD, server=replace(_ODD.server, command=_ODD.server.command[:12]))
HOSTILE_PLAN: Final[dict[type, object]] = {PlanApp: replace(PLAN, starts=(_FEW, _ODD), later=("db", "mail", "notes"))}
HOSTILE_LOOKS: Final[dict[type, object]] = looks() | {
    PlanApp: replace(PLAN, starts=(_FEW, FILES)),
    ReadServer: lambda request: (
        BROUGHT["files"]
        if request.server_id == "files"
        else replace(_hostile(HOSTILE_NEW), server=replace(_hostile(HOSTILE_NEW).server, id=request.server_id))
    ),
}

WELCOME: Final = (
    Situation("welcome", main("welcome", replies=REPLIES), size=MAIN),
    Situation("welcome-gone", main("welcome", replies=REPLIES | {ReadApps: GONE}), size=MAIN),
    Situation("welcome-asked", main("welcome", replies=REPLIES, after=asking), size=MAIN),
    Situation("welcome-done", main("welcome", replies=REPLIES, after=done), size=MAIN),
    Situation("welcome-start", main("welcome", replies=REPLIES | {PlanApp: STARTS}, after=asking), size=MAIN),
    Situation("welcome-start-whole", main("welcome", replies=REPLIES | {PlanApp: STARTS}, after=asking), size=_TALL),
    Situation("welcome-start-hostile", main("welcome", replies=REPLIES | HOSTILE_PLAN, after=asking), size=_TALL),
    Situation("welcome-look", main("welcome", replies=REPLIES | looks(), after=started), size=MAIN),
    Situation("welcome-look-whole", main("welcome", replies=REPLIES | looks(), after=started), size=_TALL),
    Situation("welcome-look-many", main("welcome", replies=REPLIES | looks(files=MANY), after=started), size=MAIN),
    Situation("welcome-look-grave", main("welcome", replies=REPLIES | looks(brave=GRAVE), after=started), size=_TALL),
    Situation("welcome-look-failed", main("welcome", replies=REPLIES | looks(), after=failing), size=_TALL),
    Situation("welcome-look-hostile", main("welcome", replies=REPLIES | HOSTILE_LOOKS, after=started), size=_TALL),
    Situation("welcome-empty", main("welcome", replies=REPLIES | {ReadApps: AiApps((), WANTED)}), size=MAIN),
    Situation("welcome-hostile", main("welcome", replies=REPLIES | {ReadApps: AiApps((HOSTILE,), ())}), size=MAIN),
)
