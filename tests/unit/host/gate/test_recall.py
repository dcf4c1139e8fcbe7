"""What is remembered of calls, while an app is connected and beyond the end of a host."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from host.canonical import canonical
from host.gate import acquaintance
from host.gate.acquaintance import Acquaintance
from host.gate.recall import APPS, CHARACTERS, RESULTS, SECONDS, Recall
from host.inspect.subject import Past
from host.model import App, Call, JsonObject, JsonValue, ToolDefinition, sha256_hex
from tests.unit.host.support import APP, frozen_call, until


def definition(name: str) -> ToolDefinition:
    value: JsonObject = {"name": name, "description": f"What {name} does."}
    raw = canonical(value)
    return ToolDefinition(name, raw, value, sha256_hex(raw))


class Room:
    """A memory and its clock."""

    def __init__(self, known: Acquaintance | None = None) -> None:
        self.now = 0.0
        self.known = known or Acquaintance()
        self.recall = Recall(self.known, lambda: self.now)
        self.number = 0

    def call(self, app: App = APP, tool: str = "read", server: str = "") -> Call:
        self.number += 1
        call = frozen_call(f"call-{self.number}", {"name": tool, "arguments": {"n": self.number}}, app=app)
        return replace(call, server=replace(call.server, id=server)) if server else call

    def sent(self, call: Call, result: JsonValue = None, hosts: frozenset[str] = frozenset()) -> Call:
        self.recall.sent(call, definition(call.tool), hosts)
        self.recall.heard(call, result)
        return call

    def past(self, call: Call, *tools: tuple[str, str]) -> Past:
        return self.recall.past(call, lambda: tools)


def text(value: str) -> JsonValue:
    return {"content": [{"type": "text", "text": value}]}


async def test_earlier_calls_are_remembered_newest_first_with_what_they_brought() -> None:
    room = Room()
    room.sent(room.call(tool="one", server="web"), text("first"))
    room.sent(room.call(tool="two"), text("second"))
    found = room.past(room.call()).session
    assert [(it.tool, it.ago, it.text) for it in found] == [("two", 1, "second"), ("one", 2, "first")]
    assert found[1].server == "web"
    assert found[0].arguments == {"n": 2}


async def test_what_there_was_before_a_call_stays_what_it_was_when_the_call_came() -> None:
    room = Room()
    waiting = room.call()
    assert room.past(waiting).session == ()
    room.sent(room.call(), text("later"))
    assert room.past(waiting).session == ()
    room.recall.forget(waiting)
    assert len(room.past(waiting).session) == 1


async def test_apps_share_no_memory_and_it_ends_with_the_last_session() -> None:
    room = Room()
    other = replace(APP, name="other", session="o1")
    first, second = replace(APP, session="s1"), replace(APP, session="s2")
    for app in (first, second, other):
        room.recall.begin_session(app)
    room.sent(room.call(first), text("x"))
    assert room.past(room.call(other)).session == ()
    room.recall.end_session(first)
    assert len(room.past(room.call(second)).session) == 1
    room.recall.end_session(second)
    room.recall.end_session(second)
    assert room.past(room.call(second)).session == ()


async def test_results_and_apps_are_bounded() -> None:
    room = Room()
    for number in range(RESULTS + 5):
        room.sent(room.call(), text(f"result {number}"))
    kept = [it for it in room.past(room.call()).session if it.text]
    assert len(kept) == RESULTS
    for _ in range(5):
        room.sent(room.call(), text("x" * (CHARACTERS // 4)))
    assert sum(len(it.text) for it in room.past(room.call()).session) <= CHARACTERS
    for number in range(APPS):
        room.past(room.call(replace(APP, name=f"app-{number}")))
    assert room.past(room.call()).session == ()


async def test_a_result_of_nobody_is_not_remembered() -> None:
    room = Room()
    room.recall.heard(room.call(), text("x"))
    room.sent(room.call(), text("x"))
    room.recall.heard(room.call(), text("y"))
    assert [it.text for it in room.past(room.call()).session] == ["x"]


async def test_proposals_of_the_last_seconds_are_counted() -> None:
    room = Room()
    assert [room.past(room.call()).recent for _ in range(3)] == [1, 2, 3]
    room.now = SECONDS + 1
    assert room.past(room.call()).recent == 1


async def test_use_definition_size_and_hosts_are_known_afterwards() -> None:
    room = Room()
    assert not room.past(room.call()).known
    call = room.sent(room.call(tool="read"), hosts=frozenset({"x.example"}))
    past = room.past(room.call(tool="read"), ("files", "read"), ("web", "fetch"))
    assert (past.known, past.uses, past.largest) == (True, 1, len(call.arguments))
    assert (past.definition, past.definition_digest) == (definition("read").value, definition("read").digest)
    assert past.hosts == {"x.example"}
    assert ("web", "fetch") in past.tools
    assert room.past(room.call(tool="other")).uses == 0


# The file


async def test_what_was_used_outlives_the_host(tmp_path: Path) -> None:
    file = tmp_path / acquaintance.FILE
    room = Room(Acquaintance(file))
    room.sent(room.call(), hosts=frozenset({"x.example"}))
    await room.known.close()
    assert file.stat().st_mode & 0o777 == 0o600
    again = Acquaintance(file)
    assert again.hosts == {"x.example"}
    known = again.tool((APP.name, room.call().server.id, "read"))
    assert (known.uses, known.digest, known.definition) == (1, definition("read").digest, None)
    await again.close()


async def test_it_is_written_by_itself_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acquaintance, "SOON", 0.01)
    file = tmp_path / acquaintance.FILE
    room = Room(Acquaintance(file))
    room.sent(room.call())
    await until(file.exists)
    room.sent(room.call(tool="another"))
    await room.known.close()
    assert "another" in file.read_text()


@pytest.mark.expected_logs("all count as new")
@pytest.mark.parametrize(
    "content",
    [
        "",
        "no JSON",
        "[]",
        '{"version": 2}',
        '{"version": 1, "tools": 1, "hosts": []}',
        '{"version": 1, "tools": [], "hosts": [1]}',
        '{"version": 1, "tools": [["a"]], "hosts": ["x"]}',
    ],
)
async def test_a_damaged_file_is_none_and_said_so(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / acquaintance.FILE
    file.write_text(content)
    file.chmod(0o600)
    known = Acquaintance(file)
    assert (known.anything, known.hosts) == (False, frozenset())
    assert "all count as new" in caplog.text


@pytest.mark.expected_logs("is not kept")
async def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    room = Room(Acquaintance(tmp_path / "no folder" / acquaintance.FILE))
    room.sent(room.call())
    await room.known.close()
    assert "is not kept" in caplog.text


async def test_it_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acquaintance, "TOOLS", 3)
    monkeypatch.setattr(acquaintance, "HOSTS", 3)
    monkeypatch.setattr(acquaintance, "_DEFINITIONS", 2)
    room = Room()
    for number in range(5):
        room.sent(room.call(tool=f"t{number}"), hosts=frozenset({f"h{number}.example"}))
    assert room.known.hosts == {"h2.example", "h3.example", "h4.example"}
    server = room.call().server.id
    assert [room.known.tool((APP.name, server, f"t{n}")).uses for n in range(5)] == [0, 0, 1, 1, 1]
    assert room.known.tool((APP.name, server, "t2")).definition is None


# Whose memory it is

TWO: dict[str, tuple[App, App]] = {
    "proved nothing": (App("unknown", False, session="s1"), App("unknown", False, session="s2")),
    "other names": (replace(APP, name="a"), replace(APP, name="b")),
    "other tokens": (replace(APP, proof="1" * 64), replace(APP, proof="2" * 64)),
    "one proved nothing": (replace(APP, name="unknown"), replace(APP, name="unknown", authenticated=False)),
}


@pytest.mark.parametrize("which", sorted(TWO))
async def test_s16_what_one_app_was_told_no_other_app_hears_of(which: str) -> None:
    room, (one, other) = Room(), TWO[which]
    for app in (one, other):
        room.recall.begin_session(app)
    room.sent(room.call(one), text("told to one"))
    assert [it.text for it in room.past(room.call(one)).session] == ["told to one"]
    assert room.past(room.call(other)).session == ()


async def test_s16_apps_that_proved_nothing_push_no_other_out_of_the_memory() -> None:
    room = Room()
    room.sent(room.call(), text("x"))
    for number in range(APPS + 1):
        room.past(room.call(App("unknown", False, session=f"s{number}")))
    assert len(room.past(room.call()).session) == 1


@pytest.mark.parametrize(
    "entry", [[-1, "d", 1], [1, "d", -1], [True, "d", 1], [1, "d", False], [1.0, "d", 1]], ids=repr
)
@pytest.mark.expected_logs("all count as new")
def test_a_file_with_a_count_that_is_none_makes_nothing_known(tmp_path: Path, entry: list[JsonValue]) -> None:
    value: JsonValue = {
        "version": 1,
        "tools": [["a", "s", "t", 1, "d", 1], ["a", "s", "u", *entry]],
        "hosts": ["x.example"],
    }
    file = tmp_path / acquaintance.FILE
    file.write_bytes(canonical(value))
    file.chmod(0o600)
    known = Acquaintance(file)
    assert not known.anything
    assert known.hosts == frozenset()
