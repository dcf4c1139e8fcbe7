"""The registry of record kinds: what the published schema says of each, and the recipe for a new one."""

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from host.audit.record import prepare
from host.control.views import TimelineEntry
from host.errors import AuditError
from host.model import Draft
from host.record_kinds import KINDS, RecordKind
from ui.history.words import record_title

SCHEMA = json.loads((files("resources") / "schemas" / "record.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def body(kind: RecordKind, **fields: str) -> dict[str, Any]:
    """One that the schema takes whatever the kind."""
    said = {"decision": kind.decides[0]} if kind.decides else {}
    needed = {"log": "0" * 32, "format": 1, "status": "unknown", "app": "a", "claim": "succeeded"}
    return {
        "v": 1,
        "seq": 1,
        "time": "2026-01-01T00:00:00.000000Z",
        "kind": kind.name,
        "call": "c",
        "fields": needed | said | fields,
        "commitments": {},
    }


def test_the_schema_knows_the_same_kinds() -> None:
    assert set(SCHEMA["properties"]["kind"]["enum"]) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_schema_says_the_same_of_a_kind(kind: RecordKind) -> None:
    VALIDATOR.validate(body(kind))
    without_call = {key: value for key, value in body(kind).items() if key != "call"}
    assert VALIDATOR.is_valid(without_call) == (not kind.names_call)
    assert all(VALIDATOR.is_valid(body(kind, decision=word)) for word in kind.decides)
    assert VALIDATOR.is_valid(body(kind, decision="perhaps")) == (not kind.decides)


def test_a_new_kind_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft("tea.made", {"pot": "blue"}, call="c")
    with pytest.raises(AuditError):
        prepare(draft, 0)
    monkeypatch.setitem(KINDS, "tea.made", RecordKind("tea.made", "Tea made", names_call=True))
    assert prepare(draft, 0).kind == "tea.made"
    with pytest.raises(AuditError):
        prepare(Draft("tea.made", {"pot": "blue"}), 0)
    assert record_title(TimelineEntry(1, "", "tea.made", b"{}", "")) == "Tea made"
