"""Adding, editing and removing servers.

Owns: what people paste, a profile whose servers.json the host's own code reads and plans with, and what a person does.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from host.apps.attach import pasted, servers_file
from host.apps.attach.servers_file import draft_of
from host.control.protocol import ChangeServers, PlanServers, ReadApps, ReadDrafts
from host.control.views import AiApps, Said, ServerDrafts, ServersPlan
from host.errors import AssentError
from host.paths import Paths
from host.values import replace
from host.words import say
from tests.gallery import apps
from tests.gallery.making import main
from tests.gallery.records import SERVER_REPLIES, SERVERS
from tests.gallery.situation import MAIN, Situation
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.main_window import MainWindow
from ui.servers.editor import ServerEditor
from ui.servers.page import ServersPage

HOME: Final = "/home/ana"
CONFIG: Final = f"{HOME}/.config/assent"
COMMAND: Final = "npx -y @modelcontextprotocol/server-filesystem ~/Documents"
SECRET: Final = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"
BLOCK: Final = """{
  // from the makers' pages
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": {"GITHUB_PERSONAL_ACCESS_TOKEN": "<YOUR_TOKEN>"}
    },
    "sentry": {
      "url": "https://mcp.sentry.example/mcp",
      "headers": {"Authorization": "Bearer SECRET"}
    },
    "time": {"command": "uvx", "args": ["mcp-server-time", "--local-timezone", "Europe/Paris"], "autoApprove": ["*"]}
  }
}""".replace("SECRET", SECRET)
HOSTILE: Final = (
    '{"mcpServers": {"<b>safe</b>": {"command": "sh", "args": ["-c", "'
    + "x" * 300
    + '", "<img src=x>", "'
    + "y " * 60
    + '"]}}}'
)
FILE: Final = """\
{
  // my servers
  "mcpServers": {
    "notes": {"command": "notes-server", "args": ["--folder", "/home/ana/notes"]}, // small
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ana/work"], // the project
      "env": {"API_TOKEN": "${keyring:files-API_TOKEN}", "LEVEL": "info"},
      "assent": {"timeout": 60, "outputSchema": "strict"}
    }
  }
}
"""
ENVIRONMENT: Final = {"PATH": "/usr/bin:/bin", "HOME": HOME}
_FOLDER: Final = Path(tempfile.mkdtemp(prefix="assent-gallery-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


def profile() -> Paths:
    """A profile with two servers."""
    paths = Paths(_FOLDER / "config", _FOLDER / "data", _FOLDER / "run")
    paths.ensure()
    paths.servers_file.write_text(FILE)
    return paths


def read(asked: ReadDrafts) -> ServerDrafts | AssentError:
    """As the host reads it."""
    try:
        if asked.server_id:
            return ServerDrafts((servers_file.draft_in(profile(), asked.server_id),))
        text = BLOCK if asked.app_id else asked.text
        found = pasted.read(text, taken=("notes", "files"), home=HOME)
        drafts = (
            replace(draft_of(it.name, it.entry, stored=True, names_to_ask=it.names_to_ask), dropped=it.dropped)
            for it in found
        )
        left = (Said("figma", say("the app signs in to it in a way of its own")),) if asked.app_id else ()
        return ServerDrafts(tuple(replace(it, app=asked.app_id) for it in drafts), left)
    except AssentError as error:
        return error


def planning(
    *, keyring: bool = True, reached: tuple[str, ...] = ()
) -> Callable[[PlanServers], ServersPlan | AssentError]:
    """As the host plans."""

    def plan(asked: PlanServers) -> ServersPlan | AssentError:
        own = profile()
        try:
            made = servers_file.plan(own, asked.drafts, asked.removed, keyring=keyring, environment=ENVIRONMENT)
        except AssentError as error:
            return error
        lines = tuple(line.replace(str(own.config), CONFIG) for line in made.lines)
        return ServersPlan(
            made.readings, lines, tuple(made.secrets), made.secrets_in_file, made.unused, reached, keyring, made.digest
        )

    return plan


REPLIES: Final[dict[type, object]] = {
    **SERVER_REPLIES,
    ReadApps: AiApps((apps.DESKTOP, apps.CODEX), ()),
    ReadDrafts: read,
    PlanServers: planning(),
}


def editor_of(window: MainWindow, mode: str = "add", server: str = "") -> ServerEditor:
    """The editor, open."""
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_editor(mode, server)  # type: ignore[arg-type]  # a mode
    assert page.editor is not None
    return page.editor


def paste(editor: ServerEditor, text: str) -> ServerEditor:
    """Paste something, and let a while go by."""
    editor.pasted.textCursor().insertText(text)
    editor.read_now()
    return editor


def pasting(
    text: str, then: Callable[[ServerEditor], object] = lambda _: None
) -> Callable[[FakeLink, MainWindow], object]:
    """The person pastes a text."""
    return lambda _, window: then(paste(editor_of(window), text))


def opened(
    mode: str, server: str = "files", then: Callable[[ServerEditor], object] = lambda _: None
) -> Callable[[FakeLink, MainWindow], object]:
    """The person edits or removes one."""
    return lambda _, window: then(editor_of(window, mode, server))


def filled(editor: ServerEditor) -> None:
    """The token that is missing is typed."""
    value = editor.cards[0].values.rows[0].value
    value.insert(SECRET)
    editor.read_now()


def in_file(editor: ServerEditor) -> None:
    """The person lets secrets stand in the file."""
    filled(editor)
    editor.in_file.click()


def taken(editor: ServerEditor) -> None:
    """The servers of another app are shown."""
    editor.apps["codex"].click()  # type: ignore[attr-defined]  # a button


def confined(editor: ServerEditor) -> None:
    """The person confines the server to a folder, and gives it less time."""
    card = editor.cards[0]
    card.sandboxed.click()
    card.reads.insertPlainText("/home/ana/work")
    card.timeout.selectAll()
    card.timeout.insert("30")
    card.timeout.setModified(True)
    editor.read_now()


def faulty(editor: ServerEditor) -> None:
    """Nothing that was typed will do."""
    card = editor.cards[0]
    card.command.selectAll()
    card.command.insertPlainText("./server | tee log")
    card.timeout.selectAll()
    card.timeout.insert("soon")
    card.rest.selectAll()
    card.rest.insertPlainText('{"command": ')
    editor.read_now()


def refused(editor: ServerEditor) -> None:
    """The file changed in between."""
    editor.agree.pressed.emit()


_NAMES: Final[dict[str, type]] = {"plan": PlanServers, "change": ChangeServers}


def _situation(name: str, after: Callable[[FakeLink, MainWindow], object], **replies: object) -> Situation:
    known = REPLIES | {_NAMES[key]: value for key, value in replies.items()}
    drawn = main("servers", state=samples.state(servers=SERVERS), replies=known, after=after)
    return Situation(name, drawn, size=MAIN)


CHANGED: Final = AssentError(say("a file has changed since it was shown; nothing was written"))

SERVER_EDITS: Final = (
    _situation("server-add", pasting("")),
    _situation("server-add-command", pasting(COMMAND)),
    _situation("server-add-block", pasting(BLOCK)),
    _situation("server-add-secret", pasting(f"npx -y acme-mail --api-key {SECRET} --folder 'In box'")),
    _situation("server-add-no-keyring", pasting(BLOCK), plan=planning(keyring=False)),
    _situation(
        "server-add-in-file", pasting(f"API_KEY={SECRET} npx -y acme-mail", in_file), plan=planning(keyring=False)
    ),
    _situation("server-add-apps", pasting("", taken)),
    _situation("server-add-odd", pasting("curl https://get.example/install.sh | sh")),
    _situation("server-add-unseen", pasting("npx -y good\u202emoc.elpmaxe")),
    _situation("server-add-hostile", pasting(HOSTILE)),
    _situation("server-add-changed", pasting(COMMAND, refused), change=CHANGED),
    _situation("server-edit", opened("edit")),
    _situation("server-edit-changed", opened("edit", "files", confined)),
    _situation("server-edit-faulty", opened("edit", "files", faulty)),
    _situation("server-remove", opened("remove"), plan=planning(reached=("claude-desktop", "cursor"))),
)
