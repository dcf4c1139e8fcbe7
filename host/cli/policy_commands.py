"""``assent policy``: check a file of rules, and ask what rules say of calls; ``assent approvers``: who may sign.

Owns: ``check``, ``explain`` with the form of the file that describes a call, ``replay`` and ``schema``, which judge by
the files as they stand, without a host; and the credentials of people who may sign, for the administrator's file.

Invariants: nothing is sent, started or written; what an explanation cannot know stands in its note.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click
from msgspec import Struct, structs

import resources
from host import credentials, jsonc
from host.cli.output import emit, json_option, plural, profile, say, table
from host.control.views import Explanation, ReplayReport
from host.errors import ConfigError, MalformedJson, UsageError
from host.gate.quorum import out_of_reach
from host.model import Finding, JsonObject, JsonValue, Trust, Verdict
from host.paths import managed_file, read_file
from host.policy import warnings, words
from host.policy.gather import Gatherer
from host.policy.load import MAX_POLICY, load_managed, load_user, read_source
from host.policy.model import Managed, PolicySource, Rule, SourceKind
from host.policy.parse import MANAGED_ONLY
from host.policy.replay import as_confirmed, past_calls, replay
from host.schema import SchemaChecker
from host.servers.config import ServersConfig, with_managed
from host.servers.supervisor import without_program
from host.values import replace
from host.words import listed

if TYPE_CHECKING:
    from host.inspect.subject import Subject  # findings load on first use

_MAX_CALL: Final = 16 << 20
"""Bytes of a file that describes a call."""
_WORST: Final = ("high", "medium", "info")
_UNCONFIRMED: Final = "policy.json is judged as it stands; this answer counts once it is confirmed in Assent."
_UNDEFINED: Final = "No definition was given: the tool's annotations and input schema are not known."
_REFUSED: Final = "These inputs violate the tool's input schema: such a call is refused before any rule is asked."
_WORDS: Final = {"allow": "Allowed.", "ask": "A person is asked.", "deny": "Denied."}
REPLAYED_SHOWN: Final = 50
"""Calls that are listed for people; ``--json`` has more."""
SCHEMA: Final = "policy"


@click.group("policy")
def command() -> None:
    """Check files of rules, and ask them."""


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--managed", "kind", flag_value="managed", help="FILE is an administrator's, whatever is in it.")
@click.option("--user", "kind", flag_value="user", help="FILE is a user's, whatever is in it.")
@json_option
def check(file: Path, kind: SourceKind | None, as_json: bool) -> int:
    """Check the rules in FILE, a policy.json or a managed.json. Returns 2 where it, or a server, could not be used.

    Warnings, of what is sound and yet cannot do what it seems to, change nothing about that.
    """
    source, known = _read(file, kind)
    slips = with_managed(ServersConfig({}), source).problems
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
    entries = with_managed(ServersConfig({}), source).entries.values()
    missing = {it.id: without_program(it, os.environ) for it in entries if not it.disabled}
    return warnings.of_servers(source, {name: why for name, why in missing.items() if why})


def _read(file: Path, kind: SourceKind | None) -> tuple[PolicySource, SourceKind | None]:
    """The file as it would be in force, and of which kind it is; where nobody says, what is in it tells."""
    try:
        data = _data(file, MAX_POLICY)
    except ConfigError as error:
        known = kind or _kind(file, b"")
        return PolicySource(kind or "user", str(file), error=str(error), problems=(error,)), known
    known = kind or _kind(file, data)
    return read_source(known or "user", file, data), known


def _data(file: Path, limit: int) -> bytes:
    """What is in a file that was named. Raises ConfigError where there is none, or it cannot be read."""
    data = read_file(file, limit=limit, follow=True)
    if data is None:
        raise ConfigError("there is no such file", file=str(file))
    return data


def _kind(file: Path, data: bytes) -> SourceKind | None:
    """By the name, else by what only the administrator can say; None where it cannot be read."""
    if file.name == "managed.json":
        return "managed"
    try:
        value = jsonc.load_bytes(data, file=str(file)).value
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
        rows = [[rule.id, str(rule.line), rule.effect.value, words.calls(rule.match)] for rule in source.rules]
        table(["RULE", "LINE", "EFFECT", "CALLS"], rows)
        for rule in source.rules:
            if more := [*words.conditions(rule), *words.obligations(rule.obligations)]:
                say(f"{rule.id}:")
                for sentence in more:
                    say(f"  {sentence}.")
    else:
        say("It has no rules: every call is asked.")
    for server, digest in source.trust.items():
        say(f"Vouched for: {server}, configuration {digest}")
    for line in _managed_lines(source.managed):
        say(line)
    if source.kind == "user" and source.loosens:
        say("What allows or vouches counts once you confirmed it in Assent.")


def _managed_lines(managed: Managed) -> list[str]:
    """What a managed file says besides its rules, a sentence each."""
    pins = [
        f"Pinned: {server}, {plural(len(pin.tools), 'tool')}{' and its instructions' if pin.instructions else ''}"
        for server, pin in managed.pins.items()
    ]
    approvers = [f"Approver: {entry.name}, {listed(entry.roles, most=8) or 'no role'}" for entry in managed.approvers]
    return [
        *(f"Server: {server}" for server in managed.servers),
        *pins,
        *approvers,
        *(f"Limit: {name} {value:.12g}" for name, value in managed.limits.items()),
        *(f"Locked: {name}" for name in sorted(managed.locked)),
    ]


class _Asked(Struct, frozen=True):
    """A call as its file describes it.

    Attributes:
        trust: None where the files decide.
        now: aware, in local time.
    """

    subject: Subject
    trust: Trust | None
    now: datetime


@command.command("explain")
@click.option(
    "--call", "call_file", type=click.Path(path_type=Path), required=True, help="Describes the call, see above."
)
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), help="Rules to judge by, for policy.json.")
@click.option("--managed", "managed_file", type=click.Path(path_type=Path), help="Rules to judge by, for managed.json.")
@json_option
def explain_call(call_file: Path, policy_file: Path | None, managed_file: Path | None, as_json: bool) -> int:
    """Say what the rules say of a call, and why.

    FILE is JSON: {"app", "server", "tool", "arguments"}, and if you like "definition" (the tool's, as its server
    lists it), "trust" (none, user or managed) and "time" (RFC 3339). What findings stand on besides: "turn" (the words
    that led to it), "folders" (where such calls may work), "home", "earlier" (calls before it, oldest first, each with
    "server", "tool", and "arguments", "definition" and "result" if you like), "others" (tools of other servers) and
    "before" (what is remembered: "uses", "hosts", "definition", "largest", "recent", "endorsed").
    """
    asked = _read_call(call_file)
    sources = (_managed_rules(managed_file), _user_rules(policy_file))
    told, verdict, findings = asyncio.run(_explain(asked, sources))
    if as_json:
        from host.policy.write import demands

        listed: list[JsonValue] = [_finding_json(finding) for finding in findings]
        emit({**cast("JsonObject", _plain(told)), "demands": demands(verdict.obligations), "findings": listed})
    else:
        _print_explanation(told, findings)
    return 0


def _read_call(file: Path) -> _Asked:
    """The call. Raises ConfigError for everything that is wrong with its description."""
    from host.canonical import parse

    data = _data(file, _MAX_CALL)
    try:
        raw = parse(data)
    except MalformedJson as error:
        raise ConfigError(
            "is not JSON as a call has it", file=str(file), line=_line_of(data), remedy=str(error)
        ) from error
    if not isinstance(raw, dict):
        raise ConfigError("is not an object", file=str(file), remedy='Write {"app": …, "server": …, "tool": …}.')
    return _asked(raw, file)


def _line_of(data: bytes) -> int:
    """Where JSON ends to be such, 0 where that is no matter of one line."""
    try:
        json.loads(data)
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        pass
    return 0


def _asked(raw: JsonObject, file: Path) -> _Asked:
    from host.inspect.described import Misdescribed, subject_of

    try:
        subject = subject_of(raw)
    except Misdescribed as error:
        raise ConfigError(error.fault, file=str(file), key=error.key, remedy=f"{error.remedy}.") from error
    return _Asked(subject, subject.trust if "trust" in raw else None, _moment(raw.get("time"), file))


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
    """The administrator's rules: those in force, or those of ``file``, whoever owns it."""
    return load_managed(managed_file()) if file is None else read_source("managed", file, _data(file, MAX_POLICY))


