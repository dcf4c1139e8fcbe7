"""``assent policy``: checks files of rules, and explains verdicts on calls; ``assent approvers``: makes credentials.

Invariants: nothing is sent, started or written. An explanation notes what it cannot know.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec
from msgspec import structs

import resources
from host import credentials, jsonc
from host.cli.output import answer, emit, group, json_option, plural, profile, say, table
from host.control.views import Explanation, ReplayReport
from host.errors import ConfigError, MalformedJson, UsageError
from host.gate.quorum import out_of_reach
from host.model import Finding, JsonObject, JsonValue, Trust, Verdict
from host.paths import managed_file, read_file
from host.policy import warnings, words
from host.policy.gather import Gatherer
from host.policy.load import MAX_POLICY, load_managed, load_user, read_source
from host.policy.model import KeptOut, Managed, PolicySource, Rule, SourceKind
from host.policy.parse import MANAGED_ONLY
from host.policy.replay import as_confirmed, past_calls, replay
from host.schema import SchemaChecker
from host.servers.config import ServersConfig, missing_program, with_managed
from host.values import replace
from host.words import listed

if TYPE_CHECKING:
    from host.inspect.subject import Subject  # findings load on first use

_MAX_CALL: Final = 16 << 20
"""Bytes of a file that describes a call."""
_GRAVEST_FIRST: Final = ("high", "medium", "info")
_UNCONFIRMED: Final = "policy.json is judged as it stands; this answer counts once it is confirmed in Assent."
_UNDEFINED: Final = "No definition was given: the tool's annotations and input schema are not known."
_REFUSED: Final = "These inputs violate the tool's input schema: such a call is refused before any rule is asked."
_WORDS: Final = {"allow": "Allowed.", "ask": "A person is asked.", "deny": "Denied."}
REPLAYED_SHOWN: Final = 50
"""Calls that are printed for people; ``--json`` has more."""


@group("policy")
def command() -> None:
    """Check policy files, and ask what they decide."""


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--managed", "kind", flag_value="managed", help="Treat FILE as an administrator's, whatever it contains.")
@click.option("--user", "kind", flag_value="user", help="Treat FILE as a user's, whatever it contains.")
@json_option
def check(file: Path, kind: SourceKind | None, as_json: bool) -> int:
    """Check the rules in FILE, a policy.json or a managed.json. Returns 2 if it, or a server in it, cannot be used.

    A warning does not change the exit code: the entry is valid, but probably does not do what it seems to do.
    """
    source, actual_kind = _read_rules(file, kind)
    server_problems = with_managed(ServersConfig({}), source).problems
    all_warnings = () if source.error else (*_warnings(source), *_missing_programs(source))
    if as_json:
        answer = _source_json(source, actual_kind)
        answer["unusable_servers"] = [str(problem) for problem in server_problems]
        answer["warnings"] = [str(warning) for warning in all_warnings]
        emit(answer)
    elif source.error:
        for problem in source.problems:
            say(str(problem))
        if os.path.exists(file):  # False where that is unknown
            say("This file cannot be used: in force, it would deny everything.")
    else:
        _say_source(source)
    for problem in () if as_json else server_problems:
        say(f"This server cannot be used; the rest of the file counts: {problem}")
    for warning in () if as_json else all_warnings:
        say(f"Warning: {warning}")
    return 2 if source.error or server_problems else 0


def _warnings(source: PolicySource) -> tuple[ConfigError, ...]:
    """Warn of rules that cannot do what they seem to. The approvers are always those of the administrator's file."""
    registered = source if source.kind == "managed" else load_managed(managed_file())
    return warnings.of_source(
        source,
        now=datetime.now(UTC),
        missing=None if registered.error else lambda wanted: out_of_reach(wanted, registered.managed.approvers),
    )


def _missing_programs(source: PolicySource) -> tuple[ConfigError, ...]:
    entries = with_managed(ServersConfig({}), source).entries.values()
    missing = {entry.id: missing_program(entry, os.environ) for entry in entries if not entry.disabled}
    return warnings.of_servers(source, {name: why for name, why in missing.items() if why})


