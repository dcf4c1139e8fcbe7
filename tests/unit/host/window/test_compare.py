"""What a call that waits is held against: the last approved one, and files as they are."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from host.arguments.facts import PathFact
from host.canonical import json_path
from host.control.views import FileBefore
from host.model import Call, Draft, JsonObject
from host.policy.path_resolution import Resolver
from host.window import previews
from host.window.previews import Comparer, last_approved, read_file, written_files
from tests.support.waiting import eventually
from tests.unit.host.audit.support import Log, log_in, tampering, write
from tests.unit.host.support import frozen_call


def call(tool: str = "write_file", **arguments: object) -> Call:
    values: JsonObject = dict(arguments)  # type: ignore[arg-type]  # JSON in tests
    return frozen_call("c9", {"name": tool, "arguments": values})


def fact(path: str, *steps: str | int) -> PathFact:
    found = Resolver().find(path).place if path.startswith("/") else None
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


def test_where_there_is_none_or_it_is_not_kept_that_is_said(log: Log, tmp_path: Path) -> None:
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
    monkeypatch.setattr(previews, "PAGES", 1)
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


def test_of_a_relative_path_only_the_server_knows_the_file() -> None:
    ((file, place),) = written_files(call(path="notes.txt", content="c"), (fact("notes.txt"),))
    assert (file.name, file.text, file.why, place) == ("notes.txt", None, previews.RELATIVE, None)


def as_it_is(path: Path) -> FileBefore:
    place = Resolver().find(str(path)).place
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
        "binary": previews.NO_TEXT,
        "pipe": previews.NO_REGULAR,
        "new": previews.NO_FILE,
        "deep/new": previews.NO_FILE,
    }
    assert all(file.text is None for file in whys.values())
    assert as_it_is(tmp_path).why == previews.NO_REGULAR


def test_a_path_that_leads_elsewhere_by_now_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    (tmp_path / "secret").write_text("secret")
    place = Resolver().find(str(tmp_path / "a")).place
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
    for _ in range(previews.MAX_LOOKING + 2):
        found = await comparer.compare(call(path=path, content="x"), (fact(path),))
        assert [file.why for file in found.files] == [previews.TOO_SLOW]
    await eventually(lambda: len(looked) == previews.MAX_LOOKING)
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
    place = Resolver().find(path).place
    if place is None or place.tail:
        return  # no such system
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("it was opened"))
    file = read_file(FileBefore(("path",), ("content",), path, None, "", 0), place)
    assert (file.text, file.why) == (
        None,
        previews.NO_REGULAR if place.text.startswith(("/proc/", "/sys/", "/dev/")) else "",
    )
