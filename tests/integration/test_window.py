"""The host and its window: who may be it, what it decides, and what its end does to calls that wait."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import shutil
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from host.apps import gateway
from host.audit.query import AuditReader
from host.control import messages
from host.control import messages as control
from host.control.codec import request_frame
from host.control.protocol import (
    REQUESTS,
    CallEnded,
    ChangeSetting,
    ConfirmPolicy,
    Done,
    EmergencyStop,
    HostQuits,
    LogGrew,
    Quit,
    ReadAutostart,
    ReadCall,
    ReadHistory,
    ReadResult,
    ReadServer,
    ReadSettings,
    ReadStory,
    Release,
    RevokeGrant,
    ShowWindow,
    StateChanged,
    SwitchAutostart,
    Welcome,
    Working,
)
from host.control.protocol import TestServer as AskTest
from host.control.views import HostState
from host.errors import AssentError
from host.gate.pending_approval import NO_LONGER_WAITS
from host.window import session
from tests.support.app import PATIENCE, refused, text_of
from tests.support.hosts import ALLOW_ALL, CALM, make_host
from tests.support.profile import Profile
from tests.support.rig import Rig, flush, records, write_policy
from tests.support.waiting import eventually
from tests.support.windows import Refused, TestWindow, Windows, answer
from ui.consent import summary

pytestmark = pytest.mark.usefixtures("at_once")


def rig_with(profile: Profile, windows: Windows, *server_options: str, grace: float = 20.0, **options: Any) -> Rig:
    """A rig whose host has a window. ``server_options``: of the raw server."""
    rig = Rig(profile, *server_options)
    settings = CALM.replace(approver_grace=grace)
    rig.host = make_host(profile.paths, settings=settings, window=True, window_command=windows.command, **options)
    return rig


async def say(profile: Profile, *lines: bytes) -> list[dict[str, Any]]:
    """Write lines to the host's socket and read what it says until it closes."""
    reader, writer = await asyncio.open_unix_connection(str(profile.paths.socket))
    writer.write(b"".join(line + b"\n" for line in lines))
    async with asyncio.timeout(PATIENCE):
        try:
            said = await reader.read()
        except ConnectionResetError:
            said = b""
    writer.close()
    return [json.loads(line) for line in said.splitlines()]


def every_request(window: TestWindow, call_id: str, digest: str) -> list[bytes]:
    """Every method of the window, as frames; those about a call name this one."""
    named: dict[str, Any] = {"call_id": call_id, "digest": digest, "server_id": "raw", "name": "approver_grace"}
    named["what"] = "start"
    usual: dict[Any, Any] = {str: "x", int: 1, float: 300.0, bool: True, tuple[str, ...]: ("x",)}
    frames = []
    for kind, _ in REQUESTS.values():
        needed = [field for field in structs.fields(kind) if field.required]
        frames.append(request_frame(1, kind(**{f.name: named.get(f.name) or usual[f.type] for f in needed})))
    return frames


# Row 39: only the host's own window


