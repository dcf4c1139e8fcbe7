"""AI apps and their servers, planned changes, and what became of files, in sentences (pure).

Invariants: names and paths from files are escaped, on one line and bounded.
"""

from __future__ import annotations

from typing import Final

from host.control.views import AiAppView, AppDetached, AppPlan, AppServerView
from host.text import one_line
from ui import display_names
from ui.label_text import BadgeTone, some_names
from ui.tr import mark, tr, tr_n, translated

_MAX_NAME: Final = 80  # characters of a server's name
_MAX_NAMES: Final = 6  # most names in one sentence
_MAX_PATH: Final = 160  # characters of a path

EXPLAINED: Final = mark(
    "AI apps on this computer that Assent knows. The servers of an app run behind Assent, or beside it, where Assent "
    "sees nothing of what they do."
)
EMPTY: Final = mark(
    "Assent looks for Claude Desktop, Claude Code, VS Code, Cursor, Codex, Windsurf, Gemini CLI, Goose, Zed and LM "
    "Studio. Any other app is connected by hand: the guide for users says how."
)
STANDING: Final = {"behind": mark("behind Assent"), "beside": mark("beside Assent"), "stays": mark("stays as it is")}
ICONS: Final = {"behind": "shield-check", "beside": "warning", "stays": "minus-circle"}
KEEPS: Final = mark(
    "From then on Assent is started in place of these servers. It starts the servers itself, and asks you before each "
    "call. Each file is copied before it is changed, and you can give it back to its app at any time."
)
REACH: Final = mark("Assent sees nothing of the tools that are part of an app, such as its shell and its editor.")
UNHOOK: Final = mark(
    "Nobody is asked any more before the app uses tools of its own, such as its shell, and nothing of them is logged. "
    "Its servers stay behind Assent."
)
GIVE_BACK: Final = mark(
    "Its servers start without Assent again: their calls are neither asked about nor logged. Its token is revoked."
)
HOOK: Final = mark(
    "The app asks Assent before it uses tools of its own, such as its shell, and runs them by itself once it may. "
    "While Assent cannot be reached, the answer is no."
)


def path(text: str) -> str:
    """The path of a file on one line."""
    return one_line(text, _MAX_PATH)


def count(app: AiAppView, state: str) -> int:
    """How many of an app's servers are in this state."""
    return sum(server.state == state for server in app.servers)


def server_name(server: AppServerView) -> str:
    """The app's name for a server."""
    return one_line(server.name, _MAX_NAME)


def next_step(app: AiAppView) -> str:
    """What to do next; empty if there is nothing."""
    name = display_names.app_name(app.id)
    if app.attached and (names := [server_name(server) for server in app.servers if server.state == "beside"]):
        return tr(
            "{app} rewrote its file, or has new servers: nobody is asked before it uses {names}.",
            app=name,
            names=some_names(names, _MAX_NAMES),
        )
    if count(app, "behind"):
        if app.has_connected:
            return ""
        return tr("Next: restart {app}, then ask it to use one of the servers that are behind Assent.", app=name)
    if count(app, "beside"):
        return tr("Next: put its servers behind Assent. Until then nobody is asked before they are used.")
    return ""


def state_badge(app: AiAppView) -> tuple[str, BadgeTone, str] | None:
    """The state of an attached app, with its tone and icon; None if the app is not attached."""
    if not app.attached:
        return None
    if n := count(app, "beside"):
        return tr_n("{n} server beside Assent", "{n} servers beside Assent", n), "amber", ICONS["beside"]
    if count(app, "behind") and count(app, "stays"):
        words = tr("{n} of {all} behind Assent", n=count(app, "behind"), all=len(app.servers))
        return words, "neutral", ICONS["behind"]
    if count(app, "behind") or app.hook == "on":
        return tr(STANDING["behind"]), "neutral", ICONS["behind"]
    return None


def problem(app: AiAppView) -> str:
    """Why an app's file cannot be used."""
    return tr("Assent leaves this app alone. {why}.", why=translated(app.problem).rstrip("."))


def hook_sentence(app: AiAppView) -> str:
    """Whether the app asks before it uses its own tools; empty if the hook is not on."""
    if app.hook != "on":
        return ""
    if app.hooks_off:
        return tr(
            "Its hook does not run, so nobody is asked before it uses tools of its own. Hooks are switched off by "
            "{setting}.",
            setting=one_line(app.hooks_off, _MAX_PATH),
        )
    return tr("It asks before it uses tools of its own, too.")


