"""What is said while a person adds, edits or removes servers (pure).

Owns: titles and sentences of the editor.

Invariants: names that were pasted, or stand in other programs' files, are escaped, on one line and bounded.
"""

from __future__ import annotations

from typing import Final

from host.control.views import AiAppView, Said, ServerDraft, ServersPlan, ServerView
from host.text import one_line
from ui import faces
from ui.tr import mark, tr, tr_n, translated

_NAME: Final = 60
_FEW: Final = 6
"""Names in one sentence."""

ADD_MEANING: Final = mark(
    "Paste what the server's maker says: a command line, an address, or a block of configuration. Nothing is started "
    "before you reviewed it."
)
PASTE_HINT: Final = mark("npx -y @modelcontextprotocol/server-filesystem ~/Documents")
EDIT_MEANING: Final = mark(
    "What you change here is written into servers.json, and nothing else of the file. Unless it is only the display "
    "name, the server waits for your review again before it is started."
)
REMOVE_MEANING: Final = mark(
    "It is taken out of servers.json. If it runs, it ends, and AI apps can no longer call its tools. What the history "
    "says of it stays."
)
MANAGED: Final = mark("Your administrator configures this server. Only they can change or remove it.")
HOOK: Final = mark("It stands for tools of an app's own. The page “AI apps” puts it there and takes it back.")
NO_KEYRING_TITLE: Final = mark("There is no keyring on this computer")
NO_KEYRING: Final = mark(
    "Secrets can then only stand in servers.json itself. Other accounts cannot read that file; any program that runs "
    "as you can. Without that, the server cannot be added."
)
IN_FILE: Final = mark("Keep secrets in servers.json")
SANDBOX_MEANING: Final = mark("It then sees these folders and its own program alone.")
SECRET_PLACE: Final = mark("Write ${secret:NAME} where a secret belongs, and Assent asks for it above.")
LACKING: Final = mark("Something above is missing or cannot be used.")
NONE_CHOSEN: Final = mark("Tick what to add.")
NOTHING_CHANGES: Final = mark("Nothing would change.")
KEPT: Final = mark("kept in the keyring; type to replace it")
EMPTY_SECRET: Final = mark("enter it here")


def why_not(server: ServerView) -> str:
    """Why nobody can edit or remove it here; empty where one can."""
    if server.managed:
        return tr(MANAGED)
    return tr(HOOK) if server.kind == "hook" else ""


def title(mode: str, server_id: str) -> str:
    """What is being done."""
    if mode == "add":
        return tr("Add a server")
    name = faces.with_id("server", server_id)
    return tr("Edit {name}", name=name) if mode == "edit" else tr("Remove {name}?", name=name)


def meaning(mode: str) -> str:
    """What that means."""
    return {"add": tr(ADD_MEANING), "edit": tr(EDIT_MEANING)}.get(mode, tr(REMOVE_MEANING))


def secret_hint(*, kept: bool) -> str:
    """What stands in the empty field of a secret."""
    return tr(KEPT) if kept else tr(EMPTY_SECRET)


def agree(mode: str, chosen: int = 1) -> str:
    """What the button says."""
    if mode == "add":
        return tr_n("Add and review…", "Add {n} and review…", chosen)
    return tr("Save") if mode == "edit" else tr("Remove")


def taken_from(app: AiAppView) -> str:
    """An app whose servers can be taken, and how many it has."""
    beside = sum(server.state == "beside" for server in app.servers)
    return tr("{app} · {n}", app=faces.app_name(app.id), n=beside)


def left_sentence(left: tuple[Said, ...]) -> str:
    """Which servers of an app stay out, each with the reason; empty where none does."""
    if not left:
        return ""
    said = [tr("“{name}”: {why}", name=one_line(it.name, _NAME), why=translated(it.value)) for it in left[:_FEW]]
    if (more := len(left) - _FEW) > 0:
        said.append(tr_n("and {n} more", "and {n} more", more))
    return tr("Not taken: {names}", names=" · ".join(said))


def secrets_sentence(plan: ServersPlan) -> str:
    """Where the secrets of a plan go; empty where there are none."""
    said = []
    if plan.secrets:
        said.append(
            tr_n(
                "{n} secret goes into the keyring, not into the file.",
                "{n} secrets go into the keyring, not into the file.",
                len(plan.secrets),
            )
        )
    if plan.loose:
        said.append(
            tr_n(
                "{n} secret stands in servers.json itself.",
                "{n} secrets stand in servers.json itself.",
                len(plan.loose),
            )
        )
    return " ".join(said)


def forget_words(plan: ServersPlan) -> str:
    """Whether to take what nobody needs any more out of the keyring."""
    names = ", ".join(one_line(name, _NAME) for name in plan.unused[:_FEW])
    return tr_n(
        "Also take its secret out of the keyring: {names}",
        "Also take its {n} secrets out of the keyring: {names}",
        len(plan.unused),
        names=names,
    )


def reached_by(plan: ServersPlan) -> str:
    """Which apps lose the server; empty where none does."""
    if not plan.apps:
        return ""
    names = ", ".join(map(faces.app_name, plan.apps[:_FEW]))
    return tr_n(
        "{apps} reaches it through Assent and will find it gone. Give the app its configuration back first.",
        "{apps} reach it through Assent and will find it gone. Give these apps their configuration back first.",
        len(plan.apps),
        apps=names,
    )


def origin(draft: ServerDraft) -> str:
    """Where a draft comes from, empty where from a paste."""
    return tr("from {app}", app=faces.app_name(draft.app)) if draft.app else ""


def done(mode: str, names: tuple[str, ...]) -> str:
    """What was done."""
    said = ", ".join(f"“{one_line(name, _NAME)}”" for name in names[:_FEW])
    if mode == "add":
        return tr("Added {names}. Nothing was started yet.", names=said)
    return tr("Changed {names}.", names=said) if mode == "edit" else tr("Removed {names}.", names=said)
