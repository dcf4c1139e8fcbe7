from __future__ import annotations

import pytest

from host.audit.query import Record
from host.cli.log_commands import gist
from host.model import JsonObject, JsonValue

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