def _user_rules(file: Path | None) -> PolicySource:
    """The user's rules, none of which is confirmed."""
    return load_user(profile().policy_file) if file is None else read_source("user", file, _data(file, MAX_POLICY))


async def _explain(
    asked: _Asked, sources: tuple[PolicySource, PolicySource]
) -> tuple[Explanation, Verdict, tuple[Finding, ...]]:
    """The explanation by the files as they stand, the verdict behind it, and what Assent finds of such a call."""
    from host.canonical import canonical
    from host.gate.inspection import folders_of
    from host.model import UNKNOWN_APP, CallContext
    from host.policy.evaluate import evaluate
    from host.policy.explain import explain
    from host.policy.index import needs

    managed, unconfirmed = sources
    as_written = (managed, replace(unconfirmed, waiting=()))
    trust = asked.trust or _vouched_trust(asked.subject.server, as_written)
    call = replace(asked.subject, trust=trust)
    if not call.folders:
        call = replace(call, folders=folders_of(as_written, call.server, call.tool, call.app))
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
        wanted = needs(call.server, call.tool, call.app, as_written)
        facts = await Gatherer(checker).facts(context, findings, needs=wanted, now=asked.now)
    finally:
        await checker.stop()
    verdict = evaluate(facts, as_written)
    by_user = asked.trust is None and trust == "user"
    if by_user or verdict != evaluate(facts, sources):
        note = f"{note} {_UNCONFIRMED}".strip()
    return explain(facts, as_written, note=note), verdict, findings


