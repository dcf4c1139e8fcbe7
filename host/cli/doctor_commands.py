"""``assent doctor``: finds what is wrong with this installation, and says what to do about it."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec import Struct

from host import preferences
from host.audit.files import check_private, database_files
from host.audit.query import AuditReader
from host.audit.verify import verify_log
from host.cli.output import emit, json_option, plural, profile, say, unpinned_tools
from host.control import messages
from host.errors import AssentError, NoHost
from host.gate.quorum import out_of_reach
from host.keyring_entry import KeyringEntry, entry_name
from host.model import JsonObject, JsonValue, object_in
from host.paths import Paths, managed_file
from host.policy import warnings
from host.policy.load import load_managed, load_user
from host.policy.model import PolicySource
from host.servers.config import ServerConfig, ServersConfig, load_configured, missing_program
from host.servers.sandbox import bubblewrap
from host.text import one_line


class Check(Struct, frozen=True):
    """The result of one check. ``note``: whether the sentence matters although nothing is wrong."""

    what: str
    ok: bool
    found: str
    note: bool = False


class _Installation(Struct, frozen=True):
    """The directories, rules and servers to check, as their files describe them."""

    paths: Paths
    managed: PolicySource
    user: PolicySource
    servers: ServersConfig


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Check everything that Assent needs. Returns 1 if something is wrong."""
    paths = profile()
    installation = _Installation(
        paths, load_managed(managed_file()), load_user(paths.policy_file), load_configured(paths.servers_file)
    )
    checkers: list[Callable[[_Installation], Iterator[Check]]] = [_system, _directories, _host, _settings, _servers]
    checkers += [_stopped, _policy, _trust, _managed, _keyring, _log]
    checks = [check for checker in checkers for check in checker(installation)]
    if as_json:
        listed: list[JsonValue] = [{"what": check.what, "ok": check.ok, "found": check.found} for check in checks]
        emit({"checks": listed, "ok": all(check.ok for check in checks)})
    else:
        for check in checks:
            say(f"{'WRONG' if not check.ok else 'note ' if check.note else 'ok   '} {check.what}: {check.found}")
    return 0 if all(check.ok for check in checks) else 1


