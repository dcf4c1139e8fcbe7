"""A real socket, and a host of one thread that says what the test wants."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host.control import messages
from host.errors import AssentError, NoHost
from host.model import JsonObject, JsonValue

Talk = Callable[[socket.socket], object]


class OneAnswer:
    """Listens at ``path`` and serves one connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked = b""
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._thread: threading.Thread | None = None

    def serve(self, talk: Talk) -> None:
        """Read the question, then ``talk``."""

        def work() -> None:
            connection, _ = self._listener.accept()
            with connection:
                self.asked = connection.recv(65_536)
                talk(connection)

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def say(self, *parts: bytes) -> None:
        """Serve an answer in parts."""

        def talk(connection: socket.socket) -> None:
            for part in parts:
                connection.sendall(part)

        self.serve(talk)

    def close(self) -> None:
        self._listener.close()
        if self._thread is not None:
            self._thread.join(10)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[OneAnswer]:
    made = OneAnswer(tmp_path / "s")
    yield made
    made.close()


def line(value: JsonValue) -> bytes:
    return json.dumps(value).encode() + b"\n"


def test_a_question_is_one_line_and_so_is_its_answer(host: OneAnswer) -> None:
    host.say(line({"ok": True, "pid": 7}))
    assert messages.ask(host.path, "status") == {"ok": True, "pid": 7}
    assert host.asked.endswith(b"\n")
    assert json.loads(host.asked) == {"assent": 1, "role": "control", "verb": "status"}


def test_an_answer_may_come_in_pieces_and_be_long(host: OneAnswer) -> None:
    long: JsonObject = {"ok": True, "text": "x" * 300_000}
    data = line(long)
    host.say(data[:1], data[1:100_000], data[100_000:])
    assert messages.ask(host.path, "status") == long


@pytest.mark.parametrize(
    "answer", [{"ok": False, "error": "no such thing"}, {"ok": 1, "error": "no such thing"}, {"error": "no such thing"}]
)
def test_an_answer_that_is_no_yes_is_an_error_with_the_hosts_words(host: OneAnswer, answer: JsonObject) -> None:
    host.say(line(answer))
    with pytest.raises(AssentError, match="no such thing"):
        messages.ask(host.path, "status")


@pytest.mark.parametrize(
    "answer",
    [
        b"\n",
        b"nonsense\n",
        b"[]\n",
        b"null\n",
        b'{"ok":false}\n',
        b'{"ok":true,"ok":true}\n',
        b'{"ok":true}{"ok":true}\n',
        b"\xff\n",
    ],
)
def test_an_answer_that_cannot_be_understood_is_an_error(host: OneAnswer, answer: bytes) -> None:
    host.say(answer)
    with pytest.raises(AssentError):
        messages.ask(host.path, "status")


@pytest.mark.parametrize("answer", [b"", b'{"ok":true}'], ids=["nothing", "half a line"])
def test_a_host_that_hangs_up_is_an_error(host: OneAnswer, answer: bytes) -> None:
    host.say(answer)
    with pytest.raises(AssentError):
        messages.ask(host.path, "status")


@pytest.mark.parametrize("left", ["nothing", "a stale socket", "a file"])
def test_where_no_host_listens_that_is_what_is_said(tmp_path: Path, left: str) -> None:
    path = tmp_path / "s"
    if left == "a stale socket":
        OneAnswer(path).close()
    elif left == "a file":
        path.write_text("x")
    with pytest.raises(NoHost, match="assent host"):
        messages.ask(path, "status")


def test_a_host_that_never_answers_does_not_hang_the_command_line(
    host: OneAnswer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "TIMEOUT", 0.05)
    done = threading.Event()
    host.serve(lambda _: done.wait(10))
    with pytest.raises(AssentError):
        messages.ask(host.path, "status")
    done.set()


def test_a_host_that_runs_but_does_not_answer_is_not_told_to_be_absent(host: OneAnswer) -> None:
    """Starting another one, as the sentence for an absent host proposes, would fail."""
    host.say(b"")
    with pytest.raises(AssentError) as caught:
        messages.ask(host.path, "status")
    assert not isinstance(caught.value, NoHost)


def test_an_endless_answer_is_cut_off(host: OneAnswer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_ANSWER", 100_000)

    def pour(connection: socket.socket) -> None:
        try:
            while True:
                connection.sendall(b"x" * 65_536)
        except OSError:
            return

    host.serve(pour)
    with pytest.raises(AssentError):
        messages.ask(host.path, "status")