def _read_rules(file: Path, kind: SourceKind | None) -> tuple[PolicySource, SourceKind | None]:
    """Return the source that the file would be in force, and its kind, which follows from its content if not given.

    Of the administrator's file in its place it also counts who could change it.
    """
    if kind != "user" and Path(os.path.abspath(file)) == managed_file():
        in_place = load_managed(managed_file())
        if in_place.error or in_place.digest:
            return in_place, "managed"
    try:
        data = _read_bytes(file, MAX_POLICY)
    except ConfigError as error:
        actual_kind = kind or _kind_of(file, b"")
        return PolicySource(kind or "user", str(file), error=str(error), problems=(error,)), actual_kind
    actual_kind = kind or _kind_of(file, data)
    return read_source(actual_kind or "user", file, data), actual_kind


def _read_bytes(file: Path, limit: int) -> bytes:
    data = read_file(file, limit=limit, follow=True)
    if data is None:
        raise ConfigError("there is no such file", file=str(file))
    return data


def _kind_of(file: Path, data: bytes) -> SourceKind | None:
    """The kind of a file by its name, else by members that only an administrator may use; None if unreadable."""
    if file.name == "managed.json":
        return "managed"
    try:
        value = jsonc.load_bytes(data, file=str(file)).value
    except ConfigError:
        return None
    members = value if isinstance(value, dict) else {}
    trust = members.get("trust")
    vouches = isinstance(trust, dict) and True in trust.values()
    return "managed" if vouches or members.keys() & {*MANAGED_ONLY} else "user"


def _source_json(source: PolicySource, kind: SourceKind | None) -> JsonObject:
    return {
        "file": source.path,
        "kind": kind,
        "digest": source.digest,
        "rules": [_rule_json(rule) for rule in source.rules],
        "trust": dict(source.trust),
        **_managed_json(source.managed),
        "problems": [str(problem) for problem in source.problems],
        "ok": not source.error,
    }


def _rule_json(rule: Rule) -> JsonValue:
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


def _managed_json(managed: Managed) -> JsonObject:
    """The other members, without credentials, and with only the names of servers: their entries may hold secrets."""
    return {
        "servers": [*managed.servers],
        "only": managed.only,
        "keep_out": [_kept_out(entry) for entry in managed.keep_out],
        "pins": {
            server: {"tools": [*sorted(pin.tools)], "instructions": pin.instructions}
            for server, pin in managed.pins.items()
        },
        "approvers": [{"name": entry.name, "roles": [*entry.roles]} for entry in managed.approvers],
        "limits": dict(managed.limits),
        "locked": [*sorted(managed.locked)],
    }


def _kept_out(entry: KeptOut) -> str:
    """The servers that an entry keeps out: a name, an address, or a command as a shell would take it."""
    return entry.server or entry.url or shlex.join(entry.command)


def _say_source(source: PolicySource) -> None:
    kind = "the managed policy" if source.kind == "managed" else "policy.json"
    say(f"{source.path} is sound, as {kind}. SHA-256 {source.digest}")
    if source.rules:
        for rule in source.rules:
            say(f"Line {rule.line}: {words.rule_words(rule)}")
    else:
        say("It has no rules: every call is asked.")
    for server, digest in source.trust.items():
        say(f"Vouched for: {server}, configuration {digest}")
    for line in _managed_lines(source.managed):
        say(line)
    if source.kind == "user" and source.loosens:
        say("What allows or vouches counts once you confirmed it in Assent.")


def _managed_lines(managed: Managed) -> list[str]:
    """One line for each member of a managed file besides its rules."""
    pins = [
        f"Pinned: {server}, {plural(len(pin.tools), 'tool')}{' and its instructions' if pin.instructions else ''}"
        for server, pin in managed.pins.items()
    ]
    approvers = [f"Approver: {entry.name}, {listed(entry.roles, most=8) or 'no role'}" for entry in managed.approvers]
    return [
        *(f"Server: {server}" for server in managed.servers),
        *(["Of the user's own servers none runs."] if managed.only else []),
        *(f"Kept out: {_kept_out(entry)}" for entry in managed.keep_out),
        *pins,
        *approvers,
        *(f"Limit: {name} {value:.12g}" for name, value in managed.limits.items()),
        *(f"Locked: {name}" for name in sorted(managed.locked)),
    ]