def _system(_: _Installation) -> Iterator[Check]:
    yield Check("python", True, platform.python_version())
    yield Check("sqlite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version)


def _directories(installation: _Installation) -> Iterator[Check]:
    paths = installation.paths
    try:
        paths.ensure()
        yield Check("directories", True, f"{paths.config}, {paths.data}, {paths.runtime}")
        yield Check("socket", True, str(paths.socket))
    except AssentError as error:
        yield Check("directories", False, str(error))
        return
    for directory in (paths.config, paths.data, paths.runtime):
        if not os.access(directory, os.W_OK | os.X_OK):
            yield Check("directories", False, f"{directory}: cannot be written to")


def _host(installation: _Installation) -> Iterator[Check]:
    try:
        status = messages.ask(installation.paths.socket, "status")
    except NoHost:
        yield Check("host", True, "not running")
    except AssentError as error:
        yield Check("host", False, str(error))
    else:
        yield Check("host", True, f"running as process {status.get('pid')}, calls that wait: {status.get('pending')}")
        yield _window(status)
        if problem := status.get("log_problem"):
            yield Check("audit log", False, f"calls are refused while nothing can be written to it: {problem}")
        if problem := status.get("head_problem"):
            yield Check("audit log", False, f"a cut at its end would not be noticed: {problem}")
        servers = object_in(status, "servers")
        for server_id in servers:
            # That may be meant: pins need not have every tool.
            if found := unpinned_tools(object_in(servers, server_id)):
                yield Check(f"server {server_id}", True, found, note=True)
        if problem := status.get("http_problem"):
            yield Check("http", False, str(problem))
        elif address := status.get("http"):
            yield Check("http", True, f"apps come in at {address}SERVER")


def _stopped(installation: _Installation) -> Iterator[Check]:
    if os.path.lexists(installation.paths.stop_file):
        found = "holds: every call is refused until it is released in the window"
        yield Check("emergency stop", True, found, note=True)


def _window(status: JsonObject) -> Check:
    if status.get("window"):
        return Check("window", True, "open")
    if status.get("approver"):
        return Check("window", True, "none: a program answers what is asked", note=True)
    remedy = "Calls that need a person are denied after a while; run assent to open one."
    return Check("window", not status.get("pending"), f"none is open. {remedy}", note=True)


def _settings(installation: _Installation) -> Iterator[Check]:
    chosen, problems = preferences.read_chosen(installation.paths.settings_file)
    for problem in problems:
        yield Check("settings.json", False, f"a default counts instead: {problem}")
    for name in sorted(chosen.keys() & installation.managed.managed.locked):
        yield Check("settings.json", True, f"{name} has no effect: it is set by your administrator", note=True)


def _servers(installation: _Installation) -> Iterator[Check]:
    config = installation.servers
    for problem in config.problems:
        yield Check(Path(problem.file).name, False, str(problem))
    for warning in config.warnings:
        yield Check("servers.json", True, str(warning), note=True)
    for entry in config.entries.values():
        yield _server(entry)


def _server(entry: ServerConfig) -> Check:
    if entry.kept_out:
        return Check(f"server {entry.id}", True, f"is kept out. {entry.kept_out}", note=True)
    if entry.disabled:
        return Check(f"server {entry.id}", True, "is switched off")
    if entry.hook:
        return Check(f"server {entry.id}", True, f"stands for the own tools of {entry.hook}")
    if entry.is_remote:
        return Check(f"server {entry.id}", True, one_line(entry.address, 200))
    why = missing_program(entry, os.environ) or _sandbox_problem(entry)
    return Check(f"server {entry.id}", not why, why or str(shutil.which(entry.command) or entry.command))


def _sandbox_problem(entry: ServerConfig) -> str:
    try:
        if entry.options.sandbox is not None:
            bubblewrap()
    except AssentError as error:
        return str(error)
    return ""


def _policy(installation: _Installation) -> Iterator[Check]:
    registered = installation.managed.managed.approvers
    for source in (installation.managed, installation.user):
        if source.error:
            yield Check(f"{source.kind} policy", False, f"everything is denied: {source.error}")
        else:
            found = (
                f"{plural(len(source.rules), 'rule')} in {source.path}" if source.digest else f"none at {source.path}"
            )
            yield Check(f"{source.kind} policy", True, found)
            for warning in warnings.of_source(
                source, now=datetime.now(UTC), missing=lambda wanted: out_of_reach(wanted, registered)
            ):
                yield Check(f"{source.kind} policy", True, str(warning), note=True)


def _trust(installation: _Installation) -> Iterator[Check]:
    """Say who vouched for each server. Only a running host knows what the user has confirmed."""
    for entry in installation.servers.entries.values():
        if _vouches(installation.managed, entry):
            found = "your administrator vouched for it as it is configured"
        elif _vouches(installation.user, entry):
            found = "you vouched for it as it is configured; it counts if you confirmed that in the window"
        else:
            found = "nobody vouched for it as it is configured: what it says of its tools can only make things stricter"
        yield Check(f"trust in {entry.id}", True, found)


def _vouches(source: PolicySource, entry: ServerConfig) -> bool:
    return not source.error and source.trust.get(entry.id) == entry.config_digest


def _managed(installation: _Installation) -> Iterator[Check]:
    source = installation.managed
    if source.error or not source.digest:
        return  # reported by ``_policy``
    managed = source.managed
    found = (
        f"{plural(len(managed.servers), 'server')}, {plural(len(managed.pins), 'pinned server')}, "
        f"{plural(len(managed.approvers), 'approver')}, {plural(len(managed.locked), 'locked setting')}"
    )
    if managed.only:
        found += ", no servers but these"
    if managed.keep_out:
        found += f", {plural(len(managed.keep_out), 'pattern')} of servers that are kept out"
    yield Check("administrator's file", True, f"counts; {found}; SHA-256 {source.digest}")
    for server_id in sorted(managed.pins.keys() - installation.servers.written):
        yield Check("administrator's file", True, f"pins {server_id}, which nobody configured", note=True)


def _keyring(installation: _Installation) -> Iterator[Check]:
    """Check the keyring: without one, confirmations and grants end with the host."""
    entry = KeyringEntry(entry_name("policy", installation.paths.config))
    asyncio.run(entry.load())  # it may ask the person to unlock it; the wait is bounded
    why = entry.unavailable
    lost = "What you confirm, grant for good or set as PIN ends with the host."
    yield Check("keyring", True, f"{why}. {lost}" if why else "works", note=bool(why))


def _log(installation: _Installation) -> Iterator[Check]:
    paths = installation.paths
    try:
        for file in database_files(paths.log_file):
            check_private(file)
        if not paths.log_file.exists() and not paths.head_file.exists():
            yield Check("audit log", True, "not begun yet")
            return
        result = verify_log(paths.log_file, paths.head_file)
        yield Check("audit log", result.ok, plural(result.records, "record") if result.ok else result.problem)
        if not result.ok:
            return
        if not os.access(paths.log_file, os.W_OK):
            yield Check("audit log", False, f"{paths.log_file}: cannot be written to")
        with AuditReader.open(paths.log_file) as reader:
            last = reader.record(reader.last_seq())
    except AssentError as error:
        yield Check("audit log", False, str(error))
        return
    if last is not None and datetime.fromisoformat(last.time) > datetime.now(UTC):
        found = f"ends at {last.time}, later than the clock: new records have that time until the clock is past it"
        yield Check("audit log", True, found, note=True)
