"""``assent hook APP``: an app asks before it uses a tool of its own, with the inputs that it really writes."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from host.apps import bridge, hook, registry
from host.canonical import canonical
from host.model import Answer, Edit, Effect
from tests.support.hosts import ALLOW_ALL, ROOT, ScriptedApprover, managed
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import PATIENCE

SAMPLES = ROOT / "tests" / "assets" / "hooks"
EVERY_APP = pytest.mark.parametrize("app", hook.FORMS)


def asked(app: str) -> dict[str, Any]:
    """What an app writes to its hook."""
    value = json.loads((SAMPLES / f"{app}.json").read_text())
    assert isinstance(value, dict)
    return value


def stand_for(rig: Rig, app: str) -> None:
    """Let a server stand for the app's own tools, and the app have a token."""
    file = rig.profile.paths.servers_file
    written = json.loads(file.read_text())
    written["mcpServers"][app] = {"hook": app}
    file.write_text(json.dumps(written))
    registry.add(rig.profile.paths.apps_dir, app)


async def run(profile: Profile, app: str, said: bytes, *more: str) -> tuple[int, str, str]:
    """Run the hook as an app does; returns exit code, stdout, stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "host", "hook", app, *more,
        env=profile.env, cwd=ROOT,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate(said)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


@EVERY_APP
async def test_what_may_be_is_allowed_in_the_apps_form_and_the_record_says_who_does_it(
    profile: Profile, app: str
) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, app)
        code, out, err = await run(profile, app, json.dumps(asked(app)).encode())
        assert (code, err) == (0, "")
        assert (
            json.loads(out)
            == {
                "claude-code": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}},
                "codex": {},
                "cursor": {"permission": "allow"},
                "gemini-cli": {"decision": "allow"},
                "windsurf": {},
            }[app]
        )
        (decided,) = await rig.records("call.decided")
        tool = asked(app).get("tool_name") or asked(app)["agent_action_name"]
        assert (decided["app"]["name"], decided["app"]["authenticated"]) == (app, True)
        assert (decided["server"], decided["tool"], decided["by"]) == (app, tool, "rule")
        (outcome,) = await rig.records("call.outcome")
        assert outcome["status"] == "not told"
        assert "the app carries it out by itself" in outcome["because"]
        assert await rig.records("server.started") == []


@EVERY_APP
async def test_a_no_reaches_the_model_with_its_reason(profile: Profile, app: str) -> None:
    approver = ScriptedApprover()
    tool = asked(app).get("tool_name") or asked(app)["agent_action_name"]
    approver.answers[tool] = "not in this folder"
    async with Rig(profile, approver=approver) as rig:
        stand_for(rig, app)
        code, out, err = await run(profile, app, json.dumps(asked(app)).encode())
    if app == "cursor":
        assert (code, json.loads(out)["permission"]) == (0, "deny")
        assert "not in this folder" in json.loads(out)["agent_message"]
    else:
        assert (code, out) == (hook.DENIED, "")
    assert "not in this folder" in err


async def test_the_inputs_that_are_asked_about_are_those_that_the_app_would_use(profile: Profile) -> None:
    said = asked("claude-code")
    approver = ScriptedApprover(Bash=True)
    async with Rig(profile, approver=approver) as rig:
        stand_for(rig, "claude-code")
        code, *_ = await run(profile, "claude-code", json.dumps(said).encode())
        (request,) = approver.asked
        assert json.loads(request.call.arguments) == said["tool_input"]
        assert request.call.says.chat == said["session_id"]
        assert said["cwd"] in request.call.turn
        assert code == 0


@pytest.mark.parametrize(("app", "code"), [("claude-code", 0), ("codex", 2), ("gemini-cli", 2)])
async def test_an_app_runs_what_was_approved_or_nothing(profile: Profile, app: str, code: int) -> None:
    said = asked(app)
    tool, safer = said["tool_name"], {"command": "ls", "note": "äöü"}

    async def edit(request: Any) -> Any:
        call = request.call
        if request.edited is None:
            return Edit(call.id, call.digest, canonical({**safer}), "ana")
        return Answer(True, call.id, call.digest, "ana")

    approver = ScriptedApprover(**{tool: edit})
    async with Rig(profile, approver=approver) as rig:
        stand_for(rig, app)
        done = await run(profile, app, json.dumps(said).encode())
    assert done[0] == code
    if code == 0:
        assert json.loads(done[1])["hookSpecificOutput"]["updatedInput"] == safer
    else:
        assert done[1] == ""
        assert '{"command": "ls", "note": "äöü"}' in done[2]


@pytest.mark.parametrize("app", ["codex", "claude-code"])
async def test_an_edit_that_python_takes_for_equal_is_an_edit(profile: Profile, app: str) -> None:
    said = asked(app) | {"cursor_version": "2.4.0"}  # which runs Claude Code's hooks, and takes no inputs from them
    said["tool_input"]["background"] = 1

    async def edit(request: Any) -> Any:
        call = request.call
        if request.edited is None:
            return Edit(call.id, call.digest, canonical({**said["tool_input"], "background": True}), "ana")
        return Answer(True, call.id, call.digest, "ana")

    async with Rig(profile, approver=ScriptedApprover(Bash=edit)) as rig:
        stand_for(rig, app)
        code, out, _ = await run(profile, app, json.dumps(said).encode())
    assert (code, out) == (hook.DENIED, "")


@pytest.mark.parametrize(
    "said",
    [
        b"", b"{", b"[]", b"null", b'{"tool_name": 7, "tool_input": {}}', b'{"tool_name": "Bash", "tool_input": []}',
        b'{"tool_name": "", "tool_input": {}}', b'{"tool_name": "Bash", "tool_name": "Read", "tool_input": {}}',
        b'{"tool_name": "Bash", "tool_input": {"command": NaN}}', b"\xff" * 9, b"[" * 100_000, b'{"tool_name": "Bash"}',
        b'{"tool_name": "Bash", "tool_input": {"command": "\\ud800"}}',
        b'{"tool_name": "Bash", "tool_input": {"timeout": 1e999}}',
        b'{"tool_name": "' + b"x" * 2_000 + b'", "tool_input": {}}',
    ],
)  # fmt: skip
async def test_what_cannot_be_read_is_a_no(profile: Profile, said: bytes) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        code, out, err = await run(profile, "claude-code", said)
        assert (code, out) == (hook.DENIED, "")
        assert err.strip()
        assert "Traceback" not in err


async def test_without_assent_the_answer_is_no(profile: Profile) -> None:
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        profile.env.pop(display, None)
    profile.paths.ensure()
    code, out, err = await run(profile, "claude-code", json.dumps(asked("claude-code")).encode())
    assert (code, out) == (hook.DENIED, "")
    assert "no Assent host is running here" in err


async def test_an_app_whose_tools_no_server_stands_for_hears_what_to_do(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL):
        code, _, err = await run(profile, "claude-code", json.dumps(asked("claude-code")).encode())
    assert code == hook.DENIED
    assert "assent apps attach --hook" in err


async def test_a_policy_that_denies_a_tool_of_an_app_denies_it_unasked(profile: Profile) -> None:
    rules = managed((Effect.DENY, "claude-code", "Bash", "*"), (Effect.ALLOW, "*", "*", "*"))
    async with Rig(profile, managed=rules) as rig:
        stand_for(rig, "claude-code")
        assert (await run(profile, "claude-code", json.dumps(asked("claude-code")).encode()))[0] == hook.DENIED
        other = asked("claude-code") | {"tool_name": "Read", "tool_input": {"file_path": "/etc/hosts"}}
        assert (await run(profile, "claude-code", json.dumps(other).encode()))[0] == 0


async def test_tools_of_servers_behind_assent_are_not_asked_about_twice(profile: Profile) -> None:
    async with Rig(profile, approver=ScriptedApprover()) as rig:
        stand_for(rig, "claude-code")
        said = asked("claude-code") | {"tool_name": "mcp__my_notes__read", "tool_input": {}}
        done = await run(profile, "claude-code", json.dumps(said).encode(), "--behind", "time", "--behind", "my notes")
        assert done == (0, "{}\n", "")
        assert [*await rig.records("call.proposed"), *await rig.records("call.decided")] == []


async def test_nobody_else_reaches_the_server_that_stands_for_an_apps_tools(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        app = await rig.app("claude-code", greet=False)
        answer = await app.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        assert "stands for the tools that are part of an app" in answer["error"]["message"]


async def test_an_app_with_another_ones_token_is_not_let_in(profile: Profile) -> None:
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        stand_for(rig, "claude-code")
        hello = {"assent": 1, "role": "hook", "app": "claude-code", "token": "x" * 43, "tool": "Bash"}
        connection, answer = await asyncio.to_thread(bridge.ask, profile.paths, hello)
        connection.close()
        assert answer["ok"] is False
        assert "not valid" in str(answer["error"])


@EVERY_APP
def test_there_is_a_real_input_of_each_app(app: str) -> None:
    assert Path(SAMPLES / f"{app}.json").is_file()