@command.command("explain")
@click.option(
    "--call", "call_file", type=click.Path(path_type=Path), required=True, help="Describes the call, see above."
)
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), help="Rules to use instead of policy.json.")
@click.option(
    "--managed", "managed_file", type=click.Path(path_type=Path), help="Rules to use instead of managed.json."
)
@json_option
def explain_call(call_file: Path, policy_file: Path | None, managed_file: Path | None, as_json: bool) -> None:
    """Explain how the rules judge a call.

    FILE is JSON: {"app", "server", "tool", "arguments"}, and optionally "definition" (the tool's, as its server
    lists it), "trust" (none, user or managed) and "time" (RFC 3339). For findings also: "turn" (the words
    that led to it), "folders" (where such calls may work), "home", "earlier" (calls before it, oldest first, each with
    "server", "tool", and "arguments", optionally "definition" and "result"), "others" (tools of other servers) and
    "before" (what is remembered: "uses", "hosts", "definition", "largest", "recent", "endorsed").
    """
    call, trust, now = _read_call(call_file)
    sources = (_managed_rules(managed_file), _user_rules(policy_file))
    explanation, verdict, findings = asyncio.run(_explain(call, trust, now, sources))
    if as_json:
        from host.policy.write import demands

        names = ("kind", "severity", "text", "evidence", "where")
        built = [msgspec.to_builtins(finding, enc_hook=str) for finding in findings]
        listed: list[JsonValue] = [{name: finding[name] for name in names} for finding in built]
        explained = msgspec.to_builtins(explanation, enc_hook=str)
        emit({**explained, "demands": demands(verdict.obligations), "findings": listed})
    else:
        _say_explanation(explanation, findings)


def _read_call(file: Path) -> tuple[Subject, Trust | None, datetime]:
    """Read the description of a call: the call, the trust in its server (None if the rules decide), and its time.

    Raises ConfigError if anything is wrong with it.
    """
    from host.canonical import parse
    from host.inspect.described import Misdescribed, subject_of

    data = _read_bytes(file, _MAX_CALL)
    try:
        raw = parse(data)  # as a call is read: as deep, and with all digits of its numbers
    except MalformedJson:
        raw = jsonc.load_bytes(data, file=str(file)).value  # with comments, or it says in which line something is wrong
    if not isinstance(raw, dict):
        raise ConfigError("is not an object", file=str(file), remedy='Write {"app": …, "server": …, "tool": …}.')
    try:
        subject = subject_of(raw)
    except Misdescribed as error:
        remedy = "`assent policy explain --help` names the keys."
        raise ConfigError(error.fault, file=str(file), key=error.key, remedy=remedy) from error
    return subject, subject.trust if "trust" in raw else None, _moment(raw.get("time"), file)


def _moment(text: JsonValue, file: Path) -> datetime:
    if text is None:
        return datetime.now().astimezone()
    try:
        moment = datetime.fromisoformat(str(text))
        if moment.utcoffset() is not None:
            return moment.astimezone()
    except (ValueError, OverflowError):
        pass
    remedy = "Write it as in 2027-01-31T08:30:00Z."
    raise ConfigError("is not a time with its zone", file=str(file), key="time", remedy=remedy)


def _managed_rules(file: Path | None) -> PolicySource:
    """The administrator's rules in force, or those of ``file``, whose owner does not matter."""
    return load_managed(managed_file()) if file is None else read_source("managed", file, _read_bytes(file, MAX_POLICY))


def _user_rules(file: Path | None) -> PolicySource:
    """The user's rules, or those of ``file``, all unconfirmed."""
    if file is None:
        return load_user(profile().policy_file)
    return read_source("user", file, _read_bytes(file, MAX_POLICY))


