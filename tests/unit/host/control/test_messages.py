from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import parse
from host.control import messages
from host.control.messages import (
    MAX_FIELD,
    VERBS,
    BridgeHello,
    ControlHello,
    HookHello,
    WindowHello,
    accepted,
    read_hello,
    rejected,
    window_hello,
)
from host.errors import AssentError, NoHost, UsageError
from host.model import JsonObject, JsonValue

CORPUS = Path(__file__).parents[3] / "assets" / "hostile" / "json"
BRIDGE: JsonObject = {"assent": 1, "role": "bridge", "server": "files", "app": "claude", "token": "t"}
CONTROL: JsonObject = {"assent": 1, "role": "control", "verb": "status"}
HOOK: JsonObject = {"assent": 1, "role": "hook", "app": "codex", "token": "t", "tool": "shell"}
WINDOW: JsonObject = {"assent": 1, "role": "window", "secret": "s"}


ODD: list[JsonValue] = [None, 1.5, [], {}, "x" * (MAX_FIELD + 1)]


def line(value: JsonValue) -> bytes:
    return json.dumps(value).encode()


def test_a_bridge_says_which_server_it_wants_and_who_it_is() -> None:
    assert read_hello(line(BRIDGE)) == BridgeHello("files", "claude", "t")
    assert read_hello(line(BRIDGE | {"token": ""})) == BridgeHello("files", "claude", "")


def test_the_window_brings_its_secret_and_nothing_else() -> None:
    assert read_hello(line(WINDOW)) == WindowHello("s")
    assert read_hello(window_hello("abc").rstrip(b"\n")) == WindowHello("abc")
    assert window_hello("a\nb").count(b"\n") == 1


def test_a_hook_asks_about_one_use() -> None:
    assert read_hello(line(HOOK)) == HookHello("codex", "t", "shell")


@pytest.mark.parametrize("role", ["\\ud800", "\\u0000bridge"])
def test_a_role_of_odd_characters_is_refused(role: str) -> None:
    with pytest.raises(UsageError):
        read_hello(line(WINDOW).replace(b'"window"', f'"{role}"'.encode()))


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "sign-out"])
def test_the_command_line_asks_one_of_the_verbs(verb: str) -> None:
    assert read_hello(line(CONTROL | {"verb": verb})) == ControlHello(verb)  # type: ignore[arg-type]  # from VERBS
    with pytest.raises(UsageError):
        read_hello(line(CONTROL | {"verb": verb, "server": "files"}))


def test_a_sign_out_names_its_server() -> None:
    assert read_hello(line(CONTROL | {"verb": "sign-out", "server": "mail"})) == ControlHello("sign-out", "mail")
    wrongs: list[JsonObject] = [{}, {"server": 1}, {"server": "mail", "token": "x"}]
    for wrong in wrongs:
        with pytest.raises(UsageError):
            read_hello(line(CONTROL | {"verb": "sign-out"} | wrong))


def test_s39_no_verb_sounds_like_a_decision_or_a_loosening() -> None:
    """A verb added here is a door for every program of this user: it must only read, show, or take something away."""
    assert set(VERBS) == {"status", "recheck-apps", "show", "sign-out"}


@pytest.mark.parametrize(
    "verb",
    [
        "approve",
        "allow",
        "decide",
        "grant",
        "confirm",
        "release",
        "attach",
        "STATUS",
        "status ",
        "",
        None,
        1,
        ["status"],
    ],
    ids=repr,
)
def test_s39_other_verbs_are_refused(verb: JsonValue) -> None:
    with pytest.raises(UsageError):
        read_hello(line(CONTROL | {"verb": verb}))


