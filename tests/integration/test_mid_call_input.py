"""What servers ask in the middle of a call, with real servers: the SDK's, and server-everything."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from host.apps import registry
from host.assistant.script import APP
from host.canonical import canonical
from host.model import ApprovalRequest, Edit, Effect
from tests.support.app import App, refused, text_of
from tests.support.hosts import ALLOW_ALL, ROOT, ScriptedApprover, managed, managed_file, write_servers
from tests.support.profile import Profile
from tests.support.rig import Rig, write_policy
from tests.support.waiting import PATIENCE

SAMPLE = "sampling/createMessage"
EVERYTHING = {"sampling": {}, "roots": {"listChanged": True}, "elicitation": {"form": {}, "url": {}}}
SAID = {"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "m", "stopReason": "endTurn"}
OURS = "io.modelcontextprotocol/clientCapabilities"


class SdkRig(Rig):
    """A rig whose server ``raw`` is the SDK's that asks in rounds."""

    def __init__(self, profile: Profile, **options: Any) -> None:
        super().__init__(profile, **options)
        self.calls_file = profile.paths.config / "calls"
        entry = {
            "command": sys.executable,
            "args": [str(ROOT / "tests/servers/rounds.py"), "--journal", str(self.calls_file)],
        }
        write_servers(profile.paths, {"raw": entry})

    def arrived(self) -> list[dict[str, Any]]:
        """The calls that reached the server."""
        if not self.calls_file.exists():
            return []
        return [json.loads(line) for line in self.calls_file.read_text().splitlines()]


async def test_s02_ten_rounds_with_a_real_server_are_ten_approvals_and_ten_requests(profile: Profile) -> None:
    async with SdkRig(profile, approver=ScriptedApprover(ever=True)) as rig:
        app = await rig.app(modern=True)
        more: dict[str, Any] = {}
        for _ in range(10):
            result = (await app.call("ever", {}, **more))["result"]
            assert result["resultType"] == "input_required"
            answers = {"when": {"action": "accept", "content": {"date": "2026-12-24"}}}
            more = {"requestState": result["requestState"], "inputResponses": answers}
        assert rig.approver is not None
        decided = await rig.records("call.decided")
        assert len(rig.arrived()) == len(rig.approver.asked) == len(decided) == 10
        continued = [request.call.continues for request in rig.approver.asked]
        assert continued == ["", *(record["call"] for record in decided[:-1])]


async def test_s02_a_further_round_is_asked_although_a_rule_allows_the_tool(profile: Profile) -> None:
    approver = ScriptedApprover(book="not without me")
    async with SdkRig(profile, managed=ALLOW_ALL, approver=approver) as rig:
        app = await rig.app(modern=True)
        first = (await app.call("book", {}))["result"]
        assert approver.asked == []
        answers = {"when": {"action": "accept", "content": {"date": "2026-12-24"}}}
        denied = await app.call("book", {}, requestState=first["requestState"], inputResponses=answers)
        assert refused(denied)
        (request,) = approver.asked
        assert [finding.kind for finding in request.findings if finding.kind != "first-use"] == ["further-round"]
        assert b"Which day?" in (request.asked or b"")
        foreign = await app.call("book", {}, requestState=first["requestState"] + "x", inputResponses=answers)
        assert refused(foreign)
        assert approver.asked[1].findings[0].kind == "foreign-state"
        assert len(rig.arrived()) == 1


async def test_s27_a_prompt_in_a_result_is_shown_before_the_app_gets_it(profile: Profile) -> None:
    shown: list[ApprovalRequest] = []

    async def look(request: ApprovalRequest) -> bool:
        shown.append(request)
        return True

    async with SdkRig(profile, approver=ScriptedApprover(book=True, **{SAMPLE: look})) as rig:
        app = await rig.app(modern=True)
        can = {"_meta": {OURS: EVERYTHING}}
        first = (await app.call("book", {"sample": True}, **can))["result"]
        answers: dict[str, Any] = {"when": {"action": "accept", "content": {"date": "2026-12-24"}}}
        more = {"requestState": first["requestState"], "inputResponses": answers, **can}
        second = (await app.call("book", {"sample": True}, **more))["result"]
        assert second["inputRequests"]["sum"]["params"]["messages"][0]["content"]["text"] == "Sum it up."
        (request,) = shown
        assert request.call.arguments_value["maxTokens"] == 50
        answers = {**answers, "sum": SAID}
        third = await app.call(
            "book", {"sample": True}, **{**more, "requestState": second["requestState"], "inputResponses": answers}
        )
        assert "Paris" in text_of(third)
        assert len(rig.arrived()) == 3
        kinds = [record["decision"] for record in await rig.records("input.decided")]
        assert kinds == ["approve"] * 2  # the question to the person by default, the prompt by a person


ROUNDS_PASS: dict[str, Any] = {"effect": "allow", "match": {"tool": "book"}, "acknowledges": ["further-round"]}
PROMPTS_PASS: dict[str, Any] = {"effect": "allow", "match": {"method": SAMPLE}}


