"""AI apps and their servers in sentences (pure).

Owns: what is said of an app, of what would change, and of what became of its files.

Invariants: names and paths out of files are escaped, on one line and bounded.
"""

from __future__ import annotations

from typing import Final

from host.control.views import AiAppView, AppDetached, AppPlan, AppServerView
from host.text import one_line
from ui import faces
from ui.tr import mark, tr, tr_n, translated

_NAME: Final = 80
"""Characters of a server's name."""
_FEW: Final = 6
"""Names in one sentence."""
_PATH: Final = 160
"""Characters of a path."""

EXPLAINED: Final = mark(
    "AI apps on this computer that Assent knows. The servers of an app run behind Assent, or beside it, where Assent "
    "sees nothing of what they do."
)
EMPTY: Final = mark(
    "Assent looks for Claude Desktop, Claude Code, VS Code, Cursor, Codex, Windsurf, Gemini CLI, Goose, Zed and LM "
    "Studio. Any other app is connected by hand: the guide for users says how."
)
STANDING: Final = {
    "behind": mark("behind Assent"),
    "beside": mark("beside Assent"),
    "stays": mark("stays as it is"),
}
ICONS: Final = {"behind": "shield-check", "beside": "warning", "stays": "minus-circle"}
KEEPS: Final = mark(
    "The app then starts Assent in their place. Assent starts them, and asks you before each call. Each file is copied "
    "before it is changed, and you can give it back at any time."
)
REACH: Final = mark("Assent sees nothing of the tools that are part of an app, such as its shell and its editor.")
HOOK: Final = mark(
    "The app asks Assent before it uses tools of its own, such as its shell, and runs them by itself once it may. "
    "While Assent cannot be reached, the answer is no."
)
HOOKED: Final = mark("It asks before it uses tools of its own, too.")
UNHOOK: Final = mark(
    "Nobody is asked any more before the app uses tools of its own, such as its shell, and nothing of them is logged. "
    "Its servers stay behind Assent."
)
GIVE_BACK: Final = mark(
    "Its servers start without Assent again: their calls are neither asked about nor logged. Its token is revoked."
)


def path(text: str) -> str:
    """A path of a file, for one line."""
    return one_line(text, _PATH)


def count(app: AiAppView, state: str) -> int:
    """How many of an app's servers stand so."""
    return sum(server.state == state for server in app.servers)


def server_name(server: AppServerView) -> str:
    """What the app calls it."""
    return one_line(server.name, _NAME)


def next_step(app: AiAppView) -> str:
    """What to do next; empty where there is nothing."""
    name = faces.app_name(app.id)
    if app.attached and (names := [server_name(one) for one in app.servers if one.state == "beside"]):
        return tr(
            "{app} wrote its file anew, or has servers that are new: nobody is asked before it uses {names}. "
            "Put them behind Assent again.",
            app=name,
            names=_some(names),
        )
    if count(app, "behind"):
        return tr("Next: start {app} anew, then ask it to use one of the servers that are behind Assent.", app=name)
    if count(app, "beside"):
        return tr("Next: put its servers behind Assent. Until then nobody is asked before they are used.")
    return ""


def problem(app: AiAppView) -> str:
    """Why an app's file cannot be used."""
    return tr("Its file cannot be read: {why}.", why=translated(app.problem).rstrip("."))


def stays(server: AppServerView) -> str:
    """Why a server stays as it is."""
    return tr("{name} stays as it is: {why}.", name=one_line(server.name, _NAME), why=translated(server.why))


def attach_words(app: AiAppView) -> str:
    """What the button says that begins it."""
    n = count(app, "beside")
    return tr_n("Put {n} server behind Assent…", "Put {n} servers behind Assent…", n)


def attach_question(plan: AppPlan) -> str:
    """What is asked before apps' files are changed."""
    *others, last = (faces.app_name(app_id) for app_id in plan.app_ids)
    name = tr("{names} and {last}", names=", ".join(others), last=last) if others else last
    n = plan.moves
    if plan.hook and not n:
        return tr("Let {app} ask before its own tools, too?", app=name)
    return tr_n("Put {n} server of {app} behind Assent?", "Put {n} servers of {app} behind Assent?", n, app=name)


def hook(plan: AppPlan) -> str:
    """What a hook means; empty where there is none."""
    return tr(HOOK) if plan.hook else ""


def secrets(plan: AppPlan) -> str:
    """Where the secrets of the moved servers go; empty where they have none."""
    if plan.loose:
        return tr(
            "No keyring takes these secrets, so they move to servers.json, which your account alone can read: {names}",
            names=_some([one_line(name, _NAME) for name in plan.loose]),
        )
    if plan.secrets:
        names = _some([one_line(name, _NAME) for name in plan.secrets])
        return tr("Secrets go into the keyring of your system: {names}", names=names)
    return ""


def attached(app_id: str) -> str:
    """The news that an app's servers are behind Assent."""
    name = faces.app_name(app_id)
    return tr("{app} reaches its servers through Assent. Start {app} anew, then ask it to use one of them.", app=name)


def detached(app_id: str, result: AppDetached) -> str:
    """The news that an app has its configuration back."""
    name = faces.app_name(app_id)
    if left := _left(result):
        return tr("{app} has its own servers again. Left alone, since changed or in use: {names}", app=name,
                  names=_some(left))  # fmt: skip
    return tr("{app} has its own configuration again. Start it anew.", app=name)


def unhooked(app_id: str, result: AppDetached) -> str:
    """The news that an app does not ask any more before it uses tools of its own."""
    name = faces.app_name(app_id)
    if left := _left(result):
        return tr("{app} may go on asking. Left alone, since changed or in use: {names}", app=name, names=_some(left))
    return tr("{app} uses its own tools without asking Assent again. Start it anew.", app=name)


def _left(result: AppDetached) -> list[str]:
    return [one_line(entry, _NAME) for file in result.files for entry in file.left]


def missing(ids: tuple[str, ...]) -> str:
    """The apps that are not configured here."""
    return tr("Not found here: {names}", names=", ".join(faces.app_name(app_id) for app_id in ids))


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:_FEW])
    return shown if len(names) <= _FEW else tr("{names} and {more} more", names=shown, more=len(names) - _FEW)
