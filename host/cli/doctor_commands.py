"""``assent doctor``: what is wrong with this installation, and what to do about it."""

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
from host.audit.verify import verify_log
from host.cli.output import emit, json_option, plural, profile, say
from host.control import messages
from host.errors import AssentError, NoHost
from host.gate.quorum import out_of_reach
from host.keyring_entry import KeyringEntry, entry_name
from host.model import JsonObject, JsonValue
from host.paths import Paths, managed_file
from host.policy import warnings
from host.policy.load import load_managed, load_user
from host.policy.model import PolicySource
from host.servers.config import ServerConfig, ServersConfig, load_configured
from host.servers.sandbox import bubblewrap
from host.servers.supervisor import missing_program
from host.text import one_line


class Check(Struct, frozen=True):
    """One thing that was looked at.

    Attributes:
        what: was looked at.
        ok: whether nothing is wrong.
        found: one sentence.
        note: whether it wants to be read.
    """

    what: str
    ok: bool
    found: str
    note: bool = False


class _Profile(Struct, frozen=True):
    """What is looked at: the directories, the rules and the servers, as their files say."""

    paths: Paths
    managed: PolicySource
    user: PolicySource
    servers: ServersConfig


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Look at everything Assent needs. Returns 1 where something is wrong."""
    paths = profile()
    looked_at = _Profile(
        paths, load_managed(managed_file()), load_user(paths.policy_file), load_configured(paths.servers_file)
    )
    looks: tuple[Callable[[_Profile], Iterator[Check]], ...] = (
        _system,
        _directories,
        _host,
        _settings,
        _servers,
        _policy,
        _trust,
        _managed,
        _keyring,
        _log,
    )
    checks = [check for look in looks for check in look(looked_at)]
    if as_json:
        listed: list[JsonValue] = [{"what": item.what, "ok": item.ok, "found": item.found} for item in checks]
        emit({"checks": listed, "ok": all(item.ok for item in checks)})
    else:
        for item in checks:
            say(f"{'WRONG' if not item.ok else 'note ' if item.note else 'ok   '} {item.what}: {item.found}")
    return 0 if all(item.ok for item in checks) else 1


def _system(_: _Profile) -> Iterator[Check]:
    yield Check("python", True, platform.python_version())
    yield Check("sqlite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version)


def _directories(looked_at: _Profile) -> Iterator[Check]:
    paths = looked_at.paths
    try:
        paths.ensure()
        yield Check("directories", True, f"{paths.config}, {paths.data}, {paths.runtime}")
        yield Check("socket", True, str(paths.socket))
    except AssentError as error:
        yield Check("directories", False, str(error))


def _host(looked_at: _Profile) -> Iterator[Check]:
    try:
        status = messages.ask(looked_at.paths.socket, "status")
    except NoHost:
        yield Check("host", True, "not running")
    except AssentError as error:
        yield Check("host", False, str(error))
    else:
        yield Check("host", True, f"running as process {status.get('pid')}, calls that wait: {status.get('pending')}")
        yield _window(status)
        if problem := status.get("http_problem"):
            yield Check("http", False, str(problem))
        elif address := status.get("http"):
            yield Check("http", True, f"apps come in at {address}SERVER")


def _window(status: JsonObject) -> Check:
    """Calls that wait with nobody to ask are about to be denied."""
    if status.get("window"):
        return Check("window", True, "open")
    if status.get("approver"):
        return Check("window", True, "none: a program answers what is asked", note=True)
    remedy = "Calls that need a person are denied after a while; run assent to open one."
    return Check("window", not status.get("pending"), f"none is open. {remedy}", note=True)


def _settings(looked_at: _Profile) -> Iterator[Check]:
    chosen, problems = preferences.chosen(looked_at.paths.settings_file)
    for problem in problems:
        yield Check("settings.json", False, f"a default counts instead: {problem}")
    for name in sorted(chosen.keys() & looked_at.managed.managed.locked):
        yield Check("settings.json", True, f"{name} has no effect: it is set by your administrator", note=True)


def _servers(looked_at: _Profile) -> Iterator[Check]:
    config = looked_at.servers
    for problem in config.problems:
        yield Check(Path(problem.file).name, False, str(problem))
    for warning in config.warnings:
        yield Check("servers.json", True, str(warning), note=True)
    for entry in config.entries.values():
        yield _program(entry)


def _program(entry: ServerConfig) -> Check:
    if entry.kept_out:
        return Check(f"server {entry.id}", True, f"is kept out. {entry.kept_out}", note=True)
    if entry.disabled:
        return Check(f"server {entry.id}", True, "is switched off")
    if entry.hook:
        return Check(f"server {entry.id}", True, f"stands for the own tools of {entry.hook}")
    if entry.is_remote:
        return Check(f"server {entry.id}", True, one_line(entry.address, 200))
    why = missing_program(entry, os.environ) or _without_sandbox(entry)
    return Check(f"server {entry.id}", not why, why or str(shutil.which(entry.command) or entry.command))


def _without_sandbox(entry: ServerConfig) -> str:
    """Why the sandbox that the entry wants cannot be had, else empty."""
    try:
        if entry.options.sandbox is not None:
            bubblewrap()
    except AssentError as error:
        return str(error)
    return ""


def _policy(looked_at: _Profile) -> Iterator[Check]:
    registered = looked_at.managed.managed.approvers
    for source in (looked_at.managed, looked_at.user):
        if source.error:
            yield Check(f"{source.kind} policy", False, f"everything is denied: {source.error}")
        else:
            there = (
                f"{plural(len(source.rules), 'rule')} in {source.path}" if source.digest else f"none at {source.path}"
            )
            yield Check(f"{source.kind} policy", True, there)
            for warning in warnings.of_source(
                source, now=datetime.now(UTC), missing=lambda wanted: out_of_reach(wanted, registered)
            ):
                yield Check(f"{source.kind} policy", True, str(warning), note=True)


def _trust(looked_at: _Profile) -> Iterator[Check]:
    """Who vouched for which server. What counts of the user's word, a running host knows alone."""
    for entry in looked_at.servers.entries.values():
        if _vouches(looked_at.managed, entry):
            found = "your administrator vouched for it as it is configured"
        elif _vouches(looked_at.user, entry):
            found = "you vouched for it as it is configured; that counts once confirmed in the window"
        else:
            found = "nobody vouched for it as it is configured: what it says of its tools can only make things stricter"
        yield Check(f"trust in {entry.id}", True, found)


