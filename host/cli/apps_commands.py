"""``assent apps``: the AI apps on this computer, and the tokens with which apps prove their names."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from host.apps import registry
from host.apps.attach import attaching
from host.apps.attach.known import KNOWN, KnownApp, System, known_app
from host.cli.output import answer, confirm, emit, group, json_option, note, plural, profile, say, table
from host.control import codec, messages
from host.control.views import AiAppView, AppDetached, AppPlan, AppServerView, RestoredFile
from host.errors import AssentError, NoHost, UsageError
from host.model import JsonObject, JsonValue, objects_in
from host.paths import Paths
from host.preferences import load
from host.window.app_files import AppFiles

_FOLDER: Final = click.Path(path_type=Path, exists=True, file_okay=False, resolve_path=True)


@contextlib.contextmanager
def _app_files(paths: Paths) -> Iterator[tuple[AppFiles, asyncio.Runner]]:
    """Yield the apps' files for one command, and the runner that awaits their answers."""
    with asyncio.Runner() as runner:
        files = AppFiles(paths)
        try:
            yield files, runner
        finally:
            runner.run(files.aclose())


@group("apps")
def command() -> None:
    """Put AI apps' servers behind Assent, and undo that; add, list and remove apps by hand."""


@command.command("add")
@click.argument("name")
@click.option("--http", "over_http", is_flag=True, help="For an app that connects over HTTP; the token is shown once.")
@json_option
def add(name: str, over_http: bool, as_json: bool) -> None:
    """Make a token for the app NAME, so that Assent recognises its calls."""
    paths = profile()
    paths.ensure()
    if over_http:
        _add_http(paths, name, as_json)
        return
    file = registry.add(paths.apps_dir, name)
    hint = f"Added {name}. Let it start its servers with: assent connect SERVER --app {name}"
    answer(as_json, {"app": name, "token_file": str(file)}, hint)