@pytest.mark.parametrize("rules", [[ROUNDS_PASS], [ROUNDS_PASS, PROMPTS_PASS]], ids=["a person", "a rule"])
async def test_s27_the_models_answer_in_a_further_round_is_seen_unless_a_rule_names_the_method(
    profile: Profile, rules: list[dict[str, Any]]
) -> None:
    approver = ScriptedApprover(book="not that", **{SAMPLE: True})
    async with SdkRig(profile, managed=managed_file(*rules), approver=approver) as rig:
        app = await rig.app(modern=True)
        can = {"_meta": {OURS: EVERYTHING}}
        answers: dict[str, Any] = {"when": {"action": "accept", "content": {"date": "2026-12-24"}}}
        first = (await app.call("book", {"sample": True}, **can))["result"]
        more = {"requestState": first["requestState"], "inputResponses": answers, **can}
        second = (await app.call("book", {"sample": True}, **more))["result"]
        more |= {"requestState": second["requestState"], "inputResponses": {**answers, "sum": SAID}}
        third = await app.call("book", {"sample": True}, **more)
        seen = [request for request in approver.asked if request.call.tool == "book"]
        if PROMPTS_PASS in rules:
            assert "Paris" in text_of(third)
            assert approver.asked == []
        else:
            assert refused(third)
            (request,) = seen
            assert [(found.kind, found.severity.value) for found in request.findings] == [("further-round", "high")]
            assert b"Paris" in request.call.params
            assert len(rig.arrived()) == 2


async def test_s27_a_prompt_that_a_rule_denies_ends_the_call(profile: Profile) -> None:
    profile.paths.ensure()
    write_policy(profile.paths.policy_file, {"effect": "deny", "match": {"method": SAMPLE}})
    async with SdkRig(profile, approver=ScriptedApprover(book=True)) as rig:
        app = await rig.app(modern=True)
        more: dict[str, Any] = {"_meta": {OURS: EVERYTHING}}
        first = (await app.call("book", {"sample": True}, **more))["result"]
        more |= {"requestState": first["requestState"], "inputResponses": {"when": {"action": "decline"}}}
        answer = await app.call("book", {"sample": True}, **more)
        assert refused(answer)
        assert SAMPLE in text_of(answer)
        # What rules deny, the server does not even hear of.
        assert "sampling" not in json.dumps([call["_meta"] for call in rig.arrived()])


NPM = ROOT / "tests/servers/npm/node_modules/.bin/mcp-server-everything"


@pytest.mark.npm
async def test_s27_server_everything_asks_through_assent_as_it_does_without(profile: Profile) -> None:
    approver = ScriptedApprover(**{SAMPLE: True})
    async with Rig(profile, managed=managed((Effect.ALLOW, "everything", "*", "*")), approver=approver) as rig:
        write_servers(
            profile.paths,
            {"everything": {"command": str(shutil.which("node")), "args": [str(Path(NPM).resolve()), "stdio"]}},
        )
        app = await rig.app("everything", capabilities=EVERYTHING)
        await answer_roots(app)
        listed = {tool["name"] for tool in (await app.request("tools/list"))["result"]["tools"]}
        assert {"trigger-elicitation-request", "trigger-sampling-request", "get-roots-list"} <= listed
        _, asking = app.begin_call("trigger-elicitation-request")
        asked = await app.hear("elicitation/create")
        assert asked["params"]["requestedSchema"]["properties"]["email"]["format"] == "email"
        app.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept", "content": {"name": "Ana"}}})
        assert "Ana" in json.dumps(await asking)
        _, sampling = app.begin_call("trigger-sampling-request", {"prompt": "Capital?", "maxTokens": 20})
        prompt = await app.hear(SAMPLE)
        app.send({"jsonrpc": "2.0", "id": prompt["id"], "result": SAID})
        assert "Paris" in json.dumps(await sampling)
        question, review = (request for request in approver.asked if request.call.method == SAMPLE)
        assert question.call.arguments_value["systemPrompt"] == "You are a helpful test server."
        assert json.loads(review.result or b"") == SAID
        calls = {record["call"] for record in await rig.records("call.decided")}
        assert {record["call"] for record in await rig.records("input.answered")} <= calls | {""}


async def answer_roots(app: App) -> None:
    """It asks for the folders as soon as the app is there."""
    async with asyncio.timeout(PATIENCE):
        asked = await app.hear("roots/list")
    app.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": "file:///work", "name": "work"}]}})


async def test_s26_what_a_server_asks_the_assistant_is_answered_in_assents_own_window(profile: Profile) -> None:
    async def fill(request: ApprovalRequest) -> bool | Edit:
        if request.round > 1:
            return True
        content = canonical({"name": "Ana"})
        return Edit(request.call.id, request.call.digest, content, "ana")

    profile.paths.ensure()
    registry.add(profile.paths.apps_dir, APP)
    approver = ScriptedApprover(elicit=True, sample=True, **{"elicitation/create": fill})
    async with Rig(profile, approver=approver, demo=True) as rig:
        app = await rig.app(app=APP, capabilities={"elicitation": {"form": {}, "url": {}}})
        answer = json.loads(text_of(await app.call("elicit")))
        assert answer["result"] == {"action": "accept", "content": {"name": "Ana"}}
        assert "did not declare" in text_of(await app.call("sample"))
        assert not [message for message in app.heard if message.get("method") == "elicitation/create"]
        (answered,) = await rig.records("input.answered")
        assert (answered["status"], answered["by"], answered["who"]) == ("accept", "approver", "ana")
        (called, _) = await rig.records("call.decided")
        assert answered["call"] == called["call"]
