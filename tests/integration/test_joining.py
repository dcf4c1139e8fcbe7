"""Who may join, as whom, and what they are told otherwise."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import subprocess
import sys
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from host.apps import gateway, registry
from host.cli import main
from host.control import messages as control
from host.errors import AssentError
from host.rates import Rate
from tests.support.app import PATIENCE, App, refused, text_of
from tests.support.hosts import ALLOW_ALL, ROOT, ScriptedApprover, make_host
from tests.support.profile import Profile
from tests.support.rig import Rig

INITIALIZE = {"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}


def bridge(profile: Profile, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the bridge to its end."""
    return subprocess.run(
        [sys.executable, "-I", "-m", "host", "connect", *arguments],
        input=stdin,
        env=profile.env,
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


async def ask_raw(profile: Profile, *lines: bytes) -> list[bytes]:
    """Write lines to the host's socket and read until it closes."""
    reader, writer = await asyncio.open_unix_connection(str(profile.paths.socket))
    writer.write(b"".join(line + b"\n" for line in lines))
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.splitlines()


def test_without_a_host_the_bridge_says_so_to_the_person_and_to_the_app(profile: Profile) -> None:
    done = bridge(profile, "raw", "--app", "tester", stdin=json.dumps(INITIALIZE).encode() + b"\n")
    assert done.returncode == 3
    assert done.stderr == b"assent: no Assent host is running here. Start it with: assent\n"
    answer = json.loads(done.stdout)
    assert answer["id"] == "first"
    assert "Assent is not running on this computer" in answer["result"]["instructions"]


@pytest.mark.parametrize("arguments", [(), ("raw",), ("raw", "--app"), ("a", "b", "--app", "x"), ("raw", "--loose")])
def test_a_bridge_that_is_started_wrongly_says_how(profile: Profile, arguments: tuple[str, ...]) -> None:
    done = bridge(profile, *arguments)
    assert done.returncode == 2
    assert b"usage: assent connect [SERVER] --app NAME" in done.stderr
    assert done.stdout == b""


async def test_an_unknown_server_is_named_to_the_app(profile: Profile) -> None:
    async with Rig(profile):
        app = await App.start("nope", env=profile.env, greet=False)
        answer = await app.request("initialize", {"protocolVersion": "2025-11-25"})
        assert "no such server in servers.json" in answer["error"]["message"]
        assert await app.close() == 2


async def test_s32_an_app_without_a_token_is_unknown_and_always_asked(profile: Profile) -> None:
    approver = ScriptedApprover(echo=True)
    async with Rig(profile, approver=approver, managed=ALLOW_ALL) as rig:
        app = await rig.app(app="stranger")
        assert text_of(await app.call("echo", {"text": "x"})) == "x"
        (request,) = approver.asked
        assert (request.call.app.name, request.call.app.authenticated) == ("unknown", False)
        assert request.call.app.claimed == "stranger"
        assert request.verdict.rule == "guard:app:r0"


@pytest.mark.expected_logs(r"host\.apps\.registry: an app cannot prove itself")
async def test_s32_a_wrong_token_is_turned_away_and_logged(profile: Profile) -> None:
    async with Rig(profile) as rig:
        hello = {"assent": 1, "role": "bridge", "server": "raw", "app": "tester", "token": "A" * 43}
        (answer,) = await ask_raw(profile, json.dumps(hello).encode())
        assert "not valid" in json.loads(answer)["error"]
        assert [record["because"] for record in await rig.records("app.refused")] == ["wrong token"]


async def test_s37_an_app_that_causes_records_without_end_is_disconnected_and_no_other(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "RECORDS", Rate(20, 600.0))
    registry.add(profile.paths.apps_dir, "second")
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        flooding, other = await rig.app(), await rig.app(app="second")
        for number in range(40):
            flooding.begin("resources/read", {"uri": f"raw://{number}"})
        async with asyncio.timeout(PATIENCE):
            await flooding.process.wait()
        reads = [it for it in await rig.records("method.forwarded") if it["app"] == "tester"]
        assert 0 < len(reads) <= 40
        assert text_of(await other.call("echo", {"text": "alive"})) == "alive"
        token = registry.read_token(profile.paths.apps_dir, "tester")
        hello = {"assent": 1, "role": "bridge", "server": "raw", "app": "tester", "token": token}
        (answer,) = await ask_raw(profile, json.dumps(hello).encode())
        assert json.loads(answer)["error"] == gateway.TOO_MANY_RECORDS


async def test_s32_a_revoked_token_ends_the_apps_sessions_at_once(profile: Profile, monkeypatch: Any) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        for name, value in profile.env.items():
            monkeypatch.setenv(name, value)
        assert await asyncio.to_thread(main, ["apps", "remove", "tester"]) == 0
        async with asyncio.timeout(PATIENCE):
            assert await app.process.wait() == 3
        again = await rig.app()
        assert refused(await again.call("echo", {"text": "x"}))
        (decided,) = await rig.records("call.decided")
        assert decided["app"]["name"] == "unknown"


async def test_s32_sockets_tokens_and_logs_are_open_to_this_account_alone(profile: Profile) -> None:
    async with Rig(profile) as rig:
        assert rig.host is not None
        private = [path for directory in profile.paths for path in directory.rglob("*") if path.name != "journal"]
        modes = {path.name: stat.S_IMODE(path.lstat().st_mode) for path in private if not path.is_dir()}
        assert modes.keys() >= {"host.sock", "tester.token", "log.sqlite3", "log.sqlite3-wal", "log-head.json"}
        loose = {name: oct(mode) for name, mode in modes.items() if mode & 0o077 and name != "servers.json"}
        assert loose == {}
        assert {stat.S_IMODE(directory.stat().st_mode) for directory in profile.paths} == {0o700}


async def test_s32_another_user_is_turned_away_even_where_the_directories_let_it_in(profile: Profile) -> None:
    if os.getuid() != 0:
        pytest.skip("needs root to become another user")
    async with Rig(profile) as rig:
        paths = profile.paths
        for path in (paths.runtime.parent, paths.runtime):
            path.chmod(0o755)
        paths.socket.chmod(0o666)
        script = (
            "import os, socket, sys; os.setgid(65534); os.setuid(65534)\n"
            "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n"
            's.sendall(b\'{"assent":1,"role":"control","verb":"status"}\\n\'); print(s.recv(100))\n'
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            script,
            str(paths.socket),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        said, complaint = await process.communicate()
        assert said in (b"b''\n", b"") or b"reset" in complaint.lower()
        assert b"ok" not in said
        assert [record["because"] for record in await rig.records("app.refused")] == ["another user"]
        paths.runtime.chmod(0o700)


async def test_s39_no_verb_of_the_control_socket_decides_or_loosens_anything(profile: Profile) -> None:
    approver = ScriptedApprover()
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        await approver.until_asked()
        call = approver.asked[0].call
        verbs = [*control.VERBS, "approve", "decide", "answer", "confirm", "release", "attach", "allow", "grant"]
        for verb in verbs:
            for extra in ({}, {"call_id": call.id, "digest": call.digest, "approve": True}):
                hello = {"assent": 1, "role": "control", "verb": verb, **extra}
                answers = await ask_raw(profile, json.dumps(hello).encode())
                assert len(answers) == 1
                known = verb in ("status", "recheck-apps") and not extra  # and there is no window to show
                assert (json.loads(answers[0])["ok"] is True) == known
        for role in ("window", "approver", "host"):
            (answer,) = await ask_raw(profile, json.dumps({"assent": 1, "role": role}).encode())
            assert json.loads(answer)["ok"] is False
        assert not waiting.done()
        assert [request.call.id for request in rig.host.approvals.pending] == [call.id]
        assert rig.happened() == []


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"[]", b"hello", b'{"assent":2,"role":"control","verb":"status"}', b"\xff"]
)
async def test_a_connection_that_says_nothing_sensible_is_closed(profile: Profile, line: bytes) -> None:
    async with Rig(profile):
        answers = await ask_raw(profile, line or b"\x00")
        assert json.loads(answers[0])["ok"] is False


