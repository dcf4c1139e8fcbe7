"""Findings on their way through the gate: when they are made, of what, and what they do to a call."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from host import tasks
from host.gate import insight as insight_module
from host.gate import looks
from host.gate.answers import NOTHING
from host.gate.costs import INLINE, LONG, NAME_COST
from host.gate.insight import AHEAD, Insight, folders_of, passing
from host.gate.looks import AT_ONCE
from host.gate.no_answer import WITHDRAWN
from host.inspect.flows.traces import Trace
from host.inspect.instructions import find as instructions
from host.inspect.kinds import forces
from host.inspect.sql import read as sql_read
from host.inspect.subject import Subject
from host.model import Call, Draft, Effect, Finding, JsonObject, Severity, ToolDefinition, Verdict
from host.policy import gather
from host.policy.facts import CallFacts
from host.policy.load import read_source
from tests.unit.host.support import Desk, for_a_while, frozen_call, tool, turns, until

KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA"
TEXT = "The quarterly numbers are secret: 4711 for Berlin and nothing for Oslo, says Ada."


def kinds(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.kind for finding in findings}


async def test_a_person_sees_what_is_found_in_the_inputs() -> None:
    desk = Desk(Effect.ASK, tools=[tool("write")])
    approver = desk.quick()
    await desk.call("write", {"text": KEY})
    (found,) = [it for it in approver.asked[0].findings if it.kind == "secret"]
    assert (found.severity, found.where) == (Severity.HIGH, ("text",))


async def test_rules_see_findings_and_the_record_keeps_their_kind_and_severity_alone() -> None:
    desk = Desk(Effect.ALLOW, tools=[tool("write")])
    await desk.call("write", {"text": KEY})
    assert "secret" in kinds(desk.rules.facts[0].findings)
    (record,) = [draft for draft in desk.log.drafts if draft.kind == "call.decided"]
    assert {"kind": "secret", "severity": "high"} in record.fields["findings"]  # type: ignore[operator]
    assert "BEGIN" not in str(record.fields)


async def test_what_a_call_brought_is_known_to_the_next_of_the_same_app() -> None:
    desk = Desk(Effect.ALLOW, tools=[tool("read"), tool("write")])
    desk.server.on["tools/call"] = lambda _: {"result": {"content": [{"type": "text", "text": TEXT}]}}
    await desk.call("read")
    run = desk.make_run("write", {"text": TEXT})
    session = desk.gate.insight.recall.past(run.call, tuple).session
    assert [(it.tool, it.ago) for it in session] == [("read", 1)]


async def test_calls_that_are_not_sent_are_not_remembered() -> None:
    desk = Desk(Effect.DENY, tools=[tool("read")])
    await desk.call("read")
    assert desk.gate.insight.recall.past(desk.make_run("read").call, tuple).session == ()


async def test_the_same_call_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Subject] = []

    def count(subject: Subject, *_: object) -> tuple[Finding, ...]:
        looked.append(subject)
        return ()

    monkeypatch.setattr(insight_module, "inspect", count)
    desk = Desk(Effect.ASK, tools=[tool("read")])
    desk.quick()
    await desk.call("read", {"a": "b"})
    assert len(looked) == 1


async def test_calls_that_come_while_one_is_on_its_way_are_all_looked_at_before_the_next_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []

    def look(*_: object) -> tuple[Finding, ...]:
        order.append("look")
        return ()

    monkeypatch.setattr(insight_module, "inspect", look)
    desk = Desk(Effect.ALLOW, tools=[tool("read")])
    await desk.call("read")
    order.clear()
    append = desk.log.append

    async def record(*drafts: Draft) -> int:
        order.append("record")
        return await append(*drafts)

    monkeypatch.setattr(desk.log, "append", record)
    await asyncio.gather(*(desk.call("read", {"a": str(number)}) for number in range(3)))
    assert order == ["look", "record", "look", "look", "record", "record"]


def call(arguments: JsonObject | None = None) -> Call:
    return frozen_call("call-1", {"name": "read", "arguments": arguments or {}})


async def test_long_inputs_are_looked_at_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[bool] = []

    def note(*_: object) -> tuple[Finding, ...]:
        where.append(threading.current_thread() is threading.main_thread())
        return ()

    monkeypatch.setattr(insight_module, "inspect", note)
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    await looking.findings(call({"a": "b"}), defined)
    await looking.findings(replace(call({"a": "x" * INLINE}), id="call-2"), defined)
    assert where == [True, False]


async def test_what_would_load_the_reader_of_sql_is_looked_at_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[bool] = []

    def note(*_: object) -> tuple[Finding, ...]:
        where.append(threading.current_thread() is threading.main_thread())
        return ()

    monkeypatch.setattr(insight_module, "inspect", note)
    monkeypatch.setattr(sql_read, "_readings", lru_cache(lambda *_: ()))
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    for number in range(2):
        await looking.findings(replace(call({"a": "select 1 from t"}), id=f"call-{number}"), defined)
        sql_read.readings_of("select 1", "")
    assert where == [False, True]


async def listed(desk: Desk, name: str = "read") -> ToolDefinition:
    await desk.catalogue.refresh(timeout=5)
    found = desk.catalogue.get(name)
    assert found is not None
    return found.definition


async def test_what_was_not_looked_at_in_time_says_so_and_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = threading.Event()

    def slow(*_: object) -> tuple[Finding, ...]:
        hold.wait(10)
        return ()

    monkeypatch.setattr(insight_module, "inspect", slow)
    monkeypatch.setattr(looks, "SECONDS", 0.02)
    monkeypatch.setattr(looks, "WAIT", 0.02)
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    calls = [replace(call({"a": "x" * INLINE}), id=f"call-{number}") for number in range(AT_ONCE + 1)]
    found = await asyncio.gather(*(looking.findings(it, defined) for it in calls))
    assert [[(it.kind, it.severity) for it in each] for each in found] == [
        [("not-inspected", Severity.MEDIUM)] for _ in calls
    ]
    looking.sent(calls[0], defined)
    hold.set()
    await until(lambda: not [it for it in threading.enumerate() if it.name == "look at a call"])
    await turns()


async def test_s14_what_was_found_before_the_time_was_up_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    hold, secret = threading.Event(), Finding("secret", Severity.HIGH, "The inputs hold a key.")

    def slow(_: Subject, __: object, found: list[Finding]) -> tuple[Finding, ...]:
        found.append(secret)
        hold.wait(10)
        return ()

    monkeypatch.setattr(insight_module, "inspect", slow)
    monkeypatch.setattr(looks, "SECONDS", 0.02)
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    found = await looking.findings(call({"a": "x" * INLINE}), defined)
    assert [it.kind for it in found] == ["secret", "not-inspected"]
    assert looking.names_paths(call({"a": "x" * INLINE})), "nobody can tell"
    hold.set()
    await until(lambda: not [it for it in threading.enumerate() if it.name == "look at a call"])
    await turns()


async def test_s22_many_calls_at_once_do_not_keep_the_loop_to_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def dear(subject: Subject, *_: object) -> tuple[Finding, ...]:
        assert threading.current_thread() is threading.main_thread()
        order.append(str(subject.arguments["n"]))
        return ()

    monkeypatch.setattr(insight_module, "inspect", dear)
    clock = SimpleNamespace(monotonic=time.monotonic, thread_time=partial(next, count(0.0, 1.0)))
    monkeypatch.setattr(looks, "time", clock)  # one look, and the turn is used up
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    calls = [replace(call({"n": str(number)}), id=str(number)) for number in range(3)]
    waiting = asyncio.gather(*(looking.findings(it, defined) for it in calls))
    while not waiting.done():
        order.append("others")
        await asyncio.sleep(0)
    looked = [it for it in order if it != "others"]
    assert looked == ["0", "1", "2"]
    assert not any(one != "others" != two for one, two in pairwise(order)), "others have their turn between two looks"


async def test_s22_small_calls_that_come_together_need_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bool] = []

    def dear(*_: object) -> tuple[Finding, ...]:
        looked.append(threading.current_thread() is threading.main_thread())
        return ()

    desk = Desk(Effect.ALLOW, tools=[tool("read")])
    await desk.call("read")
    monkeypatch.setattr(insight_module, "inspect", dear)
    monkeypatch.setattr(looks, "TURN", 0.0)
    clock = SimpleNamespace(monotonic=time.monotonic, thread_time=partial(next, count(0.0, 1.0)))
    monkeypatch.setattr(looks, "time", clock)
    await asyncio.gather(*(desk.call("read", {"n": str(number)}) for number in range(5)))
    assert looked == [True] * 5


async def test_a_call_that_is_withdrawn_before_it_has_a_turn_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Effect.ALLOW, tools=[tool("read")])
    await desk.call("read")
    monkeypatch.setattr(insight_module, "inspect", lambda *_: pytest.fail("nobody wants to know"))
    monkeypatch.setattr(looks.Looks, "room", property(lambda _: False))
    run = desk.make_run("read")
    going = tasks.spawn(desk.gate.run(run), name="a call")
    await turns()
    assert not going.done()
    run.abort(WITHDRAWN)
    assert await going == NOTHING
    assert len(desk.server.calls) == 1


async def test_s22_a_look_that_no_turn_has_room_for_goes_to_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bool] = []

    def dear(*_: object) -> tuple[Finding, ...]:
        looked.append(threading.current_thread() is threading.main_thread())
        return ()

    monkeypatch.setattr(insight_module, "inspect", dear)
    monkeypatch.setattr(looks, "TURN", -1.0)
    monkeypatch.setattr(looks, "WAIT", 0.001)
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    await looking.findings(replace(call({"n": 1}), id="one"), defined)
    monkeypatch.setattr(looks, "TURN", 60.0)
    await looking.findings(replace(call({"n": 2}), id="two"), defined)
    assert looked == [False, True]


def test_folders_are_those_of_rules_that_allow_such_calls() -> None:
    rules = (
        b'{"version": 1, "rules": ['
        b'{"id": "a", "effect": "allow", "match": {"tool": "read", "paths_within": ["/srv/a"]}},'
        b'{"id": "b", "effect": "ask", "match": {"paths_within": ["/srv/b"]}},'
        b'{"id": "c", "effect": "allow", "match": {"tool": "write", "paths_within": ["/srv/c"]}}]}'
    )
    source = read_source("managed", Path("managed.json"), rules)
    assert folders_of([source], "files", "read", "claude") == (("/srv/a", None),)
    assert folders_of([source], "files", "list", "claude") == ()


async def test_a_person_sees_where_a_link_leads(tmp_path: Path) -> None:
    secret = tmp_path / ".ssh"
    secret.mkdir()
    (secret / "id_rsa").write_text("x")
    (tmp_path / "notes").symlink_to(secret / "id_rsa")
    desk = Desk(Effect.ASK, tools=[tool("read")])
    approver = desk.quick()
    await desk.call("read", {"path": str(tmp_path / "notes")})
    assert "sensitive-path" in kinds(approver.asked[0].findings)
    assert "sensitive-path" not in kinds(desk.rules.facts[0].findings)


# Links, where nobody would be asked


def linked(tmp_path: Path) -> Path:
    """A link to a key."""
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "authorized_keys").write_text("")
    link = tmp_path / "notes.txt"
    link.symlink_to(tmp_path / ".ssh" / "authorized_keys")
    return link


class Forcing:
    """A policy that allows, and asks where a finding wants that, as the real one does."""

    def __init__(self, desk: Desk) -> None:
        self._judge = desk.rules.judge

    def __call__(self, facts: CallFacts) -> Verdict:
        verdict = self._judge(facts)
        return replace(verdict, effect=Effect.ASK) if any(map(forces, facts.findings)) else verdict


async def test_s35_a_link_to_a_key_is_asked_about_although_a_rule_allows(tmp_path: Path) -> None:
    desk = Desk(Effect.ALLOW)
    desk.rules.judge = Forcing(desk)  # type: ignore[method-assign]
    approver = desk.quick()
    await desk.call("any", {"path": str(tmp_path / "plain.txt")})
    assert not approver.asked
    await desk.call("any", {"path": str(linked(tmp_path))})
    (asked,) = approver.asked
    assert [(it.kind, it.severity) for it in asked.findings if it.kind == "sensitive-path"] == [
        ("sensitive-path", Severity.HIGH)
    ]


async def test_s35_a_link_in_the_home_folder_is_asked_about_although_a_rule_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    desk = Desk(Effect.ALLOW)
    desk.rules.judge = Forcing(desk)  # type: ignore[method-assign]
    approver = desk.quick()
    linked(tmp_path)
    await desk.call("any", {"path": "~/other.txt"})
    assert not approver.asked
    await desk.call("any", {"path": "~/notes.txt"})
    assert "sensitive-path" in kinds(approver.asked[0].findings)


async def test_s35_a_link_to_a_key_is_asked_about_although_a_grant_covers(tmp_path: Path) -> None:
    desk = Desk(Effect.ASK, tools=[tool("read")])
    approver = desk.quick(for_a_while)
    link = linked(tmp_path)
    link.rename(tmp_path / "aside")
    link.write_text("harmless")
    await desk.call("read", {"path": str(link)})
    await desk.call("read", {"path": str(link)})
    assert len(approver.asked) == 1
    (tmp_path / "aside").rename(link)
    await desk.call("read", {"path": str(link)})
    assert len(approver.asked) == 2


@pytest.mark.parametrize("home", ["", "~"])
async def test_s35_a_link_that_leads_elsewhere_by_now_is_not_followed_for_a_rule(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    desk = Desk(Effect.ALLOW)
    (tmp_path / "notes.txt").symlink_to(tmp_path / "a")

    def swap(draft: Draft) -> None:
        if draft.kind == "call.decided":
            (tmp_path / "notes.txt").unlink()
            (tmp_path / "notes.txt").symlink_to(tmp_path / "b")

    desk.log.during = swap
    await desk.call("any", {"path": f"{home or tmp_path}/notes.txt"})
    assert not desk.server.calls


async def test_s35_paths_that_cannot_be_looked_at_in_time_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gather, "LOOK_SECONDS", -1.0)
    desk = Desk(Effect.ALLOW)
    await desk.call("any", {"path": "/etc/hostname"})
    assert "not-inspected" in kinds(desk.rules.facts[-1].findings)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("plain words", False),
        ("https://example.com/a/b?c=d", False),
        ("Größe", False),
        ("either/or", False),
        ("src/main.py", False),
        ("/srv/a", True),
        ("~", True),
        ("file:///etc/passwd", True),
        ("~/a", True),
    ],
)
async def test_only_what_may_be_a_path_is_resolved_where_nobody_is_asked(text: str, names: bool) -> None:
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    await looking.findings(call({"a": text}), defined)
    assert looking.names_paths(call({"a": text})) is names


# Where it is looked at


@pytest.mark.parametrize("what", ["nothing", "inputs", "definition", "result", "compared", "searched", "read", "tools"])
async def test_whatever_is_long_is_looked_at_in_a_thread(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[bool] = []

    def note(*_: object) -> tuple[Finding, ...]:
        where.append(threading.current_thread() is threading.main_thread())
        return ()

    monkeypatch.setattr(insight_module, "inspect", note)
    long = "x" * INLINE
    desk = Desk(tools=[tool("read", description=long if what == "definition" else "")])
    defined, looking = await listed(desk), passing(desk.clock)
    if what in ("result", "compared", "searched", "read"):
        brought = replace(call(), id="call-0")
        if what in ("compared", "searched"):
            brought = replace(brought, server=replace(brought.server, id="elsewhere"))
        looking.sent(brought, defined)
        looking.recall.heard(brought, {"content": [{"type": "text", "text": long * (4 if what == "searched" else 1)}]})
    if what in ("compared", "searched", "read"):
        for earlier in looking.recall.past(replace(call(), id="call-9"), tuple).session:
            assert isinstance(earlier.trace, Trace)
            earlier.trace.once(lambda _: None)
            assert earlier.trace.unread == 0
            assert what != "searched" or (earlier.trace.text and earlier.trace.unindexed == 0)
    if what == "tools":
        looking.tools = lambda: tuple(("other", f"tool-{number}") for number in range(INLINE // NAME_COST))
    await looking.findings(call({"a": long if what == "inputs" else "some words " * 40}), defined)
    assert where == [what in ("nothing", "read")]


@pytest.mark.parametrize("length", [INLINE, LONG])
async def test_a_definition_that_was_looked_through_needs_no_thread_unless_it_is_very_long(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[bool] = []

    def note(*_: object) -> tuple[Finding, ...]:
        where.append(threading.current_thread() is threading.main_thread())
        return ()

    monkeypatch.setattr(insight_module, "inspect", note)
    desk = Desk(tools=[tool("read", description="x" * length)])
    defined, looking = await listed(desk), passing(desk.clock)
    for number in range(2):
        await looking.findings(replace(call({"n": number}), id=f"call-{number}"), defined)
    assert where == [False, length == INLINE]


async def test_results_that_the_index_tells_all_of_need_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[bool] = []

    def note(*_: object) -> tuple[Finding, ...]:
        where.append(threading.current_thread() is threading.main_thread())
        return ()

    monkeypatch.setattr(insight_module, "inspect", note)
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    brought = replace(call(), id="call-0", server=replace(call().server, id="elsewhere"))
    looking.sent(brought, defined)
    looking.recall.heard(brought, {"content": [{"type": "text", "text": "".join(f"{it:x}" for it in range(40_000))}]})
    for earlier in looking.recall.past(replace(call(), id="call-9"), tuple).session:
        assert isinstance(earlier.trace, Trace)
        earlier.trace.once(lambda _: None)
        assert earlier.trace.text
        assert not earlier.trace.crowded
    await looking.findings(call({"a": "some words " * 40}), defined)
    assert where == [True]


async def test_a_long_result_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def count(text: str) -> None:
        looked.append(len(text))

    monkeypatch.setattr(instructions, "_look_ordered", count)
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), passing(desk.clock)
    looking.sent(call(), defined)
    looking.recall.heard(call(), {"content": [{"type": "text", "text": "word " * 20_000}]})
    for number in range(3):
        await looking.findings(replace(call({"n": number}), id=f"later-{number}"), defined)
    assert looked == [99_999 + 1]


@pytest.mark.parametrize("length", [AHEAD, AHEAD + 1])
async def test_a_short_result_is_looked_through_when_the_app_has_it(length: int) -> None:
    desk = Desk(Effect.ALLOW, tools=[tool("read")])
    desk.server.on["tools/call"] = lambda _: {"result": {"content": [{"type": "text", "text": "x" * length}]}}
    await desk.call("read")
    await turns()
    (earlier,) = desk.gate.insight.recall.past(desk.make_run("read").call, tuple).session
    assert isinstance(earlier.trace, Trace)
    assert earlier.trace.unread == (0 if length <= AHEAD else length)


async def test_a_fault_while_a_result_is_looked_through_ahead_is_told_with_the_next_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: str) -> None:
        raise RecursionError

    monkeypatch.setattr(instructions, "_look_ordered", fail)
    desk = Desk(Effect.ALLOW, tools=[tool("read")])
    desk.server.on["tools/call"] = lambda _: {"result": {"content": [{"type": "text", "text": TEXT}]}}
    await desk.call("read")
    await turns()
    await desk.call("read")
    assert [("not-inspected" in kinds(facts.findings)) for facts in desk.rules.facts] == [False, True]


async def test_a_definition_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []

    def count(definition: JsonObject) -> tuple[list[str], bool]:
        looked.append(definition)
        return [], True

    monkeypatch.setattr(instructions, "texts_of_definition", count)
    desk = Desk(tools=[tool("read", description="only here, and looked through once")])
    defined, looking = await listed(desk), passing(desk.clock)
    for number in range(3):
        await looking.findings(replace(call({"n": number}), id=f"call-{number}"), defined)
    assert len(looked) == 1


# Whose words count


@pytest.mark.parametrize("ours", [False, True])
async def test_s16_what_an_app_says_the_person_said_makes_no_finding_milder(ours: bool) -> None:
    desk = Desk(tools=[tool("read")])
    defined, looking = await listed(desk), Insight(passing(desk.clock).recall, our_own=lambda _: ours)
    web = replace(call(), id="web", server=replace(call().server, id="web"))
    looking.sent(web, defined)
    looking.recall.heard(web, {"content": [{"type": "text", "text": TEXT}]})
    found = await looking.findings(replace(call({"text": TEXT}), turn=TEXT), defined)
    assert ("carried-over" in kinds(found)) is not ours


@pytest.mark.parametrize("ours", [False, True])
async def test_s16_what_an_app_says_the_person_said_can_still_speak_against_its_call(ours: bool) -> None:
    desk = Desk(tools=[tool("delete_file")])
    looking = Insight(passing(desk.clock).recall, our_own=lambda _: ours)
    defined = await listed(desk, "delete_file")
    deleting = frozen_call("call-1", {"name": "delete_file", "arguments": {"path": "a.txt"}})
    found = await looking.findings(replace(deleting, turn="only show me a.txt, don't delete it"), defined)
    (told,) = [finding for finding in found if finding.kind == "contradiction"]
    assert told.text.startswith("By your words, as the app quotes them: ") is not ours
