"""``assent policy replay``: which past calls would other rules decide otherwise?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from host.cli.output import emit, json_option, plural, profile, say, table
from host.control.views import ReplayReport, ReplayRow
from host.errors import ConfigError, UsageError
from host.model import JsonValue
from host.paths import managed_file, read_file
from host.policy.gather import Gatherer
from host.policy.load import MAX_POLICY, load_managed, load_user, read_source
from host.policy.model import PolicySource, SourceKind
from host.policy.replay import as_confirmed, past_calls, replay
from host.schema import SchemaChecker

SHOWN: int = 50
"""Calls that are listed for people; ``--json`` has more."""


@click.command("replay")
@click.option("--policy", "policy", type=click.Path(path_type=Path), help="The rules to try, for policy.json.")
@click.option("--managed", "managed", type=click.Path(path_type=Path), help="As the administrator's file.")
@json_option
def command(policy: Path | None, managed: Path | None, as_json: bool) -> int:
    """Judge the calls of the log by the rules in a file, and list those that would be decided otherwise.

    Changes nothing. The rules of --policy stand in the place of policy.json, those of --managed in the place of the
    administrator's file of this machine; what is not named counts as it is now. Name at least one. Rules of the user
    count as if they were confirmed.
    """
    if policy is None and managed is None:
        raise UsageError("nothing to try: name --policy FILE, --managed FILE or both")
    sources = (_managed(managed), as_confirmed(_user(policy)))
    log = profile().log_file
    report = asyncio.run(_replayed(log, sources)) if log.exists() else ReplayReport(0, (), 0, 0, more=False)
    if as_json:
        emit(_json(report))
    else:
        _print(report)
    return 0


def _managed(file: Path | None) -> PolicySource:
    """What is tried out need not be protected."""
    return _usable(load_managed(managed_file()) if file is None else _read("managed", file))


def _user(file: Path | None) -> PolicySource:
    return _usable(load_user(profile().policy_file)) if file is None else _read("user", file)


def _read(kind: SourceKind, file: Path) -> PolicySource:
    data = read_file(file, limit=MAX_POLICY, follow=True)
    if data is None:
        raise UsageError(f"{file}: there is no such file")
    return _usable(read_source(kind, file, data))


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


def _json(report: ReplayReport) -> JsonValue:
    changed: list[JsonValue] = [
        {
            "call": row.call_id,
            "time": row.time,
            "app": row.app,
            "server": row.server,
            "tool": row.tool,
            "then": row.then,
            "now": row.now,
            "rule": row.rule,
            "because": row.because,
        }
        for row in report.changed
    ]
    return {
        "looked": report.looked,
        "changes": report.changes,
        "unknown": report.unknown,
        "more": report.more,
        "changed": changed,
    }


def _print(report: ReplayReport) -> None:
    say(f"{plural(report.looked, 'past call')} looked at, {report.changes} would be decided otherwise.")
    if report.unknown:
        say(f"Of {plural(report.unknown, 'call')} the inputs are no longer kept, so nothing can be said of them.")
    if report.more:
        say("Older calls were left out: there are too many to look at in one go.")
    if report.changed:
        table(
            ["TIME", "APP", "CALL", "THEN", "NOW", "RULE"],
            [_cells(row) for row in report.changed[:SHOWN]],
        )
    if report.changes > SHOWN:
        say(f"… and {report.changes - SHOWN} more; --json lists up to {len(report.changed)}.")


def _cells(row: ReplayRow) -> tuple[str, ...]:
    return (row.time[:19], row.app, f"{row.server} ▸ {row.tool}", row.then, row.now, row.rule)