def _add_http(paths: Paths, name: str, as_json: bool) -> None:
    token = registry.add_http(paths.apps_dir, name)
    port = load(paths.settings_file)[0].http_port
    url = f"http://127.0.0.1:{port or 'PORT'}/mcp/SERVER"
    lines = [
        f"Added {name}. It reaches a server at {url} with this header, which is shown only now:",
        f"Authorization: Bearer {token}",
    ]
    if not port:
        lines.append("Assent listens on no port yet: set http_port in the settings, then restart Assent.")
    answer(as_json, {"app": name, "token": token, "url": url}, *lines)


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the AI apps on this computer with their servers, and every app that has a token."""
    paths = profile()
    tokens = registry.names(paths.apps_dir)
    with _app_files(paths) as (files, runner):
        places = [(app, file) for app in KNOWN for file in attaching.files_of(app, System.here())]
        app_rows = [_app_json(runner.run(files.view_of(app.id, file))) for app, file in places]
    others: list[JsonObject] = [{"app": name} for name in tokens if name not in {row["app"] for row in app_rows}]
    rows: list[JsonObject] = [{**row, "token": row["app"] in tokens} for row in (*app_rows, *others)]
    if as_json:
        emit({"apps": [*rows]})
        return
    if not rows:
        say("No AI app that Assent knows is configured here, and no app has a token.")
        say("Make a token for any other with: assent apps add NAME")
        return
    table(["APP", "BEHIND", "BESIDE", "STAY", "HOOK", "TOKEN", "FILE"], [_cells(row) for row in rows])
    for row in rows:
        if problem := row.get("problem"):
            say(f"{row['app']}: {problem}")
        if (setting := row.get("hooks_off")) and row.get("hooked"):
            say(f"{row['app']}: its hook does not run, so it does not ask. Hooks are switched off by {setting}.")
    if apps_beside := [str(row["app"]) for row in rows if _count(row, "beside")]:
        say(f"Put the servers beside Assent behind it with: assent apps attach {apps_beside[0]}")


@command.command("attach")
@click.argument("app_id", metavar="APP")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
@click.option("--folder", type=_FOLDER, help="The app's file in this project's folder, not the account's.")
@click.option("--hook", is_flag=True, help="Make the app ask also before it uses its own tools.")
@json_option
def attach(app_id: str, agreed: bool, folder: Path | None, hook: bool, as_json: bool) -> None:
    """Put the servers of APP behind Assent: show what would change, ask, back up, write."""
    app, paths = known_app(app_id), profile()
    places = attaching.files_of(app, System.here(), folder)
    if not places and not hook:
        raise _not_configured(app, folder)
    with _app_files(paths) as (files, runner):
        plan = runner.run(files.plan(app.id, hook=hook, folder=None if folder is None else str(folder))).plan
        if not as_json:
            _say_plan(plan)
        if plan.files:
            asks = " and let it ask before its own tools" if hook else ""
            confirm(f"Put {plural(plan.moves, 'server')} of {app.id} behind Assent{asks}?", agreed, as_json)
            runner.run(files.ask("attach", app.id))
        views = [runner.run(files.view_of(app.id, place)) for place in places if as_json]
    if as_json:
        servers = _servers_json(server for view in views for server in view.servers)
        emit({"app": app.id, "files": [*plan.files], "servers": servers, "hook": plan.hook})
    elif plan.files:
        if plan.added:
            say(f"New to Assent, which shows you each of them before an app can use it: {', '.join(plan.added)}")
        say(f"Done. Restart {app.id}; its calls come to Assent from then on. Undo: assent apps detach {app.id}")
    else:
        say("Nothing to change.")


@command.command("detach")
@click.argument("app_id", metavar="APP")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
@click.option("--hook", is_flag=True, help="Remove only the hook; the app's servers stay behind Assent.")
@json_option
def detach(app_id: str, agreed: bool, hook: bool, as_json: bool) -> None:
    """Restore the configuration of APP, and revoke its token.

    A file that cannot be restored is named; the others are restored. Run detach again to restore the rest.
    """
    app, paths = known_app(app_id), profile()
    if not attaching.is_attached(paths, app.id):
        raise UsageError(f"{app.id} is not attached")
    whole = f"Give {app.id} its own configuration back?"
    asks = f"Let {app.id} use its own tools without asking Assent?" if hook else whole
    confirm(asks, agreed, as_json)
    with _app_files(paths) as (files, runner):
        restored = codec.from_json(AppDetached, runner.run(files.ask("detach", app.id, hook=hook)))
    _end_sessions(paths)
    if as_json:
        emit({"app": app.id, "files": [_restored_json(file) for file in restored.files]})
    else:
        _say_restored(restored, hook=hook)
    if problems := [str(file.problem) for file in restored.files if file.problem]:
        raise UsageError(f"{app.id} stays attached by what could not be given back: {'; '.join(problems)}")


def _say_restored(restored: AppDetached, *, hook: bool) -> None:
    for file in restored.files:
        if file.problem:
            continue
        rest = "was changed since; only what Assent wrote was taken back"
        if hook and not file.left:
            rest = "has the hook no more"
        say(f"{file.path} {'is as it was' if file.exactly else rest}.")
        if file.left:
            say(f"  Left alone, since it was changed or is in use: {', '.join(file.left)}")
        if file.backup:
            say(f"  As it was before: {file.backup}")


@command.command("import")
@click.argument("app_id", metavar="APP")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
@json_option
def import_(app_id: str, agreed: bool, as_json: bool) -> None:
    """Copy the servers of APP into servers.json, and leave the app unchanged."""
    app, paths = known_app(app_id), profile()
    if not attaching.files_of(app, System.here()):
        raise _not_configured(app)
    with _app_files(paths) as (files, runner):
        plan = runner.run(files.plan(app.id, copy=True)).plan
        if not as_json:
            _say_plan(plan)
        if plan.files:
            confirm(f"Copy {plural(len(plan.added), 'server')} of {app.id} into servers.json?", agreed, as_json)
            runner.run(files.ask("copy", app.id))
    copied = f"Copied {', '.join(plan.added)}. Nothing was started: review it in Assent's window."
    answer(as_json, {"app": app.id, "added": [*plan.added]}, copied if plan.files else "Nothing to copy.")


@command.command("remove")
@click.argument("name")
@json_option
def remove(name: str, as_json: bool) -> None:
    """Revoke the token of the app NAME; its sessions end at once."""
    paths = profile()
    registry.remove(paths.apps_dir, name)
    ended = _end_sessions(paths)
    answer(as_json, {"app": name, "sessions_ended": ended}, f"Removed {name}. Sessions ended: {ended}.")


def _not_configured(app: KnownApp, folder: Path | None = None) -> UsageError:
    where = folder / app.project_file if folder is not None else app.file(System.here())
    return UsageError(f"{app.id} is not configured here: there is no {where}")


def _end_sessions(paths: Paths) -> JsonValue:
    """Make a running host end the sessions of apps whose token was removed; return how many it ended."""
    try:
        return messages.ask(paths.socket, "recheck-apps").get("ended")
    except NoHost:
        return 0
    except AssentError as error:
        raise AssentError(f"the token is gone, but the host could not be told: {error}") from error


def _app_json(app: AiAppView) -> JsonObject:
    row: JsonObject = {"app": app.id, "file": app.file, "attached": app.attached, "servers": _servers_json(app.servers)}
    if app.problem:
        return {**row, "problem": str(app.problem)}
    hooked = app.hook == "on"
    return {**row, "hook": hooked and not app.hooks_off, "hooked": hooked, "hooks_off": app.hooks_off}


def _servers_json(servers: Iterable[AppServerView]) -> list[JsonValue]:
    return [
        {"name": view.name, "in": [*view.within], "state": view.state, "server": view.server, "why": view.why}
        for view in servers
    ]


def _count(row: JsonObject, state: str) -> int:
    return sum(server["state"] == state for server in objects_in(row.get("servers")))


def _cells(row: JsonObject) -> list[object]:
    counts = [_count(row, state) or "" for state in ("behind", "beside", "stays")]
    hook, token = ("yes" if row.get(key) else "no" for key in ("hook", "token"))
    return [row["app"], *counts, hook, token, row.get("file", "")]


def _say_plan(plan: AppPlan) -> None:
    """Print what would change, without secrets, and what stays and why."""
    for line in plan.lines:
        say(line)
    for server in plan.stays:
        say(f"{server.name} stays as it is: {server.why}.")
    if plan.hooks_off:
        note(f"its hook will not run: hooks are switched off by {plan.hooks_off}")
    if plan.secrets:
        say(f"Into the keyring: {', '.join(plan.secrets)}")
    if plan.secrets_in_file:
        note(f"no keyring takes these secrets, so they are in servers.json: {', '.join(plan.secrets_in_file)}")


def _restored_json(file: RestoredFile) -> JsonObject:
    return {"path": file.path, "exactly": file.exactly, "left": [*file.left], "backup": file.backup or None,
            "problem": str(file.problem)}  # fmt: skip
