"""``assent servers``: which servers are configured, their state, and whether they work."""

from __future__ import annotations

import asyncio
import json
import os
import time
from typing import Final

import click

from host.apps.attach.attaching import shown_start
from host.cli.output import answer, confirm, emit, group, json_option, note, plural, profile, say, table, unpinned_tools
from host.control import messages
from host.errors import AssentError, NoHost, UsageError
from host.keyring_entry import KeyringEntry
from host.model import JsonObject, JsonValue, object_in
from host.paths import Paths, managed_file
from host.policy.load import load_managed
from host.policy.model import PolicySource
from host.servers import program
from host.servers.catalogue import ProbeResult, probe
from host.servers.config import ServerConfig, ServersConfig, load_configured, lookalike_warning, missing_program
from host.servers.reviews import Reviews
from host.servers.supervisor import WAITING, ServerState, Supervisor
from host.settings import LiveSettings, Settings

MAX_PINNED: Final = 256
"""Characters of a tool's name that can be pinned."""


@group("servers")
def command() -> None:
    """List, test and pin the servers of servers.json and of the administrator's file."""


@command.command("list")
@json_option
def list_(as_json: bool) -> int:
    """List the configured servers, with their state if a host runs. Returns 2 if entries are broken."""
    paths = profile()
    config = load_configured(paths.servers_file)
    running = _running(paths)
    rows = [_row(config, server_id, running) for server_id in config.entries]
    problems: list[JsonValue] = [str(problem) for problem in config.problems]
    warnings: list[JsonValue] = [str(warning) for warning in config.warnings]
    remarks = [*problems, *warnings]
    if as_json:
        emit({"servers": [*rows], "problems": problems, "warnings": warnings, "host": running is not None})
        return 2 if config.problems else 0
    if rows:
        keys = ("id", "from", "kind", "state", "why")
        table(["SERVER", "FROM", "KIND", "STATE", "WHY"], [[str(row[key]) for key in keys] for row in rows])
    elif not remarks:
        say(f"No server is configured. Describe one in {paths.servers_file}.")
    for remark in remarks:
        say(str(remark))
    return 2 if config.problems else 0


def _running(paths: Paths) -> JsonObject | None:
    try:
        return object_in(messages.ask(paths.socket, "status"), "servers")
    except NoHost:
        return None


def _row(config: ServersConfig, server_id: str, running: JsonObject | None) -> JsonObject:
    entry = config.entries[server_id]
    status = None if running is None else running.get(server_id)
    if isinstance(status, dict):
        state, why = str(status.get("state")), str(status.get("why")) or unpinned_tools(status)
    else:
        state, why = _state_without_host(entry)
    source = "administrator" if entry.managed else "you"
    return {"id": server_id, "from": source, "kind": entry.kind, "state": state, "why": why}


def _state_without_host(entry: ServerConfig) -> tuple[str, str]:
    """State and reason of an entry, as far as they are known without a host."""
    if entry.kept_out:
        return ServerState.KEPT_OUT.value, entry.kept_out
    if entry.disabled:
        return ServerState.DISABLED.value, ""
    why = missing_program(entry, os.environ)
    return (ServerState.NOT_USABLE.value, why) if why else ("no host", "")


@command.command("add")
@click.argument("name")
@click.argument("words", nargs=-1, required=True, metavar="URL | -- COMMAND...")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
@json_option
def add(name: str, words: tuple[str, ...], agreed: bool, as_json: bool) -> None:
    """Add the server NAME to servers.json: a URL, or a program with its arguments behind --.

    Secrets among them go into the keyring. Nothing is started: a person reviews it in Assent's window first.
    """
    # They import libraries that other commands do not need.
    from host.apps.attach import attaching, pasted, servers_file
    from host.apps.attach.servers_file import draft_of

    paths, keyring = profile(), attaching.keyring()
    paths.ensure()
    draft = draft_of(name, pasted.entry_from_words(words), stored=keyring is not None)
    source = load_managed(managed_file())
    plan = servers_file.plan(paths, [draft], keyring=keyring is not None, source=source, environment=os.environ)
    (reading,) = plan.readings
    if reading.faults:
        raise UsageError("; ".join(str(fault.why).rstrip(".") for fault in reading.faults))
    if not as_json:
        for line in (*plan.lines, *map(str, reading.cautions)):
            say(line)
        if plan.secrets:
            say(f"Into the keyring: {', '.join(plan.secrets)}")
    if plan.secrets_in_file:
        note(f"there is no keyring, so these secrets are in servers.json: {', '.join(plan.secrets_in_file)}")
    confirm(f"Add {name}?", agreed, as_json)
    servers_file.carry_out(plan, keyring)
    done = f"Added {name}. Nothing was started: review it in Assent's window."
    answer(as_json, {"server": name, "secrets": [*plan.secrets], "secrets_in_file": [*plan.secrets_in_file]}, done)