async def test_s39_without_the_secret_no_verb_and_no_method_does_anything(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        question = await window.asked()
        call = question.request.call
        frames = every_request(window, call.id, call.digest)
        hellos = {
            "no secret": json.dumps({"assent": 1, "role": "window"}).encode(),
            "an empty one": control.window_hello("").strip(),
            "a wrong one": control.window_hello("0" * 64).strip(),
            "one that was used": control.window_hello(window.secret).strip(),
        }
        for what, hello in hellos.items():
            (said,) = await say(profile, hello, *frames)
            assert said["ok"] is False, what
            assert window.secret not in said["error"]
        for frame in frames:
            (said,) = await say(profile, frame)
            assert said["ok"] is False
        for verb in control.VERBS:
            about = {"server": "raw"} if verb == "sign-out" else {}
            reply = await asyncio.to_thread(partial(messages.ask, profile.paths.socket, verb, **about))
            assert reply["ok"] is True
        assert not waiting.done()
        assert [request.call.id for request in rig.host.approvals.pending] == [call.id]
        assert not rig.host.gate.is_stopped
        assert not rig.host.quit_requested.is_set()
        assert not profile.paths.settings_file.exists()
        assert not profile.paths.policy_file.exists()
        assert rig.happened() == []
        refusals = [record["because"] for record in await rig.records("app.refused")]
        assert refusals == [f"window: {session.NOT_EXPECTED}"] * 3
        assert await window.ask(answer(question)) == Done()
        assert text_of(await waiting) == "x"


async def test_s39_the_right_secret_from_another_process_is_refused_and_worth_nothing_from_then_on(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.started()
        (said,) = await say(profile, control.window_hello(window.secret).strip())
        assert said == {"ok": False, "error": session.WRONG_PROCESS}
        window.join()
        await asyncio.wait_for(window.host_left.wait(), PATIENCE)
        assert not rig.host.approvals.has_approver
        refusals = [record["because"] for record in await rig.records("app.refused")]
        assert refusals == [f"window: {session.WRONG_PROCESS}", f"window: {session.NOT_EXPECTED}"]
        window.close()


async def test_s39_a_host_without_a_window_takes_none(profile: Profile) -> None:
    async with Rig(profile) as rig:
        (said,) = await say(profile, control.window_hello("0" * 64).strip())
        assert said["ok"] is False
        with pytest.raises(AssentError, match="has no window"):
            await asyncio.to_thread(messages.ask, profile.paths.socket, "show")
        assert rig.host.status()["window"] is False


async def test_s39_the_secret_is_in_no_argument_and_no_variable(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows):
        window = await windows.joined()
        assert len(window.secret) == 64
        assert not any(window.secret in argument for argument in window.argv)
        with open(f"/proc/{window.pid}/environ", "rb") as environment:
            assert window.secret.encode() not in environment.read()
        assert not any(
            window.secret.encode() in path.read_bytes() for path in profile.paths.data.rglob("*") if path.is_file()
        )


def newest_state(window: TestWindow) -> HostState | None:
    """The last state that told of rules which wait for their confirmation."""
    told = [event.state for event in window.events if isinstance(event, StateChanged) and event.state.policy.digest]
    return told[-1] if told else None


async def test_s39_allow_rules_count_only_once_the_window_confirmed_them(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        write_policy(profile.paths.policy_file, {"id": "mine", "effect": "allow", "match": {"server": "raw"}})
        _, waiting = app.begin_call("echo", {"text": "asked"})
        question = await window.asked()
        state = await eventually(lambda: newest_state(window))
        assert state is not None
        assert [change.rule.id for change in state.policy.waiting if change.rule is not None] == ["mine"]
        digest = state.policy.digest
        with pytest.raises(Refused, match="has changed"):
            await window.ask(ConfirmPolicy("0" * 64))
        assert await window.ask(answer(question, approve=False, reason="not yet")) == Done()
        assert "not yet" in text_of(await waiting)
        await window.ask(ConfirmPolicy(digest))
        assert text_of(await app.call("echo", {"text": "allowed"})) == "allowed"
        (confirmed,) = await rig.records("policy.confirmed")
        assert confirmed["who"] == (await window.hear(Welcome)).person


async def test_s11_apps_that_take_every_place_cannot_keep_the_window_out(
    profile: Profile, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "MAX_CONNECTIONS", 2)
    async with rig_with(profile, windows):
        window = await windows.started()
        hello = json.dumps({"assent": 1, "role": "bridge", "server": "raw", "app": "x", "token": ""}).encode() + b"\n"
        taken = [await asyncio.open_unix_connection(str(profile.paths.socket)) for _ in range(2)]
        for reader, writer in taken:
            writer.write(hello)
            assert json.loads(await reader.readline())["ok"] is True
        (said,) = await say(profile, hello.strip())
        assert said == {"ok": False, "error": gateway.TOO_MANY}
        window.join()
        await window.hear(Welcome)
        assert (await asyncio.to_thread(messages.ask, profile.paths.socket, "status"))["window"] is True
        for _, writer in taken:
            writer.close()


# Row 12: one answer, one call


@pytest.mark.skipif(sys.platform != "linux", reason="what started a process is told elsewhere in another form")
@pytest.mark.parametrize("modern", [False, True])
async def test_who_asks_is_what_the_token_and_the_system_say_and_the_rest_is_its_claim(
    profile: Profile, windows: Windows, modern: bool
) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    python, starter = (os.path.realpath(it) for it in (sys.executable, shell))
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        for number, (name, proved) in enumerate([("tester", True), ("Claude", False)], 1):
            line = f"{shlex.join([sys.executable, '-I', '-m', 'host', 'connect', 'raw', '--app', name])}; :"
            app = await rig.app(command=(shell, "-c", line), modern=modern)
            _, waiting = app.begin_call("echo", {"text": "who"})
            question = await window.asked(number)
            asking = question.request.call
            assert (asking.app.authenticated, asking.app.claimed) == (proved, "" if proved else name)
            assert asking.app.name == (name if proved else "unknown")
            assert (asking.app.executable, asking.app.parent) == (python, starter)
            assert asking.app.pid is not None
            stat = Path(f"/proc/{asking.app.pid}/stat").read_text()
            assert int(stat.rpartition(")")[2].split()[1]) == app.process.pid
            assert asking.says.client == ("test 1" if modern else "t 1")
            process = f"It is process {asking.app.pid}, {python}, started by {starter}."
            claim = f"It calls itself “{asking.says.client}”."
            told = summary.context_line(question)
            if proved:
                assert (told, summary.process_and_claim(asking)) == ("", f"{process} {claim}")
            else:
                assert told == f"This app did not prove who it is. It calls itself “Claude”. {process}"
                assert summary.app_claims_in_question(asking) == f"It says: program “{asking.says.client}”"
            await window.ask(answer(question))
            assert text_of(await waiting) == "who"
            connected = (await rig.records("app.connected"))[-1]
            assert (connected["authenticated"], connected.get("claimed", "")) == (proved, asking.app.claimed)
            assert [connected[it] for it in ("pid", "executable", "parent")] == [asking.app.pid, python, starter]
            proposed = (await rig.records("call.proposed"))[-1]
            assert (proposed["app"]["name"], proposed["app"]["pid"]) == (asking.app.name, asking.app.pid)
            assert json.loads(proposed["values"]["says"]) == {"client": asking.says.client}


async def test_s12_a_double_answer_dispatches_once(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "once"})
        question = await window.asked()
        first, second = await asyncio.gather(
            window.ask(answer(question)), window.ask(answer(question)), return_exceptions=True
        )
        assert first == Done()
        assert isinstance(second, Refused)
        assert second.args[1] == NO_LONGER_WAITS
        assert text_of(await waiting) == "once"
        with pytest.raises(Refused, match=NO_LONGER_WAITS):
            await window.ask(answer(question))
        assert len(rig.happened()) == 1


async def test_s12_an_answer_with_another_digest_denies_and_one_for_no_call_is_refused(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, one = app.begin_call("echo", {"text": "one"})
        first = await window.asked()
        _, two = app.begin_call("echo", {"text": "two"})
        second = await window.asked(2)
        with pytest.raises(Refused, match=NO_LONGER_WAITS):
            await window.ask(answer(first, call_id="0198c0de-0000-7000-8000-000000000001"))
        await window.ask(answer(first, digest=second.request.call.digest))
        assert refused(await one)
        assert not two.done()
        await window.ask(answer(second))
        assert text_of(await two) == "two"
        assert len(rig.happened()) == 1


async def test_a_hundred_calls_each_get_the_answer_that_names_them(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        waiting = {str(number): app.begin_call("echo", {"text": str(number)})[1] for number in range(60)}
        asked = [await window.asked(number + 1) for number in range(60)]
        for question in reversed(asked):
            text = str(question.request.call.arguments_value["text"])
            await window.ask(answer(question, approve=int(text) % 3 == 0))
        for text, heard in waiting.items():
            said = await heard
            assert refused(said) is (int(text) % 3 != 0)
            assert refused(said) or text_of(said) == text
        assert len(rig.happened()) == 20


async def test_what_the_person_said_is_on_record(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        question = await window.asked()
        await window.ask(answer(question, approve=False, reason="wrong folder", displayed_ms=10**12, unread_lines=-4))
        assert "wrong folder" in text_of(await waiting)
        ended = await window.hear(CallEnded)
        assert (ended.call_id, ended.by) == (question.request.call.id, "approver")
        (decided,) = await rig.records("call.decided")
        assert decided["who"] == (await window.hear(Welcome)).person
        assert 0 <= decided["displayed_ms"] < PATIENCE * 1000


async def test_a_grant_is_given_used_and_revoked(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "again"})
        question = await window.asked()
        assert question.why_no_grant == ""
        await window.ask(answer(question, duration="15min"))
        assert text_of(await waiting) == "again"
        assert text_of(await app.call("echo", {"text": "again"})) == "again"
        (grant,) = rig.host.gate.grants.all
        await window.ask(RevokeGrant(grant.id))
        with pytest.raises(Refused):
            await window.ask(RevokeGrant(grant.id))
        _, waiting = app.begin_call("echo", {"text": "again"})
        await window.ask(answer(await window.asked(2), approve=False))
        assert refused(await waiting)


# What the window reads and does


async def test_a_call_that_waits_does_in_the_history_what_its_question_says(
    profile: Profile, windows: Windows, tmp_path: Path
) -> None:
    file = tmp_path / "notes.md"
    file.write_text("old")
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"path": str(file), "text": "new"})
        asked = await window.asked()
        await flush(rig.host)
        (row,) = (await window.ask(ReadHistory())).rows
        assert asked.action.there == "file"
        assert row.action == asked.action
        await window.ask(answer(asked, approve=False))
        assert refused(await waiting)


async def test_a_window_reads_history_servers_and_settings(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows, managed=ALLOW_ALL) as rig:
        window, app = await windows.joined(), await rig.app()
        assert text_of(await app.call("echo", {"text": "read me"})) == "read me"
        await flush(rig.host)
        page = await window.ask(ReadHistory())
        (row,) = page.rows
        assert (row.tool, row.decision, row.status) == ("echo", "approve", "succeeded")
        details = await window.ask(ReadCall(row.call_id))
        assert details.params is not None
        assert b"read me" in details.params
        assert details.definition is not None
        server = await window.ask(ReadServer("raw"))
        assert "echo" in [tool.name for tool in server.tools]
        tested = await window.ask(AskTest("other"))
        assert tested.ok, tested.why
        with pytest.raises(Refused, match="no such server"):
            await window.ask(ReadServer("nowhere"))
        values = await window.ask(ReadSettings())
        assert values["approver_grace"] == 20.0
        with pytest.raises(Refused, match="Expected"):
            await window.ask(ChangeSetting("approver_grace", 1e9))
        assert (await window.ask(ChangeSetting("list_pages", 7.0)))["list_pages"] == 7
        with pytest.raises(Refused, match="demonstration"):
            await window.ask(ReadStory())
        assert (await window.hear(LogGrew)).last > 0
    async with make_host(profile.paths, settings=None) as later:
        assert later.settings.list_pages == 7


async def test_the_window_lets_assent_start_at_login_and_no_longer(
    profile: Profile, windows: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    async with rig_with(profile, windows):
        window = await windows.joined()
        assert (await window.ask(ReadAutostart())).state == "off"
        on = await window.ask(SwitchAutostart(on=True))
        assert [it for it in tmp_path.rglob("*") if it.is_file()] == [Path(on.entry)]
        assert await window.ask(ReadAutostart()) == on
        assert (await window.ask(SwitchAutostart(on=False))).state == "off"
        assert [it for it in tmp_path.rglob("*") if it.is_file()] == []


async def test_a_demonstration_does_not_start_at_login(
    profile: Profile, windows: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    async with rig_with(profile, windows, demo=True):
        window = await windows.joined()
        with pytest.raises(Refused, match="the demonstration does not start at login"):
            await window.ask(SwitchAutostart(on=True))
        assert list(tmp_path.iterdir()) == []


@pytest.mark.expected_logs(r"host\.host: a setting has its default")
async def test_what_is_wrong_with_the_settings_file_is_told_until_it_is_rewritten(
    profile: Profile, windows: Windows
) -> None:
    profile.paths.ensure()
    profile.paths.settings_file.write_text('{"list_pages": "many", "nosuch": 4}')
    options: dict[str, Any] = {"settings": None, "window": True, "window_command": windows.command}
    async with make_host(profile.paths, **options) as host:
        window = await windows.started()
        window.join()
        problems = (await window.hear(Welcome)).state.settings_problems
        assert ["list_pages" in problems[0], "nosuch" in problems[1], len(problems)] == [True, True, 2]
        await window.ask(ChangeSetting("list_pages", 7.0))
        await eventually(lambda: any(isinstance(e, StateChanged) for e in window.events))
        told = [event.state for event in window.events if isinstance(event, StateChanged)]
    assert told[-1].settings_problems == host.preferences.problems == ()


@pytest.mark.expected_logs(r"host\.host: port \d+ for apps over HTTP is taken or closed to Assent")
async def test_a_port_that_another_program_has_is_told_in_the_window(profile: Profile, windows: Windows) -> None:
    profile.paths.ensure()
    options: dict[str, Any] = {"settings": None, "window": True, "window_command": windows.command}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        profile.paths.settings_file.write_text(json.dumps({"http_port": port}))
        async with make_host(profile.paths, **options):
            window = await windows.started()
            window.join()
            problem = (await window.hear(Welcome)).state.http_problem
    assert problem == f"port {port} for apps over HTTP is taken or closed to Assent"


async def test_the_emergency_stop_denies_what_waits_and_the_state_says_so(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        await window.asked()
        await window.ask(EmergencyStop())
        assert refused(await waiting)
        assert (await window.hear(CallEnded)).by == "stop"
        await eventually(lambda: any(isinstance(e, StateChanged) and e.state.stopped for e in window.events))
        assert refused(await app.call("echo", {"text": "y"}))
        await window.ask(Release())
        _, waiting = app.begin_call("echo", {"text": "z"})
        await window.ask(answer(await window.asked(2)))
        assert text_of(await waiting) == "z"


async def test_working_on_a_question_pauses_its_clock(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        question = await window.asked()
        clock = await window.ask(Working(question.request.call.id))
        assert clock.paused > 0
        assert clock.left > 250
        with pytest.raises(Refused, match=NO_LONGER_WAITS):
            await window.ask(Working("nobody"))
        await window.ask(answer(question, approve=False))
        await waiting


# What a window may send


@pytest.mark.expected_logs(r"host\.window\.session: the window sent what is no request", r"the window ended with")
async def test_three_messages_that_are_no_requests_end_the_connection_and_nothing_else(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        with pytest.raises(Refused):
            await window.ask_raw(7, b'{"jsonrpc":"2.0","id":7,"method":"nonsense","params":{}}')
        with pytest.raises(Refused):
            await window.ask_raw(8, b'{"jsonrpc":"2.0","id":8,"method":"AnswerCall","params":{"approve":1}}')
        assert (await asyncio.to_thread(messages.ask, profile.paths.socket, "status"))["window"] is True
        window.raw(b"\xff\x00[[[[")
        await asyncio.wait_for(window.host_left.wait(), PATIENCE)
        assert not rig.host.approvals.has_approver
        assert (await asyncio.to_thread(messages.ask, profile.paths.socket, "status"))["window"] is False
        window.close()


# Ends


@pytest.mark.expected_logs(r"host\.window\.process: the window ended with exit code 3; it is started again")
async def test_after_a_crash_a_new_window_is_asked_what_still_waits(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "still here"})
        asked = await window.asked()
        window.exit(3)
        again = await windows.joined()
        assert again.pid != window.pid
        assert again.secret != window.secret
        question = await again.asked()
        assert question.request == asked.request
        await again.ask(answer(question))
        assert text_of(await waiting) == "still here"
        assert len(again.questions) == 1
        await flush(rig.host)
        assert len(records(profile, "window.started")) == 2
        assert [record["exit_code"] for record in records(profile, "window.stopped")] == [3]


@pytest.mark.expected_logs(r"host\.window\.process: the window ")
async def test_a_window_that_keeps_crashing_is_given_up_and_calls_are_denied(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows, grace=0.2) as rig:
        for _ in range(4):
            (await windows.joined()).exit(9)
        assert rig.host.window is not None
        async with asyncio.timeout(PATIENCE):
            await rig.host.window.process.ended.wait()
        assert "crashed too often" in rig.host.window.process.problem
        app = await rig.app()
        assert "window" in text_of(await app.call("echo", {"text": "x"}))
        assert (await rig.records("call.decided"))[0]["by"] == "no-window"
        # A person who asks for it gets another try.
        await asyncio.to_thread(messages.ask, profile.paths.socket, "show")
        assert (await windows.joined()).pid


async def test_show_brings_the_window_to_the_front_and_a_closed_one_back(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        await asyncio.to_thread(messages.ask, profile.paths.socket, "show")
        await window.hear(ShowWindow)
        assert (await asyncio.to_thread(messages.ask, profile.paths.socket, "status"))["window"] is True
        window.exit(0)
        assert rig.host.window is not None
        async with asyncio.timeout(PATIENCE):
            await rig.host.window.process.ended.wait()
        assert rig.host.window.process.problem == ""
        await asyncio.to_thread(messages.ask, profile.paths.socket, "show")
        assert (await windows.joined()).pid != window.pid


async def test_quitting_denies_what_waits_and_ends_everything_in_order(profile: Profile, windows: Windows) -> None:
    rig = rig_with(profile, windows)
    async with rig:
        window, app = await windows.joined(), await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        await window.asked()
        assert await window.ask(Quit()) == Done()
        await asyncio.wait_for(rig.host.quit_requested.wait(), PATIENCE)
        stopping = asyncio.ensure_future(rig.host.stop())  # noqa: TID251  # awaited right here
        assert refused(await waiting)
        await window.hear(HostQuits)
        await stopping
        assert not profile.paths.socket.exists()
    story = [record for record in _kinds(profile) if record in ("call.decided", "window.stopped", "host.stopped")]
    assert story == ["call.decided", "window.stopped", "host.stopped"]
    (decided,) = records(profile, "call.decided")
    assert (decided["decision"], decided["by"]) == ("deny", "quit")


def _kinds(profile: Profile) -> list[str]:
    with AuditReader.open(profile.paths.log_file) as reader:
        return [record.kind for record in reversed(reader.search(limit=1000).records)]


async def test_a_window_that_does_not_leave_is_made_to(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        os.kill(window.pid, signal.SIGSTOP)
        del rig
    (stopped,) = records(profile, "window.stopped")
    assert stopped["exit_code"] == -signal.SIGKILL


async def test_the_window_reads_a_large_result_in_parts_as_long_as_its_session_lasts(
    profile: Profile, windows: Windows
) -> None:
    async with rig_with(profile, windows, managed=ALLOW_ALL) as rig:
        window, app = await windows.joined(), await rig.app()
        for size in (10, 200_000):
            assert len(text_of(await app.call("big", {"size": size}))) == size
        await flush(rig.host)
        large, small = (await window.ask(ReadHistory())).rows
        assert (await window.ask(ReadCall(small.call_id))).parts == 0
        details = await window.ask(ReadCall(large.call_id))
        assert details.result is not None
        assert details.result_bytes > 200_000 > len(details.result)
        parts = [await window.ask(ReadResult(large.call_id, number)) for number in range(details.parts)]
        assert [(part.number, part.count) for part in parts] == [(number, 4) for number in range(4)]
        whole = "".join(part.text for part in parts)
        assert len(whole.encode()) == details.result_bytes
        assert "x" * 200_000 in whole
        with pytest.raises(Refused, match="not kept any more"):
            await window.ask(ReadResult(large.call_id, 5))
        with pytest.raises(Refused, match="not kept any more"):
            await window.ask(ReadResult(small.call_id))
        await app.close()
        await eventually(lambda: rig.host.gate.spool.used_bytes == 0)
        assert (await window.ask(ReadCall(large.call_id))).parts == 0
