"""Which tools and destinations were used before, beyond the end of a host."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from host.canonical import canonical
from host.gate import call_history
from host.gate.call_history import FirstUse, UsedTool
from host.model import JsonObject, JsonValue, ToolDefinition, sha256_hex
from tests.unit.host.support import until

TOOL = ("claude", "files", "read")


def definition(name: str = "read", says: str = "") -> ToolDefinition:
    value: JsonObject = {"name": name, "description": says or f"What {name} does."}
    raw = canonical(value)
    return ToolDefinition(name, raw, value, sha256_hex(raw))


def used(known: FirstUse, tool: str = "read", places: Iterable[str] = (), size: int = 10) -> None:
    known.count_use(("claude", "files", tool), definition(tool), places, size)


def test_nothing_is_known_before_the_first_call() -> None:
    known = FirstUse()
    assert (known.has_any, known.places, known.tool(TOOL)) == (False, frozenset(), UsedTool())


async def test_uses_largest_and_where_calls_went_add_up() -> None:
    known = FirstUse()
    used(known, places=["host:a.example"], size=10)
    used(known, places=["host:b.example"], size=30)
    used(known, places=["host:a.example"], size=20)
    assert known.has_any
    told = known.tool(TOOL)
    assert (told.uses, told.largest, told.digest) == (3, 30, definition().digest)
    assert told.destinations == known.places == {"host:a.example", "host:b.example"}


# The file


async def test_what_was_used_outlives_the_host(tmp_path: Path) -> None:
    file = tmp_path / call_history.FILE
    known = FirstUse(file)
    used(known, places=["host:x.example", "mail:ana@example.org"])
    await known.close()
    assert file.stat().st_mode & 0o777 == 0o600
    again = FirstUse(file)
    assert again.places == {"host:x.example", "mail:ana@example.org"}
    assert again.tool(TOOL) == UsedTool(1, definition().digest, 10, None, again.places)
    await again.close()


async def test_it_is_written_by_itself_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_history, "WRITE_DELAY", 0.01)
    file = tmp_path / call_history.FILE
    known = FirstUse(file)
    used(known)
    await until(file.exists)
    used(known, "another")
    await known.close()
    assert "another" in file.read_text()


def written(file: Path, value: JsonValue) -> FirstUse:
    file.write_bytes(canonical(value))
    file.chmod(0o600)
    return FirstUse(file)


def test_a_file_of_an_older_version_says_which_tools_were_used_and_not_where_calls_went(tmp_path: Path) -> None:
    entry: list[JsonValue] = [*TOOL, 2, "d", 7]
    known = written(tmp_path / "f", {"version": 1, "tools": [entry], "hosts": ["x.example"]})
    assert known.tool(TOOL) == UsedTool(2, "d", 7)
    assert known.places == frozenset()


@pytest.mark.expected_logs("all count as new")
@pytest.mark.parametrize(
    "content",
    [
        "",
        "no JSON",
        "[]",
        '{"version": 3, "tools": [], "places": []}',
        '{"version": 2, "tools": 1, "places": []}',
        '{"version": 2, "tools": [], "places": [1]}',
        '{"version": 2, "tools": [], "places": "x"}',
        '{"version": 2, "tools": [["a"]], "places": ["x"]}',
        '{"version": 2, "tools": [["a", "s", "t", 1, "d", 1, [1]]], "places": ["x"]}',
        '{"version": 2, "tools": [["a", "s", "t", 1, "d", 1, "x"]], "places": ["x"]}',
    ],
)
def test_a_damaged_file_is_none_and_said_so(tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / call_history.FILE
    file.write_text(content)
    file.chmod(0o600)
    known = FirstUse(file)
    assert (known.has_any, known.places) == (False, frozenset())
    assert "all count as new" in caplog.text


@pytest.mark.parametrize(
    "entry", [[-1, "d", 1], [1, "d", -1], [True, "d", 1], [1, "d", False], [1.0, "d", 1]], ids=repr
)
@pytest.mark.expected_logs("all count as new")
def test_a_file_with_a_count_that_is_none_makes_nothing_known(tmp_path: Path, entry: list[JsonValue]) -> None:
    tools: list[JsonValue] = [["a", "s", "t", 1, "d", 1], ["a", "s", "u", *entry]]
    known = written(tmp_path / call_history.FILE, {"version": 2, "tools": tools, "places": ["host:x.example"]})
    assert not known.has_any
    assert known.places == frozenset()


@pytest.mark.expected_logs("is not kept")
async def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    known = FirstUse(tmp_path / "no folder" / call_history.FILE)
    used(known)
    await known.close()
    assert "is not kept" in caplog.text


# Bounds


async def test_it_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_history, "MAX_TOOLS", 3)
    monkeypatch.setattr(call_history, "MAX_PLACES", 3)
    monkeypatch.setattr(call_history, "_MAX_DEFINITIONS", 2)
    known = FirstUse()
    for number in range(5):
        used(known, f"t{number}", [f"host:h{number}.example"])
    assert known.places == {"host:h2.example", "host:h3.example", "host:h4.example"}
    assert [known.tool(("claude", "files", f"t{n}")).uses for n in range(5)] == [0, 0, 1, 1, 1]
    assert known.tool(("claude", "files", "t2")).definition is None
    assert known.tool(("claude", "files", "t4")).definition == definition("t4").value


async def test_destinations_of_one_tool_are_bounded_and_the_newest_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_history, "MAX_DESTINATIONS_OF_TOOL", 2)
    known = FirstUse()
    used(known, places=["host:a", "host:b"])
    used(known, places=["host:c"])
    assert known.tool(TOOL).destinations == {"host:c"}
    used(known, places=[f"host:{number}" for number in range(9)])
    assert len(known.tool(TOOL).destinations) == 2


async def test_a_long_definition_is_known_by_its_digest_alone() -> None:
    known, long = FirstUse(), definition(says="x" * (64 << 10))
    known.count_use(TOOL, long, (), 1)
    assert (known.tool(TOOL).definition, known.tool(TOOL).digest) == (None, long.digest)
