"""What the bridge keeps and what it does not send, without a host."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from host.apps import bridge
from host.apps.bridge import Bridge
from host.paths import Paths
from tests.support.hosts import ROOT

CALL = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"pay"}}'


class Dying:
    """A connection whose host dies while something is sent; ``during`` is what the other thread does meanwhile."""

    def __init__(self, during: Any) -> None:
        self._during = during

    def sendall(self, _: bytes) -> None:
        self._during()
        raise BrokenPipeError


@pytest.fixture
def made(tmp_path: Path) -> Bridge:
    return Bridge("raw", "tester", Paths(tmp_path, tmp_path, tmp_path))


def answers(capfd: pytest.CaptureFixture[str]) -> list[Any]:
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def test_what_was_answered_as_unknown_is_not_sent_to_the_next_host(
    made: Bridge, capfd: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = socket.socketpair()

    def the_other_thread() -> None:
        assert made._handle_lost_host()  # noqa: SLF001  # what it does when the host is gone
        made._set_connection(ours)  # noqa: SLF001  # and once another is there

    made._connection = Dying(the_other_thread)  # type: ignore[assignment]  # noqa: SLF001
    made._send_to_host(CALL)  # noqa: SLF001
    ours.close()
    assert theirs.recv(100) == b""
    theirs.close()
    (answer,) = answers(capfd)
    assert (answer["id"], answer["error"]["message"]) == (7, bridge.UNKNOWN_OUTCOME)


def test_what_no_host_can_have_read_is_sent_to_the_next_one(made: Bridge, capfd: pytest.CaptureFixture[str]) -> None:
    ours, theirs = socket.socketpair()
    made._connection = Dying(lambda: made._set_connection(ours))  # type: ignore[assignment]  # noqa: SLF001
    made._send_to_host(CALL)  # noqa: SLF001
    assert theirs.recv(1000) == CALL + b"\n"
    ours.close()
    theirs.close()
    assert answers(capfd) == []
    assert list(made._open_methods) == [(int, 7)]  # noqa: SLF001


def test_a_request_that_the_app_takes_back_is_open_no_more(made: Bridge, capfd: pytest.CaptureFixture[str]) -> None:
    ours, theirs = socket.socketpair()
    made._set_connection(ours)  # noqa: SLF001
    made._send_to_host(CALL)  # noqa: SLF001
    for wrong in ([7], None, "7", True):
        told = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": wrong}}
        made._send_to_host(json.dumps(told).encode())  # noqa: SLF001
    assert made._open_methods  # noqa: SLF001
    made._send_to_host(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}')  # noqa: SLF001
    assert made._handle_lost_host()  # noqa: SLF001
    assert answers(capfd) == []
    ours.close()
    theirs.close()


def test_what_a_server_says_before_it_answers_the_handshake_again_reaches_the_app(
    made: Bridge, capfd: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = socket.socketpair()
    made._initialize_line = b'{"jsonrpc":"2.0","id":1,"method":"initialize"}'  # noqa: SLF001
    made._initialize_result = {"protocolVersion": "2025-11-25"}  # noqa: SLF001
    theirs.sendall(b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"soon"}}\n')
    theirs.sendall(b'{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}\n')
    made._repeat_handshake(ours)  # noqa: SLF001
    assert [it["params"]["data"] for it in answers(capfd)] == ["soon"]
    ours.close()
    theirs.close()


def test_what_would_load_code_does_not_reach_a_host_that_the_bridge_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[dict[str, str]] = []
    monkeypatch.setattr(os, "posix_spawn", lambda _program, _command, environment, **_: started.append(environment))
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("LD_PRELOAD", "")
    monkeypatch.setenv("OPENSSL_CONF", "evil")
    assert bridge.start_host()
    (environment,) = started
    assert environment["DISPLAY"] == ":7"
    assert not environment.keys() & {"LD_PRELOAD", "OPENSSL_CONF"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what another process was started with")
def test_of_the_apps_own_variables_only_the_sessions_count_and_what_it_handed_on_stays() -> None:
    look = "from host.apps import bridge; print(sorted(bridge._missing_session_variables().items()))"
    between = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {look!r}], env={{'DISPLAY': ''}})"
    own = {
        "DISPLAY": ":7",
        "WAYLAND_DISPLAY": "w",
        "LANG": "fr",
        "API_KEY": "k",
        "LD_PRELOAD": "",
        "XDG_DATA_HOME": "/d",
    }
    said = subprocess.run(
        [sys.executable, "-c", between], env=own, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "[('LANG', 'fr'), ('WAYLAND_DISPLAY', 'w'), ('XDG_DATA_HOME', '/d')]"


@pytest.mark.parametrize(
    ("line", "opened"),
    [
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a"}}', (int, 7)),
        (b'{"jsonrpc":"2.0","id":"7","method":"tools/call","params":{"name":"a"}}', (str, "7")),
        (b'{"method":"tools/call","params":{"name":"a"},"jsonrpc":"2.0","id":-7}', (int, -7)),
        (
            b'{"method":"tools/call","params":{"a":{"b":{},"jsonrpc":"2.0","id":1}},"jsonrpc":"2.0","id":"x"}',
            (str, "x"),
        ),
        (b'{"method":"tools/call","params":{"a":{"b":{},"jsonrpc":"2.0","id":1}},"id":2,"jsonrpc":"2.0"}', (int, 2)),
        (b'{"method":"tools/call","params":{"a":"},\\"jsonrpc\\":\\"2.0\\",\\"id\\":1}"},"id":3}', (int, 3)),
        (b'{"jsonrpc":"2.0","id":"\\u0037","method":"tools/call","params":{"name":"a"}}', (str, "7")),
        (b'{ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "a"} }', (int, 7)),
    ],
)
def test_the_id_of_a_call_is_known_wherever_it_stands(made: Bridge, line: bytes, opened: tuple[type, object]) -> None:
    assert made._read_requests(line) == {opened: "tools/call"}  # noqa: SLF001


@pytest.mark.parametrize("request_id", [b"007", b'"\xff"', b'"\n"'])
def test_a_call_without_a_right_id_opens_no_request(made: Bridge, request_id: bytes) -> None:
    line = b'{"jsonrpc":"2.0","id":' + request_id + b',"method":"tools/call","params":{}}'
    assert made._read_requests(line) == {}  # noqa: SLF001
