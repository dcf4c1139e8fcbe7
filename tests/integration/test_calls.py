"""Calls through bridge, host and a raw server: real processes, exact bytes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from typing import Any

import pytest

from host.canonical import canonical
from host.model import Answer, ApprovalRequest, Effect
from host.policy.loosening import loosening_digest
from tests.support.app import LEGACY_REVISION, PATIENCE, App, refused, text_of
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, managed, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig, write_policy

ERAS = pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])


@ERAS
async def test_s01_what_the_server_received_is_what_was_shown_and_logged(profile: Profile, modern: bool) -> None:
    shown: list[ApprovalRequest] = []

    async def mutate(request: ApprovalRequest) -> bool:
        shown.append(request)
        request.call.arguments_value["text"] = "something else"
        request.definition.value["name"] = "another"
        return True

    async with Rig(profile, approver=ScriptedApprover(echo=mutate)) as rig:
        app = await rig.app(modern=modern)
        answer = await app.call("echo", {"text": "é\u202e1.50"}, _meta={"progressToken": "p", "x": 1.50})
        assert text_of(answer) == "é\u202e1.50"
        (received,) = rig.happened()
        (decided,) = await rig.records("call.decided")
        (proposed,) = await rig.records("call.proposed")
    received["_meta"].pop("progressToken")
    assert canonical(received) == shown[0].call.params == proposed["values"]["params"]
    assert hashlib.sha256(shown[0].call.params).hexdigest() == shown[0].call.digest
    assert (decided["decision"], decided["by"], decided["who"]) == ("approve", "approver", "ana")


async def test_s02_each_round_of_an_input_required_call_is_a_decision_of_its_own(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(more=True)) as rig:
        app = await rig.app(modern=True)
        state: dict[str, Any] = {}
        for _ in range(10):
            result = (await app.call("more", {}, **state))["result"]
            assert result["resultType"] == "input_required"
            state = {"requestState": result["requestState"], "inputResponses": {"q": {"action": "accept"}}}
        assert rig.approver is not None
        assert len(rig.happened()) == len(rig.approver.asked) == len(await rig.records("call.decided")) == 10


async def test_s27_a_server_cannot_ask_for_a_model_that_the_app_did_not_declare(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(more=True)) as rig:
        app = await rig.app(modern=True)
        answer = await app.call("more", {"method": "sampling/createMessage"})
        assert refused(answer)
        assert "sampling/createMessage" in text_of(answer)


@ERAS
async def test_a_denial_carries_the_persons_reason_and_nothing_is_sent(profile: Profile, modern: bool) -> None:
    async with Rig(profile, approver=ScriptedApprover(echo="not on a Friday")) as rig:
        app = await rig.app(modern=modern)
        answer = await app.call("echo", {"text": "x"})
        assert refused(answer)
        assert "not on a Friday" in text_of(answer)
        assert answer["result"].get("resultType") == ("complete" if modern else None)
        assert "structuredContent" not in answer["result"]
        assert rig.happened() == []


async def test_without_an_approver_calls_are_denied_after_the_grace_time(profile: Profile) -> None:
    async with Rig(profile) as rig:
        app = await rig.app()
        assert "No approval window is open" in text_of(await app.call("echo", {"text": "x"}))
        assert [record["by"] for record in await rig.records("call.decided")] == ["no-window"]


@pytest.mark.parametrize(
    ("revision", "as_error"),
    [("2024-11-05", True), ("2025-03-26", True), ("2025-06-18", True), ("2025-11-25", False), ("modern", False)],
)
async def test_invalid_arguments_reach_nobody_and_are_explained(
    profile: Profile, revision: str, as_error: bool
) -> None:
    approver = ScriptedApprover(default=True)
    async with Rig(profile, approver=approver) as rig:
        modern = revision == "modern"
        app = await rig.app(modern=modern, revision=LEGACY_REVISION if modern else revision)
        answer = await app.call("echo", {"text": 7})
        assert ("error" in answer) == as_error
        assert refused(answer) != as_error
        if as_error:
            assert answer["error"]["code"] == -32602
        assert "$.text" in text_of(answer)
        assert "string" in text_of(answer)
        assert approver.asked == []
        assert rig.happened() == []


async def test_an_unknown_tool_and_one_listed_twice_are_named_in_an_invalid_params_error(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        for name in ("nope", "double"):
            answer = await app.call(name)
            assert answer["error"]["code"] == -32602
            assert name in answer["error"]["message"]
        listed = (await app.request("tools/list"))["result"]["tools"]
        assert "double" not in [tool["name"] for tool in listed]
        assert rig.happened() == []


async def test_allow_and_deny_rules_decide_and_the_strictest_wins(profile: Profile) -> None:
    rules = managed((Effect.ALLOW, "*", "*", "*"), (Effect.DENY, "raw", "an*", "tester"))
    async with Rig(profile, managed=rules) as rig:
        app = await rig.app()
        assert text_of(await app.call("echo", {"text": "x"})) == "x"
        denied = await app.call("any")
        assert refused(denied)
        assert "Not allowed by policy" in text_of(denied)
        decisions = [
            (record["tool"], record["decision"], record["rule"]) for record in await rig.records("call.decided")
        ]
        assert decisions == [("echo", "approve", "r0"), ("any", "deny", "r1")]


@pytest.mark.expected_logs(r"host\.policy\.book: everything is denied")
async def test_s39_an_allow_rule_written_into_policy_json_counts_only_once_confirmed(profile: Profile) -> None:
    async with Rig(profile) as rig:
        app = await rig.app()
        write_policy(profile.paths.policy_file, {"effect": "allow", "match": {"tool": "echo"}})
        assert refused(await app.call("echo", {"text": "x"}))
        waiting = rig.host.policy.waiting()
        assert waiting is not None
        assert await rig.host.policy.confirm(loosening_digest(waiting), "ana")
        assert text_of(await app.call("echo", {"text": "x"})) == "x"
        write_policy(
            profile.paths.policy_file,
            {"effect": "allow", "match": {"tool": "echo"}},
            {"effect": "allow", "match": {"tool": "any"}},
        )
        assert refused(await app.call("any"))
        write_policy(profile.paths.policy_file, {"effect": "allow", "match": {"tool": "echo"}})
        profile.paths.policy_file.write_text("{")
        assert "Everything is denied" in text_of(await app.call("echo", {"text": "x"}))
        assert len(rig.happened()) == 1


async def test_s39_a_confirmation_ends_with_the_host_and_nothing_on_disk_brings_it_back(profile: Profile) -> None:
    """Whatever outlived the host, a record or a file, any program of this user could write too."""
    async with Rig(profile) as rig:
        write_policy(profile.paths.policy_file, {"effect": "allow", "match": {"tool": "echo"}})
        await rig.host.policy.ready()
        waiting = rig.host.policy.waiting()
        assert waiting is not None
        assert await rig.host.policy.confirm(loosening_digest(waiting), "ana")
    async with Rig(profile) as rig:
        app = await rig.app()
        assert refused(await app.call("echo", {"text": "x"}))
        assert rig.happened() == []


@ERAS
async def test_s16_a_definition_that_changes_while_a_person_decides_is_asked_again(
    profile: Profile, modern: bool
) -> None:
    async with Rig(profile, approver=ScriptedApprover(change=True)) as rig:
        assert rig.approver is not None
        app = await rig.app(modern=modern)

        async def change_first(request: ApprovalRequest) -> bool:
            if request.round == 1:
                await app.call("change")
            return True

        rig.approver.answers["echo"] = change_first
        assert text_of(await app.call("echo", {"text": "x"})) == "x"
        about_echo = [request for request in rig.approver.asked if request.call.tool == "echo"]
        assert [request.round for request in about_echo] == [1, 2]
        assert "changed the definition" in about_echo[1].voided_because
        assert about_echo[0].definition.digest != about_echo[1].definition.digest


async def test_s16_a_server_that_keeps_changing_gets_a_no(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(change=True)) as rig:
        assert rig.approver is not None
        app = await rig.app()

        async def change_always(request: ApprovalRequest) -> bool:
            await app.call("change", {"suffix": f" {request.round}"})
            return True

        rig.approver.answers["echo"] = change_always
        assert refused(await app.call("echo", {"text": "x"}))
        assert [params["name"] for params in rig.happened()] == ["change"] * 3


async def test_a_server_whose_configuration_changes_meanwhile_is_not_called(profile: Profile) -> None:
    async def change(request: ApprovalRequest) -> bool:
        write_servers(profile.paths, {"raw": raw_server("/bin/false")})
        return bool(request)

    async with Rig(profile, approver=ScriptedApprover(echo=change)) as rig:
        app = await rig.app()
        assert "changed meanwhile" in text_of(await app.call("echo", {"text": "x"}))
        assert rig.happened() == []


async def test_s12_a_hundred_interleaved_calls_each_get_their_own_answer(profile: Profile) -> None:
    async def by_parity(request: ApprovalRequest) -> Answer:
        number = int(str(request.call.arguments_value["text"]))
        return Answer(number % 2 == 0, request.call.id, request.call.digest, "ana")

    settings = {"pending_per_app": 200, "pending_per_server": 200}
    async with Rig(profile, approver=ScriptedApprover(echo=by_parity), settings=settings) as rig:
        app = await rig.app()
        answers = await asyncio.gather(*(app.call("echo", {"text": str(number)}) for number in range(100)))
        assert [refused(answer) for answer in answers] == [number % 2 == 1 for number in range(100)]
        happened = sorted(int(params["arguments"]["text"]) for params in rig.happened())
        assert happened == list(range(0, 100, 2))


async def test_s12_an_answer_about_another_call_denies(profile: Profile) -> None:
    async def stray(request: ApprovalRequest) -> Answer:
        return Answer(True, request.call.id, "0" * 64, "ana")

    async with Rig(profile, approver=ScriptedApprover(echo=stray)) as rig:
        app = await rig.app()
        assert refused(await app.call("echo", {"text": "x"}))
        assert rig.happened() == []


@ERAS
async def test_a_running_call_is_cancelled_at_the_server_and_gets_no_answer(profile: Profile, modern: bool) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app(modern=modern)
        request_id, answer = app.begin_call("slow", {}, _meta={"progressToken": 77})
        progress = await app.hear("notifications/progress")
        assert progress["params"]["progressToken"] == 77
        app.notify("notifications/cancelled", {"requestId": request_id})
        assert text_of(await app.call("echo", {"text": "after"})) == "after"
        assert not answer.done()
        assert len([entry for entry in rig.journal() if "cancelled" in entry]) == 1
        statuses = [record["status"] for record in await rig.records("call.outcome")]
        assert statuses == ["cancelled", "succeeded"]


async def test_the_emergency_stop_denies_what_waits_cancels_what_runs_and_blocks_what_comes(profile: Profile) -> None:
    approver = ScriptedApprover(echo=None)
    rules = managed((Effect.ALLOW, "raw", "slow", "*"))
    async with Rig(profile, approver=approver, managed=rules) as rig:
        app = await rig.app()
        _, running = app.begin_call("slow", {}, _meta={"progressToken": 1})
        await app.hear("notifications/progress")
        _, waiting = app.begin_call("echo", {"text": "x"})
        await approver.until_asked()
        rig.host.gate.emergency_stop()
        assert "stopped while it ran" in text_of(await running)
        assert "stopped all calls" in text_of(await waiting)
        assert "stopped all calls" in text_of(await app.call("slow"))
        rig.host.gate.release()
        approver.answers["echo"] = True
        assert text_of(await app.call("echo", {"text": "again"})) == "again"
        assert [params["name"] for params in rig.happened()] == ["slow", "echo"]


async def test_tool_errors_and_protocol_errors_stay_apart(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        failed = await app.call("fail")
        assert refused(failed)
        assert text_of(failed) == "no such city"
        broken = await app.call("error")
        assert broken["error"] == {
            "code": -32050,
            "message": "out of order",
            "data": {"kept": None, "big": 12345678901234567890},
        }
        outcomes = [(record["status"], record.get("code")) for record in await rig.records("call.outcome")]
        assert outcomes == [("tool error", None), ("protocol error", -32050)]


async def test_a_broken_output_schema_is_noted_and_the_result_still_passes(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        assert not refused(await app.call("weather", {"structuredContent": {"celsius": 21}}))
        assert not refused(await app.call("weather", {"structuredContent": {}}))
        findings = [record.get("findings") for record in await rig.records("call.outcome")]
        assert findings == [None, [{"kind": "output-schema", "severity": "medium"}]]


async def test_unknown_fields_nulls_and_numbers_pass_as_they_came(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app(greet=False)
        greeting = (await app.greet(LEGACY_REVISION, {}))["result"]
        assert greeting["capabilities"] == {"tools": {"listChanged": True}, "x-unknown": {"kept": None}}
        assert greeting["serverInfo"]["x-extra"] == 12345678901234567890
        tools = {tool["name"]: tool for tool in (await app.request("tools/list"))["result"]["tools"]}
        assert tools["any"]["x-unknown"] == {"null": None, "big": 12345678901234567890}
        assert tools["echo"]["annotations"] == {"dataScale": "small"}
        assert tools["tasky"]["execution"] == {"x-kept": 1}
        app.keep_lines = True
        await app.call("null")
        assert app.lines[-1].endswith(b'}},"content":[],"x":1.50,"y":1e2,"z":null}}')


async def test_a_megabyte_goes_up_and_five_come_down(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        text = "é" * 500_000
        assert text_of(await app.call("echo", {"text": text})) == text
        assert len(text_of(await app.call("big", {"size": 5_000_000}))) == 5_000_000


async def test_a_batch_is_handled_element_by_element_and_answered_as_one_array(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app(revision="2025-03-26")
        call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "echo", "arguments": {"text": "b"}}}
        app.send([{**call, "id": 50}, {**call, "id": None}, {"jsonrpc": "2.0", "method": "tasks/list", "id": 51}, call])
        async with asyncio.timeout(PATIENCE):
            while not any("batch" in message for message in app.heard):
                app.news.clear()
                await app.news.wait()
        (batch,) = [message["batch"] for message in app.heard if "batch" in message]
        by_id = {message.get("id"): message for message in batch}
        assert text_of(by_id[50]) == "b"
        assert by_id[51]["error"]["code"] == -32601
        assert by_id[None]["error"]["code"] == -32600
        assert len(batch) == 3
        assert len(rig.happened()) == 1


async def test_an_elicitation_reaches_the_app_and_its_answer_the_server(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app()
        _, answer = app.begin_call("elicit")
        asked = await app.hear("elicitation/create")
        app.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept", "content": {"name": "ana"}}})
        assert json.loads(text_of(await answer))["result"]["content"] == {"name": "ana"}
        assert (await app.call("sample"))["result"]["content"][0]["text"].count("did not declare") == 1


async def test_two_apps_share_no_session_and_no_ids(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        first, second = await rig.app(), await rig.app()
        one, two = await asyncio.gather(first.call("echo", {"text": "1"}), second.call("echo", {"text": "2"}))
        assert (text_of(one), text_of(two)) == ("1", "2")
        assert one["id"] == two["id"]
        assert isinstance(first, App)
        assert len([entry for entry in rig.journal() if "initialize" in entry]) == 2


async def test_an_app_that_does_not_wait_for_the_handshake_is_served_all_the_same(profile: Profile) -> None:
    """As scripts do: everything in one go, before the server answered anything."""
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        app = await rig.app(greet=False)
        hello = {"protocolVersion": LEGACY_REVISION, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        _, greeted = app.begin("initialize", hello)
        app.notify("notifications/initialized")
        _, answered = app.begin_call("echo", {"text": "at once"})
        assert "result" in await greeted
        assert text_of(await answered) == "at once"


async def test_an_entrys_own_frame_limits_hold(profile: Profile) -> None:
    approver = ScriptedApprover(echo=True)  # so long a text is not looked through to its end, and is asked about
    async with Rig(profile, approver=approver, managed=ALLOW_ALL) as rig:
        limits = {"frameLimit": {"toServer": 8 << 20}, "timeout": 30}
        entry = raw_server(sys.executable, "--journal", str(rig.journal_file), assent=limits)
        write_servers(profile.paths, {"raw": entry})
        app = await rig.app()
        text = "x" * (5 << 20)
        assert text_of(await app.call("echo", {"text": text})) == text
        (request,) = approver.asked
        assert "not-inspected" in [finding.kind for finding in request.findings]


async def test_a_server_that_never_greets_is_given_up(profile: Profile) -> None:
    async with Rig(profile, settings={"start_timeout": 0.3}) as rig:
        write_servers(profile.paths, {"raw": {"command": "sleep", "args": ["1000"]}})
        app = await rig.app(greet=False)
        answer = await app.request("initialize", {"protocolVersion": LEGACY_REVISION, "capabilities": {}})
        assert "did not greet in time" in answer["error"]["message"]
        assert [record["because"] for record in await rig.records("server.failed")]


async def test_a_program_that_is_as_it_was_approved_is_not_told_as_changed(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover(default=True)) as rig:
        app = await rig.app()
        assert text_of(await app.call("echo", {"text": "hi"})) == "hi"
        assert await rig.records("server.started")
        assert not await rig.records("server.program_changed")
