"""Readings of a question that is about to be shown."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from host.canonical import canonical
from host.control.protocol import CallAsked
from host.control.views import ActionView, Reading, Said
from host.model import App, ApprovalRequest, Call, ServerRef, ToolDefinition, sha256_hex
from host.values import replace
from host.window import previews
from host.window.previews import MOST, Previews, read_now
from tests.unit.host.gate.test_approvals import request
from tests.unit.host.support import BOUND, turns, until
from tests.unit.host.window.test_server import Room, answer_to

READING = Reading(("text",), "path", (Said("leads to", "/x"),))


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what hangs is late, however busy the machine is."""
    monkeypatch.setattr(previews, "SECONDS", BOUND)


@pytest.fixture
def asked() -> ApprovalRequest:
    """A question with an input that could be read."""
    made = request()
    return replace(made, call=replace(made.call, arguments=b'{"path":"/x"}'))


async def test_what_is_read_in_time_is_there(asked: ApprovalRequest) -> None:
    assert await Previews(lambda *_: (READING,)).readings(asked, None) == (READING,)


async def test_of_a_result_and_of_plain_words_nothing_is_read(asked: ApprovalRequest) -> None:
    plain = replace(asked, call=replace(asked.call, arguments=b'{"name":"Ada","n":1}'))
    for other in (replace(asked, result=b"{}"), plain):
        assert await Previews(lambda *_: (READING,)).readings(other, None) == ()


@pytest.mark.expected_logs(r"host\.window\.previews: the inputs of call call-1 could not be read")
async def test_a_fault_while_reading_leaves_the_inputs_as_they_are(asked: ApprovalRequest) -> None:
    def fail(*_: object) -> tuple[Reading, ...]:
        raise RecursionError

    assert await Previews(fail).readings(asked, None) == ()


async def test_what_hangs_holds_a_question_up_for_a_moment_and_takes_few_threads(
    asked: ApprovalRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "SECONDS", 0.01)
    answers, ended, begun = threading.Event(), threading.Semaphore(0), []

    def hang(call: Call, *_: object) -> tuple[Reading, ...]:
        begun.append(call.id)
        answers.wait(BOUND)
        ended.release()
        return (READING,)

    reader = Previews(hang)
    async with asyncio.timeout(BOUND):
        for _ in range(previews.MAX_READING + 3):
            assert await reader.readings(asked, None) == ()
    await until(lambda: len(begun) == previews.MAX_READING)
    answers.set()
    for _ in begun:
        assert ended.acquire(timeout=BOUND)


async def test_the_window_gets_the_readings_with_the_question_and_none_of_what_ended_meanwhile(tmp_path: Path) -> None:
    room = Room(tmp_path)
    begun, go_on = threading.Event(), threading.Event()

    def read(*_: object) -> tuple[Reading, ...]:
        begun.set()
        go_on.wait(BOUND)
        return (READING,)

    room.server._prompts._previews = Previews(read)  # noqa: SLF001  # in place of what reads the disk
    room.sit()
    run, ended = room.propose("/x")
    await until(begun.is_set)
    assert room.events(CallAsked) == []
    room.gate.gate.emergency_stop("ana")
    await ended
    room.gate.gate.release("ana")
    go_on.set()
    await turns()
    assert room.events(CallAsked) == []
    _, ended = room.propose("/y")
    question = await room.asked()
    assert question.asked.readings == (READING,)
    assert question.asked.request.call.id != run.call.id
    await room.ask(answer_to(question))
    await ended
    await room.leave()


@pytest.mark.parametrize("approve", [True, False])
async def test_what_stood_there_is_shown_and_goes_on_record_with_the_answer(tmp_path: Path, approve: bool) -> None:
    room = Room(tmp_path)
    reading = Reading(("text",), "path", there="nothing")
    room.server._prompts._previews = Previews(lambda *_: (reading,))  # noqa: SLF001  # in place of what reads the disk
    room.sit()
    run, ended = room.propose("/x")
    question = await room.asked()
    assert question.asked.action.there == "nothing"
    await room.ask(answer_to(question, approve))
    await ended
    [decided] = room.gate.log.of("call.decided", run.call)
    assert decided.fields["there"] == "nothing"
    await room.leave()


def test_what_is_moved_goes_by_its_second_place() -> None:
    readings = (Reading(("from",), "path", there="file"), Reading(("to",), "path", there="nothing"))
    one = ActionView("writes", object="a", inputs=(("from",), ("to",)))
    assert previews.with_there(one, readings).there == "file"
    assert previews.with_there(replace(one, detail="b"), readings).there == "nothing"
    assert previews.with_there(replace(one, inputs=(("text",),)), readings).there == ""


