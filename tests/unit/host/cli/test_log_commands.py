from __future__ import annotations

import json
from contextlib import closing

import pytest
from click.testing import CliRunner, Result

from host.audit import database, query
from host.audit.query import Record
from host.cli.log_commands import command, gist
from host.model import JsonObject, JsonValue
from tests.support.profile import Profile
from tests.unit.host.audit.support import Log, decided, outcome, write

VERDICT: JsonObject = {"effect": "allow", "rule": "clock", "source": "managed", "because": 'Rule "clock" allows time.'}


def record(kind: str, **fields: JsonValue) -> Record:
    return Record(1, "2026-11-21T12:00:00Z", kind, "", fields, "", "")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"decision": "deny", "by": "limit", "who": "", **VERDICT}, "deny by limit (the rules said allow)"),
        ({"decision": "deny", "by": "stop", "who": ""}, "deny by stop"),
        (
            {"decision": "approve", "by": "rule", "who": "clock", **VERDICT},
            'approve rule clock managed Rule "clock" allows time.',
        ),
    ],
)
def test_what_the_rules_said_is_no_reason_where_they_did_not_decide(fields: JsonObject, said: str) -> None:
    assert gist(record("call.decided", **fields)) == said


def test_a_load_shows_which_source_which_digest_and_how_many_rules() -> None:
    loaded: JsonObject = {"source": "user", "digest": "a" * 64, "rules": 2, "error": "", "confirmed": True}
    assert gist(record("policy.loaded", **loaded)) == f"user {'a' * 12} 2 rules"
    broken: JsonObject = {"source": "managed", "digest": "", "rules": 0, "error": "it is broken", "confirmed": True}
    assert gist(record("policy.loaded", **broken)) == "managed 0 rules it is broken"


def run(profile: Profile, *arguments: str) -> Result:
    return CliRunner(env=profile.env).invoke(command, arguments, standalone_mode=False)


@pytest.fixture
def log(profile: Profile) -> Log:
    """log.opened, host.started, then decision and outcome of ten calls; the text *early* stands in the first alone."""
    log = Log(profile.paths.log_file, profile.paths.head_file)
    first = [decided("c0", params=b"early"), outcome("c0")]
    write(log, *first, *(draft for number in range(1, 10) for draft in (decided(f"c{number}"), outcome(f"c{number}"))))
    return log


def test_verify_tells_of_values_that_are_gone(log: Log, profile: Profile) -> None:
    assert json.loads(run(profile, "verify", "--json").output)["values_gone"] == 0
    with closing(database.connect(log.path)) as connection:
        database.erase(connection, 3, "params")
    assert json.loads(run(profile, "verify", "--json").output)["values_gone"] == 1
    told = run(profile, "verify")
    assert told.return_value == 0
    assert told.output.splitlines()[1] == "1 value is gone; no record tells who erased it, or when."


def test_s37_verify_tells_that_the_end_of_the_log_is_not_remembered(log: Log, profile: Profile) -> None:
    log.head.unlink()
    told = run(profile, "verify")
    assert told.return_value == 1
    assert told.output.startswith(f"No end of the audit log is remembered in {log.head}")
    assert "The chain holds" in told.output
    assert json.loads(run(profile, "verify", "--json").output)["ok"] is False


@pytest.mark.usefixtures("log")
def test_a_search_without_an_index_looks_through_all_of_the_log(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "SCAN", 5)
    found = run(profile, "search", "early")
    assert found.stdout.splitlines()[1].split()[0] == "3"
    assert found.stderr.splitlines()[0] == "assent: 0 records found in the newest 5 of 22; looking on"
    assert len(json.loads(run(profile, "search", "early", "--json").stdout)["records"]) == 1
    nothing = run(profile, "search", "never said")
    assert nothing.stdout == "Nothing found in all 22 records.\n"
    some = json.loads(run(profile, "search", "--app", "claude", "--limit", "7", "--json").stdout)
    assert ([record["seq"] for record in some["records"]], some["before"]) == ([21, 19, 17, 15, 13, 11, 9], 9)
    (rest,) = [json.loads(run(profile, "search", "--app", "claude", "--before", "9", "--json").stdout)]
    assert ([record["seq"] for record in rest["records"]], rest["before"]) == ([7, 5, 3], None)
