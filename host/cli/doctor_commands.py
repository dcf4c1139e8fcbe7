"""``assent doctor``: what is wrong with this installation, and what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import click

from host import settings_file
from host.audit.files import read_head
from host.audit.verify import verify_database
from host.cli.output import emit, json_option, plural, profile, say
from host.control import client
from host.errors import AssentError, NoHost
from host.model import JsonObject, JsonValue
from host.paths import Paths, managed_file
from host.policy.load import load_managed, load_user
from host.servers.config import ServerConfig, load_servers
from host.servers.states import UNREACHABLE, barred, without_program


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        what: was looked at. ok: whether nothing is wrong. found: one sentence. note: whether it wants to be read.
    """

    what: str
    ok: bool
    found: str
    note: bool = False


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Look at everything Assent needs. Returns 1 where something is wrong."""
    paths = profile()
    looks: tuple[Callable[[Paths], Iterator[Check]], ...] = (
        _system,
        _directories,
        _host,
        _settings,
        _servers,
        _policy,
        _log,
    )
    checks = [check for look in looks for check in look(paths)]
    if as_json:
        listed: list[JsonValue] = [{"what": item.what, "ok": item.ok, "found": item.found} for item in checks]
        emit({"checks": listed, "ok": all(item.ok for item in checks)})
    else:
        for item in checks:
            say(f"{'WRONG' if not item.ok else 'note ' if item.note else 'ok   '} {item.what}: {item.found}")
    return 0 if all(item.ok for item in checks) else 1


def _system(_: Paths) -> Iterator[Check]:
    yield Check("python", True, platform.python_version())
    yield Check("sqlite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version)


def _directories(paths: Paths) -> Iterator[Check]:
    try:
        paths.ensure()
        yield Check("directories", True, f"{paths.config}, {paths.data}, {paths.runtime}")
        yield Check("socket", True, str(paths.socket))
    except AssentError as error:
        yield Check("directories", False, str(error))


def _host(paths: Paths) -> Iterator[Check]:
    try:
        status = client.ask(paths.socket, "status")
    except NoHost:
        yield Check("host", True, "not running")
    except AssentError as error:
        yield Check("host", False, str(error))
    else:
        yield Check("host", True, f"running as process {status.get('pid')}, calls that wait: {status.get('pending')}")
        yield _window(status)


def _window(status: JsonObject) -> Check:
    """Calls that wait with nobody to ask are about to be denied."""
    if status.get("window"):
        return Check("window", True, "open")
    if status.get("approver"):
        return Check("window", True, "none: a program answers what is asked", note=True)
    remedy = "Calls that need a person are denied after a while; run assent to open one."
    return Check("window", not status.get("pending"), f"none is open. {remedy}", note=True)


def _settings(paths: Paths) -> Iterator[Check]:
    _, problems = settings_file.load(paths.settings_file)
    for problem in problems:
        yield Check("settings.json", False, f"a default counts instead: {problem}")


def _servers(paths: Paths) -> Iterator[Check]:
    config = load_servers(paths.servers_file)
    for problem in config.problems:
        yield Check("servers.json", False, str(problem))
    for warning in config.warnings:
        yield Check("servers.json", True, str(warning), note=True)
    for entry in config.entries.values():
        yield _program(entry)


def _program(entry: ServerConfig) -> Check:
    if entry.disabled:
        return Check(f"server {entry.id}", True, "is switched off")
    why = UNREACHABLE if barred(entry) else without_program(entry, os.environ)
    return Check(f"server {entry.id}", not why, why or str(shutil.which(entry.command) or entry.command))


def _policy(paths: Paths) -> Iterator[Check]:
    for source in (load_managed(managed_file()), load_user(paths.policy_file)):
        if source.error:
            yield Check(f"{source.kind} policy", False, f"everything is denied: {source.error}")
        else:
            there = (
                f"{plural(len(source.rules), 'rule')} in {source.path}" if source.digest else f"none at {source.path}"
            )
            yield Check(f"{source.kind} policy", True, there)


def _log(paths: Paths) -> Iterator[Check]:
    if not paths.log_file.exists() and not paths.head_file.exists():
        yield Check("audit log", True, "not begun yet")
        return
    verdict = verify_database(paths.log_file, read_head(paths.head_file))
    yield Check("audit log", verdict.ok, plural(verdict.records, "record") if verdict.ok else verdict.problem)
