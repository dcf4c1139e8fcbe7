"""Real sockets where this system tells, stand-ins for the others."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.control import peer
from host.control.peer import Peer, is_own_user, peer_of, program_of


class Told(socket.socket):
    """A socket whose options are made up. ``told``: by level and name, the bytes or number; OSError for all others."""

    told: dict[tuple[int, int], bytes | int]

    def getsockopt(self, level: int, name: int, size: int = 0) -> bytes | int:  # type: ignore[override]  # socket's has overloads
        if (level, name) not in self.told:
            raise OSError("no such option")
        value = self.told[level, name]
        return value[:size] if isinstance(value, bytes) and size else value


@pytest.fixture
def told() -> Iterator[Told]:
    with Told(socket.AF_UNIX, socket.SOCK_STREAM) as made:
        made.told = {}
        yield made


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="this system tells otherwise")
def test_s32_the_peer_of_a_connection_within_this_process_is_this_process() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert peer_of(ours) == Peer(os.geteuid(), os.getpid())
        assert is_own_user(peer_of(ours))


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="this system tells otherwise")
def test_s32_a_socket_that_is_not_connected_has_no_peer_of_ours() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as lonely:
        assert not is_own_user(peer_of(lonely))


@pytest.mark.parametrize("uid", [0, 1000, 2**31 - 1, 2**31 + 5, 2**32 - 2])
def test_s32_user_ids_are_read_over_their_whole_range(told: Told, monkeypatch: pytest.MonkeyPatch, uid: int) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(socket, "SO_PEERCRED", 17, raising=False)
    told.told = {(socket.SOL_SOCKET, 17): struct.pack("iII", 77, uid, 5)}
    assert peer_of(told) == Peer(uid, 77)


def test_s32_on_macos_the_credentials_and_the_process_come_from_two_options(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    told.told = {(0, 1): struct.pack("IIh16I", 0, 501, 1, *[20] * 16), (0, 2): 4242}
    assert peer_of(told) == Peer(501, 4242)


def test_s32_on_macos_credentials_of_another_layout_are_not_believed(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    told.told = {(0, 1): struct.pack("IIh16I", 1, 501, 1, *[20] * 16), (0, 2): 4242}
    assert peer_of(told) is None


@pytest.mark.parametrize("platform", ["linux", "darwin"])
@pytest.mark.parametrize("answer", ["none", "short"])
def test_s32_a_peer_that_the_system_does_not_tell_is_not_let_in(
    told: Told, monkeypatch: pytest.MonkeyPatch, platform: str, answer: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(socket, "SO_PEERCRED", 17, raising=False)
    if answer == "short":
        told.told = {(socket.SOL_SOCKET, 17): b"xx", (0, 1): b"xx", (0, 2): 1}
    assert peer_of(told) is None
    assert not is_own_user(peer_of(told))


def test_s32_on_a_system_that_cannot_tell_nobody_is_let_in(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(socket, "SO_PEERCRED", raising=False)
    assert peer_of(told) is None


def test_s32_another_user_is_not_let_in_and_root_neither() -> None:
    ours = os.geteuid()
    assert is_own_user(Peer(ours, None))
    assert not is_own_user(Peer(ours + 1, os.getpid()))
    assert not is_own_user(Peer(-1, os.getpid()))
    assert ours == 0 or not is_own_user(Peer(0, 1))
    assert peer.is_own_user(None) is False


def test_what_runs_and_what_started_it_are_told_of_a_process_of_ours() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        program = peer.program_of(child.pid)
        child.communicate(b"\n")
    assert Path(program.parent).samefile(f"/proc/{os.getpid()}/exe") if sys.platform == "linux" else program.parent
    assert Path(program.executable).name.startswith("python")


@pytest.mark.skipif(sys.platform != "linux", reason="proc(5)")
def test_the_path_of_a_program_leads_to_that_very_file_or_is_not_told(tmp_path: Path) -> None:
    program = tmp_path / "editor"
    shutil.copy2(shutil.which("sleep") or "/bin/sleep", program)
    with subprocess.Popen([program, "600"]) as child:
        try:
            assert peer.program_of(child.pid).executable == str(program)
            program.rename(tmp_path / "kept")
            program.write_text("another file of that name")
            (tmp_path / "kept").unlink()
            assert peer.program_of(child.pid).executable == ""
        finally:
            child.kill()


def test_of_a_process_that_is_gone_or_unknown_nothing_is_told() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    assert peer.program_of(child.pid) == peer.Program() == peer.program_of(None)


def test_the_process_behind_a_connection_over_http_is_found_by_its_ports() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        port = server.getsockname()[1]
        assert peer.process_behind(client.getsockname(), port) == os.getpid()
        assert peer.process_behind(("127.0.0.1", 1), port) is None
        assert peer.process_behind(None, port) is None


@pytest.mark.skipif(not Path("/proc/self/exe").is_symlink(), reason="only Linux has /proc")
def test_s32_a_process_without_a_file_is_not_called_by_a_path_that_it_chose(tmp_path: Path) -> None:
    own = shutil.copy("/bin/sh", tmp_path / "own")
    script = 'printf /usr/bin/gedit > /proc/$$/comm; rm "$1"; sleep 60 & echo $!; read _; kill $!'
    with subprocess.Popen([own, "-c", script, "sh", own], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as shell:
        assert shell.stdout is not None
        below = int(shell.stdout.readline())
        assert Path(f"/proc/{shell.pid}/comm").read_text().strip() == "/usr/bin/gedit"
        assert program_of(below).parent == ""
        shell.communicate(b"\n")