@command.command("test")
@click.argument("names", nargs=-1)
@json_option
def test(names: tuple[str, ...], as_json: bool) -> int:
    """Start each server (or those NAMED), list its tools, and end it again. Returns 1 if one does not work."""
    supervisor = _supervisor_without_host(load_managed(managed_file()))
    config = supervisor.config
    ids = names or tuple(entry.id for entry in config.entries.values() if not entry.disabled and not entry.kept_out)
    problems: list[JsonValue] = [] if names else [str(problem) for problem in config.problems]
    results = [asyncio.run(_test(supervisor, name)) for name in ids]
    if as_json:
        emit({"servers": [*results], "problems": problems})
    else:
        for result in results:
            _say_test_result(result)
        for problem in problems or ([] if ids else ["No server is configured."]):
            say(str(problem))
    if problems:
        return 2
    return 0 if all(result["ok"] for result in results) else 1


async def _test(supervisor: Supervisor, name: str) -> JsonObject:
    why = ""
    try:
        entry = supervisor.entry(name)
        why = missing_program(entry, os.environ)
        result = await probe(entry, supervisor, entry.settings(Settings()))
    except AssentError as error:
        stderr = supervisor.status_of(name).stderr.text()[-2000:]
        return {"id": name, "ok": False, "why": why or str(error), "stderr": stderr}
    return {
        "id": name,
        "ok": True,
        "revision": result.revision,
        "tools": list(result.tools),
        "withheld": list(result.withheld),
        "milliseconds": result.milliseconds,
    }


def _say_test_result(result: JsonObject) -> None:
    if not result["ok"]:
        say(f"{result['id']}: does not work: {result['why']}")
        for line in str(result["stderr"]).splitlines()[-5:]:
            say(f"  its error output: {line}")
        return
    tools = result["tools"]
    assert isinstance(tools, list)
    offered = plural(len(tools), "tool")
    say(f"{result['id']}: works, {offered}, revision {result['revision']}, {result['milliseconds']} ms")
    for tool in tools:
        say(f"  {tool}")
    withheld = result["withheld"]
    for tool in withheld if isinstance(withheld, list) else ():
        say(f"  withheld: {tool}")


@command.command("sign-out")
@click.argument("name")
@json_option
def sign_out(name: str, as_json: bool) -> None:
    """Forget the sign-in to the server NAME, and revoke it if its authorization server supports that.

    Signing in is for a person in the window: page Servers.
    """
    paths = profile()
    try:
        messages.ask(paths.socket, "sign-out", server=name)
    except NoHost:
        supervisor = _supervisor_without_host(load_managed(managed_file()))
        asyncio.run(supervisor.sign_ins.sign_out(supervisor.find_entry(name)))
    answer(as_json, {"signed_out": name}, f"Nobody is signed in to {name} any more.")


def _supervisor_without_host(managed: PolicySource, reviews: Reviews | None = None) -> Supervisor:
    """Make a supervisor in this process. It refreshes no sign-in, which would use up the token of a host.

    ``reviews``: if given, only reviewed servers may be started.
    """
    paths = profile()
    return Supervisor(
        paths.servers_file,
        settings=LiveSettings(),
        log=lambda _: None,
        monotonic=time.monotonic,
        managed=lambda: managed,
        trust_of=lambda server, digest: "managed" if managed.trusted.get(server) == digest else "none",
        reviews=reviews,
        own_folders=(paths.data, paths.runtime),
        keyring_entry=KeyringEntry,
        may_refresh=False,
    )