async def _explain(
    call: Subject, given_trust: Trust | None, now: datetime, sources: tuple[PolicySource, PolicySource]
) -> tuple[Explanation, Verdict, tuple[Finding, ...]]:
    """Return the explanation by the files as they are, its verdict, and the findings about the call."""
    from host.canonical import canonical
    from host.gate.inspection import folders_of_allow_rules
    from host.model import UNKNOWN_APP, CallContext
    from host.policy.evaluate import evaluate
    from host.policy.explain import explain
    from host.policy.index import needs

    managed, unconfirmed = sources
    as_written = (managed, replace(unconfirmed, waiting=()))
    trust = given_trust or _trust_of(call.server, as_written)
    call = replace(call, trust=trust)
    if not call.folders:
        call = replace(call, folders=folders_of_allow_rules(as_written, call.server, call.tool, call.app))
    checker = SchemaChecker()
    await checker.start()
    try:
        findings, note = await _findings(call, checker)
        context = CallContext(
            call.server,
            call.tool,
            call.app,
            call.app != UNKNOWN_APP,
            trust,
            call.arguments,
            canonical(call.arguments),
            call.definition,
        )
        needed = needs(call.server, call.tool, call.app, as_written)
        facts = await Gatherer(checker).facts(context, findings, needs=needed, now=now)
    finally:
        await checker.stop()
    verdict = evaluate(facts, as_written)
    is_users_trust = given_trust is None and trust == "user"
    if is_users_trust or verdict != evaluate(facts, sources):
        note = f"{note} {_UNCONFIRMED}".strip()
    return explain(facts, as_written, note=note), verdict, findings


async def _findings(call: Subject, checker: SchemaChecker) -> tuple[tuple[Finding, ...], str]:
    """Return the findings about a call, and a note on what is unknown."""
    from host.canonical import canonical
    from host.inspect.inspector import inspect
    from host.inspect.names import odd_tool_name
    from host.inspect.numbers import unsafe_integers
    from host.model import Severity
    from host.schema import compile_schema

    findings = (*inspect(call), *odd_tool_name(call.tool), *unsafe_integers(call.arguments))
    if call.definition is None:
        return findings, _UNDEFINED
    compiled = compile_schema(call.definition.get("inputSchema"))
    report = await checker.check(compiled, call.arguments, canonical(call.arguments), app="")
    if report.status == "not validated":
        text = f"The inputs could not be validated: {report.reason.rstrip('.')}."
        findings = (*findings, Finding("not-validated", Severity.MEDIUM, text))
    return findings, _REFUSED if report.status == "invalid" else ""


def _trust_of(server: str, sources: tuple[PolicySource, PolicySource]) -> Trust:
    from host.servers.config import load_servers

    managed, user = sources
    entry = with_managed(load_servers(profile().servers_file), managed).entries.get(server)
    if entry is None:
        return "none"
    if managed.trusted.get(server) == entry.config_digest:
        return "managed"
    return "user" if user.trusted.get(server) == entry.config_digest else "none"


def _say_explanation(explanation: Explanation, findings: tuple[Finding, ...]) -> None:
    say(f"{_WORDS[explanation.effect]} {explanation.because}")
    if explanation.reason:
        say(f"Its reason: {explanation.reason}")
    for line in explanation.obligations:
        say(f"Demanded: {line}.")
    for line in filter(None, (explanation.otherwise, explanation.note and f"Note: {explanation.note}")):
        say(line)
    for finding in sorted(findings, key=lambda finding: _GRAVEST_FIRST.index(finding.severity.value)):
        say(f"  finding {finding.kind} ({finding.severity.value}): {finding.text}")
    for rule in explanation.rules:
        mark = {True: "matches", False: "does not match", None: "unknown"}[rule.matched]
        say(f"  {rule.source} {rule.id} ({rule.effect}) {mark}: {rule.why}")


