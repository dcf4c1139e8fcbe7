"""``assent policy``: is this file of rules sound, and what does it say?"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from host import jsonc
from host.cli import explain_command, replay_command, schema_command
from host.cli.output import emit, json_option, plural, say, table
from host.errors import ConfigError
from host.gate.quorum import out_of_reach
from host.model import JsonObject, JsonValue
from host.paths import managed_file, read_file
from host.policy import warnings, words
from host.policy.load import MAX_POLICY, load_managed, read_source
from host.policy.model import Managed, PolicySource, Rule, SourceKind
from host.policy.parse import MANAGED_ONLY
from host.servers.config import ServersConfig
from host.servers.managed import beside
from host.servers.states import barred, without_program


@click.group("policy")
def command() -> None:
    """Check files of rules, and ask them."""


command.add_command(explain_command.command)
command.add_command(replay_command.command)
command.add_command(schema_command.command)


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--managed", "kind", flag_value="managed", help="FILE is an administrator's, whatever is in it.")
@click.option("--user", "kind", flag_value="user", help="FILE is a user's, whatever is in it.")
@json_option
def check(file: Path, kind: SourceKind | None, as_json: bool) -> int:
    """Check the rules in FILE, a policy.json or a managed.json. Returns 2 where it, or a server, could not be used.

    Warnings, of what is sound and yet cannot do what it seems to, change nothing about that.
    """
    source = _read(file, kind)
    known = kind or _kind(file)
    slips = beside(ServersConfig({}), source).problems
    warned = () if source.error else (*_warnings(source), *_programs(source))
    if as_json:
        told: JsonObject = {"unusable_servers": [str(slip) for slip in slips], "warnings": [str(it) for it in warned]}
        emit({**_json(source, known), **told})
    elif source.error:
        for problem in source.problems:
            say(str(problem))
        if file.exists():
            say("This file cannot be used: in force, it would deny everything.")
    else:
        _print(source)
    for slip in () if as_json else slips:
        say(f"This server cannot be used; the rest of the file counts: {slip}")
    for warning in () if as_json else warned:
        say(f"Warning: {warning}")
    return 2 if source.error or slips else 0


def _warnings(source: PolicySource) -> tuple[ConfigError, ...]:
    """Rules that cannot do what they seem to; who is registered, a user's file does not say."""
    registered = source if source.kind == "managed" else load_managed(managed_file())
    return warnings.of_source(
        source,
        now=datetime.now(UTC),
        missing=None if registered.error else lambda wanted: out_of_reach(wanted, registered.managed.approvers),
    )


def _programs(source: PolicySource) -> tuple[ConfigError, ...]:
    """The administrator's servers whose program is not on this machine."""
    entries = beside(ServersConfig({}), source).entries.values()
    missing = {it.id: without_program(it, os.environ) for it in entries if barred(it) is None}
    return warnings.of_servers(source, {name: why for name, why in missing.items() if why})


def _read(file: Path, kind: SourceKind | None) -> PolicySource:
    """The file as it would be in force; where nobody says, what is in it tells of which kind it is."""
    try:
        data = read_file(file, limit=MAX_POLICY, follow=True)
        if data is None:
            raise ConfigError("there is no such file", file=str(file))
    except ConfigError as error:
        return PolicySource(kind or "user", str(file), error=str(error), problems=(error,))
    return read_source(kind or _kind(file, data) or "user", file, data)


def _kind(file: Path, data: bytes | None = None) -> SourceKind | None:
    """By the name, else by what only the administrator can say; None where it cannot be read.

    ``data``: what is in it; read where it is None.
    """
    if file.name == "managed.json":
        return "managed"
    try:
        read = read_file(file, limit=MAX_POLICY, follow=True) if data is None else data
        value = jsonc.load_bytes(read or b"", file=str(file)).value
    except ConfigError:
        return None
    said = value if isinstance(value, dict) else {}
    trust = said.get("trust")
    vouches = isinstance(trust, dict) and True in trust.values()
    return "managed" if vouches or said.keys() & {*MANAGED_ONLY} else "user"


def _json(source: PolicySource, kind: SourceKind | None) -> JsonObject:
    return {
        "file": source.path,
        "kind": kind,
        "digest": source.digest,
        "rules": [_rule(rule) for rule in source.rules],
        "trust": dict(source.trust),
        **_managed(source.managed),
        "problems": [str(problem) for problem in source.problems],
        "ok": not source.error,
    }


def _rule(rule: Rule) -> JsonValue:
    match = rule.match
    return {
        "id": rule.id,
        "line": rule.line,
        "effect": rule.effect.value,
        "enabled": rule.enabled,
        "server": match.server or "*",
        "tool": match.tool or "*",
        "app": match.app or "*",
        "conditions": [*words.conditions(rule)],
        "obligations": [*words.obligations(rule.obligations)],
        "reason": rule.reason,
        "words": words.rule_words(rule),
    }


def _managed(managed: Managed) -> JsonObject:
    """Never a credential, and of a server nothing but its name: its entry may hold secrets."""
    return {
        "servers": [*managed.servers],
        "pins": {
            server: {"tools": [*sorted(pin.tools)], "instructions": pin.instructions}
            for server, pin in managed.pins.items()
        },
        "approvers": [{"name": entry.name, "roles": [*entry.roles]} for entry in managed.approvers],
        "limits": dict(managed.limits),
        "locked": [*sorted(managed.locked)],
    }


def _print(source: PolicySource) -> None:
    say(f"{source.path} is sound, as {words.SOURCES[source.kind]}. SHA-256 {source.digest}")
    if source.rules:
        _print_rules(source)
    else:
        say("It has no rules: every call is asked.")
    for server, digest in source.trust.items():
        say(f"Vouched for: {server}, configuration {digest}")
    for line in _managed_lines(source.managed):
        say(line)
    if source.kind == "user" and source.loosens:
        say("What allows or vouches counts once you confirmed it in Assent.")


def _print_rules(source: PolicySource) -> None:
    table(["RULE", "LINE", "EFFECT", "CALLS"], [_row(rule) for rule in source.rules])
    for rule in source.rules:
        if more := [*words.conditions(rule), *words.obligations(rule.obligations)]:
            say(f"{rule.id}:")
            for sentence in more:
                say(f"  {sentence}.")


def _row(rule: Rule) -> list[str]:
    return [rule.id, str(rule.line), rule.effect.value, words.calls(rule.match)]


def _managed_lines(managed: Managed) -> list[str]:
    """What a managed file says besides its rules, a sentence each."""
    pins = [
        f"Pinned: {server}, {plural(len(pin.tools), 'tool')}{' and its instructions' if pin.instructions else ''}"
        for server, pin in managed.pins.items()
    ]
    approvers = [
        f"Approver: {entry.name}, {words.joined(entry.roles, 'and') or 'no role'}" for entry in managed.approvers
    ]
    return [
        *(f"Server: {server}" for server in managed.servers),
        *pins,
        *approvers,
        *(f"Limit: {name} {value:.12g}" for name, value in managed.limits.items()),
        *(f"Locked: {name}" for name in sorted(managed.locked)),
    ]