def stays(server: AppServerView) -> str:
    """Why a server stays as it is."""
    return tr("stays as it is: {why}", why=translated(server.why))


def staying_lines(plan: AppPlan) -> list[str]:
    """The servers that stay as they are, and why; empty if there are none."""
    n = len(plan.stays)
    if not n:
        return []
    of_several = len(plan.app_ids) > 1
    title = tr_n(
        "{n} server stays as it is, and Assent sees nothing of what it does:",
        "{n} servers stay as they are, and Assent sees nothing of what they do:",
        n,
    )
    return [title, *(_staying_line(server, of_several=of_several) for server in plan.stays)]


def _staying_line(server: AppServerView, *, of_several: bool) -> str:
    name, reason = server_name(server), translated(server.why)
    if of_several:
        return tr("{server} of {app}: {why}.", server=name, app=display_names.app_name(server.app), why=reason)
    return tr("{server}: {why}.", server=name, why=reason)


def attach_words(*apps: AiAppView) -> str:
    """The text of the button that puts servers behind Assent."""
    n = sum(count(app, "beside") for app in apps)
    return tr_n("Put {n} server behind Assent…", "Put {n} servers behind Assent…", n)


def attach_question(plan: AppPlan) -> str:
    """The title of the question before apps' files are changed."""
    *others, last = (display_names.app_name(app_id) for app_id in plan.app_ids)
    name = tr("{names} and {last}", names=", ".join(others), last=last) if others else last
    n = plan.moves
    if plan.hook and not n:
        return tr("Let {app} ask before its own tools, too?", app=name)
    return tr_n("Put {n} server of {app} behind Assent?", "Put {n} servers of {app} behind Assent?", n, app=name)


def hook(plan: AppPlan) -> str:
    """What the hook means; empty if the plan has none."""
    return tr(HOOK) if plan.hook else ""


def secrets(plan: AppPlan) -> str:
    """Where the secrets of the moved servers are stored; empty if they have none."""
    if plan.secrets_in_file:
        return tr(
            "No keyring takes these secrets, so they move to servers.json, which your account alone can read: {names}",
            names=some_names([one_line(name, _MAX_NAME) for name in plan.secrets_in_file], _MAX_NAMES),
        )
    if plan.secrets:
        names = some_names([one_line(name, _MAX_NAME) for name in plan.secrets], _MAX_NAMES)
        return tr("Secrets go into the keyring of your system: {names}", names=names)
    return ""


def attached(app_id: str) -> str:
    """The message that an app's servers are behind Assent."""
    name = display_names.app_name(app_id)
    return tr("{app} reaches its servers through Assent. Restart {app}, then ask it to use one of them.", app=name)


def detached(app_id: str, result: AppDetached) -> str:
    """The message that an app has its configuration back."""
    name = display_names.app_name(app_id)
    if problems := [translated(file.problem) for file in result.files if file.problem]:
        why = "; ".join(problems).rstrip(".")
        return tr(
            "The files of {app} were restored as far as possible; detach it again to restore the rest. {why}.",
            app=name,
            why=why,
        )
    if names := _left_alone(result):
        return tr("{app} has its own servers again. Left alone, since changed or in use: {names}", app=name,
                  names=some_names(names, _MAX_NAMES))  # fmt: skip
    return tr("{app} has its own configuration again. Restart it.", app=name)


def unhooked(app_id: str, result: AppDetached) -> str:
    """The message that an app no longer asks before it uses its own tools."""
    name = display_names.app_name(app_id)
    if names := _left_alone(result):
        return tr(
            "{app} may go on asking. Left alone, since changed or in use: {names}",
            app=name,
            names=some_names(names, _MAX_NAMES),
        )
    return tr("{app} uses its own tools without asking Assent again. Restart it.", app=name)


def _left_alone(result: AppDetached) -> list[str]:
    return [one_line(entry, _MAX_NAME) for file in result.files for entry in file.left]


def missing(ids: tuple[str, ...]) -> str:
    """The apps that are not configured here."""
    return tr("Not found here: {names}", names=", ".join(display_names.app_name(app_id) for app_id in ids))