def broken() -> list[JsonValue]:
    """Lines that are almost a hello."""
    made: list[JsonValue] = [None, [], {}, "bridge", 1, [BRIDGE]]
    for hello in (BRIDGE, HOOK, CONTROL, WINDOW):
        made += [{key: value for key, value in hello.items() if key != left_out} for left_out in hello]
        made += [hello | {key: odd} for key in hello for odd in ODD]
        made += [hello | {"extra": "x"}, hello | {"extra": None}, hello | {"role": "Bridge"}, hello | {"role": ""}]
        made += [hello | {"assent": 0}, hello | {"assent": 2}, hello | {"assent": "1"}, hello | {"assent": 10**30}]
    mixed: list[JsonValue] = [BRIDGE | {"verb": "status"}, CONTROL | {"server": "files"}, WINDOW | {"verb": "show"}]
    return made + mixed


@pytest.mark.parametrize("value", broken())
def test_s39_a_line_that_is_not_exactly_a_hello_is_refused(value: JsonValue) -> None:
    with pytest.raises(UsageError):
        read_hello(line(value))


@pytest.mark.parametrize("version", ["true", "1.0", "1e0"])
def test_s39_the_version_is_the_whole_number_and_nothing_that_equals_it(version: str) -> None:
    with pytest.raises(UsageError):
        read_hello(line(CONTROL).replace(b'"assent": 1', f'"assent": {version}'.encode()))


@pytest.mark.parametrize("sample", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_s03_ambiguous_json_is_no_hello(sample: Path) -> None:
    with pytest.raises(UsageError):
        read_hello(sample.read_bytes())


@given(st.binary(max_size=200))
def test_no_first_line_raises_anything_but_a_usage_error(data: bytes) -> None:
    with pytest.raises(UsageError):
        read_hello(data)


def test_s39_the_refusal_repeats_nothing_of_the_line() -> None:
    with pytest.raises(UsageError) as caught:
        read_hello(line({"assent": 1, "role": "bridge", "token": "s3cr3t"}))
    assert "s3cr3t" not in str(caught.value)


def test_the_answers_are_one_line_each() -> None:
    assert parse(accepted()) == {"ok": True}
    assert parse(accepted(session="s1", nothing=None)) == {"ok": True, "session": "s1", "nothing": None}
    assert parse(rejected("no\nway")) == {"ok": False, "error": "no\nway"}
    assert b"\n" not in accepted(text="a\nb") + rejected("a\nb")


def test_an_answer_cannot_take_its_own_yes_back() -> None:
    assert parse(accepted(ok=False)) == {"ok": True}


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


def frame_of(value: JsonValue) -> bytes:
    return json.dumps(value).encode() + b"\n"


def test_a_question_is_one_line_and_so_is_its_answer(host: OneAnswer) -> None:
    host.say(frame_of({"ok": True, "pid": 7}))
    assert messages.ask(host.path, "status") == {"ok": True, "pid": 7}
    assert host.asked.endswith(b"\n")
    assert json.loads(host.asked) == {"assent": 1, "role": "control", "verb": "status"}


def test_an_answer_may_come_in_pieces_and_be_long(host: OneAnswer) -> None:
    long: JsonObject = {"ok": True, "text": "x" * 300_000}
    data = frame_of(long)
    host.say(data[:1], data[1:100_000], data[100_000:])
    assert messages.ask(host.path, "status") == long


@pytest.mark.parametrize(
    "answer", [{"ok": False, "error": "no such thing"}, {"ok": 1, "error": "no such thing"}, {"error": "no such thing"}]
)
def test_an_answer_that_is_no_yes_is_an_error_with_the_hosts_words(host: OneAnswer, answer: JsonObject) -> None:
    host.say(frame_of(answer))
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


@pytest.mark.parametrize("answer", [b"", b'{"ok":true}'], ids=["nothing", "half a frame_of"])
def test_a_host_that_hangs_up_is_an_error(host: OneAnswer, answer: bytes) -> None:
    host.say(answer)
    with pytest.raises(AssentError):
        messages.ask(host.path, "status")


@pytest.mark.parametrize("left", ["nothing", "a stale socket", "a file"])
def test_where_no_host_listens_that_is_what_is_reported(tmp_path: Path, left: str) -> None:
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