@command.command("replay")
@click.option("--policy", "policy", type=click.Path(path_type=Path), help="Rules to try instead of policy.json.")
@click.option(
    "--managed", "managed", type=click.Path(path_type=Path), help="Rules to try instead of the administrator's file."
)
@json_option
def replay_calls(policy: Path | None, managed: Path | None, as_json: bool) -> None:
    """Judge the calls of the log by the rules in a file, and list those that would be decided differently.

    Changes nothing. The rules of --policy replace policy.json, those of --managed replace the administrator's file of
    this machine; without an option, the present file is used. Name at least one. Rules of the user count as if they
    were confirmed.
    """
    if policy is None and managed is None:
        raise UsageError("nothing to try: name --policy FILE, --managed FILE or both")
    sources = (_usable(_managed_rules(managed)), as_confirmed(_usable(_user_rules(policy))))
    log = profile().log_file
    report = asyncio.run(_replay(log, sources)) if log.exists() else ReplayReport(0, (), 0, 0, more=False)
    if as_json:
        rows = [structs.asdict(row) for row in report.changed]
        counts = {name: getattr(report, name) for name in ("looked", "changes", "unknown", "more")}
        emit(counts | {"changed": [{"call": row.pop("call_id"), **row} for row in rows]})
    else:
        _say_report(report)


def _usable(source: PolicySource) -> PolicySource:
    if source.error:
        raise source.problems[0] if source.problems else ConfigError(source.error, file=source.path)
    return source


async def _replay(log: Path, sources: tuple[PolicySource, ...]) -> ReplayReport:
    checker = SchemaChecker()
    await checker.start()
    try:
        return await replay(past_calls(log), sources, Gatherer(checker))
    finally:
        await checker.stop()


def _say_report(report: ReplayReport) -> None:
    say(f"{plural(report.looked, 'past call')} looked at, {report.changes} would be decided otherwise.")
    if report.unknown:
        say(f"Of {plural(report.unknown, 'call')} the inputs are no longer kept, so nothing can be said of them.")
    if report.more:
        say("Older calls were left out: there are too many to look at in one go.")
    if report.changed:
        shown = report.changed[:REPLAYED_SHOWN]
        rows = [(row.time[:19], row.app, f"{row.server} ▸ {row.tool}", row.then, row.now, row.rule) for row in shown]
        table(["TIME", "APP", "CALL", "THEN", "NOW", "RULE"], rows)
    if report.changes > REPLAYED_SHOWN:
        say(f"… and {report.changes - REPLAYED_SHOWN} more; --json lists up to {len(report.changed)}.")


@command.command("schema")
@json_option
def schema(as_json: bool) -> None:
    """Say where the JSON Schema of policy.json and managed.json is; with --json print it.

    Name it in the file, and an editor that knows JSON Schema completes rules and marks what is wrong as you write.
    """
    file = resources.schema_file("policy")
    hint = "In a file of rules, as its first line after {:"
    answer(as_json, resources.schema("policy"), str(file), hint, f'  "$schema": {json.dumps(file.as_uri())},')


# Approvers

MAX_LINE: Final = 16 * credentials.MAX_SECRET
"""Bytes that are read for a secret: far more than a valid one has."""


@group("approvers")
def approvers() -> None:
    """Make credentials for people who may sign."""


@approvers.command("credential")
@click.option("--stdin", "from_stdin", is_flag=True, help="Read the PIN from the first line of the standard input.")
@json_option
def credential(from_stdin: bool, as_json: bool) -> None:
    """Ask for a PIN or passphrase, and print its credential for managed.json: an Argon2id hash.

    The PIN is not stored. The future signer types it; the administrator copies the printed hash.
    """
    secret = _read_first_line() if from_stdin else _prompt_for_secret()
    if why := credentials.secret_problem(secret):
        raise UsageError(why)
    hashed = credentials.hash_secret(secret)
    answer(as_json, {"credential": hashed}, hashed)


def _prompt_for_secret() -> str:
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask at; give the PIN with --stdin")
    typed = click.prompt("PIN or passphrase", hide_input=True, confirmation_prompt=True)
    assert isinstance(typed, str)
    return typed


def _read_first_line() -> str:
    line = sys.stdin.buffer.readline(MAX_LINE)
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise UsageError("the standard input is no UTF-8 text") from error
