"""``assent policy explain``: what the rules say of a call that nobody proposed.

Owns: the form of the file that describes such a call, and what is judged by: the files as they stand, without a host.

Invariants: nothing is sent, started or written; what the answer cannot know stands in its note.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from host.cli.output import emit, json_option, profile, say
from host.errors import ConfigError, MalformedJson

if TYPE_CHECKING:
    from host.control.views import Explanation
    from host.inspect.subject import Subject
    from host.model import Finding, JsonObject, JsonValue, Trust, Verdict
    from host.policy.model import PolicySource
    from host.schema import SchemaChecker

_MAX_CALL: Final = 16 << 20
"""Bytes of a file that describes a call."""
_WORST: Final = ("high", "medium", "info")
_UNCONFIRMED: Final = "policy.json is judged as it stands; this answer counts once it is confirmed in Assent."
_UNDEFINED: Final = "No definition was given: the tool's annotations and input schema are not known."
_REFUSED: Final = "These inputs violate the tool's input schema: such a call is refused before any rule is asked."


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call as its file describes it.

    Attributes:
        trust: None where the files decide.
        now: aware, in local time.
    """

    subject: Subject
    trust: Trust | None
    now: datetime


@click.command("explain")
@click.option(
    "--call", "call_file", type=click.Path(path_type=Path), required=True, help="Describes the call, see above."
)
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), help="Rules to judge by, for policy.json.")
@click.option("--managed", "managed_file", type=click.Path(path_type=Path), help="Rules to judge by, for managed.json.")
@json_option
def command(call_file: Path, policy_file: Path | None, managed_file: Path | None, as_json: bool) -> int:
    """Say what the rules say of a call, and why.

    FILE is JSON: {"app", "server", "tool", "arguments"}, and if you like "definition" (the tool's, as its server
    lists it), "trust" (none, user or managed) and "time" (RFC 3339). What findings stand on besides: "turn" (the words
    that led to it), "folders" (where such calls may work), "home", "earlier" (calls before it, oldest first, each with
    "server", "tool", and "arguments", "definition" and "result" if you like), "others" (tools of other servers) and
    "before" (what is remembered: "uses", "hosts", "definition", "largest", "recent", "endorsed").
    """
    asked = _read_call(call_file)
    sources = (_managed(managed_file), _user(policy_file))
    told, verdict, findings = asyncio.run(_explain(asked, sources))
    if as_json:
        from host.policy.write import demands

        listed: list[JsonValue] = [_finding(finding) for finding in findings]
        emit({**_json(asdict(told)), "demands": demands(verdict.obligations), "findings": listed})
    else:
        _print(told, findings)
    return 0


def _read_call(file: Path) -> _Asked:
    """The call. Raises ConfigError for everything that is wrong with its description."""
    from host.canonical import parse
    from host.paths import read_file

    data = read_file(file, limit=_MAX_CALL, follow=True)
    if data is None:
        raise ConfigError("there is no such file", file=str(file))
    try:
        raw = parse(data)
    except MalformedJson as error:
        raise ConfigError(
            "is not JSON as a call has it", file=str(file), line=_line(data), remedy=str(error)
        ) from error
    if not isinstance(raw, dict):
        raise ConfigError("is not an object", file=str(file), remedy='Write {"app": …, "server": …, "tool": …}.')
    return _asked(raw, file)


def _line(data: bytes) -> int:
    """Where JSON ends to be such, 0 where that is no matter of one line."""
    import json

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


def _managed(file: Path | None) -> PolicySource:
    """The administrator's rules: those in force, or those of ``file``, whoever owns it."""
    from host.paths import managed_file
    from host.policy.load import load_managed, read_source

    return load_managed(managed_file()) if file is None else read_source("managed", file, _given(file))


def _user(file: Path | None) -> PolicySource:
    """The user's rules, none of which is confirmed."""
    from host.policy.load import load_user, read_source
    from host.policy.loosening import NOTHING_CONFIRMED, against

    if file is None:
        return load_user(profile().policy_file)
    return against(read_source("user", file, _given(file)), NOTHING_CONFIRMED)


def _given(file: Path) -> bytes:
    from host.paths import read_file
    from host.policy.load import MAX_POLICY

    data = read_file(file, limit=MAX_POLICY, follow=True)
    if data is None:
        raise ConfigError("there is no such file", file=str(file))
    return data


async def _explain(
    asked: _Asked, sources: tuple[PolicySource, PolicySource]
) -> tuple[Explanation, Verdict, tuple[Finding, ...]]:
    """The explanation by the files as they stand, the verdict behind it, and what Assent finds of such a call."""
    from host.canonical import canonical
    from host.gate.inspection import folders_of
    from host.model import UNKNOWN_APP, CallContext
    from host.policy.evaluate import evaluate
    from host.policy.explain import explain
    from host.policy.gather import Gatherer
    from host.policy.index import needs
    from host.schema import SchemaChecker

    managed, unconfirmed = sources
    as_written = (managed, replace(unconfirmed, waiting=()))
    trust = asked.trust or _trust(asked.subject.server, as_written)
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
    from host.model import Finding, Severity
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


def _trust(server: str, sources: tuple[PolicySource, PolicySource]) -> Trust:
    """Who vouched for the server as it is configured."""
    from host.servers.config import load_servers
    from host.servers.managed import beside

    managed, user = sources
    entry = beside(load_servers(profile().servers_file), managed).entries.get(server)
    if entry is None:
        return "none"
    if managed.trusted.get(server) == entry.config_digest:
        return "managed"
    return "user" if user.trusted.get(server) == entry.config_digest else "none"


def _json(told: Mapping[str, object]) -> JsonObject:
    """Tuples as lists."""
    import json

    from host.canonical import parse

    parsed = parse(json.dumps(told).encode())
    assert isinstance(parsed, dict)
    return parsed


_WORDS: Final = {"allow": "Allowed.", "ask": "A person is asked.", "deny": "Denied."}


def _finding(finding: Finding) -> JsonObject:
    where: list[JsonValue] = [*finding.where]
    return {
        "kind": finding.kind,
        "severity": finding.severity.value,
        "text": finding.text,
        "evidence": finding.evidence,
        "where": where,
    }


def _print(told: Explanation, findings: tuple[Finding, ...]) -> None:
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