async def _findings(call: Subject, checker: SchemaChecker) -> tuple[tuple[Finding, ...], str]:
    """What Assent itself would find of such a call, and what that leaves open."""
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
    report = await checker.check(compiled, call.arguments, canonical(call.arguments))
    if report.status == "not validated":
        text = f"The inputs could not be validated: {report.reason.rstrip('.')}."
        findings = (*findings, Finding("not-validated", Severity.MEDIUM, text))
    return findings, _REFUSED if report.status == "invalid" else ""


def _vouched_trust(server: str, sources: tuple[PolicySource, PolicySource]) -> Trust:
    """Who vouched for the server as it is configured."""
    from host.servers.config import load_servers

    managed, user = sources
    entry = with_managed(load_servers(profile().servers_file), managed).entries.get(server)
    if entry is None:
        return "none"
    if managed.trusted.get(server) == entry.config_digest:
        return "managed"
    return "user" if user.trusted.get(server) == entry.config_digest else "none"


def _plain(value: object) -> JsonValue:
    """A value with fields as an object, a row as a list."""
    if isinstance(value, Struct):
        return {name: _plain(each) for name, each in structs.asdict(value).items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else cast("JsonValue", value)


def _finding_json(finding: Finding) -> JsonObject:
    where: list[JsonValue] = [*finding.where]
    return {
        "kind": finding.kind,
        "severity": finding.severity.value,
        "text": finding.text,
        "evidence": finding.evidence,
        "where": where,
    }


def _print_explanation(told: Explanation, findings: tuple[Finding, ...]) -> None:
    """The same for people."""
    say(f"{_WORDS[told.effect]} {told.because}")
    if told.reason:
        say(f"Its reason: {told.reason}")
    for line in told.obligations:
        say(f"Demanded: {line}.")
    for line in filter(None, (told.otherwise, told.note and f"Note: {told.note}")):
        say(line)
    for finding in sorted(findings, key=lambda it: _WORST.index(it.severity.value)):
        say(f"  finding {finding.kind} ({finding.severity.value}): {finding.text}")
    for rule in told.rules:
        mark = {True: "matches", False: "does not match", None: "cannot be told"}[rule.matched]
        say(f"  {rule.source} {rule.id} ({rule.effect}) {mark}: {rule.why}")


@command.command("replay")
@click.option("--policy", "policy", type=click.Path(path_type=Path), help="The rules to try, for policy.json.")
@click.option("--managed", "managed", type=click.Path(path_type=Path), help="As the administrator's file.")
@json_option
def replay_calls(policy: Path | None, managed: Path | None, as_json: bool) -> int:
    """Judge the calls of the log by the rules in a file, and list those that would be decided otherwise.

    Changes nothing. The rules of --policy stand in the place of policy.json, those of --managed in the place of the
    administrator's file of this machine; what is not named counts as it is now. Name at least one. Rules of the user
    count as if they were confirmed.
    """
    if policy is None and managed is None:
        raise UsageError("nothing to try: name --policy FILE, --managed FILE or both")
    sources = (_usable(_managed_rules(managed)), as_confirmed(_usable(_user_rules(policy))))
    log = profile().log_file
    report = asyncio.run(_replayed(log, sources)) if log.exists() else ReplayReport(0, (), 0, 0, more=False)
    if as_json:
        emit(_report_json(report))
    else:
        _print_report(report)
    return 0


def _usable(source: PolicySource) -> PolicySource:
    if source.error:
        raise source.problems[0] if source.problems else ConfigError(source.error, file=source.path)
    return source


async def _replayed(log: Path, sources: tuple[PolicySource, ...]) -> ReplayReport:
    checker = SchemaChecker()
    await checker.start()
    try:
        return await replay(past_calls(log), sources, Gatherer(checker))
    finally:
        await checker.stop()


def _report_json(report: ReplayReport) -> JsonValue:
    rows = [structs.asdict(row) for row in report.changed]
    changed: list[JsonValue] = [{"call": row.pop("call_id"), **row} for row in rows]
    return {
        "looked": report.looked,
        "changes": report.changes,
        "unknown": report.unknown,
        "more": report.more,
        "changed": changed,
    }


def _print_report(report: ReplayReport) -> None:
    say(f"{plural(report.looked, 'past call')} looked at, {report.changes} would be decided otherwise.")
    if report.unknown:
        say(f"Of {plural(report.unknown, 'call')} the inputs are no longer kept, so nothing can be said of them.")
    if report.more:
        say("Older calls were left out: there are too many to look at in one go.")
    if report.changed:
        shown = report.changed[:REPLAYED_SHOWN]
        rows = [(it.time[:19], it.app, f"{it.server} ▸ {it.tool}", it.then, it.now, it.rule) for it in shown]
        table(["TIME", "APP", "CALL", "THEN", "NOW", "RULE"], rows)
    if report.changes > REPLAYED_SHOWN:
        say(f"… and {report.changes - REPLAYED_SHOWN} more; --json lists up to {len(report.changed)}.")


@command.command("schema")
@json_option
def schema(as_json: bool) -> int:
    """Say where the JSON Schema of policy.json and managed.json is; with --json print it.

    Name it in the file, and an editor that knows JSON Schema completes rules and marks what is wrong as you write.
    """
    if as_json:
        emit(resources.schema(SCHEMA))
        return 0
    say(str(resources.schema_file(SCHEMA)))
    say("In a file of rules, as its first line after {:")
    say(f'  "$schema": {json.dumps(resources.schema_file(SCHEMA).as_uri())},')
    return 0


# Approvers

LINE: Final = 16 * credentials.LONGEST
"""Bytes of a secret that are read: far more than any that may be one."""


@click.group("approvers")
def approvers() -> None:
    """Make credentials for people who may sign."""


@approvers.command("credential")
@click.option("--stdin", "from_stdin", is_flag=True, help="Read the PIN from the first line of the standard input.")
@json_option
def credential(from_stdin: bool, as_json: bool) -> None:
    """Ask for a PIN or passphrase, and print what stands for it in managed.json: an Argon2id hash.

    It decides nothing and is kept nowhere. Whoever is to sign types it; the administrator copies what is printed.
    """
    secret = _first_line() if from_stdin else _typed()
    if why := credentials.secret_problem(secret):
        raise UsageError(why)
    made = credentials.hash_secret(secret)
    if as_json:
        emit({"credential": made})
    else:
        say(made)


def _typed() -> str:
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask at; give the PIN with --stdin")
    typed = click.prompt("PIN or passphrase", hide_input=True, confirmation_prompt=True)
    assert isinstance(typed, str)
    return typed


def _first_line() -> str:
    line = sys.stdin.buffer.readline(LINE)
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise UsageError("the standard input is no UTF-8 text") from error