@pytest.mark.parametrize("end", [b"\n", b""])
async def test_s43_a_first_line_of_megabytes_is_not_read(
    profile: Profile, monkeypatch: pytest.MonkeyPatch, end: bytes
) -> None:
    lengths: list[int] = []
    read = control.read_hello

    def read_hello(line: bytes) -> control.Hello:
        lengths.append(len(line))
        return read(line)

    monkeypatch.setattr(control, "read_hello", read_hello)
    async with Rig(profile) as rig:
        with suppress(OSError):  # the host need not read it all
            assert await ask_raw(profile, b'{"assent":1,"role":"control","verb":[' + b"1.50," * 500_000 + end) == []
        assert lengths == []
        app = await rig.app()
        assert text_of(await app.call("any", {"text": "x" * gateway.MAX_HELLO})), "a later line may be longer"


async def test_s43_of_many_connections_that_come_at_once_a_few_are_accepted_in_one_turn(profile: Profile) -> None:
    async with Rig(profile) as rig:
        assert rig.host is not None
        accepted = set[object]()
        most = 0
        add = rig.host.gateway.add_new_connection

        def note(connection: Any, peer: Any) -> bool:
            accepted.add(connection)
            return add(connection, peer)

        with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
            patch.setattr(rig.host.gateway, "add_new_connection", note)
            for _ in range(100):
                stack.enter_context(socket.socket(socket.AF_UNIX)).connect(str(profile.paths.socket))
            async with asyncio.timeout(PATIENCE):
                while len(accepted) < 100:
                    before = len(accepted)
                    await asyncio.sleep(0)
                    most = max(most, len(accepted) - before)
        assert most <= gateway.ACCEPTED_PER_TURN


async def test_a_second_host_on_the_same_profile_is_refused_and_the_first_lives_on(profile: Profile) -> None:
    async with Rig(profile) as rig:
        with pytest.raises(AssentError, match="already runs"):
            await make_host(profile.paths).start()
        app = await rig.app()
        assert (await app.request("ping"))["result"] == {}


async def test_a_socket_left_behind_by_a_dead_host_is_no_obstacle(profile: Profile) -> None:
    profile.paths.ensure()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(profile.paths.socket))
    async with Rig(profile) as rig:
        app = await rig.app()
        assert (await app.request("ping"))["result"] == {}


def test_names_of_apps_are_checked_before_they_become_paths(profile: Profile) -> None:
    with pytest.raises(AssentError):
        registry.read_token(profile.paths.apps_dir, "../servers")
