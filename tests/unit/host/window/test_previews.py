"""Readings of a question that is about to be shown."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from host.arguments.facts import PathFact
from host.canonical import canonical, json_path
from host.control.protocol import CallAsked
from host.control.views import ActionView, FileBefore, Reading, Said
from host.model import App, ApprovalRequest, Call, Draft, JsonObject, JsonValue, ServerRef, ToolDefinition, sha256_hex
from host.policy.gather import Resolver
from host.values import replace
from host.window import previews
from host.window.previews import MAX_READINGS, Comparer, Previews, last_approved, read_file, read_now, written_files
from tests.support.waiting import eventually
from tests.unit.host.audit.support import Log, log_in, tampering, write
from tests.unit.host.gate.test_approvals import request
from tests.unit.host.support import BOUND, frozen_call, turns, until
from tests.unit.host.window.test_server import Room, answer_to

READING = Reading(("text",), "path", (Said("leads to", "/x"),))


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
    monkeypatch.setattr(previews, "READ_SECONDS", 0.01)
    answers, ended, begun = threading.Event(), threading.Semaphore(0), []

    def hang(call: Call, *_: object) -> tuple[Reading, ...]:
        begun.append(call.id)
        answers.wait(BOUND)
        ended.release()
        return (READING,)

    reader = Previews(hang)
    async with asyncio.timeout(BOUND):
        for _ in range(previews.MAX_BLOCKED_THREADS + 3):
            assert await reader.readings(asked, None) == ()
    await until(lambda: len(begun) == previews.MAX_BLOCKED_THREADS)
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
    _, ended, question = await room.put("/y")
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
    run, ended, question = await room.put("/x")
    assert question.asked.action.there == "nothing"
    await room.ask(answer_to(question, approve))
    await ended
    [decided] = room.gate.log.of("call.decided", run.call)
    assert decided.fields["there"] == "nothing"
    await room.leave()


def test_what_is_moved_goes_by_its_second_place() -> None:
    readings = (Reading(("from",), "path", there="file"), Reading(("to",), "path", there="nothing"))
    one = ActionView("writes", object="a", inputs=(("from",), ("to",)))
    assert previews.with_target_state(one, readings).there == "file"
    assert previews.with_target_state(replace(one, detail="b"), readings).there == "nothing"
    assert previews.with_target_state(replace(one, inputs=(("text",),)), readings).there == ""


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


def test_a_path_says_what_is_there(tmp_path: Path) -> None:
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
    assert said(found) == {"": f"It is unknown where it leads on this machine: {why}"}


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
    assert len(read({"paths": [str(tmp_path / str(n)) for n in range(200)]})) <= MAX_READINGS


def test_words_have_no_reading() -> None:
    assert read({"text": "Dear Bob, see you at 5.", "count": 3}) == ()


def call(tool: str = "write_file", **arguments: object) -> Call:
    values: JsonObject = dict(arguments)  # type: ignore[arg-type]  # JSON in tests
    return frozen_call("c9", {"name": tool, "arguments": values})


def fact(path: str, *steps: str | int) -> PathFact:
    found = Resolver().resolve(path).place if path.startswith("/") else None
    return PathFact(json_path(steps or ("path",)), "path", "path", found, "" if found else "it is relative", text=path)


def decided(call_id: str, decision: str = "approve", tool: str = "write_file", **values: bytes) -> Draft:
    fields: JsonObject = {"decision": decision, "app": {"name": "claude"}, "server": "files", "tool": tool}
    return Draft("call.decided", fields, values, call_id)


def params(text: str) -> bytes:
    return b'{"arguments":{"text":"%b"},"name":"write_file"}' % text.encode()


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return log_in(tmp_path / "log")


# The last approved call


def test_the_last_approved_call_of_the_same_tool_comes_with_its_time_and_app(log: Log) -> None:
    write(
        log,
        decided("c1", params=params("old")),
        decided("c2", params=params("last")),
        decided("c3", "deny", params=params("denied")),
        decided("c4", tool="other", params=params("another tool")),
        decided("c9", params=params("itself")),
    )
    inputs, at, app, why = last_approved(log.path, call())
    assert (inputs, app, why) == (b'{"text":"last"}', "claude", "")
    assert at > 0


def test_of_a_call_that_was_asked_and_changed_the_inputs_that_were_sent_are_told(log: Log) -> None:
    write(
        log,
        Draft("call.proposed", {"round": 1}, {"params": params("first")}, "c1"),
        Draft("call.edited", {"who": "ana"}, {"params": params("changed")}, "c1"),
        Draft("call.proposed", {"round": 2}, {"params": params("changed")}, "c1"),
        decided("c1"),
    )
    assert last_approved(log.path, call())[0] == b'{"text":"changed"}'


def test_where_there_is_none_or_it_is_not_kept_that_is_reported(log: Log, tmp_path: Path) -> None:
    write(log, decided("c1", "deny", params=params("x")))
    assert last_approved(log.path, call()) == (None, 0.0, "", previews.NONE_YET)
    write(log, decided("c2"))
    inputs, at, app, why = last_approved(log.path, call())
    assert (inputs, app, why) == (None, "claude", previews.FORGOTTEN)
    assert at > 0
    assert last_approved(tmp_path / "nowhere", call()) == (None, 0.0, "", previews.UNREADABLE)


def test_many_denials_in_between_are_passed_over_as_far_as_one_looks(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    denials = [decided(f"d{number}", "deny", params=params("no")) for number in range(previews.PAGE + 3)]
    write(log, decided("c1", params=params("found")), *denials)
    assert last_approved(log.path, call())[0] == b'{"text":"found"}'
    monkeypatch.setattr(previews, "MAX_PAGES", 1)
    assert last_approved(log.path, call())[3] == previews.NONE_YET


# Files


@pytest.mark.parametrize(
    ("tool", "arguments", "content"),
    [
        ("write_file", {"path": "/x", "content": "a"}, ("content",)),
        ("fs.createFile", {"path": "/x", "fileContents": "a"}, ("fileContents",)),
        ("write", {"path": "/x", "text": "a"}, ("text",)),
        ("save", {"path": "/x", "data": "a", "mode": "w"}, ("data",)),
        ("search", {"path": "/x", "text": "a"}, None),
        ("edit_file", {"path": "/x", "content": "a"}, None),
        ("append_to_file", {"path": "/x", "content": "a"}, None),
        ("write_file", {"path": "/x", "old_str": "a", "content": "b"}, None),
        ("write_file", {"path": "/x"}, None),
        ("write_file", {"path": "/x", "content": 7}, None),
    ],
)
def test_a_file_is_one_whose_whole_text_an_input_beside_its_path_would_become(
    tool: str, arguments: JsonObject, content: tuple[str, ...] | None
) -> None:
    found = written_files(call(tool, **arguments), (fact("/x"),))
    assert [file.content for file, _ in found] == ([] if content is None else [content])


def test_several_files_are_told_each_with_its_own_text() -> None:
    files = [{"path": f"/x{number}", "content": "c"} for number in range(previews.MAX_FILES + 5)]
    facts = tuple(fact(f"/x{number}", "files", number, "path") for number in range(len(files)))
    found = written_files(call("write_files", files=files), facts)
    assert [file.content for file, _ in found] == [("files", number, "content") for number in range(previews.MAX_FILES)]


def test_a_path_that_stands_elsewhere_than_it_is_said_to_is_left_out() -> None:
    assert written_files(call(path="/y", content="c"), (fact("/x"),)) == ()
    assert written_files(call(path="/x", content="c"), (fact("/x", "gone"),)) == ()


def test_s22_places_are_worked_out_for_paths_alone_and_not_below_many_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[tuple[str | int, ...]] = []

    def noted(steps: Iterable[str | int]) -> str:
        places.append(tuple(steps))
        return json_path(places[-1])

    monkeypatch.setattr(previews, "json_path", noted)
    deep: JsonValue = {f"k{number}": "/x" for number in range(1_000)}
    for _ in range(previews.MAX_STEPS):
        deep = {"a": deep}
    asked = call("write_file", path="/x", content="c", others=["y"] * 1_000, names={"a": "y"}, deep=deep)
    ((file, _),) = written_files(asked, (fact("/x"),))
    assert (file.content, places) == (("content",), [("path",)])


def test_of_a_relative_path_only_the_server_knows_the_file() -> None:
    ((file, place),) = written_files(call(path="notes.txt", content="c"), (fact("notes.txt"),))
    assert (file.name, file.text, file.why, place) == ("notes.txt", None, previews.RELATIVE, None)


def as_it_is(path: Path) -> FileBefore:
    place = Resolver().resolve(str(path)).place
    assert place is not None
    return read_file(FileBefore(("path",), ("content",), place.text, None, "", 0), place)


def test_a_file_is_shown_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("é\r\nb\x00".encode())
    (tmp_path / "link").symlink_to(tmp_path / "a")
    for name in ("a", "link"):
        file = as_it_is(tmp_path / name)
        assert (file.text, file.why, file.size) == ("é\r\nb\x00", "", 6)
        assert file.name == str(tmp_path / "a")


def test_what_is_no_text_no_file_too_large_or_not_there_is_not_shown_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * (previews.MAX_FILE + 1))
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    os.mkfifo(tmp_path / "pipe")
    whys = {name: as_it_is(tmp_path / name) for name in ("large", "binary", "pipe", "new", "deep/new")}
    assert {name: file.why for name, file in whys.items()} == {
        "large": previews.TOO_LARGE,
        "binary": previews.NOT_UTF8,
        "pipe": previews.NOT_REGULAR,
        "new": previews.NO_FILE,
        "deep/new": previews.NO_FILE,
    }
    assert all(file.text is None for file in whys.values())
    assert as_it_is(tmp_path).why == previews.NOT_REGULAR


def test_a_path_that_leads_elsewhere_by_now_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    (tmp_path / "secret").write_text("secret")
    place = Resolver().resolve(str(tmp_path / "a")).place
    assert place is not None
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to(tmp_path / "secret")
    file = read_file(FileBefore(("path",), ("content",), place.text, None, "", 0), place)
    assert (file.text, file.why) == (None, previews.ELSEWHERE)


@pytest.fixture
def past(log: Log) -> Log:
    """A log with one approved call."""
    write(log, decided("c1", params=params("last")))
    return log


async def test_a_comparison_holds_both(past: Log, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("before")
    path = str(tmp_path / "a")
    found = await Comparer(past.path).compare(call(path=path, content="after"), (fact(path),))
    assert found.last == b'{"text":"last"}'
    assert [(file.text, file.content) for file in found.files] == [("before", ("content",))]
    assert (await Comparer(past.path).compare(call(path=path, content="after"), None)).files == ()


async def test_a_disk_that_does_not_answer_holds_nobody_up_and_few_threads(
    past: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "FILE_SECONDS", 0.01)
    answers, ended = threading.Event(), threading.Semaphore(0)
    looked: list[str] = []

    def hang(file: FileBefore, _: object) -> FileBefore:
        looked.append(file.name)
        answers.wait(10)
        ended.release()
        return file

    monkeypatch.setattr(previews, "read_file", hang)
    path, comparer = str(tmp_path / "a"), Comparer(past.path)
    for _ in range(previews.MAX_BLOCKED_FILE_THREADS + 2):
        found = await comparer.compare(call(path=path, content="x"), (fact(path),))
        assert [file.why for file in found.files] == [previews.TOO_SLOW]
    await eventually(lambda: len(looked) == previews.MAX_BLOCKED_FILE_THREADS)
    answers.set()
    for _ in looked:
        assert ended.acquire(timeout=10)


@pytest.mark.parametrize("kept", [b"{", b"[]"], ids=["no JSON", "no object"])
def test_inputs_that_somebody_altered_are_not_told(log: Log, kept: bytes) -> None:
    write(log, decided("c1", params=kept))
    assert last_approved(log.path, call())[3] == previews.FORGOTTEN


@pytest.mark.parametrize("body", ['"time":"soon"', '"time":""'])
def test_a_time_that_somebody_altered_is_none(log: Log, body: str) -> None:
    write(log, decided("c1", params=params("x")))
    with tampering(log) as connection:
        connection.execute("UPDATE records SET time = ?", (body,))
    inputs, at, _, _ = last_approved(log.path, call())
    assert (inputs, at) == (b'{"text":"x"}', 0.0)


def test_a_file_that_may_not_be_read_or_fails_while_it_is_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("x")

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        assert as_it_is(tmp_path / "a").why == previews.NOT_READ
    with monkeypatch.context() as patched:
        patched.setattr(os, "fdopen", refuse)
        assert as_it_is(tmp_path / "a").why == previews.NOT_READ


def test_a_file_that_was_replaced_while_it_was_opened_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("mine")
    (tmp_path / "other").write_text("other")
    really = os.open
    monkeypatch.setattr(os, "open", lambda path, flags: really(str(tmp_path / "other"), flags))
    file = as_it_is(tmp_path / "a")
    assert (file.text, file.why) == (None, previews.ELSEWHERE)


@pytest.mark.parametrize("path", ["/proc/self/environ", "/sys/kernel/profiling", "/dev/null"])
def test_s19_what_the_system_keeps_under_a_file_s_name_is_not_read(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Resolver().resolve(path).place
    if place is None or place.tail:
        return  # no such system
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("it was opened"))
    file = read_file(FileBefore(("path",), ("content",), path, None, "", 0), place)
    assert (file.text, file.why) == (
        None,
        previews.NOT_REGULAR if place.text.startswith(("/proc/", "/sys/", "/dev/")) else "",
    )
