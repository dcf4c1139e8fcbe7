"""Servers that misbehave: what they do touches no other session, and the log says what happened."""

from __future__ import annotations

import asyncio
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import psutil
import pytest

from host.servers.supervisor import ServerState
from tests.support.app import PATIENCE, refused, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, managed_file, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually


@pytest.fixture(autouse=True)
def workers_here() -> None:
    """Programs of their own inspect these calls and apply the schemas."""


async def test_s22_a_catastrophic_pattern_is_asked_and_the_host_stays_awake(profile: Profile) -> None:
    approver = ScriptedApprover(pattern=False)
    async with Rig(profile, approver=approver, managed=ALLOW_ALL) as rig:
        app, other = await rig.app(), await rig.app()
        _, slow = app.begin_call("pattern", {"s": "a" * 40 + "!"})
        for number in range(20):
            assert text_of(await other.call("echo", {"text": str(number)})) == str(number)
        assert refused(await slow)
        (request,) = approver.asked
        assert "not-validated" in [finding.kind for finding in request.findings]
        assert {call["name"] for call in rig.happened()} == {"echo"}


async def test_s21_a_remote_reference_is_never_fetched_and_never_permissive(profile: Profile, tmp_path: Path) -> None:
    hits: list[str] = []

    class Canary(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_error(404)

    canary = HTTPServer(("127.0.0.1", 0), Canary)
    thread = threading.Thread(target=canary.serve_forever)
    thread.start()
    try:
        server = tmp_path / "server.py"
        url = f"http://127.0.0.1:{canary.server_port}/schema.json"
        server.write_text(_WITH_SCHEMA.replace("SCHEMA", repr({"type": "object", "properties": {"x": {"$ref": url}}})))
        approver = ScriptedApprover(default=False)
        async with Rig(profile, approver=approver, managed=ALLOW_ALL) as rig:
            write_servers(profile.paths, {"raw": raw_server("python3") | {"args": [str(server)]}})
            app = await rig.app()
            assert refused(await app.call("t", {"x": 1}))
            assert [request.findings[0].kind for request in approver.asked] == ["not-validated"]
    finally:
        canary.shutdown()
        thread.join()
        canary.server_close()
    assert hits == []


async def test_s23_endless_output_ends_that_session_only(profile: Profile) -> None:
    server = {"assent": {"frameLimit": {"fromServer": 2 << 20}}}
    approver = ScriptedApprover(echo=True)  # two servers list tools of the same names, which is asked about
    async with Rig(profile, approver=approver, managed=ALLOW_ALL) as rig:
        entry = raw_server("python3", "--journal", str(rig.journal_file))
        write_servers(profile.paths, {"raw": entry | server, "other": raw_server("python3")})
        app, other = await rig.app(), await rig.app("other")
        answer = await app.call("nolf", {"megabytes": 64})
        assert answer["error"]["code"] == -32000
        assert "unknown" in answer["error"]["message"]
        async with asyncio.timeout(PATIENCE):
            assert await app.process.wait() == 3
        assert text_of(await other.call("echo", {"text": "alive"})) == "alive"
        assert [record["status"] for record in await rig.records("call.outcome")] == ["unknown", "succeeded"]


async def test_s23_a_message_over_the_limit_ends_the_apps_connection_after_the_error(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app, other = await rig.app(), await rig.app()
        app.send(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"' + b"x" * (5 << 20))
        async with asyncio.timeout(PATIENCE):
            assert await app.process.wait() == 3
        assert [message["error"]["code"] for message in app.heard] == [-32600]
        assert text_of(await other.call("echo", {"text": "alive"})) == "alive"
        assert [params["arguments"]["text"] for params in rig.happened()] == ["alive"]


@pytest.mark.parametrize("kind", ["same", "fresh"])
async def test_s24_a_listing_without_end_is_given_up_and_nothing_is_called(profile: Profile, kind: str) -> None:
    async with Rig(profile, "--endless-pages", kind, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        answer = await app.call("t1")
        assert refused(answer)
        assert ("circles" if kind == "same" else "more than 50 pages") in text_of(answer)
        assert rig.happened() == []


async def test_s25_a_crash_mid_call_is_an_unknown_outcome_and_touches_no_other_session(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app, other = await rig.app(), await rig.app()
        answer = await app.call("crash")
        assert answer["error"]["code"] == -32000
        assert "Its outcome is unknown" in answer["error"]["message"]
        assert text_of(await other.call("echo", {"text": "alive"})) == "alive"
        assert [record["status"] for record in await rig.records("call.outcome")] == ["unknown", "succeeded"]
        (failed,) = await rig.records("server.failed")
        assert failed["because"] == "the server ended with exit code 3"


async def test_s25_calls_that_wait_when_the_server_crashes_are_denied_not_sent(profile: Profile) -> None:
    approver = ScriptedApprover(echo=None, crash=True)
    async with Rig(profile, approver=approver) as rig:
        app = await rig.app()
        _, waiting = app.begin_call("echo", {"text": "x"})
        await approver.until_asked()
        await app.call("crash")
        assert refused(await waiting)
        decisions = {record["tool"]: (record["decision"], record["by"]) for record in await rig.records("call.decided")}
        assert decisions == {"crash": ("approve", "approver"), "echo": ("deny", "fault")}
        assert [params["name"] for params in rig.happened()] == ["crash"]


async def test_s25_a_hanging_server_times_out_and_progress_keeps_a_slow_one_alive(
    profile: Profile, tmp_path: Path
) -> None:
    async with Rig(profile, managed=ALLOW_ALL, settings={"execution_timeout": 0.5}) as rig:
        app = await rig.app()
        until = tmp_path / "done"
        _, slow = app.begin_call("slow", {"until": str(until)}, _meta={"progressToken": "t"})
        seen = 0
        while seen < 100:  # one every 10 ms: twice the timeout
            seen = (await app.hear("notifications/progress"))["params"]["progress"]
        until.touch()
        assert text_of(await slow) == "done"
        late = await app.call("late")
        assert refused(late)
        assert "did not answer in time" in text_of(late)
        assert [record["status"] for record in await rig.records("call.outcome")] == ["succeeded", "timed out"]
        told = await eventually(lambda: [entry["cancelled"] for entry in rig.journal() if "cancelled" in entry])
        assert [it["reason"] for it in told] == ["timed out"]


@pytest.mark.parametrize("count", [20_000, 100_000])
async def test_s25_a_flood_of_notifications_reaches_an_app_that_reads_and_stalls_nobody_else(
    profile: Profile, count: int
) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app, other = await rig.app(), await rig.app()
        _, flooded = app.begin_call("flood", {"count": count})
        for number in range(10):
            assert text_of(await other.call("echo", {"text": str(number)})) == str(number)
        assert text_of(await flooded) == "flooded"
        assert len([message for message in app.heard if message.get("method") == "notifications/message"]) == count


LINK = {"effect": "allow", "match": {"method": "resources/read"}}
CALLS = {"effect": "allow", "match": {"tool": "*"}}


@pytest.mark.parametrize("by", ["entry", "person", "rule", "nobody", "person's no", "rule's no"])
async def test_s28_a_link_in_a_result_is_text_and_reading_it_is_decided_each_time(profile: Profile, by: str) -> None:
    rules = {"rule": [CALLS, LINK], "rule's no": [CALLS, {**LINK, "effect": "deny"}]}.get(by, [CALLS])
    answers: dict[str, Any] = {"person": {"resources/read": True}, "person's no": {"resources/read": "not that one"}}
    approver = ScriptedApprover(**answers[by]) if by in answers else None
    async with Rig(profile, managed=managed_file(*rules), approver=approver) as rig:
        entry = raw_server(sys.executable, "--journal", str(rig.journal_file))
        options = {"assent": {"allowMethods": ["resources/read"]}} if by == "entry" else {}
        write_servers(profile.paths, {"raw": entry | options})
        app = await rig.app()
        link = {"type": "resource_link", "uri": "file:///etc/passwd", "name": "notes"}
        answer = await app.call("any", {"content": [link]})
        assert answer["result"]["content"] == [link], "the app hears what the server said"
        passes = by in ("entry", "person", "rule")
        for _ in range(2):
            answer = await app.request("resources/read", {"uri": "FILE:///etc/passwd"})
            assert ("result" in answer) is passes
            assert passes or answer["error"]["code"] == -32602
        assert ("resources/read" in [asked.call.method for asked in approver.asked]) if approver else True
        decided = [(it["method"], it["decision"]) for it in await rig.records("input.decided")]
        assert decided == ([] if by == "entry" else [("resources/read", "approve" if passes else "deny")] * 2)
        (linked,) = await rig.records("call.decided")
        assert {it["call"] for it in await rig.records("input.decided")} <= {linked["call"]}, "in its timeline"
        watched = await app.request("resources/subscribe", {"uri": "file:///etc/passwd"})
        assert watched["error"]["code"] == -32602
        assert "cannot be subscribed to" in watched["error"]["message"]
        other = await app.request("resources/read", {"uri": "file:///what/the/app/was/told"})
        assert "result" in other
        read = [found["read"]["uri"] for found in rig.journal() if "read" in found]
        assert read == (["FILE:///etc/passwd"] * 2 if passes else []) + ["file:///what/the/app/was/told"]


async def test_lines_that_are_no_messages_are_dropped_and_kept_beside_stderr(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        assert text_of(await app.call("junk")) == "after junk"
        assert text_of(await app.call("stderr", {"size": 200_000})) == "said"
        kept = rig.host.supervisor.status_of("raw").stderr
        assert len(kept.text()) <= rig.host.settings.stderr_kept
        assert kept.dropped > 100_000


async def test_a_second_answer_to_one_call_is_dropped(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        assert text_of(await app.call("twice")) == "first"
        assert text_of(await app.call("echo", {"text": "x"})) == "x"
        assert app.heard == []


async def test_a_server_that_leaves_at_once_is_explained_to_the_app_and_started_ever_more_slowly(
    profile: Profile,
) -> None:
    async with Rig(profile, "--exit-at-start") as rig:
        for failures in (1, 2):
            app = await rig.app(greet=False)
            answer = await app.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
            assert "ended with exit code 7" in answer["error"]["message"]
            await app.close()
            standing = rig.host.supervisor.status_of("raw")
            assert (standing.state, standing.failures) == (ServerState.FAILED, failures)
        assert rig.host.supervisor.wait_before_start("raw") > 0


async def test_a_command_that_does_not_exist_is_explained_to_the_app(profile: Profile) -> None:
    async with Rig(profile) as rig:
        write_servers(profile.paths, {"raw": {"command": "/nonexistent/server"}})
        app = await rig.app(greet=False)
        answer = await app.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        said = "No such program: /nonexistent/server. Install it, or mend the command."
        assert answer["error"]["message"] == said
        entry = rig.host.supervisor.entry("raw")
        assert rig.host.supervisor.state_of(entry) == (ServerState.FAILED, said)


async def test_a_session_takes_everything_its_server_started_with_it(profile: Profile, tmp_path: Path) -> None:
    server = tmp_path / "server.py"
    pids = tmp_path / "pids"
    server.write_text(WITH_CHILDREN.replace("PIDS", repr(str(pids))))
    async with Rig(profile) as rig:
        write_servers(profile.paths, {"raw": {"command": "python3", "args": [str(server)]}})
        app = await rig.app(greet=False)
        assert (await app.greet("2025-11-25", {}))["result"]["serverInfo"]["name"] == "stubborn"
        started = [psutil.Process(int(pid)) for pid in pids.read_text().split()]
        assert len(started) == 3
        await app.close()
    assert [process for process in started if process.is_running() and process.status() != psutil.STATUS_ZOMBIE] == []


_WITH_SCHEMA = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m:
        continue
    if m["method"] == "initialize":
        r = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
    elif m["method"] == "tools/list":
        r = {"tools": [{"name": "t", "inputSchema": SCHEMA}]}
    else:
        r = {"content": []}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
"""

WITH_CHILDREN = """
import json, os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
stay = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"
children = [subprocess.Popen([sys.executable, "-c", stay], start_new_session=own) for own in (False, True)]
open(PIDS, "w").write(" ".join(str(pid) for pid in [os.getpid(), *(child.pid for child in children)]))
for line in sys.stdin:
    m = json.loads(line)
    if m.get("method") == "initialize":
        info = {"name": "stubborn", "version": "1"}
        r = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
        print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
signal.pause()
"""
"""Ignores the end of its input and SIGTERM, as do its children, one of which leads a session of its own."""
