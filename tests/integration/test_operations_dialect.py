"""Servers of the simplified dialect through the whole host: the same calls, results and errors as everywhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from host.audit.receipt import KEY
from host.servers.supervisor import ServerState
from tests.support.app import App, refused, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, journal, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig

SERVER = Path(__file__).parents[1] / "servers" / "operations.py"

Starts = Callable[..., AbstractAsyncContextManager[tuple[Rig, App]]]


@pytest.fixture
def older(profile: Profile) -> Starts:
    """Starts a host whose server ``raw`` speaks the dialect, and an app."""

    @asynccontextmanager
    async def start(*options: str, approver: ScriptedApprover | None = None) -> AsyncIterator[tuple[Rig, App]]:
        people = approver or ScriptedApprover(default=True)  # a number of 20 digits is asked about
        async with Rig(profile, approver=people, managed=ALLOW_ALL) as rig:
            args = [str(SERVER), "--journal", str(rig.journal_file), *options]
            entry = {"command": "python3", "args": args, "assent": {"dialect": "operations"}}
            write_servers(profile.paths, {"raw": entry})
            yield rig, await rig.app()

    return start


def heard(rig: Rig) -> list[tuple[str, Any]]:
    """The methods and parameters that reached the server."""
    return [(it["method"], it.get("params")) for it in journal(rig.journal_file)]


async def test_an_app_sees_one_more_server_and_the_server_sees_its_dialect_alone(older: Starts) -> None:
    async with older() as (rig, app):
        listed = (await app.request("tools/list"))["result"]["tools"]
        assert listed[0] == {
            "name": "object",
            "description": "An object.",
            "inputSchema": {"type": "object"},
            "x-own": [1],
        }
        arguments = {"b": "é\n", "a": {"z": 1.50, "y": [12345678901234567890, None]}}
        answer = (await app.call("echo2", arguments))["error"]
        assert answer["code"] == -32602
        assert (await app.call("echo", {"text": "hello", "more": arguments}))["result"]["structuredContent"] == {
            "text": "hello",
            "more": arguments,
        }
        assert (await app.request("ping"))["result"] == {}
        assert (await app.request("resources/list"))["error"]["code"] == -32601
        assert await app.close() == 0
    said = heard(rig)
    assert {method for method, _ in said} == {"initialize", "list_tools", "call_tool", "shutdown"}
    assert said[0] == ("initialize", {"client_info": {"name": "t", "version": "1"}})
    assert said[-1] == ("shutdown", None)
    assert [params for method, params in said if method == "call_tool"] == [
        {"tool_name": "echo", "args": {"text": "hello", "more": arguments}}
    ]


RESULTS: dict[str, dict[str, Any]] = {
    "object": {
        "content": [{"type": "text", "text": '{"found":[1,2,{"deep":null}],"big":12345678901234567890}'}],
        "isError": False,
        "structuredContent": {"found": [1, 2, {"deep": None}], "big": 12345678901234567890},
    },
    "list": {"content": [{"type": "text", "text": '[1,"two"]'}], "isError": False},
    "text": {"content": [{"type": "text", "text": "just words\nand <b>more</b>"}], "isError": False},
    "nothing": {"content": [{"type": "text", "text": "null"}], "isError": False},
    "failed": {
        "content": [{"type": "text", "text": '{"is_error":true,"why":"it broke"}'}],
        "isError": True,
        "structuredContent": {"is_error": True, "why": "it broke"},
    },
}


async def test_a_result_of_any_form_is_passed_on_whole(older: Starts) -> None:
    async with older() as (rig, app):
        results = {tool: (await app.call(tool))["result"] for tool in RESULTS}
        assert [list(result.pop("_meta")) for result in results.values()] == [[KEY]] * len(RESULTS)
        assert results == RESULTS
        outcomes = [record["status"] for record in await rig.records("call.outcome")]
        assert outcomes == [*["succeeded"] * 4, "tool error"]


async def test_an_error_of_the_dialect_stays_a_protocol_error_with_its_code(older: Starts) -> None:
    codes = (40000, 40001, 40002, 40100, 40101, 40300, 40400, 49999, -32603)
    async with older() as (rig, app):
        for code in codes:
            answer = await app.call(f"error{code}")
            assert answer["error"] == {"code": code, "message": f"It says {code}", "data": {"retry": False}}
        outcomes = [(record["status"], record["code"]) for record in await rig.records("call.outcome")]
        assert outcomes == [("protocol error", code) for code in codes]


async def test_initialize_is_optional_for_the_server(older: Starts) -> None:
    async with older("--plain", "--silent") as (_, app):
        assert text_of(await app.call("text")).startswith("just words")


async def test_a_server_that_refuses_the_app_is_heard(older: Starts) -> None:
    async with older("--refuse", "40100") as (rig, _):
        app = await rig.app(greet=False)
        answer = await app.greet("2025-11-25", {})
        assert answer["error"]["code"] == 40100


@pytest.mark.parametrize("method", ["call_tool", "list_tools", "shutdown"])
async def test_s42_no_app_can_name_a_method_of_the_dialect(older: Starts, method: str) -> None:
    async with older(approver=ScriptedApprover(default=False)) as (rig, app):
        await app.request("tools/list")
        before = len(heard(rig))
        answer = await app.request(method, {"tool_name": "echo", "args": {}})
        assert answer["error"]["code"] == -32601
        app.notify(method, {"tool_name": "echo", "args": {}})
        assert (await app.request("ping"))["result"] == {}
        assert heard(rig)[before:] == []


async def test_s42_a_call_that_nobody_allows_never_reaches_the_server(profile: Profile) -> None:
    approver = ScriptedApprover(default=False)
    async with Rig(profile, approver=approver) as rig:
        args = [str(SERVER), "--journal", str(rig.journal_file)]
        entry = {"command": "python3", "args": args, "assent": {"dialect": "operations"}}
        write_servers(profile.paths, {"raw": entry})
        app = await rig.app()
        assert refused(await app.call("echo", {"text": "x"}))
        assert len(approver.asked) == 1
        assert "call_tool" not in {method for method, _ in heard(rig)}


async def test_what_a_server_says_unasked_reaches_nobody(older: Starts) -> None:
    async with older() as (_, app):
        assert (await app.call("asks", {"n": 1}))["result"]["structuredContent"] == {"n": 1}
        assert (await app.request("ping"))["result"] == {}
        assert app.heard == []


async def test_a_malformed_answer_is_an_error_and_garbage_is_passed_over(older: Starts) -> None:
    async with older() as (_, app):
        assert (await app.call("malformed"))["error"]["code"] == -32603
        assert (await app.call("garbage", {"n": 1}))["result"]["structuredContent"] == {"n": 1}


async def test_s25_a_server_that_only_talks_is_given_up(older: Starts) -> None:
    async with older() as (rig, app):
        assert "outcome is unknown" in (await app.call("floods"))["error"]["message"]
        await app.process.wait()
        status = rig.host.supervisor.status_of("raw")
        assert status.state is ServerState.FAILED
        assert "no answers" in status.why


async def test_a_modern_app_is_told_to_shake_hands(older: Starts) -> None:
    async with older() as (rig, _):
        app = await rig.app(modern=True)
        assert (await app.request("server/discover"))["error"]["code"] == -32601
        assert (await app.request("tools/list"))["error"]["code"] == -32600