@command.command("review")
@click.argument("name")
@json_option
def review(name: str, as_json: bool) -> int:
    """Print what the server NAME starts, what it says, and the digests by which an administrator pins it.

    Nothing is approved here: only a person in Assent's window does that. The server is started to read what it says
    only if its start was approved there; otherwise this returns 1.
    """
    from host.control.views import ToolView
    from host.window.server_requests import instructions_findings, with_findings
    from host.wiring import reviews_file  # they import the parts of a host

    paths, source = profile(), load_managed(managed_file())
    file = reviews_file(paths, KeyringEntry)
    reviews = Reviews(file)
    reviews.adopt(asyncio.run(file.load()))
    supervisor = _supervisor_without_host(source, reviews)
    entry = supervisor.entry(name)
    details = _start_details(entry, supervisor)
    if not supervisor.may_start(entry):
        answer(as_json, details, *_detail_lines(details), str(WAITING["start"]))
        return 1
    result = asyncio.run(probe(entry, supervisor, entry.settings(Settings())))
    views = with_findings(entry.id, tuple(ToolView(tool.name, tool.raw) for tool in result.definitions))
    definitions: list[JsonValue] = [
        {
            "name": tool.name,
            "digest": tool.digest,
            "definition": tool.value,
            "findings": [str(finding.text) for finding in view.findings],
        }
        for tool, view in zip(result.definitions, views, strict=True)
    ]
    greeting = supervisor.status_of(name).greeting
    details |= {
        "instructions": greeting.instructions,
        "instructions_digest": result.instructions,
        "instructions_findings": [str(finding.text) for finding in instructions_findings(greeting.instructions)],
        "tools": definitions,
        "withheld": [*unpinned(result)],
        "waits": supervisor.review_needed(entry),
    }
    answer(as_json, details, *_detail_lines(details))
    if not as_json:
        emit(pins(entry, result))
    return 0


def _start_details(entry: ServerConfig, supervisor: Supervisor) -> JsonObject:
    """What would be started, or connected to, as the review shows it. Secrets are hidden; digests cover them too."""
    program_facts = program.inspect_program(entry, supervisor.environment)
    facts: JsonObject = {str(fact.name): str(fact.value) for fact in program_facts.facts}
    similar_id = lookalike_warning(entry.id, supervisor.config.entries)
    cautions: list[JsonValue] = [str(caution) for caution in (similar_id, *program_facts.cautions) if caution]
    start, _ = shown_start(entry)
    return {
        "id": entry.id,
        "command": [*start] if entry.kind == "stdio" else [],
        "url": entry.address,
        "variables": [*entry.env],
        "headers": [*entry.headers],
        "folder": entry.cwd or "",
        "facts": facts,
        "cautions": cautions,
        "config": entry.config_digest,
        "program": program_facts.digest,
    }


def _detail_lines(details: JsonObject) -> list[str]:
    """The details for people, but for empty ones; texts of a server are complete, as escaped JSON strings."""
    return [f"{key}: {json.dumps(value, ensure_ascii=True)}" for key, value in details.items() if value]


@command.command("pin")
@click.argument("name")
@json_option
def pin(name: str, as_json: bool) -> None:
    """Start the server NAME and print the pins of its tools and instructions, and the digest of its configuration.

    Paste the output into the administrator's file. Read what the server says first: a pin approves it.
    """
    source = load_managed(managed_file())
    supervisor = _supervisor_without_host(source)
    entry = supervisor.entry(name)
    result = asyncio.run(probe(entry, supervisor, entry.settings(Settings())))
    members, left_out = pins(entry, result), unpinned(result)
    if as_json:
        emit({**members, "withheld": [*left_out]})
        return
    say(f"// What {entry.id} says now. Look at it first, then paste this into {source.path}.")
    for tool in left_out:
        say(f"// Cannot be pinned, and will be withheld: {tool}")
    emit(members)


def pins(entry: ServerConfig, result: ProbeResult) -> JsonObject:
    """The members of the administrator's file that pin ``entry`` to ``result`` and vouch for it.

    Raises AssentError if its instructions are no text and cannot be approved.
    """
    if not result.instructions:
        raise AssentError("this server cannot be pinned: its instructions are no text")
    left_out = unpinned(result)
    tools: JsonObject = {tool.name: tool.digest for tool in result.definitions if tool.name not in left_out}
    return {
        "pins": {entry.id: {"tools": tools, "instructions": result.instructions}},
        "trust": {entry.id: entry.config_digest},
    }


def unpinned(result: ProbeResult) -> tuple[str, ...]:
    """The names of tools (untrusted) that cannot be pinned: listed twice, empty or too long."""
    listed_once = {tool.name for tool in result.definitions}
    listed_twice = [name for name in result.withheld if name not in listed_once]
    return (*listed_twice, *(name for name in listed_once if not 0 < len(name) <= MAX_PINNED))