def _vouches(source: PolicySource, entry: ServerConfig) -> bool:
    return not source.error and source.trust.get(entry.id) == entry.config_digest


def _managed(looked_at: _Profile) -> Iterator[Check]:
    """What the administrator's file sets up, where it counts."""
    source = looked_at.managed
    if source.error or not source.digest:
        return  # the policy's line says so
    managed = source.managed
    told = (
        f"{plural(len(managed.servers), 'server')}, {plural(len(managed.pins), 'pinned server')}, "
        f"{plural(len(managed.approvers), 'approver')}, {plural(len(managed.locked), 'locked setting')}"
    )
    if managed.only:
        told += ", no servers but these"
    if managed.keep_out:
        told += f", {plural(len(managed.keep_out), 'pattern')} of servers that are kept out"
    yield Check("administrator's file", True, f"counts; {told}; SHA-256 {source.digest}")
    for server_id in sorted(managed.pins.keys() - looked_at.servers.written):
        yield Check("administrator's file", True, f"pins {server_id}, which nobody configured", note=True)


def _keyring(looked_at: _Profile) -> Iterator[Check]:
    """Without one, what is confirmed and granted ends with the host."""
    seal = KeyringEntry(entry_name("policy", looked_at.paths.config))
    asyncio.run(seal.load())  # it may ask to be unlocked, and is not waited for without end
    why = seal.unavailable
    lost = "What you confirm, grant for good or set as PIN ends with the host."
    yield Check("keyring", True, f"{why}. {lost}" if why else "works", note=bool(why))


def _log(looked_at: _Profile) -> Iterator[Check]:
    paths = looked_at.paths
    if not paths.log_file.exists() and not paths.head_file.exists():
        yield Check("audit log", True, "not begun yet")
        return
    verdict = verify_log(paths.log_file, paths.head_file)
    yield Check("audit log", verdict.ok, plural(verdict.records, "record") if verdict.ok else verdict.problem)