def read(arguments: dict[str, Any], tool: str = "do", server: str = "srv") -> tuple[Reading, ...]:
    sent = canonical(arguments)
    call = Call(
        "id",
        App("a", authenticated=True),
        ServerRef(server, "", ""),
        tool,
        sent,
        sent,
        arguments,
        "2026",
        0.0,
        sha256_hex(sent),
    )
    return read_now(call, ToolDefinition(tool, b"{}", {"name": tool}), None)


def said(reading: Reading) -> dict[str, str]:
    return {each.name: each.value for each in reading.facts}


def test_a_path_says_what_stands_there(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    (found,) = read({"path": str(tmp_path / "a.txt")})
    assert (found.path, found.kind, said(found)) == (("path",), "path", {"On disk": "a file of 5 bytes"})


@pytest.mark.parametrize(
    ("name", "there"), [("", "a folder"), ("missing", "nothing yet"), ("missing/x", "nothing yet")]
)
def test_folders_and_nothing_are_told_apart(tmp_path: Path, name: str, there: str) -> None:
    (found,) = read({"path": str(tmp_path / name)})
    assert said(found)["On disk"] == there


@pytest.mark.parametrize(
    ("tool", "inputs", "what"),
    [
        ("write_file", {"content": "x"}, "Replaces"),
        ("append_file", {"content": "x"}, "On disk"),
        ("edit_file", {"old_text": "x", "new_text": "y"}, "On disk"),
        ("read_file", {}, "On disk"),
    ],
)
def test_a_file_that_gets_a_whole_new_content_is_replaced(
    tmp_path: Path, tool: str, inputs: dict[str, str], what: str
) -> None:
    (tmp_path / "x").write_text("hello")
    (found,) = (it for it in read({"path": str(tmp_path / "x"), **inputs}, tool) if it.path == ("path",))
    assert said(found) == {what: "a file of 5 bytes"}
    (none,) = (it for it in read({"path": str(tmp_path / "y"), **inputs}, tool) if it.path == ("path",))
    assert said(none) == {"On disk": "nothing yet"}
    assert (found.there, none.there) == ("replaced" if what == "Replaces" else "file", "nothing")


def test_a_link_says_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (found,) = read({"files": [{"path": str(tmp_path / "link" / "x")}]})
    assert found.path == ("files", 0, "path")
    assert said(found) == {"Leads to": str(tmp_path / "real" / "x"), "On disk": "nothing yet"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("to", "ana@garden.example"),
        ("to", "#general"),
        ("to", "notes/ana"),
        ("timezone", "Europe/Paris"),
        ("source_timezone", "America/New_York"),
        ("repo", "owner/name"),
        ("branch", "feature/x"),
        ("mime", "text/plain"),
    ],
)
def test_words_with_a_slash_between_them_are_no_path_for_that(name: str, value: str) -> None:
    assert read({name: value}) == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [("path", "a/b"), ("targetFiles", "a/b"), ("to", "./a"), ("q", "~/a"), ("q", "../a"), ("x", "/a")],
)
def test_a_path_is_one_by_its_name_or_its_beginning(name: str, value: str) -> None:
    assert [found.kind for found in read({name: value})] == ["path"]


def test_a_path_that_this_machine_cannot_tell_says_why() -> None:
    (found,) = read({"path": "notes/a.txt"})
    why = "it is relative, and only the server knows to what"
    assert said(found) == {"": f"Where it leads on this machine cannot be told: {why}"}


def test_sql_says_what_it_is_and_touches_and_is_laid_out() -> None:
    (found,) = read({"sql": "delete from t where id in (select id from u) -- why"}, server="postgres")
    assert said(found) == {"Statements": "DELETE", "Reads": "u", "Writes": "t"}
    assert found.text.startswith("DELETE FROM t\nWHERE")
    assert "why" in found.text


def test_sql_that_cannot_be_read_says_so() -> None:
    (found,) = read({"sql": "select from where"})
    assert (found.facts, found.text) == ((Said("As SQL", "could not be read: it is no SQL that is known"),), "")


def test_sql_that_databases_read_differently_says_so() -> None:
    (found,) = read({"sql": "SELECT '\\'; DROP TABLE x; -- '"})
    assert "Databases differ" in said(found)


@pytest.mark.parametrize(
    ("url", "facts"),
    [
        ("http://2130706433/", {"Read as": "127.0.0.1"}),
        ("https://x.example/a%2fb%20c", {"Path, decoded": "/a/b c"}),
        ("https://x.example/a", {}),
    ],
)
def test_an_address_says_what_a_program_reads_in_it(url: str, facts: dict[str, str]) -> None:
    found = [reading for reading in read({"url": url}) if reading.kind == "host"]
    assert [said(each) for each in found] == [facts] * bool(facts)


def test_readings_are_few(tmp_path: Path) -> None:
    assert len(read({"paths": [str(tmp_path / str(n)) for n in range(200)]})) <= MOST


def test_words_have_no_reading() -> None:
    assert read({"text": "Dear Bob, see you at 5.", "count": 3}) == ()
